/*
 * The pipeline state of contexts and ID3DDeviceContextState: creation, reset, and SwapDeviceContextState.
 *
 * A context points at its state, so that swapping exchanges two pointers and a command list runs on a fresh
 * state without the context's own being copied.
 */
#include "pipeline_state.h"

#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "context_methods.h"

OBJECT_DEVICE_CHILD(ID3DDeviceContextState, device_context_state, pipeline_state, iface)

static const ID3DDeviceContextStateVtbl device_context_state_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(device_context_state),
};

/* Six stages have 150 KiB, of which a process touches what it uses. */
void stage_use(struct stage_state *stage)
{
    if (stage->in_use)
        return;
    stage->in_use = true;
    for (UINT i = 0; i < KERNEL_INTERFACES; i++)
        stage->bindings.interfaces[i].table = -1;
}

void stage_clear(struct stage_state *stage)
{
    if (!stage->in_use)
        return;
    OBJECT_SLOT_SET(stage->shader, NULL);
    for (UINT i = 0; i < stage->instance_count; i++)
        OBJECT_SLOT_SET(stage->instances[i], NULL);
    for (UINT i = 0; i < KERNEL_CONSTANT_BUFFERS; i++)
        OBJECT_SLOT_SET(stage->constants[i].buffer, NULL);
    for (UINT i = 0; i < KERNEL_RESOURCES; i++)
        OBJECT_SLOT_SET(stage->resources[i], NULL);
    for (UINT i = 0; i < KERNEL_SAMPLERS; i++)
        OBJECT_SLOT_SET(stage->samplers[i], NULL);
    for (UINT i = 0; i < KERNEL_UAVS; i++)
        OBJECT_SLOT_SET(stage->uavs[i], NULL);
    memset(stage, 0, sizeof(*stage));
}

static void input_clear(struct input_state *input)
{
    for (UINT i = 0; i < VERTEX_SLOTS; i++)
        OBJECT_SLOT_SET(input->vertices[i].buffer, NULL);
    OBJECT_SLOT_SET(input->indices, NULL);
    memset(input, 0, sizeof(*input));
}

static void raster_clear(struct raster_state *raster)
{
    OBJECT_SLOT_SET(raster->state, NULL);
    memset(raster, 0, sizeof(*raster));
}

static void output_init(struct output_state *output)
{
    *output = (struct output_state){.blend_factor = {1, 1, 1, 1}, .sample_mask = UINT32_MAX};
}

static void output_clear(struct output_state *output)
{
    for (UINT i = 0; i < TARGET_SLOTS; i++)
        OBJECT_SLOT_SET(output->targets[i], NULL);
    OBJECT_SLOT_SET(output->depth, NULL);
    OBJECT_SLOT_SET(output->blend, NULL);
    OBJECT_SLOT_SET(output->depth_stencil, NULL);
    output_init(output);
}

void pipeline_state_clear(struct pipeline_state *state)
{
    for (int i = 0; i < STAGE_COUNT; i++)
        stage_clear(&state->stages[i]);
    input_clear(&state->input);
    for (UINT i = 0; i < STREAM_SLOTS; i++) {
        OBJECT_SLOT_SET(state->streams[i].buffer, NULL);
        state->streams[i].offset = 0;
    }
    raster_clear(&state->raster);
    output_clear(&state->output);
    OBJECT_SLOT_SET(state->predicate, NULL);
    state->predicate_value = FALSE;
}

static void pipeline_state_destroy(struct object *object)
{
    struct pipeline_state *state = (struct pipeline_state *)object;
    pipeline_state_clear(state);
    free(state);
}

static const struct iface_entry pipeline_state_ifaces[] = {
    {&IID_ID3DDeviceContextState, offsetof(struct pipeline_state, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct pipeline_state, iface)},
    {NULL, 0},
};
static const struct object_class pipeline_state_class = {"DeviceContextState", pipeline_state_ifaces,
                                                         pipeline_state_destroy, NULL};

struct pipeline_state *pipeline_state_create(struct device *device, bool owned)
{
    struct pipeline_state *state = owned ? object_create_owned(sizeof(*state), &pipeline_state_class, device)
                                         : object_create(sizeof(*state), &pipeline_state_class, device);
    if (!state)
        return NULL;
    state->iface.lpVtbl = &device_context_state_vtbl;
    state->feature_level = device->feature_level;
    output_init(&state->output);
    return state;
}

