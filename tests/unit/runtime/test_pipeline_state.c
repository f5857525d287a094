/* Device context states: creation, exchange, what they hold; ClearState. */
#include "../../support/message_rig.h"
#include "../../support/scale_rig.h"

static const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;

static ID3D11Device1 *device1(const struct rig *rig)
{
    ID3D11Device1 *device;
    assert_ok(ID3D11Device_QueryInterface(rig->device, &IID_ID3D11Device1, (void **)&device));
    ID3D11Device1_Release(device); /* the same object */
    return device;
}

static ID3D11DeviceContext1 *context1(const struct rig *rig)
{
    return (ID3D11DeviceContext1 *)rig->context;
}

static ID3DDeviceContextState *state_create(const struct rig *rig)
{
    ID3DDeviceContextState *created;
    assert_ok(ID3D11Device1_CreateDeviceContextState(device1(rig), 0, &level, 1, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Device1, NULL, &created));
    return created;
}

static void creation(void **state)
{
    struct rig rig = rig_open(), single = rig_open_flags(D3D11_CREATE_DEVICE_SINGLETHREADED);
    ID3D11Device1 *device = device1(&rig);
    ID3DDeviceContextState *created = (void *)1;
    const D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_12_0, D3D_FEATURE_LEVEL_11_1,
                                        D3D_FEATURE_LEVEL_11_0};
    D3D_FEATURE_LEVEL chosen = 0;
    assert_ok(ID3D11Device1_CreateDeviceContextState(device, 0, levels, 3, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Device, &chosen, &created));
    assert_int_equal(chosen, D3D_FEATURE_LEVEL_11_1);
    assert_int_equal(ID3DDeviceContextState_Release(created), 0);
    assert_hr(ID3D11Device1_CreateDeviceContextState(device, 0, levels, 3, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Device, &chosen, NULL),
              S_FALSE);

    created = (void *)1;
    assert_hr(ID3D11Device1_CreateDeviceContextState(device, 2, levels, 3, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Device, NULL, &created),
              E_INVALIDARG);
    assert_null(created);
    assert_hr(ID3D11Device1_CreateDeviceContextState(device, 0, NULL, 0, D3D11_SDK_VERSION, &IID_ID3D11Device,
                                                     NULL, &created),
              E_INVALIDARG);
    assert_hr(ID3D11Device1_CreateDeviceContextState(device, 0, levels, 1, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Device, NULL, &created),
              E_INVALIDARG);
    assert_hr(
        ID3D11Device1_CreateDeviceContextState(device, 0, levels, 3, 6, &IID_ID3D11Device, NULL, &created),
        E_INVALIDARG);
    assert_hr(ID3D11Device1_CreateDeviceContextState(device, 0, levels, 3, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Buffer, NULL, &created),
              E_INVALIDARG);
    assert_hr(ID3D11Device1_CreateDeviceContextState(device1(&single), 0, levels, 3, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Device, NULL, &created),
              E_INVALIDARG);
    assert_ok(ID3D11Device1_CreateDeviceContextState(
        device1(&single), D3D11_1_CREATE_DEVICE_CONTEXT_STATE_SINGLETHREADED, levels, 3, D3D11_SDK_VERSION,
        &IID_ID3D11Device, NULL, &created));
    ID3DDeviceContextState_Release(created);
    rig_close(&single);
    rig_close(&rig);
}

static void states_are_exchanged(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext1 *context = context1(&scale.rig);
    ID3DDeviceContextState *mine = state_create(&scale.rig), *first, *previous;
    scale_bind(&scale, scale.rig.context, scale.numbers);
    ID3D11DeviceContext1_SwapDeviceContextState(context, mine, &first);
    assert_non_null(first);
    ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 1, 1); /* nothing is set in the new state */
    scale_expect(&scale, 0, 0);

    scale_bind(&scale, scale.rig.context, scale.dynamic);
    ID3D11DeviceContext1_SwapDeviceContextState(context, first, &previous);
    assert_ptr_equal(previous, mine);
    ID3D11Buffer *buffer;
    ID3D11DeviceContext_CSGetConstantBuffers(scale.rig.context, 0, 1, &buffer);
    assert_ptr_equal(buffer, scale.numbers);
    ID3D11Buffer_Release(buffer);
    ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 1, 1);
    scale_expect(&scale, 2, 0);

    ID3D11DeviceContext1_SwapDeviceContextState(context, mine, NULL);
    ID3D11DeviceContext_CSGetConstantBuffers(scale.rig.context, 0, 1, &buffer);
    assert_ptr_equal(buffer, scale.dynamic);
    ID3D11Buffer_Release(buffer);

    /* NULL does nothing. */
    previous = (void *)1;
    ID3D11DeviceContext1_SwapDeviceContextState(context, NULL, &previous);
    assert_null(previous);
    ID3D11DeviceContext_CSGetConstantBuffers(scale.rig.context, 0, 1, &buffer);
    assert_ptr_equal(buffer, scale.dynamic);
    ID3D11Buffer_Release(buffer);

    ID3DDeviceContextState_Release(mine);
    ID3DDeviceContextState_Release(first);
    ID3DDeviceContextState_Release(mine);
    scale_close(&scale);
}

