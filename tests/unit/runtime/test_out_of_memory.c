/*
 * Every create path with the n-th allocation failing, for every n until it succeeds: E_OUTOFMEMORY, a NULL
 * pointer, nothing lost (AddressSanitizer) and nothing left behind (the device's count of references).
 *
 * The linker sends the library's allocations here (--wrap).
 */
#include "../../support/runtime_rig.h"

#include <d3d11shader.h>
#include <d3dcompiler.h>
#include <weft.h>

#include <errno.h>
#include <sys/mman.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
int __real_posix_memalign(void **out, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size);
void *__real_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);

enum { FOUND = 1024 }; /* bytes of what a check said */

/* How many allocations of this thread still succeed before one fails; negative: all. */
static _Thread_local long budget = -1;
static _Thread_local bool failed;

static bool denied(void)
{
    if (budget != 0) {
        budget -= budget > 0;
        return false;
    }
    budget = -1; /* one failure, then memory is back: more paths than with all failing from there on */
    failed = true;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return denied() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return denied() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return denied() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return denied() ? NULL : __real_strdup(text);
}

int __wrap_posix_memalign(void **out, size_t alignment, size_t size)
{
    return denied() ? ENOMEM : __real_posix_memalign(out, alignment, size);
}

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    return denied() ? MAP_FAILED : __real_mmap(at, size, protection, flags, file, offset);
}

struct fixture {
    struct rig rig;
    ID3D11Device5 *device;
    ID3D11Texture2D *texture, *depth;
    void *bytecode, *linked; /* the second has classes */
    size_t bytecode_size, linked_size;
};

typedef HRESULT (*create_function)(struct fixture *f, void **out);

static HRESULT create_buffer(struct fixture *f, void **out)
{
    static const D3D11_BUFFER_DESC desc = {.ByteWidth = 64, .BindFlags = D3D11_BIND_SHADER_RESOURCE};
    return ID3D11Device5_CreateBuffer(f->device, &desc, NULL, (ID3D11Buffer **)out);
}

static HRESULT create_texture1d(struct fixture *f, void **out)
{
    static const D3D11_TEXTURE1D_DESC desc = {64, 0, 2, DXGI_FORMAT_R32_UINT,
                                              .BindFlags = D3D11_BIND_SHADER_RESOURCE};
    return ID3D11Device5_CreateTexture1D(f->device, &desc, NULL, (ID3D11Texture1D **)out);
}

static const D3D11_TEXTURE2D_DESC picture = {
    .Width = 8,
    .Height = 8,
    .ArraySize = 2,
    .Format = DXGI_FORMAT_R32_UINT,
    .SampleDesc = {1, 0},
    .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_RENDER_TARGET};

static HRESULT create_texture2d(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateTexture2D(f->device, &picture, NULL, (ID3D11Texture2D **)out);
}

static HRESULT create_texture3d(struct fixture *f, void **out)
{
    static const D3D11_TEXTURE3D_DESC desc = {
        8, 8, 8, 0, DXGI_FORMAT_R32_UINT, .BindFlags = D3D11_BIND_UNORDERED_ACCESS};
    return ID3D11Device5_CreateTexture3D(f->device, &desc, NULL, (ID3D11Texture3D **)out);
}

static HRESULT create_srv(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateShaderResourceView(f->device, (ID3D11Resource *)f->texture, NULL,
                                                  (ID3D11ShaderResourceView **)out);
}

static HRESULT create_uav(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateUnorderedAccessView(f->device, (ID3D11Resource *)f->texture, NULL,
                                                   (ID3D11UnorderedAccessView **)out);
}

static HRESULT create_rtv(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateRenderTargetView(f->device, (ID3D11Resource *)f->texture, NULL,
                                                (ID3D11RenderTargetView **)out);
}

static HRESULT create_dsv(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateDepthStencilView(f->device, (ID3D11Resource *)f->depth, NULL,
                                                (ID3D11DepthStencilView **)out);
}

