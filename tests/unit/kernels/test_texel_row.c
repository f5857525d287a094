/*
 * Rows of texels against single ones: every format that rows serve, every dimension, each instruction set,
 * with places inside and outside, masks, and values that conversions get wrong first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cpu.h"
#include "dxbc.h"
#include "format.h"
#include "lanes.h"
#include "texel.h"
#include "texel_row.h"

enum { LANES = 352, GUARD = 64, MEMORY = 1 << 16, ROUNDS = 2 };

static uint64_t state = 88172645463325252;

static uint32_t random_below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % limit;
}

static uint32_t random_word(void)
{
    static const uint32_t nasty[] = {0,          0x80000000, 1,          0x807FFFFF, 0x3F800000, 0xBF800000,
                                     0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 0x7F800001, 0xFFFFFFFF,
                                     0x3F7FFFFF, 0x3F000000, 0x3B008081, 0x477FE000, 0x00000100, 0xFFFF7FFF};

    switch (random_below(4)) {
    case 0:
        return nasty[random_below(sizeof(nasty) / sizeof(*nasty))];
    case 1:
        return 0x3F800000 - random_below(1 << 26);
    case 2:
        return random_below(1024);
    default:
        return random_below(UINT32_MAX) ^ random_below(2) << 31;
    }
}

struct bench {
    struct lane_table table;
    struct kernel_view view;
    struct kernel_mip mips[2];
    uint8_t memory[GUARD + MEMORY + GUARD] __attribute__((aligned(64)));
    uint8_t expected[GUARD + MEMORY + GUARD] __attribute__((aligned(64)));
    uint32_t at[TEXEL_ROW_SOURCES][LANES] __attribute__((aligned(LANE_ALIGN)));
    uint32_t rgba[4][LANES] __attribute__((aligned(LANE_ALIGN)));
    uint32_t out[4][LANES] __attribute__((aligned(LANE_ALIGN)));
    uint32_t mask[LANES / 32];
    struct texel_row_source sources[TEXEL_ROW_SOURCES], values[4];
};
static struct bench bench;

static const uint8_t dimensions[] = {
    DXBC_DIM_BUFFER,         DXBC_DIM_TEXTURE1D,   DXBC_DIM_TEXTURE2D,        DXBC_DIM_TEXTURE3D,
    DXBC_DIM_TEXTURE1DARRAY, DXBC_DIM_TEXTURE2DMS, DXBC_DIM_TEXTURE2DARRAY,   DXBC_DIM_TEXTURE2DMSARRAY,
};

static bool is_multisampled(uint8_t dimension)
{
    return dimension == DXBC_DIM_TEXTURE2DMS || dimension == DXBC_DIM_TEXTURE2DMSARRAY;
}

/* A view of two mips, 11 x 5 x 4 texels in the first, 3 slices, in the middle of the memory. */
static void make_view(const struct format_info *format, uint8_t dimension)
{
    uint32_t bytes = format->block_bytes, samples = is_multisampled(dimension) ? 4 : 1;
    uint64_t offset = 0;

    bench.view = (struct kernel_view){.kind = KERNEL_VIEW_TYPED_BUFFER,
                                      .format = format,
                                      .data = bench.memory + GUARD,
                                      .size_bytes = 37 * bytes + bytes / 2,
                                      .element_count = 60};
    if (dimension == DXBC_DIM_BUFFER)
        return;
    for (uint32_t i = 0; i < 2; i++) {
        bench.mips[i] = (struct kernel_mip){
            .width = 11 >> i, .height = 5 >> i, .depth = 4 >> i, .row_pitch = (13 >> i) * bytes * samples};
        bench.mips[i].depth_pitch = (uint64_t)bench.mips[i].row_pitch * bench.mips[i].height;
        bench.mips[i].offset = offset;
        offset += bench.mips[i].depth_pitch * (dimension == DXBC_DIM_TEXTURE3D ? bench.mips[i].depth : 1);
    }
    bench.view.kind = KERNEL_VIEW_TEXTURE;
    bench.view.dimension = dimension;
    bench.view.sample_count = (uint8_t)samples;
    bench.view.mip_count = 2;
    bench.view.mips = bench.mips;
    bench.view.array_pitch = offset;
    bench.view.slice_count = dimension == DXBC_DIM_TEXTURE3D ? random_below(3) : 3;
    bench.view.first_depth_slice = bench.view.slice_count && dimension == DXBC_DIM_TEXTURE3D;
}

