/*
 * Block compression against a slow decoder written once more from the text of the format: it keeps the text's
 * own notation for headers and partitions, reads bits one after another and computes in long double. The
 * digests at the end come from another project's decoder (bcdec 0.98), run once over the same blocks.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "format.h"

static uint64_t random_state;

static void random_begin(void)
{
    random_state = 0x9E3779B97F4A7C15u;
}

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545F4914F6CDD1Du;
}

static uint32_t as_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float as_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static const uint32_t ONE = 0x3F800000;

struct reader {
    const uint8_t *bytes;
    unsigned at;
};

static uint32_t take(struct reader *reader, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++, reader->at++)
        value |= (uint32_t)(reader->bytes[reader->at / 8] >> reader->at % 8 & 1) << i;
    return value;
}

/* ---- BC1 to BC5 */

static long double linear(long double c, bool srgb)
{
    if (!srgb)
        return c;
    return c <= 0.04045L ? c / 12.92L : powl((c + 0.055L) / 1.055L, 2.4L);
}

static void slow_colours(const uint8_t *block, bool bc1, bool srgb, uint32_t out[16][4])
{
    struct reader reader = {block, 0};
    long double colour[4][3];
    uint32_t raw[2];
    for (unsigned e = 0; e < 2; e++) {
        uint32_t b = take(&reader, 5), g = take(&reader, 6), r = take(&reader, 5);
        raw[e] = r << 11 | g << 5 | b;
        colour[e][0] = r << 3 | r >> 2;
        colour[e][1] = g << 2 | g >> 4;
        colour[e][2] = b << 3 | b >> 2;
    }
    bool four = !bc1 || raw[0] > raw[1];
    for (unsigned i = 0; i < 3; i++) {
        long double a = colour[0][i], b = colour[1][i];
        colour[2][i] = four ? (2 * a + b) / 3 : (a + b) / 2;
        colour[3][i] = four ? (a + 2 * b) / 3 : 0;
    }
    for (unsigned t = 0; t < 16; t++) {
        uint32_t index = take(&reader, 2);
        for (unsigned i = 0; i < 3; i++)
            out[t][i] = as_bits((float)linear(colour[index][i] / 255, srgb));
        out[t][3] = !four && index == 3 ? 0 : ONE;
    }
}

static void slow_ramp(const uint8_t *block, bool is_signed, unsigned channel, uint32_t out[16][4])
{
    struct reader reader = {block + 2, 0};
    int r0 = is_signed ? (int8_t)block[0] : block[0], r1 = is_signed ? (int8_t)block[1] : block[1];
    bool eight = r0 > r1;
    long double a = fmaxl(r0, -127), b = fmaxl(r1, -127), full = is_signed ? 127 : 255;
    for (unsigned t = 0; t < 16; t++) {
        int i = (int)take(&reader, 3);
        long double value;
        if (i < 2)
            value = i ? b : a;
        else if (eight)
            value = ((8 - i) * a + (i - 1) * b) / 7;
        else if (i < 6)
            value = ((6 - i) * a + (i - 1) * b) / 5;
        else
            value = i == 7 ? full : is_signed ? -full : 0;
        out[t][channel] = as_bits((float)(value / full));
    }
}

static void slow_bc2_alpha(const uint8_t *block, uint32_t out[16][4])
{
    struct reader reader = {block, 0};
    for (unsigned t = 0; t < 16; t++)
        out[t][3] = as_bits((float)(take(&reader, 4) / 15.0L));
}

/* ---- Partitions, in the notation of the format tables */

static const char masks2[] =
    "CCCC 8888 EEEE ECC8 C880 FEEC FEC8 EC80 C800 FFEC FE80 E800 FFE8 FF00 FFF0 F000 F710 008E 7100 08CE "
    "008C 7310 3100 8CCE 088C 3110 6666 366C 17E8 0FF0 718E 399C AAAA F0F0 5A5A 33CC 3C3C 55AA 9696 A55A "
    "73CE 13C8 324C 3BDC 6996 C33C 9966 0660 0272 04E4 4E40 2720 C936 936C 39C6 639C 9336 9CC6 817E E718 "
    "CCF0 0FCC 7744 EE22";
