/*
 * Making buffers, textures, views and shaders. Each is put on the gpu's list, which releases it.
 */
#include "gpu.h"

#include <stdlib.h>
#include <string.h>

/* Puts an object on the list; gives it back, or NULL (and released) when there is no memory. */
static void *keep(struct gpu *gpu, void *object)
{
    if (object && gpu->object_count == gpu->object_space) {
        size_t space = gpu->object_space ? 2 * gpu->object_space : 32;
        IUnknown **objects = realloc(gpu->objects, space * sizeof *objects);
        if (!objects) {
            gpu_failed(gpu, E_OUTOFMEMORY, "the list of objects");
            IUnknown_Release((IUnknown *)object);
            return NULL;
        }
        gpu->objects = objects;
        gpu->object_space = space;
    }
    if (object)
        gpu->objects[gpu->object_count++] = object;
    return object;
}

static ID3D11Buffer *create_buffer(struct gpu *gpu, const D3D11_BUFFER_DESC *desc, const void *data)
{
    ID3D11Buffer *buffer = NULL;
    if (gpu->error[0])
        return NULL;
    /* The content of a buffer without initial data is undefined on a GPU. */
    void *zeros = data ? NULL : calloc(1, desc->ByteWidth);
    D3D11_SUBRESOURCE_DATA initial = {.pSysMem = data ? data : zeros};
    if (!initial.pSysMem) {
        gpu_failed(gpu, E_OUTOFMEMORY, "a buffer of zeros");
        return NULL;
    }
    gpu_failed(gpu, ID3D11Device_CreateBuffer(gpu->device, desc, &initial, &buffer), "CreateBuffer");
    free(zeros);
    return keep(gpu, buffer);
}

static void *create_srv(struct gpu *gpu, void *resource, const D3D11_SHADER_RESOURCE_VIEW_DESC *desc)
{
    ID3D11ShaderResourceView *view = NULL;
    if (!gpu->error[0])
        gpu_failed(gpu, ID3D11Device_CreateShaderResourceView(gpu->device, resource, desc, &view),
                   "CreateShaderResourceView");
    return keep(gpu, view);
}

static void *create_uav(struct gpu *gpu, void *resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC *desc)
{
    ID3D11UnorderedAccessView *view = NULL;
    if (!gpu->error[0])
        gpu_failed(gpu, ID3D11Device_CreateUnorderedAccessView(gpu->device, resource, desc, &view),
                   "CreateUnorderedAccessView");
    return keep(gpu, view);
}

/* What the kinds of buffers differ in. */
struct buffer_kind {
    DXGI_FORMAT format; /* of both views */
    unsigned element_bytes, stride, misc, uav_flags;
    unsigned srv_flags; /* not 0: D3D11_BUFFEREX_SRV_FLAG_* */
};

static struct gpu_buffer create_viewed(struct gpu *gpu, const struct buffer_kind *kind, size_t count,
                                       const void *data)
{
    D3D11_BUFFER_DESC desc = {
        .ByteWidth = (UINT)(count * kind->element_bytes),
        .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS,
        .MiscFlags = kind->misc,
        .StructureByteStride = kind->stride,
    };
    D3D11_SHADER_RESOURCE_VIEW_DESC srv = {.Format = kind->format};
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav = {.Format = kind->format,
                                            .ViewDimension = D3D11_UAV_DIMENSION_BUFFER};
    struct gpu_buffer buffer = {0};
    if (count > UINT32_MAX / kind->element_bytes) {
        gpu_failed(gpu, E_INVALIDARG, "a buffer of more than 4 GiB");
        return buffer;
    }
    srv.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
    srv.BufferEx.NumElements = (UINT)count;
    srv.BufferEx.Flags = kind->srv_flags;
    uav.Buffer.NumElements = (UINT)count;
    uav.Buffer.Flags = kind->uav_flags;
    buffer.buffer = create_buffer(gpu, &desc, data);
    buffer.srv = create_srv(gpu, buffer.buffer, &srv);
    buffer.uav = create_uav(gpu, buffer.buffer, &uav);
    return buffer;
}

static struct gpu_buffer create_structured(struct gpu *gpu, unsigned stride, size_t count, const void *data,
                                           unsigned uav_flags)
{
    struct buffer_kind kind = {.element_bytes = stride,
                               .stride = stride,
                               .misc = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
                               .uav_flags = uav_flags};
    return create_viewed(gpu, &kind, count, data);
}

struct gpu_buffer gpu_structured(struct gpu *gpu, unsigned stride, size_t count, const void *data)
{
    return create_structured(gpu, stride, count, data, 0);
}

struct gpu_buffer gpu_append(struct gpu *gpu, unsigned stride, size_t count, const void *data)
{
    return create_structured(gpu, stride, count, data, D3D11_BUFFER_UAV_FLAG_APPEND);
}

