/*
 * What the analyses say of small programs: uniform values, masks, registers across barriers, wide regions,
 * patterns of addresses; the verifier and the printer.
 */
#include "../../support/kernel_machine.h"

#include "alloc.h"
#include "lane_passes.h"
#include "lower.h"

struct ir_bench {
    struct token_builder b;
    struct dxbc_shader *shader;
    struct dxbc_arena arena;
    struct lane_program *program;
};

static struct ir_bench *begin(uint32_t x, uint32_t y)
{
    struct ir_bench *t = test_malloc(sizeof(*t));

    memset(t, 0, sizeof(*t));
    tokens_begin(&t->b, TOKENS_CS_5_0);
    tokens_constant_buffer(&t->b, 0, 4, true);
    tokens_structured(&t->b, "t0", 4);
    tokens_structured(&t->b, "u0", 4);
    tokens_structured(&t->b, "u1", 4);
    tokens_structured(&t->b, "u2", 4);
    tokens_structured(&t->b, "u3", 16);
    tokens_shared_raw(&t->b, "g0", 4096);
    tokens_input(&t->b, "vThreadID.xyz");
    tokens_input(&t->b, "vThreadIDInGroupFlattened");
    tokens_temps(&t->b, 8);
    tokens_thread_group(&t->b, x, y, 1);
    return t;
}

static void analyse(struct ir_bench *t)
{
    struct diag diag = {.code = DIAG_OK};
    size_t size;
    void *bytes;

    EMIT(&t->b, RET);
    bytes = tokens_finish(&t->b, &size);
    if (dxbc_load(bytes, size, 0, &t->shader, &diag) != DIAG_OK ||
        lower_program(t->shader, &t->arena, &t->program, &diag) != DIAG_OK)
        fail_msg("refused: %s", diag.text);
    free(bytes);
    lane_optimise(t->program);
    assert_false(t->program->out_of_memory);
    assert_null(lane_verify(t->program));
}

static void end(struct ir_bench *t)
{
    dxbc_arena_release(&t->arena);
    dxbc_free(t->shader);
    test_free(t);
}

static uint32_t count(const struct ir_bench *t, uint16_t op, unsigned flags)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < t->program->instr_count; i++)
        found += t->program->instrs[i].op == op && (t->program->instrs[i].flags & flags) == flags;
    return found;
}

/* A counter from a constant is uniform, and so is its loop; what is added to a thread's number is not. */
static void test_uniform_loop(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, MOV, "r0.xy", "l(0)");
    EMIT(&t->b, LOOP);
    EMIT(&t->b, UGE, "r1.x", "r0.x", "cb0[0].x");
    EMIT_WITH(&t->b, BREAKC, TOKENS_NZ, "r1.x");
    EMIT(&t->b, XOR, "r0.y", "r0.y", "vThreadID.x");
    EMIT(&t->b, IADD, "r0.x", "r0.x", "l(1)");
    EMIT(&t->b, ENDLOOP);
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.y");
    analyse(t);
    assert_int_equal(count(t, LANE_UGE, LANE_UNIFORM), 1);
    assert_int_equal(count(t, LANE_IADD, LANE_UNIFORM), 1);
    assert_int_equal(count(t, LANE_XOR, LANE_UNIFORM), 0);
    assert_int_equal(count(t, LANE_XOR, LANE_MASKED), 0); /* all lanes leave together */
    assert_int_equal(t->program->preamble, 1);
    assert_true(t->program->wide);
    end(t);
}

/* Lanes that have left the loop keep what they had; a value of one round needs no mask. */
static void test_divergent_loop(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, MOV, "r0.xy", "l(0)");
    EMIT(&t->b, LOOP);
    EMIT(&t->b, UGE, "r1.x", "r0.x", "vThreadID.x");
    EMIT_WITH(&t->b, BREAKC, TOKENS_NZ, "r1.x");
    EMIT(&t->b, IADD, "r0.x", "r0.x", "l(1)");
    EMIT(&t->b, ISHL, "r0.z", "r0.x", "l(3)");
    EMIT(&t->b, XOR, "r0.y", "r0.y", "r0.z");
    EMIT(&t->b, ENDLOOP);
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.y");
    analyse(t);
    assert_int_equal(count(t, LANE_XOR, LANE_MASKED), 1);
    assert_int_equal(count(t, LANE_ISHL, LANE_MASKED), 0);
    assert_int_equal(count(t, LANE_IADD, LANE_UNIFORM),
                     1); /* dead behind the loop: the counter of all that are left */
    end(t);
}

