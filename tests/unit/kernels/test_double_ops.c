/* The double rules against MPFR, which rounds to 53 bits with IEEE's exponent range and its gradual underflow: nasty and
 * random operands, many of them with results in or around the denormals, with the processor's flush mode off and on. */
#include "number_cases.h"

#include <math.h>
#include <mpfr.h>
#include <string.h>

#include "number.h"

static mpfr_t x, y, z;

static void operand(mpfr_t r, uint64_t a)
{
    double d;

    memcpy(&d, &a, sizeof d);
    mpfr_set_d(r, d, MPFR_RNDN);
}

static uint64_t result(mpfr_t r, int ternary)
{
    double d;
    uint64_t a;

    ternary = mpfr_check_range(r, ternary, MPFR_RNDN);
    mpfr_subnormalize(r, ternary, MPFR_RNDN);
    d = mpfr_get_d(r, MPFR_RNDN);
    memcpy(&a, &d, sizeof a);
    return mpfr_nan_p(r) ? UINT64_C(0x7FF8000000000000) : a;
}

static uint64_t want_dadd(uint64_t a, uint64_t b, uint64_t c)
{
    operand(x, a);
    operand(y, b);
    return result(z, mpfr_add(z, x, y, MPFR_RNDN));
}

static uint64_t want_dmul(uint64_t a, uint64_t b, uint64_t c)
{
    operand(x, a);
    operand(y, b);
    return result(z, mpfr_mul(z, x, y, MPFR_RNDN));
}

static uint64_t want_ddiv(uint64_t a, uint64_t b, uint64_t c)
{
    operand(x, a);
    operand(y, b);
    return result(z, mpfr_div(z, x, y, MPFR_RNDN));
}

static uint64_t want_dfma(uint64_t a, uint64_t b, uint64_t c)
{
    operand(x, a);
    operand(y, b);
    operand(z, c);
    return result(z, mpfr_fma(z, x, y, z, MPFR_RNDN));
}

static uint64_t want_drcp(uint64_t a, uint64_t b, uint64_t c)
{
    operand(x, a);
    return result(z, mpfr_ui_div(z, 1, x, MPFR_RNDN));
}

static int compare(uint64_t a, uint64_t b)
{
    operand(x, a);
    operand(y, b);
    return mpfr_unordered_p(x, y) ? 2 : (mpfr_cmp(x, y) > 0) - (mpfr_cmp(x, y) < 0);
}

static uint64_t canonical(uint64_t a)
{
    return compare(a, a) == 2 ? UINT64_C(0x7FF8000000000000) : a;
}

static uint64_t want_dmin(uint64_t a, uint64_t b, uint64_t c)
{
    if (compare(a, b) == 2)
        return compare(a, a) == 0 ? a : canonical(b);
    return compare(a, b) < 0 ? a : b;
}

static uint64_t want_dmax(uint64_t a, uint64_t b, uint64_t c)
{
    if (compare(a, b) == 2)
        return compare(a, a) == 0 ? a : canonical(b);
    return compare(a, b) > 0 ? a : b;
}

static uint64_t want_deq(uint64_t a, uint64_t b, uint64_t c)
{
    return compare(a, b) == 0 ? 0xFFFFFFFF : 0;
}

static uint64_t want_dne(uint64_t a, uint64_t b, uint64_t c)
{
    return compare(a, b) == 0 ? 0 : 0xFFFFFFFF;
}

static uint64_t want_dlt(uint64_t a, uint64_t b, uint64_t c)
{
    return compare(a, b) == -1 ? 0xFFFFFFFF : 0;
}

static uint64_t want_dge(uint64_t a, uint64_t b, uint64_t c)
{
    return compare(a, b) == 0 || compare(a, b) == 1 ? 0xFFFFFFFF : 0;
}

static uint64_t want_dsaturate(uint64_t a, uint64_t b, uint64_t c)
{
    if (compare(a, 0) != 1)
        return 0;
    return compare(a, UINT64_C(0x3FF0000000000000)) == 1 ? UINT64_C(0x3FF0000000000000) : a;
}

/* To float by MPFR at 24 bits with an unbounded exponent: tiny after rounding means zero. */
static uint64_t want_dtof(uint64_t a, uint64_t b, uint64_t c)
{
    mpfr_t f;
    float value;
    uint32_t bits;

    operand(x, a);
    mpfr_init2(f, 24);
    mpfr_set(f, x, MPFR_RNDN);
    if (mpfr_regular_p(f) && mpfr_get_exp(f) <= -126)
        mpfr_set_zero(f, mpfr_signbit(f) ? -1 : 1);
    value = mpfr_get_flt(f, MPFR_RNDN);
    memcpy(&bits, &value, sizeof bits);
    bits = mpfr_nan_p(f) ? 0x7FC00000 : bits;
    mpfr_clear(f);
    return bits;
}

