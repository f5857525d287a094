/*
 * May strips be wider than a wave? (design: "Leaving that order within a group")
 *
 * The canonical machine runs the waves of a group one after another between two barriers. Running them side
 * by side shows only through memory, so in each region every object that is written has to be one of
 *   - written by one instruction that runs once in the region, and not read;
 *   - changed by one kind of commuting atomic without results, or by any single atomic that runs once in the
 * region: its lanes take their turns in ascending order, whatever strips they are in; the same for counters;
 *   - touched at addresses that belong to one thread alone: affine in the thread's numbers, and the same
 * everywhere. Objects are g# and u# slots; whether two u# overlap in memory is only known when they are bound.
 * Messages, cycle counts and barriers in divergent flow keep waves apart throughout.
 *
 * The accesses that show the order are marked: what stands apart from them may run side by side.
 *
 * A region is what is connected without passing a barrier, whatever the direction.
 */
#include <string.h>

#include "alloc.h"
#include "atomic.h"
#include "lane_affine.h"

struct order {
    struct lane_program *program;
    const struct lane_blocks *blocks;
    struct lane_affine *affine; /* of registers */
    uint32_t *parent;           /* union-find over instructions */
    bool *again;                /* instructions that may run twice in a region */
    bool *fixed; /* registers that are written once and outside loops: one value for the whole run */
};

static struct lane_affine place_of(const struct order *o, lane_value value)
{
    return lane_affine_of(o->program, o->affine, value);
}

/* Registers that are written once and outside loops. */
static bool find_fixed(struct order *o, struct dxbc_arena *arena)
{
    uint8_t *writes = dxbc_arena_alloc(arena, o->program->reg_count, sizeof(*writes));

    o->fixed = dxbc_arena_alloc(arena, o->program->reg_count, sizeof(*o->fixed));
    if (!writes || !o->fixed)
        return false;
    for (uint32_t i = 0; i < LANE_INPUTS; i++)
        o->fixed[i] = true;
    for (uint32_t i = 0; i < o->program->instr_count; i++) {
        for (uint32_t d = 0; d < o->program->instrs[i].dst_count; d++)
            writes[o->program->instrs[i].dst[d]] += writes[o->program->instrs[i].dst[d]] < 2;
    }
    for (uint32_t i = 0, loops = 0; i < o->program->instr_count; i++) {
        const struct lane_instr *instr = &o->program->instrs[i];

        loops += instr->op == LANE_LOOP;
        loops -= instr->op == LANE_ENDLOOP;
        for (uint32_t d = 0; d < instr->dst_count; d++)
            o->fixed[instr->dst[d]] = !loops && writes[instr->dst[d]] == 1;
    }
    return true;
}

/* The smallest distance of two threads' values, 0 when two may be equal; and the largest. */
static int64_t smallest_gap(const struct order *o, struct lane_affine a, int64_t *largest)
{
    const uint32_t *size = o->program->group_size;
    int64_t reach = 0, gap = INT64_MAX, last = 0;

    *largest = 0;
    if (!a.known || a.loose)
        return 0;
    /* axes from the smallest coefficient to the largest: each has to step over all that the smaller ones
     * reach */
    for (unsigned round = 0; round < 3; round++) {
        int64_t best = INT64_MAX;
        unsigned axis = 3;

        for (unsigned k = 0; k < 3; k++) {
            int64_t coef = a.coef[k] < 0 ? -a.coef[k] : a.coef[k];
            bool done = coef < last || (coef == last && last);
            if (size[k] > 1 && !done && coef < best) {
                best = coef;
                axis = k;
            }
        }
        if (axis == 3)
            break;
        if (best <= reach)
            return 0;
        gap = best - reach < gap ? best - reach : gap;
        reach += best * (size[axis] - 1);
        last = best;
    }
    for (unsigned k = 0; k < 3; k++) { /* every axis was stepped over, no two alike */
        for (unsigned other = 0; other < 3; other++) {
            if (size[k] > 1 && (!a.coef[k] || (other != k && size[other] > 1 &&
                                               (a.coef[k] == a.coef[other] || a.coef[k] == -a.coef[other]))))
                return 0;
        }
    }
    *largest = reach;
    return gap;
}

/* ---- regions ---- */

