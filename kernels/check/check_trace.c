/*
 * Other orders of a group's threads, and traces of what instructions read in them: summed up, so that the
 * order itself does not matter.
 */
#include "check_state.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

bool check_order_threads(struct lanes_kernel *kernel, const struct check_kernel_options *options,
                         struct dxbc_arena *arena)
{
    uint32_t count = kernel->thread_count;
    uint64_t seed = options->seed;
    uint16_t *order;

    if (options->order == CHECK_ASCENDING)
        return true;
    order = dxbc_arena_alloc(arena, count, sizeof(*order));
    if (!order)
        return false;
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint16_t)(options->order == CHECK_DESCENDING ? count - 1 - i : i);
    for (uint32_t i = count; options->order == CHECK_SHUFFLED && i-- > 1;) {
        uint32_t k = (uint32_t)(next_random(&seed) % (i + 1));
        uint16_t swap = order[i];

        order[i] = order[k];
        order[k] = swap;
    }
    kernel->thread_of = order;
    return true;
}

struct check_trace *check_trace_create(const struct kernel *kernel)
{
    struct check_trace *trace = calloc(1, sizeof(*trace));
    uint32_t count = kernel_lanes(kernel)->program->dxbc->instr_count;

    if (!trace)
        return NULL;
    trace->instr_count = count;
    trace->sums = calloc((size_t)count * CHECK_TRACE_EPOCHS, sizeof(*trace->sums));
    if (!trace->sums) {
        free(trace);
        return NULL;
    }
    return trace;
}

void check_trace_destroy(struct check_trace *trace)
{
    if (!trace)
        return;
    free(trace->sums);
    free(trace);
}

void check_trace_clear(struct check_trace *trace)
{
    memset(trace->sums, 0, (size_t)trace->instr_count * CHECK_TRACE_EPOCHS * sizeof(*trace->sums));
}

uint32_t check_trace_first_difference(const struct check_trace *a, const struct check_trace *b)
{
    for (size_t i = 0; i < (size_t)a->instr_count * CHECK_TRACE_EPOCHS; i++) {
        if (a->sums[i] != b->sums[i])
            return (uint32_t)(i % a->instr_count);
    }
    return CHECK_NO_INSTRUCTION;
}
