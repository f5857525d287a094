/* Map, Unmap, UpdateSubresource and the copies: what they do, and what they refuse. */
#include "../../support/runtime_rig.h"

enum { READ = D3D11_CPU_ACCESS_READ, WRITE = D3D11_CPU_ACCESS_WRITE };

static HRESULT map(const struct rig *rig, void *resource, D3D11_MAP type, UINT flags)
{
    D3D11_MAPPED_SUBRESOURCE mapped = {&mapped, 1, 1};
    HRESULT hr = ID3D11DeviceContext_Map(rig->context, (ID3D11Resource *)resource, 0, type, flags, &mapped);
    if (SUCCEEDED(hr)) {
        assert_non_null(mapped.pData);
        assert_int_equal((uintptr_t)mapped.pData % 64, 0);
        ID3D11DeviceContext_Unmap(rig->context, (ID3D11Resource *)resource, 0);
    } else {
        assert_null(mapped.pData);
    }
    return hr;
}

static void map_rules(void **state)
{
    static const struct {
        D3D11_BUFFER_DESC desc;
        HRESULT expected[5]; /* READ, WRITE, READ_WRITE, WRITE_DISCARD, WRITE_NO_OVERWRITE */
    } cases[] = {
        {{64, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0, 0},
         {E_INVALIDARG, E_INVALIDARG, E_INVALIDARG, E_INVALIDARG, E_INVALIDARG}},
        {{64, D3D11_USAGE_DYNAMIC, D3D11_BIND_SHADER_RESOURCE, WRITE, 0, 0},
         {E_INVALIDARG, E_INVALIDARG, E_INVALIDARG, S_OK, S_OK}},
        {{64, D3D11_USAGE_STAGING, 0, READ, 0, 0},
         {S_OK, E_INVALIDARG, E_INVALIDARG, E_INVALIDARG, E_INVALIDARG}},
        {{64, D3D11_USAGE_STAGING, 0, WRITE, 0, 0},
         {E_INVALIDARG, S_OK, E_INVALIDARG, E_INVALIDARG, E_INVALIDARG}},
        {{64, D3D11_USAGE_STAGING, 0, READ | WRITE, 0, 0}, {S_OK, S_OK, S_OK, E_INVALIDARG, E_INVALIDARG}},
    };
    struct rig rig = rig_open();
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        ID3D11Buffer *buffer = rig_buffer(&rig, &cases[i].desc, NULL);
        for (int type = D3D11_MAP_READ; type <= D3D11_MAP_WRITE_NO_OVERWRITE; type++) {
            HRESULT hr = map(&rig, buffer, type, D3D11_MAP_FLAG_DO_NOT_WAIT);
            if (hr != cases[i].expected[type - 1])
                fail_msg("case %zu, type %d gives 0x%08x", i, type, (UINT)hr);
        }
        assert_hr(map(&rig, buffer, 0, 0), E_INVALIDARG);
        assert_hr(map(&rig, buffer, 6, 0), E_INVALIDARG);
        ID3D11Buffer_Release(buffer);
    }
    ID3D11Buffer *buffer = rig_buffer(&rig, &cases[4].desc, NULL);
    ID3D11Resource *resource = (ID3D11Resource *)buffer;
    D3D11_MAPPED_SUBRESOURCE mapped;
    assert_hr(map(&rig, buffer, D3D11_MAP_READ, 1), E_INVALIDARG);
    assert_hr(map(&rig, NULL, D3D11_MAP_READ, 0), E_INVALIDARG);
    assert_hr(ID3D11DeviceContext_Map(rig.context, resource, 1, D3D11_MAP_READ, 0, &mapped), E_INVALIDARG);
    assert_hr(ID3D11DeviceContext_Map(rig.context, resource, 0, D3D11_MAP_READ, 0, NULL), E_INVALIDARG);
    assert_ok(ID3D11DeviceContext_Map(rig.context, resource, 0, D3D11_MAP_READ, 0, &mapped));
    assert_hr(map(&rig, buffer, D3D11_MAP_READ, 0), E_INVALIDARG); /* mapped already */
    ID3D11DeviceContext_Unmap(rig.context, resource, 0);
    ID3D11DeviceContext_Unmap(rig.context, resource, 0); /* once too often: a message */
    ID3D11DeviceContext_Unmap(rig.context, resource, 7);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

