/*
 * Filtered sampling against the model of tests/support/sample_model.h: random textures of every dimension,
 * formats, samplers, coordinates and levels of detail, those that are no numbers included.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <float.h>
#include <stdlib.h>
#include <cmocka.h>

#include "../../support/sample_model.h"
#include "cpu.h"
#include "lane_table.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { MEMORY_BYTES = 1 << 18, MOST_MIPS = 5, TEXTURES = 1500, LANES = 40 };

struct bench {
    uint64_t state;
    uint8_t memory[MEMORY_BYTES] __attribute__((aligned(16)));
    struct kernel_mip mips[MOST_MIPS];
    struct kernel_view view;
    struct kernel_sampler sampler;
    struct sample_op op;
    uint32_t p[SAMPLE_PARAMETERS];
};

static uint32_t below(struct bench *t, uint32_t n)
{
    t->state = t->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((t->state >> 33) % n);
}

static uint32_t bits_of(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof(bits));
    return bits;
}

static float between(struct bench *t, float low, float high)
{
    return low + (high - low) * ((float)below(t, 1 << 24) / (float)(1 << 24));
}

static float nasty(struct bench *t)
{
    static const float values[] = {INFINITY,   -INFINITY, NAN,    0.0f, -0.0f, 0x1p-140f,
                                   -0x1p-149f, 3e38f,     -2e38f, 1e9f, -7e5f, 0x1p-126f};

    return values[below(t, sizeof(values) / sizeof(*values))];
}

/* ---- textures ---- */

static void fill(struct bench *t)
{
    bool floats = t->view.format->kind == FORMAT_KIND_FLOAT && t->view.format->channels[0].width == 32;

    for (uint32_t i = 0; i < MEMORY_BYTES / 4; i++) {
        uint32_t word = below(t, 1 << 16) << 16 | below(t, 1 << 16);

        if (floats)
            word = bits_of(below(t, 200) ? between(t, -10, 10) : nasty(t));
        memcpy(t->memory + 4 * i, &word, 4);
    }
}

static void make_texture(struct bench *t, const struct format_info *format, enum dxbc_dimension dimension)
{
    static const uint32_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 19, 24};
    uint32_t size[3] = {sizes[below(t, 10)], sizes[below(t, 10)], sizes[below(t, 6)]};
    uint32_t mips = 1 + below(t, MOST_MIPS), slices = 1 + below(t, 3);
    bool cube = dimension == DXBC_DIM_TEXTURECUBE || dimension == DXBC_DIM_TEXTURECUBEARRAY;
    uint64_t at = 0;

    if (texel_axes(dimension) < 2)
        size[1] = 1;
    if (texel_axes(dimension) < 3)
        size[2] = 1;
    else
        slices = 1;
    if (cube)
        size[1] = size[0];
    if (cube)
        slices = dimension == DXBC_DIM_TEXTURECUBE ? 6 : 12;
    for (uint32_t i = 0; i < mips; i++) {
        struct kernel_mip *mip = &t->mips[i];

        *mip = (struct kernel_mip){size[0], size[1], size[2], 0, 0, at};
        mip->row_pitch = (uint32_t)(format_row_bytes(format, size[0]) + 15) & ~15u;
        mip->depth_pitch = mip->row_pitch * format_rows(format, size[1]);
        at += mip->depth_pitch * size[2];
        for (unsigned a = 0; a < 3; a++)
            size[a] = size[a] > 1 ? size[a] / 2 : 1;
    }
    assert_true(at * slices <= MEMORY_BYTES);
    t->view = (struct kernel_view){.kind = KERNEL_VIEW_TEXTURE,
                                   .dimension = (uint8_t)dimension,
                                   .sample_count = 1,
                                   .mip_count = (uint8_t)mips,
                                   .format = format,
                                   .data = t->memory,
                                   .slice_count = dimension == DXBC_DIM_TEXTURE3D ? 0 : slices,
                                   .array_pitch = at,
                                   .mips = t->mips,
                                   .min_lod = below(t, 8) ? 0 : between(t, -1, 6)};
    fill(t);
}

