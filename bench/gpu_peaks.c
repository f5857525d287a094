/*
 * What a GPU can do at best, measured with probe shaders as peaks.c measures the processor with loops: the
 * triad, and independent chains of multiply-adds, of doubles and of integers. The work of a probe is doubled
 * until it takes long enough to be timed.
 */
#include "gpu_peaks.h"

#include "bench_shaders.h"
#include "platform.h"

enum {
    GROUP_THREADS = 256,
    TRIES = 5,
    TRIAD_ELEMENTS = 4 << 20, /* of 16 bytes: 64 MiB an array, beyond the caches of most devices */
    ARITHMETIC_GROUPS = 2048,
    FIRST_ROUNDS = 16,
    MOST_ROUNDS = 1 << 14,
    CHAINS = 8,
};

/* A try shorter than this is mostly overhead. One longer than a second or two would trip a system's watchdog. */
static const double LEAST_SECONDS = 0.02;

static double time_pass(struct gpu *gpu, const struct gpu_pass *pass)
{
    double start = platform_seconds();
    gpu_dispatch(gpu, pass);
    gpu_finish(gpu);
    return platform_seconds() - start;
}

static double best_time(struct gpu *gpu, const struct gpu_pass *pass)
{
    double best = time_pass(gpu, pass);
    for (unsigned i = 1; i < TRIES && !gpu->error[0]; i++) {
        double seconds = time_pass(gpu, pass);
        best = seconds < best ? seconds : best;
    }
    return best;
}

static double measure_bytes(struct gpu *gpu)
{
    struct gpu_buffer a = gpu_structured(gpu, 16, TRIAD_ELEMENTS, NULL);
    struct gpu_buffer b = gpu_structured(gpu, 16, TRIAD_ELEMENTS, NULL);
    struct gpu_buffer c = gpu_structured(gpu, 16, TRIAD_ELEMENTS, NULL);
    const struct gpu_pass pass = {.shader = gpu_shader(gpu, &probe_triad_dxbc),
                                  .srvs = {b.srv, c.srv},
                                  .uavs = {a.uav},
                                  .groups = {TRIAD_ELEMENTS / GROUP_THREADS}};
    time_pass(gpu, &pass);
    return 3.0 * 16 * TRIAD_ELEMENTS / best_time(gpu, &pass);
}

/* Operations a second of a probe with CHAINS chains of `width` components, two operations a round each. */
static double measure_operations(struct gpu *gpu, const struct gpu_blob *blob, unsigned width)
{
    struct parameters {
        uint32_t rounds, seed, unused[2];
    } parameters = {.rounds = FIRST_ROUNDS, .seed = 512};
    struct gpu_buffer sink = gpu_structured(gpu, 4, ARITHMETIC_GROUPS * GROUP_THREADS, NULL);
    ID3D11Buffer *constants = gpu_constants(gpu, sizeof parameters, &parameters);
    const struct gpu_pass pass = {.shader = gpu_shader(gpu, blob),
                                  .constants = {constants},
                                  .uavs = {sink.uav},
                                  .groups = {ARITHMETIC_GROUPS}};
    time_pass(gpu, &pass);
    while (!gpu->error[0] && parameters.rounds < MOST_ROUNDS && time_pass(gpu, &pass) < LEAST_SECONDS) {
        parameters.rounds *= 2;
        gpu_update(gpu, constants, sizeof parameters, &parameters);
    }
    return 2.0 * CHAINS * width * parameters.rounds * ARITHMETIC_GROUPS * GROUP_THREADS /
           best_time(gpu, &pass);
}

static bool has_doubles(const struct gpu *gpu)
{
    D3D11_FEATURE_DATA_DOUBLES doubles = {FALSE};
    return SUCCEEDED(ID3D11Device_CheckFeatureSupport(gpu->device, D3D11_FEATURE_DOUBLES, &doubles,
                                                      sizeof doubles)) &&
           doubles.DoublePrecisionFloatShaderOps;
}

bool gpu_peaks_measure(struct gpu *gpu, struct peaks *peaks)
{
    struct peaks found = {.bytes = measure_bytes(gpu)};
    gpu_release_objects(gpu);
    found.flops = measure_operations(gpu, &probe_float_dxbc, 4);
    gpu_release_objects(gpu);
    found.int_ops = measure_operations(gpu, &probe_int_dxbc, 4);
    gpu_release_objects(gpu);
    if (has_doubles(gpu)) {
        found.double_ops = measure_operations(gpu, &probe_double_dxbc, 1);
        gpu_release_objects(gpu);
    }
    if (gpu->error[0])
        return false;
    *peaks = found;
    return true;
}
