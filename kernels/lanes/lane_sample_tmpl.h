/*
 * The part of lane_tmpl.h that samples textures: the places and blends of sample.h for rows of lanes, where
 * they are common enough to be worth it. Textures are so small that places stay exact in single precision
 * (struct lane_texels).
 */
#include "format_codec.h"

/* Address modes, as Direct3D numbers them. */
enum { V_WRAP = 1, V_MIRROR, V_CLAMP, V_BORDER, V_MIRROR_ONCE };

struct v_axis {
    vu low, high; /* texels */
    vu part;      /* of the way from one to the other, in 1/256 */
};

V_INLINE vf v_at_least(vf a, float least)
{
    return v_f(v_select(v_lt(a, v_fsplat(least)), v_u(v_fsplat(least)), v_u(a)));
}

V_INLINE vf v_at_most(vf a, float most)
{
    return v_f(v_select(v_lt(v_fsplat(most), a), v_u(v_fsplat(most)), v_u(a)));
}

/* NaN stays. Far outside the edges all places are alike, so the limits need not be those of sample.h. */
V_INLINE vf reduce(vf u, uint8_t address)
{
    vf half;

    switch (address) {
    case V_WRAP:
        return v_f(v_out(v_sub(u, v_round_ni(u))));
    case V_MIRROR:
        half = v_in(v_mul_out(u, v_fsplat(0.5f)));
        return v_in(v_mul_out(v_in(v_out(v_sub(half, v_round_z(half)))), v_fsplat(2.0f)));
    default:
        return v_at_most(v_at_least(u, -2.0f), 3.0f);
    }
}

V_INLINE vu inside_texels(vu t, uint32_t size, uint8_t address)
{
    vu n = v_splat(size), last = v_splat(size - 1);
    vu negative = v_ones(v_ilt(t, v_splat(0)));

    switch (address) {
    case V_WRAP:
        t = v_iadd(t, v_and(negative, n));
        return v_select(v_ilt(t, n), t, v_isub(t, n));
    case V_MIRROR:
        t = v_xor(t, negative);
        t = v_select(v_ilt(t, v_splat(2 * size)), t, v_isub(t, v_splat(2 * size)));
        return v_select(v_ilt(t, n), t, v_isub(v_splat(2 * size - 1), t));
    case V_BORDER:
        return v_or(t, v_ones(v_mnot(v_ult(t, n))));
    case V_MIRROR_ONCE:
        return v_imin(v_xor(t, negative), last);
    default:
        return v_imin(v_imax(t, v_splat(0)), last);
    }
}

/* One addition rounds to a whole number of 1/256 texels: at 1.5 * 2^23 floats are one apart. */
V_INLINE struct v_axis find_axis(const struct lane_texels *texels, unsigned axis, vu coordinate)
{
    const float whole = 0x1.8p23f;
    uint32_t size = texels->size[axis];
    vf u = reduce(v_in(coordinate), texels->address[axis]);
    vf sum = v_fma(u, v_fsplat((float)(size * 256)), v_fsplat(texels->linear ? whole - 128 : whole));
    vu fixed = v_select(v_nan(u), v_splat(0), v_isub(v_u(sum), v_u(v_fsplat(whole))));
    vu t = v_iadd(v_sar_by(fixed, 8), v_splat((uint32_t)texels->offset[axis]));
    struct v_axis at;

    at.low = inside_texels(t, size, texels->address[axis]);
    at.high = inside_texels(v_iadd(t, v_splat(1)), size, texels->address[axis]);
    at.part = v_and(fixed, v_splat(0xFF));
    return at;
}

V_INLINE vu fetch_words(const uint32_t *words, vu index)
{
#ifdef V_GATHERS
    const uint32_t all = UINT32_MAX;

    return v_gather(words, index, v_active(&all, 0));
#else
    uint32_t at[V_LANES] __attribute__((aligned(LANE_ALIGN)));

    v_store(at, index);
    for (unsigned i = 0; i < V_LANES; i++)
        at[i] = __atomic_load_n(&words[at[i]], __ATOMIC_RELAXED);
    return v_load(at);
#endif
}

/* a / divisor, right to the last bit: by the reciprocal, and what that leaves. For what bilinear filters make of
 * codes of 8 bits. */
