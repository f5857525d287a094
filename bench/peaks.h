/*
 * What this machine's processor can do at best, measured: the ceilings of the roofline.
 */
#ifndef PEAKS_H
#define PEAKS_H

#include "workload.h"

struct peaks {
    double bytes;      /* per second, as STREAM's triad counts */
    double flops;      /* float32 per second; a fused multiply-add is two */
    double double_ops; /* float64 */
    double int_ops;    /* 32-bit additions and exclusive-ors */
};

/* Takes about a second. False when there is no memory for the triad. */
bool peaks_measure(struct peaks *peaks);

/* The least time that the work can take, and the name of what bounds it. 0 when the work says nothing. */
double peaks_bound(const struct peaks *peaks, const struct work *work, const char **bound);

/* The loops, built for this machine's instruction set; each does `rounds` rounds and returns how many
 * operations these were. The sink keeps the compiler from leaving them out. */
double peak_loop_float(size_t rounds, volatile float *sink);
double peak_loop_double(size_t rounds, volatile double *sink);
double peak_loop_int(size_t rounds, volatile uint32_t *sink);
void peak_loop_triad(double *restrict a, const double *restrict b, const double *restrict c, size_t begin,
                     size_t end);

#endif
