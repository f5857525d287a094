/*
 * Shader resource views and unordered access views: each keeps its resource alive and holds what kernels see
 * of it, filled in once at creation.
 */
#ifndef RUNTIME_VIEW_H
#define RUNTIME_VIEW_H

#include "resource.h"

/* The part of a resource that a view shows, for hazards. Buffers are one subresource whatever their view
 * shows; slices of a 3D texture are no subresources. */
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

/* A view of the class's size, zeroed, that holds the resource; NULL without memory. */
void *view_create(size_t size, const struct object_class *cls, struct device *device,
                  struct resource *resource);
void view_destroy(struct object *object);

/* The kernel's view of elements [first, first + count) of a buffer. stride is that of one element; format
 * NULL for structured and raw views. */
void view_fill_buffer(struct view *view, enum kernel_view_kind kind, const struct format_info *format,
                      uint32_t stride, uint32_t first, uint32_t count);
/* The kernel's view of mips and slices of a texture under a dimension of dxbc.h. */
void view_fill_texture(struct view *view, unsigned dimension, const struct format_info *format,
                       const struct view_range *range);

/* The parts of a view's description that both kinds have; messages carry id. */
struct view_checker {
    struct device *device;
    const struct resource *resource;
    bool writes; /* an unordered access view */
    D3D11_MESSAGE_ID format_id, unknown_format_id, dimension_id, flags_id;
};
/* Which elements of a buffer: size in bytes of one, in range, raw views aligned. */
HRESULT view_check_elements(const struct view_checker *check, uint32_t stride, bool raw, uint32_t first,
                            uint32_t count);
/* `count` settled against what is left from `first` on (UINT32_MAX: all of it); at least 1 and in range. */
HRESULT view_check_span(const struct view_checker *check, const char *what, uint32_t first, uint32_t *count,
                        uint32_t total);
/* May a view of number `view` show the resource's format? Gives its row. */
HRESULT view_check_format(const struct view_checker *check, DXGI_FORMAT view, const struct format_info **out);

/* desc NULL: the default view of the whole resource. */
HRESULT srv_create(struct device *device, ID3D11Resource *resource,
                   const D3D11_SHADER_RESOURCE_VIEW_DESC1 *desc, ID3D11ShaderResourceView1 **out);
HRESULT uav_create(struct device *device, ID3D11Resource *resource,
                   const D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc, ID3D11UnorderedAccessView1 **out);

#endif
