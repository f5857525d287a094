/*
 * What the four kinds of views share: descriptions, checks, the kernel's view, hazards.
 *
 * A description passes through three steps: NULL becomes the description of the whole resource, the first
 * form becomes the newest; counts of -1 and an unknown format are settled; the result is checked and filled
 * in.
 */
#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "dxbc.h"
#include "format_support.h"
#include "video_view.h"

enum { RAW_VIEW_ALIGNMENT = 16 };

static bool spans_overlap(uint32_t first_a, uint32_t count_a, uint32_t first_b, uint32_t count_b)
{
    return first_a < first_b + count_b && first_b < first_a + count_a;
}

const struct view_range view_whole_buffer = {0, 1, 0, 1, ASPECT_COLOR_OR_DEPTH};

bool view_shows(const struct view *view, const struct resource *resource, const struct view_range *range)
{
    const struct view_range *own = &view->range;
    return view->resource == resource && (own->aspects & range->aspects) &&
           spans_overlap(own->first_mip, own->mip_count, range->first_mip, range->mip_count) &&
           spans_overlap(own->first_slice, own->slice_count, range->first_slice, range->slice_count);
}

void view_destroy(struct object *object)
{
    struct view *view = (struct view *)object;
    object_unuse(&view->resource->obj);
    free(view);
}

void view_get_resource(const struct view *view, ID3D11Resource **out)
{
    object_add_ref(&view->resource->obj);
    *out = &view->resource->iface.base;
}

/* ---- descriptions ---- */

static uint32_t *field(union view_desc *desc, unsigned offset)
{
    return offset ? (uint32_t *)(void *)((char *)desc + offset) : NULL;
}

static uint32_t field_or(union view_desc *desc, unsigned offset, uint32_t otherwise)
{
    const uint32_t *at = field(desc, offset);
    return at ? *at : otherwise;
}

/* The row of a dimension; NULL for buffers and for what is no dimension. */
static const struct view_dimension *find_dimension(const struct view_class *cls, UINT value)
{
    for (unsigned i = 0; i < cls->dimension_count; i++)
        if (cls->dimensions[i].value == value)
            return &cls->dimensions[i];
    return NULL;
}

void view_get_plain_desc(const struct view *view, void *out)
{
    const struct view_class *cls = view_class_of(view);
    const struct view_dimension *row = find_dimension(cls, view->desc.head.dimension);
    union view_desc desc = view->desc;
    if (row && row->plane)
        *field(&desc, row->plane) = 0;
    memcpy(out, &desc, cls->plain_size);
}

/* Unions of the first form begin as those of the newest, which have the plane last. */
static void take_desc(struct view *view, const void *desc, size_t size)
{
    const struct view_class *cls = view_class_of(view);
    memcpy(&view->desc, desc, size);
    if (size == cls->desc_size)
        return;
    const struct view_dimension *row = find_dimension(cls, view->desc.head.dimension);
    if (row && row->plane)
        *field(&view->desc, row->plane) = 0;
}

/* Does the row describe the whole of such a texture? Rows of cubes come before those of arrays. Slices beyond
 * the last whole cube are in none. */
static bool is_default(const struct view_dimension *row, const struct resource_desc *desc)
{
    bool array = desc->array_size > 1, volume = row->resource == D3D11_RESOURCE_DIMENSION_TEXTURE3D;
    if (row->resource != desc->dimension || row->multisampled != (desc->samples.Count > 1))
        return false;
    if (row->faces == 6)
        return (desc->misc_flags & D3D11_RESOURCE_MISC_TEXTURECUBE) &&
               (row->slice_count != 0) == (desc->array_size >= 12);
    return volume || (row->slice_count != 0) == array;
}

