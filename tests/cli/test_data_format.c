/*
 * Numbers of pipeline buffers from text and back.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "data_format.h"

static uint64_t parse_bits(enum data_format format, const char *text)
{
    uint64_t bits = 0;
    const char *wrong = data_parse(format, text, &bits);
    if (wrong)
        fail_msg("%s '%s': %s", data_format_names[format], text, wrong);
    return bits;
}

static void assert_refused(enum data_format format, const char *text, const char *why)
{
    uint64_t bits = 0;
    const char *wrong = data_parse(format, text, &bits);
    if (!wrong)
        fail_msg("%s '%s' was accepted", data_format_names[format], text);
    assert_string_equal(wrong, why);
}

static void integers_take_the_radix_of_their_prefix(void **state)
{
    (void)state;
    assert_int_equal(parse_bits(DATA_UINT32, "42"), 42);
    assert_int_equal(parse_bits(DATA_UINT32, "0x2a"), 42);
    assert_int_equal(parse_bits(DATA_UINT32, "0X2A"), 42);
    assert_int_equal(parse_bits(DATA_UINT32, "0b101010"), 42);
    assert_int_equal(parse_bits(DATA_UINT32, "0o52"), 42);
    assert_int_equal(parse_bits(DATA_UINT32, "052"), 42);
    assert_int_equal(parse_bits(DATA_UINT32, "0"), 0);
    assert_int_equal(parse_bits(DATA_HEX8, "0xff"), 255);
    assert_true(parse_bits(DATA_UINT64, "18446744073709551615") == UINT64_MAX);
    assert_true(parse_bits(DATA_HEX64, "0xffffffffffffffff") == UINT64_MAX);
    assert_int_equal(parse_bits(DATA_BOOL, "1"), 1);
}

static void signed_integers_fill_their_width(void **state)
{
    (void)state;
    assert_int_equal(parse_bits(DATA_INT16, "-1"), 0xffff);
    assert_int_equal(parse_bits(DATA_INT16, "-32768"), 0x8000);
    assert_int_equal(parse_bits(DATA_INT32, "-0x10"), 0xfffffff0u);
    assert_true(parse_bits(DATA_INT64, "-9223372036854775808") == 1ull << 63);
    assert_true(parse_bits(DATA_INT64, "9223372036854775807") == INT64_MAX);
}

static void integers_out_of_range_are_refused(void **state)
{
    (void)state;
    assert_refused(DATA_UINT16, "65536", "out of range number");
    assert_refused(DATA_INT32, "0x80000000", "out of range number");
    assert_refused(DATA_INT16, "-32769", "out of range number");
    assert_refused(DATA_UINT64, "18446744073709551616", "out of range number");
    assert_refused(DATA_UINT64, "99999999999999999999999999999999", "out of range number");
    assert_refused(DATA_HEX8, "0x100", "out of range number");
}

static void text_that_is_no_number_is_refused(void **state)
{
    static const char *const bad[] = {"",   "-",   "-1", "+1",  "0x",  "1.0", "true",
                                      "08", "0b2", "1 ", "0xg", "--1", "0o"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(DATA_UINT32, bad[i], "invalid number");
    assert_refused(DATA_INT32, "-", "invalid number");
    assert_refused(DATA_INT32, "--1", "invalid number");
    assert_refused(DATA_FLOAT32, "1.0f", "invalid floating point number");
    assert_refused(DATA_FLOAT32, "", "invalid floating point number");
    assert_refused(DATA_FLOAT64, ".nan", "invalid floating point number");
    assert_refused(DATA_FLOAT64, "1,5", "invalid floating point number");
}

static void floats_are_rounded_once_to_their_own_width(void **state)
{
    (void)state;
    assert_int_equal(parse_bits(DATA_FLOAT32, "1"), 0x3f800000);
    assert_int_equal(parse_bits(DATA_FLOAT32, "-0"), 0x80000000u);
    assert_int_equal(parse_bits(DATA_FLOAT32, "0x1.e7d42cp-127"), 0x0079f50b);
    assert_int_equal(parse_bits(DATA_FLOAT32, "1e-45"), 1);
    assert_int_equal(parse_bits(DATA_FLOAT32, "inf"), 0x7f800000);
    assert_int_equal(parse_bits(DATA_FLOAT32, "-Infinity"), 0xff800000u);
    assert_int_equal(parse_bits(DATA_FLOAT32, "nan"), 0x7fc00000);
    /* Half way between two floats, and a little more: double rounding would give the even neighbour. */
    assert_int_equal(parse_bits(DATA_FLOAT32, "1.00000005960464477539062500000000001"), 0x3f800001);
    assert_true(parse_bits(DATA_FLOAT64, "1.5") == 0x3ff8000000000000);
    assert_true(parse_bits(DATA_FLOAT64, "5e-324") == 1);
}

