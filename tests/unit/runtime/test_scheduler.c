/* The scheduler and the watchdog by themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../support/sanitizers.h"
#include "scheduler.h"
#include "topology.h"
#include "watchdog.h"

static void pause_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

struct tally {
    struct sched *sched;
    atomic_uint *seen;
    uint64_t stop_at;
    unsigned workers;
    atomic_bool wrong;
};

static bool count(void *user, unsigned worker, uint64_t begin, uint64_t end)
{
    struct tally *tally = user;
    /* Each worker owns its scratch: a plain write must be safe. */
    if (worker >= tally->workers)
        atomic_store(&tally->wrong, true);
    memset(sched_scratch(tally->sched, worker), (int)worker, 100);
    for (uint64_t i = begin; i < end; i++)
        atomic_fetch_add(&tally->seen[i], 1);
    return begin <= tally->stop_at && tally->stop_at < end ? false : true;
}

static void every_index_once(void **state)
{
    enum { N = 10007 };
    struct sched *sched = sched_create(4);
    struct tally tally = {.sched = sched, .seen = calloc(N, sizeof(atomic_uint)), .stop_at = UINT64_MAX};
    assert_int_equal(sched_threads(sched), 4);
    assert_true(sched_reserve(sched, 4, 100));
    for (unsigned round = 0; round < 50; round++) {
        static const uint64_t chunks[] = {1, 7, 64, N, UINT32_MAX};
        tally.workers = 1 + round % 4;
        sched_run(sched, tally.workers, N, chunks[round % 5], count, &tally);
        for (int i = 0; i < N; i++)
            assert_int_equal(atomic_load(&tally.seen[i]), round + 1);
    }
    assert_false(atomic_load(&tally.wrong));
    free(tally.seen);
    sched_destroy(sched);
}

static void a_job_can_end_early(void **state)
{
    enum { N = 100000 };
    struct sched *sched = sched_create(3);
    struct tally tally = {
        .sched = sched, .seen = calloc(N, sizeof(atomic_uint)), .stop_at = 50, .workers = 3};
    assert_true(sched_reserve(sched, 3, 100));
    sched_run(sched, 1, N, 10, count, &tally);
    assert_int_equal(atomic_load(&tally.seen[59]), 1); /* the chunk that stopped was finished */
    assert_int_equal(atomic_load(&tally.seen[60]), 0);
    sched_run(sched, 3, N, 10, count, &tally);
    assert_int_equal(atomic_load(&tally.seen[N - 1]), 0);
    free(tally.seen);
    sched_destroy(sched);
}

static void workers_fit_the_count(void **state)
{
    struct sched *sched = sched_create(8);
    assert_int_equal(sched_workers(sched, 0), 1);
    assert_int_equal(sched_workers(sched, 1), 1);
    assert_int_equal(sched_workers(sched, 5), 5);
    assert_int_equal(sched_workers(sched, UINT64_C(1) << 40), 8);
    sched_destroy(sched);
}

/* Two indices that wait for each other: only two workers at a time can do that. */
struct meeting {
    atomic_uint arrived;
    atomic_bool alone;
};

static bool meet(void *user, unsigned worker, uint64_t begin, uint64_t end)
{
    struct meeting *meeting = user;
    atomic_fetch_add(&meeting->arrived, 1);
    for (int i = 0; atomic_load(&meeting->arrived) < 2 && i < 20000; i++)
        pause_ms(1);
    if (atomic_load(&meeting->arrived) < 2)
        atomic_store(&meeting->alone, true);
    return true;
}

static bool two_meet(struct sched *sched)
{
    struct meeting meeting = {0};
    sched_run(sched, 2, 2, 1, meet, &meeting);
    return !atomic_load(&meeting.alone);
}

static void workers_sleep_and_wake(void **state)
{
    struct sched *sched = sched_create(2);
    for (int i = 0; i < 10; i++) {
        assert_true(two_meet(sched));
        pause_ms(i);
    }
    sched_destroy(sched);
}

