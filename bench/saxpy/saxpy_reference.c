/* saxpy in C. Sums stay far from zero (see saxpy_create), so that fused or not makes one ULP at most. */
#include "saxpy.h"

#include "reference.h"

static void saxpy_range(size_t begin, size_t end, void *context)
{
    struct saxpy *s = context;
    const float *restrict x = s->x, *restrict y = s->y;
    float *restrict z = s->z, a = s->a;
    REFERENCE_SIMD
    for (size_t i = begin; i < end; i++)
        z[i] = a * x[i] + y[i];
}

REFERENCE(saxpy, c)
{
    struct saxpy *s = c->state;
    parallel_for(s->count, 0, saxpy_range, s);
}
