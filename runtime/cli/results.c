/*
 * Rules: exact bytes, ULPs, epsilon.
 */
#include "results.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Differing elements that are listed one by one, and the largest buffers that are printed whole. */
enum { MAX_LISTED = 64, MAX_PRINTED = 1 << 16 };

/* The steps that float and double rules share, before tolerances: -1 when they do not decide. The value types
 * are double throughout: every float is one, and comparisons of two floats give the same as doubles. */
static int compare_special(double actual, double expected, bool expected_is_denormal, bool any_denormal)
{
    if (actual == expected)
        return true;
    if (isnan(actual) || isnan(expected))
        return isnan(actual) && isnan(expected);
    if (any_denormal && expected_is_denormal && actual == 0 && signbit(actual) == signbit(expected))
        return true;
    return -1;
}

/* Distance of raw bit patterns as wrapping signed integers. */
static uint64_t bit_distance(uint64_t a, uint64_t b, unsigned bits)
{
    uint64_t difference = (a - b) & (UINT64_MAX >> (64 - bits)), sign = 1ull << (bits - 1);
    return difference & sign ? (0 - difference) & (UINT64_MAX >> (64 - bits)) : difference;
}

static bool accept_float(const struct pipeline_rule *rule, float actual, float expected)
{
    int special =
        compare_special(actual, expected, fpclassify(expected) == FP_SUBNORMAL, rule->denorm == DENORM_ANY);
    if (special >= 0)
        return special;
    if (rule->kind == RULE_BUFFER_FLOAT_EPSILON)
        return fabsf(actual - expected) < (float)rule->epsilon;
    float zero = (float)rule->zero_tolerance;
    if (zero > 0 && (fabsf(actual) <= zero || fabsf(expected) <= zero))
        return fabsf(actual - expected) <= zero;
    uint32_t a, e;
    memcpy(&a, &actual, sizeof a);
    memcpy(&e, &expected, sizeof e);
    return bit_distance(a, e, 32) <= rule->ulps;
}

static bool accept_double(const struct pipeline_rule *rule, double actual, double expected)
{
    int special =
        compare_special(actual, expected, fpclassify(expected) == FP_SUBNORMAL, rule->denorm == DENORM_ANY);
    if (special >= 0)
        return special;
    if (rule->kind == RULE_BUFFER_FLOAT_EPSILON)
        return fabs(actual - expected) < rule->epsilon;
    double zero = rule->zero_tolerance;
    if (zero > 0 && (fabs(actual) <= zero || fabs(expected) <= zero))
        return fabs(actual - expected) <= zero;
    uint64_t a, e;
    memcpy(&a, &actual, sizeof a);
    memcpy(&e, &expected, sizeof e);
    return bit_distance(a, e, 64) <= rule->ulps;
}

static int ordered_half(uint16_t half)
{
    return half & 0x8000 ? ~half & 0xffff : half | 0x8000;
}

static bool accept_half(const struct pipeline_rule *rule, uint16_t actual, uint16_t expected)
{
    float a = data_half_to_float(actual), e = data_half_to_float(expected);
    int special = compare_special(a, e, false, false);
    if (special >= 0)
        return special;
    if (rule->kind == RULE_BUFFER_FLOAT_EPSILON)
        return fabsf(a - e) < (float)rule->epsilon;
    float zero = (float)rule->zero_tolerance;
    if (zero > 0 && (fabsf(a) <= zero || fabsf(e) <= zero))
        return fabsf(a - e) <= zero;
    int distance = ordered_half(actual) - ordered_half(expected);
    return (uint32_t)(distance < 0 ? -distance : distance) <= rule->ulps;
}

bool rule_accepts(const struct pipeline_rule *rule, const void *actual, const void *expected)
{
    enum data_format format = rule->actual->format;
    uint32_t size = data_format_size(format);
    if (rule->kind == RULE_BUFFER_EXACT)
        return memcmp(actual, expected, size) == 0;
    if (size == 2) {
        uint16_t a, e;
        memcpy(&a, actual, sizeof a);
        memcpy(&e, expected, sizeof e);
        return accept_half(rule, a, e);
    }
    if (size == 8) {
        double a, e;
        memcpy(&a, actual, sizeof a);
        memcpy(&e, expected, sizeof e);
        return accept_double(rule, a, e);
    }
    float a, e;
    memcpy(&a, actual, sizeof a);
    memcpy(&e, expected, sizeof e);
    return accept_float(rule, a, e);
}

static void note_difference(struct rule_outcome *outcome, uint32_t array, uint64_t element)
{
    if (outcome->differing++ == 0) {
        outcome->first_array = array;
        outcome->first_element = element;
    }
}

struct rule_outcome rule_check(const struct pipeline_rule *rule)
{
    const struct pipeline_buffer *actual = rule->actual, *expected = rule->expected;
    struct rule_outcome outcome = {0};
    if (actual->array_size != expected->array_size || actual->size_bytes != expected->size_bytes) {
        outcome.shapes_differ = true;
        return outcome;
    }
    uint32_t unit = data_format_size(actual->format);
    size_t count = actual->size_bytes / unit, tail = actual->size_bytes % unit;
    for (uint32_t array = 0; array < actual->array_size; array++) {
        const uint8_t *a = actual->data[array], *e = expected->data[array];
        for (size_t i = 0; i < count; i++)
            if (!rule_accepts(rule, a + i * unit, e + i * unit))
                note_difference(&outcome, array, i);
        if (tail && rule->kind == RULE_BUFFER_EXACT && memcmp(a + count * unit, e + count * unit, tail) != 0)
            note_difference(&outcome, array, count);
    }
    outcome.element_count = (uint64_t)(count + (tail != 0)) * actual->array_size;
    outcome.passed = outcome.differing == 0;
    return outcome;
}

