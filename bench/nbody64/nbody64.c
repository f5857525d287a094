/*
 * nbody64: one step of gravity among all pairs in double precision: additions and multiplications of doubles,
 * which a device may lack (then creating the shader fails) and which most GPUs do at a fraction of their
 * float32 rate.
 *
 * Pulls are below 100 and mostly near 1; adding up n of them in another order changes a velocity by n * 2^-53
 * of that times the time step, less than 1e-13.
 */
#include "nbody64.h"

#include "bench_shaders.h"

static bool nbody64_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {384, 8192, 32768};
    struct nbody64 *n = c->state = case_alloc(c, sizeof *n);
    if (!n)
        return false;
    n->count = counts[c->size];
    n->time_step = 0.01;
    n->softening = 0.01;
    size_t bytes = n->count * sizeof *n->bodies;
    n->bodies = case_alloc(c, bytes);
    n->velocities = case_alloc(c, bytes);
    struct tolerance tolerance = {.absolute = 1e-13};
    n->new_bodies = case_output(c, "bodies", ELEMENT_FLOAT64, bytes, tolerance);
    n->new_velocities = case_output(c, "velocities", ELEMENT_FLOAT64, bytes, tolerance);
    if (!n->bodies || !n->velocities || !n->new_bodies || !n->new_velocities)
        return false;
    uint64_t seed = 14;
    for (size_t i = 0; i < n->count; i++) {
        struct body64 *b = &n->bodies[i], *v = &n->velocities[i];
        b->x = bench_random_float(&seed, -1, 1);
        b->y = bench_random_float(&seed, -1, 1);
        b->z = bench_random_float(&seed, -1, 1);
        b->mass = bench_random_float(&seed, 0.5f, 1.5f) / (double)n->count;
        v->x = bench_random_float(&seed, -0.1f, 0.1f);
        v->y = bench_random_float(&seed, -0.1f, 0.1f);
        v->z = bench_random_float(&seed, -0.1f, 0.1f);
    }
    /* 3 differences, 6 for the length, root and division, 3 for the factor, 6 for the sum. */
    c->work.double_ops = c->work.amount = 20.0 * (double)n->count * (double)n->count;
    c->work.bytes = 128.0 * (double)n->count;
    case_describe(c, "%zu bodies", n->count);
    return true;
}

static void nbody64_setup(struct workload_case *c, struct gpu *gpu)
{
    struct nbody64 *n = c->state;
    struct {
        double time_step, softening;
        uint32_t count;
    } parameters = {n->time_step, n->softening, (uint32_t)n->count};
    unsigned stride = sizeof(struct body64);
    struct gpu_buffer new_bodies = gpu_structured(gpu, stride, n->count, NULL);
    struct gpu_buffer new_velocities = gpu_structured(gpu, stride, n->count, NULL);
    n->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &nbody64_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .srvs = {gpu_structured(gpu, stride, n->count, n->bodies).srv,
                 gpu_structured(gpu, stride, n->count, n->velocities).srv},
        .uavs = {new_bodies.uav, new_velocities.uav},
        .groups = {(unsigned)(n->count / NBODY64_TILE)},
    };
    case_output_resource(c, 0, new_bodies.buffer);
    case_output_resource(c, 1, new_velocities.buffer);
}

static void nbody64_run(struct workload_case *c, struct gpu *gpu)
{
    struct nbody64 *n = c->state;
    gpu_dispatch(gpu, &n->pass);
}

const struct workload nbody64_workload = {
    .name = "nbody64",
    .doc = "gravity among all pairs of bodies in double precision: float64 arithmetic",
    .unit = "GFLOP/s",
    .unit_scale = 1e9,
    .create = nbody64_create,
    .setup = nbody64_setup,
    .run = nbody64_run,
};
