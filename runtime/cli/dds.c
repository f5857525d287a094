/*
 * Reading and writing DDS, see dds.h. Numbers are little-endian 32-bit words:
 *
 *   0 "DDS "      1 124          2 flags       3 height      4 width        5 pitch or size
 *   6 depth       7 mips         8..18 -       19 32         20 format flags 21 four letters
 *   22 bits       23..26 masks of red, green, blue, alpha    27 caps        28 caps2   29..31 -
 *   with "DX10" for letters:     32 DXGI format 33 dimension  34 misc        35 slices  36 -
 */
#include "dds.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

enum {
    WORDS = 32,
    DX10_WORDS = 37,
    HEIGHT = 3,
    WIDTH = 4,
    DEPTH = 6,
    MIPS = 7,
    PIXEL_SIZE = 19,
    PIXEL_FLAGS = 20,
    LETTERS = 21,
    BITS = 22,
    MASKS = 23,
    CAPS = 27,
    CAPS2 = 28,
    DX10_FORMAT = 32,
    DX10_DIMENSION = 33,
    DX10_MISC = 34,
    DX10_SLICES = 35,
};
enum {
    HAS_ALPHA = 0x1,
    ALPHA_ONLY = 0x2,
    HAS_LETTERS = 0x4,
    IS_RGB = 0x40,
    IS_GREY = 0x20000,
    IS_BUMP = 0x80000
};
enum { CUBE = 0x200, ALL_FACES = 0xFC00, VOLUME = 0x200000, DX10_CUBE = 4 };
#define FOUR(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define MAGIC            FOUR('D', 'D', 'S', ' ')
#define DX10             FOUR('D', 'X', '1', '0')

enum { MOST_SIDE = 16384, MOST_DEPTH = 2048, MOST_SLICES = 2048, MOST_MIPS = 15 };
#define MOST_BYTES ((uint64_t)1 << 32)

bool dds_is_path(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".dds") == 0;
}

/* ---- sizes ---- */

static uint32_t shrunk(uint32_t size, uint32_t mip)
{
    return size >> mip ? size >> mip : 1;
}

struct dds_mip dds_mip_at(const struct pipeline_texture *texture, uint32_t mip)
{
    const struct format_info *format = format_get(texture->format);
    struct dds_mip at = {
        shrunk(texture->width, mip), shrunk(texture->height, mip), shrunk(texture->depth, mip), 0, 0, 0};
    at.row_bytes = format_row_bytes(format, at.width);
    at.rows = (uint32_t)format_rows(format, at.height);
    at.slice_bytes = at.row_bytes * at.rows;
    return at;
}

static bool is_texture(const struct pipeline_texture *t)
{
    const struct format_info *format = format_get(t->format);
    uint32_t largest = t->width > t->height ? t->width : t->height;
    if (t->depth > largest)
        largest = t->depth;
    return format && format->block_bytes && t->dimension >= 1 && t->dimension <= 3 && t->width &&
           t->width <= MOST_SIDE && t->height && t->height <= MOST_SIDE && t->depth &&
           t->depth <= MOST_DEPTH && t->slices && t->slices <= MOST_SLICES && t->mips &&
           t->mips <= MOST_MIPS && largest >> (t->mips - 1) && (t->dimension > 1 || t->height == 1) &&
           (t->dimension == 3 ? t->slices == 1 : t->depth == 1) &&
           (!t->cube || (t->slices % 6 == 0 && t->width == t->height && t->dimension == 2));
}

uint64_t dds_size_bytes(const struct pipeline_texture *texture)
{
    uint64_t slice = 0;
    if (!is_texture(texture))
        return 0;
    for (uint32_t mip = 0; mip < texture->mips; mip++) {
        struct dds_mip at = dds_mip_at(texture, mip);
        slice += at.slice_bytes * at.depth; /* below 2^14 * 16 * 2^14 * 2^11 */
    }
    return slice > MOST_BYTES / texture->slices ? 0 : slice * texture->slices;
}

/* ---- reading ---- */

static uint32_t word_at(const uint8_t *bytes, uint32_t word)
{
    const uint8_t *at = bytes + 4 * word;
    return FOUR(at[0], at[1], at[2], at[3]);
}

