/*
 * Every method of every interface that computing meets, with its state, from the vtables; none that computing
 * needs may be missing. Names are held to the headers: a row is the slot that its name has there.
 */
#include "../../support/runtime_rig.h"

#include "method_lists.h"

/* Where methods that are not there lie (NOT_THERE in message.h). */
extern const char __start_weft_not_there[], __stop_weft_not_there[];

enum part { COMPUTE, STATE, GRAPHICS, OPTIONAL };

struct method {
    const char *name;
    enum part part;
    size_t offset;
};

struct method_list {
    const char *interface_name;
    const struct method *methods;
    size_t count, vtable_size;
};

#define METHOD(I, name, part) {#name, part, offsetof(I##Vtbl, name)},
#define METHODS_OF(type, rows)                                                                               \
    {                                                                                                        \
#type, (const struct method[]){rows(type) },                                                         \
                                       sizeof((struct method[]){rows(type)}) / sizeof(struct method),        \
                                       sizeof(type##Vtbl)                                                    \
    }
static const struct method_list device_methods = METHODS_OF(ID3D11Device5, ID3D11DEVICE5_METHODS),
                                context_methods =
                                    METHODS_OF(ID3D11DeviceContext4, ID3D11DEVICECONTEXT4_METHODS),
                                dxgi_device_methods = METHODS_OF(IDXGIDevice4, IDXGIDEVICE4_METHODS),
                                adapter_methods = METHODS_OF(IDXGIAdapter4, IDXGIADAPTER4_METHODS),
                                factory_methods = METHODS_OF(IDXGIFactory7, IDXGIFACTORY7_METHODS),
                                buffer_methods = METHODS_OF(ID3D11Buffer, RESOURCE_METHODS),
                                texture1d_methods = METHODS_OF(ID3D11Texture1D, RESOURCE_METHODS),
                                texture2d_methods = METHODS_OF(ID3D11Texture2D1, RESOURCE1_METHODS),
                                texture3d_methods = METHODS_OF(ID3D11Texture3D1, RESOURCE1_METHODS),
                                srv_methods = METHODS_OF(ID3D11ShaderResourceView1, VIEW1_METHODS),
                                uav_methods = METHODS_OF(ID3D11UnorderedAccessView1, VIEW1_METHODS),
                                rtv_methods = METHODS_OF(ID3D11RenderTargetView1, VIEW1_METHODS),
                                dsv_methods = METHODS_OF(ID3D11DepthStencilView, VIEW_METHODS),
                                shader_methods = METHODS_OF(ID3D11ComputeShader, DEVICE_CHILD_METHODS),
                                sampler_methods = METHODS_OF(ID3D11SamplerState, STATE_METHODS),
                                blend_methods = METHODS_OF(ID3D11BlendState1, STATE1_METHODS),
                                depth_methods = METHODS_OF(ID3D11DepthStencilState, STATE_METHODS),
                                rasterizer_methods = METHODS_OF(ID3D11RasterizerState2, STATE2_METHODS),
                                query_methods = METHODS_OF(ID3D11Query1, QUERY1_METHODS),
                                predicate_methods = METHODS_OF(ID3D11Predicate, QUERY_METHODS),
                                list_methods = METHODS_OF(ID3D11CommandList, COMMAND_LIST_METHODS),
                                linkage_methods = METHODS_OF(ID3D11ClassLinkage, CLASS_LINKAGE_METHODS),
                                instance_methods = METHODS_OF(ID3D11ClassInstance, CLASS_INSTANCE_METHODS),
                                state_methods = METHODS_OF(ID3DDeviceContextState, DEVICE_CHILD_METHODS),
                                fence_methods = METHODS_OF(ID3D11Fence, FENCE_METHODS),
                                multithread_methods = METHODS_OF(ID3D11Multithread, MULTITHREAD_METHODS),
                                annotation_methods =
                                    METHODS_OF(ID3DUserDefinedAnnotation, ANNOTATION_METHODS),
                                debug_methods = METHODS_OF(ID3D11Debug, DEBUG_METHODS),
                                queue_methods = METHODS_OF(ID3D11InfoQueue, INFO_QUEUE_METHODS),
                                dxgi_resource_methods = METHODS_OF(IDXGIResource1, DXGI_RESOURCE1_METHODS),
                                surface_methods = METHODS_OF(IDXGISurface2, DXGI_SURFACE2_METHODS);

static bool is_there(const void *function)
{
    const char *at = function;
    return at && !(at >= __start_weft_not_there && at < __stop_weft_not_there);
}

static unsigned missing, listed;

/* Prints the methods of an object's first interface. */
static void list(const struct method_list *list, const void *object)
{
    static const char *const parts[] = {"computing", "state of drawing", "graphics", "optional"};
    const void *const *vtable = *(const void *const *const *)object;
    printf("%s\n", list->interface_name);
    assert_int_equal(list->count * sizeof(void *), list->vtable_size);
    for (size_t i = 0; i < list->count; i++) {
        const struct method *method = &list->methods[i];
        bool there = is_there(vtable[i]);
        printf("  %3zu %-52s %s%s\n", i, method->name, there ? "implemented" : "not implemented, ",
               there ? "" : parts[method->part]);
        assert_int_equal(method->offset, i * sizeof(void *));
        assert_non_null(vtable[i]);
        missing += !there && method->part <= STATE;
        listed++;
    }
}

static void list_and_release(const struct method_list *methods, void *object)
{
    list(methods, object);
    IUnknown_Release((IUnknown *)object);
}

/* Another interface of an object. */
static void list_interface(const struct method_list *methods, void *object, const IID *iid)
{
    void *other;
    assert_ok(IUnknown_QueryInterface((IUnknown *)object, iid, &other));
    list_and_release(methods, other);
}

static void list_device(const struct rig *rig)
{
    ID3D11DeviceContext *deferred;
    IDXGIDevice *dxgi;
    IDXGIAdapter *adapter;
    IDXGIFactory *factory;
    list(&device_methods, rig->device);
    list(&context_methods, rig->context);
    assert_ok(ID3D11Device_CreateDeferredContext(rig->device, 0, &deferred));
    list_and_release(&context_methods, deferred);
    assert_ok(ID3D11Device_QueryInterface(rig->device, &IID_IDXGIDevice, (void **)&dxgi));
    list(&dxgi_device_methods, dxgi);
    assert_ok(IDXGIDevice_GetAdapter(dxgi, &adapter));
    list(&adapter_methods, adapter);
    assert_ok(IDXGIAdapter_GetParent(adapter, &IID_IDXGIFactory, (void **)&factory));
    list_and_release(&factory_methods, factory);
    IDXGIAdapter_Release(adapter);
    IDXGIDevice_Release(dxgi);
    list_interface(&multithread_methods, rig->device, &IID_ID3D11Multithread);
    list_interface(&multithread_methods, rig->context, &IID_ID3D11Multithread);
    list_interface(&annotation_methods, rig->context, &IID_ID3DUserDefinedAnnotation);
    list_interface(&debug_methods, rig->device, &IID_ID3D11Debug);
    list_interface(&queue_methods, rig->device, &IID_ID3D11InfoQueue);
}

static void list_resources(ID3D11Device *device)
{
    const UINT bind = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_RENDER_TARGET;
    D3D11_BUFFER_DESC buffer_desc = {.ByteWidth = 16};
    D3D11_TEXTURE1D_DESC line = {4, 1, 1, DXGI_FORMAT_R32_UINT, .BindFlags = bind};
    D3D11_TEXTURE2D_DESC picture = {4, 4, 1, 1, DXGI_FORMAT_R32_UINT, {1, 0}, .BindFlags = bind};
    D3D11_TEXTURE2D_DESC depth = {
        4, 4, 1, 1, DXGI_FORMAT_D32_FLOAT, {1, 0}, .BindFlags = D3D11_BIND_DEPTH_STENCIL};
    D3D11_TEXTURE3D_DESC volume = {4, 4, 4, 1, DXGI_FORMAT_R32_UINT, .BindFlags = bind};
    ID3D11Buffer *buffer;
    ID3D11Texture1D *texture1d;
    ID3D11Texture2D *texture2d;
    ID3D11Texture3D *texture3d;
    ID3D11ShaderResourceView *srv;
    ID3D11UnorderedAccessView *uav;
    ID3D11RenderTargetView *rtv;
    ID3D11DepthStencilView *dsv;
    assert_ok(ID3D11Device_CreateBuffer(device, &buffer_desc, NULL, &buffer));
    list_interface(&dxgi_resource_methods, buffer, &IID_IDXGIResource1);
    list_and_release(&buffer_methods, buffer);
    assert_ok(ID3D11Device_CreateTexture1D(device, &line, NULL, &texture1d));
    list_and_release(&texture1d_methods, texture1d);
    assert_ok(ID3D11Device_CreateTexture3D(device, &volume, NULL, &texture3d));
    list_and_release(&texture3d_methods, texture3d);
    assert_ok(ID3D11Device_CreateTexture2D(device, &depth, NULL, &texture2d));
    assert_ok(ID3D11Device_CreateDepthStencilView(device, (ID3D11Resource *)texture2d, NULL, &dsv));
    list_and_release(&dsv_methods, dsv);
    ID3D11Texture2D_Release(texture2d);
    assert_ok(ID3D11Device_CreateTexture2D(device, &picture, NULL, &texture2d));
    list_interface(&surface_methods, texture2d, &IID_IDXGISurface2);
    assert_ok(ID3D11Device_CreateShaderResourceView(device, (ID3D11Resource *)texture2d, NULL, &srv));
    list_and_release(&srv_methods, srv);
    assert_ok(ID3D11Device_CreateUnorderedAccessView(device, (ID3D11Resource *)texture2d, NULL, &uav));
    list_and_release(&uav_methods, uav);
    assert_ok(ID3D11Device_CreateRenderTargetView(device, (ID3D11Resource *)texture2d, NULL, &rtv));
    list_and_release(&rtv_methods, rtv);
    list_and_release(&texture2d_methods, texture2d);
}

static void list_states(ID3D11Device *device)
{
    D3D11_SAMPLER_DESC sampling = {.AddressU = 1, .AddressV = 1, .AddressW = 1};
    D3D11_BLEND_DESC blending = {0};
    D3D11_DEPTH_STENCIL_DESC testing = {0};
    D3D11_RASTERIZER_DESC filling = {.FillMode = D3D11_FILL_SOLID, .CullMode = D3D11_CULL_NONE};
    ID3D11SamplerState *sampler;
    ID3D11BlendState *blend;
    ID3D11DepthStencilState *depth;
    ID3D11RasterizerState *rasterizer;
    assert_ok(ID3D11Device_CreateSamplerState(device, &sampling, &sampler));
    list_and_release(&sampler_methods, sampler);
    assert_ok(ID3D11Device_CreateBlendState(device, &blending, &blend));
    list_and_release(&blend_methods, blend);
    assert_ok(ID3D11Device_CreateDepthStencilState(device, &testing, &depth));
    list_and_release(&depth_methods, depth);
    assert_ok(ID3D11Device_CreateRasterizerState(device, &filling, &rasterizer));
    list_and_release(&rasterizer_methods, rasterizer);
}

static void list_others(const struct rig *rig)
{
    static const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
    D3D11_QUERY_DESC event = {D3D11_QUERY_EVENT, 0}, occlusion = {D3D11_QUERY_OCCLUSION_PREDICATE, 0};
    ID3D11Device5 *device;
    ID3D11Query *query;
    ID3D11Predicate *predicate;
    ID3D11DeviceContext *deferred;
    ID3D11CommandList *commands;
    ID3D11ClassLinkage *linkage;
    ID3D11ClassInstance *instance;
    ID3DDeviceContextState *state;
    ID3D11Fence *fence;
    assert_ok(ID3D11Device_QueryInterface(rig->device, &IID_ID3D11Device5, (void **)&device));
    list_and_release(&shader_methods, rig_shader(rig, "declares"));
    assert_ok(ID3D11Device_CreateQuery(rig->device, &event, &query));
    list_and_release(&query_methods, query);
    assert_ok(ID3D11Device_CreatePredicate(rig->device, &occlusion, &predicate));
    list_and_release(&predicate_methods, predicate);
    assert_ok(ID3D11Device_CreateDeferredContext(rig->device, 0, &deferred));
    assert_ok(ID3D11DeviceContext_FinishCommandList(deferred, FALSE, &commands));
    list_and_release(&list_methods, commands);
    ID3D11DeviceContext_Release(deferred);
    assert_ok(ID3D11Device_CreateClassLinkage(rig->device, &linkage));
    assert_ok(ID3D11ClassLinkage_CreateClassInstance(linkage, "Scale", 0, 0, 0, 0, &instance));
    list_and_release(&instance_methods, instance);
    list_and_release(&linkage_methods, linkage);
    assert_ok(ID3D11Device5_CreateDeviceContextState(device, 0, &level, 1, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Device1, NULL, &state));
    list_and_release(&state_methods, state);
    assert_ok(ID3D11Device5_CreateFence(device, 0, D3D11_FENCE_FLAG_NONE, &IID_ID3D11Fence, (void **)&fence));
    list_and_release(&fence_methods, fence);
    ID3D11Device5_Release(device);
}

static void nothing_that_computing_needs_is_missing(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    list_device(&rig);
    list_resources(rig.device);
    list_states(rig.device);
    list_others(&rig);
    printf("%u methods, %u that computing needs are missing\n", listed, missing);
    assert_int_equal(missing, 0);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_computing_needs_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
