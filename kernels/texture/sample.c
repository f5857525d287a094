/*
 * Filtered sampling of one lane: levels of detail become mips, texels are weighed together. See sample.h.
 */
#include "sample.h"

#include <float.h>
#include <string.h>

#include "dxbc.h"
#include "format.h"
#include "sample_parts.h"
#include "texel.h"

/* ---- instructions ---- */

#define BIT(name)     (1u << SAMPLE_##name)
#define COORD_BITS    (0xFu << SAMPLE_COORD)
#define OFFSET_BITS   (0x3u << SAMPLE_OFFSET)
#define GRADIENT_BITS (0x7u << SAMPLE_DDX | 0x7u << SAMPLE_DDY)

struct sample_op sample_op_of(const struct dxbc_instr *instr, uint8_t component)
{
    struct sample_op op = {.form = SAMPLE_AT_LEVEL, .component = component, .parameters = COORD_BITS};

    switch (instr->opcode) {
    case DXBC_OP_SAMPLE_L:
    case DXBC_OP_SAMPLE_L_S:
        op.parameters |= BIT(LOD);
        break;
    case DXBC_OP_SAMPLE_C_LZ:
    case DXBC_OP_SAMPLE_C_LZ_S:
        op.parameters |= BIT(REFERENCE);
        break;
    case DXBC_OP_SAMPLE_D:
        op.form = SAMPLE_WITH_GRADIENT;
        op.parameters |= GRADIENT_BITS;
        break;
    case DXBC_OP_SAMPLE_D_CL_S:
        op.form = SAMPLE_WITH_GRADIENT;
        op.parameters |= GRADIENT_BITS | BIT(CLAMP);
        break;
    case DXBC_OP_GATHER4_C:
    case DXBC_OP_GATHER4_C_S:
        op.parameters |= BIT(REFERENCE);
        op.form = SAMPLE_GATHER;
        break;
    case DXBC_OP_GATHER4_PO:
    case DXBC_OP_GATHER4_PO_S:
        op.parameters |= OFFSET_BITS;
        op.form = SAMPLE_GATHER;
        break;
    case DXBC_OP_GATHER4_PO_C:
    case DXBC_OP_GATHER4_PO_C_S:
        op.parameters |= OFFSET_BITS | BIT(REFERENCE);
        op.form = SAMPLE_GATHER;
        break;
    default: /* gather4 */
        op.form = SAMPLE_GATHER;
    }
    op.compares = op.parameters & BIT(REFERENCE);
    op.own_offset = op.parameters & BIT(OFFSET);
    if (instr->has_offsets)
        memcpy(op.offset, instr->texel_offset, sizeof(op.offset));
    return op;
}

/* ---- views and samplers ---- */

/* Bits of a filter, as Direct3D numbers them. */
enum { MIP_LINEAR = 0x01, MAG_LINEAR = 0x04, MIN_LINEAR = 0x10, ANISOTROPIC = 0x40, REDUCTION = 7 };

static const struct kernel_sampler default_sampler = {
    .filter = MIP_LINEAR | MAG_LINEAR | MIN_LINEAR,
    .address = {SAMPLE_CLAMP_EDGE, SAMPLE_CLAMP_EDGE, SAMPLE_CLAMP_EDGE},
    .comparison = 1,
    .min_lod = -FLT_MAX,
    .max_lod = FLT_MAX,
};

static bool can_sample(const struct kernel_view *view, const struct sample_op *op)
{
    if (view->kind != KERNEL_VIEW_TEXTURE || !view->format || !format_is_loadable(view->format) ||
        !view->mip_count)
        return false;
    switch (view->dimension) {
    case DXBC_DIM_TEXTURE2D:
    case DXBC_DIM_TEXTURE2DARRAY:
    case DXBC_DIM_TEXTURECUBE:
    case DXBC_DIM_TEXTURECUBEARRAY:
        return view->sample_count < 2;
    case DXBC_DIM_TEXTURE1D:
    case DXBC_DIM_TEXTURE1DARRAY:
    case DXBC_DIM_TEXTURE3D:
        return op->form != SAMPLE_GATHER;
    default:
        return false;
    }
}

static uint32_t largest_code(const struct format_channel *channel)
{
    return (1u << (channel->kind == FORMAT_KIND_SNORM ? channel->width - 1u : channel->width)) - 1;
}

static uint32_t between(uint32_t value, float least, float largest)
{
    return num_max(num_min(value, num_bits(largest)), num_bits(least));
}

/* What a float format of fewer bits can hold at most: 0 for those that hold anything. */
static float largest_float(const struct format_info *format, unsigned c)
{
    if (format->flags & FORMAT_IS_SHARED_EXPONENT)
        return 65408.0f;
    switch (format->channels[c].width) {
    case 10:
        return 64512.0f;
    case 11:
        return 65024.0f;
    case 16:
        return 65504.0f;
    default:
        return 0;
    }
}

