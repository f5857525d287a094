/* DXGI: factories of every version, one adapter, no outputs, memory, the device's DXGI face. */
#include "../../support/runtime_rig.h"

#include <dxgidebug.h>
#include <unistd.h>

static void factories(void **state)
{
    const IID *const iids[] = {&IID_IDXGIObject,   &IID_IDXGIFactory,  &IID_IDXGIFactory1,
                               &IID_IDXGIFactory2, &IID_IDXGIFactory3, &IID_IDXGIFactory4,
                               &IID_IDXGIFactory5, &IID_IDXGIFactory6, &IID_IDXGIFactory7};
    IUnknown *out;
    for (size_t i = 0; i < sizeof(iids) / sizeof(*iids); i++) {
        assert_ok(CreateDXGIFactory(iids[i], (void **)&out));
        assert_int_equal(IUnknown_Release(out), 0);
        assert_ok(CreateDXGIFactory1(iids[i], (void **)&out));
        assert_int_equal(IUnknown_Release(out), 0);
        assert_ok(CreateDXGIFactory2(DXGI_CREATE_FACTORY_DEBUG, iids[i], (void **)&out));
        assert_int_equal(IUnknown_Release(out), 0);
    }
    assert_hr(CreateDXGIFactory1(&IID_IDXGIAdapter, (void **)&out), E_NOINTERFACE);
    assert_null(out);
    assert_hr(CreateDXGIFactory2(8, &IID_IDXGIFactory, (void **)&out), DXGI_ERROR_INVALID_CALL);
    assert_hr(CreateDXGIFactory1(&IID_IDXGIFactory, NULL), DXGI_ERROR_INVALID_CALL);
}

/* Standard error goes to a file while the report is written; gives what it says. */
static void report_live(IDXGIDebug *debug, GUID of, DXGI_DEBUG_RLO_FLAGS flags, char *text, size_t size)
{
    FILE *file = tmpfile();
    fflush(stderr);
    int kept = dup(STDERR_FILENO);
    assert_true(file && kept >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    HRESULT hr = IDXGIDebug_ReportLiveObjects(debug, of, flags);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = 0;
    fclose(file);
    assert_ok(hr);
}

/* mingw's headers lack it. */
static const GUID DXGI_DEBUG_D3D11 = {
    0x4b99317b, 0xac39, 0x4aa6, {0xbb, 0x0b, 0xba, 0xa0, 0x47, 0x84, 0x79, 0x8f}};

/* Everything that lives in the process: devices with the debug flag and their objects, factories, adapters.
 */
static void live_objects_of_the_process(void **state)
{
    IDXGIDebug *debug, *again;
    IDXGIFactory *factory;
    char text[16384];
    assert_ok(DXGIGetDebugInterface1(0, &IID_IDXGIDebug, (void **)&debug));
    assert_ok(IDXGIDebug_QueryInterface(debug, &IID_IUnknown, (void **)&again));
    assert_ptr_equal(debug, again);
    assert_int_equal(IDXGIDebug_Release(again), 1);
    assert_hr(DXGIGetDebugInterface1(0, &IID_IDXGIFactory, (void **)&again), E_NOINTERFACE);
    assert_null(again);
    assert_non_null(strstr(weft_last_error(), "ID3D11InfoQueue"));
    assert_hr(DXGIGetDebugInterface1(0, &IID_IDXGIDebug, NULL), E_POINTER);

    report_live(debug, DXGI_DEBUG_ALL, DXGI_DEBUG_RLO_ALL, text, sizeof(text));
    assert_non_null(strstr(text, "Live objects of DXGI: 0"));
    assert_null(strstr(text, "Device"));
    struct rig silent = rig_open(), rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    ID3D11Buffer *buffer = rig_raw(&rig, 64, 0, NULL);
    assert_ok(CreateDXGIFactory(&IID_IDXGIFactory, (void **)&factory));
    report_live(debug, DXGI_DEBUG_D3D11, DXGI_DEBUG_RLO_DETAIL, text, sizeof(text));
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_LIVE_DEVICE));
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_LIVE_BUFFER));
    assert_string_equal(text, ""); /* the queue is mute, DXGI's objects were not asked for */
    ID3D11InfoQueue_ClearStoredMessages(queue);
    report_live(debug, DXGI_DEBUG_DXGI, DXGI_DEBUG_RLO_DETAIL, text, sizeof(text));
    assert_non_null(strstr(text, "Live IDXGIFactory at"));
    assert_non_null(strstr(text, "Live IDXGIAdapter at"));
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 0);
    report_live(debug, DXGI_DEBUG_APP, DXGI_DEBUG_RLO_ALL, text, sizeof(text));
    assert_string_equal(text, "");
    assert_hr(IDXGIDebug_ReportLiveObjects(debug, IID_IUnknown, DXGI_DEBUG_RLO_ALL), E_INVALIDARG);
    assert_hr(IDXGIDebug_ReportLiveObjects(debug, DXGI_DEBUG_ALL, 8), E_INVALIDARG);
    ID3D11Buffer_Release(buffer);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
    rig_close(&silent);
    IDXGIFactory_Release(factory);
    report_live(debug, DXGI_DEBUG_ALL, DXGI_DEBUG_RLO_ALL, text, sizeof(text));
    assert_non_null(strstr(text, "Live objects of DXGI: 0"));
    assert_int_equal(IDXGIDebug_Release(debug), 0);
}

