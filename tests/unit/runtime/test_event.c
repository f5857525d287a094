/*
 * Windows events by themselves, from several threads, and in the calls of Direct3D that set one.
 */
#include "../../support/message_rig.h"
#include "../../support/runtime_rig.h"

#include <pthread.h>
#include <time.h>

static HANDLE event_of(BOOL manual, BOOL initial)
{
    HANDLE event = CreateEvent(NULL, manual, initial, NULL);
    assert_non_null(event);
    return event;
}

static bool is_set(HANDLE event)
{
    DWORD result = WaitForSingleObject(event, 0);
    assert_true(result == WAIT_OBJECT_0 || result == WAIT_TIMEOUT);
    return result == WAIT_OBJECT_0;
}

static void resets(void **state)
{
    HANDLE manual = event_of(TRUE, FALSE), automatic = event_of(FALSE, TRUE);
    assert_false(is_set(manual));
    assert_true(is_set(automatic));
    assert_false(is_set(automatic)); /* the wait took it */
    assert_true(SetEvent(manual));
    assert_true(is_set(manual));
    assert_true(is_set(manual));
    assert_true(ResetEvent(manual));
    assert_false(is_set(manual));
    assert_true(CloseHandle(manual));
    assert_true(CloseHandle(automatic));
    HANDLE ex =
        CreateEventExW(NULL, NULL, CREATE_EVENT_MANUAL_RESET | CREATE_EVENT_INITIAL_SET, EVENT_ALL_ACCESS);
    assert_true(is_set(ex));
    assert_true(is_set(ex));
    assert_true(CloseHandle(ex));
}

static void wrong_handles(void **state)
{
    HANDLE event = event_of(TRUE, TRUE), both[] = {event, (HANDLE)3};
    HANDLE const wrong[] = {NULL, INVALID_HANDLE_VALUE, (HANDLE)5, (HANDLE)0x7ffffff0, (HANDLE)&event};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        SetLastError(0);
        assert_false(SetEvent(wrong[i]));
        assert_int_equal(GetLastError(), ERROR_INVALID_HANDLE);
        assert_false(ResetEvent(wrong[i]));
        assert_false(CloseHandle(wrong[i]));
        assert_int_equal(WaitForSingleObject(wrong[i], 0), WAIT_FAILED);
    }
    SetLastError(0);
    assert_int_equal(WaitForMultipleObjects(2, both, FALSE, 0), WAIT_FAILED);
    assert_int_equal(GetLastError(), ERROR_INVALID_HANDLE);
    assert_int_equal(WaitForMultipleObjects(0, both, FALSE, 0), WAIT_FAILED);
    assert_int_equal(WaitForMultipleObjects(65, both, FALSE, 0), WAIT_FAILED);
    assert_int_equal(GetLastError(), ERROR_INVALID_PARAMETER);
    assert_null(CreateEventExA(NULL, NULL, 8, 0));
    assert_null(CreateEventA(NULL, TRUE, TRUE, "Global\\name"));
    assert_int_equal(GetLastError(), ERROR_NOT_SUPPORTED);
    assert_true(CloseHandle(event));
    assert_false(SetEvent(event));
}

static void many_at_once(void **state)
{
    enum { MANY = 64 };
    HANDLE events[MANY];
    for (int i = 0; i < MANY; i++)
        events[i] = event_of(i % 2, FALSE);
    assert_int_equal(WaitForMultipleObjects(MANY, events, FALSE, 1), WAIT_TIMEOUT);
    SetEvent(events[9]);
    SetEvent(events[6]);
    assert_int_equal(WaitForMultipleObjects(MANY, events, FALSE, INFINITE), WAIT_OBJECT_0 + 6);
    assert_int_equal(WaitForMultipleObjects(MANY, events, FALSE, INFINITE), WAIT_OBJECT_0 + 9);
    assert_int_equal(WaitForMultipleObjects(MANY, events, TRUE, 1), WAIT_TIMEOUT);
    for (int i = 0; i < MANY; i++)
        SetEvent(events[i]);
    assert_int_equal(WaitForMultipleObjects(MANY, events, TRUE, 0), WAIT_OBJECT_0);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(is_set(events[i]), i % 2); /* all were taken at once */
    for (int i = 0; i < MANY; i++)
        assert_true(CloseHandle(events[i]));
}

