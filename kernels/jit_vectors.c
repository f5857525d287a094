/*
 * Parts of vectors, and words at numbers: gathers and scatters as each instruction set has them.
 */
#include "jit_emit.h"

#define B j->builder

static jv part_of(struct jit *j, jv vector, unsigned first, unsigned count)
{
    jv which[JIT_MOST_LANES];

    if (count == j->lanes)
        return vector;
    for (unsigned i = 0; i < count; i++)
        which[i] = jit_k32(j, first + i);
    return LLVMBuildShuffleVector(B, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(which, count),
                                  "");
}

jv jit_join(struct jit *j, jv *parts, unsigned count, unsigned lanes)
{
    jv which[JIT_MOST_STRIDE * JIT_MOST_LANES];

    for (; count > 1; count /= 2, lanes *= 2) {
        for (unsigned i = 0; i < 2 * lanes; i++)
            which[i] = jit_k32(j, i);
        for (unsigned i = 0; i < count / 2; i++)
            parts[i] = LLVMBuildShuffleVector(B, parts[2 * i], parts[2 * i + 1],
                                              LLVMConstVector(which, 2 * lanes), "");
    }
    return parts[0];
}

/* The processor's gathers, of so many lanes. */
static jv gather_512(struct jit *j, jv base, jv numbers, jv mask)
{
    jv args[5] = {LLVMConstNull(LLVMTypeOf(numbers)), base, numbers, mask, jit_k32(j, 4)};

    return jit_intrinsic(j, "llvm.x86.avx512.mask.gather.dpi.512", NULL, 0, args, 5);
}

static jv gather_256(struct jit *j, jv base, jv numbers, jv mask)
{
    jv lanes = LLVMBuildSExt(B, mask, LLVMTypeOf(numbers), "");
    jv args[5] = {LLVMConstNull(LLVMTypeOf(numbers)), base, numbers, lanes, LLVMConstInt(j->i8, 4, false)};

    return jit_intrinsic(j, "llvm.x86.avx2.gather.d.d.256", NULL, 0, args, 5);
}

/* Lane after lane; those outside read a zero that stands in the code. */
static jv gather_plainly(struct jit *j, jv base, jv numbers, jv mask)
{
    jv result = LLVMConstNull(j->lane_u), zero = LLVMGetNamedGlobal(j->module, "zero");

    for (unsigned i = 0; i < j->lanes; i++) {
        jv lane = jit_k32(j, i);
        jv number = LLVMBuildZExt(B, LLVMBuildExtractElement(B, numbers, lane, ""), j->i64, "");
        jv word = LLVMBuildGEP2(B, j->i32, base, &number, 1, "");

        word = LLVMBuildSelect(B, LLVMBuildExtractElement(B, mask, lane, ""), word, zero, "");
        result = LLVMBuildInsertElement(B, result, jit_load(j, j->i32, word, 0), lane, "");
    }
    return result;
}

jv jit_gather(struct jit *j, jv base, jv numbers, jv mask)
{
    unsigned native = j->isa == CPU_AVX512 ? 16 : 8;
    jv parts[JIT_MOST_LANES];

    if (j->isa != CPU_AVX512 && j->isa != CPU_AVX2)
        return gather_plainly(j, base, numbers, mask);
    for (unsigned i = 0; i < j->lanes / native; i++) {
        jv n = part_of(j, numbers, i * native, native), m = part_of(j, mask, i * native, native);
        parts[i] = native == 16 ? gather_512(j, base, n, m) : gather_256(j, base, n, m);
    }
    return jit_join(j, parts, j->lanes / native, native);
}

void jit_scatter(struct jit *j, jv base, jv numbers, jv mask, jv values)
{
    jv args[5] = {base, NULL, NULL, NULL, jit_k32(j, 4)};

    if (j->isa == CPU_AVX512) {
        for (unsigned i = 0; i < j->lanes; i += 16) {
            args[1] = part_of(j, mask, i, 16);
            args[2] = part_of(j, numbers, i, 16);
            args[3] = part_of(j, values, i, 16);
            jit_intrinsic(j, "llvm.x86.avx512.mask.scatter.dpi.512", NULL, 0, args, 5);
        }
        return;
    }
    jit_store(j, numbers, j->rows, 0);
    jit_store(j, values, j->rows, JIT_ROW * sizeof(uint32_t));
    args[1] = j->rows;
    args[2] = jit_mask_bits(j, mask);
    jit_call(j, offsetof(struct jit_calls, scatter), j->void_type, args, 3);
}
