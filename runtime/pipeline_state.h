/*
 * What is bound: the part of a context that ClearState resets, command lists start afresh with and
 * SwapDeviceContextState exchanges as a whole, as ID3DDeviceContextState.
 *
 * The state of a stage is a struct of its own, holding a use of everything bound and, kept in step by the
 * setters, the struct bindings that kernels see: a dispatch then copies nothing.
 */
#ifndef RUNTIME_PIPELINE_STATE_H
#define RUNTIME_PIPELINE_STATE_H

#include "bindings.h"
#include "class_linkage.h"
#include "device.h"
#include "query.h"
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
    struct class_instance *instances[KERNEL_INTERFACES];
    uint32_t instance_count;
    bool instances_fit; /* every interface slot of the shader has an instance of a class that may stand there
                         */
    struct constant_slot constants[KERNEL_CONSTANT_BUFFERS];
    struct srv *resources[KERNEL_RESOURCES];
    struct sampler *samplers[KERNEL_SAMPLERS];
    struct uav *uavs[KERNEL_UAVS];
    unsigned resource_limit, uav_limit; /* slots from here on are empty */
    struct bindings bindings;
};

struct pipeline_state {
    struct object obj;
    ID3DDeviceContextState iface;
    struct stage_state cs;
    struct query *predicate; /* NULL: none */
    WINBOOL predicate_value;
};

/* The application's reference or, owned, the caller's use. NULL without memory. */
struct pipeline_state *pipeline_state_create(struct device *device, bool owned);
/* Everything back to the default state. */
void pipeline_state_clear(struct pipeline_state *state);
/* An empty stage; one that holds nothing. */
void stage_init(struct stage_state *stage);
/* Everything out of its slot. */
void stage_clear(struct stage_state *stage);

/* min_lod.c: fills in what SetResourceMinLOD said of the views' resources. */
void stage_show_min_lod(struct stage_state *stage);

HRESULT device_context_state_create(struct device *device, UINT flags, const D3D_FEATURE_LEVEL *levels,
                                    UINT level_count, UINT version, REFIID emulated,
                                    D3D_FEATURE_LEVEL *chosen, ID3DDeviceContextState **out);

#endif
