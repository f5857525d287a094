/*
 * The assembler: lines of text to instructions, each encoded as soon as it is read.
 *
 * A line is a comment, the target ("cs_5_0"), a directive, a declaration or an instruction. An instruction's
 * mnemonic is looked up in opcodes.def by its longest head that has a row; what is left are suffixes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assemble.h"

enum { BIT_SATURATE = 13, BIT_TEST = 18, BIT_PRECISE = 19, BIT_SYNC = 11, BIT_RETURN_TYPE = 11 };

bool asm_is_5_1(const struct assembler *assembler)
{
    return assembler->program.major * 10 + assembler->program.minor >= 51;
}

bool asm_no_memory(struct assembler *assembler)
{
    assembler->no_memory = true;
    return asm_error_at(&assembler->reader, assembler->reader.at, "out of memory");
}

/* ---- instructions ---- */

/* The opcode whose mnemonic heads the word; what is left of the word goes to *suffix. */
static uint32_t split_mnemonic(struct asm_word word, struct asm_word *suffix)
{
    static const char none[] = "dcl_globalFlagsnone"; /* Microsoft writes no space there */
    size_t length = word.length;
    if (length == sizeof(none) - 1 && !memcmp(word.at, none, length)) {
        *suffix = (struct asm_word){word.at + length, 0};
        return DXBC_OP_DCL_GLOBALFLAGS;
    }
    while (length > 0) {
        const uint32_t opcode = dxbc_opcode_by_mnemonic(word.at, length);
        if (opcode < DXBC_OP_COUNT && dxbc_opcode_info(opcode)->kind != DXBC_KIND_RESERVED &&
            dxbc_opcode_info(opcode)->kind != DXBC_KIND_CUSTOM) {
            *suffix = (struct asm_word){word.at + length, word.length - length};
            return opcode;
        }
        do
            --length;
        while (length > 0 && word.at[length] != '_');
    }
    return DXBC_OP_COUNT;
}

/* What a suffix sets in the opcode token. opcode DXBC_OP_COUNT: any; where flags are given, opcodes that have
 * one of them. */
static const struct suffix {
    const char *text;
    uint16_t opcode;
    uint8_t flags;
    uint32_t bits;
} suffixes[] = {
    {"_sat", DXBC_OP_COUNT, 0, 1u << BIT_SATURATE},
    {"_nz", DXBC_OP_COUNT, OPF_TEST, 1u << BIT_TEST},
    {"_z", DXBC_OP_COUNT, OPF_TEST, 0},
    {"_aoffimmi", DXBC_OP_COUNT, 0, 0},
    {"_indexable", DXBC_OP_COUNT, 0, 0},
    {"_rcpfloat", DXBC_OP_RESINFO, 0, 1u << BIT_RETURN_TYPE},
    {"_uint", DXBC_OP_RESINFO, 0, 2u << BIT_RETURN_TYPE},
    {"_uint", DXBC_OP_SAMPLEINFO, 0, 1u << BIT_RETURN_TYPE},
    {"_uglobal", DXBC_OP_SYNC, 0, DXBC_SYNC_UAV_GLOBAL << BIT_SYNC},
    {"_ugroup", DXBC_OP_SYNC, 0, DXBC_SYNC_UAV_GROUP << BIT_SYNC},
    {"_g", DXBC_OP_SYNC, 0, DXBC_SYNC_TGSM << BIT_SYNC},
    {"_t", DXBC_OP_SYNC, 0, DXBC_SYNC_THREADS << BIT_SYNC},
};
enum { SUFFIX_COUNT = sizeof(suffixes) / sizeof(suffixes[0]) };

static const struct suffix *find_suffix(const struct dxbc_instr *instr, const struct asm_word *word)
{
    const uint8_t flags = dxbc_opcode_info(instr->opcode)->flags;
    for (size_t i = 0; i < SUFFIX_COUNT; ++i) {
        const struct suffix *suffix = &suffixes[i];
        const size_t length = strlen(suffix->text);
        const bool fits = word->length >= length && !memcmp(word->at, suffix->text, length) &&
                          (word->length == length || word->at[length] == '_');
        if (fits && (suffix->opcode == DXBC_OP_COUNT || suffix->opcode == instr->opcode) &&
            (!suffix->flags || suffix->flags & flags))
            return suffix;
    }
    return NULL;
}

