/* exp, log, sin and cos: measured errors against MPFR, special values, and that the processor's flush mode and a second
 * stamp of lane_math.h (AVX2 with hardware FMA) change no bit.
 *
 * Every check visits about SAMPLES floats, evenly spaced in their bits; the program's first argument replaces that number
 * and 0 means every float (half an hour). The C library's double functions, good to 2^-28 of a float's ULP, find the
 * worst inputs; MPFR then has the last word on those. */
#include "number_cases.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static uint64_t samples = 600000;

/* The distance between the samples among a number of floats: odd, so that the low bits vary. */
static uint32_t stride_over(uint64_t floats)
{
    return samples ? (uint32_t)(floats / samples) | 1 : 1;
}

/* ------------------------------------------------------------------------------------------------ measured errors */

struct measure {
    const char *name;
    uint32_t (*got)(uint32_t a);
    double (*guess)(double);
    int (*exact)(mpfr_t r, const mpfr_t a, mpfr_rnd_t rounding);
    const char *domain;
    double low, high;
    double ulp_bound, absolute_bound;
};

#define LARGEST 3.4028234663852886e38
static const struct measure measures[] = {
    { "exp", num_exp, exp2, mpfr_exp2, "[-126, 128)", -126, 127.99999, 1, HUGE_VAL },
    { "log", num_log, log2, mpfr_log2, "(0, inf)", 0x1p-126, LARGEST, 1, HUGE_VAL },
    { "log", num_log, log2, mpfr_log2, "[0.5, 2]", 0.5, 2, 1, 0x1p-21 },
    { "sin", num_sin, sin, mpfr_sin, "[-pi/4, pi/4]", -0.785398, 0.785398, 1, 0x1p-24 },
    { "sin", num_sin, sin, mpfr_sin, "[-100pi, 100pi]", -314.15927, 314.15927, 1, 0x1p-24 },
    { "sin", num_sin, sin, mpfr_sin, "[-2^20, 2^20]", -0x1p20, 0x1p20, 1, 0x1p-24 },
    { "cos", num_cos, cos, mpfr_cos, "[-pi/4, pi/4]", -0.785398, 0.785398, 1, 0x1p-24 },
    { "cos", num_cos, cos, mpfr_cos, "[-100pi, 100pi]", -314.15927, 314.15927, 1, 0x1p-24 },
    { "cos", num_cos, cos, mpfr_cos, "[-2^20, 2^20]", -0x1p20, 0x1p20, 1, 0x1p-24 },
};

/* The size of the unit in the last place of a float result near y. */
static double ulp_at(double y)
{
    int exponent;

    frexp(y, &exponent);
    return ldexp(1, (exponent < -125 ? -125 : exponent) - 24);
}

struct worst {
    uint32_t at_ulp, at_absolute;
    double ulp, absolute;
    uint64_t count;
};

/* Visits the floats of the domain's bit range between two bounds of one sign, ends included. */
static void scan(const struct measure *m, uint32_t first, uint32_t last, struct worst *w)
{
    uint32_t stride = stride_over(last - first);

    for (uint64_t step = first; ; step += stride) {
        uint32_t a = step < last ? (uint32_t)step : last;
        double y = m->guess(num_float(a)), error = fabs(num_float(m->got(a)) - y);
        w->count++;
        if (error > w->absolute) {
            w->absolute = error;
            w->at_absolute = a;
        }
        if (fabs(y) >= 0x1p-126 && error / ulp_at(y) > w->ulp) {
            w->ulp = error / ulp_at(y);
            w->at_ulp = a;
        }
        if (a == last)
            return;
    }
}

static double exact_error(const struct measure *m, uint32_t a, int in_ulps)
{
    mpfr_t x, y;
    double error, unit;

    mpfr_init2(x, 24);
    mpfr_init2(y, 160);
    mpfr_set_flt(x, num_float(a), MPFR_RNDN);
    m->exact(y, x, MPFR_RNDN);
    unit = in_ulps ? ulp_at(mpfr_get_d(y, MPFR_RNDN)) : 1;
    mpfr_sub_d(y, y, num_float(m->got(a)), MPFR_RNDN);
    error = fabs(mpfr_get_d(y, MPFR_RNDN)) / unit;
    mpfr_clears(x, y, (mpfr_ptr)NULL);
    return error;
}

static void test_errors(void **state)
{
    print_message("worst measured errors against MPFR\n");
    print_message("%-4s %-16s %11s %8s  %-26s %10s  %s\n", "", "domain", "inputs", "ULP", "at", "absolute", "at");
    for (const struct measure *m = measures; m < measures + COUNT(measures); m++) {
        struct worst w = { 0 };
        double low = m->low, high = m->high, ulp, absolute;
        if (low < 0) {
            scan(m, 0x80800000u, num_bits((float)low), &w);
            low = 0x1p-126;
        }
        scan(m, num_bits((float)low), num_bits((float)high), &w);
        ulp = exact_error(m, w.at_ulp, 1);
        absolute = exact_error(m, w.at_absolute, 0);
        print_message("%-4s %-16s %11" PRIu64 " %8.4f  %08x %-17.9g %10.3g  %.9g\n", m->name, m->domain, w.count, ulp,
                      w.at_ulp, num_float(w.at_ulp), absolute, num_float(w.at_absolute));
        if (!(ulp <= m->ulp_bound) || !(absolute <= m->absolute_bound))
            fail_msg("%s on %s: %g ULP, %g absolute", m->name, m->domain, ulp, absolute);
    }
}

