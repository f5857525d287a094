/*
 * What is bound to the output merger: render targets, the depth-stencil view, unordered access views and the
 * states of blending and of depth and stencil tests; set and get.
 *
 * One command carries targets and unordered access views, which share their slots: setting either takes the
 * slots from the other.
 */
#include <string.h>

#include "context.h"
#include "context_methods.h"
#include "context_record.h"
#include "context_slots.h"
#include "dxbc.h"
#include "hazard.h"

enum { OUTPUT_OBJECTS = TARGET_SLOTS + 1 + KERNEL_UAVS };

struct target_args {
    bool keep_targets, keep_uavs;
    UINT target_count, uav_start, uav_count;
};

/* The command's objects: all target slots, the depth-stencil view, then uav_count unordered access views. */
struct outputs {
    struct target_args args;
    struct object *views[OUTPUT_OBJECTS];
    const char *method;
    D3D11_MESSAGE_ID hazard;
};

static const struct hazard_call set_targets = {"OMSetRenderTargets",
                                               D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETS_HAZARD};

static void resolve(struct context *context, const struct target_args *args, const struct object *object)
{
    const struct view *view = (const struct view *)object;
    const struct hazard_own own = {
        .targets = !args->keep_targets,
        .stage = STAGE_PS,
        .start = args->keep_uavs ? 0 : args->uav_start,
        .count = args->keep_uavs ? 0 : args->uav_count,
    };
    if (view)
        hazard_resolve(context, &set_targets, &own, view->resource, &view->range);
}

void command_set_targets(struct context *context, const struct command *command)
{
    const struct target_args *args = command->args;
    struct output_state *output = &context->state->output;
    struct stage_state *stage = &context->state->stages[STAGE_PS];
    for (UINT i = 0; i < command->object_count; i++)
        resolve(context, args, command->objects[i]);
    for (UINT i = 0; i < TARGET_SLOTS; i++)
        if (!args->keep_targets)
            OBJECT_SLOT_SET(output->targets[i], (struct view *)command->objects[i]);
        else if (args->uav_count && i >= args->uav_start)
            OBJECT_SLOT_SET(output->targets[i], NULL);
    if (!args->keep_targets)
        OBJECT_SLOT_SET(output->depth, (struct view *)command->objects[TARGET_SLOTS]);
    UINT limit = stage->uav_limit;
    if (!args->keep_uavs && args->uav_count && args->uav_start + args->uav_count > limit)
        limit = args->uav_start + args->uav_count;
    for (UINT i = 0; i < limit; i++) {
        bool set = i >= args->uav_start && i - args->uav_start < args->uav_count;
        if (args->keep_uavs ? i < args->target_count : !set)
            stage_set_uav(stage, i, NULL);
        else if (!args->keep_uavs)
            stage_set_uav(stage, i, (struct view *)command->objects[TARGET_SLOTS + 1 + i - args->uav_start]);
    }
}

static void submit(struct context *context, const struct outputs *outputs)
{
    UINT count = TARGET_SLOTS + 1 + outputs->args.uav_count;
    context_submit(context, &(struct command){COMMAND_SET_TARGETS, COMMAND_OBJECTS(outputs->views, count),
                                              COMMAND_ARGS(outputs->args)});
}

/* ---- checks ---- */

static uint32_t width_of(const struct view *view)
{
    return view->kernel.kind == KERNEL_VIEW_TEXTURE ? view->kernel.mips->width : view->kernel.element_count;
}

static uint32_t height_of(const struct view *view)
{
    return view->kernel.kind == KERNEL_VIEW_TEXTURE ? view->kernel.mips->height : 1;
}

/* Views that are drawn to together agree in dimension, slices, samples and size; a depth-stencil view may be
 * larger. */
static bool targets_agree(const struct view *a, const struct view *b, bool depth)
{
    const struct kernel_view *x = &a->kernel, *y = &b->kernel;
    if (a->resource->desc.dimension != b->resource->desc.dimension || x->sample_count != y->sample_count ||
        x->slice_count != y->slice_count)
        return false;
    if (depth)
        return width_of(b) >= width_of(a) && height_of(b) >= height_of(a);
    return width_of(a) == width_of(b) && height_of(a) == height_of(b);
}

static bool targets_valid(struct context *context, const struct outputs *outputs)
{
    const struct view *first = NULL;
    for (UINT i = 0; i <= TARGET_SLOTS; i++) {
        const struct view *view = (const struct view *)outputs->views[i];
        if (!view)
            continue;
        if (first && !targets_agree(first, view, i == TARGET_SLOTS)) {
            message_error(context->obj.device, D3D11_MESSAGE_ID_OMSETRENDERTARGETS_INVALIDVIEW,
                          "%s: the views do not agree in dimension, size, slices or samples; none is "
                          "bound",
                          outputs->method);
            return false;
        }
        first = first ? first : view;
    }
    return true;
}

