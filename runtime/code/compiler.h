/*
 * The thread that compiles: one for the process, started with the first job, joined when the last device that
 * may compile goes, and at exit; what it does then is stopped. It alone loads the code generator and calls LLVM.
 *
 * A fork waits until the job at hand is done, so that the child finds LLVM at rest; in the child nothing is
 * queued.
 */
#ifndef RUNTIME_COMPILER_H
#define RUNTIME_COMPILER_H

#include <stdatomic.h>
#include <stdbool.h>

struct compile_job;
/* Does the job, on the thread. */
typedef void compile_fn(struct compile_job *job);

enum compile_state { COMPILE_IDLE, COMPILE_QUEUED, COMPILE_RUNNING, COMPILE_DONE };

/* Part of what is to be compiled. */
struct compile_job {
    compile_fn *run;
    atomic_int state; /* enum compile_state; changes under the compiler's lock */
    atomic_bool stop; /* its result is no longer wanted: the job may end at once */
    struct compile_job *next;
};

/* Devices that may compile are counted. */
void compiler_attach(void);
void compiler_detach(void);

/* Queues an idle job, which otherwise stays as it is. False when there is no thread to be had. */
bool compiler_request(struct compile_job *job);
/* Returns when the job is done; at once when it was never requested, or when the process is about to end. */
void compiler_wait(struct compile_job *job);
/* The same for `ms` milliseconds, 0: as long as it takes. Then the job is cancelled, which waits for the next place where
 * it looks whether it shall stop, and the answer is false. */
bool compiler_wait_for(struct compile_job *job, unsigned ms);
/* Takes the job out of the queue, or stops it and waits when it is being done. */
void compiler_cancel(struct compile_job *job);

#endif
