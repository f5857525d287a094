/*
 * The report: the page around tables and plots.
 */
#include "report.h"

#include "options.h"
#include "svg.h"

#include <stdio.h>
#include <string.h>

enum {
    EXIT_FINE = 0,
    EXIT_USAGE = 2,
};

static const char help[] =
    "weft-bench report A.json [B.json] -o report.html\n"
    "\n"
    "One page that needs no network and no scripts: times, the best C references, the roofline, and where "
    "they were\n"
    "measured, threads (--threads) and sizes (--size all). With B, both runs side by side.\n";

/* Default where there are results at that size, else what there is most of. */
static enum bench_size choose_size(const struct results *r)
{
    unsigned counts[BENCH_SIZE_COUNT] = {0}, best = BENCH_DEFAULT;
    for (unsigned i = 0; i < r->workload_count; i++)
        counts[r->workloads[i].size]++;
    for (unsigned i = 0; !counts[BENCH_DEFAULT] && i < BENCH_SIZE_COUNT; i++)
        if (counts[i] > counts[best])
            best = i;
    return (enum bench_size)best;
}

static void write_keys(const struct report *r, FILE *page)
{
    fputs("<div class=\"keys\"><span><i class=\"key a\"></i>", page);
    page_text(page, r->count > 1 ? "A" : "device");
    if (r->count > 1)
        fputs("</span><span><i class=\"key b\"></i>B", page);
    fputs("</span><span><i class=\"key c\"></i>best C reference</span></div>\n", page);
}

static void write_sections(const struct report *r, FILE *page)
{
    if (!report_has_ratios(r)) {
        fputs("<p>Nothing was timed: results were checked only (--check).</p>\n", page);
        return;
    }
    fputs("<h2>Against C on the same processor</h2>\n<p>Time of the device over the time of the fastest C "
          "reference, "
          "measured in turns. Left of 1 the device is faster.</p>\n",
          page);
    write_keys(r, page);
    report_ratios(r, page);
    fputs("<h2>Roofline</h2>\n<p>What each job reaches over how much it computes for each byte that it has "
          "to move. The "
          "lines are this machine's measured limits; a dot on a line cannot be improved. Small sizes fit in "
          "caches and "
          "may lie above the memory line.</p>\n",
          page);
    write_keys(r, page);
    report_roofline(r, page);
    if (report_has_growth(r)) {
        fputs(
            "<h2>Cost as the work grows</h2>\n<p>Rate over the amount of work. A level line means that cost "
            "follows "
            "the work; at the left end fixed costs show, at the right end caches that no longer hold.</p>\n",
            page);
        write_keys(r, page);
        report_growth(r, page);
    }
    if (report_has_scaling(r)) {
        fputs("<h2>Threads</h2>\n<p>How many times faster than one thread. The dashed line is as many times "
              "as there "
              "are threads.</p>\n",
              page);
        report_scaling(r, page);
    }
}

static void write_tables(const struct report *r, FILE *page)
{
    if (r->count > 1) {
        fputs("<h2>A and B</h2>\n<p>Medians, and whether the outputs are the same.</p>\n", page);
        report_differences(r, page);
    }
    fprintf(page, "<h2>Results, %s size</h2>\n", size_name(r->size));
    fputs(
        "<p>Median time from the first dispatch until the device is done; the spread is the distance of the "
        "quartiles.</p>\n",
        page);
    report_table(r, r->size, page);
    for (unsigned size = 0; size < BENCH_SIZE_COUNT; size++) {
        unsigned count = 0;
        for (unsigned i = 0; i < r->results[0].workload_count; i++)
            count += r->results[0].workloads[i].size == size;
        if (!count || size == r->size)
            continue;
        fprintf(page, "<details><summary>Results, %s size</summary>\n", size_name((enum bench_size)size));
        report_table(r, (enum bench_size)size, page);
        fputs("</details>\n", page);
    }
}

static void write_page(const struct report *r, FILE *page)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>weft-bench: ",
          page);
    page_text(page, r->results[0].device);
    fputs("</title>\n<style>\n", page);
    fputs(report_style, page);
    fputs("</style>\n</head>\n<body>\n<main>\n<h1>Direct3D 11 compute, measured</h1>\n"
          "<p>A run of weft-bench: jobs that people give a GPU, on this device and as C on this "
          "processor.</p>\n",
          page);
    report_machines(r, page);
    write_sections(r, page);
    write_tables(r, page);
    fputs("<h2>How it was measured</h2>\n<p>Each side ran once for warming up, and the device for a second more; "
          "then device and C references took turns, so that both saw the same state of the machine; runs of less "
          "than 5 ms were made again at once, and the second counts; references that were clearly slower dropped out "
          "after three rounds. Times are wall-clock, from the first dispatch of a job until an event query says that "
          "the device is done. Peaks are the best of five: STREAM's triad on arrays of four times the last cache, and "
          "loops of independent multiply-adds. Outputs were compared with those of the first reference.</p>\n"
          "</main>\n</body>\n</html>\n",
          page);
}

static bool parse(struct report *r, const char **output, int count, char **arguments)
{
    for (int i = 0; i < count; i++) {
        if (!strcmp(arguments[i], "-o")) {
            *output = option_value(count, arguments, &i);
            if (!*output)
                return false;
        } else if (arguments[i][0] == '-' || r->count == 2) {
            fprintf(stderr, "weft-bench: report takes one or two files and -o; '%s' is too much\n",
                    arguments[i]);
            return false;
        } else
            r->paths[r->count++] = arguments[i];
    }
    if (!r->count || !*output)
        fprintf(stderr, "weft-bench: report takes A.json and -o FILE; see weft-bench report --help\n");
    return r->count && *output;
}

int report_main(int count, char **arguments)
{
    static struct report r;
    const char *output = NULL;
    if (count && !strcmp(arguments[0], "--help")) {
        fputs(help, stdout);
        return EXIT_FINE;
    }
    if (!parse(&r, &output, count, arguments))
        return EXIT_USAGE;
    bool good = true;
    for (unsigned i = 0; good && i < r.count; i++)
        good = results_read(&r.results[i], r.paths[i]);
    if (good) {
        r.size = choose_size(&r.results[0]);
        FILE *page = fopen(output, "w");
        if (page)
            write_page(&r, page);
        good = page && !ferror(page);
        good &= page && !fclose(page);
        if (!good)
            fprintf(stderr, "weft-bench: %s cannot be written\n", output);
    }
    for (unsigned i = 0; i < r.count; i++)
        results_cleanup(&r.results[i]);
    return good ? EXIT_FINE : EXIT_USAGE;
}
