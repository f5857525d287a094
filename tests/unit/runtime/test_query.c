/* Queries, predicates, predication, counters, annotations. */
#include "../../support/message_rig.h"
#include "../../support/scale_rig.h"

struct kind {
    D3D11_QUERY query;
    UINT size;
    bool has_begin, predicate;
};
static const struct kind kinds[] = {
    {D3D11_QUERY_EVENT, sizeof(WINBOOL), false, false},
    {D3D11_QUERY_OCCLUSION, sizeof(UINT64), true, false},
    {D3D11_QUERY_TIMESTAMP, sizeof(UINT64), false, false},
    {D3D11_QUERY_TIMESTAMP_DISJOINT, sizeof(D3D11_QUERY_DATA_TIMESTAMP_DISJOINT), true, false},
    {D3D11_QUERY_PIPELINE_STATISTICS, sizeof(D3D11_QUERY_DATA_PIPELINE_STATISTICS), true, false},
    {D3D11_QUERY_OCCLUSION_PREDICATE, sizeof(WINBOOL), true, true},
    {D3D11_QUERY_SO_STATISTICS, sizeof(D3D11_QUERY_DATA_SO_STATISTICS), true, false},
    {D3D11_QUERY_SO_OVERFLOW_PREDICATE, sizeof(WINBOOL), true, true},
    {D3D11_QUERY_SO_STATISTICS_STREAM0, sizeof(D3D11_QUERY_DATA_SO_STATISTICS), true, false},
    {D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM0, sizeof(WINBOOL), true, true},
    {D3D11_QUERY_SO_STATISTICS_STREAM3, sizeof(D3D11_QUERY_DATA_SO_STATISTICS), true, false},
    {D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3, sizeof(WINBOOL), true, true},
};
enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

static HRESULT get_data(const struct rig *rig, void *query, void *data, UINT size, UINT flags)
{
    return ID3D11DeviceContext_GetData(rig->context, (ID3D11Asynchronous *)query, data, size, flags);
}

static void each_kind(void **state)
{
    struct rig rig = rig_open();
    for (int i = 0; i < KINDS; i++) {
        D3D11_QUERY_DESC desc = {kinds[i].query, 0}, seen;
        uint8_t data[128];
        ID3D11Query *query;
        ID3D11Predicate *predicate;
        assert_ok(ID3D11Device_CreateQuery(rig.device, &desc, &query));
        assert_int_equal(ID3D11Query_GetDataSize(query), kinds[i].size);
        ID3D11Query_GetDesc(query, &seen);
        assert_memory_equal(&seen, &desc, sizeof(desc));
        assert_hr(ID3D11Query_QueryInterface(query, &IID_ID3D11Predicate, (void **)&predicate),
                  kinds[i].predicate ? S_OK : E_NOINTERFACE);
        if (kinds[i].predicate)
            ID3D11Predicate_Release(predicate);
        assert_hr(get_data(&rig, query, data, kinds[i].size, 0), DXGI_ERROR_INVALID_CALL);
        if (kinds[i].has_begin) {
            ID3D11DeviceContext_End(rig.context, (ID3D11Asynchronous *)query);
            assert_hr(get_data(&rig, query, data, kinds[i].size, 0), DXGI_ERROR_INVALID_CALL);
            ID3D11DeviceContext_Begin(rig.context, (ID3D11Asynchronous *)query);
            assert_hr(get_data(&rig, query, data, kinds[i].size, 0), DXGI_ERROR_INVALID_CALL);
        }
        ID3D11DeviceContext_End(rig.context, (ID3D11Asynchronous *)query);
        memset(data, 0xcc, sizeof(data));
        assert_ok(get_data(&rig, query, data, kinds[i].size, D3D11_ASYNC_GETDATA_DONOTFLUSH));
        assert_int_equal(data[kinds[i].size], 0xcc);
        assert_ok(get_data(&rig, query, NULL, 0, 0));
        assert_hr(get_data(&rig, query, data, kinds[i].size - 1, 0), E_INVALIDARG);
        assert_hr(get_data(&rig, query, data, kinds[i].size, 2), E_INVALIDARG);
        assert_hr(get_data(&rig, query, NULL, kinds[i].size, 0), E_INVALIDARG);
        /* Nothing is drawn: no sample passes, no stream overflows. */
        for (UINT j = 0; j < kinds[i].size; j++)
            if (kinds[i].predicate || kinds[i].query == D3D11_QUERY_OCCLUSION)
                assert_int_equal(data[j], 0);
        ID3D11Query_Release(query);

        /* Predicates of single streams are made as queries. */
        bool made = kinds[i].predicate && kinds[i].query < D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM0;
        assert_hr(ID3D11Device_CreatePredicate(rig.device, &desc, &predicate), made ? S_OK : E_INVALIDARG);
        if (made)
            ID3D11Predicate_Release(predicate);
        desc.MiscFlags = D3D11_QUERY_MISC_PREDICATEHINT;
        assert_hr(ID3D11Device_CreateQuery(rig.device, &desc, NULL),
                  kinds[i].predicate ? S_FALSE : E_INVALIDARG);
    }
    rig_close(&rig);
}