/* The description that NULL stands for. Dimension 1 is the buffer in all kinds that have it. */
static void default_desc(struct view *view)
{
    const struct view_class *cls = view_class_of(view);
    const struct resource_desc *from = &view->resource->desc;
    union view_desc *desc = &view->desc;
    desc->head.format = from->format;
    if (from->dimension == D3D11_RESOURCE_DIMENSION_BUFFER) {
        desc->head.dimension = D3D11_SRV_DIMENSION_BUFFER;
        desc->srv.Buffer.NumElements = from->stride ? from->width / from->stride : 0;
        return;
    }
    const struct view_dimension *row = cls->dimensions;
    while (row < cls->dimensions + cls->dimension_count && !is_default(row, from))
        row++;
    if (row == cls->dimensions + cls->dimension_count)
        return;
    desc->head.dimension = row->value;
    if (row->mip_count)
        *field(desc, row->mip_count) = from->mip_levels;
    if (row->slice_count)
        *field(desc, row->slice_count) =
            row->resource == D3D11_RESOURCE_DIMENSION_TEXTURE3D ? from->depth : from->array_size / row->faces;
}

/* ---- checks ---- */

/* `count` settled against what is left from `first` on (UINT32_MAX: all of it); at least 1 and in range. */
static HRESULT check_span(const struct view *view, const char *what, uint32_t first, uint32_t *count,
                          uint32_t total)
{
    if (*count == UINT32_MAX && first < total)
        *count = total - first;
    if (first >= total || !*count || *count > total - first)
        return VIEW_FAIL(view, dimension, "%u %s from %u on are not among the resource's %u", *count, what,
                         first, total);
    return S_OK;
}

/* Unordered access views may see the 32-bit formats of these families as one number (memory rules, casting).
 */
static bool castable_to_r32(uint32_t family)
{
    switch (family) {
    case DXGI_FORMAT_R10G10B10A2_TYPELESS:
    case DXGI_FORMAT_R8G8B8A8_TYPELESS:
    case DXGI_FORMAT_B8G8R8A8_TYPELESS:
    case DXGI_FORMAT_B8G8R8X8_TYPELESS:
    case DXGI_FORMAT_R16G16_TYPELESS:
    case DXGI_FORMAT_R32_TYPELESS:
        return true;
    default:
        return false;
    }
}

HRESULT view_check_format(const struct view *view, const struct format_info **out)
{
    const struct view_class *cls = view_class_of(view);
    DXGI_FORMAT number = view->desc.head.format;
    const struct format_info *format = format_get(number), *own = view->resource->format;
    const struct video_plane *plane;
    *out = format;
    if (!format)
        return VIEW_FAIL(view, unknown_format, "%d is no format", number);
    if (own && video_has_views(own)) {
        plane = video_plane_find(own, format);
        if (plane && (plane->casts ? cls->casts : format_device_caps(format) & cls->caps))
            return S_OK;
        return VIEW_FAIL(view, format, "A %s resource has no %s of format %s", own->name, cls->object.name,
                         format->name);
    }
    if (!(format_device_caps(format) & cls->caps))
        return VIEW_FAIL(view, format, "Format %s has no %ss", format->name, cls->object.name);
    if (!own || format == own)
        return S_OK;
    bool cast =
        cls->casts && castable_to_r32(own->family) &&
        (number == DXGI_FORMAT_R32_UINT || number == DXGI_FORMAT_R32_SINT || number == DXGI_FORMAT_R32_FLOAT);
    if (format_is_typeless(own) && (format_same_family(format, own) || cast))
        return S_OK;
    return VIEW_FAIL(view, format, "A %s view cannot show a resource of format %s", format->name, own->name);
}

HRESULT view_check_buffer_format(const struct view *view, const struct format_info **out)
{
    HRESULT hr = view_check_format(view, out);
    if (SUCCEEDED(hr) && !((*out)->caps & FORMAT_CAP_BUFFER))
        return VIEW_FAIL(view, format, "Format %s has no views of buffers", (*out)->name);
    return hr;
}

HRESULT view_check_raw(const struct view *view)
{
    if (view->desc.head.format == DXGI_FORMAT_R32_TYPELESS &&
        (view->resource->desc.misc_flags & D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS))
        return S_OK;
    return VIEW_FAIL(view, format,
                     "A raw view has format R32_TYPELESS, of a buffer created to allow raw views");
}

static HRESULT wrong_dimension(const struct view *view)
{
    return VIEW_FAIL(view, dimension, "View dimension %u does not go with a %s", view->desc.head.dimension,
                     view->resource->obj.cls->name);
}

/* ---- what kernels see ---- */

