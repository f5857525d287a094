/*
 * Block compression: 4x4 texels in 8 or 16 bytes, BC1 to BC7. A block is parsed into endpoints and index
 * positions; a texel is then one interpolation, so single texels and whole blocks share all code. BC1 to BC5
 * give the correctly rounded quotient of the interpolated endpoints (integers over 1530, 1785, 1275, 889 or
 * 635); BC6H and BC7 are bit exact by definition of the format. Any bytes decode to something: reserved
 * modes give zeros.
 */
#include "format_bc.h"

#include <stdbool.h>
#include <string.h>

#include "format_codec.h"

enum { TEXELS = 16 };

/* The block's 128 bits; position 0 is the least significant bit of the first byte. */
struct bits {
    uint64_t low, high;
};

static struct bits bits_of(const void *block)
{
    struct bits bits;
    memcpy(&bits, block, sizeof bits);
    return bits;
}

static uint32_t bits_at(struct bits bits, unsigned position, unsigned count)
{
    uint64_t from = position >= 64 ? bits.high >> (position - 64)
                    : position     ? bits.low >> position | bits.high << (64 - position)
                                   : bits.low;
    return (uint32_t)(from & ((1ull << count) - 1));
}

/* ---- BC1, BC2, BC3: two 565 colours and two bits per texel. */

struct colours {
    uint8_t ends[2][3];
    bool four; /* four colours; otherwise three and transparent black */
    uint32_t indices;
};

static struct colours colours_parse(const uint8_t *block, bool always_four)
{
    struct colours colours;
    uint16_t words[2];
    memcpy(words, block, sizeof words);
    memcpy(&colours.indices, block + 4, sizeof colours.indices);
    colours.four = always_four || words[0] > words[1];
    for (unsigned i = 0; i < 2; i++) {
        uint32_t red = words[i] >> 11, green = words[i] >> 5 & 63, blue = words[i] & 31;
        colours.ends[i][0] = (uint8_t)(red << 3 | red >> 2);
        colours.ends[i][1] = (uint8_t)(green << 2 | green >> 4);
        colours.ends[i][2] = (uint8_t)(blue << 3 | blue >> 2);
    }
    return colours;
}

/* One channel in steps of 1 / 1530: 255 times the 2 and the 3 of halves and thirds. */
static uint32_t colour_steps(const struct colours *colours, uint32_t index, unsigned channel)
{
    uint32_t a = colours->ends[0][channel], b = colours->ends[1][channel];
    switch (index) {
    case 0:
        return 6 * a;
    case 1:
        return 6 * b;
    case 2:
        return colours->four ? 2 * (2 * a + b) : 3 * (a + b);
    default:
        return colours->four ? 2 * (a + 2 * b) : 0;
    }
}

/* Alpha is that of BC1. */
static void colours_texel(const struct colours *colours, unsigned texel, bool srgb, uint32_t rgba[4])
{
    uint32_t index = colours->indices >> 2 * texel & 3;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t steps = colour_steps(colours, index, i);
        rgba[i] = srgb ? format_srgb_step[steps] : float_from_ratio(steps, SRGB_STEPS);
    }
    rgba[3] = index == 3 && !colours->four ? 0 : NUM_ONE;
}

/* ---- BC4, BC5 and the alpha of BC3: two 8-bit ends and three bits per texel. */

struct ramp {
    int32_t ends[2]; /* signed: -127 to 127 */
    bool eight;      /* eight values; otherwise six and the two limits */
    uint64_t indices;
};

static struct ramp ramp_parse(const uint8_t *block, bool is_signed)
{
    struct ramp ramp = {.indices = 0};
    int32_t a = is_signed ? (int8_t)block[0] : block[0], b = is_signed ? (int8_t)block[1] : block[1];
    memcpy(&ramp.indices, block + 2, 6);
    ramp.eight = a > b;
    ramp.ends[0] = a < -127 ? -127 : a;
    ramp.ends[1] = b < -127 ? -127 : b;
    return ramp;
}

