/*
 * Diagnostics as values: what went wrong, where, and one sentence for a person.
 *
 * The caller passes a struct diag (or NULL when it does not care); the first error wins. Codes are grouped by
 * the stage that found the fault, so that tests and front ends can tell them apart without reading text.
 */
#ifndef DXBC_DIAG_H
#define DXBC_DIAG_H

#include <stddef.h>
#include <stdint.h>

enum diag_code {
    DIAG_OK = 0,
    DIAG_NO_MEMORY = 1,
    /* container: offset is a byte offset in the file */
    DIAG_CONTAINER_TRUNCATED = 100,
    DIAG_CONTAINER_MAGIC,
    DIAG_CONTAINER_VERSION,
    DIAG_CONTAINER_SIZE,
    DIAG_CONTAINER_CHECKSUM,
    DIAG_CONTAINER_CHUNK,
    DIAG_CONTAINER_NO_PROGRAM,
    DIAG_CONTAINER_DXIL,
    DIAG_SIGNATURE,
    DIAG_REFLECTION,
    DIAG_INTERFACES,
    DIAG_DEBUG_INFO,
    /* tokens: offset is a byte offset in the file, instruction the ordinal in program order */
    DIAG_TOKENS_VERSION = 200,
    DIAG_TOKENS_LENGTH,
    DIAG_TOKENS_OPCODE,
    DIAG_TOKENS_OPERAND,
    DIAG_TOKENS_DECLARATION,
    DIAG_TOKENS_CUSTOM_DATA,
    /* validation of a decoded program */
    DIAG_FLOW = 300,
    DIAG_REGISTER,
    DIAG_STAGE,
    DIAG_LIMIT,
    DIAG_OPERAND_KIND,
    DIAG_BARRIER,
    DIAG_ADVICE, /* nothing is refused for it */
    /* assembly text: line and column stand in a struct dxbc_text_error */
    DIAG_TEXT = 350,
    /* kernels */
    DIAG_UNSUPPORTED = 400,
};

#define DIAG_NO_INSTRUCTION UINT32_MAX

struct diag {
    enum diag_code code;
    size_t offset;        /* bytes from the start of the container */
    uint32_t instruction; /* ordinal in program order, or DIAG_NO_INSTRUCTION */
    uint16_t rule;        /* enum dxbc_rule, or 0: the code tells (dxbc_rule_of()) */
    char text[256];       /* one sentence without a final full stop */
};

/* Records an error unless one is recorded already; returns code, so that `return diag_set(...)` reads well. */
enum diag_code diag_set(struct diag *diag, enum diag_code code, size_t offset, uint32_t instruction,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));

/* "offset 0x1c, instruction 3: text" into buffer, as far as it fits; returns buffer. */
const char *diag_format(const struct diag *diag, char *buffer, size_t size);

#endif