static void adapters(void **state)
{
    IDXGIFactory7 *factory;
    IDXGIAdapter4 *adapter, *other;
    IDXGIFactory *parent;
    DXGI_ADAPTER_DESC desc;
    DXGI_ADAPTER_DESC1 desc1;
    DXGI_ADAPTER_DESC2 desc2;
    DXGI_ADAPTER_DESC3 desc3;
    assert_ok(CreateDXGIFactory2(0, &IID_IDXGIFactory7, (void **)&factory));
    assert_ok(IDXGIFactory7_EnumAdapterByGpuPreference(factory, 0, DXGI_GPU_PREFERENCE_HIGH_PERFORMANCE,
                                                       &IID_IDXGIAdapter4, (void **)&adapter));
    assert_hr(IDXGIFactory7_EnumAdapterByGpuPreference(factory, 1, DXGI_GPU_PREFERENCE_UNSPECIFIED,
                                                       &IID_IDXGIAdapter4, (void **)&other),
              DXGI_ERROR_NOT_FOUND);
    assert_hr(IDXGIFactory7_EnumAdapterByGpuPreference(factory, 0, 9, &IID_IDXGIAdapter4, (void **)&other),
              DXGI_ERROR_INVALID_CALL);
    assert_ok(IDXGIAdapter4_GetDesc(adapter, &desc));
    assert_ok(IDXGIAdapter4_GetDesc1(adapter, &desc1));
    assert_ok(IDXGIAdapter4_GetDesc2(adapter, &desc2));
    assert_ok(IDXGIAdapter4_GetDesc3(adapter, &desc3));
    assert_memory_equal(&desc, &desc1, sizeof(desc.Description));
    assert_memory_equal(&desc.AdapterLuid, &desc3.AdapterLuid, sizeof(LUID));
    assert_int_equal(desc1.Flags, DXGI_ADAPTER_FLAG_SOFTWARE);
    assert_int_equal(desc2.Flags, DXGI_ADAPTER_FLAG_SOFTWARE);
    assert_int_equal(desc3.Flags, DXGI_ADAPTER_FLAG3_SOFTWARE);
    assert_true(desc3.SharedSystemMemory > 0 && !desc3.DedicatedVideoMemory);
    assert_hr(IDXGIAdapter4_GetDesc3(adapter, NULL), E_INVALIDARG);

    assert_ok(IDXGIFactory7_EnumAdapterByLuid(factory, desc.AdapterLuid, &IID_IDXGIAdapter, (void **)&other));
    IDXGIAdapter4_Release(other);
    desc.AdapterLuid.LowPart++;
    assert_hr(IDXGIFactory7_EnumAdapterByLuid(factory, desc.AdapterLuid, &IID_IDXGIAdapter, (void **)&other),
              DXGI_ERROR_NOT_FOUND);
    assert_ok(IDXGIFactory7_EnumWarpAdapter(factory, &IID_IDXGIAdapter1, (void **)&other));
    IDXGIAdapter4_Release(other);
    IDXGIOutput *output = (void *)1;
    assert_hr(IDXGIAdapter4_EnumOutputs(adapter, 0, &output), DXGI_ERROR_NOT_FOUND);
    assert_null(output);
    LARGE_INTEGER version;
    assert_ok(IDXGIAdapter4_CheckInterfaceSupport(adapter, &IID_IDXGIDevice, &version));
    assert_hr(IDXGIAdapter4_CheckInterfaceSupport(adapter, &IID_ID3D11Device, &version),
              DXGI_ERROR_UNSUPPORTED);
    assert_ok(IDXGIAdapter4_GetParent(adapter, &IID_IDXGIFactory, (void **)&parent));
    assert_ptr_equal(parent, factory);
    IDXGIFactory_Release(parent);
    assert_hr(IDXGIFactory7_GetParent(factory, &IID_IUnknown, (void **)&parent), E_NOINTERFACE);
    assert_int_equal(IDXGIAdapter4_Release(adapter), 0);

    DWORD cookie = 0;
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, NULL);
    assert_ok(IDXGIFactory7_RegisterAdaptersChangedEvent(factory, event, &cookie));
    assert_int_not_equal(cookie, 0);
    assert_ok(IDXGIFactory7_RegisterStereoStatusEvent(factory, event, &cookie));
    assert_ok(IDXGIFactory7_RegisterOcclusionStatusEvent(factory, event, &cookie));
    assert_hr(IDXGIFactory7_RegisterOcclusionStatusWindow(factory, NULL, 0, &cookie),
              DXGI_ERROR_INVALID_CALL);
    assert_hr(IDXGIFactory7_RegisterStereoStatusWindow(factory, NULL, 0, &cookie), DXGI_ERROR_INVALID_CALL);
    assert_int_equal(WaitForSingleObject(event, 0), WAIT_TIMEOUT);
    CloseHandle(event);
    assert_hr(IDXGIFactory7_RegisterAdaptersChangedEvent(factory, event, &cookie), DXGI_ERROR_INVALID_CALL);
    assert_ok(IDXGIFactory7_UnregisterAdaptersChangedEvent(factory, cookie));
    assert_hr(IDXGIFactory7_RegisterAdaptersChangedEvent(factory, NULL, &cookie), DXGI_ERROR_INVALID_CALL);
    assert_int_equal(IDXGIFactory7_Release(factory), 0);
}

