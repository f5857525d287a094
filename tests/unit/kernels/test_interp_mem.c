/*
 * Buffers, shared memory, atomics and counters through the interpreter. Bounds: memory.md sections 1 and 2 of
 * the specification digest, component by component; guard words around every view show writes that should not
 * be.
 */
#include "../../support/kernel_machine.h"

enum { GUARD = 0x5A5A5A5A };

/* Memory with guard words before and behind. */
struct guarded {
    uint32_t before[8], words[64], behind[8];
};

struct mem_bench {
    struct machine m;
    struct guarded in, out;
    uint32_t counter;
};

static void guard(struct guarded *g)
{
    for (int i = 0; i < 8; i++)
        g->before[i] = g->behind[i] = GUARD;
}

static void check_guards(const struct guarded *g)
{
    for (int i = 0; i < 8; i++) {
        assert_int_equal(g->before[i], GUARD);
        assert_int_equal(g->behind[i], GUARD);
    }
}

/* in.words[i] = 1000 + i, out.words[i] = 0xEEEEEEEE */
static struct mem_bench *bench_begin(void)
{
    struct mem_bench *f = test_malloc(sizeof(*f));

    machine_begin(&f->m);
    guard(&f->in);
    guard(&f->out);
    for (uint32_t i = 0; i < 64; i++)
        f->in.words[i] = 1000 + i;
    memset(f->out.words, 0xEE, sizeof(f->out.words));
    f->counter = 0;
    return f;
}

/* Runs one group of `threads`; r0..r3 of thread 0 go to u7 afterwards when keep is set. */
static void bench_begin_code(struct mem_bench *f, uint32_t threads)
{
    tokens_raw(&f->m.b, "u7");
    machine_threads(&f->m, threads, 8);
}

static void bench_run(struct mem_bench *f)
{
    struct token_builder *b = &f->m.b;

    EMIT(b, STORE_RAW, "u7.xyzw", "l(0)", "r0.xyzw");
    EMIT(b, STORE_RAW, "u7.xyzw", "l(16)", "r1.xyzw");
    EMIT(b, STORE_RAW, "u7.xyzw", "l(32)", "r2.xyzw");
    EMIT(b, STORE_RAW, "u7.xyzw", "l(48)", "r3.xyzw");
    EMIT(b, RET);
    f->m.bindings.uavs[7] = machine_raw(f->out.words, sizeof(f->out.words));
    machine_once(&f->m);
    check_guards(&f->in);
    check_guards(&f->out);
}

static void check_words(const uint32_t *words, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    assert_int_equal(words[0], x);
    assert_int_equal(words[1], y);
    assert_int_equal(words[2], z);
    assert_int_equal(words[3], w);
}

/* ---- raw ---- */

static void test_raw_loads(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_raw(b, "t0");
    bench_begin_code(f, 1);
    EMIT(b, LD_RAW, "r0.xyzw", "l(8)", "t0.wzyx");
    EMIT(b, LD_RAW, "r1.xyzw", "l(24)", "t0.xyzw");         /* 32 bytes: two components outside */
    EMIT(b, LD_RAW, "r2.xyzw", "l(0xFFFFFFFC)", "t0.xyzw"); /* no wrap to 0 */
    EMIT(b, LD_RAW, "r3.xy", "l(7)", "t0.xyzw");            /* the low bits are ignored */
    EMIT(b, LD_RAW, "r3.z", "l(31)", "t0.xyzw");
    f->m.bindings.resources[0] = machine_raw(f->in.words, 32);
    bench_run(f);
    check_words(f->out.words, 1005, 1004, 1003, 1002);
    check_words(f->out.words + 4, 1006, 1007, 0, 0);
    check_words(f->out.words + 8, 0, 0, 0, 0);
    check_words(f->out.words + 12, 1001, 1002, 0, 0);
    test_free(f);
}

