/*
 * One measurement. First every reference runs once: the first one's outputs are the truth, and the others
 * must agree with it. Then the device runs once, and its outputs are held against the truth. Then come rounds
 * in which the device and the references that still have a chance take turns, so that both sides see the same
 * state of the machine.
 */
#include "measure.h"

#include "../runtime/cli/xxh64.h"
#include "platform.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct measurement {
    const struct registry_entry *entry;
    const struct measure_options *options;
    const struct progress *progress;
    struct gpu *gpu;
    struct workload_case c;
    struct workload_result *result;
    void *truth[CASE_OUTPUTS];
    void *got[CASE_OUTPUTS];
};

/* A variant that is this much slower than the fastest after three rounds takes no further part. */
static const double HOPELESS = 1.3;
enum { TRIAL_ROUNDS = 3 };

static const double WARM_SECONDS = 1;
enum { WARM_PAUSE_MS = 5 };
static const double SHORT_SECONDS = 5e-3;

static void result_begin(struct workload_result *r, const struct workload_case *c)
{
    const struct workload *w = c->workload;
    snprintf(r->name, sizeof r->name, "%s", w->name);
    snprintf(r->doc, sizeof r->doc, "%s", w->doc);
    snprintf(r->unit, sizeof r->unit, "%s", w->unit);
    snprintf(r->text, sizeof r->text, "%s", c->text);
    r->size = c->size;
    r->unit_scale = w->unit_scale;
    r->other_algorithm = w->other_algorithm;
    r->output_count = c->output_count;
    for (unsigned i = 0; i < c->output_count; i++) {
        snprintf(r->outputs[i].name, sizeof r->outputs[i].name, "%s", c->outputs[i].name);
        r->outputs[i].type = c->outputs[i].type;
        r->outputs[i].bytes = c->outputs[i].bytes;
    }
}

static bool fail(struct measurement *m, enum outcome outcome, const char *text)
{
    m->result->outcome = outcome;
    snprintf(m->result->error, sizeof m->result->error, "%s", text);
    return false;
}

/* Seconds. */
static double run_reference(struct measurement *m, unsigned i)
{
    if (m->c.workload->prepare_reference)
        m->c.workload->prepare_reference(&m->c);
    parallel_wake();
    double start = platform_seconds();
    m->entry->references[i].run(&m->c);
    double seconds = platform_seconds() - start;
    parallel_rest();
    return seconds;
}

/* Seconds from the first dispatch of the run until the device is done. */
static double run_device(struct measurement *m)
{
    if (m->c.workload->prepare)
        m->c.workload->prepare(&m->c, m->gpu);
    gpu_finish(m->gpu);
    double start = platform_seconds();
    m->c.workload->run(&m->c, m->gpu);
    gpu_finish(m->gpu);
    return platform_seconds() - start;
}

/* What a stream of such runs takes, not the waking of threads and the fetching of memory that sleep and other work came
 * before: a short run is made again at once, on both sides, and counts then. */
static double steady_device(struct measurement *m)
{
    double seconds = run_device(m);
    return seconds < SHORT_SECONDS && !m->gpu->error[0] ? run_device(m) : seconds;
}

static double steady_reference(struct measurement *m, unsigned i)
{
    double seconds = run_reference(m, i);
    return seconds < SHORT_SECONDS ? run_reference(m, i) : seconds;
}

struct record_order {
    size_t bytes;
};
static struct record_order record_order; /* qsort hands no context on */

static int compare_records(const void *a, const void *b)
{
    return memcmp(a, b, record_order.bytes);
}

/* A copy with its records sorted, or NULL. */
static void *sorted_copy(const struct workload_output *o, const void *bytes)
{
    void *copy = malloc(o->bytes);
    if (!copy)
        return NULL;
    memcpy(copy, bytes, o->bytes);
    record_order.bytes = o->record_bytes ? o->record_bytes : element_bytes(o->type);
    qsort(copy, o->bytes / record_order.bytes, record_order.bytes, compare_records);
    return copy;
}

static struct distance output_distance(const struct workload_output *o, const void *got, const void *truth)
{
    if (!o->any_order || !memcmp(got, truth, o->bytes))
        return distance_measure(o->type, got, truth, o->bytes, o->tolerance);
    struct distance d = {.elements = o->bytes / element_bytes(o->type), .wrong = 1};
    void *a = sorted_copy(o, got), *b = sorted_copy(o, truth);
    if (a && b)
        d = distance_measure(o->type, a, b, o->bytes, o->tolerance);
    free(a);
    free(b);
    return d;
}

