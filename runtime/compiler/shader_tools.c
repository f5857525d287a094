/*
 * What d3dcompiler.h declares: functions that work on compiled shaders, disassembly, reflection, parts of
 * containers, blobs and files. Arguments are checked here; the work is done in dxbc/ and reflection.c.
 *
 * Compiling HLSL is not there: D3DCompile and its kin say so in their error text.
 */
#pragma GCC visibility push(default)
#include <d3d11shader.h>
#include <d3dcompiler.h>
#pragma GCC visibility pop

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "blob.h"
#include "log.h"
#include "reflection.h"

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

enum { MAX_FILE_BYTES = 1 << 30, PATH_BYTES = 4096 };

static HRESULT fail(HRESULT hr, const char *format, ...) __attribute__((format(printf, 2, 3)));
static HRESULT fail(HRESULT hr, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    last_error_vset(format, args);
    va_end(args);
    log_write(LOG_INFO, "%s", last_error_text());
    return hr;
}

/* As Microsoft's library has it: E_FAIL for a container whose checksum is wrong, another code for one that is
 * none or does not fill its bytes. */
static HRESULT load_result(enum diag_code code)
{
    switch (code) {
    case DIAG_NO_MEMORY:
        return E_OUTOFMEMORY;
    case DIAG_CONTAINER_TRUNCATED:
    case DIAG_CONTAINER_MAGIC:
    case DIAG_CONTAINER_VERSION:
    case DIAG_CONTAINER_SIZE:
    case DIAG_CONTAINER_CHUNK:
        return D3DERR_INVALIDCALL;
    case DIAG_CONTAINER_CHECKSUM:
        return E_FAIL;
    default:
        return E_INVALIDARG;
    }
}

static HRESULT load(const void *data, SIZE_T size, unsigned flags, struct dxbc_shader **shader)
{
    struct diag diag = {0};
    char text[512];
    if (!data)
        return fail(D3DERR_INVALIDCALL, "There is no shader");
    if (dxbc_load(data, size, flags, shader, &diag))
        return fail(load_result(diag.code), "%s", diag_format(&diag, text, sizeof(text)));
    if ((*shader)->size == size)
        return S_OK;
    fail(D3DERR_INVALIDCALL, "The shader has %zu bytes, not %zu", (size_t)(*shader)->size, (size_t)size);
    dxbc_free(*shader);
    return D3DERR_INVALIDCALL;
}

static HRESULT blob_of(const void *bytes, size_t size, ID3DBlob **out)
{
    const HRESULT hr = blob_create(size, out);
    if (SUCCEEDED(hr) && size)
        memcpy(ID3D10Blob_GetBufferPointer(*out), bytes, size);
    return hr;
}

HRESULT WINAPI D3DCreateBlob(SIZE_T size, ID3DBlob **out)
{
    return out ? blob_create(size, out) : D3DERR_INVALIDCALL;
}

/* ---- disassembly ---- */

HRESULT WINAPI D3DDisassemble(const void *data, SIZE_T size, UINT flags, const char *comments, ID3DBlob **out)
{
    struct dxbc_shader *shader;
    if (!out)
        return E_INVALIDARG;
    *out = NULL;
    if (data && !size)
        return fail(E_INVALIDARG, "There is no shader");
    HRESULT hr = load(data, size, 0, &shader);
    if (FAILED(hr))
        return data && hr != E_OUTOFMEMORY ? E_FAIL : hr;
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    unsigned print = (flags & D3D_DISASM_INSTRUCTION_ONLY ? 0 : DXBC_PRINT_HEADER) |
                     (flags & D3D_DISASM_ENABLE_INSTRUCTION_NUMBERING ? DXBC_PRINT_NUMBERS : 0) |
                     (flags & D3D_DISASM_ENABLE_INSTRUCTION_OFFSET ? DXBC_PRINT_OFFSETS : 0);
    bool good = stream != NULL;
    if (good && comments)
        fprintf(stream, "%s\n", comments);
    good = good && !dxbc_print(shader, print, stream);
    if (stream && fclose(stream))
        good = false;
    dxbc_free(shader);
    hr = good ? blob_of(text, length + 1, out) : E_OUTOFMEMORY;
    free(text);
    return hr;
}

/* ---- reflection ---- */

