/*
 * Sparse matrix times vector in C, a row at a time. A row is added up in eight lanes, so that no addition
 * waits for the one before and a processor with gathers can use them.
 */
#include "spmv.h"

#include "reference.h"

enum { LANES = 8 };

static void spmv_range(size_t begin, size_t end, void *context)
{
    struct spmv *s = context;
    const uint32_t *restrict columns = s->columns;
    const float *restrict values = s->values, *restrict x = s->x;
    for (size_t row = begin; row < end; row++) {
        size_t i = s->starts[row], last = s->starts[row + 1];
        float sums[LANES] = {0}, sum = 0;
        for (; i + LANES <= last; i += LANES)
            for (unsigned l = 0; l < LANES; l++)
                sums[l] += values[i + l] * x[columns[i + l]];
        for (; i < last; i++)
            sum += values[i] * x[columns[i]];
        for (unsigned l = 0; l < LANES; l++)
            sum += sums[l];
        s->y[row] = sum;
    }
}

REFERENCE(spmv, c)
{
    struct spmv *s = c->state;
    parallel_for(s->rows, 1024, spmv_range, s);
}
