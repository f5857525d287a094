/*
 * Dynamic shader linkage: ID3D11ClassLinkage, a repository of the names of classes and instances that shaders
 * share, and ID3D11ClassInstance, which stands in a shader's interface slot.
 *
 * An instance is a name (or a class and a place for its data) and means something only in a shader: it is
 * resolved against the shader's own tables whenever both are set. So instances may be had before or after
 * shaders are created.
 */
#ifndef RUNTIME_CLASS_LINKAGE_H
#define RUNTIME_CLASS_LINKAGE_H

#include "bindings.h"
#include "device.h"
#include "dxbc.h"

struct class_linkage;

struct class_instance {
    struct object obj;
    ID3D11ClassInstance iface;
    struct class_linkage *linkage;  /* one use */
    D3D11_CLASS_INSTANCE_DESC desc; /* gotten: ids and index, the rest is the shader's */
};

static inline struct class_instance *class_instance_of(ID3D11ClassInstance *iface)
{
    return iface ? container_of(iface, struct class_instance, iface) : NULL;
}

HRESULT class_linkage_create(struct device *device, ID3D11ClassLinkage **out);
struct class_linkage *class_linkage_of(ID3D11ClassLinkage *iface);
/* Enters the shader's classes and instances; false without memory. */
bool class_linkage_register(struct class_linkage *linkage, const struct dxbc_interfaces *interfaces);

/* What interface slot `slot` of a shader with these tables sees when the instance stands there; else why it
 * cannot. */
bool class_instance_resolve(const struct class_instance *instance, const struct dxbc_interfaces *interfaces,
                            uint32_t slot, struct kernel_class_instance *out, D3D11_MESSAGE_ID *why);

#endif
