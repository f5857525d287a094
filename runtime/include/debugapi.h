/*
 * Text for a debugger, which on Windows shows it: here it goes to standard error.
 */
#ifndef WEFT_DEBUGAPI_H
#define WEFT_DEBUGAPI_H

#include <stdio.h>

#include <windef.h>

static inline void WINAPI OutputDebugStringA(LPCSTR text)
{
    if (text)
        fputs(text, stderr);
}

static inline void WINAPI OutputDebugStringW(LPCWSTR text)
{
    if (text)
        fprintf(stderr, "%ls", text);
}

#ifdef UNICODE
#define OutputDebugString OutputDebugStringW
#else
#define OutputDebugString OutputDebugStringA
#endif

#endif
