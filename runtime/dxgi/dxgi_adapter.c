/*
 * IDXGIAdapter4: what is told about the processor as if it were a graphics adapter.
 */
#include <stdio.h>
#include <stdlib.h>

#include "device.h"
#include "dxgi_objects.h"
#include "event.h"
#include "topology.h"

enum { ADAPTER_LUID = 0x77656674 }; /* "weft" */

OBJECT_IUNKNOWN(IDXGIAdapter4, adapter, dxgi_adapter, iface)
OBJECT_PRIVATE_DATA(IDXGIAdapter4, adapter, dxgi_adapter, iface)

static struct dxgi_adapter *adapter_of(IDXGIAdapter4 *iface)
{
    return container_of(iface, struct dxgi_adapter, iface);
}

static HRESULT STDMETHODCALLTYPE adapter_GetParent(IDXGIAdapter4 *iface, REFIID iid, void **parent)
{
    return object_query_interface(&adapter_of(iface)->factory->obj, iid, parent);
}

static HRESULT STDMETHODCALLTYPE adapter_EnumOutputs(IDXGIAdapter4 *iface, UINT index, IDXGIOutput **output)
{
    if (output)
        *output = NULL;
    return DXGI_ERROR_NOT_FOUND;
}

static HRESULT STDMETHODCALLTYPE adapter_GetDesc3(IDXGIAdapter4 *iface, DXGI_ADAPTER_DESC3 *desc)
{
    if (!desc)
        return E_INVALIDARG;
    char name[128];
    snprintf(name, sizeof(name), "weft on %.110s", topology_processor());
    *desc = (DXGI_ADAPTER_DESC3){
        .SharedSystemMemory = topology_limits()->memory_bytes,
        .AdapterLuid = {ADAPTER_LUID, 0},
        .Flags = DXGI_ADAPTER_FLAG3_SOFTWARE,
    };
    for (size_t i = 0; name[i] && i + 1 < sizeof(desc->Description) / sizeof(*desc->Description); i++)
        desc->Description[i] = (unsigned char)name[i];
    return S_OK;
}

/* The older descriptions are the beginning of the newest: the same fields in the same places. */
#define COPY_DESC(to, from)                                                                                  \
    do {                                                                                                     \
        for (size_t i_ = 0; i_ < sizeof((to)->Description) / sizeof(*(to)->Description); i_++)               \
            (to)->Description[i_] = (from)->Description[i_];                                                 \
        (to)->VendorId = (from)->VendorId;                                                                   \
        (to)->DeviceId = (from)->DeviceId;                                                                   \
        (to)->SubSysId = (from)->SubSysId;                                                                   \
        (to)->Revision = (from)->Revision;                                                                   \
        (to)->DedicatedVideoMemory = (from)->DedicatedVideoMemory;                                           \
        (to)->DedicatedSystemMemory = (from)->DedicatedSystemMemory;                                         \
        (to)->SharedSystemMemory = (from)->SharedSystemMemory;                                               \
        (to)->AdapterLuid = (from)->AdapterLuid;                                                             \
    } while (0)

