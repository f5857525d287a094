/*
 * Text of operands, as Microsoft's disassembler writes it: r0.xyzw, -|cb0[r1.x + 3].xxxx|, l(1.000000),
 * T2[4].xyzw.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "text_sink.h"

enum { SMALL_INTEGER = 10000 };

/* Room for `length` more characters and the zero; false when there is none. */
static bool grow(struct text_sink *sink, size_t length)
{
    if (length < sink->size - sink->used)
        return true;
    const size_t size = 2 * sink->size + length + 1;
    char *buffer = dxbc_arena_alloc(sink->arena, size, 1);
    sink->failed = buffer == NULL;
    if (!buffer)
        return false;
    if (sink->used)
        memcpy(buffer, sink->buffer, sink->used);
    sink->buffer = buffer;
    sink->size = size;
    return true;
}

static void write_buffer(struct text_sink *sink, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0 || (sink->arena && (sink->failed || !grow(sink, (size_t)length))) ||
        sink->used + 1 >= sink->size)
        return;
    const size_t room = sink->size - sink->used;
    vsnprintf(sink->buffer + sink->used, room, format, args);
    sink->used += (size_t)length < room ? (size_t)length : room - 1;
}

void sink_printf(struct text_sink *sink, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (sink->file)
        vfprintf(sink->file, format, args);
    else
        write_buffer(sink, format, args);
    va_end(args);
}

void sink_puts(struct text_sink *sink, const char *text)
{
    sink_printf(sink, "%s", text);
}

static const char *special_name(uint64_t bits)
{
    const uint64_t quiet_bit = UINT64_C(1) << 51;
    if (!(bits & (quiet_bit | (quiet_bit - 1))))
        return "INF00";
    if (!(bits & quiet_bit))
        return "SNAN0";
    return bits == UINT64_C(0xfff8000000000000) ? "IND00" : "QNAN0";
}

static void print_double(struct text_sink *sink, uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value))
        sink_printf(sink, "%f", value);
    else
        sink_printf(sink, "%s1.#%s", bits >> 63 ? "-" : "", special_name(bits));
}

/* Digits enough to read back; ".0" where nothing else tells a float from a whole number. */
static void print_digits(struct text_sink *sink, double value, int digits)
{
    char text[40];
    snprintf(text, sizeof(text), "%.*g", digits, value);
    sink_printf(sink, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void print_exact_double(struct text_sink *sink, uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value))
        print_digits(sink, value, 17);
    else
        sink_printf(sink, "0x%016llx", (unsigned long long)bits);
}

static void print_exact_float(struct text_sink *sink, uint32_t bits)
{
    char text[64];
    float value;
    memcpy(&value, &bits, sizeof(value));
    if (!isfinite(value)) {
        sink_printf(sink, "0x%08x", bits);
        return;
    }
    snprintf(text, sizeof(text), "%f", value);
    if (strtof(text, NULL) == value)
        sink_puts(sink, text);
    else
        print_digits(sink, value, 9);
}

/* By way of a double, as the reference does: that makes NaNs quiet. */
void dxbc_print_float(struct text_sink *sink, uint32_t bits)
{
    if (sink->exact) {
        print_exact_float(sink, bits);
        return;
    }
    float value;
    memcpy(&value, &bits, sizeof(value));
    const double wide = (double)value;
    uint64_t wide_bits;
    memcpy(&wide_bits, &wide, sizeof(wide_bits));
    if (isnan(value))
        wide_bits |= UINT64_C(1) << 51;
    print_double(sink, wide_bits);
}

static bool is_small_integer(uint32_t value)
{
    return (int32_t)value >= -SMALL_INTEGER && (int32_t)value <= SMALL_INTEGER;
}

void dxbc_print_untyped(struct text_sink *sink, uint32_t value)
{
    const uint32_t exponent = value >> 23 & 255, mantissa = value & 0x7fffff;
    if (is_small_integer(value))
        sink_printf(sink, "%d", (int32_t)value);
    else if (exponent == 255 || (exponent == 0 && mantissa))
        sink_printf(sink, "0x%08x", value);
    else
        dxbc_print_float(sink, value);
}

static void print_literal(struct text_sink *sink, uint32_t value, char literal)
{
    if (literal == 'F')
        dxbc_print_float(sink, value);
    else if (literal == 'U')
        dxbc_print_untyped(sink, value);
    else if (is_small_integer(value))
        sink_printf(sink, "%d", (int32_t)value);
    else
        sink_printf(sink, "0x%08x", value);
}

static void print_immediate64(struct text_sink *sink, const struct dxbc_operand *operand)
{
    const unsigned count = operand->components == 4 ? 2 : 1;
    sink_puts(sink, "d(");
    if (count == 1 && !sink->exact) { /* the reference takes the low word for a float */
        dxbc_print_float(sink, operand->imm[0]);
    } else {
        for (unsigned i = 0; i < count; ++i) {
            const uint64_t bits = (uint64_t)operand->imm[2 * i + 1] << 32 | operand->imm[2 * i];
            sink_puts(sink, i ? ", " : "");
            if (sink->exact)
                print_exact_double(sink, bits);
            else
                print_double(sink, bits);
            sink_puts(sink, "l");
        }
    }
    sink_puts(sink, ")");
}

