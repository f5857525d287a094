/* Compression to BC1: what the shader and the C reference share. */
#ifndef BC1_H
#define BC1_H

#include "gpu.h"
#include "workload.h"

struct bc1 {
    uint32_t width, height; /* multiples of 4; a row has 16 blocks at least */
    uint8_t *picture;       /* R8G8B8A8 */
    uint32_t *blocks;       /* what the reference finds: two words each */
    struct gpu_pass pass;
};

#endif
