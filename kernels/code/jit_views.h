/*
 * What generated code sees of the views that are bound: plain numbers, worked out once for each dispatch and
 * worker.
 */
#ifndef KERNELS_JIT_VIEWS_H
#define KERNELS_JIT_VIEWS_H

#include <stdint.h>

#include "bindings.h"

struct kernel_dispatch;
struct lane_program;
struct lane_resource;

/* How texels are made, as far as code moves them itself. */
enum jit_texel_layout {
    JIT_TEXEL_OTHER,    /* it does not: the slow node does */
    JIT_TEXEL_UNORM8X4, /* four bytes, red first */
    JIT_TEXEL_UNORM,    /* other fractions of 2 to 16 bits in one word, or in part of one */
    JIT_TEXEL_INTEGER,  /* whole numbers of up to 16 bits in the same way */
    JIT_TEXEL_HALF,     /* floats of 16 bits */
    JIT_TEXEL_WORD,     /* channels of 32 bits, which move as they are */
};

enum jit_texel_axis { JIT_TEXEL_X, JIT_TEXEL_Y, JIT_TEXEL_Z, JIT_TEXEL_SLICE, JIT_TEXEL_SAMPLE, JIT_TEXEL_AXES };

/* The first mip of a texture, or a typed buffer. A texel lies first + the sum of coordinate * pitch bytes from the
 * base, which stands at a multiple of 4; all ends below 2^31 bytes. Channels: what is left of a word (or of the
 * half that channel c % 2 has) after a shift by `shift` is cut by `mask`, which is 0 for channels that the format
 * has not got; these get `fill`. */
struct jit_texels {
    uint8_t *base;
    uint32_t load_layout, store_layout; /* enum jit_texel_layout */
    uint32_t first;
    uint32_t words; /* from the base to the last texel's, which may stand in a part of its word */
    uint32_t count[JIT_TEXEL_AXES], pitch[JIT_TEXEL_AXES];
    uint32_t shift[4], mask[4], fill[4];
    float largest[4], inverse[4]; /* UNORM: the mask as a float, and one over it */
    float rest[4];                /* what the inverse lacks */
    uint32_t sign[4];             /* INTEGER: the bit that is the sign, or 0 */
};

/* A t#, u# or g# as an instruction names it, with what the bindings show. slow: it is not what was declared,
 * or too large for 32-bit word numbers: nothing is inside here, and the slow node knows better. */
struct jit_view {
    uint8_t *data;
    uint32_t *counter;   /* or NULL: there is none, or the slow node knows better */
    uint32_t words;      /* raw and structured; typed buffers of one word an element: elements */
    uint32_t structures; /* structured: whole ones inside */
    uint32_t missing[4]; /* typed buffers: what stands for components that the format has not got */
    uint32_t slow;
    uint32_t info;       /* buffers: what bufinfo gives; 0 where nothing is bound */
    uint32_t misfit;     /* something else than what was declared is bound: the slow node says so */
    uint32_t alone;           /* no other core touches the memory meanwhile */
    uint32_t streams;         /* larger than the caches: what is written and not read passes them by */
    struct jit_texels texels; /* typed */
};

/* The view in the resource's slot; NULL when there is no such slot. */
const struct kernel_view *jit_bound_view(const struct bindings *bindings, const struct lane_resource *resource);
/* One for each of the program's resources. */
void jit_open_views(const struct lane_program *program, const struct kernel_dispatch *dispatch,
                    struct jit_view *views);

#endif
