/*
 * The blur in C: columns first, straight from the bytes of 17 rows and exact in 32-bit integers, then along
 * the row that came out, which is still in the nearest cache. Strips of columns keep it there.
 */
#include "blur.h"

#include "reference.h"

enum { STRIP = 256, PADDED = (STRIP + 2 * BLUR_RADIUS) * 4, ROWS_AT_ONCE = 32 };

static const uint8_t *row_at(const struct blur *b, ptrdiff_t y)
{
    ptrdiff_t last = (ptrdiff_t)b->height - 1;
    return b->picture + (size_t)(y < 0 ? 0 : y > last ? last : y) * b->width * 4;
}

/* Sums over the rows around y, in units of 2^-16, for bytes `first` to `first + count` of the row. */
static void blur_columns(const struct blur *b, ptrdiff_t y, size_t first, size_t count,
                         uint32_t *restrict sums)
{
    const uint8_t *restrict middle = row_at(b, y) + first;
    for (size_t i = 0; i < count; i++)
        sums[i] = b->weights[0] * middle[i];
    for (ptrdiff_t k = 1; k <= BLUR_RADIUS; k++) {
        const uint8_t *restrict above = row_at(b, y - k) + first, *restrict below = row_at(b, y + k) + first;
        uint32_t weight = b->weights[k];
        for (size_t i = 0; i < count; i++)
            sums[i] += weight * ((uint32_t)above[i] + below[i]);
    }
}

/* Along a row whose sums begin BLUR_RADIUS pixels before the first result. */
static void blur_row(const struct blur *b, const float *restrict sums, size_t count, uint8_t *restrict out)
{
    float weights[BLUR_RADIUS + 1], result[STRIP * 4];
    for (size_t k = 0; k <= BLUR_RADIUS; k++)
        weights[k] = (float)b->weights[k] * 0x1p-32f;
    sums += 4 * BLUR_RADIUS;
    for (size_t i = 0; i < count; i++) {
        float sum = weights[0] * sums[i];
        for (ptrdiff_t k = 1; k <= BLUR_RADIUS; k++)
            sum += weights[k] * (sums[(ptrdiff_t)i - 4 * k] + sums[(ptrdiff_t)i + 4 * k]);
        result[i] = sum;
    }
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)(int32_t)(result[i] + 0.5f);
}

static void blur_strip(const struct blur *b, size_t y, size_t x)
{
    uint32_t sums[PADDED];
    float padded[PADDED];
    size_t pixels = b->width - x < STRIP ? b->width - x : STRIP;
    size_t first = x < BLUR_RADIUS ? 0 : x - BLUR_RADIUS;
    size_t end = x + pixels + BLUR_RADIUS < b->width ? x + pixels + BLUR_RADIUS : b->width;
    size_t before = first + BLUR_RADIUS - x; /* pixels that lie beyond the left edge */
    size_t count = 4 * (end - first);
    blur_columns(b, (ptrdiff_t)y, 4 * first, count, sums);
    for (size_t i = 0; i < 4 * before; i++)
        padded[i] = (float)sums[i % 4];
    for (size_t i = 0; i < count; i++)
        padded[4 * before + i] = (float)(int32_t)sums[i];
    for (size_t i = 4 * before + count; i < 4 * (pixels + 2 * BLUR_RADIUS); i++)
        padded[i] = padded[i - 4];
    blur_row(b, padded, 4 * pixels, b->blurred + 4 * (y * b->width + x));
}

static void blur_range(size_t begin, size_t end, void *context)
{
    const struct blur *b = context;
    for (size_t x = 0; x < b->width; x += STRIP)
        for (size_t y = begin; y < end; y++)
            blur_strip(b, y, x);
}

REFERENCE(blur, c)
{
    struct blur *b = c->state;
    parallel_for(b->height, ROWS_AT_ONCE, blur_range, b);
}
