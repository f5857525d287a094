/*
 * The state of the stages that draw: every setter's getter gives back what was set, with a reference; bound
 * objects live; ClearState, command lists and device context states treat it as they treat the compute
 * stage's. Nothing is drawn.
 */
#include "../../support/message_rig.h"
#include "../../support/runtime_rig.h"

enum { WIDTH = 8, HEIGHT = 4 };

/* One object for each kind of slot. */
struct things {
    struct rig rig;
    ID3D11Buffer *vertices, *indices, *stream, *constants;
    ID3D11Texture2D *picture, *depth_picture, *output;
    ID3D11ShaderResourceView *srv;
    ID3D11RenderTargetView *rtv;
    ID3D11DepthStencilView *dsv;
    ID3D11UnorderedAccessView *uav;
    ID3D11SamplerState *sampler;
    ID3D11BlendState *blend;
    ID3D11DepthStencilState *depth;
    ID3D11RasterizerState *raster;
};

static ID3D11Buffer *buffer_of(const struct rig *rig, UINT bind)
{
    D3D11_BUFFER_DESC desc = {.ByteWidth = 256, .BindFlags = bind};
    return rig_buffer(rig, &desc, NULL);
}

static ID3D11Texture2D *picture_of(const struct rig *rig, DXGI_FORMAT format, UINT width, UINT slices,
                                   UINT samples, UINT bind)
{
    D3D11_TEXTURE2D_DESC desc = {.Width = width,
                                 .Height = HEIGHT,
                                 .MipLevels = 1,
                                 .ArraySize = slices,
                                 .Format = format,
                                 .SampleDesc = {samples, 0},
                                 .BindFlags = bind};
    ID3D11Texture2D *texture;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &texture));
    return texture;
}

static ID3D11RenderTargetView *target_of(const struct rig *rig, void *resource)
{
    ID3D11RenderTargetView *view;
    assert_ok(ID3D11Device_CreateRenderTargetView(rig->device, resource, NULL, &view));
    return view;
}

static struct things things_open(void)
{
    const D3D11_SAMPLER_DESC sampler_desc = {.AddressU = D3D11_TEXTURE_ADDRESS_WRAP,
                                             .AddressV = D3D11_TEXTURE_ADDRESS_WRAP,
                                             .AddressW = D3D11_TEXTURE_ADDRESS_WRAP};
    const D3D11_BLEND_DESC blend_desc = {.AlphaToCoverageEnable = TRUE};
    const D3D11_DEPTH_STENCIL_DESC depth_desc = {0};
    const D3D11_RASTERIZER_DESC raster_desc = {.FillMode = D3D11_FILL_SOLID, .CullMode = D3D11_CULL_NONE};
    struct things t = {.rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG)};
    ID3D11Device *device = t.rig.device;
    t.vertices = buffer_of(&t.rig, D3D11_BIND_VERTEX_BUFFER);
    t.indices = buffer_of(&t.rig, D3D11_BIND_INDEX_BUFFER);
    t.stream = buffer_of(&t.rig, D3D11_BIND_STREAM_OUTPUT | D3D11_BIND_VERTEX_BUFFER);
    t.constants = buffer_of(&t.rig, D3D11_BIND_CONSTANT_BUFFER);
    t.picture = picture_of(&t.rig, DXGI_FORMAT_R8G8B8A8_UNORM, WIDTH, 1, 1,
                           D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET);
    t.depth_picture = picture_of(&t.rig, DXGI_FORMAT_R24G8_TYPELESS, WIDTH, 1, 1,
                                 D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_SHADER_RESOURCE);
    t.output = picture_of(&t.rig, DXGI_FORMAT_R32_UINT, WIDTH, 1, 1,
                          D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_SHADER_RESOURCE);
    ID3D11Texture2D *other =
        picture_of(&t.rig, DXGI_FORMAT_R32_FLOAT, WIDTH, 1, 1, D3D11_BIND_SHADER_RESOURCE);
    const D3D11_DEPTH_STENCIL_VIEW_DESC dsv_desc = {DXGI_FORMAT_D24_UNORM_S8_UINT,
                                                    D3D11_DSV_DIMENSION_TEXTURE2D, 0, .Texture2D = {0}};
    t.srv = rig_srv(&t.rig, other, NULL);
    ID3D11Texture2D_Release(other);
    t.rtv = target_of(&t.rig, t.picture);
    assert_ok(
        ID3D11Device_CreateDepthStencilView(device, (ID3D11Resource *)t.depth_picture, &dsv_desc, &t.dsv));
    t.uav = rig_uav(&t.rig, t.output, NULL);
    assert_ok(ID3D11Device_CreateSamplerState(device, &sampler_desc, &t.sampler));
    assert_ok(ID3D11Device_CreateBlendState(device, &blend_desc, &t.blend));
    assert_ok(ID3D11Device_CreateDepthStencilState(device, &depth_desc, &t.depth));
    assert_ok(ID3D11Device_CreateRasterizerState(device, &raster_desc, &t.raster));
    return t;
}

