/*
 * The table of formats, stamped from format.def, with a load and a store function for every plain format.
 * Those are one generic body each, inlined over constant channel descriptions, so the compiler leaves
 * straight code.
 */
#include "format.h"

#include <string.h>

#include "format_bc.h"
#include "format_codec.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE uint32_t channel_mask(struct format_channel channel)
{
    return 0xFFFFFFFF >> (32 - channel.width);
}

static ALWAYS_INLINE uint32_t channel_decode(struct format_channel channel, uint32_t code)
{
    unsigned n = channel.width;
    switch (channel.kind) {
    case FORMAT_KIND_FLOAT:
        return n == 32 ? code : n == 16 ? num_f16tof32(code) : float_from_ufloat(code, n);
    case FORMAT_KIND_UNORM:
        return float_from_unorm(code, n);
    case FORMAT_KIND_SNORM:
        return float_from_snorm((int32_t)(code << (32 - n)) >> (32 - n), n);
    case FORMAT_KIND_SINT:
        return (uint32_t)((int32_t)(code << (32 - n)) >> (32 - n));
    case FORMAT_KIND_SRGB:
        return format_srgb_code[code];
    default:
        return code;
    }
}

static ALWAYS_INLINE uint32_t channel_encode(struct format_channel channel, uint32_t value)
{
    unsigned n = channel.width;
    uint32_t mask = channel_mask(channel);
    int32_t limit = (int32_t)(mask >> 1), number = (int32_t)value;
    switch (channel.kind) {
    case FORMAT_KIND_FLOAT:
        return n == 32 ? value : n == 16 ? num_f32tof16(value) : ufloat_from_float(value, n);
    case FORMAT_KIND_UNORM:
        return unorm_from_float(value, n);
    case FORMAT_KIND_SNORM:
        return (uint32_t)snorm_from_float(value, n);
    case FORMAT_KIND_SINT:
        return (uint32_t)(number > limit ? limit : number < -limit - 1 ? -limit - 1 : number);
    case FORMAT_KIND_SRGB:
        return srgb_from_float(value);
    default:
        return value > mask ? mask : value;
    }
}

static ALWAYS_INLINE uint32_t channel_load(struct format_channel channel, const uint32_t words[4])
{
    if (!channel.width)
        return 0;
    return channel_decode(channel, words[channel.offset / 32] >> channel.offset % 32 & channel_mask(channel));
}

static ALWAYS_INLINE void channel_put(struct format_channel channel, uint32_t code, uint32_t words[4])
{
    if (channel.width)
        words[channel.offset / 32] |= (code & channel_mask(channel)) << channel.offset % 32;
}

static ALWAYS_INLINE void channel_store(struct format_channel channel, uint32_t value, uint32_t words[4])
{
    if (channel.width)
        channel_put(channel, channel_encode(channel, value), words);
}

static ALWAYS_INLINE void element_load(const struct format_channel channels[4], size_t bytes, uint32_t one,
                                       const void *element, uint32_t rgba[4])
{
    uint32_t words[4] = {0};
    memcpy(words, element, bytes);
    rgba[0] = channel_load(channels[0], words);
    rgba[1] = channel_load(channels[1], words);
    rgba[2] = channel_load(channels[2], words);
    rgba[3] = channels[3].width ? channel_load(channels[3], words) : one;
}

static ALWAYS_INLINE void element_store(const struct format_channel channels[4], size_t bytes, void *element,
                                        const uint32_t rgba[4])
{
    uint32_t words[4] = {0};
    channel_store(channels[0], rgba[0], words);
    channel_store(channels[1], rgba[1], words);
    channel_store(channels[2], rgba[2], words);
    channel_store(channels[3], rgba[3], words);
    memcpy(element, words, bytes);
}

