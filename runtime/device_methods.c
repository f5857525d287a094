/*
 * ID3D11Device5: thin methods over the objects' own files, those that are not there yet, and the vtable.
 */
#include <string.h>

#include "context.h"
#include "cpu_access.h"
#include "feature_support.h"
#include "fixed_state.h"
#include "fence.h"
#include "format_support.h"
#include "query.h"
#include "removal.h"

OBJECT_IUNKNOWN(ID3D11Device5, device, device, iface)
OBJECT_PRIVATE_DATA(ID3D11Device5, device, device, iface)

static HRESULT STDMETHODCALLTYPE device_CreateBuffer(ID3D11Device5 *iface, const D3D11_BUFFER_DESC *desc,
                                                     const D3D11_SUBRESOURCE_DATA *initial,
                                                     ID3D11Buffer **buffer)
{
    return buffer_create(device_of(iface), desc, initial, buffer);
}

static HRESULT STDMETHODCALLTYPE device_CreateTexture1D(ID3D11Device5 *iface,
                                                        const D3D11_TEXTURE1D_DESC *desc,
                                                        const D3D11_SUBRESOURCE_DATA *initial,
                                                        ID3D11Texture1D **texture)
{
    return texture1d_create(device_of(iface), desc, initial, texture);
}

static HRESULT STDMETHODCALLTYPE device_CreateTexture2D1(ID3D11Device5 *iface,
                                                         const D3D11_TEXTURE2D_DESC1 *desc,
                                                         const D3D11_SUBRESOURCE_DATA *initial,
                                                         ID3D11Texture2D1 **texture)
{
    return texture2d_create(device_of(iface), desc, initial, texture);
}

static HRESULT STDMETHODCALLTYPE device_CreateTexture2D(ID3D11Device5 *iface,
                                                        const D3D11_TEXTURE2D_DESC *desc,
                                                        const D3D11_SUBRESOURCE_DATA *initial,
                                                        ID3D11Texture2D **texture)
{
    D3D11_TEXTURE2D_DESC1 newer = {0};
    if (desc)
        memcpy(&newer, desc, sizeof(*desc)); /* the older description is the beginning of the newer */
    return texture2d_create(device_of(iface), desc ? &newer : NULL, initial, (ID3D11Texture2D1 **)texture);
}

static HRESULT STDMETHODCALLTYPE device_CreateTexture3D1(ID3D11Device5 *iface,
                                                         const D3D11_TEXTURE3D_DESC1 *desc,
                                                         const D3D11_SUBRESOURCE_DATA *initial,
                                                         ID3D11Texture3D1 **texture)
{
    return texture3d_create(device_of(iface), desc, initial, texture);
}

static HRESULT STDMETHODCALLTYPE device_CreateTexture3D(ID3D11Device5 *iface,
                                                        const D3D11_TEXTURE3D_DESC *desc,
                                                        const D3D11_SUBRESOURCE_DATA *initial,
                                                        ID3D11Texture3D **texture)
{
    D3D11_TEXTURE3D_DESC1 newer = {0};
    if (desc)
        memcpy(&newer, desc, sizeof(*desc));
    return texture3d_create(device_of(iface), desc ? &newer : NULL, initial, (ID3D11Texture3D1 **)texture);
}

/* Creates views of one kind from descriptions of one form. */
#define CREATE_VIEW(name, cls, iface_type, desc_type)                                                        \
    static HRESULT STDMETHODCALLTYPE device_Create##name(ID3D11Device5 *iface, ID3D11Resource *resource,     \
                                                         const desc_type *desc, iface_type **view)           \
    {                                                                                                        \
        return view_create(device_of(iface), &cls, resource, desc, sizeof(*desc), view);                     \
    }