static void make_sampler(struct bench *t)
{
    static const uint32_t basic[] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x55};
    struct kernel_sampler *s = &t->sampler;
    uint32_t filter = basic[below(t, 9)];

    *s = (struct kernel_sampler){.filter = filter | below(t, 4) << 7,
                                 .max_anisotropy = filter & 0x40 ? 1 + below(t, 16) : 0,
                                 .comparison = 1 + below(t, 8),
                                 .mip_lod_bias = below(t, 3) ? 0 : between(t, -4, 4),
                                 .min_lod = below(t, 3) ? -FLT_MAX : between(t, -2, 4),
                                 .max_lod = below(t, 3) ? FLT_MAX : between(t, -2, 6)};
    for (unsigned a = 0; a < 3; a++)
        s->address[a] = 1 + below(t, 5);
    for (unsigned c = 0; c < 4; c++)
        s->border[c] = below(t, 12) ? between(t, -1.5f, 1.5f) : nasty(t);
}

/* ---- instructions ---- */

static void make_op(struct bench *t, bool compares)
{
    static const uint16_t plain[] = {DXBC_OP_SAMPLE_L, DXBC_OP_SAMPLE_D, DXBC_OP_SAMPLE_D_CL_S,
                                     DXBC_OP_GATHER4, DXBC_OP_GATHER4_PO};
    static const uint16_t comparing[] = {DXBC_OP_SAMPLE_C_LZ, DXBC_OP_GATHER4_C, DXBC_OP_GATHER4_PO_C};
    bool flat = texel_axes(t->view.dimension) == 2;
    struct dxbc_instr instr = {.has_offsets = below(t, 2)};

    instr.opcode = compares ? comparing[below(t, flat ? 3 : 1)] : plain[below(t, flat ? 5 : 3)];
    for (unsigned a = 0; a < 3; a++)
        instr.texel_offset[a] = (int8_t)((int)below(t, 16) - 8);
    t->op = sample_op_of(&instr, (uint8_t)below(t, 4));
}

static bool is_cube(const struct bench *t)
{
    return t->view.dimension == DXBC_DIM_TEXTURECUBE || t->view.dimension == DXBC_DIM_TEXTURECUBEARRAY;
}

static float coordinate(struct bench *t, unsigned axis)
{
    const uint32_t size[4] = {t->mips[0].width, t->mips[0].height, t->mips[0].depth, 1};

    switch (below(t, 12)) {
    case 0:
        return is_cube(t) && t->op.form == SAMPLE_WITH_GRADIENT ? 1.0f : nasty(t);
    case 1:
        return (float)((int)below(t, 64) - 20) / (float)(2 * size[axis]);
    case 2:
        return between(t, -40, 40);
    default:
        return is_cube(t) ? between(t, -1, 1) : between(t, -1.5f, 2.5f);
    }
}

static float derivative(struct bench *t)
{
    if (below(t, 20) == 0)
        return t->sampler.filter & 0x40 || is_cube(t) ? 0 : nasty(t);
    return between(t, -1, 1) * ldexpf(1, (int)below(t, 10) - 7);
}

static void make_lane(struct bench *t)
{
    uint32_t *p = t->p;

    memset(p, 0, SAMPLE_PARAMETERS * sizeof(*p));
    for (unsigned a = 0; a < 4; a++)
        p[SAMPLE_COORD + a] = bits_of(coordinate(t, a));
    for (unsigned a = 0; a < 2 && t->op.own_offset; a++)
        p[SAMPLE_OFFSET + a] = below(t, 1 << 16) << 16 | below(t, 1 << 16);
    if (t->op.parameters >> SAMPLE_LOD & 1)
        p[SAMPLE_LOD] = bits_of(below(t, 10) ? between(t, -2, 7) : nasty(t));
    if (t->op.compares)
        p[SAMPLE_REFERENCE] = bits_of(below(t, 10) ? between(t, -0.2f, 1.2f) : nasty(t));
    for (unsigned a = 0; a < 6 && t->op.form == SAMPLE_WITH_GRADIENT; a++)
        p[SAMPLE_DDX + a] = bits_of(derivative(t));
    if (t->op.parameters >> SAMPLE_CLAMP & 1)
        p[SAMPLE_CLAMP] = bits_of(below(t, 5) ? between(t, -2, 5) : nasty(t));
}

