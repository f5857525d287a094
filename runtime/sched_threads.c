/*
 * scheduler.h over plain POSIX threads: workers 1 .. n-1 sleep on a condition until a job is posted, worker 0
 * is the calling thread. Everything goes through one mutex and two conditions, which ThreadSanitizer
 * understands.
 */
#include "scheduler.h"

#include <pthread.h>
#include <stdatomic.h>

#include "sched_scratch.h"

struct job {
    sched_fn *fn;
    void *user;
    uint64_t count, chunk;
    atomic_ullong next;
    atomic_bool ended;
};

struct sched {
    unsigned threads;
    unsigned started; /* helper threads that run */
    struct sched_worker_memory *workers;
    pthread_t *ids;
    pthread_mutex_t lock;
    pthread_cond_t posted, finished;
    struct job *job;
    uint64_t serial;  /* counts jobs, so that a worker takes each one once */
    unsigned wanted;  /* helpers that take part: 1 .. wanted */
    unsigned running; /* of them, not finished yet */
    bool quit;
};

struct helper {
    struct sched *sched;
    unsigned worker;
};

struct sched *sched_create(unsigned threads)
{
    struct sched *sched = calloc(1, sizeof(*sched));
    if (!sched)
        return NULL;
    sched->threads = threads;
    sched->workers = calloc(threads, sizeof(*sched->workers));
    sched->ids = calloc(threads, sizeof(*sched->ids));
    if (!sched->workers || !sched->ids) {
        free(sched->workers);
        free(sched->ids);
        free(sched);
        return NULL;
    }
    pthread_mutex_init(&sched->lock, NULL);
    pthread_cond_init(&sched->posted, NULL);
    pthread_cond_init(&sched->finished, NULL);
    return sched;
}

void sched_destroy(struct sched *sched)
{
    if (!sched)
        return;
    pthread_mutex_lock(&sched->lock);
    sched->quit = true;
    pthread_cond_broadcast(&sched->posted);
    pthread_mutex_unlock(&sched->lock);
    for (unsigned i = 0; i < sched->started; i++)
        pthread_join(sched->ids[i], NULL);
    pthread_mutex_destroy(&sched->lock);
    pthread_cond_destroy(&sched->posted);
    pthread_cond_destroy(&sched->finished);
    sched_memory_free(sched->workers, sched->threads);
    free(sched->ids);
    free(sched);
}

unsigned sched_threads(const struct sched *sched)
{
    return sched->threads;
}

const char *sched_name(void)
{
    return "threads";
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

static void run_chunks(struct job *job, unsigned worker)
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

static void *helper_main(void *argument)
{
    struct helper helper = *(struct helper *)argument;
    struct sched *sched = helper.sched;
    free(argument);
    uint64_t seen = 0;
    pthread_mutex_lock(&sched->lock);
    for (;;) {
        while (!sched->quit && (sched->serial == seen || !sched->job || helper.worker > sched->wanted)) {
            seen = sched->serial;
            pthread_cond_wait(&sched->posted, &sched->lock);
        }
        if (sched->quit)
            break;
        seen = sched->serial;
        struct job *job = sched->job;
        pthread_mutex_unlock(&sched->lock);
        run_chunks(job, helper.worker);
        pthread_mutex_lock(&sched->lock);
        if (--sched->running == 0)
            pthread_cond_signal(&sched->finished);
    }
    pthread_mutex_unlock(&sched->lock);
    return NULL;
}

/* Starts helpers until there are `count`, or as many as the system grants. Under the lock. */
static void start_helpers(struct sched *sched, unsigned count)
{
    while (sched->started < count) {
        struct helper *helper = malloc(sizeof(*helper));
        if (!helper)
            return;
        *helper = (struct helper){sched, sched->started + 1};
        if (pthread_create(&sched->ids[sched->started], NULL, helper_main, helper)) {
            free(helper);
            return;
        }
        sched->started++;
    }
}

void sched_run(struct sched *sched, unsigned workers, uint64_t count, uint64_t chunk, sched_fn *fn,
               void *user)
{
    struct job job = {.fn = fn, .user = user, .count = count, .chunk = chunk};
    if (workers == 1) {
        run_chunks(&job, 0);
        return;
    }
    pthread_mutex_lock(&sched->lock);
    start_helpers(sched, workers - 1);
    sched->wanted = sched->running = sched->started < workers - 1 ? sched->started : workers - 1;
    sched->job = &job;
    sched->serial++;
    pthread_cond_broadcast(&sched->posted);
    pthread_mutex_unlock(&sched->lock);
    run_chunks(&job, 0);
    pthread_mutex_lock(&sched->lock);
    while (sched->running)
        pthread_cond_wait(&sched->finished, &sched->lock);
    sched->job = NULL;
    pthread_mutex_unlock(&sched->lock);
}
