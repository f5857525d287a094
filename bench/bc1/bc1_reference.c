/*
 * Compression to BC1 in C, sixteen blocks at a time in lanes: every inner loop runs over the lanes, without
 * branches, and becomes vectors. The search is that of the shader: along the axis of the colours, then least
 * squares, twice.
 */
#include "bc1.h"

#include "reference.h"

#include <string.h>

enum { LANES = 16 };
#define FOR_EACH_LANE(l) for (unsigned l = 0; l < LANES; l++)

typedef float lanes[LANES];

/* Channels in 0 .. 255. */
struct pixels {
    float at[16][3][LANES];
};

struct fit {
    int32_t ends[2][3][LANES]; /* 5, 6 and 5 bits */
    uint32_t steps[LANES];     /* two bits a pixel, thirds of the way */
    float error[LANES];
};

static const float channel_max[3] = {31, 63, 31};

/* A vector takes every fourth pixel of a row: one channel after another from the same words. */
static void load_blocks(const struct bc1 *b, size_t x, size_t y, struct pixels *p)
{
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *row = b->picture + 4 * ((4 * y + i / 4) * b->width + 4 * x + i % 4);
        FOR_EACH_LANE(l) {
            uint32_t word;
            memcpy(&word, row + 16 * l, sizeof word);
            for (unsigned k = 0; k < 3; k++)
                p->at[i][k][l] = (float)(int32_t)(word >> 8 * k & 255);
        }
    }
}

/* Rounds the ends to what can be stored, has each pixel take the nearest step, and keeps it where it is
 * better. */
static void try_ends(const struct pixels *restrict p, float ends[2][3][LANES], struct fit *restrict best)
{
    struct fit t;
    lanes start[3], way[3], inverse = {0}, length = {0};
    for (unsigned k = 0; k < 3; k++) {
        unsigned bits = k == 1 ? 6 : 5;
        FOR_EACH_LANE(l) {
            int32_t value[2];
            for (unsigned e = 0; e < 2; e++) {
                float scaled = ends[e][k][l] * (channel_max[k] / 255) + 0.5f;
                scaled = scaled < 0 ? 0 : scaled;
                scaled = scaled > channel_max[k] ? channel_max[k] : scaled;
                t.ends[e][k][l] = (int32_t)scaled;
                value[e] = t.ends[e][k][l] << (8 - bits) | t.ends[e][k][l] >> (2 * bits - 8);
            }
            start[k][l] = (float)value[0];
            way[k][l] = (float)(value[1] - value[0]);
            length[l] += way[k][l] * way[k][l];
        }
    }
    FOR_EACH_LANE(l) {
        inverse[l] = 3 / (length[l] > 1 ? length[l] : 1);
        t.steps[l] = 0;
        t.error[l] = 0;
    }
    for (unsigned i = 0; i < 16; i++) {
        FOR_EACH_LANE(l) {
            float r = p->at[i][0][l] - start[0][l], g = p->at[i][1][l] - start[1][l],
                  b = p->at[i][2][l] - start[2][l];
            float along = (r * way[0][l] + g * way[1][l] + b * way[2][l]) * inverse[l] + 0.5f;
            int32_t step = (int32_t)along; /* a clamp of floats would become branches */
            step = step < 0 ? 0 : step;
            step = step > 3 ? 3 : step;
            float share = (float)step * (1 / 3.0f);
            r -= share * way[0][l];
            g -= share * way[1][l];
            b -= share * way[2][l];
            t.error[l] += r * r + g * g + b * b;
            t.steps[l] |= (uint32_t)step << 2 * i;
        }
    }
    FOR_EACH_LANE(l) {
        bool better = t.error[l] < best->error[l];
        best->error[l] = better ? t.error[l] : best->error[l];
        best->steps[l] = better ? t.steps[l] : best->steps[l];
        for (unsigned k = 0; k < 3; k++) {
            best->ends[0][k][l] = better ? t.ends[0][k][l] : best->ends[0][k][l];
            best->ends[1][k][l] = better ? t.ends[1][k][l] : best->ends[1][k][l];
        }
    }
}

