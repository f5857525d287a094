/*
 * Shadow memory: pages of cells, made when they are first touched, and the rule that finds races in them.
 */
#include "check_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

struct check_memory *check_memory_create(struct check *check, uint64_t object, uint8_t *data,
                                         uint64_t size_bytes, bool written)
{
    struct check_memory *memory = calloc(1, sizeof(*memory));

    if (!memory)
        return NULL;
    *memory = (struct check_memory){
        .check = check, .object = object, .data = data, .size_bytes = size_bytes, .shift = 2};
    memory->page_count = (size_bytes >> memory->shift) / CHECK_PAGE_CELLS + 1;
    memory->pages = calloc(memory->page_count, sizeof(*memory->pages));
    if (!written)
        memory->written = calloc(size_bytes / 256 + 1, sizeof(*memory->written));
    if (!memory->pages || (!written && !memory->written)) {
        free(memory->pages);
        free(memory->written);
        free(memory);
        return NULL;
    }
    memory->next = check->memories;
    memory->link = &check->memories;
    if (memory->next)
        memory->next->link = &memory->next;
    check->memories = memory;
    return memory;
}

static void drop_pages(struct check_memory *memory)
{
    for (uint64_t i = 0; i < memory->page_count; i++) {
        if (memory->pages[i])
            memory->check->memory_used -= CHECK_PAGE_CELLS * sizeof(struct check_cell);
        free(memory->pages[i]);
        memory->pages[i] = NULL;
    }
}

uint64_t check_memory_object(const struct check_memory *memory)
{
    return memory ? memory->object : 0;
}

void check_memory_destroy(struct check_memory *memory)
{
    if (!memory)
        return;
    drop_pages(memory);
    *memory->link = memory->next;
    if (memory->next)
        memory->next->link = memory->link;
    free(memory->pages);
    if (!memory->whole)
        free(memory->written);
    free(memory->written_before);
    free(memory);
}

bool check_memory_set_shift(struct check_memory *memory, uint32_t shift)
{
    uint64_t count = (memory->size_bytes >> shift) / CHECK_PAGE_CELLS + 1;
    struct check_cell **pages;

    if (shift == memory->shift)
        return true;
    pages = calloc(count, sizeof(*pages));
    if (!pages)
        return false;
    drop_pages(memory);
    free(memory->pages);
    memory->pages = pages;
    memory->page_count = count;
    memory->shift = shift;
    return true;
}

/* Pages of objects that the running dispatch does not use, from the oldest on. */
static void make_room(struct check *check)
{
    for (struct check_memory *memory = check->memories; memory; memory = memory->next) {
        bool used = memory == check->shared;

        for (uint32_t i = 0; i < KERNEL_UAVS && !used && check->slots; i++)
            used = check->slots->uavs[i] == memory;
        if (!used)
            drop_pages(memory);
    }
}

struct check_cell *check_page(struct check_memory *memory, uint64_t page)
{
    struct check *check = memory->check;
    uint64_t size = CHECK_PAGE_CELLS * sizeof(struct check_cell);
    bool full;

    if (memory->pages[page])
        return memory->pages[page];
    if (check->memory_used + size > check->options.memory_bytes && !check->incomplete && !check->whole)
        make_room(check);
    full = check->memory_used + size > check->options.memory_bytes;
    if (!full)
        memory->pages[page] = calloc(CHECK_PAGE_CELLS, sizeof(struct check_cell));
    if (memory->pages[page]) {
        check->memory_used += size;
        return memory->pages[page];
    }
    check->failed |= check->whole != NULL;
    if (!check->incomplete && !check->whole) {
        struct check_finding finding = {.kind = CHECK_INCOMPLETE,
                                        .shader = check->shader,
                                        .object = memory->object,
                                        .first.instruction = CHECK_NO_INSTRUCTION,
                                        .second.instruction = CHECK_NO_INSTRUCTION,
                                        .values = {full}};
        check->incomplete = true;
        check_add(check, &finding);
    }
    return NULL;
}

/* ---- what was written ---- */

/* Parts of a check set bits of one word side by side. */
void check_memory_written(struct check_memory *memory, uint64_t offset, uint64_t size_bytes)
{
    uint64_t first = offset / 4, end = (offset + size_bytes + 3) / 4;

    if (!memory || !memory->written || offset > memory->size_bytes)
        return;
    if (!offset && size_bytes >= memory->size_bytes && !memory->whole) {
        free(memory->written);
        memory->written = NULL;
        return;
    }
    if (end > (memory->size_bytes + 3) / 4)
        end = (memory->size_bytes + 3) / 4;
    while (first < end) {
        uint64_t bits = end - first, in_word = 64 - first % 64, mask;

        bits = bits < in_word ? bits : in_word;
        mask = bits == 64 ? UINT64_MAX : ((UINT64_C(1) << bits) - 1) << (first % 64);
        __atomic_fetch_or(&memory->written[first / 64], mask, __ATOMIC_RELAXED);
        first += bits;
    }
}

