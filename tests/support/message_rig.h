/* What a debug device said last: tests open it with D3D11_CREATE_DEVICE_DEBUG. */
#ifndef SUPPORT_MESSAGE_RIG_H
#define SUPPORT_MESSAGE_RIG_H

#include "runtime_rig.h"

/* The last message has this id; forgets all. */
static inline void rig_expect_message(const struct rig *rig, D3D11_MESSAGE_ID id)
{
    ID3D11InfoQueue *queue = rig_queue(rig);
    UINT64 count = ID3D11InfoQueue_GetNumStoredMessages(queue);
    assert_true(count > 0);
    SIZE_T size = 0;
    ID3D11InfoQueue_GetMessage(queue, count - 1, NULL, &size);
    D3D11_MESSAGE *message = malloc(size);
    assert_ok(ID3D11InfoQueue_GetMessage(queue, count - 1, message, &size));
    assert_int_equal(message->ID, id);
    free(message);
    ID3D11InfoQueue_ClearStoredMessages(queue);
    ID3D11InfoQueue_Release(queue);
}

static inline void rig_expect_silence(const struct rig *rig)
{
    ID3D11InfoQueue *queue = rig_queue(rig);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 0);
    ID3D11InfoQueue_Release(queue);
}

#endif
