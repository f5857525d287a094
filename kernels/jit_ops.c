/*
 * Bodies of the operations: one for each row of lane_ops.def, or it does not compile.
 *
 * FTZ and DAZ are set while code runs, but LLVM knows nothing of that and takes x * 1 for x. So
 *   - a result with letter f may come out as a denormal. Float operations take it for the zero that it is;
 *     where bits are looked at, CANON flushes too. What may come to a condition is flushed at once: its register
 *     may hold integers at other times, and those of a denormal's bits are not zero;
 *   - an operand that LLVM may know as a constant is flushed by integer operations, unless it is clean
 *     (jit_compile.c): LLVM folds fma, sqrt and rounding of constants with their denormals.
 * Doubles keep denormals: they go to the lane kernels, which change the mode out of line.
 */
#include "jit_emit.h"
#include "number.h"

typedef void op_body(struct jit *j, const jv *s, jv *d);

#define B j->builder

/* ---- words ---- */

static jv and(struct jit *j, jv a, jv b)
{
    return LLVMBuildAnd(B, a, b, "");
}

static jv or(struct jit *j, jv a, jv b)
{
    return LLVMBuildOr(B, a, b, "");
}

static jv xor(struct jit *j, jv a, jv b)
{
    return LLVMBuildXor(B, a, b, "");
}

static jv iadd(struct jit *j, jv a, jv b)
{
    return LLVMBuildAdd(B, a, b, "");
}

static jv isub(struct jit *j, jv a, jv b)
{
    return LLVMBuildSub(B, a, b, "");
}

static jv imul(struct jit *j, jv a, jv b)
{
    return LLVMBuildMul(B, a, b, "");
}

static jv shl(struct jit *j, jv a, jv n)
{
    return LLVMBuildShl(B, a, n, "");
}

static jv shr(struct jit *j, jv a, jv n)
{
    return LLVMBuildLShr(B, a, n, "");
}

static jv sar(struct jit *j, jv a, jv n)
{
    return LLVMBuildAShr(B, a, n, "");
}

static jv icmp(struct jit *j, LLVMIntPredicate predicate, jv a, jv b)
{
    return LLVMBuildICmp(B, predicate, a, b, "");
}

static jv fcmp(struct jit *j, LLVMRealPredicate predicate, jv a, jv b)
{
    return LLVMBuildFCmp(B, predicate, a, b, "");
}

static jv choose(struct jit *j, jv m, jv a, jv b)
{
    return LLVMBuildSelect(B, m, a, b, "");
}

static jv ones(struct jit *j, jv m)
{
    return LLVMBuildSExt(B, m, j->u, "");
}

static jv zero(struct jit *j, jv a)
{
    return icmp(j, LLVMIntEQ, a, jit_k(j, 0));
}

static jv count(struct jit *j, jv n)
{
    return and(j, n, jit_k(j, 31));
}

static jv call_1(struct jit *j, const char *name, LLVMTypeRef type, jv a)
{
    return jit_intrinsic(j, name, &type, 1, &a, 1);
}

static jv call_2(struct jit *j, const char *name, LLVMTypeRef type, jv a, jv b)
{
    jv args[2] = {a, b};

    return jit_intrinsic(j, name, &type, 1, args, 2);
}

jv jit_flushed(struct jit *j, jv bits)
{
    bool scalar = LLVMTypeOf(bits) == j->i32, was = j->scalar;
    jv result;

    jit_set_mode(j, scalar);
    result = choose(j, zero(j, and(j, bits, jit_k(j, NUM_INF))), and(j, bits, jit_k(j, NUM_SIGN)), bits);
    jit_set_mode(j, was);
    return result;
}

/* ---- exp, log, sin, cos ---- */

/* The vector or the number with doubles in place of floats. */
static LLVMTypeRef wide_type(struct jit *j)
{
    LLVMTypeRef wide = LLVMDoubleTypeInContext(j->context);

    return j->scalar ? wide : LLVMVectorType(wide, j->lanes);
}

