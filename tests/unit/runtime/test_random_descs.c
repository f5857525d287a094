/*
 * Random descriptions, most of them wrong in one or two fields: the create calls answer with a documented
 * HRESULT, give nothing when they fail, and views of whatever was made stay inside it (AddressSanitizer,
 * clears).
 */
#include "../../support/runtime_rig.h"

enum { ROUNDS = 20000 };

static uint64_t seed = 12345;

static uint32_t random_bits(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33);
}

/* Mostly small, sometimes nasty. */
static uint32_t number(uint32_t limit)
{
    static const uint32_t nasty[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0, 16385, 2049};
    uint32_t bits = random_bits();
    return bits % 16 == 0 ? nasty[(bits >> 4) % (sizeof(nasty) / sizeof(*nasty))] : (bits >> 4) % (limit + 1);
}

/* A few of the low bits of `all`, seldom another. */
static UINT flags(UINT all)
{
    UINT bits = random_bits() & random_bits() & all;
    return random_bits() % 32 ? bits : bits | 1u << random_bits() % 32;
}

/* One of a list of usual values, seldom of all bits. */
#define USUAL(all, ...)                                                                                      \
    ({                                                                                                       \
        const UINT usual_[] = {__VA_ARGS__};                                                                 \
        random_bits() % 16 ? usual_[random_bits() % (sizeof(usual_) / sizeof(*usual_))] : flags(all);        \
    })
#define SRV D3D11_BIND_SHADER_RESOURCE
#define UAV D3D11_BIND_UNORDERED_ACCESS
#define RT  D3D11_BIND_RENDER_TARGET
#define DS  D3D11_BIND_DEPTH_STENCIL

static DXGI_FORMAT random_format(void)
{
    return USUAL(0xff, DXGI_FORMAT_R32_UINT, DXGI_FORMAT_R8G8B8A8_TYPELESS, DXGI_FORMAT_R16_FLOAT,
                 DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_R24G8_TYPELESS,
                 DXGI_FORMAT_D24_UNORM_S8_UINT, number(132));
}

static void check(HRESULT hr, const void *out)
{
    if (SUCCEEDED(hr) ? !out : out || (hr != E_INVALIDARG && hr != E_OUTOFMEMORY && hr != E_NOTIMPL))
        fail_msg("0x%08x with %p: %s", (UINT)hr, out, weft_last_error());
}

static UINT cpu_of(UINT usage)
{
    static const UINT usual[] = {0, 0, D3D11_CPU_ACCESS_WRITE, D3D11_CPU_ACCESS_READ};
    return random_bits() % 8 ? usual[usage & 3]
                             : random_bits() & (D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE);
}

static ID3D11Resource *random_resource(const struct rig *rig)
{
    UINT usage = USUAL(3, 0, 0, 0, 0, 0, 1, 2, 3),
         bind = USUAL(0xff, SRV, UAV, SRV | UAV, SRV | UAV, SRV | RT, DS, DS | SRV);
    UINT misc = 0, cpu = cpu_of(usage);
    DXGI_FORMAT format = random_format();
    ID3D11Resource *out = (void *)1;
    HRESULT hr;
    if (usage == D3D11_USAGE_STAGING && random_bits() % 8)
        bind = 0;
    switch (random_bits() % 4) {
    case 0: {
        misc = USUAL(0xfff, 0, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
                     D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS);
        D3D11_BUFFER_DESC desc = {number(300) * 16, usage, bind, cpu, misc, 1u << random_bits() % 12};
        hr = ID3D11Device_CreateBuffer(rig->device, &desc, NULL, (ID3D11Buffer **)&out);
        break;
    }
    case 1: {
        D3D11_TEXTURE1D_DESC desc = {number(40), number(4), number(4), format, usage, bind, cpu, misc};
        hr = ID3D11Device_CreateTexture1D(rig->device, &desc, NULL, (ID3D11Texture1D **)&out);
        break;
    }
    case 2: {
        misc = USUAL(0xfff, 0, 0, 0, D3D11_RESOURCE_MISC_TEXTURECUBE);
        D3D11_TEXTURE2D_DESC desc = {number(8) * 4, number(8) * 4, number(2), number(12), format,
                                     {1, 0},        usage,         bind,      cpu,        misc};
        if (random_bits() % 4 == 0)
            desc.SampleDesc = (DXGI_SAMPLE_DESC){number(8), number(1)}, desc.MipLevels = 1;
        hr = ID3D11Device_CreateTexture2D(rig->device, &desc, NULL, (ID3D11Texture2D **)&out);
        break;
    }
    default: {
        D3D11_TEXTURE3D_DESC desc = {number(12), number(12), number(12), number(4), format,
                                     usage,      bind,       cpu,        misc};
        hr = ID3D11Device_CreateTexture3D(rig->device, &desc, NULL, (ID3D11Texture3D **)&out);
        break;
    }
    }
    check(hr, out);
    return out;
}

