/*
 * Typed loads and stores of textures through the API: formats of every layout, places inside and outside, near one
 * another and not. Lanes and generated code have to give the interpreter's bytes, on every instruction set that the
 * processor has. What is right is said by test_format.
 */
#include "../../support/executor_rig.h"

enum { THREADS_X = 32, THREADS_Y = 12, THREADS = THREADS_X * THREADS_Y, SIDE = 48, CASES = 5, OUT_BYTES = THREADS * 32 };
enum { TEXTURE_BYTES = SIDE * SIDE * 16 };

static int within(int least, int most)
{
    return least + (int)(rig_random() % (uint32_t)(most - least + 1));
}

struct format_case {
    DXGI_FORMAT format;
    UINT bytes;
    bool stored;
};
struct group {
    const char *shader;
    struct format_case formats[13];
};
static const struct group groups[] = {
    {"texels_floats",
     {{DXGI_FORMAT_R32G32B32A32_FLOAT, 16, true}, {DXGI_FORMAT_R16G16B16A16_FLOAT, 8, true},
      {DXGI_FORMAT_R32G32_FLOAT, 8, true}, {DXGI_FORMAT_R16G16_FLOAT, 4, true}, {DXGI_FORMAT_R32_FLOAT, 4, true},
      {DXGI_FORMAT_R16_FLOAT, 2, true}, {DXGI_FORMAT_R11G11B10_FLOAT, 4, true},
      {DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, 4, false}, {DXGI_FORMAT_R9G9B9E5_SHAREDEXP, 4, false},
      {DXGI_FORMAT_R8G8_SNORM, 2, false}, {DXGI_FORMAT_B8G8R8A8_UNORM, 4, false}, {DXGI_FORMAT_R8_UNORM, 1, false}}},
    {"texels_fractions",
     {{DXGI_FORMAT_R8G8B8A8_UNORM, 4, true}, {DXGI_FORMAT_R16G16B16A16_UNORM, 8, true},
      {DXGI_FORMAT_R10G10B10A2_UNORM, 4, true}, {DXGI_FORMAT_R16G16_UNORM, 4, true}, {DXGI_FORMAT_R8G8_UNORM, 2, true},
      {DXGI_FORMAT_R16_UNORM, 2, true}, {DXGI_FORMAT_R8_UNORM, 1, true}, {DXGI_FORMAT_A8_UNORM, 1, true},
      {DXGI_FORMAT_B5G6R5_UNORM, 2, false}, {DXGI_FORMAT_B4G4R4A4_UNORM, 2, false},
      {DXGI_FORMAT_B8G8R8X8_UNORM, 4, false}, {DXGI_FORMAT_R32G32B32A32_FLOAT, 16, false}}},
    {"texels_uints",
     {{DXGI_FORMAT_R32G32B32A32_UINT, 16, true}, {DXGI_FORMAT_R16G16B16A16_UINT, 8, true},
      {DXGI_FORMAT_R32G32_UINT, 8, true}, {DXGI_FORMAT_R8G8B8A8_UINT, 4, true}, {DXGI_FORMAT_R10G10B10A2_UINT, 4, true},
      {DXGI_FORMAT_R32_UINT, 4, true}, {DXGI_FORMAT_R16_UINT, 2, true}, {DXGI_FORMAT_R8_UINT, 1, true}}},
    {"texels_ints",
     {{DXGI_FORMAT_R32G32B32A32_SINT, 16, true}, {DXGI_FORMAT_R16G16B16A16_SINT, 8, true},
      {DXGI_FORMAT_R8G8B8A8_SINT, 4, true}, {DXGI_FORMAT_R16G16_SINT, 4, true}, {DXGI_FORMAT_R32_SINT, 4, true},
      {DXGI_FORMAT_R16_SINT, 2, true}, {DXGI_FORMAT_R8_SINT, 1, true}}},
};