static IDXGIAdapter3 *adapter_of(const struct rig *rig)
{
    IDXGIDevice *dxgi;
    IDXGIAdapter3 *adapter;
    assert_ok(ID3D11Device_QueryInterface(rig->device, &IID_IDXGIDevice, (void **)&dxgi));
    assert_ok(IDXGIDevice_GetParent(dxgi, &IID_IDXGIAdapter3, (void **)&adapter));
    IDXGIDevice_Release(dxgi);
    return adapter;
}

static void memory(void **state)
{
    struct rig rig = rig_open();
    IDXGIAdapter3 *adapter = adapter_of(&rig);
    DXGI_QUERY_VIDEO_MEMORY_INFO before, info;
    const DXGI_MEMORY_SEGMENT_GROUP local = DXGI_MEMORY_SEGMENT_GROUP_LOCAL;
    assert_ok(IDXGIAdapter3_QueryVideoMemoryInfo(adapter, 0, local, &before));
    assert_true(before.Budget > 0);
    ID3D11Buffer *buffer = rig_raw(&rig, 4096, 0, NULL);
    assert_ok(IDXGIAdapter3_QueryVideoMemoryInfo(adapter, 0, local, &info));
    assert_int_equal(info.CurrentUsage - before.CurrentUsage, 4096);
    ID3D11Buffer_Release(buffer);
    assert_ok(IDXGIAdapter3_SetVideoMemoryReservation(adapter, 0, local, 1 << 20));
    assert_ok(IDXGIAdapter3_QueryVideoMemoryInfo(adapter, 0, local, &info));
    assert_int_equal(info.CurrentUsage, before.CurrentUsage);
    assert_int_equal(info.CurrentReservation, 1 << 20);
    assert_hr(IDXGIAdapter3_SetVideoMemoryReservation(adapter, 0, local, info.AvailableForReservation + 1),
              DXGI_ERROR_INVALID_CALL);
    assert_ok(IDXGIAdapter3_SetVideoMemoryReservation(adapter, 0, local, 0));
    assert_ok(IDXGIAdapter3_QueryVideoMemoryInfo(adapter, 0, DXGI_MEMORY_SEGMENT_GROUP_NON_LOCAL, &info));
    assert_int_equal(info.Budget, 0);
    assert_hr(IDXGIAdapter3_QueryVideoMemoryInfo(adapter, 1, local, &info), E_INVALIDARG);
    assert_hr(IDXGIAdapter3_QueryVideoMemoryInfo(adapter, 0, 5, &info), E_INVALIDARG);
    DWORD cookie = 0;
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, NULL);
    assert_ok(IDXGIAdapter3_RegisterVideoMemoryBudgetChangeNotificationEvent(adapter, event, &cookie));
    CloseHandle(event);
    IDXGIAdapter3_UnregisterVideoMemoryBudgetChangeNotification(adapter, cookie);
    IDXGIAdapter3_Release(adapter);
    rig_close(&rig);
}

