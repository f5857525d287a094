/*
 * The format table and its conversions. Expected values come from independent arithmetic: channels are picked
 * bit by bit from the layout that the format's name spells, codes are converted in long double, sRGB is
 * proved against MPFR. Blocks have a test of their own.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "format.h"
#include "format_codec.h"

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state * 0x2545F4914F6CDD1Du >> 32);
}

static float as_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t as_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7FFFFFFF) > 0x7F800000;
}

#define EACH_FORMAT(info)                                                                                    \
    for (uint32_t number_ = 0; number_ < 256; number_++)                                                     \
        for (const struct format_info *info = format_get(number_); info; info = NULL)

/* ---- The layout as the name spells it: "B8G8R8X8_UNORM" is blue in the low byte, and so on. */

struct spelled {
    char letter;
    unsigned offset, width;
};

/* Parts like R8G8 or S8 between the underscores of a name, in order. */
static unsigned spell(const char *name, struct spelled out[4])
{
    unsigned count = 0, offset = 0;
    for (const char *part = name; part; part = strchr(part, '_') ? strchr(part, '_') + 1 : NULL) {
        const char *p = part;
        while (*p && strchr("RGBAXDSE", *p) && p[1] >= '1' && p[1] <= '9' && count < 4) {
            char *end;
            out[count] = (struct spelled){*p, offset, (unsigned)strtoul(p + 1, &end, 10)};
            offset += out[count++].width;
            p = end;
        }
    }
    return count;
}

static uint32_t pick(const uint8_t *element, unsigned offset, unsigned width)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < width; i++)
        code |= (uint32_t)(element[(offset + i) / 8] >> (offset + i) % 8 & 1) << i;
    return code;
}

/* ---- Independent conversions. */

static long double small_float_value(uint32_t code, unsigned fraction_bits)
{
    uint32_t fraction = code & ((1u << fraction_bits) - 1), exponent = code >> fraction_bits & 31;
    long double scale = ldexpl(1, (int)fraction_bits);
    if (exponent == 31)
        return fraction ? (long double)NAN : (long double)INFINITY;
    if (!exponent)
        return ldexpl(fraction / scale, -14);
    return ldexpl(1 + fraction / scale, (int)exponent - 15);
}

static uint32_t expect_load(uint8_t kind, uint32_t code, unsigned n)
{
    long double full = ldexpl(1, (int)n) - 1, half = ldexpl(1, (int)n - 1);
    long double number = code >= half ? code - half * 2 : code;
    unsigned fraction_bits = n == 16 ? 10 : n - 5;
    switch (kind) {
    case FORMAT_KIND_UNORM:
        return as_bits((float)(code / full));
    case FORMAT_KIND_SNORM:
        return as_bits((float)fmaxl(-1, number / (half - 1)));
    case FORMAT_KIND_SINT:
        return (uint32_t)(int32_t)number;
    case FORMAT_KIND_FLOAT:
        if (n == 32)
            return code;
        if ((code >> fraction_bits & 31) == 31 && code & ((1u << fraction_bits) - 1))
            return (n == 16 ? code >> 15 << 31 : 0) | 0x7F800000 | (code << (23 - fraction_bits) & 0x7FFFFF);
        return as_bits((float)((n == 16 && code >> 15 ? -1 : 1) * small_float_value(code, fraction_bits)));
    default:
        return code;
    }
}

/* The largest code whose value does not exceed |f|: truncation, by search. */
static uint32_t expect_small_float(float f, unsigned n)
{
    unsigned fraction_bits = n == 16 ? 10 : n - 5;
    uint32_t sign = n == 16 && signbit(f) ? 0x8000 : 0, low = 0, high = (31u << fraction_bits) - 1;
    if (isinf(f) && (n == 16 || f > 0))
        return sign | 31u << fraction_bits;
    if (n != 16 && f < 0)
        return 0;
    while (low < high) {
        uint32_t middle = (low + high + 1) / 2;
        if (small_float_value(middle, fraction_bits) <= fabsl((long double)f))
            low = middle;
        else
            high = middle - 1;
    }
    return sign | low;
}

