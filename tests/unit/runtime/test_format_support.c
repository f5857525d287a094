/*
 * CheckFormatSupport and the create calls say the same of every format: what is offered can be made, what is
 * not offered is refused.
 */
#include "../../support/runtime_rig.h"

enum { NUMBERS = 200, SRV = D3D11_BIND_SHADER_RESOURCE, UAV = D3D11_BIND_UNORDERED_ACCESS };

static bool create_2d(const struct rig *rig, DXGI_FORMAT format, UINT bind, UINT slices, UINT misc,
                      ID3D11Texture2D **out)
{
    D3D11_TEXTURE2D_DESC desc = {.Width = 8,
                                 .Height = 8,
                                 .MipLevels = 1,
                                 .ArraySize = slices,
                                 .Format = format,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = bind,
                                 .MiscFlags = misc};
    HRESULT hr = ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, out);
    if (FAILED(hr))
        assert_hr(hr, E_INVALIDARG);
    return SUCCEEDED(hr);
}

static unsigned disagreements;

static void agree(DXGI_FORMAT format, const char *what, bool offered, bool made)
{
    if (offered == made)
        return;
    print_error("format %d: %s is %s but %s\n", format, what, offered ? "offered" : "not offered",
                made ? "made" : "refused");
    disagreements++;
}

/* Can the resource have a default view of the kind that the bind flag stands for? */
static bool has_view(const struct rig *rig, void *resource, UINT bind)
{
    IUnknown *view = NULL;
    HRESULT hr;
    switch (bind) {
    case SRV:
        hr = ID3D11Device_CreateShaderResourceView(rig->device, resource, NULL,
                                                   (ID3D11ShaderResourceView **)&view);
        break;
    case UAV:
        hr = ID3D11Device_CreateUnorderedAccessView(rig->device, resource, NULL,
                                                    (ID3D11UnorderedAccessView **)&view);
        break;
    case D3D11_BIND_RENDER_TARGET:
        hr = ID3D11Device_CreateRenderTargetView(rig->device, resource, NULL,
                                                 (ID3D11RenderTargetView **)&view);
        break;
    default:
        hr = ID3D11Device_CreateDepthStencilView(rig->device, resource, NULL,
                                                 (ID3D11DepthStencilView **)&view);
        break;
    }
    if (SUCCEEDED(hr))
        IUnknown_Release(view);
    return SUCCEEDED(hr);
}

static void check_textures(const struct rig *rig, DXGI_FORMAT format, UINT support)
{
    ID3D11Texture1D *texture1d;
    ID3D11Texture2D *texture2d;
    ID3D11Texture3D *texture3d;
    D3D11_TEXTURE1D_DESC desc1d = {.Width = 8, .MipLevels = 1, .ArraySize = 1, .Format = format};
    D3D11_TEXTURE3D_DESC desc3d = {.Width = 8, .Height = 8, .Depth = 8, .MipLevels = 1, .Format = format};
    bool made = SUCCEEDED(ID3D11Device_CreateTexture1D(rig->device, &desc1d, NULL, &texture1d));
    agree(format, "Texture1D", support & D3D11_FORMAT_SUPPORT_TEXTURE1D, made);
    if (made)
        ID3D11Texture1D_Release(texture1d);
    made = SUCCEEDED(ID3D11Device_CreateTexture3D(rig->device, &desc3d, NULL, &texture3d));
    agree(format, "Texture3D", support & D3D11_FORMAT_SUPPORT_TEXTURE3D, made);
    if (made)
        ID3D11Texture3D_Release(texture3d);
    made = create_2d(rig, format, 0, 1, 0, &texture2d);
    agree(format, "Texture2D", support & D3D11_FORMAT_SUPPORT_TEXTURE2D, made);
    if (made)
        ID3D11Texture2D_Release(texture2d);
    made = create_2d(rig, format, 0, 6, D3D11_RESOURCE_MISC_TEXTURECUBE, &texture2d);
    agree(format, "a cube", support & D3D11_FORMAT_SUPPORT_TEXTURECUBE, made);
    if (made)
        ID3D11Texture2D_Release(texture2d);
}

static bool can_view(const struct rig *rig, DXGI_FORMAT format, UINT bind)
{
    ID3D11Texture2D *texture;
    bool viewed = false;
    if (create_2d(rig, format, bind, 1, 0, &texture)) {
        viewed = has_view(rig, texture, bind);
        ID3D11Texture2D_Release(texture);
    }
    return viewed;
}

