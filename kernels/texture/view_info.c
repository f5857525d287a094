/*
 * What queries answer about a view, see view_info.h.
 */
#include "view_info.h"

#include <stdbool.h>

#include "dxbc.h"
#include "number.h"
#include "texel.h"

static uint32_t sample_count(const struct kernel_view *view)
{
    if (view->kind != KERNEL_VIEW_TEXTURE)
        return 0;
    return view->sample_count ? view->sample_count : 1;
}

/* Width, height and depth of a mip, then array slices (cubes: whole ones). Returns how many of them are
 * sizes. */
static unsigned texture_size(const struct kernel_view *view, uint32_t mip, uint32_t size[4])
{
    unsigned axes = texel_axes(view->dimension);
    const uint32_t extent[3] = {view->mips[mip].width, view->mips[mip].height,
                                view->slice_count && !mip ? view->slice_count : view->mips[mip].depth};

    for (unsigned i = 0; i < axes; i++)
        size[i] = extent[i];
    if (view->dimension == DXBC_DIM_TEXTURECUBEARRAY)
        size[axes] = view->slice_count / 6;
    else if (texel_has_slices(view->dimension) && view->dimension != DXBC_DIM_TEXTURECUBE)
        size[axes] = view->slice_count;
    return axes;
}

void view_resource_info(const struct kernel_view *view, uint32_t mip, uint8_t type, uint32_t result[4])
{
    enum { AS_FLOAT, AS_RECIPROCAL, AS_UINT };
    unsigned sizes = 0;

    if (view->kind != KERNEL_VIEW_TEXTURE) {
        result[0] =
            type == AS_UINT ? view->element_count : num_utof(view->element_count); /* a typed buffer */
        return;
    }
    if (mip < view->mip_count)
        sizes = texture_size(view, mip, result);
    result[3] = view->mip_count;
    for (unsigned c = 0; type != AS_UINT && c < 4; c++) {
        result[c] = num_utof(result[c]);
        if (type == AS_RECIPROCAL && c < sizes)
            result[c] = num_rcp(result[c]);
    }
}

void view_buffer_info(const struct kernel_view *view, uint32_t result[4])
{
    uint32_t count = view->kind == KERNEL_VIEW_RAW_BUFFER ? (uint32_t)view->size_bytes : view->element_count;

    for (unsigned c = 0; c < 4; c++)
        result[c] = view->kind == KERNEL_VIEW_NONE ? 0 : count;
}

void view_sample_info(const struct kernel_view *view, uint8_t type, uint32_t result[4])
{
    bool as_uint = type == 1;

    result[0] = as_uint ? sample_count(view) : num_utof(sample_count(view));
}

/* Standard positions in sixteenths of a pixel from its centre, x and y in turn; NULL for other counts. */
static const int8_t (*standard_positions(uint32_t count))[2]
{
    static const int8_t one[1][2] = {{0, 0}};
    static const int8_t two[2][2] = {{4, 4}, {-4, -4}};
    static const int8_t four[4][2] = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};
    static const int8_t eight[8][2] = {{1, -3}, {-1, 3},  {5, 1}, {-3, -5},
                                       {-5, 5}, {-7, -1}, {3, 7}, {7, -7}};
    static const int8_t sixteen[16][2] = {{1, 1},  {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5},
                                          {5, 3},  {3, -5},  {-2, 6}, {0, -7}, {-4, -6}, {-6, 4},
                                          {-8, 0}, {7, -4},  {6, 7},  {-7, -8}};

    switch (count) {
    case 1:
        return one;
    case 2:
        return two;
    case 4:
        return four;
    case 8:
        return eight;
    case 16:
        return sixteen;
    default:
        return NULL;
    }
}

void view_sample_position(const struct kernel_view *view, uint32_t sample, uint32_t result[4])
{
    const int8_t(*positions)[2] = standard_positions(sample_count(view));

    if (!positions || sample >= sample_count(view))
        return;
    for (unsigned axis = 0; axis < 2; axis++)
        result[axis] = num_bits((float)positions[sample][axis] / 16.0f);
}
