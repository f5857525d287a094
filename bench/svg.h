/*
 * Drawing plots as SVG inside a page: axes, ticks, labels that keep clear of each other. Colours and fonts
 * come from the page's style through class names.
 */
#ifndef SVG_H
#define SVG_H

#include "workload.h"

#include <stdio.h>

struct axis {
    double low, high; /* values at both ends */
    double from, to;  /* where these are, in pixels */
    bool log;
    bool whole; /* marks at whole numbers only */
};

enum { AXIS_TICKS = 24 };

/* Widens the range to whole steps (log: to 1, 2 or 5 times a power of ten) and keeps it at least `least`
 * times wide. */
void axis_round(struct axis *axis, double least);
double axis_at(const struct axis *axis, double value);
/* Values to mark, at most AXIS_TICKS, about `wanted` of them. */
unsigned axis_ticks(const struct axis *axis, unsigned wanted, double *ticks);

/* "1.5k", "20M", "0.01". */
const char *number_text(double value, char *text, size_t size);

/* Text with what HTML takes for markup made harmless. */
void page_text(FILE *page, const char *text);
void svg_open(FILE *page, double width, double height, const char *title);
void svg_close(FILE *page);
void svg_line(FILE *page, const char *class, double x1, double y1, double x2, double y2);
/* anchor: "start", "middle" or "end". */
void svg_text(FILE *page, const char *class, const char *anchor, double x, double y, const char *format, ...)
    BENCH_PRINTF(6, 7);
/* Above the middle of a line, in its direction. */
void svg_text_along(FILE *page, const char *class, double x1, double y1, double x2, double y2,
                    const char *format, ...) BENCH_PRINTF(7, 8);
/* A dot that tells more when pointed at. */
void svg_dot(FILE *page, const char *class, double x, double y, double radius, const char *format, ...)
    BENCH_PRINTF(6, 7);

/* Grid lines with their labels, below (x) or to the left (y) of the area between the other axis's ends. */
void svg_x_axis(FILE *page, const struct axis *x, const struct axis *y, unsigned wanted);
void svg_y_axis(FILE *page, const struct axis *x, const struct axis *y, unsigned wanted);

/* Finds places for labels beside dots: each call takes one that is free. */
enum { LABELS = 128 };

struct label_box {
    double left, top, right, bottom;
};

struct labels {
    struct label_box boxes[LABELS];
    unsigned count;
    struct label_box area;
};

void labels_block(struct labels *labels, double x, double y, double radius);
void labels_place(struct labels *labels, FILE *page, const char *class, double x, double y, const char *text);

#endif
