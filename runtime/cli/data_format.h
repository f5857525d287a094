/*
 * The element formats of pipeline buffers: their sizes, how a value is read from text and how it is printed.
 *
 * Text in and out follows offloader: Float16 is written as its bits, radix by prefix, floats as strtof takes
 * them.
 */
#ifndef CLI_DATA_FORMAT_H
#define CLI_DATA_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum data_format {
    DATA_HEX8,
    DATA_HEX16,
    DATA_HEX32,
    DATA_HEX64,
    DATA_UINT16,
    DATA_UINT32,
    DATA_UINT64,
    DATA_INT16,
    DATA_INT32,
    DATA_INT64,
    DATA_FLOAT16,
    DATA_FLOAT32,
    DATA_FLOAT64,
    DATA_DEPTH32,
    DATA_BOOL,
    DATA_FORMAT_COUNT
};

extern const char *const data_format_names[DATA_FORMAT_COUNT];

uint32_t data_format_size(enum data_format format);
/* Float16, Float32 or Float64: what the BufferFloat rules accept. */
bool data_format_is_float(enum data_format format);

/* Reads one value of the format from the whole text into size bytes at out; NULL, or what was expected. */
const char *data_parse(enum data_format format, const char *text, void *out);

/* Unsigned number with the radix of its prefix: 0x, 0b, 0o or 0, else decimal; NULL, or what was expected. */
const char *data_parse_unsigned(const char *text, uint64_t max, uint64_t *out);
const char *data_parse_signed(const char *text, int64_t min, int64_t max, int64_t *out);
const char *data_parse_float(const char *text, float *out);
const char *data_parse_double(const char *text, double *out);

enum { DATA_TEXT = 48 };
/* The value as offloader prints it in Data lists; returns its length. */
int data_print(enum data_format format, const void *value, char text[DATA_TEXT]);
/* As it prints values that fail a rule: "1.5 (0x1.8p+0)" for floats, "0x3e00" for halves, for the rest as
 * above. */
int data_print_exact(enum data_format format, const void *value, char text[DATA_TEXT]);
/* The bits, without padding: "0x3fc00000". */
int data_print_bits(enum data_format format, const void *value, char text[DATA_TEXT]);

/* Every half is a float. */
float data_half_to_float(uint16_t half);

#endif
