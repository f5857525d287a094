/*
 * RDEF out of the comment header: the table of resource bindings, so that a listing keeps the names of what
 * it binds.
 *
 * What the table does not tell is filled in where the program says it (strides), and left out where nothing
 * does: the layout of constant buffers, and whether a register was asked for.
 */
#include <ctype.h>
#include <string.h>

#include "assemble.h"

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

enum {
    HEADER_BYTES_4 = 28,
    HEADER_BYTES_5 = 60,
    BINDING_BYTES = 32,
    BINDING_BYTES_5_1 = 40,
    COMPILE_FLAGS = 0x100
};
enum { CLASS_CBUFFER, CLASS_TEXTURE, CLASS_SAMPLER, CLASS_UAV };
enum { RETURN_MIXED = 6, DIMENSION_BUFFER = 1, NO_SAMPLES = -1, COMPARISON_SAMPLER = 2, PADDING = 0xab };

struct asm_binding {
    struct dxbc_binding info;
    uint8_t letter; /* CLASS_* */
};

/* The columns Type, Format and Dim; NULL: any. Rows with a type of their own for a dimension come first. */
static const struct kind {
    const char *type, *format, *dimension;
    uint8_t number, letter;
} kinds[] = {
    {"cbuffer", NULL, NULL, 0, CLASS_CBUFFER},
    {"tbuffer", NULL, NULL, 1, CLASS_TEXTURE},
    {"sampler", NULL, NULL, 3, CLASS_SAMPLER},
    {"sampler_c", NULL, NULL, 3, CLASS_SAMPLER},
    {"texture", "struct", NULL, 5, CLASS_TEXTURE},
    {"texture", "byte", NULL, 7, CLASS_TEXTURE},
    {"texture", NULL, NULL, 2, CLASS_TEXTURE},
    {"UAV", "struct", "append", 9, CLASS_UAV},
    {"UAV", "struct", "consume", 10, CLASS_UAV},
    {"UAV", "struct", "r/w+cnt", 11, CLASS_UAV},
    {"UAV", "struct", NULL, 6, CLASS_UAV},
    {"UAV", "byte", NULL, 8, CLASS_UAV},
    {"UAV", NULL, NULL, 4, CLASS_UAV},
};

static const char *const dimensions[] = {"NA",   "buf",       "1d", "1darray", "2d",       "2darray",
                                         "2dMS", "2darrayMS", "3d", "cube",    "cubearray"};
static const char *const return_types[] = {NULL,   "unorm", "snorm", "sint",
                                           "uint", "float", "mixed", "double"};

static bool is_text(const struct asm_word *word, const char *text)
{
    return strlen(text) == word->length && memcmp(word->at, text, word->length) == 0;
}

static const struct kind *find_kind(const struct asm_word *type, const struct asm_word *format,
                                    const struct asm_word *dimension)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
        if (is_text(type, kinds[i].type) && (!kinds[i].format || is_text(format, kinds[i].format)) &&
            (!kinds[i].dimension || is_text(dimension, kinds[i].dimension)))
            return &kinds[i];
    }
    return NULL;
}

/* The number that the word ends in, behind so many other characters. */
static bool number_behind(const struct asm_word *word, size_t count, uint32_t *number)
{
    const struct asm_word digits = {word->at + count, word->length - count};
    return asm_word_number(&digits, number);
}

/* "2dMS4": the samples stand behind the dimension, when a shader tells them. */
static bool set_dimension(struct dxbc_binding *binding, const struct asm_word *word)
{
    for (size_t i = sizeof(dimensions) / sizeof(dimensions[0]); i-- > 1;) {
        const size_t length = strlen(dimensions[i]);
        const bool samples = strstr(dimensions[i], "MS") != NULL;
        if (word->length < length || memcmp(word->at, dimensions[i], length) != 0 ||
            (!samples && word->length != length))
            continue;
        binding->dimension = (uint32_t)i;
        binding->sample_count = samples ? 0 : (uint32_t)NO_SAMPLES;
        return word->length == length || number_behind(word, length, &binding->sample_count);
    }
    return false;
}

/* "float4" */
static bool set_format(struct dxbc_binding *binding, const struct asm_word *word)
{
    const char last = word->length ? word->at[word->length - 1] : 0;
    const bool counted = last >= '2' && last <= '4';
    const struct asm_word name = {word->at, word->length - counted};
    for (uint32_t i = 1; i < sizeof(return_types) / sizeof(return_types[0]); ++i) {
        if (is_text(&name, return_types[i])) {
            binding->return_type = i;
            binding->flags |= counted ? (uint32_t)(last - '1') << 2 : 0;
            return true;
        }
    }
    return false;
}

/* "t3" or "u1,space2": the number and the space. */
static bool set_slot(struct dxbc_binding *binding, const struct asm_word *word)
{
    static const char space[] = ",space";
    size_t letters = 0;
    while (letters < word->length && isalpha((unsigned char)word->at[letters]))
        ++letters;
    const char *comma = memchr(word->at, ',', word->length);
    const struct asm_word slot = {word->at, comma ? (size_t)(comma - word->at) : word->length};
    const struct asm_word rest = {word->at + slot.length, word->length - slot.length};
    if (letters == 0 || letters > slot.length || !number_behind(&slot, letters, &binding->bind_point))
        return false;
    if (rest.length == 0)
        return true;
    return rest.length > strlen(space) && memcmp(rest.at, space, strlen(space)) == 0 &&
           number_behind(&rest, strlen(space), &binding->space);
}