static const char anchors2[] =
    "15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 2 8 2 2 8 8 15 2 8 2 2 8 8 2 2 15 15 6 8 2 8 15 "
    "15 2 8 2 2 2 15 15 6 6 2 6 8 15 15 2 2 15 15 15 15 15 2 2 15";
static const char maps3[] =
    "AA685050 6A5A5040 5A5A4200 5450A0A8 A5A50000 A0A05050 5555A0A0 5A5A5050 AA550000 AA555500 AAAA5500 "
    "90909090 94949494 A4A4A4A4 A9A59450 2A0A4250 A5945040 0A425054 A5A5A500 55A0A0A0 A8A85454 6A6A4040 "
    "A4A45000 1A1A0500 0050A4A4 AAA59090 14696914 69691400 A08585A0 AA821414 50A4A450 6A5A0200 A9A58000 "
    "5090A0A8 A8A09050 24242424 00AA5500 24924924 24499224 50A50A50 500AA550 AAAA4444 66660000 A5A0A5A0 "
    "50A050A0 69286928 44AAAA44 66666600 AA444444 54A854A8 95809580 96969600 A85454A8 80959580 AA141414 "
    "96960000 AAAA1414 A05050A0 A0A5A5A0 96000000 40804080 A9A8A9A8 AAAAAA44 2A4A5254";
static const char anchors3[] =
    "3,15 3,8 15,8 15,3 8,15 3,15 15,3 15,8 8,15 8,15 6,15 6,15 6,15 5,15 3,15 3,8 3,15 3,8 8,15 15,3 "
    "3,15 3,8 6,15 10,8 5,3 8,15 8,6 6,10 8,15 5,15 15,10 15,8 8,15 15,3 3,15 5,10 6,10 10,8 8,9 15,10 "
    "15,6 3,15 15,8 5,15 15,3 15,6 15,6 15,8 3,15 15,3 5,15 5,15 5,15 8,15 5,15 10,15 5,15 10,15 8,15 "
    "13,15 15,3 12,15 3,15 3,8";
/* The n-th number of a list. */
static uint32_t nth(const char *list, unsigned n, int base)
{
    char *end = (char *)list;
    uint32_t value = 0;
    for (unsigned i = 0; i <= n; i++) {
        while (*end == ' ' || *end == ',')
            end++;
        value = (uint32_t)strtoul(end, &end, base);
    }
    return value;
}

struct partition {
    uint8_t subset[16];
    bool anchor[16];
};

static struct partition partition_of(unsigned subsets, uint32_t number)
{
    struct partition p = {.anchor = {true}};
    for (unsigned t = 0; t < 16; t++) {
        if (subsets == 2)
            p.subset[t] = nth(masks2, number, 16) >> t & 1;
        if (subsets == 3)
            p.subset[t] = nth(maps3, number, 16) >> 2 * t & 3;
    }
    if (subsets == 2)
        p.anchor[nth(anchors2, number, 10)] = true;
    if (subsets == 3) {
        p.anchor[nth(anchors3, 2 * number, 10)] = true;
        p.anchor[nth(anchors3, 2 * number + 1, 10)] = true;
    }
    return p;
}

static int weight(unsigned width, uint32_t index)
{
    return (int)nth(width == 2   ? "0 21 43 64"
                    : width == 3 ? "0 9 18 27 37 46 55 64"
                                 : "0 4 9 13 17 21 26 30 34 38 43 47 51 55 60 64",
                    index, 10);
}

static void read_weights(struct reader *reader, const struct partition *p, unsigned width, int weights[16])
{
    for (unsigned t = 0; t < 16; t++)
        weights[t] = weight(width, take(reader, width - p->anchor[t]));
}

/* ---- BC6H */

