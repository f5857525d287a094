/*
 * bilinear: a picture made larger by the sampler, one filtered sample a pixel. What most image code asks of a
 * GPU's texture units.
 *
 * Places in the source are rounded to 1/256 pixel, which may go either way on another device; next to the
 * hardest edge that is a step of the result, and bytes are rounded once more. So 2 is right.
 */
#include "bilinear.h"

#include "bench_shaders.h"
#include "picture.h"

static bool axis_alloc(struct workload_case *c, struct bilinear_axis *axis, uint32_t count)
{
    axis->at = case_alloc(c, count * sizeof *axis->at);
    axis->next = case_alloc(c, count * sizeof *axis->next);
    axis->part = case_alloc(c, count * sizeof *axis->part);
    return axis->at && axis->next && axis->part;
}

static bool bilinear_create(struct workload_case *c)
{
    static const uint32_t sizes[BENCH_SIZE_COUNT][4] = {
        {171, 113, 290, 190}, {1920, 1080, 3840, 2160}, {4096, 2730, 8192, 6144}};
    struct bilinear *b = c->state = case_alloc(c, sizeof *b);
    if (!b)
        return false;
    b->from_width = sizes[c->size][0];
    b->from_height = sizes[c->size][1];
    b->width = sizes[c->size][2];
    b->height = sizes[c->size][3];
    size_t from = (size_t)b->from_width * b->from_height, to = (size_t)b->width * b->height;
    b->picture = case_alloc(c, from * 4);
    b->resized = case_output(c, "picture", ELEMENT_UINT8, to * 4, (struct tolerance){.absolute = 2});
    if (!b->picture || !b->resized || !axis_alloc(c, &b->across, b->width) ||
        !axis_alloc(c, &b->down, b->height))
        return false;
    picture_fill((uint8_t *)b->picture, b->from_width, b->from_height);
    c->work.amount = (double)to;
    c->work.bytes = 4.0 * (double)(from + to);
    c->work.flops = 2.0 * 3 * 4 * (double)to; /* 3 blends of 4 channels */
    case_describe(c, "%u x %u to %u x %u pixels", b->from_width, b->from_height, b->width, b->height);
    return true;
}

static void bilinear_setup(struct workload_case *c, struct gpu *gpu)
{
    struct bilinear *b = c->state;
    struct {
        uint32_t width, height;
        float step_x, step_y;
    } parameters = {b->width, b->height, 1.0f / (float)b->width, 1.0f / (float)b->height};
    struct gpu_texture picture =
        gpu_texture2d(gpu, DXGI_FORMAT_R8G8B8A8_UNORM, 4, b->from_width, b->from_height, b->picture);
    struct gpu_texture resized = gpu_texture2d(gpu, DXGI_FORMAT_R8G8B8A8_UNORM, 4, b->width, b->height, NULL);
    b->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &bilinear_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .srvs = {picture.srv},
        .uavs = {resized.uav},
        .samplers = {gpu_sampler(gpu, D3D11_FILTER_MIN_MAG_LINEAR_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP)},
        .groups = {(b->width + 7) / 8, (b->height + 7) / 8},
    };
    case_output_resource(c, 0, resized.texture);
}

static void bilinear_run(struct workload_case *c, struct gpu *gpu)
{
    struct bilinear *b = c->state;
    gpu_dispatch(gpu, &b->pass);
}

const struct workload bilinear_workload = {
    .name = "bilinear",
    .doc = "a picture enlarged by the sampler, one sample_l a pixel (C: tables of places): filtered sampling",
    .unit = "Mpixel/s",
    .unit_scale = 1e6,
    .create = bilinear_create,
    .setup = bilinear_setup,
    .run = bilinear_run,
};
