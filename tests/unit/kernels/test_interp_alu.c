/*
 * Arithmetic through the interpreter: masks, swizzles, modifiers, saturation, two results, sources that are
 * destinations, and at least one value for each family of instructions. Expected values come from the
 * specification's tables and from plain C arithmetic.
 */
#include "../../support/kernel_machine.h"

#include <math.h>

static uint32_t bits(float f)
{
    uint32_t u;

    memcpy(&u, &f, sizeof(u));
    return u;
}

/* A shader of one thread: code is written by the caller between begin and finish; r0 goes to u0. */
struct alu {
    struct machine m;
    uint32_t out[8];
};

static struct alu *alu_begin(void)
{
    struct alu *a = test_malloc(sizeof(*a));

    machine_begin(&a->m);
    memset(a->out, 0xEE, sizeof(a->out));
    tokens_raw(&a->m.b, "u0");
    machine_threads(&a->m, 1, 8);
    return a;
}

static void alu_end(struct alu *a)
{
    EMIT(&a->m.b, STORE_RAW, "u0.xyzw", "l(0)", "r0.xyzw");
    EMIT(&a->m.b, STORE_RAW, "u0.xyzw", "l(16)", "r1.xyzw");
    EMIT(&a->m.b, RET);
    a->m.bindings.uavs[0] = machine_raw(a->out, sizeof(a->out));
    machine_once(&a->m);
}

#define ALU_CHECK(a, x, y, z, w)                                                                             \
    do {                                                                                                     \
        assert_int_equal((a)->out[0], x);                                                                    \
        assert_int_equal((a)->out[1], y);                                                                    \
        assert_int_equal((a)->out[2], z);                                                                    \
        assert_int_equal((a)->out[3], w);                                                                    \
    } while (0)

static void test_masks_and_swizzles(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, MOV, "r1.xyzw", "l(1.0, 2.0, 3.0, 4.0)");
    EMIT(b, MOV, "r0.xyzw", "l(10.0, 20.0, 30.0, 40.0)");
    EMIT(b, ADD, "r0.zw", "r1.xxyz", "l(0.5)"); /* masks do not compact */
    alu_end(a);
    ALU_CHECK(a, bits(10), bits(20), bits(2.5f), bits(3.5f));
    test_free(a);

    a = alu_begin();
    b = &a->m.b;
    EMIT(b, MOV, "r0.xyzw", "l(1, 2, 3, 4)");
    EMIT(b, MOV, "r0.xyzw", "r0.wzyx"); /* sources are read before anything is written */
    EMIT(b, MOV, "r1.xyzw", "r0.y");
    alu_end(a);
    ALU_CHECK(a, 4, 3, 2, 1);
    assert_int_equal(a->out[4], 3);
    assert_int_equal(a->out[7], 3);
    test_free(a);
}

static void test_modifiers(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, MOV, "r2.xyzw", "l(-1.5, 2.5, 0x7FC12345, 1)");
    EMIT(b, MOV, "r0.xyzw", "-|r2.xyzw|"); /* bits only: NaN payloads and denormals keep theirs */
    EMIT(b, IADD, "r1.x", "r2.w", "-r2.w");
    EMIT(b, IADD, "r1.y", "-r2.w", "l(0)");
    EMIT(b, MUL, "r1.z", "|r2.x|", "l(2.0)");
    EMIT(b, ADD, "r1.w", "-l(2.0)", "-r2.y");
    alu_end(a);
    ALU_CHECK(a, bits(-1.5f), bits(-2.5f), 0xFFC12345u, 0x80000001u);
    assert_int_equal(a->out[4], 0);
    assert_int_equal(a->out[5], 0xFFFFFFFFu);
    assert_int_equal(a->out[6], bits(3));
    assert_int_equal(a->out[7], bits(-4.5f));
    test_free(a);
}

static void test_saturate(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT_WITH(b, MOV, TOKENS_SAT, "r0.xyzw", "l(0x7FC00000, 2.0, -1.0, 0.25)");
    EMIT_WITH(b, ADD, TOKENS_SAT, "r1.x", "l(0.75)", "l(0.75)");
    alu_end(a);
    ALU_CHECK(a, 0, bits(1), 0, bits(0.25f));
    assert_int_equal(a->out[4], bits(1));
    test_free(a);
}

