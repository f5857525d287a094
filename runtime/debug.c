/*
 * ID3D11Debug, a part of a device created with D3D11_CREATE_DEVICE_DEBUG: the report of live objects.
 */
#include <stdio.h>
#include <stdlib.h>

#include "device.h"
#include "info_queue.h"

/* mingw's header lacks it. */
enum { RLDO_IGNORE_INTERNAL = 4 };

static struct device *debug_device(ID3D11Debug *iface)
{
    return container_of(iface, struct device, debug_iface);
}

OBJECT_IUNKNOWN(ID3D11Debug, debug, device, debug_iface)

static HRESULT STDMETHODCALLTYPE debug_SetFeatureMask(ID3D11Debug *iface, UINT mask)
{
    return NOT_IMPLEMENTED("ID3D11Debug::SetFeatureMask");
}

static UINT STDMETHODCALLTYPE debug_GetFeatureMask(ID3D11Debug *iface)
{
    return 0;
}

static HRESULT STDMETHODCALLTYPE debug_SetPresentPerRenderOpDelay(ID3D11Debug *iface, UINT milliseconds)
{
    return NOT_IMPLEMENTED("ID3D11Debug::SetPresentPerRenderOpDelay");
}

static UINT STDMETHODCALLTYPE debug_GetPresentPerRenderOpDelay(ID3D11Debug *iface)
{
    return 0;
}

static HRESULT STDMETHODCALLTYPE debug_SetSwapChain(ID3D11Debug *iface, IDXGISwapChain *chain)
{
    return NOT_IMPLEMENTED("ID3D11Debug::SetSwapChain");
}

static HRESULT STDMETHODCALLTYPE debug_GetSwapChain(ID3D11Debug *iface, IDXGISwapChain **chain)
{
    if (chain)
        *chain = NULL;
    return NOT_IMPLEMENTED("ID3D11Debug::GetSwapChain");
}

static HRESULT STDMETHODCALLTYPE debug_ValidateContext(ID3D11Debug *iface, ID3D11DeviceContext *context)
{
    return NOT_IMPLEMENTED("ID3D11Debug::ValidateContext");
}

struct live_line {
    char text[192];
};

/* What stands in the device's list, as lines; messages are sent after the lock is dropped. */
static struct live_line *live_lines(struct device *device, D3D11_RLDO_FLAGS flags, size_t *count)
{
    *count = 0;
    pthread_mutex_lock(&device->lock);
    size_t total = 0;
    for (struct object *object = device->live; object; object = object->live_next)
        total++;
    struct live_line *lines = total ? calloc(total, sizeof(*lines)) : NULL;
    for (struct object *object = device->live; lines && object; object = object->live_next) {
        unsigned refs = atomic_load(&object->refs), uses = atomic_load(&object->uses);
        if ((flags & RLDO_IGNORE_INTERNAL) && !refs)
            continue;
        char name[64];
        object_debug_name(object, name, sizeof(name));
        snprintf(lines[(*count)++].text, sizeof(lines->text),
                 "\tLive %s at %p, Name: %s, Refcount: %u, IntRef: %u", object->cls->name, (void *)object,
                 *name ? name : "<unnamed>", refs, uses - (refs > 0));
    }
    pthread_mutex_unlock(&device->lock);
    return lines;
}

static HRESULT STDMETHODCALLTYPE debug_ReportLiveDeviceObjects(ID3D11Debug *iface, D3D11_RLDO_FLAGS flags)
{
    struct device *device = debug_device(iface);
    size_t count;
    struct live_line *lines = live_lines(device, flags, &count);
    message_add(device, D3D11_MESSAGE_CATEGORY_STATE_CREATION, D3D11_MESSAGE_SEVERITY_WARNING,
                D3D11_MESSAGE_ID_LIVE_DEVICE, "Live ID3D11Device at %p, Refcount: %u", (void *)device,
                atomic_load(&device->obj.refs));
    for (size_t i = 0; i < count; i++)
        message_add(device, D3D11_MESSAGE_CATEGORY_STATE_CREATION, D3D11_MESSAGE_SEVERITY_WARNING,
                    D3D11_MESSAGE_ID_LIVE_OBJECT_SUMMARY, "%s", lines[i].text);
    free(lines);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE debug_ValidateContextForDispatch(ID3D11Debug *iface,
                                                                  ID3D11DeviceContext *context)
{
    return NOT_IMPLEMENTED("ID3D11Debug::ValidateContextForDispatch");
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
