/*
 * Histograms in C: each range of the picture has bins of its own on the stack, added to the result when it is
 * done. Neighbours often share a bin, and an addition to memory has to wait for the one before; so even and
 * odd pixels count apart. Both histograms come from one pass over the picture, which no shader of two
 * dispatches can have.
 */
#include "histogram.h"

#include "reference.h"

#include <string.h>

static void add(uint32_t *to, const uint32_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (from[i])
            __atomic_fetch_add(&to[i], from[i], __ATOMIC_RELAXED);
}

struct bins {
    uint32_t channels[2][4][256];
    uint32_t colours[HISTOGRAM_COLOUR_BINS];
};

static inline void count_pixel(struct bins *bins, unsigned half, uint32_t pixel)
{
    bins->channels[half][0][pixel & 255]++;
    bins->channels[half][1][pixel >> 8 & 255]++;
    bins->channels[half][2][pixel >> 16 & 255]++;
    bins->channels[half][3][pixel >> 24]++;
    bins->colours[(pixel & 0xf8) >> 3 | (pixel & 0xfc00) >> 5 | (pixel & 0xf80000) >> 8]++;
}

static void histogram_range(size_t begin, size_t end, void *context)
{
    struct histogram *h = context;
    const uint32_t *pixels = h->pixels;
    struct bins bins;
    memset(&bins, 0, sizeof bins);
    size_t i = begin;
    for (; i + 2 <= end; i += 2) {
        count_pixel(&bins, 0, pixels[i]);
        count_pixel(&bins, 1, pixels[i + 1]);
    }
    if (i < end)
        count_pixel(&bins, 0, pixels[i]);
    add(h->channels, &bins.channels[0][0][0], HISTOGRAM_CHANNEL_BINS);
    add(h->channels, &bins.channels[1][0][0], HISTOGRAM_CHANNEL_BINS);
    add(h->colours, bins.colours, HISTOGRAM_COLOUR_BINS);
}

REFERENCE(histogram, c)
{
    struct histogram *h = c->state;
    parallel_for(h->count, 0, histogram_range, h);
}
