/*
 * Compression to BC7, mode 6, in C: sixteen blocks at a time in lanes. Every inner loop runs over the lanes,
 * without branches, and becomes vectors. The search is that of the shader: along the axis of the colours,
 * then least squares.
 */
#include "bc7.h"

#include "reference.h"

#include <string.h>

enum { LANES = 16 };
#define FOR_EACH_LANE(l) for (unsigned l = 0; l < LANES; l++)

typedef float lanes[LANES];

/* Channels in 0 .. 255. */
struct pixels {
    float at[16][4][LANES];
};

struct fit {
    float ends[2][4][LANES];  /* whole numbers */
    int32_t steps[16][LANES]; /* of 15 */
    float error[LANES];
};

/* A vector takes every fourth pixel of a row: one channel after another from the same words. */
static void load_blocks(const struct bc7 *b, size_t x, size_t y, struct pixels *p)
{
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *row = b->picture + 4 * ((4 * y + i / 4) * b->width + 4 * x + i % 4);
        FOR_EACH_LANE(l) {
            uint32_t word;
            memcpy(&word, row + 16 * l, sizeof word);
            for (unsigned k = 0; k < 4; k++)
                p->at[i][k][l] = (float)(int32_t)(word >> 8 * k & 255);
        }
    }
}

/* Steps in 64ths, rounded: (128 step + 15) / 30 without a division, 34953 / 2^20 being near enough to a
 * thirtieth. */
static inline float weight(int32_t step)
{
    return (float)((step * 128 + 15) * 34953 >> 20) * (1 / 64.0f);
}

/* The nearest end whose four channels are all even or all odd. */
static void quantize(float end[4][LANES])
{
    lanes even[4], odd[4], off = {0}; /* how much worse the even ones are */
    for (unsigned k = 0; k < 4; k++) {
        FOR_EACH_LANE(l) {
            float v = end[k][l] < 0 ? 0 : end[k][l];
            v = v > 255 ? 255 : v;
            int32_t half = (int32_t)(v * 0.5f + 0.5f);
            even[k][l] = (float)(2 * (half < 127 ? half : 127));
            odd[k][l] = (float)(2 * (int32_t)(v < 254 ? v * 0.5f : 127) + 1);
            off[l] += (even[k][l] - v) * (even[k][l] - v) - (odd[k][l] - v) * (odd[k][l] - v);
        }
    }
    for (unsigned k = 0; k < 4; k++)
        FOR_EACH_LANE(l)
            end[k][l] = off[l] > 0 ? odd[k][l] : even[k][l];
}

/* Makes the ends storable, has each pixel take the nearest step, and keeps it where it is better. */
static void try_ends(const struct pixels *restrict p, struct fit *restrict t, struct fit *restrict best)
{
    lanes way[4], scale, length = {0};
    quantize(t->ends[0]);
    quantize(t->ends[1]);
    for (unsigned k = 0; k < 4; k++) {
        FOR_EACH_LANE(l) {
            way[k][l] = t->ends[1][k][l] - t->ends[0][k][l];
            length[l] += way[k][l] * way[k][l];
        }
    }
    FOR_EACH_LANE(l) {
        scale[l] = 15 / (length[l] > 1 ? length[l] : 1);
        t->error[l] = 0;
    }
    for (unsigned i = 0; i < 16; i++) {
        FOR_EACH_LANE(l) {
            float off[4], along = 0;
            for (unsigned k = 0; k < 4; k++) {
                off[k] = p->at[i][k][l] - t->ends[0][k][l];
                along += off[k] * way[k][l];
            }
            along = along * scale[l] + 0.5f;
            along = along < 0 ? 0 : along;
            int32_t step = (int32_t)(along > 15 ? 15 : along);
            float share = weight(step);
            t->steps[i][l] = step;
            for (unsigned k = 0; k < 4; k++) {
                off[k] -= share * way[k][l];
                t->error[l] += off[k] * off[k];
            }
        }
    }
    int32_t better[LANES];
    FOR_EACH_LANE(l) {
        better[l] = t->error[l] < best->error[l];
        best->error[l] = better[l] ? t->error[l] : best->error[l];
    }
    for (unsigned k = 0; k < 8; k++)
        FOR_EACH_LANE(l)
            best->ends[k / 4][k % 4][l] = better[l] ? t->ends[k / 4][k % 4][l] : best->ends[k / 4][k % 4][l];
    for (unsigned i = 0; i < 16; i++)
        FOR_EACH_LANE(l)
            best->steps[i][l] = better[l] ? t->steps[i][l] : best->steps[i][l];
}

