/* A picture at another size: what the shader and the C reference share. */
#ifndef RESIZE_H
#define RESIZE_H

#include "gpu.h"
#include "workload.h"

/* Where a pixel of the result comes from, in one direction. */
struct resize_taps {
    uint32_t at[4];
    float weights[4];
};

struct resize {
    uint32_t from_width, from_height, width, height;
    uint8_t *picture;                  /* R8G8B8A8 */
    uint8_t *resized;                  /* what the reference finds */
    struct resize_taps *across, *down; /* of the reference: for each column and each row */
    struct gpu_pass pass;
};

#endif
