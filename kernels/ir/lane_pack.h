/*
 * Several small groups as one (lane_pack.c): the second lowering of a program.
 */
#ifndef KERNELS_LANE_PACK_H
#define KERNELS_LANE_PACK_H

#include "lane_ir.h"

/* How many groups of an optimised program go side by side while their order is free and the views of u# do
 * not overlap; 1: it stays as it is. */
uint32_t lane_pack_of(const struct lane_program *program);

/* Makes the same program, lowered and not yet optimised, that of so many groups; program->out_of_memory. */
void lane_pack(struct lane_program *program, uint32_t groups);
/* After its optimisation: what keeps waves apart is what keeps groups apart, and that nobody sees. */
void lane_pack_in_lockstep(struct lane_program *program);

#endif