static const struct bc6h_text {
    uint8_t mode, regions;
    bool transformed;
    uint8_t precision, delta[3];
    const char *header;
} bc6h_text[] = {
    {0x00,
     2,
     true,
     10,
     {5, 5, 5},
     "gy[4] by[4] bz[4] rw[9:0] gw[9:0] bw[9:0] rx[4:0] gz[4] gy[3:0] gx[4:0] bz[0] gz[3:0] "
     "bx[4:0] bz[1] by[3:0] ry[4:0] bz[2] rz[4:0] bz[3] d[4:0]"},
    {0x01,
     2,
     true,
     7,
     {6, 6, 6},
     "gy[5] gz[4] gz[5] rw[6:0] bz[0] bz[1] by[4] gw[6:0] by[5] bz[2] gy[4] bw[6:0] bz[3] bz[5] "
     "bz[4] rx[5:0] gy[3:0] gx[5:0] gz[3:0] bx[5:0] by[3:0] ry[5:0] rz[5:0] d[4:0]"},
    {0x02,
     2,
     true,
     11,
     {5, 4, 4},
     "rw[9:0] gw[9:0] bw[9:0] rx[4:0] rw[10] gy[3:0] gx[3:0] gw[10] bz[0] gz[3:0] bx[3:0] bw[10] "
     "bz[1] by[3:0] ry[4:0] bz[2] rz[4:0] bz[3] d[4:0]"},
    {0x06,
     2,
     true,
     11,
     {4, 5, 4},
     "rw[9:0] gw[9:0] bw[9:0] rx[3:0] rw[10] gz[4] gy[3:0] gx[4:0] gw[10] gz[3:0] bx[3:0] bw[10] "
     "bz[1] by[3:0] ry[3:0] bz[0] bz[2] rz[3:0] gy[4] bz[3] d[4:0]"},
    {0x0A,
     2,
     true,
     11,
     {4, 4, 5},
     "rw[9:0] gw[9:0] bw[9:0] rx[3:0] rw[10] by[4] gy[3:0] gx[3:0] gw[10] bz[0] gz[3:0] bx[4:0] "
     "bw[10] by[3:0] ry[3:0] bz[1] bz[2] rz[3:0] bz[4] bz[3] d[4:0]"},
    {0x0E,
     2,
     true,
     9,
     {5, 5, 5},
     "rw[8:0] by[4] gw[8:0] gy[4] bw[8:0] bz[4] rx[4:0] gz[4] gy[3:0] gx[4:0] bz[0] gz[3:0] "
     "bx[4:0] bz[1] by[3:0] ry[4:0] bz[2] rz[4:0] bz[3] d[4:0]"},
    {0x12,
     2,
     true,
     8,
     {6, 5, 5},
     "rw[7:0] gz[4] by[4] gw[7:0] bz[2] gy[4] bw[7:0] bz[3] bz[4] rx[5:0] gy[3:0] gx[4:0] bz[0] "
     "gz[3:0] bx[4:0] bz[1] by[3:0] ry[5:0] rz[5:0] d[4:0]"},
    {0x16,
     2,
     true,
     8,
     {5, 6, 5},
     "rw[7:0] bz[0] by[4] gw[7:0] gy[5] gy[4] bw[7:0] gz[5] bz[4] rx[4:0] gz[4] gy[3:0] gx[5:0] "
     "gz[3:0] bx[4:0] bz[1] by[3:0] ry[4:0] bz[2] rz[4:0] bz[3] d[4:0]"},
    {0x1A,
     2,
     true,
     8,
     {5, 5, 6},
     "rw[7:0] bz[1] by[4] gw[7:0] by[5] gy[4] bw[7:0] bz[5] bz[4] rx[4:0] gz[4] gy[3:0] gx[4:0] "
     "bz[0] gz[3:0] bx[5:0] by[3:0] ry[4:0] bz[2] rz[4:0] bz[3] d[4:0]"},
    {0x1E,
     2,
     false,
     6,
     {6, 6, 6},
     "rw[5:0] gz[4] bz[0] bz[1] by[4] gw[5:0] gy[5] by[5] bz[2] gy[4] bw[5:0] gz[5] bz[3] bz[5] "
     "bz[4] rx[5:0] gy[3:0] gx[5:0] gz[3:0] bx[5:0] by[3:0] ry[5:0] rz[5:0] d[4:0]"},
    {0x03, 1, false, 10, {10, 10, 10}, "rw[9:0] gw[9:0] bw[9:0] rx[9:0] gx[9:0] bx[9:0]"},
    {0x07, 1, true, 11, {9, 9, 9}, "rw[9:0] gw[9:0] bw[9:0] rx[8:0] rw[10] gx[8:0] gw[10] bx[8:0] bw[10]"},
    {0x0B,
     1,
     true,
     12,
     {8, 8, 8},
     "rw[9:0] gw[9:0] bw[9:0] rx[7:0] rw[10:11] gx[7:0] gw[10:11] bx[7:0] bw[10:11]"},
    {0x0F,
     1,
     true,
     16,
     {4, 4, 4},
     "rw[9:0] gw[9:0] bw[9:0] rx[3:0] rw[10:15] gx[3:0] gw[10:15] bx[3:0] bw[10:15]"},
};

