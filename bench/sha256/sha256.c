/*
 * sha256: digests of many short messages, as for trees of hashes: sums, rotations and bit operations on
 * 32-bit integers, all in registers. Every bit of the result has to be right.
 */
#include "sha256.h"

#include "bench_shaders.h"

static bool sha256_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {500, 1 << 20, (1 << 22) - 64};
    struct sha256 *s = c->state = case_alloc(c, sizeof *s);
    if (!s)
        return false;
    s->count = counts[c->size];
    s->messages = case_alloc(c, s->count * SHA256_MESSAGE);
    s->digests = case_output(c, "digests", ELEMENT_UINT8, s->count * SHA256_DIGEST, (struct tolerance){0});
    if (!s->messages || !s->digests)
        return false;
    uint64_t seed = 10;
    for (size_t i = 0; i < s->count * SHA256_MESSAGE; i++)
        s->messages[i] = (uint8_t)(bench_random(&seed) >> 24);
    double blocks = (double)s->count * (SHA256_MESSAGE / 64 + 1);
    c->work.amount = (double)s->count;
    c->work.bytes = (double)s->count * (SHA256_MESSAGE + SHA256_DIGEST);
    /* A round has 6 rotations, 4 exclusive ors of them, 3 and 4 operations for the choice and the majority, 7
     * sums; 48 rounds also find a word: 4 rotations, 2 shifts, 4 exclusive ors, 3 sums. */
    c->work.int_ops = blocks * (64 * 24 + 48 * 13);
    case_describe(c, "%zu messages of %d bytes", s->count, SHA256_MESSAGE);
    return true;
}

static void sha256_setup(struct workload_case *c, struct gpu *gpu)
{
    struct sha256 *s = c->state;
    uint32_t parameters[] = {(uint32_t)s->count};
    struct gpu_buffer digests = gpu_raw(gpu, s->count * SHA256_DIGEST, NULL);
    s->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &sha256_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, parameters)},
        .srvs = {gpu_raw(gpu, s->count * SHA256_MESSAGE, s->messages).srv},
        .uavs = {digests.uav},
        .groups = {(unsigned)((s->count + 63) / 64)},
    };
    case_output_resource(c, 0, digests.buffer);
}

static void sha256_run(struct workload_case *c, struct gpu *gpu)
{
    struct sha256 *s = c->state;
    gpu_dispatch(gpu, &s->pass);
}

const struct workload sha256_workload = {
    .name = "sha256",
    .doc = "digests of short messages: 32-bit integers, rotations and bit operations",
    .unit = "Mhash/s",
    .unit_scale = 1e6,
    .create = sha256_create,
    .setup = sha256_setup,
    .run = sha256_run,
};
