/*
 * weft asm: a listing back to a container.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "assembler.h"
#include "cli.h"
#include "shader_file.h"

static const char help[] =
    "Usage: weft asm [OPTIONS] LISTING.asm -o SHADER.dxbc\n"
    "\n"
    "Assembles what 'weft dis' prints, or what was written by hand in its language, with '-' from standard\n"
    "input. Signatures and the names of resources are taken from the comment header; where there is none,\n"
    "signatures follow from the declarations, and resources have no names.\n"
    "\n"
    "  -o, --output FILE   where the container goes, '-' for standard output\n"
    "  --force             write it even if the program is not valid\n"
    "  --help              this text\n"
    "\n"
    "Exit status: 0 done, 2 bad usage, a text that is no listing or a program that is not valid.\n";

/* Reports what the validator finds at the line that it speaks of. */
static enum cli_status report_invalid(const struct dxbc_assembly *assembly, const struct diag *diag,
                                      const char *path, const uint8_t *source, size_t source_size)
{
    struct cli_error error = {0};
    const bool has_line = diag->instruction < assembly->instr_count;
    cli_error_set(&error, diag->code == DIAG_UNSUPPORTED ? CLI_NOT_IMPLEMENTED : CLI_BAD_INPUT,
                  has_line ? assembly->lines[diag->instruction] : 0, 1, "%s", diag->text);
    return cli_report(&error, path, (const char *)source, source_size);
}

static enum cli_status validate(const struct dxbc_assembly *assembly, const char *path, const uint8_t *source,
                                size_t source_size)
{
    struct dxbc_shader *shader;
    struct diag diag;
    if (dxbc_load(assembly->bytes, assembly->size, 0, &shader, &diag) != DIAG_OK)
        return report_invalid(assembly, &diag, path, source, source_size);
    dxbc_free(shader);
    return CLI_OK;
}

static enum cli_status write_output(const char *path, const struct dxbc_assembly *assembly)
{
    struct cli_error error = {0};
    if (strcmp(path, "-") == 0) {
        fwrite(assembly->bytes, 1, assembly->size, stdout);
        return cli_finish_stdout();
    }
    if (cli_write_file(path, assembly->bytes, assembly->size, &error))
        return CLI_OK;
    return cli_report(&error, path, NULL, 0);
}

static enum cli_status assemble(const char *path, const char *output, bool force)
{
    struct cli_error error = {0};
    struct dxbc_text_error text_error;
    struct dxbc_assembly assembly;
    uint8_t *source = NULL;
    size_t size = 0;
    if (!cli_read_file(path, SHADER_FILE_MAX, &source, &size, &error))
        return cli_report(&error, path, NULL, 0);
    enum cli_status status = CLI_OK;
    const enum diag_code code = dxbc_assemble((const char *)source, size, &assembly, &text_error);
    if (code == DIAG_NO_MEMORY) {
        cli_complain("out of memory");
        status = CLI_BAD_INPUT;
    } else if (code != DIAG_OK) {
        cli_error_set(&error, CLI_BAD_INPUT, text_error.line, text_error.column, "%s", text_error.text);
        status = cli_report(&error, path, (const char *)source, size);
    } else {
        status = validate(&assembly, path, source, size);
        if (status == CLI_OK || force)
            status = write_output(output, &assembly);
    }
    dxbc_assembly_free(&assembly);
    free(source);
    return status;
}

int cmd_asm(int argc, char **argv)
{
    enum { OUTPUT = 'o', FORCE = 0x100, HELP };
    static const struct option options[] = {
        {"output", required_argument, NULL, OUTPUT},
        {"force", no_argument, NULL, FORCE},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    const char *output = NULL;
    bool force = false;
    for (int option; (option = getopt_long(argc, argv, "o:", options, NULL)) != -1;) {
        switch (option) {
        case OUTPUT:
            output = optarg;
            break;
        case FORCE:
            force = true;
            break;
        case HELP:
            fputs(help, stdout);
            return cli_finish_stdout();
        default:
            return CLI_BAD_INPUT;
        }
    }
    if (optind + 1 != argc || !output) {
        cli_complain("weft asm takes one listing and -o FILE ('weft asm --help' tells more)");
        return CLI_BAD_INPUT;
    }
    return assemble(argv[optind], output, force);
}
