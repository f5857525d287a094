/* Views: defaults, validation, and what the kernels are shown. */
#include "../../support/runtime_rig.h"

#include "dxbc.h"
#include "view.h"

enum {
    BOTH = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS,
};

static const struct kernel_view *kernel_of_srv(ID3D11ShaderResourceView *view)
{
    return &srv_of(view)->kernel;
}

static const struct kernel_view *kernel_of_uav(ID3D11UnorderedAccessView *view)
{
    return &uav_of(view)->kernel;
}

static void structured_defaults(void **state)
{
    struct rig rig = rig_open();
    ID3D11Buffer *buffer = rig_structured(&rig, 48, 12, BOTH, NULL);
    ID3D11ShaderResourceView *srv = rig_srv(&rig, buffer, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, buffer, NULL);
    D3D11_SHADER_RESOURCE_VIEW_DESC srv_desc;
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc;
    ID3D11ShaderResourceView_GetDesc(srv, &srv_desc);
    ID3D11UnorderedAccessView_GetDesc(uav, &uav_desc);
    assert_int_equal(srv_desc.ViewDimension, D3D11_SRV_DIMENSION_BUFFER);
    assert_int_equal(srv_desc.Format, DXGI_FORMAT_UNKNOWN);
    assert_int_equal(srv_desc.Buffer.NumElements, 4);
    assert_int_equal(uav_desc.Buffer.NumElements, 4);
    assert_int_equal(kernel_of_srv(srv)->kind, KERNEL_VIEW_STRUCTURED_BUFFER);
    assert_int_equal(kernel_of_srv(srv)->stride, 12);
    assert_int_equal(kernel_of_uav(uav)->element_count, 4);
    assert_null(kernel_of_uav(uav)->counter);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

struct srv_case {
    DXGI_FORMAT format;
    UINT first, count, raw;
    HRESULT expected;
};

static void check_srvs(const struct rig *rig, ID3D11Buffer *buffer, const struct srv_case *cases,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        D3D11_SHADER_RESOURCE_VIEW_DESC desc = {.Format = cases[i].format,
                                                .ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX,
                                                .BufferEx = {cases[i].first, cases[i].count, cases[i].raw}};
        ID3D11ShaderResourceView *view = (void *)1;
        HRESULT hr =
            ID3D11Device_CreateShaderResourceView(rig->device, (ID3D11Resource *)buffer, &desc, &view);
        if (hr != cases[i].expected)
            fail_msg("case %zu gives 0x%08x (%s)", i, (UINT)hr, weft_last_error());
        if (FAILED(hr))
            assert_null(view);
        else
            ID3D11ShaderResourceView_Release(view);
    }
}

static void buffer_srvs(void **state)
{
    static const struct srv_case structured[] = {
        {DXGI_FORMAT_UNKNOWN, 0, 4, 0, S_OK},
        {DXGI_FORMAT_UNKNOWN, 3, 1, 0, S_OK},
        {DXGI_FORMAT_UNKNOWN, 3, 2, 0, E_INVALIDARG},
        {DXGI_FORMAT_UNKNOWN, 0, 0, 0, E_INVALIDARG},
        {DXGI_FORMAT_R32_UINT, 0, 4, 0, E_INVALIDARG},
        {DXGI_FORMAT_R32_TYPELESS, 0, 4, 1, E_INVALIDARG},
        {DXGI_FORMAT_UNKNOWN, 0xffffffff, 2, 0, E_INVALIDARG},
    };
    static const struct srv_case raw[] = {
        {DXGI_FORMAT_R32_TYPELESS, 0, 16, 1, S_OK},
        {DXGI_FORMAT_R32_TYPELESS, 4, 12, 1, S_OK},
        {DXGI_FORMAT_R32_TYPELESS, 2, 12, 1, E_INVALIDARG}, /* not at 16 bytes */
        {DXGI_FORMAT_R32_UINT, 0, 16, 1, E_INVALIDARG},
        {DXGI_FORMAT_R32_TYPELESS, 0, 17, 1, E_INVALIDARG},
        {DXGI_FORMAT_R32_TYPELESS, 0, 16, 0, E_INVALIDARG},
        {DXGI_FORMAT_R32_TYPELESS, 0, 16, 2, E_INVALIDARG},
        {DXGI_FORMAT_R8G8B8A8_UNORM, 0, 16, 0, S_OK},
        {DXGI_FORMAT_R32G32B32A32_FLOAT, 3, 1, 0, S_OK},
        {DXGI_FORMAT_R32G32B32A32_FLOAT, 3, 2, 0, E_INVALIDARG},
        {DXGI_FORMAT_BC1_UNORM, 0, 1, 0, E_INVALIDARG},
        {DXGI_FORMAT_UNKNOWN, 0, 4, 0, E_INVALIDARG},
    };
    struct rig rig = rig_open();
    ID3D11Buffer *a = rig_structured(&rig, 48, 12, BOTH, NULL), *b = rig_raw(&rig, 64, 0, NULL);
    check_srvs(&rig, a, structured, sizeof(structured) / sizeof(*structured));
    check_srvs(&rig, b, raw, sizeof(raw) / sizeof(*raw));
    ID3D11ShaderResourceView *view;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)b, NULL, &view),
              E_INVALIDARG);
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, NULL, NULL, &view), E_INVALIDARG);
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)a, NULL, NULL), S_FALSE);
    ID3D11Buffer_Release(a);
    ID3D11Buffer_Release(b);
    rig_close(&rig);
}