static uint32_t ramp_texel(const struct ramp *ramp, unsigned texel, bool is_signed)
{
    int32_t index = (int32_t)(ramp->indices >> 3 * texel & 7), parts = ramp->eight ? 7 : 5;
    if (!ramp->eight && index == 6)
        return is_signed ? 0x80000000 | NUM_ONE : 0;
    if (!ramp->eight && index == 7)
        return NUM_ONE;
    int32_t second = index == 0 ? 0 : index == 1 ? parts : index - 1;
    int32_t sum = ramp->ends[0] * (parts - second) + ramp->ends[1] * second;
    uint32_t whole = (uint32_t)parts * (is_signed ? 127 : 255);
    uint32_t sign = sum < 0 ? 0x80000000 : 0;
    return sign | float_from_ratio((uint32_t)(sum < 0 ? -sum : sum), whole);
}

/* ---- BC6H and BC7: partitions into subsets, anchor texels whose index lacks its top bit, weights. */

/* Bit t: subset of texel t. */
static const uint16_t subsets2[64] = {
    0xCCCC, 0x8888, 0xEEEE, 0xECC8, 0xC880, 0xFEEC, 0xFEC8, 0xEC80,
    0xC800, 0xFFEC, 0xFE80, 0xE800, 0xFFE8, 0xFF00, 0xFFF0, 0xF000,
    0xF710, 0x008E, 0x7100, 0x08CE, 0x008C, 0x7310, 0x3100, 0x8CCE,
    0x088C, 0x3110, 0x6666, 0x366C, 0x17E8, 0x0FF0, 0x718E, 0x399C,
    0xAAAA, 0xF0F0, 0x5A5A, 0x33CC, 0x3C3C, 0x55AA, 0x9696, 0xA55A,
    0x73CE, 0x13C8, 0x324C, 0x3BDC, 0x6996, 0xC33C, 0x9966, 0x0660,
    0x0272, 0x04E4, 0x4E40, 0x2720, 0xC936, 0x936C, 0x39C6, 0x639C,
    0x9336, 0x9CC6, 0x817E, 0xE718, 0xCCF0, 0x0FCC, 0x7744, 0xEE22,
};

static const uint8_t anchors2[64] = {
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
    15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6,
    6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
};

/* Bits 2t and 2t+1: subset of texel t. */
static const uint32_t subsets3[64] = {
    0xAA685050, 0x6A5A5040, 0x5A5A4200, 0x5450A0A8, 0xA5A50000, 0xA0A05050, 0x5555A0A0, 0x5A5A5050,
    0xAA550000, 0xAA555500, 0xAAAA5500, 0x90909090, 0x94949494, 0xA4A4A4A4, 0xA9A59450, 0x2A0A4250,
    0xA5945040, 0x0A425054, 0xA5A5A500, 0x55A0A0A0, 0xA8A85454, 0x6A6A4040, 0xA4A45000, 0x1A1A0500,
    0x0050A4A4, 0xAAA59090, 0x14696914, 0x69691400, 0xA08585A0, 0xAA821414, 0x50A4A450, 0x6A5A0200,
    0xA9A58000, 0x5090A0A8, 0xA8A09050, 0x24242424, 0x00AA5500, 0x24924924, 0x24499224, 0x50A50A50,
    0x500AA550, 0xAAAA4444, 0x66660000, 0xA5A0A5A0, 0x50A050A0, 0x69286928, 0x44AAAA44, 0x66666600,
    0xAA444444, 0x54A854A8, 0x95809580, 0x96969600, 0xA85454A8, 0x80959580, 0xAA141414, 0x96960000,
    0xAAAA1414, 0xA05050A0, 0xA0A5A5A0, 0x96000000, 0x40804080, 0xA9A8A9A8, 0xAAAAAA44, 0x2A4A5254,
};

