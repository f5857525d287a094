/*
 * The methods of the interfaces that matter, in the order of their vtables: METHOD(interface, name, part).
 *
 * COMPUTE must be there, and so must STATE: what the drawing stages are told, which programs that only compute save
 * and restore, too. GRAPHICS belongs to drawing itself and to windows; OPTIONAL to what Direct3D lets a device
 * lack (tiles, sharing, events of Windows, CPU access to default textures).
 */
#define UNKNOWN_METHODS(I) \
    METHOD(I, QueryInterface, COMPUTE) \
    METHOD(I, AddRef, COMPUTE) \
    METHOD(I, Release, COMPUTE)

#define ID3D11DEVICE5_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, CreateBuffer, COMPUTE) \
    METHOD(I, CreateTexture1D, COMPUTE) \
    METHOD(I, CreateTexture2D, COMPUTE) \
    METHOD(I, CreateTexture3D, COMPUTE) \
    METHOD(I, CreateShaderResourceView, COMPUTE) \
    METHOD(I, CreateUnorderedAccessView, COMPUTE) \
    METHOD(I, CreateRenderTargetView, STATE) \
    METHOD(I, CreateDepthStencilView, STATE) \
    METHOD(I, CreateInputLayout, GRAPHICS) \
    METHOD(I, CreateVertexShader, GRAPHICS) \
    METHOD(I, CreateGeometryShader, GRAPHICS) \
    METHOD(I, CreateGeometryShaderWithStreamOutput, GRAPHICS) \
    METHOD(I, CreatePixelShader, GRAPHICS) \
    METHOD(I, CreateHullShader, GRAPHICS) \
    METHOD(I, CreateDomainShader, GRAPHICS) \
    METHOD(I, CreateComputeShader, COMPUTE) \
    METHOD(I, CreateClassLinkage, COMPUTE) \
    METHOD(I, CreateBlendState, STATE) \
    METHOD(I, CreateDepthStencilState, STATE) \
    METHOD(I, CreateRasterizerState, STATE) \
    METHOD(I, CreateSamplerState, COMPUTE) \
    METHOD(I, CreateQuery, COMPUTE) \
    METHOD(I, CreatePredicate, COMPUTE) \
    METHOD(I, CreateCounter, COMPUTE) \
    METHOD(I, CreateDeferredContext, COMPUTE) \
    METHOD(I, OpenSharedResource, OPTIONAL) \
    METHOD(I, CheckFormatSupport, COMPUTE) \
    METHOD(I, CheckMultisampleQualityLevels, COMPUTE) \
    METHOD(I, CheckCounterInfo, COMPUTE) \
    METHOD(I, CheckCounter, COMPUTE) \
    METHOD(I, CheckFeatureSupport, COMPUTE) \
    METHOD(I, GetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateDataInterface, COMPUTE) \
    METHOD(I, GetFeatureLevel, COMPUTE) \
    METHOD(I, GetCreationFlags, COMPUTE) \
    METHOD(I, GetDeviceRemovedReason, COMPUTE) \
    METHOD(I, GetImmediateContext, COMPUTE) \
    METHOD(I, SetExceptionMode, COMPUTE) \
    METHOD(I, GetExceptionMode, COMPUTE) \
    METHOD(I, GetImmediateContext1, COMPUTE) \
    METHOD(I, CreateDeferredContext1, COMPUTE) \
    METHOD(I, CreateBlendState1, STATE) \
    METHOD(I, CreateRasterizerState1, STATE) \
    METHOD(I, CreateDeviceContextState, COMPUTE) \
    METHOD(I, OpenSharedResource1, OPTIONAL) \
    METHOD(I, OpenSharedResourceByName, OPTIONAL) \
    METHOD(I, GetImmediateContext2, COMPUTE) \
    METHOD(I, CreateDeferredContext2, COMPUTE) \
    METHOD(I, GetResourceTiling, OPTIONAL) \
    METHOD(I, CheckMultisampleQualityLevels1, COMPUTE) \
    METHOD(I, CreateTexture2D1, COMPUTE) \
    METHOD(I, CreateTexture3D1, COMPUTE) \
    METHOD(I, CreateRasterizerState2, STATE) \
    METHOD(I, CreateShaderResourceView1, COMPUTE) \
    METHOD(I, CreateUnorderedAccessView1, COMPUTE) \
    METHOD(I, CreateRenderTargetView1, STATE) \
    METHOD(I, CreateQuery1, COMPUTE) \
    METHOD(I, GetImmediateContext3, COMPUTE) \
    METHOD(I, CreateDeferredContext3, COMPUTE) \
    METHOD(I, WriteToSubresource, OPTIONAL) \
    METHOD(I, ReadFromSubresource, OPTIONAL) \
    METHOD(I, RegisterDeviceRemovedEvent, OPTIONAL) \
    METHOD(I, UnregisterDeviceRemoved, OPTIONAL) \
    METHOD(I, OpenSharedFence, OPTIONAL) \
    METHOD(I, CreateFence, COMPUTE)

