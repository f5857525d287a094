/*
 * The table on the terminal.
 */
#include "table.h"

#include <inttypes.h>
#include <stdio.h>

static const char row_format[] = "%-14s %-7s %9s %6s %16s %6s %8s %7s %9s %8s  %s\n";

static const char *percent(double share, char *text, size_t size)
{
    snprintf(text, size, share < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * share);
    return text;
}

static void print_peaks(const char *label, const struct peaks *peaks)
{
    if (peaks->bytes > 0)
        printf("%-10s %.1f GB/s, %.0f GFLOP/s float32, %.0f GFLOP/s float64, %.0f Gop/s integer\n", label,
               peaks->bytes / 1e9, peaks->flops / 1e9, peaks->double_ops / 1e9, peaks->int_ops / 1e9);
}

void table_print_machine(const struct results *r)
{
    char text[32];
    printf("device     %s\n", r->device);
    if (r->device_notes[0])
        printf("           %s\n", r->device_notes);
    printf("processor  %s, %u threads\n", r->processor, r->threads);
    print_peaks(r->device_is_processor ? "peaks" : "its peaks", &r->peaks);
    if (!r->device_is_processor)
        print_peaks("device's", &r->device_peaks);
    if (r->empty_dispatch > 0)
        printf("dispatch   %s for an empty one among many",
               seconds_text(r->empty_dispatch, text, sizeof text));
    if (r->empty_round > 0)
        printf(", %s for one and its end", seconds_text(r->empty_round, text, sizeof text));
    if (r->empty_first > 0)
        printf(", %s from process start", seconds_text(r->empty_first, text, sizeof text));
    puts(r->empty_dispatch > 0 ? "\n" : "");
}

void table_print_header(void)
{
    printf(row_format, "workload", "size", "median", "spread", "rate", "peak", "vs C", "C peak", "first",
           "memory", "result");
}

void table_print_row(const struct workload_result *w, const struct results *r)
{
    struct summary s = samples_summary(&w->samples);
    const struct variant_result *best = workload_result_best(w);
    const char *bound;
    char time[24], spread[16], rate[40], share[16], ratio[24] = "", c_share[16] = "", first[24] = "";
    char memory[24], result[400];
    if (w->outcome == OUTCOME_FAILED) {
        printf("%-14s %-7s cannot run: %s\n", w->name, size_name(w->size), w->error);
        return;
    }
    double least = peaks_bound(&r->device_peaks, &w->work, &bound);
    percent(s.median > 0 ? (s.high - s.low) / s.median : 0, spread, sizeof spread);
    snprintf(rate, sizeof rate, "%.3g %s", s.median > 0 ? w->work.amount / s.median / w->unit_scale : 0,
             w->unit);
    percent(s.median > 0 ? least / s.median : 0, share, sizeof share);
    if (best) {
        double c_median = samples_summary(&best->samples).median;
        snprintf(ratio, sizeof ratio, "%.2fx", s.median / c_median);
        percent(peaks_bound(&r->peaks, &w->work, &bound) / c_median, c_share, sizeof c_share);
    }
    if (w->first_result > 0)
        seconds_text(w->first_result, first, sizeof first);
    snprintf(memory, sizeof memory, "%.0f MiB", (double)w->peak_memory / 0x1p20);
    snprintf(result, sizeof result, "%s %016" PRIx64 "%s%s%s", outcome_name(w->outcome), w->outputs[0].hash,
             w->outputs[0].repeats ? "" : ", not the same every time", w->error[0] ? ": " : "", w->error);
    printf(row_format, w->name, size_name(w->size), seconds_text(s.median, time, sizeof time), spread, rate,
           share, ratio, c_share, first, memory, result);
}

void table_print_checked(const struct workload_result *w)
{
    printf("%-14s %-7s %-6s", w->name, size_name(w->size), outcome_name(w->outcome));
    for (unsigned i = 0; w->outcome != OUTCOME_FAILED && i < w->output_count; i++)
        printf(" %s %016" PRIx64, w->outputs[i].name, w->outputs[i].hash);
    printf("%s%s\n", w->error[0] ? " " : "", w->error);
}
