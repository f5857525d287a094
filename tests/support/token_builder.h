/*
 * Hand-made shaders for tests: instructions from operands written as text, a container around them with the
 * right digest. Independent of the assembler and the encoder on purpose.
 *
 *   struct token_builder b;
 *   tokens_begin(&b, TOKENS_CS_5_0);
 *   tokens_thread_group(&b, 32, 1, 1);
 *   EMIT(&b, ADD, "r0.xy", "-|r1.xyxx|", "l(1.5)");
 *   EMIT(&b, RET);
 *   bytes = tokens_finish(&b, &size);      caller frees
 *
 * Operands: r0.xy  x0[r1.x+2].x  cb0[1].xyzw  icb[r0.x+0].x  t0.xyzw  u0  g0.x  vThreadID.x  null  label3
 * fp0[r0.x+0] this[0].x  l(1)  l(1.5, 0x2, -3, 4.0)  d(1.5, -2.0), each with - and | | around it. The number
 * behind a name is the first index. A destination's letters are a mask; a source's one letter selects, two to
 * four letters are a swizzle (the last one repeats). Immediates are floats where they have a point. Mistakes
 * in the text end the program: tests are the only users.
 */
#ifndef TESTS_TOKEN_BUILDER_H
#define TESTS_TOKEN_BUILDER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxbc.h"

enum { TOKENS_CS_4_0 = 0x00050040, TOKENS_CS_5_0 = 0x00050050, TOKENS_CS_5_1 = 0x00050051 };

struct token_builder {
    uint32_t words[65536];
    uint32_t count;
    uint32_t start; /* of the instruction being written */
    uint32_t flags; /* of the dcl_globalFlags that tokens_finish() puts in front, if any are needed */
};

static inline void tokens_die(const char *what, const char *text)
{
    fprintf(stderr, "token builder: %s in \"%s\"\n", what, text);
    abort();
}

static inline void tokens_word(struct token_builder *b, uint32_t word)
{
    if (b->count == sizeof(b->words) / sizeof(*b->words))
        tokens_die("too long", "program");
    b->words[b->count++] = word;
}

static inline void tokens_begin(struct token_builder *b, uint32_t version)
{
    b->count = b->flags = 0;
    tokens_word(b, version);
    tokens_word(b, 0);
}

static inline void tokens_open(struct token_builder *b, uint32_t opcode, uint32_t controls)
{
    enum { DOUBLES = 1 << 12, DOUBLE_EXTENSIONS = 1 << 17, SHADER_EXTENSIONS = 1 << 18 };
    const struct dxbc_opcode_info *info = dxbc_opcode_info(opcode);
    const bool doubles = info && info->kind == DXBC_KIND_DOUBLE, extension = info && info->since == 51;

    b->flags |= (doubles ? DOUBLES : 0) | (extension ? doubles ? DOUBLE_EXTENSIONS : SHADER_EXTENSIONS : 0);
    b->start = b->count;
    tokens_word(b, opcode | controls);
}

static inline void tokens_close(struct token_builder *b)
{
    b->words[b->start] |= (b->count - b->start) << 24;
}

/* ---- operands ---- */

struct tokens_file {
    const char *name;
    uint8_t file;
    uint8_t form; /* 0: none or four components; 1: always none */
};