/* The covariance's first eigenvector. The upper half of the matrix is in m, and the lower one is filled in.
 */
static void find_axis(float m[restrict 4][4][LANES], float axis[restrict 4][LANES])
{
    lanes largest;
    for (unsigned j = 0; j < 4; j++)
        for (unsigned k = 0; k < 4; k++)
            FOR_EACH_LANE(l)
                m[j][k][l] = m[j < k ? j : k][j < k ? k : j][l];
    /* The row with the largest number on the diagonal is not orthogonal to the eigenvector. */
    memcpy(largest, m[0][0], sizeof largest);
    memcpy(axis, m[0], sizeof m[0]);
    for (unsigned d = 1; d < 4; d++) {
        FOR_EACH_LANE(l) {
            bool larger = m[d][d][l] > largest[l];
            largest[l] = larger ? m[d][d][l] : largest[l];
            axis[0][l] = larger ? m[d][0][l] : axis[0][l];
            axis[1][l] = larger ? m[d][1][l] : axis[1][l];
            axis[2][l] = larger ? m[d][2][l] : axis[2][l];
            axis[3][l] = larger ? m[d][3][l] : axis[3][l];
        }
    }
    for (unsigned round = 0; round < 4; round++) {
        lanes next[4] = {0}, size;
        FOR_EACH_LANE(l)
            size[l] = 1e-12f;
        for (unsigned k = 0; k < 4; k++) {
            for (unsigned j = 0; j < 4; j++)
                FOR_EACH_LANE(l)
                    next[k][l] += m[j][k][l] * axis[j][l];
            FOR_EACH_LANE(l)
                size[l] += fabsf(next[k][l]);
        }
        FOR_EACH_LANE(l)
            size[l] = 1 / size[l];
        for (unsigned k = 0; k < 4; k++)
            FOR_EACH_LANE(l)
                axis[k][l] = next[k][l] * size[l];
    }
    FOR_EACH_LANE(l) {
        float square = axis[0][l] * axis[0][l] + axis[1][l] * axis[1][l] + axis[2][l] * axis[2][l];
        float scale = 1 / sqrtf(square + axis[3][l] * axis[3][l] + 1e-20f);
        axis[0][l] *= scale;
        axis[1][l] *= scale;
        axis[2][l] *= scale;
        axis[3][l] *= scale;
    }
}

/* Ends where the pixels' line begins and stops. */
static void span(const struct pixels *restrict p, float ends[2][4][LANES])
{
    lanes mean[4] = {0}, m[4][4] = {0}, axis[4], least = {0}, most = {0};
    for (unsigned i = 0; i < 16; i++)
        for (unsigned k = 0; k < 4; k++)
            FOR_EACH_LANE(l)
                mean[k][l] += p->at[i][k][l] / 16;
    for (unsigned i = 0; i < 16; i++)
        for (unsigned j = 0; j < 4; j++)
            for (unsigned k = j; k < 4; k++)
                FOR_EACH_LANE(l)
                    m[j][k][l] += (p->at[i][j][l] - mean[j][l]) * (p->at[i][k][l] - mean[k][l]);
    find_axis(m, axis);
    for (unsigned i = 0; i < 16; i++) {
        FOR_EACH_LANE(l) {
            float along = 0;
            for (unsigned k = 0; k < 4; k++)
                along += (p->at[i][k][l] - mean[k][l]) * axis[k][l];
            least[l] = along < least[l] ? along : least[l];
            most[l] = along > most[l] ? along : most[l];
        }
    }
    for (unsigned k = 0; k < 4; k++) {
        FOR_EACH_LANE(l) {
            ends[0][k][l] = mean[k][l] + axis[k][l] * most[l];
            ends[1][k][l] = mean[k][l] + axis[k][l] * least[l];
        }
    }
}