static void buffer_uavs(void **state)
{
    static const struct srv_case cases[] = {
        /* the third number holds the flags */
        {DXGI_FORMAT_UNKNOWN, 0, 4, 0, S_OK},
        {DXGI_FORMAT_UNKNOWN, 0, 4, D3D11_BUFFER_UAV_FLAG_APPEND, S_OK},
        {DXGI_FORMAT_UNKNOWN, 1, 3, D3D11_BUFFER_UAV_FLAG_COUNTER, S_OK},
        {DXGI_FORMAT_UNKNOWN, 0, 4, D3D11_BUFFER_UAV_FLAG_RAW, E_INVALIDARG},
        {DXGI_FORMAT_R32_UINT, 0, 4, D3D11_BUFFER_UAV_FLAG_APPEND, E_INVALIDARG},
        {DXGI_FORMAT_UNKNOWN, 0, 4, 8, E_INVALIDARG},
        {DXGI_FORMAT_UNKNOWN, 2, 3, 0, E_INVALIDARG},
    };
    struct rig rig = rig_open();
    ID3D11Buffer *buffer = rig_structured(&rig, 48, 12, BOTH, NULL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {.Format = cases[i].format,
                                                 .ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                                 .Buffer = {cases[i].first, cases[i].count, cases[i].raw}};
        ID3D11UnorderedAccessView *view;
        HRESULT hr =
            ID3D11Device_CreateUnorderedAccessView(rig.device, (ID3D11Resource *)buffer, &desc, &view);
        if (hr != cases[i].expected)
            fail_msg("case %zu gives 0x%08x (%s)", i, (UINT)hr, weft_last_error());
        if (FAILED(hr))
            continue;
        assert_true(!kernel_of_uav(view)->counter == !cases[i].raw);
        assert_int_equal(kernel_of_uav(view)->size_bytes, cases[i].count * 12);
        ID3D11UnorderedAccessView_Release(view);
    }
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

static ID3D11Texture2D *texture(const struct rig *rig, UINT mips, UINT slices, DXGI_FORMAT format, UINT misc)
{
    D3D11_TEXTURE2D_DESC desc = {.Width = 32,
                                 .Height = 32,
                                 .MipLevels = mips,
                                 .ArraySize = slices,
                                 .Format = format,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = BOTH,
                                 .MiscFlags = misc};
    ID3D11Texture2D *out;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &out));
    return out;
}

