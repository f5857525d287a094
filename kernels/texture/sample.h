/*
 * Filtered sampling: what sample_l, sample_d, sample_c_lz and gather4 give, one definition for all executors.
 *
 * The chain, after section 7.18 of the functional specification: derivatives become a level of detail
 * (sample_lod.c), a coordinate becomes a fixed-point place of 8 fraction bits in a mip (sample_place.h),
 * address modes and the faces of cubes give texels (sample_fetch.c), which are weighed together (sample.c).
 * Rows of lanes go through sample_row.c, whose vector kernels give the same bits.
 *
 * Arithmetic is that of number.h in a fixed order. Texels of UNORM and SNORM formats are filtered as whole
 * numbers and divided once at the end: bilinear results of 8-bit formats are exact but for that one rounding.
 */
#ifndef KERNELS_SAMPLE_H
#define KERNELS_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bindings.h"
#include "lane_table.h"

struct dxbc_instr;
struct format_info;

/* What an instruction gets for each lane. Floats as their bits; what an instruction does not have is 0. */
enum sample_parameter {
    SAMPLE_COORD = 0,  /* .. 3: coordinates, then the slice of arrays */
    SAMPLE_OFFSET = 4, /* .. 5: texel offsets, integers */
    SAMPLE_LOD = 6,
    SAMPLE_REFERENCE = 7, /* what texels are compared with */
    SAMPLE_DDX = 8,       /* .. 10: derivatives of the coordinates */
    SAMPLE_DDY = 11,      /* .. 13 */
    SAMPLE_CLAMP = 14,    /* the least level of detail */
    SAMPLE_PARAMETERS = 15,
};

enum sample_form { SAMPLE_AT_LEVEL, SAMPLE_WITH_GRADIENT, SAMPLE_GATHER };

/* A sampling instruction: what is the same for all lanes. */
struct sample_op {
    uint8_t form; /* enum sample_form */
    bool compares;
    bool own_offset;     /* offsets are parameters, not immediate */
    uint8_t component;   /* SAMPLE_GATHER: which one of the texels */
    int8_t offset[3];    /* immediate */
    uint16_t parameters; /* bits 1 << enum sample_parameter: what the instruction has */
};

/* component: what the sampler operand selects. */
struct sample_op sample_op_of(const struct dxbc_instr *instr, uint8_t component);

enum { SAMPLE_CACHED_BLOCKS = 32, SAMPLE_BLOCK_TEXELS = 16 };

/* How vector kernels sample for all lanes of a row, for one level of detail and slice. */
struct sample_plan {
    bool known, possible;
    uint32_t lod, slice; /* what it was made for */
    uint32_t mip_count, part; /* part / 256 of the way from the first to the second */
    const uint8_t *channels;
    struct lane_texels mips[2];
};

/* An instruction with its view and sampler: everything that texels need, worked out once. It is good for one worker,
 * and as long as nobody writes to the view: decoded blocks and plans of rows are kept in it. */
struct sample_state {
    struct sample_op op;
    const struct kernel_view *view;
    const struct format_info *format; /* NULL: the slot is empty, all results are 0 */
    uint8_t axes;
    bool slices, cube;
    bool integer; /* texels that are not filtered */
    bool codes;   /* texels are whole numbers, results are divided by divisor */
    bool min_linear, mag_linear, mip_linear;
    uint8_t reduction; /* enum sample_reduction */
    uint8_t address[3];
    uint8_t comparison;
    uint32_t most_taps;  /* of anisotropic filters; 1: isotropic */
    uint32_t divisor[4]; /* 0.0 where the format has no such channel */
    uint32_t border[4];  /* a texel, too */
    uint32_t bias, min_lod, max_lod, resource_lod;
    uint32_t first_mip; /* mips before it were clamped off */
    struct sample_plan plan;
    /* Told of every texel, or block of texels, that is read; NULL: nobody is. */
    void (*touched)(void *user, const uint8_t *texel);
    void *touched_user;
    const uint8_t *cached[SAMPLE_CACHED_BLOCKS];
    uint32_t blocks[SAMPLE_CACHED_BLOCKS][SAMPLE_BLOCK_TEXELS][4];
};

enum sample_reduction { SAMPLE_AVERAGE, SAMPLE_COMPARE, SAMPLE_MINIMUM, SAMPLE_MAXIMUM };

/* The view may be of any kind; what cannot be sampled counts as an empty slot. The sampler may be NULL:
 * linear, clamping. */
void sample_prepare(struct sample_state *state, const struct sample_op *op, const struct kernel_view *view,
                    const struct kernel_sampler *sampler);
/* One lane: the vector before swizzle and mask. */
void sample_lane(struct sample_state *state, const uint32_t parameters[SAMPLE_PARAMETERS],
                 uint32_t result[4]);

/* Rows of parameters, NULL for those that an instruction does not have; lane i is at row[i & step], so a step
 * of 0 is one value for all (of 16 at least, as lane_table.h wants it). */
struct sample_rows {
    const uint32_t *row[SAMPLE_PARAMETERS];
    size_t step[SAMPLE_PARAMETERS]; /* SIZE_MAX: a row; 0: a splat */
};

/* How vector kernels sample these rows, of which the level of detail and the slice are looked at; NULL: they do not.
 * It stays until the state is asked for another one. */
const struct sample_plan *sample_find_plan(struct sample_state *state, const struct sample_rows *rows);
/* Lane number `lane` of rows: its parameters, 0 for those that an instruction has not got. */
void sample_row_parameters(const struct sample_rows *rows, uint32_t lane, uint32_t parameters[SAMPLE_PARAMETERS]);
/* That lane into four rows of results. */
void sample_row_lane(struct sample_state *state, const struct sample_rows *rows, uint32_t lane,
                     uint32_t *const result[4]);
/* A row of lanes with one view and one sampler: those whose bit is set in mask; count is a multiple of what the
 * table's instruction set has in a vector.
 * Rows are aligned as lane kernels want them, results apart from parameters. What inactive lanes get is not
 * defined. */
void sample_row(const struct lane_table *table, struct sample_state *state, const struct sample_rows *rows,
                const uint32_t *mask, uint32_t count, uint32_t *const result[4]);

#endif
