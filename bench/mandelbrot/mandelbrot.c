/*
 * mandelbrot: the loop of each pixel runs for as long as the pixel needs, from 1 step to the limit, next to
 * each other: control flow that diverges within waves and between groups.
 */
#include "mandelbrot.h"

#include "bench_shaders.h"

#include <stdio.h>

static bool mandelbrot_create(struct workload_case *c)
{
    static const uint32_t sizes[BENCH_SIZE_COUNT][3] = {
        {200, 150, 100}, {2048, 1536, 500}, {8192, 6144, 1000}};
    struct mandelbrot *m = c->state = case_alloc(c, sizeof *m);
    if (!m)
        return false;
    m->width = sizes[c->size][0];
    m->height = sizes[c->size][1];
    m->limit = sizes[c->size][2];
    m->x = -2.125f;
    m->y = -1.1875f;
    m->step = 3.0f / (float)m->width;
    m->steps =
        case_output(c, "steps", ELEMENT_UINT32, (size_t)m->width * m->height * 4, (struct tolerance){0});
    if (!m->steps)
        return false;
    c->work.amount = (double)m->width * m->height;
    c->work.bytes = 4.0 * c->work.amount;
    case_describe(c, "%u x %u pixels, %u steps at most", m->width, m->height, m->limit);
    return true;
}

static void mandelbrot_setup(struct workload_case *c, struct gpu *gpu)
{
    struct mandelbrot *m = c->state;
    struct {
        float x, y, step;
        uint32_t limit, width, height;
    } parameters = {m->x, m->y, m->step, m->limit, m->width, m->height};
    struct gpu_texture steps = gpu_texture2d(gpu, DXGI_FORMAT_R32_UINT, 4, m->width, m->height, NULL);
    m->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &mandelbrot_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .uavs = {steps.uav},
        .groups = {(m->width + 15) / 16, (m->height + 15) / 16},
    };
    case_output_resource(c, 0, steps.texture);
}

static void mandelbrot_run(struct workload_case *c, struct gpu *gpu)
{
    struct mandelbrot *m = c->state;
    gpu_dispatch(gpu, &m->pass);
}

/* A device may round once or twice in a mad, and near the border of the set one rounding decides: few pixels
 * may differ. With one rounding, as in the reference, none does. */
static bool mandelbrot_check(struct workload_case *c, const void *const *got, char *why, size_t why_size)
{
    struct mandelbrot *m = c->state;
    const uint32_t *steps = got[0];
    size_t count = (size_t)m->width * m->height, different = 0;
    for (size_t i = 0; i < count; i++)
        different += steps[i] != m->steps[i];
    if (different * 50 <= count)
        return true;
    snprintf(why, why_size, "%zu of %zu pixels differ; 2 in 100 may", different, count);
    return false;
}

const struct workload mandelbrot_workload = {
    .name = "mandelbrot",
    .doc = "the Mandelbrot set, a loop of its own length for every pixel: divergent flow, float32 arithmetic",
    .unit = "Mpixel/s",
    .unit_scale = 1e6,
    .create = mandelbrot_create,
    .setup = mandelbrot_setup,
    .run = mandelbrot_run,
    .check = mandelbrot_check,
};
