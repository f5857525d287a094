/*
 * The bound state against the shader's declarations: the messages of Direct3D's debug layer at Dispatch.
 *
 * One row of ids for t# and one for u#: the checks are the same. Slots are numbers here, since a shader need
 * not carry names.
 */
#include "dispatch_check.h"

#include "dxbc.h"
#include "format.h"
#include "pipeline_state.h"

/* Numbers of a declaration's return type. */
enum { RETURN_UNORM = 1, RETURN_SNORM, RETURN_SINT, RETURN_UINT, RETURN_FLOAT };
enum { SAMPLER_MODE_COMPARISON = 1, CONSTANT_BYTES = 16, FILTER_REDUCTION = 0x180, FILTER_COMPARISON = 0x80 };

struct slot_ids {
    const char *kind;
    D3D11_MESSAGE_ID empty, dimension, return_type, buffer_type, raw, stride;
};
static const struct slot_ids srv_ids = {
    "shader resource view",
    D3D11_MESSAGE_ID_DEVICE_DRAW_SHADERRESOURCEVIEW_NOT_SET,
    D3D11_MESSAGE_ID_DEVICE_DRAW_VIEW_DIMENSION_MISMATCH,
    D3D11_MESSAGE_ID_DEVICE_DRAW_RESOURCE_RETURN_TYPE_MISMATCH,
    D3D11_MESSAGE_ID_DEVICE_SHADERRESOURCEVIEW_BUFFER_TYPE_MISMATCH,
    D3D11_MESSAGE_ID_DEVICE_SHADERRESOURCEVIEW_RAW_UNSUPPORTED,
    D3D11_MESSAGE_ID_DEVICE_SHADERRESOURCEVIEW_STRUCTURE_STRIDE_MISMATCH,
};
static const struct slot_ids uav_ids = {
    "unordered access view",
    D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_NOT_SET,
    D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_DIMENSION_MISMATCH,
    D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_RETURN_TYPE_MISMATCH,
    D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_BUFFER_TYPE_MISMATCH,
    D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_RAW_UNSUPPORTED,
    D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_STRUCTURE_STRIDE_MISMATCH,
};

static bool return_type_fits(const struct format_info *format, unsigned declared)
{
    switch (declared) {
    case RETURN_UNORM:
        return format->kind == FORMAT_KIND_UNORM;
    case RETURN_SNORM:
        return format->kind == FORMAT_KIND_SNORM;
    case RETURN_SINT:
        return format->kind == FORMAT_KIND_SINT;
    case RETURN_UINT:
        return format->kind == FORMAT_KIND_UINT;
    case RETURN_FLOAT:
        return !format_is_integer(format);
    default:
        return true;
    }
}

/* False after a message. */
static bool view_fits(struct device *device, const struct slot_ids *ids,
                      const struct dxbc_resource_decl *decl, uint32_t slot, const struct kernel_view *view)
{
    bool texture = view->kind == KERNEL_VIEW_TEXTURE, wants_texture = true;
    enum kernel_view_kind wanted = KERNEL_VIEW_TEXTURE;
    switch (decl->dimension) {
    case DXBC_DIM_BUFFER:
        wanted = KERNEL_VIEW_TYPED_BUFFER;
        break;
    case DXBC_DIM_RAW_BUFFER:
        wanted = KERNEL_VIEW_RAW_BUFFER;
        break;
    case DXBC_DIM_STRUCTURED_BUFFER:
        wanted = KERNEL_VIEW_STRUCTURED_BUFFER;
        break;
    default:
        break;
    }
    wants_texture = wanted == KERNEL_VIEW_TEXTURE;
    if (texture != wants_texture || (texture && view->dimension != decl->dimension)) {
        message_error(device, ids->dimension,
                      "Dispatch: the dimension of the %s in slot %u is not the one that the shader declares",
                      ids->kind, slot);
        return false;
    }
    if (view->kind != wanted) {
        message_error(
            device, wanted == KERNEL_VIEW_RAW_BUFFER ? ids->raw : ids->buffer_type,
            "Dispatch: the %s in slot %u is not of the kind of buffer (typed, raw or structured) that "
            "the shader declares",
            ids->kind, slot);
        return false;
    }
    if (wanted == KERNEL_VIEW_STRUCTURED_BUFFER && view->stride != decl->stride) {
        message_error(device, ids->stride,
                      "Dispatch: structures in slot %u of the %ss have %u bytes, but the shader declares %u",
                      slot, ids->kind, view->stride, decl->stride);
        return false;
    }
    if (view->format && !return_type_fits(view->format, decl->return_types[0])) {
        message_error(
            device, ids->return_type,
            "Dispatch: format %s of the %s in slot %u does not give the type that the shader declares",
            view->format->name, ids->kind, slot);
        return false;
    }
    return true;
}

/* What only one of the two kinds can get wrong. */
static bool extras_fit(struct device *device, const struct slot_ids *ids,
                       const struct dxbc_resource_decl *decl, uint32_t slot, const struct kernel_view *view)
{
    if (decl->has_counter && !view->counter) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_COUNTER_UNSUPPORTED,
                      "Dispatch: the shader uses the hidden counter of slot %u, but the %s has none", slot,
                      ids->kind);
        return false;
    }
    if (decl->sample_count && decl->sample_count != view->sample_count) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_DRAW_RESOURCE_SAMPLE_COUNT_MISMATCH,
                      "Dispatch: the texture in slot %u has %u samples, but the shader declares %u", slot,
                      view->sample_count, decl->sample_count);
        return false;
    }
    return true;
}