static HRESULT create_sampler(struct fixture *f, void **out)
{
    static const D3D11_SAMPLER_DESC desc = {.AddressU = D3D11_TEXTURE_ADDRESS_WRAP,
                                            .AddressV = D3D11_TEXTURE_ADDRESS_WRAP,
                                            .AddressW = D3D11_TEXTURE_ADDRESS_WRAP};
    return ID3D11Device5_CreateSamplerState(f->device, &desc, (ID3D11SamplerState **)out);
}

static HRESULT create_blend(struct fixture *f, void **out)
{
    static const D3D11_BLEND_DESC desc;
    return ID3D11Device5_CreateBlendState(f->device, &desc, (ID3D11BlendState **)out);
}

static HRESULT create_depth_stencil(struct fixture *f, void **out)
{
    static const D3D11_DEPTH_STENCIL_DESC desc;
    return ID3D11Device5_CreateDepthStencilState(f->device, &desc, (ID3D11DepthStencilState **)out);
}

static HRESULT create_rasterizer(struct fixture *f, void **out)
{
    static const D3D11_RASTERIZER_DESC desc = {.FillMode = D3D11_FILL_SOLID, .CullMode = D3D11_CULL_NONE};
    return ID3D11Device5_CreateRasterizerState(f->device, &desc, (ID3D11RasterizerState **)out);
}

static HRESULT create_shader(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateComputeShader(f->device, f->bytecode, f->bytecode_size, NULL,
                                             (ID3D11ComputeShader **)out);
}

static HRESULT create_query(struct fixture *f, void **out)
{
    static const D3D11_QUERY_DESC desc = {D3D11_QUERY_TIMESTAMP, 0};
    return ID3D11Device5_CreateQuery(f->device, &desc, (ID3D11Query **)out);
}

static HRESULT create_predicate(struct fixture *f, void **out)
{
    static const D3D11_QUERY_DESC desc = {D3D11_QUERY_OCCLUSION_PREDICATE, 0};
    return ID3D11Device5_CreatePredicate(f->device, &desc, (ID3D11Predicate **)out);
}

static HRESULT create_linkage(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateClassLinkage(f->device, (ID3D11ClassLinkage **)out);
}

static HRESULT create_deferred(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateDeferredContext(f->device, 0, (ID3D11DeviceContext **)out);
}

static HRESULT create_instance(struct fixture *f, void **out)
{
    ID3D11ClassLinkage *linkage;
    HRESULT hr = ID3D11Device5_CreateClassLinkage(f->device, &linkage);
    *out = NULL;
    if (FAILED(hr))
        return hr;
    hr = ID3D11ClassLinkage_CreateClassInstance(linkage, "Scale", 0, 0, 0, 0, (ID3D11ClassInstance **)out);
    ID3D11ClassLinkage_Release(linkage);
    return hr;
}

/* What does not fit while recording is told when the list is finished. */
static HRESULT create_command_list(struct fixture *f, void **out)
{
    static const uint32_t texels[64];
    ID3D11DeviceContext *context;
    HRESULT hr = ID3D11Device5_CreateDeferredContext(f->device, 0, &context);
    *out = NULL;
    if (FAILED(hr))
        return hr;
    ID3D11DeviceContext_UpdateSubresource(context, (ID3D11Resource *)f->texture, 0, NULL, texels, 32, 0);
    ID3D11DeviceContext_ClearState(context);
    ID3D11DeviceContext_Dispatch(context, 1, 1, 1);
    hr = ID3D11DeviceContext_FinishCommandList(context, TRUE, (ID3D11CommandList **)out);
    ID3D11DeviceContext_Release(context);
    return hr;
}

static HRESULT create_state(struct fixture *f, void **out)
{
    static const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
    return ID3D11Device5_CreateDeviceContextState(f->device, 0, &level, 1, D3D11_SDK_VERSION,
                                                  &IID_ID3D11Device1, NULL, (ID3DDeviceContextState **)out);
}

static HRESULT create_fence(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateFence(f->device, 0, D3D11_FENCE_FLAG_NONE, &IID_ID3D11Fence, out);
}

static HRESULT create_factory(struct fixture *f, void **out)
{
    return CreateDXGIFactory1(&IID_IDXGIFactory1, out);
}

