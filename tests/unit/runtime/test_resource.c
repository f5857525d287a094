/* What buffers and textures may be, and that they are what was asked for. */
#include "../../support/runtime_rig.h"

enum {
    VERTEX = D3D11_BIND_VERTEX_BUFFER,
    CONSTANT = D3D11_BIND_CONSTANT_BUFFER,
    SRV = D3D11_BIND_SHADER_RESOURCE,
    UAV = D3D11_BIND_UNORDERED_ACCESS,
    DEPTH = D3D11_BIND_DEPTH_STENCIL,
    TARGET = D3D11_BIND_RENDER_TARGET,
    READ = D3D11_CPU_ACCESS_READ,
    WRITE = D3D11_CPU_ACCESS_WRITE,
    STRUCTURED = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
    RAW = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS,
    INDIRECT = D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS,
    CUBE = D3D11_RESOURCE_MISC_TEXTURECUBE,
};
#define DEFAULT   D3D11_USAGE_DEFAULT
#define IMMUTABLE D3D11_USAGE_IMMUTABLE
#define DYNAMIC   D3D11_USAGE_DYNAMIC
#define STAGING   D3D11_USAGE_STAGING

struct buffer_case {
    D3D11_BUFFER_DESC desc; /* width, usage, bind, cpu, misc, stride */
    bool data;
    HRESULT expected;
};

static const struct buffer_case buffer_cases[] = {
    {{16, DEFAULT, SRV, 0, 0, 0}, false, S_OK},
    {{1, DEFAULT, 0, 0, 0, 0}, true, S_OK},
    {{0, DEFAULT, SRV, 0, 0, 0}, false, E_INVALIDARG},
    {{16, DEFAULT, SRV | UAV, READ | WRITE, 0, 0}, false, S_OK},
    {{16, DEFAULT, VERTEX, READ, 0, 0}, false, E_INVALIDARG},
    {{16, DEFAULT, DEPTH, 0, 0, 0}, false, E_INVALIDARG},
    {{16, DEFAULT, 0x10000, 0, 0, 0}, false, E_INVALIDARG},
    {{16, 9, SRV, 0, 0, 0}, false, E_INVALIDARG},
    {{16, DEFAULT, SRV, 0, CUBE, 0}, false, E_INVALIDARG},
    /* constant buffers */
    {{16, DEFAULT, CONSTANT, 0, 0, 0}, false, S_OK},
    {{20, DEFAULT, CONSTANT, 0, 0, 0}, false, E_INVALIDARG},
    {{16, DEFAULT, CONSTANT | SRV, 0, 0, 0}, false, E_INVALIDARG},
    {{1 << 20, DYNAMIC, CONSTANT, WRITE, 0, 0}, false, S_OK},
    /* immutable */
    {{16, IMMUTABLE, SRV, 0, 0, 0}, true, S_OK},
    {{16, IMMUTABLE, SRV, 0, 0, 0}, false, E_INVALIDARG},
    {{16, IMMUTABLE, UAV, 0, 0, 0}, true, E_INVALIDARG},
    {{16, IMMUTABLE, 0, 0, 0, 0}, true, E_INVALIDARG},
    {{16, IMMUTABLE, SRV, READ, 0, 0}, true, E_INVALIDARG},
    /* dynamic */
    {{16, DYNAMIC, SRV, WRITE, 0, 0}, false, S_OK},
    {{16, DYNAMIC, SRV, 0, 0, 0}, false, E_INVALIDARG},
    {{16, DYNAMIC, SRV, READ | WRITE, 0, 0}, false, E_INVALIDARG},
    {{16, DYNAMIC, UAV, WRITE, 0, 0}, false, E_INVALIDARG},
    {{16, DYNAMIC, 0, WRITE, 0, 0}, false, E_INVALIDARG},
    /* staging */
    {{16, STAGING, 0, READ, 0, 0}, false, S_OK},
    {{16, STAGING, 0, READ | WRITE, 0, 0}, true, S_OK},
    {{16, STAGING, 0, 0, 0, 0}, false, E_INVALIDARG},
    {{16, STAGING, SRV, READ, 0, 0}, false, E_INVALIDARG},
    {{16, STAGING, 0, READ, INDIRECT, 0}, false, E_INVALIDARG},
    /* structured, raw, indirect */
    {{48, DEFAULT, SRV | UAV, 0, STRUCTURED, 12}, false, S_OK},
    {{4096, DEFAULT, SRV, 0, STRUCTURED, 2048}, false, S_OK},
    {{4104, DEFAULT, SRV, 0, STRUCTURED, 2052}, false, E_INVALIDARG},
    {{48, DEFAULT, SRV, 0, STRUCTURED, 0}, false, E_INVALIDARG},
    {{48, DEFAULT, SRV, 0, STRUCTURED, 6}, false, E_INVALIDARG},
    {{50, DEFAULT, SRV, 0, STRUCTURED, 12}, false, E_INVALIDARG},
    {{48, DEFAULT, SRV, 0, STRUCTURED | RAW, 12}, false, E_INVALIDARG},
    {{48, DEFAULT, UAV, 0, STRUCTURED | INDIRECT, 12}, false, E_INVALIDARG},
    {{48, DEFAULT, SRV | VERTEX, 0, STRUCTURED, 12}, false, E_INVALIDARG},
    {{48, DEFAULT, UAV, 0, RAW | INDIRECT, 0}, false, S_OK},
    {{48, DEFAULT, VERTEX, 0, RAW, 0}, false, E_INVALIDARG},
    {{48, DEFAULT, SRV | VERTEX, 0, RAW, 7}, false, S_OK},
    {{48, DEFAULT, 0, 0, INDIRECT, 0}, false, S_OK},
};