HRESULT WINAPI D3DReflect(const void *data, SIZE_T size, REFIID iid, void **out)
{
    struct dxbc_shader *shader;
    ID3D11ShaderReflection *reflection;
    void *found = NULL;
    HRESULT hr = load(data, size, 0, &shader);
    if (FAILED(hr))
        return hr;
    hr = reflection_create(shader, &reflection);
    if (FAILED(hr))
        return hr;
    if (!out || FAILED(reflection->lpVtbl->QueryInterface(reflection, iid, &found)))
        hr = fail(E_INVALIDARG, "The interface asked for is not one of a reflection");
    else
        *out = found;
    reflection->lpVtbl->Release(reflection);
    return hr;
}

/* ---- parts of containers ---- */

/* Names that a part may have; all parts that a blob is made of must be there. */
struct wanted_chunk {
    uint32_t names[3];
};

static const struct wanted_chunk input_chunk = {{FOURCC('I', 'S', 'G', 'N'), FOURCC('I', 'S', 'G', '1')}};
static const struct wanted_chunk output_chunk = {
    {FOURCC('O', 'S', 'G', 'N'), FOURCC('O', 'S', 'G', '1'), FOURCC('O', 'S', 'G', '5')}};
static const struct wanted_chunk patch_chunk = {{FOURCC('P', 'C', 'S', 'G'), FOURCC('P', 'S', 'G', '1')}};
static const struct wanted_chunk debug_chunk = {{FOURCC('S', 'D', 'B', 'G')}};
static const struct wanted_chunk legacy_chunk = {{FOURCC('A', 'o', 'n', '9')}};
static const struct wanted_chunk xna_prepass_chunk = {{FOURCC('X', 'N', 'A', 'P')}};
static const struct wanted_chunk xna_chunk = {{FOURCC('X', 'N', 'A', 'S')}};
static const struct wanted_chunk debug_name_chunk = {{FOURCC('I', 'L', 'D', 'N')}};
static const struct wanted_chunk pdb_chunk = {{FOURCC('S', 'P', 'D', 'B')}};
static const struct wanted_chunk private_chunk = {{FOURCC('P', 'R', 'I', 'V')}};
static const struct wanted_chunk root_chunk = {{FOURCC('R', 'T', 'S', '0')}};
static const struct wanted_chunk no_chunk; /* parts that compilers do not write */
static const struct wanted_chunk reflection_chunk = {
    {FOURCC('R', 'D', 'E', 'F'), FOURCC('S', 'T', 'A', 'T')}};

static const struct part {
    D3D_BLOB_PART part;
    bool container; /* else the bytes of the chunk alone */
    const struct wanted_chunk *chunks[3];
} parts[] = {
    {D3D_BLOB_INPUT_SIGNATURE_BLOB, true, {&input_chunk}},
    {D3D_BLOB_OUTPUT_SIGNATURE_BLOB, true, {&output_chunk}},
    {D3D_BLOB_INPUT_AND_OUTPUT_SIGNATURE_BLOB, true, {&input_chunk, &output_chunk}},
    {D3D_BLOB_PATCH_CONSTANT_SIGNATURE_BLOB, true, {&patch_chunk}},
    {D3D_BLOB_ALL_SIGNATURE_BLOB, true, {&input_chunk, &output_chunk, &patch_chunk}},
    {D3D_BLOB_DEBUG_INFO, false, {&debug_chunk}},
    {D3D_BLOB_LEGACY_SHADER, false, {&legacy_chunk}},
    {D3D_BLOB_XNA_PREPASS_SHADER, false, {&xna_prepass_chunk}},
    {D3D_BLOB_XNA_SHADER, false, {&xna_chunk}},
    {D3D_BLOB_PDB, false, {&pdb_chunk}},
    {D3D_BLOB_PRIVATE_DATA, false, {&private_chunk}},
    {D3D_BLOB_ROOT_SIGNATURE, true, {&root_chunk}},
    {D3D_BLOB_DEBUG_NAME, false, {&debug_name_chunk}},
    {D3D_BLOB_TEST_ALTERNATE_SHADER, false, {&no_chunk}},
    {D3D_BLOB_TEST_COMPILE_DETAILS, false, {&no_chunk}},
    {D3D_BLOB_TEST_COMPILE_PERF, false, {&no_chunk}},
    {D3D_BLOB_TEST_COMPILE_REPORT, false, {&no_chunk}},
};

static const struct part *find_part(D3D_BLOB_PART part)
{
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].part == part)
            return &parts[i];
    }
    return NULL;
}

static bool is_wanted(const struct wanted_chunk *wanted, uint32_t fourcc)
{
    for (size_t i = 0; wanted && i < sizeof(wanted->names) / sizeof(wanted->names[0]); i++) {
        if (wanted->names[i] && wanted->names[i] == fourcc)
            return true;
    }
    return false;
}