/* Whether outputs are right; if not, why says so in a sentence. */
static bool outputs_right(struct measurement *m, void *const *got, char *why, size_t size)
{
    if (m->c.workload->check) {
        const void *bytes[CASE_OUTPUTS] = {0};
        memcpy(bytes, got, sizeof bytes);
        return m->c.workload->check(&m->c, bytes, why, size);
    }
    for (unsigned i = 0; i < m->c.output_count; i++) {
        const struct workload_output *o = &m->c.outputs[i];
        struct distance d = output_distance(o, got[i], m->truth[i]);
        if (!d.wrong)
            continue;
        snprintf(why, size, "%s: %zu of %zu elements are wrong; element %zu is %.9g instead of %.9g", o->name,
                 d.wrong, d.elements, d.first_wrong, element_value(o->type, got[i], d.first_wrong),
                 element_value(o->type, m->truth[i], d.first_wrong));
        return false;
    }
    return true;
}

/* Runs every reference once. The first one's outputs become the truth. */
static bool run_references(struct measurement *m)
{
    struct workload_result *r = m->result;
    const struct registry_entry *e = m->entry;
    unsigned count = e->reference_count < RESULT_VARIANTS ? e->reference_count : RESULT_VARIANTS;
    if (m->options->check_only && count > 1)
        count = 1;
    for (unsigned i = 0; i < count; i++) {
        struct variant_result *v = &r->variants[i];
        void *expected[CASE_OUTPUTS] = {0};
        char why[200] = "";
        snprintf(v->name, sizeof v->name, "%s", e->references[i].name);
        progress_say(m->progress, "%s %s: reference %s", r->name, size_name(r->size), v->name);
        run_reference(m, i);
        r->variant_count = i + 1;
        for (unsigned k = 0; k < m->c.output_count; k++) {
            expected[k] = m->c.outputs[k].expected;
            if (i == 0 && !(m->truth[k] = case_alloc(&m->c, m->c.outputs[k].bytes)))
                return fail(m, OUTCOME_FAILED, m->c.error);
            if (i == 0)
                memcpy(m->truth[k], expected[k], m->c.outputs[k].bytes);
        }
        v->wrong = !outputs_right(m, expected, why, sizeof why);
        if (v->wrong)
            snprintf(r->error, sizeof r->error, "reference %s: %s", v->name, why);
    }
    return true;
}

static bool device_failed(struct measurement *m)
{
    return m->gpu->error[0] && !fail(m, OUTCOME_FAILED, m->gpu->error);
}

static bool read_output(struct measurement *m, unsigned i, void *bytes)
{
    struct workload_output *o = &m->c.outputs[i];
    if (!o->resource)
        return fail(m, OUTCOME_FAILED, "setup ties no resource to an output");
    return gpu_read(m->gpu, o->resource, bytes, o->bytes) || fail(m, OUTCOME_FAILED, m->gpu->error);
}

static bool read_outputs(struct measurement *m)
{
    for (unsigned i = 0; i < m->c.output_count; i++) {
        m->got[i] = case_alloc(&m->c, m->c.outputs[i].bytes);
        if (!m->got[i])
            return fail(m, OUTCOME_FAILED, m->c.error);
        if (!read_output(m, i, m->got[i]))
            return false;
    }
    return true;
}

static bool keep_output(struct measurement *m, unsigned i)
{
    struct output_result *o = &m->result->outputs[i];
    char path[400];
    snprintf(o->file, sizeof o->file, "%s-%s-%s.bin", m->c.workload->name, size_name(m->c.size),
             m->c.outputs[i].name);
    snprintf(path, sizeof path, "%s/%s", m->options->outputs_folder, o->file);
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(m->got[i], 1, o->bytes, file) == o->bytes;
    good &= file && !fclose(file);
    return good || fail(m, OUTCOME_FAILED, "an output cannot be written to the folder of --outputs");
}

static bool judge_outputs(struct measurement *m)
{
    char why[200] = "";
    for (unsigned i = 0; i < m->c.output_count; i++) {
        struct output_result *o = &m->result->outputs[i];
        o->hash = xxh64(m->got[i], o->bytes);
        o->repeats = true;
        o->judged = m->truth[i] != NULL;
        if (o->judged)
            o->distance = output_distance(&m->c.outputs[i], m->got[i], m->truth[i]);
        if (m->options->outputs_folder && !keep_output(m, i))
            return false;
    }
    if (m->truth[0] && !outputs_right(m, m->got, why, sizeof why))
        return fail(m, OUTCOME_WRONG, why);
    return true;
}

