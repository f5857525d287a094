/*
 * Queries and the context methods that use them: Begin, End, GetData.
 *
 * Timestamps are nanoseconds of the monotonic clock. Statistics count what contexts count: compute
 * invocations; what the drawing stages would count is zero. A predicate is a query of a kind that answers yes
 * or no, with one interface more.
 */
#include "query.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "context.h"
#include "context_methods.h"

OBJECT_DEVICE_CHILD(ID3D11Query1, query, query, iface)

static UINT data_size(D3D11_QUERY kind)
{
    switch (kind) {
    case D3D11_QUERY_OCCLUSION:
    case D3D11_QUERY_TIMESTAMP:
        return sizeof(UINT64);
    case D3D11_QUERY_TIMESTAMP_DISJOINT:
        return sizeof(D3D11_QUERY_DATA_TIMESTAMP_DISJOINT);
    case D3D11_QUERY_PIPELINE_STATISTICS:
        return sizeof(D3D11_QUERY_DATA_PIPELINE_STATISTICS);
    case D3D11_QUERY_SO_STATISTICS:
    case D3D11_QUERY_SO_STATISTICS_STREAM0:
    case D3D11_QUERY_SO_STATISTICS_STREAM1:
    case D3D11_QUERY_SO_STATISTICS_STREAM2:
    case D3D11_QUERY_SO_STATISTICS_STREAM3:
        return sizeof(D3D11_QUERY_DATA_SO_STATISTICS);
    default:
        return sizeof(WINBOOL);
    }
}

static bool is_predicate(D3D11_QUERY kind)
{
    switch (kind) {
    case D3D11_QUERY_OCCLUSION_PREDICATE:
    case D3D11_QUERY_SO_OVERFLOW_PREDICATE:
    case D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM0:
    case D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM1:
    case D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM2:
    case D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3:
        return true;
    default:
        return false;
    }
}

/* Those of single streams, which Direct3D 11 added, are made as queries. */
static bool is_made_as_predicate(D3D11_QUERY kind)
{
    return kind == D3D11_QUERY_OCCLUSION_PREDICATE || kind == D3D11_QUERY_SO_OVERFLOW_PREDICATE;
}

static UINT STDMETHODCALLTYPE query_GetDataSize(ID3D11Query1 *iface)
{
    return data_size(query_of((ID3D11Asynchronous *)iface)->desc.Query);
}

static void STDMETHODCALLTYPE query_GetDesc(ID3D11Query1 *iface, D3D11_QUERY_DESC *out)
{
    const struct query *query = query_of((ID3D11Asynchronous *)iface);
    *out = (D3D11_QUERY_DESC){query->desc.Query, query->desc.MiscFlags};
}

static void STDMETHODCALLTYPE query_GetDesc1(ID3D11Query1 *iface, D3D11_QUERY_DESC1 *out)
{
    *out = query_of((ID3D11Asynchronous *)iface)->desc;
}

static const ID3D11Query1Vtbl query_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(query),
    .GetDataSize = query_GetDataSize,
    .GetDesc = query_GetDesc,
    .GetDesc1 = query_GetDesc1,
};

static void query_destroy(struct object *object)
{
    free(object);
}

static bool query_has_iface(const struct object *object, const IID *iid)
{
    return !IsEqualGUID(iid, &IID_ID3D11Predicate) ||
           is_predicate(((const struct query *)object)->desc.Query);
}

/* ID3D11Predicate adds no method to ID3D11Query. */
static const struct iface_entry query_ifaces[] = {
    {&IID_ID3D11Query, offsetof(struct query, iface)},
    {&IID_ID3D11Predicate, offsetof(struct query, iface)},
    {&IID_ID3D11Query1, offsetof(struct query, iface)},
    {&IID_ID3D11Asynchronous, offsetof(struct query, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct query, iface)},
    {NULL, 0},
};
static const struct object_class query_class = {"Query", query_ifaces, query_destroy, query_has_iface};

static HRESULT query_validate(struct device *device, const D3D11_QUERY_DESC1 *desc, bool predicate)
{
    if (!desc)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_NULLDESC,
                            "pQueryDesc is NULL");
    if ((unsigned)desc->Query > D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_INVALIDQUERY,
                            "Query %d is unknown", desc->Query);
    if (predicate && !is_made_as_predicate(desc->Query))
        return message_fail(
            device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_INVALIDQUERY,
            "CreatePredicate: query %d is neither OCCLUSION_PREDICATE nor SO_OVERFLOW_PREDICATE",
            desc->Query);
    if (desc->MiscFlags & ~(UINT)D3D11_QUERY_MISC_PREDICATEHINT)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_INVALIDMISCFLAGS,
                            "MiscFlags 0x%x hold unknown bits", desc->MiscFlags);
    if (desc->MiscFlags && !is_predicate(desc->Query))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_UNEXPECTEDMISCFLAG,
                            "D3D11_QUERY_MISC_PREDICATEHINT is for predicates only");
    if ((unsigned)desc->ContextType > D3D11_CONTEXT_TYPE_VIDEO)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN, "ContextType %d is unknown",
                            desc->ContextType);
    return S_OK;
}

