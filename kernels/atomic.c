/*
 * Interlocked operations on 32-bit words, see atomic.h.
 */
#include "atomic.h"

#include <stdbool.h>

uint32_t atomic_apply(enum atomic_op op, uint32_t *word, uint32_t value, uint32_t compare)
{
    uint32_t old, becomes;

    switch (op) {
    case ATOMIC_AND:
        return __atomic_fetch_and(word, value, __ATOMIC_ACQ_REL);
    case ATOMIC_OR:
        return __atomic_fetch_or(word, value, __ATOMIC_ACQ_REL);
    case ATOMIC_XOR:
        return __atomic_fetch_xor(word, value, __ATOMIC_ACQ_REL);
    case ATOMIC_ADD:
        return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
    case ATOMIC_EXCHANGE:
        return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
    default:
        break;
    }
    old = __atomic_load_n(word, __ATOMIC_RELAXED);
    do {
        becomes = atomic_result(op, old, value, compare);
    } while (!__atomic_compare_exchange_n(word, &old, becomes, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    return old;
}

uint32_t atomic_apply_local(enum atomic_op op, uint32_t *word, uint32_t value, uint32_t compare)
{
    uint32_t old = *word;

    *word = atomic_result(op, old, value, compare);
    return old;
}

void atomic_fence(void)
{
#ifdef __SANITIZE_THREAD__
    /* ThreadSanitizer does not know fences; an exchange that everybody takes part in orders no less. */
    static uint32_t meeting_point;
    __atomic_fetch_add(&meeting_point, 1, __ATOMIC_SEQ_CST);
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
