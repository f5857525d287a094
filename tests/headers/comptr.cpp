// ComPtr counts references as WRL's does: every way of making, copying, moving, handing out and asking for
// others.
#include <wrl/client.h>
#include <d3d11.h>
#include <d3d11shader.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

using Microsoft::WRL::ComPtr;

#define CHECK(condition)                                                                                  \
    do {                                                                                                  \
        if (!(condition)) {                                                                               \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                   \
            std::exit(1);                                                                                 \
        }                                                                                                 \
    } while (0)

static int alive;

MIDL_INTERFACE("7a1c0d52-0000-4000-8000-000000000001") IThing : public IUnknown
{
    virtual int STDMETHODCALLTYPE Number() = 0;
};
__CRT_UUID_DECL(IThing, 0x7a1c0d52, 0, 0x4000, 0x80, 0, 0, 0, 0, 0, 0, 1)

class Thing final : public IThing
{
public:
    explicit Thing(int number) : number_(number) { ++alive; }
    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void **object) override
    {
        *object = nullptr;
        if (riid != __uuidof(IThing) && !IsEqualGUID(riid, IID_IUnknown))
            return E_NOINTERFACE;
        *object = this;
        AddRef();
        return S_OK;
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return ++refs_; }
    ULONG STDMETHODCALLTYPE Release() override
    {
        ULONG left = --refs_;
        if (!left) {
            --alive;
            delete this;
        }
        return left;
    }
    int STDMETHODCALLTYPE Number() override { return number_; }
    ULONG refs() const { return refs_; }

private:
    ULONG refs_ = 1;
    int number_;
};

static HRESULT make(int number, IThing **out)
{
    *out = new Thing(number);
    return S_OK;
}

static HRESULT make_as(REFIID riid, void **out)
{
    Thing *thing = new Thing(7);
    HRESULT hr = thing->QueryInterface(riid, out);
    thing->Release();
    return hr;
}

static ULONG refs(const ComPtr<IThing> &p)
{
    return static_cast<Thing *>(p.Get())->refs();
}

static void check_making()
{
    ComPtr<IThing> a;
    CHECK(!a && a == nullptr && nullptr == a && a.Get() == nullptr);
    CHECK(SUCCEEDED(make(1, &a)) && a && a->Number() == 1 && refs(a) == 1);
    CHECK(SUCCEEDED(make(2, a.ReleaseAndGetAddressOf())) && a->Number() == 2 && alive == 1);
    CHECK(SUCCEEDED(make(3, &a)) && a->Number() == 3 && alive == 1);
    CHECK(SUCCEEDED(make_as(IID_PPV_ARGS(&a))) && a->Number() == 7 && refs(a) == 1 && alive == 1);
    CHECK(SUCCEEDED(make_as(IID_PPV_ARGS(a.ReleaseAndGetAddressOf()))) && refs(a) == 1 && alive == 1);
    CHECK(a.Reset() == 0 && alive == 0 && a.Reset() == 0);
    CHECK(SUCCEEDED(make_as(__uuidof(IThing), &a)) && alive == 1);
    CHECK(*a.GetAddressOf() == a.Get());
}

static void check_copies()
{
    ComPtr<IThing> a;
    make(1, &a);
    ComPtr<IThing> b(a), c = a.Get();
    CHECK(refs(a) == 3 && b == a && !(b != a) && !(b < a));
    ComPtr<IThing> d(std::move(b));
    CHECK(!b && refs(a) == 3);
    ComPtr<IUnknown> base = a, moved = std::move(d);
    CHECK(refs(a) == 4 && base == a && !d);
    base = c;
    base = std::move(c);
    CHECK(refs(a) == 3 && !c);
    base = nullptr;
    moved.Reset();
    CHECK(refs(a) == 1);
    ComPtr<IThing> &self = a;
    a = self;
    a = std::move(self);
    CHECK(refs(a) == 1 && a->Number() == 1);
    ComPtr<IThing> other;
    make(2, &other);
    a.Swap(other);
    CHECK(a->Number() == 2 && other->Number() == 1);
    a = other.Get();
    CHECK(refs(a) == 2 && alive == 1);
    std::vector<ComPtr<IThing>> many(10, a);
    std::map<int, ComPtr<IThing>> named;
    named[0] = a;
    many.erase(many.begin());
    CHECK(refs(a) == 12);
}

static void check_handing_out()
{
    ComPtr<IThing> a;
    a.Attach(new Thing(1));
    CHECK(refs(a) == 1);
    IThing *raw = a.Detach();
    CHECK(!a && alive == 1);
    a.Attach(raw);
    IThing *copy = nullptr;
    CHECK(a.CopyTo(&copy) == S_OK && copy == raw && refs(a) == 2);
    copy->Release();
    IUnknown *unknown = nullptr;
    CHECK(a.CopyTo(&unknown) == S_OK && refs(a) == 2);
    unknown->Release();
    CHECK(a.CopyTo(__uuidof(IThing), reinterpret_cast<void **>(&copy)) == S_OK && refs(a) == 2);
    copy->Release();
}

static void check_asking()
{
    ComPtr<IUnknown> unknown;
    unknown.Attach(new Thing(5));
    ComPtr<IThing> thing;
    CHECK(unknown.As(&thing) == S_OK && thing->Number() == 5 && refs(thing) == 2);
    ComPtr<ID3D11Device> device;
    CHECK(unknown.As(&device) == E_NOINTERFACE && !device);
    ComPtr<IUnknown> again;
    CHECK(thing.AsIID(__uuidof(IThing), &again) == S_OK && again == unknown);
    CHECK(thing->QueryInterface(again.ReleaseAndGetAddressOf()) == S_OK && refs(thing) == 3);
}

static void check_guids()
{
    ID3D11Device *device = nullptr;
    CHECK(__uuidof(ID3D11Device) == IID_ID3D11Device && __uuidof(device) == IID_ID3D11Device);
    CHECK(__uuidof(ID3D11ShaderReflection) == IID_ID3D11ShaderReflection);
    CHECK(__uuidof(IUnknown) == IID_IUnknown && __uuidof(const IDXGIAdapter) == IID_IDXGIAdapter);
    CHECK(__uuidof(IUnknown) != IID_ID3D11Device);
    CD3D11_RASTERIZER_DESC rasterizer(D3D11_DEFAULT);
    CHECK(rasterizer.CullMode == D3D11_CULL_BACK);
    CD3D11_BUFFER_DESC buffer(64, D3D11_BIND_UNORDERED_ACCESS);
    CHECK(buffer.ByteWidth == 64 && buffer.Usage == D3D11_USAGE_DEFAULT);
}

int main()
{
    check_making();
    check_copies();
    check_handing_out();
    check_asking();
    check_guids();
    CHECK(alive == 0);
    return 0;
}