static void buffer_rules(void **state)
{
    static const uint8_t bytes[4200] = {1, 2, 3};
    const D3D11_SUBRESOURCE_DATA data = {bytes, 0, 0}, no_bytes = {0};
    struct rig rig = rig_open();
    for (size_t i = 0; i < sizeof(buffer_cases) / sizeof(*buffer_cases); i++) {
        const struct buffer_case *at = &buffer_cases[i];
        ID3D11Buffer *buffer = (void *)1;
        HRESULT hr = ID3D11Device_CreateBuffer(rig.device, &at->desc, at->data ? &data : NULL, &buffer);
        if (hr != at->expected)
            fail_msg("case %zu gives 0x%08x (%s)", i, (UINT)hr, weft_last_error());
        hr = ID3D11Device_CreateBuffer(rig.device, &at->desc, at->data ? &data : NULL, NULL);
        assert_hr(hr, at->expected == S_OK ? S_FALSE : at->expected);
        if (at->expected != S_OK) {
            assert_null(buffer);
            continue;
        }
        D3D11_BUFFER_DESC desc;
        ID3D11Buffer_GetDesc(buffer, &desc);
        assert_int_equal(desc.ByteWidth, at->desc.ByteWidth);
        assert_int_equal(desc.StructureByteStride,
                         at->desc.MiscFlags & STRUCTURED ? at->desc.StructureByteStride : 0);
        D3D11_RESOURCE_DIMENSION dimension;
        ID3D11Buffer_GetType(buffer, &dimension);
        assert_int_equal(dimension, D3D11_RESOURCE_DIMENSION_BUFFER);
        assert_int_equal(ID3D11Buffer_Release(buffer), 0);
    }
    ID3D11Buffer *buffer;
    D3D11_BUFFER_DESC desc = {16, DEFAULT, SRV, 0, 0, 0};
    assert_hr(ID3D11Device_CreateBuffer(rig.device, NULL, NULL, &buffer), E_INVALIDARG);
    assert_hr(ID3D11Device_CreateBuffer(rig.device, &desc, &no_bytes, &buffer), E_INVALIDARG);
    rig_close(&rig);
}

static void big_buffer(void **state)
{
    struct rig rig = rig_open();
    D3D11_BUFFER_DESC desc = {.ByteWidth = 0xfffffff0u, .BindFlags = UAV, .MiscFlags = RAW};
    ID3D11Buffer *buffer;
    HRESULT hr = ID3D11Device_CreateBuffer(rig.device, &desc, NULL, &buffer);
    if (hr == E_OUTOFMEMORY) {
        rig_close(&rig);
        skip();
    }
    assert_ok(hr);
    ID3D11UnorderedAccessView *view = rig_raw_uav(&rig, buffer, 0xfffffff0u / 4);
    ID3D11UnorderedAccessView_Release(view);
    D3D11_BOX end = {0xffffffe0u, 0, 0, 0xfffffff0u, 1, 1};
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)buffer, 0, &end, "0123456789abcdef",
                                          0, 0);
    D3D11_BUFFER_DESC small = {.ByteWidth = 16, .Usage = STAGING, .CPUAccessFlags = READ};
    ID3D11Buffer *staging = rig_buffer(&rig, &small, NULL);
    ID3D11DeviceContext_CopySubresourceRegion(rig.context, (ID3D11Resource *)staging, 0, 0, 0, 0,
                                              (ID3D11Resource *)buffer, 0, &end);
    D3D11_MAPPED_SUBRESOURCE mapped;
    assert_ok(ID3D11DeviceContext_Map(rig.context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &mapped));
    assert_memory_equal(mapped.pData, "0123456789abcdef", 16);
    ID3D11Buffer_Release(staging);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

struct texture_case {
    UINT width, height, mips, slices;
    DXGI_FORMAT format;
    UINT samples, usage, bind, cpu, misc;
    HRESULT expected;
};

