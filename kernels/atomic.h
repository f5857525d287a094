/*
 * Read-modify-write of one 32-bit word: the operations of DXBC's atomics, each returning the old value.
 */
#ifndef KERNELS_ATOMIC_H
#define KERNELS_ATOMIC_H

#include <stdint.h>

enum atomic_op {
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_ADD,
    ATOMIC_IMAX,
    ATOMIC_IMIN,
    ATOMIC_UMAX,
    ATOMIC_UMIN,
    ATOMIC_EXCHANGE,
    ATOMIC_COMPARE_EXCHANGE, /* becomes value when it equals compare */
};

/* What the word becomes. */
uint32_t atomic_result(enum atomic_op op, uint32_t old, uint32_t value, uint32_t compare);

/* On memory that groups on other cores may touch at the same time: acquire and release, so that a group which
 * sees the result of another group's atomic sees what that group wrote before. */
uint32_t atomic_apply(enum atomic_op op, uint32_t *word, uint32_t value, uint32_t compare);

/* On memory of one group, which runs on one core. */
uint32_t atomic_apply_local(enum atomic_op op, uint32_t *word, uint32_t value, uint32_t compare);

/* Order among all memory accesses of this thread, as seen by the others: sync with a UAV scope. */
void atomic_fence(void);

#endif