static uint32_t find(struct order *o, uint32_t i)
{
    while (o->parent[i] != i) {
        o->parent[i] = o->parent[o->parent[i]];
        i = o->parent[i];
    }
    return i;
}

/* Numbers the sets in the order of their first instructions. */
static bool number_regions(struct order *o)
{
    struct lane_program *program = o->program;
    uint32_t count = program->instr_count, regions = 0;

    for (uint32_t i = 0; i < count; i++)
        regions += find(o, i) == i;
    program->regions = dxbc_arena_alloc(program->arena, regions, sizeof(*program->regions));
    if (!program->regions)
        return false;
    for (uint32_t i = 0; i < count; i++)
        program->instrs[i].region = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        struct lane_instr *first = &program->instrs[find(o, i)];

        if (first->region == UINT32_MAX)
            first->region = program->region_count++;
        program->instrs[i].region = first->region;
    }
    return true;
}

static bool find_regions(struct order *o, struct dxbc_arena *arena)
{
    uint32_t count = o->program->instr_count;

    o->parent = dxbc_arena_alloc(arena, count, sizeof(*o->parent));
    if (!o->parent)
        return false;
    for (uint32_t i = 0; i < count; i++)
        o->parent[i] = i;
    for (uint32_t i = 0; i < o->program->preamble; i++)
        o->parent[i] = o->program->preamble;
    for (uint32_t b = 0; b < o->blocks->count; b++) {
        const struct lane_block *block = &o->blocks->list[b];

        for (uint32_t i = block->first; i + 1 < block->end; i++) {
            if (o->program->instrs[i].op != LANE_BARRIER)
                o->parent[find(o, i)] = find(o, i + 1);
        }
        for (uint32_t k = 0; k < block->next_count; k++) {
            if (o->program->instrs[block->end - 1].op != LANE_BARRIER)
                o->parent[find(o, block->end - 1)] = find(o, o->blocks->list[block->next[k]].first);
        }
    }
    return number_regions(o);
}

/* Does each round of the loop pass a barrier? One that stands right in its body, and nothing that jumps over
 * it. */
static bool passes_barrier(const struct lane_program *program, uint32_t loop)
{
    uint32_t depth = 0;

    for (uint32_t i = loop + 1; i < (uint32_t)program->instrs[loop].target; i++) {
        const struct lane_instr *instr = &program->instrs[i];
        uint16_t op = instr->op;

        if ((op == LANE_CONTINUE || op == LANE_CONTINUEC) && instr->target == program->instrs[loop].target)
            return false;
        if (op == LANE_BARRIER && depth == 0)
            return true;
        depth += op == LANE_IF || op == LANE_LOOP || op == LANE_SWITCH;
        depth -= op == LANE_ENDIF || op == LANE_ENDLOOP || op == LANE_ENDSWITCH;
    }
    return false;
}

static bool find_repeats(struct order *o, struct dxbc_arena *arena)
{
    o->again = dxbc_arena_alloc(arena, o->program->instr_count, sizeof(*o->again));
    if (!o->again)
        return false;
    for (uint32_t i = 0; i < o->program->instr_count; i++) {
        if (o->program->instrs[i].op != LANE_LOOP || passes_barrier(o->program, i))
            continue;
        for (uint32_t k = i; k < (uint32_t)o->program->instrs[i].target; k++)
            o->again[k] = true;
    }
    return true;
}

/* ---- objects ---- */

enum { MOST_PLACES = 32 };

/* What happens to one object in one region. */
struct use {
    uint32_t reads, writes, atomics;
    bool repeated;    /* a write or an atomic may run twice */
    bool kept, mixed; /* atomics: a result is used; kinds that do not commute */
    uint32_t atomic_kind;
    bool shared_place; /* some address may be another thread's as well */
    const struct lane_instr *first;
    uint32_t place_count;
    int64_t places[MOST_PLACES]; /* constants of the addresses so far */
};

static const struct lane_resource *resource_of(const struct order *o, const struct lane_instr *instr)
{
    return &o->program->resources[instr->resource];
}