static void texture_defaults(void **state)
{
    struct rig rig = rig_open();
    D3D11_SHADER_RESOURCE_VIEW_DESC desc;
    ID3D11Texture2D *one = texture(&rig, 3, 1, DXGI_FORMAT_R32_FLOAT, 0);
    ID3D11Texture2D *array = texture(&rig, 2, 12, DXGI_FORMAT_R32_FLOAT, 0);
    ID3D11Texture2D *cubes = texture(&rig, 1, 12, DXGI_FORMAT_R32_FLOAT, D3D11_RESOURCE_MISC_TEXTURECUBE);
    ID3D11Texture2D *typeless = texture(&rig, 1, 1, DXGI_FORMAT_R32_TYPELESS, 0);
    ID3D11ShaderResourceView *view = rig_srv(&rig, one, NULL);
    ID3D11ShaderResourceView_GetDesc(view, &desc);
    assert_int_equal(desc.ViewDimension, D3D11_SRV_DIMENSION_TEXTURE2D);
    assert_int_equal(desc.Format, DXGI_FORMAT_R32_FLOAT);
    assert_int_equal(desc.Texture2D.MipLevels, 3);
    assert_int_equal(kernel_of_srv(view)->dimension, DXBC_DIM_TEXTURE2D);
    ID3D11ShaderResourceView_Release(view);
    view = rig_srv(&rig, array, NULL);
    ID3D11ShaderResourceView_GetDesc(view, &desc);
    assert_int_equal(desc.ViewDimension, D3D11_SRV_DIMENSION_TEXTURE2DARRAY);
    assert_int_equal(desc.Texture2DArray.ArraySize, 12);
    assert_int_equal(kernel_of_srv(view)->slice_count, 12);
    ID3D11ShaderResourceView_Release(view);
    view = rig_srv(&rig, cubes, NULL);
    ID3D11ShaderResourceView_GetDesc(view, &desc);
    assert_int_equal(desc.ViewDimension, D3D11_SRV_DIMENSION_TEXTURECUBEARRAY);
    assert_int_equal(desc.TextureCubeArray.NumCubes, 2);
    assert_int_equal(kernel_of_srv(view)->slice_count, 12);
    ID3D11ShaderResourceView_Release(view);
    ID3D11UnorderedAccessView *uav;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)typeless, NULL, &view),
              E_INVALIDARG);
    assert_hr(ID3D11Device_CreateUnorderedAccessView(rig.device, (ID3D11Resource *)typeless, NULL, &uav),
              E_INVALIDARG);
    ID3D11Texture2D_Release(one);
    ID3D11Texture2D_Release(array);
    ID3D11Texture2D_Release(cubes);
    ID3D11Texture2D_Release(typeless);
    rig_close(&rig);
}

static void texture_parts(void **state)
{
    struct rig rig = rig_open();
    ID3D11Texture2D *array = texture(&rig, 4, 6, DXGI_FORMAT_R8G8B8A8_TYPELESS, 0);
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {.Format = DXGI_FORMAT_R8G8B8A8_UNORM_SRGB,
                                            .ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DARRAY,
                                            .Texture2DArray = {1, (UINT)-1, 2, 3}},
                                    got;
    ID3D11ShaderResourceView *view = rig_srv(&rig, array, &desc), *none;
    const struct kernel_view *kernel = kernel_of_srv(view);
    ID3D11ShaderResourceView_GetDesc(view, &got);
    assert_int_equal(got.Texture2DArray.MipLevels, 3);
    assert_int_equal(got.Texture2DArray.FirstArraySlice, 2);
    assert_int_equal(got.Texture2DArray.ArraySize, 3);
    assert_int_equal(kernel->mip_count, 3);
    assert_int_equal(kernel->slice_count, 3);
    assert_int_equal(kernel->mips[0].width, 16);
    assert_ptr_equal(kernel->data, srv_of(view)->resource->data + 2 * kernel->array_pitch);
    ID3D11ShaderResourceView_Release(view);

    ID3D11Resource *resource = (ID3D11Resource *)array;
    desc.Texture2DArray.ArraySize = 5;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, resource, &desc, &none), E_INVALIDARG);
    desc.Texture2DArray.ArraySize = 1, desc.Texture2DArray.MostDetailedMip = 4;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, resource, &desc, &none), E_INVALIDARG);
    desc.Texture2DArray.MostDetailedMip = 0, desc.Format = DXGI_FORMAT_R32_UINT;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, resource, &desc, &none), E_INVALIDARG);
    desc.Format = DXGI_FORMAT_R8G8B8A8_UINT, desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE3D;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, resource, &desc, &none), E_INVALIDARG);
    desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFER;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, resource, &desc, &none), E_INVALIDARG);
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURECUBE;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, resource, &desc, &none), E_INVALIDARG);

    /* Writing views may see 32-bit texels as one number. */
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc = {.Format = DXGI_FORMAT_R32_UINT,
                                                 .ViewDimension = D3D11_UAV_DIMENSION_TEXTURE2DARRAY,
                                                 .Texture2DArray = {2, 1, 2}};
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, array, &uav_desc), *no_uav;
    assert_int_equal(kernel_of_uav(uav)->mip_count, 1);
    assert_int_equal(kernel_of_uav(uav)->mips[0].width, 8);
    assert_int_equal(kernel_of_uav(uav)->slice_count, 2);
    ID3D11UnorderedAccessView_Release(uav);
    uav_desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM_SRGB;
    assert_hr(ID3D11Device_CreateUnorderedAccessView(rig.device, resource, &uav_desc, &no_uav), E_INVALIDARG);
    uav_desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM, uav_desc.Texture2DArray.MipSlice = 4;
    assert_hr(ID3D11Device_CreateUnorderedAccessView(rig.device, resource, &uav_desc, &no_uav), E_INVALIDARG);
    ID3D11Texture2D_Release(array);
    rig_close(&rig);
}

