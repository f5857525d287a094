/*
 * XXH64 after its published description: four accumulators over 32-byte stripes, then the tail and an
 * avalanche.
 */
#include "xxh64.h"

#include <string.h>

static const uint64_t p1 = 0x9e3779b185ebca87, p2 = 0xc2b2ae3d27d4eb4f, p3 = 0x165667b19e3779f9,
                      p4 = 0x85ebca77c2b2ae63, p5 = 0x27d4eb2f165667c5;

static uint64_t rotate(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

static uint64_t load64(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint64_t step(uint64_t accumulator, uint64_t lane)
{
    return rotate(accumulator + lane * p2, 31) * p1;
}

static uint64_t merge(uint64_t hash, uint64_t accumulator)
{
    return (hash ^ step(0, accumulator)) * p1 + p4;
}

static uint64_t hash_tail(uint64_t hash, const uint8_t *at, size_t left)
{
    for (; left >= 8; at += 8, left -= 8)
        hash = rotate(hash ^ step(0, load64(at)), 27) * p1 + p4;
    if (left >= 4) {
        uint32_t word;
        memcpy(&word, at, sizeof word);
        hash = rotate(hash ^ word * p1, 23) * p2 + p3;
        at += 4;
        left -= 4;
    }
    for (; left > 0; at++, left--)
        hash = rotate(hash ^ *at * p5, 11) * p1;
    return hash;
}

uint64_t xxh64(const void *bytes, size_t size_bytes)
{
    const uint8_t *at = bytes;
    size_t left = size_bytes;
    uint64_t hash = p5;
    if (left >= 32) {
        uint64_t a = p1 + p2, b = p2, c = 0, d = 0 - p1;
        for (; left >= 32; at += 32, left -= 32) {
            a = step(a, load64(at));
            b = step(b, load64(at + 8));
            c = step(c, load64(at + 16));
            d = step(d, load64(at + 24));
        }
        hash = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
        hash = merge(merge(merge(merge(hash, a), b), c), d);
    }
    hash = hash_tail(hash + size_bytes, at, left);
    hash = (hash ^ hash >> 33) * p2;
    hash = (hash ^ hash >> 29) * p3;
    return hash ^ hash >> 32;
}