/* Floats next to multiples of pi/2, where the reduction loses most. */
static void test_near_quadrants(void **state)
{
    const struct measure *sine = measures + 5, *cosine = measures + 8;
    double worst = 0;
    uint32_t at = 0;

    for (int n = 1; n * M_PI_2 < 0x1p20; n += n < 4000 ? 1 : 7)
        for (int nudge = -1; nudge <= 1; nudge++) {
            uint32_t a = num_bits((float)(n * M_PI_2)) + (uint32_t)nudge;
            const struct measure *m = n & 1 ? cosine : sine;
            double y = m->guess(num_float(a)), error = fabs(num_float(m->got(a)) - y) / ulp_at(y);
            if (error > worst) {
                worst = error;
                at = a;
            }
        }
    print_message("next to multiples of pi/2: %.4f ULP at %08x %.9g\n", worst, at, num_float(at));
    assert_true(worst < 1);
}

/* ------------------------------------------------------------------------------------------------- special values */

#define SAME(expression, want) assert_int_equal(expression, want)

static void test_special_values(void **state)
{
    static const uint32_t nans[] = { 0x7FC00000, 0x7F800001, 0xFFC12345, 0xFFFFFFFF };

    for (size_t i = 0; i < COUNT(nans); i++) {
        SAME(num_exp(nans[i]), 0x7FC00000);
        SAME(num_log(nans[i]), 0x7FC00000);
        SAME(num_sin(nans[i]), 0x7FC00000);
        SAME(num_cos(nans[i]), 0x7FC00000);
    }
    for (uint32_t sign = 0; sign != 1; sign = sign ? 1 : 0x80000000u) {
        SAME(num_exp(sign), 0x3F800000);
        SAME(num_exp(sign | 0x007FFFFF), 0x3F800000);
        SAME(num_log(sign), 0xFF800000);
        SAME(num_log(sign | 0x007FFFFF), 0xFF800000);
        SAME(num_sin(sign), sign);
        SAME(num_sin(sign | 0x007FFFFF), sign);
        SAME(num_sin(sign | 0x00800000), sign | 0x00800000);
        SAME(num_cos(sign | 0x00000001), 0x3F800000);
        SAME(num_sin(sign | 0x7F800000), 0x7FC00000);
        SAME(num_cos(sign | 0x7F800000), 0x7FC00000);
        SAME(num_sin(sign | 0x49800001), sign);             /* past 2^20 */
        SAME(num_cos(sign | 0x49800001), 0x3F800000);
        SAME(num_sin(sign | 0x7F7FFFFF), sign);
        SAME(num_cos(sign | 0x7F7FFFFF), 0x3F800000);
    }
    SAME(num_exp(0x7F800000), 0x7F800000);
    SAME(num_exp(0x43000000), 0x7F800000);                  /* 128 */
    SAME(num_exp(0x7F7FFFFF), 0x7F800000);
    SAME(num_exp(0xFF800000), 0);
    SAME(num_exp(0xFF7FFFFF), 0);
    SAME(num_exp(0xC2FC0000), 0x00800000);                  /* -126 */
    SAME(num_exp(0xC2FC0001), 0);
    SAME(num_log(0x7F800000), 0x7F800000);
    SAME(num_log(0xFF800000), 0x7FC00000);
    SAME(num_log(0x80800000), 0x7FC00000);
    SAME(num_log(0xBF800000), 0x7FC00000);
    SAME(num_log(0x3F800000), 0);
    for (int n = -126; n < 128; n++) {                      /* powers of two are exact both ways */
        uint32_t power = (uint32_t)(n + 127) << 23, exponent = num_bits((float)n);
        SAME(num_exp(exponent), power);
        SAME(num_log(power), exponent);
    }
}

static void test_range_of_sine_and_cosine(void **state)
{
    uint32_t stride = stride_over(UINT64_C(1) << 32);

    for (uint64_t a = 0; a < UINT64_C(1) << 32; a += stride) {
        uint32_t sine, cosine;
        num_sincos((uint32_t)a, &sine, &cosine);
        if ((a & 0x7FFFFFFF) < 0x7F800000)
            assert_true(num_abs(sine) <= 0x3F800000 && num_abs(cosine) <= 0x3F800000);
        assert_true(num_flush(sine) == sine && num_flush(cosine) == cosine);
    }
}

/* ------------------------------------------------------------------------------- stamps and modes change no bit */

