/*
 * What is bound: the part of a context that ClearState resets, command lists start afresh with and
 * SwapDeviceContextState exchanges as a whole, as ID3DDeviceContextState.
 *
 * The state of a stage that runs shaders is a struct of its own, holding a use of everything bound and, kept
 * in step by the setters, the struct bindings that kernels see: a dispatch then copies nothing. The unordered
 * access views of the output merger are those of the pixel shader's stage. Of the fixed stages only what is
 * set is kept; nothing draws with it yet.
 */
#ifndef RUNTIME_PIPELINE_STATE_H
#define RUNTIME_PIPELINE_STATE_H

#include "bindings.h"
#include "class_linkage.h"
#include "device.h"
#include "fixed_state.h"
#include "query.h"
#include "resource.h"
#include "sampler.h"
#include "shader.h"
#include "stage.h"
#include "view.h"

struct constant_slot {
    struct resource *buffer;
    uint32_t first, count; /* of 16-byte constants, as CSSetConstantBuffers1 takes them; count 0: all */
};

struct stage_state {
    bool in_use; /* something was set since the stage was last empty; until then all is zero */
    unsigned resource_limit, uav_limit; /* slots from here on are empty */
    struct shader *shader;
    struct class_instance *instances[KERNEL_INTERFACES];
    uint32_t instance_count;
    bool instances_fit; /* every interface slot of the shader has an instance of a class that may stand there
                         */
    struct constant_slot constants[KERNEL_CONSTANT_BUFFERS];
    struct view *resources[KERNEL_RESOURCES];
    struct sampler *samplers[KERNEL_SAMPLERS];
    struct view *uavs[KERNEL_UAVS];
    struct bindings bindings;
};

enum {
    VERTEX_SLOTS = D3D11_IA_VERTEX_INPUT_RESOURCE_SLOT_COUNT,
    STREAM_SLOTS = D3D11_SO_BUFFER_SLOT_COUNT,
    TARGET_SLOTS = D3D11_SIMULTANEOUS_RENDER_TARGET_COUNT,
    VIEWPORT_SLOTS = D3D11_VIEWPORT_AND_SCISSORRECT_OBJECT_COUNT_PER_PIPELINE,
};

struct vertex_slot {
    struct resource *buffer;
    UINT stride, offset;
};
struct input_state {
    D3D11_PRIMITIVE_TOPOLOGY topology;
    struct vertex_slot vertices[VERTEX_SLOTS];
    struct resource *indices;
    DXGI_FORMAT index_format;
    UINT index_offset;
};

struct stream_slot {
    struct resource *buffer;
    UINT offset; /* -1: after what is there */
};

struct raster_state {
    struct fixed_state *state; /* NULL: the default */
    UINT viewport_count, scissor_count;
    D3D11_VIEWPORT viewports[VIEWPORT_SLOTS];
    D3D11_RECT scissors[VIEWPORT_SLOTS];
};

struct output_state {
    struct view *targets[TARGET_SLOTS], *depth;
    struct fixed_state *blend, *depth_stencil; /* NULL: the default */
    FLOAT blend_factor[4];
    UINT sample_mask, stencil_ref;
};

struct pipeline_state {
    struct object obj;
    ID3DDeviceContextState iface;
    D3D_FEATURE_LEVEL feature_level;
    struct stage_state stages[STAGE_COUNT];
    struct input_state input;
    struct stream_slot streams[STREAM_SLOTS];
    struct raster_state raster;
    struct output_state output;
    struct query *predicate; /* NULL: none */
    WINBOOL predicate_value;
};

/* The application's reference or, owned, the caller's use. NULL without memory. */
struct pipeline_state *pipeline_state_create(struct device *device, bool owned);
/* Everything back to the default state. */
void pipeline_state_clear(struct pipeline_state *state);
/* Before something is set. */
void stage_use(struct stage_state *stage);
/* Everything out of its slot. */
void stage_clear(struct stage_state *stage);

/* Slots for unordered access views of the compute stage, and of the output merger together with its render
 * targets. */
static inline unsigned pipeline_uav_slots(const struct pipeline_state *state)
{
    return feature_level_uav_slots(state->feature_level);
}

/* min_lod.c: fills in what SetResourceMinLOD said of the views' resources. */
void stage_show_min_lod(struct stage_state *stage);

HRESULT device_context_state_create(struct device *device, UINT flags, const D3D_FEATURE_LEVEL *levels,
                                    UINT level_count, UINT version, REFIID emulated,
                                    D3D_FEATURE_LEVEL *chosen, ID3DDeviceContextState **out);

#endif
