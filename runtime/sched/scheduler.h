/*
 * Work on cores: a range of indices handed out in chunks, and scratch memory for each worker.
 *
 * The threads are OpenMP's, in a region of their own, or plain ones when it was built so (WEFT_SCHED=threads,
 * for ThreadSanitizer). (Not named sched.h, which would hide the system's.)
 */
#ifndef RUNTIME_SCHEDULER_H
#define RUNTIME_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sched;

/* Runs indices [begin, end) on `worker`; false ends the whole job early (chunks already handed out still
 * finish). */
typedef bool sched_fn(void *user, unsigned worker, uint64_t begin, uint64_t end);

/* NULL when memory is short. No thread is started before the first job that wants more than one. */
struct sched *sched_create(unsigned threads);
void sched_destroy(struct sched *sched);
unsigned sched_threads(const struct sched *sched);
const char *sched_name(void);

/* Makes sure that `workers` workers have `size` bytes each at 64-byte alignment; false when memory is short.
 * Kept between jobs. */
bool sched_reserve(struct sched *sched, unsigned workers, size_t size);
void *sched_scratch(struct sched *sched, unsigned worker);

/* How many workers a job of `count` indices is worth, from 1 to sched_threads(). */
unsigned sched_workers(const struct sched *sched, uint64_t count);
/* How long one worker may go on alone before waking the others costs less. */
uint64_t sched_wake_ns(const struct sched *sched);
/* Chunks of `chunk` indices in ascending order to whoever is free; with one worker all of it runs on the
 * calling thread and no other is woken. Returns when everything is done. One job at a time for each
 * scheduler. */
void sched_run(struct sched *sched, unsigned workers, uint64_t count, uint64_t chunk, sched_fn *fn,
               void *user);

#endif
