/* The float and integer rules of number.h: the tables of the specification, and independent arithmetic (MPFR at 24 bits
 * with an unbounded exponent, 64-bit integers, bit loops) over nasty and random operands. Every float operation runs
 * with the processor's flush mode off and on: both have to give the same bits. On x86 the hardware's own operations
 * under FTZ and DAZ are a third opinion. */
#include "number_cases.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

#include "number.h"

/* ------------------------------------------------------------------------------------------------------- oracles */

/* Arithmetic in MPFR: operands with denormals taken as zeros; the result of one rounding to 24 bits. */
static void operand(mpfr_t r, uint32_t a)
{
    float f;

    memcpy(&f, &a, sizeof f);
    mpfr_set_flt(r, fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f, MPFR_RNDN);
}

static uint32_t result(mpfr_t r)
{
    float f;
    uint32_t a;

    if (mpfr_nan_p(r))
        return 0x7FC00000;
    if (mpfr_regular_p(r) && mpfr_get_exp(r) <= -126)     /* MPFR's significands lie in [1/2, 1) */
        mpfr_set_zero(r, mpfr_signbit(r) ? -1 : 1);
    f = mpfr_get_flt(r, MPFR_RNDN);
    memcpy(&a, &f, sizeof a);
    return a;
}

static mpfr_t x, y, z;

static uint32_t want_add(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    operand(y, b);
    mpfr_add(z, x, y, MPFR_RNDN);
    return result(z);
}

static uint32_t want_mul(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    operand(y, b);
    mpfr_mul(z, x, y, MPFR_RNDN);
    return result(z);
}

static uint32_t want_div(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    operand(y, b);
    mpfr_div(z, x, y, MPFR_RNDN);
    return result(z);
}

static uint32_t want_mad(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    operand(y, b);
    operand(z, c);
    mpfr_fma(z, x, y, z, MPFR_RNDN);
    return result(z);
}

static uint32_t want_sqrt(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    mpfr_sqrt(z, x, MPFR_RNDN);
    return result(z);
}

static uint32_t want_rcp(uint32_t a, uint32_t b, uint32_t c)
{
    return want_div(0x3F800000, a, 0);
}

static uint32_t want_rsq(uint32_t a, uint32_t b, uint32_t c)
{
    return want_div(0x3F800000, want_sqrt(a, 0, 0), 0);
}

static uint32_t want_round_ne(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    mpfr_rint(z, x, MPFR_RNDN);
    return result(z);
}

static uint32_t want_round_ni(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    mpfr_floor(z, x);
    return result(z);
}

static uint32_t want_round_pi(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    mpfr_ceil(z, x);
    return result(z);
}

static uint32_t want_round_z(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    mpfr_trunc(z, x);
    return result(z);
}

static uint32_t want_frc(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    mpfr_floor(y, x);
    mpfr_sub(z, x, y, MPFR_RNDN);
    return result(z) == 0x3F800000 ? 0x3F7FFFFF : result(z);
}

/* Order by value: NaN has no place, zeros and denormals share one. */
static int compare(uint32_t a, uint32_t b)
{
    operand(x, a);
    operand(y, b);
    return mpfr_unordered_p(x, y) ? 2 : (mpfr_cmp(x, y) > 0) - (mpfr_cmp(x, y) < 0);
}

static uint32_t flushed(uint32_t a)
{
    operand(x, a);
    return result(x);
}

static uint32_t want_min(uint32_t a, uint32_t b, uint32_t c)
{
    if (compare(a, b) == 2)
        return compare(a, a) == 0 ? flushed(a) : flushed(b);
    return compare(a, b) < 0 ? flushed(a) : flushed(b);
}

static uint32_t want_max(uint32_t a, uint32_t b, uint32_t c)
{
    if (compare(a, b) == 2)
        return compare(a, a) == 0 ? flushed(a) : flushed(b);
    return compare(a, b) > 0 ? flushed(a) : flushed(b);
}

static uint32_t want_eq(uint32_t a, uint32_t b, uint32_t c)
{
    return compare(a, b) == 0 ? ~0u : 0;
}

static uint32_t want_ne(uint32_t a, uint32_t b, uint32_t c)
{
    return compare(a, b) == 0 ? 0 : ~0u;
}

