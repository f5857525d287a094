/*
 * Bilinear filters in generated code: what it knows of a texture and its sampler.
 */
#ifndef KERNELS_JIT_FILTER_H
#define KERNELS_JIT_FILTER_H

#include <stdint.h>

/* Worked out once for each dispatch and worker. Where it is not `inlined`, sample_row does all. */
struct jit_filter {
    const uint32_t *words; /* of the mip */
    uint32_t inlined;      /* four bytes a texel, UNORM, the four nearest texels; edges are clamped to or wrapped */
    uint32_t wraps[2];     /* of each axis; 0: clamps */
    uint32_t size[2], offset[2];
    float scale[2];        /* size in 1/256 texel */
    uint32_t row_words;
    uint32_t blue_first;
    uint32_t opaque;       /* there is no alpha */
};

#endif