/* Both sides write what is read behind them: the false side's lanes have it as it was until they write it. */
static void test_if(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, AND, "r0.x", "vThreadID.x", "l(1)");
    EMIT_WITH(&t->b, IF, TOKENS_NZ, "r0.x");
    EMIT(&t->b, IMUL, "null", "r1.x", "vThreadID.x", "l(3)");
    EMIT(&t->b, IADD, "r2.x", "r1.x", "l(5)");
    EMIT(&t->b, ELSE);
    EMIT(&t->b, MOV, "r2.x", "l(9)");
    EMIT(&t->b, ENDIF);
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r2.x");
    analyse(t);
    assert_int_equal(count(t, LANE_IMUL, LANE_MASKED), 0);
    assert_int_equal(count(t, LANE_IADD, LANE_MASKED), 1);
    assert_int_equal(count(t, LANE_MOV, LANE_MASKED), 1);
    end(t);
}

/* NaNs are made canonical where bits are looked at and nowhere else. */
static void test_canonical(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, UTOF, "r0.x", "vThreadID.x");
    EMIT(&t->b, MUL, "r0.y", "r0.x", "r0.x");
    EMIT(&t->b, MUL, "r0.z", "r0.y", "r0.x");
    EMIT(&t->b, ADD, "r0.w", "r0.z", "-r0.y");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.w");
    analyse(t);
    assert_int_equal(count(t, LANE_SUB, 0), 1);
    assert_int_equal(count(t, LANE_CANON, 0), 1);
    end(t);
}

/* Constants are folded with the number rules: denormals are flushed, x * 1 is not just x. */
static void test_constants(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, MOV, "r0.x", "l(0x00000001)");
    EMIT(&t->b, ADD, "r0.y", "r0.x", "l(0x80000001)");
    EMIT(&t->b, IADD, "r0.z", "r0.y", "l(7)");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.z");
    EMIT(&t->b, LD_STRUCTURED, "r1.x", "vThreadID.x", "l(0)", "t0.xxxx");
    EMIT(&t->b, MUL, "r1.x", "r1.x", "l(1.0)");
    EMIT(&t->b, STORE_STRUCTURED, "u1.x", "vThreadID.x", "l(0)", "r1.x");
    analyse(t);
    assert_int_equal(count(t, LANE_ADD, 0) + count(t, LANE_IADD, 0) + count(t, LANE_MUL, 0), 0);
    assert_int_equal(count(t, LANE_FLUSH, 0), 1);
    end(t);
}

static void test_across_barriers(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, ISHL, "r0.x", "vThreadIDInGroupFlattened", "l(2)");
    EMIT(&t->b, XOR, "r1.x", "vThreadID.x", "l(77)");
    EMIT(&t->b, STORE_RAW, "g0.x", "r0.x", "r1.x");
    EMIT_WITH(&t->b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(&t->b, XOR, "r2.x", "r0.x", "l(4)");
    EMIT(&t->b, LD_RAW, "r2.x", "r2.x", "g0.xxxx");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r2.x");
    analyse(t);
    assert_int_equal(t->program->slot_count[false][true], 1); /* r0.x alone */
    assert_true(t->program->wide);
    end(t);
}

/* ---- wide strips ---- */

static bool is_wide(struct ir_bench *t)
{
    bool wide;

    analyse(t);
    wide = t->program->wide;
    end(t);
    return wide;
}

