/* Sparse matrix times vector in C, a row at a time. Only with "omp simd" may a sum be taken apart into lanes. */
#include "spmv.h"

#include "reference.h"

static void spmv_range(size_t begin, size_t end, void *context)
{
    struct spmv *s = context;
    const uint32_t *restrict columns = s->columns;
    const float *restrict values = s->values, *restrict x = s->x;
    for (size_t row = begin; row < end; row++) {
        uint32_t first = s->starts[row], last = s->starts[row + 1];
        float sum = 0;
#ifdef REFERENCE_SIMD_VARIANT
#pragma omp simd reduction(+ : sum)
#endif
        for (uint32_t i = first; i < last; i++)
            sum += values[i] * x[columns[i]];
        s->y[row] = sum;
    }
}

REFERENCE(spmv, c)
{
    struct spmv *s = c->state;
    parallel_for(s->rows, 1024, spmv_range, s);
}
