/*
 * A DXBC register holds one value after another that have nothing to do with each other. Here each value gets
 * a register of its own, together with the values that it merges with where paths meet: only then can the
 * analyses tell a loop counter from the address that stood in the same register before.
 *
 * Each block has a web for every register that is live where it begins, each write begins a new web, and an
 * edge joins what a register holds at its start with the web at its end.
 */
#include <string.h>

#include "alloc.h"
#include "lane_passes.h"

struct webs {
    struct lane_program *program;
    const struct lane_blocks *blocks;
    uint32_t count;
    uint32_t *parent; /* union-find */
    uint32_t shared;  /* registers that are live where some block begins */
    uint32_t *number; /* of those */
    uint32_t *entry;  /* [block][number]: the web at the block's beginning */
    uint32_t *current;
};

static uint32_t find(struct webs *w, uint32_t web)
{
    while (w->parent[web] != web) {
        w->parent[web] = w->parent[w->parent[web]];
        web = w->parent[web];
    }
    return web;
}

static void join(struct webs *w, uint32_t a, uint32_t b)
{
    a = find(w, a);
    b = find(w, b);
    if (a < b)
        w->parent[b] = a;
    else
        w->parent[a] = b;
}

static uint32_t new_web(struct webs *w)
{
    w->parent[w->count] = w->count;
    return w->count++;
}

/* Registers that programs may not split: inputs, and what the preamble fills in. Their webs come first. */
static bool is_fixed(const uint64_t *fixed, lane_value reg)
{
    return lane_has(fixed, reg);
}

/* Operands become webs for now. */
static void walk_block(struct webs *w, uint32_t number, const uint64_t *fixed)
{
    const struct lane_block *block = &w->blocks->list[number];
    const uint32_t *entry = w->entry + (size_t)number * w->shared;

    LANE_FOR_EACH_REG(reg, block->live, w->blocks->set_words)
    w->current[reg] = entry[w->number[reg]];
    for (uint32_t i = block->first; i < block->end; i++) {
        struct lane_instr *instr = &w->program->instrs[i];

        for (uint32_t s = 0; s < instr->src_count; s++) {
            if (lane_is_register(instr->src[s]) && !is_fixed(fixed, instr->src[s]))
                instr->src[s] = w->current[instr->src[s]];
        }
        for (uint32_t d = 0; d < instr->dst_count; d++) {
            w->current[instr->dst[d]] = new_web(w);
            instr->dst[d] = w->current[instr->dst[d]];
        }
    }
    for (uint32_t k = 0; k < block->next_count; k++) {
        const struct lane_block *next = &w->blocks->list[block->next[k]];
        const uint32_t *after = w->entry + (size_t)block->next[k] * w->shared;

        LANE_FOR_EACH_REG(reg, next->live, w->blocks->set_words)
        {
            if (!is_fixed(fixed, reg))
                join(w, w->current[reg], after[w->number[reg]]);
        }
    }
}

static bool number_shared(struct webs *w, struct dxbc_arena *arena)
{
    uint32_t words = w->blocks->set_words;
    uint64_t *live = dxbc_arena_alloc(arena, words, sizeof(*live));

    w->number = dxbc_arena_alloc(arena, w->program->reg_count, sizeof(*w->number));
    if (!live || !w->number)
        return false;
    for (uint32_t b = 0; b < w->blocks->count; b++) {
        for (uint32_t k = 0; k < words; k++)
            live[k] |= w->blocks->list[b].live[k];
    }
    LANE_FOR_EACH_REG(reg, live, words)
    w->number[reg] = w->shared++;
    return true;
}

