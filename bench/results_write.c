/*
 * Results as JSON. Writing needs so little that it is done here, because a JSON library for Windows programs
 * is not to be had from Debian; reading, which takes more care, is left to Jansson (results_read.c).
 */
#include "results.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct json {
    FILE *file;
    unsigned depth;
    bool first; /* nothing was written yet at this depth */
};

/* What stands in front of every value: comma, line break, name. */
static void json_lead(struct json *j, const char *name)
{
    fprintf(j->file, "%s\n%*s", j->first ? "" : ",", 2 * (int)j->depth, "");
    if (name)
        fprintf(j->file, "\"%s\": ", name);
    j->first = false;
}

static void json_open(struct json *j, const char *name, char bracket)
{
    if (j->depth)
        json_lead(j, name);
    fputc(bracket, j->file);
    j->depth++;
    j->first = true;
}

static void json_close(struct json *j, char bracket)
{
    j->depth--;
    if (!j->first)
        fprintf(j->file, "\n%*s", 2 * (int)j->depth, "");
    fputc(bracket, j->file);
    j->first = false;
}

static void json_text(struct json *j, const char *name, const char *text)
{
    json_lead(j, name);
    fputc('"', j->file);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(j->file, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(j->file, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, j->file);
    fputc('"', j->file);
}

/* Infinity and NaN have no number in JSON. */
static void json_number(struct json *j, const char *name, double value)
{
    json_lead(j, name);
    if (isfinite(value))
        fprintf(j->file, "%.9g", value);
    else
        fputs("null", j->file);
}

static void json_count(struct json *j, const char *name, uint64_t value)
{
    json_lead(j, name);
    fprintf(j->file, "%" PRIu64, value);
}

static void json_bool(struct json *j, const char *name, bool value)
{
    json_lead(j, name);
    fputs(value ? "true" : "false", j->file);
}

/* On one line: there may be hundreds. */
static void json_samples(struct json *j, const char *name, const struct samples *samples)
{
    json_lead(j, name);
    fputc('[', j->file);
    for (unsigned i = 0; i < samples->count; i++)
        fprintf(j->file, "%s%.6g", i ? ", " : "", samples->seconds[i]);
    fputc(']', j->file);
}

static void write_output(struct json *j, const struct output_result *o)
{
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, o->hash);
    json_open(j, NULL, '{');
    json_text(j, "name", o->name);
    json_text(j, "type", element_name(o->type));
    json_count(j, "bytes", o->bytes);
    json_text(j, "xxh64", hash);
    json_bool(j, "repeats", o->repeats);
    if (o->judged) {
        json_open(j, "from_reference", '{');
        json_count(j, "elements", o->distance.elements);
        json_count(j, "differing", o->distance.differing);
        json_count(j, "wrong", o->distance.wrong);
        json_number(j, "ulp", o->distance.ulp);
        json_number(j, "absolute", o->distance.absolute);
        json_close(j, '}');
    }
    if (o->file[0])
        json_text(j, "file", o->file);
    json_close(j, '}');
}

static void write_variant(struct json *j, const struct variant_result *v)
{
    json_open(j, NULL, '{');
    json_text(j, "name", v->name);
    json_bool(j, "right", !v->wrong);
    json_number(j, "median", samples_summary(&v->samples).median);
    json_samples(j, "samples", &v->samples);
    json_close(j, '}');
}

static void write_work(struct json *j, const struct work *work)
{
    json_open(j, "work", '{');
    json_number(j, "amount", work->amount);
    json_number(j, "bytes", work->bytes);
    json_number(j, "flops", work->flops);
    json_number(j, "double_ops", work->double_ops);
    json_number(j, "int_ops", work->int_ops);
    json_close(j, '}');
}