static void what_is_refused(void **state)
{
    struct rig rig = rig_open();
    ID3D11Device3 *device;
    ID3D11Query *query = (void *)1;
    ID3D11Query1 *newer;
    ID3D11Predicate *predicate = (void *)1;
    D3D11_QUERY_DESC desc = {D3D11_QUERY_EVENT, 2};
    D3D11_QUERY_DESC1 desc1 = {D3D11_QUERY_EVENT, 0, D3D11_CONTEXT_TYPE_COMPUTE}, seen;
    assert_hr(ID3D11Device_CreateQuery(rig.device, NULL, &query), E_INVALIDARG);
    assert_null(query);
    assert_hr(ID3D11Device_CreatePredicate(rig.device, NULL, &predicate), E_INVALIDARG);
    assert_null(predicate);
    assert_hr(ID3D11Device_CreateQuery(rig.device, &desc, &query), E_INVALIDARG);
    desc = (D3D11_QUERY_DESC){16, 0};
    assert_hr(ID3D11Device_CreateQuery(rig.device, &desc, &query), E_INVALIDARG);
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Device3, (void **)&device));
    assert_ok(ID3D11Device3_CreateQuery1(device, &desc1, &newer));
    ID3D11Query1_GetDesc1(newer, &seen);
    assert_memory_equal(&seen, &desc1, sizeof(seen));
    ID3D11Query1_Release(newer);
    desc1.ContextType = 5;
    assert_hr(ID3D11Device3_CreateQuery1(device, &desc1, &newer), E_INVALIDARG);
    ID3D11Device3_Release(device);
    assert_hr(ID3D11DeviceContext_GetData(rig.context, NULL, NULL, 0, 0), E_INVALIDARG);
    ID3D11DeviceContext_Begin(rig.context, NULL);
    ID3D11DeviceContext_End(rig.context, NULL);
    rig_close(&rig);
}

static void statistics_nest(void **state)
{
    struct scale scale = scale_open();
    D3D11_QUERY_DESC desc = {D3D11_QUERY_PIPELINE_STATISTICS, 0};
    D3D11_QUERY_DATA_PIPELINE_STATISTICS data;
    ID3D11Asynchronous *outer, *inner;
    assert_ok(ID3D11Device_CreateQuery(scale.rig.device, &desc, (ID3D11Query **)&outer));
    assert_ok(ID3D11Device_CreateQuery(scale.rig.device, &desc, (ID3D11Query **)&inner));
    scale_bind(&scale, scale.rig.context, scale.numbers);
    ID3D11DeviceContext_Begin(scale.rig.context, outer);
    ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 1, 1);
    ID3D11DeviceContext_Begin(scale.rig.context, inner);
    ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 2, 1);
    ID3D11DeviceContext_End(scale.rig.context, inner);
    ID3D11DeviceContext_End(scale.rig.context, outer);
    ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 1, 1);
    assert_ok(get_data(&scale.rig, outer, &data, sizeof(data), 0));
    assert_int_equal(data.CSInvocations, 3 * SCALE_COUNT);
    assert_int_equal(data.PSInvocations, 0);
    assert_ok(get_data(&scale.rig, inner, &data, sizeof(data), 0));
    assert_int_equal(data.CSInvocations, 2 * SCALE_COUNT);
    ID3D11Asynchronous_Release(outer);
    ID3D11Asynchronous_Release(inner);
    scale_close(&scale);
}