static bool has_sign(const struct format_info *format, unsigned c)
{
    return !(format->flags & FORMAT_IS_SHARED_EXPONENT) && format->number != FORMAT_BC6H_UF16 &&
           format->channels[c].width >= 16;
}

/* Brought into the range of the format. */
static uint32_t border_value(const struct format_info *format, unsigned c, float colour)
{
    uint32_t value = num_canon(num_bits(colour));
    float largest;

    switch (format->channels[c].kind) {
    case FORMAT_KIND_UNORM:
    case FORMAT_KIND_SRGB:
        return num_saturate(value);
    case FORMAT_KIND_SNORM:
        return num_is_nan(value) ? 0 : between(value, -1, 1);
    case FORMAT_KIND_UINT:
        return num_ftou(value);
    case FORMAT_KIND_SINT:
        return num_ftoi(value);
    default:
        largest = largest_float(format, c);
        if (largest == 0 || num_is_nan(value))
            return value;
        return between(value, has_sign(format, c) ? -largest : 0, largest);
    }
}

static void set_border(struct sample_state *state, const struct kernel_sampler *sampler)
{
    const struct format_info *format = state->format;

    for (unsigned c = 0; c < 4; c++) {
        state->border[c] = format->out_of_bounds[c];
        if (!format->channels[c].width)
            continue;
        state->border[c] = border_value(format, c, sampler->border[c]);
        if (state->codes)
            state->border[c] = num_mul(state->border[c], state->divisor[c]);
    }
}

/* Elements whose channels are whole numbers that stand for fractions. */
static bool has_codes(const struct format_info *format)
{
    return format->load && (format->kind == FORMAT_KIND_UNORM || format->kind == FORMAT_KIND_SNORM) &&
           !format_is_srgb(format);
}

static void set_format(struct sample_state *state)
{
    const struct format_info *format = state->format;

    state->integer = format_is_integer(format);
    state->codes = has_codes(format) && (state->op.form != SAMPLE_GATHER || state->op.compares);
    for (unsigned c = 0; c < 4; c++) {
        const struct format_channel *channel = &format->channels[c];

        state->divisor[c] = state->codes && channel->width ? num_utof(largest_code(channel)) : 0;
    }
}

static void set_filter(struct sample_state *state, const struct kernel_sampler *sampler)
{
    bool filtered = !state->integer;

    state->min_linear = filtered && sampler->filter & MIN_LINEAR;
    state->mag_linear = filtered && sampler->filter & MAG_LINEAR;
    state->mip_linear = filtered && sampler->filter & MIP_LINEAR;
    state->most_taps = filtered && sampler->filter & ANISOTROPIC ? sampler->max_anisotropy : 1;
    state->most_taps = state->most_taps < 1 ? 1 : state->most_taps > 16 ? 16 : state->most_taps;
    state->reduction = sampler->filter >> REDUCTION & 3;
    if (state->reduction == SAMPLE_COMPARE || state->op.form == SAMPLE_GATHER)
        state->reduction = SAMPLE_AVERAGE;
    state->comparison = (uint8_t)sampler->comparison;
    for (unsigned axis = 0; axis < 3; axis++)
        state->address[axis] = (uint8_t)sampler->address[axis];
    state->bias = num_bits(sampler->mip_lod_bias);
    state->min_lod = num_bits(sampler->min_lod);
    state->max_lod = num_bits(sampler->max_lod);
}

void sample_prepare(struct sample_state *state, const struct sample_op *op, const struct kernel_view *view,
                    const struct kernel_sampler *sampler)
{
    state->op = *op;
    state->view = view;
    state->touched = NULL;
    state->format = can_sample(view, op) ? view->format : NULL;
    state->slices = state->cube = false;
    if (!state->format)
        return;
    if (!sampler)
        sampler = &default_sampler;
    state->axes = (uint8_t)texel_axes(view->dimension);
    state->slices = texel_has_slices(view->dimension);
    state->cube = view->dimension == DXBC_DIM_TEXTURECUBE || view->dimension == DXBC_DIM_TEXTURECUBEARRAY;
    memset(state->cached, 0, sizeof(state->cached));
    state->plan.known = false;
    set_format(state);
    set_filter(state, sampler);
    set_border(state, sampler);
    state->resource_lod = num_bits(view->min_lod);
    state->first_mip = texel_first_mip(view);
}

/* ---- weighing ---- */

/* a + (b - a) * part / 256 with one rounding for each step. Where the difference is not finite, parts of
 * both. */
