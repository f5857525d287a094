/* What a debug device says at Dispatch about slots that are empty or hold what the shader does not declare.
 */
#include "../../support/runtime_rig.h"

#define SRV D3D11_BIND_SHADER_RESOURCE
#define UAV D3D11_BIND_UNORDERED_ACCESS

struct fixture {
    struct rig rig;
    ID3D11InfoQueue *queue;
    ID3D11ComputeShader *shader;
};

static struct fixture fixture_open(void)
{
    struct fixture f = {.rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG)};
    f.queue = rig_queue(&f.rig);
    f.shader = rig_shader(&f.rig, "declares");
    ID3D11DeviceContext_CSSetShader(f.rig.context, f.shader, NULL, 0);
    return f;
}

static void fixture_close(struct fixture *f)
{
    ID3D11DeviceContext_ClearState(f->rig.context);
    ID3D11ComputeShader_Release(f->shader);
    ID3D11InfoQueue_Release(f->queue);
    rig_close(&f->rig);
}

static UINT64 run(struct fixture *f)
{
    ID3D11InfoQueue_ClearStoredMessages(f->queue);
    ID3D11DeviceContext_Dispatch(f->rig.context, 1, 1, 1);
    return ID3D11InfoQueue_GetNumStoredMessages(f->queue);
}

static ID3D11Texture2D *texture(struct fixture *f, DXGI_FORMAT format, UINT slices, UINT samples, UINT bind)
{
    D3D11_TEXTURE2D_DESC desc = {.Width = 4,
                                 .Height = 4,
                                 .MipLevels = 1,
                                 .ArraySize = slices,
                                 .Format = format,
                                 .SampleDesc = {samples, 0},
                                 .BindFlags = bind};
    ID3D11Texture2D *out;
    assert_ok(ID3D11Device_CreateTexture2D(f->rig.device, &desc, NULL, &out));
    return out;
}

/* Binds the default view of `resource` (or the one of desc), which is released. */
static void bind_srv(struct fixture *f, UINT slot, void *resource,
                     const D3D11_SHADER_RESOURCE_VIEW_DESC *desc)
{
    ID3D11ShaderResourceView *view = rig_srv(&f->rig, resource, desc);
    ID3D11DeviceContext_CSSetShaderResources(f->rig.context, slot, 1, &view);
    ID3D11ShaderResourceView_Release(view);
    IUnknown_Release((IUnknown *)resource);
}

static void bind_uav(struct fixture *f, UINT slot, void *resource,
                     const D3D11_UNORDERED_ACCESS_VIEW_DESC *desc)
{
    ID3D11UnorderedAccessView *view = rig_uav(&f->rig, resource, desc);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(f->rig.context, slot, 1, &view, NULL);
    ID3D11UnorderedAccessView_Release(view);
    IUnknown_Release((IUnknown *)resource);
}