V_INLINE vf divide(vf a, float divisor)
{
#ifdef V_GATHERS /* and fused operations */
    vf inverse = v_fsplat(1 / divisor), near = v_mul(a, inverse);

    return v_fma(v_fnma(near, v_fsplat(divisor), a), inverse, near);
#else
    return v_div(a, v_fsplat(divisor));
#endif
}

/* Channels of the texels whose first words stand at index. */
V_INLINE void fetch_texels(enum lane_layout layout, const uint32_t *words, vu index, vu texel[4])
{
    vu word = fetch_words(words, index);

    switch (layout) {
    case LANE_TEXEL_UNORM8X4: /* whole words are filtered */
        break;
    case LANE_TEXEL_SRGB8X4:
        for (unsigned c = 0; c < 3; c++)
            texel[c] = fetch_words(format_srgb_code, v_and(v_shr_by(word, 8 * c), v_splat(0xFF)));
        texel[3] = v_u(divide(v_itof(v_shr_by(word, 24)), 255.0f));
        break;
    case LANE_TEXEL_FLOAT16X4:
        texel[0] = op_F16TOF32(v_and(word, v_splat(0xFFFF)));
        texel[1] = op_F16TOF32(v_shr_by(word, 16));
        word = fetch_words(words, v_iadd(index, v_splat(1)));
        texel[2] = op_F16TOF32(v_and(word, v_splat(0xFFFF)));
        texel[3] = op_F16TOF32(v_shr_by(word, 16));
        break;
    case LANE_TEXEL_FLOAT32X4:
        texel[0] = word;
        for (unsigned c = 1; c < 4; c++)
            texel[c] = fetch_words(words, v_iadd(index, v_splat(c)));
        break;
    case LANE_TEXEL_FLOAT32:
        texel[0] = word;
    }
}

/* Two channels of a texel, 16 bits for each. */
V_INLINE vu even_channels(vu word)
{
    return v_and(word, v_splat(0x00FF00FF));
}

V_INLINE vu odd_channels(vu word)
{
    return even_channels(v_shr_by(word, 8));
}

/* a * (256 - part) + b * part, of both channels: borrows that pass between them on the way are gone in the end. */
V_INLINE vu blend_channels(vu a, vu b, vu part)
{
    return v_iadd(v_shl_by(a, 8), v_imul(v_isub(b, a), part));
}

/* Codes of one channel times 65536 / 256; nothing rounds but the division. */
V_INLINE vu blend_rows(const struct lane_texels *texels, vu top, vu bottom, vf part)
{
    vf from = v_itof(top), code = v_add(from, v_mul(v_sub(v_itof(bottom), from), part));

    return v_u(texels->codes ? v_mul(code, v_fsplat(0x1p-8f)) : divide(code, 255.0f * 256));
}

V_INLINE void blend_unorm8(const struct lane_texels *texels, const vu corner[4], const struct v_axis *x,
                           const struct v_axis *y, vu out[4])
{
    vu top[2] = {blend_channels(even_channels(corner[0]), even_channels(corner[1]), x->part),
                 blend_channels(odd_channels(corner[0]), odd_channels(corner[1]), x->part)};
    vu bottom[2] = {blend_channels(even_channels(corner[2]), even_channels(corner[3]), x->part),
                    blend_channels(odd_channels(corner[2]), odd_channels(corner[3]), x->part)};
    vf part = v_mul(v_itof(y->part), v_fsplat(0x1p-8f));

    for (unsigned c = 0; c < 4; c++) {
        vu from = top[c % 2], to = bottom[c % 2];

        if (c < 2)
            out[c] = blend_rows(texels, v_and(from, v_splat(0xFFFF)), v_and(to, v_splat(0xFFFF)), part);
        else
            out[c] = blend_rows(texels, v_shr_by(from, 16), v_shr_by(to, 16), part);
    }
}

V_INLINE void nearest_unorm8(const struct lane_texels *texels, vu word, vu out[4])
{
    for (unsigned c = 0; c < 4; c++) {
        vf code = v_itof(v_and(v_shr_by(word, 8 * c), v_splat(0xFF)));

        out[c] = v_u(texels->codes ? code : divide(code, 255.0f));
    }
}

