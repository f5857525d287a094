/*
 * IDXGIDebug: the report of everything that lives in the process, whatever device it is of. The one object of
 * it is never freed.
 *
 * Devices, factories and adapters enter a list when they are whole and leave it when they go. As on Windows
 * the devices that report are those created with D3D11_CREATE_DEVICE_DEBUG, each to its own queue of
 * messages; lines about DXGI's objects go to standard error.
 */
#include <dxgi1_6.h>
#include <dxgidebug.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "device.h"
#include "dxgi_objects.h"
#include "info_queue.h"

/* mingw's headers lack it. */
static const GUID debug_d3d11 = {
    0x4b99317b, 0xac39, 0x4aa6, {0xbb, 0x0b, 0xba, 0xa0, 0x47, 0x84, 0x79, 0x8f}};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *first;
static size_t count;

void dxgi_debug_enter(struct object *object)
{
    pthread_mutex_lock(&lock);
    object->live_next = first;
    if (first)
        first->live_prev = object;
    first = object;
    count++;
    pthread_mutex_unlock(&lock);
}

void dxgi_debug_leave(struct object *object)
{
    pthread_mutex_lock(&lock);
    if (object->live_prev || first == object) { /* half-built objects never came in */
        if (object->live_prev)
            object->live_prev->live_next = object->live_next;
        else
            first = object->live_next;
        if (object->live_next)
            object->live_next->live_prev = object->live_prev;
        count--;
    }
    pthread_mutex_unlock(&lock);
}

/* One use of each object that is not about to go, so that no lock is held while they report. NULL: no memory.
 */
static struct object **hold_all(size_t *held)
{
    *held = 0;
    pthread_mutex_lock(&lock);
    struct object **objects = calloc(count + 1, sizeof(*objects));
    for (struct object *at = first; objects && at; at = at->live_next)
        if (object_try_use(at))
            objects[(*held)++] = at;
    pthread_mutex_unlock(&lock);
    return objects;
}

struct report {
    bool devices, dxgi;
    DXGI_DEBUG_RLO_FLAGS flags;
    size_t dxgi_count;
};

static HRESULT report_one(struct report *report, struct object *object)
{
    struct device *device = device_of_object(object);
    if (device)
        return report->devices && device->info_queue
                   ? debug_report_live(device, (D3D11_RLDO_FLAGS)report->flags)
                   : S_OK;
    unsigned refs = atomic_load(&object->refs);
    if (!report->dxgi || ((report->flags & DXGI_DEBUG_RLO_IGNORE_INTERNAL) && !refs))
        return S_OK;
    report->dxgi_count++;
    if (report->flags & DXGI_DEBUG_RLO_DETAIL)
        fprintf(stderr, "weft: DXGI WARNING: Live I%s at %p, Refcount: %u\n", object->cls->name,
                (void *)object, refs);
    return S_OK;
}

static bool is(const GUID *a, const GUID *b)
{
    return IsEqualGUID(a, b);
}

static HRESULT STDMETHODCALLTYPE debug_ReportLiveObjects(IDXGIDebug *iface, GUID of,
                                                         DXGI_DEBUG_RLO_FLAGS flags)
{
    bool all = is(&of, &DXGI_DEBUG_ALL), dx = all || is(&of, &DXGI_DEBUG_DX);
    struct report report = {dx || is(&of, &debug_d3d11), dx || is(&of, &DXGI_DEBUG_DXGI), flags, 0};
    if (!(report.devices || report.dxgi || is(&of, &DXGI_DEBUG_APP)) || (flags & ~(UINT)DXGI_DEBUG_RLO_ALL))
        return E_INVALIDARG;
    size_t held;
    struct object **objects = hold_all(&held);
    HRESULT hr = objects ? S_OK : E_OUTOFMEMORY;
    for (size_t i = 0; i < held; i++) {
        if (SUCCEEDED(hr))
            hr = report_one(&report, objects[i]);
        object_unuse(objects[i]);
    }
    if (SUCCEEDED(hr) && report.dxgi && (flags & DXGI_DEBUG_RLO_SUMMARY))
        fprintf(stderr, "weft: DXGI WARNING: Live objects of DXGI: %zu\n", report.dxgi_count);
    free(objects);
    return hr;
}

static atomic_uint refs;

static HRESULT STDMETHODCALLTYPE debug_QueryInterface(IDXGIDebug *iface, REFIID iid, void **out)
{
    return dxgi_debug_get(iid, out);
}

static ULONG STDMETHODCALLTYPE debug_AddRef(IDXGIDebug *iface)
{
    return atomic_fetch_add(&refs, 1) + 1;
}

static ULONG STDMETHODCALLTYPE debug_Release(IDXGIDebug *iface)
{
    return atomic_fetch_sub(&refs, 1) - 1;
}

HRESULT dxgi_debug_get(REFIID iid, void **out)
{
    static const IDXGIDebugVtbl vtbl = {
        .QueryInterface = debug_QueryInterface,
        .AddRef = debug_AddRef,
        .Release = debug_Release,
        .ReportLiveObjects = debug_ReportLiveObjects,
    };
    static IDXGIDebug the_only_one = {&vtbl};
    if (!out)
        return E_POINTER;
    *out = NULL;
    if (!is(iid, &IID_IUnknown) && !is(iid, &IID_IDXGIDebug))
        return E_NOINTERFACE;
    debug_AddRef(&the_only_one);
    *out = &the_only_one;
    return S_OK;
}
