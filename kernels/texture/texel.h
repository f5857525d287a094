/*
 * Where a texel or an element of a typed view lies, and unfiltered fetches and stores of it.
 */
#ifndef KERNELS_TEXEL_H
#define KERNELS_TEXEL_H

#include <stdbool.h>
#include <stdint.h>

#include "bindings.h"

/* Unsigned integers: outside wins over wrapping. What a dimension does not have is not looked at. */
struct texel_coord {
    uint32_t at[3]; /* x, y, z */
    uint32_t slice; /* array slice, or face of a cube: 6 * cube + face */
    uint32_t mip;   /* of the view */
    uint32_t sample;
};

/* An element, or for formats of blocks the block and the texel within it. */
struct texel_place {
    uint8_t *data;
    uint32_t x, y;
};

/* How a shader's address vector is laid out: coordinates first, then the slice of arrays. */
uint32_t texel_axes(uint8_t dimension);   /* 1 to 3 */
bool texel_has_slices(uint8_t dimension); /* arrays, cubes */
/* Dimension of a view of any kind: buffers are DXBC_DIM_BUFFER. */
uint8_t texel_dimension(const struct kernel_view *view);

/* Depth slices of mip 0 may be cut to a window (UAVs); other mips are seen whole. */
uint32_t texel_visible_depth(const struct kernel_view *view, uint32_t mip);
/* Mips before it are clamped off (SetResourceMinLOD); mip_count: all of them. */
uint32_t texel_first_mip(const struct kernel_view *view);

/* The first coordinate that lies outside the view, and what there is of it (in the mip asked for). */
enum texel_axis { TEXEL_INSIDE, TEXEL_X, TEXEL_Y, TEXEL_Z, TEXEL_SLICE, TEXEL_MIP, TEXEL_SAMPLE };
struct texel_bound {
    enum texel_axis axis;
    uint32_t value, limit;
};
struct texel_bound texel_outside(const struct kernel_view *view, const struct texel_coord *coord);

/* False when the coordinate lies outside the view. Views are typed buffers or textures. */
bool texel_locate(const struct kernel_view *view, const struct texel_coord *coord, struct texel_place *place);

/* What ld gives: the texel as registers, 0 and the default alpha outside the view, all 0 for an empty slot.
 */
void texel_load(const struct kernel_view *view, const struct texel_coord *coord, uint32_t rgba[4]);
/* What store_uav_typed does; nothing outside the view or for an empty slot. */
void texel_store(const struct kernel_view *view, const struct texel_coord *coord, const uint32_t rgba[4]);

#endif
