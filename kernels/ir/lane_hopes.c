/*
 * Narrow regions that may well run wide: the analysis cannot show that nobody sees the order of waves, but in
 * most groups nobody does. An executor may then run the region wide while it watches the accesses that could
 * show the order (lane_instr.in_order), and run the group anew, narrow, when two waves have met.
 *
 * Two ways to watch. Stores apart: the region only stores to u#, which the program never reads, so it is enough
 * that stores of several instructions or rounds do not meet. Waves apart: nothing that one wave writes is read
 * or written by another one. Until it is known that they have met, a wave may then hold values that it would
 * never have read: no write to u# may follow such a read while there are stores to come that could tell, and no
 * loop may go on by such values, for it might never end.
 */
#include "alloc.h"
#include "lane_passes.h"

static bool is_uav(const struct lane_program *program, const struct lane_instr *instr)
{
    return program->resources[instr->resource].file == DXBC_FILE_UAV;
}

/* Does the program do nothing to u# but store to them? Then a group may be run twice. */
static bool only_stores(const struct lane_program *program)
{
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];
        bool stores = instr->op == LANE_STORE || instr->op == LANE_STORE_TYPED;

        if ((lane_is_access(instr->op) || instr->op == LANE_COUNTER) && !stores && is_uav(program, instr))
            return false;
    }
    return true;
}

static void find_stores_apart(struct lane_program *program)
{
    for (uint32_t i = 0; i < program->region_count; i++)
        program->regions[i].wide_if_stores_apart = !program->regions[i].wide;
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (instr->in_order && (instr->op != LANE_STORE || !is_uav(program, instr)))
            program->regions[instr->region].wide_if_stores_apart = false;
    }
}

/* ---- values that may be wrong ---- */

struct doubts {
    const struct lane_program *program;
    bool *regs;
    bool *constructs; /* by their first instructions: which lanes run in it, and how often, is in doubt */
    uint32_t stack[256], depth;
    bool again;
};

/* Whatever comes out of memory that waves write to. */
static bool is_source(const struct doubts *d, const struct lane_instr *instr)
{
    if (instr->op == LANE_LOAD_ARRAY)
        return true;
    return (lane_is_access(instr->op) || instr->op == LANE_COUNTER) &&
           d->program->resources[instr->resource].file != DXBC_FILE_RESOURCE;
}

static void doubt(struct doubts *d, bool *which)
{
    d->again |= !*which;
    *which = true;
}

/* Is an open construct from depth `from` on in doubt? */
static bool is_under(const struct doubts *d, uint32_t from)
{
    for (uint32_t i = from; i < d->depth; i++) {
        if (d->constructs[d->stack[i]])
            return true;
    }
    return false;
}

/* A jump that only some lanes may take leaves all that it jumps over in doubt. */
static void look_at_jump(struct doubts *d, const struct lane_instr *jump)
{
    bool some = lane_reads_any(jump, d->regs);

    for (uint32_t i = d->depth; i-- > 0;) {
        const struct lane_instr *open = &d->program->instrs[d->stack[i]];

        some |= is_under(d, i + 1);
        if (some && (open->op == LANE_LOOP || open->op == LANE_SWITCH))
            doubt(d, &d->constructs[d->stack[i]]);
        if (open->target == jump->target)
            return;
    }
}

static void look_at(struct doubts *d, uint32_t at)
{
    const struct lane_instr *instr = &d->program->instrs[at];

    switch (instr->op) {
    case LANE_IF:
    case LANE_SWITCH:
    case LANE_LOOP:
        if (lane_reads_any(instr, d->regs))
            doubt(d, &d->constructs[at]);
        d->stack[d->depth++] = at;
        return;
    case LANE_ENDIF:
    case LANE_ENDSWITCH:
    case LANE_ENDLOOP:
        d->depth--;
        return;
    case LANE_BREAK:
    case LANE_BREAKC:
    case LANE_CONTINUE:
    case LANE_CONTINUEC:
        look_at_jump(d, instr);
        return;
    default:
        for (uint32_t i = 0; i < instr->dst_count; i++) {
            if (is_source(d, instr) || lane_reads_any(instr, d->regs) || is_under(d, 0))
                doubt(d, &d->regs[instr->dst[i]]);
        }
    }
}

static bool find_doubts(struct doubts *d, struct dxbc_arena *arena)
{
    d->regs = dxbc_arena_alloc(arena, d->program->reg_count, sizeof(*d->regs));
    d->constructs = dxbc_arena_alloc(arena, d->program->instr_count, sizeof(*d->constructs));
    if (!d->regs || !d->constructs)
        return false;
    do {
        d->again = false;
        d->depth = 0;
        for (uint32_t i = d->program->preamble; i < d->program->instr_count; i++)
            look_at(d, i);
    } while (d->again);
    return true;
}

