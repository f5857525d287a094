/*
 * What <windows.h> means to a headless Direct3D program: base types, result codes, GUIDs, COM's IUnknown,
 * events and text for a debugger.
 * The names under which mingw's headers ask for the same things (rpc.h, ole2.h, oaidl.h ...) forward to this
 * file.
 */
#ifndef WEFT_WINDOWS_H
#define WEFT_WINDOWS_H

#include <sal.h>
#include <windef.h>
#include <winerror.h>
#include <unknwn.h>
#include <synchapi.h>
#include <debugapi.h>

#endif