/* Default views; those of typeless resources have to name a format, and so have those of video. */
static void check_views(const struct rig *rig, DXGI_FORMAT format, UINT support)
{
    if (format >= DXGI_FORMAT_AYUV && format <= DXGI_FORMAT_NV11)
        return;
    bool plane = support & D3D11_FORMAT_SUPPORT_TEXTURE2D, viewed = can_view(rig, format, SRV);
    bool offered = (support & D3D11_FORMAT_SUPPORT_SHADER_LOAD) && plane;
    if (offered || !viewed) /* block formats can be sampled, which is not offered yet */
        agree(format, "a shader resource view", offered, viewed);
    agree(format, "an unordered access view",
          (support & D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW) && plane, can_view(rig, format, UAV));
    agree(format, "a render target view", (support & D3D11_FORMAT_SUPPORT_RENDER_TARGET) && plane,
          can_view(rig, format, D3D11_BIND_RENDER_TARGET));
    agree(format, "a depth-stencil view", (support & D3D11_FORMAT_SUPPORT_DEPTH_STENCIL) && plane,
          can_view(rig, format, D3D11_BIND_DEPTH_STENCIL));
}

/* Textures of several samples, where a count of quality levels says so. */
static void check_samples(const struct rig *rig, DXGI_FORMAT format, UINT support)
{
    UINT levels = 0;
    D3D11_TEXTURE2D_DESC desc = {.Width = 8,
                                 .Height = 8,
                                 .MipLevels = 1,
                                 .ArraySize = 1,
                                 .Format = format,
                                 .SampleDesc = {4, 0},
                                 .BindFlags = support & D3D11_FORMAT_SUPPORT_DEPTH_STENCIL
                                                  ? D3D11_BIND_DEPTH_STENCIL
                                                  : D3D11_BIND_RENDER_TARGET};
    ID3D11Texture2D *texture;
    ID3D11Device_CheckMultisampleQualityLevels(rig->device, format, 4, &levels);
    bool made = SUCCEEDED(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &texture));
    if (made) {
        if (support & (D3D11_FORMAT_SUPPORT_DEPTH_STENCIL | D3D11_FORMAT_SUPPORT_RENDER_TARGET))
            agree(format, "a multisampled target", support & D3D11_FORMAT_SUPPORT_MULTISAMPLE_RENDERTARGET,
                  has_view(rig, texture, desc.BindFlags));
        ID3D11Texture2D_Release(texture);
    }
    if (!levels || (support & D3D11_FORMAT_SUPPORT_MULTISAMPLE_RENDERTARGET))
        agree(format, "a texture of 4 samples", levels != 0, made);
}

static void check_buffers(const struct rig *rig, ID3D11Buffer *buffer, DXGI_FORMAT format, UINT support)
{
    D3D11_SHADER_RESOURCE_VIEW_DESC srv_desc = {
        .Format = format, .ViewDimension = D3D11_SRV_DIMENSION_BUFFER, .Buffer = {.NumElements = 4}};
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc = {
        .Format = format, .ViewDimension = D3D11_UAV_DIMENSION_BUFFER, .Buffer = {.NumElements = 4}};
    ID3D11ShaderResourceView *srv;
    ID3D11UnorderedAccessView *uav;
    bool typed = support & D3D11_FORMAT_SUPPORT_BUFFER;
    bool made = SUCCEEDED(
        ID3D11Device_CreateShaderResourceView(rig->device, (ID3D11Resource *)buffer, &srv_desc, &srv));
    agree(format, "a buffer's shader resource view", typed && (support & D3D11_FORMAT_SUPPORT_SHADER_LOAD),
          made);
    if (made)
        ID3D11ShaderResourceView_Release(srv);
    made = SUCCEEDED(
        ID3D11Device_CreateUnorderedAccessView(rig->device, (ID3D11Resource *)buffer, &uav_desc, &uav));
    agree(format, "a buffer's unordered access view",
          typed && (support & D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW), made);
    if (made)
        ID3D11UnorderedAccessView_Release(uav);
}

/* ---- video ---- */

static ID3D11UnorderedAccessView *plane_view(const struct rig *rig, ID3D11Texture2D *texture, DXGI_FORMAT format)
{
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {.Format = format, .ViewDimension = D3D11_UAV_DIMENSION_TEXTURE2D};
    ID3D11UnorderedAccessView *view = NULL;
    HRESULT hr = ID3D11Device_CreateUnorderedAccessView(rig->device, (ID3D11Resource *)texture, &desc, &view);
    if (FAILED(hr))
        assert_hr(hr, E_INVALIDARG);
    return view;
}