static uint64_t want_ftod(uint64_t a, uint64_t b, uint64_t c)
{
    uint32_t bits = (uint32_t)a;
    float f;

    memcpy(&f, &bits, sizeof f);
    mpfr_set_flt(x, fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f, MPFR_RNDN);
    return result(x, 0);
}

static uint64_t want_dtoi(uint64_t a, uint64_t b, uint64_t c)
{
    operand(x, a);
    if (mpfr_nan_p(x))
        return 0;
    if (mpfr_cmp_si(x, INT32_MAX) > 0)
        return 0x7FFFFFFF;
    return mpfr_cmp_si(x, INT32_MIN) < 0 ? 0x80000000u : (uint32_t)mpfr_get_si(x, MPFR_RNDZ);
}

static uint64_t want_dtou(uint64_t a, uint64_t b, uint64_t c)
{
    operand(x, a);
    if (mpfr_nan_p(x) || mpfr_cmp_ui(x, 0) <= 0)
        return 0;
    return mpfr_cmp_ui(x, UINT32_MAX) > 0 ? UINT32_MAX : (uint32_t)mpfr_get_ui(x, MPFR_RNDZ);
}

static uint64_t want_itod(uint64_t a, uint64_t b, uint64_t c)
{
    mpfr_set_si(x, (int32_t)a, MPFR_RNDN);
    return result(x, 0);
}

static uint64_t want_utod(uint64_t a, uint64_t b, uint64_t c)
{
    mpfr_set_ui(x, (uint32_t)a, MPFR_RNDN);
    return result(x, 0);
}

/* ---------------------------------------------------------------------------------------------------- operations */

#define UNARY(op)   static uint64_t do_##op(uint64_t a, uint64_t b, uint64_t c) { return num_##op(a); }
#define NARROW(op)  static uint64_t do_##op(uint64_t a, uint64_t b, uint64_t c) { return num_##op((uint32_t)a); }
#define BINARY(op)  static uint64_t do_##op(uint64_t a, uint64_t b, uint64_t c) { return num_##op(a, b); }
#define TERNARY(op) static uint64_t do_##op(uint64_t a, uint64_t b, uint64_t c) { return num_##op(a, b, c); }

#define DOUBLE_OPS(UNARY, NARROW, BINARY, TERNARY) \
    BINARY(dadd) BINARY(dmul) BINARY(ddiv) TERNARY(dfma) UNARY(drcp) BINARY(dmin) BINARY(dmax) BINARY(deq) \
    BINARY(dne) BINARY(dlt) BINARY(dge) UNARY(dsaturate) UNARY(dtof) UNARY(dtoi) UNARY(dtou) \
    NARROW(ftod) NARROW(itod) NARROW(utod)

DOUBLE_OPS(UNARY, NARROW, BINARY, TERNARY)

typedef uint64_t function3(uint64_t a, uint64_t b, uint64_t c);
struct double_op {
    const char *name;
    function3 *got, *want;
};

#define ROW(op) { #op, do_##op, want_##op },
static const struct double_op double_ops[] = { DOUBLE_OPS(ROW, ROW, ROW, ROW) };
enum { DADD, DMUL, DDIV, DFMA };

static void check_op(const struct double_op *op, uint64_t a, uint64_t b, uint64_t c)
{
    function3 *volatile got = op->got;
    uint64_t want = op->want(a, b, c), plain = got(a, b, c), flushing;

    mode_flush(1);
    flushing = got(a, b, c);
    mode_flush(0);
    if (plain != want || flushing != want)
        fail_msg("%s(%016" PRIx64 ", %016" PRIx64 ", %016" PRIx64 ") = %016" PRIx64 ", in flush mode %016" PRIx64
                 ", want %016" PRIx64, op->name, a, b, c, plain, flushing, want);
}

