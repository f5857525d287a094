/*
 * The face of dxbc/: container bytes in, a decoded and checked program out; text out of a program.
 *
 * dxbc_load() parses the container, decodes the token stream and validates the result. Afterwards nobody
 * re-checks: register numbers, operand forms, flow nesting and jump targets of a loaded shader are sound. Nothing
 * here knows memory objects, views or threads. Layouts: D3D11.3 functional specification, chapter "tokenized
 * program format"; everything points into one arena that dxbc_free() releases.
 */
#ifndef DXBC_DXBC_H
#define DXBC_DXBC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "diag.h"
#include "opcode.h"

/* Register files, numbered as in the operand token. */
enum dxbc_file {
    DXBC_FILE_TEMP = 0,               /* r# */
    DXBC_FILE_INPUT = 1,              /* v# */
    DXBC_FILE_OUTPUT = 2,             /* o# */
    DXBC_FILE_INDEXABLE_TEMP = 3,     /* x#[i] */
    DXBC_FILE_IMMEDIATE32 = 4,        /* l(...) */
    DXBC_FILE_IMMEDIATE64 = 5,        /* d(...) */
    DXBC_FILE_SAMPLER = 6,            /* s# */
    DXBC_FILE_RESOURCE = 7,           /* t# */
    DXBC_FILE_CONSTANT_BUFFER = 8,    /* cb#[i] */
    DXBC_FILE_IMMEDIATE_CB = 9,       /* icb[i] */
    DXBC_FILE_LABEL = 10,
    DXBC_FILE_PRIMITIVE_ID = 11,      /* vPrim */
    DXBC_FILE_DEPTH = 12,             /* oDepth */
    DXBC_FILE_NULL = 13,
    DXBC_FILE_RASTERIZER = 14,
    DXBC_FILE_COVERAGE_MASK = 15,     /* oMask */
    DXBC_FILE_STREAM = 16,            /* m# */
    DXBC_FILE_FUNCTION_BODY = 17,     /* fb# */
    DXBC_FILE_FUNCTION_TABLE = 18,    /* ft# */
    DXBC_FILE_INTERFACE = 19,         /* fp#[i] */
    DXBC_FILE_FUNCTION_INPUT = 20,
    DXBC_FILE_FUNCTION_OUTPUT = 21,
    DXBC_FILE_OUTPUT_CONTROL_POINT_ID = 22,
    DXBC_FILE_FORK_INSTANCE_ID = 23,
    DXBC_FILE_JOIN_INSTANCE_ID = 24,
    DXBC_FILE_INPUT_CONTROL_POINT = 25,  /* vicp */
    DXBC_FILE_OUTPUT_CONTROL_POINT = 26, /* vocp */
    DXBC_FILE_PATCH_CONSTANT = 27,       /* vpc */
    DXBC_FILE_DOMAIN_POINT = 28,         /* vDomain */
    DXBC_FILE_THIS = 29,                 /* this[i] */
    DXBC_FILE_UAV = 30,                  /* u# */
    DXBC_FILE_TGSM = 31,                 /* g# */
    DXBC_FILE_THREAD_ID = 32,            /* vThreadID */
    DXBC_FILE_GROUP_ID = 33,             /* vThreadGroupID */
    DXBC_FILE_THREAD_ID_IN_GROUP = 34,   /* vThreadIDInGroup */
    DXBC_FILE_INPUT_COVERAGE = 35,
    DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED = 36,
    DXBC_FILE_GS_INSTANCE_ID = 37,
    DXBC_FILE_DEPTH_GE = 38,
    DXBC_FILE_DEPTH_LE = 39,
    DXBC_FILE_CYCLE_COUNTER = 40,
    DXBC_FILE_STENCIL_REF = 41,
    DXBC_FILE_INNER_COVERAGE = 42,
    DXBC_FILE_COUNT
};

enum dxbc_selection { DXBC_SELECT_MASK = 0, DXBC_SELECT_SWIZZLE = 1, DXBC_SELECT_ONE = 2 };
enum { DXBC_MOD_NEG = 1, DXBC_MOD_ABS = 2 };
enum { DXBC_MAX_INDICES = 3 };

struct dxbc_operand;
struct dxbc_program;

/* Effective index = imm + relative->component (unsigned 32-bit, wraps). */
struct dxbc_index {
    uint8_t representation;              /* as in the token: 0 imm32, 1 imm64, 2 relative, 3, 4 both */
    uint64_t imm;                        /* 0 when there is none */
    const struct dxbc_operand *relative; /* NULL when immediate */
};

