/*
 * A pipeline's resources as Direct3D objects: planned by register, created and bound, read back after the
 * dispatch.
 */
#ifndef CLI_RUN_BIND_H
#define CLI_RUN_BIND_H

#include "dxbc.h"
#include "pipeline.h"
#include "run_device.h"

/* One register: a resource, or one element of a resource array. */
struct run_item {
    const struct pipeline_resource *resource;
    uint32_t element, slot;
    uint8_t dimension; /* textures: enum dxbc_dimension that the shader declares, 0 when it does not */
    UINT counter_flag; /* D3D11_BUFFER_UAV_FLAG_COUNTER or _APPEND when it has a hidden counter */
    ID3D11Resource *object;
    ID3D11ShaderResourceView *srv;
    ID3D11UnorderedAccessView *uav;
    ID3D11SamplerState *sampler;
    size_t read_bytes; /* after run_read_back: what was read, its hash, and the counter */
    uint64_t hash;
    uint32_t counter;
};

struct run_plan {
    uint32_t item_count;
    struct run_item *items;
};

/* Gives every resource its registers; registers taken twice or out of Direct3D 11's reach are errors. The
 * shader says which UAVs have counters. Lives in the pipeline's arena. */
bool run_plan(struct run_plan *plan, struct pipeline *pipeline, const struct dxbc_shader *shader,
              uint32_t uav_slots, struct cli_error *error);

/* Creates all objects with the buffers' data and binds them to the compute stage. run_unbind() in either
 * case. */
bool run_bind(struct run_plan *plan, struct run_device *run, struct cli_error *error);
void run_unbind(struct run_plan *plan, struct run_device *run);

/* Copies what the shader wrote back: hashes and counters into the items, with keep also the bytes and
 * counters into the pipeline's buffers, in the order of the plan. New counters live in the arena. */
bool run_read_back(struct run_plan *plan, struct run_device *run, struct cli_arena *arena, bool keep,
                   struct cli_error *error);

/* What the buffer is as a texture; false and error set when it is none. */
bool run_texture_of(const struct pipeline_buffer *buffer, struct pipeline_texture *texture,
                    struct cli_error *error);

/* "u3", or for elements of arrays "u3 (Name[1])" */
const char *run_item_name(const struct run_item *item, char *text, size_t size);

#endif
