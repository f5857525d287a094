/*
 * Which views each worker may have a copy of, and what comes of the copies.
 */
#include "../../support/kernel_machine.h"

#include "private_views.h"

enum { WORDS = 40, SLOTS = 2 };

struct step {
    uint32_t opcode;
    const char *operands[6];
};

static uint32_t memory[SLOTS][WORDS];

/* A shader with u0 and u1 raw and t0 raw; views of memory. */
static void build(struct machine *m, const struct step *steps, size_t count)
{
    machine_begin(m);
    tokens_raw(&m->b, "u0");
    tokens_raw(&m->b, "u1");
    tokens_raw(&m->b, "t0");
    machine_threads(m, 32, 4);
    for (size_t i = 0; i < count; i++)
        tokens_instr(&m->b, steps[i].opcode, 0, steps[i].operands);
    EMIT(&m->b, RET);
    machine_build(m);
    for (uint32_t i = 0; i < SLOTS; i++)
        m->bindings.uavs[i] = (struct kernel_view){.kind = KERNEL_VIEW_RAW_BUFFER,
                                                   .data = (uint8_t *)memory[i],
                                                   .size_bytes = sizeof(memory[i]),
                                                   .element_count = sizeof(memory[i])};
}

static void find(struct machine *m, struct private_views *views)
{
    struct kernel *kernel;

    assert_int_equal(kernel_create_for(m->shader, KERNEL_LANES, CPU_SCALAR, &kernel, &m->diag), DIAG_OK);
    kernel_private_views(kernel, &m->bindings, views);
    kernel_destroy(kernel);
}

/* A bit for each slot that may be private. */
static uint32_t private_of(const struct step *steps, size_t count)
{
    struct machine *m = test_malloc(sizeof(*m));
    struct private_views views;
    uint32_t slots = 0;

    build(m, steps, count);
    find(m, &views);
    for (uint32_t i = 0; i < views.count; i++)
        slots |= 1u << views.list[i].slot;
    machine_end(m);
    test_free(m);
    return slots;
}

#define STEPS(...)                                                                                           \
    (const struct step[]){__VA_ARGS__}, sizeof((struct step[]){__VA_ARGS__}) / sizeof(struct step)
#define ADD(slot)                                                                                            \
    {                                                                                                        \
        DXBC_OP_ATOMIC_IADD,                                                                                 \
        {                                                                                                    \
            slot, "l(4)", "l(1)", NULL                                                                       \
        }                                                                                                    \
    }
#define TAKE(slot)                                                                                           \
    {                                                                                                        \
        DXBC_OP_IMM_ATOMIC_IADD,                                                                             \
        {                                                                                                    \
            "r0.x", slot, "l(4)", "l(1)", NULL                                                               \
        }                                                                                                    \
    }
#define MAX(slot)                                                                                            \
    {                                                                                                        \
        DXBC_OP_ATOMIC_UMAX,                                                                                 \
        {                                                                                                    \
            slot, "l(4)", "l(1)", NULL                                                                       \
        }                                                                                                    \
    }
#define STORE(slot)                                                                                          \
    {                                                                                                        \
        DXBC_OP_STORE_RAW,                                                                                   \
        {                                                                                                    \
            slot ".x", "l(4)", "l(1)", NULL                                                                  \
        }                                                                                                    \
    }
#define LOAD(slot)                                                                                           \
    {                                                                                                        \
        DXBC_OP_LD_RAW,                                                                                      \
        {                                                                                                    \
            "r0.x", "l(4)", slot ".xxxx", NULL                                                               \
        }                                                                                                    \
    }
#define KEEP                                                                                                 \
    {                                                                                                        \
        DXBC_OP_STORE_RAW,                                                                                   \
        {                                                                                                    \
            "u1.x", "l(8)", "r0.x", NULL                                                                     \
        }                                                                                                    \
    }

