/* Device creation, the environment, features, DXGI enumeration, memory limit. */
#include "../../support/runtime_rig.h"

static HRESULT create(D3D_DRIVER_TYPE type, HMODULE module, UINT flags, const D3D_FEATURE_LEVEL *levels,
                      UINT count, D3D_FEATURE_LEVEL *got)
{
    ID3D11Device *device;
    HRESULT hr =
        D3D11CreateDevice(NULL, type, module, flags, levels, count, D3D11_SDK_VERSION, &device, got, NULL);
    if (SUCCEEDED(hr))
        assert_int_equal(ID3D11Device_Release(device), 0);
    else
        assert_null(device);
    return hr;
}

static void driver_types(void **state)
{
    HMODULE module = (HMODULE)1;
    assert_ok(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, NULL));
    assert_ok(create(D3D_DRIVER_TYPE_WARP, NULL, 0, NULL, 0, NULL));
    assert_ok(create(D3D_DRIVER_TYPE_REFERENCE, NULL, 0, NULL, 0, NULL));
    assert_hr(create(D3D_DRIVER_TYPE_UNKNOWN, NULL, 0, NULL, 0, NULL), E_INVALIDARG);
    assert_hr(create(D3D_DRIVER_TYPE_SOFTWARE, NULL, 0, NULL, 0, NULL), E_INVALIDARG);
    assert_hr(create(D3D_DRIVER_TYPE_HARDWARE, module, 0, NULL, 0, NULL), E_INVALIDARG);
    assert_hr(create(D3D_DRIVER_TYPE_SOFTWARE, module, 0, NULL, 0, NULL), DXGI_ERROR_UNSUPPORTED);
    assert_hr(create(17, NULL, 0, NULL, 0, NULL), E_INVALIDARG);
    assert_hr(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0x80000000, NULL, 0, NULL), E_INVALIDARG);
    assert_hr(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, 6, NULL, NULL, NULL),
              E_INVALIDARG);
}

static const D3D_FEATURE_LEVEL level_11_0[] = {D3D_FEATURE_LEVEL_11_0},
                               level_11_1[] = {D3D_FEATURE_LEVEL_11_1},
                               levels_from_12_1[] = {D3D_FEATURE_LEVEL_12_1, D3D_FEATURE_LEVEL_11_1},
                               levels_below_11_0[] = {D3D_FEATURE_LEVEL_10_1, D3D_FEATURE_LEVEL_9_3},
                               no_levels[] = {D3D_FEATURE_LEVEL_11_0, 0xc200};

static const D3D_DRIVER_TYPE type_choices[] = {
    D3D_DRIVER_TYPE_UNKNOWN,  D3D_DRIVER_TYPE_HARDWARE, D3D_DRIVER_TYPE_REFERENCE, D3D_DRIVER_TYPE_NULL,
    D3D_DRIVER_TYPE_SOFTWARE, D3D_DRIVER_TYPE_WARP,     D3D_DRIVER_TYPE_WARP + 1,  -1};
static const struct {
    const D3D_FEATURE_LEVEL *levels;
    UINT count;
    HRESULT expected;
    D3D_FEATURE_LEVEL got;
} level_choices[] = {
    {NULL, 0, S_OK, D3D_FEATURE_LEVEL_11_0},
    {NULL, 3, S_OK, D3D_FEATURE_LEVEL_11_0},
    {level_11_0, 1, S_OK, D3D_FEATURE_LEVEL_11_0},
    {level_11_1, 1, S_OK, D3D_FEATURE_LEVEL_11_1},
    {levels_from_12_1, 2, S_OK, D3D_FEATURE_LEVEL_11_1},
    {levels_below_11_0, 2, DXGI_ERROR_UNSUPPORTED, 0},
    {no_levels, 2, E_INVALIDARG, 0},
    {level_11_0, 0, E_INVALIDARG, 0},
};
static const struct {
    UINT flags;
    bool known;
} flag_choices[] = {{0, true},
                    {D3D11_CREATE_DEVICE_SINGLETHREADED | D3D11_CREATE_DEVICE_BGRA_SUPPORT, true},
                    {D3D11_CREATE_DEVICE_SWITCH_TO_REF, false},
                    {0x80000000, false}};
