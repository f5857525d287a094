/*
 * Removal of the device: the reason, and those who are told of it.
 */
#include "removal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "info_queue.h"
#include "log.h"

/* An event of the application that the removal sets. */
struct removal_event {
    struct removal_watch watch;
    struct removal_event *next;
    DWORD cookie;
    struct event *event; /* one hold */
};

/* Under the device's lock. */
static void unlist(struct device *device, struct removal_watch *watch)
{
    if (watch->prev)
        watch->prev->next = watch->next;
    else
        device->removal_watches = watch->next;
    if (watch->next)
        watch->next->prev = watch->prev;
    watch->listed = false;
}

void device_remove(struct device *device, HRESULT reason, const char *format, ...)
{
    char text[sizeof(device->removed_text)];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    pthread_mutex_lock(&device->lock);
    bool first = atomic_load(&device->removed_reason) == S_OK;
    if (first) {
        memcpy(device->removed_text, text, sizeof(text));
        atomic_store(&device->removed_reason, reason);
        for (struct removal_watch *watch; (watch = device->removal_watches);) {
            unlist(device, watch);
            watch->removed(watch);
        }
    }
    pthread_mutex_unlock(&device->lock);
    if (!first)
        return;
    message_add(device, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR,
                D3D11_MESSAGE_ID_DEVICE_REMOVAL_PROCESS_AT_FAULT, "%s", text);
    if (!device->info_queue)
        log_write(LOG_ERROR, "%s", text);
}

HRESULT device_status(const struct device *device)
{
    if (atomic_load_explicit(&device->removed_reason, memory_order_acquire) == S_OK)
        return S_OK;
    last_error_set("The device was removed: %s", device->removed_text);
    return DXGI_ERROR_DEVICE_REMOVED;
}

void removal_watch(struct device *device, struct removal_watch *watch)
{
    pthread_mutex_lock(&device->lock);
    if (FAILED(atomic_load(&device->removed_reason))) {
        watch->removed(watch);
    } else {
        watch->prev = NULL;
        watch->next = device->removal_watches;
        if (watch->next)
            watch->next->prev = watch;
        device->removal_watches = watch;
        watch->listed = true;
    }
    pthread_mutex_unlock(&device->lock);
}

void removal_unwatch(struct device *device, struct removal_watch *watch)
{
    pthread_mutex_lock(&device->lock);
    if (watch->listed)
        unlist(device, watch);
    pthread_mutex_unlock(&device->lock);
}

/* ---- events ---- */

static void event_removed(struct removal_watch *watch)
{
    event_set(container_of(watch, struct removal_event, watch)->event);
}

static void event_free(struct removal_event *event)
{
    event_drop(event->event);
    free(event);
}

HRESULT removal_register_event(struct device *device, HANDLE handle, DWORD *cookie)
{
    static atomic_uint last_cookie;
    if (!cookie)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
                            "RegisterDeviceRemovedEvent: pdwCookie is NULL");
    struct event *held = event_hold(handle);
    if (!held)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
                            "RegisterDeviceRemovedEvent: hEvent is no handle of an event");
    struct removal_event *event = calloc(1, sizeof(*event));
    if (!event) {
        event_drop(held);
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_UNKNOWN, "No memory for an event");
    }
    event->watch.removed = event_removed;
    event->event = held;
    event->cookie = *cookie = atomic_fetch_add(&last_cookie, 1) + 1;
    pthread_mutex_lock(&device->lock);
    event->next = device->removal_events;
    device->removal_events = event;
    pthread_mutex_unlock(&device->lock);
    removal_watch(device, &event->watch);
    return S_OK;
}

void removal_unregister_event(struct device *device, DWORD cookie)
{
    pthread_mutex_lock(&device->lock);
    struct removal_event **at = &device->removal_events;
    while (*at && (*at)->cookie != cookie)
        at = &(*at)->next;
    struct removal_event *event = *at;
    if (event) {
        *at = event->next;
        if (event->watch.listed)
            unlist(device, &event->watch);
    }
    pthread_mutex_unlock(&device->lock);
    if (event)
        event_free(event);
    else
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN, "UnregisterDeviceRemoved: cookie %u is unknown",
                      cookie);
}

void removal_events_destroy(struct device *device)
{
    while (device->removal_events) {
        struct removal_event *event = device->removal_events;
        device->removal_events = event->next;
        event_free(event);
    }
}
