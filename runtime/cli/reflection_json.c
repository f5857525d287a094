/*
 * ID3D11ShaderReflection as JSON. Numbers are those of the API; what has a name in the API is not translated,
 * so that two implementations can be compared.
 */
#include "reflection_json.h"

#include <string.h>

enum { MAX_DEPTH = 16 };

/* ---- the text ---- */

struct json {
    FILE *out;
    int depth;
    int first; /* nothing stands yet in the innermost object or array */
};

static void put_string(struct json *json, const char *text)
{
    if (!text) {
        fputs("null", json->out);
        return;
    }
    fputc('"', json->out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(json->out, "\\%c", c);
        else if (c < 0x20 || c > 0x7e)
            fprintf(json->out, "\\u%04x", c);
        else
            fputc(c, json->out);
    }
    fputc('"', json->out);
}

static void put_key(struct json *json, const char *key)
{
    fprintf(json->out, "%s\n%*s", json->first ? "" : ",", 2 * json->depth, "");
    json->first = 0;
    if (key) {
        put_string(json, key);
        fputs(": ", json->out);
    }
}

static void open_value(struct json *json, const char *key, char bracket)
{
    put_key(json, key);
    fputc(bracket, json->out);
    json->depth++;
    json->first = 1;
}

static void close_value(struct json *json, char bracket)
{
    json->depth--;
    if (!json->first)
        fprintf(json->out, "\n%*s", 2 * json->depth, "");
    fputc(bracket, json->out);
    json->first = 0;
}

static void put_number(struct json *json, const char *key, UINT number)
{
    put_key(json, key);
    fprintf(json->out, "%u", number);
}

static void put_text(struct json *json, const char *key, const char *text)
{
    put_key(json, key);
    put_string(json, text);
}

/* ---- types ---- */

static void put_type(struct json *json, const char *key, ID3D11ShaderReflectionType *type, int depth)
{
    D3D11_SHADER_TYPE_DESC desc;
    if (!type || FAILED(type->lpVtbl->GetDesc(type, &desc)))
        return;
    open_value(json, key, '{');
    put_text(json, "name", desc.Name);
    put_number(json, "class", desc.Class);
    put_number(json, "type", desc.Type);
    put_number(json, "rows", desc.Rows);
    put_number(json, "columns", desc.Columns);
    put_number(json, "elements", desc.Elements);
    put_number(json, "offset", desc.Offset);
    if (desc.Members && depth < MAX_DEPTH) {
        open_value(json, "members", '[');
        for (UINT i = 0; i < desc.Members; i++) {
            open_value(json, NULL, '{');
            put_text(json, "name", type->lpVtbl->GetMemberTypeName(type, i));
            put_type(json, "type", type->lpVtbl->GetMemberTypeByIndex(type, i), depth + 1);
            close_value(json, '}');
        }
        close_value(json, ']');
    }
    if (depth < MAX_DEPTH) {
        put_type(json, "sub_type", type->lpVtbl->GetSubType(type), depth + 1);
        put_type(json, "base_class", type->lpVtbl->GetBaseClass(type), depth + 1);
    }
    const UINT interfaces = type->lpVtbl->GetNumInterfaces(type);
    if (interfaces && depth < MAX_DEPTH) {
        open_value(json, "interfaces", '[');
        for (UINT i = 0; i < interfaces; i++)
            put_type(json, NULL, type->lpVtbl->GetInterfaceByIndex(type, i), depth + 1);
        close_value(json, ']');
    }
    close_value(json, '}');
}

/* ---- buffers ---- */

static void put_bytes(struct json *json, const char *key, const void *bytes, UINT size)
{
    put_key(json, key);
    fputc('"', json->out);
    for (UINT i = 0; i < size; i++)
        fprintf(json->out, "%02x", ((const unsigned char *)bytes)[i]);
    fputc('"', json->out);
}

