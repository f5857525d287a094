/*
 * IDXGIDevice4, the DXGI face of the device: its adapter, and hints that change nothing here.
 */
#include "event.h"
#include "resource.h"

OBJECT_IUNKNOWN(IDXGIDevice4, dxgi, device, dxgi)
OBJECT_PRIVATE_DATA(IDXGIDevice4, dxgi, device, dxgi)

static struct device *dxgi_device(IDXGIDevice4 *iface)
{
    return container_of(iface, struct device, dxgi);
}

static HRESULT STDMETHODCALLTYPE dxgi_GetParent(IDXGIDevice4 *iface, REFIID iid, void **parent)
{
    return IDXGIAdapter_QueryInterface(dxgi_device(iface)->adapter, iid, parent);
}

static HRESULT STDMETHODCALLTYPE dxgi_GetAdapter(IDXGIDevice4 *iface, IDXGIAdapter **adapter)
{
    if (!adapter)
        return E_INVALIDARG;
    *adapter = dxgi_device(iface)->adapter;
    IDXGIAdapter_AddRef(*adapter);
    return S_OK;
}

/* DXGI's words for the uses of a surface as bind flags; false for uses that textures do not have. */
static bool bind_flags_of(DXGI_USAGE usage, UINT *bind)
{
    const DXGI_USAGE known = DXGI_USAGE_SHADER_INPUT | DXGI_USAGE_RENDER_TARGET_OUTPUT |
                             DXGI_USAGE_UNORDERED_ACCESS | DXGI_USAGE_SHARED | DXGI_USAGE_READ_ONLY;
    *bind = (usage & DXGI_USAGE_SHADER_INPUT ? D3D11_BIND_SHADER_RESOURCE : 0) |
            (usage & DXGI_USAGE_RENDER_TARGET_OUTPUT ? D3D11_BIND_RENDER_TARGET : 0) |
            (usage & DXGI_USAGE_UNORDERED_ACCESS ? D3D11_BIND_UNORDERED_ACCESS : 0);
    return !(usage & ~known);
}

static HRESULT create_surface(struct device *device, const D3D11_TEXTURE2D_DESC1 *desc, IDXGISurface **out)
{
    ID3D11Texture2D1 *texture;
    HRESULT hr = texture2d_create(device, desc, NULL, &texture);
    if (FAILED(hr))
        return hr;
    hr = ID3D11Texture2D1_QueryInterface(texture, &IID_IDXGISurface, (void **)out);
    ID3D11Texture2D1_Release(texture);
    return hr;
}

/* All surfaces or none. */
static HRESULT STDMETHODCALLTYPE dxgi_CreateSurface(IDXGIDevice4 *iface, const DXGI_SURFACE_DESC *desc,
                                                    UINT count, DXGI_USAGE usage,
                                                    const DXGI_SHARED_RESOURCE *shared,
                                                    IDXGISurface **surfaces)
{
    struct device *device = dxgi_device(iface);
    UINT bind, made = 0;
    if (!surfaces || !desc || !count || shared || !bind_flags_of(usage, &bind))
        return message_fail(
            device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
            "CreateSurface: a pointer or the count is zero, Usage 0x%x is not that of a texture, "
            "or the surface is to be opened from a shared one",
            usage);
    D3D11_TEXTURE2D_DESC1 texture = {
        .Width = desc->Width,
        .Height = desc->Height,
        .MipLevels = 1,
        .ArraySize = 1,
        .Format = desc->Format,
        .SampleDesc = desc->SampleDesc,
        .BindFlags = bind,
        .MiscFlags = usage & DXGI_USAGE_SHARED ? D3D11_RESOURCE_MISC_SHARED : 0,
    };
    HRESULT hr = S_OK;
    while (made < count && SUCCEEDED(hr = create_surface(device, &texture, &surfaces[made])))
        made++;
    for (UINT i = 0; FAILED(hr) && i < count; i++) {
        if (i < made)
            IDXGISurface_Release(surfaces[i]);
        surfaces[i] = NULL;
    }
    return hr;
}

