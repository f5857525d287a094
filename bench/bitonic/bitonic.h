/* Bitonic sort: what the shaders and the C reference share. */
#ifndef BITONIC_H
#define BITONIC_H

#include "gpu.h"
#include "workload.h"

enum { BITONIC_BLOCK = 2048, BITONIC_PASSES = 128, BITONIC_CHUNK = 1 << 16, BITONIC_DIGITS = 256 };

struct bitonic {
    size_t count; /* a power of two */
    uint32_t *keys;
    uint32_t *sorted;  /* what the reference finds */
    uint32_t *scratch; /* of the reference: keys halfway */
    uint32_t *counts;  /* of the reference: digits in each chunk of BITONIC_CHUNK keys */
    ID3D11Buffer *gpu_keys, *pristine;
    struct gpu_pass passes[BITONIC_PASSES];
    unsigned pass_count;
};

#endif