static const struct dxbc_chunk *find_chunk(const struct dxbc_shader *shader,
                                           const struct wanted_chunk *wanted)
{
    for (uint32_t i = 0; i < shader->chunk_count; i++) {
        if (is_wanted(wanted, shader->chunks[i].fourcc))
            return &shader->chunks[i];
    }
    return NULL;
}

static HRESULT build(const struct dxbc_part *chosen, uint32_t count, ID3DBlob **out)
{
    size_t size;
    uint8_t *bytes = dxbc_build(chosen, count, &size);
    const HRESULT hr = bytes ? blob_of(bytes, size, out) : E_OUTOFMEMORY;
    free(bytes);
    return hr;
}

static HRESULT take_part(const struct dxbc_shader *shader, const struct part *part, ID3DBlob **out)
{
    struct dxbc_part chosen[3];
    uint32_t count = 0;
    for (; count < 3 && part->chunks[count]; count++) {
        const struct dxbc_chunk *chunk = find_chunk(shader, part->chunks[count]);
        if (!chunk)
            return fail(E_FAIL, "The shader has not the parts that were asked for");
        chosen[count] = (struct dxbc_part){chunk->fourcc, chunk->size, shader->bytes + chunk->offset};
    }
    return part->container ? build(chosen, count, out) : blob_of(chosen[0].data, chosen[0].size, out);
}

HRESULT WINAPI D3DGetBlobPart(const void *data, SIZE_T size, D3D_BLOB_PART which, UINT flags, ID3DBlob **out)
{
    const struct part *part = find_part(which);
    struct dxbc_shader *shader;
    if (!out || flags)
        return D3DERR_INVALIDCALL;
    if (!part)
        return fail(D3DERR_INVALIDCALL, "Part %u of a shader is unknown", (unsigned)which);
    HRESULT hr = load(data, size, DXBC_LOAD_CHUNKS, &shader);
    if (FAILED(hr))
        return hr;
    hr = take_part(shader, part, out);
    dxbc_free(shader);
    return hr;
}

HRESULT WINAPI D3DGetInputSignatureBlob(const void *data, SIZE_T size, ID3DBlob **out)
{
    return D3DGetBlobPart(data, size, D3D_BLOB_INPUT_SIGNATURE_BLOB, 0, out);
}

HRESULT WINAPI D3DGetOutputSignatureBlob(const void *data, SIZE_T size, ID3DBlob **out)
{
    return D3DGetBlobPart(data, size, D3D_BLOB_OUTPUT_SIGNATURE_BLOB, 0, out);
}

HRESULT WINAPI D3DGetInputAndOutputSignatureBlob(const void *data, SIZE_T size, ID3DBlob **out)
{
    return D3DGetBlobPart(data, size, D3D_BLOB_INPUT_AND_OUTPUT_SIGNATURE_BLOB, 0, out);
}

HRESULT WINAPI D3DGetDebugInfo(const void *data, SIZE_T size, ID3DBlob **out)
{
    return D3DGetBlobPart(data, size, D3D_BLOB_DEBUG_INFO, 0, out);
}

static bool is_stripped(UINT flags, uint32_t fourcc)
{
    return (flags & D3DCOMPILER_STRIP_REFLECTION_DATA && is_wanted(&reflection_chunk, fourcc)) ||
           (flags & D3DCOMPILER_STRIP_DEBUG_INFO &&
            (is_wanted(&debug_chunk, fourcc) || is_wanted(&pdb_chunk, fourcc))) ||
           (flags & D3DCOMPILER_STRIP_PRIVATE_DATA && is_wanted(&private_chunk, fourcc)) ||
           (flags & D3DCOMPILER_STRIP_ROOT_SIGNATURE && is_wanted(&root_chunk, fourcc));
}

HRESULT WINAPI D3DStripShader(const void *data, SIZE_T size, UINT flags, ID3DBlob **out)
{
    struct dxbc_shader *shader;
    if (!out)
        return E_FAIL;
    HRESULT hr = load(data, size, DXBC_LOAD_CHUNKS, &shader);
    if (FAILED(hr))
        return hr;
    struct dxbc_part *left = calloc(shader->chunk_count + 1, sizeof(*left));
    uint32_t count = 0;
    for (uint32_t i = 0; left && i < shader->chunk_count; i++) {
        const struct dxbc_chunk *chunk = &shader->chunks[i];
        if (!is_stripped(flags, chunk->fourcc))
            left[count++] = (struct dxbc_part){chunk->fourcc, chunk->size, shader->bytes + chunk->offset};
    }
    hr = left ? build(left, count, out) : E_OUTOFMEMORY;
    free(left);
    dxbc_free(shader);
    return hr;
}

