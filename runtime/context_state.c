/*
 * What is bound to the compute stage: set, get, and the rules of hazards.
 *
 * Binding for output takes precedence: setting an unordered access view empties the input slots and other
 * output slots that show the same subresource; setting an input that is bound for output gives an empty slot.
 * The rules are applied where commands run, so those of a command list hold again when it is executed. Every
 * setter keeps the kernels' struct bindings in step with the slots.
 */
#include "context.h"

#include <string.h>

#include "context_methods.h"

#define MAX_CONSTANT_BYTES (D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT * 16u)

struct slot_args {
    UINT start;
};
struct constant_range {
    UINT first, count;
};

/* True when [start, start + count) are slots; otherwise the call does nothing. */
static bool slots_in_range(struct context *context, const char *method, UINT start, UINT count, UINT limit)
{
    if (start <= limit && count <= limit - start)
        return true;
    message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN, "%s: slots %u to %llu, but there are %u",
                  method, start, (unsigned long long)start + count, limit);
    return false;
}

static void submit_slots(struct context *context, enum command_kind kind, UINT start, UINT count,
                         struct object *const *objects)
{
    const struct slot_args args = {start};
    context_submit(context, &(struct command){kind, COMMAND_OBJECTS(objects, count), COMMAND_ARGS(args)});
}

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
    struct stage_state *stage = &context->state->cs;
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

static void submit_constants(struct context *context, UINT start, UINT count, struct object *const *objects,
                             const struct constant_range *ranges)
{
    const struct slot_args args = {start};
    context_submit(context, &(struct command){COMMAND_SET_CONSTANTS, COMMAND_OBJECTS(objects, count),
                                              COMMAND_ARGS(args),
                                              .data = command_bytes(ranges, count * sizeof(*ranges))});
}

static struct object *constant_object(struct context *context, ID3D11Buffer *iface, UINT slot)
{
    struct resource *buffer = resource_of((ID3D11Resource *)iface);
    if (!buffer)
        return NULL;
    if (buffer->desc.bind_flags & D3D11_BIND_CONSTANT_BUFFER)
        return &buffer->obj;
    message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETCONSTANTBUFFERS_HAZARD,
                  "CSSetConstantBuffers: the buffer for slot %u was not created as a constant buffer", slot);
    return NULL;
}

/* ranges NULL: whole buffers. */
static void set_constants(struct context *context, UINT start, UINT count, ID3D11Buffer *const *buffers,
                          const UINT *first, const UINT *constants)
{
    struct object *objects[KERNEL_CONSTANT_BUFFERS];
    struct constant_range ranges[KERNEL_CONSTANT_BUFFERS] = {0};
    for (UINT i = 0; i < count; i++) {
        objects[i] = buffers ? constant_object(context, buffers[i], start + i) : NULL;
        if (!first || !objects[i])
            continue;
        ranges[i] = (struct constant_range){first[i], constants[i]};
        /* A range of no constants is an empty slot. */
        if (!constants[i])
            objects[i] = NULL;
    }
    submit_constants(context, start, count, objects, ranges);
}

void STDMETHODCALLTYPE context_CSSetConstantBuffers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                    ID3D11Buffer *const *buffers)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (slots_in_range(context, "CSSetConstantBuffers", start, count, KERNEL_CONSTANT_BUFFERS))
        set_constants(context, start, count, buffers, NULL, NULL);
}

void STDMETHODCALLTYPE context_CSSetConstantBuffers1(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                     ID3D11Buffer *const *buffers, const UINT *first,
                                                     const UINT *constants)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    if (!slots_in_range(context, "CSSetConstantBuffers1", start, count, KERNEL_CONSTANT_BUFFERS))
        return;
    if (!first != !constants) {
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN,
                      "CSSetConstantBuffers1: pFirstConstant and pNumConstants are given both or not at all");
        return;
    }
    for (UINT i = 0; i < count && first; i++)
        if (first[i] % 16 || constants[i] % 16 || constants[i] > D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT) {
            message_error(
                device, D3D11_MESSAGE_ID_UNKNOWN,
                "CSSetConstantBuffers1: offset %u and count %u of slot %u must be multiples of 16 constants, "
                "the count 4096 at most",
                first[i], constants[i], start + i);
            return;
        }
    set_constants(context, start, count, buffers, first, constants);
}

void STDMETHODCALLTYPE context_CSGetConstantBuffers1(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                     ID3D11Buffer **buffers, UINT *first, UINT *constants)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!slots_in_range(context, "CSGetConstantBuffers", start, count, KERNEL_CONSTANT_BUFFERS))
        return;
    for (UINT i = 0; i < count; i++) {
        const struct constant_slot *at = &context->state->cs.constants[start + i];
        if (buffers) {
            buffers[i] = at->buffer ? &at->buffer->iface.buffer : NULL;
            if (at->buffer)
                object_add_ref(&at->buffer->obj);
        }
        if (first)
            first[i] = at->first;
        if (constants)
            constants[i] = at->buffer && !at->count ? D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT : at->count;
    }
}

