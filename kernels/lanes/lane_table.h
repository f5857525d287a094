/*
 * Lane kernels: one operation over a row of lanes, and the table of those that an instruction set has.
 *
 * A row holds one 32-bit value for each lane, 64-byte aligned, its length a multiple of 32 lanes. A source is
 * a row, or a value that is the same in all lanes: then it stands as a splat of 16 equal values at 64-byte
 * alignment, and its step is 0. A kernel reads the vector for lanes i.. at `src + (i & step)`:
 *
 *   row    |l0 l1 l2 ... l(count-1)|   step ~0          splat  |v v v ... v| (16)   step 0
 *
 * Masks are bits: lane i is bit i % 32 of word i / 32. (An AVX-512 mask register is loaded from them as it
 * stands; the others widen a few bits to lanes with a broadcast, an AND and a compare. The executor tests and
 * combines whole words.) A masked form writes the lanes whose bit is set and leaves the others as they were.
 * Inactive lanes hold anything, signalling NaNs and zero divisors included; an unmasked form may compute on
 * them.
 *
 * Results may stand in the very rows of any sources, never overlap them otherwise: a kernel reads all sources
 * of a vector before it writes a result. Two results never share a row. On x86 FTZ and DAZ are set while
 * kernels run (rounding to nearest, exceptions masked), and operations on doubles have to keep denormals all
 * the same. On Arm FZ is off. The reference does not depend on any of this.
 *
 * NaN results of operations whose letter is f may be any NaN; everything else is exact (tests/lanes compares
 * after CANON there). Memory kernels may touch memory that other threads write: 32-bit words have to be moved
 * whole.
 */
#ifndef KERNELS_LANE_TABLE_H
#define KERNELS_LANE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu.h"

enum lane_op {
#define LANE_OP(name, ...) LANE_##name,
#include "lane_ops.def"
#undef LANE_OP
    LANE_OP_COUNT
};

enum { LANE_MAX_SRC = 6, LANE_SPLAT = 16, LANE_ALIGN = 64 };

struct lane_args {
    uint32_t *dst[2]; /* doubles: low halves, high halves */
    const uint32_t *src[LANE_MAX_SRC];
    size_t step[LANE_MAX_SRC]; /* SIZE_MAX: a row; 0: a splat */
    const uint32_t *mask;      /* masked forms */
    uint32_t count;            /* a multiple of 32; the reference takes any, and reads lane 0 alone for 1 */
};

typedef void lane_run(const struct lane_args *args);

/* 32-bit words of memory; indices from count on are outside. words may be NULL when count is 0. */
struct lane_memory {
    uint32_t *words;
    uint32_t count;
};

/* d[i] = index[i] < count ? words[index[i]] : 0. The mask may be NULL: all lanes. Nothing is read for
 * inactive lanes. Worth looking for in each vector: indices that go up by one. */
typedef void lane_gather(uint32_t *dst, struct lane_memory memory, const uint32_t *index, size_t index_step,
                         const uint32_t *mask, uint32_t count);
/* words[index[i]] = value[i] where inside, lane after lane: of two lanes with one index the higher wins. */
typedef void lane_scatter(struct lane_memory memory, const uint32_t *index, size_t index_step,
                          const uint32_t *value, size_t value_step, const uint32_t *mask, uint32_t count);
/* The same for elements of one or two bytes, whose address is a multiple of their size. */
struct lane_elements {
    void *data;
    uint32_t count;
};
typedef void lane_gather_elements(uint32_t *dst, struct lane_elements memory, const uint32_t *index,
                                  size_t index_step, const uint32_t *mask, uint32_t count);
typedef void lane_scatter_elements(struct lane_elements memory, const uint32_t *index, size_t index_step,
                                   const uint32_t *value, size_t value_step, const uint32_t *mask,
                                   uint32_t count);
/* Words at even distances: those of lane r * row + i stand at r * pitch + i * stride from the first lane's. row and
 * rows: any numbers. */
struct lane_grid {
    int32_t stride, pitch;
    uint32_t row, rows;
};
/* dst[c][lane] = words[place[c] + distance of the lane], all of it inside. */
typedef void lane_take_words(uint32_t *const dst[], const uint8_t place[], uint32_t components,
                             const uint32_t *words, const struct lane_grid *grid);