bool check_memory_unwritten(const struct check_memory *memory, uint64_t offset, uint64_t size_bytes)
{
    if (!memory->written)
        return false;
    for (uint64_t i = offset / 4; i <= (offset + size_bytes - 1) / 4; i++) {
        if (!(__atomic_load_n(&memory->written[i / 64], __ATOMIC_RELAXED) >> (i % 64) & 1))
            return true;
    }
    return false;
}

/* ---- who ---- */

static const struct check_group *group_of(const struct check *check, uint32_t segment)
{
    uint32_t low = 0, high = check->group_number;

    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;

        if (check->groups[middle].first <= segment)
            low = middle;
        else
            high = middle;
    }
    return &check->groups[low];
}

struct check_actor check_actor_of(const struct check *check, uint64_t slot, enum check_access access)
{
    const struct check_group *group = group_of(check, check_segment_of(slot));
    const uint32_t *size = check->lanes->program->dxbc->thread_group;
    uint32_t thread = lanes_thread_at(check->lanes, check_position_of(slot));

    return (struct check_actor){
        .instruction = check_instruction_of(slot),
        .group = {group->id[0], group->id[1], group->id[2]},
        .thread = {thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]},
        .access = (uint8_t)access,
    };
}

bool check_last_writer(const struct check *check, const struct check_memory *memory, uint64_t offset,
                       struct check_actor *out)
{
    uint64_t cell, write, atomic;
    const struct check_cell *page;

    if (!memory || offset >= memory->size_bytes || !check->group_number)
        return false;
    cell = offset >> memory->shift;
    page = memory->pages[cell / CHECK_PAGE_CELLS];
    if (!page)
        return false;
    write = page[cell % CHECK_PAGE_CELLS].write;
    atomic = page[cell % CHECK_PAGE_CELLS].atomic;
    if (check_segment_of(write) < check->dispatch_first && check_segment_of(atomic) < check->dispatch_first)
        return false;
    *out = check_segment_of(write) >= check_segment_of(atomic) ? check_actor_of(check, write, CHECK_WRITE)
                                                               : check_actor_of(check, atomic, CHECK_ATOMIC);
    return true;
}

/* ---- the rule ---- */

/* Is what the slot says ordered before the access? */
static inline bool is_before(uint64_t slot, uint64_t me, uint32_t first, uint32_t others)
{
    uint32_t segment = check_segment_of(slot);

    if (segment - first < others) /* another group */
        return false;
    return segment != check_segment_of(me) || check_position_of(slot) == check_position_of(me);
}

static enum check_kind kind_of(const struct check_access_at *at, enum check_access other, uint64_t slot,
                               uint64_t me, uint32_t lane, uint64_t offset, uint32_t part)
{
    uint32_t other_lane = LANE_NONE;

    if ((at->access == CHECK_ATOMIC) != (other == CHECK_ATOMIC))
        return CHECK_RACE_ATOMIC;
    if (at->access != CHECK_WRITE || other != CHECK_WRITE)
        return CHECK_RACE;
    /* the other one's value stands in memory, unless it is a lane of this very step */
    if (check_segment_of(slot) == check_segment_of(me) &&
        check_instruction_of(slot) == check_instruction_of(me) &&
        check_position_of(slot) >= at->strip->first_thread &&
        check_position_of(slot) - at->strip->first_thread < lane)
        other_lane = check_position_of(slot) - at->strip->first_thread;
    return at->same(at, lane, other_lane, offset, part) ? CHECK_RACE_SAME_VALUE : CHECK_RACE;
}

struct meeting {
    uint64_t slot;
    enum check_access access;
};

static __attribute__((noinline)) void report(const struct check_access_at *at, struct meeting with,
                                             uint64_t me, uint32_t lane, uint64_t offset, uint32_t part)
{
    enum check_kind kind;
    struct check_finding finding;

    if (at->check->whole && check_segment_of(with.slot) < at->check->group_first) {
        at->check->failed = true; /* groups meet: told when they run one after another */
        return;
    }
    kind = kind_of(at, with.access, with.slot, me, lane, offset, part);
    if (!check_wants(at->check, kind))
        return;
    finding = check_describe(at, kind, lane);
    finding.offset = offset;
    finding.first = check_actor_of(at->check, with.slot, with.access);
    check_add(at->check, &finding);
}

