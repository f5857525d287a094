/*
 * Result codes: those that Direct3D 11 and DXGI return, and the few of COM and Win32 that programs compare
 * with.
 */
#ifndef WEFT_WINERROR_H
#define WEFT_WINERROR_H

#include <windef.h>

#define SEVERITY_SUCCESS 0
#define SEVERITY_ERROR   1
#define FACILITY_NULL    0
#define FACILITY_ITF     4
#define FACILITY_WIN32   7
#define _FACDXGI         0x87a

#define SUCCEEDED(hr)         ((HRESULT)(hr) >= 0)
#define FAILED(hr)            ((HRESULT)(hr) < 0)
#define HRESULT_CODE(hr)      ((hr) & 0xffff)
#define HRESULT_FACILITY(hr)  ((hr) >> 16 & 0x1fff)
#define HRESULT_SEVERITY(hr)  ((hr) >> 31 & 1)
#define MAKE_HRESULT(severity, facility, code)                                                            \
    ((HRESULT)((UINT)(severity) << 31 | (UINT)(facility) << 16 | (UINT)(code)))
#define HRESULT_FROM_WIN32(error)                                                                         \
    ((HRESULT)(error) <= 0 ? (HRESULT)(error)                                                             \
                           : MAKE_HRESULT(SEVERITY_ERROR, FACILITY_WIN32, (UINT)(error) & 0xffff))

#define NOERROR                    0
#define ERROR_SUCCESS              0
#define NO_ERROR                   0
#define ERROR_FILE_NOT_FOUND       2
#define ERROR_PATH_NOT_FOUND       3
#define ERROR_ACCESS_DENIED        5
#define ERROR_INVALID_HANDLE       6
#define ERROR_NOT_ENOUGH_MEMORY    8
#define ERROR_OUTOFMEMORY          14
#define ERROR_HANDLE_EOF           38
#define ERROR_NOT_SUPPORTED        50
#define ERROR_FILE_EXISTS          80
#define ERROR_INVALID_PARAMETER    87
#define ERROR_INSUFFICIENT_BUFFER  122
#define ERROR_ALREADY_EXISTS       183
#define ERROR_MORE_DATA            234
#define ERROR_ARITHMETIC_OVERFLOW  534
#define ERROR_NOT_FOUND            1168
#define ERROR_CANCELLED            1223
#define ERROR_TIMEOUT              1460
#define ERROR_INVALID_STATE        5023

#define S_OK                      ((HRESULT)0)
#define S_FALSE                   ((HRESULT)1)
#define E_PENDING                 ((HRESULT)0x8000000a)
#define E_BOUNDS                  ((HRESULT)0x8000000b)
#define E_NOTIMPL                 ((HRESULT)0x80004001)
#define E_NOINTERFACE             ((HRESULT)0x80004002)
#define E_POINTER                 ((HRESULT)0x80004003)
#define E_ABORT                   ((HRESULT)0x80004004)
#define E_FAIL                    ((HRESULT)0x80004005)
#define E_UNEXPECTED              ((HRESULT)0x8000ffff)
#define E_ACCESSDENIED            ((HRESULT)0x80070005)
#define E_HANDLE                  ((HRESULT)0x80070006)
#define E_OUTOFMEMORY             ((HRESULT)0x8007000e)
#define E_INVALIDARG              ((HRESULT)0x80070057)
#define E_NOT_SUFFICIENT_BUFFER   HRESULT_FROM_WIN32(ERROR_INSUFFICIENT_BUFFER)
#define E_NOT_SET                 HRESULT_FROM_WIN32(ERROR_NOT_FOUND)
#define E_NOT_VALID_STATE         HRESULT_FROM_WIN32(ERROR_INVALID_STATE)
#define CLASS_E_NOAGGREGATION     ((HRESULT)0x80040110)
#define REGDB_E_CLASSNOTREG       ((HRESULT)0x80040154)
#define CO_E_NOTINITIALIZED       ((HRESULT)0x800401f0)
#define RPC_E_CHANGED_MODE        ((HRESULT)0x80010106)

#define D3DERR_WASSTILLDRAWING    ((HRESULT)0x8876021c)
#define D3DERR_INVALIDCALL        ((HRESULT)0x8876086c)

#define D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS                 ((HRESULT)0x887c0001)
#define D3D11_ERROR_FILE_NOT_FOUND                                ((HRESULT)0x887c0002)
#define D3D11_ERROR_TOO_MANY_UNIQUE_VIEW_OBJECTS                  ((HRESULT)0x887c0003)
#define D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD  ((HRESULT)0x887c0004)

