/*
 * blackscholes: prices of options, with two exponentials for the distribution, one for the discount, a
 * logarithm, a root and divisions for twenty bytes: transcendental functions.
 *
 * Direct3D allows exp a relative error of 2^-21 and log, near 1, an absolute one. Prices up to 30, strikes up
 * to 100, and deviations of 0.15 and more make of the logarithm's 2^-21 an error of 3.2e-6 in d1 and 4e-5 in
 * either product, of the exponentials' 5e-5 at most; the distribution's formula and the roundings add 2e-5.
 * Together less than 2e-4.
 */
#include "blackscholes.h"

#include "bench_shaders.h"

enum { THREADS = 256, MOST_GROUPS = 32768 };

static bool blackscholes_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {50021, 8 << 20, 64 << 20};
    struct blackscholes *b = c->state = case_alloc(c, sizeof *b);
    if (!b)
        return false;
    size_t bytes = (b->count = counts[c->size]) * sizeof(float);
    b->rate = 0.02f;
    b->volatility = 0.30f;
    b->prices = case_alloc(c, bytes);
    b->strikes = case_alloc(c, bytes);
    b->years = case_alloc(c, bytes);
    struct tolerance tolerance = {.absolute = 2e-4};
    b->calls = case_output(c, "calls", ELEMENT_FLOAT32, bytes, tolerance);
    b->puts = case_output(c, "puts", ELEMENT_FLOAT32, bytes, tolerance);
    if (!b->prices || !b->strikes || !b->years || !b->calls || !b->puts)
        return false;
    uint64_t seed = 9;
    for (size_t i = 0; i < b->count; i++) {
        b->prices[i] = bench_random_float(&seed, 5, 30);
        b->strikes[i] = bench_random_float(&seed, 1, 100);
        b->years[i] = bench_random_float(&seed, 0.25f, 10);
    }
    c->work.amount = (double)b->count;
    c->work.bytes = 20.0 * (double)b->count;
    /* 26 for each of two distributions, 20 around them, a logarithm; exponentials are 15, a root or a
     * division is 1. */
    c->work.flops = (2 * 26 + 20 + 4 * 15) * (double)b->count;
    case_describe(c, "%zu options", b->count);
    return true;
}

static void blackscholes_setup(struct workload_case *c, struct gpu *gpu)
{
    struct blackscholes *b = c->state;
    size_t groups = (b->count + THREADS - 1) / THREADS;
    if (groups > MOST_GROUPS)
        groups = MOST_GROUPS;
    struct {
        uint32_t count, stride;
        float rate, volatility;
    } parameters = {(uint32_t)b->count, (uint32_t)groups * THREADS, b->rate, b->volatility};
    struct gpu_buffer calls = gpu_structured(gpu, sizeof(float), b->count, NULL);
    struct gpu_buffer puts = gpu_structured(gpu, sizeof(float), b->count, NULL);
    b->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &blackscholes_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .srvs = {gpu_structured(gpu, sizeof(float), b->count, b->prices).srv,
                 gpu_structured(gpu, sizeof(float), b->count, b->strikes).srv,
                 gpu_structured(gpu, sizeof(float), b->count, b->years).srv},
        .uavs = {calls.uav, puts.uav},
        .groups = {(unsigned)groups},
    };
    case_output_resource(c, 0, calls.buffer);
    case_output_resource(c, 1, puts.buffer);
}

static void blackscholes_run(struct workload_case *c, struct gpu *gpu)
{
    struct blackscholes *b = c->state;
    gpu_dispatch(gpu, &b->pass);
}

const struct workload blackscholes_workload = {
    .name = "blackscholes",
    .doc = "prices of options: exponentials, logarithms, roots and divisions",
    .unit = "Moption/s",
    .unit_scale = 1e6,
    .create = blackscholes_create,
    .setup = blackscholes_setup,
    .run = blackscholes_run,
};
