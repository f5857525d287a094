/*
 * The rules of pipelines: which values pass, and what is said about those that do not.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "results.h"

/* A rule over buffers of one format; the buffers hold what the tests put there. */
struct fixture {
    struct pipeline_buffer actual, expected;
    uint8_t *actual_data[2], *expected_data[2];
    struct pipeline_rule rule;
};

static struct pipeline_rule *set_rule(struct fixture *f, enum pipeline_rule_kind kind,
                                      enum data_format format)
{
    memset(f, 0, sizeof *f);
    f->actual = (struct pipeline_buffer){.name = "Out",
                                         .format = format,
                                         .channels = 1,
                                         .array_size = 1,
                                         .mip_levels = 1,
                                         .data = f->actual_data};
    f->expected = f->actual;
    f->expected.name = "Want";
    f->expected.data = f->expected_data;
    f->rule =
        (struct pipeline_rule){.name = "Test1", .kind = kind, .actual = &f->actual, .expected = &f->expected};
    return &f->rule;
}

static void set_data(struct fixture *f, void *actual, void *expected, size_t size)
{
    f->actual_data[0] = actual;
    f->expected_data[0] = expected;
    f->actual.size_bytes = f->expected.size_bytes = size;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool float_passes(const struct pipeline_rule *rule, float actual, float expected)
{
    return rule_accepts(rule, &actual, &expected);
}

static bool half_passes(const struct pipeline_rule *rule, uint16_t actual, uint16_t expected)
{
    return rule_accepts(rule, &actual, &expected);
}

static bool double_passes(const struct pipeline_rule *rule, double actual, double expected)
{
    return rule_accepts(rule, &actual, &expected);
}

static void exact_compares_bytes(void **state)
{
    struct fixture f;
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_EXACT, DATA_FLOAT32);
    (void)state;
    assert_true(float_passes(rule, 1, 1));
    assert_false(float_passes(rule, 0.0f, -0.0f));
    assert_true(float_passes(rule, float_of(0x7fc00001), float_of(0x7fc00001)));
    assert_false(float_passes(rule, float_of(0x7fc00000), float_of(0x7fc00001)));
}

static void ulps_count_bit_patterns(void **state)
{
    struct fixture f;
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_FLOAT_ULP, DATA_FLOAT32);
    (void)state;
    rule->ulps = 2;
    assert_true(float_passes(rule, float_of(0x3f800002), 1));
    assert_false(float_passes(rule, float_of(0x3f800003), 1));
    assert_true(float_passes(rule, float_of(0x3f7ffffe), 1));
    assert_false(float_passes(rule, float_of(0x3f7ffffd), 1));
    assert_true(float_passes(rule, 0.0f, -0.0f));
    assert_true(float_passes(rule, NAN, float_of(0xffc12345)));
    assert_false(float_passes(rule, NAN, 1));
    assert_false(float_passes(rule, 1, NAN));
    assert_true(float_passes(rule, INFINITY, INFINITY));
    assert_false(float_passes(rule, INFINITY, -INFINITY));
    assert_true(float_passes(rule, float_of(0x7f7fffff), INFINITY)); /* neighbours, one ULP apart */
    rule->ulps = UINT32_MAX;
    assert_true(float_passes(rule, -1, 1));
}

static void any_accepts_zero_for_an_expected_denormal(void **state)
{
    struct fixture f;
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_FLOAT_ULP, DATA_FLOAT32);
    float denormal = 0x1p-127f;
    (void)state;
    assert_true(float_passes(rule, 0.0f, denormal));
    assert_true(float_passes(rule, -0.0f, -denormal));
    assert_false(float_passes(rule, -0.0f, denormal));
    assert_false(float_passes(rule, denormal, 0.0f)); /* only this way round */
    rule->denorm = DENORM_PRESERVE;
    assert_false(float_passes(rule, 0.0f, denormal));
    rule->denorm = DENORM_FTZ;
    assert_false(float_passes(rule, 0.0f, denormal));
    rule->kind = RULE_BUFFER_FLOAT_EPSILON;
    rule->epsilon = 1e-30;
    assert_true(float_passes(rule, 0.0f, denormal));
}

