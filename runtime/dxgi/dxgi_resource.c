/*
 * What every buffer and texture answers as IDXGIResource1, and a texture of one subresource as IDXGISurface2.
 *
 * Nothing is shared between devices, so asking for a handle is an error. A surface of a staging texture maps;
 * it has no device context of GDI, because textures that would have one cannot be created.
 */
#include "checker.h"
#include "log.h"
#include "resource.h"

enum { KNOWN_SURFACE_MAP = DXGI_MAP_READ | DXGI_MAP_WRITE | DXGI_MAP_DISCARD };

static HRESULT resource_device(struct resource *resource, REFIID iid, void **out)
{
    return object_query_interface(&resource->obj.device->obj, iid, out);
}

static struct resource *resource_of_dxgi(IDXGIResource1 *iface)
{
    return container_of(iface, struct resource, dxgi);
}

OBJECT_IUNKNOWN(IDXGIResource1, resource_dxgi, resource, dxgi)
OBJECT_PRIVATE_DATA(IDXGIResource1, resource_dxgi, resource, dxgi)

static HRESULT STDMETHODCALLTYPE resource_dxgi_GetParent(IDXGIResource1 *iface, REFIID iid, void **parent)
{
    return resource_device(resource_of_dxgi(iface), iid, parent);
}

static HRESULT STDMETHODCALLTYPE resource_dxgi_GetDevice(IDXGIResource1 *iface, REFIID iid, void **device)
{
    return resource_device(resource_of_dxgi(iface), iid, device);
}

static HRESULT not_shared(HANDLE *handle)
{
    if (handle)
        *handle = NULL;
    last_error_set("The resource was not created to be shared");
    return E_INVALIDARG;
}

static HRESULT STDMETHODCALLTYPE resource_dxgi_GetSharedHandle(IDXGIResource1 *iface, HANDLE *handle)
{
    return not_shared(handle);
}

static HRESULT STDMETHODCALLTYPE resource_dxgi_CreateSharedHandle(IDXGIResource1 *iface,
                                                                  const SECURITY_ATTRIBUTES *attributes,
                                                                  DWORD access, const WCHAR *name,
                                                                  HANDLE *handle)
{
    return not_shared(handle);
}

