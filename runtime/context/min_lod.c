/*
 * SetResourceMinLOD and GetResourceMinLOD. The value belongs to the resource, whatever state shows it: a
 * dispatch asks the resources of its views.
 */
#include "context.h"
#include "context_methods.h"

void stage_show_min_lod(struct stage_state *stage)
{
    for (unsigned i = 0; i < stage->resource_limit; i++) {
        const struct view *view = stage->resources[i];
        if (view)
            stage->bindings.resources[i].min_lod = view->resource->min_lod - (float)view->range.first_mip;
    }
}

void STDMETHODCALLTYPE context_SetResourceMinLOD(ID3D11DeviceContext4 *iface, ID3D11Resource *resource_iface,
                                                 FLOAT lod)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    struct resource *resource = resource_of(resource_iface);
    if (context_is_deferred(context)) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_SETRESOURCEMINLOD_INVALIDCONTEXT,
                      "SetResourceMinLOD: deferred contexts cannot");
        return;
    }
    if (!resource || resource->obj.device != device ||
        !(resource->desc.misc_flags & D3D11_RESOURCE_MISC_RESOURCE_CLAMP)) {
        message_error(
            device, D3D11_MESSAGE_ID_DEVICE_SETRESOURCEMINLOD_INVALIDRESOURCE,
            "SetResourceMinLOD: the resource was not created with D3D11_RESOURCE_MISC_RESOURCE_CLAMP");
        return;
    }
    if (!(lod >= 0 && lod <= (FLOAT)resource->desc.mip_levels)) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_SETRESOURCEMINLOD_INVALIDMINLOD,
                      "SetResourceMinLOD: %g is not between 0 and the resource's %u mips", lod,
                      resource->desc.mip_levels);
        return;
    }
    resource->min_lod = lod;
}

FLOAT STDMETHODCALLTYPE context_GetResourceMinLOD(ID3D11DeviceContext4 *iface, ID3D11Resource *resource_iface)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct resource *resource = resource_of(resource_iface);
    if (context_is_deferred(context)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_GETRESOURCEMINLOD_INVALIDCONTEXT,
                      "GetResourceMinLOD: deferred contexts cannot");
        return 0;
    }
    return resource ? resource->min_lod : 0;
}
