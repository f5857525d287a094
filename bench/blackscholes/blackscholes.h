/* Prices of options: what the shader and the C reference share. */
#ifndef BLACKSCHOLES_H
#define BLACKSCHOLES_H

#include "gpu.h"
#include "workload.h"

struct blackscholes {
    size_t count;
    float rate, volatility;
    float *prices, *strikes, *years;
    float *calls, *puts; /* what the reference finds */
    struct gpu_pass pass;
};

#endif
