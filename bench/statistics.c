/*
 * Medians and quartiles of measured times.
 */
#include "statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void samples_add(struct samples *samples, double seconds)
{
    if (samples->count < SAMPLES)
        samples->seconds[samples->count++] = seconds;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the two neighbours where the place is not a whole number. */
static double quantile(const double *sorted, unsigned count, double place)
{
    double at = place * (count - 1);
    unsigned below = (unsigned)at, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

struct summary samples_summary(const struct samples *samples)
{
    double sorted[SAMPLES];
    unsigned count = samples->count;
    if (!count)
        return (struct summary){0};
    memcpy(sorted, samples->seconds, count * sizeof sorted[0]);
    qsort(sorted, count, sizeof sorted[0], compare_doubles);
    return (struct summary){
        .count = count,
        .median = quantile(sorted, count, 0.5),
        .low = quantile(sorted, count, 0.25),
        .high = quantile(sorted, count, 0.75),
        .least = sorted[0],
        .most = sorted[count - 1],
    };
}

const char *seconds_text(double seconds, char *text, unsigned size)
{
    static const char *const units[] = {"s", "ms", "\302\265s", "ns"};
    unsigned unit = 0;
    while (unit < 3 && seconds < 0.9995) {
        seconds *= 1e3;
        unit++;
    }
    int decimals = seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0;
    snprintf(text, size, "%.*f %s", decimals, seconds, units[unit]);
    return text;
}
