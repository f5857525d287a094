/*
 * The cubic filter in C, as libraries for pictures do it: where each column and row comes from is found once,
 * rows of the source are stretched as they are needed and kept while they serve, and four of them make a row
 * of the result.
 */
#include "resize.h"

#include "reference.h"

enum { STRIP = 256, ROWS_AT_ONCE = 64 };

/* The filter of Catmull and Rom: cubics for distances up to 1 and up to 2. */
static double catmull_rom(double d)
{
    d = fabs(d);
    if (d < 1)
        return (1.5 * d - 2.5) * d * d + 1;
    return d < 2 ? ((-0.5 * d + 2.5) * d - 4) * d + 2 : 0;
}

static void find_taps(struct resize_taps *taps, uint32_t count, uint32_t from_count)
{
    for (uint32_t i = 0; i < count; i++) {
        double position = (i + 0.5) * from_count / count - 0.5, corner = floor(position);
        for (int k = 0; k < 4; k++) {
            double at = corner - 1 + k;
            taps[i].at[k] = (uint32_t)(at < 0 ? 0 : at > from_count - 1 ? from_count - 1 : at);
            taps[i].weights[k] = (float)catmull_rom(position - at);
        }
    }
}

/* Four rows of the source, stretched: the one of number y is in slot y % 4. */
struct stretched {
    uint32_t number[4];
    float pixels[4][STRIP][4];
};

static void stretch(const struct resize *r, uint32_t y, uint32_t x, uint32_t count, float (*restrict out)[4])
{
    const uint8_t *restrict row = r->picture + (size_t)y * r->from_width * 4;
    for (uint32_t i = 0; i < count; i++) {
        const struct resize_taps *t = &r->across[x + i];
        const uint8_t *a = row + 4 * t->at[0], *b = row + 4 * t->at[1], *d = row + 4 * t->at[2],
                      *e = row + 4 * t->at[3];
        for (unsigned k = 0; k < 4; k++)
            out[i][k] =
                t->weights[0] * a[k] + t->weights[1] * b[k] + t->weights[2] * d[k] + t->weights[3] * e[k];
    }
}

static void combine(const struct resize_taps *t, const struct stretched *s, uint32_t count,
                    uint8_t *restrict out)
{
    const float *restrict a = &s->pixels[t->at[0] % 4][0][0], *restrict b = &s->pixels[t->at[1] % 4][0][0];
    const float *restrict d = &s->pixels[t->at[2] % 4][0][0], *restrict e = &s->pixels[t->at[3] % 4][0][0];
    float wa = t->weights[0], wb = t->weights[1], wd = t->weights[2], we = t->weights[3];
    for (uint32_t i = 0; i < 4 * count; i++) {
        float v = wa * a[i] + wb * b[i] + wd * d[i] + we * e[i] + 0.5f;
        v = v < 0 ? 0 : v;
        v = v > 255 ? 255 : v;
        out[i] = (uint8_t)(int32_t)v;
    }
}

static void resize_range(size_t begin, size_t end, void *context)
{
    const struct resize *r = context;
    for (uint32_t x = 0; x < r->width; x += STRIP) {
        struct stretched s = {.number = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}};
        uint32_t count = r->width - x < STRIP ? r->width - x : STRIP;
        for (size_t y = begin; y < end; y++) {
            const struct resize_taps *t = &r->down[y];
            for (unsigned k = 0; k < 4; k++) {
                uint32_t number = t->at[k];
                if (s.number[number % 4] != number)
                    stretch(r, number, x, count, s.pixels[number % 4]);
                s.number[number % 4] = number;
            }
            combine(t, &s, count, r->resized + 4 * (y * r->width + x));
        }
    }
}

REFERENCE(resize, c)
{
    struct resize *r = c->state;
    find_taps(r->across, r->width, r->from_width);
    find_taps(r->down, r->height, r->from_height);
    parallel_for(r->height, ROWS_AT_ONCE, resize_range, r);
}
