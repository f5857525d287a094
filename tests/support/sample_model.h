/*
 * A model of filtered sampling in double precision, written from section 7.18 of the functional specification
 * and sharing no code with kernels/sample*: sums of weighted texels, no chain of interpolations.
 *
 * Where the specification allows an error before something is rounded to steps (levels of detail, places on
 * cubes, the number of taps of an anisotropic filter), a nudge moves the model by one step; a result is right
 * when some nudge gives it.
 */
#ifndef TESTS_SAMPLE_MODEL_H
#define TESTS_SAMPLE_MODEL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bindings.h"
#include "dxbc.h"
#include "format.h"
#include "sample.h"
#include "texel.h"

struct model_nudge {
    int lod, u, v, taps; /* steps: 1/256, 1/256 texel, one tap */
    int mips;            /* u and v in: 0 all mips, 1 odd ones, 2 even ones */
    bool other_filter;   /* magnification and minification changed over: levels of detail near 0 */
};

struct model {
    const struct kernel_view *view;
    const struct kernel_sampler *sampler;
    const struct sample_op *op;
    const float *p; /* SAMPLE_PARAMETERS of them */
    const int32_t *offsets;
    struct model_nudge nudge;
    double largest;  /* of all magnitudes that were looked at: errors go with it */
    double near_lod; /* how far the level of detail was from 0 */
    int taps;
};

static inline double model_value(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof(f));
    return f;
}

/* ---- texels ---- */

/* Red of a texel or a reference as steps of its format, clamped; floats as they are. */
static inline double model_quantise(const struct format_info *format, double value)
{
    unsigned n = format->channels[0].width;

    if (format->kind == FORMAT_KIND_UNORM)
        return isnan(value) ? 0 : floor(fmin(fmax(value, 0), 1) * (double)((1u << n) - 1) + 0.5);
    if (format->kind == FORMAT_KIND_SNORM)
        return isnan(value) ? 0 : round(fmin(fmax(value, -1), 1) * (double)((1u << (n - 1)) - 1));
    return fabs(value) < 0x1p-126 ? 0 : value;
}

/* Only the reference is rounded to the format; the border keeps its precision. */
static inline double model_passes(const struct model *m, double texel, bool border)
{
    double reference = model_quantise(m->view->format, (double)m->p[SAMPLE_REFERENCE]);

    if (border && m->view->format->kind != FORMAT_KIND_FLOAT)
        texel *= model_quantise(m->view->format, 1);
    else
        texel = model_quantise(m->view->format, texel);
    switch (m->sampler->comparison) {
    case 2:
        return reference < texel;
    case 3:
        return reference == texel;
    case 4:
        return reference <= texel;
    case 5:
        return reference > texel;
    case 6:
        return reference != texel;
    case 7:
        return reference >= texel;
    case 8:
        return 1;
    default:
        return 0;
    }
}

/* What formats of fewer than 32 bits hold: from, to. */
static inline void model_range(const struct format_info *format, unsigned c, double *from, double *to)
{
    *to = format->number == FORMAT_R9G9B9E5_SHAREDEXP ? 65408
          : format->number != FORMAT_R11G11B10_FLOAT  ? 65504
          : c == 2                                    ? 64512
                                                      : 65024;
    *from = format->number == FORMAT_R9G9B9E5_SHAREDEXP || format->number == FORMAT_R11G11B10_FLOAT ||
                    format->number == FORMAT_BC6H_UF16
                ? 0
                : -*to;
    if (format->kind == FORMAT_KIND_UNORM || format->kind == FORMAT_KIND_SNORM) {
        *to = 1;
        *from = format->kind == FORMAT_KIND_UNORM ? 0 : -1;
    }
}

static inline void model_border(const struct model *m, double texel[4])
{
    const struct format_info *format = m->view->format;

    for (unsigned c = 0; c < 4; c++) {
        double value = (double)m->sampler->border[c], from, to;

        model_range(format, c, &from, &to);
        if (fabs(value) < 0x1p-126)
            value = 0;
        if (!format->channels[c].width)
            value = c == 3;
        else if (isnan(value) && format->kind != FORMAT_KIND_FLOAT)
            value = 0;
        else if (!isnan(value) && (format->kind != FORMAT_KIND_FLOAT || format->channels[c].width < 32))
            value = fmin(fmax(value, from), to);
        texel[c] = value;
    }
}

