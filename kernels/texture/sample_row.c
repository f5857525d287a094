/*
 * Filtered sampling of rows of lanes, see sample.h.
 *
 * The common case goes through vector kernels (lane_table.h): flat textures of common formats, one mip for
 * all lanes, or two, point or linear. Everything else goes through operations on rows (sample_ops.h).
 */
#include "format.h"
#include "lane_table.h"
#include "number.h"
#include "sample_ops.h"
#include "sample_parts.h"

enum { LONGEST_ROW = 1024 };

typedef uint32_t row_words[LONGEST_ROW] __attribute__((aligned(LANE_ALIGN)));

void sample_row_parameters(const struct sample_rows *rows, uint32_t lane, uint32_t parameters[SAMPLE_PARAMETERS])
{
    for (unsigned p = 0; p < SAMPLE_PARAMETERS; p++)
        parameters[p] = rows->row[p] ? rows->row[p][lane & rows->step[p]] : 0;
}

void sample_row_lane(struct sample_state *state, const struct sample_rows *rows, uint32_t lane,
                     uint32_t *const result[4])
{
    uint32_t parameters[SAMPLE_PARAMETERS], texel[4];

    sample_row_parameters(rows, lane, parameters);
    sample_lane(state, parameters, texel);
    for (unsigned c = 0; c < 4; c++)
        result[c][lane] = texel[c];
}

/* ---- what vector kernels can do ---- */

/* Where the channels of a layout stand among red, green, blue and alpha. */
static const uint8_t *find_layout(const struct format_info *format, uint8_t *layout)
{
    static const uint8_t rgba[4] = {0, 1, 2, 3}, bgra[4] = {2, 1, 0, 3};

    switch (format->number) {
    case FORMAT_R8G8B8A8_UNORM:
        *layout = LANE_TEXEL_UNORM8X4;
        return rgba;
    case FORMAT_B8G8R8A8_UNORM:
    case FORMAT_B8G8R8X8_UNORM:
        *layout = LANE_TEXEL_UNORM8X4;
        return bgra;
    case FORMAT_R8G8B8A8_UNORM_SRGB:
        *layout = LANE_TEXEL_SRGB8X4;
        return rgba;
    case FORMAT_B8G8R8A8_UNORM_SRGB:
    case FORMAT_B8G8R8X8_UNORM_SRGB:
        *layout = LANE_TEXEL_SRGB8X4;
        return bgra;
    case FORMAT_R16G16B16A16_FLOAT:
        *layout = LANE_TEXEL_FLOAT16X4;
        return rgba;
    case FORMAT_R32G32B32A32_FLOAT:
        *layout = LANE_TEXEL_FLOAT32X4;
        return rgba;
    case FORMAT_R32_FLOAT:
        *layout = LANE_TEXEL_FLOAT32;
        return rgba;
    default:
        return NULL;
    }
}

const uint8_t *sample_texels_of(const struct sample_state *state, uint32_t number, uint32_t slice, bool linear,
                                struct lane_texels *texels)
{
    const struct kernel_mip *mip = &state->view->mips[number];
    const uint8_t *channels = find_layout(state->format, &texels->layout);

    *texels = (struct lane_texels){
        .words = (const uint32_t *)(state->view->data + slice * state->view->array_pitch + mip->offset),
        .size = {mip->width, mip->height},
        .row_words = mip->row_pitch / 4,
        .layout = texels->layout,
        .linear = linear};
    if (!channels || mip->row_pitch % 4 || (uint64_t)texels->row_words * mip->height >= 1u << 31)
        return NULL;
    for (unsigned axis = 0; axis < 2; axis++) {
        texels->address[axis] = state->address[axis];
        texels->offset[axis] = state->op.offset[axis];
        if (state->address[axis] == SAMPLE_BORDER || texels->size[axis] > LANE_TEXELS_SIDE ||
            (texels->offset[axis] && texels->size[axis] < LANE_TEXELS_LEAST))
            return NULL;
    }
    return channels;
}

/* Instructions that vector kernels are for; what is left is up to formats, sizes and address modes. */
static bool is_common(const struct sample_state *state)
{
    return state->format && state->axes == 2 && !state->cube && state->op.form == SAMPLE_AT_LEVEL &&
           !state->op.compares && state->reduction == SAMPLE_AVERAGE && !state->first_mip;
}

/* A parameter that all lanes have in common, or do not have. */
static bool is_shared(const struct sample_rows *rows, enum sample_parameter parameter)
{
    return !rows->row[parameter] || !rows->step[parameter];
}

static uint32_t shared(const struct sample_rows *rows, enum sample_parameter parameter)
{
    return rows->row[parameter] ? rows->row[parameter][0] : 0;
}

static bool make_plan(const struct sample_state *state, struct sample_plan *plan)
{
    uint32_t slice = state->slices ? sample_slice_at(state, plan->slice) : 0;
    struct sample_level level = sample_level_at(state, plan->lod);

    plan->mip_count = level.part ? 2 : 1;
    plan->part = level.part;
    for (uint32_t i = 0; i < plan->mip_count; i++) {
        plan->channels = sample_texels_of(state, level.mip + i, slice, level.linear, &plan->mips[i]);
        if (!plan->channels)
            return false;
        plan->mips[i].codes = plan->mip_count > 1;
    }
    return true;
}

