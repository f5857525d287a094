/*
 * Filters as six lists of numbers, so that categories, severities and ids are handled alike.
 */
#include "message_filter.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* In the order of D3D11_INFO_QUEUE_FILTER's fields: what is allowed, what is denied. */
enum { CATEGORIES, SEVERITIES, IDS, KINDS, LISTS = 2 * KINDS };

struct list {
    UINT count;
    const int *items;
};

struct message_filter {
    struct message_filter *below;
    struct list lists[LISTS]; /* items follow the struct */
};

static_assert(sizeof(D3D11_MESSAGE_CATEGORY) == sizeof(int) &&
                  sizeof(D3D11_MESSAGE_SEVERITY) == sizeof(int) && sizeof(D3D11_MESSAGE_ID) == sizeof(int),
              "lists of the three enums are lists of int");

static void lists_of_desc(const D3D11_INFO_QUEUE_FILTER_DESC *desc, struct list *lists)
{
    lists[CATEGORIES] = (struct list){desc->NumCategories, (const int *)desc->pCategoryList};
    lists[SEVERITIES] = (struct list){desc->NumSeverities, (const int *)desc->pSeverityList};
    lists[IDS] = (struct list){desc->NumIDs, (const int *)desc->pIDList};
}

static void lists_of(const D3D11_INFO_QUEUE_FILTER *filter, struct list *lists)
{
    memset(lists, 0, LISTS * sizeof(*lists));
    if (!filter)
        return;
    lists_of_desc(&filter->AllowList, lists);
    lists_of_desc(&filter->DenyList, lists + KINDS);
    for (int i = 0; i < LISTS; i++)
        if (!lists[i].items)
            lists[i].count = 0;
}

static bool list_has(const struct list *list, int item)
{
    for (UINT i = 0; i < list->count; i++)
        if (list->items[i] == item)
            return true;
    return false;
}

bool filters_allow(const struct message_filter_stack *stack, D3D11_MESSAGE_CATEGORY category,
                   D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id)
{
    const struct message_filter *filter = stack->top;
    const int items[KINDS] = {[CATEGORIES] = category, [SEVERITIES] = severity, [IDS] = id};
    if (!filter)
        return true;
    for (int kind = 0; kind < KINDS; kind++) {
        const struct list *allow = &filter->lists[kind], *deny = &filter->lists[kind + KINDS];
        if ((allow->count && !list_has(allow, items[kind])) || list_has(deny, items[kind]))
            return false;
    }
    return true;
}

/* One filter with the items of both, `a` first. */
static struct message_filter *filter_create(const struct list *a, const struct list *b)
{
    size_t total = 0;
    for (int i = 0; i < LISTS; i++)
        total += (size_t)a[i].count + b[i].count;
    struct message_filter *filter = calloc(1, sizeof(*filter) + total * sizeof(int));
    if (!filter)
        return NULL;
    int *at = (int *)(filter + 1);
    for (int i = 0; i < LISTS; i++) {
        filter->lists[i] = (struct list){a[i].count + b[i].count, at};
        for (UINT j = 0; j < a[i].count; j++)
            *at++ = a[i].items[j];
        for (UINT j = 0; j < b[i].count; j++)
            *at++ = b[i].items[j];
    }
    return filter;
}

static HRESULT push_lists(struct message_filter_stack *stack, const struct list *a, const struct list *b)
{
    struct message_filter *filter = filter_create(a, b);
    if (!filter)
        return E_OUTOFMEMORY;
    filter->below = stack->top;
    stack->top = filter;
    return S_OK;
}

static const struct list no_lists[LISTS];

HRESULT filters_push(struct message_filter_stack *stack, const D3D11_INFO_QUEUE_FILTER *filter)
{
    struct list lists[LISTS];
    lists_of(filter, lists);
    return push_lists(stack, lists, no_lists);
}

HRESULT filters_push_copy(struct message_filter_stack *stack)
{
    return push_lists(stack, stack->top ? stack->top->lists : no_lists, no_lists);
}

HRESULT filters_add(struct message_filter_stack *stack, const D3D11_INFO_QUEUE_FILTER *filter)
{
    struct list lists[LISTS];
    struct message_filter *old = stack->top;
    lists_of(filter, lists);
    HRESULT hr = push_lists(stack, old ? old->lists : no_lists, lists);
    if (FAILED(hr) || !old)
        return hr;
    stack->top->below = old->below;
    free(old);
    return S_OK;
}

void filters_pop(struct message_filter_stack *stack)
{
    struct message_filter *top = stack->top;
    if (!top)
        return;
    stack->top = top->below;
    free(top);
}

void filters_clear_top(struct message_filter_stack *stack)
{
    if (stack->top)
        memset(stack->top->lists, 0, sizeof(stack->top->lists));
}

void filters_destroy(struct message_filter_stack *stack)
{
    while (stack->top)
        filters_pop(stack);
}

UINT filters_count(const struct message_filter_stack *stack)
{
    UINT count = 0;
    for (const struct message_filter *at = stack->top; at; at = at->below)
        count++;
    return count;
}

static int *fill_desc(D3D11_INFO_QUEUE_FILTER_DESC *desc, const struct list *lists, int *at)
{
    int *starts[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        starts[kind] = lists[kind].count ? at : NULL;
        for (UINT i = 0; i < lists[kind].count; i++)
            *at++ = lists[kind].items[i];
    }
    *desc = (D3D11_INFO_QUEUE_FILTER_DESC){
        lists[CATEGORIES].count, (D3D11_MESSAGE_CATEGORY *)starts[CATEGORIES],
        lists[SEVERITIES].count, (D3D11_MESSAGE_SEVERITY *)starts[SEVERITIES],
        lists[IDS].count,        (D3D11_MESSAGE_ID *)starts[IDS],
    };
    return at;
}

HRESULT filters_get(const struct message_filter_stack *stack, D3D11_INFO_QUEUE_FILTER *out, SIZE_T *size)
{
    const struct list *lists = stack->top ? stack->top->lists : no_lists;
    if (!size)
        return E_INVALIDARG;
    SIZE_T needed = sizeof(*out), room = *size;
    for (int i = 0; i < LISTS; i++)
        needed += lists[i].count * sizeof(int);
    *size = needed;
    if (!out)
        return S_FALSE;
    if (room < needed)
        return E_INVALIDARG;
    int *at = (int *)(out + 1);
    at = fill_desc(&out->AllowList, lists, at);
    fill_desc(&out->DenyList, lists + KINDS, at);
    return S_OK;
}
