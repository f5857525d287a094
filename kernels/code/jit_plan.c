/*
 * Cuts a program into segments, and finds how wide their strips may be and what lives from one into another.
 */
#include "jit_plan.h"

#include "alloc.h"
#include "lanes.h"

static bool ends_lanes(uint16_t op)
{
    return op == LANE_RET || op == LANE_RETC || op == LANE_ABORT;
}

static bool jumps(uint16_t op)
{
    return op == LANE_BREAK || op == LANE_BREAKC || op == LANE_CONTINUE || op == LANE_CONTINUEC;
}

/* ---- flow ---- */

/* With subroutines nothing is known: in all constructs lanes may part. */
static bool find_blind_constructs(const struct lane_program *program, struct dxbc_arena *arena,
                                  struct lane_constructs *constructs)
{
    constructs->list = dxbc_arena_alloc(arena, program->instr_count, sizeof(*constructs->list));
    for (uint32_t i = 0; constructs->list && i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];
        struct lane_construct *construct = &constructs->list[constructs->count];

        if (instr->op != LANE_IF && instr->op != LANE_LOOP && instr->op != LANE_SWITCH)
            continue;
        construct->open = i;
        construct->divergent = true;
        construct->close = (uint32_t)instr->target;
        if (program->instrs[construct->close].op == LANE_ELSE)
            construct->close = (uint32_t)program->instrs[construct->close].target;
        constructs->count++;
    }
    return constructs->list;
}

static bool holds(const struct lane_construct *construct, uint32_t i)
{
    return construct->open < i && i < construct->close;
}

/* Behind it no barrier comes any more, and strips may end where they like. */
static uint32_t find_tail(const struct lane_program *program, const struct lane_constructs *constructs)
{
    uint32_t tail = program->preamble, last = LANE_NONE;

    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        if (program->instrs[i].op == LANE_BARRIER)
            last = i;
    }
    if (last == LANE_NONE)
        return tail;
    tail = last + 1;
    for (uint32_t k = 0; k < constructs->count; k++) {
        if (holds(&constructs->list[k], last) && constructs->list[k].close + 1 > tail)
            tail = constructs->list[k].close + 1;
    }
    return tail;
}

/* Is it the end of a construct around this one that the group takes together? */
static bool leads_out(const struct jit_plan *plan, uint32_t inner, uint32_t target)
{
    for (uint32_t k = 0; k < plan->constructs.count; k++) {
        if (plan->shared_flow[k] && k != inner && plan->constructs.list[k].close == target)
            return true;
    }
    return false;
}

static bool must_be_shared(const struct lane_program *program, const struct jit_plan *plan,
                           uint32_t construct, uint32_t tail)
{
    const struct lane_construct *at = &plan->constructs.list[construct];

    for (uint32_t i = at->open + 1; i < at->close; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (instr->op == LANE_BARRIER || (ends_lanes(instr->op) && i < tail) ||
            (jumps(instr->op) && leads_out(plan, construct, (uint32_t)instr->target)))
            return true;
    }
    return false;
}

static void find_shared_flow(const struct lane_program *program, struct jit_plan *plan, uint32_t tail)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 0; k < plan->constructs.count; k++) {
            if (plan->shared_flow[k] || !must_be_shared(program, plan, k, tail))
                continue;
            plan->shared_flow[k] = again = true;
        }
    }
}

static void mark_around(const struct lane_program *program, struct jit_plan *plan, uint32_t tail)
{
    const struct lane_constructs *constructs = &plan->constructs;

    for (uint32_t k = 0; k < constructs->count; k++) {
        const struct lane_construct *at = &constructs->list[k];

        if (!plan->shared_flow[k])
            continue;
        plan->around[at->open] = plan->around[at->close] = plan->around[at->middle] = true;
        if (program->instrs[at->open].op != LANE_SWITCH)
            continue;
        for (uint32_t i = at->open + 1; program->instrs[i].op != LANE_ENDSWITCH;) {
            bool label = program->instrs[i].op == LANE_CASE || program->instrs[i].op == LANE_DEFAULT;

            plan->around[i] |= label;
            i = label ? (uint32_t)program->instrs[i].target : i + 1;
        }
    }
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        plan->around[i] |= instr->op == LANE_BARRIER || (ends_lanes(instr->op) && i < tail) ||
                           (jumps(instr->op) && leads_out(plan, LANE_NONE, (uint32_t)instr->target));
    }
}

