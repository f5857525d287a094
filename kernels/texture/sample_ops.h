/*
 * Rows of lanes sampled by operations on rows: slower than the kernels that sample.h's rows try first, but for all
 * formats, dimensions and filters. Each lane may have a level of detail of its own.
 */
#ifndef KERNELS_SAMPLE_OPS_H
#define KERNELS_SAMPLE_OPS_H

#include "sample.h"

/* False: not for this view. Bits of redo: lanes that have to be done over (texels that are not finite, the edges of
 * cubes). Results of all lanes whose bit is set in mask are written, and a word of bits for each 32 lanes. */
bool sample_by_ops(const struct lane_table *table, struct sample_state *state, const struct sample_rows *rows,
                   const uint32_t *mask, uint32_t count, uint32_t *const result[4], uint32_t *redo);

#endif
