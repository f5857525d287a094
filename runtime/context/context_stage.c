/*
 * What is bound to the stages that run shaders: constant buffers, shader resources, samplers; set and get.
 *
 * Everything is written once with the stage as an argument; the methods that the six stages have are stamped
 * from stages.def. Setters keep the kernels' struct bindings in step with the slots.
 */
#include <string.h>

#include "context_methods.h"
#include "context_record.h"
#include "context_slots.h"
#include "hazard.h"

#define MAX_CONSTANT_BYTES (D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT * 16u)

struct constant_range {
    UINT first, count;
};

/* Microsoft's ids for one stage. */
struct stage_ids {
    D3D11_MESSAGE_ID constants, resources;
};
static const struct stage_ids stage_ids[] = {
#define STAGE(prefix, shader, ...)                                                                           \
    {D3D11_MESSAGE_ID_DEVICE_##prefix##SETCONSTANTBUFFERS_HAZARD,                                            \
     D3D11_MESSAGE_ID_DEVICE_##prefix##SETSHADERRESOURCES_HAZARD},
#include "stages.def"
#undef STAGE
};

/* ---- constant buffers ---- */

/* What a constant buffer slot shows: at most 4096 vectors from `first` on, none past the end. */
static void show_constants(struct stage_state *stage, UINT slot)
{
    const struct constant_slot *at = &stage->constants[slot];
    struct kernel_constant_buffer *to = &stage->bindings.constant_buffers[slot];
    *to = (struct kernel_constant_buffer){0};
    if (!at->buffer)
        return;
    uint64_t begin = (uint64_t)at->first * 16, size = at->buffer->size_bytes;
    if (begin >= size)
        return;
    uint64_t length = size - begin, limit = at->count ? (uint64_t)at->count * 16 : MAX_CONSTANT_BYTES;
    to->data = at->buffer->data + begin;
    to->size_bytes = (uint32_t)(length < limit ? length : limit);
}

void command_set_constants(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    struct stage_state *stage = &context->state->stages[args->stage];
    stage_use(stage);
    for (UINT i = 0; i < command->object_count; i++) {
        struct constant_slot *at = &stage->constants[args->start + i];
        struct constant_range range;
        memcpy(&range, command->data.bytes + i * sizeof(range), sizeof(range));
        OBJECT_SLOT_SET(at->buffer, (struct resource *)command->objects[i]);
        at->first = range.first;
        at->count = range.count;
        show_constants(stage, args->start + i);
    }
}

static void submit_constants(struct context *context, enum stage stage, UINT start, UINT count,
                             struct object *const *objects, const struct constant_range *ranges)
{
    const struct slot_args args = {stage, start};
    context_submit(context, &(struct command){COMMAND_SET_CONSTANTS, COMMAND_OBJECTS(objects, count),
                                              COMMAND_ARGS(args),
                                              .data = command_bytes(ranges, count * sizeof(*ranges))});
}

static struct object *constant_object(struct context *context, enum stage stage, ID3D11Buffer *iface,
                                      UINT slot)
{
    struct resource *buffer = resource_of((ID3D11Resource *)iface);
    if (!buffer)
        return NULL;
    if (buffer->desc.bind_flags & D3D11_BIND_CONSTANT_BUFFER)
        return &buffer->obj;
    message_error(context->obj.device, stage_ids[stage].constants,
                  "%sSetConstantBuffers: the buffer for slot %u was not created as a constant buffer",
                  stage_name(stage), slot);
    return NULL;
}

/* first and constants: both or neither, multiples of 16, at most 4096. */
static bool ranges_valid(struct context *context, enum stage stage, UINT start, UINT count, const UINT *first,
                         const UINT *constants)
{
    struct device *device = context->obj.device;
    if (!first != !constants) {
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN,
                      "%sSetConstantBuffers1: pFirstConstant and pNumConstants are given both or not at all",
                      stage_name(stage));
        return false;
    }
    for (UINT i = 0; i < count && first; i++)
        if (first[i] % 16 || constants[i] % 16 || constants[i] > D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT) {
            message_error(device, D3D11_MESSAGE_ID_UNKNOWN,
                          "%sSetConstantBuffers1: offset %u and count %u of slot %u must be multiples of 16 "
                          "constants, the count 4096 at most",
                          stage_name(stage), first[i], constants[i], start + i);
            return false;
        }
    return true;
}

