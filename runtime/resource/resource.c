/*
 * What buffers and textures share: flags, layout, memory, initial data.
 *
 * Rows start at multiples of 64 bytes, and so do mips and array slices, so that vector loads of a row's start
 * never straddle cache lines. Buffers have no padding at all.
 */
#include "resource.h"

#include <stdlib.h>
#include <string.h>

#include "checker.h"
#include "format.h"

#define KNOWN_BIND_FLAGS                                                                                     \
    (D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER | D3D11_BIND_CONSTANT_BUFFER |                       \
     D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_STREAM_OUTPUT | D3D11_BIND_RENDER_TARGET |                      \
     D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_UNORDERED_ACCESS)
#define OUTPUT_BIND_FLAGS                                                                                    \
    (D3D11_BIND_STREAM_OUTPUT | D3D11_BIND_RENDER_TARGET | D3D11_BIND_DEPTH_STENCIL |                        \
     D3D11_BIND_UNORDERED_ACCESS)
#define KNOWN_CPU_FLAGS (D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE)
#define SHARED_MISC_FLAGS                                                                                    \
    (D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX | D3D11_RESOURCE_MISC_SHARED_NTHANDLE)
#define PROTECTED_MISC_FLAGS                                                                                 \
    (D3D11_RESOURCE_MISC_RESTRICTED_CONTENT | D3D11_RESOURCE_MISC_RESTRICT_SHARED_RESOURCE |                 \
     D3D11_RESOURCE_MISC_RESTRICT_SHARED_RESOURCE_DRIVER | D3D11_RESOURCE_MISC_GUARDED |                     \
     D3D11_RESOURCE_MISC_HW_PROTECTED)
#define TILED_MISC_FLAGS (D3D11_RESOURCE_MISC_TILED | D3D11_RESOURCE_MISC_TILE_POOL)
#define KNOWN_MISC_FLAGS                                                                                     \
    (D3D11_RESOURCE_MISC_GENERATE_MIPS | D3D11_RESOURCE_MISC_TEXTURECUBE |                                   \
     D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS | D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS |                    \
     D3D11_RESOURCE_MISC_BUFFER_STRUCTURED | D3D11_RESOURCE_MISC_RESOURCE_CLAMP |                            \
     D3D11_RESOURCE_MISC_GDI_COMPATIBLE | SHARED_MISC_FLAGS | PROTECTED_MISC_FLAGS | TILED_MISC_FLAGS)

D3D11_MESSAGE_ID resource_pick_id(const struct resource_desc *desc, D3D11_MESSAGE_ID buffer,
                                  D3D11_MESSAGE_ID texture1d, D3D11_MESSAGE_ID texture2d,
                                  D3D11_MESSAGE_ID texture3d)
{
    switch (desc->dimension) {
    case D3D11_RESOURCE_DIMENSION_TEXTURE1D:
        return texture1d;
    case D3D11_RESOURCE_DIMENSION_TEXTURE2D:
        return texture2d;
    case D3D11_RESOURCE_DIMENSION_TEXTURE3D:
        return texture3d;
    default:
        return buffer;
    }
}

static HRESULT validate_usage(struct device *device, const struct resource_desc *desc,
                              const D3D11_SUBRESOURCE_DATA *initial)
{
    UINT bind = desc->bind_flags, cpu = desc->cpu_access;
    D3D11_MESSAGE_ID cpu_id = RESOURCE_ID(desc, INVALIDCPUACCESSFLAGS),
                     bind_id = RESOURCE_ID(desc, INVALIDBINDFLAGS);
    switch (desc->usage) {
    case D3D11_USAGE_DEFAULT:
        if (cpu && (bind & ~(UINT)(D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS) ||
                    desc->samples.Count > 1))
            return message_fail(device, E_INVALIDARG, cpu_id,
                                "A default resource with CPU access has no bind flags but those of shader "
                                "resources and unordered access, and one sample");
        return S_OK;
    case D3D11_USAGE_IMMUTABLE:
        if (cpu)
            return message_fail(device, E_INVALIDARG, cpu_id, "An immutable resource has no CPU access");
        if (!bind || (bind & OUTPUT_BIND_FLAGS))
            return message_fail(device, E_INVALIDARG, bind_id,
                                "An immutable resource needs a bind flag, and one that only reads");
        if (!initial)
            return message_fail(device, E_INVALIDARG, RESOURCE_ID(desc, INVALIDINITIALDATA),
                                "An immutable resource needs initial data");
        return S_OK;
    case D3D11_USAGE_DYNAMIC:
        if (cpu != D3D11_CPU_ACCESS_WRITE)
            return message_fail(device, E_INVALIDARG, cpu_id,
                                "A dynamic resource has CPU access for writing only");
        if (!bind || (bind & OUTPUT_BIND_FLAGS))
            return message_fail(device, E_INVALIDARG, bind_id,
                                "A dynamic resource needs a bind flag, and one that only reads");
        return S_OK;
    case D3D11_USAGE_STAGING:
        if (!cpu)
            return message_fail(device, E_INVALIDARG, cpu_id, "A staging resource needs CPU access");
        if (bind)
            return message_fail(device, E_INVALIDARG, bind_id, "A staging resource cannot be bound");
        return S_OK;
    default:
        return message_fail(device, E_INVALIDARG, RESOURCE_ID(desc, UNRECOGNIZEDUSAGE), "Usage %d is unknown",
                            desc->usage);
    }
}