static void test_raw_stores(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_raw(b, "u1");
    bench_begin_code(f, 1);
    EMIT(b, STORE_RAW, "u1.xyzw", "l(24)", "l(1, 2, 3, 4)"); /* in-range parts are written */
    EMIT(b, STORE_RAW, "u1.xy", "l(0xFFFFFFFC)", "l(5, 6, 7, 8)");
    EMIT(b, STORE_RAW, "u1.x", "l(5)", "l(9)");
    EMIT(b, STORE_RAW, "u1.x", "l(0x80000000)", "l(9)");
    f->m.bindings.uavs[1] = machine_raw(f->in.words, 32);
    bench_run(f);
    check_words(f->in.words, 1000, 9, 1002, 1003);
    check_words(f->in.words + 4, 1004, 1005, 1, 2);
    check_words(f->in.words + 8, 1008, 1009, 1010, 1011);
    test_free(f);
}

/* ---- structured ---- */

static void test_structured_loads(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_structured(b, "t0", 12);
    bench_begin_code(f, 1);
    EMIT(b, LD_STRUCTURED, "r0.xyzw", "l(1)", "l(0)",
         "t0.xyzw"); /* the fourth would be the next structure's */
    EMIT(b, LD_STRUCTURED, "r1.xyzw", "l(3)", "l(0)", "t0.xyzw");
    EMIT(b, LD_STRUCTURED, "r2.xyzw", "l(0)", "l(0xFFFFFFFC)", "t0.xyzw");
    EMIT(b, LD_STRUCTURED, "r3.xyzw", "l(0x80000000)", "l(4)", "t0.xyzw");
    f->m.bindings.resources[0] = machine_structured(f->in.words, 12, 3);
    bench_run(f);
    check_words(f->out.words, 1003, 1004, 1005, 0);
    check_words(f->out.words + 4, 0, 0, 0, 0);
    check_words(f->out.words + 8, 0, 0, 0, 0);
    check_words(f->out.words + 12, 0, 0, 0, 0);
    test_free(f);
}

static void test_structured_stores(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_structured(b, "u1", 8);
    bench_begin_code(f, 1);
    EMIT(b, STORE_STRUCTURED, "u1.xyzw", "l(1)", "l(4)", "l(1, 2, 3, 4)");
    EMIT(b, STORE_STRUCTURED, "u1.x", "l(3)", "l(0)", "l(5)");
    EMIT(b, STORE_STRUCTURED, "u1.x", "l(0x20000000)", "l(0)", "l(6)"); /* times 8 wraps to 0 in 32 bits */
    f->m.bindings.uavs[1] = machine_structured(f->in.words, 8, 3);
    bench_run(f);
    check_words(f->in.words, 1000, 1001, 1002, 1);
    check_words(f->in.words + 4, 1004, 1005, 1006, 1007);
    test_free(f);
}

static void test_shared_memory(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_shared_raw(b, "g0", 16);
    tokens_shared_structured(b, "g1", 8, 2);
    tokens_shared_raw(b, "g2", 8);
    bench_begin_code(f, 1);
    EMIT(b, LD_RAW, "r0.xyzw", "l(0)", "g0.xyzw"); /* starts as zeros */
    EMIT(b, STORE_RAW, "g0.xyzw", "l(8)", "l(1, 2, 3, 4)");
    EMIT(b, STORE_RAW, "g2.xy", "l(0)", "l(31, 32, 33, 34)");
    EMIT(b, STORE_STRUCTURED, "g1.xy", "l(1)", "l(4)", "l(11, 12, 13, 14)");
    EMIT(b, STORE_STRUCTURED, "g1.x", "l(2)", "l(0)", "l(13)");
    EMIT(b, STORE_STRUCTURED, "g1.x", "l(0)", "l(4)", "l(15)");
    EMIT(b, LD_RAW, "r1.xyzw", "l(4)", "g0.xyzw");
    EMIT(b, LD_STRUCTURED, "r2.xyzw", "l(0)", "l(0)", "g1.xyzw");
    EMIT(b, LD_STRUCTURED, "r3.xy", "l(1)", "l(0)", "g1.xyzw");
    EMIT(b, LD_RAW, "r3.zw", "l(0)", "g2.xxxy");
    bench_run(f);
    check_words(f->out.words, 0, 0, 0, 0);
    check_words(f->out.words + 4, 0, 1, 2, 0);
    check_words(f->out.words + 8, 0, 15, 0, 0);
    check_words(f->out.words + 12, 0, 11, 31, 32);
    test_free(f);
}

