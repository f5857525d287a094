/*
 * Several small groups as one: a program is lowered once more, and what it knows as a group are the groups
 * side by side along x, `pack` of them, or the first few that there are.
 *
 *   groups of 4 x 2 threads, three of them:   | 0 1 2 3 | 8  9 10 11 | 16 17 18 19 |      a grid of 12 x 2
 *                                             | 4 5 6 7 | 12 13 14 15 | 20 21 22 23 |
 *
 * Threads of one group keep their order, and thread ids go up evenly through all of them, so rows of texels
 * or words only become longer. The id of a group, the number of a thread in it and what derives from these
 * are rows of the packed program.
 *
 * Nothing sees it as long as groups may run in any order. Lanes that need lockstep have it in strips that
 * hold whole waves of all groups: everything while groups have no more than one; otherwise so many rows of
 * the grid as are the first wave of each group, then those of the second one, in the order of waves. Shared
 * memory, barriers and whatever tells of a group by itself (messages, cycles) keep programs as they are.
 */
#include "lane_pack.h"

#include <string.h>

#include "alloc.h"

/* Lanes of a strip: long enough for what a step costs by itself, short enough for rows to stay in the nearest
 * cache. From LONG_ENOUGH threads on a group that may run in any order is long enough by itself. */
enum {
    STRIP_LANES = 256,
    LEAST_LANES = 64,
    MOST_LANES = 1024,
    LONG_ENOUGH = 128,
    STRIP_BYTES = 64 * 1024,
    WAVE = 32
};

static uint32_t threads_of(const struct lane_program *program)
{
    return program->group_size[0] * program->group_size[1] * program->group_size[2];
}

/* Something tells of groups one by one, or shows their order. */
static bool tells_groups_apart(const struct lane_program *program)
{
    if (program->has_calls || program->has_barrier || program->has_cycles || program->ticket_count ||
        program->dxbc->tgsm_count)
        return true;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        uint16_t op = program->instrs[i].op;
        if (op == LANE_ABORT || op == LANE_MESSAGE || program->instrs[i].flags & LANE_ORDERED)
            return true;
    }
    return false;
}

/* Are the first waves of all groups the first rows of the pack, and so on? */
static bool waves_are_rows(const struct lane_program *program)
{
    return WAVE % program->dxbc->thread_group[0] == 0;
}

uint32_t lane_pack_of(const struct lane_program *program)
{
    uint32_t threads = threads_of(program), together = threads < WAVE ? threads : WAVE, lanes = STRIP_LANES,
             groups;
    size_t rows = program->slot_count[false][false];
    bool lockstep = !program->wide && threads > WAVE;

    if (tells_groups_apart(program) || (lockstep ? !waves_are_rows(program) : threads >= LONG_ENOUGH))
        return 1;
    while (lanes > LEAST_LANES && lanes * sizeof(uint32_t) * rows > STRIP_BYTES)
        lanes /= 2;
    groups = lanes / together;
    groups = groups < MOST_LANES / threads ? groups : MOST_LANES / threads;
    return groups ? groups : 1;
}

/* ---- the rows that were uniform, or inputs ---- */

struct packer {
    struct lane_program *program;
    lane_value group, thread,
        flat; /* what stands for the inputs: x of the group's id, x in it, the flattened number */
};

static void put(struct packer *p, lane_value dst, uint16_t op, lane_value a, lane_value b, lane_value c)
{
    const lane_value sources[3] = {a, b, c};
    uint8_t count = (uint8_t)(b == LANE_NONE ? 1 : c == LANE_NONE ? 2 : 3);
    struct lane_instr *instr = lane_append(p->program, op, 1, count, 0);

    instr->dst[0] = dst;
    memcpy(instr->src, sources, count * sizeof(*sources));
}

