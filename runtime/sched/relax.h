/*
 * One round of a loop that waits for another thread: says so to the processor.
 */
#ifndef RUNTIME_RELAX_H
#define RUNTIME_RELAX_H

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#endif
