/*
 * The machine, as hwloc and the kernel tell it. hwloc is used here and nowhere else, and loaded when the map is
 * first asked for: it and what it needs cost each process a millisecond at its start, and dispatches get by
 * without.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "topology.h"

#include <dlfcn.h>
#include <hwloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "log.h"

static struct topology_machine machine;
static char processor[128] = "unknown";

struct hwloc_calls {
    __typeof__(hwloc_topology_init) *init;
    __typeof__(hwloc_topology_set_flags) *set_flags;
    __typeof__(hwloc_topology_load) *load;
    __typeof__(hwloc_topology_destroy) *destroy;
    __typeof__(hwloc_get_type_depth) *type_depth;
    __typeof__(hwloc_get_nbobjs_by_depth) *count_by_depth;
    __typeof__(hwloc_get_obj_by_depth) *object_by_depth;
};

static bool load_hwloc(struct hwloc_calls *calls)
{
    void *library = dlopen(HWLOC_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) {
        log_write(LOG_WARN, "cores, caches and NUMA nodes are not known: %s", dlerror());
        return false;
    }
    *calls = (struct hwloc_calls){
        .init = dlsym(library, "hwloc_topology_init"),
        .set_flags = dlsym(library, "hwloc_topology_set_flags"),
        .load = dlsym(library, "hwloc_topology_load"),
        .destroy = dlsym(library, "hwloc_topology_destroy"),
        .type_depth = dlsym(library, "hwloc_get_type_depth"),
        .count_by_depth = dlsym(library, "hwloc_get_nbobjs_by_depth"),
        .object_by_depth = dlsym(library, "hwloc_get_obj_by_depth"),
    };
    bool found = calls->init && calls->set_flags && calls->load && calls->destroy && calls->type_depth &&
                 calls->count_by_depth && calls->object_by_depth;
    if (!found)
        log_write(LOG_WARN, "cores, caches and NUMA nodes are not known: %s is not hwloc 2", HWLOC_SONAME);
    return found;
}

static unsigned count_of(const struct hwloc_calls *calls, hwloc_topology_t topology, hwloc_obj_type_t type,
                         unsigned missing)
{
    int depth = calls->type_depth(topology, type);
    unsigned count = depth == HWLOC_TYPE_DEPTH_UNKNOWN || depth == HWLOC_TYPE_DEPTH_MULTIPLE
                         ? 0
                         : calls->count_by_depth(topology, depth);
    return count ? count : missing;
}

static void read_caches(const struct hwloc_calls *calls, hwloc_topology_t topology)
{
    static const hwloc_obj_type_t types[3] = {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE};
    for (int i = 0; i < 3; i++) {
        if (!count_of(calls, topology, types[i], 0))
            continue;
        hwloc_obj_t cache = calls->object_by_depth(topology, calls->type_depth(topology, types[i]), 0);
        if (!cache || !cache->attr)
            continue;
        machine.cache_bytes[i] = cache->attr->cache.size;
        if (i == 0 && cache->attr->cache.linesize)
            machine.cache_line_bytes = cache->attr->cache.linesize;
    }
}

static void read_map(const struct hwloc_calls *calls)
{
    hwloc_topology_t topology;
    if (calls->init(&topology))
        return;
    calls->set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    if (!calls->load(topology)) {
        machine.packages = count_of(calls, topology, HWLOC_OBJ_PACKAGE, 1);
        machine.numa_nodes = count_of(calls, topology, HWLOC_OBJ_NUMANODE, 1);
        machine.hardware_threads = count_of(calls, topology, HWLOC_OBJ_PU, machine.hardware_threads);
        machine.cores = count_of(calls, topology, HWLOC_OBJ_CORE, machine.hardware_threads);
        read_caches(calls, topology);
    }
    calls->destroy(topology);
}

static void read_machine(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    machine.hardware_threads = online > 0 ? (unsigned)online : 1;
    machine.cores = machine.hardware_threads;
    machine.packages = machine.numa_nodes = 1;
    machine.cache_line_bytes = 64;
    struct hwloc_calls calls;
    if (load_hwloc(&calls))
        read_map(&calls);
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

/* First line of root/path; false when there is none. */
static bool read_line(const char *root, const char *path, char *line, int size)
{
    char name[1024];
    snprintf(name, sizeof(name), "%s%s", root, path);
    FILE *file = fopen(name, "r");
    if (!file)
        return false;
    bool good = fgets(line, size, file) != NULL;
    fclose(file);
    return good;
}

