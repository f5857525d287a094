/*
 * The command line of weft-bench.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "workload.h"

struct options {
    const char *filter; /* parts of names, separated by commas; NULL: all */
    bool sizes[BENCH_SIZE_COUNT];
    unsigned repeat;
    double time_limit;
    bool threads; /* measure 1 .. N threads too */
    bool check, list, help;
    const char *device; /* as gpu_options_parse takes it */
    const char *json, *outputs;
};

/* False, with a sentence on standard error, when the arguments (without the program's name) make no sense. */
bool options_parse(struct options *options, int count, char **arguments);
void options_print_help(void);

/* The value that follows an option, and the index moved on; NULL, with a sentence on standard error, at the
 * end. */
const char *option_value(int count, char **arguments, int *i);
/* False, with a sentence, unless the text is a number from low to high. */
bool option_number(const char *option, const char *text, double low, double high, double *number);

/* Whether the filter takes this name. */
bool filter_takes(const char *filter, const char *name);

#endif
