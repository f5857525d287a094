/*
 * A pipeline description, as LLVM's offload-test-suite writes it: one dispatch with its buffers, bindings and
 * rules.
 *
 * pipeline_read() accepts every key of the format. What is legal there but does not exist here (graphics
 * stages, ray tracing, push constants, root constants) is an error of its own kind, CLI_NOT_IMPLEMENTED;
 * everything else that is wrong is CLI_BAD_INPUT with line and column.
 */
#ifndef CLI_PIPELINE_H
#define CLI_PIPELINE_H

#include "cli.h"
#include "data_format.h"

struct pipeline_place {
    uint32_t line, column;
};

/* What a DDS file says of itself. */
struct pipeline_texture {
    uint32_t format;    /* DXGI_FORMAT */
    uint32_t dimension; /* 1 to 3 */
    bool cube;          /* slices are faces */
    uint32_t width, height, depth, mips, slices;
};

struct pipeline_buffer {
    const char *name;
    struct pipeline_place place;
    enum data_format format;
    uint32_t channels, stride, array_size;
    const char *file;     /* where the data are, beside the pipeline; NULL: in it */
    uint32_t view_format; /* DXGI_FORMAT of typed views, 0: as format and channels say */
    size_t size_bytes; /* of each of the array_size blocks */
    uint8_t **data;
    bool has_props;
    uint32_t height, width, depth, mip_levels;
    const struct pipeline_texture *texture; /* NULL, or what the data are: slices, each with its mips */
    uint32_t counter_count; /* 0, or array_size once counters were read back */
    uint32_t *counters;
};

enum pipeline_filter { PIPELINE_NEAREST, PIPELINE_LINEAR };
enum pipeline_address {
    PIPELINE_CLAMP,
    PIPELINE_REPEAT,
    PIPELINE_MIRROR,
    PIPELINE_BORDER,
    PIPELINE_MIRROR_ONCE,
    PIPELINE_ADDRESS_COUNT
};
enum pipeline_compare { /* in the order of D3D11_COMPARISON_FUNC, which counts from 1 */
                        PIPELINE_NEVER,
                        PIPELINE_LESS,
                        PIPELINE_EQUAL,
                        PIPELINE_LESS_EQUAL,
                        PIPELINE_GREATER,
                        PIPELINE_NOT_EQUAL,
                        PIPELINE_GREATER_EQUAL,
                        PIPELINE_ALWAYS,
                        PIPELINE_COMPARE_COUNT
};

struct pipeline_sampler {
    const char *name;
    struct pipeline_place place;
    bool comparison;
    uint32_t min_filter, mag_filter, address, compare; /* the enums above */
    float min_lod, max_lod, mip_lod_bias;
    bool has_filter; /* filter, a D3D11_FILTER, in place of the above and of kind */
    uint32_t filter, address_v, address_w, max_anisotropy;
    float border[4];
};

enum pipeline_kind {
    PIPELINE_BUFFER,
    PIPELINE_STRUCTURED_BUFFER,
    PIPELINE_BYTE_ADDRESS_BUFFER,
    PIPELINE_TEXTURE_2D,
    PIPELINE_RW_BUFFER,
    PIPELINE_RW_STRUCTURED_BUFFER,
    PIPELINE_RW_BYTE_ADDRESS_BUFFER,
    PIPELINE_RW_TEXTURE_2D,
    PIPELINE_CONSTANT_BUFFER,
    PIPELINE_SAMPLER,
    PIPELINE_SAMPLED_TEXTURE_2D,
    PIPELINE_ACCELERATION_STRUCTURE,
    PIPELINE_KIND_COUNT
};

struct pipeline_resource {
    const char *name;
    struct pipeline_place place;
    uint32_t kind; /* enum pipeline_kind */
    bool has_counter;
    uint32_t initial_counter;
    uint32_t reg, space;                  /* DirectXBinding */
    bool has_vulkan, has_counter_binding; /* kept for printing only */
    uint32_t vulkan_binding, counter_binding;
    struct pipeline_buffer *buffer; /* NULL for samplers */
    const struct pipeline_sampler *sampler;
};

struct pipeline_set {
    uint32_t resource_count;
    struct pipeline_resource *resources;
};

enum pipeline_rule_kind { RULE_BUFFER_EXACT, RULE_BUFFER_FLOAT_ULP, RULE_BUFFER_FLOAT_EPSILON, RULE_COUNT };
enum pipeline_denorm { DENORM_ANY, DENORM_FTZ, DENORM_PRESERVE, DENORM_COUNT };

struct pipeline_rule {
    const char *name, *actual_name, *expected_name;
    struct pipeline_place place;
    uint32_t kind, denorm; /* the enums above */
    uint32_t ulps;
    double epsilon, zero_tolerance;
    const struct pipeline_buffer *actual, *expected;
};

struct pipeline_shader {
    const char *stage, *entry;
};

struct pipeline {
    struct cli_arena arena;
    uint32_t shader_count, table_count, buffer_count, sampler_count, rule_count, set_count;
    struct pipeline_shader *shaders;
    struct pipeline_buffer *buffers;
    struct pipeline_sampler *samplers;
    struct pipeline_rule *rules;
    struct pipeline_set *sets;
    uint32_t group_count[3];
};

extern const char *const pipeline_filter_names[2], *const pipeline_address_names[PIPELINE_ADDRESS_COUNT],
                                                       *const pipeline_compare_names[PIPELINE_COMPARE_COUNT],
                                                           *const pipeline_kind_names[PIPELINE_KIND_COUNT],
                                                               *const pipeline_rule_names[RULE_COUNT],
                                                                   *const pipeline_denorm_names[DENORM_COUNT];

/* 't', 'u', 'b' or 's'. */
char pipeline_register_letter(uint32_t kind);
bool pipeline_is_read_write(uint32_t kind);
bool pipeline_is_texture(uint32_t kind);

/* NULL when there is none; the first of several. */
struct pipeline_buffer *pipeline_find_buffer(const struct pipeline *pipeline, const char *name);
/* Stride, or the size of all channels. */
uint32_t pipeline_element_size(const struct pipeline_buffer *buffer);

enum { PIPELINE_MAX_TEXT = 64 << 20, PIPELINE_MAX_ARRAY = 128 };

/* False and error set when the text is no pipeline that can run here. memory_limit bounds the bytes of all
 * buffers. pipeline_free() in either case. */
bool pipeline_read(struct pipeline *pipeline, const uint8_t *bytes, size_t size_bytes, uint64_t memory_limit,
                   struct cli_error *error);
void pipeline_free(struct pipeline *pipeline);

/* The whole pipeline as YAML, as offloader prints it. */
void pipeline_print(const struct pipeline *pipeline, FILE *out);
/* One buffer as a document of its own. */
void pipeline_print_buffer(const struct pipeline_buffer *buffer, FILE *out);

#endif