/* x of the pack is that of the group, then that in the group. */
static void divide_x(struct packer *p)
{
    uint32_t width = p->program->dxbc->thread_group[0];
    lane_value x = LANE_THREAD_ID_IN_GROUP, number = lane_new_reg(p->program),
               begin = lane_new_reg(p->program);

    if (width == 1) {
        put(p, p->group, LANE_MOV, LANE_THREAD_ID, LANE_NONE, LANE_NONE);
        put(p, p->thread, LANE_MOV, lane_constant(p->program, 0), LANE_NONE, LANE_NONE);
        return;
    }
    if (width & (width - 1)) {
        put(p, number, LANE_UDIV, x, lane_constant(p->program, width), LANE_NONE);
        put(p, begin, LANE_IMUL, number, lane_constant(p->program, width), LANE_NONE);
        put(p, p->thread, LANE_ISUB, x, begin, LANE_NONE);
    } else {
        put(p, number, LANE_USHR, x, lane_constant(p->program, (uint32_t)__builtin_ctz(width)), LANE_NONE);
        put(p, p->thread, LANE_AND, x, lane_constant(p->program, width - 1), LANE_NONE);
    }
    put(p, p->group, LANE_IADD, LANE_GROUP_ID, number, LANE_NONE);
}

static void flatten(struct packer *p)
{
    const uint32_t *size = p->program->dxbc->thread_group;
    lane_value row = lane_new_reg(p->program);

    put(p, row, LANE_IMAD, LANE_THREAD_ID_IN_GROUP + 2, lane_constant(p->program, size[1]),
        LANE_THREAD_ID_IN_GROUP + 1);
    put(p, p->flat, LANE_IMAD, row, lane_constant(p->program, size[0]), p->thread);
}

/* Threads of groups that are not there end at once. */
static void end_others(struct packer *p)
{
    lane_value inside = lane_new_reg(p->program);
    struct lane_instr *ret;

    put(p, inside, LANE_ULT, LANE_THREAD_ID_IN_GROUP, LANE_PACKED, LANE_NONE);
    ret = lane_append(p->program, LANE_RETC, 0, 1, 0);
    ret->src[0] = inside;
}

static lane_value stands_for(const struct packer *p, lane_value value)
{
    return value == LANE_GROUP_ID             ? p->group
           : value == LANE_THREAD_ID_IN_GROUP ? p->thread
           : value == LANE_FLATTENED          ? p->flat
                                              : value;
}

void lane_pack(struct lane_program *program, uint32_t groups)
{
    struct packer p = {program, lane_new_reg(program), lane_new_reg(program), lane_new_reg(program)};
    uint32_t count = program->instr_count, first = program->preamble, added;
    struct lane_instr *all;

    program->pack = groups;
    program->strip_lanes = threads_of(program) > WAVE && waves_are_rows(program) ? groups * WAVE : MOST_LANES;
    program->group_size[0] *= groups;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t s = 0; s < program->instrs[i].src_count; s++)
            program->instrs[i].src[s] = stands_for(&p, program->instrs[i].src[s]);
    }
    end_others(&p);
    divide_x(&p);
    flatten(&p);
    added = program->instr_count - count;
    all = dxbc_arena_alloc(program->arena, program->instr_count, sizeof(*all));
    if (!all || program->out_of_memory) {
        program->out_of_memory = true;
        return;
    }
    memcpy(all, program->instrs, first * sizeof(*all));
    memcpy(all + first, program->instrs + count, added * sizeof(*all));
    memcpy(all + first + added, program->instrs + first, (count - first) * sizeof(*all));
    program->instrs = all;
    program->instr_room = program->instr_count;
    lane_link(program);
}

void lane_pack_in_lockstep(struct lane_program *program)
{
    for (uint32_t i = 0; i < program->region_count; i++)
        program->regions[i] = (struct lane_region){.wide = true};
    for (uint32_t i = 0; i < program->instr_count; i++)
        program->instrs[i].in_order = program->instrs[i].looked_at = false;
    program->wide = program->order_known = program->waves_agree = true;
    program->wide_if_apart = program->overlap_shows = false;
}
