/*
 * Tokens to instructions, driven by opcodes.def.
 *
 *   31 extended | 30..24 length in DWORDs | 23..11 controls | 10..0 opcode
 *   customdata: 31..11 class, the length is in the next DWORD
 *
 * The stream advances by the stated lengths, not by what operands consume: the compiler leaves unused words
 * at the end of some instructions. A first pass walks the lengths and counts; the second fills exactly that
 * many instructions in. Declarations and custom data have no operand letters in the list; their layouts stand
 * below.
 */
#include <string.h>

#include "encode.h"
#include "loader.h"

enum { MAX_MESSAGE_OPERANDS = 1024 };

/* What follows the opcode token of a declaration: a register operand or not, and how many DWORDs at least. */
struct layout {
    bool operand;
    uint8_t words, words_5_1;
};

static const struct layout layouts[DXBC_OP_COUNT] = {
    [DXBC_OP_DCL_RESOURCE] = {true, 1, 2},
    [DXBC_OP_DCL_CONSTANTBUFFER] = {true, 0, 2},
    [DXBC_OP_DCL_SAMPLER] = {true, 0, 1},
    [DXBC_OP_DCL_INDEXRANGE] = {true, 1, 1},
    [DXBC_OP_DCL_MAXOUT] = {false, 1, 1},
    [DXBC_OP_DCL_INPUT] = {true, 0, 0},
    [DXBC_OP_DCL_INPUT_SGV] = {true, 1, 1},
    [DXBC_OP_DCL_INPUT_SIV] = {true, 1, 1},
    [DXBC_OP_DCL_INPUT_PS] = {true, 0, 0},
    [DXBC_OP_DCL_INPUT_PS_SGV] = {true, 1, 1},
    [DXBC_OP_DCL_INPUT_PS_SIV] = {true, 1, 1},
    [DXBC_OP_DCL_OUTPUT] = {true, 0, 0},
    [DXBC_OP_DCL_OUTPUT_SGV] = {true, 1, 1},
    [DXBC_OP_DCL_OUTPUT_SIV] = {true, 1, 1},
    [DXBC_OP_DCL_TEMPS] = {false, 1, 1},
    [DXBC_OP_DCL_INDEXABLETEMP] = {false, 3, 3},
    [DXBC_OP_DCL_STREAM] = {true, 0, 0},
    [DXBC_OP_DCL_FUNCTION_BODY] = {false, 1, 1},
    [DXBC_OP_DCL_FUNCTION_TABLE] = {false, 2, 2},
    [DXBC_OP_DCL_INTERFACE] = {false, 3, 3},
    [DXBC_OP_DCL_HS_MAX_TESSFACTOR] = {false, 1, 1},
    [DXBC_OP_DCL_HS_FORK_PHASE_INSTANCE_COUNT] = {false, 1, 1},
    [DXBC_OP_DCL_HS_JOIN_PHASE_INSTANCE_COUNT] = {false, 1, 1},
    [DXBC_OP_DCL_THREAD_GROUP] = {false, 3, 3},
    [DXBC_OP_DCL_UAV_TYPED] = {true, 1, 2},
    [DXBC_OP_DCL_UAV_RAW] = {true, 0, 1},
    [DXBC_OP_DCL_UAV_STRUCTURED] = {true, 1, 2},
    [DXBC_OP_DCL_TGSM_RAW] = {true, 1, 1},
    [DXBC_OP_DCL_TGSM_STRUCTURED] = {true, 2, 2},
    [DXBC_OP_DCL_RESOURCE_RAW] = {true, 0, 1},
    [DXBC_OP_DCL_RESOURCE_STRUCTURED] = {true, 1, 2},
    [DXBC_OP_DCL_GSINSTANCES] = {false, 1, 1},
};

static enum diag_code decode_fault(struct loader *loader, enum diag_code code, uint32_t index,
                                   const char *text)
{
    const struct dxbc_instr *instr = &loader->instrs[index];
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    return diag_set(loader->diag, code, instr->offset, index, "%s: %s", info->mnemonic, text);
}

static bool has_long_length(uint32_t opcode)
{
    return opcode == DXBC_OP_DCL_FUNCTION_BODY || opcode == DXBC_OP_DCL_FUNCTION_TABLE ||
           opcode == DXBC_OP_DCL_INTERFACE || opcode == DXBC_OP_FCALL;
}

