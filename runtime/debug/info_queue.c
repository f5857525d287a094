/*
 * ID3D11InfoQueue: a ring of the latest messages. When it is full, new messages push old ones out. What the
 * storage filter denies is neither stored nor printed; the retrieval filter renumbers what is stored.
 *
 * The interface is a part of the device: same identity, same reference count. A message that the application
 * wants to break on stops the process only while a debugger watches it, as on Windows.
 */
#include "info_queue.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "message_filter.h"

struct message {
    D3D11_MESSAGE_CATEGORY category;
    D3D11_MESSAGE_SEVERITY severity;
    D3D11_MESSAGE_ID id;
    char *text;
};

struct info_queue {
    pthread_mutex_t lock;
    struct message *ring;
    uint64_t capacity, first, count;
    uint64_t limit; /* UINT64_MAX: none */
    uint64_t allowed, denied, discarded;
    struct message_filter_stack storage, retrieval;
    bool mute;
    bool break_severity[D3D11_MESSAGE_SEVERITY_MESSAGE + 1],
        break_category[D3D11_MESSAGE_CATEGORY_SHADER + 1];
    D3D11_MESSAGE_ID *break_ids;
    size_t break_id_count;
};

struct info_queue *info_queue_create(void)
{
    struct info_queue *queue = calloc(1, sizeof(*queue));
    if (!queue)
        return NULL;
    pthread_mutex_init(&queue->lock, NULL);
    queue->limit = D3D11_INFO_QUEUE_DEFAULT_MESSAGE_COUNT_LIMIT;
    return queue;
}

static struct message *message_at(struct info_queue *queue, uint64_t index)
{
    return &queue->ring[(queue->first + index) % queue->capacity];
}

static void drop_first(struct info_queue *queue)
{
    free(message_at(queue, 0)->text);
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
}