void STDMETHODCALLTYPE context_CSGetConstantBuffers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                    ID3D11Buffer **buffers)
{
    context_CSGetConstantBuffers1(iface, start, count, buffers, NULL, NULL);
}

/* ---- shader resources ---- */

static void set_resource(struct stage_state *stage, UINT slot, struct srv *srv)
{
    OBJECT_SLOT_SET(stage->resources[slot], srv);
    stage->bindings.resources[slot] = srv ? srv->view.kernel : (struct kernel_view){0};
    if (srv && slot >= stage->resource_limit)
        stage->resource_limit = slot + 1;
    while (stage->resource_limit && !stage->resources[stage->resource_limit - 1])
        stage->resource_limit--;
}

static bool is_bound_for_output(const struct stage_state *stage, const struct view *view)
{
    for (UINT i = 0; i < stage->uav_limit; i++)
        if (stage->uavs[i] && view_overlaps(&stage->uavs[i]->view, view))
            return true;
    return false;
}

void command_set_resources(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    struct stage_state *stage = &context->state->cs;
    for (UINT i = 0; i < command->object_count; i++) {
        struct srv *srv = (struct srv *)command->objects[i];
        if (srv && is_bound_for_output(stage, &srv->view)) {
            message_warn(
                context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETSHADERRESOURCES_HAZARD,
                "CSSetShaderResources: the resource for slot %u is bound for output; the slot is now empty",
                args->start + i);
            srv = NULL;
        }
        set_resource(stage, args->start + i, srv);
    }
}

void STDMETHODCALLTYPE context_CSSetShaderResources(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                    ID3D11ShaderResourceView *const *views)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct object *objects[KERNEL_RESOURCES];
    if (!slots_in_range(context, "CSSetShaderResources", start, count, KERNEL_RESOURCES))
        return;
    for (UINT i = 0; i < count; i++)
        objects[i] = views && views[i] ? &srv_of(views[i])->view.obj : NULL;
    submit_slots(context, COMMAND_SET_RESOURCES, start, count, objects);
}

void STDMETHODCALLTYPE context_CSGetShaderResources(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                    ID3D11ShaderResourceView **views)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!views || !slots_in_range(context, "CSGetShaderResources", start, count, KERNEL_RESOURCES))
        return;
    for (UINT i = 0; i < count; i++) {
        struct srv *srv = context->state->cs.resources[start + i];
        if (srv)
            object_add_ref(&srv->view.obj);
        views[i] = srv ? (ID3D11ShaderResourceView *)&srv->iface : NULL;
    }
}

/* ---- unordered access views ---- */

static void set_uav(struct stage_state *stage, UINT slot, struct uav *uav)
{
    OBJECT_SLOT_SET(stage->uavs[slot], uav);
    stage->bindings.uavs[slot] = uav ? uav->view.kernel : (struct kernel_view){0};
    if (uav && slot >= stage->uav_limit)
        stage->uav_limit = slot + 1;
    while (stage->uav_limit && !stage->uavs[stage->uav_limit - 1])
        stage->uav_limit--;
}

/* Empties what shows the same subresources as `uav`, which goes to a slot in [start, start + count). */
static void resolve_hazards(struct context *context, const struct uav *uav, UINT start, UINT count)
{
    struct stage_state *stage = &context->state->cs;
    for (UINT i = stage->resource_limit; i-- > 0;)
        if (stage->resources[i] && view_overlaps(&stage->resources[i]->view, &uav->view)) {
            message_warn(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD,
                         "CSSetUnorderedAccessViews: the resource is in input slot %u, which is now empty",
                         i);
            set_resource(stage, i, NULL);
        }
    for (UINT i = stage->uav_limit; i-- > 0;)
        if ((i < start || i >= start + count) && stage->uavs[i] &&
            view_overlaps(&stage->uavs[i]->view, &uav->view)) {
            message_warn(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD,
                         "CSSetUnorderedAccessViews: the resource is in output slot %u, which is now empty",
                         i);
            set_uav(stage, i, NULL);
        }
}

void command_set_uavs(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    for (UINT i = 0; i < command->object_count; i++) {
        struct uav *uav = (struct uav *)command->objects[i];
        if (uav)
            resolve_hazards(context, uav, args->start, command->object_count);
        set_uav(&context->state->cs, args->start + i, uav);
    }
}

void command_set_counters(struct context *context, const struct command *command)
{
    for (UINT i = 0; i < command->object_count; i++) {
        struct uav *uav = (struct uav *)command->objects[i];
        uint32_t count;
        memcpy(&count, command->data.bytes + i * sizeof(count), sizeof(count));
        if (uav && uav->view.kernel.counter && count != UINT32_MAX)
            uav->counter = count;
    }
}

