/*
 * The list of results and the names of what is in it.
 */
#include "results.h"

#include <stdlib.h>
#include <string.h>

static const char *const size_names[] = {"small", "default", "large"};
static const char *const outcome_names[] = {"right", "wrong", "failed"};

/* The index of a name in a list, or -1. */
static int find_name(const char *const *names, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return (int)i;
    return -1;
}

const char *size_name(enum bench_size size)
{
    return size_names[size];
}

bool size_parse(const char *name, enum bench_size *size)
{
    int i = find_name(size_names, BENCH_SIZE_COUNT, name);
    if (i >= 0)
        *size = (enum bench_size)i;
    return i >= 0;
}

const char *outcome_name(enum outcome outcome)
{
    return outcome_names[outcome];
}

bool outcome_parse(const char *name, enum outcome *outcome)
{
    int i = find_name(outcome_names, sizeof outcome_names / sizeof outcome_names[0], name);
    if (i >= 0)
        *outcome = (enum outcome)i;
    return i >= 0;
}

struct workload_result *results_add(struct results *results)
{
    size_t count = results->workload_count;
    struct workload_result *grown = realloc(results->workloads, (count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    results->workloads = grown;
    results->workload_count++;
    memset(&grown[count], 0, sizeof grown[count]);
    return &grown[count];
}

void results_cleanup(struct results *results)
{
    free(results->workloads);
    *results = (struct results){0};
}

const struct variant_result *workload_result_best(const struct workload_result *w)
{
    const struct variant_result *best = NULL;
    double least = 0;
    for (unsigned i = 0; i < w->variant_count; i++) {
        double median = samples_summary(&w->variants[i].samples).median;
        if (w->variants[i].wrong || median <= 0 || (best && median >= least))
            continue;
        best = &w->variants[i];
        least = median;
    }
    return best;
}
