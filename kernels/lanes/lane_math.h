/* exp2, log2, sine and cosine for shaders: one text for plain C, every SIMD instruction set and the IR builder, so that
 * all of them give the same bits. Straight lines of correctly rounded float operations, integer operations on the bits
 * and selects; no branch, no table, no call out. This file has no include guard: the includer defines the vocabulary
 * below, includes it, gets LM_NAME(exp), LM_NAME(log) and LM_NAME(sincos), and the vocabulary is undefined again.
 *
 *   LM_NAME(f) LM_FN(type)    name of the stamped function f; its storage class, attributes and result type
 *   LM_CONTEXT                leading parameters with their commas (an IR builder), or nothing
 *   LM_F LM_U LM_M            types: a float per lane, its 32 bits, a truth value per lane
 *   LM_FC(k) LM_UC(k)         constants
 *   LM_ADD LM_SUB LM_MUL      one rounding each, to nearest even;  LM_FMA(a, b, c) = a * b + c, one rounding
 *   LM_BITS(f) LM_FLOAT(u)    the same 32 bits seen the other way
 *   LM_AND LM_XOR LM_IADD LM_ISUB, LM_SHL(u, k) LM_SAR(u, k)    bits; k is a literal, SAR copies the sign
 *   LM_ITOF(u)                signed integer to float
 *   LM_LT(a, b) LM_LE(a, b)   truth values, false for NaN;  LM_ZERO(u)  u == 0
 *   LM_SELECT(m, a, b)        m ? a : b, bit for bit
 *
 * Arguments are flushed by the caller where the processor does not do it. No operation whose result is used has a
 * denormal operand that matters or a denormal result, so FTZ and DAZ may be on or off; garbage computed for arguments
 * outside the domain is selected away. NaN results are 0x7FC00000.
 *
 * Measured worst errors: tests/unit/kernels/test_lane_math.c prints them. Coefficients: minimax fits of our own
 * (weighted for the error of the result), rounded to float one after another, the others fitted again each time. */

#define LM_INFINITY LM_FLOAT(LM_UC(0x7F800000u))
#define LM_NAN      LM_FLOAT(LM_UC(0x7FC00000u))
/* adding and subtracting this rounds to an integer, which then also stands in the low bits of the sum */
#define LM_ROUNDER  LM_FC(0x1.8p23f)

/* 2^x = 2^n * 2^f with n whole and |f| <= 1/2; 2^f = 1 + f * q(f); n goes straight into the exponent. */
LM_FN(LM_F) LM_NAME(exp)(LM_CONTEXT LM_F x)
{
    LM_F sum = LM_ADD(x, LM_ROUNDER);
    LM_F f = LM_SUB(x, LM_SUB(sum, LM_ROUNDER));
    LM_F q = LM_FC(0x1.417a70p-13f);
    LM_F y;

    q = LM_FMA(q, f, LM_FC(0x1.5f0948p-10f));
    q = LM_FMA(q, f, LM_FC(0x1.3b2dd2p-7f));
    q = LM_FMA(q, f, LM_FC(0x1.c6af7ap-5f));
    q = LM_FMA(q, f, LM_FC(0x1.ebfbdcp-3f));
    q = LM_FMA(q, f, LM_FC(0x1.62e430p-1f));
    y = LM_FMA(q, f, LM_FC(1.0f));
    y = LM_FLOAT(LM_IADD(LM_BITS(y), LM_SHL(LM_BITS(sum), 23)));
    y = LM_SELECT(LM_LT(x, LM_FC(128.0f)), y, LM_INFINITY);
    y = LM_SELECT(LM_LT(x, LM_FC(-126.0f)), LM_FC(0.0f), y);
    return LM_SELECT(LM_LE(x, x), y, LM_NAN);
}

/* x = 2^n * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), both exact; log2(1 + f) = f * c + f * q(f), where c is
 * log2(e) rounded and q carries the rest, so that only the last two roundings are large. */
LM_FN(LM_F) LM_NAME(log)(LM_CONTEXT LM_F x)
{
    LM_U above = LM_ISUB(LM_BITS(x), LM_UC(0x3F3504F3u));
    LM_F n = LM_ITOF(LM_SAR(above, 23));
    LM_F f = LM_SUB(LM_FLOAT(LM_IADD(LM_AND(above, LM_UC(0x007FFFFFu)), LM_UC(0x3F3504F3u))), LM_FC(1.0f));
    LM_F q = LM_FC(-0x1.c515d8p-4f);
    LM_F y;

    q = LM_FMA(q, f, LM_FC(0x1.7f21f6p-3f));
    q = LM_FMA(q, f, LM_FC(-0x1.87b644p-3f));
    q = LM_FMA(q, f, LM_FC(0x1.a2c61ap-3f));
    q = LM_FMA(q, f, LM_FC(-0x1.eaa75ep-3f));
    q = LM_FMA(q, f, LM_FC(0x1.277f66p-2f));
    q = LM_FMA(q, f, LM_FC(-0x1.715af2p-2f));
    q = LM_FMA(q, f, LM_FC(0x1.ec7094p-2f));
    q = LM_FMA(q, f, LM_FC(-0x1.715470p-1f));
    q = LM_FMA(q, f, LM_FC(0x1.49d830p-26f));
    y = LM_ADD(n, LM_FMA(f, LM_FC(0x1.715476p0f), LM_MUL(f, q)));
    y = LM_SELECT(LM_LT(x, LM_INFINITY), y, LM_INFINITY);
    y = LM_SELECT(LM_LT(x, LM_FC(0x1p-126f)), LM_FLOAT(LM_UC(0xFF800000u)), y);
    return LM_SELECT(LM_LT(LM_FC(-0x1p-126f), x), y, LM_NAN);
}

