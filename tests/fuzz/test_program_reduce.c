/*
 * The reducer on faults that are known: what is left is what the fault needs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "program_reduce.h"

struct fault {
    uint32_t opcode; /* a program with it "fails" */
    unsigned probes;
};

static bool has_opcode(const struct program_case *c, void *user)
{
    struct fault *fault = user;
    struct dxbc_shader *shader;
    bool found = false;

    fault->probes++;
    assert_int_equal(dxbc_load(c->bytes, c->size, 0, &shader, NULL), DIAG_OK);
    for (uint32_t i = 0; i < shader->program.instr_count; i++)
        found |= shader->program.instrs[i].opcode == fault->opcode;
    dxbc_free(shader);
    return found;
}

/* Reduces the first program that has the instruction. */
static unsigned reduce(uint32_t opcode, struct program_case *c)
{
    struct fault fault = {.opcode = opcode};
    unsigned left;

    for (uint32_t seed = 1; seed < 1000; seed++) {
        assert_true(case_make(c, seed, RANDOM_STATEMENTS));
        if (has_opcode(c, &fault))
            break;
        case_free(c);
    }
    assert_non_null(c->bytes);
    left = case_reduce(c, has_opcode, &fault);
    assert_true(has_opcode(c, &fault));
    assert_true(fault.probes > 10);
    return left;
}

static void test_single_instruction(void **state)
{
    struct program_case c = {0};

    assert_int_equal(reduce(DXBC_OP_BFREV, &c), 2); /* and the ret */
    assert_int_equal(case_threads(&c), 1);
    assert_int_equal(c.groups[0] * c.groups[1], 1);
    assert_false(c.overlap);
    case_free(&c);
}

/* A jump needs a loop or a switch around it, and a switch a label. */
static void test_construct(void **state)
{
    struct program_case c = {0};

    assert_true(reduce(DXBC_OP_CONTINUEC, &c) <= 4);
    case_free(&c);
    assert_true(reduce(DXBC_OP_ENDSWITCH, &c) <= 4);
    case_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_instruction),
        cmocka_unit_test(test_construct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