struct dxbc_operand {
    uint8_t file;           /* enum dxbc_file */
    uint8_t components;     /* 0, 1 or 4 */
    uint8_t selection;      /* enum dxbc_selection; meaningful for 4 components */
    uint8_t mask;           /* bit 0 x .. bit 3 w. Destinations: what is written (1 component: 1, null: 0) */
    uint8_t swizzle[4];     /* sources: always filled in; select-one and scalars replicate */
    uint8_t modifier;       /* DXBC_MOD_* */
    uint8_t min_precision;  /* 0 default, 1 float16, 2 float2.8, 4 sint16, 5 uint16 */
    bool extended;          /* an extended operand token was present */
    bool non_uniform;       /* SM 5.1 */
    uint8_t index_count;
    struct dxbc_index index[DXBC_MAX_INDICES];
    uint32_t imm[4];        /* immediate data; a 1-component immediate32 is replicated to all four */
};

/* Number of the register within its file, for operands whose register index is immediate. In SM 5.1 t/s/u/cb
 * carry a leading range id; this skips it. */
uint32_t dxbc_operand_register(const struct dxbc_operand *operand, const struct dxbc_program *program);

enum dxbc_dimension {
    DXBC_DIM_UNKNOWN, DXBC_DIM_BUFFER, DXBC_DIM_TEXTURE1D, DXBC_DIM_TEXTURE2D, DXBC_DIM_TEXTURE2DMS,
    DXBC_DIM_TEXTURE3D, DXBC_DIM_TEXTURECUBE, DXBC_DIM_TEXTURE1DARRAY, DXBC_DIM_TEXTURE2DARRAY,
    DXBC_DIM_TEXTURE2DMSARRAY, DXBC_DIM_TEXTURECUBEARRAY, DXBC_DIM_RAW_BUFFER, DXBC_DIM_STRUCTURED_BUFFER,
};

enum { DXBC_SYNC_THREADS = 1, DXBC_SYNC_TGSM = 2, DXBC_SYNC_UAV_GROUP = 4, DXBC_SYNC_UAV_GLOBAL = 8 };

enum { DXBC_MAX_OPERANDS = 8, DXBC_NO_TARGET = -1 };

/*
 * One instruction or declaration, in stream order. Operands stand destinations first, then sources, as in the
 * token stream; their number is strlen(info->dst) + strlen(info->src) for everything but declarations,
 * messages and fcall.
 */
struct dxbc_instr {
    uint16_t opcode;
    uint16_t operand_count;
    uint32_t token0;           /* the opcode token: controls that only declarations have are read from it */
    uint32_t offset;           /* byte offset of the opcode token from the start of the container */
    uint32_t length;           /* DWORDs, extended tokens and custom data included */
    bool saturate;
    bool test_nz;              /* OPF_TEST: act when non-zero */
    uint8_t precise;           /* mask of components */
    uint8_t sync;              /* DXBC_SYNC_* */
    uint8_t return_type;       /* resinfo: 0 float, 1 rcpFloat, 2 uint; sampleinfo: 0 float, 1 uint */
    /* extended opcode tokens */
    bool has_offsets, has_dimension, has_return_types;
    int8_t texel_offset[3];
    uint8_t dimension;         /* enum dxbc_dimension */
    uint16_t stride;           /* bytes, structured buffers */
    uint8_t return_types[4];
    const struct dxbc_operand *operands;
    const uint32_t *data;      /* words after the operands: declarations' numbers, custom data, name tokens */
    uint32_t data_count;
    /* Flow, filled in by validation: index into instrs.
     *   if -> else or endif      else -> endif         loop -> endloop     endloop -> loop
     *   break/breakc -> endloop or endswitch           continue/continuec -> endloop
     *   switch -> endswitch      case/default -> the next case/default/endswitch
     *   call/callc -> its label                        others: DXBC_NO_TARGET */
    int32_t target;
};

struct dxbc_resource_decl {   /* t# and u# */
    uint32_t id;              /* 5.1 range id; otherwise equal to lower */
    uint32_t lower, upper;    /* registers, inclusive; UINT32_MAX = unbounded */
    uint32_t space;
    uint8_t dimension;        /* enum dxbc_dimension; RAW_BUFFER and STRUCTURED_BUFFER included */
    uint8_t return_types[4];  /* typed views */
    uint16_t sample_count;
    uint32_t stride;          /* structured */
    bool globally_coherent, rasterizer_ordered, has_counter; /* has_counter: the _opc suffix */
    uint32_t instr;           /* its declaration */
};
struct dxbc_cbuffer_decl { uint32_t id, lower, upper, space, vector_count; bool dynamic; uint32_t instr; };
struct dxbc_sampler_decl { uint32_t id, lower, upper, space; uint8_t mode; uint32_t instr; };
struct dxbc_tgsm_decl { uint32_t slot; bool structured; uint32_t stride, count, size_bytes; uint32_t instr; };
struct dxbc_indexable_temp { uint32_t slot, count, components; };
struct dxbc_function_table { uint32_t id, body_count; const uint32_t *bodies; };
/* fp# first_slot .. first_slot + array_length - 1; tables[i] may be bound; each has call_sites bodies. */
struct dxbc_interface_decl {
    uint32_t first_slot, array_length, call_sites, table_count;
    const uint32_t *tables;
    bool dynamic;
};
/* A printf or errorf block. The operands are ordinary sources. */
struct dxbc_message {
    bool error;
    bool formatted;           /* false: plain text */
    const char *text;         /* zero-terminated */
    uint32_t operand_count;
    const struct dxbc_operand *operands;
};