static void volume_slices(void **state)
{
    struct rig rig = rig_open();
    D3D11_TEXTURE3D_DESC desc = {.Width = 8,
                                 .Height = 8,
                                 .Depth = 8,
                                 .MipLevels = 2,
                                 .Format = DXGI_FORMAT_R32_UINT,
                                 .BindFlags = BOTH};
    ID3D11Texture3D *volume;
    assert_ok(ID3D11Device_CreateTexture3D(rig.device, &desc, NULL, &volume));
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc = {.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE3D,
                                                 .Texture3D = {1, 1, (UINT)-1}},
                                     got;
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, volume, &uav_desc);
    ID3D11UnorderedAccessView_GetDesc(uav, &got);
    assert_int_equal(got.Format, DXGI_FORMAT_R32_UINT);
    assert_int_equal(got.Texture3D.WSize, 3);
    assert_int_equal(kernel_of_uav(uav)->first_depth_slice, 1);
    assert_int_equal(kernel_of_uav(uav)->slice_count, 3);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11ShaderResourceView *srv = rig_srv(&rig, volume, NULL);
    assert_int_equal(kernel_of_srv(srv)->dimension, DXBC_DIM_TEXTURE3D);
    assert_int_equal(kernel_of_srv(srv)->slice_count, 8);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Texture3D_Release(volume);
    rig_close(&rig);
}

static void wrong_bind_flags(void **state)
{
    struct rig rig = rig_open();
    ID3D11Buffer *in = rig_structured(&rig, 16, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    ID3D11Buffer *out = rig_structured(&rig, 16, 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11ShaderResourceView *srv;
    ID3D11UnorderedAccessView *uav;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)out, NULL, &srv),
              E_INVALIDARG);
    assert_hr(ID3D11Device_CreateUnorderedAccessView(rig.device, (ID3D11Resource *)in, NULL, &uav),
              E_INVALIDARG);
    struct rig other = rig_open();
    assert_hr(ID3D11Device_CreateShaderResourceView(other.device, (ID3D11Resource *)in, NULL, &srv),
              E_INVALIDARG);
    rig_close(&other);
    ID3D11Buffer_Release(in);
    ID3D11Buffer_Release(out);
    rig_close(&rig);
}