static bool views_conflict(struct context *context, UINT count, struct object *const *views)
{
    for (UINT i = 1; i < count; i++)
        for (UINT j = 0; j < i; j++)
            if (views[i] && views[j] &&
                view_overlaps((const struct view *)views[i], (const struct view *)views[j])) {
                message_error(
                    context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD,
                    "CSSetUnorderedAccessViews: views %u and %u show the same subresource; nothing is bound",
                    j, i);
                return true;
            }
    return false;
}

void STDMETHODCALLTYPE context_CSSetUnorderedAccessViews(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                         ID3D11UnorderedAccessView *const *views,
                                                         const UINT *initial_counts)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct object *objects[KERNEL_UAVS];
    UINT limit = device_uav_slots(context->obj.device);
    if (!slots_in_range(context, "CSSetUnorderedAccessViews", start, count, limit))
        return;
    for (UINT i = 0; i < count; i++)
        objects[i] = views && views[i] ? &uav_of(views[i])->view.obj : NULL;
    if (views_conflict(context, count, objects))
        return;
    submit_slots(context, COMMAND_SET_UAVS, start, count, objects);
    if (initial_counts && views)
        context_submit(context,
                       &(struct command){COMMAND_SET_COUNTERS, COMMAND_OBJECTS(objects, count),
                                         .data = command_bytes(initial_counts, count * sizeof(UINT))});
}

void STDMETHODCALLTYPE context_CSGetUnorderedAccessViews(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                         ID3D11UnorderedAccessView **views)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    UINT limit = device_uav_slots(context->obj.device);
    if (!views || !slots_in_range(context, "CSGetUnorderedAccessViews", start, count, limit))
        return;
    for (UINT i = 0; i < count; i++) {
        struct uav *uav = context->state->cs.uavs[start + i];
        if (uav)
            object_add_ref(&uav->view.obj);
        views[i] = uav ? (ID3D11UnorderedAccessView *)&uav->iface : NULL;
    }
}

/* ---- samplers ---- */

void command_set_samplers(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    struct stage_state *stage = &context->state->cs;
    for (UINT i = 0; i < command->object_count; i++) {
        struct sampler *sampler = (struct sampler *)command->objects[i];
        OBJECT_SLOT_SET(stage->samplers[args->start + i], sampler);
        stage->bindings.samplers[args->start + i] = sampler ? &sampler->kernel : NULL;
    }
}

void STDMETHODCALLTYPE context_CSSetSamplers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                             ID3D11SamplerState *const *samplers)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct object *objects[KERNEL_SAMPLERS];
    if (!slots_in_range(context, "CSSetSamplers", start, count, KERNEL_SAMPLERS))
        return;
    for (UINT i = 0; i < count; i++)
        objects[i] = samplers && samplers[i] ? &sampler_of(samplers[i])->obj : NULL;
    submit_slots(context, COMMAND_SET_SAMPLERS, start, count, objects);
}

void STDMETHODCALLTYPE context_CSGetSamplers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                             ID3D11SamplerState **samplers)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!samplers || !slots_in_range(context, "CSGetSamplers", start, count, KERNEL_SAMPLERS))
        return;
    for (UINT i = 0; i < count; i++) {
        struct sampler *sampler = context->state->cs.samplers[start + i];
        if (sampler)
            object_add_ref(&sampler->obj);
        samplers[i] = sampler ? &sampler->iface : NULL;
    }
}

/* ---- the whole ---- */

void command_clear_state(struct context *context, const struct command *command)
{
    pipeline_state_clear(context->state);
}

void STDMETHODCALLTYPE context_ClearState(ID3D11DeviceContext4 *iface)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    context_submit(context, &(struct command){COMMAND_CLEAR_STATE});
}

void context_record_state(struct context *context)
{
    const struct stage_state *stage = &context->state->cs;
    struct object *objects[KERNEL_RESOURCES];
    struct constant_range ranges[KERNEL_CONSTANT_BUFFERS];
    shader_record(context);
    predicate_record(context);
    for (UINT i = 0; i < KERNEL_CONSTANT_BUFFERS; i++) {
        objects[i] = (struct object *)stage->constants[i].buffer;
        ranges[i] = (struct constant_range){stage->constants[i].first, stage->constants[i].count};
    }
    submit_constants(context, 0, KERNEL_CONSTANT_BUFFERS, objects, ranges);
    for (UINT i = 0; i < KERNEL_SAMPLERS; i++)
        objects[i] = (struct object *)stage->samplers[i];
    submit_slots(context, COMMAND_SET_SAMPLERS, 0, KERNEL_SAMPLERS, objects);
    for (UINT i = 0; i < stage->uav_limit; i++)
        objects[i] = (struct object *)stage->uavs[i];
    submit_slots(context, COMMAND_SET_UAVS, 0, stage->uav_limit, objects);
    for (UINT i = 0; i < stage->resource_limit; i++)
        objects[i] = (struct object *)stage->resources[i];
    submit_slots(context, COMMAND_SET_RESOURCES, 0, stage->resource_limit, objects);
}