static uint32_t expect_store(uint8_t kind, uint32_t value, unsigned n)
{
    float f = as_float(value);
    long double full = ldexpl(1, (int)n) - 1, half = ldexpl(1, (int)n - 1), x;
    uint32_t mask = (uint32_t)full;
    switch (kind) {
    case FORMAT_KIND_UNORM:
        return isnan(f) ? 0 : (uint32_t)floorl(fminl(fmaxl(f, 0), 1) * full + 0.5L);
    case FORMAT_KIND_SNORM:
        x = isnan(f) ? 0 : fminl(fmaxl(f, -1), 1) * (half - 1);
        return (uint32_t)(int32_t)truncl(x + (x < 0 ? -0.5L : 0.5L)) & mask;
    case FORMAT_KIND_SINT:
        return (uint32_t)(int32_t)fminl(fmaxl((int32_t)value, -half), half - 1) & mask;
    case FORMAT_KIND_FLOAT:
        return n == 32 ? value : expect_small_float(f, n);
    default:
        return (uint32_t)fminl(value, full);
    }
}

static const uint32_t nasty[] = {
    0,          0x80000000, 1,          0x80000001, 0x007FFFFF, 0x00800000, 0x80800000, 0x3F800000,
    0xBF800000, 0x3F7FFFFF, 0x3F800001, 0xBF7FFFFF, 0x3F000000, 0x3EFFFFFF, 0x3F000001, 0x7F7FFFFF,
    0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7F800001, 0xFFC00000, 0x7FFFFFFF, 0xFFFFFFFF, 0x477FE000,
    0x477FEFFF, 0x477FFFFF, 0x47800000, 0x38800000, 0x387FFFFF, 0x387FE000, 0x33800000, 0x337FFFFF,
    0x33000001, 0x477E0000, 0x477C0000, 0x3B808081, 0x3B008081, 0x3B000000, 0x37800080, 0x0000007F,
    0x00000080, 0xFFFFFF80, 0xFFFFFF7F, 0x00007FFF, 0x00008000, 0xFFFF8000, 0xFFFF7FFF, 0x000000FF,
    0x00000100, 0x0000FFFF, 0x00010000, 0x000003FF, 0x00000400, 4,
};
enum { NASTY = sizeof nasty / sizeof nasty[0] };

static uint32_t random_value(void)
{
    uint32_t word = random_word();
    switch (word & 7) {
    case 0:
        return nasty[random_word() % NASTY];
    case 1:
        return word >> 3;
    case 2:
        return random_word() >> (word >> 3 & 31);
    case 3:
    case 4: /* near a code of 8 or 10 bits, or half way between two */
        return as_bits((float)(random_word() % 2047) / (word & 8 ? 510 : 2046)) + (word >> 4) % 3 - 1;
    case 5:
        return (0x3F800000 - (random_word() >> 5)) | (word & 8 ? 0x80000000 : 0);
    default:
        return random_word();
    }
}

/* ---- Tests. */

static void test_rows(void **state)
{
    unsigned rows = 0;
    EACH_FORMAT(info)
    {
        rows++;
        assert_int_equal(info->number, number_);
        const struct format_info *family = format_get(info->family);
        assert_non_null(family);
        assert_int_equal(family->family, info->family);
        assert_int_equal(family->bits, info->bits);
        assert_int_equal(family->block_bytes, info->block_bytes);
        if (!(info->flags & FORMAT_IS_VIDEO))
            assert_int_equal(info->block_bytes * 8, info->bits * info->block_width * info->block_height);
        if (strstr(info->name, "_TYPELESS") && info->family == info->number)
            assert_true(format_is_typeless(info));
        if (format_is_typeless(info))
            assert_false(format_is_loadable(info));
        if (info->caps & (FORMAT_CAP_LOAD | FORMAT_CAP_SAMPLE) && !(info->flags & FORMAT_IS_VIDEO))
            assert_true(format_is_loadable(info));
        if ((info->caps | info->caps_optional) & FORMAT_CAP_UAV_STORE && !(info->flags & FORMAT_IS_VIDEO))
            assert_true(format_is_storable(info) && info->store_raw);
        assert_false(info->caps & info->caps_optional);
        assert_true(format_is_srgb(info) == (strstr(info->name, "SRGB") != NULL));
        assert_true(!info->load_texel == !info->load_block);
        assert_false(info->load && info->load_texel);
    }
    assert_int_equal(rows, 119);
    assert_null(format_get(116));
    assert_null(format_get(129));
    assert_null(format_get(133));
    assert_null(format_get(UINT32_MAX));
    assert_string_equal(format_get(FORMAT_420_OPAQUE)->name, "420_OPAQUE");
    assert_int_equal(FORMAT_R32_FLOAT, 41);
    assert_int_equal(FORMAT_B4G4R4A4_UNORM, 115);
    assert_int_equal(FORMAT_V408, 132);
}

