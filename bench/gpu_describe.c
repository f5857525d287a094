/*
 * What a device says of itself: the adapter's name through DXGI, and what libweft adds where it is the
 * library.
 */
#include "gpu.h"

#include <stdio.h>
#include <string.h>

/* Windows programs are built without this header: they run on any Direct3D. */
#if !defined _WIN32 && __has_include(<weft.h>)
#include <weft.h>
#define KNOWS_WEFT 1
#else
#define KNOWS_WEFT 0
#endif

static void describe_library(const struct gpu *gpu, char *notes, size_t size)
{
#if KNOWS_WEFT
    weft_device_info info = {.size = sizeof info};
    if (SUCCEEDED(weft_device_get_info(gpu->device, &info)))
        snprintf(notes, size, "weft %s, executor %s, instruction set %s, %u threads (%s)", weft_version(),
                 info.executor, info.instruction_set, info.threads, info.scheduler);
#else
    (void)gpu;
    (void)notes;
    (void)size;
#endif
}

/* NULL when there is none to ask. The caller releases it. */
static IDXGIAdapter *adapter_of(const struct gpu *gpu)
{
    IDXGIDevice *dxgi = NULL;
    IDXGIAdapter *adapter = NULL;
    if (FAILED(ID3D11Device_QueryInterface(gpu->device, &IID_IDXGIDevice, (void **)&dxgi)))
        return NULL;
    if (FAILED(IDXGIDevice_GetAdapter(dxgi, &adapter)))
        adapter = NULL;
    IDXGIDevice_Release(dxgi);
    return adapter;
}

void gpu_describe(const struct gpu *gpu, char *name, size_t name_size, char *notes, size_t notes_size)
{
    IDXGIAdapter *adapter = adapter_of(gpu);
    DXGI_ADAPTER_DESC desc;
    snprintf(name, name_size, "unknown");
    notes[0] = '\0';
    /* Names of adapters are ASCII. */
    if (adapter && SUCCEEDED(IDXGIAdapter_GetDesc(adapter, &desc)))
        for (size_t i = 0; i < name_size && i < 128; i++) {
            name[i] = desc.Description[i] < 128 ? (char)desc.Description[i] : '?';
            if (!name[i])
                break;
        }
    if (adapter)
        IDXGIAdapter_Release(adapter);
    name[name_size - 1] = '\0';
    describe_library(gpu, notes, notes_size);
}

bool gpu_is_processor(const struct gpu *gpu)
{
    IDXGIAdapter *adapter = adapter_of(gpu);
    IDXGIAdapter1 *adapter1 = NULL;
    DXGI_ADAPTER_DESC1 desc = {.Flags = 0};
    if (adapter &&
        SUCCEEDED(IDXGIAdapter_QueryInterface(adapter, &IID_IDXGIAdapter1, (void **)&adapter1))) {
        if (FAILED(IDXGIAdapter1_GetDesc1(adapter1, &desc)))
            desc.Flags = 0;
        IDXGIAdapter1_Release(adapter1);
    }
    if (adapter)
        IDXGIAdapter_Release(adapter);
    return desc.Flags & DXGI_ADAPTER_FLAG_SOFTWARE;
}
