/*
 * What Windows was observed to accept and refuse: textures, buffers, views of every dimension with the values
 * they take by default, queries, private data. The facts are those that Wine's conformance tests state, which
 * run on Windows, too.
 */
#include "../../support/runtime_rig.h"

enum {
    VERTEX = D3D11_BIND_VERTEX_BUFFER,
    INDEX = D3D11_BIND_INDEX_BUFFER,
    CONSTANT = D3D11_BIND_CONSTANT_BUFFER,
    SRV = D3D11_BIND_SHADER_RESOURCE,
    STREAM = D3D11_BIND_STREAM_OUTPUT,
    TARGET = D3D11_BIND_RENDER_TARGET,
    DEPTH = D3D11_BIND_DEPTH_STENCIL,
    UAV = D3D11_BIND_UNORDERED_ACCESS,
    CUBE = D3D11_RESOURCE_MISC_TEXTURECUBE,
    RAW = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS,
    STRUCTURED = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
    REST = -1,
};
#define F(name)  DXGI_FORMAT_##name
#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const struct {
    DXGI_FORMAT format;
    UINT slices, bind, misc;
    bool accepted;
} texture2d_cases[] = {
    {F(R32G32B32A32_TYPELESS), 1, VERTEX, 0, false},
    {F(R32G32B32A32_TYPELESS), 1, INDEX, 0, false},
    {F(R32G32B32A32_TYPELESS), 1, CONSTANT, 0, false},
    {F(R32G32B32A32_TYPELESS), 0, SRV, 0, false},
    {F(R32G32B32A32_TYPELESS), 1, SRV, 0, true},
    {F(R32G32B32A32_TYPELESS), 3, SRV, 0, true},
    {F(R32G32B32A32_TYPELESS), 1, SRV, CUBE, false},
    {F(R32G32B32A32_TYPELESS), 5, SRV, CUBE, false},
    {F(R32G32B32A32_TYPELESS), 6, SRV, CUBE, true},
    {F(R32G32B32A32_TYPELESS), 7, SRV, CUBE, true},
    {F(R32G32B32A32_TYPELESS), 12, SRV, CUBE, true},
    {F(R32G32B32A32_TYPELESS), 0, TARGET, 0, false},
    {F(R32G32B32A32_TYPELESS), 9, TARGET, 0, true},
    {F(R32G32B32A32_TYPELESS), 1, DEPTH, 0, false},
    {F(R32G32B32A32_UINT), 1, TARGET, 0, true},
    {F(R32G32B32_TYPELESS), 1, SRV, 0, true},
    {F(R16G16B16A16_TYPELESS), 1, TARGET, 0, true},
    {F(R32G8X24_TYPELESS), 1, DEPTH, 0, true},
    {F(R32G8X24_TYPELESS), 1, UAV, 0, false},
    {F(X32_TYPELESS_G8X24_UINT), 1, UAV, 0, false},
    {F(R10G10B10A2_TYPELESS), 1, TARGET, 0, true},
    {F(R16G16_SNORM), 1, TARGET, 0, true},
    {F(R32_TYPELESS), 0, SRV, 0, false},
    {F(R32_TYPELESS), 9, SRV | DEPTH, 0, true},
    {F(R32_TYPELESS), 9, SRV, CUBE, true},
    {F(R32_TYPELESS), 1, TARGET, 0, true},
    {F(R32_TYPELESS), 1, TARGET | DEPTH, 0, false},
    {F(R32_TYPELESS), 1, DEPTH, 0, true},
    {F(R32_TYPELESS), 1, DEPTH | UAV, 0, false},
    {F(R24G8_TYPELESS), 1, VERTEX, 0, false},
    {F(R24G8_TYPELESS), 1, SRV, 0, true},
    {F(R24G8_TYPELESS), 1, DEPTH, 0, true},
    {F(R24G8_TYPELESS), 1, UAV, 0, false},
    {F(X24_TYPELESS_G8_UINT), 1, UAV, 0, false},
    {F(R16_TYPELESS), 1, DEPTH, 0, true},
    {F(R16_SINT), 1, TARGET, 0, true},
    {F(R8_TYPELESS), 1, SRV, 0, true},
    {F(R8G8B8A8_UNORM), 1, DEPTH, 0, false},
    {F(D24_UNORM_S8_UINT), 1, SRV, 0, false},
    {F(D24_UNORM_S8_UINT), 1, TARGET, 0, false},
    {F(D32_FLOAT), 1, SRV, 0, false},
    {F(D32_FLOAT), 1, SRV | DEPTH, 0, false},
    {F(D32_FLOAT), 1, TARGET, 0, false},
    {F(D32_FLOAT), 1, DEPTH, 0, true},
    {F(R9G9B9E5_SHAREDEXP), 1, SRV, 0, true},
    {F(R9G9B9E5_SHAREDEXP), 1, TARGET, 0, false},
    {F(R9G9B9E5_SHAREDEXP), 1, DEPTH, 0, false},
};

/* Textures of 512 by 512 texels. */
static void textures_2d(void **state)
{
    struct rig rig = rig_open();
    for (size_t i = 0; i < COUNT(texture2d_cases); i++) {
        D3D11_TEXTURE2D_DESC desc = {512,
                                     512,
                                     1,
                                     texture2d_cases[i].slices,
                                     texture2d_cases[i].format,
                                     {1, 0},
                                     D3D11_USAGE_DEFAULT,
                                     texture2d_cases[i].bind,
                                     0,
                                     texture2d_cases[i].misc};
        ID3D11Texture2D *texture;
        HRESULT hr = ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture);
        if (hr != (texture2d_cases[i].accepted ? S_OK : E_INVALIDARG))
            fail_msg("case %zu gives 0x%08x (%s)", i, (UINT)hr, weft_last_error());
        if (SUCCEEDED(hr))
            ID3D11Texture2D_Release(texture);
    }
    rig_close(&rig);
}

