/*
 * Buffers and textures: one head for all four, so that copies, maps, views and hazards are written once.
 *
 * Memory is as kernels/bindings.h describes it: array slices array_pitch bytes apart, each with its chain of
 * mips. A buffer is one slice with one mip of one row, `size_bytes` wide. Nothing moves while the resource
 * lives.
 */
#ifndef RUNTIME_RESOURCE_H
#define RUNTIME_RESOURCE_H

#include <dxgi1_2.h>

#include "bindings.h"
#include "device.h"
#include "object.h"

enum { RESOURCE_MAX_MIPS = 15 };

/* The descriptions of all dimensions in one; fields that a dimension lacks are 1 or 0. */
struct resource_desc {
    D3D11_RESOURCE_DIMENSION dimension;
    uint32_t width, height, depth; /* texels; bytes for buffers */
    uint32_t mip_levels, array_size;
    DXGI_FORMAT format;
    DXGI_SAMPLE_DESC samples;
    D3D11_USAGE usage;
    UINT bind_flags, cpu_access, misc_flags;
    uint32_t stride; /* structured buffers */
    D3D11_TEXTURE_LAYOUT layout;
};

struct resource {
    struct object obj;
    union {
        ID3D11Resource base;
        ID3D11Buffer buffer;
        ID3D11Texture1D texture1d;
        ID3D11Texture2D1 texture2d;
        ID3D11Texture3D1 texture3d;
    } iface;
    IDXGIResource1 dxgi;
    IDXGISurface2 surface; /* Texture2D of one subresource */
    struct resource_desc desc;
    const struct format_info *format; /* NULL for buffers */
    UINT eviction_priority;
    float min_lod;

    uint8_t *data;
    uint64_t size_bytes, array_pitch;
    struct kernel_mip mips[RESOURCE_MAX_MIPS];
    uint8_t *mapped; /* D3D11_MAP of each subresource, 0 when not mapped */
    struct check_memory *shadow; /* on a device that checks (checker.h) */
};

static inline struct resource *resource_of(ID3D11Resource *iface)
{
    return iface ? container_of(iface, struct resource, iface.base) : NULL;
}
static inline bool resource_is_buffer(const struct resource *resource)
{
    return resource->desc.dimension == D3D11_RESOURCE_DIMENSION_BUFFER;
}
static inline uint32_t resource_subresources(const struct resource *resource)
{
    return resource->desc.mip_levels * resource->desc.array_size;
}

/* Where a subresource lies. The index is in range. */
struct subresource {
    uint8_t *data;
    uint32_t width, height, depth; /* texels; bytes for buffers */
    uint32_t row_pitch;
    uint64_t depth_pitch;
};
struct subresource resource_subresource(const struct resource *resource, uint32_t index);

/* The id of one complaint for the four kinds of resource. */
D3D11_MESSAGE_ID resource_pick_id(const struct resource_desc *desc, D3D11_MESSAGE_ID buffer,
                                  D3D11_MESSAGE_ID texture1d, D3D11_MESSAGE_ID texture2d,
                                  D3D11_MESSAGE_ID texture3d);
#define RESOURCE_ID(desc, what)                                                                              \
    resource_pick_id(desc, D3D11_MESSAGE_ID_CREATEBUFFER_##what, D3D11_MESSAGE_ID_CREATETEXTURE1D_##what,    \
                     D3D11_MESSAGE_ID_CREATETEXTURE2D_##what, D3D11_MESSAGE_ID_CREATETEXTURE3D_##what)

/* dxgi_resource.c: what a resource answers as IDXGIResource1 and IDXGISurface2. */
extern const IDXGIResource1Vtbl resource_dxgi_vtbl;
extern const IDXGISurface2Vtbl resource_surface_vtbl;
/* Entries of a resource class's list of interfaces. */
#define RESOURCE_DXGI_IFACES                                                                                 \
    {&IID_IDXGIResource, offsetof(struct resource, dxgi)},                                                   \
        {&IID_IDXGIResource1, offsetof(struct resource, dxgi)},                                              \
        {&IID_IDXGIDeviceSubObject, offsetof(struct resource, dxgi)},                                        \
    {                                                                                                        \
        &IID_IDXGIObject, offsetof(struct resource, dxgi)                                                    \
    }

/* Lays out and allocates what `desc` (checked, mip_levels not 0) says, copies the initial data. */
HRESULT resource_create(struct device *device, const struct resource_desc *desc,
                        const struct object_class *cls, const void *vtbl,
                        const D3D11_SUBRESOURCE_DATA *initial, struct resource **out);
void resource_destroy(struct object *object);
/* Usage, bind, CPU access and misc flags against each other, as far as all dimensions share the rules. */
HRESULT resource_validate_flags(struct device *device, const struct resource_desc *desc,
                                const D3D11_SUBRESOURCE_DATA *initial);
/* Dimensions, format, mips and initial data of the three kinds of texture; settles mip_levels 0. */
HRESULT texture_validate(struct device *device, struct resource_desc *desc,
                         const D3D11_SUBRESOURCE_DATA *initial);

/* Quality levels that textures of this many samples have: 0 or 1. format may be NULL. */
UINT texture_quality_levels(const struct format_info *format, UINT samples);

HRESULT buffer_create(struct device *device, const D3D11_BUFFER_DESC *desc,
                      const D3D11_SUBRESOURCE_DATA *initial, ID3D11Buffer **out);
HRESULT texture1d_create(struct device *device, const D3D11_TEXTURE1D_DESC *desc,
                         const D3D11_SUBRESOURCE_DATA *initial, ID3D11Texture1D **out);
HRESULT texture2d_create(struct device *device, const D3D11_TEXTURE2D_DESC1 *desc,
                         const D3D11_SUBRESOURCE_DATA *initial, ID3D11Texture2D1 **out);
HRESULT texture3d_create(struct device *device, const D3D11_TEXTURE3D_DESC1 *desc,
                         const D3D11_SUBRESOURCE_DATA *initial, ID3D11Texture3D1 **out);

/* A box as memory: bytes of one row, rows (of blocks) and depth slices. */
struct copy_shape {
    uint64_t width_bytes;
    uint32_t rows, slices;
};
/* Rows and bytes of a box of texels (or of bytes, in buffers). */
struct copy_shape resource_copy_shape(const struct resource *resource, uint32_t width, uint32_t height,
                                      uint32_t depth);
/* Copies a box between memory of any pitches; source and destination may overlap. */
void copy_rows(uint8_t *to, uint64_t to_row_pitch, uint64_t to_depth_pitch, const uint8_t *from,
               uint64_t from_row_pitch, uint64_t from_depth_pitch, const struct copy_shape *shape);

#endif
