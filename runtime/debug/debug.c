/*
 * ID3D11Debug, a part of a device created with D3D11_CREATE_DEVICE_DEBUG: the report of live objects and the
 * checks before a dispatch. What its feature mask asks for (a Flush or Finish after each call, Present after
 * each rendering) is remembered and changes nothing: every call is complete when it returns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "dispatch_check.h"
#include "info_queue.h"
#include "log.h"

/* mingw's header lacks the first. */
enum {
    RLDO_IGNORE_INTERNAL = 4,
    KNOWN_REPORT_FLAGS = D3D11_RLDO_SUMMARY | D3D11_RLDO_DETAIL | RLDO_IGNORE_INTERNAL,
    KNOWN_FEATURES = 0xff,
};

static struct device *debug_device(ID3D11Debug *iface)
{
    return container_of(iface, struct device, debug_iface);
}

OBJECT_IUNKNOWN(ID3D11Debug, debug, device, debug_iface)

static HRESULT STDMETHODCALLTYPE debug_SetFeatureMask(ID3D11Debug *iface, UINT mask)
{
    if (mask & ~(UINT)KNOWN_FEATURES)
        return E_INVALIDARG;
    atomic_store(&debug_device(iface)->debug_features, mask);
    return S_OK;
}

static UINT STDMETHODCALLTYPE debug_GetFeatureMask(ID3D11Debug *iface)
{
    return atomic_load(&debug_device(iface)->debug_features);
}

static HRESULT STDMETHODCALLTYPE debug_SetPresentPerRenderOpDelay(ID3D11Debug *iface, UINT milliseconds)
{
    atomic_store(&debug_device(iface)->debug_present_delay, milliseconds);
    return S_OK;
}

static UINT STDMETHODCALLTYPE debug_GetPresentPerRenderOpDelay(ID3D11Debug *iface)
{
    return atomic_load(&debug_device(iface)->debug_present_delay);
}

/* There are no swap chains: only none can be set. */
static HRESULT STDMETHODCALLTYPE debug_SetSwapChain(ID3D11Debug *iface, IDXGISwapChain *chain)
{
    if (!chain)
        return S_OK;
    last_error_set("Swap chains are not supported: weft has no window system");
    return E_INVALIDARG;
}

static HRESULT STDMETHODCALLTYPE debug_GetSwapChain(ID3D11Debug *iface, IDXGISwapChain **chain)
{
    if (!chain)
        return E_INVALIDARG;
    *chain = NULL;
    return S_OK;
}

NOT_THERE static HRESULT STDMETHODCALLTYPE debug_ValidateContext(ID3D11Debug *iface,
                                                                 ID3D11DeviceContext *context)
{
    return context ? NOT_IMPLEMENTED("ID3D11Debug::ValidateContext (of drawing)") : E_INVALIDARG;
}

/* The report's id for a class of objects. */
static D3D11_MESSAGE_ID live_id(const char *class_name)
{
    static const struct {
        const char *name;
        D3D11_MESSAGE_ID id;
    } ids[] = {
        {"Buffer", D3D11_MESSAGE_ID_LIVE_BUFFER},
        {"Texture1D", D3D11_MESSAGE_ID_LIVE_TEXTURE1D},
        {"Texture2D", D3D11_MESSAGE_ID_LIVE_TEXTURE2D},
        {"Texture3D", D3D11_MESSAGE_ID_LIVE_TEXTURE3D},
        {"ShaderResourceView", D3D11_MESSAGE_ID_LIVE_SHADERRESOURCEVIEW},
        {"UnorderedAccessView", D3D11_MESSAGE_ID_LIVE_UNORDEREDACCESSVIEW},
        {"RenderTargetView", D3D11_MESSAGE_ID_LIVE_RENDERTARGETVIEW},
        {"DepthStencilView", D3D11_MESSAGE_ID_LIVE_DEPTHSTENCILVIEW},
        {"ComputeShader", D3D11_MESSAGE_ID_LIVE_COMPUTESHADER},
        {"SamplerState", D3D11_MESSAGE_ID_LIVE_SAMPLER},
        {"BlendState", D3D11_MESSAGE_ID_LIVE_BLENDSTATE},
        {"DepthStencilState", D3D11_MESSAGE_ID_LIVE_DEPTHSTENCILSTATE},
        {"RasterizerState", D3D11_MESSAGE_ID_LIVE_RASTERIZERSTATE},
        {"Query", D3D11_MESSAGE_ID_LIVE_QUERY},
        {"Predicate", D3D11_MESSAGE_ID_LIVE_PREDICATE},
        {"CommandList", D3D11_MESSAGE_ID_LIVE_COMMANDLIST},
        {"ClassInstance", D3D11_MESSAGE_ID_LIVE_CLASSINSTANCE},
        {"ClassLinkage", D3D11_MESSAGE_ID_LIVE_CLASSLINKAGE},
        {"DeviceContext", D3D11_MESSAGE_ID_LIVE_CONTEXT},
        {"DeviceContextState", D3D11_MESSAGE_ID_LIVE_DEVICECONTEXTSTATE},
    };
    for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++)
        if (!strcmp(ids[i].name, class_name))
            return ids[i].id;
    return D3D11_MESSAGE_ID_LIVE_OBJECT_SUMMARY;
}