static void surfaces(void **state)
{
    struct rig rig = rig_open();
    IDXGIDevice *dxgi;
    IDXGISurface *made[2] = {NULL, NULL};
    ID3D11Texture2D *texture;
    D3D11_TEXTURE2D_DESC got;
    DXGI_SURFACE_DESC desc = {16, 8, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}};
    const DXGI_USAGE usage = DXGI_USAGE_SHADER_INPUT | DXGI_USAGE_UNORDERED_ACCESS;
    const DXGI_SHARED_RESOURCE shared = {NULL};
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_IDXGIDevice, (void **)&dxgi));
    assert_ok(IDXGIDevice_CreateSurface(dxgi, &desc, 2, usage, NULL, made));
    assert_ptr_not_equal(made[0], made[1]);
    assert_ok(IDXGISurface_QueryInterface(made[1], &IID_ID3D11Texture2D, (void **)&texture));
    ID3D11Texture2D_GetDesc(texture, &got);
    assert_int_equal(got.Width, 16);
    assert_int_equal(got.Height, 8);
    assert_int_equal(got.BindFlags, D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS);
    ID3D11Texture2D_Release(texture);
    assert_int_equal(IDXGISurface_Release(made[0]), 0);
    assert_int_equal(IDXGISurface_Release(made[1]), 0);
    assert_hr(IDXGIDevice_CreateSurface(dxgi, &desc, 0, usage, NULL, made), E_INVALIDARG);
    assert_hr(IDXGIDevice_CreateSurface(dxgi, NULL, 1, usage, NULL, made), E_INVALIDARG);
    assert_hr(IDXGIDevice_CreateSurface(dxgi, &desc, 1, usage, &shared, made), E_INVALIDARG);
    assert_hr(IDXGIDevice_CreateSurface(dxgi, &desc, 1, DXGI_USAGE_BACK_BUFFER, NULL, made), E_INVALIDARG);
    desc.Width = 0;
    made[0] = made[1] = (void *)1;
    assert_hr(IDXGIDevice_CreateSurface(dxgi, &desc, 2, usage, NULL, made), E_INVALIDARG);
    assert_null(made[0]);
    assert_null(made[1]);
    IDXGIDevice_Release(dxgi);
    rig_close(&rig);
}