/* One level, one slice: a surface; more of either: none. Initial data without bytes is refused. */
static void surfaces_and_samples(void **state)
{
    static const struct {
        UINT mips, slices;
        HRESULT surface;
    } cases[] = {{1, 1, S_OK}, {0, 1, E_NOINTERFACE}, {1, 2, E_NOINTERFACE}};
    struct rig rig = rig_open();
    D3D11_TEXTURE2D_DESC desc = {512,    512, 1, 1, F(R8G8B8A8_UNORM), {1, 0}, D3D11_USAGE_DEFAULT,
                                 TARGET, 0,   0};
    D3D11_SUBRESOURCE_DATA no_bytes = {0};
    ID3D11Texture2D *texture;
    IUnknown *surface;
    assert_hr(ID3D11Device_CreateTexture2D(rig.device, &desc, &no_bytes, &texture), E_INVALIDARG);
    for (size_t i = 0; i < COUNT(cases); i++) {
        desc.MipLevels = cases[i].mips;
        desc.ArraySize = cases[i].slices;
        assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
        assert_hr(ID3D11Texture2D_QueryInterface(texture, &IID_IDXGISurface, (void **)&surface),
                  cases[i].surface);
        if (surface)
            IUnknown_Release(surface);
        ID3D11Texture2D_Release(texture);
    }
    UINT levels;
    desc.ArraySize = desc.MipLevels = 1;
    desc.SampleDesc.Count = 2;
    assert_ok(ID3D11Device_CheckMultisampleQualityLevels(rig.device, desc.Format, 2, &levels));
    desc.SampleDesc.Quality = levels;
    assert_hr(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture), E_INVALIDARG);
    desc.SampleDesc = (DXGI_SAMPLE_DESC){15, 0};
    assert_hr(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture), E_INVALIDARG);
    rig_close(&rig);
}

static void textures_3d(void **state)
{
    static const struct {
        DXGI_FORMAT format;
        UINT bind;
        bool accepted;
    } cases[] = {
        {F(R32G32B32A32_TYPELESS), VERTEX, false},
        {F(R32G32B32A32_TYPELESS), INDEX, false},
        {F(R32G32B32A32_TYPELESS), CONSTANT, false},
        {F(R32G32B32A32_TYPELESS), SRV, true},
        {F(R16G16B16A16_TYPELESS), SRV, true},
        {F(R10G10B10A2_TYPELESS), SRV, true},
        {F(R8G8B8A8_UNORM), DEPTH, false},
        {F(D24_UNORM_S8_UINT), TARGET, false},
        {F(D32_FLOAT), TARGET, false},
        {F(R9G9B9E5_SHAREDEXP), SRV, true},
        {F(R9G9B9E5_SHAREDEXP), TARGET, false},
        {F(R9G9B9E5_SHAREDEXP), DEPTH, false},
    };
    struct rig rig = rig_open();
    for (size_t i = 0; i < COUNT(cases); i++) {
        D3D11_TEXTURE3D_DESC desc = {64, 64, 64, 1, cases[i].format, D3D11_USAGE_DEFAULT, cases[i].bind};
        ID3D11Texture3D *texture;
        HRESULT hr = ID3D11Device_CreateTexture3D(rig.device, &desc, NULL, &texture);
        if (hr != (cases[i].accepted ? S_OK : E_INVALIDARG))
            fail_msg("case %zu gives 0x%08x (%s)", i, (UINT)hr, weft_last_error());
        if (SUCCEEDED(hr))
            ID3D11Texture3D_Release(texture);
    }
    rig_close(&rig);
}

/* Buffers of 1024 bytes. */
static void buffers(void **state)
{
    static const struct {
        UINT bind, misc, stride;
        bool accepted;
    } cases[] = {
        {VERTEX, 0, 0, true},
        {INDEX, 0, 0, true},
        {CONSTANT, 0, 0, true},
        {SRV, 0, 0, true},
        {STREAM, 0, 0, true},
        {TARGET, 0, 0, true},
        {UAV, 0, 0, true},
        {0, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS, 0, true},
        {VERTEX, RAW, 0, false},
        {INDEX, RAW, 0, false},
        {CONSTANT, RAW, 0, false},
        {SRV, RAW, 0, true},
        {STREAM, RAW, 0, false},
        {TARGET, RAW, 0, false},
        {UAV, RAW, 0, true},
        {0, RAW, 0, false},
        {0, STRUCTURED, 16, true},
        {SRV, STRUCTURED, 16, true},
        {SRV, STRUCTURED, ~0u, false},
        {SRV, STRUCTURED, 0, false},
        {SRV, STRUCTURED, 1, false},
        {SRV, STRUCTURED, 2, false},
        {SRV, STRUCTURED, 3, false},
        {SRV, STRUCTURED, 4, true},
        {SRV, STRUCTURED, 5, false},
        {SRV, STRUCTURED, 8, true},
        {SRV, STRUCTURED, 512, true},
        {SRV, STRUCTURED, 513, false},
        {SRV, STRUCTURED, 1024, true},
        {0, 0, 513, true},
        {CONSTANT, 0, 513, true},
        {SRV, 0, 513, true},
        {UAV, 0, 513, true},
        {0, RAW | STRUCTURED, 16, false},
        {SRV, RAW | STRUCTURED, 16, false},
    };
    struct rig rig = rig_open();
    ID3D11Buffer *buffer;
    for (size_t i = 0; i < COUNT(cases); i++) {
        D3D11_BUFFER_DESC got, desc = {.ByteWidth = 1024,
                                       .BindFlags = cases[i].bind,
                                       .MiscFlags = cases[i].misc,
                                       .StructureByteStride = cases[i].stride};
        HRESULT hr = ID3D11Device_CreateBuffer(rig.device, &desc, NULL, &buffer);
        if (hr != (cases[i].accepted ? S_OK : E_INVALIDARG))
            fail_msg("case %zu gives 0x%08x (%s)", i, (UINT)hr, weft_last_error());
        if (FAILED(hr))
            continue;
        ID3D11Buffer_GetDesc(buffer, &got);
        desc.StructureByteStride = desc.MiscFlags & STRUCTURED ? desc.StructureByteStride : 0;
        assert_memory_equal(&got, &desc, sizeof(desc));
        ID3D11Buffer_Release(buffer);
    }
    for (UINT size = 0; size <= 32; size++) {
        D3D11_BUFFER_DESC desc = {.ByteWidth = size, .BindFlags = CONSTANT};
        HRESULT hr = ID3D11Device_CreateBuffer(rig.device, &desc, NULL, &buffer);
        assert_hr(hr, size && size % 16 == 0 ? S_OK : E_INVALIDARG);
        if (SUCCEEDED(hr))
            ID3D11Buffer_Release(buffer);
    }
    rig_close(&rig);
}

