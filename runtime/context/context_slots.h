/*
 * What setters and getters of slots share.
 */
#ifndef RUNTIME_CONTEXT_SLOTS_H
#define RUNTIME_CONTEXT_SLOTS_H

#include "context.h"

struct slot_args {
    enum stage stage;
    UINT start;
};

/* True when [start, start + count) are slots; otherwise, after a message, the call does nothing. */
bool context_slots_valid(struct context *context, enum stage stage, const char *method, UINT start,
                         UINT count, UINT limit);
void context_submit_slots(struct context *context, enum command_kind kind, enum stage stage, UINT start,
                          UINT count, struct object *const *objects);

/* Do two of the views show one subresource? With a message then. */
bool context_views_conflict(struct context *context, const char *method, D3D11_MESSAGE_ID id, UINT count,
                            struct object *const *views);
/* Hidden counters to what SetUnorderedAccessViews wants of them. */
void context_submit_counters(struct context *context, UINT count, struct object *const *uavs,
                             const UINT *initial);

/* Hands out what a slot holds, or NULL, with a reference. */
#define SLOT_GET(out, held, member)                                                                          \
    do {                                                                                                     \
        if (held)                                                                                            \
            object_add_ref(&(held)->obj);                                                                    \
        (out) = (held) ? (void *)(member) : NULL;                                                            \
    } while (0)

#endif
