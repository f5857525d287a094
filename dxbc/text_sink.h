/*
 * Where listings go: a stream, or a buffer that cuts what does not fit. Private to this folder.
 */
#ifndef DXBC_TEXT_SINK_H
#define DXBC_TEXT_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "alloc.h"
#include "dxbc.h"

struct text_sink {
    FILE *file; /* or NULL: then buffer */
    char *buffer;
    size_t size, used;
    struct dxbc_arena *arena; /* not NULL: the buffer comes from it and grows; `failed` when it could not */
    bool failed;
    bool exact; /* literals so that they read back */
};

void sink_printf(struct text_sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sink_puts(struct text_sink *sink, const char *text);

/* print_operand.c. literal is the letter of opcodes.def; precision that which the instruction asks of the
 * operand, or PRINT_OWN_PRECISION when it asks for none. */
enum { PRINT_OWN_PRECISION = 0xff };
void dxbc_print_operand(struct text_sink *sink, const struct dxbc_program *program,
                        const struct dxbc_operand *operand, char literal, unsigned precision);
/* A word of untyped data: an integer when small, else a float. */
void dxbc_print_untyped(struct text_sink *sink, uint32_t value);
void dxbc_print_float(struct text_sink *sink, uint32_t bits);

/* print.c: one instruction or declaration, without a line end. */
void dxbc_print_line(struct text_sink *sink, const struct dxbc_program *program,
                     const struct dxbc_instr *instr);

/* print_exact.c: a line that assembles to the instruction's words, the header in comments whatever
 * its names hold, and all chunks as directives. */
enum diag_code dxbc_print_exact_line(struct text_sink *sink, const struct dxbc_shader *shader,
                                     const struct dxbc_instr *instr);
enum diag_code dxbc_print_exact_header(struct text_sink *sink, const struct dxbc_shader *shader);
void dxbc_print_exact_chunks(struct text_sink *sink, const struct dxbc_shader *shader);

/* print_declaration.c */
void dxbc_print_declaration(struct text_sink *sink, const struct dxbc_program *program,
                            const struct dxbc_instr *instr);
const char *dxbc_dimension_name(unsigned dimension);
void dxbc_print_return_types(struct text_sink *sink, const uint8_t types[4]);

/* print_header.c: everything before the version line. */
void dxbc_print_header(struct text_sink *sink, const struct dxbc_shader *shader);
/* print_buffers.c: its block of buffer definitions. */
void dxbc_print_buffers(struct text_sink *sink, const struct dxbc_reflection *reflection);

#endif
