/*
 * Prefix sums in C: what every chunk adds up to, the sums of those, and the chunks once more from where they
 * start. The addition that waits for the last one takes a cycle a number, which is still faster than the
 * memory.
 */
#include "scan.h"

#include "reference.h"

static void chunk_sum(size_t begin, size_t end, void *context)
{
    struct scan *s = context;
    const uint32_t *input = s->input;
    uint32_t sum = 0;
    for (size_t i = begin; i < end; i++)
        sum += input[i];
    s->chunk_sums[begin / SCAN_CHUNK] = sum;
}

static void chunk_scan(size_t begin, size_t end, void *context)
{
    struct scan *s = context;
    const uint32_t *restrict input = s->input;
    uint32_t *restrict output = s->output;
    uint32_t sum = s->chunk_sums[begin / SCAN_CHUNK];
    for (size_t i = begin; i < end; i++) {
        output[i] = sum;
        sum += input[i];
    }
}

REFERENCE(scan, c)
{
    struct scan *s = c->state;
    size_t chunks = (s->count + SCAN_CHUNK - 1) / SCAN_CHUNK;
    parallel_for(s->count, SCAN_CHUNK, chunk_sum, s);
    uint32_t sum = 0;
    for (size_t i = 0; i < chunks; i++) {
        uint32_t chunk = s->chunk_sums[i];
        s->chunk_sums[i] = sum;
        sum += chunk;
    }
    parallel_for(s->count, SCAN_CHUNK, chunk_scan, s);
}
