/*
 * IDXGIDevice4, the DXGI face of the device: its adapter, and hints that change nothing here.
 */
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

NOT_THERE static HRESULT STDMETHODCALLTYPE dxgi_CreateSurface(IDXGIDevice4 *iface,
                                                              const DXGI_SURFACE_DESC *desc, UINT count,
                                                              DXGI_USAGE usage,
                                                              const DXGI_SHARED_RESOURCE *shared,
                                                              IDXGISurface **surface)
{
    if (surface)
        *surface = NULL;
    return NOT_IMPLEMENTED("IDXGIDevice::CreateSurface");
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

static HRESULT STDMETHODCALLTYPE dxgi_EnqueueSetEvent(IDXGIDevice4 *iface, HANDLE event)
{
    return NOT_IMPLEMENTED("IDXGIDevice2::EnqueueSetEvent");
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