enum { TYPES = 8, LEVEL_LISTS = 8, FLAGS = 4, VERSIONS = 3, FIRST_VERSION = D3D11_SDK_VERSION - 1 };

struct combination {
    unsigned type, adapter, module, levels, flags, version;
};

/* The documentation's rules: an adapter goes with UNKNOWN alone, a module with SOFTWARE alone; of what they
 * let pass, software modules and the NULL device are not there. */
static HRESULT expected_of(const struct combination *at)
{
    D3D_DRIVER_TYPE type = type_choices[at->type];
    bool known = type >= D3D_DRIVER_TYPE_UNKNOWN && type <= D3D_DRIVER_TYPE_WARP;
    if (!known || at->adapter != (type == D3D_DRIVER_TYPE_UNKNOWN) ||
        at->module != (type == D3D_DRIVER_TYPE_SOFTWARE) || !flag_choices[at->flags].known ||
        FIRST_VERSION + at->version != D3D11_SDK_VERSION)
        return E_INVALIDARG;
    bool there = type != D3D_DRIVER_TYPE_NULL && type != D3D_DRIVER_TYPE_SOFTWARE;
    return there ? level_choices[at->levels].expected : DXGI_ERROR_UNSUPPORTED;
}

/* True when a device was made. */
static bool try_combination(const struct combination *at, IDXGIAdapter1 *adapter)
{
    ID3D11Device *device = (void *)1;
    ID3D11DeviceContext *context = (void *)1;
    D3D_FEATURE_LEVEL got = 1;
    HRESULT hr = D3D11CreateDevice(at->adapter ? (IDXGIAdapter *)adapter : NULL, type_choices[at->type],
                                   at->module ? (HMODULE)1 : NULL, flag_choices[at->flags].flags,
                                   level_choices[at->levels].levels, level_choices[at->levels].count,
                                   FIRST_VERSION + at->version, &device, &got, &context);
    if (hr != expected_of(at))
        fail_msg("type %d, adapter %u, module %u, levels %u, flags %u, version %u: 0x%08x, not 0x%08x",
                 type_choices[at->type], at->adapter, at->module, at->levels, at->flags, at->version,
                 (UINT)hr, (UINT)expected_of(at));
    if (FAILED(hr)) {
        assert_true(!device && !context && !got);
        return false;
    }
    assert_int_equal(got, level_choices[at->levels].got);
    assert_int_equal(ID3D11Device_GetFeatureLevel(device), got);
    assert_int_equal(ID3D11DeviceContext_GetType(context), D3D11_DEVICE_CONTEXT_IMMEDIATE);
    ID3D11DeviceContext_Release(context);
    assert_int_equal(ID3D11Device_Release(device), 0);
    return true;
}

static void argument_combinations(void **state)
{
    enum { COMBINATIONS = TYPES * 2 * 2 * LEVEL_LISTS * FLAGS * VERSIONS, GOOD = 4 * 5 * 2 };
    IDXGIFactory1 *factory;
    IDXGIAdapter1 *adapter;
    unsigned made = 0;
    assert_ok(CreateDXGIFactory1(&IID_IDXGIFactory1, (void **)&factory));
    assert_ok(IDXGIFactory1_EnumAdapters1(factory, 0, &adapter));
    for (unsigned i = 0; i < COMBINATIONS; i++) {
        unsigned left = i;
        struct combination at;
        at.type = left % TYPES, left /= TYPES;
        at.adapter = left % 2, left /= 2;
        at.module = left % 2, left /= 2;
        at.levels = left % LEVEL_LISTS, left /= LEVEL_LISTS;
        at.flags = left % FLAGS, left /= FLAGS;
        at.version = left;
        made += try_combination(&at, adapter);
    }
    assert_int_equal(made, GOOD);
    assert_int_equal(IDXGIAdapter1_Release(adapter), 0);
    assert_int_equal(IDXGIFactory1_Release(factory), 0);
}

