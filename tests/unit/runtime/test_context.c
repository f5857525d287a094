/* The compute stage's state: set, get, hazards, clears. */
#include "../../support/runtime_rig.h"

enum { BOTH = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS };

static void assert_srv(const struct rig *rig, UINT slot, ID3D11ShaderResourceView *expected)
{
    ID3D11ShaderResourceView *view;
    ID3D11DeviceContext_CSGetShaderResources(rig->context, slot, 1, &view);
    assert_ptr_equal(view, expected);
    if (view)
        ID3D11ShaderResourceView_Release(view);
}

static void assert_uav(const struct rig *rig, UINT slot, ID3D11UnorderedAccessView *expected)
{
    ID3D11UnorderedAccessView *view;
    ID3D11DeviceContext_CSGetUnorderedAccessViews(rig->context, slot, 1, &view);
    assert_ptr_equal(view, expected);
    if (view)
        ID3D11UnorderedAccessView_Release(view);
}

static void constant_buffers(void **state)
{
    struct rig rig = rig_open();
    D3D11_BUFFER_DESC desc = {.ByteWidth = 1024, .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Buffer *a = rig_buffer(&rig, &desc, NULL), *got[3];
    ID3D11Buffer *other = rig_structured(&rig, 64, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    ID3D11Buffer *set[3] = {a, NULL, a};
    ID3D11DeviceContext1 *context;
    assert_ok(ID3D11DeviceContext_QueryInterface(rig.context, &IID_ID3D11DeviceContext1, (void **)&context));
    ID3D11DeviceContext_CSSetConstantBuffers(rig.context, 11, 3, set);
    ID3D11DeviceContext_CSSetConstantBuffers(rig.context, 12, 3,
                                             set); /* one slot too many: nothing happens */
    ID3D11DeviceContext_CSGetConstantBuffers(rig.context, 11, 3, got);
    assert_ptr_equal(got[0], a);
    assert_null(got[1]);
    assert_ptr_equal(got[2], a);
    ID3D11Buffer_Release(got[0]);
    ID3D11Buffer_Release(got[2]);
    ID3D11DeviceContext_CSSetConstantBuffers(rig.context, 11, 1,
                                             &other); /* no constant buffer: an empty slot */
    ID3D11DeviceContext_CSGetConstantBuffers(rig.context, 11, 1, got);
    assert_null(got[0]);

    UINT first = 16, count = 32;
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 1, &a, &first, &count);
    first = 8; /* not a multiple of 16: nothing happens */
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 1, &a, &first, &count);
    first = count = 0;
    ID3D11DeviceContext1_CSGetConstantBuffers1(context, 0, 1, got, &first, &count);
    assert_int_equal(first, 16);
    assert_int_equal(count, 32);
    ID3D11Buffer_Release(got[0]);
    ID3D11DeviceContext1_CSGetConstantBuffers1(context, 13, 1, got, &first, &count);
    assert_int_equal(first, 0);
    assert_int_equal(count, 4096);
    ID3D11Buffer_Release(got[0]);
    ID3D11DeviceContext1_Release(context);
    ID3D11Buffer_Release(other);
    ID3D11Buffer_Release(a);
    rig_close(&rig);
}

static void output_empties_input(void **state)
{
    struct rig rig = rig_open();
    ID3D11Buffer *a = rig_structured(&rig, 64, 4, BOTH, NULL), *b = rig_structured(&rig, 64, 4, BOTH, NULL);
    ID3D11ShaderResourceView *srv_a = rig_srv(&rig, a, NULL), *srv_b = rig_srv(&rig, b, NULL);
    ID3D11UnorderedAccessView *uav_a = rig_uav(&rig, a, NULL);
    ID3D11ShaderResourceView *both[2] = {srv_a, srv_b};
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 126, 2, both);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 5, 1, &uav_a, NULL);
    assert_srv(&rig, 126, NULL);
    assert_srv(&rig, 127, srv_b);
    assert_uav(&rig, 5, uav_a);

    /* What is bound for output cannot become an input. */
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 2, both);
    assert_srv(&rig, 0, NULL);
    assert_srv(&rig, 1, srv_b);
    ID3D11UnorderedAccessView *none = NULL;
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 5, 1, &none, NULL);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv_a);
    assert_srv(&rig, 0, srv_a);

    ID3D11DeviceContext_ClearState(rig.context);
    assert_srv(&rig, 0, NULL);
    assert_srv(&rig, 127, NULL);
    ID3D11UnorderedAccessView_Release(uav_a);
    ID3D11ShaderResourceView_Release(srv_a);
    ID3D11ShaderResourceView_Release(srv_b);
    ID3D11Buffer_Release(a);
    ID3D11Buffer_Release(b);
    rig_close(&rig);
}

