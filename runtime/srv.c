/*
 * ID3D11ShaderResourceView: defaults, validation, and the kernel's view.
 *
 * A description passes through three steps: NULL becomes the description of the whole resource; counts of -1
 * and an unknown format are settled; the result is checked and filled in.
 */
#include "dxbc.h"
#include "format.h"
#include "view.h"

OBJECT_DEVICE_CHILD(ID3D11ShaderResourceView1, srv, srv, iface)

static void STDMETHODCALLTYPE srv_GetResource(ID3D11ShaderResourceView1 *iface, ID3D11Resource **out)
{
    struct resource *resource = srv_of((ID3D11ShaderResourceView *)iface)->view.resource;
    object_add_ref(&resource->obj);
    *out = &resource->iface.base;
}

static void STDMETHODCALLTYPE srv_GetDesc(ID3D11ShaderResourceView1 *iface,
                                          D3D11_SHADER_RESOURCE_VIEW_DESC *out)
{
    const D3D11_SHADER_RESOURCE_VIEW_DESC1 *desc = &srv_of((ID3D11ShaderResourceView *)iface)->desc;
    *out = (D3D11_SHADER_RESOURCE_VIEW_DESC){.Format = desc->Format, .ViewDimension = desc->ViewDimension};
    switch (desc->ViewDimension) {
    case D3D11_SRV_DIMENSION_TEXTURE2D:
        out->Texture2D.MostDetailedMip = desc->Texture2D.MostDetailedMip;
        out->Texture2D.MipLevels = desc->Texture2D.MipLevels;
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DARRAY:
        out->Texture2DArray.MostDetailedMip = desc->Texture2DArray.MostDetailedMip;
        out->Texture2DArray.MipLevels = desc->Texture2DArray.MipLevels;
        out->Texture2DArray.FirstArraySlice = desc->Texture2DArray.FirstArraySlice;
        out->Texture2DArray.ArraySize = desc->Texture2DArray.ArraySize;
        break;
    default: /* the others are the same in both, TextureCubeArray the largest */
        out->TextureCubeArray = desc->TextureCubeArray;
        break;
    }
}

static void STDMETHODCALLTYPE srv_GetDesc1(ID3D11ShaderResourceView1 *iface,
                                           D3D11_SHADER_RESOURCE_VIEW_DESC1 *out)
{
    *out = srv_of((ID3D11ShaderResourceView *)iface)->desc;
}

static const ID3D11ShaderResourceView1Vtbl srv_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(srv),
    .GetResource = srv_GetResource,
    .GetDesc = srv_GetDesc,
    .GetDesc1 = srv_GetDesc1,
};

static const struct iface_entry srv_ifaces[] = {
    {&IID_ID3D11ShaderResourceView, offsetof(struct srv, iface)},
    {&IID_ID3D11ShaderResourceView1, offsetof(struct srv, iface)},
    {&IID_ID3D11View, offsetof(struct srv, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct srv, iface)},
    {NULL, 0},
};
static const struct object_class srv_class = {"ShaderResourceView", srv_ifaces, view_destroy, NULL};

/* The description that NULL stands for. */
static void default_desc(const struct resource *resource, D3D11_SHADER_RESOURCE_VIEW_DESC1 *desc)
{
    const struct resource_desc *from = &resource->desc;
    bool array = from->array_size > 1;
    *desc = (D3D11_SHADER_RESOURCE_VIEW_DESC1){.Format = from->format};
    switch (from->dimension) {
    case D3D11_RESOURCE_DIMENSION_BUFFER:
        desc->ViewDimension = D3D11_SRV_DIMENSION_BUFFER;
        desc->Buffer.NumElements = from->stride ? from->width / from->stride : 0;
        break;
    case D3D11_RESOURCE_DIMENSION_TEXTURE1D:
        desc->ViewDimension = array ? D3D11_SRV_DIMENSION_TEXTURE1DARRAY : D3D11_SRV_DIMENSION_TEXTURE1D;
        desc->Texture1DArray = (D3D11_TEX1D_ARRAY_SRV){0, from->mip_levels, 0, from->array_size};
        break;
    case D3D11_RESOURCE_DIMENSION_TEXTURE2D:
        if (from->samples.Count > 1) {
            desc->ViewDimension =
                array ? D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY : D3D11_SRV_DIMENSION_TEXTURE2DMS;
            desc->Texture2DMSArray.ArraySize = array ? from->array_size : 0;
        } else if (!(from->misc_flags & D3D11_RESOURCE_MISC_TEXTURECUBE)) {
            desc->ViewDimension = array ? D3D11_SRV_DIMENSION_TEXTURE2DARRAY : D3D11_SRV_DIMENSION_TEXTURE2D;
            if (array)
                desc->Texture2DArray = (D3D11_TEX2D_ARRAY_SRV1){0, from->mip_levels, 0, from->array_size, 0};
            else
                desc->Texture2D = (D3D11_TEX2D_SRV1){0, from->mip_levels, 0};
        } else if (from->array_size > 6) {
            desc->ViewDimension = D3D11_SRV_DIMENSION_TEXTURECUBEARRAY;
            desc->TextureCubeArray = (D3D11_TEXCUBE_ARRAY_SRV){0, from->mip_levels, 0, from->array_size / 6};
        } else {
            desc->ViewDimension = D3D11_SRV_DIMENSION_TEXTURECUBE;
            desc->TextureCube = (D3D11_TEXCUBE_SRV){0, from->mip_levels};
        }
        break;
    default:
        desc->ViewDimension = D3D11_SRV_DIMENSION_TEXTURE3D;
        desc->Texture3D = (D3D11_TEX3D_SRV){0, from->mip_levels};
        break;
    }
}

