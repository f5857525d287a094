/*
 * ID3D11SamplerState: validation, de-duplication, and what kernels see.
 *
 * The device lists its live samplers without holding a use of them; a sampler leaves the list when it dies.
 */
#include "sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* mingw's header lacks these two. */
#define MIP_LOD_BIAS_MIN (-16.0f)
#define MIP_LOD_BIAS_MAX 15.99f

OBJECT_DEVICE_CHILD(ID3D11SamplerState, sampler, sampler, iface)

static void STDMETHODCALLTYPE sampler_GetDesc(ID3D11SamplerState *iface, D3D11_SAMPLER_DESC *out)
{
    *out = sampler_of(iface)->desc;
}

static const ID3D11SamplerStateVtbl sampler_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(sampler),
    .GetDesc = sampler_GetDesc,
};

static void sampler_destroy(struct object *object)
{
    struct sampler *sampler = (struct sampler *)object;
    struct device *device = object->device;
    pthread_mutex_lock(&device->lock);
    if (sampler->prev)
        sampler->prev->next = sampler->next;
    else if (device->samplers == sampler)
        device->samplers = sampler->next;
    if (sampler->next)
        sampler->next->prev = sampler->prev;
    pthread_mutex_unlock(&device->lock);
    free(sampler);
}

static const struct iface_entry sampler_ifaces[] = {
    {&IID_ID3D11SamplerState, offsetof(struct sampler, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct sampler, iface)},
    {NULL, 0},
};
static const struct object_class sampler_class = {"SamplerState", sampler_ifaces, sampler_destroy, NULL};

/* Point or linear for minification, magnification and mips, or anisotropic; four kinds of reduction. */
static bool filter_is_known(D3D11_FILTER filter)
{
    UINT basic = filter & 0x7f;
    return filter < 0x200 && ((basic & ~0x15u) == 0 || basic == D3D11_FILTER_ANISOTROPIC);
}

static bool filter_is_comparison(D3D11_FILTER filter)
{
    return (filter & 0x180) == 0x80;
}

static bool filter_is_anisotropic(D3D11_FILTER filter)
{
    return (filter & 0x7f) == D3D11_FILTER_ANISOTROPIC;
}

static bool address_is_known(D3D11_TEXTURE_ADDRESS_MODE mode)
{
    return mode >= D3D11_TEXTURE_ADDRESS_WRAP && mode <= D3D11_TEXTURE_ADDRESS_MIRROR_ONCE;
}

#define ID(what) D3D11_MESSAGE_ID_CREATESAMPLERSTATE_##what

static HRESULT sampler_validate(struct device *device, const D3D11_SAMPLER_DESC *desc)
{
    if (!filter_is_known(desc->Filter))
        return message_fail(device, E_INVALIDARG, ID(INVALIDFILTER), "Filter 0x%x is unknown", desc->Filter);
    if (!address_is_known(desc->AddressU))
        return message_fail(device, E_INVALIDARG, ID(INVALIDADDRESSU), "AddressU %d is unknown",
                            desc->AddressU);
    if (!address_is_known(desc->AddressV))
        return message_fail(device, E_INVALIDARG, ID(INVALIDADDRESSV), "AddressV %d is unknown",
                            desc->AddressV);
    if (!address_is_known(desc->AddressW))
        return message_fail(device, E_INVALIDARG, ID(INVALIDADDRESSW), "AddressW %d is unknown",
                            desc->AddressW);
    if (!(desc->MipLODBias >= MIP_LOD_BIAS_MIN && desc->MipLODBias <= MIP_LOD_BIAS_MAX))
        return message_fail(device, E_INVALIDARG, ID(INVALIDMIPLODBIAS),
                            "MipLODBias %g is outside -16 to 15.99", desc->MipLODBias);
    if (filter_is_anisotropic(desc->Filter) &&
        (desc->MaxAnisotropy < 1 || desc->MaxAnisotropy > D3D11_MAX_MAXANISOTROPY))
        return message_fail(device, E_INVALIDARG, ID(INVALIDMAXANISOTROPY),
                            "MaxAnisotropy %u is outside 1 to 16", desc->MaxAnisotropy);
    if (filter_is_comparison(desc->Filter) &&
        (desc->ComparisonFunc < D3D11_COMPARISON_NEVER || desc->ComparisonFunc > D3D11_COMPARISON_ALWAYS))
        return message_fail(device, E_INVALIDARG, ID(INVALIDCOMPARISONFUNC), "ComparisonFunc %d is unknown",
                            desc->ComparisonFunc);
    if (isnan(desc->MinLOD))
        return message_fail(device, E_INVALIDARG, ID(INVALIDMINLOD), "MinLOD is not a number");
    if (isnan(desc->MaxLOD))
        return message_fail(device, E_INVALIDARG, ID(INVALIDMAXLOD), "MaxLOD is not a number");
    return S_OK;
}