/* ---- comparing ---- */

static bool close_to(double got, double want, double error)
{
    if (isnan(want) || isinf(want))
        return isnan(want) ? isnan(got) : got == want;
    if (fabs(want) > (double)FLT_MAX * (1 - 0x1p-20))
        return got > 0x1p126 || got < -0x1p126;
    return fabs(got - want) <= error + 0x1p-125;
}

static bool agrees(struct bench *t, const uint32_t got[4], struct model_nudge nudge, double want[4],
                   double *near_lod)
{
    float p[SAMPLE_PARAMETERS];
    int32_t offsets[3] = {0};
    struct model m = {&t->view, &t->sampler, &t->op, p, offsets, nudge, .near_lod = 1, .taps = 1};
    double error;
    bool good = true;

    memcpy(p, t->p, sizeof(p));
    for (unsigned i = 0; i < SAMPLE_PARAMETERS; i++)
        p[i] = fabsf(p[i]) < FLT_MIN ? 0 : p[i]; /* as all float instructions see them */
    for (unsigned a = 0; a < 3; a++)
        offsets[a] =
            t->op.own_offset ? (a < 2 ? (int32_t)(t->p[SAMPLE_OFFSET + a] << 26) >> 26 : 0) : t->op.offset[a];
    model_sample(&m, want);
    *near_lod = m.near_lod;
    error =
        m.largest * (m.taps > 1 ? 1.0 / (256 * m.taps) : 0x1p-21); /* one of the taps may fall a step aside */
    for (unsigned c = 0; c < 4; c++)
        good &= close_to(model_value(got[c]), want[c], error);
    return good;
}

/* Nudges that the specification allows here. */
static bool agrees_somehow(struct bench *t, const uint32_t got[4], double want[4])
{
    bool gradient = t->op.form == SAMPLE_WITH_GRADIENT, cube = is_cube(t);
    int lods = gradient ? 1 : 0, places = cube ? 1 : 0, taps = gradient && t->sampler.filter & 0x40 ? 1 : 0;
    double near_lod, ignored[4];

    if (agrees(t, got, (struct model_nudge){0}, want, &near_lod))
        return true;
    for (int i = 0; i < 3 * 3 * 3 * 3 * 3 * 2; i++) {
        struct model_nudge nudge = {.lod = i % 3 - 1,
                                    .u = i / 3 % 3 - 1,
                                    .v = i / 9 % 3 - 1,
                                    .taps = i / 27 % 3 - 1,
                                    .mips = i / 81 % 3,
                                    .other_filter = i / 243};

        if (abs(nudge.lod) > lods || abs(nudge.u) > places || abs(nudge.v) > places ||
            abs(nudge.taps) > taps || (nudge.other_filter && (!gradient || near_lod > 1e-4)))
            continue;
        if (agrees(t, got, nudge, ignored, &(double){0}))
            return true;
    }
    return false;
}

static void report(const struct bench *t, const uint32_t got[4], const double want[4])
{
    const struct kernel_mip *mip = &t->mips[0];
    float p[SAMPLE_PARAMETERS];

    memcpy(p, t->p, sizeof(p));
    print_error("%s dimension %u, %u x %u x %u, %u mips, %u slices, min lod %g\n", t->view.format->name,
                t->view.dimension, mip->width, mip->height, mip->depth, t->view.mip_count,
                t->view.slice_count, (double)t->view.min_lod);
    print_error("filter 0x%x address %u %u %u, anisotropy %u, comparison %u, bias %g, lod %g to %g\n",
                t->sampler.filter, t->sampler.address[0], t->sampler.address[1], t->sampler.address[2],
                t->sampler.max_anisotropy, t->sampler.comparison, (double)t->sampler.mip_lod_bias,
                (double)t->sampler.min_lod, (double)t->sampler.max_lod);
    print_error("border %g %g %g %g\nform %u parameters 0x%x component %u offset %d %d %d:",
                (double)t->sampler.border[0], (double)t->sampler.border[1], (double)t->sampler.border[2],
                (double)t->sampler.border[3], t->op.form, t->op.parameters, t->op.component, t->op.offset[0],
                t->op.offset[1], t->op.offset[2]);
    for (unsigned i = 0; i < SAMPLE_PARAMETERS; i++)
        print_error(" %.9g", (double)p[i]);
    print_error("\ngot");
    for (unsigned c = 0; c < 4; c++)
        print_error(" %.9g", model_value(got[c]));
    print_error(" instead of");
    for (unsigned c = 0; c < 4; c++)
        print_error(" %.9g", want[c]);
    fail_msg("a sample is wrong");
}

