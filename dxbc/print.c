/*
 * The listing: what Microsoft's disassembler prints for a program, line by line, quirks included, so that the
 * two can be compared with diff.
 */
#include <string.h>

#include "encode.h"
#include "text_sink.h"

enum { SATURATE_BIT = 13, LINE_ROOM = 30 };

void dxbc_target_name(const struct dxbc_program *program, char buffer[16])
{
    static const char *const stages[DXBC_STAGE_COUNT] = {"ps", "vs", "gs", "hs", "ds", "cs"};
    snprintf(buffer, 16, "%s_%u_%u", stages[program->stage], program->major, program->minor);
}

static void print_sync_flags(struct text_sink *sink, uint8_t sync)
{
    if (sync & DXBC_SYNC_UAV_GLOBAL)
        sink_puts(sink, "_uglobal");
    else if (sync & DXBC_SYNC_UAV_GROUP)
        sink_puts(sink, "_ugroup");
    sink_puts(sink, sync & DXBC_SYNC_TGSM ? "_g" : "");
    sink_puts(sink, sync & DXBC_SYNC_THREADS ? "_t" : "");
}

static void print_precise(struct text_sink *sink, uint8_t precise)
{
    if (!precise)
        return;
    if (precise == 15) {
        sink_puts(sink, " [precise]");
        return;
    }
    sink_puts(sink, " [precise(");
    for (unsigned i = 0; i < 4; ++i) {
        if (precise >> i & 1)
            sink_printf(sink, "%c", "xyzw"[i]);
    }
    sink_puts(sink, ")]");
}

static void print_extended(struct text_sink *sink, const struct dxbc_instr *instr)
{
    const int8_t *offset = instr->texel_offset;
    if (instr->has_offsets)
        sink_printf(sink, "(%d,%d,%d)", offset[0], offset[1], offset[2]);
    if (instr->has_dimension) {
        sink_printf(sink, "(%s", dxbc_dimension_name(instr->dimension));
        if (instr->stride)
            sink_printf(sink, ", stride=%u", instr->stride);
        sink_puts(sink, ")");
    }
    if (instr->has_return_types)
        dxbc_print_return_types(sink, instr->return_types);
}

/* Mnemonic and suffixes. Bit 13 prints as _sat whatever the opcode: so does Microsoft. */
static void print_mnemonic(struct text_sink *sink, const struct dxbc_instr *instr,
                           const struct dxbc_opcode_info *info)
{
    sink_puts(sink, info->mnemonic);
    sink_puts(sink, instr->token0 >> SATURATE_BIT & 1 ? "_sat" : "");
    sink_puts(sink, instr->has_offsets ? "_aoffimmi" : "");
    sink_puts(sink, instr->has_dimension || instr->has_return_types ? "_indexable" : "");
    print_precise(sink, instr->precise);
    print_extended(sink, instr);
    if (info->flags & OPF_TEST)
        sink_puts(sink, instr->test_nz ? "_nz" : "_z");
    if (instr->opcode == DXBC_OP_RESINFO)
        sink_puts(sink, instr->return_type == 1 ? "_rcpfloat" : instr->return_type == 2 ? "_uint" : "");
    else if (instr->opcode == DXBC_OP_SAMPLEINFO)
        sink_puts(sink, instr->return_type == 1 ? "_uint" : "");
    else if (instr->opcode == DXBC_OP_SYNC)
        print_sync_flags(sink, instr->sync);
}

static void print_fcall(struct text_sink *sink, const struct dxbc_program *program,
                        const struct dxbc_instr *instr)
{
    sink_puts(sink, "fcall ");
    dxbc_print_operand(sink, program, &instr->operands[0], 'N', PRINT_OWN_PRECISION);
    sink_printf(sink, "[%u]", instr->data[0]);
}

/* Whether operand i is taken at the precision of the first destination. Where it is not, the operand stands
 * for another quantity (an address, a condition) or for a conversion; but the reference has exceptions of its
 * own. */
