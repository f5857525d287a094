/*
 * The machine: cores, caches and memory from hwloc, and how much of it this process may use (affinity mask and
 * cgroup quotas). Found once for the process; read-only afterwards.
 */
#ifndef RUNTIME_TOPOLOGY_H
#define RUNTIME_TOPOLOGY_H

#include <stdint.h>

enum { TOPOLOGY_MAX_THREADS = 1024 };

struct topology {
    unsigned packages, numa_nodes, cores, hardware_threads;
    unsigned usable_threads; /* affinity mask and CPU quota applied; at least 1 */
    unsigned cache_line_bytes;
    uint64_t cache_bytes[3]; /* one L1d, L2, L3; 0: none */
    uint64_t memory_bytes;   /* of the machine, or the cgroup's limit when that is lower */
    char processor[128];
};

const struct topology *topology_get(void);

#endif