static void print_immediate(struct text_sink *sink, const struct dxbc_operand *operand, char literal)
{
    if (operand->file == DXBC_FILE_IMMEDIATE64) {
        print_immediate64(sink, operand);
        return;
    }
    sink_puts(sink, "l(");
    for (unsigned i = 0; i < operand->components; ++i) {
        if (i > 0)
            sink_puts(sink, literal == 'U' ? "," : ", ");
        print_literal(sink, operand->imm[i], literal);
    }
    sink_puts(sink, ")");
}

static void print_index(struct text_sink *sink, const struct dxbc_program *program,
                        const struct dxbc_index *index)
{
    if (index->relative) {
        dxbc_print_operand(sink, program, index->relative, 'I', PRINT_OWN_PRECISION);
        sink_puts(sink, " + ");
    }
    sink_printf(sink, "%d", (int32_t)index->imm);
}

static bool is_range(const struct dxbc_program *program, uint8_t file)
{
    const bool model_5_1 = program->major * 10 + program->minor >= 51;
    return model_5_1 && (file == DXBC_FILE_RESOURCE || file == DXBC_FILE_SAMPLER || file == DXBC_FILE_UAV ||
                         file == DXBC_FILE_CONSTANT_BUFFER);
}

static void print_name(struct text_sink *sink, const struct dxbc_program *program, uint8_t file)
{
    const char *name = dxbc_name(NAMES_FILE, file);
    if (!is_range(program, file)) {
        sink_puts(sink, name);
        return;
    }
    for (; *name; ++name)
        sink_printf(sink, "%c", *name - 'a' + 'A');
}

/* Whether the first index stands in brackets, too. */
static bool is_bracketed(uint8_t file)
{
    return file == DXBC_FILE_IMMEDIATE_CB || file == DXBC_FILE_INPUT_CONTROL_POINT ||
           file == DXBC_FILE_OUTPUT_CONTROL_POINT || file == DXBC_FILE_THIS;
}

static void print_register(struct text_sink *sink, const struct dxbc_program *program,
                           const struct dxbc_operand *operand)
{
    print_name(sink, program, operand->file);
    const bool vertices_first = operand->file == DXBC_FILE_INPUT && operand->index_count > 1;
    for (unsigned i = 0; i < operand->index_count; ++i) {
        const struct dxbc_index *index = &operand->index[i];
        const bool bracket = i > 0 || is_bracketed(operand->file) || vertices_first || index->relative;
        sink_puts(sink, bracket ? "[" : "");
        print_index(sink, program, index);
        sink_puts(sink, bracket ? "]" : "");
    }
}

static void print_components(struct text_sink *sink, const struct dxbc_operand *operand)
{
    static const char letters[] = "xyzw";
    if (operand->components != 4)
        return;
    char text[6] = ".";
    unsigned used = 1;
    if (operand->selection == DXBC_SELECT_ONE) {
        text[used++] = letters[operand->swizzle[0]];
    } else {
        for (unsigned i = 0; i < 4; ++i) {
            if (operand->selection == DXBC_SELECT_SWIZZLE)
                text[used++] = letters[operand->swizzle[i]];
            else if (operand->mask >> i & 1)
                text[used++] = letters[i];
        }
    }
    text[used] = 0;
    sink_puts(sink, text);
}

static const char *precision_name(unsigned precision)
{
    return dxbc_name(NAMES_PRECISION, precision & 7);
}

/* What the operand's precision is taken as, when the instruction asks for another. */
static void print_precision(struct text_sink *sink, unsigned own, unsigned wanted)
{
    if (own != wanted && wanted != PRINT_OWN_PRECISION)
        sink_printf(sink, " {%s as %s}", precision_name(own), precision_name(wanted));
    else if (own)
        sink_printf(sink, " {%s}", precision_name(own));
}

void dxbc_print_operand(struct text_sink *sink, const struct dxbc_program *program,
                        const struct dxbc_operand *operand, char literal, unsigned precision)
{
    const bool absolute = operand->modifier & DXBC_MOD_ABS;
    sink_puts(sink, operand->modifier & DXBC_MOD_NEG ? "-" : "");
    sink_puts(sink, absolute ? "|" : "");
    if (operand->file == DXBC_FILE_IMMEDIATE32 || operand->file == DXBC_FILE_IMMEDIATE64) {
        print_immediate(sink, operand, literal);
    } else {
        print_register(sink, program, operand);
        print_components(sink, operand);
    }
    print_precision(sink, operand->min_precision, precision);
    sink_puts(sink, operand->non_uniform ? " { nonuniform }" : "");
    sink_puts(sink, absolute ? "|" : "");
}