static void zero_tolerance_holds_near_zero_only(void **state)
{
    struct fixture f;
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_FLOAT_ULP, DATA_FLOAT32);
    (void)state;
    rule->zero_tolerance = 0.125;
    assert_true(float_passes(rule, 0.125f, 0.0f));
    assert_true(float_passes(rule, 0.0625f, -0.0625f));
    assert_false(float_passes(rule, 0.25f, 0.0f));
    assert_false(float_passes(rule, 1.0625f, 1.0f));
}

static void epsilon_is_strict(void **state)
{
    struct fixture f;
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_FLOAT_EPSILON, DATA_FLOAT32);
    (void)state;
    rule->epsilon = 0.5;
    assert_true(float_passes(rule, 1.25f, 1));
    assert_false(float_passes(rule, 1.5f, 1));
    assert_false(float_passes(rule, 0.5f, 1));
    assert_false(float_passes(rule, INFINITY, 1));
    rule->epsilon = 0;
    assert_true(float_passes(rule, 1, 1));
    assert_true(float_passes(rule, 0.0f, 0x1p-130f));
    assert_false(float_passes(rule, 1, float_of(0x3f800001)));
}

static void doubles_have_their_own_ulps(void **state)
{
    struct fixture f;
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_FLOAT_ULP, DATA_FLOAT64);
    (void)state;
    rule->ulps = 1;
    assert_true(double_passes(rule, nextafter(1.0, 2), 1));
    assert_false(double_passes(rule, nextafter(nextafter(1.0, 2), 2), 1));
    assert_true(double_passes(rule, 0.0, 0x1p-1074));
    assert_true(double_passes(rule, NAN, -NAN));
    rule->kind = RULE_BUFFER_FLOAT_EPSILON;
    rule->epsilon = 1e-12;
    assert_true(double_passes(rule, 1 + 5e-13, 1));
    assert_false(double_passes(rule, 1 + 2e-12, 1));
}

static void halves_count_ordered_values(void **state)
{
    struct fixture f;
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_FLOAT_ULP, DATA_FLOAT16);
    (void)state;
    rule->ulps = 2;
    assert_true(half_passes(rule, 0x3c02, 0x3c00));
    assert_false(half_passes(rule, 0x3c03, 0x3c00));
    assert_true(half_passes(rule, 0x0000, 0x8000));
    assert_true(half_passes(rule, 0x7e00, 0xfd01));
    assert_false(half_passes(rule, 0x7e00, 0x3c00));
    assert_false(half_passes(rule, 0x0001, 0x8001)); /* three apart: -0 and +0 lie between */
    rule->ulps = 3;
    assert_true(half_passes(rule, 0x0001, 0x8001));
    rule->ulps = 0;
    assert_false(half_passes(rule, 0x0000, 0x0001)); /* denormals must be kept */
    rule->zero_tolerance = 0.5;
    assert_true(half_passes(rule, 0x3800, 0x0000));
    rule->kind = RULE_BUFFER_FLOAT_EPSILON;
    rule->epsilon = 0.25;
    assert_true(half_passes(rule, 0x3c00, 0x3c80));
    assert_false(half_passes(rule, 0x3c00, 0x3d00));
}

static void outcomes_count_and_name_the_first_difference(void **state)
{
    struct fixture f;
    uint32_t actual[] = {1, 2, 9, 8}, expected[] = {1, 2, 3, 4};
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_EXACT, DATA_UINT32);
    (void)state;
    set_data(&f, actual, expected, sizeof actual);
    struct rule_outcome outcome = rule_check(rule);
    assert_false(outcome.passed);
    assert_int_equal(outcome.differing, 2);
    assert_int_equal(outcome.element_count, 4);
    assert_int_equal(outcome.first_element, 2);
    f.expected.size_bytes = 8;
    outcome = rule_check(rule);
    assert_true(outcome.shapes_differ && !outcome.passed);
}

static void array_elements_are_all_compared(void **state)
{
    struct fixture f;
    uint32_t same[] = {1, 2}, other[] = {1, 7};
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_EXACT, DATA_UINT32);
    (void)state;
    set_data(&f, same, same, sizeof same);
    f.actual.array_size = f.expected.array_size = 2;
    f.actual_data[1] = (uint8_t *)other;
    f.expected_data[1] = (uint8_t *)same;
    struct rule_outcome outcome = rule_check(rule);
    assert_int_equal(outcome.first_array, 1);
    assert_int_equal(outcome.first_element, 1);
    assert_int_equal(outcome.differing, 1);
    assert_int_equal(outcome.element_count, 4);
}

