/* What the device tells about itself. */
#ifndef RUNTIME_FEATURE_SUPPORT_H
#define RUNTIME_FEATURE_SUPPORT_H

#include <d3d11_4.h>

struct device;

HRESULT device_check_feature(struct device *device, D3D11_FEATURE feature, void *data, UINT size);

#endif
