/* The Mandelbrot set: what the shader and the C reference share. */
#ifndef MANDELBROT_H
#define MANDELBROT_H

#include "gpu.h"
#include "workload.h"

struct mandelbrot {
    uint32_t width, height, limit;
    float x, y, step; /* the window's upper left corner, and the distance of pixels */
    uint32_t *steps;  /* what the reference finds */
    struct gpu_pass pass;
};

#endif
