/* Deferred contexts: recording, command lists, state restored both ways, Map, lists within lists, what is
 * refused. */
#include "../../support/scale_rig.h"

#include <pthread.h>

static ID3D11DeviceContext *deferred_open(const struct scale *scale)
{
    ID3D11DeviceContext *context;
    assert_ok(ID3D11Device_CreateDeferredContext(scale->rig.device, 0, &context));
    assert_int_equal(ID3D11DeviceContext_GetType(context), D3D11_DEVICE_CONTEXT_DEFERRED);
    assert_int_equal(ID3D11DeviceContext_GetContextFlags(context), 0);
    return context;
}

static ID3D11CommandList *finish(ID3D11DeviceContext *context, WINBOOL restore)
{
    ID3D11CommandList *list;
    assert_ok(ID3D11DeviceContext_FinishCommandList(context, restore, &list));
    assert_int_equal(ID3D11CommandList_GetContextFlags(list), 0);
    return list;
}

static ID3D11ComputeShader *bound_shader(ID3D11DeviceContext *context)
{
    ID3D11ComputeShader *shader;
    ID3D11DeviceContext_CSGetShader(context, &shader, NULL, NULL);
    if (shader)
        ID3D11ComputeShader_Release(shader);
    return shader;
}

static void nothing_happens_before_execution(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale);
    scale_bind(&scale, deferred, scale.numbers);
    scale_update(deferred, scale.numbers, 3, 1);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    ID3D11CommandList *list = finish(deferred, FALSE);
    scale_expect(&scale, 0, 0);
    assert_null(bound_shader(scale.rig.context));

    for (int round = 0; round < 2; round++) {
        ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
        scale_expect(&scale, 3, 1);
    }
    assert_int_equal(ID3D11CommandList_Release(list), 0);
    assert_int_equal(ID3D11DeviceContext_Release(deferred), 0);
    scale_close(&scale);
}

static void data_is_taken_when_recorded(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale);
    uint32_t values[4] = {7, 7, 7, 7}, seen[SCALE_COUNT];
    D3D11_BOX box = {8, 0, 0, 24, 1, 1};
    ID3D11DeviceContext_UpdateSubresource(deferred, (ID3D11Resource *)scale.target, 0, &box, values, 0, 0);
    memset(values, 0, sizeof(values));
    ID3D11CommandList *list = finish(deferred, FALSE);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
    rig_read(&scale.rig, scale.target, seen, sizeof(seen));
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(seen[i], i >= 2 && i < 6 ? 7 : 0);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

/* Rows are taken one by one: what lies between them is not the application's to give. */
static void rows_are_packed(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale);
    D3D11_TEXTURE3D_DESC desc = {
        4, 4, 4, 1, DXGI_FORMAT_R8_UINT, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, 0};
    ID3D11Texture3D *texture;
    assert_ok(ID3D11Device_CreateTexture3D(scale.rig.device, &desc, NULL, &texture));
    uint8_t *bytes = malloc(2 * 64 + 16 + 3);
    memset(bytes, 0xee, 2 * 64 + 16 + 3);
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 3; x++)
                bytes[z * 64 + y * 16 + x] = (uint8_t)(100 + z * 10 + y * 3 + x);
    D3D11_BOX box = {1, 2, 1, 4, 4, 3};
    ID3D11DeviceContext_UpdateSubresource(deferred, (ID3D11Resource *)texture, 0, &box, bytes, 16, 64);
    free(bytes);
    ID3D11CommandList *list = finish(deferred, FALSE);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
    D3D11_MAPPED_SUBRESOURCE mapped;
    assert_ok(
        ID3D11DeviceContext_Map(scale.rig.context, (ID3D11Resource *)texture, 0, D3D11_MAP_READ, 0, &mapped));
    for (unsigned z = 0; z < 4; z++)
        for (unsigned y = 0; y < 4; y++)
            for (unsigned x = 0; x < 4; x++) {
                bool inside = z >= 1 && z < 3 && y >= 2 && x >= 1;
                assert_int_equal(((uint8_t *)mapped.pData)[z * mapped.DepthPitch + y * mapped.RowPitch + x],
                                 inside ? 100 + (z - 1) * 10 + (y - 2) * 3 + (x - 1) : 0);
            }
    ID3D11DeviceContext_Unmap(scale.rig.context, (ID3D11Resource *)texture, 0);
    ID3D11Texture3D_Release(texture);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

