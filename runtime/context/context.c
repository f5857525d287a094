/*
 * ID3D11DeviceContext4: the object, its small methods, those that are not there yet, and the vtable.
 *
 * A method that is not there says so once and does nothing.
 */
#include "context.h"

#include <stdlib.h>
#include <string.h>

#include "context_methods.h"
#include "deferred_map.h"
#include "event.h"
#include "recorder.h"

OBJECT_DEVICE_CHILD(ID3D11DeviceContext4, context, context, iface)

static D3D11_DEVICE_CONTEXT_TYPE STDMETHODCALLTYPE context_GetType(ID3D11DeviceContext4 *iface)
{
    return context_of(iface)->type;
}

static UINT STDMETHODCALLTYPE context_GetContextFlags(ID3D11DeviceContext4 *iface)
{
    return 0;
}

/* Work is complete when a call returns: there is nothing to flush. */
static void STDMETHODCALLTYPE context_Flush(ID3D11DeviceContext4 *iface)
{
}

static void STDMETHODCALLTYPE context_Flush1(ID3D11DeviceContext4 *iface, D3D11_CONTEXT_TYPE type,
                                             HANDLE event)
{
    struct context *context = context_of(iface);
    if (context_is_deferred(context))
        message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN, "Flush1: deferred contexts cannot");
    else if (event && !event_set_handle(event))
        message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN,
                      "Flush1: hEvent is no handle of an event");
}

static void STDMETHODCALLTYPE context_SetHardwareProtectionState(ID3D11DeviceContext4 *iface, WINBOOL enable)
{
    if (enable)
        message_error(context_of(iface)->obj.device, D3D11_MESSAGE_ID_UNKNOWN,
                      "SetHardwareProtectionState: there is no protected memory; the state stays off");
}

static void STDMETHODCALLTYPE context_GetHardwareProtectionState(ID3D11DeviceContext4 *iface, WINBOOL *enable)
{
    if (enable)
        *enable = FALSE;
}

