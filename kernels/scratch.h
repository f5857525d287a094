/*
 * The head of a worker's scratch memory: for which dispatch the executor's own part behind it was prepared
 * last. It stands where no shader can write.
 */
#ifndef KERNELS_SCRATCH_H
#define KERNELS_SCRATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel.h"

enum { SCRATCH_HEAD = 64 }; /* bytes, of which the last eight are the serial number */

static inline uint64_t *scratch_serial(void *scratch)
{
    return (uint64_t *)scratch - 1;
}

/* Called once for each group, with the memory behind the head. True: what depends on the dispatch alone has
 * to be worked out. */
static inline bool scratch_begin(void *scratch, const struct kernel_dispatch *dispatch)
{
    if (dispatch->serial && *scratch_serial(scratch) == dispatch->serial)
        return false;
    *scratch_serial(scratch) = dispatch->serial;
    return true;
}

#endif