static void check_texture(struct bench *t, const struct format_info *format, enum dxbc_dimension dimension,
                          bool compares)
{
    struct sample_state *state = test_malloc(sizeof(*state));

    make_texture(t, format, dimension);
    make_sampler(t);
    make_op(t, compares);
    sample_prepare(state, &t->op, &t->view, &t->sampler);
    for (int i = 0; i < LANES; i++) {
        uint32_t got[4];
        double want[4];

        make_lane(t);
        sample_lane(state, t->p, got);
        if (!agrees_somehow(t, got, want))
            report(t, got, want);
    }
    test_free(state);
}

static const uint8_t dimensions[] = {
    DXBC_DIM_TEXTURE2D, DXBC_DIM_TEXTURE2DARRAY, DXBC_DIM_TEXTURECUBE, DXBC_DIM_TEXTURECUBEARRAY,
    DXBC_DIM_TEXTURE1D, DXBC_DIM_TEXTURE1DARRAY, DXBC_DIM_TEXTURE3D};

/* Every format that can be filtered. */
static void test_model(void **state)
{
    struct bench *t = test_malloc(sizeof(*t));
    int done = 0;

    t->state = 7;
    for (uint32_t number = 0; done < TEXTURES; number = (number + 1) % 120) {
        const struct format_info *format = format_get(number);
        enum dxbc_dimension dimension = dimensions[below(t, 7)];

        if (!format || !format_is_loadable(format) || !(format->caps & FORMAT_CAP_SAMPLE))
            continue;
        if (texel_axes(dimension) == 1 && format->block_width > 1)
            continue;
        check_texture(t, format, dimension, false);
        done++;
    }
    test_free(t);
}

static void test_comparison(void **state)
{
    static const enum format_number formats[] = {
        FORMAT_R32_FLOAT, FORMAT_R16_UNORM, FORMAT_R24_UNORM_X8_TYPELESS, FORMAT_R32_FLOAT_X8X24_TYPELESS,
        FORMAT_R8_UNORM,  FORMAT_R8_SNORM};
    struct bench *t = test_malloc(sizeof(*t));

    t->state = 11;
    for (int i = 0; i < TEXTURES / 2; i++)
        check_texture(t, format_get(formats[below(t, 6)]), dimensions[below(t, 6)], true);
    test_free(t);
}

/* ---- rows ---- */

enum { ROW = 96 };

struct row_bench {
    struct bench t;
    uint32_t word[SAMPLE_PARAMETERS][ROW] __attribute__((aligned(LANE_ALIGN)));
    uint32_t got[4][ROW] __attribute__((aligned(LANE_ALIGN)));
    uint32_t expected[4][ROW], mask[ROW / 32];
    struct sample_rows rows;
    struct sample_state state, row_state;
};

/* Float mode of lane kernels: FTZ and DAZ. */
static void flush_mode(bool on)
{
#if defined(__x86_64__)
    _mm_setcsr(on ? 0x9FC0 : 0x1F80);
#endif
}

/* A level for all lanes more often than not: then the mips are the same for all. */
static void make_rows(struct row_bench *b)
{
    bool one_level = below(&b->t, 4);

    for (unsigned p = 0; p < SAMPLE_PARAMETERS; p++) {
        bool splat = p == SAMPLE_LOD ? one_level : below(&b->t, 6) == 0;

        b->rows.row[p] = b->t.op.parameters >> p & 1 ? b->word[p] : NULL;
        b->rows.step[p] = splat ? 0 : SIZE_MAX;
    }
    for (unsigned i = 0; i < ROW; i++) {
        make_lane(&b->t);
        for (unsigned p = 0; p < SAMPLE_PARAMETERS; p++)
            b->word[p][i] = i && !b->rows.step[p] ? b->word[p][0] : b->t.p[p];
    }
    for (unsigned i = 0; i < ROW / 32; i++)
        b->mask[i] = below(&b->t, 3) ? UINT32_MAX : below(&b->t, 1 << 16) << 16 | below(&b->t, 1 << 16);
}

