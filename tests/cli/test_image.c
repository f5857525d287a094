/*
 * Pictures: what is written is read back; what cannot be a picture is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "image.h"

static char path[] = "/tmp/weft-test-image-XXXXXX.png";

static int make_path(void **state)
{
    (void)state;
    int file = mkstemps(path, 4);
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

static struct pipeline_buffer picture(enum data_format format, uint32_t channels, uint8_t **data, size_t size)
{
    return (struct pipeline_buffer){.name = "P",
                                    .format = format,
                                    .channels = channels,
                                    .array_size = 1,
                                    .size_bytes = size,
                                    .data = data,
                                    .has_props = true,
                                    .width = 2,
                                    .height = 2,
                                    .depth = 1,
                                    .mip_levels = 1};
}

static void assert_round_trip(enum data_format format, uint32_t channels, void *values, size_t size)
{
    uint8_t *data = values, *again = calloc(1, size);
    struct pipeline_buffer out = picture(format, channels, &data, size),
                           in = picture(format, channels, &again, size);
    struct cli_error error = {0};
    assert_true(image_write_png(path, &out, &error));
    assert_true(image_read_png(path, &in, &error));
    assert_memory_equal(again, values, size);
    free(again);
}

static void every_kind_of_texel_comes_back(void **state)
{
    uint8_t bytes[16];
    uint16_t words[16];
    float floats[16];
    double doubles[16];
    (void)state;
    for (int i = 0; i < 16; i++) {
        bytes[i] = (uint8_t)(i * 17);
        words[i] = (uint16_t)(i * 4369);
        floats[i] = (float)words[i] / 65535.0f;
        doubles[i] = words[i] / 65535.0;
    }
    for (uint32_t channels = 1; channels <= 4; channels++) {
        assert_round_trip(DATA_HEX8, channels, bytes, 4 * channels);
        assert_round_trip(DATA_UINT16, channels, words, 8 * channels);
        assert_round_trip(DATA_FLOAT32, channels, floats, 16 * channels);
        assert_round_trip(DATA_FLOAT64, channels, doubles, 32 * channels);
    }
    assert_round_trip(DATA_UINT32, 1, bytes, 16);
}

static void floats_are_clamped_and_rounded(void **state)
{
    float values[] = {-1, 2, 0.5f, __builtin_nanf("")};
    uint16_t samples[4] = {0};
    static const uint16_t expected[] = {0, 65535, 32768, 0};
    uint8_t *data = (uint8_t *)values, *read = (uint8_t *)samples;
    struct pipeline_buffer out = picture(DATA_FLOAT32, 1, &data, sizeof values);
    struct pipeline_buffer in = picture(DATA_UINT16, 1, &read, sizeof samples);
    struct cli_error error = {0};
    (void)state;
    assert_true(image_write_png(path, &out, &error));
    assert_true(image_read_png(path, &in, &error));
    assert_memory_equal(samples, expected, sizeof expected);
}

static void what_is_no_picture_is_refused(void **state)
{
    uint8_t bytes[64] = {0}, *data = bytes;
    struct pipeline_buffer buffer = picture(DATA_UINT32, 2, &data, 32);
    struct cli_error error = {0};
    (void)state;
    assert_false(image_write_png(path, &buffer, &error));
    assert_string_equal(error.text,
                        "'P' is no picture: format UInt32 with 2 channels is not one that PNG can hold");
    error = (struct cli_error){0};
    buffer = picture(DATA_HEX8, 4, &data, 16);
    buffer.width = 0;
    assert_false(image_write_png(path, &buffer, &error));
    assert_string_equal(error.text, "'P' is no picture: its OutputProps give no width and height");
    error = (struct cli_error){0};
    buffer = picture(DATA_HEX8, 1, &data, 40);
    buffer.stride = 10;
    assert_false(image_write_png(path, &buffer, &error));
    assert_string_equal(error.text, "'P' is no picture: a texel of 10 bytes is not 1 to 4 channels");
}

static void damaged_files_are_refused(void **state)
{
    uint8_t bytes[16] = {1, 2, 3}, *data = bytes, file[512];
    struct pipeline_buffer buffer = picture(DATA_HEX8, 4, &data, 16);
    struct cli_error error = {0};
    (void)state;
    assert_true(image_write_png(path, &buffer, &error));
    FILE *in = fopen(path, "rb");
    size_t size = fread(file, 1, sizeof file, in);
    fclose(in);
    for (size_t at = 0; at < size; at++) {
        uint8_t changed[sizeof file];
        memcpy(changed, file, size);
        changed[at] ^= 0x55;
        error = (struct cli_error){0};
        assert_true(cli_write_file(path, changed, size, &error));
        image_read_png(path, &buffer, &error); /* an error or a picture */
        error = (struct cli_error){0};
        assert_true(cli_write_file(path, file, at, &error));
        image_read_png(path, &buffer, &error);
    }
    error = (struct cli_error){0};
    assert_true(cli_write_file(path, file, size, &error));
    buffer.width = 3;
    assert_false(image_read_png(path, &buffer, &error));
    assert_non_null(strstr(error.text, "is 2 x 2 pixels, 'P' is 3 x 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_texel_comes_back),
        cmocka_unit_test(floats_are_clamped_and_rounded),
        cmocka_unit_test(what_is_no_picture_is_refused),
        cmocka_unit_test(damaged_files_are_refused),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
