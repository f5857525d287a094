/*
 * ID3D11DepthStencilState: the rules of CreateDepthStencilState.
 */
#include <string.h>

#include "fixed_state.h"

OBJECT_DEVICE_CHILD(ID3D11DepthStencilState, depth_stencil_state, fixed_state, iface.depth_stencil)

static void STDMETHODCALLTYPE depth_stencil_state_GetDesc(ID3D11DepthStencilState *iface,
                                                          D3D11_DEPTH_STENCIL_DESC *out)
{
    *out = container_of(iface, struct fixed_state, iface.depth_stencil)->desc.depth_stencil;
}

static const ID3D11DepthStencilStateVtbl depth_stencil_state_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(depth_stencil_state),
    .GetDesc = depth_stencil_state_GetDesc,
};

static const struct iface_entry depth_stencil_state_ifaces[] = {
    {&IID_ID3D11DepthStencilState, offsetof(struct fixed_state, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct fixed_state, iface)},
    {NULL, 0},
};
static const struct object_class depth_stencil_state_class = {"DepthStencilState", depth_stencil_state_ifaces,
                                                              fixed_state_destroy, NULL};

static bool function_is_known(D3D11_COMPARISON_FUNC function)
{
    return function >= D3D11_COMPARISON_NEVER && function <= D3D11_COMPARISON_ALWAYS;
}

static bool operation_is_known(D3D11_STENCIL_OP operation)
{
    return operation >= D3D11_STENCIL_OP_KEEP && operation <= D3D11_STENCIL_OP_DECR;
}

#define CHECK(condition, what, ...)                                                                          \
    if (!(condition))                                                                                        \
    return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_##what, __VA_ARGS__)
#define CHECK_FACE(face, FACE)                                                                               \
    do {                                                                                                     \
        const D3D11_DEPTH_STENCILOP_DESC *ops_ = &desc->face;                                                \
        CHECK(operation_is_known(ops_->StencilFailOp), INVALID##FACE##STENCILFAILOP,                         \
              #face ".StencilFailOp is %d", ops_->StencilFailOp);                                            \
        CHECK(operation_is_known(ops_->StencilDepthFailOp), INVALID##FACE##STENCILZFAILOP,                   \
              #face ".StencilDepthFailOp is %d", ops_->StencilDepthFailOp);                                  \
        CHECK(operation_is_known(ops_->StencilPassOp), INVALID##FACE##STENCILPASSOP,                         \
              #face ".StencilPassOp is %d", ops_->StencilPassOp);                                            \
        CHECK(function_is_known(ops_->StencilFunc), INVALID##FACE##STENCILFUNC, #face ".StencilFunc is %d",  \
              ops_->StencilFunc);                                                                            \
    } while (0)

static HRESULT validate(struct device *device, const D3D11_DEPTH_STENCIL_DESC *desc)
{
    if (desc->DepthEnable) {
        CHECK((UINT)desc->DepthWriteMask <= D3D11_DEPTH_WRITE_MASK_ALL, INVALIDDEPTHWRITEMASK,
              "DepthWriteMask is %d", desc->DepthWriteMask);
        CHECK(function_is_known(desc->DepthFunc), INVALIDDEPTHFUNC, "DepthFunc is %d", desc->DepthFunc);
    }
    if (desc->StencilEnable) {
        CHECK_FACE(FrontFace, FRONTFACE);
        CHECK_FACE(BackFace, BACKFACE);
    }
    return S_OK;
}

/* Into zeroed memory, field by field: padding stays 0. */
static void normalise(const D3D11_DEPTH_STENCIL_DESC *from, D3D11_DEPTH_STENCIL_DESC *to)
{
    const D3D11_DEPTH_STENCILOP_DESC off = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP,
                                            D3D11_STENCIL_OP_KEEP, D3D11_COMPARISON_ALWAYS};
    bool depth = from->DepthEnable, stencil = from->StencilEnable;
    to->DepthEnable = depth;
    to->DepthWriteMask = depth ? from->DepthWriteMask : D3D11_DEPTH_WRITE_MASK_ALL;
    to->DepthFunc = depth ? from->DepthFunc : D3D11_COMPARISON_LESS;
    to->StencilEnable = stencil;
    to->StencilReadMask = stencil ? from->StencilReadMask : D3D11_DEFAULT_STENCIL_READ_MASK;
    to->StencilWriteMask = stencil ? from->StencilWriteMask : D3D11_DEFAULT_STENCIL_WRITE_MASK;
    to->FrontFace = stencil ? from->FrontFace : off;
    to->BackFace = stencil ? from->BackFace : off;
}

HRESULT depth_stencil_state_create(struct device *device, const D3D11_DEPTH_STENCIL_DESC *desc,
                                   ID3D11DepthStencilState **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    CHECK(desc, NULLDESC, "pDepthStencilDesc is NULL");
    if (FAILED(hr = validate(device, desc)))
        return hr;
    if (!out)
        return S_FALSE;
    union fixed_state_desc normal;
    struct fixed_state *state;
    memset(&normal, 0, sizeof(normal));
    normalise(desc, &normal.depth_stencil);
    hr = fixed_state_get(device, &depth_stencil_state_class, &depth_stencil_state_vtbl, &normal, &state);
    if (FAILED(hr))
        return message_fail(device, hr, D3D11_MESSAGE_ID_UNKNOWN, "No memory for a depth-stencil state");
    *out = &state->iface.depth_stencil;
    return S_OK;
}
