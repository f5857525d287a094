/*
 * Flow through the interpreter: divergence, loops, switches, subroutines, interfaces, barriers, the order of
 * waves, the stop flag. Where lanes do not talk to each other the expected value is the same program written
 * in C, once for each lane.
 */
#include "../../support/kernel_machine.h"

enum { MAX_THREADS = 1024 };

/* One word of u0 for each thread. */
struct flow_bench {
    struct machine m;
    uint32_t out[MAX_THREADS];
    uint32_t threads;
};

static struct flow_bench *bench_begin(uint32_t threads)
{
    struct flow_bench *f = test_malloc(sizeof(*f));

    machine_begin(&f->m);
    memset(f->out, 0, sizeof(f->out));
    f->threads = threads;
    tokens_structured(&f->m.b, "u0", 4);
    return f;
}

/* After the other declarations. */
static void bench_code(struct flow_bench *f)
{
    machine_threads(&f->m, f->threads, 8);
}

static void bench_store(struct flow_bench *f, const char *value)
{
    EMIT(&f->m.b, STORE_STRUCTURED, "u0.x", "vThreadIDInGroupFlattened.x", "l(0)", value);
}

static void bench_run(struct flow_bench *f)
{
    f->m.bindings.uavs[0] = machine_structured(f->out, 4, f->threads);
    machine_once(&f->m);
}

#define BENCH_CHECK(f, i, expression)                                                                        \
    do {                                                                                                     \
        for (uint32_t i = 0; i < (f)->threads; i++)                                                          \
            assert_int_equal((f)->out[i], expression);                                                       \
    } while (0)

/* ---- if and loop ---- */

static void test_if_else(void **state)
{
    struct flow_bench *f = bench_begin(50);
    struct token_builder *b = &f->m.b;

    bench_code(f);
    EMIT(b, AND, "r0.x", "vThreadID.x", "l(1)");
    EMIT(b, AND, "r0.y", "vThreadID.x", "l(2)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.x");
    EMIT(b, MOV, "r1.x", "l(10)");
    EMIT(b, IF, "r0.y"); /* if_z */
    EMIT(b, IADD, "r1.x", "r1.x", "l(1)");
    EMIT(b, ENDIF);
    EMIT(b, ELSE);
    EMIT(b, MOV, "r1.x", "l(20)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.y");
    EMIT(b, IADD, "r1.x", "r1.x", "l(2)");
    EMIT(b, ELSE);
    EMIT(b, IADD, "r1.x", "r1.x", "l(3)");
    EMIT(b, ENDIF);
    EMIT(b, ENDIF);
    bench_store(f, "r1.x");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, i & 1 ? (i & 2 ? 10u : 11u) : (i & 2 ? 22u : 23u));
    test_free(f);
}

/* The true side runs first: both sides store to one place, the false side comes last. */
static void test_true_side_first(void **state)
{
    struct flow_bench *f = bench_begin(32);
    struct token_builder *b = &f->m.b;

    bench_code(f);
    EMIT(b, IEQ, "r0.x", "vThreadID.x", "l(31)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.x");
    EMIT(b, STORE_STRUCTURED, "u0.x", "l(0)", "l(0)", "l(1)");
    EMIT(b, ELSE);
    EMIT(b, STORE_STRUCTURED, "u0.x", "l(0)", "l(0)", "l(2)");
    EMIT(b, ENDIF);
    EMIT(b, STORE_STRUCTURED, "u0.x", "l(1)", "l(0)", "vThreadID.x"); /* the highest lane's store wins */
    EMIT(b, RET);
    bench_run(f);
    assert_int_equal(f->out[0], 2);
    assert_int_equal(f->out[1], 31);
    test_free(f);
}

static uint32_t nested_loops(uint32_t id)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < id % 5; i++) {
        for (uint32_t j = 0;; j++) {
            if (j >= id % 3 + i)
                break;
            if ((i + j) & 1)
                continue;
            sum += 10 * i + j + 1;
        }
        if (sum > 60)
            break;
    }
    return sum;
}

