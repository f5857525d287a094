/*
 * Values of pipeline buffers from text and back.
 */
#include "data_format.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum data_kind { KIND_HEX, KIND_UNSIGNED, KIND_SIGNED, KIND_FLOAT };

const char *const data_format_names[DATA_FORMAT_COUNT] = {
    [DATA_HEX8] = "Hex8",       [DATA_HEX16] = "Hex16",     [DATA_HEX32] = "Hex32",
    [DATA_HEX64] = "Hex64",     [DATA_UINT16] = "UInt16",   [DATA_UINT32] = "UInt32",
    [DATA_UINT64] = "UInt64",   [DATA_INT16] = "Int16",     [DATA_INT32] = "Int32",
    [DATA_INT64] = "Int64",     [DATA_FLOAT16] = "Float16", [DATA_FLOAT32] = "Float32",
    [DATA_FLOAT64] = "Float64", [DATA_DEPTH32] = "Depth32", [DATA_BOOL] = "Bool",
};

static const struct {
    uint8_t size, kind;
} formats[DATA_FORMAT_COUNT] = {
    [DATA_HEX8] = {1, KIND_HEX},        [DATA_HEX16] = {2, KIND_HEX},
    [DATA_HEX32] = {4, KIND_HEX},       [DATA_HEX64] = {8, KIND_HEX},
    [DATA_UINT16] = {2, KIND_UNSIGNED}, [DATA_UINT32] = {4, KIND_UNSIGNED},
    [DATA_UINT64] = {8, KIND_UNSIGNED}, [DATA_INT16] = {2, KIND_SIGNED},
    [DATA_INT32] = {4, KIND_SIGNED},    [DATA_INT64] = {8, KIND_SIGNED},
    [DATA_FLOAT16] = {2, KIND_HEX},     [DATA_FLOAT32] = {4, KIND_FLOAT},
    [DATA_FLOAT64] = {8, KIND_FLOAT},   [DATA_DEPTH32] = {4, KIND_FLOAT},
    [DATA_BOOL] = {4, KIND_UNSIGNED},
};

uint32_t data_format_size(enum data_format format)
{
    return formats[format].size;
}

bool data_format_is_float(enum data_format format)
{
    return format == DATA_FLOAT16 || format == DATA_FLOAT32 || format == DATA_FLOAT64;
}

/* ---- text in ---- */

static unsigned take_radix(const char **text)
{
    const char *t = *text;
    if (t[0] != '0' || t[1] == 0)
        return 10;
    unsigned radix = t[1] == 'x' || t[1] == 'X' ? 16 : t[1] == 'b' || t[1] == 'B' ? 2 : 8;
    *text += isdigit((unsigned char)t[1]) ? 1 : t[1] == 'o' || radix != 8 ? 2 : 0;
    return radix;
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

const char *data_parse_unsigned(const char *text, uint64_t max, uint64_t *out)
{
    uint64_t value = 0;
    bool wide = false;
    unsigned radix = take_radix(&text);
    if (*text == 0)
        return "invalid number";
    for (; *text; text++) {
        unsigned digit = (unsigned)digit_of(*text);
        if (digit >= radix)
            return "invalid number";
        wide = wide || __builtin_mul_overflow(value, (uint64_t)radix, &value) ||
               __builtin_add_overflow(value, (uint64_t)digit, &value);
    }
    if (wide || value > max)
        return "out of range number";
    *out = value;
    return NULL;
}

const char *data_parse_signed(const char *text, int64_t min, int64_t max, int64_t *out)
{
    bool negative = *text == '-';
    uint64_t magnitude = 0;
    uint64_t limit = negative ? 0 - (uint64_t)min : (uint64_t)max;
    const char *wrong = data_parse_unsigned(text + negative, limit, &magnitude);
    if (!wrong)
        *out = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return wrong;
}

const char *data_parse_float(const char *text, float *out)
{
    char *end;
    *out = strtof(text, &end);
    return end == text || *end ? "invalid floating point number" : NULL;
}

const char *data_parse_double(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end == text || *end ? "invalid floating point number" : NULL;
}

const char *data_parse(enum data_format format, const char *text, void *out)
{
    uint32_t size = formats[format].size;
    const char *wrong = NULL;
    uint64_t bits = 0;
    int64_t number = 0;
    switch (formats[format].kind) {
    case KIND_FLOAT:
        return size == 4 ? data_parse_float(text, out) : data_parse_double(text, out);
    case KIND_SIGNED:
        wrong = data_parse_signed(text, INT64_MIN >> (64 - 8 * size), INT64_MAX >> (64 - 8 * size), &number);
        bits = (uint64_t)number;
        break;
    default:
        wrong = data_parse_unsigned(text, UINT64_MAX >> (64 - 8 * size), &bits);
    }
    if (!wrong)
        memcpy(out, &bits, size); /* little-endian */
    return wrong;
}

/* ---- text out ---- */

static uint64_t load_bits(enum data_format format, const void *value)
{
    uint64_t bits = 0;
    memcpy(&bits, value, formats[format].size);
    return bits;
}

static double load_float(enum data_format format, const void *value)
{
    float single;
    double number;
    if (formats[format].size == 8) {
        memcpy(&number, value, sizeof number);
        return number;
    }
    memcpy(&single, value, sizeof single);
    return single;
}

int data_print(enum data_format format, const void *value, char text[DATA_TEXT])
{
    uint64_t bits = load_bits(format, value);
    unsigned shift = 64 - 8u * formats[format].size;
    switch (formats[format].kind) {
    case KIND_FLOAT:
        return snprintf(text, DATA_TEXT, "%g", load_float(format, value));
    case KIND_SIGNED:
        return snprintf(text, DATA_TEXT, "%" PRId64, (int64_t)(bits << shift) >> shift);
    case KIND_UNSIGNED:
        return snprintf(text, DATA_TEXT, "%" PRIu64, bits);
    default:
        return snprintf(text, DATA_TEXT, "0x%" PRIX64, bits);
    }
}

int data_print_bits(enum data_format format, const void *value, char text[DATA_TEXT])
{
    return snprintf(text, DATA_TEXT, "0x%" PRIx64, load_bits(format, value));
}

int data_print_exact(enum data_format format, const void *value, char text[DATA_TEXT])
{
    if (format == DATA_FLOAT16)
        return data_print_bits(format, value, text);
    if (formats[format].kind != KIND_FLOAT)
        return data_print(format, value, text);
    double number = load_float(format, value);
    return snprintf(text, DATA_TEXT, "%g (%a)", number, number);
}

float data_half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = (half >> 10) & 31, fraction = half & 0x3ff;
    if (exponent == 0) {
        float small = (float)fraction * 0x1p-24f; /* exact: at most 10 bits */
        return sign ? -small : small;
    }
    uint32_t bits = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | fraction << 13;
    float result;
    memcpy(&result, &bits, sizeof result);
    return result;
}
