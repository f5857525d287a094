/*
 * Reading the command line, and what --help says.
 */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "weft-bench [options]                    measure a Direct3D 11 device against C on this machine's "
    "processor\n"
    "weft-bench compare A.json B.json [...]  two runs side by side\n"
    "weft-bench report A.json [B.json] -o report.html\n"
    "                                        a page with plots\n"
    "\n"
    "  --size SIZE       small, default, large, several with commas, or all (default: default)\n"
    "  --filter NAMES    only workloads whose name has one of these parts, with commas\n"
    "  --repeat N        timed runs of each side at most (default: 20)\n"
    "  --time-limit S    seconds of timed runs for each workload and size (default: 10)\n"
    "  --threads         also 1 .. N threads, in new processes with WEFT_THREADS set\n"
    "  --check           run each once and check the result, measure nothing\n"
    "  --device WHICH    default, warp, reference, or the number of an adapter\n"
    "  --json FILE       write the results there\n"
    "  --outputs DIR     keep the bytes of all outputs there, for compare\n"
    "  --list            name the workloads\n"
    "  --help\n"
    "\n"
    "Exit status: 0 all ran and are right, 1 a result is wrong, 2 bad usage, 3 no device, or a workload that "
    "this\n"
    "device cannot run (and none is wrong). compare and report: weft-bench compare --help.\n";

void options_print_help(void)
{
    fputs(help, stdout);
}

const char *option_value(int count, char **arguments, int *i)
{
    if (*i + 1 < count)
        return arguments[++*i];
    fprintf(stderr, "weft-bench: %s needs a value\n", arguments[*i]);
    return NULL;
}

bool option_number(const char *option, const char *text, double low, double high, double *number)
{
    char *end;
    *number = strtod(text, &end);
    if (end != text && !*end && *number >= low && *number <= high)
        return true;
    fprintf(stderr, "weft-bench: %s takes a number from %g to %g, not '%s'\n", option, low, high, text);
    return false;
}

/* Calls take for each part of a list with commas, as long as it returns true. */
static bool each_part(const char *list, bool (*take)(void *context, const char *part, size_t length),
                      void *context)
{
    for (;;) {
        size_t length = strcspn(list, ",");
        if (!take(context, list, length))
            return false;
        list += length;
        if (!*list++)
            return true;
    }
}

static bool take_size(void *context, const char *part, size_t length)
{
    struct options *options = context;
    static const char *const names[BENCH_SIZE_COUNT] = {"small", "default", "large"};
    bool all = length == 3 && !strncmp(part, "all", 3), found = all;
    for (unsigned i = 0; i < BENCH_SIZE_COUNT; i++)
        if (all || (strlen(names[i]) == length && !strncmp(part, names[i], length)))
            options->sizes[i] = found = true;
    if (!found)
        fprintf(stderr, "weft-bench: --size takes small, default, large or all, not '%.*s'\n", (int)length,
                part);
    return found;
}

/* Returns false to stop when the name matches. */
static bool differs(void *context, const char *part, size_t length)
{
    for (const char *name = context; length && *name; name++)
        if (!strncmp(name, part, length))
            return false;
    return true;
}

bool filter_takes(const char *filter, const char *name)
{
    return !filter || !each_part(filter, differs, (void *)name);
}

static bool parse_valued(struct options *o, const char *option, const char *value)
{
    double number;
    if (!strcmp(option, "--size"))
        return each_part(value, take_size, o);
    if (!strcmp(option, "--repeat")) {
        if (!option_number(option, value, 1, 1000, &number))
            return false;
        o->repeat = (unsigned)number;
    } else if (!strcmp(option, "--time-limit"))
        return option_number(option, value, 0, 86400, &o->time_limit);
    else if (!strcmp(option, "--filter"))
        o->filter = value;
    else if (!strcmp(option, "--device"))
        o->device = value;
    else if (!strcmp(option, "--json"))
        o->json = value;
    else
        o->outputs = value;
    return true;
}

bool options_parse(struct options *o, int count, char **arguments)
{
    static const char *const valued[] = {"--size",   "--repeat", "--time-limit", "--filter",
                                         "--device", "--json",   "--outputs"};
    struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"--threads", &o->threads}, {"--check", &o->check}, {"--list", &o->list}, {"--help", &o->help}};
    *o = (struct options){.repeat = 20, .time_limit = 10, .device = "default"};
    for (int i = 0; i < count; i++) {
        const char *option = arguments[i];
        bool known = false;
        for (unsigned k = 0; k < sizeof flags / sizeof flags[0]; k++)
            if (!strcmp(option, flags[k].name))
                *flags[k].flag = known = true;
        for (unsigned k = 0; !known && k < sizeof valued / sizeof valued[0]; k++) {
            if (strcmp(option, valued[k]))
                continue;
            const char *value = option_value(count, arguments, &i);
            if (!value || !parse_valued(o, option, value))
                return false;
            known = true;
        }
        if (!known) {
            fprintf(stderr, "weft-bench: '%s' is no option; see weft-bench --help\n", option);
            return false;
        }
    }
    if (!o->sizes[BENCH_SMALL] && !o->sizes[BENCH_DEFAULT] && !o->sizes[BENCH_LARGE])
        o->sizes[BENCH_DEFAULT] = true;
    return true;
}