static uint32_t mix(uint32_t a, uint32_t b, uint32_t part)
{
    uint32_t difference = num_add(b, num_neg(a)), weight = num_bits((float)part / SAMPLE_FRACTION);

    if (num_abs(difference) < NUM_INF)
        return num_mad(difference, weight, a);
    if (!part)
        return num_canon(num_flush(a));
    return num_mad(b, weight, num_mul(a, num_bits((float)(SAMPLE_FRACTION - part) / SAMPLE_FRACTION)));
}

/* What lies part / 256 of the way from a to b. Minima and maxima do not look at what would have no weight. */
static uint32_t blend(const struct sample_state *state, uint32_t a, uint32_t b, uint32_t part)
{
    if (state->reduction == SAMPLE_AVERAGE)
        return mix(a, b, part);
    if (!part)
        return num_canon(num_flush(a));
    return state->reduction == SAMPLE_MINIMUM ? num_min(a, b) : num_max(a, b);
}

static void blend_all(const struct sample_state *state, uint32_t a[4], const uint32_t b[4], uint32_t part)
{
    for (unsigned c = 0; c < (state->op.compares ? 1u : 4u); c++)
        a[c] = blend(state, a[c], b[c], part);
}

/* ---- one mip ---- */

static void find_places(const struct sample_state *state, const struct sample_where *where, uint32_t mip,
                        bool linear, struct sample_place places[3])
{
    const struct kernel_mip *size = &state->view->mips[mip];
    const uint32_t extent[3] = {size->width, size->height, size->depth};

    for (unsigned axis = 0; axis < state->axes; axis++) {
        uint32_t u = state->cube ? where->u[axis] : sample_reduce(where->u[axis], state->address[axis]);

        places[axis] = sample_place_at(u, extent[axis], linear);
        if (!state->cube)
            places[axis].texel += where->offset[axis];
    }
}

static void sample_mip(struct sample_state *state, const struct sample_where *where, uint32_t mip,
                       bool linear, uint32_t texel[4])
{
    uint32_t corners[SAMPLE_MOST_CORNERS][4];
    struct sample_place places[3];

    find_places(state, where, mip, linear, places);
    sample_fetch(state, where, mip, places, linear, corners);
    for (unsigned axis = 0; linear && axis < state->axes; axis++) {
        for (uint32_t k = 0; k < 1u << state->axes; k += 2u << axis)
            blend_all(state, corners[k], corners[k | 1u << axis], places[axis].fraction);
    }
    memcpy(texel, corners[0], sizeof(corners[0]));
}

/* ---- levels ---- */

static uint32_t limit_lod(const struct sample_state *state, uint32_t lod, uint32_t least)
{
    lod = num_min(num_add(lod, state->bias), state->max_lod);
    lod = num_max(lod, state->min_lod);
    if (state->op.parameters & BIT(CLAMP))
        lod = num_max(lod, least);
    return num_max(lod, state->resource_lod);
}

static struct sample_level level_at(const struct sample_state *state, uint32_t lod)
{
    uint32_t last = state->view->mip_count - 1, size = num_min(num_max(lod, 0), num_bits(255.0f));
    uint32_t fixed = (uint32_t)sample_fixed(size, SAMPLE_FRACTION, 0);
    struct sample_level level = {.linear = num_lt(0, lod) ? state->min_linear : state->mag_linear};

    if (state->mip_linear) {
        level.mip = fixed >> 8;
        level.part = fixed & 0xFF;
    } else {
        level.mip = (fixed + SAMPLE_FRACTION / 2) >> 8;
    }
    if (level.mip >= last) {
        level.mip = last;
        level.part = 0;
    }
    return level;
}

struct sample_level sample_level_at(const struct sample_state *state, uint32_t lod)
{
    return level_at(state, limit_lod(state, lod, 0));
}

static void sample_levels(struct sample_state *state, const struct sample_where *where,
                          const struct sample_level *level, uint32_t texel[4])
{
    uint32_t next[4];

    sample_mip(state, where, level->mip, level->linear, texel);
    if (!level->part)
        return;
    sample_mip(state, where, level->mip + 1, level->linear, next);
    blend_all(state, texel, next, level->part);
}

/* Taps at equal distances along the line, the same weight for each. Their sum is exact for texels that are
 * alike. */
static void sample_line(struct sample_state *state, const struct sample_where *where,
                        const struct sample_level *level, const struct sample_gradient *gradient,
                        uint32_t texel[4])
{
    uint32_t taps = gradient->taps, tap[4];
    double sum[4] = {0};

    for (uint32_t i = 0; i < taps; i++) {
        uint32_t at = sample_tap_at(i, taps);
        struct sample_where there = *where;

        for (unsigned axis = 0; axis < 2; axis++)
            there.u[axis] = num_mad(gradient->along[axis], at, where->u[axis]);
        sample_levels(state, &there, level, tap);
        if (i == 0)
            memcpy(texel, tap, sizeof(tap));
        for (unsigned c = 0; c < (state->op.compares ? 1u : 4u); c++) {
            sum[c] += (double)num_float(num_flush(tap[c]));
            if (state->reduction != SAMPLE_AVERAGE)
                texel[c] = blend(state, texel[c], tap[c], 1);
        }
    }
    for (unsigned c = 0; c < 4 && state->reduction == SAMPLE_AVERAGE; c++)
        texel[c] = num_narrow(sum[c] / taps);
}

