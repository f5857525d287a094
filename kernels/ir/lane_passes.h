/*
 * Passes over a lowered program, in the order in which lane_optimise runs them, and what they share: basic
 * blocks, and which registers are live where they begin.
 *
 * Subroutines share their registers with whoever calls them, so programs that have any are left as they were
 * lowered: every write masked, every float result made canonical, every register kept for each wave.
 */
#ifndef KERNELS_LANE_PASSES_H
#define KERNELS_LANE_PASSES_H

#include "lane_ir.h"

/* All of them; memory that runs out shows in program->out_of_memory. */
void lane_optimise(struct lane_program *program);

/* ---- sets of registers ---- */

typedef uint64_t *lane_set;

static inline bool lane_has(const uint64_t *set, lane_value reg)
{
    return set[reg / 64] >> (reg % 64) & 1;
}

static inline void lane_put(uint64_t *set, lane_value reg)
{
    set[reg / 64] |= (uint64_t)1 << (reg % 64);
}

static inline void lane_drop(uint64_t *set, lane_value reg)
{
    set[reg / 64] &= ~((uint64_t)1 << (reg % 64));
}

/* Is one of the instruction's sources marked? */
static inline bool lane_reads_any(const struct lane_instr *instr, const bool *marks)
{
    for (uint32_t s = 0; s < instr->src_count; s++) {
        if (lane_is_register(instr->src[s]) && marks[instr->src[s]])
            return true;
    }
    return false;
}

/* Iterates over the registers of a set. */
#define LANE_FOR_EACH_REG(reg, set, words)                                                                   \
    for (uint32_t word_ = 0; word_ < (words); word_++)                                                       \
        for (uint64_t rest_ = (set)[word_]; rest_; rest_ &= rest_ - 1)                                       \
            for (lane_value reg = word_ * 64 + (uint32_t)__builtin_ctzll(rest_), once_ = 1; once_; once_ = 0)

/* ---- lane_blocks.c: where one lane goes ---- */

struct lane_block {
    uint32_t first, end; /* instructions */
    uint32_t next_count, *next;
    uint64_t *live; /* at its beginning */
};

struct lane_blocks {
    uint32_t count, set_words;
    struct lane_block *list;
    uint32_t *block_of; /* instruction -> the block that it stands in */
};

/* Blocks and live registers of a program without subroutines; false when memory ran out. The first block
 * begins behind the preamble. */
bool lane_find_blocks(const struct lane_program *program, struct dxbc_arena *arena,
                      struct lane_blocks *blocks);
/* The set of what is live behind an instruction becomes that of what is live before it. */
void lane_step_back(const struct lane_instr *instr, uint64_t *live);
/* What is live behind the block's last instruction, into out. */
void lane_live_at_end(const struct lane_blocks *blocks, const struct lane_block *block, uint64_t *out);
/* What is live where an instruction begins that begins a block. */
const uint64_t *lane_live_at(const struct lane_blocks *blocks, uint32_t instr);

/* ---- the passes ---- */

/* lane_webs.c: a register of its own for each value and what it merges with. Registers that may be read
 * before they are written get a zero first. */
bool lane_split_webs(struct lane_program *program, struct dxbc_arena *arena);
/* lane_simplify.c: constants, copies, dead code. */
bool lane_simplify(struct lane_program *program, struct dxbc_arena *arena);
/* lane_simplify.c: CANON behind float results whose bits are looked at; behind all of them when `all`. */
bool lane_canonicalise(struct lane_program *program, struct dxbc_arena *arena, bool all);
/* lane_tickets.c: which instructions show the order of groups, and where that is over. */
bool lane_find_tickets(struct lane_program *program, struct dxbc_arena *arena);
/* uniform.c: which registers are the same in all lanes, and which writes need a mask. */
bool lane_find_uniform(struct lane_program *program, const struct lane_blocks *blocks,
                       struct dxbc_arena *arena);
/* regions.c: which registers live across barriers, and slots for all. */
bool lane_find_regions(struct lane_program *program, const struct lane_blocks *blocks,
                       struct dxbc_arena *arena);

/* lane_order.c: regions, and in which of them strips may be wider than a wave. */
struct lane_affine;
bool lane_find_order(struct lane_program *program, const struct lane_blocks *blocks,
                     struct lane_affine *affine, struct dxbc_arena *arena);
bool lane_one_region(struct lane_program *program);
/* lane_hopes.c: narrow regions that may well run wide. again: instructions that may run twice in a region. */
bool lane_find_hopes(struct lane_program *program, const bool *again, struct dxbc_arena *arena);

/* uniform.c: what lanes of an open construct may still look at while others run: see struct lane_waits. */
struct lane_construct {
    uint32_t open, middle, close; /* instructions; middle: an IF's ELSE, or its end */
    bool divergent;               /* lanes may wait in it while others run */
    uint64_t *wait;               /* live where they wait: while [open, middle) runs */
    uint64_t *wait_after;         /* while [middle, close) runs */
};
struct lane_constructs {
    uint32_t count;
    struct lane_construct *list; /* in order of their opening */
};
bool lane_find_constructs(const struct lane_program *program, const struct lane_blocks *blocks,
                          struct dxbc_arena *arena, struct lane_constructs *constructs);
void lane_find_divergence(const struct lane_program *program, struct lane_constructs *constructs);

#endif