static const uint8_t anchors3[64][2] = {
    {3, 15}, {3, 8}, {15, 8}, {15, 3}, {8, 15}, {3, 15}, {15, 3}, {15, 8},
    {8, 15}, {8, 15}, {6, 15}, {6, 15}, {6, 15}, {5, 15}, {3, 15}, {3, 8},
    {3, 15}, {3, 8}, {8, 15}, {15, 3}, {3, 15}, {3, 8}, {6, 15}, {10, 8},
    {5, 3}, {8, 15}, {8, 6}, {6, 10}, {8, 15}, {5, 15}, {15, 10}, {15, 8},
    {8, 15}, {15, 3}, {3, 15}, {5, 10}, {6, 10}, {10, 8}, {8, 9}, {15, 10},
    {15, 6}, {3, 15}, {15, 8}, {5, 15}, {15, 3}, {15, 6}, {15, 6}, {15, 8},
    {3, 15}, {15, 3}, {5, 15}, {5, 15}, {5, 15}, {8, 15}, {5, 15}, {10, 15},
    {5, 15}, {10, 15}, {8, 15}, {13, 15}, {15, 3}, {12, 15}, {3, 15}, {3, 8},
};

static const uint8_t weights[5][16] = {
    [2] = {0, 21, 43, 64},
    [3] = {0, 9, 18, 27, 37, 46, 55, 64},
    [4] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64},
};

/* How a block's texels fall into subsets. */
struct partition {
    uint32_t subsets;    /* two bits for each texel */
    uint8_t anchors[2];  /* of subsets 1 and 2; TEXELS where there is none */
};

static struct partition partition_get(unsigned subset_count, uint32_t number)
{
    struct partition partition = {0, {TEXELS, TEXELS}};
    if (subset_count == 2) {
        for (unsigned texel = 0; texel < TEXELS; texel++)
            partition.subsets |= (uint32_t)(subsets2[number] >> texel & 1) << 2 * texel;
        partition.anchors[0] = anchors2[number];
    } else if (subset_count == 3) {
        partition.subsets = subsets3[number];
        memcpy(partition.anchors, anchors3[number], sizeof partition.anchors);
    }
    return partition;
}

/* The weight of a texel in a list of indices that starts at a bit position. */
static int32_t weight_get(struct bits bits, const struct partition *partition, unsigned start, unsigned width,
                          unsigned texel)
{
    unsigned before = (texel > 0) + (texel > partition->anchors[0]) + (texel > partition->anchors[1]);
    bool anchor = texel == 0 || texel == partition->anchors[0] || texel == partition->anchors[1];
    return weights[width][bits_at(bits, start + texel * width - before, width - anchor)];
}

static int32_t interpolate(int32_t a, int32_t b, int32_t weight)
{
    return (a * (64 - weight) + b * weight + 32) >> 6;
}

/* ---- BC6H. Endpoints: w and x of region 0, y and z of region 1. */

enum { RW, GW, BW, RX, GX, BX, RY, GY, BY, RZ, GZ, BZ, PART, FIELD_COUNT };

/* Bits of a value that stand together in the header: bit `last` lowest, towards bit `first`. */
struct bc6h_field {
    uint8_t value, first, last;
};

/* Reserved modes have no regions. */
struct bc6h_mode {
    uint8_t regions;
    bool transformed; /* x, y, z are differences from w */
    uint8_t precision, delta[3];
    struct bc6h_field fields[24]; /* in ascending bit order, up to the end of the header */
};