static void things_close(struct things *t)
{
    void *const all[] = {t->vertices,      t->indices, t->stream, t->constants, t->picture,
                         t->depth_picture, t->output,  t->srv,    t->rtv,       t->dsv,
                         t->uav,           t->sampler, t->blend,  t->depth,     t->raster};
    ID3D11DeviceContext_ClearState(t->rig.context);
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        IUnknown_Release((IUnknown *)all[i]);
    rig_close(&t->rig);
}

/* Everything there is, in slots that are not the first. */
static void set_everything(const struct things *t, ID3D11DeviceContext *context)
{
    const UINT strides[] = {12}, offsets[] = {24};
    const FLOAT factor[4] = {0.5f, 0.25f, 1, 2};
    const D3D11_VIEWPORT viewports[] = {{0, 0, 8, 4, 0, 1}, {1, 1, 2, 2, 0.5f, 0.75f}};
    const D3D11_RECT scissor = {1, 2, 3, 4};
    ID3D11RenderTargetView *const targets[] = {NULL, t->rtv};
    ID3D11DeviceContext_IASetInputLayout(context, NULL);
    ID3D11DeviceContext_IASetVertexBuffers(context, 3, 1, &t->vertices, strides, offsets);
    ID3D11DeviceContext_IASetIndexBuffer(context, t->indices, DXGI_FORMAT_R16_UINT, 6);
    ID3D11DeviceContext_IASetPrimitiveTopology(context, D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    ID3D11DeviceContext_SOSetTargets(context, 1, &t->stream, offsets);
    ID3D11DeviceContext_RSSetState(context, t->raster);
    ID3D11DeviceContext_RSSetViewports(context, 2, viewports);
    ID3D11DeviceContext_RSSetScissorRects(context, 1, &scissor);
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(context, 2, targets, t->dsv, 5, 1, &t->uav,
                                                                  NULL);
    ID3D11DeviceContext_OMSetBlendState(context, t->blend, factor, 0xf0);
    ID3D11DeviceContext_OMSetDepthStencilState(context, t->depth, 9);
#define STAGE(s)                                                                                             \
    ID3D11DeviceContext_##s##SetConstantBuffers(context, 1, 1, &t->constants);                               \
    ID3D11DeviceContext_##s##SetShaderResources(context, 2, 1, &t->srv);                                     \
    ID3D11DeviceContext_##s##SetSamplers(context, 3, 1, &t->sampler);                                        \
    ID3D11DeviceContext_##s##SetShader(context, NULL, NULL, 0);
    STAGE(VS)
    STAGE(HS)
    STAGE(DS)
    STAGE(GS)
    STAGE(PS)
    STAGE(CS)
#undef STAGE
}

static void is(void *got, void *expected)
{
    assert_ptr_equal(got, expected);
    if (got)
        IUnknown_Release((IUnknown *)got);
}

/* What set_everything set, or the default state. */
static void expect(const struct things *t, ID3D11DeviceContext *context, bool set)
{
    ID3D11Buffer *buffer;
    UINT stride = 77, offset = 77, count = 16, mask, ref;
    DXGI_FORMAT format;
    D3D11_PRIMITIVE_TOPOLOGY topology;
    ID3D11InputLayout *layout = (void *)1;
    ID3D11RasterizerState *raster;
    ID3D11BlendState *blend;
    ID3D11DepthStencilState *depth;
    ID3D11RenderTargetView *targets[8];
    ID3D11DepthStencilView *dsv;
    ID3D11UnorderedAccessView *uav;
    D3D11_VIEWPORT viewports[16];
    D3D11_RECT rects[16];
    FLOAT factor[4];
#define WHEN_SET(thing) (set ? (void *)(thing) : NULL)
    ID3D11DeviceContext_IAGetInputLayout(context, &layout);
    assert_null(layout);
    ID3D11DeviceContext_IAGetVertexBuffers(context, 3, 1, &buffer, &stride, &offset);
    is(buffer, WHEN_SET(t->vertices));
    assert_int_equal(stride, set ? 12 : 0);
    assert_int_equal(offset, set ? 24 : 0);
    ID3D11DeviceContext_IAGetIndexBuffer(context, &buffer, &format, &offset);
    is(buffer, WHEN_SET(t->indices));
    assert_int_equal(format, set ? DXGI_FORMAT_R16_UINT : DXGI_FORMAT_UNKNOWN);
    assert_int_equal(offset, set ? 6 : 0);
    ID3D11DeviceContext_IAGetPrimitiveTopology(context, &topology);
    assert_int_equal(topology,
                     set ? D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP : D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED);
    ID3D11DeviceContext_SOGetTargets(context, 1, &buffer);
    is(buffer, WHEN_SET(t->stream));
    ID3D11DeviceContext_RSGetState(context, &raster);
    is(raster, WHEN_SET(t->raster));
    memset(viewports, 0xff, sizeof(viewports));
    ID3D11DeviceContext_RSGetViewports(context, &count, viewports);
    assert_int_equal(count, set ? 2 : 0);
    assert_true(viewports[1].MaxDepth == (set ? 0.75f : 0));
    assert_true(viewports[15].Width == 0);
    ID3D11DeviceContext_RSGetViewports(context, &count, NULL);
    assert_int_equal(count, set ? 2 : 0);
    count = 1;
    ID3D11DeviceContext_RSGetViewports(context, &count, viewports);
    assert_int_equal(count, set ? 1 : 0);
    count = 16;
    ID3D11DeviceContext_RSGetScissorRects(context, &count, rects);
    assert_int_equal(count, set ? 1 : 0);
    assert_int_equal(rects[0].bottom, set ? 4 : 0);
    ID3D11DeviceContext_OMGetRenderTargetsAndUnorderedAccessViews(context, 8, targets, &dsv, 5, 1, &uav);
    is(targets[1], WHEN_SET(t->rtv));
    assert_null(targets[0]);
    is(dsv, WHEN_SET(t->dsv));
    is(uav, WHEN_SET(t->uav));
    ID3D11DeviceContext_OMGetRenderTargets(context, 8, targets, NULL);
    is(targets[1], WHEN_SET(t->rtv));
    ID3D11DeviceContext_OMGetBlendState(context, &blend, factor, &mask);
    is(blend, WHEN_SET(t->blend));
    assert_true(factor[1] == (set ? 0.25f : 1));
    assert_int_equal(mask, set ? 0xf0 : 0xffffffff);
    ID3D11DeviceContext_OMGetDepthStencilState(context, &depth, &ref);
    is(depth, WHEN_SET(t->depth));
    assert_int_equal(ref, set ? 9 : 0);
    ID3D11ShaderResourceView *srv;
    ID3D11SamplerState *sampler;
#define STAGE(s, name)                                                                                       \
    {                                                                                                        \
        ID3D11##name##Shader *shader = (void *)1;                                                            \
        ID3D11DeviceContext_##s##GetConstantBuffers(context, 1, 1, &buffer);                                 \
        is(buffer, WHEN_SET(t->constants));                                                                  \
        ID3D11DeviceContext_##s##GetShaderResources(context, 2, 1, &srv);                                    \
        is(srv, WHEN_SET(t->srv));                                                                           \
        ID3D11DeviceContext_##s##GetSamplers(context, 3, 1, &sampler);                                       \
        is(sampler, WHEN_SET(t->sampler));                                                                   \
        ID3D11DeviceContext_##s##GetShader(context, &shader, NULL, NULL);                                    \
        assert_null(shader);                                                                                 \
    }
    STAGE(VS, Vertex)
    STAGE(HS, Hull)
    STAGE(DS, Domain)
    STAGE(GS, Geometry)
    STAGE(PS, Pixel)
    STAGE(CS, Compute)
#undef STAGE
}

static void what_is_set_is_got(void **state)
{
    struct things t = things_open();
    expect(&t, t.rig.context, false);
    set_everything(&t, t.rig.context);
    expect(&t, t.rig.context, true);
    rig_expect_silence(&t.rig);
    /* Slots hold uses of ours, not references of the application. */
    assert_int_equal(rig_refs(t.rtv), 1);
    assert_int_equal(rig_refs(t.vertices), 1);
    ID3D11DeviceContext_ClearState(t.rig.context);
    expect(&t, t.rig.context, false);
    things_close(&t);
}

/* The last reference goes; the slot still has the object. */
static void bound_targets_live(void **state)
{
    struct rig rig = rig_open();
    ID3D11Texture2D *picture =
        picture_of(&rig, DXGI_FORMAT_R8G8B8A8_UNORM, WIDTH, 1, 1, D3D11_BIND_RENDER_TARGET);
    ID3D11RenderTargetView *view = target_of(&rig, picture), *got;
    ID3D11DeviceContext_OMSetRenderTargets(rig.context, 1, &view, NULL);
    assert_int_equal(ID3D11RenderTargetView_Release(view), 0);
    assert_int_equal(ID3D11Texture2D_Release(picture), 0);
    ID3D11DeviceContext_OMGetRenderTargets(rig.context, 1, &got, NULL);
    assert_ptr_equal(got, view);
    const FLOAT color[4] = {1, 1, 1, 1};
    ID3D11DeviceContext_ClearRenderTargetView(rig.context, got, color);
    assert_int_equal(ID3D11RenderTargetView_Release(got), 0);
    ID3D11DeviceContext_OMSetRenderTargets(rig.context, 0, NULL, NULL);
    rig_close(&rig);
}

static void command_lists_and_states(void **state)
{
    static const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
    struct things t = things_open();
    ID3D11DeviceContext *deferred;
    ID3D11CommandList *list;
    assert_ok(ID3D11Device_CreateDeferredContext(t.rig.device, 0, &deferred));
    set_everything(&t, deferred);
    expect(&t, deferred, true);
    assert_ok(ID3D11DeviceContext_FinishCommandList(deferred, TRUE, &list));
    expect(&t, deferred, true); /* restored, and recorded as the beginning of the next list */
    ID3D11DeviceContext_ExecuteCommandList(t.rig.context, list, TRUE);
    expect(&t, t.rig.context, false);
    ID3D11CommandList_Release(list);
    set_everything(&t, t.rig.context);
    assert_ok(ID3D11DeviceContext_FinishCommandList(deferred, FALSE, &list));
    expect(&t, deferred, false);
    ID3D11DeviceContext_ExecuteCommandList(t.rig.context, list, TRUE);
    expect(&t, t.rig.context, true);
    ID3D11DeviceContext_ExecuteCommandList(t.rig.context, list, FALSE);
    expect(&t, t.rig.context, false);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);

    ID3D11Device1 *device;
    ID3DDeviceContextState *fresh, *old;
    assert_ok(ID3D11Device_QueryInterface(t.rig.device, &IID_ID3D11Device1, (void **)&device));
    assert_ok(ID3D11Device1_CreateDeviceContextState(device, 0, &level, 1, D3D11_SDK_VERSION,
                                                     &IID_ID3D11Device1, NULL, &fresh));
    set_everything(&t, t.rig.context);
    ID3D11DeviceContext1_SwapDeviceContextState((ID3D11DeviceContext1 *)t.rig.context, fresh, &old);
    expect(&t, t.rig.context, false);
    /* The state was made for feature level 11_0: 8 slots. */
    ID3D11UnorderedAccessView *uav = (void *)1;
    ID3D11DeviceContext_CSSetUnorderedAccessViews(t.rig.context, 8, 1, &t.uav, NULL);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_UNKNOWN);
    ID3D11DeviceContext_CSGetUnorderedAccessViews(t.rig.context, 8, 1, &uav);
    assert_ptr_equal(uav, (void *)1);
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(t.rig.context, 0, NULL, NULL, 8, 1, &t.uav,
                                                                  NULL);
    rig_expect_message(
        &t.rig, D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETSANDUNORDEREDACCESSVIEWS_NUMUAVS_INVALIDRANGE);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(t.rig.context, 7, 1, &t.uav, NULL);
    rig_expect_silence(&t.rig);
    ID3D11DeviceContext1_SwapDeviceContextState((ID3D11DeviceContext1 *)t.rig.context, old, NULL);
    expect(&t, t.rig.context, true);
    ID3DDeviceContextState_Release(old);
    ID3DDeviceContextState_Release(fresh);
    ID3D11Device1_Release(device);
    things_close(&t);
}