static uint32_t want_lt(uint32_t a, uint32_t b, uint32_t c)
{
    return compare(a, b) == -1 ? ~0u : 0;
}

static uint32_t want_ge(uint32_t a, uint32_t b, uint32_t c)
{
    return compare(a, b) == 0 || compare(a, b) == 1 ? ~0u : 0;
}

static uint32_t want_saturate(uint32_t a, uint32_t b, uint32_t c)
{
    if (compare(a, 0) != 1)
        return 0;
    return compare(a, 0x3F800000) == 1 ? 0x3F800000 : a;
}

static uint32_t want_ftoi(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    if (mpfr_nan_p(x))
        return 0;
    if (mpfr_cmp_si(x, INT32_MAX) > 0)
        return 0x7FFFFFFF;
    return mpfr_cmp_si(x, INT32_MIN) < 0 ? 0x80000000u : (uint32_t)mpfr_get_si(x, MPFR_RNDZ);
}

static uint32_t want_ftou(uint32_t a, uint32_t b, uint32_t c)
{
    operand(x, a);
    if (mpfr_nan_p(x) || mpfr_cmp_ui(x, 0) <= 0)
        return 0;
    return mpfr_cmp_ui(x, UINT32_MAX) > 0 ? UINT32_MAX : (uint32_t)mpfr_get_ui(x, MPFR_RNDZ);
}

static uint32_t want_itof(uint32_t a, uint32_t b, uint32_t c)
{
    mpfr_set_si(x, (int32_t)a, MPFR_RNDN);
    return result(x);
}

static uint32_t want_utof(uint32_t a, uint32_t b, uint32_t c)
{
    mpfr_set_ui(x, a, MPFR_RNDN);
    return result(x);
}

/* Finds the largest half not above |a| among all of them by bisection; halves are ordered like their bits. */
static double half_value(uint32_t h)
{
    int exponent = h >> 10 & 31;

    return exponent ? ldexp(1024 + (h & 1023), exponent - 25) : ldexp(h & 1023, -24);
}

static uint32_t want_f32tof16(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sign = a >> 16 & 0x8000, low = 0, high = 0x7C00, fraction = a & 0x7FFFFF;
    float f;

    operand(x, a);
    if (mpfr_nan_p(x))
        return sign | 0x7E00 | ((fraction | fraction >> 3 | fraction >> 13) & 0x3FF);
    if (mpfr_inf_p(x))
        return sign | 0x7C00;
    f = fabsf(mpfr_get_flt(x, MPFR_RNDN));
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (half_value(middle) <= f)
            low = middle;
        else
            high = middle;
    }
    return sign | low;
}

/* ---------------------------------------------------------------------------------------------------- operations */

#define UNARY(op)   static uint32_t do_##op(uint32_t a, uint32_t b, uint32_t c) { return num_##op(a); }
#define BINARY(op)  static uint32_t do_##op(uint32_t a, uint32_t b, uint32_t c) { return num_##op(a, b); }
#define TERNARY(op) static uint32_t do_##op(uint32_t a, uint32_t b, uint32_t c) { return num_##op(a, b, c); }

#define FLOAT_OPS(UNARY, BINARY, TERNARY) \
    BINARY(add) BINARY(mul) BINARY(div) TERNARY(mad) UNARY(sqrt) UNARY(rcp) UNARY(rsq) BINARY(min) BINARY(max) \
    BINARY(eq) BINARY(ne) BINARY(lt) BINARY(ge) UNARY(frc) UNARY(round_ne) UNARY(round_ni) UNARY(round_pi) \
    UNARY(round_z) UNARY(saturate) UNARY(ftoi) UNARY(ftou) UNARY(itof) UNARY(utof) UNARY(f32tof16)

FLOAT_OPS(UNARY, BINARY, TERNARY)

typedef uint32_t function3(uint32_t a, uint32_t b, uint32_t c);
struct float_op {
    const char *name;
    int operands;
    function3 *got, *want;
};

#define ROW1(op) { #op, 1, do_##op, want_##op },
#define ROW2(op) { #op, 2, do_##op, want_##op },
#define ROW3(op) { #op, 3, do_##op, want_##op },
static const struct float_op float_ops[] = { FLOAT_OPS(ROW1, ROW2, ROW3) };

