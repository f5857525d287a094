/*
 * No subresource is bound for reading and writing, or twice for writing, in whatever stages: for every kind
 * of output and every kind of input, in both orders.
 */
#include "../../support/message_rig.h"
#include "../../support/runtime_rig.h"

/* One texture and one buffer that can be bound everywhere their kind can. */
struct things {
    struct rig rig;
    ID3D11Texture2D *texture, *depth_texture;
    ID3D11Buffer *buffer;
    ID3D11ShaderResourceView *srv, *buffer_srv, *depth_srv, *stencil_srv;
    ID3D11UnorderedAccessView *uav, *buffer_uav;
    ID3D11RenderTargetView *rtv, *buffer_rtv;
    ID3D11DepthStencilView *dsv;
};

static struct things things_open(void)
{
    struct things t = {.rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG)};
    ID3D11Device *device = t.rig.device;
    ID3D11InfoQueue *queue = rig_queue(&t.rig);
    D3D11_TEXTURE2D_DESC desc = {.Width = 4,
                                 .Height = 4,
                                 .MipLevels = 1,
                                 .ArraySize = 1,
                                 .Format = DXGI_FORMAT_R32_FLOAT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS |
                                              D3D11_BIND_RENDER_TARGET};
    assert_ok(ID3D11Device_CreateTexture2D(device, &desc, NULL, &t.texture));
    t.srv = rig_srv(&t.rig, t.texture, NULL);
    t.uav = rig_uav(&t.rig, t.texture, NULL);
    assert_ok(ID3D11Device_CreateRenderTargetView(device, (ID3D11Resource *)t.texture, NULL, &t.rtv));

    D3D11_BUFFER_DESC buffer_desc = {.ByteWidth = 64,
                                     .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS |
                                                  D3D11_BIND_RENDER_TARGET | D3D11_BIND_VERTEX_BUFFER |
                                                  D3D11_BIND_INDEX_BUFFER | D3D11_BIND_STREAM_OUTPUT};
    t.buffer = rig_buffer(&t.rig, &buffer_desc, NULL);
    D3D11_SHADER_RESOURCE_VIEW_DESC srv_desc = {DXGI_FORMAT_R32_FLOAT, D3D11_SRV_DIMENSION_BUFFER,
                                                .Buffer = {{0}, {4}}};
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc = {DXGI_FORMAT_R32_FLOAT, D3D11_UAV_DIMENSION_BUFFER,
                                                 .Buffer = {8, 4, 0}};
    D3D11_RENDER_TARGET_VIEW_DESC rtv_desc = {DXGI_FORMAT_R32_FLOAT, D3D11_RTV_DIMENSION_BUFFER,
                                              .Buffer = {{12}, {4}}};
    t.buffer_srv = rig_srv(&t.rig, t.buffer, &srv_desc);
    t.buffer_uav = rig_uav(&t.rig, t.buffer, &uav_desc);
    assert_ok(
        ID3D11Device_CreateRenderTargetView(device, (ID3D11Resource *)t.buffer, &rtv_desc, &t.buffer_rtv));

    desc.Format = DXGI_FORMAT_R24G8_TYPELESS;
    desc.BindFlags = D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_SHADER_RESOURCE;
    assert_ok(ID3D11Device_CreateTexture2D(device, &desc, NULL, &t.depth_texture));
    srv_desc = (D3D11_SHADER_RESOURCE_VIEW_DESC){DXGI_FORMAT_R24_UNORM_X8_TYPELESS,
                                                 D3D11_SRV_DIMENSION_TEXTURE2D, .Texture2D = {0, 1}};
    t.depth_srv = rig_srv(&t.rig, t.depth_texture, &srv_desc);
    srv_desc.Format = DXGI_FORMAT_X24_TYPELESS_G8_UINT;
    t.stencil_srv = rig_srv(&t.rig, t.depth_texture, &srv_desc);
    D3D11_DEPTH_STENCIL_VIEW_DESC dsv_desc = {DXGI_FORMAT_D24_UNORM_S8_UINT, D3D11_DSV_DIMENSION_TEXTURE2D, 0,
                                              .Texture2D = {0}};
    assert_ok(
        ID3D11Device_CreateDepthStencilView(device, (ID3D11Resource *)t.depth_texture, &dsv_desc, &t.dsv));
    ID3D11InfoQueue_Release(queue);
    return t;
}

static void things_close(struct things *t)
{
    void *const all[] = {t->texture,     t->depth_texture, t->buffer,     t->srv, t->buffer_srv, t->depth_srv,
                         t->stencil_srv, t->uav,           t->buffer_uav, t->rtv, t->buffer_rtv, t->dsv};
    ID3D11DeviceContext_ClearState(t->rig.context);
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        IUnknown_Release((IUnknown *)all[i]);
    rig_close(&t->rig);
}