static HRESULT wrong_dimension(const struct view_checker *check, D3D11_SRV_DIMENSION dimension)
{
    return message_fail(check->device, E_INVALIDARG, check->dimension_id,
                        "View dimension %d does not go with a %s", dimension, check->resource->obj.cls->name);
}

static HRESULT fill_buffer(struct srv *srv, const struct view_checker *check)
{
    D3D11_SHADER_RESOURCE_VIEW_DESC1 *desc = &srv->desc;
    const struct resource *resource = check->resource;
    bool raw = desc->ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX &&
               (desc->BufferEx.Flags & D3D11_BUFFEREX_SRV_FLAG_RAW);
    uint32_t first = desc->Buffer.FirstElement, count = desc->Buffer.NumElements;
    if (desc->ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX &&
        (desc->BufferEx.Flags & ~(UINT)D3D11_BUFFEREX_SRV_FLAG_RAW))
        return message_fail(check->device, E_INVALIDARG, check->flags_id,
                            "BufferEx.Flags 0x%x hold unknown bits", desc->BufferEx.Flags);
    enum kernel_view_kind kind = KERNEL_VIEW_TYPED_BUFFER;
    const struct format_info *format = NULL;
    uint32_t stride = 4;
    if (raw) {
        if (desc->Format != DXGI_FORMAT_R32_TYPELESS ||
            !(resource->desc.misc_flags & D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS))
            return message_fail(check->device, E_INVALIDARG, check->format_id,
                                "A raw view has format R32_TYPELESS, of a buffer created to allow raw views");
        kind = KERNEL_VIEW_RAW_BUFFER;
    } else if (resource->desc.stride) {
        if (desc->Format != DXGI_FORMAT_UNKNOWN)
            return message_fail(check->device, E_INVALIDARG, check->format_id,
                                "A view of a structured buffer has format UNKNOWN");
        kind = KERNEL_VIEW_STRUCTURED_BUFFER;
        stride = resource->desc.stride;
    } else {
        HRESULT hr = view_check_format(check, desc->Format, &format);
        if (FAILED(hr))
            return hr;
        if (!(format->caps & FORMAT_CAP_BUFFER))
            return message_fail(check->device, E_INVALIDARG, check->format_id,
                                "Format %s has no buffer views", format->name);
        stride = format->block_bytes;
    }
    HRESULT hr = view_check_elements(check, stride, raw, first, count);
    if (SUCCEEDED(hr))
        view_fill_buffer(&srv->view, kind, format, stride, first, count);
    return hr;
}

/* Where the fields that several dimensions share stand; NULL: one mip or slice. */
struct texture_fields {
    D3D11_RESOURCE_DIMENSION resource;
    unsigned dimension; /* enum dxbc_dimension */
    UINT *first_mip, *mip_count, *first_slice, *slice_count;
    unsigned faces;
    UINT plane;
    bool multisampled; /* has no mips */
};

static bool texture_fields(D3D11_SHADER_RESOURCE_VIEW_DESC1 *desc, struct texture_fields *out)
{
    *out = (struct texture_fields){.resource = D3D11_RESOURCE_DIMENSION_TEXTURE2D, .faces = 1};
    switch (desc->ViewDimension) {
    case D3D11_SRV_DIMENSION_TEXTURE1D:
    case D3D11_SRV_DIMENSION_TEXTURE1DARRAY:
        out->resource = D3D11_RESOURCE_DIMENSION_TEXTURE1D;
        out->dimension = DXBC_DIM_TEXTURE1D;
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2D:
        out->dimension = DXBC_DIM_TEXTURE2D;
        out->plane = desc->Texture2D.PlaneSlice;
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DARRAY:
        out->dimension = DXBC_DIM_TEXTURE2DARRAY;
        out->first_slice = &desc->Texture2DArray.FirstArraySlice;
        out->slice_count = &desc->Texture2DArray.ArraySize;
        out->plane = desc->Texture2DArray.PlaneSlice;
        break;
    case D3D11_SRV_DIMENSION_TEXTURE3D:
        out->resource = D3D11_RESOURCE_DIMENSION_TEXTURE3D;
        out->dimension = DXBC_DIM_TEXTURE3D;
        break;
    case D3D11_SRV_DIMENSION_TEXTURECUBE:
        out->dimension = DXBC_DIM_TEXTURECUBE;
        out->faces = 6;
        break;
    case D3D11_SRV_DIMENSION_TEXTURECUBEARRAY:
        out->dimension = DXBC_DIM_TEXTURECUBEARRAY;
        out->first_slice = &desc->TextureCubeArray.First2DArrayFace;
        out->slice_count = &desc->TextureCubeArray.NumCubes;
        out->faces = 6;
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DMS:
        out->dimension = DXBC_DIM_TEXTURE2DMS;
        out->multisampled = true;
        return true;
    case D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY:
        out->dimension = DXBC_DIM_TEXTURE2DMSARRAY;
        out->multisampled = true;
        out->first_slice = &desc->Texture2DMSArray.FirstArraySlice;
        out->slice_count = &desc->Texture2DMSArray.ArraySize;
        return true;
    default: /* buffers, and what is no dimension */
        return false;
    }
    if (desc->ViewDimension == D3D11_SRV_DIMENSION_TEXTURE1DARRAY) {
        out->dimension = DXBC_DIM_TEXTURE1DARRAY;
        out->first_slice = &desc->Texture1DArray.FirstArraySlice;
        out->slice_count = &desc->Texture1DArray.ArraySize;
    }
    /* Mips are the first two fields of every one of these. */
    out->first_mip = &desc->Texture2D.MostDetailedMip;
    out->mip_count = &desc->Texture2D.MipLevels;
    return true;
}

