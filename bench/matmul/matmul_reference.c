/*
 * Product of matrices in C, the way BLAS libraries do it: bands of B rearranged into panels as wide as two
 * vectors, pieces of A rearranged to suit, and a kernel that keeps a block of the result in registers. The
 * kernel says its vectors (a GNU extension): neither compiler keeps an array of sums in registers by itself.
 */
#include "matmul.h"

#include "reference.h"

#include <string.h>

#if defined __AVX512F__
enum { VECTOR = 16, BLOCK_ROWS = 12 };
#elif defined __AVX__
enum { VECTOR = 8, BLOCK_ROWS = 6 };
#else
enum { VECTOR = 4, BLOCK_ROWS = 6 };
#endif
enum { PANEL = 2 * VECTOR, CHUNK_ROWS = 4 * BLOCK_ROWS };
_Static_assert((int)PANEL <= (int)MATMUL_PANEL_MAX, "the packed band has room for whole panels");

typedef float vector __attribute__((vector_size(VECTOR * sizeof(float))));

struct band {
    struct matmul *m;
    size_t first, depth; /* rows of B */
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Panels of B: for each row of the band PANEL columns, zeros beyond the edge. */
static void pack_panels(size_t begin, size_t end, void *context)
{
    const struct band *band = context;
    const struct matmul *m = band->m;
    for (size_t p = begin; p < end; p++) {
        float *to = m->packed + p * PANEL * MATMUL_BAND;
        size_t columns = smaller(PANEL, m->columns - p * PANEL);
        for (size_t k = 0; k < band->depth; k++, to += PANEL) {
            memcpy(to, m->b + (band->first + k) * m->columns + p * PANEL, columns * sizeof(float));
            memset(to + columns, 0, (PANEL - columns) * sizeof(float));
        }
    }
}

/* block[r][] = sum over k of a[k][r] b[k][]. */
static void kernel(size_t depth, const float *restrict a, const float *restrict b,
                   float block[BLOCK_ROWS][PANEL])
{
    vector sums[BLOCK_ROWS][2] = {{{0}}};
    for (size_t k = 0; k < depth; k++, a += BLOCK_ROWS, b += PANEL) {
        vector left, right;
        memcpy(&left, b, sizeof left);
        memcpy(&right, b + VECTOR, sizeof right);
#pragma GCC unroll 12
        for (size_t r = 0; r < BLOCK_ROWS; r++) {
            sums[r][0] += a[r] * left;
            sums[r][1] += a[r] * right;
        }
    }
    memcpy(block, sums, sizeof sums);
}

static void store(const struct band *band, size_t row, size_t column, float block[BLOCK_ROWS][PANEL])
{
    const struct matmul *m = band->m;
    size_t rows = smaller(BLOCK_ROWS, m->rows - row), columns = smaller(PANEL, m->columns - column);
    for (size_t r = 0; r < rows; r++) {
        float *to = m->c + (row + r) * m->columns + column;
        for (size_t k = 0; k < columns; k++)
            to[k] = (band->first ? to[k] : 0) + block[r][k];
    }
}

static void multiply_chunk(size_t begin, size_t end, void *context)
{
    const struct band *band = context;
    const struct matmul *m = band->m;
    float a[CHUNK_ROWS * MATMUL_BAND], block[BLOCK_ROWS][PANEL];
    memset(a, 0, sizeof a);
    for (size_t row = begin; row < end; row++) {
        const float *from = m->a + row * m->inner + band->first;
        float *to = a + (row - begin) / BLOCK_ROWS * BLOCK_ROWS * MATMUL_BAND + (row - begin) % BLOCK_ROWS;
        for (size_t k = 0; k < band->depth; k++)
            to[k * BLOCK_ROWS] = from[k];
    }
    for (size_t column = 0; column < m->columns; column += PANEL) {
        for (size_t row = begin; row < end; row += BLOCK_ROWS) {
            kernel(band->depth, a + (row - begin) * MATMUL_BAND, m->packed + column * MATMUL_BAND, block);
            store(band, row, column, block);
        }
    }
}

REFERENCE(matmul, c)
{
    struct matmul *m = c->state;
    for (size_t first = 0; first < m->inner; first += MATMUL_BAND) {
        struct band band = {m, first, smaller(MATMUL_BAND, m->inner - first)};
        parallel_for((m->columns + PANEL - 1) / PANEL, 0, pack_panels, &band);
        parallel_for(m->rows, CHUNK_ROWS, multiply_chunk, &band);
    }
}