static void check(const char *name, uint32_t a, uint32_t b, uint32_t c, uint32_t got, uint32_t want, const char *how)
{
    if (got != want)
        fail_msg("%s(%08x, %08x, %08x) = %08x, want %08x (%s)", name, a, b, c, got, want, how);
}

/* The mode is switched around calls through a pointer, which no compiler moves arithmetic across. */
static void check_op(const struct float_op *op, uint32_t a, uint32_t b, uint32_t c)
{
    function3 *volatile got = op->got;
    uint32_t want = op->want(a, b, c), plain = got(a, b, c), flushing;

    check(op->name, a, b, c, plain, want, "denormals on");
    mode_flush(1);
    flushing = got(a, b, c);
    mode_flush(0);
    check(op->name, a, b, c, flushing, want, "flush mode");
}

static void test_float_nasty(void **state)
{
    for (const struct float_op *op = float_ops; op < float_ops + COUNT(float_ops); op++) {
        size_t nb = op->operands > 1 ? NASTY_COUNT : 1, nc = op->operands > 2 ? NASTY_COUNT : 1;
        for (size_t i = 0; i < NASTY_COUNT; i++)
            for (size_t j = 0; j < nb; j++)
                for (size_t k = 0; k < nc; k += 3)
                    check_op(op, nasty_at(i), nasty_at(j), nasty_at((k + i + j) % NASTY_COUNT));
    }
}

static void test_float_random(void **state)
{
    uint64_t seed = 1;

    for (const struct float_op *op = float_ops; op < float_ops + COUNT(float_ops); op++)
        for (int i = 0; i < 60000; i++) {
            uint64_t bits = random_next(&seed);
            check_op(op, (uint32_t)bits, (uint32_t)(bits >> 32), (uint32_t)random_next(&seed));
            check_op(op, random_float(&seed, 100, 160), random_float(&seed, 100, 160), random_float(&seed, 80, 180));
        }
}

/* Results around 2^-126 and sums that nearly cancel: where flushing and double rounding could go wrong. */
static void test_float_edges(void **state)
{
    uint64_t seed = 2;

    for (int i = 0; i < 100000; i++) {
        uint32_t a = random_float(&seed, 1, 126), b, c, p;
        int exponent = a >> 23 & 0xFF;
        b = random_float(&seed, 126 - exponent, 130 - exponent > 0 ? 130 - exponent : 0);
        check_op(&float_ops[1], a, b, 0);
        check_op(&float_ops[3], a, b, random_float(&seed, 0, 4));
        c = random_float(&seed, 1, 200);
        b = random_float(&seed, (int)(c >> 23 & 0xFF) + 124, (int)(c >> 23 & 0xFF) + 129);
        if ((c >> 23 & 0xFF) < 120)
            check_op(&float_ops[2], c, b, 0);
        a = random_float(&seed, 60, 190);
        b = random_float(&seed, 60, 190);
        p = num_neg(num_mul(a, b));
        check_op(&float_ops[3], a, b, p);
        check_op(&float_ops[3], a, b, p + (uint32_t)random_next(&seed) % 5 - 2);
        check_op(&float_ops[3], a, b, (p & 0xFF800000u) - ((uint32_t)random_next(&seed) % 60 << 23));
    }
}

static void test_dot_products(void **state)
{
    uint64_t seed = 3;

    for (int i = 0; i < 60000; i++) {
        uint32_t a[4], b[4], want;
        for (int k = 0; k < 4; k++) {
            a[k] = i & 1 ? random_float(&seed, 40, 90) : nasty_at(random_next(&seed) % NASTY_COUNT);
            b[k] = i & 1 ? random_float(&seed, 40, 90) : nasty_at(random_next(&seed) % NASTY_COUNT);
        }
        want = want_mad(a[1], b[1], want_mul(a[0], b[0], 0));
        check("dp2", a[0], b[0], a[1], num_dp2(a, b), want, "chain");
        want = want_mad(a[2], b[2], want);
        check("dp3", a[0], b[0], a[1], num_dp3(a, b), want, "chain");
        want = want_mad(a[3], b[3], want);
        check("dp4", a[0], b[0], a[1], num_dp4(a, b), want, "chain");
    }
}

