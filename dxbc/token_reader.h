/*
 * Bounded cursors over input: the only code that touches raw bytes and tokens.
 *
 * A byte_view is a range of the container that is read at any offset, aligned or not; a token_reader walks
 * the aligned copy of the token stream. Every read says whether it lay inside; nothing outside is ever
 * touched.
 */
#ifndef DXBC_TOKEN_READER_H
#define DXBC_TOKEN_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct byte_view {
    const uint8_t *bytes;
    size_t size;
};

static inline bool view_holds(const struct byte_view *view, uint64_t offset, uint64_t size)
{
    return offset <= view->size && size <= view->size - offset;
}

static inline bool view_u16(const struct byte_view *view, uint64_t offset, uint16_t *value)
{
    if (!view_holds(view, offset, 2))
        return false;
    const uint8_t *p = view->bytes + offset;
    *value = (uint16_t)(p[0] | p[1] << 8);
    return true;
}

static inline bool view_u32(const struct byte_view *view, uint64_t offset, uint32_t *value)
{
    if (!view_holds(view, offset, 4))
        return false;
    const uint8_t *p = view->bytes + offset;
    *value = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return true;
}

/* The word at an offset that the caller has checked; 0 outside the view. */
static inline uint32_t view_word(const struct byte_view *view, uint64_t offset)
{
    uint32_t value = 0;
    view_u32(view, offset, &value);
    return value;
}

/* A zero-terminated string that ends inside the view, or NULL. Names are limited to VIEW_STRING_BYTES, zero
 * included, so that a hostile chunk cannot name one huge string a million times. */
enum { VIEW_STRING_BYTES = 4096 };
static inline const char *view_string(const struct byte_view *view, uint64_t offset)
{
    if (offset >= view->size)
        return NULL;
    const size_t left = view->size - offset;
    if (!memchr(view->bytes + offset, 0, left < VIEW_STRING_BYTES ? left : VIEW_STRING_BYTES))
        return NULL;
    return (const char *)view->bytes + offset;
}

struct token_reader {
    const uint32_t *words;
    uint32_t next, end; /* indices into words; next <= end */
};

static inline uint32_t token_left(const struct token_reader *reader)
{
    return reader->end - reader->next;
}

static inline bool token_next(struct token_reader *reader, uint32_t *word)
{
    if (reader->next >= reader->end)
        return false;
    *word = reader->words[reader->next++];
    return true;
}

/* The next count words, or NULL when fewer are left. */
static inline const uint32_t *token_take(struct token_reader *reader, uint32_t count)
{
    if (count > token_left(reader))
        return NULL;
    const uint32_t *words = reader->words + reader->next;
    reader->next += count;
    return words;
}

#endif
