/*
 * How generated code takes a group: in segments, each a loop over all strips of the group, between flow that
 * the whole group takes together.
 *
 *   run once: flow around barriers, uniform values     segment: strips 0 .. n-1 of its own width
 *
 * A segment passes no barrier. Registers that live from one into another stand in the group's memory
 * meanwhile, uniform ones in a variable; within a segment all are values. Its strips are one or two native
 * vectors, or waves where the order of waves shows.
 *
 * Where waves may go different ways at a barrier, or memory could tell that waves take turns segment by
 * segment, the plan is not looped: each wave runs on to its next barrier and resumes there (jit_barrier.c).
 */
#ifndef KERNELS_JIT_PLAN_H
#define KERNELS_JIT_PLAN_H

#include "cpu.h"
#include "lane_passes.h"

struct jit_segment {
    uint32_t first, end; /* instructions */
    uint32_t lanes;      /* of its strips; 0: only uniform values, computed once */
    uint64_t *enter;     /* registers that are live at its beginning */
    uint64_t *written;   /* those that it writes */
    uint64_t *leave;     /* those of them that are live behind it */
};

struct jit_plan {
    bool looped;
    struct lane_blocks blocks; /* of programs without subroutines */
    struct lane_constructs constructs;
    bool *shared_flow; /* constructs that the group takes together */
    bool *around;      /* instructions that belong to no segment */
    uint32_t segment_count;
    struct jit_segment *segments;
    uint32_t
        *row; /* where registers that are handed on stand, as a row of the wave's memory; or JIT_NO_ROW */
    uint32_t row_count;
};

enum { JIT_NO_ROW = UINT32_MAX };

/* False when memory runs out. */
bool jit_make_plan(const struct lane_program *program, enum cpu_isa isa, struct dxbc_arena *arena,
                   struct jit_plan *plan);

#endif
