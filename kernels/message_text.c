/*
 * The text of printf and errorf, see message_text.h.
 *
 *   %[-+ #0][width][.precision] d i u x X o c f F e E g G s %
 *
 * Length modifiers (h l ll) are skipped: every operand is 32 bits wide. %d of a value without an operand
 * prints
 * "(missing)", a conversion that does not exist prints as it stands, and so does %s, since shaders have no
 * strings. Width and precision are cut to 64.
 */
#include "message_text.h"

#include <stdio.h>
#include <string.h>

#include "number.h"

enum { MAX_FIELD = 64 };

struct conversion {
    char flags[6]; /* those of "-+ #0" that stand there, each once */
    int width;     /* 0: none */
    int precision; /* -1: none */
    char letter;   /* 0: the text ended */
};

/* Texts that do not fit are cut. */
static void append(struct message_text *text, const char *bytes, size_t count)
{
    size_t room = sizeof(text->bytes) - 1 - text->used;

    if (count > room)
        count = room;
    memcpy(text->bytes + text->used, bytes, count);
    text->used += count;
    text->bytes[text->used] = 0;
}

static const char *parse_number(const char *at, int *number)
{
    *number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        *number = *number * 10 + (*at - '0');
        if (*number > MAX_FIELD)
            *number = MAX_FIELD;
    }
    return at;
}

/* at: behind the per cent sign. Returns what follows the conversion. */
static const char *parse_conversion(const char *at, struct conversion *conversion)
{
    size_t flags = 0;

    *conversion = (struct conversion){.precision = -1};
    for (; *at && strchr("-+ #0", *at); at++) {
        if (!strchr(conversion->flags, *at))
            conversion->flags[flags++] = *at;
    }
    at = parse_number(at, &conversion->width);
    if (*at == '.')
        at = parse_number(at + 1, &conversion->precision);
    while (*at == 'h' || *at == 'l')
        at++;
    conversion->letter = *at;
    return *at ? at + 1 : at;
}

/* A format of our own for one value, then the C library's printf: the letter is one that fits the type. */
static void append_value(struct message_text *text, const struct conversion *conversion, uint32_t value)
{
    char format[16], field[MAX_FIELD + 512];
    int length;

    if (conversion->letter == 'c' && !(value & 0xFF))
        return;
    snprintf(format, sizeof(format), "%%%s*.*%c", conversion->flags, conversion->letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (strchr("fFeEgG", conversion->letter))
        length = snprintf(field, sizeof(field), format, conversion->width, conversion->precision,
                          (double)num_float(value));
    else
        length = snprintf(field, sizeof(field), format, conversion->width, conversion->precision, value);
#pragma GCC diagnostic pop
    if (length > 0)
        append(text, field, (size_t)length < sizeof(field) ? (size_t)length : sizeof(field) - 1);
}

static void format_text(struct message_text *text, const char *format, const uint32_t *operands,
                        uint32_t count)
{
    uint32_t next = 0;

    while (*format) {
        size_t plain = strcspn(format, "%");
        struct conversion conversion;
        const char *end;

        append(text, format, plain);
        format += plain;
        if (!*format)
            break;
        end = parse_conversion(format + 1, &conversion);
        if (conversion.letter == '%')
            append(text, "%", 1);
        else if (!conversion.letter || !strchr("diuxXocfFeEgG", conversion.letter))
            append(text, format, (size_t)(end - format));
        else if (next >= count)
            append(text, "(missing)", strlen("(missing)"));
        else
            append_value(text, &conversion, operands[next++]);
        if (conversion.letter == 's' && next < count)
            next++; /* its operand is used up */
        format = end;
    }
}

const char *message_format(struct message_text *text, const struct dxbc_message *message,
                           const uint32_t *operands, uint32_t count)
{
    text->used = 0;
    text->bytes[0] = 0;
    if (message->formatted)
        format_text(text, message->text, operands, count);
    else
        append(text, message->text, strlen(message->text));
    while (text->used && text->bytes[text->used - 1] == '\n')
        text->bytes[--text->used] = 0;
    return text->bytes;
}
