/*
 * Buffers, variables and types of a shader reflection.
 */
#include "reflection_parts.h"

#include <stdlib.h>
#include <string.h>

#include "object.h"

static struct reflected_type no_type;
static struct reflected_variable no_variable;
static struct reflected_buffer no_buffer;

#define TYPE_OF(this)     container_of(this, struct reflected_type, iface)
#define VARIABLE_OF(this) container_of(this, struct reflected_variable, iface)
#define BUFFER_OF(this)   container_of(this, struct reflected_buffer, iface)

/* ---- types ---- */

static ID3D11ShaderReflectionType *type_iface(struct reflection_parts *parts, const struct dxbc_type *type)
{
    return type ? &parts->types[type->number].iface : NULL;
}

static HRESULT STDMETHODCALLTYPE type_GetDesc(ID3D11ShaderReflectionType *iface, D3D11_SHADER_TYPE_DESC *desc)
{
    const struct dxbc_type *type = TYPE_OF(iface)->type;
    if (!type || !desc)
        return E_FAIL;
    *desc = (D3D11_SHADER_TYPE_DESC){
        .Class = (D3D_SHADER_VARIABLE_CLASS)type->class_,
        .Type = (D3D_SHADER_VARIABLE_TYPE)type->type,
        .Rows = type->rows,
        .Columns = type->columns,
        .Elements = type->elements,
        .Members = type->member_count,
        .Offset = TYPE_OF(iface)->offset,
        .Name = type->name,
    };
    return S_OK;
}

static ID3D11ShaderReflectionType *STDMETHODCALLTYPE
type_GetMemberTypeByIndex(ID3D11ShaderReflectionType *iface, UINT index)
{
    const struct reflected_type *this = TYPE_OF(iface);
    if (!this->type || index >= this->type->member_count)
        return &no_type.iface;
    return &this->parts->members[this->type->members[index].number].iface;
}

static ID3D11ShaderReflectionType *STDMETHODCALLTYPE
type_GetMemberTypeByName(ID3D11ShaderReflectionType *iface, const char *name)
{
    const struct dxbc_type *type = TYPE_OF(iface)->type;
    for (uint32_t i = 0; type && name && i < type->member_count; i++) {
        if (strcmp(type->members[i].name, name) == 0)
            return type_GetMemberTypeByIndex(iface, i);
    }
    return &no_type.iface;
}

static const char *STDMETHODCALLTYPE type_GetMemberTypeName(ID3D11ShaderReflectionType *iface, UINT index)
{
    const struct dxbc_type *type = TYPE_OF(iface)->type;
    if (!type)
        return "$Invalid";
    return index < type->member_count ? type->members[index].name : NULL;
}

/* One type stands once in RDEF, so equal types are one. */
static HRESULT STDMETHODCALLTYPE type_IsEqual(ID3D11ShaderReflectionType *iface,
                                              ID3D11ShaderReflectionType *other)
{
    const struct dxbc_type *type = TYPE_OF(iface)->type;
    if (!type)
        return E_FAIL;
    return other && TYPE_OF(other)->type == type ? S_OK : S_FALSE;
}

static ID3D11ShaderReflectionType *STDMETHODCALLTYPE type_GetSubType(ID3D11ShaderReflectionType *iface)
{
    const struct reflected_type *this = TYPE_OF(iface);
    return this->type ? type_iface(this->parts, this->type->sub_type) : &no_type.iface;
}

static ID3D11ShaderReflectionType *STDMETHODCALLTYPE type_GetBaseClass(ID3D11ShaderReflectionType *iface)
{
    const struct reflected_type *this = TYPE_OF(iface);
    return this->type ? type_iface(this->parts, this->type->base_class) : &no_type.iface;
}

static UINT STDMETHODCALLTYPE type_GetNumInterfaces(ID3D11ShaderReflectionType *iface)
{
    const struct dxbc_type *type = TYPE_OF(iface)->type;
    return type ? type->interface_count : 0;
}

static ID3D11ShaderReflectionType *STDMETHODCALLTYPE
type_GetInterfaceByIndex(ID3D11ShaderReflectionType *iface, UINT index)
{
    const struct reflected_type *this = TYPE_OF(iface);
    if (!this->type)
        return &no_type.iface;
    return index < this->type->interface_count ? type_iface(this->parts, this->type->interfaces[index])
                                               : NULL;
}

static bool implements(const struct dxbc_type *type, const struct dxbc_type *base)
{
    for (uint32_t i = 0; i < type->interface_count; i++) {
        if (type->interfaces[i] == base)
            return true;
    }
    return false;
}

