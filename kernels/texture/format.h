/*
 * DXGI formats: what an element is made of, and conversion between its bits and four 32-bit register
 * components.
 *
 * One row of format.def for each format. A view resolves its format once to a struct format_info and then
 * calls through its function pointers. Conversions give the same bits on every machine, whatever the
 * floating-point control word says, denormals and NaN payloads included. Floats travel as their bits.
 *
 * Formats come in three sorts: elements (load, store), blocks of several texels (load_texel, load_block) and
 * those no view can show (typeless, video, scan-out): there every function pointer is NULL.
 */
#ifndef KERNELS_FORMAT_H
#define KERNELS_FORMAT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* FORMAT_R32_FLOAT = 41 and so on: the numbers of DXGI_FORMAT. */
enum format_number {
#define FORMAT(number, name, ...) FORMAT_##name = number,
#include "format.def"
#undef FORMAT
};

/* How a channel's bits are read. A format has the kind of its first channel, sRGB formats are UNORM. */
enum format_kind {
    FORMAT_KIND_NONE, /* UNKNOWN and video */
    FORMAT_KIND_TYPELESS,
    FORMAT_KIND_FLOAT,
    FORMAT_KIND_UNORM,
    FORMAT_KIND_SNORM,
    FORMAT_KIND_UINT,
    FORMAT_KIND_SINT,
    FORMAT_KIND_SRGB, /* channels only */
};

enum format_flags {
    FORMAT_IS_SRGB = 1 << 0,
    FORMAT_IS_DEPTH = 1 << 1, /* a depth-stencil target */
    FORMAT_IS_STENCIL = 1 << 2,
    FORMAT_IS_BLOCK = 1 << 3,           /* BC1 to BC7 */
    FORMAT_IS_PAIRED = 1 << 4,          /* two texels share red and blue */
    FORMAT_IS_SHARED_EXPONENT = 1 << 5, /* R9G9B9E5 */
    FORMAT_IS_VIDEO = 1 << 6,
    FORMAT_IS_PLANAR = 1 << 7,       /* chroma planes follow the first plane */
    FORMAT_IS_UAV_LOAD_SET = 1 << 8, /* member of the set of TypedUAVLoadAdditionalFormats */
};

/* Uses of a format, in the order of format.def's columns. */
enum format_caps {
    FORMAT_CAP_BUFFER = 1 << 0, /* typed buffer views */
    FORMAT_CAP_VERTEX = 1 << 1,
    FORMAT_CAP_INDEX = 1 << 2,
    FORMAT_CAP_TEXTURE1D = 1 << 3,
    FORMAT_CAP_TEXTURE2D = 1 << 4,
    FORMAT_CAP_TEXTURE3D = 1 << 5,
    FORMAT_CAP_TEXTURECUBE = 1 << 6,
    FORMAT_CAP_LOAD = 1 << 7,
    FORMAT_CAP_SAMPLE = 1 << 8,
    FORMAT_CAP_SAMPLE_COMPARISON = 1 << 9, /* sample_c, gather4_c */
    FORMAT_CAP_GATHER = 1 << 10,
    FORMAT_CAP_RENDER_TARGET = 1 << 11,
    FORMAT_CAP_BLEND = 1 << 12,
    FORMAT_CAP_DEPTH_STENCIL = 1 << 13,
    FORMAT_CAP_UAV_STORE = 1 << 14,
    FORMAT_CAP_UAV_LOAD = 1 << 15,
    FORMAT_CAP_UAV_EXCHANGE = 1 << 16, /* atomic exchange */
    FORMAT_CAP_UAV_ATOMICS = 1 << 17,  /* every other atomic */
    FORMAT_CAP_MULTISAMPLE_LOAD = 1 << 18,
    FORMAT_CAP_MULTISAMPLE_RESOLVE = 1 << 19,
};

struct format_channel {
    uint8_t kind;   /* enum format_kind */
    uint8_t offset; /* from the least significant bit of the little-endian element */
    uint8_t width;  /* bits; 0: the format lacks this channel */
};