static const uint64_t special[] = {
    0, 1, 2, 3, 0x0007FFFFFFFFFFFF, 0x0008000000000000, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x0010000000000001,
    0x001FFFFFFFFFFFFF, 0x0020000000000000, 0x0035FFFFFFFFFFFF, 0x0360000000000000, 0x1FF0000000000001,
    0x2000000000000000, 0x1FFFFFFFFFFFFFFF, 0x3690000000000000, 0x36A0000000000000,
    0x380FFFFFEFFFFFFF, 0x380FFFFFF0000000, 0x380FFFFFDFFFFFFF, 0x3810000000000000,
    0x3CA0000000000000, 0x3FEFFFFFFFFFFFFF, 0x3FF0000000000000, 0x3FF0000000000001, 0x3FF8000000000000,
    0x41DFFFFFFFC00000, 0x41E0000000000000, 0x41EFFFFFFFE00000, 0x41F0000000000000, 0x4330000000000001,
    0x47EFFFFFE0000000, 0x47EFFFFFEFFFFFFF, 0x47EFFFFFF0000000, 0x7FE0000000000000, 0x7FEFFFFFFFFFFFFF,
    0x7FF0000000000000, 0x7FF0000000000001, 0x7FF8000000000000, 0x7FFFFFFFFFFFFFFF,
};

static uint64_t special_at(size_t i)
{
    return i < COUNT(special) ? special[i] : special[i - COUNT(special)] | UINT64_C(1) << 63;
}

static uint64_t random_double(uint64_t *state, int low, int high)
{
    uint64_t bits = random_next(state), fraction = bits >> 12;
    int exponent;

    if ((bits & 3) == 0)
        fraction &= random_next(state) & random_next(state);
    exponent = low + (int)(random_next(state) % (unsigned)(high - low + 1));
    if (exponent < 0)
        exponent = 0;
    return (bits & 4) << 61 | (uint64_t)(exponent < 0x7FF ? exponent : 0x7FE) << 52 | fraction;
}

static void test_double_nasty(void **state)
{
    for (const struct double_op *op = double_ops; op < double_ops + COUNT(double_ops); op++)
        for (size_t i = 0; i < 2 * COUNT(special); i++)
            for (size_t j = 0; j < 2 * COUNT(special); j++)
                for (size_t k = 0; k < (op == double_ops + DFMA ? 2 * COUNT(special) : 1); k++)
                    check_op(op, special_at(i), special_at(j), special_at(k));
}

static void test_double_random(void **state)
{
    uint64_t seed = 1;

    for (const struct double_op *op = double_ops; op < double_ops + COUNT(double_ops); op++)
        for (int i = 0; i < 40000; i++) {
            check_op(op, random_next(&seed), random_next(&seed), random_next(&seed));
            check_op(op, random_double(&seed, 980, 1070), random_double(&seed, 980, 1070),
                     random_double(&seed, 960, 1100));
            check_op(op, random_double(&seed, 0, 70), random_double(&seed, 0, 70), random_double(&seed, 0, 70));
        }
}

/* Products, quotients and fused sums whose result lies in or near the denormals, and near cancellation. */
static void test_double_edges(void **state)
{
    uint64_t seed = 2;

    for (int i = 0; i < 150000; i++) {
        uint64_t a = random_double(&seed, 0, 1022), b, c, product;
        int ea = (int)(a >> 52 & 0x7FF);
        b = random_double(&seed, 960 - ea, 1030 - ea);
        check_op(double_ops + DMUL, a, b, 0);
        check_op(double_ops + DFMA, a, b, random_double(&seed, 0, 60));
        b = random_double(&seed, ea + 1010, ea + 1080);
        check_op(double_ops + DDIV, a, b, 0);
        a = random_double(&seed, 400, 1400);
        b = random_double(&seed, 400, 1400);
        product = num_dmul(a, b) ^ UINT64_C(1) << 63;
        c = product + random_next(&seed) % 7 - 3;
        check_op(double_ops + DFMA, a, b, c);
        c = (product & UINT64_C(0xFFF0000000000000)) + (random_next(&seed) % 260 - 130) * (UINT64_C(1) << 52);
        check_op(double_ops + DFMA, a, b, c | (i & 1 ? random_next(&seed) >> 12 : 0));
        check_op(double_ops + DADD, a, (a ^ UINT64_C(1) << 63) + random_next(&seed) % 5 - 2, 0);
    }
}

static void test_double_modifiers(void **state)
{
    assert_true(num_dabs(UINT64_C(0xFFF0000000000001)) == UINT64_C(0x7FF0000000000001));
    assert_true(num_dneg(UINT64_C(0x0000000000000001)) == UINT64_C(0x8000000000000001));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_double_nasty),
        cmocka_unit_test(test_double_random),
        cmocka_unit_test(test_double_edges),
        cmocka_unit_test(test_double_modifiers),
    };
    int failed;

    mpfr_set_emin(-1073);       /* the exponents of 0x0.1p-1073 = 2^-1074 and of the largest double */
    mpfr_set_emax(1024);
    mpfr_inits2(53, x, y, z, (mpfr_ptr)NULL);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clears(x, y, z, (mpfr_ptr)NULL);
    mpfr_free_cache();
    return failed;
}
