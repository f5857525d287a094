/*
 * Copies between resources, from the application's memory, and of hidden counters.
 *
 * Everything ends in a box of one subresource copied to a place in another; boxes are checked against both first. Block
 * formats count texels in boxes and blocks in memory.
 */
#include <string.h>

#include "context.h"
#include "context_methods.h"
#include "format.h"

static bool is_block_aligned(const struct resource *resource, const struct subresource *at, const D3D11_BOX *box)
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
static uint8_t *texel_at(const struct resource *resource, const struct subresource *at, uint32_t x, uint32_t y,
                         uint32_t z)
{
    if (resource_is_buffer(resource))
        return at->data + x;
    const struct format_info *format = resource->format;
    return at->data + z * at->depth_pitch + (uint64_t)(y / format->block_height) * at->row_pitch +
           (uint64_t)(x / format->block_width) * format->block_bytes * resource->desc.samples.Count;
}

static struct copy_shape box_shape(const struct resource *resource, const D3D11_BOX *box)
{
    return resource_copy_shape(resource, box->right - box->left, box->bottom - box->top, box->back - box->front);
}

/* Can bytes of one go to the other? The same format, or two of one family. */
static bool formats_agree(const struct resource *a, const struct resource *b)
{
    if (resource_is_buffer(a) || resource_is_buffer(b))
        return resource_is_buffer(a) && resource_is_buffer(b);
    return format_same_family(a->format, b->format) && a->desc.samples.Count == b->desc.samples.Count;
}

/* Both there, of this device, source and destination not mapped, destination writable. */
static bool copy_allowed(struct context *context, const char *method, const struct resource *to, const struct resource *from)
{
    struct device *device = context->obj.device;
    if (FAILED(device_status(device)))
        return false;
    if (!to || !from || to->obj.device != device || from->obj.device != device) {
        message_error(device, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCE,
                      "%s: a resource is NULL or of another device", method);
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
        a->depth != b->depth || a->mip_levels != b->mip_levels || a->array_size != b->array_size) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCE,
                      "CopyResource: two resources of the same size, mips and slices are needed");
        return;
    }
    if (is_mapped(to) || is_mapped(from)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCESTATE,
                      "CopyResource: a resource is mapped");
        return;
    }
    memcpy(to->data, from->data, to->size_bytes);
}

struct place {
    uint32_t subresource, x, y, z;
};

static bool subresource_in_range(struct context *context, const char *method, const struct resource *resource,
                                 uint32_t index)
{
    if (index < resource_subresources(resource) && !resource->mapped[index])
        return true;
    message_error(context->obj.device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCESUBRESOURCE,
                  "%s: subresource %u does not exist or is mapped", method, index);
    return false;
}

static void copy_region(struct context *context, struct resource *to, const struct place *place, struct resource *from,
                        uint32_t from_index, const D3D11_BOX *source)
{
    static const char method[] = "CopySubresourceRegion";
    struct device *device = context->obj.device;
    if (!copy_allowed(context, method, to, from) ||
        !subresource_in_range(context, method, to, place->subresource) ||
        !subresource_in_range(context, method, from, from_index))
        return;
    struct subresource a = resource_subresource(to, place->subresource), b = resource_subresource(from, from_index);
    D3D11_BOX box = source ? *source : whole_box(&b);
    if (box_is_empty(&box))
        return;
    if (!box_fits(from, &b, &box)) {
        message_error(device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX,
                      "CopySubresourceRegion: the box is not inside the source, or not of whole blocks");
        return;
    }
    uint64_t right = (uint64_t)place->x + (box.right - box.left), bottom = (uint64_t)place->y + (box.bottom - box.top),
             back = (uint64_t)place->z + (box.back - box.front);
    D3D11_BOX target = {place->x, place->y, place->z, (UINT)right, (UINT)bottom, (UINT)back};
    if (right > UINT32_MAX || bottom > UINT32_MAX || back > UINT32_MAX || !box_fits(to, &a, &target)) {
        message_error(device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX,
                      "CopySubresourceRegion: the destination is too small, or its place not of whole blocks");
        return;
    }
    struct copy_shape shape = box_shape(from, &box);
    copy_rows(texel_at(to, &a, place->x, place->y, place->z), a.row_pitch, a.depth_pitch,
              texel_at(from, &b, box.left, box.top, box.front), b.row_pitch, b.depth_pitch, &shape);
}

void STDMETHODCALLTYPE context_CopySubresourceRegion1(ID3D11DeviceContext4 *iface, ID3D11Resource *to, UINT to_index,
                                                      UINT x, UINT y, UINT z, ID3D11Resource *from, UINT from_index,
                                                      const D3D11_BOX *box, UINT flags)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (flags & ~(UINT)(D3D11_COPY_NO_OVERWRITE | D3D11_COPY_DISCARD)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION1_INVALIDCOPYFLAGS,
                      "CopySubresourceRegion1: CopyFlags 0x%x hold unknown bits", flags);
        return;
    }
    const struct place place = {to_index, x, y, z};
    copy_region(context, resource_of(to), &place, resource_of(from), from_index, box);
}

