/*
 * The parts of a shader reflection: buffers, variables and types are no objects of their own, they live and
 * die with the reflection and have no reference count.
 *
 * A part that does not exist is not NULL but an object whose methods say so, as with Microsoft's: chains of
 * calls need only check the last result. Types are numbered in dxbc/; a member has a type object of its own,
 * since that knows its offset in the structure.
 */
#ifndef RUNTIME_REFLECTION_PARTS_H
#define RUNTIME_REFLECTION_PARTS_H

#include <d3d11shader.h>

#include "dxbc.h"

struct reflected_buffer;

struct reflected_type {
    ID3D11ShaderReflectionType iface;
    struct reflection_parts *parts;
    const struct dxbc_type *type; /* NULL: the one that does not exist */
    uint32_t offset;
};

struct reflected_variable {
    ID3D11ShaderReflectionVariable iface;
    const struct dxbc_variable *variable; /* NULL: the one that does not exist */
    struct reflected_buffer *buffer;
};

struct reflected_buffer {
    ID3D11ShaderReflectionConstantBuffer iface;
    const struct dxbc_cbuffer_info *info; /* NULL: the one that does not exist */
    struct reflection_parts *parts;
    struct reflected_variable *variables;
};

struct reflection_parts {
    const struct dxbc_shader *shader;
    struct reflected_buffer *buffers;
    struct reflected_variable *variables; /* of all buffers, one after the other */
    struct reflected_type *types, *members;
};

/* False when there is no memory; parts_cleanup() in either case. */
bool parts_init(struct reflection_parts *parts, const struct dxbc_shader *shader);
void parts_cleanup(struct reflection_parts *parts);

struct reflected_buffer *parts_no_buffer(void);
struct reflected_variable *parts_no_variable(void);
struct reflected_variable *parts_find_variable(struct reflected_buffer *buffer, const char *name);

#endif