/* Slots and counts. Fills in nothing. */
static bool counts_valid(struct context *context, const struct outputs *outputs)
{
    const struct target_args *args = &outputs->args;
    UINT limit = pipeline_uav_slots(context->state);
    struct device *device = context->obj.device;
    if (args->target_count > TARGET_SLOTS) {
        message_error(device, D3D11_MESSAGE_ID_OMSETRENDERTARGETS_TOO_MANY_RENDER_TARGETS,
                      "%s: %u render targets, but there are %d slots", outputs->method, args->target_count,
                      TARGET_SLOTS);
        return false;
    }
    if (args->keep_uavs || !args->uav_count)
        return true;
    if (args->uav_start > limit || args->uav_count > limit - args->uav_start) {
        message_error(device,
                      D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETSANDUNORDEREDACCESSVIEWS_NUMUAVS_INVALIDRANGE,
                      "%s: unordered access views in slots %u to %llu, but there are %u", outputs->method,
                      args->uav_start, (unsigned long long)args->uav_start + args->uav_count, limit);
        return false;
    }
    if (args->uav_start < args->target_count) {
        message_error(device,
                      D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETSANDUNORDEREDACCESSVIEWS_NUMUAVS_INVALIDRANGE,
                      "%s: unordered access views from slot %u on overlap %u render targets", outputs->method,
                      args->uav_start, args->target_count);
        return false;
    }
    return true;
}

static void fill_targets(struct outputs *outputs, UINT count, ID3D11RenderTargetView *const *targets,
                         ID3D11DepthStencilView *depth)
{
    for (UINT i = 0; i < count && targets; i++)
        outputs->views[i] = (struct object *)rtv_of(targets[i]);
    outputs->views[TARGET_SLOTS] = (struct object *)dsv_of(depth);
}

/* Everything that is given: is it right by itself and together? Then it is submitted. */
static bool check_and_submit(struct context *context, const struct outputs *outputs)
{
    UINT count = TARGET_SLOTS + 1 + outputs->args.uav_count;
    if (!targets_valid(context, outputs) ||
        context_views_conflict(context, outputs->method, outputs->hazard, count, outputs->views))
        return false;
    submit(context, outputs);
    return true;
}

/* ---- methods ---- */

/* Takes the unordered access views out as well. */
void STDMETHODCALLTYPE context_OMSetRenderTargets(ID3D11DeviceContext4 *iface, UINT count,
                                                  ID3D11RenderTargetView *const *targets,
                                                  ID3D11DepthStencilView *depth)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct outputs outputs = {
        .args = {.target_count = count}, .method = set_targets.method, .hazard = set_targets.id};
    if (!counts_valid(context, &outputs))
        return;
    fill_targets(&outputs, count, targets, depth);
    check_and_submit(context, &outputs);
}

void STDMETHODCALLTYPE context_OMSetRenderTargetsAndUnorderedAccessViews(
    ID3D11DeviceContext4 *iface, UINT count, ID3D11RenderTargetView *const *targets,
    ID3D11DepthStencilView *depth, UINT uav_start, UINT uav_count, ID3D11UnorderedAccessView *const *uavs,
    const UINT *initial_counts)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    bool keep_targets = count == D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL;
    bool keep_uavs = uav_count == D3D11_KEEP_UNORDERED_ACCESS_VIEWS;
    struct outputs outputs = {
        .args = {keep_targets, keep_uavs, keep_targets ? 0 : count, uav_start, keep_uavs ? 0 : uav_count},
        .method = "OMSetRenderTargetsAndUnorderedAccessViews",
        .hazard = D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETSANDUNORDEREDACCESSVIEWS_HAZARD,
    };
    if (!counts_valid(context, &outputs))
        return;
    if (!keep_targets)
        fill_targets(&outputs, count, targets, depth);
    struct object **views = &outputs.views[TARGET_SLOTS + 1];
    for (UINT i = 0; i < outputs.args.uav_count && uavs; i++)
        views[i] = (struct object *)uav_of(uavs[i]);
    if (check_and_submit(context, &outputs) && initial_counts && uavs)
        context_submit_counters(context, outputs.args.uav_count, views, initial_counts);
}

void STDMETHODCALLTYPE context_OMGetRenderTargets(ID3D11DeviceContext4 *iface, UINT count,
                                                  ID3D11RenderTargetView **targets,
                                                  ID3D11DepthStencilView **depth)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct output_state *output = &context->state->output;
    for (UINT i = 0; i < count && targets; i++) {
        struct view *view = i < TARGET_SLOTS ? output->targets[i] : NULL;
        SLOT_GET(targets[i], view, &view->iface.rtv);
    }
    if (depth)
        SLOT_GET(*depth, output->depth, &output->depth->iface.dsv);
}

