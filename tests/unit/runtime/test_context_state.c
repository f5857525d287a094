/* What is bound to the compute stage: slots, ranges of constant buffers, hazards told apart by subresource.
 */
#include "../../support/message_rig.h"
#include "../../support/scale_rig.h"

static ID3D11ShaderResourceView *bound_srv(const struct rig *rig, UINT slot)
{
    ID3D11ShaderResourceView *view;
    ID3D11DeviceContext_CSGetShaderResources(rig->context, slot, 1, &view);
    if (view)
        ID3D11ShaderResourceView_Release(view);
    return view;
}

static ID3D11UnorderedAccessView *bound_uav(const struct rig *rig, UINT slot)
{
    ID3D11UnorderedAccessView *view;
    ID3D11DeviceContext_CSGetUnorderedAccessViews(rig->context, slot, 1, &view);
    if (view)
        ID3D11UnorderedAccessView_Release(view);
    return view;
}

static void constants_with_offsets(void **state)
{
    struct scale scale = scale_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11DeviceContext1 *context = (ID3D11DeviceContext1 *)scale.rig.context;
    uint32_t numbers[3 * 64] = {[64] = 5, [65] = 1, [128] = 6, [129] = 2};
    D3D11_BUFFER_DESC desc = {.ByteWidth = sizeof(numbers), .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Buffer *buffer = rig_buffer(&scale.rig, &desc, numbers), *got;
    UINT first = 16, count = 16;
    scale_bind(&scale, scale.rig.context, NULL);
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 1, &buffer, &first, &count);
    ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 1, 1);
    scale_expect(&scale, 5, 1);
    first = 32;
    count = 4096; /* more than there is */
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 1, &buffer, &first, &count);
    ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 1, 1);
    scale_expect(&scale, 6, 2);
    ID3D11DeviceContext1_CSGetConstantBuffers1(context, 0, 1, &got, &first, &count);
    assert_ptr_equal(got, buffer);
    assert_int_equal(first, 32);
    assert_int_equal(count, 4096);
    ID3D11Buffer_Release(got);

    /* The window is past the end: reads give 0. */
    first = 48;
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 1, &buffer, &first, &count);
    ID3D11DeviceContext_Dispatch(scale.rig.context, 1, 1, 1);
    scale_expect(&scale, 0, 0);

    /* Refused as a whole; what was bound stays. */
    const UINT firsts[2] = {0, 8}, counts[2] = {16, 16}, many[2] = {16, 4112};
    ID3D11Buffer *const both[2] = {scale.numbers, scale.numbers};
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 2, both, firsts, counts);
    rig_expect_message(&scale.rig, D3D11_MESSAGE_ID_UNKNOWN);
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 2, both, counts, many);
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 2, both, counts, NULL);
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 14, 1, both, NULL, NULL);
    ID3D11DeviceContext1_CSGetConstantBuffers1(context, 0, 1, &got, &first, NULL);
    assert_ptr_equal(got, buffer);
    assert_int_equal(first, 48);
    ID3D11Buffer_Release(got);

    /* Neither array: whole buffers. */
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 1, &buffer, NULL, NULL);
    ID3D11DeviceContext1_CSGetConstantBuffers1(context, 0, 1, NULL, &first, &count);
    assert_int_equal(first, 0);
    assert_int_equal(count, 4096);

    /* A buffer of another kind leaves an empty slot. */
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 1, &scale.source, NULL, NULL);
    ID3D11DeviceContext1_CSGetConstantBuffers1(context, 0, 1, &got, &first, &count);
    assert_null(got);
    assert_int_equal(count, 0);
    ID3D11Buffer_Release(buffer);
    scale_close(&scale);
}

static ID3D11ShaderResourceView *slice_srv(const struct rig *rig, ID3D11Texture2D *texture, UINT mip,
                                           UINT slice)
{
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {.Format = DXGI_FORMAT_R32_UINT,
                                            .ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DARRAY,
                                            .Texture2DArray = {mip, 1, slice, 1}};
    return rig_srv(rig, texture, &desc);
}

static void subresources_are_told_apart(void **state)
{
    struct rig rig = rig_open();
    D3D11_TEXTURE2D_DESC desc = {16,
                                 16,
                                 3,
                                 4,
                                 DXGI_FORMAT_R32_UINT,
                                 {1, 0},
                                 D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS,
                                 0,
                                 0};
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc = {.Format = DXGI_FORMAT_R32_UINT,
                                                 .ViewDimension = D3D11_UAV_DIMENSION_TEXTURE2DARRAY,
                                                 .Texture2DArray = {1, 2, 1}};
    ID3D11Texture2D *texture;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, texture, &uav_desc);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    for (UINT mip = 0; mip < 3; mip++)
        for (UINT slice = 0; slice < 4; slice++) {
            ID3D11ShaderResourceView *srv = slice_srv(&rig, texture, mip, slice);
            ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv);
            assert_ptr_equal(bound_srv(&rig, 0), mip == 1 && slice == 2 ? NULL : srv);
            ID3D11ShaderResourceView_Release(srv);
        }
    /* The whole texture overlaps. */
    ID3D11ShaderResourceView *whole = rig_srv(&rig, texture, NULL);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &whole);
    assert_null(bound_srv(&rig, 0));
    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 7, 1, &whole);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    assert_null(bound_srv(&rig, 7));
    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11ShaderResourceView_Release(whole);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Texture2D_Release(texture);
    rig_close(&rig);
}

static void no_array_empties_slots(void **state)
{
    struct scale scale = scale_open();
    ID3D11DeviceContext *context = scale.rig.context;
    ID3D11Buffer *buffer;
    scale_bind(&scale, context, scale.numbers);
    ID3D11DeviceContext_CSSetShaderResources(context, 0, 128, NULL);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 0, 64, NULL, NULL);
    ID3D11DeviceContext_CSSetConstantBuffers(context, 0, 14, NULL);
    ID3D11DeviceContext_CSSetSamplers(context, 0, 16, NULL);
    ID3D11DeviceContext_CSGetConstantBuffers(context, 0, 1, &buffer);
    assert_null(bound_srv(&scale.rig, 0));
    assert_null(bound_uav(&scale.rig, 0));
    assert_null(buffer);
    scale_close(&scale);
}

/* A view moves from one output slot to another in one call. */
static void output_moves(void **state)
{
    struct scale scale = scale_open();
    ID3D11UnorderedAccessView *const moved[2] = {scale.uav, NULL};
    ID3D11DeviceContext_CSSetUnorderedAccessViews(scale.rig.context, 5, 1, &scale.uav, NULL);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(scale.rig.context, 4, 2, moved, NULL);
    assert_ptr_equal(bound_uav(&scale.rig, 4), scale.uav);
    assert_null(bound_uav(&scale.rig, 5));
    scale_close(&scale);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_with_offsets),
        cmocka_unit_test(subresources_are_told_apart),
        cmocka_unit_test(no_array_empties_slots),
        cmocka_unit_test(output_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
