/*
 * Bodies of the operations that convert between floats, integers and halves.
 */
#include "jit_ops.h"

/* What does not fit saturates, a NaN gives 0. Clamped first: conversions of other numbers are poison. */
void jit_op_FTOI(struct jit *j, const jv *s, jv *d)
{
    jv x = F(0), low = jit_kf(j, -0x1p31f), high = jit_kf(j, 0x1.fffffep30f), inside, whole;

    inside = choose(j, fcmp(j, LLVMRealOGT, x, low), x, low);
    inside = choose(j, fcmp(j, LLVMRealOLT, inside, high), inside, high);
    whole = LLVMBuildFPToSI(B, inside, j->u, "");
    whole = choose(j, fcmp(j, LLVMRealOGT, x, high), jit_k(j, 0x7FFFFFFF), whole);
    d[0] = choose(j, is_nan(j, x), jit_k(j, 0), whole);
}

void jit_op_FTOU(struct jit *j, const jv *s, jv *d)
{
    jv x = quiet(j, F(0)), low = jit_kf(j, 0), high = jit_kf(j, 0x1.fffffep31f), inside, whole;

    inside = choose(j, fcmp(j, LLVMRealOGT, x, low), x, low);
    inside = choose(j, fcmp(j, LLVMRealOLT, inside, high), inside, high);
    whole = LLVMBuildFPToUI(B, inside, j->u, "");
    d[0] = choose(j, fcmp(j, LLVMRealOGT, x, high), jit_k(j, 0xFFFFFFFFu), whole);
}

void jit_op_ITOF(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildSIToFP(B, s[0], j->f, ""));
}

void jit_op_UTOF(struct jit *j, const jv *s, jv *d)
{
    RESULT(LLVMBuildUIToFP(B, s[0], j->f, ""));
}

/* Below 2^-14 a half counts steps of 2^-24; from there on the exponent changes its base. Both are cut off. */
void jit_op_F32TOF16(struct jit *j, const jv *s, jv *d)
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

void jit_op_F16TOF32(struct jit *j, const jv *s, jv *d)
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

    jit_op_F16TOF32(j, &half, &bits);
    return bits;
}

jv jit_float_to_half(struct jit *j, jv bits)
{
    jv half;

    jit_op_F32TOF16(j, &bits, &half);
    return half;
}
