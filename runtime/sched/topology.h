/*
 * The machine, and how much of it this process may use. Three answers, each found once for the process when
 * it is first asked for, because they differ in price: limits take microseconds, the name of the processor a
 * file, the map of cores and caches hwloc with all its plug-ins (30 ms).
 */
#ifndef RUNTIME_TOPOLOGY_H
#define RUNTIME_TOPOLOGY_H

#include <stdint.h>

enum { TOPOLOGY_MAX_THREADS = 1024 };

/* What affinity mask, CPU quota and memory limit of the process and its control groups leave. */
struct topology_limits {
    unsigned threads;      /* at least 1 */
    uint64_t memory_bytes; /* of the machine, or the group's limit when that is lower */
};

struct topology_machine {
    unsigned packages, numa_nodes, cores, hardware_threads;
    unsigned cache_line_bytes;
    uint64_t cache_bytes[3]; /* one L1d, L2, L3; 0: none */
};

const struct topology_limits *topology_limits(void);
/* Lowers `limits` to those of the process's control groups (versions 1 and 2), as told by the files under `root`
 * ("" for the machine's own). */
void topology_read_cgroups(struct topology_limits *limits, const char *root);
const struct topology_machine *topology_machine(void);
/* The model name of the processor, or "unknown". */
const char *topology_processor(void);

#endif