static inline const struct tokens_file *tokens_find_file(const char *name, size_t length)
{
    static const struct tokens_file files[] = {
        {"r", DXBC_FILE_TEMP, 0},
        {"v", DXBC_FILE_INPUT, 0},
        {"x", DXBC_FILE_INDEXABLE_TEMP, 0},
        {"s", DXBC_FILE_SAMPLER, 0},
        {"t", DXBC_FILE_RESOURCE, 0},
        {"cb", DXBC_FILE_CONSTANT_BUFFER, 0},
        {"icb", DXBC_FILE_IMMEDIATE_CB, 0},
        {"label", DXBC_FILE_LABEL, 1},
        {"null", DXBC_FILE_NULL, 1},
        {"fb", DXBC_FILE_FUNCTION_BODY, 1},
        {"fp", DXBC_FILE_INTERFACE, 1},
        {"this", DXBC_FILE_THIS, 0},
        {"u", DXBC_FILE_UAV, 0},
        {"g", DXBC_FILE_TGSM, 0},
        {"vThreadID", DXBC_FILE_THREAD_ID, 0},
        {"vThreadGroupID", DXBC_FILE_GROUP_ID, 0},
        {"vThreadIDInGroup", DXBC_FILE_THREAD_ID_IN_GROUP, 0},
        {"vThreadIDInGroupFlattened", DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED, 0},
        {"vCycleCounter", DXBC_FILE_CYCLE_COUNTER, 0},
    };
    for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
        if (strlen(files[i].name) == length && !memcmp(files[i].name, name, length))
            return &files[i];
    }
    return NULL;
}

static inline uint32_t tokens_number(const char **at)
{
    char *end;
    double value;
    float single;
    uint32_t word;
    size_t length = strcspn(*at, ",)]+ ");

    if (!memchr(*at, '.', length)) {
        word = (uint32_t)strtoll(*at, &end, 0);
    } else {
        value = strtod(*at, &end);
        single = (float)value;
        memcpy(&word, &single, sizeof(word));
    }
    if (end == *at)
        tokens_die("no number", *at);
    *at = end;
    return word;
}

static inline void tokens_expect(const char **at, char letter)
{
    if (**at != letter)
        tokens_die("something else expected", *at);
    ++*at;
}

static inline uint32_t tokens_letter(char letter)
{
    const char *found = strchr("xyzw", letter);

    if (!letter || !found)
        tokens_die("no component", (char[]){letter, 0});
    return (uint32_t)(found - "xyzw");
}

/* Bits 11..0 of an operand token: component count, selection, letters. */
static inline uint32_t tokens_selection(const char *letters, size_t count, bool destination)
{
    uint32_t bits = 2;

    if (destination) {
        for (size_t i = 0; i < count; i++)
            bits |= 16u << tokens_letter(letters[i]);
    } else if (count == 1) {
        bits |= 2 << 2 | tokens_letter(letters[0]) << 4;
    } else {
        bits |= 1 << 2;
        for (size_t i = 0; i < 4; i++)
            bits |= tokens_letter(letters[i < count ? i : count - 1]) << (4 + 2 * i);
    }
    return bits;
}

static inline void tokens_operand(struct token_builder *b, const char *text, bool destination);

/* l(...) and d(...); at stands behind the bracket. */
static inline void tokens_immediate(struct token_builder *b, const char *at, bool wide, uint32_t modifier)
{
    uint32_t file = wide ? DXBC_FILE_IMMEDIATE64 : DXBC_FILE_IMMEDIATE32, values[4] = {0}, count = 0;

    while (*at != ')' && count < 4) {
        if (wide) {
            char *end;
            double value = strtod(at, &end);
            memcpy(&values[count], &value, sizeof(value));
            count += 2;
            at = end;
        } else {
            values[count++] = tokens_number(&at);
        }
        at += strspn(at, ", ");
    }
    tokens_word(b, (count == 1 ? 1 : 2) | file << 12 | (count > 1 ? 0xE44 & ~2u : 0) |
                       (modifier ? 1u << 31 : 0));
    if (modifier)
        tokens_word(b, 1 | modifier << 6);
    for (uint32_t i = 0; i < (count == 1 ? 1 : 4); i++)
        tokens_word(b, values[i]);
}

struct tokens_index {
    uint32_t imm;
    bool has_imm;
    char relative[24]; /* "" for none */
};