static const struct texture_case texture_cases[] = {
    {4, 4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, 1, DEFAULT, SRV, 0, 0, S_OK},
    {5, 3, 0, 3, DXGI_FORMAT_R8G8B8A8_UNORM, 1, DEFAULT, SRV | UAV | TARGET, 0, 0, S_OK},
    {16, 9, 5, 1, DXGI_FORMAT_R32_FLOAT, 1, DEFAULT, SRV, 0, 0, S_OK},
    {16, 9, 6, 1, DXGI_FORMAT_R32_FLOAT, 1, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {16384, 1, 1, 1, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, 0, S_OK},
    {16385, 1, 1, 1, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {0, 1, 1, 1, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {1, 1, 1, 0, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {1, 1, 1, 2049, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {4, 4, 1, 1, DXGI_FORMAT_UNKNOWN, 1, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {4, 4, 1, 1, 1234, 1, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {4, 4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, 0, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {4, 4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, 3, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {4, 4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, 1, DEFAULT, UAV, 0, 0, E_INVALIDARG},
    {4, 4, 1, 1, DXGI_FORMAT_R8G8B8A8_TYPELESS, 1, DEFAULT, UAV | SRV, 0, 0, S_OK},
    {4, 4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, 1, DEFAULT, CONSTANT, 0, 0, E_INVALIDARG},
    {8, 8, 0, 1, DXGI_FORMAT_BC1_UNORM, 1, DEFAULT, SRV, 0, 0, S_OK},
    {6, 8, 1, 1, DXGI_FORMAT_BC1_UNORM, 1, DEFAULT, SRV, 0, 0, E_INVALIDARG},
    {8, 8, 1, 6, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, CUBE, S_OK},
    {8, 4, 1, 6, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, CUBE, E_INVALIDARG},
    {8, 8, 1, 5, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, CUBE, E_INVALIDARG},
    {8, 8, 1, 1, DXGI_FORMAT_R8_UNORM, 1, DYNAMIC, SRV, WRITE, 0, S_OK},
    {8, 8, 2, 1, DXGI_FORMAT_R8_UNORM, 1, DYNAMIC, SRV, WRITE, 0, E_INVALIDARG},
    {8, 8, 4, 2, DXGI_FORMAT_R8_UNORM, 1, STAGING, 0, READ, 0, S_OK},
    {8, 8, 1, 1, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, D3D11_RESOURCE_MISC_GENERATE_MIPS, E_INVALIDARG},
    {8, 8, 1, 1, DXGI_FORMAT_R8_UNORM, 1, DEFAULT, SRV, 0, STRUCTURED, E_INVALIDARG},
};

static void texture_rules(void **state)
{
    struct rig rig = rig_open();
    for (size_t i = 0; i < sizeof(texture_cases) / sizeof(*texture_cases); i++) {
        const struct texture_case *at = &texture_cases[i];
        D3D11_TEXTURE2D_DESC desc = {at->width,        at->height, at->mips, at->slices, at->format,
                                     {at->samples, 0}, at->usage,  at->bind, at->cpu,    at->misc},
                             got;
        ID3D11Texture2D *texture = (void *)1;
        HRESULT hr = ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture);
        if (hr != at->expected)
            fail_msg("case %zu gives 0x%08x (%s)", i, (UINT)hr, weft_last_error());
        if (FAILED(hr)) {
            assert_null(texture);
            continue;
        }
        ID3D11Texture2D_GetDesc(texture, &got);
        if (!desc.MipLevels)
            desc.MipLevels = got.MipLevels;
        assert_memory_equal(&got, &desc, sizeof(desc));
        assert_int_equal(ID3D11Texture2D_Release(texture), 0);
    }
    rig_close(&rig);
}

static void other_textures(void **state)
{
    struct rig rig = rig_open();
    D3D11_TEXTURE1D_DESC line = {.Width = 100,
                                 .ArraySize = 4,
                                 .Format = DXGI_FORMAT_R16_FLOAT,
                                 .BindFlags = SRV},
                         line2;
    D3D11_TEXTURE3D_DESC volume = {.Width = 9,
                                   .Height = 5,
                                   .Depth = 33,
                                   .Format = DXGI_FORMAT_R32_UINT,
                                   .BindFlags = UAV},
                         volume2;
    ID3D11Texture1D *texture1d;
    ID3D11Texture3D *texture3d;
    assert_ok(ID3D11Device_CreateTexture1D(rig.device, &line, NULL, &texture1d));
    ID3D11Texture1D_GetDesc(texture1d, &line2);
    assert_int_equal(line2.MipLevels, 7);
    assert_int_equal(line2.ArraySize, 4);
    assert_ok(ID3D11Device_CreateTexture3D(rig.device, &volume, NULL, &texture3d));
    ID3D11Texture3D_GetDesc(texture3d, &volume2);
    assert_int_equal(volume2.MipLevels, 6);
    assert_int_equal(volume2.Depth, 33);
    ID3D11Texture1D_Release(texture1d);
    ID3D11Texture3D_Release(texture3d);
    volume.Depth = 2049;
    assert_hr(ID3D11Device_CreateTexture3D(rig.device, &volume, NULL, &texture3d), E_INVALIDARG);
    volume.Depth = 1, volume.Format = DXGI_FORMAT_D32_FLOAT;
    assert_hr(ID3D11Device_CreateTexture3D(rig.device, &volume, NULL, &texture3d), E_INVALIDARG);
    rig_close(&rig);
}

/* Initial data of every subresource, read back through a staging copy: pitches hold. */
static void initial_data(void **state)
{
    enum { W = 7, H = 5, MIPS = 3, SLICES = 2 };
    struct rig rig = rig_open();
    uint16_t texels[MIPS * SLICES][H][W + 2];
    D3D11_SUBRESOURCE_DATA data[MIPS * SLICES];
    for (int i = 0; i < MIPS * SLICES; i++) {
        data[i] = (D3D11_SUBRESOURCE_DATA){texels[i], sizeof(texels[i][0]), 0};
        for (int j = 0; j < H * (W + 2); j++)
            texels[i][j / (W + 2)][j % (W + 2)] = (uint16_t)(i * 1000 + j);
    }
    D3D11_TEXTURE2D_DESC desc = {.Width = W,
                                 .Height = H,
                                 .MipLevels = MIPS,
                                 .ArraySize = SLICES,
                                 .Format = DXGI_FORMAT_R16_UINT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = SRV};
    ID3D11Texture2D *texture, *staging;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, data, &texture));
    desc.BindFlags = 0, desc.Usage = STAGING, desc.CPUAccessFlags = READ;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &staging));
    ID3D11DeviceContext_CopyResource(rig.context, (ID3D11Resource *)staging, (ID3D11Resource *)texture);
    for (int i = 0; i < MIPS * SLICES; i++) {
        D3D11_MAPPED_SUBRESOURCE mapped;
        int w = W >> i % MIPS, h = H >> i % MIPS;
        assert_ok(
            ID3D11DeviceContext_Map(rig.context, (ID3D11Resource *)staging, i, D3D11_MAP_READ, 0, &mapped));
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                assert_int_equal(((uint16_t *)((char *)mapped.pData + y * mapped.RowPitch))[x],
                                 texels[i][y][x]);
        ID3D11DeviceContext_Unmap(rig.context, (ID3D11Resource *)staging, i);
    }
    data[4].pSysMem = NULL;
    ID3D11Texture2D_Release(texture);
    desc.BindFlags = SRV, desc.Usage = DEFAULT, desc.CPUAccessFlags = 0;
    assert_hr(ID3D11Device_CreateTexture2D(rig.device, &desc, data, &texture), E_INVALIDARG);
    ID3D11Texture2D_Release(staging);
    rig_close(&rig);
}

struct refusal {
    D3D11_TEXTURE2D_DESC desc;
    bool data;
    HRESULT expected;
    D3D11_MESSAGE_ID id;
};
#define RGBA          DXGI_FORMAT_R8G8B8A8_UNORM
#define REFUSED(what) E_INVALIDARG, D3D11_MESSAGE_ID_CREATETEXTURE2D_##what

/* Several samples, misc flags, bind flags that exclude each other; each with Microsoft's id. */
static void texture_refusals(void **state)
{
    enum { SHARED = D3D11_RESOURCE_MISC_SHARED };
    static const struct refusal cases[] = {
        {{4, 4, 1, 1, RGBA, {4, 0}, DEFAULT, SRV | TARGET, 0, 0}, false, S_OK, 0},
        {{4, 4, 1, 3, RGBA, {8, 0}, DEFAULT, TARGET, 0, 0}, false, S_OK, 0},
        {{4, 4, 1, 1, DXGI_FORMAT_R24G8_TYPELESS, {2, 0}, DEFAULT, DEPTH | SRV, 0, 0}, false, S_OK, 0},
        {{4, 4, 1, 1, RGBA, {4, 0xffffffff}, DEFAULT, TARGET, 0, 0}, false, S_OK, 0},
        {{4, 4, 1, 1, RGBA, {1, 1}, DEFAULT, TARGET, 0, 0}, false, REFUSED(INVALIDSAMPLES)},
        {{4, 4, 1, 1, RGBA, {4, 1}, DEFAULT, TARGET, 0, 0}, false, REFUSED(INVALIDSAMPLES)},
        {{4, 4, 1, 1, RGBA, {3, 0}, DEFAULT, TARGET, 0, 0}, false, REFUSED(INVALIDSAMPLES)},
        {{4, 4, 1, 1, RGBA, {0, 0}, DEFAULT, TARGET, 0, 0}, false, REFUSED(INVALIDSAMPLES)},
        {{4, 4, 2, 1, RGBA, {4, 0}, DEFAULT, TARGET, 0, 0}, false, REFUSED(INVALIDSAMPLES)},
        {{4, 4, 1, 1, RGBA, {4, 0}, DEFAULT, TARGET, 0, 0}, true, REFUSED(INVALIDSAMPLES)},
        {{4, 4, 1, 1, RGBA, {4, 0}, DEFAULT, SRV, 0, 0}, false, REFUSED(INVALIDBINDFLAGS)},
        {{4, 4, 1, 1, RGBA, {4, 0}, DEFAULT, TARGET | UAV, 0, 0}, false, REFUSED(INVALIDBINDFLAGS)},
        {{4, 4, 1, 1, RGBA, {1, 0}, DEFAULT, TARGET | DEPTH, 0, 0}, false, REFUSED(INVALIDBINDFLAGS)},
        {{4, 4, 1, 1, DXGI_FORMAT_D32_FLOAT, {1, 0}, DEFAULT, DEPTH, 0, 0}, false, S_OK, 0},
        {{4, 4, 1, 1, DXGI_FORMAT_D32_FLOAT, {1, 0}, DEFAULT, DEPTH | SRV, 0, 0},
         false,
         REFUSED(UNSUPPORTEDFORMAT)},
        {{4, 4, 1, 1, DXGI_FORMAT_R32_TYPELESS, {1, 0}, DEFAULT, DEPTH | UAV, 0, 0},
         false,
         REFUSED(INVALIDBINDFLAGS)},
        {{4, 4, 1, 1, DXGI_FORMAT_NV12, {1, 0}, DEFAULT, 0, 0, 0}, false, S_OK, 0},
        {{4, 5, 1, 1, DXGI_FORMAT_NV12, {1, 0}, DEFAULT, 0, 0, 0}, false, REFUSED(INVALIDDIMENSIONS)},
        {{4, 4, 1, 1, RGBA, {1, 0}, DEFAULT, SRV, 0, 0x40000}, false, REFUSED(INVALIDMISCFLAGS)},
        {{4, 4, 1, 1, RGBA, {1, 0}, DEFAULT, SRV, 0, 0x80000}, false, REFUSED(INVALIDMISCFLAGS)},
        {{4, 4, 1, 1, RGBA, {1, 0}, DEFAULT, SRV, 0, SHARED | 0x100}, false, REFUSED(INVALIDMISCFLAGS)},
        {{4, 4, 1, 1, RGBA, {1, 0}, DEFAULT, SRV, 0, 0x800}, false, REFUSED(INVALIDMISCFLAGS)},
        {{4, 4, 1, 1, RGBA, {1, 0}, DEFAULT, SRV, 0, 0x10000000}, false, REFUSED(UNRECOGNIZEDMISCFLAGS)},
        {{4, 4, 1, 1, RGBA, {1, 0}, DEFAULT, SRV, 0, SHARED},
         false,
         E_OUTOFMEMORY,
         D3D11_MESSAGE_ID_CREATETEXTURE2D_OUTOFMEMORY_RETURN},
        {{4, 4, 1, 1, RGBA, {1, 0}, DEFAULT, TARGET, 0, 0x200}, false, E_NOTIMPL, 0},
        {{4, 4, 0, 1, RGBA, {1, 0}, DEFAULT, TARGET | SRV, 0, 1}, false, S_OK, 0},
        {{4, 4, 0, 1, RGBA, {1, 0}, DEFAULT, SRV, 0, 0x80}, false, S_OK, 0},
    };
    static const uint8_t bytes[64];
    const D3D11_SUBRESOURCE_DATA data = {bytes, 16, 0};
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        ID3D11Texture2D *texture;
        ID3D11InfoQueue_ClearStoredMessages(queue);
        HRESULT hr =
            ID3D11Device_CreateTexture2D(rig.device, &cases[i].desc, cases[i].data ? &data : NULL, &texture);
        if (hr != cases[i].expected)
            fail_msg("case %zu gives 0x%08x (%s)", i, (UINT)hr, weft_last_error());
        if (cases[i].id && !rig_said(queue, cases[i].id))
            fail_msg("case %zu: other message than %d (%s)", i, cases[i].id, weft_last_error());
        if (SUCCEEDED(hr))
            assert_int_equal(ID3D11Texture2D_Release(texture), 0);
    }
    /* More memory than there is. */
    D3D11_TEXTURE2D_DESC huge = {.Width = 16384,
                                 .Height = 16384,
                                 .MipLevels = 0,
                                 .ArraySize = 2048,
                                 .Format = DXGI_FORMAT_R32G32B32A32_UINT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = SRV};
    ID3D11Texture2D *none;
    assert_hr(ID3D11Device_CreateTexture2D(rig.device, &huge, NULL, &none), E_OUTOFMEMORY);
    assert_null(none);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_CREATETEXTURE2D_OUTOFMEMORY_RETURN));
    /* The ids are those of the dimension. */
    D3D11_TEXTURE1D_DESC line = {.Width = 16385, .ArraySize = 1, .Format = RGBA};
    D3D11_TEXTURE3D_DESC volume = {.Width = 4, .Height = 4, .Depth = 4, .MipLevels = 9, .Format = RGBA};
    ID3D11Texture1D *texture1d;
    ID3D11Texture3D *texture3d;
    assert_hr(ID3D11Device_CreateTexture1D(rig.device, &line, NULL, &texture1d), E_INVALIDARG);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_CREATETEXTURE1D_INVALIDDIMENSIONS));
    assert_hr(ID3D11Device_CreateTexture3D(rig.device, &volume, NULL, &texture3d), E_INVALIDARG);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_CREATETEXTURE3D_INVALIDMIPLEVELS));
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

