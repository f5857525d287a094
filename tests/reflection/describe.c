/*
 * Prints what a compiler library answers about shaders, for the files named on standard input: the reflection
 * as JSON, and size and a hash of what D3DGetBlobPart and D3DStripShader give. One source for both sides of
 * the comparison: linked against weft, and built with mingw, where it loads the DLL named by its argument.
 */
#define COBJMACROS
#ifdef _WIN32
#define INITGUID
#include <windows.h>
#endif
#include <d3d11shader.h>
#include <d3dcompiler.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reflection_json.h"

static struct library {
    HRESULT(WINAPI *reflect)(const void *, SIZE_T, REFIID, void **);
    HRESULT(WINAPI *get_part)(const void *, SIZE_T, D3D_BLOB_PART, UINT, ID3DBlob **);
    HRESULT(WINAPI *strip)(const void *, SIZE_T, UINT, ID3DBlob **);
} library;

#ifdef _WIN32
static int open_library(const char *path)
{
    HMODULE module = LoadLibraryA(path);
    if (!module)
        return 0;
    library.reflect = (void *)GetProcAddress(module, "D3DReflect");
    library.get_part = (void *)GetProcAddress(module, "D3DGetBlobPart");
    library.strip = (void *)GetProcAddress(module, "D3DStripShader");
    return library.reflect && library.get_part && library.strip;
}
#else
static int open_library(const char *path)
{
    (void)path;
    library = (struct library){D3DReflect, D3DGetBlobPart, D3DStripShader};
    return 1;
}
#endif

static void print_blob(const char *name, UINT number, HRESULT hr, ID3DBlob *blob)
{
    unsigned hash = 2166136261u;
    printf("%s 0x%x: 0x%08x", name, number, (unsigned)hr);
    if (SUCCEEDED(hr) && blob) {
        const unsigned char *bytes = ID3D10Blob_GetBufferPointer(blob);
        const SIZE_T size = ID3D10Blob_GetBufferSize(blob);
        for (SIZE_T i = 0; i < size; i++)
            hash = (hash ^ bytes[i]) * 16777619u;
        printf(" %u bytes, %08x", (unsigned)size, hash);
        ID3D10Blob_Release(blob);
    }
    printf("\n");
}

static void describe(const void *bytes, SIZE_T size)
{
    static const UINT parts[] = {0, 1, 2, 3, 4, 5, 6, 9, 10, 11}, strips[] = {1, 2, 3, 4, 8, 16, 31};
    ID3D11ShaderReflection *reflection = NULL;
    const HRESULT hr = library.reflect(bytes, size, &IID_ID3D11ShaderReflection, (void **)&reflection);
    printf("reflect: 0x%08x\n", (unsigned)hr);
    if (SUCCEEDED(hr)) {
        reflection_print_json(reflection, stdout);
        reflection->lpVtbl->Release(reflection);
    }
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        ID3DBlob *blob = NULL;
        const HRESULT part_hr = library.get_part(bytes, size, (D3D_BLOB_PART)parts[i], 0, &blob);
        print_blob("part", parts[i], part_hr, blob);
    }
    for (size_t i = 0; i < sizeof(strips) / sizeof(strips[0]); i++) {
        ID3DBlob *blob = NULL;
        const HRESULT strip_hr = library.strip(bytes, size, strips[i], &blob);
        print_blob("strip", strips[i], strip_hr, blob);
    }
}

int main(int argc, char **argv)
{
    char path[4096];
    if (!open_library(argc > 1 ? argv[1] : "d3dcompiler_47.dll")) {
        fprintf(stderr, "no such library\n");
        return 2;
    }
    while (fgets(path, sizeof(path), stdin)) {
        path[strcspn(path, "\r\n")] = 0;
        FILE *file = fopen(path, "rb");
        if (!file) {
            fprintf(stderr, "%s cannot be opened\n", path);
            return 2;
        }
        fseek(file, 0, SEEK_END);
        const long size = ftell(file);
        rewind(file);
        void *bytes = malloc((size_t)size + 1);
        if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
            return 2;
        fclose(file);
        printf("=== %s\n", path);
        describe(bytes, (SIZE_T)size);
        free(bytes);
    }
    return 0;
}
