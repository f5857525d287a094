/*
 * Two runs side by side: on a terminal, and for CI through the exit status.
 */
#include "compare.h"

#include "options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    EXIT_FINE = 0,
    EXIT_WORSE = 1,
    EXIT_USAGE = 2,
};

struct comparison {
    const char *paths[2];
    double threshold; /* 0: none */
    bool same;        /* outputs have to be */
    struct results results[2];
    double log_ratios; /* sum over what ran on both sides */
    unsigned count, slower, different, spoilt;
};

static const char help[] = "weft-bench compare A.json B.json [--threshold R] [--same]\n"
                           "\n"
                           "Medians side by side, and whether the outputs agree bit for bit; where they do "
                           "not, how many elements differ and\n"
                           "how far, if both runs kept their outputs (--outputs).\n"
                           "\n"
                           "  --threshold R   exit status 1 when B takes more than R times as long as A "
                           "anywhere, beyond the quartiles of\n"
                           "                  both, or is not right where A is\n"
                           "  --same          exit status 1 when outputs differ\n";

const struct workload_result *results_find(const struct results *results, const struct workload_result *like)
{
    for (unsigned i = 0; i < results->workload_count; i++)
        if (!strcmp(results->workloads[i].name, like->name) && results->workloads[i].size == like->size)
            return &results->workloads[i];
    return NULL;
}

static bool parse(struct comparison *c, int count, char **arguments)
{
    unsigned paths = 0;
    for (int i = 0; i < count; i++) {
        if (!strcmp(arguments[i], "--same"))
            c->same = true;
        else if (!strcmp(arguments[i], "--threshold")) {
            const char *value = option_value(count, arguments, &i);
            if (!value || !option_number("--threshold", value, 0.01, 1000, &c->threshold))
                return false;
        } else if (arguments[i][0] == '-' || paths == 2) {
            fprintf(stderr, "weft-bench: compare takes two files; '%s' is too much\n", arguments[i]);
            return false;
        } else
            c->paths[paths++] = arguments[i];
    }
    if (paths < 2)
        fprintf(stderr, "weft-bench: compare takes two files; see weft-bench compare --help\n");
    return paths == 2;
}

static void print_side(const char *letter, const char *path, const struct results *r)
{
    printf("%s  %s: %s%s%s, %s, %s\n", letter, path, r->device, r->device_notes[0] ? "; " : "",
           r->device_notes, r->processor, r->time);
}

/* A run with --check has measured nothing. */
static const char *time_text(const struct summary *s, char *text, size_t size)
{
    return s->median > 0 ? seconds_text(s->median, text, size) : "-";
}

static bool slower(const struct comparison *c, const struct summary *a, const struct summary *b)
{
    return c->threshold > 0 && b->median > c->threshold * a->median && b->low > a->high;
}

static void compare_workload(struct comparison *c, const struct workload_result *a,
                             const struct workload_result *b)
{
    struct summary sa = samples_summary(&a->samples), sb = samples_summary(&b->samples);
    struct outputs_compared outputs;
    char time_a[24], time_b[24], ratio[24] = "", text[120];
    const char *mark = "";
    if (a->outcome == OUTCOME_FAILED || b->outcome == OUTCOME_FAILED) {
        printf("%-14s %-7s %s: %s\n", a->name, size_name(a->size), a->outcome == OUTCOME_FAILED ? "A" : "B",
               a->outcome == OUTCOME_FAILED ? a->error : b->error);
        c->spoilt += a->outcome == OUTCOME_RIGHT;
        return;
    }
    if (sa.median > 0 && sb.median > 0) {
        c->log_ratios += log(sb.median / sa.median);
        c->count++;
        snprintf(ratio, sizeof ratio, "%.3f", sb.median / sa.median);
    }
    if (slower(c, &sa, &sb)) {
        c->slower++;
        mark = "  SLOWER";
    }
    if (a->outcome == OUTCOME_RIGHT && b->outcome == OUTCOME_WRONG) {
        c->spoilt++;
        mark = "  B IS WRONG";
    }
    outputs = outputs_compare(&c->results[0], c->paths[0], a, &c->results[1], c->paths[1], b);
    c->different += !outputs.same;
    printf("%-14s %-7s %9s %9s %8s  %s%s\n", a->name, size_name(a->size),
           time_text(&sa, time_a, sizeof time_a), time_text(&sb, time_b, sizeof time_b), ratio,
           outputs_compared_text(&outputs, text, sizeof text), mark);
}

static int compare(struct comparison *c)
{
    print_side("A", c->paths[0], &c->results[0]);
    print_side("B", c->paths[1], &c->results[1]);
    printf("\n%-14s %-7s %9s %9s %8s  %s\n", "workload", "size", "A", "B", "B / A", "outputs");
    for (unsigned i = 0; i < c->results[0].workload_count; i++) {
        const struct workload_result *a = &c->results[0].workloads[i], *b = results_find(&c->results[1], a);
        if (b)
            compare_workload(c, a, b);
        else
            printf("%-14s %-7s only in A\n", a->name, size_name(a->size));
    }
    for (unsigned i = 0; i < c->results[1].workload_count; i++)
        if (!results_find(&c->results[0], &c->results[1].workloads[i]))
            printf("%-14s %-7s only in B\n", c->results[1].workloads[i].name,
                   size_name(c->results[1].workloads[i].size));
    if (c->count)
        printf("\nB takes %.3f times as long as A (geometric mean of %u)\n", exp(c->log_ratios / c->count),
               c->count);
    if (c->slower)
        printf("%u slower than the threshold of %g\n", c->slower, c->threshold);
    bool bad = (c->threshold > 0 && (c->slower || c->spoilt)) || (c->same && c->different);
    return bad ? EXIT_WORSE : EXIT_FINE;
}

int compare_main(int count, char **arguments)
{
    struct comparison c = {0};
    int status = EXIT_USAGE;
    if (count && !strcmp(arguments[0], "--help")) {
        fputs(help, stdout);
        return EXIT_FINE;
    }
    if (!parse(&c, count, arguments))
        return EXIT_USAGE;
    if (results_read(&c.results[0], c.paths[0]) && results_read(&c.results[1], c.paths[1]))
        status = compare(&c);
    results_cleanup(&c.results[0]);
    results_cleanup(&c.results[1]);
    return status;
}
