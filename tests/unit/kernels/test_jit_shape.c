/*
 * Shapes of registers, and their residues: random straight programs, run with the reference kernels for every thread
 * of a group; what is said of lanes has to hold in every strip. And that the shapes that matter are found.
 */
#include "../../support/kernel_machine.h"

#include "alloc.h"
#include "jit_planes.h"
#include "jit_shape.h"
#include "lane_table.h"

enum { OPS = 24, PROGRAMS = 400, MOST_REGS = LANE_INPUTS + OPS, MOST_THREADS = 1024 };

struct bench {
    struct dxbc_arena arena;
    struct dxbc_program dxbc;
    struct lane_program program;
    struct jit_shape shapes[MOST_REGS];
    uint32_t values[MOST_REGS][MOST_THREADS];
    uint32_t state;
};

static uint32_t draw(struct bench *t, uint32_t below)
{
    t->state = t->state * 1664525u + 1013904223u;
    return (t->state >> 8) % below;
}

static void begin(struct bench *t, uint32_t x, uint32_t y, uint32_t z)
{
    t->arena = (struct dxbc_arena){NULL};
    t->dxbc = (struct dxbc_program){.thread_group = {x, y, z}};
    t->program = (struct lane_program){.arena = &t->arena, .dxbc = &t->dxbc, .group_size = {x, y, z}};
    for (uint32_t i = 0; i < LANE_INPUTS; i++)
        lane_new_reg(&t->program);
}

static lane_value put(struct bench *t, uint16_t op, lane_value a, lane_value b, lane_value c, lane_value d)
{
    const lane_value sources[4] = {a, b, c, d};
    lane_value result = lane_new_reg(&t->program);
    struct lane_instr *instr = lane_append(&t->program, op, 1, lane_row_count(lane_op_infos[op].src), 0);

    instr->dst[0] = result;
    for (uint32_t s = 0; s < instr->src_count; s++)
        instr->src[s] = sources[s];
    return result;
}

static lane_value constant(struct bench *t, uint32_t bits)
{
    return lane_constant(&t->program, bits);
}

/* Threads of the group in order, as if in group (3, 5, 7). */
static void set_inputs(struct bench *t, uint32_t threads)
{
    const uint32_t *size = t->dxbc.thread_group, group[3] = {3, 5, 7};

    for (uint32_t i = 0; i < threads; i++) {
        const uint32_t own[3] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};

        for (unsigned axis = 0; axis < 3; axis++) {
            t->values[LANE_THREAD_ID_IN_GROUP + axis][i] = own[axis];
            t->values[LANE_THREAD_ID + axis][i] = group[axis] * size[axis] + own[axis];
            t->values[LANE_GROUP_ID + axis][i] = group[axis];
        }
        t->values[LANE_FLATTENED][i] = i;
    }
}

static void run(struct bench *t, uint32_t threads)
{
    struct lane_table table;

    lane_table_init(&table, CPU_SCALAR);
    set_inputs(t, threads);
    for (uint32_t i = 0; i < t->program.instr_count; i++) {
        const struct lane_instr *instr = &t->program.instrs[i];
        struct lane_args args = {.dst = {t->values[instr->dst[0]]}, .count = threads};

        for (uint32_t s = 0; s < instr->src_count; s++) {
            bool fixed = lane_is_constant(instr->src[s]);
            args.src[s] = fixed ? &t->program.constants[instr->src[s] & ~LANE_CONSTANT] : t->values[instr->src[s]];
            args.step[s] = fixed ? 0 : SIZE_MAX;
        }
        table.run[instr->op](&args);
    }
}

static void check(const struct bench *t, uint32_t threads, uint32_t lanes)
{
    for (lane_value reg = 0; reg < t->program.reg_count; reg++) {
        const struct jit_shape *shape = &t->shapes[reg];

        for (uint32_t i = 0; i < threads && shape->chunk > 1; i++) {
            uint32_t lane = i % lanes, first = i - lane % shape->chunk;

            assert_int_equal(t->values[reg][i], t->values[reg][first] + shape->off[lane]);
            if (shape->align < 32)
                assert_int_equal(t->values[reg][first] & (((uint32_t)1 << shape->align) - 1), 0);
        }
    }
}

