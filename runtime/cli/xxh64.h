/*
 * XXH64, the 64-bit hash of Yann Collet's xxHash (seed 0): what `xxhsum -H1` prints for a file with the same
 * bytes.
 */
#ifndef CLI_XXH64_H
#define CLI_XXH64_H

#include <stddef.h>
#include <stdint.h>

uint64_t xxh64(const void *bytes, size_t size_bytes);

#endif
