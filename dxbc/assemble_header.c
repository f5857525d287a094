/*
 * The comment header of a listing, line by line: bindings, signatures, needed features, tessellation, slot count.
 * What it says of the insides of constant buffers is not rebuilt.
 *
 * Comments are free text: a line that has not exactly the form of the header is no error, it says nothing.
 */
#include <ctype.h>
#include <string.h>

#include "assemble.h"

enum { FEATURE_EARLY_DEPTH = 1, NAME_BYTES = 256, PRIMITIVE_COLUMN = 31 };

/* What is left of a line behind its slashes; another byte need not follow it. */
struct comment {
    const char *at, *end;
};

static bool skip_text(struct comment *line, const char *text)
{
    const size_t length = strlen(text);
    if ((size_t)(line->end - line->at) < length || memcmp(line->at, text, length) != 0)
        return false;
    line->at += length;
    return true;
}

static struct asm_word next_word(struct comment *line)
{
    while (line->at < line->end && isspace((unsigned char)*line->at))
        ++line->at;
    struct asm_word word = {line->at, 0};
    while (line->at < line->end && !isspace((unsigned char)*line->at))
        ++line->at;
    word.length = (size_t)(line->at - word.at);
    return word;
}

/* ---- signature elements ---- */

/* Four columns, each its letter or blank; blanks at the end of a line may be missing. */
static bool take_mask(struct comment *line, uint8_t *mask)
{
    *mask = 0;
    for (unsigned i = 0; i < 4 && line->at < line->end && *line->at != '\r'; ++i, ++line->at) {
        if (*line->at == "xyzw"[i])
            *mask |= (uint8_t)(1 << i);
        else if (*line->at != ' ')
            return false;
    }
    return true;
}

static void set_format(struct dxbc_signature_element *element, const struct asm_word *word)
{
    static const struct {
        const char *name;
        uint8_t type, precision;
    } formats[] = {{"uint", 1, 0},    {"int", 2, 0},    {"float", 3, 0}, {"min16f", 3, 1},
                   {"min2_8f", 3, 2}, {"min16i", 2, 4}, {"min16u", 1, 5}};
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
        if (strlen(formats[i].name) == word->length && !memcmp(formats[i].name, word->at, word->length)) {
            element->component_type = formats[i].type;
            element->min_precision = formats[i].precision;
        }
    }
}

/* "POSITION    0   xyz         0     NONE   float   xyz " */
static bool parse_element(struct comment line, struct dxbc_signature_element *out, struct asm_word *name,
                          bool *has_stream)
{
    uint8_t used;
    *out = (struct dxbc_signature_element){.reg = UINT32_MAX, .mask = 1};
    *has_stream = line.end - line.at > 4 && line.at[0] == ' ' && line.at[1] == 'm' && line.at[2] >= '0' &&
                  line.at[2] <= '3' && line.at[3] == ':';
    if (*has_stream) {
        out->stream = (uint32_t)(line.at[2] - '0');
        line.at += 4;
    }
    *name = next_word(&line);
    const struct asm_word index = next_word(&line);
    if (name->length == 0 || name->length >= NAME_BYTES || !asm_word_number(&index, &out->index) ||
        !skip_text(&line, "   "))
        return false;
    const bool has_register = !skip_text(&line, " N/A") && !skip_text(&line, "N/A");
    if (has_register && !take_mask(&line, &out->mask))
        return false;
    const struct asm_word reg = next_word(&line), value = next_word(&line), format = next_word(&line);
    if ((has_register && !asm_word_number(&reg, &out->reg)) || format.length == 0)
        return false;
    dxbc_number(NAMES_SIGNATURE_VALUE, value.at, value.length, &out->system_value);
    set_format(out, &format);
    if (has_register) {
        skip_text(&line, "   ");
        if (!take_mask(&line, &used))
            return false;
    } else {
        const struct asm_word answer = next_word(&line);
        used = answer.length == 3;
    }
    out->rw_mask = used;
    return true;
}

const char *asm_copy_word(struct assembler *assembler, const struct asm_word *word)
{
    char *name = dxbc_arena_alloc(assembler->arena, word->length + 1, 1);
    if (name)
        memcpy(name, word->at, word->length);
    else
        assembler->tokens.failed = true;
    return name;
}

static void add_element(struct assembler *assembler, struct comment line)
{
    struct asm_elements *list = &assembler->signatures[assembler->comment_signature];
    struct dxbc_signature_element element;
    struct asm_word name;
    bool has_stream;
    if (list->count == ASM_MAX_ELEMENTS || !parse_element(line, &element, &name, &has_stream))
        return;
    element.name = asm_copy_word(assembler, &name);
    if (!element.name)
        return;
    list->streams |= has_stream;
    list->min_precision |= element.min_precision != 0;
    list->elements[list->count++] = element;
}

/* ---- the other lines ---- */

