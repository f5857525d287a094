/*
 * scheduler.h over OpenMP. The team belongs to the calling thread; chunks are handed out by an atomic counter
 * rather than by a worksharing loop, so that a job can end early and chunks come in ascending order.
 *
 * A child process has the forking thread alone, and a team that it believes in would never answer. So the
 * team is given up before each fork; parent and child form new ones when they next need them.
 */
#include "scheduler.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>

#include "sched_scratch.h"

struct sched {
    unsigned threads;
    struct sched_worker_memory *workers;
};

static void give_up_team(void)
{
    omp_pause_resource_all(omp_pause_hard);
}

static void watch_forks(void)
{
    pthread_atfork(give_up_team, NULL, NULL);
}

struct sched *sched_create(unsigned threads)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    struct sched *sched = calloc(1, sizeof(*sched));
    if (!sched)
        return NULL;
    sched->threads = threads;
    sched->workers = calloc(threads, sizeof(*sched->workers));
    if (!sched->workers) {
        free(sched);
        return NULL;
    }
    return sched;
}

void sched_destroy(struct sched *sched)
{
    if (!sched)
        return;
    sched_memory_free(sched->workers, sched->threads);
    free(sched);
}

unsigned sched_threads(const struct sched *sched)
{
    return sched->threads;
}

const char *sched_name(void)
{
    return "openmp";
}

bool sched_reserve(struct sched *sched, unsigned workers, size_t size)
{
    return sched_memory_reserve(sched->workers, workers, size);
}

void *sched_scratch(struct sched *sched, unsigned worker)
{
    return sched->workers[worker].memory;
}

unsigned sched_workers(const struct sched *sched, uint64_t count)
{
    return count < sched->threads ? (count ? (unsigned)count : 1) : sched->threads;
}

static void run_chunks(atomic_ullong *next, atomic_bool *ended, unsigned worker, uint64_t count,
                       uint64_t chunk, sched_fn *fn, void *user)
{
    while (!atomic_load_explicit(ended, memory_order_relaxed)) {
        uint64_t begin = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed);
        if (begin >= count)
            return;
        uint64_t end = count - begin < chunk ? count : begin + chunk;
        if (!fn(user, worker, begin, end))
            atomic_store_explicit(ended, true, memory_order_relaxed);
    }
}

void sched_run(struct sched *sched, unsigned workers, uint64_t count, uint64_t chunk, sched_fn *fn,
               void *user)
{
    atomic_ullong next = 0;
    atomic_bool ended = false;
    if (workers == 1) {
        run_chunks(&next, &ended, 0, count, chunk, fn, user);
        return;
    }
#pragma omp parallel num_threads(workers)
    run_chunks(&next, &ended, (unsigned)omp_get_thread_num(), count, chunk, fn, user);
}