struct format_info {
    const char *name; /* "R8G8B8A8_UNORM" */
    uint16_t number;  /* DXGI_FORMAT */
    uint16_t family;  /* number of the typeless parent, or its own */
    uint8_t kind;     /* enum format_kind */
    uint8_t bits;     /* per texel */
    uint8_t block_width, block_height, block_bytes; /* elements: 1, 1, their size */
    uint16_t flags;         /* enum format_flags */
    uint32_t caps;          /* enum format_caps: what feature levels 11_0 and 11_1 require */
    uint32_t caps_optional; /* what they leave to the device */
    struct format_channel channels[4]; /* red, green, blue, alpha; depth counts as red, stencil as green */
    uint32_t out_of_bounds[4]; /* what a read outside a view gives: 0, and 1 in a missing alpha */

    void (*load)(const void *element, uint32_t rgba[4]);
    void (*store)(void *element, const uint32_t rgba[4]);
    void (*store_raw)(void *element, const uint32_t rgba[4]);
    void (*load_texel)(const void *block, uint32_t x, uint32_t y, uint32_t rgba[4]);
    void (*load_block)(const void *block, uint32_t (*rgba)[4]); /* every texel, row by row */
};

/* NULL for numbers that are no format. UNKNOWN (0) has a row: the format of structured views. */
const struct format_info *format_get(uint32_t dxgi_format);

/* Bytes of one row of elements or blocks, and rows of a picture (of blocks; all planes of planar formats). */
size_t format_row_bytes(const struct format_info *format, uint32_t width);
size_t format_rows(const struct format_info *format, uint32_t height);

/* Channels that the format has: R8G8B8X8 has three, A8 one. */
uint32_t format_component_count(const struct format_info *format);

/* May a resource of one format be viewed as, or copied to, the other? */
static inline bool format_same_family(const struct format_info *a, const struct format_info *b)
{
    return a->family == b->family;
}

static inline bool format_is_typeless(const struct format_info *format)
{
    return format->kind == FORMAT_KIND_TYPELESS;
}

static inline bool format_is_integer(const struct format_info *format)
{
    return format->kind == FORMAT_KIND_UINT || format->kind == FORMAT_KIND_SINT;
}

static inline bool format_is_block(const struct format_info *format)
{
    return format->flags & FORMAT_IS_BLOCK;
}

static inline bool format_is_depth(const struct format_info *format)
{
    return format->flags & FORMAT_IS_DEPTH;
}

static inline bool format_is_srgb(const struct format_info *format)
{
    return format->flags & FORMAT_IS_SRGB;
}

/* Can a shader read it through format_load or format_load_texel? */
static inline bool format_is_loadable(const struct format_info *format)
{
    return format->load || format->load_texel;
}

static inline bool format_is_storable(const struct format_info *format)
{
    return format->store != NULL;
}

/* An element to registers, as ld and ld_uav_typed do: missing channels give 0, a missing alpha 1 (1.0f, or
 * integer 1 in integer formats). Only formats with load. */
static inline void format_load(const struct format_info *format, const void *element, uint32_t rgba[4])
{
    assert(format->load);
    format->load(element, rgba);
}

/* Registers to an element, as store_uav_typed and render targets do. Padding bits become 0. Elements need no
 * alignment. Only formats with store. */
static inline void format_store(const struct format_info *format, void *element, const uint32_t rgba[4])
{
    assert(format->store);
    format->store(element, rgba);
}

/* The low bits of each value without conversion, as ClearUnorderedAccessViewUint does. */
static inline void format_store_raw_uint(const struct format_info *format, void *element, const uint32_t v[4])
{
    assert(format->store_raw);
    format->store_raw(element, v);
}

/* Texel (x, y) of a block, x < block_width, y < block_height. Works for elements too (blocks of one). */
static inline void format_load_texel(const struct format_info *format, const void *block, uint32_t x,
                                     uint32_t y, uint32_t rgba[4])
{
    if (format->load)
        format->load(block, rgba);
    else
        format->load_texel(block, x, y, rgba);
}

#endif