/* A source of places or values: a row, or a splat now and then. */
static void fill(struct texel_row_source *source, uint32_t *row, uint32_t limit)
{
    bool splat = random_below(5) == 0;
    uint32_t first = random_below(8);

    for (uint32_t i = 0; i < LANES; i++)
        row[i] = splat && i             ? row[0]
                 : !limit               ? random_word()
                 : random_below(12) > 1 ? (random_below(2) ? first + i : i + random_below(3)) % limit
                                        : random_below(3) * 0x7FFFFFFFu + random_below(16);
    *source = (struct texel_row_source){row, splat ? 0 : SIZE_MAX};
}

static void fill_all(void)
{
    static const uint32_t limits[TEXEL_ROW_SOURCES] = {12, 6, 5, 4, 4};

    for (unsigned s = 0; s < TEXEL_ROW_SOURCES; s++)
        fill(&bench.sources[s], bench.at[s], limits[s] + (s == 0 && random_below(2) ? 40 : 0));
    for (unsigned c = 0; c < 4; c++)
        fill(&bench.values[c], bench.rgba[c], 0);
    for (uint32_t i = 0; i < LANES / 32; i++)
        bench.mask[i] = random_below(3) ? random_word() : UINT32_MAX;
    for (uint32_t i = 0; i < sizeof(bench.memory); i++)
        bench.memory[i] = random_below(4) ? (uint8_t)random_below(256) : 0xFF;
}

static struct texel_coord coord_of(uint32_t lane, uint32_t mip, const int8_t *offsets)
{
    uint8_t dimension = texel_dimension(&bench.view);
    uint32_t axes = texel_axes(dimension);
    struct texel_coord coord = {.mip = mip};

    for (uint32_t i = 0; i < axes; i++)
        coord.at[i] = bench.at[i][lane & bench.sources[i].step] + (offsets ? (uint32_t)offsets[i] : 0);
    if (texel_has_slices(dimension))
        coord.slice = bench.at[axes][lane & bench.sources[axes].step];
    if (is_multisampled(dimension))
        coord.sample = bench.at[TEXEL_ROW_SAMPLE][lane & bench.sources[TEXEL_ROW_SAMPLE].step];
    return coord;
}

static bool is_active(const uint32_t *mask, uint32_t lane)
{
    return !mask || mask[lane / 32] >> (lane % 32) & 1;
}

static void check_load(const uint32_t *mask, uint32_t mip)
{
    static const int8_t offsets[3] = {-2, 3, 1};
    const int8_t *moved = random_below(2) && bench.view.kind == KERNEL_VIEW_TEXTURE ? offsets : NULL;
    uint8_t place[4] = {(uint8_t)random_below(4), 3, 0, (uint8_t)random_below(4)};
    uint32_t *const dst[4] = {bench.out[0], bench.out[1], bench.out[2], bench.out[3]};
    struct texel_row row;

    memset(bench.out, 0xA5, sizeof(bench.out));
    if (!texel_row_open(&bench.view, mip, is_multisampled(bench.view.dimension), moved, false, &row))
        fail_msg("%s is not served", bench.view.format->name);
    texel_row_load(&bench.table, &row, bench.sources, mask, LANES, dst, place, 4);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        struct texel_coord coord = coord_of(lane, mip, moved);
        uint32_t rgba[4];

        texel_load(&bench.view, &coord, rgba);
        for (unsigned d = 0; d < 4; d++) {
            uint32_t wanted = is_active(mask, lane) ? rgba[place[d]] : 0xA5A5A5A5;
            if (bench.out[d][lane] != wanted)
                fail_msg("%s %s dimension %u lane %u component %u: %08x, not %08x",
                         cpu_isa_name(bench.table.isa), bench.view.format->name, bench.view.dimension, lane,
                         place[d], bench.out[d][lane], wanted);
        }
    }
}