static void test_nested_loops(void **state)
{
    struct flow_bench *f = bench_begin(100);
    struct token_builder *b = &f->m.b;

    bench_code(f);
    EMIT(b, UDIV, "null", "r0.x", "vThreadID.x", "l(5)");
    EMIT(b, UDIV, "null", "r0.y", "vThreadID.x", "l(3)");
    EMIT(b, LOOP);
    EMIT(b, UGE, "r2.x", "r1.x", "r0.x");
    EMIT_WITH(b, BREAKC, TOKENS_NZ, "r2.x");
    EMIT(b, MOV, "r1.y", "l(-1)");
    EMIT(b, LOOP);
    EMIT(b, IADD, "r1.y", "r1.y", "l(1)");
    EMIT(b, IADD, "r2.y", "r0.y", "r1.x");
    EMIT(b, UGE, "r2.y", "r1.y", "r2.y");
    EMIT_WITH(b, IF, TOKENS_NZ, "r2.y");
    EMIT(b, BREAK);
    EMIT(b, ENDIF);
    EMIT(b, IADD, "r2.z", "r1.x", "r1.y");
    EMIT(b, AND, "r2.z", "r2.z", "l(1)");
    EMIT_WITH(b, CONTINUEC, TOKENS_NZ, "r2.z");
    EMIT(b, IMAD, "r2.w", "r1.x", "l(10)", "r1.y");
    EMIT(b, IADD, "r2.w", "r2.w", "l(1)");
    EMIT(b, IADD, "r3.x", "r3.x", "r2.w");
    EMIT(b, ENDLOOP);
    EMIT(b, ULT, "r2.x", "l(60)", "r3.x");
    EMIT_WITH(b, BREAKC, TOKENS_NZ, "r2.x");
    EMIT(b, IADD, "r1.x", "r1.x", "l(1)");
    EMIT(b, ENDLOOP);
    bench_store(f, "r3.x");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, nested_loops(i));
    test_free(f);
}

/* ---- switch ---- */

static uint32_t switch_in_loop(uint32_t id)
{
    uint32_t r = 0;

    for (uint32_t i = 0; i < 6; i++) {
        switch (id % 7 + i) {
        case 1:
            r += 1;
            break;
        default:
            r += 10;
            break;
        case 2:
        case 3:
            if (i == 2)
                continue; /* of the loop */
            r += 100;
            break;
        case 4:
            r += 1000;
            break;
        case 0xFFFFFFFF:
            r += 10000;
        }
        r += 100000;
    }
    return r;
}

static void test_switch(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;

    bench_code(f);
    EMIT(b, UDIV, "null", "r0.x", "vThreadID.x", "l(7)");
    EMIT(b, MOV, "r1.x", "l(-1)");
    EMIT(b, LOOP);
    EMIT(b, IADD, "r1.x", "r1.x", "l(1)");
    EMIT(b, UGE, "r2.x", "r1.x", "l(6)");
    EMIT_WITH(b, BREAKC, TOKENS_NZ, "r2.x");
    EMIT(b, IADD, "r2.x", "r0.x", "r1.x");
    EMIT(b, SWITCH, "r2.x");
    EMIT(b, CASE, "l(1)");
    EMIT(b, IADD, "r3.x", "r3.x", "l(1)");
    EMIT(b, BREAK);
    EMIT(b, DEFAULT);
    EMIT(b, IADD, "r3.x", "r3.x", "l(10)");
    EMIT(b, BREAK);
    EMIT(b, CASE, "l(2)");
    EMIT(b, CASE, "l(3)");
    EMIT(b, IEQ, "r2.y", "r1.x", "l(2)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r2.y");
    EMIT(b, CONTINUE);
    EMIT(b, ENDIF);
    EMIT(b, IADD, "r3.x", "r3.x", "l(100)");
    EMIT(b, BREAK);
    EMIT(b, CASE, "l(4)");
    EMIT(b, IADD, "r3.x", "r3.x", "l(1000)");
    EMIT(b, BREAK);
    EMIT(b, CASE, "l(-1)");
    EMIT(b, IADD, "r3.x", "r3.x", "l(10000)");
    EMIT(b, ENDSWITCH);
    EMIT(b, IADD, "r3.x", "r3.x", "l(100000)");
    EMIT(b, ENDLOOP);
    bench_store(f, "r3.x");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, switch_in_loop(i));
    test_free(f);
}

