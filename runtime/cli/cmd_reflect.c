/*
 * weft reflect: what D3DReflect tells of a shader, as JSON or as the comment header of its listing.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <d3dcompiler.h>
#include <weft.h>

#include "cli.h"
#include "dxbc.h"
#include "reflection_json.h"
#include "shader_file.h"

static const char help[] =
    "Usage: weft reflect [OPTIONS] SHADER.dxbc\n"
    "\n"
    "Prints constant buffers, bindings and signatures, '-' for standard input.\n"
    "\n"
    "  --json   everything that ID3D11ShaderReflection answers, numbers as in d3d11shader.h\n"
    "  --help   this text\n"
    "\n"
    "Exit status: 0 done, 2 bad usage, or no shader that can be read, 4 not implemented.\n";

/* The listing's header: its comment lines up to the target. */
static enum cli_status print_text(const struct shader_file *file)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool ok = memory && dxbc_print(file->shader, DXBC_PRINT_HEADER, memory) == DIAG_OK;
    ok = memory && fclose(memory) == 0 && ok;
    for (size_t start = 0; ok && start < size && strncmp(text + start, "//", 2) == 0;) {
        const char *newline = memchr(text + start, '\n', size - start);
        const size_t end = newline ? (size_t)(newline - text) + 1 : size;
        fwrite(text + start, 1, end - start, stdout);
        start = end;
    }
    free(text);
    if (ok)
        return CLI_OK;
    cli_complain("out of memory");
    return CLI_BAD_INPUT;
}

static enum cli_status print_json(const struct shader_file *file, const char *path)
{
    ID3D11ShaderReflection *reflection;
    if (FAILED(
            D3DReflect(file->bytes, file->size_bytes, &IID_ID3D11ShaderReflection, (void **)&reflection))) {
        cli_complain("%s: %s", path, weft_last_error());
        return CLI_BAD_INPUT;
    }
    reflection_print_json(reflection, stdout);
    reflection->lpVtbl->Release(reflection);
    return CLI_OK;
}

int cmd_reflect(int argc, char **argv)
{
    enum { JSON = 1, HELP };
    static const struct option options[] = {
        {"json", no_argument, NULL, JSON}, {"help", no_argument, NULL, HELP}, {0}};
    bool json = false;
    for (int option; (option = getopt_long_only(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
        case JSON:
            json = true;
            break;
        case HELP:
            fputs(help, stdout);
            return cli_finish_stdout();
        default:
            return CLI_BAD_INPUT;
        }
    }
    if (optind + 1 != argc) {
        cli_complain("weft reflect takes one shader ('weft reflect --help' tells more)");
        return CLI_BAD_INPUT;
    }
    struct shader_file file;
    enum cli_status status = shader_file_load(&file, argv[optind]);
    if (status == CLI_OK)
        status = json ? print_json(&file, argv[optind]) : print_text(&file);
    shader_file_free(&file);
    const enum cli_status written = cli_finish_stdout();
    return written == CLI_OK ? status : written;
}
