/* What d3dcompiler.h offers for compiled shaders: reflection, parts, stripping, blobs and files, through the
 * API. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <d3d11.h>
#include <d3d11shader.h>
#include <d3dcompiler.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#define CALL(object, method, ...) (object)->lpVtbl->method(object, ##__VA_ARGS__)

static ID3DBlob *read_shader(const wchar_t *path)
{
    ID3DBlob *blob = NULL;
    assert_int_equal(D3DReadFileToBlob(path, &blob), S_OK);
    return blob;
}

static const void *bytes_of(ID3DBlob *blob)
{
    return CALL(blob, GetBufferPointer);
}

static SIZE_T size_of(ID3DBlob *blob)
{
    return CALL(blob, GetBufferSize);
}

static ID3D11ShaderReflection *reflect(const wchar_t *path)
{
    ID3D11ShaderReflection *reflection = NULL;
    ID3DBlob *blob = read_shader(path);
    assert_int_equal(
        D3DReflect(bytes_of(blob), size_of(blob), &IID_ID3D11ShaderReflection, (void **)&reflection), S_OK);
    CALL(blob, Release); /* the reflection has its own copy */
    return reflection;
}

static void numbers_of_a_compute_shader(void **state)
{
    (void)state;
    ID3D11ShaderReflection *r = reflect(L"golden/cs_5_0_memory.dxbc");
    D3D11_SHADER_DESC desc;
    UINT x, y, z;
    enum D3D_FEATURE_LEVEL level;
    assert_int_equal(CALL(r, GetDesc, &desc), S_OK);
    assert_int_equal(desc.Version, 5 << 16 | 0x50);
    assert_true(strstr(desc.Creator, "Microsoft") != NULL);
    assert_true(desc.InstructionCount > 0 && desc.BoundResources > 0);
    assert_int_equal(CALL(r, GetDesc, NULL), E_FAIL);
    const UINT threads = CALL(r, GetThreadGroupSize, &x, &y, &z);
    assert_int_equal(threads, x * y * z);
    assert_true(threads > 0);
    assert_int_equal(CALL(r, GetThreadGroupSize, NULL, NULL, NULL), threads);
    assert_int_equal(CALL(r, GetMinFeatureLevel, &level), S_OK);
    assert_int_equal(level, D3D_FEATURE_LEVEL_11_0);
    assert_int_equal(CALL(r, GetMinFeatureLevel, NULL), E_INVALIDARG);
    assert_false(CALL(r, IsSampleFrequencyShader));
    assert_int_equal(CALL(r, GetNumInterfaceSlots), 0);
    assert_int_equal(CALL(r, Release), 0);
}

static void bindings(void **state)
{
    (void)state;
    ID3D11ShaderReflection *r = reflect(L"golden/cs_5_0_memory.dxbc");
    D3D11_SHADER_DESC desc;
    D3D11_SHADER_INPUT_BIND_DESC by_index, by_name;
    CALL(r, GetDesc, &desc);
    for (UINT i = 0; i < desc.BoundResources; i++) {
        assert_int_equal(CALL(r, GetResourceBindingDesc, i, &by_index), S_OK);
        assert_int_equal(CALL(r, GetResourceBindingDescByName, by_index.Name, &by_name), S_OK);
        assert_string_equal(by_index.Name, by_name.Name);
    }
    assert_int_equal(CALL(r, GetResourceBindingDesc, desc.BoundResources, &by_index), E_INVALIDARG);
    assert_int_equal(CALL(r, GetResourceBindingDesc, 0, NULL), E_INVALIDARG);
    assert_int_equal(CALL(r, GetResourceBindingDescByName, "no such thing", &by_name), E_INVALIDARG);
    assert_int_equal(CALL(r, GetResourceBindingDescByName, NULL, &by_name), E_INVALIDARG);
    CALL(r, Release);
}

