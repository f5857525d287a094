/*
 * How generated code would take a group: where segments end, how wide their strips are, what lives between
 * them; and where waves have to resume behind barriers instead.
 */
#include "../../support/kernel_machine.h"

#include "alloc.h"
#include "check_state.h"
#include "jit_plan.h"
#include "lanes_kernel.h"

struct bench {
    struct machine m;
    struct dxbc_arena arena;
    const struct lane_program *program;
    struct jit_plan plan;
};

static struct token_builder *begin_with(struct bench *t, uint32_t threads)
{
    struct token_builder *b = &t->m.b;

    machine_begin(&t->m);
    tokens_structured(b, "u0", 4);
    tokens_shared_structured(b, "g0", 4, 64);
    tokens_input(b, "vThreadIDInGroupFlattened.x");
    tokens_temps(b, 4);
    tokens_thread_group(b, threads, 1, 1);
    return b;
}

static struct token_builder *begin(struct bench *t)
{
    return begin_with(t, 64);
}

static void barrier(struct token_builder *b)
{
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
}

static void plan(struct bench *t)
{
    struct machine *m = &t->m;
    size_t size;
    void *bytes;

    EMIT(&m->b, RET);
    bytes = tokens_finish(&m->b, &size);
    if (dxbc_load(bytes, size, 0, &m->shader, &m->diag) != DIAG_OK)
        fail_msg("%s", m->diag.text);
    free(bytes);
    assert_int_equal(kernel_create_for(m->shader, KERNEL_LANES, CPU_SCALAR, &m->kernel, &m->diag), DIAG_OK);
    t->program = lanes_program(kernel_lanes(m->kernel));
    assert_true(jit_make_plan(t->program, CPU_AVX2, &t->arena, &t->plan));
}

static void end(struct bench *t)
{
    dxbc_arena_release(&t->arena);
    machine_end(&t->m);
    test_free(t);
}

static struct bench *bench(void)
{
    return test_calloc(1, sizeof(struct bench));
}

/* Widths of the segments that have strips. */
static uint32_t widths(const struct bench *t, uint32_t *list, uint32_t room)
{
    uint32_t count = 0;

    for (uint32_t s = 0; s < t->plan.segment_count; s++) {
        if (t->plan.segments[s].lanes && count < room)
            list[count++] = t->plan.segments[s].lanes;
    }
    return count;
}

static void test_rounds(void **state)
{
    struct bench *t = bench();
    struct token_builder *b = begin(t);
    uint32_t list[8];

    /* a sum over rounds of a neighbour's word, and at the end two stores that may meet */
    EMIT(b, MOV, "r0.xy", "l(0, 0, 0, 0)");
    EMIT(b, LOOP);
    EMIT(b, UGE, "r0.z", "r0.y", "l(4)");
    EMIT_WITH(b, BREAKC, TOKENS_NZ, "r0.z");
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadIDInGroupFlattened.x", "l(0)", "r0.x");
    barrier(b);
    EMIT(b, XOR, "r1.x", "vThreadIDInGroupFlattened.x", "l(33)");
    EMIT(b, LD_STRUCTURED, "r1.x", "r1.x", "l(0)", "g0.x");
    EMIT(b, IADD, "r0.x", "r0.x", "r1.x");
    barrier(b);
    EMIT(b, IADD, "r0.y", "r0.y", "l(1)");
    EMIT(b, ENDLOOP);
    EMIT(b, UMIN, "r1.x", "vThreadIDInGroupFlattened.x", "l(3)");
    EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadIDInGroupFlattened.x", "l(0)", "r0.x");
    EMIT(b, STORE_STRUCTURED, "u0.x", "r1.x", "l(0)", "r0.x");
    plan(t);
    assert_true(t->plan.looped);
    assert_int_equal(widths(t, list, 8), 4);
    assert_int_equal(list[0], 8); /* the sum becomes 0 */
    assert_int_equal(list[1], 8);
    assert_int_equal(list[2], 8);
    assert_int_equal(list[3], 32);
    assert_int_equal(t->plan.row_count, 1);
    end(t);
}

