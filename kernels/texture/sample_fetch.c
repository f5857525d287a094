/*
 * Texels for filters: through address modes, across the edges of cubes, and compared where an instruction
 * compares.
 *
 * Blocks of compressed formats are decoded whole and kept in the state: neighbours ask for the same ones.
 */
#include <string.h>

#include "format.h"
#include "format_codec.h"
#include "memory.h"
#include "sample_parts.h"
#include "texel.h"

enum { LONGEST_ELEMENT = 16 };

/* ---- one texel ---- */

static void load_cached(struct sample_state *state, const struct texel_place *place, uint32_t texel[4])
{
    const struct format_info *format = state->format;
    uint64_t number = (uintptr_t)place->data / format->block_bytes; /* rows are often a power of two apart */
    uint32_t slot = (uint32_t)((number ^ number >> 6) % SAMPLE_CACHED_BLOCKS);

    if (state->cached[slot] != place->data) {
        uint8_t block[LONGEST_ELEMENT];

        memory_copy_in(block, place->data, format->block_bytes);
        format->load_block(block, state->blocks[slot]);
        state->cached[slot] = place->data;
    }
    memcpy(texel, state->blocks[slot][place->y * format->block_width + place->x], 4 * sizeof(*texel));
}

/* The channels as whole numbers. The most negative SNORM code counts as the one above it. */
static void load_codes(const struct format_info *format, const uint8_t *element, uint32_t texel[4])
{
    uint32_t words[4];

    memcpy(words, element, sizeof(words));
    for (unsigned c = 0; c < 4; c++) {
        const struct format_channel *channel = &format->channels[c];
        uint32_t unused = 32u - channel->width, code;

        texel[c] = 0;
        if (!channel->width)
            continue;
        code = words[channel->offset / 32] >> channel->offset % 32 << unused;
        if (channel->kind != FORMAT_KIND_SNORM)
            texel[c] = num_utof(code >> unused);
        else
            texel[c] =
                num_itof((uint32_t)((int32_t)(code == NUM_SIGN ? code + (1u << unused) : code) >> unused));
    }
}

void sample_load(struct sample_state *state, const struct texel_coord *coord, uint32_t texel[4])
{
    const struct format_info *format = state->format;
    uint8_t element[LONGEST_ELEMENT] = {0};
    struct texel_place place;

    if (!texel_locate(state->view, coord, &place)) {
        memset(texel, 0, 4 * sizeof(*texel));
        return;
    }
    if (state->touched)
        state->touched(state->touched_user, place.data);
    if (format->load_block) {
        load_cached(state, &place, texel);
        return;
    }
    memory_copy_in(element, place.data, format->block_bytes);
    if (state->codes)
        load_codes(format, element, texel);
    else
        format_load(format, element, texel);
}

/* ---- comparison ---- */

static uint32_t clamp(uint32_t value, float least, float largest)
{
    return num_max(num_min(value, num_bits(largest)), num_bits(least));
}

uint32_t sample_quantise(const struct sample_state *state, uint32_t reference)
{
    const struct format_channel *channel = &state->format->channels[0];
    unsigned n = channel->width;

    if (channel->kind == FORMAT_KIND_UNORM && state->codes)
        return num_utof(unorm_from_float(reference, n));
    if (channel->kind == FORMAT_KIND_SNORM && state->codes)
        return num_itof((uint32_t)snorm_from_float(reference, n));
    if (channel->kind == FORMAT_KIND_FLOAT && n == 16 && state->format->load)
        return num_f16tof32(num_f32tof16(reference));
    if (state->format->kind == FORMAT_KIND_UNORM)
        return clamp(reference, 0, 1);
    if (state->format->kind == FORMAT_KIND_SNORM)
        return clamp(reference, -1, 1);
    return reference;
}

uint32_t sample_compare(const struct sample_state *state, uint32_t reference, uint32_t texel)
{
    enum { NEVER = 1, LESS, EQUAL, LESS_EQUAL, GREATER, NOT_EQUAL, GREATER_EQUAL, ALWAYS };
    uint32_t passes;

    switch (state->comparison) {
    case LESS:
        passes = num_lt(reference, texel);
        break;
    case EQUAL:
        passes = num_eq(reference, texel);
        break;
    case LESS_EQUAL:
        passes = num_ge(texel, reference);
        break;
    case GREATER:
        passes = num_lt(texel, reference);
        break;
    case NOT_EQUAL:
        passes = num_ne(reference, texel);
        break;
    case GREATER_EQUAL:
        passes = num_ge(reference, texel);
        break;
    default:
        passes = num_mask(state->comparison == ALWAYS);
    }
    return passes & NUM_ONE;
}

