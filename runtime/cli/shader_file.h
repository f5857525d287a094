/*
 * A compiled shader from a file, loaded and checked by dxbc/.
 */
#ifndef CLI_SHADER_FILE_H
#define CLI_SHADER_FILE_H

#include "cli.h"
#include "dxbc.h"

struct shader_file {
    uint8_t *bytes;
    size_t size_bytes;
    struct dxbc_shader *shader;
};

enum { SHADER_FILE_MAX = 64 << 20 };

/* Reports what is wrong on standard error: "FILE: offset 0x1c: sentence". shader_file_free() in either case.
 */
enum cli_status shader_file_load(struct shader_file *file, const char *path);
void shader_file_free(struct shader_file *file);

#endif
