/* How far arrays are apart: expected values follow from IEEE-754's bit patterns. */
#include "distance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static const struct tolerance exact = {0};

static void test_equal(void **state)
{
    const float a[] = {1, -0.0f, NAN};
    struct distance d = distance_measure(ELEMENT_FLOAT32, a, a, sizeof a, exact);
    assert_int_equal(d.elements, 3);
    assert_int_equal(d.differing, 0);
    assert_int_equal(d.wrong, 0);
}

static void test_ulp_counts_floats_between(void **state)
{
    const float got[] = {1, 0x1.000004p0f, -0x1p-149f}, expected[] = {1, 1, 0x1p-149f};
    struct distance d =
        distance_measure(ELEMENT_FLOAT32, got, expected, sizeof got, (struct tolerance){.ulp = 1});
    assert_int_equal(d.differing, 2);
    assert_int_equal(d.wrong, 2);
    assert_int_equal(d.first_wrong, 1);
    assert_true(d.ulp == 2);
    assert_true(d.absolute == 0x1p-22);
}

static void test_zeros_differ_in_bits_only(void **state)
{
    const double got[] = {0.0}, expected[] = {-0.0};
    struct distance d = distance_measure(ELEMENT_FLOAT64, got, expected, sizeof got, exact);
    assert_int_equal(d.differing, 1);
    assert_int_equal(d.wrong, 0);
    assert_true(d.ulp == 0);
}

static void test_nan_is_wrong_for_a_number(void **state)
{
    const float got[] = {NAN, 2}, expected[] = {1, NAN};
    struct distance d = distance_measure(ELEMENT_FLOAT32, got, expected, sizeof got,
                                         (struct tolerance){.relative = 1, .absolute = 1e30});
    assert_int_equal(d.wrong, 2);
    assert_true(isinf(d.ulp));
}

static void test_any_nan_is_right_for_a_nan(void **state)
{
    const uint32_t got[] = {0x7FC00000u}, expected[] = {0xFFC00001u};
    struct distance d = distance_measure(ELEMENT_FLOAT32, got, expected, sizeof got, exact);
    assert_int_equal(d.differing, 1);
    assert_int_equal(d.wrong, 0);
}

static void test_infinity_takes_no_tolerance(void **state)
{
    const float got[] = {1e30f}, expected[] = {INFINITY};
    struct distance d =
        distance_measure(ELEMENT_FLOAT32, got, expected, sizeof got, (struct tolerance){.relative = 0.5});
    assert_int_equal(d.wrong, 1);
}

static void test_integers(void **state)
{
    const uint32_t got[] = {0, 0xFFFFFFFFu}, expected[] = {0, 0xFFFFFFF0u};
    struct distance d = distance_measure(ELEMENT_UINT32, got, expected, sizeof got, exact);
    assert_int_equal(d.wrong, 1);
    assert_true(d.ulp == 15 && d.absolute == 15);
    d = distance_measure(ELEMENT_UINT8, got, expected, sizeof got, exact);
    assert_int_equal(d.elements, 8);
    assert_int_equal(d.differing, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_ulp_counts_floats_between),
        cmocka_unit_test(test_zeros_differ_in_bits_only),
        cmocka_unit_test(test_nan_is_wrong_for_a_number),
        cmocka_unit_test(test_any_nan_is_right_for_a_nan),
        cmocka_unit_test(test_infinity_takes_no_tolerance),
        cmocka_unit_test(test_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