static void test_support(void **state)
{
    const struct format_info *uint32 = format_get(FORMAT_R32_UINT), *f32 = format_get(FORMAT_R32_FLOAT);
    const uint32_t textures =
        FORMAT_CAP_TEXTURE1D | FORMAT_CAP_TEXTURE2D | FORMAT_CAP_TEXTURE3D | FORMAT_CAP_TEXTURECUBE;
    assert_int_equal(uint32->caps, FORMAT_CAP_BUFFER | FORMAT_CAP_VERTEX | FORMAT_CAP_INDEX | textures |
                                       FORMAT_CAP_LOAD | FORMAT_CAP_RENDER_TARGET | FORMAT_CAP_UAV_STORE |
                                       FORMAT_CAP_UAV_LOAD | FORMAT_CAP_UAV_EXCHANGE |
                                       FORMAT_CAP_UAV_ATOMICS | FORMAT_CAP_MULTISAMPLE_LOAD);
    assert_int_equal(f32->caps & (FORMAT_CAP_UAV_EXCHANGE | FORMAT_CAP_UAV_ATOMICS), FORMAT_CAP_UAV_EXCHANGE);
    assert_true(f32->caps & FORMAT_CAP_SAMPLE_COMPARISON);
    assert_int_equal(format_get(FORMAT_R32G32B32_FLOAT)->caps_optional,
                     FORMAT_CAP_SAMPLE | FORMAT_CAP_GATHER | FORMAT_CAP_RENDER_TARGET | FORMAT_CAP_BLEND);
    assert_int_equal(format_get(FORMAT_D24_UNORM_S8_UINT)->caps,
                     FORMAT_CAP_DEPTH_STENCIL | (textures & ~(uint32_t)FORMAT_CAP_TEXTURE3D));
    assert_int_equal(format_get(FORMAT_BC7_UNORM)->caps, (textures & ~(uint32_t)FORMAT_CAP_TEXTURE1D) |
                                                             FORMAT_CAP_LOAD | FORMAT_CAP_SAMPLE |
                                                             FORMAT_CAP_GATHER);

    /* The loads that exist without an option, and the set of TypedUAVLoadAdditionalFormats. */
    static const uint8_t additional[] = {2, 3, 4, 10, 12, 14, 28, 30, 32, 54, 57, 59, 61, 62, 64};
    unsigned found = 0;
    EACH_FORMAT(info)
    {
        assert_true(!!(info->caps & FORMAT_CAP_UAV_LOAD) == (number_ >= 41 && number_ <= 43));
        if (!(info->flags & FORMAT_IS_UAV_LOAD_SET))
            continue;
        assert_true(info->caps_optional & FORMAT_CAP_UAV_LOAD);
        assert_int_equal(number_, additional[found++]);
    }
    assert_int_equal(found, sizeof additional);
}

static void test_layout_is_the_names(void **state)
{
    unsigned checked = 0;
    EACH_FORMAT(info)
    {
        struct spelled parts[4];
        unsigned count = spell(info->name, parts), present = 0;
        if (info->block_width != 1 || !count || info->flags & FORMAT_IS_VIDEO || info->channels[0].width == 1)
            continue;
        for (unsigned i = 0; i < count; i++) {
            const char *at = strchr("RGBADS", parts[i].letter);
            if (!at)
                continue;
            unsigned index = (unsigned)(at - "RGBADS") % 4;
            assert_int_equal(info->channels[index].offset, parts[i].offset);
            assert_int_equal(info->channels[index].width, parts[i].width);
            present++;
        }
        assert_int_equal(format_component_count(info), present);
        checked++;
    }
    assert_in_range(checked, 70, 90);
}

