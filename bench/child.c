/*
 * Both sides of weft-bench --child. The parent passes the time at which it starts the child: the clock is the
 * machine's. The child prints one number.
 *
 *   --child first DEVICE STARTED [NAME]
 *   --child median DEVICE NAME SIZE REPEAT TIME-LIMIT
 */
#include "child.h"

#include "bench_shaders.h"
#include "measure.h"
#include "platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHILD_FAILED = 1, CHILD_USAGE = 2 };

static bool open_device(struct gpu *gpu, const char *device)
{
    struct gpu_options options;
    return gpu_options_parse(&options, device) && gpu_open(gpu, &options);
}

/* The seconds that making the input took, or -1. */
static double run_once(struct gpu *gpu, const char *device, const struct registry_entry *entry)
{
    struct workload_case c;
    double start = platform_seconds();
    bool good = case_create(&c, entry->workload, BENCH_SMALL);
    double making = platform_seconds() - start;
    good = good && open_device(gpu, device);
    if (good) {
        c.workload->setup(&c, gpu);
        if (c.workload->prepare && !gpu->error[0])
            c.workload->prepare(&c, gpu);
        if (!gpu->error[0])
            c.workload->run(&c, gpu);
        gpu_finish(gpu);
        good = !gpu->error[0];
    }
    case_destroy(&c);
    return good ? making : -1;
}

static bool run_empty(struct gpu *gpu, const char *device)
{
    if (!open_device(gpu, device))
        return false;
    gpu_dispatch(gpu, &(struct gpu_pass){.shader = gpu_shader(gpu, &empty_dxbc)});
    gpu_finish(gpu);
    return !gpu->error[0];
}

static int child_first(int count, char **arguments)
{
    struct gpu gpu = {0};
    double started = strtod(arguments[1], NULL), making = 0;
    if (count == 3) {
        const struct registry_entry *entry = registry_find(arguments[2]);
        if (!entry)
            return CHILD_USAGE;
        making = run_once(&gpu, arguments[0], entry);
        if (making < 0)
            return CHILD_FAILED;
    } else if (!run_empty(&gpu, arguments[0]))
        return CHILD_FAILED;
    printf("%.9f\n", platform_seconds() - started - making);
    gpu_close(&gpu);
    return 0;
}

static int child_median(char **arguments)
{
    struct gpu gpu;
    struct progress progress = {0};
    enum bench_size size;
    const struct registry_entry *entry = registry_find(arguments[1]);
    struct measure_options options = {.repeat = (unsigned)atoi(arguments[3]),
                                      .time_limit = strtod(arguments[4], NULL),
                                      .device_only = true};
    struct workload_result *result = calloc(1, sizeof *result);
    int status = CHILD_FAILED;
    if (result && entry && size_parse(arguments[2], &size) && open_device(&gpu, arguments[0])) {
        measure_workload(entry, size, &gpu, &options, &progress, result);
        if (result->outcome == OUTCOME_RIGHT)
            status = printf("%.9f\n", samples_summary(&result->samples).median) < 0;
        gpu_close(&gpu);
    }
    free(result);
    return status;
}

int child_main(int count, char **arguments)
{
    if ((count == 3 || count == 4) && !strcmp(arguments[0], "first"))
        return child_first(count - 1, arguments + 1);
    if (count == 6 && !strcmp(arguments[0], "median"))
        return child_median(arguments + 1);
    fprintf(stderr, "weft-bench: --child is for weft-bench itself\n");
    return CHILD_USAGE;
}

double child_first_result(const char *device, const char *name, unsigned tries)
{
    struct samples samples = {0};
    for (unsigned i = 0; i < tries; i++) {
        char started[40], output[64];
        const char *arguments[] = {"--child", "first", device, started, name, NULL};
        snprintf(started, sizeof started, "%.9f", platform_seconds());
        if (platform_run_self(arguments, NULL, NULL, output, sizeof output))
            return 0;
        samples_add(&samples, strtod(output, NULL));
    }
    return samples_summary(&samples).median;
}

double child_with_threads(const char *device, const char *name, enum bench_size size, unsigned threads,
                          unsigned repeat, double time_limit)
{
    char count[16], repeats[16], limit[32], output[64];
    const char *arguments[] = {"--child", "median", device, name, size_name(size), repeats, limit, NULL};
    snprintf(count, sizeof count, "%u", threads);
    snprintf(repeats, sizeof repeats, "%u", repeat);
    snprintf(limit, sizeof limit, "%g", time_limit);
    if (platform_run_self(arguments, "WEFT_THREADS", count, output, sizeof output))
        return 0;
    return strtod(output, NULL);
}
