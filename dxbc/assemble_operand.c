/*
 * Operands out of text: -|r0.xyzw|, cb0[r1.x + 3].xxxx, l(1.000000, 0, 0, 0), T2[4].xyzw {nonuniform}.
 *
 * The same letters are a mask where a register is written or declared and a swizzle where it is read; how
 * many components a register without letters has follows from its file.
 */
#include <stdio.h>
#include <string.h>

#include "assemble.h"

enum { MAX_INDICES = 3, MAX_DEPTH = 8, NAMELESS_PRECISION = 3 };

static bool read_nested(struct assembler *assembler, enum asm_role role, char literal, unsigned depth,
                        struct dxbc_operand *out);

static bool is_range_file(uint32_t file)
{
    return file == DXBC_FILE_RESOURCE || file == DXBC_FILE_SAMPLER || file == DXBC_FILE_UAV ||
           file == DXBC_FILE_CONSTANT_BUFFER;
}

/* Says what may have been meant. */
static bool no_operand(struct assembler *assembler, const struct asm_word *word)
{
    struct asm_reader *reader = &assembler->reader;
    char what[64];
    if (reader->at < reader->end && strchr("+-.0123456789", *reader->at))
        return asm_expected(reader, "an operand (numbers are written l(1.0))");
    for (uint32_t i = 0; word->length > 2 && i < DXBC_FILE_COUNT; ++i) {
        const char *name = dxbc_name(NAMES_FILE, i);
        if (!name || !asm_is_similar(word, name))
            continue;
        snprintf(what, sizeof(what), "an operand (%s?)", name);
        return asm_expected(reader, what);
    }
    return asm_expected(reader, asm_is_5_1(assembler)
                                    ? "an operand (t#, s#, u# and cb# are written T#[], S#[], U#[], CB#[][])"
                                    : "an operand");
}

/* The register file, in model 5.1 with capital letters for those that have ranges. */
static bool read_file(struct assembler *assembler, uint8_t *file)
{
    struct asm_reader *reader = &assembler->reader;
    char name[32];
    uint32_t number = 0;
    asm_skip_blanks(reader);
    const char *start = reader->at;
    const struct asm_word word = asm_letters(reader);
    bool known = word.length > 0 && word.length < sizeof(name);
    if (known) {
        memcpy(name, word.at, word.length);
        const bool capital = name[0] >= 'A' && name[0] <= 'Z';
        for (size_t i = 0; capital && i < word.length; ++i)
            name[i] |= 32;
        known = dxbc_number(NAMES_FILE, name, word.length, &number) &&
                capital == (asm_is_5_1(assembler) && is_range_file(number));
    }
    *file = (uint8_t)number;
    reader->at = known ? reader->at : start;
    return known || no_operand(assembler, &word);
}

/* ---- indices ---- */

static bool starts_number(const struct asm_reader *reader)
{
    const char *at = reader->at;
    if (at < reader->end && (*at == '-' || *at == '+'))
        ++at;
    return at < reader->end && *at >= '0' && *at <= '9';
}

/* What stands in brackets: a number, a register, or their sum. */
static bool read_index(struct assembler *assembler, unsigned depth, struct dxbc_index *index)
{
    struct asm_reader *reader = &assembler->reader;
    uint32_t number = 0;
    asm_skip_blanks(reader);
    if (starts_number(reader)) {
        if (!asm_read_number(reader, &number))
            return false;
        index->imm = number;
        return true;
    }
    struct dxbc_operand *relative = dxbc_arena_alloc(assembler->arena, 1, sizeof(*relative));
    if (!relative)
        return asm_no_memory(assembler);
    index->relative = relative;
    if (!read_nested(assembler, ASM_SOURCE, 'I', depth + 1, relative))
        return false;
    if (asm_accept(reader, "+") && !asm_read_number(reader, &number))
        return false;
    index->imm = number;
    index->representation = number ? 3 : 2;
    return true;
}

