/*
 * The linear filter in C: where each column and row comes from is found once, in 1/256 pixel as Direct3D
 * rounds it; the blends are exact in whole numbers.
 */
#include "bilinear.h"

#include "reference.h"

enum { ROWS_AT_ONCE = 32 };

static void find_places(struct bilinear_axis *axis, uint32_t count, uint32_t from_count)
{
    for (uint32_t i = 0; i < count; i++) {
        int32_t place = (int32_t)nearbyint((i + 0.5) * from_count / count * 256 - 128), at = place >> 8;
        int32_t last = (int32_t)from_count - 1;
        axis->part[i] = (uint32_t)place & 255;
        axis->at[i] = (uint32_t)(at < 0 ? 0 : at);
        axis->next[i] = at >= 0 && at < last;
    }
}

static inline int32_t blend(uint32_t a, uint32_t b, uint32_t shift, int32_t part)
{
    int32_t from = (int32_t)(a >> shift & 255), to = (int32_t)(b >> shift & 255);
    return from * 256 + (to - from) * part;
}

static void resize_row(const uint32_t *restrict above, const uint32_t *restrict below, int32_t down,
                       const struct bilinear_axis *across, uint32_t count, uint32_t *restrict out)
{
    const uint32_t *restrict at = across->at, *restrict next = across->next, *restrict part = across->part;
    REFERENCE_SIMD
    for (uint32_t i = 0; i < count; i++) {
        uint32_t left = at[i], right = left + next[i], a = above[left], b = above[right], d = below[left],
                 e = below[right], pixel = 0;
        for (uint32_t shift = 0; shift < 32; shift += 8) {
            int32_t top = blend(a, b, shift, (int32_t)part[i]), low = blend(d, e, shift, (int32_t)part[i]);
            pixel |= (uint32_t)(top * 256 + (low - top) * down + 32768) >> 16 << shift;
        }
        out[i] = pixel;
    }
}

static void resize_range(size_t begin, size_t end, void *context)
{
    const struct bilinear *b = context;
    for (size_t y = begin; y < end; y++) {
        const uint32_t *above = b->picture + (size_t)b->down.at[y] * b->from_width;
        resize_row(above, above + (size_t)b->down.next[y] * b->from_width, (int32_t)b->down.part[y],
                   &b->across, b->width, b->resized + y * b->width);
    }
}

REFERENCE(bilinear, c)
{
    struct bilinear *b = c->state;
    find_places(&b->across, b->width, b->from_width);
    find_places(&b->down, b->height, b->from_height);
    parallel_for(b->height, ROWS_AT_ONCE, resize_range, b);
}