/* ---- slots and view kinds ---- */

static void test_empty_slots(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_raw(b, "t0");
    tokens_typed(b, "t1", DXBC_DIM_BUFFER, 5);
    tokens_raw(b, "u0");
    tokens_typed(b, "u1", DXBC_DIM_TEXTURE2D, 4);
    bench_begin_code(f, 1);
    EMIT(b, MOV, "r0.xyzw", "l(7)");
    EMIT(b, MOV, "r1.xyzw", "l(7)");
    EMIT(b, MOV, "r2.xyzw", "l(7)");
    EMIT(b, LD_RAW, "r0.xyzw", "l(0)", "t0.xyzw");
    EMIT(b, LD, "r1.xyzw", "l(0)", "t1.xyzw"); /* no alpha either */
    EMIT(b, STORE_RAW, "u0.x", "l(0)", "l(1)");
    EMIT(b, STORE_UAV_TYPED, "u1.xyzw", "l(0, 0, 0, 0)", "l(1, 1, 1, 1)");
    EMIT(b, IMM_ATOMIC_IADD, "r2.x", "u0", "l(0)", "l(1)");
    EMIT(b, BUFINFO, "r2.y", "t0.xyzw");
    EMIT(b, MOV, "r3.xyzw", "l(0)");
    bench_run(f);
    check_words(f->out.words, 0, 0, 0, 0);
    check_words(f->out.words + 4, 0, 0, 0, 0);
    check_words(f->out.words + 8, 0, 0, 7, 7);
    assert_string_equal(f->m.lines, "");
    test_free(f);
}

/* A view of another kind, stride or dimension counts as an empty slot and is reported. */
static void test_view_mismatch(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_raw(b, "t0");
    tokens_structured(b, "t1", 8);
    tokens_typed(b, "t2", DXBC_DIM_BUFFER, 5);
    tokens_typed(b, "u0", DXBC_DIM_BUFFER, 5);
    bench_begin_code(f, 1);
    EMIT(b, LD_RAW, "r0.xyzw", "l(0)", "t0.xyzw");                /* 8 */
    EMIT(b, LD_STRUCTURED, "r1.xyzw", "l(0)", "l(0)", "t1.xyzw"); /* 9 */
    EMIT(b, LD, "r2.xyzw", "l(0)", "t2.xyzw");                    /* 10 */
    EMIT(b, ATOMIC_IADD, "u0", "l(0)", "l(1)");                   /* 11: floats have no such atomic */
    EMIT(b, MOV, "r3.xyzw", "l(0)");
    f->m.bindings.resources[0] = machine_typed(f->in.words, FORMAT_R32_UINT, 4);
    f->m.bindings.resources[1] = machine_structured(f->in.words, 4, 8);
    f->m.bindings.resources[2] = machine_raw(f->in.words, 64);
    f->m.bindings.uavs[0] = machine_typed(f->in.words, FORMAT_R32_FLOAT, 4);
    bench_run(f);
    for (int i = 0; i < 12; i++)
        assert_int_equal(f->out.words[i], 0);
    assert_int_equal(f->in.words[0], 1000);
    assert_string_equal(f->m.lines, "view mismatch at 9 in group 0\nview mismatch at 10 in group 0\n"
                                    "view mismatch at 11 in group 0\nview mismatch at 12 in group 0\n");
    test_free(f);
}

/* ---- typed buffers ---- */