static HRESULT create_adapter(struct fixture *f, void **out)
{
    IDXGIFactory1 *factory;
    HRESULT hr = CreateDXGIFactory1(&IID_IDXGIFactory1, (void **)&factory);
    *out = NULL;
    if (FAILED(hr))
        return hr;
    hr = IDXGIFactory1_EnumAdapters(factory, 0, (IDXGIAdapter **)out);
    IDXGIFactory1_Release(factory);
    return hr;
}

static HRESULT create_blob(struct fixture *f, void **out)
{
    return D3DCreateBlob(100, (ID3DBlob **)out);
}

static HRESULT create_reflection(struct fixture *f, void **out)
{
    *out = NULL; /* left alone where it fails */
    return D3DReflect(f->bytecode, f->bytecode_size, &IID_ID3D11ShaderReflection, out);
}

static HRESULT create_part(struct fixture *f, void **out)
{
    *out = NULL; /* left alone where it fails */
    return D3DGetInputAndOutputSignatureBlob(f->bytecode, f->bytecode_size, (ID3DBlob **)out);
}

static HRESULT create_stripped(struct fixture *f, void **out)
{
    *out = NULL; /* left alone where it fails */
    return D3DStripShader(f->bytecode, f->bytecode_size, D3DCOMPILER_STRIP_REFLECTION_DATA, (ID3DBlob **)out);
}

static HRESULT create_listing(struct fixture *f, void **out)
{
    return D3DDisassemble(f->bytecode, f->bytecode_size, 0, NULL, (ID3DBlob **)out);
}

/* The newer forms, with the descriptions that the older ones stand for. */
static HRESULT create_texture2d1(struct fixture *f, void **out)
{
    static const uint32_t texels[64];
    static const D3D11_SUBRESOURCE_DATA data = {texels, 32, 0};
    static const D3D11_TEXTURE2D_DESC1 desc = {
        8, 8, 1, 1, DXGI_FORMAT_R32_UINT, {1, 0}, .BindFlags = D3D11_BIND_SHADER_RESOURCE};
    return ID3D11Device5_CreateTexture2D1(f->device, &desc, &data, (ID3D11Texture2D1 **)out);
}

static HRESULT create_texture3d1(struct fixture *f, void **out)
{
    static const D3D11_TEXTURE3D_DESC1 desc = {
        8, 8, 8, 0, DXGI_FORMAT_R32_UINT, .BindFlags = D3D11_BIND_UNORDERED_ACCESS};
    return ID3D11Device5_CreateTexture3D1(f->device, &desc, NULL, (ID3D11Texture3D1 **)out);
}

static HRESULT create_srv1(struct fixture *f, void **out)
{
    static const D3D11_SHADER_RESOURCE_VIEW_DESC1 desc = {.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D,
                                                          .Texture2D = {0, UINT32_MAX, 0}};
    return ID3D11Device5_CreateShaderResourceView1(f->device, (ID3D11Resource *)f->texture, &desc,
                                                   (ID3D11ShaderResourceView1 **)out);
}

static HRESULT create_uav1(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateUnorderedAccessView1(f->device, (ID3D11Resource *)f->texture, NULL,
                                                    (ID3D11UnorderedAccessView1 **)out);
}

static HRESULT create_rtv1(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateRenderTargetView1(f->device, (ID3D11Resource *)f->texture, NULL,
                                                 (ID3D11RenderTargetView1 **)out);
}

static HRESULT create_blend1(struct fixture *f, void **out)
{
    static const D3D11_BLEND_DESC1 desc;
    return ID3D11Device5_CreateBlendState1(f->device, &desc, (ID3D11BlendState1 **)out);
}

static HRESULT create_rasterizer1(struct fixture *f, void **out)
{
    static const D3D11_RASTERIZER_DESC1 desc = {.FillMode = D3D11_FILL_SOLID, .CullMode = D3D11_CULL_NONE};
    return ID3D11Device5_CreateRasterizerState1(f->device, &desc, (ID3D11RasterizerState1 **)out);
}

static HRESULT create_rasterizer2(struct fixture *f, void **out)
{
    static const D3D11_RASTERIZER_DESC2 desc = {.FillMode = D3D11_FILL_SOLID, .CullMode = D3D11_CULL_NONE};
    return ID3D11Device5_CreateRasterizerState2(f->device, &desc, (ID3D11RasterizerState2 **)out);
}

