/*
 * For the C references. A reference is built once for each compiler that is there (gcc, clang), at
 * -O3 -march=native and without fast-math: plain, and once more with REFERENCE_SIMD as "#pragma omp simd"
 * where the source has it in front of a loop. The fastest of them counts.
 *
 *     static void foo_range(size_t begin, size_t end, void *context)
 *     {
 *         struct foo *f = context;
 *         REFERENCE_SIMD
 *         for (size_t i = begin; i < end; i++)
 *             ...
 *     }
 *
 *     REFERENCE(foo, c)
 *     {
 *         parallel_for(n, 0, foo_range, c->state);
 *     }
 *
 * Cores are reached through parallel_for alone, which is OpenMP underneath: one OpenMP runtime serves every
 * compiler's code and libweft too, so no pool of threads spins beside another. Compilers may fuse a
 * multiplication and an addition of one expression; where the result must be exact, say fmaf() or keep them
 * apart.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "workload.h"

#include <math.h>

#if defined REFERENCE_SIMD_VARIANT
#define REFERENCE_SIMD _Pragma("omp simd")
#else
#define REFERENCE_SIMD
#endif

#define REFERENCE_JOIN(name, variant) name##_reference_##variant
#define REFERENCE_NAME(name, variant) REFERENCE_JOIN(name, variant)
#define REFERENCE(name, c)                                                                                   \
    void REFERENCE_NAME(name, REFERENCE_VARIANT)(struct workload_case * c);                                  \
    void REFERENCE_NAME(name, REFERENCE_VARIANT)(struct workload_case * c)

/* Calls body for ranges that make up 0 .. count, on all cores, and returns when all are done. Every range but
 * the last has `grain` elements and starts at a multiple of it; 0: one range for each thread, at multiples
 * of 16. */
void parallel_for(size_t count, size_t grain, void (*body)(size_t begin, size_t end, void *context),
                  void *context);

/* Before and behind timed references: their threads are awake at once, and asleep before the device runs
 * (libgomp's go on spinning for milliseconds behind their work, which would take its cores). */
void parallel_wake(void);
void parallel_rest(void);

/* Threads that parallel_for uses. */
unsigned parallel_threads(void);

#endif