static void bind_constants(struct fixture *f, UINT size)
{
    D3D11_BUFFER_DESC desc = {.ByteWidth = size, .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Buffer *buffer = rig_buffer(&f->rig, &desc, NULL);
    ID3D11DeviceContext_CSSetConstantBuffers(f->rig.context, 1, 1, &buffer);
    ID3D11Buffer_Release(buffer);
}

static const D3D11_SHADER_RESOURCE_VIEW_DESC raw_srv = {.Format = DXGI_FORMAT_R32_TYPELESS,
                                                        .ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX,
                                                        .BufferEx = {0, 16, D3D11_BUFFEREX_SRV_FLAG_RAW}};
static const D3D11_SHADER_RESOURCE_VIEW_DESC uint_srv = {.Format = DXGI_FORMAT_R32_UINT,
                                                         .ViewDimension = D3D11_SRV_DIMENSION_BUFFER,
                                                         .Buffer = {.NumElements = 16}};
static const D3D11_UNORDERED_ACCESS_VIEW_DESC append_uav = {.ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                                            .Buffer = {0, 4, D3D11_BUFFER_UAV_FLAG_APPEND}};

/* Everything as the shader declares it. */
static void bind_all(struct fixture *f)
{
    bind_srv(f, 0, rig_structured(&f->rig, 64, 8, SRV, NULL), NULL);
    bind_srv(f, 1, rig_raw(&f->rig, 64, 0, NULL), &raw_srv);
    bind_srv(f, 2, rig_raw(&f->rig, 64, 0, NULL), &uint_srv);
    bind_srv(f, 3, texture(f, DXGI_FORMAT_R8G8B8A8_UNORM, 1, 1, SRV), NULL);
    bind_srv(f, 4, texture(f, DXGI_FORMAT_R16G16_FLOAT, 1, 4, SRV | D3D11_BIND_RENDER_TARGET), NULL);
    bind_uav(f, 0, rig_structured(&f->rig, 64, 8, UAV, NULL), NULL);
    bind_uav(f, 1, texture(f, DXGI_FORMAT_R32_UINT, 1, 1, UAV), NULL);
    bind_uav(f, 2, rig_structured(&f->rig, 16, 4, UAV, NULL), &append_uav);
    bind_constants(f, 48);
}

static void empty_slots(void **state)
{
    struct fixture f = fixture_open();
    assert_int_equal(run(&f), 9); /* 5 resources, 3 unordered access views, 1 constant buffer */
    assert_true(rig_said(f.queue, D3D11_MESSAGE_ID_DEVICE_DRAW_SHADERRESOURCEVIEW_NOT_SET));
    assert_true(rig_said(f.queue, D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_NOT_SET));
    assert_true(rig_said(f.queue, D3D11_MESSAGE_ID_DEVICE_DRAW_CONSTANT_BUFFER_NOT_SET));
    fixture_close(&f);
}

static void good_state_is_silent(void **state)
{
    struct fixture f = fixture_open();
    ID3D11Debug *debug;
    assert_ok(ID3D11Device_QueryInterface(f.rig.device, &IID_ID3D11Debug, (void **)&debug));
    bind_all(&f);
    assert_int_equal(run(&f), 0);
    assert_ok(ID3D11Debug_ValidateContextForDispatch(debug, f.rig.context));
    bind_srv(&f, 0, rig_structured(&f.rig, 64, 4, SRV, NULL), NULL);
    assert_hr(ID3D11Debug_ValidateContextForDispatch(debug, f.rig.context), E_FAIL);
    ID3D11DeviceContext_CSSetShader(f.rig.context, NULL, NULL, 0);
    assert_hr(ID3D11Debug_ValidateContextForDispatch(debug, f.rig.context), E_FAIL);
    assert_hr(ID3D11Debug_ValidateContextForDispatch(debug, NULL), E_INVALIDARG);
    ID3D11Debug_Release(debug);
    fixture_close(&f);
}

#define SAYS(id)                                                                                             \
    do {                                                                                                     \
        assert_int_equal(run(&f), 1);                                                                        \
        assert_true(rig_said(f.queue, D3D11_MESSAGE_ID_DEVICE_##id));                                        \
        bind_all(&f);                                                                                        \
    } while (0)

static void wrong_views(void **state)
{
    struct fixture f = fixture_open();
    bind_all(&f);
    bind_srv(&f, 0, rig_structured(&f.rig, 64, 4, SRV, NULL), NULL);
    SAYS(SHADERRESOURCEVIEW_STRUCTURE_STRIDE_MISMATCH);
    bind_srv(&f, 1, rig_structured(&f.rig, 64, 4, SRV, NULL), NULL);
    SAYS(SHADERRESOURCEVIEW_RAW_UNSUPPORTED);
    bind_srv(&f, 2, rig_structured(&f.rig, 64, 4, SRV, NULL), NULL);
    SAYS(SHADERRESOURCEVIEW_BUFFER_TYPE_MISMATCH);
    bind_srv(&f, 3, rig_structured(&f.rig, 64, 4, SRV, NULL), NULL);
    SAYS(DRAW_VIEW_DIMENSION_MISMATCH);
    bind_srv(&f, 3, texture(&f, DXGI_FORMAT_R8G8B8A8_UNORM, 2, 1, SRV), NULL);
    SAYS(DRAW_VIEW_DIMENSION_MISMATCH);
    bind_srv(&f, 3, texture(&f, DXGI_FORMAT_R8G8B8A8_UINT, 1, 1, SRV), NULL);
    SAYS(DRAW_RESOURCE_RETURN_TYPE_MISMATCH);
    bind_srv(&f, 4, texture(&f, DXGI_FORMAT_R16G16_FLOAT, 1, 2, SRV | D3D11_BIND_RENDER_TARGET), NULL);
    SAYS(DRAW_RESOURCE_SAMPLE_COUNT_MISMATCH);
    bind_uav(&f, 0, rig_structured(&f.rig, 64, 4, UAV, NULL), NULL);
    SAYS(UNORDEREDACCESSVIEW_STRUCTURE_STRIDE_MISMATCH);
    bind_uav(&f, 1, texture(&f, DXGI_FORMAT_R32_SINT, 1, 1, UAV), NULL);
    SAYS(UNORDEREDACCESSVIEW_RETURN_TYPE_MISMATCH);
    bind_uav(&f, 1, texture(&f, DXGI_FORMAT_R32_UINT, 2, 1, UAV), NULL);
    SAYS(UNORDEREDACCESSVIEW_DIMENSION_MISMATCH);
    bind_constants(&f, 32);
    SAYS(DRAW_CONSTANT_BUFFER_TOO_SMALL);
    /* A window past the end of what is bound is not an empty slot. */
    const UINT first = 16, count = 16;
    ID3D11Buffer *constants;
    bind_all(&f);
    ID3D11DeviceContext_CSGetConstantBuffers(f.rig.context, 1, 1, &constants);
    ID3D11DeviceContext1_CSSetConstantBuffers1((ID3D11DeviceContext1 *)f.rig.context, 1, 1, &constants,
                                               &first, &count);
    ID3D11Buffer_Release(constants);
    SAYS(DRAW_CONSTANT_BUFFER_TOO_SMALL);
    fixture_close(&f);
}

static void mapped_resource(void **state)
{
    struct fixture f = fixture_open();
    bind_all(&f);
    D3D11_BUFFER_DESC desc = {.ByteWidth = 64,
                              .Usage = D3D11_USAGE_DYNAMIC,
                              .BindFlags = SRV,
                              .CPUAccessFlags = D3D11_CPU_ACCESS_WRITE,
                              .MiscFlags = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
                              .StructureByteStride = 8};
    ID3D11Buffer *buffer = rig_buffer(&f.rig, &desc, NULL);
    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11Buffer_AddRef(buffer);
    bind_srv(&f, 0, buffer, NULL);
    assert_ok(ID3D11DeviceContext_Map(f.rig.context, (ID3D11Resource *)buffer, 0, D3D11_MAP_WRITE_DISCARD, 0,
                                      &mapped));
    assert_int_equal(run(&f), 1);
    assert_true(rig_said(f.queue, D3D11_MESSAGE_ID_DEVICE_DISPATCH_BOUND_RESOURCE_MAPPED));
    ID3D11DeviceContext_Unmap(f.rig.context, (ID3D11Resource *)buffer, 0);
    assert_int_equal(run(&f), 0);
    ID3D11Buffer_Release(buffer);

    desc.Usage = D3D11_USAGE_DEFAULT, desc.BindFlags = UAV; /* a mapped output */
    buffer = rig_buffer(&f.rig, &desc, NULL);
    ID3D11Buffer_AddRef(buffer);
    bind_uav(&f, 0, buffer, NULL);
    assert_ok(
        ID3D11DeviceContext_Map(f.rig.context, (ID3D11Resource *)buffer, 0, D3D11_MAP_WRITE, 0, &mapped));
    assert_int_equal(run(&f), 1);
    ID3D11DeviceContext_Unmap(f.rig.context, (ID3D11Resource *)buffer, 0);
    ID3D11Buffer_Release(buffer);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_slots),
        cmocka_unit_test(good_state_is_silent),
        cmocka_unit_test(wrong_views),
        cmocka_unit_test(mapped_resource),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
