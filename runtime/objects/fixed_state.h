/*
 * State objects of the fixed stages of drawing: blend, depth-stencil and rasterizer states. They are checked,
 * de-duplicated and described like all states; nothing draws with them yet.
 *
 * Fields that other fields switch off are made equal before comparing, so that equal states are one object.
 */
#ifndef RUNTIME_FIXED_STATE_H
#define RUNTIME_FIXED_STATE_H

#include "device.h"

struct fixed_state {
    struct object obj; /* its class tells which member of the unions is meant */
    union {
        ID3D11DeviceChild base;
        ID3D11BlendState1 blend;
        ID3D11DepthStencilState depth_stencil;
        ID3D11RasterizerState2 rasterizer;
    } iface;
    union fixed_state_desc {
        D3D11_BLEND_DESC1 blend;
        D3D11_DEPTH_STENCIL_DESC depth_stencil;
        D3D11_RASTERIZER_DESC2 rasterizer;
    } desc;                          /* bytes that the class does not use are 0 */
    struct fixed_state *prev, *next; /* the device's list of live ones */
};

static inline struct fixed_state *fixed_state_of(ID3D11DeviceChild *iface)
{
    return iface ? container_of(iface, struct fixed_state, iface.base) : NULL;
}

/* An equal state of the class that lives, or a new one; E_OUTOFMEMORY. desc has zeros where nothing is. */
HRESULT fixed_state_get(struct device *device, const struct object_class *cls, const void *vtbl,
                        const union fixed_state_desc *desc, struct fixed_state **out);
void fixed_state_destroy(struct object *object);

/* Each out may be NULL: only the checks then, and S_FALSE. */
HRESULT blend_state_create(struct device *device, const D3D11_BLEND_DESC1 *desc, ID3D11BlendState1 **out);
HRESULT depth_stencil_state_create(struct device *device, const D3D11_DEPTH_STENCIL_DESC *desc,
                                   ID3D11DepthStencilState **out);
HRESULT rasterizer_state_create(struct device *device, const D3D11_RASTERIZER_DESC2 *desc,
                                ID3D11RasterizerState2 **out);

#endif