/* A view that passed is written through: its edges are where the view says. */
static unsigned random_views(const struct rig *rig, ID3D11Resource *resource)
{
    unsigned made = 0;
    for (int i = 0; i < 4; i++) {
        D3D11_SHADER_RESOURCE_VIEW_DESC srv_desc = {.Format = random_format(), .ViewDimension = number(11)};
        D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc = {.Format = random_format(), .ViewDimension = number(8)};
        if (random_bits() % 2)
            srv_desc.Format = uav_desc.Format =
                random_bits() % 2 ? DXGI_FORMAT_UNKNOWN : DXGI_FORMAT_R32_TYPELESS;
        srv_desc.TextureCubeArray = (D3D11_TEXCUBE_ARRAY_SRV){number(1), number(2), number(3), number(6)};
        uav_desc.Texture3D = (D3D11_TEX3D_UAV){number(1), number(8), number(3)};
        bool whole = random_bits() % 4 == 0;
        ID3D11ShaderResourceView *srv = (void *)1;
        ID3D11UnorderedAccessView *uav = (void *)1;
        HRESULT hr =
            ID3D11Device_CreateShaderResourceView(rig->device, resource, whole ? NULL : &srv_desc, &srv);
        check(hr, srv);
        if (SUCCEEDED(hr))
            ID3D11ShaderResourceView_Release(srv);
        made += SUCCEEDED(hr);
        hr = ID3D11Device_CreateUnorderedAccessView(rig->device, resource, whole ? NULL : &uav_desc, &uav);
        check(hr, uav);
        if (FAILED(hr))
            continue;
        made++;
        const UINT ones[4] = {~0u, ~0u, ~0u, ~0u};
        ID3D11DeviceContext_ClearUnorderedAccessViewUint(rig->context, uav, ones);
        ID3D11UnorderedAccessView_Release(uav);
    }
    return made;
}

/* The same for views that draw. */
static unsigned random_targets(const struct rig *rig, ID3D11Resource *resource)
{
    unsigned made = 0;
    for (int i = 0; i < 4; i++) {
        D3D11_RENDER_TARGET_VIEW_DESC rtv_desc = {.Format = random_format(), .ViewDimension = number(8)};
        D3D11_DEPTH_STENCIL_VIEW_DESC dsv_desc = {
            .Format = random_format(), .ViewDimension = number(6), .Flags = flags(3)};
        if (random_bits() % 2)
            rtv_desc.Format = dsv_desc.Format = DXGI_FORMAT_UNKNOWN;
        rtv_desc.Texture3D = (D3D11_TEX3D_RTV){number(1), number(8), number(3)};
        dsv_desc.Texture2DArray = (D3D11_TEX2D_ARRAY_DSV){number(1), number(8), number(3)};
        bool whole = random_bits() % 4 == 0;
        ID3D11RenderTargetView *rtv = (void *)1;
        ID3D11DepthStencilView *dsv = (void *)1;
        HRESULT hr =
            ID3D11Device_CreateRenderTargetView(rig->device, resource, whole ? NULL : &rtv_desc, &rtv);
        check(hr, rtv);
        made += SUCCEEDED(hr);
        if (SUCCEEDED(hr)) {
            const FLOAT color[4] = {1e30f, -1, 0.5f, 3};
            ID3D11DeviceContext_ClearRenderTargetView(rig->context, rtv, color);
            ID3D11RenderTargetView_Release(rtv);
        }
        hr = ID3D11Device_CreateDepthStencilView(rig->device, resource, whole ? NULL : &dsv_desc, &dsv);
        check(hr, dsv);
        made += SUCCEEDED(hr);
        if (SUCCEEDED(hr)) {
            ID3D11DeviceContext_ClearDepthStencilView(rig->context, dsv, flags(3), 0.5f, 7);
            ID3D11DepthStencilView_Release(dsv);
        }
    }
    return made;
}

static void random_descriptions(void **state)
{
    setenv("WEFT_MEMORY_MB", "16", 1);
    struct rig rig = rig_open();
    unsetenv("WEFT_MEMORY_MB");
    unsigned resources = 0, views = 0, targets = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        ID3D11Resource *resource = random_resource(&rig);
        if (!resource)
            continue;
        resources++;
        views += random_views(&rig, resource);
        targets += random_targets(&rig, resource);
        assert_int_equal(ID3D11Resource_Release(resource), 0);
    }
    weft_device_info info = {.size = sizeof(info)};
    assert_ok(weft_device_get_info(rig.device, &info));
    assert_int_equal(info.memory_used_bytes, 0);
    print_message("%u resources, %u views, %u targets\n", resources, views, targets);
    assert_true(resources > ROUNDS / 100 && views > resources / 10 && targets > resources / 20);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_descriptions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
