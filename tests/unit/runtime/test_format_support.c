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

/* Default views; those of typeless resources have to name a format. */
static void check_views(const struct rig *rig, DXGI_FORMAT format, UINT support)
{
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_format)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