#define ID3D11DEVICECONTEXT4_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, GetDevice, COMPUTE) \
    METHOD(I, GetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateDataInterface, COMPUTE) \
    METHOD(I, VSSetConstantBuffers, STATE) \
    METHOD(I, PSSetShaderResources, STATE) \
    METHOD(I, PSSetShader, STATE) \
    METHOD(I, PSSetSamplers, STATE) \
    METHOD(I, VSSetShader, STATE) \
    METHOD(I, DrawIndexed, GRAPHICS) \
    METHOD(I, Draw, GRAPHICS) \
    METHOD(I, Map, COMPUTE) \
    METHOD(I, Unmap, COMPUTE) \
    METHOD(I, PSSetConstantBuffers, STATE) \
    METHOD(I, IASetInputLayout, STATE) \
    METHOD(I, IASetVertexBuffers, STATE) \
    METHOD(I, IASetIndexBuffer, STATE) \
    METHOD(I, DrawIndexedInstanced, GRAPHICS) \
    METHOD(I, DrawInstanced, GRAPHICS) \
    METHOD(I, GSSetConstantBuffers, STATE) \
    METHOD(I, GSSetShader, STATE) \
    METHOD(I, IASetPrimitiveTopology, STATE) \
    METHOD(I, VSSetShaderResources, STATE) \
    METHOD(I, VSSetSamplers, STATE) \
    METHOD(I, Begin, COMPUTE) \
    METHOD(I, End, COMPUTE) \
    METHOD(I, GetData, COMPUTE) \
    METHOD(I, SetPredication, COMPUTE) \
    METHOD(I, GSSetShaderResources, STATE) \
    METHOD(I, GSSetSamplers, STATE) \
    METHOD(I, OMSetRenderTargets, STATE) \
    METHOD(I, OMSetRenderTargetsAndUnorderedAccessViews, STATE) \
    METHOD(I, OMSetBlendState, STATE) \
    METHOD(I, OMSetDepthStencilState, STATE) \
    METHOD(I, SOSetTargets, STATE) \
    METHOD(I, DrawAuto, GRAPHICS) \
    METHOD(I, DrawIndexedInstancedIndirect, GRAPHICS) \
    METHOD(I, DrawInstancedIndirect, GRAPHICS) \
    METHOD(I, Dispatch, COMPUTE) \
    METHOD(I, DispatchIndirect, COMPUTE) \
    METHOD(I, RSSetState, STATE) \
    METHOD(I, RSSetViewports, STATE) \
    METHOD(I, RSSetScissorRects, STATE) \
    METHOD(I, CopySubresourceRegion, COMPUTE) \
    METHOD(I, CopyResource, COMPUTE) \
    METHOD(I, UpdateSubresource, COMPUTE) \
    METHOD(I, CopyStructureCount, COMPUTE) \
    METHOD(I, ClearRenderTargetView, STATE) \
    METHOD(I, ClearUnorderedAccessViewUint, COMPUTE) \
    METHOD(I, ClearUnorderedAccessViewFloat, COMPUTE) \
    METHOD(I, ClearDepthStencilView, STATE) \
    METHOD(I, GenerateMips, GRAPHICS) \
    METHOD(I, SetResourceMinLOD, COMPUTE) \
    METHOD(I, GetResourceMinLOD, COMPUTE) \
    METHOD(I, ResolveSubresource, GRAPHICS) \
    METHOD(I, ExecuteCommandList, COMPUTE) \
    METHOD(I, HSSetShaderResources, STATE) \
    METHOD(I, HSSetShader, STATE) \
    METHOD(I, HSSetSamplers, STATE) \
    METHOD(I, HSSetConstantBuffers, STATE) \
    METHOD(I, DSSetShaderResources, STATE) \
    METHOD(I, DSSetShader, STATE) \
    METHOD(I, DSSetSamplers, STATE) \
    METHOD(I, DSSetConstantBuffers, STATE) \
    METHOD(I, CSSetShaderResources, COMPUTE) \
    METHOD(I, CSSetUnorderedAccessViews, COMPUTE) \
    METHOD(I, CSSetShader, COMPUTE) \
    METHOD(I, CSSetSamplers, COMPUTE) \
    METHOD(I, CSSetConstantBuffers, COMPUTE) \
    METHOD(I, VSGetConstantBuffers, STATE) \
    METHOD(I, PSGetShaderResources, STATE) \
    METHOD(I, PSGetShader, STATE) \
    METHOD(I, PSGetSamplers, STATE) \
    METHOD(I, VSGetShader, STATE) \
    METHOD(I, PSGetConstantBuffers, STATE) \
    METHOD(I, IAGetInputLayout, STATE) \
    METHOD(I, IAGetVertexBuffers, STATE) \
    METHOD(I, IAGetIndexBuffer, STATE) \
    METHOD(I, GSGetConstantBuffers, STATE) \
    METHOD(I, GSGetShader, STATE) \
    METHOD(I, IAGetPrimitiveTopology, STATE) \
    METHOD(I, VSGetShaderResources, STATE) \
    METHOD(I, VSGetSamplers, STATE) \
    METHOD(I, GetPredication, COMPUTE) \
    METHOD(I, GSGetShaderResources, STATE) \
    METHOD(I, GSGetSamplers, STATE) \
    METHOD(I, OMGetRenderTargets, STATE) \
    METHOD(I, OMGetRenderTargetsAndUnorderedAccessViews, STATE) \
    METHOD(I, OMGetBlendState, STATE) \
    METHOD(I, OMGetDepthStencilState, STATE) \
    METHOD(I, SOGetTargets, STATE) \
    METHOD(I, RSGetState, STATE) \
    METHOD(I, RSGetViewports, STATE) \
    METHOD(I, RSGetScissorRects, STATE) \
    METHOD(I, HSGetShaderResources, STATE) \
    METHOD(I, HSGetShader, STATE) \
    METHOD(I, HSGetSamplers, STATE) \
    METHOD(I, HSGetConstantBuffers, STATE) \
    METHOD(I, DSGetShaderResources, STATE) \
    METHOD(I, DSGetShader, STATE) \
    METHOD(I, DSGetSamplers, STATE) \
    METHOD(I, DSGetConstantBuffers, STATE) \
    METHOD(I, CSGetShaderResources, COMPUTE) \
    METHOD(I, CSGetUnorderedAccessViews, COMPUTE) \
    METHOD(I, CSGetShader, COMPUTE) \
    METHOD(I, CSGetSamplers, COMPUTE) \
    METHOD(I, CSGetConstantBuffers, COMPUTE) \
    METHOD(I, ClearState, COMPUTE) \
    METHOD(I, Flush, COMPUTE) \
    METHOD(I, GetType, COMPUTE) \
    METHOD(I, GetContextFlags, COMPUTE) \
    METHOD(I, FinishCommandList, COMPUTE) \
    METHOD(I, CopySubresourceRegion1, COMPUTE) \
    METHOD(I, UpdateSubresource1, COMPUTE) \
    METHOD(I, DiscardResource, COMPUTE) \
    METHOD(I, DiscardView, COMPUTE) \
    METHOD(I, VSSetConstantBuffers1, STATE) \
    METHOD(I, HSSetConstantBuffers1, STATE) \
    METHOD(I, DSSetConstantBuffers1, STATE) \
    METHOD(I, GSSetConstantBuffers1, STATE) \
    METHOD(I, PSSetConstantBuffers1, STATE) \
    METHOD(I, CSSetConstantBuffers1, COMPUTE) \
    METHOD(I, VSGetConstantBuffers1, STATE) \
    METHOD(I, HSGetConstantBuffers1, STATE) \
    METHOD(I, DSGetConstantBuffers1, STATE) \
    METHOD(I, GSGetConstantBuffers1, STATE) \
    METHOD(I, PSGetConstantBuffers1, STATE) \
    METHOD(I, CSGetConstantBuffers1, COMPUTE) \
    METHOD(I, SwapDeviceContextState, COMPUTE) \
    METHOD(I, ClearView, COMPUTE) \
    METHOD(I, DiscardView1, COMPUTE) \
    METHOD(I, UpdateTileMappings, OPTIONAL) \
    METHOD(I, CopyTileMappings, OPTIONAL) \
    METHOD(I, CopyTiles, OPTIONAL) \
    METHOD(I, UpdateTiles, OPTIONAL) \
    METHOD(I, ResizeTilePool, OPTIONAL) \
    METHOD(I, TiledResourceBarrier, OPTIONAL) \
    METHOD(I, IsAnnotationEnabled, COMPUTE) \
    METHOD(I, SetMarkerInt, COMPUTE) \
    METHOD(I, BeginEventInt, COMPUTE) \
    METHOD(I, EndEvent, COMPUTE) \
    METHOD(I, Flush1, COMPUTE) \
    METHOD(I, SetHardwareProtectionState, COMPUTE) \
    METHOD(I, GetHardwareProtectionState, COMPUTE) \
    METHOD(I, Signal, COMPUTE) \
    METHOD(I, Wait, COMPUTE)

