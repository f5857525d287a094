/*
 * ID3D11InfoQueue: a ring of the latest messages. When it is full, new messages push old ones out.
 *
 * The interface is a part of the device: same identity, same reference count.
 */
#include "info_queue.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"

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
    uint64_t allowed, discarded;
    bool mute;
    bool break_severity[D3D11_MESSAGE_SEVERITY_MESSAGE + 1],
        break_category[D3D11_MESSAGE_CATEGORY_SHADER + 1];
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

bool info_queue_add(struct info_queue *queue, D3D11_MESSAGE_CATEGORY category,
                    D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id, const char *text)
{
    char *copy = strdup(text);
    pthread_mutex_lock(&queue->lock);
    queue->allowed++;
    while (queue->count && queue->count >= queue->limit) {
        drop_first(queue);
        queue->discarded++;
    }
    if (copy && queue->limit && (queue->count < queue->capacity || grow(queue))) {
        queue->count++;
        *message_at(queue, queue->count - 1) = (struct message){category, severity, id, copy};
        copy = NULL;
    } else {
        queue->discarded++;
    }
    bool show = !queue->mute;
    pthread_mutex_unlock(&queue->lock);
    free(copy);
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

static HRESULT STDMETHODCALLTYPE info_queue_GetMessage(ID3D11InfoQueue *iface, UINT64 index,
                                                       D3D11_MESSAGE *out, SIZE_T *size)
{
    struct info_queue *queue = queue_of(iface);
    if (!size)
        return E_INVALIDARG;
    HRESULT hr = S_OK;
    pthread_mutex_lock(&queue->lock);
    if (index >= queue->count) {
        hr = DXGI_ERROR_NOT_FOUND;
    } else {
        const struct message *message = message_at(queue, index);
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
    return 0;
}

static UINT64 STDMETHODCALLTYPE info_queue_GetNumStoredMessages(ID3D11InfoQueue *iface)
{
    return READ(count);
}

static UINT64 STDMETHODCALLTYPE
info_queue_GetNumStoredMessagesAllowedByRetrievalFilter(ID3D11InfoQueue *iface)
{
    return READ(count);
}

static UINT64 STDMETHODCALLTYPE info_queue_GetNumMessagesDiscardedByMessageCountLimit(ID3D11InfoQueue *iface)
{
    return READ(discarded);
}

static UINT64 STDMETHODCALLTYPE info_queue_GetMessageCountLimit(ID3D11InfoQueue *iface)
{
    return READ(limit);
}

/* The filter stacks are not there yet: every one of their methods says so. */
#define FILTER_STUB(method, parameters)                                                                      \
    static HRESULT STDMETHODCALLTYPE info_queue_##method parameters                                          \
    {                                                                                                        \
        return NOT_IMPLEMENTED("ID3D11InfoQueue::" #method);                                                 \
    }
#define FILTER_STUB_VOID(method)                                                                             \
    static void STDMETHODCALLTYPE info_queue_##method(ID3D11InfoQueue *iface)                                \
    {                                                                                                        \
        NOT_IMPLEMENTED("ID3D11InfoQueue::" #method);                                                        \
    }
#define FILTER_STUBS(kind)                                                                                   \
    FILTER_STUB(Add##kind##FilterEntries, (ID3D11InfoQueue * iface, D3D11_INFO_QUEUE_FILTER * filter))       \
    FILTER_STUB(Get##kind##Filter,                                                                           \
                (ID3D11InfoQueue * iface, D3D11_INFO_QUEUE_FILTER * filter, SIZE_T * size))                  \
    FILTER_STUB_VOID(Clear##kind##Filter)                                                                    \
    FILTER_STUB(PushEmpty##kind##Filter, (ID3D11InfoQueue * iface))                                          \
    FILTER_STUB(PushCopyOf##kind##Filter, (ID3D11InfoQueue * iface))                                         \
    FILTER_STUB(Push##kind##Filter, (ID3D11InfoQueue * iface, D3D11_INFO_QUEUE_FILTER * filter))             \
    FILTER_STUB_VOID(Pop##kind##Filter)                                                                      \
    static UINT STDMETHODCALLTYPE info_queue_Get##kind##FilterStackSize(ID3D11InfoQueue *iface)              \
    {                                                                                                        \
        return 0;                                                                                            \
    }
FILTER_STUBS(Storage)
FILTER_STUBS(Retrieval)

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

/* Breaking into a debugger is remembered for Get but not done: there is no debugger to expect here. */
static HRESULT STDMETHODCALLTYPE info_queue_SetBreakOnCategory(ID3D11InfoQueue *iface,
                                                               D3D11_MESSAGE_CATEGORY category,
                                                               WINBOOL enable)
{
    if ((unsigned)category > D3D11_MESSAGE_CATEGORY_SHADER)
        return E_INVALIDARG;
    queue_of(iface)->break_category[category] = enable;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE info_queue_SetBreakOnSeverity(ID3D11InfoQueue *iface,
                                                               D3D11_MESSAGE_SEVERITY severity,
                                                               WINBOOL enable)
{
    if ((unsigned)severity > D3D11_MESSAGE_SEVERITY_MESSAGE)
        return E_INVALIDARG;
    queue_of(iface)->break_severity[severity] = enable;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE info_queue_SetBreakOnID(ID3D11InfoQueue *iface, D3D11_MESSAGE_ID id,
                                                         WINBOOL enable)
{
    return NOT_IMPLEMENTED("ID3D11InfoQueue::SetBreakOnID");
}

static WINBOOL STDMETHODCALLTYPE info_queue_GetBreakOnCategory(ID3D11InfoQueue *iface,
                                                               D3D11_MESSAGE_CATEGORY category)
{
    return (unsigned)category <= D3D11_MESSAGE_CATEGORY_SHADER && queue_of(iface)->break_category[category];
}

static WINBOOL STDMETHODCALLTYPE info_queue_GetBreakOnSeverity(ID3D11InfoQueue *iface,
                                                               D3D11_MESSAGE_SEVERITY severity)
{
    return (unsigned)severity <= D3D11_MESSAGE_SEVERITY_MESSAGE && queue_of(iface)->break_severity[severity];
}

static WINBOOL STDMETHODCALLTYPE info_queue_GetBreakOnID(ID3D11InfoQueue *iface, D3D11_MESSAGE_ID id)
{
    return FALSE;
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