static void put_variable(struct json *json, ID3D11ShaderReflectionVariable *variable)
{
    D3D11_SHADER_VARIABLE_DESC desc;
    if (FAILED(variable->lpVtbl->GetDesc(variable, &desc)))
        return;
    open_value(json, NULL, '{');
    put_text(json, "name", desc.Name);
    put_number(json, "offset", desc.StartOffset);
    put_number(json, "size", desc.Size);
    put_number(json, "flags", desc.uFlags);
    put_number(json, "start_texture", desc.StartTexture);
    put_number(json, "textures", desc.TextureSize);
    put_number(json, "start_sampler", desc.StartSampler);
    put_number(json, "samplers", desc.SamplerSize);
    put_number(json, "interface_slot", variable->lpVtbl->GetInterfaceSlot(variable, 0));
    if (desc.DefaultValue)
        put_bytes(json, "default", desc.DefaultValue, desc.Size);
    put_type(json, "type", variable->lpVtbl->GetType(variable), 0);
    close_value(json, '}');
}

static void put_buffer(struct json *json, ID3D11ShaderReflectionConstantBuffer *buffer)
{
    D3D11_SHADER_BUFFER_DESC desc;
    if (FAILED(buffer->lpVtbl->GetDesc(buffer, &desc)))
        return;
    open_value(json, NULL, '{');
    put_text(json, "name", desc.Name);
    put_number(json, "type", desc.Type);
    put_number(json, "size", desc.Size);
    put_number(json, "flags", desc.uFlags);
    open_value(json, "variables", '[');
    for (UINT i = 0; i < desc.Variables; i++)
        put_variable(json, buffer->lpVtbl->GetVariableByIndex(buffer, i));
    close_value(json, ']');
    close_value(json, '}');
}

/* ---- bindings, signatures ---- */

static void put_binding(struct json *json, const D3D11_SHADER_INPUT_BIND_DESC *desc)
{
    open_value(json, NULL, '{');
    put_text(json, "name", desc->Name);
    put_number(json, "type", desc->Type);
    put_number(json, "bind_point", desc->BindPoint);
    put_number(json, "bind_count", desc->BindCount);
    put_number(json, "flags", desc->uFlags);
    put_number(json, "return_type", desc->ReturnType);
    put_number(json, "dimension", desc->Dimension);
    put_number(json, "samples", desc->NumSamples);
    close_value(json, '}');
}

static void put_parameter(struct json *json, const D3D11_SIGNATURE_PARAMETER_DESC *desc)
{
    open_value(json, NULL, '{');
    put_text(json, "semantic", desc->SemanticName);
    put_number(json, "index", desc->SemanticIndex);
    put_number(json, "register", desc->Register);
    put_number(json, "system_value", desc->SystemValueType);
    put_number(json, "component_type", desc->ComponentType);
    put_number(json, "mask", desc->Mask);
    put_number(json, "read_write_mask", desc->ReadWriteMask);
    put_number(json, "stream", desc->Stream);
    put_number(json, "min_precision", desc->MinPrecision);
    close_value(json, '}');
}

typedef HRESULT(STDMETHODCALLTYPE *parameter_method)(ID3D11ShaderReflection *, UINT,
                                                     D3D11_SIGNATURE_PARAMETER_DESC *);

static void put_parameters(struct json *json, const char *key, ID3D11ShaderReflection *reflection, UINT count,
                           parameter_method method)
{
    D3D11_SIGNATURE_PARAMETER_DESC desc;
    open_value(json, key, '[');
    for (UINT i = 0; i < count; i++) {
        if (SUCCEEDED(method(reflection, i, &desc)))
            put_parameter(json, &desc);
    }
    close_value(json, ']');
}

/* ---- counts ---- */

static void put_counts(struct json *json, const D3D11_SHADER_DESC *desc)
{
    put_number(json, "instructions", desc->InstructionCount);
    put_number(json, "temps", desc->TempRegisterCount);
    put_number(json, "temp_arrays", desc->TempArrayCount);
    put_number(json, "defs", desc->DefCount);
    put_number(json, "dcls", desc->DclCount);
    put_number(json, "texture_normal", desc->TextureNormalInstructions);
    put_number(json, "texture_load", desc->TextureLoadInstructions);
    put_number(json, "texture_compare", desc->TextureCompInstructions);
    put_number(json, "texture_bias", desc->TextureBiasInstructions);
    put_number(json, "texture_gradient", desc->TextureGradientInstructions);
    put_number(json, "float", desc->FloatInstructionCount);
    put_number(json, "int", desc->IntInstructionCount);
    put_number(json, "uint", desc->UintInstructionCount);
    put_number(json, "static_flow", desc->StaticFlowControlCount);
    put_number(json, "dynamic_flow", desc->DynamicFlowControlCount);
    put_number(json, "macros", desc->MacroInstructionCount);
    put_number(json, "arrays", desc->ArrayInstructionCount);
    put_number(json, "cuts", desc->CutInstructionCount);
    put_number(json, "emits", desc->EmitInstructionCount);
    put_number(json, "barriers", desc->cBarrierInstructions);
    put_number(json, "interlocked", desc->cInterlockedInstructions);
    put_number(json, "texture_stores", desc->cTextureStoreInstructions);
}

