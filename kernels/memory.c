/*
 * The bounds rule, see memory.h: windows of views and of shared memory, and the movement of typed elements.
 */
#include "memory.h"

#include <string.h>

struct memory_window memory_raw(const struct kernel_view *view)
{
    return (struct memory_window){view->data, view->size_bytes};
}

struct memory_window memory_structure(const struct kernel_view *view, uint32_t index)
{
    uint64_t start = (uint64_t)index * view->stride;

    if (index >= view->element_count || start + view->stride > view->size_bytes)
        return (struct memory_window){NULL, 0};
    return (struct memory_window){view->data + start, view->stride};
}

struct memory_window memory_shared_structure(uint8_t *data, uint32_t stride, uint32_t count, uint32_t index)
{
    if (index >= count)
        return (struct memory_window){NULL, 0};
    return (struct memory_window){data + (uint64_t)index * stride, stride};
}

/* Bytes of the pieces that an element is moved in: as wide as its size and address allow, at most 4. */
static uint32_t piece_bytes(const uint8_t *memory, uint32_t size_bytes)
{
    uintptr_t bits = (uintptr_t)memory | size_bytes;

    return bits & 1 ? 1 : bits & 2 ? 2 : 4;
}

void memory_copy_in(void *element, const uint8_t *memory, uint32_t size_bytes)
{
    uint8_t *to = element;
    uint32_t piece = piece_bytes(memory, size_bytes);

    for (uint32_t i = 0; i < size_bytes; i += piece) {
        if (piece == 4) {
            uint32_t value = __atomic_load_n((const uint32_t *)(memory + i), __ATOMIC_RELAXED);
            memcpy(to + i, &value, 4);
        } else if (piece == 2) {
            uint16_t value = __atomic_load_n((const uint16_t *)(memory + i), __ATOMIC_RELAXED);
            memcpy(to + i, &value, 2);
        } else {
            to[i] = __atomic_load_n(memory + i, __ATOMIC_RELAXED);
        }
    }
}

void memory_copy_out(uint8_t *memory, const void *element, uint32_t size_bytes)
{
    const uint8_t *from = element;
    uint32_t piece = piece_bytes(memory, size_bytes);

    for (uint32_t i = 0; i < size_bytes; i += piece) {
        if (piece == 4) {
            uint32_t value;
            memcpy(&value, from + i, 4);
            __atomic_store_n((uint32_t *)(memory + i), value, __ATOMIC_RELAXED);
        } else if (piece == 2) {
            uint16_t value;
            memcpy(&value, from + i, 2);
            __atomic_store_n((uint16_t *)(memory + i), value, __ATOMIC_RELAXED);
        } else {
            __atomic_store_n(memory + i, from[i], __ATOMIC_RELAXED);
        }
    }
}
