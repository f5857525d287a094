/*
 * The four kinds of views: each keeps its resource alive and holds what kernels, clears and later the output
 * merger see of it, filled in once at creation.
 *
 * What a kind is, is a struct view_class: a table of its dimensions with where their fields stand in its
 * description, the flag and capabilities that it needs, and Microsoft's ids for what can be wrong. Everything
 * else is written once, in view.c.
 */
#ifndef RUNTIME_VIEW_H
#define RUNTIME_VIEW_H

#include "resource.h"

/* Parts of one texel, for hazards. A depth-stencil view has those that it may write. */
enum { ASPECT_COLOR_OR_DEPTH = 1, ASPECT_STENCIL = 2 };

/* The part of a resource that a view shows, for hazards. Buffers are one subresource whatever their view
 * shows; slices of a 3D texture are no subresources. */
struct view_range {
    uint32_t first_mip, mip_count, first_slice, slice_count, aspects;
};
extern const struct view_range view_whole_buffer;

/* All begin with the format and the dimension. */
union view_desc {
    struct {
        DXGI_FORMAT format;
        UINT dimension;
    } head;
    D3D11_SHADER_RESOURCE_VIEW_DESC1 srv;
    D3D11_UNORDERED_ACCESS_VIEW_DESC1 uav;
    D3D11_RENDER_TARGET_VIEW_DESC1 rtv;
    D3D11_DEPTH_STENCIL_VIEW_DESC dsv;
};

struct view {
    struct object obj; /* its class begins a struct view_class */
    union {
        ID3D11View base;
        ID3D11ShaderResourceView1 srv;
        ID3D11UnorderedAccessView1 uav;
        ID3D11RenderTargetView1 rtv;
        ID3D11DepthStencilView dsv;
    } iface;
    union view_desc desc;
    struct resource *resource; /* one use */
    struct view_range range;
    struct kernel_view kernel;
    uint32_t counter; /* the hidden counter; kernel.counter points here for append and counter views */
    struct kernel_mip plane; /* of video formats: what the view sees of the mip */
};

/* One dimension of a kind of view. Fields are offsets in its description; 0: it has none. */
struct view_dimension {
    uint8_t value;     /* D3D11_SRV_DIMENSION or the like */
    uint8_t resource;  /* D3D11_RESOURCE_DIMENSION */
    uint8_t dimension; /* enum dxbc_dimension */
    bool multisampled;
    uint8_t faces; /* 6: slices are counted in cubes */
    uint8_t first_mip, mip_count, first_slice, slice_count, plane;
};

struct view_ids {
    D3D11_MESSAGE_ID resource, memory, format, unknown_format, dimension, flags;
};

struct view_class {
    struct object_class object; /* first */
    const void *vtbl;
    const struct view_dimension *dimensions;
    unsigned dimension_count;
    size_t desc_size, plain_size; /* of the newest description and of the first, which has no planes */
    UINT bind_flag;
    uint32_t caps; /* FORMAT_CAP_*: one of these */
    bool casts;    /* may see some 32-bit formats as R32 */
    struct view_ids ids;
    /* Views of buffers: checks the description and calls view_fill_buffer. NULL: there are none. */
    HRESULT (*fill_buffer)(struct view *view);
    /* The last step: more checks, other aspects. May be NULL. */
    HRESULT (*finish)(struct view *view);
};
extern const struct view_class srv_class, uav_class, rtv_class, dsv_class;

static inline struct view *view_of(ID3D11View *iface)
{
    return iface ? container_of(iface, struct view, iface.base) : NULL;
}
static inline struct view *srv_of(ID3D11ShaderResourceView *iface)
{
    return view_of((ID3D11View *)iface);
}
static inline struct view *uav_of(ID3D11UnorderedAccessView *iface)
{
    return view_of((ID3D11View *)iface);
}
static inline struct view *rtv_of(ID3D11RenderTargetView *iface)
{
    return view_of((ID3D11View *)iface);
}
static inline struct view *dsv_of(ID3D11DepthStencilView *iface)
{
    return view_of((ID3D11View *)iface);
}
static inline const struct view_class *view_class_of(const struct view *view)
{
    return (const struct view_class *)view->obj.cls;
}

/* Do a view and a part of a resource have anything in common? */
bool view_shows(const struct view *view, const struct resource *resource, const struct view_range *range);
static inline bool view_overlaps(const struct view *a, const struct view *b)
{
    return view_shows(a, b->resource, &b->range);
}

/* desc NULL: the default view of the whole resource; desc_size tells the newest description from the first.
 * out (a pointer to an interface pointer) may be NULL: only the checks then, and S_FALSE. */
HRESULT view_create(struct device *device, const struct view_class *cls, ID3D11Resource *resource,
                    const void *desc, size_t desc_size, void *out);
void view_destroy(struct object *object);
void view_get_resource(const struct view *view, ID3D11Resource **out);
/* The description in its first form. */
void view_get_plain_desc(const struct view *view, void *out);

/* For fill_buffer. A complaint about the view being made; which id, is a member of struct view_ids. */
#define VIEW_FAIL(view, id, ...)                                                                             \
    message_fail((view)->obj.device, E_INVALIDARG, view_class_of(view)->ids.id, __VA_ARGS__)
/* May the view show its resource's format as desc says? Gives the format's row. */
HRESULT view_check_format(const struct view *view, const struct format_info **out);
/* The same for a typed view of a buffer. */
HRESULT view_check_buffer_format(const struct view *view, const struct format_info **out);
/* Raw views of buffers: the format that they must have, and the resource. */
HRESULT view_check_raw(const struct view *view);
/* Fills in elements [first, first + count) of a buffer, stride bytes each, once they prove to be in range;
 * format NULL for structured and raw views. */
HRESULT view_fill_buffer(struct view *view, enum kernel_view_kind kind, const struct format_info *format,
                         uint32_t stride, uint32_t first, uint32_t count);

#endif
