/*
 * Loading shader files, with the loader's sentence when they are refused.
 */
#include "shader_file.h"

#include <stdlib.h>

enum cli_status shader_file_load(struct shader_file *file, const char *path)
{
    struct cli_error error = {0};
    struct diag diag = {0};
    *file = (struct shader_file){0};
    if (!cli_read_file(path, SHADER_FILE_MAX, &file->bytes, &file->size_bytes, &error))
        return cli_report(&error, path, NULL, 0);
    if (dxbc_load(file->bytes, file->size_bytes, 0, &file->shader, &diag) == DIAG_OK)
        return CLI_OK;
    char text[400];
    cli_complain("%s: %s", path, diag_format(&diag, text, sizeof text));
    return diag.code == DIAG_CONTAINER_DXIL || diag.code == DIAG_UNSUPPORTED ? CLI_NOT_IMPLEMENTED
                                                                             : CLI_BAD_INPUT;
}

void shader_file_free(struct shader_file *file)
{
    dxbc_free(file->shader);
    free(file->bytes);
    *file = (struct shader_file){0};
}
