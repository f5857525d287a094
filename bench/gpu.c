/*
 * The device: opening and closing it, the list of what workloads made, dispatches, waiting and reading back.
 */
#include "gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gpu_failed(struct gpu *gpu, HRESULT result, const char *call)
{
    if (SUCCEEDED(result))
        return false;
    if (!gpu->error[0]) {
        gpu->result = result;
        snprintf(gpu->error, sizeof gpu->error, "%s gave 0x%08x", call, (unsigned)result);
    }
    return true;
}

bool gpu_options_parse(struct gpu_options *options, const char *text)
{
    char *end;
    *options = (struct gpu_options){.driver = GPU_HARDWARE, .adapter = -1};
    if (!strcmp(text, "warp"))
        options->driver = GPU_WARP;
    else if (!strcmp(text, "reference"))
        options->driver = GPU_REFERENCE;
    else if (strcmp(text, "default")) {
        long number = strtol(text, &end, 10);
        options->adapter = number >= 0 && number < 256 ? (int)number : -1;
        return end != text && !*end && options->adapter >= 0;
    }
    return true;
}

/* The n-th adapter of the system, for devices other than the default one. */
static IDXGIAdapter *find_adapter(struct gpu *gpu, unsigned number)
{
    IDXGIFactory1 *factory = NULL;
    IDXGIAdapter1 *adapter = NULL;
    if (gpu_failed(gpu, CreateDXGIFactory1(&IID_IDXGIFactory1, (void **)&factory), "CreateDXGIFactory1"))
        return NULL;
    gpu_failed(gpu, IDXGIFactory1_EnumAdapters1(factory, number, &adapter), "EnumAdapters1");
    IDXGIFactory1_Release(factory);
    return (IDXGIAdapter *)adapter;
}

bool gpu_open(struct gpu *gpu, const struct gpu_options *options)
{
    static const D3D_DRIVER_TYPE types[] = {
        [GPU_HARDWARE] = D3D_DRIVER_TYPE_HARDWARE,
        [GPU_WARP] = D3D_DRIVER_TYPE_WARP,
        [GPU_REFERENCE] = D3D_DRIVER_TYPE_REFERENCE,
    };
    D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
    IDXGIAdapter *adapter = NULL;
    *gpu = (struct gpu){0};
    if (options->adapter >= 0) {
        adapter = find_adapter(gpu, (unsigned)options->adapter);
        if (!adapter)
            return false;
    }
    HRESULT result =
        D3D11CreateDevice(adapter, adapter ? D3D_DRIVER_TYPE_UNKNOWN : types[options->driver], NULL, 0,
                          &level, 1, D3D11_SDK_VERSION, &gpu->device, NULL, &gpu->context);
    if (adapter)
        IDXGIAdapter_Release(adapter);
    if (gpu_failed(gpu, result, "D3D11CreateDevice"))
        return false;
    D3D11_QUERY_DESC query = {.Query = D3D11_QUERY_EVENT};
    if (gpu_failed(gpu, ID3D11Device_CreateQuery(gpu->device, &query, &gpu->event), "CreateQuery")) {
        gpu_close(gpu);
        return false;
    }
    return true;
}

void gpu_release_objects(struct gpu *gpu)
{
    if (gpu->context)
        ID3D11DeviceContext_ClearState(gpu->context);
    for (size_t i = gpu->object_count; i-- > 0;)
        IUnknown_Release(gpu->objects[i]);
    free(gpu->objects);
    gpu->objects = NULL;
    gpu->object_count = gpu->object_space = 0;
    gpu->result = S_OK;
    gpu->error[0] = '\0';
}

/* Leaves the error in place. */
void gpu_close(struct gpu *gpu)
{
    struct gpu last = {.result = gpu->result};
    memcpy(last.error, gpu->error, sizeof last.error);
    gpu_release_objects(gpu);
    if (gpu->event)
        ID3D11Query_Release(gpu->event);
    if (gpu->context)
        ID3D11DeviceContext_Release(gpu->context);
    if (gpu->device)
        ID3D11Device_Release(gpu->device);
    *gpu = last;
}

void gpu_dispatch(struct gpu *gpu, const struct gpu_pass *pass)
{
    static const UINT keep[GPU_UAVS] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
    ID3D11DeviceContext *context = gpu->context;
    if (gpu->error[0])
        return;
    ID3D11DeviceContext_CSSetShader(context, pass->shader, NULL, 0);
    ID3D11DeviceContext_CSSetConstantBuffers(context, 0, GPU_CONSTANTS, pass->constants);
    /* UAVs first: a resource that was read by the last pass and is written by this one leaves its SRV slot,
     * and one that was written leaves its UAV slot before it is bound for reading. */
    ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 0, GPU_UAVS, pass->uavs,
                                                  pass->initial_counts ? pass->initial_counts : keep);
    ID3D11DeviceContext_CSSetShaderResources(context, 0, GPU_SRVS, pass->srvs);
    ID3D11DeviceContext_CSSetSamplers(context, 0, GPU_SAMPLERS, pass->samplers);
    if (pass->arguments)
        ID3D11DeviceContext_DispatchIndirect(context, pass->arguments, pass->arguments_offset);
    else
        ID3D11DeviceContext_Dispatch(context, pass->groups[0] ? pass->groups[0] : 1,
                                     pass->groups[1] ? pass->groups[1] : 1,
                                     pass->groups[2] ? pass->groups[2] : 1);
}

