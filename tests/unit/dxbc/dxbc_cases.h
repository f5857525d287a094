/*
 * What the tests of dxbc/ share: files of the golden folder, hand-made programs, and the checks that load
 * them.
 */
#ifndef TESTS_DXBC_CASES_H
#define TESTS_DXBC_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/token_builder.h"
#include "dxbc.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The bytes of a file below tests/; the caller frees. */
static inline uint8_t *read_case(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s: cannot open", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static inline struct dxbc_shader *load_bytes(const void *bytes, size_t size)
{
    struct dxbc_shader *shader = NULL;
    struct diag diag;
    char text[400];
    if (dxbc_load(bytes, size, 0, &shader, &diag) != DIAG_OK)
        fail_msg("%s", diag_format(&diag, text, sizeof(text)));
    return shader;
}

/* Loads bytes, which are freed, and wants an error of this code whose text holds part. */
static inline void expect_refused(void *bytes, size_t size, enum diag_code code, const char *part)
{
    struct dxbc_shader *shader = (struct dxbc_shader *)1;
    struct diag diag;
    const enum diag_code got = dxbc_load(bytes, size, 0, &shader, &diag);
    if (got != code || !strstr(diag.text, part))
        fail_msg("expected error %d with \"%s\", got %d: %s", code, part, got, diag.text);
    assert_int_equal(got, diag.code);
    assert_null(shader);
    free(bytes);
}

/* The same for a program that is being built. */
static inline void expect_program_refused(struct token_builder *b, enum diag_code code, const char *part)
{
    size_t size;
    void *bytes = tokens_finish(b, &size);
    expect_refused(bytes, size, code, part);
}

static inline struct dxbc_shader *load_program(struct token_builder *b)
{
    size_t size;
    void *bytes = tokens_finish(b, &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    free(bytes);
    return shader;
}

/* A cs_5_0 program with a group of 32 threads and 4 temps. */
static inline void begin_compute(struct token_builder *b)
{
    tokens_begin(b, TOKENS_CS_5_0);
    tokens_temps(b, 4);
    tokens_thread_group(b, 32, 1, 1);
}

static inline uint32_t word_at(const uint8_t *bytes, size_t offset)
{
    uint32_t word;
    memcpy(&word, bytes + offset, sizeof(word));
    return word;
}

static inline void set_word_at(uint8_t *bytes, size_t offset, uint32_t word)
{
    memcpy(bytes + offset, &word, sizeof(word));
}

static inline void fix_checksum(uint8_t *bytes, size_t size)
{
    dxbc_checksum(bytes, size, bytes + 4);
}

/* Offset of the data of a chunk, which must be there. */
static inline size_t chunk_at(const uint8_t *bytes, const char fourcc[4])
{
    for (uint32_t i = 0; i < word_at(bytes, 28); ++i) {
        const uint32_t offset = word_at(bytes, 32 + 4 * i);
        if (!memcmp(bytes + offset, fourcc, 4))
            return offset + 8;
    }
    fail_msg("no chunk %.4s", fourcc);
    return 0;
}

#endif