static HRESULT create_query1(struct fixture *f, void **out)
{
    static const D3D11_QUERY_DESC1 desc = {D3D11_QUERY_TIMESTAMP_DISJOINT, 0, D3D11_CONTEXT_TYPE_ALL};
    return ID3D11Device5_CreateQuery1(f->device, &desc, (ID3D11Query1 **)out);
}

static HRESULT create_deferred1(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateDeferredContext1(f->device, 0, (ID3D11DeviceContext1 **)out);
}

static HRESULT create_deferred2(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateDeferredContext2(f->device, 0, (ID3D11DeviceContext2 **)out);
}

static HRESULT create_deferred3(struct fixture *f, void **out)
{
    return ID3D11Device5_CreateDeferredContext3(f->device, 0, (ID3D11DeviceContext3 **)out);
}

static HRESULT create_immutable(struct fixture *f, void **out)
{
    static const uint32_t words[16];
    static const D3D11_SUBRESOURCE_DATA data = {words, 0, 0};
    static const D3D11_BUFFER_DESC desc = {
        .ByteWidth = 64, .Usage = D3D11_USAGE_IMMUTABLE, .BindFlags = D3D11_BIND_SHADER_RESOURCE};
    return ID3D11Device5_CreateBuffer(f->device, &desc, &data, (ID3D11Buffer **)out);
}

/* So big that its memory comes from the system, also where AddressSanitizer watches. */
static HRESULT create_big_buffer(struct fixture *f, void **out)
{
    static const D3D11_BUFFER_DESC desc = {.ByteWidth = 1 << 27, .BindFlags = D3D11_BIND_SHADER_RESOURCE};
    return ID3D11Device5_CreateBuffer(f->device, &desc, NULL, (ID3D11Buffer **)out);
}

static HRESULT create_linked_shader(struct fixture *f, void **out)
{
    ID3D11ClassLinkage *linkage;
    HRESULT hr = ID3D11Device5_CreateClassLinkage(f->device, &linkage);
    *out = NULL;
    if (FAILED(hr))
        return hr;
    hr = ID3D11Device5_CreateComputeShader(f->device, f->linked, f->linked_size, linkage,
                                           (ID3D11ComputeShader **)out);
    ID3D11ClassLinkage_Release(linkage);
    return hr;
}

static HRESULT create_surface(struct fixture *f, void **out)
{
    static const DXGI_SURFACE_DESC desc = {8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}};
    IDXGIDevice *dxgi;
    assert_ok(ID3D11Device5_QueryInterface(f->device, &IID_IDXGIDevice, (void **)&dxgi));
    HRESULT hr =
        IDXGIDevice_CreateSurface(dxgi, &desc, 1, DXGI_USAGE_SHADER_INPUT, NULL, (IDXGISurface **)out);
    IDXGIDevice_Release(dxgi);
    return hr;
}

/* One of the ways to the adapter. */
static HRESULT enumerate(void **out, HRESULT (*enumeration)(IDXGIFactory7 *factory, void **out))
{
    IDXGIFactory7 *factory;
    HRESULT hr = CreateDXGIFactory2(0, &IID_IDXGIFactory7, (void **)&factory);
    *out = NULL;
    if (FAILED(hr))
        return hr;
    hr = enumeration(factory, out);
    IDXGIFactory7_Release(factory);
    return hr;
}

static HRESULT by_number(IDXGIFactory7 *factory, void **out)
{
    return IDXGIFactory7_EnumAdapters1(factory, 0, (IDXGIAdapter1 **)out);
}

static HRESULT by_luid(IDXGIFactory7 *factory, void **out)
{
    DXGI_ADAPTER_DESC1 desc;
    IDXGIAdapter1 *adapter;
    HRESULT hr = IDXGIFactory7_EnumAdapters1(factory, 0, &adapter);
    if (FAILED(hr))
        return hr;
    IDXGIAdapter1_GetDesc1(adapter, &desc);
    IDXGIAdapter1_Release(adapter);
    return IDXGIFactory7_EnumAdapterByLuid(factory, desc.AdapterLuid, &IID_IDXGIAdapter4, out);
}