static void compare_rows(const struct row_bench *b, enum cpu_isa isa)
{
    for (unsigned i = 0; i < ROW; i++) {
        for (unsigned c = 0; c < 4 && b->mask[i / 32] >> i % 32 & 1; c++) {
            if (b->got[c][i] != b->expected[c][i])
                fail_msg(
                    "%s on %s: filter 0x%x address %u %u, lane %u channel %u is 0x%08x instead of 0x%08x",
                    b->t.view.format->name, cpu_isa_name(isa), b->t.sampler.filter, b->t.sampler.address[0],
                    b->t.sampler.address[1], i, c, b->got[c][i], b->expected[c][i]);
        }
    }
}

/* Rows on every instruction set give the bits that lanes give one by one. */
static void check_rows(struct row_bench *b, const struct format_info *format, enum dxbc_dimension dimension,
                       bool compares)
{
    uint32_t *const expected[4] = {b->expected[0], b->expected[1], b->expected[2], b->expected[3]};
    uint32_t *const got[4] = {b->got[0], b->got[1], b->got[2], b->got[3]};
    struct lane_table table;

    make_texture(&b->t, format, dimension);
    make_sampler(&b->t);
    make_op(&b->t, compares);
    make_rows(b);
    sample_prepare(&b->state, &b->t.op, &b->t.view, &b->t.sampler);
    for (uint32_t i = 0; i < ROW; i++)
        sample_row_lane(&b->state, &b->rows, i, expected);
    for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
        if (!cpu_isa_available((enum cpu_isa)isa))
            continue;
        lane_table_init(&table, (enum cpu_isa)isa);
        memset(b->got, 0xA5, sizeof(b->got));
        flush_mode(true);
        sample_prepare(&b->row_state, &b->t.op, &b->t.view, &b->t.sampler);
        sample_row(&table, &b->row_state, &b->rows, b->mask, ROW, got);
        flush_mode(false);
        compare_rows(b, (enum cpu_isa)isa);
    }
}

static void test_rows(void **state)
{
    static const enum format_number formats[] = {
        FORMAT_R8G8B8A8_UNORM,      FORMAT_B8G8R8A8_UNORM,     FORMAT_B8G8R8X8_UNORM,     FORMAT_R32_FLOAT,
        FORMAT_R32G32B32A32_FLOAT,  FORMAT_R16G16B16A16_FLOAT, FORMAT_R8G8_SNORM,         FORMAT_BC1_UNORM,
        FORMAT_R8G8B8A8_UNORM_SRGB, FORMAT_R32_UINT,           FORMAT_B8G8R8X8_UNORM_SRGB};
    static struct row_bench bench; /* aligned */
    struct row_bench *b = &bench;

    b->t.state = 13;
    for (int i = 0; i < 2 * TEXTURES; i++)
        check_rows(b, format_get(formats[below(&b->t, 11)]),
                   below(&b->t, 4) ? DXBC_DIM_TEXTURE2D : (enum dxbc_dimension)dimensions[below(&b->t, 3)], false);
}

/* The same for all formats and kinds of textures, and instructions that compare. */
static void test_all_rows(void **state)
{
    static struct row_bench bench;
    struct row_bench *b = &bench;

    b->t.state = 17;
    for (uint32_t number = 1; number < 132; number++) {
        const struct format_info *format = format_get(number);

        if (!format || !format_is_loadable(format))
            continue;
        for (unsigned d = 0; d < sizeof(dimensions); d++) {
            check_rows(b, format, (enum dxbc_dimension)dimensions[d], false);
            check_rows(b, format, (enum dxbc_dimension)dimensions[d], true);
        }
    }
}


int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model),
        cmocka_unit_test(test_comparison),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_all_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
