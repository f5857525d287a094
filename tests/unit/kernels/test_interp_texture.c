/*
 * Textures through the interpreter: unfiltered loads of every dimension, mips, offsets, samples, blocks;
 * typed stores and atomics on textures; queries. Each texel of the test memory knows where it lies.
 */
#include "../../support/kernel_machine.h"

enum { MEMORY_WORDS = 4096 };

struct texture_bench {
    struct machine m;
    uint32_t memory[MEMORY_WORDS]; /* word i holds i */
    uint32_t out[16];
    struct kernel_mip mips[4];
};

/* A view of 8 x 6 (x 4) texels in mip 0, three mips, slices 400 words apart. Rows are wider than the texels
 * need. */
static struct kernel_view layered(struct texture_bench *f, enum dxbc_dimension dimension)
{
    struct kernel_view view;
    uint32_t offset = 0;

    for (uint32_t i = 0; i < 3; i++) {
        struct kernel_mip *mip = &f->mips[i];
        mip->width = 8 >> i;
        mip->height = 6 >> i;
        mip->depth = 4 >> i;
        mip->row_pitch = 4 * (mip->width + 2);
        mip->depth_pitch = (uint64_t)mip->row_pitch * mip->height;
        mip->offset = offset;
        offset += 4 * 260;
    }
    view = machine_texture(f->memory, FORMAT_R32_UINT, dimension, f->mips, 3);
    view.slice_count = dimension == DXBC_DIM_TEXTURE3D ? 0 : 3;
    view.array_pitch = 4 * 800;
    return view;
}

static uint32_t word_at(const struct texture_bench *f, uint32_t x, uint32_t y, uint32_t z, uint32_t mip,
                        uint32_t slice)
{
    const struct kernel_mip *m = &f->mips[mip];

    return (uint32_t)(m->offset + z * m->depth_pitch) / 4 + y * m->row_pitch / 4 + x + slice * 800;
}

static struct texture_bench *bench_begin(void)
{
    struct texture_bench *f = test_malloc(sizeof(*f));

    memset(f, 0, sizeof(*f));
    machine_begin(&f->m);
    for (uint32_t i = 0; i < MEMORY_WORDS; i++)
        f->memory[i] = i;
    tokens_raw(&f->m.b, "u7");
    return f;
}

static void bench_run(struct texture_bench *f)
{
    struct token_builder *b = &f->m.b;

    EMIT(b, STORE_RAW, "u7.xyzw", "l(0)", "r0.xyzw");
    EMIT(b, STORE_RAW, "u7.xyzw", "l(16)", "r1.xyzw");
    EMIT(b, STORE_RAW, "u7.xyzw", "l(32)", "r2.xyzw");
    EMIT(b, STORE_RAW, "u7.xyzw", "l(48)", "r3.xyzw");
    EMIT(b, RET);
    f->m.bindings.uavs[7] = machine_raw(f->out, sizeof(f->out));
    machine_once(&f->m);
    assert_string_equal(f->m.lines, "");
}

/* ld of a texel that exists, one mip down, and one beyond each limit in turn. */
static void check_dimension(enum dxbc_dimension dimension, const char *const address[4],
                            const uint32_t expected[4])
{
    struct texture_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;
    static const char *const registers[4] = {"r0.x", "r0.y", "r0.z", "r0.w"};

    tokens_typed(b, "t0", dimension, 4);
    machine_threads(&f->m, 1, 4);
    for (int i = 0; i < 4; i++)
        tokens_instr(b, DXBC_OP_LD, 0, (const char *const[]){registers[i], address[i], "t0.xxxx", NULL});
    EMIT(b, LD, "r1.xyzw", "l(100, 100, 100, 0)", "t0.xyzw"); /* outside: integer default alpha */
    f->m.bindings.resources[0] = layered(f, dimension);
    bench_run(f);
    for (int i = 0; i < 4; i++)
        assert_int_equal(f->out[i], expected[i]);
    assert_int_equal(f->out[4], 0);
    assert_int_equal(f->out[7], 1);
    test_free(f);
}