static ID3D11RenderTargetView *bound_target(const struct things *t, UINT slot)
{
    ID3D11RenderTargetView *targets[8];
    ID3D11DeviceContext_OMGetRenderTargets(t->rig.context, 8, targets, NULL);
    for (UINT i = 0; i < 8; i++)
        if (targets[i])
            ID3D11RenderTargetView_Release(targets[i]);
    return targets[slot];
}

static ID3D11UnorderedAccessView *bound_output(const struct things *t, UINT slot)
{
    ID3D11UnorderedAccessView *uav;
    ID3D11DeviceContext_OMGetRenderTargetsAndUnorderedAccessViews(t->rig.context, 0, NULL, NULL, slot, 1,
                                                                  &uav);
    if (uav)
        ID3D11UnorderedAccessView_Release(uav);
    return uav;
}

/* Targets and unordered access views share their slots. */
static void keeping_and_sharing_slots(void **state)
{
    struct things t = things_open();
    ID3D11DeviceContext *context = t.rig.context;
    set_everything(&t, context);
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(
        context, D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL, NULL, NULL, 3, 1, &t.uav, NULL);
    assert_ptr_equal(bound_target(&t, 1), t.rtv);
    assert_ptr_equal(bound_output(&t, 3), t.uav);
    assert_null(bound_output(&t, 5));
    /* Views from slot 1 on take the target's slot. */
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(
        context, D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL, NULL, NULL, 1, 1, &t.uav, NULL);
    assert_null(bound_target(&t, 1));
    assert_ptr_equal(bound_output(&t, 1), t.uav);
    /* And back. */
    ID3D11RenderTargetView *const targets[] = {NULL, t.rtv};
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(
        context, 2, targets, NULL, 0, D3D11_KEEP_UNORDERED_ACCESS_VIEWS, NULL, NULL);
    assert_ptr_equal(bound_target(&t, 1), t.rtv);
    assert_null(bound_output(&t, 1));
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(context, 1, &t.rtv, NULL, 4, 1, &t.uav,
                                                                  NULL);
    assert_ptr_equal(bound_output(&t, 4), t.uav);
    ID3D11DeviceContext_OMSetRenderTargets(context, 1, &t.rtv, t.dsv);
    assert_null(bound_output(&t, 4));
    assert_ptr_equal(bound_target(&t, 0), t.rtv);
    assert_null(bound_target(&t, 1));
    things_close(&t);
}