void STDMETHODCALLTYPE context_CopySubresourceRegion(ID3D11DeviceContext4 *iface, ID3D11Resource *to, UINT to_index,
                                                     UINT x, UINT y, UINT z, ID3D11Resource *from, UINT from_index,
                                                     const D3D11_BOX *box)
{
    context_CopySubresourceRegion1(iface, to, to_index, x, y, z, from, from_index, box, 0);
}

static void update(struct context *context, struct resource *to, UINT index, const D3D11_BOX *target, const void *data,
                   UINT row_pitch, UINT depth_pitch)
{
    struct device *device = context->obj.device;
    if (FAILED(device_status(device)))
        return;
    if (!to || !data || to->obj.device != device || to->desc.usage == D3D11_USAGE_DYNAMIC ||
        to->desc.usage == D3D11_USAGE_IMMUTABLE) {
        message_error(device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSTATE,
                      "UpdateSubresource: the destination must be a default or staging resource and the data not NULL");
        return;
    }
    if (!subresource_in_range(context, "UpdateSubresource", to, index))
        return;
    struct subresource at = resource_subresource(to, index);
    D3D11_BOX box = target ? *target : whole_box(&at);
    if (box_is_empty(&box))
        return;
    if (!box_fits(to, &at, &box)) {
        message_error(device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX,
                      "UpdateSubresource: the box is not inside the destination, or not of whole blocks");
        return;
    }
    struct copy_shape shape = box_shape(to, &box);
    copy_rows(texel_at(to, &at, box.left, box.top, box.front), at.row_pitch, at.depth_pitch, data, row_pitch,
              depth_pitch, &shape);
}

void STDMETHODCALLTYPE context_UpdateSubresource1(ID3D11DeviceContext4 *iface, ID3D11Resource *to, UINT index,
                                                  const D3D11_BOX *box, const void *data, UINT row_pitch,
                                                  UINT depth_pitch, UINT flags)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (flags & ~(UINT)(D3D11_COPY_NO_OVERWRITE | D3D11_COPY_DISCARD)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE1_INVALIDCOPYFLAGS,
                      "UpdateSubresource1: CopyFlags 0x%x hold unknown bits", flags);
        return;
    }
    update(context, resource_of(to), index, box, data, row_pitch, depth_pitch);
}

void STDMETHODCALLTYPE context_UpdateSubresource(ID3D11DeviceContext4 *iface, ID3D11Resource *to_iface, UINT index,
                                                 const D3D11_BOX *box, const void *data, UINT row_pitch,
                                                 UINT depth_pitch)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct resource *to = resource_of(to_iface);
    if (to && box && (to->desc.bind_flags & D3D11_BIND_CONSTANT_BUFFER)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX,
                      "UpdateSubresource: constant buffers are updated as a whole; UpdateSubresource1 takes a box");
        return;
    }
    update(context, to, index, box, data, row_pitch, depth_pitch);
}

void STDMETHODCALLTYPE context_CopyStructureCount(ID3D11DeviceContext4 *iface, ID3D11Buffer *to_iface, UINT offset,
                                                  ID3D11UnorderedAccessView *from_iface)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    struct resource *to = resource_of((ID3D11Resource *)to_iface);
    struct uav *from = uav_of(from_iface);
    if (FAILED(device_status(device)))
        return;
    if (!from || !from->view.kernel.counter) {
        message_error(device, D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_INVALIDSOURCESTATE,
                      "CopyStructureCount: the view has no counter (APPEND or COUNTER)");
        return;
    }
    if (!to || to->desc.usage == D3D11_USAGE_IMMUTABLE || to->mapped[0]) {
        message_error(device, D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_INVALIDDESTINATIONSTATE,
                      "CopyStructureCount: the destination is NULL, immutable or mapped");
        return;
    }
    if (offset % 4 || (uint64_t)offset + sizeof(from->counter) > to->size_bytes) {
        message_error(device, D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_INVALIDOFFSET,
                      "CopyStructureCount: offset %u is no multiple of 4 inside the destination", offset);
        return;
    }
    memcpy(to->data + offset, &from->counter, sizeof(from->counter));
}

/* Discarding makes contents undefined, which keeping them satisfies. */
void STDMETHODCALLTYPE context_DiscardResource(ID3D11DeviceContext4 *iface, ID3D11Resource *resource)
{
}

void STDMETHODCALLTYPE context_DiscardView(ID3D11DeviceContext4 *iface, ID3D11View *view)
{
}

void STDMETHODCALLTYPE context_DiscardView1(ID3D11DeviceContext4 *iface, ID3D11View *view, const D3D11_RECT *rects,
                                            UINT count)
{
}
