/*
 * The checks' frame: kinds, findings and their counts, dispatches and groups.
 */
#include "check_state.h"

#include <stdlib.h>
#include <string.h>

#include "format.h"

/* ---- kinds ---- */

enum { LEVEL_NOTE = CHECK_LEVEL_NOTE, LEVEL_WARNING = CHECK_LEVEL_WARNING, LEVEL_ERROR = CHECK_LEVEL_ERROR };

static const struct check_kind_info kinds[CHECK_KIND_COUNT] = {
#define CHECK_KIND(name, text, level, on, sentence)                                                          \
    [CHECK_##name] = {text, sentence, CHECK_LEVEL_##level, on},
#include "check_kinds.def"
#undef CHECK_KIND
};

const struct check_kind_info *check_kind_info(enum check_kind kind)
{
    return &kinds[kind];
}

uint32_t check_kinds_by_default(void)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < CHECK_KIND_COUNT; i++)
        bits |= kinds[i].on ? CHECK_BIT(i) : 0;
    return bits;
}

enum check_kind check_kind_by_text(const char *text, size_t length)
{
    for (unsigned i = 0; i < CHECK_KIND_COUNT; i++) {
        if (strlen(kinds[i].text) == length && !memcmp(kinds[i].text, text, length))
            return (enum check_kind)i;
    }
    return CHECK_KIND_COUNT;
}

/* ---- life ---- */

struct check *check_create(const struct check_options *options)
{
    struct check *check = calloc(1, sizeof(*check));

    if (!check)
        return NULL;
    check->options = *options;
    check->next_segment = 1;
    return check;
}

void check_destroy(struct check *check)
{
    if (!check)
        return;
    while (check->memories)
        check_memory_destroy(check->memories);
    free(check->findings);
    free(check->table);
    free(check->groups);
    free(check->array_stamps);
    free(check);
}

/* ---- findings ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* Pairs of one sort count as one whichever side came first. */
static uint64_t hash_of(const struct check_finding *finding)
{
    uint64_t a = finding->first.instruction, b = finding->second.instruction;
    uint64_t hash = mix(finding->kind, a < b ? a << 32 | b : b << 32 | a);

    return mix(mix(mix(hash, finding->shader), finding->object),
               (uint64_t)finding->file << 32 | finding->slot);
}

static bool alike(const struct check_finding *a, const struct check_finding *b)
{
    bool same =
        a->first.instruction == b->first.instruction && a->second.instruction == b->second.instruction;
    bool swapped =
        a->first.instruction == b->second.instruction && a->second.instruction == b->first.instruction;

    return a->kind == b->kind && a->shader == b->shader && a->object == b->object && a->file == b->file &&
           a->slot == b->slot && (same || swapped);
}

static bool grow(struct check *check)
{
    uint32_t room = check->finding_room ? 2 * check->finding_room : 64, size = 4 * room;
    struct check_finding *findings = realloc(check->findings, room * sizeof(*findings));
    uint32_t *table = calloc(size, sizeof(*table));

    if (findings)
        check->findings = findings;
    if (!findings || !table) {
        free(table);
        return false;
    }
    for (uint32_t i = 0; i < check->finding_count; i++) {
        uint32_t at = (uint32_t)hash_of(&findings[i]) & (size - 1);

        while (table[at])
            at = (at + 1) & (size - 1);
        table[at] = i + 1;
    }
    free(check->table);
    check->table = table;
    check->table_size = size;
    check->finding_room = room;
    return true;
}

void check_add_counted(struct check *check, const struct check_finding *finding, uint64_t count)
{
    uint32_t at;

    if (!check_wants(check, finding->kind))
        return;
    if (check->finding_count == check->finding_room && !grow(check)) {
        check->failed = true;
        return;
    }
    at = (uint32_t)hash_of(finding) & (check->table_size - 1);
    for (; check->table[at]; at = (at + 1) & (check->table_size - 1)) {
        struct check_finding *there = &check->findings[check->table[at] - 1];

        if (alike(there, finding)) {
            there->count += count;
            if (check->whole && finding->when < there->when) { /* groups of a part may come in any order */
                uint64_t counted = there->count;

                *there = *finding;
                there->count = counted;
            }
            return;
        }
    }
    check->table[at] = check->finding_count + 1;
    check->findings[check->finding_count] = *finding;
    check->findings[check->finding_count++].count = count;
}