static bool run_device_first(struct measurement *m)
{
    progress_say(m->progress, "%s %s: first run", m->result->name, size_name(m->result->size));
    m->c.workload->setup(&m->c, m->gpu);
    if (device_failed(m))
        return false;
    m->result->first_run = run_device(m);
    return !device_failed(m) && read_outputs(m) && judge_outputs(m);
}

/* A device may go on getting ready behind its first runs: compile on a thread that takes a core from whoever is timed,
 * raise its clock. Runs untimed for a second, or for as long as the limit where that is less, with pauses. */
static bool warm_device(struct measurement *m)
{
    double start = platform_seconds();
    double warm = m->options->time_limit < WARM_SECONDS ? m->options->time_limit : WARM_SECONDS;
    progress_say(m->progress, "%s %s: warming up", m->result->name, size_name(m->result->size));
    while (platform_seconds() - start + m->result->first_run < warm) {
        run_device(m);
        if (device_failed(m))
            return false;
        platform_sleep_ms(WARM_PAUSE_MS);
    }
    return true;
}

static bool has_chance(const struct workload_result *r, unsigned i, unsigned round)
{
    const struct variant_result *best = workload_result_best(r);
    if (r->variants[i].wrong)
        return false;
    return round < TRIAL_ROUNDS || !best ||
           samples_summary(&r->variants[i].samples).median <=
               HOPELESS * samples_summary(&best->samples).median;
}

/* Rounds until there are enough, or the time is up: a round is started only when it will likely fit. */
static bool run_rounds(struct measurement *m)
{
    struct workload_result *r = m->result;
    double start = platform_seconds(), longest = r->first_run;
    unsigned round = 0;
    for (; round < m->options->repeat; round++) {
        double begin = platform_seconds();
        if (begin - start + longest > m->options->time_limit && (round || longest > m->options->time_limit))
            break;
        progress_say(m->progress, "%s %s: round %u of %u", r->name, size_name(r->size), round + 1,
                     m->options->repeat);
        samples_add(&r->samples, steady_device(m));
        if (device_failed(m))
            return false;
        for (unsigned i = 0; i < r->variant_count; i++)
            if (has_chance(r, i, round))
                samples_add(&r->variants[i].samples, steady_reference(m, i));
        double seconds = platform_seconds() - begin;
        longest = seconds > longest ? seconds : longest;
    }
    if (!round)
        samples_add(&r->samples,
                    r->first_run); /* better than nothing: the run alone takes longer than the limit */
    for (unsigned i = 0; i < r->variant_count; i++)
        if (!r->variants[i].samples.count && !r->variants[i].wrong)
            samples_add(&r->variants[i].samples, steady_reference(m, i));
    return true;
}

/* Whether the last run left the same bytes as the first. */
static bool check_repeats(struct measurement *m)
{
    bool good = true;
    for (unsigned i = 0; good && i < m->c.output_count; i++) {
        size_t bytes = m->c.outputs[i].bytes;
        void *last = malloc(bytes);
        good =
            last ? read_output(m, i, last) : fail(m, OUTCOME_FAILED, "no memory for the last run's output");
        m->result->outputs[i].repeats = good && !memcmp(last, m->got[i], bytes);
        free(last);
    }
    return good;
}

void measure_workload(const struct registry_entry *entry, enum bench_size size, struct gpu *gpu,
                      const struct measure_options *options, const struct progress *progress,
                      struct workload_result *result)
{
    struct measurement m = {
        .entry = entry, .options = options, .progress = progress, .gpu = gpu, .result = result};
    platform_reset_peak_memory();
    bool created = case_create(&m.c, entry->workload, size);
    result_begin(result, &m.c);
    if (!created)
        fail(&m, OUTCOME_FAILED, m.c.error);
    bool good = created && (options->device_only || run_references(&m)) && run_device_first(&m);
    if (good && !options->check_only)
        good = warm_device(&m) && run_rounds(&m) && check_repeats(&m);
    result->work = m.c.work; /* a reference may have counted what no formula gives */
    result->peak_memory = platform_peak_memory();
    case_destroy(&m.c);
    if (result->outcome == OUTCOME_FAILED)
        gpu_close(gpu);
    else
        gpu_release_objects(gpu);
}
