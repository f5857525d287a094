/*
 * COM as Direct3D uses it: the macros that declare an interface for C (a table of function pointers) and for
 * C++ (a class), and IUnknown itself.
 */
#ifndef WEFT_UNKNWN_H
#define WEFT_UNKNWN_H

#include <guiddef.h>
#include <winerror.h>

#define interface             struct
#define MIDL_INTERFACE(text)  struct
#define BEGIN_INTERFACE
#define END_INTERFACE
#ifdef CONST_VTABLE
#define CONST_VTBL const
#else
#define CONST_VTBL
#endif

#if defined(__cplusplus) && !defined(CINTERFACE)
#define PURE                           = 0
#define THIS_
#define THIS                           void
#define STDMETHOD(method)              virtual HRESULT STDMETHODCALLTYPE method
#define STDMETHOD_(type, method)       virtual type STDMETHODCALLTYPE method
#define DECLARE_INTERFACE(name)        interface name
#define DECLARE_INTERFACE_(name, base) interface name : public base
#else
#define PURE
#define THIS_                          INTERFACE *This,
#define THIS                           INTERFACE *This
#define STDMETHOD(method)              HRESULT (STDMETHODCALLTYPE *method)
#define STDMETHOD_(type, method)       type (STDMETHODCALLTYPE *method)
#define DECLARE_INTERFACE(name)                                                                           \
    typedef struct name { CONST_VTBL struct name##Vtbl *lpVtbl; } name;                                   \
    typedef CONST_VTBL struct name##Vtbl name##Vtbl;                                                      \
    CONST_VTBL struct name##Vtbl
#define DECLARE_INTERFACE_(name, base) DECLARE_INTERFACE(name)
#endif
#define IFACEMETHOD(method)            STDMETHOD(method)
#define IFACEMETHOD_(type, method)     STDMETHOD_(type, method)

typedef interface IUnknown IUnknown;
typedef IUnknown *LPUNKNOWN;
#ifdef __cplusplus
extern "C" {
#endif
DEFINE_GUID(IID_IUnknown, 0x00000000, 0x0000, 0x0000, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46);
#ifdef __cplusplus
}
#endif
__CRT_UUID_DECL(IUnknown, 0x00000000, 0x0000, 0x0000, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46)

#if defined(__cplusplus) && !defined(CINTERFACE)
extern "C++" {
struct IUnknown {
    virtual HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void **object) = 0;
    virtual ULONG STDMETHODCALLTYPE AddRef() = 0;
    virtual ULONG STDMETHODCALLTYPE Release() = 0;

    template <typename I> HRESULT STDMETHODCALLTYPE QueryInterface(I **object)
    {
        return QueryInterface(__uuidof(I), reinterpret_cast<void **>(object));
    }
};

/* The cast to IUnknown * is the check: a pointer to something else does not compile. */
template <typename I> inline void **IID_PPV_ARGS_Helper(I **object)
{
    (void)static_cast<IUnknown *>(*object);
    return reinterpret_cast<void **>(object);
}
}
#define IID_PPV_ARGS(object) __uuidof(**(object)), IID_PPV_ARGS_Helper(object)

/* mingw's headers declare these without the GUID that __uuidof wants; libweft has it. */
#define WEFT_UUID_FROM_IID(name)                                                                          \
    struct name;                                                                                          \
    EXTERN_C const IID IID_##name;                                                                        \
    template <> struct weft_uuid_extra<name> {                                                            \
        static const GUID &get() { return IID_##name; }                                                   \
    };
extern "C++" {
WEFT_UUID_FROM_IID(ID3D11Module)
WEFT_UUID_FROM_IID(ID3D11ModuleInstance)
WEFT_UUID_FROM_IID(ID3D11ShaderReflection)
}
#undef WEFT_UUID_FROM_IID
#else
typedef struct IUnknownVtbl {
    HRESULT (STDMETHODCALLTYPE *QueryInterface)(IUnknown *This, REFIID riid, void **object);
    ULONG (STDMETHODCALLTYPE *AddRef)(IUnknown *This);
    ULONG (STDMETHODCALLTYPE *Release)(IUnknown *This);
} IUnknownVtbl;
struct IUnknown {
    CONST_VTBL IUnknownVtbl *lpVtbl;
};
#ifdef COBJMACROS
#define IUnknown_QueryInterface(This, riid, object) (This)->lpVtbl->QueryInterface(This, riid, object)
#define IUnknown_AddRef(This)                       (This)->lpVtbl->AddRef(This)
#define IUnknown_Release(This)                      (This)->lpVtbl->Release(This)
#endif
#endif

#endif
