/*
 * Bodies of the operations on floats, the moves of their bits, and fma.
 *
 * Where denormals are kept (jit_ops.c) operands come flushed and results are flushed here as FTZ would: a result counts
 * as tiny after rounding to 24 bits as if exponents had no end. Sums are exact there; the other operations are repeated
 * 2^64 times as large, where nothing is tiny. (What then overflows or is no number was not tiny.)
 */
#include "jit_ops.h"

/* ---- fma, exp, log, sin, cos ---- */

/* Without an instruction for it: rounded to odd as a double, then once more to a float (num_fma_odd). */
static jv fused_in_doubles(struct jit *j, jv a, jv b, jv c)
{
    LLVMTypeRef wide = j->d;
    jv zero = LLVMConstNull(wide), addend = LLVMBuildFPExt(B, c, wide, ""), product, sum, part, error, bits, step;
    jv inexact;

    product = LLVMBuildFMul(B, LLVMBuildFPExt(B, a, wide, ""), LLVMBuildFPExt(B, b, wide, ""), "");
    sum = LLVMBuildFAdd(B, product, addend, "");
    part = LLVMBuildFSub(B, sum, product, "");
    error = LLVMBuildFAdd(B, LLVMBuildFSub(B, product, LLVMBuildFSub(B, sum, part, ""), ""),
                          LLVMBuildFSub(B, addend, part, ""), "");
    bits = LLVMBuildBitCast(B, sum, j->w, "");
    inexact = and(j, fcmp(j, LLVMRealONE, error, zero),
                  icmp(j, LLVMIntEQ, and(j, bits, jit_k_wide(j, 1)), jit_k_wide(j, 0)));
    step = choose(j, xor(j, fcmp(j, LLVMRealOGT, error, zero), fcmp(j, LLVMRealOGT, sum, zero)),
                  jit_k_wide(j, UINT64_MAX), jit_k_wide(j, 1));
    bits = choose(j, inexact, iadd(j, bits, step), bits);
    return LLVMBuildFPTrunc(B, LLVMBuildBitCast(B, bits, wide, ""), j->f, "");
}

jv jit_fma(struct jit *j, jv a, jv b, jv c)
{
    jv args[3] = {a, b, c};

    if (j->isa == CPU_SSE41)
        return fused_in_doubles(j, a, b, c);
    return jit_intrinsic(j, "llvm.fma", &j->f, 1, args, 3);
}

jv jit_divide(struct jit *j, jv code, jv divisor, jv inverse, jv lacking)
{
    if (j->isa == CPU_SSE41)
        return LLVMBuildFDiv(B, code, divisor, "");
    return jit_fma(j, code, inverse, LLVMBuildFMul(B, code, lacking, ""));
}

/* None of its results that count are denormals. */
#define LM_NAME(f)  math_##f
#define LM_FN(type) static type
#define LM_CONTEXT struct jit *j,
#define LM_F jv
#define LM_U jv
#define LM_M jv
#define LM_FC(k)           jit_kf(j, k)
#define LM_UC(k)           jit_k(j, k)
#define LM_ADD(a, b)       LLVMBuildFAdd(B, a, b, "")
#define LM_SUB(a, b)       LLVMBuildFSub(B, a, b, "")
#define LM_MUL(a, b)       LLVMBuildFMul(B, a, b, "")
#define LM_FMA(a, b, c)    jit_fma(j, a, b, c)
#define LM_BITS(f)         jit_bits(j, f)
#define LM_FLOAT(u)        jit_float(j, u)
#define LM_AND(a, b)       and(j, a, b)
#define LM_XOR(a, b)       xor(j, a, b)
#define LM_IADD(a, b)      iadd(j, a, b)
#define LM_ISUB(a, b)      isub(j, a, b)
#define LM_SHL(u, k)       shl(j, u, jit_k(j, k))
#define LM_SAR(u, k)       sar(j, u, jit_k(j, k))
#define LM_ITOF(u)         LLVMBuildSIToFP(B, u, j->f, "")
#define LM_LT(a, b)        fcmp(j, LLVMRealOLT, a, b)
#define LM_LE(a, b)        fcmp(j, LLVMRealOLE, a, b)
#define LM_ZERO(u)         zero(j, u)
#define LM_SELECT(m, a, b) choose(j, m, a, b)
#include "lane_math.h"