#define BATCH 4096
struct results {
    uint32_t exp[BATCH], log[BATCH], sine[BATCH], cosine[BATCH];
};

typedef void stamp(const uint32_t *in, struct results *out);

static void stamp_plain(const uint32_t *in, struct results *out)
{
    for (int i = 0; i < BATCH; i++) {
        out->exp[i] = num_exp(in[i]);
        out->log[i] = num_log(in[i]);
        num_sincos(in[i], &out->sine[i], &out->cosine[i]);
    }
}

#if defined(__x86_64__)
#define LM_NAME(f)         avx2_##f
#define LM_FN(type)        static inline __attribute__((target("avx2,fma"))) type
#define LM_CONTEXT
#define LM_F               __m256
#define LM_U               __m256i
#define LM_M               __m256
#define LM_FC(k)           _mm256_set1_ps(k)
#define LM_UC(k)           _mm256_set1_epi32((int)(k))
#define LM_ADD(a, b)       _mm256_add_ps(a, b)
#define LM_SUB(a, b)       _mm256_sub_ps(a, b)
#define LM_MUL(a, b)       _mm256_mul_ps(a, b)
#define LM_FMA(a, b, c)    _mm256_fmadd_ps(a, b, c)
#define LM_BITS(f)         _mm256_castps_si256(f)
#define LM_FLOAT(u)        _mm256_castsi256_ps(u)
#define LM_AND(a, b)       _mm256_and_si256(a, b)
#define LM_XOR(a, b)       _mm256_xor_si256(a, b)
#define LM_IADD(a, b)      _mm256_add_epi32(a, b)
#define LM_ISUB(a, b)      _mm256_sub_epi32(a, b)
#define LM_SHL(u, k)       _mm256_slli_epi32(u, k)
#define LM_SAR(u, k)       _mm256_srai_epi32(u, k)
#define LM_ITOF(u)         _mm256_cvtepi32_ps(u)
#define LM_LT(a, b)        _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define LM_LE(a, b)        _mm256_cmp_ps(a, b, _CMP_LE_OQ)
#define LM_ZERO(u)         _mm256_castsi256_ps(_mm256_cmpeq_epi32(u, _mm256_setzero_si256()))
#define LM_SELECT(m, a, b) _mm256_blendv_ps(b, a, m)
#include "lane_math.h"

static __attribute__((target("avx2,fma"))) void stamp_avx2(const uint32_t *in, struct results *out)
{
    for (int i = 0; i < BATCH; i += 8) {
        __m256 x = _mm256_loadu_ps((const float *)(in + i)), sine, cosine;
        avx2_sincos(x, &sine, &cosine);
        _mm256_storeu_ps((float *)(out->exp + i), avx2_exp(x));
        _mm256_storeu_ps((float *)(out->log + i), avx2_log(x));
        _mm256_storeu_ps((float *)(out->sine + i), sine);
        _mm256_storeu_ps((float *)(out->cosine + i), cosine);
    }
}
#endif

static void check_same(const char *what, const uint32_t *in, const uint32_t *got, const uint32_t *want)
{
    for (int i = 0; i < BATCH; i++)
        if (got[i] != want[i])
            fail_msg("%s(%08x) = %08x, want %08x", what, in[i], got[i], want[i]);
}

/* Compares a stamp in one mode with the plain stamp in the usual mode, over all signs, exponents and NaNs. Where no
 * processor mode flushes the operands the caller has to. */
static void check_stamp(stamp *volatile other, int flush_mode, int flush_operands)
{
    static uint32_t in[BATCH];
    static struct results want, got;
    uint32_t stride = stride_over(UINT64_C(1) << 32);
    uint64_t a = 0;

    while (a < UINT64_C(1) << 32) {
        for (int i = 0; i < BATCH; i++, a += stride)
            in[i] = flush_operands ? num_flush((uint32_t)a) : (uint32_t)a;
        stamp_plain(in, &want);
        mode_flush(flush_mode);
        other(in, &got);
        mode_flush(0);
        check_same("exp", in, got.exp, want.exp);
        check_same("log", in, got.log, want.log);
        check_same("sin", in, got.sine, want.sine);
        check_same("cos", in, got.cosine, want.cosine);
    }
}

static void test_plain_in_flush_mode(void **state)
{
    if (!MODE_CAN_FLUSH)
        skip();
    check_stamp(stamp_plain, 1, 0);
}

static void test_avx2(void **state)
{
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        skip();
    check_stamp(stamp_avx2, 1, 0);
    check_stamp(stamp_avx2, 0, 1);
#else
    skip();
#endif
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_near_quadrants),
        cmocka_unit_test(test_special_values),
        cmocka_unit_test(test_range_of_sine_and_cosine),
        cmocka_unit_test(test_plain_in_flush_mode),
        cmocka_unit_test(test_avx2),
    };
    int failed;

    if (argc > 1)
        samples = strtoull(argv[1], NULL, 10);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