static HRESULT STDMETHODCALLTYPE type_IsOfType(ID3D11ShaderReflectionType *iface,
                                               ID3D11ShaderReflectionType *other)
{
    const struct dxbc_type *type = TYPE_OF(iface)->type, *base = other ? TYPE_OF(other)->type : NULL;
    if (!type || !base)
        return E_FAIL;
    for (; type; type = type->base_class) { /* dxbc/ limits how long such a chain is */
        if (type == base)
            return S_OK;
    }
    return S_FALSE;
}

static HRESULT STDMETHODCALLTYPE type_ImplementsInterface(ID3D11ShaderReflectionType *iface,
                                                          ID3D11ShaderReflectionType *other)
{
    const struct dxbc_type *type = TYPE_OF(iface)->type, *base = other ? TYPE_OF(other)->type : NULL;
    if (!type || !base)
        return E_FAIL;
    for (; type; type = type->base_class) {
        if (implements(type, base))
            return S_OK;
    }
    return S_FALSE;
}

static const ID3D11ShaderReflectionTypeVtbl type_vtbl = {
    .GetDesc = type_GetDesc,
    .GetMemberTypeByIndex = type_GetMemberTypeByIndex,
    .GetMemberTypeByName = type_GetMemberTypeByName,
    .GetMemberTypeName = type_GetMemberTypeName,
    .IsEqual = type_IsEqual,
    .GetSubType = type_GetSubType,
    .GetBaseClass = type_GetBaseClass,
    .GetNumInterfaces = type_GetNumInterfaces,
    .GetInterfaceByIndex = type_GetInterfaceByIndex,
    .IsOfType = type_IsOfType,
    .ImplementsInterface = type_ImplementsInterface,
};
static struct reflected_type no_type = {.iface = {&type_vtbl}};

/* ---- variables ---- */

static HRESULT STDMETHODCALLTYPE variable_GetDesc(ID3D11ShaderReflectionVariable *iface,
                                                  D3D11_SHADER_VARIABLE_DESC *desc)
{
    const struct dxbc_variable *variable = VARIABLE_OF(iface)->variable;
    if (!variable || !desc)
        return E_FAIL;
    *desc = (D3D11_SHADER_VARIABLE_DESC){
        .Name = variable->name,
        .StartOffset = variable->offset,
        .Size = variable->size,
        .uFlags = variable->flags,
        .DefaultValue = (void *)variable->default_value,
        .StartTexture = variable->start_texture,
        .TextureSize = variable->texture_count,
        .StartSampler = variable->start_sampler,
        .SamplerSize = variable->sampler_count,
    };
    return S_OK;
}

static ID3D11ShaderReflectionType *STDMETHODCALLTYPE variable_GetType(ID3D11ShaderReflectionVariable *iface)
{
    const struct reflected_variable *this = VARIABLE_OF(iface);
    return this->variable ? type_iface(this->buffer->parts, this->variable->type) : &no_type.iface;
}

static ID3D11ShaderReflectionConstantBuffer *STDMETHODCALLTYPE
variable_GetBuffer(ID3D11ShaderReflectionVariable *iface)
{
    const struct reflected_variable *this = VARIABLE_OF(iface);
    return this->variable ? &this->buffer->iface : &no_buffer.iface;
}

/* Offsets of interfaces count slots; those of an array follow each other. */
static UINT STDMETHODCALLTYPE variable_GetInterfaceSlot(ID3D11ShaderReflectionVariable *iface, UINT index)
{
    const struct reflected_variable *this = VARIABLE_OF(iface);
    const struct dxbc_variable *variable = this->variable;
    if (!variable || !(variable->flags & D3D_SVF_INTERFACE_POINTER))
        return UINT32_MAX;
    const uint32_t count = variable->type->elements ? variable->type->elements : 1;
    return index < count ? variable->offset + index : UINT32_MAX;
}

static const ID3D11ShaderReflectionVariableVtbl variable_vtbl = {
    .GetDesc = variable_GetDesc,
    .GetType = variable_GetType,
    .GetBuffer = variable_GetBuffer,
    .GetInterfaceSlot = variable_GetInterfaceSlot,
};
static struct reflected_variable no_variable = {.iface = {&variable_vtbl}};

/* ---- buffers ---- */

