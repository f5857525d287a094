/*
 * ID3D11ClassLinkage and ID3D11ClassInstance.
 */
#include "class_linkage.h"

#include <stdlib.h>
#include <string.h>

/* A class or an instance by name. What shaders say about it is the first shader's word and only for GetDesc.
 */
struct linked_name {
    char *name;
    bool known; /* to some shader */
    D3D11_CLASS_INSTANCE_DESC desc;
};

struct name_list {
    struct linked_name *names;
    uint32_t count, capacity;
};

struct class_linkage {
    struct object obj;
    ID3D11ClassLinkage iface;
    pthread_mutex_t lock; /* shaders are created from any thread */
    struct name_list types, instances;
};

OBJECT_DEVICE_CHILD(ID3D11ClassInstance, class_instance, class_instance, iface)
OBJECT_DEVICE_CHILD(ID3D11ClassLinkage, class_linkage, class_linkage, iface)

struct class_linkage *class_linkage_of(ID3D11ClassLinkage *iface)
{
    return iface ? container_of(iface, struct class_linkage, iface) : NULL;
}

/* The entry of a name, made when it is new; NULL without memory. */
static struct linked_name *list_enter(struct name_list *list, const char *name)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (!strcmp(list->names[i].name, name))
            return &list->names[i];
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? 2 * list->capacity : 8;
        struct linked_name *names = realloc(list->names, capacity * sizeof(*names));
        if (!names)
            return NULL;
        list->names = names;
        list->capacity = capacity;
    }
    char *copy = strdup(name);
    if (!copy)
        return NULL;
    struct linked_name *entry = &list->names[list->count++];
    *entry = (struct linked_name){.name = copy};
    return entry;
}

static void list_free(struct name_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        free(list->names[i].name);
    free(list->names);
}

static uint32_t known(uint16_t value)
{
    return value == UINT16_MAX ? 0 : value;
}

bool class_linkage_register(struct class_linkage *linkage, const struct dxbc_interfaces *interfaces)
{
    bool complete = true;
    pthread_mutex_lock(&linkage->lock);
    for (uint32_t i = 0; complete && i < interfaces->type_count; i++) {
        struct linked_name *entry = list_enter(&linkage->types, interfaces->types[i].name);
        complete = entry != NULL;
        if (complete)
            entry->known = true;
    }
    for (uint32_t i = 0; complete && i < interfaces->instance_count; i++) {
        const struct dxbc_class_instance *instance = &interfaces->instances[i];
        struct linked_name *entry = list_enter(&linkage->instances, instance->name);
        struct linked_name *type = list_enter(&linkage->types, interfaces->types[instance->type].name);
        complete = entry && type;
        if (!complete || entry->known)
            continue;
        entry->known = true;
        entry->desc = (D3D11_CLASS_INSTANCE_DESC){.TypeId = (UINT)(type - linkage->types.names),
                                                  .ConstantBuffer = known(instance->cb_slot),
                                                  .BaseConstantBufferOffset = known(instance->cb_offset),
                                                  .BaseTexture = known(instance->texture),
                                                  .BaseSampler = known(instance->sampler)};
    }
    pthread_mutex_unlock(&linkage->lock);
    return complete;
}

/* ---- instances ---- */

static void STDMETHODCALLTYPE class_instance_GetClassLinkage(ID3D11ClassInstance *iface,
                                                             ID3D11ClassLinkage **out)
{
    struct class_linkage *linkage = class_instance_of(iface)->linkage;
    if (!out)
        return;
    object_add_ref(&linkage->obj);
    *out = &linkage->iface;
}

static void STDMETHODCALLTYPE class_instance_GetDesc(ID3D11ClassInstance *iface,
                                                     D3D11_CLASS_INSTANCE_DESC *out)
{
    const struct class_instance *instance = class_instance_of(iface);
    struct class_linkage *linkage = instance->linkage;
    if (!out)
        return;
    *out = instance->desc;
    if (out->Created)
        return;
    pthread_mutex_lock(&linkage->lock);
    *out = linkage->instances.names[instance->desc.InstanceId].desc;
    pthread_mutex_unlock(&linkage->lock);
    out->InstanceId = instance->desc.InstanceId;
    out->InstanceIndex = instance->desc.InstanceIndex;
}

/* Names are never taken out of a list, so theirs stay where they are. */
static const char *name_at(struct class_linkage *linkage, const struct name_list *list, uint32_t id)
{
    pthread_mutex_lock(&linkage->lock);
    const char *name = list->names[id].name;
    pthread_mutex_unlock(&linkage->lock);
    return name;
}