static void quality_levels(void **state)
{
    struct rig rig = rig_open();
    static const UINT counts[][2] = {{1, 1}, {2, 1}, {3, 0}, {4, 1}, {8, 1}, {15, 0}, {16, 0}, {33, 0}};
    UINT levels = 7;
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
        assert_ok(ID3D11Device_CheckMultisampleQualityLevels(rig.device, DXGI_FORMAT_R8G8B8A8_UNORM,
                                                             counts[i][0], &levels));
        assert_int_equal(levels, counts[i][1]);
    }
    assert_ok(ID3D11Device_CheckMultisampleQualityLevels(rig.device, DXGI_FORMAT_BC1_UNORM, 4, &levels));
    assert_int_equal(levels, 0);
    assert_hr(ID3D11Device_CheckMultisampleQualityLevels(rig.device, DXGI_FORMAT_R8_UNORM, 0, &levels),
              E_INVALIDARG);
    assert_hr(ID3D11Device_CheckMultisampleQualityLevels(rig.device, DXGI_FORMAT_UNKNOWN, 2, &levels),
              E_INVALIDARG);
    assert_hr(ID3D11Device_CheckMultisampleQualityLevels(rig.device, 65536, 2, &levels), E_INVALIDARG);
    assert_hr(ID3D11Device_CheckMultisampleQualityLevels(rig.device, DXGI_FORMAT_R8_UNORM, 2, NULL),
              E_INVALIDARG);
    rig_close(&rig);
}

