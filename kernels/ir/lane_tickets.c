/*
 * Where the order of groups shows (design: "Leaving it between groups"), and for how long.
 *
 * The objects are the memory of each u# and its counter, and messages. An object shows the order of groups
 * when
 *   - a counter's value is used, or an old value of its atomics;
 *   - an atomic's outcome depends on who comes last: exchange, compare and store;
 *   - it has atomics of two kinds that do not commute, say add and max;
 *   - it is a message: texts come out in group order.
 * Each such object has a ticket: a group waits for it before its first operation on the object, and passes it
 * on behind the last. What is ordered object by object is as good as ordered altogether, for groups that know
 * of each other only through these operations. Views of u# that overlap in memory make one object of several,
 * which is found out when they are bound.
 *
 * The last operation, when no loop repeats it, has a PASS right behind it, and what encloses it has one behind
 * its end, for the lanes that go another way.
 */
#include <string.h>

#include "alloc.h"
#include "atomic.h"
#include "kernel.h"
#include "lane_passes.h"

enum sort { SORT_MEMORY, SORT_COUNTER, SORT_MESSAGE };

/* What is known of one object. */
struct object {
    enum sort sort;
    uint32_t slot;
    bool seen, kept, mixed;
    uint32_t kind; /* of its atomics so far */
    bool ordered;
    uint32_t ticket;
};

/* Instructions of one ticket; the places are instructions that a PASS follows, or LANE_NONE. */
struct hold {
    uint32_t first, last;
    uint32_t inside, behind;
};

struct tickets {
    struct lane_program *program;
    struct object *objects;
    uint32_t count;
    bool merged; /* all slots of u# are one */
};

/* ---- objects ---- */

static bool is_candidate(const struct lane_program *program, const struct lane_instr *instr)
{
    return instr->op == LANE_MESSAGE || instr->op == LANE_COUNTER ||
           (instr->op == LANE_ATOMIC && program->resources[instr->resource].file == DXBC_FILE_UAV);
}

static struct object *object_of(struct tickets *t, const struct lane_instr *instr)
{
    enum sort sort = instr->op == LANE_MESSAGE   ? SORT_MESSAGE
                     : instr->op == LANE_COUNTER ? SORT_COUNTER
                                                 : SORT_MEMORY;
    uint32_t slot = sort == SORT_MESSAGE || t->merged ? 0 : t->program->resources[instr->resource].slot;

    for (uint32_t i = 0; i < t->count; i++) {
        if (t->objects[i].sort == sort && t->objects[i].slot == slot)
            return &t->objects[i];
    }
    t->objects[t->count] = (struct object){.sort = sort, .slot = slot};
    return &t->objects[t->count++];
}

static void note(struct object *object, const struct lane_instr *instr)
{
    bool last_wins = object->sort == SORT_MEMORY &&
                     (instr->imm == ATOMIC_EXCHANGE || instr->imm == ATOMIC_COMPARE_EXCHANGE);

    object->kept |= instr->dst_count > 0 || object->sort == SORT_MESSAGE;
    object->mixed |=
        last_wins || (object->sort == SORT_MEMORY && object->seen && object->kind != instr->imm);
    object->kind = instr->imm;
    object->seen = true;
    object->ordered = object->kept || object->mixed;
}

static void find_objects(struct tickets *t, bool merged)
{
    t->merged = merged;
    t->count = 0;
    for (uint32_t i = 0; i < t->program->instr_count; i++) {
        const struct lane_instr *instr = &t->program->instrs[i];

        if (is_candidate(t->program, instr))
            note(object_of(t, instr), instr);
    }
}

static bool any_ordered(const struct tickets *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->objects[i].ordered)
            return true;
    }
    return false;
}

/* Is some slot known only when the program runs? */
static bool has_computed_slot(const struct lane_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (program->instrs[i].flags & LANE_SLOT && is_candidate(program, &program->instrs[i]))
            return true;
    }
    return false;
}

static void give_tickets(struct tickets *t)
{
    struct lane_program *program = t->program;

    for (uint32_t i = 0; i < t->count; i++) {
        if (!t->objects[i].ordered)
            continue;
        t->objects[i].ticket = program->ticket_count;
        program->ticket_count += program->ticket_count + 1 < KERNEL_TICKETS; /* the last one is shared */
    }
    program->ticket_count += any_ordered(t) && program->ticket_count + 1 == KERNEL_TICKETS;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        struct lane_instr *instr = &program->instrs[i];

        if (!is_candidate(program, instr) || !object_of(t, instr)->ordered)
            continue;
        instr->flags |= LANE_ORDERED;
        instr->ticket = (uint8_t)object_of(t, instr)->ticket;
    }
}

