/*
 * What the files of filtered sampling share, see sample.h.
 */
#ifndef KERNELS_SAMPLE_PARTS_H
#define KERNELS_SAMPLE_PARTS_H

#include "sample.h"
#include "sample_place.h"
#include "texel.h"

/* Where a lane samples, whatever the mip: coordinates along the axes (of cubes: within the face), and the
 * slice. */
struct sample_where {
    uint32_t u[3];
    uint32_t slice; /* cubes: 6 * cube + face */
    int32_t offset[3];
    uint32_t reference; /* as precise as texels are */
};

/* ---- sample.c ---- */

/* Which mips a level of detail means. */
struct sample_level {
    uint32_t mip, part; /* part / 256 of the way to the next mip */
    bool linear;
};
/* For a level that the instruction gives. */
struct sample_level sample_level_at(const struct sample_state *state, uint32_t lod);
struct sample_gradient;
/* That of a lane; taps of its gradient: how many texels an anisotropic filter averages. */
struct sample_level sample_level_of(const struct sample_state *state, const uint32_t parameters[SAMPLE_PARAMETERS],
                                    struct sample_gradient *gradient);
/* The slice, or cube, that an array's last coordinate means. */
uint32_t sample_slice_at(const struct sample_state *state, uint32_t coordinate);

/* ---- sample_row.c ---- */

/* A mip of a flat texture for lane kernels (lane_sample), and where its channels stand among red, green, blue and alpha.
 * NULL: they are not for it. */
const uint8_t *sample_texels_of(const struct sample_state *state, uint32_t mip, uint32_t slice, bool linear,
                                struct lane_texels *texels);

/* ---- sample_lod.c ---- */

/* The level of detail that derivatives ask for, and how anisotropic filters walk: taps, and the way from the
 * first to the last in the coordinates of the texture. */
struct sample_gradient {
    uint32_t lod;
    uint32_t taps;
    uint32_t along[2];
};
/* Where tap i of them lies along the line, as a float: its middle is 0. */
static inline uint32_t sample_tap_at(uint32_t i, uint32_t taps)
{
    return num_bits(((float)(2 * i + 1) - (float)taps) / (float)(2 * taps));
}
struct sample_gradient sample_gradient_of(const struct sample_state *state,
                                          const uint32_t parameters[SAMPLE_PARAMETERS]);

/* ---- sample_cube.c ---- */

/* The face that a direction meets, and where. Returns the face. */
uint32_t sample_cube_face(const uint32_t direction[3], uint32_t u[2]);
/* What a derivative of the direction is in the coordinates of that face; the third component becomes 0. */
void sample_cube_derivative(const uint32_t direction[3], uint32_t derivative[3]);
/* A texel one step beyond one edge of a face of n x n: where it is on the face that it belongs to, which is
 * returned. */
uint32_t sample_cube_cross(uint32_t face, int32_t n, int32_t at[2]);

/* ---- sample_fetch.c ---- */

enum { SAMPLE_MOST_CORNERS = 8 };

/* Texels around places: corner k is at places[axis].texel + bit `axis` of k. linear: the 2, 4 or 8 of them,
 * otherwise corner 0 alone. Instructions that compare get 1.0 or 0.0 in the first component. */
void sample_fetch(struct sample_state *state, const struct sample_where *where, uint32_t mip,
                  const struct sample_place places[3], bool linear, uint32_t corners[SAMPLE_MOST_CORNERS][4]);
/* One texel inside the view; of formats with codes those, as floats. */
void sample_load(struct sample_state *state, const struct texel_coord *coord, uint32_t texel[4]);
/* A reference value as precise as texels are, and what comparing it with a texel gives. */
uint32_t sample_quantise(const struct sample_state *state, uint32_t reference);
uint32_t sample_compare(const struct sample_state *state, uint32_t reference, uint32_t texel);

#endif
