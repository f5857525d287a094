/*
 * The methods of ID3D11DeviceContext4 that have a file of their own; the vtable in context.c collects them.
 */
#ifndef RUNTIME_CONTEXT_METHODS_H
#define RUNTIME_CONTEXT_METHODS_H

#include <d3d11_4.h>

/* context_stage.c and, of shaders, shader_bind.c: what every stage has */
#define STAGE(prefix, shader, ...)                                                                           \
    void STDMETHODCALLTYPE context_##prefix##SetConstantBuffers(ID3D11DeviceContext4 *iface, UINT StartSlot, \
                                                                UINT NumBuffers,                             \
                                                                ID3D11Buffer *const *ppConstantBuffers);     \
    void STDMETHODCALLTYPE context_##prefix##SetConstantBuffers1(                                            \
        ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumBuffers,                                        \
        ID3D11Buffer *const *ppConstantBuffers, const UINT *pFirstConstant, const UINT *pNumConstants);      \
    void STDMETHODCALLTYPE context_##prefix##SetShaderResources(                                             \
        ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumViews,                                          \
        ID3D11ShaderResourceView *const *ppShaderResourceViews);                                             \
    void STDMETHODCALLTYPE context_##prefix##SetSamplers(ID3D11DeviceContext4 *iface, UINT StartSlot,        \
                                                         UINT NumSamplers,                                   \
                                                         ID3D11SamplerState *const *ppSamplers);             \
    void STDMETHODCALLTYPE context_##prefix##SetShader(                                                      \
        ID3D11DeviceContext4 *iface, ID3D11##shader##Shader *pShader,                                        \
        ID3D11ClassInstance *const *ppClassInstances, UINT NumClassInstances);                               \
    void STDMETHODCALLTYPE context_##prefix##GetConstantBuffers(                                             \
        ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumBuffers, ID3D11Buffer **ppConstantBuffers);     \
    void STDMETHODCALLTYPE context_##prefix##GetConstantBuffers1(                                            \
        ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumBuffers, ID3D11Buffer **ppConstantBuffers,      \
        UINT *pFirstConstant, UINT *pNumConstants);                                                          \
    void STDMETHODCALLTYPE context_##prefix##GetShaderResources(                                             \
        ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumViews,                                          \
        ID3D11ShaderResourceView **ppShaderResourceViews);                                                   \
    void STDMETHODCALLTYPE context_##prefix##GetSamplers(ID3D11DeviceContext4 *iface, UINT StartSlot,        \
                                                         UINT NumSamplers, ID3D11SamplerState **ppSamplers); \
    void STDMETHODCALLTYPE context_##prefix##GetShader(                                                      \
        ID3D11DeviceContext4 *iface, ID3D11##shader##Shader **ppShader,                                      \
        ID3D11ClassInstance **ppClassInstances, UINT *pNumClassInstances);
#include "stages.def"
#undef STAGE
/* context_state.c */
void STDMETHODCALLTYPE context_CSSetUnorderedAccessViews(
    ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumUAVs,
    ID3D11UnorderedAccessView *const *ppUnorderedAccessViews, const UINT *pUAVInitialCounts);
void STDMETHODCALLTYPE context_CSGetUnorderedAccessViews(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                         UINT NumUAVs,
                                                         ID3D11UnorderedAccessView **ppUnorderedAccessViews);
void STDMETHODCALLTYPE context_ClearState(ID3D11DeviceContext4 *iface);
/* context_fixed.c */
void STDMETHODCALLTYPE context_IASetInputLayout(ID3D11DeviceContext4 *iface, ID3D11InputLayout *pInputLayout);
void STDMETHODCALLTYPE context_IASetVertexBuffers(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                  UINT NumBuffers, ID3D11Buffer *const *ppVertexBuffers,
                                                  const UINT *pStrides, const UINT *pOffsets);
