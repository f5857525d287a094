/* Render target and depth-stencil views: defaults, validation, descriptions, clears. */
#include "../../support/message_rig.h"
#include "../../support/runtime_rig.h"

#include "format.h"
#include "view.h"

enum { RT = D3D11_BIND_RENDER_TARGET, DS = D3D11_BIND_DEPTH_STENCIL, SRV = D3D11_BIND_SHADER_RESOURCE };

static ID3D11Texture2D *texture_2d(const struct rig *rig, DXGI_FORMAT format, UINT mips, UINT slices,
                                   UINT samples, UINT bind)
{
    D3D11_TEXTURE2D_DESC desc = {.Width = 8,
                                 .Height = 4,
                                 .MipLevels = mips,
                                 .ArraySize = slices,
                                 .Format = format,
                                 .SampleDesc = {samples, 0},
                                 .BindFlags = bind};
    ID3D11Texture2D *texture;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &texture));
    return texture;
}

static ID3D11RenderTargetView *rtv(const struct rig *rig, void *resource,
                                   const D3D11_RENDER_TARGET_VIEW_DESC *desc)
{
    ID3D11RenderTargetView *view;
    assert_ok(ID3D11Device_CreateRenderTargetView(rig->device, resource, desc, &view));
    return view;
}

static ID3D11DepthStencilView *dsv(const struct rig *rig, void *resource,
                                   const D3D11_DEPTH_STENCIL_VIEW_DESC *desc)
{
    ID3D11DepthStencilView *view;
    assert_ok(ID3D11Device_CreateDepthStencilView(rig->device, resource, desc, &view));
    return view;
}

static const struct resource *resource_behind(void *iface)
{
    return resource_of((ID3D11Resource *)iface);
}

/* What NULL stands for, of each kind of texture. */
static void render_target_defaults(void **state)
{
    static const struct {
        UINT slices, samples;
        D3D11_RTV_DIMENSION dimension;
        UINT fields[3];
    } cases[] = {
        {1, 1, D3D11_RTV_DIMENSION_TEXTURE2D, {0, 0, 0}},
        {3, 1, D3D11_RTV_DIMENSION_TEXTURE2DARRAY, {0, 0, 3}},
        {1, 4, D3D11_RTV_DIMENSION_TEXTURE2DMS, {0, 0, 0}},
        {3, 4, D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY, {0, 3, 0}},
    };
    struct rig rig = rig_open();
    D3D11_RENDER_TARGET_VIEW_DESC desc;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        ID3D11Texture2D *texture =
            texture_2d(&rig, DXGI_FORMAT_R8G8B8A8_UNORM, 1, cases[i].slices, cases[i].samples, RT);
        ID3D11RenderTargetView *view = rtv(&rig, texture, NULL);
        memset(&desc, 0xff, sizeof(desc));
        ID3D11RenderTargetView_GetDesc(view, &desc);
        assert_int_equal(desc.Format, DXGI_FORMAT_R8G8B8A8_UNORM);
        assert_int_equal(desc.ViewDimension, cases[i].dimension);
        assert_memory_equal(&desc.Texture3D, cases[i].fields, sizeof(cases[i].fields));
        ID3D11RenderTargetView_Release(view);
        ID3D11Texture2D_Release(texture);
    }
    D3D11_TEXTURE3D_DESC volume_desc = {8, 8, 6, 2, DXGI_FORMAT_R16_FLOAT, .BindFlags = RT};
    ID3D11Texture3D *volume;
    assert_ok(ID3D11Device_CreateTexture3D(rig.device, &volume_desc, NULL, &volume));
    ID3D11RenderTargetView *view = rtv(&rig, volume, NULL);
    ID3D11RenderTargetView_GetDesc(view, &desc);
    assert_int_equal(desc.ViewDimension, D3D11_RTV_DIMENSION_TEXTURE3D);
    assert_int_equal(desc.Texture3D.WSize, 6);
    ID3D11RenderTargetView_Release(view);
    desc.Texture3D = (D3D11_TEX3D_RTV){1, 1, (UINT)-1};
    view = rtv(&rig, volume, &desc);
    ID3D11RenderTargetView_GetDesc(view, &desc);
    assert_int_equal(desc.Texture3D.WSize, 2);
    ID3D11RenderTargetView_Release(view);
    desc.Texture3D = (D3D11_TEX3D_RTV){1, 1, 3};
    assert_hr(ID3D11Device_CreateRenderTargetView(rig.device, (ID3D11Resource *)volume, &desc, &view),
              E_INVALIDARG);
    assert_null(view);
    ID3D11Texture3D_Release(volume);
    D3D11_TEXTURE1D_DESC line_desc = {8, 1, 2, DXGI_FORMAT_R32_UINT, .BindFlags = RT};
    ID3D11Texture1D *line;
    assert_ok(ID3D11Device_CreateTexture1D(rig.device, &line_desc, NULL, &line));
    view = rtv(&rig, line, NULL);
    ID3D11RenderTargetView_GetDesc(view, &desc);
    assert_int_equal(desc.ViewDimension, D3D11_RTV_DIMENSION_TEXTURE1DARRAY);
    assert_int_equal(desc.Texture1DArray.ArraySize, 2);
    ID3D11RenderTargetView_Release(view);
    ID3D11Texture1D_Release(line);
    rig_close(&rig);
}

