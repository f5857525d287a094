/*
 * blur: a picture blurred along its rows and then along its columns, 17 taps each, by way of group-shared
 * memory. Typed textures read and written, conversions of formats; the picture between the two passes has
 * half floats.
 *
 * The weights are binomial coefficients over 2^16, so they are exact. Half floats between the passes are off
 * by 2^-11 at most, an eighth of a step of the result, and a device may be off by 0.6 of a step when it makes
 * bytes: 1 is right.
 */
#include "blur.h"

#include "bench_shaders.h"
#include "picture.h"

static bool blur_create(struct workload_case *c)
{
    static const uint32_t sizes[BENCH_SIZE_COUNT][2] = {{331, 203}, {3840, 2160}, {8192, 6144}};
    static const uint32_t weights[BLUR_RADIUS + 1] = {12870, 11440, 8008, 4368, 1820, 560, 120, 16, 1};
    struct blur *b = c->state = case_alloc(c, sizeof *b);
    if (!b)
        return false;
    b->width = sizes[c->size][0];
    b->height = sizes[c->size][1];
    for (unsigned k = 0; k <= BLUR_RADIUS; k++)
        b->weights[k] = weights[k];
    size_t pixels = (size_t)b->width * b->height;
    b->picture = case_alloc(c, pixels * 4);
    b->blurred = case_output(c, "picture", ELEMENT_UINT8, pixels * 4, (struct tolerance){.absolute = 1});
    if (!b->picture || !b->blurred)
        return false;
    picture_fill(b->picture, b->width, b->height);
    c->work.amount = (double)pixels;
    c->work.bytes = 8.0 * (double)pixels;
    /* Two directions, four channels: 8 sums of neighbours, 9 products, all added up. */
    c->work.flops = 2.0 * 4 * (8 + 1 + 2 * 8) * (double)pixels;
    case_describe(c, "%u x %u pixels", b->width, b->height);
    return true;
}

static void blur_setup(struct workload_case *c, struct gpu *gpu)
{
    struct blur *b = c->state;
    struct {
        uint32_t width, height, unused[2];
        float weights[12];
    } parameters = {.width = b->width, .height = b->height};
    for (unsigned k = 0; k <= BLUR_RADIUS; k++)
        parameters.weights[k] = (float)b->weights[k] / 65536;
    ID3D11Buffer *constants = gpu_constants(gpu, sizeof parameters, &parameters);
    struct gpu_texture picture =
        gpu_texture2d(gpu, DXGI_FORMAT_R8G8B8A8_UNORM, 4, b->width, b->height, b->picture);
    struct gpu_texture half =
        gpu_texture2d(gpu, DXGI_FORMAT_R16G16B16A16_FLOAT, 8, b->width, b->height, NULL);
    struct gpu_texture blurred = gpu_texture2d(gpu, DXGI_FORMAT_R8G8B8A8_UNORM, 4, b->width, b->height, NULL);
    b->rows = (struct gpu_pass){
        .shader = gpu_shader(gpu, &blur_rows_dxbc),
        .constants = {constants},
        .srvs = {picture.srv},
        .uavs = {half.uav},
        .groups = {(b->width + 127) / 128, b->height},
    };
    b->columns = (struct gpu_pass){
        .shader = gpu_shader(gpu, &blur_columns_dxbc),
        .constants = {constants},
        .srvs = {half.srv},
        .uavs = {blurred.uav},
        .groups = {(b->width + 15) / 16, (b->height + 31) / 32},
    };
    case_output_resource(c, 0, blurred.texture);
}

static void blur_run(struct workload_case *c, struct gpu *gpu)
{
    struct blur *b = c->state;
    gpu_dispatch(gpu, &b->rows);
    gpu_dispatch(gpu, &b->columns);
}

const struct workload blur_workload = {
    .name = "blur",
    .doc = "separable blur of 17 taps on a texture through group-shared memory: typed loads and stores",
    .unit = "Mpixel/s",
    .unit_scale = 1e6,
    .create = blur_create,
    .setup = blur_setup,
    .run = blur_run,
};