/* A quota of one and a half processors keeps two threads busy. */
static void limit_threads(struct topology_limits *limits, long long quota, long long period)
{
    if (quota <= 0 || period <= 0)
        return;
    unsigned long long threads = ((unsigned long long)quota + (unsigned long long)period - 1) /
                                 (unsigned long long)period;
    if (threads < limits->threads)
        limits->threads = (unsigned)threads;
}

static void limit_memory(struct topology_limits *limits, const char *root, const char *path)
{
    char line[128];
    unsigned long long bytes;
    if (read_line(root, path, line, sizeof(line)) && sscanf(line, "%llu", &bytes) == 1 &&
        bytes < limits->memory_bytes)
        limits->memory_bytes = bytes;
}

typedef void read_group_fn(struct topology_limits *limits, const char *root, const char *folder);

/* Files that are not there say nothing. */
static void read_group_v2(struct topology_limits *limits, const char *root, const char *folder)
{
    char path[768], line[128];
    long long quota, period;
    snprintf(path, sizeof(path), "%s/cpu.max", folder);
    if (read_line(root, path, line, sizeof(line)) && sscanf(line, "%lld %lld", &quota, &period) == 2)
        limit_threads(limits, quota, period);
    snprintf(path, sizeof(path), "%s/memory.max", folder);
    limit_memory(limits, root, path);
}

static void read_cpu_group_v1(struct topology_limits *limits, const char *root, const char *folder)
{
    char path[768], line[128];
    long long quota = -1, period = 0;
    snprintf(path, sizeof(path), "%s/cpu.cfs_quota_us", folder);
    if (read_line(root, path, line, sizeof(line)))
        sscanf(line, "%lld", &quota);
    snprintf(path, sizeof(path), "%s/cpu.cfs_period_us", folder);
    if (quota > 0 && read_line(root, path, line, sizeof(line)))
        sscanf(line, "%lld", &period);
    limit_threads(limits, quota, period);
}

static void read_memory_group_v1(struct topology_limits *limits, const char *root, const char *folder)
{
    char path[768];
    snprintf(path, sizeof(path), "%s/memory.limit_in_bytes", folder);
    limit_memory(limits, root, path);
}

/* The limits of a group and of every group above it hold. In a container, whose file system shows less than the
 * group's name says, the groups above are all that there is. */
static void read_groups(struct topology_limits *limits, const char *root, const char *mount, const char *group,
                        read_group_fn *read)
{
    char folder[704];
    size_t length = strlen(mount);
    snprintf(folder, sizeof(folder), "%s%s", mount, strcmp(group, "/") ? group : "");
    for (;;) {
        read(limits, root, folder);
        char *slash = strrchr(folder + length, '/');
        if (!slash)
            return;
        *slash = 0;
    }
}

static bool lists(const char *controllers, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = controllers; (at = strstr(at, name)); at += length)
        if ((at == controllers || at[-1] == ',') && (!at[length] || at[length] == ','))
            return true;
    return false;
}

void topology_read_cgroups(struct topology_limits *limits, const char *root)
{
    char name[1024], line[512];
    snprintf(name, sizeof(name), "%s/proc/self/cgroup", root);
    FILE *file = fopen(name, "r");
    while (file && fgets(line, sizeof(line), file)) { /* number:controllers:/group */
        line[strcspn(line, "\n")] = 0;
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *controllers++ = 0;
        *group++ = 0;
        if (!*controllers)
            read_groups(limits, root, "/sys/fs/cgroup", group, read_group_v2);
        if (lists(controllers, "cpu"))
            read_groups(limits, root, "/sys/fs/cgroup/cpu", group, read_cpu_group_v1);
        if (lists(controllers, "memory"))
            read_groups(limits, root, "/sys/fs/cgroup/memory", group, read_memory_group_v1);
    }
    if (file)
        fclose(file);
}

static struct topology_limits limits;

static void read_limits(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    limits.memory_bytes = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_C(1) << 32;
    limits.threads = affinity_threads();
    topology_read_cgroups(&limits, "");
    if (limits.threads > TOPOLOGY_MAX_THREADS)
        limits.threads = TOPOLOGY_MAX_THREADS;
}

const struct topology_limits *topology_limits(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_limits);
    return &limits;
}
