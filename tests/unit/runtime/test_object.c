/* Identity, reference counts, private data, and vtables without holes. */
#include "../../support/message_rig.h"
#include "../../support/runtime_rig.h"

static void device_is_one_object(void **state)
{
    struct rig rig = rig_open();
    static const IID *const iids[] = {&IID_ID3D11Device,  &IID_ID3D11Device1,    &IID_ID3D11Device2,
                                      &IID_ID3D11Device3, &IID_ID3D11Device4,    &IID_ID3D11Device5,
                                      &IID_IDXGIDevice,   &IID_IDXGIDevice1,     &IID_IDXGIDevice2,
                                      &IID_IDXGIDevice3,  &IID_ID3D11Multithread};
    IUnknown *identity, *other, *again;
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_IUnknown, (void **)&identity));
    for (size_t i = 0; i < sizeof(iids) / sizeof(*iids); i++) {
        assert_ok(IUnknown_QueryInterface(identity, iids[i], (void **)&other));
        assert_ok(IUnknown_QueryInterface(other, &IID_IUnknown, (void **)&again));
        assert_ptr_equal(identity, again);
        IUnknown_Release(again);
        IUnknown_Release(other);
    }
    other = (IUnknown *)&rig;
    assert_hr(IUnknown_QueryInterface(identity, &IID_ID3D11Buffer, (void **)&other), E_NOINTERFACE);
    assert_null(other);
    assert_hr(IUnknown_QueryInterface(identity, &IID_ID3D11InfoQueue, (void **)&other), E_NOINTERFACE);
    assert_hr(IUnknown_QueryInterface(identity, &IID_IUnknown, NULL), E_POINTER);
    IUnknown_Release(identity);
    rig_close(&rig);
}

