/*
 * Instructions to tokens: the way back of decode.c, with the same layouts.
 *
 * Lengths are known only afterwards: the opcode token is written first and patched. What the compiler may
 * leave behind operands (unused words) is not part of an instruction and is not written.
 */
#include "encode.h"

#include <string.h>

enum { EXTENDED_BIT = INT32_MIN, CONTROLS = 0x00fff800, MAX_LENGTH = 127 };

static void put_extended(struct token_writer *writer, const struct dxbc_instr *instr)
{
    uint32_t tokens[3];
    unsigned count = 0;
    if (instr->has_offsets) {
        tokens[count] = EXTENDED_OFFSETS;
        for (unsigned i = 0; i < 3; ++i)
            tokens[count] |= ((uint32_t)instr->texel_offset[i] & 15) << (9 + 4 * i);
        ++count;
    }
    if (instr->has_dimension)
        tokens[count++] =
            EXTENDED_DIMENSION | (uint32_t)instr->dimension << 6 | (uint32_t)instr->stride << 11;
    if (instr->has_return_types) {
        tokens[count] = EXTENDED_RETURN_TYPES;
        for (unsigned i = 0; i < 4; ++i)
            tokens[count] |= (uint32_t)instr->return_types[i] << (6 + 4 * i);
        ++count;
    }
    for (unsigned i = 0; i < count; ++i)
        token_put(writer, tokens[i] | (i + 1 < count ? (uint32_t)EXTENDED_BIT : 0));
}

static bool encode_custom_data(struct token_writer *writer, const struct dxbc_instr *instr)
{
    token_put(writer, DXBC_OP_CUSTOMDATA | (instr->token0 & ~UINT32_C(0x7ff)));
    token_put(writer, instr->data_count + 2);
    token_put_all(writer, instr->data, instr->data_count);
    return true;
}

/* Function tables and interfaces may be long; then the length stands in a word of its own. */
static void lengthen(struct token_writer *writer, uint32_t start, uint32_t length)
{
    token_put(writer, 0);
    if (writer->failed)
        return;
    uint32_t *words = writer->words + start;
    memmove(words + 2, words + 1, (length - 1) * sizeof(*words));
    words[0] |= (uint32_t)EXTENDED_BIT;
    words[1] = length + 1;
}

bool dxbc_encode_instr(struct token_writer *writer, const struct dxbc_instr *instr)
{
    const uint8_t kind = dxbc_opcode_info(instr->opcode)->kind;
    const bool extended = instr->has_offsets || instr->has_dimension || instr->has_return_types;
    if (kind == DXBC_KIND_CUSTOM)
        return encode_custom_data(writer, instr);
    const uint32_t start = writer->count;
    token_put(writer, instr->opcode | (instr->token0 & CONTROLS) | (extended ? (uint32_t)EXTENDED_BIT : 0));
    put_extended(writer, instr);
    if (instr->opcode == DXBC_OP_FCALL) /* the call site stands before the operand */
        token_put_all(writer, instr->data, instr->data_count);
    for (uint32_t i = 0; i < instr->operand_count; ++i)
        dxbc_write_operand(writer, &instr->operands[i]);
    if (kind == DXBC_KIND_DCL)
        token_put_all(writer, instr->data, instr->data_count);
    if (writer->failed)
        return true;
    const uint32_t length = writer->count - start;
    if (length <= MAX_LENGTH)
        writer->words[start] |= length << 24;
    else if (instr->opcode == DXBC_OP_DCL_FUNCTION_TABLE || instr->opcode == DXBC_OP_DCL_INTERFACE)
        lengthen(writer, start, length);
    else
        return false;
    return true;
}
