/*
 * bitonic: sorts 32-bit keys with Batcher's network. Steps between near keys happen in group-shared memory
 * with a barrier after each, those between far ones two at a time in a dispatch of their own: barriers,
 * integers, bandwidth.
 */
#include "bitonic.h"

#include "bench_shaders.h"

#include <string.h>

enum { KEYS_A_GROUP = 4 * 256 };

static bool bitonic_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {1 << 14, 1 << 21, 1 << 25};
    struct bitonic *b = c->state = case_alloc(c, sizeof *b);
    if (!b)
        return false;
    b->count = counts[c->size];
    b->keys = case_alloc(c, b->count * 4);
    b->scratch = case_alloc(c, b->count * 4);
    b->counts = case_alloc(c, (b->count + BITONIC_CHUNK - 1) / BITONIC_CHUNK * BITONIC_DIGITS * 4);
    b->sorted = case_output(c, "keys", ELEMENT_UINT32, b->count * 4, (struct tolerance){0});
    if (!b->keys || !b->scratch || !b->counts || !b->sorted)
        return false;
    uint64_t seed = 7;
    for (size_t i = 0; i < b->count; i++)
        b->keys[i] = bench_random(&seed);
    /* At least: each key is read and written once, and compared as often as its place has bits. */
    double bits = 0;
    for (size_t n = b->count; n > 1; n /= 2)
        bits++;
    c->work.amount = (double)b->count;
    c->work.bytes = 8.0 * (double)b->count;
    c->work.int_ops = bits * (double)b->count;
    case_describe(c, "%zu keys", b->count);
    return true;
}

static void add_pass(struct bitonic *b, struct gpu *gpu, ID3D11ComputeShader *shader,
                     const uint32_t parameters[3], ID3D11UnorderedAccessView *uav, size_t groups)
{
    b->passes[b->pass_count++] = (struct gpu_pass){
        .shader = shader,
        .constants = {gpu_constants(gpu, 3 * sizeof parameters[0], parameters)},
        .uavs = {uav},
        .groups = {(unsigned)groups},
    };
}

static void bitonic_setup(struct workload_case *c, struct gpu *gpu)
{
    struct bitonic *b = c->state;
    struct gpu_buffer keys = gpu_structured(gpu, 4, b->count, b->keys);
    ID3D11ComputeShader *local = gpu_shader(gpu, &bitonic_local_dxbc),
                        *global = gpu_shader(gpu, &bitonic_global_dxbc);
    size_t blocks = b->count / BITONIC_BLOCK;
    b->pass_count = 0;
    add_pass(b, gpu, local, (uint32_t[3]){2, BITONIC_BLOCK}, keys.uav, blocks);
    for (uint32_t stage = 2 * BITONIC_BLOCK; stage <= b->count; stage *= 2) {
        uint32_t step = stage / 2;
        for (; step > BITONIC_BLOCK; step /= 4)
            add_pass(b, gpu, global, (uint32_t[3]){stage, step / 2, 0}, keys.uav, b->count / KEYS_A_GROUP);
        if (step == BITONIC_BLOCK)
            add_pass(b, gpu, global, (uint32_t[3]){stage, step, 1}, keys.uav, b->count / KEYS_A_GROUP);
        add_pass(b, gpu, local, (uint32_t[3]){stage, stage}, keys.uav, blocks);
    }
    b->gpu_keys = keys.buffer;
    b->pristine = gpu_structured(gpu, 4, b->count, b->keys).buffer;
    case_output_resource(c, 0, keys.buffer);
}

static void bitonic_prepare(struct workload_case *c, struct gpu *gpu)
{
    struct bitonic *b = c->state;
    gpu_copy(gpu, b->gpu_keys, b->pristine);
}

static void bitonic_run(struct workload_case *c, struct gpu *gpu)
{
    struct bitonic *b = c->state;
    for (unsigned i = 0; i < b->pass_count; i++)
        gpu_dispatch(gpu, &b->passes[i]);
}

static void bitonic_prepare_reference(struct workload_case *c)
{
    struct bitonic *b = c->state;
    memcpy(b->sorted, b->keys, b->count * 4);
}

const struct workload bitonic_workload = {
    .name = "bitonic",
    .doc =
        "bitonic sort of 32-bit keys, near steps in group-shared memory (C: radix sort): barriers, bandwidth",
    .unit = "Mkey/s",
    .unit_scale = 1e6,
    .other_algorithm = true,
    .create = bitonic_create,
    .prepare_reference = bitonic_prepare_reference,
    .setup = bitonic_setup,
    .prepare = bitonic_prepare,
    .run = bitonic_run,
};