/* Words from an access's address on that it may touch. */
static int64_t span_of(const struct lane_instr *instr)
{
    uint32_t first = instr->op == LANE_LOAD ? 0 : 1,
             count = instr->op == LANE_LOAD ? instr->dst_count : instr->src_count - first;
    int64_t span = 1;

    for (uint32_t i = 0; i < count && i < 4; i++)
        span = instr->place[i] + 1 > span ? instr->place[i] + 1 : span;
    return span;
}

/* Where an access goes: structures and elements by number, with the offset for structures that are arrays
 * themselves in bytes, and so is raw memory. Not known for what may be another thread's in another round:
 * every register in it has to be computed once, outside loops. */
struct spot {
    struct lane_affine at;
    bool bytes;
    int64_t width; /* units from there on that may be touched */
};

static bool is_fixed(const struct order *o, lane_value value)
{
    lane_value base;

    if (lane_is_constant(value))
        return true;
    base = o->affine[value].base;
    return o->fixed[value] && (base == LANE_NONE || base == value || o->fixed[base]);
}

static struct spot spot_of(const struct order *o, const struct lane_instr *instr)
{
    struct spot spot = {.at = place_of(o, instr->src[0]), .width = 1};
    bool words = instr->op == LANE_LOAD || instr->op == LANE_STORE;

    if (instr->op == LANE_ATOMIC || (!words && resource_of(o, instr)->dimension != DXBC_DIM_BUFFER) ||
        !is_fixed(o, instr->src[0])) {
        spot.at.known = false;
        return spot;
    }
    if (!words || (instr->flags & LANE_STRUCTURED && lane_is_constant(instr->src[1])))
        return spot;
    spot.bytes = true;
    spot.width = 4 * span_of(instr);
    if (instr->flags & LANE_STRUCTURED) {
        spot.at = lane_affine_sum(place_of(o, instr->src[1]), spot.at, resource_of(o, instr)->stride,
                                  LANE_NONE - 1);
        spot.at.known &= is_fixed(o, instr->src[1]) && spot.at.base != LANE_NONE - 1;
    }
    return spot;
}

/* Does no other thread come near the places of the object so far? */
static bool is_own(const struct order *o, struct use *use, const struct lane_instr *instr)
{
    struct spot spot = spot_of(o, instr), first = spot_of(o, use->first);
    int64_t gap, reach;

    if (!spot.at.known || !first.at.known || use->place_count == MOST_PLACES || spot.bytes != first.bytes ||
        spot.at.base != first.at.base || spot.at.scale != first.at.scale ||
        memcmp(spot.at.coef, first.at.coef, sizeof(spot.at.coef)) != 0 ||
        resource_of(o, instr)->slot != resource_of(o, use->first)->slot)
        return false;
    gap = smallest_gap(o, spot.at, &reach);
    use->places[use->place_count++] = spot.at.constant;
    for (uint32_t i = 0; i < use->place_count; i++) {
        int64_t apart = spot.at.constant - use->places[i], width = spot.bytes ? 4 * 4 : 1;

        if (apart == 0)
            width = spot.width;
        if (spot.bytes && (apart | spot.at.coef[0] | spot.at.coef[1] | spot.at.coef[2]) & 3)
            width += 3; /* the low bits of addresses do not count */
        if (apart < 0)
            apart = -apart;
        if (apart + width > gap && apart < reach + width)
            return false;
    }
    return gap > 0;
}

static void note_access(const struct order *o, struct use *use, uint32_t at)
{
    const struct lane_instr *instr = &o->program->instrs[at];

    if (!use->first)
        use->first = instr;
    use->shared_place |= !is_own(o, use, instr);
    if (instr->op == LANE_LOAD || instr->op == LANE_LOAD_TYPED) {
        use->reads++;
    } else if (instr->op == LANE_ATOMIC) {
        bool commutes = instr->imm != ATOMIC_EXCHANGE && instr->imm != ATOMIC_COMPARE_EXCHANGE;
        use->mixed |= !commutes || (use->atomics && use->atomic_kind != instr->imm);
        use->kept |= instr->dst_count > 0;
        use->atomic_kind = instr->imm;
        use->atomics++;
        use->repeated |= o->again[at];
    } else {
        use->writes++;
        use->repeated |= o->again[at];
    }
}

static bool shows_order(const struct use *use)
{
    if (!use->writes && !use->atomics)
        return false;
    if (!use->shared_place)
        return false;
    if (use->atomics)
        return use->reads || use->writes ||
               ((use->kept || use->mixed) && (use->atomics > 1 || use->repeated));
    return use->reads || use->writes > 1 || use->repeated;
}

