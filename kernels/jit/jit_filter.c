/*
 * Bilinear filters of four bytes a texel in generated code: the same arithmetic as the lanes' kernel
 * (lane_sample_tmpl.h), which serves all other formats, filters and address modes.
 *
 * Neighbours in a group sample side by side: the texels of each eight lanes are looked for in a stretch of two rows;
 * gathers are for what lies further apart.
 */
#include "jit_filter.h"

#include "dxbc.h"
#include "jit_address.h"
#include "jit_rows.h"
#include "jit_sample.h"

#define B j->builder

/* ---- numbers ---- */

static jv number(struct jit *j, LLVMTypeRef type, size_t field)
{
    jv samples = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, samples));
    size_t at = jit_sample_number(j->program, j->index) * sizeof(struct jit_sample);

    return jit_load_fixed(j, type, samples, at + offsetof(struct jit_sample, filter) + field);
}

#define FIELD(j, type, name) number(j, type, offsetof(struct jit_filter, name))

static jv axis_number(struct jit *j, LLVMTypeRef type, size_t field, unsigned axis)
{
    return number(j, type, field + axis * sizeof(uint32_t));
}

#define AXIS(j, type, name, axis) axis_number(j, type, offsetof(struct jit_filter, name), axis)

static jv choose(struct jit *j, jv condition, jv yes, jv no)
{
    return LLVMBuildSelect(B, condition, yes, no, "");
}

/* Exact products and sums, however they are rounded. */
static jv add_product(struct jit *j, jv a, jv b, jv c)
{
    if (j->isa == CPU_SSE41)
        return LLVMBuildFAdd(B, LLVMBuildFMul(B, a, b, ""), c, "");
    return jit_fma(j, a, b, c);
}

/* ---- places ---- */

/* As float operations take it (jit_ops.c), and one number wherever it is looked at. */
static jv coordinate_of(struct jit *j, lane_value value)
{
    jv bits = jit_lanes_of(j, value);

    if (lane_is_constant(value) || !j->clean[value])
        bits = jit_flushed(j, bits);
    return jit_float(j, LLVMBuildFreeze(B, bits, ""));
}

struct axis {
    jv low, high; /* texels */
    jv part;      /* 1/256 */
};

static jv clamped(struct jit *j, jv x)
{
    jv least = jit_kf(j, -2), most = jit_kf(j, 3);

    x = choose(j, LLVMBuildFCmp(B, LLVMRealOLT, x, least, ""), least, x);
    return choose(j, LLVMBuildFCmp(B, LLVMRealOLT, most, x, ""), most, x);
}

static jv wrapped(struct jit *j, jv x)
{
    return LLVMBuildFSub(B, x, jit_intrinsic(j, "llvm.floor", &j->lane_f, 1, &x, 1), "");
}

/* At most one size outside, when it wraps. */
static jv texel_inside(struct jit *j, jv t, jv size, bool wraps)
{
    if (wraps) {
        t = jit_extreme(j, LLVMIntULT, t, LLVMBuildAdd(B, t, size, ""));
        return jit_extreme(j, LLVMIntULT, t, LLVMBuildSub(B, t, size, ""));
    }
    t = jit_extreme(j, LLVMIntSGT, t, LLVMConstNull(j->lane_u));
    return jit_extreme(j, LLVMIntSLT, t, LLVMBuildSub(B, size, jit_k(j, 1), ""));
}

/* One addition rounds to a whole number of 1/256 texels: at 1.5 * 2^23 floats are one apart. */
static struct axis place_on(struct jit *j, unsigned axis, jv x, bool wraps)
{
    jv whole = jit_kf(j, 0x1.8p23f), scale = jit_splat(j, AXIS(j, j->f32, scale, axis));
    jv size = jit_splat(j, AXIS(j, j->i32, size, axis)), fixed, t;

    x = wraps ? wrapped(j, x) : clamped(j, x);
    fixed = jit_fma(j, x, scale, jit_kf(j, 0x1.8p23f - 128));
    fixed = LLVMBuildSub(B, jit_bits(j, fixed), jit_bits(j, whole), "");
    fixed = choose(j, LLVMBuildFCmp(B, LLVMRealUNO, x, x, ""), LLVMConstNull(j->lane_u), fixed);
    t = LLVMBuildAdd(B, LLVMBuildAShr(B, fixed, jit_k(j, 8), ""),
                     jit_splat(j, AXIS(j, j->i32, offset, axis)), "");
    return (struct axis){texel_inside(j, t, size, wraps),
                         texel_inside(j, LLVMBuildAdd(B, t, jit_k(j, 1), ""), size, wraps),
                         LLVMBuildAnd(B, fixed, jit_k(j, 255), "")};
}

static void keep_axis(struct jit *j, const struct axis *axis, const struct axis *variables)
{
    LLVMBuildStore(B, axis->low, variables->low);
    LLVMBuildStore(B, axis->high, variables->high);
    LLVMBuildStore(B, axis->part, variables->part);
}

