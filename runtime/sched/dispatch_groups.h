/*
 * The groups of one dispatch to workers, in the order that the shader and its bindings ask for.
 *
 * While code is being generated for the shader, a long dispatch runs in slices, and the slice after the code has
 * come runs it: groups are whole on whichever executor, and all give the same bytes.
 */
#ifndef RUNTIME_DISPATCH_GROUPS_H
#define RUNTIME_DISPATCH_GROUPS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernel.h"

struct context;
struct shader;
struct tickets;
struct worker_views;

/* One dispatch in progress. What stops or speaks first is kept under the lock. */
struct group_run {
    struct kernel_dispatch job;
    struct context *context;
    struct shader *shader;
    const struct kernel *kernel; /* the one that the groups at hand run */
    struct tickets *tickets; /* NULL: none needed */
    struct worker_views *views; /* NULL: all workers have the same bindings */
    pthread_mutex_t lock;
    bool stopped;
    uint64_t first;         /* groups before it have run already */
    uint64_t stopped_group; /* the lowest of those that were stopped */
    uint32_t stopped_instruction;
    bool event_said[KERNEL_EVENT_COUNT];
};

/* Runs all `count` groups, or until one is stopped. False: no memory for scratch space, and nothing ran. */
bool dispatch_groups(struct group_run *run, uint64_t count);

/* Group `index`, counted x first, then y, then z. */
void dispatch_group_at(const struct group_run *run, uint64_t index, uint32_t group[3]);
/* Takes the lock. */
void dispatch_note_stop(struct group_run *run, uint64_t index, uint32_t instruction);

#endif
