/*
 * Looks for one part of a resource in all slots of the pipeline.
 */
#include "hazard.h"

/* The stages that have unordered access views. */
static const enum stage uav_stages[] = {STAGE_PS, STAGE_CS};
#define UAV_STAGES (sizeof(uav_stages) / sizeof(*uav_stages))

void stage_set_resource(struct stage_state *stage, UINT slot, struct view *view)
{
    stage_use(stage);
    OBJECT_SLOT_SET(stage->resources[slot], view);
    stage->bindings.resources[slot] = view ? view->kernel : (struct kernel_view){0};
    if (view && slot >= stage->resource_limit)
        stage->resource_limit = slot + 1;
    while (stage->resource_limit && !stage->resources[stage->resource_limit - 1])
        stage->resource_limit--;
}

void stage_set_uav(struct stage_state *stage, UINT slot, struct view *view)
{
    stage_use(stage);
    OBJECT_SLOT_SET(stage->uavs[slot], view);
    stage->bindings.uavs[slot] = view ? view->kernel : (struct kernel_view){0};
    if (view && slot >= stage->uav_limit)
        stage->uav_limit = slot + 1;
    while (stage->uav_limit && !stage->uavs[stage->uav_limit - 1])
        stage->uav_limit--;
}

static bool shows(const struct view *view, const struct resource *resource, const struct view_range *range)
{
    return view && view_shows(view, resource, range);
}

bool hazard_is_output(const struct pipeline_state *state, const struct resource *resource,
                      const struct view_range *range)
{
    for (unsigned i = 0; i < UAV_STAGES; i++) {
        const struct stage_state *stage = &state->stages[uav_stages[i]];
        for (UINT slot = 0; slot < stage->uav_limit; slot++)
            if (shows(stage->uavs[slot], resource, range))
                return true;
    }
    for (UINT i = 0; i < TARGET_SLOTS; i++)
        if (shows(state->output.targets[i], resource, range))
            return true;
    for (UINT i = 0; i < STREAM_SLOTS; i++)
        if (state->streams[i].buffer == resource)
            return true;
    return shows(state->output.depth, resource, range);
}

static void say(struct context *context, const struct hazard_call *call, const char *what, UINT slot)
{
    message_warn(context->obj.device, call->id, "%s: the resource is in %s slot %u, which is now empty",
                 call->method, what, slot);
}

static void empty_inputs(struct context *context, const struct hazard_call *call,
                         const struct resource *resource, const struct view_range *range)
{
    static const char *const names[] = {
#define STAGE(prefix, shader, ...) #prefix " shader resource",
#include "stages.def"
#undef STAGE
    };
    struct input_state *input = &context->state->input;
    for (int at = 0; at < STAGE_COUNT; at++) {
        struct stage_state *stage = &context->state->stages[at];
        for (UINT i = stage->resource_limit; i-- > 0;)
            if (shows(stage->resources[i], resource, range)) {
                say(context, call, names[at], i);
                stage_set_resource(stage, i, NULL);
            }
    }
    if (!resource_is_buffer(resource))
        return;
    for (UINT i = 0; i < VERTEX_SLOTS; i++)
        if (input->vertices[i].buffer == resource) {
            say(context, call, "IA vertex buffer", i);
            OBJECT_SLOT_SET(input->vertices[i].buffer, NULL);
        }
    if (input->indices == resource) {
        say(context, call, "IA index buffer", 0);
        OBJECT_SLOT_SET(input->indices, NULL);
    }
}

static void empty_uavs(struct context *context, const struct hazard_call *call, const struct hazard_own *own,
                       const struct resource *resource, const struct view_range *range)
{
    for (unsigned at = 0; at < UAV_STAGES; at++) {
        struct stage_state *stage = &context->state->stages[uav_stages[at]];
        bool mine = own->stage == uav_stages[at];
        for (UINT i = stage->uav_limit; i-- > 0;) {
            if ((mine && i >= own->start && i - own->start < own->count) ||
                !shows(stage->uavs[i], resource, range))
                continue;
            say(context, call, uav_stages[at] == STAGE_CS ? "CS unordered access" : "OM unordered access", i);
            stage_set_uav(stage, i, NULL);
        }
    }
}

static void empty_targets(struct context *context, const struct hazard_call *call,
                          const struct resource *resource, const struct view_range *range)
{
    struct output_state *output = &context->state->output;
    for (UINT i = 0; i < TARGET_SLOTS; i++)
        if (shows(output->targets[i], resource, range)) {
            say(context, call, "OM render target", i);
            OBJECT_SLOT_SET(output->targets[i], NULL);
        }
    if (shows(output->depth, resource, range)) {
        say(context, call, "OM depth stencil", 0);
        OBJECT_SLOT_SET(output->depth, NULL);
    }
}

void hazard_resolve(struct context *context, const struct hazard_call *call, const struct hazard_own *own,
                    const struct resource *resource, const struct view_range *range)
{
    empty_inputs(context, call, resource, range);
    empty_uavs(context, call, own, resource, range);
    if (!own->targets)
        empty_targets(context, call, resource, range);
    for (UINT i = 0; i < STREAM_SLOTS && !own->streams; i++)
        if (context->state->streams[i].buffer == resource) {
            say(context, call, "SO target", i);
            OBJECT_SLOT_SET(context->state->streams[i].buffer, NULL);
        }
}
