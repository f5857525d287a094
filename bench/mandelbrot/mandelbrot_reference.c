/*
 * The Mandelbrot set in C: a strip of neighbouring pixels goes on until its last one has left, the others
 * idle, which is how a vector unit does it. Says fused where it means it: the set's border shows every
 * rounding.
 */
#include "mandelbrot.h"

#include "reference.h"

enum { STRIP = 32, STEPS_BETWEEN_CHECKS = 8 };

/* A pixel that has left stays outside (its numbers grow to infinity or NaN), so it never counts again.
 * Counting past the limit within the last few steps is cut off at the end. */
static void strip(const struct mandelbrot *m, uint32_t first, float cy, uint32_t *restrict out)
{
    float cx[STRIP], x[STRIP] = {0}, y[STRIP] = {0}, y2[STRIP] = {0};
    uint32_t steps[STRIP] = {0};
    for (uint32_t i = 0; i < STRIP; i++)
        cx[i] = fmaf((float)(first + i), m->step, m->x);
    uint32_t inside = 1;
    for (uint32_t done = 0; done < m->limit && inside; done += STEPS_BETWEEN_CHECKS) {
        for (unsigned k = 0; k < STEPS_BETWEEN_CHECKS; k++) {
            inside = 0;
            for (uint32_t i = 0; i < STRIP; i++) {
                uint32_t counts = fmaf(x[i], x[i], y2[i]) <= 4 ? 1 : 0;
                float next = fmaf(x[i], x[i], -y2[i]) + cx[i];
                y[i] = fmaf(x[i] + x[i], y[i], cy);
                x[i] = next;
                y2[i] = y[i] * y[i];
                steps[i] += counts;
                inside |= counts;
            }
        }
    }
    for (uint32_t i = 0; i < STRIP && first + i < m->width; i++)
        out[first + i] = steps[i] < m->limit ? steps[i] : m->limit;
}

static void mandelbrot_rows(size_t begin, size_t end, void *context)
{
    struct mandelbrot *m = context;
    for (size_t row = begin; row < end; row++)
        for (uint32_t first = 0; first < m->width; first += STRIP)
            strip(m, first, fmaf((float)row, m->step, m->y), m->steps + row * m->width);
}

/* How much there is to do only the result says. A step has three fused operations, two sums and a product. */
static void count_work(struct workload_case *c)
{
    const struct mandelbrot *m = c->state;
    double steps = 0;
    for (size_t i = 0; i < (size_t)m->width * m->height; i++)
        steps += m->steps[i];
    c->work.flops = 9 * steps;
}

REFERENCE(mandelbrot, c)
{
    struct mandelbrot *m = c->state;
    parallel_for(m->height, 1, mandelbrot_rows, m);
    if (!c->work.flops)
        count_work(c);
}