static bool shares_precision(const struct dxbc_instr *instr, const struct dxbc_opcode_info *info, uint32_t i)
{
    const uint32_t dst_count = (uint32_t)strlen(info->dst);
    switch (instr->opcode) {
    case DXBC_OP_SWAPC:
        return i == 1;
    case DXBC_OP_ISHL:
    case DXBC_OP_ISHR:
    case DXBC_OP_USHR:
    case DXBC_OP_UBFE:
    case DXBC_OP_IBFE:
    case DXBC_OP_BFI:
    case DXBC_OP_FIRSTBIT_SHI:
    case DXBC_OP_DTOF:
        return i == dst_count;
    }
    const bool computes = info->kind == DXBC_KIND_ARITH || info->kind == DXBC_KIND_DOT ||
                          info->kind == DXBC_KIND_DOUBLE || info->kind == DXBC_KIND_PIXEL;
    if (!computes || dst_count == 0 || i < dst_count)
        return false;
    return info->src[i - dst_count] == info->dst[0] || info->src[i - dst_count] == 'v';
}

static void print_instruction(struct text_sink *sink, const struct dxbc_program *program,
                              const struct dxbc_instr *instr)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    if (instr->opcode == DXBC_OP_FCALL) {
        print_fcall(sink, program, instr);
        return;
    }
    print_mnemonic(sink, instr, info);
    if (instr->operand_count == 0 && instr->opcode != DXBC_OP_SYNC)
        sink_puts(sink, " ");
    for (uint32_t i = 0; i < instr->operand_count; ++i) {
        const unsigned precision =
            shares_precision(instr, info, i) ? instr->operands[0].min_precision : PRINT_OWN_PRECISION;
        sink_puts(sink, i ? ", " : " ");
        dxbc_print_operand(sink, program, &instr->operands[i], info->literal, precision);
    }
}

static void print_icb(struct text_sink *sink, const struct dxbc_instr *instr)
{
    sink_puts(sink, "dcl_immediateConstantBuffer { ");
    for (uint32_t i = 0; i + 4 <= instr->data_count; i += 4) {
        if (i)
            sink_printf(sink, ",\n%*s", LINE_ROOM, "");
        sink_puts(sink, "{ ");
        for (uint32_t k = 0; k < 4; ++k) {
            sink_puts(sink, k ? ", " : "");
            dxbc_print_untyped(sink, instr->data[i + k]);
        }
        sink_puts(sink, "}");
    }
    sink_puts(sink, " }");
}

static void print_quoted(struct text_sink *sink, const char *text)
{
    static const char escaped[] = "\b\t\n\r\\", letters[] = "btnr\\";
    sink_puts(sink, "\"");
    for (; *text; ++text) {
        const char *escape = strchr(escaped, *text);
        if (escape)
            sink_printf(sink, "\\%c", letters[escape - escaped]);
        else
            sink_printf(sink, "%c", (unsigned char)*text < 32 || (unsigned char)*text > 127 ? '.' : *text);
    }
    sink_puts(sink, "\"");
}

static void print_message(struct text_sink *sink, const struct dxbc_program *program,
                          const struct dxbc_instr *instr, const struct dxbc_message *message)
{
    sink_puts(sink, !message->formatted ? "<unknown> " : message->error ? "errorf " : "printf ");
    print_quoted(sink, message->text);
    for (uint32_t i = 0; i < instr->operand_count; ++i) {
        sink_puts(sink, ", ");
        dxbc_print_operand(sink, program, &instr->operands[i], 'U', PRINT_OWN_PRECISION);
    }
}

static void print_custom(struct text_sink *sink, const struct dxbc_program *program,
                         const struct dxbc_instr *instr)
{
    const char *text = (const char *)instr->data;
    struct dxbc_message message;
    if (dxbc_instr_message(instr, &message))
        print_message(sink, program, instr, &message);
    else if (instr->token0 >> 11 == CUSTOM_COMMENT)
        sink_printf(sink, "// COMMENT: %.*s", (int)strnlen(text, 4 * (size_t)instr->data_count), text);
    else if (instr->token0 >> 11 == CUSTOM_ICB)
        print_icb(sink, instr);
    else
        sink_puts(sink, "undecipherable custom data");
}

void dxbc_print_line(struct text_sink *sink, const struct dxbc_program *program,
                     const struct dxbc_instr *instr)
{
    switch (dxbc_opcode_info(instr->opcode)->kind) {
    case DXBC_KIND_CUSTOM:
        print_custom(sink, program, instr);
        break;
    case DXBC_KIND_DCL:
        dxbc_print_declaration(sink, program, instr);
        break;
    default:
        print_instruction(sink, program, instr);
    }
}