static bool read_suffixes(struct assembler *assembler, struct asm_word word, bool *tested)
{
    while (word.length > 0) {
        const struct suffix *suffix = find_suffix(&assembler->instr, &word);
        if (!suffix)
            return asm_error_at(&assembler->reader, word.at, "%s cannot have the suffix '%.*s'",
                                dxbc_opcode_info(assembler->instr.opcode)->mnemonic,
                                (int)(word.length < 64 ? word.length : 64), word.at);
        assembler->instr.token0 |= suffix->bits;
        *tested |= suffix->flags & OPF_TEST;
        word.at += strlen(suffix->text);
        word.length -= strlen(suffix->text);
    }
    return true;
}

/* "[precise]" or "[precise(xy)]", behind the bracket. */
static bool read_precise(struct assembler *assembler)
{
    static const char components[] = "xyzw";
    struct asm_reader *reader = &assembler->reader;
    uint32_t mask = 15;
    if (!asm_expect(reader, "precise"))
        return false;
    if (asm_accept(reader, "(")) {
        mask = 0;
        const struct asm_word letters = asm_letters(reader);
        for (size_t i = 0; i < letters.length; ++i) {
            const char *found = strchr(components, letters.at[i]);
            if (!found)
                return asm_error_at(reader, letters.at + i, "expected some of the letters xyzw");
            mask |= 1u << (found - components);
        }
        if (!asm_expect(reader, ")"))
            return false;
    }
    assembler->instr.token0 |= mask << BIT_PRECISE;
    return asm_expect(reader, "]");
}

static bool read_texel_offsets(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    for (unsigned i = 0; i < 3; ++i) {
        uint32_t number;
        if (i > 0 && !asm_expect(reader, ","))
            return false;
        asm_skip_blanks(reader);
        const char *start = reader->at;
        if (!asm_read_number(reader, &number))
            return false;
        if ((int32_t)number < -8 || (int32_t)number > 7)
            return asm_error_at(reader, start, "a texel offset is -8 to 7");
        assembler->instr.texel_offset[i] = (int8_t)(int32_t)number;
    }
    assembler->instr.has_offsets = true;
    return asm_expect(reader, ")");
}

static bool read_dimension(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    uint32_t dimension, stride = 0;
    if (!asm_read_name(assembler, NAMES_DIMENSION, &dimension))
        return false;
    if (asm_accept(reader, ",") &&
        !(asm_expect(reader, "stride") && asm_expect(reader, "=") && asm_read_number(reader, &stride)))
        return false;
    assembler->instr.has_dimension = true;
    assembler->instr.dimension = (uint8_t)dimension;
    assembler->instr.stride = stride & 0xfff;
    return asm_expect(reader, ")");
}

/* What stands in parentheses behind a mnemonic: texel offsets, a dimension or return types. */
static bool read_extended(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    const struct asm_reader before = *reader;
    uint32_t number;
    asm_accept(reader, "(");
    asm_skip_blanks(reader);
    if (reader->at < reader->end && strchr("-+0123456789", *reader->at))
        return read_texel_offsets(assembler);
    const struct asm_word word = asm_word(reader);
    const bool dimension = dxbc_number(NAMES_DIMENSION, word.at, word.length, &number);
    reader->at = dimension ? word.at : before.at;
    if (dimension)
        return read_dimension(assembler);
    assembler->instr.has_return_types = true;
    return asm_read_return_types(assembler, assembler->instr.return_types);
}

