/*
 * The plots of the report.
 */
#include "report.h"

#include "compare.h"
#include "svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLOT_WIDTH = 1080, SMALL_WIDTH = 250, SMALL_HEIGHT = 168 };

static const char *const side_class[] = {"a", "b"};

static double median_of(const struct workload_result *w)
{
    return w && w->outcome != OUTCOME_FAILED ? samples_summary(&w->samples).median : 0;
}

static double reference_of(const struct workload_result *w)
{
    const struct variant_result *best = w ? workload_result_best(w) : NULL;
    return best ? samples_summary(&best->samples).median : 0;
}

/* The same workload in each run: NULL where there is none. */
static const struct workload_result *side_of(const struct report *report, const struct workload_result *w,
                                             unsigned side)
{
    return side ? results_find(&report->results[side], w) : w;
}

/* One line of the plot of ratios. */
struct ratio_row {
    const struct workload_result *w;
    double ratios[2];
};

static int compare_rows(const void *a, const void *b)
{
    double x = ((const struct ratio_row *)a)->ratios[0], y = ((const struct ratio_row *)b)->ratios[0];
    return (x > y) - (x < y);
}

/* Sorted, the fastest first; *low and *high take them all in. */
static unsigned collect_ratios(const struct report *report, struct ratio_row *rows, double *low, double *high)
{
    const struct results *r = &report->results[0];
    unsigned count = 0;
    *low = *high = 1;
    for (unsigned i = 0; i < r->workload_count; i++) {
        struct ratio_row *row = &rows[count];
        *row = (struct ratio_row){.w = &r->workloads[i]};
        if (row->w->size != report->size)
            continue;
        for (unsigned side = 0; side < report->count; side++) {
            const struct workload_result *w = side_of(report, row->w, side);
            double median = median_of(w), reference = reference_of(w);
            if (median > 0 && reference > 0) {
                row->ratios[side] = median / reference;
                *low = fmin(*low, row->ratios[side]);
                *high = fmax(*high, row->ratios[side]);
            }
        }
        count += row->ratios[0] > 0 || row->ratios[1] > 0;
    }
    qsort(rows, count, sizeof *rows, compare_rows);
    return count;
}

static void draw_ratio(FILE *page, const struct ratio_row *row, const struct axis *x, double y)
{
    double one = axis_at(x, 1), rightmost = one;
    char text[32];
    svg_text(page, "name", "end", x->from - 12, y + 4, "%s", row->w->name);
    for (unsigned side = 2; side-- > 0;) {
        if (row->ratios[side] <= 0)
            continue;
        double at = axis_at(x, row->ratios[side]);
        svg_line(page, side_class[side], one, y, at, y);
        svg_dot(page, side_class[side], at, y, 5, "%s: %.3g times the time of C", row->w->name,
                row->ratios[side]);
        rightmost = fmax(rightmost, at);
    }
    for (unsigned side = 0; side < 2; side++)
        if (row->ratios[side] > 0)
            svg_text(page, side ? "tick b-text" : "tick a-text", "start", rightmost + 10 + 48 * side, y + 4,
                     "%s\303\227", number_text(row->ratios[side], text, sizeof text));
}

/* Was anything timed? A run with --check times nothing. */
bool report_has_ratios(const struct report *report)
{
    for (unsigned side = 0; side < report->count; side++)
        for (unsigned i = 0; i < report->results[side].workload_count; i++)
            if (median_of(&report->results[side].workloads[i]) > 0)
                return true;
    return false;
}

void report_ratios(const struct report *report, FILE *page)
{
    struct ratio_row *rows = calloc(report->results[0].workload_count + 1, sizeof *rows);
    struct axis x = {.from = 130, .to = PLOT_WIDTH - 110, .log = true};
    if (!rows)
        return;
    unsigned count = collect_ratios(report, rows, &x.low, &x.high);
    struct axis y = {.from = 10, .to = 10 + 24.0 * count};
    axis_round(&x, 4);
    svg_open(page, PLOT_WIDTH, y.to + 44, "Time of the device over the time of the best C reference");
    svg_x_axis(page, &x, &y, 10);
    svg_line(page, "one", axis_at(&x, 1), y.from - 6, axis_at(&x, 1), y.to);
    svg_text(page, "axis", "middle", (x.from + x.to) / 2, y.to + 36,
             "times the time of the best C reference");
    for (unsigned i = 0; i < count; i++)
        draw_ratio(page, &rows[i], &x, y.from + 12 + 24.0 * i);
    svg_close(page);
    free(rows);
}

