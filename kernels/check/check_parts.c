/*
 * Parts of a check: what lets groups run side by side (see check.h).
 *
 * A part has the whole's view of the dispatch, but pages, segments, groups, findings, traces and register
 * stamps of its own. Bits of what was written are shared: groups that would see each other's meet. Joining
 * moves a part's segments behind those of the parts before it, and pages into the whole's memory.
 */
#include <stdlib.h>
#include <string.h>

#include "check_state.h"

/* ---- taking apart ---- */

static bool can_tell_order(const struct lane_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (program->instrs[i].op == LANE_COUNTER || program->instrs[i].op == LANE_MESSAGE)
            return true;
    }
    return false;
}

bool check_is_divisible(const struct check *check)
{
    return !check->watched && !can_tell_order(check->lanes->program);
}

static struct check_memory *stand_in(struct check *part, struct check_memory *whole)
{
    struct check_memory *memory =
        check_memory_create(part, whole->object, whole->data, whole->size_bytes, true);

    if (!memory)
        return NULL;
    memory->whole = whole;
    memory->written = whole->written;
    return check_memory_set_shift(memory, whole->shift) ? memory : NULL;
}

/* Kept until parts are joined: the first part asks for it. */
static bool keep_written(struct check_memory *memory)
{
    size_t bytes = (memory->size_bytes / 256 + 1) * sizeof(*memory->written);

    if (!memory->written || memory->written_before)
        return true;
    memory->written_before = malloc(bytes);
    if (memory->written_before)
        memcpy(memory->written_before, memory->written, bytes);
    return memory->written_before;
}

/* With `undo`, what was written is as it was before the parts began. */
static void forget_written(struct check *check, bool undo)
{
    for (uint32_t i = 0; check->slots && i < KERNEL_UAVS; i++) {
        struct check_memory *memory = check->slots->uavs[i];

        if (!memory || !memory->written_before)
            continue;
        if (undo)
            memcpy(memory->written, memory->written_before,
                   (memory->size_bytes / 256 + 1) * sizeof(*memory->written));
        free(memory->written_before);
        memory->written_before = NULL;
    }
}

static bool take_slots(struct check *part, const struct check *check)
{
    struct check_slots *slots = calloc(1, sizeof(*slots));

    if (!slots)
        return false;
    *slots = *check->slots;
    part->slots = slots;
    for (uint32_t i = 0; i < KERNEL_UAVS; i++) {
        struct check_memory *whole = check->slots->uavs[i];

        for (uint32_t k = 0; k < i && whole; k++) {
            if (check->slots->uavs[k] == whole)
                slots->uavs[i] = slots->uavs[k];
        }
        if (!whole || slots->uavs[i] != whole)
            continue;
        slots->uavs[i] = keep_written(whole) ? stand_in(part, whole) : NULL;
        if (!slots->uavs[i])
            return false;
    }
    part->shared = check_memory_create(part, 0, NULL, check->lanes->shared_bytes, true);
    return part->shared && check_make_stamps(part);
}

struct check *check_part_create(struct check *check, unsigned count)
{
    struct check *part = calloc(1, sizeof(*part));
    uint64_t used = check->memory_used, memory = check->options.memory_bytes;

    if (!part)
        return NULL;
    part->whole = check;
    part->options = check->options;
    part->options.memory_bytes = memory > used ? (memory - used) / count : 0;
    part->kernel = check->kernel;
    part->lanes = check->lanes;
    part->shader = check->shader;
    part->dispatch_first = part->next_segment = check->next_segment;
    for (uint32_t i = 0; i < KERNEL_UAVS; i++)
        part->counters[i] =
            (struct check_counter){.instruction = {CHECK_NO_INSTRUCTION, CHECK_NO_INSTRUCTION}};
    if (check->trace)
        part->trace = check_trace_create(check->kernel);
    if ((check->trace && !part->trace) || (check->slots && !take_slots(part, check))) {
        forget_written(check, false);
        check_part_destroy(part);
        return NULL;
    }
    return part;
}

void check_part_destroy(struct check *part)
{
    if (!part)
        return;
    free((struct check_slots *)part->slots);
    check_trace_destroy(part->trace);
    check_destroy(part);
}

/* ---- putting together ---- */

/* Did somebody else touch what one of them writes, or plainly touch what one of them has an atomic on? */
static bool meet(const struct check *check, const struct check_cell *a, const struct check_cell *b)
{
    bool write_a = check_is_live(check, a->write), write_b = check_is_live(check, b->write);
    bool atomic_a = check_is_live(check, a->atomic), atomic_b = check_is_live(check, b->atomic);
    bool read_a = check_is_live(check, a->read), read_b = check_is_live(check, b->read);

    return (write_a && (write_b || atomic_b || read_b)) || (write_b && (atomic_a || read_a)) ||
           (atomic_a && read_b) || (atomic_b && read_a);
}

static uint64_t moved(const struct check *check, uint64_t slot, uint32_t by)
{
    return check_is_live(check, slot) ? slot + ((uint64_t)by << 32) : 0;
}

