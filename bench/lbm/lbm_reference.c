/*
 * The lattice-Boltzmann method in C. A row's inner cells are a plain loop over planes, without branches:
 * solid cells choose at the end; the two cells that wrap around go through the same code. Opposite directions
 * share their products.
 */
#include "lbm.h"

#include "reference.h"

struct step {
    const struct lbm *l;
    const float *from;
    float *to;
};

/* Where a cell finds its neighbours' numbers: rows, and distances to the left and to the right. */
struct reach {
    size_t up, here, down; /* first cell of the row that sent down, of this one, of the one that sent up */
    ptrdiff_t left, right;
};

static inline void cell(const struct lbm *l, const float *restrict from, float *restrict to, struct reach r,
                        size_t x)
{
    size_t n = (size_t)l->width * l->height, i = r.here + x;
    const float *f = from + x;
    float rest = f[r.here], e = f[n + r.here + r.left], w = f[3 * n + r.here + r.right];
    float s = f[2 * n + r.up], t = f[4 * n + r.down];
    float es = f[5 * n + r.up + r.left], ws = f[6 * n + r.up + r.right];
    float wt = f[7 * n + r.down + r.right], et = f[8 * n + r.down + r.left];

    float density = rest + (e + w) + (s + t) + (es + wt) + (ws + et);
    float u = ((e - w) + (es - wt) + (et - ws)) / density + l->push;
    float v = ((s - t) + (es - wt) + (ws - et)) / density;
    float base = 1 - 1.5f * (u * u + v * v), omega = l->relaxation, keep = 1 - omega;
    float main_weight = omega * density * (1 / 9.0f), diagonal_weight = omega * density * (1 / 36.0f);
    float sum = u + v, difference = u - v;
    float x_even = main_weight * (base + 4.5f * u * u), x_odd = main_weight * (3 * u);
    float y_even = main_weight * (base + 4.5f * v * v), y_odd = main_weight * (3 * v);
    float a_even = diagonal_weight * (base + 4.5f * sum * sum), a_odd = diagonal_weight * (3 * sum);
    float b_even = diagonal_weight * (base + 4.5f * difference * difference),
          b_odd = diagonal_weight * (3 * difference);

    bool solid = l->solid[i];
    to[i] = solid ? rest : keep * rest + 4 * main_weight * base;
    to[n + i] = solid ? w : keep * e + (x_even + x_odd);
    to[2 * n + i] = solid ? t : keep * s + (y_even + y_odd);
    to[3 * n + i] = solid ? e : keep * w + (x_even - x_odd);
    to[4 * n + i] = solid ? s : keep * t + (y_even - y_odd);
    to[5 * n + i] = solid ? wt : keep * es + (a_even + a_odd);
    to[6 * n + i] = solid ? et : keep * ws + (b_even - b_odd);
    to[7 * n + i] = solid ? es : keep * wt + (a_even - a_odd);
    to[8 * n + i] = solid ? ws : keep * et + (b_even + b_odd);
}

static void lbm_rows(size_t begin, size_t end, void *context)
{
    const struct step *step = context;
    const struct lbm *l = step->l;
    const float *restrict from = step->from;
    float *restrict to = step->to;
    size_t width = l->width, height = l->height;
    for (size_t y = begin; y < end; y++) {
        struct reach r = {.here = y * width,
                          .up = (y ? y - 1 : height - 1) * width,
                          .down = (y + 1 < height ? y + 1 : 0) * width,
                          .left = -1,
                          .right = 1};
        struct reach first = r, last = r;
        first.left = (ptrdiff_t)width - 1;
        last.right = 1 - (ptrdiff_t)width;
        cell(l, from, to, first, 0);
        REFERENCE_SIMD
        for (size_t x = 1; x < width - 1; x++)
            cell(l, from, to, r, x);
        cell(l, from, to, last, width - 1);
    }
}

REFERENCE(lbm, c)
{
    struct lbm *l = c->state;
    const float *from = l->start;
    for (uint32_t i = 0; i < l->steps; i++) {
        struct step step = {l, from, i % 2 ? l->result : l->between};
        parallel_for(l->height, 16, lbm_rows, &step);
        from = step.to;
    }
}
