/*
 * What a group of threads sees: plain pointers, sizes, strides and formats.
 *
 * The runtime fills one struct bindings for each dispatch from whatever its API binds; nothing here knows API
 * objects. A slot with kind KERNEL_VIEW_NONE (all zero) is an empty slot: reads give 0, writes vanish. All
 * limits are those of the view, never of the resource behind it; an executor touches no byte outside them.
 * Views whose kind, stride or dimension is not what the shader declares count as empty slots. data of raw and
 * structured views, and strides, are multiples of 4 bytes, and so are texels of 4 bytes and more.
 *
 * Memory of a texture: array slices lie array_pitch bytes apart, each holds its chain of mips:
 *   texel (x, y, z) of mip m, slice s, sample i is at
 *   data + s * array_pitch + mips[m].offset + z * mips[m].depth_pitch + y * mips[m].row_pitch
 *        + (x * sample_count + i) * element bytes
 * with x and y in blocks for block-compressed formats. data points at the view's first slice, mips[0] is the
 * view's most detailed mip.
 */
#ifndef KERNELS_BINDINGS_H
#define KERNELS_BINDINGS_H

#include <stdbool.h>
#include <stdint.h>

struct format_info;

enum kernel_view_kind {
    KERNEL_VIEW_NONE = 0,
    KERNEL_VIEW_TYPED_BUFFER,
    KERNEL_VIEW_RAW_BUFFER,
    KERNEL_VIEW_STRUCTURED_BUFFER,
    KERNEL_VIEW_TEXTURE,
};

struct kernel_mip {
    uint32_t width, height, depth; /* texels */
    uint32_t row_pitch;            /* bytes between rows (of blocks) */
    uint64_t depth_pitch;          /* bytes between depth slices */
    uint64_t offset;               /* bytes from the start of the array slice */
};

struct kernel_view {
    uint8_t kind;                     /* enum kernel_view_kind */
    uint8_t dimension;                /* textures: enum dxbc_dimension of the view */
    uint8_t sample_count;             /* textures: at least 1 */
    uint8_t mip_count;                /* textures */
    const struct format_info *format; /* typed buffers and textures */
    uint8_t *data;
    uint64_t size_bytes;        /* bytes of the view from data: buffers only */
    uint32_t element_count;     /* typed: elements; structured: structures; raw: bytes */
    uint32_t stride;            /* structured: bytes */
    uint32_t slice_count;       /* array textures: slices (faces for cubes); UAVs of 3D textures: depth slices
                                   seen from first_depth_slice on; SRVs of 3D textures: 0 or all of mip 0 */
    uint32_t first_depth_slice; /* UAVs of 3D textures: the view's first W slice */
    uint64_t array_pitch;
    const struct kernel_mip *mips;
    uint32_t *counter; /* the hidden counter of append, consume and counter UAVs, or NULL */
    bool alone;        /* nobody but the worker that has these bindings touches the memory meanwhile */
    float min_lod; /* ID3D11DeviceContext::SetResourceMinLOD, counted from the view's first mip */
};

struct kernel_constant_buffer {
    const uint8_t *data;
    uint32_t size_bytes; /* what the slot shows: at most 4096 vectors */
};

/* What stands in one fp# slot: the function table chosen and the values of this[fp#]. */
struct kernel_class_instance {
    int32_t table;         /* ft#, or -1 for an empty slot */
    uint32_t this_data[4]; /* constant buffer slot, vector offset, first texture, first sampler */
};

struct kernel_sampler {
    uint32_t filter, address[3], max_anisotropy, comparison;
    float mip_lod_bias, min_lod, max_lod, border[4];
};

enum {
    KERNEL_CONSTANT_BUFFERS = 14,
    KERNEL_RESOURCES = 128,
    KERNEL_SAMPLERS = 16,
    KERNEL_UAVS = 64,
    KERNEL_INTERFACES = 253,
};

struct bindings {
    struct kernel_constant_buffer constant_buffers[KERNEL_CONSTANT_BUFFERS];
    struct kernel_view resources[KERNEL_RESOURCES];
    struct kernel_view uavs[KERNEL_UAVS];
    const struct kernel_sampler *samplers[KERNEL_SAMPLERS]; /* NULL: empty */
    struct kernel_class_instance interfaces[KERNEL_INTERFACES];
};

#endif
