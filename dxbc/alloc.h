/*
 * The arena that holds everything a loaded shader owns, and the hook through which tests make memory run out.
 *
 * Memory comes zeroed and is given back all at once. Sizes are derived from what the input really holds,
 * never from a count that it merely claims, so an arena stays within a constant factor of the container.
 */
#ifndef DXBC_ALLOC_H
#define DXBC_ALLOC_H

#include <stddef.h>
#include <stdint.h>

struct dxbc_arena_block;

struct dxbc_arena {
    struct dxbc_arena_block *blocks; /* newest first */
};

/* count * size zeroed bytes, aligned for any object; NULL when memory has run out or the product overflows.
 * A count of 0 gives a pointer that is not NULL. */
void *dxbc_arena_alloc(struct dxbc_arena *arena, size_t count, size_t size);
/* size zeroed bytes for the caller to free(); NULL when memory has run out. */
void *dxbc_alloc_bytes(size_t size);
void dxbc_arena_release(struct dxbc_arena *arena);

/* Tests: how many allocations of this thread still succeed before one fails; negative means all. */
extern _Thread_local long dxbc_alloc_budget;

#endif