static void feature_levels(void **state)
{
    const D3D_FEATURE_LEVEL best_first[] = {D3D_FEATURE_LEVEL_12_1, D3D_FEATURE_LEVEL_11_1,
                                            D3D_FEATURE_LEVEL_11_0};
    const D3D_FEATURE_LEVEL lower_first[] = {D3D_FEATURE_LEVEL_11_0, D3D_FEATURE_LEVEL_11_1};
    const D3D_FEATURE_LEVEL old[] = {D3D_FEATURE_LEVEL_10_1, D3D_FEATURE_LEVEL_9_1};
    const D3D_FEATURE_LEVEL wrong[] = {D3D_FEATURE_LEVEL_11_0, 0x1234};
    D3D_FEATURE_LEVEL got;
    assert_ok(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, &got));
    assert_int_equal(got, D3D_FEATURE_LEVEL_11_0); /* 11_1 must be asked for */
    assert_ok(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0, best_first, 3, &got));
    assert_int_equal(got, D3D_FEATURE_LEVEL_11_1);
    assert_ok(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0, lower_first, 2, &got));
    assert_int_equal(got, D3D_FEATURE_LEVEL_11_0);
    assert_hr(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0, old, 2, &got), DXGI_ERROR_UNSUPPORTED);
    assert_hr(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0, wrong, 2, &got), E_INVALIDARG);
    assert_hr(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0, best_first, 0, &got), E_INVALIDARG);
}

static void optional_outputs(void **state)
{
    ID3D11DeviceContext *context;
    D3D_FEATURE_LEVEL got;
    assert_hr(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, D3D11_SDK_VERSION, NULL,
                                &got, NULL),
              S_FALSE);
    assert_int_equal(got, D3D_FEATURE_LEVEL_11_0);
    assert_ok(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, D3D11_SDK_VERSION, NULL,
                                NULL, &context));
    assert_int_equal(ID3D11DeviceContext_Release(context), 0); /* the context alone kept the device */
}

static void swap_chains_are_refused(void **state)
{
    ID3D11Device *device;
    IDXGISwapChain *chain;
    DXGI_SWAP_CHAIN_DESC desc = {.BufferCount = 1};
    assert_hr(D3D11CreateDeviceAndSwapChain(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0,
                                            D3D11_SDK_VERSION, &desc, &chain, &device, NULL, NULL),
              DXGI_ERROR_UNSUPPORTED);
    assert_ok(D3D11CreateDeviceAndSwapChain(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0,
                                            D3D11_SDK_VERSION, NULL, NULL, &device, NULL, NULL));
    assert_int_equal(ID3D11Device_Release(device), 0);
}

