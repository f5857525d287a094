/*
 * A shader's reflection as JSON, read through ID3D11ShaderReflection alone: the file also builds with mingw,
 * to print what Microsoft's library answers.
 */
#ifndef CLI_REFLECTION_JSON_H
#define CLI_REFLECTION_JSON_H

#include <stdio.h>

#include <d3d11shader.h>

void reflection_print_json(ID3D11ShaderReflection *reflection, FILE *out);

#endif
