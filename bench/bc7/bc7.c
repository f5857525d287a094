/*
 * bc7: a picture with transparency compressed to a byte a pixel, in the format's mode 6: more arithmetic and
 * registers than bc1, and packing of bits.
 *
 * A rounding that falls the other way can give another block that is as good. So what counts is the picture
 * that comes out: no block much worse than the reference's, all together not worse by more than 1 in 100, and
 * the whole better than 38 dB, where the picture at hand gives 41.
 */
#include "bc7.h"

#include "bench_shaders.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>

enum { WORST_ERROR = 10 }; /* the mean square: 38 dB */

static bool bc7_create(struct workload_case *c)
{
    static const uint32_t sizes[BENCH_SIZE_COUNT][2] = {{180, 140}, {2048, 2048}, {8192, 8192}};
    struct bc7 *b = c->state = case_alloc(c, sizeof *b);
    if (!b)
        return false;
    b->width = sizes[c->size][0];
    b->height = sizes[c->size][1];
    size_t pixels = (size_t)b->width * b->height;
    b->picture = case_alloc(c, pixels * 4);
    b->blocks = case_output(c, "blocks", ELEMENT_UINT32, pixels, (struct tolerance){0});
    if (!b->picture || !b->blocks)
        return false;
    picture_fill(b->picture, b->width, b->height);
    c->work.amount = (double)pixels;
    c->work.bytes = 5.0 * (double)pixels;
    /* A pixel's share: 4 for the mean, 24 for the covariance, 12 along the axis; 34 for each of two tries and
     * 24 for the refinement. A block's: 4 products with the matrix, some 200 for axes, equations and ends. */
    c->work.flops = (4 + 24 + 12 + 2 * 34 + 24 + (4 * 32 + 200) / 16.0) * (double)pixels;
    case_describe(c, "%u x %u pixels", b->width, b->height);
    return true;
}

static void bc7_setup(struct workload_case *c, struct gpu *gpu)
{
    struct bc7 *b = c->state;
    uint32_t parameters[] = {b->width / 4, b->height / 4};
    struct gpu_texture blocks =
        gpu_texture2d(gpu, DXGI_FORMAT_R32G32B32A32_UINT, 16, b->width / 4, b->height / 4, NULL);
    b->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &bc7_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, parameters)},
        .srvs = {gpu_texture2d(gpu, DXGI_FORMAT_R8G8B8A8_UNORM, 4, b->width, b->height, b->picture).srv},
        .uavs = {blocks.uav},
        .groups = {(b->width / 4 + 7) / 8, (b->height / 4 + 7) / 8},
    };
    case_output_resource(c, 0, blocks.texture);
}

static void bc7_run(struct workload_case *c, struct gpu *gpu)
{
    struct bc7 *b = c->state;
    gpu_dispatch(gpu, &b->pass);
}

/* Bits of a block from `first` on, lowest first. */
static uint32_t bits(const uint32_t block[4], unsigned first, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (block[(first + i) / 32] >> (first + i) % 32 & 1) << i;
    return value;
}

/* The sum of squares between a block and what it stands for; infinite for a block that is not of mode 6. */
static double block_error(const struct bc7 *b, const uint32_t block[4], size_t x, size_t y)
{
    static const uint8_t weights[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
    uint32_t ends[2][4];
    double error = 0;
    if (bits(block, 0, 7) != 0x40)
        return INFINITY;
    for (unsigned k = 0; k < 4; k++)
        for (unsigned e = 0; e < 2; e++)
            ends[e][k] = bits(block, 7 + 14 * k + 7 * e, 7) << 1 | bits(block, 63 + e, 1);
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *pixel = b->picture + 4 * ((4 * y + i / 4) * b->width + 4 * x + i % 4);
        uint32_t weight = weights[i ? bits(block, 64 + 4 * i, 4) : bits(block, 65, 3)];
        for (unsigned k = 0; k < 4; k++) {
            int32_t value = (int32_t)(((64 - weight) * ends[0][k] + weight * ends[1][k] + 32) >> 6);
            error += (pixel[k] - value) * (pixel[k] - value);
        }
    }
    return error;
}

static bool bc7_check(struct workload_case *c, const void *const *got, char *why, size_t why_size)
{
    const struct bc7 *b = c->state;
    const uint32_t *blocks = got[0];
    double error = 0, expected = 0;
    size_t across = b->width / 4, count = across * (b->height / 4);
    for (size_t i = 0; i < count; i++) {
        double mine = block_error(b, blocks + 4 * i, i % across, i / across);
        double best = block_error(b, b->blocks + 4 * i, i % across, i / across);
        if (mine > 1.5 * best + 16 * 4 * 4) {
            snprintf(why, why_size, "block %zu, %zu has a squared error of %.0f, the reference's %.0f",
                     i % across, i / across, mine, best);
            return false;
        }
        error += mine;
        expected += best;
    }
    error /= 64 * (double)count;
    expected /= 64 * (double)count;
    if (error <= 1.01 * expected && error <= WORST_ERROR)
        return true;
    snprintf(why, why_size, "the mean squared error is %g, the reference's %g", error, expected);
    return false;
}

const struct workload bc7_workload = {
    .name = "bc7",
    .doc = "a picture with transparency compressed to BC7 (mode 6): float32 arithmetic, many registers, bits",
    .unit = "Mpixel/s",
    .unit_scale = 1e6,
    .create = bc7_create,
    .setup = bc7_setup,
    .run = bc7_run,
    .check = bc7_check,
};
