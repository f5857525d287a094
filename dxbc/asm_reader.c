/*
 * Characters, words, numbers of assembly text.
 */
#include "asm_reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_BYTES = 400, FOUND_BYTES = 32, FOUND_TEXT_BYTES = 80, SMALLEST_NORMAL = 0x00800000 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool asm_is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '<' || c == '>';
}

void asm_skip_blanks(struct asm_reader *reader)
{
    while (reader->at < reader->end && is_blank(*reader->at))
        ++reader->at;
    if (reader->end - reader->at >= 2 && reader->at[0] == '/' && reader->at[1] == '/') {
        while (reader->at < reader->end && *reader->at != '\n')
            ++reader->at;
    }
}

bool asm_at_line_end(struct asm_reader *reader)
{
    asm_skip_blanks(reader);
    return reader->at == reader->end || *reader->at == '\n';
}

void asm_next_line(struct asm_reader *reader)
{
    while (reader->at < reader->end && *reader->at != '\n')
        ++reader->at;
    if (reader->at < reader->end)
        ++reader->at;
    reader->line_start = reader->at;
    ++reader->line;
}

void asm_skip_lines(struct asm_reader *reader)
{
    while (asm_at_line_end(reader) && reader->at < reader->end)
        asm_next_line(reader);
}

bool asm_error_at(struct asm_reader *reader, const char *at, const char *format, ...)
{
    if (reader->failed)
        return false;
    reader->failed = true;
    if (!reader->error)
        return false;
    reader->error->line = reader->line;
    reader->error->column = (uint32_t)(at - reader->line_start) + 1;
    va_list args;
    va_start(args, format);
    vsnprintf(reader->error->text, sizeof(reader->error->text), format, args);
    va_end(args);
    return false;
}

/* What stands at the cursor, quoted and shortened; unprintable bytes as '?'. */
static void describe_found(struct asm_reader *reader, char text[FOUND_TEXT_BYTES])
{
    size_t length = 0;
    if (asm_at_line_end(reader)) {
        strcpy(text, reader->at == reader->end ? "the end of the text" : "the end of the line");
        return;
    }
    const char *at = reader->at;
    text[length++] = '\'';
    do {
        text[length++] = isprint((unsigned char)*at) ? *at : '?';
        ++at;
    } while (at < reader->end && length < FOUND_BYTES && asm_is_word_char(at[-1]) && asm_is_word_char(*at));
    text[length++] = '\'';
    text[length] = 0;
    if (strchr(";#", *reader->at))
        strcpy(text + length, " (comments start with //)");
}

bool asm_is_similar(const struct asm_word *word, const char *name)
{
    const size_t length = strlen(name);
    size_t head = 0, tail = 0;
    if (length == 0 || length > word->length + 1 || word->length > length + 1)
        return false;
    while (head < length && head < word->length && (word->at[head] | 32) == (name[head] | 32))
        ++head;
    while (tail < length - head && tail < word->length - head &&
           (word->at[word->length - 1 - tail] | 32) == (name[length - 1 - tail] | 32))
        ++tail;
    return length - head - tail <= 1 && word->length - head - tail <= 1 && head + tail > 0;
}

bool asm_expected(struct asm_reader *reader, const char *what)
{
    char found[FOUND_TEXT_BYTES];
    describe_found(reader, found);
    return asm_error_at(reader, reader->at, "expected %s, found %s", what, found);
}