/* ---- files ---- */

static bool narrow_path(const WCHAR *path, char out[PATH_BYTES])
{
    const WCHAR *rest = path;
    mbstate_t state = {0};
    const size_t length = wcsrtombs(out, &rest, PATH_BYTES, &state);
    return length != (size_t)-1 && !rest;
}

static HRESULT read_stream(FILE *file, ID3DBlob **out)
{
    if (fseek(file, 0, SEEK_END) != 0)
        return E_FAIL;
    const long size = ftell(file);
    if (size < 0 || size > MAX_FILE_BYTES || fseek(file, 0, SEEK_SET) != 0)
        return E_FAIL;
    const HRESULT hr = blob_create((SIZE_T)size, out);
    if (FAILED(hr))
        return hr;
    if (fread(ID3D10Blob_GetBufferPointer(*out), 1, (size_t)size, file) == (size_t)size)
        return S_OK;
    ID3D10Blob_Release(*out);
    *out = NULL;
    return E_FAIL;
}

HRESULT WINAPI D3DReadFileToBlob(const WCHAR *path, ID3DBlob **out)
{
    char narrow[PATH_BYTES];
    if (!path || !out)
        return E_INVALIDARG;
    *out = NULL;
    FILE *file = narrow_path(path, narrow) ? fopen(narrow, "rb") : NULL;
    if (!file)
        return fail(HRESULT_FROM_WIN32(ERROR_FILE_NOT_FOUND), "The file cannot be opened");
    const HRESULT hr = read_stream(file, out);
    fclose(file);
    return hr;
}

HRESULT WINAPI D3DWriteBlobToFile(ID3DBlob *blob, const WCHAR *path, WINBOOL overwrite)
{
    char narrow[PATH_BYTES];
    if (!blob || !path)
        return E_INVALIDARG;
    FILE *file = narrow_path(path, narrow) ? fopen(narrow, overwrite ? "wb" : "wbx") : NULL;
    if (!file)
        return fail(E_FAIL, "The file cannot be written");
    const SIZE_T size = ID3D10Blob_GetBufferSize(blob);
    bool good = fwrite(ID3D10Blob_GetBufferPointer(blob), 1, size, file) == size;
    if (fclose(file))
        good = false;
    return good ? S_OK : fail(E_FAIL, "The file cannot be written");
}

/* ---- compiling ---- */

static HRESULT no_compiler(ID3DBlob **shader, ID3DBlob **errors)
{
    static const char text[] =
        "error: weft does not compile HLSL; compile the shader beforehand, with fxc or with "
        "Microsoft's d3dcompiler_47.dll, and load the DXBC\n";
    if (shader)
        *shader = NULL;
    if (errors && FAILED(blob_of(text, sizeof(text), errors)))
        *errors = NULL;
    return fail(E_NOTIMPL, "weft does not compile HLSL");
}

HRESULT WINAPI D3DCompile(const void *data, SIZE_T size, const char *name, const D3D_SHADER_MACRO *defines,
                          ID3DInclude *include, const char *entry, const char *target, UINT flags,
                          UINT effect_flags, ID3DBlob **shader, ID3DBlob **errors)
{
    (void)data, (void)size, (void)name, (void)defines, (void)include, (void)entry, (void)target, (void)flags;
    (void)effect_flags;
    return no_compiler(shader, errors);
}

HRESULT WINAPI D3DCompile2(const void *data, SIZE_T size, const char *name, const D3D_SHADER_MACRO *defines,
                           ID3DInclude *include, const char *entry, const char *target, UINT flags,
                           UINT effect_flags, UINT secondary_flags, const void *secondary,
                           SIZE_T secondary_size, ID3DBlob **shader, ID3DBlob **errors)
{
    (void)data, (void)size, (void)name, (void)defines, (void)include, (void)entry, (void)target, (void)flags;
    (void)effect_flags, (void)secondary_flags, (void)secondary, (void)secondary_size;
    return no_compiler(shader, errors);
}

HRESULT WINAPI D3DCompileFromFile(const WCHAR *path, const D3D_SHADER_MACRO *defines, ID3DInclude *include,
                                  const char *entry, const char *target, UINT flags, UINT effect_flags,
                                  ID3DBlob **shader, ID3DBlob **errors)
{
    (void)path, (void)defines, (void)include, (void)entry, (void)target, (void)flags, (void)effect_flags;
    return no_compiler(shader, errors);
}
