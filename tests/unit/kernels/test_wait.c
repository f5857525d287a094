/*
 * Which loops wait for memory that somebody else has to change.
 */
#include "../../support/kernel_machine.h"

#include "wait.h"

/* The first loop of a program. */
static bool waits(struct machine *m, uint16_t opcode)
{
    uint32_t access = UINT32_MAX, loop = 0;
    bool result;

    EMIT(&m->b, RET);
    machine_build(m);
    while (m->shader->program.instrs[loop].opcode != DXBC_OP_LOOP)
        loop++;
    result = wait_find(&m->shader->program, loop + 1, &access);
    assert_int_equal(wait_find(&m->shader->program, (uint32_t)m->shader->program.instrs[loop].target, &access),
                     result);
    assert_false(wait_find(&m->shader->program, loop - 1, &access)); /* outside */
    if (result)
        assert_int_equal(m->shader->program.instrs[access].opcode, opcode);
    machine_end(m);
    test_free(m);
    return result;
}

static struct machine *begin(void)
{
    struct machine *m = test_malloc(sizeof(*m));

    machine_begin(m);
    tokens_raw(&m->b, "u0");
    tokens_raw(&m->b, "t0");
    tokens_shared_raw(&m->b, "g0", 256);
    machine_threads(m, 32, 4);
    EMIT(&m->b, MOV, "r3.xyzw", "l(0, 0, 0, 0)");
    EMIT(&m->b, LOOP);
    return m;
}

static void test_waits(void **state)
{
    struct machine *m = begin(); /* for a flag in shared memory, while something is added up */

    EMIT(&m->b, LD_RAW, "r0.x", "l(4)", "g0.xxxx");
    EMIT(&m->b, IADD, "r3.y", "r3.y", "r0.x");
    EMIT(&m->b, INE, "r0.y", "r0.x", "l(0)");
    EMIT_WITH(&m->b, BREAKC, TOKENS_NZ, "r0.y");
    EMIT(&m->b, ENDLOOP);
    assert_true(waits(m, DXBC_OP_LD_RAW));

    m = begin(); /* for a lock, at an address of its own */
    EMIT(&m->b, IMM_ATOMIC_CMP_EXCH, "r0.x", "u0", "r3.x", "l(0)", "l(1)");
    EMIT_WITH(&m->b, IF, 0, "r0.x");
    EMIT(&m->b, BREAK);
    EMIT(&m->b, ENDIF);
    EMIT(&m->b, ENDLOOP);
    assert_true(waits(m, DXBC_OP_IMM_ATOMIC_CMP_EXCH));
}

static void test_others(void **state)
{
    struct machine *m = begin(); /* counts */

    EMIT(&m->b, UGE, "r0.x", "r3.x", "l(10)");
    EMIT_WITH(&m->b, BREAKC, TOKENS_NZ, "r0.x");
    EMIT(&m->b, IADD, "r3.x", "r3.x", "l(1)");
    EMIT(&m->b, LD_RAW, "r0.x", "l(4)", "g0.xxxx");
    EMIT(&m->b, ENDLOOP);
    assert_false(waits(m, 0));

    m = begin(); /* follows a list */
    EMIT(&m->b, LD_RAW, "r3.x", "r3.x", "u0.xxxx");
    EMIT_WITH(&m->b, BREAKC, 0, "r3.x");
    EMIT(&m->b, ENDLOOP);
    assert_false(waits(m, 0));

    m = begin(); /* nobody can change a t# */
    EMIT(&m->b, LD_RAW, "r0.x", "l(4)", "t0.xxxx");
    EMIT_WITH(&m->b, BREAKC, TOKENS_NZ, "r0.x");
    EMIT(&m->b, ENDLOOP);
    assert_false(waits(m, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