void check_add(struct check *check, const struct check_finding *finding)
{
    enum { MOST_FINDINGS = (1 << 24) - 1 };
    struct check_finding timed = *finding;

    timed.when = check->group_linear << 24 | check->group_findings;
    check->group_findings += check->group_findings < MOST_FINDINGS;
    check_add_counted(check, &timed, 1);
}

uint32_t check_finding_count(const struct check *check)
{
    return check->finding_count;
}

const struct check_finding *check_finding(const struct check *check, uint32_t index)
{
    return &check->findings[index];
}

/* ---- dispatches ---- */

/* Cells are as fine as the finest element of any view that writes to the object. */
static bool choose_cells(const struct check_slots *slots, const struct bindings *bindings)
{
    for (uint32_t i = 0; i < KERNEL_UAVS; i++) {
        uint32_t shift = 2;

        if (!slots->uavs[i])
            continue;
        for (uint32_t k = 0; k < KERNEL_UAVS; k++) {
            const struct format_info *format = bindings->uavs[k].format;

            if (slots->uavs[k] != slots->uavs[i] || !format)
                continue;
            if (format->block_bytes % 4)
                shift = format->block_bytes % 2 ? 0 : shift < 1 ? shift : 1;
        }
        if (!check_memory_set_shift(slots->uavs[i], shift))
            return false;
    }
    return true;
}

static uint32_t array_words(const struct lane_program *program)
{
    uint32_t words = 0;

    for (uint32_t i = 0; i < program->array_count; i++)
        words += 4 * program->arrays[i].count;
    return words;
}

bool check_make_stamps(struct check *check)
{
    size_t stamps = (size_t)array_words(check->lanes->program) * CHECK_POSITIONS;

    free(check->array_stamps);
    check->array_stamps = calloc(stamps ? stamps : 1, sizeof(*check->array_stamps));
    return check->array_stamps;
}

/* Segments are 32 bits wide: long before they wrap, everything begins anew. */
static void begin_time(struct check *check)
{
    if (check->next_segment < UINT32_MAX / 2)
        return;
    for (struct check_memory *memory = check->memories; memory; memory = memory->next) {
        for (uint64_t i = 0; i < memory->page_count; i++) {
            if (memory->pages[i])
                memset(memory->pages[i], 0, CHECK_PAGE_CELLS * sizeof(struct check_cell));
        }
    }
    check->next_segment = 1;
}

/* The element that options.watch wants to hear of. */
static void find_watched(struct check *check, const struct check_slots *slots,
                         const struct bindings *bindings)
{
    uint32_t slot = check->options.watch_slot;
    const struct kernel_view *view = slot < KERNEL_UAVS ? &bindings->uavs[slot] : NULL;
    uint64_t size;

    check->watched = NULL;
    if (!check->options.watch || !view || !slots->uavs[slot])
        return;
    size = view->kind == KERNEL_VIEW_STRUCTURED_BUFFER ? view->stride
           : view->format                              ? view->format->block_bytes
                                                       : 4;
    check->watched = slots->uavs[slot];
    check->watch_from = (uint64_t)(view->data - check->watched->data) + check->options.watch_element * size;
    check->watch_to = check->watch_from + size;
}

bool check_begin(struct check *check, const struct kernel *kernel, uint64_t shader,
                 const struct check_slots *slots, const struct bindings *bindings, struct check_trace *trace)
{
    const struct lanes_kernel *lanes = kernel_lanes(kernel);
    begin_time(check);
    check->kernel = kernel;
    check->lanes = lanes;
    check->shader = shader;
    check->slots = slots;
    check->trace = trace;
    check->dispatch_first = check->next_segment;
    check->group_number = 0;
    check->incomplete = check->failed = false;
    for (uint32_t i = 0; i < KERNEL_UAVS; i++)
        check->counters[i] =
            (struct check_counter){.instruction = {CHECK_NO_INSTRUCTION, CHECK_NO_INSTRUCTION}};
    if (!slots)
        return true;
    check_memory_destroy(check->shared);
    check->shared = check_memory_create(check, 0, NULL, lanes->shared_bytes, true);
    find_watched(check, slots, bindings);
    return check->shared && choose_cells(slots, bindings) && check_make_stamps(check);
}

