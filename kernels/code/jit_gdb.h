/*
 * Generated code for gdb: objects with their debug information, by its interface for compilers at run time.
 */
#ifndef KERNELS_JIT_GDB_H
#define KERNELS_JIT_GDB_H

#include "jit.h"

struct jit_shown;

/* The code lies at the address: a debugger that is attached, or comes later, finds its function and lines. NULL without
 * an object or memory. */
struct jit_shown *jit_gdb_show(const struct jit_code *code, const void *address);
void jit_gdb_hide(struct jit_shown *shown);

#endif
