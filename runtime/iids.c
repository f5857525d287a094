/*
 * Defines every GUID that the public headers name (IID_*, WKPDID_*, DXGI_DEBUG_*), so that programs need
 * neither INITGUID nor a library of GUIDs, and D3D11_DEFAULT, the tag that C++ programs pass to the CD3D11_*
 * constructors.
 */
#pragma GCC visibility push(default)
#include <initguid.h>
#include <d3d10_1.h>
#include <d3d11_4.h>
#include <d3d11sdklayers.h>
#include <d3d11shader.h>
#include <d3dcompiler.h>
#include <dxgi1_6.h>
#include <dxgidebug.h>
#pragma GCC visibility pop

__attribute__((visibility("default"))) const char D3D11_DEFAULT = 0;