static struct axis find_axis(struct jit *j, unsigned axis)
{
    LLVMBasicBlockRef wraps = jit_block(j, "wraps"), clamps = jit_block(j, "clamps"), end = jit_block(j, "placed");
    struct axis variables = {jit_variable(j, j->lane_u, ""), jit_variable(j, j->lane_u, ""),
                             jit_variable(j, j->lane_u, "")},
                at;
    jv x = coordinate_of(j, j->at->src[axis]);

    jit_branch(j, LLVMBuildICmp(B, LLVMIntNE, AXIS(j, j->i32, wraps, axis), jit_k32(j, 0), ""), wraps, clamps);
    jit_place(j, wraps);
    at = place_on(j, axis, x, true);
    keep_axis(j, &at, &variables);
    jit_go(j, end);
    jit_place(j, clamps);
    at = place_on(j, axis, x, false);
    keep_axis(j, &at, &variables);
    jit_go(j, end);
    jit_place(j, end);
    return (struct axis){LLVMBuildLoad2(B, j->lane_u, variables.low, ""),
                         LLVMBuildLoad2(B, j->lane_u, variables.high, ""),
                         LLVMBuildLoad2(B, j->lane_u, variables.part, "")};
}

/* ---- texels ---- */

/* Corners: the upper two, the lower two. */
enum { CORNERS = 4 };

static void gather_corners(struct jit *j, const struct axis *x, const struct axis *y, const jv *variables)
{
    jv row_words = jit_splat(j, FIELD(j, j->i32, row_words)), words = FIELD(j, j->ptr, words);
    jv all = LLVMConstAllOnes(j->lane_m);

    for (unsigned k = 0; k < CORNERS; k++) {
        jv row = LLVMBuildMul(B, k / 2 ? y->high : y->low, row_words, "");
        jv at = LLVMBuildAdd(B, row, k % 2 ? x->high : x->low, "");

        LLVMBuildStore(B, jit_gather(j, words, at, all), variables[k]);
    }
}

/* Stretches from the row's first words at `begin` on. */
struct window {
    jv begin, left, right; /* left and right: from begin on, of each lane */
};

static struct window find_window(struct jit *j, const struct axis *x)
{
    struct window w = {.begin = jit_extreme(j, LLVMIntSLT, jit_of_eight(j, x->low, 0), jit_of_eight(j, x->low, 7))};

    w.left = LLVMBuildSub(B, x->low, w.begin, "");
    w.right = LLVMBuildSub(B, x->high, w.begin, "");
    return w;
}

/* Are the texels of all eight within their stretch, in the same two rows? */
static jv window_holds(struct jit *j, const struct window *w, const struct axis *y)
{
    jv most = jit_k(j, jit_stretch_words(j)), rows;
    jv beyond = LLVMBuildICmp(B, LLVMIntUGE, LLVMBuildOr(B, w->left, w->right, ""), most, "");

    if (!jit_is_flat_within(j, j->at->src[1], 8)) {
        rows = LLVMBuildOr(B, LLVMBuildXor(B, y->low, jit_of_eight(j, y->low, 0), ""),
                           LLVMBuildXor(B, y->high, jit_of_eight(j, y->high, 0), ""), "");
        beyond = LLVMBuildOr(B, beyond, LLVMBuildICmp(B, LLVMIntNE, rows, LLVMConstNull(j->lane_u), ""), "");
    }
    return LLVMBuildNot(B, jit_any(j, beyond), "");
}

static void read_windows(struct jit *j, const struct window *w, const struct axis *y, const jv *variables)
{
    jv row_words = jit_splat(j, FIELD(j, j->i32, row_words));
    jv there = LLVMBuildSub(B, jit_splat(j, AXIS(j, j->i32, size, 0)), w->begin, "");

    for (unsigned row = 0; row < 2; row++) {
        jv begin = LLVMBuildAdd(B, LLVMBuildMul(B, row ? y->high : y->low, row_words, ""), w->begin, "");
        struct jit_stretches stretches = jit_load_stretches(j, FIELD(j, j->ptr, words), begin, there);

        LLVMBuildStore(B, jit_pick(j, &stretches, w->left), variables[2 * row]);
        LLVMBuildStore(B, jit_pick(j, &stretches, w->right), variables[2 * row + 1]);
    }
}

static void look_near(struct jit *j, const struct axis *x, const struct axis *y, const jv *variables)
{
    LLVMBasicBlockRef near = jit_block(j, "near"), far = jit_block(j, "far"), end = jit_block(j, "fetched");
    struct window window = find_window(j, x);

    jit_branch_likely(j, window_holds(j, &window, y), near, far);
    jit_place(j, near);
    read_windows(j, &window, y, variables);
    jit_go(j, end);
    jit_place(j, far);
    gather_corners(j, x, y, variables);
    jit_go(j, end);
    jit_place(j, end);
}

