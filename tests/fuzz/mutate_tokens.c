/*
 * Changes to one instruction of a token stream that keep the rest sound: operands exchanged, register files,
 * indices and numbers changed, indices made relative, opcodes exchanged for others with as many operands,
 * instructions moved, copied and taken out, thread groups resized.
 *
 * An operand token:  [1:0] components  [11:2] selection  [19:12] file  [21:20] index count  [24:22] [27:25]
 * [30:28] how each index stands there (0 number, 2 operand, 3 number and operand)  [31] an extended token
 * follows.
 */
#include <string.h>

#include "dxbc.h"
#include "mutate.h"

enum { MAX_INSTRS = 4096, MAX_OPERANDS = 16, TRIES = 16, FOURCC_SHEX = 0x58454853, FOURCC_SHDR = 0x52444853 };

struct operand_place {
    uint32_t at, length; /* words from the start of the stream */
};

struct editor {
    struct mutant *mutant;
    struct fuzz_random *random;
    size_t offset;                   /* of the stream in the file */
    uint32_t words;                  /* of the stream */
    uint32_t count;                  /* instructions */
    uint32_t starts[MAX_INSTRS + 1]; /* words from the start of the stream; one more: the end */
};

static uint32_t get(const struct mutant *mutant, size_t at)
{
    uint32_t word;

    memcpy(&word, mutant->bytes + at, sizeof(word));
    return word;
}

static void put(struct mutant *mutant, size_t at, uint32_t word)
{
    memcpy(mutant->bytes + at, &word, sizeof(word));
}

bool mutant_find_tokens(const struct mutant *mutant, size_t *offset, size_t *size)
{
    uint32_t chunks = mutant->size >= 32 ? get(mutant, 28) : 0;

    for (uint32_t i = 0; i < chunks && 36 + (size_t)i * 4 <= mutant->size; i++) {
        size_t at = get(mutant, 32 + (size_t)i * 4), length;
        uint32_t fourcc;

        if (at + 16 > mutant->size)
            continue;
        fourcc = get(mutant, at);
        length = get(mutant, at + 4);
        if ((fourcc != FOURCC_SHEX && fourcc != FOURCC_SHDR) || length < 8 || length > mutant->size - at - 8)
            continue;
        *offset = at + 8;
        *size = length;
        return true;
    }
    return false;
}

/* -------------------------------------------------------------------------------------------------- the walk
 */

static uint32_t word_at(const struct editor *e, uint32_t index)
{
    return get(e->mutant, e->offset + (size_t)index * 4);
}

static void set_word(struct editor *e, uint32_t index, uint32_t word)
{
    put(e->mutant, e->offset + (size_t)index * 4, word);
}

static bool open_editor(struct editor *e)
{
    size_t size;
    uint32_t at = 2;

    if (!mutant_find_tokens(e->mutant, &e->offset, &size))
        return false;
    e->words = (uint32_t)(size / 4);
    e->count = 0;
    while (at < e->words && e->count < MAX_INSTRS) {
        uint32_t token = word_at(e, at), length = token >> 24 & 0x7F;

        if ((token & 0x7FF) == DXBC_OP_CUSTOMDATA)
            length = at + 1 < e->words ? word_at(e, at + 1) : 0;
        if (!length || length > e->words - at)
            break;
        e->starts[e->count++] = at;
        at += length;
    }
    e->starts[e->count] = at;
    return e->count;
}

/* Words of the operand at `at`, 0 when it does not end before `end`. */
static uint32_t operand_length(const struct editor *e, uint32_t at, uint32_t end, unsigned depth)
{
    uint32_t token, length = 1;

    if (at >= end || depth > 3)
        return 0;
    token = word_at(e, at);
    for (uint32_t extended = token; extended >> 31; length++) {
        if (at + length >= end)
            return 0;
        extended = word_at(e, at + length);
    }
    if ((token >> 12 & 0xFF) == DXBC_FILE_IMMEDIATE32)
        length += (token & 3) == 1 ? 1 : 4;
    if ((token >> 12 & 0xFF) == DXBC_FILE_IMMEDIATE64)
        length += (token & 3) == 1 ? 2 : 4;
    for (unsigned i = 0; i < (token >> 20 & 3); i++) {
        static const uint8_t words[8] = {1, 2, 0, 1, 2};
        uint32_t representation = token >> (22 + 3 * i) & 7;

        length += words[representation];
        if (representation >= 2) {
            uint32_t relative = operand_length(e, at + length, end, depth + 1);
            if (!relative)
                return 0;
            length += relative;
        }
    }
    return at + length <= end ? length : 0;
}

