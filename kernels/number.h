/* The number rules of the shader machine: one function for each scalar DXBC operation that computes, bits in, bits
 * out. This is the exact answer that every executor and every instruction set is held to (design: "Numbers").
 *
 * float32: round to nearest even; denormals are zeros of the same sign on the way in and out; a result is tiny only
 * if it is below 2^-126 after rounding; every computed NaN is 0x7FC00000. Flushing is done by integer operations and
 * products that may be tiny are formed in doubles, whose range is wide enough. So the answer does not depend on FTZ,
 * DAZ, FMA hardware or the compiler; only the rounding mode has to be the usual one (nearest).
 * float64: IEEE, denormals kept, computed NaN 0x7FF8000000000000, also while FTZ and DAZ are on.
 *
 * Index (names are those of the instructions; two results mean two functions)
 *   rules      flush canon abs neg saturate narrow fma_odd
 *   float      add mul mad div sqrt rcp rsq dp2 dp3 dp4 min max eq ne lt ge frc round_ne round_ni round_pi round_z
 *              exp log sin cos sincos
 *   convert    ftoi ftou itof utof f32tof16 f16tof32
 *   integer    iadd ineg imul_hi imul_lo umul_hi umul_lo imad umad imin imax umin umax udiv urem ieq ine ilt ige ult
 *              uge uaddc_sum uaddc_carry usubb_diff usubb_borrow msad
 *   bits       and or xor not ishl ushr ishr countbits firstbit_lo firstbit_hi firstbit_shi bfrev ubfe ibfe bfi
 *   double     dadd dmul ddiv dfma drcp dmin dmax deq dne dlt dge dabs dneg dsaturate
 *              dtof ftod dtoi dtou itod utod
 * There is no num_sub: a - b is num_add(a, num_neg(b)). exp and log have base 2. Moves keep bits and need nothing. */
#ifndef WEFT_NUMBER_H
#define WEFT_NUMBER_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "the number rules do not survive -ffast-math"
#endif
_Static_assert(FLT_EVAL_METHOD == 0, "float expressions must be evaluated as floats");

#define NUM_NAN   0x7FC00000u
#define NUM_INF   0x7F800000u
#define NUM_ONE   0x3F800000u
#define NUM_SIGN  0x80000000u
#define NUM_DNAN  UINT64_C(0x7FF8000000000000)
#define NUM_DINF  UINT64_C(0x7FF0000000000000)
#define NUM_DONE  UINT64_C(0x3FF0000000000000)
#define NUM_DSIGN UINT64_C(0x8000000000000000)

/* -------------------------------------------------------------------------------------------------- bit views */

static inline float num_float(uint32_t a)
{
    float f;
    memcpy(&f, &a, sizeof f);
    return f;
}

static inline uint32_t num_bits(float f)
{
    uint32_t a;
    memcpy(&a, &f, sizeof a);
    return a;
}

static inline double num_double(uint64_t a)
{
    double d;
    memcpy(&d, &a, sizeof d);
    return d;
}

static inline uint64_t num_dbits(double d)
{
    uint64_t a;
    memcpy(&a, &d, sizeof a);
    return a;
}

static inline uint32_t num_mask(int condition)
{
    return condition ? 0xFFFFFFFFu : 0;
}

/* ---------------------------------------------------------------------------------------------- the basic rules */

static inline int num_is_nan(uint32_t a)
{
    return (a & ~NUM_SIGN) > NUM_INF;
}

static inline uint32_t num_flush(uint32_t a)
{
    return a & NUM_INF ? a : a & NUM_SIGN;
}

static inline uint32_t num_canon(uint32_t a)
{
    return num_is_nan(a) ? NUM_NAN : a;
}

/* Source modifiers: bit operations, so denormals and NaN bits pass. abs comes before neg. */
static inline uint32_t num_abs(uint32_t a)
{
    return a & ~NUM_SIGN;
}

static inline uint32_t num_neg(uint32_t a)
{
    return a ^ NUM_SIGN;
}

/* _sat: min(max(a, 0), 1), so NaN and both zeros give +0. */
static inline uint32_t num_saturate(uint32_t a)
{
    if ((int32_t)a < 0x00800000 || num_is_nan(a))
        return 0;
    return a > NUM_ONE ? NUM_ONE : a;
}

/* Rounds a double to a float32 result. From (1 - 2^-25) * 2^-126 on, rounding to 24 bits reaches 2^-126, which stays;
 * below that the result is tiny and becomes zero. The cast never meets a denormal. */