static int extend(uint32_t value, unsigned width)
{
    return value >> (width - 1) & 1 ? (int)value - (1 << width) : (int)value;
}

/* Fills e[point w x y z][channel] and the partition from a header in the text's notation. */
static void read_header(struct reader *reader, const char *header, uint32_t e[4][3], uint32_t *partition)
{
    for (const char *p = header; *p;) {
        uint32_t *target = partition;
        if (*p != 'd') {
            target = &e[p[1] - 'w'][*p == 'r' ? 0 : *p == 'g' ? 1 : 2];
            p++;
        }
        char *end;
        int a = (int)strtol(p + 2, &end, 10), b = a;
        if (*end == ':')
            b = (int)strtol(end + 1, &end, 10);
        for (int bit = b;; bit += a > b ? 1 : -1) {
            *target |= take(reader, 1) << bit;
            if (bit == a)
                break;
        }
        for (p = end + 1; *p == ' '; p++)
            ;
    }
}

static int unquantise(int c, int precision, bool is_signed)
{
    int size = abs(c), most = is_signed ? (1 << (precision - 1)) - 1 : (1 << precision) - 1;
    if (precision >= (is_signed ? 16 : 15) || !c)
        return c;
    if (size >= most)
        size = is_signed ? 0x7FFF : 0xFFFF;
    else
        size = is_signed ? ((size << 15) + 0x4000) >> (precision - 1) : ((size << 16) + 0x8000) >> precision;
    return c < 0 ? -size : size;
}

static uint32_t half_value(int scaled)
{
    int size = abs(scaled), exponent = size >> 10;
    float value = exponent == 31 ? INFINITY
                  : exponent     ? ldexpf((float)(1024 + (size & 1023)), exponent - 25)
                                 : ldexpf((float)size, -24);
    return as_bits(scaled < 0 ? -value : value);
}

static void slow_bc6h(const uint8_t *block, bool is_signed, uint32_t out[16][4])
{
    struct reader reader = {block, 0};
    const struct bc6h_text *text = NULL;
    uint32_t mode = take(&reader, 2);
    if (mode > 1)
        mode |= take(&reader, 3) << 2;
    for (unsigned i = 0; i < 14; i++)
        if (bc6h_text[i].mode == mode)
            text = &bc6h_text[i];
    memset(out, 0, 64 * sizeof(uint32_t));
    for (unsigned t = 0; t < 16; t++)
        out[t][3] = ONE;
    if (!text)
        return;

    uint32_t raw[4][3] = {{0}}, number = 0;
    int ends[4][3], weights[16];
    read_header(&reader, text->header, raw, &number);
    struct partition partition = partition_of(text->regions, number);
    assert_int_equal(reader.at, text->regions == 2 ? 82 : 65);
    read_weights(&reader, &partition, text->regions == 2 ? 3 : 4, weights);
    assert_int_equal(reader.at, 128);

    for (unsigned point = 0; point < 2u * text->regions; point++) {
        for (unsigned i = 0; i < 3; i++) {
            uint32_t mask = (1u << text->precision) - 1, value = raw[point][i];
            if (point && text->transformed)
                value = (uint32_t)(extend(value, text->delta[i]) + (int)raw[0][i]) & mask;
            int c = is_signed ? extend(value, text->precision) : (int)value;
            ends[point][i] = unquantise(c, text->precision, is_signed);
        }
    }
    for (unsigned t = 0; t < 16; t++) {
        for (unsigned i = 0; i < 3; i++) {
            const int *a = ends[2 * partition.subset[t]], *b = ends[2 * partition.subset[t] + 1];
            int v = (int)floor((a[i] * (64 - weights[t]) + b[i] * weights[t] + 32) / 64.0);
            int scaled = is_signed ? abs(v) * 31 / 32 : v * 31 / 64;
            out[t][i] = half_value(v < 0 ? -scaled : scaled);
        }
    }
}