void STDMETHODCALLTYPE context_IASetIndexBuffer(ID3D11DeviceContext4 *iface, ID3D11Buffer *pIndexBuffer,
                                                DXGI_FORMAT Format, UINT Offset);
void STDMETHODCALLTYPE context_IASetPrimitiveTopology(ID3D11DeviceContext4 *iface,
                                                      D3D11_PRIMITIVE_TOPOLOGY Topology);
void STDMETHODCALLTYPE context_IAGetInputLayout(ID3D11DeviceContext4 *iface,
                                                ID3D11InputLayout **ppInputLayout);
void STDMETHODCALLTYPE context_IAGetVertexBuffers(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                  UINT NumBuffers, ID3D11Buffer **ppVertexBuffers,
                                                  UINT *pStrides, UINT *pOffsets);
void STDMETHODCALLTYPE context_IAGetIndexBuffer(ID3D11DeviceContext4 *iface, ID3D11Buffer **pIndexBuffer,
                                                DXGI_FORMAT *Format, UINT *Offset);
void STDMETHODCALLTYPE context_IAGetPrimitiveTopology(ID3D11DeviceContext4 *iface,
                                                      D3D11_PRIMITIVE_TOPOLOGY *pTopology);
void STDMETHODCALLTYPE context_SOSetTargets(ID3D11DeviceContext4 *iface, UINT NumBuffers,
                                            ID3D11Buffer *const *ppSOTargets, const UINT *pOffsets);
void STDMETHODCALLTYPE context_SOGetTargets(ID3D11DeviceContext4 *iface, UINT NumBuffers,
                                            ID3D11Buffer **ppSOTargets);
void STDMETHODCALLTYPE context_RSSetState(ID3D11DeviceContext4 *iface,
                                          ID3D11RasterizerState *pRasterizerState);
void STDMETHODCALLTYPE context_RSSetViewports(ID3D11DeviceContext4 *iface, UINT NumViewports,
                                              const D3D11_VIEWPORT *pViewports);
void STDMETHODCALLTYPE context_RSSetScissorRects(ID3D11DeviceContext4 *iface, UINT NumRects,
                                                 const D3D11_RECT *pRects);
void STDMETHODCALLTYPE context_RSGetState(ID3D11DeviceContext4 *iface,
                                          ID3D11RasterizerState **ppRasterizerState);
void STDMETHODCALLTYPE context_RSGetViewports(ID3D11DeviceContext4 *iface, UINT *pNumViewports,
                                              D3D11_VIEWPORT *pViewports);
void STDMETHODCALLTYPE context_RSGetScissorRects(ID3D11DeviceContext4 *iface, UINT *pNumRects,
                                                 D3D11_RECT *pRects);
/* context_output.c */
void STDMETHODCALLTYPE context_OMSetRenderTargets(ID3D11DeviceContext4 *iface, UINT NumViews,
                                                  ID3D11RenderTargetView *const *ppRenderTargetViews,
                                                  ID3D11DepthStencilView *pDepthStencilView);
void STDMETHODCALLTYPE context_OMSetRenderTargetsAndUnorderedAccessViews(
    ID3D11DeviceContext4 *iface, UINT NumRTVs, ID3D11RenderTargetView *const *ppRenderTargetViews,
    ID3D11DepthStencilView *pDepthStencilView, UINT UAVStartSlot, UINT NumUAVs,
    ID3D11UnorderedAccessView *const *ppUnorderedAccessViews, const UINT *pUAVInitialCounts);
void STDMETHODCALLTYPE context_OMSetBlendState(ID3D11DeviceContext4 *iface, ID3D11BlendState *pBlendState,
                                               const FLOAT BlendFactor[4], UINT SampleMask);
void STDMETHODCALLTYPE context_OMSetDepthStencilState(ID3D11DeviceContext4 *iface,
                                                      ID3D11DepthStencilState *pDepthStencilState,
                                                      UINT StencilRef);
