/*
 * Sampling by operations on rows, see sample_ops.h: places of the axes, texels of the corners through texel_row.h,
 * blends as in sample.c.
 */
#include "sample_ops.h"

#include <string.h>

#include "format.h"
#include "sample_parts.h"
#include "texel.h"
#include "texel_row.h"

enum { PART = 64 };

typedef uint32_t part_row[PART] __attribute__((aligned(LANE_ALIGN)));
typedef uint32_t splat_row[LANE_SPLAT] __attribute__((aligned(LANE_ALIGN)));

/* What one call works on: up to PART lanes of a mip. */
struct work {
    const struct lane_table *table;
    struct sample_state *state;
    struct texel_row row;
    uint32_t mip;
    bool apart; /* texels are loaded one by one: those of blocks, and others that texel_row.h has not got */
    struct format_info format; /* of codes */
    uint32_t count;
    bool linear;
    part_row low[3], high[3], weight[3], slice, reference;
    part_row corners[SAMPLE_MOST_CORNERS][4];
    uint32_t redo[PART / 32];
};

/* ---- operations ---- */

static void run_op(const struct work *w, enum lane_op op, uint32_t *dst, struct texel_row_source a,
                   struct texel_row_source b, struct texel_row_source c)
{
    struct lane_args args = {
        .dst = {dst}, .src = {a.row, b.row, c.row}, .step = {a.step, b.step, c.step}, .count = w->count};

    w->table->run[op](&args);
}

static struct texel_row_source row_of(const uint32_t *row)
{
    return (struct texel_row_source){row, SIZE_MAX};
}

static struct texel_row_source splat(splat_row words, uint32_t value)
{
    for (unsigned i = 0; i < LANE_SPLAT; i++)
        words[i] = value;
    return (struct texel_row_source){words, 0};
}

static const struct texel_row_source none;

/* ---- what can be done ---- */

static bool can_do(const struct sample_state *state)
{
    return state->format && !state->cube && !state->first_mip && state->op.form != SAMPLE_WITH_GRADIENT &&
           !state->op.own_offset && state->reduction == SAMPLE_AVERAGE && !(state->op.parameters >> SAMPLE_CLAMP & 1) &&
           (!state->slices || state->view->slice_count);
}

static bool fits(const struct sample_state *state, uint32_t mip)
{
    const uint32_t size[3] = {state->view->mips[mip].width, state->view->mips[mip].height,
                              state->view->mips[mip].depth};

    for (unsigned axis = 0; axis < state->axes; axis++) {
        if (!size[axis] || size[axis] > LANE_TEXELS_SIDE ||
            (state->op.offset[axis] && size[axis] < LANE_TEXELS_LEAST))
            return false;
    }
    return true;
}

/* Codes are loaded as whole numbers. */
static bool open_mip(struct work *w, uint32_t mip)
{
    struct kernel_view view = *w->state->view;

    w->format = *w->state->format;
    for (unsigned c = 0; w->state->codes && c < 4; c++) {
        struct format_channel *channel = &w->format.channels[c];

        if (channel->kind == FORMAT_KIND_SNORM)
            channel->kind = FORMAT_KIND_SINT;
        else if (channel->kind == FORMAT_KIND_UNORM)
            channel->kind = FORMAT_KIND_UINT;
    }
    view.format = &w->format;
    w->mip = mip;
    w->apart = !texel_row_open(&view, mip, false, NULL, false, &w->row);
    return fits(w->state, mip);
}

/* ---- places ---- */

static void find_places(struct work *w, uint32_t mip, const struct sample_rows *rows, uint32_t from)
{
    const struct kernel_mip *at = &w->state->view->mips[mip];
    const uint32_t size[3] = {at->width, at->height, at->depth};
    struct lane_texels axis_of = {.linear = w->linear || w->state->op.form == SAMPLE_GATHER};

    for (unsigned axis = 0; axis < w->state->axes; axis++) {
        size_t step = rows->step[SAMPLE_COORD + axis];

        axis_of.size[0] = size[axis];
        axis_of.address[0] = w->state->address[axis];
        axis_of.offset[0] = w->state->op.offset[axis];
        w->table->locate(&axis_of, rows->row[SAMPLE_COORD + axis] + (from & step), step, w->count, w->low[axis],
                        w->high[axis], w->weight[axis]);
    }
}

static void find_slices(struct work *w, const struct sample_rows *rows, uint32_t from)
{
    unsigned at = SAMPLE_COORD + w->state->axes;
    splat_row last;

    if (!w->state->slices)
        return;
    run_op(w, LANE_ROUND_NE, w->slice,
           (struct texel_row_source){rows->row[at] + (from & rows->step[at]), rows->step[at]}, none, none);
    run_op(w, LANE_FTOU, w->slice, row_of(w->slice), none, none);
    run_op(w, LANE_UMIN, w->slice, row_of(w->slice), splat(last, w->state->view->slice_count - 1), none);
}