static void start_signature(struct assembler *assembler, enum asm_signature signature)
{
    assembler->comment_signature = signature;
    assembler->signatures[signature].present = true;
    assembler->signatures[signature].count = 0;
}

static bool is_blank(const struct comment *line)
{
    for (const char *at = line->at; at < line->end; ++at) {
        if (!isspace((unsigned char)*at))
            return false;
    }
    return true;
}

/* Number of the name that stands at the line's head, blanks up to the column behind it. */
static bool head_number(struct comment *line, enum dxbc_name_table table, size_t columns, uint32_t *number)
{
    const size_t room = (size_t)(line->end - line->at);
    size_t length = room < columns ? room : columns;
    const size_t step = length;
    while (length > 0 && isspace((unsigned char)line->at[length - 1]))
        --length;
    if (length == 0 || !dxbc_number(table, line->at, length, number))
        return false;
    line->at += step;
    return true;
}

static bool read_tessellation(struct assembler *assembler, struct comment line)
{
    uint32_t first, second;
    struct comment rest = line;
    if (!skip_text(&rest, " "))
        return false;
    line = rest;
    const struct asm_word domain = next_word(&rest), points = next_word(&rest);
    if (dxbc_number(NAMES_HEADER_DOMAIN, domain.at, domain.length, &first) && domain.length > 0 &&
        asm_word_number(&points, &second) && is_blank(&rest)) {
        assembler->stat[DXBC_STAT_DOMAIN] = first;
        assembler->stat[DXBC_STAT_CONTROL_POINTS] = second;
        return true;
    }
    if (head_number(&line, NAMES_HEADER_PRIMITIVE, PRIMITIVE_COLUMN, &first) &&
        head_number(&line, NAMES_HEADER_PARTITIONING, SIZE_MAX, &second)) {
        assembler->stat[DXBC_STAT_HS_PRIMITIVE] = first;
        assembler->stat[DXBC_STAT_HS_PARTITIONING] = second;
        return true;
    }
    return false;
}

static void read_feature(struct assembler *assembler, struct comment line)
{
    uint32_t bit;
    if (skip_text(&line, "       ") && head_number(&line, NAMES_FEATURE, SIZE_MAX, &bit) &&
        bit != FEATURE_EARLY_DEPTH)
        assembler->feature_flags |= UINT64_C(1) << bit;
}

/* A line of the table of bindings; the first blank one behind the table ends it. */
static void read_binding(struct assembler *assembler, struct comment line)
{
    struct asm_word words[ASM_BINDING_COLUMNS + 1];
    uint32_t count = 0;
    if (is_blank(&line)) {
        assembler->in_bindings = assembler->binding_count == 0;
        return;
    }
    while (count <= ASM_BINDING_COLUMNS && !is_blank(&line))
        words[count++] = next_word(&line);
    if (count == ASM_BINDING_COLUMNS || count == ASM_BINDING_COLUMNS - 1)
        asm_read_binding(assembler, words, count);
}

static void read_creator(struct assembler *assembler, struct comment line)
{
    skip_text(&line, " ");
    const struct asm_word word = {line.at, (size_t)(line.end - line.at)};
    assembler->creator = asm_copy_word(assembler, &word);
    assembler->header_seen = true;
}

void asm_read_comment(struct assembler *assembler, const char *text, size_t length)
{
    struct comment line = {text + 2, text + length};
    if (line.end > line.at && line.end[-1] == '\r')
        --line.end;
    if (skip_text(&line, " Patch Constant signature:")) {
        start_signature(assembler, ASM_PATCH_CONSTANT);
    } else if (skip_text(&line, " Input signature:")) {
        start_signature(assembler, ASM_INPUT);
    } else if (skip_text(&line, " Output signature:")) {
        start_signature(assembler, ASM_OUTPUT);
    } else if (skip_text(&line, " Approximately ")) {
        const struct asm_word word = next_word(&line);
        asm_word_number(&word, &assembler->slots);
    } else if (skip_text(&line, " Pixel Shader runs at sample frequency")) {
        assembler->stat[DXBC_STAT_SAMPLE_FREQUENCY] = 1;
    } else if (skip_text(&line, " Generated by")) {
        read_creator(assembler, line);
    } else if (skip_text(&line, " Resource Bindings:")) {
        assembler->in_bindings = true;
    } else if (assembler->in_bindings) {
        read_binding(assembler, line);
    } else if (assembler->comment_signature < ASM_SIGNATURE_COUNT) {
        if (skip_text(&line, " no "))
            assembler->comment_signature = ASM_SIGNATURE_COUNT;
        else if (!is_blank(&line))
            add_element(assembler, line);
        else if (assembler->signatures[assembler->comment_signature].count > 0)
            assembler->comment_signature = ASM_SIGNATURE_COUNT;
    } else if (!read_tessellation(assembler, line)) {
        read_feature(assembler, line);
    }
}