static void compare(const struct sample_state *state, const struct sample_where *where, uint32_t texel[4])
{
    if (state->op.compares)
        texel[0] = sample_compare(state, where->reference, texel[0]);
}

/* ---- address modes ---- */

static void fetch_flat(struct sample_state *state, const struct sample_where *where, uint32_t mip,
                       const int32_t at[3], uint32_t texel[4])
{
    const struct kernel_mip *size = &state->view->mips[mip];
    const uint32_t extent[3] = {size->width, size->height, size->depth};
    struct texel_coord coord = {.slice = where->slice, .mip = mip};
    bool outside = false;

    for (unsigned axis = 0; axis < state->axes; axis++) {
        int32_t t = sample_address_texel(at[axis], extent[axis], state->address[axis]);

        outside |= t < 0;
        coord.at[axis] = (uint32_t)t;
    }
    if (outside)
        memcpy(texel, state->border, sizeof(state->border));
    else
        sample_load(state, &coord, texel);
    compare(state, where, texel);
}

/* ---- cubes ---- */

/* False at a corner of the cube, where nothing is. */
static bool fetch_cube(struct sample_state *state, const struct sample_where *where, uint32_t mip,
                       const int32_t from[2], uint32_t texel[4])
{
    int32_t n = (int32_t)state->view->mips[mip].width, at[2] = {from[0], from[1]};
    uint32_t face = where->slice % 6, beyond = 0;
    struct texel_coord coord = {.mip = mip};

    for (unsigned axis = 0; axis < 2; axis++)
        beyond += at[axis] < 0 || at[axis] >= n;
    if (beyond == 2)
        return false;
    if (beyond)
        face = sample_cube_cross(face, n, at);
    coord.at[0] = (uint32_t)at[0];
    coord.at[1] = (uint32_t)at[1];
    coord.slice = where->slice / 6 * 6 + face;
    sample_load(state, &coord, texel);
    compare(state, where, texel);
    return true;
}

static uint32_t among(uint8_t reduction, uint32_t a, uint32_t b, uint32_t c)
{
    switch (reduction) {
    case SAMPLE_MINIMUM:
        return num_min(num_min(a, b), c);
    case SAMPLE_MAXIMUM:
        return num_max(num_max(a, b), c);
    default: /* with one rounding for texels that are equal */
        return num_narrow(((double)num_float(num_flush(a)) + (double)num_float(num_flush(b)) +
                           (double)num_float(num_flush(c))) /
                          3.0);
    }
}

/* At a corner three faces meet: the fourth texel is what the three are together. */
static void fetch_cube_corners(struct sample_state *state, const struct sample_where *where, uint32_t mip,
                               const struct sample_place places[3], uint32_t corners[4][4])
{
    uint32_t missing = 4;

    for (uint32_t k = 0; k < 4; k++) {
        const int32_t at[2] = {places[0].texel + (int32_t)(k & 1), places[1].texel + (int32_t)(k >> 1)};

        if (!fetch_cube(state, where, mip, at, corners[k]))
            missing = k;
    }
    if (missing == 4)
        return;
    for (unsigned c = 0; c < 4; c++) {
        uint32_t a = corners[missing ^ 1][c], b = corners[missing ^ 2][c], d = corners[missing ^ 3][c];

        corners[missing][c] = state->integer ? d : among(state->reduction, a, b, d);
    }
}

/* On an edge that belongs to two faces the nearest texel is the one of this face. */
static void fetch_cube_nearest(struct sample_state *state, const struct sample_where *where, uint32_t mip,
                               const struct sample_place places[3], uint32_t texel[4])
{
    int32_t n = (int32_t)state->view->mips[mip].width, at[2];

    for (unsigned axis = 0; axis < 2; axis++)
        at[axis] = sample_address_texel(places[axis].texel, (uint32_t)n, SAMPLE_CLAMP_EDGE);
    fetch_cube(state, where, mip, at, texel);
}

void sample_fetch(struct sample_state *state, const struct sample_where *where, uint32_t mip,
                  const struct sample_place places[3], bool linear, uint32_t corners[SAMPLE_MOST_CORNERS][4])
{
    uint32_t count = linear ? 1u << state->axes : 1;

    if (state->cube) {
        if (linear)
            fetch_cube_corners(state, where, mip, places, corners);
        else
            fetch_cube_nearest(state, where, mip, places, corners[0]);
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        int32_t at[3] = {0};

        for (unsigned axis = 0; axis < state->axes; axis++)
            at[axis] = places[axis].texel + (int32_t)(k >> axis & 1);
        fetch_flat(state, where, mip, at, corners[k]);
    }
}
