/*
 * Unfiltered loads and stores of typed views for rows of lanes, with the answers of texel.h.
 *
 * A view is opened once for an instruction and a mip that all lanes share. Places become numbers of units
 * (words; bytes or pairs of them for smaller elements), axis by axis, then gathers and scatters of lane
 * kernels move what lies there, and channels are cut out of it or put into it by operations on rows.
 */
#ifndef KERNELS_TEXEL_ROW_H
#define KERNELS_TEXEL_ROW_H

#include "bindings.h"
#include "lane_table.h"

enum { TEXEL_ROW_AXES = 4 };

/* A row, or a splat: see lane_table.h. */
struct texel_row_source {
    const uint32_t *row;
    size_t step;
};

/* What an axis's coordinate is multiplied with, and where it ends. */
struct texel_row_axis {
    uint32_t source; /* component of the address vector, or TEXEL_ROW_SAMPLE */
    uint32_t count, units;
    uint32_t offset; /* is added to the coordinate first */
};
enum { TEXEL_ROW_SAMPLE = 4, TEXEL_ROW_SOURCES };

struct texel_row {
    const struct format_info *format;
    uint8_t *data;
    uint32_t unit_bytes;    /* 1, 2 or 4 */
    uint32_t first, limit;  /* units from data: where the mip begins, and where everything ends */
    uint32_t axis_count;
    struct texel_row_axis axes[TEXEL_ROW_AXES];
};

/* False: lane by lane is all that serves (formats of blocks and the like, views of more units than 32 bits
 * number). offsets: of the first coordinates, or NULL. A sample counts as an axis when `samples`. */
bool texel_row_open(const struct kernel_view *view, uint32_t mip, bool samples, const int8_t *offsets,
                    bool storing, struct texel_row *row);

/* Writes component place[i] to dst[i]. The mask may be NULL: all lanes. Results may stand in the rows of
 * sources. */
void texel_row_load(const struct lane_table *table, const struct texel_row *row,
                    const struct texel_row_source at[TEXEL_ROW_SOURCES], const uint32_t *mask, uint32_t count,
                    uint32_t *const dst[], const uint8_t *place, uint32_t dst_count);
void texel_row_store(const struct lane_table *table, const struct texel_row *row,
                     const struct texel_row_source at[TEXEL_ROW_SOURCES],
                     const struct texel_row_source rgba[4], const uint32_t *mask, uint32_t count);

#endif
