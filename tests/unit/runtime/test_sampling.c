/*
 * Filtered sampling through the API: textures of every dimension and many formats, with random texels, samplers and
 * places, those that are no numbers included. Lanes and generated code have to give the interpreter's bytes, on every
 * instruction set that the processor has. What is right is said by test_sample.
 */
#include <math.h>

#include "../../support/executor_rig.h"

enum { SIDE = 16, THREADS = SIDE * SIDE, RESULTS = 12, CASES = 40, MIPS = 5, LAYERS = 12 };
enum { OUT_BYTES = THREADS * RESULTS * 16 };

static float between(float least, float most)
{
    return least + (most - least) * (float)(rig_random() >> 8) * 0x1p-24f;
}

/* ---- what is sampled ---- */

struct kind {
    const char *shader;
    D3D_SRV_DIMENSION dimension;
    UINT layers;
};
static const struct kind kinds[] = {
    {"sampling_flat", D3D_SRV_DIMENSION_TEXTURE2D, 1},        {"sampling_layers", D3D_SRV_DIMENSION_TEXTURE2DARRAY, 3},
    {"sampling_line", D3D_SRV_DIMENSION_TEXTURE1D, 1},        {"sampling_lines", D3D_SRV_DIMENSION_TEXTURE1DARRAY, 3},
    {"sampling_volume", D3D_SRV_DIMENSION_TEXTURE3D, 1},      {"sampling_cube", D3D_SRV_DIMENSION_TEXTURECUBE, 6},
    {"sampling_cubes", D3D_SRV_DIMENSION_TEXTURECUBEARRAY, 12},
};

struct texture_case {
    DXGI_FORMAT format, view;
    UINT element, block; /* bytes, texels on a side */
    UINT width, height, depth, mips;
    uint8_t *bytes;
    D3D11_SUBRESOURCE_DATA data[LAYERS * MIPS];
};

struct format_case {
    DXGI_FORMAT format, view;
    UINT element, block;
};
static const struct format_case formats[] = {
    {DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_R8G8B8A8_UNORM, 4, 1},
    {DXGI_FORMAT_B8G8R8A8_UNORM, DXGI_FORMAT_B8G8R8A8_UNORM, 4, 1},
    {DXGI_FORMAT_B8G8R8X8_UNORM, DXGI_FORMAT_B8G8R8X8_UNORM, 4, 1},
    {DXGI_FORMAT_R8G8B8A8_TYPELESS, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, 4, 1},
    {DXGI_FORMAT_R16G16B16A16_FLOAT, DXGI_FORMAT_R16G16B16A16_FLOAT, 8, 1},
    {DXGI_FORMAT_R32G32B32A32_FLOAT, DXGI_FORMAT_R32G32B32A32_FLOAT, 16, 1},
    {DXGI_FORMAT_R32_FLOAT, DXGI_FORMAT_R32_FLOAT, 4, 1},
    {DXGI_FORMAT_R8_UNORM, DXGI_FORMAT_R8_UNORM, 1, 1},
    {DXGI_FORMAT_R16_UNORM, DXGI_FORMAT_R16_UNORM, 2, 1},
    {DXGI_FORMAT_R8G8_SNORM, DXGI_FORMAT_R8G8_SNORM, 2, 1},
    {DXGI_FORMAT_R10G10B10A2_UNORM, DXGI_FORMAT_R10G10B10A2_UNORM, 4, 1},
    {DXGI_FORMAT_R11G11B10_FLOAT, DXGI_FORMAT_R11G11B10_FLOAT, 4, 1},
    {DXGI_FORMAT_R9G9B9E5_SHAREDEXP, DXGI_FORMAT_R9G9B9E5_SHAREDEXP, 4, 1},
    {DXGI_FORMAT_A8_UNORM, DXGI_FORMAT_A8_UNORM, 1, 1},
    {DXGI_FORMAT_BC1_UNORM, DXGI_FORMAT_BC1_UNORM, 8, 4},
    {DXGI_FORMAT_BC5_SNORM, DXGI_FORMAT_BC5_SNORM, 16, 4},
    {DXGI_FORMAT_BC6H_SF16, DXGI_FORMAT_BC6H_SF16, 16, 4},
    {DXGI_FORMAT_BC7_UNORM_SRGB, DXGI_FORMAT_BC7_UNORM_SRGB, 16, 4},
};

static UINT halved(UINT size, UINT mip)
{
    return size >> mip ? size >> mip : 1;
}

static UINT blocks(UINT size, UINT block)
{
    return (size + block - 1) / block;
}