static inline uint32_t num_narrow(double d)
{
    uint64_t bits = num_dbits(d), size = bits & ~NUM_DSIGN;
    uint32_t sign = (uint32_t)(bits >> 32) & NUM_SIGN;

    if (size < UINT64_C(0x3810000000000000))
        return size < UINT64_C(0x380FFFFFF0000000) ? sign : sign | 0x00800000u;
    return num_canon(num_bits((float)d));
}

/* a * b + c for floats, rounded to odd in double precision: rounding that once more to float is the fused result.
 * The product is exact; the sum's error (Knuth's two-sum) says on which side of an even sum the true value lies. */
static inline double num_fma_odd(float a, float b, float c)
{
    double product = (double)a * (double)b, addend = c;
    double sum = product + addend;
    double part = sum - product;
    double error = (product - (sum - part)) + (addend - part);
    uint64_t bits = num_dbits(sum);

    if ((error < 0 || error > 0) && !(bits & 1))
        bits += (error > 0) == (sum > 0) ? 1 : UINT64_MAX;
    return num_double(bits);
}

/* ------------------------------------------------------------------------------------------ float32 arithmetic */

/* A tiny sum of two normal floats is exact, so flushing the rounded result is enough. */
static inline uint32_t num_add(uint32_t a, uint32_t b)
{
    return num_canon(num_flush(num_bits(num_float(num_flush(a)) + num_float(num_flush(b)))));
}

/* Rounding to double first is harmless for mul (exact) and div (53 bits are more than twice 24). */
static inline uint32_t num_mul(uint32_t a, uint32_t b)
{
    return num_narrow((double)num_float(num_flush(a)) * (double)num_float(num_flush(b)));
}

static inline uint32_t num_div(uint32_t a, uint32_t b)
{
    return num_narrow((double)num_float(num_flush(a)) / (double)num_float(num_flush(b)));
}

static inline uint32_t num_mad(uint32_t a, uint32_t b, uint32_t c)
{
    return num_narrow(num_fma_odd(num_float(num_flush(a)), num_float(num_flush(b)), num_float(num_flush(c))));
}

static inline uint32_t num_sqrt(uint32_t a)
{
    return num_canon(num_bits(sqrtf(num_float(num_flush(a)))));
}

static inline uint32_t num_rcp(uint32_t a)
{
    return num_div(NUM_ONE, a);
}

static inline uint32_t num_rsq(uint32_t a)
{
    return num_div(NUM_ONE, num_sqrt(a));
}

/* dp: a product, then one fused step for each further component. */
static inline uint32_t num_dp2(const uint32_t *a, const uint32_t *b)
{
    return num_mad(a[1], b[1], num_mul(a[0], b[0]));
}

static inline uint32_t num_dp3(const uint32_t *a, const uint32_t *b)
{
    return num_mad(a[2], b[2], num_dp2(a, b));
}

static inline uint32_t num_dp4(const uint32_t *a, const uint32_t *b)
{
    return num_mad(a[3], b[3], num_dp3(a, b));
}

/* min, max: one NaN gives the other operand, equal operands give b. */
static inline uint32_t num_min(uint32_t a, uint32_t b)
{
    a = num_flush(a);
    b = num_flush(b);
    if (num_is_nan(b))
        return num_canon(a);
    return num_float(a) < num_float(b) ? a : b;
}

static inline uint32_t num_max(uint32_t a, uint32_t b)
{
    a = num_flush(a);
    b = num_flush(b);
    if (num_is_nan(b))
        return num_canon(a);
    return num_float(a) > num_float(b) ? a : b;
}

static inline uint32_t num_eq(uint32_t a, uint32_t b)
{
    return num_mask(num_float(num_flush(a)) == num_float(num_flush(b)));
}

static inline uint32_t num_ne(uint32_t a, uint32_t b)
{
    return num_mask(num_float(num_flush(a)) != num_float(num_flush(b)));
}

static inline uint32_t num_lt(uint32_t a, uint32_t b)
{
    return num_mask(num_float(num_flush(a)) < num_float(num_flush(b)));
}

static inline uint32_t num_ge(uint32_t a, uint32_t b)
{
    return num_mask(num_float(num_flush(a)) >= num_float(num_flush(b)));
}

/* -------------------------------------------------------------------------------------------------- to integral */