/* ------------------------------------------------------------------------------------------------- x86's opinion */

#if defined(__SSE2__)
static float one(uint32_t a)
{
    return num_float(a);
}

#define HARDWARE(name, expression) \
    static __attribute__((noinline)) uint32_t name(uint32_t a, uint32_t b, uint32_t c) \
    { return num_canon((uint32_t)_mm_cvtsi128_si32(_mm_castps_si128(expression))); }
HARDWARE(hardware_add, _mm_add_ss(_mm_set_ss(one(a)), _mm_set_ss(one(b))))
HARDWARE(hardware_mul, _mm_mul_ss(_mm_set_ss(one(a)), _mm_set_ss(one(b))))
HARDWARE(hardware_div, _mm_div_ss(_mm_set_ss(one(a)), _mm_set_ss(one(b))))
HARDWARE(hardware_sqrt, _mm_sqrt_ss(_mm_set_ss(one(a))))
__attribute__((target("fma")))
HARDWARE(hardware_mad, _mm_fmadd_ss(_mm_set_ss(one(a)), _mm_set_ss(one(b)), _mm_set_ss(one(c))))

static void check_hardware(const char *name, function3 *volatile hardware, function3 *got, uint32_t a, uint32_t b,
                           uint32_t c)
{
    uint32_t want;

    mode_flush(1);
    want = hardware(a, b, c);
    mode_flush(0);
    check(name, a, b, c, got(a, b, c), want, "hardware");
}

static void test_float_hardware(void **state)
{
    int fma = __builtin_cpu_supports("fma");
    uint64_t seed = 4;

    for (int i = 0; i < 4000000; i++) {
        uint32_t a = (uint32_t)random_next(&seed), b = (uint32_t)random_next(&seed), c = (uint32_t)random_next(&seed);
        if (i & 1)
            b = (b & 0x807FFFFFu) | ((126 - (a >> 23)) & 0xFF) << 23;       /* products near 2^-126 */
        if (i & 2)
            c &= 0x83FFFFFFu;
        check_hardware("add", hardware_add, do_add, a, c, 0);
        check_hardware("mul", hardware_mul, do_mul, a, b, 0);
        check_hardware("div", hardware_div, do_div, a, b, 0);
        check_hardware("div", hardware_div, do_div, a, (a & 0x7F800000u) + 0x3F000000u + (b & 0x81FFFFFFu), 0);
        check_hardware("sqrt", hardware_sqrt, do_sqrt, a, 0, 0);
        if (fma)
            check_hardware("mad", hardware_mad, do_mad, a, b, c);
    }
    print_message("compared with the processor: add mul div sqrt%s\n", fma ? " mad" : "");
}
#endif

/* ----------------------------------------------------------------------------------- the specification's own tables */

#define SAME(expression, want) check(#expression, 0, 0, 0, expression, want, "table")
#define DENORM 0x00000001u
#define NAN_ 0x7FC00000u
#define INF_ 0x7F800000u
#define NINF 0xFF800000u
#define ONE 0x3F800000u
#define NZERO 0x80000000u

