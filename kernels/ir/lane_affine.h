/*
 * Values that go up by the same amount from thread to thread, and what that says of addresses.
 *
 * Consumers find the outcome in the program (lane_reg.step, lane_instr.pattern); passes that have to compare
 * places with each other ask for the whole form.
 */
#ifndef KERNELS_LANE_AFFINE_H
#define KERNELS_LANE_AFFINE_H

#include "lane_passes.h"

/* coef . (x, y, z of the thread within its group) + constant + scale * base, modulo 2^32. base is a register
 * that is the same for all active lanes (or stands for what is the same in it: a register that is affine
 * itself, the group's part of the numbers of threads in the grid); LANE_NONE: none. */
struct lane_affine {
    bool known;
    bool loose; /* what is said of y and z is not true: it holds among threads of one y and z only */
    int64_t coef[3], constant, scale;
    lane_value base;
};

/* Coefficients and constants stay below it: no sum of them wraps round to another thread's. */
enum { LANE_AFFINE_LIMIT = 1 << 19 };

/* One for each register. Fills in lane_reg.affine and step, and the patterns of memory accesses. */
bool lane_find_affine(struct lane_program *program, struct dxbc_arena *arena, struct lane_affine **out);

struct lane_affine lane_affine_of(const struct lane_program *program, const struct lane_affine *list,
                                  lane_value value);
/* a + factor * b. What cannot be told from other registers takes `result` for its base. */
struct lane_affine lane_affine_sum(struct lane_affine a, struct lane_affine b, int64_t factor,
                                   lane_value result);

#endif
