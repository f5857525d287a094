/*
 * GUIDs. A program names an interface by IID_x, which libweft exports, or in C++ by __uuidof(x). One that
 * defines INITGUID gets weak definitions of its own, so several such files, and libweft.a beside them, link
 * without clashes.
 */
#ifndef WEFT_GUIDDEF_H
#define WEFT_GUIDDEF_H

#include <windef.h>

typedef struct _GUID {
    UINT Data1;
    USHORT Data2;
    USHORT Data3;
    BYTE Data4[8];
} GUID, IID, CLSID, FMTID, UUID, *LPGUID, *LPIID, *LPCLSID;
typedef const GUID *LPCGUID;

#ifdef __cplusplus
#define REFGUID   const GUID &
#define REFIID    const IID &
#define REFCLSID  const CLSID &
#define REFFMTID  const FMTID &
#else
#define REFGUID   const GUID *const
#define REFIID    const IID *const
#define REFCLSID  const CLSID *const
#define REFFMTID  const FMTID *const
#endif

#ifdef __cplusplus
extern "C++" {
inline bool operator==(REFGUID a, REFGUID b) { return !memcmp(&a, &b, sizeof(GUID)); }
inline bool operator!=(REFGUID a, REFGUID b) { return !(a == b); }
inline int IsEqualGUID(REFGUID a, REFGUID b) { return a == b; }

/* Headers specialise weft_uuid<I>; interfaces that they forget can be added as weft_uuid_extra<I>. */
template <typename I> struct weft_uuid_extra;
template <typename I> struct weft_uuid : weft_uuid_extra<I> {};
template <typename I> struct weft_uuid<I *> : weft_uuid<I> {};
template <typename I> struct weft_uuid<const I> : weft_uuid<I> {};
}
#define __uuidof(what) (weft_uuid<__typeof__(what)>::get())
#define __CRT_UUID_DECL(type, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8)                                  \
    extern "C++" {                                                                                        \
    template <> struct weft_uuid<type> {                                                                  \
        static const GUID &get()                                                                          \
        {                                                                                                 \
            static const GUID id = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}};                         \
            return id;                                                                                    \
        }                                                                                                 \
    };                                                                                                    \
    }
#else
#define IsEqualGUID(a, b) (!memcmp((a), (b), sizeof(GUID)))
#define __CRT_UUID_DECL(type, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8)
#endif
#define IsEqualIID(a, b)    IsEqualGUID(a, b)
#define IsEqualCLSID(a, b)  IsEqualGUID(a, b)

#endif

/* Outside the guard: <initguid.h> may come after the first inclusion, as on Windows. */
#undef DEFINE_GUID
#ifdef INITGUID
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8)                                      \
    EXTERN_C const GUID DECLSPEC_SELECTANY name;                                                          \
    const GUID name = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}}
#else
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) EXTERN_C const GUID name
#endif