struct texel_case {
    struct format_case from, to;
    UINT width, height, mips;
    int32_t places[THREADS][4];
    struct {
        int32_t from[2], to[2], last[2];
        float scale[2];
    } parameters;
    uint8_t texels[2 * TEXTURE_BYTES];
};

static void make_case(const struct group *group, const struct format_case *from, struct texel_case *c)
{
    UINT count = 0;

    while (group->formats[count].stored)
        count++;
    c->from = *from;
    c->to = from->stored && rig_random() % 2 ? *from : group->formats[rig_random() % count];
    c->width = (UINT)within(8, SIDE);
    c->height = (UINT)within(4, SIDE);
    c->mips = (UINT)within(1, 2);
    for (unsigned i = 0; i < THREADS; i++) {
        /* No two threads store to one place. */
        int place[4] = {within(-3, SIDE + 3), within(-3, SIDE + 3), (int)(i % THREADS_X), 16 + (int)(i / THREADS_X)};

        if (rig_random() % 2)
            place[0] = (int)i % 8 + within(0, 3);
        memcpy(c->places[i], place, sizeof(place));
    }
    for (unsigned axis = 0; axis < 2; axis++) {
        c->parameters.from[axis] = rig_random() % 2 ? 0 : within(-9, 9);
        c->parameters.to[axis] = rig_random() % 2 ? 0 : axis ? within(-5, 3) : within(-9, 16);
        c->parameters.last[axis] = (int)(axis ? c->height : c->width) - 1;
        c->parameters.scale[axis] = rig_random() % 2 ? 0.5f : 1.3f;
    }
    for (size_t i = 0; i < sizeof(c->texels); i++)
        c->texels[i] = (uint8_t)rig_random();
}

static ID3D11Texture2D *make_texture(const struct rig *rig, const struct texel_case *c, const struct format_case *format,
                                     UINT side, UINT mips, UINT bind)
{
    UINT width = side ? side : c->width, height = side ? side : c->height;
    D3D11_TEXTURE2D_DESC desc = {width, height, mips, 1, format->format, {1, 0}, D3D11_USAGE_DEFAULT, bind, 0, 0};
    D3D11_SUBRESOURCE_DATA data[2] = {{c->texels, width * format->bytes, 0},
                                      {c->texels + TEXTURE_BYTES, width / 2 * format->bytes, 0}};
    ID3D11Texture2D *made;

    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, data, &made));
    return made;
}

static void read_texture(const struct rig *rig, ID3D11Texture2D *texture, UINT bytes, uint8_t *out)
{
    D3D11_TEXTURE2D_DESC desc;
    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11Texture2D *copy;

    ID3D11Texture2D_GetDesc(texture, &desc);
    desc.Usage = D3D11_USAGE_STAGING;
    desc.BindFlags = 0;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &copy));
    ID3D11DeviceContext_CopyResource(rig->context, (ID3D11Resource *)copy, (ID3D11Resource *)texture);
    assert_ok(ID3D11DeviceContext_Map(rig->context, (ID3D11Resource *)copy, 0, D3D11_MAP_READ, 0, &mapped));
    for (UINT y = 0; y < desc.Height; y++)
        memcpy(out + y * desc.Width * bytes, (uint8_t *)mapped.pData + y * mapped.RowPitch, desc.Width * bytes);
    ID3D11Texture2D_Release(copy);
}

