/*
 * Filtered sampling of rows of lanes, see sample.h.
 */
#include "sample.h"

void sample_row_lane(struct sample_state *state, const struct sample_rows *rows, uint32_t lane,
                     uint32_t *const result[4])
{
    uint32_t parameters[SAMPLE_PARAMETERS], texel[4];

    for (unsigned p = 0; p < SAMPLE_PARAMETERS; p++)
        parameters[p] = rows->row[p] ? rows->row[p][lane & rows->step[p]] : 0;
    sample_lane(state, parameters, texel);
    for (unsigned c = 0; c < 4; c++)
        result[c][lane] = texel[c];
}

void sample_row(const struct lane_table *table, const struct sample_op *op, const struct kernel_view *view,
                const struct kernel_sampler *sampler, const struct sample_rows *rows, const uint32_t *mask,
                uint32_t count, uint32_t *const result[4])
{
    struct sample_state state;

    sample_prepare(&state, op, view, sampler);
    for (uint32_t word = 0; word < count / 32; word++) {
        for (uint32_t rest = mask[word]; rest; rest &= rest - 1)
            sample_row_lane(&state, rows, word * 32 + (uint32_t)__builtin_ctz(rest), result);
    }
}