static ID3D11Predicate *ended_predicate(const struct rig *rig, UINT flags)
{
    D3D11_QUERY_DESC desc = {D3D11_QUERY_OCCLUSION_PREDICATE, flags};
    ID3D11Predicate *predicate;
    assert_ok(ID3D11Device_CreatePredicate(rig->device, &desc, &predicate));
    ID3D11DeviceContext_Begin(rig->context, (ID3D11Asynchronous *)predicate);
    ID3D11DeviceContext_End(rig->context, (ID3D11Asynchronous *)predicate);
    return predicate;
}

/* The result is FALSE: with FALSE the work is skipped, with TRUE it is done. */
static void predication_skips_work(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *context = scale.rig.context;
    ID3D11Predicate *predicate = ended_predicate(&scale.rig, 0), *got;
    WINBOOL value = 7;
    const UINT ones[4] = {1, 1, 1, 1};
    scale_bind(&scale, context, scale.numbers);
    ID3D11DeviceContext_SetPredication(context, predicate, FALSE);
    ID3D11DeviceContext_GetPredication(context, &got, &value);
    assert_ptr_equal(got, predicate);
    assert_false(value);
    ID3D11Predicate_Release(got);
    ID3D11DeviceContext_Dispatch(context, 1, 1, 1);
    ID3D11DeviceContext_ClearUnorderedAccessViewUint(context, scale.uav, ones);
    ID3D11DeviceContext_CopyResource(context, (ID3D11Resource *)scale.target, (ID3D11Resource *)scale.source);
    scale_update(context, scale.numbers, 9, 9);
    ID3D11DeviceContext_SetPredication(context, NULL, TRUE);
    ID3D11DeviceContext_GetPredication(context, &got, &value);
    assert_null(got);
    assert_true(value);
    scale_expect(&scale, 0, 0);
    ID3D11DeviceContext_SetPredication(context, predicate, TRUE);
    ID3D11DeviceContext_Dispatch(context, 1, 1, 1);
    scale_expect(&scale, 2, 0);
    ID3D11Predicate_Release(predicate);
    scale_close(&scale);
}

static void predication_in_lists(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred;
    ID3D11CommandList *list;
    ID3D11Predicate *predicate = ended_predicate(&scale.rig, D3D11_QUERY_MISC_PREDICATEHINT);
    const UINT fives[4] = {5, 5, 5, 5};
    assert_ok(ID3D11Device_CreateDeferredContext(scale.rig.device, 0, &deferred));
    scale_bind(&scale, deferred, scale.numbers);
    ID3D11DeviceContext_SetPredication(deferred, predicate, TRUE);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    ID3D11DeviceContext_SetPredication(deferred, predicate, FALSE);
    ID3D11DeviceContext_ClearUnorderedAccessViewUint(deferred, scale.uav, fives);
    assert_int_equal(ID3D11Predicate_Release(predicate), 0);
    assert_ok(ID3D11DeviceContext_FinishCommandList(deferred, FALSE, &list));
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, TRUE);
    scale_expect(&scale, 2, 0);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

