/*
 * The base types and macros that Direct3D headers and programs expect of Windows, for 64-bit Linux.
 *
 * Sizes are those of 64-bit Windows with one exception: WCHAR is the platform's wchar_t, so that L"..."
 * works, and structures that hold WCHAR arrays are larger here. 64-bit integers are the <stdint.h> ones:
 * UINT64, SIZE_T, size_t and uint64_t are then one type, as they are on Windows. Calling conventions mean
 * nothing here.
 */
#ifndef WEFT_WINDEF_H
#define WEFT_WINDEF_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

typedef void VOID;
typedef char CHAR;
typedef signed char INT8;
typedef unsigned char BYTE, UCHAR, UINT8, BOOLEAN;
typedef short SHORT, INT16;
typedef unsigned short WORD, USHORT, UINT16;
typedef int INT, INT32, LONG, LONG32, BOOL, WINBOOL, HRESULT;
typedef unsigned int UINT, UINT32, DWORD, DWORD32, ULONG, ULONG32;
typedef int64_t INT64, LONG64, LONGLONG;
typedef uint64_t UINT64, DWORD64, ULONG64, ULONGLONG, DWORDLONG;
typedef float FLOAT;
typedef double DOUBLE;
typedef wchar_t WCHAR;
typedef intptr_t INT_PTR, LONG_PTR, SSIZE_T;
typedef uintptr_t UINT_PTR, ULONG_PTR, DWORD_PTR;
typedef size_t SIZE_T;
typedef UINT_PTR WPARAM;
typedef LONG_PTR LPARAM, LRESULT;

typedef void *PVOID, *LPVOID, *HANDLE;
typedef const void *LPCVOID;
typedef char *PSTR, *LPSTR;
typedef const char *PCSTR, *LPCSTR;
typedef wchar_t *PWSTR, *LPWSTR;
typedef const wchar_t *PCWSTR, *LPCWSTR;
typedef BYTE *PBYTE, *LPBYTE;
typedef BOOL *PBOOL, *LPBOOL;
typedef INT *PINT, *LPINT;
typedef UINT *PUINT, *LPUINT;
typedef LONG *PLONG, *LPLONG;
typedef ULONG *PULONG;
typedef DWORD *PDWORD, *LPDWORD;
typedef HANDLE *PHANDLE, *LPHANDLE;

#ifdef UNICODE
typedef WCHAR TCHAR;
typedef LPWSTR LPTSTR;
typedef LPCWSTR LPCTSTR;
#define TEXT(text) L##text
#else
typedef char TCHAR;
typedef LPSTR LPTSTR;
typedef LPCSTR LPCTSTR;
#define TEXT(text) text
#endif

#define DECLARE_HANDLE(name) typedef struct name##__ *name
DECLARE_HANDLE(HBITMAP);
DECLARE_HANDLE(HDC);
DECLARE_HANDLE(HINSTANCE);
DECLARE_HANDLE(HMONITOR);
DECLARE_HANDLE(HWND);
typedef HINSTANCE HMODULE;
#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR)-1)

