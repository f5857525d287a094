/*
 * Which shared memory stands as planes: what has elements that all accesses keep to and that rows of threads reach.
 */
#include "../../support/kernel_machine.h"

#include "alloc.h"
#include "jit_planes.h"
#include "lane_affine.h"

enum { X = LANE_THREAD_ID_IN_GROUP, Y = LANE_THREAD_ID_IN_GROUP + 1 };

struct bench {
    struct dxbc_arena arena;
    struct dxbc_program dxbc;
    struct lane_program program;
    struct jit_planes planes;
};

/* One object g0 of structures: rows of 16 elements of four words. */
static struct bench *begin(uint32_t stride, uint32_t count)
{
    struct bench *t = test_calloc(1, sizeof(*t));
    struct lane_resource shared = {.file = DXBC_FILE_TGSM, .stride = stride, .structured = true, .count = count,
                                   .size_bytes = stride * count};

    t->dxbc = (struct dxbc_program){.thread_group = {16, 8, 1}};
    t->program = (struct lane_program){.arena = &t->arena, .dxbc = &t->dxbc, .group_size = {16, 8, 1}};
    for (uint32_t i = 0; i < LANE_INPUTS; i++)
        lane_new_reg(&t->program);
    lane_new_resource(&t->program, &shared);
    return t;
}

static lane_value k(struct bench *t, uint32_t bits)
{
    return lane_constant(&t->program, bits);
}

static lane_value put(struct bench *t, uint16_t op, lane_value a, lane_value b)
{
    lane_value result = lane_new_reg(&t->program);
    struct lane_instr *instr = lane_append(&t->program, op, 1, 2, 0);

    instr->dst[0] = result;
    instr->src[0] = a;
    instr->src[1] = b;
    return result;
}

/* So many words from the first one on. */
static struct lane_instr *load(struct bench *t, lane_value structure, lane_value offset, uint8_t words)
{
    lane_value results[4];
    struct lane_instr *instr;

    for (uint8_t i = 0; i < words; i++)
        results[i] = lane_new_reg(&t->program);
    instr = lane_append(&t->program, LANE_LOAD, words, 2, 0);
    instr->flags = LANE_STRUCTURED;
    instr->src[0] = structure;
    instr->src[1] = offset;
    for (uint8_t i = 0; i < words; i++)
        instr->dst[i] = results[i], instr->place[i] = i;
    return instr;
}

static unsigned count_of(struct bench *t)
{
    struct lane_affine *affine;
    unsigned count;

    assert_true(lane_find_affine(&t->program, &t->arena, &affine));
    assert_true(jit_find_planes(&t->program, &t->arena, &t->planes));
    count = t->planes.of[0];
    for (uint32_t i = 0; i < t->program.instr_count && count > 1; i++) {
        if (t->program.instrs[i].op == LANE_LOAD)
            assert_true(jit_first_plane(&t->program, &t->planes, &t->program.instrs[i]) < count);
    }
    dxbc_arena_release(&t->arena);
    test_free(t);
    return count;
}

static void test_rows(void **state)
{
    struct bench *t = begin(256, 8);

    load(t, Y, put(t, LANE_ISHL, X, k(t, 4)), 4);
    assert_int_equal(count_of(t), 4);

    t = begin(256, 8); /* a part of the element, as compilers write it */
    load(t, Y, put(t, LANE_IADD, put(t, LANE_IMUL, X, k(t, 16)), k(t, 8)), 2);
    assert_int_equal(count_of(t), 4);
}

static void test_structures(void **state)
{
    struct bench *t = begin(12, 100);

    load(t, LANE_FLATTENED, k(t, 0), 3);
    load(t, LANE_FLATTENED, k(t, 8), 1);
    assert_int_equal(count_of(t), 3);

    t = begin(12, 100); /* words that are found when it runs */
    load(t, LANE_FLATTENED, k(t, 0), 3);
    load(t, LANE_FLATTENED, put(t, LANE_ISHL, X, k(t, 2)), 1);
    assert_int_equal(count_of(t), 1);
}

/* What begins anywhere, or goes from one element into the next. */
static void test_no_elements(void **state)
{
    struct bench *t = begin(256, 8);

    load(t, Y, put(t, LANE_ISHL, X, k(t, 4)), 4);
    load(t, Y, put(t, LANE_ISHL, X, k(t, 2)), 1);
    assert_int_equal(count_of(t), 1);

    t = begin(256, 8);
    load(t, Y, put(t, LANE_IADD, put(t, LANE_ISHL, X, k(t, 4)), k(t, 4)), 4);
    assert_int_equal(count_of(t), 1);
}

/* Whole elements that neighbours have far apart stay together, unless others in a loop want them apart. */
static void test_worth(void **state)
{
    struct bench *t = begin(256, 16);

    load(t, X, put(t, LANE_ISHL, Y, k(t, 4)), 4);
    load(t, k(t, 0), put(t, LANE_ISHL, Y, k(t, 4)), 4);
    assert_int_equal(count_of(t), 1);

    t = begin(256, 16);
    load(t, X, put(t, LANE_ISHL, Y, k(t, 4)), 4);
    lane_append(&t->program, LANE_LOOP, 0, 0, 0);
    load(t, Y, put(t, LANE_ISHL, X, k(t, 4)), 1);
    lane_append(&t->program, LANE_ENDLOOP, 0, 0, 0);
    lane_link(&t->program);
    assert_int_equal(count_of(t), 4);
}

/* What others than loads and stores reach. */
static void test_others(void **state)
{
    struct bench *t = begin(8, 64);
    struct lane_instr *atomic;

    load(t, LANE_FLATTENED, k(t, 0), 2);
    atomic = lane_append(&t->program, LANE_ATOMIC, 0, 5, 0);
    for (uint32_t s = 0; s < atomic->src_count; s++)
        atomic->src[s] = k(t, 0);
    assert_int_equal(count_of(t), 1);

    t = begin(8, 64); /* subroutines may be called from anywhere */
    load(t, LANE_FLATTENED, k(t, 0), 2);
    t->program.has_calls = true;
    assert_int_equal(count_of(t), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_structures),
                                       cmocka_unit_test(test_no_elements), cmocka_unit_test(test_worth),
                                       cmocka_unit_test(test_others)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