/* A state that is put away keeps what is bound in it. */
static void states_keep_objects(void **state)
{
    struct scale scale = scale_open();
    ID3DDeviceContextState *first, *mine = state_create(&scale.rig);
    ID3D11ComputeShader *shader = rig_shader(&scale.rig, "scale"), *bound;
    ID3D11DeviceContext_CSSetShader(scale.rig.context, shader, NULL, 0);
    ID3D11DeviceContext1_SwapDeviceContextState(context1(&scale.rig), mine, &first);
    assert_int_equal(ID3D11ComputeShader_Release(shader), 0);
    ID3D11DeviceContext_ClearState(scale.rig.context);
    ID3D11DeviceContext1_SwapDeviceContextState(context1(&scale.rig), first, NULL);
    ID3D11DeviceContext_CSGetShader(scale.rig.context, &bound, NULL, NULL);
    assert_ptr_equal(bound, shader);
    ID3D11ComputeShader_Release(bound);
    ID3DDeviceContextState_Release(first);
    ID3DDeviceContextState_Release(mine);
    scale_close(&scale);
}

static void lists_run_beside_states(void **state)
{
    struct scale scale = scale_open();
    ID3DDeviceContextState *mine = state_create(&scale.rig), *previous;
    ID3D11DeviceContext *deferred;
    ID3D11CommandList *list;
    assert_ok(ID3D11Device_CreateDeferredContext(scale.rig.device, 0, &deferred));
    scale_bind(&scale, deferred, scale.numbers);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    assert_ok(ID3D11DeviceContext_FinishCommandList(deferred, FALSE, &list));
    ID3D11DeviceContext1_SwapDeviceContextState(context1(&scale.rig), mine, NULL);
    ID3D11DeviceContext_ExecuteCommandList(scale.rig.context, list, TRUE);
    scale_expect(&scale, 2, 0);
    ID3D11DeviceContext1_SwapDeviceContextState(context1(&scale.rig), mine, &previous);
    assert_ptr_equal(previous, mine);
    ID3DDeviceContextState_Release(previous);
    ID3DDeviceContextState_Release(mine);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);
    scale_close(&scale);
}

static void what_is_refused(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG), other = rig_open();
    ID3D11DeviceContext1 *deferred;
    ID3DDeviceContextState *mine = state_create(&rig), *foreign = state_create(&other), *previous = (void *)1;
    assert_ok(ID3D11Device1_CreateDeferredContext1(device1(&rig), 0, &deferred));
    ID3D11DeviceContext1_SwapDeviceContextState(deferred, mine, &previous);
    assert_null(previous);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_SWAPDEVICECONTEXTSTATE_NOTSUPPORTED);
    ID3D11DeviceContext1_SwapDeviceContextState(context1(&rig), foreign, &previous);
    assert_null(previous);
    ID3DDeviceContextState_Release(foreign);
    ID3DDeviceContextState_Release(mine);
    ID3D11DeviceContext1_Release(deferred);
    rig_close(&other);
    rig_close(&rig);
}

static void clear_state_clears_all(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *context = scale.rig.context;
    D3D11_SAMPLER_DESC desc = {.AddressU = D3D11_TEXTURE_ADDRESS_WRAP,
                               .AddressV = D3D11_TEXTURE_ADDRESS_WRAP,
                               .AddressW = D3D11_TEXTURE_ADDRESS_WRAP};
    D3D11_QUERY_DESC kind = {D3D11_QUERY_OCCLUSION_PREDICATE, 0};
    ID3D11SamplerState *sampler;
    ID3D11Predicate *predicate;
    WINBOOL value = TRUE;
    assert_ok(ID3D11Device_CreateSamplerState(scale.rig.device, &desc, &sampler));
    assert_ok(ID3D11Device_CreatePredicate(scale.rig.device, &kind, &predicate));
    scale_bind(&scale, context, scale.numbers);
    ID3D11DeviceContext_CSSetSamplers(context, 15, 1, &sampler);
    ID3D11DeviceContext_SetPredication(context, predicate, TRUE);
    ID3D11SamplerState_Release(sampler);
    ID3D11Predicate_Release(predicate);
    ID3D11DeviceContext_ClearState(context);

    ID3D11ComputeShader *shader;
    ID3D11Buffer *buffer;
    ID3D11ShaderResourceView *srv;
    ID3D11UnorderedAccessView *uav;
    ID3D11DeviceContext_CSGetShader(context, &shader, NULL, NULL);
    ID3D11DeviceContext_CSGetConstantBuffers(context, 0, 1, &buffer);
    ID3D11DeviceContext_CSGetShaderResources(context, 0, 1, &srv);
    ID3D11DeviceContext_CSGetUnorderedAccessViews(context, 0, 1, &uav);
    ID3D11DeviceContext_CSGetSamplers(context, 15, 1, &sampler);
    ID3D11DeviceContext_GetPredication(context, &predicate, &value);
    assert_null(shader);
    assert_null(buffer);
    assert_null(srv);
    assert_null(uav);
    assert_null(sampler);
    assert_null(predicate);
    assert_false(value);
    scale_close(&scale);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creation),
        cmocka_unit_test(states_are_exchanged),
        cmocka_unit_test(states_keep_objects),
        cmocka_unit_test(lists_run_beside_states),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(clear_state_clears_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
