/*
 * Threads that wait for jobs: awake for as long as they worked on the last one, within bounds, then asleep.
 * So waiting costs no more than the work did, and dispatches that follow each other closely find everybody
 * awake.
 *
 * They are the team of one OpenMP parallel region that lasts as long as the scheduler: OpenMP creates and
 * binds them (OMP_PLACES, OMP_PROC_BIND), while when they sleep and wake is ours to say. libgomp's own wait
 * between regions burns a processor for milliseconds, or, told to be passive, takes 100 us to end. The region
 * belongs to a thread of ours, so that it has its full team even for a caller inside a parallel region of the
 * program's. Where OpenMP cannot serve, the same helpers are plain threads: in a build without it, and in a
 * forked child, which may have inherited OpenMP's locks in any state.
 *
 * The lock guards who works on what. A helper joins a job while it is open, and the calling thread closes it
 * when it finds no more chunks: a helper that wakes too late is not waited for. `serial` counts jobs, and may
 * be looked at without the lock to see that something is new.
 *
 * A forked child has none of the threads, and a lock in any state: it starts over.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "clock.h"
#include "relax.h"
#include "sched_job.h"
#include "topology.h"

/* A thread that sleeps takes 50 us and more to wake, on a virtual machine also 100. */
enum { AWAKE_LEAST_NS = 50000, AWAKE_MOST_NS = 1000000, SPINS_PER_LOOK = 16 };

struct sched_pool {
    unsigned threads;
    unsigned started; /* threads of ours: the helpers, or the one that has the team */
    unsigned forks;   /* when they were started */
    pthread_t *ids;
    pthread_mutex_t lock;
    pthread_cond_t posted, finished;
    struct sched_job *job; /* open for helpers to join, or NULL */
    unsigned wanted;       /* helpers that may: 1 .. wanted */
    unsigned sleeping;
    atomic_uint joined; /* changed under the lock */
    atomic_ullong serial;
    atomic_bool quit;
};

struct helper {
    struct sched_pool *pool;
    unsigned worker;
};

static atomic_uint fork_count;

static void count_fork(void)
{
    atomic_fetch_add(&fork_count, 1);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, count_fork);
}

static void pool_init(struct sched_pool *pool)
{
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->posted, NULL);
    pthread_cond_init(&pool->finished, NULL);
    pool->started = pool->sleeping = 0;
    pool->forks = atomic_load(&fork_count);
    pool->job = NULL;
    atomic_store(&pool->joined, 0);
}

struct sched_pool *sched_pool_create(unsigned threads)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    struct sched_pool *pool = calloc(1, sizeof(*pool));
    if (!pool)
        return NULL;
    pool->threads = threads;
    pool->ids = calloc(threads, sizeof(*pool->ids));
    if (!pool->ids) {
        free(pool);
        return NULL;
    }
    pool_init(pool);
    return pool;
}

void sched_pool_destroy(struct sched_pool *pool)
{
    if (!pool)
        return;
    if (pool->forks != atomic_load(&fork_count))
        pool_init(pool);
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->quit, true);
    pthread_cond_broadcast(&pool->posted);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->started; i++)
        pthread_join(pool->ids[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->posted);
    pthread_cond_destroy(&pool->finished);
    free(pool->ids);
    free(pool);
}

/* More threads than processors: whoever spins keeps another from working. */
static bool may_spin(const struct sched_pool *pool)
{
    return pool->threads <= topology_limits()->threads;
}

/* For how long to stay awake after that long a job. */
static uint64_t awake_ns(uint64_t worked)
{
    return worked < AWAKE_LEAST_NS ? AWAKE_LEAST_NS : worked > AWAKE_MOST_NS ? AWAKE_MOST_NS : worked;
}

