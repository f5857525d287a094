/*
 * The compile thread with jobs of our own: order, waiting, cancelling, devices that go, forks, exits.
 */
#include "../../support/runtime_rig.h"

#include <sys/wait.h>
#include <unistd.h>

#include "compiler.h"

struct test_job {
    struct compile_job job;
    unsigned ms;
    atomic_uint runs;
};

static atomic_uint finished;

static void run(struct compile_job *job)
{
    struct test_job *test = (struct test_job *)job;
    usleep(test->ms * 1000);
    atomic_fetch_add(&test->runs, 1);
    atomic_fetch_add(&finished, 1);
}

static struct test_job job_of(unsigned ms)
{
    return (struct test_job){.job.run = run, .ms = ms};
}

static void runs_once(void **state)
{
    struct test_job jobs[4] = {job_of(1), job_of(0), job_of(2), job_of(0)}, never = job_of(0);
    compiler_attach();
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 4; i++)
            assert_true(compiler_request(&jobs[i].job));
    for (int i = 0; i < 4; i++) {
        compiler_wait(&jobs[i].job);
        assert_int_equal(jobs[i].runs, 1);
        assert_int_equal(jobs[i].job.state, COMPILE_DONE);
    }
    compiler_wait(&never.job);
    assert_int_equal(never.runs, 0);
    compiler_detach();
}

static void cancel(void **state)
{
    struct test_job slow = job_of(100), second = job_of(0), third = job_of(0);
    compiler_attach();
    compiler_request(&slow.job);
    compiler_request(&second.job);
    compiler_request(&third.job);
    compiler_cancel(&third.job); /* the last of the queue */
    compiler_cancel(&second.job);
    assert_int_equal(second.job.state, COMPILE_IDLE);
    compiler_request(&third.job);
    compiler_cancel(&slow.job); /* now it is over, or never begins */
    assert_true(slow.job.state == COMPILE_DONE || slow.job.state == COMPILE_IDLE);
    compiler_wait(&third.job);
    assert_int_equal(second.runs, 0);
    assert_int_equal(third.runs, 1);
    compiler_detach();
}

static void run_until_stopped(struct compile_job *job)
{
    while (!atomic_load(&job->stop))
        usleep(100);
}

/* Waiting has an end when it is given one; the job then has one as well. */
static void wait_with_a_limit(void **state)
{
    struct compile_job endless = {.run = run_until_stopped};
    struct test_job quick = job_of(0), behind = job_of(0);
    compiler_attach();
    compiler_request(&quick.job);
    assert_true(compiler_wait_for(&quick.job, 60000));
    assert_int_equal(quick.runs, 1);
    compiler_request(&endless);
    compiler_request(&behind.job);
    assert_false(compiler_wait_for(&behind.job, 2)); /* in the queue */
    assert_int_equal(behind.job.state, COMPILE_IDLE);
    assert_false(compiler_wait_for(&endless, 2));
    assert_int_equal(endless.state, COMPILE_DONE);
    assert_int_equal(behind.runs, 0);
    compiler_detach();
}

/* Who has no use for the result any more need not wait for it: a shader that goes, the last device. */
static void stop(void **state)
{
    struct compile_job job = {.run = run_until_stopped}, other = {.run = run_until_stopped};
    compiler_attach();
    compiler_request(&job);
    while (job.state != COMPILE_RUNNING)
        usleep(100);
    compiler_cancel(&job);
    assert_int_equal(job.state, COMPILE_DONE);
    compiler_request(&other);
    while (other.state != COMPILE_RUNNING)
        usleep(100);
    compiler_detach();
    assert_int_equal(other.state, COMPILE_DONE);
}

/* The thread goes with the last device, and comes again. */
static void devices_go(void **state)
{
    for (int i = 0; i < 20; i++) {
        struct test_job job = job_of(i % 2);
        compiler_attach();
        compiler_attach();
        compiler_request(&job.job);
        compiler_detach();
        if (i % 3)
            compiler_wait(&job.job);
        compiler_cancel(&job.job);
        compiler_detach();
    }
}

static int wait_for_child(pid_t child)
{
    int status;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

/* A fork waits for the job at hand; what is queued is the parent's. */
static void forks(void **state)
{
    struct test_job slow = job_of(50), queued = job_of(50);
    compiler_attach();
    compiler_request(&slow.job);
    while (slow.job.state != COMPILE_RUNNING)
        usleep(100);
    compiler_request(&queued.job);
    pid_t child = fork();
    if (!child) {
        alarm(20);
        if (slow.job.state != COMPILE_DONE)
            _exit(1);
        if (queued.job.state == COMPILE_QUEUED || queued.job.state == COMPILE_RUNNING)
            _exit(2);
        if (queued.job.state == COMPILE_IDLE && (!compiler_request(&queued.job) || queued.job.run != run))
            _exit(3);
        compiler_wait(&queued.job);
        compiler_detach();
        _exit(queued.runs == 1 ? 0 : 4);
    }
    assert_int_equal(wait_for_child(child), 0);
    compiler_wait(&queued.job);
    assert_int_equal(queued.runs, 1);
    compiler_detach();
}

/* A process that ends while a job runs waits for that one alone, and leaves its exit status alone. */
static void exits(void **state)
{
    for (int i = 0; i < 8; i++) {
        pid_t child = fork();
        if (!child) {
            static struct test_job slow, queued;
            slow = job_of(30);
            queued = job_of(10000);
            alarm(20);
            compiler_attach();
            compiler_request(&slow.job);
            compiler_request(&queued.job);
            if (i % 2)
                while (slow.job.state != COMPILE_RUNNING)
                    usleep(100);
            usleep((unsigned)i * 3000);
            exit(17);
        }
        assert_int_equal(wait_for_child(child), 17);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_once), cmocka_unit_test(cancel), cmocka_unit_test(stop), cmocka_unit_test(wait_with_a_limit), cmocka_unit_test(devices_go),
        cmocka_unit_test(forks),     cmocka_unit_test(exits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
