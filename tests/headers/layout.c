/*
 * The table of everything the public headers lay out, as assertions: built natively it prints them with the
 * values found here; built again with ASSERTIONS by the mingw compiler, it checks them against Windows.
 */
#ifdef ASSERTIONS
#include <windows.h>
#include <ole2.h>
#include <oaidl.h>
#include <ocidl.h>
#undef DEFINE_GUID
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8)                                      \
    enum {                                                                                                \
        name##_0 = (int)(l),                                                                              \
        name##_1 = (int)((unsigned)(w1) << 16 | (w2)),                                                    \
        name##_2 = (int)((unsigned)(b1) << 24 | (b2) << 16 | (b3) << 8 | (b4)),                           \
        name##_3 = (int)((unsigned)(b5) << 24 | (b6) << 16 | (b7) << 8 | (b8))                            \
    }
#endif
#include <d3d10_1.h>
#include <d3d11_4.h>
#include <d3d11sdklayers.h>
#include <d3dcompiler.h>
#include <dxgi1_6.h>
#include <dxgidebug.h>
#include <stddef.h>

#ifdef ASSERTIONS
#include ASSERTIONS
#else
#include <stdio.h>

static void check(const char *what, long long value)
{
    printf("_Static_assert(%s == %lldLL, \"%s\");\n", what, value, what);
}

static void check_code(const char *what, HRESULT value)
{
    printf("#ifdef %s\n", what);
    check(what, value);
    printf("#endif\n");
}

static void check_guid(const char *name, const GUID *id)
{
    unsigned parts[4] = {id->Data1, (unsigned)id->Data2 << 16 | id->Data3, 0, 0};
    for (int i = 0; i < 8; i++)
        parts[2 + i / 4] = parts[2 + i / 4] << 8 | id->Data4[i];
    for (int i = 0; i < 4; i++)
        printf("_Static_assert(%s_%d == %d, \"%s\");\n", name, i, (int)parts[i], name);
}

#define VALUE(expression)    check(#expression, (long long)(expression));
#define ENUM(name)           VALUE(name)
#define CODE(name)           check_code(#name, name);
#define STRUCT(type)         VALUE(sizeof(type)) VALUE(_Alignof(type))
#define FIELD(type, field)   VALUE(offsetof(type, field))
#define SLOT(table, method)  VALUE(offsetof(table, method))
#define ID(name)             check_guid(#name, &name);
#define TYPE(type)           VALUE(sizeof(type)) VALUE((type)-1 < (type)0)

int main(void)
{
    TYPE(INT8) TYPE(BYTE) TYPE(UCHAR) TYPE(UINT8) TYPE(BOOLEAN) TYPE(SHORT) TYPE(INT16) TYPE(WORD)
    TYPE(USHORT) TYPE(UINT16) TYPE(INT) TYPE(INT32) TYPE(LONG) TYPE(BOOL) TYPE(WINBOOL) TYPE(HRESULT)
    TYPE(UINT) TYPE(UINT32) TYPE(DWORD) TYPE(ULONG) TYPE(INT64) TYPE(LONGLONG) TYPE(UINT64) TYPE(ULONGLONG)
    TYPE(INT_PTR) TYPE(UINT_PTR)
    TYPE(LONG_PTR) TYPE(ULONG_PTR) TYPE(DWORD_PTR) TYPE(SIZE_T) STRUCT(FLOAT) STRUCT(DOUBLE) STRUCT(CHAR)
    STRUCT(HANDLE) STRUCT(HWND) STRUCT(HMODULE) STRUCT(HMONITOR) STRUCT(HDC)
    STRUCT(GUID) FIELD(GUID, Data1) FIELD(GUID, Data2) FIELD(GUID, Data3) FIELD(GUID, Data4)
    STRUCT(LUID) FIELD(LUID, LowPart) FIELD(LUID, HighPart)
    STRUCT(RECT) FIELD(RECT, left) FIELD(RECT, top) FIELD(RECT, right) FIELD(RECT, bottom)
    STRUCT(POINT) FIELD(POINT, x) FIELD(POINT, y) STRUCT(SIZE) FIELD(SIZE, cx) FIELD(SIZE, cy)
    STRUCT(LARGE_INTEGER) FIELD(LARGE_INTEGER, LowPart) FIELD(LARGE_INTEGER, HighPart)
    STRUCT(ULARGE_INTEGER) FIELD(ULARGE_INTEGER, LowPart) FIELD(ULARGE_INTEGER, HighPart)
    STRUCT(SECURITY_ATTRIBUTES) FIELD(SECURITY_ATTRIBUTES, lpSecurityDescriptor)
    FIELD(SECURITY_ATTRIBUTES, bInheritHandle)
    STRUCT(FILETIME) FIELD(FILETIME, dwHighDateTime)
    SLOT(IUnknownVtbl, QueryInterface) SLOT(IUnknownVtbl, AddRef) SLOT(IUnknownVtbl, Release)
    VALUE(INFINITE) VALUE(MAX_PATH) VALUE(MAKELONG(1, 2)) VALUE(MAKEWORD(1, 2)) VALUE(HIWORD(0x12345678))
    VALUE(SUCCEEDED(S_FALSE)) VALUE(FAILED(E_FAIL)) VALUE(HRESULT_FROM_WIN32(ERROR_FILE_NOT_FOUND))
    VALUE(MAKE_HRESULT(1, 0x87a, 5)) VALUE(HRESULT_FACILITY(DXGI_ERROR_INVALID_CALL))
    VALUE(HRESULT_CODE(E_FAIL)) VALUE(HRESULT_SEVERITY(E_FAIL))
#include TABLE
    return 0;
}
#endif