#define IDXGIDEVICE4_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, SetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateDataInterface, COMPUTE) \
    METHOD(I, GetPrivateData, COMPUTE) \
    METHOD(I, GetParent, COMPUTE) \
    METHOD(I, GetAdapter, COMPUTE) \
    METHOD(I, CreateSurface, GRAPHICS) \
    METHOD(I, QueryResourceResidency, COMPUTE) \
    METHOD(I, SetGPUThreadPriority, COMPUTE) \
    METHOD(I, GetGPUThreadPriority, COMPUTE) \
    METHOD(I, SetMaximumFrameLatency, GRAPHICS) \
    METHOD(I, GetMaximumFrameLatency, GRAPHICS) \
    METHOD(I, OfferResources, COMPUTE) \
    METHOD(I, ReclaimResources, COMPUTE) \
    METHOD(I, EnqueueSetEvent, OPTIONAL) \
    METHOD(I, Trim, COMPUTE) \
    METHOD(I, OfferResources1, COMPUTE) \
    METHOD(I, ReclaimResources1, COMPUTE)

#define IDXGIADAPTER4_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, SetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateDataInterface, COMPUTE) \
    METHOD(I, GetPrivateData, COMPUTE) \
    METHOD(I, GetParent, COMPUTE) \
    METHOD(I, EnumOutputs, GRAPHICS) \
    METHOD(I, GetDesc, COMPUTE) \
    METHOD(I, CheckInterfaceSupport, COMPUTE) \
    METHOD(I, GetDesc1, COMPUTE) \
    METHOD(I, GetDesc2, COMPUTE) \
    METHOD(I, RegisterHardwareContentProtectionTeardownStatusEvent, OPTIONAL) \
    METHOD(I, UnregisterHardwareContentProtectionTeardownStatus, OPTIONAL) \
    METHOD(I, QueryVideoMemoryInfo, COMPUTE) \
    METHOD(I, SetVideoMemoryReservation, OPTIONAL) \
    METHOD(I, RegisterVideoMemoryBudgetChangeNotificationEvent, OPTIONAL) \
    METHOD(I, UnregisterVideoMemoryBudgetChangeNotification, OPTIONAL) \
    METHOD(I, GetDesc3, COMPUTE)