/* ---- BC7 */

/* subsets, partition, rotation, index mode, colour, alpha, P bits in all, index bits of both lists */
static const uint8_t bc7_text[8][9] = {
    {3, 4, 0, 0, 4, 0, 6, 3, 0}, {2, 6, 0, 0, 6, 0, 2, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 4, 2, 0}, {1, 0, 2, 1, 5, 6, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 2, 4, 0}, {2, 6, 0, 0, 5, 5, 4, 2, 0},
};

static uint8_t widen(uint32_t value, unsigned width)
{
    unsigned shifted = value << (8 - width);
    return (uint8_t)(shifted | shifted >> width);
}

static void slow_bc7(const uint8_t *block, bool srgb, uint32_t out[16][4])
{
    struct reader reader = {block, 0};
    unsigned mode = 0;
    memset(out, 0, 64 * sizeof(uint32_t));
    while (mode < 8 && !take(&reader, 1))
        mode++;
    if (mode == 8)
        return;
    const uint8_t *text = bc7_text[mode];
    unsigned ends = 2u * text[0], p_bits = text[6];
    struct partition partition = partition_of(text[0], take(&reader, text[1]));
    uint32_t rotation = take(&reader, text[2]), swap = take(&reader, text[3]);
    uint32_t raw[6][4] = {{0}};
    uint8_t e[6][4];
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < ends; k++)
            raw[k][i] = take(&reader, i < 3 ? text[4] : text[5]);
    for (unsigned k = 0; p_bits && k < ends; k += ends / p_bits) {
        uint32_t p = take(&reader, 1);
        for (unsigned shared = k; shared < k + ends / p_bits; shared++)
            for (unsigned i = 0; i < 4; i++)
                raw[shared][i] = raw[shared][i] << 1 | p;
    }
    for (unsigned k = 0; k < ends; k++) {
        for (unsigned i = 0; i < 3; i++)
            e[k][i] = widen(raw[k][i], text[4] + (p_bits != 0));
        e[k][3] = text[5] ? widen(raw[k][3], text[5] + (p_bits != 0)) : 255;
    }
    int lists[2][16];
    read_weights(&reader, &partition, text[7], lists[0]);
    memcpy(lists[1], lists[0], sizeof lists[1]);
    if (text[8])
        read_weights(&reader, &partition, text[8], lists[1]);
    assert_int_equal(reader.at, 128);

    for (unsigned t = 0; t < 16; t++) {
        unsigned k = 2 * partition.subset[t], code[4];
        for (unsigned i = 0; i < 4; i++) {
            int w = lists[(i == 3) != swap][t];
            code[i] = (unsigned)((64 - w) * e[k][i] + w * e[k + 1][i] + 32) / 64;
        }
        if (rotation) {
            unsigned alpha = code[3];
            code[3] = code[rotation - 1];
            code[rotation - 1] = alpha;
        }
        for (unsigned i = 0; i < 4; i++)
            out[t][i] = as_bits((float)linear(code[i] / 255.0L, srgb && i < 3));
    }
}

/* ---- Tests */

static void slow_decode(uint32_t number, const uint8_t *block, uint32_t out[16][4])
{
    bool srgb = format_is_srgb(format_get(number)),
         is_signed = number == FORMAT_BC4_SNORM || number == FORMAT_BC5_SNORM || number == FORMAT_BC6H_SF16;
    for (unsigned t = 0; t < 16; t++) {
        memset(out[t], 0, sizeof out[t]);
        out[t][3] = ONE;
    }
    switch (format_get(number)->family) {
    case FORMAT_BC1_TYPELESS:
        slow_colours(block, true, srgb, out);
        break;
    case FORMAT_BC2_TYPELESS:
        slow_colours(block + 8, false, srgb, out);
        slow_bc2_alpha(block, out);
        break;
    case FORMAT_BC3_TYPELESS:
        slow_colours(block + 8, false, srgb, out);
        slow_ramp(block, false, 3, out);
        break;
    case FORMAT_BC5_TYPELESS:
        slow_ramp(block + 8, is_signed, 1, out);
        slow_ramp(block, is_signed, 0, out);
        break;
    case FORMAT_BC4_TYPELESS:
        slow_ramp(block, is_signed, 0, out);
        break;
    case FORMAT_BC6H_TYPELESS:
        slow_bc6h(block, is_signed, out);
        break;
    default:
        slow_bc7(block, srgb, out);
    }
}