static const char *instance_name(const struct class_instance *instance)
{
    return instance->desc.Created
               ? ""
               : name_at(instance->linkage, &instance->linkage->instances, instance->desc.InstanceId);
}

/* As much as fits, with its zero; *size becomes what the whole takes. */
static void give_name(const char *name, LPSTR buffer, SIZE_T *size)
{
    if (!size)
        return;
    SIZE_T whole = strlen(name) + 1, part = whole < *size ? whole : *size;
    if (buffer && part) {
        memcpy(buffer, name, part - 1);
        buffer[part - 1] = 0;
    }
    *size = whole;
}

static void STDMETHODCALLTYPE class_instance_GetInstanceName(ID3D11ClassInstance *iface, LPSTR name,
                                                             SIZE_T *size)
{
    give_name(instance_name(class_instance_of(iface)), name, size);
}

static void STDMETHODCALLTYPE class_instance_GetTypeName(ID3D11ClassInstance *iface, LPSTR name, SIZE_T *size)
{
    struct class_instance *instance = class_instance_of(iface);
    D3D11_CLASS_INSTANCE_DESC desc;
    class_instance_GetDesc(iface, &desc);
    bool named = desc.Created;
    if (!named) {
        pthread_mutex_lock(&instance->linkage->lock);
        named = instance->linkage->instances.names[desc.InstanceId].known;
        pthread_mutex_unlock(&instance->linkage->lock);
    }
    give_name(named ? name_at(instance->linkage, &instance->linkage->types, desc.TypeId) : "", name, size);
}

static const ID3D11ClassInstanceVtbl class_instance_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(class_instance), .GetClassLinkage = class_instance_GetClassLinkage,
    .GetDesc = class_instance_GetDesc,           .GetInstanceName = class_instance_GetInstanceName,
    .GetTypeName = class_instance_GetTypeName,
};

static void class_instance_destroy(struct object *object)
{
    struct class_instance *instance = (struct class_instance *)object;
    object_unuse(&instance->linkage->obj);
    free(instance);
}

static const struct iface_entry class_instance_ifaces[] = {
    {&IID_ID3D11ClassInstance, offsetof(struct class_instance, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct class_instance, iface)},
    {NULL, 0},
};
static const struct object_class class_instance_class = {"ClassInstance", class_instance_ifaces,
                                                         class_instance_destroy, NULL};

/* `name` goes to `list`; its number there to the description's `id`, one of its own members. */
static HRESULT instance_create(struct class_linkage *linkage, struct name_list *list, const char *name,
                               const D3D11_CLASS_INSTANCE_DESC *desc, ID3D11ClassInstance **out)
{
    struct device *device = linkage->obj.device;
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    if (!name || !out)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
                            "%s: the name or ppInstance is NULL",
                            desc->Created ? "CreateClassInstance" : "GetClassInstance");
    struct class_instance *instance = object_create(sizeof(*instance), &class_instance_class, device);
    pthread_mutex_lock(&linkage->lock);
    const struct linked_name *entry = instance ? list_enter(list, name) : NULL;
    UINT id = entry ? (UINT)(entry - list->names) : 0;
    pthread_mutex_unlock(&linkage->lock);
    if (instance) {
        object_use(&linkage->obj);
        instance->linkage = linkage;
    }
    if (!entry) {
        if (instance)
            object_release(&instance->obj);
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_UNKNOWN,
                            "No memory for a class instance");
    }
    instance->iface.lpVtbl = &class_instance_vtbl;
    instance->desc = *desc;
    *(desc->Created ? &instance->desc.TypeId : &instance->desc.InstanceId) = id;
    *out = &instance->iface;
    return S_OK;
}

/* ---- the linkage ---- */

static HRESULT STDMETHODCALLTYPE class_linkage_GetClassInstance(ID3D11ClassLinkage *iface, LPCSTR name,
                                                                UINT index, ID3D11ClassInstance **out)
{
    struct class_linkage *linkage = class_linkage_of(iface);
    const D3D11_CLASS_INSTANCE_DESC desc = {.InstanceIndex = index};
    return instance_create(linkage, &linkage->instances, name, &desc, out);
}

