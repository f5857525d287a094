/*
 * Building kernels: names, what is refused and how, every allocation failing once, limits of state.
 */
#include "../../support/kernel_machine.h"

#include "alloc.h"

static void test_names(void **state)
{
    assert_string_equal(kernel_executor_name(KERNEL_INTERP), "interp");
    assert_string_equal(kernel_executor_name(KERNEL_LANES), "lanes");
    assert_string_equal(kernel_executor_name(KERNEL_JIT), "jit");
    assert_true(kernel_executor_available(KERNEL_INTERP, CPU_SCALAR));
    assert_true(kernel_executor_available(KERNEL_LANES, cpu_isa_best()));
    assert_false(kernel_executor_available(KERNEL_JIT, CPU_SCALAR));
    assert_false(kernel_executor_available(KERNEL_EXECUTOR_COUNT, CPU_SCALAR));
    assert_null(kernel_executor_name(KERNEL_EXECUTOR_COUNT));
    kernel_destroy(NULL);
}

static struct machine *small_shader(void)
{
    struct machine *m = test_malloc(sizeof(*m));

    machine_begin(m);
    tokens_raw(&m->b, "u0");
    tokens_indexable_temp(&m->b, 0, 4);
    machine_threads(m, 8, 4);
    EMIT(&m->b, MOV, "x0[1].x", "l(5)");
    EMIT(&m->b, MOV, "r0.y", "x0[r0.x+1].x");
    EMIT(&m->b, STORE_RAW, "u0.x", "l(0)", "r0.y");
    EMIT(&m->b, RET);
    return m;
}

static void test_no_memory(void **state)
{
    struct machine *m = small_shader();
    enum diag_code code;
    long allowed = 0;

    machine_build(m);
    kernel_destroy(m->kernel);
    do {
        m->diag = (struct diag){0};
        dxbc_alloc_budget = allowed++;
        code = kernel_create(m->shader, KERNEL_INTERP, &m->kernel, &m->diag);
        dxbc_alloc_budget = -1;
        assert_true(code == DIAG_OK || (code == DIAG_NO_MEMORY && !m->kernel));
    } while (code != DIAG_OK);
    assert_true(allowed > 4);
    machine_end(m);
    test_free(m);
}

static void test_unknown_executor(void **state)
{
    struct machine *m = small_shader();
    struct kernel *kernel;

    machine_build(m);
    assert_int_equal(kernel_create(m->shader, KERNEL_EXECUTOR_COUNT, &kernel, &m->diag), DIAG_UNSUPPORTED);
    assert_null(kernel);
    machine_end(m);
    test_free(m);
}

/* Pixel shaders load, but nothing runs them yet. */
static void test_other_stages(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));

    machine_begin(m);
    tokens_begin(&m->b, 0x00000050);
    EMIT(&m->b, RET);
    assert_int_equal(machine_try_build(m), DIAG_UNSUPPORTED);
    assert_string_equal(m->diag.text, "weft runs compute shaders, and ps_5_0 is none");
    machine_end(m);
    test_free(m);
}

/* Without a barrier one wave's registers serve all waves of a group; with one each wave keeps its own. */
static void test_scratch(void **state)
{
    size_t without, with;

    for (int barrier = 0; barrier < 2; barrier++) {
        struct machine *m = test_malloc(sizeof(*m));

        machine_begin(m);
        machine_threads(m, 1024, 100);
        if (barrier)
            EMIT_WITH(&m->b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
        EMIT(&m->b, RET);
        machine_build(m);
        *(barrier ? &with : &without) = kernel_scratch_size(m->kernel);
        machine_run(m, 1, 1, 1);
        machine_end(m);
        test_free(m);
    }
    assert_true(without > 100 * 4 * 32 * 4 && without < 2 * 100 * 4 * 32 * 4);
    assert_true(with > 32 * 100 * 4 * 32 * 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_unknown_executor),
        cmocka_unit_test(test_other_stages),
        cmocka_unit_test(test_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