static ALWAYS_INLINE void element_store_raw(const struct format_channel channels[4], size_t bytes,
                                            void *element, const uint32_t v[4])
{
    uint32_t words[4] = {0};
    channel_put(channels[0], v[0], words);
    channel_put(channels[1], v[1], words);
    channel_put(channels[2], v[2], words);
    channel_put(channels[3], v[3], words);
    memcpy(element, words, bytes);
}

static void load_shared_exponent(const void *element, uint32_t rgba[4])
{
    uint32_t word;
    memcpy(&word, element, sizeof word);
    for (unsigned i = 0; i < 3; i++)
        rgba[i] = float_from_shared_exponent(word >> 9 * i & 0x1FF, word >> 27);
    rgba[3] = NUM_ONE;
}

/* Two texels in four bytes; the second green stands two bytes after the first. */
static ALWAYS_INLINE void load_pair_texel(const uint8_t *pair, uint32_t x, unsigned red, unsigned green,
                                          unsigned blue, uint32_t rgba[4])
{
    rgba[0] = float_from_unorm(pair[red], 8);
    rgba[1] = float_from_unorm(pair[green + 2 * x], 8);
    rgba[2] = float_from_unorm(pair[blue], 8);
    rgba[3] = NUM_ONE;
}

static void load_rgbg_texel(const void *pair, uint32_t x, uint32_t y, uint32_t rgba[4])
{
    load_pair_texel(pair, x, 0, 1, 2, rgba);
}

static void load_rgbg_block(const void *pair, uint32_t (*rgba)[4])
{
    load_rgbg_texel(pair, 0, 0, rgba[0]);
    load_rgbg_texel(pair, 1, 0, rgba[1]);
}

static void load_grgb_texel(const void *pair, uint32_t x, uint32_t y, uint32_t rgba[4])
{
    load_pair_texel(pair, x, 1, 0, 3, rgba);
}

static void load_grgb_block(const void *pair, uint32_t (*rgba)[4])
{
    load_grgb_texel(pair, 0, 0, rgba[0]);
    load_grgb_texel(pair, 1, 0, rgba[1]);
}

/* ---- Reading format.def: a channel list becomes designated initialisers of struct format_channel[4]. */

#define UNPACK(...) __VA_ARGS__
#define BLOCK_WIDTH(w, h, bytes) w
#define BLOCK_HEIGHT(w, h, bytes) h
#define BLOCK_BYTES(w, h, bytes) bytes

#define CHANNELS(kind, list) CHANNELS_PADDED(kind, UNPACK list, X, 0, X, 0, X, 0, X, 0)
#define CHANNELS_PADDED(kind, ...) CHANNELS_4(kind, __VA_ARGS__)
#define CHANNELS_4(kind, a, na, b, nb, c, nc, d, nd, ...) \
    CHANNEL_##a(kind, 0, na) CHANNEL_##b(kind, na, nb) CHANNEL_##c(kind, na + nb, nc) \
    CHANNEL_##d(kind, na + nb + nc, nd)
#define CHANNEL_R(kind, offset, width) [0] = {FORMAT_KIND_##kind, offset, width},
#define CHANNEL_G(kind, offset, width) [1] = {FORMAT_KIND_##kind, offset, width},
#define CHANNEL_B(kind, offset, width) [2] = {FORMAT_KIND_##kind, offset, width},
#define CHANNEL_A(kind, offset, width) [3] = {ALPHA_##kind, offset, width},
#define CHANNEL_D(kind, offset, width) CHANNEL_R(kind, offset, width)
#define CHANNEL_S(kind, offset, width) CHANNEL_G(UINT, offset, width)
#define CHANNEL_X(kind, offset, width)
#define ALPHA_FLOAT FORMAT_KIND_FLOAT
#define ALPHA_UNORM FORMAT_KIND_UNORM
#define ALPHA_SNORM FORMAT_KIND_SNORM
#define ALPHA_UINT FORMAT_KIND_UINT
#define ALPHA_SINT FORMAT_KIND_SINT
#define ALPHA_SRGB FORMAT_KIND_UNORM
#define ALPHA_TYPELESS FORMAT_KIND_TYPELESS

