/*
 * The part of Windows that Direct3D programs need to wait: events, waits for them, GetLastError.
 *
 * ID3D11Fence::SetEventOnCompletion, Flush1, EnqueueSetEvent and RegisterDeviceRemovedEvent take handles of
 * these events. They belong to the process and have no names; what they do is what Windows documents. libweft
 * has the functions.
 */
#ifndef WEFT_SYNCHAPI_H
#define WEFT_SYNCHAPI_H

#include <windef.h>

#define WAIT_OBJECT_0         0u
#define WAIT_ABANDONED_0      0x80u
#define WAIT_ABANDONED        WAIT_ABANDONED_0
#define WAIT_IO_COMPLETION    0xc0u
#define WAIT_TIMEOUT          258u
#define WAIT_FAILED           0xffffffffu
#define MAXIMUM_WAIT_OBJECTS  64

#define CREATE_EVENT_MANUAL_RESET  1u
#define CREATE_EVENT_INITIAL_SET   2u
#define EVENT_MODIFY_STATE         0x0002u
#define EVENT_ALL_ACCESS           0x1f0003u
#ifndef SYNCHRONIZE
#define SYNCHRONIZE                0x00100000u
#endif

#ifdef __cplusplus
extern "C" {
#endif

HANDLE WINAPI CreateEventA(LPSECURITY_ATTRIBUTES attributes, BOOL manual_reset, BOOL initial, LPCSTR name);
HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES attributes, BOOL manual_reset, BOOL initial, LPCWSTR name);
HANDLE WINAPI CreateEventExA(LPSECURITY_ATTRIBUTES attributes, LPCSTR name, DWORD flags, DWORD access);
HANDLE WINAPI CreateEventExW(LPSECURITY_ATTRIBUTES attributes, LPCWSTR name, DWORD flags, DWORD access);
BOOL WINAPI SetEvent(HANDLE event);
BOOL WINAPI ResetEvent(HANDLE event);
BOOL WINAPI CloseHandle(HANDLE object);
DWORD WINAPI WaitForSingleObject(HANDLE object, DWORD milliseconds);
DWORD WINAPI WaitForSingleObjectEx(HANDLE object, DWORD milliseconds, BOOL alertable);
DWORD WINAPI WaitForMultipleObjects(DWORD count, const HANDLE *objects, BOOL all, DWORD milliseconds);
DWORD WINAPI WaitForMultipleObjectsEx(DWORD count, const HANDLE *objects, BOOL all, DWORD milliseconds,
                                      BOOL alertable);
DWORD WINAPI GetLastError(void);
void WINAPI SetLastError(DWORD error);

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define CreateEvent   CreateEventW
#define CreateEventEx CreateEventExW
#else
#define CreateEvent   CreateEventA
#define CreateEventEx CreateEventExA
#endif

#endif
