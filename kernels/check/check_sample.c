/*
 * Sampling and queries, watched: slots where nothing is bound, and texels that nobody has written.
 * Coordinates cannot be outside: the sampler's address modes bring them in.
 *
 * Which texels a lane reads is what its sampling itself says (sample_state.touched). That is asked only where
 * part of the resource was never written.
 */
#include "check_state.h"

#include "format.h"
#include "sample.h"

static const struct lanes_place *sampler_place(const struct lanes_step *step)
{
    return &step->src[step->ir->src_count - (step->ir->flags & LANE_SLOT ? 2 : 1)];
}

static const struct kernel_sampler *sampler_of(const struct check_access_at *at, uint32_t lane)
{
    uint32_t slot = LANE_SAMPLER_SLOT_OF(at->step->ir->imm);

    if (at->step->ir->flags & LANE_SAMPLER_SLOT)
        slot = lanes_value(at->strip, sampler_place(at->step), lane);
    return slot < KERNEL_SAMPLERS ? at->strip->group->dispatch->bindings->samplers[slot] : NULL;
}

struct touch {
    const struct check_access_at *at;
    uint32_t lane, bytes;
};

static void on_touched(void *user, const uint8_t *texel)
{
    const struct touch *touch = user;

    check_record(touch->at, touch->lane, (uint64_t)(texel - touch->at->memory->data), touch->bytes, 0);
}

static void watch_lane(const struct check_access_at *at, const struct sample_op *op,
                       const struct kernel_view *view, uint32_t lane)
{
    struct touch touch = {at, lane, view->format->block_bytes};
    uint32_t parameters[SAMPLE_PARAMETERS] = {0}, result[4], source = 0;
    struct sample_state state;

    for (unsigned p = 0; p < SAMPLE_PARAMETERS; p++) {
        if (op->parameters >> p & 1)
            parameters[p] = lanes_value(at->strip, &at->step->src[source++], lane);
    }
    sample_prepare(&state, op, view, sampler_of(at, lane));
    state.touched = on_touched;
    state.touched_user = &touch;
    if (state.format)
        sample_lane(&state, parameters, result);
}

void check_sample(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct dxbc_instr *dx = &strip->kernel->program->dxbc->instrs[step->ir->origin];
    struct sample_op op = sample_op_of(dx, LANE_SAMPLER_COMPONENT_OF(step->ir->imm));
    const struct kernel_view *view;
    struct check_access_at at;
    struct check_lanes list;
    bool common;

    check_open(&at, strip, step, CHECK_READ);
    check_list_lanes(strip, step->ir->flags & LANE_UNIFORM, &list);
    if (!check_common_view(&at, list.lane[0], &view, &common) || (common && !at.memory->written))
        return;
    for (uint32_t k = 0; k < list.count; k++) {
        if (!common)
            view = check_view_of(&at, list.lane[k]);
        if (view && view->format && at.memory->written)
            watch_lane(&at, &op, view, list.lane[k]);
    }
}

/* Queries look at the view alone. */
void check_query(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_view *view;
    struct check_access_at at;
    struct check_lanes list;
    bool common;

    check_open(&at, strip, step, CHECK_NO_ACCESS);
    if (at.file != DXBC_FILE_RESOURCE && at.file != DXBC_FILE_UAV)
        return; /* of the rasterizer */
    check_list_lanes(strip, check_alike(step, 0), &list);
    if (!check_common_view(&at, list.lane[0], &view, &common) || common)
        return;
    for (uint32_t k = 0; k < list.count; k++)
        check_view_of(&at, list.lane[k]);
}
