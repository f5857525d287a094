/*
 * The face of kernels/: a loaded shader becomes a kernel, a kernel runs one group of threads.
 *
 * The lane engine knows no threads: the caller decides which groups run where and gives each worker its own
 * scratch memory. Within a group the order of execution is the canonical machine of the determinism contract:
 * waves of 32 lanes, one after another between barriers, lanes in ascending order where memory can tell. What
 * the contract leaves open and every executor has to do alike:
 *   - a switch is walked once from top to bottom; lanes join at their label, code may fall through
 *   - an fcall whose lanes reach several bodies runs them one after another, that of the lowest waiting lane
 * first
 *   - a call with 32 entries on the stack is skipped
 *   - vCycleCounter counts the instructions that the wave has executed with a lane active, the reading one
 * included
 * Groups are as if they ran in ascending order, x fastest, then y, then z, wherever a shader without races can
 * tell: through used results of atomics, counters, messages, atomics that do not commute. Each such object has
 * a ticket, which goes from group to group.
 */
#ifndef KERNELS_KERNEL_H
#define KERNELS_KERNEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bindings.h"
#include "cpu.h"
#include "dxbc.h"

struct check;
struct kernel;
struct private_views;

enum kernel_executor { KERNEL_INTERP, KERNEL_LANES, KERNEL_JIT, KERNEL_EXECUTOR_COUNT };

/* "interp", "lanes", "jit"; NULL for numbers outside the list. */
const char *kernel_executor_name(enum kernel_executor executor);

/* Whether this build holds the executor (KERNEL_JIT needs LLVM) and it works with the instruction set. */
bool kernel_executor_available(enum kernel_executor executor, enum cpu_isa isa);

/* Builds a kernel of a compute shader. The shader stays the caller's and must outlive the kernel.
 * DIAG_UNSUPPORTED names the first instruction that this executor cannot run yet. KERNEL_JIT compiles before this
 * returns; kernel_code.h has the parts of that for those who would not wait. */
enum diag_code kernel_create(const struct dxbc_shader *shader, enum kernel_executor executor,
                             struct kernel **out, struct diag *diag);
/* The same for an instruction set of the caller's choice, one that is available; the interpreter takes any. */
enum diag_code kernel_create_for(const struct dxbc_shader *shader, enum kernel_executor executor, enum cpu_isa isa,
                                 struct kernel **out, struct diag *diag);
void kernel_destroy(struct kernel *kernel);

/* The instruction set of kernels that are created from now on, one that is available (cpu.h); at first the best. */
void kernel_use_isa(enum cpu_isa isa);

/* What the order of groups asks of the caller. */
enum kernel_order {
    KERNEL_ORDER_FREE,    /* nothing */
    KERNEL_ORDER_TICKETS, /* groups may run on several workers that take them one at a time in ascending order,
                             with take_ticket and pass_ticket in the dispatch */
    KERNEL_ORDER_SERIAL,  /* one group at a time in ascending order: with tickets they would mostly wait */
};
enum kernel_order kernel_order(const struct kernel *kernel, const struct bindings *bindings);

/* True when some bindings make the order of groups visible. */
bool kernel_order_visible(const struct kernel *kernel);

/* Views of these bindings that each worker may have a copy of (private_views.h): it then runs groups with
 * bindings of its own. */
void kernel_private_views(const struct kernel *kernel, const struct bindings *bindings,
                          struct private_views *out);

enum { KERNEL_TICKETS = 8 }; /* at most */
/* How many tickets take_ticket and pass_ticket will name: 0 up to this. */
unsigned kernel_ticket_count(const struct kernel *kernel);

/* Bytes of scratch memory that one worker needs, at 64-byte alignment. Its content need not survive a group,
 * but nobody else may write to it between groups of one dispatch that has a serial number. */
size_t kernel_scratch_size(const struct kernel *kernel);

