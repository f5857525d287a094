/*
 * A run of weft-bench from beginning to end.
 */
#include "session.h"

#include "bench_shaders.h"
#include "child.h"
#include "gpu_peaks.h"
#include "measure.h"
#include "platform.h"
#include "reference.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    EXIT_RIGHT = 0,
    EXIT_WRONG = 1,
    EXIT_USAGE = 2,
    EXIT_CANNOT = 3,
    EMPTY_DISPATCHES = 10000,
    EMPTY_ROUNDS = 200,
    FIRST_TRIES = 3,
};

struct session {
    const struct options *options;
    struct gpu_options gpu_options;
    struct gpu gpu;
    struct results results;
    struct progress progress;
};

/* The first few WEFT_* variables, which change what is measured. */
static void note_settings(char *text, size_t size)
{
    static const char *const names[] = {"WEFT_EXECUTOR",   "WEFT_ISA",       "WEFT_THREADS",  "WEFT_RELAXED",
                                        "WEFT_TIMEOUT_MS", "WEFT_MEMORY_MB", "WEFT_CACHE_DIR"};
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used ? " " : "", names[i], value);
    }
}

static void note_machine(struct session *s)
{
    struct results *r = &s->results;
    time_t now = time(NULL);
    snprintf(r->system, sizeof r->system, "%s", platform_system());
    strftime(r->time, sizeof r->time, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    platform_processor(r->processor, sizeof r->processor);
    r->memory_bytes = platform_memory();
    r->threads = parallel_threads();
    gpu_describe(&s->gpu, r->device, sizeof r->device, r->device_notes, sizeof r->device_notes);
    note_settings(r->settings, sizeof r->settings);
    if (s->options->outputs)
        snprintf(r->outputs_folder, sizeof r->outputs_folder, "%s", s->options->outputs);
}

/* A device that cannot run the probes is opened anew by the first workload, and has no peaks. */
static void measure_device_peaks(struct session *s)
{
    struct results *r = &s->results;
    r->device_is_processor = gpu_is_processor(&s->gpu);
    if (r->device_is_processor) {
        r->device_peaks = r->peaks;
        return;
    }
    progress_say(&s->progress, "peaks of the device");
    if (!gpu_peaks_measure(&s->gpu, &r->device_peaks)) {
        progress_clear(&s->progress);
        fprintf(stderr, "weft-bench: the device's peaks could not be measured: %s\n", s->gpu.error);
        gpu_close(&s->gpu);
        gpu_open(&s->gpu, &s->gpu_options);
    }
}

/* Many in a row, then one by one with the wait. */
static void measure_empty(struct session *s)
{
    struct gpu *gpu = &s->gpu;
    struct gpu_pass pass = {.shader = gpu_shader(gpu, &empty_dxbc)};
    struct samples rounds = {0};
    progress_say(&s->progress, "empty dispatches");
    gpu_dispatch(gpu, &pass);
    gpu_finish(gpu);
    double start = platform_seconds();
    for (unsigned i = 0; !gpu->error[0] && i < EMPTY_DISPATCHES; i++)
        ID3D11DeviceContext_Dispatch(gpu->context, 1, 1, 1);
    gpu_finish(gpu);
    double seconds = platform_seconds() - start;
    for (unsigned i = 0; i < EMPTY_ROUNDS; i++) {
        start = platform_seconds();
        gpu_dispatch(gpu, &pass);
        gpu_finish(gpu);
        samples_add(&rounds, platform_seconds() - start);
    }
    if (!gpu->error[0]) {
        s->results.empty_dispatch = seconds / EMPTY_DISPATCHES;
        s->results.empty_round = samples_summary(&rounds).median;
    }
    gpu_release_objects(gpu);
    s->results.empty_first = child_first_result(s->options->device, NULL, FIRST_TRIES);
}

/* 1, 2, 4 .. and what the machine has; all of them up to 8. */
static unsigned next_threads(unsigned threads, unsigned most)
{
    unsigned next = most <= 8 ? threads + 1 : 2 * threads;
    return threads < most && next > most ? most : next;
}

static void measure_threads(struct session *s, struct workload_result *r)
{
    unsigned most = s->results.threads;
    for (unsigned n = 1; n <= most && r->thread_count < RESULT_THREADS; n = next_threads(n, most)) {
        progress_say(&s->progress, "%s %s: %u threads", r->name, size_name(r->size), n);
        double median = child_with_threads(s->options->device, r->name, r->size, n, s->options->repeat,
                                           s->options->time_limit);
        if (median > 0)
            r->threads[r->thread_count++] = (struct thread_result){n, median};
    }
}

static void run_workload(struct session *s, const struct registry_entry *entry, enum bench_size size)
{
    const struct options *o = s->options;
    struct measure_options options = {.repeat = o->repeat,
                                      .time_limit = o->time_limit,
                                      .check_only = o->check,
                                      .outputs_folder = o->outputs};
    struct workload_result *result = results_add(&s->results);
    if (!result)
        return;
    if (s->gpu.device || gpu_open(&s->gpu, &s->gpu_options)) {
        measure_workload(entry, size, &s->gpu, &options, &s->progress, result);
    } else {
        snprintf(result->name, sizeof result->name, "%s", entry->workload->name);
        snprintf(result->error, sizeof result->error, "%s", s->gpu.error);
        result->size = size;
        result->outcome = OUTCOME_FAILED;
    }
    if (result->outcome != OUTCOME_FAILED && !o->check) {
        progress_say(&s->progress, "%s: first result", result->name);
        unsigned tries = o->repeat < FIRST_TRIES ? o->repeat : FIRST_TRIES;
        result->first_result = child_first_result(o->device, result->name, tries);
        if (o->threads)
            measure_threads(s, result);
    }
    progress_step(&s->progress);
    progress_clear(&s->progress);
    if (o->check)
        table_print_checked(result);
    else
        table_print_row(result, &s->results);
    fflush(stdout);
}

static unsigned count_steps(const struct options *o)
{
    unsigned steps = 0;
    for (unsigned i = 0; i < registry_count; i++)
        for (unsigned size = 0; size < BENCH_SIZE_COUNT; size++)
            steps += o->sizes[size] && filter_takes(o->filter, registry[i].workload->name);
    return steps;
}

static int exit_status(const struct results *r)
{
    int status = EXIT_RIGHT;
    for (unsigned i = 0; i < r->workload_count; i++)
        if (r->workloads[i].outcome == OUTCOME_WRONG)
            return EXIT_WRONG;
        else if (r->workloads[i].outcome == OUTCOME_FAILED)
            status = EXIT_CANNOT;
    return status;
}

static void run_all(struct session *s)
{
    const struct options *o = s->options;
    note_machine(s);
    if (!o->check) {
        progress_say(&s->progress, "peaks of the processor");
        peaks_measure(&s->results.peaks);
        measure_device_peaks(s);
        if (s->gpu.device)
            measure_empty(s);
        progress_clear(&s->progress);
        table_print_machine(&s->results);
        table_print_header();
    }
    for (unsigned i = 0; i < registry_count; i++)
        for (unsigned size = 0; size < BENCH_SIZE_COUNT; size++)
            if (o->sizes[size] && filter_takes(o->filter, registry[i].workload->name))
                run_workload(s, &registry[i], (enum bench_size)size);
}

int session_run(const struct options *options)
{
    struct session s = {.options = options};
    unsigned steps = count_steps(options);
    if (!gpu_options_parse(&s.gpu_options, options->device)) {
        fprintf(stderr, "weft-bench: --device takes default, warp, reference or a number, not '%s'\n",
                options->device);
        return EXIT_USAGE;
    }
    if (!steps) {
        fprintf(stderr, "weft-bench: no workload has a name like '%s'; see weft-bench --list\n",
                options->filter);
        return EXIT_USAGE;
    }
    if (!platform_has_reference_features()) {
        fprintf(stderr,
                "weft-bench: this processor lacks AVX2, FMA or BMI2, for which this build's C is compiled\n");
        return EXIT_CANNOT;
    }
    if (options->outputs && !platform_make_folder(options->outputs)) {
        fprintf(stderr, "weft-bench: the folder %s cannot be made\n", options->outputs);
        return EXIT_USAGE;
    }
    if (!gpu_open(&s.gpu, &s.gpu_options)) {
        fprintf(stderr, "weft-bench: no device: %s\n", s.gpu.error);
        return EXIT_CANNOT;
    }
    progress_start(&s.progress, steps);
    run_all(&s);
    int status = exit_status(&s.results);
    if (options->json && !results_write(&s.results, options->json))
        status = EXIT_USAGE;
    gpu_close(&s.gpu);
    results_cleanup(&s.results);
    return status;
}