static void test_wide(void **state)
{
    struct ir_bench *t = begin(64, 1);

    /* each thread keeps to its own slot */
    EMIT(&t->b, LD_STRUCTURED, "r0.x", "vThreadID.x", "l(0)", "u0.xxxx");
    EMIT(&t->b, IADD, "r0.x", "r0.x", "l(1)");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.x");
    assert_true(is_wide(t));

    /* not its own in two dimensions */
    t = begin(8, 8);
    EMIT(&t->b, LD_STRUCTURED, "r0.x", "vThreadID.x", "l(0)", "u0.xxxx");
    EMIT(&t->b, IADD, "r0.x", "r0.x", "l(1)");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.x");
    assert_false(is_wide(t));

    /* a neighbour's slot */
    t = begin(64, 1);
    EMIT(&t->b, IADD, "r1.x", "vThreadID.x", "l(1)");
    EMIT(&t->b, LD_STRUCTURED, "r0.x", "r1.x", "l(0)", "u0.xxxx");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.x");
    assert_false(is_wide(t));

    /* one store anywhere: the highest lane wins */
    t = begin(64, 1);
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "l(0)", "l(0)", "vThreadID.x");
    assert_true(is_wide(t));

    /* two of them */
    t = begin(64, 1);
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "l(0)", "l(0)", "vThreadID.x");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "l(0)", "l(0)", "vThreadIDInGroupFlattened");
    assert_false(is_wide(t));

    /* a histogram, and one that wants the old values */
    t = begin(64, 1);
    EMIT(&t->b, ATOMIC_IADD, "g0", "vThreadID.x", "l(1)");
    assert_true(is_wide(t));
    t = begin(64, 1);
    EMIT(&t->b, IMM_ATOMIC_IADD, "r0.x", "g0", "vThreadID.x", "l(1)");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.x");
    assert_true(is_wide(t)); /* once, lane after lane */
    t = begin(64, 1);
    EMIT(&t->b, IMM_ATOMIC_IADD, "r0.x", "g0", "vThreadID.x", "l(1)");
    EMIT(&t->b, IMM_ATOMIC_IADD, "r0.y", "g0", "vThreadID.x", "l(1)");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.x");
    EMIT(&t->b, STORE_STRUCTURED, "u1.x", "vThreadID.x", "l(0)", "r0.y");
    assert_false(is_wide(t));
    t = begin(64, 1);
    EMIT(&t->b, ATOMIC_IADD, "g0", "vThreadID.x", "l(1)");
    EMIT(&t->b, ATOMIC_UMAX, "g0", "vThreadID.x", "l(1)");
    assert_false(is_wide(t));
}

/* An append, and two operations on one counter. */
static void test_wide_counters(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, IMM_ATOMIC_ALLOC, "r0.x", "u0");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "r0.x", "l(0)", "vThreadID.x");
    assert_true(is_wide(t));
    t = begin(64, 1);
    EMIT(&t->b, IMM_ATOMIC_ALLOC, "r0.x", "u0");
    EMIT(&t->b, STORE_STRUCTURED, "u1.x", "r0.x", "l(0)", "vThreadID.x");
    EMIT(&t->b, IMM_ATOMIC_CONSUME, "r0.x", "u0");
    EMIT(&t->b, STORE_STRUCTURED, "u2.x", "vThreadID.x", "l(0)", "r0.x");
    assert_false(is_wide(t));
}

/* Stores into different fields of structures, whichever these are; and into one field. */
static void test_wide_fields(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, STORE_STRUCTURED, "u3.x", "l(1)", "l(0)", "vThreadID.x");
    EMIT(&t->b, STORE_STRUCTURED, "u3.xy", "l(1)", "l(4)", "vThreadID.xyzx");
    EMIT(&t->b, STORE_STRUCTURED, "u3.x", "l(1)", "l(12)", "vThreadID.x");
    assert_true(is_wide(t));
    t = begin(64, 1);
    EMIT(&t->b, STORE_STRUCTURED, "u3.x", "l(1)", "l(0)", "vThreadID.x");
    EMIT(&t->b, STORE_STRUCTURED, "u3.xy", "l(1)", "l(8)", "vThreadID.xyzx");
    EMIT(&t->b, STORE_STRUCTURED, "u3.x", "l(1)", "l(12)", "vThreadID.x");
    assert_false(is_wide(t));
}

