/*
 * Which registers hold the same value in all lanes, and which writes need a mask.
 *
 * Where lanes part (at a condition that differs, at a jump that some take) those that are not active wait:
 * for the other side of an `if`, behind the construct, for the next round. A register that is live where they
 * wait must not lose their value, so writes to it under the construct are masked, and it cannot be one
 * scalar. Any other register may be written for all lanes at once: whoever waits will write it before reading
 * it.
 *
 * Everything starts out uniform; what reads a row, is masked, or shares a register with such a write is not,
 * until nothing changes.
 */
#include <string.h>

#include "alloc.h"
#include "lane_passes.h"

/* ---- constructs and where lanes wait in them ---- */

static void add_live(const struct lane_blocks *blocks, uint64_t *set, uint32_t instr)
{
    const uint64_t *live = lane_live_at(blocks, instr);

    for (uint32_t w = 0; w < blocks->set_words; w++)
        set[w] |= live[w];
}

static bool has_continue(const struct lane_program *program, uint32_t close)
{
    for (uint32_t i = (uint32_t)program->instrs[close].target; i < close; i++) {
        uint16_t op = program->instrs[i].op;
        if ((op == LANE_CONTINUE || op == LANE_CONTINUEC) && program->instrs[i].target == (int32_t)close)
            return true;
    }
    return false;
}

static void find_waits(const struct lane_program *program, const struct lane_blocks *blocks,
                       struct lane_construct *construct)
{
    const struct lane_instr *instrs = program->instrs;
    uint32_t label;

    add_live(blocks, construct->wait, construct->close + 1);
    add_live(blocks, construct->wait_after, construct->close + 1);
    switch (instrs[construct->open].op) {
    case LANE_IF:
        if (construct->middle != construct->close)
            add_live(blocks, construct->wait, construct->middle + 1);
        break;
    case LANE_LOOP:
        if (has_continue(program, construct->close))
            add_live(blocks, construct->wait, construct->open + 1);
        break;
    default: /* a switch: its labels */
        for (label = construct->open + 1; label < construct->close; label++) {
            uint16_t op = instrs[label].op;
            if (op == LANE_CASE || op == LANE_DEFAULT)
                add_live(blocks, construct->wait, label + 1);
        }
    }
}

bool lane_find_constructs(const struct lane_program *program, const struct lane_blocks *blocks,
                          struct dxbc_arena *arena, struct lane_constructs *constructs)
{
    uint64_t *sets;

    *constructs = (struct lane_constructs){.count = 0};
    constructs->list = dxbc_arena_alloc(arena, program->instr_count, sizeof(*constructs->list));
    if (!constructs->list)
        return false;
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];
        struct lane_construct *construct = &constructs->list[constructs->count];

        if (instr->op != LANE_IF && instr->op != LANE_LOOP && instr->op != LANE_SWITCH)
            continue;
        construct->open = i;
        construct->close = construct->middle = (uint32_t)instr->target;
        if (program->instrs[construct->middle].op == LANE_ELSE)
            construct->close = (uint32_t)program->instrs[construct->middle].target;
        constructs->count++;
    }
    sets = dxbc_arena_alloc(arena, 2 * (size_t)constructs->count * blocks->set_words, sizeof(*sets));
    if (!sets)
        return false;
    for (uint32_t i = 0; i < constructs->count; i++) {
        constructs->list[i].wait = sets + (size_t)(2 * i) * blocks->set_words;
        constructs->list[i].wait_after = constructs->list[i].wait + blocks->set_words;
        find_waits(program, blocks, &constructs->list[i]);
    }
    return true;
}

/* ---- divergence ---- */

static bool differs(const struct lane_program *program, const struct lane_instr *instr)
{
    return instr->src_count && lane_is_register(instr->src[0]) && !program->regs[instr->src[0]].uniform;
}

static bool is_jump(uint16_t op)
{
    return op == LANE_BREAK || op == LANE_BREAKC || op == LANE_CONTINUE || op == LANE_CONTINUEC;
}

enum { DEEPEST = 256 };

/* A jump that only some lanes of its construct take parts them. */
static void part_at_jump(const struct lane_program *program, struct lane_constructs *constructs,
                         const uint32_t *stack, uint32_t depth, const struct lane_instr *jump)
{
    bool some = differs(program, jump);

    for (uint32_t k = depth; k-- > 0;) {
        struct lane_construct *construct = &constructs->list[stack[k]];
        bool target = construct->close == (uint32_t)jump->target;

        if (target) {
            construct->divergent |= some;
            return;
        }
        some |= construct->divergent;
    }
}

