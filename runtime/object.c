/*
 * Reference counts, QueryInterface and private data, written once for every API object.
 *
 * Private data is rare and short, so one lock for the process guards all of it; interfaces stored there are
 * released after the lock is dropped, because their destruction may come back here.
 */
#include "object.h"

#include "device.h"
#include "log.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct private_item {
    struct private_item *next;
    GUID guid;
    bool is_interface; /* or bytes */
    IUnknown *iface;   /* one reference; may be NULL */
    UINT size;
    unsigned char bytes[];
};

static pthread_mutex_t private_lock = PTHREAD_MUTEX_INITIALIZER;

static void object_link(struct object *object)
{
    struct device *device = object->device;
    if (!device)
        return;
    pthread_mutex_lock(&device->lock);
    object->live_next = device->live;
    if (device->live)
        device->live->live_prev = object;
    device->live = object;
    pthread_mutex_unlock(&device->lock);
}

static void object_unlink(struct object *object)
{
    struct device *device = object->device;
    if (!device)
        return;
    pthread_mutex_lock(&device->lock);
    if (object->live_prev)
        object->live_prev->live_next = object->live_next;
    else
        device->live = object->live_next;
    if (object->live_next)
        object->live_next->live_prev = object->live_prev;
    pthread_mutex_unlock(&device->lock);
}

void *object_create_owned(size_t size, const struct object_class *cls, struct device *device)
{
    struct object *object = calloc(1, size);
    if (!object)
        return NULL;
    object->cls = cls;
    object->device = device;
    atomic_init(&object->refs, 0);
    atomic_init(&object->uses, 1);
    object_link(object);
    return object;
}

void *object_create(size_t size, const struct object_class *cls, struct device *device)
{
    struct object *object = object_create_owned(size, cls, device);
    if (!object)
        return NULL;
    atomic_store_explicit(&object->refs, 1, memory_order_relaxed);
    if (device)
        object_add_ref(&device->obj);
    return object;
}

static void private_items_free(struct private_item *item)
{
    while (item) {
        struct private_item *next = item->next;
        if (item->iface)
            item->iface->lpVtbl->Release(item->iface);
        free(item);
        item = next;
    }
}

void object_use(struct object *object)
{
    atomic_fetch_add_explicit(&object->uses, 1, memory_order_relaxed);
}

bool object_try_use(struct object *object)
{
    unsigned uses = atomic_load_explicit(&object->uses, memory_order_relaxed);
    while (uses)
        if (atomic_compare_exchange_weak_explicit(&object->uses, &uses, uses + 1, memory_order_acquire,
                                                  memory_order_relaxed))
            return true;
    return false;
}

void object_unuse(struct object *object)
{
    if (atomic_fetch_sub_explicit(&object->uses, 1, memory_order_acq_rel) != 1)
        return;
    object_unlink(object);
    private_items_free(object->private_items);
    object->cls->destroy(object);
}

ULONG object_add_ref(struct object *object)
{
    unsigned before = atomic_fetch_add_explicit(&object->refs, 1, memory_order_relaxed);
    if (before == 0) {
        object_use(object);
        if (object->device)
            object_add_ref(&object->device->obj);
    }
    return before + 1;
}

ULONG object_release(struct object *object)
{
    /* A Release too many on an object that a slot still holds must not take the slot's use with it. */
    if (atomic_load_explicit(&object->refs, memory_order_relaxed) == 0) {
        log_write(LOG_ERROR, "%s was released more often than it was referenced", object->cls->name);
        return 0;
    }
    unsigned before = atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel);
    if (before == 1) {
        struct device *device = object->device;
        object_unuse(object);
        if (device)
            object_release(&device->obj);
    }
    return before - 1;
}

HRESULT object_query_interface(struct object *object, REFIID iid, void **out)
{
    if (!out)
        return E_POINTER;
    *out = NULL;
    if (!iid)
        return E_INVALIDARG;
    const struct iface_entry *entry = object->cls->ifaces;
    if (!IsEqualGUID(iid, &IID_IUnknown)) {
        while (entry->iid && !IsEqualGUID(iid, entry->iid))
            entry++;
        if (!entry->iid || (object->cls->has_iface && !object->cls->has_iface(object, iid))) {
            last_error_set("%s has no interface {%08x-%04x-%04x-...}", object->cls->name, iid->Data1,
                           iid->Data2, iid->Data3);
            return E_NOINTERFACE;
        }
    }
    object_add_ref(object);
    *out = (char *)object + entry->offset;
    return S_OK;
}

void object_get_device(struct object *object, ID3D11Device **out)
{
    if (!out)
        return;
    object_add_ref(&object->device->obj);
    *out = (ID3D11Device *)&object->device->iface;
}

