/*
 * ID3D11ShaderReflection: what a shader declares, binds and needs, read out of its container.
 *
 * Facts come from dxbc/; the counts are those that the compiler left in STAT. Answers to wrong calls are
 * those of Microsoft's library: a part that does not exist for buffers and variables, E_INVALIDARG for
 * descriptions.
 */
#include "reflection.h"

#include <string.h>
#include <stdlib.h>
#include <strings.h>

#include "reflection_parts.h"
#include "stat_words.h"

struct reflection {
    struct object obj;
    ID3D11ShaderReflection iface;
    struct dxbc_shader *shader;
    struct reflection_parts parts;
};

OBJECT_IUNKNOWN(ID3D11ShaderReflection, reflection, reflection, iface)

static const struct reflection *reflection_of(ID3D11ShaderReflection *iface)
{
    return container_of(iface, struct reflection, iface);
}

static uint32_t stat(const struct reflection *this, unsigned word)
{
    return word < this->shader->stat_count ? this->shader->stat[word] : 0;
}

static void fill_counts(const struct reflection *this, D3D11_SHADER_DESC *desc)
{
    desc->InstructionCount = stat(this, DXBC_STAT_INSTRUCTIONS);
    desc->TempRegisterCount = stat(this, DXBC_STAT_TEMPS);
    desc->TempArrayCount = stat(this, DXBC_STAT_TEMP_ARRAYS);
    desc->DefCount = stat(this, DXBC_STAT_DEFS);
    desc->DclCount = stat(this, DXBC_STAT_DCLS);
    desc->TextureNormalInstructions = stat(this, DXBC_STAT_TEXTURE_NORMAL);
    desc->TextureLoadInstructions = stat(this, DXBC_STAT_TEXTURE_LOAD);
    desc->TextureCompInstructions = stat(this, DXBC_STAT_TEXTURE_COMPARE);
    desc->TextureBiasInstructions = stat(this, DXBC_STAT_TEXTURE_BIAS);
    desc->TextureGradientInstructions = stat(this, DXBC_STAT_TEXTURE_GRADIENT);
    desc->FloatInstructionCount = stat(this, DXBC_STAT_FLOAT);
    desc->IntInstructionCount = stat(this, DXBC_STAT_INT);
    desc->UintInstructionCount = stat(this, DXBC_STAT_UINT);
    desc->StaticFlowControlCount = stat(this, DXBC_STAT_STATIC_FLOW);
    desc->DynamicFlowControlCount = stat(this, DXBC_STAT_DYNAMIC_FLOW);
    desc->MacroInstructionCount = stat(this, DXBC_STAT_MACROS);
    desc->ArrayInstructionCount = stat(this, DXBC_STAT_ARRAYS);
    desc->CutInstructionCount = stat(this, DXBC_STAT_CUTS);
    desc->EmitInstructionCount = stat(this, DXBC_STAT_EMITS);
    desc->cBarrierInstructions = stat(this, DXBC_STAT_BARRIERS);
    desc->cInterlockedInstructions = stat(this, DXBC_STAT_INTERLOCKED);
    desc->cTextureStoreInstructions = stat(this, DXBC_STAT_TEXTURE_STORES);
}

