/*
 * ID3D11RenderTargetView1: its dimensions, its views of buffers, its methods.
 */
#include "dxbc.h"
#include "format.h"
#include "view.h"

#define VIEW       rtv
#define VIEW_IFACE ID3D11RenderTargetView1
#define VIEW_DESC  D3D11_RENDER_TARGET_VIEW_DESC
#include "view_methods.h"

static void STDMETHODCALLTYPE rtv_GetDesc1(ID3D11RenderTargetView1 *iface,
                                           D3D11_RENDER_TARGET_VIEW_DESC1 *out)
{
    *out = rtv_of((ID3D11RenderTargetView *)iface)->desc.rtv;
}

static const ID3D11RenderTargetView1Vtbl rtv_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(rtv),
    .GetResource = rtv_GetResource,
    .GetDesc = rtv_GetDesc,
    .GetDesc1 = rtv_GetDesc1,
};

static const struct iface_entry rtv_ifaces[] = {
    {&IID_ID3D11RenderTargetView, offsetof(struct view, iface)},
    {&IID_ID3D11RenderTargetView1, offsetof(struct view, iface)},
    {&IID_ID3D11View, offsetof(struct view, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct view, iface)},
    {NULL, 0},
};

/* A row: the dimension's name, its resource, whether it has samples, its fields. */
#define AT(member) offsetof(D3D11_RENDER_TARGET_VIEW_DESC1, member)
#define ROW(name, resource, samples, ...)                                                                    \
    {                                                                                                        \
        D3D11_RTV_DIMENSION_##name, D3D11_RESOURCE_DIMENSION_##resource, DXBC_DIM_##name, samples, 1,        \
            __VA_ARGS__                                                                                      \
    }
static const struct view_dimension rtv_dimensions[] = {
    ROW(TEXTURE1D, TEXTURE1D, false, AT(Texture1D.MipSlice), 0, 0, 0, 0),
    ROW(TEXTURE1DARRAY, TEXTURE1D, false, AT(Texture1DArray.MipSlice), 0, AT(Texture1DArray.FirstArraySlice),
        AT(Texture1DArray.ArraySize), 0),
    ROW(TEXTURE2D, TEXTURE2D, false, AT(Texture2D.MipSlice), 0, 0, 0, AT(Texture2D.PlaneSlice)),
    ROW(TEXTURE2DARRAY, TEXTURE2D, false, AT(Texture2DArray.MipSlice), 0, AT(Texture2DArray.FirstArraySlice),
        AT(Texture2DArray.ArraySize), AT(Texture2DArray.PlaneSlice)),
    ROW(TEXTURE2DMS, TEXTURE2D, true, 0, 0, 0, 0, 0),
    ROW(TEXTURE2DMSARRAY, TEXTURE2D, true, 0, 0, AT(Texture2DMSArray.FirstArraySlice),
        AT(Texture2DMSArray.ArraySize), 0),
    ROW(TEXTURE3D, TEXTURE3D, false, AT(Texture3D.MipSlice), 0, AT(Texture3D.FirstWSlice),
        AT(Texture3D.WSize), 0),
};

static HRESULT rtv_fill_buffer(struct view *view)
{
    const D3D11_RENDER_TARGET_VIEW_DESC1 *desc = &view->desc.rtv;
    const struct format_info *format;
    if (desc->ViewDimension != D3D11_RTV_DIMENSION_BUFFER)
        return VIEW_FAIL(view, dimension, "View dimension %d does not go with a Buffer", desc->ViewDimension);
    HRESULT hr = view_check_buffer_format(view, &format);
    return FAILED(hr) ? hr
                      : view_fill_buffer(view, KERNEL_VIEW_TYPED_BUFFER, format, format->block_bytes,
                                         desc->Buffer.FirstElement, desc->Buffer.NumElements);
}

const struct view_class rtv_class = {
    .object = {"RenderTargetView", rtv_ifaces, view_destroy, NULL},
    .vtbl = &rtv_vtbl,
    .dimensions = rtv_dimensions,
    .dimension_count = sizeof(rtv_dimensions) / sizeof(*rtv_dimensions),
    .desc_size = sizeof(D3D11_RENDER_TARGET_VIEW_DESC1),
    .plain_size = sizeof(D3D11_RENDER_TARGET_VIEW_DESC),
    .bind_flag = D3D11_BIND_RENDER_TARGET,
    .caps = FORMAT_CAP_RENDER_TARGET,
    .fill_buffer = rtv_fill_buffer,
    .ids = {D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_INVALIDRESOURCE,
            D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_OUTOFMEMORY_RETURN,
            D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_INVALIDFORMAT,
            D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_UNRECOGNIZEDFORMAT,
            D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_INVALIDDIMENSIONS,
            D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_INVALIDDESC},
};