CREATE_VIEW(ShaderResourceView, srv_class, ID3D11ShaderResourceView, D3D11_SHADER_RESOURCE_VIEW_DESC)
CREATE_VIEW(ShaderResourceView1, srv_class, ID3D11ShaderResourceView1, D3D11_SHADER_RESOURCE_VIEW_DESC1)
CREATE_VIEW(UnorderedAccessView, uav_class, ID3D11UnorderedAccessView, D3D11_UNORDERED_ACCESS_VIEW_DESC)
CREATE_VIEW(UnorderedAccessView1, uav_class, ID3D11UnorderedAccessView1, D3D11_UNORDERED_ACCESS_VIEW_DESC1)
CREATE_VIEW(RenderTargetView, rtv_class, ID3D11RenderTargetView, D3D11_RENDER_TARGET_VIEW_DESC)
CREATE_VIEW(RenderTargetView1, rtv_class, ID3D11RenderTargetView1, D3D11_RENDER_TARGET_VIEW_DESC1)
CREATE_VIEW(DepthStencilView, dsv_class, ID3D11DepthStencilView, D3D11_DEPTH_STENCIL_VIEW_DESC)

static HRESULT STDMETHODCALLTYPE device_CreateComputeShader(ID3D11Device5 *iface, const void *bytecode,
                                                            SIZE_T size, ID3D11ClassLinkage *linkage,
                                                            ID3D11ComputeShader **shader)
{
    return shader_create_compute(device_of(iface), bytecode, size, linkage, shader);
}

static HRESULT STDMETHODCALLTYPE device_CreateSamplerState(ID3D11Device5 *iface,
                                                           const D3D11_SAMPLER_DESC *desc,
                                                           ID3D11SamplerState **sampler)
{
    return sampler_create(device_of(iface), desc, sampler);
}

static HRESULT STDMETHODCALLTYPE device_CreateBlendState1(ID3D11Device5 *iface, const D3D11_BLEND_DESC1 *desc,
                                                          ID3D11BlendState1 **state)
{
    return blend_state_create(device_of(iface), desc, state);
}

static HRESULT STDMETHODCALLTYPE device_CreateBlendState(ID3D11Device5 *iface, const D3D11_BLEND_DESC *desc,
                                                         ID3D11BlendState **state)
{
    D3D11_BLEND_DESC1 newer = {0};
    if (desc) {
        newer.AlphaToCoverageEnable = desc->AlphaToCoverageEnable;
        newer.IndependentBlendEnable = desc->IndependentBlendEnable;
    }
    for (int i = 0; desc && i < D3D11_SIMULTANEOUS_RENDER_TARGET_COUNT; i++) {
        const D3D11_RENDER_TARGET_BLEND_DESC *from = &desc->RenderTarget[i];
        newer.RenderTarget[i] = (D3D11_RENDER_TARGET_BLEND_DESC1){
            from->BlendEnable,    FALSE,
            from->SrcBlend,       from->DestBlend,
            from->BlendOp,        from->SrcBlendAlpha,
            from->DestBlendAlpha, from->BlendOpAlpha,
            D3D11_LOGIC_OP_NOOP,  from->RenderTargetWriteMask,
        };
    }
    return blend_state_create(device_of(iface), desc ? &newer : NULL, (ID3D11BlendState1 **)state);
}

static HRESULT STDMETHODCALLTYPE device_CreateDepthStencilState(ID3D11Device5 *iface,
                                                                const D3D11_DEPTH_STENCIL_DESC *desc,
                                                                ID3D11DepthStencilState **state)
{
    return depth_stencil_state_create(device_of(iface), desc, state);
}

static HRESULT STDMETHODCALLTYPE device_CreateRasterizerState2(ID3D11Device5 *iface,
                                                               const D3D11_RASTERIZER_DESC2 *desc,
                                                               ID3D11RasterizerState2 **state)
{
    return rasterizer_state_create(device_of(iface), desc, state);
}

/* `size` bytes of an older description: the beginning of the newest. */
static HRESULT create_rasterizer(ID3D11Device5 *iface, const void *desc, size_t size,
                                 ID3D11RasterizerState2 **state)
{
    D3D11_RASTERIZER_DESC2 newer = {0};
    if (desc)
        memcpy(&newer, desc, size);
    return rasterizer_state_create(device_of(iface), desc ? &newer : NULL, state);
}

static HRESULT STDMETHODCALLTYPE device_CreateRasterizerState1(ID3D11Device5 *iface,
                                                               const D3D11_RASTERIZER_DESC1 *desc,
                                                               ID3D11RasterizerState1 **state)
{
    return create_rasterizer(iface, desc, sizeof(*desc), (ID3D11RasterizerState2 **)state);
}