static inline uint32_t num_round_z(uint32_t a)
{
    uint32_t exponent = a >> 23 & 0xFF;

    if (exponent < 127)
        return a & NUM_SIGN;
    if (exponent >= 127 + 23)
        return num_canon(a);
    return a & ~(0x007FFFFFu >> (exponent - 127));
}

static inline uint32_t num_round_ni(uint32_t a)
{
    uint32_t whole = num_round_z(a), value = num_canon(num_flush(a));

    return whole != value && a & NUM_SIGN ? num_bits(num_float(whole) - 1.0f) : whole;
}

static inline uint32_t num_round_pi(uint32_t a)
{
    uint32_t whole = num_round_z(a), value = num_canon(num_flush(a));

    return whole != value && !(a & NUM_SIGN) ? num_bits(num_float(whole) + 1.0f) : whole;
}

static inline uint32_t num_round_ne(uint32_t a)
{
    float size = num_float(num_abs(num_flush(a)));

    if (!(size < 0x1p23f))
        return num_canon(a);
    return num_bits((size + 0x1p23f) - 0x1p23f) | (a & NUM_SIGN);
}

/* a - floor(a); for tiny negative a that rounds to 1, which is outside the range of frc. */
static inline uint32_t num_frc(uint32_t a)
{
    uint32_t r = num_add(a, num_neg(num_round_ni(a)));

    return r == NUM_ONE ? 0x3F7FFFFFu : r;
}

/* The shader's transcendental functions: lane_math.h stamped into plain C. */
uint32_t num_exp(uint32_t a);
uint32_t num_log(uint32_t a);
uint32_t num_sin(uint32_t a);
uint32_t num_cos(uint32_t a);
void num_sincos(uint32_t a, uint32_t *sine, uint32_t *cosine);

/* -------------------------------------------------------------------------------------------------- conversions */

static inline uint32_t num_ftoi(uint32_t a)
{
    float f = num_float(num_flush(a));

    if (num_is_nan(a))
        return 0;
    if (f >= 0x1p31f)
        return 0x7FFFFFFFu;
    return f > -0x1p31f ? (uint32_t)(int32_t)f : 0x80000000u;
}

static inline uint32_t num_ftou(uint32_t a)
{
    float f = num_float(num_flush(a));

    if (!(f > 0))
        return 0;
    return f < 0x1p32f ? (uint32_t)f : 0xFFFFFFFFu;
}

static inline uint32_t num_itof(uint32_t a)
{
    return num_bits((float)(int32_t)a);
}

static inline uint32_t num_utof(uint32_t a)
{
    return num_bits((float)a);
}

/* Truncates. A NaN is quieted and its payload folded into ten bits the way Microsoft's constant folder does it. */
static inline uint32_t num_f32tof16(uint32_t a)
{
    uint32_t sign = a >> 16 & 0x8000, size = a & ~NUM_SIGN;
    uint32_t exponent = size >> 23, fraction = size & 0x007FFFFFu;

    if (size > NUM_INF)
        return sign | 0x7E00 | ((fraction | fraction >> 3 | fraction >> 13) & 0x3FF);
    if (size == NUM_INF)
        return sign | 0x7C00;
    if (exponent > 127 + 15)
        return sign | 0x7BFF;
    if (exponent >= 127 - 14)
        return sign | (size - ((127 - 15) << 23)) >> 13;
    if (exponent < 127 - 24)
        return sign;
    return sign | (fraction | 0x00800000u) >> (127 - 14 - exponent + 13);
}

/* Exact; the bits of a NaN are shifted, not quieted, and the upper half of the operand is ignored. */
static inline uint32_t num_f16tof32(uint32_t a)
{
    uint32_t sign = (a & 0x8000) << 16, exponent = a >> 10 & 0x1F, fraction = a & 0x3FF;

    if (exponent == 0)
        return sign | num_bits((float)fraction * 0x1p-24f);
    if (exponent == 0x1F)
        return sign | NUM_INF | fraction << 13;
    return sign | (exponent + 127 - 15) << 23 | fraction << 13;
}

/* ------------------------------------------------------------------------------------------- integer arithmetic */

static inline uint32_t num_iadd(uint32_t a, uint32_t b)
{
    return a + b;
}

static inline uint32_t num_ineg(uint32_t a)
{
    return 0u - a;
}

static inline uint32_t num_imul_hi(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32);
}

static inline uint32_t num_imul_lo(uint32_t a, uint32_t b)
{
    return a * b;
}