/* No label fits and there is no default: the switch does nothing. Bits are compared, not numbers. */
static void test_switch_without_default(void **state)
{
    struct flow_bench *f = bench_begin(40);
    struct token_builder *b = &f->m.b;

    bench_code(f);
    EMIT(b, ISHL, "r0.x", "vThreadID.x", "l(31)");
    EMIT(b, SWITCH, "r0.x");
    EMIT(b, CASE, "l(0)");
    EMIT(b, MOV, "r1.x", "l(5)");
    EMIT(b, BREAK);
    EMIT(b, ENDSWITCH);
    EMIT(b, SWITCH, "r0.x");
    EMIT(b, DEFAULT);
    EMIT(b, ENDSWITCH);
    bench_store(f, "r1.x");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, i & 1 ? 0u : 5u);
    test_free(f);
}

/* ---- ret and calls ---- */

static void test_return(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;

    bench_code(f);
    bench_store(f, "l(1)");
    EMIT(b, AND, "r0.x", "vThreadID.x", "l(1)");
    EMIT_WITH(b, RETC, TOKENS_NZ, "r0.x");
    bench_store(f, "l(2)");
    EMIT(b, LOOP);
    EMIT(b, UGE, "r0.y", "r0.z", "vThreadID.x");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.y");
    bench_store(f, "r0.z");
    EMIT(b, RET);
    EMIT(b, ENDIF);
    EMIT(b, IADD, "r0.z", "r0.z", "l(3)");
    EMIT(b, ENDLOOP);
    bench_store(f, "l(99)"); /* never reached */
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, i & 1 ? 1u : (i + 2) / 3 * 3);
    test_free(f);
}

/* A subroutine that returns early for some lanes, called under a condition, twice, and from another one. */
static void test_calls(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;

    bench_code(f);
    EMIT(b, AND, "r0.x", "vThreadID.x", "l(1)");
    EMIT(b, AND, "r0.y", "vThreadID.x", "l(2)");
    EMIT(b, CALL, "label0");
    EMIT_WITH(b, CALLC, TOKENS_NZ, "r0.x", "label1");
    bench_store(f, "r1.x");
    EMIT(b, RET);
    EMIT(b, LABEL, "label1");
    EMIT(b, CALL, "label0");
    EMIT_WITH(b, RETC, TOKENS_NZ, "r0.y");
    EMIT(b, IADD, "r1.x", "r1.x", "l(100)");
    EMIT(b, RET);
    EMIT(b, LABEL, "label0");
    EMIT(b, IADD, "r1.x", "r1.x", "l(1)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.y");
    EMIT(b, RET);
    EMIT(b, ENDIF);
    EMIT(b, IADD, "r1.x", "r1.x", "l(10)");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, (i & 2 ? 1u : 11u) + (i & 1 ? (i & 2 ? 1u : 111u) : 0u));
    test_free(f);
}

/* 40 subroutines, each calls the next: the call with 32 entries on the stack does nothing. */
static void test_call_depth(void **state)
{
    struct flow_bench *f = bench_begin(3);
    struct token_builder *b = &f->m.b;
    char label[16];

    bench_code(f);
    EMIT(b, CALL, "label0");
    bench_store(f, "r1.x");
    EMIT(b, RET);
    for (int i = 0; i < 40; i++) {
        snprintf(label, sizeof(label), "label%d", i);
        tokens_instr(b, DXBC_OP_LABEL, 0, (const char *const[]){label, NULL});
        EMIT(b, IADD, "r1.x", "r1.x", "l(1)");
        if (i < 39) {
            snprintf(label, sizeof(label), "label%d", i + 1);
            tokens_instr(b, DXBC_OP_CALL, 0, (const char *const[]){label, NULL});
        }
        EMIT(b, RET);
    }
    bench_run(f);
    BENCH_CHECK(f, i, 32 + 0 * i);
    test_free(f);
}

