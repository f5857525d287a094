/*
 * Several small groups at once: packed kernels of each executor and instruction set against the interpreter,
 * with numbers of groups that fill packs, leave some of one over, or make none; and what keeps groups from
 * being packed.
 */
#include "../../support/kernel_machine.h"

#include "check_state.h"
#include "lane_ir.h"
#include "lanes.h"
#include "lanes_kernel.h"

enum { WIDTH = 640, HEIGHT = 24, WORDS = WIDTH * HEIGHT };

struct memory {
    uint32_t in[WORDS], out[WORDS], sums[16];
    uint32_t counter;
};

typedef void emit_program(struct token_builder *b);

struct shape {
    uint32_t threads[3], groups[3];
};

static void build(struct machine *m, const struct shape *shape, emit_program *emit, struct memory *memory)
{
    memset(memory, 0, sizeof(*memory));
    for (uint32_t i = 0; i < WORDS; i++)
        memory->in[i] = i * 2654435761u >> 8;
    machine_begin(m);
    tokens_structured(&m->b, "t0", 4);
    tokens_structured(&m->b, "u0", 4);
    tokens_structured(&m->b, "u1", 4);
    tokens_indexable_temp(&m->b, 0, 4);
    tokens_input(&m->b, "vThreadID.xyz");
    tokens_input(&m->b, "vThreadGroupID.xyz");
    tokens_input(&m->b, "vThreadIDInGroup.xyz");
    tokens_input(&m->b, "vThreadIDInGroupFlattened");
    tokens_temps(&m->b, 6);
    tokens_thread_group(&m->b, shape->threads[0], shape->threads[1], shape->threads[2]);
    emit(&m->b);
    EMIT(&m->b, RET);
    m->bindings.resources[0] = machine_structured(memory->in, 4, WORDS);
    m->bindings.uavs[0] = machine_structured(memory->out, 4, WORDS);
    m->bindings.uavs[1] = machine_structured(memory->sums, 4, 16);
    m->bindings.uavs[0].counter = &memory->counter;
    machine_build(m);
}

static void run(const char *executor, const struct shape *shape, emit_program *emit, struct memory *memory)
{
    struct machine *m = test_malloc(sizeof(*m));

    setenv("WEFT_EXECUTOR", executor, 1);
    build(m, shape, emit, memory);
    machine_run_some(m, shape->groups[0], shape->groups[1], shape->groups[2],
                     (uint64_t)shape->groups[0] * shape->groups[1] * shape->groups[2]);
    assert_int_equal(m->status, KERNEL_DONE);
    machine_end(m);
    unsetenv("WEFT_EXECUTOR");
    test_free(m);
}

static void compare(const struct shape *shape, emit_program *emit)
{
    struct memory *expected = test_malloc(sizeof(*expected)), *memory = test_malloc(sizeof(*memory));

    run("interp", shape, emit, expected);
    for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
        if (!cpu_isa_available((enum cpu_isa)isa))
            continue;
        kernel_use_isa((enum cpu_isa)isa);
        run("lanes", shape, emit, memory);
        assert_memory_equal(expected, memory, sizeof(*memory));
        if (kernel_executor_available(KERNEL_JIT, (enum cpu_isa)isa)) {
            run("jit", shape, emit, memory);
            assert_memory_equal(expected, memory, sizeof(*memory));
        }
    }
    kernel_use_isa(cpu_isa_best());
    test_free(memory);
    test_free(expected);
}

static uint32_t groups_packed(const struct shape *shape, emit_program *emit)
{
    struct machine *m = test_malloc(sizeof(*m));
    struct memory *memory = test_malloc(sizeof(*memory));
    const struct lanes_kernel *packed;
    uint32_t groups;

    setenv("WEFT_EXECUTOR", "lanes", 1);
    build(m, shape, emit, memory);
    packed = kernel_lanes(m->kernel)->packed;
    groups = packed ? packed->program->pack : 1;
    if (packed)
        assert_null(lane_verify(packed->program));
    machine_end(m);
    unsetenv("WEFT_EXECUTOR");
    test_free(memory);
    test_free(m);
    return groups;
}