static jv wide_bits(struct jit *j, uint64_t k)
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = jit_k64(j, k);
    return j->scalar ? all[0] : LLVMConstVector(all, j->lanes);
}

/* Without an instruction for it: rounded to odd as a double, then once more to a float (num_fma_odd). */
static jv fused_in_doubles(struct jit *j, jv a, jv b, jv c)
{
    LLVMTypeRef wide = wide_type(j), whole = LLVMTypeOf(wide_bits(j, 0));
    jv zero = LLVMConstNull(wide), addend = LLVMBuildFPExt(B, c, wide, ""), product, sum, part, error, bits, step;
    jv inexact;

    product = LLVMBuildFMul(B, LLVMBuildFPExt(B, a, wide, ""), LLVMBuildFPExt(B, b, wide, ""), "");
    sum = LLVMBuildFAdd(B, product, addend, "");
    part = LLVMBuildFSub(B, sum, product, "");
    error = LLVMBuildFAdd(B, LLVMBuildFSub(B, product, LLVMBuildFSub(B, sum, part, ""), ""),
                          LLVMBuildFSub(B, addend, part, ""), "");
    bits = LLVMBuildBitCast(B, sum, whole, "");
    inexact = and(j, fcmp(j, LLVMRealONE, error, zero),
                  icmp(j, LLVMIntEQ, and(j, bits, wide_bits(j, 1)), wide_bits(j, 0)));
    step = choose(j, xor(j, fcmp(j, LLVMRealOGT, error, zero), fcmp(j, LLVMRealOGT, sum, zero)),
                  wide_bits(j, UINT64_MAX), wide_bits(j, 1));
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

static void op_MOV(struct jit *j, const jv *s, jv *d)
{
    d[0] = s[0];
}

static void op_SELECT(struct jit *j, const jv *s, jv *d)
{
    d[0] = choose(j, zero(j, s[0]), s[2], s[1]);
}

static void op_FNEG(struct jit *j, const jv *s, jv *d)
{
    d[0] = xor(j, s[0], jit_k(j, NUM_SIGN));
}

static void op_FABS(struct jit *j, const jv *s, jv *d)
{
    d[0] = and(j, s[0], jit_k(j, ~NUM_SIGN));
}

static void op_FLUSH(struct jit *j, const jv *s, jv *d)
{
    d[0] = jit_flushed(j, s[0]);
}

static jv is_nan(struct jit *j, jv f)
{
    return fcmp(j, LLVMRealUNO, f, f);
}

static void op_CANON(struct jit *j, const jv *s, jv *d)
{
    d[0] = choose(j, is_nan(j, jit_float(j, s[0])), jit_k(j, NUM_NAN), jit_flushed(j, s[0]));
}

static void op_SATURATE(struct jit *j, const jv *s, jv *d)
{
    jv x = jit_float(j, s[0]), zero_ = jit_kf(j, 0), one = jit_kf(j, 1), positive;

    positive = choose(j, fcmp(j, LLVMRealOGT, x, zero_), x, zero_);
    d[0] = jit_flushed(j, jit_bits(j, choose(j, fcmp(j, LLVMRealOLT, positive, one), positive, one)));
}

/* ---- float32 ---- */

#define F(i) jit_float(j, s[i])
#define RESULT(value) d[0] = jit_bits(j, value)

static void op_ADD(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildFAdd(B, F(0), F(1), ""));
}

static void op_SUB(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildFSub(B, F(0), F(1), ""));
}

static void op_MUL(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildFMul(B, F(0), F(1), ""));
}

static void op_MAD(struct jit *j, const jv *s, jv *d)
{
    RESULT(jit_fma(j, F(0), F(1), F(2)));
}

static void op_MSUB(struct jit *j, const jv *s, jv *d)
{
    RESULT(jit_fma(j, F(0), F(1), LLVMBuildFNeg(B, F(2), "")));
}

