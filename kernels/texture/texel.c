/*
 * Addressing and unfiltered access of typed views, see texel.h. The layout of memory is that of
 * kernels/bindings.h.
 *
 * Addresses are 64 bits wide. Elements go through a copy, so that formats never see memory which groups on
 * other cores may be writing.
 */
#include "texel.h"

#include <string.h>

#include "dxbc.h"
#include "format.h"
#include "memory.h"

enum { MAX_ELEMENT_BYTES = 16 };

uint32_t texel_axes(uint8_t dimension)
{
    switch (dimension) {
    case DXBC_DIM_TEXTURE2D:
    case DXBC_DIM_TEXTURE2DMS:
    case DXBC_DIM_TEXTURECUBE:
    case DXBC_DIM_TEXTURE2DARRAY:
    case DXBC_DIM_TEXTURE2DMSARRAY:
    case DXBC_DIM_TEXTURECUBEARRAY:
        return 2;
    case DXBC_DIM_TEXTURE3D:
        return 3;
    default:
        return 1;
    }
}

bool texel_has_slices(uint8_t dimension)
{
    switch (dimension) {
    case DXBC_DIM_TEXTURECUBE:
    case DXBC_DIM_TEXTURE1DARRAY:
    case DXBC_DIM_TEXTURE2DARRAY:
    case DXBC_DIM_TEXTURE2DMSARRAY:
    case DXBC_DIM_TEXTURECUBEARRAY:
        return true;
    default:
        return false;
    }
}

uint8_t texel_dimension(const struct kernel_view *view)
{
    return view->kind == KERNEL_VIEW_TEXTURE ? view->dimension : DXBC_DIM_BUFFER;
}

static bool locate_element(const struct kernel_view *view, uint32_t index, struct texel_place *place)
{
    uint32_t bytes = view->format->block_bytes;
    uint64_t offset = (uint64_t)index * bytes;

    if (index >= view->element_count || offset + bytes > view->size_bytes)
        return false;
    *place = (struct texel_place){view->data + offset, 0, 0};
    return true;
}

uint32_t texel_visible_depth(const struct kernel_view *view, uint32_t mip)
{
    uint32_t depth = view->mips[mip].depth;

    if (mip || !view->slice_count)
        return depth;
    if (depth <= view->first_depth_slice)
        return 0;
    depth -= view->first_depth_slice;
    return depth < view->slice_count ? depth : view->slice_count;
}

static struct texel_bound outside_texture(const struct kernel_view *view, const struct texel_coord *coord)
{
    uint32_t axes = texel_axes(view->dimension), samples = view->sample_count ? view->sample_count : 1;
    const struct kernel_mip *mip;

    if (coord->mip >= view->mip_count)
        return (struct texel_bound){TEXEL_MIP, coord->mip, view->mip_count};
    mip = &view->mips[coord->mip];
    if (coord->at[0] >= mip->width)
        return (struct texel_bound){TEXEL_X, coord->at[0], mip->width};
    if (axes > 1 && coord->at[1] >= mip->height)
        return (struct texel_bound){TEXEL_Y, coord->at[1], mip->height};
    if (axes > 2 && coord->at[2] >= texel_visible_depth(view, coord->mip))
        return (struct texel_bound){TEXEL_Z, coord->at[2], texel_visible_depth(view, coord->mip)};
    if (texel_has_slices(view->dimension) && coord->slice >= view->slice_count)
        return (struct texel_bound){TEXEL_SLICE, coord->slice, view->slice_count};
    if (coord->sample >= samples)
        return (struct texel_bound){TEXEL_SAMPLE, coord->sample, samples};
    return (struct texel_bound){TEXEL_INSIDE, 0, 0};
}

struct texel_bound texel_outside(const struct kernel_view *view, const struct texel_coord *coord)
{
    struct texel_place place;

    if (view->kind == KERNEL_VIEW_TEXTURE)
        return outside_texture(view, coord);
    if (view->kind == KERNEL_VIEW_TYPED_BUFFER && locate_element(view, coord->at[0], &place))
        return (struct texel_bound){TEXEL_INSIDE, 0, 0};
    return (struct texel_bound){TEXEL_X, coord->at[0], view->element_count};
}

bool texel_locate(const struct kernel_view *view, const struct texel_coord *coord, struct texel_place *place)
{
    const struct format_info *format = view->format;
    const struct kernel_mip *mip;
    uint32_t axes = texel_axes(view->dimension), samples = view->sample_count ? view->sample_count : 1;
    uint32_t x, y, z, first_z;
    uint64_t offset;

    if (view->kind == KERNEL_VIEW_TYPED_BUFFER)
        return locate_element(view, coord->at[0], place);
    if (view->kind != KERNEL_VIEW_TEXTURE || outside_texture(view, coord).axis != TEXEL_INSIDE)
        return false;
    mip = &view->mips[coord->mip];
    first_z = coord->mip ? 0 : view->first_depth_slice;
    x = coord->at[0];
    y = axes > 1 ? coord->at[1] : 0;
    z = axes > 2 ? coord->at[2] + first_z : 0;
    offset = mip->offset + (uint64_t)z * mip->depth_pitch +
             (uint64_t)(y / format->block_height) * mip->row_pitch +
             ((uint64_t)(x / format->block_width) * samples + coord->sample) * format->block_bytes;
    if (texel_has_slices(view->dimension))
        offset += (uint64_t)coord->slice * view->array_pitch;
    *place = (struct texel_place){view->data + offset, x % format->block_width, y % format->block_height};
    return true;
}

/* The mip under a clamp in between stays; past the last one nothing does. */
uint32_t texel_first_mip(const struct kernel_view *view)
{
    if (!(view->min_lod > 0))
        return 0;
    return view->min_lod > (float)(view->mip_count - 1) ? view->mip_count : (uint32_t)view->min_lod;
}

static bool is_clamped_off(const struct kernel_view *view, uint32_t mip)
{
    return view->kind == KERNEL_VIEW_TEXTURE && mip < texel_first_mip(view);
}

void texel_load(const struct kernel_view *view, const struct texel_coord *coord, uint32_t rgba[4])
{
    const struct format_info *format = view->format;
    struct texel_place place;
    uint8_t element[MAX_ELEMENT_BYTES];

    memset(rgba, 0, 4 * sizeof(*rgba));
    if (view->kind == KERNEL_VIEW_NONE || !format || !format_is_loadable(format))
        return;
    if (is_clamped_off(view, coord->mip) || !texel_locate(view, coord, &place)) {
        memcpy(rgba, format->out_of_bounds, sizeof(format->out_of_bounds));
        return;
    }
    memory_copy_in(element, place.data, format->block_bytes);
    format_load_texel(format, element, place.x, place.y, rgba);
}

void texel_store(const struct kernel_view *view, const struct texel_coord *coord, const uint32_t rgba[4])
{
    const struct format_info *format = view->format;
    struct texel_place place;
    uint8_t element[MAX_ELEMENT_BYTES];

    if (view->kind == KERNEL_VIEW_NONE || !format || !format_is_storable(format))
        return;
    if (!texel_locate(view, coord, &place))
        return;
    format_store(format, element, rgba);
    memory_copy_out(place.data, element, format->block_bytes);
}