void STDMETHODCALLTYPE context_OMGetRenderTargets(ID3D11DeviceContext4 *iface, UINT NumViews,
                                                  ID3D11RenderTargetView **ppRenderTargetViews,
                                                  ID3D11DepthStencilView **ppDepthStencilView);
void STDMETHODCALLTYPE context_OMGetRenderTargetsAndUnorderedAccessViews(
    ID3D11DeviceContext4 *iface, UINT NumRTVs, ID3D11RenderTargetView **ppRenderTargetViews,
    ID3D11DepthStencilView **ppDepthStencilView, UINT UAVStartSlot, UINT NumUAVs,
    ID3D11UnorderedAccessView **ppUnorderedAccessViews);
void STDMETHODCALLTYPE context_OMGetBlendState(ID3D11DeviceContext4 *iface, ID3D11BlendState **ppBlendState,
                                               FLOAT BlendFactor[4], UINT *pSampleMask);
void STDMETHODCALLTYPE context_OMGetDepthStencilState(ID3D11DeviceContext4 *iface,
                                                      ID3D11DepthStencilState **ppDepthStencilState,
                                                      UINT *pStencilRef);
/* context_copy.c */
void STDMETHODCALLTYPE context_CopyResource(ID3D11DeviceContext4 *iface, ID3D11Resource *pDstResource,
                                            ID3D11Resource *pSrcResource);
void STDMETHODCALLTYPE context_CopySubresourceRegion(ID3D11DeviceContext4 *iface,
                                                     ID3D11Resource *pDstResource, UINT DstSubresource,
                                                     UINT DstX, UINT DstY, UINT DstZ,
                                                     ID3D11Resource *pSrcResource, UINT SrcSubresource,
                                                     const D3D11_BOX *pSrcBox);
void STDMETHODCALLTYPE context_CopySubresourceRegion1(ID3D11DeviceContext4 *iface,
                                                      ID3D11Resource *pDstResource, UINT DstSubresource,
                                                      UINT DstX, UINT DstY, UINT DstZ,
                                                      ID3D11Resource *pSrcResource, UINT SrcSubresource,
                                                      const D3D11_BOX *pSrcBox, UINT CopyFlags);
void STDMETHODCALLTYPE context_UpdateSubresource(ID3D11DeviceContext4 *iface, ID3D11Resource *pDstResource,
                                                 UINT DstSubresource, const D3D11_BOX *pDstBox,
                                                 const void *pSrcData, UINT SrcRowPitch, UINT SrcDepthPitch);
void STDMETHODCALLTYPE context_UpdateSubresource1(ID3D11DeviceContext4 *iface, ID3D11Resource *pDstResource,
                                                  UINT DstSubresource, const D3D11_BOX *pDstBox,
                                                  const void *pSrcData, UINT SrcRowPitch, UINT SrcDepthPitch,
                                                  UINT CopyFlags);
void STDMETHODCALLTYPE context_CopyStructureCount(ID3D11DeviceContext4 *iface, ID3D11Buffer *pDstBuffer,
                                                  UINT DstAlignedByteOffset,
                                                  ID3D11UnorderedAccessView *pSrcView);
/* reduce_commands.c */
void STDMETHODCALLTYPE context_GenerateMips(ID3D11DeviceContext4 *iface,
                                            ID3D11ShaderResourceView *pShaderResourceView);
void STDMETHODCALLTYPE context_ResolveSubresource(ID3D11DeviceContext4 *iface, ID3D11Resource *pDstResource,
                                                  UINT DstSubresource, ID3D11Resource *pSrcResource,
                                                  UINT SrcSubresource, DXGI_FORMAT Format);
/* discard.c */
void STDMETHODCALLTYPE context_DiscardResource(ID3D11DeviceContext4 *iface, ID3D11Resource *pResource);
void STDMETHODCALLTYPE context_DiscardView(ID3D11DeviceContext4 *iface, ID3D11View *pResourceView);
void STDMETHODCALLTYPE context_DiscardView1(ID3D11DeviceContext4 *iface, ID3D11View *pResourceView,
                                            const D3D11_RECT *pRects, UINT NumRects);
