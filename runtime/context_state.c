/*
 * What is bound to the compute stage: set, get, and the rules of hazards.
 *
 * Binding for output takes precedence: setting an unordered access view empties the input slots and other output slots
 * that show the same subresource; setting an input that is bound for output gives an empty slot. Every setter keeps
 * the kernels' struct bindings in step with the slots.
 */
#include "context.h"

#include <string.h>

#include "context_methods.h"

#define MAX_CONSTANT_BYTES (D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT * 16u)

/* True when [start, start + count) are slots; otherwise the call does nothing. */
static bool slots_in_range(struct context *context, const char *method, UINT start, UINT count, UINT limit)
{
    if (start <= limit && count <= limit - start)
        return true;
    message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN, "%s: slots %u to %llu, but there are %u", method, start,
                  (unsigned long long)start + count, limit);
    return false;
}

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

static void set_constants(struct context *context, UINT slot, ID3D11Buffer *iface, UINT first, UINT count)
{
    struct resource *buffer = resource_of((ID3D11Resource *)iface);
    if (buffer && !(buffer->desc.bind_flags & D3D11_BIND_CONSTANT_BUFFER)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETCONSTANTBUFFERS_HAZARD,
                      "CSSetConstantBuffers: the buffer for slot %u was not created as a constant buffer", slot);
        buffer = NULL;
    }
    struct constant_slot *at = &context->cs.constants[slot];
    OBJECT_SLOT_SET(at->buffer, buffer);
    at->first = first;
    at->count = count;
    show_constants(&context->cs, slot);
}

void STDMETHODCALLTYPE context_CSSetConstantBuffers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                    ID3D11Buffer *const *buffers)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!slots_in_range(context, "CSSetConstantBuffers", start, count, KERNEL_CONSTANT_BUFFERS))
        return;
    for (UINT i = 0; i < count; i++)
        set_constants(context, start + i, buffers ? buffers[i] : NULL, 0, 0);
}

void STDMETHODCALLTYPE context_CSSetConstantBuffers1(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                     ID3D11Buffer *const *buffers, const UINT *first,
                                                     const UINT *constants)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!slots_in_range(context, "CSSetConstantBuffers1", start, count, KERNEL_CONSTANT_BUFFERS))
        return;
    bool ranges = first && constants;
    for (UINT i = 0; i < count && ranges; i++)
        if (first[i] % 16 || constants[i] % 16 || constants[i] > D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT) {
            message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN,
                          "CSSetConstantBuffers1: offset %u and count %u of slot %u must be multiples of 16 constants, "
                          "the count 4096 at most",
                          first[i], constants[i], start + i);
            return;
        }
    for (UINT i = 0; i < count; i++) {
        ID3D11Buffer *buffer = buffers ? buffers[i] : NULL;
        /* A range of no constants is an empty slot. */
        if (ranges && !constants[i])
            buffer = NULL;
        set_constants(context, start + i, buffer, ranges ? first[i] : 0, ranges ? constants[i] : 0);
    }
}

void STDMETHODCALLTYPE context_CSGetConstantBuffers1(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                     ID3D11Buffer **buffers, UINT *first, UINT *constants)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!slots_in_range(context, "CSGetConstantBuffers", start, count, KERNEL_CONSTANT_BUFFERS))
        return;
    for (UINT i = 0; i < count; i++) {
        const struct constant_slot *at = &context->cs.constants[start + i];
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

static void set_resource(struct stage_state *stage, UINT slot, struct srv *srv)
{
    OBJECT_SLOT_SET(stage->resources[slot], srv);
    stage->bindings.resources[slot] = srv ? srv->view.kernel : (struct kernel_view){0};
    if (srv)
        stage->bindings.resources[slot].min_lod = srv->view.resource->min_lod;
    if (srv && slot >= stage->resource_limit)
        stage->resource_limit = slot + 1;
    while (stage->resource_limit && !stage->resources[stage->resource_limit - 1])
        stage->resource_limit--;
}

static void set_uav(struct stage_state *stage, UINT slot, struct uav *uav)
{
    OBJECT_SLOT_SET(stage->uavs[slot], uav);
    stage->bindings.uavs[slot] = uav ? uav->view.kernel : (struct kernel_view){0};
    if (uav && slot >= stage->uav_limit)
        stage->uav_limit = slot + 1;
    while (stage->uav_limit && !stage->uavs[stage->uav_limit - 1])
        stage->uav_limit--;
}

static bool is_bound_for_output(const struct stage_state *stage, const struct view *view)
{
    for (UINT i = 0; i < stage->uav_limit; i++)
        if (stage->uavs[i] && view_overlaps(&stage->uavs[i]->view, view))
            return true;
    return false;
}

void STDMETHODCALLTYPE context_CSSetShaderResources(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                    ID3D11ShaderResourceView *const *views)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!slots_in_range(context, "CSSetShaderResources", start, count, KERNEL_RESOURCES))
        return;
    for (UINT i = 0; i < count; i++) {
        struct srv *srv = views ? srv_of(views[i]) : NULL;
        if (srv && is_bound_for_output(&context->cs, &srv->view)) {
            message_warn(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETSHADERRESOURCES_HAZARD,
                         "CSSetShaderResources: the resource for slot %u is bound for output; the slot is now empty",
                         start + i);
            srv = NULL;
        }
        set_resource(&context->cs, start + i, srv);
    }
}

