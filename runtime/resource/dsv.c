/*
 * ID3D11DepthStencilView: its dimensions and methods. There are no views of buffers, and no newer interface.
 */
#include "dxbc.h"
#include "format.h"
#include "view.h"

#define VIEW       dsv
#define VIEW_IFACE ID3D11DepthStencilView
#define VIEW_DESC  D3D11_DEPTH_STENCIL_VIEW_DESC
#include "view_methods.h"

static const ID3D11DepthStencilViewVtbl dsv_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(dsv),
    .GetResource = dsv_GetResource,
    .GetDesc = dsv_GetDesc,
};

static const struct iface_entry dsv_ifaces[] = {
    {&IID_ID3D11DepthStencilView, offsetof(struct view, iface)},
    {&IID_ID3D11View, offsetof(struct view, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct view, iface)},
    {NULL, 0},
};

/* A row: the dimension's name, its resource, whether it has samples, its fields. */
#define AT(member) offsetof(D3D11_DEPTH_STENCIL_VIEW_DESC, member)
#define ROW(name, resource, samples, ...)                                                                    \
    {                                                                                                        \
        D3D11_DSV_DIMENSION_##name, D3D11_RESOURCE_DIMENSION_##resource, DXBC_DIM_##name, samples, 1,        \
            __VA_ARGS__                                                                                      \
    }
static const struct view_dimension dsv_dimensions[] = {
    ROW(TEXTURE1D, TEXTURE1D, false, AT(Texture1D.MipSlice), 0, 0, 0, 0),
    ROW(TEXTURE1DARRAY, TEXTURE1D, false, AT(Texture1DArray.MipSlice), 0, AT(Texture1DArray.FirstArraySlice),
        AT(Texture1DArray.ArraySize), 0),
    ROW(TEXTURE2D, TEXTURE2D, false, AT(Texture2D.MipSlice), 0, 0, 0, 0),
    ROW(TEXTURE2DARRAY, TEXTURE2D, false, AT(Texture2DArray.MipSlice), 0, AT(Texture2DArray.FirstArraySlice),
        AT(Texture2DArray.ArraySize), 0),
    ROW(TEXTURE2DMS, TEXTURE2D, true, 0, 0, 0, 0, 0),
    ROW(TEXTURE2DMSARRAY, TEXTURE2D, true, 0, 0, AT(Texture2DMSArray.FirstArraySlice),
        AT(Texture2DMSArray.ArraySize), 0),
};

static HRESULT dsv_finish(struct view *view)
{
    UINT flags = view->desc.dsv.Flags;
    if (flags & ~(UINT)(D3D11_DSV_READ_ONLY_DEPTH | D3D11_DSV_READ_ONLY_STENCIL))
        return VIEW_FAIL(view, flags, "Flags 0x%x hold unknown bits", flags);
    bool stencil = view->kernel.format->flags & FORMAT_IS_STENCIL;
    view->range.aspects = (flags & D3D11_DSV_READ_ONLY_DEPTH ? 0 : ASPECT_COLOR_OR_DEPTH) |
                          (stencil && !(flags & D3D11_DSV_READ_ONLY_STENCIL) ? ASPECT_STENCIL : 0);
    return S_OK;
}

const struct view_class dsv_class = {
    .object = {"DepthStencilView", dsv_ifaces, view_destroy, NULL},
    .vtbl = &dsv_vtbl,
    .dimensions = dsv_dimensions,
    .dimension_count = sizeof(dsv_dimensions) / sizeof(*dsv_dimensions),
    .desc_size = sizeof(D3D11_DEPTH_STENCIL_VIEW_DESC),
    .plain_size = sizeof(D3D11_DEPTH_STENCIL_VIEW_DESC),
    .bind_flag = D3D11_BIND_DEPTH_STENCIL,
    .caps = FORMAT_CAP_DEPTH_STENCIL,
    .finish = dsv_finish,
    .ids = {D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_INVALIDRESOURCE,
            D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_OUTOFMEMORY_RETURN,
            D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_INVALIDFORMAT,
            D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_UNRECOGNIZEDFORMAT,
            D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_INVALIDDIMENSIONS,
            D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_INVALIDFLAGS},
};