/* r5.x: the thread's place in all threads of the dispatch, as WIDTH x HEIGHT. */
static void emit_place(struct token_builder *b)
{
    EMIT(b, IMAD, "r5.y", "vThreadID.z", "l(8)", "vThreadID.y");
    EMIT(b, IMAD, "r5.x", "r5.y", "l(640)", "vThreadID.x");
}

/* All numbers of the thread and its group, and a loop as long as the group's number says. */
static void emit_numbers(struct token_builder *b)
{
    emit_place(b);
    EMIT(b, IMAD, "r0.x", "vThreadGroupID.x", "l(31)", "vThreadIDInGroup.x");
    EMIT(b, IMAD, "r0.x", "r0.x", "l(31)", "vThreadGroupID.y");
    EMIT(b, IMAD, "r0.x", "r0.x", "l(31)", "vThreadIDInGroup.y");
    EMIT(b, IMAD, "r0.x", "r0.x", "l(31)", "vThreadIDInGroupFlattened");
    EMIT(b, IMAD, "r0.x", "r0.x", "l(31)", "vThreadIDInGroup.z");
    EMIT(b, AND, "r0.y", "vThreadGroupID.x", "l(3)");
    EMIT(b, LOOP);
    EMIT_WITH(b, BREAKC, 0, "r0.y");
    EMIT(b, IMAD, "r0.x", "r0.x", "l(5)", "r0.y");
    EMIT(b, IADD, "r0.y", "r0.y", "l(-1)");
    EMIT(b, ENDLOOP);
    EMIT(b, LD_STRUCTURED, "r0.z", "r5.x", "l(0)", "t0.xxxx");
    EMIT(b, IADD, "r0.x", "r0.x", "r0.z");
    EMIT(b, STORE_STRUCTURED, "u0.x", "r5.x", "l(0)", "r0.x");
}

/* Reads and writes at places that nobody can tell apart: only lockstep gives the order of a wave. */
static void emit_exchange(struct token_builder *b)
{
    emit_place(b);
    EMIT(b, STORE_STRUCTURED, "u0.x", "r5.x", "l(0)", "r5.x");
    EMIT(b, XOR, "r0.x", "vThreadIDInGroup.x", "l(1)");
    EMIT(b, IADD, "r1.x", "r5.x", "-vThreadIDInGroup.x");
    EMIT(b, IADD, "r1.x", "r1.x", "r0.x");
    EMIT(b, LD_STRUCTURED, "r2.x", "r1.x", "l(0)", "u0.xxxx");
    EMIT(b, IADD, "r2.x", "r2.x", "l(7)");
    EMIT(b, STORE_STRUCTURED, "u0.x", "r1.x", "l(0)", "r2.x");
}

/* An x# that each thread has of its own, and a return that the group's number decides. */
static void emit_array(struct token_builder *b)
{
    emit_place(b);
    EMIT(b, AND, "r0.x", "vThreadGroupID.x", "l(3)");
    EMIT(b, MOV, "x0[r0.x].x", "r5.x");
    EMIT(b, IADD, "r0.y", "r0.x", "l(1)");
    EMIT(b, AND, "r0.y", "r0.y", "l(3)");
    EMIT(b, MOV, "x0[r0.y].x", "l(9)");
    EMIT_WITH(b, RETC, 0, "r0.x");
    EMIT(b, MOV, "r1.x", "x0[r0.x].x");
    EMIT(b, STORE_STRUCTURED, "u0.x", "r5.x", "l(0)", "r1.x");
}