void check_retrace(struct check *check, struct check_trace *trace)
{
    check->slots = NULL;
    check->trace = trace;
}

bool check_failed(const struct check *check)
{
    return __atomic_load_n(&check->failed, __ATOMIC_RELAXED);
}

static bool begin_group(struct check *check, const uint32_t id[3])
{
    if (check->group_number == check->group_room) {
        uint32_t room = check->group_room ? 2 * check->group_room : 256;
        struct check_group *groups = realloc(check->groups, room * sizeof(*groups));

        if (!groups) {
            check->failed = true;
            return false;
        }
        check->groups = groups;
        check->group_room = room;
    }
    check->groups[check->group_number++] = (struct check_group){check->next_segment, {id[0], id[1], id[2]}};
    check->group_first = check->next_segment;
    memset(check->passed, 0, sizeof(check->passed));
    check->last_barrier = CHECK_NO_INSTRUCTION;
    check->group_findings = 0;
    return true;
}

/* Some strips passed more barriers than others: theirs ended earlier. */
static void end_group(struct check *check, bool complete)
{
    uint32_t most = 0, fewest = UINT32_MAX, lacks = 0;

    for (uint32_t i = 0; i < check->lanes->strip_count; i++) {
        uint32_t passed = check->passed[i * check->lanes->words];

        most = passed > most ? passed : most;
        if (passed < fewest) {
            fewest = passed;
            lacks = i;
        }
    }
    check->next_segment = check->group_first + most + 1;
    if (complete && fewest < most && check->slots) {
        uint64_t slot = (uint64_t)check->group_first << 32 | check->last_barrier << CHECK_POSITION_BITS |
                        lacks * check->lanes->width;
        struct check_finding finding = {.kind = CHECK_DIVERGENT_BARRIER,
                                        .shader = check->shader,
                                        .first.instruction = CHECK_NO_INSTRUCTION,
                                        .second = check_actor_of(check, slot, CHECK_NO_ACCESS)};
        check_add(check, &finding);
    }
}

static void on_message(void *user, bool error, const char *text)
{
    const struct check *check = user;

    if (check->dispatch->message && check->slots)
        check->dispatch->message(check->dispatch->user, error, text);
}

static void on_event(void *user, enum kernel_event event, uint32_t instruction, const uint32_t group[3])
{
    struct check *check = user;
    struct check_finding finding = {
        .shader = check->shader,
        .first.instruction = CHECK_NO_INSTRUCTION,
        .second = {instruction, {group[0], group[1], group[2]}, {0}, CHECK_NO_ACCESS}};

    if (!check->slots)
        return; /* was told when it was watched */
    if (event == KERNEL_EVENT_DIVERGENT_BARRIER || event == KERNEL_EVENT_VIEW_MISMATCH) {
        finding.kind = event == KERNEL_EVENT_VIEW_MISMATCH ? CHECK_VIEW_MISMATCH : CHECK_DIVERGENT_BARRIER;
        check_add(check, &finding);
        return; /* the finding says it */
    }
    if (check->dispatch->event)
        check->dispatch->event(check->dispatch->user, event, instruction, group);
}

enum kernel_status check_run_group(struct check *check, const struct kernel *kernel,
                                   const struct kernel_dispatch *dispatch, const uint32_t group[3],
                                   void *scratch, uint32_t *instruction)
{
    struct kernel_dispatch watched = *dispatch;
    enum kernel_status status;

    check->dispatch = dispatch;
    check->group_linear =
        ((uint64_t)group[2] * dispatch->group_count[1] + group[1]) * dispatch->group_count[0] + group[0];
    watched.user = check;
    watched.message = on_message;
    watched.event = on_event;
    watched.take_ticket = NULL; /* one group at a time */
    watched.pass_ticket = NULL;
    watched.check = check;
    *instruction = 0;
    if (!begin_group(check, group))
        return KERNEL_STOPPED;
    status = kernel_run_group(kernel, &watched, group, scratch, instruction);
    end_group(check, status == KERNEL_DONE);
    return status;
}