static void test_moves_keep_bits(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, MOV, "r2.xyzw", "l(0x7F800001, 0x00000001, 0x80000001, 0xFFFFFFFF)");
    EMIT(b, MOVC, "r0.xyzw", "l(1, 0, 0x80000000, 1)", "r2.xyzw", "l(7)"); /* -0.0f counts as true */
    EMIT(b, MOV, "r3.xyzw", "l(1, 2, 3, 4)");
    EMIT(b, SWAPC, "r3.xy", "r1.xyzw", "l(1, 0, 0, 1)", "r2.xyzw", "r3.xyzw");
    EMIT(b, ADD, "r1.z", "r2.y", "l(0.0)"); /* arithmetic flushes */
    alu_end(a);
    ALU_CHECK(a, 0x7F800001u, 7, 0x80000001u, 0xFFFFFFFFu);
    assert_int_equal(a->out[4], 0x7F800001u);
    assert_int_equal(a->out[5], 2);
    assert_int_equal(a->out[6], 0);
    assert_int_equal(a->out[7], 0xFFFFFFFFu);
    test_free(a);
}

static void test_float_arithmetic(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, DIV, "r0.x", "l(1.0)", "l(3.0)");
    EMIT(b, MAD, "r0.y", "l(1.00000011920929)", "l(1.00000011920929)", "l(-1.0)"); /* fused: 2^-22 + 2^-46 */
    EMIT(b, MIN, "r0.z", "l(0x7FC00000)", "l(1.0)");
    EMIT(b, MAX, "r0.w", "l(0x80000000)", "l(0)"); /* equal: the second */
    EMIT(b, DP3, "r1.xy", "l(1.0, 2.0, 3.0, 100.0)", "l(4.0, 5.0, 6.0, 100.0)");
    EMIT(b, DP2, "r1.z", "l(1.0, 2.0, 3.0, 100.0)", "l(4.0, 5.0, 6.0, 100.0)");
    EMIT(b, DP4, "r1.w", "l(1.0, 2.0, 3.0, 100.0)", "l(4.0, 5.0, 6.0, 100.0)");
    alu_end(a);
    ALU_CHECK(a, 0x3EAAAAABu, bits(fmaf(1.00000011920929f, 1.00000011920929f, -1.0f)), bits(1), 0);
    assert_int_equal(a->out[4], bits(32));
    assert_int_equal(a->out[5], bits(32));
    assert_int_equal(a->out[6], bits(14));
    assert_int_equal(a->out[7], bits(10032));
    test_free(a);

    a = alu_begin();
    b = &a->m.b;
    EMIT(b, RCP, "r0.x", "l(3.0)");
    EMIT(b, SQRT, "r0.y", "l(0x80000000)");
    EMIT(b, RSQ, "r0.z", "l(4.0)");
    EMIT(b, LOG, "r0.w", "l(8.0)");
    EMIT(b, EXP, "r1.x", "l(-3.0)");
    EMIT(b, FRC, "r1.y", "l(-1.25)");
    EMIT(b, SINCOS, "r1.z", "r1.w", "l(0.0)");
    alu_end(a);
    ALU_CHECK(a, 0x3EAAAAABu, 0x80000000u, bits(0.5f), bits(3));
    assert_int_equal(a->out[4], bits(0.125f));
    assert_int_equal(a->out[5], bits(0.75f));
    assert_int_equal(a->out[6], 0);
    assert_int_equal(a->out[7], bits(1));
    test_free(a);
}

static void test_rounding_and_comparison(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, ROUND_NE, "r0.x", "l(2.5)");
    EMIT(b, ROUND_NI, "r0.y", "l(-0.5)");
    EMIT(b, ROUND_PI, "r0.z", "l(-0.5)");
    EMIT(b, ROUND_Z, "r0.w", "l(-1.5)");
    EMIT(b, LT, "r1.x", "l(1.0)", "l(2.0)");
    EMIT(b, GE, "r1.y", "l(0x7FC00000)", "l(2.0)");
    EMIT(b, NE, "r1.z", "l(0x7FC00000)", "l(0x7FC00000)");
    EMIT(b, EQ, "r1.w", "l(0x00000001)", "l(0x80000000)");
    alu_end(a);
    ALU_CHECK(a, bits(2), bits(-1), 0x80000000u, bits(-1));
    assert_int_equal(a->out[4], 0xFFFFFFFFu);
    assert_int_equal(a->out[5], 0);
    assert_int_equal(a->out[6], 0xFFFFFFFFu);
    assert_int_equal(a->out[7], 0xFFFFFFFFu);
    test_free(a);
}

