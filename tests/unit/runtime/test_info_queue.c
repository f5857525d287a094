/* Messages of a debug device, and the report of live objects. */
#include "../../support/runtime_rig.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

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
    ID3D11InfoQueue *queue = rig_queue(&rig);
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
    ID3D11InfoQueue *queue = rig_queue(&rig);
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
    ID3D11InfoQueue *queue = rig_queue(&rig);
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
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_LIVE_DEVICE));
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_LIVE_BUFFER));
    assert_false(rig_said(queue, D3D11_MESSAGE_ID_LIVE_OBJECT_SUMMARY));
    /* The context that the rig holds and the buffer; without D3D11_RLDO_DETAIL only their number. */
    ID3D11InfoQueue_ClearStoredMessages(queue);
    assert_ok(ID3D11Debug_ReportLiveDeviceObjects(debug, D3D11_RLDO_SUMMARY | 4));
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 2);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_LIVE_OBJECT_SUMMARY));
    assert_hr(ID3D11Debug_ReportLiveDeviceObjects(debug, 64), E_INVALIDARG);

    assert_ok(ID3D11Debug_SetFeatureMask(debug, D3D11_DEBUG_FEATURE_FINISH_PER_RENDER_OP));
    assert_int_equal(ID3D11Debug_GetFeatureMask(debug), D3D11_DEBUG_FEATURE_FINISH_PER_RENDER_OP);
    assert_ok(ID3D11Debug_SetPresentPerRenderOpDelay(debug, 30));
    assert_int_equal(ID3D11Debug_GetPresentPerRenderOpDelay(debug), 30);
    IDXGISwapChain *chain = (void *)1;
    assert_ok(ID3D11Debug_GetSwapChain(debug, &chain));
    assert_null(chain);
    assert_ok(ID3D11Debug_SetSwapChain(debug, NULL));
    ID3D11Buffer_Release(buffer);
    ID3D11Debug_Release(debug);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

static void say(ID3D11InfoQueue *queue, D3D11_MESSAGE_CATEGORY category, D3D11_MESSAGE_SEVERITY severity,
                int id)
{
    assert_ok(ID3D11InfoQueue_AddMessage(queue, category, severity, id, "text"));
}

static void storage_filters(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    D3D11_MESSAGE_SEVERITY loud[] = {D3D11_MESSAGE_SEVERITY_ERROR, D3D11_MESSAGE_SEVERITY_WARNING};
    D3D11_MESSAGE_ID ids[] = {70, 71};
    D3D11_INFO_QUEUE_FILTER allow = {.AllowList = {.NumSeverities = 2, .pSeverityList = loud}};
    D3D11_INFO_QUEUE_FILTER deny = {.DenyList = {.NumIDs = 2, .pIDList = ids}};
    assert_int_equal(ID3D11InfoQueue_GetStorageFilterStackSize(queue), 0);
    assert_hr(ID3D11InfoQueue_PushStorageFilter(queue, NULL), E_INVALIDARG);
    assert_ok(ID3D11InfoQueue_PushStorageFilter(queue, &allow));
    assert_ok(ID3D11InfoQueue_AddStorageFilterEntries(queue, &deny));
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR, 69);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR, 70);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_INFO, 69);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_WARNING, 72);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 2);
    assert_int_equal(ID3D11InfoQueue_GetNumMessagesAllowedByStorageFilter(queue), 2);
    assert_int_equal(ID3D11InfoQueue_GetNumMessagesDeniedByStorageFilter(queue), 2);

    /* What the top one is made of, and copies of it. */
    SIZE_T size = 0, small = sizeof(D3D11_INFO_QUEUE_FILTER);
    assert_ok(ID3D11InfoQueue_PushCopyOfStorageFilter(queue));
    assert_int_equal(ID3D11InfoQueue_GetStorageFilterStackSize(queue), 2);
    assert_hr(ID3D11InfoQueue_GetStorageFilter(queue, NULL, &size), S_FALSE);
    assert_int_equal(size, sizeof(D3D11_INFO_QUEUE_FILTER) + 4 * sizeof(int));
    D3D11_INFO_QUEUE_FILTER *got = malloc(size);
    assert_hr(ID3D11InfoQueue_GetStorageFilter(queue, got, &small), E_INVALIDARG);
    assert_ok(ID3D11InfoQueue_GetStorageFilter(queue, got, &size));
    assert_int_equal(got->AllowList.NumSeverities, 2);
    assert_int_equal(got->AllowList.pSeverityList[1], D3D11_MESSAGE_SEVERITY_WARNING);
    assert_int_equal(got->AllowList.NumIDs, 0);
    assert_int_equal(got->DenyList.NumIDs, 2);
    assert_int_equal(got->DenyList.pIDList[0], 70);
    free(got);

    ID3D11InfoQueue_ClearStorageFilter(queue); /* the copy lets everything pass, the one below does not */
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_INFO, 70);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 3);
    ID3D11InfoQueue_PopStorageFilter(queue);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_INFO, 70);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 3);
    assert_ok(ID3D11InfoQueue_PushEmptyStorageFilter(queue));
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_INFO, 70);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 4);
    for (int i = 0; i < 5; i++)
        ID3D11InfoQueue_PopStorageFilter(queue);
    assert_int_equal(ID3D11InfoQueue_GetStorageFilterStackSize(queue), 0);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

