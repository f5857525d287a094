/*
 * Sampling by operations on rows, see sample_ops.h: places of the axes, texels of the corners through texel_row.h,
 * blends as in sample.c.
 *
 * Levels of detail are found lane by lane; then each mip that any lane wants is sampled for all of them, and each lane
 * keeps its own. An anisotropic filter does that once for each tap. Faces of cubes are slices; lanes whose texels lie on
 * two faces are done over.
 */
#include "sample_ops.h"

#include <string.h>

#include "dxbc.h"
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
    struct texel_row_source coordinates[3]; /* of cubes: within the face */
    part_row face_places[2], taps_places[2];
    part_row low[3], high[3], weight[3], slice, reference;
    part_row corners[SAMPLE_MOST_CORNERS][4];
    part_row first[4], second[4];           /* the two mips of each lane */
    bool shared;                            /* all lanes have this level: */
    struct sample_level level;
    part_row mip_of, part_of, linear_of;    /* else that of each lane */
    part_row taps, along[2];
    uint32_t spoilt[PART / 32]; /* lanes that this mip is not right for */
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

/* ---- opening ---- */

/* Codes are loaded as whole numbers. */
static void open_mip(struct work *w, uint32_t mip)
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
    memset(w->spoilt, 0, sizeof(w->spoilt));
}

/* ---- places ---- */

static void spoil(struct work *w, uint32_t lane)
{
    w->spoilt[lane / 32] |= 1u << lane % 32;
}

/* Sizes and offsets that the kernel of rows is right for. */
static bool fits(const struct work *w, unsigned axis, uint32_t size)
{
    return !w->state->cube && !w->state->op.own_offset && size && size <= LANE_TEXELS_SIDE &&
           (!w->state->op.offset[axis] || size >= LANE_TEXELS_LEAST);
}

/* Of a cube: the texels stand on the face, or the lane is spoilt. */
static void place_on_face(struct work *w, unsigned axis, uint32_t lane, struct sample_place place, uint32_t size,
                          bool linear)
{
    int32_t last = (int32_t)size - 1, texel = place.texel;

    if (!linear)
        texel = sample_address_texel(texel, size, SAMPLE_CLAMP_EDGE);
    if (texel < 0 || texel + (linear ? 1 : 0) > last) {
        spoil(w, lane);
        texel = 0;
    }
    w->low[axis][lane] = (uint32_t)texel;
    w->high[axis][lane] = (uint32_t)(texel < last ? texel + 1 : texel);
}

static int32_t offset_of(const struct work *w, unsigned axis, const struct sample_rows *rows, uint32_t lane)
{
    enum sample_parameter at = SAMPLE_OFFSET + axis;

    if (w->state->op.own_offset)
        return axis < 2 ? (int32_t)(rows->row[at][lane & rows->step[at]] << 26) >> 26 : 0;
    return w->state->op.offset[axis];
}

/* Lane by lane, from lane `from` of the rows on. */
static void place_apart(struct work *w, unsigned axis, uint32_t size, bool linear, const struct sample_rows *rows,
                        uint32_t from)
{
    const struct texel_row_source *at = &w->coordinates[axis];
    uint8_t address = w->state->address[axis];

    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t u = at->row[i & at->step];
        struct sample_place place =
            sample_place_at(w->state->cube ? u : sample_reduce(u, address), size, linear);

        w->weight[axis][i] = num_bits((float)place.fraction / SAMPLE_FRACTION);
        if (w->state->cube) {
            place_on_face(w, axis, i, place, size, linear);
            continue;
        }
        place.texel += offset_of(w, axis, rows, from + i);
        w->low[axis][i] = (uint32_t)sample_address_texel(place.texel, size, address);
        w->high[axis][i] = (uint32_t)sample_address_texel(place.texel + 1, size, address);
    }
}

static void find_places(struct work *w, uint32_t mip, const struct sample_rows *rows, uint32_t from)
{
    const struct kernel_mip *at = &w->state->view->mips[mip];
    const uint32_t size[3] = {at->width, at->height, at->depth};
    struct lane_texels axis_of = {.linear = w->linear || w->state->op.form == SAMPLE_GATHER};

    for (unsigned axis = 0; axis < w->state->axes; axis++) {
        if (!fits(w, axis, size[axis])) {
            place_apart(w, axis, size[axis], axis_of.linear, rows, from);
            continue;
        }
        axis_of.size[0] = size[axis];
        axis_of.address[0] = w->state->address[axis];
        axis_of.offset[0] = w->state->op.offset[axis];
        w->table->locate(&axis_of, w->coordinates[axis].row, w->coordinates[axis].step, w->count, w->low[axis],
                         w->high[axis], w->weight[axis]);
    }
}

