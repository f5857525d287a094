/*
 * Rows of words, and the two ways of memory instructions.
 */
#include "jit_rows.h"

#define B j->builder

bool jit_run_is_flat(const struct jit_run *run, unsigned first, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        if (run->word[first + i] != run->word[first])
            return false;
    }
    return true;
}

bool jit_run_is_consecutive(const struct jit_run *run, unsigned first, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        if (run->word[first + i] != run->word[first] + i)
            return false;
    }
    return true;
}

jv jit_run_offsets(struct jit *j, const struct jit_run *run, uint32_t place)
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = jit_k32(j, (uint32_t)(run->word[i] + place));
    return LLVMConstVector(all, j->lanes);
}

uint32_t jit_run_stride(const struct jit *j, const struct jit_run *run)
{
    int64_t stride = run->word[1] - run->word[0];

    if (run->chunk != j->lanes || stride < 2 || stride > JIT_MOST_STRIDE)
        return 0;
    for (unsigned i = 1; i < j->lanes; i++) {
        if (run->word[i] != run->word[i - 1] + stride)
            return 0;
    }
    return (uint32_t)stride;
}

jv jit_multiples(struct jit *j, uint32_t factor)
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = jit_k32(j, i * factor);
    return LLVMConstVector(all, j->lanes);
}

/* ---- ways ---- */

void jit_open_results(struct jit *j, uint32_t count, struct jit_ways *ways)
{
    *ways = (struct jit_ways){.fast = NULL};
    for (uint32_t d = 0; d < count; d++) {
        bool whole = j->shapes[j->at->dst[d]].chunk == j->lanes;
        ways->results[d] = jit_variable(j, whole ? j->i32 : j->lane_u, "");
    }
}

void jit_open_ways(struct jit *j, uint32_t count, jv condition, struct jit_ways *ways)
{
    jit_open_results(j, count, ways);
    ways->fast = jit_block(j, "inside");
    ways->slow = jit_block(j, "outside");
    ways->end = jit_block(j, "end");
    jit_branch_likely(j, condition, ways->fast, ways->slow);
    jit_place(j, ways->fast);
}

void jit_close_ways(struct jit *j, struct jit_ways *ways)
{
    if (ways->fast) {
        jit_go(j, ways->end);
        jit_place(j, ways->slow);
        if (j->at->op == LANE_LOAD_TYPED)
            jit_load_texels(j, ways->results);
        else if (j->at->op == LANE_SAMPLE_VIEW)
            jit_call_sample_into(j, ways->results);
        else
            jit_call_node_into(j, ways->results);
        jit_go(j, ways->end);
        jit_place(j, ways->end);
    }
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        LLVMTypeRef type = j->shapes[j->at->dst[d]].chunk == j->lanes ? j->i32 : j->lane_u;
        jit_write(j, d, LLVMBuildLoad2(B, type, ways->results[d], ""));
    }
}