/* wrong: ones where the difference is not finite. */
V_INLINE vu blend_floats(vu a, vu b, vf part, vu *wrong)
{
    vf from = v_in(a);
    vu difference = v_out(v_sub(v_in(b), from));
    vm finite = v_lt(v_f(v_and(difference, v_splat(0x7FFFFFFFu))), v_f(v_splat(0x7F800000u)));

    *wrong = v_or(*wrong, v_ones(v_mnot(finite)));
    return v_fma_out(v_in(difference), part, from);
}

struct v_corners {
    vu word[4]; /* numbers of the first words of four texels: the upper two, the lower two */
};

V_INLINE struct v_corners find_corners(const struct lane_texels *texels, uint32_t words, const struct v_axis *x,
                                       const struct v_axis *y)
{
    vu top = v_imul(y->low, v_splat(texels->row_words)), bottom = v_imul(y->high, v_splat(texels->row_words));
    vu left = words == 1 ? x->low : v_imul(x->low, v_splat(words));
    vu right = words == 1 ? x->high : v_imul(x->high, v_splat(words));

    return (struct v_corners){
        {v_iadd(top, left), v_iadd(top, right), v_iadd(bottom, left), v_iadd(bottom, right)}};
}

#ifdef V_WINDOWS
/* Groups of threads are often eight wide, and neighbours sample side by side: then each half of the lanes looks at a
 * stretch of two rows. False: it does not. */
V_INLINE bool fetch_windows(const struct lane_texels *texels, const struct v_corners *corners, const struct v_axis *x,
                            const struct v_axis *y, vu word[4])
{
    vu begin = v_imin(v_half_first(x->low), v_half_last(x->low));
    vu left = v_isub(x->low, begin), right = v_isub(x->high, begin), inside = v_isub(v_splat(texels->size[0]), begin);
    vu rows = v_or(v_xor(y->low, v_half_first(y->low)), v_xor(y->high, v_half_first(y->high)));

    if (v_bits(v_mand(v_ult(v_or(left, right), v_splat(V_WINDOW)), v_zero(rows))) != (1u << V_LANES) - 1)
        return false;
    for (unsigned k = 0; k < 4; k += 2)
        v_read_windows(texels->words, v_isub(corners->word[k], left), inside, left, right, &word[k], &word[k + 1]);
    return true;
}

/* Left and right are neighbours but where a texture repeats: then two words that follow one another hold both. */
V_INLINE bool fetch_pairs(const struct lane_texels *texels, const struct v_corners *corners, const struct v_axis *x,
                          vu word[4])
{
    vu left = v_imin(x->low, x->high), step = v_isub(v_imax(x->low, x->high), left), begin, back, first, second;

    if (texels->size[0] < 2 || v_bits(v_ult(step, v_splat(2))) != (1u << V_LANES) - 1)
        return false;
    begin = v_imin(left, v_splat(texels->size[0] - 2));
    back = v_isub(begin, x->low);
    for (unsigned k = 0; k < 4; k += 2) {
        v_gather_pairs(texels->words, v_iadd(corners->word[k], back), &first, &second);
        word[k] = v_select(v_ieq(x->low, begin), first, second);
        word[k + 1] = v_select(v_ieq(x->high, begin), first, second);
    }
    return true;
}
#endif

/* The words of all four corners. */
V_INLINE void fetch_corners(const struct lane_texels *texels, const struct v_corners *corners, const struct v_axis *x,
                            const struct v_axis *y, vu word[4])
{
#ifdef V_WINDOWS
    if (fetch_windows(texels, corners, x, y, word) || fetch_pairs(texels, corners, x, word))
        return;
#endif
    for (unsigned k = 0; k < 4; k++)
        word[k] = fetch_words(texels->words, corners->word[k]);
}

/* Floats, channel by channel. Returns ones where the blends have to be done over. */
V_INLINE vu blend_texels(enum lane_layout layout, const struct lane_texels *texels, const struct v_corners *corners,
                         const struct v_axis *x, const struct v_axis *y, vu a[4])
{
    unsigned channels = layout == LANE_TEXEL_FLOAT32 ? 1 : 4;
    vf across = v_mul(v_itof(x->part), v_fsplat(0x1p-8f)), down = v_mul(v_itof(y->part), v_fsplat(0x1p-8f));
    vu b[4], c[4], d[4], wrong = v_splat(0);

    fetch_texels(layout, texels->words, corners->word[1], b);
    fetch_texels(layout, texels->words, corners->word[2], c);
    fetch_texels(layout, texels->words, corners->word[3], d);
    for (unsigned k = 0; k < channels; k++) {
        a[k] = blend_floats(a[k], b[k], across, &wrong);
        c[k] = blend_floats(c[k], d[k], across, &wrong);
        a[k] = blend_floats(a[k], c[k], down, &wrong);
    }
    return wrong;
}

