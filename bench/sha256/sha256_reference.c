/*
 * SHA-256 in C: as many messages at once as a vector has lanes (a GNU extension; compilers do not turn the
 * loop around the messages into vectors by themselves). The constants come from where the standard takes
 * them: the fractions of roots of primes.
 */
#include "sha256.h"

#include "reference.h"

#include <string.h>

#if defined __AVX512F__
enum { LANES = 16 };
#elif defined __AVX2__
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif

typedef uint32_t lanes __attribute__((vector_size(4 * LANES)));

struct job {
    struct sha256 *s;
    uint32_t start[8], round[64];
};

/* floor(prime^(1/power) * 2^32), of which the fraction is what stays in 32 bits. */
static uint32_t root_fraction(unsigned prime, unsigned power)
{
    uint64_t low = 0, high = (uint64_t)1 << 37;
    unsigned __int128 whole = (unsigned __int128)prime << 32 * power;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        unsigned __int128 raised = middle;
        for (unsigned i = 1; i < power; i++)
            raised *= middle;
        if (raised <= whole)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static void find_constants(struct job *job)
{
    unsigned found = 0;
    for (unsigned n = 2; found < 64; n++) {
        bool prime = true;
        for (unsigned d = 2; d * d <= n; d++)
            prime = prime && n % d;
        if (!prime)
            continue;
        if (found < 8)
            job->start[found] = root_fraction(n, 2);
        job->round[found++] = root_fraction(n, 3);
    }
}

#define ROTATE(v, by) ((v) >> (by) | (v) << (32 - (by)))

/* One block of each message. */
static inline void compress(const struct job *job, lanes state[8], const lanes words[16])
{
    lanes w[64], v[8];
    for (unsigned i = 0; i < 16; i++)
        w[i] = words[i];
    for (unsigned i = 16; i < 64; i++) {
        lanes s0 = ROTATE(w[i - 15], 7) ^ ROTATE(w[i - 15], 18) ^ w[i - 15] >> 3;
        lanes s1 = ROTATE(w[i - 2], 17) ^ ROTATE(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    memcpy(v, state, sizeof v);
#pragma GCC unroll 64
    for (unsigned i = 0; i < 64; i++) {
        /* Names move through the eight places instead of values. */
#define V(k) v[(k + 64 - i) % 8]
        lanes sum1 = ROTATE(V(4), 6) ^ ROTATE(V(4), 11) ^ ROTATE(V(4), 25);
        lanes choice = (V(4) & V(5)) | (~V(4) & V(6));
        lanes sum0 = ROTATE(V(0), 2) ^ ROTATE(V(0), 13) ^ ROTATE(V(0), 22);
        lanes majority = (V(0) & V(1)) ^ (V(0) & V(2)) ^ (V(1) & V(2));
        lanes t = V(7) + sum1 + choice + job->round[i] + w[i];
        V(3) += t;
        V(7) = t + sum0 + majority;
#undef V
    }
    for (unsigned k = 0; k < 8; k++)
        state[k] += v[k];
}

/* Bytes in the order of the standard, from or to either kind of machine. */
static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void sha256_lanes(const struct job *job, size_t first, size_t count)
{
    lanes state[8], words[16];
    for (unsigned k = 0; k < 8; k++)
        state[k] = (lanes){0} + job->start[k];
    for (unsigned block = 0; block < SHA256_MESSAGE / 64; block++) {
        for (unsigned i = 0; i < 16; i++) {
            uint32_t word[LANES] = {0};
            for (size_t lane = 0; lane < count; lane++)
                word[lane] =
                    big_endian(job->s->messages + (first + lane) * SHA256_MESSAGE + 64 * block + 4 * i);
            memcpy(&words[i], word, sizeof word);
        }
        compress(job, state, words);
    }
    memset(words, 0, sizeof words);
    words[0] += 0x80000000u;
    words[15] += (uint32_t)(8 * SHA256_MESSAGE);
    compress(job, state, words);
    for (size_t lane = 0; lane < count; lane++) {
        uint8_t *digest = job->s->digests + (first + lane) * SHA256_DIGEST;
        for (unsigned i = 0; i < SHA256_DIGEST; i++)
            digest[i] = (uint8_t)(state[i / 4][lane] >> (24 - 8 * (i % 4)));
    }
}

static void sha256_range(size_t begin, size_t end, void *context)
{
    for (size_t first = begin; first < end; first += LANES)
        sha256_lanes(context, first, end - first < LANES ? end - first : LANES);
}

REFERENCE(sha256, c)
{
    struct job job = {.s = c->state};
    find_constants(&job);
    parallel_for(job.s->count, 0, sha256_range, &job);
}
