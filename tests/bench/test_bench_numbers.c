/* Medians, axes and options of weft-bench. */
#include "options.h"
#include "statistics.h"
#include "svg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static void test_summary(void **state)
{
    struct samples samples = {0};
    assert_int_equal(samples_summary(&samples).count, 0);
    for (unsigned i = 5; i > 0; i--)
        samples_add(&samples, i);
    struct summary s = samples_summary(&samples);
    assert_true(s.median == 3 && s.low == 2 && s.high == 4 && s.least == 1 && s.most == 5);
    samples_add(&samples, 6);
    assert_true(samples_summary(&samples).median == 3.5);
}

static void test_full_list_keeps_the_first(void **state)
{
    struct samples samples = {0};
    for (unsigned i = 0; i < SAMPLES + 10; i++)
        samples_add(&samples, 1);
    assert_int_equal(samples.count, SAMPLES);
}

static void test_seconds(void **state)
{
    char text[32];
    assert_string_equal(seconds_text(1.5, text, sizeof text), "1.50 s");
    assert_string_equal(seconds_text(0.0123, text, sizeof text), "12.3 ms");
    assert_string_equal(seconds_text(250e-9, text, sizeof text), "250 ns");
    assert_string_equal(seconds_text(0, text, sizeof text), "0.00 ns");
}

static void test_log_axis_takes_in_its_values(void **state)
{
    struct axis axis = {.low = 0.3, .high = 1234, .from = 0, .to = 100, .log = true};
    double ticks[AXIS_TICKS];
    axis_round(&axis, 10);
    assert_true(axis.low <= 0.3 && axis.high >= 1234);
    assert_true(axis_at(&axis, axis.low) == 0 && axis_at(&axis, axis.high) == 100);
    unsigned count = axis_ticks(&axis, 6, ticks);
    assert_in_range(count, 3, 8);
    for (unsigned i = 0; i < count; i++)
        assert_true(ticks[i] >= axis.low * 0.999 && ticks[i] <= axis.high * 1.001);
}

static void test_thread_axis_has_whole_marks(void **state)
{
    struct axis axis = {.low = 1, .high = 2, .from = 0, .to = 100, .whole = true};
    double ticks[AXIS_TICKS];
    assert_int_equal(axis_ticks(&axis, 5, ticks), 2);
    assert_true(ticks[0] == 1 && ticks[1] == 2);
}

static void test_options(void **state)
{
    struct options o;
    char *good[] = {"--size", "small,large", "--repeat", "3", "--check"};
    char *all[] = {"--size", "all"}, *bad[] = {"--size", "huge"}, *lonely[] = {"--json"};
    char *many[] = {"--repeat", "1e9"};
    assert_true(options_parse(&o, 5, good));
    assert_true(o.sizes[BENCH_SMALL] && !o.sizes[BENCH_DEFAULT] && o.sizes[BENCH_LARGE]);
    assert_true(o.repeat == 3 && o.check);
    assert_true(options_parse(&o, 2, all));
    assert_true(o.sizes[BENCH_SMALL] && o.sizes[BENCH_DEFAULT] && o.sizes[BENCH_LARGE]);
    assert_true(options_parse(&o, 0, NULL) && o.sizes[BENCH_DEFAULT] && !o.sizes[BENCH_SMALL]);
    assert_false(options_parse(&o, 2, bad));
    assert_false(options_parse(&o, 1, lonely));
    assert_false(options_parse(&o, 2, many));
}

static void test_filter(void **state)
{
    assert_true(filter_takes(NULL, "saxpy"));
    assert_true(filter_takes("nbody,sax", "saxpy"));
    assert_false(filter_takes("nbody", "saxpy"));
    assert_false(filter_takes("", "saxpy"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_summary),
        cmocka_unit_test(test_full_list_keeps_the_first),
        cmocka_unit_test(test_seconds),
        cmocka_unit_test(test_log_axis_takes_in_its_values),
        cmocka_unit_test(test_thread_axis_has_whole_marks),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_filter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