static uint32_t format_of_letters(uint32_t letters)
{
    static const struct {
        uint32_t letters, format;
    } known[] = {
        {FOUR('D', 'X', 'T', '1'), FORMAT_BC1_UNORM},
        {FOUR('D', 'X', 'T', '2'), FORMAT_BC2_UNORM},
        {FOUR('D', 'X', 'T', '3'), FORMAT_BC2_UNORM},
        {FOUR('D', 'X', 'T', '4'), FORMAT_BC3_UNORM},
        {FOUR('D', 'X', 'T', '5'), FORMAT_BC3_UNORM},
        {FOUR('A', 'T', 'I', '1'), FORMAT_BC4_UNORM},
        {FOUR('B', 'C', '4', 'U'), FORMAT_BC4_UNORM},
        {FOUR('B', 'C', '4', 'S'), FORMAT_BC4_SNORM},
        {FOUR('A', 'T', 'I', '2'), FORMAT_BC5_UNORM},
        {FOUR('B', 'C', '5', 'U'), FORMAT_BC5_UNORM},
        {FOUR('B', 'C', '5', 'S'), FORMAT_BC5_SNORM},
        {FOUR('R', 'G', 'B', 'G'), FORMAT_R8G8_B8G8_UNORM},
        {FOUR('G', 'R', 'G', 'B'), FORMAT_G8R8_G8B8_UNORM},
        {36, FORMAT_R16G16B16A16_UNORM},
        {110, FORMAT_R16G16B16A16_SNORM},
        {111, FORMAT_R16_FLOAT},
        {112, FORMAT_R16G16_FLOAT},
        {113, FORMAT_R16G16B16A16_FLOAT},
        {114, FORMAT_R32_FLOAT},
        {115, FORMAT_R32G32_FLOAT},
        {116, FORMAT_R32G32B32A32_FLOAT},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].letters == letters)
            return known[i].format;
    return FORMAT_UNKNOWN;
}

static uint32_t format_of_masks(const uint8_t *bytes)
{
    static const struct {
        uint32_t flag, bits, masks[4], format;
    } known[] = {
        {IS_RGB, 32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, FORMAT_R8G8B8A8_UNORM},
        {IS_RGB, 32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, FORMAT_B8G8R8A8_UNORM},
        {IS_RGB, 32, {0xFF0000, 0xFF00, 0xFF, 0}, FORMAT_B8G8R8X8_UNORM},
        {IS_RGB, 32, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}, FORMAT_R10G10B10A2_UNORM},
        {IS_RGB, 32, {0xFFFF, 0xFFFF0000, 0, 0}, FORMAT_R16G16_UNORM},
        {IS_RGB, 32, {0xFFFFFFFF, 0, 0, 0}, FORMAT_R32_FLOAT},
        {IS_RGB, 16, {0xF800, 0x7E0, 0x1F, 0}, FORMAT_B5G6R5_UNORM},
        {IS_RGB, 16, {0x7C00, 0x3E0, 0x1F, 0x8000}, FORMAT_B5G5R5A1_UNORM},
        {IS_RGB, 16, {0xF00, 0xF0, 0xF, 0xF000}, FORMAT_B4G4R4A4_UNORM},
        {IS_GREY, 8, {0xFF, 0, 0, 0}, FORMAT_R8_UNORM},
        {IS_GREY, 16, {0xFFFF, 0, 0, 0}, FORMAT_R16_UNORM},
        {IS_GREY, 16, {0xFF, 0, 0, 0xFF00}, FORMAT_R8G8_UNORM},
        {ALPHA_ONLY, 8, {0, 0, 0, 0xFF}, FORMAT_A8_UNORM},
        {IS_BUMP, 16, {0xFF, 0xFF00, 0, 0}, FORMAT_R8G8_SNORM},
        {IS_BUMP, 32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, FORMAT_R8G8B8A8_SNORM},
        {IS_BUMP, 32, {0xFFFF, 0xFFFF0000, 0, 0}, FORMAT_R16G16_SNORM},
    };
    uint32_t flags = word_at(bytes, PIXEL_FLAGS);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bool same = flags & known[i].flag && word_at(bytes, BITS) == known[i].bits;
        for (uint32_t c = 0; c < 4; c++) {
            bool counts = c < 3 ? known[i].flag != ALPHA_ONLY : known[i].masks[3] || flags & HAS_ALPHA;
            same &= !counts || word_at(bytes, MASKS + c) == known[i].masks[c];
        }
        if (same)
            return known[i].format;
    }
    return FORMAT_UNKNOWN;
}

static bool parse_dx10(const uint8_t *bytes, struct pipeline_texture *texture)
{
    uint32_t dimension = word_at(bytes, DX10_DIMENSION), slices = word_at(bytes, DX10_SLICES);
    texture->format = word_at(bytes, DX10_FORMAT);
    texture->dimension = dimension - 1; /* 2, 3, 4 are 1D, 2D, 3D */
    texture->cube = word_at(bytes, DX10_MISC) & DX10_CUBE;
    if (dimension < 2 || dimension > 4 || slices > MOST_SLICES)
        return false;
    texture->slices = texture->cube ? 6 * slices : slices;
    if (texture->dimension == 1)
        texture->height = 1;
    if (texture->dimension != 3)
        texture->depth = 1;
    return true;
}

static bool parse_old(const uint8_t *bytes, struct pipeline_texture *texture)
{
    uint32_t caps2 = word_at(bytes, CAPS2);
    bool letters = word_at(bytes, PIXEL_FLAGS) & HAS_LETTERS;
    texture->format = letters ? format_of_letters(word_at(bytes, LETTERS)) : format_of_masks(bytes);
    texture->dimension = caps2 & VOLUME ? 3 : 2;
    texture->cube = caps2 & CUBE;
    texture->slices = texture->cube ? 6 : 1;
    if (texture->dimension != 3)
        texture->depth = 1;
    return !texture->cube || (caps2 & ALL_FACES) == ALL_FACES;
}