static bool same_object(const struct lane_resource *a, const struct lane_resource *b, bool apart)
{
    return a->file == b->file && (a->slot == b->slot || (a->file == DXBC_FILE_UAV && !apart));
}

/* Which words of a structure an access touches, whatever the structure; false: not known. */
static bool field_of(const struct order *o, const struct lane_instr *instr, uint32_t *first, uint32_t *end)
{
    if (!(instr->flags & LANE_STRUCTURED) || !lane_is_constant(instr->src[1]))
        return false;
    *first = o->program->constants[instr->src[1] & ~LANE_CONSTANT] / 4;
    *end = *first + (uint32_t)span_of(instr);
    return true;
}

/* Does whatever meets b meet a? */
static bool covers(const struct order *o, const struct lane_instr *a, const struct lane_instr *b)
{
    uint32_t first[2], end[2];

    return !field_of(o, a, &first[0], &end[0]) ||
           (resource_of(o, a)->slot == resource_of(o, b)->slot && field_of(o, b, &first[1], &end[1]) &&
            first[0] == first[1] && end[0] == end[1]);
}

/* Different fields of the structures in one slot: no two threads meet, whichever structures they take. */
static bool fields_apart(const struct order *o, const struct lane_instr *a, const struct lane_instr *b)
{
    uint32_t first[2], end[2];

    return resource_of(o, a)->slot == resource_of(o, b)->slot && field_of(o, a, &first[0], &end[0]) &&
           field_of(o, b, &first[1], &end[1]) && (end[0] <= first[1] || end[1] <= first[0]);
}

/* Looks at the object of instruction `at` within its region, once: from the first access to all that it
 * touches. */
static bool object_shows_order(const struct order *o, uint32_t at, bool apart)
{
    const struct lane_instr *subject = &o->program->instrs[at];
    const struct lane_resource *resource = resource_of(o, subject);
    struct use use = {.reads = 0};

    for (uint32_t i = o->program->preamble; i < o->program->instr_count; i++) {
        const struct lane_instr *instr = &o->program->instrs[i];

        if (!lane_is_access(instr->op) || instr->region != o->program->instrs[at].region ||
            !same_object(resource, resource_of(o, instr), apart) || fields_apart(o, instr, subject))
            continue;
        if (i < at && covers(o, instr, subject))
            return false;
        note_access(o, &use, i);
    }
    return shows_order(&use);
}

/* The accesses among which the order of waves shows. */
static void mark_object(const struct order *o, uint32_t at)
{
    const struct lane_instr *subject = &o->program->instrs[at];

    for (uint32_t i = o->program->preamble; i < o->program->instr_count; i++) {
        struct lane_instr *instr = &o->program->instrs[i];

        if (instr->region == subject->region && lane_is_access(instr->op) == lane_is_access(subject->op) &&
            (lane_is_access(instr->op) || instr->op == LANE_COUNTER) &&
            same_object(resource_of(o, subject), resource_of(o, instr), true) &&
            (instr->op == LANE_COUNTER || !fields_apart(o, instr, subject)))
            instr->in_order = true;
    }
}

/* Counters whose values are used, by more than one instruction or several times. */
static bool counter_shows_order(const struct order *o, uint32_t at, bool apart)
{
    const struct lane_instr *instr = &o->program->instrs[at];

    if (!instr->dst_count)
        return false;
    if (o->again[at])
        return true;
    for (uint32_t k = o->program->preamble; k < o->program->instr_count; k++) {
        const struct lane_instr *other = &o->program->instrs[k];

        if (k != at && other->op == LANE_COUNTER && other->region == instr->region &&
            same_object(resource_of(o, instr), resource_of(o, other), apart))
            return true;
    }
    return false;
}

static bool instr_shows_order(const struct order *o, uint32_t at, bool apart)
{
    const struct lane_instr *instr = &o->program->instrs[at];

    if (instr->op == LANE_COUNTER)
        return counter_shows_order(o, at, apart);
    return lane_is_access(instr->op) && resource_of(o, instr)->file != DXBC_FILE_RESOURCE &&
           object_shows_order(o, at, apart);
}

