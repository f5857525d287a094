/*
 * Copies between resources, from the application's memory, and of hidden counters.
 *
 * Everything ends in a box of one subresource copied to a place in another; boxes are checked against both
 * first. Block formats count texels in boxes and blocks in memory.
 */
#include <string.h>

#include "checker.h"
#include "context.h"
#include "context_methods.h"
#include "format.h"

static bool is_block_aligned(const struct resource *resource, const struct subresource *at,
                             const D3D11_BOX *box)
{
    if (resource_is_buffer(resource))
        return true;
    uint32_t w = resource->format->block_width, h = resource->format->block_height;
    return box->left % w == 0 && box->top % h == 0 && (box->right % w == 0 || box->right == at->width) &&
           (box->bottom % h == 0 || box->bottom == at->height);
}

static bool box_is_empty(const D3D11_BOX *box)
{
    return box->left >= box->right || box->top >= box->bottom || box->front >= box->back;
}

/* A box that is not empty, inside the subresource and made of whole blocks. */
static bool box_fits(const struct resource *resource, const struct subresource *at, const D3D11_BOX *box)
{
    return box->right <= at->width && box->bottom <= at->height && box->back <= at->depth &&
           is_block_aligned(resource, at, box);
}

static D3D11_BOX whole_box(const struct subresource *at)
{
    return (D3D11_BOX){0, 0, 0, at->width, at->height, at->depth};
}

/* Memory of the texel (of its block) at x, y, z; bytes in buffers. */
static uint8_t *texel_at(const struct resource *resource, const struct subresource *at, uint32_t x,
                         uint32_t y, uint32_t z)
{
    if (resource_is_buffer(resource))
        return at->data + x;
    const struct format_info *format = resource->format;
    return at->data + z * at->depth_pitch + (uint64_t)(y / format->block_height) * at->row_pitch +
           (uint64_t)(x / format->block_width) * format->block_bytes * resource->desc.samples.Count;
}

static struct copy_shape box_shape(const struct resource *resource, const D3D11_BOX *box)
{
    return resource_copy_shape(resource, box->right - box->left, box->bottom - box->top,
                               box->back - box->front);
}

/* Elements that a block (or texels of one exponent) of the same size may be copied to and from. */
static bool carries_blocks(const struct format_info *format)
{
    switch (format->number) {
    case DXGI_FORMAT_R32_UINT:
    case DXGI_FORMAT_R32_SINT:
    case DXGI_FORMAT_R16G16B16A16_UINT:
    case DXGI_FORMAT_R16G16B16A16_SINT:
    case DXGI_FORMAT_R32G32_UINT:
    case DXGI_FORMAT_R32G32_SINT:
    case DXGI_FORMAT_R32G32B32A32_UINT:
    case DXGI_FORMAT_R32G32B32A32_SINT:
        return true;
    default:
        return false;
    }
}

static bool is_carried(const struct format_info *format)
{
    return format_is_block(format) || format->number == DXGI_FORMAT_R9G9B9E5_SHAREDEXP;
}

static bool formats_copy(const struct format_info *a, const struct format_info *b)
{
    return format_same_family(a, b) ||
           (a->block_bytes == b->block_bytes &&
            ((carries_blocks(a) && is_carried(b)) || (is_carried(a) && carries_blocks(b))));
}

/* Can bytes of one go to the other? The same format, two of one family, or blocks and numbers of their size. */
static bool formats_agree(const struct resource *a, const struct resource *b)
{
    if (resource_is_buffer(a) || resource_is_buffer(b))
        return resource_is_buffer(a) && resource_is_buffer(b);
    return formats_copy(a->format, b->format) && a->desc.samples.Count == b->desc.samples.Count;
}

/* Texels of a subresource from `at` on that as many of another become, a block for a block; the last block may
 * reach beyond the edge. */
static uint32_t converted(uint32_t texels, uint32_t from_block, uint32_t to_block, uint32_t at, uint32_t size)
{
    uint32_t count = (texels + from_block - 1) / from_block * to_block;
    uint64_t end = (uint64_t)at + count;
    return end > size && end - size < to_block && at < size ? size - at : count;
}

/* Both there, destination writable, of formats that agree. */
static bool copy_allowed(struct context *context, const char *method, const struct resource *to,
                         const struct resource *from)
{
    struct device *device = context->obj.device;
    if (!to || !from) {
        message_error(device, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCE, "%s: a resource is NULL", method);
        return false;
    }
    if (to->desc.usage == D3D11_USAGE_IMMUTABLE) {
        message_error(device, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDDESTINATIONSTATE,
                      "%s: the destination is immutable", method);
        return false;
    }
    if (!formats_agree(to, from)) {
        message_error(device, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCE,
                      "%s: kind, format or sample count of the resources do not agree", method);
        return false;
    }
    return true;
}