/* A method that is not there: what it says. */
#define STUB(name, ...)                                                                                      \
    NOT_THERE static void STDMETHODCALLTYPE context_##name(ID3D11DeviceContext4 *iface, ##__VA_ARGS__)       \
    {                                                                                                        \
        NOT_IMPLEMENTED("ID3D11DeviceContext::" #name);                                                      \
    }

STUB(Draw, UINT vertices, UINT start)
STUB(DrawIndexed, UINT indices, UINT start, INT base)
STUB(DrawInstanced, UINT vertices, UINT instances, UINT start, UINT start_instance)
STUB(DrawIndexedInstanced, UINT indices, UINT instances, UINT start, INT base, UINT start_instance)
STUB(DrawAuto)
STUB(DrawInstancedIndirect, ID3D11Buffer *arguments, UINT offset)
STUB(DrawIndexedInstancedIndirect, ID3D11Buffer *arguments, UINT offset)

#define M(name) .name = context_##name
#define STAGE_METHODS(stage)                                                                                 \
    M(stage##SetConstantBuffers), M(stage##SetConstantBuffers1), M(stage##SetShaderResources),               \
        M(stage##SetSamplers), M(stage##SetShader), M(stage##GetConstantBuffers),                            \
        M(stage##GetConstantBuffers1), M(stage##GetShaderResources), M(stage##GetSamplers),                  \
        M(stage##GetShader)

static const ID3D11DeviceContext4Vtbl context_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(context),
    STAGE_METHODS(VS),
    STAGE_METHODS(HS),
    STAGE_METHODS(DS),
    STAGE_METHODS(GS),
    STAGE_METHODS(PS),
    STAGE_METHODS(CS),
    M(CSSetUnorderedAccessViews),
    M(CSGetUnorderedAccessViews),
    M(Draw),
    M(DrawIndexed),
    M(DrawInstanced),
    M(DrawIndexedInstanced),
    M(DrawAuto),
    M(DrawInstancedIndirect),
    M(DrawIndexedInstancedIndirect),
    M(Dispatch),
    M(DispatchIndirect),
    M(IASetInputLayout),
    M(IASetVertexBuffers),
    M(IASetIndexBuffer),
    M(IASetPrimitiveTopology),
    M(IAGetInputLayout),
    M(IAGetVertexBuffers),
    M(IAGetIndexBuffer),
    M(IAGetPrimitiveTopology),
    M(SOSetTargets),
    M(SOGetTargets),
    M(RSSetState),
    M(RSSetViewports),
    M(RSSetScissorRects),
    M(RSGetState),
    M(RSGetViewports),
    M(RSGetScissorRects),
    M(OMSetRenderTargets),
    M(OMSetRenderTargetsAndUnorderedAccessViews),
    M(OMSetBlendState),
    M(OMSetDepthStencilState),
    M(OMGetRenderTargets),
    M(OMGetRenderTargetsAndUnorderedAccessViews),
    M(OMGetBlendState),
    M(OMGetDepthStencilState),
    M(Map),
    M(Unmap),
    M(CopyResource),
    M(CopySubresourceRegion),
    M(CopySubresourceRegion1),
    M(UpdateSubresource),
    M(UpdateSubresource1),
    M(CopyStructureCount),
    M(DiscardResource),
    M(DiscardView),
    M(DiscardView1),
    M(ClearUnorderedAccessViewUint),
    M(ClearUnorderedAccessViewFloat),
    M(ClearRenderTargetView),
    M(ClearDepthStencilView),
    M(ClearView),
    M(GenerateMips),
    M(ResolveSubresource),
    M(SetResourceMinLOD),
    M(GetResourceMinLOD),
    M(Begin),
    M(End),
    M(GetData),
    M(SetPredication),
    M(GetPredication),
    M(ExecuteCommandList),
    M(FinishCommandList),
    M(ClearState),
    M(Flush),
    M(Flush1),
    M(GetType),
    M(GetContextFlags),
    M(SwapDeviceContextState),
    M(UpdateTileMappings),
    M(CopyTileMappings),
    M(CopyTiles),
    M(UpdateTiles),
    M(ResizeTilePool),
    M(TiledResourceBarrier),
    M(IsAnnotationEnabled),
    M(SetMarkerInt),
    M(BeginEventInt),
    M(EndEvent),
    M(SetHardwareProtectionState),
    M(GetHardwareProtectionState),
    M(Signal),
    M(Wait),
};

static void context_destroy(struct object *object)
{
    struct context *context = (struct context *)object;
    OBJECT_SLOT_SET(context->state, NULL);
    OBJECT_SLOT_SET(context->spare, NULL);
    if (context->recorder)
        recorder_clear(context->recorder);
    free(context->recorder);
    deferred_maps_destroy(context->maps);
    free(context);
}

static const struct iface_entry context_ifaces[] = {
    {&IID_ID3D11DeviceContext, offsetof(struct context, iface)},
    {&IID_ID3D11DeviceContext1, offsetof(struct context, iface)},
    {&IID_ID3D11DeviceContext2, offsetof(struct context, iface)},
    {&IID_ID3D11DeviceContext3, offsetof(struct context, iface)},
    {&IID_ID3D11DeviceContext4, offsetof(struct context, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct context, iface)},
    {&IID_ID3D11Multithread, offsetof(struct context, multithread)},
    {&IID_ID3DUserDefinedAnnotation, offsetof(struct context, annotation)},
    {NULL, 0},
};
static const struct object_class context_class = {"DeviceContext", context_ifaces, context_destroy, NULL};

/* What only deferred contexts have. */
static bool create_recorder(struct context *context)
{
    context->recorder = calloc(1, sizeof(*context->recorder));
    context->maps = deferred_maps_create();
    return context->recorder && context->maps;
}

HRESULT context_create(struct device *device, D3D11_DEVICE_CONTEXT_TYPE type, struct context **out)
{
    bool deferred = type == D3D11_DEVICE_CONTEXT_DEFERRED;
    struct context *context = deferred ? object_create(sizeof(*context), &context_class, device)
                                       : object_create_owned(sizeof(*context), &context_class, device);
    if (!context)
        return E_OUTOFMEMORY;
    context->iface.lpVtbl = &context_vtbl;
    context->multithread.lpVtbl = &context_multithread_vtbl;
    context->annotation.lpVtbl = &annotation_vtbl;
    context->type = type;
    context->state = pipeline_state_create(device, true);
    if (!context->state || (deferred && !create_recorder(context))) {
        if (deferred)
            object_release(&context->obj);
        else
            object_unuse(&context->obj);
        return E_OUTOFMEMORY;
    }
    *out = context;
    return S_OK;
}