/* Other processes may slow this one down, but do not count. */
static void idle_workers_use_no_processor(void **state)
{
    struct sched *sched = sched_create(2);
    struct timespec begin, end;
    assert_true(two_meet(sched));
    pause_ms(20);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    pause_ms(200);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    assert_true((end.tv_sec - begin.tv_sec) * 1000000000 + end.tv_nsec - begin.tv_nsec < 20000000);
    sched_destroy(sched);
}

static void serves_in_a_child(void **state)
{
    if (UNDER_TSAN) /* starts no threads in the child of a process that had some */
        skip();
    struct sched *sched = sched_create(2);
    assert_true(two_meet(sched));
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        alarm(60);
        bool met = two_meet(sched) && two_meet(sched);
        sched_destroy(sched);
        _exit(met ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(two_meet(sched));
    sched_destroy(sched);
}

/* Each thread of a team of the program's has a scheduler of its own. */
static void serves_inside_a_parallel_region(void **state)
{
    if (UNDER_TSAN) /* OpenMP's own synchronisation is not instrumented */
        skip();
    atomic_uint met = 0, threads = 0;
#pragma omp parallel num_threads(2)
    {
        struct sched *sched = sched_create(2);
        atomic_fetch_add(&threads, 1);
        if (sched && two_meet(sched) && two_meet(sched))
            atomic_fetch_add(&met, 1);
        sched_destroy(sched);
    }
    assert_int_equal(atomic_load(&met), atomic_load(&threads));
}

static void scratch_is_aligned_and_kept(void **state)
{
    struct sched *sched = sched_create(2);
    assert_true(sched_reserve(sched, 2, 1000));
    void *first = sched_scratch(sched, 1);
    assert_int_equal((uintptr_t)first % 64, 0);
    assert_true(sched_reserve(sched, 2, 10));
    assert_ptr_equal(sched_scratch(sched, 1), first);
    sched_destroy(sched);
}

static void watchdog_barks(void **state)
{
    struct watchdog *watchdog = watchdog_create(200);
    const atomic_bool *stop = watchdog_stop_flag(watchdog);
    for (int round = 0; round < 3; round++) {
        assert_true(watchdog_arm(watchdog));
        assert_false(atomic_load(stop));
        for (int i = 0; i < 400 && !atomic_load(stop); i++)
            pause_ms(10);
        assert_true(atomic_load(stop));
        watchdog_disarm(watchdog);
    }
    for (int i = 0; i < 20; i++) { /* much work within the limit each time, more than it in all */
        assert_true(watchdog_arm(watchdog));
        pause_ms(15);
        watchdog_disarm(watchdog);
    }
    pause_ms(250);
    assert_false(atomic_load(stop));
    watchdog_destroy(watchdog);
}

/* Threads that are not there yet cost more than threads that sleep. */
static void first_waking_costs_more(void **state)
{
    struct tally tally = {.sched = sched_create(2), .seen = calloc(64, sizeof(*tally.seen)), .stop_at = 64, .workers = 2};
    assert_true(sched_reserve(tally.sched, 2, 100));
    uint64_t before = sched_wake_ns(tally.sched);
    sched_run(tally.sched, 1, 64, 8, count, &tally);
    assert_int_equal(sched_wake_ns(tally.sched), before);
    sched_run(tally.sched, 2, 64, 8, count, &tally);
    assert_true(sched_wake_ns(tally.sched) < before);
    sched_destroy(tally.sched);
    free(tally.seen);
}

static void topology_is_sane(void **state)
{
    const struct topology_machine *machine = topology_machine();
    assert_true(topology_limits()->threads >= 1);
    assert_true(topology_limits()->memory_bytes > 1 << 20);
    assert_true(machine->hardware_threads >= machine->cores && machine->cores >= 1);
    assert_true(*topology_processor());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_once),      cmocka_unit_test(a_job_can_end_early),
        cmocka_unit_test(workers_fit_the_count), cmocka_unit_test(scratch_is_aligned_and_kept),
        cmocka_unit_test(workers_sleep_and_wake), cmocka_unit_test(idle_workers_use_no_processor),
        cmocka_unit_test(serves_in_a_child),     cmocka_unit_test(serves_inside_a_parallel_region),
        cmocka_unit_test(first_waking_costs_more), cmocka_unit_test(watchdog_barks),
        cmocka_unit_test(topology_is_sane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
