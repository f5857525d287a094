/*
 * The methods of ID3D11DeviceContext4 that have a file of their own; the vtable in context.c collects them.
 */
#ifndef RUNTIME_CONTEXT_METHODS_H
#define RUNTIME_CONTEXT_METHODS_H

#include <d3d11_4.h>

/* context_state.c */
void STDMETHODCALLTYPE context_CSSetConstantBuffers(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                    UINT NumBuffers, ID3D11Buffer *const *ppConstantBuffers);
void STDMETHODCALLTYPE context_CSSetConstantBuffers1(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                     UINT NumBuffers, ID3D11Buffer *const *ppConstantBuffers,
                                                     const UINT *pFirstConstant, const UINT *pNumConstants);
void STDMETHODCALLTYPE context_CSSetShaderResources(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                    UINT NumViews,
                                                    ID3D11ShaderResourceView *const *ppShaderResourceViews);
void STDMETHODCALLTYPE context_CSSetSamplers(ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumSamplers,
                                             ID3D11SamplerState *const *ppSamplers);
void STDMETHODCALLTYPE context_CSSetUnorderedAccessViews(
    ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumUAVs,
    ID3D11UnorderedAccessView *const *ppUnorderedAccessViews, const UINT *pUAVInitialCounts);
void STDMETHODCALLTYPE context_CSGetConstantBuffers(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                    UINT NumBuffers, ID3D11Buffer **ppConstantBuffers);
void STDMETHODCALLTYPE context_CSGetConstantBuffers1(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                     UINT NumBuffers, ID3D11Buffer **ppConstantBuffers,
                                                     UINT *pFirstConstant, UINT *pNumConstants);
void STDMETHODCALLTYPE context_CSGetShaderResources(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                    UINT NumViews,
                                                    ID3D11ShaderResourceView **ppShaderResourceViews);
void STDMETHODCALLTYPE context_CSGetSamplers(ID3D11DeviceContext4 *iface, UINT StartSlot, UINT NumSamplers,
                                             ID3D11SamplerState **ppSamplers);
void STDMETHODCALLTYPE context_CSGetUnorderedAccessViews(ID3D11DeviceContext4 *iface, UINT StartSlot,
                                                         UINT NumUAVs,
                                                         ID3D11UnorderedAccessView **ppUnorderedAccessViews);
void STDMETHODCALLTYPE context_ClearState(ID3D11DeviceContext4 *iface);
/* shader_bind.c */
void STDMETHODCALLTYPE context_CSSetShader(ID3D11DeviceContext4 *iface, ID3D11ComputeShader *pComputeShader,
                                           ID3D11ClassInstance *const *ppClassInstances,
                                           UINT NumClassInstances);
void STDMETHODCALLTYPE context_CSGetShader(ID3D11DeviceContext4 *iface, ID3D11ComputeShader **ppComputeShader,
                                           ID3D11ClassInstance **ppClassInstances, UINT *pNumClassInstances);
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
/* dispatch.c */
void STDMETHODCALLTYPE context_Dispatch(ID3D11DeviceContext4 *iface, UINT ThreadGroupCountX,
                                        UINT ThreadGroupCountY, UINT ThreadGroupCountZ);
void STDMETHODCALLTYPE context_DispatchIndirect(ID3D11DeviceContext4 *iface, ID3D11Buffer *pBufferForArgs,
                                                UINT AlignedByteOffsetForArgs);

#endif