/* numeric.md section 4, with NaN as this project has it. Literal operands let the compiler fold what it can. */
static void test_folder_values(void **state)
{
    SAME(num_f32tof16(0x3F801001), 0x3C00);
    SAME(num_f32tof16(0x3F803001), 0x3C01);
    SAME(num_f32tof16(0x477FEFFF), 0x7BFF);
    SAME(num_f32tof16(0x477FF000), 0x7BFF);
    SAME(num_f32tof16(0x47800000), 0x7BFF);
    SAME(num_f32tof16(0x7F800000), 0x7C00);
    SAME(num_f32tof16(0xFF800000), 0xFC00);
    SAME(num_f32tof16(0x387FE000), 0x03FF);
    SAME(num_f32tof16(0x33000001), 0x0000);
    /* NaN payloads: asked of Microsoft's compiler */
    SAME(num_f32tof16(0x7F800001), 0x7E01);
    SAME(num_f32tof16(0x7F800002), 0x7E02);
    SAME(num_f32tof16(0x7F801FFF), 0x7FFF);
    SAME(num_f32tof16(0x7F802000), 0x7E01);
    SAME(num_f32tof16(0xFFABCDEF), 0xFFFF);
    SAME(num_f32tof16(0x7FC00000), 0x7E00);
    SAME(num_f32tof16(0x7F804000), 0x7E02);
    SAME(num_f32tof16(0x7FA00000), 0x7F00);
    SAME(num_f32tof16(0x7F800200), 0x7E40);
    SAME(num_f32tof16(0x7F800400), 0x7E80);
    SAME(num_f32tof16(0x7F900000), 0x7E80);
    SAME(num_f16tof32(0x0001), 0x33800000);
    SAME(num_f16tof32(0x03FF), 0x387FC000);
    SAME(num_f16tof32(0x7BFF), 0x477FE000);
    SAME(num_f16tof32(0x7C01), 0x7F802000);
    SAME(num_f16tof32(0x8001), 0xB3800000);
    SAME(num_f16tof32(0x12343C00), 0x3F800000);
    SAME(num_ftoi(0x501502F9), 0x7FFFFFFF);     /* 1e10 */
    SAME(num_ftou(0x501502F9), 0xFFFFFFFF);
    SAME(num_ftoi(0xD01502F9), 0x80000000);
    SAME(num_ftou(0xD01502F9), 0);
    SAME(num_ftoi(NAN_), 0);
    SAME(num_ftou(NAN_), 0);
    SAME(num_ftoi(INF_), 0x7FFFFFFF);
    SAME(num_ftoi(NINF), 0x80000000);
    SAME(num_ftoi(0xC039999A), 0xFFFFFFFE);     /* -2.9 */
    SAME(num_ftoi(0xBF000000), 0);
    SAME(num_ftou(0xBF000000), 0);
    SAME(num_utof(16777217), 0x4B800000);
    SAME(num_utof(0x80000080), 0x4F000000);
    SAME(num_utof(0x80000081), 0x4F000001);
    SAME(num_utof(0xFFFFFFFF), 0x4F800000);
    SAME(num_ishl(1, 33), 2);
    SAME(num_ishl(1, 32), 1);
    SAME(num_ishr(0x80000000, 33), 0xC0000000);
    SAME(num_min(NAN_, ONE), ONE);
    SAME(num_max(NAN_, ONE), ONE);
    SAME(num_saturate(NAN_), 0);
    SAME(num_div(0, 0), NAN_);
    SAME(num_add(INF_, NINF), NAN_);
    SAME(num_mul(0, INF_), NAN_);
    SAME(num_sqrt(0xBF800000), NAN_);
    SAME(num_log(0xBF800000), NAN_);
    SAME(num_rsq(0xBF800000), NAN_);
    SAME(num_sin(INF_), NAN_);
    SAME(num_log(0), NINF);
    SAME(num_log(NZERO), NINF);
    SAME(num_rsq(NZERO), NINF);
    SAME(num_exp(0xC2FD0000), 0);               /* -126.5 */
    SAME(num_exp(0x43000000), INF_);
    SAME(num_rcp(0x7E967699), 0);               /* 1e38 */
    SAME(num_rcp(0x40400000), 0x3EAAAAAB);
    SAME(num_mul(DENORM, 0x40000000), 0);
    SAME(num_add(DENORM, 0), 0);
    SAME(num_eq(DENORM, 0), 0xFFFFFFFF);
    SAME(num_sin(ONE), 0x3F576AA4);
    SAME(num_cos(ONE), 0x3F0A5140);
    SAME(num_div(ONE, 0x40400000), 0x3EAAAAAB);
    SAME(num_msad(0x01020304, 0x05060708, 0), 0x10);
    SAME(num_bfrev(0x12345678), 0x1E6A2C48);
}