static void signatures(void **state)
{
    (void)state;
    ID3D11ShaderReflection *r = reflect(L"golden/ps_5_0_outputs.dxbc");
    D3D11_SHADER_DESC desc;
    D3D11_SIGNATURE_PARAMETER_DESC parameter;
    UINT targets = 0, depths = 0;
    CALL(r, GetDesc, &desc);
    for (UINT i = 0; i < desc.OutputParameters; i++) {
        assert_int_equal(CALL(r, GetOutputParameterDesc, i, &parameter), S_OK);
        targets += parameter.SystemValueType == D3D_NAME_TARGET;
        depths += parameter.SystemValueType == D3D_NAME_DEPTH_GREATER_EQUAL ||
                  parameter.SystemValueType == D3D_NAME_DEPTH ||
                  parameter.SystemValueType == D3D_NAME_DEPTH_LESS_EQUAL;
    }
    assert_true(targets > 0 && depths > 0);
    assert_int_equal(CALL(r, GetOutputParameterDesc, desc.OutputParameters, &parameter), E_INVALIDARG);
    assert_int_equal(CALL(r, GetInputParameterDesc, desc.InputParameters, &parameter), E_INVALIDARG);
    assert_int_equal(CALL(r, GetPatchConstantParameterDesc, 0, &parameter), E_INVALIDARG);
    CALL(r, Release);

    r = reflect(L"golden/hs_5_0_quad.dxbc");
    CALL(r, GetDesc, &desc);
    assert_true(desc.PatchConstantParameters > 0);
    assert_int_equal(CALL(r, GetPatchConstantParameterDesc, 0, &parameter), S_OK);
    CALL(r, Release);
}

static void check_type(ID3D11ShaderReflectionType *type, int depth)
{
    D3D11_SHADER_TYPE_DESC desc;
    assert_int_equal(CALL(type, GetDesc, &desc), S_OK);
    assert_int_equal(CALL(type, IsEqual, type), S_OK);
    assert_int_equal(CALL(type, IsOfType, type), S_OK);
    assert_true(depth < 16);
    for (UINT i = 0; i < desc.Members; i++) {
        const char *name = CALL(type, GetMemberTypeName, i);
        ID3D11ShaderReflectionType *member = CALL(type, GetMemberTypeByIndex, i);
        assert_non_null(name);
        assert_ptr_equal(CALL(type, GetMemberTypeByName, name), member);
        check_type(member, depth + 1);
    }
    assert_null(CALL(type, GetMemberTypeName, desc.Members));
    assert_int_equal(CALL(CALL(type, GetMemberTypeByIndex, desc.Members), GetDesc, &desc), E_FAIL);
    for (UINT i = 0; i < CALL(type, GetNumInterfaces); i++) {
        ID3D11ShaderReflectionType *base = CALL(type, GetInterfaceByIndex, i);
        assert_int_equal(CALL(type, ImplementsInterface, base), S_OK);
        assert_int_equal(CALL(base, IsOfType, type), S_FALSE);
        assert_int_equal(CALL(base, ImplementsInterface, type), S_FALSE);
        assert_int_equal(CALL(base, IsEqual, type), S_FALSE);
    }
    const UINT interfaces = CALL(type, GetNumInterfaces);
    assert_null(CALL(type, GetInterfaceByIndex, interfaces));
    ID3D11ShaderReflectionType *parent = CALL(type, GetBaseClass);
    if (parent)
        assert_int_equal(CALL(type, IsOfType, parent), S_OK);
}