/* Misc flags that no kind of resource has here, each refused by its name. */
static HRESULT validate_misc(struct device *device, const struct resource_desc *desc)
{
    const UINT exclusive = D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX;
    D3D11_MESSAGE_ID id = RESOURCE_ID(desc, INVALIDMISCFLAGS);
    UINT misc = desc->misc_flags;
    if (misc & ~(UINT)KNOWN_MISC_FLAGS)
        return message_fail(device, E_INVALIDARG, RESOURCE_ID(desc, UNRECOGNIZEDMISCFLAGS),
                            "MiscFlags 0x%x hold unknown bits", misc);
    if (misc & TILED_MISC_FLAGS)
        return message_fail(device, E_INVALIDARG, id,
                            "Tiled resources are not supported: D3D11_OPTIONS1.TiledResourcesTier is 0");
    if (misc & PROTECTED_MISC_FLAGS)
        return message_fail(device, E_INVALIDARG, id,
                            "MiscFlags 0x%x need content protection by hardware, which is not there", misc);
    if ((misc & exclusive) == exclusive)
        return message_fail(device, E_INVALIDARG, id,
                            "D3D11_RESOURCE_MISC_SHARED and SHARED_KEYEDMUTEX exclude each other");
    if ((misc & D3D11_RESOURCE_MISC_SHARED_NTHANDLE) && !(misc & exclusive))
        return message_fail(device, E_INVALIDARG, id,
                            "D3D11_RESOURCE_MISC_SHARED_NTHANDLE goes with SHARED or SHARED_KEYEDMUTEX");
    /* The documented answer of devices that share nothing, such as WARP. */
    if (misc & SHARED_MISC_FLAGS)
        return message_fail(device, E_OUTOFMEMORY, RESOURCE_ID(desc, OUTOFMEMORY_RETURN),
                            "Resources shared between devices are not supported");
    if (misc & D3D11_RESOURCE_MISC_GDI_COMPATIBLE) {
        NOT_IMPLEMENTED("D3D11_RESOURCE_MISC_GDI_COMPATIBLE");
        return E_NOTIMPL;
    }
    return S_OK;
}

HRESULT resource_validate_flags(struct device *device, const struct resource_desc *desc,
                                const D3D11_SUBRESOURCE_DATA *initial)
{
    HRESULT status = device_status(device);
    if (FAILED(status))
        return status;
    if (desc->bind_flags & ~(UINT)KNOWN_BIND_FLAGS)
        return message_fail(device, E_INVALIDARG, RESOURCE_ID(desc, UNRECOGNIZEDBINDFLAGS),
                            "BindFlags 0x%x hold bits that mean nothing here", desc->bind_flags);
    if (desc->cpu_access & ~(UINT)KNOWN_CPU_FLAGS)
        return message_fail(device, E_INVALIDARG, RESOURCE_ID(desc, UNRECOGNIZEDCPUACCESSFLAGS),
                            "CPUAccessFlags 0x%x hold unknown bits", desc->cpu_access);
    if ((desc->bind_flags & D3D11_BIND_CONSTANT_BUFFER) && desc->bind_flags != D3D11_BIND_CONSTANT_BUFFER)
        return message_fail(device, E_INVALIDARG,
                            desc->dimension == D3D11_RESOURCE_DIMENSION_BUFFER
                                ? D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDCONSTANTBUFFERBINDINGS
                                : RESOURCE_ID(desc, INVALIDBINDFLAGS),
                            "D3D11_BIND_CONSTANT_BUFFER does not go with other bind flags");
    HRESULT hr = validate_misc(device, desc);
    return FAILED(hr) ? hr : validate_usage(device, desc, initial);
}

static uint64_t align64(uint64_t size)
{
    return (size + 63) & ~UINT64_C(63);
}

static uint32_t mip_size(uint32_t size, uint32_t mip)
{
    return size >> mip ? size >> mip : 1;
}

/* Sizes cannot overflow: each dimension is at most 16384, an array 2048, a block 16 bytes, samples 32. */
static void lay_out_texture(struct resource *resource)
{
    const struct resource_desc *desc = &resource->desc;
    uint64_t offset = 0;
    for (uint32_t i = 0; i < desc->mip_levels; i++) {
        struct kernel_mip *mip = &resource->mips[i];
        mip->width = mip_size(desc->width, i);
        mip->height = mip_size(desc->height, i);
        mip->depth = mip_size(desc->depth, i);
        mip->row_pitch =
            (uint32_t)align64((uint64_t)format_row_bytes(resource->format, mip->width) * desc->samples.Count);
        mip->depth_pitch = (uint64_t)mip->row_pitch * format_rows(resource->format, mip->height);
        mip->offset = offset;
        offset = align64(offset + mip->depth_pitch * mip->depth);
    }
    resource->array_pitch = offset;
    resource->size_bytes = offset * desc->array_size;
}

