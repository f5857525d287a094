/*
 * Which shaders make the order of their groups visible.
 */
#include "../../support/kernel_machine.h"

#include "order.h"

/* The instructions given as opcode and operands, in a shader with u0 raw, u1 structured, g0 raw. */
struct step {
    uint32_t opcode;
    const char *operands[6];
};

static bool visible(const struct step *steps, size_t count)
{
    struct machine *m = test_malloc(sizeof(*m));
    bool result;

    machine_begin(m);
    tokens_raw(&m->b, "u0");
    tokens_structured(&m->b, "u1", 4);
    tokens_shared_raw(&m->b, "g0", 16);
    machine_threads(m, 32, 4);
    for (size_t i = 0; i < count; i++)
        tokens_instr(&m->b, steps[i].opcode, 0, steps[i].operands);
    EMIT(&m->b, RET);
    machine_build(m);
    result = kernel_order_visible(m->kernel);
    assert_int_equal(result, order_visible(&m->shader->program));
    machine_end(m);
    test_free(m);
    return result;
}

#define VISIBLE(...)                                                                                         \
    visible((const struct step[]){__VA_ARGS__}, sizeof((struct step[]){__VA_ARGS__}) / sizeof(struct step))
#define STEP(name, ...)                                                                                      \
    {                                                                                                        \
        DXBC_OP_##name,                                                                                      \
        {                                                                                                    \
            __VA_ARGS__, NULL                                                                                \
        }                                                                                                    \
    }

static void test_invisible(void **state)
{
    assert_false(VISIBLE(STEP(STORE_RAW, "u0.x", "l(0)", "l(1)")));
    /* a histogram */
    assert_false(VISIBLE(STEP(ATOMIC_IADD, "u0", "l(0)", "l(1)")));
    assert_false(
        VISIBLE(STEP(ATOMIC_IADD, "u0", "l(0)", "l(1)"), STEP(ATOMIC_IADD, "u1", "l(0, 0, 0, 0)", "l(2)")));
    assert_false(VISIBLE(STEP(ATOMIC_IADD, "u0", "l(0)", "l(1)"),
                         STEP(IMM_ATOMIC_IADD, "null", "u0", "l(0)", "l(1)")));
    assert_false(VISIBLE(STEP(ATOMIC_UMAX, "u0", "l(0)", "l(1)")));
    /* shared memory belongs to one group */
    assert_false(VISIBLE(STEP(IMM_ATOMIC_IADD, "r0.x", "g0", "l(0)", "l(1)")));
    assert_false(VISIBLE(STEP(ATOMIC_CMP_STORE, "g0", "l(0)", "l(1)", "l(2)"),
                         STEP(ATOMIC_IADD, "u0", "l(0)", "l(1)")));
}

static void test_visible(void **state)
{
    assert_true(VISIBLE(STEP(IMM_ATOMIC_IADD, "r0.x", "u0", "l(0)", "l(1)")));
    assert_true(VISIBLE(STEP(IMM_ATOMIC_ALLOC, "r0.x", "u1")));
    assert_true(VISIBLE(STEP(IMM_ATOMIC_CONSUME, "r0.x", "u1")));
    assert_true(VISIBLE(STEP(ATOMIC_CMP_STORE, "u0", "l(0)", "l(1)", "l(2)")));
    assert_true(VISIBLE(STEP(IMM_ATOMIC_EXCH, "null", "u0", "l(0)", "l(1)")));
    assert_true(VISIBLE(STEP(IMM_ATOMIC_CMP_EXCH, "null", "u0", "l(0)", "l(1)", "l(2)")));
    /* two kinds that do not commute, also in different slots, which may show one resource */
    assert_true(VISIBLE(STEP(ATOMIC_IADD, "u0", "l(0)", "l(1)"), STEP(ATOMIC_UMAX, "u0", "l(0)", "l(1)")));
    assert_true(
        VISIBLE(STEP(ATOMIC_OR, "u0", "l(0)", "l(1)"), STEP(ATOMIC_AND, "u1", "l(0, 0, 0, 0)", "l(2)")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invisible),
        cmocka_unit_test(test_visible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
