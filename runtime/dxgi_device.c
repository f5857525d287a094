/*
 * IDXGIDevice3, the DXGI face of the device: its adapter, and hints that change nothing here.
 */
#include "device.h"

OBJECT_IUNKNOWN(IDXGIDevice3, dxgi, device, dxgi)
OBJECT_PRIVATE_DATA(IDXGIDevice3, dxgi, device, dxgi)

static struct device *dxgi_device(IDXGIDevice3 *iface)
{
    return container_of(iface, struct device, dxgi);
}

static HRESULT STDMETHODCALLTYPE dxgi_GetParent(IDXGIDevice3 *iface, REFIID iid, void **parent)
{
    return IDXGIAdapter_QueryInterface(dxgi_device(iface)->adapter, iid, parent);
}

static HRESULT STDMETHODCALLTYPE dxgi_GetAdapter(IDXGIDevice3 *iface, IDXGIAdapter **adapter)
{
    if (!adapter)
        return E_INVALIDARG;
    *adapter = dxgi_device(iface)->adapter;
    IDXGIAdapter_AddRef(*adapter);
    return S_OK;
}

NOT_THERE static HRESULT STDMETHODCALLTYPE dxgi_CreateSurface(IDXGIDevice3 *iface,
                                                              const DXGI_SURFACE_DESC *desc, UINT count,
                                                              DXGI_USAGE usage,
                                                              const DXGI_SHARED_RESOURCE *shared,
                                                              IDXGISurface **surface)
{
    if (surface)
        *surface = NULL;
    return NOT_IMPLEMENTED("IDXGIDevice::CreateSurface");
}

static HRESULT STDMETHODCALLTYPE dxgi_QueryResourceResidency(IDXGIDevice3 *iface, IUnknown *const *resources,
                                                             DXGI_RESIDENCY *residency, UINT count)
{
    if (!resources || !residency)
        return E_INVALIDARG;
    for (UINT i = 0; i < count; i++)
        residency[i] = DXGI_RESIDENCY_FULLY_RESIDENT;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_SetGPUThreadPriority(IDXGIDevice3 *iface, INT priority)
{
    if (priority < -7 || priority > 7)
        return E_INVALIDARG;
    dxgi_device(iface)->thread_priority = priority;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_GetGPUThreadPriority(IDXGIDevice3 *iface, INT *priority)
{
    if (!priority)
        return E_INVALIDARG;
    *priority = dxgi_device(iface)->thread_priority;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_SetMaximumFrameLatency(IDXGIDevice3 *iface, UINT latency)
{
    if (latency > 16)
        return DXGI_ERROR_INVALID_CALL;
    dxgi_device(iface)->frame_latency = latency ? latency : 3;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_GetMaximumFrameLatency(IDXGIDevice3 *iface, UINT *latency)
{
    if (!latency)
        return DXGI_ERROR_INVALID_CALL;
    UINT set = dxgi_device(iface)->frame_latency;
    *latency = set ? set : 3;
    return S_OK;
}

/* Offered resources stay where they are, so nothing is ever lost. */
static HRESULT STDMETHODCALLTYPE dxgi_OfferResources(IDXGIDevice3 *iface, UINT count,
                                                     IDXGIResource *const *resources,
                                                     DXGI_OFFER_RESOURCE_PRIORITY priority)
{
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE dxgi_ReclaimResources(IDXGIDevice3 *iface, UINT count,
                                                       IDXGIResource *const *resources, WINBOOL *discarded)
{
    for (UINT i = 0; discarded && i < count; i++)
        discarded[i] = FALSE;
    return S_OK;
}

NOT_THERE static HRESULT STDMETHODCALLTYPE dxgi_EnqueueSetEvent(IDXGIDevice3 *iface, HANDLE event)
{
    return NOT_IMPLEMENTED("IDXGIDevice2::EnqueueSetEvent");
}

static void STDMETHODCALLTYPE dxgi_Trim(IDXGIDevice3 *iface)
{
}

const IDXGIDevice3Vtbl device_dxgi_vtbl = {
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
};
