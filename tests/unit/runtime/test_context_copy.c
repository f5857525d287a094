/* Copies, updates, clears by value and by rectangle, discards, mip clamps: what runs and what is dropped. */
#include "../../support/message_rig.h"

#include <math.h>

static ID3D11DeviceContext1 *context1(const struct rig *rig)
{
    return (ID3D11DeviceContext1 *)rig->context;
}

static void constant_buffers_in_parts(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    D3D11_BUFFER_DESC desc = {.ByteWidth = 64, .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Buffer *buffer = rig_buffer(&rig, &desc, (const uint32_t[16]){0});
    const uint32_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    uint32_t seen[16];
    D3D11_BOX box = {16, 0, 0, 48, 1, 1};
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)buffer, 0, &box, ones, 0, 0);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX);
    box.left = 4;
    ID3D11DeviceContext1_UpdateSubresource1(context1(&rig), (ID3D11Resource *)buffer, 0, &box, ones, 0, 0, 0);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX);
    box.left = 16;
    ID3D11DeviceContext1_UpdateSubresource1(context1(&rig), (ID3D11Resource *)buffer, 0, &box, ones, 0, 0, 3);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_UPDATESUBRESOURCE1_INVALIDCOPYFLAGS);
    rig_read(&rig, buffer, seen, sizeof(seen));
    for (int i = 0; i < 16; i++)
        assert_int_equal(seen[i], 0);
    ID3D11DeviceContext1_UpdateSubresource1(context1(&rig), (ID3D11Resource *)buffer, 0, &box, ones, 0, 0,
                                            D3D11_COPY_NO_OVERWRITE);
    rig_expect_silence(&rig);
    rig_read(&rig, buffer, seen, sizeof(seen));
    for (int i = 0; i < 16; i++)
        assert_int_equal(seen[i], i >= 4 && i < 12);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

static void copy_flags(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    const uint32_t numbers[4] = {1, 2, 3, 4};
    uint32_t seen[4];
    ID3D11Buffer *from = rig_raw(&rig, 16, 0, numbers), *to = rig_raw(&rig, 16, 0, NULL);
    const D3D11_BOX box = {4, 0, 0, 12, 1, 1}, upper = {8, 0, 0, 16, 1, 1};
    ID3D11DeviceContext1_CopySubresourceRegion1(context1(&rig), (ID3D11Resource *)to, 0, 0, 0, 0,
                                                (ID3D11Resource *)from, 0, &box, 8);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION1_INVALIDCOPYFLAGS);
    ID3D11DeviceContext1_CopySubresourceRegion1(context1(&rig), (ID3D11Resource *)to, 0, 12, 0, 0,
                                                (ID3D11Resource *)from, 0, &box, D3D11_COPY_DISCARD);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX);
    ID3D11DeviceContext1_CopySubresourceRegion1(context1(&rig), (ID3D11Resource *)to, 0, 8, 0, 0,
                                                (ID3D11Resource *)from, 0, &box, D3D11_COPY_DISCARD);
    /* Within one buffer, overlapping. */
    ID3D11DeviceContext1_CopySubresourceRegion1(context1(&rig), (ID3D11Resource *)to, 0, 4, 0, 0,
                                                (ID3D11Resource *)to, 0, &upper, 0);
    rig_expect_silence(&rig);
    rig_read(&rig, to, seen, sizeof(seen));
    assert_memory_equal(seen, ((const uint32_t[4]){0, 2, 3, 3}), sizeof(seen));
    ID3D11Buffer_Release(from);
    ID3D11Buffer_Release(to);
    rig_close(&rig);
}

static void mapped_resources_block(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    D3D11_BUFFER_DESC desc = {.ByteWidth = 16,
                              .Usage = D3D11_USAGE_STAGING,
                              .CPUAccessFlags = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE};
    ID3D11Buffer *staging = rig_buffer(&rig, &desc, (const uint32_t[4]){9, 9, 9, 9}),
                 *to = rig_raw(&rig, 16, 0, NULL);
    D3D11_MAPPED_SUBRESOURCE mapped;
    uint32_t seen[4];
    assert_ok(ID3D11DeviceContext_Map(rig.context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &mapped));
    ID3D11DeviceContext_CopyResource(rig.context, (ID3D11Resource *)to, (ID3D11Resource *)staging);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCESTATE);
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, (ID3D11Resource *)to, 0, 0, 0, 0,
                                              (ID3D11Resource *)staging, 0, NULL);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCESTATE);
    ID3D11DeviceContext_Unmap(rig.context, (ID3D11Resource *)staging, 0);
    rig_read(&rig, to, seen, sizeof(seen));
    assert_int_equal(seen[0], 0);
    ID3D11Buffer_Release(staging);
    ID3D11Buffer_Release(to);
    rig_close(&rig);
}