static bool is_mapped(const struct resource *resource)
{
    for (uint32_t i = 0; i < resource_subresources(resource); i++)
        if (resource->mapped[i])
            return true;
    return false;
}

void STDMETHODCALLTYPE context_CopyResource(ID3D11DeviceContext4 *iface, ID3D11Resource *to_iface,
                                            ID3D11Resource *from_iface)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct resource *to = resource_of(to_iface), *from = resource_of(from_iface);
    if (!copy_allowed(context, "CopyResource", to, from))
        return;
    const struct resource_desc *a = &to->desc, *b = &from->desc;
    if (to == from || a->dimension != b->dimension || a->width != b->width || a->height != b->height ||
        a->depth != b->depth || a->mip_levels != b->mip_levels || a->array_size != b->array_size ||
        (to->format && to->format->block_width != from->format->block_width)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCE,
                      "CopyResource: two resources of the same size, mips and slices are needed");
        return;
    }
    struct object *const objects[] = {&to->obj, &from->obj};
    context_submit(context, &(struct command){COMMAND_COPY_RESOURCE, COMMAND_OBJECTS(objects, 2)});
}

void command_copy_resource(struct context *context, const struct command *command)
{
    struct resource *to = (struct resource *)command->objects[0];
    const struct resource *from = (const struct resource *)command->objects[1];
    if (is_mapped(to) || is_mapped(from)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCESTATE,
                      "CopyResource: a resource is mapped");
        return;
    }
    memcpy(to->data, from->data, to->size_bytes);
    checker_bytes_written(to, to->data, to->size_bytes);
}

/* Where a copy goes and what it takes: a box that was checked against both. */
struct region_args {
    uint32_t to_index, x, y, z;
    uint32_t from_index;
    D3D11_BOX box;
};
struct update_args {
    uint32_t index;
    D3D11_BOX box;
};
struct count_args {
    UINT offset;
};

static bool subresource_exists(struct context *context, const char *method, const struct resource *resource,
                               uint32_t index)
{
    if (index < resource_subresources(resource))
        return true;
    message_error(context->obj.device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCESUBRESOURCE,
                  "%s: there is no subresource %u", method, index);
    return false;
}

/* Whether a mapped subresource keeps a command from running. */
static bool is_blocked(struct context *context, const char *method, const struct resource *resource,
                       uint32_t index)
{
    if (!resource->mapped[index])
        return false;
    message_error(context->obj.device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCESTATE,
                  "%s: subresource %u is mapped", method, index);
    return true;
}

/* Copy flags of the two methods that take them: one at most. */
static bool flags_valid(struct context *context, const char *method, D3D11_MESSAGE_ID id, UINT flags)
{
    if (!flags || flags == D3D11_COPY_NO_OVERWRITE || flags == D3D11_COPY_DISCARD)
        return true;
    message_error(context->obj.device, id, "%s: CopyFlags are 0x%x, not one of D3D11_COPY_FLAGS", method,
                  flags);
    return false;
}

/* args->box is the source's as given, settled here; an empty box copies nothing. */
static bool region_fits(struct context *context, const struct resource *to, const struct resource *from,
                        const struct region_args *args)
{
    struct subresource a = resource_subresource(to, args->to_index),
                       b = resource_subresource(from, args->from_index);
    const D3D11_BOX *box = &args->box;
    if (!box_fits(from, &b, box)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX,
                      "CopySubresourceRegion: the box is not inside the source, or not of whole blocks");
        return false;
    }
    uint32_t width = box->right - box->left, height = box->bottom - box->top;
    if (to->format && to->format->block_width != from->format->block_width) {
        width = converted(width, from->format->block_width, to->format->block_width, args->x, a.width);
        height = converted(height, from->format->block_height, to->format->block_height, args->y, a.height);
    }
    uint64_t right = (uint64_t)args->x + width, bottom = (uint64_t)args->y + height,
             back = (uint64_t)args->z + (box->back - box->front);
    D3D11_BOX target = {args->x, args->y, args->z, (UINT)right, (UINT)bottom, (UINT)back};
    if (right > UINT32_MAX || bottom > UINT32_MAX || back > UINT32_MAX || !box_fits(to, &a, &target)) {
        message_error(
            context->obj.device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX,
            "CopySubresourceRegion: the destination is too small, or its place not of whole blocks");
        return false;
    }
    return true;
}

