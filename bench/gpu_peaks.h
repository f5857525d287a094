/*
 * The ceilings of a GPU's roofline, measured on the device itself.
 */
#ifndef GPU_PEAKS_H
#define GPU_PEAKS_H

#include "gpu.h"
#include "peaks.h"

/* Takes a second or two. False, with the reason in gpu->error, when the device cannot run the probes; doubles
 * that it does not have give 0. */
bool gpu_peaks_measure(struct gpu *gpu, struct peaks *peaks);

#endif
