/*
 * The tables of the report.
 */
#include "report.h"

#include "compare.h"
#include "svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

static void row(FILE *page, const char *name, const char *format, ...) BENCH_PRINTF(3, 4);

static void row(FILE *page, const char *name, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!text[0])
        return;
    fprintf(page, "<dt>%s</dt><dd>", name);
    page_text(page, text);
    fputs("</dd>\n", page);
}

static void peaks_row(FILE *page, const char *name, const struct peaks *peaks)
{
    if (peaks->bytes > 0)
        row(page, name, "%.1f GB/s memory, %.0f GFLOP/s float32, %.0f GFLOP/s float64, %.0f Gop/s integer",
            peaks->bytes / 1e9, peaks->flops / 1e9, peaks->double_ops / 1e9, peaks->int_ops / 1e9);
}

/* How many are right, and the geometric mean against C, at the size that is shown. */
static void summary_rows(const struct report *report, const struct results *r, FILE *page)
{
    unsigned all = 0, right = 0, compared = 0;
    double log_ratios = 0;
    for (unsigned i = 0; i < r->workload_count; i++) {
        const struct workload_result *w = &r->workloads[i];
        const struct variant_result *best = workload_result_best(w);
        double median = samples_summary(&w->samples).median;
        all++;
        right += w->outcome == OUTCOME_RIGHT;
        if (w->size != report->size || !best || median <= 0 || w->other_algorithm)
            continue;
        log_ratios += log(median / samples_summary(&best->samples).median);
        compared++;
    }
    row(page, "Right", "%u of %u", right, all);
    if (compared)
        row(page, "Against C", "%.2f times the time, in the geometric mean of %u", exp(log_ratios / compared),
            compared);
}

static void machine_card(const struct report *report, unsigned i, FILE *page)
{
    const struct results *r = &report->results[i];
    char text[32], round[32];
    fprintf(page, "<div class=\"card\"><h3><i class=\"key %s\"></i>%s", i ? "b" : "a",
            report->count == 1 ? ""
            : i                ? "B: "
                               : "A: ");
    page_text(page, r->device);
    fputs("</h3>\n<dl>\n", page);
    row(page, "Device", "%s", r->device_notes);
    row(page, "Processor", "%s, %u threads, %.0f GiB, %s", r->processor, r->threads,
        (double)r->memory_bytes / 0x1p30, r->system);
    row(page, "Settings", "%s", r->settings);
    row(page, "Measured", "%s", r->time);
    summary_rows(report, r, page);
    peaks_row(page, r->device_is_processor ? "Peaks" : "Processor's peaks", &r->peaks);
    if (!r->device_is_processor)
        peaks_row(page, "Device's peaks", &r->device_peaks);
    if (r->empty_dispatch > 0)
        row(page, "Empty dispatch", "%s among many, %s with the wait for its end",
            seconds_text(r->empty_dispatch, text, sizeof text),
            seconds_text(r->empty_round, round, sizeof round));
    if (r->empty_first > 0)
        row(page, "First result", "%s from the start of a process to the end of an empty dispatch",
            seconds_text(r->empty_first, text, sizeof text));
    fputs("</dl></div>\n", page);
}

void report_machines(const struct report *report, FILE *page)
{
    fputs("<div class=\"sides\">\n", page);
    for (unsigned i = 0; i < report->count; i++)
        machine_card(report, i, page);
    fputs("</div>\n", page);
}

static void small_line(FILE *page, const char *text)
{
    if (!text || !text[0])
        return;
    fputs("<small>", page);
    page_text(page, text);
    fputs("</small>", page);
}

static void cell(FILE *page, const char *main, const char *small)
{
    fputs("<td>", page);
    page_text(page, main);
    small_line(page, small);
    fputs("</td>", page);
}

static void name_cell(FILE *page, const struct workload_result *w)
{
    fputs("<tr><td><b>", page);
    page_text(page, w->name);
    fputs("</b><small>", page);
    page_text(page, w->doc);
    fputs("</small></td>", page);
}

/* Nothing for what was not timed. */
static void time_cell(FILE *page, double median, const char *small)
{
    char text[32];
    cell(page, median > 0 ? seconds_text(median, text, sizeof text) : "", median > 0 ? small : NULL);
}

/* who: "A ", "B " or "". */
static void failed_row(FILE *page, const struct workload_result *w, const char *who, unsigned columns)
{
    name_cell(page, w);
    fprintf(page, "<td class=\"words bad\" colspan=\"%u\">%scannot run: ", columns, who);
    page_text(page, w->error);
    fputs("</td></tr>\n", page);
}

static void reference_cell(FILE *page, const struct workload_result *w, double median, double bound)
{
    const struct variant_result *best = workload_result_best(w);
    char text[32], small[80], time[32];
    if (!best) {
        cell(page, "", NULL);
        return;
    }
    double reference = samples_summary(&best->samples).median;
    fputs("<td>", page);
    page_text(page, number_text(median / reference, text, sizeof text));
    fputs("\303\227", page);
    snprintf(small, sizeof small, "%s, %s", best->name, seconds_text(reference, time, sizeof time));
    small_line(page, small);
    snprintf(small, sizeof small, "%.2g %% of peak", 100 * bound / reference);
    small_line(page, bound > 0 ? small : NULL);
    small_line(page, w->other_algorithm ? "another algorithm" : NULL);
    fputs("</td>", page);
}