/* map.c */
HRESULT STDMETHODCALLTYPE context_Map(ID3D11DeviceContext4 *iface, ID3D11Resource *pResource,
                                      UINT Subresource, D3D11_MAP MapType, UINT MapFlags,
                                      D3D11_MAPPED_SUBRESOURCE *pMappedResource);
void STDMETHODCALLTYPE context_Unmap(ID3D11DeviceContext4 *iface, ID3D11Resource *pResource,
                                     UINT Subresource);
/* clear.c */
void STDMETHODCALLTYPE context_ClearUnorderedAccessViewUint(ID3D11DeviceContext4 *iface,
                                                            ID3D11UnorderedAccessView *pUnorderedAccessView,
                                                            const UINT Values[4]);
void STDMETHODCALLTYPE context_ClearUnorderedAccessViewFloat(ID3D11DeviceContext4 *iface,
                                                             ID3D11UnorderedAccessView *pUnorderedAccessView,
                                                             const FLOAT Values[4]);
void STDMETHODCALLTYPE context_ClearRenderTargetView(ID3D11DeviceContext4 *iface,
                                                     ID3D11RenderTargetView *pRenderTargetView,
                                                     const FLOAT ColorRGBA[4]);
void STDMETHODCALLTYPE context_ClearDepthStencilView(ID3D11DeviceContext4 *iface,
                                                     ID3D11DepthStencilView *pDepthStencilView,
                                                     UINT ClearFlags, FLOAT Depth, UINT8 Stencil);
void STDMETHODCALLTYPE context_ClearView(ID3D11DeviceContext4 *iface, ID3D11View *pView, const FLOAT Color[4],
                                         const D3D11_RECT *pRect, UINT NumRects);
/* query.c */
void STDMETHODCALLTYPE context_Begin(ID3D11DeviceContext4 *iface, ID3D11Asynchronous *pAsync);
void STDMETHODCALLTYPE context_End(ID3D11DeviceContext4 *iface, ID3D11Asynchronous *pAsync);
HRESULT STDMETHODCALLTYPE context_GetData(ID3D11DeviceContext4 *iface, ID3D11Asynchronous *pAsync,
                                          void *pData, UINT DataSize, UINT GetDataFlags);
/* predicate.c */
void STDMETHODCALLTYPE context_SetPredication(ID3D11DeviceContext4 *iface, ID3D11Predicate *pPredicate,
                                              WINBOOL PredicateValue);
void STDMETHODCALLTYPE context_GetPredication(ID3D11DeviceContext4 *iface, ID3D11Predicate **ppPredicate,
                                              WINBOOL *pPredicateValue);
/* min_lod.c */
void STDMETHODCALLTYPE context_SetResourceMinLOD(ID3D11DeviceContext4 *iface, ID3D11Resource *pResource,
                                                 FLOAT MinLOD);
FLOAT STDMETHODCALLTYPE context_GetResourceMinLOD(ID3D11DeviceContext4 *iface, ID3D11Resource *pResource);
/* command_list.c */
HRESULT STDMETHODCALLTYPE context_FinishCommandList(ID3D11DeviceContext4 *iface,
                                                    WINBOOL RestoreDeferredContextState,
                                                    ID3D11CommandList **ppCommandList);
void STDMETHODCALLTYPE context_ExecuteCommandList(ID3D11DeviceContext4 *iface,
                                                  ID3D11CommandList *pCommandList,
                                                  WINBOOL RestoreContextState);
/* pipeline_state.c */
void STDMETHODCALLTYPE context_SwapDeviceContextState(ID3D11DeviceContext4 *iface,
                                                      ID3DDeviceContextState *pState,
                                                      ID3DDeviceContextState **ppPreviousState);
