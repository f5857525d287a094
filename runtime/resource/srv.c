/*
 * ID3D11ShaderResourceView1: its dimensions, its views of buffers, its methods.
 */
#include "dxbc.h"
#include "format.h"
#include "view.h"

#define VIEW       srv
#define VIEW_IFACE ID3D11ShaderResourceView1
#define VIEW_DESC  D3D11_SHADER_RESOURCE_VIEW_DESC
#include "view_methods.h"

static void STDMETHODCALLTYPE srv_GetDesc1(ID3D11ShaderResourceView1 *iface,
                                           D3D11_SHADER_RESOURCE_VIEW_DESC1 *out)
{
    *out = srv_of((ID3D11ShaderResourceView *)iface)->desc.srv;
}

static const ID3D11ShaderResourceView1Vtbl srv_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(srv),
    .GetResource = srv_GetResource,
    .GetDesc = srv_GetDesc,
    .GetDesc1 = srv_GetDesc1,
};

static const struct iface_entry srv_ifaces[] = {
    {&IID_ID3D11ShaderResourceView, offsetof(struct view, iface)},
    {&IID_ID3D11ShaderResourceView1, offsetof(struct view, iface)},
    {&IID_ID3D11View, offsetof(struct view, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct view, iface)},
    {NULL, 0},
};

/* A row: the dimension's name, its resource, whether it has samples, its faces, its fields. */
#define AT(member) offsetof(D3D11_SHADER_RESOURCE_VIEW_DESC1, member)
#define MIPS(name) AT(name.MostDetailedMip), AT(name.MipLevels)
#define ROW(name, resource, samples, faces, ...)                                                             \
    {                                                                                                        \
        D3D11_SRV_DIMENSION_##name, D3D11_RESOURCE_DIMENSION_##resource, DXBC_DIM_##name, samples, faces,    \
            __VA_ARGS__                                                                                      \
    }
static const struct view_dimension srv_dimensions[] = {
    ROW(TEXTURE1D, TEXTURE1D, false, 1, MIPS(Texture1D), 0, 0, 0),
    ROW(TEXTURE1DARRAY, TEXTURE1D, false, 1, MIPS(Texture1DArray), AT(Texture1DArray.FirstArraySlice),
        AT(Texture1DArray.ArraySize), 0),
    ROW(TEXTURECUBE, TEXTURE2D, false, 6, MIPS(TextureCube), 0, 0, 0),
    ROW(TEXTURECUBEARRAY, TEXTURE2D, false, 6, MIPS(TextureCubeArray), AT(TextureCubeArray.First2DArrayFace),
        AT(TextureCubeArray.NumCubes), 0),
    ROW(TEXTURE2D, TEXTURE2D, false, 1, MIPS(Texture2D), 0, 0, AT(Texture2D.PlaneSlice)),
    ROW(TEXTURE2DARRAY, TEXTURE2D, false, 1, MIPS(Texture2DArray), AT(Texture2DArray.FirstArraySlice),
        AT(Texture2DArray.ArraySize), AT(Texture2DArray.PlaneSlice)),
    ROW(TEXTURE2DMS, TEXTURE2D, true, 1, 0, 0, 0, 0, 0),
    ROW(TEXTURE2DMSARRAY, TEXTURE2D, true, 1, 0, 0, AT(Texture2DMSArray.FirstArraySlice),
        AT(Texture2DMSArray.ArraySize), 0),
    ROW(TEXTURE3D, TEXTURE3D, false, 1, MIPS(Texture3D), 0, 0, 0),
};

static HRESULT srv_fill_buffer(struct view *view)
{
    const D3D11_SHADER_RESOURCE_VIEW_DESC1 *desc = &view->desc.srv;
    uint32_t first = desc->Buffer.FirstElement, count = desc->Buffer.NumElements;
    uint32_t stride = view->resource->desc.stride;
    bool ex = desc->ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX;
    if (!ex && desc->ViewDimension != D3D11_SRV_DIMENSION_BUFFER)
        return VIEW_FAIL(view, dimension, "View dimension %d does not go with a Buffer", desc->ViewDimension);
    if (ex && (desc->BufferEx.Flags & ~(UINT)D3D11_BUFFEREX_SRV_FLAG_RAW))
        return VIEW_FAIL(view, flags, "BufferEx.Flags 0x%x hold unknown bits", desc->BufferEx.Flags);
    if (ex && desc->BufferEx.Flags) {
        HRESULT hr = view_check_raw(view);
        return FAILED(hr) ? hr : view_fill_buffer(view, KERNEL_VIEW_RAW_BUFFER, NULL, 4, first, count);
    }
    if (stride) {
        if (desc->Format != DXGI_FORMAT_UNKNOWN)
            return VIEW_FAIL(view, format, "A view of a structured buffer has format UNKNOWN");
        return view_fill_buffer(view, KERNEL_VIEW_STRUCTURED_BUFFER, NULL, stride, first, count);
    }
    const struct format_info *format;
    HRESULT hr = view_check_buffer_format(view, &format);
    return FAILED(hr)
               ? hr
               : view_fill_buffer(view, KERNEL_VIEW_TYPED_BUFFER, format, format->block_bytes, first, count);
}

const struct view_class srv_class = {
    .object = {"ShaderResourceView", srv_ifaces, view_destroy, NULL},
    .vtbl = &srv_vtbl,
    .dimensions = srv_dimensions,
    .dimension_count = sizeof(srv_dimensions) / sizeof(*srv_dimensions),
    .desc_size = sizeof(D3D11_SHADER_RESOURCE_VIEW_DESC1),
    .plain_size = sizeof(D3D11_SHADER_RESOURCE_VIEW_DESC),
    .bind_flag = D3D11_BIND_SHADER_RESOURCE,
    .caps = FORMAT_CAP_LOAD | FORMAT_CAP_SAMPLE,
    .fill_buffer = srv_fill_buffer,
    .ids = {D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDRESOURCE,
            D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_OUTOFMEMORY_RETURN,
            D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDFORMAT,
            D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_UNRECOGNIZEDFORMAT,
            D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDDIMENSIONS,
            D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDFLAGS},
};
