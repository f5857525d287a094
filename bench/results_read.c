/*
 * Results from the JSON that results_write.c makes, read with Jansson. The file may come from anywhere: what
 * is missing or of another type counts as absent, and everything has room for so much and no more.
 */
#include "results.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_text(const json_t *object, const char *name, char *text, size_t size)
{
    const char *value = json_string_value(json_object_get(object, name));
    snprintf(text, size, "%s", value ? value : "");
}

/* Negative numbers make no sense anywhere. A null stands for infinity. */
static double read_number(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (json_is_null(value))
        return INFINITY;
    return json_is_number(value) ? fmax(json_number_value(value), 0) : 0;
}

static uint64_t read_count(const json_t *object, const char *name)
{
    json_int_t value = json_integer_value(json_object_get(object, name));
    return value > 0 ? (uint64_t)value : 0;
}

static void read_samples(const json_t *object, struct samples *samples)
{
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(object, "samples"), i,
                       value) if (json_is_number(value) && json_number_value(value) > 0)
        samples_add(samples, json_number_value(value));
}

static void read_output(const json_t *object, struct output_result *o)
{
    char type[16], hash[20];
    const json_t *distance = json_object_get(object, "from_reference");
    read_text(object, "name", o->name, sizeof o->name);
    read_text(object, "type", type, sizeof type);
    read_text(object, "xxh64", hash, sizeof hash);
    read_text(object, "file", o->file, sizeof o->file);
    if (!element_type_parse(type, &o->type))
        o->type = ELEMENT_UINT8;
    o->bytes = read_count(object, "bytes");
    o->hash = strtoull(hash, NULL, 16);
    o->repeats = json_is_true(json_object_get(object, "repeats"));
    o->judged = json_is_object(distance);
    o->distance = (struct distance){
        .elements = read_count(distance, "elements"),
        .differing = read_count(distance, "differing"),
        .wrong = read_count(distance, "wrong"),
        .ulp = read_number(distance, "ulp"),
        .absolute = read_number(distance, "absolute"),
    };
}

static void read_work(const json_t *object, struct work *work)
{
    *work = (struct work){
        .amount = read_number(object, "amount"),
        .bytes = read_number(object, "bytes"),
        .flops = read_number(object, "flops"),
        .double_ops = read_number(object, "double_ops"),
        .int_ops = read_number(object, "int_ops"),
    };
}

static void read_lists(const json_t *object, struct workload_result *w)
{
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(object, "references"), i,
                       value) if (w->variant_count < RESULT_VARIANTS)
    {
        struct variant_result *v = &w->variants[w->variant_count++];
        read_text(value, "name", v->name, sizeof v->name);
        v->wrong = !json_is_true(json_object_get(value, "right"));
        read_samples(value, &v->samples);
    }
    json_array_foreach(json_object_get(object, "outputs"), i, value) if (w->output_count < CASE_OUTPUTS)
        read_output(value, &w->outputs[w->output_count++]);
    json_array_foreach(json_object_get(object, "scaling"), i, value) if (w->thread_count < RESULT_THREADS)
        w->threads[w->thread_count++] =
        (struct thread_result){(unsigned)read_count(value, "threads"), read_number(value, "median")};
}

static bool read_workload(const json_t *object, struct workload_result *w)
{
    char size[16], outcome[16];
    read_text(object, "name", w->name, sizeof w->name);
    read_text(object, "doc", w->doc, sizeof w->doc);
    read_text(object, "size", size, sizeof size);
    read_text(object, "text", w->text, sizeof w->text);
    read_text(object, "outcome", outcome, sizeof outcome);
    read_text(object, "error", w->error, sizeof w->error);
    read_text(object, "unit", w->unit, sizeof w->unit);
    w->unit_scale = read_number(object, "unit_scale");
    if (w->unit_scale == 0)
        w->unit_scale = 1;
    w->other_algorithm = json_is_true(json_object_get(object, "other_algorithm"));
    w->first_run = read_number(object, "first_run");
    w->first_result = read_number(object, "first_result");
    w->peak_memory = read_count(object, "peak_memory");
    read_work(json_object_get(object, "work"), &w->work);
    read_samples(object, &w->samples);
    read_lists(object, w);
    return w->name[0] && size_parse(size, &w->size) && outcome_parse(outcome, &w->outcome);
}

static struct peaks read_peaks(const json_t *object)
{
    return (struct peaks){
        .bytes = read_number(object, "bytes_per_second"),
        .flops = read_number(object, "flops"),
        .double_ops = read_number(object, "double_ops"),
        .int_ops = read_number(object, "int_ops"),
    };
}

static void read_machine(const json_t *root, struct results *r)
{
    read_text(root, "system", r->system, sizeof r->system);
    read_text(root, "time", r->time, sizeof r->time);
    read_text(root, "processor", r->processor, sizeof r->processor);
    read_text(root, "device", r->device, sizeof r->device);
    read_text(root, "device_notes", r->device_notes, sizeof r->device_notes);
    read_text(root, "settings", r->settings, sizeof r->settings);
    read_text(root, "outputs_folder", r->outputs_folder, sizeof r->outputs_folder);
    r->memory_bytes = read_count(root, "memory_bytes");
    r->threads = (unsigned)read_count(root, "threads");
    r->empty_dispatch = read_number(root, "empty_dispatch");
    r->empty_round = read_number(root, "empty_round");
    r->empty_first = read_number(root, "empty_first");
    r->peaks = read_peaks(json_object_get(root, "peaks"));
    /* Files of before there were two say nothing of the device's. */
    r->device_is_processor = !json_is_false(json_object_get(root, "device_is_processor"));
    r->device_peaks = r->device_is_processor ? r->peaks : read_peaks(json_object_get(root, "device_peaks"));
}

static bool read_root(struct results *r, const json_t *root, const char *path)
{
    char format[32];
    size_t i;
    json_t *value;
    read_text(root, "format", format, sizeof format);
    if (strcmp(format, "weft-bench 1")) {
        fprintf(stderr, "weft-bench: %s is no result of weft-bench\n", path);
        return false;
    }
    read_machine(root, r);
    json_array_foreach(json_object_get(root, "workloads"), i, value)
    {
        struct workload_result *w = results_add(r);
        if (!w || !read_workload(value, w)) {
            fprintf(stderr, "weft-bench: %s: workload %zu has no name, size or outcome\n", path, i);
            return false;
        }
    }
    return true;
}

bool results_read(struct results *results, const char *path)
{
    json_error_t error;
    *results = (struct results){0};
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        fprintf(stderr, "weft-bench: %s:%d: %s\n", path, error.line, error.text);
        return false;
    }
    bool good = read_root(results, root, path);
    json_decref(root);
    if (!good)
        results_cleanup(results);
    return good;
}