/* What a reader could work out from the rest, for people who look into the file. */
static void write_derived(struct json *j, const struct workload_result *w, const struct peaks *peaks)
{
    const char *bound;
    double least = peaks_bound(peaks, &w->work, &bound), median = samples_summary(&w->samples).median;
    const struct variant_result *best = workload_result_best(w);
    double reference = best ? samples_summary(&best->samples).median : 0;
    json_number(j, "median", median);
    json_number(j, "rate", median > 0 ? w->work.amount / median / w->unit_scale : 0);
    json_text(j, "bound", bound);
    json_number(j, "share_of_peak", median > 0 ? least / median : 0);
    if (!best)
        return;
    json_text(j, "best_reference", best->name);
    json_number(j, "times_reference", reference > 0 ? median / reference : 0);
    json_number(j, "reference_share_of_peak", reference > 0 ? least / reference : 0);
}

static void write_workload(struct json *j, const struct workload_result *w, const struct peaks *peaks)
{
    json_open(j, NULL, '{');
    json_text(j, "name", w->name);
    json_text(j, "doc", w->doc);
    json_text(j, "size", size_name(w->size));
    json_text(j, "text", w->text);
    json_text(j, "outcome", outcome_name(w->outcome));
    if (w->error[0])
        json_text(j, "error", w->error);
    json_text(j, "unit", w->unit);
    json_number(j, "unit_scale", w->unit_scale);
    json_bool(j, "other_algorithm", w->other_algorithm);
    write_work(j, &w->work);
    write_derived(j, w, peaks);
    json_number(j, "first_run", w->first_run);
    json_samples(j, "samples", &w->samples);
    json_open(j, "references", '[');
    for (unsigned i = 0; i < w->variant_count; i++)
        write_variant(j, &w->variants[i]);
    json_close(j, ']');
    json_number(j, "first_result", w->first_result);
    json_count(j, "peak_memory", w->peak_memory);
    json_open(j, "outputs", '[');
    for (unsigned i = 0; i < w->output_count; i++)
        write_output(j, &w->outputs[i]);
    json_close(j, ']');
    json_open(j, "scaling", '[');
    for (unsigned i = 0; i < w->thread_count; i++) {
        json_open(j, NULL, '{');
        json_count(j, "threads", w->threads[i].threads);
        json_number(j, "median", w->threads[i].median);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void write_peaks(struct json *j, const char *name, const struct peaks *peaks)
{
    json_open(j, name, '{');
    json_number(j, "bytes_per_second", peaks->bytes);
    json_number(j, "flops", peaks->flops);
    json_number(j, "double_ops", peaks->double_ops);
    json_number(j, "int_ops", peaks->int_ops);
    json_close(j, '}');
}

static void write_machine(struct json *j, const struct results *r)
{
    json_text(j, "system", r->system);
    json_text(j, "time", r->time);
    json_text(j, "processor", r->processor);
    json_count(j, "memory_bytes", r->memory_bytes);
    json_count(j, "threads", r->threads);
    json_text(j, "device", r->device);
    json_text(j, "device_notes", r->device_notes);
    json_text(j, "settings", r->settings);
    write_peaks(j, "peaks", &r->peaks);
    json_bool(j, "device_is_processor", r->device_is_processor);
    write_peaks(j, "device_peaks", &r->device_peaks);
    json_number(j, "empty_dispatch", r->empty_dispatch);
    json_number(j, "empty_round", r->empty_round);
    json_number(j, "empty_first", r->empty_first);
    json_text(j, "outputs_folder", r->outputs_folder);
}

bool results_write(const struct results *results, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file) {
        struct json j = {.file = file, .first = true};
        json_open(&j, NULL, '{');
        json_text(&j, "format", "weft-bench 1");
        write_machine(&j, results);
        json_open(&j, "workloads", '[');
        for (unsigned i = 0; i < results->workload_count; i++)
            write_workload(&j, &results->workloads[i], &results->device_peaks);
        json_close(&j, ']');
        json_close(&j, '}');
        fputc('\n', file);
    }
    bool good = file && !ferror(file);
    good &= file && !fclose(file);
    if (!good)
        fprintf(stderr, "weft-bench: %s cannot be written\n", path);
    return good;
}
