/*
 * The device: creation, memory of resources, destruction.
 */
#include "device.h"

#include <d3d10.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "checker.h"
#include "context.h"
#include "dxgi_objects.h"
#include "info_queue.h"
#include "log.h"
#include "removal.h"
#include "scheduler.h"
#include "shader_code.h"
#include "topology.h"
#include "watchdog.h"

/* From this size on memory comes from the system, which gives zeroed pages when they are touched. */
#if defined(__SANITIZE_ADDRESS__)
#define BIG_ALLOCATION (UINT64_C(1) << 26) /* accesses past the end of others shall be found */
#else
#define BIG_ALLOCATION (UINT64_C(1) << 20)
#endif

static bool is_big(uint64_t size)
{
    return size >= BIG_ALLOCATION;
}

/* Huge pages where the system has some: a page fault for each 4 KiB, and a miss of the TLB for each, cost more than
 * what a streaming shader does with them. What they might waste is small beside these sizes. */
#define HUGE_PAGE (UINT64_C(1) << 21)

static void *map(uint64_t size)
{
    uint8_t *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Begins where a huge page does. */
static void *map_huge(uint64_t size)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    size = (size + page - 1) & ~(page - 1);
    uint8_t *memory = size <= SIZE_MAX - HUGE_PAGE ? map(size + HUGE_PAGE) : NULL;
    if (!memory)
        return NULL;
    const uint64_t before = -(uintptr_t)memory & (HUGE_PAGE - 1);
    if (before)
        munmap(memory, before);
    munmap(memory + before + size, HUGE_PAGE - before);
    madvise(memory + before, size, MADV_HUGEPAGE); /* small pages do, too */
    return memory + before;
}

static void *allocate(uint64_t size)
{
    void *memory = NULL;
    if (is_big(size))
        return size >= HUGE_PAGE ? map_huge(size) : map(size);
    if (posix_memalign(&memory, 64, size))
        return NULL;
    return memset(memory, 0, size);
}

static atomic_ullong memory_total;

uint64_t device_memory_total(void)
{
    return atomic_load(&memory_total);
}

void *device_alloc(struct device *device, uint64_t size)
{
    uint64_t used = atomic_fetch_add(&device->memory_used, size);
    void *memory =
        size <= device->memory_limit && used <= device->memory_limit - size ? allocate(size) : NULL;
    if (memory)
        atomic_fetch_add(&memory_total, size);
    else
        atomic_fetch_sub(&device->memory_used, size);
    return memory;
}

void device_free(struct device *device, void *memory, uint64_t size)
{
    if (!memory)
        return;
    if (is_big(size))
        munmap(memory, size);
    else
        free(memory);
    atomic_fetch_sub(&device->memory_used, size);
    atomic_fetch_sub(&memory_total, size);
}

static bool device_has_iface(const struct object *object, const IID *iid)
{
    bool debug = ((const struct device *)object)->info_queue != NULL;
    return debug || !(IsEqualGUID(iid, &IID_ID3D11InfoQueue) || IsEqualGUID(iid, &IID_ID3D11Debug));
}

static void device_destroy(struct object *object)
{
    struct device *device = (struct device *)object;
    dxgi_debug_leave(object);
    if (device->immediate)
        object_unuse(&device->immediate->obj);
    for (struct object *at = device->live; at; at = at->live_next)
        log_write(LOG_ERROR, "A %s outlives its device", at->cls->name);
    checker_destroy(device->checker);
    device_code_destroy(device);
    sched_destroy(device->sched);
    watchdog_destroy(device->watchdog);
    info_queue_destroy(device->info_queue);
    removal_events_destroy(device);
    if (device->adapter)
        device->adapter->lpVtbl->Release(device->adapter);
    pthread_mutex_destroy(&device->context_lock);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

static const struct iface_entry device_ifaces[] = {
    {&IID_ID3D11Device, offsetof(struct device, iface)},
    {&IID_ID3D11Device1, offsetof(struct device, iface)},
    {&IID_ID3D11Device2, offsetof(struct device, iface)},
    {&IID_ID3D11Device3, offsetof(struct device, iface)},
    {&IID_ID3D11Device4, offsetof(struct device, iface)},
    {&IID_ID3D11Device5, offsetof(struct device, iface)},
    {&IID_IDXGIDevice, offsetof(struct device, dxgi)},
    {&IID_IDXGIDevice1, offsetof(struct device, dxgi)},
    {&IID_IDXGIDevice2, offsetof(struct device, dxgi)},
    {&IID_IDXGIDevice3, offsetof(struct device, dxgi)},
    {&IID_IDXGIDevice4, offsetof(struct device, dxgi)},
    {&IID_IDXGIObject, offsetof(struct device, dxgi)},
    {&IID_ID3D11Multithread, offsetof(struct device, multithread)},
    {&IID_ID3D10Multithread, offsetof(struct device, multithread)}, /* the same methods under an older name */
    {&IID_ID3D11InfoQueue, offsetof(struct device, info_queue_iface)},
    {&IID_ID3D11Debug, offsetof(struct device, debug_iface)},
    {NULL, 0},
};
static const struct object_class device_class = {"Device", device_ifaces, device_destroy, device_has_iface};

struct device *device_of_object(struct object *object)
{
    return object->cls == &device_class ? (struct device *)object : NULL;
}

static void init_locks(struct device *device)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&device->context_lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    pthread_mutex_init(&device->lock, NULL);
}

/* The parts that need memory of their own. */
static bool create_parts(struct device *device)
{
    const struct topology_limits *limits = topology_limits();
    const struct settings *settings = &device->settings;
    device->memory_limit = settings->memory_bytes ? settings->memory_bytes : limits->memory_bytes;
    device->sched = sched_create(settings->threads ? settings->threads : limits->threads);
    if (!device->sched)
        return false;
    if (settings->timeout_ms && !(device->watchdog = watchdog_create(settings->timeout_ms)))
        return false;
    if (!device_code_create(device))
        return false;
    if (settings->check.on && !checker_create(device, &device->checker))
        return false;
    if ((device->creation_flags & D3D11_CREATE_DEVICE_DEBUG) && !(device->info_queue = info_queue_create()))
        return false;
    return SUCCEEDED(context_create(device, D3D11_DEVICE_CONTEXT_IMMEDIATE, &device->immediate));
}

HRESULT device_create(const struct device_args *args, struct device **out)
{
    struct device *device = object_create(sizeof(*device), &device_class, NULL);
    if (!device)
        return E_OUTOFMEMORY;
    device->iface.lpVtbl = &device_vtbl;
    device->dxgi.lpVtbl = &device_dxgi_vtbl;
    device->multithread.lpVtbl = &device_multithread_vtbl;
    device->info_queue_iface.lpVtbl = &info_queue_vtbl;
    device->debug_iface.lpVtbl = &debug_vtbl;
    device->feature_level = args->feature_level;
    device->creation_flags = args->flags;
    device->settings = args->settings;
    device->adapter = args->adapter;
    device->adapter->lpVtbl->AddRef(device->adapter);
    init_locks(device);
    if (!create_parts(device)) {
        object_release(&device->obj);
        return E_OUTOFMEMORY;
    }
    dxgi_debug_enter(&device->obj);
    *out = device;
    return S_OK;
}