void lane_find_divergence(const struct lane_program *program, struct lane_constructs *constructs)
{
    uint32_t stack[DEEPEST], depth = 0, next = 0;

    for (uint32_t i = 0; i < constructs->count; i++) {
        const struct lane_instr *open = &program->instrs[constructs->list[i].open];
        constructs->list[i].divergent |= open->op != LANE_LOOP && differs(program, open);
    }
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        while (depth && constructs->list[stack[depth - 1]].close < i)
            depth--;
        if (next < constructs->count && constructs->list[next].open == i && depth < DEEPEST)
            stack[depth++] = next++;
        if (is_jump(program->instrs[i].op))
            part_at_jump(program, constructs, stack, depth, &program->instrs[i]);
    }
}

/* ---- uniform registers and masks ---- */

static bool may_be_uniform(uint16_t op)
{
    if (op < LANE_OP_COUNT)
        return true;
    switch (op) {
    case LANE_LOAD_CONST:
    case LANE_LOAD_ICB:
    case LANE_LOAD_THIS:
    case LANE_CYCLES:
    case LANE_LOAD:
    case LANE_LOAD_TYPED:
    case LANE_SAMPLE_VIEW:
    case LANE_QUERY:
        return true;
    default:
        return false;
    }
}

static bool is_waited_for(const struct lane_constructs *constructs, const uint32_t *stack, uint32_t depth,
                          uint32_t at, lane_value reg)
{
    for (uint32_t k = depth; k-- > 0;) {
        const struct lane_construct *construct = &constructs->list[stack[k]];
        if (construct->divergent &&
            lane_has(at < construct->middle ? construct->wait : construct->wait_after, reg))
            return true;
    }
    return false;
}

/* Returns whether something turned out not to be uniform. */
static bool demote(struct lane_program *program, struct lane_instr *instr, bool masked)
{
    bool uniform = may_be_uniform(instr->op) && !masked, changed = false;

    for (uint32_t s = 0; s < instr->src_count; s++)
        uniform &= lane_is_constant(instr->src[s]) || program->regs[instr->src[s]].uniform;
    for (uint32_t d = 0; d < instr->dst_count; d++)
        uniform &= program->regs[instr->dst[d]].uniform;
    for (uint32_t d = 0; d < instr->dst_count && !uniform; d++) {
        changed |= program->regs[instr->dst[d]].uniform;
        program->regs[instr->dst[d]].uniform = false;
    }
    instr->flags &= (uint8_t) ~(LANE_UNIFORM | LANE_MASKED);
    if (instr->dst_count)
        instr->flags |= (uint8_t)((uniform ? LANE_UNIFORM : 0) | (masked ? LANE_MASKED : 0));
    return changed;
}

static bool demote_all(struct lane_program *program, const struct lane_constructs *constructs)
{
    uint32_t stack[DEEPEST], depth = 0, next = 0;
    bool changed = false;

    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        struct lane_instr *instr = &program->instrs[i];
        bool masked = false;

        while (depth && constructs->list[stack[depth - 1]].close < i)
            depth--;
        if (next < constructs->count && constructs->list[next].open == i && depth < DEEPEST)
            stack[depth++] = next++;
        for (uint32_t d = 0; d < instr->dst_count; d++)
            masked |= is_waited_for(constructs, stack, depth, i, instr->dst[d]);
        changed |= demote(program, instr, masked);
    }
    return changed;
}

bool lane_find_uniform(struct lane_program *program, const struct lane_blocks *blocks,
                       struct dxbc_arena *arena)
{
    struct lane_constructs constructs;

    if (!lane_find_constructs(program, blocks, arena, &constructs))
        return false;
    for (uint32_t i = 0; i < program->reg_count; i++)
        program->regs[i].uniform = i >= LANE_PACKED || (i >= LANE_GROUP_ID && i < LANE_GROUP_ID + 3);
    for (uint32_t i = 0; i < program->preamble; i++)
        program->instrs[i].flags |= LANE_UNIFORM;
    do {
        lane_find_divergence(program, &constructs);
    } while (demote_all(program, &constructs));
    return true;
}