static void test_typed_buffers(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;
    static const uint32_t one = 0x3F800000;

    tokens_typed(b, "t0", DXBC_DIM_BUFFER, 5);
    tokens_typed(b, "t1", DXBC_DIM_BUFFER, 4);
    tokens_typed(b, "u0", DXBC_DIM_BUFFER, 1);
    bench_begin_code(f, 1);
    EMIT(b, LD, "r0.xyzw", "l(1)", "t0.xyzw");
    EMIT(b, LD, "r1.xyzw", "l(2)", "t0.wxyz"); /* outside: 0, 0, 0, 1; then the swizzle */
    EMIT(b, LD, "r2.xyzw", "l(-1)", "t1.xyzw");
    EMIT(b, STORE_UAV_TYPED, "u0.xyzw", "l(1)", "l(1.0, 0.0, 2.0, 0.5)");
    EMIT(b, STORE_UAV_TYPED, "u0.xyzw", "l(2)", "l(1.0, 1.0, 1.0, 1.0)");
    EMIT(b, LD_UAV_TYPED, "r3.xyzw", "l(1)", "u0.xyzw");
    f->in.words[1] = 0x7F800001; /* bits of a signalling NaN stay */
    f->m.bindings.resources[0] = machine_typed(f->in.words, FORMAT_R32_FLOAT, 2);
    f->m.bindings.resources[1] = machine_typed(f->in.words, FORMAT_R16_UINT, 4);
    f->m.bindings.uavs[0] = machine_typed(f->in.words + 10, FORMAT_R8G8B8A8_UNORM, 2);
    bench_run(f);
    check_words(f->out.words, 0x7F800001, 0, 0, one);
    check_words(f->out.words + 4, one, 0, 0, 0);
    check_words(f->out.words + 8, 0, 0, 0, 1);
    check_words(f->in.words + 10, 1010, 0x80FF00FF, 1012, 1013);
    check_words(f->out.words + 12, one, 0, one, 0x3F008081); /* 128/255 */
    test_free(f);
}

static void test_status_loads(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_raw(b, "t0");
    tokens_typed(b, "t1", DXBC_DIM_BUFFER, 5);
    bench_begin_code(f, 1);
    EMIT(b, LD_RAW_S, "r0.x", "r0.y", "l(4)", "t0.xyzw");
    EMIT(b, CHECK_ACCESS_FULLY_MAPPED, "r0.z", "r0.y");
    EMIT(b, LD_S, "r1.x", "null", "l(2)", "t1.xyzw");
    f->m.bindings.resources[0] = machine_raw(f->in.words, 32);
    f->m.bindings.resources[1] = machine_typed(f->in.words, FORMAT_R32_UINT, 8);
    bench_run(f);
    check_words(f->out.words, 1001, 1, 0xFFFFFFFF, 0);
    assert_int_equal(f->out.words[4], 1002);
    test_free(f);
}

/* ---- atomics ---- */

/* Old values come back in the order of lanes; u0 holds one word for each thread. */
static void run_order(const char *memory, uint32_t opcode, const char *value, uint32_t start, uint32_t *old,
                      uint32_t *end)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;
    bool shared = memory[0] == 'g';

    tokens_structured(b, "u0", 4);
    if (shared)
        tokens_shared_raw(b, "g0", 4);
    else
        tokens_raw(b, "u1");
    machine_threads(&f->m, 40, 4);
    if (shared) {
        EMIT(b, ULT, "r1.x", "vThreadID.x", "l(1)");
        EMIT_WITH(b, IF, TOKENS_NZ, "r1.x");
        EMIT(b, LD_STRUCTURED, "r1.y", "l(50)", "l(0)", "u0.xxxx");
        EMIT(b, STORE_RAW, "g0.x", "l(0)", "r1.y");
        EMIT(b, ENDIF);
        EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    }
    tokens_instr(b, opcode, 0, (const char *const[]){"r0.x", memory, "l(0)", value, NULL});
    EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.x");
    if (shared) {
        EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
        EMIT(b, LD_RAW, "r1.y", "l(0)", "g0.xxxx");
        EMIT(b, STORE_STRUCTURED, "u0.x", "l(50)", "l(0)", "r1.y");
    }
    EMIT(b, RET);
    f->in.words[50] = start;
    f->m.bindings.uavs[0] = machine_structured(f->in.words, 4, 64);
    f->m.bindings.uavs[1] = machine_raw(f->in.words + 50, 4);
    machine_once(&f->m);
    check_guards(&f->in);
    memcpy(old, f->in.words, 40 * sizeof(*old));
    *end = f->in.words[50];
    test_free(f);
}