static void op_NMAD(struct jit *j, const jv *s, jv *d)
{
    RESULT(jit_fma(j, LLVMBuildFNeg(B, F(0), ""), F(1), F(2)));
}

static void op_DIV(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildFDiv(B, F(0), F(1), ""));
}

static void op_RCP(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildFDiv(B, jit_kf(j, 1), F(0), ""));
}

static void op_SQRT(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.sqrt", j->f, F(0)));
}

static void op_RSQ(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildFDiv(B, jit_kf(j, 1), call_1(j, "llvm.sqrt", j->f, F(0)), ""));
}

/* a < b ? a : b is the processor's minimum; it gives a NaN that stands second. */
static void op_MIN(struct jit *j, const jv *s, jv *d)
{
    jv a = F(0), b = F(1), less = choose(j, fcmp(j, LLVMRealOLT, a, b), a, b);

    RESULT(choose(j, is_nan(j, b), a, less));
}

static void op_MAX(struct jit *j, const jv *s, jv *d)
{
    jv a = F(0), b = F(1), more = choose(j, fcmp(j, LLVMRealOGT, a, b), a, b);

    RESULT(choose(j, is_nan(j, b), a, more));
}

static void op_FRC(struct jit *j, const jv *s, jv *d)
{
    jv x = F(0), part = LLVMBuildFSub(B, x, call_1(j, "llvm.floor", j->f, x), "");

    RESULT(choose(j, fcmp(j, LLVMRealOEQ, part, jit_kf(j, 1)), jit_kf(j, 0x1.fffffep-1f), part));
}

static void op_ROUND_NE(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.roundeven", j->f, F(0)));
}

static void op_ROUND_NI(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.floor", j->f, F(0)));
}

static void op_ROUND_PI(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.ceil", j->f, F(0)));
}

static void op_ROUND_Z(struct jit *j, const jv *s, jv *d)
{
    RESULT(call_1(j, "llvm.trunc", j->f, F(0)));
}

static void op_EXP(struct jit *j, const jv *s, jv *d)
{
    RESULT(math_exp(j, F(0)));
}

static void op_LOG(struct jit *j, const jv *s, jv *d)
{
    RESULT(math_log(j, F(0)));
}

static void op_SINCOS(struct jit *j, const jv *s, jv *d)
{
    jv sine, cosine;

    math_sincos(j, F(0), &sine, &cosine);
    d[0] = jit_bits(j, sine);
    d[1] = jit_bits(j, cosine);
}

static void op_SIN(struct jit *j, const jv *s, jv *d)
{
    jv both[2];

    op_SINCOS(j, s, both);
    d[0] = both[0];
}

static void op_COS(struct jit *j, const jv *s, jv *d)
{
    jv both[2];

    op_SINCOS(j, s, both);
    d[0] = both[1];
}

#define COMPARES(name, predicate)                                                                            \
    static void op_##name(struct jit *j, const jv *s, jv *d)                                                 \
    {                                                                                                        \
        d[0] = ones(j, fcmp(j, predicate, F(0), F(1)));                                                      \
    }
COMPARES(LT, LLVMRealOLT)
COMPARES(GE, LLVMRealOGE)

/* LLVM compares with zero by looking at bits, where a denormal is none (fcmp of a bitcast, instcombine). */
static jv equal(struct jit *j, LLVMRealPredicate predicate, const jv *s)
{
    return ones(j, fcmp(j, predicate, jit_float(j, jit_flushed(j, s[0])), jit_float(j, jit_flushed(j, s[1]))));
}

static void op_EQ(struct jit *j, const jv *s, jv *d)
{
    d[0] = equal(j, LLVMRealOEQ, s);
}

static void op_NE(struct jit *j, const jv *s, jv *d)
{
    d[0] = equal(j, LLVMRealUNE, s);
}

/* ---- conversions ---- */

