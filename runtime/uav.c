/*
 * ID3D11UnorderedAccessView: defaults, validation, the kernel's view and the hidden counter.
 */
#include "dxbc.h"
#include "format_support.h"
#include "view.h"

#define UAV_FLAGS         (D3D11_BUFFER_UAV_FLAG_RAW | D3D11_BUFFER_UAV_FLAG_APPEND | D3D11_BUFFER_UAV_FLAG_COUNTER)
#define UAV_COUNTER_FLAGS (D3D11_BUFFER_UAV_FLAG_APPEND | D3D11_BUFFER_UAV_FLAG_COUNTER)

OBJECT_DEVICE_CHILD(ID3D11UnorderedAccessView1, uav, uav, iface)

static void STDMETHODCALLTYPE uav_GetResource(ID3D11UnorderedAccessView1 *iface, ID3D11Resource **out)
{
    struct resource *resource = uav_of((ID3D11UnorderedAccessView *)iface)->view.resource;
    object_add_ref(&resource->obj);
    *out = &resource->iface.base;
}

static void STDMETHODCALLTYPE uav_GetDesc(ID3D11UnorderedAccessView1 *iface,
                                          D3D11_UNORDERED_ACCESS_VIEW_DESC *out)
{
    const D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc = &uav_of((ID3D11UnorderedAccessView *)iface)->desc;
    *out = (D3D11_UNORDERED_ACCESS_VIEW_DESC){.Format = desc->Format, .ViewDimension = desc->ViewDimension};
    /* The plane slice, which only the newer description has, comes last: what is before it is the same. */
    out->Texture3D =
        (D3D11_TEX3D_UAV){desc->Texture3D.MipSlice, desc->Texture3D.FirstWSlice, desc->Texture3D.WSize};
    if (desc->ViewDimension == D3D11_UAV_DIMENSION_TEXTURE2D)
        out->Texture3D = (D3D11_TEX3D_UAV){desc->Texture2D.MipSlice, 0, 0};
}

static void STDMETHODCALLTYPE uav_GetDesc1(ID3D11UnorderedAccessView1 *iface,
                                           D3D11_UNORDERED_ACCESS_VIEW_DESC1 *out)
{
    *out = uav_of((ID3D11UnorderedAccessView *)iface)->desc;
}

static const ID3D11UnorderedAccessView1Vtbl uav_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(uav),
    .GetResource = uav_GetResource,
    .GetDesc = uav_GetDesc,
    .GetDesc1 = uav_GetDesc1,
};

static const struct iface_entry uav_ifaces[] = {
    {&IID_ID3D11UnorderedAccessView, offsetof(struct uav, iface)},
    {&IID_ID3D11UnorderedAccessView1, offsetof(struct uav, iface)},
    {&IID_ID3D11View, offsetof(struct uav, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct uav, iface)},
    {NULL, 0},
};
static const struct object_class uav_class = {"UnorderedAccessView", uav_ifaces, view_destroy, NULL};

/* The description that NULL stands for. */
static void default_desc(const struct resource *resource, D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc)
{
    const struct resource_desc *from = &resource->desc;
    bool array = from->array_size > 1;
    *desc = (D3D11_UNORDERED_ACCESS_VIEW_DESC1){.Format = from->format};
    switch (from->dimension) {
    case D3D11_RESOURCE_DIMENSION_BUFFER:
        desc->ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
        desc->Buffer.NumElements = from->stride ? from->width / from->stride : 0;
        break;
    case D3D11_RESOURCE_DIMENSION_TEXTURE1D:
        desc->ViewDimension = array ? D3D11_UAV_DIMENSION_TEXTURE1DARRAY : D3D11_UAV_DIMENSION_TEXTURE1D;
        if (array)
            desc->Texture1DArray.ArraySize = from->array_size;
        break;
    case D3D11_RESOURCE_DIMENSION_TEXTURE2D:
        desc->ViewDimension = array ? D3D11_UAV_DIMENSION_TEXTURE2DARRAY : D3D11_UAV_DIMENSION_TEXTURE2D;
        if (array)
            desc->Texture2DArray.ArraySize = from->array_size;
        break;
    default:
        desc->ViewDimension = D3D11_UAV_DIMENSION_TEXTURE3D;
        desc->Texture3D.WSize = from->depth;
        break;
    }
}

static HRESULT wrong_dimension(const struct view_checker *check, D3D11_UAV_DIMENSION dimension)
{
    return message_fail(check->device, E_INVALIDARG, check->dimension_id,
                        "View dimension %d does not go with a %s", dimension, check->resource->obj.cls->name);
}