static void lists_keep_their_objects(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale);
    ID3D11ComputeShader *shader = rig_shader(&scale.rig, "scale");
    uint32_t numbers[4] = {5, 2};
    D3D11_BUFFER_DESC desc = {.ByteWidth = 16, .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Buffer *buffer = rig_buffer(&scale.rig, &desc, numbers);
    ID3D11ShaderResourceView *srv = rig_srv(&scale.rig, scale.source, NULL);
    scale_bind(&scale, deferred, buffer);
    ID3D11DeviceContext_CSSetShader(deferred, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(deferred, 0, 1, &srv);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    assert_int_equal(ID3D11ComputeShader_Release(shader), 0);
    assert_int_equal(ID3D11Buffer_Release(buffer), 0);
    assert_int_equal(ID3D11ShaderResourceView_Release(srv), 0);
    ID3D11CommandList *list = finish(deferred, FALSE);
    ID3D11DeviceContext_Release(deferred);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
    ID3D11CommandList_Release(list);
    scale_expect(&scale, 5, 2);
    scale_close(&scale);
}

static void execution_restores_or_clears(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale), *context = scale.rig.context;
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1); /* inherits nothing: no shader is set */
    ID3D11CommandList *list = finish(deferred, FALSE);
    scale_bind(&scale, context, scale.numbers);
    ID3D11DeviceContext_ExecuteCommandList(context, list, TRUE);
    scale_expect(&scale, 0, 0);
    assert_ptr_equal(bound_shader(context), scale.shader);
    ID3D11DeviceContext_Dispatch(context, 1, 1, 1);
    scale_expect(&scale, 2, 0);

    ID3D11DeviceContext_ExecuteCommandList(context, list, FALSE);
    assert_null(bound_shader(context));
    ID3D11DeviceContext_Dispatch(context, 1, 1, 1);
    scale_expect(&scale, 0, 0);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

static void finishing_restores_or_clears(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale), *context = scale.rig.context;
    scale_bind(&scale, deferred, scale.numbers);
    ID3D11CommandList *first = finish(deferred, TRUE);
    assert_ptr_equal(bound_shader(deferred), scale.shader);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    ID3D11CommandList *second = finish(deferred, FALSE);
    assert_null(bound_shader(deferred));
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    ID3D11CommandList *third = finish(deferred, FALSE);

    ID3D11DeviceContext_ExecuteCommandList(context, first, FALSE);
    scale_expect(&scale, 0, 0);
    ID3D11DeviceContext_ExecuteCommandList(context, second, FALSE);
    scale_expect(&scale, 2, 0);
    ID3D11DeviceContext_ExecuteCommandList(context, third, FALSE);
    scale_expect(&scale, 0, 0);
    ID3D11CommandList_Release(first);
    ID3D11CommandList_Release(second);
    ID3D11CommandList_Release(third);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