/* Depth, stencil and samples are copied as a whole, and not written from memory. */
static bool is_indivisible(const struct resource *resource)
{
    return resource->desc.samples.Count > 1 || resource->desc.bind_flags & D3D11_BIND_DEPTH_STENCIL;
}

static bool is_part(const struct region_args *args, const D3D11_BOX *box)
{
    return box || args->x || args->y || args->z;
}

static void submit_region(struct context *context, struct resource *to, struct resource *from,
                          struct region_args *args, const D3D11_BOX *box)
{
    static const char method[] = "CopySubresourceRegion";
    if (!copy_allowed(context, method, to, from) ||
        !subresource_exists(context, method, to, args->to_index) ||
        !subresource_exists(context, method, from, args->from_index))
        return;
    if ((is_indivisible(to) || is_indivisible(from)) && is_part(args, box)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX,
                      "%s: of depth-stencil resources and those of several samples whole subresources are copied, "
                      "to 0, 0, 0 and without a box", method);
        return;
    }
    struct subresource source = resource_subresource(from, args->from_index);
    args->box = box ? *box : whole_box(&source);
    if (box_is_empty(&args->box) || !region_fits(context, to, from, args))
        return;
    struct object *const objects[] = {&to->obj, &from->obj};
    context_submit(context,
                   &(struct command){COMMAND_COPY_REGION, COMMAND_OBJECTS(objects, 2), COMMAND_ARGS(*args)});
}

void command_copy_region(struct context *context, const struct command *command)
{
    const struct region_args *args = command->args;
    struct resource *to = (struct resource *)command->objects[0],
                    *from = (struct resource *)command->objects[1];
    if (is_blocked(context, "CopySubresourceRegion", to, args->to_index) ||
        is_blocked(context, "CopySubresourceRegion", from, args->from_index))
        return;
    struct subresource a = resource_subresource(to, args->to_index),
                       b = resource_subresource(from, args->from_index);
    struct copy_shape shape = box_shape(from, &args->box);
    uint8_t *into = texel_at(to, &a, args->x, args->y, args->z);
    copy_rows(into, a.row_pitch, a.depth_pitch,
              texel_at(from, &b, args->box.left, args->box.top, args->box.front), b.row_pitch, b.depth_pitch,
              &shape);
    checker_box_written(to, into, a.row_pitch, a.depth_pitch, &shape);
}

void STDMETHODCALLTYPE context_CopySubresourceRegion1(ID3D11DeviceContext4 *iface, ID3D11Resource *to,
                                                      UINT to_index, UINT x, UINT y, UINT z,
                                                      ID3D11Resource *from, UINT from_index,
                                                      const D3D11_BOX *box, UINT flags)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct region_args args = {to_index, x, y, z, from_index, {0}};
    if (flags_valid(context, "CopySubresourceRegion1",
                    D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION1_INVALIDCOPYFLAGS, flags))
        submit_region(context, resource_of(to), resource_of(from), &args, box);
}

void STDMETHODCALLTYPE context_CopySubresourceRegion(ID3D11DeviceContext4 *iface, ID3D11Resource *to,
                                                     UINT to_index, UINT x, UINT y, UINT z,
                                                     ID3D11Resource *from, UINT from_index,
                                                     const D3D11_BOX *box)
{
    context_CopySubresourceRegion1(iface, to, to_index, x, y, z, from, from_index, box, 0);
}

static void submit_update(struct context *context, struct resource *to, UINT index, const D3D11_BOX *box,
                          const struct command_data *source)
{
    struct device *device = context->obj.device;
    if (!to || !source->bytes || to->desc.usage == D3D11_USAGE_DYNAMIC ||
        to->desc.usage == D3D11_USAGE_IMMUTABLE) {
        message_error(
            device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSTATE,
            "UpdateSubresource: the destination must be a default or staging resource and the data not NULL");
        return;
    }
    if (is_indivisible(to)) {
        message_error(device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSTATE,
                      "UpdateSubresource: the destination is a depth-stencil resource, or has several samples");
        return;
    }
    if (!subresource_exists(context, "UpdateSubresource", to, index))
        return;
    struct subresource at = resource_subresource(to, index);
    const struct update_args args = {index, box ? *box : whole_box(&at)};
    if (box_is_empty(&args.box))
        return;
    if (!box_fits(to, &at, &args.box)) {
        message_error(device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX,
                      "UpdateSubresource: the box is not inside the destination, or not of whole blocks");
        return;
    }
    struct object *const objects[] = {&to->obj};
    struct command_data data = *source;
    data.shape = box_shape(to, &args.box);
    context_submit(context,
                   &(struct command){COMMAND_UPDATE, COMMAND_OBJECTS(objects, 1), COMMAND_ARGS(args), data});
}