/* A view's place in a texture. Numbers that its dimension lacks are 0. */
struct place {
    DXGI_FORMAT format;
    int dimension; /* of the kind of view that is made; 0: no description is given */
    UINT mip, mips, first, count;
};

struct view_case {
    UINT mips, slices; /* or the depth */
    DXGI_FORMAT format;
    struct place asked, got; /* got.dimension 0: refused */
};

enum view_kind { OF_SRV, OF_RTV, OF_DSV, OF_UAV };

/* The dimensions whose descriptions are longer than a level. */
static bool has_slices(enum view_kind kind, int dimension)
{
    switch (kind) {
    case OF_SRV:
        return dimension == D3D11_SRV_DIMENSION_TEXTURE1DARRAY ||
               dimension == D3D11_SRV_DIMENSION_TEXTURE2DARRAY ||
               dimension == D3D11_SRV_DIMENSION_TEXTURECUBEARRAY;
    case OF_RTV:
        return dimension == D3D11_RTV_DIMENSION_TEXTURE1DARRAY ||
               dimension == D3D11_RTV_DIMENSION_TEXTURE2DARRAY || dimension == D3D11_RTV_DIMENSION_TEXTURE3D;
    case OF_DSV:
        return dimension == D3D11_DSV_DIMENSION_TEXTURE1DARRAY ||
               dimension == D3D11_DSV_DIMENSION_TEXTURE2DARRAY;
    default:
        return dimension == D3D11_UAV_DIMENSION_TEXTURE1DARRAY ||
               dimension == D3D11_UAV_DIMENSION_TEXTURE2DARRAY || dimension == D3D11_UAV_DIMENSION_TEXTURE3D;
    }
}

static bool is_multisampled_array(enum view_kind kind, int dimension)
{
    return (kind == OF_SRV && dimension == D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY) ||
           (kind == OF_RTV && dimension == D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY) ||
           (kind == OF_DSV && dimension == D3D11_DSV_DIMENSION_TEXTURE2DMSARRAY);
}

static bool is_multisampled(enum view_kind kind, int dimension)
{
    return (kind == OF_SRV && dimension == D3D11_SRV_DIMENSION_TEXTURE2DMS) ||
           (kind == OF_RTV && dimension == D3D11_RTV_DIMENSION_TEXTURE2DMS) ||
           (kind == OF_DSV && dimension == D3D11_DSV_DIMENSION_TEXTURE2DMS);
}

/* Descriptions as words: format, dimension, (flags,) then what the dimension has, in the order of the
 * headers. */
static void pack(enum view_kind kind, const struct place *place, UINT words[8])
{
    UINT n = 0;
    memset(words, 0, 8 * sizeof(*words));
    words[n++] = place->format;
    words[n++] = (UINT)place->dimension;
    n += kind == OF_DSV;
    if (!is_multisampled(kind, place->dimension) && !is_multisampled_array(kind, place->dimension)) {
        words[n++] = place->mip;
        if (kind == OF_SRV)
            words[n++] = place->mips;
    }
    if (has_slices(kind, place->dimension) || is_multisampled_array(kind, place->dimension)) {
        words[n++] = place->first;
        words[n++] = place->count;
    }
}

static size_t desc_size(enum view_kind kind)
{
    static const size_t sizes[] = {
        sizeof(D3D11_SHADER_RESOURCE_VIEW_DESC), sizeof(D3D11_RENDER_TARGET_VIEW_DESC),
        sizeof(D3D11_DEPTH_STENCIL_VIEW_DESC), sizeof(D3D11_UNORDERED_ACCESS_VIEW_DESC)};
    return sizes[kind];
}

static HRESULT create_view(const struct rig *rig, enum view_kind kind, ID3D11Resource *texture,
                           const void *desc, void **view)
{
    switch (kind) {
    case OF_SRV:
        return ID3D11Device_CreateShaderResourceView(rig->device, texture, desc,
                                                     (ID3D11ShaderResourceView **)view);
    case OF_RTV:
        return ID3D11Device_CreateRenderTargetView(rig->device, texture, desc,
                                                   (ID3D11RenderTargetView **)view);
    case OF_DSV:
        return ID3D11Device_CreateDepthStencilView(rig->device, texture, desc,
                                                   (ID3D11DepthStencilView **)view);
    default:
        return ID3D11Device_CreateUnorderedAccessView(rig->device, texture, desc,
                                                      (ID3D11UnorderedAccessView **)view);
    }
}

static void get_desc(enum view_kind kind, void *view, void *desc)
{
    switch (kind) {
    case OF_SRV:
        ID3D11ShaderResourceView_GetDesc((ID3D11ShaderResourceView *)view, desc);
        break;
    case OF_RTV:
        ID3D11RenderTargetView_GetDesc((ID3D11RenderTargetView *)view, desc);
        break;
    case OF_DSV:
        ID3D11DepthStencilView_GetDesc((ID3D11DepthStencilView *)view, desc);
        break;
    default:
        ID3D11UnorderedAccessView_GetDesc((ID3D11UnorderedAccessView *)view, desc);
    }
}