/* Where a workload stands on the roofline: the kind of operation that takes the processor longest. */
struct place {
    double ops, intensity; /* operations, and these for each byte */
};

static struct place roofline_place(const struct peaks *peaks, const struct work *work)
{
    const double ops[] = {work->flops, work->double_ops, work->int_ops};
    const double limits[] = {peaks->flops, peaks->double_ops, peaks->int_ops};
    unsigned most = 0;
    for (unsigned i = 1; i < 3; i++)
        if (limits[i] > 0 && limits[most] > 0 && ops[i] / limits[i] > ops[most] / limits[most])
            most = i;
    return (struct place){ops[most], work->bytes > 0 ? ops[most] / work->bytes : 0};
}

static void roofline_ranges(const struct report *report, struct axis *x, struct axis *y)
{
    const struct results *r = &report->results[0];
    double ridge = r->device_peaks.flops / r->device_peaks.bytes;
    *x = (struct axis){.low = ridge / 20, .high = ridge * 4, .from = 70, .to = PLOT_WIDTH - 20, .log = true};
    *y = (struct axis){
        .low = r->device_peaks.flops / 1e9, .high = r->device_peaks.flops / 1e9, .from = 520, .to = 20, .log = true};
    for (unsigned i = 0; i < r->workload_count; i++) {
        const struct workload_result *w = &r->workloads[i];
        struct place place = roofline_place(&r->device_peaks, &w->work);
        if (w->size != report->size || place.intensity <= 0)
            continue;
        x->low = fmin(x->low, place.intensity / 1.5);
        x->high = fmax(x->high, place.intensity * 1.5);
        for (unsigned side = 0; side < report->count; side++) {
            double times[] = {median_of(side_of(report, w, side)), reference_of(side_of(report, w, side))};
            for (unsigned k = 0; k < 2; k++)
                if (times[k] > 0) {
                    y->low = fmin(y->low, place.ops / times[k] / 1e9 / 1.3);
                    y->high = fmax(y->high, place.ops / times[k] / 1e9);
                }
        }
    }
    y->high *= 1.6;
    axis_round(x, 100);
    axis_round(y, 100);
}

/* The slope of the memory up to a ceiling, and the ceiling from there. */
static void draw_roof(FILE *page, const struct peaks *peaks, double limit, const char *class,
                      const char *name, const struct axis *x, const struct axis *y, bool slope)
{
    double ridge = limit / peaks->bytes, from = fmax(x->low, y->low * 1e9 / peaks->bytes);
    if (limit <= 0)
        return;
    if (slope) {
        svg_line(page, class, axis_at(x, from), axis_at(y, from * peaks->bytes / 1e9), axis_at(x, ridge),
                 axis_at(y, limit / 1e9));
        svg_text_along(page, "axis", axis_at(x, from), axis_at(y, from * peaks->bytes / 1e9),
                       axis_at(x, ridge), axis_at(y, limit / 1e9), "memory, %.1f GB/s", peaks->bytes / 1e9);
    }
    /* The slope goes on to a ceiling above that of float32. */
    if (limit > peaks->flops)
        svg_line(page, class, axis_at(x, peaks->flops / peaks->bytes), axis_at(y, peaks->flops / 1e9),
                 axis_at(x, ridge), axis_at(y, limit / 1e9));
    double start = fmin(fmax(ridge, x->low), x->high);
    svg_line(page, class, axis_at(x, start), axis_at(y, limit / 1e9), x->to, axis_at(y, limit / 1e9));
    svg_text(page, "axis", "end", x->to, axis_at(y, limit / 1e9) + (limit < peaks->flops ? 13 : -5),
             "%s, %.0f Gop/s", name, limit / 1e9);
}

static void draw_roofs(FILE *page, const struct peaks *peaks, const struct axis *x, const struct axis *y)
{
    draw_roof(page, peaks, peaks->flops, "roof", "float32", x, y, true);
    /* Ceilings that lie on one another would write over each other. */
    if (peaks->int_ops < 0.9 * peaks->flops || peaks->int_ops > 1.1 * peaks->flops)
        draw_roof(page, peaks, peaks->int_ops, "roof2", "integer", x, y, false);
    draw_roof(page, peaks, peaks->double_ops, "roof2", "float64", x, y, false);
}

