/*
 * How C references reach all cores: OpenMP, in this one file. Without OpenMP everything runs on the calling
 * thread.
 */
#include "platform.h"
#include "reference.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <stdlib.h>

enum { DEFAULT_MULTIPLE = 16 };

/* WEFT_THREADS holds for the references too, so that both sides of a ratio have the same cores. */
unsigned parallel_threads(void)
{
    const char *text = getenv("WEFT_THREADS");
    int wanted = text ? atoi(text) : 0;
#ifdef _OPENMP
    return wanted > 0 ? (unsigned)wanted : (unsigned)omp_get_max_threads();
#else
    (void)wanted;
    return 1;
#endif
}

void parallel_wake(void)
{
#ifdef _OPENMP
#pragma omp parallel num_threads(parallel_threads())
    {
    }
#endif
}

void parallel_rest(void)
{
#ifdef _OPENMP
    if (parallel_threads() > 1)
        platform_sleep_ms(25);
#endif
}

void parallel_for(size_t count, size_t grain, void (*body)(size_t begin, size_t end, void *context),
                  void *context)
{
    unsigned threads = parallel_threads();
    bool even = grain == 0;
    if (even) {
        grain = (count + threads - 1) / threads;
        grain = (grain + DEFAULT_MULTIPLE - 1) / DEFAULT_MULTIPLE * DEFAULT_MULTIPLE;
    }
    if (!count)
        return;
    long long ranges = (long long)((count + grain - 1) / grain);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (ranges > 1)
#endif
    for (long long r = 0; r < ranges; r++) {
        size_t begin = (size_t)r * grain;
        body(begin, count - begin < grain ? count : begin + grain, context);
    }
}