/* Refused as a whole: what was bound stays. */
static void wrong_arguments(void **state)
{
    struct things t = things_open();
    ID3D11DeviceContext *context = t.rig.context;
    const D3D11_VIEWPORT wrong[] = {{0, 0, -1, 1, 0, 1},
                                    {0, 0, 1, 1, 0, 2},
                                    {0, 0, 1, 1, 1, 0},
                                    {0, 0, 40000, 1, 0, 1},
                                    {-40000, 0, 1, 1, 0, 1}};
    const UINT four = 4, big = 4096, odd = 2;
    ID3D11Buffer *const streams[2] = {t.stream, t.stream};
    ID3D11RenderTargetView *const twice[2] = {t.rtv, t.rtv};
    set_everything(&t, context);
    rig_expect_silence(&t.rig);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        ID3D11DeviceContext_RSSetViewports(context, 1, &wrong[i]);
        rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_RSSETVIEWPORTS_INVALIDVIEWPORT);
    }
    ID3D11DeviceContext_RSSetViewports(context, 17, wrong);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_RSSETVIEWPORTS_TOO_MANY_VIEWPORTS);
    ID3D11DeviceContext_RSSetScissorRects(context, 17, NULL);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_RSSETSCISSORRECTS_TOO_MANY_SCISSORS);
    ID3D11DeviceContext_IASetPrimitiveTopology(context, 6);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_IASETPRIMITIVETOPOLOGY_TOPOLOGY_UNRECOGNIZED);
    ID3D11DeviceContext_IASetIndexBuffer(context, t.indices, DXGI_FORMAT_R8_UINT, 0);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_FORMAT_INVALID);
    ID3D11DeviceContext_IASetVertexBuffers(context, 3, 1, &t.vertices, &big, &four);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_STRIDE_TOO_LARGE);
    ID3D11DeviceContext_IASetVertexBuffers(context, 32, 1, &t.vertices, &four, &four);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_INVALIDRANGE);
    ID3D11DeviceContext_SOSetTargets(context, 1, &t.stream, &odd);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_SOSETTARGETS_OFFSET_UNALIGNED);
    ID3D11DeviceContext_SOSetTargets(context, 2, streams, NULL);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_SOSETTARGETS_HAZARD);
    ID3D11DeviceContext_OMSetRenderTargets(context, 9, NULL, NULL);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_OMSETRENDERTARGETS_TOO_MANY_RENDER_TARGETS);
    ID3D11DeviceContext_OMSetRenderTargets(context, 2, twice, NULL);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETS_HAZARD);
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(context, 2, NULL, NULL, 1, 1, &t.uav, NULL);
    rig_expect_message(
        &t.rig, D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETSANDUNORDEREDACCESSVIEWS_NUMUAVS_INVALIDRANGE);
    expect(&t, context, true);
    /* Buffers of another kind leave their slot empty. */
    ID3D11Buffer *got;
    ID3D11DeviceContext_IASetVertexBuffers(context, 3, 1, &t.indices, &four, &four);
    ID3D11DeviceContext_IAGetVertexBuffers(context, 3, 1, &got, NULL, NULL);
    assert_null(got);
    things_close(&t);
}