/* ---- moves and bits of floats ---- */

void jit_op_MOV(struct jit *j, const jv *s, jv *d)
{
    d[0] = s[0];
}

void jit_op_SELECT(struct jit *j, const jv *s, jv *d)
{
    d[0] = choose(j, zero(j, s[0]), s[2], s[1]);
}

void jit_op_FNEG(struct jit *j, const jv *s, jv *d)
{
    d[0] = xor(j, s[0], jit_k(j, NUM_SIGN));
}

void jit_op_FABS(struct jit *j, const jv *s, jv *d)
{
    d[0] = and(j, s[0], jit_k(j, ~NUM_SIGN));
}

void jit_op_FLUSH(struct jit *j, const jv *s, jv *d)
{
    d[0] = jit_flushed(j, s[0]);
}

void jit_op_CANON(struct jit *j, const jv *s, jv *d)
{
    d[0] = choose(j, is_nan(j, jit_float(j, s[0])), jit_k(j, NUM_NAN), jit_flushed(j, s[0]));
}

void jit_op_SATURATE(struct jit *j, const jv *s, jv *d)
{
    jv x = quiet(j, jit_float(j, s[0])), zero_ = jit_kf(j, 0), one = jit_kf(j, 1), positive;

    positive = choose(j, fcmp(j, LLVMRealOGT, x, zero_), x, zero_);
    d[0] = jit_flushed(j, jit_bits(j, choose(j, fcmp(j, LLVMRealOLT, positive, one), positive, one)));
}

/* ---- float32 ---- */

static jv size_of(struct jit *j, jv x)
{
    return jit_float(j, and(j, jit_bits(j, x), jit_k(j, ~NUM_SIGN)));
}

/* A zero of its sign in place of the result where the probe is below the limit. */
static jv flush_tiny(struct jit *j, jv result, jv probe, float limit)
{
    jv zero = jit_float(j, and(j, jit_bits(j, result), jit_k(j, NUM_SIGN)));

    return choose(j, fcmp(j, LLVMRealOLT, size_of(j, probe), jit_kf(j, limit)), zero, result);
}

static jv sum(struct jit *j, jv result)
{
    return j->keeps_denormals ? flush_tiny(j, result, result, 0x1p-126f) : result;
}

static jv enlarged(struct jit *j, jv x)
{
    return LLVMBuildFMul(B, x, jit_kf(j, 0x1p64f), "");
}

static jv product(struct jit *j, jv a, jv b)
{
    jv result = LLVMBuildFMul(B, a, b, "");

    if (!j->keeps_denormals)
        return result;
    return flush_tiny(j, result, LLVMBuildFMul(B, enlarged(j, a), b, ""), 0x1p-62f);
}

static jv quotient(struct jit *j, jv a, jv b)
{
    jv result = LLVMBuildFDiv(B, a, b, "");

    if (!j->keeps_denormals)
        return result;
    return flush_tiny(j, result, LLVMBuildFDiv(B, enlarged(j, a), b, ""), 0x1p-62f);
}

static jv fused(struct jit *j, jv a, jv b, jv c)
{
    jv result = jit_fma(j, a, b, c);

    if (!j->keeps_denormals)
        return result;
    return flush_tiny(j, result, jit_fma(j, enlarged(j, a), b, enlarged(j, c)), 0x1p-62f);
}

void jit_op_ADD(struct jit *j, const jv *s, jv *d)
{
    RESULT(sum(j, LLVMBuildFAdd(B, F(0), F(1), "")));
}

void jit_op_SUB(struct jit *j, const jv *s, jv *d)
{
    RESULT(sum(j, LLVMBuildFSub(B, F(0), F(1), "")));
}

void jit_op_MUL(struct jit *j, const jv *s, jv *d)
{
    RESULT(product(j, F(0), F(1)));
}

