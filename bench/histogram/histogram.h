/* Histograms of a picture: what the shaders and the C reference share. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include "gpu.h"
#include "workload.h"

enum { HISTOGRAM_CHANNEL_BINS = 4 * 256, HISTOGRAM_COLOUR_BINS = 65536 };

struct histogram {
    size_t count;
    uint32_t *pixels;             /* R8G8B8A8 */
    uint32_t *channels, *colours; /* what the reference finds */
    ID3D11UnorderedAccessView *channels_uav, *colours_uav;
    struct gpu_pass channels_pass, colours_pass;
};

#endif