HRESULT query_create(struct device *device, const D3D11_QUERY_DESC1 *desc, bool predicate, ID3D11Query1 **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (SUCCEEDED(hr))
        hr = query_validate(device, desc, predicate);
    if (FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    struct query *query = object_create(sizeof(*query), &query_class, device);
    if (!query)
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_CREATEQUERY_OUTOFMEMORY_RETURN,
                            "No memory for a query");
    query->iface.lpVtbl = &query_vtbl;
    query->desc = *desc;
    *out = &query->iface;
    return S_OK;
}

static bool has_begin(D3D11_QUERY kind)
{
    return kind != D3D11_QUERY_EVENT && kind != D3D11_QUERY_TIMESTAMP;
}

static void submit(struct context *context, enum command_kind kind, struct query *query)
{
    struct object *const objects[] = {&query->obj};
    context_submit(context, &(struct command){kind, COMMAND_OBJECTS(objects, 1)});
}

void STDMETHODCALLTYPE context_Begin(ID3D11DeviceContext4 *iface, ID3D11Asynchronous *async)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct query *query = query_of(async);
    if (!query)
        return;
    if (!has_begin(query->desc.Query)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_QUERY_BEGIN_UNSUPPORTED,
                      "Begin: event and timestamp queries have an end only");
        return;
    }
    submit(context, COMMAND_BEGIN_QUERY, query);
}

void command_begin_query(struct context *context, const struct command *command)
{
    struct query *query = (struct query *)command->objects[0];
    if (query == context->state->predicate) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_PREDICATE_BEGIN_DURING_PREDICATION,
                      "Begin: the predicate is set for predication");
        return;
    }
    if (query->state == QUERY_BEGUN)
        message_warn(context->obj.device, D3D11_MESSAGE_ID_QUERY_BEGIN_ABANDONING_PREVIOUS_RESULTS,
                     "Begin: what was begun before is given up");
    query->state = QUERY_BEGUN;
    query->result.statistics = (D3D11_QUERY_DATA_PIPELINE_STATISTICS){.CSInvocations = context->invocations};
}

void STDMETHODCALLTYPE context_End(ID3D11DeviceContext4 *iface, ID3D11Asynchronous *async)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct query *query = query_of(async);
    if (query)
        submit(context, COMMAND_END_QUERY, query);
}

void command_end_query(struct context *context, const struct command *command)
{
    struct query *query = (struct query *)command->objects[0];
    if (query == context->state->predicate) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_PREDICATE_END_DURING_PREDICATION,
                      "End: the predicate is set for predication");
        return;
    }
    if (has_begin(query->desc.Query) && query->state != QUERY_BEGUN) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_QUERY_END_WITHOUT_BEGIN, "End without Begin");
        return;
    }
    if (query->desc.Query == D3D11_QUERY_TIMESTAMP)
        query->result.timestamp = clock_ns();
    else if (query->desc.Query == D3D11_QUERY_PIPELINE_STATISTICS)
        query->result.statistics.CSInvocations =
            context->invocations - query->result.statistics.CSInvocations;
    query->state = QUERY_ENDED;
}

/* No sample passes and no stream overflows where nothing is drawn. */
bool query_predicate_result(const struct query *query)
{
    return false;
}

static void write_result(const struct query *query, void *data)
{
    static const D3D11_QUERY_DATA_TIMESTAMP_DISJOINT nanoseconds = {1000000000, FALSE};
    static const WINBOOL yes = TRUE;
    switch (query->desc.Query) {
    case D3D11_QUERY_TIMESTAMP:
        memcpy(data, &query->result.timestamp, sizeof(query->result.timestamp));
        break;
    case D3D11_QUERY_TIMESTAMP_DISJOINT:
        memcpy(data, &nanoseconds, sizeof(nanoseconds));
        break;
    case D3D11_QUERY_PIPELINE_STATISTICS:
        memcpy(data, &query->result.statistics, sizeof(query->result.statistics));
        break;
    case D3D11_QUERY_EVENT:
        memcpy(data, &yes, sizeof(yes));
        break;
    default:
        memset(data, 0, data_size(query->desc.Query));
        break;
    }
}

HRESULT STDMETHODCALLTYPE context_GetData(ID3D11DeviceContext4 *iface, ID3D11Asynchronous *async, void *data,
                                          UINT size, UINT flags)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    struct query *query = query_of(async);
    if (context_is_deferred(context))
        return message_fail(device, DXGI_ERROR_INVALID_CALL, D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_CALL,
                            "GetData: a deferred context has no results");
    if (!query || (size && !data))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_CALL,
                            "GetData: pAsync or pData is NULL");
    if (flags & ~(UINT)D3D11_ASYNC_GETDATA_DONOTFLUSH)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_FLAGS,
                            "GetData: flags 0x%x hold unknown bits", flags);
    if (size && size != data_size(query->desc.Query))
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_DATASIZE,
                            "GetData: DataSize is %u but the result has %u bytes", size,
                            data_size(query->desc.Query));
    HRESULT hr = device_status(device);
    if (FAILED(hr))
        return hr;
    if (query->state != QUERY_ENDED)
        return message_fail(device, DXGI_ERROR_INVALID_CALL, D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_CALL,
                            "GetData: the query was not ended");
    if (size)
        write_result(query, data);
    return S_OK;
}