#define DXGI_STATUS_OCCLUDED                      ((HRESULT)0x087a0001)
#define DXGI_STATUS_CLIPPED                       ((HRESULT)0x087a0002)
#define DXGI_STATUS_NO_REDIRECTION                ((HRESULT)0x087a0004)
#define DXGI_STATUS_NO_DESKTOP_ACCESS             ((HRESULT)0x087a0005)
#define DXGI_STATUS_GRAPHICS_VIDPN_SOURCE_IN_USE  ((HRESULT)0x087a0006)
#define DXGI_STATUS_MODE_CHANGED                  ((HRESULT)0x087a0007)
#define DXGI_STATUS_MODE_CHANGE_IN_PROGRESS       ((HRESULT)0x087a0008)
#define DXGI_STATUS_UNOCCLUDED                    ((HRESULT)0x087a0009)
#define DXGI_STATUS_DDA_WAS_STILL_DRAWING         ((HRESULT)0x087a000a)
#define DXGI_STATUS_PRESENT_REQUIRED              ((HRESULT)0x087a002f)

#define DXGI_ERROR_INVALID_CALL                   ((HRESULT)0x887a0001)
#define DXGI_ERROR_NOT_FOUND                      ((HRESULT)0x887a0002)
#define DXGI_ERROR_MORE_DATA                      ((HRESULT)0x887a0003)
#define DXGI_ERROR_UNSUPPORTED                    ((HRESULT)0x887a0004)
#define DXGI_ERROR_DEVICE_REMOVED                 ((HRESULT)0x887a0005)
#define DXGI_ERROR_DEVICE_HUNG                    ((HRESULT)0x887a0006)
#define DXGI_ERROR_DEVICE_RESET                   ((HRESULT)0x887a0007)
#define DXGI_ERROR_WAS_STILL_DRAWING              ((HRESULT)0x887a000a)
#define DXGI_ERROR_FRAME_STATISTICS_DISJOINT      ((HRESULT)0x887a000b)
#define DXGI_ERROR_GRAPHICS_VIDPN_SOURCE_IN_USE   ((HRESULT)0x887a000c)
#define DXGI_ERROR_DRIVER_INTERNAL_ERROR          ((HRESULT)0x887a0020)
#define DXGI_ERROR_NONEXCLUSIVE                   ((HRESULT)0x887a0021)
#define DXGI_ERROR_NOT_CURRENTLY_AVAILABLE        ((HRESULT)0x887a0022)
#define DXGI_ERROR_REMOTE_CLIENT_DISCONNECTED     ((HRESULT)0x887a0023)
#define DXGI_ERROR_REMOTE_OUTOFMEMORY             ((HRESULT)0x887a0024)
#define DXGI_ERROR_MODE_CHANGE_IN_PROGRESS        ((HRESULT)0x887a0025)
#define DXGI_ERROR_ACCESS_LOST                    ((HRESULT)0x887a0026)
#define DXGI_ERROR_WAIT_TIMEOUT                   ((HRESULT)0x887a0027)
#define DXGI_ERROR_SESSION_DISCONNECTED           ((HRESULT)0x887a0028)
#define DXGI_ERROR_RESTRICT_TO_OUTPUT_STALE       ((HRESULT)0x887a0029)
#define DXGI_ERROR_CANNOT_PROTECT_CONTENT         ((HRESULT)0x887a002a)
#define DXGI_ERROR_ACCESS_DENIED                  ((HRESULT)0x887a002b)
#define DXGI_ERROR_NAME_ALREADY_EXISTS            ((HRESULT)0x887a002c)
#define DXGI_ERROR_SDK_COMPONENT_MISSING          ((HRESULT)0x887a002d)
#define DXGI_ERROR_NOT_CURRENT                    ((HRESULT)0x887a002e)
#define DXGI_ERROR_HW_PROTECTION_OUTOFMEMORY      ((HRESULT)0x887a0030)
#define DXGI_ERROR_DYNAMIC_CODE_POLICY_VIOLATION  ((HRESULT)0x887a0031)
#define DXGI_ERROR_NON_COMPOSITED_UI              ((HRESULT)0x887a0032)
#define DXGI_ERROR_CACHE_CORRUPT                  ((HRESULT)0x887a0033)
#define DXGI_ERROR_CACHE_FULL                     ((HRESULT)0x887a0034)
#define DXGI_ERROR_CACHE_HASH_COLLISION           ((HRESULT)0x887a0035)
#define DXGI_ERROR_ALREADY_EXISTS                 ((HRESULT)0x887a0036)

#endif
