/*
 * What weft-bench runs in a new process of itself: the way to a first result, and other numbers of threads.
 */
#ifndef CHILD_H
#define CHILD_H

#include "results.h"

/* The other side: what main does when the first argument is --child. The exit status. */
int child_main(int count, char **arguments);

/* Seconds from starting a process to the result of the workload at its small size, without the time that
 * making the input took; a NULL name: of an empty dispatch. The median of `tries`; 0 when a process failed.
 */
double child_first_result(const char *device, const char *name, unsigned tries);

/* The workload in a process with WEFT_THREADS set: its median time, 0 when it failed. */
double child_with_threads(const char *device, const char *name, enum bench_size size, unsigned threads,
                          unsigned repeat, double time_limit);

#endif