static void put_single_numbers(struct json *json, ID3D11ShaderReflection *reflection)
{
    enum D3D_FEATURE_LEVEL level;
    UINT x = 0, y = 0, z = 0;
    put_number(json, "mov", reflection->lpVtbl->GetMovInstructionCount(reflection));
    put_number(json, "movc", reflection->lpVtbl->GetMovcInstructionCount(reflection));
    put_number(json, "conversion", reflection->lpVtbl->GetConversionInstructionCount(reflection));
    put_number(json, "bitwise", reflection->lpVtbl->GetBitwiseInstructionCount(reflection));
    put_number(json, "gs_input_primitive", reflection->lpVtbl->GetGSInputPrimitive(reflection));
    put_number(json, "sample_frequency", (UINT)reflection->lpVtbl->IsSampleFrequencyShader(reflection));
    put_number(json, "interface_slots", reflection->lpVtbl->GetNumInterfaceSlots(reflection));
    if (SUCCEEDED(reflection->lpVtbl->GetMinFeatureLevel(reflection, &level)))
        put_number(json, "min_feature_level", level);
    put_number(json, "threads", reflection->lpVtbl->GetThreadGroupSize(reflection, &x, &y, &z));
    put_number(json, "threads_x", x);
    put_number(json, "threads_y", y);
    put_number(json, "threads_z", z);
    put_number(json, "requires", (UINT)reflection->lpVtbl->GetRequiresFlags(reflection));
}

static void put_shader(struct json *json, ID3D11ShaderReflection *reflection, const D3D11_SHADER_DESC *desc)
{
    put_number(json, "version", desc->Version);
    put_text(json, "creator", desc->Creator);
    put_number(json, "flags", desc->Flags);
    put_counts(json, desc);
    put_number(json, "gs_output_topology", desc->GSOutputTopology);
    put_number(json, "gs_max_output_vertices", desc->GSMaxOutputVertexCount);
    put_number(json, "input_primitive", desc->InputPrimitive);
    put_number(json, "gs_instances", desc->cGSInstanceCount);
    put_number(json, "control_points", desc->cControlPoints);
    put_number(json, "hs_output_primitive", desc->HSOutputPrimitive);
    put_number(json, "hs_partitioning", desc->HSPartitioning);
    put_number(json, "tessellator_domain", desc->TessellatorDomain);
    put_single_numbers(json, reflection);
}

void reflection_print_json(ID3D11ShaderReflection *reflection, FILE *out)
{
    struct json json = {.out = out};
    D3D11_SHADER_DESC desc;
    D3D11_SHADER_INPUT_BIND_DESC binding;
    if (FAILED(reflection->lpVtbl->GetDesc(reflection, &desc)))
        return;
    json.first = 1;
    fputc('{', out);
    json.depth = 1;
    put_shader(&json, reflection, &desc);
    open_value(&json, "buffers", '[');
    for (UINT i = 0; i < desc.ConstantBuffers; i++)
        put_buffer(&json, reflection->lpVtbl->GetConstantBufferByIndex(reflection, i));
    close_value(&json, ']');
    open_value(&json, "bindings", '[');
    for (UINT i = 0; i < desc.BoundResources; i++) {
        if (SUCCEEDED(reflection->lpVtbl->GetResourceBindingDesc(reflection, i, &binding)))
            put_binding(&json, &binding);
    }
    close_value(&json, ']');
    put_parameters(&json, "inputs", reflection, desc.InputParameters,
                   reflection->lpVtbl->GetInputParameterDesc);
    put_parameters(&json, "outputs", reflection, desc.OutputParameters,
                   reflection->lpVtbl->GetOutputParameterDesc);
    put_parameters(&json, "patch_constants", reflection, desc.PatchConstantParameters,
                   reflection->lpVtbl->GetPatchConstantParameterDesc);
    close_value(&json, '}');
    fputc('\n', out);
}