void STDMETHODCALLTYPE context_OMGetRenderTargetsAndUnorderedAccessViews(
    ID3D11DeviceContext4 *iface, UINT count, ID3D11RenderTargetView **targets, ID3D11DepthStencilView **depth,
    UINT uav_start, UINT uav_count, ID3D11UnorderedAccessView **uavs)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct stage_state *stage = &context->state->stages[STAGE_PS];
    context_OMGetRenderTargets(iface, count, targets, depth);
    for (UINT i = 0; i < uav_count && uavs; i++) {
        uint64_t slot = (uint64_t)uav_start + i;
        struct view *view = slot < KERNEL_UAVS ? stage->uavs[slot] : NULL;
        SLOT_GET(uavs[i], view, &view->iface.uav);
    }
}

/* ---- states ---- */

struct blend_args {
    FLOAT factor[4];
    UINT sample_mask;
};
struct depth_args {
    UINT stencil_ref;
};

void command_set_blend(struct context *context, const struct command *command)
{
    const struct blend_args *args = command->args;
    struct output_state *output = &context->state->output;
    OBJECT_SLOT_SET(output->blend, (struct fixed_state *)command->objects[0]);
    memcpy(output->blend_factor, args->factor, sizeof(args->factor));
    output->sample_mask = args->sample_mask;
}

static void submit_blend(struct context *context, struct fixed_state *state, const FLOAT *factor, UINT mask)
{
    struct object *const objects[] = {(struct object *)state};
    struct blend_args args = {{1, 1, 1, 1}, mask};
    if (factor)
        memcpy(args.factor, factor, sizeof(args.factor));
    context_submit(context,
                   &(struct command){COMMAND_SET_BLEND, COMMAND_OBJECTS(objects, 1), COMMAND_ARGS(args)});
}

void STDMETHODCALLTYPE context_OMSetBlendState(ID3D11DeviceContext4 *iface, ID3D11BlendState *state,
                                               const FLOAT factor[4], UINT sample_mask)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    submit_blend(context, fixed_state_of((ID3D11DeviceChild *)state), factor, sample_mask);
}

void STDMETHODCALLTYPE context_OMGetBlendState(ID3D11DeviceContext4 *iface, ID3D11BlendState **state,
                                               FLOAT factor[4], UINT *sample_mask)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct output_state *output = &context->state->output;
    if (state)
        SLOT_GET(*state, output->blend, &output->blend->iface.blend);
    if (factor)
        memcpy(factor, output->blend_factor, sizeof(output->blend_factor));
    if (sample_mask)
        *sample_mask = output->sample_mask;
}

void command_set_depth_stencil(struct context *context, const struct command *command)
{
    const struct depth_args *args = command->args;
    OBJECT_SLOT_SET(context->state->output.depth_stencil, (struct fixed_state *)command->objects[0]);
    context->state->output.stencil_ref = args->stencil_ref;
}

static void submit_depth_stencil(struct context *context, struct fixed_state *state, UINT stencil_ref)
{
    struct object *const objects[] = {(struct object *)state};
    const struct depth_args args = {stencil_ref};
    context_submit(context, &(struct command){COMMAND_SET_DEPTH_STENCIL, COMMAND_OBJECTS(objects, 1),
                                              COMMAND_ARGS(args)});
}

void STDMETHODCALLTYPE context_OMSetDepthStencilState(ID3D11DeviceContext4 *iface,
                                                      ID3D11DepthStencilState *state, UINT stencil_ref)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    submit_depth_stencil(context, fixed_state_of((ID3D11DeviceChild *)state), stencil_ref);
}

void STDMETHODCALLTYPE context_OMGetDepthStencilState(ID3D11DeviceContext4 *iface,
                                                      ID3D11DepthStencilState **state, UINT *stencil_ref)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct output_state *output = &context->state->output;
    if (state)
        SLOT_GET(*state, output->depth_stencil, &output->depth_stencil->iface.depth_stencil);
    if (stencil_ref)
        *stencil_ref = output->stencil_ref;
}

void output_record(struct context *context)
{
    const struct output_state *output = &context->state->output;
    const struct stage_state *stage = &context->state->stages[STAGE_PS];
    struct outputs outputs = {.args = {.uav_count = stage->uav_limit}};
    for (UINT i = 0; i < TARGET_SLOTS; i++)
        outputs.views[i] = (struct object *)output->targets[i];
    outputs.views[TARGET_SLOTS] = (struct object *)output->depth;
    for (UINT i = 0; i < stage->uav_limit; i++)
        outputs.views[TARGET_SLOTS + 1 + i] = (struct object *)stage->uavs[i];
    submit(context, &outputs);
    submit_blend(context, output->blend, output->blend_factor, output->sample_mask);
    submit_depth_stencil(context, output->depth_stencil, output->stencil_ref);
}
