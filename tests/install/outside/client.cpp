// The same in C++ with ComPtr.
#include <d3d11.h>
#include <wrl/client.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

using Microsoft::WRL::ComPtr;

// What programs for Microsoft's compiler say of their own things.
struct __declspec(align(64)) __declspec(novtable) Line {
    UINT values[16];
};
static_assert(alignof(Line) == 64, "__declspec(align) is not heard");
extern "C" __declspec(dllexport) int exported();
extern "C" __declspec(dllexport) __declspec(noinline) int exported()
{
    OutputDebugStringA("client: on standard error\n");
    return 1;
}

static void need(HRESULT hr, const char *what)
{
    if (FAILED(hr))
        throw std::runtime_error(what);
}

static int run(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    std::vector<char> code((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<UINT> values(256);
    for (UINT i = 0; i < values.size(); i++)
        values[i] = 1000 + i;
    const UINT bytes = static_cast<UINT>(values.size() * sizeof(UINT));

    ComPtr<ID3D11Device> device;
    ComPtr<ID3D11DeviceContext> context;
    need(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION,
                           &device, nullptr, &context),
         "D3D11CreateDevice");

    CD3D11_BUFFER_DESC desc(bytes, D3D11_BIND_UNORDERED_ACCESS, D3D11_USAGE_DEFAULT, 0,
                            D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, sizeof(UINT));
    D3D11_SUBRESOURCE_DATA data = {values.data(), 0, 0};
    ComPtr<ID3D11Buffer> buffer, staging;
    need(device->CreateBuffer(&desc, &data, buffer.GetAddressOf()), "CreateBuffer");
    ComPtr<ID3D11UnorderedAccessView> view;
    need(device->CreateUnorderedAccessView(buffer.Get(), nullptr, &view), "CreateUnorderedAccessView");
    ComPtr<ID3D11ComputeShader> shader;
    need(device->CreateComputeShader(code.data(), code.size(), nullptr, &shader), "CreateComputeShader");

    context->CSSetShader(shader.Get(), nullptr, 0);
    context->CSSetUnorderedAccessViews(0, 1, view.GetAddressOf(), nullptr);
    context->Dispatch(4, 1, 1);

    CD3D11_BUFFER_DESC staging_desc(bytes, 0, D3D11_USAGE_STAGING, D3D11_CPU_ACCESS_READ);
    need(device->CreateBuffer(&staging_desc, nullptr, &staging), "CreateBuffer");
    context->CopyResource(staging.Get(), buffer.Get());
    D3D11_MAPPED_SUBRESOURCE mapped;
    need(context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
    int wrong = 0;
    for (UINT i = 0; i < values.size(); i++)
        wrong += static_cast<const UINT *>(mapped.pData)[i] != 2 * values[i] + i;
    context->Unmap(staging.Get(), 0);

    ComPtr<ID3D11Resource> resource;
    need(buffer.As(&resource), "As");
    ComPtr<IUnknown> unknown;
    need(device->QueryInterface(IID_PPV_ARGS(&unknown)), "QueryInterface");
    return wrong + !exported();
}

int main(int argc, char **argv)
{
    try {
        return run(argc > 1 ? argv[1] : "double.dxbc") != 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s failed\n", error.what());
        return 1;
    }
}
