/*
 * ID3D11Texture1D: description and interface; the rules are in texture.c.
 */
#include "resource.h"

OBJECT_DEVICE_CHILD(ID3D11Texture1D, texture1d, resource, iface.texture1d)

static void STDMETHODCALLTYPE texture1d_GetType(ID3D11Texture1D *iface, D3D11_RESOURCE_DIMENSION *dimension)
{
    *dimension = D3D11_RESOURCE_DIMENSION_TEXTURE1D;
}

static void STDMETHODCALLTYPE texture1d_SetEvictionPriority(ID3D11Texture1D *iface, UINT priority)
{
    resource_of((ID3D11Resource *)iface)->eviction_priority = priority;
}

static UINT STDMETHODCALLTYPE texture1d_GetEvictionPriority(ID3D11Texture1D *iface)
{
    return resource_of((ID3D11Resource *)iface)->eviction_priority;
}

static void STDMETHODCALLTYPE texture1d_GetDesc(ID3D11Texture1D *iface, D3D11_TEXTURE1D_DESC *out)
{
    const struct resource_desc *desc = &resource_of((ID3D11Resource *)iface)->desc;
    *out = (D3D11_TEXTURE1D_DESC){
        .Width = desc->width,
        .MipLevels = desc->mip_levels,
        .ArraySize = desc->array_size,
        .Format = desc->format,
        .Usage = desc->usage,
        .BindFlags = desc->bind_flags,
        .CPUAccessFlags = desc->cpu_access,
        .MiscFlags = desc->misc_flags,
    };
}

static const ID3D11Texture1DVtbl texture1d_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(texture1d),
    .GetType = texture1d_GetType,
    .SetEvictionPriority = texture1d_SetEvictionPriority,
    .GetEvictionPriority = texture1d_GetEvictionPriority,
    .GetDesc = texture1d_GetDesc,
};

static const struct iface_entry texture1d_ifaces[] = {
    {&IID_ID3D11Texture1D, offsetof(struct resource, iface)},
    {&IID_ID3D11Resource, offsetof(struct resource, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct resource, iface)},
    RESOURCE_DXGI_IFACES,
    {NULL, 0},
};
static const struct object_class texture1d_class = {"Texture1D", texture1d_ifaces, resource_destroy, NULL};

HRESULT texture1d_create(struct device *device, const D3D11_TEXTURE1D_DESC *desc,
                         const D3D11_SUBRESOURCE_DATA *initial, ID3D11Texture1D **out)
{
    if (out)
        *out = NULL;
    if (!desc)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATETEXTURE1D_NULLDESC, "pDesc is NULL");
    struct resource_desc common = {
        .dimension = D3D11_RESOURCE_DIMENSION_TEXTURE1D,
        .width = desc->Width,
        .height = 1,
        .depth = 1,
        .mip_levels = desc->MipLevels,
        .array_size = desc->ArraySize,
        .samples = {1, 0},
        .format = desc->Format,
        .usage = desc->Usage,
        .bind_flags = desc->BindFlags,
        .cpu_access = desc->CPUAccessFlags,
        .misc_flags = desc->MiscFlags,
    };
    HRESULT hr = texture_validate(device, &common, initial);
    if (FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    struct resource *resource;
    hr = resource_create(device, &common, &texture1d_class, &texture1d_vtbl, initial, &resource);
    if (SUCCEEDED(hr))
        *out = &resource->iface.texture1d;
    return hr;
}