/* ---- forms ---- */

uint32_t sample_slice_at(const struct sample_state *state, uint32_t coordinate)
{
    uint32_t count = state->cube ? state->view->slice_count / 6 : state->view->slice_count;
    uint32_t slice = num_ftou(num_round_ne(coordinate));

    return slice < count ? slice : count ? count - 1 : 0;
}

static void open_where(const struct sample_state *state, const uint32_t parameters[SAMPLE_PARAMETERS],
                       struct sample_where *where)
{
    const uint32_t *coord = &parameters[SAMPLE_COORD];
    uint32_t after = state->cube ? 3 : state->axes, face = 0;

    *where = (struct sample_where){.slice = 0};
    if (state->cube)
        face = sample_cube_face(coord, where->u);
    else
        memcpy(where->u, coord, state->axes * sizeof(*coord));
    if (state->slices && state->view->dimension != DXBC_DIM_TEXTURECUBE)
        where->slice = sample_slice_at(state, coord[after]);
    if (state->cube)
        where->slice = 6 * where->slice + face;
    for (unsigned axis = 0; axis < 3; axis++)
        where->offset[axis] = state->op.offset[axis];
    for (unsigned axis = 0; state->op.own_offset && axis < 2; axis++)
        where->offset[axis] = (int32_t)(parameters[SAMPLE_OFFSET + axis] << 26) >> 26;
    if (state->op.compares)
        where->reference = sample_quantise(state, parameters[SAMPLE_REFERENCE]);
}

/* Where a resource is clamped to mips that the view lacks, reads are out of bounds. */
static void out_of_bounds(const struct sample_state *state, const struct sample_where *where,
                          uint32_t result[4])
{
    memcpy(result, state->format->out_of_bounds, 4 * sizeof(*result));
    for (unsigned c = 0; state->op.compares && c < 4; c++)
        result[c] = sample_compare(state, where->reference, 0);
}

static void gather(struct sample_state *state, const struct sample_where *where, uint32_t result[4])
{
    static const uint8_t order[4] = {2, 3, 1, 0};
    uint32_t corners[SAMPLE_MOST_CORNERS][4];
    struct sample_place places[3];

    find_places(state, where, 0, true, places);
    sample_fetch(state, where, 0, places, true, corners);
    for (unsigned k = 0; k < 4; k++)
        result[k] = corners[order[k]][state->op.compares ? 0 : state->op.component];
}

static void finish(const struct sample_state *state, const uint32_t texel[4], uint32_t result[4])
{
    for (unsigned c = 0; c < 4; c++) {
        if (state->op.compares)
            result[c] = texel[0];
        else if (state->codes && state->divisor[c])
            result[c] = num_div(texel[c], state->divisor[c]);
        else if (state->codes)
            result[c] = state->format->out_of_bounds[c];
        else
            result[c] = texel[c];
    }
}

struct sample_level sample_level_of(const struct sample_state *state, const uint32_t parameters[SAMPLE_PARAMETERS],
                                    struct sample_gradient *gradient)
{
    *gradient = (struct sample_gradient){.lod = parameters[SAMPLE_LOD], .taps = 1};
    if (state->op.form == SAMPLE_WITH_GRADIENT)
        *gradient = sample_gradient_of(state, parameters);
    return level_at(state, limit_lod(state, gradient->lod, parameters[SAMPLE_CLAMP]));
}

void sample_lane(struct sample_state *state, const uint32_t parameters[SAMPLE_PARAMETERS], uint32_t result[4])
{
    struct sample_gradient gradient;
    struct sample_where where;
    struct sample_level level;
    uint32_t texel[4];

    memset(result, 0, 4 * sizeof(*result));
    if (!state->format)
        return;
    open_where(state, parameters, &where);
    if (state->first_mip >= state->view->mip_count || (state->op.form == SAMPLE_GATHER && state->first_mip)) {
        out_of_bounds(state, &where, result);
        return;
    }
    if (state->op.form == SAMPLE_GATHER) {
        gather(state, &where, result);
        return;
    }
    level = sample_level_of(state, parameters, &gradient);
    if (gradient.taps > 1)
        sample_line(state, &where, &level, &gradient, texel);
    else
        sample_levels(state, &where, &level, texel);
    finish(state, texel, result);
}