static void device_face(void **state)
{
    struct rig rig = rig_open(), other = rig_open();
    IDXGIDevice4 *dxgi;
    INT priority;
    UINT latency;
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_IDXGIDevice4, (void **)&dxgi));
    assert_ok(IDXGIDevice4_GetGPUThreadPriority(dxgi, &priority));
    assert_int_equal(priority, 0);
    assert_ok(IDXGIDevice4_SetGPUThreadPriority(dxgi, -7));
    assert_hr(IDXGIDevice4_SetGPUThreadPriority(dxgi, 8), E_INVALIDARG);
    assert_ok(IDXGIDevice4_GetGPUThreadPriority(dxgi, &priority));
    assert_int_equal(priority, -7);
    assert_ok(IDXGIDevice4_GetMaximumFrameLatency(dxgi, &latency));
    assert_int_equal(latency, 3);
    assert_ok(IDXGIDevice4_SetMaximumFrameLatency(dxgi, 16));
    assert_hr(IDXGIDevice4_SetMaximumFrameLatency(dxgi, 17), DXGI_ERROR_INVALID_CALL);
    assert_ok(IDXGIDevice4_SetMaximumFrameLatency(dxgi, 0));
    assert_ok(IDXGIDevice4_GetMaximumFrameLatency(dxgi, &latency));
    assert_int_equal(latency, 3);

    ID3D11Buffer *buffer = rig_raw(&rig, 64, 0, NULL), *foreign = rig_raw(&other, 64, 0, NULL);
    IDXGIResource *resources[2];
    WINBOOL discarded = TRUE;
    DXGI_RESIDENCY residency = 0;
    DXGI_RECLAIM_RESOURCE_RESULTS result = DXGI_RECLAIM_RESOURCE_RESULT_DISCARDED;
    assert_ok(ID3D11Buffer_QueryInterface(buffer, &IID_IDXGIResource, (void **)&resources[0]));
    assert_ok(ID3D11Buffer_QueryInterface(foreign, &IID_IDXGIResource, (void **)&resources[1]));
    assert_ok(IDXGIDevice4_OfferResources(dxgi, 1, resources, DXGI_OFFER_RESOURCE_PRIORITY_NORMAL));
    assert_ok(IDXGIDevice4_ReclaimResources(dxgi, 1, resources, &discarded));
    assert_false(discarded);
    assert_ok(IDXGIDevice4_OfferResources1(dxgi, 1, resources, DXGI_OFFER_RESOURCE_PRIORITY_HIGH,
                                           DXGI_OFFER_RESOURCE_FLAG_ALLOW_DECOMMIT));
    assert_ok(IDXGIDevice4_ReclaimResources1(dxgi, 1, resources, &result));
    assert_int_equal(result, DXGI_RECLAIM_RESOURCE_RESULT_OK);
    assert_hr(IDXGIDevice4_OfferResources(dxgi, 2, resources, DXGI_OFFER_RESOURCE_PRIORITY_NORMAL),
              E_INVALIDARG);
    assert_hr(IDXGIDevice4_OfferResources(dxgi, 1, resources, 0), E_INVALIDARG);
    assert_hr(IDXGIDevice4_ReclaimResources(dxgi, 0, NULL, NULL), E_INVALIDARG);
    assert_ok(IDXGIDevice4_QueryResourceResidency(dxgi, (IUnknown *const *)resources, &residency, 1));
    assert_int_equal(residency, DXGI_RESIDENCY_FULLY_RESIDENT);
    assert_hr(IDXGIDevice4_QueryResourceResidency(dxgi, NULL, &residency, 1), E_INVALIDARG);
    IDXGIResource_Release(resources[0]);
    IDXGIResource_Release(resources[1]);
    ID3D11Buffer_Release(buffer);
    ID3D11Buffer_Release(foreign);
    IDXGIDevice4_Release(dxgi);
    rig_close(&rig);
    rig_close(&other);
}

static void creation_flags(void **state)
{
    static const struct {
        UINT flag;
        HRESULT expected;
    } cases[] = {
        {D3D11_CREATE_DEVICE_SINGLETHREADED, S_OK},
        {D3D11_CREATE_DEVICE_PREVENT_INTERNAL_THREADING_OPTIMIZATIONS, S_OK},
        {D3D11_CREATE_DEVICE_BGRA_SUPPORT, S_OK},
        {D3D11_CREATE_DEVICE_DEBUGGABLE, S_OK},
        {D3D11_CREATE_DEVICE_PREVENT_ALTERING_LAYER_SETTINGS_FROM_REGISTRY, S_OK},
        {D3D11_CREATE_DEVICE_DISABLE_GPU_TIMEOUT, S_OK},
        {D3D11_CREATE_DEVICE_SWITCH_TO_REF, E_INVALIDARG},
        {D3D11_CREATE_DEVICE_VIDEO_SUPPORT, DXGI_ERROR_UNSUPPORTED},
        {0x10, E_INVALIDARG},
        {0x200, E_INVALIDARG},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        ID3D11Device *device;
        assert_hr(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, cases[i].flag, NULL, 0,
                                    D3D11_SDK_VERSION, &device, NULL, NULL),
                  cases[i].expected);
        if (cases[i].expected != S_OK) {
            assert_null(device);
            continue;
        }
        assert_int_equal(ID3D11Device_GetCreationFlags(device), cases[i].flag);
        ID3D11Device_Release(device);
    }
}