/* Length in DWORDs of the instruction at reader->next; 0 when it is nonsense or runs past the end. */
static uint32_t instruction_length(const struct token_reader *reader)
{
    struct token_reader ahead = *reader;
    uint32_t token, length;
    if (!token_next(&ahead, &token))
        return 0;
    const uint32_t opcode = token & 0x7ff;
    const bool next_word = opcode == DXBC_OP_CUSTOMDATA || (token >> 31 && has_long_length(opcode));
    if (!next_word)
        length = token >> 24 & 127;
    else if (!token_next(&ahead, &length) || length < 2)
        return 0;
    return length <= token_left(reader) ? length : 0;
}

/* The chunk's words as an aligned array, cut to the length that the program states. */
static enum diag_code read_program_header(struct loader *loader, const struct dxbc_chunk *chunk,
                                          struct token_reader *reader)
{
    struct dxbc_program *program = &loader->shader->program;
    const struct byte_view view = loader_chunk_view(loader, chunk);
    uint32_t version, length;
    if (!view_u32(&view, 0, &version) || !view_u32(&view, 4, &length))
        return diag_set(loader->diag, DIAG_TOKENS_LENGTH, chunk->offset, DIAG_NO_INSTRUCTION,
                        "the program chunk has %u bytes, its header alone takes 8", chunk->size);
    program->stage = version >> 16;
    program->major = version >> 4 & 15;
    program->minor = version & 15;
    const unsigned model = program->major * 10u + program->minor;
    const bool known_model = model == 40 || model == 41 || model == 50 || model == 51;
    const bool tessellation = program->stage == DXBC_HS || program->stage == DXBC_DS;
    if (version >> 16 >= DXBC_STAGE_COUNT || version >> 8 & 255 || !known_model ||
        (tessellation && model < 50))
        return diag_set(loader->diag, DIAG_TOKENS_VERSION, chunk->offset, DIAG_NO_INSTRUCTION,
                        "program version 0x%08x is not a stage of shader models 4.0 to 5.1", version);
    if (length < 2 || length > chunk->size / 4)
        return diag_set(loader->diag, DIAG_TOKENS_LENGTH, chunk->offset + 4, DIAG_NO_INSTRUCTION,
                        "the program states a length of %u DWORDs, its chunk has %u", length,
                        chunk->size / 4);
    uint32_t *words = dxbc_arena_alloc(loader->arena, length, sizeof(*words));
    if (!words)
        return loader_no_memory(loader);
    for (uint32_t i = 0; i < length; ++i)
        words[i] = view_word(&view, 4 * (uint64_t)i);
    *reader = (struct token_reader){words, 2, length};
    return DIAG_OK;
}

static enum diag_code count_instructions(struct loader *loader, const struct dxbc_chunk *chunk,
                                         struct token_reader reader, uint32_t *out)
{
    uint32_t count = 0;
    while (token_left(&reader)) {
        const uint32_t token = reader.words[reader.next];
        const uint32_t length = instruction_length(&reader);
        const size_t offset = chunk->offset + 4 * (size_t)reader.next;
        if (!length)
            return diag_set(loader->diag, DIAG_TOKENS_LENGTH, offset, count,
                            "opcode token 0x%08x states no length or one past the end of the program", token);
        const struct dxbc_opcode_info *info = dxbc_opcode_info(token & 0x7ff);
        if (!info || info->kind == DXBC_KIND_RESERVED)
            return diag_set(loader->diag, DIAG_TOKENS_OPCODE, offset, count, "opcode %u does not exist",
                            token & 0x7ff);
        token_take(&reader, length);
        ++count;
    }
    *out = count;
    return DIAG_OK;
}

static int8_t sign_extend_4(uint32_t value)
{
    return (int8_t)((int)(value & 15) - (value & 8 ? 16 : 0));
}

static bool read_extended_tokens(struct token_reader *reader, struct dxbc_instr *instr)
{
    uint32_t token = instr->token0;
    while (token >> 31) {
        if (!token_next(reader, &token))
            return false;
        switch (token & 63) {
        case EXTENDED_OFFSETS:
            instr->has_offsets = true;
            for (unsigned i = 0; i < 3; ++i)
                instr->texel_offset[i] = sign_extend_4(token >> (9 + 4 * i));
            break;
        case EXTENDED_DIMENSION:
            instr->has_dimension = true;
            instr->dimension = token >> 6 & 31;
            instr->stride = token >> 11 & 0xfff;
            break;
        case EXTENDED_RETURN_TYPES:
            instr->has_return_types = true;
            for (unsigned i = 0; i < 4; ++i)
                instr->return_types[i] = token >> (6 + 4 * i) & 15;
            break;
        default:
            if ((token & 63) != EXTENDED_EMPTY)
                return false;
        }
    }
    return true;
}

