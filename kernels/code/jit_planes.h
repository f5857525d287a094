/*
 * Shared memory as planes: an object whose elements are several words each may stand as one array for each of
 * these words, so that neighbouring threads' words are neighbours too and move as whole vectors. Only generated
 * code sees how it stands, and only objects whose every access is code's own may stand so: all accesses begin at
 * the same word of an element, whatever the lane.
 */
#ifndef KERNELS_JIT_PLANES_H
#define KERNELS_JIT_PLANES_H

#include <stdbool.h>
#include <stdint.h>

#include "lane_ir.h"

enum { JIT_MOST_PLANES = 16 };

/* What is known of a register in any lane: its `bits` lowest bits are those of `rest`. */
struct jit_residue {
    uint8_t bits;
    bool written;
    uint32_t rest;
};

struct jit_planes {
    uint8_t *of; /* of resources: how many; 1: words stand as they are numbered */
    struct jit_residue *residues;
};

/* False when memory runs out. */
bool jit_find_planes(const struct lane_program *program, struct dxbc_arena *arena, struct jit_planes *out);
/* The word of an element that the access, of LOAD or STORE, begins at. */
uint32_t jit_first_plane(const struct lane_program *program, const struct jit_planes *planes,
                         const struct lane_instr *access);

#endif
