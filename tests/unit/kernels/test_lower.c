/*
 * The lowering: signs that go into operations, destinations that are sources as well, what it refuses and
 * what it does when memory runs out.
 */
#include "../../support/kernel_machine.h"
#include "../../support/random_program.h"

#include "alloc.h"
#include "lane_passes.h"
#include "lower.h"

struct lower_bench {
    struct token_builder b;
    struct dxbc_shader *shader;
    struct dxbc_arena arena;
    struct lane_program *program;
    struct diag diag;
};

static struct lower_bench *begin(void)
{
    struct lower_bench *t = test_malloc(sizeof(*t));

    memset(t, 0, sizeof(*t));
    tokens_begin(&t->b, TOKENS_CS_5_0);
    tokens_constant_buffer(&t->b, 0, 4, true);
    tokens_structured(&t->b, "u0", 16);
    tokens_input(&t->b, "vThreadID.xyz");
    tokens_temps(&t->b, 4);
    tokens_indexable_temp(&t->b, 0, 4);
    tokens_indexable_temp(&t->b, 1, 4);
    tokens_thread_group(&t->b, 64, 1, 1);
    return t;
}

static enum diag_code lower(struct lower_bench *t)
{
    size_t size;
    void *bytes;

    EMIT(&t->b, RET);
    bytes = tokens_finish(&t->b, &size);
    if (dxbc_load(bytes, size, 0, &t->shader, &t->diag) != DIAG_OK)
        fail_msg("refused: %s", t->diag.text);
    free(bytes);
    return lower_program(t->shader, &t->arena, &t->program, &t->diag);
}

static void end(struct lower_bench *t)
{
    dxbc_arena_release(&t->arena);
    dxbc_free(t->shader);
    test_free(t);
}

/* The operations between the preamble and the final ret. */
static void check_ops(const struct lower_bench *t, const uint16_t *ops, uint32_t count)
{
    const struct lane_program *program = t->program;

    assert_null(lane_verify(program));
    assert_int_equal(program->instr_count - program->preamble, count + 1);
    for (uint32_t i = 0; i < count; i++)
        assert_string_equal(lane_op_text(program->instrs[program->preamble + i].op), lane_op_text(ops[i]));
}

static void test_signs(void **state)
{
    static const uint16_t ops[] = {LANE_SUB,  LANE_SUB, LANE_NMAD, LANE_MSUB, LANE_MAD,
                                   LANE_FABS, LANE_MUL, LANE_FNEG, LANE_INEG, LANE_IADD};
    struct lower_bench *t = begin();

    EMIT(&t->b, ADD, "r0.x", "r1.x", "-r2.x");
    EMIT(&t->b, ADD, "r0.x", "-r1.x", "r2.x");
    EMIT(&t->b, MAD, "r0.x", "-r1.x", "r2.x", "r3.x");
    EMIT(&t->b, MAD, "r0.x", "r1.x", "r2.x", "-r3.x");
    EMIT(&t->b, MAD, "r0.x", "-r1.x", "-r2.x", "r3.x");
    EMIT(&t->b, MUL, "r0.x", "|r1.x|", "r2.x");
    EMIT(&t->b, MOV, "r0.x", "-r1.x");
    EMIT(&t->b, IADD, "r0.x", "r1.x", "-r2.x");
    assert_int_equal(lower(t), DIAG_OK);
    /* a move with a sign is the sign, then the move */
    assert_int_equal(t->program->instr_count, sizeof(ops) / sizeof(*ops) + 2);
    assert_int_equal(t->program->instrs[0].op, LANE_SUB);
    assert_int_equal(t->program->instrs[1].src[0], t->program->instrs[0].src[1]); /* r2 - r1 */
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(t->program->instrs[i].op, ops[i]);
    end(t);
}

/* A result that a later component still reads waits in a register of its own. */
static void test_overlap(void **state)
{
    static const uint16_t ops[] = {LANE_ADD, LANE_ADD, LANE_MOV};
    struct lower_bench *t = begin();

    EMIT(&t->b, ADD, "r0.xy", "r0.yxyx", "l(1.0)");
    assert_int_equal(lower(t), DIAG_OK);
    check_ops(t, ops, 3);
    assert_true(t->program->instrs[0].dst[0] != t->program->instrs[1].src[0]);
    end(t);
}