#define IDXGIFACTORY7_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, SetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateDataInterface, COMPUTE) \
    METHOD(I, GetPrivateData, COMPUTE) \
    METHOD(I, GetParent, COMPUTE) \
    METHOD(I, EnumAdapters, COMPUTE) \
    METHOD(I, MakeWindowAssociation, GRAPHICS) \
    METHOD(I, GetWindowAssociation, GRAPHICS) \
    METHOD(I, CreateSwapChain, GRAPHICS) \
    METHOD(I, CreateSoftwareAdapter, OPTIONAL) \
    METHOD(I, EnumAdapters1, COMPUTE) \
    METHOD(I, IsCurrent, COMPUTE) \
    METHOD(I, IsWindowedStereoEnabled, GRAPHICS) \
    METHOD(I, CreateSwapChainForHwnd, GRAPHICS) \
    METHOD(I, CreateSwapChainForCoreWindow, GRAPHICS) \
    METHOD(I, GetSharedResourceAdapterLuid, OPTIONAL) \
    METHOD(I, RegisterStereoStatusWindow, GRAPHICS) \
    METHOD(I, RegisterStereoStatusEvent, GRAPHICS) \
    METHOD(I, UnregisterStereoStatus, GRAPHICS) \
    METHOD(I, RegisterOcclusionStatusWindow, GRAPHICS) \
    METHOD(I, RegisterOcclusionStatusEvent, GRAPHICS) \
    METHOD(I, UnregisterOcclusionStatus, GRAPHICS) \
    METHOD(I, CreateSwapChainForComposition, GRAPHICS) \
    METHOD(I, GetCreationFlags, COMPUTE) \
    METHOD(I, EnumAdapterByLuid, COMPUTE) \
    METHOD(I, EnumWarpAdapter, OPTIONAL) \
    METHOD(I, CheckFeatureSupport, COMPUTE) \
    METHOD(I, EnumAdapterByGpuPreference, COMPUTE) \
    METHOD(I, RegisterAdaptersChangedEvent, OPTIONAL) \
    METHOD(I, UnregisterAdaptersChangedEvent, OPTIONAL)

