/*
 * Runs the loops of peaks_loops.c on all cores, several times, and keeps the best.
 */
#include "peaks.h"

#include "platform.h"
#include "reference.h"

#include <stdlib.h>

enum { TRIES = 5, LOOP_ROUNDS = 1 << 21, TRIAD_LEAST = 64 << 20, TRIAD_MOST = 512 << 20 };

enum loop {
    LOOP_FLOAT,
    LOOP_DOUBLE,
    LOOP_INT,
};

struct loop_job {
    enum loop loop;
    double *operations; /* of each thread */
};

static void run_loop(size_t begin, size_t end, void *context)
{
    struct loop_job *job = context;
    for (size_t i = begin; i < end; i++) {
        volatile float sink_float = 0.5f;
        volatile double sink_double = 0.5;
        volatile uint32_t sink_int = 12345;
        job->operations[i] = job->loop == LOOP_FLOAT    ? peak_loop_float(LOOP_ROUNDS, &sink_float)
                             : job->loop == LOOP_DOUBLE ? peak_loop_double(LOOP_ROUNDS, &sink_double)
                                                        : peak_loop_int(LOOP_ROUNDS, &sink_int);
    }
}

/* Operations a second. */
static double measure_loop(enum loop loop)
{
    unsigned threads = parallel_threads();
    double best = 0;
    struct loop_job job = {loop, calloc(threads, sizeof(double))};
    if (!job.operations)
        return 0;
    for (unsigned t = 0; t < TRIES; t++) {
        double start = platform_seconds(), operations = 0;
        parallel_for(threads, 1, run_loop, &job);
        double seconds = platform_seconds() - start;
        for (unsigned i = 0; i < threads; i++)
            operations += job.operations[i];
        best = fmax(best, operations / seconds);
    }
    free(job.operations);
    return best;
}

struct triad {
    double *a, *b, *c;
};

static void fill_triad(size_t begin, size_t end, void *context)
{
    struct triad *t = context;
    for (size_t i = begin; i < end; i++) {
        t->a[i] = 0;
        t->b[i] = 1;
        t->c[i] = (double)i;
    }
}

static void run_triad(size_t begin, size_t end, void *context)
{
    struct triad *t = context;
    peak_loop_triad(t->a, t->b, t->c, begin, end);
}

/* Bytes a second over three arrays, each four times the last cache. */
static double measure_triad(void)
{
    size_t bytes = 4 * platform_cache_bytes();
    bytes = bytes < TRIAD_LEAST ? TRIAD_LEAST : bytes > TRIAD_MOST ? TRIAD_MOST : bytes;
    size_t count = bytes / sizeof(double);
    double best = 0;
    struct triad t = {malloc(bytes), malloc(bytes), malloc(bytes)};
    if (t.a && t.b && t.c) {
        platform_huge_pages(t.a, bytes);
        platform_huge_pages(t.b, bytes);
        platform_huge_pages(t.c, bytes);
        parallel_for(count, 0, fill_triad, &t);
        for (unsigned k = 0; k < TRIES; k++) {
            double start = platform_seconds();
            parallel_for(count, 0, run_triad, &t);
            best = fmax(best, 3.0 * (double)bytes / (platform_seconds() - start));
        }
    }
    free(t.a);
    free(t.b);
    free(t.c);
    return best;
}

bool peaks_measure(struct peaks *peaks)
{
    *peaks = (struct peaks){
        .flops = measure_loop(LOOP_FLOAT),
        .double_ops = measure_loop(LOOP_DOUBLE),
        .int_ops = measure_loop(LOOP_INT),
        .bytes = measure_triad(),
    };
    return peaks->bytes > 0 && peaks->flops > 0;
}

double peaks_bound(const struct peaks *peaks, const struct work *work, const char **bound)
{
    const struct {
        const char *name;
        double work, peak;
    } ceilings[] = {
        {"memory", work->bytes, peaks->bytes},
        {"float32", work->flops, peaks->flops},
        {"float64", work->double_ops, peaks->double_ops},
        {"integer", work->int_ops, peaks->int_ops},
    };
    double most = 0;
    *bound = "";
    for (unsigned i = 0; i < sizeof ceilings / sizeof ceilings[0]; i++)
        if (ceilings[i].peak > 0 && ceilings[i].work / ceilings[i].peak > most) {
            most = ceilings[i].work / ceilings[i].peak;
            *bound = ceilings[i].name;
        }
    return most;
}