static void run_case(const struct rig *rig, ID3D11ComputeShader *shader, const struct texel_case *c, uint8_t *out)
{
    D3D11_BUFFER_DESC constants = {.ByteWidth = sizeof(c->parameters), .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Texture2D *from = make_texture(rig, c, &c->from, 0, c->mips, D3D11_BIND_SHADER_RESOURCE),
                    *to = make_texture(rig, c, &c->to, SIDE, 1, D3D11_BIND_UNORDERED_ACCESS);
    ID3D11Buffer *places = rig_structured(rig, THREADS * 16, 16, D3D11_BIND_SHADER_RESOURCE, c->places),
                 *results = rig_structured(rig, OUT_BYTES, 16, D3D11_BIND_UNORDERED_ACCESS, NULL),
                 *parameters = rig_buffer(rig, &constants, &c->parameters);
    ID3D11ShaderResourceView *views[2] = {rig_srv(rig, places, NULL), rig_srv(rig, from, NULL)};
    ID3D11UnorderedAccessView *targets[2] = {rig_uav(rig, to, NULL), rig_uav(rig, results, NULL)};

    ID3D11DeviceContext_CSSetShader(rig->context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetConstantBuffers(rig->context, 0, 1, &parameters);
    ID3D11DeviceContext_CSSetShaderResources(rig->context, 0, 2, views);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig->context, 0, 2, targets, NULL);
    ID3D11DeviceContext_Dispatch(rig->context, THREADS_X / 16, THREADS_Y / 4, 1);
    rig_read(rig, results, out, OUT_BYTES);
    read_texture(rig, to, c->to.bytes, out + OUT_BYTES);
    ID3D11DeviceContext_ClearState(rig->context);
    for (unsigned i = 0; i < 2; i++) {
        ID3D11ShaderResourceView_Release(views[i]);
        ID3D11UnorderedAccessView_Release(targets[i]);
    }
    ID3D11Buffer_Release(places);
    ID3D11Buffer_Release(results);
    ID3D11Buffer_Release(parameters);
    ID3D11Texture2D_Release(from);
    ID3D11Texture2D_Release(to);
}

/* All cases of all groups on one device: into `expected`, or compared with it. */
enum { CASE_BYTES = OUT_BYTES + TEXTURE_BYTES };

static void run_group(const struct rig *rig, const struct group *group, const char *where, bool first, uint8_t *expected)
{
    static struct texel_case c;
    static uint8_t out[CASE_BYTES];
    ID3D11ComputeShader *shader = rig_shader(rig, group->shader);

    rig_random_begin();
    for (const struct format_case *from = group->formats; from->bytes; from++) {
        for (unsigned number = 0; number < CASES; number++, expected += CASE_BYTES) {
            make_case(group, from, &c);
            memset(out, 0, sizeof(out));
            run_case(rig, shader, &c, out);
            if (first)
                memcpy(expected, out, sizeof(out));
            for (size_t i = 0; i < sizeof(out); i++) {
                if (out[i] != expected[i])
                    fail_msg("%s, %s, case %u, formats %d to %d, %u x %u: byte %zu of %s is 0x%02x instead of 0x%02x",
                             where, group->shader, number, c.from.format, c.to.format, c.width, c.height,
                             i < OUT_BYTES ? i : i - OUT_BYTES, i < OUT_BYTES ? "the results" : "the texture", out[i],
                             expected[i]);
            }
        }
    }
    ID3D11ComputeShader_Release(shader);
}

static void run_all(const struct group *group)
{
    uint8_t *expected = malloc((size_t)13 * CASES * CASE_BYTES);
    char where[32];
    struct rig rig;

    for (unsigned i = 0; i < EXECUTOR_RIGS; i++) {
        if (!executor_rig_open(i, &rig, where))
            continue;
        run_group(&rig, group, where, i == 0, expected);
        rig_close(&rig);
    }
    free(expected);
    executor_rig_end();
}

/* ---- samples ---- */

static ID3D11ShaderResourceView *cleared_samples(const struct rig *rig, UINT count, UINT layers)
{
    D3D11_TEXTURE2D_DESC desc = {5, 3, 1, layers, DXGI_FORMAT_R32G32B32A32_FLOAT, {count, 0}, D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE, 0, 0};
    ID3D11ShaderResourceView *view;
    ID3D11Texture2D *texture;

    assert_ok(ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, &texture));
    for (UINT layer = 0; layer < layers; layer++) {
        D3D11_RENDER_TARGET_VIEW_DESC one = {.Format = desc.Format,
                                             .ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY,
                                             .Texture2DMSArray = {layer, 1}};
        const FLOAT colour[4] = {1.5f + (float)layer, -2, 0.25f, (float)count};
        ID3D11RenderTargetView *target;

        assert_ok(ID3D11Device_CreateRenderTargetView(rig->device, (ID3D11Resource *)texture, layers > 1 ? &one : NULL,
                                                      &target));
        ID3D11DeviceContext_ClearRenderTargetView(rig->context, target, colour);
        ID3D11RenderTargetView_Release(target);
    }
    view = rig_srv(rig, texture, NULL);
    ID3D11Texture2D_Release(texture);
    return view;
}