static void newest_description(void **state)
{
    struct rig rig = rig_open();
    ID3D11Device3 *device;
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Device3, (void **)&device));
    ID3D11Texture2D *texture = texture_2d(&rig, DXGI_FORMAT_R8G8B8A8_TYPELESS, 2, 4, 1, RT);
    D3D11_RENDER_TARGET_VIEW_DESC1 desc = {.Format = DXGI_FORMAT_R8G8B8A8_UNORM_SRGB,
                                           .ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2DARRAY,
                                           .Texture2DArray = {1, 1, 2, 0}},
                                   got;
    D3D11_RENDER_TARGET_VIEW_DESC plain;
    ID3D11RenderTargetView1 *view;
    assert_ok(ID3D11Device3_CreateRenderTargetView1(device, (ID3D11Resource *)texture, &desc, &view));
    ID3D11RenderTargetView1_GetDesc1(view, &got);
    assert_memory_equal(&got, &desc, sizeof(got));
    ID3D11RenderTargetView1_GetDesc(view, &plain);
    assert_int_equal(plain.Texture2DArray.ArraySize, 2);
    IUnknown *a, *b;
    assert_ok(ID3D11RenderTargetView1_QueryInterface(view, &IID_ID3D11View, (void **)&a));
    assert_ok(ID3D11RenderTargetView1_QueryInterface(view, &IID_ID3D11RenderTargetView, (void **)&b));
    assert_ptr_equal(a, b);
    IUnknown_Release(a);
    IUnknown_Release(b);
    assert_hr(ID3D11RenderTargetView1_QueryInterface(view, &IID_ID3D11ShaderResourceView, (void **)&a),
              E_NOINTERFACE);
    ID3D11RenderTargetView1_Release(view);
    desc.Texture2DArray.PlaneSlice = 1;
    assert_hr(ID3D11Device3_CreateRenderTargetView1(device, (ID3D11Resource *)texture, &desc, &view),
              E_INVALIDARG);
    /* The first form's Texture2D ends where the plane would stand. */
    memset(&plain, 0xff, sizeof(plain));
    plain.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    plain.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2D;
    plain.Texture2D.MipSlice = 1;
    ID3D11RenderTargetView *first = rtv(&rig, texture, &plain);
    ID3D11RenderTargetView_Release(first);
    ID3D11Texture2D_Release(texture);
    ID3D11Device3_Release(device);
    rig_close(&rig);
}