static HRESULT STDMETHODCALLTYPE dxgi_QueryResourceResidency(IDXGIDevice4 *iface, IUnknown *const *resources,
                                                             DXGI_RESIDENCY *residency, UINT count)
{
    if (!resources || !residency || !count)
        return E_INVALIDARG;
    for (UINT i = 0; i < count; i++)
        if (!resources[i])
            return E_INVALIDARG;
    for (UINT i = 0; i < count; i++)
        residency[i] = DXGI_RESIDENCY_FULLY_RESIDENT;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_SetGPUThreadPriority(IDXGIDevice4 *iface, INT priority)
{
    if (priority < -7 || priority > 7)
        return E_INVALIDARG;
    dxgi_device(iface)->thread_priority = priority;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_GetGPUThreadPriority(IDXGIDevice4 *iface, INT *priority)
{
    if (!priority)
        return E_INVALIDARG;
    *priority = dxgi_device(iface)->thread_priority;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_SetMaximumFrameLatency(IDXGIDevice4 *iface, UINT latency)
{
    if (latency > 16)
        return DXGI_ERROR_INVALID_CALL;
    dxgi_device(iface)->frame_latency = latency ? latency : 3;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_GetMaximumFrameLatency(IDXGIDevice4 *iface, UINT *latency)
{
    if (!latency)
        return DXGI_ERROR_INVALID_CALL;
    UINT set = dxgi_device(iface)->frame_latency;
    *latency = set ? set : 3;
    return S_OK;
}

/* Resources of this device, all of them? */
static bool are_ours(IDXGIDevice4 *iface, UINT count, IDXGIResource *const *resources)
{
    if (!count || !resources)
        return false;
    for (UINT i = 0; i < count; i++) {
        IDXGIResource1 *newest = (IDXGIResource1 *)resources[i];
        if (!newest || newest->lpVtbl != &resource_dxgi_vtbl ||
            container_of(newest, struct resource, dxgi)->obj.device != dxgi_device(iface))
            return false;
    }
    return true;
}

/* Offered resources stay where they are, so nothing is ever lost. */
static HRESULT STDMETHODCALLTYPE dxgi_OfferResources1(IDXGIDevice4 *iface, UINT count,
                                                      IDXGIResource *const *resources,
                                                      DXGI_OFFER_RESOURCE_PRIORITY priority, UINT flags)
{
    bool known = priority >= DXGI_OFFER_RESOURCE_PRIORITY_LOW &&
                 priority <= DXGI_OFFER_RESOURCE_PRIORITY_HIGH &&
                 !(flags & ~(UINT)DXGI_OFFER_RESOURCE_FLAG_ALLOW_DECOMMIT);
    return known && are_ours(iface, count, resources) ? S_OK : E_INVALIDARG;
}

static HRESULT STDMETHODCALLTYPE dxgi_OfferResources(IDXGIDevice4 *iface, UINT count,
                                                     IDXGIResource *const *resources,
                                                     DXGI_OFFER_RESOURCE_PRIORITY priority)
{
    return dxgi_OfferResources1(iface, count, resources, priority, 0);
}

static HRESULT STDMETHODCALLTYPE dxgi_ReclaimResources(IDXGIDevice4 *iface, UINT count,
                                                       IDXGIResource *const *resources, WINBOOL *discarded)
{
    if (!are_ours(iface, count, resources))
        return E_INVALIDARG;
    for (UINT i = 0; discarded && i < count; i++)
        discarded[i] = FALSE;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_ReclaimResources1(IDXGIDevice4 *iface, UINT count,
                                                        IDXGIResource *const *resources,
                                                        DXGI_RECLAIM_RESOURCE_RESULTS *results)
{
    if (!results || !are_ours(iface, count, resources))
        return E_INVALIDARG;
    for (UINT i = 0; i < count; i++)
        results[i] = DXGI_RECLAIM_RESOURCE_RESULT_OK;
    return S_OK;
}

/* Everything that was asked for is done. */
static HRESULT STDMETHODCALLTYPE dxgi_EnqueueSetEvent(IDXGIDevice4 *iface, HANDLE event)
{
    HRESULT hr = device_status(dxgi_device(iface));
    if (FAILED(hr))
        return hr;
    return event_set_handle(event) ? S_OK : E_INVALIDARG;
}

static void STDMETHODCALLTYPE dxgi_Trim(IDXGIDevice4 *iface)
{
}

const IDXGIDevice4Vtbl device_dxgi_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(dxgi),
    OBJECT_PRIVATE_DATA_ENTRIES(dxgi),
    .GetParent = dxgi_GetParent,
    .GetAdapter = dxgi_GetAdapter,
    .CreateSurface = dxgi_CreateSurface,
    .QueryResourceResidency = dxgi_QueryResourceResidency,
    .SetGPUThreadPriority = dxgi_SetGPUThreadPriority,
    .GetGPUThreadPriority = dxgi_GetGPUThreadPriority,
    .SetMaximumFrameLatency = dxgi_SetMaximumFrameLatency,
    .GetMaximumFrameLatency = dxgi_GetMaximumFrameLatency,
    .OfferResources = dxgi_OfferResources,
    .ReclaimResources = dxgi_ReclaimResources,
    .EnqueueSetEvent = dxgi_EnqueueSetEvent,
    .Trim = dxgi_Trim,
    .OfferResources1 = dxgi_OfferResources1,
    .ReclaimResources1 = dxgi_ReclaimResources1,
};