/* One region shows the order of waves, its neighbours do not. */
static void test_regions(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, ISHL, "r0.x", "vThreadIDInGroupFlattened", "l(2)");
    EMIT(&t->b, STORE_RAW, "g0.x", "r0.x", "vThreadID.x");
    EMIT_WITH(&t->b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(&t->b, XOR, "r0.y", "r0.x", "l(4)");
    EMIT(&t->b, LD_RAW, "r1.x", "r0.y", "g0.xxxx");
    EMIT(&t->b, STORE_RAW, "g0.x", "r0.x", "r1.x");
    EMIT_WITH(&t->b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(&t->b, LD_RAW, "r1.x", "r0.x", "g0.xxxx");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r1.x");
    analyse(t);
    assert_int_equal(t->program->region_count, 3);
    assert_true(t->program->regions[0].wide && !t->program->regions[1].wide && t->program->regions[2].wide);
    assert_false(t->program->wide);
    end(t);

    /* what looks uniform may differ between waves that see each other's stores: then all are narrow */
    t = begin(64, 1);
    EMIT(&t->b, STORE_RAW, "g0.x", "l(0)", "vThreadID.x");
    EMIT(&t->b, LD_RAW, "r1.x", "l(0)", "g0.xxxx");
    EMIT_WITH(&t->b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r1.x");
    analyse(t);
    assert_int_equal(t->program->region_count, 2);
    assert_false(t->program->regions[0].wide || t->program->regions[1].wide);
    end(t);

    /* as long as it stays in its region nothing comes of it */
    t = begin(64, 1);
    EMIT(&t->b, STORE_RAW, "g0.x", "l(0)", "vThreadID.x");
    EMIT(&t->b, LD_RAW, "r1.x", "l(0)", "g0.xxxx");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r1.x");
    EMIT_WITH(&t->b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(&t->b, LD_STRUCTURED, "r1.x", "vThreadID.x", "l(0)", "t0.xxxx");
    EMIT(&t->b, STORE_STRUCTURED, "u1.x", "vThreadID.x", "l(0)", "r1.x");
    analyse(t);
    assert_false(t->program->regions[0].wide);
    assert_true(t->program->regions[1].wide);
    end(t);
}

/* ---- patterns of addresses ---- */

static const struct lane_instr *nth_access(const struct ir_bench *t, uint32_t n)
{
    for (uint32_t i = 0; i < t->program->instr_count; i++) {
        if (lane_is_access(t->program->instrs[i].op) && n-- == 0)
            return &t->program->instrs[i];
    }
    fail_msg("no such access");
    return NULL;
}

static void expect_pattern(const struct ir_bench *t, uint32_t n, enum lane_pattern pattern, int32_t stride)
{
    const struct lane_instr *instr = nth_access(t, n);

    assert_int_equal(instr->pattern, pattern);
    if (pattern != LANE_PATTERN_ANY)
        assert_int_equal(instr->stride, stride);
}

static void test_patterns(void **state)
{
    struct ir_bench *t = begin(8, 8);

    EMIT(&t->b, LD_STRUCTURED, "r0.x", "vThreadIDInGroupFlattened", "l(0)", "t0.xxxx");
    EMIT(&t->b, LD_STRUCTURED, "r0.y", "l(3)", "l(0)", "t0.xxxx");
    EMIT(&t->b, IMAD, "r1.x", "vThreadID.y", "cb0[0].x", "vThreadID.x"); /* y times what is not known */
    EMIT(&t->b, LD_STRUCTURED, "r0.z", "r1.x", "l(0)", "t0.xxxx");
    EMIT(&t->b, IMAD, "r1.x", "vThreadID.y", "l(100)", "vThreadID.x");
    EMIT(&t->b, IADD, "r1.x", "r1.x", "cb0[0].x");
    EMIT(&t->b, LD_STRUCTURED, "r0.w", "r1.x", "l(0)", "t0.xxxx");
    EMIT(&t->b, ISHL, "r1.x", "vThreadIDInGroupFlattened", "l(4)");
    EMIT(&t->b, XOR, "r0.x", "r0.x", "r0.y");
    EMIT(&t->b, XOR, "r0.z", "r0.z", "r0.w");
    EMIT(&t->b, STORE_RAW, "g0.xy", "r1.x", "r0.xzxx");
    analyse(t);
    expect_pattern(t, 0, LANE_PATTERN_LINEAR, 1);
    expect_pattern(t, 1, LANE_PATTERN_SAME, 0);
    expect_pattern(t, 2, LANE_PATTERN_ROWS, 1);
    expect_pattern(t, 3, LANE_PATTERN_ROWS, 1);
    expect_pattern(t, 4, LANE_PATTERN_LINEAR, 4);
    end(t);
}

/* How compilers number the threads of all groups; and x times what is not known. */
static void test_patterns_across_groups(void **state)
{
    struct ir_bench *t = begin(256, 1);

    EMIT(&t->b, BFI, "r0.x", "l(24)", "l(8)", "cb0[0].x", "vThreadIDInGroupFlattened");
    EMIT(&t->b, LD_STRUCTURED, "r1.x", "r0.x", "l(0)", "t0.xxxx");
    EMIT(&t->b, BFI, "r0.x", "l(25)", "l(7)", "cb0[0].x", "vThreadIDInGroupFlattened"); /* not all fits below */
    EMIT(&t->b, LD_STRUCTURED, "r1.y", "r0.x", "l(0)", "t0.xxxx");
    EMIT(&t->b, IMUL, "null", "r0.x", "vThreadID.x", "cb0[0].x");
    EMIT(&t->b, LD_STRUCTURED, "r1.z", "r0.x", "l(0)", "t0.xxxx");
    EMIT(&t->b, LD_STRUCTURED, "r1.w", "vThreadID.y", "l(0)", "t0.xxxx"); /* there is one y in the group */
    EMIT(&t->b, XOR, "r1.xy", "r1.xyxx", "r1.zwzz");
    EMIT(&t->b, XOR, "r1.x", "r1.x", "r1.y");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r1.x");
    analyse(t);
    expect_pattern(t, 0, LANE_PATTERN_LINEAR, 1);
    expect_pattern(t, 1, LANE_PATTERN_ANY, 0);
    expect_pattern(t, 2, LANE_PATTERN_ANY, 0);
    expect_pattern(t, 3, LANE_PATTERN_SAME, 0);
    assert_int_equal(count(t, LANE_LOAD, LANE_UNIFORM), 1);
    end(t);
}

/* A counter that starts at the thread's number is affine in the loop; where lanes have left it in different
 * rounds it is not. */
static void test_patterns_in_loops(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, MOV, "r0.x", "vThreadIDInGroupFlattened");
    EMIT(&t->b, MOV, "r2.x", "l(0)");
    EMIT(&t->b, LOOP);
    EMIT(&t->b, UGE, "r1.x", "r0.x", "cb0[0].x");
    EMIT_WITH(&t->b, BREAKC, TOKENS_NZ, "r1.x");
    EMIT(&t->b, LD_STRUCTURED, "r1.x", "r0.x", "l(0)", "t0.xxxx");
    EMIT(&t->b, XOR, "r2.x", "r2.x", "r1.x");
    EMIT(&t->b, IADD, "r0.x", "r0.x", "l(64)");
    EMIT(&t->b, ENDLOOP);
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r2.x");
    analyse(t);
    expect_pattern(t, 0, LANE_PATTERN_LINEAR, 1);
    expect_pattern(t, 1, LANE_PATTERN_LINEAR, 1);
    end(t);

    t = begin(64, 1);
    EMIT(&t->b, MOV, "r0.x", "vThreadIDInGroupFlattened");
    EMIT(&t->b, LOOP);
    EMIT(&t->b, UGE, "r1.x", "r0.x", "cb0[0].x");
    EMIT_WITH(&t->b, BREAKC, TOKENS_NZ, "r1.x");
    EMIT(&t->b, IADD, "r0.x", "r0.x", "l(64)");
    EMIT(&t->b, ENDLOOP);
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "r0.x", "l(0)", "r1.x");
    analyse(t);
    expect_pattern(t, 0, LANE_PATTERN_ANY, 0);
    end(t);
}

/* Distinct u# are distinct objects as long as their views do not overlap. */
static void test_wide_if_apart(void **state)
{
    struct ir_bench *t = begin(64, 1);

    EMIT(&t->b, IADD, "r1.x", "vThreadID.x", "l(1)");
    EMIT(&t->b, LD_STRUCTURED, "r0.x", "r1.x", "l(0)", "u0.xxxx");
    EMIT(&t->b, STORE_STRUCTURED, "u1.x", "vThreadID.x", "l(0)", "r0.x");
    analyse(t);
    assert_true(t->program->wide && t->program->wide_if_apart);
    end(t);
}

/* Overlapping views are then run wave by wave: thread 31 does not see what thread 32 stores. */
static void test_overlap(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    uint32_t words[2][72], shifted;

    setenv("WEFT_EXECUTOR", "lanes", 1);
    for (int apart = 0; apart < 2; apart++) {
        for (uint32_t i = 0; i < 72; i++)
            words[0][i] = words[1][i] = i;
        machine_begin(m);
        tokens_structured(&m->b, "u0", 4);
        tokens_structured(&m->b, "u1", 4);
        machine_threads(m, 64, 2);
        EMIT(&m->b, IADD, "r1.x", "vThreadID.x", "l(1)");
        EMIT(&m->b, LD_STRUCTURED, "r0.x", "r1.x", "l(0)", "u0.xxxx");
        EMIT(&m->b, IADD, "r0.x", "r0.x", "l(1000)");
        EMIT(&m->b, STORE_STRUCTURED, "u1.x", "vThreadID.x", "l(0)", "r0.x");
        EMIT(&m->b, RET);
        m->bindings.uavs[0] = machine_structured(words[0], 4, 72);
        /* seen from two words on: thread t reads word t + 1 and writes word t + 2 */
        m->bindings.uavs[1] =
            apart ? machine_structured(words[1], 4, 72) : machine_structured(words[0] + 2, 4, 70);
        machine_once(m);
        shifted = apart ? words[1][32] : words[0][34];
        /* word 33 was written by thread 31, in the first wave */
        assert_int_equal(shifted, apart ? 1033 : 2032);
    }
    unsetenv("WEFT_EXECUTOR");
    test_free(m);
}

/* ---- verifier and printer ---- */

static void test_verifier(void **state)
{
    struct ir_bench *t = begin(64, 1);
    struct lane_instr *instr;

    EMIT(&t->b, AND, "r0.x", "vThreadID.x", "l(1)");
    EMIT_WITH(&t->b, IF, TOKENS_NZ, "r0.x");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "l(1)");
    EMIT(&t->b, ENDIF);
    analyse(t);
    instr = &t->program->instrs[0];
    assert_int_equal(instr->op, LANE_AND);
    instr->src[0] = t->program->reg_count;
    assert_string_equal(lane_verify(t->program), "a source that does not exist");
    instr->src[0] = LANE_THREAD_ID;
    instr->dst[0] = LANE_THREAD_ID;
    assert_string_equal(lane_verify(t->program), "a result that is no register of its own");
    end(t);
}

