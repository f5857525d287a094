/* z = a x + y: what the shader and the C reference share. */
#ifndef SAXPY_H
#define SAXPY_H

#include "gpu.h"
#include "workload.h"

struct saxpy {
    size_t count;
    float a;
    float *x, *y; /* inputs */
    float *z;     /* what the reference finds */
    struct gpu_pass pass;
};

#endif