/* Do all waves take the flow around segments together? */
static bool flow_is_common(const struct lane_program *program, const struct jit_plan *plan)
{
    for (uint32_t k = 0; k < plan->constructs.count; k++) {
        if (plan->shared_flow[k] && plan->constructs.list[k].divergent)
            return false;
    }
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (plan->around[i] &&
            (instr->op == LANE_ABORT || (instr->op == LANE_RETC && lane_is_register(instr->src[0]) &&
                                         !program->regs[instr->src[0]].uniform)))
            return false;
    }
    return true;
}

/* ---- segments ---- */

static bool is_once(const struct lane_instr *instr)
{
    return instr->flags & LANE_UNIFORM && (instr->op < LANE_OP_COUNT || instr->op == LANE_LOAD_ICB ||
                                           (instr->op == LANE_LOAD_CONST && lane_is_constant(instr->src[0])));
}

static bool cut_segments(const struct lane_program *program, struct dxbc_arena *arena, struct jit_plan *plan)
{
    struct jit_segment *segment = NULL;

    plan->segments = dxbc_arena_alloc(arena, program->instr_count, sizeof(*plan->segments));
    for (uint32_t i = program->preamble; plan->segments && i < program->instr_count; i++) {
        if (plan->around[i]) {
            segment = NULL;
            continue;
        }
        if (!segment) {
            segment = &plan->segments[plan->segment_count++];
            segment->first = i;
        }
        segment->end = i + 1;
        segment->lanes |= !is_once(&program->instrs[i]);
    }
    return plan->segments;
}

static uint32_t segment_of(const struct jit_plan *plan, uint32_t instr)
{
    uint32_t s = 0;

    while (plan->segments[s].end <= instr)
        s++;
    return s;
}

/* Instructions that some way reaches from behind the segment without a barrier. `seen` is room for a mark a
 * block, `todo` for their numbers. */
static void find_reached(const struct lane_program *program, const struct jit_plan *plan,
                         const struct jit_segment *segment, bool *seen, uint32_t *todo, bool *reached)
{
    uint32_t count = 0, at = segment->end, block;

    for (uint32_t b = 0; b < plan->blocks.count; b++)
        seen[b] = false;
    for (uint32_t i = 0; i < program->instr_count; i++)
        reached[i] = false;
    if (at >= program->instr_count)
        return;
    for (block = plan->blocks.block_of[at];; block = todo[--count], at = plan->blocks.list[block].first) {
        const struct lane_block *list = &plan->blocks.list[block];

        for (; at < list->end && program->instrs[at].op != LANE_BARRIER; at++)
            reached[at] = true;
        for (uint32_t k = 0; at == list->end && k < list->next_count; k++) {
            if (!seen[list->next[k]])
                todo[count++] = list->next[k];
            seen[list->next[k]] = true;
        }
        if (!count)
            return;
    }
}

static bool same_object(const struct lane_program *program, const struct lane_instr *a,
                        const struct lane_instr *b)
{
    const struct lane_resource *first = &program->resources[a->resource],
                               *second = &program->resources[b->resource];

    return first->file == second->file && first->slot == second->slot;
}

/* Would anybody see that waves take turns segment by segment? Accesses that show their order are in different
 * segments without a barrier on the way from one to the other, or come again that way. */
