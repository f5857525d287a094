/*
 * Inside the code generator: rows of words that a memory instruction moves, and its two ways: the fast one
 * for what is inside, and the body of the lane executor for the rest.
 */
#ifndef KERNELS_JIT_ROWS_H
#define KERNELS_JIT_ROWS_H

#include "jit_address.h"

bool jit_run_is_flat(const struct jit_run *run, unsigned first, unsigned count);
bool jit_run_is_consecutive(const struct jit_run *run, unsigned first, unsigned count);
/* Lanes' words from the first one's, and `place` further on. */
jv jit_run_offsets(struct jit *j, const struct jit_run *run, uint32_t place);
/* 0, factor, 2 * factor .. */
jv jit_multiples(struct jit *j, uint32_t factor);
/* Do the lanes' words lie so far apart, a small number, that whole vectors hold them all? 0: no. */
uint32_t jit_run_stride(const struct jit *j, const struct jit_run *run);

/* Results of two ways, as variables; or of one way, without blocks. */
struct jit_ways {
    jv results[4];
    LLVMBasicBlockRef fast, slow, end;
};

void jit_open_results(struct jit *j, uint32_t count, struct jit_ways *ways);
/* Goes on on the fast way where the condition holds. */
void jit_open_ways(struct jit *j, uint32_t count, jv condition, struct jit_ways *ways);
/* The slow way, then the end, and results to their registers. */
void jit_close_ways(struct jit *j, struct jit_ways *ways);

#endif
