/* A flow by the lattice-Boltzmann method: what the shader and the C reference share. */
#ifndef LBM_H
#define LBM_H

#include "gpu.h"
#include "workload.h"

enum { LBM_DIRECTIONS = 9 };

struct lbm {
    uint32_t width, height, steps; /* an even number of steps */
    float relaxation, push;
    uint8_t *solid;
    float *start;   /* a plane of cells for each direction: none, +x, +y, -x, -y, +x+y, -x+y, -x-y, +x-y */
    float *result;  /* what the reference finds */
    float *between; /* of the reference: after every other step */
    ID3D11Buffer *gpu_flow, *gpu_start;
    struct gpu_pass there, back;
};

#endif