static UINT check_buffers(ID3D11ShaderReflection *r)
{
    D3D11_SHADER_DESC desc;
    D3D11_SHADER_BUFFER_DESC buffer_desc, again;
    D3D11_SHADER_VARIABLE_DESC variable_desc;
    UINT slots = 0;
    CALL(r, GetDesc, &desc);
    for (UINT i = 0; i < desc.ConstantBuffers; i++) {
        ID3D11ShaderReflectionConstantBuffer *buffer = CALL(r, GetConstantBufferByIndex, i);
        assert_int_equal(CALL(buffer, GetDesc, &buffer_desc), S_OK);
        assert_int_equal(CALL(CALL(r, GetConstantBufferByName, buffer_desc.Name), GetDesc, &again), S_OK);
        assert_string_equal(again.Name, buffer_desc.Name);
        for (UINT k = 0; k < buffer_desc.Variables; k++) {
            ID3D11ShaderReflectionVariable *variable = CALL(buffer, GetVariableByIndex, k);
            assert_int_equal(CALL(variable, GetDesc, &variable_desc), S_OK);
            assert_ptr_equal(CALL(buffer, GetVariableByName, variable_desc.Name), variable);
            assert_ptr_equal(CALL(variable, GetBuffer), buffer);
            assert_int_equal(CALL(CALL(r, GetVariableByName, variable_desc.Name), GetDesc, &variable_desc),
                             S_OK);
            slots += CALL(variable, GetInterfaceSlot, 0) != UINT32_MAX;
            assert_int_equal(CALL(variable, GetInterfaceSlot, 1000), UINT32_MAX);
            check_type(CALL(variable, GetType), 0);
        }
    }
    return slots;
}

static void buffers_and_types(void **state)
{
    (void)state;
    static const wchar_t *const paths[] = {L"golden/cs_5_0_classes.dxbc", L"golden/vs_4_0_transform.dxbc",
                                           L"golden/ps_5_0_everything.dxbc", L"golden/cs_5_0_memory.dxbc"};
    UINT slots = 0;
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        ID3D11ShaderReflection *r = reflect(paths[i]);
        slots += check_buffers(r);
        CALL(r, Release);
    }
    assert_true(slots > 0);
}

/* Parts that do not exist answer, all the way down. */
static void parts_that_do_not_exist(void **state)
{
    (void)state;
    ID3D11ShaderReflection *r = reflect(L"golden/cs_5_0_memory.dxbc");
    D3D11_SHADER_BUFFER_DESC buffer_desc;
    D3D11_SHADER_VARIABLE_DESC variable_desc;
    D3D11_SHADER_TYPE_DESC type_desc;
    ID3D11ShaderReflectionConstantBuffer *buffer = CALL(r, GetConstantBufferByIndex, 99);
    assert_int_equal(CALL(buffer, GetDesc, &buffer_desc), E_FAIL);
    assert_ptr_equal(CALL(r, GetConstantBufferByName, "no such thing"), buffer);
    assert_ptr_equal(CALL(r, GetConstantBufferByName, NULL), buffer);
    ID3D11ShaderReflectionVariable *variable = CALL(buffer, GetVariableByIndex, 0);
    assert_int_equal(CALL(variable, GetDesc, &variable_desc), E_FAIL);
    assert_ptr_equal(CALL(r, GetVariableByName, "no such thing"), variable);
    assert_ptr_equal(CALL(buffer, GetVariableByName, "x"), variable);
    assert_ptr_equal(CALL(variable, GetBuffer), buffer);
    assert_int_equal(CALL(variable, GetInterfaceSlot, 0), UINT32_MAX);
    ID3D11ShaderReflectionType *type = CALL(variable, GetType);
    assert_int_equal(CALL(type, GetDesc, &type_desc), E_FAIL);
    assert_ptr_equal(CALL(type, GetMemberTypeByIndex, 0), type);
    assert_ptr_equal(CALL(type, GetMemberTypeByName, "x"), type);
    assert_string_equal(CALL(type, GetMemberTypeName, 0), "$Invalid");
    assert_ptr_equal(CALL(type, GetSubType), type);
    assert_ptr_equal(CALL(type, GetBaseClass), type);
    assert_ptr_equal(CALL(type, GetInterfaceByIndex, 0), type);
    assert_int_equal(CALL(type, GetNumInterfaces), 0);
    assert_int_equal(CALL(type, IsEqual, type), E_FAIL);
    assert_int_equal(CALL(type, IsOfType, type), E_FAIL);
    assert_int_equal(CALL(type, ImplementsInterface, type), E_FAIL);
    CALL(r, Release);
}