/* fp0 is an array of three: slot 0 calls body 0, slot 1 body 1, slot 2 is empty. */
static void test_interfaces(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;

    tokens_declare(b, DXBC_OP_DCL_FUNCTION_BODY, 0, NULL, 1, 0u);
    tokens_declare(b, DXBC_OP_DCL_FUNCTION_BODY, 0, NULL, 1, 1u);
    tokens_declare(b, DXBC_OP_DCL_FUNCTION_TABLE, 0, NULL, 3, 0u, 1u, 0u);
    tokens_declare(b, DXBC_OP_DCL_FUNCTION_TABLE, 0, NULL, 3, 1u, 1u, 1u);
    tokens_declare(b, DXBC_OP_DCL_INTERFACE, 1 << 11, NULL, 5, 0u, 1u, 2u | 3u << 16, 0u, 1u);
    bench_code(f);
    EMIT(b, AND, "r0.x", "vThreadID.x", "l(3)");
    tokens_fcall(b, 0, "fp0[r0.x+0]");
    EMIT(b, IADD, "r1.x", "r1.x", "l(1000)");
    bench_store(f, "r1.x");
    EMIT(b, RET);
    EMIT(b, LABEL, "fb0");
    EMIT(b, IADD, "r1.x", "r1.x", "this[r0.x+0].y");
    EMIT(b, RET);
    EMIT(b, LABEL, "fb1");
    EMIT(b, AND, "r0.y", "vThreadID.x", "l(8)");
    EMIT_WITH(b, RETC, TOKENS_NZ, "r0.y");
    EMIT(b, IADD, "r1.x", "r1.x", "this[1].x");
    EMIT(b, RET);
    f->m.bindings.interfaces[0] = (struct kernel_class_instance){0, {3, 7, 0, 0}};
    f->m.bindings.interfaces[1] = (struct kernel_class_instance){1, {50, 60, 0, 0}};
    bench_run(f);
    BENCH_CHECK(f, i, 1000 + ((i & 3) == 0 ? 7u : (i & 3) == 1 && !(i & 8) ? 50u : 0u));
    test_free(f);
}

/* ---- waves, barriers ---- */

/* 32 lanes in lockstep: a neighbour's store is seen by the next instruction, without any barrier. */
static void test_lockstep(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;

    tokens_shared_structured(b, "g0", 4, 64);
    bench_code(f);
    EMIT(b, IMUL, "null", "r0.x", "vThreadID.x", "l(3)");
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadID.x", "l(0)", "r0.x");
    EMIT(b, XOR, "r0.y", "vThreadID.x", "l(31)");
    EMIT(b, LD_STRUCTURED, "r0.z", "r0.y", "l(0)", "g0.xxxx");
    bench_store(f, "r0.z");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, 3 * (i ^ 31));
    test_free(f);
}

/* Waves run one after another: the second sees what the first has done, not the other way round. */
static void test_wave_order(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;

    tokens_shared_structured(b, "g0", 4, 64);
    bench_code(f);
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadID.x", "l(0)", "l(7)");
    EMIT(b, XOR, "r0.y", "vThreadID.x", "l(32)");
    EMIT(b, LD_STRUCTURED, "r0.z", "r0.y", "l(0)", "g0.xxxx");
    bench_store(f, "r0.z");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, i < 32 ? 0u : 7u);
    test_free(f);
}

/* A sum over 1,024 threads, halved in a uniform loop with a barrier in it. */
static void test_reduction(void **state)
{
    struct flow_bench *f = bench_begin(1024);
    struct token_builder *b = &f->m.b;

    tokens_shared_structured(b, "g0", 4, 1024);
    bench_code(f);
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadID.x", "l(0)", "vThreadID.x");
    EMIT(b, MOV, "r0.x", "l(512)");
    EMIT(b, LOOP);
    EMIT(b, BREAKC, "r0.x");
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(b, ULT, "r0.y", "vThreadID.x", "r0.x");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.y");
    EMIT(b, IADD, "r0.z", "vThreadID.x", "r0.x");
    EMIT(b, LD_STRUCTURED, "r0.w", "r0.z", "l(0)", "g0.xxxx");
    EMIT(b, LD_STRUCTURED, "r1.x", "vThreadID.x", "l(0)", "g0.xxxx");
    EMIT(b, IADD, "r1.x", "r1.x", "r0.w");
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadID.x", "l(0)", "r1.x");
    EMIT(b, ENDIF);
    EMIT(b, USHR, "r0.x", "r0.x", "l(1)");
    EMIT(b, ENDLOOP);
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(b, LD_STRUCTURED, "r1.x", "l(0)", "l(0)", "g0.xxxx");
    bench_store(f, "r1.x");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, 1023 * 512 + 0 * i);
    assert_string_equal(f->m.lines, "");
    test_free(f);
}