/* instructions.md section 3, the contract's own examples, and identities that compilers like to fold. */
static void test_special_values(void **state)
{
    SAME(num_mul(0x20000400, 0x1FFFF800), 0x00800000);  /* (1 + 2^-13) * (1 - 2^-13) * 2^-126, after rounding */
    SAME(num_mul(0x23F80000, 0x1C042108), 0x00800000);  /* (1 - 2^-25) * 2^-126, a tie that rounds to even */
    SAME(num_mul(0x20000800, 0x1FFFF000), 0);           /* (1 - 2^-24) * 2^-126 needs no rounding: tiny */
    SAME(num_mul(0x00FFFFFF, 0x3F000000), 0);
    SAME(num_mul(0x3F800000, 0x807FFFFF), NZERO);
    SAME(num_mul(0x807FFFFF, 0x3F800000), NZERO);
    SAME(num_div(0x807FFFFF, 0x3F800000), NZERO);
    SAME(num_add(0x807FFFFF, NZERO), NZERO);
    SAME(num_add(0x807FFFFF, 0), 0);
    SAME(num_mad(0x007FFFFF, 0x3F800000, NZERO), 0);
    SAME(num_mad(0x3F800000, 0x007FFFFF, 0x807FFFFF), 0);
    SAME(num_mad(0, 0x3F800000, 0x007FFFFF), 0);
    SAME(num_add(NZERO, NZERO), NZERO);
    SAME(num_add(NZERO, 0), 0);
    SAME(num_add(0xFFC12345, ONE), NAN_);
    SAME(num_mul(0x7F800001, ONE), NAN_);
    SAME(num_div(ONE, NZERO), NINF);
    SAME(num_div(NINF, NINF), NAN_);
    SAME(num_div(INF_, 0x7F000000), INF_);
    SAME(num_div(ONE, NINF), NZERO);
    SAME(num_mad(0x7F7FFFFF, 0x7F7FFFFF, NINF), NINF);
    SAME(num_mad(0x7F7FFFFF, 0x40000000, 0xFF7FFFFF), 0x7F7FFFFF);
    SAME(num_min(NZERO, 0), 0);
    SAME(num_min(0, NZERO), NZERO);
    SAME(num_max(NZERO, 0), 0);
    SAME(num_max(0, NZERO), NZERO);
    SAME(num_min(0x807FFFFF, ONE), NZERO);
    SAME(num_max(0xFFC00001, 0x7F800001), NAN_);
    SAME(num_rcp(0x80000001), NINF);
    SAME(num_rcp(NINF), NZERO);
    SAME(num_rcp(0x7E800000), 0x00800000);
    SAME(num_rcp(0x7E800001), 0);
    SAME(num_sqrt(0x80000001), NZERO);
    SAME(num_sqrt(INF_), INF_);
    SAME(num_rsq(DENORM), INF_);
    SAME(num_rsq(INF_), 0);
    SAME(num_frc(NZERO), 0);
    SAME(num_frc(0x80000001), 0);
    SAME(num_frc(INF_), NAN_);
    SAME(num_frc(0xAEDBE6FF), 0x3F7FFFFF);      /* -1e-10 */
    SAME(num_frc(0xBE800000), 0x3F400000);
    SAME(num_round_ne(0xBE99999A), NZERO);      /* -0.3 */
    SAME(num_round_ne(0x3F000000), 0);
    SAME(num_round_ne(0x40200000), 0x40000000);
    SAME(num_round_ne(NINF), NINF);
    SAME(num_round_ni(0xBF000000), 0xBF800000);
    SAME(num_round_ni(0x80000001), NZERO);
    SAME(num_round_pi(0xBF000000), NZERO);
    SAME(num_round_pi(DENORM), 0);
    SAME(num_round_z(0xBF000000), NZERO);
    SAME(num_round_z(0xFF800001), NAN_);
    SAME(num_saturate(NZERO), 0);
    SAME(num_saturate(0x007FFFFF), 0);
    SAME(num_saturate(INF_), ONE);
    SAME(num_abs(0xFF800001), 0x7F800001);
    SAME(num_neg(DENORM), 0x80000001);
}

static void test_half_to_float(void **state)
{
    for (uint32_t h = 0; h < 0x10000; h++) {
        uint32_t got = num_f16tof32(h | 0xABCD0000u), want;
        if ((h & 0x7C00) == 0x7C00)
            want = (h & 0x8000) << 16 | 0x7F800000 | (h & 0x3FF) << 13;
        else
            want = num_bits((float)half_value(h & 0x7FFF)) | (h & 0x8000) << 16;
        check("f16tof32", h, 0, 0, got, want, "value");
        if ((h & 0x7C00) != 0x7C00)
            check("f32tof16", got, 0, 0, num_f32tof16(got), h, "round trip");
    }
}

