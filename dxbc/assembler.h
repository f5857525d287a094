/*
 * Text to a container: the way back of dxbc_print().
 *
 * The text is a listing as dxbc_print() or Microsoft's disassembler writes it, or one written by hand. Its
 * comment header is optional: where it holds signatures they are rebuilt, otherwise declarations give them.
 * Comments (double slash to the end of the line), empty lines and #line are skipped.
 *
 * Beyond Microsoft's text two directives are understood, which DXBC_PRINT_EXACT writes: `.tokens WORD ...`,
 * an instruction word by word, and `.chunk NAME WORD ...`, a chunk of the container that takes the place of
 * one that would be built. A literal may be written 0x..., bit by bit, wherever a number is taken.
 */
#ifndef DXBC_ASSEMBLER_H
#define DXBC_ASSEMBLER_H

#include "dxbc.h"

/* line and column count from 1; 0: no place in the text. */
struct dxbc_text_error {
    uint32_t line, column;
    char text[256]; /* "expected a register, found '...'" */
};

struct dxbc_assembly {
    uint8_t *bytes; /* the container, checksum included */
    size_t size;
    uint32_t instr_count;
    uint32_t *lines; /* of each instruction */
};

/* Nothing but the text is checked: dxbc_load() says whether the program is sound. DIAG_TEXT with *error (may
 * be NULL) filled in, or DIAG_NO_MEMORY. */
enum diag_code dxbc_assemble(const char *text, size_t size, struct dxbc_assembly *out,
                             struct dxbc_text_error *error);
void dxbc_assembly_free(struct dxbc_assembly *assembly);

#endif
