/*
 * De-duplication of the fixed stages' states. The device lists its live ones without holding a use of them; a
 * state leaves the list when it dies.
 */
#include "fixed_state.h"

#include <stdlib.h>
#include <string.h>

void fixed_state_destroy(struct object *object)
{
    struct fixed_state *state = (struct fixed_state *)object;
    struct device *device = object->device;
    pthread_mutex_lock(&device->lock);
    if (state->prev)
        state->prev->next = state->next;
    else if (device->fixed_states == state)
        device->fixed_states = state->next;
    if (state->next)
        state->next->prev = state->prev;
    pthread_mutex_unlock(&device->lock);
    free(state);
}

/* One reference of an equal state that lives, or NULL. */
static struct fixed_state *find(struct device *device, const struct object_class *cls,
                                const union fixed_state_desc *desc)
{
    struct fixed_state *found = NULL;
    pthread_mutex_lock(&device->lock);
    for (struct fixed_state *at = device->fixed_states; at && !found; at = at->next)
        if (at->obj.cls == cls && !memcmp(&at->desc, desc, sizeof(*desc)) && object_try_use(&at->obj))
            found = at;
    pthread_mutex_unlock(&device->lock);
    if (!found)
        return NULL;
    object_add_ref(&found->obj);
    object_unuse(&found->obj);
    return found;
}

HRESULT fixed_state_get(struct device *device, const struct object_class *cls, const void *vtbl,
                        const union fixed_state_desc *desc, struct fixed_state **out)
{
    if ((*out = find(device, cls, desc)))
        return S_OK;
    struct fixed_state *state = object_create(sizeof(*state), cls, device);
    if (!state)
        return E_OUTOFMEMORY;
    state->iface.base.lpVtbl = vtbl;
    memcpy(&state->desc, desc, sizeof(*desc));
    pthread_mutex_lock(&device->lock);
    state->next = device->fixed_states;
    if (state->next)
        state->next->prev = state;
    device->fixed_states = state;
    pthread_mutex_unlock(&device->lock);
    *out = state;
    return S_OK;
}