#define LACKS_ALPHA(list) LACKS_ALPHA_PADDED(UNPACK list, X, 0, X, 0, X, 0, X, 0)
#define LACKS_ALPHA_PADDED(...) LACKS_ALPHA_4(__VA_ARGS__)
#define LACKS_ALPHA_4(a, na, b, nb, c, nc, d, nd, ...) !(ALPHAS_##a + ALPHAS_##b + ALPHAS_##c + ALPHAS_##d)
#define ALPHAS_R 0
#define ALPHAS_G 0
#define ALPHAS_B 0
#define ALPHAS_A 1
#define ALPHAS_D 0
#define ALPHAS_S 0
#define ALPHAS_X 0

/* What a missing alpha reads. */
#define ONE_FLOAT NUM_ONE
#define ONE_UNORM NUM_ONE
#define ONE_SNORM NUM_ONE
#define ONE_SRGB NUM_ONE
#define ONE_UINT 1
#define ONE_SINT 1
#define ONE_TYPELESS 0
#define ONE_NONE 0

/* ---- Functions of the plain formats. */

#define BODIES_READ(name, bytes, kind, list) \
    static const struct format_channel channels_##name[4] = {CHANNELS(kind, list)}; \
    static void load_##name(const void *element, uint32_t rgba[4]) \
    { \
        element_load(channels_##name, bytes, ONE_##kind, element, rgba); \
    }
#define BODIES_PLAIN(name, bytes, kind, list) \
    BODIES_READ(name, bytes, kind, list) \
    static void store_##name(void *element, const uint32_t rgba[4]) \
    { \
        element_store(channels_##name, bytes, element, rgba); \
    } \
    static void store_raw_##name(void *element, const uint32_t v[4]) \
    { \
        element_store_raw(channels_##name, bytes, element, v); \
    }
#define BODIES_NONE(...)
#define BODIES_SHARED(...)
#define BODIES_RGBG(...)
#define BODIES_GRGB(...)
#define BODIES_BC(...)

#define FORMAT(number, name, family, bits, block, kind, list, codec, ...) \
    BODIES_##codec(name, BLOCK_BYTES block, kind, list)
#include "format.def"
#undef FORMAT

#define FUNCTIONS_PLAIN(name) .load = load_##name, .store = store_##name, .store_raw = store_raw_##name,
#define FUNCTIONS_READ(name) .load = load_##name,
#define FUNCTIONS_NONE(name)
#define FUNCTIONS_SHARED(name) .load = load_shared_exponent,
#define FUNCTIONS_RGBG(name) .load_texel = load_rgbg_texel, .load_block = load_rgbg_block,
#define FUNCTIONS_GRGB(name) .load_texel = load_grgb_texel, .load_block = load_grgb_block,
#define FUNCTIONS_BC(name) .load_texel = load_texel_##name, .load_block = load_block_##name,

/* ---- The table. Support letters count in one of the two words. */

#define REQUIRED_R 1u
#define REQUIRED_A 0u
#define REQUIRED_o 0u
#define REQUIRED_d 0u
#define REQUIRED__ 0u
#define OPTIONAL_R 0u
#define OPTIONAL_A 1u
#define OPTIONAL_o 1u
#define OPTIONAL_d 1u
#define OPTIONAL__ 0u
#define LOAD_SET_R 0
#define LOAD_SET_A FORMAT_IS_UAV_LOAD_SET
#define LOAD_SET_o 0
#define LOAD_SET__ 0
#define ATOMICS_all (FORMAT_CAP_UAV_EXCHANGE | FORMAT_CAP_UAV_ATOMICS)
#define ATOMICS_exch FORMAT_CAP_UAV_EXCHANGE
#define ATOMICS__ 0u

#define CAPS(word, buffer, vertex, index, t1, t2, t3, cube, ld, sample, compare, gather, target, blend, ds, \
             store, load, atomics, ms, resolve) \
    (word##_##buffer << 0 | word##_##vertex << 1 | word##_##index << 2 | word##_##t1 << 3 | \
     word##_##t2 << 4 | word##_##t3 << 5 | word##_##cube << 6 | word##_##ld << 7 | word##_##sample << 8 | \
     word##_##compare << 9 | word##_##gather << 10 | word##_##target << 11 | word##_##blend << 12 | \
     word##_##ds << 13 | word##_##store << 14 | word##_##load << 15 | word##_##ms << 18 | \
     word##_##resolve << 19)
#define CAPS_ATOMICS(buffer, vertex, index, t1, t2, t3, cube, ld, sample, compare, gather, target, blend, \
                     ds, store, load, atomics, ...) ATOMICS_##atomics
#define CAPS_LOAD_SET(buffer, vertex, index, t1, t2, t3, cube, ld, sample, compare, gather, target, blend, \
                      ds, store, load, ...) LOAD_SET_##load
_Static_assert(FORMAT_CAP_MULTISAMPLE_RESOLVE == 1 << 19 && FORMAT_CAP_UAV_LOAD == 1 << 15 &&
                   FORMAT_CAP_DEPTH_STENCIL == 1 << 13 && FORMAT_CAP_LOAD == 1 << 7,
               "enum format_caps follows the columns of format.def");

#define KIND_OF(kind) (FORMAT_KIND_##kind == FORMAT_KIND_SRGB ? FORMAT_KIND_UNORM : FORMAT_KIND_##kind)

#define FORMAT(num, title, parent, width, block, sort, list, codec, marks, ...) \
    [num] = {.name = #title, \
             .number = num, \
             .family = FORMAT_##parent, \
             .kind = KIND_OF(sort), \
             .bits = width, \
             .block_width = BLOCK_WIDTH block, \
             .block_height = BLOCK_HEIGHT block, \
             .block_bytes = BLOCK_BYTES block, \
             .flags = (marks) | CAPS_LOAD_SET(__VA_ARGS__), \
             .caps = CAPS(REQUIRED, __VA_ARGS__) | CAPS_ATOMICS(__VA_ARGS__), \
             .caps_optional = CAPS(OPTIONAL, __VA_ARGS__), \
             .channels = {CHANNELS(sort, list)}, \
             .out_of_bounds = {0, 0, 0, LACKS_ALPHA(list) ? ONE_##sort : 0}, \
             FUNCTIONS_##codec(title)},
static const struct format_info formats[] = {
#include "format.def"
};
#undef FORMAT

const struct format_info *format_get(uint32_t dxgi_format)
{
    if (dxgi_format >= sizeof formats / sizeof formats[0] || !formats[dxgi_format].name)
        return NULL;
    return &formats[dxgi_format];
}

size_t format_row_bytes(const struct format_info *format, uint32_t width)
{
    if (!format->block_width)
        return 0;
    if (format->number == FORMAT_NV11) /* four pixels share one chroma sample, both planes have one pitch */
        width = (width + 3) / 4 * 4;
    if (format->number == FORMAT_P208)
        width = (width + 1) / 2 * 2;
    return ((size_t)width + format->block_width - 1) / format->block_width * format->block_bytes;
}

size_t format_rows(const struct format_info *format, uint32_t height)
{
    size_t rows = height;
    switch (format->number) {
    case FORMAT_NV12:
    case FORMAT_P010:
    case FORMAT_P016:
    case FORMAT_420_OPAQUE:
        return rows + (rows + 1) / 2;
    case FORMAT_NV11:
    case FORMAT_P208:
        return rows * 2;
    case FORMAT_V208:
        return rows + (rows + 1) / 2 * 2;
    case FORMAT_V408:
        return rows * 3;
    default:
        return format->block_height ? (rows + format->block_height - 1) / format->block_height : 0;
    }
}

uint32_t format_component_count(const struct format_info *format)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < 4; i++)
        count += format->channels[i].width != 0;
    return count;
}