static void check_load(const struct format_info *info, const uint8_t *element)
{
    uint32_t rgba[4], one = format_is_integer(info) ? 1 : 0x3F800000;
    format_load(info, element, rgba);
    for (unsigned i = 0; i < 4; i++) {
        struct format_channel channel = info->channels[i];
        if (!channel.width) {
            assert_int_equal(rgba[i], i == 3 ? one : 0);
            assert_int_equal(info->out_of_bounds[i], rgba[i]);
            continue;
        }
        assert_int_equal(info->out_of_bounds[i], 0);
        uint32_t code = pick(element, channel.offset, channel.width);
        if (channel.kind == FORMAT_KIND_SRGB)
            assert_int_equal(rgba[i], format_srgb_code[code]);
        else if (rgba[i] != expect_load(channel.kind, code, channel.width))
            fail_msg("%s channel %u code %x: %08x, expected %08x", info->name, i, code, rgba[i],
                     expect_load(channel.kind, code, channel.width));
    }
}

/* load then store gives the bits back, but for the second -1 and signalling NaNs; padding becomes 0. */
static void check_round_trip(const struct format_info *info, const uint8_t *element)
{
    uint32_t rgba[4];
    uint8_t again[16];
    memset(again, 0xA5, sizeof again);
    format_load(info, element, rgba);
    format_store(info, again, rgba);
    for (unsigned i = info->block_bytes; i < 16; i++)
        assert_int_equal(again[i], 0xA5);
    for (unsigned i = 0; i < 4; i++) {
        struct format_channel channel = info->channels[i];
        uint32_t code = pick(element, channel.offset, channel.width);
        uint32_t back = pick(again, channel.offset, channel.width);
        if (channel.kind == FORMAT_KIND_SNORM && code == 1u << (channel.width - 1))
            code++;
        if (channel.kind == FORMAT_KIND_FLOAT && channel.width != 32 && is_nan(rgba[i])) {
            assert_true(back != code ? (back & ~(1u << (channel.width == 16 ? 9 : channel.width - 6))) == code
                                     : true);
            continue;
        }
        if (back != code)
            fail_msg("%s channel %u code %x comes back as %x", info->name, i, code, back);
    }
}

static void check_element(const struct format_info *info, const uint8_t *element)
{
    check_load(info, element);
    if (info->store)
        check_round_trip(info, element);
}

/* All patterns up to 16 bits; beyond, every code of each channel up to 16 bits among random bits, and random
 * ones. */
static void test_load_and_round_trip(void **state)
{
    unsigned formats = 0;
    EACH_FORMAT(info)
    {
        if (!info->load || info->flags & FORMAT_IS_SHARED_EXPONENT)
            continue;
        formats++;
        uint8_t *element = malloc(info->block_bytes); /* exact: a wide read shows under ASan */
        for (uint32_t i = 0; i < 0x10000; i++) {
            for (unsigned byte = 0; byte < info->block_bytes; byte++)
                element[byte] = (uint8_t)(info->bits <= 16 ? i >> 8 * byte : random_word() >> 24);
            for (unsigned c = 0; info->bits > 16 && c < 4; c++) {
                struct format_channel channel = info->channels[c];
                for (unsigned bit = 0; bit < channel.width && channel.width <= 16; bit++) {
                    unsigned at = channel.offset + bit;
                    element[at / 8] &= (uint8_t) ~(1u << at % 8);
                    element[at / 8] |= (uint8_t)(((i + c * 0x5555) >> bit & 1) << at % 8);
                }
            }
            check_element(info, element);
        }
        free(element);
    }
    assert_int_equal(formats, 59);
}