/* A staging buffer whose bytes are 0, 1, 2 ... */
static ID3D11Buffer *counting(const struct rig *rig, UINT size)
{
    uint8_t bytes[256];
    for (UINT i = 0; i < size; i++)
        bytes[i] = (uint8_t)i;
    D3D11_BUFFER_DESC desc = {
        .ByteWidth = size, .Usage = D3D11_USAGE_STAGING, .CPUAccessFlags = READ | WRITE};
    return rig_buffer(rig, &desc, bytes);
}

static void copy_part(const struct rig *rig, ID3D11Buffer *to, UINT at, ID3D11Buffer *from, UINT left,
                      UINT right)
{
    D3D11_BOX box = {left, 0, 0, right, 1, 1};
    ID3D11DeviceContext_CopySubresourceRegion(rig->context, (ID3D11Resource *)to, 0, at, 0, 0,
                                              (ID3D11Resource *)from, 0, &box);
}

static void copies_of_buffers(void **state)
{
    struct rig rig = rig_open();
    uint8_t out[64];
    ID3D11Buffer *from = counting(&rig, 64), *to = rig_raw(&rig, 64, 0, NULL),
                 *small = rig_raw(&rig, 32, 0, NULL);
    copy_part(&rig, to, 10, from, 20, 30);
    rig_read(&rig, to, out, sizeof(out));
    for (int i = 0; i < 64; i++)
        assert_int_equal(out[i], i >= 10 && i < 20 ? i + 10 : 0);
    /* Refused: outside either, empty, NULL, another size for CopyResource. */
    copy_part(&rig, to, 60, from, 0, 8);
    copy_part(&rig, to, 0, from, 60, 65);
    copy_part(&rig, to, UINT32_MAX, from, 0, 8);
    copy_part(&rig, to, 0, from, 8, 8);
    ID3D11DeviceContext_CopyResource(rig.context, (ID3D11Resource *)small, (ID3D11Resource *)from);
    ID3D11DeviceContext_CopyResource(rig.context, NULL, (ID3D11Resource *)from);
    ID3D11DeviceContext_CopyResource(rig.context, (ID3D11Resource *)to, (ID3D11Resource *)to);
    rig_read(&rig, to, out, sizeof(out));
    assert_int_equal(out[0], 0);
    assert_int_equal(out[63], 0);
    rig_read(&rig, small, out, 32);
    assert_int_equal(out[5], 0);
    ID3D11DeviceContext_CopyResource(rig.context, (ID3D11Resource *)to, (ID3D11Resource *)from);
    /* Parts of one buffer may overlap, both ways. */
    copy_part(&rig, to, 4, to, 0, 40);
    rig_read(&rig, to, out, sizeof(out));
    for (int i = 0; i < 40; i++)
        assert_int_equal(out[i + 4], i);
    copy_part(&rig, to, 0, to, 4, 44);
    rig_read(&rig, to, out, sizeof(out));
    for (int i = 0; i < 40; i++)
        assert_int_equal(out[i], i);
    ID3D11Buffer_Release(from);
    ID3D11Buffer_Release(to);
    ID3D11Buffer_Release(small);
    rig_close(&rig);
}

