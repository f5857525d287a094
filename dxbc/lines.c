/*
 * HLSL lines of instructions, from the debug information in the container: SPDB (a program database, what
 * compilers write since 2012) or SDBG (before). It is read when somebody asks, and never trusted: a container
 * whose debug information is broken is a good shader without lines.
 */
#include "line_rows.h"

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

enum { VERSION_BYTES = 8, WORK_PER_INSTRUCTION = 256, WORK_PER_BYTE = 4 };

struct dxbc_lines {
    struct dxbc_arena arena;
    uint32_t count;
    struct dxbc_place *places;
};

enum diag_code line_fault(struct line_reader *reader, const char *text)
{
    return diag_set(reader->diag, DIAG_DEBUG_INFO, reader->chunk_offset, DIAG_NO_INSTRUCTION, "%s", text);
}

enum diag_code line_no_memory(struct line_reader *reader)
{
    return diag_set(reader->diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "out of memory");
}

enum diag_code line_work(struct line_reader *reader, uint64_t work)
{
    if (work > reader->budget)
        return line_fault(reader, "the debug information says the same again and again");
    reader->budget -= work;
    return DIAG_OK;
}

/* The first instruction at or behind a byte of the program. */
static uint32_t instr_at(const struct dxbc_program *program, uint64_t byte)
{
    const uint64_t start = program->instrs[0].offset - VERSION_BYTES;
    uint32_t low = 0, high = program->instr_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (program->instrs[middle].offset - start < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

enum diag_code line_put(struct line_reader *reader, const struct line_row *row)
{
    const struct dxbc_program *program = &reader->shader->program;
    if (row->begin >= row->end)
        return DIAG_OK;
    const uint32_t first = instr_at(program, row->begin), end = instr_at(program, row->end);
    const enum diag_code code = line_work(reader, 1 + (uint64_t)(end - first));
    if (code != DIAG_OK)
        return code;
    for (uint32_t i = first; i < end; ++i) {
        struct dxbc_place *place = &reader->places[i];
        if (!row->part)
            *place = (struct dxbc_place){row->file, row->line, row->line, row->column};
        else if (row->file == place->file || !strcmp(row->file, place->file ? place->file : "")) {
            place->part_line = row->line;
            place->part_column = row->column;
        }
    }
    return DIAG_OK;
}

static enum diag_code read_lines(struct line_reader *reader)
{
    const struct dxbc_shader *shader = reader->shader;
    const struct dxbc_chunk *pdb = dxbc_find_chunk(shader, FOURCC('S', 'P', 'D', 'B'));
    const struct dxbc_chunk *chunk = pdb ? pdb : dxbc_find_chunk(shader, FOURCC('S', 'D', 'B', 'G'));
    if (!chunk || shader->program.instr_count == 0)
        return DIAG_OK;
    reader->chunk = (struct byte_view){shader->bytes + chunk->offset, chunk->size};
    reader->chunk_offset = chunk->offset;
    reader->budget =
        WORK_PER_INSTRUCTION * (uint64_t)shader->program.instr_count + WORK_PER_BYTE * (uint64_t)chunk->size;
    reader->places = dxbc_arena_alloc(reader->arena, shader->program.instr_count, sizeof(*reader->places));
    if (!reader->places)
        return line_no_memory(reader);
    return pdb ? dxbc_read_pdb_lines(reader) : dxbc_read_sdbg_lines(reader);
}

enum diag_code dxbc_lines_read(const struct dxbc_shader *shader, struct dxbc_lines **out, struct diag *diag)
{
    struct dxbc_arena arena = {0}, scratch = {0};
    struct line_reader reader = {.arena = &arena, .scratch = &scratch, .shader = shader, .diag = diag};
    *out = NULL;
    if (diag)
        memset(diag, 0, sizeof(*diag));
    struct dxbc_lines *lines = dxbc_arena_alloc(&arena, 1, sizeof(*lines));
    const enum diag_code code = lines ? read_lines(&reader) : line_no_memory(&reader);
    dxbc_arena_release(&scratch);
    if (code != DIAG_OK || !reader.places) {
        dxbc_arena_release(&arena);
        return code;
    }
    *lines = (struct dxbc_lines){arena, shader->program.instr_count, reader.places};
    *out = lines;
    return DIAG_OK;
}

void dxbc_lines_free(struct dxbc_lines *lines)
{
    if (!lines)
        return;
    struct dxbc_arena arena = lines->arena; /* the lines themselves lie in it */
    dxbc_arena_release(&arena);
}

const struct dxbc_place *dxbc_lines_at(const struct dxbc_lines *lines, uint32_t instr)
{
    static const struct dxbc_place nowhere;
    return lines && instr < lines->count ? &lines->places[instr] : &nowhere;
}
