/* Messages of a debug device, and the report of live objects. */
#include "../../support/runtime_rig.h"

static ID3D11InfoQueue *queue_of(const struct rig *rig)
{
    ID3D11InfoQueue *queue;
    assert_ok(ID3D11Device_QueryInterface(rig->device, &IID_ID3D11InfoQueue, (void **)&queue));
    ID3D11InfoQueue_SetMuteDebugOutput(queue, TRUE);
    return queue;
}

static D3D11_MESSAGE *message(ID3D11InfoQueue *queue, UINT64 index)
{
    SIZE_T size = 0;
    assert_hr(ID3D11InfoQueue_GetMessage(queue, index, NULL, &size), S_FALSE);
    D3D11_MESSAGE *out = malloc(size);
    SIZE_T small = 4;
    assert_hr(ID3D11InfoQueue_GetMessage(queue, index, out, &small), E_INVALIDARG);
    assert_ok(ID3D11InfoQueue_GetMessage(queue, index, out, &size));
    assert_int_equal(strlen(out->pDescription) + 1, out->DescriptionByteLength);
    return out;
}

static void errors_are_stored(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = queue_of(&rig);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 0);
    ID3D11Buffer *buffer;
    D3D11_BUFFER_DESC desc = {.ByteWidth = 20, .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    assert_hr(ID3D11Device_CreateBuffer(rig.device, &desc, NULL, &buffer), E_INVALIDARG);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 1);
    D3D11_MESSAGE *got = message(queue, 0);
    assert_int_equal(got->ID, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDDIMENSIONS);
    assert_int_equal(got->Severity, D3D11_MESSAGE_SEVERITY_ERROR);
    assert_int_equal(got->Category, D3D11_MESSAGE_CATEGORY_STATE_CREATION);
    assert_non_null(strstr(got->pDescription, "multiple of 16"));
    assert_string_equal(got->pDescription, weft_last_error());
    free(got);
    SIZE_T size;
    assert_hr(ID3D11InfoQueue_GetMessage(queue, 1, NULL, &size), DXGI_ERROR_NOT_FOUND);

    ID3D11DeviceContext_Dispatch(rig.context, 70000, 1, 1);
    got = message(queue, 1);
    assert_int_equal(got->ID, D3D11_MESSAGE_ID_DEVICE_DISPATCH_THREADGROUPCOUNT_OVERFLOW);
    assert_int_equal(got->Category, D3D11_MESSAGE_CATEGORY_EXECUTION);
    free(got);
    ID3D11InfoQueue_ClearStoredMessages(queue);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 0);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

static void old_messages_are_pushed_out(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = queue_of(&rig);
    char text[16];
    assert_int_equal(ID3D11InfoQueue_GetMessageCountLimit(queue), 1024);
    assert_ok(ID3D11InfoQueue_SetMessageCountLimit(queue, 100));
    for (int i = 0; i < 250; i++) {
        snprintf(text, sizeof(text), "%d", i);
        assert_ok(ID3D11InfoQueue_AddApplicationMessage(queue, D3D11_MESSAGE_SEVERITY_INFO, text));
    }
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 100);
    assert_int_equal(ID3D11InfoQueue_GetNumMessagesDiscardedByMessageCountLimit(queue), 150);
    assert_int_equal(ID3D11InfoQueue_GetNumMessagesAllowedByStorageFilter(queue), 250);
    D3D11_MESSAGE *first = message(queue, 0), *last = message(queue, 99);
    assert_string_equal(first->pDescription, "150");
    assert_string_equal(last->pDescription, "249");
    free(first);
    free(last);
    assert_ok(ID3D11InfoQueue_SetMessageCountLimit(queue, 1));
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 1);
    assert_ok(ID3D11InfoQueue_SetMessageCountLimit(queue, UINT64_MAX));
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

static void live_objects_are_listed(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = queue_of(&rig);
    ID3D11Debug *debug;
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Debug, (void **)&debug));
    ID3D11Buffer *buffer = rig_structured(&rig, 64, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    ID3D11Buffer_SetPrivateData(buffer, &WKPDID_D3DDebugObjectName, 5, "lost?");
    assert_ok(ID3D11Debug_ReportLiveDeviceObjects(debug, D3D11_RLDO_DETAIL));
    bool found = false;
    for (UINT64 i = 0; i < ID3D11InfoQueue_GetNumStoredMessages(queue); i++) {
        D3D11_MESSAGE *got = message(queue, i);
        found |= strstr(got->pDescription, "Buffer") && strstr(got->pDescription, "lost?") &&
                 strstr(got->pDescription, "Refcount: 1");
        free(got);
    }
    assert_true(found);
    ID3D11Buffer_Release(buffer);
    ID3D11Debug_Release(debug);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_stored),
        cmocka_unit_test(old_messages_are_pushed_out),
        cmocka_unit_test(live_objects_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