static inline uint32_t num_umul_hi(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

static inline uint32_t num_umul_lo(uint32_t a, uint32_t b)
{
    return a * b;
}

static inline uint32_t num_imad(uint32_t a, uint32_t b, uint32_t c)
{
    return a * b + c;
}

static inline uint32_t num_umad(uint32_t a, uint32_t b, uint32_t c)
{
    return a * b + c;
}

static inline uint32_t num_imin(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}

static inline uint32_t num_imax(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b ? a : b;
}

static inline uint32_t num_umin(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t num_umax(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* udiv: a zero divisor gives all ones in quotient and remainder. */
static inline uint32_t num_udiv(uint32_t a, uint32_t b)
{
    return b ? a / b : 0xFFFFFFFFu;
}

static inline uint32_t num_urem(uint32_t a, uint32_t b)
{
    return b ? a % b : 0xFFFFFFFFu;
}

static inline uint32_t num_ieq(uint32_t a, uint32_t b)
{
    return num_mask(a == b);
}

static inline uint32_t num_ine(uint32_t a, uint32_t b)
{
    return num_mask(a != b);
}

static inline uint32_t num_ilt(uint32_t a, uint32_t b)
{
    return num_mask((int32_t)a < (int32_t)b);
}

static inline uint32_t num_ige(uint32_t a, uint32_t b)
{
    return num_mask((int32_t)a >= (int32_t)b);
}

static inline uint32_t num_ult(uint32_t a, uint32_t b)
{
    return num_mask(a < b);
}

static inline uint32_t num_uge(uint32_t a, uint32_t b)
{
    return num_mask(a >= b);
}

static inline uint32_t num_uaddc_sum(uint32_t a, uint32_t b)
{
    return a + b;
}

static inline uint32_t num_uaddc_carry(uint32_t a, uint32_t b)
{
    return a + b < a;
}

static inline uint32_t num_usubb_diff(uint32_t a, uint32_t b)
{
    return a - b;
}

static inline uint32_t num_usubb_borrow(uint32_t a, uint32_t b)
{
    return a < b;
}

/* Sum of byte distances where the reference byte is not zero, added to sum, saturating. */
static inline uint32_t num_msad(uint32_t reference, uint32_t source, uint32_t sum)
{
    uint32_t total = sum;

    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t r = reference >> shift & 0xFF, s = source >> shift & 0xFF;
        if (r)
            total += r > s ? r - s : s - r;
    }
    return total < sum ? 0xFFFFFFFFu : total;
}

/* --------------------------------------------------------------------------------------------------------- bits */

static inline uint32_t num_and(uint32_t a, uint32_t b)
{
    return a & b;
}

static inline uint32_t num_or(uint32_t a, uint32_t b)
{
    return a | b;
}

static inline uint32_t num_xor(uint32_t a, uint32_t b)
{
    return a ^ b;
}

static inline uint32_t num_not(uint32_t a)
{
    return ~a;
}

static inline uint32_t num_ishl(uint32_t a, uint32_t b)
{
    return a << (b & 31);
}

static inline uint32_t num_ushr(uint32_t a, uint32_t b)
{
    return a >> (b & 31);
}

static inline uint32_t num_ishr(uint32_t a, uint32_t b)
{
    return (uint32_t)((int32_t)a >> (b & 31));
}

static inline uint32_t num_countbits(uint32_t a)
{
    return (uint32_t)__builtin_popcount(a);
}

static inline uint32_t num_firstbit_lo(uint32_t a)
{
    return a ? (uint32_t)__builtin_ctz(a) : 0xFFFFFFFFu;
}

/* Counts from the most significant bit. */
static inline uint32_t num_firstbit_hi(uint32_t a)
{
    return a ? (uint32_t)__builtin_clz(a) : 0xFFFFFFFFu;
}

static inline uint32_t num_firstbit_shi(uint32_t a)
{
    return num_firstbit_hi(a & NUM_SIGN ? ~a : a);
}

static inline uint32_t num_bfrev(uint32_t a)
{
    a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
    a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
    a = (a >> 4 & 0x0F0F0F0Fu) | (a & 0x0F0F0F0Fu) << 4;
    return __builtin_bswap32(a);
}

/* Fields: width and offset are taken modulo 32; a field that runs past bit 31 ends there. */
static inline uint32_t num_ubfe(uint32_t width, uint32_t offset, uint32_t value)
{
    width &= 31;
    offset &= 31;
    if (width == 0)
        return 0;
    return width + offset < 32 ? value << (32 - width - offset) >> (32 - width) : value >> offset;
}

static inline uint32_t num_ibfe(uint32_t width, uint32_t offset, uint32_t value)
{
    width &= 31;
    offset &= 31;
    if (width == 0)
        return 0;
    if (width + offset < 32)
        return num_ishr(value << (32 - width - offset), 32 - width);
    return num_ishr(value, offset);
}

static inline uint32_t num_bfi(uint32_t width, uint32_t offset, uint32_t insert, uint32_t base)
{
    uint32_t mask = ((1u << (width & 31)) - 1) << (offset & 31);

    return (insert << (offset & 31) & mask) | (base & ~mask);
}

/* ------------------------------------------------------------------------------------------------------- double */

uint64_t num_dadd(uint64_t a, uint64_t b);
uint64_t num_dmul(uint64_t a, uint64_t b);
uint64_t num_ddiv(uint64_t a, uint64_t b);
uint64_t num_dfma(uint64_t a, uint64_t b, uint64_t c);

static inline uint64_t num_drcp(uint64_t a)
{
    return num_ddiv(NUM_DONE, a);
}

static inline int num_dis_nan(uint64_t a)
{
    return (a & ~NUM_DSIGN) > NUM_DINF;
}

static inline uint64_t num_dcanon(uint64_t a)
{
    return num_dis_nan(a) ? NUM_DNAN : a;
}

static inline uint64_t num_dabs(uint64_t a)
{
    return a & ~NUM_DSIGN;
}

static inline uint64_t num_dneg(uint64_t a)
{
    return a ^ NUM_DSIGN;
}

/* Orders doubles that are not NaN as integers, both zeros alike: a compare instruction could see denormals as zero. */
static inline int64_t num_dorder(uint64_t a)
{
    return a & NUM_DSIGN ? -(int64_t)num_dabs(a) : (int64_t)a;
}

static inline int num_dordered(uint64_t a, uint64_t b)
{
    return !num_dis_nan(a) && !num_dis_nan(b);
}

static inline uint64_t num_dmin(uint64_t a, uint64_t b)
{
    if (!num_dordered(a, b))
        return num_dis_nan(b) ? num_dcanon(a) : b;
    return num_dorder(a) < num_dorder(b) ? a : b;
}

static inline uint64_t num_dmax(uint64_t a, uint64_t b)
{
    if (!num_dordered(a, b))
        return num_dis_nan(b) ? num_dcanon(a) : b;
    return num_dorder(a) > num_dorder(b) ? a : b;
}

static inline uint64_t num_dsaturate(uint64_t a)
{
    if (num_dis_nan(a) || num_dorder(a) <= 0)
        return 0;
    return a > NUM_DONE ? NUM_DONE : a;
}

static inline uint32_t num_deq(uint64_t a, uint64_t b)
{
    return num_mask(num_dordered(a, b) && num_dorder(a) == num_dorder(b));
}

static inline uint32_t num_dne(uint64_t a, uint64_t b)
{
    return ~num_deq(a, b);
}

static inline uint32_t num_dlt(uint64_t a, uint64_t b)
{
    return num_mask(num_dordered(a, b) && num_dorder(a) < num_dorder(b));
}

static inline uint32_t num_dge(uint64_t a, uint64_t b)
{
    return num_mask(num_dordered(a, b) && num_dorder(a) >= num_dorder(b));
}

/* The float side of both conversions follows the float rules: denormals become zeros. */
static inline uint32_t num_dtof(uint64_t a)
{
    return num_narrow(num_double(a));
}

static inline uint64_t num_ftod(uint32_t a)
{
    return num_dcanon(num_dbits((double)num_float(num_flush(a))));
}

static inline uint32_t num_dtoi(uint64_t a)
{
    double d = num_double(a);

    if (num_dis_nan(a))
        return 0;
    if (d >= 0x1p31)
        return 0x7FFFFFFFu;
    return d > -0x1p31 ? (uint32_t)(int32_t)d : 0x80000000u;
}

static inline uint32_t num_dtou(uint64_t a)
{
    double d = num_double(a);

    if (!(d > 0))
        return 0;
    return d < 0x1p32 ? (uint32_t)d : 0xFFFFFFFFu;
}

static inline uint64_t num_itod(uint32_t a)
{
    return num_dbits((double)(int32_t)a);
}

static inline uint64_t num_utod(uint32_t a)
{
    return num_dbits((double)a);
}

#endif
