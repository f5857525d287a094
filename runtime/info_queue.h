/*
 * The message store of a debug device, behind ID3D11InfoQueue. Thread-safe: it has a lock of its own.
 */
#ifndef RUNTIME_INFO_QUEUE_H
#define RUNTIME_INFO_QUEUE_H

#include <d3d11sdklayers.h>

#include <stdbool.h>

struct device;
struct info_queue;

/* Lives in the device, shares its identity and reference count. */
struct info_queue *info_queue_create(struct device *device);
void info_queue_destroy(struct info_queue *queue);
ID3D11InfoQueue *info_queue_iface(struct info_queue *queue);
/* True when standard error should show it, too. */
bool info_queue_add(struct info_queue *queue, D3D11_MESSAGE_CATEGORY category, D3D11_MESSAGE_SEVERITY severity,
                    D3D11_MESSAGE_ID id, const char *text);

#endif