static uint32_t apply(uint32_t opcode, uint32_t old, uint32_t value)
{
    switch (opcode) {
    case DXBC_OP_IMM_ATOMIC_IADD:
        return old + value;
    case DXBC_OP_IMM_ATOMIC_AND:
        return old & value;
    case DXBC_OP_IMM_ATOMIC_OR:
        return old | value;
    case DXBC_OP_IMM_ATOMIC_XOR:
        return old ^ value;
    case DXBC_OP_IMM_ATOMIC_IMAX:
        return (int32_t)old > (int32_t)value ? old : value;
    case DXBC_OP_IMM_ATOMIC_IMIN:
        return (int32_t)old < (int32_t)value ? old : value;
    case DXBC_OP_IMM_ATOMIC_UMAX:
        return old > value ? old : value;
    case DXBC_OP_IMM_ATOMIC_UMIN:
        return old < value ? old : value;
    default:
        return value;
    }
}

static void test_atomics_in_lane_order(void **state)
{
    static const uint32_t opcodes[] = {
        DXBC_OP_IMM_ATOMIC_IADD, DXBC_OP_IMM_ATOMIC_AND,  DXBC_OP_IMM_ATOMIC_OR,
        DXBC_OP_IMM_ATOMIC_XOR,  DXBC_OP_IMM_ATOMIC_IMAX, DXBC_OP_IMM_ATOMIC_IMIN,
        DXBC_OP_IMM_ATOMIC_UMAX, DXBC_OP_IMM_ATOMIC_UMIN, DXBC_OP_IMM_ATOMIC_EXCH,
    };
    static const char *const memories[] = {"u1", "g0"};

    for (size_t i = 0; i < 2 * sizeof(opcodes) / sizeof(*opcodes); i++) {
        uint32_t old[40], end, value = 0xFFFFFFE0;

        run_order(memories[i & 1], opcodes[i / 2], "vThreadID.x", value, old, &end);
        for (uint32_t lane = 0; lane < 40; lane++) {
            assert_int_equal(old[lane], value);
            value = apply(opcodes[i / 2], value, lane);
        }
        assert_int_equal(end, value);
    }
}

static void test_compare_exchange(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_structured(b, "u0", 8);
    tokens_structured(b, "u1", 4);
    machine_threads(&f->m, 8, 4);
    /* structure 1, byte 4: each lane that finds its own number stores the next one */
    EMIT(b, IADD, "r0.x", "vThreadID.x", "l(1)");
    EMIT(b, IMM_ATOMIC_CMP_EXCH, "r1.x", "u0", "l(1, 4, 0, 0)", "vThreadID.x", "r0.x");
    EMIT(b, STORE_STRUCTURED, "u1.x", "vThreadID.x", "l(0)", "r1.x");
    EMIT(b, ATOMIC_CMP_STORE, "u0", "l(0, 0, 0, 0)", "l(1000)", "vThreadID.x"); /* only lane 0 finds 1000 */
    EMIT(b, ATOMIC_CMP_STORE, "u0", "l(0, 4, 0, 0)", "l(77)", "l(78)");
    EMIT(b, RET);
    f->in.words[3] = 0;
    f->m.bindings.uavs[0] = machine_structured(f->in.words, 8, 2);
    f->m.bindings.uavs[1] = machine_structured(f->out.words, 4, 8);
    machine_once(&f->m);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(f->out.words[i], i);
    check_words(f->in.words, 0, 1001, 1002, 8);
    test_free(f);
}