/* False: the border. */
static inline bool model_wrap(int32_t *t, int32_t n, uint32_t mode)
{
    if (*t >= 0 && *t < n)
        return true;
    switch (mode) {
    case 1:
        *t = ((*t % n) + n) % n;
        return true;
    case 2: {
        int32_t period = ((*t % (2 * n)) + 2 * n) % (2 * n);
        *t = period < n ? period : 2 * n - 1 - period;
        return true;
    }
    case 3:
        *t = *t < 0 ? 0 : n - 1;
        return true;
    case 4:
        return false;
    default:
        if (*t < 0)
            *t = -*t - 1;
        if (*t >= n)
            *t = n - 1;
        return true;
    }
}

static inline void model_load(struct model *m, const struct texel_coord *coord, double texel[4])
{
    struct kernel_view all = *m->view;
    uint32_t rgba[4];

    all.min_lod = 0;
    texel_load(&all, coord, rgba);
    for (unsigned c = 0; c < 4; c++)
        texel[c] = model_value(rgba[c]);
}

/* ---- cubes ---- */

/* The direction of a place on a face, s and t from -1 to 1 and beyond. */
static inline void model_direction(unsigned face, double s, double t, double d[3])
{
    const double all[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};

    memcpy(d, all[face], 3 * sizeof(double));
}

static inline unsigned model_face(const double d[3], double *s, double *t)
{
    double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]), major;
    unsigned face;

    if (z >= x && z >= y) {
        face = d[2] < 0 ? 5 : 4;
        major = z;
        *s = d[2] < 0 ? -d[0] : d[0];
        *t = -d[1];
    } else if (y >= x) {
        face = d[1] < 0 ? 3 : 2;
        major = y;
        *s = d[0];
        *t = d[1] < 0 ? -d[2] : d[2];
    } else {
        face = d[0] < 0 ? 1 : 0;
        major = x;
        *s = d[0] < 0 ? d[2] : -d[2];
        *t = -d[1];
    }
    *s /= major;
    *t /= major;
    return face;
}

/* A texel beyond one edge: the direction to a point as far beyond it as its own centre is before it, which
 * the next face meets at the row along the edge. */
static inline unsigned model_cross(unsigned face, int32_t n, int32_t *i, int32_t *j)
{
    double s = (2.0 * *i + 1) / n - 1, t = (2.0 * *j + 1) / n - 1, d[3], inside = 1 - 1.0 / n;
    bool beyond_s = *i < 0 || *i >= n;
    unsigned next;

    /* on the edge itself, then one row into the next face: the axis left behind shrinks to the row's centre
     */
    model_direction(face, beyond_s ? (s < 0 ? -1 : 1) : s, beyond_s ? t : (t < 0 ? -1 : 1), d);
    d[face / 2] *= inside;
    next = model_face(d, &s, &t);
    if (n == 1) { /* the shrunk axis is 0: the face is the one beyond the edge */
        *i = *j = 0;
        return next;
    }
    *i = (int32_t)floor((s + 1) / 2 * n);
    *j = (int32_t)floor((t + 1) / 2 * n);
    return next;
}

/* ---- one mip ---- */

struct model_tap {
    double weight;
    double texel[4];
    bool missing; /* the corner of a cube */
};

/* Range reduction is done on floats, as the specification has it. */
static inline float model_reduce(float u, uint32_t mode)
{
    if (fabsf(u) < 0x1p-126f)
        u = 0;
    if (mode == 1)
        return u - floorf(u);
    if (mode == 2)
        return (u / 2 - truncf(u / 2)) * 2;
    return u <= -10 ? -10 : u >= 10 ? 10 : u;
}

static inline int32_t model_fixed(double u, uint32_t n, bool linear, int nudge)
{
    double at = u * n * 256 - (linear ? 128 : 0);

    return isnan(at) ? 0 : (int32_t)nearbyint(at) + nudge;
}

