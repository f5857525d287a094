/*
 * GenerateMips and ResolveSubresource: checks here, the arithmetic in kernels/reduce.h.
 */
#include "checker.h"
#include "context.h"
#include "context_methods.h"
#include "dxbc.h"
#include "format.h"
#include "format_support.h"
#include "reduce.h"
#include "view.h"

/* ---- GenerateMips ---- */

void STDMETHODCALLTYPE context_GenerateMips(ID3D11DeviceContext4 *iface, ID3D11ShaderResourceView *view_iface)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct view *view = srv_of(view_iface);
    if (!view || !(view->resource->desc.misc_flags & D3D11_RESOURCE_MISC_GENERATE_MIPS) ||
        !reduce_can_filter(view->kernel.format)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_GENERATEMIPS_RESOURCE_INVALID,
                      "GenerateMips: the view is NULL, its resource was not made with "
                      "D3D11_RESOURCE_MISC_GENERATE_MIPS, or its format has no MIP_AUTOGEN");
        return;
    }
    struct object *const objects[] = {&view->obj};
    context_submit(context, &(struct command){COMMAND_GENERATE_MIPS, COMMAND_OBJECTS(objects, 1)});
}

/* Every texture as one with slices, which is how kernels fill mips. */
static struct kernel_view sliced(const struct view *view)
{
    struct kernel_view all = view->kernel;
    switch (view->resource->desc.dimension) {
    case D3D11_RESOURCE_DIMENSION_TEXTURE1D:
        all.dimension = DXBC_DIM_TEXTURE1DARRAY;
        break;
    case D3D11_RESOURCE_DIMENSION_TEXTURE2D:
        all.dimension = DXBC_DIM_TEXTURE2DARRAY;
        break;
    default:
        all.slice_count = 0;
        return all;
    }
    all.slice_count = view->range.slice_count;
    return all;
}

static bool any_mapped(const struct view *view)
{
    const struct resource *resource = view->resource;
    for (uint32_t slice = 0; slice < view->range.slice_count; slice++)
        for (uint32_t mip = 0; mip < view->range.mip_count; mip++)
            if (resource->mapped[(view->range.first_slice + slice) * resource->desc.mip_levels +
                                 view->range.first_mip + mip])
                return true;
    return false;
}

void command_generate_mips(struct context *context, const struct command *command)
{
    const struct view *view = (const struct view *)command->objects[0];
    struct kernel_view all = sliced(view);
    if (any_mapped(view)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_GENERATEMIPS_RESOURCE_INVALID,
                      "GenerateMips: a subresource is mapped");
        return;
    }
    for (uint32_t slice = 0; slice < view->range.slice_count; slice++)
        for (uint32_t mip = 1; mip < view->range.mip_count; mip++) {
            const struct kernel_mip *to = &all.mips[mip];
            const struct copy_shape shape =
                resource_copy_shape(view->resource, to->width, to->height, to->depth);
            reduce_mip(&all, mip, slice);
            checker_box_written(view->resource, all.data + slice * all.array_pitch + to->offset,
                                to->row_pitch, to->depth_pitch, &shape);
        }
}

/* ---- ResolveSubresource ---- */

struct resolve_args {
    uint32_t to_index, from_index;
    DXGI_FORMAT format;
};

/* May elements of a resource be read or written as this format? */
static bool shows(const struct resource *resource, const struct format_info *format)
{
    return resource->format == format ||
           (format_is_typeless(resource->format) && format_same_family(resource->format, format));
}

static bool resolve_allowed(struct context *context, const struct resource *to, const struct resource *from,
                            const struct resolve_args *args)
{
    struct device *device = context->obj.device;
    const struct format_info *format = format_get(args->format);
    if (!from || from->desc.samples.Count < 2 || args->from_index >= resource_subresources(from)) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_SOURCE_INVALID,
                      "ResolveSubresource: the source is a subresource of several samples");
        return false;
    }
    if (!to || to->desc.samples.Count != 1 || to->desc.usage != D3D11_USAGE_DEFAULT ||
        to->desc.dimension != D3D11_RESOURCE_DIMENSION_TEXTURE2D ||
        args->to_index >= resource_subresources(to)) {
        message_error(
            device, D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_DESTINATION_INVALID,
            "ResolveSubresource: the destination is a subresource of one sample with default usage");
        return false;
    }
    struct subresource a = resource_subresource(to, args->to_index),
                       b = resource_subresource(from, args->from_index);
    if (a.width != b.width || a.height != b.height) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_DESTINATION_INVALID,
                      "ResolveSubresource: the subresources differ in size");
        return false;
    }
    if (!format || !(format_device_caps(format) & FORMAT_CAP_MULTISAMPLE_RESOLVE) || !shows(to, format) ||
        !shows(from, format)) {
        message_error(
            device, D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_FORMAT_INVALID,
            "ResolveSubresource: format %d is not one that both resources show and that can be resolved",
            args->format);
        return false;
    }
    return true;
}

void STDMETHODCALLTYPE context_ResolveSubresource(ID3D11DeviceContext4 *iface, ID3D11Resource *to_iface,
                                                  UINT to_index, ID3D11Resource *from_iface, UINT from_index,
                                                  DXGI_FORMAT format)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct resource *to = resource_of(to_iface), *from = resource_of(from_iface);
    const struct resolve_args args = {to_index, from_index, format};
    if (!resolve_allowed(context, to, from, &args))
        return;
    struct object *const objects[] = {&to->obj, &from->obj};
    context_submit(context,
                   &(struct command){COMMAND_RESOLVE, COMMAND_OBJECTS(objects, 2), COMMAND_ARGS(args)});
}

void command_resolve(struct context *context, const struct command *command)
{
    const struct resolve_args *args = command->args;
    struct resource *to = (struct resource *)command->objects[0];
    const struct resource *from = (const struct resource *)command->objects[1];
    const struct format_info *format = format_get(args->format);
    struct subresource a = resource_subresource(to, args->to_index),
                       b = resource_subresource(from, args->from_index);
    if (to->mapped[args->to_index] || from->mapped[args->from_index]) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_SOURCE_INVALID,
                      "ResolveSubresource: a subresource is mapped");
        return;
    }
    for (uint32_t y = 0; y < a.height; y++)
        for (uint32_t x = 0; x < a.width; x++)
            reduce_samples(format,
                           b.data + (uint64_t)y * b.row_pitch +
                               (uint64_t)x * from->desc.samples.Count * format->block_bytes,
                           from->desc.samples.Count,
                           a.data + (uint64_t)y * a.row_pitch + (uint64_t)x * format->block_bytes);
    const struct copy_shape shape = resource_copy_shape(to, a.width, a.height, 1);
    checker_box_written(to, a.data, a.row_pitch, a.depth_pitch, &shape);
}