static void test_atomics_out_of_bounds(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_structured(b, "u0", 8);
    tokens_raw(b, "u1");
    tokens_typed(b, "u2", DXBC_DIM_BUFFER, 4);
    tokens_shared_structured(b, "g0", 4, 2);
    bench_begin_code(f, 1);
    EMIT(b, MOV, "r0.xyzw", "l(7)");
    EMIT(b, IMM_ATOMIC_IADD, "r0.x", "u0", "l(1, 8, 0, 0)", "l(1)");
    EMIT(b, IMM_ATOMIC_IADD, "r0.y", "u0", "l(2, 0, 0, 0)", "l(1)");
    EMIT(b, IMM_ATOMIC_IADD, "r0.z", "u1", "l(16)", "l(1)");
    EMIT(b, IMM_ATOMIC_IADD, "r0.w", "u2", "l(4)", "l(1)");
    EMIT(b, IMM_ATOMIC_IADD, "r1.x", "g0", "l(2, 0, 0, 0)", "l(1)");
    EMIT(b, IMM_ATOMIC_IADD, "r1.y", "u1", "l(6)", "l(1)"); /* low bits ignored */
    f->m.bindings.uavs[0] = machine_structured(f->in.words, 8, 2);
    f->m.bindings.uavs[1] = machine_raw(f->in.words, 16);
    f->m.bindings.uavs[2] = machine_typed(f->in.words, FORMAT_R32_UINT, 4);
    bench_run(f);
    check_words(f->out.words, 0, 0, 0, 0);
    check_words(f->out.words + 4, 0, 1001, 0, 0);
    check_words(f->in.words, 1000, 1002, 1002, 1003);
    check_words(f->in.words + 4, 1004, 1005, 1006, 1007);
    test_free(f);
}

static void test_float_exchange(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_typed(b, "u0", DXBC_DIM_BUFFER, 5);
    bench_begin_code(f, 1);
    EMIT(b, IMM_ATOMIC_EXCH, "r0.x", "u0", "l(1)", "l(2.0)");
    f->m.bindings.uavs[0] = machine_typed(f->in.words, FORMAT_R32_FLOAT, 4);
    bench_run(f);
    assert_int_equal(f->out.words[0], 1001);
    assert_int_equal(f->in.words[1], 0x40000000);
    test_free(f);
}

/* Only active lanes take part. */
static void test_atomics_under_a_mask(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_raw(b, "u0");
    machine_threads(&f->m, 64, 4);
    EMIT(b, AND, "r0.x", "vThreadID.x", "l(3)");
    EMIT(b, IF, "r0.x");
    EMIT(b, ATOMIC_IADD, "u0", "l(4)", "l(1)");
    EMIT(b, ENDIF);
    EMIT(b, RET);
    f->m.bindings.uavs[0] = machine_raw(f->in.words, 8);
    machine_once(&f->m);
    assert_int_equal(f->in.words[1], 1001 + 16);
    test_free(f);
}

/* ---- counters ---- */

static void test_counters(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_structured(b, "u0", 4);
    tokens_structured(b, "u1", 4);
    tokens_structured(b, "u2", 4);
    machine_threads(&f->m, 40, 4);
    EMIT(b, AND, "r0.x", "vThreadID.x", "l(1)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.x");
    EMIT(b, IMM_ATOMIC_ALLOC, "r0.y", "u0"); /* odd threads append their number, in order */
    EMIT(b, STORE_STRUCTURED, "u0.x", "r0.y", "l(0)", "vThreadID.x");
    EMIT(b, ENDIF);
    EMIT(b, IMM_ATOMIC_CONSUME, "r0.z", "u1");
    EMIT(b, STORE_STRUCTURED, "u2.x", "vThreadID.x", "l(0)", "r0.z");
    EMIT(b, RET);
    f->m.bindings.uavs[0] = machine_structured(f->in.words, 4, 12); /* fewer than are appended */
    f->m.bindings.uavs[0].counter = &f->counter;
    f->counter = 2;
    f->m.bindings.uavs[1] = machine_structured(f->in.words, 4, 1);
    f->m.bindings.uavs[1].counter = &f->out.words[60];
    f->out.words[60] = 3;
    f->m.bindings.uavs[2] = machine_structured(f->out.words, 4, 40);
    machine_once(&f->m);
    check_guards(&f->in);
    check_guards(&f->out);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(f->in.words[2 + i], 2 * i + 1);
    assert_int_equal(f->in.words[12], 1012);
    assert_int_equal(f->counter, 22);
    for (uint32_t i = 0; i < 40; i++)
        assert_int_equal(f->out.words[i], 2 - i); /* the new value, wraps below 0 */
    assert_int_equal(f->out.words[60], 3u - 40);
    test_free(f);
}

