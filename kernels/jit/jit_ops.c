/*
 * One operation at a time: its operands as their letters ask for them, its body, its results.
 *
 * FTZ and DAZ are set while code runs, but LLVM knows nothing of that and takes x * 1 for x. So
 *   - a result with letter f may come out as a denormal. Float operations take it for the zero that it is;
 *     where bits are looked at, CANON flushes too. What may come to a condition is flushed at once: its register
 *     may hold integers at other times, and those of a denormal's bits are not zero;
 *   - an operand that LLVM may know as a constant is flushed by integer operations, unless it is clean
 *     (jit_analyse.c): LLVM folds fma, sqrt and rounding of constants with their denormals.
 * A program that computes on doubles, and any on Arm, runs without FTZ and DAZ, which is what LLVM takes for granted:
 * there every float operand that may be a denormal is flushed, and every result (jit_float.c).
 */
#include "jit_ops.h"

jv jit_flushed(struct jit *j, jv bits)
{
    bool scalar = LLVMTypeOf(bits) == j->i32, was = j->scalar;
    jv result;

    jit_set_mode(j, scalar);
    result = choose(j, zero(j, and(j, bits, jit_k(j, NUM_INF))), and(j, bits, jit_k(j, NUM_SIGN)), bits);
    jit_set_mode(j, was);
    return result;
}

/* ---- places and codes of texels: rows of them are the only ones to ask (texel_row.c) ---- */

#define CALLS(name, sources, results)                                                                        \
    void jit_op_##name(struct jit *j, const jv *s, jv *d)                                                    \
    {                                                                                                        \
        jit_call_op(j, LANE_##name, s, sources, d, results);                                                 \
    }
CALLS(ADVANCE, 4, 1)
CALLS(UNORM, 3, 1)
CALLS(TO_UNORM, 2, 1)

/* ---- the table ---- */

static jit_op_body *const bodies[LANE_OP_COUNT] = {
#define LANE_OP(name, ...) [LANE_##name] = jit_op_##name,
#include "lane_ops.def"
#undef LANE_OP
};

/* An operand as the letter asks for it. */
static jv operand(struct jit *j, uint32_t s)
{
    lane_value value = j->at->src[s];
    char letter = lane_src_letter(j->at, s);

    if (letter == 'f' && lane_is_constant(value))
        return jit_k(j, num_flush(j->program->constants[value & ~LANE_CONSTANT]));
    if (letter == 'f' && lane_is_register(value) && !j->clean[value])
        return jit_flushed(j, jit_read(j, value));
    return letter == 'd' ? NULL : jit_read(j, value);
}

/* Is there one number for the whole strip in each result? */
static bool is_whole(const struct jit *j)
{
    return j->shapes[j->at->dst[0]].chunk == j->lanes;
}

void jit_op(struct jit *j)
{
    jv sources[LANE_MAX_SRC], results[2];

    jit_set_mode(j, is_whole(j));
    for (uint32_t s = 0; s < j->at->src_count; s++)
        sources[s] = operand(j, s);
    bodies[j->at->op](j, sources, results);
    if (lane_dst_letter(j->at, 0) == 'd')
        jit_write_double(j, results[0]);
    for (uint32_t d = 0; d < j->at->dst_count && lane_dst_letter(j->at, d) != 'd'; d++) {
        if (lane_dst_letter(j->at, d) == 'f' && j->tested[j->at->dst[d]] && !j->keeps_denormals)
            results[d] = jit_flushed(j, results[d]);
        jit_write(j, d, results[d]);
    }
    jit_set_mode(j, false);
}
