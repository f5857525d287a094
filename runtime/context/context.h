/*
 * Device contexts: the objects that applications talk to. Immediate ones run what they are told (command.h),
 * deferred ones record it (recorder.h).
 *
 * Methods live in context_stage.c, context_state.c, context_fixed.c and context_output.c (set and get),
 * context_copy.c, map.c, clear.c, query.c, predicate.c,
 * min_lod.c, command_list.c, annotation.c and dispatch.c, named as the interface names them.
 */
#ifndef RUNTIME_CONTEXT_H
#define RUNTIME_CONTEXT_H

#include "command.h"
#include "device.h"
#include "pipeline_state.h"

struct deferred_maps;
struct recorder;

struct context {
    struct object obj;
    ID3D11DeviceContext4 iface;
    ID3D11Multithread multithread;
    ID3DUserDefinedAnnotation annotation;
    D3D11_DEVICE_CONTEXT_TYPE type;
    struct pipeline_state *state, *spare; /* one use each; spare: an empty one or NULL */
    struct recorder *recorder;  /* deferred contexts: since the last FinishCommandList; otherwise NULL */
    struct deferred_maps *maps; /* deferred contexts: what was mapped since then */
    uint64_t invocations;       /* of compute shaders, for statistics */
};

/* An immediate context comes owned, with one use for the caller, a deferred one with the application's
 * reference. */
HRESULT context_create(struct device *device, D3D11_DEVICE_CONTEXT_TYPE type, struct context **out);
HRESULT context_create_deferred(struct device *device, UINT flags, ID3D11DeviceContext4 **out);

static inline struct context *context_of(ID3D11DeviceContext4 *iface)
{
    return container_of(iface, struct context, iface);
}
static inline bool context_is_deferred(const struct context *context)
{
    return context->recorder != NULL;
}

/* Holds ID3D11Multithread's lock until the end of the enclosing block, when protection is on. */
#define CONTEXT_GUARD(context)                                                                               \
    __attribute__((cleanup(context_guard_end), unused)) struct device *guard_ = context_guard_begin(context)
struct device *context_guard_begin(struct context *context);
void context_guard_end(struct device **guard);

/* Submits what would bring the default state to this one. */
void context_record_state(struct context *context);

extern const ID3DUserDefinedAnnotationVtbl annotation_vtbl;

#endif