/* The same in all active lanes of a wave, but not of the group: what a wave reads in a region where another one
 * may just have written it. */
static bool reads_of_wave(const struct lane_instr *instr)
{
    return (instr->op == LANE_LOAD || instr->op == LANE_LOAD_TYPED) && instr->flags & LANE_UNIFORM &&
           instr->in_order;
}

/* Could waves part where flow looks uniform, or take different values across a barrier? */
static bool waves_differ(const struct lane_program *program, bool *of_wave)
{
    bool again = true;

    while (again) {
        again = false;
        for (uint32_t i = program->preamble; i < program->instr_count; i++) {
            const struct lane_instr *instr = &program->instrs[i];
            bool reads = lane_reads_any(instr, of_wave);

            if (reads && instr->op >= LANE_IF && instr->op <= LANE_RETC)
                return true;
            for (uint32_t d = 0; d < instr->dst_count; d++) {
                lane_value reg = instr->dst[d];

                if (of_wave[reg] || !program->regs[reg].uniform ||
                    (!reads && !reads_of_wave(instr)))
                    continue;
                if (program->regs[reg].crosses)
                    return true;
                of_wave[reg] = again = true;
            }
        }
    }
    return false;
}

static bool find_widths(const struct order *o, struct dxbc_arena *arena)
{
    struct lane_program *program = o->program;
    bool *of_wave = dxbc_arena_alloc(arena, program->reg_count, sizeof(*of_wave));

    if (!of_wave)
        return false;
    for (uint32_t i = 0; i < program->region_count; i++)
        program->regions[i] = (struct lane_region){.wide = true};
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        struct lane_region *region = &program->regions[program->instrs[i].region];
        bool shows = instr_shows_order(o, i, true), shows_if_overlapping = instr_shows_order(o, i, false);

        if (shows)
            mark_object(o, i);
        region->wide &= !shows;
        region->wide_if_apart |= shows_if_overlapping;
        program->overlap_shows |= shows_if_overlapping && !shows;
    }
    program->order_known = true;
    program->waves_agree = !waves_differ(program, of_wave);
    if (!program->waves_agree) {
        for (uint32_t i = 0; i < program->region_count; i++)
            program->regions[i].wide = false;
    } else if (!lane_find_hopes(program, o->again, arena)) {
        return false;
    }
    program->wide = true;
    for (uint32_t i = 0; i < program->region_count; i++) {
        program->regions[i].wide_if_apart &= program->regions[i].wide;
        program->wide &= program->regions[i].wide;
        program->wide_if_apart |= program->regions[i].wide_if_apart;
    }
    return true;
}

/* ---- what keeps waves apart whatever memory says ---- */

static bool keeps_waves(const struct lane_program *program, const struct lane_constructs *constructs)
{
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (instr->op == LANE_MESSAGE || instr->op == LANE_CYCLES)
            return true;
        if ((lane_is_access(instr->op) || instr->op == LANE_COUNTER) && instr->flags & LANE_SLOT &&
            program->resources[instr->resource].file == DXBC_FILE_UAV)
            return true; /* which object it is depends on the thread */
        for (uint32_t k = 0; instr->op == LANE_BARRIER && k < constructs->count; k++) {
            const struct lane_construct *construct = &constructs->list[k];
            if (construct->divergent && construct->open < i && i < construct->close)
                return true;
        }
    }
    return false;
}

/* All that programs need about which nothing is known. */
bool lane_one_region(struct lane_program *program)
{
    program->regions = dxbc_arena_alloc(program->arena, 1, sizeof(*program->regions));
    program->region_count = 1;
    return program->regions;
}

bool lane_find_order(struct lane_program *program, const struct lane_blocks *blocks,
                     struct lane_affine *affine, struct dxbc_arena *arena)
{
    struct order o = {.program = program, .blocks = blocks, .affine = affine};
    struct lane_constructs constructs;

    if (!lane_find_constructs(program, blocks, arena, &constructs))
        return false;
    lane_find_divergence(program, &constructs);
    if (keeps_waves(program, &constructs))
        return lane_one_region(program);
    if (!find_fixed(&o, arena) || !find_regions(&o, arena) || !find_repeats(&o, arena))
        return false;
    return find_widths(&o, arena);
}
