/*
 * What every API object starts with: class record, the two reference counts, the device, private data.
 *
 * refs counts the application's references, uses ours (bound slots, views that hold a resource, the device's
 * hold on its context). While refs > 0 the object holds one use and one reference of the device; it dies when
 * uses reaches 0. A bound object thus outlives its last Release without keeping the device, which would be a
 * cycle. AddRef may start from 0: a Get call hands out an object that only a slot still holds.
 */
#ifndef RUNTIME_OBJECT_H
#define RUNTIME_OBJECT_H

#include <d3d11_4.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct device;
struct object;
struct private_item;

#define container_of(pointer, type, member) ((type *)(void *)((char *)(pointer)-offsetof(type, member)))

/* iid at byte offset of the object. The first entry also answers IUnknown; the last one has no iid. */
struct iface_entry {
    const IID *iid;
    size_t offset;
};

struct object_class {
    const char *name; /* for log and leak reports: "Buffer" */
    const struct iface_entry *ifaces;
    /* Frees everything the object owns, then the object; accepts a half-built one. The common head is cleaned
     * up. */
    void (*destroy)(struct object *object);
    /* Interfaces that only some objects of the class have; NULL when there are none. */
    bool (*has_iface)(const struct object *object, const IID *iid);
};

struct object {
    const struct object_class *cls;
    atomic_uint refs, uses;
    struct device *device; /* NULL for the device itself and for DXGI objects */
    struct private_item *private_items;
    struct object *live_prev, *live_next; /* the device's list, guarded by its lock */
};

/* Memory comes zeroed; NULL when there is none. The object starts with one reference of the application. */
void *object_create(size_t size, const struct object_class *cls, struct device *device);
/* The same with no reference of the application and one use, which the caller has. */
void *object_create_owned(size_t size, const struct object_class *cls, struct device *device);

HRESULT object_query_interface(struct object *object, REFIID iid, void **out);
ULONG object_add_ref(struct object *object);
ULONG object_release(struct object *object);

void object_use(struct object *object);
void object_unuse(struct object *object);
/* False when the object is on its way out: for lists that hold no use (de-duplicated states). */
bool object_try_use(struct object *object);

HRESULT object_get_private_data(struct object *object, REFGUID guid, UINT *size, void *data);
HRESULT object_set_private_data(struct object *object, REFGUID guid, UINT size, const void *data);
HRESULT object_set_private_interface(struct object *object, REFGUID guid, const IUnknown *data);
/* The name set under WKPDID_D3DDebugObjectName, cut to fit; "" without one. Returns buffer. */
const char *object_debug_name(struct object *object, char *buffer, size_t size);
void object_get_device(struct object *object, ID3D11Device **out);

/* Puts `value` into a slot that holds a use of its content, either may be NULL. */
#define OBJECT_SLOT_SET(slot, value)                                                                         \
    do {                                                                                                     \
        __typeof__(slot) *slot_ = &(slot);                                                                   \
        __typeof__(slot) new_ = (value);                                                                     \
        if (new_)                                                                                            \
            object_use((struct object *)new_);                                                               \
        if (*slot_)                                                                                          \
            object_unuse((struct object *)*slot_);                                                           \
        *slot_ = new_;                                                                                       \
    } while (0)

/* The IUnknown methods of interface `type`, which is `member` of struct `owner`; every owner starts with its
 * object. */
#define OBJECT_IUNKNOWN(type, prefix, owner, member)                                                         \
    static HRESULT STDMETHODCALLTYPE prefix##_QueryInterface(type *iface, REFIID iid, void **out)            \
    {                                                                                                        \
        return object_query_interface((struct object *)container_of(iface, struct owner, member), iid, out); \
    }                                                                                                        \
    static ULONG STDMETHODCALLTYPE prefix##_AddRef(type *iface)                                              \
    {                                                                                                        \
        return object_add_ref((struct object *)container_of(iface, struct owner, member));                   \
    }                                                                                                        \
    static ULONG STDMETHODCALLTYPE prefix##_Release(type *iface)                                             \
    {                                                                                                        \
        return object_release((struct object *)container_of(iface, struct owner, member));                   \
    }

/* The private data methods, for DXGI objects and as a part of the next. */
#define OBJECT_PRIVATE_DATA(type, prefix, owner, member)                                                     \
    static HRESULT STDMETHODCALLTYPE prefix##_GetPrivateData(type *iface, REFGUID guid, UINT *size,          \
                                                             void *data)                                     \
    {                                                                                                        \
        return object_get_private_data((struct object *)container_of(iface, struct owner, member), guid,     \
                                       size, data);                                                          \
    }                                                                                                        \
    static HRESULT STDMETHODCALLTYPE prefix##_SetPrivateData(type *iface, REFGUID guid, UINT size,           \
                                                             const void *data)                               \
    {                                                                                                        \
        return object_set_private_data((struct object *)container_of(iface, struct owner, member), guid,     \
                                       size, data);                                                          \
    }                                                                                                        \
    static HRESULT STDMETHODCALLTYPE prefix##_SetPrivateDataInterface(type *iface, REFGUID guid,             \
                                                                      const IUnknown *data)                  \
    {                                                                                                        \
        return object_set_private_interface((struct object *)container_of(iface, struct owner, member),      \
                                            guid, data);                                                     \
    }

/* IUnknown and the ID3D11DeviceChild methods. */
#define OBJECT_DEVICE_CHILD(type, prefix, owner, member)                                                     \
    OBJECT_IUNKNOWN(type, prefix, owner, member)                                                             \
    OBJECT_PRIVATE_DATA(type, prefix, owner, member)                                                         \
    static void STDMETHODCALLTYPE prefix##_GetDevice(type *iface, ID3D11Device **out)                        \
    {                                                                                                        \
        object_get_device((struct object *)container_of(iface, struct owner, member), out);                  \
    }

/* The same as entries of a vtable. */
#define OBJECT_IUNKNOWN_ENTRIES(prefix)                                                                      \
    .QueryInterface = prefix##_QueryInterface, .AddRef = prefix##_AddRef, .Release = prefix##_Release
#define OBJECT_PRIVATE_DATA_ENTRIES(prefix)                                                                  \
    .GetPrivateData = prefix##_GetPrivateData, .SetPrivateData = prefix##_SetPrivateData,                    \
    .SetPrivateDataInterface = prefix##_SetPrivateDataInterface
#define OBJECT_DEVICE_CHILD_ENTRIES(prefix)                                                                  \
    OBJECT_IUNKNOWN_ENTRIES(prefix), .GetDevice = prefix##_GetDevice, OBJECT_PRIVATE_DATA_ENTRIES(prefix)

#endif
