/*
 * printf and errorf: text as C's printf would write it, in the order of groups, waves and lanes, and nothing
 * that a hostile format string could reach.
 */
#include "../../support/kernel_machine.h"

/* One thread prints r0 (a known vector) with the format. */
static void check(const char *format, const char *const *operands, const char *expected)
{
    struct machine *m = test_malloc(sizeof(*m));
    struct token_builder *b = &m->b;

    machine_begin(m);
    machine_threads(m, 1, 2);
    EMIT(b, MOV, "r0.xyzw", "l(-7, 255, 2.5, 65)");
    tokens_message(b, false, format, operands);
    EMIT(b, RET);
    machine_once(m);
    assert_string_equal(m->lines, expected);
    test_free(m);
}

#define CHECK(format, expected, ...) check(format, (const char *const[]){"" __VA_ARGS__, NULL}, expected "\n")

static void test_conversions(void **state)
{
    CHECK("plain", "plain");
    CHECK("%d %i %u", "-7 -7 255", "r0.x", "r0.x", "r0.y");
    CHECK("%x %X %o", "ff FF 377", "r0.y", "r0.y", "r0.y");
    CHECK("%f %e %g", "2.500000 2.500000e+00 2.5", "r0.z", "r0.z", "r0.z");
    CHECK("%c%%%c", "A%A", "r0.w", "r0.w");
    CHECK("[%5d|%-5d|%05d|%+d|%.3u]", "[   -7|-7   |-0007|+255|255]", "r0.x", "r0.x", "r0.x", "r0.y", "r0.y");
    CHECK("[%8.2f|%-8.1f|%#x]", "[    2.50|2.5     |0xff]", "r0.z", "r0.z", "r0.y");
    CHECK("%ld %hu %lld", "-7 255 -7", "r0.x", "r0.y", "r0.x");
    CHECK("ends in a newline\n", "ends in a newline");
}

static void test_odd_formats(void **state)
{
    CHECK("%d %d", "-7 (missing)", "r0.x");
    CHECK("%s then %d", "%s then 255", "r0.x", "r0.y");
    CHECK("%n%p%q %d", "%n%p%q -7", "r0.x");
    CHECK("100%", "100%");
    CHECK("%*d", "%*d", "r0.x");
    CHECK("%99999999999d|", "                                                              -7|", "r0.x");
    CHECK("%.99999999999999999999u|", "0000000000000000000000000000000000000000000000000000000000000255|",
          "r0.y");
    CHECK("%f", "340282346638528859811704183484516925440.000000", "l(0x7F7FFFFF)");
    CHECK("%f %f", "inf nan", "l(0x7F800000)", "l(0x7FC00000)");
}

/* A text longer than the buffer is cut, not overrun. */
static void test_long_text(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    char *format = test_malloc(6001);

    memset(format, 'a', 6000);
    format[6000] = 0;
    machine_begin(m);
    machine_threads(m, 1, 2);
    tokens_message(&m->b, false, format, (const char *const[]){NULL});
    EMIT(&m->b, RET);
    machine_once(m);
    assert_true(strlen(m->lines) > 4000 && strlen(m->lines) < 6000);
    test_free(format);
    test_free(m);
}

static void test_order(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    struct token_builder *b = &m->b;

    machine_begin(m);
    machine_threads(m, 64, 2);
    EMIT(b, AND, "r0.x", "vThreadID.x", "l(15)");
    EMIT(b, IF, "r0.x");
    EMIT_PRINTF(b, "a %u", "vThreadID.x");
    EMIT_ERRORF(b, "b %u", "vThreadID.x");
    EMIT(b, ENDIF);
    EMIT(b, RET);
    machine_build(m);
    assert_true(kernel_order_visible(m->kernel));
    machine_run(m, 2, 1, 1);
    machine_end(m);
    assert_string_equal(m->lines,
                        "a 0\na 16\nerror: b 0\nerror: b 16\na 32\na 48\nerror: b 32\nerror: b 48\n"
                        "a 64\na 80\nerror: b 64\nerror: b 80\na 96\na 112\nerror: b 96\nerror: b 112\n");
    test_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_odd_formats),
        cmocka_unit_test(test_long_text),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
