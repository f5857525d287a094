/* A blur: what the shaders and the C reference share. */
#ifndef BLUR_H
#define BLUR_H

#include "gpu.h"
#include "workload.h"

enum { BLUR_RADIUS = 8 };

struct blur {
    uint32_t width, height;
    uint32_t weights[BLUR_RADIUS + 1]; /* in units of 2^-16: the middle, then distances 1 to 8 */
    uint8_t *picture;                  /* R8G8B8A8 */
    uint8_t *blurred;                  /* what the reference finds */
    struct gpu_pass rows, columns;
};

#endif