static bool check_views(struct device *device, const struct slot_ids *ids,
                        const struct dxbc_resource_decl *decls, uint32_t count,
                        const struct kernel_view *views, uint32_t slots)
{
    bool good = true;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t slot = decls[i].lower; slot <= decls[i].upper && slot < slots; slot++) {
            const struct kernel_view *view = &views[slot];
            if (view->kind == KERNEL_VIEW_NONE)
                message_warn(device, ids->empty,
                             "Dispatch: the shader expects a %s in slot %u, but none is bound: reads give 0",
                             ids->kind, slot);
            else
                good &= view_fits(device, ids, &decls[i], slot, view) &&
                        extras_fit(device, ids, &decls[i], slot, view);
        }
    return good;
}

static void check_constants(struct device *device, const struct dxbc_program *program,
                            const struct stage_state *stage)
{
    for (uint32_t i = 0; i < program->cbuffer_count; i++) {
        const struct dxbc_cbuffer_decl *decl = &program->cbuffers[i];
        for (uint32_t slot = decl->lower; slot <= decl->upper && slot < KERNEL_CONSTANT_BUFFERS; slot++) {
            const struct kernel_constant_buffer *bound = &stage->bindings.constant_buffers[slot];
            if (stage->constants[slot].buffer && !bound->size_bytes)
                message_warn(
                    device, D3D11_MESSAGE_ID_DEVICE_DRAW_CONSTANT_BUFFER_TOO_SMALL,
                    "Dispatch: the constant buffer in slot %u is shown from constant %u on, past its "
                    "end: reads give 0",
                    slot, stage->constants[slot].first);
            else if (!bound->size_bytes)
                message_warn(device, D3D11_MESSAGE_ID_DEVICE_DRAW_CONSTANT_BUFFER_NOT_SET,
                             "Dispatch: the shader expects a constant buffer in slot %u, but none is bound",
                             slot);
            else if (bound->size_bytes / CONSTANT_BYTES < decl->vector_count)
                message_warn(
                    device, D3D11_MESSAGE_ID_DEVICE_DRAW_CONSTANT_BUFFER_TOO_SMALL,
                    "Dispatch: the constant buffer in slot %u shows %u bytes of the %u that the shader "
                    "declares; what is missing reads 0",
                    slot, bound->size_bytes, decl->vector_count * CONSTANT_BYTES);
        }
    }
}

static bool check_samplers(struct device *device, const struct dxbc_program *program,
                           const struct bindings *bindings)
{
    bool good = true;
    for (uint32_t i = 0; i < program->sampler_count; i++) {
        const struct dxbc_sampler_decl *decl = &program->samplers[i];
        for (uint32_t slot = decl->lower; slot <= decl->upper && slot < KERNEL_SAMPLERS; slot++) {
            const struct kernel_sampler *bound = bindings->samplers[slot];
            if (!bound) {
                message_warn(
                    device, D3D11_MESSAGE_ID_DEVICE_DRAW_SAMPLER_NOT_SET,
                    "Dispatch: the shader expects a sampler in slot %u, but none is bound: the default "
                    "one is used",
                    slot);
                continue;
            }
            bool compares = (bound->filter & FILTER_REDUCTION) == FILTER_COMPARISON;
            if (compares == (decl->mode == SAMPLER_MODE_COMPARISON))
                continue;
            message_error(device, D3D11_MESSAGE_ID_DEVICE_DRAW_SAMPLER_MISMATCH,
                          "Dispatch: the sampler in slot %u %s, but the shader declares that it %s", slot,
                          compares ? "compares" : "does not compare", compares ? "does not" : "does");
            good = false;
        }
    }
    return good;
}

static bool check_mapped(struct device *device, const char *kind, uint32_t slot,
                         const struct resource *resource)
{
    for (uint32_t i = 0; i < resource_subresources(resource); i++)
        if (resource->mapped[i]) {
            message_error(device, D3D11_MESSAGE_ID_DEVICE_DISPATCH_BOUND_RESOURCE_MAPPED,
                          "Dispatch: the resource in slot %u of the %ss is mapped", slot, kind);
            return false;
        }
    return true;
}

static bool check_maps(struct device *device, const struct stage_state *stage)
{
    bool good = true;
    for (uint32_t i = 0; i < KERNEL_CONSTANT_BUFFERS; i++)
        if (stage->constants[i].buffer)
            good &= check_mapped(device, "constant buffer", i, stage->constants[i].buffer);
    for (uint32_t i = 0; i < stage->resource_limit; i++)
        if (stage->resources[i])
            good &= check_mapped(device, srv_ids.kind, i, stage->resources[i]->resource);
    for (uint32_t i = 0; i < stage->uav_limit; i++)
        if (stage->uavs[i])
            good &= check_mapped(device, uav_ids.kind, i, stage->uavs[i]->resource);
    return good;
}

bool dispatch_check(struct device *device, const struct stage_state *stage)
{
    const struct dxbc_program *program = &stage->shader->dxbc->program;
    const struct bindings *bindings = &stage->bindings;
    bool good = check_views(device, &srv_ids, program->resources, program->resource_count,
                            bindings->resources, KERNEL_RESOURCES);
    good &= check_views(device, &uav_ids, program->uavs, program->uav_count, bindings->uavs, KERNEL_UAVS);
    good &= check_samplers(device, program, bindings);
    check_constants(device, program, stage);
    return check_maps(device, stage) && good;
}
