/*
 * A list of measured times and what to say of them.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

enum { SAMPLES = 1000 };

struct samples {
    unsigned count; /* at most SAMPLES; later ones are not kept */
    double seconds[SAMPLES];
};

struct summary {
    unsigned count;
    double median, low, high; /* quartiles */
    double least, most;
};

void samples_add(struct samples *samples, double seconds);
struct summary samples_summary(const struct samples *samples); /* all 0 when there are none */

/* "12.3 ms", with three digits that count. */
const char *seconds_text(double seconds, char *text, unsigned size);

#endif