static void test_what_the_shader_allows(void **state)
{
    (void)state;
    assert_int_equal(private_of(STEPS(ADD("u0"), ADD("u1"))), 3);
    assert_int_equal(private_of(STEPS(ADD("u0"), ADD("u0"), MAX("u1"))), 3);
    assert_int_equal(private_of(STEPS(ADD("u0"), STORE("u1"))), 1);
    assert_int_equal(private_of(STEPS(ADD("u0"), MAX("u0"), MAX("u1"))), 2);
    assert_int_equal(private_of(STEPS(ADD("u0"), STORE("u0"))), 0);
    assert_int_equal(private_of(STEPS(ADD("u0"), LOAD("u0"), KEEP)), 0);
    assert_int_equal(private_of(STEPS(TAKE("u0"), KEEP)), 0);
}

static void test_what_the_bindings_allow(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    struct private_views views;

    (void)state;
    build(m, STEPS(ADD("u0"), ADD("u1")));
    find(m, &views);
    assert_int_equal(views.count, 2);
    m->bindings.uavs[1].data = m->bindings.uavs[0].data + 4 * (WORDS - 1);
    find(m, &views);
    assert_int_equal(views.count, 0);
    m->bindings.uavs[1] = (struct kernel_view){.kind = KERNEL_VIEW_NONE};
    find(m, &views);
    assert_int_equal(views.count, 1);
    m->bindings.resources[9] = m->bindings.uavs[0];
    find(m, &views);
    assert_int_equal(views.count, 0);
    m->bindings.resources[9].data += sizeof(memory[0]);
    m->bindings.uavs[0].kind = KERNEL_VIEW_TEXTURE;
    find(m, &views);
    assert_int_equal(views.count, 0);
    machine_end(m);
    test_free(m);
}

/* Each kind on two copies and merged in odd parts, as if it had all been done to the memory itself. */
static void test_merging(void **state)
{
    static struct bindings bindings, own[2];
    static uint32_t copies[2][2 * WORDS + 16], expected[SLOTS][WORDS];
    uint32_t seed = 1;

    (void)state;
    for (enum atomic_op op = ATOMIC_AND; op < ATOMIC_EXCHANGE; op++) {
        struct private_slots slots = {.slots = 3, .op = {op, ATOMIC_ADD}};
        struct private_views views;

        for (uint32_t i = 0; i < SLOTS; i++) {
            for (uint32_t n = 0; n < WORDS; n++)
                memory[i][n] = expected[i][n] = (seed = seed * 747796405u + 1u);
            bindings.uavs[i] = (struct kernel_view){.kind = KERNEL_VIEW_RAW_BUFFER,
                                                    .data = (uint8_t *)memory[i],
                                                    .size_bytes = sizeof(memory[i])};
        }
        private_views_find(&slots, &bindings, &views);
        assert_int_equal(views.count, 2);
        assert_true(views.word_count <= sizeof(copies[0]) / sizeof(uint32_t));
        memset(copies, 0, sizeof(copies));
        for (uint32_t k = 0; k < 2; k++)
            private_views_bind(&views, &bindings, copies[k], &own[k]);
        for (uint32_t turn = 0; turn < 100; turn++) {
            uint32_t value = seed = seed * 747796405u + 1u, slot = turn % 2,
                     word = (value >> 16) % (WORDS - 7);
            enum atomic_op own_op = slot ? ATOMIC_ADD : op;
            const struct kernel_view *view = &own[value >> 31].uavs[slot];

            assert_true(view->alone && view->size_bytes == sizeof(memory[0]));
            atomic_apply_local(own_op, (uint32_t *)view->data + word, value, 0);
            atomic_apply_local(own_op, &expected[slot][word], value, 0);
        }
        for (size_t begin = 0; begin < views.word_count; begin += 33) {
            for (uint32_t k = 0; k < 2; k++)
                private_views_merge(&views, copies[k], begin, begin + 33);
        }
        assert_memory_equal(memory, expected, sizeof(memory));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_shader_allows),
        cmocka_unit_test(test_what_the_bindings_allow),
        cmocka_unit_test(test_merging),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
