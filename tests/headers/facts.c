/*
 * A few layouts as Microsoft documents them, asserted without any other compiler's help: sizes of common
 * structures, and the places of methods in their tables.
 */
#define COBJMACROS
#include <d3d11_4.h>
#include <d3d11shader.h>
#include <dxgi1_6.h>

#define SIZE_IS(type, bytes) _Static_assert(sizeof(type) == (bytes), #type)
#define SLOT_IS(type, method, slot)                                                                       \
    _Static_assert(offsetof(type##Vtbl, method) == (slot) * sizeof(void *), #method)

SIZE_IS(HRESULT, 4);
SIZE_IS(ULONG, 4);
SIZE_IS(BOOL, 4);
SIZE_IS(WCHAR, sizeof(wchar_t));
SIZE_IS(LUID, 8);
SIZE_IS(GUID, 16);
SIZE_IS(DXGI_FORMAT, 4);
SIZE_IS(D3D11_BUFFER_DESC, 24);
SIZE_IS(D3D11_TEXTURE1D_DESC, 32);
SIZE_IS(D3D11_TEXTURE2D_DESC, 44);
SIZE_IS(D3D11_TEXTURE3D_DESC, 36);
SIZE_IS(D3D11_SAMPLER_DESC, 52);
SIZE_IS(D3D11_BOX, 24);
SIZE_IS(D3D11_SHADER_RESOURCE_VIEW_DESC, 24);
SIZE_IS(D3D11_UNORDERED_ACCESS_VIEW_DESC, 20);
SIZE_IS(D3D11_SUBRESOURCE_DATA, 16);
SIZE_IS(D3D11_MAPPED_SUBRESOURCE, 16);
SIZE_IS(D3D11_VIEWPORT, 24);
SIZE_IS(D3D11_RASTERIZER_DESC, 40);
SIZE_IS(D3D11_BLEND_DESC, 264);
SIZE_IS(D3D11_DEPTH_STENCIL_DESC, 52);
SIZE_IS(D3D11_INPUT_ELEMENT_DESC, 32);
SIZE_IS(D3D11_QUERY_DATA_PIPELINE_STATISTICS, 88);
SIZE_IS(D3D11_SHADER_DESC, 160);

SLOT_IS(ID3D11DeviceChild, GetDevice, 3);
SLOT_IS(ID3D11Resource, GetType, 7);
SLOT_IS(ID3D11Buffer, GetDesc, 10);
SLOT_IS(ID3D11Device, CreateBuffer, 3);
SLOT_IS(ID3D11Device, CreateComputeShader, 18);
SLOT_IS(ID3D11Device, CheckFeatureSupport, 33);
SLOT_IS(ID3D11Device, GetImmediateContext, 40);
SLOT_IS(ID3D11Device1, CreateDeferredContext1, 44);
SLOT_IS(ID3D11Device5, OpenSharedFence, 67);
SLOT_IS(ID3D11DeviceContext, VSSetConstantBuffers, 7);
SLOT_IS(ID3D11DeviceContext, Map, 14);
SLOT_IS(ID3D11DeviceContext, Dispatch, 41);
SLOT_IS(ID3D11DeviceContext, CSSetShader, 69);
SLOT_IS(ID3D11DeviceContext, FinishCommandList, 114);
SLOT_IS(ID3D11DeviceContext1, CopySubresourceRegion1, 115);
SLOT_IS(ID3D11ShaderReflection, GetDesc, 3);
SLOT_IS(ID3D11ShaderReflection, GetResourceBindingDesc, 6);
SLOT_IS(ID3D11ShaderReflection, GetVariableByName, 10);
SLOT_IS(ID3D11ShaderReflection, GetRequiresFlags, 21);
SLOT_IS(ID3D11ShaderReflectionConstantBuffer, GetVariableByName, 2);
SLOT_IS(ID3D11ShaderReflectionVariable, GetInterfaceSlot, 3);
SLOT_IS(ID3D11ShaderReflectionType, ImplementsInterface, 10);
SLOT_IS(IDXGIObject, GetParent, 6);
SLOT_IS(IDXGIAdapter, GetDesc, 8);
SLOT_IS(IDXGIFactory, EnumAdapters, 7);
SLOT_IS(IDXGISwapChain, Present, 8);

_Static_assert(D3D11_SDK_VERSION == 7, "SDK version");
_Static_assert(D3D_FEATURE_LEVEL_11_0 == 0xb000, "feature level");
_Static_assert(DXGI_FORMAT_R8G8B8A8_UNORM == 28, "format");
_Static_assert(DXGI_FORMAT_B4G4R4A4_UNORM == 115, "format");
_Static_assert(DXGI_ERROR_DEVICE_HUNG == (HRESULT)0x887a0006, "code");
_Static_assert(E_INVALIDARG == (HRESULT)0x80070057 && E_INVALIDARG < 0, "code");

/* Annotations disappear, whichever way they are written. */
HRESULT annotated(_In_z_ LPCSTR name, _In_reads_bytes_opt_(size) const void *from, _In_range_(1, 4) SIZE_T size,
                  _Out_writes_bytes_to_opt_(size, *written) void *to, _Out_opt_ SIZE_T *written,
                  _Inout_updates_all_(size) UINT *both, _Reserved_ void *nothing,
                  _When_(size > 1, _COM_Outptr_result_maybenull_) IUnknown **out);
_Must_inspect_result_ _Success_(return != FALSE) _Ret_range_(0, 1) BOOL annotated_too(_Outptr_result_buffer_(4)
                                                                                          UINT **out);
