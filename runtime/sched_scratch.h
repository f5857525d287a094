/* What both back ends of scheduler.h share: scratch memory by worker. */
#ifndef RUNTIME_SCHED_SCRATCH_H
#define RUNTIME_SCHED_SCRATCH_H

#include <stdlib.h>

#include "scheduler.h"

struct sched_worker_memory {
    void *memory;
    size_t size;
};

static inline bool sched_memory_reserve(struct sched_worker_memory *workers, unsigned count, size_t size)
{
    for (unsigned i = 0; i < count; i++) {
        if (workers[i].size >= size)
            continue;
        void *memory = aligned_alloc(64, (size + 63) & ~(size_t)63);
        if (!memory)
            return false;
        free(workers[i].memory);
        workers[i] = (struct sched_worker_memory){memory, size};
    }
    return true;
}

static inline void sched_memory_free(struct sched_worker_memory *workers, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        free(workers[i].memory);
    free(workers);
}

#endif
