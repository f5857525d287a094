/*
 * Regions between barriers: which registers live from one into another, so that each strip has to keep its
 * own; and slots, which registers share that are never needed at the same time.
 *
 * A register is needed from the first to the last instruction where it is live, and wherever lanes wait that
 * will look at it: in an `if` or loop whose lanes part, what is live where they wait is needed from one end
 * to the other.
 */
#include <string.h>

#include "alloc.h"
#include "lane_passes.h"

struct range {
    lane_value reg;
    uint32_t first, last; /* instructions; first: UINT32_MAX when it is never needed */
};

struct regions {
    struct lane_program *program;
    const struct lane_blocks *blocks;
    struct lane_constructs constructs;
    struct range *ranges;
};

static void extend(struct range *range, uint32_t first, uint32_t last)
{
    if (range->first > first)
        range->first = first;
    if (range->last < last)
        range->last = last;
}

/* What is live before an instruction is needed there; at a barrier it lives across. */
static void note_live(struct regions *r, uint32_t at, const uint64_t *live)
{
    bool barrier = r->program->instrs[at].op == LANE_BARRIER;

    LANE_FOR_EACH_REG(reg, live, r->blocks->set_words)
    {
        extend(&r->ranges[reg], at, at);
        r->program->regs[reg].crosses |= barrier;
    }
}

static void walk_block(struct regions *r, const struct lane_block *block, uint64_t *live)
{
    lane_live_at_end(r->blocks, block, live);
    for (uint32_t i = block->end; i-- > block->first;) {
        const struct lane_instr *instr = &r->program->instrs[i];

        /* a write begins behind its instruction's reads: the slot of a source that ends here may be used
         * again */
        LANE_FOR_EACH_REG(reg, live, r->blocks->set_words)
        extend(&r->ranges[reg], i, i);
        for (uint32_t d = 0; d < instr->dst_count; d++)
            extend(&r->ranges[instr->dst[d]], i, i);
        lane_step_back(instr, live);
        note_live(r, i, live);
    }
}

static bool holds_barrier(const struct lane_program *program, const struct lane_construct *construct)
{
    for (uint32_t i = construct->open; i < construct->close; i++) {
        if (program->instrs[i].op == LANE_BARRIER)
            return true;
    }
    return false;
}

/* Where lanes may wait: when they part, and at any barrier, which one wave may pass in another place than the
 * next. */
static void note_waits(struct regions *r)
{
    for (uint32_t i = 0; i < r->constructs.count; i++) {
        const struct lane_construct *construct = &r->constructs.list[i];
        bool barrier = r->program->has_barrier && holds_barrier(r->program, construct);

        if (!construct->divergent && !barrier)
            continue;
        for (unsigned half = 0; half < 2; half++) {
            const uint64_t *wait = half ? construct->wait_after : construct->wait;
            LANE_FOR_EACH_REG(reg, wait, r->blocks->set_words)
            {
                extend(&r->ranges[reg], construct->open, construct->close);
                r->program->regs[reg].crosses |= barrier;
            }
        }
    }
}

/* ---- slots ---- */

/* Ranges in the order of their first instructions, those that begin together by register; the ones that are
 * never needed are left out. */
static bool sort_ranges(struct regions *r, struct dxbc_arena *arena, uint32_t *count)
{
    uint32_t regs = r->program->reg_count, instrs = r->program->instr_count;
    struct range *sorted = dxbc_arena_alloc(arena, regs, sizeof(*sorted));
    uint32_t *at = dxbc_arena_alloc(arena, instrs + 1, sizeof(*at));

    if (!sorted || !at)
        return false;
    for (uint32_t i = 0; i < regs; i++) {
        if (r->ranges[i].first != UINT32_MAX)
            at[r->ranges[i].first + 1]++;
    }
    for (uint32_t i = 0; i < instrs; i++)
        at[i + 1] += at[i];
    *count = at[instrs];
    for (uint32_t i = 0; i < regs; i++) {
        if (r->ranges[i].first != UINT32_MAX)
            sorted[at[r->ranges[i].first]++] = r->ranges[i];
    }
    r->ranges = sorted;
    return true;
}

/* Registers of one sort: a list of slots, each with the end of its last register. */
struct slots {
    uint32_t count;
    uint32_t *last;
};

/* A slot whose register has been read for the last time when the new one is written. */
static uint32_t take_slot(struct slots *slots, const struct range *range)
{
    uint32_t slot = 0;

    while (slot < slots->count && slots->last[slot] >= range->first)
        slot++;
    if (slot == slots->count)
        slots->count++;
    slots->last[slot] = range->last;
    return slot;
}

static bool give_slots(struct regions *r, struct dxbc_arena *arena)
{
    struct lane_program *program = r->program;
    struct slots slots[2][2];
    uint32_t count;

    if (!sort_ranges(r, arena, &count))
        return false;
    for (unsigned k = 0; k < 4; k++) {
        slots[k / 2][k % 2] =
            (struct slots){0, dxbc_arena_alloc(arena, program->reg_count, sizeof(uint32_t))};
        if (!slots[k / 2][k % 2].last)
            return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct lane_reg *reg = &program->regs[r->ranges[i].reg];

        reg->used = true;
        if (r->ranges[i].reg >= LANE_INPUTS)
            reg->slot = take_slot(&slots[reg->uniform][reg->crosses], &r->ranges[i]);
    }
    for (unsigned k = 0; k < 4; k++)
        program->slot_count[k / 2][k % 2] = slots[k / 2][k % 2].count;
    return true;
}

bool lane_find_regions(struct lane_program *program, const struct lane_blocks *blocks,
                       struct dxbc_arena *arena)
{
    struct regions r = {.program = program, .blocks = blocks};
    uint64_t *live = dxbc_arena_alloc(arena, blocks->set_words, sizeof(*live));

    r.ranges = dxbc_arena_alloc(arena, program->reg_count, sizeof(*r.ranges));
    if (!live || !r.ranges || !lane_find_constructs(program, blocks, arena, &r.constructs))
        return false;
    lane_find_divergence(program, &r.constructs);
    for (uint32_t i = 0; i < program->reg_count; i++)
        r.ranges[i] = (struct range){i, UINT32_MAX, 0};
    for (uint32_t b = 0; b < blocks->count; b++)
        walk_block(&r, &blocks->list[b], live);
    note_waits(&r);
    return give_slots(&r, arena);
}
