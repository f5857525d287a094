/*
 * Rows of lanes sampled by operations on rows: slower than the kernels that sample.h's rows try first, but for all
 * formats of plain channels, one to three axes, borders, comparison and gather4.
 */
#ifndef KERNELS_SAMPLE_OPS_H
#define KERNELS_SAMPLE_OPS_H

#include "sample.h"

/* One level of detail for all lanes, at `lod`. False: not for this instruction and view. Bits of redo: lanes whose
 * texels are not finite have to be done over. Results and bits of all lanes are written, a word for each 32. */
bool sample_by_ops(const struct lane_table *table, struct sample_state *state, uint32_t lod,
                   const struct sample_rows *rows, uint32_t count, uint32_t *const result[4], uint32_t *redo);

#endif