static void test_printer(void **state)
{
    struct ir_bench *t = begin(64, 1);
    char text[4096] = "";
    FILE *out = fmemopen(text, sizeof(text), "w");

    EMIT(&t->b, IADD, "r0.x", "vThreadID.x", "l(16)");
    EMIT(&t->b, STORE_STRUCTURED, "u0.x", "r0.x", "l(0)", "cb0[1].y");
    analyse(t);
    lane_print(t->program, out);
    fclose(out);
    assert_non_null(strstr(text, "= load_const #1 0x0, 0x1"));
    assert_non_null(strstr(text, "= iadd tid.x, 0x10"));
    assert_non_null(strstr(text, "store u0 v"));
    end(t);
}

/* Words that follow each other, though numbers of structures and offsets both go up: the offset leaves its
 * structure in the middle of a strip and reads 0 there, while the strip's first and last lanes are inside. */
static void test_structures_end_to_end(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    uint32_t words[160], out[96], last[1];

    setenv("WEFT_EXECUTOR", "lanes", 1);
    for (uint32_t i = 0; i < 160; i++)
        words[i] = i + 1;
    memset(out, 0, sizeof(out));
    machine_begin(m);
    tokens_structured(&m->b, "u0", 48 * 4);
    tokens_structured(&m->b, "u1", 4);
    tokens_structured(&m->b, "u2", 4);
    tokens_input(&m->b, "vThreadIDInGroup.xyz");
    tokens_input(&m->b, "vThreadIDInGroupFlattened");
    tokens_temps(&m->b, 4);
    tokens_thread_group(&m->b, 48, 2, 1);
    EMIT(&m->b, IMAD, "r0.x", "vThreadIDInGroup.x", "l(4)", "l(40)");
    EMIT(&m->b, LD_STRUCTURED, "r0.y", "vThreadIDInGroup.y", "r0.x", "u0.xxxx");
    EMIT(&m->b, STORE_STRUCTURED, "u1.x", "vThreadIDInGroupFlattened", "l(0)", "r0.y");
    EMIT(&m->b, STORE_STRUCTURED, "u2.x", "l(0)", "l(0)", "r0.x"); /* twice: strips of one wave */
    EMIT(&m->b, STORE_STRUCTURED, "u2.x", "l(0)", "l(0)", "r0.y");
    EMIT(&m->b, RET);
    m->bindings.uavs[2] = machine_structured(last, 4, 1);
    m->bindings.uavs[0] = machine_structured(words, 48 * 4, 3);
    m->bindings.uavs[1] = machine_structured(out, 4, 96);
    machine_once(m);
    for (uint32_t t = 0; t < 96; t++)
        assert_int_equal(out[t], t % 48 + 10 < 48 ? t / 48 * 48 + t % 48 + 11 : 0);
    unsetenv("WEFT_EXECUTOR");
    test_free(m);
}

