/*
 * Growing lists of DWORDs for the encoder: the counterpart of token_reader.h.
 *
 * Memory comes from an arena. A list that could not grow says so once, in `failed`; everything written
 * afterwards is dropped, so that callers check at the end.
 */
#ifndef DXBC_TOKEN_WRITER_H
#define DXBC_TOKEN_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "alloc.h"

struct token_writer {
    struct dxbc_arena *arena;
    uint32_t *words;
    uint32_t count, room;
    bool failed;
};

static inline void token_put(struct token_writer *writer, uint32_t word)
{
    enum { FIRST_ROOM = 64 };
    if (writer->count == writer->room && !writer->failed) {
        const uint32_t room = writer->room ? 2 * writer->room : FIRST_ROOM;
        uint32_t *words =
            room > writer->room ? (uint32_t *)dxbc_arena_alloc(writer->arena, room, sizeof(*words)) : NULL;
        writer->failed = words == NULL;
        if (words) {
            if (writer->count)
                memcpy(words, writer->words, writer->count * sizeof(*words));
            writer->words = words;
            writer->room = room;
        }
    }
    if (!writer->failed)
        writer->words[writer->count++] = word;
}

static inline void token_put_all(struct token_writer *writer, const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        token_put(writer, words[i]);
}

/* A zero-terminated text in whole words, what is left of the last one filled with `padding`. */
static inline void token_put_text(struct token_writer *writer, const char *text, size_t length,
                                  uint8_t padding)
{
    const size_t bytes = (length + 4) & ~(size_t)3;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = 0;
        for (size_t k = 0; k < 4; ++k) {
            const uint8_t byte = i + k < length ? (uint8_t)text[i + k] : i + k == length ? 0 : padding;
            word |= (uint32_t)byte << (8 * k);
        }
        token_put(writer, word);
    }
}

#endif