static void test_conversions(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, FTOI, "r0.x", "l(-2.9)");
    EMIT(b, FTOU, "r0.y", "l(1.0e10)");
    EMIT(b, UTOF, "r0.z", "l(0x80000081)");
    EMIT(b, ITOF, "r0.w", "l(-7)");
    EMIT(b, F32TOF16, "r1.x", "l(0x3F803001)");
    EMIT(b, F16TOF32, "r1.y", "l(0x12343C00)");
    EMIT(b, FTOI, "r1.z", "l(0x7FC00000)");
    EMIT(b, ITOF, "r1.w", "-l(5)");
    alu_end(a);
    ALU_CHECK(a, 0xFFFFFFFEu, 0xFFFFFFFFu, 0x4F000001u, bits(-7));
    assert_int_equal(a->out[4], 0x3C01);
    assert_int_equal(a->out[5], 0x3F800000u);
    assert_int_equal(a->out[6], 0);
    assert_int_equal(a->out[7], bits(-5));
    test_free(a);
}

static void test_integer_arithmetic(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, IMUL, "r0.x", "r0.y", "l(-3)", "l(0x40000000)");
    EMIT(b, UDIV, "r0.z", "r0.w", "l(17)", "l(5)");
    EMIT(b, UDIV, "r1.x", "null", "l(17)", "l(0)");
    EMIT(b, UADDC, "r1.y", "r1.z", "l(0xFFFFFFFF)", "l(2)");
    EMIT(b, USUBB, "null", "r1.w", "l(1)", "l(2)");
    alu_end(a);
    ALU_CHECK(a, 0xFFFFFFFFu, 0x40000000u, 3, 2);
    assert_int_equal(a->out[4], 0xFFFFFFFFu);
    assert_int_equal(a->out[5], 1);
    assert_int_equal(a->out[6], 1);
    assert_int_equal(a->out[7], 1);
    test_free(a);

    a = alu_begin();
    b = &a->m.b;
    EMIT(b, IMAD, "r0.x", "l(-3)", "l(5)", "l(1)");
    EMIT(b, IMIN, "r0.y", "l(-3)", "l(5)");
    EMIT(b, UMIN, "r0.z", "l(-3)", "l(5)");
    EMIT(b, UMUL, "r0.w", "null", "l(-1)", "l(16)");
    EMIT(b, MSAD, "r1.x", "l(0x01020304)", "l(0x05060708)", "l(0)");
    EMIT(b, ILT, "r1.y", "l(-1)", "l(1)");
    EMIT(b, ULT, "r1.z", "l(-1)", "l(1)");
    EMIT(b, INEG, "r1.w", "l(9)");
    alu_end(a);
    ALU_CHECK(a, (uint32_t)-14, (uint32_t)-3, 5, 15);
    assert_int_equal(a->out[4], 16);
    assert_int_equal(a->out[5], 0xFFFFFFFFu);
    assert_int_equal(a->out[6], 0);
    assert_int_equal(a->out[7], (uint32_t)-9);
    test_free(a);
}

static void test_bits(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, ISHL, "r0.x", "l(1)", "l(33)");
    EMIT(b, ISHR, "r0.y", "l(0x80000000)", "l(33)");
    EMIT(b, USHR, "r0.z", "l(0x80000000)", "l(31)");
    EMIT(b, BFREV, "r0.w", "l(0x12345678)");
    EMIT(b, COUNTBITS, "r1.x", "l(0xF0F0)");
    EMIT(b, FIRSTBIT_HI, "r1.y", "l(0x10000000)");
    EMIT(b, FIRSTBIT_SHI, "r1.z", "l(-1)");
    EMIT(b, FIRSTBIT_LO, "r1.w", "l(0x50)");
    alu_end(a);
    ALU_CHECK(a, 2, 0xC0000000u, 1, 0x1E6A2C48u);
    assert_int_equal(a->out[4], 8);
    assert_int_equal(a->out[5], 3);
    assert_int_equal(a->out[6], 0xFFFFFFFFu);
    assert_int_equal(a->out[7], 4);
    test_free(a);

    a = alu_begin();
    b = &a->m.b;
    EMIT(b, UBFE, "r0.x", "l(8)", "l(4)", "l(0x12345678)");
    EMIT(b, IBFE, "r0.y", "l(8)", "l(0)", "l(0x80)");
    EMIT(b, BFI, "r0.z", "l(8)", "l(4)", "l(0xAB)", "l(0xFFFFFFFF)");
    EMIT(b, NOT, "r0.w", "l(0x0F0F0F0F)");
    EMIT(b, AND, "r1.x", "l(0xFF00)", "l(0x0FF0)");
    EMIT(b, OR, "r1.y", "l(0xFF00)", "l(0x0FF0)");
    EMIT(b, XOR, "r1.z", "l(0xFF00)", "l(0x0FF0)");
    EMIT(b, CHECK_ACCESS_FULLY_MAPPED, "r1.w", "l(1)");
    alu_end(a);
    ALU_CHECK(a, 0x67, 0xFFFFFF80u, 0xFFFFFABFu, 0xF0F0F0F0u);
    assert_int_equal(a->out[4], 0x0F00);
    assert_int_equal(a->out[5], 0xFFF0);
    assert_int_equal(a->out[6], 0xF0F0);
    assert_int_equal(a->out[7], 0xFFFFFFFFu);
    test_free(a);
}