static void one_output_for_each_subresource(void **state)
{
    struct rig rig = rig_open();
    ID3D11Buffer *a = rig_structured(&rig, 64, 4, BOTH, NULL), *b = rig_structured(&rig, 64, 4, BOTH, NULL);
    ID3D11UnorderedAccessView *a1 = rig_uav(&rig, a, NULL), *a2 = rig_uav(&rig, a, NULL),
                              *b1 = rig_uav(&rig, b, NULL);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &a1, NULL);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 3, 1, &a2, NULL);
    assert_uav(&rig, 0, NULL);
    assert_uav(&rig, 3, a2);
    ID3D11UnorderedAccessView *clash[3] = {b1, a1, a2};
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 3, clash, NULL); /* refused as a whole */
    assert_uav(&rig, 0, NULL);
    assert_uav(&rig, 3, a2);
    ID3D11UnorderedAccessView *swap[2] = {b1, a1};
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 2, swap, NULL);
    assert_uav(&rig, 1, a1);
    assert_uav(&rig, 3, NULL);
    ID3D11UnorderedAccessView *turned[2] = {a1, b1};
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 2, turned, NULL);
    assert_uav(&rig, 0, a1);
    assert_uav(&rig, 1, b1);
    ID3D11UnorderedAccessView_Release(a1);
    ID3D11UnorderedAccessView_Release(a2);
    ID3D11UnorderedAccessView_Release(b1);
    ID3D11Buffer_Release(a);
    ID3D11Buffer_Release(b);
    rig_close(&rig);
}

static void subresources_are_told_apart(void **state)
{
    struct rig rig = rig_open();
    D3D11_TEXTURE2D_DESC desc = {.Width = 16,
                                 .Height = 16,
                                 .MipLevels = 3,
                                 .ArraySize = 2,
                                 .Format = DXGI_FORMAT_R32_FLOAT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = BOTH};
    ID3D11Texture2D *texture;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    D3D11_SHADER_RESOURCE_VIEW_DESC in = {.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DARRAY,
                                          .Texture2DArray = {0, 1, 0, 2}};
    D3D11_UNORDERED_ACCESS_VIEW_DESC out = {.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE2DARRAY,
                                            .Texture2DArray = {1, 0, 2}};
    ID3D11ShaderResourceView *top = rig_srv(&rig, texture, &in);
    in.Texture2DArray.MipLevels = 2;
    ID3D11ShaderResourceView *top_two = rig_srv(&rig, texture, &in);
    ID3D11UnorderedAccessView *second = rig_uav(&rig, texture, &out);
    ID3D11ShaderResourceView *views[2] = {top, top_two};
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 2, views);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &second, NULL);
    assert_srv(&rig, 0, top); /* mip 0 is not mip 1 */
    assert_srv(&rig, 1, NULL);
    assert_uav(&rig, 0, second);
    ID3D11UnorderedAccessView_Release(second);
    ID3D11ShaderResourceView_Release(top);
    ID3D11ShaderResourceView_Release(top_two);
    ID3D11Texture2D_Release(texture);
    rig_close(&rig);
}

static void slot_limits(void **state)
{
    struct rig rig = rig_open();
    ID3D11Buffer *a = rig_structured(&rig, 64, 4, BOTH, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, a, NULL);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 63, 1, &uav, NULL);
    assert_uav(&rig, 63, uav);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 64, 1, &uav, NULL);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, UINT32_MAX, 2, &uav, NULL);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 128, 1, NULL);
    ID3D11DeviceContext_CSSetSamplers(rig.context, 16, 1, NULL);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(a);
    rig_close(&rig);

    /* Feature level 11_0 has 8. */
    ID3D11Device *device;
    ID3D11DeviceContext *context;
    assert_ok(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, D3D11_SDK_VERSION, &device,
                                NULL, &context));
    struct rig old = {device, context};
    a = rig_structured(&old, 64, 4, BOTH, NULL);
    uav = rig_uav(&old, a, NULL);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 8, 1, &uav, NULL);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 7, 1, &uav, NULL);
    assert_uav(&old, 7, uav);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(a);
    rig_close(&old);
}

