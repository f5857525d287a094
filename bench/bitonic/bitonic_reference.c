/*
 * Sorting in C as a processor likes it: radix sort from the least digit, eight bits at a time. Every chunk
 * counts its digits, and then moves its keys to where they belong, after the equal digits of earlier chunks.
 */
#include "bitonic.h"

#include "reference.h"

#include <string.h>

struct sort_pass {
    const uint32_t *from;
    uint32_t *to;
    uint32_t *counts; /* [chunk][digit]; then: where the next key of that digit goes */
    unsigned shift;
};

static void count_digits(size_t begin, size_t end, void *context)
{
    const struct sort_pass *p = context;
    uint32_t counts[2][BITONIC_DIGITS] = {0};
    size_t i = begin;
    for (; i + 2 <= end; i += 2) {
        counts[0][p->from[i] >> p->shift & 255]++;
        counts[1][p->from[i + 1] >> p->shift & 255]++;
    }
    if (i < end)
        counts[0][p->from[i] >> p->shift & 255]++;
    uint32_t *chunk = p->counts + begin / BITONIC_CHUNK * BITONIC_DIGITS;
    for (unsigned digit = 0; digit < BITONIC_DIGITS; digit++)
        chunk[digit] = counts[0][digit] + counts[1][digit];
}

static void move_keys(size_t begin, size_t end, void *context)
{
    const struct sort_pass *p = context;
    uint32_t next[BITONIC_DIGITS];
    memcpy(next, p->counts + begin / BITONIC_CHUNK * BITONIC_DIGITS, sizeof next);
    for (size_t i = begin; i < end; i++) {
        uint32_t key = p->from[i];
        p->to[next[key >> p->shift & 255]++] = key;
    }
}

static void place_digits(uint32_t *counts, size_t chunks)
{
    uint32_t sum = 0;
    for (unsigned digit = 0; digit < BITONIC_DIGITS; digit++) {
        for (size_t chunk = 0; chunk < chunks; chunk++) {
            uint32_t count = counts[chunk * BITONIC_DIGITS + digit];
            counts[chunk * BITONIC_DIGITS + digit] = sum;
            sum += count;
        }
    }
}

REFERENCE(bitonic, c)
{
    struct bitonic *b = c->state;
    struct sort_pass p = {b->sorted, b->scratch, b->counts, 0};
    for (; p.shift < 32; p.shift += 8) {
        parallel_for(b->count, BITONIC_CHUNK, count_digits, &p);
        place_digits(p.counts, (b->count + BITONIC_CHUNK - 1) / BITONIC_CHUNK);
        parallel_for(b->count, BITONIC_CHUNK, move_keys, &p);
        p.from = p.to;
        p.to = p.to == b->scratch ? b->sorted : b->scratch;
    }
}
