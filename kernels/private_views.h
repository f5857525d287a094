/*
 * Views that each worker of a dispatch may have a copy of: the shader does nothing to them but atomics of one
 * kind that commutes with itself and whose old values nobody wants (a histogram), and no other view that is
 * bound shares their memory. A copy begins with the number that changes nothing, and what all of them have
 * gathered goes to the view's memory when nobody works any more. Buffers only.
 */
#ifndef KERNELS_PRIVATE_VIEWS_H
#define KERNELS_PRIVATE_VIEWS_H

#include <stddef.h>
#include <stdint.h>

#include "atomic.h"
#include "bindings.h"

struct lane_program;

/* What a program allows: bit n of slots for u#n, with its kind of atomic. */
struct private_slots {
    uint64_t slots;
    uint8_t op[KERNEL_UAVS]; /* enum atomic_op */
};

struct private_view {
    uint32_t slot;
    enum atomic_op op;
    uint32_t *words; /* of the view */
    size_t word_count;
    size_t first; /* word in each worker's copy */
};

struct private_views {
    uint32_t count;
    struct private_view list[KERNEL_UAVS];
    size_t word_count; /* of one copy of all */
};

void private_slots_find(const struct lane_program *program, struct private_slots *out);
void private_views_find(const struct private_slots *slots, const struct bindings *bindings,
                        struct private_views *out);

/* Makes the copy of one worker, which holds zeros so far, and the bindings that show it. */
void private_views_bind(const struct private_views *views, const struct bindings *bindings, uint32_t *copy,
                        struct bindings *out);
/* Words [begin, end) of a copy to the views' memory. */
void private_views_merge(const struct private_views *views, const uint32_t *copy, size_t begin, size_t end);

#endif
