/*
 * resize: a picture made larger with a cubic filter, all 16 source pixels loaded by their coordinates.
 * Texture loads at computed places, conversions, a filter that overshoots and is clamped.
 *
 * A position in the source is off by 2^-11 pixels at most when it is computed in float32, which is a fifth of
 * a step of the result across the hardest edge; a device may be off by 0.6 of a step when it makes bytes. So
 * 1 is right.
 */
#include "resize.h"

#include "bench_shaders.h"
#include "picture.h"

static bool resize_create(struct workload_case *c)
{
    static const uint32_t sizes[BENCH_SIZE_COUNT][4] = {
        {171, 113, 290, 190}, {1920, 1080, 3840, 2160}, {4096, 2730, 8192, 6144}};
    struct resize *r = c->state = case_alloc(c, sizeof *r);
    if (!r)
        return false;
    r->from_width = sizes[c->size][0];
    r->from_height = sizes[c->size][1];
    r->width = sizes[c->size][2];
    r->height = sizes[c->size][3];
    size_t from = (size_t)r->from_width * r->from_height, to = (size_t)r->width * r->height;
    r->picture = case_alloc(c, from * 4);
    r->across = case_alloc(c, r->width * sizeof *r->across);
    r->down = case_alloc(c, r->height * sizeof *r->down);
    r->resized = case_output(c, "picture", ELEMENT_UINT8, to * 4, (struct tolerance){.absolute = 1});
    if (!r->picture || !r->across || !r->down || !r->resized)
        return false;
    picture_fill(r->picture, r->from_width, r->from_height);
    c->work.amount = (double)to;
    c->work.bytes = 4.0 * (double)(from + to);
    /* First across, for the pixels that each row of the source gives, then down: 4 taps of 4 channels. */
    c->work.flops = 2.0 * 4 * 4 * ((double)r->from_height * r->width + (double)to);
    case_describe(c, "%u x %u to %u x %u pixels", r->from_width, r->from_height, r->width, r->height);
    return true;
}

static void resize_setup(struct workload_case *c, struct gpu *gpu)
{
    struct resize *r = c->state;
    struct {
        uint32_t width, height;
        int32_t last_x, last_y;
        float scale_x, scale_y;
    } parameters = {r->width,
                    r->height,
                    (int32_t)r->from_width - 1,
                    (int32_t)r->from_height - 1,
                    (float)r->from_width / (float)r->width,
                    (float)r->from_height / (float)r->height};
    struct gpu_texture picture =
        gpu_texture2d(gpu, DXGI_FORMAT_R8G8B8A8_UNORM, 4, r->from_width, r->from_height, r->picture);
    struct gpu_texture resized = gpu_texture2d(gpu, DXGI_FORMAT_R8G8B8A8_UNORM, 4, r->width, r->height, NULL);
    r->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &resize_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .srvs = {picture.srv},
        .uavs = {resized.uav},
        .groups = {(r->width + 7) / 8, (r->height + 7) / 8},
    };
    case_output_resource(c, 0, resized.texture);
}

static void resize_run(struct workload_case *c, struct gpu *gpu)
{
    struct resize *r = c->state;
    gpu_dispatch(gpu, &r->pass);
}

const struct workload resize_workload = {
    .name = "resize",
    .doc = "a picture enlarged by a cubic filter, 16 explicit loads a pixel (C: rows, then columns): texture "
           "loads",
    .unit = "Mpixel/s",
    .unit_scale = 1e6,
    .other_algorithm = true,
    .create = resize_create,
    .setup = resize_setup,
    .run = resize_run,
};
