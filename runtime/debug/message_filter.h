/*
 * The filters of an ID3D11InfoQueue: a stack of which the top one decides. No locks here: the queue has one.
 *
 * A filter has an allow list and a deny list, each of categories, severities and ids. A message passes when
 * every allow list that is not empty has it and no deny list does; an empty stack lets everything pass.
 */
#ifndef RUNTIME_MESSAGE_FILTER_H
#define RUNTIME_MESSAGE_FILTER_H

#include <d3d11sdklayers.h>

#include <stdbool.h>

struct message_filter;

/* NULL: an empty stack. All that change it take its address; E_OUTOFMEMORY leaves it as it was. */
struct message_filter_stack {
    struct message_filter *top;
};

bool filters_allow(const struct message_filter_stack *stack, D3D11_MESSAGE_CATEGORY category,
                   D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id);
/* filter NULL: one that lets everything pass. */
HRESULT filters_push(struct message_filter_stack *stack, const D3D11_INFO_QUEUE_FILTER *filter);
HRESULT filters_push_copy(struct message_filter_stack *stack);
/* Appends to the top filter's lists; an empty stack gets its first filter. */
HRESULT filters_add(struct message_filter_stack *stack, const D3D11_INFO_QUEUE_FILTER *filter);
void filters_pop(struct message_filter_stack *stack);
/* Empties the top filter. */
void filters_clear_top(struct message_filter_stack *stack);
void filters_destroy(struct message_filter_stack *stack);
UINT filters_count(const struct message_filter_stack *stack);
/* The top filter with its lists behind it; out NULL: S_FALSE and the size that it takes. */
HRESULT filters_get(const struct message_filter_stack *stack, D3D11_INFO_QUEUE_FILTER *out, SIZE_T *size);

#endif