static void find_references(struct work *w, const struct sample_rows *rows, uint32_t from)
{
    const uint32_t *row = rows->row[SAMPLE_REFERENCE];
    size_t step = rows->step[SAMPLE_REFERENCE];

    for (uint32_t i = 0; w->state->op.compares && i < w->count; i++)
        w->reference[i] =
            i && !step ? w->reference[0] : sample_quantise(w->state, row[(from + i) & step]);
}

/* ---- texels ---- */

/* Where a coordinate is outside there is the border. */
static void put_border(struct work *w, unsigned corner, unsigned channel)
{
    splat_row outside, border;
    part_row beyond;

    for (unsigned axis = 0; axis < w->state->axes; axis++) {
        if (w->state->address[axis] != SAMPLE_BORDER)
            continue;
        run_op(w, LANE_IEQ, beyond, row_of(corner >> axis & 1 ? w->high[axis] : w->low[axis]),
               splat(outside, UINT32_MAX), none);
        run_op(w, LANE_SELECT, w->corners[corner][channel], row_of(beyond),
               splat(border, w->state->border[channel]), row_of(w->corners[corner][channel]));
    }
}

static void compare_corner(struct work *w, uint32_t *texel)
{
    enum { NEVER = 1, LESS, EQUAL, LESS_EQUAL, GREATER, NOT_EQUAL, GREATER_EQUAL, ALWAYS };
    static const uint8_t ops[] = {[LESS] = LANE_LT,    [EQUAL] = LANE_EQ,     [LESS_EQUAL] = LANE_GE,
                                  [GREATER] = LANE_LT, [NOT_EQUAL] = LANE_NE, [GREATER_EQUAL] = LANE_GE};
    uint8_t how = w->state->comparison;
    struct texel_row_source a = row_of(w->reference), b = row_of(texel);
    splat_row one;

    if (how <= NEVER || how >= ALWAYS) {
        run_op(w, LANE_MOV, texel, splat(one, how == ALWAYS ? NUM_ONE : 0), none, none);
        return;
    }
    if (how == LESS_EQUAL || how == GREATER) {
        a = row_of(texel);
        b = row_of(w->reference);
    }
    run_op(w, (enum lane_op)ops[how], texel, a, b, none);
    run_op(w, LANE_AND, texel, row_of(texel), splat(one, NUM_ONE), none);
}

/* Codes as floats; the most negative one counts as the one above it. */
static void convert_codes(struct work *w, unsigned channel, uint32_t *texel)
{
    const struct format_channel *from = &w->state->format->channels[channel];
    splat_row least;

    if (!w->state->codes || !from->width || w->apart)
        return;
    if (from->kind != FORMAT_KIND_SNORM) {
        run_op(w, LANE_UTOF, texel, row_of(texel), none, none);
        return;
    }
    run_op(w, LANE_IMAX, texel, row_of(texel), splat(least, 1 - (1u << (from->width - 1))), none);
    run_op(w, LANE_ITOF, texel, row_of(texel), none, none);
}

static void load_apart(struct work *w, unsigned corner, unsigned first, unsigned channels)
{
    struct texel_coord coord = {.mip = w->mip};
    uint32_t texel[4];

    for (uint32_t i = 0; i < w->count; i++) {
        for (unsigned axis = 0; axis < w->state->axes; axis++)
            coord.at[axis] = corner >> axis & 1 ? w->high[axis][i] : w->low[axis][i];
        coord.slice = w->state->slices ? w->slice[i] : 0;
        sample_load(w->state, &coord, texel);
        for (unsigned c = first; c < first + channels; c++)
            w->corners[corner][c][i] = texel[c];
    }
}

static void load_row(struct work *w, unsigned corner, unsigned first, unsigned channels)
{
    static const uint8_t places[4] = {0, 1, 2, 3};
    struct texel_row_source at[TEXEL_ROW_SOURCES] = {{NULL, 0}};
    uint32_t *dst[4];

    for (unsigned axis = 0; axis < w->state->axes; axis++)
        at[axis] = row_of(corner >> axis & 1 ? w->high[axis] : w->low[axis]);
    if (w->state->slices)
        at[w->state->axes] = row_of(w->slice);
    for (unsigned c = 0; c < channels; c++)
        dst[c] = w->corners[corner][first + c];
    texel_row_load(w->table, &w->row, at, NULL, w->count, dst, places + first, channels);
}

