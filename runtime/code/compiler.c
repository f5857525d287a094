/*
 * The compile thread, see compiler.h.
 *
 * Two locks, taken in this order: `work` is held while a job is done (and by forks), `lock` guards the queue
 * and the states. The handler for exit is older than the code generator, whose destructors would run first: it
 * sees to it that there are none (jit_exit.c).
 */
#include "compiler.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include "jit_module.h"

enum { STACK_BYTES = 8 << 20 };

static struct {
    pthread_mutex_t work, lock;
    pthread_cond_t wake, done;
    pthread_t thread;
    bool started, quit, ended; /* under lock; ended: the process is about to */
    unsigned devices;
    struct compile_job *first, **last, *running;
} compiler = {.work = PTHREAD_MUTEX_INITIALIZER,
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .wake = PTHREAD_COND_INITIALIZER,
              .done = PTHREAD_COND_INITIALIZER,
              .last = &compiler.first};

static void set_state(struct compile_job *job, enum compile_state state)
{
    atomic_store_explicit(&job->state, state, memory_order_release);
}

static enum compile_state state_of(const struct compile_job *job)
{
    return atomic_load_explicit(&job->state, memory_order_acquire);
}

/* Under lock. */
static struct compile_job *take_first(void)
{
    struct compile_job *job = compiler.first;
    if (!job)
        return NULL;
    compiler.first = job->next;
    if (!compiler.first)
        compiler.last = &compiler.first;
    return job;
}

static bool start_thread(void);

/* Ends the thread. Under lock, which is given up meanwhile. */
static void stop_thread(void)
{
    if (!compiler.started || compiler.quit)
        return;
    pthread_t thread = compiler.thread;
    compiler.quit = true;
    if (compiler.running)
        atomic_store(&compiler.running->stop, true);
    pthread_cond_signal(&compiler.wake);
    pthread_mutex_unlock(&compiler.lock);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&compiler.lock);
    compiler.started = compiler.quit = false;
    if (compiler.first && !compiler.ended) /* of a device that came meanwhile */
        start_thread();
}

static void stop_for_exit(void)
{
    pthread_mutex_lock(&compiler.lock);
    compiler.ended = true;
    stop_thread();
    pthread_cond_broadcast(&compiler.done);
    pthread_mutex_unlock(&compiler.lock);
}

static void do_one(void)
{
    pthread_mutex_lock(&compiler.work);
    pthread_mutex_lock(&compiler.lock);
    struct compile_job *job = compiler.quit ? NULL : take_first();
    if (job)
        set_state(job, COMPILE_RUNNING);
    compiler.running = job;
    pthread_mutex_unlock(&compiler.lock);
    if (job) {
        job->run(job);
        pthread_mutex_lock(&compiler.lock);
        compiler.running = NULL;
        set_state(job, COMPILE_DONE);
        pthread_cond_broadcast(&compiler.done);
        pthread_mutex_unlock(&compiler.lock);
    }
    pthread_mutex_unlock(&compiler.work);
}

static void load_generator(void)
{
    pthread_mutex_lock(&compiler.work);
    jit_module_load(NULL);
    pthread_mutex_unlock(&compiler.work);
}

static void *run_thread(void *unused)
{
    load_generator();
    pthread_mutex_lock(&compiler.lock);
    while (!compiler.quit) {
        if (!compiler.first) {
            pthread_cond_wait(&compiler.wake, &compiler.lock);
            continue;
        }
        pthread_mutex_unlock(&compiler.lock);
        do_one();
        pthread_mutex_lock(&compiler.lock);
    }
    pthread_mutex_unlock(&compiler.lock);
    return NULL;
}

/* Under lock. The program's signals are none of the thread's business. */
static bool start_thread(void)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (compiler.started)
        return true;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    compiler.started = pthread_create(&compiler.thread, &attributes, run_thread, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return compiler.started;
}

static void before_fork(void)
{
    pthread_mutex_lock(&compiler.work);
    pthread_mutex_lock(&compiler.lock);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&compiler.lock);
    pthread_mutex_unlock(&compiler.work);
}

/* The child asks again for what it needs: most children soon run another program. */
static void after_fork_in_child(void)
{
    compiler.started = compiler.quit = false;
    compiler.running = NULL;
    pthread_cond_init(&compiler.wake, NULL);
    pthread_cond_init(&compiler.done, NULL);
    for (struct compile_job *job; (job = take_first());)
        set_state(job, COMPILE_IDLE);
    after_fork_in_parent();
}

static void prepare_process(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    atexit(stop_for_exit);
}

void compiler_attach(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare_process);
    pthread_mutex_lock(&compiler.lock);
    compiler.devices++;
    pthread_mutex_unlock(&compiler.lock);
}

void compiler_detach(void)
{
    pthread_mutex_lock(&compiler.lock);
    if (--compiler.devices == 0)
        stop_thread();
    pthread_mutex_unlock(&compiler.lock);
}

bool compiler_request(struct compile_job *job)
{
    if (state_of(job) != COMPILE_IDLE)
        return true;
    pthread_mutex_lock(&compiler.lock);
    bool good = !compiler.ended && start_thread();
    if (good && state_of(job) == COMPILE_IDLE) {
        job->next = NULL;
        *compiler.last = job;
        compiler.last = &job->next;
        set_state(job, COMPILE_QUEUED);
        pthread_cond_signal(&compiler.wake);
    }
    pthread_mutex_unlock(&compiler.lock);
    return good;
}

/* Under lock. */
static void wait_while(struct compile_job *job, enum compile_state state)
{
    while (state_of(job) == state && !compiler.ended)
        pthread_cond_wait(&compiler.done, &compiler.lock);
}

void compiler_wait(struct compile_job *job)
{
    pthread_mutex_lock(&compiler.lock);
    wait_while(job, COMPILE_QUEUED);
    wait_while(job, COMPILE_RUNNING);
    pthread_mutex_unlock(&compiler.lock);
}

bool compiler_wait_for(struct compile_job *job, unsigned ms)
{
    struct timespec until;
    int error = 0;
    if (!ms) {
        compiler_wait(job);
        return true;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&compiler.lock);
    while ((state_of(job) == COMPILE_QUEUED || state_of(job) == COMPILE_RUNNING) && !compiler.ended && !error)
        error = pthread_cond_timedwait(&compiler.done, &compiler.lock, &until);
    const bool done = state_of(job) != COMPILE_QUEUED && state_of(job) != COMPILE_RUNNING;
    pthread_mutex_unlock(&compiler.lock);
    if (done || !error)
        return true;
    compiler_cancel(job);
    return false;
}

void compiler_cancel(struct compile_job *job)
{
    if (state_of(job) == COMPILE_IDLE || state_of(job) == COMPILE_DONE)
        return;
    pthread_mutex_lock(&compiler.lock);
    for (struct compile_job **at = &compiler.first; *at; at = &(*at)->next)
        if (*at == job) {
            *at = job->next;
            if (!*at)
                compiler.last = at;
            set_state(job, COMPILE_IDLE);
            break;
        }
    if (state_of(job) == COMPILE_RUNNING)
        atomic_store(&job->stop, true);
    wait_while(job, COMPILE_RUNNING);
    pthread_mutex_unlock(&compiler.lock);
}
