/*
 * From normalised coordinates to texels: range reduction, fixed point, address modes (functional
 * specification 7.18.5 to 7.18.9). Private to the sampling files.
 */
#ifndef KERNELS_SAMPLE_PLACE_H
#define KERNELS_SAMPLE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "number.h"

enum sample_address {
    SAMPLE_WRAP = 1,
    SAMPLE_MIRROR,
    SAMPLE_CLAMP_EDGE,
    SAMPLE_BORDER,
    SAMPLE_MIRROR_ONCE,
};

enum { SAMPLE_FRACTION = 256 };

/* A place along one axis: a texel, and how far it is on the way to the next one, in 1/256. */
struct sample_place {
    int32_t texel;
    uint32_t fraction;
};

/* Leaves the texels that are reached as they were, but takes most repeats of the texture off. */
static inline uint32_t sample_reduce(uint32_t u, uint8_t address)
{
    uint32_t half;

    switch (address) {
    case SAMPLE_WRAP:
        return num_add(u, num_neg(num_round_ni(u)));
    case SAMPLE_MIRROR:
        half = num_mul(u, num_bits(0.5f));
        return num_mul(num_add(half, num_neg(num_round_z(half))), num_bits(2.0f));
    default:
        if (num_is_nan(u))
            return NUM_NAN;
        return num_max(num_min(u, num_bits(10.0f)), num_bits(-10.0f));
    }
}

/* value * scale - less, to the nearest whole number, ties to even; 0 for NaN. The product is exact in double
 * precision: a float times at most 22 bits. */
static inline int32_t sample_fixed(uint32_t value, uint32_t scale, uint32_t less)
{
    double exact = (double)num_float(num_flush(value)) * scale - less;

    if (num_is_nan(value))
        return 0;
    return (int32_t)(uint32_t)num_dbits(exact + 0x1.8p52);
}

/* u is reduced. */
static inline struct sample_place sample_place_at(uint32_t u, uint32_t size, bool linear)
{
    int32_t fixed = sample_fixed(u, size * SAMPLE_FRACTION, linear ? SAMPLE_FRACTION / 2 : 0);

    return (struct sample_place){fixed >> 8, linear ? (uint32_t)fixed & 0xFF : 0};
}

/* The texel that stands for texel t of an endless row; -1: the border. */
static inline int32_t sample_address_texel(int32_t t, uint32_t size, uint8_t address)
{
    int32_t n = (int32_t)size;

    if (t >= 0 && t < n)
        return t;
    switch (address) {
    case SAMPLE_WRAP:
        t %= n;
        return t < 0 ? t + n : t;
    case SAMPLE_MIRROR:
        t = t < 0 ? -t - 1 : t;
        return t / n & 1 ? n - 1 - t % n : t % n;
    case SAMPLE_BORDER:
        return -1;
    case SAMPLE_MIRROR_ONCE:
        t = t < 0 ? -t - 1 : t;
        return t < n ? t : n - 1;
    default:
        return t < 0 ? 0 : n - 1;
    }
}

#endif