static void test_store(void **state)
{
    EACH_FORMAT(info)
    {
        if (!info->store)
            continue;
        uint8_t *element = malloc(info->block_bytes);
        for (unsigned n = 0; n < 40000; n++) {
            uint32_t rgba[4];
            for (unsigned i = 0; i < 4; i++)
                rgba[i] = n < NASTY ? nasty[(n + 7 * i) % NASTY] : random_value();
            format_store(info, element, rgba);
            uint8_t rest[16] = {0}; /* what no channel owns */
            memcpy(rest, element, info->block_bytes);
            for (unsigned i = 0; i < 4; i++) {
                struct format_channel channel = info->channels[i];
                uint32_t code = pick(element, channel.offset, channel.width);
                for (unsigned bit = channel.offset; bit < channel.offset + channel.width; bit++)
                    rest[bit / 8] &= (uint8_t) ~(1u << bit % 8);
                if (!channel.width || channel.kind == FORMAT_KIND_SRGB)
                    continue;
                if (channel.kind == FORMAT_KIND_FLOAT && channel.width != 32 && is_nan(rgba[i])) {
                    unsigned fraction_bits = channel.width == 16 ? 10 : channel.width - 5;
                    assert_int_equal(code >> fraction_bits & 31, 31);
                    assert_true(code & ((1u << fraction_bits) - 1));
                    continue;
                }
                uint32_t expected = expect_store(channel.kind, rgba[i], channel.width);
                if (code != expected)
                    fail_msg("%s channel %u of %08x: %x, expected %x", info->name, i, rgba[i], code,
                             expected);
            }
            for (unsigned i = 0; i < info->block_bytes; i++)
                assert_int_equal(rest[i], 0);
        }
        free(element);
    }
}

static void test_store_raw(void **state)
{
    EACH_FORMAT(info)
    {
        if (!info->store_raw)
            continue;
        uint8_t *element = malloc(info->block_bytes);
        for (unsigned n = 0; n < 1000; n++) {
            uint32_t v[4] = {random_word(), random_word(), random_word(), random_word()};
            format_store_raw_uint(info, element, v);
            for (unsigned i = 0; i < 4; i++) {
                struct format_channel channel = info->channels[i];
                if (channel.width)
                    assert_int_equal(pick(element, channel.offset, channel.width),
                                     v[i] & 0xFFFFFFFF >> (32 - channel.width));
            }
        }
        free(element);
    }
}

/* Values that the specification states. */
static void test_worked_values(void **state)
{
    static const struct {
        uint32_t format, element, rgba[4];
    } loads[] = {
        {FORMAT_R9G9B9E5_SHAREDEXP, 0x999320C8, {0x40C80000, 0x41480000, 0x40480000, 0x3F800000}},
        {FORMAT_R9G9B9E5_SHAREDEXP, 0xF80001FF, {0x477F8000, 0, 0, 0x3F800000}}, /* 65408, the largest */
        {FORMAT_R9G9B9E5_SHAREDEXP, 0x00000001, {0x33800000, 0, 0, 0x3F800000}}, /* 2^-24 */
        {FORMAT_R11G11B10_FLOAT, 0x000007BF, {0x477E0000, 0, 0, 0x3F800000}},    /* 65024 */
        {FORMAT_R11G11B10_FLOAT, 0xF7C00000, {0, 0, 0x477C0000, 0x3F800000}},    /* 64512 */
        {FORMAT_R11G11B10_FLOAT, 0x00000801, {0x35800000, 0x35800000, 0, 0x3F800000}}, /* 2^-20 */
        {FORMAT_R16_FLOAT, 0x0001, {0x33800000, 0, 0, 0x3F800000}},
        {FORMAT_R16_FLOAT, 0x03FF, {0x387FC000, 0, 0, 0x3F800000}},
        {FORMAT_R16_FLOAT, 0x7BFF, {0x477FE000, 0, 0, 0x3F800000}},
        {FORMAT_R16_FLOAT, 0x7C01, {0x7F802000, 0, 0, 0x3F800000}},
        {FORMAT_R16_FLOAT, 0x8001, {0xB3800000, 0, 0, 0x3F800000}},
        {FORMAT_A8_UNORM, 0xFF, {0, 0, 0, 0x3F800000}},
        {FORMAT_R8_SNORM, 0x80, {0xBF800000, 0, 0, 0x3F800000}},
        {FORMAT_R8_SNORM, 0x81, {0xBF800000, 0, 0, 0x3F800000}},
        {FORMAT_R8_SINT, 0xFF, {0xFFFFFFFF, 0, 0, 1}},
        {FORMAT_B8G8R8A8_UNORM, 0xFF0000FF, {0, 0, 0x3F800000, 0x3F800000}}, /* blue is the first byte */
        {FORMAT_B8G8R8X8_UNORM, 0x00FF0000, {0x3F800000, 0, 0, 0x3F800000}},
        {FORMAT_B5G6R5_UNORM, 0xF800, {0x3F800000, 0, 0, 0x3F800000}},
        {FORMAT_R24_UNORM_X8_TYPELESS, 0xAAFFFFFF, {0x3F800000, 0, 0, 0x3F800000}},
        {FORMAT_X24_TYPELESS_G8_UINT, 0x5A123456, {0, 0x5A, 0, 1}},
        {FORMAT_R8G8B8A8_UNORM_SRGB, 0x80FF0080, {0x3E5D0A89, 0, 0x3F800000, 0x3F008081}},
    };
    for (unsigned i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        uint32_t rgba[4];
        format_load(format_get(loads[i].format), &loads[i].element, rgba);
        for (unsigned c = 0; c < 4; c++)
            if (rgba[c] != loads[i].rgba[c])
                fail_msg("%s %x channel %u: %08x", format_get(loads[i].format)->name, loads[i].element, c,
                         rgba[c]);
    }
    static const struct {
        uint32_t format, red, element;
    } stores[] = {
        {FORMAT_R16_FLOAT, 0x3F801001, 0x3C00},
        {FORMAT_R16_FLOAT, 0x3F803001, 0x3C01},
        {FORMAT_R16_FLOAT, 0x477FEFFF, 0x7BFF},
        {FORMAT_R16_FLOAT, 0x47800000, 0x7BFF},
        {FORMAT_R16_FLOAT, 0x7F800000, 0x7C00},
        {FORMAT_R16_FLOAT, 0x387FE000, 0x03FF},
        {FORMAT_R16_FLOAT, 0x33000001, 0x0000},
        {FORMAT_R8_UNORM, 0x3F000000, 0x80},
        {FORMAT_R8_UNORM, 0x7FC00000, 0},
        {FORMAT_R8_SNORM, 0xFF800000, 0x81},
        {FORMAT_R8_UINT, 300, 0xFF},
        {FORMAT_R8_SINT, 0xFFFFFF00, 0x80},
        {FORMAT_R11G11B10_FLOAT, 0xC0000000, 0},
        {FORMAT_R11G11B10_FLOAT, 0xFF800000, 0},
        {FORMAT_D16_UNORM, 0x3F000000, 0x8000},
        {FORMAT_R8G8B8A8_UNORM_SRGB, 0x3E5D0A89, 0x80},
    };
    for (unsigned i = 0; i < sizeof stores / sizeof stores[0]; i++) {
        uint32_t rgba[4] = {stores[i].red, 0, 0, 0}, element = 0;
        format_store(format_get(stores[i].format), &element, rgba);
        assert_int_equal(element, stores[i].element);
    }
}

