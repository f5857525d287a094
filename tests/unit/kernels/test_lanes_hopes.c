/*
 * Regions that the lane executor runs wide in hope: programs whose waves stay apart, meet at once, meet late,
 * or would wait for each other, against the interpreter.
 */
#include "../../support/kernel_machine.h"

enum { THREADS = 128, GROUPS = 24, WORDS = THREADS * GROUPS };

struct memory {
    uint32_t keys[WORDS], out[WORDS], fields[4 * WORDS];
};

typedef void emit_program(struct token_builder *b);

static void run(const char *executor, emit_program *emit, struct memory *memory)
{
    struct machine *m = test_malloc(sizeof(*m));

    for (uint32_t i = 0; i < WORDS; i++) {
        memory->keys[i] = i * 2654435761u >> 8;
        memory->out[i] = 7;
    }
    for (uint32_t i = 0; i < 4 * WORDS; i++)
        memory->fields[i] = i;
    setenv("WEFT_EXECUTOR", executor, 1);
    machine_begin(m);
    tokens_structured(&m->b, "u0", 4);
    tokens_structured(&m->b, "u1", 4);
    tokens_structured(&m->b, "u2", 16);
    tokens_shared_structured(&m->b, "g0", 4, 2 * THREADS);
    tokens_input(&m->b, "vThreadGroupID.xyz");
    machine_threads(m, THREADS, 6);
    emit(&m->b);
    EMIT(&m->b, RET);
    m->bindings.uavs[0] = machine_structured(memory->keys, 4, WORDS);
    m->bindings.uavs[1] = machine_structured(memory->out, 4, WORDS);
    m->bindings.uavs[2] = machine_structured(memory->fields, 16, WORDS);
    machine_build(m);
    machine_run(m, GROUPS, 1, 1);
    assert_int_equal(m->status, KERNEL_DONE);
    machine_end(m);
    unsetenv("WEFT_EXECUTOR");
    test_free(m);
}

static void compare(emit_program *emit)
{
    struct memory *memory = test_malloc(2 * sizeof(*memory));

    run("interp", emit, &memory[0]);
    run("lanes", emit, &memory[1]);
    assert_memory_equal(&memory[0], &memory[1], sizeof(memory[0]));
    test_free(memory);
}

static void emit_barrier(struct token_builder *b)
{
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
}

/* r0.x = thread ^ distance, whose pattern nobody knows; the sum of both words goes to the thread's own place.
 * Waves meet when the distance is 32 or more. */
static void emit_exchange(struct token_builder *b, const char *distance)
{
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadIDInGroupFlattened", "l(0)", "vThreadID.x");
    emit_barrier(b);
    EMIT(b, XOR, "r0.x", "vThreadIDInGroupFlattened", distance);
    EMIT(b, LD_STRUCTURED, "r0.y", "r0.x", "l(0)", "g0.xxxx");
    EMIT(b, LD_STRUCTURED, "r0.z", "vThreadIDInGroupFlattened", "l(0)", "g0.xxxx");
    EMIT(b, IADD, "r0.y", "r0.y", "r0.z");
    EMIT(b, STORE_STRUCTURED, "g0.x", "vThreadIDInGroupFlattened", "l(0)", "r0.y");
    emit_barrier(b);
    EMIT(b, LD_STRUCTURED, "r0.y", "vThreadIDInGroupFlattened", "l(0)", "g0.xxxx");
    EMIT(b, STORE_STRUCTURED, "u1.x", "vThreadID.x", "l(0)", "r0.y");
}

static void emit_near(struct token_builder *b)
{
    emit_exchange(b, "l(16)");
}

static void emit_far(struct token_builder *b)
{
    emit_exchange(b, "l(64)");
}

/* The distance is the group's: some meet, some do not. */
static void emit_mixed(struct token_builder *b)
{
    EMIT(b, AND, "r1.x", "vThreadGroupID.x", "l(7)");
    EMIT(b, ISHL, "r1.x", "l(1)", "r1.x");
    EMIT(b, AND, "r1.x", "r1.x", "l(127)");
    emit_exchange(b, "r1.x");
}

static void test_exchange(void **state)
{
    compare(emit_near);
    compare(emit_far);
    compare(emit_mixed);
}