static void refused(void **state)
{
    static const D3D11_RENDER_TARGET_VIEW_DESC wrong[] = {
        {254, D3D11_RTV_DIMENSION_TEXTURE2D, .Texture2D = {0}},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_RTV_DIMENSION_UNKNOWN, .Texture2D = {0}},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_RTV_DIMENSION_BUFFER, .Texture2D = {0}},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_RTV_DIMENSION_TEXTURE1D, .Texture2D = {0}},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_RTV_DIMENSION_TEXTURE3D, .Texture3D = {0, 0, 1}},
        {DXGI_FORMAT_R8G8B8A8_UNORM, 12, .Texture2D = {0}},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_RTV_DIMENSION_TEXTURE2D, .Texture2D = {2}},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_RTV_DIMENSION_TEXTURE2DARRAY, .Texture2DArray = {0, 3, 1}},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_RTV_DIMENSION_TEXTURE2DARRAY, .Texture2DArray = {0, 0, 0}},
        {DXGI_FORMAT_R32_UINT, D3D11_RTV_DIMENSION_TEXTURE2D, .Texture2D = {0}},
        {DXGI_FORMAT_UNKNOWN, D3D11_RTV_DIMENSION_TEXTURE2D, .Texture2D = {0}}, /* typeless */
        {DXGI_FORMAT_D32_FLOAT, D3D11_RTV_DIMENSION_TEXTURE2D, .Texture2D = {0}},
    };
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11Texture2D *texture = texture_2d(&rig, DXGI_FORMAT_R8G8B8A8_TYPELESS, 2, 3, 1, RT);
    ID3D11Texture2D *depth = texture_2d(&rig, DXGI_FORMAT_R24G8_TYPELESS, 1, 1, 1, DS);
    ID3D11RenderTargetView *view = (void *)1;
    ID3D11DepthStencilView *depth_view = (void *)1;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        HRESULT hr =
            ID3D11Device_CreateRenderTargetView(rig.device, (ID3D11Resource *)texture, &wrong[i], &view);
        if (hr != E_INVALIDARG || view)
            fail_msg("case %zu gives 0x%08x", i, (UINT)hr);
    }
    rig_expect_message(&rig, D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_INVALIDFORMAT);
    assert_hr(ID3D11Device_CreateRenderTargetView(rig.device, NULL, NULL, &view), E_INVALIDARG);
    assert_hr(ID3D11Device_CreateRenderTargetView(rig.device, (ID3D11Resource *)depth, NULL, &view),
              E_INVALIDARG);
    assert_hr(ID3D11Device_CreateDepthStencilView(rig.device, (ID3D11Resource *)texture, NULL, &depth_view),
              E_INVALIDARG);
    assert_null(depth_view);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_INVALIDRESOURCE);
    D3D11_DEPTH_STENCIL_VIEW_DESC desc = {DXGI_FORMAT_D24_UNORM_S8_UINT, D3D11_DSV_DIMENSION_TEXTURE2D, 4,
                                          .Texture2D = {0}};
    assert_hr(ID3D11Device_CreateDepthStencilView(rig.device, (ID3D11Resource *)depth, &desc, &depth_view),
              E_INVALIDARG);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_INVALIDFLAGS);
    desc.Flags = D3D11_DSV_READ_ONLY_DEPTH | D3D11_DSV_READ_ONLY_STENCIL;
    assert_hr(ID3D11Device_CreateDepthStencilView(rig.device, (ID3D11Resource *)depth, &desc, NULL), S_FALSE);
    depth_view = dsv(&rig, depth, &desc);
    D3D11_DEPTH_STENCIL_VIEW_DESC got;
    ID3D11DepthStencilView_GetDesc(depth_view, &got);
    assert_memory_equal(&got, &desc, sizeof(got));
    ID3D11DepthStencilView_Release(depth_view);
    desc.Format = DXGI_FORMAT_R24_UNORM_X8_TYPELESS;
    assert_hr(ID3D11Device_CreateDepthStencilView(rig.device, (ID3D11Resource *)depth, &desc, &depth_view),
              E_INVALIDARG);
    ID3D11Texture2D_Release(texture);
    ID3D11Texture2D_Release(depth);
    rig_close(&rig);
}