/* Every feature of the headers at its own size and at no other. */
static void feature_sizes(void **state)
{
#define FEATURE(name)                                                                                        \
    {                                                                                                        \
        D3D11_FEATURE_##name, sizeof(D3D11_FEATURE_DATA_##name)                                              \
    }
    static const struct {
        D3D11_FEATURE feature;
        UINT size;
    } features[] = {
        FEATURE(THREADING),
        FEATURE(DOUBLES),
        FEATURE(FORMAT_SUPPORT),
        FEATURE(FORMAT_SUPPORT2),
        FEATURE(D3D10_X_HARDWARE_OPTIONS),
        FEATURE(D3D11_OPTIONS),
        FEATURE(ARCHITECTURE_INFO),
        FEATURE(D3D9_OPTIONS),
        FEATURE(SHADER_MIN_PRECISION_SUPPORT),
        FEATURE(D3D9_SHADOW_SUPPORT),
        FEATURE(D3D11_OPTIONS1),
        FEATURE(D3D9_SIMPLE_INSTANCING_SUPPORT),
        FEATURE(MARKER_SUPPORT),
        FEATURE(D3D9_OPTIONS1),
        FEATURE(D3D11_OPTIONS2),
        FEATURE(D3D11_OPTIONS3),
        FEATURE(GPU_VIRTUAL_ADDRESS_SUPPORT),
        FEATURE(D3D11_OPTIONS4),
        FEATURE(SHADER_CACHE),
        FEATURE(D3D11_OPTIONS5),
    };
    struct rig rig = rig_open();
    assert_int_equal(sizeof(features) / sizeof(*features), D3D11_FEATURE_D3D11_OPTIONS5 + 1);
    for (size_t i = 0; i < sizeof(features) / sizeof(*features); i++) {
        UINT data[32] = {DXGI_FORMAT_R32_UINT};
        assert_ok(ID3D11Device_CheckFeatureSupport(rig.device, features[i].feature, data, features[i].size));
        data[0] = DXGI_FORMAT_R32_UINT;
        assert_hr(
            ID3D11Device_CheckFeatureSupport(rig.device, features[i].feature, data, features[i].size + 4),
            E_INVALIDARG);
        assert_hr(
            ID3D11Device_CheckFeatureSupport(rig.device, features[i].feature, data, features[i].size - 1),
            E_INVALIDARG);
        assert_hr(ID3D11Device_CheckFeatureSupport(rig.device, features[i].feature, NULL, features[i].size),
                  E_INVALIDARG);
    }
    UINT support;
    assert_ok(ID3D11Device_CheckFormatSupport(rig.device, DXGI_FORMAT_R8G8B8A8_UNORM, &support));
    assert_true(support & D3D11_FORMAT_SUPPORT_MULTISAMPLE_LOAD);
    assert_hr(ID3D11Device_CheckFormatSupport(rig.device, DXGI_FORMAT_R8G8B8A8_UNORM, NULL), E_INVALIDARG);
    assert_ok(ID3D11Device_SetExceptionMode(rig.device, D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR));
    assert_int_equal(ID3D11Device_GetExceptionMode(rig.device), D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR);
    assert_hr(ID3D11Device_SetExceptionMode(rig.device, 2), E_INVALIDARG);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factories),     cmocka_unit_test(adapters),
        cmocka_unit_test(memory),        cmocka_unit_test(surfaces),
        cmocka_unit_test(device_face),   cmocka_unit_test(creation_flags),
        cmocka_unit_test(feature_sizes), cmocka_unit_test(live_objects_of_the_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