static void test_shared_exponent(void **state)
{
    const struct format_info *info = format_get(FORMAT_R9G9B9E5_SHAREDEXP);
    for (uint32_t exponent = 0; exponent < 32; exponent++) {
        for (uint32_t m = 0; m < 512; m++) {
            uint32_t word = m | (m * 7 & 511) << 9 | (511 - m) << 18 | exponent << 27, rgba[4];
            format_load(info, &word, rgba);
            assert_true(as_float(rgba[0]) == ldexp(m / 512.0, (int)exponent - 15));
            assert_true(as_float(rgba[1]) == ldexp((m * 7 & 511) / 512.0, (int)exponent - 15));
            assert_true(as_float(rgba[2]) == ldexp((511 - m) / 512.0, (int)exponent - 15));
            assert_int_equal(rgba[3], 0x3F800000);
        }
    }
}

static void test_pairs(void **state)
{
    const uint8_t pair[4] = {255, 51, 0, 204};
    uint32_t a[2][4], b[4];
    static const float rgbg[2][4] = {{1, 0.2f, 0, 1}, {1, 0.8f, 0, 1}};
    static const float grgb[2][4] = {{0.2f, 1, 0.8f, 1}, {0.2f, 0, 0.8f, 1}};
    for (unsigned which = 0; which < 2; which++) {
        const struct format_info *info = format_get(which ? FORMAT_G8R8_G8B8_UNORM : FORMAT_R8G8_B8G8_UNORM);
        info->load_block(pair, a);
        for (unsigned x = 0; x < 2; x++) {
            format_load_texel(info, pair, x, 0, b);
            assert_memory_equal(a[x], b, sizeof b);
            assert_memory_equal(a[x], which ? grgb[x] : rgbg[x], sizeof b);
        }
    }
}