static void targets_have_to_agree(void **state)
{
    struct things t = things_open();
    ID3D11DeviceContext *context = t.rig.context;
    const UINT RT = D3D11_BIND_RENDER_TARGET;
    ID3D11Texture2D *const others[] = {
        picture_of(&t.rig, DXGI_FORMAT_R32_UINT, WIDTH / 2, 1, 1, RT),
        picture_of(&t.rig, DXGI_FORMAT_R32_UINT, WIDTH, 2, 1, RT),
        picture_of(&t.rig, DXGI_FORMAT_R32_UINT, WIDTH, 1, 4, RT),
        picture_of(&t.rig, DXGI_FORMAT_R32_UINT, WIDTH * 2, 1, 1, RT),
    };
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
        ID3D11RenderTargetView *const both[] = {t.rtv, target_of(&t.rig, others[i])};
        ID3D11DeviceContext_OMSetRenderTargets(context, 2, both, NULL);
        rig_expect_message(&t.rig, D3D11_MESSAGE_ID_OMSETRENDERTARGETS_INVALIDVIEW);
        assert_null(bound_target(&t, 0));
        ID3D11DeviceContext_OMSetRenderTargets(context, 1, &both[1], t.dsv);
        assert_ptr_equal(bound_target(&t, 0), i == 0 ? both[1] : NULL); /* depth may be larger */
        ID3D11DeviceContext_OMSetRenderTargets(context, 0, NULL, NULL);
        ID3D11RenderTargetView_Release(both[1]);
        ID3D11Texture2D_Release(others[i]);
    }
    things_close(&t);
}

