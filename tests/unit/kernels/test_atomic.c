/*
 * Interlocked operations: each against a table of results, shared and local forms alike, and no update lost
 * when threads meet on one word.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "atomic.h"

static void test_results(void **state)
{
    static const struct {
        enum atomic_op op;
        uint32_t old, value, compare, becomes;
    } rows[] = {
        {ATOMIC_AND, 0xF0F0, 0xFF00, 0, 0xF000},
        {ATOMIC_OR, 0xF0F0, 0xFF00, 0, 0xFFF0},
        {ATOMIC_XOR, 0xF0F0, 0xFF00, 0, 0x0FF0},
        {ATOMIC_ADD, 0xFFFFFFFF, 2, 0, 1},
        {ATOMIC_IMAX, 0xFFFFFFFF, 1, 0, 1},
        {ATOMIC_IMIN, 0xFFFFFFFF, 1, 0, 0xFFFFFFFF},
        {ATOMIC_UMAX, 0xFFFFFFFF, 1, 0, 0xFFFFFFFF},
        {ATOMIC_UMIN, 0xFFFFFFFF, 1, 0, 1},
        {ATOMIC_EXCHANGE, 5, 6, 7, 6},
        {ATOMIC_COMPARE_EXCHANGE, 5, 6, 7, 5},
        {ATOMIC_COMPARE_EXCHANGE, 5, 6, 5, 6},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        uint32_t shared = rows[i].old, local = rows[i].old;

        assert_int_equal(atomic_apply(rows[i].op, &shared, rows[i].value, rows[i].compare), rows[i].old);
        assert_int_equal(atomic_apply_local(rows[i].op, &local, rows[i].value, rows[i].compare), rows[i].old);
        assert_int_equal(shared, rows[i].becomes);
        assert_int_equal(local, rows[i].becomes);
    }
    atomic_fence();
}

enum { ROUNDS = 20000 };

struct meeting {
    uint32_t sum, most;
};

/* Adds directly, and counts through a loop of compare and exchange. */
static void *meet(void *argument)
{
    struct meeting *meeting = argument;

    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint32_t seen = atomic_apply(ATOMIC_ADD, &meeting->sum, 1, 0);
        atomic_apply(ATOMIC_UMAX, &meeting->most, seen, 0);
        atomic_fence();
    }
    return NULL;
}

static void test_nothing_is_lost(void **state)
{
    struct meeting meeting = {0, 0};
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, meet, &meeting), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(meeting.sum, 3 * ROUNDS);
    assert_int_equal(meeting.most, 3 * ROUNDS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