/* Every format that can be a target is cleared to what a read through the same format gives back. */
static void every_target_format(void **state)
{
    static const FLOAT color[4] = {1, 0, 1, 1};
    struct rig rig = rig_open();
    unsigned targets = 0;
    for (UINT number = 0; number < 132; number++) {
        UINT support = 0;
        ID3D11Device_CheckFormatSupport(rig.device, number, &support);
        if (!(support & D3D11_FORMAT_SUPPORT_RENDER_TARGET) || (format_get(number)->flags & FORMAT_IS_VIDEO))
            continue; /* views of video formats have formats of their own */
        targets++;
        ID3D11Texture2D *texture = texture_2d(&rig, number, 1, 1, 1, RT);
        ID3D11RenderTargetView *view = rtv(&rig, texture, NULL);
        ID3D11DeviceContext_ClearRenderTargetView(rig.context, view, color);
        const struct format_info *format = format_get(number);
        const struct resource *resource = resource_behind(texture);
        uint32_t got[4], one = format_is_integer(format) ? 1 : 0x3f800000;
        for (UINT y = 0; y < 4; y++)
            for (UINT x = 0; x < 8; x++) {
                format_load(format,
                            resource->data + y * resource->mips[0].row_pitch + x * format->block_bytes, got);
                if ((format->channels[0].width && got[0] != one) || got[1] ||
                    (format->channels[2].width && got[2] != one))
                    fail_msg("%s at %u, %u: %08x %08x %08x", format->name, x, y, got[0], got[1], got[2]);
            }
        ID3D11RenderTargetView_Release(view);
        ID3D11Texture2D_Release(texture);
    }
    assert_true(targets > 40);
    rig_close(&rig);
}

/* Only the texels that the view shows. */
static void clears_stay_inside(void **state)
{
    static const FLOAT color[4] = {300, -5, 7.9f, 1e20f}, twos[4] = {2, 2, 2, 2};
    struct rig rig = rig_open();
    ID3D11Texture2D *texture = texture_2d(&rig, DXGI_FORMAT_R8G8B8A8_UINT, 2, 3, 1, RT);
    D3D11_RENDER_TARGET_VIEW_DESC desc = {DXGI_FORMAT_UNKNOWN, D3D11_RTV_DIMENSION_TEXTURE2DARRAY,
                                          .Texture2DArray = {1, 1, 1}};
    ID3D11RenderTargetView *view = rtv(&rig, texture, &desc);
    ID3D11DeviceContext_ClearRenderTargetView(rig.context, view, color);
    const struct resource *resource = resource_behind(texture);
    for (UINT index = 0; index < 6; index++) {
        struct subresource sub = resource_subresource(resource, index);
        for (UINT y = 0; y < sub.height; y++)
            for (UINT x = 0; x < sub.width; x++) {
                uint32_t texel;
                memcpy(&texel, sub.data + y * sub.row_pitch + x * 4, 4);
                assert_int_equal(texel, index == 3 ? 0xff0700ffu : 0);
            }
    }
    ID3D11RenderTargetView_Release(view);
    ID3D11Texture2D_Release(texture);

    /* All samples. */
    texture = texture_2d(&rig, DXGI_FORMAT_R32_FLOAT, 1, 1, 4, RT);
    view = rtv(&rig, texture, NULL);
    ID3D11DeviceContext_ClearRenderTargetView(rig.context, view, twos);
    resource = resource_behind(texture);
    for (UINT i = 0; i < 8 * 4; i++)
        assert_true(((const float *)(void *)resource->data)[i] == 2);
    ID3D11RenderTargetView_Release(view);
    ID3D11Texture2D_Release(texture);

    /* A few slices of a volume. */
    D3D11_TEXTURE3D_DESC volume_desc = {4, 4, 4, 1, DXGI_FORMAT_R32_UINT, .BindFlags = RT};
    ID3D11Texture3D *volume;
    assert_ok(ID3D11Device_CreateTexture3D(rig.device, &volume_desc, NULL, &volume));
    desc = (D3D11_RENDER_TARGET_VIEW_DESC){DXGI_FORMAT_R32_UINT, D3D11_RTV_DIMENSION_TEXTURE3D,
                                           .Texture3D = {0, 1, 2}};
    view = rtv(&rig, volume, &desc);
    ID3D11DeviceContext_ClearRenderTargetView(rig.context, view, color);
    resource = resource_behind(volume);
    for (UINT z = 0; z < 4; z++)
        assert_int_equal(*(uint32_t *)(void *)(resource->data + z * resource->mips[0].depth_pitch),
                         z == 1 || z == 2 ? 300 : 0);
    ID3D11RenderTargetView_Release(view);
    ID3D11Texture3D_Release(volume);
    rig_close(&rig);
}

