/*
 * Smaller pictures, see reduce.h. Mips come from the sampler (sample.h), row by row.
 */
#include "reduce.h"

#include <float.h>
#include <string.h>

#include "dxbc.h"
#include "format.h"
#include "lane_table.h"
#include "lanes.h"
#include "number.h"
#include "sample.h"
#include "texel.h"

enum { ROW = 256, LINEAR = 0x14, CLAMP = 3 };

bool reduce_can_filter(const struct format_info *format)
{
    return format_is_loadable(format) && format_is_storable(format) && format->caps & FORMAT_CAP_SAMPLE &&
           format->caps & FORMAT_CAP_RENDER_TARGET;
}

/* The larger mip as a texture of its own. */
static struct kernel_view source_view(const struct kernel_view *view, uint32_t mip, uint32_t slice)
{
    struct kernel_view source = *view;
    uint32_t axes = texel_axes(view->dimension);

    source.dimension = axes == 3 ? DXBC_DIM_TEXTURE3D : axes == 2 ? DXBC_DIM_TEXTURE2D : DXBC_DIM_TEXTURE1D;
    source.data += slice * view->array_pitch;
    source.mips = &view->mips[mip];
    source.mip_count = 1;
    source.slice_count = 0;
    source.first_depth_slice = 0;
    source.min_lod = 0;
    return source;
}

/* A row of the smaller mip: its texels are at the middles of equal parts. */
struct row {
    uint32_t u[ROW] __attribute__((aligned(LANE_ALIGN)));
    uint32_t v[LANE_SPLAT] __attribute__((aligned(LANE_ALIGN)));
    uint32_t w[LANE_SPLAT] __attribute__((aligned(LANE_ALIGN)));
    uint32_t zero[LANE_SPLAT] __attribute__((aligned(LANE_ALIGN)));
    uint32_t texel[4][ROW] __attribute__((aligned(LANE_ALIGN)));
    uint32_t mask[ROW / 32];
};

static uint32_t middle(uint32_t at, uint32_t size)
{
    return num_bits(((float)at + 0.5f) / (float)size);
}

static void splat(uint32_t to[LANE_SPLAT], uint32_t value)
{
    for (unsigned i = 0; i < LANE_SPLAT; i++)
        to[i] = value;
}

static void prepare(struct sample_state *state, const struct kernel_view *source)
{
    static const struct kernel_sampler sampler = {
        .filter = LINEAR, .address = {CLAMP, CLAMP, CLAMP}, .min_lod = -FLT_MAX, .max_lod = FLT_MAX};
    const struct sample_op op = {.form = SAMPLE_AT_LEVEL, .parameters = 0xF};

    sample_prepare(state, &op, source, &sampler);
}

static void sample(const struct lane_table *table, struct sample_state *state, uint32_t count, struct row *row)
{
    const struct sample_rows rows = {.row = {row->u, row->v, row->w, row->zero}, .step = {SIZE_MAX}};
    uint32_t *const out[4] = {row->texel[0], row->texel[1], row->texel[2], row->texel[3]};
    unsigned mode = lanes_enter_float_mode();

    for (uint32_t i = 0; i < ROW / 32; i++)
        row->mask[i] = count >= 32 * (i + 1) ? UINT32_MAX : count > 32 * i ? (1u << (count - 32 * i)) - 1 : 0;
    sample_row(table, state, &rows, row->mask, ROW, out);
    lanes_leave_float_mode(mode);
}

static void store(const struct kernel_view *view, struct texel_coord coord, uint32_t count,
                  const struct row *row)
{
    for (uint32_t i = 0; i < count; i++, coord.at[0]++) {
        uint32_t rgba[4] = {row->texel[0][i], row->texel[1][i], row->texel[2][i], row->texel[3][i]};

        texel_store(view, &coord, rgba);
    }
}

void reduce_mip(const struct kernel_view *view, uint32_t mip, uint32_t slice)
{
    const struct kernel_mip *to = &view->mips[mip];
    struct kernel_view source = source_view(view, mip - 1, slice);
    struct lane_table table;
    struct sample_state state;
    struct row row = {.zero = {0}};

    prepare(&state, &source);
    lane_table_init(&table, cpu_isa_best());
    for (uint32_t z = 0; z < to->depth; z++) {
        splat(row.w, middle(z, to->depth));
        for (uint32_t y = 0; y < to->height; y++) {
            splat(row.v, middle(y, to->height));
            for (uint32_t x = 0; x < to->width; x += ROW) {
                uint32_t count = to->width - x < ROW ? to->width - x : ROW;

                for (uint32_t i = 0; i < ROW; i++)
                    row.u[i] = middle(x + i, to->width);
                sample(&table, &state, count, &row);
                store(view, (struct texel_coord){.at = {x, y, z}, .slice = slice, .mip = mip}, count, &row);
            }
        }
    }
}

void reduce_samples(const struct format_info *format, const uint8_t *samples, uint32_t count,
                    uint8_t *element)
{
    double sum[4] = {0};
    uint32_t rgba[4];

    for (uint32_t i = 0; i < count; i++) {
        format_load(format, samples + (size_t)i * format->block_bytes, rgba);
        for (unsigned c = 0; c < 4; c++)
            sum[c] += (double)num_float(num_flush(rgba[c]));
    }
    for (unsigned c = 0; c < 4; c++)
        rgba[c] = num_narrow(sum[c] / count);
    format_store(format, element, rgba);
}