/* A histogram: nobody sees the order. */
static void emit_histogram(struct token_builder *b)
{
    emit_place(b);
    EMIT(b, LD_STRUCTURED, "r0.x", "r5.x", "l(0)", "t0.xxxx");
    EMIT(b, AND, "r0.x", "r0.x", "l(15)");
    EMIT(b, MOV, "r0.y", "l(0)");
    EMIT(b, ATOMIC_IADD, "u1", "r0.xyxx", "vThreadIDInGroupFlattened");
}

/* A counter shows it. */
static void emit_counter(struct token_builder *b)
{
    emit_place(b);
    EMIT(b, IMM_ATOMIC_ALLOC, "r0.x", "u0");
    EMIT(b, STORE_STRUCTURED, "u0.x", "r0.x", "l(0)", "r5.x");
}

static void test_shapes(void **state)
{
    static const struct shape shapes[] = {
        {{1, 1, 1}, {600, 3, 1}}, {{1, 1, 1}, {3, 20, 1}},  {{4, 1, 1}, {130, 2, 1}}, {{8, 1, 1}, {1, 1, 1}},
        {{8, 1, 1}, {33, 2, 1}},  {{3, 1, 1}, {200, 1, 1}}, {{4, 4, 1}, {37, 5, 1}},  {{8, 8, 1}, {19, 1, 3}},
        {{2, 3, 2}, {50, 2, 1}},  {{1, 8, 1}, {90, 2, 1}},  {{5, 3, 7}, {20, 1, 1}},  {{64, 1, 1}, {7, 2, 1}},
        {{16, 8, 1}, {9, 2, 1}},  {{32, 1, 1}, {20, 3, 1}},
    };

    for (unsigned i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        compare(&shapes[i], emit_numbers);
        compare(&shapes[i], emit_array);
        compare(&shapes[i], emit_histogram);
        compare(&shapes[i], emit_counter);
    }
}

/* Groups of one wave, of several whose waves are rows of the grid, and of several that are not. */
static void test_lockstep(void **state)
{
    static const struct shape shapes[] = {
        {{2, 1, 1}, {200, 2, 1}}, {{4, 4, 1}, {37, 5, 1}}, {{8, 8, 1}, {19, 3, 1}}, {{8, 5, 1}, {19, 3, 1}},
        {{16, 8, 1}, {9, 2, 1}},  {{64, 1, 1}, {7, 2, 1}}, {{6, 8, 1}, {30, 1, 1}},
    };

    for (unsigned i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        compare(&shapes[i], emit_exchange);
}

static void test_who_is_packed(void **state)
{
    const struct shape one = {{1, 1, 1}, {1, 1, 1}}, tile = {{8, 8, 1}, {1, 1, 1}},
                       line = {{64, 1, 1}, {1, 1, 1}}, long_line = {{256, 1, 1}, {1, 1, 1}};

    assert_int_equal(groups_packed(&one, emit_numbers), 256);
    assert_int_equal(groups_packed(&tile, emit_exchange), 8);
    assert_int_equal(groups_packed(&line, emit_exchange), 1);
    assert_int_equal(groups_packed(&line, emit_numbers), 8);
    assert_int_equal(groups_packed(&long_line, emit_numbers), 1);
    assert_int_equal(groups_packed(&one, emit_histogram), 256);
    assert_int_equal(groups_packed(&one, emit_counter), 1);
}

/* A dispatch that is stopped says so for a pack as for a group. */
static void test_stop(void **state)
{
    const struct shape one = {{1, 1, 1}, {600, 1, 1}};
    struct machine *m = test_malloc(sizeof(*m));
    struct memory *memory = test_malloc(sizeof(*memory));
    atomic_bool stop = true;

    setenv("WEFT_EXECUTOR", "lanes", 1);
    build(m, &one, emit_numbers, memory);
    m->stop = &stop;
    machine_run_some(m, 600, 1, 1, 600);
    assert_int_equal(m->status, KERNEL_STOPPED);
    machine_end(m);
    unsetenv("WEFT_EXECUTOR");
    test_free(memory);
    test_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_lockstep),
        cmocka_unit_test(test_who_is_packed),
        cmocka_unit_test(test_stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
