/*
 * DXGI as far as enumeration goes: one factory interface, one adapter, which is this machine's processor.
 * There are no outputs and no swap chains. (Not named dxgi.h, which would hide the public header.)
 */
#ifndef RUNTIME_DXGI_OBJECTS_H
#define RUNTIME_DXGI_OBJECTS_H

#include <dxgi1_6.h>

#include "object.h"

struct dxgi_factory {
    struct object obj;
    IDXGIFactory7 iface;
    UINT flags;
};

struct dxgi_adapter {
    struct object obj;
    IDXGIAdapter4 iface;
    struct dxgi_factory *factory; /* one reference */
};

/* One reference in *out. */
HRESULT dxgi_factory_create(UINT flags, struct dxgi_factory **out);
HRESULT dxgi_adapter_create(struct dxgi_factory *factory, struct dxgi_adapter **out);
/* NULL when the adapter is not one of ours. */
struct dxgi_adapter *dxgi_adapter_of(IDXGIAdapter *iface);

/* IDXGIDebug's list of devices, factories and adapters: in when they are whole, out before they go. */
void dxgi_debug_enter(struct object *object);
void dxgi_debug_leave(struct object *object);
HRESULT dxgi_debug_get(REFIID iid, void **out);

/* Registers an event that is never set. */
HRESULT dxgi_register_nothing(HANDLE event, DWORD *cookie);

#endif
