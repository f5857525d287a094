/* How much of the machine the process may use: affinity mask and control groups. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "topology.h"

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    return remove(path);
}

static int make_root(void **state)
{
    char path[] = "/tmp/weft-topology-XXXXXX";
    *state = mkdtemp(path) ? strdup(path) : NULL;
    return *state ? 0 : -1;
}

static int remove_root(void **state)
{
    int result = nftw(*state, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return result;
}

static void put(const char *root, const char *path, const char *text)
{
    char name[512];
    snprintf(name, sizeof(name), "%s%s", root, path);
    for (char *slash = name + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(name, 0700);
        *slash = '/';
    }
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static struct topology_limits read_under(const char *root)
{
    struct topology_limits limits = {.threads = 64, .memory_bytes = UINT64_C(1) << 40};
    topology_read_cgroups(&limits, root);
    return limits;
}

static void no_groups_no_limits(void **state)
{
    struct topology_limits limits = read_under(*state);
    assert_int_equal(limits.threads, 64);
    assert_int_equal(limits.memory_bytes, UINT64_C(1) << 40);
}

/* The lowest of all levels; a quota is rounded up. */
static void version_2_up_to_the_root(void **state)
{
    put(*state, "/proc/self/cgroup", "0::/a.slice/b.scope\n");
    put(*state, "/sys/fs/cgroup/a.slice/b.scope/cpu.max", "max 100000\n");
    put(*state, "/sys/fs/cgroup/a.slice/b.scope/memory.max", "2000000000\n");
    put(*state, "/sys/fs/cgroup/a.slice/cpu.max", "250000 100000\n");
    put(*state, "/sys/fs/cgroup/a.slice/memory.max", "max\n");
    put(*state, "/sys/fs/cgroup/memory.max", "1000000000\n");
    struct topology_limits limits = read_under(*state);
    assert_int_equal(limits.threads, 3);
    assert_int_equal(limits.memory_bytes, 1000000000);
}

static void version_1_by_controller(void **state)
{
    put(*state, "/proc/self/cgroup",
        "12:cpuset:/x\n5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n1:name=systemd:/\n");
    put(*state, "/sys/fs/cgroup/cpu/docker/1/cpu.cfs_quota_us", "50000\n");
    put(*state, "/sys/fs/cgroup/cpu/docker/1/cpu.cfs_period_us", "100000\n");
    put(*state, "/sys/fs/cgroup/cpuset/x/cpu.cfs_quota_us", "-1\n");
    put(*state, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "123456789\n");
    struct topology_limits limits = read_under(*state);
    assert_int_equal(limits.threads, 1);
    assert_int_equal(limits.memory_bytes, 123456789);
}

static void odd_files_say_nothing(void **state)
{
    put(*state, "/proc/self/cgroup", "nonsense\n0::\n3:cpu\n0::/\n");
    put(*state, "/sys/fs/cgroup/cpu.max", "-5 0\n");
    put(*state, "/sys/fs/cgroup/memory.max", "");
    struct topology_limits limits = read_under(*state);
    assert_int_equal(limits.threads, 64);
    assert_int_equal(limits.memory_bytes, UINT64_C(1) << 40);
}

/* In a child, because limits are found once for a process. */
static void the_affinity_mask_holds(void **state)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        cpu_set_t all, one;
        CPU_ZERO(&one);
        sched_getaffinity(0, sizeof(all), &all);
        for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
            if (CPU_ISSET(i, &all))
                CPU_SET(i, &one);
        _exit(!sched_setaffinity(0, sizeof(one), &one) && topology_limits()->threads == 1 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_groups_no_limits, make_root, remove_root),
        cmocka_unit_test_setup_teardown(version_2_up_to_the_root, make_root, remove_root),
        cmocka_unit_test_setup_teardown(version_1_by_controller, make_root, remove_root),
        cmocka_unit_test_setup_teardown(odd_files_say_nothing, make_root, remove_root),
        cmocka_unit_test(the_affinity_mask_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