/* Least squares for the steps as they are. Where all pixels take one step, try_ends finds the result no
 * better. */
static void least_squares(const struct pixels *restrict p, const struct fit *restrict fit,
                          float ends[2][4][LANES])
{
    lanes aa = {0}, ab = {0}, bb = {0}, ax[4] = {0}, bx[4] = {0};
    for (unsigned i = 0; i < 16; i++) {
        FOR_EACH_LANE(l) {
            float b = weight(fit->steps[i][l]), a = 1 - b;
            aa[l] += a * a;
            ab[l] += a * b;
            bb[l] += b * b;
            for (unsigned k = 0; k < 4; k++) {
                ax[k][l] += a * p->at[i][k][l];
                bx[k][l] += b * p->at[i][k][l];
            }
        }
    }
    FOR_EACH_LANE(l) {
        float determinant = aa[l] * bb[l] - ab[l] * ab[l];
        float inverse = 1 / (determinant > 0.01f ? determinant : 0.01f);
        for (unsigned k = 0; k < 4; k++) {
            ends[0][k][l] = (bb[l] * ax[k][l] - ab[l] * bx[k][l]) * inverse;
            ends[1][k][l] = (aa[l] * bx[k][l] - ab[l] * ax[k][l]) * inverse;
        }
    }
}

/* The first pixel's highest bit is known to be 0 and left out: where it is not, the line is turned round. */
static void pack_blocks(const struct fit *restrict fit, uint32_t words[restrict 4][LANES])
{
    FOR_EACH_LANE(l) {
        uint32_t low = 0, high = 0, first[4], second[4];
        for (unsigned i = 0; i < 8; i++) {
            low |= (uint32_t)fit->steps[i][l] << 4 * i;
            high |= (uint32_t)fit->steps[i + 8][l] << 4 * i;
        }
        uint32_t turn = 0 - (low >> 3 & 1); /* all bits or none */
        low ^= turn;
        high ^= turn;
        for (unsigned k = 0; k < 4; k++) {
            uint32_t a = (uint32_t)(int32_t)fit->ends[0][k][l], b = (uint32_t)(int32_t)fit->ends[1][k][l];
            first[k] = a ^ ((a ^ b) & turn);
            second[k] = b ^ ((a ^ b) & turn);
        }
        uint32_t low_bits[2] = {first[0] & 1, second[0] & 1};
        for (unsigned k = 0; k < 4; k++) {
            first[k] >>= 1;
            second[k] >>= 1;
        }
        words[0][l] = 0x40 | first[0] << 7 | second[0] << 14 | first[1] << 21 | second[1] << 28;
        words[1][l] = second[1] >> 4 | first[2] << 3 | second[2] << 10 | first[3] << 17 | second[3] << 24 |
                      low_bits[0] << 31;
        words[2][l] = low_bits[1] | (low << 1 & 0xe) | (low & 0xfffffff0);
        words[3][l] = high;
    }
}

static void bc7_rows(size_t begin, size_t end, void *context)
{
    const struct bc7 *b = context;
    size_t across = b->width / 4;
    struct pixels pixels;
    struct fit try, best;
    uint32_t words[4][LANES];
    for (size_t y = begin; y < end; y++) {
        for (size_t next = 0; next < across; next += LANES) {
            size_t x = next + LANES <= across ? next : across - LANES; /* the last ones may be done twice */
            load_blocks(b, x, y, &pixels);
            memset(&best, 0, sizeof best);
            FOR_EACH_LANE(l)
                best.error[l] = INFINITY;
            span(&pixels, try.ends);
            try_ends(&pixels, &try, &best);
            least_squares(&pixels, &best, try.ends);
            try_ends(&pixels, &try, &best);
            pack_blocks(&best, words);
            FOR_EACH_LANE(l)
                for (unsigned k = 0; k < 4; k++)
                    b->blocks[4 * (y * across + x + l) + k] = words[k][l];
        }
    }
}

REFERENCE(bc7, c)
{
    struct bc7 *b = c->state;
    parallel_for(b->height / 4, 4, bc7_rows, b);
}