/* ---- the ways to bind for output; each says whether the thing is bound ---- */

struct way {
    const char *name;
    void (*bind)(const struct things *t, bool buffer);
    bool (*bound)(const struct things *t);
    bool textures, buffers;
};

static bool held(void *object)
{
    if (object)
        IUnknown_Release((IUnknown *)object);
    return object != NULL;
}

static void bind_cs_uav(const struct things *t, bool buffer)
{
    ID3D11DeviceContext_CSSetUnorderedAccessViews(t->rig.context, 2, 1, buffer ? &t->buffer_uav : &t->uav,
                                                  NULL);
}
static bool bound_cs_uav(const struct things *t)
{
    ID3D11UnorderedAccessView *view;
    ID3D11DeviceContext_CSGetUnorderedAccessViews(t->rig.context, 2, 1, &view);
    return held(view);
}
static void bind_om_uav(const struct things *t, bool buffer)
{
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(
        t->rig.context, D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL, NULL, NULL, 3, 1,
        buffer ? &t->buffer_uav : &t->uav, NULL);
}
static bool bound_om_uav(const struct things *t)
{
    ID3D11UnorderedAccessView *view;
    ID3D11DeviceContext_OMGetRenderTargetsAndUnorderedAccessViews(t->rig.context, 0, NULL, NULL, 3, 1, &view);
    return held(view);
}
static void bind_target(const struct things *t, bool buffer)
{
    ID3D11DeviceContext_OMSetRenderTargets(t->rig.context, 1, buffer ? &t->buffer_rtv : &t->rtv, NULL);
}
static bool bound_target(const struct things *t)
{
    ID3D11RenderTargetView *view;
    ID3D11DeviceContext_OMGetRenderTargets(t->rig.context, 1, &view, NULL);
    return held(view);
}
static void bind_stream(const struct things *t, bool buffer)
{
    ID3D11DeviceContext_SOSetTargets(t->rig.context, 1, &t->buffer, NULL);
}
static bool bound_stream(const struct things *t)
{
    ID3D11Buffer *view;
    ID3D11DeviceContext_SOGetTargets(t->rig.context, 1, &view);
    return held(view);
}
static const struct way outputs[] = {
    {"CS UAV", bind_cs_uav, bound_cs_uav, true, true},
    {"OM UAV", bind_om_uav, bound_om_uav, true, true},
    {"OM target", bind_target, bound_target, true, true},
    {"SO target", bind_stream, bound_stream, false, true},
};

#define STAGE(s)                                                                                             \
    static void bind_##s(const struct things *t, bool buffer)                                                \
    {                                                                                                        \
        ID3D11DeviceContext_##s##SetShaderResources(t->rig.context, 5, 1,                                    \
                                                    buffer ? &t->buffer_srv : &t->srv);                      \
    }                                                                                                        \
    static bool bound_##s(const struct things *t)                                                            \
    {                                                                                                        \
        ID3D11ShaderResourceView *view;                                                                      \
        ID3D11DeviceContext_##s##GetShaderResources(t->rig.context, 5, 1, &view);                            \
        return held(view);                                                                                   \
    }
STAGE(VS)
STAGE(HS) STAGE(DS) STAGE(GS) STAGE(PS) STAGE(CS)
#undef STAGE
    static void bind_vertices(const struct things *t, bool buffer)
{
    const UINT zero = 0;
    ID3D11DeviceContext_IASetVertexBuffers(t->rig.context, 7, 1, &t->buffer, &zero, &zero);
}
static bool bound_vertices(const struct things *t)
{
    ID3D11Buffer *view;
    ID3D11DeviceContext_IAGetVertexBuffers(t->rig.context, 7, 1, &view, NULL, NULL);
    return held(view);
}
static void bind_indices(const struct things *t, bool buffer)
{
    ID3D11DeviceContext_IASetIndexBuffer(t->rig.context, t->buffer, DXGI_FORMAT_R32_UINT, 0);
}
static bool bound_indices(const struct things *t)
{
    ID3D11Buffer *view;
    ID3D11DeviceContext_IAGetIndexBuffer(t->rig.context, &view, NULL, NULL);
    return held(view);
}
static const struct way inputs[] = {
    {"VS SRV", bind_VS, bound_VS, true, true},
    {"HS SRV", bind_HS, bound_HS, true, true},
    {"DS SRV", bind_DS, bound_DS, true, true},
    {"GS SRV", bind_GS, bound_GS, true, true},
    {"PS SRV", bind_PS, bound_PS, true, true},
    {"CS SRV", bind_CS, bound_CS, true, true},
    {"vertices", bind_vertices, bound_vertices, false, true},
    {"indices", bind_indices, bound_indices, false, true},
};
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static bool fit(const struct way *a, const struct way *b, bool buffer)
{
    return buffer ? a->buffers && b->buffers : a->textures && b->textures;
}