bool asm_accept(struct asm_reader *reader, const char *text)
{
    const size_t length = strlen(text);
    asm_skip_blanks(reader);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

bool asm_expect(struct asm_reader *reader, const char *text)
{
    char quoted[FOUND_BYTES];
    if (asm_accept(reader, text))
        return true;
    snprintf(quoted, sizeof(quoted), "'%s'", text);
    return asm_expected(reader, quoted);
}

struct asm_word asm_letters(struct asm_reader *reader)
{
    asm_skip_blanks(reader);
    struct asm_word word = {reader->at, 0};
    while (reader->at < reader->end && isalpha((unsigned char)*reader->at))
        ++reader->at;
    word.length = (size_t)(reader->at - word.at);
    return word;
}

struct asm_word asm_word(struct asm_reader *reader)
{
    asm_skip_blanks(reader);
    struct asm_word word = {reader->at, 0};
    while (reader->at < reader->end && asm_is_word_char(*reader->at))
        ++reader->at;
    word.length = (size_t)(reader->at - word.at);
    return word;
}

bool asm_word_number(const struct asm_word *word, uint32_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < word->length; ++i) {
        if (!isdigit((unsigned char)word->at[i]) || value > UINT32_MAX)
            return false;
        value = 10 * value + (uint64_t)(word->at[i] - '0');
    }
    *number = (uint32_t)value;
    return word->length > 0 && value <= UINT32_MAX;
}

/* How many characters at `at` belong to a number, its sign left out; 0: none stands there. Infinities are
 * written 1.#INF00. */
static size_t number_length(const char *at, const char *end, enum asm_literal *kind)
{
    const size_t room = (size_t)(end - at);
    size_t n = 0;
    *kind = LITERAL_INTEGER;
    if (room == 0 || !isdigit((unsigned char)at[0]))
        return 0;
    if (room > 1 && at[0] == '0' && (at[1] | 32) == 'x') {
        *kind = LITERAL_HEX;
        for (n = 2; n < room && isxdigit((unsigned char)at[n]);)
            ++n;
        return n;
    }
    while (n < room && isdigit((unsigned char)at[n]))
        ++n;
    if (n < room && at[n] == '.') {
        *kind = LITERAL_FLOAT;
        const bool special = n + 1 < room && at[n + 1] == '#';
        for (++n; n < room && (isdigit((unsigned char)at[n]) ||
                               (special && (at[n] == '#' || isupper((unsigned char)at[n]))));)
            ++n;
    }
    if (n < room && (at[n] | 32) == 'e') {
        size_t digits = n + 1;
        if (digits < room && (at[digits] == '-' || at[digits] == '+'))
            ++digits;
        if (digits < room && isdigit((unsigned char)at[digits])) {
            *kind = LITERAL_FLOAT;
            for (n = digits; n < room && isdigit((unsigned char)at[n]);)
                ++n;
        }
    }
    return n;
}

/* Copies the number at the cursor and steps over it; false when none stands there. */
static bool take_number(struct asm_reader *reader, char text[NUMBER_BYTES], enum asm_literal *kind)
{
    asm_skip_blanks(reader);
    const char *at = reader->at;
    const bool sign = at < reader->end && (*at == '-' || *at == '+');
    const size_t length = number_length(at + sign, reader->end, kind);
    if (length == 0 || length + sign >= NUMBER_BYTES)
        return false;
    memcpy(text, at, length + sign);
    text[length + sign] = 0;
    reader->at = at + sign + length;
    return true;
}

static bool parse_integer(const char *text, uint64_t *value)
{
    char *end;
    const bool negative = *text == '-';
    const char *digits = text + (*text == '-' || *text == '+');
    *value = strtoull(digits, &end, digits[0] == '0' && (digits[1] | 32) == 'x' ? 16 : 10);
    if (negative)
        *value = -*value;
    return *end == 0 && end != digits;
}

/* Infinities and NaNs as Microsoft's C runtime writes them. */
static bool parse_special(const char *text, uint64_t *bits)
{
    static const struct {
        const char *name;
        uint64_t bits;
    } specials[] = {
        {"1.#INF", UINT64_C(0x7ff0000000000000)},
        {"1.#QNAN", UINT64_C(0x7ff8000000000000)},
        {"1.#IND", UINT64_C(0x7ff8000000000000)},
        {"1.#SNAN", UINT64_C(0x7ff4000000000000)},
    };
    const bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    for (size_t i = 0; i < sizeof(specials) / sizeof(specials[0]); ++i) {
        if (strncmp(text, specials[i].name, strlen(specials[i].name)) != 0)
            continue;
        /* -1.#QNAN must not read as the indefinite value, which has a name of its own */
        const bool quiet = specials[i].name[3] == 'Q' && negative;
        *bits = (specials[i].bits | quiet) | (uint64_t)negative << 63;
        return true;
    }
    return false;
}