/* Everything between mnemonic and operands. */
static bool read_controls(struct assembler *assembler, struct asm_word suffix)
{
    struct asm_reader *reader = &assembler->reader;
    const struct dxbc_opcode_info *info = dxbc_opcode_info(assembler->instr.opcode);
    const char *start = reader->at;
    bool tested = false, more = true;
    if (!read_suffixes(assembler, suffix, &tested))
        return false;
    while (more) {
        asm_skip_blanks(reader);
        const char c = reader->at < reader->end ? *reader->at : 0;
        bool ok = true;
        if (c == '[')
            ok = asm_accept(reader, "[") && read_precise(assembler);
        else if (c == '(')
            ok = read_extended(assembler);
        else if (c == '_')
            ok = read_suffixes(assembler, asm_word(reader), &tested);
        else
            more = false;
        if (!ok)
            return false;
    }
    if (info->flags & OPF_TEST && !tested)
        return asm_error_at(reader, start, "expected %s_nz or %s_z", info->mnemonic, info->mnemonic);
    return true;
}

static bool read_operands(struct assembler *assembler)
{
    struct dxbc_instr *instr = &assembler->instr;
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    const size_t destinations = strlen(info->dst), count = destinations + strlen(info->src);
    for (size_t i = 0; i < count; ++i) {
        const enum asm_role role = i < destinations ? ASM_DESTINATION : ASM_SOURCE;
        if ((i > 0 && !asm_expect(&assembler->reader, ",")) ||
            !asm_read_operand(assembler, role, info->literal, &assembler->operands[i]))
            return false;
        instr->operand_count = (uint16_t)(i + 1);
    }
    return true;
}

/* fcall fp0[r0.x + 1][2]: the last index is the call site. */
static bool read_fcall(struct assembler *assembler)
{
    struct dxbc_operand *operand = &assembler->operands[0];
    asm_skip_blanks(&assembler->reader);
    const char *start = assembler->reader.at;
    if (!asm_read_operand(assembler, ASM_SOURCE, 'N', operand))
        return false;
    const uint8_t last = (uint8_t)(operand->index_count - 1);
    if (operand->index_count < 2 || operand->index[last].relative)
        return asm_error_at(&assembler->reader, start,
                            "expected an interface and a call site: fp#[index][site]");
    token_put(&assembler->data, (uint32_t)operand->index[last].imm);
    operand->index_count = last;
    assembler->instr.operand_count = 1;
    return true;
}

/* ---- custom data ---- */

static bool read_icb(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    assembler->instr.opcode = DXBC_OP_CUSTOMDATA;
    assembler->instr.token0 = DXBC_OP_CUSTOMDATA | CUSTOM_ICB << 11;
    if (!asm_expect(reader, "{"))
        return false;
    do {
        asm_skip_lines(reader);
        if (!asm_expect(reader, "{"))
            return false;
        for (unsigned i = 0; i < 4; ++i) {
            uint32_t bits;
            if ((i > 0 && !asm_expect(reader, ",")) || !asm_read_literal32(reader, 'U', &bits))
                return false;
            token_put(&assembler->data, bits);
        }
        if (!asm_expect(reader, "}"))
            return false;
    } while (asm_accept(reader, ","));
    asm_skip_lines(reader);
    return asm_expect(reader, "}");
}

/* A quoted text; what stands in it behind a backslash is one character. */
static bool read_quoted(struct assembler *assembler, char *text, size_t room, size_t *length)
{
    static const char letters[] = "btnr\\\"", characters[] = "\b\t\n\r\\\"";
    struct asm_reader *reader = &assembler->reader;
    if (!asm_expect(reader, "\""))
        return false;
    *length = 0;
    while (reader->at < reader->end && *reader->at != '\n' && *reader->at != '"') {
        char c = *reader->at++;
        if (c == '\\' && reader->at < reader->end && *reader->at != '\n') {
            const char *found = strchr(letters, *reader->at);
            if (!found || !*found)
                return asm_error_at(reader, reader->at,
                                    "expected one of the letters b t n r \\ \" behind \\");
            c = characters[found - letters];
            ++reader->at;
        }
        if (*length == room)
            return asm_error_at(reader, reader->at, "the text is longer than %zu characters", room);
        text[(*length)++] = c;
    }
    return asm_expect(reader, "\"");
}