static uint32_t first_operand(const struct editor *e, uint32_t instr)
{
    uint32_t at = e->starts[instr], end = e->starts[instr + 1];

    while (at < end && word_at(e, at) >> 31)
        at++;
    return at + 1;
}

static uint32_t find_operands(const struct editor *e, uint32_t instr,
                              struct operand_place places[MAX_OPERANDS])
{
    uint32_t end = e->starts[instr + 1], count = 0;

    if ((word_at(e, e->starts[instr]) & 0x7FF) == DXBC_OP_CUSTOMDATA)
        return 0;
    for (uint32_t at = first_operand(e, instr); at < end && count < MAX_OPERANDS;
         at += places[count++].length) {
        places[count] = (struct operand_place){at, operand_length(e, at, end, 0)};
        if (!places[count].length)
            break;
    }
    return count;
}

static uint32_t pick_instr(const struct editor *e)
{
    return fuzz_random_below(e->random, e->count);
}

/* An operand of any instruction: a file of DXBC_FILE_COUNT means any file. */
static bool pick_operand(const struct editor *e, enum dxbc_file file, uint32_t *instr,
                         struct operand_place *place)
{
    for (unsigned i = 0; i < TRIES; i++) {
        struct operand_place places[MAX_OPERANDS];
        uint32_t count;

        *instr = pick_instr(e);
        count = find_operands(e, *instr, places);
        if (!count)
            continue;
        *place = places[fuzz_random_below(e->random, count)];
        if (file == DXBC_FILE_COUNT || (word_at(e, place->at) >> 12 & 0xFF) == file)
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------- replacing
 * words */

/* Replaces words of the stream and keeps the lengths of stream, chunk and file and the chunk table right. */
static void splice_words(struct editor *e, uint32_t at, uint32_t removed, const uint32_t *words,
                         uint32_t inserted)
{
    struct mutant *mutant = e->mutant;
    uint32_t grown = (inserted - removed) * 4, chunks = get(mutant, 28);

    mutant_splice(mutant, e->offset + (size_t)at * 4, (size_t)removed * 4, words, (size_t)inserted * 4);
    put(mutant, e->offset + 4, get(mutant, e->offset + 4) + inserted - removed);
    put(mutant, e->offset - 4, get(mutant, e->offset - 4) + grown);
    put(mutant, 24, get(mutant, 24) + grown);
    for (uint32_t i = 0; i < chunks && 36 + (size_t)i * 4 <= mutant->size; i++) {
        uint32_t start = get(mutant, 32 + (size_t)i * 4);
        if (start > e->offset)
            put(mutant, 32 + (size_t)i * 4, start + grown);
    }
}

static void grow_instr(struct editor *e, uint32_t instr, uint32_t at, const uint32_t *words, uint32_t count)
{
    uint32_t start = e->starts[instr], token = word_at(e, start), length = token >> 24 & 0x7F;

    if (length + count > 127)
        return;
    set_word(e, start, (token & ~(0x7Fu << 24)) | (length + count) << 24);
    splice_words(e, at, 0, words, count);
}

/* -------------------------------------------------------------------------------------------------------
 * changes */

static void change_number(struct editor *e)
{
    uint32_t instr = pick_instr(e), start = e->starts[instr], length = e->starts[instr + 1] - start;
    uint32_t at = start + 1 + fuzz_random_below(e->random, length);

    if (at < start + length)
        set_word(e, at, fuzz_random_word(e->random, word_at(e, at)));
}

/* The numbers of declarations: counts, strides, register ranges. */
static void change_declaration(struct editor *e)
{
    for (unsigned i = 0; i < TRIES; i++) {
        uint32_t instr = pick_instr(e), start = e->starts[instr], end = e->starts[instr + 1];
        const struct dxbc_opcode_info *info = dxbc_opcode_info(word_at(e, start) & 0x7FF);
        uint32_t at = end - 1 - fuzz_random_below(e->random, 2);

        if (!info || info->kind != DXBC_KIND_DCL || at <= start)
            continue;
        set_word(e, at, fuzz_random_word(e->random, word_at(e, at)));
        return;
    }
}

static void change_file(struct editor *e)
{
    struct operand_place place;
    uint32_t instr, token;

    if (!pick_operand(e, DXBC_FILE_COUNT, &instr, &place))
        return;
    token = word_at(e, place.at) & ~(0xFFu << 12);
    set_word(e, place.at, token | fuzz_random_below(e->random, DXBC_FILE_COUNT) << 12);
}

/* Puts another operand of the program in the place of one, mostly a source in the place of a source. */
static void change_operand(struct editor *e)
{
    struct operand_place to, from;
    uint32_t instr, other, words[128], token, length;
    bool kept = fuzz_random_below(e->random, 4);

    for (unsigned i = 0; i < TRIES; i++) {
        if (!pick_operand(e, DXBC_FILE_COUNT, &instr, &to) ||
            !pick_operand(e, DXBC_FILE_COUNT, &other, &from))
            return;
        if (!kept || (to.at == first_operand(e, instr)) == (from.at == first_operand(e, other)))
            break;
    }
    token = word_at(e, e->starts[instr]);
    length = (token >> 24 & 0x7F) + from.length - to.length;
    if (from.length > 128 || length > 127)
        return;
    for (uint32_t i = 0; i < from.length; i++)
        words[i] = word_at(e, from.at + i);
    set_word(e, e->starts[instr], (token & ~(0x7Fu << 24)) | length << 24);
    splice_words(e, to.at, to.length, words, from.length);
}

static void change_selection(struct editor *e)
{
    struct operand_place place;
    uint32_t instr;

    if (pick_operand(e, DXBC_FILE_COUNT, &instr, &place))
        set_word(e, place.at, word_at(e, place.at) ^ 1u << fuzz_random_below(e->random, 12));
}

static void change_immediate(struct editor *e)
{
    struct operand_place place;
    uint32_t instr, at;

    if (!pick_operand(e, DXBC_FILE_IMMEDIATE32, &instr, &place))
        return;
    at = place.at + 1 + fuzz_random_below(e->random, place.length - 1);
    set_word(e, at, fuzz_random_word(e->random, word_at(e, at)));
}

/* The last index, where it is a plain number. */
static bool pick_index(const struct editor *e, enum dxbc_file file, uint32_t *instr,
                       struct operand_place *place, unsigned *number)
{
    for (unsigned i = 0; i < TRIES; i++) {
        uint32_t token;

        if (!pick_operand(e, file, instr, place))
            return false;
        token = word_at(e, place->at);
        *number = (token >> 20 & 3) - 1;
        if ((token >> 20 & 3) && !(token >> (22 + 3 * *number) & 7))
            return true;
    }
    return false;
}

static void change_index(struct editor *e)
{
    struct operand_place place;
    uint32_t instr, at;
    unsigned number;

    if (!pick_index(e, DXBC_FILE_COUNT, &instr, &place, &number))
        return;
    at = place.at + place.length - 1;
    set_word(e, at,
             fuzz_random_below(e->random, 2) ? fuzz_random_below(e->random, 5)
                                             : fuzz_random_word(e->random, word_at(e, at)));
}

/* cb0[2] becomes cb0[2 + r1.y]. */
static void make_relative(struct editor *e)
{
    static const uint32_t sources[] = {DXBC_FILE_TEMP,      DXBC_FILE_TEMP,
                                       DXBC_FILE_TEMP,      DXBC_FILE_THREAD_ID_IN_GROUP,
                                       DXBC_FILE_THREAD_ID, DXBC_FILE_INDEXABLE_TEMP};
    static const uint8_t targets[] = {DXBC_FILE_CONSTANT_BUFFER,
                                      DXBC_FILE_CONSTANT_BUFFER,
                                      DXBC_FILE_INDEXABLE_TEMP,
                                      DXBC_FILE_IMMEDIATE_CB,
                                      DXBC_FILE_RESOURCE,
                                      DXBC_FILE_UAV,
                                      DXBC_FILE_COUNT};
    struct operand_place place;
    uint32_t instr, words[3], count = 1, target = targets[fuzz_random_below(e->random, sizeof(targets))];
    uint32_t file = sources[fuzz_random_below(e->random, sizeof(sources) / sizeof(*sources))];
    unsigned number;

    if (!pick_index(e, target, &instr, &place, &number))
        return;
    words[0] = 2 | DXBC_SELECT_ONE << 2 | fuzz_random_below(e->random, 3) << 4 | file << 12;
    if (file == DXBC_FILE_TEMP || file == DXBC_FILE_INDEXABLE_TEMP)
        words[count++] = fuzz_random_below(e->random, 4);
    if (file == DXBC_FILE_INDEXABLE_TEMP)
        words[count++] = fuzz_random_below(e->random, 4);
    words[0] |= (count - 1) << 20;
    set_word(e, place.at, word_at(e, place.at) | 3u << (22 + 3 * number));
    grow_instr(e, instr, place.at + place.length, words, count);
}

static void add_modifier(struct editor *e)
{
    struct operand_place place;
    uint32_t instr, modifier = 1 | fuzz_random_below(e->random, 4) << 6;

    if (!pick_operand(e, DXBC_FILE_COUNT, &instr, &place))
        return;
    if (word_at(e, place.at) >> 31) {
        set_word(e, place.at + 1, word_at(e, place.at + 1) ^ 1u << fuzz_random_below(e->random, 20));
        return;
    }
    set_word(e, place.at, word_at(e, place.at) | 1u << 31);
    grow_instr(e, instr, place.at + 1, &modifier, 1);
}

static void change_opcode(struct editor *e)
{
    uint32_t instr = pick_instr(e), token = word_at(e, e->starts[instr]);
    const struct dxbc_opcode_info *from = dxbc_opcode_info(token & 0x7FF);

    if (!from || from->kind == DXBC_KIND_CUSTOM)
        return;
    for (unsigned i = 0; i < 1000; i++) {
        uint32_t opcode = fuzz_random_below(e->random, DXBC_OP_COUNT);
        const struct dxbc_opcode_info *to = dxbc_opcode_info(opcode);

        if (!to || (to->kind == DXBC_KIND_DCL) != (from->kind == DXBC_KIND_DCL) ||
            to->kind == DXBC_KIND_RESERVED || strlen(to->dst) != strlen(from->dst) ||
            strlen(to->src) != strlen(from->src) || !(to->stages & 1 << DXBC_CS))
            continue;
        set_word(e, e->starts[instr], (token & ~0x7FFu) | opcode);
        return;
    }
}

static void change_controls(struct editor *e)
{
    uint32_t at = e->starts[pick_instr(e)];

    set_word(e, at, word_at(e, at) ^ 1u << (11 + fuzz_random_below(e->random, 13)));
}

static void copy_instr(struct editor *e)
{
    uint32_t from = pick_instr(e), to = e->starts[pick_instr(e)], words[128];
    uint32_t length = e->starts[from + 1] - e->starts[from];

    if (length > 128)
        return;
    for (uint32_t i = 0; i < length; i++)
        words[i] = word_at(e, e->starts[from] + i);
    splice_words(e, to, 0, words, length);
}

static void remove_instr(struct editor *e)
{
    uint32_t instr = pick_instr(e);

    splice_words(e, e->starts[instr], e->starts[instr + 1] - e->starts[instr], NULL, 0);
}

static void change_thread_group(struct editor *e)
{
    static const uint32_t sizes[][3] = {{1, 1, 1},   {2, 1, 1},    {31, 1, 1},   {32, 1, 1}, {33, 1, 1},
                                        {64, 1, 1},  {8, 8, 1},    {1, 1, 64},   {7, 3, 5},  {1, 33, 2},
                                        {100, 1, 1}, {1024, 1, 1}, {1, 1024, 1}, {0, 1, 1},  {1025, 1, 1}};
    uint32_t chosen = fuzz_random_below(e->random, sizeof(sizes) / sizeof(*sizes));

    for (uint32_t i = 0; i < e->count; i++) {
        if ((word_at(e, e->starts[i]) & 0x7FF) != DXBC_OP_DCL_THREAD_GROUP ||
            e->starts[i + 1] - e->starts[i] != 4)
            continue;
        for (uint32_t axis = 0; axis < 3; axis++)
            set_word(e, e->starts[i] + 1 + axis, sizes[chosen][axis]);
    }
}

void mutate_tokens(struct mutant *mutant, struct fuzz_random *random)
{
    static void (*const changes[])(struct editor * e) = {
        change_number,  change_declaration,  change_file,      change_operand,   change_operand,
        change_operand, change_selection,    change_immediate, change_immediate, change_index,
        change_index,   make_relative,       make_relative,    add_modifier,     change_opcode,
        change_opcode,  change_opcode,       change_controls,  copy_instr,       copy_instr,
        remove_instr,   change_thread_group,
    };
    struct editor editor;

    editor.mutant = mutant;
    editor.random = random;
    if (open_editor(&editor))
        changes[fuzz_random_below(random, sizeof(changes) / sizeof(*changes))](&editor);
}
