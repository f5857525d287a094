/*
 * How large registers get: what makes checks of accesses needless has to be true, and has to be found.
 */
#include "../../support/kernel_machine.h"

#include "alloc.h"
#include "jit_range.h"
#include "lane_table.h"

struct bench {
    struct dxbc_arena arena;
    struct dxbc_program dxbc;
    struct lane_program program;
    struct jit_range *ranges;
};

static struct bench *begin(void)
{
    struct bench *t = test_calloc(1, sizeof(*t));

    t->dxbc = (struct dxbc_program){.thread_group = {16, 12, 1}};
    t->program = (struct lane_program){.arena = &t->arena, .dxbc = &t->dxbc, .group_size = {16, 12, 1}};
    for (uint32_t i = 0; i < LANE_INPUTS; i++)
        lane_new_reg(&t->program);
    return t;
}

static void end(struct bench *t)
{
    dxbc_arena_release(&t->arena);
    test_free(t);
}

static lane_value k(struct bench *t, uint32_t bits)
{
    return lane_constant(&t->program, bits);
}

static void put_to(struct bench *t, lane_value result, uint16_t op, lane_value a, lane_value b, lane_value c)
{
    const lane_value sources[3] = {a, b, c};
    struct lane_instr *instr = lane_append(&t->program, op, 1, lane_row_count(lane_op_infos[op].src), 0);

    instr->dst[0] = result;
    for (uint32_t s = 0; s < instr->src_count; s++)
        instr->src[s] = sources[s];
}

static lane_value put(struct bench *t, uint16_t op, lane_value a, lane_value b, lane_value c)
{
    lane_value result = lane_new_reg(&t->program);

    put_to(t, result, op, a, b, c);
    return result;
}

static uint32_t most(const struct bench *t, lane_value value, uint32_t instr)
{
    return jit_range_at(&t->program, t->ranges, value, instr);
}

static void test_arithmetic(void **state)
{
    struct bench *t = begin();
    lane_value x = LANE_THREAD_ID_IN_GROUP, y = LANE_THREAD_ID_IN_GROUP + 1;
    lane_value place = put(t, LANE_IMAD, y, k(t, 16), x), bits = put(t, LANE_AND, LANE_THREAD_ID, k(t, 63), 0);
    lane_value less = put(t, LANE_IADD, x, k(t, 0xFFFFFFFFu), 0), half = put(t, LANE_USHR, place, k(t, 1), 0);
    lane_value rest = put(t, LANE_UREM, LANE_THREAD_ID, k(t, 10), 0), none = put(t, LANE_UREM, x, k(t, 0), 0);
    lane_value large = put(t, LANE_IMUL, LANE_THREAD_ID, LANE_THREAD_ID, 0);

    assert_true(jit_find_ranges(&t->program, &t->arena, &t->ranges));
    assert_int_equal(most(t, y, 0), 11);
    assert_int_equal(most(t, place, 99), 11 * 16 + 15);
    assert_int_equal(most(t, bits, 99), 63);
    assert_int_equal(most(t, less, 99), UINT32_MAX);
    assert_int_equal(most(t, half, 99), (11 * 16 + 15) / 2);
    assert_int_equal(most(t, rest, 99), 9);
    assert_int_equal(most(t, none, 99), UINT32_MAX);
    assert_int_equal(most(t, large, 99), UINT32_MAX);
    end(t);
}

/* for (i = 0; i < 20; i += 3): below 20 in the body, not behind it. Without a test it goes on growing. */
static void test_counters(void **state)
{
    for (unsigned tested = 0; tested < 2; tested++) {
        struct bench *t = begin();
        lane_value i = lane_new_reg(&t->program), out;
        struct lane_instr *leave;
        uint32_t body;

        t->program.regs[i].uniform = true;
        put_to(t, i, LANE_MOV, k(t, 0), 0, 0);
        lane_append(&t->program, LANE_LOOP, 0, 0, 0);
        out = put(t, LANE_UGE, i, k(t, tested ? 20 : 0xFFFFFFFFu), 0);
        leave = lane_append(&t->program, LANE_BREAKC, 0, 1, 0);
        leave->src[0] = out;
        leave->flags = LANE_TEST_NZ;
        body = t->program.instr_count;
        put(t, LANE_MOV, i, 0, 0);
        put_to(t, i, LANE_IADD, i, k(t, 3), 0);
        lane_append(&t->program, LANE_ENDLOOP, 0, 0, 0);
        lane_link(&t->program);
        assert_true(jit_find_ranges(&t->program, &t->arena, &t->ranges));
        assert_int_equal(most(t, i, body), tested ? 19 : 0xFFFFFFFEu);
        assert_int_equal(most(t, i, t->program.instr_count), tested ? 22 : UINT32_MAX);
        end(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_counters)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