static void check_residues(struct bench *t, uint32_t threads)
{
    struct jit_planes planes;

    assert_true(jit_find_planes(&t->program, &t->arena, &planes));
    for (lane_value reg = 0; reg < t->program.reg_count; reg++) {
        const struct jit_residue *residue = &planes.residues[reg];
        uint32_t mask = residue->bits < 32 ? ((uint32_t)1 << residue->bits) - 1 : UINT32_MAX;

        for (uint32_t i = 0; i < threads; i++)
            assert_int_equal(t->values[reg][i] & mask, residue->rest);
    }
}

static const uint16_t ops[] = {LANE_MOV, LANE_IADD, LANE_ISUB, LANE_IMUL,   LANE_IMAD, LANE_ISHL,
                               LANE_USHR, LANE_AND, LANE_BFI,  LANE_XOR,    LANE_UMIN, LANE_OR,
                               LANE_NOT,  LANE_INEG, LANE_IMAX, LANE_SELECT};

static lane_value any_value(struct bench *t)
{
    static const uint32_t constants[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 27, 31, 64, 0xFFFFFFFFu, 0xFFFFFFF0u};

    if (draw(t, 3) == 0)
        return constant(t, constants[draw(t, sizeof(constants) / sizeof(*constants))]);
    return draw(t, t->program.reg_count);
}

static void test_random(void **state)
{
    static const uint32_t sizes[][3] = {{64, 1, 1}, {8, 8, 1},  {16, 16, 1}, {32, 4, 2}, {4, 4, 4},
                                        {24, 2, 1}, {3, 5, 2},  {1, 64, 1},  {2, 2, 32}, {128, 1, 1},
                                        {1, 1, 64}, {12, 8, 2}, {6, 16, 2}};
    struct bench *t = test_calloc(1, sizeof(*t));

    for (uint32_t n = 0; n < PROGRAMS; n++) {
        const uint32_t *size = sizes[n % (sizeof(sizes) / sizeof(*sizes))];
        uint32_t threads = size[0] * size[1] * size[2];

        t->state = n;
        begin(t, size[0], size[1], size[2]);
        for (uint32_t i = 0; i < OPS; i++) {
            uint16_t op = ops[draw(t, sizeof(ops) / sizeof(*ops))];
            lane_value a = any_value(t), b = any_value(t), c = any_value(t), d = any_value(t);
            put(t, op, a, b, c, d);
        }
        run(t, threads);
        for (uint32_t lanes = 4; lanes <= JIT_MOST_LANES; lanes *= 2) {
            jit_find_shapes(&t->program, lanes, t->shapes);
            check(t, threads, lanes);
        }
        check_residues(t, threads);
        dxbc_arena_release(&t->arena);
    }
    test_free(t);
}

/* Rows of 16 in strips of 32: y * width + x is known in chunks of 16, y alone in chunks that are flat. */
static void test_rows(void **state)
{
    struct bench *t = test_calloc(1, sizeof(*t));
    lane_value width, at;

    begin(t, 16, 16, 1);
    width = LANE_GROUP_ID; /* a number that is the same for all */
    at = put(t, LANE_IMAD, LANE_THREAD_ID + 1, width, LANE_THREAD_ID, LANE_NONE);
    jit_find_shapes(&t->program, 32, t->shapes);
    assert_int_equal(t->shapes[LANE_THREAD_ID].chunk, 32);
    assert_int_equal(t->shapes[LANE_THREAD_ID + 1].off[31], 1);
    assert_int_equal(t->shapes[at].chunk, 16);
    assert_int_equal(t->shapes[at].off[17], 1);
    jit_find_shapes(&t->program, 16, t->shapes);
    assert_true(jit_shape_is_flat(&t->shapes[LANE_THREAD_ID + 1], 16));
    assert_int_equal(t->shapes[at].chunk, 16);
    dxbc_arena_release(&t->arena);
    test_free(t);
}

/* group * 256 + thread, as compilers write it: the thread's bits stand below the group's. */
static void test_inserted(void **state)
{
    struct bench *t = test_calloc(1, sizeof(*t));
    lane_value at;

    begin(t, 256, 1, 1);
    at = put(t, LANE_BFI, constant(t, 24), constant(t, 8), LANE_GROUP_ID, LANE_FLATTENED);
    jit_find_shapes(&t->program, 32, t->shapes);
    assert_int_equal(t->shapes[at].chunk, 32);
    assert_int_equal(t->shapes[at].off[31], 31);
    dxbc_arena_release(&t->arena);
    test_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_rows),
                                       cmocka_unit_test(test_inserted)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