/* All bytes of a video picture of 8 x 8 pixels, after one plane was cleared. */
static void clear_plane(const struct rig *rig, DXGI_FORMAT video, DXGI_FORMAT format, const UINT value[4],
                        uint8_t *bytes, UINT row_bytes, UINT rows)
{
    D3D11_TEXTURE2D_DESC desc = {.Width = 8,
                                 .Height = 8,
                                 .MipLevels = 1,
                                 .ArraySize = 1,
                                 .Format = video,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = UAV};
    ID3D11Texture2D *texture, *copy;
    D3D11_MAPPED_SUBRESOURCE map;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &texture));
    desc.BindFlags = 0;
    desc.Usage = D3D11_USAGE_STAGING;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &copy));
    ID3D11UnorderedAccessView *view = plane_view(rig, texture, format);
    assert_non_null(view);
    ID3D11DeviceContext_ClearUnorderedAccessViewUint(rig->context, view, value);
    ID3D11DeviceContext_CopyResource(rig->context, (ID3D11Resource *)copy, (ID3D11Resource *)texture);
    assert_ok(ID3D11DeviceContext_Map(rig->context, (ID3D11Resource *)copy, 0, D3D11_MAP_READ, 0, &map));
    for (UINT y = 0; y < rows; y++)
        memcpy(bytes + y * row_bytes, (uint8_t *)map.pData + y * map.RowPitch, row_bytes);
    ID3D11DeviceContext_Unmap(rig->context, (ID3D11Resource *)copy, 0);
    ID3D11UnorderedAccessView_Release(view);
    ID3D11Texture2D_Release(copy);
    ID3D11Texture2D_Release(texture);
}

/* Which bytes of the picture each view writes: as many as the plane has, where it lies. */
static void video_planes(void **state)
{
    static const struct {
        DXGI_FORMAT video, format;
        UINT row_bytes, rows, first_row, end_row;
    } cases[] = {
        {DXGI_FORMAT_AYUV, DXGI_FORMAT_R8G8B8A8_UINT, 32, 8, 0, 8},
        {DXGI_FORMAT_AYUV, DXGI_FORMAT_R32_UINT, 32, 8, 0, 8},
        {DXGI_FORMAT_Y410, DXGI_FORMAT_R10G10B10A2_UINT, 32, 8, 0, 8},
        {DXGI_FORMAT_Y416, DXGI_FORMAT_R16G16B16A16_UINT, 64, 8, 0, 8},
        {DXGI_FORMAT_NV12, DXGI_FORMAT_R8_UINT, 8, 12, 0, 8},
        {DXGI_FORMAT_NV12, DXGI_FORMAT_R8G8_UINT, 8, 12, 8, 12},
        {DXGI_FORMAT_P010, DXGI_FORMAT_R16_UINT, 16, 12, 0, 8},
        {DXGI_FORMAT_P010, DXGI_FORMAT_R16G16_UINT, 16, 12, 8, 12},
        {DXGI_FORMAT_P016, DXGI_FORMAT_R32_UINT, 16, 12, 8, 12},
        {DXGI_FORMAT_YUY2, DXGI_FORMAT_R8G8B8A8_UINT, 16, 8, 0, 8},
        {DXGI_FORMAT_Y210, DXGI_FORMAT_R16G16B16A16_UINT, 32, 8, 0, 8},
    };
    static const UINT ones[4] = {UINT_MAX, UINT_MAX, UINT_MAX, UINT_MAX};
    struct rig rig = rig_open();
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        uint8_t bytes[64 * 12];
        clear_plane(&rig, cases[i].video, cases[i].format, ones, bytes, cases[i].row_bytes, cases[i].rows);
        for (UINT at = 0; at < cases[i].row_bytes * cases[i].rows; at++) {
            UINT row = at / cases[i].row_bytes;
            assert_int_equal(bytes[at], row >= cases[i].first_row && row < cases[i].end_row ? 255 : 0);
        }
    }
    rig_close(&rig);
}

/* Formats that are not listed for a video format are refused, its own included. */
static void video_refusals(void **state)
{
    struct rig rig = rig_open();
    ID3D11Texture2D *texture;
    assert_true(create_2d(&rig, DXGI_FORMAT_NV12, SRV | UAV, 1, 0, &texture));
    assert_null(plane_view(&rig, texture, DXGI_FORMAT_NV12));
    assert_null(plane_view(&rig, texture, DXGI_FORMAT_R16_UINT));
    assert_null(plane_view(&rig, texture, DXGI_FORMAT_R32_UINT));
    assert_false(has_view(&rig, texture, SRV));
    ID3D11Texture2D_Release(texture);
    rig_close(&rig);
}

static void every_format(void **state)
{
    struct rig rig = rig_open();
    ID3D11Buffer *buffer = rig_raw(&rig, 256, 0, NULL);
    unsigned known = 0;
    for (UINT format = 0; format < NUMBERS; format++) {
        UINT support = 0;
        HRESULT hr = ID3D11Device_CheckFormatSupport(rig.device, format, &support);
        assert_true(hr == S_OK ? support != 0 : hr == E_FAIL && !support);
        known += support != 0;
        check_textures(&rig, format, support);
        check_views(&rig, format, support);
        check_samples(&rig, format, support);
        check_buffers(&rig, buffer, format, support);
    }
    assert_true(known > 80);
    assert_int_equal(disagreements, 0);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_format), cmocka_unit_test(video_planes),
                                       cmocka_unit_test(video_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