/* A 4 x 4 array texture of two slices as bytes. */
static void read_texture(const struct rig *rig, ID3D11Texture2D *texture, UINT slice, void *bytes,
                         size_t texel)
{
    D3D11_TEXTURE2D_DESC desc;
    ID3D11Texture2D *copy;
    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11Texture2D_GetDesc(texture, &desc);
    desc.Usage = D3D11_USAGE_STAGING;
    desc.BindFlags = 0;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &copy));
    ID3D11DeviceContext_CopyResource(rig->context, (ID3D11Resource *)copy, (ID3D11Resource *)texture);
    assert_ok(
        ID3D11DeviceContext_Map(rig->context, (ID3D11Resource *)copy, slice, D3D11_MAP_READ, 0, &mapped));
    for (int y = 0; y < 4; y++)
        memcpy((char *)bytes + y * 4 * texel, (char *)mapped.pData + y * mapped.RowPitch, 4 * texel);
    ID3D11DeviceContext_Unmap(rig->context, (ID3D11Resource *)copy, slice);
    ID3D11Texture2D_Release(copy);
}

static ID3D11Texture2D *texture_create(const struct rig *rig, DXGI_FORMAT format)
{
    D3D11_TEXTURE2D_DESC desc = {4, 4, 1, 2, format, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_UNORDERED_ACCESS,
                                 0, 0};
    ID3D11Texture2D *texture;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &texture));
    return texture;
}

static void clear_view_in_rectangles(void **state)
{
    struct rig rig = rig_open();
    ID3D11Texture2D *texture = texture_create(&rig, DXGI_FORMAT_R8G8B8A8_UNORM);
    ID3D11UnorderedAccessView *view = rig_uav(&rig, texture, NULL);
    const float color[4] = {1, 0, 0.5f, 2}, nan[4] = {NAN, -1, 0.2f, INFINITY};
    const D3D11_RECT rects[3] = {{1, 1, 3, 2}, {0, 3, 100, 100}, {2, 0, 2, 4}};
    uint8_t seen[64];
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)view, color, rects, 3);
    for (UINT slice = 0; slice < 2; slice++) {
        read_texture(&rig, texture, slice, seen, 4);
        for (int i = 0; i < 16; i++) {
            bool inside = i == 5 || i == 6 || i >= 12;
            assert_memory_equal(seen + 4 * i, inside ? "\xff\x00\x80\xff" : "\0\0\0\0", 4);
        }
    }
    /* No rectangle in an array of none; the whole view without an array. */
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)view, nan, rects, 0);
    read_texture(&rig, texture, 0, seen, 4);
    assert_memory_equal(seen + 20, "\xff\x00\x80\xff", 4);
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)view, nan, NULL, 0);
    read_texture(&rig, texture, 1, seen, 4);
    for (int i = 0; i < 16; i++)
        assert_memory_equal(seen + 4 * i, "\x00\x00\x33\xff", 4);
    ID3D11UnorderedAccessView_Release(view);
    ID3D11Texture2D_Release(texture);
    rig_close(&rig);
}

static void clear_view_of_integers(void **state)
{
    struct rig rig = rig_open();
    const float color[4] = {235.9f, 300, -5, NAN}, edges[4] = {-3e9f, 3e9f, -1.5f, 7};
    ID3D11Texture2D *bytes = texture_create(&rig, DXGI_FORMAT_R8G8B8A8_UINT);
    ID3D11Texture2D *words = texture_create(&rig, DXGI_FORMAT_R32G32B32A32_SINT);
    ID3D11UnorderedAccessView *byte_view = rig_uav(&rig, bytes, NULL),
                              *word_view = rig_uav(&rig, words, NULL);
    uint8_t seen[64];
    int32_t numbers[64];
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)byte_view, color, NULL, 0);
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)word_view, edges, NULL, 0);
    read_texture(&rig, bytes, 0, seen, 4);
    assert_memory_equal(seen, "\xeb\xff\x00\x00", 4);
    read_texture(&rig, words, 1, numbers, 16);
    assert_memory_equal(numbers, ((const int32_t[4]){INT32_MIN, INT32_MAX, -1, 7}), 16);
    ID3D11UnorderedAccessView_Release(byte_view);
    ID3D11UnorderedAccessView_Release(word_view);
    ID3D11Texture2D_Release(bytes);
    ID3D11Texture2D_Release(words);
    rig_close(&rig);
}

