/*
 * Runs or records commands.
 */
#include "command.h"

#include "context.h"
#include "predicate.h"
#include "recorder.h"

enum { STATE = 1, WORK = 2, PREDICATED = 4 };

struct command_class {
    void (*run)(struct context *context, const struct command *command);
    unsigned flags;
};

static const struct command_class classes[] = {
#define COMMAND(kind, function, flags) [COMMAND_##kind] = {command_##function, flags},
#include "commands.def"
#undef COMMAND
};

/* An object of another device would outlive the memory of its own. */
static bool objects_are_ours(struct context *context, const struct command *command)
{
    for (uint32_t i = 0; i < command->object_count; i++) {
        const struct object *object = command->objects[i];
        if (!object || object->device == context->obj.device)
            continue;
        message_error(context->obj.device, D3D11_MESSAGE_ID_UNKNOWN,
                      "A %s belongs to another device; nothing is done", object->cls->name);
        return false;
    }
    return true;
}

void context_run(struct context *context, const struct command *command)
{
    const struct command_class *cls = &classes[command->kind];
    if ((cls->flags & WORK) && FAILED(device_status(context->obj.device)))
        return;
    if ((cls->flags & PREDICATED) && predicate_skips(context->state))
        return;
    cls->run(context, command);
}

void context_submit(struct context *context, const struct command *command)
{
    if (!objects_are_ours(context, command))
        return;
    if (!context->recorder) {
        context_run(context, command);
        return;
    }
    recorder_add(context->recorder, command);
    if (classes[command->kind].flags & STATE)
        classes[command->kind].run(context, command);
}