/* fence.c */
HRESULT STDMETHODCALLTYPE context_Signal(ID3D11DeviceContext4 *iface, ID3D11Fence *pFence, UINT64 Value);
HRESULT STDMETHODCALLTYPE context_Wait(ID3D11DeviceContext4 *iface, ID3D11Fence *pFence, UINT64 Value);
/* annotation.c */
WINBOOL STDMETHODCALLTYPE context_IsAnnotationEnabled(ID3D11DeviceContext4 *iface);
void STDMETHODCALLTYPE context_SetMarkerInt(ID3D11DeviceContext4 *iface, LPCWSTR pLabel, INT Data);
void STDMETHODCALLTYPE context_BeginEventInt(ID3D11DeviceContext4 *iface, LPCWSTR pLabel, INT Data);
void STDMETHODCALLTYPE context_EndEvent(ID3D11DeviceContext4 *iface);
/* tiles.c */
HRESULT STDMETHODCALLTYPE context_UpdateTileMappings(
    ID3D11DeviceContext4 *iface, ID3D11Resource *pTiledResource, UINT NumTiledResourceRegions,
    const D3D11_TILED_RESOURCE_COORDINATE *pTiledResourceRegionStartCoordinates,
    const D3D11_TILE_REGION_SIZE *pTiledResourceRegionSizes, ID3D11Buffer *pTilePool, UINT NumRanges,
    const UINT *pRangeFlags, const UINT *pTilePoolStartOffsets, const UINT *pRangeTileCounts, UINT Flags);
HRESULT STDMETHODCALLTYPE context_CopyTileMappings(
    ID3D11DeviceContext4 *iface, ID3D11Resource *pDestTiledResource,
    const D3D11_TILED_RESOURCE_COORDINATE *pDestRegionStartCoordinate, ID3D11Resource *pSourceTiledResource,
    const D3D11_TILED_RESOURCE_COORDINATE *pSourceRegionStartCoordinate,
    const D3D11_TILE_REGION_SIZE *pTileRegionSize, UINT Flags);
void STDMETHODCALLTYPE context_CopyTiles(ID3D11DeviceContext4 *iface, ID3D11Resource *pTiledResource,
                                         const D3D11_TILED_RESOURCE_COORDINATE *pTileRegionStartCoordinate,
                                         const D3D11_TILE_REGION_SIZE *pTileRegionSize, ID3D11Buffer *pBuffer,
                                         UINT64 BufferStartOffsetInBytes, UINT Flags);
void STDMETHODCALLTYPE context_UpdateTiles(
    ID3D11DeviceContext4 *iface, ID3D11Resource *pDestTiledResource,
    const D3D11_TILED_RESOURCE_COORDINATE *pDestTileRegionStartCoordinate,
    const D3D11_TILE_REGION_SIZE *pDestTileRegionSize, const void *pSourceTileData, UINT Flags);
HRESULT STDMETHODCALLTYPE context_ResizeTilePool(ID3D11DeviceContext4 *iface, ID3D11Buffer *pTilePool,
                                                 UINT64 NewSizeInBytes);
void STDMETHODCALLTYPE context_TiledResourceBarrier(
    ID3D11DeviceContext4 *iface, ID3D11DeviceChild *pTiledResourceOrViewAccessBeforeBarrier,
    ID3D11DeviceChild *pTiledResourceOrViewAccessAfterBarrier);
/* dispatch.c */
void STDMETHODCALLTYPE context_Dispatch(ID3D11DeviceContext4 *iface, UINT ThreadGroupCountX,
                                        UINT ThreadGroupCountY, UINT ThreadGroupCountZ);
void STDMETHODCALLTYPE context_DispatchIndirect(ID3D11DeviceContext4 *iface, ID3D11Buffer *pBufferForArgs,
                                                UINT AlignedByteOffsetForArgs);

#endif