static void a_tail_that_fills_no_element_counts_for_exact(void **state)
{
    struct fixture f;
    uint8_t actual[] = {1, 2, 3, 4, 5}, expected[] = {1, 2, 3, 4, 6};
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_EXACT, DATA_UINT32);
    (void)state;
    set_data(&f, actual, expected, sizeof actual);
    struct rule_outcome outcome = rule_check(rule);
    assert_int_equal(outcome.differing, 1);
    assert_int_equal(outcome.first_element, 1);
}

static char *failure_text(const struct pipeline_rule *rule)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    struct rule_outcome outcome = rule_check(rule);
    rule_print_failure(rule, &outcome, memory);
    fclose(memory);
    return text;
}

static void failures_read_as_offloader_writes_them(void **state)
{
    struct fixture f;
    float actual[] = {20.25f, 5}, expected[] = {1.5f, 5};
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_FLOAT_ULP, DATA_FLOAT32);
    (void)state;
    rule->ulps = 1;
    f.actual.stride = f.expected.stride = 4;
    set_data(&f, actual, expected, sizeof actual);
    char *text = failure_text(rule);
    assert_string_equal(
        text, "  Mismatch at element 0: expected=1.5 (0x1.8p+0), actual=20.25 (0x1.44p+4)\n"
              "Test failed: Test1\n"
              "Comparison Rule: BufferFloatULP\n"
              "ULP: 1\n"
              "1 of 2 elements differ, the first at [0]: expected 1.5 (bits 0x3fc00000), got 20.25 (bits "
              "0x41a20000)\n"
              "Expected:\n"
              "---\n"
              "Name:            Want\n"
              "Format:          Float32\n"
              "Stride:          4\n"
              "Data:            [ 1.5, 5 ]\n"
              "OutputProps:\n"
              "  Height:          0\n"
              "  Width:           0\n"
              "  Depth:           0\n"
              "...\n"
              "Got:\n"
              "---\n"
              "Name:            Out\n"
              "Format:          Float32\n"
              "Stride:          4\n"
              "Data:            [ 20.25, 5 ]\n"
              "OutputProps:\n"
              "  Height:          0\n"
              "  Width:           0\n"
              "  Depth:           0\n"
              "...\n"
              "Full Hex representation of Expected Buffer Values:\n"
              "[ 0x3fc00000, 0x40a00000 ]\n"
              "Full Hex representation of Actual Buffer Values:\n"
              "[ 0x41a20000, 0x40a00000 ]\n");
    free(text);
}

static void large_buffers_are_not_printed(void **state)
{
    struct fixture f;
    enum { COUNT = 100000 };
    float *actual = calloc(COUNT, sizeof *actual), *expected = calloc(COUNT, sizeof *expected);
    struct pipeline_rule *rule = set_rule(&f, RULE_BUFFER_FLOAT_EPSILON, DATA_FLOAT32);
    (void)state;
    for (int i = 0; i < COUNT; i++)
        actual[i] = 1;
    set_data(&f, actual, expected, COUNT * sizeof *actual);
    char *text = failure_text(rule);
    assert_non_null(strstr(text, "100000 of 100000 elements differ, the first at [0]"));
    assert_true(strlen(text) < 10000);
    free(text);
    free(actual);
    free(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_compares_bytes),
        cmocka_unit_test(ulps_count_bit_patterns),
        cmocka_unit_test(any_accepts_zero_for_an_expected_denormal),
        cmocka_unit_test(zero_tolerance_holds_near_zero_only),
        cmocka_unit_test(epsilon_is_strict),
        cmocka_unit_test(doubles_have_their_own_ulps),
        cmocka_unit_test(halves_count_ordered_values),
        cmocka_unit_test(outcomes_count_and_name_the_first_difference),
        cmocka_unit_test(array_elements_are_all_compared),
        cmocka_unit_test(a_tail_that_fills_no_element_counts_for_exact),
        cmocka_unit_test(failures_read_as_offloader_writes_them),
        cmocka_unit_test(large_buffers_are_not_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