/* ---- failures in words ---- */

/* One line for each differing element of float rules, up to the end of the first array element that has one.
 */
static void list_mismatches(const struct pipeline_rule *rule, const struct rule_outcome *outcome, FILE *out)
{
    uint32_t unit = data_format_size(rule->actual->format);
    const uint8_t *a = rule->actual->data[outcome->first_array],
                  *e = rule->expected->data[outcome->first_array];
    uint32_t listed = 0;
    for (size_t i = outcome->first_element; i < rule->actual->size_bytes / unit && listed < MAX_LISTED; i++) {
        char actual[DATA_TEXT], expected[DATA_TEXT];
        if (rule_accepts(rule, a + i * unit, e + i * unit))
            continue;
        data_print_exact(rule->actual->format, a + i * unit, actual);
        data_print_exact(rule->actual->format, e + i * unit, expected);
        fprintf(out, "  Mismatch at element %zu: expected=%s, actual=%s\n", i, expected, actual);
        listed++;
    }
}

static void print_count(const struct pipeline_rule *rule, const struct rule_outcome *outcome, FILE *out)
{
    const struct pipeline_buffer *actual = rule->actual, *expected = rule->expected;
    if (outcome->shapes_differ) {
        fprintf(out, "The buffers differ in size: expected %u x %zu bytes, got %u x %zu\n",
                expected->array_size, expected->size_bytes, actual->array_size, actual->size_bytes);
        return;
    }
    uint32_t unit = data_format_size(actual->format);
    fprintf(out, "%" PRIu64 " of %" PRIu64 " elements differ, the first at ", outcome->differing,
            outcome->element_count);
    if (actual->array_size > 1)
        fprintf(out, "[%u]", outcome->first_array);
    fprintf(out, "[%" PRIu64 "]", outcome->first_element);
    size_t offset = (size_t)outcome->first_element * unit;
    if (offset + unit <= actual->size_bytes) {
        char a[DATA_TEXT], e[DATA_TEXT], bits_a[DATA_TEXT], bits_e[DATA_TEXT];
        const uint8_t *at = actual->data[outcome->first_array] + offset;
        const uint8_t *should = expected->data[outcome->first_array] + offset;
        data_print(actual->format, at, a);
        data_print(actual->format, should, e);
        data_print_bits(actual->format, at, bits_a);
        data_print_bits(actual->format, should, bits_e);
        fprintf(out, ": expected %s (bits %s), got %s (bits %s)", e, bits_e, a, bits_a);
    }
    fputc('\n', out);
}

static void print_hex(const struct pipeline_buffer *buffer, FILE *out)
{
    uint32_t unit = data_format_size(buffer->format);
    size_t count = buffer->size_bytes / unit;
    for (uint32_t array = 0; array < buffer->array_size; array++) {
        if (buffer->array_size > 1)
            fputs(" - ", out);
        for (size_t i = 0; i < count; i++) {
            char text[DATA_TEXT];
            data_print_bits(buffer->format, buffer->data[array] + i * unit, text);
            fprintf(out, "%s%s", i == 0 ? "[ " : ", ", text);
        }
        fputs(count ? " ]\n" : "\n", out);
    }
}

void rule_print_failure(const struct pipeline_rule *rule, const struct rule_outcome *outcome, FILE *out)
{
    const struct pipeline_buffer *actual = rule->actual, *expected = rule->expected;
    if (rule->kind != RULE_BUFFER_EXACT && outcome->differing)
        list_mismatches(rule, outcome, out);
    fprintf(out, "Test failed: %s\nComparison Rule: %s\n", rule->name, pipeline_rule_names[rule->kind]);
    if (rule->kind == RULE_BUFFER_FLOAT_ULP)
        fprintf(out, "ULP: %u\n", rule->ulps);
    if (rule->kind == RULE_BUFFER_FLOAT_EPSILON)
        fprintf(out, "Epsilon: %g\n", rule->epsilon);
    print_count(rule, outcome, out);
    uint64_t values =
        (uint64_t)actual->array_size * (actual->size_bytes / data_format_size(actual->format)) +
        (uint64_t)expected->array_size * (expected->size_bytes / data_format_size(expected->format));
    if (values > 2 * MAX_PRINTED) {
        fprintf(out, "The buffers are too large to print: -o NAME=FILE writes them\n");
        return;
    }
    fputs("Expected:\n", out);
    pipeline_print_buffer(expected, out);
    fputs("Got:\n", out);
    pipeline_print_buffer(actual, out);
    fputs("Full Hex representation of Expected Buffer Values:\n", out);
    print_hex(expected, out);
    fputs("Full Hex representation of Actual Buffer Values:\n", out);
    print_hex(actual, out);
}