static const struct bc6h_mode bc6h_modes[32] = {
    [0x00] = {2, true, 10, {5, 5, 5},
     {{GY, 4, 4}, {BY, 4, 4}, {BZ, 4, 4}, {RW, 9, 0}, {GW, 9, 0}, {BW, 9, 0}, {RX, 4, 0}, {GZ, 4, 4},
      {GY, 3, 0}, {GX, 4, 0}, {BZ, 0, 0}, {GZ, 3, 0}, {BX, 4, 0}, {BZ, 1, 1}, {BY, 3, 0}, {RY, 4, 0},
      {BZ, 2, 2}, {RZ, 4, 0}, {BZ, 3, 3}, {PART, 4, 0}}},
    [0x01] = {2, true, 7, {6, 6, 6},
     {{GY, 5, 5}, {GZ, 4, 4}, {GZ, 5, 5}, {RW, 6, 0}, {BZ, 0, 0}, {BZ, 1, 1}, {BY, 4, 4}, {GW, 6, 0},
      {BY, 5, 5}, {BZ, 2, 2}, {GY, 4, 4}, {BW, 6, 0}, {BZ, 3, 3}, {BZ, 5, 5}, {BZ, 4, 4}, {RX, 5, 0},
      {GY, 3, 0}, {GX, 5, 0}, {GZ, 3, 0}, {BX, 5, 0}, {BY, 3, 0}, {RY, 5, 0}, {RZ, 5, 0}, {PART, 4, 0}}},
    [0x02] = {2, true, 11, {5, 4, 4},
     {{RW, 9, 0}, {GW, 9, 0}, {BW, 9, 0}, {RX, 4, 0}, {RW, 10, 10}, {GY, 3, 0}, {GX, 3, 0},
      {GW, 10, 10}, {BZ, 0, 0}, {GZ, 3, 0}, {BX, 3, 0}, {BW, 10, 10}, {BZ, 1, 1}, {BY, 3, 0},
      {RY, 4, 0}, {BZ, 2, 2}, {RZ, 4, 0}, {BZ, 3, 3}, {PART, 4, 0}}},
    [0x06] = {2, true, 11, {4, 5, 4},
     {{RW, 9, 0}, {GW, 9, 0}, {BW, 9, 0}, {RX, 3, 0}, {RW, 10, 10}, {GZ, 4, 4}, {GY, 3, 0}, {GX, 4, 0},
      {GW, 10, 10}, {GZ, 3, 0}, {BX, 3, 0}, {BW, 10, 10}, {BZ, 1, 1}, {BY, 3, 0}, {RY, 3, 0},
      {BZ, 0, 0}, {BZ, 2, 2}, {RZ, 3, 0}, {GY, 4, 4}, {BZ, 3, 3}, {PART, 4, 0}}},
    [0x0A] = {2, true, 11, {4, 4, 5},
     {{RW, 9, 0}, {GW, 9, 0}, {BW, 9, 0}, {RX, 3, 0}, {RW, 10, 10}, {BY, 4, 4}, {GY, 3, 0}, {GX, 3, 0},
      {GW, 10, 10}, {BZ, 0, 0}, {GZ, 3, 0}, {BX, 4, 0}, {BW, 10, 10}, {BY, 3, 0}, {RY, 3, 0},
      {BZ, 1, 1}, {BZ, 2, 2}, {RZ, 3, 0}, {BZ, 4, 4}, {BZ, 3, 3}, {PART, 4, 0}}},
    [0x0E] = {2, true, 9, {5, 5, 5},
     {{RW, 8, 0}, {BY, 4, 4}, {GW, 8, 0}, {GY, 4, 4}, {BW, 8, 0}, {BZ, 4, 4}, {RX, 4, 0}, {GZ, 4, 4},
      {GY, 3, 0}, {GX, 4, 0}, {BZ, 0, 0}, {GZ, 3, 0}, {BX, 4, 0}, {BZ, 1, 1}, {BY, 3, 0}, {RY, 4, 0},
      {BZ, 2, 2}, {RZ, 4, 0}, {BZ, 3, 3}, {PART, 4, 0}}},
    [0x12] = {2, true, 8, {6, 5, 5},
     {{RW, 7, 0}, {GZ, 4, 4}, {BY, 4, 4}, {GW, 7, 0}, {BZ, 2, 2}, {GY, 4, 4}, {BW, 7, 0}, {BZ, 3, 3},
      {BZ, 4, 4}, {RX, 5, 0}, {GY, 3, 0}, {GX, 4, 0}, {BZ, 0, 0}, {GZ, 3, 0}, {BX, 4, 0}, {BZ, 1, 1},
      {BY, 3, 0}, {RY, 5, 0}, {RZ, 5, 0}, {PART, 4, 0}}},
    [0x16] = {2, true, 8, {5, 6, 5},
     {{RW, 7, 0}, {BZ, 0, 0}, {BY, 4, 4}, {GW, 7, 0}, {GY, 5, 5}, {GY, 4, 4}, {BW, 7, 0}, {GZ, 5, 5},
      {BZ, 4, 4}, {RX, 4, 0}, {GZ, 4, 4}, {GY, 3, 0}, {GX, 5, 0}, {GZ, 3, 0}, {BX, 4, 0}, {BZ, 1, 1},
      {BY, 3, 0}, {RY, 4, 0}, {BZ, 2, 2}, {RZ, 4, 0}, {BZ, 3, 3}, {PART, 4, 0}}},
    [0x1A] = {2, true, 8, {5, 5, 6},
     {{RW, 7, 0}, {BZ, 1, 1}, {BY, 4, 4}, {GW, 7, 0}, {BY, 5, 5}, {GY, 4, 4}, {BW, 7, 0}, {BZ, 5, 5},
      {BZ, 4, 4}, {RX, 4, 0}, {GZ, 4, 4}, {GY, 3, 0}, {GX, 4, 0}, {BZ, 0, 0}, {GZ, 3, 0}, {BX, 5, 0},
      {BY, 3, 0}, {RY, 4, 0}, {BZ, 2, 2}, {RZ, 4, 0}, {BZ, 3, 3}, {PART, 4, 0}}},
    [0x1E] = {2, false, 6, {6, 6, 6},
     {{RW, 5, 0}, {GZ, 4, 4}, {BZ, 0, 0}, {BZ, 1, 1}, {BY, 4, 4}, {GW, 5, 0}, {GY, 5, 5}, {BY, 5, 5},
      {BZ, 2, 2}, {GY, 4, 4}, {BW, 5, 0}, {GZ, 5, 5}, {BZ, 3, 3}, {BZ, 5, 5}, {BZ, 4, 4}, {RX, 5, 0},
      {GY, 3, 0}, {GX, 5, 0}, {GZ, 3, 0}, {BX, 5, 0}, {BY, 3, 0}, {RY, 5, 0}, {RZ, 5, 0}, {PART, 4, 0}}},
    [0x03] = {1, false, 10, {10, 10, 10},
     {{RW, 9, 0}, {GW, 9, 0}, {BW, 9, 0}, {RX, 9, 0}, {GX, 9, 0}, {BX, 9, 0}}},
    [0x07] = {1, true, 11, {9, 9, 9},
     {{RW, 9, 0}, {GW, 9, 0}, {BW, 9, 0}, {RX, 8, 0}, {RW, 10, 10}, {GX, 8, 0}, {GW, 10, 10},
      {BX, 8, 0}, {BW, 10, 10}}},
    [0x0B] = {1, true, 12, {8, 8, 8},
     {{RW, 9, 0}, {GW, 9, 0}, {BW, 9, 0}, {RX, 7, 0}, {RW, 10, 11}, {GX, 7, 0}, {GW, 10, 11},
      {BX, 7, 0}, {BW, 10, 11}}},
    [0x0F] = {1, true, 16, {4, 4, 4},
     {{RW, 9, 0}, {GW, 9, 0}, {BW, 9, 0}, {RX, 3, 0}, {RW, 10, 15}, {GX, 3, 0}, {GW, 10, 15},
      {BX, 3, 0}, {BW, 10, 15}}},
};

