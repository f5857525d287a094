/*
 * The bounds rule: reads outside give 0, writes outside vanish, 32-bit component by component.
 *
 * A window is the run of bytes that one access may touch: a raw view, one structure of a structured view, a
 * g# or one structure of it. Offsets are 64 bits wide, so that nothing wraps back into valid memory; their
 * two low bits are ignored (the API calls misaligned accesses undefined, and honouring them is not allowed).
 * Windows start at multiples of 4 bytes, as kernels/bindings.h asks of views.
 *
 * Components are moved as relaxed atomics: groups on other cores may look at the same memory, and each 32-bit
 * access is whole.
 */
#ifndef KERNELS_MEMORY_H
#define KERNELS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bindings.h"

struct memory_window {
    uint8_t *data;
    uint64_t size_bytes; /* 0: nothing is inside */
};

/* The whole of a raw view. */
struct memory_window memory_raw(const struct kernel_view *view);
/* One structure of a structured view; empty past the last one. */
struct memory_window memory_structure(const struct kernel_view *view, uint32_t index);
/* One structure of `count` in shared memory. */
struct memory_window memory_shared_structure(uint8_t *data, uint32_t stride, uint32_t count, uint32_t index);

/* The 32-bit word at a byte offset, or NULL when it does not lie inside as a whole. */
static inline uint32_t *memory_word(const struct memory_window *window, uint64_t offset)
{
    uint64_t aligned = offset & ~(uint64_t)3;

    return aligned + 4 <= window->size_bytes ? (uint32_t *)(window->data + aligned) : NULL;
}

static inline uint32_t memory_load(const struct memory_window *window, uint64_t offset)
{
    const uint32_t *word = memory_word(window, offset);

    return word ? __atomic_load_n(word, __ATOMIC_RELAXED) : 0;
}

static inline void memory_store(const struct memory_window *window, uint64_t offset, uint32_t value)
{
    uint32_t *word = memory_word(window, offset);

    if (word)
        __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/* Elements of typed views, size_bytes of 1 to 16: the largest whole pieces that size and address allow. */
void memory_copy_in(void *element, const uint8_t *memory, uint32_t size_bytes);
void memory_copy_out(uint8_t *memory, const void *element, uint32_t size_bytes);

#endif