/* The newest and another one that is not ordered with it. */
static inline void remember(uint64_t *newest, uint64_t *other, uint64_t me, uint32_t first, uint32_t others)
{
    if (!is_before(*newest, me, first, others)) {
        bool same_group = check_segment_of(*newest) - first >= others;

        if (!same_group || check_segment_of(*other) - first >= others)
            *other = *newest;
    }
    *newest = me;
}

static void record_cell(const struct check_access_at *at, struct check_cell *cell, uint32_t lane,
                        uint64_t offset, uint32_t part)
{
    struct check *check = at->check;
    uint64_t me = at->me + lane;
    /* shared memory has no past before the group */
    uint32_t first = at->file == DXBC_FILE_TGSM ? check->group_first : check->dispatch_first;
    uint32_t others = check->group_first - first;
    bool clean = true;

#define MEETS(member, sort)                                                                                  \
    if (!is_before(cell->member, me, first, others)) {                                                       \
        report(at, (struct meeting){cell->member, sort}, me, lane, offset, part);                            \
        clean = false;                                                                                       \
    }
    MEETS(write, CHECK_WRITE)
    if (at->access != CHECK_ATOMIC) {
        MEETS(atomic, CHECK_ATOMIC)
        else MEETS(other_atomic, CHECK_ATOMIC)
    }
    if (at->access != CHECK_READ) {
        MEETS(read, CHECK_READ)
        else MEETS(other_read, CHECK_READ)
    }
#undef MEETS
    if (at->access == CHECK_READ) {
        remember(&cell->read, &cell->other_read, me, first, others);
        return;
    }
    if (at->access == CHECK_ATOMIC) {
        remember(&cell->atomic, &cell->other_atomic, me, first, others);
        return;
    }
    cell->write = me;
    if (clean)
        cell->atomic = cell->other_atomic = cell->read = cell->other_read = 0;
}

static __attribute__((noinline)) void report_unwritten(const struct check_access_at *at, enum check_kind kind,
                                                       uint32_t lane, uint64_t offset)
{
    struct check_finding finding;

    if (!check_wants(at->check, kind))
        return;
    finding = check_describe(at, kind, lane);
    finding.offset = offset;
    check_add(at->check, &finding);
}

static void tell_watcher(const struct check_access_at *at, uint32_t lane, uint64_t offset, uint32_t part)
{
    const struct check_options *options = &at->check->options;
    struct check_actor actor = check_actor_of(at->check, at->me + lane, at->access);

    options->watch(options->watch_user, &actor, offset,
                   lanes_value(at->strip, &at->step->src[at->first_value + part], lane));
}

static bool written_by_group(const struct check *check, const struct check_cell *cell)
{
    return check_segment_of(cell->write) >= check->group_first ||
           check_segment_of(cell->atomic) >= check->group_first;
}

void check_record(const struct check_access_at *at, uint32_t lane, uint64_t offset, uint32_t size,
                  uint32_t part)
{
    struct check_memory *memory = at->memory;
    bool shared = at->file == DXBC_FILE_TGSM;
    uint64_t cell = offset >> memory->shift, end = (offset + size - 1) >> memory->shift;

    if (memory->written) {
        if (at->access != CHECK_WRITE && check_memory_unwritten(memory, offset, size))
            report_unwritten(at, CHECK_UNWRITTEN_RESOURCE, lane, offset);
        if (at->access != CHECK_READ)
            check_memory_written(memory, offset, size);
    }
    if (memory == at->check->watched && at->access != CHECK_READ && offset < at->check->watch_to &&
        offset + size > at->check->watch_from)
        tell_watcher(at, lane, offset, part);
    if (at->file == DXBC_FILE_RESOURCE)
        return; /* nobody writes there meanwhile */
    for (; cell <= end; cell++) {
        struct check_cell *page = memory->pages[cell / CHECK_PAGE_CELLS];

        if (!page && !(page = check_page(memory, cell / CHECK_PAGE_CELLS)))
            return;
        page += cell % CHECK_PAGE_CELLS;
        if (shared && at->access != CHECK_WRITE && !written_by_group(at->check, page))
            report_unwritten(at, CHECK_UNWRITTEN_SHARED, lane, offset);
        record_cell(at, page, lane, cell << memory->shift, part);
    }
}
