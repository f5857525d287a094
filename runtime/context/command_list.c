/*
 * Deferred contexts and command lists: FinishCommandList and ExecuteCommandList.
 *
 * A list runs on a fresh state that stands in for the context's own, which is simply put back afterwards:
 * lists inherit nothing and leave nothing. Whoever wants the state cleared clears it with a command after the
 * list.
 */
#include "command_list.h"

#include <stdlib.h>

#include "context.h"
#include "context_methods.h"
#include "deferred_map.h"

/* Lists within lists, each of which takes some stack and a state when it is executed. */
enum { MAX_DEPTH = 256 };

OBJECT_DEVICE_CHILD(ID3D11CommandList, command_list, command_list, iface)

static UINT STDMETHODCALLTYPE command_list_GetContextFlags(ID3D11CommandList *iface)
{
    return 0;
}

static const ID3D11CommandListVtbl command_list_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(command_list),
    .GetContextFlags = command_list_GetContextFlags,
};

static void command_list_destroy(struct object *object)
{
    struct command_list *list = (struct command_list *)object;
    recorder_clear(&list->recorder);
    free(list);
}

static const struct iface_entry command_list_ifaces[] = {
    {&IID_ID3D11CommandList, offsetof(struct command_list, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct command_list, iface)},
    {NULL, 0},
};
static const struct object_class command_list_class = {"CommandList", command_list_ifaces,
                                                       command_list_destroy, NULL};

/* Moves the recording to a new list. */
static HRESULT list_create(struct context *context, ID3D11CommandList **out)
{
    struct device *device = context->obj.device;
    HRESULT hr = device_status(device);
    if (FAILED(hr))
        return hr;
    struct command_list *list = NULL;
    if (!context->recorder->out_of_memory)
        list = object_create(sizeof(*list), &command_list_class, device);
    if (!list)
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_UNKNOWN, "No memory for a command list");
    list->iface.lpVtbl = &command_list_vtbl;
    list->recorder = *context->recorder;
    *context->recorder = (struct recorder){0};
    *out = &list->iface;
    return S_OK;
}

HRESULT STDMETHODCALLTYPE context_FinishCommandList(ID3D11DeviceContext4 *iface, WINBOOL restore,
                                                    ID3D11CommandList **out)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (out)
        *out = NULL;
    if (!context_is_deferred(context))
        return message_fail(context->obj.device, DXGI_ERROR_INVALID_CALL, D3D11_MESSAGE_ID_UNKNOWN,
                            "FinishCommandList: an immediate context records nothing");
    HRESULT hr = out ? list_create(context, out) : device_status(context->obj.device);
    deferred_maps_clear(context->maps);
    recorder_clear(context->recorder);
    if (restore)
        context_record_state(context);
    else
        pipeline_state_clear(context->state);
    return hr;
}

/* A default state to run on: the spare one, or a new one. */
static struct pipeline_state *take_fresh_state(struct context *context)
{
    struct pipeline_state *state = context->spare;
    context->spare = NULL;
    return state ? state : pipeline_state_create(context->obj.device, true);
}

static void give_back_state(struct context *context, struct pipeline_state *state)
{
    pipeline_state_clear(state);
    if (context->spare)
        object_unuse(&state->obj);
    else
        context->spare = state;
}

void command_execute_list(struct context *context, const struct command *command)
{
    const struct command_list *list = (const struct command_list *)command->objects[0];
    struct pipeline_state *own = context->state, *fresh = take_fresh_state(context);
    if (!fresh) {
        device_remove(context->obj.device, DXGI_ERROR_DRIVER_INTERNAL_ERROR,
                      "No memory to execute a command list");
        return;
    }
    context->state = fresh;
    for (const struct recorded *at = list->recorder.first; at; at = at->next)
        context_run(context, &at->command);
    context->state = own;
    give_back_state(context, fresh);
}

void STDMETHODCALLTYPE context_ExecuteCommandList(ID3D11DeviceContext4 *iface, ID3D11CommandList *list_iface,
                                                  WINBOOL restore)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    struct command_list *list = command_list_of(list_iface);
    if (!list) {
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN, "ExecuteCommandList: pCommandList is NULL");
        return;
    }
    unsigned depth = list->recorder.depth + 1;
    if (context_is_deferred(context) && depth > MAX_DEPTH) {
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN,
                      "ExecuteCommandList: command lists would lie more than %d deep within each other",
                      MAX_DEPTH);
        return;
    }
    if (context_is_deferred(context) && context->recorder->depth < depth)
        context->recorder->depth = depth;
    struct object *const objects[] = {&list->obj};
    context_submit(context, &(struct command){COMMAND_EXECUTE_LIST, COMMAND_OBJECTS(objects, 1)});
    if (!restore)
        context_submit(context, &(struct command){COMMAND_CLEAR_STATE});
}

HRESULT context_create_deferred(struct device *device, UINT flags, ID3D11DeviceContext4 **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    if (flags)
        return message_fail(device, E_INVALIDARG,
                            D3D11_MESSAGE_ID_CREATEDEFERREDCONTEXT_INVALID_COMMANDLISTFLAGS,
                            "CreateDeferredContext: ContextFlags are 0x%x, but there are none", flags);
    if (device->creation_flags & D3D11_CREATE_DEVICE_SINGLETHREADED)
        return message_fail(device, DXGI_ERROR_INVALID_CALL,
                            D3D11_MESSAGE_ID_CREATEDEFERREDCONTEXT_SINGLETHREADED,
                            "CreateDeferredContext: the device was created for a single thread");
    if (!out)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATEDEFERREDCONTEXT_INVALIDARG_RETURN,
                            "CreateDeferredContext: ppDeferredContext is NULL");
    struct context *context;
    hr = context_create(device, D3D11_DEVICE_CONTEXT_DEFERRED, &context);
    if (FAILED(hr))
        return message_fail(device, hr, D3D11_MESSAGE_ID_CREATEDEFERREDCONTEXT_OUTOFMEMORY_RETURN,
                            "No memory for a deferred context");
    *out = &context->iface;
    return S_OK;
}
