/*
 * Microsoft::WRL::ComPtr, the smart pointer that most C++ programs hold Direct3D objects in: counts
 * references of a COM interface. C++11 and later; only this class of WRL is here.
 */
#ifndef WEFT_WRL_CLIENT_H
#define WEFT_WRL_CLIENT_H

#include <unknwn.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace Microsoft
{
namespace WRL
{

template <typename T> class ComPtr;

namespace Details
{

/* What &pointer gives: it lets go of the old object when used as an out parameter, and only then. */
template <typename T> class ComPtrRef
{
public:
    using InterfaceType = T;

    explicit ComPtrRef(ComPtr<T> *pointer) noexcept : pointer_(pointer) {}
    operator T **() const noexcept { return ReleaseAndGetAddressOf(); }
    operator void **() const noexcept { return reinterpret_cast<void **>(ReleaseAndGetAddressOf()); }
    operator ComPtr<T> *() const noexcept
    {
        pointer_->Reset();
        return pointer_;
    }
    T *operator*() const noexcept { return pointer_->Get(); }
    T *const *GetAddressOf() const noexcept { return pointer_->GetAddressOf(); }
    T **ReleaseAndGetAddressOf() const noexcept { return pointer_->ReleaseAndGetAddressOf(); }

private:
    ComPtr<T> *pointer_;
};

template <typename From, typename To>
using EnableIfConvertible = typename std::enable_if<std::is_convertible<From *, To *>::value>::type;

} // namespace Details

template <typename T> class ComPtr
{
public:
    using InterfaceType = T;

    ComPtr() noexcept : object_(nullptr) {}
    ComPtr(std::nullptr_t) noexcept : object_(nullptr) {}
    template <typename U, typename = Details::EnableIfConvertible<U, T>>
    ComPtr(U *object) noexcept : object_(object)
    {
        AddRef();
    }
    ComPtr(const ComPtr &other) noexcept : object_(other.object_) { AddRef(); }
    template <typename U, typename = Details::EnableIfConvertible<U, T>>
    ComPtr(const ComPtr<U> &other) noexcept : object_(other.Get())
    {
        AddRef();
    }
    ComPtr(ComPtr &&other) noexcept : object_(other.Detach()) {}
    template <typename U, typename = Details::EnableIfConvertible<U, T>>
    ComPtr(ComPtr<U> &&other) noexcept : object_(other.Detach())
    {
    }
    ~ComPtr() noexcept { Reset(); }

    ComPtr &operator=(std::nullptr_t) noexcept
    {
        Reset();
        return *this;
    }
    ComPtr &operator=(T *object) noexcept { return assign(ComPtr(object)); }
    template <typename U> ComPtr &operator=(U *object) noexcept { return assign(ComPtr(object)); }
    ComPtr &operator=(const ComPtr &other) noexcept { return assign(ComPtr(other)); }
    template <typename U> ComPtr &operator=(const ComPtr<U> &other) noexcept { return assign(ComPtr(other)); }
    ComPtr &operator=(ComPtr &&other) noexcept { return assign(ComPtr(std::move(other))); }
    template <typename U> ComPtr &operator=(ComPtr<U> &&other) noexcept
    {
        return assign(ComPtr(std::move(other)));
    }

    void Swap(ComPtr &other) noexcept { std::swap(object_, other.object_); }
    void Swap(ComPtr &&other) noexcept { std::swap(object_, other.object_); }

    explicit operator bool() const noexcept { return object_ != nullptr; }
    T *Get() const noexcept { return object_; }
    T *operator->() const noexcept { return object_; }
    Details::ComPtrRef<T> operator&() noexcept { return Details::ComPtrRef<T>(this); }
    T *const *GetAddressOf() const noexcept { return &object_; }
    T **GetAddressOf() noexcept { return &object_; }
    T **ReleaseAndGetAddressOf() noexcept
    {
        Reset();
        return &object_;
    }

    /* Takes over the caller's reference. */
    void Attach(T *object) noexcept
    {
        T *old = object_;
        object_ = object;
        if (old)
            old->Release();
    }
    /* Hands the reference to the caller. */
    T *Detach() noexcept
    {
        T *object = object_;
        object_ = nullptr;
        return object;
    }
    /* Returns the count that Release gave, 0 for an empty pointer. */
    unsigned long Reset() noexcept
    {
        T *old = Detach();
        return old ? old->Release() : 0;
    }

    HRESULT CopyTo(T **to) const noexcept
    {
        AddRef();
        *to = object_;
        return S_OK;
    }
    HRESULT CopyTo(REFIID riid, void **to) const noexcept { return object_->QueryInterface(riid, to); }
    template <typename U> HRESULT CopyTo(U **to) const noexcept
    {
        return object_->QueryInterface(__uuidof(U), reinterpret_cast<void **>(to));
    }
    template <typename U> HRESULT As(ComPtr<U> *to) const noexcept
    {
        return object_->QueryInterface(__uuidof(U), reinterpret_cast<void **>(to->ReleaseAndGetAddressOf()));
    }
    template <typename U> HRESULT As(Details::ComPtrRef<U> to) const noexcept
    {
        return object_->QueryInterface(__uuidof(U), static_cast<void **>(to));
    }
    HRESULT AsIID(REFIID riid, ComPtr<IUnknown> *to) const noexcept
    {
        return object_->QueryInterface(riid, reinterpret_cast<void **>(to->ReleaseAndGetAddressOf()));
    }

private:
    void AddRef() const noexcept
    {
        if (object_)
            object_->AddRef();
    }
    /* The old object goes last, with the temporary: its destructor may look at this pointer. */
    ComPtr &assign(ComPtr &&value) noexcept
    {
        Swap(value);
        return *this;
    }

    T *object_;
};

template <typename T, typename U> bool operator==(const ComPtr<T> &a, const ComPtr<U> &b) noexcept
{
    return a.Get() == b.Get();
}
template <typename T, typename U> bool operator!=(const ComPtr<T> &a, const ComPtr<U> &b) noexcept
{
    return a.Get() != b.Get();
}
template <typename T, typename U> bool operator<(const ComPtr<T> &a, const ComPtr<U> &b) noexcept
{
    return a.Get() < b.Get();
}
template <typename T> bool operator==(const ComPtr<T> &a, std::nullptr_t) noexcept { return !a.Get(); }
template <typename T> bool operator!=(const ComPtr<T> &a, std::nullptr_t) noexcept { return a.Get(); }
template <typename T> bool operator==(std::nullptr_t, const ComPtr<T> &a) noexcept { return !a.Get(); }
template <typename T> bool operator!=(std::nullptr_t, const ComPtr<T> &a) noexcept { return a.Get(); }

} // namespace WRL
} // namespace Microsoft

/* IID_PPV_ARGS(&pointer) */
template <typename T> inline void **IID_PPV_ARGS_Helper(Microsoft::WRL::Details::ComPtrRef<T> object) noexcept
{
    return object;
}

#endif