struct bc6h {
    struct bits bits;
    bool reserved;
    int32_t ends[4][3]; /* w, x, y, z, unquantised */
    struct partition partition;
    uint8_t index_start, index_width;
};

static int32_t sign_extend(uint32_t value, unsigned width)
{
    return (int32_t)(value << (32 - width)) >> (32 - width);
}

static int32_t bc6h_unquantise(int32_t value, unsigned precision, bool is_signed)
{
    if (!is_signed) {
        if (precision >= 15 || value == 0)
            return value;
        return value == (1 << precision) - 1 ? 0xFFFF : ((value << 16) + 0x8000) >> precision;
    }
    int32_t magnitude = value < 0 ? -value : value;
    if (precision >= 16 || value == 0)
        return value;
    if (magnitude >= (1 << (precision - 1)) - 1)
        magnitude = 0x7FFF;
    else
        magnitude = ((magnitude << 15) + 0x4000) >> (precision - 1);
    return value < 0 ? -magnitude : magnitude;
}

/* Reads the header; returns the bit after it. */
static unsigned bc6h_read_fields(struct bits bits, const struct bc6h_mode *mode, unsigned position,
                                 uint32_t values[FIELD_COUNT])
{
    unsigned header_end = mode->regions == 2 ? 82 : 65;
    for (const struct bc6h_field *field = mode->fields; position < header_end; field++) {
        int step = field->first >= field->last ? 1 : -1;
        unsigned count = (unsigned)((field->first - field->last) * step + 1);
        for (unsigned i = 0; i < count; i++)
            values[field->value] |= bits_at(bits, position + i, 1) << (field->last + (int)i * step);
        position += count;
    }
    return position;
}