/* One end of the line and the other, by the first eigenvector of the covariance. */
static void find_axis(const struct pixels *restrict p, float ends[2][3][LANES])
{
    lanes mean[3] = {0}, m[6] = {0}, axis[3], least = {0}, most = {0}; /* rr gg bb rg rb gb */
    for (unsigned i = 0; i < 16; i++)
        for (unsigned k = 0; k < 3; k++)
            FOR_EACH_LANE(l)
                mean[k][l] += p->at[i][k][l] / 16;
    for (unsigned i = 0; i < 16; i++) {
        FOR_EACH_LANE(l) {
            float r = p->at[i][0][l] - mean[0][l], g = p->at[i][1][l] - mean[1][l],
                  b = p->at[i][2][l] - mean[2][l];
            m[0][l] += r * r;
            m[1][l] += g * g;
            m[2][l] += b * b;
            m[3][l] += r * g;
            m[4][l] += r * b;
            m[5][l] += g * b;
        }
    }
    FOR_EACH_LANE(l) {
        /* The column with the largest number on the diagonal is not orthogonal to the eigenvector. */
        bool red = m[0][l] >= m[1][l] && m[0][l] >= m[2][l], green = m[1][l] >= m[2][l];
        float r = red ? m[0][l] : green ? m[3][l] : m[4][l];
        float g = red ? m[3][l] : green ? m[1][l] : m[5][l];
        float b = red ? m[4][l] : green ? m[5][l] : m[2][l];
        for (unsigned i = 0; i < 4; i++) {
            float nr = r * m[0][l] + g * m[3][l] + b * m[4][l], ng = r * m[3][l] + g * m[1][l] + b * m[5][l];
            float nb = r * m[4][l] + g * m[5][l] + b * m[2][l];
            float scale = 1 / (fabsf(nr) + fabsf(ng) + fabsf(nb) + 1e-12f);
            r = nr * scale;
            g = ng * scale;
            b = nb * scale;
        }
        float scale = 1 / sqrtf(r * r + g * g + b * b + 1e-20f);
        axis[0][l] = r * scale;
        axis[1][l] = g * scale;
        axis[2][l] = b * scale;
    }
    for (unsigned i = 0; i < 16; i++) {
        FOR_EACH_LANE(l) {
            float along = 0;
            for (unsigned k = 0; k < 3; k++)
                along += (p->at[i][k][l] - mean[k][l]) * axis[k][l];
            least[l] = along < least[l] ? along : least[l];
            most[l] = along > most[l] ? along : most[l];
        }
    }
    for (unsigned k = 0; k < 3; k++) {
        FOR_EACH_LANE(l) {
            ends[0][k][l] = mean[k][l] + axis[k][l] * most[l];
            ends[1][k][l] = mean[k][l] + axis[k][l] * least[l];
        }
    }
}

/* Least squares for the steps as they are. Where all pixels take one step, the ends found are no better: a
 * division by next to nothing gives what try_ends cuts to its range and then throws away. */
static void least_squares(const struct pixels *restrict p, const struct fit *restrict fit,
                          float ends[2][3][LANES])
{
    lanes aa = {0}, ab = {0}, bb = {0}, ax[3] = {0}, bx[3] = {0};
    for (unsigned i = 0; i < 16; i++) {
        FOR_EACH_LANE(l) {
            float b = (float)(int32_t)(fit->steps[l] >> 2 * i & 3) * (1 / 3.0f), a = 1 - b;
            aa[l] += a * a;
            ab[l] += a * b;
            bb[l] += b * b;
            for (unsigned k = 0; k < 3; k++) {
                ax[k][l] += a * p->at[i][k][l];
                bx[k][l] += b * p->at[i][k][l];
            }
        }
    }
    FOR_EACH_LANE(l) {
        float determinant = aa[l] * bb[l] - ab[l] * ab[l];
        float inverse = 1 / (determinant > 0.01f ? determinant : 0.01f);
        for (unsigned k = 0; k < 3; k++) {
            ends[0][k][l] = (bb[l] * ax[k][l] - ab[l] * bx[k][l]) * inverse;
            ends[1][k][l] = (aa[l] * bx[k][l] - ab[l] * ax[k][l]) * inverse;
        }
    }
}

static void write_block(const struct fit *fit, unsigned l, uint32_t out[2])
{
    static const uint8_t codes[2][4] = {{0, 2, 3, 1}, {1, 3, 2, 0}};
    uint32_t ends[2], word = 0;
    for (unsigned e = 0; e < 2; e++)
        ends[e] = (uint32_t)(fit->ends[e][0][l] << 11 | fit->ends[e][1][l] << 5 | fit->ends[e][2][l]);
    unsigned swap = ends[0] < ends[1];
    if (ends[0] != ends[1])
        for (unsigned i = 0; i < 16; i++)
            word |= (uint32_t)codes[swap][fit->steps[l] >> 2 * i & 3] << 2 * i;
    out[0] = ends[swap] | ends[1 - swap] << 16;
    out[1] = word;
}

static void bc1_rows(size_t begin, size_t end, void *context)
{
    const struct bc1 *b = context;
    size_t across = b->width / 4;
    struct pixels pixels;
    struct fit fit;
    float ends[2][3][LANES];
    for (size_t y = begin; y < end; y++) {
        for (size_t next = 0; next < across; next += LANES) {
            size_t x = next + LANES <= across ? next : across - LANES; /* the last ones may be done twice */
            load_blocks(b, x, y, &pixels);
            memset(&fit, 0, sizeof fit);
            FOR_EACH_LANE(l)
                fit.error[l] = INFINITY;
            find_axis(&pixels, ends);
            try_ends(&pixels, ends, &fit);
            for (unsigned i = 0; i < 2; i++) {
                least_squares(&pixels, &fit, ends);
                try_ends(&pixels, ends, &fit);
            }
            FOR_EACH_LANE(l)
                write_block(&fit, l, b->blocks + 2 * (y * across + x + l));
        }
    }
}

REFERENCE(bc1, c)
{
    struct bc1 *b = c->state;
    parallel_for(b->height / 4, 4, bc1_rows, b);
}