static uint32_t first_word(void *texture)
{
    uint32_t word;
    memcpy(&word, resource_behind(texture)->data, sizeof(word));
    return word;
}

static void depth_and_stencil(void **state)
{
    const UINT both = D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL;
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11Texture2D *texture = texture_2d(&rig, DXGI_FORMAT_D24_UNORM_S8_UINT, 1, 1, 1, DS);
    ID3D11DepthStencilView *view = dsv(&rig, texture, NULL);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, both, 1, 0x5a);
    assert_int_equal(first_word(texture), 0x5affffff);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, D3D11_CLEAR_DEPTH, -3, 0x11);
    assert_int_equal(first_word(texture), 0x5a000000);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, D3D11_CLEAR_STENCIL, 1, 0x11);
    assert_int_equal(first_word(texture), 0x11000000);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, D3D11_CLEAR_DEPTH, 17, 0);
    assert_int_equal(first_word(texture), 0x11ffffff);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, 4, 0, 0);
    assert_int_equal(first_word(texture), 0x11ffffff);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_INVALID);
    ID3D11DepthStencilView_Release(view);
    D3D11_DEPTH_STENCIL_VIEW_DESC desc = {DXGI_FORMAT_UNKNOWN, D3D11_DSV_DIMENSION_TEXTURE2D,
                                          D3D11_DSV_READ_ONLY_DEPTH, .Texture2D = {0}};
    view = dsv(&rig, texture, &desc);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, both, 0, 0);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_DEPTH_READONLY);
    assert_int_equal(first_word(texture), 0x11ffffff);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, D3D11_CLEAR_STENCIL, 0, 7);
    assert_int_equal(first_word(texture), 0x07ffffff);
    ID3D11DepthStencilView_Release(view);
    ID3D11Texture2D_Release(texture);

    texture = texture_2d(&rig, DXGI_FORMAT_R32_TYPELESS, 1, 1, 1, DS | SRV);
    desc = (D3D11_DEPTH_STENCIL_VIEW_DESC){DXGI_FORMAT_D32_FLOAT, D3D11_DSV_DIMENSION_TEXTURE2D, 0,
                                           .Texture2D = {0}};
    view = dsv(&rig, texture, &desc);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, both, 0.25f, 3);
    assert_int_equal(first_word(texture), 0x3e800000);
    ID3D11DepthStencilView_Release(view);
    ID3D11Texture2D_Release(texture);

    texture = texture_2d(&rig, DXGI_FORMAT_D32_FLOAT_S8X24_UINT, 1, 1, 1, DS);
    view = dsv(&rig, texture, NULL);
    ID3D11DeviceContext_ClearDepthStencilView(rig.context, view, both, 0.5f, 9);
    assert_int_equal(first_word(texture), 0x3f000000);
    assert_int_equal(resource_behind(texture)->data[4], 9);
    ID3D11DepthStencilView_Release(view);
    ID3D11Texture2D_Release(texture);

    texture = texture_2d(&rig, DXGI_FORMAT_D16_UNORM, 1, 1, 1, DS);
    view = dsv(&rig, texture, NULL);
    const D3D11_RECT rect = {1, 0, 2, 1};
    const FLOAT color[4] = {1, 0, 0, 0};
    ID3D11DeviceContext1_ClearView((ID3D11DeviceContext1 *)rig.context, (ID3D11View *)view, color, &rect, 1);
    assert_int_equal(first_word(texture), 0xffff0000);
    ID3D11DeviceContext1_DiscardView((ID3D11DeviceContext1 *)rig.context, (ID3D11View *)view);
    ID3D11DepthStencilView_Release(view);
    ID3D11Texture2D_Release(texture);
    rig_close(&rig);
}

