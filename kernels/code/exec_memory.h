/*
 * Memory for generated code: written once, then executable and no longer writable. Never both at a time.
 */
#ifndef KERNELS_EXEC_MEMORY_H
#define KERNELS_EXEC_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* A copy of the bytes at the start of a page that can be executed; NULL when the system gives none. */
void *exec_memory_create(const uint8_t *bytes, size_t size);
void exec_memory_free(void *memory, size_t size);

#endif