static HRESULT fill_texture(struct srv *srv, const struct view_checker *check)
{
    const struct resource *resource = check->resource;
    struct texture_fields fields;
    if (!texture_fields(&srv->desc, &fields) || fields.resource != resource->desc.dimension)
        return wrong_dimension(check, srv->desc.ViewDimension);
    bool cube = fields.faces == 6;
    if ((cube && !(resource->desc.misc_flags & D3D11_RESOURCE_MISC_TEXTURECUBE)) ||
        fields.multisampled != (resource->desc.samples.Count > 1))
        return wrong_dimension(check, srv->desc.ViewDimension);
    if (fields.plane)
        return message_fail(check->device, E_INVALIDARG, check->dimension_id,
                            "PlaneSlice %u: views of planar formats are not supported, others have one plane",
                            fields.plane);
    if (srv->desc.Format == DXGI_FORMAT_UNKNOWN)
        srv->desc.Format = resource->desc.format;
    const struct format_info *format;
    HRESULT hr = view_check_format(check, srv->desc.Format, &format);
    if (FAILED(hr))
        return hr;
    uint32_t one_mip = 1, first_mip = fields.first_mip ? *fields.first_mip : 0;
    uint32_t *mips = fields.mip_count ? fields.mip_count : &one_mip;
    hr = view_check_span(check, "mips", first_mip, mips, resource->desc.mip_levels);
    if (FAILED(hr))
        return hr;
    uint32_t first = fields.first_slice ? *fields.first_slice : 0, whole = 1;
    uint32_t *count = fields.slice_count ? fields.slice_count : &whole;
    /* NumCubes counts cubes, First2DArrayFace faces. */
    uint32_t left = first < resource->desc.array_size ? resource->desc.array_size - first : 0;
    hr = view_check_span(check, cube ? "cubes" : "slices", 0, count, left / fields.faces);
    if (FAILED(hr))
        return hr;
    struct view_range range = {first_mip, *mips, first, *count * fields.faces};
    view_fill_texture(&srv->view, fields.dimension, format, &range);
    if (fields.dimension == DXBC_DIM_TEXTURE3D)
        srv->view.kernel.slice_count = resource->mips[range.first_mip].depth;
    return S_OK;
}

HRESULT srv_create(struct device *device, ID3D11Resource *iface, const D3D11_SHADER_RESOURCE_VIEW_DESC1 *desc,
                   ID3D11ShaderResourceView1 **out)
{
    struct resource *resource = resource_of(iface);
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    if (!resource || resource->obj.device != device)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDRESOURCE,
                            "pResource is NULL or of another device");
    if (!(resource->desc.bind_flags & D3D11_BIND_SHADER_RESOURCE))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDRESOURCE,
                            "The resource was not created with D3D11_BIND_SHADER_RESOURCE");
    struct srv *srv = view_create(sizeof(*srv), &srv_class, device, resource);
    if (!srv)
        return message_fail(device, E_OUTOFMEMORY,
                            D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_OUTOFMEMORY_RETURN,
                            "No memory for a view");
    srv->iface.lpVtbl = &srv_vtbl;
    if (desc)
        srv->desc = *desc;
    else
        default_desc(resource, &srv->desc);
    const struct view_checker check = {device,
                                       resource,
                                       false,
                                       D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDFORMAT,
                                       D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_UNRECOGNIZEDFORMAT,
                                       D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDDIMENSIONS,
                                       D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDFLAGS};
    bool buffer_view = srv->desc.ViewDimension == D3D11_SRV_DIMENSION_BUFFER ||
                       srv->desc.ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX;
    if (resource_is_buffer(resource))
        hr = buffer_view ? fill_buffer(srv, &check) : wrong_dimension(&check, srv->desc.ViewDimension);
    else
        hr = fill_texture(srv, &check);
    if (FAILED(hr) || !out) {
        object_release(&srv->view.obj);
        return FAILED(hr) ? hr : S_FALSE;
    }
    *out = &srv->iface;
    return S_OK;
}