/* What does not fit saturates, a NaN gives 0. Clamped first: conversions of other numbers are poison. */
static void op_FTOI(struct jit *j, const jv *s, jv *d)
{
    jv x = F(0), low = jit_kf(j, -0x1p31f), high = jit_kf(j, 0x1.fffffep30f), inside, whole;

    inside = choose(j, fcmp(j, LLVMRealOGT, x, low), x, low);
    inside = choose(j, fcmp(j, LLVMRealOLT, inside, high), inside, high);
    whole = LLVMBuildFPToSI(B, inside, j->u, "");
    whole = choose(j, fcmp(j, LLVMRealOGT, x, high), jit_k(j, 0x7FFFFFFF), whole);
    d[0] = choose(j, is_nan(j, x), jit_k(j, 0), whole);
}

static void op_FTOU(struct jit *j, const jv *s, jv *d)
{
    jv x = F(0), low = jit_kf(j, 0), high = jit_kf(j, 0x1.fffffep31f), inside, whole;

    inside = choose(j, fcmp(j, LLVMRealOGT, x, low), x, low);
    inside = choose(j, fcmp(j, LLVMRealOLT, inside, high), inside, high);
    whole = LLVMBuildFPToUI(B, inside, j->u, "");
    d[0] = choose(j, fcmp(j, LLVMRealOGT, x, high), jit_k(j, 0xFFFFFFFFu), whole);
}

static void op_ITOF(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildSIToFP(B, s[0], j->f, ""));
}

static void op_UTOF(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildUIToFP(B, s[0], j->f, ""));
}

/* Below 2^-14 a half counts steps of 2^-24; from there on the exponent changes its base. Both are cut off. */
static void op_F32TOF16(struct jit *j, const jv *s, jv *d)
{
    jv size = and(j, s[0], jit_k(j, ~NUM_SIGN)), fraction = and(j, s[0], jit_k(j, 0x007FFFFF));
    jv steps = LLVMBuildFMul(B, jit_float(j, jit_flushed(j, size)), jit_kf(j, 0x1p24f), "");
    jv is_small = icmp(j, LLVMIntULT, size, jit_k(j, 113u << 23));
    jv small = LLVMBuildFPToSI(B, choose(j, is_small, steps, jit_kf(j, 0)), j->u, "");
    jv large = shr(j, isub(j, size, jit_k(j, 112u << 23)), jit_k(j, 13)), payload, half;

    large = choose(j, icmp(j, LLVMIntULT, large, jit_k(j, 0x7BFF)), large, jit_k(j, 0x7BFF));
    payload = or(j, or(j, fraction, shr(j, fraction, jit_k(j, 3))), shr(j, fraction, jit_k(j, 13)));
    half = choose(j, is_small, small, large);
    half = choose(j, icmp(j, LLVMIntEQ, size, jit_k(j, NUM_INF)), jit_k(j, 0x7C00), half);
    half = choose(j, icmp(j, LLVMIntUGT, size, jit_k(j, NUM_INF)),
                  or(j, and(j, payload, jit_k(j, 0x3FF)), jit_k(j, 0x7E00)), half);
    d[0] = or(j, half, and(j, shr(j, s[0], jit_k(j, 16)), jit_k(j, 0x8000)));
}

static void op_F16TOF32(struct jit *j, const jv *s, jv *d)
{
    jv fraction = and(j, s[0], jit_k(j, 0x3FF)), size = and(j, s[0], jit_k(j, 0x7FFF));
    jv steps = LLVMBuildFMul(B, LLVMBuildUIToFP(B, fraction, j->f, ""), jit_kf(j, 0x1p-24f), "");
    jv shifted = shl(j, size, jit_k(j, 13)), large = iadd(j, shifted, jit_k(j, 112u << 23));

    large = choose(j, icmp(j, LLVMIntULT, size, jit_k(j, 0x7C00)), large, or(j, shifted, jit_k(j, NUM_INF)));
    large = choose(j, icmp(j, LLVMIntULT, size, jit_k(j, 0x400)), jit_bits(j, steps), large);
    d[0] = or(j, large, shl(j, and(j, s[0], jit_k(j, 0x8000)), jit_k(j, 16)));
}

