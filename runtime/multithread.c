/*
 * ID3D11Multithread, which both the device and its contexts answer: one recursive lock that every context
 * method takes while protection is on.
 */
#include "context.h"

struct device *context_guard_begin(struct context *context)
{
    struct device *device = context->obj.device;
    if (!atomic_load_explicit(&device->protected_, memory_order_relaxed))
        return NULL;
    pthread_mutex_lock(&device->context_lock);
    return device;
}

void context_guard_end(struct device **guard)
{
    if (*guard)
        pthread_mutex_unlock(&(*guard)->context_lock);
}

static WINBOOL set_protected(struct device *device, WINBOOL on)
{
    return atomic_exchange(&device->protected_, on != FALSE);
}

/* Four methods for an interface inside `owner`, whose device is `expression` of `self`. */
#define MULTITHREAD(prefix, owner, expression)                                                               \
    OBJECT_IUNKNOWN(ID3D11Multithread, prefix, owner, multithread)                                           \
    static struct device *prefix##_device(ID3D11Multithread *iface)                                          \
    {                                                                                                        \
        struct owner *self = container_of(iface, struct owner, multithread);                                 \
        return expression;                                                                                   \
    }                                                                                                        \
    static void STDMETHODCALLTYPE prefix##_Enter(ID3D11Multithread *iface)                                   \
    {                                                                                                        \
        pthread_mutex_lock(&prefix##_device(iface)->context_lock);                                           \
    }                                                                                                        \
    static void STDMETHODCALLTYPE prefix##_Leave(ID3D11Multithread *iface)                                   \
    {                                                                                                        \
        pthread_mutex_unlock(&prefix##_device(iface)->context_lock);                                         \
    }                                                                                                        \
    static WINBOOL STDMETHODCALLTYPE prefix##_SetMultithreadProtected(ID3D11Multithread *iface, WINBOOL on)  \
    {                                                                                                        \
        return set_protected(prefix##_device(iface), on);                                                    \
    }                                                                                                        \
    static WINBOOL STDMETHODCALLTYPE prefix##_GetMultithreadProtected(ID3D11Multithread *iface)              \
    {                                                                                                        \
        return atomic_load(&prefix##_device(iface)->protected_);                                             \
    }                                                                                                        \
    const ID3D11MultithreadVtbl prefix##_vtbl = {                                                            \
        OBJECT_IUNKNOWN_ENTRIES(prefix),                                                                     \
        .Enter = prefix##_Enter,                                                                             \
        .Leave = prefix##_Leave,                                                                             \
        .SetMultithreadProtected = prefix##_SetMultithreadProtected,                                         \
        .GetMultithreadProtected = prefix##_GetMultithreadProtected,                                         \
    };

MULTITHREAD(device_multithread, device, self)
MULTITHREAD(context_multithread, context, self->obj.device)