static void check_block(uint32_t number, const uint8_t *bytes)
{
    const struct format_info *info = format_get(number);
    uint8_t *block = malloc(info->block_bytes); /* exact: a wide read shows under ASan */
    uint32_t expected[16][4], whole[16][4], texel[4];
    memcpy(block, bytes, info->block_bytes);
    slow_decode(number, block, expected);
    info->load_block(block, whole);
    for (uint32_t t = 0; t < 16; t++) {
        for (unsigned i = 0; i < 4; i++)
            if (whole[t][i] != expected[t][i])
                fail_msg("%s block %02x %02x ... texel %u channel %u: %08x, expected %08x", info->name,
                         block[0], block[1], t, i, whole[t][i], expected[t][i]);
        format_load_texel(info, block, t % 4, t / 4, texel);
        assert_memory_equal(texel, whole[t], sizeof texel);
    }
    free(block);
}

/* A random block; every 16th has equal or extreme ends, where the rules have their corners. */
static void random_block(unsigned n, uint64_t block[2])
{
    static const uint8_t corners[] = {0, 1, 0x7F, 0x80, 0x81, 0xFF, 0x82, 0x7E};
    block[0] = random_bits();
    block[1] = random_bits();
    if (n % 16 == 0)
        for (unsigned i = 0; i < 2; i++)
            block[i] = (block[i] & ~0xFFFFull) | corners[n / 16 % 8] | (uint64_t)corners[n / 128 % 8] << 8;
    if (n % 64 == 1)
        block[0] = (block[0] & ~0xFFFFFFFFull) | (block[0] & 0xFFFF) * 0x10001;
}

static void test_ramps_and_colours(void **state)
{
    random_begin();
    for (uint32_t number = FORMAT_BC1_UNORM; number <= FORMAT_BC5_SNORM; number++) {
        if (format_is_typeless(format_get(number)))
            continue;
        for (unsigned n = 0; n < 6000; n++) {
            uint64_t block[2];
            random_block(n, block);
            check_block(number, (uint8_t *)block);
        }
    }
}

static void test_bc6h(void **state)
{
    random_begin();
    for (unsigned n = 0; n < 32 * 600; n++) {
        uint64_t block[2] = {(random_bits() & ~31ull) | n % 32, random_bits()};
        if (n % 5 == 0) /* long runs of equal bits: extreme endpoints and differences */
            block[0] |= random_bits() >> 63 ? 0x0F0F0FF00FF00FE0 : 0xFFFFFFFFFFFFFFE0;
        check_block(FORMAT_BC6H_UF16, (uint8_t *)block);
        check_block(FORMAT_BC6H_SF16, (uint8_t *)block);
    }
}

static void test_bc7(void **state)
{
    random_begin();
    for (unsigned n = 0; n < 9 * 2000; n++) {
        uint64_t block[2] = {random_bits(), random_bits()};
        unsigned mode = n % 9;
        block[0] = mode == 8 ? block[0] & ~255ull : (block[0] & ~0ull << (mode + 1)) | 1ull << mode;
        check_block(FORMAT_BC7_UNORM, (uint8_t *)block);
        if (n % 4 == 0)
            check_block(FORMAT_BC7_UNORM_SRGB, (uint8_t *)block);
    }
}

