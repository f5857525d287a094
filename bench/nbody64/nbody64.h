/* One n-body step in double precision: what the shader and the C reference share. */
#ifndef NBODY64_H
#define NBODY64_H

#include "gpu.h"
#include "workload.h"

enum { NBODY64_TILE = 128 };

struct body64 {
    double x, y, z, mass; /* of a velocity the last is 0 */
};

struct nbody64 {
    size_t count;
    double time_step, softening;
    struct body64 *bodies, *velocities;
    struct body64 *new_bodies, *new_velocities; /* what the reference finds */
    struct gpu_pass pass;
};

#endif