const char *dxbc_print_instr(const struct dxbc_shader *shader, uint32_t index, char *buffer, size_t size)
{
    struct text_sink sink = {.buffer = buffer, .size = size};
    if (size > 0)
        buffer[0] = 0;
    if (index < shader->program.instr_count)
        dxbc_print_line(&sink, &shader->program, &shader->program.instrs[index]);
    return buffer;
}

/* What stands before a line: the instruction's number (declarations have none) and its byte offset in the
 * program. */
static void print_margin(struct text_sink *sink, unsigned flags, uint32_t number, uint32_t offset)
{
    const bool numbers = flags & DXBC_PRINT_NUMBERS, offsets = flags & DXBC_PRINT_OFFSETS;
    if (numbers && number == DIAG_NO_INSTRUCTION)
        sink_puts(sink, "      ");
    else if (numbers)
        sink_printf(sink, "%4u%s", number, offsets ? "  " : ": ");
    if (offsets)
        sink_printf(sink, "0x%08X: ", offset);
}

static bool is_numbered(const struct dxbc_instr *instr)
{
    const uint8_t kind = dxbc_opcode_info(instr->opcode)->kind;
    struct dxbc_message message;
    return kind != DXBC_KIND_DCL && (kind != DXBC_KIND_CUSTOM || dxbc_instr_message(instr, &message));
}

/* Before an instruction whose statement is not the one before; the file's name where that is another, too. */
static void print_place(struct text_sink *sink, const struct dxbc_place *place, const struct dxbc_place *before)
{
    if (!place->line || (place->line == before->line && !strcmp(place->file, before->file)))
        return;
    sink_printf(sink, "\n#line %u", place->line);
    if (!before->line || strcmp(place->file, before->file) != 0)
        sink_printf(sink, " \"%s\"", place->file);
    sink_puts(sink, "\n");
}

static enum diag_code print_listing(struct text_sink *sink, const struct dxbc_shader *shader, unsigned flags)
{
    const struct dxbc_program *program = &shader->program;
    enum diag_code code = DIAG_OK;
    const uint32_t start = program->instr_count ? program->instrs[0].offset - 2 * sizeof(uint32_t) : 0;
    uint32_t number = 0;
    unsigned depth = 0;
    char target[16];
    struct dxbc_lines *lines = NULL;
    struct dxbc_place place = {0};
    if (flags & DXBC_PRINT_LINES && dxbc_lines_read(shader, &lines, NULL) == DIAG_NO_MEMORY)
        return DIAG_NO_MEMORY;
    dxbc_target_name(program, target);
    print_margin(sink, flags, DIAG_NO_INSTRUCTION, 0);
    sink_printf(sink, "%s\n", target);
    for (uint32_t i = 0; code == DIAG_OK && i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
        if (info->flags & OPF_CLOSES && depth > 0)
            --depth;
        print_place(sink, dxbc_lines_at(lines, i), &place);
        if (dxbc_lines_at(lines, i)->line)
            place = *dxbc_lines_at(lines, i);
        print_margin(sink, flags, is_numbered(instr) ? number++ : DIAG_NO_INSTRUCTION, instr->offset - start);
        sink_printf(sink, "%*s", (int)(2 * depth), "");
        if (flags & DXBC_PRINT_EXACT)
            code = dxbc_print_exact_line(sink, shader, instr);
        else
            dxbc_print_line(sink, program, instr);
        sink_puts(sink, "\n");
        if (info->flags & OPF_OPENS)
            ++depth;
    }
    dxbc_lines_free(lines);
    return code;
}

enum diag_code dxbc_print(const struct dxbc_shader *shader, unsigned flags, FILE *out)
{
    struct text_sink sink = {.file = out};
    enum diag_code code = DIAG_OK;
    if (flags & DXBC_PRINT_HEADER && flags & DXBC_PRINT_EXACT)
        code = dxbc_print_exact_header(&sink, shader);
    else if (flags & DXBC_PRINT_HEADER)
        dxbc_print_header(&sink, shader);
    if (flags & DXBC_PRINT_EXACT)
        dxbc_print_exact_chunks(&sink, shader);
    if (code == DIAG_OK)
        code = print_listing(&sink, shader, flags);
    sink_printf(&sink, "// Approximately %u instruction slots used\n",
                shader->stat_count ? shader->stat[0] : 0);
    return ferror(out) ? DIAG_NO_MEMORY : code;
}
