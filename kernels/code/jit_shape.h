/*
 * What is known of a register's lanes while code is made: within chunks of neighbouring lanes they differ from
 * the chunk's first lane by known amounts (modulo 2^32). A chunk that is the whole strip needs one number at
 * run time, the first lane's; smaller ones tell which memory accesses are runs of consecutive words.
 */
#ifndef KERNELS_JIT_SHAPE_H
#define KERNELS_JIT_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "lane_ir.h"

enum { JIT_MOST_LANES = 32 };

struct jit_shape {
    uint8_t chunk; /* lanes; 0: not computed yet; 1: nothing is known */
    uint8_t align; /* first lanes of chunks are multiples of 1 << align */
    uint32_t off[JIT_MOST_LANES]; /* from the first lane of the own chunk */
};

/* The shapes of all registers; memory is the caller's. */
void jit_find_shapes(const struct lane_program *program, uint32_t lanes, struct jit_shape *shapes);
struct jit_shape jit_shape_of(const struct lane_program *program, const struct jit_shape *shapes, uint32_t lanes,
                              lane_value value);
/* The same, as far as it is known of smaller chunks. */
struct jit_shape jit_shape_within(struct jit_shape shape, uint32_t chunk, uint32_t lanes);
bool jit_shape_is_flat(const struct jit_shape *shape, uint32_t lanes); /* all lanes of a chunk are alike */

#endif
