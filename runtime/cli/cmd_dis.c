/*
 * weft dis: the listing of a shader, the text that Microsoft's disassembler prints.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

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
    "  --lines     a #line before each statement of the HLSL, from the debug information in the file\n"
    "  --exact     literals that read back and the other chunks too, so that 'weft asm' gives the same file\n"
    "  --help      this text\n"
    "\n"
    "Exit status: 0 done, 2 bad usage, or no shader that can be read, 4 not implemented.\n";

/* Copies the listing to standard output, with a line end behind its last line; comments are left out on
 * demand. */
static bool print_listing(const struct dxbc_shader *shader, unsigned flags, bool comments)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return false;
    bool ok = dxbc_print(shader, flags, memory) == DIAG_OK;
    ok = fclose(memory) == 0 && ok;
    for (size_t start = 0; ok && start < size;) {
        char *newline = memchr(text + start, '\n', size - start);
        size_t end = newline ? (size_t)(newline - text) : size;
        if (comments || strncmp(text + start, "//", 2) != 0) {
            fwrite(text + start, 1, end - start, stdout);
            putchar('\n');
        }
        start = end + 1;
    }
    free(text);
    return ok;
}

int cmd_dis(int argc, char **argv)
{
    enum { LISTING = 1, OFFSETS, NUMBERS, LINES, EXACT, HELP };
    static const struct option options[] = {
        {"listing", no_argument, NULL, LISTING}, {"offsets", no_argument, NULL, OFFSETS},
        {"numbers", no_argument, NULL, NUMBERS}, {"lines", no_argument, NULL, LINES},
        {"exact", no_argument, NULL, EXACT},     {"help", no_argument, NULL, HELP},
        {0},
    };
    unsigned flags = DXBC_PRINT_HEADER;
    bool listing = false;
    for (int option; (option = getopt_long_only(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
        case LISTING:
            listing = true;
            break;
        case OFFSETS:
            flags |= DXBC_PRINT_OFFSETS;
            break;
        case NUMBERS:
            flags |= DXBC_PRINT_NUMBERS;
            break;
        case LINES:
            flags |= DXBC_PRINT_LINES;
            break;
        case EXACT:
            flags |= DXBC_PRINT_EXACT;
            break;
        case HELP:
            fputs(help, stdout);
            return cli_finish_stdout();
        default:
            return CLI_BAD_INPUT;
        }
    }
    if (optind + 1 != argc) {
        cli_complain("weft dis takes one shader ('weft dis --help' tells more)");
        return CLI_BAD_INPUT;
    }
    struct shader_file file;
    enum cli_status status = shader_file_load(&file, argv[optind]);
    if (status == CLI_OK) {
        bool ok = print_listing(file.shader, listing ? flags & ~DXBC_PRINT_HEADER : flags, !listing);
        status = cli_finish_stdout();
        if (!ok && status == CLI_OK) {
            cli_complain("out of memory");
            status = CLI_BAD_INPUT;
        }
    }
    shader_file_free(&file);
    return status;
}
