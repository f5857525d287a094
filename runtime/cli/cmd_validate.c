/*
 * weft validate: everything that is wrong with a shader, each finding with the rule that it breaks.
 */
#include <getopt.h>
#include <stdlib.h>

#include "cli.h"
#include "dxbc.h"
#include "rule.h"
#include "shader_file.h"

static const char help[] =
    "Usage: weft validate [OPTIONS] SHADER.dxbc ...\n"
    "\n"
    "Prints each thing for which CreateComputeShader and its kin would refuse a shader, '-' for standard\n"
    "input: FILE: RULE: instruction N, at byte OFFSET: sentence. Lines with \"advice\" before the rule tell of\n"
    "what is taken though it can hardly be meant.\n"
    "\n"
    "  --rules   the rules themselves\n"
    "  --quiet   no text, only the exit status\n"
    "  --help    this text\n"
    "\n"
    "Exit status: 0 all shaders are valid, 1 one is not, 2 a file cannot be read.\n";

static void print_rules(void)
{
    for (int i = 1; i < RULE_COUNT; i++)
        printf("%-26s %s.\n", dxbc_rule_id((enum dxbc_rule)i), dxbc_rule_sentence((enum dxbc_rule)i));
}

static void print_report(const char *path, const struct dxbc_report *report)
{
    for (uint32_t i = 0; i < report->count; i++) {
        const struct diag *item = &report->items[i];
        printf("%s: %s%s: ", path, item->code == DIAG_ADVICE ? "advice: " : "",
               dxbc_rule_id((enum dxbc_rule)item->rule));
        if (item->instruction != DIAG_NO_INSTRUCTION)
            printf("instruction %u, at byte 0x%zx: ", item->instruction, item->offset);
        else if (item->offset)
            printf("at byte 0x%zx: ", item->offset);
        printf("%s\n", item->text);
    }
    if (report->incomplete)
        printf("%s: there is more\n", path);
}

static enum cli_status validate_file(const char *path, bool quiet)
{
    struct cli_error error = {0};
    struct dxbc_report report;
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (!cli_read_file(path, SHADER_FILE_MAX, &bytes, &size, &error))
        return cli_report(&error, path, NULL, 0);
    enum cli_status status = CLI_BAD_INPUT;
    if (dxbc_check(bytes, size, &report) == DIAG_OK) {
        if (!quiet)
            print_report(path, &report);
        status = report.refusals ? CLI_RULE_FAILED : CLI_OK;
        dxbc_report_free(&report);
    } else {
        cli_complain("out of memory");
    }
    free(bytes);
    return status;
}

int cmd_validate(int argc, char **argv)
{
    enum { RULES = 1, QUIET, HELP };
    static const struct option options[] = {
        {"rules", no_argument, NULL, RULES},
        {"quiet", no_argument, NULL, QUIET},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    bool quiet = false;
    for (int option; (option = getopt_long_only(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
        case RULES:
            print_rules();
            return cli_finish_stdout();
        case QUIET:
            quiet = true;
            break;
        case HELP:
            fputs(help, stdout);
            return cli_finish_stdout();
        default:
            return CLI_BAD_INPUT;
        }
    }
    if (optind == argc) {
        cli_complain("weft validate takes shaders ('weft validate --help' tells more)");
        return CLI_BAD_INPUT;
    }
    enum cli_status status = CLI_OK;
    for (int i = optind; i < argc; i++) {
        const enum cli_status one = validate_file(argv[i], quiet);
        status = one > status ? one : status;
    }
    const enum cli_status written = cli_finish_stdout();
    return written == CLI_OK ? status : written;
}