static HRESULT STDMETHODCALLTYPE resource_dxgi_GetUsage(IDXGIResource1 *iface, DXGI_USAGE *usage)
{
    if (!usage)
        return E_INVALIDARG;
    UINT bind = resource_of_dxgi(iface)->desc.bind_flags;
    *usage = (bind & D3D11_BIND_SHADER_RESOURCE ? DXGI_USAGE_SHADER_INPUT : 0) |
             (bind & D3D11_BIND_RENDER_TARGET ? DXGI_USAGE_RENDER_TARGET_OUTPUT : 0) |
             (bind & D3D11_BIND_UNORDERED_ACCESS ? DXGI_USAGE_UNORDERED_ACCESS : 0);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE resource_dxgi_SetEvictionPriority(IDXGIResource1 *iface, UINT priority)
{
    resource_of_dxgi(iface)->eviction_priority = priority;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE resource_dxgi_GetEvictionPriority(IDXGIResource1 *iface, UINT *priority)
{
    if (!priority)
        return E_INVALIDARG;
    *priority = resource_of_dxgi(iface)->eviction_priority;
    return S_OK;
}

/* The surface of another subresource than the only one would be an object of its own. */
static HRESULT STDMETHODCALLTYPE resource_dxgi_CreateSubresourceSurface(IDXGIResource1 *iface, UINT index,
                                                                        IDXGISurface2 **surface)
{
    struct resource *resource = resource_of_dxgi(iface);
    if (surface)
        *surface = NULL;
    if (!surface || resource->desc.dimension != D3D11_RESOURCE_DIMENSION_TEXTURE2D ||
        index >= resource_subresources(resource))
        return E_INVALIDARG;
    if (resource_subresources(resource) > 1)
        return NOT_IMPLEMENTED("IDXGIResource1::CreateSubresourceSurface of several subresources");
    object_add_ref(&resource->obj);
    *surface = &resource->surface;
    return S_OK;
}

const IDXGIResource1Vtbl resource_dxgi_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(resource_dxgi),
    OBJECT_PRIVATE_DATA_ENTRIES(resource_dxgi),
    .GetParent = resource_dxgi_GetParent,
    .GetDevice = resource_dxgi_GetDevice,
    .GetSharedHandle = resource_dxgi_GetSharedHandle,
    .GetUsage = resource_dxgi_GetUsage,
    .SetEvictionPriority = resource_dxgi_SetEvictionPriority,
    .GetEvictionPriority = resource_dxgi_GetEvictionPriority,
    .CreateSubresourceSurface = resource_dxgi_CreateSubresourceSurface,
    .CreateSharedHandle = resource_dxgi_CreateSharedHandle,
};

static struct resource *resource_of_surface(IDXGISurface2 *iface)
{
    return container_of(iface, struct resource, surface);
}

OBJECT_IUNKNOWN(IDXGISurface2, surface, resource, surface)
OBJECT_PRIVATE_DATA(IDXGISurface2, surface, resource, surface)

static HRESULT STDMETHODCALLTYPE surface_GetParent(IDXGISurface2 *iface, REFIID iid, void **parent)
{
    return resource_device(resource_of_surface(iface), iid, parent);
}

static HRESULT STDMETHODCALLTYPE surface_GetDevice(IDXGISurface2 *iface, REFIID iid, void **device)
{
    return resource_device(resource_of_surface(iface), iid, device);
}

static HRESULT STDMETHODCALLTYPE surface_GetDesc(IDXGISurface2 *iface, DXGI_SURFACE_DESC *desc)
{
    const struct resource_desc *from = &resource_of_surface(iface)->desc;
    if (!desc)
        return E_INVALIDARG;
    *desc = (DXGI_SURFACE_DESC){from->width, from->height, from->format, from->samples};
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE surface_Map(IDXGISurface2 *iface, DXGI_MAPPED_RECT *rect, UINT flags)
{
    struct resource *resource = resource_of_surface(iface);
    UINT needed = (flags & DXGI_MAP_READ ? D3D11_CPU_ACCESS_READ : 0) |
                  (flags & (DXGI_MAP_WRITE | DXGI_MAP_DISCARD) ? D3D11_CPU_ACCESS_WRITE : 0);
    bool discard = flags & DXGI_MAP_DISCARD, dynamic = resource->desc.usage == D3D11_USAGE_DYNAMIC;
    if (!rect || !needed || (flags & ~(UINT)KNOWN_SURFACE_MAP) || discard != dynamic ||
        (resource->desc.cpu_access & needed) != needed)
        return E_INVALIDARG;
    if (resource->mapped[0])
        return DXGI_ERROR_INVALID_CALL;
    struct subresource at = resource_subresource(resource, 0);
    if (flags & DXGI_MAP_WRITE)
        checker_bytes_written(resource, resource->data, resource->size_bytes);
    resource->mapped[0] = discard                     ? D3D11_MAP_WRITE_DISCARD
                          : !(flags & DXGI_MAP_WRITE) ? D3D11_MAP_READ
                          : flags & DXGI_MAP_READ     ? D3D11_MAP_READ_WRITE
                                                      : D3D11_MAP_WRITE;
    *rect = (DXGI_MAPPED_RECT){(INT)at.row_pitch, at.data};
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE surface_Unmap(IDXGISurface2 *iface)
{
    struct resource *resource = resource_of_surface(iface);
    if (!resource->mapped[0])
        return DXGI_ERROR_INVALID_CALL;
    resource->mapped[0] = 0;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE surface_GetDC(IDXGISurface2 *iface, WINBOOL discard, HDC *dc)
{
    if (dc)
        *dc = NULL;
    last_error_set("GetDC needs a texture created with D3D11_RESOURCE_MISC_GDI_COMPATIBLE");
    return DXGI_ERROR_INVALID_CALL;
}

static HRESULT STDMETHODCALLTYPE surface_ReleaseDC(IDXGISurface2 *iface, RECT *dirty)
{
    return DXGI_ERROR_INVALID_CALL;
}

static HRESULT STDMETHODCALLTYPE surface_GetResource(IDXGISurface2 *iface, REFIID iid, void **out,
                                                     UINT *index)
{
    if (index)
        *index = 0;
    return object_query_interface(&resource_of_surface(iface)->obj, iid, out);
}

const IDXGISurface2Vtbl resource_surface_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(surface), OBJECT_PRIVATE_DATA_ENTRIES(surface),
    .GetParent = surface_GetParent,   .GetDevice = surface_GetDevice,
    .GetDesc = surface_GetDesc,       .Map = surface_Map,
    .Unmap = surface_Unmap,           .GetDC = surface_GetDC,
    .ReleaseDC = surface_ReleaseDC,   .GetResource = surface_GetResource,
};
