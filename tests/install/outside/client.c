/*
 * An outside C program as one would write it for Windows: runs double.dxbc over a buffer and checks the
 * result.
 */
#define COBJMACROS
#include <d3d11.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 256

static void need(HRESULT hr, const char *what)
{
    if (FAILED(hr)) {
        fprintf(stderr, "%s: %08x\n", what, (unsigned)hr);
        exit(1);
    }
}

static SIZE_T read_file(const char *path, BYTE *bytes, SIZE_T size)
{
    FILE *file = fopen(path, "rb");
    SIZE_T got = file ? fread(bytes, 1, size, file) : 0;
    if (file)
        fclose(file);
    return got;
}

int main(int argc, char **argv)
{
    static BYTE code[65536];
    SIZE_T code_size = read_file(argc > 1 ? argv[1] : "double.dxbc", code, sizeof(code));
    UINT values[COUNT];
    for (UINT i = 0; i < COUNT; i++)
        values[i] = 1000 + i;

    ID3D11Device *device;
    ID3D11DeviceContext *context;
    need(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, D3D11_SDK_VERSION, &device, NULL,
                           &context),
         "D3D11CreateDevice");

    D3D11_BUFFER_DESC desc = {sizeof(values), D3D11_USAGE_DEFAULT, D3D11_BIND_UNORDERED_ACCESS, 0,
                              D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, sizeof(UINT)};
    D3D11_SUBRESOURCE_DATA data = {values, 0, 0};
    ID3D11Buffer *buffer, *staging;
    need(ID3D11Device_CreateBuffer(device, &desc, &data, &buffer), "CreateBuffer");
    ID3D11UnorderedAccessView *view;
    need(ID3D11Device_CreateUnorderedAccessView(device, (ID3D11Resource *)buffer, NULL, &view), "CreateUAV");
    ID3D11ComputeShader *shader;
    need(ID3D11Device_CreateComputeShader(device, code, code_size, NULL, &shader), "CreateComputeShader");

    ID3D11DeviceContext_CSSetShader(context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 0, 1, &view, NULL);
    ID3D11DeviceContext_Dispatch(context, COUNT / 64, 1, 1);

    D3D11_BUFFER_DESC staging_desc = {sizeof(values), D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, 0, 0};
    need(ID3D11Device_CreateBuffer(device, &staging_desc, NULL, &staging), "CreateBuffer");
    ID3D11DeviceContext_CopyResource(context, (ID3D11Resource *)staging, (ID3D11Resource *)buffer);
    D3D11_MAPPED_SUBRESOURCE mapped;
    need(ID3D11DeviceContext_Map(context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &mapped), "Map");
    int wrong = 0;
    for (UINT i = 0; i < COUNT; i++)
        wrong += ((const UINT *)mapped.pData)[i] != 2 * values[i] + i;
    ID3D11DeviceContext_Unmap(context, (ID3D11Resource *)staging, 0);

    IUnknown *unknown;
    need(ID3D11Device_QueryInterface(device, &IID_IUnknown, (void **)&unknown), "QueryInterface");
    IUnknown_Release(unknown);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(view);
    ID3D11Buffer_Release(staging);
    ID3D11Buffer_Release(buffer);
    ID3D11DeviceContext_Release(context);
    ULONG left = ID3D11Device_Release(device);
    if (wrong || left)
        fprintf(stderr, "%d wrong values, %u references left\n", wrong, (unsigned)left);
    return wrong || left;
}