/* words[place[c] + distance] = src[c][lane], splats at step 0. No word is written twice in a row of the grid; what
 * later rows write stays. */
typedef void lane_put_words(uint32_t *words, const struct lane_grid *grid, const uint32_t *const src[],
                            const size_t step[], const uint8_t place[], uint32_t components);
/* For each 32 lanes the lowest and the highest index among the active ones that are below `limit`; low > high: there
 * are none. */
typedef void lane_bounds(uint32_t *low, uint32_t *high, const uint32_t *index, size_t index_step, uint32_t limit,
                         const uint32_t *mask, uint32_t count);
/* bits of out: value[i] != 0. Writes count / 32 words. */
typedef void lane_test(uint32_t *out, const uint32_t *value, size_t step, uint32_t count);

/* A mip of a flat texture, for lane_sample. Words of a texel are below 2^31 words from the first; sizes are
 * at most LANE_TEXELS_SIDE, with offsets at least LANE_TEXELS_LEAST. */
enum lane_layout {
    LANE_TEXEL_UNORM8X4, /* four bytes, divided by 255, or as the whole numbers that they are */
    LANE_TEXEL_SRGB8X4,  /* three bytes as linear floats, the fourth divided by 255 */
    LANE_TEXEL_FLOAT16X4,
    LANE_TEXEL_FLOAT32X4,
    LANE_TEXEL_FLOAT32,
};
enum { LANE_TEXELS_SIDE = 4096, LANE_TEXELS_LEAST = 16 };

struct lane_texels {
    const uint32_t *words;
    uint32_t size[2];
    uint32_t row_words;
    int32_t offset[2];  /* -8 to 7 */
    uint8_t address[2]; /* as Direct3D numbers them; no border */
    uint8_t layout;     /* enum lane_layout */
    bool linear;        /* otherwise the nearest texel */
    bool codes;         /* LANE_TEXEL_UNORM8X4: whole numbers */
};

/* out[channel][i] = the texture at (u[i], v[i]), filtered as sample.h defines it. Lanes whose bit of redo is
 * set in the end have to be done over: their texels are not finite. All lanes are computed, whatever they
 * hold. */
typedef void lane_sample(const struct lane_texels *texels, const uint32_t *const uv[2], const size_t step[2],
                         uint32_t count, uint32_t *const out[4], uint32_t *redo);

/* The places on one axis (number 0 of the mip): texels on both sides and the weight of the upper one. With a border
 * texels outside are all ones. */
typedef void lane_locate(const struct lane_texels *texels, const uint32_t *coordinate, size_t step, uint32_t count,
                        uint32_t *low, uint32_t *high, uint32_t *weight);

struct lane_table {
    enum cpu_isa isa;
    lane_run *run[LANE_OP_COUNT];
    lane_run *masked[LANE_OP_COUNT];
    /* Operations that compute on doubles alone, for callers that have switched FTZ and DAZ off (on x86): run and masked
     * do that for each call. NULL: all others, and the reference. */
    lane_run *keeping[LANE_OP_COUNT], *keeping_masked[LANE_OP_COUNT];
    lane_gather *gather;
    lane_scatter *scatter;
    lane_take_words *take;
    lane_put_words *put;
    lane_gather_elements *gather_8, *gather_16;
    lane_scatter_elements *scatter_8, *scatter_16;
    lane_bounds *bounds;
    lane_test *test;
    lane_sample *sample; /* NULL in the reference, which is sample.h itself; and so is the next */
    lane_locate *locate;
};

struct lane_op_info {
    const char *text;
    const char *dst, *src; /* letters, see lane_ops.def */
};
extern const struct lane_op_info lane_op_infos[LANE_OP_COUNT];

/* Rows that letters stand for: two for each d. */
unsigned lane_row_count(const char *letters);

/* The kernels of an available instruction set: those of the reference, overlaid with what the set improves.
 */
void lane_table_init(struct lane_table *table, enum cpu_isa isa);

/* Each fills in what it has and leaves the rest. */
void lane_table_ref(struct lane_table *table);
void lane_table_sse41(struct lane_table *table);
void lane_table_avx2(struct lane_table *table);
void lane_table_avx512(struct lane_table *table);
void lane_table_neon(struct lane_table *table);

#endif
