/*
 * The team of an OpenMP parallel region. In a file of its own, because only it is compiled for OpenMP.
 */
#include <omp.h>

#include "sched_job.h"

void sched_openmp_team(unsigned threads, void (*body)(void *user, unsigned worker), void *user)
{
#pragma omp parallel num_threads(threads)
    body(user, (unsigned)omp_get_thread_num() + 1);
}