static void test_counter_missing(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;

    tokens_structured(b, "u0", 4);
    bench_begin_code(f, 2);
    EMIT(b, MOV, "r0.x", "l(7)");
    EMIT(b, IMM_ATOMIC_ALLOC, "r0.x", "u0");
    f->m.bindings.uavs[0] = machine_structured(f->in.words, 4, 12);
    bench_run(f);
    assert_int_equal(f->out.words[0], 0);
    assert_string_equal(f->m.lines, "view mismatch at 7 in group 0\n");
    test_free(f);
}

/* ---- shader model 5.1 ---- */

/* Range ids, registers that differ from lane to lane, constant buffers among them. */
static void test_dynamic_slots(void **state)
{
    struct mem_bench *f = bench_begin();
    struct token_builder *b = &f->m.b;
    const uint32_t constants[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};

    tokens_begin(b, TOKENS_CS_5_1);
    tokens_open(b, DXBC_OP_DCL_CONSTANTBUFFER, 1 << 11);
    tokens_operand(b, "cb0[4][5].xyzw", false);
    tokens_word(b, 1);
    tokens_word(b, 0);
    tokens_close(b);
    tokens_declare(b, DXBC_OP_DCL_RESOURCE_RAW, 0, "t0[10][12].xyzw", 1, 0u);
    tokens_declare(b, DXBC_OP_DCL_UAV_STRUCTURED, 0, "u0[3][3].xyzw", 2, 4u, 0u);
    machine_threads(&f->m, 40, 4);
    EMIT(b, UDIV, "null", "r0.x", "vThreadID.x", "l(3)");
    EMIT(b, LD_RAW, "r0.y", "l(4)", "t0[r0.x+10].xxxx");
    EMIT(b, AND, "r0.z", "vThreadID.x", "l(1)");
    EMIT(b, IADD, "r0.y", "r0.y", "cb0[r0.z+4][0].w");
    EMIT(b, STORE_STRUCTURED, "u0[3].x", "vThreadID.x", "l(0)", "r0.y");
    EMIT(b, RET);
    f->m.bindings.resources[10] = machine_raw(f->in.words, 8);
    f->m.bindings.resources[11] = machine_raw(f->in.words + 20, 8); /* slot 12 is empty */
    for (int i = 0; i < 2; i++)
        f->m.bindings.constant_buffers[4 + i] =
            (struct kernel_constant_buffer){(const uint8_t *)constants[i], sizeof(constants[i])};
    f->m.bindings.uavs[3] = machine_structured(f->out.words, 4, 40);
    machine_once(&f->m);
    check_guards(&f->out);
    for (uint32_t i = 0; i < 40; i++)
        assert_int_equal(f->out.words[i], (i % 3 == 0 ? 1001 : i % 3 == 1 ? 1021 : 0) + (i & 1 ? 8 : 4));
    test_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_raw_loads),        cmocka_unit_test(test_raw_stores),
        cmocka_unit_test(test_structured_loads), cmocka_unit_test(test_structured_stores),
        cmocka_unit_test(test_shared_memory),    cmocka_unit_test(test_empty_slots),
        cmocka_unit_test(test_view_mismatch),    cmocka_unit_test(test_typed_buffers),
        cmocka_unit_test(test_status_loads),     cmocka_unit_test(test_atomics_in_lane_order),
        cmocka_unit_test(test_compare_exchange), cmocka_unit_test(test_atomics_out_of_bounds),
        cmocka_unit_test(test_float_exchange),   cmocka_unit_test(test_atomics_under_a_mask),
        cmocka_unit_test(test_counters),         cmocka_unit_test(test_counter_missing),
        cmocka_unit_test(test_dynamic_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
