/*
 * The timer thread behind a device's time limit.
 *
 * State: deadline in nanoseconds of CLOCK_MONOTONIC, 0 when nothing is armed. The thread sleeps without a
 * limit while idle; a dispatch that arms it while it still sleeps towards an older deadline does not wake it.
 */
#include "watchdog.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "clock.h"

struct watchdog {
    uint64_t limit_ns;
    pthread_t thread;
    bool started;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool idle, quit;   /* under lock */
    uint64_t deadline; /* under lock */
    atomic_bool stop;
};

struct watchdog *watchdog_create(unsigned timeout_ms)
{
    struct watchdog *watchdog = calloc(1, sizeof(*watchdog));
    if (!watchdog)
        return NULL;
    watchdog->limit_ns = (uint64_t)timeout_ms * 1000000;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watchdog->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&watchdog->lock, NULL);
    return watchdog;
}

void watchdog_destroy(struct watchdog *watchdog)
{
    if (!watchdog)
        return;
    pthread_mutex_lock(&watchdog->lock);
    watchdog->quit = true;
    pthread_cond_signal(&watchdog->wake);
    pthread_mutex_unlock(&watchdog->lock);
    if (watchdog->started)
        pthread_join(watchdog->thread, NULL);
    pthread_cond_destroy(&watchdog->wake);
    pthread_mutex_destroy(&watchdog->lock);
    free(watchdog);
}

static void *watchdog_main(void *argument)
{
    struct watchdog *watchdog = argument;
    pthread_mutex_lock(&watchdog->lock);
    while (!watchdog->quit) {
        uint64_t deadline = watchdog->deadline;
        if (!deadline) {
            watchdog->idle = true;
            pthread_cond_wait(&watchdog->wake, &watchdog->lock);
            watchdog->idle = false;
        } else if (clock_ns() >= deadline) {
            atomic_store_explicit(&watchdog->stop, true, memory_order_relaxed);
            watchdog->deadline = 0;
        } else {
            struct timespec until = {(time_t)(deadline / 1000000000), (long)(deadline % 1000000000)};
            pthread_cond_timedwait(&watchdog->wake, &watchdog->lock, &until);
        }
    }
    pthread_mutex_unlock(&watchdog->lock);
    return NULL;
}

bool watchdog_arm(struct watchdog *watchdog)
{
    atomic_store_explicit(&watchdog->stop, false, memory_order_relaxed);
    pthread_mutex_lock(&watchdog->lock);
    if (!watchdog->started)
        watchdog->started = !pthread_create(&watchdog->thread, NULL, watchdog_main, watchdog);
    bool started = watchdog->started;
    watchdog->deadline = clock_ns() + watchdog->limit_ns;
    if (watchdog->idle)
        pthread_cond_signal(&watchdog->wake);
    pthread_mutex_unlock(&watchdog->lock);
    return started;
}

void watchdog_disarm(struct watchdog *watchdog)
{
    pthread_mutex_lock(&watchdog->lock);
    watchdog->deadline = 0;
    pthread_mutex_unlock(&watchdog->lock);
}

const atomic_bool *watchdog_stop_flag(const struct watchdog *watchdog)
{
    return &watchdog->stop;
}
