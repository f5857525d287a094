/*
 * Basic blocks of a lowered program, as one lane goes through it, and the registers that are live where they
 * begin.
 */
#include <string.h>

#include "alloc.h"
#include "lane_passes.h"

/* Does something else than what follows come after the instruction, or come to what follows? */
static bool ends_block(uint16_t op)
{
    switch (op) {
    case LANE_IF:
    case LANE_ELSE:
    case LANE_ENDIF:
    case LANE_LOOP:
    case LANE_ENDLOOP:
    case LANE_BREAK:
    case LANE_BREAKC:
    case LANE_CONTINUE:
    case LANE_CONTINUEC:
    case LANE_SWITCH:
    case LANE_CASE:
    case LANE_DEFAULT:
    case LANE_ENDSWITCH:
    case LANE_RET:
    case LANE_RETC:
    case LANE_ABORT:
        return true;
    default:
        return false;
    }
}

/* ---- where a lane goes ---- */

struct edges {
    uint32_t count;
    uint32_t *to; /* instructions */
};

static void add_edge(struct edges *edges, int64_t instr)
{
    edges->to[edges->count++] = (uint32_t)instr;
}

static void switch_edges(const struct lane_program *program, uint32_t at, struct edges *edges)
{
    const struct lane_instr *instrs = program->instrs;
    uint32_t label = at + 1;
    bool otherwise = false;

    while (instrs[label].op != LANE_CASE && instrs[label].op != LANE_DEFAULT &&
           instrs[label].op != LANE_ENDSWITCH)
        label++;
    for (; instrs[label].op != LANE_ENDSWITCH; label = (uint32_t)instrs[label].target) {
        otherwise |= instrs[label].op == LANE_DEFAULT;
        add_edge(edges, label + 1);
    }
    if (!otherwise)
        add_edge(edges, label + 1);
}

static void find_edges(const struct lane_program *program, uint32_t at, struct edges *edges)
{
    const struct lane_instr *instr = &program->instrs[at];
    const struct lane_instr *instrs = program->instrs;
    int64_t target = instr->target;

    edges->count = 0;
    switch (instr->op) {
    case LANE_IF:
        add_edge(edges, at + 1);
        add_edge(edges, target + 1); /* the else side, or what follows the endif */
        return;
    case LANE_ELSE:
        add_edge(edges, target + 1);
        return;
    case LANE_ENDLOOP:
        add_edge(edges, target + 1);
        return;
    case LANE_BREAK:
        add_edge(edges, target + 1);
        return;
    case LANE_BREAKC:
        add_edge(edges, at + 1);
        add_edge(edges, target + 1);
        return;
    case LANE_CONTINUE:
        add_edge(edges, instrs[target].target + 1);
        return;
    case LANE_CONTINUEC:
        add_edge(edges, at + 1);
        add_edge(edges, instrs[target].target + 1);
        return;
    case LANE_SWITCH:
        switch_edges(program, at, edges);
        return;
    case LANE_RET:
    case LANE_ABORT:
        return;
    default:
        add_edge(edges, at + 1);
    }
}

/* A switch has an edge for each label. */
static uint32_t most_edges(const struct lane_program *program)
{
    uint32_t count = 4;

    for (uint32_t i = 0; i < program->instr_count; i++)
        count += program->instrs[i].op == LANE_CASE || program->instrs[i].op == LANE_DEFAULT;
    return count;
}

/* ---- blocks ---- */

static uint32_t cut(const struct lane_program *program, struct lane_blocks *blocks)
{
    uint32_t count = 0;

    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        if (i == program->preamble || ends_block(program->instrs[i - 1].op))
            blocks->list[count++].first = i;
        blocks->list[count - 1].end = i + 1;
        blocks->block_of[i] = count - 1;
    }
    return count;
}

static bool connect(const struct lane_program *program, struct dxbc_arena *arena, struct lane_blocks *blocks)
{
    struct edges edges = {.to = dxbc_arena_alloc(arena, most_edges(program), sizeof(*edges.to))};

    if (!edges.to)
        return false;
    for (uint32_t i = 0; i < blocks->count; i++) {
        struct lane_block *block = &blocks->list[i];

        find_edges(program, block->end - 1, &edges);
        block->next = dxbc_arena_alloc(arena, edges.count, sizeof(*block->next));
        if (!block->next)
            return false;
        for (uint32_t k = 0; k < edges.count; k++) {
            if (edges.to[k] < program->instr_count)
                block->next[block->next_count++] = blocks->block_of[edges.to[k]];
        }
    }
    return true;
}

/* ---- liveness ---- */

void lane_step_back(const struct lane_instr *instr, uint64_t *live)
{
    for (uint32_t d = 0; d < instr->dst_count; d++)
        lane_drop(live, instr->dst[d]);
    for (uint32_t s = 0; s < instr->src_count; s++) {
        if (lane_is_register(instr->src[s]))
            lane_put(live, instr->src[s]);
    }
}

void lane_live_at_end(const struct lane_blocks *blocks, const struct lane_block *block, uint64_t *out)
{
    memset(out, 0, blocks->set_words * sizeof(*out));
    for (uint32_t k = 0; k < block->next_count; k++) {
        const uint64_t *live = blocks->list[block->next[k]].live;
        for (uint32_t w = 0; w < blocks->set_words; w++)
            out[w] |= live[w];
    }
}

const uint64_t *lane_live_at(const struct lane_blocks *blocks, uint32_t instr)
{
    return blocks->list[blocks->block_of[instr]].live;
}

/* Backwards, again and again until nothing changes: as often as loops are nested, and once more. */
static bool find_live(const struct lane_program *program, struct dxbc_arena *arena,
                      struct lane_blocks *blocks)
{
    uint64_t *live = dxbc_arena_alloc(arena, blocks->set_words, sizeof(*live));
    bool changed = true;

    if (!live)
        return false;
    while (changed) {
        changed = false;
        for (uint32_t i = blocks->count; i-- > 0;) {
            struct lane_block *block = &blocks->list[i];

            lane_live_at_end(blocks, block, live);
            for (uint32_t k = block->end; k-- > block->first;)
                lane_step_back(&program->instrs[k], live);
            if (memcmp(live, block->live, blocks->set_words * sizeof(*live)) != 0) {
                memcpy(block->live, live, blocks->set_words * sizeof(*live));
                changed = true;
            }
        }
    }
    return true;
}

bool lane_find_blocks(const struct lane_program *program, struct dxbc_arena *arena,
                      struct lane_blocks *blocks)
{
    uint32_t count = program->instr_count - program->preamble;
    uint64_t *sets;

    *blocks = (struct lane_blocks){.set_words = (program->reg_count + 63) / 64};
    blocks->list = dxbc_arena_alloc(arena, count, sizeof(*blocks->list));
    blocks->block_of = dxbc_arena_alloc(arena, program->instr_count, sizeof(*blocks->block_of));
    if (!blocks->list || !blocks->block_of)
        return false;
    blocks->count = cut(program, blocks);
    sets = dxbc_arena_alloc(arena, (size_t)blocks->count * blocks->set_words, sizeof(*sets));
    if (!sets)
        return false;
    for (uint32_t i = 0; i < blocks->count; i++)
        blocks->list[i].live = sets + (size_t)i * blocks->set_words;
    return connect(program, arena, blocks) && find_live(program, arena, blocks);
}