static HRESULT STDMETHODCALLTYPE device_CreateRasterizerState(ID3D11Device5 *iface,
                                                              const D3D11_RASTERIZER_DESC *desc,
                                                              ID3D11RasterizerState **state)
{
    return create_rasterizer(iface, desc, sizeof(*desc), (ID3D11RasterizerState2 **)state);
}

static HRESULT STDMETHODCALLTYPE device_CreateQuery1(ID3D11Device5 *iface, const D3D11_QUERY_DESC1 *desc,
                                                     ID3D11Query1 **query)
{
    return query_create(device_of(iface), desc, false, query);
}

static HRESULT create_query(ID3D11Device5 *iface, const D3D11_QUERY_DESC *desc, bool predicate,
                            ID3D11Query1 **query)
{
    D3D11_QUERY_DESC1 newer = {0};
    if (desc)
        newer = (D3D11_QUERY_DESC1){desc->Query, desc->MiscFlags, D3D11_CONTEXT_TYPE_ALL};
    return query_create(device_of(iface), desc ? &newer : NULL, predicate, query);
}

static HRESULT STDMETHODCALLTYPE device_CreateQuery(ID3D11Device5 *iface, const D3D11_QUERY_DESC *desc,
                                                    ID3D11Query **query)
{
    return create_query(iface, desc, false, (ID3D11Query1 **)query);
}

static HRESULT STDMETHODCALLTYPE device_CreatePredicate(ID3D11Device5 *iface, const D3D11_QUERY_DESC *desc,
                                                        ID3D11Predicate **predicate)
{
    return create_query(iface, desc, true, (ID3D11Query1 **)predicate);
}

static HRESULT STDMETHODCALLTYPE device_CreateFence(ID3D11Device5 *iface, UINT64 initial,
                                                    D3D11_FENCE_FLAG flags, REFIID iid, void **fence)
{
    return fence_create(device_of(iface), initial, flags, iid, fence);
}

static HRESULT STDMETHODCALLTYPE device_CreateClassLinkage(ID3D11Device5 *iface, ID3D11ClassLinkage **linkage)
{
    return class_linkage_create(device_of(iface), linkage);
}

static HRESULT STDMETHODCALLTYPE device_CreateDeferredContext(ID3D11Device5 *iface, UINT flags,
                                                              ID3D11DeviceContext **context)
{
    return context_create_deferred(device_of(iface), flags, (ID3D11DeviceContext4 **)context);
}

static HRESULT STDMETHODCALLTYPE device_CreateDeferredContext1(ID3D11Device5 *iface, UINT flags,
                                                               ID3D11DeviceContext1 **context)
{
    return context_create_deferred(device_of(iface), flags, (ID3D11DeviceContext4 **)context);
}

static HRESULT STDMETHODCALLTYPE device_CreateDeferredContext2(ID3D11Device5 *iface, UINT flags,
                                                               ID3D11DeviceContext2 **context)
{
    return context_create_deferred(device_of(iface), flags, (ID3D11DeviceContext4 **)context);
}

static HRESULT STDMETHODCALLTYPE device_CreateDeferredContext3(ID3D11Device5 *iface, UINT flags,
                                                               ID3D11DeviceContext3 **context)
{
    return context_create_deferred(device_of(iface), flags, (ID3D11DeviceContext4 **)context);
}

static HRESULT STDMETHODCALLTYPE device_CreateDeviceContextState(ID3D11Device5 *iface, UINT flags,
                                                                 const D3D_FEATURE_LEVEL *levels,
                                                                 UINT level_count, UINT version,
                                                                 REFIID emulated, D3D_FEATURE_LEVEL *chosen,
                                                                 ID3DDeviceContextState **state)
{
    return device_context_state_create(device_of(iface), flags, levels, level_count, version, emulated,
                                       chosen, state);
}

static HRESULT STDMETHODCALLTYPE device_CheckFormatSupport(ID3D11Device5 *iface, DXGI_FORMAT format,
                                                           UINT *support)
{
    if (!support)
        return E_INVALIDARG;
    *support = format_support_bits(format_get(format));
    return *support ? S_OK : E_FAIL;
}

