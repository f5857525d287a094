/*
 * ID3D11UnorderedAccessView1: its dimensions, its views of buffers with the hidden counter, its methods.
 */
#include "dxbc.h"
#include "format.h"
#include "view.h"

#define UAV_FLAGS         (D3D11_BUFFER_UAV_FLAG_RAW | D3D11_BUFFER_UAV_FLAG_APPEND | D3D11_BUFFER_UAV_FLAG_COUNTER)
#define UAV_COUNTER_FLAGS (D3D11_BUFFER_UAV_FLAG_APPEND | D3D11_BUFFER_UAV_FLAG_COUNTER)

#define VIEW              uav
#define VIEW_IFACE        ID3D11UnorderedAccessView1
#define VIEW_DESC         D3D11_UNORDERED_ACCESS_VIEW_DESC
#include "view_methods.h"

static void STDMETHODCALLTYPE uav_GetDesc1(ID3D11UnorderedAccessView1 *iface,
                                           D3D11_UNORDERED_ACCESS_VIEW_DESC1 *out)
{
    *out = uav_of((ID3D11UnorderedAccessView *)iface)->desc.uav;
}

static const ID3D11UnorderedAccessView1Vtbl uav_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(uav),
    .GetResource = uav_GetResource,
    .GetDesc = uav_GetDesc,
    .GetDesc1 = uav_GetDesc1,
};

static const struct iface_entry uav_ifaces[] = {
    {&IID_ID3D11UnorderedAccessView, offsetof(struct view, iface)},
    {&IID_ID3D11UnorderedAccessView1, offsetof(struct view, iface)},
    {&IID_ID3D11View, offsetof(struct view, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct view, iface)},
    {NULL, 0},
};

/* A row: the dimension's name, its resource, its fields. */
#define AT(member) offsetof(D3D11_UNORDERED_ACCESS_VIEW_DESC1, member)
#define ROW(name, resource, ...)                                                                             \
    {                                                                                                        \
        D3D11_UAV_DIMENSION_##name, D3D11_RESOURCE_DIMENSION_##resource, DXBC_DIM_##name, false, 1,          \
            __VA_ARGS__                                                                                      \
    }
static const struct view_dimension uav_dimensions[] = {
    ROW(TEXTURE1D, TEXTURE1D, AT(Texture1D.MipSlice), 0, 0, 0, 0),
    ROW(TEXTURE1DARRAY, TEXTURE1D, AT(Texture1DArray.MipSlice), 0, AT(Texture1DArray.FirstArraySlice),
        AT(Texture1DArray.ArraySize), 0),
    ROW(TEXTURE2D, TEXTURE2D, AT(Texture2D.MipSlice), 0, 0, 0, AT(Texture2D.PlaneSlice)),
    ROW(TEXTURE2DARRAY, TEXTURE2D, AT(Texture2DArray.MipSlice), 0, AT(Texture2DArray.FirstArraySlice),
        AT(Texture2DArray.ArraySize), AT(Texture2DArray.PlaneSlice)),
    ROW(TEXTURE3D, TEXTURE3D, AT(Texture3D.MipSlice), 0, AT(Texture3D.FirstWSlice), AT(Texture3D.WSize), 0),
};

static HRESULT fill_structured(struct view *view)
{
    const D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc = &view->desc.uav;
    if (desc->Format != DXGI_FORMAT_UNKNOWN)
        return VIEW_FAIL(view, format, "A view of a structured buffer has format UNKNOWN");
    HRESULT hr = view_fill_buffer(view, KERNEL_VIEW_STRUCTURED_BUFFER, NULL, view->resource->desc.stride,
                                  desc->Buffer.FirstElement, desc->Buffer.NumElements);
    if (SUCCEEDED(hr) && (desc->Buffer.Flags & UAV_COUNTER_FLAGS))
        view->kernel.counter = &view->counter;
    return hr;
}

static HRESULT uav_fill_buffer(struct view *view)
{
    const D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc = &view->desc.uav;
    UINT flags = desc->Buffer.Flags;
    uint32_t first = desc->Buffer.FirstElement, count = desc->Buffer.NumElements;
    if (desc->ViewDimension != D3D11_UAV_DIMENSION_BUFFER)
        return VIEW_FAIL(view, dimension, "View dimension %d does not go with a Buffer", desc->ViewDimension);
    if ((flags & ~(UINT)UAV_FLAGS) || ((flags & D3D11_BUFFER_UAV_FLAG_RAW) && (flags & UAV_COUNTER_FLAGS)) ||
        (flags & UAV_COUNTER_FLAGS) == UAV_COUNTER_FLAGS)
        return VIEW_FAIL(view, flags, "Buffer.Flags 0x%x: one of RAW, APPEND and COUNTER at most", flags);
    if (flags & D3D11_BUFFER_UAV_FLAG_RAW) {
        HRESULT hr = view_check_raw(view);
        return FAILED(hr) ? hr : view_fill_buffer(view, KERNEL_VIEW_RAW_BUFFER, NULL, 4, first, count);
    }
    if (view->resource->desc.stride)
        return fill_structured(view);
    if (flags)
        return VIEW_FAIL(view, flags, "APPEND and COUNTER need a structured buffer");
    const struct format_info *format;
    HRESULT hr = view_check_buffer_format(view, &format);
    return FAILED(hr)
               ? hr
               : view_fill_buffer(view, KERNEL_VIEW_TYPED_BUFFER, format, format->block_bytes, first, count);
}

const struct view_class uav_class = {
    .object = {"UnorderedAccessView", uav_ifaces, view_destroy, NULL},
    .vtbl = &uav_vtbl,
    .dimensions = uav_dimensions,
    .dimension_count = sizeof(uav_dimensions) / sizeof(*uav_dimensions),
    .desc_size = sizeof(D3D11_UNORDERED_ACCESS_VIEW_DESC1),
    .plain_size = sizeof(D3D11_UNORDERED_ACCESS_VIEW_DESC),
    .bind_flag = D3D11_BIND_UNORDERED_ACCESS,
    .caps = FORMAT_CAP_UAV_STORE,
    .casts = true,
    .fill_buffer = uav_fill_buffer,
    .ids = {D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDRESOURCE,
            D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_OUTOFMEMORY_RETURN,
            D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDFORMAT,
            D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_UNRECOGNIZEDFORMAT,
            D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDDIMENSIONS,
            D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDFLAGS},
};