static void check_view(const struct rig *rig, enum view_kind kind, ID3D11Resource *texture,
                       const struct view_case *at, size_t number)
{
    UINT asked[8], got[8], expected[8];
    void *view;
    pack(kind, &at->asked, asked);
    HRESULT hr = create_view(rig, kind, texture, at->asked.dimension ? asked : NULL, &view);
    if (hr != (at->got.dimension ? S_OK : E_INVALIDARG))
        fail_msg("kind %d, case %zu gives 0x%08x (%s)", kind, number, (UINT)hr, weft_last_error());
    if (FAILED(hr))
        return;
    memset(got, 0, sizeof(got));
    get_desc(kind, view, got);
    pack(kind, &at->got, expected);
    bool same = !memcmp(got, expected, 2 * sizeof(UINT)) &&
                (is_multisampled(kind, at->got.dimension) || !memcmp(got, expected, desc_size(kind)));
    /* Of a description without slices the words behind the level say nothing. */
    if (!same && !has_slices(kind, at->got.dimension) && !is_multisampled_array(kind, at->got.dimension))
        same = !memcmp(got, expected, (kind == OF_SRV ? 4 : 3) * sizeof(UINT));
    if (!same)
        fail_msg("kind %d, case %zu: got %u %u %u %u %u %u", kind, number, got[0], got[1], got[2], got[3],
                 got[4], got[5]);
    assert_int_equal(rig_refs(texture),
                     1); /* views hold it otherwise than by references of the application */
    IUnknown_Release((IUnknown *)view);
}

static void check_views_2d(const struct rig *rig, enum view_kind kind, UINT bind, UINT misc,
                           const struct view_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        D3D11_TEXTURE2D_DESC desc = {
            512,  512, cases[i].mips, cases[i].slices, cases[i].format, {1, 0}, D3D11_USAGE_DEFAULT,
            bind, 0,   misc};
        ID3D11Texture2D *texture;
        assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &texture));
        check_view(rig, kind, (ID3D11Resource *)texture, &cases[i], i);
        assert_int_equal(ID3D11Texture2D_Release(texture), 0);
    }
}

static void check_views_3d(const struct rig *rig, enum view_kind kind, UINT bind,
                           const struct view_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        D3D11_TEXTURE3D_DESC desc = {
            64, 64, cases[i].slices, cases[i].mips, cases[i].format, D3D11_USAGE_DEFAULT, bind};
        ID3D11Texture3D *texture;
        assert_ok(ID3D11Device_CreateTexture3D(rig->device, &desc, NULL, &texture));
        check_view(rig, kind, (ID3D11Resource *)texture, &cases[i], i);
        assert_int_equal(ID3D11Texture3D_Release(texture), 0);
    }
}

#define NONE                                                                                                 \
    {                                                                                                        \
        0                                                                                                    \
    }
#define ANY     F(UNKNOWN)
#define RGBA    F(R8G8B8A8_UNORM)
#define LESS    F(R8G8B8A8_TYPELESS)
#define D24     F(D24_UNORM_S8_UINT)
#define R24     F(R24G8_TYPELESS)
#define S(name) D3D11_SRV_DIMENSION_TEXTURE##name
#define T(name) D3D11_RTV_DIMENSION_TEXTURE##name
#define Z(name) D3D11_DSV_DIMENSION_TEXTURE##name
#define U(name) D3D11_UAV_DIMENSION_TEXTURE##name

static const struct view_case srvs_2d[] = {
    {10, 1, RGBA, NONE, {RGBA, S(2D), 0, 10}},
    {10, 1, RGBA, {ANY, S(2D), 0, REST}, {RGBA, S(2D), 0, 10}},
    {10, 1, RGBA, {ANY, S(2D), 0, 10}, {RGBA, S(2D), 0, 10}},
    {10, 1, LESS, {RGBA, S(2D), 0, REST}, {RGBA, S(2D), 0, 10}},
    {10, 4, RGBA, NONE, {RGBA, S(2DARRAY), 0, 10, 0, 4}},
    {10, 4, RGBA, {ANY, S(2DARRAY), 1, REST, 0, REST}, {RGBA, S(2DARRAY), 1, 9, 0, 4}},
    {10, 4, RGBA, {ANY, S(2DARRAY), 9, REST, 0, REST}, {RGBA, S(2DARRAY), 9, 1, 0, 4}},
    {10, 4, RGBA, {ANY, S(2DARRAY), 0, REST, 3, REST}, {RGBA, S(2DARRAY), 0, 10, 3, 1}},
    {1, 1, RGBA, {ANY, S(2DMS)}, {RGBA, S(2DMS)}},
    {10, 4, RGBA, {ANY, S(2DMS)}, {RGBA, S(2DMS)}},
    {1, 1, RGBA, {ANY, S(2DMSARRAY), 0, 1, 0, 1}, {RGBA, S(2DMSARRAY), 0, 1, 0, 1}},
    {10, 4, RGBA, {ANY, S(2DMSARRAY), 0, 1, 0, REST}, {RGBA, S(2DMSARRAY), 0, 1, 0, 4}},
    {1, 1, RGBA, {RGBA, S(1D), 0, 1}, NONE},
    {1, 1, RGBA, {RGBA, S(1DARRAY), 0, 1, 0, 1}, NONE},
    {1, 1, RGBA, {RGBA, S(3D), 0, 1}, NONE},
    {1, 1, RGBA, {LESS, S(2D), 0, REST}, NONE},
    {1, 1, RGBA, {LESS, S(2D), 0, 1}, NONE},
    {1, 1, LESS, {ANY, S(2D), 0, REST}, NONE},
    {1, 1, LESS, {ANY, S(2D), 0, 1}, NONE},
    {1, 1, RGBA, {RGBA, S(2D), 0, 0}, NONE},
    {1, 1, RGBA, {RGBA, S(2D), 0, 2}, NONE},
    {1, 1, RGBA, {RGBA, S(2D), 1, 1}, NONE},
    {1, 1, RGBA, {RGBA, S(2DARRAY), 0, 0, 0, 0}, NONE},
    {1, 1, RGBA, {RGBA, S(2DARRAY), 0, 1, 0, 0}, NONE},
    {1, 1, RGBA, {RGBA, S(2DARRAY), 0, 2, 0, 1}, NONE},
    {1, 1, RGBA, {RGBA, S(2DARRAY), 0, 1, 0, 2}, NONE},
    {1, 1, RGBA, {RGBA, S(2DARRAY), 0, 1, 1, 1}, NONE},
    {1, 1, RGBA, {RGBA, S(2DMSARRAY), 0, 1, 0, 2}, NONE},
    {1, 1, RGBA, {RGBA, S(2DMSARRAY), 0, 1, 1, 1}, NONE},
};

