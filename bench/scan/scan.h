/* Prefix sums: what the shaders and the C reference share. */
#ifndef SCAN_H
#define SCAN_H

#include "gpu.h"
#include "workload.h"

enum { SCAN_LEVELS = 4, SCAN_CHUNK = 1 << 18 };

struct scan {
    size_t count;
    uint32_t *input;      /* with zeros up to a multiple of 8 */
    uint32_t *output;     /* what the reference finds */
    uint32_t *chunk_sums; /* of the reference: what each SCAN_CHUNK numbers add up to */
    struct gpu_pass passes[2 * SCAN_LEVELS];
    unsigned pass_count;
};

#endif