void gpu_update(struct gpu *gpu, ID3D11Buffer *constants, size_t bytes, const void *data)
{
    D3D11_MAPPED_SUBRESOURCE mapped;
    if (gpu->error[0])
        return;
    if (gpu_failed(gpu,
                   ID3D11DeviceContext_Map(gpu->context, (ID3D11Resource *)constants, 0,
                                           D3D11_MAP_WRITE_DISCARD, 0, &mapped),
                   "Map of constants"))
        return;
    memcpy(mapped.pData, data, bytes);
    ID3D11DeviceContext_Unmap(gpu->context, (ID3D11Resource *)constants, 0);
}

void gpu_copy(struct gpu *gpu, void *to_resource, void *from_resource)
{
    if (!gpu->error[0])
        ID3D11DeviceContext_CopyResource(gpu->context, to_resource, from_resource);
}

void gpu_copy_counter(struct gpu *gpu, ID3D11Buffer *to, unsigned offset, ID3D11UnorderedAccessView *from)
{
    if (!gpu->error[0])
        ID3D11DeviceContext_CopyStructureCount(gpu->context, to, offset, from);
}

void gpu_clear(struct gpu *gpu, ID3D11UnorderedAccessView *uav)
{
    static const UINT zero[4] = {0};
    if (!gpu->error[0])
        ID3D11DeviceContext_ClearUnorderedAccessViewUint(gpu->context, uav, zero);
}

void gpu_finish(struct gpu *gpu)
{
    BOOL done = FALSE;
    HRESULT result;
    if (gpu->error[0])
        return;
    ID3D11DeviceContext_End(gpu->context, (ID3D11Asynchronous *)gpu->event);
    do
        result = ID3D11DeviceContext_GetData(gpu->context, (ID3D11Asynchronous *)gpu->event, &done,
                                             sizeof done, 0);
    while (result == S_FALSE);
    if (!gpu_failed(gpu, result, "GetData of the event query"))
        gpu_failed(gpu, ID3D11Device_GetDeviceRemovedReason(gpu->device), "the device was removed: it");
}

/* A twin that the processor can read. */
static ID3D11Resource *create_staging(struct gpu *gpu, ID3D11Resource *resource)
{
    D3D11_RESOURCE_DIMENSION dimension;
    ID3D11Resource *staging = NULL;
    HRESULT result;
    ID3D11Resource_GetType(resource, &dimension);
    if (dimension == D3D11_RESOURCE_DIMENSION_BUFFER) {
        D3D11_BUFFER_DESC desc;
        ID3D11Buffer_GetDesc((ID3D11Buffer *)resource, &desc);
        desc.Usage = D3D11_USAGE_STAGING;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        desc.BindFlags = desc.MiscFlags = desc.StructureByteStride = 0;
        result = ID3D11Device_CreateBuffer(gpu->device, &desc, NULL, (ID3D11Buffer **)&staging);
    } else {
        D3D11_TEXTURE2D_DESC desc;
        ID3D11Texture2D_GetDesc((ID3D11Texture2D *)resource, &desc);
        desc.Usage = D3D11_USAGE_STAGING;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        desc.BindFlags = desc.MiscFlags = 0;
        result = ID3D11Device_CreateTexture2D(gpu->device, &desc, NULL, (ID3D11Texture2D **)&staging);
    }
    gpu_failed(gpu, result, "creation of a staging resource");
    return staging;
}

/* Rows of the mapped texture stand RowPitch apart; the caller's are packed. A buffer is one row. */
static void copy_rows(const D3D11_MAPPED_SUBRESOURCE *mapped, size_t rows, char *bytes, size_t size)
{
    size_t row_bytes = size / rows;
    for (size_t y = 0; y < rows; y++)
        memcpy(bytes + y * row_bytes, (const char *)mapped->pData + (rows > 1 ? y * mapped->RowPitch : 0),
               row_bytes);
}

static size_t row_count(ID3D11Resource *resource)
{
    D3D11_RESOURCE_DIMENSION dimension;
    D3D11_TEXTURE2D_DESC desc;
    ID3D11Resource_GetType(resource, &dimension);
    if (dimension == D3D11_RESOURCE_DIMENSION_BUFFER)
        return 1;
    ID3D11Texture2D_GetDesc((ID3D11Texture2D *)resource, &desc);
    return desc.Height;
}

bool gpu_read(struct gpu *gpu, ID3D11Resource *resource, void *bytes, size_t size)
{
    D3D11_MAPPED_SUBRESOURCE mapped;
    if (gpu->error[0])
        return false;
    ID3D11Resource *staging = create_staging(gpu, resource);
    if (!staging)
        return false;
    ID3D11DeviceContext_CopyResource(gpu->context, staging, resource);
    HRESULT result = ID3D11DeviceContext_Map(gpu->context, staging, 0, D3D11_MAP_READ, 0, &mapped);
    if (!gpu_failed(gpu, result, "Map of a staging resource")) {
        copy_rows(&mapped, row_count(resource), bytes, size);
        ID3D11DeviceContext_Unmap(gpu->context, staging, 0);
    }
    ID3D11Resource_Release(staging);
    return SUCCEEDED(result);
}