static void lay_out_buffer(struct resource *resource)
{
    uint32_t size = resource->desc.width;
    resource->mips[0] = (struct kernel_mip){size, 1, 1, size, size, 0};
    resource->array_pitch = resource->size_bytes = size;
}

struct subresource resource_subresource(const struct resource *resource, uint32_t index)
{
    uint32_t slice = index / resource->desc.mip_levels;
    const struct kernel_mip *mip = &resource->mips[index % resource->desc.mip_levels];
    return (struct subresource){
        .data = resource->data + slice * resource->array_pitch + mip->offset,
        .width = mip->width,
        .height = mip->height,
        .depth = mip->depth,
        .row_pitch = mip->row_pitch,
        .depth_pitch = mip->depth_pitch,
    };
}

struct copy_shape resource_copy_shape(const struct resource *resource, uint32_t width, uint32_t height,
                                      uint32_t depth)
{
    if (resource_is_buffer(resource))
        return (struct copy_shape){width, 1, 1};
    return (struct copy_shape){(uint64_t)format_row_bytes(resource->format, width) *
                                   resource->desc.samples.Count,
                               (uint32_t)format_rows(resource->format, height), depth};
}

void copy_rows(uint8_t *to, uint64_t to_row_pitch, uint64_t to_depth_pitch, const uint8_t *from,
               uint64_t from_row_pitch, uint64_t from_depth_pitch, const struct copy_shape *shape)
{
    /* Within one resource rows may overlap: walk away from the side that is still to be read. */
    bool backward = (uintptr_t)to > (uintptr_t)from;
    uint64_t total = (uint64_t)shape->rows * shape->slices;
    for (uint64_t i = 0; i < total; i++) {
        uint64_t at = backward ? total - 1 - i : i, slice = at / shape->rows, row = at % shape->rows;
        memmove(to + slice * to_depth_pitch + row * to_row_pitch,
                from + slice * from_depth_pitch + row * from_row_pitch, shape->width_bytes);
    }
}

static void copy_initial(struct resource *resource, const D3D11_SUBRESOURCE_DATA *initial)
{
    for (uint32_t i = 0; i < resource_subresources(resource); i++) {
        struct subresource to = resource_subresource(resource, i);
        struct copy_shape shape = resource_copy_shape(resource, to.width, to.height, to.depth);
        copy_rows(to.data, to.row_pitch, to.depth_pitch, initial[i].pSysMem, initial[i].SysMemPitch,
                  initial[i].SysMemSlicePitch, &shape);
    }
}

HRESULT resource_create(struct device *device, const struct resource_desc *desc,
                        const struct object_class *cls, const void *vtbl,
                        const D3D11_SUBRESOURCE_DATA *initial, struct resource **out)
{
    struct resource *resource = object_create(sizeof(*resource), cls, device);
    if (!resource)
        return E_OUTOFMEMORY;
    resource->iface.base.lpVtbl = vtbl;
    resource->dxgi.lpVtbl = &resource_dxgi_vtbl;
    resource->surface.lpVtbl = &resource_surface_vtbl;
    resource->desc = *desc;
    resource->eviction_priority = DXGI_RESOURCE_PRIORITY_NORMAL;
    if (desc->dimension == D3D11_RESOURCE_DIMENSION_BUFFER) {
        lay_out_buffer(resource);
    } else {
        resource->format = format_get(desc->format);
        lay_out_texture(resource);
    }
    resource->data = device_alloc(device, resource->size_bytes);
    resource->mapped = calloc(resource_subresources(resource), 1);
    if (!resource->data || !resource->mapped) {
        uint64_t size = resource->size_bytes;
        object_release(&resource->obj);
        return message_fail(device, E_OUTOFMEMORY, RESOURCE_ID(desc, OUTOFMEMORY_RETURN),
                            "No memory for a %s of %llu bytes", cls->name, (unsigned long long)size);
    }
    if (initial)
        copy_initial(resource, initial);
    if (device->checker && !checker_watch(device->checker, resource, initial)) {
        object_release(&resource->obj);
        return message_fail(device, E_OUTOFMEMORY, RESOURCE_ID(desc, OUTOFMEMORY_RETURN),
                            "No memory for the shadow of a %s", cls->name);
    }
    *out = resource;
    return S_OK;
}

void resource_destroy(struct object *object)
{
    struct resource *resource = (struct resource *)object;
    checker_forget(resource);
    device_free(object->device, resource->data, resource->size_bytes);
    free(resource->mapped);
    free(resource);
}
