/*
 * Bodies of the operations: one for each row of lane_ops.def, or it does not link. What they share: short names for
 * what LLVM builds from words, in the current mode.
 */
#ifndef KERNELS_JIT_OPS_H
#define KERNELS_JIT_OPS_H

#include <math.h>

#include "jit_emit.h"
#include "number.h"

/* Sources and results: words, in the current mode; of doubles see jit_double.c. */
typedef void jit_op_body(struct jit *j, const jv *s, jv *d);

#define LANE_OP(name, ...) jit_op_body jit_op_##name;
#include "lane_ops.def"
#undef LANE_OP

#define B j->builder

/* Sources and results of float operations. */
#define F(i)          jit_float(j, s[i])
#define RESULT(value) d[0] = jit_bits(j, value)

static inline jv and(struct jit *j, jv a, jv b)
{
    return LLVMBuildAnd(B, a, b, "");
}

static inline jv or(struct jit *j, jv a, jv b)
{
    return LLVMBuildOr(B, a, b, "");
}

static inline jv xor(struct jit *j, jv a, jv b)
{
    return LLVMBuildXor(B, a, b, "");
}

static inline jv iadd(struct jit *j, jv a, jv b)
{
    return LLVMBuildAdd(B, a, b, "");
}

static inline jv isub(struct jit *j, jv a, jv b)
{
    return LLVMBuildSub(B, a, b, "");
}

static inline jv imul(struct jit *j, jv a, jv b)
{
    return LLVMBuildMul(B, a, b, "");
}

static inline jv shl(struct jit *j, jv a, jv n)
{
    return LLVMBuildShl(B, a, n, "");
}

static inline jv shr(struct jit *j, jv a, jv n)
{
    return LLVMBuildLShr(B, a, n, "");
}

static inline jv sar(struct jit *j, jv a, jv n)
{
    return LLVMBuildAShr(B, a, n, "");
}

static inline jv icmp(struct jit *j, LLVMIntPredicate predicate, jv a, jv b)
{
    return LLVMBuildICmp(B, predicate, a, b, "");
}

static inline jv fcmp(struct jit *j, LLVMRealPredicate predicate, jv a, jv b)
{
    return LLVMBuildFCmp(B, predicate, a, b, "");
}

static inline jv choose(struct jit *j, jv m, jv a, jv b)
{
    return LLVMBuildSelect(B, m, a, b, "");
}

static inline jv ones(struct jit *j, jv m)
{
    return LLVMBuildSExt(B, m, j->u, "");
}

static inline jv zero(struct jit *j, jv a)
{
    return icmp(j, LLVMIntEQ, a, jit_k(j, 0));
}

static inline jv count(struct jit *j, jv n)
{
    return and(j, n, jit_k(j, 31));
}

static inline jv call_1(struct jit *j, const char *name, LLVMTypeRef type, jv a)
{
    return jit_intrinsic(j, name, &type, 1, &a, 1);
}

static inline jv call_2(struct jit *j, const char *name, LLVMTypeRef type, jv a, jv b)
{
    jv args[2] = {a, b};

    return jit_intrinsic(j, name, &type, 1, args, 2);
}

static inline jv is_nan(struct jit *j, jv f)
{
    return fcmp(j, LLVMRealUNO, f, f);
}

/* No signalling NaN: LLVM takes choices between numbers for Arm's minimum and maximum, which make any such the result. */
static inline jv quiet(struct jit *j, jv a)
{
    if (j->isa != CPU_NEON)
        return a;
    return choose(j, is_nan(j, a), LLVMTypeOf(a) == j->d ? jit_kd(j, NAN) : jit_kf(j, NAN), a);
}

/* a < b ? a : b is the processor's minimum; it gives a NaN that stands second. */
static inline jv min_max(struct jit *j, LLVMRealPredicate order, jv a, jv b)
{
    a = quiet(j, a);
    return choose(j, is_nan(j, b), a, choose(j, fcmp(j, order, a, b), a, b));
}

#endif