/* Fields that a filter ignores are made equal, so that equal states are one object. */
static void sampler_normalise(D3D11_SAMPLER_DESC *desc)
{
    if (!filter_is_anisotropic(desc->Filter))
        desc->MaxAnisotropy = 0;
    if (!filter_is_comparison(desc->Filter))
        desc->ComparisonFunc = D3D11_COMPARISON_NEVER;
    if (desc->AddressU != D3D11_TEXTURE_ADDRESS_BORDER && desc->AddressV != D3D11_TEXTURE_ADDRESS_BORDER &&
        desc->AddressW != D3D11_TEXTURE_ADDRESS_BORDER)
        memset(desc->BorderColor, 0, sizeof(desc->BorderColor));
}

/* One reference of an equal sampler that lives, or NULL. */
static struct sampler *sampler_find(struct device *device, const D3D11_SAMPLER_DESC *desc)
{
    struct sampler *found = NULL;
    pthread_mutex_lock(&device->lock);
    for (struct sampler *at = device->samplers; at && !found; at = at->next)
        if (!memcmp(&at->desc, desc, sizeof(*desc)) && object_try_use(&at->obj))
            found = at;
    pthread_mutex_unlock(&device->lock);
    if (!found)
        return NULL;
    object_add_ref(&found->obj);
    object_unuse(&found->obj);
    return found;
}

static struct sampler *sampler_new(struct device *device, const D3D11_SAMPLER_DESC *desc)
{
    struct sampler *sampler = object_create(sizeof(*sampler), &sampler_class, device);
    if (!sampler)
        return NULL;
    sampler->iface.lpVtbl = &sampler_vtbl;
    sampler->desc = *desc;
    sampler->kernel = (struct kernel_sampler){
        .filter = desc->Filter,
        .address = {desc->AddressU, desc->AddressV, desc->AddressW},
        .max_anisotropy = desc->MaxAnisotropy,
        .comparison = desc->ComparisonFunc,
        .mip_lod_bias = desc->MipLODBias,
        .min_lod = desc->MinLOD,
        .max_lod = desc->MaxLOD,
        .border = {desc->BorderColor[0], desc->BorderColor[1], desc->BorderColor[2], desc->BorderColor[3]},
    };
    pthread_mutex_lock(&device->lock);
    sampler->next = device->samplers;
    if (sampler->next)
        sampler->next->prev = sampler;
    device->samplers = sampler;
    pthread_mutex_unlock(&device->lock);
    return sampler;
}

HRESULT sampler_create(struct device *device, const D3D11_SAMPLER_DESC *desc, ID3D11SamplerState **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    if (!desc)
        return message_fail(device, E_INVALIDARG, ID(NULLDESC), "pSamplerDesc is NULL");
    hr = sampler_validate(device, desc);
    if (FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    D3D11_SAMPLER_DESC normal = *desc;
    sampler_normalise(&normal);
    struct sampler *sampler = sampler_find(device, &normal);
    if (!sampler)
        sampler = sampler_new(device, &normal);
    if (!sampler)
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_UNKNOWN, "No memory for a sampler");
    *out = &sampler->iface;
    return S_OK;
}