/* printf "text", operands */
static bool read_message(struct assembler *assembler, bool error, bool formatted)
{
    enum { MOST_CHARACTERS = 4096 };
    struct token_writer operands = {.arena = assembler->arena};
    char *text = dxbc_arena_alloc(assembler->arena, MOST_CHARACTERS, 1);
    size_t length;
    uint32_t count = 0;
    if (!text)
        return asm_no_memory(assembler);
    assembler->instr.opcode = DXBC_OP_CUSTOMDATA;
    assembler->instr.token0 = DXBC_OP_CUSTOMDATA | CUSTOM_MESSAGE << 11;
    if (!read_quoted(assembler, text, MOST_CHARACTERS, &length))
        return false;
    while (asm_accept(&assembler->reader, ",")) {
        struct dxbc_operand operand;
        if (!asm_read_operand(assembler, ASM_SOURCE, 'U', &operand))
            return false;
        dxbc_write_operand(&operands, &operand);
        ++count;
    }
    token_put(&assembler->data, error ? MESSAGE_ERROR : MESSAGE_PRINT);
    token_put(&assembler->data, formatted);
    token_put(&assembler->data, (uint32_t)length);
    token_put(&assembler->data, count);
    token_put(&assembler->data, operands.count);
    token_put_all(&assembler->data, operands.words, operands.count);
    token_put_text(&assembler->data, text, length, 0);
    return !operands.failed || asm_no_memory(assembler);
}

/* ---- directives ---- */

static bool read_words(struct assembler *assembler, struct token_writer *writer)
{
    while (!asm_at_line_end(&assembler->reader)) {
        uint32_t word;
        if (!asm_read_number(&assembler->reader, &word))
            return false;
        token_put(writer, word);
    }
    return true;
}

/* ".chunk NAME BYTES WORD ..."; for the program's own, ".chunk SHEX" says where and under which name. */
static bool read_chunk(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    asm_skip_blanks(reader);
    const char *start = reader->at;
    const struct asm_word name = asm_word(reader);
    uint32_t size = 0;
    if (assembler->chunk_count == ASM_MAX_CHUNKS)
        return asm_error_at(reader, start, "more than %d chunks", ASM_MAX_CHUNKS);
    struct asm_chunk *chunk = &assembler->chunks[assembler->chunk_count];
    *chunk = (struct asm_chunk){.data.arena = assembler->arena};
    if (name.length == 4) {
        memcpy(&chunk->fourcc, name.at, 4);
    } else {
        reader->at = start;
        if (!asm_read_number(reader, &chunk->fourcc))
            return false;
    }
    chunk->is_program = asm_at_line_end(reader);
    if (!chunk->is_program && (!asm_read_number(reader, &size) || !read_words(assembler, &chunk->data)))
        return false;
    if (!chunk->data.failed && (size > 4 * (uint64_t)chunk->data.count || size + 3 < 4 * chunk->data.count))
        return asm_error_at(reader, start, "the chunk has %u bytes, its words are %u", size,
                            chunk->data.count);
    chunk->size = size;
    ++assembler->chunk_count;
    return !chunk->data.failed || asm_no_memory(assembler);
}

static void count_instr(struct assembler *assembler, uint32_t line)
{
    token_put(&assembler->lines, line);
}

static bool read_directive(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    asm_accept(reader, ".");
    const char *start = reader->at;
    const struct asm_word name = asm_word(reader);
    if (name.length == 5 && !memcmp(name.at, "chunk", 5))
        return read_chunk(assembler);
    if (name.length != 6 || memcmp(name.at, "tokens", 6) != 0)
        return asm_error_at(reader, start, "expected .chunk or .tokens");
    count_instr(assembler, reader->line);
    return read_words(assembler, &assembler->tokens);
}

/* ---- lines ---- */

