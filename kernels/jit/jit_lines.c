/*
 * Runs a DWARF line program (DWARF 4, section 6.2) as far as addresses and lines go.
 *
 *   header: unit length 4 | version 2 | header length 4 | shortest instruction 1 | most operations 1 | is statement 1 |
 *           line base 1 | line range 1 | first special opcode 1 | operands of the standard opcodes | folders, files
 */
#include "jit_lines.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 16, DWARF_VERSION = 4 };

enum {
    EXTENDED = 0,
    COPY = 1,
    ADVANCE_PC = 2,
    ADVANCE_LINE = 3,
    CONST_ADD_PC = 8,
    FIXED_ADVANCE_PC = 9,
};
enum { END_SEQUENCE = 1 };

struct reader {
    const uint8_t *at, *end;
    uint8_t step, line_range, first_special;
    int8_t line_base;
    uint8_t operands[256];
};

struct table {
    struct jit_code *code;
    size_t room;
    uint64_t address, line;
    bool out_of_memory;
};

static uint64_t fixed(struct reader *r, unsigned bytes)
{
    uint64_t value = 0;

    if ((size_t)(r->end - r->at) < bytes) {
        r->at = r->end;
        return 0;
    }
    memcpy(&value, r->at, bytes);
    r->at += bytes;
    return value;
}

static uint64_t leb128(struct reader *r, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0x80;

    while (byte & 0x80 && r->at < r->end) {
        byte = *r->at++;
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7F) << shift;
        shift += 7;
    }
    if (is_signed && byte & 0x40 && shift < 64)
        value |= UINT64_MAX << shift;
    return value;
}

static void add_row(struct table *t)
{
    struct jit_code *code = t->code;
    struct jit_line *lines = code->lines;
    uint32_t offset = (uint32_t)(code->entry + t->address);

    if (!t->line || t->line > UINT32_MAX || code->entry + t->address >= code->image_bytes ||
        (code->line_count && offset < lines[code->line_count - 1].offset))
        return;
    if (code->line_count && lines[code->line_count - 1].offset == offset)
        code->line_count--;
    if (code->line_count && lines[code->line_count - 1].instruction == t->line - 1)
        return;
    if (code->line_count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        lines = realloc(lines, t->room * sizeof(*lines));
        t->out_of_memory = !lines;
        if (!lines)
            return;
        code->lines = lines;
    }
    lines[code->line_count++] = (struct jit_line){offset, (uint32_t)t->line - 1};
}

static bool open_table(struct reader *r)
{
    uint64_t unit = fixed(r, 4), version = fixed(r, 2), header = fixed(r, 4);
    const uint8_t *program = r->at + header;

    if (unit + 4 < HEADER_BYTES || version != DWARF_VERSION || header > (size_t)(r->end - r->at))
        return false;
    r->step = (uint8_t)fixed(r, 1);
    fixed(r, 2);
    r->line_base = (int8_t)fixed(r, 1);
    r->line_range = (uint8_t)fixed(r, 1);
    r->first_special = (uint8_t)fixed(r, 1);
    for (unsigned i = 1; i < r->first_special; i++)
        r->operands[i] = (uint8_t)fixed(r, 1);
    r->at = program;
    return r->line_range && r->first_special;
}

/* False: the sequence ends. Its first address is the function's. */
static bool run_extended(struct reader *r)
{
    uint64_t bytes = leb128(r, false);
    uint8_t opcode = (uint8_t)fixed(r, 1);

    if (!bytes || bytes - 1 > (size_t)(r->end - r->at))
        return false;
    r->at += bytes - 1;
    return opcode != END_SEQUENCE;
}

static bool run_opcode(struct reader *r, struct table *t)
{
    uint8_t opcode = (uint8_t)fixed(r, 1), special;

    if (opcode >= r->first_special || opcode == CONST_ADD_PC) {
        special = (uint8_t)((opcode == CONST_ADD_PC ? 255 : opcode) - r->first_special);
        t->address += (uint64_t)(special / r->line_range) * r->step;
        if (opcode != CONST_ADD_PC) {
            t->line += (uint64_t)(r->line_base + special % r->line_range);
            add_row(t);
        }
        return true;
    }
    switch (opcode) {
    case EXTENDED:
        return run_extended(r);
    case COPY:
        add_row(t);
        return true;
    case ADVANCE_PC:
        t->address += leb128(r, false) * r->step;
        return true;
    case ADVANCE_LINE:
        t->line += leb128(r, true);
        return true;
    case FIXED_ADVANCE_PC:
        t->address += fixed(r, 2);
        return true;
    default:
        for (unsigned i = 0; i < r->operands[opcode]; i++)
            leb128(r, false);
        return true;
    }
}

bool jit_read_lines(const uint8_t *table, size_t size, struct jit_code *code)
{
    struct reader r = {.at = table, .end = table + size};
    struct table t = {.code = code, .line = 1};

    if (!open_table(&r))
        return true;
    while (r.at < r.end && !t.out_of_memory && run_opcode(&r, &t))
        ;
    return !t.out_of_memory;
}