static void test_dimensions(void **state)
{
    struct texture_bench *f = bench_begin();

    layered(f, DXBC_DIM_TEXTURE2D);
    check_dimension(DXBC_DIM_TEXTURE1D,
                    (const char *const[]){"l(7, 9, 9, 0)", "l(3, 0, 0, 1)", "l(4, 0, 0, 1)", "l(0, 0, 0, 3)"},
                    (uint32_t[]){7, word_at(f, 3, 0, 0, 1, 0), 0, 0});
    check_dimension(DXBC_DIM_TEXTURE1DARRAY,
                    (const char *const[]){"l(7, 2, 9, 0)", "l(3, 1, 9, 1)", "l(0, 3, 0, 0)", "l(8, 0, 0, 0)"},
                    (uint32_t[]){word_at(f, 7, 0, 0, 0, 2), word_at(f, 3, 0, 0, 1, 1), 0, 0});
    check_dimension(
        DXBC_DIM_TEXTURE2D,
        (const char *const[]){"l(7, 5, 9, 0)", "l(1, 2, 9, 1)", "l(7, 6, 0, 0)", "l(-1, 0, 0, 0)"},
        (uint32_t[]){word_at(f, 7, 5, 0, 0, 0), word_at(f, 1, 2, 0, 1, 0), 0, 0});
    check_dimension(DXBC_DIM_TEXTURE2DARRAY,
                    (const char *const[]){"l(7, 5, 2, 0)", "l(1, 0, 1, 2)", "l(1, 1, 3, 0)", "l(2, 0, 1, 2)"},
                    (uint32_t[]){word_at(f, 7, 5, 0, 0, 2), word_at(f, 1, 0, 0, 2, 1), 0, 0});
    check_dimension(DXBC_DIM_TEXTURE3D,
                    (const char *const[]){"l(7, 5, 3, 0)", "l(1, 2, 1, 1)", "l(1, 1, 4, 0)", "l(1, 1, 2, 1)"},
                    (uint32_t[]){word_at(f, 7, 5, 3, 0, 0), word_at(f, 1, 2, 1, 1, 0), 0, 0});
    test_free(f);
}

/* Offsets are texels of the mip; they wrap to outside, and slices take none. */
static void test_offsets(void **state)
{
    struct texture_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_typed(b, "t0", DXBC_DIM_TEXTURE2DARRAY, 4);
    machine_threads(&f->m, 1, 4);
    tokens_with_offsets(b, DXBC_OP_LD, -2, 3, 5,
                        (const char *const[]){"r0.x", "l(3, 1, 1, 0)", "t0.xxxx", NULL});
    tokens_with_offsets(b, DXBC_OP_LD, -4, 0, 0,
                        (const char *const[]){"r0.y", "l(3, 1, 1, 0)", "t0.xxxx", NULL});
    f->m.bindings.resources[0] = layered(f, DXBC_DIM_TEXTURE2DARRAY);
    bench_run(f);
    assert_int_equal(f->out[0], word_at(f, 1, 4, 0, 0, 1));
    assert_int_equal(f->out[1], 0);
    test_free(f);
}

static void test_multisampled(void **state)
{
    struct texture_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;
    struct kernel_view view;

    tokens_typed(b, "t0", DXBC_DIM_TEXTURE2DMS, 4);
    machine_threads(&f->m, 1, 4);
    EMIT(b, LDMS, "r0.x", "l(2, 1, 0, 0)", "t0.xxxx", "l(3)");
    EMIT(b, LDMS, "r0.y", "l(2, 1, 0, 0)", "t0.xxxx", "l(4)");
    EMIT(b, LDMS, "r0.z", "l(2, 4, 0, 0)", "t0.xxxx", "l(0)");
    EMIT_WITH(b, SAMPLEINFO, 1 << 11, "r1.xyzw", "t0.xyzw");
    EMIT(b, SAMPLEINFO, "r2.x", "t0.xyzw");
    EMIT(b, SAMPLEPOS, "r2.zw", "t0.xxxy", "l(1)");
    EMIT(b, SAMPLEPOS, "r3.xy", "t0.xyzw", "l(4)");
    EMIT_WITH(b, RESINFO, 2 << 11, "r3.zw", "l(0)", "t0.xwxw");
    f->mips[0] = (struct kernel_mip){.width = 4, .height = 4, .depth = 1, .row_pitch = 4 * 4 * 4};
    view = machine_texture(f->memory, FORMAT_R32_UINT, DXBC_DIM_TEXTURE2DMS, f->mips, 1);
    view.sample_count = 4;
    f->m.bindings.resources[0] = view;
    bench_run(f);
    assert_int_equal(f->out[0], 1 * 16 + 2 * 4 + 3);
    assert_int_equal(f->out[1], 0);
    assert_int_equal(f->out[2], 0);
    assert_int_equal(f->out[4], 4);
    assert_int_equal(f->out[5], 0);
    assert_int_equal(f->out[8], 0x40800000);
    assert_int_equal(f->out[10], 0x3EC00000); /* 6/16, -2/16 */
    assert_int_equal(f->out[11], 0xBE000000);
    assert_int_equal(f->out[12], 0);
    assert_int_equal(f->out[14], 4);
    assert_int_equal(f->out[15], 1);
    test_free(f);
}