static enum diag_code read_operands(struct loader *loader, struct token_reader *reader, uint32_t index,
                                    uint32_t count)
{
    struct dxbc_instr *instr = &loader->instrs[index];
    if (count > token_left(reader)) /* each takes a word at least */
        return decode_fault(loader, DIAG_TOKENS_OPERAND, index,
                            "the instruction is too short for its operands");
    struct dxbc_operand *operands = dxbc_arena_alloc(loader->arena, count, sizeof(*operands));
    if (!operands)
        return loader_no_memory(loader);
    for (uint32_t i = 0; i < count; ++i) {
        const enum diag_code code = dxbc_read_operand(loader, reader, index, &operands[i]);
        if (code != DIAG_OK)
            return code;
    }
    instr->operands = operands;
    instr->operand_count = (uint16_t)count;
    return DIAG_OK;
}

static void take_rest(struct token_reader *reader, struct dxbc_instr *instr)
{
    instr->data_count = token_left(reader);
    instr->data = token_take(reader, instr->data_count);
}

static enum diag_code decode_declaration(struct loader *loader, struct token_reader *reader, uint32_t index)
{
    struct dxbc_instr *instr = &loader->instrs[index];
    const struct dxbc_program *program = &loader->shader->program;
    const struct layout *layout = &layouts[instr->opcode];
    if (instr->token0 >> 31 && has_long_length(instr->opcode))
        token_take(reader, 1);
    if (layout->operand) {
        const enum diag_code code = read_operands(loader, reader, index, 1);
        if (code != DIAG_OK)
            return code;
    }
    take_rest(reader, instr);
    const uint32_t words = program->major * 10 + program->minor >= 51 ? layout->words_5_1 : layout->words;
    if (instr->data_count < words)
        return decode_fault(loader, DIAG_TOKENS_DECLARATION, index, "the declaration is cut short");
    return DIAG_OK;
}

/* fcall: the call site stands before the operand; it is handed on as data. */
static enum diag_code decode_fcall(struct loader *loader, struct token_reader *reader, uint32_t index)
{
    struct dxbc_instr *instr = &loader->instrs[index];
    if (instr->token0 >> 31)
        token_take(reader, 1);
    const uint32_t *call_site = token_take(reader, 1);
    if (!call_site)
        return decode_fault(loader, DIAG_TOKENS_OPERAND, index, "the call site is missing");
    instr->data = call_site;
    instr->data_count = 1;
    return read_operands(loader, reader, index, 1);
}

static enum diag_code decode_message(struct loader *loader, struct token_reader reader, uint32_t index)
{
    const uint32_t *header = token_take(&reader, MESSAGE_HEADER_WORDS);
    if (!header)
        return decode_fault(loader, DIAG_TOKENS_CUSTOM_DATA, index, "a message without its header");
    if (header[0] != MESSAGE_PRINT && header[0] != MESSAGE_ERROR)
        return decode_fault(loader, DIAG_TOKENS_CUSTOM_DATA, index,
                            "a message that is neither printf nor errorf");
    const uint32_t characters = header[2], operands = header[3], operand_words = header[4];
    struct token_reader inner = reader;
    if (operand_words > token_left(&reader) || operands > MAX_MESSAGE_OPERANDS)
        return decode_fault(loader, DIAG_TOKENS_CUSTOM_DATA, index, "a message's operands run past its end");
    inner.end = inner.next + operand_words;
    const enum diag_code code = read_operands(loader, &inner, index, operands);
    if (code != DIAG_OK)
        return code;
    token_take(&reader, operand_words);
    const uint64_t text_bytes = 4 * (uint64_t)token_left(&reader);
    const char *text = (const char *)(reader.words + reader.next);
    if (characters >= text_bytes || text[characters] != 0)
        return decode_fault(loader, DIAG_TOKENS_CUSTOM_DATA, index,
                            "a message's text does not end inside it");
    return DIAG_OK;
}

static enum diag_code decode_custom_data(struct loader *loader, struct token_reader *reader, uint32_t index)
{
    struct dxbc_instr *instr = &loader->instrs[index];
    token_take(reader, 1); /* the length */
    const struct token_reader content = *reader;
    take_rest(reader, instr);
    const uint32_t class_ = instr->token0 >> 11;
    if (class_ == CUSTOM_MESSAGE)
        return decode_message(loader, content, index);
    if (class_ == CUSTOM_ICB && instr->data_count % 4 != 0)
        return decode_fault(loader, DIAG_TOKENS_CUSTOM_DATA, index,
                            "the immediate constant buffer is not a whole number of vectors");
    return DIAG_OK;
}

