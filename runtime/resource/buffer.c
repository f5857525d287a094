/*
 * ID3D11Buffer: the rules of CreateBuffer and the interface.
 */
#include "resource.h"

#define BUFFER_MISC_FLAGS                                                                                    \
    (D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX |                                    \
     D3D11_RESOURCE_MISC_SHARED_NTHANDLE | D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS |                           \
     D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | D3D11_RESOURCE_MISC_BUFFER_STRUCTURED |                    \
     D3D11_RESOURCE_MISC_RESOURCE_CLAMP)
#define VIEW_BIND_FLAGS (D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS)
enum { MAX_STRUCTURE_BYTES = 2048 };

OBJECT_DEVICE_CHILD(ID3D11Buffer, buffer, resource, iface.buffer)

static void STDMETHODCALLTYPE buffer_GetType(ID3D11Buffer *iface, D3D11_RESOURCE_DIMENSION *dimension)
{
    *dimension = D3D11_RESOURCE_DIMENSION_BUFFER;
}

static void STDMETHODCALLTYPE buffer_SetEvictionPriority(ID3D11Buffer *iface, UINT priority)
{
    resource_of((ID3D11Resource *)iface)->eviction_priority = priority;
}

static UINT STDMETHODCALLTYPE buffer_GetEvictionPriority(ID3D11Buffer *iface)
{
    return resource_of((ID3D11Resource *)iface)->eviction_priority;
}

static void STDMETHODCALLTYPE buffer_GetDesc(ID3D11Buffer *iface, D3D11_BUFFER_DESC *out)
{
    const struct resource_desc *desc = &resource_of((ID3D11Resource *)iface)->desc;
    *out = (D3D11_BUFFER_DESC){
        .ByteWidth = desc->width,
        .Usage = desc->usage,
        .BindFlags = desc->bind_flags,
        .CPUAccessFlags = desc->cpu_access,
        .MiscFlags = desc->misc_flags,
        .StructureByteStride = desc->stride,
    };
}

static const ID3D11BufferVtbl buffer_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(buffer),
    .GetType = buffer_GetType,
    .SetEvictionPriority = buffer_SetEvictionPriority,
    .GetEvictionPriority = buffer_GetEvictionPriority,
    .GetDesc = buffer_GetDesc,
};

static const struct iface_entry buffer_ifaces[] = {
    {&IID_ID3D11Buffer, offsetof(struct resource, iface)},
    {&IID_ID3D11Resource, offsetof(struct resource, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct resource, iface)},
    RESOURCE_DXGI_IFACES,
    {NULL, 0},
};
static const struct object_class buffer_class = {"Buffer", buffer_ifaces, resource_destroy, NULL};

static HRESULT validate_structured(struct device *device, const D3D11_BUFFER_DESC *desc)
{
    UINT stride = desc->StructureByteStride;
    if (!stride || stride % 4 || stride > MAX_STRUCTURE_BYTES)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDSTRUCTURESTRIDE,
                            "StructureByteStride is %u but must be a multiple of 4 from 4 to %d", stride,
                            MAX_STRUCTURE_BYTES);
    if (desc->ByteWidth % stride)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDDIMENSIONS,
                            "ByteWidth %u of a structured buffer must be a multiple of its stride %u",
                            desc->ByteWidth, stride);
    if (desc->MiscFlags &
        (D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDMISCFLAGS,
                            "A structured buffer has neither raw views nor indirect arguments");
    if (desc->BindFlags & ~(UINT)VIEW_BIND_FLAGS)
        return message_fail(
            device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDBINDFLAGS,
            "A structured buffer is seen through shader resource and unordered access views only");
    return S_OK;
}

static HRESULT buffer_validate(struct device *device, const D3D11_BUFFER_DESC *desc,
                               const D3D11_SUBRESOURCE_DATA *initial)
{
    if (!desc->ByteWidth)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDDIMENSIONS,
                            "ByteWidth must not be 0");
    if ((desc->BindFlags & D3D11_BIND_CONSTANT_BUFFER) && desc->ByteWidth % 16)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDDIMENSIONS,
                            "ByteWidth %u of a constant buffer must be a multiple of 16", desc->ByteWidth);
    if (desc->BindFlags & D3D11_BIND_DEPTH_STENCIL)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDBINDFLAGS,
                            "A buffer cannot be a depth-stencil target");
    if (desc->MiscFlags & ~(UINT)BUFFER_MISC_FLAGS)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDMISCFLAGS,
                            "MiscFlags 0x%x hold bits that buffers do not have", desc->MiscFlags);
    if ((desc->MiscFlags & D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS) &&
        !(desc->BindFlags & VIEW_BIND_FLAGS))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDMISCFLAGS,
                            "Raw views need a buffer with shader resource or unordered access binding");
    if ((desc->MiscFlags & D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS) && desc->Usage == D3D11_USAGE_STAGING)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDMISCFLAGS,
                            "A staging buffer cannot hold indirect arguments");
    if (initial && !initial->pSysMem)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDINITIALDATA,
                            "pSysMem of the initial data is NULL");
    if (desc->MiscFlags & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED)
        return validate_structured(device, desc);
    return S_OK;
}

HRESULT buffer_create(struct device *device, const D3D11_BUFFER_DESC *desc,
                      const D3D11_SUBRESOURCE_DATA *initial, ID3D11Buffer **out)
{
    if (out)
        *out = NULL;
    if (!desc)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEBUFFER_NULLDESC, "pDesc is NULL");
    struct resource_desc common = {
        .dimension = D3D11_RESOURCE_DIMENSION_BUFFER,
        .width = desc->ByteWidth,
        .height = 1,
        .depth = 1,
        .mip_levels = 1,
        .array_size = 1,
        .samples = {1, 0},
        .usage = desc->Usage,
        .bind_flags = desc->BindFlags,
        .cpu_access = desc->CPUAccessFlags,
        .misc_flags = desc->MiscFlags,
        .stride = desc->MiscFlags & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED ? desc->StructureByteStride : 0,
    };
    HRESULT hr = resource_validate_flags(device, &common, initial);
    if (SUCCEEDED(hr))
        hr = buffer_validate(device, desc, initial);
    if (FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    struct resource *resource;
    hr = resource_create(device, &common, &buffer_class, &buffer_vtbl, initial, &resource);
    if (SUCCEEDED(hr))
        *out = &resource->iface.buffer;
    return hr;
}