/* BC1, 8 x 4: the second block is white in its first texel and black elsewhere. */
static void test_blocks(void **state)
{
    struct texture_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_typed(b, "t0", DXBC_DIM_TEXTURE2D, 1);
    machine_threads(&f->m, 1, 4);
    EMIT(b, LD, "r0.xyzw", "l(4, 0, 0, 0)", "t0.xyzw");
    EMIT(b, LD, "r1.xyzw", "l(5, 0, 0, 0)", "t0.xyzw");
    EMIT(b, LD, "r2.xyzw", "l(8, 0, 0, 0)", "t0.xyzw"); /* outside: alpha is there, so it is 0 */
    f->memory[2] = 0x0000FFFF;
    f->memory[3] = 0x55555554;
    f->mips[0] = (struct kernel_mip){.width = 8, .height = 4, .depth = 1, .row_pitch = 16};
    f->m.bindings.resources[0] = machine_texture(f->memory, FORMAT_BC1_UNORM, DXBC_DIM_TEXTURE2D, f->mips, 1);
    bench_run(f);
    assert_int_equal(f->out[0], 0x3F800000);
    assert_int_equal(f->out[2], 0x3F800000);
    assert_int_equal(f->out[4], 0);
    assert_int_equal(f->out[7], 0x3F800000);
    assert_int_equal(f->out[11], 0);
    test_free(f);
}

/* Stores, loads and atomics through UAVs: an array slice, and a window of depth slices. */
static void test_uavs(void **state)
{
    struct texture_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;
    uint32_t array_word, volume_word;

    tokens_typed(b, "u0", DXBC_DIM_TEXTURE2DARRAY, 4);
    tokens_typed(b, "u1", DXBC_DIM_TEXTURE3D, 4);
    machine_threads(&f->m, 1, 4);
    EMIT(b, STORE_UAV_TYPED, "u0.xyzw", "l(2, 3, 1, 0)", "l(70)");
    EMIT(b, STORE_UAV_TYPED, "u0.xyzw", "l(2, 3, 3, 0)", "l(71)"); /* no such slice */
    EMIT(b, IMM_ATOMIC_IADD, "r0.x", "u0", "l(2, 3, 1, 0)", "l(5)");
    EMIT(b, LD_UAV_TYPED, "r0.y", "l(2, 3, 1, 0)", "u0.xxxx");
    EMIT(b, STORE_UAV_TYPED, "u1.xyzw", "l(1, 2, 1, 0)", "l(72)"); /* W slice 2 of the texture */
    EMIT(b, STORE_UAV_TYPED, "u1.xyzw", "l(1, 2, 2, 0)", "l(73)"); /* outside the window of two */
    EMIT_WITH(b, RESINFO, 2 << 11, "r1.xyzw", "l(0)", "u1.xyzw");
    f->m.bindings.uavs[0] = layered(f, DXBC_DIM_TEXTURE2DARRAY);
    f->m.bindings.uavs[0].mip_count = 1;
    f->m.bindings.uavs[1] = layered(f, DXBC_DIM_TEXTURE3D);
    f->m.bindings.uavs[1].mip_count = 1;
    f->m.bindings.uavs[1].first_depth_slice = 1;
    f->m.bindings.uavs[1].slice_count = 2;
    array_word = word_at(f, 2, 3, 0, 0, 1);
    volume_word = word_at(f, 1, 2, 2, 0, 0);
    bench_run(f);
    assert_int_equal(f->out[0], 70);
    assert_int_equal(f->out[1], 75);
    for (uint32_t i = 0; i < MEMORY_WORDS; i++)
        assert_int_equal(f->memory[i], i == array_word ? 75 : i == volume_word ? 72 : i);
    assert_int_equal(f->out[4], 8);
    assert_int_equal(f->out[5], 6);
    assert_int_equal(f->out[6], 2);
    assert_int_equal(f->out[7], 1);
    test_free(f);
}

