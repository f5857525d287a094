/* ID3D11Multithread: one lock for device and contexts, recursive, taken by context methods while protection
 * is on. */
#include "../../support/scale_rig.h"

#include <pthread.h>
#include <stdatomic.h>

static ID3D11Multithread *multithread_of(void *object)
{
    ID3D11Multithread *multithread;
    assert_ok(IUnknown_QueryInterface((IUnknown *)object, &IID_ID3D11Multithread, (void **)&multithread));
    return multithread;
}

static void one_setting_for_all(void **state)
{
    struct rig rig = rig_open();
    ID3D11DeviceContext *deferred;
    assert_ok(ID3D11Device_CreateDeferredContext(rig.device, 0, &deferred));
    ID3D11Multithread *device = multithread_of(rig.device), *context = multithread_of(rig.context);
    ID3D11Multithread *other = multithread_of(deferred);
    assert_false(ID3D11Multithread_GetMultithreadProtected(device));
    assert_false(ID3D11Multithread_SetMultithreadProtected(device, TRUE));
    assert_true(ID3D11Multithread_GetMultithreadProtected(context));
    assert_true(ID3D11Multithread_GetMultithreadProtected(other));
    assert_true(ID3D11Multithread_SetMultithreadProtected(context, FALSE));
    assert_false(ID3D11Multithread_SetMultithreadProtected(other, FALSE));
    ID3D11Multithread_Release(other);
    ID3D11Multithread_Release(context);
    ID3D11Multithread_Release(device);
    ID3D11DeviceContext_Release(deferred);
    rig_close(&rig);
}

static void leaving_too_often_is_harmless(void **state)
{
    struct rig rig = rig_open();
    ID3D11Multithread *multithread = multithread_of(rig.context);
    ID3D11Multithread_Leave(multithread);
    ID3D11Multithread_SetMultithreadProtected(multithread, TRUE);
    ID3D11Multithread_Enter(multithread);
    ID3D11Multithread_Enter(multithread);
    ID3D11DeviceContext_ClearState(rig.context); /* the lock is this thread's */
    ID3D11Multithread_Leave(multithread);
    ID3D11Multithread_Leave(multithread);
    ID3D11Multithread_Leave(multithread);
    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11Multithread_Release(multithread);
    rig_close(&rig);
}

struct shared {
    struct scale *scale;
    ID3D11Multithread *multithread;
    atomic_bool cleared;
};

static void *clear_thread(void *argument)
{
    struct shared *shared = argument;
    ID3D11DeviceContext_ClearState(shared->scale->rig.context);
    atomic_store(&shared->cleared, true);
    return NULL;
}

static void a_section_keeps_others_out(void **state)
{
    struct scale scale = scale_open();
    struct shared shared = {&scale, multithread_of(scale.rig.device), false};
    pthread_t thread;
    ID3D11Multithread_SetMultithreadProtected(shared.multithread, TRUE);
    ID3D11Multithread_Enter(shared.multithread);
    assert_int_equal(pthread_create(&thread, NULL, clear_thread, &shared), 0);
    for (int i = 0; i < 20; i++) {
        scale_bind(&scale, scale.rig.context, scale.numbers);
        ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 1, 1);
        scale_expect(&scale, 2, 0);
    }
    assert_false(atomic_load(&shared.cleared));
    ID3D11Multithread_Leave(shared.multithread);
    pthread_join(thread, NULL);
    assert_true(atomic_load(&shared.cleared));
    ID3D11Multithread_Release(shared.multithread);
    scale_close(&scale);
}

static void *work_thread(void *argument)
{
    struct shared *shared = argument;
    for (int i = 0; i < 50; i++) {
        ID3D11Multithread_Enter(shared->multithread);
        scale_bind(shared->scale, shared->scale->rig.context, shared->scale->numbers);
        ID3D11DeviceContext_Dispatch(shared->scale->rig.context, 1, 1, 1);
        scale_expect(shared->scale, 2, 0);
        ID3D11Multithread_Leave(shared->multithread);
        /* Single calls need no section. */
        ID3D11DeviceContext_ClearState(shared->scale->rig.context);
        ID3D11DeviceContext_Flush(shared->scale->rig.context);
    }
    return NULL;
}

static void threads_share_the_context(void **state)
{
    enum { THREADS = 4 };
    struct scale scale = scale_open();
    struct shared shared = {&scale, multithread_of(scale.rig.device), false};
    pthread_t threads[THREADS];
    ID3D11Multithread_SetMultithreadProtected(shared.multithread, TRUE);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_thread, &shared), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ID3D11Multithread_Release(shared.multithread);
    scale_close(&scale);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_setting_for_all),
        cmocka_unit_test(leaving_too_often_is_harmless),
        cmocka_unit_test(a_section_keeps_others_out),
        cmocka_unit_test(threads_share_the_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
