/*
 * PNG in and out, over libpng.
 */
#include "image.h"

#include <errno.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "dds.h"
#include "format.h"

enum texel_kind { TEXEL_BYTES, TEXEL_WORDS, TEXEL_FLOATS, TEXEL_PACKED };

struct texel {
    enum texel_kind kind;
    uint32_t channels; /* in the picture */
    uint32_t unit;     /* bytes of one value in the buffer */
};

bool image_is_png(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".png") == 0;
}

/* What the buffer's texels are; an error names what is missing. */
static bool texel_of(const struct pipeline_buffer *buffer, struct texel *texel, struct cli_error *error)
{
    uint32_t unit = data_format_size(buffer->format), channels = pipeline_element_size(buffer) / unit;
    if (buffer->width == 0 || buffer->height == 0)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                             "'%.64s' is no picture: its OutputProps give no width and "
                             "height",
                             buffer->name);
    if (buffer->array_size != 1)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                             "'%.64s' is an array of %u buffers, a picture is one", buffer->name,
                             buffer->array_size);
    *texel = (struct texel){.channels = channels, .unit = unit};
    switch (buffer->format) {
    case DATA_HEX8:
        texel->kind = TEXEL_BYTES;
        break;
    case DATA_HEX16:
    case DATA_UINT16:
        texel->kind = TEXEL_WORDS;
        break;
    case DATA_FLOAT16:
    case DATA_FLOAT32:
    case DATA_FLOAT64:
        texel->kind = TEXEL_FLOATS;
        break;
    case DATA_HEX32:
    case DATA_UINT32:
    case DATA_INT32:
        if (channels == 1) {
            *texel = (struct texel){.kind = TEXEL_PACKED, .channels = 4, .unit = 4};
            return true;
        }
        /* fall through */
    default:
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                             "'%.64s' is no picture: format %s with %u channels is not "
                             "one that PNG can hold",
                             buffer->name, data_format_names[buffer->format], channels);
    }
    return (channels >= 1 && channels <= 4 && channels * unit == pipeline_element_size(buffer)) ||
           cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                         "'%.64s' is no picture: a texel of %u bytes is not 1 to 4 "
                         "channels",
                         buffer->name, pipeline_element_size(buffer));
}

static double load_unit(const uint8_t *at, uint32_t unit)
{
    if (unit == 2) {
        uint16_t half;
        memcpy(&half, at, sizeof half);
        return data_half_to_float(half);
    }
    if (unit == 4) {
        float value;
        memcpy(&value, at, sizeof value);
        return value;
    }
    double value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* One row of the buffer as the file holds it: big-endian samples. */
static void encode_row(const struct texel *texel, const uint8_t *in, uint32_t width, uint8_t *out)
{
    uint32_t count = width * texel->channels;
    if (texel->kind == TEXEL_BYTES || texel->kind == TEXEL_PACKED) {
        memcpy(out, in, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint16_t sample;
        if (texel->kind == TEXEL_WORDS) {
            memcpy(&sample, in + i * 2, sizeof sample);
        } else {
            double value = load_unit(in + (size_t)i * texel->unit, texel->unit);
            sample = value >= 1 ? 65535 : value > 0 ? (uint16_t)(value * 65535 + 0.5) : 0;
        }
        out[i * 2] = (uint8_t)(sample >> 8);
        out[i * 2 + 1] = (uint8_t)sample;
    }
}

static _Noreturn void on_png_error(png_structp png, png_const_charp text)
{
    struct cli_error *error = png_get_error_ptr(png);
    cli_error_set(error, CLI_BAD_INPUT, 0, 0, "%s", text);
    longjmp(png_jmpbuf(png), 1);
}

static void on_png_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

/* false with error set; a separate function because longjmp comes back here. */
static bool write_rows(png_structp png, png_infop info, FILE *file, const struct texel *texel,
                       const struct pipeline_buffer *buffer, uint8_t *row)
{
    static const int colors[5] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                  PNG_COLOR_TYPE_RGB_ALPHA};
    bool wide = texel->kind == TEXEL_WORDS || texel->kind == TEXEL_FLOATS;
    size_t pitch = (size_t)buffer->width * pipeline_element_size(buffer);
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_init_io(png, file);
    png_set_IHDR(png, info, buffer->width, buffer->height, wide ? 16 : 8, colors[texel->channels],
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < buffer->height; y++) {
        encode_row(texel, buffer->data[0] + y * pitch, buffer->width, row);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return true;
}

static bool write_png(const char *path, const struct pipeline_buffer *buffer, struct cli_error *error)
{
    struct texel texel;
    if (!texel_of(buffer, &texel, error))
        return false;
    FILE *file = fopen(path, "wb");
    if (!file)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot write %s: %s", path, strerror(errno));
    struct cli_error why = {0};
    uint8_t *row = malloc((size_t)buffer->width * texel.channels * 2);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &why, on_png_error, on_png_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool ok = row && info && write_rows(png, info, file, &texel, buffer, row);
    png_destroy_write_struct(&png, &info);
    free(row);
    if (fclose(file) != 0)
        ok = false;
    return ok || cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot write %s: %s", path,
                               *why.text ? why.text : strerror(errno));
}

/* The same texels without sRGB: PNG holds codes. */
static const struct format_info *coded(const struct format_info *format)
{
    for (uint32_t i = 0; format_is_srgb(format) && i < 256; i++) {
        const struct format_info *other = format_get(i);
        if (other && format_same_family(other, format) && other->kind == FORMAT_KIND_UNORM && !format_is_srgb(other))
            return other;
    }
    return format;
}

/* The first mip of the first slice as a buffer of four floats a texel. */
static bool decode_texture(const struct pipeline_buffer *from, struct pipeline_buffer *to, struct cli_error *error)
{
    const struct pipeline_texture *texture = from->texture;
    const struct format_info *format = coded(format_get(texture->format));
    struct dds_mip at = dds_mip_at(texture, 0);
    if (!format_is_loadable(format) || format_is_integer(format))
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "'%.64s' is no picture: format %s", from->name,
                             format->name);
    *to = (struct pipeline_buffer){.name = from->name,
                                   .format = DATA_FLOAT32,
                                   .channels = 4,
                                   .array_size = 1,
                                   .width = at.width,
                                   .height = at.height,
                                   .data = calloc(1, sizeof *to->data)};
    uint32_t(*texel)[4] = calloc((size_t)at.width * at.height, sizeof *texel);
    if (!to->data || !texel) {
        free(to->data);
        free(texel);
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "no memory for a picture of '%.64s'", from->name);
    }
    to->data[0] = (uint8_t *)texel;
    for (uint32_t y = 0; y < at.height; y++)
        for (uint32_t x = 0; x < at.width; x++, texel++)
            format_load_texel(format,
                              from->data[0] + y / format->block_height * at.row_bytes +
                                  (size_t)(x / format->block_width) * format->block_bytes,
                              x % format->block_width, y % format->block_height, *texel);
    return true;
}