static struct bc6h bc6h_parse(const void *block, bool is_signed)
{
    struct bc6h parsed = {.bits = bits_of(block)};
    uint32_t code = bits_at(parsed.bits, 0, 5);
    unsigned mode_bits = (code & 2) ? 5 : 2;
    const struct bc6h_mode *mode = &bc6h_modes[mode_bits == 2 ? code & 3 : code];
    parsed.reserved = !mode->regions;
    if (parsed.reserved)
        return parsed;

    uint32_t values[FIELD_COUNT] = {0};
    parsed.index_start = (uint8_t)bc6h_read_fields(parsed.bits, mode, mode_bits, values);
    parsed.index_width = mode->regions == 2 ? 3 : 4;
    parsed.partition = partition_get(mode->regions, values[PART]);

    unsigned precision = mode->precision;
    for (unsigned i = 0; i < 2u * mode->regions; i++) {
        for (unsigned channel = 0; channel < 3; channel++) {
            uint32_t value = values[3 * i + channel];
            if (i > 0 && mode->transformed) {
                value = (uint32_t)sign_extend(value, mode->delta[channel]) + values[channel];
                value &= (1u << precision) - 1;
            }
            int32_t end = is_signed ? sign_extend(value, precision) : (int32_t)value;
            parsed.ends[i][channel] = bc6h_unquantise(end, precision, is_signed);
        }
    }
    return parsed;
}

/* Scales to the range of half; a result of zero has no sign. */
static uint32_t bc6h_finish(int32_t value, bool is_signed)
{
    if (!is_signed)
        return (uint32_t)(value * 31) >> 6;
    uint32_t magnitude = (uint32_t)((value < 0 ? -value : value) * 31) >> 5;
    return value < 0 && magnitude ? 0x8000 | magnitude : magnitude;
}

static void bc6h_texel(const struct bc6h *block, unsigned texel, bool is_signed, uint32_t rgba[4])
{
    rgba[3] = NUM_ONE;
    if (block->reserved) {
        rgba[0] = rgba[1] = rgba[2] = 0;
        return;
    }
    unsigned region = block->partition.subsets >> 2 * texel & 3;
    int32_t weight =
        weight_get(block->bits, &block->partition, block->index_start, block->index_width, texel);
    for (unsigned i = 0; i < 3; i++) {
        int32_t value = interpolate(block->ends[2 * region][i], block->ends[2 * region + 1][i], weight);
        rgba[i] = num_f16tof32(bc6h_finish(value, is_signed));
    }
}

/* ---- BC7. */

struct bc7_mode {
    uint8_t subsets, partition_bits, rotation_bits, index_mode_bits, colour_bits, alpha_bits;
    uint8_t p_bits;          /* 0, 1 for each subset, 2 for each endpoint */
    uint8_t index_widths[2]; /* colour and alpha together, or the first and the second list */
};

static const struct bc7_mode bc7_modes[8] = {
    {3, 4, 0, 0, 4, 0, 2, {3, 0}}, {2, 6, 0, 0, 6, 0, 1, {3, 0}}, {3, 6, 0, 0, 5, 0, 0, {2, 0}},
    {2, 6, 0, 0, 7, 0, 2, {2, 0}}, {1, 0, 2, 1, 5, 6, 0, {2, 3}}, {1, 0, 2, 0, 7, 8, 0, {2, 2}},
    {1, 0, 0, 0, 7, 7, 2, {4, 0}}, {2, 6, 0, 0, 5, 5, 2, {2, 0}},
};