/* A barrier in a subroutine, reached by all; registers of every wave survive it. */
static void test_barrier_in_subroutine(void **state)
{
    struct flow_bench *f = bench_begin(96);
    struct token_builder *b = &f->m.b;

    tokens_shared_structured(b, "g0", 4, 96);
    bench_code(f);
    EMIT(b, IMUL, "null", "r1.x", "vThreadID.x", "l(5)");
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadID.x", "l(0)", "vThreadID.x");
    EMIT(b, CALL, "label0");
    EMIT(b, IADD, "r1.x", "r1.x", "r2.x");
    bench_store(f, "r1.x");
    EMIT(b, RET);
    EMIT(b, LABEL, "label0");
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(b, IADD, "r0.x", "-vThreadID.x", "l(95)");
    EMIT(b, LD_STRUCTURED, "r2.x", "r0.x", "l(0)", "g0.xxxx");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, 5 * i + 95 - i);
    assert_string_equal(f->m.lines, "");
    test_free(f);
}

/* Lanes and whole waves that have ended count as arrived. */
static void test_early_end(void **state)
{
    struct flow_bench *f = bench_begin(96);
    struct token_builder *b = &f->m.b;

    tokens_shared_structured(b, "g0", 4, 96);
    bench_code(f);
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadID.x", "l(0)", "vThreadID.x");
    EMIT(b, ULT, "r0.x", "l(40)", "vThreadID.x");
    EMIT_WITH(b, RETC, TOKENS_NZ, "r0.x");
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(b, IADD, "r0.x", "vThreadID.x", "l(55)");
    EMIT(b, LD_STRUCTURED, "r2.x", "r0.x", "l(0)", "g0.xxxx");
    bench_store(f, "r2.x");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, i <= 40 ? i + 55 : 0);
    assert_string_equal(f->m.lines, "");
    test_free(f);
}

/* A condition that only memory knows: nobody can prove at creation that it diverges. */
static void load_condition(struct flow_bench *f, const uint32_t *conditions)
{
    EMIT(&f->m.b, LD_STRUCTURED, "r0.x", "vThreadID.x", "l(0)", "t0.xxxx");
    f->m.bindings.resources[0] = machine_structured((void *)conditions, 4, 128);
}

/* Some lanes only: reported once for each instruction and group, and passed by the lanes that are there. */
static void test_divergent_barrier(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;
    uint32_t odd[128];

    for (uint32_t i = 0; i < 128; i++)
        odd[i] = i & 1;
    tokens_structured(b, "t0", 4);
    bench_code(f);
    load_condition(f, odd);
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.x");
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM); /* 8 */
    EMIT(b, MOV, "r1.x", "l(5)");
    EMIT(b, ENDIF);
    EMIT(b, IADD, "r1.x", "r1.x", "l(1)");
    bench_store(f, "r1.x");
    EMIT(b, RET);
    f->m.bindings.uavs[0] = machine_structured(f->out, 4, f->threads);
    machine_build(&f->m);
    machine_run(&f->m, 2, 1, 1);
    machine_end(&f->m);
    BENCH_CHECK(f, i, i & 1 ? 6u : 1u);
    assert_string_equal(f->m.lines, "divergent barrier at 8 in group 0\ndivergent barrier at 8 in group 1\n");
    test_free(f);
}