struct live_line {
    D3D11_MESSAGE_ID id;
    char text[192];
};

/* What stands in the device's list, as lines; messages are sent after the lock is dropped. NULL: no memory.
 */
static struct live_line *live_lines(struct device *device, D3D11_RLDO_FLAGS flags, size_t *count)
{
    *count = 0;
    pthread_mutex_lock(&device->lock);
    size_t total = 0;
    for (struct object *object = device->live; object; object = object->live_next)
        total++;
    struct live_line *lines = calloc(total + 1, sizeof(*lines));
    for (struct object *object = device->live; lines && object; object = object->live_next) {
        unsigned refs = atomic_load(&object->refs), uses = atomic_load(&object->uses);
        if ((flags & RLDO_IGNORE_INTERNAL) && !refs)
            continue;
        char name[64];
        object_debug_name(object, name, sizeof(name));
        struct live_line *line = &lines[(*count)++];
        line->id = live_id(object->cls->name);
        snprintf(line->text, sizeof(line->text), "\tLive ID3D11%s at %p, Name: %s, Refcount: %u, IntRef: %u",
                 object->cls->name, (void *)object, *name ? name : "<unnamed>", refs, uses - (refs > 0));
    }
    pthread_mutex_unlock(&device->lock);
    return lines;
}

/* The number of objects in one line with D3D11_RLDO_SUMMARY, one line for each with D3D11_RLDO_DETAIL. */
HRESULT debug_report_live(struct device *device, D3D11_RLDO_FLAGS flags)
{
    size_t count;
    struct live_line *lines = live_lines(device, flags, &count);
    if (!lines)
        return E_OUTOFMEMORY;
    message_add(device, D3D11_MESSAGE_CATEGORY_STATE_CREATION, D3D11_MESSAGE_SEVERITY_WARNING,
                D3D11_MESSAGE_ID_LIVE_DEVICE, "Live ID3D11Device at %p, Refcount: %u", (void *)device,
                atomic_load(&device->obj.refs));
    for (size_t i = 0; i < count && (flags & D3D11_RLDO_DETAIL); i++)
        message_add(device, D3D11_MESSAGE_CATEGORY_STATE_CREATION, D3D11_MESSAGE_SEVERITY_WARNING,
                    lines[i].id, "%s", lines[i].text);
    if (flags & D3D11_RLDO_SUMMARY)
        message_add(device, D3D11_MESSAGE_CATEGORY_STATE_CREATION, D3D11_MESSAGE_SEVERITY_WARNING,
                    D3D11_MESSAGE_ID_LIVE_OBJECT_SUMMARY, "Live objects: %zu", count);
    free(lines);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE debug_ReportLiveDeviceObjects(ID3D11Debug *iface, D3D11_RLDO_FLAGS flags)
{
    return flags & ~KNOWN_REPORT_FLAGS ? E_INVALIDARG : debug_report_live(debug_device(iface), flags);
}

/* E_FAIL when a dispatch would not find what its shader declares, with a message for each reason. */
static HRESULT STDMETHODCALLTYPE debug_ValidateContextForDispatch(ID3D11Debug *iface,
                                                                  ID3D11DeviceContext *context_iface)
{
    struct device *device = debug_device(iface);
    if (!context_iface)
        return E_INVALIDARG;
    struct context *context = context_of((ID3D11DeviceContext4 *)context_iface);
    if (context->obj.device != device)
        return E_INVALIDARG;
    CONTEXT_GUARD(context);
    if (!context->state->stages[STAGE_CS].shader) {
        message_warn(device, D3D11_MESSAGE_ID_UNKNOWN,
                     "ValidateContextForDispatch: no compute shader is set");
        return E_FAIL;
    }
    return dispatch_check(device, &context->state->stages[STAGE_CS]) ? S_OK : E_FAIL;
}

const ID3D11DebugVtbl debug_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(debug),
    .SetFeatureMask = debug_SetFeatureMask,
    .GetFeatureMask = debug_GetFeatureMask,
    .SetPresentPerRenderOpDelay = debug_SetPresentPerRenderOpDelay,
    .GetPresentPerRenderOpDelay = debug_GetPresentPerRenderOpDelay,
    .SetSwapChain = debug_SetSwapChain,
    .GetSwapChain = debug_GetSwapChain,
    .ValidateContext = debug_ValidateContext,
    .ReportLiveDeviceObjects = debug_ReportLiveDeviceObjects,
    .ValidateContextForDispatch = debug_ValidateContextForDispatch,
};