void jit_op_MAD(struct jit *j, const jv *s, jv *d)
{
    RESULT(fused(j, F(0), F(1), F(2)));
}

void jit_op_MSUB(struct jit *j, const jv *s, jv *d)
{
    RESULT(fused(j, F(0), F(1), LLVMBuildFNeg(B, F(2), "")));
}

void jit_op_NMAD(struct jit *j, const jv *s, jv *d)
{
    RESULT(fused(j, LLVMBuildFNeg(B, F(0), ""), F(1), F(2)));
}

void jit_op_DIV(struct jit *j, const jv *s, jv *d)
{
    RESULT(quotient(j, F(0), F(1)));
}

void jit_op_RCP(struct jit *j, const jv *s, jv *d)
{
    RESULT(quotient(j, jit_kf(j, 1), F(0)));
}

void jit_op_SQRT(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.sqrt", j->f, F(0)));
}

void jit_op_RSQ(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildFDiv(B, jit_kf(j, 1), call_1(j, "llvm.sqrt", j->f, F(0)), ""));
}

void jit_op_MIN(struct jit *j, const jv *s, jv *d)
{
    RESULT(min_max(j, LLVMRealOLT, F(0), F(1)));
}

void jit_op_MAX(struct jit *j, const jv *s, jv *d)
{
    RESULT(min_max(j, LLVMRealOGT, F(0), F(1)));
}

void jit_op_FRC(struct jit *j, const jv *s, jv *d)
{
    jv x = F(0), part = LLVMBuildFSub(B, x, call_1(j, "llvm.floor", j->f, x), "");

    RESULT(choose(j, fcmp(j, LLVMRealOEQ, part, jit_kf(j, 1)), jit_kf(j, 0x1.fffffep-1f), part));
}

void jit_op_ROUND_NE(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.roundeven", j->f, F(0)));
}

void jit_op_ROUND_NI(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.floor", j->f, F(0)));
}

void jit_op_ROUND_PI(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.ceil", j->f, F(0)));
}

void jit_op_ROUND_Z(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.trunc", j->f, F(0)));
}

void jit_op_EXP(struct jit *j, const jv *s, jv *d)
{
    RESULT(math_exp(j, F(0)));
}

void jit_op_LOG(struct jit *j, const jv *s, jv *d)
{
    RESULT(math_log(j, F(0)));
}

void jit_op_SINCOS(struct jit *j, const jv *s, jv *d)
{
    jv sine, cosine;

    math_sincos(j, F(0), &sine, &cosine);
    d[0] = jit_bits(j, sine);
    d[1] = jit_bits(j, cosine);
}

void jit_op_SIN(struct jit *j, const jv *s, jv *d)
{
    jv both[2];

    jit_op_SINCOS(j, s, both);
    d[0] = both[0];
}

void jit_op_COS(struct jit *j, const jv *s, jv *d)
{
    jv both[2];

    jit_op_SINCOS(j, s, both);
    d[0] = both[1];
}

#define COMPARES(name, predicate)                                                                            \
    void jit_op_##name(struct jit *j, const jv *s, jv *d)                                                 \
    {                                                                                                        \
        d[0] = ones(j, fcmp(j, predicate, F(0), F(1)));                                                      \
    }
COMPARES(LT, LLVMRealOLT)
COMPARES(GE, LLVMRealOGE)

/* LLVM compares with zero by looking at bits, where a denormal is none (fcmp of a bitcast, instcombine). */
static jv equal(struct jit *j, LLVMRealPredicate predicate, const jv *s)
{
    if (j->keeps_denormals)
        return ones(j, fcmp(j, predicate, F(0), F(1)));
    return ones(j, fcmp(j, predicate, jit_float(j, jit_flushed(j, s[0])), jit_float(j, jit_flushed(j, s[1]))));
}

void jit_op_EQ(struct jit *j, const jv *s, jv *d)
{
    d[0] = equal(j, LLVMRealOEQ, s);
}

void jit_op_NE(struct jit *j, const jv *s, jv *d)
{
    d[0] = equal(j, LLVMRealUNE, s);
}
