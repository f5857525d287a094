/*
 * Lines from the older debug information (chunk SDBG), which d3d10_1shader.h describes as
 * D3D10_SHADER_DEBUG_INFO: a header, then arrays that it names by count and by offset from its end.
 *
 *   file         name (offset, length), text (offset, length), in the strings
 *   instruction  number, opcode, results..., token, ...; one for each that is no declaration, in order
 *   token        file, line, column, length, number
 */
#include "line_rows.h"

enum { HEADER_BYTES = 84, FILE_BYTES = 16, INSTRUCTION_BYTES = 396, TOKEN_BYTES = 20 };
enum { AT_FILES = 20, AT_INSTRUCTIONS = 28, AT_TOKENS = 52, AT_STRINGS = 80, TOKEN_OF_INSTRUCTION = 372 };

struct sdbg_list {
    uint32_t count;
    uint64_t offset;
};

/* The list whose count and offset stand at a place in the header; false when it is not all there. */
static bool open_list(const struct byte_view *chunk, uint64_t at, uint32_t entry_bytes, struct sdbg_list *out)
{
    *out = (struct sdbg_list){view_word(chunk, at), HEADER_BYTES + (uint64_t)view_word(chunk, at + 4)};
    return view_holds(chunk, out->offset, (uint64_t)out->count * entry_bytes);
}

static enum diag_code fault(struct line_reader *reader)
{
    return line_fault(reader, "the debug information in SDBG is damaged");
}

/* Names are not zero-terminated: copies, one for each file. */
static enum diag_code read_files(struct line_reader *reader, struct sdbg_list *files, const char ***out)
{
    const struct byte_view *chunk = &reader->chunk;
    const uint64_t strings = HEADER_BYTES + (uint64_t)view_word(chunk, AT_STRINGS);
    if (!open_list(chunk, AT_FILES, FILE_BYTES, files))
        return fault(reader);
    const char **names = dxbc_arena_alloc(reader->scratch, files->count, sizeof(*names));
    if (!names)
        return line_no_memory(reader);
    for (uint32_t i = 0; i < files->count; ++i) {
        const uint64_t entry = files->offset + FILE_BYTES * (uint64_t)i;
        const uint64_t name = strings + view_word(chunk, entry);
        const uint32_t length = view_word(chunk, entry + 4);
        if (length >= VIEW_STRING_BYTES || !view_holds(chunk, name, length))
            return fault(reader);
        const enum diag_code code = line_work(reader, length);
        if (code != DIAG_OK)
            return code;
        char *copy = dxbc_arena_alloc(reader->arena, length + 1, 1);
        if (!copy)
            return line_no_memory(reader);
        memcpy(copy, chunk->bytes + name, length);
        names[i] = copy;
    }
    *out = names;
    return DIAG_OK;
}

static bool is_declaration(const struct dxbc_instr *instr)
{
    struct dxbc_message message;
    const uint8_t kind = dxbc_opcode_info(instr->opcode)->kind;
    return kind == DXBC_KIND_DCL || (kind == DXBC_KIND_CUSTOM && !dxbc_instr_message(instr, &message));
}

enum diag_code dxbc_read_sdbg_lines(struct line_reader *reader)
{
    const struct byte_view *chunk = &reader->chunk;
    const struct dxbc_program *program = &reader->shader->program;
    struct sdbg_list files, instructions, tokens;
    const char **names = NULL;
    if (!view_holds(chunk, 0, HEADER_BYTES) || view_word(chunk, 0) != HEADER_BYTES ||
        !open_list(chunk, AT_INSTRUCTIONS, INSTRUCTION_BYTES, &instructions) ||
        !open_list(chunk, AT_TOKENS, TOKEN_BYTES, &tokens))
        return fault(reader);
    const enum diag_code code = read_files(reader, &files, &names);
    for (uint32_t i = 0, number = 0; code == DIAG_OK && i < program->instr_count; ++i) {
        if (is_declaration(&program->instrs[i]) || number >= instructions.count)
            continue;
        const uint32_t token = view_word(chunk, instructions.offset + TOKEN_OF_INSTRUCTION +
                                                    INSTRUCTION_BYTES * (uint64_t)number++);
        const uint64_t at = tokens.offset + TOKEN_BYTES * (uint64_t)token;
        const uint32_t file = token < tokens.count ? view_word(chunk, at) : UINT32_MAX;
        if (file >= files.count)
            continue; /* of no line */
        const uint32_t line = view_word(chunk, at + 4);
        reader->places[i] = (struct dxbc_place){names[file], line, line, view_word(chunk, at + 8)};
    }
    return code;
}