enum kernel_event {
    KERNEL_EVENT_DIVERGENT_BARRIER, /* treated as reached by the lanes that are still running */
    KERNEL_EVENT_ABORT,             /* the abort instruction was executed; the invocation ended */
    KERNEL_EVENT_VIEW_MISMATCH, /* the view bound is not what the shader declares: treated as an empty slot */
    KERNEL_EVENT_COUNT
};

/* What an observer sees of one instruction: components of its sources before, of its results behind it. */
enum { KERNEL_STEP_VALUES = 40 };
struct kernel_value {
    bool source;
    uint8_t operand; /* among the sources, or among the results; resources are neither */
    uint8_t component;
    uint32_t bits;
};
struct kernel_step {
    uint32_t instruction, count;
    struct kernel_value values[KERNEL_STEP_VALUES];
};

/* Follows one thread of a dispatch; the interpreter alone has steps. */
struct kernel_observer {
    void *user;
    uint32_t group[3], thread; /* flattened, in its group */
    void (*step)(void *user, const struct kernel_step *step);
};

/* One dispatch, shared by all workers. Callbacks may come from any worker, and at most one at a time for
 * kernels whose order is visible. */
struct kernel_dispatch {
    const struct bindings *bindings;
    bool alone;          /* no other worker runs groups of it meanwhile: atomics need not lock anything */
    uint64_t serial;     /* another one for each dispatch of the process, which is of one kernel, and for each
                            time that its     bindings or `alone` change: workers keep what they worked out for it in
                            their scratch memory     from group to group. 0: nothing is kept */
    struct check *check; /* what a checked kernel tells of its accesses (check.h): check_run_group sets it */
    const struct kernel_observer *observer; /* NULL: none */
    uint32_t group_count[3];
    const atomic_bool *stop; /* polled; when it becomes true, groups end with KERNEL_STOPPED. May be NULL */
    void *user;
    /* Text of printf and errorf, without a final newline. May be NULL. */
    void (*message)(void *user, bool error, const char *text);
    /* At most once for each instruction and group. May be NULL. */
    void (*event)(void *user, enum kernel_event event, uint32_t instruction, const uint32_t group[3]);
    /* Waits until all earlier groups have passed the ticket; false when the dispatch was stopped meanwhile.
     * NULL: groups come one at a time, or their order is nobody's concern. Called at most once for each group
     * and ticket, in the floating-point mode of shaders. */
    bool (*take_ticket)(void *user, unsigned ticket, const uint32_t group[3]);
    /* Each group that ends passes each of its tickets once, taken or not: this releases, taking acquires. */
    void (*pass_ticket)(void *user, unsigned ticket, const uint32_t group[3]);
};

enum kernel_status { KERNEL_DONE, KERNEL_STOPPED };

/* Runs group (x, y, z) to its end. KERNEL_STOPPED: *instruction is the ordinal of the instruction that was
 * being executed (in program order, as dxbc_print_instr takes it); memory is intact, the group incomplete. */
enum kernel_status kernel_run_group(const struct kernel *kernel, const struct kernel_dispatch *dispatch,
                                    const uint32_t group[3], void *scratch, uint32_t *instruction);
/* The same for `count` groups of the dispatch, at least one, in ascending order from the first on: what has to be made
 * ready for a group is made ready once, and small groups may run several at a time where their order is free. Returns how many have run to their end; those are fewer
 * when the next one was stopped. */
uint64_t kernel_run_groups(const struct kernel *kernel, const struct kernel_dispatch *dispatch,
                           const uint32_t first[3], uint64_t count, void *scratch, uint32_t *instruction);

/* From one group to the next one. */
static inline void kernel_next_group(const struct kernel_dispatch *dispatch, uint32_t group[3])
{
    if (++group[0] < dispatch->group_count[0])
        return;
    group[0] = 0;
    if (++group[1] < dispatch->group_count[1])
        return;
    group[1] = 0;
    group[2]++;
}

#endif
