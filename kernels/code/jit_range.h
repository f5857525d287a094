/*
 * How large registers get, as unsigned numbers, in any lane: what tells before the code runs that an access
 * is inside its object.
 *
 * Loop counters that are the same for a group are known while the loop's test holds: between the jump that
 * leaves the loop and the counter's step.
 */
#ifndef KERNELS_JIT_RANGE_H
#define KERNELS_JIT_RANGE_H

#include <stdint.h>

#include "lane_ir.h"

struct jit_range {
    uint32_t most;                            /* everywhere */
    uint32_t guard_first, guard_end, guarded; /* and between these instructions */
};

/* One for each register; false when memory runs out. */
bool jit_find_ranges(const struct lane_program *program, struct dxbc_arena *arena, struct jit_range **out);
/* The greatest number that the value may be when the instruction reads it. */
uint32_t jit_range_at(const struct lane_program *program, const struct jit_range *ranges, lane_value value,
                      uint32_t instr);

#endif
