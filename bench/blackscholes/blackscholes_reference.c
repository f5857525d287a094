/*
 * Prices of options in C. The loop becomes vectors because exponential and logarithm are written out here,
 * without branches; the C library's are calls. The normal distribution is another formula than the shader's:
 * Hart's, as published by Graeme West, cut to what float32 can tell.
 */
#include "blackscholes.h"

#include "reference.h"

#include <string.h>

static inline float from_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t to_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* e^x for x from -87 to 88; below that about 1e-38. x is n ln 2 + r with |r| up to half of ln 2; the series
 * of Taylor up to r^7 is good to 2^-27. */
static inline float exponential(float x)
{
    x = x < -87 ? -87 : x;
    float n = x * 1.442695041f + 12582912.0f; /* 1.5 * 2^23: the sum is rounded to a whole number */
    uint32_t exponent = (to_bits(n) << 23) + 0x3f800000u;
    n -= 12582912.0f;
    float r = fmaf(n, -0.693359375f, x);
    r = fmaf(n, 2.12194440e-4f, r);
    float p = 1.0f / 5040;
    p = fmaf(p, r, 1.0f / 720);
    p = fmaf(p, r, 1.0f / 120);
    p = fmaf(p, r, 1.0f / 24);
    p = fmaf(p, r, 1.0f / 6);
    p = fmaf(p, r, 0.5f);
    return fmaf(fmaf(p, r * r, r), from_bits(exponent), from_bits(exponent));
}

/* ln x for normal x: x is 2^n m with m between the root of 1/2 and that of 2, and ln m = 2 artanh((m - 1) /
 * (m + 1)). */
static inline float logarithm(float x)
{
    uint32_t shifted = to_bits(x) - 0x3f3504f3u;
    float n = (float)((int32_t)shifted >> 23), m = from_bits((shifted & 0x7fffffu) + 0x3f3504f3u);
    float s = (m - 1) / (m + 1), z = s * s;
    float p = 2.0f / 9;
    p = fmaf(p, z, 2.0f / 7);
    p = fmaf(p, z, 2.0f / 5);
    p = fmaf(p, z, 2.0f / 3);
    return fmaf(n, 0.693147181f, fmaf(p, z * s, 2 * s));
}

/* Hart's quotient; beyond 7 it has no weight in a price. */
static inline float normal(float x)
{
    float a = fabsf(x);
    float p = fmaf(a, 0.0352624965998911f, 0.700383064443688f);
    p = fmaf(p, a, 6.37396220353165f);
    p = fmaf(p, a, 33.912866078383f);
    p = fmaf(p, a, 112.079291497871f);
    p = fmaf(p, a, 221.213596169931f);
    p = fmaf(p, a, 220.206867912376f);
    float q = fmaf(a, 0.0883883476483184f, 1.75566716318264f);
    q = fmaf(q, a, 16.064177579207f);
    q = fmaf(q, a, 86.7807322029461f);
    q = fmaf(q, a, 296.564248779674f);
    q = fmaf(q, a, 637.333633378831f);
    q = fmaf(q, a, 793.826512519948f);
    q = fmaf(q, a, 440.413735824752f);
    float tail = exponential(-0.5f * a * a) * p / q;
    return x > 0 ? 1 - tail : tail;
}

static void blackscholes_range(size_t begin, size_t end, void *context)
{
    struct blackscholes *b = context;
    const float *restrict prices = b->prices, *restrict strikes = b->strikes, *restrict years = b->years;
    float *restrict calls = b->calls, *restrict puts = b->puts;
    float rate = b->rate, volatility = b->volatility, drift = rate + 0.5f * volatility * volatility;
    REFERENCE_SIMD
    for (size_t i = begin; i < end; i++) {
        float deviation = volatility * sqrtf(years[i]);
        float d1 = (logarithm(prices[i] / strikes[i]) + drift * years[i]) / deviation;
        float n1 = normal(d1), n2 = normal(d1 - deviation);
        float discounted = strikes[i] * exponential(-rate * years[i]);
        calls[i] = prices[i] * n1 - discounted * n2;
        puts[i] = discounted * (1 - n2) - prices[i] * (1 - n1);
    }
}

REFERENCE(blackscholes, c)
{
    struct blackscholes *b = c->state;
    parallel_for(b->count, 0, blackscholes_range, b);
}