/* Constants at fixed places are loaded once for the group, others where they stand. */
static void test_constants(void **state)
{
    static const uint16_t ops[] = {LANE_ADD, LANE_ADD, LANE_LOAD_CONST, LANE_ADD};
    struct lower_bench *t = begin();

    EMIT(&t->b, ADD, "r0.x", "cb0[1].x", "cb0[1].y");
    EMIT(&t->b, ADD, "r0.y", "cb0[1].x", "cb0[1].x");
    EMIT(&t->b, ADD, "r0.z", "cb0[r1.x+0].x", "cb0[1].y");
    assert_int_equal(lower(t), DIAG_OK);
    assert_int_equal(t->program->preamble, 2);
    check_ops(t, ops, 4);
    end(t);
}

/* Arrays are memory only where an index is computed. */
static void test_arrays(void **state)
{
    struct lower_bench *t = begin();

    EMIT(&t->b, MOV, "x0[1].x", "r0.x");
    EMIT(&t->b, MOV, "x1[1].x", "r0.x");
    EMIT(&t->b, MOV, "r0.y", "x1[r0.x+1].x");
    EMIT(&t->b, MOV, "r0.z", "x0[1].x");
    assert_int_equal(lower(t), DIAG_OK);
    assert_int_equal(t->program->array_count, 1);
    assert_int_equal(t->program->instrs[0].op, LANE_MOV); /* to the register that x0[1].x is */
    assert_int_equal(t->program->instrs[1].op, LANE_MOV); /* on its way to x1[1].x */
    assert_int_equal(t->program->instrs[2].op, LANE_STORE_ARRAY);
    end(t);
}

/* Sampling takes the parameters that it has, in their order, and gives the components that are wanted. */
static void test_sampling(void **state)
{
    struct lower_bench *t = test_malloc(sizeof(*t));
    const struct lane_instr *instr;

    memset(t, 0, sizeof(*t));
    tokens_begin(&t->b, TOKENS_CS_5_0);
    tokens_declare(&t->b, DXBC_OP_DCL_SAMPLER, 0, "s3", 0);
    tokens_typed(&t->b, "t0", DXBC_DIM_TEXTURE2D, 5);
    tokens_temps(&t->b, 1);
    tokens_thread_group(&t->b, 1, 1, 1);
    tokens_instr(&t->b, DXBC_OP_GATHER4_PO, 0,
                 (const char *const[]){"r0.xw", "r0.xyxx", "r0.zwzz", "t0.yyyx", "s3.z", NULL});
    assert_int_equal(lower(t), DIAG_OK);
    instr = &t->program->instrs[0];
    assert_int_equal(instr->op, LANE_SAMPLE_VIEW);
    assert_int_equal(instr->src_count, 6);
    assert_int_equal(instr->dst_count, 2);
    assert_int_equal(instr->place[0], 1);
    assert_int_equal(instr->place[1], 0);
    assert_int_equal(LANE_SAMPLER_SLOT_OF(instr->imm), 3);
    assert_int_equal(LANE_SAMPLER_COMPONENT_OF(instr->imm), 2);
    end(t);
}

/* Whatever allocation fails: an error, and nothing is lost. */
static void test_no_memory(void **state)
{
    static const uint32_t size[3] = {64, 1, 1};
    struct token_builder *b = test_malloc(sizeof(*b));

    for (uint32_t seed = 1; seed <= 4; seed++) {
        struct dxbc_shader *shader;
        struct kernel *kernel = NULL;
        size_t bytes_size;
        void *bytes;
        long budget = 0;

        tokens_begin(b, TOKENS_CS_5_0);
        random_program(b, seed, seed % 2 ? RANDOM_ALL : RANDOM_FLOW | RANDOM_SHARED, size,
                       RANDOM_STATEMENTS);
        bytes = tokens_finish(b, &bytes_size);
        assert_int_equal(dxbc_load(bytes, bytes_size, 0, &shader, NULL), DIAG_OK);
        while (!kernel) {
            struct diag diag = {.code = DIAG_OK};
            enum diag_code code;

            dxbc_alloc_budget = budget++;
            code = kernel_create(shader, KERNEL_LANES, &kernel, &diag);
            dxbc_alloc_budget = -1;
            assert_int_equal(code, kernel ? DIAG_OK : DIAG_NO_MEMORY);
            if (budget > 200) /* then every seventh will do */
                budget += 6;
        }
        assert_true(budget > 20);
        kernel_destroy(kernel);
        dxbc_free(shader);
        free(bytes);
    }
    test_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs),  cmocka_unit_test(test_overlap),     cmocka_unit_test(test_constants),
        cmocka_unit_test(test_arrays), cmocka_unit_test(test_sampling), cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
