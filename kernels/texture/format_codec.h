/*
 * Codes of a few bits to float32 and back: the conversion rules of Direct3D for UNORM, SNORM, sRGB and the
 * small floats, each written once; halves are those of number.h. Floats are their bits and all arithmetic is
 * exact, so a result depends on nothing but the operand. Private to the format files and to SIMD code that
 * has to give the same answers.
 */
#ifndef KERNELS_FORMAT_CODEC_H
#define KERNELS_FORMAT_CODEC_H

#include <stdbool.h>
#include <stdint.h>

#include "number.h"

enum { SRGB_STEPS = 1530 };

/* Decoded sRGB, correctly rounded: of code / 255, and of n / 1530, which covers every colour that BC1 to BC3
 * interpolate (thirds and halves between two codes). */
extern const uint32_t format_srgb_code[256];
extern const uint32_t format_srgb_step[SRGB_STEPS + 1];

/* The least float whose sRGB encoding rounds to at least code k; entry 0 is 0. */
extern const uint32_t format_srgb_threshold[256];

static inline bool float_is_nan(uint32_t f)
{
    return (f & 0x7FFFFFFF) > 0x7F800000;
}

/* code / (2^n - 1), correctly rounded, n <= 24. The quotient's binary digits are those of the code, repeated
 * for ever: never a tie, so the digit after the last one kept decides. All ones round up to 1.0. */
static inline uint32_t float_from_unorm(uint32_t code, unsigned n)
{
    if (!code)
        return 0;
    uint64_t digits = (uint64_t)code << (64 - n);
    for (unsigned known = n; known < 64; known *= 2)
        digits |= digits >> known;
    uint32_t zeros = (uint32_t)__builtin_clzll(digits);
    uint32_t top = (uint32_t)(digits << zeros >> 39);
    return ((126 - zeros) << 23) + (top >> 1 & 0x7FFFFF) + (top & 1);
}

/* The two most negative codes both give -1. */
static inline uint32_t float_from_snorm(int32_t code, unsigned n)
{
    int32_t largest = (1 << (n - 1)) - 1;
    if (code >= 0)
        return float_from_unorm((uint32_t)code, n - 1);
    return 0x80000000 | float_from_unorm((uint32_t)(code < -largest ? largest : -code), n - 1);
}

/* num / den, correctly rounded, 0 <= num <= den < 2^12. */
static inline uint32_t float_from_ratio(uint32_t num, uint32_t den)
{
    if (!num)
        return 0;
    uint64_t quotient = ((uint64_t)num << 52) / den;
    bool rest = ((uint64_t)num << 52) % den != 0;
    uint32_t zeros = (uint32_t)__builtin_clzll(quotient);
    uint32_t drop = 40 - zeros; /* bits of the quotient below the 24 kept */
    uint64_t tail = quotient & ((1ull << drop) - 1), half = 1ull << (drop - 1);
    uint32_t mantissa = (uint32_t)(quotient >> drop);
    bool up = tail > half || (tail == half && (rest || (mantissa & 1)));
    return ((138 - zeros) << 23) + (mantissa & 0x7FFFFF) + up;
}

/* NaN to 0, clamp to [0, 1], floor(f * (2^n - 1) + 0.5) in exact arithmetic, n <= 24. */
static inline uint32_t unorm_from_float(uint32_t f, unsigned n)
{
    uint64_t largest = (1u << n) - 1;
    if (f >> 31 || float_is_nan(f))
        return 0;
    if (f >= NUM_ONE)
        return (uint32_t)largest;
    uint32_t shift = 150 - (f >> 23); /* f = mantissa / 2^shift; at least 24 */
    if (shift > 62)
        return 0;
    uint64_t mantissa = (f & 0x7FFFFF) | 0x800000;
    return (uint32_t)((mantissa * largest + (1ull << (shift - 1))) >> shift);
}

/* NaN to 0, clamp to [-1, 1], scale, round half away from zero: the most negative code never results. */
static inline int32_t snorm_from_float(uint32_t f, unsigned n)
{
    int32_t magnitude = (int32_t)unorm_from_float(f & 0x7FFFFFFF, n - 1);
    return f >> 31 ? -magnitude : magnitude;
}

static inline uint32_t srgb_from_float(uint32_t f)
{
    if (f >> 31 || float_is_nan(f))
        return 0;
    uint32_t code = 0;
    for (uint32_t step = 128; step; step /= 2)
        if (f >= format_srgb_threshold[code + step])
            code += step;
    return code;
}

/* The unsigned floats of 11 and 10 bits are halves without sign and with a shorter fraction. */
static inline uint32_t float_from_ufloat(uint32_t code, unsigned n)
{
    return num_f16tof32(code << (15 - n));
}

static inline uint32_t ufloat_from_float(uint32_t f, unsigned n)
{
    if (f >> 31 && !float_is_nan(f))
        return 0;
    return (num_f32tof16(f) & 0x7FFF) >> (15 - n);
}

/* mantissa * 2^(exponent - 24): a channel of R9G9B9E5. */
static inline uint32_t float_from_shared_exponent(uint32_t mantissa, uint32_t exponent)
{
    if (!mantissa)
        return 0;
    uint32_t top = 31 - (uint32_t)__builtin_clz(mantissa);
    return (top + exponent + 103) << 23 | (mantissa << (23 - top) & 0x7FFFFF);
}

#endif
