/*
 * Every exported function of Direct3D, DXGI and weft.h, and nothing else: argument rules, then a call inside.
 * The exported IIDs are in iids.c.
 */
#pragma GCC visibility push(default)
#include <d3d11_4.h>
#include <dxgi1_6.h>
#include <weft.h>
#pragma GCC visibility pop

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"
#include "context.h"
#include "dxgi_objects.h"
#include "log.h"
#include "scheduler.h"
#include "topology.h"

#define KNOWN_DEVICE_FLAGS                                                                                   \
    (D3D11_CREATE_DEVICE_SINGLETHREADED | D3D11_CREATE_DEVICE_DEBUG |                                        \
     D3D11_CREATE_DEVICE_PREVENT_INTERNAL_THREADING_OPTIMIZATIONS | D3D11_CREATE_DEVICE_BGRA_SUPPORT |       \
     D3D11_CREATE_DEVICE_DEBUGGABLE | D3D11_CREATE_DEVICE_PREVENT_ALTERING_LAYER_SETTINGS_FROM_REGISTRY |    \
     D3D11_CREATE_DEVICE_DISABLE_GPU_TIMEOUT)

/* A call that fails before there is a device to report to. */
static HRESULT fail(enum log_level level, HRESULT hr, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static HRESULT fail(enum log_level level, HRESULT hr, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    last_error_vset(format, args);
    va_end(args);
    log_write(level, "%s", last_error_text());
    return hr;
}

static HRESULT check_driver(const IDXGIAdapter *adapter, D3D_DRIVER_TYPE type, HMODULE module)
{
    if (adapter ? type != D3D_DRIVER_TYPE_UNKNOWN : type == D3D_DRIVER_TYPE_UNKNOWN)
        return fail(LOG_INFO, E_INVALIDARG, "An adapter goes with D3D_DRIVER_TYPE_UNKNOWN, and only with it");
    if (module ? type != D3D_DRIVER_TYPE_SOFTWARE : type == D3D_DRIVER_TYPE_SOFTWARE)
        return fail(LOG_INFO, E_INVALIDARG, "A module goes with D3D_DRIVER_TYPE_SOFTWARE, and only with it");
    switch (type) {
    case D3D_DRIVER_TYPE_UNKNOWN:
    case D3D_DRIVER_TYPE_HARDWARE:
    case D3D_DRIVER_TYPE_WARP:
    case D3D_DRIVER_TYPE_REFERENCE:
        return S_OK;
    case D3D_DRIVER_TYPE_SOFTWARE:
    case D3D_DRIVER_TYPE_NULL:
        return fail(LOG_WARN, DXGI_ERROR_UNSUPPORTED,
                    "Software modules and the NULL device are not supported");
    default:
        return fail(LOG_INFO, E_INVALIDARG, "Driver type %d is unknown", type);
    }
}

static HRESULT check_flags(UINT flags)
{
    if (flags & D3D11_CREATE_DEVICE_SWITCH_TO_REF)
        return fail(LOG_INFO, E_INVALIDARG, "D3D11_CREATE_DEVICE_SWITCH_TO_REF is of another age");
    if (flags & ~(UINT)(KNOWN_DEVICE_FLAGS | D3D11_CREATE_DEVICE_VIDEO_SUPPORT))
        return fail(LOG_INFO, E_INVALIDARG, "Device flags 0x%x hold unknown bits", flags);
    if (flags & D3D11_CREATE_DEVICE_VIDEO_SUPPORT)
        return fail(LOG_WARN, DXGI_ERROR_UNSUPPORTED,
                    "D3D11_CREATE_DEVICE_VIDEO_SUPPORT: there are no video interfaces");
    return S_OK;
}

static bool is_feature_level(D3D_FEATURE_LEVEL level)
{
    switch (level) {
    case D3D_FEATURE_LEVEL_9_1:
    case D3D_FEATURE_LEVEL_9_2:
    case D3D_FEATURE_LEVEL_9_3:
    case D3D_FEATURE_LEVEL_10_0:
    case D3D_FEATURE_LEVEL_10_1:
    case D3D_FEATURE_LEVEL_11_0:
    case D3D_FEATURE_LEVEL_11_1:
    case D3D_FEATURE_LEVEL_12_0:
    case D3D_FEATURE_LEVEL_12_1:
        return true;
    default:
        return false;
    }
}

/* The first of the list that is there. Without a list 11_0: 11_1 must be asked for. */
static HRESULT choose_level(const D3D_FEATURE_LEVEL *levels, UINT count, D3D_FEATURE_LEVEL *out)
{
    *out = D3D_FEATURE_LEVEL_11_0;
    if (!levels)
        return S_OK;
    if (!count)
        return fail(LOG_INFO, E_INVALIDARG, "A list of feature levels must not be empty");
    for (UINT i = 0; i < count; i++)
        if (!is_feature_level(levels[i]))
            return fail(LOG_INFO, E_INVALIDARG, "0x%x is no feature level", levels[i]);
    for (UINT i = 0; i < count; i++)
        if (levels[i] == D3D_FEATURE_LEVEL_11_1 || levels[i] == D3D_FEATURE_LEVEL_11_0) {
            *out = levels[i];
            return S_OK;
        }
    return fail(LOG_WARN, DXGI_ERROR_UNSUPPORTED,
                "Of feature levels 11_1 and 11_0, which are there, none was asked for");
}

/* One reference. */
static HRESULT choose_adapter(IDXGIAdapter *given, IDXGIAdapter **out)
{
    if (given) {
        if (!dxgi_adapter_of(given))
            return fail(LOG_WARN, E_INVALIDARG, "The adapter is not one of weft's");
        IDXGIAdapter_AddRef(given);
        *out = given;
        return S_OK;
    }
    struct dxgi_factory *factory;
    struct dxgi_adapter *adapter;
    HRESULT hr = dxgi_factory_create(0, &factory);
    if (FAILED(hr))
        return hr;
    hr = dxgi_adapter_create(factory, &adapter);
    object_release(&factory->obj);
    if (SUCCEEDED(hr))
        *out = (IDXGIAdapter *)&adapter->iface;
    return hr;
}

static HRESULT create_device(const struct device_args *args, IDXGIAdapter *given, struct device **out)
{
    struct device_args settled = *args;
    HRESULT hr = choose_adapter(given, &settled.adapter);
    if (FAILED(hr))
        return hr;
    hr = device_create(&settled, out);
    IDXGIAdapter_Release(settled.adapter);
    return FAILED(hr) ? fail(LOG_ERROR, hr, "No memory for a device") : hr;
}

HRESULT WINAPI D3D11CreateDevice(IDXGIAdapter *adapter, D3D_DRIVER_TYPE type, HMODULE module, UINT flags,
                                 const D3D_FEATURE_LEVEL *levels, UINT level_count, UINT sdk_version,
                                 ID3D11Device **device_out, D3D_FEATURE_LEVEL *level_out,
                                 ID3D11DeviceContext **context_out)
{
    struct device_args args = {.flags = flags};
    char error[256];
    if (device_out)
        *device_out = NULL;
    if (context_out)
        *context_out = NULL;
    if (level_out)
        *level_out = 0;
    if (sdk_version != D3D11_SDK_VERSION)
        return fail(LOG_INFO, E_INVALIDARG, "SDK version %u is not %d", sdk_version, D3D11_SDK_VERSION);
    HRESULT hr = check_flags(flags);
    if (FAILED(hr) || FAILED(hr = check_driver(adapter, type, module)) ||
        FAILED(hr = choose_level(levels, level_count, &args.feature_level)))
        return hr;
    if (!settings_read(&args.settings, error, sizeof(error)))
        return fail(LOG_ERROR, E_INVALIDARG, "%s", error);
    log_set_level(args.settings.log_level);
    struct device *device;
    hr = create_device(&args, adapter, &device);
    if (FAILED(hr))
        return hr;
    if (level_out)
        *level_out = device->feature_level;
    if (context_out) {
        object_add_ref(&device->immediate->obj);
        *context_out = (ID3D11DeviceContext *)&device->immediate->iface;
    }
    if (device_out)
        *device_out = (ID3D11Device *)&device->iface;
    else
        object_release(&device->obj);
    return device_out || context_out ? S_OK : S_FALSE;
}

HRESULT WINAPI D3D11CreateDeviceAndSwapChain(IDXGIAdapter *adapter, D3D_DRIVER_TYPE type, HMODULE module,
                                             UINT flags, const D3D_FEATURE_LEVEL *levels, UINT level_count,
                                             UINT sdk_version, const DXGI_SWAP_CHAIN_DESC *chain_desc,
                                             IDXGISwapChain **chain, ID3D11Device **device,
                                             D3D_FEATURE_LEVEL *level, ID3D11DeviceContext **context)
{
    if (chain)
        *chain = NULL;
    if (chain && !chain_desc)
        return fail(LOG_INFO, E_INVALIDARG, "A swap chain needs a description");
    if (chain)
        return fail(LOG_WARN, DXGI_ERROR_UNSUPPORTED,
                    "Swap chains are not supported: weft has no window system");
    return D3D11CreateDevice(adapter, type, module, flags, levels, level_count, sdk_version, device, level,
                             context);
}

HRESULT WINAPI CreateDXGIFactory2(UINT flags, REFIID iid, void **out)
{
    struct dxgi_factory *factory;
    if (!out)
        return DXGI_ERROR_INVALID_CALL;
    *out = NULL;
    if (flags & ~(UINT)DXGI_CREATE_FACTORY_DEBUG)
        return fail(LOG_INFO, DXGI_ERROR_INVALID_CALL, "Factory flags 0x%x hold unknown bits", flags);
    HRESULT hr = dxgi_factory_create(flags, &factory);
    if (FAILED(hr))
        return hr;
    hr = object_query_interface(&factory->obj, iid, out);
    object_release(&factory->obj);
    return hr;
}

HRESULT WINAPI CreateDXGIFactory1(REFIID iid, void **out)
{
    return CreateDXGIFactory2(0, iid, out);
}

HRESULT WINAPI CreateDXGIFactory(REFIID iid, void **out)
{
    return CreateDXGIFactory2(0, iid, out);
}

/* IDXGIDebug alone: messages are in each device's ID3D11InfoQueue. */
HRESULT WINAPI DXGIGetDebugInterface1(UINT flags, REFIID iid, void **out)
{
    HRESULT hr = dxgi_debug_get(iid, out);
    return hr == E_NOINTERFACE
               ? fail(LOG_INFO, hr,
                      "IDXGIDebug is there; instead of IDXGIInfoQueue each device has ID3D11InfoQueue")
               : hr;
}

static bool load_shader(const void *bytes, size_t size, struct dxbc_shader **shader, HRESULT *hr)
{
    struct diag diag = {0};
    char text[512];
    if (!dxbc_load(bytes, size, 0, shader, &diag))
        return true;
    *hr = fail(LOG_INFO, diag.code == DIAG_NO_MEMORY ? E_OUTOFMEMORY : E_INVALIDARG, "%s",
               diag_format(&diag, text, sizeof(text)));
    return false;
}

const char *weft_version(void)
{
    return WEFT_VERSION;
}

const char *weft_last_error(void)
{
    return last_error_text();
}

/* NULL, with the sentence set, when the pointer is not one of our devices. */
static struct device *our_device(ID3D11Device *iface)
{
    if (iface && iface->lpVtbl == (const ID3D11DeviceVtbl *)&device_vtbl)
        return device_of_base(iface);
    last_error_set("The device is NULL or not one of weft's");
    return NULL;
}

/* Fills in as much of the answer as the caller's struct holds. */
static HRESULT give(void *out, UINT room, const void *answer, UINT size)
{
    if (room < 2 * sizeof(UINT) || room > size) {
        last_error_set("The struct's size is %u but this library knows up to %u bytes", room, size);
        return E_INVALIDARG;
    }
    memcpy(out, answer, room);
    memcpy(out, &room, sizeof(room));
    return S_OK;
}

HRESULT weft_device_get_info(ID3D11Device *iface, weft_device_info *info)
{
    struct device *device = our_device(iface);
    if (!device || !info)
        return E_INVALIDARG;
    /* A struct that ends before the processor's name asks nothing that takes a look at the machine. */
    static const struct topology_machine unasked;
    bool asks = info->size > offsetof(weft_device_info, processor);
    const struct topology_machine *machine = asks ? topology_machine() : &unasked;
    weft_device_info answer = {
        .threads = sched_threads(device->sched),
        .executor = settings_executor(&device->settings),
        .executors = settings_executors(),
        .instruction_set = settings_instruction_set(&device->settings),
        .instruction_sets = settings_instruction_sets(),
        .scheduler = sched_name(),
        .processor = asks ? topology_processor() : NULL,
        .packages = machine->packages,
        .numa_nodes = machine->numa_nodes,
        .cores = machine->cores,
        .hardware_threads = machine->hardware_threads,
        .cache_line_bytes = machine->cache_line_bytes,
        .cache_bytes = {machine->cache_bytes[0], machine->cache_bytes[1], machine->cache_bytes[2]},
        .memory_bytes = device->memory_limit,
        .memory_used_bytes = atomic_load(&device->memory_used),
        .timeout_ms = device->settings.timeout_ms,
        .relaxed = device->settings.relaxed,
    };
    return give(info, info->size, &answer, sizeof(answer));
}

HRESULT weft_device_set_message_callback(ID3D11Device *iface, weft_message_callback callback, void *user)
{
    struct device *device = our_device(iface);
    if (!device)
        return E_INVALIDARG;
    device->message_callback = callback;
    device->message_user = user;
    return S_OK;
}

const char *weft_device_removed_text(ID3D11Device *iface)
{
    struct device *device = our_device(iface);
    return device && FAILED(atomic_load(&device->removed_reason)) ? device->removed_text : "";
}

UINT weft_device_get_finding_count(ID3D11Device *iface)
{
    struct device *device = our_device(iface);
    return device && device->checker ? checker_finding_count(device->checker) : 0;
}

HRESULT weft_device_get_finding(ID3D11Device *iface, UINT index, weft_finding *finding)
{
    struct device *device = our_device(iface);
    weft_finding answer;
    if (!device || !finding || !device->checker || index >= checker_finding_count(device->checker))
        return E_INVALIDARG;
    checker_get_finding(device->checker, index, &answer);
    return give(finding, finding->size, &answer, sizeof(answer));
}

HRESULT weft_device_write_findings(ID3D11Device *iface, const char *format, const char *path)
{
    struct device *device = our_device(iface);
    if (!device || !format || !device->checker)
        return E_INVALIDARG;
    return checker_write(device->checker, format, path);
}

/* What only a kernel of the shader knows, of the executor that a device would have now. */
static void ask_kernel(const struct dxbc_shader *shader, weft_shader_info *answer)
{
    struct kernel *kernel = NULL;
    struct diag diag = {0};
    struct settings settings;
    if (!settings_read(&settings, answer->missing, sizeof(answer->missing)))
        return;
    if (shader->program.stage != DXBC_CS) {
        snprintf(answer->missing, sizeof(answer->missing), "only compute shaders run so far");
        return;
    }
    /* Generated code comes from the lanes' form and runs what they run. */
    enum kernel_executor executor = settings.executor == KERNEL_JIT ? KERNEL_LANES : settings.executor;
    if (kernel_create(shader, executor, &kernel, &diag) == DIAG_OK)
        answer->group_order_visible = kernel_order_visible(kernel);
    else
        snprintf(answer->missing, sizeof(answer->missing), "%s", diag.text);
    kernel_destroy(kernel);
}

HRESULT weft_shader_get_info(const void *bytecode, SIZE_T size, weft_shader_info *info)
{
    struct dxbc_shader *shader;
    HRESULT hr;
    if (!bytecode || !info)
        return E_INVALIDARG;
    if (!load_shader(bytecode, size, &shader, &hr))
        return hr;
    const struct dxbc_program *program = &shader->program;
    weft_shader_info answer = {
        .instruction_count = program->instr_count,
        .thread_group = {program->thread_group[0], program->thread_group[1], program->thread_group[2]},
        .temp_count = program->temp_count,
        .constant_buffer_count = program->cbuffer_count,
        .resource_count = program->resource_count,
        .sampler_count = program->sampler_count,
        .uav_count = program->uav_count,
        .interface_count = program->interface_slot_count,
        .feature_flags = shader->feature_flags,
    };
    for (uint32_t i = 0; i < program->tgsm_count; i++)
        answer.group_shared_bytes += program->tgsm[i].size_bytes;
    dxbc_target_name(program, answer.target);
    ask_kernel(shader, &answer);
    dxbc_free(shader);
    return give(info, info->size, &answer, sizeof(answer));
}
