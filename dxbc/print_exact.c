/*
 * The exact listing: one that assembles to the very container it was printed from.
 *
 * Microsoft's text rounds literals and leaves out what its compiler never varies. Here literals are written
 * so that they read back, every line is assembled again on the spot, and where that gives other words than
 * the program holds, the words stand there instead (.tokens). The other chunks follow the header word by
 * word.
 */
#include <ctype.h>
#include <string.h>

#include "assemble.h"
#include "text_sink.h"
#include "token_reader.h"

enum { FOURCC_SHDR = 0x52444853, FOURCC_SHEX = 0x58454853 };

static void print_chunk_name(struct text_sink *sink, uint32_t fourcc)
{
    char name[5] = {0};
    bool plain = true;
    for (unsigned i = 0; i < 4; ++i) {
        name[i] = (char)(fourcc >> (8 * i));
        plain = plain && isalnum((unsigned char)name[i]);
    }
    if (plain)
        sink_printf(sink, ".chunk %s", name);
    else
        sink_printf(sink, ".chunk 0x%08x", fourcc);
}

static void print_chunk(struct text_sink *sink, const struct dxbc_shader *shader,
                        const struct dxbc_chunk *chunk)
{
    const struct byte_view view = {shader->bytes + chunk->offset, chunk->size};
    print_chunk_name(sink, chunk->fourcc);
    sink_printf(sink, " %u", chunk->size);
    for (uint32_t i = 0; i < chunk->size; i += 4) {
        uint32_t word = 0;
        for (uint32_t k = i; k < chunk->size && k < i + 4; ++k)
            word |= (uint32_t)view.bytes[k] << (8 * (k - i));
        sink_printf(sink, " 0x%08x", word);
    }
    sink_puts(sink, "\n");
}

/* The chunk that the program was read from: the first SHEX, without one the first SHDR. */
static uint32_t program_chunk(const struct dxbc_shader *shader)
{
    static const uint32_t names[] = {FOURCC_SHEX, FOURCC_SHDR};
    for (unsigned name = 0; name < 2; ++name) {
        for (uint32_t i = 0; i < shader->chunk_count; ++i) {
            if (shader->chunks[i].fourcc == names[name])
                return i;
        }
    }
    return shader->chunk_count;
}

void dxbc_print_exact_chunks(struct text_sink *sink, const struct dxbc_shader *shader)
{
    const uint32_t program = program_chunk(shader);
    for (uint32_t i = 0; i < shader->chunk_count; ++i) {
        if (i != program) {
            print_chunk(sink, shader, &shader->chunks[i]);
        } else {
            print_chunk_name(sink, shader->chunks[i].fourcc);
            sink_puts(sink, "\n");
        }
    }
}

static bool same_words(const struct dxbc_shader *shader, const struct dxbc_instr *instr,
                       const struct token_writer *tokens)
{
    const struct byte_view view = {shader->bytes, shader->size};
    bool same = tokens->count == instr->length;
    for (uint32_t i = 0; same && i < tokens->count; ++i)
        same = tokens->words[i] == view_word(&view, instr->offset + 4 * (uint64_t)i);
    return same;
}

static void print_words(struct text_sink *sink, const struct dxbc_shader *shader,
                        const struct dxbc_instr *instr)
{
    const struct byte_view view = {shader->bytes, shader->size};
    sink_puts(sink, ".tokens");
    for (uint32_t i = 0; i < instr->length; ++i)
        sink_printf(sink, " 0x%08x", view_word(&view, instr->offset + 4 * (uint64_t)i));
}

enum diag_code dxbc_print_exact_line(struct text_sink *sink, const struct dxbc_shader *shader,
                                     const struct dxbc_instr *instr)
{
    struct dxbc_arena arena = {0};
    struct text_sink line = {.arena = &arena, .exact = true};
    struct token_writer tokens = {.arena = &arena};
    dxbc_print_line(&line, &shader->program, instr);
    enum diag_code code = line.failed
                              ? DIAG_NO_MEMORY
                              : dxbc_assemble_line(&arena, &shader->program, line.buffer, line.used, &tokens);
    if (code == DIAG_OK && same_words(shader, instr, &tokens)) {
        sink_puts(sink, line.buffer);
    } else if (code != DIAG_NO_MEMORY) {
        print_words(sink, shader, instr);
        if (!memchr(line.buffer, '\n', line.used))
            sink_printf(sink, " // %s", line.buffer);
        code = DIAG_OK;
    }
    dxbc_arena_release(&arena);
    return code;
}

static bool is_comment(const char *line, size_t length)
{
    while (length > 0 && *line == ' ') {
        ++line;
        --length;
    }
    return length == 0 || (length >= 2 && line[0] == '/' && line[1] == '/');
}

/* Names out of the file may hold line ends: every line is made a comment. */
enum diag_code dxbc_print_exact_header(struct text_sink *sink, const struct dxbc_shader *shader)
{
    struct dxbc_arena arena = {0};
    struct text_sink header = {.arena = &arena};
    dxbc_print_header(&header, shader);
    const enum diag_code code = header.failed ? DIAG_NO_MEMORY : DIAG_OK;
    for (size_t start = 0; code == DIAG_OK && start < header.used;) {
        const char *line = header.buffer + start;
        const char *newline = memchr(line, '\n', header.used - start);
        const size_t length = newline ? (size_t)(newline - line) : header.used - start;
        sink_printf(sink, "%s%.*s\n", is_comment(line, length) ? "" : "// ", (int)length, line);
        start += length + 1;
    }
    dxbc_arena_release(&arena);
    return code;
}