static void predicates_in_use(void **state)
{
    struct scale scale = scale_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11DeviceContext *context = scale.rig.context;
    D3D11_QUERY_DESC desc = {D3D11_QUERY_SO_OVERFLOW_PREDICATE, 0};
    ID3D11Predicate *predicate;
    assert_ok(ID3D11Device_CreatePredicate(scale.rig.device, &desc, &predicate));
    ID3D11DeviceContext_SetPredication(context, predicate, FALSE);
    rig_expect_message(&scale.rig, D3D11_MESSAGE_ID_SETPREDICATION_INVALID_PREDICATE_STATE);
    ID3D11DeviceContext_Begin(context, (ID3D11Asynchronous *)predicate);
    rig_expect_message(&scale.rig, D3D11_MESSAGE_ID_PREDICATE_BEGIN_DURING_PREDICATION);
    ID3D11DeviceContext_End(context, (ID3D11Asynchronous *)predicate);
    rig_expect_message(&scale.rig, D3D11_MESSAGE_ID_PREDICATE_END_DURING_PREDICATION);
    ID3D11Predicate_Release(predicate);
    scale_close(&scale);
}

static void no_counters(void **state)
{
    struct rig rig = rig_open();
    D3D11_COUNTER_INFO info;
    D3D11_COUNTER_DESC desc = {D3D11_COUNTER_DEVICE_DEPENDENT_0, 0};
    D3D11_COUNTER_TYPE type;
    UINT active;
    ID3D11Counter *counter = (void *)1;
    memset(&info, 0xcc, sizeof(info));
    ID3D11Device_CheckCounterInfo(rig.device, &info);
    assert_int_equal(info.LastDeviceDependentCounter, 0);
    assert_int_equal(info.NumSimultaneousCounters, 0);
    assert_hr(
        ID3D11Device_CheckCounter(rig.device, &desc, &type, &active, NULL, NULL, NULL, NULL, NULL, NULL),
        E_INVALIDARG);
    assert_hr(ID3D11Device_CreateCounter(rig.device, &desc, &counter), E_INVALIDARG);
    assert_null(counter);
    assert_hr(ID3D11Device_CreateCounter(rig.device, NULL, &counter), E_INVALIDARG);
    rig_close(&rig);
}

static void annotations_reach_nobody(void **state)
{
    static const WCHAR name[] = {'x', 0};
    struct rig rig = rig_open();
    ID3DUserDefinedAnnotation *annotation;
    ID3D11DeviceContext2 *context;
    IUnknown *a, *b;
    assert_ok(ID3D11DeviceContext_QueryInterface(rig.context, &IID_ID3DUserDefinedAnnotation,
                                                 (void **)&annotation));
    assert_int_equal(ID3DUserDefinedAnnotation_BeginEvent(annotation, name), -1);
    ID3DUserDefinedAnnotation_SetMarker(annotation, name);
    assert_int_equal(ID3DUserDefinedAnnotation_EndEvent(annotation), -1);
    assert_false(ID3DUserDefinedAnnotation_GetStatus(annotation));
    assert_ok(ID3DUserDefinedAnnotation_QueryInterface(annotation, &IID_IUnknown, (void **)&a));
    assert_ok(ID3D11DeviceContext_QueryInterface(rig.context, &IID_IUnknown, (void **)&b));
    assert_ptr_equal(a, b);
    IUnknown_Release(a);
    IUnknown_Release(b);
    assert_ok(
        ID3DUserDefinedAnnotation_QueryInterface(annotation, &IID_ID3D11DeviceContext2, (void **)&context));
    assert_false(ID3D11DeviceContext2_IsAnnotationEnabled(context));
    ID3D11DeviceContext2_BeginEventInt(context, name, 1);
    ID3D11DeviceContext2_SetMarkerInt(context, name, 2);
    ID3D11DeviceContext2_EndEvent(context);
    ID3D11DeviceContext2_Release(context);
    ID3DUserDefinedAnnotation_Release(annotation);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(statistics_nest),
        cmocka_unit_test(predication_skips_work),
        cmocka_unit_test(predication_in_lists),
        cmocka_unit_test(predicates_in_use),
        cmocka_unit_test(no_counters),
        cmocka_unit_test(annotations_reach_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
