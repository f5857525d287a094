/*
 * Typed views of the lane executor: texels and elements go through texel_row.h where all lanes look at one mip
 * of one view, and lane by lane, in ascending order, otherwise.
 */
#include "format.h"
#include "lanes.h"
#include "texel.h"
#include "texel_row.h"

struct texel_coord lanes_coord_of(const struct lanes_strip *strip, const struct lanes_step *step,
                                  uint8_t dimension, uint32_t lane)
{
    uint32_t axes = texel_axes(dimension);
    struct texel_coord coord = {.at = {0}};

    for (uint32_t i = 0; i < axes; i++)
        coord.at[i] = lanes_value(strip, &step->src[i], lane);
    if (texel_has_slices(dimension))
        coord.slice = lanes_value(strip, &step->src[axes], lane);
    return coord;
}

bool lanes_is_word_buffer(const struct kernel_view *view)
{
    return view->kind == KERNEL_VIEW_TYPED_BUFFER && view->format &&
           (view->format->number == FORMAT_R32_UINT || view->format->number == FORMAT_R32_SINT ||
            view->format->number == FORMAT_R32_FLOAT);
}

static const struct dxbc_instr *dxbc_of(const struct lanes_strip *strip, const struct lanes_step *step)
{
    return &strip->kernel->program->dxbc->instrs[step->ir->origin];
}

static struct texel_row_source source_at(const struct lanes_strip *strip, const struct lanes_place *place)
{
    return (struct texel_row_source){
        lanes_at(strip, place) + (strip->low * LANES_WAVE & place->step), place->step};
}

/* ---- rows ---- */

/* The mip that all lanes look at; false when they may differ. */
static bool common_mip(const struct lanes_strip *strip, const struct lanes_step *step, uint32_t *mip)
{
    *mip = 0;
    if (step->ir->op != LANE_LOAD_TYPED || !(step->ir->imm & LANE_TEXEL_MIPS))
        return true;
    if (step->src[3].step)
        return false;
    *mip = lanes_value(strip, &step->src[3], 0);
    return true;
}

static bool open_row(const struct lanes_strip *strip, const struct lanes_step *step,
                     const struct kernel_view *view, struct texel_row *row)
{
    const struct dxbc_instr *dx = dxbc_of(strip, step);
    uint32_t mip;

    return view && common_mip(strip, step, &mip) &&
           texel_row_open(view, mip, step->ir->flags & LANE_SAMPLE, dx->has_offsets ? dx->texel_offset : NULL,
                          step->ir->op == LANE_STORE_TYPED, row);
}

static void set_sources(const struct lanes_strip *strip, const struct lanes_step *step,
                        struct texel_row_source at[TEXEL_ROW_SOURCES])
{
    uint32_t count = step->ir->flags & LANE_SAMPLE ? 5 : 4;

    for (uint32_t i = 0; i < count; i++)
        at[i] = source_at(strip, &step->src[i]);
}

static void load_row(struct lanes_strip *strip, const struct lanes_step *step, const struct texel_row *row)
{
    struct texel_row_source at[TEXEL_ROW_SOURCES];
    uint32_t from = strip->low * LANES_WAVE, *dst[4];

    set_sources(strip, step, at);
    for (uint32_t d = 0; d < step->ir->dst_count; d++)
        dst[d] = lanes_at(strip, &step->dst[d]) + from;
    texel_row_load(&strip->kernel->table, row, at, strip->full ? NULL : strip->exec + strip->low,
                   (strip->high - strip->low) * LANES_WAVE, dst, step->ir->place, step->ir->dst_count);
}

static void store_row(struct lanes_strip *strip, const struct lanes_step *step, const struct texel_row *row)
{
    struct texel_row_source at[TEXEL_ROW_SOURCES], rgba[4];

    set_sources(strip, step, at);
    for (uint32_t c = 0; c < 4; c++)
        rgba[c] = source_at(strip, &step->src[4 + c]);
    texel_row_store(&strip->kernel->table, row, at, rgba, strip->every ? NULL : strip->exec + strip->low,
                    (strip->high - strip->low) * LANES_WAVE);
}

/* ---- lane by lane ---- */

static struct texel_coord load_coord(const struct lanes_strip *strip, const struct lanes_step *step,
                                     const struct kernel_view *view, uint32_t lane)
{
    const struct dxbc_instr *dx = dxbc_of(strip, step);
    uint8_t dimension = texel_dimension(view);
    struct texel_coord coord = lanes_coord_of(strip, step, dimension, lane);

    for (uint32_t i = 0; dx->has_offsets && i < texel_axes(dimension); i++)
        coord.at[i] += (uint32_t)dx->texel_offset[i];
    if (step->ir->imm & LANE_TEXEL_MIPS && view->kind == KERNEL_VIEW_TEXTURE)
        coord.mip = lanes_value(strip, &step->src[3], lane);
    if (step->ir->flags & LANE_SAMPLE)
        coord.sample = lanes_value(strip, &step->src[4], lane);
    return coord;
}

static void load_slowly(struct lanes_strip *strip, const struct lanes_step *step,
                        const struct kernel_view *common)
{
    uint32_t rows[4][LANES_MAX_LANES];

    LANES_FOR_EACH_OF(lane, strip, step) {
        const struct kernel_view *view = lanes_view_of(strip, step, common, lane);
        struct texel_coord coord = load_coord(strip, step, view, lane);
        uint32_t rgba[4];

        texel_load(view, &coord, rgba);
        for (uint32_t d = 0; d < step->ir->dst_count; d++)
            rows[d][lane] = rgba[step->ir->place[d]];
    }
    for (uint32_t d = 0; d < step->ir->dst_count; d++)
        lanes_write(strip, &step->dst[d], rows[d]);
}

static void store_slowly(struct lanes_strip *strip, const struct lanes_step *step,
                         const struct kernel_view *common)
{
    LANES_FOR_EACH(lane, strip)
    {
        const struct kernel_view *view = lanes_view_of(strip, step, common, lane);
        struct texel_coord coord = lanes_coord_of(strip, step, texel_dimension(view), lane);
        uint32_t rgba[4];

        for (unsigned c = 0; c < 4; c++)
            rgba[c] = lanes_value(strip, &step->src[4 + c], lane);
        texel_store(view, &coord, rgba);
    }
}

void lanes_LOAD_TYPED(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_view *common = lanes_common_view(strip, step);
    struct texel_row row;

    if (!(step->ir->flags & LANE_UNIFORM) && open_row(strip, step, common, &row))
        load_row(strip, step, &row);
    else
        load_slowly(strip, step, common);
}

void lanes_STORE_TYPED(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_view *common = lanes_common_view(strip, step);
    struct texel_row row;

    if (lanes_write_meets(strip, step))
        return;
    if (open_row(strip, step, common, &row))
        store_row(strip, step, &row);
    else
        store_slowly(strip, step, common);
}