static bool is_line(const struct kind *kind)
{
    return kind->dimension == D3D_SRV_DIMENSION_TEXTURE1D || kind->dimension == D3D_SRV_DIMENSION_TEXTURE1DARRAY;
}

static void fill_texels(const struct texture_case *t, size_t size)
{
    bool single = t->format == DXGI_FORMAT_R32_FLOAT || t->format == DXGI_FORMAT_R32G32B32A32_FLOAT;

    for (size_t i = 0; i < size; i++)
        t->bytes[i] = (uint8_t)rig_random();
    for (size_t i = 0; single && i < size / 4; i++) /* few that are huge or no numbers */
        ((float *)t->bytes)[i] = rig_random() % 64 ? between(-3, 3) : ((float *)t->bytes)[i];
}

static void make_texels(struct texture_case *t, const struct kind *kind, const struct format_case *format)
{
    size_t used = 0;

    *t = (struct texture_case){.format = format->format,
                               .view = format->view,
                               .element = format->element,
                               .block = format->block,
                               .width = (1 + rig_random() % 10) * 4,
                               .height = is_line(kind) ? 1 : (1 + rig_random() % 10) * 4,
                               .depth = kind->dimension == D3D_SRV_DIMENSION_TEXTURE3D ? 1 + rig_random() % 7 : 1,
                               .mips = 1 + rig_random() % 3};
    if (kind->layers >= 6)
        t->height = t->width;
    t->bytes = malloc((size_t)LAYERS * 2 * 40 * 40 * 16 * 8);
    for (UINT layer = 0; layer < kind->layers; layer++) {
        for (UINT mip = 0; mip < t->mips; mip++) {
            D3D11_SUBRESOURCE_DATA *data = &t->data[layer * t->mips + mip];

            data->pSysMem = t->bytes + used;
            data->SysMemPitch = blocks(halved(t->width, mip), t->block) * t->element;
            data->SysMemSlicePitch = data->SysMemPitch * blocks(halved(t->height, mip), t->block);
            used += (size_t)data->SysMemSlicePitch * halved(t->depth, mip);
        }
    }
    fill_texels(t, used);
}

static ID3D11Resource *make_texture(const struct rig *rig, const struct kind *kind, const struct texture_case *t)
{
    const UINT bind = D3D11_BIND_SHADER_RESOURCE;
    D3D11_TEXTURE1D_DESC line = {t->width, t->mips, kind->layers, t->format, D3D11_USAGE_DEFAULT, bind, 0, 0};
    D3D11_TEXTURE2D_DESC flat = {t->width, t->height, t->mips, kind->layers, t->format, {1, 0}, D3D11_USAGE_DEFAULT,
                                 bind, 0, kind->layers >= 6 ? D3D11_RESOURCE_MISC_TEXTURECUBE : 0};
    D3D11_TEXTURE3D_DESC volume = {t->width, t->height, t->depth, t->mips, t->format, D3D11_USAGE_DEFAULT, bind, 0, 0};
    void *made = NULL;

    if (is_line(kind))
        assert_ok(ID3D11Device_CreateTexture1D(rig->device, &line, t->data, (ID3D11Texture1D **)&made));
    else if (kind->dimension == D3D_SRV_DIMENSION_TEXTURE3D)
        assert_ok(ID3D11Device_CreateTexture3D(rig->device, &volume, t->data, (ID3D11Texture3D **)&made));
    else
        assert_ok(ID3D11Device_CreateTexture2D(rig->device, &flat, t->data, (ID3D11Texture2D **)&made));
    return made;
}

static ID3D11ShaderResourceView *make_view(const struct rig *rig, const struct kind *kind,
                                           const struct texture_case *t, ID3D11Resource *texture)
{
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {.Format = t->view, .ViewDimension = kind->dimension};

    /* Mips stand in the first two words of every member of the union, slices behind. */
    desc.Texture2DArray = (D3D11_TEX2D_ARRAY_SRV){0, UINT32_MAX, 0, kind->layers};
    if (kind->dimension == D3D_SRV_DIMENSION_TEXTURECUBEARRAY)
        desc.TextureCubeArray = (D3D11_TEXCUBE_ARRAY_SRV){0, UINT32_MAX, 0, kind->layers / 6};
    return rig_srv(rig, texture, &desc);
}

/* ---- how ---- */

