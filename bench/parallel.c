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

#ifdef _OPENMP
/* Threads that slept may wake on one core and share it for a slice of the system's scheduler (7 ms seen): they are awake
 * when regions in a row take no longer than regions do. */
static const double REGION_SECONDS = 100e-6, WAKE_SECONDS = 0.1;
enum { REGIONS_IN_A_ROW = 3 };
#endif

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
    double begin = omp_get_wtime(), last = begin;
    for (unsigned row = 0; row < REGIONS_IN_A_ROW && last - begin < WAKE_SECONDS;) {
#pragma omp parallel num_threads(parallel_threads())
        {
#pragma omp barrier /* a region without anything in it is no region to a compiler */
        }
        double now = omp_get_wtime();
        row = now - last < REGION_SECONDS ? row + 1 : 0;
        last = now;
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
