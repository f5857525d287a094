/*
 * What a compiled shader needs, as text for a person.
 */
#ifndef CLI_SHADER_INFO_H
#define CLI_SHADER_INFO_H

#include "dxbc.h"

void shader_info_print(const struct dxbc_shader *shader, const char *path, FILE *out);

#endif
