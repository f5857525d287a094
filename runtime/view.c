/*
 * What shader resource views and unordered access views share: hazards, checks of descriptions, the kernel's
 * view.
 */
#include "view.h"

#include <stdlib.h>

#include "dxbc.h"
#include "format_support.h"

enum { RAW_VIEW_ALIGNMENT = 16, SHADER_CAPS = FORMAT_CAP_LOAD | FORMAT_CAP_SAMPLE };

static bool spans_overlap(uint32_t first_a, uint32_t count_a, uint32_t first_b, uint32_t count_b)
{
    return first_a < first_b + count_b && first_b < first_a + count_a;
}

bool view_overlaps(const struct view *a, const struct view *b)
{
    return a->resource == b->resource &&
           spans_overlap(a->range.first_mip, a->range.mip_count, b->range.first_mip, b->range.mip_count) &&
           spans_overlap(a->range.first_slice, a->range.slice_count, b->range.first_slice,
                         b->range.slice_count);
}

void *view_create(size_t size, const struct object_class *cls, struct device *device,
                  struct resource *resource)
{
    struct view *view = object_create(size, cls, device);
    if (!view)
        return NULL;
    object_use(&resource->obj);
    view->resource = resource;
    return view;
}

void view_destroy(struct object *object)
{
    struct view *view = (struct view *)object;
    object_unuse(&view->resource->obj);
    free(view);
}

void view_fill_buffer(struct view *view, enum kernel_view_kind kind, const struct format_info *format,
                      uint32_t stride, uint32_t first, uint32_t count)
{
    view->range = (struct view_range){0, 1, 0, 1};
    view->kernel = (struct kernel_view){
        .kind = kind,
        .dimension = DXBC_DIM_BUFFER,
        .sample_count = 1,
        .mip_count = 1,
        .format = format,
        .data = view->resource->data + (uint64_t)first * stride,
        .size_bytes = (uint64_t)count * stride,
        .element_count = kind == KERNEL_VIEW_RAW_BUFFER ? count * stride : count,
        .stride = kind == KERNEL_VIEW_STRUCTURED_BUFFER ? stride : 0,
    };
}

void view_fill_texture(struct view *view, unsigned dimension, const struct format_info *format,
                       const struct view_range *range)
{
    const struct resource *resource = view->resource;
    view->range = *range;
    view->kernel = (struct kernel_view){
        .kind = KERNEL_VIEW_TEXTURE,
        .dimension = dimension,
        .sample_count = resource->desc.samples.Count,
        .mip_count = range->mip_count,
        .format = format,
        .data = resource->data + range->first_slice * resource->array_pitch,
        .slice_count = range->slice_count,
        .array_pitch = resource->array_pitch,
        .mips = &resource->mips[range->first_mip],
    };
}

HRESULT view_check_elements(const struct view_checker *check, uint32_t stride, bool raw, uint32_t first,
                            uint32_t count)
{
    uint64_t size = check->resource->size_bytes, begin = (uint64_t)first * stride;
    uint64_t end = begin + (uint64_t)count * stride;
    if (!count || end > size)
        return message_fail(check->device, E_INVALIDARG, check->dimension_id,
                            "%u elements of %u bytes from element %u on do not fit a buffer of %llu bytes",
                            count, stride, first, (unsigned long long)size);
    if (raw && begin % RAW_VIEW_ALIGNMENT)
        return message_fail(check->device, E_INVALIDARG, check->dimension_id,
                            "A raw view starts at a multiple of %d bytes, not at %llu", RAW_VIEW_ALIGNMENT,
                            (unsigned long long)begin);
    return S_OK;
}

HRESULT view_check_span(const struct view_checker *check, const char *what, uint32_t first, uint32_t *count,
                        uint32_t total)
{
    if (*count == UINT32_MAX && first < total)
        *count = total - first;
    if (first >= total || !*count || *count > total - first)
        return message_fail(check->device, E_INVALIDARG, check->dimension_id,
                            "%u %s from %u on are not among the resource's %u", *count, what, first, total);
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

HRESULT view_check_format(const struct view_checker *check, DXGI_FORMAT view, const struct format_info **out)
{
    const struct format_info *format = format_get(view), *own = check->resource->format;
    *out = format;
    if (!format)
        return message_fail(check->device, E_INVALIDARG, check->unknown_format_id, "%d is no format", view);
    if (!format_is_loadable(format) || !(format_device_caps(format) & SHADER_CAPS))
        return message_fail(check->device, E_INVALIDARG, check->format_id,
                            "Format %s cannot be seen by a shader", format->name);
    if (!own || format == own)
        return S_OK;
    bool cast =
        check->writes && castable_to_r32(own->family) &&
        (view == DXGI_FORMAT_R32_UINT || view == DXGI_FORMAT_R32_SINT || view == DXGI_FORMAT_R32_FLOAT);
    if (format_is_typeless(own) && (format_same_family(format, own) || cast))
        return S_OK;
    return message_fail(check->device, E_INVALIDARG, check->format_id,
                        "A %s view cannot show a resource of format %s", format->name, own->name);
}