static void a_wait_takes_its_time(void **state)
{
    struct timespec a, b;
    HANDLE event = event_of(FALSE, FALSE);
    clock_gettime(CLOCK_MONOTONIC, &a);
    assert_int_equal(WaitForSingleObjectEx(event, 30, TRUE), WAIT_TIMEOUT);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert_true((b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000 >= 29);
    CloseHandle(event);
}

enum { THREADS = 4, ROUNDS = 200 };
struct crowd {
    HANDLE start, done[THREADS];
    unsigned woken[THREADS];
};
struct member {
    struct crowd *crowd;
    unsigned index;
};

static void *crowd_thread(void *user)
{
    struct member *member = user;
    for (int i = 0; i < ROUNDS; i++) {
        if (WaitForSingleObject(member->crowd->start, INFINITE) != WAIT_OBJECT_0)
            return user;
        member->crowd->woken[member->index]++;
        SetEvent(member->crowd->done[member->index]);
    }
    return NULL;
}

/* An event with automatic reset lets exactly one thread through. */
static void one_wait_ends_for_each_set(void **state)
{
    struct crowd crowd = {.start = event_of(FALSE, FALSE)};
    struct member members[THREADS];
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        crowd.done[i] = event_of(FALSE, FALSE);
        members[i] = (struct member){&crowd, i};
        pthread_create(&threads[i], NULL, crowd_thread, &members[i]);
    }
    for (int i = 0; i < THREADS * ROUNDS; i++) {
        SetEvent(crowd.start);
        DWORD which = WaitForMultipleObjects(THREADS, crowd.done, FALSE, INFINITE);
        assert_true(which < THREADS);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_null(result);
        assert_int_equal(crowd.woken[i], ROUNDS);
        CloseHandle(crowd.done[i]);
    }
    assert_false(is_set(crowd.start));
    CloseHandle(crowd.start);
}

static ID3D11Fence *fence_of(const struct rig *rig)
{
    ID3D11Device5 *device;
    ID3D11Fence *fence;
    assert_ok(ID3D11Device_QueryInterface(rig->device, &IID_ID3D11Device5, (void **)&device));
    assert_ok(ID3D11Device5_CreateFence(device, 0, D3D11_FENCE_FLAG_NONE, &IID_ID3D11Fence, (void **)&fence));
    ID3D11Device5_Release(device);
    return fence;
}

static void fences_set_events(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11DeviceContext4 *context = (ID3D11DeviceContext4 *)rig.context;
    ID3D11Fence *fence = fence_of(&rig);
    HANDLE first = event_of(TRUE, FALSE), second = event_of(TRUE, FALSE), closed = event_of(TRUE, FALSE);
    assert_ok(ID3D11Fence_SetEventOnCompletion(fence, 2, first));
    assert_ok(ID3D11Fence_SetEventOnCompletion(fence, 5, second));
    assert_ok(ID3D11Fence_SetEventOnCompletion(fence, 3, closed));
    CloseHandle(closed);
    assert_ok(ID3D11DeviceContext4_Signal(context, fence, 1));
    assert_false(is_set(first));
    assert_ok(ID3D11DeviceContext4_Signal(context, fence, 4));
    assert_true(is_set(first));
    assert_false(is_set(second));
    ResetEvent(first);
    assert_ok(ID3D11Fence_SetEventOnCompletion(fence, 4, first)); /* reached already */
    assert_true(is_set(first));
    assert_hr(ID3D11Fence_SetEventOnCompletion(fence, 4, closed), E_INVALIDARG);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_UNKNOWN);
    ID3D11Fence_Release(fence); /* with one to come */
    CloseHandle(first);
    CloseHandle(second);
    rig_close(&rig);
}

