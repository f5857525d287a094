/* What the tests of the number rules share: nasty and random operands, the processor's flush-to-zero mode, and the
 * check that prints both values. The oracles stay in the tests themselves. */
#ifndef WEFT_NUMBER_CASES_H
#define WEFT_NUMBER_CASES_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const uint32_t nasty[] = {
    0x00000000, 0x00000001, 0x00000002, 0x003FFFFF, 0x00400000, 0x007FFFFF, /* +0 and denormals */
    0x00800000, 0x00800001, 0x00FFFFFF, 0x01000000, 0x01000001,             /* 2^-126 and on */
    0x1FFFFFFF, 0x20000000, 0x20000400, 0x1FFFF800, 0x20001000,             /* products around 2^-126 */
    0x33000000, 0x33000001, 0x33800000, 0x387FE000, 0x38800000,             /* around half's range */
    0x3F000000, 0x3EFFFFFF, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3F800400, 0x3F7FF800, 0x3FC00000, 0x40400000,
    0x477FE000, 0x477FEFFF, 0x47800000, 0x4AFFFFFF, 0x4B000000, 0x4B000001, 0x4B7FFFFF, 0x4B800000,
    0x4EFFFFFF, 0x4F000000, 0x4F7FFFFF, 0x4F800000, 0x5F000000, 0x7E800000, 0x7F000000, 0x7F7FFFFF,
    0x7F800000, 0x7F800001, 0x7FBFFFFF, 0x7FC00000, 0x7FFFFFFF,             /* infinity, signalling and quiet NaN */
};

/* The i-th nasty value; the second half of the range is the first one with the sign set. */
#define NASTY_COUNT (2 * COUNT(nasty))
static inline uint32_t nasty_at(size_t i)
{
    return i < COUNT(nasty) ? nasty[i] : nasty[i - COUNT(nasty)] | 0x80000000u;
}

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* A float with random sign and fraction (now and then a sparse one) and a biased exponent within [low, high]. */
static inline uint32_t random_float(uint64_t *state, int low, int high)
{
    uint64_t bits = random_next(state);
    uint32_t fraction = bits & 0x007FFFFFu, exponent;

    if ((bits >> 56 & 7) == 0)
        fraction &= (uint32_t)random_next(state) & (uint32_t)random_next(state);
    exponent = (uint32_t)(low + (int)((bits >> 24 & 0xFFFF) % (uint32_t)(high - low + 1)));
    return fraction | exponent << 23 | (uint32_t)(bits >> 63) << 31;
}

/* ------------------------------------------------------------------------------------------- the processor's mode */

#if defined(__SSE2__)
#include <immintrin.h>
#define MODE_CAN_FLUSH 1
static inline void mode_flush(int on)
{
    _mm_setcsr((_mm_getcsr() & ~0x8040u) | (on ? 0x8040u : 0));
}
#elif defined(__aarch64__)
#define MODE_CAN_FLUSH 1
static inline void mode_flush(int on)
{
    uint64_t fpcr;

    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    fpcr = (fpcr & ~(UINT64_C(1) << 24)) | (uint64_t)on << 24;
    __asm__ volatile("msr fpcr, %0" : : "r"(fpcr) : "memory");
}
#else
#define MODE_CAN_FLUSH 0
static inline void mode_flush(int on)
{
    (void)on;
}
#endif

#endif