static HRESULT check_format(const struct view_checker *check, DXGI_FORMAT number, uint32_t caps,
                            const struct format_info **format)
{
    HRESULT hr = view_check_format(check, number, format);
    if (FAILED(hr))
        return hr;
    if ((format_device_caps(*format) & caps) != caps)
        return message_fail(check->device, E_INVALIDARG, check->format_id,
                            "Format %s has no unordered access views", (*format)->name);
    return S_OK;
}

/* Which kind of buffer view the description asks for, and the size of its elements. */
static HRESULT buffer_kind(const struct view_checker *check, const D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc,
                           enum kernel_view_kind *kind, const struct format_info **format, uint32_t *stride)
{
    const struct resource_desc *buffer = &check->resource->desc;
    UINT flags = desc->Buffer.Flags;
    if ((flags & ~(UINT)UAV_FLAGS) || ((flags & D3D11_BUFFER_UAV_FLAG_RAW) && (flags & UAV_COUNTER_FLAGS)) ||
        (flags & UAV_COUNTER_FLAGS) == UAV_COUNTER_FLAGS)
        return message_fail(check->device, E_INVALIDARG, check->flags_id,
                            "Buffer.Flags 0x%x: one of RAW, APPEND and COUNTER at most", flags);
    if (flags & D3D11_BUFFER_UAV_FLAG_RAW) {
        *kind = KERNEL_VIEW_RAW_BUFFER;
        *stride = 4;
        if (desc->Format == DXGI_FORMAT_R32_TYPELESS &&
            (buffer->misc_flags & D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS))
            return S_OK;
        return message_fail(check->device, E_INVALIDARG, check->format_id,
                            "A raw view has format R32_TYPELESS, of a buffer created to allow raw views");
    }
    if (buffer->stride) {
        *kind = KERNEL_VIEW_STRUCTURED_BUFFER;
        *stride = buffer->stride;
        if (desc->Format == DXGI_FORMAT_UNKNOWN)
            return S_OK;
        return message_fail(check->device, E_INVALIDARG, check->format_id,
                            "A view of a structured buffer has format UNKNOWN");
    }
    if (flags)
        return message_fail(check->device, E_INVALIDARG, check->flags_id,
                            "APPEND and COUNTER need a structured buffer");
    *kind = KERNEL_VIEW_TYPED_BUFFER;
    HRESULT hr = check_format(check, desc->Format, FORMAT_CAP_BUFFER | FORMAT_CAP_UAV_STORE, format);
    if (SUCCEEDED(hr))
        *stride = (*format)->block_bytes;
    return hr;
}

static HRESULT fill_buffer(struct uav *uav, const struct view_checker *check)
{
    const D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc = &uav->desc;
    enum kernel_view_kind kind = KERNEL_VIEW_NONE;
    const struct format_info *format = NULL;
    uint32_t stride = 0;
    HRESULT hr = buffer_kind(check, desc, &kind, &format, &stride);
    if (SUCCEEDED(hr))
        hr = view_check_elements(check, stride, kind == KERNEL_VIEW_RAW_BUFFER, desc->Buffer.FirstElement,
                                 desc->Buffer.NumElements);
    if (FAILED(hr))
        return hr;
    view_fill_buffer(&uav->view, kind, format, stride, desc->Buffer.FirstElement, desc->Buffer.NumElements);
    if (desc->Buffer.Flags & UAV_COUNTER_FLAGS)
        uav->view.kernel.counter = &uav->counter;
    return S_OK;
}

struct texture_fields {
    D3D11_RESOURCE_DIMENSION resource;
    unsigned dimension;       /* enum dxbc_dimension */
    UINT mip, *first, *count; /* of slices, or of W slices; NULL: one */
    UINT plane;
};