static void check_double(const uint32_t *words, double expected)
{
    double value;

    memcpy(&value, words, sizeof(value));
    assert_true(value == expected);
}

static void test_doubles(void **state)
{
    struct alu *a = alu_begin();
    struct token_builder *b = &a->m.b;

    EMIT(b, DMOV, "r2.xyzw", "d(1.5, -2.25)");
    EMIT(b, DADD, "r0.xyzw", "r2.zwxy", "d(0.0, -4.35)"); /* pairs move together */
    EMIT(b, DMUL, "r1.xy", "-r2.zwzw", "|r2.zwzw|");
    EMIT(b, DADD, "r1.zw", "r2.zwzw", "d(0.0, -4.35)"); /* .zw takes the second double of an immediate */
    alu_end(a);
    check_double(a->out, -2.25);
    check_double(a->out + 2, 1.5 - 4.35);
    check_double(a->out + 4, 2.25 * 2.25);
    check_double(a->out + 6, -2.25 - 4.35);
    test_free(a);

    a = alu_begin();
    b = &a->m.b;
    EMIT(b, DMOV, "r2.xyzw", "d(1.5, -2.25)");
    EMIT(b, DLT, "r0.yw", "r2.xyzw", "r2.zwxy"); /* compact results: 1.5 < -2.25, -2.25 < 1.5 */
    EMIT(b, DTOF, "r0.x", "r2.zwzw");
    EMIT(b, DTOI, "r0.z", "r2.zwzw");
    EMIT(b, ITOD, "r1.zw", "l(5, -6, 7, 8)"); /* the second double from the second component */
    EMIT(b, DMOVC, "r1.xy", "l(0, 1, 1, 1)", "r2.xyzw", "r2.zwzw");
    alu_end(a);
    ALU_CHECK(a, bits(-2.25f), 0, (uint32_t)-2, 0xFFFFFFFFu);
    check_double(a->out + 4, -2.25);
    check_double(a->out + 6, -6.0);
    test_free(a);

    a = alu_begin();
    b = &a->m.b;
    EMIT(b, FTOD, "r2.xyzw", "l(2.0, 8.0)");
    EMIT_WITH(b, DADD, TOKENS_SAT, "r0.xyzw", "r2.xyzw", "d(-1.75, -20.0)");
    EMIT(b, DFMA, "r1.xy", "r2.xyxy", "r2.zwzw", "d(0.5, 0.0)");
    EMIT(b, DRCP, "r1.zw", "r2.xyzw");
    alu_end(a);
    check_double(a->out, 0.25);
    check_double(a->out + 2, 0.0);
    check_double(a->out + 4, 16.5);
    check_double(a->out + 6, 0.125);
    test_free(a);
}

/* x#, constant buffers and the immediate constant buffer, with known and computed indices, inside and
 * outside. */
static void test_indexing(void **state)
{
    struct alu *a = test_malloc(sizeof(*a));
    struct token_builder *b = &a->m.b;
    const uint32_t icb[8] = {11, 12, 13, 14, 21, 22, 23, 24};
    uint32_t cb[8] = {101, 102, 103, 104, 201, 202, 203, 204};

    machine_begin(&a->m);
    tokens_immediate_buffer(b, icb, 2);
    tokens_constant_buffer(b, 3, 4, true);
    tokens_raw(b, "u0");
    tokens_temps(b, 8);
    tokens_indexable_temp(b, 0, 3);
    tokens_thread_group(b, 1, 1, 1);
    EMIT(b, MOV, "r2.xyzw", "l(1, 7, 0xFFFFFFFF, 0)");
    EMIT(b, MOV, "r0.x", "icb[r2.x+0].y");
    EMIT(b, MOV, "r0.y", "icb[r2.y+0].y");
    EMIT(b, MOV, "r0.z", "cb3[r2.x+0].w");
    EMIT(b, MOV, "r0.w", "cb3[r2.x+1].w"); /* declared, but not bound */
    EMIT(b, MOV, "x0[2].xyzw", "l(31, 32, 33, 34)");
    EMIT(b, MOV, "x0[r2.x+0].xy", "l(41, 42, 43, 44)");
    EMIT(b, MOV, "x0[r2.y+0].xyzw", "l(9)"); /* dropped */
    EMIT(b, MOV, "r1.x", "x0[r2.x+1].z");
    EMIT(b, MOV, "r1.y", "x0[r2.z+2].y"); /* wraps to 1 */
    EMIT(b, MOV, "r1.z", "x0[r2.z+0].y");
    EMIT(b, MOV, "r1.w", "cb3[0].x");
    a->m.bindings.constant_buffers[3] = (struct kernel_constant_buffer){(const uint8_t *)cb, sizeof(cb)};
    alu_end(a);
    ALU_CHECK(a, 22, 0, 204, 0);
    assert_int_equal(a->out[4], 33);
    assert_int_equal(a->out[5], 42);
    assert_int_equal(a->out[6], 0);
    assert_int_equal(a->out[7], 101);
    test_free(a);
}

