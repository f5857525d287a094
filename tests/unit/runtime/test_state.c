/* State objects: every field checked with Microsoft's id, equal states are one object, GetDesc. */
#include "../../support/runtime_rig.h"

#include <math.h>

struct fixture {
    struct rig rig;
    ID3D11InfoQueue *queue;
};

static struct fixture fixture_open(void)
{
    struct fixture f = {.rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG)};
    f.queue = rig_queue(&f.rig);
    return f;
}

static void fixture_close(struct fixture *f)
{
    ID3D11InfoQueue_Release(f->queue);
    rig_close(&f->rig);
}

/* `desc.field = value` must be refused with the id; desc is as before afterwards. */
#define REFUSES(kind, Kind, field, value, what)                                                              \
    do {                                                                                                     \
        D3D11_##kind##_DESC wrong_ = desc;                                                                   \
        ID3D11##Kind##State *state_ = (void *)1;                                                             \
        wrong_.field = value;                                                                                \
        ID3D11InfoQueue_ClearStoredMessages(f.queue);                                                        \
        assert_hr(ID3D11Device_Create##Kind##State(f.rig.device, &wrong_, &state_), E_INVALIDARG);           \
        assert_null(state_);                                                                                 \
        assert_true(rig_said(f.queue, D3D11_MESSAGE_ID_CREATE##what));                                       \
    } while (0)

static const D3D11_SAMPLER_DESC good_sampler = {.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR,
                                                .AddressU = D3D11_TEXTURE_ADDRESS_WRAP,
                                                .AddressV = D3D11_TEXTURE_ADDRESS_CLAMP,
                                                .AddressW = D3D11_TEXTURE_ADDRESS_MIRROR,
                                                .MaxLOD = D3D11_FLOAT32_MAX};

static void sampler_fields(void **state)
{
    struct fixture f = fixture_open();
    D3D11_SAMPLER_DESC desc = good_sampler;
    REFUSES(SAMPLER, Sampler, Filter, 2, SAMPLERSTATE_INVALIDFILTER);
    REFUSES(SAMPLER, Sampler, Filter, 0x200, SAMPLERSTATE_INVALIDFILTER);
    REFUSES(SAMPLER, Sampler, AddressU, 0, SAMPLERSTATE_INVALIDADDRESSU);
    REFUSES(SAMPLER, Sampler, AddressV, 6, SAMPLERSTATE_INVALIDADDRESSV);
    REFUSES(SAMPLER, Sampler, AddressW, 7, SAMPLERSTATE_INVALIDADDRESSW);
    REFUSES(SAMPLER, Sampler, MipLODBias, -16.5f, SAMPLERSTATE_INVALIDMIPLODBIAS);
    REFUSES(SAMPLER, Sampler, MipLODBias, 16.0f, SAMPLERSTATE_INVALIDMIPLODBIAS);
    REFUSES(SAMPLER, Sampler, MinLOD, NAN, SAMPLERSTATE_INVALIDMINLOD);
    REFUSES(SAMPLER, Sampler, MaxLOD, NAN, SAMPLERSTATE_INVALIDMAXLOD);
    desc.Filter = D3D11_FILTER_ANISOTROPIC, desc.MaxAnisotropy = 16;
    REFUSES(SAMPLER, Sampler, MaxAnisotropy, 17, SAMPLERSTATE_INVALIDMAXANISOTROPY);
    desc.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_POINT, desc.ComparisonFunc = D3D11_COMPARISON_LESS;
    REFUSES(SAMPLER, Sampler, ComparisonFunc, 9, SAMPLERSTATE_INVALIDCOMPARISONFUNC);
    assert_hr(ID3D11Device_CreateSamplerState(f.rig.device, &desc, NULL), S_FALSE);
    assert_hr(ID3D11Device_CreateSamplerState(f.rig.device, NULL, NULL), E_INVALIDARG);
    fixture_close(&f);
}

static void samplers_are_shared(void **state)
{
    static const D3D11_FILTER filters[] = {
        D3D11_FILTER_MINIMUM_MIN_MAG_MIP_POINT,  D3D11_FILTER_MINIMUM_ANISOTROPIC,
        D3D11_FILTER_MAXIMUM_MIN_MAG_MIP_LINEAR, D3D11_FILTER_MAXIMUM_MIN_POINT_MAG_MIP_LINEAR,
        D3D11_FILTER_COMPARISON_ANISOTROPIC,     D3D11_FILTER_MIN_LINEAR_MAG_POINT_MIP_LINEAR};
    struct fixture f = fixture_open();
    D3D11_SAMPLER_DESC desc = good_sampler, got;
    ID3D11SamplerState *first, *second;
    assert_ok(ID3D11Device_CreateSamplerState(f.rig.device, &desc, &first));
    /* Fields that this filter does not read make no difference. */
    desc.MaxAnisotropy = 7, desc.BorderColor[2] = 0.5f, desc.ComparisonFunc = D3D11_COMPARISON_GREATER;
    assert_ok(ID3D11Device_CreateSamplerState(f.rig.device, &desc, &second));
    assert_ptr_equal(first, second);
    ID3D11SamplerState_GetDesc(second, &got);
    assert_int_equal(got.MaxAnisotropy, 0);
    assert_int_equal(got.ComparisonFunc, D3D11_COMPARISON_NEVER);
    assert_int_equal(ID3D11SamplerState_Release(second), 1);
    desc.MinLOD = 1;
    assert_ok(ID3D11Device_CreateSamplerState(f.rig.device, &desc, &second));
    assert_ptr_not_equal(first, second);
    ID3D11SamplerState_Release(second);
    ID3D11SamplerState_Release(first);
    for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++) {
        desc.Filter = filters[i];
        assert_ok(ID3D11Device_CreateSamplerState(f.rig.device, &desc, &first));
        ID3D11SamplerState_GetDesc(first, &got);
        assert_int_equal(got.Filter, filters[i]);
        ID3D11SamplerState_Release(first);
    }
    fixture_close(&f);
}

static void blend_fields(void **state)
{
    struct fixture f = fixture_open();
    D3D11_BLEND_DESC desc = {
        .RenderTarget = {{TRUE, D3D11_BLEND_SRC_ALPHA, D3D11_BLEND_INV_SRC_ALPHA, D3D11_BLEND_OP_ADD,
                          D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_BLEND_OP_MAX, 15}}};
    REFUSES(BLEND, Blend, RenderTarget[0].SrcBlend, 12, BLENDSTATE_INVALIDSRCBLEND);
    REFUSES(BLEND, Blend, RenderTarget[0].DestBlend, 20, BLENDSTATE_INVALIDDESTBLEND);
    REFUSES(BLEND, Blend, RenderTarget[0].BlendOp, 0, BLENDSTATE_INVALIDBLENDOP);
    REFUSES(BLEND, Blend, RenderTarget[0].SrcBlendAlpha, D3D11_BLEND_SRC_COLOR,
            BLENDSTATE_INVALIDSRCBLENDALPHA);
    REFUSES(BLEND, Blend, RenderTarget[0].DestBlendAlpha, D3D11_BLEND_DEST_COLOR,
            BLENDSTATE_INVALIDDESTBLENDALPHA);
    REFUSES(BLEND, Blend, RenderTarget[0].BlendOpAlpha, 6, BLENDSTATE_INVALIDBLENDOPALPHA);
    REFUSES(BLEND, Blend, RenderTarget[0].RenderTargetWriteMask, 16, BLENDSTATE_INVALIDRENDERTARGETWRITEMASK);

    /* Without IndependentBlendEnable the first target is that of all, whatever stands in the others. */
    ID3D11BlendState *first, *second;
    D3D11_BLEND_DESC got;
    assert_ok(ID3D11Device_CreateBlendState(f.rig.device, &desc, &first));
    desc.RenderTarget[5].SrcBlend = 99, desc.RenderTarget[5].BlendEnable = TRUE;
    assert_ok(ID3D11Device_CreateBlendState(f.rig.device, &desc, &second));
    assert_ptr_equal(first, second);
    ID3D11BlendState_GetDesc(first, &got);
    assert_int_equal(got.RenderTarget[7].SrcBlend, D3D11_BLEND_SRC_ALPHA);
    assert_int_equal(got.RenderTarget[7].RenderTargetWriteMask, 15);
    ID3D11BlendState_Release(second);
    desc.IndependentBlendEnable = TRUE;
    assert_hr(ID3D11Device_CreateBlendState(f.rig.device, &desc, &second), E_INVALIDARG);
    desc.RenderTarget[5].BlendEnable = FALSE;
    assert_ok(ID3D11Device_CreateBlendState(f.rig.device, &desc, &second));
    assert_ptr_not_equal(first, second);
    ID3D11BlendState1 *newer;
    D3D11_BLEND_DESC1 got1;
    assert_ok(ID3D11BlendState_QueryInterface(second, &IID_ID3D11BlendState1, (void **)&newer));
    ID3D11BlendState1_GetDesc1(newer, &got1);
    assert_int_equal(got1.RenderTarget[5].SrcBlend, D3D11_BLEND_ONE);
    assert_int_equal(got1.RenderTarget[5].LogicOp, D3D11_LOGIC_OP_NOOP);
    ID3D11BlendState1_Release(newer);
    ID3D11BlendState_Release(second);
    ID3D11BlendState_Release(first);
    ID3D11Device1 *device1;
    D3D11_BLEND_DESC1 logic = {.RenderTarget = {{.LogicOpEnable = TRUE}}};
    assert_ok(ID3D11Device_QueryInterface(f.rig.device, &IID_ID3D11Device1, (void **)&device1));
    assert_hr(ID3D11Device1_CreateBlendState1(device1, &logic, &newer), E_INVALIDARG);
    assert_true(rig_said(f.queue, D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDLOGICOPS));
    ID3D11Device1_Release(device1);
    fixture_close(&f);
}

static void depth_stencil_fields(void **state)
{
    struct fixture f = fixture_open();
    const D3D11_DEPTH_STENCILOP_DESC face = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_INVERT,
                                             D3D11_STENCIL_OP_DECR, D3D11_COMPARISON_EQUAL};
    D3D11_DEPTH_STENCIL_DESC desc = {
        TRUE, D3D11_DEPTH_WRITE_MASK_ZERO, D3D11_COMPARISON_LESS, TRUE, 3, 4, face, face};
    REFUSES(DEPTH_STENCIL, DepthStencil, DepthWriteMask, 2, DEPTHSTENCILSTATE_INVALIDDEPTHWRITEMASK);
    REFUSES(DEPTH_STENCIL, DepthStencil, DepthFunc, 0, DEPTHSTENCILSTATE_INVALIDDEPTHFUNC);
    REFUSES(DEPTH_STENCIL, DepthStencil, FrontFace.StencilFailOp, 0,
            DEPTHSTENCILSTATE_INVALIDFRONTFACESTENCILFAILOP);
    REFUSES(DEPTH_STENCIL, DepthStencil, FrontFace.StencilDepthFailOp, 9,
            DEPTHSTENCILSTATE_INVALIDFRONTFACESTENCILZFAILOP);
    REFUSES(DEPTH_STENCIL, DepthStencil, BackFace.StencilPassOp, 0,
            DEPTHSTENCILSTATE_INVALIDBACKFACESTENCILPASSOP);
    REFUSES(DEPTH_STENCIL, DepthStencil, BackFace.StencilFunc, 9,
            DEPTHSTENCILSTATE_INVALIDBACKFACESTENCILFUNC);
    ID3D11DepthStencilState *first, *second;
    D3D11_DEPTH_STENCIL_DESC got;
    assert_ok(ID3D11Device_CreateDepthStencilState(f.rig.device, &desc, &first));
    ID3D11DepthStencilState_GetDesc(first, &got);
    assert_int_equal(got.StencilWriteMask, 4);
    assert_int_equal(got.BackFace.StencilPassOp, D3D11_STENCIL_OP_DECR);
    ID3D11DepthStencilState_Release(first);
    /* What is switched off is not looked at. */
    desc.DepthEnable = FALSE, desc.StencilEnable = FALSE, desc.DepthFunc = 77,
    desc.FrontFace.StencilFunc = 77;
    assert_ok(ID3D11Device_CreateDepthStencilState(f.rig.device, &desc, &first));
    desc.DepthFunc = 78;
    assert_ok(ID3D11Device_CreateDepthStencilState(f.rig.device, &desc, &second));
    assert_ptr_equal(first, second);
    ID3D11DepthStencilState_Release(first);
    ID3D11DepthStencilState_Release(second);
    fixture_close(&f);
}

static void rasterizer_fields(void **state)
{
    struct fixture f = fixture_open();
    D3D11_RASTERIZER_DESC desc = {.FillMode = D3D11_FILL_SOLID, .CullMode = D3D11_CULL_BACK}, got;
    REFUSES(RASTERIZER, Rasterizer, FillMode, 1, RASTERIZERSTATE_INVALIDFILLMODE);
    REFUSES(RASTERIZER, Rasterizer, CullMode, 0, RASTERIZERSTATE_INVALIDCULLMODE);
    REFUSES(RASTERIZER, Rasterizer, DepthBiasClamp, NAN, RASTERIZERSTATE_INVALIDDEPTHBIASCLAMP);
    REFUSES(RASTERIZER, Rasterizer, SlopeScaledDepthBias, NAN, RASTERIZERSTATE_INVALIDSLOPESCALEDDEPTHBIAS);
    ID3D11RasterizerState *first, *second;
    desc.ScissorEnable = 5;
    assert_ok(ID3D11Device_CreateRasterizerState(f.rig.device, &desc, &first));
    ID3D11RasterizerState_GetDesc(first, &got);
    assert_int_equal(got.ScissorEnable, TRUE);
    desc.ScissorEnable = TRUE;
    assert_ok(ID3D11Device_CreateRasterizerState(f.rig.device, &desc, &second));
    assert_ptr_equal(first, second);
    ID3D11RasterizerState_Release(first);
    ID3D11RasterizerState_Release(second);

    ID3D11Device3 *device3;
    ID3D11RasterizerState2 *newest;
    D3D11_RASTERIZER_DESC2 desc2 = {
        .FillMode = D3D11_FILL_SOLID, .CullMode = D3D11_CULL_NONE, .ForcedSampleCount = 8};
    assert_ok(ID3D11Device_QueryInterface(f.rig.device, &IID_ID3D11Device3, (void **)&device3));
    assert_ok(ID3D11Device3_CreateRasterizerState2(device3, &desc2, &newest));
    ID3D11RasterizerState2_Release(newest);
    desc2.ForcedSampleCount = 3;
    assert_hr(ID3D11Device3_CreateRasterizerState2(device3, &desc2, &newest), E_INVALIDARG);
    assert_true(rig_said(f.queue, D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_INVALIDFORCEDSAMPLECOUNT));
    desc2.ForcedSampleCount = 0, desc2.ConservativeRaster = D3D11_CONSERVATIVE_RASTERIZATION_MODE_ON;
    assert_hr(ID3D11Device3_CreateRasterizerState2(device3, &desc2, &newest), E_INVALIDARG);
    ID3D11Device3_Release(device3);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sampler_fields),    cmocka_unit_test(samplers_are_shared),
        cmocka_unit_test(blend_fields),      cmocka_unit_test(depth_stencil_fields),
        cmocka_unit_test(rasterizer_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