/* Uniform in each wave, but not in the group: two waves stand at different barriers. */
static void test_different_barriers(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;
    uint32_t first_wave[128];

    for (uint32_t i = 0; i < 128; i++)
        first_wave[i] = i < 32;
    tokens_structured(b, "t0", 4);
    bench_code(f);
    load_condition(f, first_wave);
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.x");
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(b, MOV, "r1.x", "l(5)");
    EMIT(b, ELSE);
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM); /* 11 */
    EMIT(b, MOV, "r1.x", "l(6)");
    EMIT(b, ENDIF);
    bench_store(f, "r1.x");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, i < 32 ? 5u : 6u);
    assert_string_equal(f->m.lines, "divergent barrier at 11 in group 0\n");
    test_free(f);
}

/* ---- stopping, debugging ---- */

static void test_stop_in_endless_loop(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;
    const atomic_bool stop = true;

    bench_code(f);
    EMIT(b, LOOP);
    EMIT(b, IADD, "r0.x", "r0.x", "l(1)");
    EMIT(b, ENDLOOP);
    EMIT(b, RET);
    f->m.stop = &stop;
    bench_run(f);
    assert_int_equal(f->m.status, KERNEL_STOPPED);
    assert_int_equal(f->m.stopped_at, 7); /* endloop: 5 declarations, loop, iadd before it */
    test_free(f);
}

static void test_stop_at_barrier_and_in_line(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;
    const atomic_bool stop = true;

    bench_code(f);
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(b, RET);
    f->m.stop = &stop;
    bench_run(f);
    assert_int_equal(f->m.status, KERNEL_STOPPED);
    assert_int_equal(f->m.stopped_at, 5);
    test_free(f);

    f = bench_begin(1);
    b = &f->m.b;
    bench_code(f);
    for (int i = 0; i < 5000; i++)
        EMIT(b, IADD, "r0.x", "r0.x", "l(1)");
    EMIT(b, RET);
    f->m.stop = &stop;
    bench_run(f);
    assert_int_equal(f->m.status, KERNEL_STOPPED);
    assert_true(f->m.stopped_at < 5005);
    test_free(f);
}

static void test_abort(void **state)
{
    struct flow_bench *f = bench_begin(40);
    struct token_builder *b = &f->m.b;

    bench_code(f);
    bench_store(f, "l(1)");
    EMIT(b, ULT, "r0.x", "vThreadID.x", "l(10)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.x");
    EMIT(b, ABORT);
    EMIT(b, ENDIF);
    EMIT(b, NOP);
    bench_store(f, "l(2)");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, i < 10 ? 1u : 2u);
    assert_string_equal(f->m.lines, "abort at 8 in group 0\n");
    test_free(f);
}

/* Counts the instructions of the wave, the reading one included; each wave by itself. */
static void test_cycle_counter(void **state)
{
    struct flow_bench *f = bench_begin(64);
    struct token_builder *b = &f->m.b;

    tokens_input(b, "vCycleCounter.xy");
    bench_code(f);
    EMIT(b, NOP);
    EMIT(b, MOV, "r0.xy", "vCycleCounter.xyxx");
    EMIT(b, NOP);
    EMIT(b, MOV, "r0.z", "vCycleCounter.x");
    EMIT(b, IADD, "r0.x", "r0.x", "r0.y");
    EMIT(b, IADD, "r0.y", "r0.z", "-r0.x");
    EMIT(b, IMAD, "r0.x", "r0.x", "l(100)", "r0.y");
    bench_store(f, "r0.x");
    EMIT(b, RET);
    bench_run(f);
    BENCH_CHECK(f, i, 202 + 0 * i);
    test_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_if_else),
        cmocka_unit_test(test_true_side_first),
        cmocka_unit_test(test_nested_loops),
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_switch_without_default),
        cmocka_unit_test(test_return),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_call_depth),
        cmocka_unit_test(test_interfaces),
        cmocka_unit_test(test_lockstep),
        cmocka_unit_test(test_wave_order),
        cmocka_unit_test(test_reduction),
        cmocka_unit_test(test_barrier_in_subroutine),
        cmocka_unit_test(test_early_end),
        cmocka_unit_test(test_divergent_barrier),
        cmocka_unit_test(test_different_barriers),
        cmocka_unit_test(test_stop_in_endless_loop),
        cmocka_unit_test(test_stop_at_barrier_and_in_line),
        cmocka_unit_test(test_abort),
        cmocka_unit_test(test_cycle_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