/* One vector. Returns as bits the lanes whose blends have to be done over. */
V_INLINE unsigned sample_vector(enum lane_layout layout, const struct lane_texels *texels, vu u, vu v,
                                uint32_t *const out[4], uint32_t i)
{
    unsigned channels = layout == LANE_TEXEL_FLOAT32 ? 1 : 4;
    uint32_t words = layout == LANE_TEXEL_FLOAT32X4 ? 4 : layout == LANE_TEXEL_FLOAT16X4 ? 2 : 1;
    struct v_axis x = find_axis(texels, 0, u), y = find_axis(texels, 1, v);
    struct v_corners corners = find_corners(texels, words, &x, &y);
    vu a[4], corner[4], wrong = v_splat(0);

    if (layout == LANE_TEXEL_UNORM8X4 && texels->linear) {
        fetch_corners(texels, &corners, &x, &y, corner);
        blend_unorm8(texels, corner, &x, &y, a);
    } else if (layout == LANE_TEXEL_UNORM8X4) {
        nearest_unorm8(texels, fetch_words(texels->words, corners.word[0]), a);
    } else {
        fetch_texels(layout, texels->words, corners.word[0], a);
        if (texels->linear)
            wrong = blend_texels(layout, texels, &corners, &x, &y, a);
    }
    for (unsigned k = 0; k < channels; k++)
        v_store(out[k] + i, a[k]);
    return layout == LANE_TEXEL_UNORM8X4 ? 0 : v_bits(v_mnot(v_zero(wrong)));
}

V_INLINE void sample_texels(enum lane_layout layout, const struct lane_texels *texels,
                            const uint32_t *const uv[2], const size_t step[2], uint32_t count,
                            uint32_t *const out[4], uint32_t *redo)
{
    const struct lane_texels own = *texels; /* which no store changes */
    uint32_t *const to[4] = {out[0], out[1], out[2], out[3]};
    const uint32_t *us = uv[0], *vs = uv[1];
    const size_t u_step = step[0], v_step = step[1];

    for (uint32_t i = 0; i < count; i += V_LANES) {
        vu u = v_load(us + (i & u_step)), v = v_load(vs + (i & v_step));
        uint32_t bits = sample_vector(layout, &own, u, v, to, i);

        redo[i / 32] = i % 32 ? redo[i / 32] | bits << i % 32 : bits;
    }
}

static void sample(const struct lane_texels *texels, const uint32_t *const uv[2], const size_t step[2],
                   uint32_t count, uint32_t *const out[4], uint32_t *redo)
{
    switch (texels->layout) {
    case LANE_TEXEL_UNORM8X4:
        sample_texels(LANE_TEXEL_UNORM8X4, texels, uv, step, count, out, redo);
        break;
    case LANE_TEXEL_SRGB8X4:
        sample_texels(LANE_TEXEL_SRGB8X4, texels, uv, step, count, out, redo);
        break;
    case LANE_TEXEL_FLOAT16X4:
        sample_texels(LANE_TEXEL_FLOAT16X4, texels, uv, step, count, out, redo);
        break;
    case LANE_TEXEL_FLOAT32X4:
        sample_texels(LANE_TEXEL_FLOAT32X4, texels, uv, step, count, out, redo);
        break;
    case LANE_TEXEL_FLOAT32:
        sample_texels(LANE_TEXEL_FLOAT32, texels, uv, step, count, out, redo);
    }
}

static void locate(const struct lane_texels *texels, const uint32_t *coordinate, size_t step, uint32_t count,
                  uint32_t *low, uint32_t *high, uint32_t *weight)
{
    for (uint32_t i = 0; i < count; i += V_LANES) {
        struct v_axis at = find_axis(texels, 0, v_load(coordinate + (i & step)));

        v_store(low + i, at.low);
        v_store(high + i, at.high);
        v_store(weight + i, v_u(v_mul(v_itof(at.part), v_fsplat(0x1p-8f))));
    }
}
