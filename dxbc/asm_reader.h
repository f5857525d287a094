/*
 * The cursor over assembly text: characters, words and numbers of one line, and the first error with its
 * place. Private to this folder.
 *
 * Functions that read return false when what they want does not stand there; read_x() and expect_x() then
 * have recorded an error, accept_x() have not and leave the cursor alone.
 */
#ifndef DXBC_ASM_READER_H
#define DXBC_ASM_READER_H

#include "assembler.h"

struct asm_reader {
    const char *at, *end; /* the end of the text */
    const char *line_start;
    uint32_t line;
    struct dxbc_text_error *error;
    bool failed;
};

struct asm_word {
    const char *at;
    size_t length;
};

enum asm_literal { LITERAL_HEX, LITERAL_INTEGER, LITERAL_FLOAT };

/* Spaces, tabs, and a comment when one starts; stays on the line. */
void asm_skip_blanks(struct asm_reader *reader);
bool asm_at_line_end(struct asm_reader *reader);
void asm_next_line(struct asm_reader *reader);
/* Blanks, comments and line ends: inside braces. */
void asm_skip_lines(struct asm_reader *reader);

/* Records "expected ..., found ..." at the cursor, unless an error stands already; always false. */
bool asm_expected(struct asm_reader *reader, const char *what);
/* Whether a word is this name but for the case of its letters, or for one letter too many, too few or other. */
bool asm_is_similar(const struct asm_word *word, const char *name);
bool asm_error_at(struct asm_reader *reader, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool asm_accept(struct asm_reader *reader, const char *text);
bool asm_expect(struct asm_reader *reader, const char *text);
/* Letters only: the name of a register file. */
struct asm_word asm_letters(struct asm_reader *reader);
/* Letters, digits, '_', '<', '>': names and mnemonics. Empty when none stands there. */
bool asm_is_word_char(char c);
struct asm_word asm_word(struct asm_reader *reader);
/* The word is a decimal number of 32 bits, from its first character to its last. */
bool asm_word_number(const struct asm_word *word, uint32_t *number);
/* A decimal (or 0x) number; a minus sign makes it wrap. */
bool asm_read_number(struct asm_reader *reader, uint32_t *value);
/* A literal: bits as a float or a double, or an integer. */
bool asm_read_literal32(struct asm_reader *reader, char type, uint32_t *bits);
bool asm_read_literal64(struct asm_reader *reader, uint64_t *bits, bool *suffixed);

#endif
