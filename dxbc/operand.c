/*
 * One operand, read and written: register file, components, modifiers, immediate data, indices.
 *
 *   31 extended | 30..22 three index representations | 21..20 index count | 19..12 file |
 *   11..4 mask, swizzle or component | 3..2 selection | 1..0 components (0, 1, 4, n)
 *
 * Only the form is checked here. Whether the register exists and may stand there is validation's business.
 */
#include "encode.h"
#include "loader.h"

enum { COMPONENTS_N = 3, EXTENDED_MODIFIER = 1 };

static enum diag_code operand_fault(struct loader *loader, uint32_t index, const char *text)
{
    return diag_set(loader->diag, DIAG_TOKENS_OPERAND, loader->instrs[index].offset, index, "%s", text);
}

static void read_selection(uint32_t token, struct dxbc_operand *operand)
{
    for (unsigned i = 0; i < 4; ++i)
        operand->swizzle[i] = 0;
    if (operand->components == 0)
        return;
    operand->mask = 1;
    if (operand->components == 1)
        return;
    operand->selection = token >> 2 & 3;
    for (unsigned i = 0; i < 4; ++i)
        operand->swizzle[i] = (uint8_t)i;
    if (operand->selection == DXBC_SELECT_MASK) {
        operand->mask = token >> 4 & 15;
    } else if (operand->selection == DXBC_SELECT_SWIZZLE) {
        operand->mask = 15;
        for (unsigned i = 0; i < 4; ++i)
            operand->swizzle[i] = token >> (4 + 2 * i) & 3;
    } else {
        operand->mask = (uint8_t)(1 << (token >> 4 & 3));
        for (unsigned i = 0; i < 4; ++i)
            operand->swizzle[i] = token >> 4 & 3;
    }
}

static bool read_extended(struct token_reader *reader, struct dxbc_operand *operand)
{
    uint32_t token;
    do {
        if (!token_next(reader, &token))
            return false;
        operand->extended = true;
        if ((token & 63) == EXTENDED_MODIFIER) {
            operand->modifier = token >> 6 & 3;
            operand->min_precision = token >> 14 & 7;
            operand->non_uniform = token >> 17 & 1;
        }
    } while (token >> 31);
    return true;
}

/* Immediates carry no indices; their selection bits mean nothing. */
static bool read_immediate(struct token_reader *reader, struct dxbc_operand *operand)
{
    const bool wide = operand->file == DXBC_FILE_IMMEDIATE64;
    const uint32_t count = operand->components == 4 ? 4 : wide ? 2 : 1;
    const uint32_t *words = token_take(reader, count);
    if (!words)
        return false;
    for (uint32_t i = 0; i < 4; ++i) {
        operand->imm[i] = words[i % count];
        operand->swizzle[i] = operand->components == 4 ? (uint8_t)i : 0;
    }
    operand->selection = 0;
    operand->mask = operand->components == 4 ? 15 : 1;
    return true;
}

static enum diag_code read_nested(struct loader *loader, struct token_reader *reader, uint32_t index,
                                  unsigned depth, struct dxbc_operand *operand);

static enum diag_code read_index(struct loader *loader, struct token_reader *reader, uint32_t index,
                                 unsigned depth, struct dxbc_index *out)
{
    const unsigned representation = out->representation;
    const unsigned words = representation == 0 || representation == 3   ? 1
                           : representation == 1 || representation == 4 ? 2
                                                                        : 0;
    const uint32_t *imm = token_take(reader, words);
    if (!imm)
        return operand_fault(loader, index, "an operand's index runs past the end of the instruction");
    if (words > 0)
        out->imm = imm[0];
    if (words > 1) /* the high word comes first */
        out->imm = out->imm << 32 | imm[1];
    if (representation < 2)
        return DIAG_OK;
    if (depth >= DXBC_LIMIT_INDEX_DEPTH)
        return operand_fault(loader, index, "an operand's indices are nested too deeply");
    struct dxbc_operand *relative = dxbc_arena_alloc(loader->arena, 1, sizeof(*relative));
    if (!relative)
        return loader_no_memory(loader);
    out->relative = relative;
    return read_nested(loader, reader, index, depth + 1, relative);
}

