/*
 * Hazards: no subresource is bound for reading and writing, or twice for writing, anywhere in the pipeline.
 *
 * Binding for output takes precedence: it empties the input slots and other output slots that show the same
 * subresource; an input that is bound for output gives an empty slot. The rules are applied where commands
 * run, so those of a command list hold again when it is executed.
 */
#ifndef RUNTIME_HAZARD_H
#define RUNTIME_HAZARD_H

#include "context.h"

/* Who asks, for the messages. */
struct hazard_call {
    const char *method;
    D3D11_MESSAGE_ID id;
};

/* Is the part of the resource bound for output? */
bool hazard_is_output(const struct pipeline_state *state, const struct resource *resource,
                      const struct view_range *range);

/* Output slots that the call is about to fill itself. */
struct hazard_own {
    bool targets, streams;
    enum stage stage; /* of the unordered access views [start, start + count) */
    UINT start, count;
};
/* Empties every input slot, and every output slot but `own`, that shows the part of the resource. */
void hazard_resolve(struct context *context, const struct hazard_call *call, const struct hazard_own *own,
                    const struct resource *resource, const struct view_range *range);

/* What goes into a slot: the bindings that kernels see are kept in step. */
void stage_set_resource(struct stage_state *stage, UINT slot, struct view *view);
void stage_set_uav(struct stage_state *stage, UINT slot, struct view *view);

#endif