static const struct view_case srvs_of_cubes[] = {
    {1, 6, RGBA, NONE, {RGBA, S(CUBE), 0, 1}},
    {2, 9, RGBA, NONE, {RGBA, S(CUBE), 0, 2}},
    {2, 11, RGBA, NONE, {RGBA, S(CUBE), 0, 2}},
    {2, 6, RGBA, {ANY, S(CUBE), 0, REST}, {RGBA, S(CUBE), 0, 2}},
    {2, 6, RGBA, {ANY, S(CUBE), 1, 1}, {RGBA, S(CUBE), 1, 1}},
    {2, 6, RGBA, {ANY, S(CUBEARRAY), 0, 1, 0, 1}, {RGBA, S(CUBEARRAY), 0, 1, 0, 1}},
    {2, 6, RGBA, {ANY, S(CUBEARRAY), 0, REST, 0, REST}, {RGBA, S(CUBEARRAY), 0, 2, 0, 1}},
    {1, 8, RGBA, {ANY, S(CUBEARRAY), 0, REST, 0, REST}, {RGBA, S(CUBEARRAY), 0, 1, 0, 1}},
    {1, 12, RGBA, NONE, {RGBA, S(CUBEARRAY), 0, 1, 0, 2}},
    {1, 12, RGBA, {ANY, S(CUBEARRAY), 0, REST, 0, 1}, {RGBA, S(CUBEARRAY), 0, 1, 0, 1}},
    {1, 14, RGBA, NONE, {RGBA, S(CUBEARRAY), 0, 1, 0, 2}},
    {1, 18, RGBA, NONE, {RGBA, S(CUBEARRAY), 0, 1, 0, 3}},
    {1, 6, RGBA, {RGBA, S(CUBE), 0, 0}, NONE},
    {1, 6, RGBA, {RGBA, S(CUBE), 0, 2}, NONE},
    {1, 6, RGBA, {RGBA, S(CUBE), 1, 1}, NONE},
    {1, 6, RGBA, {RGBA, S(CUBEARRAY), 0, 0, 0, 1}, NONE},
    {1, 6, RGBA, {RGBA, S(CUBEARRAY), 0, 1, 0, 0}, NONE},
    {1, 6, RGBA, {RGBA, S(CUBEARRAY), 1, 1, 0, 1}, NONE},
    {1, 6, RGBA, {RGBA, S(CUBEARRAY), 0, 1, 1, 1}, NONE},
    {1, 6, RGBA, {RGBA, S(CUBEARRAY), 0, 1, 1, REST}, NONE},
    {1, 7, RGBA, {RGBA, S(CUBEARRAY), 0, 1, 2, 1}, NONE},
    {1, 7, RGBA, {RGBA, S(CUBEARRAY), 0, 1, 0, 2}, NONE},
    {1, 9, RGBA, {RGBA, S(CUBEARRAY), 0, 1, 0, 2}, NONE},
};

static const struct view_case srvs_3d[] = {
    {1, 12, RGBA, NONE, {RGBA, S(3D), 0, 1}},  {4, 12, RGBA, {ANY, S(3D), 0, REST}, {RGBA, S(3D), 0, 4}},
    {1, 9, RGBA, {RGBA, S(1D), 0, 1}, NONE},   {1, 9, RGBA, {RGBA, S(2D), 0, 1}, NONE},
    {1, 9, RGBA, {RGBA, S(CUBE), 0, 1}, NONE}, {1, 9, RGBA, {RGBA, S(2DARRAY), 0, 1, 0, 1}, NONE},
    {1, 1, RGBA, {RGBA, S(3D), 0, 0}, NONE},   {1, 1, RGBA, {LESS, S(3D), 0, 1}, NONE},
    {1, 1, RGBA, {ANY, S(3D), 0, 2}, NONE},    {1, 1, RGBA, {RGBA, S(3D), 1, 1}, NONE},
};

static const struct view_case rtvs_2d[] = {
    {10, 1, RGBA, NONE, {RGBA, T(2D), 0}},
    {10, 1, RGBA, {ANY, T(2D), 9}, {RGBA, T(2D), 9}},
    {10, 1, LESS, {RGBA, T(2D), 0}, {RGBA, T(2D), 0}},
    {10, 4, RGBA, NONE, {RGBA, T(2DARRAY), 0, 0, 0, 4}},
    {10, 4, RGBA, {ANY, T(2DARRAY), 5, 0, 0, REST}, {RGBA, T(2DARRAY), 5, 0, 0, 4}},
    {10, 4, RGBA, {ANY, T(2DARRAY), 0, 0, 3, REST}, {RGBA, T(2DARRAY), 0, 0, 3, 1}},
    {10, 4, RGBA, {ANY, T(2DMS)}, {RGBA, T(2DMS)}},
    {10, 4, RGBA, {ANY, T(2DMSARRAY), 0, 0, 0, REST}, {RGBA, T(2DMSARRAY), 0, 0, 0, 4}},
    {1, 1, RGBA, {RGBA, T(1D), 0}, NONE},
    {1, 1, RGBA, {RGBA, T(3D), 0, 0, 0, 1}, NONE},
    {1, 1, RGBA, {LESS, T(2D), 0}, NONE},
    {1, 1, LESS, {ANY, T(2D), 0}, NONE},
    {1, 1, RGBA, {RGBA, T(2D), 1}, NONE},
    {1, 1, RGBA, {RGBA, T(2DARRAY), 0, 0, 0, 0}, NONE},
    {1, 1, RGBA, {RGBA, T(2DARRAY), 1, 0, 0, 1}, NONE},
    {1, 1, RGBA, {RGBA, T(2DARRAY), 0, 0, 0, 2}, NONE},
    {1, 1, RGBA, {RGBA, T(2DARRAY), 0, 0, 1, 1}, NONE},
    {1, 1, RGBA, {RGBA, T(2DMSARRAY), 0, 0, 1, 1}, NONE},
};