static HRESULT STDMETHODCALLTYPE reflection_GetDesc(ID3D11ShaderReflection *iface, D3D11_SHADER_DESC *desc)
{
    const struct reflection *this = reflection_of(iface);
    const struct dxbc_program *program = &this->shader->program;
    const struct dxbc_reflection *rdef = &this->shader->reflection;
    if (!desc)
        return E_FAIL;
    *desc = (D3D11_SHADER_DESC){
        .Version = (UINT)program->stage << 16 | (UINT)program->major << 4 | program->minor,
        .Creator = rdef->creator,
        .Flags = rdef->flags,
        .ConstantBuffers = rdef->cbuffer_count,
        .BoundResources = rdef->binding_count,
        .InputParameters = this->shader->input.count,
        .OutputParameters = this->shader->output.count,
        .PatchConstantParameters = this->shader->patch_constant.count,
        .GSOutputTopology = (D3D_PRIMITIVE_TOPOLOGY)stat(this, DXBC_STAT_GS_TOPOLOGY),
        .GSMaxOutputVertexCount = stat(this, DXBC_STAT_GS_MAX_VERTICES),
        .InputPrimitive = (D3D_PRIMITIVE)stat(this, DXBC_STAT_INPUT_PRIMITIVE),
        .cGSInstanceCount = stat(this, DXBC_STAT_GS_INSTANCES),
        .cControlPoints = stat(this, DXBC_STAT_CONTROL_POINTS),
        .HSOutputPrimitive = (D3D_TESSELLATOR_OUTPUT_PRIMITIVE)stat(this, DXBC_STAT_HS_PRIMITIVE),
        .HSPartitioning = (D3D_TESSELLATOR_PARTITIONING)stat(this, DXBC_STAT_HS_PARTITIONING),
        .TessellatorDomain = (D3D_TESSELLATOR_DOMAIN)stat(this, DXBC_STAT_DOMAIN),
    };
    fill_counts(this, desc);
    return S_OK;
}

/* ---- buffers, variables, bindings ---- */

static ID3D11ShaderReflectionConstantBuffer *STDMETHODCALLTYPE
reflection_GetConstantBufferByIndex(ID3D11ShaderReflection *iface, UINT index)
{
    const struct reflection *this = reflection_of(iface);
    return index < this->shader->reflection.cbuffer_count ? &this->parts.buffers[index].iface
                                                          : &parts_no_buffer()->iface;
}

static ID3D11ShaderReflectionConstantBuffer *STDMETHODCALLTYPE
reflection_GetConstantBufferByName(ID3D11ShaderReflection *iface, const char *name)
{
    const struct reflection *this = reflection_of(iface);
    const struct dxbc_reflection *rdef = &this->shader->reflection;
    for (uint32_t i = 0; name && i < rdef->cbuffer_count; i++) {
        if (strcmp(rdef->cbuffers[i].name, name) == 0)
            return &this->parts.buffers[i].iface;
    }
    return &parts_no_buffer()->iface;
}

static ID3D11ShaderReflectionVariable *STDMETHODCALLTYPE
reflection_GetVariableByName(ID3D11ShaderReflection *iface, const char *name)
{
    const struct reflection *this = reflection_of(iface);
    for (uint32_t i = 0; i < this->shader->reflection.cbuffer_count; i++) {
        struct reflected_variable *found = parts_find_variable(&this->parts.buffers[i], name);
        if (found->variable)
            return &found->iface;
    }
    return &parts_no_variable()->iface;
}

static HRESULT STDMETHODCALLTYPE reflection_GetResourceBindingDesc(ID3D11ShaderReflection *iface, UINT index,
                                                                   D3D11_SHADER_INPUT_BIND_DESC *desc)
{
    const struct dxbc_reflection *rdef = &reflection_of(iface)->shader->reflection;
    if (!desc || index >= rdef->binding_count)
        return E_INVALIDARG;
    const struct dxbc_binding *binding = &rdef->bindings[index];
    *desc = (D3D11_SHADER_INPUT_BIND_DESC){
        .Name = binding->name,
        .Type = (D3D_SHADER_INPUT_TYPE)binding->type,
        .BindPoint = binding->bind_point,
        .BindCount = binding->bind_count,
        .uFlags = binding->flags,
        .ReturnType = (D3D_RESOURCE_RETURN_TYPE)binding->return_type,
        .Dimension = (D3D_SRV_DIMENSION)binding->dimension,
        .NumSamples = binding->sample_count,
    };
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE reflection_GetResourceBindingDescByName(ID3D11ShaderReflection *iface,
                                                                         const char *name,
                                                                         D3D11_SHADER_INPUT_BIND_DESC *desc)
{
    const struct dxbc_reflection *rdef = &reflection_of(iface)->shader->reflection;
    for (uint32_t i = 0; name && i < rdef->binding_count; i++) {
        if (strcmp(rdef->bindings[i].name, name) == 0)
            return reflection_GetResourceBindingDesc(iface, i, desc);
    }
    return E_INVALIDARG;
}

/* ---- signatures ---- */

/* What the file leaves at 0 follows from the name. The last two have no name in mingw's headers. */
static D3D_NAME system_value_of(const struct dxbc_signature_element *element)
{
    static const struct {
        const char *semantic;
        D3D_NAME value;
    } names[] = {
        {"SV_Target", D3D_NAME_TARGET},
        {"SV_Depth", D3D_NAME_DEPTH},
        {"SV_Coverage", D3D_NAME_COVERAGE},
        {"SV_DepthGreaterEqual", D3D_NAME_DEPTH_GREATER_EQUAL},
        {"SV_DepthLessEqual", D3D_NAME_DEPTH_LESS_EQUAL},
        {"SV_StencilRef", (D3D_NAME)69},
        {"SV_InnerCoverage", (D3D_NAME)70},
    };
    for (size_t i = 0; element->system_value == 0 && i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcasecmp(element->name, names[i].semantic) == 0)
            return names[i].value;
    }
    return (D3D_NAME)element->system_value;
}

