/*
 * nbody: one step of gravity among all pairs. Twenty operations for each pair from group-shared memory and
 * registers: the arithmetic units decide, with one rsqrt a pair.
 */
#include "nbody.h"

#include "bench_shaders.h"

static bool nbody_alloc(struct workload_case *c, struct nbody *n)
{
    size_t bytes = n->count * 4 * sizeof(float);
    n->bodies = case_alloc(c, bytes);
    n->velocities = case_alloc(c, bytes);
    n->x = case_alloc(c, bytes / 4);
    n->y = case_alloc(c, bytes / 4);
    n->z = case_alloc(c, bytes / 4);
    n->mass = case_alloc(c, bytes / 4);
    /* Forces of either sign are added up in different orders. */
    struct tolerance tolerance = {.absolute = 1e-5, .relative = 1e-5};
    n->new_bodies = case_output(c, "bodies", ELEMENT_FLOAT32, bytes, tolerance);
    n->new_velocities = case_output(c, "velocities", ELEMENT_FLOAT32, bytes, tolerance);
    return n->bodies && n->velocities && n->x && n->y && n->z && n->mass && n->new_bodies &&
           n->new_velocities;
}

static bool nbody_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {1024, 16384, 65536};
    struct nbody *n = c->state = case_alloc(c, sizeof *n);
    if (!n)
        return false;
    n->count = counts[c->size];
    n->time_step = 0.01f;
    n->softening = 0.01f;
    if (!nbody_alloc(c, n))
        return false;
    uint64_t seed = 2;
    for (size_t i = 0; i < n->count; i++) {
        float *b = n->bodies + 4 * i;
        b[0] = n->x[i] = bench_random_float(&seed, -1, 1);
        b[1] = n->y[i] = bench_random_float(&seed, -1, 1);
        b[2] = n->z[i] = bench_random_float(&seed, -1, 1);
        b[3] = n->mass[i] = bench_random_float(&seed, 0.5f, 1.5f) / (float)n->count;
        for (unsigned k = 0; k < 3; k++)
            n->velocities[4 * i + k] = bench_random_float(&seed, -0.1f, 0.1f);
    }
    /* 3 differences, 6 for the length, rsqrt as 2, 3 for the factor, 6 for the sum. */
    c->work.flops = c->work.amount = 20.0 * (double)n->count * (double)n->count;
    c->work.bytes = 64.0 * (double)n->count;
    case_describe(c, "%zu bodies", n->count);
    return true;
}

static void nbody_setup(struct workload_case *c, struct gpu *gpu)
{
    struct nbody *n = c->state;
    struct {
        uint32_t count;
        float time_step, softening;
    } parameters = {(uint32_t)n->count, n->time_step, n->softening};
    unsigned stride = 4 * sizeof(float);
    struct gpu_buffer new_bodies = gpu_structured(gpu, stride, n->count, NULL);
    struct gpu_buffer new_velocities = gpu_structured(gpu, stride, n->count, NULL);
    n->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &nbody_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .srvs = {gpu_structured(gpu, stride, n->count, n->bodies).srv,
                 gpu_structured(gpu, stride, n->count, n->velocities).srv},
        .uavs = {new_bodies.uav, new_velocities.uav},
        .groups = {(unsigned)(n->count / NBODY_TILE)},
    };
    case_output_resource(c, 0, new_bodies.buffer);
    case_output_resource(c, 1, new_velocities.buffer);
}

static void nbody_run(struct workload_case *c, struct gpu *gpu)
{
    struct nbody *n = c->state;
    gpu_dispatch(gpu, &n->pass);
}

const struct workload nbody_workload = {
    .name = "nbody",
    .doc = "gravity among all pairs of bodies, tiles in group-shared memory: float32 arithmetic",
    .unit = "GFLOP/s",
    .unit_scale = 1e9,
    .create = nbody_create,
    .setup = nbody_setup,
    .run = nbody_run,
};
