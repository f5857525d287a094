/*
 * What an access goes through: the lanes that make it, the view of each, and the memory behind that.
 *
 * A load with one address for all lanes is told of its first and its last lane: whoever writes there meets
 * one of them.
 */
#include "check_state.h"

#include <string.h>

#include "format.h"

static const struct kernel_view nothing_bound;

/* ---- lanes ---- */

void check_list_lanes(const struct lanes_strip *strip, bool alike, struct check_lanes *list)
{
    list->count = 0;
    list->lane[0] = 0;
    if (alike) { /* the first and the last active lane */
        uint32_t low = strip->exec[strip->low], high = strip->exec[strip->high - 1];

        list->lane[0] = (uint16_t)(strip->low * LANES_WAVE + (uint32_t)__builtin_ctz(low));
        list->lane[1] = (uint16_t)(strip->high * LANES_WAVE - 1 - (uint32_t)__builtin_clz(high));
        list->count = list->lane[0] == list->lane[1] ? 1 : 2;
        return;
    }
    LANES_FOR_EACH(lane, strip)
    list->lane[list->count++] = (uint16_t)lane;
}

/* Are the first `count` sources the same for all lanes, and the slot? */
bool check_alike(const struct lanes_step *step, uint32_t count)
{
    size_t steps = 0;

    if (step->ir->flags & LANE_UNIFORM)
        return true;
    for (uint32_t i = 0; i < count; i++)
        steps |= step->src[i].step;
    if (step->ir->flags & LANE_SLOT)
        steps |= step->src[step->ir->src_count - 1].step;
    return !steps;
}

/* ---- views ---- */

void check_open(struct check_access_at *at, struct lanes_strip *strip, const struct lanes_step *step,
                enum check_access access)
{
    struct check *check = check_of(strip);
    uint64_t segment = check->group_first + check->passed[check_wave(strip)];

    *at = (struct check_access_at){
        .check = check,
        .strip = strip,
        .step = step,
        .access = access,
        .me = segment << 32 | step->ir->origin << CHECK_POSITION_BITS | strip->first_thread,
    };
    at->file = check_resource(at)->file;
    at->slot = check_resource(at)->slot;
    if (at->file == DXBC_FILE_TGSM) {
        at->memory = check->shared;
        at->view_offset = check_resource(at)->offset;
        at->stride = check_resource(at)->structured ? check_resource(at)->stride : 0;
    }
}

struct check_finding check_describe(const struct check_access_at *at, enum check_kind kind, uint32_t lane)
{
    return (struct check_finding){
        .kind = (uint8_t)kind,
        .file = at->file,
        .slot = at->slot,
        .shader = at->check->shader,
        .object = at->memory ? at->memory->object : 0,
        .first.instruction = CHECK_NO_INSTRUCTION,
        .second = check_actor_of(at->check, at->me + lane, at->access),
        .view_offset = at->view_offset,
        .stride = at->stride,
    };
}

/* The view of a lane, with the memory behind it; NULL when there is nothing to look at. Not for shared
 * memory. */
const struct kernel_view *check_view_of(struct check_access_at *at, uint32_t lane)
{
    const struct bindings *bindings = at->strip->group->dispatch->bindings;
    const struct check_slots *slots = at->check->slots;
    bool uav = at->file == DXBC_FILE_UAV;
    const struct kernel_view *view = &nothing_bound;

    at->memory = NULL;
    if (at->step->ir->flags & LANE_SLOT)
        at->slot = lanes_value(at->strip, &at->step->src[at->step->ir->src_count - 1], lane);
    if (at->slot < (uav ? (uint32_t)KERNEL_UAVS : (uint32_t)KERNEL_RESOURCES)) {
        view = uav ? &bindings->uavs[at->slot] : &bindings->resources[at->slot];
        at->memory = uav ? slots->uavs[at->slot] : slots->resources[at->slot];
    }
    if (view->kind == KERNEL_VIEW_NONE) {
        struct check_finding finding = check_describe(at, CHECK_UNBOUND, lane);

        check_add(at->check, &finding);
        return NULL;
    }
    if (!at->memory || !lanes_view_fits(view, check_resource(at)))
        return NULL; /* the body proper tells of views that do not fit */
    at->view_offset = (uint64_t)(view->data - at->memory->data);
    at->stride = view->kind == KERNEL_VIEW_STRUCTURED_BUFFER ? view->stride
                 : view->format                              ? view->format->block_bytes
                                                             : 0;
    return view;
}

/* Is one view enough for all lanes? Then it is opened here. False: nothing to look at. */
bool check_common_view(struct check_access_at *at, uint32_t lane, const struct kernel_view **view,
                       bool *common)
{
    *view = NULL;
    *common = at->file == DXBC_FILE_TGSM || !(at->step->ir->flags & LANE_SLOT) ||
              !at->step->src[at->step->ir->src_count - 1].step;
    if (!*common || at->file == DXBC_FILE_TGSM)
        return true;
    *view = check_view_of(at, lane);
    return *view;
}

void check_outside(const struct check_access_at *at, uint32_t lane, const struct check_asked *asked)
{
    enum check_kind kind = at->access == CHECK_READ ? CHECK_READ_OUTSIDE : CHECK_WRITE_OUTSIDE;
    struct check_finding finding;

    if (!check_wants(at->check, kind))
        return;
    finding = check_describe(at, kind, lane);
    finding.offset = asked->offset;
    finding.element = asked->element;
    finding.limit = asked->limit;
    memcpy(finding.values, asked->values, sizeof(finding.values));
    check_add(at->check, &finding);
}