struct gpu_buffer gpu_counted(struct gpu *gpu, unsigned stride, size_t count, const void *data)
{
    return create_structured(gpu, stride, count, data, D3D11_BUFFER_UAV_FLAG_COUNTER);
}

static struct gpu_buffer create_raw(struct gpu *gpu, size_t bytes, const void *data, unsigned misc)
{
    struct buffer_kind kind = {.format = DXGI_FORMAT_R32_TYPELESS,
                               .element_bytes = 4,
                               .misc = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | misc,
                               .uav_flags = D3D11_BUFFER_UAV_FLAG_RAW,
                               .srv_flags = D3D11_BUFFEREX_SRV_FLAG_RAW};
    return create_viewed(gpu, &kind, bytes / 4, data);
}

struct gpu_buffer gpu_raw(struct gpu *gpu, size_t bytes, const void *data)
{
    return create_raw(gpu, bytes, data, 0);
}

struct gpu_buffer gpu_arguments(struct gpu *gpu, size_t bytes, const void *data)
{
    return create_raw(gpu, bytes, data, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
}

struct gpu_buffer gpu_typed(struct gpu *gpu, DXGI_FORMAT format, unsigned element_bytes, size_t count,
                            const void *data)
{
    struct buffer_kind kind = {.format = format, .element_bytes = element_bytes};
    return create_viewed(gpu, &kind, count, data);
}

ID3D11Buffer *gpu_constants(struct gpu *gpu, size_t bytes, const void *data)
{
    D3D11_BUFFER_DESC desc = {
        .ByteWidth = (UINT)((bytes + 15) / 16 * 16),
        .Usage = D3D11_USAGE_DYNAMIC,
        .BindFlags = D3D11_BIND_CONSTANT_BUFFER,
        .CPUAccessFlags = D3D11_CPU_ACCESS_WRITE,
    };
    char *padded = calloc(1, desc.ByteWidth);
    if (!padded) {
        gpu_failed(gpu, E_OUTOFMEMORY, "constants");
        return NULL;
    }
    if (data)
        memcpy(padded, data, bytes);
    ID3D11Buffer *buffer = create_buffer(gpu, &desc, padded);
    free(padded);
    return buffer;
}

struct gpu_texture gpu_texture2d(struct gpu *gpu, DXGI_FORMAT format, unsigned texel_bytes, unsigned width,
                                 unsigned height, const void *data)
{
    UINT support = 0;
    struct gpu_texture texture = {0};
    if (gpu->error[0])
        return texture;
    ID3D11Device_CheckFormatSupport(gpu->device, format, &support);
    bool writable = support & D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW;
    D3D11_TEXTURE2D_DESC desc = {
        .Width = width,
        .Height = height,
        .MipLevels = 1,
        .ArraySize = 1,
        .Format = format,
        .SampleDesc.Count = 1,
        .BindFlags = D3D11_BIND_SHADER_RESOURCE | (writable ? D3D11_BIND_UNORDERED_ACCESS : 0),
    };
    void *zeros = data ? NULL : calloc(height, (size_t)width * texel_bytes);
    D3D11_SUBRESOURCE_DATA initial = {.pSysMem = data ? data : zeros, .SysMemPitch = width * texel_bytes};
    if (!initial.pSysMem) {
        gpu_failed(gpu, E_OUTOFMEMORY, "a texture of zeros");
        return texture;
    }
    gpu_failed(gpu, ID3D11Device_CreateTexture2D(gpu->device, &desc, &initial, &texture.texture),
               "CreateTexture2D");
    free(zeros);
    keep(gpu, texture.texture);
    texture.srv = create_srv(gpu, texture.texture, NULL);
    if (writable)
        texture.uav = create_uav(gpu, texture.texture, NULL);
    return texture;
}

ID3D11ComputeShader *gpu_shader(struct gpu *gpu, const struct gpu_blob *blob)
{
    ID3D11ComputeShader *shader = NULL;
    if (!gpu->error[0])
        gpu_failed(gpu, ID3D11Device_CreateComputeShader(gpu->device, blob->bytes, blob->size, NULL, &shader),
                   "CreateComputeShader");
    return keep(gpu, shader);
}

ID3D11SamplerState *gpu_sampler(struct gpu *gpu, D3D11_FILTER filter, D3D11_TEXTURE_ADDRESS_MODE address)
{
    ID3D11SamplerState *sampler = NULL;
    D3D11_SAMPLER_DESC desc = {.Filter = filter,
                               .AddressU = address,
                               .AddressV = address,
                               .AddressW = address,
                               .MaxAnisotropy = 1,
                               .ComparisonFunc = D3D11_COMPARISON_NEVER};
    if (!gpu->error[0])
        gpu_failed(gpu, ID3D11Device_CreateSamplerState(gpu->device, &desc, &sampler), "CreateSamplerState");
    return keep(gpu, sampler);
}