/* Resources as DXGI sees them. */
static void dxgi_faces(void **state)
{
    struct rig rig = rig_open();
    D3D11_TEXTURE2D_DESC desc = {.Width = 5,
                                 .Height = 3,
                                 .MipLevels = 1,
                                 .ArraySize = 1,
                                 .Format = DXGI_FORMAT_R32_UINT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = SRV | UAV};
    ID3D11Texture2D *texture;
    IDXGIResource1 *resource;
    IDXGISurface2 *surface;
    IDXGIDevice *device;
    IUnknown *identity, *other;
    HANDLE handle = (HANDLE)1;
    DXGI_USAGE usage;
    UINT priority, index = 7;
    DXGI_SURFACE_DESC surface_desc;
    DXGI_MAPPED_RECT rect;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    assert_ok(ID3D11Texture2D_QueryInterface(texture, &IID_IDXGIResource1, (void **)&resource));
    assert_ok(ID3D11Texture2D_QueryInterface(texture, &IID_IDXGISurface2, (void **)&surface));
    assert_ok(IDXGIResource1_QueryInterface(resource, &IID_IUnknown, (void **)&identity));
    assert_ok(IDXGISurface2_QueryInterface(surface, &IID_IUnknown, (void **)&other));
    assert_ptr_equal(identity, other);
    IUnknown_Release(identity);
    IUnknown_Release(other);
    assert_ok(IDXGIResource1_GetUsage(resource, &usage));
    assert_int_equal(usage, DXGI_USAGE_SHADER_INPUT | DXGI_USAGE_UNORDERED_ACCESS);
    assert_int_equal(ID3D11Texture2D_GetEvictionPriority(texture), DXGI_RESOURCE_PRIORITY_NORMAL);
    assert_ok(IDXGIResource1_SetEvictionPriority(resource, DXGI_RESOURCE_PRIORITY_LOW));
    assert_int_equal(ID3D11Texture2D_GetEvictionPriority(texture), DXGI_RESOURCE_PRIORITY_LOW);
    ID3D11Texture2D_SetEvictionPriority(texture, DXGI_RESOURCE_PRIORITY_MAXIMUM);
    assert_ok(IDXGIResource1_GetEvictionPriority(resource, &priority));
    assert_int_equal(priority, DXGI_RESOURCE_PRIORITY_MAXIMUM);
    assert_hr(IDXGIResource1_GetSharedHandle(resource, &handle), E_INVALIDARG);
    assert_null(handle);
    assert_hr(IDXGIResource1_CreateSharedHandle(resource, NULL, 0, NULL, &handle), E_INVALIDARG);
    assert_ok(IDXGIResource1_GetDevice(resource, &IID_IDXGIDevice, (void **)&device));
    IDXGIDevice_Release(device);
    assert_ok(IDXGISurface2_GetParent(surface, &IID_IDXGIDevice, (void **)&device));
    IDXGIDevice_Release(device);
    assert_ok(IDXGISurface2_GetDesc(surface, &surface_desc));
    assert_int_equal(surface_desc.Width, 5);
    assert_int_equal(surface_desc.Format, DXGI_FORMAT_R32_UINT);
    assert_ok(IDXGISurface2_GetResource(surface, &IID_ID3D11Texture2D, (void **)&other, &index));
    assert_ptr_equal(other, texture);
    assert_int_equal(index, 0);
    IUnknown_Release(other);
    assert_hr(IDXGISurface2_Map(surface, &rect, DXGI_MAP_READ), E_INVALIDARG);
    assert_hr(IDXGISurface2_Unmap(surface), DXGI_ERROR_INVALID_CALL);
    assert_int_equal(IDXGISurface2_Release(surface), 2);
    assert_int_equal(IDXGIResource1_Release(resource), 1);
    ID3D11Texture2D_Release(texture);

    desc.BindFlags = 0, desc.Usage = STAGING, desc.CPUAccessFlags = READ | WRITE;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    assert_ok(ID3D11Texture2D_QueryInterface(texture, &IID_IDXGISurface2, (void **)&surface));
    assert_ok(IDXGISurface2_Map(surface, &rect, DXGI_MAP_READ | DXGI_MAP_WRITE));
    assert_true(rect.Pitch >= 20);
    assert_hr(IDXGISurface2_Map(surface, &rect, DXGI_MAP_READ), DXGI_ERROR_INVALID_CALL);
    assert_ok(IDXGISurface2_Unmap(surface));
    assert_hr(IDXGISurface2_Map(surface, &rect, DXGI_MAP_DISCARD), E_INVALIDARG);
    IDXGISurface2_Release(surface);
    ID3D11Texture2D_Release(texture);

    desc.MipLevels = 2;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    assert_hr(ID3D11Texture2D_QueryInterface(texture, &IID_IDXGISurface, (void **)&surface), E_NOINTERFACE);
    ID3D11Texture2D_Release(texture);
    ID3D11Buffer *buffer = rig_raw(&rig, 64, 0, NULL);
    assert_ok(ID3D11Buffer_QueryInterface(buffer, &IID_IDXGIResource, (void **)&resource));
    IDXGIResource1_Release(resource);
    assert_hr(ID3D11Buffer_QueryInterface(buffer, &IID_IDXGISurface, (void **)&surface), E_NOINTERFACE);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

/* Default buffers map (D3D11_OPTIONS1), default textures are written and read through the device. */
static void cpu_access(void **state)
{
    enum { W = 5, H = 4, PITCH = 8 };
    struct rig rig = rig_open();
    D3D11_BUFFER_DESC buffer_desc = {.ByteWidth = 64, .BindFlags = UAV, .CPUAccessFlags = READ | WRITE};
    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11Buffer *buffer = rig_buffer(&rig, &buffer_desc, NULL);
    ID3D11Resource *resource = (ID3D11Resource *)buffer;
    assert_ok(ID3D11DeviceContext_Map(rig.context, resource, 0, D3D11_MAP_WRITE, 0, &mapped));
    memcpy(mapped.pData, "mapped", 7);
    ID3D11DeviceContext_Unmap(rig.context, resource, 0);
    assert_hr(ID3D11DeviceContext_Map(rig.context, resource, 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped),
              E_INVALIDARG);
    char bytes[7];
    rig_read(&rig, buffer, bytes, 7);
    assert_string_equal(bytes, "mapped");
    ID3D11Buffer_Release(buffer);

    ID3D11Device3 *device;
    ID3D11Texture2D *texture;
    D3D11_TEXTURE2D_DESC desc = {.Width = W,
                                 .Height = H,
                                 .MipLevels = 2,
                                 .ArraySize = 1,
                                 .Format = DXGI_FORMAT_R8_UINT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = SRV,
                                 .CPUAccessFlags = READ | WRITE};
    uint8_t texels[H][PITCH], got[H][PITCH];
    for (int i = 0; i < H * PITCH; i++)
        texels[i / PITCH][i % PITCH] = (uint8_t)(i + 1);
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Device3, (void **)&device));
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    resource = (ID3D11Resource *)texture;
    ID3D11Device3_WriteToSubresource(device, resource, 0, NULL, texels, PITCH, 0); /* not mapped: nothing */
    assert_ok(ID3D11DeviceContext_Map(rig.context, resource, 0, D3D11_MAP_READ_WRITE, 0, NULL));
    memset(got, 0xee, sizeof(got));
    ID3D11Device3_ReadFromSubresource(device, got, PITCH, 0, resource, 0, NULL);
    assert_int_equal(got[0][0], 0);
    assert_int_equal(got[0][W], 0xee);
    ID3D11Device3_WriteToSubresource(device, resource, 0, NULL, texels, PITCH, 0);
    const D3D11_BOX part = {1, 2, 0, 4, 4, 1}, outside = {1, 2, 0, 6, 4, 1}, empty = {3, 2, 0, 3, 4, 1};
    ID3D11Device3_ReadFromSubresource(device, got, PITCH, 0, resource, 0, &part);
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
            assert_int_equal(got[y][x], texels[y + 2][x + 1]);
    memset(got, 0xee, sizeof(got));
    ID3D11Device3_ReadFromSubresource(device, got, PITCH, 0, resource, 0, &outside);
    ID3D11Device3_ReadFromSubresource(device, got, PITCH, 0, resource, 0, &empty);
    ID3D11Device3_ReadFromSubresource(device, got, PITCH, 0, resource, 1, NULL);
    ID3D11Device3_ReadFromSubresource(device, got, PITCH, 0, resource, 2, NULL);
    ID3D11Device3_ReadFromSubresource(device, NULL, PITCH, 0, resource, 0, NULL);
    ID3D11Device3_ReadFromSubresource(device, got, PITCH, 0, NULL, 0, NULL);
    assert_int_equal(got[0][0], 0xee);
    ID3D11DeviceContext_Unmap(rig.context, resource, 0);
    ID3D11Texture2D_Release(texture);

    void *none = (void *)1;
    assert_hr(ID3D11Device3_OpenSharedResource(device, (HANDLE)1, &IID_ID3D11Buffer, &none), E_INVALIDARG);
    assert_null(none);
    assert_hr(ID3D11Device3_OpenSharedResource1(device, (HANDLE)1, &IID_ID3D11Buffer, &none), E_INVALIDARG);
    assert_hr(ID3D11Device3_OpenSharedResourceByName(device, L"x", 0, &IID_ID3D11Buffer, &none),
              E_INVALIDARG);
    ID3D11Device3_Release(device);
    rig_close(&rig);
}