struct dxbc_program {
    enum dxbc_stage stage;
    uint8_t major, minor;
    uint32_t instr_count;
    const struct dxbc_instr *instrs;
    uint32_t global_flags;    /* token bits [23:11] of dcl_globalFlags, unshifted */
    uint32_t temp_count;      /* the largest of all phases */
    uint32_t thread_group[3]; /* CS */
    uint32_t label_count;     /* l# numbers are below it */
    uint32_t body_count;      /* fb# numbers are below it */
    const int32_t *labels;    /* l# -> index of its label instruction, or DXBC_NO_TARGET */
    const int32_t *bodies;    /* fb# -> index of its label instruction, or DXBC_NO_TARGET */
    uint32_t icb_count;       /* vectors of 4 */
    const uint32_t *icb;
    uint32_t resource_count, uav_count, cbuffer_count, sampler_count, tgsm_count, indexable_count;
    const struct dxbc_resource_decl *resources, *uavs;
    const struct dxbc_cbuffer_decl *cbuffers;
    const struct dxbc_sampler_decl *samplers;
    const struct dxbc_tgsm_decl *tgsm;
    const struct dxbc_indexable_temp *indexable;
    uint32_t table_count, interface_count, interface_slot_count;
    const struct dxbc_function_table *tables;
    const struct dxbc_interface_decl *interfaces;
};

/* For an instruction of opcode CUSTOMDATA, class 4; false for other classes. */
bool dxbc_instr_message(const struct dxbc_instr *instr, struct dxbc_message *out);

struct dxbc_chunk { uint32_t fourcc; uint32_t offset, size; /* of the data, in bytes */ };

struct dxbc_signature_element {
    const char *name;
    uint32_t index, system_value, component_type, reg, stream, min_precision;
    uint8_t mask, rw_mask;
};
struct dxbc_signature { uint32_t count; const struct dxbc_signature_element *elements; bool present; };

/* RDEF, as far as listings, `weft info`, error texts and reflection need it. */
struct dxbc_binding {
    const char *name;
    uint32_t type, return_type, dimension, sample_count, bind_point, bind_count, flags, space, id;
};
struct dxbc_type {
    const char *name; /* NULL before 5.0 */
    uint16_t class_, type, rows, columns, elements, member_count;
    const struct dxbc_member *members;
    const struct dxbc_type *sub_type, *base_class; /* 5.0 classes, or NULL */
    uint32_t interface_count;
    const struct dxbc_type *const *interfaces;     /* those that a class implements */
    uint32_t number;  /* 0 to type_count - 1 */
};
/* number: 0 to member_count - 1, over all types. */
struct dxbc_member { const char *name; const struct dxbc_type *type; uint32_t offset, number; };
struct dxbc_variable {
    const char *name;
    uint32_t offset, size, flags;
    const struct dxbc_type *type;
    const uint8_t *default_value; /* size bytes, or NULL */
    uint32_t start_texture, texture_count, start_sampler, sampler_count;
};
struct dxbc_cbuffer_info {
    const char *name;
    uint32_t size, flags, type, variable_count;
    const struct dxbc_variable *variables;
};
struct dxbc_reflection {
    bool present;
    const char *creator;
    uint32_t target, flags, cbuffer_count, binding_count, interface_slot_count;
    uint32_t type_count, member_count;
    const struct dxbc_cbuffer_info *cbuffers;
    const struct dxbc_binding *bindings;
};

/* IFCE: class types and instances and what may stand in each interface slot. */
struct dxbc_class_type { const char *name; uint16_t id, cb_stride, texture_stride, sampler_stride; };
/* count: 1, or the length of an array of instances. */
struct dxbc_class_instance { const char *name; uint16_t type, cb_slot, cb_offset, texture, sampler, count; };
struct dxbc_interface_slot { uint32_t slot_count, type_count; const uint16_t *types; const uint32_t *tables; };
struct dxbc_interfaces {
    bool present;
    uint32_t type_count, instance_count, slot_record_count, slot_count;
    const struct dxbc_class_type *types;
    const struct dxbc_class_instance *instances;
    const struct dxbc_interface_slot *slots;
};

