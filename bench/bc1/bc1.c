/*
 * bc1: a picture compressed to half a byte a pixel, with a proper search for the ends of each block's
 * colours: a real job of texture tools. Much arithmetic with small vectors, many registers, some branches.
 *
 * A rounding that falls the other way can give another block that is as good. So what counts is the picture
 * that comes out: no block much worse than the reference's, all together not worse by more than 1 in 100, and
 * the whole better than 36 dB, where the picture at hand gives 39.
 */
#include "bc1.h"

#include "bench_shaders.h"
#include "picture.h"

#include <stdio.h>

enum { WORST_ERROR = 16 }; /* the mean square: 36 dB */

static bool bc1_create(struct workload_case *c)
{
    static const uint32_t sizes[BENCH_SIZE_COUNT][2] = {{180, 140}, {2048, 2048}, {8192, 8192}};
    struct bc1 *b = c->state = case_alloc(c, sizeof *b);
    if (!b)
        return false;
    b->width = sizes[c->size][0];
    b->height = sizes[c->size][1];
    size_t pixels = (size_t)b->width * b->height;
    b->picture = case_alloc(c, pixels * 4);
    b->blocks = case_output(c, "blocks", ELEMENT_UINT32, pixels / 2, (struct tolerance){0});
    if (!b->picture || !b->blocks)
        return false;
    picture_fill(b->picture, b->width, b->height);
    c->work.amount = (double)pixels;
    c->work.bytes = 4.5 * (double)pixels;
    /* A pixel's share: 3 for the mean, 15 for the covariance, 8 along the axis; 22 for each of three tries
     * and 17 for each of two refinements. A block's: 4 products with the matrix, some 100 for axes and
     * equations. */
    c->work.flops = (3 + 15 + 8 + 3 * 22 + 2 * 17 + (4 * 18 + 100) / 16.0) * (double)pixels;
    case_describe(c, "%u x %u pixels", b->width, b->height);
    return true;
}

static void bc1_setup(struct workload_case *c, struct gpu *gpu)
{
    struct bc1 *b = c->state;
    uint32_t parameters[] = {b->width / 4, b->height / 4};
    struct gpu_texture blocks =
        gpu_texture2d(gpu, DXGI_FORMAT_R32G32_UINT, 8, b->width / 4, b->height / 4, NULL);
    b->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &bc1_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, parameters)},
        .srvs = {gpu_texture2d(gpu, DXGI_FORMAT_R8G8B8A8_UNORM, 4, b->width, b->height, b->picture).srv},
        .uavs = {blocks.uav},
        .groups = {(b->width / 4 + 7) / 8, (b->height / 4 + 7) / 8},
    };
    case_output_resource(c, 0, blocks.texture);
}

static void bc1_run(struct workload_case *c, struct gpu *gpu)
{
    struct bc1 *b = c->state;
    gpu_dispatch(gpu, &b->pass);
}

static void colour_of(uint32_t packed, int32_t rgb[3])
{
    int32_t r = (int32_t)(packed >> 11), g = (int32_t)(packed >> 5 & 63), b = (int32_t)(packed & 31);
    rgb[0] = r << 3 | r >> 2;
    rgb[1] = g << 2 | g >> 4;
    rgb[2] = b << 3 | b >> 2;
}

/* The sum of squares between a block and what it stands for, in the mode of four colours or that of three and
 * black. */
static double block_error(const struct bc1 *b, const uint32_t block[2], size_t x, size_t y)
{
    int32_t colours[4][3] = {0};
    uint32_t first = block[0] & 0xffff, second = block[0] >> 16;
    double error = 0;
    colour_of(first, colours[0]);
    colour_of(second, colours[1]);
    for (unsigned k = 0; k < 3; k++) {
        int32_t p = colours[0][k], q = colours[1][k];
        colours[2][k] = first > second ? (2 * p + q) / 3 : (p + q) / 2;
        colours[3][k] = first > second ? (p + 2 * q) / 3 : 0;
    }
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *pixel = b->picture + 4 * ((4 * y + i / 4) * b->width + 4 * x + i % 4);
        for (unsigned k = 0; k < 3; k++) {
            int32_t off = pixel[k] - colours[block[1] >> 2 * i & 3][k];
            error += off * off;
        }
    }
    return error;
}

static bool bc1_check(struct workload_case *c, const void *const *got, char *why, size_t why_size)
{
    const struct bc1 *b = c->state;
    const uint32_t *blocks = got[0];
    double error = 0, expected = 0;
    size_t across = b->width / 4, count = across * (b->height / 4);
    for (size_t i = 0; i < count; i++) {
        double mine = block_error(b, blocks + 2 * i, i % across, i / across);
        double best = block_error(b, b->blocks + 2 * i, i % across, i / across);
        if (mine > 1.5 * best + 16 * 3 * 16) {
            snprintf(why, why_size, "block %zu, %zu has a squared error of %.0f, the reference's %.0f",
                     i % across, i / across, mine, best);
            return false;
        }
        error += mine;
        expected += best;
    }
    error /= 48 * (double)count;
    expected /= 48 * (double)count;
    if (error <= 1.01 * expected && error <= WORST_ERROR)
        return true;
    snprintf(why, why_size, "the mean squared error is %g, the reference's %g", error, expected);
    return false;
}

const struct workload bc1_workload = {
    .name = "bc1",
    .doc = "a picture compressed to BC1 with fitted colours: float32 arithmetic, many registers",
    .unit = "Mpixel/s",
    .unit_scale = 1e6,
    .create = bc1_create,
    .setup = bc1_setup,
    .run = bc1_run,
    .check = bc1_check,
};