/* The index of an x# destination is a source: it is read before anything is written. */
static void test_destination_index_is_a_source(void **state)
{
    struct alu *a = test_malloc(sizeof(*a));
    struct token_builder *b = &a->m.b;

    machine_begin(&a->m);
    tokens_raw(b, "u0");
    tokens_temps(b, 8);
    tokens_indexable_temp(b, 0, 4);
    tokens_thread_group(b, 1, 1, 1);
    EMIT(b, MOV, "r2.x", "l(1)");
    EMIT(b, UDIV, "r2.x", "x0[r2.x+0].x", "l(17)",
         "l(5)"); /* quotient 3 to r2, remainder 2 to x0[1], not x0[3] */
    EMIT(b, MOV, "r0.x", "x0[1].x");
    EMIT(b, MOV, "r0.y", "x0[3].x");
    EMIT(b, MOV, "r0.z", "r2.x");
    EMIT(b, MOV, "r0.w", "l(0)");
    alu_end(a);
    ALU_CHECK(a, 2, 0, 3, 0);
    test_free(a);
}

static void test_thread_ids(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    struct token_builder *b = &m->b;
    static uint32_t out[2 * 3 * 24 * 8];

    machine_begin(m);
    memset(out, 0xEE, sizeof(out));
    tokens_structured(b, "u0", 32);
    tokens_input(b, "vThreadID.xyz");
    tokens_input(b, "vThreadGroupID.xyz");
    tokens_input(b, "vThreadIDInGroup.xyz");
    tokens_input(b, "vThreadIDInGroupFlattened");
    tokens_temps(b, 2);
    tokens_thread_group(b, 4, 3, 2);
    EMIT(b, IMAD, "r0.x", "vThreadGroupID.y", "l(2)", "vThreadGroupID.x");
    EMIT(b, IMAD, "r0.x", "r0.x", "l(24)", "vThreadIDInGroupFlattened.x");
    EMIT(b, STORE_STRUCTURED, "u0.xyz", "r0.x", "l(0)", "vThreadID.xyzx");
    EMIT(b, STORE_STRUCTURED, "u0.xyz", "r0.x", "l(12)", "vThreadIDInGroup.xyzx");
    EMIT(b, STORE_STRUCTURED, "u0.xy", "r0.x", "l(24)", "vThreadGroupID.xyyy");
    EMIT(b, RET);
    m->bindings.uavs[0] = machine_structured(out, 32, 2 * 3 * 24);
    machine_build(m);
    machine_run(m, 2, 3, 1);
    machine_end(m);
    for (uint32_t i = 0; i < 2 * 3 * 24; i++) {
        uint32_t group = i / 24, flat = i % 24;
        uint32_t gx = group % 2, gy = group / 2, x = flat % 4, y = flat / 4 % 3, z = flat / 12;
        const uint32_t expected[8] = {gx * 4 + x, gy * 3 + y, z, x, y, z, gx, gy};

        assert_memory_equal(&out[8 * i], expected, sizeof(expected));
    }
    test_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_masks_and_swizzles),
        cmocka_unit_test(test_modifiers),
        cmocka_unit_test(test_saturate),
        cmocka_unit_test(test_moves_keep_bits),
        cmocka_unit_test(test_float_arithmetic),
        cmocka_unit_test(test_rounding_and_comparison),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_integer_arithmetic),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_indexing),
        cmocka_unit_test(test_destination_index_is_a_source),
        cmocka_unit_test(test_thread_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