#define DEVICE_CHILD_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, GetDevice, COMPUTE) \
    METHOD(I, GetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateDataInterface, COMPUTE)

#define RESOURCE_METHODS(I) \
    DEVICE_CHILD_METHODS(I) \
    METHOD(I, GetType, COMPUTE) \
    METHOD(I, SetEvictionPriority, COMPUTE) \
    METHOD(I, GetEvictionPriority, COMPUTE) \
    METHOD(I, GetDesc, COMPUTE)

#define RESOURCE1_METHODS(I) \
    RESOURCE_METHODS(I) \
    METHOD(I, GetDesc1, COMPUTE)

#define VIEW_METHODS(I) \
    DEVICE_CHILD_METHODS(I) \
    METHOD(I, GetResource, COMPUTE) \
    METHOD(I, GetDesc, COMPUTE)

#define VIEW1_METHODS(I) \
    VIEW_METHODS(I) \
    METHOD(I, GetDesc1, COMPUTE)

#define STATE_METHODS(I) \
    DEVICE_CHILD_METHODS(I) \
    METHOD(I, GetDesc, COMPUTE)

#define STATE1_METHODS(I) \
    STATE_METHODS(I) \
    METHOD(I, GetDesc1, COMPUTE)

#define STATE2_METHODS(I) \
    STATE1_METHODS(I) \
    METHOD(I, GetDesc2, COMPUTE)

#define QUERY_METHODS(I) \
    DEVICE_CHILD_METHODS(I) \
    METHOD(I, GetDataSize, COMPUTE) \
    METHOD(I, GetDesc, COMPUTE)

#define QUERY1_METHODS(I) \
    QUERY_METHODS(I) \
    METHOD(I, GetDesc1, COMPUTE)

#define COMMAND_LIST_METHODS(I) \
    DEVICE_CHILD_METHODS(I) \
    METHOD(I, GetContextFlags, COMPUTE)

#define CLASS_LINKAGE_METHODS(I) \
    DEVICE_CHILD_METHODS(I) \
    METHOD(I, GetClassInstance, COMPUTE) \
    METHOD(I, CreateClassInstance, COMPUTE)

#define CLASS_INSTANCE_METHODS(I) \
    DEVICE_CHILD_METHODS(I) \
    METHOD(I, GetClassLinkage, COMPUTE) \
    METHOD(I, GetDesc, COMPUTE) \
    METHOD(I, GetInstanceName, COMPUTE) \
    METHOD(I, GetTypeName, COMPUTE)

#define FENCE_METHODS(I) \
    DEVICE_CHILD_METHODS(I) \
    METHOD(I, CreateSharedHandle, OPTIONAL) \
    METHOD(I, GetCompletedValue, COMPUTE) \
    METHOD(I, SetEventOnCompletion, COMPUTE)

#define MULTITHREAD_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, Enter, COMPUTE) \
    METHOD(I, Leave, COMPUTE) \
    METHOD(I, SetMultithreadProtected, COMPUTE) \
    METHOD(I, GetMultithreadProtected, COMPUTE)

#define ANNOTATION_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, BeginEvent, COMPUTE) \
    METHOD(I, EndEvent, COMPUTE) \
    METHOD(I, SetMarker, COMPUTE) \
    METHOD(I, GetStatus, COMPUTE)