static bool order_shows(const struct lane_program *program, const struct jit_plan *plan, bool *seen,
                        uint32_t *todo, bool *reached)
{
    uint32_t last = LANE_NONE;

    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *a = &program->instrs[i];
        uint32_t segment;

        if (!a->in_order)
            continue;
        segment = segment_of(plan, i);
        if (segment != last)
            find_reached(program, plan, &plan->segments[segment], seen, todo, reached);
        last = segment;
        for (uint32_t k = program->preamble; k < program->instr_count; k++) {
            const struct lane_instr *b = &program->instrs[k];

            if (b->in_order && reached[k] && same_object(program, a, b))
                return true;
        }
    }
    return false;
}

/* May all strips run a segment before the next one begins? */
static bool can_loop(const struct lane_program *program, struct dxbc_arena *arena, struct jit_plan *plan)
{
    bool *seen = dxbc_arena_alloc(arena, plan->blocks.count, sizeof(*seen));
    uint32_t *todo = dxbc_arena_alloc(arena, plan->blocks.count, sizeof(*todo));
    bool *reached = dxbc_arena_alloc(arena, program->instr_count, sizeof(*reached));

    if (!seen || !todo || !reached)
        return false;
    return program->order_known && program->waves_agree && flow_is_common(program, plan) &&
           !order_shows(program, plan, seen, todo, reached);
}

/* ---- what lives where ---- */

/* Registers that are live before an instruction; nothing behind the last one. */
static void find_live_at(const struct lane_program *program, const struct jit_plan *plan, uint32_t instr,
                         uint64_t *live)
{
    const struct lane_block *block;

    if (instr >= program->instr_count)
        return;
    block = &plan->blocks.list[plan->blocks.block_of[instr]];
    lane_live_at_end(&plan->blocks, block, live);
    for (uint32_t i = block->end; i-- > instr;)
        lane_step_back(&program->instrs[i], live);
}

static bool find_handed_on(const struct lane_program *program, struct dxbc_arena *arena,
                           struct jit_plan *plan)
{
    uint32_t words = plan->blocks.set_words;
    uint64_t *sets = dxbc_arena_alloc(arena, 3 * (size_t)plan->segment_count * words, sizeof(*sets));

    if (!sets)
        return false;
    for (uint32_t s = 0; s < plan->segment_count; s++) {
        struct jit_segment *segment = &plan->segments[s];

        segment->enter = sets + 3 * (size_t)s * words;
        segment->written = segment->enter + words;
        segment->leave = segment->written + words;
        find_live_at(program, plan, segment->first, segment->enter);
        find_live_at(program, plan, segment->end, segment->leave);
        for (uint32_t i = segment->first; i < segment->end; i++) {
            for (uint32_t d = 0; d < program->instrs[i].dst_count; d++)
                lane_put(segment->written, program->instrs[i].dst[d]);
        }
        for (uint32_t w = 0; w < words; w++)
            segment->leave[w] &= segment->written[w];
        LANE_FOR_EACH_REG(reg, segment->leave, words)
        {
            if (!program->regs[reg].uniform && plan->row[reg] == JIT_NO_ROW)
                plan->row[reg] = plan->row_count++;
        }
    }
    return true;
}

static void give_rows(const struct lane_program *program, struct jit_plan *plan)
{
    for (uint32_t reg = 0; reg < program->reg_count; reg++) {
        if (program->has_calls || program->regs[reg].crosses)
            plan->row[reg] = plan->row_count++;
    }
}

/* ---- widths ---- */

/* Values that live at a time, above which two registers for each would not stay in the 32 of AVX-512. */
enum { FEW_VALUES = 12 };

static uint32_t count_values(const struct lane_program *program, const uint64_t *live, uint32_t words)
{
    uint32_t count = 0;

    LANE_FOR_EACH_REG(reg, live, words)
    count += reg >= LANE_INPUTS && !program->regs[reg].uniform && !program->regs[reg].affine;
    return count;
}

