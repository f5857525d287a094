/*
 * Read-modify-write of one 32-bit word: the operations of DXBC's atomics, each returning the old value.
 */
#ifndef KERNELS_ATOMIC_H
#define KERNELS_ATOMIC_H

#include <stdint.h>

/* Those whose order does not show in the word they leave: X(name). */
#define ATOMIC_COMMUTING(X) X(AND) X(OR) X(XOR) X(ADD) X(IMAX) X(IMIN) X(UMAX) X(UMIN)

enum atomic_op {
#define X(name) ATOMIC_##name,
    ATOMIC_COMMUTING(X)
#undef X
    ATOMIC_EXCHANGE,
    ATOMIC_COMPARE_EXCHANGE, /* becomes value when it equals compare */
};

/* What the word becomes. */
static inline uint32_t atomic_result(enum atomic_op op, uint32_t old, uint32_t value, uint32_t compare)
{
    switch (op) {
    case ATOMIC_AND:
        return old & value;
    case ATOMIC_OR:
        return old | value;
    case ATOMIC_XOR:
        return old ^ value;
    case ATOMIC_ADD:
        return old + value;
    case ATOMIC_IMAX:
        return (int32_t)old > (int32_t)value ? old : value;
    case ATOMIC_IMIN:
        return (int32_t)old < (int32_t)value ? old : value;
    case ATOMIC_UMAX:
        return old > value ? old : value;
    case ATOMIC_UMIN:
        return old < value ? old : value;
    case ATOMIC_EXCHANGE:
        return value;
    case ATOMIC_COMPARE_EXCHANGE:
        return old == compare ? value : old;
    }
    return old;
}

/* The value that changes no word; of exchanges there is none. */
static inline uint32_t atomic_neutral(enum atomic_op op)
{
    switch (op) {
    case ATOMIC_AND:
    case ATOMIC_UMIN:
        return UINT32_MAX;
    case ATOMIC_IMAX:
        return (uint32_t)INT32_MIN;
    case ATOMIC_IMIN:
        return INT32_MAX;
    default:
        return 0;
    }
}

/* On memory that groups on other cores may touch at the same time: acquire and release, so that a group which
 * sees the result of another group's atomic sees what that group wrote before. */
uint32_t atomic_apply(enum atomic_op op, uint32_t *word, uint32_t value, uint32_t compare);

/* On memory of one group, which runs on one core. */
uint32_t atomic_apply_local(enum atomic_op op, uint32_t *word, uint32_t value, uint32_t compare);

/* Order among all memory accesses of this thread, as seen by the others: sync with a UAV scope. */
void atomic_fence(void);

#endif
