/*
 * weft trace: follows one thread of a pipeline's dispatch, or the writes to one element.
 */
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "run.h"

static const char help[] =
    "Usage: weft trace --thread X,Y,Z [OPTIONS] PIPELINE.yaml SHADER.dxbc\n"
    "       weft trace --watch u#[ELEMENT] [OPTIONS] PIPELINE.yaml SHADER.dxbc\n"
    "\n"
    "  --thread X,Y,Z       every instruction of this thread of the dispatch: its line in 'weft dis', what "
    "its\n"
    "                       sources held, and its results (on the interpreter)\n"
    "  --watch u#[ELEMENT]  who writes to the element, in order\n"
    "  --help               this text\n"
    "\n"
    "Exit status: 0 done, 2 bad usage or input, 3 device removed or time limit, 4 not implemented.\n";

enum { THREAD = OPTION_OWN, WATCH, HELP };

/* 0: go on; otherwise the exit status + 1. */
static int parse_options(struct run_options *o, int argc, char **argv)
{
    static const struct option options[] = {
        {"thread", required_argument, NULL, THREAD},
        {"watch", required_argument, NULL, WATCH},
        {"help", no_argument, NULL, HELP},
        OPTION_ENVIRONMENT_ROWS,
        {0},
    };
    const char *thread = NULL, *watch = NULL;
    for (int option; (option = getopt_long_only(argc, argv, "", options, NULL)) != -1;) {
        if (option_set_environment(option, optarg))
            continue;
        if (option == THREAD)
            thread = optarg;
        else if (option == WATCH)
            watch = optarg;
        else if (option == HELP)
            return printf("%s", help), 1 + (int)cli_finish_stdout();
        else
            return 1 + CLI_BAD_INPUT;
    }
    if (argc - optind < 2 || !thread == !watch) {
        cli_complain(
            "weft trace takes --thread or --watch, a pipeline and a shader ('weft trace --help' tells more)");
        return 1 + CLI_BAD_INPUT;
    }
    if (thread)
        setenv("WEFT_TRACE", thread, 1);
    if (watch) {
        char list[128];
        snprintf(list, sizeof list, "quiet,incomplete,watch=%s", watch);
        setenv("WEFT_CHECK", list, 1);
    }
    *o = (struct run_options){.repeat = 1,
                              .checks = true,
                              .pipeline_path = argv[optind],
                              .shader_paths = argv + optind + 1,
                              .shader_count = argc - optind - 1};
    return 0;
}

int cmd_trace(int argc, char **argv)
{
    static struct run run;
    int parsed = parse_options(&run.options, argc, argv);
    if (parsed)
        return parsed - 1;
    enum cli_status status = run_stages(&run);
    if (cli_finish_stdout() != CLI_OK)
        status = CLI_BAD_INPUT;
    run_cleanup(&run);
    return status;
}