static enum diag_code read_nested(struct loader *loader, struct token_reader *reader, uint32_t index,
                                  unsigned depth, struct dxbc_operand *operand)
{
    uint32_t token;
    if (!token_next(reader, &token))
        return operand_fault(loader, index, "an operand runs past the end of the instruction");
    const uint32_t file = token >> 12 & 255;
    if (file >= DXBC_FILE_COUNT)
        return diag_set(loader->diag, DIAG_TOKENS_OPERAND, loader->instrs[index].offset, index,
                        "register file %u does not exist", file);
    if ((token & 3) == COMPONENTS_N)
        return operand_fault(loader, index, "an operand with n components");
    if ((token & 3) == 2 && (token >> 2 & 3) == 3)
        return operand_fault(loader, index, "an operand with selection mode 3");
    operand->file = (uint8_t)file;
    operand->components = (token & 3) == 2 ? 4 : token & 3;
    read_selection(token, operand);
    if (token >> 31 && !read_extended(reader, operand))
        return operand_fault(loader, index, "an operand runs past the end of the instruction");

    operand->index_count = token >> 20 & 3;
    if (file == DXBC_FILE_IMMEDIATE32 || file == DXBC_FILE_IMMEDIATE64) {
        if (operand->index_count || operand->components == 0)
            return operand_fault(loader, index, "an immediate operand with indices or without components");
        if (!read_immediate(reader, operand))
            return operand_fault(loader, index, "an immediate operand runs past the end of the instruction");
        return DIAG_OK;
    }
    for (unsigned i = 0; i < operand->index_count; ++i) {
        operand->index[i].representation = token >> (22 + 3 * i) & 7;
        if (operand->index[i].representation > 4)
            return operand_fault(loader, index, "an operand with an unknown index representation");
        const enum diag_code code = read_index(loader, reader, index, depth, &operand->index[i]);
        if (code != DIAG_OK)
            return code;
    }
    return DIAG_OK;
}

enum diag_code dxbc_read_operand(struct loader *loader, struct token_reader *reader, uint32_t index,
                                 struct dxbc_operand *out)
{
    return read_nested(loader, reader, index, 0, out);
}

/* ---- writing ---- */

static uint32_t selection_bits(const struct dxbc_operand *operand)
{
    uint32_t bits = operand->components == 4 ? 2 : operand->components;
    if (operand->components != 4 || operand->file == DXBC_FILE_IMMEDIATE32 ||
        operand->file == DXBC_FILE_IMMEDIATE64)
        return bits;
    bits |= (uint32_t)operand->selection << 2;
    if (operand->selection == DXBC_SELECT_MASK)
        return bits | (uint32_t)operand->mask << 4;
    if (operand->selection == DXBC_SELECT_ONE)
        return bits | (uint32_t)operand->swizzle[0] << 4;
    for (unsigned i = 0; i < 4; ++i)
        bits |= (uint32_t)operand->swizzle[i] << (4 + 2 * i);
    return bits;
}

void dxbc_write_operand(struct token_writer *writer, const struct dxbc_operand *operand)
{
    uint32_t token = selection_bits(operand) | (uint32_t)operand->file << 12 |
                     (uint32_t)operand->index_count << 20 | (uint32_t)operand->extended << 31;
    for (unsigned i = 0; i < operand->index_count && i < DXBC_MAX_INDICES; ++i)
        token |= (uint32_t)operand->index[i].representation << (22 + 3 * i);
    token_put(writer, token);
    if (operand->extended)
        token_put(writer, EXTENDED_MODIFIER | (uint32_t)operand->modifier << 6 |
                              (uint32_t)operand->min_precision << 14 | (uint32_t)operand->non_uniform << 17);
    if (operand->file == DXBC_FILE_IMMEDIATE32 || operand->file == DXBC_FILE_IMMEDIATE64) {
        const bool wide = operand->file == DXBC_FILE_IMMEDIATE64;
        token_put_all(writer, operand->imm, operand->components == 4 ? 4 : wide ? 2 : 1);
        return;
    }
    for (unsigned i = 0; i < operand->index_count; ++i) {
        const struct dxbc_index *index = &operand->index[i];
        if (index->representation == 1 || index->representation == 4)
            token_put(writer, (uint32_t)(index->imm >> 32));
        if (index->representation != 2)
            token_put(writer, (uint32_t)index->imm);
        if (index->representation >= 2)
            dxbc_write_operand(writer, index->relative);
    }
}

/* ---- register numbers ---- */

static bool has_range_id(const struct dxbc_operand *operand, const struct dxbc_program *program)
{
    if (program->major != 5 || program->minor < 1)
        return false;
    return operand->file == DXBC_FILE_RESOURCE || operand->file == DXBC_FILE_SAMPLER ||
           operand->file == DXBC_FILE_UAV || operand->file == DXBC_FILE_CONSTANT_BUFFER;
}

uint32_t dxbc_operand_register(const struct dxbc_operand *operand, const struct dxbc_program *program)
{
    unsigned position = has_range_id(operand, program) ? 1 : 0;
    const bool vertices_first = operand->file == DXBC_FILE_INPUT ||
                                operand->file == DXBC_FILE_INPUT_CONTROL_POINT ||
                                operand->file == DXBC_FILE_OUTPUT_CONTROL_POINT;
    if (vertices_first && operand->index_count == 2)
        position = 1;
    return position < operand->index_count ? (uint32_t)operand->index[position].imm : 0;
}