jv jit_half_to_float(struct jit *j, jv half)
{
    jv bits;

    op_F16TOF32(j, &half, &bits);
    return bits;
}

jv jit_float_to_half(struct jit *j, jv bits)
{
    jv half;

    op_F32TOF16(j, &bits, &half);
    return half;
}

/* ---- integers ---- */

static void op_IADD(struct jit *j, const jv *s, jv *d)
{
    d[0] = iadd(j, s[0], s[1]);
}

static void op_ISUB(struct jit *j, const jv *s, jv *d)
{
    d[0] = isub(j, s[0], s[1]);
}

static void op_INEG(struct jit *j, const jv *s, jv *d)
{
    d[0] = isub(j, jit_k(j, 0), s[0]);
}

static void op_IABS(struct jit *j, const jv *s, jv *d)
{
    jv sign = sar(j, s[0], jit_k(j, 31));

    d[0] = isub(j, xor(j, s[0], sign), sign);
}

static void op_IMUL(struct jit *j, const jv *s, jv *d)
{
    d[0] = imul(j, s[0], s[1]);
}

static jv high_half(struct jit *j, jv a, jv b, bool is_signed)
{
    LLVMTypeRef wide = j->scalar ? j->i64 : LLVMVectorType(j->i64, j->lanes);
    jv by = LLVMConstInt(j->i64, 32, false), all[JIT_MOST_LANES], product;

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = by;
    if (!j->scalar)
        by = LLVMConstVector(all, j->lanes);
    a = is_signed ? LLVMBuildSExt(B, a, wide, "") : LLVMBuildZExt(B, a, wide, "");
    b = is_signed ? LLVMBuildSExt(B, b, wide, "") : LLVMBuildZExt(B, b, wide, "");
    product = LLVMBuildMul(B, a, b, "");
    return LLVMBuildTrunc(B, LLVMBuildLShr(B, product, by, ""), j->u, "");
}

static void op_IMUL_HI(struct jit *j, const jv *s, jv *d)
{
    d[0] = high_half(j, s[0], s[1], true);
}

static void op_UMUL_HI(struct jit *j, const jv *s, jv *d)
{
    d[0] = high_half(j, s[0], s[1], false);
}

static void op_IMAD(struct jit *j, const jv *s, jv *d)
{
    d[0] = iadd(j, imul(j, s[0], s[1]), s[2]);
}

/* Vectors are divided in doubles: a quotient that is not whole is further below the next whole number than
 * rounding reaches, and 2^52 + a has the bits of a below the exponent's. Constants are left to LLVM, which
 * multiplies. */
static jv quotient(struct jit *j, jv a, jv b)
{
    LLVMTypeRef wide = LLVMVectorType(LLVMDoubleTypeInContext(j->context), j->lanes);
    jv safe = choose(j, zero(j, b), jit_k(j, 1), b), all[JIT_MOST_LANES];

    if (j->scalar || LLVMIsConstant(b))
        return LLVMBuildUDiv(B, a, safe, "");
    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = LLVMConstReal(LLVMDoubleTypeInContext(j->context), 0x1p52);
    a = LLVMBuildUIToFP(B, a, wide, "");
    a = LLVMBuildFDiv(B, a, LLVMBuildUIToFP(B, safe, wide, ""), "");
    a = LLVMBuildFAdd(B, call_1(j, "llvm.trunc", wide, a), LLVMConstVector(all, j->lanes), "");
    return LLVMBuildTrunc(B, LLVMBuildBitCast(B, a, LLVMVectorType(j->i64, j->lanes), ""), j->u, "");
}

static void op_UDIV(struct jit *j, const jv *s, jv *d)
{
    d[0] = choose(j, zero(j, s[1]), jit_k(j, 0xFFFFFFFFu), quotient(j, s[0], s[1]));
}