static void check_store(const uint32_t *mask)
{
    struct texel_row row;

    if (!texel_row_open(&bench.view, 0, false, NULL, true, &row))
        return;
    memcpy(bench.expected, bench.memory, sizeof(bench.memory));
    texel_row_store(&bench.table, &row, bench.sources, bench.values, mask, LANES);
    bench.view.data = bench.expected + GUARD;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        struct texel_coord coord = coord_of(lane, 0, NULL);
        uint32_t rgba[4];

        for (unsigned c = 0; c < 4; c++)
            rgba[c] = bench.rgba[c][lane & bench.values[c].step];
        if (is_active(mask, lane))
            texel_store(&bench.view, &coord, rgba);
    }
    bench.view.data = bench.memory + GUARD;
    if (memcmp(bench.memory, bench.expected, sizeof(bench.memory)) != 0)
        fail_msg("%s: stores to %s, dimension %u", cpu_isa_name(bench.table.isa), bench.view.format->name,
                 bench.view.dimension);
}

static void check_format(const struct format_info *format)
{
    for (unsigned k = 0; k < sizeof(dimensions); k++) {
        for (unsigned round = 0; round < ROUNDS; round++) {
            const uint32_t *mask = random_below(2) ? bench.mask : NULL;
            unsigned mode;

            make_view(format, dimensions[k]);
            fill_all();
            mode = lanes_enter_float_mode();
            check_load(mask, bench.view.kind == KERNEL_VIEW_TEXTURE ? random_below(3) : 0);
            if (!is_multisampled(dimensions[k]))
                check_store(mask);
            lanes_leave_float_mode(mode);
        }
    }
}

static void test_every_format(void **unused)
{
    unsigned served = 0;

    for (unsigned isa = 0; isa < CPU_ISA_COUNT; isa++) {
        if (!cpu_isa_available((enum cpu_isa)isa))
            continue;
        lane_table_init(&bench.table, (enum cpu_isa)isa);
        for (uint32_t number = 1; number < 133; number++) {
            const struct format_info *format = format_get(number);
            if (!format || !format->load || format->flags & FORMAT_IS_SHARED_EXPONENT)
                continue;
            check_format(format);
            served++;
        }
    }
    assert_true(served > 60);
}

/* Nothing but single texels will do. */
static void test_not_served(void **unused)
{
    struct texel_row row;

    make_view(format_get(FORMAT_R8G8B8A8_UNORM), DXBC_DIM_TEXTURE2D);
    bench.mips[0].row_pitch = 13 * 4 + 2; /* no whole number of words */
    assert_false(texel_row_open(&bench.view, 0, false, NULL, false, &row));
    make_view(format_get(FORMAT_R8G8B8A8_UNORM), DXBC_DIM_TEXTURE2D);
    bench.view.min_lod = 1;
    assert_false(texel_row_open(&bench.view, 0, false, NULL, false, &row));
    assert_true(texel_row_open(&bench.view, 1, false, NULL, false, &row));
    bench.view.format = format_get(FORMAT_BC1_UNORM);
    assert_false(texel_row_open(&bench.view, 1, false, NULL, false, &row));
    bench.view.format = format_get(FORMAT_R9G9B9E5_SHAREDEXP);
    assert_false(texel_row_open(&bench.view, 1, false, NULL, false, &row));
    bench.view = (struct kernel_view){.kind = KERNEL_VIEW_NONE};
    assert_false(texel_row_open(&bench.view, 0, false, NULL, false, &row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_format),
        cmocka_unit_test(test_not_served),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
