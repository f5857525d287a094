/*
 * weft-bench compare A.json B.json: two runs side by side, and whether their outputs are the same.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "results.h"

/* Arguments without "compare" itself. The exit status. */
int compare_main(int count, char **arguments);

/* The workload of the same name and size, or NULL. */
const struct workload_result *results_find(const struct results *results, const struct workload_result *like);

struct outputs_compared {
    bool same;                /* bit for bit, all of them */
    bool measured;            /* the bytes of all that differ were there: distance holds */
    struct distance distance; /* over all outputs; ulp over those of floating point */
};

/* The paths are those of the JSON files, next to which the folders with the outputs are looked for. */
struct outputs_compared outputs_compare(const struct results *a, const char *path_a,
                                        const struct workload_result *wa, const struct results *b,
                                        const char *path_b, const struct workload_result *wb);
/* "same bits", "3 of 1000 differ, by 2 ULP and 1e-07 at most", "3 of 1000 differ, by 1 at most". */
const char *outputs_compared_text(const struct outputs_compared *c, char *text, size_t size);

#endif