static inline void tokens_parse_index(const char **at, struct tokens_index *index)
{
    *index = (struct tokens_index){.has_imm = true};
    tokens_expect(at, '[');
    if (**at >= '0' && **at <= '9') {
        index->imm = tokens_number(at);
    } else {
        /* up to the plus sign or the bracket that closes this index */
        size_t length = 0;
        for (int depth = 0; depth || ((*at)[length] != ']' && (*at)[length] != '+'); length++)
            depth += ((*at)[length] == '[') - ((*at)[length] == ']');
        if (length >= sizeof(index->relative))
            tokens_die("index too long", *at);
        memcpy(index->relative, *at, length);
        *at += length;
        index->has_imm = **at == '+';
        if (index->has_imm) {
            ++*at;
            index->imm = tokens_number(at);
        }
    }
    tokens_expect(at, ']');
}

/* A name, its indices and letters. */
static inline void tokens_register(struct token_builder *b, const char *text, bool destination,
                                   uint32_t modifier)
{
    size_t name = strcspn(text, "0123456789[.|");
    const struct tokens_file *file = tokens_find_file(text, name);
    const char *at = text + name;
    struct tokens_index index[3];
    uint32_t count = 0, token;
    size_t letters;

    if (!file)
        tokens_die("unknown register", text);
    if (*at >= '0' && *at <= '9')
        index[count++] =
            (struct tokens_index){.imm = (uint32_t)strtoul(at, (char **)&at, 10), .has_imm = true};
    while (*at == '[' && count < 3)
        tokens_parse_index(&at, &index[count++]);
    token = (uint32_t)file->file << 12 | count << 20 | (modifier ? 1u << 31 : 0);
    letters = *at == '.' ? strspn(at + 1, "xyzw") : 0;
    if (letters && !file->form)
        token |= tokens_selection(at + 1, letters, destination);
    for (uint32_t i = 0; i < count; i++)
        token |= (index[i].relative[0] ? 2u + index[i].has_imm : 0u) << (22 + 3 * i);
    tokens_word(b, token);
    if (modifier)
        tokens_word(b, 1 | modifier << 6);
    for (uint32_t i = 0; i < count; i++) {
        if (index[i].has_imm)
            tokens_word(b, index[i].imm);
        if (index[i].relative[0])
            tokens_operand(b, index[i].relative, false);
    }
}

static inline void tokens_operand(struct token_builder *b, const char *text, bool destination)
{
    uint32_t modifier = 0;

    if (*text == '-') {
        modifier |= DXBC_MOD_NEG;
        text++;
    }
    if (*text == '|') {
        modifier |= DXBC_MOD_ABS;
        text++;
    }
    if ((text[0] == 'l' || text[0] == 'd') && text[1] == '(')
        tokens_immediate(b, text + 2, text[0] == 'd', modifier);
    else
        tokens_register(b, text, destination, modifier);
}

/* ---- instructions ---- */

/* operands end with NULL or an empty text. */
static inline void tokens_instr(struct token_builder *b, uint32_t opcode, uint32_t controls,
                                const char *const *operands)
{
    size_t destinations = strlen(dxbc_opcode_info(opcode)->dst);

    tokens_open(b, opcode, controls);
    for (size_t i = 0; operands[i] && operands[i][0]; i++)
        tokens_operand(b, operands[i], i < destinations);
    tokens_close(b);
}

enum {
    TOKENS_SAT = 1 << 13,
    TOKENS_NZ = 1 << 18,
    TOKENS_THREADS = 1 << 11,
    TOKENS_TGSM = 1 << 12,
    TOKENS_UAV_GROUP = 1 << 13,
};

