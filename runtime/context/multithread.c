/*
 * ID3D11Multithread, which both the device and its contexts answer: one recursive lock that every context
 * method takes while protection is on.
 */
#include "context.h"
#include "log.h"

/* The thread that holds the lock, 0 for none. Only its own entry tells a thread anything, so no order is
 * needed. */
static void enter(struct device *device)
{
    pthread_mutex_lock(&device->context_lock);
    atomic_store_explicit(&device->context_owner, (unsigned long)pthread_self(), memory_order_relaxed);
    device->context_depth++;
}

/* A Leave without an Enter of the same thread is harmless. */
static void leave(struct device *device)
{
    if (atomic_load_explicit(&device->context_owner, memory_order_relaxed) != (unsigned long)pthread_self()) {
        log_write(LOG_WARN, "ID3D11Multithread::Leave by a thread that is in no section");
        return;
    }
    if (!--device->context_depth)
        atomic_store_explicit(&device->context_owner, 0, memory_order_relaxed);
    pthread_mutex_unlock(&device->context_lock);
}

struct device *context_guard_begin(struct context *context)
{
    struct device *device = context->obj.device;
    if (!atomic_load_explicit(&device->protected_, memory_order_relaxed))
        return NULL;
    enter(device);
    return device;
}

void context_guard_end(struct device **guard)
{
    if (*guard)
        leave(*guard);
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
        enter(prefix##_device(iface));                                                                       \
    }                                                                                                        \
    static void STDMETHODCALLTYPE prefix##_Leave(ID3D11Multithread *iface)                                   \
    {                                                                                                        \
        leave(prefix##_device(iface));                                                                       \
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
