/*
 * ID3D11RasterizerState2: the rules of CreateRasterizerState.
 */
#include <math.h>
#include <string.h>

#include "fixed_state.h"

OBJECT_DEVICE_CHILD(ID3D11RasterizerState2, rasterizer_state, fixed_state, iface.rasterizer)

static const D3D11_RASTERIZER_DESC2 *desc_of(ID3D11RasterizerState2 *iface)
{
    return &container_of(iface, struct fixed_state, iface.rasterizer)->desc.rasterizer;
}

/* The older descriptions are the beginning of the newest. */
static void STDMETHODCALLTYPE rasterizer_state_GetDesc(ID3D11RasterizerState2 *iface,
                                                       D3D11_RASTERIZER_DESC *out)
{
    memcpy(out, desc_of(iface), sizeof(*out));
}

static void STDMETHODCALLTYPE rasterizer_state_GetDesc1(ID3D11RasterizerState2 *iface,
                                                        D3D11_RASTERIZER_DESC1 *out)
{
    memcpy(out, desc_of(iface), sizeof(*out));
}

static void STDMETHODCALLTYPE rasterizer_state_GetDesc2(ID3D11RasterizerState2 *iface,
                                                        D3D11_RASTERIZER_DESC2 *out)
{
    *out = *desc_of(iface);
}

static const ID3D11RasterizerState2Vtbl rasterizer_state_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(rasterizer_state),
    .GetDesc = rasterizer_state_GetDesc,
    .GetDesc1 = rasterizer_state_GetDesc1,
    .GetDesc2 = rasterizer_state_GetDesc2,
};

static const struct iface_entry rasterizer_state_ifaces[] = {
    {&IID_ID3D11RasterizerState, offsetof(struct fixed_state, iface)},
    {&IID_ID3D11RasterizerState1, offsetof(struct fixed_state, iface)},
    {&IID_ID3D11RasterizerState2, offsetof(struct fixed_state, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct fixed_state, iface)},
    {NULL, 0},
};
static const struct object_class rasterizer_state_class = {"RasterizerState", rasterizer_state_ifaces,
                                                           fixed_state_destroy, NULL};

#define CHECK(condition, what, ...)                                                                          \
    if (!(condition))                                                                                        \
    return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_##what, __VA_ARGS__)

static HRESULT validate(struct device *device, const D3D11_RASTERIZER_DESC2 *desc)
{
    UINT forced = desc->ForcedSampleCount;
    CHECK(desc->FillMode == D3D11_FILL_WIREFRAME || desc->FillMode == D3D11_FILL_SOLID, INVALIDFILLMODE,
          "FillMode is %d", desc->FillMode);
    CHECK(desc->CullMode >= D3D11_CULL_NONE && desc->CullMode <= D3D11_CULL_BACK, INVALIDCULLMODE,
          "CullMode is %d", desc->CullMode);
    CHECK(!isnan(desc->DepthBiasClamp), INVALIDDEPTHBIASCLAMP, "DepthBiasClamp is not a number");
    CHECK(!isnan(desc->SlopeScaledDepthBias), INVALIDSLOPESCALEDDEPTHBIAS,
          "SlopeScaledDepthBias is not a number");
    CHECK(forced <= 1 || forced == 4 || forced == 8 || forced == 16, INVALIDFORCEDSAMPLECOUNT,
          "ForcedSampleCount is %u, not 0, 1, 4, 8 or 16", forced);
    if (desc->ConservativeRaster != D3D11_CONSERVATIVE_RASTERIZATION_MODE_OFF)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
                            "ConservativeRaster: D3D11_OPTIONS2.ConservativeRasterizationTier is 0");
    return S_OK;
}

HRESULT rasterizer_state_create(struct device *device, const D3D11_RASTERIZER_DESC2 *desc,
                                ID3D11RasterizerState2 **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    CHECK(desc, NULLDESC, "pRasterizerDesc is NULL");
    if (FAILED(hr = validate(device, desc)))
        return hr;
    if (!out)
        return S_FALSE;
    union fixed_state_desc normal;
    struct fixed_state *state;
    memset(&normal, 0, sizeof(normal));
    normal.rasterizer = *desc;
    normal.rasterizer.FrontCounterClockwise = !!desc->FrontCounterClockwise;
    normal.rasterizer.DepthClipEnable = !!desc->DepthClipEnable;
    normal.rasterizer.ScissorEnable = !!desc->ScissorEnable;
    normal.rasterizer.MultisampleEnable = !!desc->MultisampleEnable;
    normal.rasterizer.AntialiasedLineEnable = !!desc->AntialiasedLineEnable;
    hr = fixed_state_get(device, &rasterizer_state_class, &rasterizer_state_vtbl, &normal, &state);
    if (FAILED(hr))
        return message_fail(device, hr, D3D11_MESSAGE_ID_UNKNOWN, "No memory for a rasterizer state");
    *out = &state->iface.rasterizer;
    return S_OK;
}
