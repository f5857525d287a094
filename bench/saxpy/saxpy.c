/*
 * saxpy: the plainest streaming job. Three arrays of floats, larger than the caches at the default size, one
 * fused multiply-add for every twelve bytes: the memory decides.
 */
#include "saxpy.h"

#include "bench_shaders.h"

static bool saxpy_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {1000003, 32 << 20, 96 << 20};
    struct saxpy *s = c->state = case_alloc(c, sizeof *s);
    if (!s)
        return false;
    s->count = counts[c->size];
    s->a = 2.5f;
    s->x = case_alloc(c, s->count * sizeof(float));
    s->y = case_alloc(c, s->count * sizeof(float));
    s->z = case_output(c, "z", ELEMENT_FLOAT32, s->count * sizeof(float), (struct tolerance){.ulp = 1});
    if (!s->x || !s->y || !s->z)
        return false;
    uint64_t seed = 1;
    for (size_t i = 0; i < s->count; i++) {
        s->x[i] = bench_random_float(&seed, -1, 1);
        s->y[i] = bench_random_float(&seed, 4, 8);
    }
    c->work.bytes = c->work.amount = 12.0 * s->count;
    c->work.flops = 2.0 * s->count;
    case_describe(c, "%zu elements", s->count);
    return true;
}

static void saxpy_setup(struct workload_case *c, struct gpu *gpu)
{
    struct saxpy *s = c->state;
    unsigned groups = (unsigned)((s->count + 255) / 256), groups_per_row = groups < 32768 ? groups : 32768;
    struct {
        float a;
        uint32_t count, groups_per_row;
    } parameters = {s->a, (uint32_t)s->count, groups_per_row};
    struct gpu_buffer z = gpu_structured(gpu, sizeof(float), s->count, NULL);
    s->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &saxpy_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .srvs = {gpu_structured(gpu, sizeof(float), s->count, s->x).srv,
                 gpu_structured(gpu, sizeof(float), s->count, s->y).srv},
        .uavs = {z.uav},
        .groups = {groups_per_row, (groups + groups_per_row - 1) / groups_per_row, 1},
    };
    case_output_resource(c, 0, z.buffer);
}

static void saxpy_run(struct workload_case *c, struct gpu *gpu)
{
    struct saxpy *s = c->state;
    gpu_dispatch(gpu, &s->pass);
}

const struct workload saxpy_workload = {
    .name = "saxpy",
    .doc = "z = a x + y on arrays beyond the caches: memory bandwidth",
    .unit = "GB/s",
    .unit_scale = 1e9,
    .create = saxpy_create,
    .setup = saxpy_setup,
    .run = saxpy_run,
};
