/*
 * Allocations that fail on purpose, for programs linked with --wrap for each function here: the linker then sends
 * the project's own calls to them. Those of libc and of other libraries stay as they are.
 *
 * One header for one source file of a program: it defines functions.
 */
#ifndef TESTS_STARVE_H
#define TESTS_STARVE_H

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static struct {
    atomic_long budget;    /* this many allocations of all threads succeed, then one fails; negative: all succeed */
    _Atomic uint32_t odds; /* one in so many fails; 0: none */
    _Atomic uint64_t random;
    atomic_long failures;
} starve = {.budget = -1};

static bool starve_denies(void)
{
    bool denied = false;
    if (atomic_load(&starve.budget) >= 0)
        denied = atomic_fetch_sub(&starve.budget, 1) == 0;
    const uint32_t odds = atomic_load(&starve.odds);
    if (odds) {
        uint64_t next = atomic_fetch_add(&starve.random, 0x9E3779B97F4A7C15);
        next = (next ^ next >> 30) * 0xBF58476D1CE4E5B9;
        next = (next ^ next >> 27) * 0x94D049BB133111EB;
        denied |= (next >> 32) % odds == 0;
    }
    if (denied)
        atomic_fetch_add(&starve.failures, 1);
    return denied;
}

#define STARVED(type, name, parameters, arguments)                                                           \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters;                                                                           \
    type __wrap_##name parameters                                                                            \
    {                                                                                                        \
        if (!starve_denies())                                                                                \
            return __real_##name arguments;                                                                  \
        errno = ENOMEM;                                                                                      \
        return NULL;                                                                                         \
    }

STARVED(void *, malloc, (size_t size), (size))
STARVED(void *, calloc, (size_t count, size_t size), (count, size))
STARVED(void *, realloc, (void *old, size_t size), (old, size))
STARVED(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size))
STARVED(char *, strdup, (const char *text), (text))
STARVED(char *, strndup, (const char *text, size_t length), (text, length))
STARVED(FILE *, open_memstream, (char **text, size_t *size), (text, size))

int __real_posix_memalign(void **out, size_t alignment, size_t size);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size)
{
    return starve_denies() ? ENOMEM : __real_posix_memalign(out, alignment, size);
}

#endif