static bool is_d3d11(REFIID iid)
{
    return IsEqualGUID(iid, &IID_ID3D11Device) || IsEqualGUID(iid, &IID_ID3D11Device1);
}

static bool is_d3d10(REFIID iid)
{
    return IsEqualGUID(iid, &IID_ID3D10Device) || IsEqualGUID(iid, &IID_ID3D10Device1);
}

static HRESULT state_validate(struct device *device, UINT flags, UINT version, REFIID emulated)
{
    const UINT single = D3D11_1_CREATE_DEVICE_CONTEXT_STATE_SINGLETHREADED;
    if (flags & ~single)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEDEVICECONTEXTSTATE_INVALIDFLAGS,
                            "CreateDeviceContextState: Flags 0x%x hold unknown bits", flags);
    if ((device->creation_flags & D3D11_CREATE_DEVICE_SINGLETHREADED) && !(flags & single))
        return message_fail(
            device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEDEVICECONTEXTSTATE_INVALIDFLAGS,
            "CreateDeviceContextState: states of a single-threaded device are single-threaded");
    if (version != D3D11_SDK_VERSION)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEDEVICECONTEXTSTATE_INVALIDFLAGS,
                            "CreateDeviceContextState: SDKVersion is %u, not D3D11_SDK_VERSION", version);
    if (emulated && is_d3d10(emulated)) {
        NOT_IMPLEMENTED("CreateDeviceContextState with the behaviour of Direct3D 10");
        return E_NOTIMPL;
    }
    if (!emulated || !is_d3d11(emulated))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEDEVICECONTEXTSTATE_INVALIDREFIID,
                            "CreateDeviceContextState: EmulatedInterface is no device of Direct3D 10 or 11");
    return S_OK;
}

/* The first of the list that the device can do. */
static HRESULT choose_level(struct device *device, const D3D_FEATURE_LEVEL *levels, UINT count,
                            D3D_FEATURE_LEVEL *chosen)
{
    for (UINT i = 0; levels && i < count; i++)
        if (levels[i] == D3D_FEATURE_LEVEL_11_0 || levels[i] == device->feature_level) {
            *chosen = levels[i];
            return S_OK;
        }
    return message_fail(device, E_INVALIDARG,
                        D3D11_MESSAGE_ID_CREATEDEVICECONTEXTSTATE_FEATURELEVELS_NOT_SUPPORTED,
                        "CreateDeviceContextState: no feature level that this device has is in the list");
}

HRESULT device_context_state_create(struct device *device, UINT flags, const D3D_FEATURE_LEVEL *levels,
                                    UINT level_count, UINT version, REFIID emulated,
                                    D3D_FEATURE_LEVEL *chosen, ID3DDeviceContextState **out)
{
    D3D_FEATURE_LEVEL level = 0;
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (SUCCEEDED(hr))
        hr = state_validate(device, flags, version, emulated);
    if (SUCCEEDED(hr))
        hr = choose_level(device, levels, level_count, &level);
    if (FAILED(hr))
        return hr;
    if (chosen)
        *chosen = level;
    if (!out)
        return S_FALSE;
    struct pipeline_state *state = pipeline_state_create(device, false);
    if (!state)
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_UNKNOWN,
                            "No memory for a device context state");
    state->feature_level = level;
    *out = &state->iface;
    return S_OK;
}

void STDMETHODCALLTYPE context_SwapDeviceContextState(ID3D11DeviceContext4 *iface,
                                                      ID3DDeviceContextState *next_iface,
                                                      ID3DDeviceContextState **previous)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    if (previous)
        *previous = NULL;
    if (context_is_deferred(context)) {
        message_error(device, D3D11_MESSAGE_ID_SWAPDEVICECONTEXTSTATE_NOTSUPPORTED,
                      "SwapDeviceContextState: deferred contexts cannot");
        return;
    }
    if (!next_iface)
        return;
    struct pipeline_state *next = container_of(next_iface, struct pipeline_state, iface),
                          *old = context->state;
    if (next->obj.device != device) {
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN,
                      "SwapDeviceContextState: the state is of another device");
        return;
    }
    if (previous) {
        object_add_ref(&old->obj);
        *previous = &old->iface;
    }
    OBJECT_SLOT_SET(context->state, next);
}