/* ---- for how long ---- */

static int32_t depth_change(uint16_t op)
{
    return (op == LANE_IF || op == LANE_LOOP || op == LANE_SWITCH) -
           (op == LANE_ENDIF || op == LANE_ENDLOOP || op == LANE_ENDSWITCH);
}

/* Where PASS stands for the operations from hold->first to hold->last: what encloses the last one decides. */
static void find_places(const struct lane_program *program, struct hold *hold)
{
    int32_t depth = 0, loops = 0;
    uint32_t i;

    for (i = program->preamble; i <= hold->last; i++) {
        depth += depth_change(program->instrs[i].op);
        loops += (program->instrs[i].op == LANE_LOOP) - (program->instrs[i].op == LANE_ENDLOOP);
    }
    hold->inside = loops ? LANE_NONE : hold->last;
    hold->behind = LANE_NONE;
    for (; depth; i++) {
        depth += depth_change(program->instrs[i].op);
        hold->behind = i;
    }
}

/* A guess at the work of instructions: loops go round a few times. */
static uint64_t work_of(const struct lane_program *program, uint32_t from, uint32_t end)
{
    enum { ROUNDS = 3, DEEPEST = 4 };
    uint64_t work = 0;
    uint32_t loops = 0;

    for (uint32_t i = program->preamble; i < end; i++) {
        loops += program->instrs[i].op == LANE_LOOP;
        loops -= program->instrs[i].op == LANE_ENDLOOP;
        if (i >= from)
            work += UINT64_C(1) << ROUNDS * (loops < DEEPEST ? loops : DEEPEST);
    }
    return work;
}

/* An operation in a loop holds its ticket for the whole of the outermost loop. */
static uint32_t start_of(const struct lane_program *program, uint32_t at)
{
    uint32_t loops = 0, start = at;

    for (uint32_t i = program->preamble; i < at; i++) {
        if (program->instrs[i].op == LANE_LOOP && !loops++)
            start = i;
        loops -= program->instrs[i].op == LANE_ENDLOOP;
    }
    return loops ? start : at;
}

static void find_holds(struct lane_program *program, struct hold *holds)
{
    uint64_t all = work_of(program, program->preamble, program->instr_count);

    for (uint32_t n = 0; n < program->ticket_count; n++) {
        struct hold *hold = &holds[n];
        uint64_t held;

        hold->first = LANE_NONE;
        for (uint32_t i = 0; i < program->instr_count; i++) {
            if (!(program->instrs[i].flags & LANE_ORDERED) || program->instrs[i].ticket != n)
                continue;
            hold->first = hold->first == LANE_NONE ? i : hold->first;
            hold->last = i;
        }
        find_places(program, hold);
        held = work_of(program, start_of(program, hold->first),
                       (hold->inside != LANE_NONE ? hold->inside : hold->behind) + 1);
        if (100 * held / all > program->ticket_share)
            program->ticket_share = (uint32_t)(100 * held / all);
    }
}

static bool put_passes(struct lane_program *program, const struct hold *holds)
{
    struct lane_instr *old = program->instrs;
    uint32_t count = program->instr_count;

    program->instrs = NULL;
    program->instr_count = program->instr_room = 0;
    for (uint32_t i = 0; i < count; i++) {
        *lane_append(program, old[i].op, 0, 0, 0) = old[i];
        for (uint32_t n = 0; n < program->ticket_count; n++) {
            if (holds[n].inside == i || holds[n].behind == i)
                lane_append(program, LANE_PASS, 0, 0, old[i].origin)->imm = n;
        }
    }
    lane_link(program);
    return !program->out_of_memory;
}

bool lane_find_tickets(struct lane_program *program, struct dxbc_arena *arena)
{
    struct tickets t = {.program = program};
    struct hold holds[KERNEL_TICKETS];

    t.objects = dxbc_arena_alloc(arena, program->instr_count, sizeof(*t.objects));
    if (!t.objects)
        return false;
    find_objects(&t, true);
    program->ordered_if_overlapping = any_ordered(&t);
    find_objects(&t, has_computed_slot(program));
    give_tickets(&t);
    program->ticket_share = 100; /* subroutines: until the group ends */
    if (!program->ticket_count || program->has_calls)
        return true;
    program->ticket_share = 0;
    find_holds(program, holds);
    return put_passes(program, holds);
}