static void bad_environment(void **state)
{
    static const char *const cases[][2] = {
        {"WEFT_EXECUTOR", "magic"}, {"WEFT_ISA", "avx9"},
        {"WEFT_THREADS", "0"},      {"WEFT_THREADS", "4x"},
        {"WEFT_THREADS", "-1"},     {"WEFT_TIMEOUT_MS", "soon"},
        {"WEFT_MEMORY_MB", "0"},    {"WEFT_LOG", "loud"},
        {"WEFT_RELAXED", "2"},      {"WEFT_TIMEOUT_MS", "99999999999999999999"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        setenv(cases[i][0], cases[i][1], 1);
        assert_hr(create(D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, NULL), E_INVALIDARG);
        assert_non_null(strstr(weft_last_error(), cases[i][0]));
        assert_non_null(strstr(weft_last_error(), cases[i][1]));
        unsetenv(cases[i][0]);
    }
}

static void environment_is_honoured(void **state)
{
    setenv("WEFT_EXECUTOR", "interp", 1);
    setenv("WEFT_ISA", "scalar", 1);
    setenv("WEFT_THREADS", "3", 1);
    setenv("WEFT_TIMEOUT_MS", "12345", 1);
    setenv("WEFT_MEMORY_MB", "1", 1);
    setenv("WEFT_RELAXED", "1", 1);
    struct rig rig = rig_open();
    weft_device_info info = {.size = sizeof(info)}, wrong = {.size = 0};
    assert_ok(weft_device_get_info(rig.device, &info));
    assert_int_equal(info.size, sizeof(info));
    assert_int_equal(info.threads, 3);
    assert_int_equal(info.timeout_ms, 12345);
    assert_int_equal(info.memory_bytes, 1 << 20);
    assert_int_equal(info.relaxed, TRUE);
    assert_string_equal(info.executor, "interp");
    assert_string_equal(info.instruction_set, "scalar");
    assert_true(info.hardware_threads >= info.cores && info.cores > 0);
    assert_hr(weft_device_get_info(rig.device, &wrong), E_INVALIDARG);
    assert_hr(weft_device_get_info(NULL, &info), E_INVALIDARG);

    /* The memory limit holds, and what is freed can be taken again. */
    ID3D11Buffer *first = rig_structured(&rig, 1 << 19, 4, D3D11_BIND_SHADER_RESOURCE, NULL), *second;
    D3D11_BUFFER_DESC desc;
    ID3D11Buffer_GetDesc(first, &desc);
    desc.ByteWidth = (1 << 19) + 4;
    assert_hr(ID3D11Device_CreateBuffer(rig.device, &desc, NULL, &second), E_OUTOFMEMORY);
    assert_null(second);
    assert_ok(weft_device_get_info(rig.device, &info));
    assert_int_equal(info.memory_used_bytes, 1 << 19);
    ID3D11Buffer_Release(first);
    assert_ok(ID3D11Device_CreateBuffer(rig.device, &desc, NULL, &second));
    ID3D11Buffer_Release(second);
    rig_close(&rig);
    for (const char *const *name =
             (const char *const[]){"WEFT_EXECUTOR", "WEFT_ISA", "WEFT_THREADS", "WEFT_TIMEOUT_MS",
                                   "WEFT_MEMORY_MB", "WEFT_RELAXED", NULL};
         *name; name++)
        unsetenv(*name);
}

static void features(void **state)
{
    struct rig rig = rig_open();
    D3D11_FEATURE_DATA_THREADING threading;
    D3D11_FEATURE_DATA_DOUBLES doubles;
    D3D11_FEATURE_DATA_D3D10_X_HARDWARE_OPTIONS compute;
    D3D11_FEATURE_DATA_FORMAT_SUPPORT format = {.InFormat = DXGI_FORMAT_R32_UINT};
    D3D11_FEATURE_DATA_FORMAT_SUPPORT2 format2 = {.InFormat = DXGI_FORMAT_R32_UINT};
    D3D11_FEATURE_DATA_D3D11_OPTIONS2 options2;
    assert_ok(
        ID3D11Device_CheckFeatureSupport(rig.device, D3D11_FEATURE_THREADING, &threading, sizeof(threading)));
    assert_int_equal(threading.DriverConcurrentCreates, TRUE);
    assert_ok(ID3D11Device_CheckFeatureSupport(rig.device, D3D11_FEATURE_DOUBLES, &doubles, sizeof(doubles)));
    assert_int_equal(doubles.DoublePrecisionFloatShaderOps, TRUE);
    assert_ok(ID3D11Device_CheckFeatureSupport(rig.device, D3D11_FEATURE_D3D10_X_HARDWARE_OPTIONS, &compute,
                                               sizeof(compute)));
    assert_int_equal(compute.ComputeShaders_Plus_RawAndStructuredBuffers_Via_Shader_4_x, TRUE);
    assert_ok(ID3D11Device_CheckFeatureSupport(rig.device, D3D11_FEATURE_D3D11_OPTIONS2, &options2,
                                               sizeof(options2)));
    assert_int_equal(options2.TypedUAVLoadAdditionalFormats, TRUE);
    assert_hr(ID3D11Device_CheckFeatureSupport(rig.device, D3D11_FEATURE_DOUBLES, &doubles, 1), E_INVALIDARG);
    assert_hr(ID3D11Device_CheckFeatureSupport(rig.device, D3D11_FEATURE_DOUBLES, NULL, 4), E_INVALIDARG);
    assert_hr(ID3D11Device_CheckFeatureSupport(rig.device, 99, &doubles, 4), E_INVALIDARG);

    assert_ok(
        ID3D11Device_CheckFeatureSupport(rig.device, D3D11_FEATURE_FORMAT_SUPPORT, &format, sizeof(format)));
    UINT needed = D3D11_FORMAT_SUPPORT_BUFFER | D3D11_FORMAT_SUPPORT_TEXTURE2D |
                  D3D11_FORMAT_SUPPORT_SHADER_LOAD | D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW,
         support;
    assert_int_equal(format.OutFormatSupport & needed, needed);
    assert_ok(ID3D11Device_CheckFormatSupport(rig.device, DXGI_FORMAT_R32_UINT, &support));
    assert_int_equal(support, format.OutFormatSupport);
    assert_ok(ID3D11Device_CheckFeatureSupport(rig.device, D3D11_FEATURE_FORMAT_SUPPORT2, &format2,
                                               sizeof(format2)));
    needed = D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_ADD | D3D11_FORMAT_SUPPORT2_UAV_TYPED_LOAD |
             D3D11_FORMAT_SUPPORT2_UAV_TYPED_STORE;
    assert_int_equal(format2.OutFormatSupport2 & needed, needed);
    assert_hr(ID3D11Device_CheckFormatSupport(rig.device, 1000, &support), E_FAIL);
    rig_close(&rig);
}

static void enumeration(void **state)
{
    IDXGIFactory1 *factory, *parent;
    IDXGIAdapter1 *adapter, *none;
    IDXGIAdapter *given;
    DXGI_ADAPTER_DESC1 desc;
    ID3D11Device *device;
    IDXGIDevice *dxgi;
    IDXGIOutput *output;
    assert_ok(CreateDXGIFactory1(&IID_IDXGIFactory1, (void **)&factory));
    assert_ok(IDXGIFactory1_EnumAdapters1(factory, 0, &adapter));
    assert_hr(IDXGIFactory1_EnumAdapters1(factory, 1, &none), DXGI_ERROR_NOT_FOUND);
    assert_null(none);
    assert_ok(IDXGIAdapter1_GetDesc1(adapter, &desc));
    assert_int_equal(wcsncmp(desc.Description, L"weft", 4), 0);
    assert_true(desc.SharedSystemMemory > 0);
    assert_hr(IDXGIAdapter1_EnumOutputs(adapter, 0, &output), DXGI_ERROR_NOT_FOUND);
    assert_ok(IDXGIAdapter1_GetParent(adapter, &IID_IDXGIFactory1, (void **)&parent));
    assert_ptr_equal(parent, factory);
    IDXGIFactory1_Release(parent);

    assert_hr(D3D11CreateDevice((IDXGIAdapter *)adapter, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0,
                                D3D11_SDK_VERSION, &device, NULL, NULL),
              E_INVALIDARG);
    assert_ok(D3D11CreateDevice((IDXGIAdapter *)adapter, D3D_DRIVER_TYPE_UNKNOWN, NULL, 0, NULL, 0,
                                D3D11_SDK_VERSION, &device, NULL, NULL));
    assert_ok(ID3D11Device_QueryInterface(device, &IID_IDXGIDevice, (void **)&dxgi));
    assert_ok(IDXGIDevice_GetAdapter(dxgi, &given));
    assert_ptr_equal(given, adapter);
    IDXGIAdapter_Release(given);
    IDXGIDevice_Release(dxgi);
    assert_int_equal(ID3D11Device_Release(device), 0);
    assert_int_equal(IDXGIAdapter1_Release(adapter), 0);
    assert_int_equal(IDXGIFactory1_Release(factory), 0);
}

static void samplers_are_shared(void **state)
{
    struct rig rig = rig_open();
    D3D11_SAMPLER_DESC desc = {.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR,
                               .AddressU = D3D11_TEXTURE_ADDRESS_WRAP,
                               .AddressV = D3D11_TEXTURE_ADDRESS_WRAP,
                               .AddressW = D3D11_TEXTURE_ADDRESS_WRAP,
                               .MaxAnisotropy = 4,
                               .ComparisonFunc = D3D11_COMPARISON_LESS,
                               .BorderColor = {1, 2, 3, 4},
                               .MaxLOD = 100},
                       got;
    ID3D11SamplerState *first, *second, *none;
    assert_ok(ID3D11Device_CreateSamplerState(rig.device, &desc, &first));
    desc.MaxAnisotropy = 9; /* means nothing to this filter */
    desc.BorderColor[0] = 5;
    assert_ok(ID3D11Device_CreateSamplerState(rig.device, &desc, &second));
    assert_ptr_equal(first, second);
    ID3D11SamplerState_GetDesc(first, &got);
    assert_int_equal(got.MaxAnisotropy, 0);
    assert_int_equal(got.ComparisonFunc, D3D11_COMPARISON_NEVER);
    desc.AddressW = D3D11_TEXTURE_ADDRESS_BORDER;
    ID3D11SamplerState_Release(second);
    assert_ok(ID3D11Device_CreateSamplerState(rig.device, &desc, &second));
    assert_ptr_not_equal(first, second);
    ID3D11SamplerState_Release(second);

    D3D11_SAMPLER_DESC bad = desc;
    bad.Filter = 0x7;
    assert_hr(ID3D11Device_CreateSamplerState(rig.device, &bad, &none), E_INVALIDARG);
    bad = desc, bad.AddressV = 0;
    assert_hr(ID3D11Device_CreateSamplerState(rig.device, &bad, &none), E_INVALIDARG);
    bad = desc, bad.MipLODBias = 16;
    assert_hr(ID3D11Device_CreateSamplerState(rig.device, &bad, &none), E_INVALIDARG);
    bad = desc, bad.Filter = D3D11_FILTER_ANISOTROPIC, bad.MaxAnisotropy = 17;
    assert_hr(ID3D11Device_CreateSamplerState(rig.device, &bad, &none), E_INVALIDARG);
    bad = desc, bad.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_POINT, bad.ComparisonFunc = 0;
    assert_hr(ID3D11Device_CreateSamplerState(rig.device, &bad, &none), E_INVALIDARG);
    assert_hr(ID3D11Device_CreateSamplerState(rig.device, NULL, &none), E_INVALIDARG);
    assert_hr(ID3D11Device_CreateSamplerState(rig.device, &desc, NULL), S_FALSE);

    ID3D11SamplerState *bound[2] = {NULL, first}, *back[2];
    ID3D11DeviceContext_CSSetSamplers(rig.context, 3, 2, bound);
    ID3D11SamplerState_Release(first);
    ID3D11DeviceContext_CSGetSamplers(rig.context, 3, 2, back);
    assert_null(back[0]);
    assert_ptr_equal(back[1], first);
    ID3D11SamplerState_Release(back[1]);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driver_types),
        cmocka_unit_test(argument_combinations),
        cmocka_unit_test(feature_levels),
        cmocka_unit_test(optional_outputs),
        cmocka_unit_test(swap_chains_are_refused),
        cmocka_unit_test(bad_environment),
        cmocka_unit_test(environment_is_honoured),
        cmocka_unit_test(features),
        cmocka_unit_test(enumeration),
        cmocka_unit_test(samplers_are_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