static struct texel_row_source part_of(const struct sample_rows *rows, unsigned parameter, uint32_t from)
{
    return (struct texel_row_source){rows->row[parameter] + (from & rows->step[parameter]), rows->step[parameter]};
}

static void find_faces(struct work *w, const struct sample_rows *rows, uint32_t from)
{
    bool many = w->state->view->dimension != DXBC_DIM_TEXTURECUBE;

    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t direction[4], u[2];

        for (unsigned c = 0; c < 4; c++)
            direction[c] = rows->row[SAMPLE_COORD + c][(from + i) & rows->step[SAMPLE_COORD + c]];
        w->slice[i] = sample_cube_face(direction, u) + (many ? 6 * sample_slice_at(w->state, direction[3]) : 0);
        w->face_places[0][i] = u[0];
        w->face_places[1][i] = u[1];
    }
    w->coordinates[0] = row_of(w->face_places[0]);
    w->coordinates[1] = row_of(w->face_places[1]);
}

/* Where lanes sample, whatever the mip. */
static void find_coordinates(struct work *w, const struct sample_rows *rows, uint32_t from)
{
    unsigned at = SAMPLE_COORD + w->state->axes;
    splat_row last;

    if (w->state->cube) {
        find_faces(w, rows, from);
        return;
    }
    for (unsigned axis = 0; axis < w->state->axes; axis++)
        w->coordinates[axis] = part_of(rows, SAMPLE_COORD + axis, from);
    if (!w->state->slices)
        return;
    run_op(w, LANE_ROUND_NE, w->slice, part_of(rows, at, from), none, none);
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

/* Parts of texels: see mix in sample.c. */
static void average(struct work *w, uint32_t *a, const uint32_t *b, struct texel_row_source weight)
{
    part_row difference;

    run_op(w, LANE_SUB, difference, row_of(b), row_of(a), none);
    for (uint32_t i = 0; i < w->count; i++)
        w->spoilt[i / 32] |= (uint32_t)(num_abs(difference[i]) >= NUM_INF) << i % 32;
    run_op(w, LANE_MAD, a, row_of(difference), weight, row_of(a));
}

static void blend(struct work *w, uint32_t *a, const uint32_t *b, struct texel_row_source weight)
{
    bool least = w->state->reduction == SAMPLE_MINIMUM;
    part_row extreme;

    if (w->state->reduction == SAMPLE_AVERAGE) {
        average(w, a, b, weight);
        return;
    }
    run_op(w, least ? LANE_MIN : LANE_MAX, extreme, row_of(a), row_of(b), none);
    run_op(w, LANE_SELECT, a, weight, row_of(extreme), row_of(a));
    run_op(w, LANE_FLUSH, a, row_of(a), none, none);
    run_op(w, LANE_CANON, a, row_of(a), none, none);
}

/* Components that filters look at. */
static unsigned filtered(const struct work *w)
{
    return w->state->op.compares ? 1 : 4;
}

/* By the kernel for whole vectors, where there is one for the texture. */
static bool sample_at_once(struct work *w, uint32_t mip)
{
    const struct sample_state *state = w->state;
    const uint32_t *const uv[2] = {w->coordinates[0].row, w->coordinates[1].row};
    const size_t step[2] = {w->coordinates[0].step, w->coordinates[1].step};
    struct lane_texels texels;
    const uint8_t *channels;
    uint32_t *out[4];

    if (state->axes != 2 || state->slices || state->op.compares || state->reduction != SAMPLE_AVERAGE)
        return false;
    channels = sample_texels_of(state, mip, 0, w->linear, &texels);
    if (!channels)
        return false;
    texels.codes = state->codes;
    for (unsigned c = 0; c < 4; c++)
        out[c] = w->corners[0][channels[c]];
    w->mip = mip;
    w->table->sample(&texels, uv, step, w->count, out, w->spoilt);
    for (unsigned c = 0; c < 4; c++) {
        for (uint32_t i = 0; i < w->count && !state->format->channels[c].width; i++)
            w->corners[0][c][i] = state->format->out_of_bounds[c];
    }
    return true;
}

/* The filtered texel in corner 0. */
static void sample_mip(struct work *w, uint32_t mip, const struct sample_rows *rows, uint32_t from)
{
    unsigned axes = w->state->axes, corners = w->linear ? 1u << axes : 1, channels = filtered(w);

    if (sample_at_once(w, mip))
        return;
    open_mip(w, mip);
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

/* ---- levels ---- */

/* Is it the same for all lanes? Nothing but a filter may depend on it where there is one mip. */
static bool shares_level(const struct sample_state *state, const struct sample_rows *rows)
{
    return state->op.form == SAMPLE_AT_LEVEL &&
           (!rows->row[SAMPLE_LOD] || !rows->step[SAMPLE_LOD] ||
            (state->view->mip_count == 1 && state->min_linear == state->mag_linear));
}

static bool is_active(const uint32_t *mask, uint32_t lane)
{
    return mask[lane / 32] >> lane % 32 & 1;
}

/* Inactive lanes get the level of another one. Returns the most taps that any lane takes. */
static uint32_t find_levels(struct work *w, const struct sample_rows *rows, const uint32_t *mask, uint32_t from)
{
    uint32_t parameters[SAMPLE_PARAMETERS], most = 1, known = 0;
    struct sample_gradient gradient;
    struct sample_level level;

    while (known + 1 < w->count && !is_active(mask, from + known))
        known++;
    sample_row_parameters(rows, from + known, parameters);
    level = sample_level_of(w->state, parameters, &gradient);
    w->level = level;
    w->shared = shares_level(w->state, rows);
    for (uint32_t i = 0; i < w->count && !w->shared; i++) {
        if (i > known && is_active(mask, from + i)) {
            sample_row_parameters(rows, from + i, parameters);
            level = sample_level_of(w->state, parameters, &gradient);
        }
        w->mip_of[i] = level.mip;
        w->part_of[i] = level.part;
        w->linear_of[i] = level.linear;
        w->taps[i] = gradient.taps;
        w->along[0][i] = gradient.along[0];
        w->along[1][i] = gradient.along[1];
        most = gradient.taps > most ? gradient.taps : most;
    }
    return most;
}

/* Mips that lanes want, bits 2 * mip + linear. */
static uint64_t wanted_mips(const struct work *w)
{
    uint64_t all = 0;

    for (uint32_t i = 0; i < w->count; i++) {
        all |= UINT64_C(1) << (2 * w->mip_of[i] + w->linear_of[i]);
        if (w->part_of[i])
            all |= UINT64_C(1) << (2 * (w->mip_of[i] + 1) + w->linear_of[i]);
    }
    return all;
}

/* The mip just sampled, for lanes that have it `further` behind their first one. */
static void keep_mip(struct work *w, uint32_t further, part_row texels[4])
{
    uint32_t chosen[PART];

    for (uint32_t i = 0; i < w->count; i++) {
        chosen[i] = w->mip_of[i] + further == w->mip && w->linear_of[i] == w->linear && (!further || w->part_of[i])
                        ? UINT32_MAX
                        : 0;
        w->redo[i / 32] |= w->spoilt[i / 32] & chosen[i] & 1u << i % 32;
    }
    for (unsigned c = 0; c < filtered(w); c++) {
        for (uint32_t i = 0; i < w->count; i++)
            texels[c][i] = (w->corners[0][c][i] & chosen[i]) | (texels[c][i] & ~chosen[i]);
    }
}

static void keep_spoilt(struct work *w)
{
    for (uint32_t i = 0; i < w->count; i += 32)
        w->redo[i / 32] |= w->spoilt[i / 32];
}

static void sample_shared_level(struct work *w, const struct sample_rows *rows, uint32_t from)
{
    splat_row weight;

    w->linear = w->level.linear;
    sample_mip(w, w->level.mip, rows, from);
    memcpy(w->first, w->corners[0], filtered(w) * sizeof(w->first[0]));
    keep_spoilt(w);
    if (!w->level.part)
        return;
    sample_mip(w, w->level.mip + 1, rows, from);
    for (unsigned c = 0; c < filtered(w); c++)
        blend(w, w->first[c], w->corners[0][c], splat(weight, num_bits((float)w->level.part / SAMPLE_FRACTION)));
    keep_spoilt(w);
}

/* Both mips of each lane's level, weighed together into `first`. */
static void sample_levels(struct work *w, const struct sample_rows *rows, uint32_t from)
{
    uint64_t wanted;
    part_row weight, blended;
    bool between = false;

    if (w->shared) {
        sample_shared_level(w, rows, from);
        return;
    }
    wanted = wanted_mips(w);
    for (uint32_t i = 0; i < w->count; i++) {
        weight[i] = num_bits((float)w->part_of[i] / SAMPLE_FRACTION);
        between |= w->part_of[i] != 0;
    }
    memset(w->second, 0, between ? sizeof(w->second) : 0);
    for (; wanted; wanted &= wanted - 1) {
        unsigned number = (unsigned)__builtin_ctzll(wanted);

        w->linear = number % 2;
        sample_mip(w, number / 2, rows, from);
        keep_mip(w, 0, w->first);
        if (between)
            keep_mip(w, 1, w->second);
    }
    if (!between)
        return;
    memset(w->spoilt, 0, sizeof(w->spoilt));
    for (unsigned c = 0; c < filtered(w); c++) {
        memcpy(blended, w->first[c], sizeof(blended));
        blend(w, blended, w->second[c], row_of(weight));
        run_op(w, LANE_SELECT, w->first[c], row_of(weight), row_of(blended), row_of(w->first[c]));
    }
    for (uint32_t i = 0; i < w->count; i++)
        w->redo[i / 32] |= (w->part_of[i] ? w->spoilt[i / 32] : 0) & 1u << i % 32;
}

/* ---- anisotropic filters ---- */

static void place_taps(struct work *w, const struct texel_row_source middle[2], uint32_t tap)
{
    for (unsigned axis = 0; axis < 2; axis++) {
        for (uint32_t i = 0; i < w->count; i++) {
            uint32_t at = middle[axis].row[i & middle[axis].step];

            if (w->taps[i] > 1 && tap < w->taps[i])
                at = num_mad(w->along[axis][i], sample_tap_at(tap, w->taps[i]), at);
            w->taps_places[axis][i] = at;
        }
        w->coordinates[axis] = row_of(w->taps_places[axis]);
    }
}

/* The texels of all taps, as sample_line in sample.c has them. */
static void sample_line(struct work *w, const struct sample_rows *rows, uint32_t from, uint32_t most)
{
    const struct texel_row_source middle[2] = {w->coordinates[0], w->coordinates[1]};
    double sum[4][PART] = {{0}};
    part_row texel[4];
    uint8_t reduction = w->state->reduction;

    for (uint32_t tap = 0; tap < most; tap++) {
        place_taps(w, middle, tap);
        sample_levels(w, rows, from);
        if (tap == 0)
            memcpy(texel, w->first, sizeof(texel));
        for (unsigned c = 0; c < filtered(w); c++) {
            for (uint32_t i = 0; i < w->count; i++) {
                if (tap >= w->taps[i])
                    continue;
                sum[c][i] += (double)num_float(num_flush(w->first[c][i]));
                if (reduction != SAMPLE_AVERAGE && w->taps[i] > 1)
                    texel[c][i] = reduction == SAMPLE_MINIMUM ? num_min(texel[c][i], w->first[c][i])
                                                              : num_max(texel[c][i], w->first[c][i]);
            }
        }
    }
    for (unsigned c = 0; c < filtered(w); c++) {
        for (uint32_t i = 0; i < w->count; i++)
            w->first[c][i] = reduction == SAMPLE_AVERAGE && w->taps[i] > 1 ? num_narrow(sum[c][i] / w->taps[i])
                                                                           : texel[c][i];
    }
}

/* ---- results ---- */

static void finish(struct work *w, uint32_t from, uint32_t *const result[4])
{
    splat_row number;

    for (unsigned c = 0; c < 4; c++) {
        struct texel_row_source texel = row_of(w->first[w->state->op.compares ? 0 : c]);

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

    open_mip(w, 0);
    find_places(w, 0, rows, from);
    memcpy(w->redo, w->spoilt, sizeof(w->redo));
    for (unsigned k = 0; k < 4; k++) {
        load_corner(w, order[k], component, 1);
        run_op(w, LANE_MOV, result[k] + from, row_of(w->corners[order[k]][component]), none, none);
    }
}

static void sample_part(struct work *w, const struct sample_rows *rows, const uint32_t *mask, uint32_t from,
                        uint32_t *const result[4])
{
    uint32_t taps;

    memset(w->redo, 0, sizeof(w->redo));
    find_coordinates(w, rows, from);
    find_references(w, rows, from);
    if (w->state->op.form == SAMPLE_GATHER) {
        gather(w, rows, from, result);
        return;
    }
    taps = find_levels(w, rows, mask, from);
    if (taps > 1)
        sample_line(w, rows, from, taps);
    else
        sample_levels(w, rows, from);
    finish(w, from, result);
}

bool sample_by_ops(const struct lane_table *table, struct sample_state *state, const struct sample_rows *rows,
                   const uint32_t *mask, uint32_t count, uint32_t *const result[4], uint32_t *redo)
{
    struct work w;

    if (!table->locate || !table->sample || !state->format || state->first_mip || (state->slices && !state->view->slice_count))
        return false;
    w.table = table;
    w.state = state;
    w.linear = true;
    for (uint32_t from = 0; from < count; from += PART) {
        w.count = count - from < PART ? count - from : PART;
        sample_part(&w, rows, mask, from, result);
        for (uint32_t i = 0; i < w.count; i += 32)
            redo[(from + i) / 32] = w.redo[i / 32];
    }
    return true;
}