static void children_keep_the_device(void **state)
{
    struct rig rig = rig_open();
    ULONG before = rig_refs(rig.device);
    ID3D11Buffer *buffer = rig_structured(&rig, 64, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    assert_int_equal(rig_refs(rig.device), before + 1);
    ID3D11Buffer_AddRef(buffer);
    assert_int_equal(rig_refs(rig.device), before + 1);
    ID3D11Buffer_Release(buffer);

    ID3D11Device *device;
    ID3D11Buffer_GetDevice(buffer, &device);
    assert_ptr_equal(device, rig.device);
    assert_int_equal(rig_refs(rig.device), before + 2);
    ID3D11Device_Release(device);

    /* The child alone keeps everything alive. */
    ID3D11DeviceContext_Release(rig.context);
    assert_int_not_equal(ID3D11Device_Release(rig.device), 0);
    D3D11_BUFFER_DESC desc;
    ID3D11Buffer_GetDesc(buffer, &desc);
    assert_int_equal(desc.ByteWidth, 64);
    assert_int_equal(ID3D11Buffer_Release(buffer), 0);
}

static void views_keep_the_resource(void **state)
{
    struct rig rig = rig_open();
    ID3D11Buffer *buffer = rig_structured(&rig, 64, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    ID3D11ShaderResourceView *view = rig_srv(&rig, buffer, NULL);
    assert_int_equal(rig_refs(buffer), 1); /* the view's hold is not the application's */
    assert_int_equal(ID3D11Buffer_Release(buffer), 0);

    ID3D11Resource *resource;
    ID3D11ShaderResourceView_GetResource(view, &resource);
    assert_ptr_equal(resource, buffer);
    assert_int_equal(rig_refs(resource), 1);
    ID3D11Resource_Release(resource);
    assert_int_equal(ID3D11ShaderResourceView_Release(view), 0);
    rig_close(&rig);
}

static void bound_objects_stay_alive(void **state)
{
    struct rig rig = rig_open();
    ULONG before = rig_refs(rig.device);
    ID3D11Buffer *buffer = rig_structured(&rig, 64, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    ID3D11ShaderResourceView *view = rig_srv(&rig, buffer, NULL), *got[2] = {NULL, (void *)&rig};
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 7, 1, &view);
    ID3D11Buffer_Release(buffer);
    assert_int_equal(ID3D11ShaderResourceView_Release(view), 0);
    assert_int_equal(rig_refs(rig.device), before); /* what is only bound does not hold the device */

    ID3D11DeviceContext_CSGetShaderResources(rig.context, 7, 2, got);
    assert_ptr_equal(got[0], view);
    assert_null(got[1]);
    assert_int_equal(rig_refs(view), 1);
    assert_int_equal(rig_refs(rig.device), before + 1);
    ID3D11ShaderResourceView_Release(got[0]);
    rig_close(&rig); /* with the view still bound */
}

static void context_is_the_devices(void **state)
{
    struct rig rig = rig_open();
    ID3D11DeviceContext *again;
    ID3D11DeviceContext4 *newest;
    ID3D11Device_GetImmediateContext(rig.device, &again);
    assert_ptr_equal(again, rig.context);
    assert_int_equal(rig_refs(again), 2);
    assert_ok(ID3D11DeviceContext_QueryInterface(again, &IID_ID3D11DeviceContext4, (void **)&newest));
    assert_ptr_equal(newest, rig.context);
    ID3D11DeviceContext4_Release(newest);
    ID3D11DeviceContext_Release(again);
    assert_int_equal(ID3D11DeviceContext_GetType(rig.context), D3D11_DEVICE_CONTEXT_IMMEDIATE);
    rig_close(&rig);
}

static void private_bytes(void **state)
{
    static const GUID guid = {1, 2, 3, {4}}, other = {9, 9, 9, {9}};
    struct rig rig = rig_open();
    char back[8];
    UINT size = sizeof(back);
    assert_hr(ID3D11Device_GetPrivateData(rig.device, &guid, &size, back), DXGI_ERROR_NOT_FOUND);
    assert_int_equal(size, 0);
    assert_ok(ID3D11Device_SetPrivateData(rig.device, &guid, 6, "hello"));
    assert_ok(ID3D11Device_SetPrivateData(rig.device, &other, 2, "x"));
    size = 0;
    assert_ok(ID3D11Device_GetPrivateData(rig.device, &guid, &size, NULL));
    assert_int_equal(size, 6);
    size = 3;
    assert_hr(ID3D11Device_GetPrivateData(rig.device, &guid, &size, back), DXGI_ERROR_MORE_DATA);
    assert_int_equal(size, 6);
    size = sizeof(back);
    assert_ok(ID3D11Device_GetPrivateData(rig.device, &guid, &size, back));
    assert_string_equal(back, "hello");
    assert_ok(ID3D11Device_SetPrivateData(rig.device, &guid, 0, NULL));
    assert_hr(ID3D11Device_SetPrivateData(rig.device, &guid, 0, NULL), S_FALSE);
    assert_hr(ID3D11Device_GetPrivateData(rig.device, &guid, NULL, back), E_INVALIDARG);
    rig_close(&rig);
}

/* The messages of the debug layer, of the device and of its children. */
static void private_data_messages(void **state)
{
    static const GUID guid = {1, 2, 3, {4}};
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11Buffer *buffer = rig_raw(&rig, 64, 0, NULL);
    char back[2];
    UINT size = sizeof(back);
    assert_ok(ID3D11Buffer_SetPrivateData(buffer, &guid, 6, "hello"));
    assert_ok(ID3D11Buffer_SetPrivateData(buffer, &guid, 6, "olleh"));
    rig_expect_silence(&rig);
    assert_hr(ID3D11Buffer_GetPrivateData(buffer, &guid, &size, back), DXGI_ERROR_MORE_DATA);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_GETPRIVATEDATA_MOREDATA);
    assert_ok(ID3D11Buffer_SetPrivateDataInterface(buffer, &guid, (IUnknown *)rig.device));
    rig_expect_message(&rig, D3D11_MESSAGE_ID_SETPRIVATEDATA_CHANGINGPARAMS);
    assert_ok(ID3D11Device_SetPrivateData(rig.device, &guid, 6, "hello"));
    assert_ok(ID3D11Device_SetPrivateData(rig.device, &guid, 3, "he"));
    rig_expect_message(&rig, D3D11_MESSAGE_ID_SETPRIVATEDATA_CHANGINGPARAMS);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

static void private_interfaces(void **state)
{
    static const GUID guid = {1, 2, 3, {4}};
    struct rig rig = rig_open();
    ID3D11Buffer *buffer = rig_structured(&rig, 64, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    ID3D11Buffer *holder = rig_structured(&rig, 64, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    assert_ok(ID3D11Buffer_SetPrivateDataInterface(holder, &guid, (IUnknown *)buffer));
    assert_int_equal(rig_refs(buffer), 2);
    IUnknown *got;
    UINT size = sizeof(got);
    assert_ok(ID3D11Buffer_GetPrivateData(holder, &guid, &size, &got));
    assert_ptr_equal(got, buffer);
    assert_int_equal(rig_refs(buffer), 3);
    IUnknown_Release(got);
    assert_int_equal(ID3D11Buffer_Release(buffer), 1);
    assert_int_equal(ID3D11Buffer_Release(holder), 0); /* and with it the buffer */
    rig_close(&rig);
}

static void assert_no_holes(const void *vtbl, size_t size)
{
    void *const *slots = vtbl;
    for (size_t i = 0; i < size / sizeof(void *); i++)
        if (!slots[i])
            fail_msg("slot %zu is empty", i);
}

static void vtables_are_complete(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    IDXGIDevice3 *dxgi;
    IDXGIAdapter *adapter;
    IDXGIFactory7 *factory;
    ID3D11InfoQueue *queue;
    ID3D11Debug *debug;
    assert_no_holes(rig.device->lpVtbl, sizeof(ID3D11Device5Vtbl));
    assert_no_holes(rig.context->lpVtbl, sizeof(ID3D11DeviceContext4Vtbl));
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_IDXGIDevice3, (void **)&dxgi));
    assert_no_holes(dxgi->lpVtbl, sizeof(IDXGIDevice3Vtbl));
    assert_ok(IDXGIDevice3_GetAdapter(dxgi, &adapter));
    assert_no_holes(adapter->lpVtbl, sizeof(IDXGIAdapter4Vtbl));
    assert_ok(IDXGIAdapter_GetParent(adapter, &IID_IDXGIFactory7, (void **)&factory));
    assert_no_holes(factory->lpVtbl, sizeof(IDXGIFactory7Vtbl));
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11InfoQueue, (void **)&queue));
    assert_no_holes(queue->lpVtbl, sizeof(ID3D11InfoQueueVtbl));
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Debug, (void **)&debug));
    assert_no_holes(debug->lpVtbl, sizeof(ID3D11DebugVtbl));
    ID3D11Debug_Release(debug);
    ID3D11InfoQueue_Release(queue);
    IDXGIFactory7_Release(factory);
    IDXGIAdapter_Release(adapter);
    IDXGIDevice3_Release(dxgi);
    rig_close(&rig);
}

static void missing_methods_say_so(void **state)
{
    struct rig rig = rig_open();
    ID3D11InputLayout *layout = (void *)&rig;
    assert_hr(ID3D11Device_CreateInputLayout(rig.device, NULL, 0, "", 0, &layout), E_NOTIMPL);
    assert_null(layout);
    assert_string_equal(weft_last_error(), "ID3D11Device::CreateInputLayout is not implemented yet");
    ID3D11DeviceContext_Draw(rig.context, 3, 0);
    assert_string_equal(weft_last_error(), "ID3D11DeviceContext::Draw is not implemented yet");
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(device_is_one_object),    cmocka_unit_test(children_keep_the_device),
        cmocka_unit_test(views_keep_the_resource), cmocka_unit_test(bound_objects_stay_alive),
        cmocka_unit_test(context_is_the_devices),  cmocka_unit_test(private_bytes),
        cmocka_unit_test(private_interfaces),      cmocka_unit_test(private_data_messages),
        cmocka_unit_test(vtables_are_complete),    cmocka_unit_test(missing_methods_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