/* "T0" or "CB2": the number of the range. */
static bool set_id(struct dxbc_binding *binding, const struct asm_word *word, uint8_t letter)
{
    const size_t letters = letter == CLASS_CBUFFER ? 2 : 1;
    return word->length > letters && number_behind(word, letters, &binding->id);
}

bool asm_read_binding(struct assembler *assembler, const struct asm_word words[ASM_BINDING_COLUMNS],
                      uint32_t count)
{
    const bool ranges = count == ASM_BINDING_COLUMNS;
    const struct asm_word *slot = &words[ranges ? 5 : 4], *number = &words[ranges ? 6 : 5];
    const struct kind *kind = find_kind(&words[1], &words[2], &words[3]);
    struct dxbc_binding binding = {.type = kind ? kind->number : 0};
    if (!kind || !set_slot(&binding, slot) || assembler->binding_count == ASM_MAX_BINDINGS)
        return false;
    const bool typed = kind->number == 2 || kind->number == 4;
    if (typed && (!set_format(&binding, &words[2]) || !set_dimension(&binding, &words[3])))
        return false;
    if (kind->number >= 5) {
        binding.return_type = RETURN_MIXED;
        binding.dimension = DIMENSION_BUFFER;
    }
    if (is_text(&words[1], "sampler_c"))
        binding.flags |= COMPARISON_SAMPLER;
    if ((ranges && !set_id(&binding, &words[4], kind->letter)) ||
        (!is_text(number, "unbounded") && !asm_word_number(number, &binding.bind_count)))
        return false;
    binding.name = asm_copy_word(assembler, &words[0]);
    if (!assembler->bindings)
        assembler->bindings =
            dxbc_arena_alloc(assembler->arena, ASM_MAX_BINDINGS, sizeof(*assembler->bindings));
    if (!binding.name || !assembler->bindings) {
        assembler->tokens.failed = true;
        return false;
    }
    assembler->bindings[assembler->binding_count++] = (struct asm_binding){binding, kind->letter};
    return true;
}

/* The stride of a structured buffer, which the table does not tell. */
void asm_note_stride(struct assembler *assembler)
{
    const struct dxbc_operand *operand = &assembler->operands[0];
    const uint8_t letter = operand->file == DXBC_FILE_UAV ? CLASS_UAV : CLASS_TEXTURE;
    const uint64_t id = operand->index_count ? operand->index[0].imm : 0;
    for (uint32_t i = 0; i < assembler->binding_count && assembler->data.count; ++i) {
        struct asm_binding *binding = &assembler->bindings[i];
        const bool structured = binding->info.type == 5 || binding->info.type == 6 || binding->info.type >= 9;
        const bool inside =
            asm_is_5_1(assembler)
                ? id == binding->info.id
                : id >= binding->info.bind_point && id - binding->info.bind_point < binding->info.bind_count;
        if (structured && binding->letter == letter && inside)
            binding->info.sample_count = assembler->data.words[0];
    }
}

/* ---- the chunk ---- */

static uint32_t target_of(const struct dxbc_program *program)
{
    static const uint16_t stages[DXBC_STAGE_COUNT] = {
        [DXBC_PS] = 0xffff, [DXBC_VS] = 0xfffe, [DXBC_GS] = 0x4753,
        [DXBC_HS] = 0x4853, [DXBC_DS] = 0x4453, [DXBC_CS] = 0x4353};
    return (uint32_t)stages[program->stage] << 16 | (uint32_t)program->major << 8 | program->minor;
}

static void put_binding(struct token_writer *out, const struct dxbc_binding *binding, uint32_t name,
                        bool ranges)
{
    const uint32_t words[] = {name,
                              binding->type,
                              binding->return_type,
                              binding->dimension,
                              binding->sample_count,
                              binding->bind_point,
                              binding->bind_count,
                              binding->flags,
                              binding->space,
                              binding->id};
    token_put_all(out, words, ranges ? 10 : 8);
}

/* header | RD11 and the sizes of its records, in 5.0 | bindings | names, the creator's last */
void asm_put_reflection(struct assembler *assembler, struct token_writer *out)
{
    const bool ranges = asm_is_5_1(assembler), model_5 = assembler->program.major == 5;
    const uint32_t header = model_5 ? HEADER_BYTES_5 : HEADER_BYTES_4;
    const uint32_t record = ranges ? BINDING_BYTES_5_1 : BINDING_BYTES;
    uint32_t name = header + record * assembler->binding_count, creator = name;
    for (uint32_t i = 0; i < assembler->binding_count; ++i)
        creator += (uint32_t)(strlen(assembler->bindings[i].info.name) + 4) & ~3u;
    const uint32_t words[] = {
        0, header, assembler->binding_count, header, target_of(&assembler->program), COMPILE_FLAGS, creator};
    const uint32_t sizes[] = {FOURCC('R', 'D', '1', '1'), HEADER_BYTES_5, 24, record, 40, 36, 12, 0};
    token_put_all(out, words, sizeof(words) / sizeof(words[0]));
    if (model_5)
        token_put_all(out, sizes, sizeof(sizes) / sizeof(sizes[0]));
    for (uint32_t i = 0; i < assembler->binding_count; ++i) {
        put_binding(out, &assembler->bindings[i].info, name, ranges);
        name += (uint32_t)(strlen(assembler->bindings[i].info.name) + 4) & ~3u;
    }
    for (uint32_t i = 0; i < assembler->binding_count; ++i)
        token_put_text(out, assembler->bindings[i].info.name, strlen(assembler->bindings[i].info.name),
                       PADDING);
    const char *text = assembler->creator ? assembler->creator : "";
    token_put_text(out, text, strlen(text), PADDING);
}
