/*
 * The line table of an object file: DWARF 4, one sequence for one function.
 */
#ifndef KERNELS_JIT_LINES_H
#define KERNELS_JIT_LINES_H

#include "jit.h"

/* Fills in code->lines from a .debug_line section, for a function that begins at the entry. Lines of a table that is
 * damaged end where it is; false when memory runs out. */
bool jit_read_lines(const uint8_t *table, size_t size, struct jit_code *code);

#endif