struct dxbc_shader {
    struct dxbc_program program;
    struct dxbc_signature input, output, patch_constant;
    struct dxbc_reflection reflection;
    struct dxbc_interfaces interfaces;
    uint64_t feature_flags;    /* SFI0, 0 when absent */
    const uint32_t *stat;      /* STAT DWORDs, or NULL */
    uint32_t stat_count;
    uint32_t chunk_count;
    const struct dxbc_chunk *chunks;
    const uint8_t *bytes;      /* own copy of the container */
    size_t size;
};

/* CHUNKS: only the container and its table of chunks, of whatever kind; there need not be a program. */
enum { DXBC_LOAD_IGNORE_CHECKSUM = 1, DXBC_LOAD_CHUNKS = 2 };

/* Parses, decodes and validates. On error *out is NULL and diag (may be NULL) says why; no byte outside
 * [bytes, bytes + size) is read, whatever they hold. */
enum diag_code dxbc_load(const void *bytes, size_t size, unsigned flags, struct dxbc_shader **out,
                         struct diag *diag);
void dxbc_free(struct dxbc_shader *shader);

/* Everything that dxbc_load() could refuse a container for, in the order of looking; faults in the container or
 * the token stream end the search, since nothing behind them can be read. Between them stands advice (DIAG_ADVICE),
 * for which nothing is refused. No refusal: dxbc_load() takes it. DIAG_OK or DIAG_NO_MEMORY. */
struct dxbc_report {
    uint32_t count, refusals;
    struct diag *items; /* rule is always filled in: rule.h names it */
    bool incomplete;    /* there are more, past the first thousand */
};
enum diag_code dxbc_check(const void *bytes, size_t size, struct dxbc_report *out);
void dxbc_report_free(struct dxbc_report *report);

/* The container's digest over bytes 20..size, as it would have to be stored at offset 4. */
void dxbc_checksum(const void *bytes, size_t size, uint8_t digest[16]);

/* EXACT: literals that read back, .chunk and .tokens directives: dxbc_assemble() then gives the same bytes. */
/* A container of these chunks, in this order, with its checksum: for the caller to free(). NULL: no memory, or
 * more than 4 GiB. */
struct dxbc_part { uint32_t fourcc, size; const void *data; };
uint8_t *dxbc_build(const struct dxbc_part *parts, uint32_t count, size_t *size);

/* What the program declares t# ('t') or u# ('u') to be; UNKNOWN: nothing. */
uint8_t dxbc_declared_dimension(const struct dxbc_program *program, char letter, uint32_t slot);
/* The first that is no declaration, or the last of all. */
uint32_t dxbc_first_instr(const struct dxbc_program *program);

/* What the program needs, as D3D_SHADER_REQUIRES_* bits; the feature level for which it was compiled, as
 * D3D_FEATURE_LEVEL. */
uint64_t dxbc_required_features(const struct dxbc_shader *shader);
uint32_t dxbc_min_feature_level(const struct dxbc_shader *shader);

enum {
    DXBC_PRINT_HEADER = 1,
    DXBC_PRINT_OFFSETS = 2,
    DXBC_PRINT_NUMBERS = 4,
    DXBC_PRINT_EXACT = 8,
    DXBC_PRINT_LINES = 16, /* #line before each statement, as far as there is debug information */
};
/* Writes what Microsoft's disassembler prints: the comment header when asked for, the listing, the closing
 * "// Approximately N instruction slots used". DIAG_NO_MEMORY when the stream reports an error. */
enum diag_code dxbc_print(const struct dxbc_shader *shader, unsigned flags, FILE *out);
/* One instruction as in the listing, without indentation and newline, cut to fit; returns buffer. */
const char *dxbc_print_instr(const struct dxbc_shader *shader, uint32_t index, char *buffer, size_t size);
/* The line, from 1 on, where dxbc_print with DXBC_PRINT_HEADER puts the instruction; 0 when there is none. */
uint32_t dxbc_listing_line(const struct dxbc_shader *shader, uint32_t index);
/* Where in the HLSL an instruction comes from: its statement, and the part of it that the instruction computes
 * (the statement again where that is not known). Line 0: nobody knows. */
struct dxbc_place {
    const char *file;
    uint32_t line, part_line, part_column;
};
/* The places of a shader's instructions, from the debug information in its container. *out is NULL when there is
 * none, and when it is damaged, which diag (may be NULL) tells; the shader has to live as long. */
struct dxbc_lines;
enum diag_code dxbc_lines_read(const struct dxbc_shader *shader, struct dxbc_lines **out, struct diag *diag);
void dxbc_lines_free(struct dxbc_lines *lines);
/* Never NULL; lines may be. */
const struct dxbc_place *dxbc_lines_at(const struct dxbc_lines *lines, uint32_t instr);
/* "cs_5_0" */
void dxbc_target_name(const struct dxbc_program *program, char buffer[16]);

#endif
