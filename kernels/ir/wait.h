/*
 * Loops that wait for memory: what to say of a shader that was stopped in one.
 */
#ifndef KERNELS_WAIT_H
#define KERNELS_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "dxbc.h"

/* Does the innermost loop around the instruction end only when memory changes that it reads at one place, again and
 * again? Then *access is the instruction that reads. False too when that cannot be told. */
bool wait_find(const struct dxbc_program *program, uint32_t instruction, uint32_t *access);

#endif
