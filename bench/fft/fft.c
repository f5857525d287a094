/*
 * fft: many Fourier transforms of 1024 complex numbers, each in one group: exchanges through group-shared
 * memory with changing strides, roots of unity from a table, float32 arithmetic and bandwidth.
 *
 * Inputs from -1 to 1 give results of 26 in the mean. A transform of ten halvings is off by about 10 * 2^-24
 * of the mean magnitude, 1.6e-5, on either side, and single numbers by several times that: 1e-4 is right.
 */
#include "fft.h"

#include "bench_shaders.h"

#include <math.h>

static bool fft_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {60, 16384, 49152};
    struct fft *f = c->state = case_alloc(c, sizeof *f);
    if (!f)
        return false;
    f->count = counts[c->size];
    size_t numbers = f->count * FFT_LENGTH * 2;
    f->input = case_alloc(c, numbers * sizeof(float));
    f->output = case_output(c, "spectra", ELEMENT_FLOAT32, numbers * sizeof(float),
                            (struct tolerance){.absolute = 1e-4});
    if (!f->input || !f->output)
        return false;
    uint64_t seed = 11;
    for (size_t i = 0; i < numbers; i++)
        f->input[i] = bench_random_float(&seed, -1, 1);
    c->work.bytes = 8.0 * (double)numbers;
    c->work.flops = c->work.amount =
        5.0 * FFT_LENGTH * 10 * (double)f->count; /* 5 n log n, as is the custom */
    case_describe(c, "%zu transforms of %d complex numbers", f->count, FFT_LENGTH);
    return true;
}

static void fft_setup(struct workload_case *c, struct gpu *gpu)
{
    struct fft *f = c->state;
    float roots[FFT_LENGTH][2];
    for (unsigned k = 0; k < FFT_LENGTH; k++) {
        double angle = -2 * 3.14159265358979323846 * k / FFT_LENGTH;
        roots[k][0] = (float)cos(angle);
        roots[k][1] = (float)sin(angle);
    }
    size_t numbers = f->count * FFT_LENGTH;
    struct gpu_buffer output = gpu_structured(gpu, 8, numbers, NULL);
    f->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &fft_dxbc),
        .srvs = {gpu_structured(gpu, 8, numbers, f->input).srv,
                 gpu_structured(gpu, 8, FFT_LENGTH, roots).srv},
        .uavs = {output.uav},
        .groups = {(unsigned)f->count},
    };
    case_output_resource(c, 0, output.buffer);
}

static void fft_run(struct workload_case *c, struct gpu *gpu)
{
    struct fft *f = c->state;
    gpu_dispatch(gpu, &f->pass);
}

const struct workload fft_workload = {
    .name = "fft",
    .doc =
        "Fourier transforms of 1024 numbers in group-shared memory: exchanges, float32 arithmetic, bandwidth",
    .unit = "GFLOP/s",
    .unit_scale = 1e9,
    .create = fft_create,
    .setup = fft_setup,
    .run = fft_run,
};