static HRESULT STDMETHODCALLTYPE buffer_GetDesc(ID3D11ShaderReflectionConstantBuffer *iface,
                                                D3D11_SHADER_BUFFER_DESC *desc)
{
    const struct dxbc_cbuffer_info *info = BUFFER_OF(iface)->info;
    if (!info || !desc)
        return E_FAIL;
    *desc = (D3D11_SHADER_BUFFER_DESC){
        .Name = info->name,
        .Type = (D3D_CBUFFER_TYPE)info->type,
        .Variables = info->variable_count,
        .Size = info->size,
        .uFlags = info->flags,
    };
    return S_OK;
}

static ID3D11ShaderReflectionVariable *STDMETHODCALLTYPE
buffer_GetVariableByIndex(ID3D11ShaderReflectionConstantBuffer *iface, UINT index)
{
    const struct reflected_buffer *this = BUFFER_OF(iface);
    return this->info && index < this->info->variable_count ? &this->variables[index].iface
                                                            : &no_variable.iface;
}

static ID3D11ShaderReflectionVariable *STDMETHODCALLTYPE
buffer_GetVariableByName(ID3D11ShaderReflectionConstantBuffer *iface, const char *name)
{
    return &parts_find_variable(BUFFER_OF(iface), name)->iface;
}

static const ID3D11ShaderReflectionConstantBufferVtbl buffer_vtbl = {
    .GetDesc = buffer_GetDesc,
    .GetVariableByIndex = buffer_GetVariableByIndex,
    .GetVariableByName = buffer_GetVariableByName,
};
static struct reflected_buffer no_buffer = {.iface = {&buffer_vtbl}};

/* ---- all of them ---- */

struct reflected_buffer *parts_no_buffer(void)
{
    return &no_buffer;
}

struct reflected_variable *parts_no_variable(void)
{
    return &no_variable;
}

struct reflected_variable *parts_find_variable(struct reflected_buffer *buffer, const char *name)
{
    for (uint32_t i = 0; buffer->info && name && i < buffer->info->variable_count; i++) {
        if (strcmp(buffer->info->variables[i].name, name) == 0)
            return &buffer->variables[i];
    }
    return &no_variable;
}

/* A type and what it consists of. Each is visited once. */
static void add_type(struct reflection_parts *parts, const struct dxbc_type *type)
{
    struct reflected_type *own = type ? &parts->types[type->number] : NULL;
    if (!own || own->type)
        return;
    *own = (struct reflected_type){{&type_vtbl}, parts, type, 0};
    for (uint32_t i = 0; i < type->member_count; i++) {
        const struct dxbc_member *member = &type->members[i];
        parts->members[member->number] =
            (struct reflected_type){{&type_vtbl}, parts, member->type, member->offset};
        add_type(parts, member->type);
    }
    add_type(parts, type->sub_type);
    add_type(parts, type->base_class);
    for (uint32_t i = 0; i < type->interface_count; i++)
        add_type(parts, type->interfaces[i]);
}

static void add_buffer(struct reflection_parts *parts, struct reflected_buffer *buffer,
                       const struct dxbc_cbuffer_info *info, struct reflected_variable *variables)
{
    *buffer = (struct reflected_buffer){{&buffer_vtbl}, info, parts, variables};
    for (uint32_t i = 0; i < info->variable_count; i++) {
        variables[i] = (struct reflected_variable){{&variable_vtbl}, &info->variables[i], buffer};
        add_type(parts, info->variables[i].type);
    }
}

static void *new_array(uint32_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

bool parts_init(struct reflection_parts *parts, const struct dxbc_shader *shader)
{
    const struct dxbc_reflection *reflection = &shader->reflection;
    uint32_t variable_count = 0, next = 0;
    for (uint32_t i = 0; i < reflection->cbuffer_count; i++)
        variable_count += reflection->cbuffers[i].variable_count;
    parts->shader = shader;
    parts->buffers = new_array(reflection->cbuffer_count, sizeof(*parts->buffers));
    parts->variables = new_array(variable_count, sizeof(*parts->variables));
    parts->types = new_array(reflection->type_count, sizeof(*parts->types));
    parts->members = new_array(reflection->member_count, sizeof(*parts->members));
    if (!parts->buffers || !parts->variables || !parts->types || !parts->members)
        return false;
    for (uint32_t i = 0; i < reflection->cbuffer_count; i++) {
        add_buffer(parts, &parts->buffers[i], &reflection->cbuffers[i], parts->variables + next);
        next += reflection->cbuffers[i].variable_count;
    }
    return true;
}

void parts_cleanup(struct reflection_parts *parts)
{
    free(parts->buffers);
    free(parts->variables);
    free(parts->types);
    free(parts->members);
}