static SIZE_T part_size(ID3DBlob *shader, D3D_BLOB_PART part)
{
    ID3DBlob *blob = NULL;
    if (FAILED(D3DGetBlobPart(bytes_of(shader), size_of(shader), part, 0, &blob))) {
        assert_null(blob);
        return 0;
    }
    const SIZE_T size = size_of(blob);
    CALL(blob, Release);
    return size;
}

static void parts_and_stripping(void **state)
{
    (void)state;
    ID3DBlob *shader = read_shader(L"golden/hs_5_0_quad.dxbc"), *stripped = NULL, *input = NULL,
             *again = NULL;
    assert_true(part_size(shader, D3D_BLOB_INPUT_SIGNATURE_BLOB) > 32);
    assert_true(part_size(shader, D3D_BLOB_ALL_SIGNATURE_BLOB) >
                part_size(shader, D3D_BLOB_INPUT_AND_OUTPUT_SIGNATURE_BLOB));
    assert_int_equal(part_size(shader, D3D_BLOB_DEBUG_INFO), 0);
    assert_int_equal(part_size(shader, D3D_BLOB_XNA_SHADER), 0);
    assert_int_equal(D3DGetInputSignatureBlob(bytes_of(shader), size_of(shader), &input), S_OK);
    /* a signature is a container, whose part is itself */
    assert_int_equal(D3DGetInputSignatureBlob(bytes_of(input), size_of(input), &again), S_OK);
    assert_int_equal(size_of(input), size_of(again));
    assert_memory_equal(bytes_of(input), bytes_of(again), size_of(input));
    CALL(again, Release);
    assert_int_equal(D3DGetOutputSignatureBlob(bytes_of(input), size_of(input), &again), E_FAIL);
    CALL(input, Release);

    assert_int_equal(
        D3DStripShader(bytes_of(shader), size_of(shader), D3DCOMPILER_STRIP_REFLECTION_DATA, &stripped),
        S_OK);
    assert_true(size_of(stripped) < size_of(shader));
    ID3D11ShaderReflection *r = NULL;
    D3D11_SHADER_DESC desc;
    assert_int_equal(
        D3DReflect(bytes_of(stripped), size_of(stripped), &IID_ID3D11ShaderReflection, (void **)&r), S_OK);
    assert_int_equal(CALL(r, GetDesc, &desc), S_OK);
    assert_null(desc.Creator);
    assert_int_equal(desc.InstructionCount, 0);
    assert_true(desc.InputParameters > 0);
    CALL(r, Release);
    CALL(stripped, Release);
    CALL(shader, Release);
}

