/*
 * Removal of the device: who wants to know of it. Calls that ask whether it happened are in device.h.
 */
#ifndef RUNTIME_REMOVAL_H
#define RUNTIME_REMOVAL_H

#include "device.h"

struct removal_watch {
    struct removal_watch *prev, *next;
    bool listed;
    /* Called once, with the device's lock held. */
    void (*removed)(struct removal_watch *watch);
};

/* Calls at once when the device is removed already. */
void removal_watch(struct device *device, struct removal_watch *watch);
/* Afterwards it is not called any more; a watch that was never listed is fine. */
void removal_unwatch(struct device *device, struct removal_watch *watch);

/* ID3D11Device4::RegisterDeviceRemovedEvent and UnregisterDeviceRemoved. */
HRESULT removal_register_event(struct device *device, HANDLE event, DWORD *cookie);
void removal_unregister_event(struct device *device, DWORD cookie);
/* Those that were never unregistered, when the device dies. */
void removal_events_destroy(struct device *device);

#endif