/* Each refusal of a buffer with Microsoft's id. */
static void buffer_messages(void **state)
{
#define BAD(what) D3D11_MESSAGE_ID_CREATEBUFFER_##what
    static const struct {
        D3D11_BUFFER_DESC desc;
        bool no_bytes;
        D3D11_MESSAGE_ID id;
    } cases[] = {
        {{0, DEFAULT, SRV, 0, 0, 0}, false, BAD(INVALIDDIMENSIONS)},
        {{24, DEFAULT, CONSTANT, 0, 0, 0}, false, BAD(INVALIDDIMENSIONS)},
        {{32, DEFAULT, CONSTANT | VERTEX, 0, 0, 0}, false, BAD(INVALIDCONSTANTBUFFERBINDINGS)},
        {{32, 7, SRV, 0, 0, 0}, false, BAD(UNRECOGNIZEDUSAGE)},
        {{32, DEFAULT, 0x8000, 0, 0, 0}, false, BAD(UNRECOGNIZEDBINDFLAGS)},
        {{32, DEFAULT, DEPTH, 0, 0, 0}, false, BAD(INVALIDBINDFLAGS)},
        {{32, STAGING, 0, 0x4, 0, 0}, false, BAD(UNRECOGNIZEDCPUACCESSFLAGS)},
        {{32, STAGING, 0, 0, 0, 0}, false, BAD(INVALIDCPUACCESSFLAGS)},
        {{32, IMMUTABLE, SRV, 0, 0, 0}, false, BAD(INVALIDINITIALDATA)},
        {{32, DEFAULT, SRV, 0, 0, 0}, true, BAD(INVALIDINITIALDATA)},
        {{32, DEFAULT, SRV, 0, CUBE, 0}, false, BAD(INVALIDMISCFLAGS)},
        {{32, DEFAULT, SRV, 0, 0x400000, 0}, false, BAD(UNRECOGNIZEDMISCFLAGS)},
        {{32, DEFAULT, SRV, 0, STRUCTURED, 3}, false, BAD(INVALIDSTRUCTURESTRIDE)},
    };
    const D3D11_SUBRESOURCE_DATA nothing = {0};
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    ID3D11Buffer *buffer;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        ID3D11InfoQueue_ClearStoredMessages(queue);
        assert_hr(ID3D11Device_CreateBuffer(rig.device, &cases[i].desc, cases[i].no_bytes ? &nothing : NULL,
                                            &buffer),
                  E_INVALIDARG);
        assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 1);
        if (!rig_said(queue, cases[i].id))
            fail_msg("case %zu: other message than %d (%s)", i, cases[i].id, weft_last_error());
    }
    assert_hr(ID3D11Device_SetExceptionMode(rig.device, 6), E_INVALIDARG);
    assert_true(rig_said(queue, D3D11_MESSAGE_ID_SETEXCEPTIONMODE_UNRECOGNIZEDFLAGS));
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffer_rules),    cmocka_unit_test(big_buffer),   cmocka_unit_test(texture_rules),
        cmocka_unit_test(other_textures),  cmocka_unit_test(initial_data), cmocka_unit_test(texture_refusals),
        cmocka_unit_test(quality_levels),  cmocka_unit_test(dxgi_faces),   cmocka_unit_test(cpu_access),
        cmocka_unit_test(buffer_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