static void op_UREM(struct jit *j, const jv *s, jv *d)
{
    jv rest = isub(j, s[0], imul(j, quotient(j, s[0], s[1]), s[1]));

    d[0] = choose(j, zero(j, s[1]), jit_k(j, 0xFFFFFFFFu), rest);
}

static void op_IMIN(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_2(j, "llvm.smin", j->u, s[0], s[1]);
}

static void op_IMAX(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_2(j, "llvm.smax", j->u, s[0], s[1]);
}

static void op_UMIN(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_2(j, "llvm.umin", j->u, s[0], s[1]);
}

static void op_UMAX(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_2(j, "llvm.umax", j->u, s[0], s[1]);
}

#define ICOMPARES(name, predicate)                                                                           \
    static void op_##name(struct jit *j, const jv *s, jv *d)                                                 \
    {                                                                                                        \
        d[0] = ones(j, icmp(j, predicate, s[0], s[1]));                                                      \
    }
ICOMPARES(IEQ, LLVMIntEQ)
ICOMPARES(INE, LLVMIntNE)
ICOMPARES(ILT, LLVMIntSLT)
ICOMPARES(IGE, LLVMIntSGE)
ICOMPARES(ULT, LLVMIntULT)
ICOMPARES(UGE, LLVMIntUGE)

static void op_UADDC(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildZExt(B, icmp(j, LLVMIntULT, iadd(j, s[0], s[1]), s[0]), j->u, "");
}

static void op_USUBB(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildZExt(B, icmp(j, LLVMIntULT, s[0], s[1]), j->u, "");
}

static void op_MSAD(struct jit *j, const jv *s, jv *d)
{
    jv total = s[2];

    for (uint32_t shift = 0; shift < 32; shift += 8) {
        jv r = and(j, shr(j, s[0], jit_k(j, shift)), jit_k(j, 0xFF));
        jv v = and(j, shr(j, s[1], jit_k(j, shift)), jit_k(j, 0xFF));
        jv distance = choose(j, icmp(j, LLVMIntUGT, r, v), isub(j, r, v), isub(j, v, r));

        total = iadd(j, total, choose(j, zero(j, r), jit_k(j, 0), distance));
    }
    d[0] = or(j, total, ones(j, icmp(j, LLVMIntULT, total, s[2])));
}

/* ---- bits ---- */

static void op_AND(struct jit *j, const jv *s, jv *d)
{
    d[0] = and(j, s[0], s[1]);
}

static void op_OR(struct jit *j, const jv *s, jv *d)
{
    d[0] = or(j, s[0], s[1]);
}

static void op_XOR(struct jit *j, const jv *s, jv *d)
{
    d[0] = xor(j, s[0], s[1]);
}

static void op_NOT(struct jit *j, const jv *s, jv *d)
{
    d[0] = xor(j, s[0], jit_k(j, 0xFFFFFFFFu));
}

static void op_ISHL(struct jit *j, const jv *s, jv *d)
{
    d[0] = shl(j, s[0], count(j, s[1]));
}

static void op_ISHR(struct jit *j, const jv *s, jv *d)
{
    d[0] = sar(j, s[0], count(j, s[1]));
}

static void op_USHR(struct jit *j, const jv *s, jv *d)
{
    d[0] = shr(j, s[0], count(j, s[1]));
}

static void op_COUNTBITS(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_1(j, "llvm.ctpop", j->u, s[0]);
}

static jv zeros(struct jit *j, const char *name, jv a)
{
    jv args[2] = {a, LLVMConstInt(j->i1, 0, false)};

    return or(j, jit_intrinsic(j, name, &j->u, 1, args, 2), ones(j, zero(j, a)));
}

static void op_FIRSTBIT_LO(struct jit *j, const jv *s, jv *d)
{
    d[0] = zeros(j, "llvm.cttz", s[0]);
}