static HRESULT by_preference(IDXGIFactory7 *factory, void **out)
{
    return IDXGIFactory7_EnumAdapterByGpuPreference(factory, 0, DXGI_GPU_PREFERENCE_UNSPECIFIED,
                                                    &IID_IDXGIAdapter4, out);
}

static HRESULT the_warp(IDXGIFactory7 *factory, void **out)
{
    return IDXGIFactory7_EnumWarpAdapter(factory, &IID_IDXGIAdapter4, out);
}

static HRESULT create_adapter1(struct fixture *f, void **out)
{
    return enumerate(out, by_number);
}

static HRESULT create_adapter_by_luid(struct fixture *f, void **out)
{
    return enumerate(out, by_luid);
}

static HRESULT create_adapter_by_preference(struct fixture *f, void **out)
{
    return enumerate(out, by_preference);
}

static HRESULT create_warp_adapter(struct fixture *f, void **out)
{
    return enumerate(out, the_warp);
}

static HRESULT create_blob_part(struct fixture *f, void **out)
{
    *out = NULL; /* left alone where it fails */
    return D3DGetBlobPart(f->bytecode, f->bytecode_size, D3D_BLOB_INPUT_SIGNATURE_BLOB, 0, (ID3DBlob **)out);
}

/* A device with everything that a device may have: a time limit, checks, another executor. */
static HRESULT create_full_device(struct fixture *f, void **out)
{
    setenv("WEFT_TIMEOUT_MS", "60000", 1);
    setenv("WEFT_CHECK", "1", 1);
    HRESULT hr =
        D3D11CreateDeviceAndSwapChain(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, D3D11_SDK_VERSION,
                                      NULL, NULL, (ID3D11Device **)out, NULL, NULL);
    unsetenv("WEFT_TIMEOUT_MS");
    unsetenv("WEFT_CHECK");
    return hr;
}

static HRESULT create_device(struct fixture *f, void **out)
{
    return D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, D3D11_CREATE_DEVICE_DEBUG, NULL, 0,
                             D3D11_SDK_VERSION, (ID3D11Device **)out, NULL, NULL);
}

static const struct {
    const char *name;
    create_function create;
} paths[] = {
#define PATH(name)                                                                                           \
    {                                                                                                        \
#name, create_##name                                                                                 \
    }
    PATH(buffer),
    PATH(texture1d),
    PATH(texture2d),
    PATH(texture3d),
    PATH(srv),
    PATH(uav),
    PATH(sampler),
    PATH(blend),
    PATH(depth_stencil),
    PATH(rasterizer),
    PATH(shader),
    PATH(query),
    PATH(predicate),
    PATH(linkage),
    PATH(deferred),
    PATH(state),
    PATH(fence),
    PATH(factory),
    PATH(adapter),
    PATH(blob),
    PATH(device),
    PATH(instance),
    PATH(command_list),
    PATH(rtv),
    PATH(dsv),
    PATH(reflection),
    PATH(part),
    PATH(stripped),
    PATH(listing),
    PATH(texture2d1),
    PATH(texture3d1),
    PATH(srv1),
    PATH(uav1),
    PATH(rtv1),
    PATH(blend1),
    PATH(rasterizer1),
    PATH(rasterizer2),
    PATH(query1),
    PATH(deferred1),
    PATH(deferred2),
    PATH(deferred3),
    PATH(immutable),
    PATH(big_buffer),
    PATH(linked_shader),
    PATH(surface),
    PATH(adapter1),
    PATH(adapter_by_luid),
    PATH(adapter_by_preference),
    PATH(warp_adapter),
    PATH(blob_part),
    PATH(full_device),
};

static struct fixture fixture_open(UINT flags)
{
    struct fixture f = {.rig = rig_open_flags(flags)};
    assert_ok(ID3D11Device_QueryInterface(f.rig.device, &IID_ID3D11Device5, (void **)&f.device));
    assert_ok(ID3D11Device_CreateTexture2D(f.rig.device, &picture, NULL, &f.texture));
    D3D11_TEXTURE2D_DESC depth = picture;
    depth.Format = DXGI_FORMAT_D32_FLOAT;
    depth.BindFlags = D3D11_BIND_DEPTH_STENCIL;
    assert_ok(ID3D11Device_CreateTexture2D(f.rig.device, &depth, NULL, &f.depth));
    f.bytecode = rig_file("unit/runtime/shaders/declares.dxbc", &f.bytecode_size);
    f.linked = rig_file("unit/runtime/shaders/linkage.dxbc", &f.linked_size);
    return f;
}