static const struct view_case rtvs_3d[] = {
    {2, 6, RGBA, NONE, {RGBA, T(3D), 0, 0, 0, 6}},
    {2, 4, RGBA, {ANY, T(3D), 1, 0, 0, REST}, {RGBA, T(3D), 1, 0, 0, 2}},
    {2, 4, RGBA, {ANY, T(3D), 0, 0, 3, REST}, {RGBA, T(3D), 0, 0, 3, 1}},
    {2, 4, RGBA, {ANY, T(3D), 1, 0, 1, REST}, {RGBA, T(3D), 1, 0, 1, 1}},
    {6, 8, RGBA, {ANY, T(3D), 5, 0, 0, REST}, {RGBA, T(3D), 5, 0, 0, 1}},
    {1, 9, RGBA, {RGBA, T(2D), 0}, NONE},
    {1, 9, RGBA, {RGBA, T(2DARRAY), 0, 0, 0, 1}, NONE},
    {1, 1, RGBA, {RGBA, T(3D), 0, 0, 0, 0}, NONE},
    {1, 1, RGBA, {RGBA, T(3D), 1, 0, 0, 1}, NONE},
    {1, 9, RGBA, {LESS, T(3D), 0, 0, 0, 1}, NONE},
    {4, 8, RGBA, {RGBA, T(3D), 0, 0, 0, 9}, NONE},
    {4, 8, RGBA, {RGBA, T(3D), 3, 0, 0, 2}, NONE},
    {4, 8, RGBA, {RGBA, T(3D), 0, 0, 8, REST}, NONE},
    {4, 8, RGBA, {RGBA, T(3D), 1, 0, 4, REST}, NONE},
    {4, 8, RGBA, {RGBA, T(3D), 3, 0, 1, REST}, NONE},
};

static const struct view_case dsvs[] = {
    {10, 1, D24, NONE, {D24, Z(2D), 0}},
    {10, 1, D24, {ANY, Z(2D), 9}, {D24, Z(2D), 9}},
    {10, 1, R24, {D24, Z(2D), 0}, {D24, Z(2D), 0}},
    {10, 4, D24, NONE, {D24, Z(2DARRAY), 0, 0, 0, 4}},
    {10, 4, D24, {ANY, Z(2DARRAY), 3, 0, 0, REST}, {D24, Z(2DARRAY), 3, 0, 0, 4}},
    {10, 4, D24, {ANY, Z(2DARRAY), 0, 0, 2, REST}, {D24, Z(2DARRAY), 0, 0, 2, 2}},
    {10, 4, D24, {ANY, Z(2DMS)}, {D24, Z(2DMS)}},
    {10, 4, D24, {ANY, Z(2DMSARRAY), 0, 0, 0, REST}, {D24, Z(2DMSARRAY), 0, 0, 0, 4}},
    {1, 1, D24, {D24, Z(1D), 0}, NONE},
    {1, 1, D24, {R24, Z(2D), 0}, NONE},
    {1, 1, R24, {ANY, Z(2D), 0}, NONE},
    {1, 1, D24, {D24, Z(2D), 1}, NONE},
    {1, 1, D24, {D24, Z(2DARRAY), 0, 0, 0, 0}, NONE},
    {1, 1, D24, {D24, Z(2DARRAY), 0, 0, 0, 2}, NONE},
    {1, 1, D24, {D24, Z(2DMSARRAY), 0, 0, 1, 1}, NONE},
};

static const struct view_case uavs_2d[] = {
    {1, 1, RGBA, NONE, {RGBA, U(2D), 0}},
    {10, 1, RGBA, {ANY, U(2D), 9}, {RGBA, U(2D), 9}},
    {10, 1, LESS, {RGBA, U(2D), 0}, {RGBA, U(2D), 0}},
    {10, 4, RGBA, NONE, {RGBA, U(2DARRAY), 0, 0, 0, 4}},
    {10, 4, RGBA, {ANY, U(2DARRAY), 5, 0, 0, REST}, {RGBA, U(2DARRAY), 5, 0, 0, 4}},
    {10, 4, RGBA, {ANY, U(2DARRAY), 0, 0, 3, REST}, {RGBA, U(2DARRAY), 0, 0, 3, 1}},
    {1, 1, RGBA, {RGBA, U(1D), 0}, NONE},
    {1, 1, RGBA, {RGBA, U(3D), 0, 0, 0, 1}, NONE},
    {1, 1, RGBA, {LESS, U(2D), 0}, NONE},
    {1, 1, LESS, {ANY, U(2D), 0}, NONE},
    {1, 1, RGBA, {RGBA, U(2D), 1}, NONE},
    {1, 1, RGBA, {RGBA, U(2DARRAY), 0, 0, 0, 0}, NONE},
    {1, 1, RGBA, {RGBA, U(2DARRAY), 0, 0, 0, 2}, NONE},
    {1, 1, RGBA, {RGBA, U(2DARRAY), 0, 0, 1, 1}, NONE},
};

static const struct view_case uavs_3d[] = {
    {2, 6, RGBA, NONE, {RGBA, U(3D), 0, 0, 0, 6}},
    {2, 4, RGBA, {ANY, U(3D), 1, 0, 0, REST}, {RGBA, U(3D), 1, 0, 0, 2}},
    {2, 4, RGBA, {ANY, U(3D), 0, 0, 3, REST}, {RGBA, U(3D), 0, 0, 3, 1}},
    {1, 9, RGBA, {RGBA, U(2D), 0}, NONE},
    {1, 1, RGBA, {RGBA, U(3D), 1, 0, 0, 1}, NONE},
    {4, 8, RGBA, {RGBA, U(3D), 0, 0, 0, 9}, NONE},
    {4, 8, RGBA, {RGBA, U(3D), 1, 0, 4, REST}, NONE},
};