/* first and constants NULL: whole buffers. */
static void set_constants(struct context *context, enum stage stage, UINT start, UINT count,
                          ID3D11Buffer *const *buffers, const UINT *first, const UINT *constants)
{
    struct object *objects[KERNEL_CONSTANT_BUFFERS];
    struct constant_range ranges[KERNEL_CONSTANT_BUFFERS] = {0};
    CONTEXT_GUARD(context);
    if (!context_slots_valid(context, stage, "SetConstantBuffers", start, count, KERNEL_CONSTANT_BUFFERS) ||
        !ranges_valid(context, stage, start, count, first, constants))
        return;
    for (UINT i = 0; i < count; i++) {
        objects[i] = buffers ? constant_object(context, stage, buffers[i], start + i) : NULL;
        if (!first || !objects[i])
            continue;
        ranges[i] = (struct constant_range){first[i], constants[i]};
        /* A range of no constants is an empty slot. */
        if (!constants[i])
            objects[i] = NULL;
    }
    submit_constants(context, stage, start, count, objects, ranges);
}

static void get_constants(struct context *context, enum stage stage, UINT start, UINT count,
                          ID3D11Buffer **buffers, UINT *first, UINT *constants)
{
    CONTEXT_GUARD(context);
    if (!context_slots_valid(context, stage, "GetConstantBuffers", start, count, KERNEL_CONSTANT_BUFFERS))
        return;
    for (UINT i = 0; i < count; i++) {
        const struct constant_slot *at = &context->state->stages[stage].constants[start + i];
        if (buffers)
            SLOT_GET(buffers[i], at->buffer, &at->buffer->iface.buffer);
        if (first)
            first[i] = at->first;
        if (constants)
            constants[i] = at->buffer && !at->count ? D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT : at->count;
    }
}

/* ---- shader resources ---- */

void command_set_resources(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    struct stage_state *stage = &context->state->stages[args->stage];
    for (UINT i = 0; i < command->object_count; i++) {
        struct view *view = (struct view *)command->objects[i];
        if (view && hazard_is_output(context->state, view->resource, &view->range)) {
            message_warn(
                context->obj.device, stage_ids[args->stage].resources,
                "%sSetShaderResources: the resource for slot %u is bound for output; the slot is now empty",
                stage_name(args->stage), args->start + i);
            view = NULL;
        }
        stage_set_resource(stage, args->start + i, view);
    }
}

static void set_resources(struct context *context, enum stage stage, UINT start, UINT count,
                          ID3D11ShaderResourceView *const *views)
{
    struct object *objects[KERNEL_RESOURCES];
    CONTEXT_GUARD(context);
    if (!context_slots_valid(context, stage, "SetShaderResources", start, count, KERNEL_RESOURCES))
        return;
    for (UINT i = 0; i < count; i++)
        objects[i] = views && views[i] ? &srv_of(views[i])->obj : NULL;
    context_submit_slots(context, COMMAND_SET_RESOURCES, stage, start, count, objects);
}

static void get_resources(struct context *context, enum stage stage, UINT start, UINT count,
                          ID3D11ShaderResourceView **views)
{
    CONTEXT_GUARD(context);
    if (!views || !context_slots_valid(context, stage, "GetShaderResources", start, count, KERNEL_RESOURCES))
        return;
    for (UINT i = 0; i < count; i++) {
        struct view *view = context->state->stages[stage].resources[start + i];
        SLOT_GET(views[i], view, &view->iface.srv);
    }
}

/* ---- samplers ---- */

void command_set_samplers(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    struct stage_state *stage = &context->state->stages[args->stage];
    stage_use(stage);
    for (UINT i = 0; i < command->object_count; i++) {
        struct sampler *sampler = (struct sampler *)command->objects[i];
        OBJECT_SLOT_SET(stage->samplers[args->start + i], sampler);
        stage->bindings.samplers[args->start + i] = sampler ? &sampler->kernel : NULL;
    }
}

static void set_samplers(struct context *context, enum stage stage, UINT start, UINT count,
                         ID3D11SamplerState *const *samplers)
{
    struct object *objects[KERNEL_SAMPLERS];
    CONTEXT_GUARD(context);
    if (!context_slots_valid(context, stage, "SetSamplers", start, count, KERNEL_SAMPLERS))
        return;
    for (UINT i = 0; i < count; i++)
        objects[i] = samplers && samplers[i] ? &sampler_of(samplers[i])->obj : NULL;
    context_submit_slots(context, COMMAND_SET_SAMPLERS, stage, start, count, objects);
}

