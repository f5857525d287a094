/*
 * Copies of views for workers, see worker_views.h.
 *
 * A locked addition takes 20 cycles where nobody else wants the line, and ten times that where somebody does;
 * one to a worker's copy takes one. For that each worker clears a copy and adds it to the view in the end:
 * about as long as two additions for each word.
 */
#include "worker_views.h"

#include "device.h"
#include "kernel.h"
#include "private_views.h"
#include "scheduler.h"

/* Threads of the dispatch for each word of all copies, and the most that the copies of one worker may have:
 * what lies in no cache is not worth it, and views that are sparsely filled stay as they are. Memory: one
 * part in so many of the device's. */
enum { WORDS_PER_THREAD = 2, MOST_WORDS = 1 << 20, MEMORY_SHARE = 8 };

/* Words that one worker adds to the views at a time. */
enum { MERGE_WORDS = 1 << 14 };

struct worker {
    bool open;
    struct kernel_dispatch job;
    struct bindings bindings;
};

struct worker_views {
    struct device *device;
    const struct kernel_dispatch *job;
    struct private_views views;
    unsigned count;
    uint64_t size_bytes; /* of all this, one allocation */
    uint32_t *copies;    /* of each worker, one behind the other */
    struct worker workers[];
};

static uint64_t head_bytes(unsigned workers)
{
    return (sizeof(struct worker_views) + workers * sizeof(struct worker) + 63) & ~(uint64_t)63;
}

struct worker_views *worker_views_open(struct device *device, const struct kernel *kernel,
                                       const struct kernel_dispatch *job, unsigned workers, uint64_t threads)
{
    struct private_views found;
    kernel_private_views(kernel, job->bindings, &found);
    uint64_t words = (uint64_t)found.word_count * workers;
    uint64_t bytes = head_bytes(workers) + words * sizeof(uint32_t);
    if (!found.count || found.word_count > MOST_WORDS || words / WORDS_PER_THREAD > threads ||
        bytes > device->memory_limit / MEMORY_SHARE)
        return NULL;
    struct worker_views *views = device_alloc(device, bytes);
    if (!views)
        return NULL;
    views->device = device;
    views->job = job;
    views->views = found;
    views->count = workers;
    views->size_bytes = bytes;
    views->copies = (uint32_t *)((uint8_t *)views + head_bytes(workers));
    return views;
}

static uint32_t *copy_of(const struct worker_views *views, unsigned worker)
{
    return views->copies + worker * views->views.word_count;
}

const struct kernel_dispatch *worker_views_job(struct worker_views *views, unsigned worker)
{
    struct worker *own = &views->workers[worker];
    if (!own->open) {
        private_views_bind(&views->views, views->job->bindings, copy_of(views, worker), &own->bindings);
        own->job = *views->job;
        own->job.bindings = &own->bindings;
        own->open = true;
    }
    return &own->job;
}

static bool merge(void *user, unsigned worker, uint64_t begin, uint64_t end)
{
    struct worker_views *views = user;
    (void)worker;
    for (unsigned i = 0; i < views->count; i++) {
        if (views->workers[i].open)
            private_views_merge(&views->views, copy_of(views, i), (size_t)begin, (size_t)end);
    }
    return true;
}

void worker_views_close(struct worker_views *views)
{
    if (!views)
        return;
    uint64_t words = views->views.word_count, parts = (words + MERGE_WORDS - 1) / MERGE_WORDS;
    sched_run(views->device->sched, parts < views->count ? (unsigned)parts : views->count, words, MERGE_WORDS,
              merge, views);
    device_free(views->device, views, views->size_bytes);
}