static HRESULT STDMETHODCALLTYPE class_linkage_CreateClassInstance(ID3D11ClassLinkage *iface, LPCSTR type,
                                                                   UINT buffer, UINT vector, UINT texture,
                                                                   UINT sampler, ID3D11ClassInstance **out)
{
    struct class_linkage *linkage = class_linkage_of(iface);
    const D3D11_CLASS_INSTANCE_DESC desc = {.ConstantBuffer = buffer,
                                            .BaseConstantBufferOffset = vector,
                                            .BaseTexture = texture,
                                            .BaseSampler = sampler,
                                            .Created = TRUE};
    return instance_create(linkage, &linkage->types, type, &desc, out);
}

static const ID3D11ClassLinkageVtbl class_linkage_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(class_linkage),
    .GetClassInstance = class_linkage_GetClassInstance,
    .CreateClassInstance = class_linkage_CreateClassInstance,
};

static void class_linkage_destroy(struct object *object)
{
    struct class_linkage *linkage = (struct class_linkage *)object;
    list_free(&linkage->types);
    list_free(&linkage->instances);
    pthread_mutex_destroy(&linkage->lock);
    free(linkage);
}

static const struct iface_entry class_linkage_ifaces[] = {
    {&IID_ID3D11ClassLinkage, offsetof(struct class_linkage, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct class_linkage, iface)},
    {NULL, 0},
};
static const struct object_class class_linkage_class = {"ClassLinkage", class_linkage_ifaces,
                                                        class_linkage_destroy, NULL};

HRESULT class_linkage_create(struct device *device, ID3D11ClassLinkage **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    if (!out)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
                            "CreateClassLinkage: ppLinkage is NULL");
    struct class_linkage *linkage = object_create(sizeof(*linkage), &class_linkage_class, device);
    if (!linkage)
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_UNKNOWN, "No memory for a class linkage");
    linkage->iface.lpVtbl = &class_linkage_vtbl;
    pthread_mutex_init(&linkage->lock, NULL);
    *out = &linkage->iface;
    return S_OK;
}

/* ---- meaning in a shader ---- */

/* The instance's class in the shader, and where its data is. */
static bool resolve_data(const struct class_instance *instance, const struct dxbc_interfaces *interfaces,
                         uint32_t *type, uint32_t data[4], D3D11_MESSAGE_ID *why)
{
    const D3D11_CLASS_INSTANCE_DESC *desc = &instance->desc;
    if (desc->Created) {
        const char *name = name_at(instance->linkage, &instance->linkage->types, desc->TypeId);
        const uint32_t given[4] = {desc->ConstantBuffer, desc->BaseConstantBufferOffset, desc->BaseTexture,
                                   desc->BaseSampler};
        memcpy(data, given, sizeof(given));
        for (*type = 0; *type < interfaces->type_count; ++*type)
            if (!strcmp(interfaces->types[*type].name, name))
                return true;
        *why = D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE_TYPE;
        return false;
    }
    const char *name = instance_name(instance);
    *why = D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE;
    for (uint32_t i = 0; i < interfaces->instance_count; i++) {
        const struct dxbc_class_instance *found = &interfaces->instances[i];
        if (strcmp(found->name, name))
            continue;
        *why = D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE_INDEX;
        *type = found->type;
        const struct dxbc_class_type *cls = &interfaces->types[found->type];
        data[0] = known(found->cb_slot);
        data[1] = known(found->cb_offset) + desc->InstanceIndex * cls->cb_stride;
        data[2] = known(found->texture) + desc->InstanceIndex * cls->texture_stride;
        data[3] = known(found->sampler) + desc->InstanceIndex * cls->sampler_stride;
        return desc->InstanceIndex < found->count;
    }
    return false;
}

bool class_instance_resolve(const struct class_instance *instance, const struct dxbc_interfaces *interfaces,
                            uint32_t slot, struct kernel_class_instance *out, D3D11_MESSAGE_ID *why)
{
    uint32_t type, first = 0;
    out->table = -1;
    if (!resolve_data(instance, interfaces, &type, out->this_data, why))
        return false;
    for (uint32_t i = 0; i < interfaces->slot_record_count; i++) {
        const struct dxbc_interface_slot *record = &interfaces->slots[i];
        if (slot - first < record->slot_count) {
            for (uint32_t j = 0; j < record->type_count; j++)
                if (record->types[j] == type) {
                    out->table = (int32_t)record->tables[j];
                    return out->table >= 0;
                }
            break;
        }
        first += record->slot_count;
    }
    *why = D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE_TYPE;
    return false;
}
