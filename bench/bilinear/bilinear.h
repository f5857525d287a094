/* A picture at another size through a sampler: what the shader and the C reference share. */
#ifndef BILINEAR_H
#define BILINEAR_H

#include "gpu.h"
#include "workload.h"

/* Where the pixels of a row or column come from: at[i] and at[i] + next[i], part[i] / 256 of the way. */
struct bilinear_axis {
    uint32_t *at, *next, *part;
};

struct bilinear {
    uint32_t from_width, from_height, width, height;
    uint32_t *picture; /* R8G8B8A8 */
    uint32_t *resized; /* what the reference finds */
    struct bilinear_axis across, down;
    struct gpu_pass pass;
};

#endif
