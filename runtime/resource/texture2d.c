/*
 * ID3D11Texture2D1: description and interface; the rules are in texture.c.
 */
#include "resource.h"

OBJECT_DEVICE_CHILD(ID3D11Texture2D1, texture2d, resource, iface.texture2d)

static void STDMETHODCALLTYPE texture2d_GetType(ID3D11Texture2D1 *iface, D3D11_RESOURCE_DIMENSION *dimension)
{
    *dimension = D3D11_RESOURCE_DIMENSION_TEXTURE2D;
}

static void STDMETHODCALLTYPE texture2d_SetEvictionPriority(ID3D11Texture2D1 *iface, UINT priority)
{
    resource_of((ID3D11Resource *)iface)->eviction_priority = priority;
}

static UINT STDMETHODCALLTYPE texture2d_GetEvictionPriority(ID3D11Texture2D1 *iface)
{
    return resource_of((ID3D11Resource *)iface)->eviction_priority;
}

static void STDMETHODCALLTYPE texture2d_GetDesc(ID3D11Texture2D1 *iface, D3D11_TEXTURE2D_DESC *out)
{
    const struct resource_desc *desc = &resource_of((ID3D11Resource *)iface)->desc;
    *out = (D3D11_TEXTURE2D_DESC){
        .Width = desc->width,
        .Height = desc->height,
        .MipLevels = desc->mip_levels,
        .ArraySize = desc->array_size,
        .SampleDesc = desc->samples,
        .Format = desc->format,
        .Usage = desc->usage,
        .BindFlags = desc->bind_flags,
        .CPUAccessFlags = desc->cpu_access,
        .MiscFlags = desc->misc_flags,
    };
}

static void STDMETHODCALLTYPE texture2d_GetDesc1(ID3D11Texture2D1 *iface, D3D11_TEXTURE2D_DESC1 *out)
{
    const struct resource_desc *desc = &resource_of((ID3D11Resource *)iface)->desc;
    *out = (D3D11_TEXTURE2D_DESC1){
        .Width = desc->width,
        .Height = desc->height,
        .MipLevels = desc->mip_levels,
        .ArraySize = desc->array_size,
        .SampleDesc = desc->samples,
        .Format = desc->format,
        .Usage = desc->usage,
        .BindFlags = desc->bind_flags,
        .CPUAccessFlags = desc->cpu_access,
        .MiscFlags = desc->misc_flags,
        .TextureLayout = desc->layout,
    };
}

static const ID3D11Texture2D1Vtbl texture2d_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(texture2d),
    .GetType = texture2d_GetType,
    .SetEvictionPriority = texture2d_SetEvictionPriority,
    .GetEvictionPriority = texture2d_GetEvictionPriority,
    .GetDesc = texture2d_GetDesc,
    .GetDesc1 = texture2d_GetDesc1,
};

static const struct iface_entry texture2d_ifaces[] = {
    {&IID_ID3D11Texture2D, offsetof(struct resource, iface)},
    {&IID_ID3D11Texture2D1, offsetof(struct resource, iface)},
    {&IID_ID3D11Resource, offsetof(struct resource, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct resource, iface)},
    RESOURCE_DXGI_IFACES,
    {&IID_IDXGISurface, offsetof(struct resource, surface)},
    {&IID_IDXGISurface1, offsetof(struct resource, surface)},
    {&IID_IDXGISurface2, offsetof(struct resource, surface)},
    {NULL, 0},
};

/* A surface is one subresource. */
static bool texture2d_has_iface(const struct object *object, const IID *iid)
{
    bool surface = IsEqualGUID(iid, &IID_IDXGISurface) || IsEqualGUID(iid, &IID_IDXGISurface1) ||
                   IsEqualGUID(iid, &IID_IDXGISurface2);
    return !surface || resource_subresources((const struct resource *)object) == 1;
}

static const struct object_class texture2d_class = {"Texture2D", texture2d_ifaces, resource_destroy,
                                                    texture2d_has_iface};

HRESULT texture2d_create(struct device *device, const D3D11_TEXTURE2D_DESC1 *desc,
                         const D3D11_SUBRESOURCE_DATA *initial, ID3D11Texture2D1 **out)
{
    if (out)
        *out = NULL;
    if (!desc)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATETEXTURE2D_NULLDESC, "pDesc is NULL");
    struct resource_desc common = {
        .dimension = D3D11_RESOURCE_DIMENSION_TEXTURE2D,
        .width = desc->Width,
        .height = desc->Height,
        .depth = 1,
        .mip_levels = desc->MipLevels,
        .array_size = desc->ArraySize,
        .samples = desc->SampleDesc,
        .format = desc->Format,
        .usage = desc->Usage,
        .bind_flags = desc->BindFlags,
        .cpu_access = desc->CPUAccessFlags,
        .misc_flags = desc->MiscFlags,
        .layout = desc->TextureLayout,
    };
    if (desc->TextureLayout != D3D11_TEXTURE_LAYOUT_UNDEFINED)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATETEXTURE2D_INVALIDARG_RETURN,
                            "TextureLayout %d is not supported", desc->TextureLayout);
    HRESULT hr = texture_validate(device, &common, initial);
    if (FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    struct resource *resource;
    hr = resource_create(device, &common, &texture2d_class, &texture2d_vtbl, initial, &resource);
    if (SUCCEEDED(hr))
        *out = &resource->iface.texture2d;
    return hr;
}