static bool is_too_deep(const struct lane_program *program)
{
    uint32_t depth = 0, deepest = 0;

    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        uint16_t op = program->instrs[i].op;

        depth += op == LANE_IF || op == LANE_LOOP || op == LANE_SWITCH;
        depth -= op == LANE_ENDIF || op == LANE_ENDLOOP || op == LANE_ENDSWITCH;
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest > sizeof(((struct doubts *)NULL)->stack) / sizeof(uint32_t);
}

/* ---- stores to u# ---- */

static bool is_watched(const struct lane_instr *instr, uint32_t region)
{
    return instr->in_order && instr->region == region;
}

static bool writes_uav(const struct lane_program *program, const struct lane_instr *instr)
{
    return (instr->op == LANE_STORE || instr->op == LANE_STORE_TYPED || instr->op == LANE_ATOMIC ||
            instr->op == LANE_COUNTER) &&
           is_uav(program, instr);
}

static bool writes_any(const struct lane_program *program, uint32_t from, uint32_t to, lane_value value)
{
    for (uint32_t i = from; i < to; i++) {
        for (uint32_t d = 0; d < program->instrs[i].dst_count; d++) {
            if (program->instrs[i].dst[d] == value)
                return true;
        }
    }
    return false;
}

/* Stores to u# that follow each other, with nothing but operations between them, and whose addresses are
 * known at the first one: all of them are looked at before it is carried out. */
static void gather_stores(struct lane_program *program, uint32_t first)
{
    struct lane_instr *leader = &program->instrs[first];

    for (uint32_t i = first + 1; i < program->instr_count && i - first < UINT16_MAX; i++) {
        struct lane_instr *instr = &program->instrs[i];

        if (instr->op < LANE_OP_COUNT)
            continue;
        if (instr->op != LANE_STORE || !instr->in_order || !is_uav(program, instr) ||
            writes_any(program, first, i, instr->src[0]) ||
            (instr->flags & LANE_STRUCTURED && writes_any(program, first, i, instr->src[1])))
            return;
        instr->looked_at = true;
        leader->ahead = (uint16_t)(i - first);
    }
}

static bool has_watched_load(const struct lane_program *program, uint32_t region)
{
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        if (is_watched(&program->instrs[i], region) && program->instrs[i].op == LANE_LOAD)
            return true;
    }
    return false;
}

/* May a write to u# come so early? */
static bool write_is_last(const struct lane_program *program, uint32_t at, const bool *again)
{
    const struct lane_instr *write = &program->instrs[at];
    uint32_t end = at + write->ahead;

    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (!is_watched(instr, write->region))
            continue;
        if (instr->op == LANE_STORE && (i > end || (again[at] && again[i])))
            return false;
        if (write->in_order && i > end && !program->only_stores)
            return false;
    }
    return true;
}

/* ---- regions ---- */

static bool waves_may_be_apart(const struct doubts *d, uint32_t region, const bool *again)
{
    const struct lane_program *program = d->program;
    bool reads = has_watched_load(program, region);

    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (instr->region != region)
            continue;
        if (instr->op == LANE_ABORT || (instr->op == LANE_LOOP && again[i] && d->constructs[i]))
            return false;
        if (instr->in_order && instr->op != LANE_LOAD && instr->op != LANE_STORE)
            return false;
        if ((lane_is_access(instr->op) || instr->op == LANE_COUNTER) && instr->flags & LANE_SLOT)
            return false; /* which view it is may be reported */
        if ((reads || !program->only_stores) && writes_uav(program, instr) && !instr->looked_at &&
            !write_is_last(program, i, again))
            return false;
    }
    return true;
}

static bool find_waves_apart(struct lane_program *program, const bool *again, struct dxbc_arena *arena)
{
    struct doubts *d = dxbc_arena_alloc(arena, 1, sizeof(*d));

    if (!d)
        return false;
    d->program = program;
    if (program->ticket_count || is_too_deep(program))
        return true;
    if (!find_doubts(d, arena))
        return false;
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        struct lane_instr *instr = &program->instrs[i];

        if (instr->op == LANE_STORE && instr->in_order && is_uav(program, instr) && !instr->looked_at)
            gather_stores(program, i);
    }
    for (uint32_t i = 0; i < program->region_count; i++) {
        struct lane_region *region = &program->regions[i];

        region->wide_if_waves_apart = !region->wide && waves_may_be_apart(d, i, again);
    }
    return true;
}

bool lane_find_hopes(struct lane_program *program, const bool *again, struct dxbc_arena *arena)
{
    program->only_stores = only_stores(program);
    if (program->only_stores)
        find_stores_apart(program);
    return find_waves_apart(program, again, arena);
}
