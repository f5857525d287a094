/*
 * The messages of a debug device, behind ID3D11InfoQueue, and ID3D11Debug. Thread-safe: a lock of its own.
 */
#ifndef RUNTIME_INFO_QUEUE_H
#define RUNTIME_INFO_QUEUE_H

#include <d3d11sdklayers.h>

#include <stdbool.h>

struct device;
struct info_queue;

/* NULL when memory is short. */
struct info_queue *info_queue_create(void);
void info_queue_destroy(struct info_queue *queue);
/* Stores a message; true when standard error should show it, too. */
bool info_queue_add(struct info_queue *queue, D3D11_MESSAGE_CATEGORY category,
                    D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id, const char *text);

/* ID3D11Debug::ReportLiveDeviceObjects; the flags are known ones. */
HRESULT debug_report_live(struct device *device, D3D11_RLDO_FLAGS flags);

/* Interfaces of the device: it holds both, and has them when it has a queue. */
extern const ID3D11InfoQueueVtbl info_queue_vtbl;
extern const ID3D11DebugVtbl debug_vtbl;

#endif