static bool open_webs(struct webs *w, struct dxbc_arena *arena, const uint64_t *fixed)
{
    size_t regs = w->program->reg_count, webs = regs;

    for (uint32_t i = 0; i < w->program->instr_count; i++)
        webs += w->program->instrs[i].dst_count;
    for (uint32_t b = 0; b < w->blocks->count; b++) {
        for (uint32_t k = 0; k < w->blocks->set_words; k++)
            webs += (uint32_t)__builtin_popcountll(w->blocks->list[b].live[k]);
    }
    if (webs >= LANE_CONSTANT || !number_shared(w, arena))
        return false;
    w->parent = dxbc_arena_alloc(arena, webs, sizeof(*w->parent));
    w->entry = dxbc_arena_alloc(arena, (size_t)w->shared * w->blocks->count, sizeof(*w->entry));
    w->current = dxbc_arena_alloc(arena, regs, sizeof(*w->current));
    if (!w->parent || !w->entry || !w->current)
        return false;
    for (uint32_t i = 0; i < regs; i++)
        new_web(w); /* fixed registers keep their numbers */
    for (uint32_t b = 0; b < w->blocks->count; b++) {
        LANE_FOR_EACH_REG(reg, w->blocks->list[b].live, w->blocks->set_words)
        {
            if (!is_fixed(fixed, reg))
                w->entry[(size_t)b * w->shared + w->number[reg]] = new_web(w);
        }
    }
    return true;
}

/* Numbers the webs that are left and renames operands from web to register. */
static bool rename_operands(struct webs *w, struct dxbc_arena *arena, const uint64_t *fixed)
{
    struct lane_program *program = w->program;
    uint32_t *name = dxbc_arena_alloc(arena, w->count, sizeof(*name)), count = program->reg_count;

    if (!name)
        return false;
    for (uint32_t i = 0; i < count; i++)
        name[i] = i;
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        struct lane_instr *instr = &program->instrs[i];

        for (uint32_t k = 0; k < instr->dst_count + instr->src_count; k++) {
            lane_value *operand = k < instr->dst_count ? &instr->dst[k] : &instr->src[k - instr->dst_count];
            uint32_t web;

            if (!lane_is_register(*operand) || *operand < count)
                continue; /* the lower numbers are fixed registers */
            web = find(w, *operand);
            if (!name[web])
                name[web] = lane_new_reg(program);
            *operand = name[web];
        }
    }
    return !program->out_of_memory;
}

/* Zeros for what is live at the beginning: written before anything else. */
static bool put_zeros(struct lane_program *program, const struct lane_blocks *blocks, const uint64_t *fixed)
{
    const uint64_t *live = blocks->list[0].live;
    uint32_t count = program->instr_count, zeros = 0;
    struct lane_instr *all;
    lane_value zero = lane_constant(program, 0);

    LANE_FOR_EACH_REG(reg, live, blocks->set_words)
    {
        if (!is_fixed(fixed, reg)) {
            struct lane_instr *instr = lane_append(program, LANE_MOV, 1, 1, 0);
            instr->dst[0] = reg;
            instr->src[0] = zero;
            zeros++;
        }
    }
    all = dxbc_arena_alloc(program->arena, count + zeros, sizeof(*all));
    if (!all || program->out_of_memory)
        return false;
    memcpy(all, program->instrs, program->preamble * sizeof(*all));
    memcpy(all + program->preamble, program->instrs + count, zeros * sizeof(*all));
    memcpy(all + program->preamble + zeros, program->instrs + program->preamble,
           (count - program->preamble) * sizeof(*all));
    program->instrs = all;
    program->instr_room = program->instr_count;
    lane_link(program);
    return true;
}

bool lane_split_webs(struct lane_program *program, struct dxbc_arena *arena)
{
    struct lane_blocks blocks;
    struct webs w = {.program = program, .blocks = &blocks};
    uint64_t *fixed = dxbc_arena_alloc(arena, (program->reg_count + 63) / 64, sizeof(*fixed));

    if (!fixed || !lane_find_blocks(program, arena, &blocks))
        return false;
    for (uint32_t i = 0; i < LANE_INPUTS; i++)
        lane_put(fixed, i);
    for (uint32_t i = 0; i < program->preamble; i++)
        lane_put(fixed, program->instrs[i].dst[0]);
    if (!put_zeros(program, &blocks, fixed) || !lane_find_blocks(program, arena, &blocks) ||
        !open_webs(&w, arena, fixed))
        return false;
    for (uint32_t b = 0; b < blocks.count; b++)
        walk_block(&w, b, fixed);
    return rename_operands(&w, arena, fixed);
}