void STDMETHODCALLTYPE context_CSGetShaderResources(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                    ID3D11ShaderResourceView **views)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!views || !slots_in_range(context, "CSGetShaderResources", start, count, KERNEL_RESOURCES))
        return;
    for (UINT i = 0; i < count; i++) {
        struct srv *srv = context->cs.resources[start + i];
        if (srv)
            object_add_ref(&srv->view.obj);
        views[i] = srv ? (ID3D11ShaderResourceView *)&srv->iface : NULL;
    }
}

/* Empties what shows the same subresources as `uav`, which goes to a slot in [start, start + count). */
static void resolve_hazards(struct context *context, const struct uav *uav, UINT start, UINT count)
{
    struct stage_state *stage = &context->cs;
    for (UINT i = stage->resource_limit; i-- > 0;)
        if (stage->resources[i] && view_overlaps(&stage->resources[i]->view, &uav->view)) {
            message_warn(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD,
                         "CSSetUnorderedAccessViews: the resource is in input slot %u, which is now empty", i);
            set_resource(stage, i, NULL);
        }
    for (UINT i = stage->uav_limit; i-- > 0;)
        if ((i < start || i >= start + count) && stage->uavs[i] &&
            view_overlaps(&stage->uavs[i]->view, &uav->view)) {
            message_warn(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD,
                         "CSSetUnorderedAccessViews: the resource is in output slot %u, which is now empty", i);
            set_uav(stage, i, NULL);
        }
}

static bool views_conflict(struct context *context, UINT count, ID3D11UnorderedAccessView *const *views)
{
    for (UINT i = 1; i < count; i++)
        for (UINT j = 0; j < i; j++)
            if (views[i] && views[j] && view_overlaps(&uav_of(views[i])->view, &uav_of(views[j])->view)) {
                message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD,
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
    UINT limit = device_uav_slots(context->obj.device);
    if (!slots_in_range(context, "CSSetUnorderedAccessViews", start, count, limit))
        return;
    if (views && views_conflict(context, count, views))
        return;
    for (UINT i = 0; i < count; i++) {
        struct uav *uav = views ? uav_of(views[i]) : NULL;
        if (uav)
            resolve_hazards(context, uav, start, count);
        set_uav(&context->cs, start + i, uav);
        if (uav && uav->view.kernel.counter && initial_counts && initial_counts[i] != UINT32_MAX)
            uav->counter = initial_counts[i];
    }
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
        struct uav *uav = context->cs.uavs[start + i];
        if (uav)
            object_add_ref(&uav->view.obj);
        views[i] = uav ? (ID3D11UnorderedAccessView *)&uav->iface : NULL;
    }
}

void STDMETHODCALLTYPE context_CSSetSamplers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                             ID3D11SamplerState *const *samplers)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!slots_in_range(context, "CSSetSamplers", start, count, KERNEL_SAMPLERS))
        return;
    for (UINT i = 0; i < count; i++) {
        struct sampler *sampler = samplers ? sampler_of(samplers[i]) : NULL;
        OBJECT_SLOT_SET(context->cs.samplers[start + i], sampler);
        context->cs.bindings.samplers[start + i] = sampler ? &sampler->kernel : NULL;
    }
}

void STDMETHODCALLTYPE context_CSGetSamplers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                             ID3D11SamplerState **samplers)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!samplers || !slots_in_range(context, "CSGetSamplers", start, count, KERNEL_SAMPLERS))
        return;
    for (UINT i = 0; i < count; i++) {
        struct sampler *sampler = context->cs.samplers[start + i];
        if (sampler)
            object_add_ref(&sampler->obj);
        samplers[i] = sampler ? &sampler->iface : NULL;
    }
}

void STDMETHODCALLTYPE context_CSSetShader(ID3D11DeviceContext4 *iface, ID3D11ComputeShader *shader,
                                           ID3D11ClassInstance *const *instances, UINT instance_count)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (instance_count)
        NOT_IMPLEMENTED("ID3D11DeviceContext::CSSetShader with class instances");
    OBJECT_SLOT_SET(context->cs.shader, shader_of_compute(shader));
}

void STDMETHODCALLTYPE context_CSGetShader(ID3D11DeviceContext4 *iface, ID3D11ComputeShader **shader,
                                           ID3D11ClassInstance **instances, UINT *instance_count)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (instance_count)
        *instance_count = 0;
    if (!shader)
        return;
    struct shader *bound = context->cs.shader;
    if (bound)
        object_add_ref(&bound->obj);
    *shader = bound ? &bound->iface.compute : NULL;
}

void stage_clear(struct stage_state *stage)
{
    OBJECT_SLOT_SET(stage->shader, NULL);
    for (UINT i = 0; i < KERNEL_CONSTANT_BUFFERS; i++)
        OBJECT_SLOT_SET(stage->constants[i].buffer, NULL);
    for (UINT i = 0; i < KERNEL_RESOURCES; i++)
        OBJECT_SLOT_SET(stage->resources[i], NULL);
    for (UINT i = 0; i < KERNEL_SAMPLERS; i++)
        OBJECT_SLOT_SET(stage->samplers[i], NULL);
    for (UINT i = 0; i < KERNEL_UAVS; i++)
        OBJECT_SLOT_SET(stage->uavs[i], NULL);
    stage_init(stage);
}

void stage_init(struct stage_state *stage)
{
    memset(stage, 0, sizeof(*stage));
    for (UINT i = 0; i < KERNEL_INTERFACES; i++)
        stage->bindings.interfaces[i].table = -1;
}

void STDMETHODCALLTYPE context_ClearState(ID3D11DeviceContext4 *iface)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    stage_clear(&context->cs);
}