static void clear_view_of_buffers(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    D3D11_BUFFER_DESC desc = {.ByteWidth = 64, .BindFlags = D3D11_BIND_UNORDERED_ACCESS};
    D3D11_UNORDERED_ACCESS_VIEW_DESC view_desc = {
        .Format = DXGI_FORMAT_R32_FLOAT, .ViewDimension = D3D11_UAV_DIMENSION_BUFFER, .Buffer = {4, 8, 0}};
    const float color[4] = {2.5f};
    const D3D11_RECT range = {2, 0, 5, 1}, wrong = {5, 0, 2, 1};
    ID3D11Buffer *buffer = rig_buffer(&rig, &desc, NULL), *raw = rig_raw(&rig, 64, 0, NULL);
    ID3D11UnorderedAccessView *view = rig_uav(&rig, buffer, &view_desc),
                              *raw_view = rig_raw_uav(&rig, raw, 16);
    ID3D11ShaderResourceView *srv;
    D3D11_SHADER_RESOURCE_VIEW_DESC srv_desc = {.Format = DXGI_FORMAT_R32_TYPELESS,
                                                .ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX,
                                                .BufferEx = {0, 16, D3D11_BUFFEREX_SRV_FLAG_RAW}};
    float seen[16];
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)view, color, &range, 1);
    rig_expect_silence(&rig);
    rig_read(&rig, buffer, seen, sizeof(seen));
    for (int i = 0; i < 16; i++)
        assert_true(seen[i] == (i >= 6 && i < 9 ? 2.5f : 0));
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)view, color, &wrong, 1);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_CLEARVIEW_INVALIDRECT);
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)raw_view, color, NULL, 0);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_CLEARVIEW_NOTSUPPORTED);
    srv = rig_srv(&rig, raw, &srv_desc);
    ID3D11DeviceContext1_ClearView(context1(&rig), (ID3D11View *)srv, color, NULL, 0);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_CLEARVIEW_NOTSUPPORTED);
    ID3D11DeviceContext1_ClearView(context1(&rig), NULL, color, NULL, 0);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11UnorderedAccessView_Release(view);
    ID3D11UnorderedAccessView_Release(raw_view);
    ID3D11Buffer_Release(buffer);
    ID3D11Buffer_Release(raw);
    rig_close(&rig);
}

static void discards_keep_everything(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    const uint32_t numbers[4] = {1, 2, 3, 4};
    uint32_t seen[4];
    ID3D11Buffer *buffer = rig_raw(&rig, 16, 0, numbers);
    ID3D11UnorderedAccessView *view = rig_raw_uav(&rig, buffer, 4);
    const D3D11_RECT rect = {0, 0, 1, 1};
    ID3D11DeviceContext1_DiscardResource(context1(&rig), (ID3D11Resource *)buffer);
    ID3D11DeviceContext1_DiscardView(context1(&rig), (ID3D11View *)view);
    ID3D11DeviceContext1_DiscardView1(context1(&rig), (ID3D11View *)view, &rect, 1);
    rig_expect_silence(&rig);
    rig_read(&rig, buffer, seen, sizeof(seen));
    assert_memory_equal(seen, numbers, sizeof(numbers));
    ID3D11DeviceContext1_DiscardResource(context1(&rig), NULL);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_UNKNOWN);
    ID3D11DeviceContext1_DiscardView(context1(&rig), NULL);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_DISCARDVIEW_INVALIDVIEW);
    ID3D11DeviceContext1_DiscardView1(context1(&rig), (ID3D11View *)view, NULL, 1);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_DISCARDVIEW_INVALIDVIEW);
    ID3D11UnorderedAccessView_Release(view);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

static void mip_clamps(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    D3D11_TEXTURE2D_DESC desc = {8,
                                 8,
                                 4,
                                 1,
                                 DXGI_FORMAT_R8_UNORM,
                                 {1, 0},
                                 D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_SHADER_RESOURCE,
                                 0,
                                 D3D11_RESOURCE_MISC_RESOURCE_CLAMP};
    ID3D11Texture2D *texture;
    ID3D11DeviceContext *deferred;
    ID3D11Buffer *buffer = rig_raw(&rig, 16, 0, NULL);
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    ID3D11Resource *resource = (ID3D11Resource *)texture;
    ID3D11DeviceContext_SetResourceMinLOD(rig.context, resource, 1.5f);
    rig_expect_silence(&rig);
    assert_true(ID3D11DeviceContext_GetResourceMinLOD(rig.context, resource) == 1.5f);
    ID3D11DeviceContext_SetResourceMinLOD(rig.context, resource, -1);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_SETRESOURCEMINLOD_INVALIDMINLOD);
    ID3D11DeviceContext_SetResourceMinLOD(rig.context, resource, NAN);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_SETRESOURCEMINLOD_INVALIDMINLOD);
    ID3D11DeviceContext_SetResourceMinLOD(rig.context, (ID3D11Resource *)buffer, 0);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_SETRESOURCEMINLOD_INVALIDRESOURCE);
    assert_ok(ID3D11Device_CreateDeferredContext(rig.device, 0, &deferred));
    ID3D11DeviceContext_SetResourceMinLOD(deferred, resource, 0);
    rig_expect_message(&rig, D3D11_MESSAGE_ID_DEVICE_SETRESOURCEMINLOD_INVALIDCONTEXT);
    assert_true(ID3D11DeviceContext_GetResourceMinLOD(rig.context, resource) == 1.5f);
    ID3D11DeviceContext_Release(deferred);
    ID3D11Buffer_Release(buffer);
    ID3D11Texture2D_Release(texture);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_buffers_in_parts), cmocka_unit_test(copy_flags),
        cmocka_unit_test(mapped_resources_block),    cmocka_unit_test(clear_view_in_rectangles),
        cmocka_unit_test(clear_view_of_integers),    cmocka_unit_test(clear_view_of_buffers),
        cmocka_unit_test(discards_keep_everything),  cmocka_unit_test(mip_clamps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
