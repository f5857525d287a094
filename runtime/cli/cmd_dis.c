/*
 * weft dis: the listing of a shader, the text that Microsoft's disassembler prints.
 */
#include <getopt.h>
#include <stdlib.h>

#include "dxbc.h"
#include "shader_file.h"

static const char help[] =
    "Usage: weft dis [OPTIONS] SHADER.dxbc\n"
    "\n"
    "Prints the shader as text, with '-' from standard input.\n"
    "\n"
    "  --listing   the instructions alone, without the comments before and after them\n"
    "  --offsets   the byte offset of each instruction before it\n"
    "  --numbers   the number of each instruction before it\n"
    "  --help      this text\n";

/* The lines of the listing that are no comments. */
static bool print_without_comments(const struct dxbc_shader *shader, unsigned flags)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return false;
    bool ok = dxbc_print(shader, flags, memory) == DIAG_OK;
    ok = fclose(memory) == 0 && ok;
    bool line_start = true, comment = false;
    for (size_t i = 0; ok && i < size; i++) {
        if (line_start)
            comment = text[i] == '/' && i + 1 < size && text[i + 1] == '/';
        if (!comment)
            putchar(text[i]);
        line_start = text[i] == '\n';
    }
    free(text);
    return ok;
}

int cmd_dis(int argc, char **argv)
{
    enum { LISTING = 1, OFFSETS, NUMBERS, HELP };
    static const struct option options[] = {
        { "listing", no_argument, NULL, LISTING },
        { "offsets", no_argument, NULL, OFFSETS },
        { "numbers", no_argument, NULL, NUMBERS },
        { "help", no_argument, NULL, HELP },
        { 0 },
    };
    unsigned flags = DXBC_PRINT_HEADER;
    bool listing = false;
    for (int option; (option = getopt_long_only(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
        case LISTING: listing = true; break;
        case OFFSETS: flags |= DXBC_PRINT_OFFSETS; break;
        case NUMBERS: flags |= DXBC_PRINT_NUMBERS; break;
        case HELP: fputs(help, stdout); return cli_finish_stdout();
        default: return CLI_BAD_INPUT;
        }
    }
    if (optind + 1 != argc) {
        cli_complain("weft dis takes one shader ('weft dis --help' tells more)");
        return CLI_BAD_INPUT;
    }
    struct shader_file file;
    enum cli_status status = shader_file_load(&file, argv[optind]);
    if (status == CLI_OK) {
        bool ok = listing ? print_without_comments(file.shader, flags & ~DXBC_PRINT_HEADER)
                          : dxbc_print(file.shader, flags, stdout) == DIAG_OK;
        status = cli_finish_stdout();
        if (!ok && status == CLI_OK) {
            cli_complain("out of memory");
            status = CLI_BAD_INPUT;
        }
    }
    shader_file_free(&file);
    return status;
}
