/*
 * The machine, as hwloc and the kernel tell it. hwloc is used here and nowhere else.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "topology.h"

#include <hwloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct topology_limits limits;
static struct topology_machine machine;
static char processor[128] = "unknown";

static unsigned count_of(hwloc_topology_t topology, hwloc_obj_type_t type, unsigned missing)
{
    int count = hwloc_get_nbobjs_by_type(topology, type);
    return count > 0 ? (unsigned)count : missing;
}

static void read_caches(hwloc_topology_t topology)
{
    static const hwloc_obj_type_t types[3] = {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE};
    machine.cache_line_bytes = 64;
    for (int i = 0; i < 3; i++) {
        hwloc_obj_t cache = hwloc_get_obj_by_type(topology, types[i], 0);
        if (!cache || !cache->attr)
            continue;
        machine.cache_bytes[i] = cache->attr->cache.size;
        if (i == 0 && cache->attr->cache.linesize)
            machine.cache_line_bytes = cache->attr->cache.linesize;
    }
}

static void read_machine(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    machine.hardware_threads = online > 0 ? (unsigned)online : 1;
    machine.cores = machine.hardware_threads;
    machine.packages = machine.numa_nodes = 1;
    machine.cache_line_bytes = 64;
    hwloc_topology_t topology;
    if (hwloc_topology_init(&topology))
        return;
    hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    if (!hwloc_topology_load(topology)) {
        machine.packages = count_of(topology, HWLOC_OBJ_PACKAGE, 1);
        machine.numa_nodes = count_of(topology, HWLOC_OBJ_NUMANODE, 1);
        machine.hardware_threads = count_of(topology, HWLOC_OBJ_PU, machine.hardware_threads);
        machine.cores = count_of(topology, HWLOC_OBJ_CORE, machine.hardware_threads);
        read_caches(topology);
    }
    hwloc_topology_destroy(topology);
}

const struct topology_machine *topology_machine(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_machine);
    return &machine;
}

static void read_processor(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file)
        return;
    char line[256];
    while (fgets(line, sizeof(line), file)) {
        char *colon = strchr(line, ':');
        if (!colon || strncmp(line, "model name", 10))
            continue;
        colon += strspn(colon, ": \t");
        colon[strcspn(colon, "\n")] = 0;
        snprintf(processor, sizeof(processor), "%.*s", (int)sizeof(processor) - 1, colon);
        break;
    }
    fclose(file);
}

const char *topology_processor(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_processor);
    return processor;
}

static unsigned affinity_threads(void)
{
    cpu_set_t set;
    long count = sched_getaffinity(0, sizeof(set), &set) ? sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}

/* First line of a file under the process's own control group or one of the folders above it, root last. */
static bool read_cgroup_file(const char *folder, const char *name, char *line, int size)
{
    char path[768];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool good = fgets(line, size, file) != NULL;
    fclose(file);
    return good;
}

/* Version 2: the limits of the group and of every group above it hold. */
static void read_cgroup_v2(const char *group)
{
    char folder[640], line[128];
    snprintf(folder, sizeof(folder), "/sys/fs/cgroup%s", group);
    for (;;) {
        unsigned long long quota, period, limit;
        if (read_cgroup_file(folder, "cpu.max", line, sizeof(line)) &&
            sscanf(line, "%llu %llu", &quota, &period) == 2 && period) {
            unsigned long long threads = (quota + period - 1) / period;
            if (threads < limits.threads)
                limits.threads = threads ? threads : 1;
        }
        if (read_cgroup_file(folder, "memory.max", line, sizeof(line)) && sscanf(line, "%llu", &limit) == 1 &&
            limit < limits.memory_bytes)
            limits.memory_bytes = limit;
        if (!strcmp(folder, "/sys/fs/cgroup"))
            return;
        char *slash = strrchr(folder, '/');
        *slash = 0;
        if (strlen(folder) < strlen("/sys/fs/cgroup"))
            return;
    }
}

static void read_cgroup_v1(void)
{
    char line[128];
    long long quota = -1, period = 0;
    if (read_cgroup_file("/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", line, sizeof(line)))
        sscanf(line, "%lld", &quota);
    if (read_cgroup_file("/sys/fs/cgroup/cpu", "cpu.cfs_period_us", line, sizeof(line)))
        sscanf(line, "%lld", &period);
    if (quota > 0 && period > 0) {
        long long threads = (quota + period - 1) / period;
        if (threads < limits.threads)
            limits.threads = threads;
    }
    unsigned long long limit;
    if (read_cgroup_file("/sys/fs/cgroup/memory", "memory.limit_in_bytes", line, sizeof(line)) &&
        sscanf(line, "%llu", &limit) == 1 && limit < limits.memory_bytes)
        limits.memory_bytes = limit;
}

static void read_cgroups(void)
{
    FILE *file = fopen("/proc/self/cgroup", "r");
    char line[512];
    while (file && fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "0::/", 4))
            read_cgroup_v2(line[4] ? line + 3 : "");
    }
    if (file)
        fclose(file);
    read_cgroup_v1();
}

static void read_limits(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    limits.memory_bytes = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_C(1) << 32;
    limits.threads = affinity_threads();
    read_cgroups();
    if (limits.threads > TOPOLOGY_MAX_THREADS)
        limits.threads = TOPOLOGY_MAX_THREADS;
}

const struct topology_limits *topology_limits(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_limits);
    return &limits;
}
