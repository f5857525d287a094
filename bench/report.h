/*
 * weft-bench report A.json [B.json] -o report.html: one page with everything in it.
 */
#ifndef REPORT_H
#define REPORT_H

#include "results.h"

#include <stdio.h>

/* One or two runs; of the second one only what the first has too is drawn. */
struct report {
    const char *paths[2];
    struct results results[2];
    unsigned count;
    enum bench_size size; /* the one that tables and plots show first */
};

/* Arguments without "report" itself. The exit status. */
int report_main(int count, char **arguments);

/* report_style.c */
extern const char report_style[];

/* report_tables.c */
void report_machines(const struct report *report, FILE *page);
void report_table(const struct report *report, enum bench_size size, FILE *page);
void report_differences(const struct report *report, FILE *page);

/* report_plots.c */
bool report_has_ratios(const struct report *report);
void report_ratios(const struct report *report, FILE *page);
void report_roofline(const struct report *report, FILE *page);
bool report_has_growth(const struct report *report);
void report_growth(const struct report *report, FILE *page);
bool report_has_scaling(const struct report *report);
void report_scaling(const struct report *report, FILE *page);

#endif