static bool read_indices(struct assembler *assembler, unsigned depth, struct dxbc_operand *operand)
{
    struct asm_reader *reader = &assembler->reader;
    if (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
        uint32_t number;
        if (!asm_read_number(reader, &number))
            return false;
        operand->index[operand->index_count++].imm = number;
    }
    while (reader->at < reader->end && *reader->at == '[') {
        if (operand->index_count == MAX_INDICES)
            return asm_error_at(reader, reader->at, "an operand has at most 3 indices");
        ++reader->at;
        if (!read_index(assembler, depth, &operand->index[operand->index_count++]) ||
            !asm_expect(reader, "]"))
            return false;
    }
    return true;
}

/* ---- components ---- */

static int component_of(char letter)
{
    static const char letters[] = "xyzwrgba";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) & 3 : -1;
}

static bool read_mask(struct assembler *assembler, const struct asm_word *word, struct dxbc_operand *operand)
{
    int last = -1;
    operand->selection = DXBC_SELECT_MASK;
    for (size_t i = 0; i < word->length; ++i) {
        const int component = component_of(word->at[i]);
        if (component <= last)
            return asm_error_at(&assembler->reader, word->at + i, "expected a mask: some of xyzw, in order");
        operand->mask |= (uint8_t)(1 << component);
        last = component;
    }
    return true;
}

/* Sources: one letter selects, four are a swizzle; two and three are a mask, as Microsoft prints it. */
static bool read_letters(struct assembler *assembler, enum asm_role role, struct dxbc_operand *operand)
{
    struct asm_reader *reader = &assembler->reader;
    const struct asm_word word = asm_letters(reader);
    operand->components = 4;
    if (word.length > 4)
        return asm_error_at(reader, word.at, "expected at most four of the letters xyzw");
    for (size_t i = 0; i < word.length; ++i) {
        const int component = component_of(word.at[i]);
        if (component < 0)
            return asm_error_at(reader, word.at + i, "expected one of the letters xyzw, found '%c'",
                                word.at[i]);
        operand->swizzle[i] = (uint8_t)component;
    }
    if (role != ASM_SOURCE || word.length == 0 || word.length == 2 || word.length == 3)
        return read_mask(assembler, &word, operand);
    if (word.length == 1)
        memset(operand->swizzle, operand->swizzle[0], 4);
    operand->selection = word.length == 1 ? DXBC_SELECT_ONE : DXBC_SELECT_SWIZZLE;
    return true;
}

/* Without letters: what has no number and a value is a scalar where it is used; where it is declared, the
 * compiler writes some of them without components. */
static uint8_t bare_components(uint8_t file, enum asm_role role)
{
    switch (file) {
    case DXBC_FILE_PRIMITIVE_ID:
    case DXBC_FILE_COVERAGE_MASK:
    case DXBC_FILE_OUTPUT_CONTROL_POINT_ID:
        return role != ASM_DECLARED;
    case DXBC_FILE_DEPTH:
    case DXBC_FILE_DEPTH_GE:
    case DXBC_FILE_DEPTH_LE:
    case DXBC_FILE_STENCIL_REF:
    case DXBC_FILE_INPUT_COVERAGE:
    case DXBC_FILE_INNER_COVERAGE:
        return 1;
    default:
        return 0;
    }
}

static bool read_register(struct assembler *assembler, enum asm_role role, unsigned depth,
                          struct dxbc_operand *operand)
{
    if (!read_indices(assembler, depth, operand))
        return false;
    struct asm_reader *reader = &assembler->reader;
    if (reader->at < reader->end && *reader->at == '.') {
        ++reader->at;
        return read_letters(assembler, role, operand);
    }
    operand->components = bare_components(operand->file, role);
    return true;
}

/* ---- immediates ---- */

