/*
 * Measuring one workload at one size: references and device in turn, and the check of the result.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "gpu.h"
#include "progress.h"
#include "registry.h"
#include "results.h"

struct measure_options {
    unsigned repeat;            /* rounds at most */
    double time_limit;          /* seconds for all rounds; the first run of each side is always made */
    bool check_only;            /* run once, check, measure nothing */
    bool device_only;           /* leave the references out, and with them the check */
    const char *outputs_folder; /* keep the outputs' bytes there; may be NULL */
};

/* Fills in what belongs to the workload. A device that fails is closed; the caller opens it again. */
void measure_workload(const struct registry_entry *entry, enum bench_size size, struct gpu *gpu,
                      const struct measure_options *options, const struct progress *progress,
                      struct workload_result *result);

#endif
