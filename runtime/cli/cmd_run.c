/*
 * weft run: a pipeline description and a compute shader, run through the Direct3D 11 API like any other
 * program does.
 */
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "run.h"

enum { MAX_REPEAT = 1000000 };

static const char help[] =
    "Usage: weft run [OPTIONS] PIPELINE.yaml SHADER.dxbc\n"
    "\n"
    "Runs a compute shader on the buffers that a pipeline description names (the format of LLVM's\n"
    "offload-test-suite), checks its Results and prints the pipeline with the buffers' new content.\n"
    "\n"
    "  -i NAME=FILE       fill a buffer from a file: raw bytes, a picture for .png, a texture for .dds\n"
    "  -o NAME=FILE       write a buffer to a file: raw bytes, a picture for .png, a texture for .dds\n"
    "  -o FILE            print the pipeline to FILE\n"
    "  -r NAME -o FILE    write a buffer as PNG instead of printing the pipeline\n"
    "  --hash             print 'NAME HASH' for each UAV instead of the pipeline: XXH64 of its bytes,\n"
    "                     as xxhsum -H1 computes it\n"
    "  --json             print one JSON object instead: device, times, hashes, results\n"
    "  --quiet            do not print the pipeline\n"
    "  --repeat N         dispatch N times from the same start; every run must give the same bytes\n"
    "  --help             this text\n"
    "With -o NAME=FILE, too, the pipeline is not printed unless -o FILE asks for it.\n"
    "\n";
static const char help_end[] =
    "The time limit is 60000 ms unless it is set. WEFT_MEMORY_MB (2048) also bounds the pipeline's data.\n"
    "\n"
    "Exit status: 0 all rules hold, 1 a rule failed or runs differ, 2 bad usage or input,\n"
    "3 device removed or time limit, 4 not implemented.\n";

/* ---- options ---- */

static bool add_file(struct run_file **files, uint32_t *count, const char *argument, const char *equals)
{
    struct run_file *grown = realloc(*files, (*count + 1) * sizeof **files);
    char *name = strndup(argument, (size_t)(equals - argument));
    if (grown)
        *files = grown;
    if (!grown || !name) {
        free(name);
        cli_complain("out of memory");
        return false;
    }
    (*files)[(*count)++] = (struct run_file){.name = name, .path = equals + 1};
    return true;
}

static bool take_file(struct run_options *o, int option, char *argument)
{
    const char *equals = strchr(argument, '=');
    if (equals && (equals == argument || equals[1] == 0))
        equals = NULL;
    if (equals)
        return option == 'i' ? add_file(&o->inputs, &o->input_count, argument, equals)
                             : add_file(&o->outputs, &o->output_count, argument, equals);
    if (option == 'i' || *argument == 0) {
        cli_complain("-%c takes NAME=FILE, not '%s'", option, argument);
        return false;
    }
    o->text_path = argument;
    return true;
}

static bool take_repeat(struct run_options *o, const char *argument)
{
    uint64_t value;
    if (data_parse_unsigned(argument, MAX_REPEAT, &value) || value == 0) {
        cli_complain("--repeat takes a number from 1 to %d, not '%s'", MAX_REPEAT, argument);
        return false;
    }
    o->repeat = (uint32_t)value;
    return true;
}

enum parsed { PARSED_RUN, PARSED_HELP, PARSED_WRONG };

static enum parsed parse_options(struct run_options *o, int argc, char **argv)
{
    enum { HASH = OPTION_OWN, JSON, QUIET, REPEAT, HELP };
    static const struct option options[] = {
        {"hash", no_argument, NULL, HASH},
        {"json", no_argument, NULL, JSON},
        {"quiet", no_argument, NULL, QUIET},
        {"repeat", required_argument, NULL, REPEAT},
        {"help", no_argument, NULL, HELP},
        OPTION_ENVIRONMENT_ROWS,
        {0},
    };
    o->repeat = 1;
    for (int option; (option = getopt_long_only(argc, argv, "i:o:r:", options, NULL)) != -1;) {
        if (option_set_environment(option, optarg))
            continue;
        switch (option) {
        case HASH:
            o->hash = true;
            break;
        case JSON:
            o->json = true;
            break;
        case QUIET:
            o->quiet = true;
            break;
        case HELP:
            return PARSED_HELP;
        case 'r':
            o->picture_name = optarg;
            break;
        case REPEAT:
            if (!take_repeat(o, optarg))
                return PARSED_WRONG;
            break;
        case 'i':
        case 'o':
            if (!take_file(o, option, optarg))
                return PARSED_WRONG;
            break;
        default:
            return PARSED_WRONG;
        }
    }
    if (argc - optind < 2) {
        cli_complain("weft run takes a pipeline and a shader ('weft run --help' tells more)");
        return PARSED_WRONG;
    }
    if (o->picture_name && !o->text_path) {
        cli_complain("-r %s needs -o FILE, the picture to write", o->picture_name);
        return PARSED_WRONG;
    }
    o->pipeline_path = argv[optind];
    o->shader_paths = argv + optind + 1;
    o->shader_count = argc - optind - 1;
    return PARSED_RUN;
}

/* ---- results ---- */

static enum cli_status check_rules(struct run *run)
{
    enum cli_status status = CLI_OK;
    struct pipeline *p = &run->pipeline;
    run->outcomes = cli_arena_array(&p->arena, p->rule_count, sizeof *run->outcomes);
    for (uint32_t i = 0; i < p->rule_count; i++) {
        run->outcomes[i] = rule_check(&p->rules[i]);
        if (run->outcomes[i].passed)
            continue;
        rule_print_failure(&p->rules[i], &run->outcomes[i], stderr);
        status = CLI_RULE_FAILED;
    }
    return status;
}

static bool print_pipeline(struct run *run)
{
    const struct run_options *o = &run->options;
    bool to_file = o->text_path && !o->picture_name;
    if (!to_file && (o->quiet || o->hash || o->json || o->output_count || o->picture_name))
        return true;
    FILE *out = to_file && strcmp(o->text_path, "-") != 0 ? fopen(o->text_path, "w") : stdout;
    if (out)
        pipeline_print(&run->pipeline, out);
    if (!out || (out != stdout && fclose(out) != 0))
        return cli_error_set(&run->error, CLI_BAD_INPUT, 0, 0, "cannot write %s", o->text_path);
    return true;
}

static enum cli_status run_all(struct run *run)
{
    enum cli_status status = run_stages(run);
    if (status != CLI_OK)
        return status;
    status = check_rules(run);
    bool ok = run_write_outputs(run) && (status != CLI_OK || print_pipeline(run));
    if (!ok)
        return cli_report(&run->error, run->options.pipeline_path, NULL, 0);
    if (run->options.hash && !run->options.json)
        run_print_hashes(run, stdout);
    return status;
}

int cmd_run(int argc, char **argv)
{
    struct run run = {0};
    enum cli_status status = CLI_BAD_INPUT;
    switch (parse_options(&run.options, argc, argv)) {
    case PARSED_HELP:
        printf("%s%s\n%s", help, option_environment_help, help_end);
        status = cli_finish_stdout();
        break;
    case PARSED_WRONG:
        break;
    case PARSED_RUN:
        status = run_all(&run);
        if (run.options.json)
            run_print_json(&run, status, stdout);
        if (cli_finish_stdout() != CLI_OK)
            status = CLI_BAD_INPUT;
        break;
    }
    run_cleanup(&run);
    return status;
}
