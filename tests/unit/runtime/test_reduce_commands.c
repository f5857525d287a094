/* GenerateMips, ResolveSubresource, and copies between blocks and whole numbers. */
#include "../../support/runtime_rig.h"

static ID3D11Texture2D *texture(const struct rig *rig, const D3D11_TEXTURE2D_DESC *desc,
                                const D3D11_SUBRESOURCE_DATA *data)
{
    ID3D11Texture2D *made;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, desc, data, &made));
    return made;
}

/* Rows of one subresource, packed. */
static void read_texture(const struct rig *rig, ID3D11Texture2D *from, UINT index, void *bytes,
                         UINT row_bytes, UINT rows)
{
    D3D11_TEXTURE2D_DESC desc;
    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11Texture2D_GetDesc(from, &desc);
    desc.Usage = D3D11_USAGE_STAGING;
    desc.BindFlags = 0;
    desc.MiscFlags = 0;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    ID3D11Texture2D *copy = texture(rig, &desc, NULL);
    ID3D11DeviceContext_CopyResource(rig->context, (ID3D11Resource *)copy, (ID3D11Resource *)from);
    assert_ok(
        ID3D11DeviceContext_Map(rig->context, (ID3D11Resource *)copy, index, D3D11_MAP_READ, 0, &mapped));
    for (UINT y = 0; y < rows; y++)
        memcpy((uint8_t *)bytes + y * row_bytes, (uint8_t *)mapped.pData + y * mapped.RowPitch, row_bytes);
    ID3D11DeviceContext_Unmap(rig->context, (ID3D11Resource *)copy, index);
    ID3D11Texture2D_Release(copy);
}

static D3D11_TEXTURE2D_DESC mipped(DXGI_FORMAT format, UINT width, UINT height, UINT slices)
{
    return (D3D11_TEXTURE2D_DESC){.Width = width,
                                  .Height = height,
                                  .ArraySize = slices,
                                  .Format = format,
                                  .SampleDesc = {1, 0},
                                  .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET,
                                  .MiscFlags = D3D11_RESOURCE_MISC_GENERATE_MIPS};
}

/* Each texel is the mean of four, slice by slice, down to the last mip. */
static void mips_are_means(void **state)
{
    struct rig rig = rig_open();
    D3D11_TEXTURE2D_DESC desc = mipped(DXGI_FORMAT_R32_FLOAT, 4, 4, 2);
    ID3D11Texture2D *made = texture(&rig, &desc, NULL);
    float large[16], half[4], last;
    for (UINT slice = 0; slice < 2; slice++) {
        for (int i = 0; i < 16; i++)
            large[i] = (float)(i * i) * (slice ? -1.0f : 1.0f);
        ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)made, slice * 3, NULL, large, 16,
                                              0);
    }
    ID3D11ShaderResourceView *view = rig_srv(&rig, made, NULL);
    ID3D11DeviceContext_GenerateMips(rig.context, view);
    for (UINT slice = 0; slice < 2; slice++) {
        read_texture(&rig, made, slice * 3 + 1, half, 8, 2);
        read_texture(&rig, made, slice * 3 + 2, &last, 4, 1);
        for (int i = 0; i < 4; i++) {
            int at = i / 2 * 8 + i % 2 * 2;
            float mean =
                (float)(at * at + (at + 1) * (at + 1) + (at + 4) * (at + 4) + (at + 5) * (at + 5)) / 4;
            assert_true(half[i] == (slice ? -mean : mean));
        }
        assert_true(last == (half[0] + half[1] + half[2] + half[3]) / 4);
    }
    ID3D11ShaderResourceView_Release(view);
    ID3D11Texture2D_Release(made);
    rig_close(&rig);
}

/* Light is what is averaged, not its code: half of 255 in linear light is 188. */
static void mips_of_srgb(void **state)
{
    struct rig rig = rig_open();
    D3D11_TEXTURE2D_DESC desc = mipped(DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, 2, 2, 1);
    const uint32_t pixels[4] = {0xFF0000FF, 0x0000FF00, 0xFFFFFFFF, 0x00000000};
    ID3D11Texture2D *made = texture(&rig, &desc, NULL);
    uint32_t last;
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)made, 0, NULL, pixels, 8, 0);
    ID3D11ShaderResourceView *view = rig_srv(&rig, made, NULL);
    ID3D11DeviceContext_GenerateMips(rig.context, view);
    read_texture(&rig, made, 1, &last, 4, 1);
    assert_int_equal(last, 0x8089BCBC);
    ID3D11ShaderResourceView_Release(view);
    ID3D11Texture2D_Release(made);
    rig_close(&rig);
}

