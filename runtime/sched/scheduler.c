/*
 * The scheduler's face: scratch memory by worker, and jobs to whoever runs them.
 *
 * Chunks are handed out by an atomic counter, so that a job can end early and chunks come in ascending order.
 */
#include "scheduler.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "sched_job.h"

struct worker_memory {
    void *memory;
    size_t size;
};

struct sched {
    unsigned threads;
    struct worker_memory *workers;
    struct sched_pool *pool;
    atomic_bool started; /* others have worked: their threads are there */
};

struct sched *sched_create(unsigned threads)
{
    struct sched *sched = calloc(1, sizeof(*sched));
    if (!sched)
        return NULL;
    sched->threads = threads;
    sched->workers = calloc(threads, sizeof(*sched->workers));
    sched->pool = sched_pool_create(threads);
    if (!sched->workers || !sched->pool) {
        sched_destroy(sched);
        return NULL;
    }
    return sched;
}

void sched_destroy(struct sched *sched)
{
    if (!sched)
        return;
    sched_pool_destroy(sched->pool);
    for (unsigned i = 0; sched->workers && i < sched->threads; i++)
        free(sched->workers[i].memory);
    free(sched->workers);
    free(sched);
}

unsigned sched_threads(const struct sched *sched)
{
    return sched->threads;
}

const char *sched_name(void)
{
    return SCHED_OPENMP ? "openmp" : "threads";
}

bool sched_reserve(struct sched *sched, unsigned workers, size_t size)
{
    for (unsigned i = 0; i < workers; i++) {
        struct worker_memory *worker = &sched->workers[i];
        if (worker->size >= size)
            continue;
        void *memory = aligned_alloc(64, (size + 63) & ~(size_t)63);
        if (!memory)
            return false;
        free(worker->memory);
        *worker = (struct worker_memory){memory, size};
    }
    return true;
}

void *sched_scratch(struct sched *sched, unsigned worker)
{
    return sched->workers[worker].memory;
}

unsigned sched_workers(const struct sched *sched, uint64_t count)
{
    return count < sched->threads ? (count ? (unsigned)count : 1) : sched->threads;
}

/* How much work must be left for others to be asked: those that are there are often awake still (sched_pool.c), those
 * that are not have to be started, with all that a thread touches first. */
uint64_t sched_wake_ns(const struct sched *sched)
{
    return atomic_load_explicit(&sched->started, memory_order_relaxed) ? 20000 : 300000;
}

void sched_job_work(struct sched_job *job, unsigned worker)
{
    while (!atomic_load_explicit(&job->ended, memory_order_relaxed)) {
        uint64_t begin = atomic_fetch_add_explicit(&job->next, job->chunk, memory_order_relaxed);
        if (begin >= job->count)
            return;
        uint64_t end = job->count - begin < job->chunk ? job->count : begin + job->chunk;
        if (!job->fn(job->user, worker, begin, end))
            atomic_store_explicit(&job->ended, true, memory_order_relaxed);
    }
}

void sched_run(struct sched *sched, unsigned workers, uint64_t count, uint64_t chunk, sched_fn *fn,
               void *user)
{
    struct sched_job job = {.fn = fn, .user = user, .count = count, .chunk = chunk};
    if (workers == 1) {
        sched_job_work(&job, 0);
        return;
    }
    sched_pool_run(sched->pool, workers, &job);
    atomic_store_explicit(&sched->started, true, memory_order_relaxed);
}
