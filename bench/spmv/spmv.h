/* A sparse matrix times a vector: what the shader and the C reference share. */
#ifndef SPMV_H
#define SPMV_H

#include "gpu.h"
#include "workload.h"

struct spmv {
    size_t rows, entries; /* as many columns as rows */
    uint32_t *starts;     /* of the rows, and the end */
    uint32_t *columns;
    float *values, *x;
    float *y; /* what the reference finds */
    struct gpu_pass pass;
};

#endif