/* The device that the object's messages go to; NULL for DXGI's objects. */
static struct device *device_behind(struct object *object)
{
    return object->device ? object->device : device_of_object(object);
}

static struct private_item **private_find(struct object *object, const GUID *guid)
{
    struct private_item **at = &object->private_items;
    while (*at && !IsEqualGUID(&(*at)->guid, guid))
        at = &(*at)->next;
    return at;
}

HRESULT object_get_private_data(struct object *object, REFGUID guid, UINT *size, void *data)
{
    if (!guid || !size)
        return E_INVALIDARG;
    pthread_mutex_lock(&private_lock);
    struct private_item *item = *private_find(object, guid);
    UINT room = *size;
    HRESULT hr = S_OK;
    *size = item ? item->size : 0;
    if (!item) {
        hr = DXGI_ERROR_NOT_FOUND;
    } else if (data && room < item->size) {
        hr = DXGI_ERROR_MORE_DATA;
    } else if (data && item->is_interface) {
        if (item->iface)
            item->iface->lpVtbl->AddRef(item->iface);
        memcpy(data, &item->iface, sizeof(item->iface));
    } else if (data) {
        memcpy(data, item->bytes, item->size);
    }
    pthread_mutex_unlock(&private_lock);
    struct device *device = device_behind(object);
    if (hr == DXGI_ERROR_MORE_DATA && device)
        message_add(device, D3D11_MESSAGE_CATEGORY_STATE_GETTING, D3D11_MESSAGE_SEVERITY_WARNING,
                    D3D11_MESSAGE_ID_GETPRIVATEDATA_MOREDATA,
                    "GetPrivateData: there are %u bytes, but room for %u", *size, room);
    return hr;
}

/* Puts `item` (NULL: nothing) in place of what stands under guid. */
static HRESULT private_replace(struct object *object, const GUID *guid, struct private_item *item)
{
    pthread_mutex_lock(&private_lock);
    struct private_item **at = private_find(object, guid), *old = *at;
    bool differs = old && item && (old->size != item->size || old->is_interface != item->is_interface);
    if (old)
        *at = old->next;
    if (item) {
        item->next = object->private_items;
        object->private_items = item;
    }
    pthread_mutex_unlock(&private_lock);
    struct device *device = device_behind(object);
    if (differs && device)
        message_add(device, D3D11_MESSAGE_CATEGORY_STATE_SETTING, D3D11_MESSAGE_SEVERITY_WARNING,
                    D3D11_MESSAGE_ID_SETPRIVATEDATA_CHANGINGPARAMS,
                    "SetPrivateData: data of another size or kind was there; it is replaced");
    if (!old)
        return item ? S_OK : S_FALSE;
    old->next = NULL;
    private_items_free(old);
    return S_OK;
}

static HRESULT no_private_memory(struct object *object)
{
    struct device *device = device_behind(object);
    if (device)
        message_add(device, D3D11_MESSAGE_CATEGORY_STATE_SETTING, D3D11_MESSAGE_SEVERITY_ERROR,
                    D3D11_MESSAGE_ID_SETPRIVATEDATA_OUTOFMEMORY, "SetPrivateData: no memory");
    return E_OUTOFMEMORY;
}

HRESULT object_set_private_data(struct object *object, REFGUID guid, UINT size, const void *data)
{
    if (!guid)
        return E_INVALIDARG;
    if (!data)
        return private_replace(object, guid, NULL);
    struct private_item *item = malloc(sizeof(*item) + size);
    if (!item)
        return no_private_memory(object);
    *item = (struct private_item){.guid = *guid, .size = size};
    memcpy(item->bytes, data, size);
    return private_replace(object, guid, item);
}

/* NULL is kept, too: it is a pointer like others. */
HRESULT object_set_private_interface(struct object *object, REFGUID guid, const IUnknown *data)
{
    if (!guid)
        return E_INVALIDARG;
    struct private_item *item = malloc(sizeof(*item));
    if (!item)
        return no_private_memory(object);
    *item = (struct private_item){
        .guid = *guid, .is_interface = true, .iface = (IUnknown *)data, .size = sizeof(data)};
    if (item->iface)
        item->iface->lpVtbl->AddRef(item->iface);
    return private_replace(object, guid, item);
}

const char *object_debug_name(struct object *object, char *buffer, size_t size)
{
    buffer[0] = 0;
    pthread_mutex_lock(&private_lock);
    struct private_item *item = *private_find(object, &WKPDID_D3DDebugObjectName);
    if (item && !item->is_interface && size) {
        size_t length = item->size < size - 1 ? item->size : size - 1;
        memcpy(buffer, item->bytes, length);
        buffer[length] = 0;
    }
    pthread_mutex_unlock(&private_lock);
    return buffer;
}
