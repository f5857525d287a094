/* One n-body step: what the shader and the C reference share. Vectors are four floats, as in the buffers. */
#ifndef NBODY_H
#define NBODY_H

#include "gpu.h"
#include "workload.h"

enum { NBODY_TILE = 256 };

struct nbody {
    size_t count;
    float time_step, softening;
    float *bodies;                      /* x y z mass */
    float *velocities;                  /* x y z 0 */
    float *new_bodies, *new_velocities; /* what the reference finds */
    float *x, *y, *z, *mass;            /* the bodies again, an array for each part: how C likes them */
    struct gpu_pass pass;
};

#endif