#define DEBUG_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, SetFeatureMask, COMPUTE) \
    METHOD(I, GetFeatureMask, COMPUTE) \
    METHOD(I, SetPresentPerRenderOpDelay, GRAPHICS) \
    METHOD(I, GetPresentPerRenderOpDelay, GRAPHICS) \
    METHOD(I, SetSwapChain, GRAPHICS) \
    METHOD(I, GetSwapChain, GRAPHICS) \
    METHOD(I, ValidateContext, GRAPHICS) \
    METHOD(I, ReportLiveDeviceObjects, COMPUTE) \
    METHOD(I, ValidateContextForDispatch, COMPUTE)

/* The two stacks of filters of a queue of messages. */
#define FILTER_METHODS(I, kind) \
    METHOD(I, Add##kind##FilterEntries, COMPUTE) \
    METHOD(I, Get##kind##Filter, COMPUTE) \
    METHOD(I, Clear##kind##Filter, COMPUTE) \
    METHOD(I, PushEmpty##kind##Filter, COMPUTE) \
    METHOD(I, PushCopyOf##kind##Filter, COMPUTE) \
    METHOD(I, Push##kind##Filter, COMPUTE) \
    METHOD(I, Pop##kind##Filter, COMPUTE) \
    METHOD(I, Get##kind##FilterStackSize, COMPUTE)

#define INFO_QUEUE_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, SetMessageCountLimit, COMPUTE) \
    METHOD(I, ClearStoredMessages, COMPUTE) \
    METHOD(I, GetMessage, COMPUTE) \
    METHOD(I, GetNumMessagesAllowedByStorageFilter, COMPUTE) \
    METHOD(I, GetNumMessagesDeniedByStorageFilter, COMPUTE) \
    METHOD(I, GetNumStoredMessages, COMPUTE) \
    METHOD(I, GetNumStoredMessagesAllowedByRetrievalFilter, COMPUTE) \
    METHOD(I, GetNumMessagesDiscardedByMessageCountLimit, COMPUTE) \
    METHOD(I, GetMessageCountLimit, COMPUTE) \
    FILTER_METHODS(I, Storage) \
    FILTER_METHODS(I, Retrieval) \
    METHOD(I, AddMessage, COMPUTE) \
    METHOD(I, AddApplicationMessage, COMPUTE) \
    METHOD(I, SetBreakOnCategory, COMPUTE) \
    METHOD(I, SetBreakOnSeverity, COMPUTE) \
    METHOD(I, SetBreakOnID, COMPUTE) \
    METHOD(I, GetBreakOnCategory, COMPUTE) \
    METHOD(I, GetBreakOnSeverity, COMPUTE) \
    METHOD(I, GetBreakOnID, COMPUTE) \
    METHOD(I, SetMuteDebugOutput, COMPUTE) \
    METHOD(I, GetMuteDebugOutput, COMPUTE)

#define DXGI_SUBOBJECT_METHODS(I) \
    UNKNOWN_METHODS(I) \
    METHOD(I, SetPrivateData, COMPUTE) \
    METHOD(I, SetPrivateDataInterface, COMPUTE) \
    METHOD(I, GetPrivateData, COMPUTE) \
    METHOD(I, GetParent, COMPUTE) \
    METHOD(I, GetDevice, COMPUTE)

#define DXGI_RESOURCE1_METHODS(I) \
    DXGI_SUBOBJECT_METHODS(I) \
    METHOD(I, GetSharedHandle, OPTIONAL) \
    METHOD(I, GetUsage, COMPUTE) \
    METHOD(I, SetEvictionPriority, COMPUTE) \
    METHOD(I, GetEvictionPriority, COMPUTE) \
    METHOD(I, CreateSubresourceSurface, GRAPHICS) \
    METHOD(I, CreateSharedHandle, OPTIONAL)

#define DXGI_SURFACE2_METHODS(I) \
    DXGI_SUBOBJECT_METHODS(I) \
    METHOD(I, GetDesc, COMPUTE) \
    METHOD(I, Map, COMPUTE) \
    METHOD(I, Unmap, COMPUTE) \
    METHOD(I, GetDC, GRAPHICS) \
    METHOD(I, ReleaseDC, GRAPHICS) \
    METHOD(I, GetResource, GRAPHICS)