/* One level for all lanes: nothing but a filter may depend on it where there is one mip. */
static bool shares_level(const struct sample_state *state, const struct sample_rows *rows, uint32_t *lod)
{
    *lod = shared(rows, SAMPLE_LOD);
    if (is_shared(rows, SAMPLE_LOD))
        return true;
    *lod = 0;
    return state->format && state->view->mip_count == 1 && state->min_linear == state->mag_linear;
}

const struct sample_plan *sample_find_plan(struct sample_state *state, const struct sample_rows *rows)
{
    enum sample_parameter slice_at = SAMPLE_COORD + 2;
    uint32_t lod, slice = state->slices ? shared(rows, slice_at) : 0;
    struct sample_plan *plan = &state->plan;

    if (!is_common(state) || (state->slices && !is_shared(rows, slice_at)))
        return NULL;
    if (!shares_level(state, rows, &lod))
        return NULL;
    if (!plan->known || plan->lod != lod || plan->slice != slice) {
        *plan = (struct sample_plan){.known = true, .lod = lod, .slice = slice};
        plan->possible = make_plan(state, plan);
    }
    return plan->possible ? plan : NULL;
}

/* ---- rows ---- */

static void run_op(const struct lane_table *table, enum lane_op op, uint32_t *dst, const uint32_t *a,
                   const uint32_t *b, size_t b_step, const uint32_t *c, uint32_t count)
{
    struct lane_args args = {
        .dst = {dst}, .src = {a, b, c}, .step = {SIZE_MAX, b_step, SIZE_MAX}, .count = count};

    table->run[op](&args);
}

static void splat(uint32_t to[LANE_SPLAT], uint32_t value)
{
    for (unsigned i = 0; i < LANE_SPLAT; i++)
        to[i] = value;
}

/* Between two mips: the blends of sample.c, for rows. Differences that are not finite go to redo. */
static void blend_mips(const struct lane_table *table, uint32_t *a, const uint32_t *b, uint32_t part,
                       uint32_t count, uint32_t *redo)
{
    uint32_t weight[LANE_SPLAT] __attribute__((aligned(LANE_ALIGN)));
    row_words difference;

    splat(weight, num_bits((float)part / SAMPLE_FRACTION));
    run_op(table, LANE_SUB, difference, b, a, SIZE_MAX, NULL, count);
    for (uint32_t i = 0; i < count; i++)
        redo[i / 32] |= (uint32_t)(num_abs(difference[i]) >= NUM_INF) << i % 32;
    run_op(table, LANE_MAD, a, difference, weight, 0, a, count);
}

static void finish_channel(const struct lane_table *table, const struct sample_state *state, unsigned c,
                           bool codes, uint32_t count, uint32_t *row)
{
    uint32_t divisor[LANE_SPLAT] __attribute__((aligned(LANE_ALIGN)));

    if (!state->format->channels[c].width) {
        for (uint32_t i = 0; i < count; i++)
            row[i] = state->format->out_of_bounds[c];
    } else if (codes) {
        splat(divisor, state->divisor[c]);
        run_op(table, LANE_DIV, row, row, divisor, 0, NULL, count);
    }
}

static void run_plan(const struct lane_table *table, const struct sample_state *state,
                     const struct sample_plan *plan, const struct sample_rows *rows, uint32_t count,
                     uint32_t *const result[4], uint32_t *redo)
{
    const uint32_t *const uv[2] = {rows->row[SAMPLE_COORD], rows->row[SAMPLE_COORD + 1]};
    const size_t step[2] = {rows->step[SAMPLE_COORD], rows->step[SAMPLE_COORD + 1]};
    unsigned channels = plan->mips[0].layout == LANE_TEXEL_FLOAT32 ? 1 : 4;
    uint32_t *out[4], *next_out[4], more[LONGEST_ROW / 32];
    row_words next[4];

    for (unsigned c = 0; c < 4; c++) {
        out[c] = result[plan->channels[c]];
        next_out[c] = next[c];
    }
    table->sample(&plan->mips[0], uv, step, count, out, redo);
    if (plan->mip_count > 1) {
        table->sample(&plan->mips[1], uv, step, count, next_out, more);
        for (uint32_t word = 0; word < (count + 31) / 32; word++)
            redo[word] |= more[word];
        for (unsigned c = 0; c < channels; c++)
            blend_mips(table, out[c], next[c], plan->part, count, redo);
    }
    for (unsigned c = 0; c < 4; c++)
        finish_channel(table, state, c, state->codes && plan->mips[0].codes, count, result[c]);
}

void sample_row(const struct lane_table *table, struct sample_state *state, const struct sample_rows *rows,
                const uint32_t *mask, uint32_t count, uint32_t *const result[4])
{
    const struct sample_plan *plan = table->sample && count <= LONGEST_ROW ? sample_find_plan(state, rows) : NULL;
    uint32_t redo[LONGEST_ROW / 32];
    bool done = plan != NULL;

    if (plan)
        run_plan(table, state, plan, rows, count, result, redo);
    else if (count <= LONGEST_ROW)
        done = sample_by_ops(table, state, rows, mask, count, result, redo);
    for (uint32_t word = 0; word < (count + 31) / 32; word++) {
        for (uint32_t rest = done ? mask[word] & redo[word] : mask[word]; rest; rest &= rest - 1)
            sample_row_lane(state, rows, word * 32 + (uint32_t)__builtin_ctz(rest), result);
    }
}
