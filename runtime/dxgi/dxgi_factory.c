/*
 * IDXGIFactory7: enumerates the one adapter; everything about windows, outputs and swap chains is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "dxgi_objects.h"
#include "log.h"
#include "message.h"

OBJECT_IUNKNOWN(IDXGIFactory7, factory, dxgi_factory, iface)
OBJECT_PRIVATE_DATA(IDXGIFactory7, factory, dxgi_factory, iface)

static struct dxgi_factory *factory_of(IDXGIFactory7 *iface)
{
    return container_of(iface, struct dxgi_factory, iface);
}

/* A factory is nobody's child. */
static HRESULT STDMETHODCALLTYPE factory_GetParent(IDXGIFactory7 *iface, REFIID iid, void **parent)
{
    if (parent)
        *parent = NULL;
    return E_NOINTERFACE;
}

static HRESULT enum_adapter(IDXGIFactory7 *iface, UINT index, REFIID iid, void **out)
{
    if (!out)
        return DXGI_ERROR_INVALID_CALL;
    *out = NULL;
    if (index)
        return DXGI_ERROR_NOT_FOUND;
    struct dxgi_adapter *adapter;
    HRESULT hr = dxgi_adapter_create(factory_of(iface), &adapter);
    if (FAILED(hr))
        return hr;
    hr = object_query_interface(&adapter->obj, iid, out);
    object_release(&adapter->obj);
    return hr;
}

static HRESULT STDMETHODCALLTYPE factory_EnumAdapters(IDXGIFactory7 *iface, UINT index,
                                                      IDXGIAdapter **adapter)
{
    return enum_adapter(iface, index, &IID_IDXGIAdapter, (void **)adapter);
}

static HRESULT STDMETHODCALLTYPE factory_EnumAdapters1(IDXGIFactory7 *iface, UINT index,
                                                       IDXGIAdapter1 **adapter)
{
    return enum_adapter(iface, index, &IID_IDXGIAdapter1, (void **)adapter);
}

static HRESULT STDMETHODCALLTYPE factory_EnumAdapterByGpuPreference(IDXGIFactory7 *iface, UINT index,
                                                                    DXGI_GPU_PREFERENCE preference,
                                                                    REFIID iid, void **adapter)
{
    if ((unsigned)preference > DXGI_GPU_PREFERENCE_HIGH_PERFORMANCE) {
        if (adapter)
            *adapter = NULL;
        return DXGI_ERROR_INVALID_CALL;
    }
    return enum_adapter(iface, index, iid, adapter);
}

static HRESULT STDMETHODCALLTYPE factory_EnumWarpAdapter(IDXGIFactory7 *iface, REFIID iid, void **adapter)
{
    return enum_adapter(iface, 0, iid, adapter);
}

static HRESULT STDMETHODCALLTYPE factory_EnumAdapterByLuid(IDXGIFactory7 *iface, LUID luid, REFIID iid,
                                                           void **out)
{
    IDXGIAdapter1 *adapter;
    DXGI_ADAPTER_DESC1 desc;
    if (!out)
        return DXGI_ERROR_INVALID_CALL;
    *out = NULL;
    HRESULT hr = factory_EnumAdapters1(iface, 0, &adapter);
    if (FAILED(hr))
        return hr;
    IDXGIAdapter1_GetDesc1(adapter, &desc);
    hr = memcmp(&desc.AdapterLuid, &luid, sizeof(luid)) ? DXGI_ERROR_NOT_FOUND
                                                        : IDXGIAdapter1_QueryInterface(adapter, iid, out);
    IDXGIAdapter1_Release(adapter);
    return hr;
}

static HRESULT STDMETHODCALLTYPE factory_CreateSoftwareAdapter(IDXGIFactory7 *iface, HMODULE module,
                                                               IDXGIAdapter **adapter)
{
    if (adapter)
        *adapter = NULL;
    last_error_set("Software adapters from modules are not supported");
    return DXGI_ERROR_UNSUPPORTED;
}

