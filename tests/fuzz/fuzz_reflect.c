/*
 * Reflection, parts and stripping through the API, for containers of every stage.
 *
 * What must hold, whatever the bytes: no crash, no access outside a block, nothing leaked, an end. What fails
 * gives no object; what is stripped is a container that can be stripped again, to the same bytes.
 */
#include <stdlib.h>
#include <string.h>

#include <d3dcompiler.h>

#include "fuzz.h"
#include "reflection_json.h"

static struct {
    unsigned long reflected, refused, parts, stripped;
} totals;

static FILE *sink(void)
{
    static FILE *file;
    if (!file)
        file = fopen("/dev/null", "w");
    return file;
}

static void reflect(const void *data, size_t size)
{
    ID3D11ShaderReflection *reflection = NULL;
    const HRESULT hr = D3DReflect(data, size, &IID_ID3D11ShaderReflection, (void **)&reflection);
    if (FAILED(hr)) {
        totals.refused++;
        if (reflection)
            fuzz_fail("a failed D3DReflect gives an object");
        return;
    }
    totals.reflected++;
    if (sink())
        reflection_print_json(reflection, sink());
    if (reflection->lpVtbl->Release(reflection) != 0)
        fuzz_fail("a reflection that somebody else holds");
}

static void take_parts(const void *data, size_t size)
{
    for (int part = D3D_BLOB_INPUT_SIGNATURE_BLOB; part <= D3D_BLOB_DEBUG_NAME; part++) {
        ID3DBlob *blob = NULL;
        const HRESULT hr = D3DGetBlobPart(data, size, (D3D_BLOB_PART)part, 0, &blob);
        if (SUCCEEDED(hr) != (blob != NULL))
            fuzz_fail("part %d: 0x%08x, %p", part, (unsigned)hr, (void *)blob);
        if (!blob)
            continue;
        totals.parts++;
        blob->lpVtbl->Release(blob);
    }
}

static void strip(const void *data, size_t size)
{
    ID3DBlob *blob = NULL, *again = NULL;
    if (FAILED(D3DStripShader(data, size, D3DCOMPILER_STRIP_REFLECTION_DATA | D3DCOMPILER_STRIP_DEBUG_INFO,
                              &blob)))
        return;
    totals.stripped++;
    const void *bytes = blob->lpVtbl->GetBufferPointer(blob);
    const SIZE_T left = blob->lpVtbl->GetBufferSize(blob);
    if (FAILED(D3DStripShader(bytes, left, D3DCOMPILER_STRIP_REFLECTION_DATA, &again)) ||
        again->lpVtbl->GetBufferSize(again) != left ||
        memcmp(again->lpVtbl->GetBufferPointer(again), bytes, left) != 0)
        fuzz_fail("what was stripped strips to something else");
    again->lpVtbl->Release(again);
    blob->lpVtbl->Release(blob);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reflect(data, size);
    take_parts(data, size);
    strip(data, size);
    return 0;
}

static void summary(FILE *out)
{
    fprintf(out, "reflected %lu, refused %lu; parts %lu; stripped %lu\n", totals.reflected, totals.refused,
            totals.parts, totals.stripped);
}

const struct fuzz_target fuzz_target = {
    .name = "fuzz_reflect", .mutate = mutate_container, .cut = cut_container, .summary = summary};
