/*
 * A bump allocator over a chain of blocks. What is handed out is zeroed then, not the blocks: pages that a small
 * shader never reaches are not touched. Under AddressSanitizer every allocation gets a block of its own, so that an
 * overrun from one object into the next is seen.
 */
#include "alloc.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EXACT_BLOCKS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define EXACT_BLOCKS 1
#endif
#ifndef EXACT_BLOCKS
#define EXACT_BLOCKS 0
#endif

enum { FIRST_BLOCK_SIZE = 4000, BLOCK_SIZE = 16384, ALIGNMENT = _Alignof(max_align_t) };

struct dxbc_arena_block {
    struct dxbc_arena_block *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char bytes[];
};

_Thread_local long dxbc_alloc_budget = -1;

static struct dxbc_arena_block *block_create(size_t size)
{
    struct dxbc_arena_block *block = malloc(sizeof(*block) + size);
    if (block) {
        block->used = 0;
        block->size = size;
    }
    return block;
}

/* False when a test wants this allocation to fail. */
static bool spend_budget(void)
{
    if (dxbc_alloc_budget > 0)
        --dxbc_alloc_budget;
    else if (dxbc_alloc_budget == 0)
        return false;
    return true;
}

void *dxbc_alloc_bytes(size_t size)
{
    return spend_budget() ? calloc(1, size ? size : 1) : NULL;
}

void *dxbc_arena_alloc(struct dxbc_arena *arena, size_t count, size_t size)
{
    if (!spend_budget())
        return NULL;

    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        return NULL;
    if (!EXACT_BLOCKS)
        bytes = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);

    struct dxbc_arena_block *block = arena->blocks;
    if (EXACT_BLOCKS || !block || block->size - block->used < bytes) {
        const size_t usual = block ? BLOCK_SIZE : FIRST_BLOCK_SIZE;
        block = block_create(EXACT_BLOCKS || bytes > usual ? bytes : usual);
        if (!block)
            return NULL;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *result = block->bytes + block->used;
    block->used += bytes;
    return memset(result, 0, bytes);
}

void dxbc_arena_release(struct dxbc_arena *arena)
{
    while (arena->blocks) {
        struct dxbc_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}