static WINBOOL STDMETHODCALLTYPE factory_IsCurrent(IDXGIFactory7 *iface)
{
    return TRUE;
}

static WINBOOL STDMETHODCALLTYPE factory_IsWindowedStereoEnabled(IDXGIFactory7 *iface)
{
    return FALSE;
}

static UINT STDMETHODCALLTYPE factory_GetCreationFlags(IDXGIFactory7 *iface)
{
    return factory_of(iface)->flags;
}

static HRESULT STDMETHODCALLTYPE factory_MakeWindowAssociation(IDXGIFactory7 *iface, HWND window, UINT flags)
{
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE factory_GetWindowAssociation(IDXGIFactory7 *iface, HWND *window)
{
    if (!window)
        return DXGI_ERROR_INVALID_CALL;
    *window = NULL;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE factory_CheckFeatureSupport(IDXGIFactory7 *iface, DXGI_FEATURE feature,
                                                             void *data, UINT size)
{
    if (feature != DXGI_FEATURE_PRESENT_ALLOW_TEARING || !data || size != sizeof(WINBOOL))
        return DXGI_ERROR_INVALID_CALL;
    memset(data, 0, size);
    return S_OK;
}

/* There is no window system: swap chains are refused by name. */
static HRESULT no_swap_chain(void *out)
{
    if (out)
        memset(out, 0, sizeof(void *));
    last_error_set("Swap chains are not supported: weft has no window system");
    log_write(LOG_WARN, "%s", last_error_text());
    return DXGI_ERROR_UNSUPPORTED;
}

static HRESULT STDMETHODCALLTYPE factory_CreateSwapChain(IDXGIFactory7 *iface, IUnknown *device,
                                                         DXGI_SWAP_CHAIN_DESC *desc, IDXGISwapChain **chain)
{
    return no_swap_chain(chain);
}

static HRESULT STDMETHODCALLTYPE factory_CreateSwapChainForHwnd(
    IDXGIFactory7 *iface, IUnknown *device, HWND window, const DXGI_SWAP_CHAIN_DESC1 *desc,
    const DXGI_SWAP_CHAIN_FULLSCREEN_DESC *fullscreen, IDXGIOutput *output, IDXGISwapChain1 **chain)
{
    return no_swap_chain(chain);
}

static HRESULT STDMETHODCALLTYPE factory_CreateSwapChainForCoreWindow(IDXGIFactory7 *iface, IUnknown *device,
                                                                      IUnknown *window,
                                                                      const DXGI_SWAP_CHAIN_DESC1 *desc,
                                                                      IDXGIOutput *output,
                                                                      IDXGISwapChain1 **chain)
{
    return no_swap_chain(chain);
}

static HRESULT STDMETHODCALLTYPE factory_CreateSwapChainForComposition(IDXGIFactory7 *iface, IUnknown *device,
                                                                       const DXGI_SWAP_CHAIN_DESC1 *desc,
                                                                       IDXGIOutput *output,
                                                                       IDXGISwapChain1 **chain)
{
    return no_swap_chain(chain);
}

/* Stereo stays off and nothing is ever occluded, so the events are never set; there are no windows to tell.
 */
static HRESULT STDMETHODCALLTYPE factory_RegisterStereoStatusEvent(IDXGIFactory7 *iface, HANDLE event,
                                                                   DWORD *cookie)
{
    return dxgi_register_nothing(event, cookie);
}

static HRESULT STDMETHODCALLTYPE factory_RegisterOcclusionStatusEvent(IDXGIFactory7 *iface, HANDLE event,
                                                                      DWORD *cookie)
{
    return dxgi_register_nothing(event, cookie);
}

static HRESULT STDMETHODCALLTYPE factory_RegisterStereoStatusWindow(IDXGIFactory7 *iface, HWND window,
                                                                    UINT message, DWORD *cookie)
{
    return DXGI_ERROR_INVALID_CALL;
}

static HRESULT STDMETHODCALLTYPE factory_RegisterOcclusionStatusWindow(IDXGIFactory7 *iface, HWND window,
                                                                       UINT message, DWORD *cookie)
{
    return DXGI_ERROR_INVALID_CALL;
}

/* Nothing is shared, so no handle belongs to an adapter. */
static HRESULT STDMETHODCALLTYPE factory_GetSharedResourceAdapterLuid(IDXGIFactory7 *iface, HANDLE resource,
                                                                      LUID *luid)
{
    return DXGI_ERROR_INVALID_CALL;
}

static HRESULT STDMETHODCALLTYPE factory_RegisterAdaptersChangedEvent(IDXGIFactory7 *iface, HANDLE event,
                                                                      DWORD *cookie)
{
    return dxgi_register_nothing(event, cookie);
}

static HRESULT STDMETHODCALLTYPE factory_UnregisterAdaptersChangedEvent(IDXGIFactory7 *iface, DWORD cookie)
{
    return S_OK;
}

static void STDMETHODCALLTYPE factory_UnregisterStereoStatus(IDXGIFactory7 *iface, DWORD cookie)
{
}

static void STDMETHODCALLTYPE factory_UnregisterOcclusionStatus(IDXGIFactory7 *iface, DWORD cookie)
{
}

#define M(name) .name = factory_##name
static const IDXGIFactory7Vtbl factory_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(factory),
    OBJECT_PRIVATE_DATA_ENTRIES(factory),
    M(GetParent),
    M(EnumAdapters),
    M(MakeWindowAssociation),
    M(GetWindowAssociation),
    M(CreateSwapChain),
    M(CreateSoftwareAdapter),
    M(EnumAdapters1),
    M(IsCurrent),
    M(IsWindowedStereoEnabled),
    M(CreateSwapChainForHwnd),
    M(CreateSwapChainForCoreWindow),
    M(GetSharedResourceAdapterLuid),
    M(RegisterStereoStatusWindow),
    M(RegisterStereoStatusEvent),
    M(UnregisterStereoStatus),
    M(RegisterOcclusionStatusWindow),
    M(RegisterOcclusionStatusEvent),
    M(UnregisterOcclusionStatus),
    M(CreateSwapChainForComposition),
    M(GetCreationFlags),
    M(EnumAdapterByLuid),
    M(EnumWarpAdapter),
    M(CheckFeatureSupport),
    M(EnumAdapterByGpuPreference),
    M(RegisterAdaptersChangedEvent),
    M(UnregisterAdaptersChangedEvent),
};

static void factory_destroy(struct object *object)
{
    dxgi_debug_leave(object);
    free(object);
}

static const struct iface_entry factory_ifaces[] = {
    {&IID_IDXGIFactory, offsetof(struct dxgi_factory, iface)},
    {&IID_IDXGIFactory1, offsetof(struct dxgi_factory, iface)},
    {&IID_IDXGIFactory2, offsetof(struct dxgi_factory, iface)},
    {&IID_IDXGIFactory3, offsetof(struct dxgi_factory, iface)},
    {&IID_IDXGIFactory4, offsetof(struct dxgi_factory, iface)},
    {&IID_IDXGIFactory5, offsetof(struct dxgi_factory, iface)},
    {&IID_IDXGIFactory6, offsetof(struct dxgi_factory, iface)},
    {&IID_IDXGIFactory7, offsetof(struct dxgi_factory, iface)},
    {&IID_IDXGIObject, offsetof(struct dxgi_factory, iface)},
    {NULL, 0},
};
static const struct object_class factory_class = {"DXGIFactory", factory_ifaces, factory_destroy, NULL};

HRESULT dxgi_factory_create(UINT flags, struct dxgi_factory **out)
{
    struct dxgi_factory *factory = object_create(sizeof(*factory), &factory_class, NULL);
    if (!factory)
        return E_OUTOFMEMORY;
    factory->iface.lpVtbl = &factory_vtbl;
    factory->flags = flags;
    dxgi_debug_enter(&factory->obj);
    *out = factory;
    return S_OK;
}
