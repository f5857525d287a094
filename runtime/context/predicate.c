/*
 * SetPredication and GetPredication.
 *
 * Results are known as soon as End was called, so a predicate that is only a hint is honoured like any other.
 */
#include "predicate.h"

#include "context.h"
#include "context_methods.h"
#include "context_record.h"

struct predication_args {
    WINBOOL value;
};

bool predicate_skips(const struct pipeline_state *state)
{
    const struct query *predicate = state->predicate;
    return predicate && predicate->state == QUERY_ENDED &&
           query_predicate_result(predicate) == (state->predicate_value != FALSE);
}

void command_set_predication(struct context *context, const struct command *command)
{
    const struct predication_args *args = command->args;
    struct query *predicate = (struct query *)command->objects[0];
    /* A deferred context cannot know what state the query will be in. */
    if (predicate && predicate->state != QUERY_ENDED && !context_is_deferred(context))
        message_error(context->obj.device, D3D11_MESSAGE_ID_SETPREDICATION_INVALID_PREDICATE_STATE,
                      "SetPredication: the predicate was not ended; until then nothing is skipped");
    OBJECT_SLOT_SET(context->state->predicate, predicate);
    context->state->predicate_value = args->value;
}

static void submit(struct context *context, struct query *predicate, WINBOOL value)
{
    struct object *const objects[] = {predicate ? &predicate->obj : NULL};
    const struct predication_args args = {value};
    context_submit(
        context, &(struct command){COMMAND_SET_PREDICATION, COMMAND_OBJECTS(objects, 1), COMMAND_ARGS(args)});
}

void STDMETHODCALLTYPE context_SetPredication(ID3D11DeviceContext4 *iface, ID3D11Predicate *predicate,
                                              WINBOOL value)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    submit(context, query_of((ID3D11Asynchronous *)predicate), value);
}

void STDMETHODCALLTYPE context_GetPredication(ID3D11DeviceContext4 *iface, ID3D11Predicate **predicate,
                                              WINBOOL *value)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct pipeline_state *state = context->state;
    if (value)
        *value = state->predicate_value;
    if (!predicate)
        return;
    if (state->predicate)
        object_add_ref(&state->predicate->obj);
    *predicate = state->predicate ? (ID3D11Predicate *)&state->predicate->iface : NULL;
}

void predicate_record(struct context *context)
{
    submit(context, context->state->predicate, context->state->predicate_value);
}
