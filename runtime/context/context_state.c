/*
 * The bound state as a whole, and the unordered access views of the compute stage.
 */
#include "context.h"

#include <string.h>

#include "context_methods.h"
#include "context_record.h"
#include "context_slots.h"
#include "hazard.h"

bool context_slots_valid(struct context *context, enum stage stage, const char *method, UINT start,
                         UINT count, UINT limit)
{
    if (start <= limit && count <= limit - start)
        return true;
    message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN, "%s%s: slots %u to %llu, but there are %u",
                  stage_name(stage), method, start, (unsigned long long)start + count, limit);
    return false;
}

void context_submit_slots(struct context *context, enum command_kind kind, enum stage stage, UINT start,
                          UINT count, struct object *const *objects)
{
    const struct slot_args args = {stage, start};
    context_submit(context, &(struct command){kind, COMMAND_OBJECTS(objects, count), COMMAND_ARGS(args)});
}

/* ---- unordered access views ---- */

static const struct hazard_call set_uavs = {"CSSetUnorderedAccessViews",
                                            D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD};

void command_set_uavs(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    const struct hazard_own own = {.stage = STAGE_CS, .start = args->start, .count = command->object_count};
    for (UINT i = 0; i < command->object_count; i++) {
        struct view *uav = (struct view *)command->objects[i];
        if (uav)
            hazard_resolve(context, &set_uavs, &own, uav->resource, &uav->range);
        stage_set_uav(&context->state->stages[STAGE_CS], args->start + i, uav);
    }
}

void command_set_counters(struct context *context, const struct command *command)
{
    for (UINT i = 0; i < command->object_count; i++) {
        struct view *uav = (struct view *)command->objects[i];
        uint32_t count;
        memcpy(&count, command->data.bytes + i * sizeof(count), sizeof(count));
        if (uav && uav->kernel.counter && count != UINT32_MAX)
            uav->counter = count;
    }
}

bool context_views_conflict(struct context *context, const char *method, D3D11_MESSAGE_ID id, UINT count,
                            struct object *const *views)
{
    for (UINT i = 1; i < count; i++)
        for (UINT j = 0; j < i; j++)
            if (views[i] && views[j] &&
                view_overlaps((const struct view *)views[i], (const struct view *)views[j])) {
                message_error(context->obj.device, id,
                              "%s: views %u and %u show the same subresource; nothing is bound", method, j,
                              i);
                return true;
            }
    return false;
}

void context_submit_counters(struct context *context, UINT count, struct object *const *uavs,
                             const UINT *initial)
{
    context_submit(context, &(struct command){COMMAND_SET_COUNTERS, COMMAND_OBJECTS(uavs, count),
                                              .data = command_bytes(initial, count * sizeof(*initial))});
}

void STDMETHODCALLTYPE context_CSSetUnorderedAccessViews(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                         ID3D11UnorderedAccessView *const *views,
                                                         const UINT *initial_counts)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct object *objects[KERNEL_UAVS];
    UINT limit = pipeline_uav_slots(context->state);
    if (!context_slots_valid(context, STAGE_CS, "SetUnorderedAccessViews", start, count, limit))
        return;
    for (UINT i = 0; i < count; i++)
        objects[i] = views && views[i] ? &uav_of(views[i])->obj : NULL;
    if (context_views_conflict(context, set_uavs.method, set_uavs.id, count, objects))
        return;
    context_submit_slots(context, COMMAND_SET_UAVS, STAGE_CS, start, count, objects);
    if (initial_counts && views)
        context_submit_counters(context, count, objects, initial_counts);
}

void STDMETHODCALLTYPE context_CSGetUnorderedAccessViews(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                         ID3D11UnorderedAccessView **views)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    UINT limit = pipeline_uav_slots(context->state);
    if (!views || !context_slots_valid(context, STAGE_CS, "GetUnorderedAccessViews", start, count, limit))
        return;
    for (UINT i = 0; i < count; i++) {
        struct view *uav = context->state->stages[STAGE_CS].uavs[start + i];
        SLOT_GET(views[i], uav, &uav->iface.uav);
    }
}

void uavs_record(struct context *context)
{
    const struct stage_state *stage = &context->state->stages[STAGE_CS];
    struct object *objects[KERNEL_UAVS];
    for (UINT i = 0; i < stage->uav_limit; i++)
        objects[i] = (struct object *)stage->uavs[i];
    context_submit_slots(context, COMMAND_SET_UAVS, STAGE_CS, 0, stage->uav_limit, objects);
}

/* ---- the whole ---- */

void command_clear_state(struct context *context, const struct command *command)
{
    pipeline_state_clear(context->state);
}

void STDMETHODCALLTYPE context_ClearState(ID3D11DeviceContext4 *iface)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    context_submit(context, &(struct command){COMMAND_CLEAR_STATE});
}

void context_record_state(struct context *context)
{
    input_record(context);
    stream_record(context);
    raster_record(context);
    output_record(context);
    uavs_record(context);
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        stage_record(context, stage);
    predicate_record(context);
}
