/*
 * Queries of the reference interpreter: sizes of views, sample counts and positions.
 *
 * Everything about an empty slot, or a view of another kind than the shader declares, is 0.
 */
#include "interp.h"
#include "number.h"
#include "texel.h"

typedef uint32_t vector[4];

static uint32_t sample_count(const struct kernel_view *view)
{
    if (view->kind != KERNEL_VIEW_TEXTURE)
        return 0;
    return view->sample_count ? view->sample_count : 1;
}

/* Runs a query lane by lane and writes what it gives: the resource's swizzle, then the mask. */
static void run_query(struct interp_wave *wave, const struct interp_instr *instr, const uint32_t *argument,
                      void (*query)(const struct kernel_view *view, uint32_t argument,
                                    const struct interp_instr *instr, vector result))
{
    const struct interp_resource *resource = instr->resource;
    uint32_t slots[INTERP_LANES], rows[4][INTERP_LANES];
    struct interp_target target;

    interp_fetch_index(wave, &resource->slot, slots);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        vector result = {0};

        query(interp_view(wave, instr, slots[lane]), argument ? argument[lane] : 0, instr, result);
        for (unsigned c = 0; c < 4; c++)
            rows[c][lane] = result[c];
    }
    interp_open_dest(wave, &instr->dst[0], &target);
    for (unsigned c = 0; c < 4; c++) {
        if (instr->dst[0].mask >> c & 1)
            interp_write(wave, &target, c, rows[resource->swizzle[c]]);
    }
}

/* Width, height and depth of a mip, then array slices (cubes: whole ones). Returns how many of them are
 * sizes. */
static unsigned texture_size(const struct kernel_view *view, uint32_t mip, vector size)
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

static void resource_info(const struct kernel_view *view, uint32_t mip, const struct interp_instr *instr,
                          vector result)
{
    enum { AS_FLOAT, AS_RECIPROCAL, AS_UINT };
    uint8_t type = instr->dx->return_type;
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

static void run_RESINFO(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows rows;

    run_query(wave, instr, interp_fetch_scalar(wave, &instr->src[0], &rows), resource_info);
}

static void buffer_info(const struct kernel_view *view, uint32_t unused, const struct interp_instr *instr,
                        vector result)
{
    uint32_t count = view->kind == KERNEL_VIEW_RAW_BUFFER ? (uint32_t)view->size_bytes : view->element_count;

    for (unsigned c = 0; c < 4; c++)
        result[c] = view->kind == KERNEL_VIEW_NONE ? 0 : count;
}

static void run_BUFINFO(struct interp_wave *wave, const struct interp_instr *instr)
{
    run_query(wave, instr, NULL, buffer_info);
}

static void sample_info(const struct kernel_view *view, uint32_t unused, const struct interp_instr *instr,
                        vector result)
{
    bool as_uint = instr->dx->return_type == 1;

    result[0] = as_uint ? sample_count(view) : num_utof(sample_count(view));
}

static void run_SAMPLEINFO(struct interp_wave *wave, const struct interp_instr *instr)
{
    run_query(wave, instr, NULL, sample_info);
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

static void sample_position(const struct kernel_view *view, uint32_t sample, const struct interp_instr *instr,
                            vector result)
{
    const int8_t(*positions)[2] = standard_positions(sample_count(view));

    if (!positions || sample >= sample_count(view))
        return;
    for (unsigned axis = 0; axis < 2; axis++)
        result[axis] = num_bits((float)positions[sample][axis] / 16.0f);
}

static void run_SAMPLEPOS(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows rows;

    run_query(wave, instr, interp_fetch_scalar(wave, &instr->src[0], &rows), sample_position);
}

interp_run *const interp_query_runs[DXBC_OP_COUNT] = {
#define STAMP_QUERY(name) [DXBC_OP_##name] = run_##name,
#include "interp_stamp.h"
};