/* Shaders of other stages: what is wrong with them is told; what is right is not there yet. */
static void shaders_of_other_stages(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    size_t size, pixel_size;
    void *vertex = rig_file("golden/vs_5_0_stores.dxbc", &size);
    void *pixel = rig_file("golden/ps_5_0_outputs.dxbc", &pixel_size);
    ID3D11VertexShader *shader = (void *)1;
    ID3D11PixelShader *pixel_shader = (void *)1;
    rig_expect_silence(&rig);
    assert_hr(ID3D11Device_CreateVertexShader(rig.device, vertex, size, NULL, &shader), E_NOTIMPL);
    assert_null(shader);
    assert_non_null(strstr(weft_last_error(), "CreateVertexShader"));
    rig_expect_silence(&rig);
    assert_hr(ID3D11Device_CreateVertexShader(rig.device, pixel, pixel_size, NULL, &shader), E_INVALIDARG);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_CREATEVERTEXSHADER_INVALIDSHADERTYPE);
    assert_hr(ID3D11Device_CreateVertexShader(rig.device, vertex, size / 2, NULL, &shader), E_INVALIDARG);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_CREATEVERTEXSHADER_INVALIDSHADERBYTECODE);
    assert_hr(ID3D11Device_CreatePixelShader(rig.device, NULL, 0, NULL, &pixel_shader), E_INVALIDARG);
    assert_null(pixel_shader);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_CREATEPIXELSHADER_INVALIDSHADERBYTECODE);
    assert_hr(ID3D11Device_CreatePixelShader(rig.device, pixel, pixel_size, NULL, NULL), E_NOTIMPL);
    free(vertex);
    free(pixel);
    rig_close(&rig);
}