/* Fetches the taps of a mip with their weights; returns how many. */
static inline unsigned model_taps(struct model *m, uint32_t mip, bool linear, const double u[3],
                                  uint32_t slice, bool cube, struct model_tap taps[8])
{
    const struct kernel_mip *size = &m->view->mips[mip];
    const uint32_t extent[3] = {size->width, size->height, size->depth};
    unsigned axes = texel_axes(m->view->dimension), count = linear ? 1u << axes : 1;
    bool still = m->nudge.mips == 1 + (int)(mip & 1);
    int32_t fixed[3] = {0};

    for (unsigned a = 0; a < axes; a++) {
        double at = cube ? u[a] : (double)model_reduce((float)u[a], m->sampler->address[a]);

        fixed[a] = model_fixed(at, extent[a], linear,
                               still    ? 0
                               : a == 0 ? m->nudge.u
                               : a == 1 ? m->nudge.v
                                        : 0);
        if (!cube)
            fixed[a] += 256 * m->offsets[a];
    }
    for (unsigned k = 0; k < count; k++) {
        struct texel_coord coord = {.mip = mip, .slice = slice};
        struct model_tap *tap = &taps[k];
        int32_t at[3] = {0};
        bool inside = true;

        *tap = (struct model_tap){.weight = 1};
        for (unsigned a = 0; a < axes; a++) {
            double part = linear ? (fixed[a] & 255) / 256.0 : 0;

            at[a] = (fixed[a] >> 8) + (int32_t)(k >> a & 1);
            tap->weight *= k >> a & 1 ? part : 1 - part;
        }
        if (cube) {
            int32_t n = (int32_t)extent[0];
            unsigned beyond;

            for (unsigned a = 0; !linear && a < 2; a++)
                at[a] = at[a] < 0 ? 0 : at[a] >= n ? n - 1 : at[a];
            beyond = (at[0] < 0 || at[0] >= n) + (at[1] < 0 || at[1] >= n);
            tap->missing = beyond == 2;
            if (beyond == 1)
                coord.slice = slice / 6 * 6 + model_cross(slice % 6, n, &at[0], &at[1]);
            if (tap->missing)
                continue;
        }
        for (unsigned a = 0; a < axes; a++) {
            inside &= cube || model_wrap(&at[a], (int32_t)extent[a], m->sampler->address[a]);
            coord.at[a] = (uint32_t)at[a];
        }
        if (inside)
            model_load(m, &coord, tap->texel);
        else
            model_border(m, tap->texel);
        if (m->op->compares)
            tap->texel[0] = model_passes(m, tap->texel[0], !inside);
    }
    return count;
}

/* The weight of a missing corner goes to the three others alike. */
static inline void model_spread(struct model_tap *taps, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        if (!taps[k].missing)
            continue;
        for (unsigned i = 0; i < count; i++)
            taps[i].weight += i == k ? 0 : taps[k].weight / 3;
        taps[k].weight = 0;
    }
}

/* Adds weight * the mip to the sum, or looks for the least or greatest. */
static inline void model_mip(struct model *m, uint32_t mip, bool linear, const double u[3], uint32_t slice,
                             bool cube, double weight, double sum[4], bool *any)
{
    unsigned reduction = m->sampler->filter >> 7 & 3, count;
    struct model_tap taps[8];

    if (weight == 0)
        return;
    count = model_taps(m, mip, linear, u, slice, cube, taps);
    model_spread(taps, count);
    for (unsigned k = 0; k < count; k++) {
        if (taps[k].weight == 0)
            continue;
        for (unsigned c = 0; c < 4; c++) {
            double value = taps[k].texel[c];

            if (isfinite(value) && fabs(value) > m->largest)
                m->largest = fabs(value);
            if (reduction < 2)
                sum[c] = (*any ? sum[c] : 0) + value * taps[k].weight * weight;
            else if (!*any)
                sum[c] = value;
            else
                sum[c] = reduction == 2 ? fmin(sum[c], value) : fmax(sum[c], value);
        }
        *any = true;
    }
}

/* ---- levels of detail ---- */

struct model_walk {
    double lod, along[2];
    int taps;
};

