/*
 * Device contexts: what is bound, and the methods that act on it.
 *
 * The state of a stage is a struct of its own, holding a use of everything bound and, kept in step by the setters, the
 * struct bindings that kernels see: a dispatch then copies nothing. Methods live in context_state.c (set and get),
 * context_copy.c, map.c, clear.c, query.c and dispatch.c, named as the interface names them.
 */
#ifndef RUNTIME_CONTEXT_H
#define RUNTIME_CONTEXT_H

#include "bindings.h"
#include "device.h"
#include "resource.h"
#include "sampler.h"
#include "shader.h"
#include "view.h"

struct constant_slot {
    struct resource *buffer;
    uint32_t first, count; /* of 16-byte constants, as CSSetConstantBuffers1 takes them; count 0: all */
};

struct stage_state {
    struct shader *shader;
    struct constant_slot constants[KERNEL_CONSTANT_BUFFERS];
    struct srv *resources[KERNEL_RESOURCES];
    struct sampler *samplers[KERNEL_SAMPLERS];
    struct uav *uavs[KERNEL_UAVS];
    unsigned resource_limit, uav_limit; /* slots from here on are empty */
    struct bindings bindings;
};

struct context {
    struct object obj;
    ID3D11DeviceContext4 iface;
    ID3D11Multithread multithread;
    D3D11_DEVICE_CONTEXT_TYPE type;
    struct stage_state cs;
    uint64_t invocations; /* of compute shaders, for statistics */
};

HRESULT context_create(struct device *device, struct context **out);

static inline struct context *context_of(ID3D11DeviceContext4 *iface)
{
    return container_of(iface, struct context, iface);
}

/* Holds ID3D11Multithread's lock until the end of the enclosing block, when protection is on. */
#define CONTEXT_GUARD(context)                                                                             \
    __attribute__((cleanup(context_guard_end), unused)) struct device *guard_ = context_guard_begin(context)
struct device *context_guard_begin(struct context *context);
void context_guard_end(struct device **guard);

/* An empty stage; one that holds nothing. */
void stage_init(struct stage_state *stage);
/* Everything out of its slot. */
void stage_clear(struct stage_state *stage);

/* Runs the bound compute shader. */
void dispatch_run(struct context *context, uint32_t x, uint32_t y, uint32_t z);

#endif