static void fixture_close(struct fixture *f)
{
    free(f->bytecode);
    free(f->linked);
    ID3D11Texture2D_Release(f->texture);
    ID3D11Texture2D_Release(f->depth);
    ID3D11Device5_Release(f->device);
    rig_close(&f->rig);
}

static void each_path(void **state)
{
    for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
        struct fixture f = fixture_open(0);
        ULONG before = rig_refs(f.device);
        long n = 0;
        for (; n < 100000; n++) {
            void *out = (void *)1;
            failed = false;
            budget = n;
            HRESULT hr = paths[i].create(&f, &out);
            budget = -1;
            if (SUCCEEDED(hr))
                IUnknown_Release((IUnknown *)out);
            else if (hr != E_OUTOFMEMORY || out)
                fail_msg("%s with allocation %ld failing gives 0x%08x, %p", paths[i].name, n, (UINT)hr, out);
            if (rig_refs(f.device) != before)
                fail_msg("%s with allocation %ld failing leaves an object behind", paths[i].name, n);
            if (!failed)
                break;
        }
        print_message("%s: %ld allocations\n", paths[i].name, n);
        assert_true(n > 0);
        fixture_close(&f);
    }
}

/* Messages and private data. */
static void small_things(void **state)
{
    struct fixture f = fixture_open(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&f.rig);
    D3D11_MESSAGE_ID id = 5;
    D3D11_INFO_QUEUE_FILTER filter = {.DenyList = {.NumIDs = 1, .pIDList = &id}};
    budget = 0;
    assert_hr(ID3D11Texture2D_SetPrivateData(f.texture, &WKPDID_D3DDebugObjectName, 3, "abc"), E_OUTOFMEMORY);
    budget = 0;
    assert_hr(
        ID3D11Texture2D_SetPrivateDataInterface(f.texture, &WKPDID_D3DDebugObjectName, (IUnknown *)queue),
        E_OUTOFMEMORY);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_SETPRIVATEDATA_OUTOFMEMORY));
    ID3D11InfoQueue_ClearStoredMessages(queue);
    budget = 0;
    assert_hr(ID3D11InfoQueue_PushStorageFilter(queue, &filter), E_OUTOFMEMORY);
    budget = 0;
    assert_hr(ID3D11InfoQueue_AddRetrievalFilterEntries(queue, &filter), E_OUTOFMEMORY);
    budget = 0;
    assert_hr(ID3D11InfoQueue_SetBreakOnID(queue, 5, TRUE), E_OUTOFMEMORY);
    budget = 0;
    assert_ok(ID3D11InfoQueue_AddApplicationMessage(queue, D3D11_MESSAGE_SEVERITY_INFO, "lost"));
    budget = -1;
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 0);
    assert_int_equal(ID3D11InfoQueue_GetNumMessagesDiscardedByMessageCountLimit(queue), 1);
    assert_int_equal(ID3D11InfoQueue_GetStorageFilterStackSize(queue), 0);
    ID3D11InfoQueue_Release(queue);
    fixture_close(&f);
}

/* Events, and the calls that remember one. */
static void events(void **state)
{
    struct fixture f = fixture_open(0);
    ID3D11Fence *fence;
    DWORD cookie;
    HANDLE event = NULL;
    for (long n = 0; !event; n++) {
        budget = n;
        event = CreateEvent(NULL, TRUE, FALSE, NULL);
        budget = -1;
        assert_true(event || GetLastError() == ERROR_NOT_ENOUGH_MEMORY);
    }
    assert_ok(
        ID3D11Device5_CreateFence(f.device, 0, D3D11_FENCE_FLAG_NONE, &IID_ID3D11Fence, (void **)&fence));
    budget = 0;
    assert_hr(ID3D11Fence_SetEventOnCompletion(fence, 1, event), E_OUTOFMEMORY);
    budget = 0;
    assert_hr(ID3D11Device5_RegisterDeviceRemovedEvent(f.device, event, &cookie), E_OUTOFMEMORY);
    budget = -1;
    assert_ok(ID3D11Fence_SetEventOnCompletion(fence, 1, event));
    assert_ok(ID3D11Device5_RegisterDeviceRemovedEvent(f.device, event, &cookie));
    CloseHandle(event);
    ID3D11Fence_Release(fence);
    fixture_close(&f);
}

