/*
 * scan: exclusive prefix sums of 32-bit numbers in several passes. Blocks are added up, and their sums again,
 * until one block is left; then prefix sums go down the levels. Memory bandwidth, barriers, and dispatches
 * that wait for others.
 */
#include "scan.h"

#include "bench_shaders.h"

enum { BLOCK = 2048 };

static bool scan_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {300003, 32 << 20, 96 << 20};
    struct scan *s = c->state = case_alloc(c, sizeof *s);
    if (!s)
        return false;
    s->count = counts[c->size];
    s->input = case_alloc(c, (s->count + 7) / 8 * 8 * 4);
    s->chunk_sums = case_alloc(c, (s->count + SCAN_CHUNK - 1) / SCAN_CHUNK * 4);
    s->output = case_output(c, "sums", ELEMENT_UINT32, s->count * 4, (struct tolerance){0});
    if (!s->input || !s->chunk_sums || !s->output)
        return false;
    uint64_t seed = 6;
    for (size_t i = 0; i < s->count; i++)
        s->input[i] = bench_random(&seed);
    c->work.bytes = c->work.amount = 8.0 * (double)s->count;
    c->work.int_ops = (double)s->count;
    case_describe(c, "%zu numbers", s->count);
    return true;
}

static void add_pass(struct scan *s, const struct gpu_pass *pass)
{
    s->passes[s->pass_count++] = *pass;
}

/* Levels from the numbers themselves to a single block: what stands there, and the prefix sums of that. */
static void scan_setup(struct workload_case *c, struct gpu *gpu)
{
    struct scan *s = c->state;
    struct gpu_buffer numbers[SCAN_LEVELS + 1], sums[SCAN_LEVELS + 1] = {0};
    size_t counts[SCAN_LEVELS];
    unsigned levels = 0;
    ID3D11ComputeShader *reduce = gpu_shader(gpu, &scan_reduce_dxbc),
                        *block = gpu_shader(gpu, &scan_block_dxbc);
    size_t count = s->count;
    s->pass_count = 0;
    numbers[0] = gpu_raw(gpu, (count + 7) / 8 * 8 * 4, s->input);
    for (;;) {
        size_t blocks = (count + BLOCK - 1) / BLOCK;
        counts[levels] = blocks;
        sums[levels] = gpu_raw(gpu, (count + 7) / 8 * 8 * 4, NULL);
        levels++;
        if (blocks == 1)
            break;
        numbers[levels] = gpu_raw(gpu, (blocks + 7) / 8 * 8 * 4, NULL);
        add_pass(s, &(struct gpu_pass){.shader = reduce,
                                       .srvs = {numbers[levels - 1].srv},
                                       .uavs = {numbers[levels].uav},
                                       .groups = {(unsigned)blocks}});
        count = blocks;
    }
    for (unsigned level = levels; level-- > 0;)
        add_pass(s, &(struct gpu_pass){.shader = block,
                                       .srvs = {numbers[level].srv, sums[level + 1].srv},
                                       .uavs = {sums[level].uav},
                                       .groups = {(unsigned)counts[level]}});
    case_output_resource(c, 0, sums[0].buffer);
}

static void scan_run(struct workload_case *c, struct gpu *gpu)
{
    struct scan *s = c->state;
    for (unsigned i = 0; i < s->pass_count; i++)
        gpu_dispatch(gpu, &s->passes[i]);
}

const struct workload scan_workload = {
    .name = "scan",
    .doc = "exclusive prefix sums in several passes: memory bandwidth, barriers",
    .unit = "GB/s",
    .unit_scale = 1e9,
    .create = scan_create,
    .setup = scan_setup,
    .run = scan_run,
};