struct bc7 {
    struct bits bits;
    const struct bc7_mode *mode; /* NULL: reserved */
    uint8_t ends[6][4];          /* two for each subset, 8 bits wide */
    struct partition partition;
    uint8_t rotation;
    bool alpha_first;          /* index mode 1: the first list is alpha's */
    uint8_t index_starts[2];
};

/* Takes the next bits of the block. */
static uint32_t bc7_take(const struct bc7 *block, unsigned *position, unsigned count)
{
    uint32_t value = bits_at(block->bits, *position, count);
    *position += count;
    return value;
}

/* All red, all green, all blue, all alpha, then the P bits: lowest bits of an endpoint or of a pair. */
static void bc7_read_ends(struct bc7 *block, unsigned *position)
{
    const struct bc7_mode *mode = block->mode;
    unsigned count = 2u * mode->subsets, channels = mode->alpha_bits ? 4 : 3;
    uint32_t values[6][4], p[6] = {0};
    for (unsigned channel = 0; channel < channels; channel++)
        for (unsigned i = 0; i < count; i++)
            values[i][channel] =
                bc7_take(block, position, channel == 3 ? mode->alpha_bits : mode->colour_bits);
    for (unsigned i = 0; mode->p_bits && i < count; i++)
        p[i] = mode->p_bits == 1 && i % 2 ? p[i - 1] : bc7_take(block, position, 1);

    for (unsigned i = 0; i < count; i++) {
        block->ends[i][3] = 255;
        for (unsigned channel = 0; channel < channels; channel++) {
            unsigned width = channel == 3 ? mode->alpha_bits : mode->colour_bits;
            uint32_t value = values[i][channel];
            if (mode->p_bits) {
                value = value << 1 | p[i];
                width++;
            }
            block->ends[i][channel] = (uint8_t)(value << (8 - width) | value >> (2 * width - 8));
        }
    }
}

static struct bc7 bc7_parse(const void *block)
{
    struct bc7 parsed = {.bits = bits_of(block)};
    uint32_t first = bits_at(parsed.bits, 0, 8);
    if (!first)
        return parsed;
    unsigned number = (unsigned)__builtin_ctz(first), position = number + 1;
    const struct bc7_mode *mode = &bc7_modes[number];
    parsed.mode = mode;
    parsed.partition = partition_get(mode->subsets, bc7_take(&parsed, &position, mode->partition_bits));
    parsed.rotation = (uint8_t)bc7_take(&parsed, &position, mode->rotation_bits);
    parsed.alpha_first = bc7_take(&parsed, &position, mode->index_mode_bits);
    bc7_read_ends(&parsed, &position);
    parsed.index_starts[0] = (uint8_t)position;
    parsed.index_starts[1] = (uint8_t)(position + TEXELS * mode->index_widths[0] - 1);
    return parsed;
}

static void bc7_texel(const struct bc7 *block, unsigned texel, bool srgb, uint32_t rgba[4])
{
    if (!block->mode) {
        memset(rgba, 0, 4 * sizeof rgba[0]);
        return;
    }
    const uint8_t *a = block->ends[2 * (block->partition.subsets >> 2 * texel & 3)], *b = a + 4;
    int32_t list[2];
    list[0] = weight_get(block->bits, &block->partition, block->index_starts[0], block->mode->index_widths[0],
                         texel);
    list[1] = list[0];
    if (block->mode->index_widths[1])
        list[1] = weight_get(block->bits, &block->partition, block->index_starts[1],
                             block->mode->index_widths[1], texel);

    uint8_t codes[4];
    for (unsigned i = 0; i < 4; i++)
        codes[i] = (uint8_t)interpolate(a[i], b[i], list[(i == 3) ^ block->alpha_first]);
    if (block->rotation) {
        uint8_t alpha = codes[3];
        codes[3] = codes[block->rotation - 1];
        codes[block->rotation - 1] = alpha;
    }
    for (unsigned i = 0; i < 3; i++)
        rgba[i] = srgb ? format_srgb_code[codes[i]] : float_from_unorm(codes[i], 8);
    rgba[3] = float_from_unorm(codes[3], 8);
}

