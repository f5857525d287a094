/*
 * histogram: the bins of a picture's four channels by atomics in group-shared memory, and those of its 16-bit
 * colours by atomics in a buffer. Colours are crowded, as in a picture: many threads want the same bin.
 */
#include "histogram.h"

#include "bench_shaders.h"

enum { THREADS = 256, PIXELS_A_THREAD = 64, MOST_GROUPS = 8192 };

/* The product of two even distributions leans to the dark side, differently for each channel; alpha is mostly
 * 255. */
static uint32_t random_pixel(uint64_t *seed)
{
    uint32_t a = bench_random(seed), b = bench_random(seed);
    uint32_t red = (a & 255) * (b & 255) / 256;
    uint32_t green = (red + (a >> 8 & 63)) & 255;
    uint32_t blue = (b >> 8 & 255) * (a >> 16 & 255) / 256;
    uint32_t alpha = a >> 28 ? 255 : b >> 24;
    return red | green << 8 | blue << 16 | alpha << 24;
}

static bool histogram_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {640 * 480 + 7, 32 << 20, 96 << 20};
    struct histogram *h = c->state = case_alloc(c, sizeof *h);
    if (!h)
        return false;
    h->count = counts[c->size];
    h->pixels = case_alloc(c, h->count * 4);
    h->channels =
        case_output(c, "channels", ELEMENT_UINT32, HISTOGRAM_CHANNEL_BINS * 4, (struct tolerance){0});
    h->colours = case_output(c, "colours", ELEMENT_UINT32, HISTOGRAM_COLOUR_BINS * 4, (struct tolerance){0});
    if (!h->pixels || !h->channels || !h->colours)
        return false;
    uint64_t seed = 5;
    for (size_t i = 0; i < h->count; i++)
        h->pixels[i] = random_pixel(&seed);
    c->work.amount = (double)h->count;
    c->work.bytes = 2 * 4.0 * (double)h->count; /* each pass reads the picture */
    c->work.int_ops =
        20.0 * (double)h->count; /* 5 additions; shifts and masks: 6 for channels, 9 for the colour */
    case_describe(c, "%zu pixels", h->count);
    return true;
}

static void histogram_setup(struct workload_case *c, struct gpu *gpu)
{
    struct histogram *h = c->state;
    size_t groups = (h->count + THREADS * PIXELS_A_THREAD - 1) / (THREADS * PIXELS_A_THREAD);
    if (groups > MOST_GROUPS)
        groups = MOST_GROUPS;
    uint32_t parameters[] = {(uint32_t)h->count, (uint32_t)groups * THREADS};
    struct gpu_buffer pixels = gpu_structured(gpu, 4, h->count, h->pixels);
    struct gpu_buffer channels = gpu_structured(gpu, 4, HISTOGRAM_CHANNEL_BINS, NULL);
    struct gpu_buffer colours = gpu_raw(gpu, HISTOGRAM_COLOUR_BINS * 4, NULL);
    struct gpu_pass pass = {
        .shader = gpu_shader(gpu, &histogram_channels_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, parameters)},
        .srvs = {pixels.srv},
        .uavs = {channels.uav},
        .groups = {(unsigned)groups},
    };
    h->channels_pass = pass;
    pass.shader = gpu_shader(gpu, &histogram_colours_dxbc);
    pass.uavs[0] = colours.uav;
    h->colours_pass = pass;
    h->channels_uav = channels.uav;
    h->colours_uav = colours.uav;
    case_output_resource(c, 0, channels.buffer);
    case_output_resource(c, 1, colours.buffer);
}

static void histogram_prepare(struct workload_case *c, struct gpu *gpu)
{
    struct histogram *h = c->state;
    gpu_clear(gpu, h->channels_uav);
    gpu_clear(gpu, h->colours_uav);
}

static void histogram_run(struct workload_case *c, struct gpu *gpu)
{
    struct histogram *h = c->state;
    gpu_dispatch(gpu, &h->channels_pass);
    gpu_dispatch(gpu, &h->colours_pass);
}

static void histogram_prepare_reference(struct workload_case *c)
{
    struct histogram *h = c->state;
    for (size_t i = 0; i < HISTOGRAM_CHANNEL_BINS; i++)
        h->channels[i] = 0;
    for (size_t i = 0; i < HISTOGRAM_COLOUR_BINS; i++)
        h->colours[i] = 0;
}

const struct workload histogram_workload = {
    .name = "histogram",
    .doc = "channels and colours of a picture counted: atomics in group-shared memory and in a buffer",
    .unit = "Mpixel/s",
    .unit_scale = 1e6,
    .create = histogram_create,
    .prepare_reference = histogram_prepare_reference,
    .setup = histogram_setup,
    .prepare = histogram_prepare,
    .run = histogram_run,
};