static bool read_target(struct assembler *assembler)
{
    static const char stages[DXBC_STAGE_COUNT][3] = {"ps", "vs", "gs", "hs", "ds", "cs"};
    struct asm_reader *reader = &assembler->reader;
    const struct asm_word word = asm_word(reader);
    const bool formed = word.length >= 6 && word.at[2] == '_' && word.at[4] == '_' &&
                        (word.length == 6 || word.at[6] == '_'); /* vs_4_0_level_9_1 */
    for (int i = 0; formed && i < DXBC_STAGE_COUNT; ++i) {
        if (memcmp(word.at, stages[i], 2) != 0)
            continue;
        assembler->program.stage = (enum dxbc_stage)i;
        assembler->program.major = (uint8_t)(word.at[3] - '0');
        assembler->program.minor = (uint8_t)(word.at[5] - '0');
        const unsigned model = assembler->program.major * 10u + assembler->program.minor;
        if (model != 40 && model != 41 && model != 50 && model != 51)
            break;
        token_put(&assembler->tokens,
                  (uint32_t)i << 16 | (uint32_t)assembler->program.major << 4 | assembler->program.minor);
        token_put(&assembler->tokens, 0); /* the length, patched at the end */
        return true;
    }
    reader->at = word.at;
    return asm_expected(reader, "a target, such as cs_5_0");
}

static bool word_is(const struct asm_word *word, const char *text)
{
    return word->length == strlen(text) && !memcmp(word->at, text, word->length);
}

/* Says what may have been meant; suffixes such as _sat may hang on either. */
static bool no_instruction(struct assembler *assembler, const struct asm_word *word)
{
    char what[80];
    const char *end = memchr(word->at, '_', word->length);
    const struct asm_word head = {word->at, end ? (size_t)(end - word->at) : word->length};
    const char *found = NULL;
    for (uint32_t i = 0; i < DXBC_OP_COUNT; ++i) {
        const struct dxbc_opcode_info *info = dxbc_opcode_info(i);
        if (!info || info->kind == DXBC_KIND_RESERVED || info->kind == DXBC_KIND_CUSTOM)
            continue;
        if (asm_is_similar(word, info->mnemonic)) {
            found = info->mnemonic;
            break;
        }
        if (!found && head.length > 1 && asm_is_similar(&head, info->mnemonic))
            found = info->mnemonic;
    }
    snprintf(what, sizeof(what), found ? "an instruction or declaration (%s?)" : "an instruction or declaration",
             found);
    return asm_expected(&assembler->reader, what);
}

static bool read_statement(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    const struct asm_word word = asm_word(reader);
    struct asm_word suffix;
    if (word_is(&word, "dcl_immediateConstantBuffer"))
        return read_icb(assembler);
    if (word_is(&word, "printf") || word_is(&word, "errorf"))
        return read_message(assembler, word.at[0] == 'e', true);
    if (word_is(&word, "<unknown>"))
        return read_message(assembler, false, false);
    const uint32_t opcode = split_mnemonic(word, &suffix);
    if (opcode == DXBC_OP_COUNT) {
        reader->at = word.at;
        return no_instruction(assembler, &word);
    }
    assembler->instr.opcode = (uint16_t)opcode;
    assembler->instr.token0 = opcode;
    if (dxbc_opcode_info(opcode)->kind == DXBC_KIND_DCL)
        return asm_read_declaration(assembler, suffix);
    if (opcode == DXBC_OP_FCALL)
        return read_fcall(assembler);
    return read_controls(assembler, suffix) && read_operands(assembler);
}

static bool read_instruction(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    const uint32_t line = reader->line;
    const char *start = reader->at;
    assembler->instr = (struct dxbc_instr){.operands = assembler->operands};
    assembler->data.count = 0;
    if (!read_statement(assembler))
        return false;
    if (!asm_at_line_end(reader))
        return asm_expected(reader, "the end of the line");
    if (assembler->data.failed)
        return asm_no_memory(assembler);
    assembler->instr.data = assembler->data.words;
    assembler->instr.data_count = assembler->data.count;
    if (!dxbc_encode_instr(&assembler->tokens, &assembler->instr))
        return asm_error_at(reader, start, "the instruction takes more than 127 words");
    count_instr(assembler, line);
    return true;
}

