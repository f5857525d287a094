/*
 * A copy for each worker of the views that only atomics change (private_views.h), for as long as groups run,
 * and what it makes of the dispatch: one for each worker, with bindings of its own.
 */
#ifndef RUNTIME_WORKER_VIEWS_H
#define RUNTIME_WORKER_VIEWS_H

#include <stdint.h>

struct device;
struct kernel;
struct kernel_dispatch;
struct worker_views;

/* NULL when there is nothing to copy, when copies would not pay for `threads` threads of the shader, or take
 * too much memory: then all workers share the memory of the views. The job has to stay where it is. */
struct worker_views *worker_views_open(struct device *device, const struct kernel *kernel,
                                       const struct kernel_dispatch *job, unsigned workers, uint64_t threads);
/* The dispatch as that worker, which calls this, is to run it. */
const struct kernel_dispatch *worker_views_job(struct worker_views *views, unsigned worker);
/* When no worker runs groups any more: what the copies have gathered goes to the views. The pointer may be
 * NULL. */
void worker_views_close(struct worker_views *views);

#endif
