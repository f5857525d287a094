/*
 * weft-bench: measures a Direct3D 11 device on jobs that people give a GPU. Written against d3d11.h alone: on
 * Linux it runs on libweft, built for Windows it runs on whatever Direct3D 11 is there.
 */
#include "child.h"
#include "options.h"
#include "registry.h"
#include "session.h"

#ifdef BENCH_READS_RESULTS
#include "compare.h"
#include "report.h"
#endif

#include <stdio.h>
#include <string.h>

static void list_workloads(const struct options *options)
{
    for (unsigned i = 0; i < registry_count; i++)
        if (filter_takes(options->filter, registry[i].workload->name))
            printf("%-14s %s\n", registry[i].workload->name, registry[i].workload->doc);
}

static int run(int count, char **arguments)
{
    struct options options;
    if (!options_parse(&options, count, arguments))
        return 2;
    if (options.help)
        options_print_help();
    else if (options.list)
        list_workloads(&options);
    else
        return session_run(&options);
    return 0;
}

static int read_results(int count, char **arguments)
{
#ifdef BENCH_READS_RESULTS
    return !strcmp(arguments[0], "compare") ? compare_main(count - 1, arguments + 1)
                                            : report_main(count - 1, arguments + 1);
#else
    fprintf(stderr, "weft-bench: %s is not in the Windows build; the Linux one reads the same JSON\n",
            arguments[0]);
    return count ? 2 : 0;
#endif
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--child"))
        return child_main(argc - 2, argv + 2);
    if (argc > 1 && (!strcmp(argv[1], "compare") || !strcmp(argv[1], "report")))
        return read_results(argc - 1, argv + 1);
    return run(argc - 1, argv + 1);
}
