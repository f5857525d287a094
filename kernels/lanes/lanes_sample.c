/*
 * Filtered sampling of the lane executor: rows go through sample_row where all lanes have one view and one
 * sampler, lane by lane otherwise.
 */
#include "dxbc.h"
#include "lanes.h"
#include "sample.h"

/* Where the row of each parameter is among the sources. */
static void place_parameters(const struct lanes_strip *strip, const struct lanes_step *step,
                             const struct sample_op *op, struct sample_rows *rows)
{
    uint32_t from = strip->low * LANES_WAVE, source = 0;

    for (unsigned p = 0; p < SAMPLE_PARAMETERS; p++) {
        const struct lanes_place *place = &step->src[source];

        rows->row[p] = NULL;
        if (!(op->parameters >> p & 1))
            continue;
        rows->row[p] = lanes_at(strip, place) + (from & place->step);
        rows->step[p] = place->step;
        source++;
    }
}

static const struct lanes_place *sampler_place(const struct lanes_step *step)
{
    return &step->src[step->ir->src_count - (step->ir->flags & LANE_SLOT ? 2 : 1)];
}

static const struct kernel_sampler *sampler_of(const struct lanes_strip *strip, const struct lanes_step *step,
                                               uint32_t lane)
{
    uint32_t slot = LANE_SAMPLER_SLOT_OF(step->ir->imm);

    if (step->ir->flags & LANE_SAMPLER_SLOT)
        slot = lanes_value(strip, sampler_place(step), lane);
    return slot < KERNEL_SAMPLERS ? strip->group->dispatch->bindings->samplers[slot] : NULL;
}

static bool one_sampler(const struct lanes_step *step)
{
    return !(step->ir->flags & LANE_SAMPLER_SLOT) || !sampler_place(step)->step;
}

/* Words of texels for the active waves, before swizzle and mask. */
typedef uint32_t texel_rows[4][LANES_MAX_LANES];

static void sample_apart(struct lanes_strip *strip, const struct lanes_step *step, const struct sample_op *op,
                         const struct kernel_view *common, const struct sample_rows *rows,
                         uint32_t *const out[4])
{
    const struct kernel_view *last_view = NULL;
    const struct kernel_sampler *last_sampler = NULL;
    uint32_t from = strip->low * LANES_WAVE;
    struct sample_state state;

    LANES_FOR_EACH_OF(lane, strip, step)
    {
        const struct kernel_view *view = lanes_view_of(strip, step, common, lane);
        const struct kernel_sampler *sampler = sampler_of(strip, step, lane);

        if (view != last_view || sampler != last_sampler)
            sample_prepare(&state, op, view, sampler);
        last_view = view;
        last_sampler = sampler;
        sample_row_lane(&state, rows, lane - (step->ir->flags & LANE_UNIFORM ? 0 : from), out);
    }
}

void lanes_SAMPLE_VIEW(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct dxbc_instr *dx = &strip->kernel->program->dxbc->instrs[step->ir->origin];
    struct sample_op op = sample_op_of(dx, LANE_SAMPLER_COMPONENT_OF(step->ir->imm));
    const struct kernel_view *common = lanes_common_view(strip, step);
    bool uniform = step->ir->flags & LANE_UNIFORM;
    uint32_t from = uniform ? 0 : strip->low * LANES_WAVE;
    texel_rows texels __attribute__((aligned(LANE_ALIGN)));
    uint32_t *const out[4] = {texels[0] + from, texels[1] + from, texels[2] + from, texels[3] + from};
    struct sample_rows rows;
    struct sample_state state;

    place_parameters(strip, step, &op, &rows);
    if (!uniform && common && one_sampler(step)) {
        sample_prepare(&state, &op, common, sampler_of(strip, step, from));
        sample_row(&strip->kernel->table, &state, &rows, strip->exec + strip->low,
                   (strip->high - strip->low) * LANES_WAVE, out);
    } else {
        sample_apart(strip, step, &op, common, &rows, out);
    }
    for (uint32_t d = 0; d < step->ir->dst_count; d++)
        lanes_write(strip, &step->dst[d], texels[step->ir->place[d]]);
}
