/* Compression to BC7: what the shader and the C reference share. */
#ifndef BC7_H
#define BC7_H

#include "gpu.h"
#include "workload.h"

struct bc7 {
    uint32_t width, height; /* multiples of 4; a row has 16 blocks at least */
    uint8_t *picture;       /* R8G8B8A8 */
    uint32_t *blocks;       /* what the reference finds: four words each */
    struct gpu_pass pass;
};

#endif