static bool find_pressure(const struct lane_program *program, struct dxbc_arena *arena,
                          const struct jit_plan *plan, uint32_t *pressure)
{
    uint32_t words = plan->blocks.set_words;
    uint64_t *live = dxbc_arena_alloc(arena, words, sizeof(*live));

    for (uint32_t b = 0; live && b < plan->blocks.count; b++) {
        const struct lane_block *block = &plan->blocks.list[b];

        lane_live_at_end(&plan->blocks, block, live);
        for (uint32_t i = block->end; i-- > block->first;) {
            lane_step_back(&program->instrs[i], live);
            pressure[i] = count_values(program, live, words);
        }
    }
    return live;
}

static uint32_t native_lanes(enum cpu_isa isa)
{
    return isa == CPU_AVX512 ? 16 : isa == CPU_AVX2 ? 8 : 4;
}

static uint32_t width_of(const struct lane_program *program, enum cpu_isa isa,
                         const struct jit_segment *segment, const uint32_t *pressure)
{
    uint32_t most = 0;

    for (uint32_t i = segment->first; i < segment->end; i++) {
        if (!program->order_known || program->instrs[i].in_order)
            return LANES_WAVE;
        most = pressure[i] > most ? pressure[i] : most;
    }
    return isa == CPU_AVX512 && most <= FEW_VALUES ? 32 : native_lanes(isa);
}

/* A small group needs no lanes that would always be idle. */
static uint32_t width_for(const struct lane_program *program, enum cpu_isa isa, uint32_t lanes)
{
    const uint32_t *size = program->group_size;

    while (lanes > native_lanes(isa) && size[0] * size[1] * size[2] <= lanes / 2)
        lanes /= 2;
    return lanes;
}

static bool find_widths(const struct lane_program *program, enum cpu_isa isa, struct dxbc_arena *arena,
                        struct jit_plan *plan)
{
    uint32_t *pressure = dxbc_arena_alloc(arena, program->instr_count, sizeof(*pressure));

    if (!pressure || !find_pressure(program, arena, plan, pressure))
        return false;
    for (uint32_t s = 0; s < plan->segment_count; s++) {
        if (plan->segments[s].lanes)
            plan->segments[s].lanes =
                width_for(program, isa, width_of(program, isa, &plan->segments[s], pressure));
    }
    return true;
}

bool jit_make_plan(const struct lane_program *program, enum cpu_isa isa, struct dxbc_arena *arena,
                   struct jit_plan *plan)
{
    uint32_t tail;

    *plan = (struct jit_plan){.row = dxbc_arena_alloc(arena, program->reg_count, sizeof(*plan->row)),
                              .around = dxbc_arena_alloc(arena, program->instr_count, sizeof(*plan->around)),
                              .shared_flow =
                                  dxbc_arena_alloc(arena, program->instr_count, sizeof(*plan->shared_flow))};
    if (!plan->row || !plan->around || !plan->shared_flow)
        return false;
    for (uint32_t i = 0; i < program->reg_count; i++)
        plan->row[i] = JIT_NO_ROW;
    if (program->has_calls) {
        give_rows(program, plan);
        return find_blind_constructs(program, arena, &plan->constructs);
    }
    if (!lane_find_blocks(program, arena, &plan->blocks) ||
        !lane_find_constructs(program, &plan->blocks, arena, &plan->constructs))
        return false;
    lane_find_divergence(program, &plan->constructs);
    tail = find_tail(program, &plan->constructs);
    if (program->has_barrier) {
        find_shared_flow(program, plan, tail);
        mark_around(program, plan, tail);
    }
    if (!cut_segments(program, arena, plan))
        return false;
    plan->looped = !program->has_barrier || can_loop(program, arena, plan);
    if (!plan->looped) {
        give_rows(program, plan);
        return true;
    }
    return find_handed_on(program, arena, plan) && find_widths(program, isa, arena, plan);
}
