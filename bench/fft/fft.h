/* Fourier transforms of 1024 complex numbers: what the shader and the C reference share. */
#ifndef FFT_H
#define FFT_H

#include "gpu.h"
#include "workload.h"

enum { FFT_LENGTH = 1024 };

struct fft {
    size_t count;  /* of transforms */
    float *input;  /* real and imaginary parts in turn */
    float *output; /* what the reference finds */
    struct gpu_pass pass;
};

#endif