static void updates_of_buffers(void **state)
{
    struct rig rig = rig_open();
    uint8_t bytes[64], out[64];
    memset(bytes, 0xab, sizeof(bytes));
    ID3D11Buffer *raw = rig_raw(&rig, 64, 0, NULL);
    D3D11_BUFFER_DESC constant_desc = {.ByteWidth = 64, .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    D3D11_BUFFER_DESC dynamic_desc = {64, D3D11_USAGE_DYNAMIC, D3D11_BIND_SHADER_RESOURCE, WRITE, 0, 0};
    ID3D11Buffer *constants = rig_buffer(&rig, &constant_desc, NULL),
                 *dynamic = rig_buffer(&rig, &dynamic_desc, NULL);
    D3D11_BOX box = {8, 0, 0, 16, 1, 1}, outside = {60, 0, 0, 68, 1, 1};
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)raw, 0, &box, bytes, 0, 0);
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)raw, 0, &outside, bytes, 0, 0);
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)raw, 1, NULL, bytes, 0, 0);
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)raw, 0, NULL, NULL, 0, 0);
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)dynamic, 0, NULL, bytes, 0, 0);
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)constants, 0, &box, bytes, 0, 0);
    rig_read(&rig, raw, out, sizeof(out));
    for (int i = 0; i < 64; i++)
        assert_int_equal(out[i], i >= 8 && i < 16 ? 0xab : 0);
    rig_read(&rig, constants, out, sizeof(out));
    assert_int_equal(out[8], 0);
    rig_read(&rig, dynamic, out, sizeof(out));
    assert_int_equal(out[8], 0);
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)constants, 0, NULL, bytes, 0, 0);
    rig_read(&rig, constants, out, sizeof(out));
    assert_memory_equal(out, bytes, 64);
    ID3D11Buffer_Release(raw);
    ID3D11Buffer_Release(constants);
    ID3D11Buffer_Release(dynamic);
    rig_close(&rig);
}

static ID3D11Texture2D *texture(const struct rig *rig, DXGI_FORMAT format, UINT size, UINT mips,
                                D3D11_USAGE usage)
{
    D3D11_TEXTURE2D_DESC desc = {.Width = size,
                                 .Height = size,
                                 .MipLevels = mips,
                                 .ArraySize = 2,
                                 .Format = format,
                                 .SampleDesc = {1, 0},
                                 .Usage = usage};
    ID3D11Texture2D *out;
    if (usage == D3D11_USAGE_STAGING)
        desc.CPUAccessFlags = READ | WRITE;
    else
        desc.BindFlags = D3D11_BIND_SHADER_RESOURCE;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &out));
    return out;
}

/* The byte of texel (x, y) in a mapped subresource of one-byte texels. */
static uint8_t byte_at(const struct rig *rig, ID3D11Texture2D *staging, UINT subresource, UINT x, UINT y)
{
    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11Resource *resource = (ID3D11Resource *)staging;
    assert_ok(ID3D11DeviceContext_Map(rig->context, resource, subresource, D3D11_MAP_READ, 0, &mapped));
    uint8_t byte = ((uint8_t *)mapped.pData)[y * mapped.RowPitch + x];
    ID3D11DeviceContext_Unmap(rig->context, resource, subresource);
    return byte;
}

static void boxes_of_textures(void **state)
{
    struct rig rig = rig_open();
    uint8_t bytes[8][10];
    for (int i = 0; i < 80; i++)
        bytes[i / 10][i % 10] = (uint8_t)(i + 1);
    ID3D11Texture2D *a = texture(&rig, DXGI_FORMAT_R8_UNORM, 8, 2, D3D11_USAGE_DEFAULT);
    ID3D11Texture2D *b = texture(&rig, DXGI_FORMAT_R8_TYPELESS, 8, 2, D3D11_USAGE_STAGING);
    ID3D11Resource *ra = (ID3D11Resource *)a, *rb = (ID3D11Resource *)b;
    D3D11_BOX box = {2, 3, 0, 6, 5, 1}, bad = {2, 3, 0, 6, 9, 1};
    ID3D11DeviceContext_UpdateSubresource(rig.context, ra, 2, NULL, bytes, 10, 0); /* slice 1, mip 0 */
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, rb, 0, 1, 0, 0, ra, 2, &box);
    assert_int_equal(byte_at(&rig, b, 0, 1, 0), bytes[3][2]);
    assert_int_equal(byte_at(&rig, b, 0, 4, 1), bytes[4][5]);
    assert_int_equal(byte_at(&rig, b, 0, 5, 1), 0);
    assert_int_equal(byte_at(&rig, b, 0, 0, 0), 0);
    assert_int_equal(byte_at(&rig, b, 0, 1, 2), 0);
    /* Refused: a box outside, a place outside, a subresource that is not there. */
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, rb, 0, 0, 0, 0, ra, 2, &bad);
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, rb, 0, 5, 0, 0, ra, 2, &box);
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, rb, 1, 0, 0, 0, ra, 2, NULL);
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, rb, 4, 0, 0, 0, ra, 2, &box);
    assert_int_equal(byte_at(&rig, b, 0, 0, 0), 0);
    assert_int_equal(byte_at(&rig, b, 1, 0, 0), 0);
    ID3D11DeviceContext_CopyResource(rig.context, rb, ra);
    assert_int_equal(byte_at(&rig, b, 2, 7, 7), bytes[7][7]);
    /* A mapped resource is left alone. */
    D3D11_MAPPED_SUBRESOURCE mapped;
    assert_ok(ID3D11DeviceContext_Map(rig.context, rb, 1, D3D11_MAP_READ_WRITE, 0, &mapped));
    ID3D11DeviceContext_UpdateSubresource(rig.context, ra, 2, &box, "\0\0\0\0\0\0\0\0", 4, 0);
    ID3D11DeviceContext_CopyResource(rig.context, rb, ra);
    ID3D11DeviceContext_Unmap(rig.context, rb, 1);
    assert_int_equal(byte_at(&rig, b, 2, 2, 3), bytes[3][2]);
    ID3D11Texture2D_Release(a);
    ID3D11Texture2D_Release(b);
    rig_close(&rig);
}