static void get_samplers(struct context *context, enum stage stage, UINT start, UINT count,
                         ID3D11SamplerState **samplers)
{
    CONTEXT_GUARD(context);
    if (!samplers || !context_slots_valid(context, stage, "GetSamplers", start, count, KERNEL_SAMPLERS))
        return;
    for (UINT i = 0; i < count; i++) {
        struct sampler *sampler = context->state->stages[stage].samplers[start + i];
        SLOT_GET(samplers[i], sampler, &sampler->iface);
    }
}

/* ---- all of a stage ---- */

void stage_record(struct context *context, enum stage at)
{
    const struct stage_state *stage = &context->state->stages[at];
    struct object *objects[KERNEL_RESOURCES];
    struct constant_range ranges[KERNEL_CONSTANT_BUFFERS];
    if (!stage->in_use)
        return;
    shader_record(context, at);
    for (UINT i = 0; i < KERNEL_CONSTANT_BUFFERS; i++) {
        objects[i] = (struct object *)stage->constants[i].buffer;
        ranges[i] = (struct constant_range){stage->constants[i].first, stage->constants[i].count};
    }
    submit_constants(context, at, 0, KERNEL_CONSTANT_BUFFERS, objects, ranges);
    for (UINT i = 0; i < KERNEL_SAMPLERS; i++)
        objects[i] = (struct object *)stage->samplers[i];
    context_submit_slots(context, COMMAND_SET_SAMPLERS, at, 0, KERNEL_SAMPLERS, objects);
    for (UINT i = 0; i < stage->resource_limit; i++)
        objects[i] = (struct object *)stage->resources[i];
    context_submit_slots(context, COMMAND_SET_RESOURCES, at, 0, stage->resource_limit, objects);
}

#define STAGE(prefix, shader, ...)                                                                           \
    void STDMETHODCALLTYPE context_##prefix##SetConstantBuffers(ID3D11DeviceContext4 *iface, UINT start,     \
                                                                UINT count, ID3D11Buffer *const *buffers)    \
    {                                                                                                        \
        set_constants(context_of(iface), STAGE_##prefix, start, count, buffers, NULL, NULL);                 \
    }                                                                                                        \
    void STDMETHODCALLTYPE context_##prefix##SetConstantBuffers1(ID3D11DeviceContext4 *iface, UINT start,    \
                                                                 UINT count, ID3D11Buffer *const *buffers,   \
                                                                 const UINT *first, const UINT *constants)   \
    {                                                                                                        \
        set_constants(context_of(iface), STAGE_##prefix, start, count, buffers, first, constants);           \
    }                                                                                                        \
    void STDMETHODCALLTYPE context_##prefix##GetConstantBuffers(ID3D11DeviceContext4 *iface, UINT start,     \
                                                                UINT count, ID3D11Buffer **buffers)          \
    {                                                                                                        \
        get_constants(context_of(iface), STAGE_##prefix, start, count, buffers, NULL, NULL);                 \
    }                                                                                                        \
    void STDMETHODCALLTYPE context_##prefix##GetConstantBuffers1(ID3D11DeviceContext4 *iface, UINT start,    \
                                                                 UINT count, ID3D11Buffer **buffers,         \
                                                                 UINT *first, UINT *constants)               \
    {                                                                                                        \
        get_constants(context_of(iface), STAGE_##prefix, start, count, buffers, first, constants);           \
    }                                                                                                        \
    void STDMETHODCALLTYPE context_##prefix##SetShaderResources(                                             \
        ID3D11DeviceContext4 *iface, UINT start, UINT count, ID3D11ShaderResourceView *const *views)         \
    {                                                                                                        \
        set_resources(context_of(iface), STAGE_##prefix, start, count, views);                               \
    }                                                                                                        \
    void STDMETHODCALLTYPE context_##prefix##GetShaderResources(                                             \
        ID3D11DeviceContext4 *iface, UINT start, UINT count, ID3D11ShaderResourceView **views)               \
    {                                                                                                        \
        get_resources(context_of(iface), STAGE_##prefix, start, count, views);                               \
    }                                                                                                        \
    void STDMETHODCALLTYPE context_##prefix##SetSamplers(ID3D11DeviceContext4 *iface, UINT start,            \
                                                         UINT count, ID3D11SamplerState *const *samplers)    \
    {                                                                                                        \
        set_samplers(context_of(iface), STAGE_##prefix, start, count, samplers);                             \
    }                                                                                                        \
    void STDMETHODCALLTYPE context_##prefix##GetSamplers(ID3D11DeviceContext4 *iface, UINT start,            \
                                                         UINT count, ID3D11SamplerState **samplers)          \
    {                                                                                                        \
        get_samplers(context_of(iface), STAGE_##prefix, start, count, samplers);                             \
    }
#include "stages.def"
#undef STAGE