static void views(void **state)
{
    struct rig rig = rig_open();
    check_views_2d(&rig, OF_SRV, SRV, 0, srvs_2d, COUNT(srvs_2d));
    check_views_2d(&rig, OF_SRV, SRV, CUBE, srvs_of_cubes, COUNT(srvs_of_cubes));
    check_views_3d(&rig, OF_SRV, SRV, srvs_3d, COUNT(srvs_3d));
    check_views_2d(&rig, OF_RTV, TARGET, 0, rtvs_2d, COUNT(rtvs_2d));
    check_views_3d(&rig, OF_RTV, TARGET, rtvs_3d, COUNT(rtvs_3d));
    check_views_2d(&rig, OF_DSV, DEPTH, 0, dsvs, COUNT(dsvs));
    check_views_2d(&rig, OF_UAV, UAV, 0, uavs_2d, COUNT(uavs_2d));
    check_views_3d(&rig, OF_UAV, UAV, uavs_3d, COUNT(uavs_3d));
    rig_close(&rig);
}

/* Which queries are predicates, and which of those CreatePredicate makes. */
static void queries(void **state)
{
    enum { QUERY, PREDICATE, PREDICATE_OF_A_STREAM };
    static const struct {
        D3D11_QUERY query;
        int what;
    } cases[] = {
        {D3D11_QUERY_EVENT, QUERY},
        {D3D11_QUERY_OCCLUSION, QUERY},
        {D3D11_QUERY_TIMESTAMP, QUERY},
        {D3D11_QUERY_TIMESTAMP_DISJOINT, QUERY},
        {D3D11_QUERY_PIPELINE_STATISTICS, QUERY},
        {D3D11_QUERY_OCCLUSION_PREDICATE, PREDICATE},
        {D3D11_QUERY_SO_STATISTICS, QUERY},
        {D3D11_QUERY_SO_OVERFLOW_PREDICATE, PREDICATE},
        {D3D11_QUERY_SO_STATISTICS_STREAM0, QUERY},
        {D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM0, PREDICATE_OF_A_STREAM},
        {D3D11_QUERY_SO_STATISTICS_STREAM3, QUERY},
        {D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3, PREDICATE_OF_A_STREAM},
    };
    struct rig rig = rig_open();
    ID3D11Predicate *predicate;
    ID3D11Query *query;
    IUnknown *as_predicate;
    assert_hr(ID3D11Device_CreateQuery(rig.device, NULL, &query), E_INVALIDARG);
    assert_hr(ID3D11Device_CreatePredicate(rig.device, NULL, &predicate), E_INVALIDARG);
    for (size_t i = 0; i < COUNT(cases); i++) {
        D3D11_QUERY_DESC desc = {cases[i].query, 0};
        bool can = cases[i].what == PREDICATE;
        assert_hr(ID3D11Device_CreateQuery(rig.device, &desc, NULL), S_FALSE);
        assert_ok(ID3D11Device_CreateQuery(rig.device, &desc, &query));
        assert_hr(ID3D11Query_QueryInterface(query, &IID_ID3D11Predicate, (void **)&as_predicate),
                  cases[i].what == QUERY ? E_NOINTERFACE : S_OK);
        if (as_predicate)
            IUnknown_Release(as_predicate);
        ID3D11Query_Release(query);
        assert_hr(ID3D11Device_CreatePredicate(rig.device, &desc, NULL), can ? S_FALSE : E_INVALIDARG);
        assert_hr(ID3D11Device_CreatePredicate(rig.device, &desc, &predicate), can ? S_OK : E_INVALIDARG);
        if (can)
            ID3D11Predicate_Release(predicate);
    }
    rig_close(&rig);
}

/* GetData before End, inside Begin and End, and with sizes that are not those of the answer. */
static void data_of_queries(void **state)
{
    static const struct {
        D3D11_QUERY query;
        UINT size;
        bool begins;
    } cases[] = {
        {D3D11_QUERY_OCCLUSION, 8, true},
        {D3D11_QUERY_TIMESTAMP, 8, false},
        {D3D11_QUERY_TIMESTAMP_DISJOINT, sizeof(D3D11_QUERY_DATA_TIMESTAMP_DISJOINT), true},
        {D3D11_QUERY_PIPELINE_STATISTICS, sizeof(D3D11_QUERY_DATA_PIPELINE_STATISTICS), true},
    };
    struct rig rig = rig_open();
    ID3D11DeviceContext *context = rig.context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        D3D11_QUERY_DESC desc = {cases[i].query, 0};
        ID3D11Asynchronous *query;
        uint8_t data[128];
        UINT size = cases[i].size;
        assert_ok(ID3D11Device_CreateQuery(rig.device, &desc, (ID3D11Query **)&query));
        assert_int_equal(ID3D11Asynchronous_GetDataSize(query), size);
        memset(data, 0xcd, sizeof(data));
        assert_hr(ID3D11DeviceContext_GetData(context, query, NULL, 0, 0), DXGI_ERROR_INVALID_CALL);
        assert_hr(ID3D11DeviceContext_GetData(context, query, data, size, 0), DXGI_ERROR_INVALID_CALL);
        if (cases[i].begins) {
            ID3D11DeviceContext_Begin(context, query);
            assert_hr(ID3D11DeviceContext_GetData(context, query, NULL, 0, 0), DXGI_ERROR_INVALID_CALL);
            assert_hr(ID3D11DeviceContext_GetData(context, query, data, size, 0), DXGI_ERROR_INVALID_CALL);
        }
        ID3D11DeviceContext_End(context, query);
        const UINT wrong[] = {size / 2, size - 1, size + 1, size * 2};
        for (size_t k = 0; k < COUNT(wrong); k++)
            assert_hr(ID3D11DeviceContext_GetData(context, query, data, wrong[k], 0), E_INVALIDARG);
        assert_hr(ID3D11DeviceContext_GetData(context, query, NULL, size, 0), E_INVALIDARG);
        assert_ok(ID3D11DeviceContext_GetData(context, query, data, 0, 0));
        for (size_t k = 0; k < sizeof(data); k++)
            assert_int_equal(data[k], 0xcd);
        assert_ok(ID3D11DeviceContext_GetData(context, query, NULL, 0, 0));
        assert_ok(ID3D11DeviceContext_GetData(context, query, data, size, D3D11_ASYNC_GETDATA_DONOTFLUSH));
        assert_int_equal(data[size], 0xcd);
        ID3D11Asynchronous_Release(query);
    }
    rig_close(&rig);
}