/* |x| = n * pi/2 + r + s, n whole, |r| < 0.83, s the rounding error of r. pi/2 is taken off in three parts: the first
 * step is exact (its result is below 1 and a multiple of 2^-23, or n is at most 1), the second one keeps its rounding
 * errors, the third one leaves n * 2^-76. That serves up to |x| = 2^20, where 2/pi as a float still puts n within 0.53
 * of the true quotient. For larger finite x the results are those of a zero of the same sign. */
LM_FN(void) LM_NAME(sincos)(LM_CONTEXT LM_F x, LM_F *sine, LM_F *cosine)
{
    LM_U sign = LM_AND(LM_BITS(x), LM_UC(0x80000000u));
    LM_F size = LM_FLOAT(LM_XOR(LM_BITS(x), sign));
    LM_F sum = LM_FMA(size, LM_FC(0x1.45f306p-1f), LM_ROUNDER);
    LM_F n = LM_SUB(sum, LM_ROUNDER);
    LM_F r1 = LM_FMA(n, LM_FC(-0x1.921fb6p0f), size);
    LM_F step = LM_MUL(n, LM_FC(0x1.777a5cp-25f));
    LM_F step_low = LM_FMA(n, LM_FC(0x1.777a5cp-25f), LM_MUL(n, LM_FC(-0x1.777a5cp-25f)));
    LM_F r2 = LM_ADD(r1, step);
    LM_F r2_low = LM_FMA(n, LM_FC(0x1.ee59dap-50f), LM_ADD(LM_SUB(step, LM_SUB(r2, r1)), step_low));
    LM_F r = LM_ADD(r2, r2_low);
    LM_F s = LM_ADD(LM_SUB(r2, r), r2_low);
    LM_F rr = LM_MUL(r, r), half = LM_MUL(rr, LM_FC(0.5f)), base = LM_SUB(LM_FC(1.0f), half);
    LM_F p = LM_FC(-0x1.9866a6p-13f), q = LM_FC(0x1.993bdap-16f);
    LM_M even = LM_ZERO(LM_AND(LM_BITS(sum), LM_UC(1u))), usable = LM_LE(size, LM_FC(0x1p20f));
    LM_U flip_sine = LM_SHL(LM_AND(LM_BITS(sum), LM_UC(2u)), 30);
    LM_U flip_cosine = LM_SHL(LM_AND(LM_IADD(LM_BITS(sum), LM_UC(1u)), LM_UC(2u)), 30);
    LM_F of_s, of_c;

    p = LM_FMA(p, rr, LM_FC(0x1.11048cp-7f));
    p = LM_FMA(p, rr, LM_FC(-0x1.55553ep-3f));
    p = LM_ADD(r, LM_FMA(LM_MUL(r, rr), p, LM_MUL(s, base)));
    q = LM_FMA(q, rr, LM_FC(-0x1.6c09c0p-10f));
    q = LM_FMA(q, rr, LM_FC(0x1.555546p-5f));
    q = LM_FMA(LM_MUL(rr, rr), q, LM_SUB(LM_SUB(LM_SUB(LM_FC(1.0f), base), half), LM_MUL(r, s)));
    q = LM_ADD(base, q);

    of_s = LM_FLOAT(LM_XOR(LM_BITS(LM_SELECT(even, p, q)), flip_sine));
    of_c = LM_FLOAT(LM_XOR(LM_BITS(LM_SELECT(even, q, p)), flip_cosine));
    of_s = LM_SELECT(usable, of_s, LM_FC(0.0f));
    of_c = LM_SELECT(usable, of_c, LM_FC(1.0f));
    of_s = LM_FLOAT(LM_XOR(LM_BITS(of_s), sign));
    *sine = LM_SELECT(LM_LT(size, LM_INFINITY), of_s, LM_NAN);
    *cosine = LM_SELECT(LM_LT(size, LM_INFINITY), of_c, LM_NAN);
}

#undef LM_INFINITY
#undef LM_NAN
#undef LM_ROUNDER
#undef LM_NAME
#undef LM_FN
#undef LM_CONTEXT
#undef LM_F
#undef LM_U
#undef LM_M
#undef LM_FC
#undef LM_UC
#undef LM_ADD
#undef LM_SUB
#undef LM_MUL
#undef LM_FMA
#undef LM_BITS
#undef LM_FLOAT
#undef LM_AND
#undef LM_XOR
#undef LM_IADD
#undef LM_ISUB
#undef LM_SHL
#undef LM_SAR
#undef LM_ITOF
#undef LM_LT
#undef LM_LE
#undef LM_ZERO
#undef LM_SELECT