static void srgb_decode(mpfr_t out, unsigned long n, unsigned long d)
{
    mpfr_set_ui(out, n, MPFR_RNDN);
    mpfr_div_ui(out, out, d, MPFR_RNDN);
    if (n * 100000 <= d * 4045) {
        mpfr_mul_ui(out, out, 100, MPFR_RNDN);
        mpfr_div_ui(out, out, 1292, MPFR_RNDN);
        return;
    }
    mpfr_t exponent;
    mpfr_init2(exponent, 200);
    mpfr_set_ui(exponent, 12, MPFR_RNDN);
    mpfr_div_ui(exponent, exponent, 5, MPFR_RNDN);
    mpfr_mul_ui(out, out, 1000, MPFR_RNDN);
    mpfr_add_ui(out, out, 55, MPFR_RNDN);
    mpfr_div_ui(out, out, 1055, MPFR_RNDN);
    mpfr_pow(out, out, exponent, MPFR_RNDN);
    mpfr_clear(exponent);
}

/* floor(255 * encode(f) + 0.5) */
static unsigned long srgb_encode(float f)
{
    mpfr_t x, power;
    mpfr_init2(x, 200);
    mpfr_init2(power, 200);
    mpfr_set_flt(x, f, MPFR_RNDN);
    if (f <= 0.0031308) {
        mpfr_mul_ui(x, x, 1292, MPFR_RNDN);
        mpfr_div_ui(x, x, 100, MPFR_RNDN);
    } else {
        mpfr_set_ui(power, 5, MPFR_RNDN);
        mpfr_div_ui(power, power, 12, MPFR_RNDN);
        mpfr_pow(x, x, power, MPFR_RNDN);
        mpfr_mul_ui(x, x, 1055, MPFR_RNDN);
        mpfr_sub_ui(x, x, 55, MPFR_RNDN);
        mpfr_div_ui(x, x, 1000, MPFR_RNDN);
    }
    mpfr_mul_ui(x, x, 510, MPFR_RNDN);
    mpfr_add_ui(x, x, 1, MPFR_RNDN);
    mpfr_div_ui(x, x, 2, MPFR_RNDN);
    unsigned long code = mpfr_get_ui(x, MPFR_RNDD);
    mpfr_clear(x);
    mpfr_clear(power);
    return code;
}

static void test_srgb_tables(void **state)
{
    mpfr_t x;
    mpfr_init2(x, 200);
    for (unsigned i = 0; i <= SRGB_STEPS; i++) {
        srgb_decode(x, i, SRGB_STEPS);
        assert_int_equal(format_srgb_step[i], as_bits(mpfr_get_flt(x, MPFR_RNDN)));
        if (i % 6 == 0)
            assert_int_equal(format_srgb_code[i / 6], format_srgb_step[i]);
    }
    mpfr_clear(x);
    for (unsigned k = 1; k < 256; k++) {
        assert_int_equal(srgb_encode(as_float(format_srgb_threshold[k])), k);
        assert_int_equal(srgb_encode(as_float(format_srgb_threshold[k] - 1)), k - 1);
        assert_int_equal(srgb_from_float(format_srgb_threshold[k]), k);
        assert_int_equal(srgb_from_float(format_srgb_threshold[k] - 1), k - 1);
        assert_int_equal(srgb_from_float(format_srgb_code[k]), k);
    }
    assert_int_equal(srgb_from_float(0x7FC00000), 0);
    assert_int_equal(srgb_from_float(0xBF800000), 0);
    assert_int_equal(srgb_from_float(0x7F800000), 255);
    assert_int_equal(srgb_from_float(0x80000000), 0);
    mpfr_free_cache();
}

static void test_ratio(void **state)
{
    static const uint32_t dens[] = {635, 889, 1275, 1530, 1785};
    for (unsigned d = 0; d < 5; d++)
        for (uint32_t n = 0; n <= dens[d]; n++)
            assert_int_equal(float_from_ratio(n, dens[d]), as_bits((float)((double)n / dens[d])));
}