static uint32_t narrow(uint64_t wide_bits)
{
    const uint32_t sign = (uint32_t)(wide_bits >> 63) << 31, nan = 0x7fc00000;
    double wide;
    float value;
    uint32_t bits;
    memcpy(&wide, &wide_bits, sizeof(wide));
    if (wide != wide) /* keeps a mark in the lowest bit */
        return sign | nan | (uint32_t)(wide_bits & 1);
    value = (float)wide;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

bool asm_read_number(struct asm_reader *reader, uint32_t *value)
{
    asm_skip_blanks(reader);
    const char *start = reader->at, *at = start;
    const bool negative = at < reader->end && *at == '-';
    at += at < reader->end && (*at == '-' || *at == '+');
    const bool hex = reader->end - at > 2 && at[0] == '0' && at[1] == 'x' && isxdigit((unsigned char)at[2]);
    uint64_t wide = 0;
    if (at == reader->end || !isdigit((unsigned char)*at))
        return asm_expected(reader, "a whole number");
    for (at += hex ? 2 : 0;
         at < reader->end && (hex ? isxdigit((unsigned char)*at) : isdigit((unsigned char)*at)); ++at) {
        const uint64_t digit = isdigit((unsigned char)*at) ? *at - '0' : (*at | 32) - 'a' + 10;
        wide = wide > UINT32_MAX ? wide : wide * (hex ? 16 : 10) + digit;
    }
    reader->at = at;
    if (wide > (negative ? UINT64_C(0x80000000) : UINT32_MAX))
        return asm_error_at(reader, start, "the number does not fit into 32 bits");
    *value = negative ? -(uint32_t)wide : (uint32_t)wide;
    return true;
}

static bool parse_double(const char *text, uint64_t *bits)
{
    char *end;
    if (parse_special(text, bits))
        return true;
    const double value = strtod(text, &end);
    memcpy(bits, &value, sizeof(value));
    return *end == 0;
}

bool asm_read_literal32(struct asm_reader *reader, char type, uint32_t *bits)
{
    char text[NUMBER_BYTES];
    enum asm_literal kind;
    uint64_t wide;
    asm_skip_blanks(reader);
    const char *start = reader->at;
    if (!take_number(reader, text, &kind))
        return asm_expected(reader, "a number");
    if (kind == LITERAL_FLOAT || (kind == LITERAL_INTEGER && type == 'F')) {
        asm_accept(reader, "f");
        if (!parse_double(text, &wide))
            return asm_error_at(reader, start, "'%.32s' is no number", text);
        /* Microsoft prints 0 as "0" where the type is not known: this is a number too small to show. */
        *bits = type == 'U' && !strcmp(text, "0.000000") ? SMALLEST_NORMAL : narrow(wide);
        return true;
    }
    if (!parse_integer(text, &wide))
        return asm_error_at(reader, start, "'%.32s' is no number", text);
    if (*text == '-' ? wide < (uint64_t)INT32_MIN : wide > UINT32_MAX)
        return asm_error_at(reader, start, "the number does not fit into 32 bits");
    *bits = (uint32_t)wide;
    return true;
}

bool asm_read_literal64(struct asm_reader *reader, uint64_t *bits, bool *suffixed)
{
    char text[NUMBER_BYTES];
    enum asm_literal kind;
    asm_skip_blanks(reader);
    const char *start = reader->at;
    if (!take_number(reader, text, &kind))
        return asm_expected(reader, "a number");
    if (kind == LITERAL_HEX ? !parse_integer(text, bits) : !parse_double(text, bits))
        return asm_error_at(reader, start, "'%.32s' is no number", text);
    *suffixed = asm_accept(reader, "l");
    return true;
}