static void blocks_and_formats(void **state)
{
    struct rig rig = rig_open();
    ID3D11Texture2D *a = texture(&rig, DXGI_FORMAT_BC1_UNORM, 8, 0, D3D11_USAGE_DEFAULT);
    ID3D11Texture2D *b = texture(&rig, DXGI_FORMAT_BC1_UNORM, 8, 0, D3D11_USAGE_STAGING);
    ID3D11Texture2D *other = texture(&rig, DXGI_FORMAT_R16G16_UNORM, 8, 0, D3D11_USAGE_STAGING);
    ID3D11Resource *ra = (ID3D11Resource *)a, *rb = (ID3D11Resource *)b, *ro = (ID3D11Resource *)other;
    D3D11_BOX block = {4, 4, 0, 8, 8, 1}, part = {2, 0, 0, 6, 4, 1};
    ID3D11DeviceContext_UpdateSubresource(rig.context, ra, 0, &block, "ABCDEFGH", 8, 0);
    ID3D11DeviceContext_UpdateSubresource(rig.context, ra, 0, &part, "xxxxxxxxxxxxxxxx", 8,
                                          0);                                          /* no whole blocks */
    ID3D11DeviceContext_UpdateSubresource(rig.context, ra, 3, NULL, "12345678", 8, 0); /* a mip of 1 x 1 */
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, rb, 0, 0, 4, 0, ra, 0, &block);
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, rb, 0, 1, 0, 0, ra, 0,
                                              &block); /* not at a block */
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, rb, 3, 0, 0, 0, ra, 3, NULL);
    ID3D11DeviceContext_CopyResource(rig.context, ro, ra); /* not of one family */
    D3D11_MAPPED_SUBRESOURCE mapped;
    assert_ok(ID3D11DeviceContext_Map(rig.context, rb, 0, D3D11_MAP_READ, 0, &mapped));
    assert_memory_equal((char *)mapped.pData + mapped.RowPitch, "ABCDEFGH\0\0\0\0\0\0\0", 16);
    assert_memory_equal(mapped.pData, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
    ID3D11DeviceContext_Unmap(rig.context, rb, 0);
    assert_ok(ID3D11DeviceContext_Map(rig.context, rb, 3, D3D11_MAP_READ, 0, &mapped));
    assert_memory_equal(mapped.pData, "12345678", 8);
    ID3D11DeviceContext_Unmap(rig.context, rb, 3);
    ID3D11Texture2D_Release(a);
    ID3D11Texture2D_Release(b);
    ID3D11Texture2D_Release(other);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_rules),          cmocka_unit_test(copies_of_buffers),
        cmocka_unit_test(updates_of_buffers), cmocka_unit_test(boxes_of_textures),
        cmocka_unit_test(blocks_and_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