static bool texture_fields(D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc, struct texture_fields *out)
{
    *out = (struct texture_fields){.mip = desc->Texture2D.MipSlice};
    switch (desc->ViewDimension) {
    case D3D11_UAV_DIMENSION_TEXTURE1D:
        out->resource = D3D11_RESOURCE_DIMENSION_TEXTURE1D;
        out->dimension = DXBC_DIM_TEXTURE1D;
        return true;
    case D3D11_UAV_DIMENSION_TEXTURE1DARRAY:
        out->resource = D3D11_RESOURCE_DIMENSION_TEXTURE1D;
        out->dimension = DXBC_DIM_TEXTURE1DARRAY;
        out->first = &desc->Texture1DArray.FirstArraySlice;
        out->count = &desc->Texture1DArray.ArraySize;
        return true;
    case D3D11_UAV_DIMENSION_TEXTURE2D:
        out->resource = D3D11_RESOURCE_DIMENSION_TEXTURE2D;
        out->dimension = DXBC_DIM_TEXTURE2D;
        out->plane = desc->Texture2D.PlaneSlice;
        return true;
    case D3D11_UAV_DIMENSION_TEXTURE2DARRAY:
        out->resource = D3D11_RESOURCE_DIMENSION_TEXTURE2D;
        out->dimension = DXBC_DIM_TEXTURE2DARRAY;
        out->first = &desc->Texture2DArray.FirstArraySlice;
        out->count = &desc->Texture2DArray.ArraySize;
        out->plane = desc->Texture2DArray.PlaneSlice;
        return true;
    case D3D11_UAV_DIMENSION_TEXTURE3D:
        out->resource = D3D11_RESOURCE_DIMENSION_TEXTURE3D;
        out->dimension = DXBC_DIM_TEXTURE3D;
        out->first = &desc->Texture3D.FirstWSlice;
        out->count = &desc->Texture3D.WSize;
        return true;
    default:
        return false;
    }
}

static HRESULT fill_texture(struct uav *uav, const struct view_checker *check)
{
    const struct resource *resource = check->resource;
    struct texture_fields fields;
    if (!texture_fields(&uav->desc, &fields) || fields.resource != resource->desc.dimension)
        return wrong_dimension(check, uav->desc.ViewDimension);
    if (fields.plane)
        return message_fail(check->device, E_INVALIDARG, check->dimension_id,
                            "PlaneSlice %u: views of planar formats are not supported, others have one plane",
                            fields.plane);
    if (uav->desc.Format == DXGI_FORMAT_UNKNOWN)
        uav->desc.Format = resource->desc.format;
    const struct format_info *format;
    HRESULT hr = check_format(check, uav->desc.Format, FORMAT_CAP_UAV_STORE, &format);
    uint32_t one = 1, first = fields.first ? *fields.first : 0, *count = fields.count ? fields.count : &one;
    if (SUCCEEDED(hr))
        hr = view_check_span(check, "mips", fields.mip, &one, resource->desc.mip_levels);
    if (FAILED(hr))
        return hr;
    bool volume = fields.dimension == DXBC_DIM_TEXTURE3D;
    hr = view_check_span(check, "slices", first, count,
                         volume ? resource->mips[fields.mip].depth : resource->desc.array_size);
    if (FAILED(hr))
        return hr;
    struct view_range range = {fields.mip, 1, volume ? 0 : first, volume ? 1 : *count};
    view_fill_texture(&uav->view, fields.dimension, format, &range);
    if (volume) {
        uav->view.kernel.slice_count = *count;
        uav->view.kernel.first_depth_slice = first;
    }
    return S_OK;
}

HRESULT uav_create(struct device *device, ID3D11Resource *iface,
                   const D3D11_UNORDERED_ACCESS_VIEW_DESC1 *desc, ID3D11UnorderedAccessView1 **out)
{
    struct resource *resource = resource_of(iface);
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    if (!resource || resource->obj.device != device)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDRESOURCE,
                            "pResource is NULL or of another device");
    if (!(resource->desc.bind_flags & D3D11_BIND_UNORDERED_ACCESS))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDRESOURCE,
                            "The resource was not created with D3D11_BIND_UNORDERED_ACCESS");
    struct uav *uav = view_create(sizeof(*uav), &uav_class, device, resource);
    if (!uav)
        return message_fail(device, E_OUTOFMEMORY,
                            D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_OUTOFMEMORY_RETURN,
                            "No memory for a view");
    uav->iface.lpVtbl = &uav_vtbl;
    if (desc)
        uav->desc = *desc;
    else
        default_desc(resource, &uav->desc);
    const struct view_checker check = {device,
                                       resource,
                                       true,
                                       D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDFORMAT,
                                       D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_UNRECOGNIZEDFORMAT,
                                       D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDDIMENSIONS,
                                       D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDFLAGS};
    if (!resource_is_buffer(resource))
        hr = fill_texture(uav, &check);
    else if (uav->desc.ViewDimension == D3D11_UAV_DIMENSION_BUFFER)
        hr = fill_buffer(uav, &check);
    else
        hr = wrong_dimension(&check, uav->desc.ViewDimension);
    if (FAILED(hr) || !out) {
        object_release(&uav->view.obj);
        return FAILED(hr) ? hr : S_FALSE;
    }
    *out = &uav->iface;
    return S_OK;
}