static void retrieval_filters(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    for (int id = 100; id < 110; id++)
        say(queue, id % 2 ? D3D11_MESSAGE_CATEGORY_SHADER : D3D11_MESSAGE_CATEGORY_CLEANUP,
            D3D11_MESSAGE_SEVERITY_INFO, id);
    D3D11_MESSAGE_CATEGORY odd = D3D11_MESSAGE_CATEGORY_SHADER;
    D3D11_INFO_QUEUE_FILTER filter = {.AllowList = {.NumCategories = 1, .pCategoryList = &odd}};
    assert_ok(ID3D11InfoQueue_AddRetrievalFilterEntries(queue, &filter));
    assert_int_equal(ID3D11InfoQueue_GetRetrievalFilterStackSize(queue), 1);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 10);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessagesAllowedByRetrievalFilter(queue), 5);
    D3D11_MESSAGE *got = message(queue, 3);
    assert_int_equal(got->ID, 107);
    free(got);
    SIZE_T size;
    assert_hr(ID3D11InfoQueue_GetMessage(queue, 5, NULL, &size), DXGI_ERROR_NOT_FOUND);
    ID3D11InfoQueue_PopRetrievalFilter(queue);
    got = message(queue, 3);
    assert_int_equal(got->ID, 103);
    free(got);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

/* Remembered; without a debugger nothing stops. */
static void breaks(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    assert_ok(ID3D11InfoQueue_SetBreakOnSeverity(queue, D3D11_MESSAGE_SEVERITY_ERROR, TRUE));
    assert_ok(ID3D11InfoQueue_SetBreakOnCategory(queue, D3D11_MESSAGE_CATEGORY_SHADER, TRUE));
    assert_hr(ID3D11InfoQueue_SetBreakOnSeverity(queue, 9, TRUE), E_INVALIDARG);
    assert_hr(ID3D11InfoQueue_SetBreakOnCategory(queue, 11, TRUE), E_INVALIDARG);
    assert_true(ID3D11InfoQueue_GetBreakOnSeverity(queue, D3D11_MESSAGE_SEVERITY_ERROR));
    assert_false(ID3D11InfoQueue_GetBreakOnSeverity(queue, D3D11_MESSAGE_SEVERITY_INFO));
    assert_true(ID3D11InfoQueue_GetBreakOnCategory(queue, D3D11_MESSAGE_CATEGORY_SHADER));
    for (int id = 1; id < 40; id++)
        assert_ok(ID3D11InfoQueue_SetBreakOnID(queue, id, TRUE));
    assert_ok(ID3D11InfoQueue_SetBreakOnID(queue, 7, TRUE));
    assert_ok(ID3D11InfoQueue_SetBreakOnID(queue, 9, FALSE));
    assert_true(ID3D11InfoQueue_GetBreakOnID(queue, 7));
    assert_false(ID3D11InfoQueue_GetBreakOnID(queue, 9));
    assert_true(ID3D11InfoQueue_GetBreakOnID(queue, 39));
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR, 7);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 1);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

enum { NO_TRACER = 77 };

/* In a child that its parent traces: messages, of which one is asked to break. */
static void be_traced(void)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
        _exit(NO_TRACER);
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    raise(SIGSTOP); /* from here on the parent counts */
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR, 7);
    ID3D11InfoQueue_SetBreakOnID(queue, 7, TRUE);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR, 8);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR, 7); /* 1 */
    ID3D11InfoQueue_SetBreakOnID(queue, 7, FALSE);
    ID3D11InfoQueue_SetBreakOnSeverity(queue, D3D11_MESSAGE_SEVERITY_WARNING, TRUE);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR, 7);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_WARNING, 9); /* 2 */
    ID3D11InfoQueue_SetBreakOnCategory(queue, D3D11_MESSAGE_CATEGORY_SHADER, TRUE);
    say(queue, D3D11_MESSAGE_CATEGORY_SHADER, D3D11_MESSAGE_SEVERITY_INFO, 10); /* 3 */
    D3D11_MESSAGE_SEVERITY warning = D3D11_MESSAGE_SEVERITY_WARNING;
    D3D11_INFO_QUEUE_FILTER filter = {.DenyList = {.NumSeverities = 1, .pSeverityList = &warning}};
    ID3D11InfoQueue_PushStorageFilter(queue, &filter);
    say(queue, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_WARNING, 9); /* denied: no break */
    _exit(0);
}

static void a_debugger_stops_at_breaks(void **state)
{
    int status, stops = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        be_traced();
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status)) {
        assert_int_equal(WEXITSTATUS(status), NO_TRACER);
        print_message("Processes may not be traced here\n");
        skip();
    }
    assert_true(WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
    while (!ptrace(PTRACE_CONT, child, NULL, NULL) && waitpid(child, &status, 0) == child &&
           WIFSTOPPED(status)) {
        assert_int_equal(WSTOPSIG(status), SIGTRAP);
        stops++;
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(stops, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_stored),          cmocka_unit_test(old_messages_are_pushed_out),
        cmocka_unit_test(live_objects_are_listed),    cmocka_unit_test(storage_filters),
        cmocka_unit_test(retrieval_filters),          cmocka_unit_test(breaks),
        cmocka_unit_test(a_debugger_stops_at_breaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