/* Rows of threads whose words go up evenly along both axes, along one of them, or along the other; and the same with
 * a view that ends before the last row. */
static void test_grid(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    uint32_t words[10 * 16], out[128];

    setenv("WEFT_EXECUTOR", "lanes", 1);
    for (uint32_t structures = 10; structures >= 8; structures -= 2) {
        for (uint32_t i = 0; i < 160; i++)
            words[i] = i + 1;
        machine_begin(m);
        tokens_structured(&m->b, "u0", 64);
        tokens_structured(&m->b, "u1", 4);
        tokens_input(&m->b, "vThreadIDInGroup.xyz");
        tokens_input(&m->b, "vThreadIDInGroupFlattened");
        tokens_temps(&m->b, 4);
        tokens_thread_group(&m->b, 16, 8, 1);
        EMIT(&m->b, IADD, "r0.x", "vThreadIDInGroup.y", "l(1)");
        EMIT(&m->b, ISHL, "r0.y", "vThreadIDInGroup.x", "l(2)");
        EMIT(&m->b, LD_STRUCTURED, "r1.x", "r0.x", "r0.y", "u0.xxxx");
        EMIT(&m->b, LD_STRUCTURED, "r1.y", "vThreadIDInGroup.y", "l(4)", "u0.xxxx");
        EMIT(&m->b, LD_STRUCTURED, "r1.z", "l(2)", "r0.y", "u0.xxxx");
        EMIT(&m->b, IMAD, "r1.x", "r1.y", "l(1000)", "r1.x");
        EMIT(&m->b, IMAD, "r1.x", "r1.z", "l(1000000)", "r1.x");
        EMIT(&m->b, STORE_STRUCTURED, "u1.x", "vThreadIDInGroupFlattened", "l(0)", "r1.x");
        EMIT(&m->b, RET);
        m->bindings.uavs[0] = machine_structured(words, 64, structures);
        m->bindings.uavs[1] = machine_structured(out, 4, 128);
        machine_once(m);
        for (uint32_t t = 0; t < 128; t++) {
            uint32_t x = t % 16, y = t / 16, both = y + 1 < structures ? words[(y + 1) * 16 + x] : 0;

            assert_int_equal(out[t], both + 1000 * words[y * 16 + 1] + 1000000 * words[32 + x]);
        }
    }
    unsetenv("WEFT_EXECUTOR");
    test_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform_loop), cmocka_unit_test(test_divergent_loop),
        cmocka_unit_test(test_if),           cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_constants),    cmocka_unit_test(test_across_barriers),
        cmocka_unit_test(test_wide),         cmocka_unit_test(test_wide_if_apart),
        cmocka_unit_test(test_grid),
        cmocka_unit_test(test_regions),          cmocka_unit_test(test_wide_counters),
        cmocka_unit_test(test_wide_fields),      cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_patterns_in_loops), cmocka_unit_test(test_patterns_across_groups),
        cmocka_unit_test(test_overlap),      cmocka_unit_test(test_verifier),
        cmocka_unit_test(test_printer),      cmocka_unit_test(test_structures_end_to_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
