/*
 * --json: one object on standard output that tells what ran and how it ended.
 */
#include <inttypes.h>

#include "run.h"

static void print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(out, "\\u%04x", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
}

static void print_member(FILE *out, const char *key, const char *text)
{
    fprintf(out, "  \"%s\": ", key);
    print_string(out, text);
    fputs(",\n", out);
}

static void print_device(const struct run *run, FILE *out)
{
    const weft_device_info *info = &run->device.info;
    fputs("  \"device\": { \"version\": ", out);
    print_string(out, weft_version());
    if (info->executor) {
        fputs(", \"executor\": ", out);
        print_string(out, info->executor);
        fputs(", \"instruction_set\": ", out);
        print_string(out, info->instruction_set);
        fprintf(out, ", \"threads\": %u", info->threads);
    }
    fputs(" },\n", out);
}

static void print_uavs(const struct run *run, FILE *out)
{
    const char *separator = "\n";
    fputs("  \"uavs\": [", out);
    for (uint32_t i = 0; run->repeats_done && i < run->plan.item_count; i++) {
        const struct run_item *item = &run->plan.items[i];
        if (!pipeline_is_read_write(item->resource->kind))
            continue;
        fprintf(out, "%s    { \"name\": ", separator);
        print_string(out, item->resource->name);
        if (item->resource->buffer->array_size > 1)
            fprintf(out, ", \"element\": %u", item->element);
        fprintf(out, ", \"register\": \"u%u\", \"bytes\": %zu, \"hash\": \"%016" PRIx64 "\"", item->slot,
                item->read_bytes, item->hash);
        if (item->counter_flag)
            fprintf(out, ", \"counter\": %u", item->counter);
        fputs(" }", out);
        separator = ",\n";
    }
    fputs("\n  ],\n", out);
}

static void print_first_difference(const struct pipeline_rule *rule, const struct rule_outcome *outcome,
                                   FILE *out)
{
    uint32_t unit = data_format_size(rule->actual->format);
    size_t offset = (size_t)outcome->first_element * unit;
    fputs(", \"first\": { ", out);
    if (rule->actual->array_size > 1)
        fprintf(out, "\"array\": %u, ", outcome->first_array);
    fprintf(out, "\"element\": %" PRIu64, outcome->first_element);
    if (offset + unit <= rule->actual->size_bytes) {
        char actual[DATA_TEXT], expected[DATA_TEXT];
        data_print_exact(rule->actual->format, rule->actual->data[outcome->first_array] + offset, actual);
        data_print_exact(rule->actual->format, rule->expected->data[outcome->first_array] + offset, expected);
        fprintf(out, ", \"expected\": \"%s\", \"actual\": \"%s\"", expected, actual);
    }
    fputs(" }", out);
}

static void print_results(const struct run *run, FILE *out)
{
    fputs("  \"results\": [", out);
    for (uint32_t i = 0; run->outcomes && i < run->pipeline.rule_count; i++) {
        const struct pipeline_rule *rule = &run->pipeline.rules[i];
        const struct rule_outcome *outcome = &run->outcomes[i];
        fprintf(out, "%s\n    { \"name\": ", i == 0 ? "" : ",");
        print_string(out, rule->name);
        fprintf(out, ", \"rule\": \"%s\", \"passed\": %s", pipeline_rule_names[rule->kind],
                outcome->passed ? "true" : "false");
        if (outcome->shapes_differ)
            fputs(", \"shapes_differ\": true", out);
        else
            fprintf(out, ", \"elements\": %" PRIu64 ", \"differing\": %" PRIu64, outcome->element_count,
                    outcome->differing);
        if (outcome->differing)
            print_first_difference(rule, outcome, out);
        fputs(" }", out);
    }
    fputs("\n  ],\n", out);
}

void run_print_json(const struct run *run, enum cli_status status, FILE *out)
{
    fputs("{\n", out);
    print_member(out, "pipeline", run->options.pipeline_path);
    print_member(out, "shader", run->options.shader_count ? run->options.shader_paths[0] : "");
    print_device(run, out);
    fprintf(out, "  \"groups\": [%u, %u, %u],\n", run->pipeline.group_count[0], run->pipeline.group_count[1],
            run->pipeline.group_count[2]);
    fputs("  \"dispatch_ms\": [", out);
    for (uint32_t i = 0; i < run->repeats_done; i++)
        fprintf(out, "%s%.3f", i == 0 ? "" : ", ", run->dispatch_ms[i]);
    fputs("],\n", out);
    print_uavs(run, out);
    print_results(run, out);
    if (run->error.status != CLI_OK)
        print_member(out, "error", run->error.text);
    fprintf(out, "  \"exit\": %d\n}\n", (int)status);
}
