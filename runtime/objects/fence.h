/*
 * ID3D11Fence. Work is complete when a call returns, so signalling is setting a number. Fences are not
 * shared: only the immediate context of their own device signals them.
 */
#ifndef RUNTIME_FENCE_H
#define RUNTIME_FENCE_H

#include "device.h"

HRESULT fence_create(struct device *device, UINT64 initial, UINT flags, REFIID iid, void **out);

#endif