/* The answers of Microsoft's library: what fails leaves the pointer alone, other than a disassembly. */
static void bad_arguments(void **state)
{
    (void)state;
    ID3DBlob *shader = read_shader(L"golden/vs_4_0_transform.dxbc"), *const mark = shader, *out = mark;
    const void *bytes = bytes_of(shader);
    void *object = mark;
    assert_int_equal(D3DReflect(bytes, size_of(shader), &IID_ID3D11ShaderReflection, NULL), E_INVALIDARG);
    assert_int_equal(D3DReflect(NULL, 0, &IID_ID3D11ShaderReflection, &object), D3DERR_INVALIDCALL);
    assert_int_equal(D3DReflect(bytes, 10, &IID_ID3D11ShaderReflection, &object), D3DERR_INVALIDCALL);
    assert_int_equal(D3DReflect(bytes, size_of(shader), &IID_ID3D11Device, &object), E_INVALIDARG);
    assert_int_equal(D3DGetBlobPart(NULL, 40, D3D_BLOB_INPUT_SIGNATURE_BLOB, 0, &out), D3DERR_INVALIDCALL);
    assert_int_equal(D3DGetBlobPart(bytes, 10, D3D_BLOB_INPUT_SIGNATURE_BLOB, 0, &out), D3DERR_INVALIDCALL);
    assert_int_equal(D3DGetBlobPart(bytes, size_of(shader), D3D_BLOB_INPUT_SIGNATURE_BLOB, 1, &out),
                     D3DERR_INVALIDCALL);
    assert_int_equal(D3DGetBlobPart(bytes, size_of(shader), (D3D_BLOB_PART)13, 0, &out), D3DERR_INVALIDCALL);
    assert_int_equal(D3DStripShader(bytes, size_of(shader), 1, NULL), E_FAIL);
    assert_int_equal(D3DStripShader(bytes, 3, 1, &out), D3DERR_INVALIDCALL);
    assert_int_equal(D3DGetDebugInfo(bytes, size_of(shader), &out), E_FAIL);
    assert_ptr_equal(object, mark);
    assert_ptr_equal(out, mark);
    assert_int_equal(D3DDisassemble(NULL, 40, 0, NULL, &out), D3DERR_INVALIDCALL);
    assert_int_equal(D3DDisassemble(bytes, 0, 0, NULL, &out), E_INVALIDARG);
    assert_int_equal(D3DDisassemble(bytes, 10, 0, NULL, &out), E_FAIL);
    assert_null(out);
    assert_int_equal(D3DGetInputAndOutputSignatureBlob(bytes, size_of(shader), &out), S_OK);
    object = mark;
    assert_int_equal(D3DReflect(bytes_of(out), size_of(out), &IID_ID3D11ShaderReflection, (void **)&object),
                     E_INVALIDARG);
    assert_ptr_equal(object, mark);
    CALL(out, Release);
    CALL(shader, Release);
}

/* Every part that Direct3D names may be asked for: what a shader has not got is E_FAIL. */
static void parts_that_are_not_there(void **state)
{
    (void)state;
    static const D3D_BLOB_PART absent[] = {
        D3D_BLOB_PATCH_CONSTANT_SIGNATURE_BLOB,
        D3D_BLOB_ALL_SIGNATURE_BLOB,
        D3D_BLOB_DEBUG_INFO,
        D3D_BLOB_LEGACY_SHADER,
        D3D_BLOB_XNA_PREPASS_SHADER,
        D3D_BLOB_XNA_SHADER,
        D3D_BLOB_PDB,
        D3D_BLOB_PRIVATE_DATA,
        D3D_BLOB_ROOT_SIGNATURE,
        D3D_BLOB_DEBUG_NAME,
        D3D_BLOB_TEST_ALTERNATE_SHADER,
        D3D_BLOB_TEST_COMPILE_DETAILS,
        D3D_BLOB_TEST_COMPILE_PERF,
        D3D_BLOB_TEST_COMPILE_REPORT,
    };
    ID3DBlob *shader = read_shader(L"golden/vs_4_0_transform.dxbc"), *out = shader;
    for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++)
        assert_int_equal(D3DGetBlobPart(bytes_of(shader), size_of(shader), absent[i], 0, &out), E_FAIL);
    assert_ptr_equal(out, shader);
    CALL(shader, Release);
}

