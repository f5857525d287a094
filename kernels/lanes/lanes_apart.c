/*
 * Regions that are narrow only because a u# is stored to by several instructions, or in a loop: in most
 * groups no two of these stores meet, and then nobody can see the order of waves. So such a group runs wide
 * at first, while the words that its stores touch are compared, and is run anew, narrow, when two of them
 * meet.
 *
 * Running it anew is harmless since nothing that it has written is ever read by the shader: the second run
 * writes all of that again, in canonical order. Each strip starts afresh, for strips run one after another
 * anyway. Words are kept as one span for each store instruction, gaps included.
 */
#include <stdatomic.h>

#include "lanes_memory.h"

/* Tries that may fail before others are no longer worth it: so many, and one of so many. */
enum { FEW = 16, SELDOM = 64 };

/* What a strip at this instruction hopes for: an index into the counts. */
static uint32_t hope_at(const struct lanes_strip *strip, uint32_t pc, enum lanes_watch watch)
{
    return strip->kernel->program->instrs[pc].region * LANES_WATCHES + watch;
}

static bool is_worth_it(const struct lanes_strip *strip, enum lanes_watch watch)
{
    const struct lanes_hopes *hopes = strip->kernel->hopes;
    uint32_t tried = atomic_load_explicit(&hopes->tried, memory_order_relaxed),
             met = atomic_load_explicit(&hopes->met[hope_at(strip, strip->pc, watch)], memory_order_relaxed);

    return met < FEW + tried / SELDOM;
}

enum lanes_watch lanes_hope(const struct lanes_strip *strip)
{
    const struct lanes_group *group = strip->group;
    const struct lane_program *program = strip->kernel->program;
    const struct lane_region *region = &program->regions[program->instrs[strip->pc].region];

    if (!group->hopes)
        return LANES_WATCH_NOTHING;
    if (region->wide_if_stores_apart && is_worth_it(strip, LANES_WATCH_STORES))
        return LANES_WATCH_STORES;
    if (region->wide_if_waves_apart && (program->only_stores || !group->has_written) &&
        is_worth_it(strip, LANES_WATCH_WAVES))
        return LANES_WATCH_WAVES;
    return LANES_WATCH_NOTHING;
}

void lanes_note_hopes(const struct lanes_group *group)
{
    struct lanes_hopes *hopes = group->kernel->hopes;

    atomic_fetch_add_explicit(&hopes->tried, 1, memory_order_relaxed);
    if (group->met)
        atomic_fetch_add_explicit(&hopes->met[group->met_hope], 1, memory_order_relaxed);
}

static bool watches(const struct lanes_strip *strip, const struct lanes_step *step)
{
    return strip->watch == LANES_WATCH_STORES &&
           strip->kernel->program->resources[step->ir->resource].file == DXBC_FILE_UAV;
}

void lanes_meet(struct lanes_strip *strip)
{
    strip->group->met = true;
    strip->group->met_hope = hope_at(strip, strip->pc - 1, strip->watch);
    strip->state = STRIP_STOPPED;
}

bool lanes_give_up(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (!watches(strip, step))
        return false;
    lanes_meet(strip);
    return true;
}

/* The entry of an instruction, the last one when it has none yet. */
static struct lanes_span *span_of(struct lanes_group *group, const struct lane_instr *ir)
{
    uint32_t i = 0;

    while (i < group->span_count && group->spans[i].ir != ir)
        i++;
    return &group->spans[i];
}

bool lanes_meets(struct lanes_strip *strip, const struct lanes_step *step, const uint32_t *from,
                 const uint32_t *to)
{
    struct lanes_group *group = strip->group;
    struct lanes_span *span;

    if (!watches(strip, step) || from == to)
        return false;
    for (uint32_t i = 0; i < group->span_count; i++) {
        if (from < group->spans[i].to && group->spans[i].from < to)
            return lanes_give_up(strip, step);
    }
    if (group->span_count == LANES_SPANS)
        return lanes_give_up(strip, step);
    span = span_of(group, step->ir);
    if (span == &group->spans[group->span_count]) {
        *span = (struct lanes_span){step->ir, from, to};
        group->span_count++;
        return false;
    }
    span->from = from < span->from ? from : span->from;
    span->to = to > span->to ? to : span->to;
    for (uint32_t i = 0; i < group->span_count; i++) { /* the gap may hold others */
        if (&group->spans[i] != span && span->from < group->spans[i].to && group->spans[i].from < span->to)
            return lanes_give_up(strip, step);
    }
    return false;
}