static void op_FIRSTBIT_HI(struct jit *j, const jv *s, jv *d)
{
    d[0] = zeros(j, "llvm.ctlz", s[0]);
}

static void op_FIRSTBIT_SHI(struct jit *j, const jv *s, jv *d)
{
    d[0] = zeros(j, "llvm.ctlz", xor(j, s[0], sar(j, s[0], jit_k(j, 31))));
}

static void op_BFREV(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_1(j, "llvm.bitreverse", j->u, s[0]);
}

static jv low_bits(struct jit *j, jv n)
{
    return isub(j, shl(j, jit_k(j, 1), n), jit_k(j, 1));
}

static void op_UBFE(struct jit *j, const jv *s, jv *d)
{
    d[0] = and(j, shr(j, s[2], count(j, s[1])), low_bits(j, count(j, s[0])));
}

/* Up until the field, or what of it there is, ends at bit 31; then down to bit 0. Without width: nothing. */
static void op_IBFE(struct jit *j, const jv *s, jv *d)
{
    jv width = count(j, s[0]), offset = count(j, s[1]), up, value;

    up = call_2(j, "llvm.smax", j->u, isub(j, jit_k(j, 32), iadd(j, width, offset)), jit_k(j, 0));
    value = sar(j, shl(j, s[2], count(j, up)), count(j, iadd(j, up, offset)));
    d[0] = choose(j, zero(j, width), jit_k(j, 0), value);
}

static void op_BFI(struct jit *j, const jv *s, jv *d)
{
    jv offset = count(j, s[1]), field = shl(j, low_bits(j, count(j, s[0])), offset);

    d[0] = xor(j, s[3], and(j, xor(j, s[3], shl(j, s[2], offset)), field));
}

static void op_PLACE(struct jit *j, const jv *s, jv *d)
{
    jv word = shr(j, s[1], jit_k(j, 2));
    jv inside = and(j, icmp(j, LLVMIntULT, s[0], s[2]), icmp(j, LLVMIntULT, word, s[4]));

    d[0] = choose(j, inside, iadd(j, imul(j, s[0], s[3]), word), jit_k(j, 0xFFFFFFFFu));
}

/* ---- doubles ---- */

#define CALLS(name, sources, results)                                                                        \
    static void op_##name(struct jit *j, const jv *s, jv *d)                                                 \
    {                                                                                                        \
        jit_call_op(j, LANE_##name, s, sources, d, results);                                                 \
    }
CALLS(DADD, 4, 2)
CALLS(DMUL, 4, 2)
CALLS(DDIV, 4, 2)
CALLS(DFMA, 6, 2)
CALLS(DRCP, 2, 2)
CALLS(DMIN, 4, 2)
CALLS(DMAX, 4, 2)
CALLS(DSATURATE, 2, 2)
CALLS(DEQ, 4, 1)
CALLS(DNE, 4, 1)
CALLS(DLT, 4, 1)
CALLS(DGE, 4, 1)
CALLS(DTOF, 2, 1)
CALLS(DTOI, 2, 1)
CALLS(DTOU, 2, 1)
CALLS(FTOD, 1, 2)
CALLS(ITOD, 1, 2)
CALLS(UTOD, 1, 2)

/* ---- places and codes of texels: rows of them are the only ones to ask (texel_row.c) ---- */

CALLS(ADVANCE, 4, 1)
CALLS(UNORM, 3, 1)
CALLS(TO_UNORM, 2, 1)

/* ---- the table ---- */

static op_body *const bodies[LANE_OP_COUNT] = {
#define LANE_OP(name, ...) [LANE_##name] = op_##name,
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
    return jit_read(j, value);
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
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        if (lane_dst_letter(j->at, d) == 'f' && j->tested[j->at->dst[d]])
            results[d] = jit_flushed(j, results[d]);
        jit_write(j, d, results[d]);
    }
    jit_set_mode(j, false);
}
