/*
 * Waiting is spinning for as long as passing a ticket usually takes, then giving the processor away, then
 * sleeping. Whoever passes looks for sleepers.
 */
#include "tickets.h"

#include <sched.h>
#include <time.h>

#include "relax.h"

enum { SPINS = 200, YIELDS = 20, SLEEP_NS = 2000000 };

void tickets_init(struct tickets *tickets, unsigned count, uint64_t first, const atomic_bool *stop)
{
    pthread_condattr_t attributes;
    tickets->count = count;
    tickets->stop = stop;
    atomic_init(&tickets->sleepers, 0);
    for (unsigned i = 0; i < count; i++) {
        atomic_init(&tickets->list[i].next, first);
        for (unsigned k = 0; k < TICKETS_AHEAD; k++)
            atomic_init(&tickets->list[i].passed[k], 0);
    }
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&tickets->moved, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&tickets->lock, NULL);
}

void tickets_cleanup(struct tickets *tickets)
{
    pthread_cond_destroy(&tickets->moved);
    pthread_mutex_destroy(&tickets->lock);
}

static bool is_stopped(const struct tickets *tickets)
{
    return tickets->stop && atomic_load_explicit(tickets->stop, memory_order_relaxed);
}

/* Nobody wakes sleepers when the dispatch is stopped: they look themselves. */
static void sleep_until(struct tickets *tickets, struct ticket *ticket, uint64_t group)
{
    pthread_mutex_lock(&tickets->lock);
    atomic_fetch_add(&tickets->sleepers, 1);
    while (atomic_load(&ticket->next) < group && !is_stopped(tickets)) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += SLEEP_NS;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&tickets->moved, &tickets->lock, &until);
    }
    atomic_fetch_sub(&tickets->sleepers, 1);
    pthread_mutex_unlock(&tickets->lock);
}

/* Until all groups below `group` have passed. */
static bool wait_for(struct tickets *tickets, struct ticket *ticket, uint64_t group)
{
    for (unsigned i = 0; i < SPINS + YIELDS; i++) {
        if (atomic_load_explicit(&ticket->next, memory_order_acquire) >= group)
            return true;
        if (i < SPINS)
            relax();
        else
            sched_yield();
    }
    sleep_until(tickets, ticket, group);
    return atomic_load_explicit(&ticket->next, memory_order_acquire) >= group;
}

bool tickets_enter(struct tickets *tickets, uint64_t group)
{
    for (unsigned i = 0; group >= TICKETS_AHEAD && i < tickets->count; i++) {
        if (!wait_for(tickets, &tickets->list[i], group - TICKETS_AHEAD + 1))
            return false;
    }
    return true;
}

bool tickets_take(struct tickets *tickets, unsigned ticket, uint64_t group)
{
    return wait_for(tickets, &tickets->list[ticket], group);
}

/* Notes the group, then moves on over all that are noted. Of two workers that note neighbours at a time at
 * least one sees both: all of these operations have one order. */
void tickets_pass(struct tickets *tickets, unsigned ticket, uint64_t group)
{
    struct ticket *t = &tickets->list[ticket];
    unsigned long long next;
    bool moved = false;
    atomic_store(&t->passed[group % TICKETS_AHEAD], group + 1);
    next = atomic_load(&t->next);
    while (atomic_load(&t->passed[next % TICKETS_AHEAD]) == next + 1) {
        if (atomic_compare_exchange_strong(&t->next, &next, next + 1)) {
            moved = true;
            next++;
        }
    }
    if (moved && atomic_load(&tickets->sleepers)) {
        pthread_mutex_lock(&tickets->lock);
        pthread_cond_broadcast(&tickets->moved);
        pthread_mutex_unlock(&tickets->lock);
    }
}