/* ------------------------------------------------------------------------------------------------------- integers */

static void check_field_ops(uint32_t w, uint32_t o, uint32_t v, uint32_t base)
{
    uint32_t width = w % 32, offset = o % 32, unsigned_field = 0, inserted = base, sign = 0;

    for (uint32_t i = 0; i < width; i++) {
        if (offset + i < 32) {
            sign = v >> (offset + i) & 1;
            unsigned_field |= sign << i;
            inserted = (inserted & ~(1u << (offset + i))) | (v >> i & 1) << (offset + i);
        }
    }
    check("ubfe", w, o, v, num_ubfe(w, o, v), unsigned_field, "bit loop");
    check("bfi", w, o, v, num_bfi(w, o, v, base), inserted, "bit loop");
    for (uint32_t i = width + offset < 32 ? width : 32 - offset; width && i < 32; i++)
        unsigned_field |= sign << i;
    check("ibfe", w, o, v, num_ibfe(w, o, v), unsigned_field, "bit loop");
}

static void check_bit_ops(uint32_t a)
{
    uint32_t ones = 0, reversed = 0, lowest = ~0u, highest = ~0u, sign_run = ~0u;

    for (uint32_t i = 0; i < 32; i++) {
        uint32_t bit = a >> i & 1;
        ones += bit;
        reversed |= bit << (31 - i);
        if (bit && lowest == ~0u)
            lowest = i;
        if (bit)
            highest = 31 - i;
        if (bit != a >> 31)
            sign_run = 31 - i;
    }
    check("countbits", a, 0, 0, num_countbits(a), ones, "bit loop");
    check("bfrev", a, 0, 0, num_bfrev(a), reversed, "bit loop");
    check("firstbit_lo", a, 0, 0, num_firstbit_lo(a), lowest, "bit loop");
    check("firstbit_hi", a, 0, 0, num_firstbit_hi(a), highest, "bit loop");
    check("firstbit_shi", a, 0, 0, num_firstbit_shi(a), sign_run, "bit loop");
}

static void check_arithmetic(uint32_t a, uint32_t b, uint32_t c)
{
    int64_t ia = (int32_t)a, ib = (int32_t)b, product = ia * ib;
    uint64_t ua = a, ub = b, distance = c;
    unsigned char ra[4], rb[4];

    check("iadd", a, b, 0, num_iadd(a, b), (uint32_t)(ia + ib), "64 bits");
    check("ineg", a, 0, 0, num_ineg(a), (uint32_t)-ia, "64 bits");
    check("imul_hi", a, b, 0, num_imul_hi(a, b), (uint32_t)((uint64_t)product >> 32), "64 bits");
    check("imul_lo", a, b, 0, num_imul_lo(a, b), (uint32_t)product, "64 bits");
    check("umul_hi", a, b, 0, num_umul_hi(a, b), (uint32_t)(ua * ub >> 32), "64 bits");
    check("umul_lo", a, b, 0, num_umul_lo(a, b), (uint32_t)(ua * ub), "64 bits");
    check("imad", a, b, c, num_imad(a, b, c), (uint32_t)(product + c), "64 bits");
    check("umad", a, b, c, num_umad(a, b, c), (uint32_t)(ua * ub + c), "64 bits");
    check("imin", a, b, 0, num_imin(a, b), (uint32_t)(ia < ib ? ia : ib), "64 bits");
    check("imax", a, b, 0, num_imax(a, b), (uint32_t)(ia < ib ? ib : ia), "64 bits");
    check("umin", a, b, 0, num_umin(a, b), (uint32_t)(ua < ub ? ua : ub), "64 bits");
    check("umax", a, b, 0, num_umax(a, b), (uint32_t)(ua < ub ? ub : ua), "64 bits");
    check("udiv", a, b, 0, num_udiv(a, b), b ? (uint32_t)(ua / ub) : ~0u, "64 bits");
    check("urem", a, b, 0, num_urem(a, b), b ? (uint32_t)(ua - ua / ub * ub) : ~0u, "64 bits");
    check("ieq", a, b, 0, num_ieq(a, b), ia - ib == 0 ? ~0u : 0, "64 bits");
    check("ine", a, b, 0, num_ine(a, b), ia - ib == 0 ? 0 : ~0u, "64 bits");
    check("ilt", a, b, 0, num_ilt(a, b), ia - ib < 0 ? ~0u : 0, "64 bits");
    check("ige", a, b, 0, num_ige(a, b), ia - ib < 0 ? 0 : ~0u, "64 bits");
    check("ult", a, b, 0, num_ult(a, b), ua < ub ? ~0u : 0, "64 bits");
    check("uge", a, b, 0, num_uge(a, b), ua < ub ? 0 : ~0u, "64 bits");
    check("uaddc_sum", a, b, 0, num_uaddc_sum(a, b), (uint32_t)(ua + ub), "64 bits");
    check("uaddc_carry", a, b, 0, num_uaddc_carry(a, b), (uint32_t)((ua + ub) >> 32), "64 bits");
    check("usubb_diff", a, b, 0, num_usubb_diff(a, b), (uint32_t)(ua - ub), "64 bits");
    check("usubb_borrow", a, b, 0, num_usubb_borrow(a, b), (uint32_t)((ua - ub) >> 63), "64 bits");
    check("ishl", a, b, 0, num_ishl(a, b), (uint32_t)(ua << b % 32), "64 bits");
    check("ushr", a, b, 0, num_ushr(a, b), (uint32_t)(ua >> b % 32), "64 bits");
    check("ishr", a, b, 0, num_ishr(a, b), (uint32_t)(ia >> b % 32), "64 bits");
    check("and or", a, b, 0, num_and(a, b) + num_or(a, b), a + b, "sum");
    check("xor not", a, b, 0, num_xor(a, num_not(b)), ~num_xor(a, b), "rule");
    memcpy(ra, &a, 4);
    memcpy(rb, &b, 4);
    for (int i = 0; i < 4; i++)
        distance += ra[i] ? (uint64_t)abs(ra[i] - rb[i]) : 0;
    check("msad", a, b, c, num_msad(a, b, c), distance > UINT32_MAX ? UINT32_MAX : (uint32_t)distance, "bytes");
}