/* A view of some mips fills those alone; without the flag nothing happens but a message. */
static void mips_of_a_view(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    D3D11_TEXTURE2D_DESC desc = mipped(DXGI_FORMAT_R8_UNORM, 8, 8, 1);
    D3D11_SHADER_RESOURCE_VIEW_DESC part = {
        .Format = DXGI_FORMAT_R8_UNORM, .ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D, .Texture2D = {1, 2}};
    ID3D11Texture2D *made = texture(&rig, &desc, NULL);
    uint8_t four[16], two[4], one = 9;
    memset(four, 200, sizeof(four));
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)made, 1, NULL, four, 4, 0);
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)made, 3, NULL, &one, 1, 0);
    ID3D11ShaderResourceView *view = rig_srv(&rig, made, &part);
    ID3D11DeviceContext_GenerateMips(rig.context, view);
    read_texture(&rig, made, 2, two, 2, 2);
    read_texture(&rig, made, 3, &one, 1, 1);
    assert_memory_equal(two, ((uint8_t[4]){200, 200, 200, 200}), 4);
    assert_int_equal(one, 9);
    assert_false(rig_said(queue, D3D11_MESSAGE_ID_DEVICE_GENERATEMIPS_RESOURCE_INVALID));
    ID3D11DeviceContext_GenerateMips(rig.context, NULL);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_DEVICE_GENERATEMIPS_RESOURCE_INVALID));
    ID3D11ShaderResourceView_Release(view);
    ID3D11Texture2D_Release(made);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

static void resolves(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    D3D11_TEXTURE2D_DESC desc = {.Width = 3,
                                 .Height = 2,
                                 .MipLevels = 1,
                                 .ArraySize = 1,
                                 .Format = DXGI_FORMAT_R8G8B8A8_UNORM,
                                 .SampleDesc = {4, 0},
                                 .BindFlags = D3D11_BIND_RENDER_TARGET};
    const FLOAT color[4] = {1, 0.2f, 0, 0.4f};
    ID3D11RenderTargetView *target;
    ID3D11Texture2D *many = texture(&rig, &desc, NULL);
    desc.SampleDesc.Count = 1;
    ID3D11Texture2D *one = texture(&rig, &desc, NULL);
    ID3D11Resource *from = (ID3D11Resource *)many, *to = (ID3D11Resource *)one;
    uint32_t pixels[6];
    assert_ok(ID3D11Device_CreateRenderTargetView(rig.device, from, NULL, &target));
    ID3D11DeviceContext_ClearRenderTargetView(rig.context, target, color);
    ID3D11DeviceContext_ResolveSubresource(rig.context, to, 0, from, 0, DXGI_FORMAT_R8G8B8A8_UNORM);
    read_texture(&rig, one, 0, pixels, 12, 2);
    for (int i = 0; i < 6; i++)
        assert_int_equal(pixels[i], 0x660033FF);
    ID3D11DeviceContext_ResolveSubresource(rig.context, to, 0, from, 0, DXGI_FORMAT_R8G8B8A8_UINT);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_FORMAT_INVALID));
    ID3D11DeviceContext_ResolveSubresource(rig.context, from, 0, to, 0, DXGI_FORMAT_R8G8B8A8_UNORM);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_SOURCE_INVALID));
    ID3D11DeviceContext_ResolveSubresource(rig.context, to, 1, from, 0, DXGI_FORMAT_R8G8B8A8_UNORM);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_DESTINATION_INVALID));
    ID3D11RenderTargetView_Release(target);
    ID3D11Texture2D_Release(many);
    ID3D11Texture2D_Release(one);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

/* Blocks come from whole numbers of their size, also those of mips smaller than a block, and go back. */
static void blocks_and_numbers(void **state)
{
    struct rig rig = rig_open();
    const uint64_t blocks[4] = {0x1111222233334444, 0x5555666677778888, 0x9999AAAABBBBCCCC,
                                0xDDDDEEEEFFFF0000};
    const D3D11_SUBRESOURCE_DATA data = {blocks, 16, 0};
    D3D11_TEXTURE2D_DESC desc = {.Width = 2,
                                 .Height = 2,
                                 .MipLevels = 1,
                                 .ArraySize = 1,
                                 .Format = DXGI_FORMAT_R32G32_UINT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = D3D11_BIND_SHADER_RESOURCE};
    ID3D11Texture2D *numbers = texture(&rig, &desc, &data), *back = texture(&rig, &desc, NULL);
    desc.Format = DXGI_FORMAT_BC1_UNORM;
    desc.Width = desc.Height = 8;
    desc.MipLevels = 3;
    ID3D11Texture2D *packed = texture(&rig, &desc, NULL);
    ID3D11Resource *n = (ID3D11Resource *)numbers, *p = (ID3D11Resource *)packed, *b = (ID3D11Resource *)back;
    const D3D11_BOX last = {1, 1, 0, 2, 2, 1};
    uint64_t got[4];
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, p, 0, 0, 0, 0, n, 0, NULL);
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, p, 2, 0, 0, 0, n, 0, &last);
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, b, 0, 0, 0, 0, p, 0, NULL);
    read_texture(&rig, back, 0, got, 16, 2);
    assert_memory_equal(got, blocks, sizeof(got));
    read_texture(&rig, packed, 2, got, 8, 1);
    assert_int_equal(got[0], blocks[3]);
    ID3D11Texture2D_Release(numbers);
    ID3D11Texture2D_Release(back);
    ID3D11Texture2D_Release(packed);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mips_are_means),     cmocka_unit_test(mips_of_srgb),
        cmocka_unit_test(mips_of_a_view),     cmocka_unit_test(resolves),
        cmocka_unit_test(blocks_and_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
