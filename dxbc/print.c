/*
 * The listing: what Microsoft's disassembler prints for a program, line by line, quirks included, so that the two
 * can be compared with diff.
 */
#include <string.h>

#include "text_sink.h"

enum { CUSTOM_COMMENT = 0, CUSTOM_ICB = 3 };
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
        if (instr->dimension == DXBC_DIM_STRUCTURED_BUFFER)
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
    sink_puts(sink, instr->has_dimension ? "_indexable" : "");
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

static void print_fcall(struct text_sink *sink, const struct dxbc_program *program, const struct dxbc_instr *instr)
{
    sink_puts(sink, "fcall ");
    dxbc_print_operand(sink, program, &instr->operands[0], 'N', PRINT_OWN_PRECISION);
    sink_printf(sink, "[%u]", instr->data[0]);
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
    const size_t dst_count = strlen(info->dst);
    if (instr->operand_count == 0 && instr->opcode != DXBC_OP_SYNC)
        sink_puts(sink, " ");
    for (uint32_t i = 0; i < instr->operand_count; ++i) {
        const bool destination = i < dst_count;
        const unsigned precision =
            destination || dst_count == 0 ? PRINT_OWN_PRECISION : instr->operands[0].min_precision;
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

static void print_message(struct text_sink *sink, const struct dxbc_program *program,
                          const struct dxbc_instr *instr, const struct dxbc_message *message)
{
    sink_printf(sink, "%s%s \"%s\"", message->error ? "error" : "print", message->formatted ? "f" : "", message->text);
    for (uint32_t i = 0; i < instr->operand_count; ++i) {
        sink_puts(sink, ", ");
        dxbc_print_operand(sink, program, &instr->operands[i], 'U', PRINT_OWN_PRECISION);
    }
}

/* Nothing for blocks that Microsoft's listing leaves out; returns whether there is a line. */
static bool print_custom(struct text_sink *sink, const struct dxbc_program *program, const struct dxbc_instr *instr)
{
    struct dxbc_message message;
    if (dxbc_instr_message(instr, &message)) {
        print_message(sink, program, instr, &message);
        return true;
    }
    switch (instr->token0 >> 11) {
    case CUSTOM_COMMENT: {
        const char *text = (const char *)instr->data;
        sink_printf(sink, "// COMMENT: %.*s", (int)strnlen(text, 4 * (size_t)instr->data_count), text);
        return true;
    }
    case CUSTOM_ICB:
        print_icb(sink, instr);
        return true;
    default:
        return false;
    }
}

static bool print_line(struct text_sink *sink, const struct dxbc_program *program, const struct dxbc_instr *instr)
{
    switch (dxbc_opcode_info(instr->opcode)->kind) {
    case DXBC_KIND_CUSTOM:
        return print_custom(sink, program, instr);
    case DXBC_KIND_DCL:
        dxbc_print_declaration(sink, program, instr);
        return true;
    default:
        print_instruction(sink, program, instr);
        return true;
    }
}

const char *dxbc_print_instr(const struct dxbc_shader *shader, uint32_t index, char *buffer, size_t size)
{
    struct text_sink sink = {.buffer = buffer, .size = size};
    if (size > 0)
        buffer[0] = 0;
    if (index < shader->program.instr_count)
        print_line(&sink, &shader->program, &shader->program.instrs[index]);
    return buffer;
}

static void print_listing(struct text_sink *sink, const struct dxbc_shader *shader, unsigned flags)
{
    const struct dxbc_program *program = &shader->program;
    unsigned depth = 0;
    (void)flags;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
        if (info->flags & OPF_CLOSES && depth > 0)
            --depth;
        sink_printf(sink, "%*s", (int)(2 * depth), "");
        if (print_line(sink, program, instr))
            sink_puts(sink, "\n");
        if (info->flags & OPF_OPENS)
            ++depth;
    }
}

enum diag_code dxbc_print(const struct dxbc_shader *shader, unsigned flags, FILE *out)
{
    struct text_sink sink = {.file = out};
    char target[16];
    dxbc_target_name(&shader->program, target);
    sink_printf(&sink, "%s\n", target);
    print_listing(&sink, shader, flags);
    if (shader->stat_count > 0)
        sink_printf(&sink, "// Approximately %u instruction slots used\n", shader->stat[0]);
    return ferror(out) ? DIAG_NO_MEMORY : DIAG_OK;
}
