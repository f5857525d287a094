/*
 * Calls out of generated code that give back all registers as they were.
 *
 * What runs rarely must not cost what runs always: around an ordinary call the compiler keeps every vector that lives
 * in memory, often where it is computed, in the middle of the usual way. A thunk that saves them itself, a
 * kilobyte or two, leaves the usual way without a store.
 */
#ifndef KERNELS_JIT_KEEP_H
#define KERNELS_JIT_KEEP_H

#include "cpu.h"

/* Calls what rax (x9 on Arm) points to, arguments as always, no result; saves the registers that code for the
 * instruction set uses. NULL where this processor runs no such code. */
void (*jit_keep_thunk(enum cpu_isa isa))(void);

#endif