/* Later waves wait for what the first one stores, though their side of the branch comes first. */
static void emit_waiting(struct token_builder *b)
{
    EMIT(b, UGE, "r0.x", "vThreadIDInGroupFlattened", "l(32)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.x");
    EMIT(b, LOOP);
    EMIT(b, XOR, "r0.z", "vThreadIDInGroupFlattened", "vThreadIDInGroupFlattened");
    EMIT(b, LD_STRUCTURED, "r0.y", "r0.z", "l(0)", "g0.xxxx");
    EMIT_WITH(b, BREAKC, TOKENS_NZ, "r0.y");
    EMIT(b, ENDLOOP);
    EMIT(b, ELSE);
    EMIT(b, STORE_STRUCTURED, "g0.x", "l(0)", "l(0)", "l(5)");
    EMIT(b, ENDIF);
    EMIT(b, STORE_STRUCTURED, "u1.x", "vThreadID.x", "l(0)", "r0.y");
}

static void test_waiting(void **state)
{
    compare(emit_waiting);
}

/* Where later waves store depends on what the first one has put into shared memory: a store elsewhere would
 * stay. */
static void emit_doubtful_place(struct token_builder *b)
{
    EMIT(b, UGE, "r0.x", "vThreadIDInGroupFlattened", "l(32)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.x");
    EMIT(b, AND, "r0.z", "vThreadIDInGroupFlattened", "l(31)");
    EMIT(b, LD_STRUCTURED, "r0.y", "r0.z", "l(0)", "g0.xxxx");
    EMIT(b, IADD, "r0.y", "r0.y", "vThreadID.x");
    EMIT(b, STORE_STRUCTURED, "u1.x", "r0.y", "l(0)", "vThreadID.x");
    EMIT(b, ELSE);
    EMIT(b, AND, "r0.z", "vThreadIDInGroupFlattened", "l(31)");
    EMIT(b, STORE_STRUCTURED, "g0.x", "r0.z", "l(0)", "l(64)");
    EMIT(b, ENDIF);
}

static void test_doubtful_place(void **state)
{
    compare(emit_doubtful_place);
}

/* Keys read and written in one region, as in a step of a sort: pairs within a wave, or across waves. */
static void emit_pairs(struct token_builder *b, const char *distance)
{
    EMIT(b, XOR, "r0.x", "vThreadID.x", distance);
    EMIT(b, LD_STRUCTURED, "r0.y", "vThreadID.x", "l(0)", "u0.xxxx");
    EMIT(b, LD_STRUCTURED, "r0.z", "r0.x", "l(0)", "u0.xxxx");
    EMIT(b, IADD, "r0.z", "r0.z", "r0.y");
    EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r0.z");
    EMIT(b, ISHL, "r0.y", "r0.y", "l(1)");
    EMIT(b, STORE_STRUCTURED, "u0.x", "r0.x", "l(0)", "r0.y");
}

static void emit_near_pairs(struct token_builder *b)
{
    emit_pairs(b, "l(1)");
}

static void emit_far_pairs(struct token_builder *b)
{
    emit_pairs(b, "l(32)");
}

/* A second round of the same: nothing may have been written when waves meet. */
static void emit_pairs_twice(struct token_builder *b)
{
    emit_pairs(b, "l(1)");
    emit_barrier(b);
    emit_pairs(b, "l(64)");
}

/* Two stores to structures of which one field is read in the same region, the other is not. */
static void emit_fields(struct token_builder *b)
{
    EMIT(b, XOR, "r0.x", "vThreadID.x", "l(1)");
    EMIT(b, LD_STRUCTURED, "r0.y", "r0.x", "l(4)", "u2.xxxx");
    EMIT(b, IADD, "r0.z", "r0.y", "vThreadID.x");
    EMIT(b, STORE_STRUCTURED, "u2.x", "r0.x", "l(4)", "r0.z");
    EMIT(b, STORE_STRUCTURED, "u2.x", "r0.x", "l(12)", "r0.y");
}

static void test_pairs(void **state)
{
    compare(emit_fields);
    compare(emit_near_pairs);
    compare(emit_far_pairs);
    compare(emit_pairs_twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_doubtful_place),
        cmocka_unit_test(test_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