static HRESULT STDMETHODCALLTYPE device_CheckMultisampleQualityLevels1(ID3D11Device5 *iface,
                                                                       DXGI_FORMAT format, UINT samples,
                                                                       UINT flags, UINT *levels)
{
    if (!levels)
        return E_INVALIDARG;
    *levels = 0;
    if (!samples || (flags & ~(UINT)D3D11_CHECK_MULTISAMPLE_QUALITY_LEVELS_TILED_RESOURCE) ||
        format == DXGI_FORMAT_UNKNOWN || !format_get(format))
        return E_INVALIDARG;
    *levels = flags ? 0 : texture_quality_levels(format_get(format), samples); /* no tiled resources */
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE device_CheckMultisampleQualityLevels(ID3D11Device5 *iface,
                                                                      DXGI_FORMAT format, UINT samples,
                                                                      UINT *levels)
{
    return device_CheckMultisampleQualityLevels1(iface, format, samples, 0, levels);
}

static void STDMETHODCALLTYPE device_CheckCounterInfo(ID3D11Device5 *iface, D3D11_COUNTER_INFO *info)
{
    if (info)
        memset(info, 0, sizeof(*info));
}

/* There are no counters, and Direct3D 11 has no well-known ones: every number is out of range. */
static HRESULT STDMETHODCALLTYPE device_CheckCounter(ID3D11Device5 *iface, const D3D11_COUNTER_DESC *desc,
                                                     D3D11_COUNTER_TYPE *type, UINT *active, LPSTR name,
                                                     UINT *name_length, LPSTR units, UINT *units_length,
                                                     LPSTR description, UINT *description_length)
{
    return E_INVALIDARG;
}

static HRESULT STDMETHODCALLTYPE device_CreateCounter(ID3D11Device5 *iface, const D3D11_COUNTER_DESC *desc,
                                                      ID3D11Counter **counter)
{
    if (counter)
        *counter = NULL;
    return E_INVALIDARG;
}

static HRESULT STDMETHODCALLTYPE device_CheckFeatureSupport(ID3D11Device5 *iface, D3D11_FEATURE feature,
                                                            void *data, UINT size)
{
    return device_check_feature(device_of(iface), feature, data, size);
}

static D3D_FEATURE_LEVEL STDMETHODCALLTYPE device_GetFeatureLevel(ID3D11Device5 *iface)
{
    return device_of(iface)->feature_level;
}

static UINT STDMETHODCALLTYPE device_GetCreationFlags(ID3D11Device5 *iface)
{
    return device_of(iface)->creation_flags;
}

static HRESULT STDMETHODCALLTYPE device_GetDeviceRemovedReason(ID3D11Device5 *iface)
{
    return atomic_load(&device_of(iface)->removed_reason);
}

static HRESULT STDMETHODCALLTYPE device_SetExceptionMode(ID3D11Device5 *iface, UINT flags)
{
    struct device *device = device_of(iface);
    if (flags & ~(UINT)D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_SETEXCEPTIONMODE_UNRECOGNIZEDFLAGS,
                            "RaiseFlags 0x%x hold unknown bits", flags);
    HRESULT hr = device_status(device);
    if (SUCCEEDED(hr))
        device->exception_mode = flags;
    return hr;
}

static UINT STDMETHODCALLTYPE device_GetExceptionMode(ID3D11Device5 *iface)
{
    return device_of(iface)->exception_mode;
}

static ID3D11DeviceContext4 *immediate_ref(ID3D11Device5 *iface)
{
    struct context *context = device_of(iface)->immediate;
    object_add_ref(&context->obj);
    return &context->iface;
}

static void STDMETHODCALLTYPE device_GetImmediateContext(ID3D11Device5 *iface, ID3D11DeviceContext **context)
{
    if (context)
        *context = (ID3D11DeviceContext *)immediate_ref(iface);
}

static void STDMETHODCALLTYPE device_GetImmediateContext1(ID3D11Device5 *iface,
                                                          ID3D11DeviceContext1 **context)
{
    if (context)
        *context = (ID3D11DeviceContext1 *)immediate_ref(iface);
}

static void STDMETHODCALLTYPE device_GetImmediateContext2(ID3D11Device5 *iface,
                                                          ID3D11DeviceContext2 **context)
{
    if (context)
        *context = (ID3D11DeviceContext2 *)immediate_ref(iface);
}

static void STDMETHODCALLTYPE device_GetImmediateContext3(ID3D11Device5 *iface,
                                                          ID3D11DeviceContext3 **context)
{
    if (context)
        *context = (ID3D11DeviceContext3 *)immediate_ref(iface);
}

/* A method that creates something and is not there: `out`, where the new object would go, becomes NULL. */
#define STUB(name, out, ...)                                                                                 \
    NOT_THERE static HRESULT STDMETHODCALLTYPE device_##name(ID3D11Device5 *iface, __VA_ARGS__)              \
    {                                                                                                        \
        if (out)                                                                                             \
            memset(out, 0, sizeof(void *));                                                                  \
        return NOT_IMPLEMENTED("ID3D11Device::" #name);                                                      \
    }
/* Shaders of stages that are not there: what is wrong is told as such, what is right is not implemented. */
#define STUB_SHADER(prefix, stage)                                                                           \
    NOT_THERE static HRESULT STDMETHODCALLTYPE device_Create##stage##Shader(                                 \
        ID3D11Device5 *iface, const void *bytecode, SIZE_T size, ID3D11ClassLinkage *linkage,                \
        ID3D11##stage##Shader **shader)                                                                      \
    {                                                                                                        \
        HRESULT hr = shader_check_graphics(device_of(iface), STAGE_##prefix, bytecode, size, linkage);       \
        if (shader)                                                                                          \
            *shader = NULL;                                                                                  \
        return FAILED(hr) ? hr : NOT_IMPLEMENTED("ID3D11Device::Create" #stage "Shader");                    \
    }

STUB_SHADER(VS, Vertex)
STUB_SHADER(HS, Hull)
STUB_SHADER(DS, Domain)
STUB_SHADER(GS, Geometry)
STUB_SHADER(PS, Pixel)
STUB(CreateGeometryShaderWithStreamOutput, shader, const void *bytecode, SIZE_T size,
     const D3D11_SO_DECLARATION_ENTRY *entries, UINT entry_count, const UINT *strides, UINT stride_count,
     UINT rasterized, ID3D11ClassLinkage *linkage, ID3D11GeometryShader **shader)
STUB(CreateInputLayout, layout, const D3D11_INPUT_ELEMENT_DESC *elements, UINT count, const void *bytecode,
     SIZE_T size, ID3D11InputLayout **layout)
/* What is asked of resources that are not tiled, and there are no others: nothing is in tiles or packed. */
static void STDMETHODCALLTYPE device_GetResourceTiling(ID3D11Device5 *iface, ID3D11Resource *resource,
                                                       UINT *tiles, D3D11_PACKED_MIP_DESC *mips,
                                                       D3D11_TILE_SHAPE *shape, UINT *count, UINT first,
                                                       D3D11_SUBRESOURCE_TILING *tilings)
{
    if (tiles)
        *tiles = 0;
    if (mips)
        memset(mips, 0, sizeof(*mips));
    if (shape)
        memset(shape, 0, sizeof(*shape));
    if (tilings && count)
        memset(tilings, 0, *count * sizeof(*tilings));
    if (count)
        *count = 0;
    message_error(device_of(iface), D3D11_MESSAGE_ID_UNKNOWN,
                  "GetResourceTiling: the resource is not tiled; D3D11_OPTIONS1.TiledResourcesTier is 0");
}

static HRESULT STDMETHODCALLTYPE device_RegisterDeviceRemovedEvent(ID3D11Device5 *iface, HANDLE event,
                                                                   DWORD *cookie)
{
    return removal_register_event(device_of(iface), event, cookie);
}

static void STDMETHODCALLTYPE device_UnregisterDeviceRemoved(ID3D11Device5 *iface, DWORD cookie)
{
    removal_unregister_event(device_of(iface), cookie);
}

static void STDMETHODCALLTYPE device_WriteToSubresource(ID3D11Device5 *iface, ID3D11Resource *to, UINT index,
                                                        const D3D11_BOX *box, const void *data,
                                                        UINT row_pitch, UINT depth_pitch)
{
    const struct cpu_box where = {index, box, row_pitch, depth_pitch};
    cpu_access_write(device_of(iface), resource_of(to), &where, data);
}

static void STDMETHODCALLTYPE device_ReadFromSubresource(ID3D11Device5 *iface, void *data, UINT row_pitch,
                                                         UINT depth_pitch, ID3D11Resource *from, UINT index,
                                                         const D3D11_BOX *box)
{
    const struct cpu_box where = {index, box, row_pitch, depth_pitch};
    cpu_access_read(device_of(iface), resource_of(from), &where, data);
}

/* Nothing is shared, so no handle and no name means anything. */
static HRESULT open_shared(ID3D11Device5 *iface, const char *method, void **out)
{
    if (out)
        *out = NULL;
    return message_fail(device_of(iface), E_INVALIDARG,
                        D3D11_MESSAGE_ID_DEVICE_OPEN_SHARED_RESOURCE_INVALIDARG_RETURN,
                        "%s: nothing is shared under this handle or name", method);
}

static HRESULT STDMETHODCALLTYPE device_OpenSharedResource(ID3D11Device5 *iface, HANDLE handle, REFIID iid,
                                                           void **resource)
{
    return open_shared(iface, "OpenSharedResource", resource);
}

static HRESULT STDMETHODCALLTYPE device_OpenSharedResource1(ID3D11Device5 *iface, HANDLE handle, REFIID iid,
                                                            void **resource)
{
    return open_shared(iface, "OpenSharedResource1", resource);
}

static HRESULT STDMETHODCALLTYPE device_OpenSharedResourceByName(ID3D11Device5 *iface, LPCWSTR name,
                                                                 DWORD access, REFIID iid, void **resource)
{
    return open_shared(iface, "OpenSharedResourceByName", resource);
}

static HRESULT STDMETHODCALLTYPE device_OpenSharedFence(ID3D11Device5 *iface, HANDLE handle, REFIID iid,
                                                        void **fence)
{
    return open_shared(iface, "OpenSharedFence", fence);
}

#define M(name) .name = device_##name
const ID3D11Device5Vtbl device_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(device),
    OBJECT_PRIVATE_DATA_ENTRIES(device),
    M(CreateBuffer),
    M(CreateTexture1D),
    M(CreateTexture2D),
    M(CreateTexture2D1),
    M(CreateTexture3D),
    M(CreateTexture3D1),
    M(CreateShaderResourceView),
    M(CreateShaderResourceView1),
    M(CreateUnorderedAccessView),
    M(CreateUnorderedAccessView1),
    M(CreateRenderTargetView),
    M(CreateRenderTargetView1),
    M(CreateDepthStencilView),
    M(CreateInputLayout),
    M(CreateVertexShader),
    M(CreateHullShader),
    M(CreateDomainShader),
    M(CreateGeometryShader),
    M(CreateGeometryShaderWithStreamOutput),
    M(CreatePixelShader),
    M(CreateComputeShader),
    M(CreateClassLinkage),
    M(CreateBlendState),
    M(CreateBlendState1),
    M(CreateDepthStencilState),
    M(CreateRasterizerState),
    M(CreateRasterizerState1),
    M(CreateRasterizerState2),
    M(CreateSamplerState),
    M(CreateQuery),
    M(CreateQuery1),
    M(CreatePredicate),
    M(CreateCounter),
    M(CreateDeferredContext),
    M(CreateDeferredContext1),
    M(CreateDeferredContext2),
    M(CreateDeferredContext3),
    M(CreateDeviceContextState),
    M(OpenSharedResource),
    M(OpenSharedResource1),
    M(OpenSharedResourceByName),
    M(OpenSharedFence),
    M(CreateFence),
    M(CheckFormatSupport),
    M(CheckMultisampleQualityLevels),
    M(CheckMultisampleQualityLevels1),
    M(CheckCounterInfo),
    M(CheckCounter),
    M(CheckFeatureSupport),
    M(GetFeatureLevel),
    M(GetCreationFlags),
    M(GetDeviceRemovedReason),
    M(GetImmediateContext),
    M(GetImmediateContext1),
    M(GetImmediateContext2),
    M(GetImmediateContext3),
    M(SetExceptionMode),
    M(GetExceptionMode),
    M(GetResourceTiling),
    M(WriteToSubresource),
    M(ReadFromSubresource),
    M(RegisterDeviceRemovedEvent),
    M(UnregisterDeviceRemoved),
};