#define EMIT_WITH(b, name, controls, ...)                                                                    \
    tokens_instr(b, DXBC_OP_##name, controls, (const char *const[]){"" __VA_ARGS__, NULL})
#define EMIT(b, name, ...) EMIT_WITH(b, name, 0, __VA_ARGS__)

/* An instruction with immediate texel offsets. */
static inline void tokens_with_offsets(struct token_builder *b, uint32_t opcode, int u, int v, int w,
                                       const char *const *operands)
{
    size_t destinations = strlen(dxbc_opcode_info(opcode)->dst);

    tokens_open(b, opcode, 1u << 31);
    tokens_word(b, 1 | ((uint32_t)u & 15) << 9 | ((uint32_t)v & 15) << 13 | ((uint32_t)w & 15) << 17);
    for (size_t i = 0; operands[i] && operands[i][0]; i++)
        tokens_operand(b, operands[i], i < destinations);
    tokens_close(b);
}

static inline void tokens_fcall(struct token_builder *b, uint32_t call_site, const char *interface)
{
    tokens_open(b, DXBC_OP_FCALL, 0);
    tokens_word(b, call_site);
    tokens_operand(b, interface, false);
    tokens_close(b);
}

/* printf or errorf; operands end with NULL. */
static inline void tokens_message(struct token_builder *b, bool error, const char *text,
                                  const char *const *operands)
{
    uint32_t start = b->count, operand_count = 0, operand_start;
    size_t length = strlen(text);

    tokens_word(b, DXBC_OP_CUSTOMDATA | 4 << 11);
    tokens_word(b, 0);
    tokens_word(b, error ? 0x00200103 : 0x00200102);
    tokens_word(b, 1);
    tokens_word(b, (uint32_t)length);
    tokens_word(b, 0);
    tokens_word(b, 0);
    operand_start = b->count;
    for (; operands[operand_count] && operands[operand_count][0]; operand_count++)
        tokens_operand(b, operands[operand_count], false);
    b->words[start + 5] = operand_count;
    b->words[start + 6] = b->count - operand_start;
    for (size_t i = 0; i <= length; i += 4) {
        uint32_t word = 0;
        memcpy(&word, text + i, length - i < 4 ? length - i : 4);
        tokens_word(b, word);
    }
    b->words[start + 1] = b->count - start;
}

#define EMIT_PRINTF(b, text, ...) tokens_message(b, false, text, (const char *const[]){"" __VA_ARGS__, NULL})
#define EMIT_ERRORF(b, text, ...) tokens_message(b, true, text, (const char *const[]){"" __VA_ARGS__, NULL})

/* ---- declarations ---- */

/* An operand and further words. */
static inline void tokens_declare(struct token_builder *b, uint32_t opcode, uint32_t controls,
                                  const char *operand, uint32_t word_count, ...)
{
    va_list words;

    tokens_open(b, opcode, controls);
    if (operand)
        tokens_operand(b, operand, true);
    va_start(words, word_count);
    for (uint32_t i = 0; i < word_count; i++)
        tokens_word(b, va_arg(words, uint32_t));
    va_end(words);
    tokens_close(b);
}

static inline void tokens_thread_group(struct token_builder *b, uint32_t x, uint32_t y, uint32_t z)
{
    tokens_declare(b, DXBC_OP_DCL_THREAD_GROUP, 0, NULL, 3, x, y, z);
}

static inline void tokens_temps(struct token_builder *b, uint32_t count)
{
    tokens_declare(b, DXBC_OP_DCL_TEMPS, 0, NULL, 1, count);
}

static inline void tokens_indexable_temp(struct token_builder *b, uint32_t slot, uint32_t count)
{
    tokens_declare(b, DXBC_OP_DCL_INDEXABLETEMP, 0, NULL, 3, slot, count, 4);
}

static inline void tokens_input(struct token_builder *b, const char *operand)
{
    tokens_declare(b, DXBC_OP_DCL_INPUT, 0, operand, 0);
}

/* "cb0[4].xyzw"-like: slot and vectors */
static inline void tokens_constant_buffer(struct token_builder *b, uint32_t slot, uint32_t vectors,
                                          bool dynamic)
{
    tokens_open(b, DXBC_OP_DCL_CONSTANTBUFFER, dynamic ? 1 << 11 : 0);
    tokens_word(b, 0x00208E46);
    tokens_word(b, slot);
    tokens_word(b, vectors);
    tokens_close(b);
}

/* return_type: 1 unorm, 2 snorm, 3 sint, 4 uint, 5 float; name: "t0" or "u0" */
static inline void tokens_typed(struct token_builder *b, const char *name, enum dxbc_dimension dimension,
                                uint32_t return_type)
{
    tokens_declare(b, name[0] == 'u' ? DXBC_OP_DCL_UAV_TYPED : DXBC_OP_DCL_RESOURCE,
                   (uint32_t)dimension << 11, name, 1, return_type * 0x1111u);
}

static inline void tokens_raw(struct token_builder *b, const char *name)
{
    tokens_declare(b, name[0] == 'u' ? DXBC_OP_DCL_UAV_RAW : DXBC_OP_DCL_RESOURCE_RAW, 0, name, 0);
}

static inline void tokens_structured(struct token_builder *b, const char *name, uint32_t stride)
{
    tokens_declare(b, name[0] == 'u' ? DXBC_OP_DCL_UAV_STRUCTURED : DXBC_OP_DCL_RESOURCE_STRUCTURED, 0, name,
                   1, stride);
}

static inline void tokens_shared_raw(struct token_builder *b, const char *name, uint32_t bytes)
{
    tokens_declare(b, DXBC_OP_DCL_TGSM_RAW, 0, name, 1, bytes);
}

static inline void tokens_shared_structured(struct token_builder *b, const char *name, uint32_t stride,
                                            uint32_t count)
{
    tokens_declare(b, DXBC_OP_DCL_TGSM_STRUCTURED, 0, name, 2, stride, count);
}

static inline void tokens_immediate_buffer(struct token_builder *b, const uint32_t *words, uint32_t vectors)
{
    tokens_word(b, DXBC_OP_CUSTOMDATA | 3 << 11);
    tokens_word(b, 2 + 4 * vectors);
    for (uint32_t i = 0; i < 4 * vectors; i++)
        tokens_word(b, words[i]);
}

/* ---- container ---- */

/* Words of a container before the program's version. */
enum { TOKENS_HEADER_WORDS = 26 };

/* Puts dcl_globalFlags in front of the program; returns the bits of SFI0 that go with it. */
static inline uint32_t tokens_put_flags(struct token_builder *b)
{
    if (!b->flags)
        return 0;
    if (b->count == sizeof(b->words) / sizeof(b->words[0]))
        tokens_die("no room", "dcl_globalFlags");
    memmove(b->words + 3, b->words + 2, 4 * (size_t)(b->count - 2));
    b->words[2] = DXBC_OP_DCL_GLOBALFLAGS | b->flags | 1u << 24;
    b->count++;
    return (b->flags >> 12 & 1) | (b->flags >> 17 & 3) << 5;
}

/* Empty signatures, the features and the program. The caller frees the bytes. */
static inline void *tokens_finish(struct token_builder *b, size_t *size)
{
    enum { ISGN = 0x4e475349, OSGN = 0x4e47534f, SHEX = 0x58454853, SFI0 = 0x30494653 };
    const uint32_t features = tokens_put_flags(b);
    const uint32_t program_bytes = 4 * b->count;
    uint32_t header[TOKENS_HEADER_WORDS] = {
        0x43425844, 0, 0, 0, 0, 1, 0, 4, 48, 64, 80, 96, ISGN, 8, 0, 8, OSGN, 8, 0, 8,
        SFI0,       8, features, 0, SHEX, program_bytes,
    };
    uint8_t *bytes;

    b->words[1] = b->count;
    *size = sizeof(header) + program_bytes;
    header[6] = (uint32_t)*size;
    bytes = malloc(*size);
    if (!bytes)
        tokens_die("no memory", "container");
    memcpy(bytes, header, sizeof(header));
    memcpy(bytes + sizeof(header), b->words, program_bytes);
    dxbc_checksum(bytes, *size, bytes + 4);
    return bytes;
}

#endif