static HRESULT fill_parameter(const struct dxbc_signature *signature, UINT index,
                              D3D11_SIGNATURE_PARAMETER_DESC *desc)
{
    if (!desc || index >= signature->count)
        return E_INVALIDARG;
    const struct dxbc_signature_element *element = &signature->elements[index];
    *desc = (D3D11_SIGNATURE_PARAMETER_DESC){
        .SemanticName = element->name,
        .SemanticIndex = element->index,
        .Register = element->reg,
        .SystemValueType = system_value_of(element),
        .ComponentType = (D3D_REGISTER_COMPONENT_TYPE)element->component_type,
        .Mask = element->mask,
        .ReadWriteMask = element->rw_mask,
        .Stream = element->stream,
        .MinPrecision = (D3D_MIN_PRECISION)element->min_precision,
    };
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE reflection_GetInputParameterDesc(ID3D11ShaderReflection *iface, UINT index,
                                                                  D3D11_SIGNATURE_PARAMETER_DESC *desc)
{
    return fill_parameter(&reflection_of(iface)->shader->input, index, desc);
}

static HRESULT STDMETHODCALLTYPE reflection_GetOutputParameterDesc(ID3D11ShaderReflection *iface, UINT index,
                                                                   D3D11_SIGNATURE_PARAMETER_DESC *desc)
{
    return fill_parameter(&reflection_of(iface)->shader->output, index, desc);
}

static HRESULT STDMETHODCALLTYPE reflection_GetPatchConstantParameterDesc(
    ID3D11ShaderReflection *iface, UINT index, D3D11_SIGNATURE_PARAMETER_DESC *desc)
{
    return fill_parameter(&reflection_of(iface)->shader->patch_constant, index, desc);
}

/* ---- single numbers ---- */

static UINT STDMETHODCALLTYPE reflection_GetMovInstructionCount(ID3D11ShaderReflection *iface)
{
    return stat(reflection_of(iface), DXBC_STAT_MOV);
}

static UINT STDMETHODCALLTYPE reflection_GetMovcInstructionCount(ID3D11ShaderReflection *iface)
{
    return stat(reflection_of(iface), DXBC_STAT_MOVC);
}

static UINT STDMETHODCALLTYPE reflection_GetConversionInstructionCount(ID3D11ShaderReflection *iface)
{
    return stat(reflection_of(iface), DXBC_STAT_CONVERSION);
}

static UINT STDMETHODCALLTYPE reflection_GetBitwiseInstructionCount(ID3D11ShaderReflection *iface)
{
    return stat(reflection_of(iface), DXBC_STAT_BITWISE);
}

static D3D_PRIMITIVE STDMETHODCALLTYPE reflection_GetGSInputPrimitive(ID3D11ShaderReflection *iface)
{
    return (D3D_PRIMITIVE)stat(reflection_of(iface), DXBC_STAT_INPUT_PRIMITIVE);
}

static WINBOOL STDMETHODCALLTYPE reflection_IsSampleFrequencyShader(ID3D11ShaderReflection *iface)
{
    return stat(reflection_of(iface), DXBC_STAT_SAMPLE_FREQUENCY) != 0;
}

static UINT STDMETHODCALLTYPE reflection_GetNumInterfaceSlots(ID3D11ShaderReflection *iface)
{
    const struct dxbc_shader *shader = reflection_of(iface)->shader;
    return shader->reflection.present ? shader->reflection.interface_slot_count
                                      : shader->program.interface_slot_count;
}

static HRESULT STDMETHODCALLTYPE reflection_GetMinFeatureLevel(ID3D11ShaderReflection *iface,
                                                               enum D3D_FEATURE_LEVEL *level)
{
    const struct dxbc_shader *shader = reflection_of(iface)->shader;
    if (!level)
        return E_INVALIDARG;
    *level = (enum D3D_FEATURE_LEVEL)dxbc_min_feature_level(shader);
    return S_OK;
}

static UINT STDMETHODCALLTYPE reflection_GetThreadGroupSize(ID3D11ShaderReflection *iface, UINT *x, UINT *y,
                                                            UINT *z)
{
    const uint32_t *size = reflection_of(iface)->shader->program.thread_group;
    if (x)
        *x = size[0];
    if (y)
        *y = size[1];
    if (z)
        *z = size[2];
    return size[0] * size[1] * size[2];
}

static UINT64 STDMETHODCALLTYPE reflection_GetRequiresFlags(ID3D11ShaderReflection *iface)
{
    return dxbc_required_features(reflection_of(iface)->shader);
}

static const ID3D11ShaderReflectionVtbl reflection_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(reflection),
    .GetDesc = reflection_GetDesc,
    .GetConstantBufferByIndex = reflection_GetConstantBufferByIndex,
    .GetConstantBufferByName = reflection_GetConstantBufferByName,
    .GetResourceBindingDesc = reflection_GetResourceBindingDesc,
    .GetInputParameterDesc = reflection_GetInputParameterDesc,
    .GetOutputParameterDesc = reflection_GetOutputParameterDesc,
    .GetPatchConstantParameterDesc = reflection_GetPatchConstantParameterDesc,
    .GetVariableByName = reflection_GetVariableByName,
    .GetResourceBindingDescByName = reflection_GetResourceBindingDescByName,
    .GetMovInstructionCount = reflection_GetMovInstructionCount,
    .GetMovcInstructionCount = reflection_GetMovcInstructionCount,
    .GetConversionInstructionCount = reflection_GetConversionInstructionCount,
    .GetBitwiseInstructionCount = reflection_GetBitwiseInstructionCount,
    .GetGSInputPrimitive = reflection_GetGSInputPrimitive,
    .IsSampleFrequencyShader = reflection_IsSampleFrequencyShader,
    .GetNumInterfaceSlots = reflection_GetNumInterfaceSlots,
    .GetMinFeatureLevel = reflection_GetMinFeatureLevel,
    .GetThreadGroupSize = reflection_GetThreadGroupSize,
    .GetRequiresFlags = reflection_GetRequiresFlags,
};

static void reflection_destroy(struct object *object)
{
    struct reflection *this = (struct reflection *)object;
    parts_cleanup(&this->parts);
    dxbc_free(this->shader);
    free(this);
}

static const struct iface_entry reflection_ifaces[] = {
    {&IID_ID3D11ShaderReflection, offsetof(struct reflection, iface)},
    {NULL, 0},
};
static const struct object_class reflection_class = {"ShaderReflection", reflection_ifaces,
                                                     reflection_destroy, NULL};

HRESULT reflection_create(struct dxbc_shader *shader, ID3D11ShaderReflection **out)
{
    struct reflection *this = object_create(sizeof(*this), &reflection_class, NULL);
    *out = NULL;
    if (!this) {
        dxbc_free(shader);
        return E_OUTOFMEMORY;
    }
    this->iface.lpVtbl = &reflection_vtbl;
    this->shader = shader;
    if (!parts_init(&this->parts, shader)) {
        reflection_Release(&this->iface);
        return E_OUTOFMEMORY;
    }
    *out = &this->iface;
    return S_OK;
}
