/*
 * DiscardResource, DiscardView and DiscardView1. Discarding makes contents undefined, which keeping them
 * satisfies; so only the arguments are looked at.
 */
#include "context.h"
#include "context_methods.h"

static void check_resource(struct context *context, const char *method, const struct resource *resource)
{
    if (resource->desc.usage == D3D11_USAGE_IMMUTABLE || resource->desc.usage == D3D11_USAGE_STAGING)
        message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN,
                      "%s: only default and dynamic resources can be discarded", method);
}

void STDMETHODCALLTYPE context_DiscardResource(ID3D11DeviceContext4 *iface, ID3D11Resource *resource)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (resource)
        check_resource(context, "DiscardResource", resource_of(resource));
    else
        message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN, "DiscardResource: pResource is NULL");
}

void STDMETHODCALLTYPE context_DiscardView1(ID3D11DeviceContext4 *iface, ID3D11View *view,
                                            const D3D11_RECT *rects, UINT count)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    ID3D11Resource *resource;
    if (!view || (count && !rects)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_DISCARDVIEW_INVALIDVIEW,
                      "DiscardView: pResourceView or pRects is NULL");
        return;
    }
    ID3D11View_GetResource(view, &resource);
    check_resource(context, "DiscardView", resource_of(resource));
    ID3D11Resource_Release(resource);
}

void STDMETHODCALLTYPE context_DiscardView(ID3D11DeviceContext4 *iface, ID3D11View *view)
{
    context_DiscardView1(iface, view, NULL, 0);
}