void command_update(struct context *context, const struct command *command)
{
    const struct update_args *args = command->args;
    const struct command_data *data = &command->data;
    struct resource *to = (struct resource *)command->objects[0];
    if (is_blocked(context, "UpdateSubresource", to, args->index))
        return;
    struct subresource at = resource_subresource(to, args->index);
    uint8_t *into = texel_at(to, &at, args->box.left, args->box.top, args->box.front);
    copy_rows(into, at.row_pitch, at.depth_pitch, data->bytes, data->row_pitch, data->depth_pitch,
              &data->shape);
    checker_box_written(to, into, at.row_pitch, at.depth_pitch, &data->shape);
}

void STDMETHODCALLTYPE context_UpdateSubresource1(ID3D11DeviceContext4 *iface, ID3D11Resource *to_iface,
                                                  UINT index, const D3D11_BOX *box, const void *data,
                                                  UINT row_pitch, UINT depth_pitch, UINT flags)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct resource *to = resource_of(to_iface);
    if (!flags_valid(context, "UpdateSubresource1", D3D11_MESSAGE_ID_UPDATESUBRESOURCE1_INVALIDCOPYFLAGS,
                     flags))
        return;
    if (to && box && (to->desc.bind_flags & D3D11_BIND_CONSTANT_BUFFER) &&
        (box->left % 16 || box->right % 16)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX,
                      "UpdateSubresource1: constant buffers are updated in units of 16 bytes");
        return;
    }
    const struct command_data source = {data, row_pitch, depth_pitch, {0}};
    submit_update(context, resource_of(to_iface), index, box, &source);
}

void STDMETHODCALLTYPE context_UpdateSubresource(ID3D11DeviceContext4 *iface, ID3D11Resource *to_iface,
                                                 UINT index, const D3D11_BOX *box, const void *data,
                                                 UINT row_pitch, UINT depth_pitch)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct resource *to = resource_of(to_iface);
    if (to && box && (to->desc.bind_flags & D3D11_BIND_CONSTANT_BUFFER)) {
        message_error(
            context->obj.device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX,
            "UpdateSubresource: constant buffers are updated as a whole; UpdateSubresource1 takes a box");
        return;
    }
    const struct command_data source = {data, row_pitch, depth_pitch, {0}};
    submit_update(context, to, index, box, &source);
}

void STDMETHODCALLTYPE context_CopyStructureCount(ID3D11DeviceContext4 *iface, ID3D11Buffer *to_iface,
                                                  UINT offset, ID3D11UnorderedAccessView *from_iface)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    struct resource *to = resource_of((ID3D11Resource *)to_iface);
    struct view *from = uav_of(from_iface);
    if (!from || !from->kernel.counter) {
        message_error(device, D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_INVALIDSOURCESTATE,
                      "CopyStructureCount: the view has no counter (APPEND or COUNTER)");
        return;
    }
    if (!to || to->desc.usage == D3D11_USAGE_IMMUTABLE) {
        message_error(device, D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_INVALIDDESTINATIONSTATE,
                      "CopyStructureCount: the destination is NULL or immutable");
        return;
    }
    if (offset % 4 || (uint64_t)offset + sizeof(from->counter) > to->size_bytes) {
        message_error(device, D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_INVALIDOFFSET,
                      "CopyStructureCount: offset %u is no multiple of 4 inside the destination", offset);
        return;
    }
    struct object *const objects[] = {&to->obj, &from->obj};
    const struct count_args args = {offset};
    context_submit(context,
                   &(struct command){COMMAND_COPY_COUNT, COMMAND_OBJECTS(objects, 2), COMMAND_ARGS(args)});
}

void command_copy_count(struct context *context, const struct command *command)
{
    const struct count_args *args = command->args;
    struct resource *to = (struct resource *)command->objects[0];
    const struct view *from = (const struct view *)command->objects[1];
    if (is_blocked(context, "CopyStructureCount", to, 0))
        return;
    memcpy(to->data + args->offset, &from->counter, sizeof(from->counter));
    checker_bytes_written(to, to->data + args->offset, sizeof(from->counter));
}