static void clear_view_of_targets(void **state)
{
    const D3D11_RECT rects[] = {{1, 1, 3, 2}, {6, 3, 100, 100}};
    const FLOAT color[4] = {1, 0, 0, 1}, five[4] = {5, 0, 0, 0};
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11DeviceContext1 *context = (ID3D11DeviceContext1 *)rig.context;
    ID3D11Texture2D *texture = texture_2d(&rig, DXGI_FORMAT_R8G8B8A8_UNORM, 1, 1, 1, RT | SRV);
    ID3D11RenderTargetView *view = rtv(&rig, texture, NULL);
    ID3D11DeviceContext1_ClearView(context, (ID3D11View *)view, color, rects, 2);
    const struct resource *resource = resource_behind(texture);
    for (LONG y = 0; y < 4; y++)
        for (LONG x = 0; x < 8; x++) {
            uint32_t texel;
            memcpy(&texel, resource->data + y * resource->mips[0].row_pitch + x * 4, 4);
            bool inside = (y == 1 && (x == 1 || x == 2)) || (y == 3 && x >= 6);
            assert_int_equal(texel, inside ? 0xff0000ff : 0);
        }
    ID3D11RenderTargetView_Release(view);
    ID3D11ShaderResourceView *srv = rig_srv(&rig, texture, NULL);
    ID3D11DeviceContext1_ClearView(context, (ID3D11View *)srv, color, NULL, 0);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_CLEARVIEW_NOTSUPPORTED);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Texture2D_Release(texture);

    /* A buffer as a render target. */
    D3D11_BUFFER_DESC buffer_desc = {.ByteWidth = 64, .BindFlags = RT};
    D3D11_RENDER_TARGET_VIEW_DESC desc = {DXGI_FORMAT_R32_UINT, D3D11_RTV_DIMENSION_BUFFER,
                                          .Buffer = {{2}, {3}}};
    ID3D11Buffer *buffer = rig_buffer(&rig, &buffer_desc, NULL);
    view = rtv(&rig, buffer, &desc);
    ID3D11DeviceContext_ClearRenderTargetView(rig.context, view, five);
    uint32_t words[16];
    rig_read(&rig, buffer, words, sizeof(words));
    for (UINT i = 0; i < 16; i++)
        assert_int_equal(words[i], i >= 2 && i < 5 ? 5 : 0);
    ID3D11RenderTargetView_Release(view);
    assert_hr(ID3D11Device_CreateRenderTargetView(rig.device, (ID3D11Resource *)buffer, NULL, &view),
              E_INVALIDARG);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(render_target_defaults),
        cmocka_unit_test(newest_description),
        cmocka_unit_test(refused),
        cmocka_unit_test(every_target_format),
        cmocka_unit_test(clears_stay_inside),
        cmocka_unit_test(depth_and_stencil),
        cmocka_unit_test(clear_view_of_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