/* The number and offset that listings may have before a line: "  12: ", "  12  0x00000034: ". */
static void skip_margin(struct asm_reader *reader)
{
    const struct asm_reader before = *reader;
    bool any = false;
    asm_skip_blanks(reader);
    for (; reader->at < reader->end && strchr("0123456789abcdefABCDEFx \t", *reader->at); ++reader->at)
        any |= *reader->at >= '0' && *reader->at <= '9';
    const bool margin = any && before.at < before.end && reader->at < reader->end && *reader->at == ':';
    if (margin)
        ++reader->at;
    else
        *reader = before;
}

static bool read_line(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    const char *end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    end = end ? end : reader->end;
    if (end - reader->at >= 2 && reader->at[0] == '/' && reader->at[1] == '/') {
        asm_read_comment(assembler, reader->at, (size_t)(end - reader->at));
        return true;
    }
    skip_margin(reader);
    if (asm_at_line_end(reader) || *reader->at == '#')
        return true;
    bool ok;
    if (*reader->at == '.')
        ok = read_directive(assembler);
    else if (assembler->program.major == 0)
        ok = read_target(assembler);
    else if ((ok = read_instruction(assembler)))
        asm_note_declaration(assembler);
    return ok && (asm_at_line_end(reader) || asm_expected(reader, "the end of the line"));
}

static enum diag_code read_text(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    while (reader->at < reader->end) {
        const bool ok = read_line(assembler);
        if (assembler->no_memory || assembler->tokens.failed || assembler->lines.failed)
            return DIAG_NO_MEMORY;
        if (!ok)
            return DIAG_TEXT;
        asm_next_line(reader);
    }
    if (assembler->program.major == 0) {
        asm_expected(reader, "a target, such as cs_5_0");
        return DIAG_TEXT;
    }
    assembler->tokens.words[1] = assembler->tokens.count;
    return DIAG_OK;
}

static struct assembler *start(struct dxbc_arena *arena, const char *text, size_t size,
                               struct dxbc_text_error *error)
{
    struct assembler *assembler = dxbc_arena_alloc(arena, 1, sizeof(*assembler));
    if (!assembler)
        return NULL;
    assembler->reader = (struct asm_reader){text, text + size, text, 1, error, false};
    assembler->arena = arena;
    assembler->comment_signature = ASM_SIGNATURE_COUNT;
    assembler->data.arena = assembler->tokens.arena = assembler->lines.arena = arena;
    return assembler;
}

enum diag_code dxbc_assemble_line(struct dxbc_arena *arena, const struct dxbc_program *program,
                                  const char *text, size_t size, struct token_writer *tokens)
{
    struct assembler *assembler = start(arena, text, size, NULL);
    if (!assembler)
        return DIAG_NO_MEMORY;
    assembler->program.stage = program->stage;
    assembler->program.major = program->major;
    assembler->program.minor = program->minor;
    assembler->tokens = *tokens;
    const bool ok = read_instruction(assembler);
    *tokens = assembler->tokens;
    if (assembler->no_memory || tokens->failed)
        return DIAG_NO_MEMORY;
    return ok ? DIAG_OK : DIAG_TEXT;
}

enum diag_code dxbc_assemble(const char *text, size_t size, struct dxbc_assembly *out,
                             struct dxbc_text_error *error)
{
    struct dxbc_arena arena = {0};
    *out = (struct dxbc_assembly){0};
    if (error)
        *error = (struct dxbc_text_error){0};
    struct assembler *assembler = start(&arena, text, size, error);
    enum diag_code code = DIAG_NO_MEMORY;
    struct asm_elements *signatures = dxbc_arena_alloc(&arena, 2 * ASM_SIGNATURE_COUNT, sizeof(*signatures));
    if (assembler && signatures) {
        assembler->signatures = signatures;
        assembler->declared = signatures + ASM_SIGNATURE_COUNT;
        code = read_text(assembler);
    }
    if (code == DIAG_OK)
        code = asm_build_container(assembler, out);
    dxbc_arena_release(&arena);
    return code;
}

void dxbc_assembly_free(struct dxbc_assembly *assembly)
{
    free(assembly->bytes);
    free(assembly->lines);
    *assembly = (struct dxbc_assembly){0};
}