/* A container that does not fill its bytes is none; a wrong checksum is another matter. */
static void damaged_containers(void **state)
{
    (void)state;
    enum { CHECKSUM = 4, VERSION = 20, TOTAL_SIZE = 24, MORE = 8 };
    static const struct {
        SIZE_T offset;
        HRESULT hr;
    } damages[] = {
        {0, D3DERR_INVALIDCALL},
        {CHECKSUM, E_FAIL},
        {VERSION, D3DERR_INVALIDCALL},
        {TOTAL_SIZE, D3DERR_INVALIDCALL},
    };
    ID3DBlob *shader = read_shader(L"golden/vs_4_0_transform.dxbc"), *out = NULL;
    const SIZE_T size = size_of(shader);
    uint8_t *bytes = calloc(size + MORE, 1);
    void *object = NULL;
    assert_non_null(bytes);
    memcpy(bytes, bytes_of(shader), size);
    assert_int_equal(D3DGetInputSignatureBlob(bytes, size + MORE, &out), D3DERR_INVALIDCALL);
    assert_int_equal(D3DStripShader(bytes, size + MORE, 0, &out), D3DERR_INVALIDCALL);
    assert_int_equal(D3DReflect(bytes, size + MORE, &IID_ID3D11ShaderReflection, &object),
                     D3DERR_INVALIDCALL);
    assert_int_equal(D3DDisassemble(bytes, size + MORE, 0, NULL, &out), E_FAIL);
    for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
        bytes[damages[i].offset] ^= 0x10;
        assert_int_equal(D3DGetInputSignatureBlob(bytes, size, &out), damages[i].hr);
        assert_int_equal(D3DStripShader(bytes, size, 0, &out), damages[i].hr);
        assert_int_equal(D3DReflect(bytes, size, &IID_ID3D11ShaderReflection, &object), damages[i].hr);
        assert_int_equal(D3DDisassemble(bytes, size, 0, NULL, &out), E_FAIL);
        bytes[damages[i].offset] ^= 0x10;
    }
    assert_null(out);
    assert_null(object);
    free(bytes);
    CALL(shader, Release);
}

static void no_compiler(void **state)
{
    (void)state;
    ID3DBlob *code = (ID3DBlob *)&code, *errors = NULL;
    assert_int_equal(D3DCompile("x", 1, NULL, NULL, NULL, "main", "cs_5_0", 0, 0, &code, &errors), E_NOTIMPL);
    assert_null(code);
    assert_non_null(errors);
    assert_non_null(strstr(bytes_of(errors), "does not compile HLSL"));
    CALL(errors, Release);
    assert_int_equal(D3DCompile2("x", 1, NULL, NULL, NULL, "main", "cs_5_0", 0, 0, 0, NULL, 0, NULL, NULL),
                     E_NOTIMPL);
    assert_int_equal(D3DCompileFromFile(L"x", NULL, NULL, "main", "cs_5_0", 0, 0, &code, NULL), E_NOTIMPL);
}

static void files(void **state)
{
    (void)state;
    wchar_t path[64];
    char narrow[64];
    ID3DBlob *blob = NULL, *again = NULL;
    snprintf(narrow, sizeof(narrow), P_tmpdir "/weft_reflection_%d", (int)getpid());
    swprintf(path, 64, L"%s", narrow);
    assert_int_equal(D3DCreateBlob(5, &blob), S_OK);
    memcpy(CALL(blob, GetBufferPointer), "hello", 5);
    assert_int_equal(D3DWriteBlobToFile(blob, path, FALSE), S_OK);
    assert_int_equal(D3DWriteBlobToFile(blob, path, FALSE), E_FAIL);
    assert_int_equal(D3DWriteBlobToFile(blob, path, TRUE), S_OK);
    assert_int_equal(D3DReadFileToBlob(path, &again), S_OK);
    assert_int_equal(size_of(again), 5);
    assert_memory_equal(bytes_of(again), "hello", 5);
    unlink(narrow);
    assert_int_equal(D3DWriteBlobToFile(NULL, path, TRUE), E_INVALIDARG);
    assert_int_equal(D3DWriteBlobToFile(blob, NULL, TRUE), E_INVALIDARG);
    CALL(blob, Release);
    CALL(again, Release);
    assert_int_equal(D3DReadFileToBlob(path, &again), (HRESULT)0x80070002);
    assert_int_equal(D3DReadFileToBlob(NULL, &again), E_INVALIDARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_a_compute_shader),
        cmocka_unit_test(bindings),
        cmocka_unit_test(signatures),
        cmocka_unit_test(buffers_and_types),
        cmocka_unit_test(parts_that_do_not_exist),
        cmocka_unit_test(parts_and_stripping),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(parts_that_are_not_there),
        cmocka_unit_test(damaged_containers),
        cmocka_unit_test(no_compiler),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
