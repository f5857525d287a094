/* C = A B, row-major: what the shader and the C reference share. */
#ifndef MATMUL_H
#define MATMUL_H

#include "gpu.h"
#include "workload.h"

enum { MATMUL_TILE = 64 };

struct matmul {
    size_t rows, columns, inner; /* A is rows x inner, B inner x columns */
    float *a, *b;
    float *c;      /* what the reference finds */
    float *packed; /* of the reference: a band of B, rearranged */
    struct gpu_pass pass;
};

/* Rows of B in a band, and the most columns that the reference's panels are rounded up to. */
enum { MATMUL_BAND = 256, MATMUL_PANEL_MAX = 64 };

#endif
