/*
 * What the scheduler's files share: a job, the loop that every worker runs, and the pool of threads.
 */
#ifndef RUNTIME_SCHED_JOB_H
#define RUNTIME_SCHED_JOB_H

#include <stdatomic.h>

#include "scheduler.h"

struct sched_job {
    sched_fn *fn;
    void *user;
    uint64_t count, chunk;
    atomic_ullong next;
    atomic_bool ended;
};

/* Takes chunks until none are left. */
void sched_job_work(struct sched_job *job, unsigned worker);

/* Threads beside the calling one; they start when they are first wanted. */
struct sched_pool *sched_pool_create(unsigned threads);
void sched_pool_destroy(struct sched_pool *pool);
/* The calling thread is worker 0; returns when nobody works on the job any more. */
void sched_pool_run(struct sched_pool *pool, unsigned workers, struct sched_job *job);

/* Calls body(user, 1 .. threads) on the threads of one OpenMP team, of which the caller is one; fewer where
 * OMP_THREAD_LIMIT or OMP_DYNAMIC says so. */
void sched_openmp_team(unsigned threads, void (*body)(void *user, unsigned worker), void *user);

#endif