HRESULT view_fill_buffer(struct view *view, enum kernel_view_kind kind, const struct format_info *format,
                         uint32_t stride, uint32_t first, uint32_t count)
{
    bool raw = kind == KERNEL_VIEW_RAW_BUFFER;
    uint64_t size = view->resource->size_bytes, begin = (uint64_t)first * stride;
    uint64_t end = begin + (uint64_t)count * stride;
    if (!count || end > size)
        return VIEW_FAIL(view, dimension,
                         "%u elements of %u bytes from element %u on do not fit a buffer of %llu bytes",
                         count, stride, first, (unsigned long long)size);
    if (raw && begin % RAW_VIEW_ALIGNMENT)
        return VIEW_FAIL(view, dimension, "A raw view starts at a multiple of %d bytes, not at %llu",
                         RAW_VIEW_ALIGNMENT, (unsigned long long)begin);
    view->range = view_whole_buffer;
    view->kernel = (struct kernel_view){
        .kind = kind,
        .dimension = DXBC_DIM_BUFFER,
        .sample_count = 1,
        .mip_count = 1,
        .format = format,
        .data = view->resource->data + begin,
        .size_bytes = end - begin,
        .element_count = raw ? count * stride : count,
        .stride = kind == KERNEL_VIEW_STRUCTURED_BUFFER ? stride : 0,
    };
    return S_OK;
}

static void fill_range(struct view *view, const struct view_dimension *row, const struct format_info *format,
                       const struct view_range *range)
{
    const struct resource *resource = view->resource;
    bool volume = row->resource == D3D11_RESOURCE_DIMENSION_TEXTURE3D;
    uint32_t first_slice = volume ? 0 : range->first_slice;
    view->range = *range;
    view->range.first_slice = first_slice;
    view->range.slice_count = volume ? 1 : range->slice_count;
    view->kernel = (struct kernel_view){
        .kind = KERNEL_VIEW_TEXTURE,
        .dimension = row->dimension,
        .sample_count = resource->desc.samples.Count,
        .mip_count = range->mip_count,
        .format = format,
        .data = resource->data + first_slice * resource->array_pitch,
        .slice_count = range->slice_count,
        .first_depth_slice = volume ? range->first_slice : 0,
        .array_pitch = resource->array_pitch,
        .mips = &resource->mips[range->first_mip],
    };
}

static bool shows_stencil(DXGI_FORMAT format)
{
    return format == DXGI_FORMAT_X24_TYPELESS_G8_UINT || format == DXGI_FORMAT_X32_TYPELESS_G8X24_UINT;
}

/* Which mips and slices, counts settled. Cubes: the count counts cubes, the first slice faces. */
static HRESULT settle_range(struct view *view, const struct view_dimension *row, struct view_range *range)
{
    const struct resource *resource = view->resource;
    union view_desc *desc = &view->desc;
    bool volume = row->resource == D3D11_RESOURCE_DIMENSION_TEXTURE3D;
    uint32_t one_mip = 1, *mips = row->mip_count ? field(desc, row->mip_count) : &one_mip;
    range->first_mip = field_or(desc, row->first_mip, 0);
    HRESULT hr = check_span(view, "mips", range->first_mip, mips, resource->desc.mip_levels);
    if (FAILED(hr))
        return hr;
    range->mip_count = *mips;
    uint32_t total = volume ? resource->mips[range->first_mip].depth : resource->desc.array_size;
    uint32_t whole = volume ? total : 1, *count = row->slice_count ? field(desc, row->slice_count) : &whole;
    range->first_slice = field_or(desc, row->first_slice, 0);
    if (row->faces == 6) {
        uint32_t left = range->first_slice < total ? total - range->first_slice : 0;
        hr = check_span(view, "cubes", 0, count, left / 6);
    } else {
        hr = check_span(view, "slices", range->first_slice, count, total);
    }
    range->slice_count = *count * row->faces;
    range->aspects = shows_stencil(desc->head.format) ? ASPECT_STENCIL : ASPECT_COLOR_OR_DEPTH;
    return hr;
}

