/*
 * Map and Unmap of immediate contexts (deferred_map.c has those of deferred ones). Memory never moves, so a
 * map is a permission and a pointer; DO_NOT_WAIT never refuses because work is complete when the call that
 * asked for it returns. WRITE_DISCARD keeps the old bytes: they are undefined in Direct3D, and here the same
 * in every run.
 */
#include "checker.h"
#include "context.h"
#include "context_methods.h"
#include "deferred_map.h"

static HRESULT map_fail(struct device *device, D3D11_MESSAGE_ID id, const char *text)
{
    message_add(device, D3D11_MESSAGE_CATEGORY_RESOURCE_MANIPULATION, D3D11_MESSAGE_SEVERITY_ERROR, id,
                "Map: %s", text);
    return E_INVALIDARG;
}

/* Usage and CPU access against the kind of map. */
static HRESULT map_validate(struct device *device, const struct resource *resource, D3D11_MAP type)
{
    const D3D11_MESSAGE_ID id = D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDMAPTYPE;
    bool dynamic = resource->desc.usage == D3D11_USAGE_DYNAMIC;
    UINT cpu = resource->desc.cpu_access, needed = D3D11_CPU_ACCESS_WRITE;
    switch (type) {
    case D3D11_MAP_READ:
        needed = D3D11_CPU_ACCESS_READ;
        break;
    case D3D11_MAP_READ_WRITE:
        needed = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE;
        break;
    case D3D11_MAP_WRITE:
        if (dynamic)
            return map_fail(device, id, "a dynamic resource maps with WRITE_DISCARD or WRITE_NO_OVERWRITE");
        break;
    case D3D11_MAP_WRITE_DISCARD:
    case D3D11_MAP_WRITE_NO_OVERWRITE:
        if (!dynamic)
            return map_fail(device, id, "WRITE_DISCARD and WRITE_NO_OVERWRITE are for dynamic resources");
        if (type == D3D11_MAP_WRITE_NO_OVERWRITE && !resource_is_buffer(resource))
            return map_fail(device, id, "WRITE_NO_OVERWRITE is for buffers");
        break;
    default:
        return map_fail(device, id, "MapType is unknown");
    }
    if ((cpu & needed) != needed)
        return map_fail(device, id, "the resource was not created with this CPU access");
    return S_OK;
}

static HRESULT map(struct context *context, struct resource *resource, UINT subresource, D3D11_MAP type,
                   UINT flags, D3D11_MAPPED_SUBRESOURCE *out)
{
    struct device *device = context->obj.device;
    bool hidden = resource && !resource_is_buffer(resource) && resource->desc.usage == D3D11_USAGE_DEFAULT;
    if (!resource || (!out && !hidden))
        return map_fail(device, D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDSUBRESOURCE, "a pointer is NULL");
    if (resource->obj.device != device)
        return map_fail(device, D3D11_MESSAGE_ID_UNKNOWN, "the resource belongs to another device");
    if (subresource >= resource_subresources(resource))
        return map_fail(device, D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDSUBRESOURCE,
                        "there is no such subresource");
    if (flags & ~(UINT)D3D11_MAP_FLAG_DO_NOT_WAIT)
        return map_fail(device, D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDFLAGS, "MapFlags hold unknown bits");
    HRESULT hr = map_validate(device, resource, type);
    if (FAILED(hr))
        return hr;
    if (context_is_deferred(context)) {
        if (type != D3D11_MAP_WRITE_DISCARD && type != D3D11_MAP_WRITE_NO_OVERWRITE)
            return map_fail(device, D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDMAPTYPE,
                            "in a deferred context the type is WRITE_DISCARD or WRITE_NO_OVERWRITE");
        return deferred_map(context, resource, subresource, type, out);
    }
    if (resource->mapped[subresource])
        return map_fail(device, D3D11_MESSAGE_ID_RESOURCE_MAP_ALREADYMAPPED,
                        "the subresource is mapped already");
    if (type == D3D11_MAP_READ || type == D3D11_MAP_READ_WRITE)
        hr = device_status(device);
    if (FAILED(hr))
        return hr;
    struct subresource at = resource_subresource(resource, subresource);
    resource->mapped[subresource] = (uint8_t)type;
    /* The layout of a default texture is undefined: WriteToSubresource and ReadFromSubresource know it. */
    if (!hidden && type != D3D11_MAP_READ)
        checker_bytes_written(resource, at.data, at.depth_pitch * at.depth);
    if (!hidden)
        *out = (D3D11_MAPPED_SUBRESOURCE){at.data, at.row_pitch, (UINT)at.depth_pitch};
    return S_OK;
}

HRESULT STDMETHODCALLTYPE context_Map(ID3D11DeviceContext4 *iface, ID3D11Resource *resource, UINT subresource,
                                      D3D11_MAP type, UINT flags, D3D11_MAPPED_SUBRESOURCE *mapped)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (mapped)
        *mapped = (D3D11_MAPPED_SUBRESOURCE){0};
    return map(context, resource_of(resource), subresource, type, flags, mapped);
}

void STDMETHODCALLTYPE context_Unmap(ID3D11DeviceContext4 *iface, ID3D11Resource *resource_iface,
                                     UINT subresource)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct resource *resource = resource_of(resource_iface);
    bool exists = resource && subresource < resource_subresources(resource);
    bool mapped = exists && (context_is_deferred(context) ? deferred_unmap(context, resource, subresource)
                                                          : resource->mapped[subresource] != 0);
    if (!mapped) {
        message_add(context->obj.device, D3D11_MESSAGE_CATEGORY_RESOURCE_MANIPULATION,
                    D3D11_MESSAGE_SEVERITY_ERROR, D3D11_MESSAGE_ID_RESOURCE_UNMAP_NOTMAPPED,
                    "Unmap: the subresource is not mapped");
        return;
    }
    if (!context_is_deferred(context))
        resource->mapped[subresource] = 0;
}
