/*
 * Tickets of one dispatch: groups that run side by side do what shows their order one after another.
 *
 * A ticket goes from group 0 to the last one. Groups pass it in any order, early ones are noted and skipped
 * when their turn comes; so a group waits for earlier groups only where it takes a ticket, or when it is
 * TICKETS_AHEAD groups ahead of one that has not passed. Workers have to take groups in ascending order.
 */
#ifndef RUNTIME_TICKETS_H
#define RUNTIME_TICKETS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernel.h"

enum { TICKETS_AHEAD = 256 };

struct ticket {
    _Alignas(64) atomic_ullong next;     /* the first group that has not passed */
    atomic_ullong passed[TICKETS_AHEAD]; /* group % TICKETS_AHEAD: number + 1 of the last group that passed */
};

struct tickets {
    unsigned count;
    const atomic_bool *stop; /* ends all waiting when it becomes true; NULL: never */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    atomic_uint sleepers;
    struct ticket list[KERNEL_TICKETS];
};

/* Groups before `first` have run already. */
void tickets_init(struct tickets *tickets, unsigned count, uint64_t first, const atomic_bool *stop);
void tickets_cleanup(struct tickets *tickets);
/* Before a group begins. False: stopped. */
bool tickets_enter(struct tickets *tickets, uint64_t group);
/* Waits until all earlier groups have passed. False: stopped. */
bool tickets_take(struct tickets *tickets, unsigned ticket, uint64_t group);
/* Once for each group and ticket. */
void tickets_pass(struct tickets *tickets, unsigned ticket, uint64_t group);

#endif