static void load_corner(struct work *w, unsigned corner, unsigned first, unsigned channels)
{
    if (w->apart)
        load_apart(w, corner, first, channels);
    else
        load_row(w, corner, first, channels);
    for (unsigned c = first; c < first + channels; c++) {
        convert_codes(w, c, w->corners[corner][c]);
        put_border(w, corner, c);
    }
    if (w->state->op.compares)
        compare_corner(w, w->corners[corner][0]);
}

/* ---- weighing ---- */

static void blend(struct work *w, uint32_t *a, const uint32_t *b, struct texel_row_source weight)
{
    part_row difference;

    run_op(w, LANE_SUB, difference, row_of(b), row_of(a), none);
    for (uint32_t i = 0; i < w->count; i++)
        w->redo[i / 32] |= (uint32_t)(num_abs(difference[i]) >= NUM_INF) << i % 32;
    run_op(w, LANE_MAD, a, row_of(difference), weight, row_of(a));
}

/* The filtered texel in corner 0. */
static void sample_mip(struct work *w, uint32_t mip, const struct sample_rows *rows, uint32_t from)
{
    unsigned axes = w->state->axes, corners = w->linear ? 1u << axes : 1, channels = w->state->op.compares ? 1 : 4;

    find_places(w, mip, rows, from);
    for (unsigned k = 0; k < corners; k++)
        load_corner(w, k, 0, channels);
    for (unsigned axis = 0; w->linear && axis < axes; axis++) {
        for (unsigned k = 0; k < corners; k += 2u << axis) {
            for (unsigned c = 0; c < channels; c++)
                blend(w, w->corners[k][c], w->corners[k | 1u << axis][c], row_of(w->weight[axis]));
        }
    }
}

/* ---- results ---- */

static void finish(struct work *w, uint32_t from, uint32_t *const result[4])
{
    splat_row number;

    for (unsigned c = 0; c < 4; c++) {
        struct texel_row_source texel = row_of(w->corners[0][w->state->op.compares ? 0 : c]);

        if (w->state->op.compares || !w->state->codes)
            run_op(w, LANE_MOV, result[c] + from, texel, none, none);
        else if (w->state->divisor[c])
            run_op(w, LANE_DIV, result[c] + from, texel, splat(number, w->state->divisor[c]), none);
        else
            run_op(w, LANE_MOV, result[c] + from, splat(number, w->state->format->out_of_bounds[c]), none, none);
    }
}

static void gather(struct work *w, const struct sample_rows *rows, uint32_t from, uint32_t *const result[4])
{
    static const uint8_t order[4] = {2, 3, 1, 0};
    unsigned component = w->state->op.compares ? 0 : w->state->op.component;

    find_places(w, 0, rows, from);
    for (unsigned k = 0; k < 4; k++) {
        load_corner(w, order[k], component, 1);
        run_op(w, LANE_MOV, result[k] + from, row_of(w->corners[order[k]][component]), none, none);
    }
}

/* Both mips of a level. */
static bool sample_level(struct work *w, const struct sample_level *level, const struct sample_rows *rows,
                         uint32_t from)
{
    part_row first[4];
    splat_row weight;

    w->linear = level->linear;
    if (!open_mip(w, level->mip))
        return false;
    sample_mip(w, level->mip, rows, from);
    if (!level->part)
        return true;
    memcpy(first, w->corners[0], sizeof(first));
    if (!open_mip(w, level->mip + 1))
        return false;
    sample_mip(w, level->mip + 1, rows, from);
    for (unsigned c = 0; c < (w->state->op.compares ? 1u : 4u); c++) {
        struct texel_row_source part = splat(weight, num_bits((float)level->part / SAMPLE_FRACTION));

        blend(w, first[c], w->corners[0][c], part);
    }
    memcpy(w->corners[0], first, sizeof(first));
    return true;
}

bool sample_by_ops(const struct lane_table *table, struct sample_state *state, uint32_t lod,
                   const struct sample_rows *rows, uint32_t count, uint32_t *const result[4], uint32_t *redo)
{
    struct sample_level level;
    struct work w;

    if (!table->locate || !can_do(state))
        return false;
    w.table = table;
    w.state = state;
    w.linear = true;
    if (state->op.form == SAMPLE_GATHER ? !open_mip(&w, 0) : false)
        return false;
    level = sample_level_at(state, lod);
    for (uint32_t from = 0; from < count; from += PART) {
        w.count = count - from < PART ? count - from : PART;
        memset(w.redo, 0, sizeof(w.redo));
        find_slices(&w, rows, from);
        find_references(&w, rows, from);
        if (state->op.form == SAMPLE_GATHER) {
            gather(&w, rows, from, result);
        } else {
            if (!sample_level(&w, &level, rows, from))
                return false;
            finish(&w, from, result);
        }
        for (uint32_t i = 0; i < w.count; i += 32)
            redo[(from + i) / 32] = w.redo[i / 32];
    }
    return true;
}