static void expect(const struct things *t, const struct way *first, bool first_bound, const struct way *then,
                   bool then_bound)
{
    if (first->bound(t) != first_bound || then->bound(t) != then_bound)
        fail_msg("%s, then %s: bound are %d and %d", first->name, then->name, first->bound(t),
                 then->bound(t));
    ID3D11DeviceContext_ClearState(t->rig.context);
}

static void outputs_win_over_inputs(void **state)
{
    struct things t = things_open();
    for (int buffer = 0; buffer < 2; buffer++)
        for (size_t o = 0; o < COUNT(outputs); o++)
            for (size_t i = 0; i < COUNT(inputs); i++) {
                if (!fit(&outputs[o], &inputs[i], buffer))
                    continue;
                inputs[i].bind(&t, buffer);
                assert_true(inputs[i].bound(&t));
                outputs[o].bind(&t, buffer);
                expect(&t, &inputs[i], false, &outputs[o], true);
                outputs[o].bind(&t, buffer);
                inputs[i].bind(&t, buffer);
                expect(&t, &outputs[o], true, &inputs[i], false);
            }
    things_close(&t);
}

static void the_last_output_wins(void **state)
{
    struct things t = things_open();
    for (int buffer = 0; buffer < 2; buffer++)
        for (size_t a = 0; a < COUNT(outputs); a++)
            for (size_t b = 0; b < COUNT(outputs); b++) {
                if (a == b || !fit(&outputs[a], &outputs[b], buffer))
                    continue;
                outputs[a].bind(&t, buffer);
                assert_true(outputs[a].bound(&t));
                outputs[b].bind(&t, buffer);
                expect(&t, &outputs[a], false, &outputs[b], true);
            }
    things_close(&t);
}

/* Inputs do not mind each other. */
static void inputs_share(void **state)
{
    struct things t = things_open();
    for (size_t a = 0; a < COUNT(inputs); a++)
        for (size_t b = 0; b < COUNT(inputs); b++) {
            inputs[a].bind(&t, true);
            inputs[b].bind(&t, true);
            expect(&t, &inputs[a], true, &inputs[b], true);
        }
    rig_expect_silence(&t.rig);
    things_close(&t);
}

/* A view may read what a depth-stencil view cannot write. */
static void depth_and_stencil_are_told_apart(void **state)
{
    struct things t = things_open();
    ID3D11DeviceContext *context = t.rig.context;
    for (UINT flags = 0; flags < 4; flags++) {
        D3D11_DEPTH_STENCIL_VIEW_DESC desc = {DXGI_FORMAT_D24_UNORM_S8_UINT, D3D11_DSV_DIMENSION_TEXTURE2D,
                                              flags, .Texture2D = {0}};
        ID3D11DepthStencilView *dsv;
        ID3D11ShaderResourceView *const both[] = {t.depth_srv, t.stencil_srv}, *got[2] = {NULL, NULL};
        assert_ok(ID3D11Device_CreateDepthStencilView(t.rig.device, (ID3D11Resource *)t.depth_texture, &desc,
                                                      &dsv));
        for (int order = 0; order < 2; order++) {
            if (order)
                ID3D11DeviceContext_PSSetShaderResources(context, 0, 2, both);
            ID3D11DeviceContext_OMSetRenderTargets(context, 0, NULL, dsv);
            if (!order)
                ID3D11DeviceContext_PSSetShaderResources(context, 0, 2, both);
            ID3D11DeviceContext_PSGetShaderResources(context, 0, 2, got);
            assert_int_equal(held(got[0]), (flags & D3D11_DSV_READ_ONLY_DEPTH) != 0);
            assert_int_equal(held(got[1]), (flags & D3D11_DSV_READ_ONLY_STENCIL) != 0);
            ID3D11DeviceContext_ClearState(context);
        }
        ID3D11DepthStencilView_Release(dsv);
    }
    things_close(&t);
}

static void messages(void **state)
{
    struct things t = things_open();
    ID3D11DeviceContext *context = t.rig.context;
    bind_target(&t, false);
    bind_PS(&t, false);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_PSSETSHADERRESOURCES_HAZARD);
    ID3D11DeviceContext_ClearState(context);
    bind_GS(&t, false);
    bind_target(&t, false);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETS_HAZARD);
    ID3D11DeviceContext_ClearState(context);
    bind_stream(&t, true);
    bind_vertices(&t, true);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_HAZARD);
    bind_indices(&t, true);
    rig_expect_message(&t.rig, D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_HAZARD);
    things_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_win_over_inputs),
        cmocka_unit_test(the_last_output_wins),
        cmocka_unit_test(inputs_share),
        cmocka_unit_test(messages),
        cmocka_unit_test(depth_and_stencil_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