/* Kinds and counts of what a device found, "removed" or "incomplete" when it says that it could not see all.
 */
static void write_found(ID3D11Device *device, char out[FOUND])
{
    size_t used = 0;
    *out = 0;
    if (FAILED(ID3D11Device_GetDeviceRemovedReason(device))) {
        snprintf(out, FOUND, "removed");
        return;
    }
    for (UINT i = 0; i < weft_device_get_finding_count(device); i++) {
        weft_finding finding = {.size = sizeof(finding)};
        assert_ok(weft_device_get_finding(device, i, &finding));
        used += (size_t)snprintf(out + used, FOUND - used, "%s %llu\n", finding.kind,
                                 (unsigned long long)finding.count);
        assert_true(used < FOUND);
        if (!strcmp(finding.kind, "incomplete")) {
            snprintf(out, FOUND, "incomplete");
            return;
        }
    }
}

/* One dispatch of 64 groups with the n-th allocation failing; false when none failed any more. found: what a
 * check said of it. */
static bool dispatch_without(long n, const char *path, char found[FOUND])
{
    enum { GROUPS = 64, THREADS = 64 };
    struct rig rig = rig_open();
    size_t size;
    void *bytes = rig_file(path, &size);
    ID3D11ComputeShader *shader;
    assert_ok(ID3D11Device_CreateComputeShader(rig.device, bytes, size, NULL, &shader));
    ID3D11Buffer *out = rig_structured(&rig, GROUPS * THREADS * 4, 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, out, NULL);
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    failed = false;
    budget = n;
    ID3D11DeviceContext_Dispatch(rig.context, GROUPS, 1, 1);
    budget = -1;
    bool again = failed;
    write_found(rig.device, found);
    ID3D11DeviceContext_Dispatch(rig.context, GROUPS, 1, 1); /* whatever was left behind does not hurt */
    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(out);
    ID3D11ComputeShader_Release(shader);
    free(bytes);
    rig_close(&rig);
    return again;
}

/* Dispatches that are checked (on one worker, on several, and where these meet) and traced. What a check
 * could not look at it tells: it finds the same, or says that it did not see all. */
static void watched_dispatches(void **state)
{
    static const struct {
        const char *variable, *value, *threads, *shader;
    } cases[] = {
        {"WEFT_CHECK", "all,quiet", "1", "check/many_groups.dxbc"},
        {"WEFT_CHECK", "all,orders=1,quiet", "3", "check/many_groups.fixed.dxbc"},
        {"WEFT_CHECK", "all,quiet", "1", "check/order_exchange.dxbc"},
        {"WEFT_CHECK", "1,orders=1,quiet", "3", "check/many_groups.dxbc"},
        {"WEFT_CHECK", "1,orders=0,quiet", "3", "check/many_groups_meet.dxbc"},
        {"WEFT_TRACE", "1,0,0", "1", "check/many_groups.dxbc"},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char all[FOUND], found[FOUND];
        long n = 0;
        setenv(cases[i].variable, cases[i].value, 1);
        setenv("WEFT_THREADS", cases[i].threads, 1);
        dispatch_without(-1, cases[i].shader, all);
        for (; dispatch_without(n, cases[i].shader, found); n++)
            if (strcmp(found, all) && strcmp(found, "removed") && strcmp(found, "incomplete"))
                fail_msg("%s on %s with allocation %ld failing finds\n%sinstead of\n%s", cases[i].value,
                         cases[i].shader, n, found, all);
        assert_true(n > 0);
        unsetenv(cases[i].variable);
        unsetenv("WEFT_THREADS");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_path), cmocka_unit_test(small_things),
                                       cmocka_unit_test(events), cmocka_unit_test(watched_dispatches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