static D3D11_SAMPLER_DESC random_sampler(bool compares)
{
    static const D3D11_FILTER filters[] = {
        D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_FILTER_MIN_MAG_LINEAR_MIP_POINT, D3D11_FILTER_MIN_MAG_LINEAR_MIP_POINT,
        D3D11_FILTER_MIN_MAG_LINEAR_MIP_POINT, D3D11_FILTER_MIN_MAG_MIP_LINEAR,
        D3D11_FILTER_MIN_POINT_MAG_LINEAR_MIP_POINT, D3D11_FILTER_MIN_LINEAR_MAG_POINT_MIP_LINEAR,
        D3D11_FILTER_ANISOTROPIC};
    D3D11_SAMPLER_DESC desc = {.Filter = filters[rig_random() % 8],
                               .MipLODBias = rig_random() % 3 ? 0 : between(-1, 1),
                               .MaxAnisotropy = 1 + rig_random() % 16,
                               .ComparisonFunc = (D3D11_COMPARISON_FUNC)(1 + rig_random() % 8),
                               .BorderColor = {between(-1, 2), between(0, 1), between(0, 1), between(0, 1)},
                               .MinLOD = rig_random() % 4 ? 0 : between(0, 1),
                               .MaxLOD = rig_random() % 4 ? D3D11_FLOAT32_MAX : between(1, 2)};
    D3D11_TEXTURE_ADDRESS_MODE modes[3];

    for (unsigned axis = 0; axis < 3; axis++)
        modes[axis] = rig_random() % 3 ? (rig_random() % 2 ? D3D11_TEXTURE_ADDRESS_WRAP : D3D11_TEXTURE_ADDRESS_CLAMP)
                                 : (D3D11_TEXTURE_ADDRESS_MODE)(1 + rig_random() % 5);
    desc.AddressU = modes[0];
    desc.AddressV = modes[1];
    desc.AddressW = modes[2];
    if (compares)
        desc.Filter |= 0x80;
    else if (rig_random() % 4 == 0)
        desc.Filter |= rig_random() % 2 ? 0x100 : 0x180; /* the least, the greatest */
    return desc;
}

struct places {
    float point[THREADS][4], more[THREADS][4];
    struct {
        float start[4], across[4], down[4], level, unused[3];
    } parameters;
};

static float random_coordinate(void)
{
    static const float odd[] = {-0.0f, 1e-40f, -1e-40f, 1e30f, -1e30f, 1.0f, INFINITY, -INFINITY, NAN, 16777216.0f};

    return rig_random() % 8 ? between(-2, 3) : odd[rig_random() % 10];
}

static void make_places(struct places *p)
{
    float step = rig_random() % 2 ? 0.02f : 0.3f;

    for (unsigned i = 0; i < THREADS; i++) {
        for (unsigned c = 0; c < 4; c++)
            p->point[i][c] = random_coordinate();
        p->more[i][0] = rig_random() % 16 ? between(-0.5f, 3) : random_coordinate();
        p->more[i][1] = between(-0.2f, 1.2f);
        p->more[i][2] = between(-1, 1);
        p->more[i][3] = between(-1, 1);
    }
    memset(&p->parameters, 0, sizeof(p->parameters));
    for (unsigned c = 0; c < 3; c++) {
        p->parameters.start[c] = between(-1, 1);
        p->parameters.across[c] = c == 0 || rig_random() % 2 ? between(-step, step) : 0;
        p->parameters.down[c] = c == 1 || rig_random() % 2 ? between(-step, step) : 0;
    }
    p->parameters.level = rig_random() % 2 ? 0 : between(0, 3);
}

/* ---- runs ---- */

static ID3D11ShaderResourceView *words_view(const struct rig *rig, const void *words)
{
    ID3D11Buffer *buffer = rig_structured(rig, THREADS * 16, 16, D3D11_BIND_SHADER_RESOURCE, words);
    ID3D11ShaderResourceView *view = rig_srv(rig, buffer, NULL);

    ID3D11Buffer_Release(buffer);
    return view;
}

struct sampling_case {
    const struct kind *kind;
    struct texture_case texture;
    D3D11_SAMPLER_DESC samplers[2];
    struct places places;
    float least_mip;
};

