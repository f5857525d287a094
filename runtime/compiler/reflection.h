/* ID3D11ShaderReflection over a loaded shader. */
#ifndef RUNTIME_REFLECTION_H
#define RUNTIME_REFLECTION_H

#include <d3d11shader.h>

#include "dxbc.h"
#include "object.h"

/* Owns the shader from here on, also when it fails. */
HRESULT reflection_create(struct dxbc_shader *shader, ID3D11ShaderReflection **out);

#endif
