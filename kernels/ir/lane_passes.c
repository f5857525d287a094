/*
 * Runs the passes over a lowered program.
 */
#include "lane_passes.h"

#include <string.h>

#include "alloc.h"
#include "lane_affine.h"

/* The preamble's results, at least, are known to be alike. */
static void mark_preamble(struct lane_program *program)
{
    for (uint32_t i = 0; i < program->preamble; i++) {
        program->instrs[i].flags |= LANE_UNIFORM;
        program->regs[program->instrs[i].dst[0]].uniform = true;
    }
    for (unsigned axis = 0; axis < 3; axis++)
        program->regs[LANE_GROUP_ID + axis].uniform = true;
    program->regs[LANE_PACKED].uniform = true;
}

/* Registers that may be read before they are written are those that the lowering made for r# and x#, and
 * finding out which would take the flow through subroutines: all of them get a zero. */
static bool put_all_zeros(struct lane_program *program)
{
    uint32_t count = program->instr_count, zeros = 0;
    lane_value zero = lane_constant(program, 0);
    struct lane_instr *all;

    for (lane_value reg = LANE_INPUTS; reg < program->reg_count; reg++) {
        if (!program->regs[reg].uniform) {
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
    return true;
}

/* Programs with subroutines: nothing is known. */
static void leave_as_lowered(struct lane_program *program, struct dxbc_arena *arena)
{
    mark_preamble(program);
    if (!put_all_zeros(program) || !lane_canonicalise(program, arena, true) || !lane_one_region(program) ||
        !lane_find_tickets(program, arena)) {
        program->out_of_memory = true;
        return;
    }
    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        if (program->instrs[i].dst_count)
            program->instrs[i].flags |= LANE_MASKED;
    }
    for (lane_value reg = 0; reg < program->reg_count; reg++) {
        struct lane_reg *r = &program->regs[reg];

        r->used = true;
        r->crosses = program->has_barrier && !r->uniform && reg >= LANE_INPUTS;
        if (reg >= LANE_INPUTS && !r->uniform)
            r->slot = program->slot_count[false][r->crosses]++;
    }
}

static bool optimise(struct lane_program *program, struct dxbc_arena *arena)
{
    struct lane_affine *affine;
    struct lane_blocks blocks;

    return lane_split_webs(program, arena) && lane_simplify(program, arena) &&
           lane_canonicalise(program, arena, false) && lane_find_tickets(program, arena) &&
           lane_find_blocks(program, arena, &blocks) && lane_find_uniform(program, &blocks, arena) &&
           lane_find_affine(program, arena, &affine) && lane_find_regions(program, &blocks, arena) &&
           lane_find_order(program, &blocks, affine, arena);
}

void lane_optimise(struct lane_program *program)
{
    struct dxbc_arena arena = {NULL}; /* what only the passes need */

    if (program->has_calls)
        leave_as_lowered(program, &arena);
    else if (!optimise(program, &arena))
        program->out_of_memory = true;
    dxbc_arena_release(&arena);
}
