/*
 * The device: what it was created with, its context, scheduler and time limit, the memory its resources take.
 *
 * Creation calls may come from any thread: what they share (list of live objects, de-duplicated states) is
 * guarded by `lock`, which is never held while calling out. Contexts are guarded by ID3D11Multithread alone,
 * as in Direct3D.
 */
#ifndef RUNTIME_DEVICE_H
#define RUNTIME_DEVICE_H

#include <pthread.h>

#include <dxgi1_6.h>

#include "message.h"
#include "object.h"
#include "settings.h"

#include <weft.h>

struct checker;
struct context;
struct device_code;
struct fixed_state;
struct info_queue;
struct removal_event;
struct removal_watch;
struct sampler;
struct sched;
struct watchdog;

struct device {
    struct object obj;
    ID3D11Device5 iface;
    IDXGIDevice4 dxgi;
    ID3D11Multithread multithread;
    ID3D11InfoQueue info_queue_iface; /* these two with D3D11_CREATE_DEVICE_DEBUG */
    ID3D11Debug debug_iface;
    D3D_FEATURE_LEVEL feature_level;
    UINT creation_flags;
    UINT exception_mode;
    INT thread_priority;
    UINT frame_latency; /* 0: the default, 3 */
    struct settings settings;
    IDXGIAdapter *adapter;
    struct context *immediate;
    struct sched *sched;
    struct device_code *code; /* NULL: no code is generated */
    struct watchdog *watchdog;                       /* NULL without a time limit */
    struct checker *checker;                         /* NULL without WEFT_CHECK */
    struct info_queue *info_queue;                   /* NULL without D3D11_CREATE_DEVICE_DEBUG */
    atomic_uint debug_features, debug_present_delay; /* ID3D11Debug: remembered for Get */

    pthread_mutex_t lock;
    struct object *live;              /* every child */
    struct sampler *samplers;         /* all that live, for de-duplication; no uses held */
    struct fixed_state *fixed_states; /* the same */

    pthread_mutex_t context_lock; /* recursive; ID3D11Multithread */
    atomic_ulong context_owner;   /* the thread that holds it, 0: none */
    unsigned context_depth;       /* how often it does */
    atomic_bool protected_;       /* contexts take context_lock */

    uint64_t memory_limit;
    atomic_ullong memory_used;
    struct removal_watch *removal_watches; /* guarded by the lock, as the next */
    struct removal_event *removal_events;
    atomic_int removed_reason; /* S_OK until removal */
    char removed_text[1024];   /* written before removed_reason is */
    weft_message_callback message_callback;
    void *message_user;
};

struct device_args {
    IDXGIAdapter *adapter; /* borrowed */
    UINT flags;
    D3D_FEATURE_LEVEL feature_level;
    struct settings settings;
};

HRESULT device_create(const struct device_args *args, struct device **out);

static inline struct device *device_of(ID3D11Device5 *iface)
{
    return container_of(iface, struct device, iface);
}
static inline struct device *device_of_base(ID3D11Device *iface)
{
    return device_of((ID3D11Device5 *)iface);
}

/* NULL for objects that are no device. */
struct device *device_of_object(struct object *object);

/* Slots for unordered access views that shaders have. */
static inline unsigned feature_level_uav_slots(D3D_FEATURE_LEVEL level)
{
    return level >= D3D_FEATURE_LEVEL_11_1 ? D3D11_1_UAV_SLOT_COUNT : D3D11_PS_CS_UAV_REGISTER_COUNT;
}

/* removal.c: the first reason stays. */
void device_remove(struct device *device, HRESULT reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* S_OK or DXGI_ERROR_DEVICE_REMOVED, which is what calls return afterwards. */
HRESULT device_status(const struct device *device);

/* Zeroed memory for resources, aligned to 64 bytes and counted against the device's limit; NULL when there is
 * none. */
void *device_alloc(struct device *device, uint64_t size);
void device_free(struct device *device, void *memory, uint64_t size);
/* What the resources of all devices of this process take. */
uint64_t device_memory_total(void);

extern const ID3D11Device5Vtbl device_vtbl;
extern const IDXGIDevice4Vtbl device_dxgi_vtbl;
extern const ID3D11MultithreadVtbl device_multithread_vtbl, context_multithread_vtbl;

#endif
