/*
 * ID3D11Texture3D1: description and interface; the rules are in texture.c.
 */
#include "resource.h"

OBJECT_DEVICE_CHILD(ID3D11Texture3D1, texture3d, resource, iface.texture3d)

static void STDMETHODCALLTYPE texture3d_GetType(ID3D11Texture3D1 *iface, D3D11_RESOURCE_DIMENSION *dimension)
{
    *dimension = D3D11_RESOURCE_DIMENSION_TEXTURE3D;
}

static void STDMETHODCALLTYPE texture3d_SetEvictionPriority(ID3D11Texture3D1 *iface, UINT priority)
{
    resource_of((ID3D11Resource *)iface)->eviction_priority = priority;
}

static UINT STDMETHODCALLTYPE texture3d_GetEvictionPriority(ID3D11Texture3D1 *iface)
{
    return resource_of((ID3D11Resource *)iface)->eviction_priority;
}

static void STDMETHODCALLTYPE texture3d_GetDesc(ID3D11Texture3D1 *iface, D3D11_TEXTURE3D_DESC *out)
{
    const struct resource_desc *desc = &resource_of((ID3D11Resource *)iface)->desc;
    *out = (D3D11_TEXTURE3D_DESC){
        .Width = desc->width,
        .Height = desc->height,
        .Depth = desc->depth,
        .MipLevels = desc->mip_levels,
        .Format = desc->format,
        .Usage = desc->usage,
        .BindFlags = desc->bind_flags,
        .CPUAccessFlags = desc->cpu_access,
        .MiscFlags = desc->misc_flags,
    };
}

static void STDMETHODCALLTYPE texture3d_GetDesc1(ID3D11Texture3D1 *iface, D3D11_TEXTURE3D_DESC1 *out)
{
    const struct resource_desc *desc = &resource_of((ID3D11Resource *)iface)->desc;
    *out = (D3D11_TEXTURE3D_DESC1){
        .Width = desc->width,
        .Height = desc->height,
        .Depth = desc->depth,
        .MipLevels = desc->mip_levels,
        .Format = desc->format,
        .Usage = desc->usage,
        .BindFlags = desc->bind_flags,
        .CPUAccessFlags = desc->cpu_access,
        .MiscFlags = desc->misc_flags,
        .TextureLayout = desc->layout,
    };
}

static const ID3D11Texture3D1Vtbl texture3d_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(texture3d),
    .GetType = texture3d_GetType,
    .SetEvictionPriority = texture3d_SetEvictionPriority,
    .GetEvictionPriority = texture3d_GetEvictionPriority,
    .GetDesc = texture3d_GetDesc,
    .GetDesc1 = texture3d_GetDesc1,
};

static const struct iface_entry texture3d_ifaces[] = {
    {&IID_ID3D11Texture3D, offsetof(struct resource, iface)},
    {&IID_ID3D11Texture3D1, offsetof(struct resource, iface)},
    {&IID_ID3D11Resource, offsetof(struct resource, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct resource, iface)},
    RESOURCE_DXGI_IFACES,
    {NULL, 0},
};
static const struct object_class texture3d_class = {"Texture3D", texture3d_ifaces, resource_destroy, NULL};

HRESULT texture3d_create(struct device *device, const D3D11_TEXTURE3D_DESC1 *desc,
                         const D3D11_SUBRESOURCE_DATA *initial, ID3D11Texture3D1 **out)
{
    if (out)
        *out = NULL;
    if (!desc)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATETEXTURE3D_NULLDESC, "pDesc is NULL");
    struct resource_desc common = {
        .dimension = D3D11_RESOURCE_DIMENSION_TEXTURE3D,
        .width = desc->Width,
        .height = desc->Height,
        .depth = desc->Depth,
        .mip_levels = desc->MipLevels,
        .array_size = 1,
        .samples = {1, 0},
        .format = desc->Format,
        .usage = desc->Usage,
        .bind_flags = desc->BindFlags,
        .cpu_access = desc->CPUAccessFlags,
        .misc_flags = desc->MiscFlags,
        .layout = desc->TextureLayout,
    };
    if (desc->TextureLayout != D3D11_TEXTURE_LAYOUT_UNDEFINED)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATETEXTURE3D_INVALIDARG_RETURN,
                            "TextureLayout %d is not supported", desc->TextureLayout);
    HRESULT hr = texture_validate(device, &common, initial);
    if (FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    struct resource *resource;
    hr = resource_create(device, &common, &texture3d_class, &texture3d_vtbl, initial, &resource);
    if (SUCCEEDED(hr))
        *out = &resource->iface.texture3d;
    return hr;
}