static void clears_of_buffers(void **state)
{
    struct rig rig = rig_open();
    static const UINT values[4] = {0x11223344, 0x1ff, 2, 3};
    static const FLOAT numbers[4] = {0.5f, 1, -1, 2};
    uint32_t out[8];
    ID3D11Buffer *raw = rig_raw(&rig, 32, 0, NULL);
    D3D11_UNORDERED_ACCESS_VIEW_DESC part = {.Format = DXGI_FORMAT_R32_TYPELESS,
                                             .ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                             .Buffer = {4, 2, D3D11_BUFFER_UAV_FLAG_RAW}};
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, raw, &part);
    ID3D11DeviceContext_ClearUnorderedAccessViewUint(rig.context, uav, values);
    ID3D11DeviceContext_ClearUnorderedAccessViewFloat(rig.context, uav, numbers); /* not for raw views */
    rig_read(&rig, raw, out, sizeof(out));
    for (int i = 0; i < 8; i++)
        assert_int_equal(out[i], i == 4 || i == 5 ? 0x11223344 : 0);
    ID3D11UnorderedAccessView_Release(uav);

    part.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    part.Buffer.FirstElement = 1, part.Buffer.NumElements = 3, part.Buffer.Flags = 0;
    uav = rig_uav(&rig, raw, &part);
    ID3D11DeviceContext_ClearUnorderedAccessViewUint(rig.context, uav, values); /* the low 8 bits of each */
    rig_read(&rig, raw, out, sizeof(out));
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 0x0302ff44);
    assert_int_equal(out[3], 0x0302ff44);
    assert_int_equal(out[4], 0x11223344);
    ID3D11DeviceContext_ClearUnorderedAccessViewFloat(rig.context, uav, numbers);
    rig_read(&rig, raw, out, sizeof(out));
    assert_int_equal(out[2], 0xff00ff80);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(raw);
    rig_close(&rig);
}

static void clears_of_textures(void **state)
{
    struct rig rig = rig_open();
    static const UINT seven[4] = {7, 7, 7, 7};
    D3D11_TEXTURE3D_DESC desc = {.Width = 3,
                                 .Height = 2,
                                 .Depth = 4,
                                 .MipLevels = 1,
                                 .Format = DXGI_FORMAT_R32_UINT,
                                 .BindFlags = BOTH};
    ID3D11Texture3D *volume, *staging;
    assert_ok(ID3D11Device_CreateTexture3D(rig.device, &desc, NULL, &volume));
    desc.BindFlags = 0, desc.Usage = D3D11_USAGE_STAGING, desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    assert_ok(ID3D11Device_CreateTexture3D(rig.device, &desc, NULL, &staging));
    D3D11_UNORDERED_ACCESS_VIEW_DESC part = {.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE3D,
                                             .Texture3D = {0, 1, 2}};
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, volume, &part);
    ID3D11DeviceContext_ClearUnorderedAccessViewUint(rig.context, uav, seven);
    ID3D11DeviceContext_CopyResource(rig.context, (ID3D11Resource *)staging, (ID3D11Resource *)volume);
    D3D11_MAPPED_SUBRESOURCE mapped;
    assert_ok(ID3D11DeviceContext_Map(rig.context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &mapped));
    for (int z = 0; z < 4; z++)
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 3; x++) {
                const char *row = (const char *)mapped.pData + z * mapped.DepthPitch + y * mapped.RowPitch;
                assert_int_equal(((const uint32_t *)row)[x], z == 1 || z == 2 ? 7 : 0);
            }
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Texture3D_Release(volume);
    ID3D11Texture3D_Release(staging);
    rig_close(&rig);
}

static void multithread_protection(void **state)
{
    struct rig rig = rig_open();
    ID3D11Multithread *of_device, *of_context;
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Multithread, (void **)&of_device));
    assert_ok(ID3D11DeviceContext_QueryInterface(rig.context, &IID_ID3D11Multithread, (void **)&of_context));
    assert_int_equal(ID3D11Multithread_GetMultithreadProtected(of_device), FALSE);
    assert_int_equal(ID3D11Multithread_SetMultithreadProtected(of_context, TRUE), FALSE);
    assert_int_equal(ID3D11Multithread_GetMultithreadProtected(of_device), TRUE);
    ID3D11Multithread_Enter(of_device);
    ID3D11DeviceContext_ClearState(rig.context); /* the lock is recursive */
    ID3D11Multithread_Leave(of_context);
    ID3D11Multithread_Release(of_context);
    ID3D11Multithread_Release(of_device);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_buffers),
        cmocka_unit_test(output_empties_input),
        cmocka_unit_test(one_output_for_each_subresource),
        cmocka_unit_test(subresources_are_told_apart),
        cmocka_unit_test(slot_limits),
        cmocka_unit_test(clears_of_buffers),
        cmocka_unit_test(clears_of_textures),
        cmocka_unit_test(multithread_protection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