static void draw_place(FILE *page, const struct workload_result *w, const struct place *place, double seconds,
                       const char *class, const struct axis *x, const struct axis *y, struct labels *labels)
{
    if (seconds <= 0)
        return;
    double at_x = axis_at(x, place->intensity), at_y = axis_at(y, place->ops / seconds / 1e9);
    labels_block(labels, at_x, at_y, 6);
    svg_dot(page, class, at_x, at_y, class[0] == 'c' ? 4 : 5, "%s: %.3g Gop/s at %.3g operations a byte",
            w->name, place->ops / seconds / 1e9, place->intensity);
}

static void draw_places(const struct report *report, FILE *page, const struct axis *x, const struct axis *y,
                        struct labels *labels)
{
    const struct results *r = &report->results[0];
    for (unsigned pass = 0; pass < 2; pass++) /* dots first: labels keep clear of them */
        for (unsigned i = 0; i < r->workload_count; i++) {
            const struct workload_result *w = &r->workloads[i];
            struct place place = roofline_place(&r->device_peaks, &w->work);
            double time = median_of(w), reference = reference_of(w);
            if (w->size != report->size || place.intensity <= 0)
                continue;
            if (pass) {
                if (time > 0)
                    labels_place(labels, page, "name", axis_at(x, place.intensity),
                                 axis_at(y, place.ops / time / 1e9), w->name);
                continue;
            }
            if (time > 0 && reference > 0)
                svg_line(page, "link", axis_at(x, place.intensity), axis_at(y, place.ops / time / 1e9),
                         axis_at(x, place.intensity), axis_at(y, place.ops / reference / 1e9));
            draw_place(page, w, &place, reference, "c", x, y, labels);
            if (report->count > 1)
                draw_place(page, w, &place, median_of(side_of(report, w, 1)), "b", x, y, labels);
            draw_place(page, w, &place, time, "a", x, y, labels);
        }
}

void report_roofline(const struct report *report, FILE *page)
{
    const struct peaks *peaks = &report->results[0].device_peaks;
    struct axis x, y;
    struct labels labels = {0};
    if (peaks->bytes <= 0 || peaks->flops <= 0) {
        fputs("<p>No peaks were measured.</p>\n", page);
        return;
    }
    roofline_ranges(report, &x, &y);
    labels.area = (struct label_box){x.from, y.to, x.to, y.from};
    svg_open(page, PLOT_WIDTH, y.from + 46, "Roofline");
    svg_x_axis(page, &x, &y, 12);
    svg_y_axis(page, &x, &y, 12);
    svg_text(page, "axis", "middle", (x.from + x.to) / 2, y.from + 36, "operations for each byte moved");
    svg_text(page, "axis", "start", x.from - 60, y.to - 6, "Gop/s");
    draw_roofs(page, peaks, &x, &y);
    draw_places(report, page, &x, &y, &labels);
    svg_close(page);
}

/* A series of points in one of the many small plots. */
struct series {
    const char *class;
    double x[RESULT_THREADS], y[RESULT_THREADS];
    unsigned count;
};

static void series_add(struct series *s, double x, double y)
{
    if (x > 0 && y > 0 && s->count < RESULT_THREADS) {
        s->x[s->count] = x;
        s->y[s->count++] = y;
    }
}

static void series_range(const struct series *s, struct axis *x, struct axis *y)
{
    for (unsigned i = 0; i < s->count; i++) {
        x->low = x->low > 0 ? fmin(x->low, s->x[i]) : s->x[i];
        x->high = fmax(x->high, s->x[i]);
        y->low = y->low > 0 ? fmin(y->low, s->y[i]) : s->y[i];
        y->high = fmax(y->high, s->y[i]);
    }
}

static void series_draw(FILE *page, const struct series *s, const struct axis *x, const struct axis *y)
{
    for (unsigned i = 1; i < s->count; i++)
        svg_line(page, s->class, axis_at(x, s->x[i - 1]), axis_at(y, s->y[i - 1]), axis_at(x, s->x[i]),
                 axis_at(y, s->y[i]));
    for (unsigned i = 0; i < s->count; i++)
        svg_dot(page, s->class, axis_at(x, s->x[i]), axis_at(y, s->y[i]), 3.2, "%.4g: %.4g", s->x[i],
                s->y[i]);
}

static struct axis small_x(bool log)
{
    return (struct axis){.from = 46, .to = SMALL_WIDTH - 10, .log = log};
}

static struct axis small_y(bool log)
{
    return (struct axis){.from = SMALL_HEIGHT - 26, .to = 30, .log = log};
}

