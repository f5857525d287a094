/*
 * DDS: what is written is read back, older headers are understood, and no header makes the reader look past
 * the file.
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

#include "dds.h"
#include "format.h"

static char path[] = "/tmp/weft-test-dds-XXXXXX.dds";

static int make_path(void **state)
{
    (void)state;
    memcpy(strchr(path, 0) - 10, "XXXXXX", 6);
    int file = mkstemps(path, 4);
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

static void assert_round_trip(const struct pipeline_texture *texture, uint64_t size)
{
    struct cli_error error = {0};
    struct pipeline_texture again;
    const uint8_t *found;
    uint8_t *data = malloc((size_t)size), *bytes;
    size_t file_size;
    assert_int_equal(dds_size_bytes(texture), size);
    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)(i * 7 + i / 256);
    assert_true(dds_write(path, texture, data, &error));
    assert_true(cli_read_file(path, 1 << 24, &bytes, &file_size, &error));
    assert_true(dds_parse(bytes, file_size, &again, &found, &error));
    assert_int_equal(again.format, texture->format);
    assert_int_equal(again.dimension, texture->dimension);
    assert_int_equal(again.cube, texture->cube);
    assert_int_equal(again.width, texture->width);
    assert_int_equal(again.height, texture->height);
    assert_int_equal(again.depth, texture->depth);
    assert_int_equal(again.mips, texture->mips);
    assert_int_equal(again.slices, texture->slices);
    assert_memory_equal(found, data, size);
    assert_false(dds_parse(bytes, file_size - 1, &again, &found, &error));
    free(bytes);
    free(data);
}

static void every_kind_of_texture_comes_back(void **state)
{
    (void)state;
    assert_round_trip(&(struct pipeline_texture){FORMAT_R8G8B8A8_UNORM, 2, false, 5, 3, 1, 1, 1}, 60);
    assert_round_trip(&(struct pipeline_texture){FORMAT_R16_FLOAT, 2, false, 4, 2, 1, 3, 2},
                      2 * 2 * (8 + 2 + 1));
    assert_round_trip(&(struct pipeline_texture){FORMAT_BC1_UNORM_SRGB, 2, false, 8, 4, 1, 4, 1},
                      8 * (2 + 1 + 1 + 1));
    assert_round_trip(&(struct pipeline_texture){FORMAT_BC7_UNORM, 2, true, 4, 4, 1, 1, 12}, 12 * 16);
    assert_round_trip(&(struct pipeline_texture){FORMAT_R32G32B32A32_FLOAT, 3, false, 4, 4, 3, 2, 1},
                      16 * (48 + 4));
    assert_round_trip(&(struct pipeline_texture){FORMAT_R9G9B9E5_SHAREDEXP, 1, false, 7, 1, 1, 3, 3},
                      3 * 4 * (7 + 3 + 1));
}

/* All formats, as flat arrays and as volumes, with mips. */
static void every_format_comes_back(void **state)
{
    unsigned formats = 0;
    (void)state;
    for (uint32_t number = 1; number < 133; number++) {
        const struct format_info *format = format_get(number);
        size_t size = 0, volume = 0;
        if (!format || !format->block_bytes)
            continue;
        formats++;
        for (uint32_t mip = 0; mip < 3; mip++) {
            size += 2 * format_row_bytes(format, 16 >> mip) * format_rows(format, 8 >> mip);
            volume += (2 >> mip ? 2 >> mip : 1) * format_row_bytes(format, 16 >> mip) * format_rows(format, 8 >> mip);
        }
        assert_round_trip(&(struct pipeline_texture){number, 2, false, 16, 8, 1, 3, 2}, size);
        assert_round_trip(&(struct pipeline_texture){number, 3, false, 16, 8, 2, 3, 1}, volume);
    }
    assert_in_range(formats, 100, 120);
}

static void put(uint8_t *bytes, uint32_t word, uint32_t value)
{
    memcpy(bytes + 4 * word, &value, sizeof value);
}

/* A header without a DX10 part: 4 x 4 texels, nothing known yet. */
static void old_header(uint8_t bytes[256])
{
    memset(bytes, 0, 256);
    memcpy(bytes, "DDS ", 4);
    put(bytes, 1, 124);
    put(bytes, 3, 4);
    put(bytes, 4, 4);
    put(bytes, 19, 32);
}

static void older_headers(void **state)
{
    static const struct {
        uint32_t flags, letters, bits, masks[4], format;
    } cases[] = {
        {0x4, 0x31545844, 0, {0}, FORMAT_BC1_UNORM},
        {0x4, 0x35545844, 0, {0}, FORMAT_BC3_UNORM},
        {0x4, 113, 0, {0}, FORMAT_R16G16B16A16_FLOAT},
        {0x41, 0, 32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, FORMAT_B8G8R8A8_UNORM},
        {0x40, 0, 32, {0xFF0000, 0xFF00, 0xFF, 0}, FORMAT_B8G8R8X8_UNORM},
        {0x40, 0, 16, {0xF800, 0x7E0, 0x1F, 0}, FORMAT_B5G6R5_UNORM},
        {0x20000, 0, 8, {0xFF, 0, 0, 0}, FORMAT_R8_UNORM},
        {0x2, 0, 8, {0, 0, 0, 0xFF}, FORMAT_A8_UNORM},
    };
    struct pipeline_texture texture;
    struct cli_error error = {0};
    const uint8_t *data;
    uint8_t bytes[256];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        old_header(bytes);
        put(bytes, 20, cases[i].flags);
        put(bytes, 21, cases[i].letters);
        put(bytes, 22, cases[i].bits);
        for (uint32_t c = 0; c < 4; c++)
            put(bytes, 23 + c, cases[i].masks[c]);
        assert_true(dds_parse(bytes, sizeof bytes, &texture, &data, &error));
        assert_int_equal(texture.format, cases[i].format);
        assert_int_equal(texture.dimension, 2);
        assert_ptr_equal(data, bytes + 128);
        put(bytes, 28, 0x200); /* a cube that lacks faces */
        assert_false(dds_parse(bytes, sizeof bytes, &texture, &data, &error));
    }
}

/* Random words in a header that was right: an answer each time, and never memory past the end. */
static void hostile_headers(void **state)
{
    static const uint32_t nasty[] = {0,          1,          2,          3,     4,     6,   124,
                                     0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 16384, 16385, 2049};
    uint64_t seed = 5;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        struct pipeline_texture texture;
        struct cli_error error = {0};
        const uint8_t *data;
        size_t size = 148 + round % 64;
        uint8_t *bytes = malloc(size), header[256];
        old_header(header);
        put(header, 20, 4);
        memcpy(header + 84, "DX10", 4);
        put(header, 32, 28);
        put(header, 33, 3);
        put(header, 35, 1);
        for (int k = 0; k < 3; k++) {
            seed = seed * UINT64_C(6364136223846793005) + 1;
            put(header, (uint32_t)(seed >> 33) % 37, nasty[(seed >> 50) % 13]);
        }
        memcpy(bytes, header, size);
        if (dds_parse(bytes, size, &texture, &data, &error)) {
            assert_true(data >= bytes && dds_size_bytes(&texture) <= size - (size_t)(data - bytes));
            assert_true(dds_size_bytes(&texture) > 0);
        } else {
            assert_true(error.text[0]);
        }
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_kind_of_texture_comes_back, make_path, remove_path),
        cmocka_unit_test_setup_teardown(every_format_comes_back, make_path, remove_path),
        cmocka_unit_test(older_headers),
        cmocka_unit_test(hostile_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