typedef struct tagPOINT { LONG x, y; } POINT, *PPOINT, *LPPOINT;
typedef struct tagSIZE { LONG cx, cy; } SIZE, *PSIZE, *LPSIZE;
typedef struct tagRECT { LONG left, top, right, bottom; } RECT, *PRECT, *LPRECT;
typedef const RECT *LPCRECT;
typedef struct _LUID { DWORD LowPart; LONG HighPart; } LUID, *PLUID;
typedef union _LARGE_INTEGER {
    __extension__ struct { DWORD LowPart; LONG HighPart; };
    struct { DWORD LowPart; LONG HighPart; } u;
    LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;
typedef union _ULARGE_INTEGER {
    __extension__ struct { DWORD LowPart, HighPart; };
    struct { DWORD LowPart, HighPart; } u;
    ULONGLONG QuadPart;
} ULARGE_INTEGER, *PULARGE_INTEGER;
typedef struct _FILETIME { DWORD dwLowDateTime, dwHighDateTime; } FILETIME;
typedef struct _SECURITY_ATTRIBUTES {
    DWORD nLength;
    LPVOID lpSecurityDescriptor;
    BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;

#ifndef FALSE
#define FALSE 0
#endif
#ifndef TRUE
#define TRUE 1
#endif
#define CONST      const
#define FAR
#define INFINITE   0xffffffffu
#define MAX_PATH   260
#define MAXBYTE    0xff
#define MAXWORD    0xffff
#define MAXDWORD   0xffffffffu
#define MAXUINT    0xffffffffu
#define MAXLONG    0x7fffffff

#define WINAPI
#define APIENTRY
#define CALLBACK
#define PASCAL
#define STDMETHODCALLTYPE
#define STDMETHODVCALLTYPE
#define STDAPICALLTYPE
#define STDAPIVCALLTYPE
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __cdecl
#define __cdecl
#endif
#ifndef __forceinline
#define __forceinline inline __attribute__((always_inline))
#endif
#define FORCEINLINE         inline __attribute__((always_inline))
#define DECLSPEC_NOVTABLE
#define DECLSPEC_NOTHROW
#define DECLSPEC_UUID(text)
#define DECLSPEC_ALIGN(n)   __attribute__((aligned(n)))
#define DECLSPEC_NORETURN   __attribute__((noreturn))
#define DECLSPEC_SELECTANY  __attribute__((weak))
/* What Microsoft's compiler is told so, as far as it means anything here. */
#ifndef __declspec
#define __declspec(what)            WEFT_DECLSPEC_##what
#define WEFT_DECLSPEC_align(n)      __attribute__((aligned(n)))
#define WEFT_DECLSPEC_deprecated    __attribute__((deprecated))
#define WEFT_DECLSPEC_dllexport     __attribute__((visibility("default")))
#define WEFT_DECLSPEC_dllimport
#define WEFT_DECLSPEC_noinline      __attribute__((noinline))
#define WEFT_DECLSPEC_noreturn      __attribute__((noreturn))
#define WEFT_DECLSPEC_nothrow       __attribute__((nothrow))
#define WEFT_DECLSPEC_novtable
#define WEFT_DECLSPEC_restrict      __attribute__((malloc))
#define WEFT_DECLSPEC_selectany     __attribute__((weak))
#define WEFT_DECLSPEC_thread        __thread
#define WEFT_DECLSPEC_uuid(text)
#endif

/* What widl's output asks of the compiler's headers. 32-bit constants need no suffix where LONG is int. */
#define __MSABI_LONG(value) value
#define __C89_NAMELESS      __extension__
#define __C89_NAMELESSSTRUCTNAME
#define __C89_NAMELESSSTRUCTNAME1
#define __C89_NAMELESSSTRUCTNAME2
#define __C89_NAMELESSUNIONNAME
#define __C89_NAMELESSUNIONNAME1
#define __C89_NAMELESSUNIONNAME2
#define __C89_NAMELESSUNIONNAME3

#ifdef __cplusplus
#define EXTERN_C extern "C"
#else
#define EXTERN_C extern
#endif
#define STDAPI              EXTERN_C HRESULT STDAPICALLTYPE
#define STDAPI_(type)       EXTERN_C type STDAPICALLTYPE
#define STDMETHODIMP        HRESULT STDMETHODCALLTYPE
#define STDMETHODIMP_(type) type STDMETHODCALLTYPE

#define LOBYTE(w)         ((BYTE)((DWORD_PTR)(w) & 0xff))
#define HIBYTE(w)         ((BYTE)((DWORD_PTR)(w) >> 8 & 0xff))
#define LOWORD(l)         ((WORD)((DWORD_PTR)(l) & 0xffff))
#define HIWORD(l)         ((WORD)((DWORD_PTR)(l) >> 16 & 0xffff))
#define MAKEWORD(lo, hi)  ((WORD)(((WORD)(lo) & 0xff) | ((WORD)(hi) & 0xff) << 8))
#define MAKELONG(lo, hi)  ((LONG)(((DWORD)(lo) & 0xffff) | ((DWORD)(hi) & 0xffff) << 16))

#define ZeroMemory(to, bytes)       memset((to), 0, (bytes))
#define FillMemory(to, bytes, byte) memset((to), (byte), (bytes))
#define CopyMemory(to, from, bytes) memcpy((to), (from), (bytes))
#define MoveMemory(to, from, bytes) memmove((to), (from), (bytes))
#define UNREFERENCED_PARAMETER(p)   ((void)(p))
#define ARRAYSIZE(array)            (sizeof(array) / sizeof((array)[0]))
#ifndef _countof
#define _countof(array) ARRAYSIZE(array)
#endif
#if !defined(__cplusplus) && !defined(NOMINMAX)
#ifndef max
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef min
#define min(a, b) ((a) < (b) ? (a) : (b))
#endif
#endif

#ifdef __cplusplus
#define DEFINE_ENUM_FLAG_OPERATORS(type)                                                                  \
    extern "C++" {                                                                                        \
    inline constexpr type operator~(type a) { return type(~int(a)); }                                     \
    inline constexpr type operator|(type a, type b) { return type(int(a) | int(b)); }                     \
    inline constexpr type operator&(type a, type b) { return type(int(a) & int(b)); }                     \
    inline constexpr type operator^(type a, type b) { return type(int(a) ^ int(b)); }                     \
    inline type &operator|=(type &a, type b) { return a = a | b; }                                        \
    inline type &operator&=(type &a, type b) { return a = a & b; }                                        \
    inline type &operator^=(type &a, type b) { return a = a ^ b; }                                        \
    }
#else
#define DEFINE_ENUM_FLAG_OPERATORS(type)
#endif

#endif