static void run_case(const struct rig *rig, ID3D11ComputeShader *shader, const struct sampling_case *c, uint8_t *out)
{
    D3D11_BUFFER_DESC constants = {.ByteWidth = sizeof(c->places.parameters),
                                   .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Resource *texture = make_texture(rig, c->kind, &c->texture);
    ID3D11ShaderResourceView *views[3] = {words_view(rig, c->places.point), words_view(rig, c->places.more),
                                          make_view(rig, c->kind, &c->texture, texture)};
    ID3D11Buffer *parameters = rig_buffer(rig, &constants, &c->places.parameters),
                 *results = rig_structured(rig, OUT_BYTES, 16, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11UnorderedAccessView *target = rig_uav(rig, results, NULL);
    ID3D11SamplerState *samplers[2];

    for (unsigned i = 0; i < 2; i++)
        assert_ok(ID3D11Device_CreateSamplerState(rig->device, &c->samplers[i], &samplers[i]));
    ID3D11DeviceContext_SetResourceMinLOD(rig->context, texture, c->least_mip);
    ID3D11DeviceContext_CSSetShader(rig->context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetConstantBuffers(rig->context, 0, 1, &parameters);
    ID3D11DeviceContext_CSSetShaderResources(rig->context, 0, 3, views);
    ID3D11DeviceContext_CSSetSamplers(rig->context, 0, 2, samplers);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig->context, 0, 1, &target, NULL);
    ID3D11DeviceContext_Dispatch(rig->context, SIDE / 8, SIDE / 8, 1);
    rig_read(rig, results, out, OUT_BYTES);
    ID3D11DeviceContext_ClearState(rig->context);
    for (unsigned i = 0; i < 3; i++)
        ID3D11ShaderResourceView_Release(views[i]);
    for (unsigned i = 0; i < 2; i++)
        ID3D11SamplerState_Release(samplers[i]);
    ID3D11UnorderedAccessView_Release(target);
    ID3D11Buffer_Release(results);
    ID3D11Buffer_Release(parameters);
    ID3D11Resource_Release(texture);
}

static void make_case(const struct kind *kind, struct sampling_case *c)
{
    UINT count = sizeof(formats) / sizeof(*formats);
    const struct format_case *format = &formats[rig_random() % 3 ? rig_random() % count : rig_random() % 3];

    while (is_line(kind) && format->block > 1)
        format = &formats[rig_random() % count];
    c->kind = kind;
    make_texels(&c->texture, kind, format);
    c->samplers[0] = random_sampler(false);
    c->samplers[1] = random_sampler(true);
    make_places(&c->places);
    c->least_mip = rig_random() % 5 ? 0 : between(0, (float)c->texture.mips);
}

static void compare(const uint8_t *out, const uint8_t *expected, const char *where, const struct sampling_case *c,
                    unsigned number)
{
    const uint32_t *a = (const uint32_t *)out, *b = (const uint32_t *)expected;

    for (uint32_t i = 0; i < OUT_BYTES / 4; i++) {
        if (a[i] != b[i])
            fail_msg("%s, %s, case %u (format %d, filters %x %x, %u x %u x %u, %u mips, address %d %d): thread %u, "
                     "result %u, component %u is 0x%08x instead of 0x%08x",
                     where, c->kind->shader, number, c->texture.view, c->samplers[0].Filter, c->samplers[1].Filter,
                     c->texture.width, c->texture.height, c->texture.depth, c->texture.mips,
                     c->samplers[0].AddressU, c->samplers[0].AddressV, i / 4 / RESULTS, i / 4 % RESULTS, i % 4, a[i],
                     b[i]);
    }
}

/* All cases of a kind on one device: into `expected`, or compared with it. */
static void run_kind(const struct rig *rig, const struct kind *kind, const char *where, bool first, uint8_t *expected)
{
    static struct sampling_case c;
    static uint8_t out[OUT_BYTES];
    ID3D11ComputeShader *shader = rig_shader(rig, kind->shader);

    rig_random_begin();
    for (unsigned number = 0; number < CASES; number++) {
        make_case(kind, &c);
        run_case(rig, shader, &c, first ? expected + (size_t)number * OUT_BYTES : out);
        if (!first)
            compare(out, expected + (size_t)number * OUT_BYTES, where, &c, number);
        free(c.texture.bytes);
    }
    ID3D11ComputeShader_Release(shader);
}

static void run_all(const struct kind *kind)
{
    uint8_t *expected = malloc((size_t)CASES * OUT_BYTES);
    struct rig rig;
    char where[32];

    for (unsigned i = 0; i < EXECUTOR_RIGS; i++) {
        if (!executor_rig_open(i, &rig, where))
            continue;
        run_kind(&rig, kind, where, i == 0, expected);
        rig_close(&rig);
    }
    free(expected);
    executor_rig_end();
}

#define KIND(name, number)                                                                                           \
    static void name(void **state)                                                                                   \
    {                                                                                                                \
        run_all(&kinds[number]);                                                                                     \
    }
KIND(flat, 0)
KIND(layers, 1)
KIND(line, 2)
KIND(lines, 3)
KIND(volume, 4)
KIND(cube, 5)
KIND(cubes, 6)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat),   cmocka_unit_test(layers), cmocka_unit_test(line),  cmocka_unit_test(lines),
        cmocka_unit_test(volume), cmocka_unit_test(cube),   cmocka_unit_test(cubes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