/* ---- The formats: a parsed block and what one texel of it is. */

struct bc2 {
    struct colours colours;
    uint64_t alpha;
};

static struct bc2 bc2_parse(const uint8_t *block)
{
    struct bc2 parsed = {.colours = colours_parse(block + 8, true)};
    memcpy(&parsed.alpha, block, sizeof parsed.alpha);
    return parsed;
}

static void bc2_texel(const struct bc2 *block, unsigned texel, bool srgb, uint32_t rgba[4])
{
    colours_texel(&block->colours, texel, srgb, rgba);
    rgba[3] = float_from_unorm((uint32_t)(block->alpha >> 4 * texel & 15), 4);
}

struct bc3 {
    struct ramp alpha;
    struct colours colours;
};

static struct bc3 bc3_parse(const uint8_t *block)
{
    return (struct bc3){ramp_parse(block, false), colours_parse(block + 8, true)};
}

static void bc3_texel(const struct bc3 *block, unsigned texel, bool srgb, uint32_t rgba[4])
{
    colours_texel(&block->colours, texel, srgb, rgba);
    rgba[3] = ramp_texel(&block->alpha, texel, false);
}

static void bc4_texel(const struct ramp *block, unsigned texel, bool is_signed, uint32_t rgba[4])
{
    rgba[0] = ramp_texel(block, texel, is_signed);
    rgba[1] = rgba[2] = 0;
    rgba[3] = NUM_ONE;
}

struct bc5 {
    struct ramp channels[2];
};

static struct bc5 bc5_parse(const uint8_t *block, bool is_signed)
{
    return (struct bc5){{ramp_parse(block, is_signed), ramp_parse(block + 8, is_signed)}};
}

static void bc5_texel(const struct bc5 *block, unsigned texel, bool is_signed, uint32_t rgba[4])
{
    rgba[0] = ramp_texel(&block->channels[0], texel, is_signed);
    rgba[1] = ramp_texel(&block->channels[1], texel, is_signed);
    rgba[2] = 0;
    rgba[3] = NUM_ONE;
}

/* variant: sRGB, or signed */
#define DECODER(name, type, parse, texel_of, variant) \
    void load_texel_##name(const void *block, uint32_t x, uint32_t y, uint32_t rgba[4]) \
    { \
        type parsed = parse; \
        texel_of(&parsed, (y & 3) * 4 + (x & 3), variant, rgba); \
    } \
    void load_block_##name(const void *block, uint32_t (*rgba)[4]) \
    { \
        type parsed = parse; \
        for (unsigned texel = 0; texel < TEXELS; texel++) \
            texel_of(&parsed, texel, variant, rgba[texel]); \
    }

DECODER(BC1_UNORM, struct colours, colours_parse(block, false), colours_texel, false)
DECODER(BC1_UNORM_SRGB, struct colours, colours_parse(block, false), colours_texel, true)
DECODER(BC2_UNORM, struct bc2, bc2_parse(block), bc2_texel, false)
DECODER(BC2_UNORM_SRGB, struct bc2, bc2_parse(block), bc2_texel, true)
DECODER(BC3_UNORM, struct bc3, bc3_parse(block), bc3_texel, false)
DECODER(BC3_UNORM_SRGB, struct bc3, bc3_parse(block), bc3_texel, true)
DECODER(BC4_UNORM, struct ramp, ramp_parse(block, false), bc4_texel, false)
DECODER(BC4_SNORM, struct ramp, ramp_parse(block, true), bc4_texel, true)
DECODER(BC5_UNORM, struct bc5, bc5_parse(block, false), bc5_texel, false)
DECODER(BC5_SNORM, struct bc5, bc5_parse(block, true), bc5_texel, true)
DECODER(BC6H_UF16, struct bc6h, bc6h_parse(block, false), bc6h_texel, false)
DECODER(BC6H_SF16, struct bc6h, bc6h_parse(block, true), bc6h_texel, true)
DECODER(BC7_UNORM, struct bc7, bc7_parse(block), bc7_texel, false)
DECODER(BC7_UNORM_SRGB, struct bc7, bc7_parse(block), bc7_texel, true)