static void contexts_and_devices_set_events(void **state)
{
    struct rig rig = rig_open();
    HANDLE event = event_of(FALSE, FALSE);
    IDXGIDevice2 *dxgi;
    ID3D11DeviceContext3_Flush1((ID3D11DeviceContext3 *)rig.context, D3D11_CONTEXT_TYPE_ALL, NULL);
    ID3D11DeviceContext3_Flush1((ID3D11DeviceContext3 *)rig.context, D3D11_CONTEXT_TYPE_ALL, event);
    assert_true(is_set(event));
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_IDXGIDevice2, (void **)&dxgi));
    assert_ok(IDXGIDevice2_EnqueueSetEvent(dxgi, event));
    assert_true(is_set(event));
    assert_hr(IDXGIDevice2_EnqueueSetEvent(dxgi, (HANDLE)1), E_INVALIDARG);
    IDXGIDevice2_Release(dxgi);
    CloseHandle(event);
    rig_close(&rig);
}

static void *wait_thread(void *fence)
{
    return (void *)(uintptr_t)(UINT)ID3D11Fence_SetEventOnCompletion((ID3D11Fence *)fence, 3, NULL);
}

/* All who wait learn that the device is gone. */
static void removal_sets_events(void **state)
{
    struct rig rig = rig_open();
    ID3D11Device4 *device;
    ID3D11Fence *fence = fence_of(&rig);
    HANDLE told = event_of(TRUE, FALSE), not_told = event_of(TRUE, FALSE), of_fence = event_of(TRUE, FALSE);
    DWORD cookies[3];
    pthread_t thread;
    void *result;
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Device4, (void **)&device));
    assert_hr(ID3D11Device4_RegisterDeviceRemovedEvent(device, NULL, &cookies[0]), E_INVALIDARG);
    assert_hr(ID3D11Device4_RegisterDeviceRemovedEvent(device, told, NULL), E_INVALIDARG);
    assert_ok(ID3D11Device4_RegisterDeviceRemovedEvent(device, told, &cookies[0]));
    assert_ok(ID3D11Device4_RegisterDeviceRemovedEvent(device, not_told, &cookies[1]));
    assert_int_not_equal(cookies[0], cookies[1]);
    ID3D11Device4_UnregisterDeviceRemoved(device, cookies[1]);
    ID3D11Device4_UnregisterDeviceRemoved(device, cookies[1]);
    assert_ok(ID3D11Fence_SetEventOnCompletion(fence, 7, of_fence));
    pthread_create(&thread, NULL, wait_thread, fence);
    /* A context that waits for itself hangs. */
    ID3D11DeviceContext4_Wait((ID3D11DeviceContext4 *)rig.context, fence, 1);
    assert_hr(ID3D11Device_GetDeviceRemovedReason(rig.device), DXGI_ERROR_DEVICE_HUNG);
    assert_true(is_set(told));
    assert_false(is_set(not_told));
    assert_true(is_set(of_fence));
    pthread_join(thread, &result);
    assert_hr((UINT)(uintptr_t)result, DXGI_ERROR_DEVICE_REMOVED);
    /* Too late is at once. */
    assert_ok(ID3D11Device4_RegisterDeviceRemovedEvent(device, not_told, &cookies[2]));
    assert_true(is_set(not_told));
    ID3D11Device4_UnregisterDeviceRemoved(device, cookies[2]);
    ID3D11Device4_Release(device);
    ID3D11Fence_Release(fence);
    CloseHandle(told);
    CloseHandle(not_told);
    CloseHandle(of_fence);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resets),
        cmocka_unit_test(wrong_handles),
        cmocka_unit_test(many_at_once),
        cmocka_unit_test(a_wait_takes_its_time),
        cmocka_unit_test(one_wait_ends_for_each_set),
        cmocka_unit_test(fences_set_events),
        cmocka_unit_test(contexts_and_devices_set_events),
        cmocka_unit_test(removal_sets_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