/* A plane of a video picture, which has one mip. */
static HRESULT show_plane(struct view *view, const struct video_plane *plane)
{
    const struct kernel_mip *whole = view->kernel.mips;
    if (view->kernel.mip_count != 1)
        return VIEW_FAIL(view, dimension, "A view of format %s shows one mip", view->resource->format->name);
    view->plane = *whole;
    view->plane.width /= plane->across;
    view->plane.height /= plane->down;
    if (!view->plane.width || !view->plane.height)
        return VIEW_FAIL(view, dimension, "A mip of %u x %u pixels has no texel of this format", whole->width,
                         whole->height);
    view->plane.offset += (uint64_t)plane->plane * whole->height * whole->row_pitch;
    view->kernel.mips = &view->plane;
    return S_OK;
}

static HRESULT fill_texture(struct view *view)
{
    const struct resource *resource = view->resource;
    const struct view_dimension *row = find_dimension(view_class_of(view), view->desc.head.dimension);
    if (!row || row->resource != resource->desc.dimension ||
        (resource->desc.samples.Count > 1 &&
         !row->multisampled) || /* one sample is a number of samples, too */
        (row->faces == 6 && !(resource->desc.misc_flags & D3D11_RESOURCE_MISC_TEXTURECUBE)))
        return wrong_dimension(view);
    if (view->desc.head.format == DXGI_FORMAT_UNKNOWN)
        view->desc.head.format = resource->desc.format;
    const struct format_info *format;
    struct view_range range;
    HRESULT hr = view_check_format(view, &format);
    if (SUCCEEDED(hr))
        hr = settle_range(view, row, &range);
    if (FAILED(hr))
        return hr;
    const struct video_plane *video = video_plane_find(resource->format, format);
    uint32_t plane = field_or(&view->desc, row->plane, 0), own = video ? video->plane : 0;
    if (plane && plane != own) /* descriptions in their first form say nothing of planes */
        return VIEW_FAIL(view, dimension, "PlaneSlice %u: a %s view of a %s resource shows plane %u", plane,
                         format->name, resource->format->name, own);
    fill_range(view, row, format, &range);
    return video ? show_plane(view, video) : S_OK;
}

/* ---- creation ---- */

/* Description, checks and kernel view of a view that has its class and resource. */
static HRESULT fill(struct view *view, const void *desc, size_t desc_size)
{
    const struct view_class *cls = view_class_of(view);
    HRESULT hr;
    if (desc)
        take_desc(view, desc, desc_size);
    else
        default_desc(view);
    if (!resource_is_buffer(view->resource))
        hr = fill_texture(view);
    else if (!cls->fill_buffer || find_dimension(cls, view->desc.head.dimension))
        hr = wrong_dimension(view);
    else
        hr = cls->fill_buffer(view);
    return SUCCEEDED(hr) && cls->finish ? cls->finish(view) : hr;
}

HRESULT view_create(struct device *device, const struct view_class *cls, ID3D11Resource *iface,
                    const void *desc, size_t desc_size, void *out)
{
    struct resource *resource = resource_of(iface);
    HRESULT hr = device_status(device);
    if (out)
        memset(out, 0, sizeof(void *));
    if (FAILED(hr))
        return hr;
    if (!resource || resource->obj.device != device)
        return message_fail(device, E_INVALIDARG, cls->ids.resource,
                            "pResource is NULL or of another device");
    if (!(resource->desc.bind_flags & cls->bind_flag))
        return message_fail(device, E_INVALIDARG, cls->ids.resource,
                            "The %s's BindFlags 0x%x do not allow a %s, which needs 0x%x",
                            resource->obj.cls->name, resource->desc.bind_flags, cls->object.name,
                            cls->bind_flag);
    struct view *view = object_create(sizeof(*view), &cls->object, device);
    if (!view)
        return message_fail(device, E_OUTOFMEMORY, cls->ids.memory, "No memory for a view");
    view->iface.base.lpVtbl = cls->vtbl;
    object_use(&resource->obj);
    view->resource = resource;
    hr = fill(view, desc, desc_size);
    if (FAILED(hr) || !out) {
        object_release(&view->obj);
        return FAILED(hr) ? hr : S_FALSE;
    }
    void *made = &view->iface;
    memcpy(out, &made, sizeof(made));
    return S_OK;
}