static void check_size(enum dxbc_dimension dimension, uint32_t mip, uint32_t type, const uint32_t expected[4])
{
    struct texture_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;
    char mip_text[16];

    snprintf(mip_text, sizeof(mip_text), "l(%u)", mip);
    tokens_typed(b, "t0", dimension, 4);
    machine_threads(&f->m, 1, 4);
    tokens_instr(b, DXBC_OP_RESINFO, type << 11, (const char *const[]){"r0.xyzw", mip_text, "t0.xyzw", NULL});
    f->m.bindings.resources[0] = layered(f, dimension);
    if (dimension == DXBC_DIM_TEXTURECUBEARRAY)
        f->m.bindings.resources[0].slice_count = 12;
    bench_run(f);
    for (int i = 0; i < 4; i++)
        assert_int_equal(f->out[i], expected[i]);
    test_free(f);
}

static void test_sizes(void **state)
{
    enum { AS_FLOAT, AS_RECIPROCAL, AS_UINT };

    check_size(DXBC_DIM_TEXTURE1D, 1, AS_UINT, (uint32_t[]){4, 0, 0, 3});
    check_size(DXBC_DIM_TEXTURE1DARRAY, 1, AS_UINT, (uint32_t[]){4, 3, 0, 3});
    check_size(DXBC_DIM_TEXTURE2D, 2, AS_UINT, (uint32_t[]){2, 1, 0, 3});
    check_size(DXBC_DIM_TEXTURE2DARRAY, 0, AS_UINT, (uint32_t[]){8, 6, 3, 3});
    check_size(DXBC_DIM_TEXTURE3D, 1, AS_UINT, (uint32_t[]){4, 3, 2, 3});
    check_size(DXBC_DIM_TEXTURECUBE, 0, AS_UINT, (uint32_t[]){8, 6, 0, 3});
    check_size(DXBC_DIM_TEXTURECUBEARRAY, 0, AS_UINT, (uint32_t[]){8, 6, 2, 3});
    check_size(DXBC_DIM_TEXTURE2D, 3, AS_UINT, (uint32_t[]){0, 0, 0, 3});
    check_size(DXBC_DIM_TEXTURE2DARRAY, 0, AS_FLOAT,
               (uint32_t[]){0x41000000, 0x40C00000, 0x40400000, 0x40400000});
    check_size(DXBC_DIM_TEXTURE2DARRAY, 0, AS_RECIPROCAL,
               (uint32_t[]){0x3E000000, 0x3E2AAAAB, 0x40400000, 0x40400000});
}

static void test_buffer_sizes(void **state)
{
    struct texture_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_raw(b, "t0");
    tokens_structured(b, "t1", 8);
    tokens_typed(b, "t2", DXBC_DIM_BUFFER, 4);
    tokens_raw(b, "t3");
    machine_threads(&f->m, 1, 4);
    EMIT(b, BUFINFO, "r0.x", "t0.xyzw");
    EMIT(b, BUFINFO, "r0.y", "t1.xyzw");
    EMIT(b, BUFINFO, "r0.z", "t2.xyzw");
    EMIT(b, BUFINFO, "r0.w", "t3.xyzw");
    f->m.bindings.resources[0] = machine_raw(f->memory, 48);
    f->m.bindings.resources[1] = machine_structured(f->memory, 8, 5);
    f->m.bindings.resources[2] = machine_typed(f->memory, FORMAT_R16_UINT, 7);
    bench_run(f);
    assert_int_equal(f->out[0], 48);
    assert_int_equal(f->out[1], 5);
    assert_int_equal(f->out[2], 7);
    assert_int_equal(f->out[3], 0);
    test_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dimensions),   cmocka_unit_test(test_offsets),
        cmocka_unit_test(test_multisampled), cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_uavs),         cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_buffer_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