static void result_cell(FILE *page, const struct workload_result *w)
{
    bool right = w->outcome == OUTCOME_RIGHT;
    fprintf(page, "<td class=\"words\"><span class=\"%s\">%s</span>", right ? "good" : "bad",
            outcome_name(w->outcome));
    for (unsigned i = 0; i < w->output_count; i++)
        fprintf(page, "<small><code>%016" PRIx64 "</code>%s</small>", w->outputs[i].hash,
                w->outputs[i].repeats ? "" : " not the same every time");
    small_line(page, w->error);
    fputs("</td>", page);
}

static void result_row(const struct results *r, const struct workload_result *w, FILE *page)
{
    struct summary s = samples_summary(&w->samples);
    const char *bound, *c_bound;
    char text[64], small[80], time[32];
    double least = peaks_bound(&r->device_peaks, &w->work, &bound);
    name_cell(page, w);
    snprintf(small, sizeof small, "\302\261 %.0f %% of %u",
             s.median > 0 ? 50 * (s.high - s.low) / s.median : 0, s.count);
    time_cell(page, s.median, small);
    snprintf(text, sizeof text, "%.3g %s", s.median > 0 ? w->work.amount / s.median / w->unit_scale : 0,
             w->unit);
    cell(page, s.median > 0 ? text : "", w->text);
    snprintf(text, sizeof text, "%.2g %%", s.median > 0 ? 100 * least / s.median : 0);
    cell(page, least > 0 && s.median > 0 ? text : "", least > 0 ? bound : NULL);
    reference_cell(page, w, s.median, peaks_bound(&r->peaks, &w->work, &c_bound));
    cell(page, w->first_result > 0 ? seconds_text(w->first_result, time, sizeof time) : "", NULL);
    snprintf(text, sizeof text, "%.0f MiB", (double)w->peak_memory / 0x1p20);
    cell(page, text, NULL);
    result_cell(page, w);
    fputs("</tr>\n", page);
}

void report_table(const struct report *report, enum bench_size size, FILE *page)
{
    for (unsigned side = 0; side < report->count; side++) {
        const struct results *r = &report->results[side];
        fprintf(
            page,
            "<div class=\"wide\"><table>\n<tr><th>%s</th><th>Time</th><th>Rate</th><th>Of peak</th>"
            "<th>Against C</th><th>First result</th><th>Memory</th><th style=\"text-align:left\">Result</th>"
            "</tr>\n",
            report->count == 1 ? "Workload"
            : side             ? "<i class=\"key b\"></i>B"
                               : "<i class=\"key a\"></i>A");
        for (unsigned i = 0; i < r->workload_count; i++)
            if (r->workloads[i].size == size && r->workloads[i].outcome == OUTCOME_FAILED)
                failed_row(page, &r->workloads[i], "", 7);
            else if (r->workloads[i].size == size)
                result_row(r, &r->workloads[i], page);
        fputs("</table></div>\n", page);
    }
}

void report_differences(const struct report *report, FILE *page)
{
    const struct results *a = &report->results[0], *b = &report->results[1];
    fputs("<div class=\"wide\"><table>\n<tr><th>Workload</th><th>A</th><th>B</th><th>B / A</th>"
          "<th style=\"text-align:left\">Outputs</th></tr>\n",
          page);
    for (unsigned i = 0; i < a->workload_count; i++) {
        const struct workload_result *wa = &a->workloads[i], *wb = results_find(b, wa);
        char text[120];
        if (!wb || wa->outcome == OUTCOME_FAILED || wb->outcome == OUTCOME_FAILED) {
            if (wb && wa->outcome == OUTCOME_FAILED)
                failed_row(page, wa, "A ", 4);
            else if (wb)
                failed_row(page, wb, "B ", 4);
            continue;
        }
        double median_a = samples_summary(&wa->samples).median,
               median_b = samples_summary(&wb->samples).median;
        struct outputs_compared c = outputs_compare(a, report->paths[0], wa, b, report->paths[1], wb);
        fputs("<tr><td><b>", page);
        page_text(page, wa->name);
        fprintf(page, "</b> %s</td>", size_name(wa->size));
        time_cell(page, median_a, NULL);
        time_cell(page, median_b, NULL);
        snprintf(text, sizeof text, "%.3g", median_a > 0 ? median_b / median_a : 0);
        cell(page, median_a > 0 && median_b > 0 ? text : "", NULL);
        fprintf(page, "<td class=\"words%s\">", c.same ? " good" : "");
        page_text(page, outputs_compared_text(&c, text, sizeof text));
        fputs("</td></tr>\n", page);
    }
    fputs("</table></div>\n", page);
}