static void decode_controls(struct dxbc_instr *instr, const struct dxbc_opcode_info *info)
{
    const uint32_t token = instr->token0;
    instr->saturate = info->flags & OPF_SAT && token >> 13 & 1;
    instr->test_nz = info->flags & OPF_TEST && token >> 18 & 1;
    instr->precise = token >> 19 & 15;
    if (instr->opcode == DXBC_OP_SYNC)
        instr->sync = token >> 11 & 15;
    else if (instr->opcode == DXBC_OP_RESINFO || instr->opcode == DXBC_OP_SAMPLEINFO)
        instr->return_type = token >> 11 & 3;
}

static enum diag_code decode_instruction(struct loader *loader, struct token_reader *reader, uint32_t index)
{
    struct dxbc_instr *instr = &loader->instrs[index];
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    instr->target = DXBC_NO_TARGET;
    if (info->kind == DXBC_KIND_CUSTOM)
        return decode_custom_data(loader, reader, index);
    if (info->kind == DXBC_KIND_DCL)
        return decode_declaration(loader, reader, index);
    decode_controls(instr, info);
    if (instr->opcode == DXBC_OP_FCALL)
        return decode_fcall(loader, reader, index);
    if (!read_extended_tokens(reader, instr))
        return decode_fault(loader, DIAG_TOKENS_OPCODE, index, "a wrong or missing extended opcode token");
    const uint32_t count = (uint32_t)(strlen(info->dst) + strlen(info->src));
    if (count > 0) {
        const enum diag_code code = read_operands(loader, reader, index, count);
        if (code != DIAG_OK)
            return code;
    }
    take_rest(reader, instr);
    return DIAG_OK;
}

enum diag_code dxbc_decode(struct loader *loader, const struct dxbc_chunk *chunk)
{
    struct dxbc_program *program = &loader->shader->program;
    struct token_reader reader;
    uint32_t count = 0;
    enum diag_code code = read_program_header(loader, chunk, &reader);
    if (code == DIAG_OK)
        code = count_instructions(loader, chunk, reader, &count);
    if (code != DIAG_OK)
        return code;
    loader->instrs = dxbc_arena_alloc(loader->arena, count, sizeof(*loader->instrs));
    if (!loader->instrs)
        return loader_no_memory(loader);
    program->instrs = loader->instrs;
    program->instr_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        struct dxbc_instr *instr = &loader->instrs[i];
        struct token_reader inner = reader;
        instr->offset = chunk->offset + 4 * reader.next;
        instr->length = instruction_length(&reader);
        inner.end = inner.next + instr->length;
        token_next(&inner, &instr->token0);
        instr->opcode = instr->token0 & 0x7ff;
        code = decode_instruction(loader, &inner, i);
        if (code != DIAG_OK)
            return code;
        token_take(&reader, instr->length);
    }
    return DIAG_OK;
}

bool dxbc_has_debug_instructions(const struct byte_view *tokens)
{
    const uint32_t length = view_word(tokens, 4);
    uint32_t word, size;
    for (uint64_t i = 2; i < length && view_u32(tokens, 4 * i, &word); i += size) {
        const uint32_t opcode = word & 0x7ff;
        const bool custom = opcode == DXBC_OP_CUSTOMDATA;
        if (opcode == DXBC_OP_ABORT || opcode == DXBC_OP_DEBUG_BREAK ||
            (custom && word >> 11 == CUSTOM_MESSAGE))
            return true;
        size = word >> 24 & 127;
        if ((custom || (word >> 31 && has_long_length(opcode))) && !view_u32(tokens, 4 * i + 4, &size))
            return false;
        if (size == 0)
            return false;
    }
    return false;
}

bool dxbc_instr_message(const struct dxbc_instr *instr, struct dxbc_message *out)
{
    if (instr->opcode != DXBC_OP_CUSTOMDATA || instr->token0 >> 11 != CUSTOM_MESSAGE)
        return false;
    out->error = instr->data[0] == MESSAGE_ERROR;
    out->formatted = instr->data[1] == 1;
    out->text = (const char *)(instr->data + MESSAGE_HEADER_WORDS + instr->data[4]);
    out->operand_count = instr->operand_count;
    out->operands = instr->operands;
    return true;
}
