/*
 * Text of operands, as Microsoft's disassembler writes it: r0.xyzw, -|cb0[r1.x + 3].xxxx|, l(1.000000),
 * T2[4].xyzw.
 */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "text_sink.h"

enum { SMALL_INTEGER = 10000 };

/* How a register is written: its name, and whether the first index stands in brackets too. */
struct file_text {
    const char *name;
    bool bracketed;
};

static const struct file_text files[DXBC_FILE_COUNT] = {
    [DXBC_FILE_TEMP] = {"r", false},
    [DXBC_FILE_INPUT] = {"v", false},
    [DXBC_FILE_OUTPUT] = {"o", false},
    [DXBC_FILE_INDEXABLE_TEMP] = {"x", false},
    [DXBC_FILE_IMMEDIATE32] = {"l", false},
    [DXBC_FILE_IMMEDIATE64] = {"d", false},
    [DXBC_FILE_SAMPLER] = {"s", false},
    [DXBC_FILE_RESOURCE] = {"t", false},
    [DXBC_FILE_CONSTANT_BUFFER] = {"cb", false},
    [DXBC_FILE_IMMEDIATE_CB] = {"icb", true},
    [DXBC_FILE_LABEL] = {"label", false},
    [DXBC_FILE_PRIMITIVE_ID] = {"vPrim", false},
    [DXBC_FILE_DEPTH] = {"oDepth", false},
    [DXBC_FILE_NULL] = {"null", false},
    [DXBC_FILE_RASTERIZER] = {"rasterizer", false},
    [DXBC_FILE_COVERAGE_MASK] = {"oMask", false},
    [DXBC_FILE_STREAM] = {"m", false},
    [DXBC_FILE_FUNCTION_BODY] = {"fb", false},
    [DXBC_FILE_FUNCTION_TABLE] = {"ft", false},
    [DXBC_FILE_INTERFACE] = {"fp", false},
    [DXBC_FILE_FUNCTION_INPUT] = {"iv", false},
    [DXBC_FILE_FUNCTION_OUTPUT] = {"ov", false},
    [DXBC_FILE_OUTPUT_CONTROL_POINT_ID] = {"vOutputControlPointID", false},
    [DXBC_FILE_FORK_INSTANCE_ID] = {"vForkInstanceID", false},
    [DXBC_FILE_JOIN_INSTANCE_ID] = {"vJoinInstanceID", false},
    [DXBC_FILE_INPUT_CONTROL_POINT] = {"vicp", true},
    [DXBC_FILE_OUTPUT_CONTROL_POINT] = {"vocp", true},
    [DXBC_FILE_PATCH_CONSTANT] = {"vpc", false},
    [DXBC_FILE_DOMAIN_POINT] = {"vDomain", false},
    [DXBC_FILE_THIS] = {"this", true},
    [DXBC_FILE_UAV] = {"u", false},
    [DXBC_FILE_TGSM] = {"g", false},
    [DXBC_FILE_THREAD_ID] = {"vThreadID", false},
    [DXBC_FILE_GROUP_ID] = {"vThreadGroupID", false},
    [DXBC_FILE_THREAD_ID_IN_GROUP] = {"vThreadIDInGroup", false},
    [DXBC_FILE_INPUT_COVERAGE] = {"vCoverage", false},
    [DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED] = {"vThreadIDInGroupFlattened", false},
    [DXBC_FILE_GS_INSTANCE_ID] = {"vGSInstanceID", false},
    [DXBC_FILE_DEPTH_GE] = {"oDepthGE", false},
    [DXBC_FILE_DEPTH_LE] = {"oDepthLE", false},
    [DXBC_FILE_CYCLE_COUNTER] = {"vCycleCounter", false},
    [DXBC_FILE_STENCIL_REF] = {"oStencilRef", false},
    [DXBC_FILE_INNER_COVERAGE] = {"vInnerCoverage", false},
};

void sink_printf(struct text_sink *sink, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (sink->file) {
        vfprintf(sink->file, format, args);
    } else if (sink->used + 1 < sink->size) {
        const int length = vsnprintf(sink->buffer + sink->used, sink->size - sink->used, format, args);
        if (length > 0)
            sink->used +=
                (size_t)length < sink->size - sink->used ? (size_t)length : sink->size - sink->used - 1;
    }
    va_end(args);
}

void sink_puts(struct text_sink *sink, const char *text)
{
    sink_printf(sink, "%s", text);
}

static void print_double(struct text_sink *sink, uint64_t bits)
{
    const uint64_t quiet_bit = UINT64_C(1) << 51;
    double value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value)) {
        sink_printf(sink, "%f", value);
        return;
    }
    const char *name = isinf(value)                           ? "INF00"
                       : !(bits & quiet_bit)                  ? "SNAN0"
                       : bits == UINT64_C(0xfff8000000000000) ? "IND00"
                                                              : "QNAN0";
    sink_printf(sink, "%s1.#%s", bits >> 63 ? "-" : "", name);
}

/* By way of a double, as the reference does: that makes NaNs quiet. */
void dxbc_print_float(struct text_sink *sink, uint32_t bits)
{
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

static void print_immediate(struct text_sink *sink, const struct dxbc_operand *operand, char literal)
{
    if (operand->file == DXBC_FILE_IMMEDIATE64) {
        sink_puts(sink, "d(");
        if (operand->components == 4) {
            print_double(sink, (uint64_t)operand->imm[1] << 32 | operand->imm[0]);
            sink_puts(sink, "l, ");
            print_double(sink, (uint64_t)operand->imm[3] << 32 | operand->imm[2]);
            sink_puts(sink, "l");
        } else { /* the reference takes the low word for a float */
            dxbc_print_float(sink, operand->imm[0]);
        }
        sink_puts(sink, ")");
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
    const char *name = files[file].name;
    if (!is_range(program, file)) {
        sink_puts(sink, name);
        return;
    }
    for (; *name; ++name)
        sink_printf(sink, "%c", *name - 'a' + 'A');
}

static void print_register(struct text_sink *sink, const struct dxbc_program *program,
                           const struct dxbc_operand *operand)
{
    print_name(sink, program, operand->file);
    const bool vertices_first = operand->file == DXBC_FILE_INPUT && operand->index_count > 1;
    for (unsigned i = 0; i < operand->index_count; ++i) {
        const struct dxbc_index *index = &operand->index[i];
        const bool bracket = i > 0 || files[operand->file].bracketed || vertices_first || index->relative;
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
    static const char *const names[8] = {"def32",  "min16f", "min2_8f", "def32",
                                         "min16i", "min16u", "def32",   "def32"};
    return names[precision & 7];
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
