/*
 * Sampler states: equal descriptions give the same object, as in Direct3D.
 */
#ifndef RUNTIME_SAMPLER_H
#define RUNTIME_SAMPLER_H

#include "bindings.h"
#include "device.h"

struct sampler {
    struct object obj;
    ID3D11SamplerState iface;
    D3D11_SAMPLER_DESC desc;
    struct kernel_sampler kernel;
    struct sampler *prev, *next; /* the device's list of live samplers */
};

static inline struct sampler *sampler_of(ID3D11SamplerState *iface)
{
    return iface ? container_of(iface, struct sampler, iface) : NULL;
}

HRESULT sampler_create(struct device *device, const D3D11_SAMPLER_DESC *desc, ID3D11SamplerState **out);

#endif