/* Sixteenths of a pixel, as Direct3D places them. */
static const int8_t positions[4][8][2] = {
    {{0, 0}},
    {{4, 4}, {-4, -4}},
    {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}},
    {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}},
};

static void check_samples(float (*out)[4][4], UINT log_count)
{
    UINT count = 1u << log_count;

    for (UINT y = 0; y < 4; y++) {
        for (UINT x = 0; x < 9; x++) {
            float (*at)[4] = out[y * 9 + x];
            float there = x < count ? 1.0f : 0.0f;
            float px = x < count ? (float)positions[log_count][x][0] / 16 : 0;
            float py = x < count ? (float)positions[log_count][x][1] / 16 : 0;
            const float expected[4][4] = {
                {1.5f * there, -2 * there, 0.25f * there, (float)count * there},
                {(1.5f + (float)(y & 1)) * there, -2 * there, 0.25f * there, (float)count * there},
                {px, py, px, py},
                {5, 3, 2, (float)count}};

            for (unsigned k = 0; k < 16; k++)
                if (at[k / 4][k % 4] != expected[k / 4][k % 4])
                    fail_msg("%u samples, number %u of texel %u: result %u component %u is %g instead of %g", count, x, y,
                             k / 4, k % 4, (double)at[k / 4][k % 4], (double)expected[k / 4][k % 4]);
        }
    }
}

static void samples_on(const struct rig *rig)
{
    static float out[36][4][4];
    ID3D11ComputeShader *shader = rig_shader(rig, "samples");

    for (UINT log_count = 1; log_count < 4; log_count++) {
        ID3D11ShaderResourceView *views[2] = {cleared_samples(rig, 1u << log_count, 1),
                                              cleared_samples(rig, 1u << log_count, 2)};
        ID3D11Buffer *results = rig_structured(rig, sizeof(out), 16, D3D11_BIND_UNORDERED_ACCESS, NULL);
        ID3D11UnorderedAccessView *target = rig_uav(rig, results, NULL);

        ID3D11DeviceContext_CSSetShader(rig->context, shader, NULL, 0);
        ID3D11DeviceContext_CSSetShaderResources(rig->context, 0, 2, views);
        ID3D11DeviceContext_CSSetUnorderedAccessViews(rig->context, 0, 1, &target, NULL);
        ID3D11DeviceContext_Dispatch(rig->context, 1, 1, 1);
        rig_read(rig, results, out, sizeof(out));
        check_samples(out, log_count);
        ID3D11DeviceContext_ClearState(rig->context);
        ID3D11ShaderResourceView_Release(views[0]);
        ID3D11ShaderResourceView_Release(views[1]);
        ID3D11UnorderedAccessView_Release(target);
        ID3D11Buffer_Release(results);
    }
    ID3D11ComputeShader_Release(shader);
}

static void samples(void **state)
{
    struct rig rig;
    char where[32];

    for (unsigned i = 0; i < EXECUTOR_RIGS; i++) {
        if (!executor_rig_open(i, &rig, where))
            continue;
        samples_on(&rig);
        rig_close(&rig);
    }
    executor_rig_end();
}

#define GROUP(name, number)                                                                                            \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        run_all(&groups[number]);                                                                                      \
    }
GROUP(floats, 0)
GROUP(fractions, 1)
GROUP(uints, 2)
GROUP(ints, 3)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats),
        cmocka_unit_test(fractions),
        cmocka_unit_test(uints),
        cmocka_unit_test(ints),
        cmocka_unit_test(samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
