/*
 * weft: the command table. Each command reads its own options; the exit status is one of enum cli_status.
 */
#include <string.h>
#include <weft.h>

#include "cli.h"

static const struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"run", "run a compute shader as a pipeline description says, and check its results", cmd_run},
    {"check", "look for races, accesses out of bounds and whatever else makes a result uncertain", cmd_check},
    {"trace", "follow one thread, or the writes to one element", cmd_trace},
    {"dis", "print the instructions of a compiled shader", cmd_dis},
    {"asm", "assemble such a listing to a compiled shader", cmd_asm},
    {"reflect", "print constant buffers, bindings and signatures of a compiled shader", cmd_reflect},
    {"validate", "say everything that is wrong with a compiled shader", cmd_validate},
    {"info", "say what this build and machine have, or what a shader needs", cmd_info},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *out)
{
    fputs("Usage: weft COMMAND [OPTIONS] ...\n\nDirect3D 11 compute shaders on the CPU.\n\nCommands:\n", out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    fputs("\n'weft COMMAND --help' tells more. 'weft --version' prints the version.\n\n"
          "Exit status: 0 done and all rules hold, 1 a rule failed, 2 bad usage or input,\n"
          "3 device removed or time limit, 4 not implemented.\n",
          out);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name) {
        print_help(stderr);
        return CLI_BAD_INPUT;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help(stdout);
        return cli_finish_stdout();
    }
    if (strcmp(name, "--version") == 0) {
        printf("weft %s\n", weft_version());
        return cli_finish_stdout();
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) != 0)
            continue;
        char title[32]; /* with which getopt's messages start */
        snprintf(title, sizeof title, "weft %s", name);
        argv[1] = title;
        return commands[i].run(argc - 1, argv + 1);
    }
    cli_complain("there is no command '%s' ('weft --help' lists them)", name);
    return CLI_BAD_INPUT;
}
