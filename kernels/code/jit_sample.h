/*
 * Sampling instructions as generated code calls them: what of them depends on the bindings alone is worked
 * out once for each dispatch and worker.
 */
#ifndef KERNELS_JIT_SAMPLE_H
#define KERNELS_JIT_SAMPLE_H

#include "jit_filter.h"
#include "jit_layout.h"
#include "sample.h"

/* One instruction. Its parameters stand in the group's rows as for the node, results behind them: one row for
 * each component of the sampled vector. */
struct jit_sample {
    struct sample_rows rows;
    uint32_t *result[4];
    struct jit_filter filter;
    bool odd; /* the node does it: the view is not what was declared */
    struct sample_state state;
};

void jit_open_samples(const struct lane_program *program, const struct bindings *bindings, uint32_t *rows,
                      struct jit_sample *samples);

#endif
