/*
 * The loops behind the ceilings: as many independent chains as hide the latency, in vectors of the machine's
 * width.
 */
#include "peaks.h"

#if defined __AVX512F__
#define WIDTH 64
#elif defined __AVX__
#define WIDTH 32
#else
#define WIDTH 16
#endif

enum { CHAINS = 12 };

typedef float float_vector __attribute__((vector_size(WIDTH)));
typedef double double_vector __attribute__((vector_size(WIDTH)));
typedef uint32_t int_vector __attribute__((vector_size(WIDTH)));

/* x = x * factor + term, which goes to a fixed point and stays normal. */
#define FMA_LOOP(name, vector, scalar)                                                                       \
    double name(size_t rounds, volatile scalar *sink)                                                        \
    {                                                                                                        \
        vector chain[CHAINS], factor = (vector){0} + *sink, term = (vector){0} + (*sink + 1), sum = {0};     \
        for (unsigned k = 0; k < CHAINS; k++)                                                                \
            chain[k] = (vector){0} + (scalar)k;                                                              \
        for (size_t i = 0; i < rounds; i++)                                                                  \
            for (unsigned k = 0; k < CHAINS; k++)                                                            \
                chain[k] = chain[k] * factor + term;                                                         \
        for (unsigned k = 0; k < CHAINS; k++)                                                                \
            sum += chain[k];                                                                                 \
        for (unsigned k = 0; k < WIDTH / sizeof(scalar); k++)                                                \
            *sink = sum[k];                                                                                  \
        return 2.0 * (double)rounds * CHAINS * (WIDTH / sizeof(scalar));                                     \
    }

FMA_LOOP(peak_loop_float, float_vector, float)
FMA_LOOP(peak_loop_double, double_vector, double)

double peak_loop_int(size_t rounds, volatile uint32_t *sink)
{
    int_vector chain[CHAINS], term = (int_vector){0} + *sink, mask = (int_vector){0} + (*sink + 1), sum = {0};
    for (unsigned k = 0; k < CHAINS; k++)
        chain[k] = (int_vector){0} + k;
    for (size_t i = 0; i < rounds; i++)
        for (unsigned k = 0; k < CHAINS; k++)
            chain[k] = (chain[k] + term) ^ mask;
    for (unsigned k = 0; k < CHAINS; k++)
        sum += chain[k];
    for (unsigned k = 0; k < WIDTH / sizeof(uint32_t); k++)
        *sink = sum[k];
    return 2.0 * (double)rounds * CHAINS * (WIDTH / sizeof(uint32_t));
}

void peak_loop_triad(double *restrict a, const double *restrict b, const double *restrict c, size_t begin,
                     size_t end)
{
    for (size_t i = begin; i < end; i++)
        a[i] = b[i] + 3.0 * c[i];
}