/* There are no tiled resources, and every method for them says so. */
static void tiles(void **state)
{
    struct things t = things_open();
    ID3D11DeviceContext2 *context = (ID3D11DeviceContext2 *)t.rig.context;
    ID3D11Resource *picture = (ID3D11Resource *)t.picture;
    ID3D11Device2 *device;
    UINT total = 5, count = 2;
    D3D11_PACKED_MIP_DESC packed = {1, 1, 1, 1};
    D3D11_TILE_SHAPE shape = {1, 1, 1};
    D3D11_SUBRESOURCE_TILING tilings[2] = {{1, 1, 1, 1}, {1, 1, 1, 1}};
    const D3D11_TILED_RESOURCE_COORDINATE start = {0};
    const D3D11_TILE_REGION_SIZE region = {.NumTiles = 1};
    assert_ok(ID3D11Device_QueryInterface(t.rig.device, &IID_ID3D11Device2, (void **)&device));
    ID3D11Device2_GetResourceTiling(device, picture, &total, &packed, &shape, &count, 0, tilings);
    assert_int_equal(total, 0);
    assert_int_equal(count, 0);
    assert_int_equal(shape.WidthInTexels, 0);
    assert_int_equal(tilings[1].WidthInTiles, 0);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_UNKNOWN);
    assert_hr(ID3D11DeviceContext2_UpdateTileMappings(context, picture, 1, &start, &region, t.vertices, 1,
                                                      NULL, NULL, NULL, 0),
              E_INVALIDARG);
    assert_hr(ID3D11DeviceContext2_CopyTileMappings(context, picture, &start, picture, &start, &region, 0),
              E_INVALIDARG);
    assert_hr(ID3D11DeviceContext2_ResizeTilePool(context, t.vertices, 65536), E_INVALIDARG);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_UNKNOWN);
    ID3D11DeviceContext2_CopyTiles(context, picture, &start, &region, t.vertices, 0, 0);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_UNKNOWN);
    ID3D11DeviceContext2_UpdateTiles(context, picture, &start, &region, &count, 0);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_UNKNOWN);
    ID3D11DeviceContext2_TiledResourceBarrier(context, NULL, NULL);
    rig_expect_silence(&t.rig);
    ID3D11Device2_Release(device);
    things_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_set_is_got),       cmocka_unit_test(bound_targets_live),
        cmocka_unit_test(command_lists_and_states), cmocka_unit_test(keeping_and_sharing_slots),
        cmocka_unit_test(wrong_arguments),          cmocka_unit_test(targets_have_to_agree),
        cmocka_unit_test(shaders_of_other_stages),  cmocka_unit_test(tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
