/*
 * Generated code at work: what it sees, and the loop that runs a group with it. Knows nothing of LLVM.
 *
 * Code is one function, called once for a group. Where waves have to resume behind barriers (jit_plan.h) it is
 * called once more for each barrier that it passed, and runs every wave of the group that is not done, in ascending
 * order, to its next barrier or its end.
 */
#ifndef KERNELS_JIT_RUN_H
#define KERNELS_JIT_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu.h"
#include "kernel.h"

struct dxbc_arena;
struct jit_group;
struct jit_kernel;
struct lanes_kernel;

/* What the entry returns. */
enum jit_state { JIT_DONE, JIT_AT_BARRIER, JIT_STOPPED };

typedef uint32_t jit_entry(struct jit_group *group);

/* All that does not depend on the code, in the arena: NULL when memory runs out. Cheap: done at once for each
 * kernel whose code may come later. */
struct jit_kernel *jit_prepare(const struct lanes_kernel *kernel, enum cpu_isa isa, struct dxbc_arena *arena);

/* Scratch memory that one worker needs, at 64-byte alignment; enough for the lane executor as well. */
size_t jit_scratch_size(const struct jit_kernel *kernel);

/* May the code run with these bindings? Otherwise the lane executor has to. */
bool jit_can_run(const struct jit_kernel *kernel, const struct bindings *bindings);

/* The same as kernel_run_groups, on code that was generated from the kernel's program for its instruction set.
 * The caller keeps the code mapped while groups run. */
uint64_t jit_run_groups(const struct jit_kernel *kernel, jit_entry *entry, const struct kernel_dispatch *dispatch,
                        const uint32_t first[3], uint64_t count, void *scratch, uint32_t *instruction);

#endif