/* Under the lock, which is given up meanwhile. */
static void await_job(struct sched_pool *pool, uint64_t seen, uint64_t awake)
{
    pthread_mutex_unlock(&pool->lock);
    uint64_t end = awake ? clock_ns() + awake : 0;
    for (unsigned i = 1; awake; i++) {
        if (atomic_load_explicit(&pool->serial, memory_order_relaxed) != seen ||
            atomic_load_explicit(&pool->quit, memory_order_relaxed) ||
            (i % SPINS_PER_LOOK == 0 && clock_ns() > end))
            break;
        relax();
    }
    pthread_mutex_lock(&pool->lock);
    pool->sleeping++;
    while (atomic_load(&pool->serial) == seen && !atomic_load(&pool->quit))
        pthread_cond_wait(&pool->posted, &pool->lock);
    pool->sleeping--;
}

/* Worker `worker` (not 0), until the pool goes. */
static void help(void *user, unsigned worker)
{
    struct sched_pool *pool = user;
    const bool spins = may_spin(pool);
    uint64_t seen = 0, worked = 0;
    pthread_mutex_lock(&pool->lock);
    while (!atomic_load(&pool->quit)) {
        struct sched_job *job = pool->job;
        if (atomic_load(&pool->serial) == seen) {
            await_job(pool, seen, spins ? awake_ns(worked) : 0);
            continue;
        }
        seen = atomic_load(&pool->serial);
        if (!job || worker > pool->wanted)
            continue;
        atomic_fetch_add(&pool->joined, 1);
        pthread_mutex_unlock(&pool->lock);
        worked = clock_ns();
        sched_job_work(job, worker);
        worked = clock_ns() - worked;
        pthread_mutex_lock(&pool->lock);
        if (atomic_fetch_sub(&pool->joined, 1) == 1)
            pthread_cond_signal(&pool->finished);
    }
    pthread_mutex_unlock(&pool->lock);
}

static void *helper_main(void *argument)
{
    struct helper helper = *(struct helper *)argument;
    free(argument);
    help(helper.pool, helper.worker);
    return NULL;
}

#if SCHED_OPENMP
static void *team_main(void *argument)
{
    struct sched_pool *pool = argument;
    sched_openmp_team(pool->threads - 1, help, pool);
    return NULL;
}
#endif

/* True when the helpers are OpenMP's, or will be. Under the lock. */
static bool start_team(struct sched_pool *pool)
{
#if SCHED_OPENMP
    if (!pool->forks && !pool->started && !pthread_create(&pool->ids[0], NULL, team_main, pool))
        pool->started = 1;
    return !pool->forks;
#else
    (void)pool;
    return false;
#endif
}

/* Starts helpers until there are `count`, or as many as the system grants. Under the lock. */
static void start_helpers(struct sched_pool *pool, unsigned count)
{
    if (start_team(pool))
        return;
    while (pool->started < count) {
        struct helper *helper = malloc(sizeof(*helper));
        if (!helper)
            return;
        *helper = (struct helper){pool, pool->started + 1};
        if (pthread_create(&pool->ids[pool->started], NULL, helper_main, helper)) {
            free(helper);
            return;
        }
        pool->started++;
    }
}

/* Closes the job and waits for those that joined. */
static void finish(struct sched_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->job = NULL;
    pthread_mutex_unlock(&pool->lock);
    const uint64_t end = may_spin(pool) ? clock_ns() + AWAKE_MOST_NS : 0;
    for (unsigned i = 1; end && atomic_load_explicit(&pool->joined, memory_order_relaxed); i++) {
        if (i % SPINS_PER_LOOK == 0 && clock_ns() > end)
            break;
        relax();
    }
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->joined))
        pthread_cond_wait(&pool->finished, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void sched_pool_run(struct sched_pool *pool, unsigned workers, struct sched_job *job)
{
    if (pool->forks != atomic_load(&fork_count))
        pool_init(pool);
    pthread_mutex_lock(&pool->lock);
    start_helpers(pool, workers - 1);
    pool->wanted = workers - 1;
    pool->job = job;
    atomic_fetch_add(&pool->serial, 1);
    if (pool->sleeping)
        pthread_cond_broadcast(&pool->posted);
    pthread_mutex_unlock(&pool->lock);
    sched_job_work(job, 0);
    finish(pool);
}