static void test_sizes(void **state)
{
    static const struct {
        uint16_t format, width, height, row_bytes, rows;
    } cases[] = {
        {FORMAT_R32G32B32A32_FLOAT, 5, 3, 80, 3},
        {FORMAT_R8_UNORM, 7, 1, 7, 1},
        {FORMAT_BC1_UNORM, 1, 1, 8, 1},
        {FORMAT_BC1_UNORM, 5, 9, 16, 3},
        {FORMAT_BC7_UNORM, 8, 8, 32, 2},
        {FORMAT_R8G8_B8G8_UNORM, 4, 2, 8, 2},
        {FORMAT_R1_UNORM, 9, 2, 2, 2},
        {FORMAT_NV12, 4, 4, 4, 6},
        {FORMAT_P010, 4, 2, 8, 3},
        {FORMAT_YUY2, 4, 2, 8, 2},
        {FORMAT_NV11, 5, 2, 8, 4},
        {FORMAT_Y210, 2, 2, 8, 2},
        {FORMAT_UNKNOWN, 4, 4, 0, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct format_info *info = format_get(cases[i].format);
        assert_int_equal(format_row_bytes(info, cases[i].width), cases[i].row_bytes);
        assert_int_equal(format_rows(info, cases[i].height), cases[i].rows);
    }
    assert_int_equal(format_row_bytes(format_get(FORMAT_R32G32B32A32_FLOAT), UINT32_MAX),
                     16 * (uint64_t)UINT32_MAX);
}

static void test_families(void **state)
{
    static const uint8_t same[][2] = {{19, 20}, {19, 21}, {19, 22}, {44, 45}, {44, 46},
                                      {44, 47}, {39, 40}, {39, 43}, {53, 55}, {27, 29},
                                      {23, 89}, {90, 91}, {92, 88}, {70, 72}, {94, 96}},
                         other[][2] = {{65, 61}, {68, 49}, {69, 68}, {87, 88},
                                       {28, 87}, {26, 24}, {70, 73}, {41, 17}};
    for (unsigned i = 0; i < sizeof same / sizeof same[0]; i++)
        assert_true(format_same_family(format_get(same[i][0]), format_get(same[i][1])));
    for (unsigned i = 0; i < sizeof other / sizeof other[0]; i++)
        assert_false(format_same_family(format_get(other[i][0]), format_get(other[i][1])));
}

enum { HASHED = 300 };

/* Every format over the same bits and values: no float arithmetic here but the codecs' own. */
static uint64_t everything_hashed(const uint32_t (*bits)[4], const uint32_t (*values)[4])
{
    uint64_t hash = 0xCBF29CE484222325u;
    EACH_FORMAT(info)
    {
        for (unsigned n = 0; n < HASHED && format_is_loadable(info); n++) {
            uint32_t words[4], rgba[4];
            memcpy(words, bits[n], sizeof words);
            format_load_texel(info, words, n % info->block_width, n / 4 % info->block_height, rgba);
            if (info->store)
                format_store(info, words, values[n]);
            for (unsigned i = 0; i < 4; i++)
                hash = (((hash ^ rgba[i]) * 0x100000001B3u) ^ words[i]) * 0x100000001B3u;
        }
    }
    return hash;
}

/* Rounding, flushing and denormal modes of the CPU do not show. */
static void test_control_word(void **state)
{
#if defined(__SSE__)
    static uint32_t bits[HASHED][4], values[HASHED][4];
    for (unsigned n = 0; n < HASHED * 4; n++) {
        bits[n / 4][n % 4] = random_word();
        values[n / 4][n % 4] = random_value();
    }
    static const unsigned modes[] = {0x8040, 0x2000, 0x4000, 0x6000, 0xE040};
    unsigned saved = _mm_getcsr();
    uint64_t usual = everything_hashed(bits, values);
    for (unsigned i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        _mm_setcsr(saved | modes[i]);
        uint64_t other = everything_hashed(bits, values);
        _mm_setcsr(saved);
        assert_true(other == usual);
    }
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_support),
        cmocka_unit_test(test_layout_is_the_names),
        cmocka_unit_test(test_load_and_round_trip),
        cmocka_unit_test(test_store),
        cmocka_unit_test(test_store_raw),
        cmocka_unit_test(test_worked_values),
        cmocka_unit_test(test_shared_exponent),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_srgb_tables),
        cmocka_unit_test(test_ratio),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_control_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