static void test_integers(void **state)
{
    static const uint32_t odd[] = { 0, 1, 2, 3, 31, 32, 33, 63, 0xFF, 0x100, 0x00FF00FF, 0x55555555, 0x7FFFFFFF,
                                    0x80000000, 0x80000001, 0xAAAAAAAA, 0xFFFF0000, 0xFFFFFFFE, 0xFFFFFFFF };
    uint64_t seed = 5;

    for (size_t i = 0; i < COUNT(odd); i++)
        for (size_t j = 0; j < COUNT(odd); j++)
            for (size_t k = 0; k < COUNT(odd); k++)
                check_arithmetic(odd[i], odd[j], odd[k]);
    for (int i = 0; i < 100000; i++) {
        uint32_t a = (uint32_t)random_next(&seed), b = (uint32_t)random_next(&seed), c = (uint32_t)random_next(&seed);
        check_arithmetic(a >> (c & 31), b >> (c >> 5 & 31), c);
        check_bit_ops(a >> (c & 31));
        check_bit_ops(~(a >> (c & 31)));
    }
    for (size_t i = 0; i < COUNT(odd); i++)
        check_bit_ops(odd[i]);
    for (uint32_t w = 0; w < 66; w++)
        for (uint32_t o = 0; o < 66; o++)
            for (int i = 0; i < 6; i++)
                check_field_ops(w, o | (i & 1 ? 0x40 : 0), (uint32_t)random_next(&seed), (uint32_t)random_next(&seed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folder_values),
        cmocka_unit_test(test_special_values),
        cmocka_unit_test(test_float_nasty),
        cmocka_unit_test(test_float_random),
        cmocka_unit_test(test_float_edges),
        cmocka_unit_test(test_dot_products),
#if defined(__SSE2__)
        cmocka_unit_test(test_float_hardware),
#endif
        cmocka_unit_test(test_half_to_float),
        cmocka_unit_test(test_integers),
    };
    int failed;

    mpfr_inits2(24, x, y, z, (mpfr_ptr)NULL);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clears(x, y, z, (mpfr_ptr)NULL);
    mpfr_free_cache();
    return failed;
}
