/*
 * The methods of one of the info queue's two filter stacks, included by info_queue.c once for each: Kind is
 * Storage or Retrieval, STACK the address of the stack of `iface`. No guard: a list of functions.
 */
#define PASTE2(a, b, c) info_queue_##a##b##c
#define PASTE(a, b, c)  PASTE2(a, b, c)
#define METHOD(a, b)    STDMETHODCALLTYPE PASTE(a, Kind, b)

static HRESULT METHOD(Add, FilterEntries)(ID3D11InfoQueue *iface, D3D11_INFO_QUEUE_FILTER *filter)
{
    return filter ? LOCKED(filters_add(STACK, filter)) : E_INVALIDARG;
}

static HRESULT METHOD(Get, Filter)(ID3D11InfoQueue *iface, D3D11_INFO_QUEUE_FILTER *filter, SIZE_T *size)
{
    return LOCKED(filters_get(STACK, filter, size));
}

static void METHOD(Clear, Filter)(ID3D11InfoQueue *iface)
{
    LOCKED_VOID(filters_clear_top(STACK));
}

static HRESULT METHOD(PushEmpty, Filter)(ID3D11InfoQueue *iface)
{
    return LOCKED(filters_push(STACK, NULL));
}

static HRESULT METHOD(PushCopyOf, Filter)(ID3D11InfoQueue *iface)
{
    return LOCKED(filters_push_copy(STACK));
}

static HRESULT METHOD(Push, Filter)(ID3D11InfoQueue *iface, D3D11_INFO_QUEUE_FILTER *filter)
{
    return filter ? LOCKED(filters_push(STACK, filter)) : E_INVALIDARG;
}

static void METHOD(Pop, Filter)(ID3D11InfoQueue *iface)
{
    LOCKED_VOID(filters_pop(STACK));
}

static UINT METHOD(Get, FilterStackSize)(ID3D11InfoQueue *iface)
{
    return LOCKED(filters_count(STACK));
}

#undef METHOD
#undef PASTE
#undef PASTE2
#undef STACK
#undef Kind
