/*
 * Shader resource views and unordered access views: each keeps its resource alive and holds what kernels see of it,
 * filled in once at creation.
 */
#ifndef RUNTIME_VIEW_H
#define RUNTIME_VIEW_H

#include "resource.h"

/* The part of a resource that a view shows, for hazards. Buffers are one subresource whatever their view shows. */
struct view_range {
    uint32_t first_mip, mip_count, first_slice, slice_count;
};

/* What all views share; first member of each. */
struct view {
    struct object obj;
    struct resource *resource; /* one use */
    struct view_range range;
    struct kernel_view kernel;
};

struct srv {
    struct view view;
    ID3D11ShaderResourceView1 iface;
    D3D11_SHADER_RESOURCE_VIEW_DESC1 desc;
};

struct uav {
    struct view view;
    ID3D11UnorderedAccessView1 iface;
    D3D11_UNORDERED_ACCESS_VIEW_DESC1 desc;
    uint32_t counter; /* the hidden counter; view.kernel.counter points here for append and counter views */
};

static inline struct srv *srv_of(ID3D11ShaderResourceView *iface)
{
    return iface ? container_of(iface, struct srv, iface) : NULL;
}
static inline struct uav *uav_of(ID3D11UnorderedAccessView *iface)
{
    return iface ? container_of(iface, struct uav, iface) : NULL;
}

bool view_overlaps(const struct view *a, const struct view *b);
/* Takes a use of the resource. */
void view_init(struct view *view, struct resource *resource);
void view_cleanup(struct view *view);
/* Kernel view of elements [first, first + count) of a buffer; format NULL for structured and raw. */
void view_fill_buffer(struct view *view, enum kernel_view_kind kind, const struct format_info *format,
                      uint64_t first_byte, uint64_t size_bytes, uint32_t element_count, uint32_t stride);
/* Kernel view of a range of a texture under a dimension of dxbc.h. */
void view_fill_texture(struct view *view, unsigned dimension, const struct format_info *format,
                       const struct view_range *range);

/* desc NULL: the default view of the whole resource. */
HRESULT srv_create(struct device *device, ID3D11Resource *resource, const D3D11_SHADER_RESOURCE_VIEW_DESC1 *desc,
                   ID3D11ShaderResourceView1 **out);
HRESULT uav_create(struct device *device, ID3D11Resource *resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc,
                   ID3D11UnorderedAccessView1 **out);

#endif