static bool read_immediate32(struct assembler *assembler, char literal, struct dxbc_operand *operand)
{
    unsigned count = 0;
    do {
        if (count == 4)
            return asm_expected(&assembler->reader, "')'");
        if (!asm_read_literal32(&assembler->reader, literal, &operand->imm[count++]))
            return false;
    } while (asm_accept(&assembler->reader, ","));
    if (count == 2 || count == 3)
        return asm_error_at(&assembler->reader, assembler->reader.at, "expected 1 or 4 numbers, not %u",
                            count);
    operand->components = (uint8_t)count;
    return true;
}

static bool read_immediate64(struct assembler *assembler, struct dxbc_operand *operand)
{
    struct asm_reader *reader = &assembler->reader;
    unsigned count = 0;
    do {
        uint64_t bits;
        bool suffixed;
        if (count == 2)
            return asm_expected(reader, "')'");
        asm_skip_blanks(reader);
        const struct asm_reader before = *reader;
        if (!asm_read_literal64(reader, &bits, &suffixed))
            return false;
        operand->imm[2 * count] = (uint32_t)bits;
        operand->imm[2 * count + 1] = (uint32_t)(bits >> 32);
        if (count++ == 0 && !suffixed && asm_accept(reader, ")")) {
            /* one number without the suffix: Microsoft prints the low word as a float */
            *reader = before;
            operand->imm[1] = 0;
            operand->components = 1;
            return asm_read_literal32(reader, 'F', &operand->imm[0]);
        }
    } while (asm_accept(reader, ","));
    operand->components = count == 1 ? 1 : 4;
    return true;
}

/* ---- the whole ---- */

bool asm_read_precision(struct assembler *assembler, struct dxbc_operand *operand)
{
    struct asm_reader *reader = &assembler->reader;
    uint32_t precision, other;
    while (asm_accept(reader, "{")) {
        if (asm_accept(reader, "nonuniform")) {
            operand->non_uniform = true;
        } else {
            if (!asm_read_name(assembler, NAMES_PRECISION, &precision))
                return false;
            const bool taken_as = asm_accept(reader, "as");
            if (taken_as && !asm_read_name(assembler, NAMES_PRECISION, &other))
                return false;
            /* The default is not printed by itself: this is a number without a name of its own, or the
             * default taken as the destination's, which is one. */
            const bool is_default =
                precision != 0 || (taken_as && (other != 0 || assembler->operands[0].min_precision));
            operand->min_precision = is_default ? (uint8_t)precision : NAMELESS_PRECISION;
        }
        if (!asm_expect(reader, "}"))
            return false;
    }
    return true;
}

static bool read_nested(struct assembler *assembler, enum asm_role role, char literal, unsigned depth,
                        struct dxbc_operand *out)
{
    struct asm_reader *reader = &assembler->reader;
    *out = (struct dxbc_operand){0};
    asm_skip_blanks(reader);
    if (depth > MAX_DEPTH)
        return asm_error_at(reader, reader->at, "indices are nested too deeply");
    if (asm_accept(reader, "-"))
        out->modifier |= DXBC_MOD_NEG;
    const bool absolute = asm_accept(reader, "|");
    if (absolute)
        out->modifier |= DXBC_MOD_ABS;
    if (!read_file(assembler, &out->file))
        return false;
    bool ok;
    if (out->file == DXBC_FILE_IMMEDIATE32 || out->file == DXBC_FILE_IMMEDIATE64)
        ok = asm_expect(reader, "(") &&
             (out->file == DXBC_FILE_IMMEDIATE32 ? read_immediate32(assembler, literal, out)
                                                 : read_immediate64(assembler, out)) &&
             asm_expect(reader, ")");
    else
        ok = read_register(assembler, role, depth, out);
    ok = ok && asm_read_precision(assembler, out) && (!absolute || asm_expect(reader, "|"));
    out->extended = out->modifier || out->min_precision || out->non_uniform;
    return ok;
}

bool asm_read_operand(struct assembler *assembler, enum asm_role role, char literal, struct dxbc_operand *out)
{
    return read_nested(assembler, role, literal, 0, out);
}