void info_queue_destroy(struct info_queue *queue)
{
    if (!queue)
        return;
    while (queue->count)
        drop_first(queue);
    filters_destroy(&queue->storage);
    filters_destroy(&queue->retrieval);
    free(queue->break_ids);
    free(queue->ring);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

static bool grow(struct info_queue *queue)
{
    uint64_t capacity = queue->capacity ? queue->capacity * 2 : 64;
    struct message *ring = calloc(capacity, sizeof(*ring));
    if (!ring)
        return false;
    for (uint64_t i = 0; i < queue->count; i++)
        ring[i] = *message_at(queue, i);
    free(queue->ring);
    queue->ring = ring;
    queue->capacity = capacity;
    queue->first = 0;
    return true;
}

static size_t find_break_id(const struct info_queue *queue, D3D11_MESSAGE_ID id)
{
    size_t i = 0;
    while (i < queue->break_id_count && queue->break_ids[i] != id)
        i++;
    return i;
}

static bool breaks(const struct info_queue *queue, D3D11_MESSAGE_CATEGORY category,
                   D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id)
{
    return ((unsigned)category <= D3D11_MESSAGE_CATEGORY_SHADER && queue->break_category[category]) ||
           ((unsigned)severity <= D3D11_MESSAGE_SEVERITY_MESSAGE && queue->break_severity[severity]) ||
           find_break_id(queue, id) < queue->break_id_count;
}

/* Does a debugger trace this process? */
static bool is_traced(void)
{
    char line[128];
    int tracer = 0;
    FILE *status = fopen("/proc/self/status", "r");
    if (!status)
        return false;
    while (fgets(line, sizeof(line), status) && sscanf(line, "TracerPid: %d", &tracer) != 1)
        ;
    fclose(status);
    return tracer != 0;
}

static void store(struct info_queue *queue, const struct message *message)
{
    while (queue->count && queue->count >= queue->limit) {
        drop_first(queue);
        queue->discarded++;
    }
    if (message->text && queue->limit && (queue->count < queue->capacity || grow(queue))) {
        queue->count++;
        *message_at(queue, queue->count - 1) = *message;
    } else {
        queue->discarded++;
        free(message->text);
    }
}

bool info_queue_add(struct info_queue *queue, D3D11_MESSAGE_CATEGORY category,
                    D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id, const char *text)
{
    pthread_mutex_lock(&queue->lock);
    bool allowed = filters_allow(&queue->storage, category, severity, id);
    if (allowed) {
        queue->allowed++;
        store(queue, &(struct message){category, severity, id, strdup(text)});
    } else {
        queue->denied++;
    }
    bool show = allowed && !queue->mute, stop = allowed && breaks(queue, category, severity, id);
    pthread_mutex_unlock(&queue->lock);
    if (stop && is_traced())
        raise(SIGTRAP);
    return show;
}

static struct info_queue *queue_of(ID3D11InfoQueue *iface)
{
    return container_of(iface, struct device, info_queue_iface)->info_queue;
}

OBJECT_IUNKNOWN(ID3D11InfoQueue, info_queue, device, info_queue_iface)

/* Reads one counter under the lock. */
#define READ(field)                                                                                          \
    ({                                                                                                       \
        struct info_queue *queue_ = queue_of(iface);                                                         \
        pthread_mutex_lock(&queue_->lock);                                                                   \
        __typeof__(queue_->field) value_ = queue_->field;                                                    \
        pthread_mutex_unlock(&queue_->lock);                                                                 \
        value_;                                                                                              \
    })

static HRESULT STDMETHODCALLTYPE info_queue_SetMessageCountLimit(ID3D11InfoQueue *iface, UINT64 limit)
{
    struct info_queue *queue = queue_of(iface);
    pthread_mutex_lock(&queue->lock);
    queue->limit = limit;
    while (queue->count > limit) {
        drop_first(queue);
        queue->discarded++;
    }
    pthread_mutex_unlock(&queue->lock);
    return S_OK;
}

static void STDMETHODCALLTYPE info_queue_ClearStoredMessages(ID3D11InfoQueue *iface)
{
    struct info_queue *queue = queue_of(iface);
    pthread_mutex_lock(&queue->lock);
    while (queue->count)
        drop_first(queue);
    pthread_mutex_unlock(&queue->lock);
}

static bool is_retrieved(struct info_queue *queue, uint64_t at)
{
    const struct message *message = message_at(queue, at);
    return filters_allow(&queue->retrieval, message->category, message->severity, message->id);
}

/* Number `index` of the stored messages that the retrieval filter allows, or NULL. */
static const struct message *retrieve(struct info_queue *queue, uint64_t index)
{
    if (!queue->retrieval.top)
        return index < queue->count ? message_at(queue, index) : NULL;
    for (uint64_t at = 0; at < queue->count; at++)
        if (is_retrieved(queue, at) && !index--)
            return message_at(queue, at);
    return NULL;
}

static HRESULT STDMETHODCALLTYPE info_queue_GetMessage(ID3D11InfoQueue *iface, UINT64 index,
                                                       D3D11_MESSAGE *out, SIZE_T *size)
{
    struct info_queue *queue = queue_of(iface);
    if (!size)
        return E_INVALIDARG;
    HRESULT hr = S_OK;
    pthread_mutex_lock(&queue->lock);
    const struct message *message = retrieve(queue, index);
    if (!message) {
        hr = DXGI_ERROR_NOT_FOUND;
    } else {
        SIZE_T length = strlen(message->text) + 1, needed = sizeof(*out) + length, room = *size;
        *size = needed;
        if (out && room < needed) {
            hr = E_INVALIDARG;
        } else if (out) {
            char *text = (char *)(out + 1);
            memcpy(text, message->text, length);
            *out = (D3D11_MESSAGE){message->category, message->severity, message->id, text, length};
        } else {
            hr = S_FALSE;
        }
    }
    pthread_mutex_unlock(&queue->lock);
    return hr;
}

static UINT64 STDMETHODCALLTYPE info_queue_GetNumMessagesAllowedByStorageFilter(ID3D11InfoQueue *iface)
{
    return READ(allowed);
}

static UINT64 STDMETHODCALLTYPE info_queue_GetNumMessagesDeniedByStorageFilter(ID3D11InfoQueue *iface)
{
    return READ(denied);
}

static UINT64 STDMETHODCALLTYPE info_queue_GetNumStoredMessages(ID3D11InfoQueue *iface)
{
    return READ(count);
}

static UINT64 STDMETHODCALLTYPE
info_queue_GetNumStoredMessagesAllowedByRetrievalFilter(ID3D11InfoQueue *iface)
{
    struct info_queue *queue = queue_of(iface);
    UINT64 count = 0;
    pthread_mutex_lock(&queue->lock);
    for (uint64_t at = 0; at < queue->count; at++)
        count += is_retrieved(queue, at);
    pthread_mutex_unlock(&queue->lock);
    return count;
}

static UINT64 STDMETHODCALLTYPE info_queue_GetNumMessagesDiscardedByMessageCountLimit(ID3D11InfoQueue *iface)
{
    return READ(discarded);
}

static UINT64 STDMETHODCALLTYPE info_queue_GetMessageCountLimit(ID3D11InfoQueue *iface)
{
    return READ(limit);
}

/* One call of message_filter.h under the lock; its value. */
#define LOCKED(call)                                                                                         \
    ({                                                                                                       \
        pthread_mutex_lock(&queue_of(iface)->lock);                                                          \
        __typeof__(call) value_ = call;                                                                      \
        pthread_mutex_unlock(&queue_of(iface)->lock);                                                        \
        value_;                                                                                              \
    })
#define LOCKED_VOID(call)                                                                                    \
    do {                                                                                                     \
        pthread_mutex_lock(&queue_of(iface)->lock);                                                          \
        call;                                                                                                \
        pthread_mutex_unlock(&queue_of(iface)->lock);                                                        \
    } while (0)

/* The two stacks have the same methods. */
#define Kind  Storage
#define STACK (&queue_of(iface)->storage)
#include "info_queue_filters.h"
#define Kind  Retrieval
#define STACK (&queue_of(iface)->retrieval)
#include "info_queue_filters.h"

static HRESULT STDMETHODCALLTYPE info_queue_AddMessage(ID3D11InfoQueue *iface,
                                                       D3D11_MESSAGE_CATEGORY category,
                                                       D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id,
                                                       LPCSTR text)
{
    if (!text)
        return E_INVALIDARG;
    message_add(container_of(iface, struct device, info_queue_iface), category, severity, id, "%s", text);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE info_queue_AddApplicationMessage(ID3D11InfoQueue *iface,
                                                                  D3D11_MESSAGE_SEVERITY severity,
                                                                  LPCSTR text)
{
    return info_queue_AddMessage(iface, D3D11_MESSAGE_CATEGORY_APPLICATION_DEFINED, severity,
                                 D3D11_MESSAGE_ID_STRING_FROM_APPLICATION, text);
}

static HRESULT STDMETHODCALLTYPE info_queue_SetBreakOnCategory(ID3D11InfoQueue *iface,
                                                               D3D11_MESSAGE_CATEGORY category,
                                                               WINBOOL enable)
{
    if ((unsigned)category > D3D11_MESSAGE_CATEGORY_SHADER)
        return E_INVALIDARG;
    LOCKED_VOID(queue_of(iface)->break_category[category] = enable);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE info_queue_SetBreakOnSeverity(ID3D11InfoQueue *iface,
                                                               D3D11_MESSAGE_SEVERITY severity,
                                                               WINBOOL enable)
{
    if ((unsigned)severity > D3D11_MESSAGE_SEVERITY_MESSAGE)
        return E_INVALIDARG;
    LOCKED_VOID(queue_of(iface)->break_severity[severity] = enable);
    return S_OK;
}

static HRESULT set_break_id(struct info_queue *queue, D3D11_MESSAGE_ID id, bool enable)
{
    size_t at = find_break_id(queue, id);
    bool found = at < queue->break_id_count;
    if (found && !enable)
        queue->break_ids[at] = queue->break_ids[--queue->break_id_count];
    if (found || !enable)
        return S_OK;
    D3D11_MESSAGE_ID *ids = realloc(queue->break_ids, (queue->break_id_count + 1) * sizeof(*ids));
    if (!ids)
        return E_OUTOFMEMORY;
    ids[queue->break_id_count++] = id;
    queue->break_ids = ids;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE info_queue_SetBreakOnID(ID3D11InfoQueue *iface, D3D11_MESSAGE_ID id,
                                                         WINBOOL enable)
{
    return LOCKED(set_break_id(queue_of(iface), id, enable));
}

static WINBOOL STDMETHODCALLTYPE info_queue_GetBreakOnCategory(ID3D11InfoQueue *iface,
                                                               D3D11_MESSAGE_CATEGORY category)
{
    return (unsigned)category <= D3D11_MESSAGE_CATEGORY_SHADER && READ(break_category[category]);
}

static WINBOOL STDMETHODCALLTYPE info_queue_GetBreakOnSeverity(ID3D11InfoQueue *iface,
                                                               D3D11_MESSAGE_SEVERITY severity)
{
    return (unsigned)severity <= D3D11_MESSAGE_SEVERITY_MESSAGE && READ(break_severity[severity]);
}

static WINBOOL STDMETHODCALLTYPE info_queue_GetBreakOnID(ID3D11InfoQueue *iface, D3D11_MESSAGE_ID id)
{
    return LOCKED(find_break_id(queue_of(iface), id) < queue_of(iface)->break_id_count);
}

static void STDMETHODCALLTYPE info_queue_SetMuteDebugOutput(ID3D11InfoQueue *iface, WINBOOL mute)
{
    struct info_queue *queue = queue_of(iface);
    pthread_mutex_lock(&queue->lock);
    queue->mute = mute;
    pthread_mutex_unlock(&queue->lock);
}

static WINBOOL STDMETHODCALLTYPE info_queue_GetMuteDebugOutput(ID3D11InfoQueue *iface)
{
    return READ(mute);
}

#define FILTER_ENTRIES(kind)                                                                                 \
    .Add##kind##FilterEntries = info_queue_Add##kind##FilterEntries,                                         \
    .Get##kind##Filter = info_queue_Get##kind##Filter,                                                       \
    .Clear##kind##Filter = info_queue_Clear##kind##Filter,                                                   \
    .PushEmpty##kind##Filter = info_queue_PushEmpty##kind##Filter,                                           \
    .PushCopyOf##kind##Filter = info_queue_PushCopyOf##kind##Filter,                                         \
    .Push##kind##Filter = info_queue_Push##kind##Filter, .Pop##kind##Filter = info_queue_Pop##kind##Filter,  \
    .Get##kind##FilterStackSize = info_queue_Get##kind##FilterStackSize

const ID3D11InfoQueueVtbl info_queue_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(info_queue),
    .SetMessageCountLimit = info_queue_SetMessageCountLimit,
    .ClearStoredMessages = info_queue_ClearStoredMessages,
    .GetMessage = info_queue_GetMessage,
    .GetNumMessagesAllowedByStorageFilter = info_queue_GetNumMessagesAllowedByStorageFilter,
    .GetNumMessagesDeniedByStorageFilter = info_queue_GetNumMessagesDeniedByStorageFilter,
    .GetNumStoredMessages = info_queue_GetNumStoredMessages,
    .GetNumStoredMessagesAllowedByRetrievalFilter = info_queue_GetNumStoredMessagesAllowedByRetrievalFilter,
    .GetNumMessagesDiscardedByMessageCountLimit = info_queue_GetNumMessagesDiscardedByMessageCountLimit,
    .GetMessageCountLimit = info_queue_GetMessageCountLimit,
    FILTER_ENTRIES(Storage),
    FILTER_ENTRIES(Retrieval),
    .AddMessage = info_queue_AddMessage,
    .AddApplicationMessage = info_queue_AddApplicationMessage,
    .SetBreakOnCategory = info_queue_SetBreakOnCategory,
    .SetBreakOnSeverity = info_queue_SetBreakOnSeverity,
    .SetBreakOnID = info_queue_SetBreakOnID,
    .GetBreakOnCategory = info_queue_GetBreakOnCategory,
    .GetBreakOnSeverity = info_queue_GetBreakOnSeverity,
    .GetBreakOnID = info_queue_GetBreakOnID,
    .SetMuteDebugOutput = info_queue_SetMuteDebugOutput,
    .GetMuteDebugOutput = info_queue_GetMuteDebugOutput,
};