/* Everything that is bound comes back in the next list, offsets into constant buffers included. */
static void restored_state_is_whole(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext1 *deferred;
    ID3D11Device1 *device;
    assert_ok(ID3D11Device_QueryInterface(scale.rig.device, &IID_ID3D11Device1, (void **)&device));
    assert_ok(ID3D11Device1_CreateDeferredContext1(device, 0, &deferred));
    uint32_t numbers[128] = {[64] = 9, [65] = 4};
    D3D11_BUFFER_DESC desc = {.ByteWidth = sizeof(numbers), .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Buffer *buffer = rig_buffer(&scale.rig, &desc, numbers), *got;
    UINT first = 16, count = 16;
    ID3D11DeviceContext *base = (ID3D11DeviceContext *)deferred;
    scale_bind(&scale, base, NULL);
    ID3D11DeviceContext1_CSSetConstantBuffers1(deferred, 0, 1, &buffer, &first, &count);
    ID3D11CommandList *empty = finish(base, TRUE);
    first = count = 0;
    ID3D11DeviceContext1_CSGetConstantBuffers1(deferred, 0, 1, &got, &first, &count);
    assert_ptr_equal(got, buffer);
    assert_int_equal(first, 16);
    assert_int_equal(count, 16);
    ID3D11Buffer_Release(got);
    ID3D11DeviceContext_Dispatch(base, 1, 1, 1);
    ID3D11CommandList *list = finish(base, FALSE);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
    scale_expect(&scale, 9, 4);
    ID3D11CommandList_Release(list);
    ID3D11CommandList_Release(empty);
    ID3D11Buffer_Release(buffer);
    ID3D11DeviceContext1_Release(deferred);
    ID3D11Device1_Release(device);
    scale_close(&scale);
}

static void map_in_deferred_contexts(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale);
    ID3D11Resource *dynamic = (ID3D11Resource *)scale.dynamic;
    D3D11_MAPPED_SUBRESOURCE mapped, again;
    assert_hr(ID3D11DeviceContext_Map(deferred, dynamic, 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &mapped),
              D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD);
    assert_hr(ID3D11DeviceContext_Map(deferred, dynamic, 0, D3D11_MAP_READ, 0, &mapped), E_INVALIDARG);
    assert_hr(ID3D11DeviceContext_Map(deferred, dynamic, 1, D3D11_MAP_WRITE_DISCARD, 0, &mapped),
              E_INVALIDARG);
    assert_hr(ID3D11DeviceContext_Map(deferred, (ID3D11Resource *)scale.numbers, 0, D3D11_MAP_WRITE_DISCARD,
                                      0, &mapped),
              E_INVALIDARG);

    scale_bind(&scale, deferred, scale.dynamic);
    assert_ok(ID3D11DeviceContext_Map(deferred, dynamic, 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    assert_int_equal(mapped.RowPitch, 16);
    assert_hr(ID3D11DeviceContext_Map(deferred, dynamic, 0, D3D11_MAP_WRITE_DISCARD, 0, &again),
              E_INVALIDARG);
    ((uint32_t *)mapped.pData)[0] = 4;
    ID3D11DeviceContext_Unmap(deferred, dynamic, 0);
    assert_ok(ID3D11DeviceContext_Map(deferred, dynamic, 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &again));
    assert_ptr_equal(again.pData, mapped.pData);
    ((uint32_t *)again.pData)[1] = 6;
    ID3D11DeviceContext_Unmap(deferred, dynamic, 0);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    ID3D11CommandList *list = finish(deferred, TRUE);

    /* A new list begins with a discard again, also for a resource that was left mapped. */
    assert_hr(ID3D11DeviceContext_Map(deferred, dynamic, 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &mapped),
              D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD);
    assert_ok(ID3D11DeviceContext_Map(deferred, dynamic, 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    ((uint32_t *)mapped.pData)[0] = 8;
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    ID3D11CommandList *second = finish(deferred, FALSE);
    assert_ok(ID3D11DeviceContext_Map(deferred, dynamic, 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));

    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, second, FALSE);
    scale_expect(&scale, 8, 0);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
    scale_expect(&scale, 4, 6);
    ID3D11CommandList_Release(list);
    ID3D11CommandList_Release(second);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

/* Two discards in one list: each dispatch sees its own contents. */
static void each_discard_is_its_own_memory(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale);
    D3D11_BOX box = {0, 0, 0, sizeof(uint32_t), 1, 1};
    ID3D11Buffer *kept = rig_structured(&scale.rig, 16, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    scale_bind(&scale, deferred, scale.dynamic);
    for (uint32_t i = 0; i < 4; i++) {
        D3D11_MAPPED_SUBRESOURCE mapped;
        assert_ok(ID3D11DeviceContext_Map(deferred, (ID3D11Resource *)scale.dynamic, 0,
                                          D3D11_MAP_WRITE_DISCARD, 0, &mapped));
        ((uint32_t *)mapped.pData)[0] = i + 10;
        ((uint32_t *)mapped.pData)[1] = 0;
        ID3D11DeviceContext_Unmap(deferred, (ID3D11Resource *)scale.dynamic, 0);
        ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
        ID3D11DeviceContext_CopySubresourceRegion(deferred, (ID3D11Resource *)kept, 0, 4 * i, 0, 0,
                                                  (ID3D11Resource *)scale.target, 0, &box);
    }
    ID3D11CommandList *list = finish(deferred, FALSE);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
    uint32_t seen[4];
    rig_read(&scale.rig, kept, seen, sizeof(seen));
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(seen[i], i + 10);
    ID3D11Buffer_Release(kept);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

static void lists_within_lists(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *inner = deferred_open(&scale), *outer = deferred_open(&scale);
    scale_update(inner, scale.numbers, 6, 5);
    ID3D11DeviceContext_Dispatch(inner, 1, 1, 1); /* no shader: lists do not inherit from lists */
    ID3D11CommandList *list = finish(inner, FALSE);
    scale_bind(&scale, outer, scale.numbers);
    ID3D11DeviceContext_ExecuteCommandList(outer, list, TRUE);
    assert_ptr_equal(bound_shader(outer), scale.shader);
    ID3D11DeviceContext_Dispatch(outer, 1, 1, 1);
    ID3D11DeviceContext_ExecuteCommandList(outer, list, FALSE);
    assert_null(bound_shader(outer));
    assert_int_equal(ID3D11CommandList_Release(list), 0);
    ID3D11CommandList *both = finish(outer, FALSE);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, both, FALSE);
    scale_expect(&scale, 6, 5);
    ID3D11CommandList_Release(both);

    /* Deeper and deeper, until it is refused. */
    for (int i = 0; i < 300; i++) {
        list = finish(inner, FALSE);
        ID3D11DeviceContext_ExecuteCommandList(inner, list, FALSE);
        ID3D11CommandList_Release(list);
    }
    list = finish(inner, FALSE);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(inner);
    ID3D11DeviceContext_Release(outer);
    scale_close(&scale);
}

static void counters_are_set_at_execution(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale), *context = scale.rig.context;
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {.ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                             .Buffer = {0, SCALE_COUNT, D3D11_BUFFER_UAV_FLAG_COUNTER}};
    ID3D11UnorderedAccessView *counter = rig_uav(&scale.rig, scale.target, &desc);
    ID3D11Buffer *copy = rig_raw(&scale.rig, 16, 0, NULL);
    UINT start = 5, later = 7, seen;
    ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 0, 1, &counter, &start);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(deferred, 0, 1, &counter, &later);
    ID3D11CommandList *list = finish(deferred, FALSE);
    ID3D11DeviceContext_CopyStructureCount(context, copy, 0, counter);
    rig_read(&scale.rig, copy, &seen, sizeof(seen));
    assert_int_equal(seen, 5);
    ID3D11DeviceContext_ExecuteCommandList(context, list, FALSE);
    ID3D11DeviceContext_CopyStructureCount(context, copy, 0, counter);
    rig_read(&scale.rig, copy, &seen, sizeof(seen));
    assert_int_equal(seen, 7);
    ID3D11Buffer_Release(copy);
    ID3D11CommandList_Release(list);
    ID3D11UnorderedAccessView_Release(counter);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

static void queries_are_recorded(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale), *context = scale.rig.context;
    D3D11_QUERY_DESC desc = {D3D11_QUERY_PIPELINE_STATISTICS, 0};
    D3D11_QUERY_DATA_PIPELINE_STATISTICS statistics;
    ID3D11Query *query;
    assert_ok(ID3D11Device_CreateQuery(scale.rig.device, &desc, &query));
    scale_bind(&scale, deferred, scale.numbers);
    ID3D11DeviceContext_Begin(deferred, (ID3D11Asynchronous *)query);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    ID3D11DeviceContext_End(deferred, (ID3D11Asynchronous *)query);
    assert_hr(ID3D11DeviceContext_GetData(deferred, (ID3D11Asynchronous *)query, NULL, 0, 0),
              DXGI_ERROR_INVALID_CALL);
    ID3D11CommandList *list = finish(deferred, FALSE);
    assert_hr(ID3D11DeviceContext_GetData(context, (ID3D11Asynchronous *)query, NULL, 0, 0),
              DXGI_ERROR_INVALID_CALL);
    ID3D11DeviceContext_ExecuteCommandList(context, list, FALSE);
    assert_ok(ID3D11DeviceContext_GetData(context, (ID3D11Asynchronous *)query, &statistics,
                                          sizeof(statistics), 0));
    assert_int_equal(statistics.CSInvocations, SCALE_COUNT);
    ID3D11CommandList_Release(list);
    ID3D11Query_Release(query);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

/* The rules of hazards hold while recording, and again where the list runs. */
static void hazards_in_lists(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *deferred = deferred_open(&scale);
    ID3D11ShaderResourceView *input = rig_srv(&scale.rig, scale.target, NULL), *got;
    scale_bind(&scale, deferred, scale.numbers);
    ID3D11DeviceContext_CSSetShaderResources(deferred, 0, 1, &input);
    ID3D11DeviceContext_CSGetShaderResources(deferred, 0, 1, &got);
    assert_null(got);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    ID3D11CommandList *list = finish(deferred, FALSE);
    scale_update(scale.rig.context, scale.numbers, 3, 11);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, FALSE);
    scale_expect(&scale, 0, 11); /* the empty input slot reads 0 */
    ID3D11CommandList_Release(list);
    ID3D11ShaderResourceView_Release(input);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

static void what_is_refused(void **state)
{
    struct scale scale = scale_open();
    struct rig single = rig_open_flags(D3D11_CREATE_DEVICE_SINGLETHREADED);
    ID3D11DeviceContext *context = (void *)1;
    ID3D11CommandList *list = (void *)1;
    assert_hr(ID3D11Device_CreateDeferredContext(scale.rig.device, 1, &context), E_INVALIDARG);
    assert_null(context);
    assert_hr(ID3D11Device_CreateDeferredContext(scale.rig.device, 0, NULL), E_INVALIDARG);
    assert_hr(ID3D11Device_CreateDeferredContext(single.device, 0, &context), DXGI_ERROR_INVALID_CALL);
    assert_hr(ID3D11DeviceContext_FinishCommandList(scale.rig.context, FALSE, &list),
              DXGI_ERROR_INVALID_CALL);
    assert_null(list);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, NULL, FALSE);

    /* Objects of another device, in lists and elsewhere. */
    ID3D11DeviceContext *deferred = deferred_open(&scale);
    list = finish(deferred, FALSE);
    ID3D11DeviceContext_ExecuteCommandList(single.context, list, FALSE);
    ID3D11DeviceContext_CSSetShader(single.context, scale.shader, NULL, 0);
    assert_null(bound_shader(single.context));
    ID3D11DeviceContext_CSSetUnorderedAccessViews(single.context, 0, 1, &scale.uav, NULL);
    ID3D11DeviceContext_CopyResource(single.context, (ID3D11Resource *)scale.target,
                                     (ID3D11Resource *)scale.source);
    scale_expect(&scale, 0, 0);
    assert_ok(ID3D11DeviceContext_FinishCommandList(deferred, FALSE, NULL));
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);
    rig_close(&single);
    scale_close(&scale);
}

struct recording {
    const struct scale *scale;
    uint32_t factor;
    ID3D11CommandList *list;
};

static void *record_thread(void *argument)
{
    struct recording *recording = argument;
    ID3D11DeviceContext *deferred = deferred_open(recording->scale);
    for (int i = 0; i < 100; i++) {
        scale_bind(recording->scale, deferred, recording->scale->numbers);
        scale_update(deferred, recording->scale->numbers, recording->factor, 1);
        ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    }
    recording->list = finish(deferred, FALSE);
    ID3D11DeviceContext_Release(deferred);
    return NULL;
}

static void threads_record_together(void **state)
{
    enum { THREADS = 4 };
    struct scale scale = scale_open();
    struct recording recordings[THREADS];
    pthread_t threads[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        recordings[i] = (struct recording){&scale, i + 2, NULL};
        assert_int_equal(pthread_create(&threads[i], NULL, record_thread, &recordings[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < THREADS; i++) {
        ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, recordings[i].list, FALSE);
        scale_expect(&scale, i + 2, 1);
        ID3D11CommandList_Release(recordings[i].list);
    }
    scale_close(&scale);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_happens_before_execution),
        cmocka_unit_test(data_is_taken_when_recorded),
        cmocka_unit_test(rows_are_packed),
        cmocka_unit_test(lists_keep_their_objects),
        cmocka_unit_test(execution_restores_or_clears),
        cmocka_unit_test(finishing_restores_or_clears),
        cmocka_unit_test(restored_state_is_whole),
        cmocka_unit_test(map_in_deferred_contexts),
        cmocka_unit_test(each_discard_is_its_own_memory),
        cmocka_unit_test(lists_within_lists),
        cmocka_unit_test(counters_are_set_at_execution),
        cmocka_unit_test(queries_are_recorded),
        cmocka_unit_test(hazards_in_lists),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(threads_record_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