static const GUID some_guid = {0x2b6a1f0c, 0x7d3e, 0x4c55, {0x91, 0x08, 0x5e, 0x77, 0x23, 0xa0, 0x4d, 0x19}};
static const GUID other_guid = {0x8c41d9aa, 0x0f52, 0x4e13, {0xb7, 0x6c, 0x12, 0xf9, 0x3d, 0x64, 0x80, 0xee}};

static void private_data(void **state)
{
    static const UINT words[] = {1, 2, 3, 4};
    struct rig rig = rig_open(), other = rig_open();
    ID3D11Device *device = rig.device;
    IUnknown *held = (IUnknown *)other.device, *got = (IUnknown *)1;
    ULONG before = rig_refs(held);
    UINT size;
    assert_hr(ID3D11Device_SetPrivateData(device, &some_guid, 0, NULL), S_FALSE);
    assert_ok(ID3D11Device_SetPrivateDataInterface(device, &some_guid, NULL));
    assert_ok(ID3D11Device_SetPrivateData(device, &some_guid, ~0u, NULL));
    assert_hr(ID3D11Device_SetPrivateData(device, &some_guid, ~0u, NULL), S_FALSE);
    assert_ok(ID3D11Device_SetPrivateDataInterface(device, &some_guid, NULL));
    size = 2 * sizeof(got);
    assert_ok(ID3D11Device_GetPrivateData(device, &some_guid, &size, &got));
    assert_null(got);
    assert_int_equal(size, sizeof(got));

    assert_ok(ID3D11Device_SetPrivateDataInterface(device, &some_guid, held));
    assert_ok(ID3D11Device_SetPrivateDataInterface(device, &some_guid, held));
    assert_int_equal(rig_refs(held), before + 1);
    assert_ok(ID3D11Device_SetPrivateData(device, &some_guid, sizeof(words), words));
    assert_int_equal(rig_refs(held), before);
    assert_ok(ID3D11Device_SetPrivateData(device, &some_guid, 42, NULL));
    assert_hr(ID3D11Device_SetPrivateData(device, &some_guid, 42, NULL), S_FALSE);

    assert_ok(ID3D11Device_SetPrivateDataInterface(device, &some_guid, held));
    size = 2 * sizeof(got);
    assert_ok(ID3D11Device_GetPrivateData(device, &some_guid, &size, &got));
    assert_ptr_equal(got, held);
    assert_int_equal(rig_refs(held), before + 2);
    IUnknown_Release(got);
    size = 1;
    assert_ok(ID3D11Device_GetPrivateData(device, &some_guid, &size, NULL));
    assert_int_equal(size, sizeof(got));
    got = (IUnknown *)1;
    size = 1;
    assert_hr(ID3D11Device_GetPrivateData(device, &some_guid, &size, &got), DXGI_ERROR_MORE_DATA);
    assert_int_equal(size, sizeof(got));
    assert_hr(ID3D11Device_GetPrivateData(device, &other_guid, NULL, NULL), E_INVALIDARG);
    size = 77;
    assert_hr(ID3D11Device_GetPrivateData(device, &other_guid, &size, &got), DXGI_ERROR_NOT_FOUND);
    assert_int_equal(size, 0);
    assert_hr(ID3D11Device_GetPrivateData(device, &some_guid, NULL, &got), E_INVALIDARG);
    assert_ptr_equal(got, (IUnknown *)1);
    assert_ok(ID3D11Device_SetPrivateDataInterface(device, &some_guid, NULL));
    rig_close(&other);
    rig_close(&rig);
}

/* Bound objects whose last reference is released live on, with none, and come back as they were. */
static void references(void **state)
{
    struct rig rig = rig_open();
    D3D11_SAMPLER_DESC desc = {.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR,
                               .AddressU = D3D11_TEXTURE_ADDRESS_WRAP,
                               .AddressV = D3D11_TEXTURE_ADDRESS_WRAP,
                               .AddressW = D3D11_TEXTURE_ADDRESS_WRAP,
                               .MaxLOD = D3D11_FLOAT32_MAX};
    ID3D11SamplerState *sampler, *again;
    assert_ok(ID3D11Device_CreateSamplerState(rig.device, &desc, &sampler));
    assert_int_equal(rig_refs(sampler), 1);
    ID3D11DeviceContext_CSSetSamplers(rig.context, 0, 1, &sampler);
    assert_int_equal(ID3D11SamplerState_Release(sampler), 0);
    ID3D11DeviceContext_CSGetSamplers(rig.context, 0, 1, &again);
    assert_ptr_equal(again, sampler);
    assert_int_equal(ID3D11SamplerState_Release(again), 0);
    assert_ok(ID3D11Device_CreateSamplerState(rig.device, &desc, &again));
    assert_ptr_equal(again, sampler);
    assert_int_equal(ID3D11SamplerState_Release(again), 0);

    ULONG device_refs = rig_refs(rig.device);
    ID3D11DeviceContext *first, *second;
    ID3D11Device_GetImmediateContext(rig.device, &first);
    ID3D11Device_GetImmediateContext(rig.device, &second);
    assert_ptr_equal(first, second);
    assert_int_equal(rig_refs(rig.device), device_refs); /* the rig's context holds the device already */
    ID3D11DeviceContext_Release(first);
    ID3D11DeviceContext_Release(second);

    /* Without the debug flag there is no queue of messages. */
    IUnknown *none;
    assert_hr(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11InfoQueue, (void **)&none), E_NOINTERFACE);
    assert_hr(ID3D11Device_QueryInterface(rig.device, &IID_ID3D11Debug, (void **)&none), E_NOINTERFACE);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures_2d),     cmocka_unit_test(surfaces_and_samples),
        cmocka_unit_test(textures_3d),     cmocka_unit_test(buffers),
        cmocka_unit_test(views),           cmocka_unit_test(queries),
        cmocka_unit_test(data_of_queries), cmocka_unit_test(private_data),
        cmocka_unit_test(references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