bool image_write_png(const char *path, const struct pipeline_buffer *buffer, struct cli_error *error)
{
    struct pipeline_buffer decoded;
    if (!buffer->texture)
        return write_png(path, buffer, error);
    if (!decode_texture(buffer, &decoded, error))
        return false;
    bool ok = write_png(path, &decoded, error);
    free(decoded.data[0]);
    free(decoded.data);
    return ok;
}

/* ---- reading ---- */

static void store_sample(const struct texel *texel, uint16_t sample, uint8_t *out)
{
    uint8_t byte = (uint8_t)(sample >> 8);
    float value = (float)sample / 65535.0f;
    double wide = (double)sample / 65535.0;
    if (texel->kind == TEXEL_BYTES || texel->kind == TEXEL_PACKED)
        *out = byte;
    else if (texel->kind == TEXEL_WORDS)
        memcpy(out, &sample, sizeof sample);
    else if (texel->unit == 4)
        memcpy(out, &value, sizeof value);
    else
        memcpy(out, &wide, sizeof wide);
}

struct decoded {
    uint16_t *samples;
    png_bytep *rows;
    uint32_t width, height;
};

/* The picture as rows of 16-bit RGBA in host order: 8-bit samples are widened by repeating their bits. */
static bool read_rows(png_structp png, png_infop info, FILE *file, const struct pipeline_buffer *buffer,
                      struct decoded *decoded)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_init_io(png, file);
    png_set_user_limits(png, 16384, 16384);
    png_read_info(png, info);
    decoded->width = png_get_image_width(png, info);
    decoded->height = png_get_image_height(png, info);
    if (decoded->width != buffer->width || decoded->height != buffer->height)
        return false;
    png_set_expand_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
    png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t pitch = (size_t)decoded->width * 8;
    if (png_get_rowbytes(png, info) != pitch)
        png_error(png, "unexpected kind of picture");
    decoded->samples = calloc(decoded->height, pitch);
    decoded->rows = calloc(decoded->height, sizeof *decoded->rows);
    if (!decoded->samples || !decoded->rows)
        png_error(png, "out of memory");
    for (uint32_t y = 0; y < decoded->height; y++)
        decoded->rows[y] = (png_bytep)decoded->samples + y * pitch;
    png_read_image(png, decoded->rows);
    png_read_end(png, NULL);
    return true;
}

bool image_read_png(const char *path, struct pipeline_buffer *buffer, struct cli_error *error)
{
    struct texel texel;
    if (!texel_of(buffer, &texel, error))
        return false;
    if (buffer->format == DATA_FLOAT16)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                             "pictures cannot be read into Float16 buffers ('%.64s')", buffer->name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot open %s: %s", path, strerror(errno));
    struct cli_error why = {0};
    struct decoded decoded = {0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &why, on_png_error, on_png_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool ok = info && read_rows(png, info, file, buffer, &decoded);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
    uint32_t step = texel.kind == TEXEL_PACKED ? 1 : texel.unit;
    uint64_t count = ok ? (uint64_t)decoded.width * decoded.height : 0;
    for (uint64_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < texel.channels; c++)
            store_sample(&texel, decoded.samples[i * 4 + (texel.channels == 2 && c == 1 ? 3 : c)],
                         buffer->data[0] + (i * texel.channels + c) * step);
    free(decoded.samples);
    free(decoded.rows);
    if (ok)
        return true;
    if (*why.text)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot read %s: %s", path, why.text);
    return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "%s is %u x %u pixels, '%.64s' is %u x %u", path,
                         decoded.width, decoded.height, buffer->name, buffer->width, buffer->height);
}