static void halves_are_written_as_bits(void **state)
{
    char text[DATA_TEXT];
    uint16_t half = 0x3c00;
    (void)state;
    assert_int_equal(parse_bits(DATA_FLOAT16, "0x3C00"), 0x3c00);
    data_print(DATA_FLOAT16, &half, text);
    assert_string_equal(text, "0x3C00");
    data_print_exact(DATA_FLOAT16, &half, text);
    assert_string_equal(text, "0x3c00");
}

static void assert_printed(enum data_format format, uint64_t bits, const char *expected)
{
    char text[DATA_TEXT];
    int length = data_print(format, &bits, text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

static void values_print_as_offloader_prints_them(void **state)
{
    (void)state;
    assert_printed(DATA_HEX8, 0, "0x0");
    assert_printed(DATA_HEX32, 0x3f800000, "0x3F800000");
    assert_printed(DATA_HEX64, UINT64_MAX, "0xFFFFFFFFFFFFFFFF");
    assert_printed(DATA_UINT64, UINT64_MAX, "18446744073709551615");
    assert_printed(DATA_INT16, 0xffff, "-1");
    assert_printed(DATA_INT32, 0x80000000, "-2147483648");
    assert_printed(DATA_INT64, 1ull << 63, "-9223372036854775808");
    assert_printed(DATA_BOOL, 1, "1");
    assert_printed(DATA_FLOAT32, 0x3fc00000, "1.5");
    assert_printed(DATA_FLOAT32, 0x80000000, "-0");
    assert_printed(DATA_FLOAT32, 0x49742400, "1e+06");
    assert_printed(DATA_FLOAT32, 0x7f800000, "inf");
    assert_printed(DATA_FLOAT32, 0x7fc00000, "nan");
    assert_printed(DATA_FLOAT32, 0xffc00000, "-nan");
    assert_printed(DATA_FLOAT64, 0x400921fb54442d18, "3.14159");
    assert_printed(DATA_DEPTH32, 0x3f000000, "0.5");
}

static void bits_print_without_padding(void **state)
{
    char text[DATA_TEXT];
    float one = 1.5f;
    double two = -2;
    (void)state;
    data_print_bits(DATA_FLOAT32, &one, text);
    assert_string_equal(text, "0x3fc00000");
    data_print_exact(DATA_FLOAT32, &one, text);
    assert_string_equal(text, "1.5 (0x1.8p+0)");
    data_print_exact(DATA_FLOAT64, &two, text);
    assert_string_equal(text, "-2 (-0x1p+1)");
}

static void every_half_is_the_float_of_its_definition(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        int exponent = bits >> 10 & 31;
        double fraction = bits & 0x3ff, sign = bits & 0x8000 ? -1 : 1, expected;
        float value = data_half_to_float((uint16_t)bits);
        if (exponent == 31 && fraction != 0) {
            assert_true(isnan(value));
            continue;
        }
        expected = exponent == 31  ? INFINITY
                   : exponent == 0 ? ldexp(fraction, -24)
                                   : ldexp(1024 + fraction, exponent - 25);
        assert_true(value == sign * expected && !signbit(value) == !(bits & 0x8000));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_take_the_radix_of_their_prefix),
        cmocka_unit_test(signed_integers_fill_their_width),
        cmocka_unit_test(integers_out_of_range_are_refused),
        cmocka_unit_test(text_that_is_no_number_is_refused),
        cmocka_unit_test(floats_are_rounded_once_to_their_own_width),
        cmocka_unit_test(halves_are_written_as_bits),
        cmocka_unit_test(values_print_as_offloader_prints_them),
        cmocka_unit_test(bits_print_without_padding),
        cmocka_unit_test(every_half_is_the_float_of_its_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
