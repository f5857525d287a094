/* weft-bench, so far: runs every workload once and says whether the result is what the references find. */
#include "gpu.h"
#include "registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static double worst_distance(const struct workload_output *o, const float *got)
{
    double worst = 0;
    const float *expected = o->expected;
    for (size_t i = 0; i < o->bytes / sizeof(float); i++)
        if (!(fabs(got[i] - expected[i]) <= worst))
            worst = fabs(got[i] - expected[i]);
    return worst;
}

static void run(const struct registry_entry *entry, enum bench_size size, struct gpu *gpu)
{
    struct workload_case c;
    const struct workload *w = entry->workload;
    printf("%s: ", w->name);
    if (!case_create(&c, w, size)) {
        printf("%s\n", c.error);
        case_destroy(&c);
        return;
    }
    for (unsigned i = 0; i < entry->reference_count; i++) {
        if (w->prepare_reference)
            w->prepare_reference(&c);
        double start = now();
        entry->references[i].run(&c);
        printf("%s %.3f ms, ", entry->references[i].name, 1e3 * (now() - start));
    }
    w->setup(&c, gpu);
    if (w->prepare)
        w->prepare(&c, gpu);
    double start = now();
    if (!gpu->error[0])
        w->run(&c, gpu);
    gpu_finish(gpu);
    printf("device %.3f ms\n", 1e3 * (now() - start));
    const void *got[CASE_OUTPUTS] = { 0 };
    for (unsigned i = 0; i < c.output_count; i++) {
        struct workload_output *o = &c.outputs[i];
        void *bytes = case_alloc(&c, o->bytes);
        got[i] = bytes;
        if (gpu_read(gpu, o->resource, bytes, o->bytes))
            printf("  %s: %s, float32 worst distance %g\n", o->name,
                   memcmp(bytes, o->expected, o->bytes) ? "differs" : "same bits", worst_distance(o, bytes));
    }
    char why[200] = "";
    if (w->check)
        printf("  check: %s %s\n", w->check(&c, got, why, sizeof why) ? "right" : "WRONG", why);
    if (gpu->error[0])
        printf("  %s\n", gpu->error);
    gpu_release_objects(gpu);
    case_destroy(&c);
}

int main(int argc, char **argv)
{
    struct gpu gpu;
    if (!gpu_open(&gpu, &(struct gpu_options){ .adapter = -1 })) {
        fprintf(stderr, "weft-bench: %s\n", gpu.error);
        return 1;
    }
    for (unsigned i = 0; i < registry_count; i++)
        if (argc < 2 || !strcmp(argv[1], registry[i].workload->name))
            run(&registry[i], argc > 2 ? (enum bench_size)atoi(argv[2]) : BENCH_SMALL, &gpu);
    gpu_close(&gpu);
    return 0;
}
