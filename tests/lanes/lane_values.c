/*
 * Values come in flavours, one for each call, so that a row may hold hard cases only or plain ones only.
 */
#include "lane_values.h"

#include <string.h>

static const uint32_t nasty_words[] = {
    0x00000000, 0x00000001, 0x00000002, 0x003FFFFF, 0x00400000, 0x007FFFFF, /* +0 and denormals */
    0x00800000, 0x00800001, 0x00FFFFFF, 0x01000000, 0x01000001,             /* 2^-126 and on */
    0x1FFFFFFF, 0x20000000, 0x20000400, 0x1FFFF800, 0x20001000,             /* products around 2^-126 */
    0x32FFFFFF, 0x33000000, 0x33000001, 0x33800000, 0x387FE000, 0x387FFFFF, 0x38800000, /* half's range */
    0x3EFFFFFF, 0x3F000000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3FC00000, 0x40200000, 0x40400000,
    0x42FE0000, 0x42FC0000, 0x43000000, 0x477FE000, 0x477FEFFF, 0x477FFFFF, 0x47800000, 0x49800000,
    0x4AFFFFFF, 0x4B000000, 0x4B000001, 0x4B7FFFFF, 0x4B800000, 0x4EFFFFFF, 0x4F000000, 0x4F7FFFFF,
    0x4F800000, 0x5F000000, 0x7E800000, 0x7F000000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7F802000,
    0x7FBFFFFF, 0x7FC00000, 0x7FC01234, 0x7FFFFFFF, /* infinity, signalling and quiet NaNs */
    0x0000001F, 0x00000020, 0x00000021, 0x0000003F, 0x00010000, 0x0000FFFF, 0x00007C00, 0x00007C01,
    0x000003FF, 0x00000400, 0x55555555, 0x12345678, 0x00FF00FF, /* shifts, halves, bit patterns */
};

static const uint64_t nasty_doubles[] = {
    0x0000000000000000, 0x0000000000000001, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x0010000000000001,
    0x0000000100000000, 0x1FF0000000000000, 0x1FF0000000000001, 0x2000000000000000, 0x369FFFFFFFFFFFFF,
    0x36A0000000000000, 0x380FFFFFDFFFFFFF, 0x380FFFFFE0000000, 0x380FFFFFEFFFFFFF, 0x380FFFFFF0000000,
    0x3810000000000000, 0x3FDFFFFFFFFFFFFF, 0x3FE0000000000000, 0x3FEFFFFFFFFFFFFF, 0x3FF0000000000000,
    0x3FF0000000000001, 0x3FF0000010000000, 0x3FF0000030000000, 0x3FF8000000000000, 0x4000000000000000,
    0x41DFFFFFFFC00000, 0x41DFFFFFFFFFFFFF, 0x41E0000000000000, 0x41EFFFFFFFE00000, 0x41EFFFFFFFFFFFFF,
    0x41F0000000000000, 0x4330000000000000, 0x4340000000000000, 0x47EFFFFFE0000000, 0x47EFFFFFEFFFFFFF,
    0x47EFFFFFF0000000, 0x47F0000000000000, 0x5FE0000000000000, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000,
    0x7FF0000000000001, 0x7FF7FFFFFFFFFFFF, 0x7FF8000000000000, 0x7FF8000012345678, 0x7FFFFFFFFFFFFFFF,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const size_t nasty_word_count = 2 * COUNT(nasty_words);

uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* The second half of the list is the first one with the sign turned. */
static uint32_t nasty_word(size_t i)
{
    i %= nasty_word_count;
    return i < COUNT(nasty_words) ? nasty_words[i] : nasty_words[i - COUNT(nasty_words)] ^ 0x80000000u;
}

void fill_nasty_words(uint32_t *row, size_t count, size_t start, size_t repeat)
{
    for (size_t i = 0; i < count; i++)
        row[i] = nasty_word((start + i) / repeat);
}

/* A float with its biased exponent from low to high. */
static uint32_t float_within(uint64_t bits, uint32_t low, uint32_t high)
{
    uint32_t fraction = bits & 0x007FFFFF;

    if ((bits >> 56 & 7) == 0)
        fraction &= 0x007FFFFFu << (bits >> 60 & 15);
    return fraction | (low + (uint32_t)(bits >> 24 & 0xFFFF) % (high - low + 1)) << 23 |
           (uint32_t)(bits >> 63) << 31;
}

void fill_words(uint64_t *state, uint32_t *row, size_t count)
{
    unsigned flavour = random_next(state) % 8;

    for (size_t i = 0; i < count; i++) {
        uint64_t bits = random_next(state);

        switch (flavour) {
        case 0:
            row[i] = nasty_word((size_t)bits);
            break;
        case 1:
            row[i] = (uint32_t)bits;
            break;
        case 2:
            row[i] = float_within(bits, 0, 255);
            break;
        case 3:
            row[i] = float_within(bits, 120, 160);
            break;
        case 4:
            row[i] = (uint32_t)bits % 70;
            break;
        case 5:
            row[i] = (uint32_t)bits >> (bits >> 59);
            break;
        case 6:
            row[i] = float_within(bits, 50, 80);
            break;
        default:
            row[i] = bits & 1 ? nasty_word((size_t)(bits >> 1)) : float_within(bits, 1, 254);
        }
    }
}

void fill_doubles(uint64_t *state, uint32_t *low, uint32_t *high, size_t count)
{
    unsigned flavour = random_next(state) % 6;

    for (size_t i = 0; i < count; i++) {
        uint64_t bits = random_next(state), place = random_next(state), value = bits;

        if (flavour == 0 || (flavour == 1 && place & 1 << 20))
            value = nasty_doubles[place % COUNT(nasty_doubles)] ^ (bits & UINT64_C(1) << 63);
        else if (flavour == 2) /* floats' range and integers' */
            value = (bits & UINT64_C(0x800FFFFFFFFFFFFF)) | (1023 - 152 + place % 300) << 52;
        else if (flavour == 3) /* near 1 */
            value = (bits & UINT64_C(0x800FFFFFFFFFFFFF)) | (1021 + place % 4) << 52;
        else if (flavour == 4) /* products and quotients at the edge of the denormals */
            value = (bits & UINT64_C(0x800FFFFFFFFFFFFF)) | (480 + place % 64) << 52;
        low[i] = (uint32_t)value;
        high[i] = (uint32_t)(value >> 32);
    }
}

static float to_float(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t to_bits(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

void relate_floats(uint64_t *state, const uint32_t *a, uint32_t *b, uint32_t *c, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = random_next(state);
        uint32_t nudge = (uint32_t)(bits >> 40 & 7) - 3, sign = (uint32_t)(bits >> 48 & 1) << 31;

        if (bits & 1)
            b[i] = (to_bits(0x1p-126f / to_float(a[i])) + nudge) ^ sign;
        else if (bits & 2)
            b[i] = (a[i] + nudge) ^ sign;
        else if (bits & 32)
            b[i] = (to_bits(0x1p126f * to_float(a[i])) + nudge) ^ sign;
        if (c && (bits & 24) == 24)
            c[i] = float_within(random_next(state), 1, 3);
        else if (c && bits & 4)
            c[i] = (to_bits(to_float(a[i]) * to_float(b[i])) + nudge) ^ 0x80000000u ^ sign;
    }
}