bool dds_parse(const uint8_t *bytes, size_t size, struct pipeline_texture *texture, const uint8_t **data,
               struct cli_error *error)
{
    bool dx10, known;
    size_t header;
    if (size < 4 * WORDS || word_at(bytes, 0) != MAGIC || word_at(bytes, 1) != 124 ||
        word_at(bytes, PIXEL_SIZE) != 32)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "this is no DDS file");
    dx10 = word_at(bytes, PIXEL_FLAGS) & HAS_LETTERS && word_at(bytes, LETTERS) == DX10;
    header = 4 * (dx10 ? DX10_WORDS : WORDS);
    if (size < header)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "the DDS header ends after %zu bytes", size);
    *texture = (struct pipeline_texture){.width = word_at(bytes, WIDTH),
                                         .height = word_at(bytes, HEIGHT),
                                         .depth = word_at(bytes, DEPTH) ? word_at(bytes, DEPTH) : 1,
                                         .mips = word_at(bytes, MIPS) ? word_at(bytes, MIPS) : 1};
    known = dx10 ? parse_dx10(bytes, texture) : parse_old(bytes, texture);
    if (!known || texture->format == FORMAT_UNKNOWN || !format_get(texture->format))
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                             "the DDS header names a format or kind of texture that is not known");
    uint64_t want = dds_size_bytes(texture);
    if (!want)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                             "the DDS header describes no texture: %u x %u x %u, %u slices, %u mips",
                             texture->width, texture->height, texture->depth, texture->slices, texture->mips);
    if (size - header < want)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                             "%zu bytes follow the DDS header, its texture takes %llu", size - header,
                             (unsigned long long)want);
    *data = bytes + header;
    return true;
}

/* ---- writing ---- */

static void put_word(uint8_t *bytes, uint32_t word, uint32_t value)
{
    for (uint32_t i = 0; i < 4; i++)
        bytes[4 * word + i] = (uint8_t)(value >> 8 * i);
}

static void make_header(const struct pipeline_texture *texture, uint8_t header[4 * DX10_WORDS])
{
    enum {
        BASIC = 0x1007,
        WITH_MIPS = 0x20000,
        WITH_DEPTH = 0x800000,
        WITH_PITCH = 0x8,
        WITH_SIZE = 0x80000
    };
    enum { TEXTURE = 0x1000, COMPLEX = 0x8, MIPMAP = 0x400000 };
    struct dds_mip first = dds_mip_at(texture, 0);
    bool blocks = format_is_block(format_get(texture->format)),
         many = texture->mips > 1 || texture->slices > 1;
    memset(header, 0, 4 * DX10_WORDS);
    put_word(header, 0, MAGIC);
    put_word(header, 1, 124);
    put_word(header, 2,
             BASIC | (texture->mips > 1 ? WITH_MIPS : 0) | (texture->dimension == 3 ? WITH_DEPTH : 0) |
                 (blocks ? WITH_SIZE : WITH_PITCH));
    put_word(header, HEIGHT, texture->height);
    put_word(header, WIDTH, texture->width);
    put_word(header, 5, (uint32_t)(blocks ? first.slice_bytes : first.row_bytes));
    put_word(header, DEPTH, texture->dimension == 3 ? texture->depth : 0);
    put_word(header, MIPS, texture->mips);
    put_word(header, PIXEL_SIZE, 32);
    put_word(header, PIXEL_FLAGS, HAS_LETTERS);
    put_word(header, LETTERS, DX10);
    put_word(header, CAPS, TEXTURE | (many ? COMPLEX : 0) | (texture->mips > 1 ? MIPMAP : 0));
    put_word(header, CAPS2, texture->cube ? CUBE | ALL_FACES : texture->dimension == 3 ? VOLUME : 0);
    put_word(header, DX10_FORMAT, texture->format);
    put_word(header, DX10_DIMENSION, texture->dimension + 1);
    put_word(header, DX10_MISC, texture->cube ? DX10_CUBE : 0);
    put_word(header, DX10_SLICES, texture->cube ? texture->slices / 6 : texture->slices);
}

bool dds_write(const char *path, const struct pipeline_texture *texture, const uint8_t *data,
               struct cli_error *error)
{
    uint8_t header[4 * DX10_WORDS];
    size_t size = (size_t)dds_size_bytes(texture);
    FILE *file = fopen(path, "wb");
    make_header(texture, header);
    bool ok = file && fwrite(header, 1, sizeof header, file) == sizeof header &&
              fwrite(data, 1, size, file) == size;
    if (file && fclose(file) != 0)
        ok = false;
    return ok || cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot write %s: %s", path, strerror(errno));
}