static void fetch_corners(struct jit *j, const struct axis *x, const struct axis *y, jv words[CORNERS])
{
    jv variables[CORNERS];

    for (unsigned k = 0; k < CORNERS; k++)
        variables[k] = jit_variable(j, j->lane_u, "");
    if (jit_stretch_words(j))
        look_near(j, x, y, variables);
    else
        gather_corners(j, x, y, variables);
    for (unsigned k = 0; k < CORNERS; k++)
        words[k] = LLVMBuildLoad2(B, j->lane_u, variables[k], "");
}

/* ---- weighing ---- */

/* Two channels of a texel, 16 bits for each: the first and the third, or the second and the fourth. */
static jv two_channels(struct jit *j, jv word, unsigned odd)
{
    if (odd)
        word = LLVMBuildLShr(B, word, jit_k(j, 8), "");
    return LLVMBuildAnd(B, word, jit_k(j, 0x00FF00FF), "");
}

/* a * (256 - part) + b * part, of both channels: borrows that pass between them on the way are gone in the end. */
static jv blend_channels(struct jit *j, jv a, jv b, jv part, unsigned odd)
{
    a = two_channels(j, a, odd);
    b = two_channels(j, b, odd);
    b = LLVMBuildMul(B, LLVMBuildSub(B, b, a, ""), part, "");
    return LLVMBuildAdd(B, LLVMBuildShl(B, a, jit_k(j, 8), ""), b, "");
}

static jv channel_of(struct jit *j, jv pair, unsigned channel)
{
    pair = channel < 2 ? LLVMBuildAnd(B, pair, jit_k(j, 0xFFFF), "")
                       : LLVMBuildLShr(B, pair, jit_k(j, 16), "");
    return LLVMBuildSIToFP(B, pair, j->lane_f, "");
}

/* code / (255 * 256) for multiples of 1/256 up to the divisor. */
static jv divide(struct jit *j, jv code)
{
    const float divisor = 255 * 256, inverse = 1 / divisor, rest = (float)(1.0 / 65280 - (double)inverse);

    return jit_divide(j, code, jit_kf(j, divisor), jit_kf(j, inverse), jit_kf(j, rest));
}

/* All channels as they stand in the texel. Nothing rounds but the division. */
static void blend_corners(struct jit *j, const jv words[CORNERS], const struct axis *x, const struct axis *y,
                          jv channels[4])
{
    jv part = LLVMBuildSIToFP(B, y->part, j->lane_f, "");

    part = LLVMBuildFMul(B, part, jit_kf(j, 0x1p-8f), "");
    for (unsigned odd = 0; odd < 2; odd++) {
        jv top = blend_channels(j, words[0], words[1], x->part, odd);
        jv bottom = blend_channels(j, words[2], words[3], x->part, odd);

        for (unsigned c = odd; c < 4; c += 2) {
            jv from = channel_of(j, top, c), step = LLVMBuildFSub(B, channel_of(j, bottom, c), from, "");

            channels[c] = jit_bits(j, divide(j, add_product(j, step, part, from)));
        }
    }
}

/* ---- all ---- */

bool jit_filters(const struct jit *j)
{
    const struct lane_resource *resource = jit_resource(j);

    if (j->keeps_denormals) /* the lanes flush them */
        return false;
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        if (j->shapes[j->at->dst[d]].chunk == j->lanes)
            return false;
    }
    return resource->kind == KERNEL_VIEW_TEXTURE && resource->dimension == DXBC_DIM_TEXTURE2D &&
           j->program->dxbc->instrs[j->at->origin].opcode == DXBC_OP_SAMPLE_L && j->lanes >= jit_native_lanes(j);
}

jv jit_filter_inlined(struct jit *j)
{
    return LLVMBuildICmp(B, LLVMIntNE, FIELD(j, j->i32, inlined), jit_k32(j, 0), "");
}

void jit_filter(struct jit *j, const jv *variables)
{
    struct axis x, y;
    jv words[CORNERS], channels[4], blue_first, opaque;

    jit_set_mode(j, false);
    x = find_axis(j, 0);
    y = find_axis(j, 1);
    fetch_corners(j, &x, &y, words);
    blend_corners(j, words, &x, &y, channels);
    blue_first = LLVMBuildICmp(B, LLVMIntNE, FIELD(j, j->i32, blue_first), jit_k32(j, 0), "");
    opaque = LLVMBuildICmp(B, LLVMIntNE, FIELD(j, j->i32, opaque), jit_k32(j, 0), "");
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        unsigned c = j->at->place[d];
        jv value = channels[c];

        if (c % 2 == 0)
            value = choose(j, blue_first, channels[2 - c], value);
        else if (c == 3)
            value = choose(j, opaque, jit_bits(j, jit_kf(j, 1)), value);
        LLVMBuildStore(B, value, variables[d]);
    }
}