/* Rates of a workload at each size: side 2 stands for the C reference. */
static struct series growth_series(const struct report *report, const struct workload_result *like,
                                   unsigned side)
{
    struct series s = {.class = side == 2 ? "c" : side_class[side]};
    const struct results *r = &report->results[side == 2 ? 0 : side];
    for (unsigned size = 0; size < BENCH_SIZE_COUNT; size++) {
        struct workload_result probe = *like;
        probe.size = (enum bench_size)size;
        const struct workload_result *w = results_find(r, &probe);
        double seconds = side == 2 ? reference_of(w) : median_of(w);
        if (w && seconds > 0)
            series_add(&s, w->work.amount, w->work.amount / seconds / w->unit_scale);
    }
    return s;
}

/* Whether this is the first result of its workload: each has one small plot. */
static bool is_first(const struct results *r, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (!strcmp(r->workloads[k].name, r->workloads[i].name))
            return false;
    return true;
}

bool report_has_growth(const struct report *report)
{
    const struct results *r = &report->results[0];
    for (unsigned i = 0; i < r->workload_count; i++)
        if (growth_series(report, &r->workloads[i], 0).count > 1)
            return true;
    return false;
}

static void draw_growth(const struct report *report, const struct workload_result *w, FILE *page)
{
    struct axis x = small_x(true), y = small_y(true);
    struct series series[3];
    for (unsigned i = 0; i < 3; i++) {
        series[i] = i == 1 && report->count < 2 ? (struct series){0} : growth_series(report, w, i);
        series_range(&series[i], &x, &y);
    }
    if (series[0].count < 2)
        return;
    axis_round(&x, 10);
    axis_round(&y, 10);
    svg_open(page, SMALL_WIDTH, SMALL_HEIGHT, w->name);
    svg_text(page, "head", "start", x.from, 14, "%s", w->name);
    svg_text(page, "axis", "end", x.to, 14, "%s", w->unit);
    svg_x_axis(page, &x, &y, 3);
    svg_y_axis(page, &x, &y, 5);
    for (unsigned i = 3; i-- > 0;)
        series_draw(page, &series[i], &x, &y);
    svg_close(page);
}

void report_growth(const struct report *report, FILE *page)
{
    const struct results *r = &report->results[0];
    fputs("<div class=\"many\">\n", page);
    for (unsigned i = 0; i < r->workload_count; i++)
        if (is_first(r, i))
            draw_growth(report, &r->workloads[i], page);
    fputs("</div>\n", page);
}

bool report_has_scaling(const struct report *report)
{
    const struct results *r = &report->results[0];
    for (unsigned i = 0; i < r->workload_count; i++)
        if (r->workloads[i].thread_count > 1)
            return true;
    return false;
}

/* How many times faster than with one thread. */
static struct series scaling_series(const struct workload_result *w, unsigned side)
{
    struct series s = {.class = side_class[side]};
    for (unsigned i = 0; w && i < w->thread_count; i++)
        if (w->threads[0].threads == 1 && w->threads[i].median > 0)
            series_add(&s, w->threads[i].threads, w->threads[0].median / w->threads[i].median);
    return s;
}

static void draw_scaling(const struct report *report, const struct workload_result *w, FILE *page)
{
    struct axis x = small_x(false), y = small_y(false);
    struct series series[2] = {scaling_series(w, 0)};
    if (report->count > 1)
        series[1] = scaling_series(side_of(report, w, 1), 1);
    if (series[0].count < 2)
        return;
    series_range(&series[0], &x, &y);
    series_range(&series[1], &x, &y);
    y.high = fmax(x.high, y.high);
    y.low = 0;
    x.whole = y.whole = true;
    svg_open(page, SMALL_WIDTH, SMALL_HEIGHT, w->name);
    svg_text(page, "head", "start", x.from, 14, "%s", w->name);
    svg_text(page, "axis", "end", x.to, 14, "%.2f\303\227 with %.0f", series[0].y[series[0].count - 1],
             series[0].x[series[0].count - 1]);
    svg_x_axis(page, &x, &y, 5);
    svg_y_axis(page, &x, &y, 4);
    svg_line(page, "ideal", axis_at(&x, x.low), axis_at(&y, x.low), axis_at(&x, x.high), axis_at(&y, x.high));
    series_draw(page, &series[1], &x, &y);
    series_draw(page, &series[0], &x, &y);
    svg_close(page);
}

void report_scaling(const struct report *report, FILE *page)
{
    const struct results *r = &report->results[0];
    fputs("<div class=\"many\">\n", page);
    for (unsigned i = 0; i < r->workload_count; i++)
        if (r->workloads[i].size == report->size)
            draw_scaling(report, &r->workloads[i], page);
    fputs("</div>\n", page);
}
