/*
 * ID3D11BlendState1: the rules of CreateBlendState.
 */
#include <string.h>

#include "fixed_state.h"

enum { TARGETS = D3D11_SIMULTANEOUS_RENDER_TARGET_COUNT };

OBJECT_DEVICE_CHILD(ID3D11BlendState1, blend_state, fixed_state, iface.blend)

static const D3D11_BLEND_DESC1 *desc_of(ID3D11BlendState1 *iface)
{
    return &container_of(iface, struct fixed_state, iface.blend)->desc.blend;
}

static void STDMETHODCALLTYPE blend_state_GetDesc1(ID3D11BlendState1 *iface, D3D11_BLEND_DESC1 *out)
{
    *out = *desc_of(iface);
}

static void STDMETHODCALLTYPE blend_state_GetDesc(ID3D11BlendState1 *iface, D3D11_BLEND_DESC *out)
{
    const D3D11_BLEND_DESC1 *desc = desc_of(iface);
    out->AlphaToCoverageEnable = desc->AlphaToCoverageEnable;
    out->IndependentBlendEnable = desc->IndependentBlendEnable;
    for (int i = 0; i < TARGETS; i++) {
        const D3D11_RENDER_TARGET_BLEND_DESC1 *from = &desc->RenderTarget[i];
        out->RenderTarget[i] = (D3D11_RENDER_TARGET_BLEND_DESC){
            from->BlendEnable,   from->SrcBlend,       from->DestBlend,    from->BlendOp,
            from->SrcBlendAlpha, from->DestBlendAlpha, from->BlendOpAlpha, from->RenderTargetWriteMask,
        };
    }
}

static const ID3D11BlendState1Vtbl blend_state_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(blend_state),
    .GetDesc = blend_state_GetDesc,
    .GetDesc1 = blend_state_GetDesc1,
};

static const struct iface_entry blend_state_ifaces[] = {
    {&IID_ID3D11BlendState, offsetof(struct fixed_state, iface)},
    {&IID_ID3D11BlendState1, offsetof(struct fixed_state, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct fixed_state, iface)},
    {NULL, 0},
};
static const struct object_class blend_state_class = {"BlendState", blend_state_ifaces, fixed_state_destroy,
                                                      NULL};

/* 12 and 13 are numbers of Direct3D 9 only. */
static bool factor_is_known(D3D11_BLEND factor)
{
    return factor >= D3D11_BLEND_ZERO && factor <= D3D11_BLEND_INV_SRC1_ALPHA && factor != 12 && factor != 13;
}

static bool alpha_factor_is_known(D3D11_BLEND factor)
{
    switch (factor) {
    case D3D11_BLEND_SRC_COLOR:
    case D3D11_BLEND_INV_SRC_COLOR:
    case D3D11_BLEND_DEST_COLOR:
    case D3D11_BLEND_INV_DEST_COLOR:
    case D3D11_BLEND_SRC1_COLOR:
    case D3D11_BLEND_INV_SRC1_COLOR:
        return false;
    default:
        return factor_is_known(factor);
    }
}

static bool operation_is_known(D3D11_BLEND_OP operation)
{
    return operation >= D3D11_BLEND_OP_ADD && operation <= D3D11_BLEND_OP_MAX;
}

#define CHECK(condition, what, ...)                                                                          \
    if (!(condition))                                                                                        \
    return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBLENDSTATE_##what, __VA_ARGS__)

static HRESULT validate_target(struct device *device, UINT index,
                               const D3D11_RENDER_TARGET_BLEND_DESC1 *target)
{
    CHECK(target->RenderTargetWriteMask <= D3D11_COLOR_WRITE_ENABLE_ALL, INVALIDRENDERTARGETWRITEMASK,
          "RenderTarget[%u].RenderTargetWriteMask is 0x%x", index, target->RenderTargetWriteMask);
    CHECK(!target->LogicOpEnable, INVALIDLOGICOPS,
          "RenderTarget[%u].LogicOpEnable: D3D11_OPTIONS.OutputMergerLogicOp is not there", index);
    if (!target->BlendEnable)
        return S_OK;
    CHECK(factor_is_known(target->SrcBlend), INVALIDSRCBLEND, "RenderTarget[%u].SrcBlend is %d", index,
          target->SrcBlend);
    CHECK(factor_is_known(target->DestBlend), INVALIDDESTBLEND, "RenderTarget[%u].DestBlend is %d", index,
          target->DestBlend);
    CHECK(operation_is_known(target->BlendOp), INVALIDBLENDOP, "RenderTarget[%u].BlendOp is %d", index,
          target->BlendOp);
    CHECK(alpha_factor_is_known(target->SrcBlendAlpha), INVALIDSRCBLENDALPHA,
          "RenderTarget[%u].SrcBlendAlpha is %d", index, target->SrcBlendAlpha);
    CHECK(alpha_factor_is_known(target->DestBlendAlpha), INVALIDDESTBLENDALPHA,
          "RenderTarget[%u].DestBlendAlpha is %d", index, target->DestBlendAlpha);
    CHECK(operation_is_known(target->BlendOpAlpha), INVALIDBLENDOPALPHA,
          "RenderTarget[%u].BlendOpAlpha is %d", index, target->BlendOpAlpha);
    return S_OK;
}

/* Assigned field by field: padding stays 0. */
static void normalise_target(const D3D11_RENDER_TARGET_BLEND_DESC1 *from, D3D11_RENDER_TARGET_BLEND_DESC1 *to)
{
    bool on = from->BlendEnable;
    to->BlendEnable = on;
    to->SrcBlend = on ? from->SrcBlend : D3D11_BLEND_ONE;
    to->DestBlend = on ? from->DestBlend : D3D11_BLEND_ZERO;
    to->BlendOp = on ? from->BlendOp : D3D11_BLEND_OP_ADD;
    to->SrcBlendAlpha = on ? from->SrcBlendAlpha : D3D11_BLEND_ONE;
    to->DestBlendAlpha = on ? from->DestBlendAlpha : D3D11_BLEND_ZERO;
    to->BlendOpAlpha = on ? from->BlendOpAlpha : D3D11_BLEND_OP_ADD;
    to->LogicOp = D3D11_LOGIC_OP_NOOP;
    to->RenderTargetWriteMask = from->RenderTargetWriteMask;
}

HRESULT blend_state_create(struct device *device, const D3D11_BLEND_DESC1 *desc, ID3D11BlendState1 **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    CHECK(desc, NULLDESC, "pBlendStateDesc is NULL");
    union fixed_state_desc normal;
    memset(&normal, 0, sizeof(normal));
    normal.blend.AlphaToCoverageEnable = !!desc->AlphaToCoverageEnable;
    normal.blend.IndependentBlendEnable = !!desc->IndependentBlendEnable;
    for (UINT i = 0; i < TARGETS; i++) {
        const D3D11_RENDER_TARGET_BLEND_DESC1 *target =
            &desc->RenderTarget[desc->IndependentBlendEnable ? i : 0];
        if (FAILED(hr = validate_target(device, i, target)))
            return hr;
        normalise_target(target, &normal.blend.RenderTarget[i]);
    }
    if (!out)
        return S_FALSE;
    struct fixed_state *state;
    hr = fixed_state_get(device, &blend_state_class, &blend_state_vtbl, &normal, &state);
    if (FAILED(hr))
        return message_fail(device, hr, D3D11_MESSAGE_ID_UNKNOWN, "No memory for a blend state");
    *out = &state->iface.blend;
    return S_OK;
}
