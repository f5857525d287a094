/* Fences: values, waiting threads, what is refused, and a context that waits for itself. */
#include "../../support/runtime_rig.h"

#include <pthread.h>

static ID3D11Device5 *device5(const struct rig *rig)
{
    ID3D11Device5 *device;
    assert_ok(ID3D11Device_QueryInterface(rig->device, &IID_ID3D11Device5, (void **)&device));
    ID3D11Device5_Release(device); /* the same object */
    return device;
}

static ID3D11DeviceContext4 *context4(const struct rig *rig)
{
    return (ID3D11DeviceContext4 *)rig->context;
}

static ID3D11Fence *fence_open(const struct rig *rig, UINT64 value)
{
    ID3D11Fence *fence;
    assert_ok(ID3D11Device5_CreateFence(device5(rig), value, D3D11_FENCE_FLAG_NONE, &IID_ID3D11Fence,
                                        (void **)&fence));
    return fence;
}

static void values(void **state)
{
    struct rig rig = rig_open();
    ID3D11Fence *fence = fence_open(&rig, 5);
    assert_int_equal(ID3D11Fence_GetCompletedValue(fence), 5);
    assert_ok(ID3D11DeviceContext4_Wait(context4(&rig), fence, 5));
    assert_ok(ID3D11DeviceContext4_Signal(context4(&rig), fence, 9));
    assert_ok(ID3D11DeviceContext4_Wait(context4(&rig), fence, 8));
    assert_int_equal(ID3D11Fence_GetCompletedValue(fence), 9);
    assert_ok(ID3D11Fence_SetEventOnCompletion(fence, 9, NULL));
    assert_int_equal(ID3D11Fence_Release(fence), 0);
    rig_close(&rig);
}

static void *wait_thread(void *fence)
{
    return (void *)(intptr_t)ID3D11Fence_SetEventOnCompletion((ID3D11Fence *)fence, 3, NULL);
}

static void a_thread_waits(void **state)
{
    struct rig rig = rig_open();
    ID3D11Fence *fence = fence_open(&rig, 0);
    pthread_t thread;
    void *result;
    assert_int_equal(pthread_create(&thread, NULL, wait_thread, fence), 0);
    for (UINT64 value = 1; value <= 3; value++)
        assert_ok(ID3D11DeviceContext4_Signal(context4(&rig), fence, value));
    pthread_join(thread, &result);
    assert_null(result);
    ID3D11Fence_Release(fence);
    rig_close(&rig);
}

static void what_is_refused(void **state)
{
    struct rig rig = rig_open(), other = rig_open();
    ID3D11Fence *fence = fence_open(&rig, 0);
    ID3D11DeviceContext3 *deferred3;
    ID3D11DeviceContext4 *deferred;
    void *out = (void *)1;
    HANDLE handle = (HANDLE)1;
    ID3D11Device5 *device = device5(&rig);
    assert_hr(ID3D11Device5_CreateFence(device, 0, D3D11_FENCE_FLAG_SHARED, &IID_ID3D11Fence, &out),
              E_NOTIMPL);
    assert_null(out);
    assert_hr(ID3D11Device5_CreateFence(device, 0, 0x100, &IID_ID3D11Fence, &out), E_INVALIDARG);
    assert_hr(ID3D11Device5_CreateFence(device, 0, D3D11_FENCE_FLAG_NONE, &IID_ID3D11Buffer, &out),
              E_NOINTERFACE);
    assert_hr(ID3D11Device5_CreateFence(device, 0, D3D11_FENCE_FLAG_NONE, &IID_ID3D11Fence, NULL),
              E_INVALIDARG);
    assert_hr(ID3D11Fence_CreateSharedHandle(fence, NULL, 0, NULL, &handle), E_NOTIMPL);
    assert_null(handle);
    assert_hr(ID3D11DeviceContext4_Signal(context4(&rig), NULL, 1), E_INVALIDARG);
    assert_hr(ID3D11DeviceContext4_Signal(context4(&other), fence, 1), E_INVALIDARG);
    assert_ok(ID3D11Device5_CreateDeferredContext3(device, 0, &deferred3));
    assert_ok(ID3D11DeviceContext3_QueryInterface(deferred3, &IID_ID3D11DeviceContext4, (void **)&deferred));
    assert_hr(ID3D11DeviceContext4_Signal(deferred, fence, 1), DXGI_ERROR_INVALID_CALL);
    assert_hr(ID3D11DeviceContext4_Wait(deferred, fence, 0), DXGI_ERROR_INVALID_CALL);
    ID3D11DeviceContext4_Release(deferred);
    ID3D11DeviceContext3_Release(deferred3);
    ID3D11Fence_Release(fence);
    rig_close(&other);
    rig_close(&rig);
}

static void waiting_for_oneself_hangs_the_device(void **state)
{
    struct rig rig = rig_open();
    ID3D11Fence *fence = fence_open(&rig, 0);
    ID3D11DeviceContext4_Wait(context4(&rig), fence, 1);
    assert_hr(ID3D11Device_GetDeviceRemovedReason(rig.device), DXGI_ERROR_DEVICE_HUNG);
    assert_true(ID3D11Fence_GetCompletedValue(fence) == UINT64_MAX);
    assert_hr(ID3D11Fence_SetEventOnCompletion(fence, 1, NULL), DXGI_ERROR_DEVICE_REMOVED);
    ID3D11Fence_Release(fence);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(a_thread_waits),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(waiting_for_oneself_hangs_the_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