/* Two stores that may meet keep a wave together, of which a small group has only a part. */
static void test_small_groups(void **state)
{
    static const struct {
        uint32_t threads, lanes;
    } cases[] = {{64, 32}, {17, 32}, {16, 16}, {9, 16}, {8, 8}, {1, 8}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct bench *t = bench();
        struct token_builder *b = begin_with(t, cases[i].threads);
        uint32_t list[8];

        EMIT(b, UMIN, "r1.x", "vThreadIDInGroupFlattened.x", "l(3)");
        EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadIDInGroupFlattened.x", "l(0)", "r1.x");
        EMIT(b, STORE_STRUCTURED, "u0.x", "r1.x", "l(0)", "vThreadIDInGroupFlattened.x");
        plan(t);
        assert_int_equal(widths(t, list, 8), 1);
        assert_int_equal(list[0], cases[i].lanes);
        end(t);
    }
}

/* Waves would see each other's words where they run side by side without a barrier. */
static void test_order_between_segments(void **state)
{
    struct bench *t = bench();
    struct token_builder *b = begin(t);

    tokens_constant_buffer(b, 0, 1, false);
    EMIT(b, XOR, "r0.x", "vThreadIDInGroupFlattened.x", "l(33)");
    EMIT(b, STORE_STRUCTURED, "g0.x", "r0.x", "l(0)", "vThreadIDInGroupFlattened.x");
    EMIT_WITH(b, IF, TOKENS_NZ, "cb0[0].x");
    EMIT(b, LD_STRUCTURED, "r0.y", "vThreadIDInGroupFlattened.x", "l(0)", "g0.x");
    barrier(b);
    EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadIDInGroupFlattened.x", "l(0)", "r0.y");
    EMIT(b, ENDIF);
    plan(t);
    assert_false(t->plan.looped);
    end(t);
}

/* Lanes exchange words through shared memory in rounds, in an order that shows: but between two barriers each
 * wave takes only one of the ways from a round, to the next or to the end. A round without its barrier shows.
 */
static void test_order_in_rounds(void **state)
{
    for (unsigned always = 0; always < 2; always++) {
        struct bench *t = bench();
        struct token_builder *b = begin(t);

        tokens_constant_buffer(b, 0, 1, false);
        EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadIDInGroupFlattened.x", "l(0)",
             "vThreadIDInGroupFlattened.x");
        barrier(b);
        EMIT(b, MOV, "r0.x", "l(4)");
        EMIT(b, LOOP);
        EMIT(b, USHR, "r0.x", "r0.x", "l(1)");
        EMIT_WITH(b, BREAKC, 0, "r0.x");
        EMIT(b, XOR, "r0.y", "vThreadIDInGroupFlattened.x", "r0.x");
        EMIT(b, LD_STRUCTURED, "r0.z", "r0.y", "l(0)", "g0.x");
        EMIT(b, LD_STRUCTURED, "r0.w", "vThreadIDInGroupFlattened.x", "l(0)", "g0.x");
        EMIT(b, STORE_STRUCTURED, "g0.x", "r0.y", "l(0)", "r0.w");
        EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadIDInGroupFlattened.x", "l(0)", "r0.z");
        if (!always)
            EMIT_WITH(b, IF, TOKENS_NZ, "cb0[0].x");
        barrier(b);
        if (!always)
            EMIT(b, ENDIF);
        EMIT(b, ENDLOOP);
        EMIT(b, LD_STRUCTURED, "r0.y", "vThreadIDInGroupFlattened.x", "l(0)", "g0.x");
        EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadIDInGroupFlattened.x", "l(0)", "r0.y");
        plan(t);
        assert_int_equal(t->plan.looped, always);
        end(t);
    }
}

/* Ends behind the last barrier are the strip's own; one before it would leave others waiting. */
static void test_ends(void **state)
{
    for (unsigned behind = 0; behind < 2; behind++) {
        struct bench *t = bench();
        struct token_builder *b = begin(t);

        if (behind)
            barrier(b);
        EMIT_WITH(b, RETC, TOKENS_NZ, "vThreadIDInGroupFlattened.x");
        if (!behind)
            barrier(b);
        EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadIDInGroupFlattened.x", "l(0)", "l(1)");
        plan(t);
        assert_int_equal(t->plan.looped, behind);
        end(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rounds), cmocka_unit_test(test_small_groups),
                                       cmocka_unit_test(test_order_between_segments),
                                       cmocka_unit_test(test_order_in_rounds), cmocka_unit_test(test_ends)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