/* Multisampled textures have views of their own dimensions, and no others. */
static void multisampled_views(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    D3D11_TEXTURE2D_DESC desc = {.Width = 4,
                                 .Height = 4,
                                 .MipLevels = 1,
                                 .ArraySize = 3,
                                 .Format = DXGI_FORMAT_R32_TYPELESS,
                                 .SampleDesc = {4, 0},
                                 .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_DEPTH_STENCIL};
    D3D11_SHADER_RESOURCE_VIEW_DESC wanted = {.Format = DXGI_FORMAT_R32_FLOAT,
                                              .ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY,
                                              .Texture2DMSArray = {1, UINT32_MAX}},
                                    got;
    ID3D11Texture2D *texture;
    ID3D11ShaderResourceView *view;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    view = rig_srv(&rig, texture, &wanted);
    ID3D11ShaderResourceView_GetDesc(view, &got);
    assert_int_equal(got.ViewDimension, D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY);
    assert_int_equal(got.Texture2DMSArray.FirstArraySlice, 1);
    assert_int_equal(got.Texture2DMSArray.ArraySize, 2);
    ID3D11ShaderResourceView_Release(view);
    wanted.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DMS;
    view = rig_srv(&rig, texture, &wanted);
    ID3D11ShaderResourceView_Release(view);
    wanted.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    wanted.Texture2D.MostDetailedMip = 0, wanted.Texture2D.MipLevels = 1;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)texture, &wanted, &view),
              E_INVALIDARG);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDDIMENSIONS));
    /* No default view of a typeless format, no shader's view of a depth format, no view of none. */
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)texture, NULL, &view),
              E_INVALIDARG);
    wanted.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DMS, wanted.Format = DXGI_FORMAT_D32_FLOAT;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)texture, &wanted, &view),
              E_INVALIDARG);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDFORMAT));
    wanted.Format = 4321;
    assert_hr(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)texture, &wanted, &view),
              E_INVALIDARG);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_UNRECOGNIZEDFORMAT));
    ID3D11Texture2D_Release(texture);

    desc.Format = DXGI_FORMAT_R16G16_SNORM, desc.ArraySize = 1;
    desc.BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    view = rig_srv(&rig, texture, NULL);
    ID3D11ShaderResourceView_GetDesc(view, &got);
    assert_int_equal(got.ViewDimension, D3D11_SRV_DIMENSION_TEXTURE2DMS);
    assert_int_equal(got.Format, DXGI_FORMAT_R16G16_SNORM);
    ID3D11ShaderResourceView_Release(view);
    ID3D11Texture2D_Release(texture);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

/* The newer descriptions: plane slices of formats that have one plane. */
static void plane_slices(void **state)
{
    struct rig rig = rig_open();
    ID3D11Device3 *device;
    D3D11_TEXTURE2D_DESC desc = {.Width = 8,
                                 .Height = 8,
                                 .MipLevels = 1,
                                 .ArraySize = 4,
                                 .Format = DXGI_FORMAT_R32_FLOAT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS};
    ID3D11Texture2D *texture;
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Device3, (void **)&device));
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    D3D11_SHADER_RESOURCE_VIEW_DESC1 srv_desc = {.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DARRAY,
                                                 .Texture2DArray = {0, 1, 1, 2, 0}},
                                     srv_got;
    D3D11_UNORDERED_ACCESS_VIEW_DESC1 uav_desc = {.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE2DARRAY,
                                                  .Texture2DArray = {0, 2, UINT32_MAX, 0}},
                                      uav_got;
    ID3D11ShaderResourceView1 *srv;
    ID3D11UnorderedAccessView1 *uav;
    assert_ok(ID3D11Device3_CreateShaderResourceView1(device, (ID3D11Resource *)texture, &srv_desc, &srv));
    ID3D11ShaderResourceView1_GetDesc1(srv, &srv_got);
    assert_int_equal(srv_got.Format, DXGI_FORMAT_R32_FLOAT);
    assert_int_equal(srv_got.Texture2DArray.ArraySize, 2);
    ID3D11ShaderResourceView1_Release(srv);
    srv_desc.Texture2DArray.PlaneSlice = 1;
    assert_hr(ID3D11Device3_CreateShaderResourceView1(device, (ID3D11Resource *)texture, &srv_desc, &srv),
              E_INVALIDARG);
    assert_ok(ID3D11Device3_CreateUnorderedAccessView1(device, (ID3D11Resource *)texture, &uav_desc, &uav));
    ID3D11UnorderedAccessView1_GetDesc1(uav, &uav_got);
    assert_int_equal(uav_got.Texture2DArray.ArraySize, 2);
    ID3D11UnorderedAccessView1_Release(uav);
    uav_desc.Texture2DArray.PlaneSlice = 1;
    assert_hr(ID3D11Device3_CreateUnorderedAccessView1(device, (ID3D11Resource *)texture, &uav_desc, &uav),
              E_INVALIDARG);
    ID3D11Texture2D_Release(texture);
    ID3D11Device3_Release(device);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structured_defaults), cmocka_unit_test(buffer_srvs),
        cmocka_unit_test(buffer_uavs),         cmocka_unit_test(texture_defaults),
        cmocka_unit_test(texture_parts),       cmocka_unit_test(volume_slices),
        cmocka_unit_test(wrong_bind_flags),    cmocka_unit_test(multisampled_views),
        cmocka_unit_test(plane_slices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
