/*
 * weft check: runs a pipeline on a device that checks (WEFT_CHECK) and reports what it found.
 */
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "run.h"

enum { CHECK_LIST = 4096 };

static const char help[] =
    "Usage: weft check [OPTIONS] PIPELINE.yaml SHADER.dxbc\n"
    "\n"
    "Runs a compute shader as 'weft run' does, watches what its threads do to memory, runs it again in\n"
    "other orders and on every executor, and reports what makes its result uncertain.\n"
    "\n"
    "  --kinds LIST       look for these kinds alone (names separated by commas)\n"
    "  --enable LIST      look for these kinds, too ('all': for every kind)\n"
    "  --disable LIST     do not look for these kinds\n"
    "  --orders N         runs in other orders: descending, then shuffled (2)\n"
    "  --seed N           of the shuffled orders (1)\n"
    "  --shadow-mb N      what shadow memory may take (4096)\n"
    "  --suppressions F   file of findings that are known: KIND [shader=PATTERN] [resource=PATTERN]\n"
    "                     [instruction=N] : REASON\n"
    "  --json[=FILE]      one JSON object on standard output, or to a file, instead of text\n"
    "  --sarif[=FILE]     the same in SARIF 2.1.0\n"
    "  -i NAME=FILE       fill a buffer from a file\n"
    "  --help             this text\n"
    "\n";
static const char help_end[] =
    "\nExit status: 0 nothing found, 1 findings, 2 bad usage or input, 3 device removed or time limit,\n"
    "4 not implemented.\n";

struct check_command {
    struct run run;
    char list[CHECK_LIST]; /* for WEFT_CHECK */
    bool json, sarif, no_executors, failed;
    const char *json_path, *sarif_path;
};

static void add_word(struct check_command *c, const char *prefix, const char *word, size_t length)
{
    size_t used = strlen(c->list);
    if (used + strlen(prefix) + length + 2 > sizeof(c->list)) {
        cli_complain("the options are too long");
        c->failed = true;
        return;
    }
    snprintf(c->list + used, sizeof(c->list) - used, "%s%s%.*s", used ? "," : "", prefix, (int)length, word);
}

/* Each name of a list with a sign before it. */
static void add_kinds(struct check_command *c, const char *sign, const char *names)
{
    while (*names) {
        size_t length = strcspn(names, ",");
        bool all = length == 3 && !strncmp(names, "all", 3);
        if (length)
            add_word(c, all ? "" : sign, names, length);
        names += length + (names[length] == ',');
    }
}

static void add_option(struct check_command *c, const char *prefix, const char *value)
{
    if (strchr(value, ',')) {
        cli_complain("'%s' has a comma, which is not possible here", value);
        c->failed = true;
    }
    add_word(c, prefix, value, strlen(value));
}

static bool add_input(struct run_options *o, char *argument)
{
    char *equals = strchr(argument, '=');
    struct run_file *grown = realloc(o->inputs, (o->input_count + 1) * sizeof *grown);
    if (grown)
        o->inputs = grown;
    if (!grown || !equals || equals == argument || !equals[1]) {
        cli_complain("-i takes NAME=FILE, not '%s'", argument);
        return false;
    }
    grown[o->input_count++] =
        (struct run_file){.name = strndup(argument, (size_t)(equals - argument)), .path = equals + 1};
    return grown[o->input_count - 1].name;
}

enum { KINDS = OPTION_OWN, ENABLE, DISABLE, ORDERS, SEED, SHADOW, SUPPRESSIONS, JSON, SARIF, HELP };

static bool take_option(struct check_command *c, int option, char *argument)
{
    switch (option) {
    case KINDS:
        add_kinds(c, "", argument);
        break;
    case ENABLE:
        add_kinds(c, "+", argument);
        break;
    case DISABLE:
        add_kinds(c, "-", argument);
        break;
    case ORDERS:
        add_option(c, "orders=", argument);
        break;
    case SEED:
        add_option(c, "seed=", argument);
        break;
    case SHADOW:
        add_option(c, "memory=", argument);
        break;
    case SUPPRESSIONS:
        add_option(c, "suppressions=", argument);
        break;
    case JSON:
        c->json = true;
        c->json_path = argument;
        break;
    case SARIF:
        c->sarif = true;
        c->sarif_path = argument;
        break;
    case 'i':
        return add_input(&c->run.options, argument);
    default:
        return false;
    }
    return !c->failed;
}

enum parsed { PARSED_RUN, PARSED_HELP, PARSED_WRONG };

static enum parsed parse_options(struct check_command *c, int argc, char **argv)
{
    static const struct option options[] = {
        {"kinds", required_argument, NULL, KINDS},
        {"enable", required_argument, NULL, ENABLE},
        {"disable", required_argument, NULL, DISABLE},
        {"orders", required_argument, NULL, ORDERS},
        {"seed", required_argument, NULL, SEED},
        {"shadow-mb", required_argument, NULL, SHADOW},
        {"suppressions", required_argument, NULL, SUPPRESSIONS},
        {"json", optional_argument, NULL, JSON},
        {"sarif", optional_argument, NULL, SARIF},
        {"help", no_argument, NULL, HELP},
        OPTION_ENVIRONMENT_ROWS,
        {0},
    };
    struct run_options *o = &c->run.options;
    o->repeat = 1;
    o->checks = true;
    add_word(c, "", "1,quiet,+not-reproducible", strlen("1,quiet,+not-reproducible"));
    for (int option; (option = getopt_long_only(argc, argv, "i:", options, NULL)) != -1;) {
        if (option == HELP)
            return PARSED_HELP;
        if (!option_set_environment(option, optarg) && !take_option(c, option, optarg))
            return PARSED_WRONG;
    }
    if (argc - optind < 2) {
        cli_complain("weft check takes a pipeline and a shader ('weft check --help' tells more)");
        return PARSED_WRONG;
    }
    o->pipeline_path = argv[optind];
    o->shader_paths = argv + optind + 1;
    o->shader_count = argc - optind - 1;
    return PARSED_RUN;
}

static bool write_report(struct check_command *c, const char *format, const char *path)
{
    if (SUCCEEDED(weft_device_write_findings(c->run.device.device, format, path)))
        return true;
    cli_complain("the report cannot be written to %s", path ? path : "standard output");
    return false;
}

/* Text goes to standard output unless another report goes there. */
static enum cli_status check(struct check_command *c)
{
    setenv("WEFT_CHECK", c->list, 1);
    enum cli_status status = run_stages(&c->run);
    if (status != CLI_OK)
        return status;
    bool text = !(c->json && !c->json_path) && !(c->sarif && !c->sarif_path);
    bool ok = (!text || write_report(c, "text", NULL)) &&
              (!c->json || write_report(c, "json", c->json_path)) &&
              (!c->sarif || write_report(c, "sarif", c->sarif_path));
    if (!ok)
        return CLI_BAD_INPUT;
    return weft_device_get_finding_count(c->run.device.device) ? CLI_RULE_FAILED : CLI_OK;
}

int cmd_check(int argc, char **argv)
{
    static struct check_command command;
    enum cli_status status = CLI_BAD_INPUT;
    switch (parse_options(&command, argc, argv)) {
    case PARSED_HELP:
        printf("%s%s%s", help, option_environment_help, help_end);
        status = cli_finish_stdout();
        break;
    case PARSED_WRONG:
        break;
    case PARSED_RUN:
        status = check(&command);
        if (cli_finish_stdout() != CLI_OK)
            status = CLI_BAD_INPUT;
        break;
    }
    run_cleanup(&command.run);
    return status;
}