static HRESULT STDMETHODCALLTYPE adapter_GetDesc(IDXGIAdapter4 *iface, DXGI_ADAPTER_DESC *desc)
{
    DXGI_ADAPTER_DESC3 newest;
    if (!desc)
        return E_INVALIDARG;
    adapter_GetDesc3(iface, &newest);
    COPY_DESC(desc, &newest);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE adapter_GetDesc1(IDXGIAdapter4 *iface, DXGI_ADAPTER_DESC1 *desc)
{
    DXGI_ADAPTER_DESC3 newest;
    if (!desc)
        return E_INVALIDARG;
    adapter_GetDesc3(iface, &newest);
    COPY_DESC(desc, &newest);
    desc->Flags = DXGI_ADAPTER_FLAG_SOFTWARE;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE adapter_GetDesc2(IDXGIAdapter4 *iface, DXGI_ADAPTER_DESC2 *desc)
{
    DXGI_ADAPTER_DESC3 newest;
    if (!desc)
        return E_INVALIDARG;
    adapter_GetDesc3(iface, &newest);
    COPY_DESC(desc, &newest);
    desc->Flags = DXGI_ADAPTER_FLAG_SOFTWARE;
    desc->GraphicsPreemptionGranularity = newest.GraphicsPreemptionGranularity;
    desc->ComputePreemptionGranularity = newest.ComputePreemptionGranularity;
    return S_OK;
}

/* Answers for Direct3D 10 only, as documented; Direct3D 11 is asked by creating a device. */
static HRESULT STDMETHODCALLTYPE adapter_CheckInterfaceSupport(IDXGIAdapter4 *iface, REFGUID guid,
                                                               LARGE_INTEGER *version)
{
    if (version)
        version->QuadPart = 0;
    if (guid && IsEqualGUID(guid, &IID_IDXGIDevice))
        return S_OK;
    return DXGI_ERROR_UNSUPPORTED;
}

/* Events of what never happens here (the budget is fixed, nothing is protected, the adapter stays): they are
 * taken, with a cookie, and never set. */
HRESULT dxgi_register_nothing(HANDLE event, DWORD *cookie)
{
    static atomic_uint last;
    struct event *held = event_hold(event);
    if (held)
        event_drop(held);
    if (!held || !cookie)
        return DXGI_ERROR_INVALID_CALL;
    *cookie = atomic_fetch_add(&last, 1) + 1;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE adapter_RegisterHardwareContentProtectionTeardownStatusEvent(
    IDXGIAdapter4 *iface, HANDLE event, DWORD *cookie)
{
    return dxgi_register_nothing(event, cookie);
}

static void STDMETHODCALLTYPE adapter_UnregisterHardwareContentProtectionTeardownStatus(IDXGIAdapter4 *iface,
                                                                                        DWORD cookie)
{
}

/* Half of the budget may be reserved; that is remembered for the process and holds nothing back. */
static _Atomic uint64_t reserved;

static uint64_t most_to_reserve(void)
{
    return topology_limits()->memory_bytes / 2;
}

static bool is_segment(UINT node, DXGI_MEMORY_SEGMENT_GROUP group)
{
    return !node &&
           (group == DXGI_MEMORY_SEGMENT_GROUP_LOCAL || group == DXGI_MEMORY_SEGMENT_GROUP_NON_LOCAL);
}

static HRESULT STDMETHODCALLTYPE adapter_QueryVideoMemoryInfo(IDXGIAdapter4 *iface, UINT node,
                                                              DXGI_MEMORY_SEGMENT_GROUP group,
                                                              DXGI_QUERY_VIDEO_MEMORY_INFO *info)
{
    if (!info || !is_segment(node, group))
        return E_INVALIDARG;
    *info = (DXGI_QUERY_VIDEO_MEMORY_INFO){0};
    if (group != DXGI_MEMORY_SEGMENT_GROUP_LOCAL)
        return S_OK;
    info->Budget = topology_limits()->memory_bytes;
    info->CurrentUsage = device_memory_total();
    info->AvailableForReservation = most_to_reserve();
    info->CurrentReservation = atomic_load(&reserved);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE adapter_SetVideoMemoryReservation(IDXGIAdapter4 *iface, UINT node,
                                                                   DXGI_MEMORY_SEGMENT_GROUP group,
                                                                   UINT64 size)
{
    if (!is_segment(node, group) || size > (group == DXGI_MEMORY_SEGMENT_GROUP_LOCAL ? most_to_reserve() : 0))
        return DXGI_ERROR_INVALID_CALL;
    if (group == DXGI_MEMORY_SEGMENT_GROUP_LOCAL)
        atomic_store(&reserved, size);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE
adapter_RegisterVideoMemoryBudgetChangeNotificationEvent(IDXGIAdapter4 *iface, HANDLE event, DWORD *cookie)
{
    return dxgi_register_nothing(event, cookie);
}

static void STDMETHODCALLTYPE adapter_UnregisterVideoMemoryBudgetChangeNotification(IDXGIAdapter4 *iface,
                                                                                    DWORD cookie)
{
}

static const IDXGIAdapter4Vtbl adapter_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(adapter),
    OBJECT_PRIVATE_DATA_ENTRIES(adapter),
    .GetParent = adapter_GetParent,
    .EnumOutputs = adapter_EnumOutputs,
    .GetDesc = adapter_GetDesc,
    .CheckInterfaceSupport = adapter_CheckInterfaceSupport,
    .GetDesc1 = adapter_GetDesc1,
    .GetDesc2 = adapter_GetDesc2,
    .RegisterHardwareContentProtectionTeardownStatusEvent =
        adapter_RegisterHardwareContentProtectionTeardownStatusEvent,
    .UnregisterHardwareContentProtectionTeardownStatus =
        adapter_UnregisterHardwareContentProtectionTeardownStatus,
    .QueryVideoMemoryInfo = adapter_QueryVideoMemoryInfo,
    .SetVideoMemoryReservation = adapter_SetVideoMemoryReservation,
    .RegisterVideoMemoryBudgetChangeNotificationEvent =
        adapter_RegisterVideoMemoryBudgetChangeNotificationEvent,
    .UnregisterVideoMemoryBudgetChangeNotification = adapter_UnregisterVideoMemoryBudgetChangeNotification,
    .GetDesc3 = adapter_GetDesc3,
};

static void adapter_destroy(struct object *object)
{
    struct dxgi_adapter *adapter = (struct dxgi_adapter *)object;
    dxgi_debug_leave(object);
    object_release(&adapter->factory->obj);
    free(adapter);
}

static const struct iface_entry adapter_ifaces[] = {
    {&IID_IDXGIAdapter, offsetof(struct dxgi_adapter, iface)},
    {&IID_IDXGIAdapter1, offsetof(struct dxgi_adapter, iface)},
    {&IID_IDXGIAdapter2, offsetof(struct dxgi_adapter, iface)},
    {&IID_IDXGIAdapter3, offsetof(struct dxgi_adapter, iface)},
    {&IID_IDXGIAdapter4, offsetof(struct dxgi_adapter, iface)},
    {&IID_IDXGIObject, offsetof(struct dxgi_adapter, iface)},
    {NULL, 0},
};
static const struct object_class adapter_class = {"DXGIAdapter", adapter_ifaces, adapter_destroy, NULL};

HRESULT dxgi_adapter_create(struct dxgi_factory *factory, struct dxgi_adapter **out)
{
    struct dxgi_adapter *adapter = object_create(sizeof(*adapter), &adapter_class, NULL);
    if (!adapter)
        return E_OUTOFMEMORY;
    adapter->iface.lpVtbl = &adapter_vtbl;
    object_add_ref(&factory->obj);
    adapter->factory = factory;
    dxgi_debug_enter(&adapter->obj);
    *out = adapter;
    return S_OK;
}

struct dxgi_adapter *dxgi_adapter_of(IDXGIAdapter *iface)
{
    IDXGIAdapter4 *newest = (IDXGIAdapter4 *)iface;
    return newest && newest->lpVtbl == &adapter_vtbl ? adapter_of(newest) : NULL;
}