static uint64_t linear_of(const struct check *check, uint64_t slot)
{
    struct check_actor actor = check_actor_of(check, slot, CHECK_ATOMIC);

    return ((uint64_t)actor.group[2] << 42) + ((uint64_t)actor.group[1] << 21) + actor.group[0];
}

static void join_cell(struct check *check, struct check_cell *to, struct check_cell from, uint32_t by)
{
    uint64_t write = moved(check, from.write, by), atomic = moved(check, from.atomic, by);
    uint64_t read = moved(check, from.read, by);

    to->write = write ? write : to->write;
    to->read = read ? read : to->read;
    if (atomic &&
        (!check_is_live(check, to->atomic) || linear_of(check, atomic) > linear_of(check, to->atomic)))
        to->atomic = atomic;
    to->other_atomic = to->other_read = 0;
}

/* Both stand for the same memory. */
static bool pages_meet(const struct check *check, const struct check_memory *a, const struct check_memory *b)
{
    for (uint64_t i = 0; i < a->page_count; i++) {
        for (uint32_t k = 0; a->pages[i] && b->pages[i] && k < CHECK_PAGE_CELLS; k++) {
            if (meet(check, &a->pages[i][k], &b->pages[i][k]))
                return true;
        }
    }
    return false;
}

static bool two_meet(const struct check *check, const struct check *one, const struct check *other)
{
    for (const struct check_memory *a = one->memories; a; a = a->next) {
        for (const struct check_memory *b = other->memories; a->whole && b; b = b->next) {
            if (a->whole == b->whole && pages_meet(check, a, b))
                return true;
        }
    }
    return false;
}

/* The page goes over, or its cells do. */
static void join_pages(struct check *check, struct check_memory *from, uint32_t by)
{
    struct check_memory *to = from->whole;

    for (uint64_t i = 0; i < from->page_count; i++) {
        struct check_cell *page = from->pages[i];

        if (!page)
            continue;
        if (!to->pages[i]) {
            to->pages[i] = calloc(CHECK_PAGE_CELLS, sizeof(*page));
            if (!to->pages[i])
                continue; /* who wrote last is not known there */
            check->memory_used += CHECK_PAGE_CELLS * sizeof(*page);
        }
        for (uint32_t k = 0; k < CHECK_PAGE_CELLS; k++)
            join_cell(check, &to->pages[i][k], page[k], by);
    }
}

/* Groups of the part are the whole's now; their numbers go up by what is returned. */
static bool join_groups(struct check *check, const struct check *part, uint32_t *by)
{
    uint32_t count = check->group_number + part->group_number;
    struct check_group *groups = realloc(check->groups, (count ? count : 1) * sizeof(*groups));

    if (!groups)
        return false;
    check->groups = groups;
    check->group_room = count ? count : 1;
    *by = check->next_segment - part->dispatch_first;
    for (uint32_t i = 0; i < part->group_number; i++) {
        groups[check->group_number] = part->groups[i];
        groups[check->group_number++].first += *by;
    }
    check->next_segment += part->next_segment - part->dispatch_first;
    return true;
}

static int compare_when(const void *left, const void *right)
{
    const struct check_finding *a = left, *b = right;

    return a->when < b->when ? -1 : a->when > b->when;
}

/* In the order in which groups that run one after another would have brought them. */
static bool join_findings(struct check *check, struct check *const *parts, unsigned count)
{
    uint32_t total = 0, at = 0;
    struct check_finding *all;

    for (unsigned i = 0; i < count; i++)
        total += parts[i]->finding_count;
    if (!total)
        return true;
    all = malloc(total * sizeof(*all));
    if (!all)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (parts[i]->finding_count)
            memcpy(all + at, parts[i]->findings, parts[i]->finding_count * sizeof(*all));
        at += parts[i]->finding_count;
    }
    qsort(all, total, sizeof(*all), compare_when);
    for (uint32_t i = 0; i < total; i++)
        check_add_counted(check, &all[i], all[i].count);
    free(all);
    return true;
}

static void join_trace(struct check_trace *to, const struct check_trace *from)
{
    for (size_t i = 0; to && i < (size_t)to->instr_count * CHECK_TRACE_EPOCHS; i++)
        to->sums[i] += from->sums[i];
}

/* Nothing of a part has gone over yet. */
static bool parts_are_apart(struct check *check, struct check *const *parts, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (parts[i]->failed)
            return false;
    }
    for (unsigned i = 1; i < count; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (two_meet(check, parts[i], parts[k]))
                return false;
        }
    }
    return true;
}

bool check_join(struct check *check, struct check *const *parts, unsigned count)
{
    uint32_t by;

    if (!parts_are_apart(check, parts, count) || !join_findings(check, parts, count)) {
        forget_written(check, true);
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        join_trace(check->trace, parts[i]->trace);
        if (!join_groups(check, parts[i], &by))
            continue; /* nobody can be named for what it wrote */
        for (struct check_memory *memory = parts[i]->memories; memory && check->slots;
             memory = memory->next) {
            if (memory->whole)
                join_pages(check, memory, by);
        }
    }
    forget_written(check, false);
    return true;
}
