/*
 * ID3D11Fence, and ID3D11DeviceContext4's Signal and Wait.
 *
 * A context that waits for a value which only it could signal later would wait for ever; the device is
 * removed instead, as a hung one. Threads of the application may wait: for an event that the fence sets, or
 * in SetEventOnCompletion without one. When the device goes, every value counts as reached.
 */
#include "fence.h"

#include <stdlib.h>

#include "context.h"
#include "context_methods.h"
#include "event.h"
#include "removal.h"

struct pending_event {
    struct pending_event *next;
    UINT64 value;
    struct event *event; /* one hold */
};

struct fence {
    struct object obj;
    ID3D11Fence iface;
    pthread_mutex_t lock;
    pthread_cond_t signalled;
    UINT64 value;
    bool lost; /* with its device */
    struct pending_event *pending;
    struct removal_watch removal;
};

OBJECT_DEVICE_CHILD(ID3D11Fence, fence, fence, iface)

static struct fence *fence_of(ID3D11Fence *iface)
{
    return iface ? container_of(iface, struct fence, iface) : NULL;
}

static HRESULT STDMETHODCALLTYPE fence_CreateSharedHandle(ID3D11Fence *iface,
                                                          const SECURITY_ATTRIBUTES *attributes, DWORD access,
                                                          LPCWSTR name, HANDLE *handle)
{
    if (handle)
        *handle = NULL;
    return NOT_IMPLEMENTED("ID3D11Fence::CreateSharedHandle");
}

static UINT64 STDMETHODCALLTYPE fence_GetCompletedValue(ID3D11Fence *iface)
{
    struct fence *fence = fence_of(iface);
    if (FAILED(device_status(fence->obj.device)))
        return UINT64_MAX;
    pthread_mutex_lock(&fence->lock);
    UINT64 value = fence->value;
    pthread_mutex_unlock(&fence->lock);
    return value;
}

/* Sets the events whose value has come and wakes the threads that wait; under the lock. */
static void fence_tell(struct fence *fence)
{
    for (struct pending_event **at = &fence->pending, *item; (item = *at);) {
        if (!fence->lost && item->value > fence->value) {
            at = &item->next;
            continue;
        }
        *at = item->next;
        event_set(item->event);
        event_drop(item->event);
        free(item);
    }
    pthread_cond_broadcast(&fence->signalled);
}

static HRESULT set_event_later(struct fence *fence, UINT64 value, HANDLE handle)
{
    struct device *device = fence->obj.device;
    struct event *event = event_hold(handle);
    if (!event)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
                            "SetEventOnCompletion: hEvent is no handle of an event");
    struct pending_event *item = malloc(sizeof(*item));
    if (!item) {
        event_drop(event);
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_UNKNOWN, "No memory to wait for a fence");
    }
    pthread_mutex_lock(&fence->lock);
    *item = (struct pending_event){fence->pending, value, event};
    fence->pending = item;
    fence_tell(fence);
    pthread_mutex_unlock(&fence->lock);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE fence_SetEventOnCompletion(ID3D11Fence *iface, UINT64 value, HANDLE event)
{
    struct fence *fence = fence_of(iface);
    HRESULT hr = device_status(fence->obj.device);
    if (FAILED(hr))
        return hr;
    if (event)
        return set_event_later(fence, value, event);
    pthread_mutex_lock(&fence->lock);
    while (fence->value < value && !fence->lost)
        pthread_cond_wait(&fence->signalled, &fence->lock);
    pthread_mutex_unlock(&fence->lock);
    return device_status(fence->obj.device);
}

static void fence_device_lost(struct removal_watch *watch)
{
    struct fence *fence = container_of(watch, struct fence, removal);
    pthread_mutex_lock(&fence->lock);
    fence->lost = true;
    fence_tell(fence);
    pthread_mutex_unlock(&fence->lock);
}

static const ID3D11FenceVtbl fence_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(fence),
    .CreateSharedHandle = fence_CreateSharedHandle,
    .GetCompletedValue = fence_GetCompletedValue,
    .SetEventOnCompletion = fence_SetEventOnCompletion,
};

static void fence_destroy(struct object *object)
{
    struct fence *fence = (struct fence *)object;
    removal_unwatch(object->device, &fence->removal);
    while (fence->pending) {
        struct pending_event *item = fence->pending;
        fence->pending = item->next;
        event_drop(item->event);
        free(item);
    }
    pthread_cond_destroy(&fence->signalled);
    pthread_mutex_destroy(&fence->lock);
    free(fence);
}

static const struct iface_entry fence_ifaces[] = {
    {&IID_ID3D11Fence, offsetof(struct fence, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct fence, iface)},
    {NULL, 0},
};
static const struct object_class fence_class = {"Fence", fence_ifaces, fence_destroy, NULL};

HRESULT fence_create(struct device *device, UINT64 initial, UINT flags, REFIID iid, void **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    if (!out || !iid)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN, "CreateFence: a pointer is NULL");
    if (flags & (D3D11_FENCE_FLAG_SHARED | D3D11_FENCE_FLAG_SHARED_CROSS_ADAPTER)) {
        NOT_IMPLEMENTED("ID3D11Device5::CreateFence for sharing");
        return E_NOTIMPL;
    }
    if (flags & ~(UINT)(D3D11_FENCE_FLAG_NONE | D3D11_FENCE_FLAG_NON_MONITORED))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
                            "CreateFence: Flags 0x%x hold unknown bits", flags);
    struct fence *fence = object_create(sizeof(*fence), &fence_class, device);
    if (!fence)
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_UNKNOWN, "No memory for a fence");
    fence->iface.lpVtbl = &fence_vtbl;
    fence->value = initial;
    pthread_mutex_init(&fence->lock, NULL);
    pthread_cond_init(&fence->signalled, NULL);
    fence->removal.removed = fence_device_lost;
    removal_watch(device, &fence->removal);
    hr = object_query_interface(&fence->obj, iid, out);
    object_release(&fence->obj);
    return hr;
}

/* What Signal and Wait ask of their arguments. */
static HRESULT check_call(struct context *context, const struct fence *fence, const char *method)
{
    struct device *device = context->obj.device;
    if (context_is_deferred(context))
        return message_fail(device, DXGI_ERROR_INVALID_CALL, D3D11_MESSAGE_ID_UNKNOWN,
                            "%s: deferred contexts cannot", method);
    if (!fence || fence->obj.device != device)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
                            "%s: the fence is NULL or of another device", method);
    return device_status(device);
}

HRESULT STDMETHODCALLTYPE context_Signal(ID3D11DeviceContext4 *iface, ID3D11Fence *fence_iface, UINT64 value)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct fence *fence = fence_of(fence_iface);
    HRESULT hr = check_call(context, fence, "Signal");
    if (FAILED(hr))
        return hr;
    pthread_mutex_lock(&fence->lock);
    fence->value = value;
    fence_tell(fence);
    pthread_mutex_unlock(&fence->lock);
    return S_OK;
}

HRESULT STDMETHODCALLTYPE context_Wait(ID3D11DeviceContext4 *iface, ID3D11Fence *fence_iface, UINT64 value)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct fence *fence = fence_of(fence_iface);
    HRESULT hr = check_call(context, fence, "Wait");
    if (SUCCEEDED(hr) && fence_GetCompletedValue(fence_iface) < value)
        device_remove(
            context->obj.device, DXGI_ERROR_DEVICE_HUNG,
            "Wait: the context waits for value %llu of a fence, which nobody but itself could signal",
            (unsigned long long)value);
    return hr;
}