/* Blocks with known colours. */
static void test_worked_blocks(void **state)
{
    uint32_t rgba[4];
    static const uint8_t bc1[8] = {0x00, 0xF8, 0x1F, 0x00,
                                   0xE4, 0,    0,    0}; /* red, blue; texels 0 to 3 by index */
    static const float colours[4][4] = {
        {1, 0, 0, 1}, {0, 0, 1, 1}, {2 / 3.0f, 0, 1 / 3.0f, 1}, {1 / 3.0f, 0, 2 / 3.0f, 1}};
    for (uint32_t x = 0; x < 4; x++) {
        format_load_texel(format_get(FORMAT_BC1_UNORM), bc1, x, 0, rgba);
        assert_memory_equal(rgba, colours[x], sizeof rgba);
    }
    static const uint8_t transparent[8] = {0x1F, 0x00, 0x00, 0xF8, 0xFF, 0xFF, 0xFF, 0xFF};
    format_load_texel(format_get(FORMAT_BC1_UNORM), transparent, 3, 3, rgba);
    assert_true(!rgba[0] && !rgba[1] && !rgba[2] && !rgba[3]);

    static const uint8_t bc4s[8] = {0x80, 0x7F, 0xB8, 0x01, 0, 0, 0, 0}; /* -128, 127; indices 0 7 6 0 */
    static const float limits[4] = {-1, 1, -1, -1};
    for (uint32_t x = 0; x < 4; x++) {
        format_load_texel(format_get(FORMAT_BC4_SNORM), bc4s, x, 0, rgba);
        assert_int_equal(rgba[0], as_bits(limits[x]));
    }

    uint8_t half[16] = {0x03}; /* mode of 10-bit ends; red w = 0x3FF: the largest value, 65504 */
    half[0] |= 0xE0;
    half[1] = 0x7F;
    format_load_texel(format_get(FORMAT_BC6H_UF16), half, 0, 0, rgba);
    assert_true(as_float(rgba[0]) == 65504 && !rgba[1] && !rgba[2] && rgba[3] == ONE);

    static const uint8_t zeros[16] = {0}, reserved[16] = {0x13, 0xFF, 0xFF, 0xFF, 0xFF};
    format_load_texel(format_get(FORMAT_BC7_UNORM), zeros, 1, 1, rgba);
    assert_true(!rgba[0] && !rgba[3]);
    format_load_texel(format_get(FORMAT_BC6H_SF16), reserved, 1, 1, rgba);
    assert_true(!rgba[0] && !rgba[1] && !rgba[2] && rgba[3] == ONE);
}

static uint64_t hashed(uint64_t hash, uint32_t value)
{
    return (hash ^ value) * 0x100000001B3u;
}

/* 32,768 blocks, all modes in turn, the result as bytes (BC7) or half bits (BC6H). */
static void test_digests(void **state)
{
    static const uint32_t numbers[3] = {FORMAT_BC7_UNORM, FORMAT_BC6H_UF16, FORMAT_BC6H_SF16};
    static const uint64_t digests[3] = {0x791731CBF1A4A83Fu, 0xC997085848077234u, 0xFBD07CFDE781CBE4u};
    for (unsigned f = 0; f < 3; f++) {
        uint64_t hash = 0xCBF29CE484222325u;
        random_begin();
        for (unsigned n = 0; n < 32768; n++) {
            uint64_t block[2];
            uint32_t rgba[16][4];
            block[0] = random_bits();
            block[1] = random_bits();
            if (f == 0)
                block[0] = n % 9 < 8 ? (block[0] & ~0ull << (n % 9 + 1)) | 1ull << n % 9 : block[0] & ~255ull;
            else
                block[0] = (block[0] & ~31ull) | n % 32;
            format_get(numbers[f])->load_block(block, rgba);
            for (unsigned t = 0; t < 16; t++) {
                uint16_t codes[4];
                if (f)
                    format_store(format_get(FORMAT_R16G16B16A16_FLOAT), codes, rgba[t]);
                for (unsigned i = 0; i < (f ? 3 : 4); i++)
                    hash = hashed(hash, f ? codes[i] : (uint32_t)lrintf(as_float(rgba[t][i]) * 255));
            }
        }
        assert_true(hash == digests[f]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ramps_and_colours), cmocka_unit_test(test_bc6h),    cmocka_unit_test(test_bc7),
        cmocka_unit_test(test_worked_blocks),     cmocka_unit_test(test_digests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