static inline double model_length2(const double d[3])
{
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

/* The derivative of a place on the cube's face, by the quotient rule on floats turned doubles. */
static inline void model_project(const double c[3], double d[3])
{
    double s0, t0, s1, t1, step = 0, moved[3], length = 0;

    for (unsigned a = 0; a < 3; a++) {
        length = fmax(length, fabs(c[a]));
        step = fmax(step, fabs(d[a]));
    }
    step = step > 0 ? length * 0x1p-26 / step : 0;
    if (step == 0) {
        d[0] = d[1] = d[2] = 0;
        return;
    }
    /* a difference quotient along the tangent, on the face of c whatever the neighbour's is */
    unsigned face = model_face(c, &s0, &t0);
    for (unsigned a = 0; a < 3; a++)
        moved[a] = c[a] + step * d[a];
    double sign = face & 1 ? -1 : 1, major = moved[face / 2] * sign;
    const double flat[6][2] = {{-moved[2], -moved[1]}, {moved[2], -moved[1]}, {moved[0], moved[2]},
                               {moved[0], -moved[2]},  {moved[0], -moved[1]}, {-moved[0], -moved[1]}};
    s1 = flat[face][0] / major;
    t1 = flat[face][1] / major;
    d[0] = (s1 - s0) / step / 2;
    d[1] = (t1 - t0) / step / 2;
    d[2] = 0;
}

static inline struct model_walk model_gradient(const struct model *m, bool cube)
{
    const struct kernel_mip *size = &m->view->mips[0];
    const double extent[3] = {size->width, size->height, size->depth};
    unsigned axes = texel_axes(m->view->dimension);
    double c[3], x[3] = {0}, y[3] = {0}, longest, most = m->sampler->max_anisotropy;
    struct model_walk walk = {.taps = 1};

    for (unsigned a = 0; a < 3; a++) {
        c[a] = m->p[SAMPLE_COORD + a];
        x[a] = cube || a < axes ? m->p[SAMPLE_DDX + a] : 0;
        y[a] = cube || a < axes ? m->p[SAMPLE_DDY + a] : 0;
    }
    if (cube) {
        model_project(c, x);
        model_project(c, y);
    }
    for (unsigned a = 0; a < axes; a++) {
        x[a] *= extent[a];
        y[a] *= extent[a];
    }
    longest = fmax(model_length2(x), model_length2(y));
    walk.lod = log2(longest) / 2;
    if (m->sampler->filter & 0x40 && axes == 2 && !cube && longest > 0) {
        bool x_major = model_length2(x) > model_length2(y);
        double major = sqrt(longest), area = fabs(x[0] * y[1] - x[1] * y[0]), ratio = longest / area, minor;

        minor = ratio > most ? major / most : area / major;
        ratio = fmin(ratio, most);
        if (minor < 1)
            ratio = fmax(1, ratio * minor);
        walk.lod = log2(minor);
        walk.taps = (int)ceil(ratio) + m->nudge.taps;
        walk.taps = walk.taps < 1 ? 1 : walk.taps > 16 ? 16 : walk.taps;
        for (unsigned a = 0; a < 2; a++)
            walk.along[a] = m->p[(x_major ? SAMPLE_DDX : SAMPLE_DDY) + a];
    }
    return walk;
}

static inline double model_limit(double lod, double least, double most)
{
    lod = isnan(lod) ? most : fmin(most, lod);
    return fmax(least, lod);
}

/* ---- the whole ---- */

static inline uint32_t model_slice(const struct model *m, bool cube, float coordinate)
{
    uint32_t count = cube ? m->view->slice_count / 6 : m->view->slice_count;
    double slice = nearbyint((double)coordinate);

    return isnan(slice) || slice < 0 ? 0 : slice > count - 1 ? count - 1 : (uint32_t)slice;
}

/* Coordinates along the axes, and the slice. */
static inline void model_where(const struct model *m, bool cube, double u[3], uint32_t *slice)
{
    unsigned axes = texel_axes(m->view->dimension);
    double d[3];

    *slice = 0;
    for (unsigned a = 0; a < 3; a++)
        u[a] = d[a] = (double)m->p[SAMPLE_COORD + a];
    if (m->view->dimension != DXBC_DIM_TEXTURECUBE && texel_has_slices(m->view->dimension))
        *slice = model_slice(m, cube, m->p[SAMPLE_COORD + (cube ? 3 : axes)]);
    if (cube) {
        *slice = 6 * *slice + model_face(d, &u[0], &u[1]);
        for (unsigned a = 0; a < 2; a++)
            u[a] = isnan(u[a]) ? 0 : fmin(fmax(u[a] / 2 + 0.5, 0), 1);
    }
}

static inline void model_gather(struct model *m, const double u[3], uint32_t slice, bool cube, double out[4])
{
    static const unsigned order[4] = {2, 3, 1, 0};
    unsigned c = m->op->compares ? 0 : m->op->component;
    struct model_tap taps[8];
    unsigned count = model_taps(m, 0, true, u, slice, cube, taps);

    for (unsigned k = 0; k < count; k++) {
        if (taps[k].missing)
            taps[k].texel[c] = (taps[k ^ 1].texel[c] + taps[k ^ 2].texel[c] + taps[k ^ 3].texel[c]) / 3;
    }
    for (unsigned k = 0; k < 4; k++) {
        out[k] = taps[order[k]].texel[c];
        if (isfinite(out[k]))
            m->largest = fmax(m->largest, fabs(out[k]));
    }
}

/* What the instruction gives. */
static inline void model_sample(struct model *m, double out[4])
{
    bool cube = m->view->dimension == DXBC_DIM_TEXTURECUBE || m->view->dimension == DXBC_DIM_TEXTURECUBEARRAY;
    const struct kernel_sampler *s = m->sampler;
    double u[3], last = m->view->mip_count - 1, least = (double)m->view->min_lod, level, part, fixed;
    struct model_walk walk = {.taps = 1};
    bool any = false, linear, empty = least > last;
    uint32_t slice;

    memset(out, 0, 4 * sizeof(*out));
    m->largest = 0;
    model_where(m, cube, u, &slice);
    if (empty || (m->op->form == SAMPLE_GATHER && least >= 1)) {
        for (unsigned c = 0; c < 4; c++)
            out[c] =
                m->op->compares ? model_passes(m, 0, false) : c == 3 && !m->view->format->channels[3].width;
        return;
    }
    if (m->op->form == SAMPLE_GATHER) {
        model_gather(m, u, slice, cube, out);
        return;
    }
    if (m->op->form == SAMPLE_WITH_GRADIENT)
        walk = model_gradient(m, cube);
    else
        walk.lod = (double)m->p[SAMPLE_LOD];
    walk.lod = (double)(float)walk.lod + (double)s->mip_lod_bias;
    walk.lod = model_limit((double)(float)walk.lod, (double)s->min_lod, (double)s->max_lod);
    if (m->op->parameters >> SAMPLE_CLAMP & 1 && !isnan(m->p[SAMPLE_CLAMP]))
        walk.lod = fmax(walk.lod, (double)m->p[SAMPLE_CLAMP]);
    walk.lod = fmax(walk.lod, least);
    m->near_lod = fabs(walk.lod);
    linear = s->filter >> ((walk.lod <= 0) != m->nudge.other_filter ? 2 : 4) & 1;
    fixed = fmax(0, nearbyint(fmin(fmax(walk.lod, 0), 255) * 256) + m->nudge.lod);
    level = floor(s->filter & 1 ? fixed / 256 : (fixed + 128) / 256);
    part = s->filter & 1 ? fixed / 256 - level : 0;
    if (level >= last) {
        level = last;
        part = 0;
    }
    m->taps = walk.taps;
    for (int i = 0; i < walk.taps; i++) {
        double share = 1.0 / walk.taps, at[3] = {u[0], u[1], u[2]};

        for (unsigned a = 0; walk.taps > 1 && a < 2; a++)
            at[a] = (double)(float)(u[a] + ((2.0 * i + 1) / (2.0 * walk.taps) - 0.5) * walk.along[a]);
        model_mip(m, (uint32_t)level, linear, at, slice, cube, share * (1 - part), out, &any);
        model_mip(m, (uint32_t)level + 1, linear, at, slice, cube, share * part, out, &any);
    }
    for (unsigned c = 1; m->op->compares && c < 4; c++)
        out[c] = out[0];
}

#endif
