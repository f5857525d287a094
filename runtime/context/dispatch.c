/*
 * Dispatch and DispatchIndirect: the bound state to groups on cores.
 *
 * The stage's struct bindings is ready, so a dispatch is arguments and the run (dispatch_groups.c); what it
 * says and why it was stopped is told here.
 */
#include <stdio.h>
#include <string.h>

#include "capture.h"
#include "checker.h"
#include "context.h"
#include "context_methods.h"
#include "dispatch_check.h"
#include "dispatch_groups.h"
#include "log.h"
#include "scheduler.h"
#include "tracer.h"
#include "shader_code.h"
#include "wait.h"
#include "watchdog.h"

static void deliver(struct group_run *run, weft_message_kind kind, const char *text)
{
    static const char *const prefixes[] = {"shader: ", "shader error: ", ""};
    struct device *device = run->context->obj.device;
    if (device->message_callback)
        device->message_callback(device->message_user, kind, text);
    else
        log_write(LOG_WARN, "%s%s", prefixes[kind], text);
}

static void on_message(void *user, bool error, const char *text)
{
    struct group_run *run = user;
    pthread_mutex_lock(&run->lock);
    deliver(run, error ? WEFT_MESSAGE_ERRORF : WEFT_MESSAGE_PRINTF, text);
    pthread_mutex_unlock(&run->lock);
}

/* "3 (sync_g_t)": an instruction by number and text. */
static const char *describe(const struct group_run *run, uint32_t instruction, char *buffer, size_t size)
{
    char text[192];
    dxbc_print_instr(run->shader->dxbc, instruction, text, sizeof(text));
    for (size_t end = strlen(text); end && text[end - 1] == ' '; end--)
        text[end - 1] = 0;
    snprintf(buffer, size, "%u (%s)", instruction, text);
    return buffer;
}

/* Each kind of event is told once for a dispatch. */
static void on_event(void *user, enum kernel_event event, uint32_t instruction, const uint32_t group[3])
{
    static const char *const sentences[KERNEL_EVENT_COUNT] = {
        [KERNEL_EVENT_DIVERGENT_BARRIER] = "a barrier in divergent flow, taken by the lanes that reach it",
        [KERNEL_EVENT_ABORT] = "the shader aborted",
        [KERNEL_EVENT_VIEW_MISMATCH] =
            "the view bound is not what the shader declares, the slot counts as empty",
    };
    struct group_run *run = user;
    char text[384], where[256];
    pthread_mutex_lock(&run->lock);
    if (!run->event_said[event]) {
        run->event_said[event] = true;
        snprintf(text, sizeof(text), "group (%u, %u, %u), instruction %s: %s", group[0], group[1], group[2],
                 describe(run, instruction, where, sizeof(where)), sentences[event]);
        deliver(run, WEFT_MESSAGE_EVENT, text);
    }
    pthread_mutex_unlock(&run->lock);
}

/* A sentence for loops that wait for others, "" for all else. */
static void describe_wait(const struct group_run *run, char *text, size_t size)
{
    char where[256];
    uint32_t access;
    *text = 0;
    if (wait_find(&run->shader->dxbc->program, run->stopped_instruction, &access))
        snprintf(text, size,
                 ". The loop ends when memory changes that instruction %s reads again and again: only another "
                 "thread can do that. Between barriers the waves of a group (32 threads) run one after another "
                 "here, and the threads of a wave in lockstep, so waiting for one's own group never ends",
                 describe(run, access, where, sizeof(where)));
}

static void remove_hung(struct group_run *run)
{
    struct device *device = run->context->obj.device;
    uint32_t group[3];
    char where[256], name[64], waits[600];
    dispatch_group_at(run, run->stopped_group, group);
    object_debug_name(&run->shader->obj, name, sizeof(name));
    describe_wait(run, waits, sizeof(waits));
    device_remove(
        device, DXGI_ERROR_DEVICE_HUNG,
        "A dispatch of shader %s ran over the time limit of %u ms (WEFT_TIMEOUT_MS) in group (%u, %u, %u) at "
        "instruction %s%s",
        *name ? name : "<unnamed>", device->settings.timeout_ms, group[0], group[1], group[2],
        describe(run, run->stopped_instruction, where, sizeof(where)), waits);
    pthread_mutex_lock(&run->lock);
    if (device->message_callback)
        deliver(run, WEFT_MESSAGE_EVENT, device->removed_text);
    pthread_mutex_unlock(&run->lock);
}

static void run_all(struct group_run *run, uint64_t count)
{
    struct device *device = run->context->obj.device;
    if (device->watchdog && !watchdog_arm(device->watchdog)) {
        device_remove(device, DXGI_ERROR_DRIVER_INTERNAL_ERROR,
                      "The thread of the time limit could not be started");
        return;
    }
    bool ran = dispatch_groups(run, count);
    if (device->watchdog)
        watchdog_disarm(device->watchdog);
    if (!ran)
        device_remove(device, DXGI_ERROR_DRIVER_INTERNAL_ERROR,
                      "No memory for the scratch space of a dispatch");
    else if (run->stopped)
        remove_hung(run);
}

/* On a device that checks: one group after another, watched, and again in other orders. */
static void run_checked(struct group_run *run, struct stage_state *stage, uint64_t count)
{
    struct device *device = run->context->obj.device;
    struct checker_run checked = {.shader = run->shader, .stage = stage, .job = &run->job, .count = count};
    checker_dispatch(device->checker, &checked);
    if (checked.failed) {
        device_remove(device, DXGI_ERROR_DRIVER_INTERNAL_ERROR, "No memory for checking a dispatch (WEFT_CHECK)");
    } else if (checked.stopped) {
        dispatch_note_stop(run, checked.stopped_group, checked.stopped_instruction);
        remove_hung(run);
    }
}

/* Runs the bound compute shader. */
static void dispatch_run(struct context *context, uint32_t x, uint32_t y, uint32_t z)
{
    struct device *device = context->obj.device;
    struct shader *shader = context->state->stages[STAGE_CS].shader;
    if (x > D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION ||
        y > D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION ||
        z > D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_DISPATCH_THREADGROUPCOUNT_OVERFLOW,
                      "Dispatch: %u x %u x %u groups, but 65535 is the most for each; nothing runs", x, y, z);
        return;
    }
    if (!x || !y || !z) {
        message_warn(device, D3D11_MESSAGE_ID_DEVICE_DISPATCH_THREADGROUPCOUNT_ZERO,
                     "Dispatch: %u x %u x %u groups are none", x, y, z);
        return;
    }
    if (!shader) {
        message_warn(device, D3D11_MESSAGE_ID_UNKNOWN, "Dispatch: no compute shader is set; nothing runs");
        return;
    }
    if (!context->state->stages[STAGE_CS].instances_fit) {
        message_error(
            device, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INTERFACE_COUNT_MISMATCH,
            "Dispatch: an interface slot of the shader has no class instance that fits; nothing runs");
        return;
    }
    if (device->info_queue)
        dispatch_check(device, &context->state->stages[STAGE_CS]);
    stage_show_min_lod(&context->state->stages[STAGE_CS]);
    struct group_run run = {
        .job = {.bindings = &context->state->stages[STAGE_CS].bindings,
                .group_count = {x, y, z},
                .stop = device->watchdog ? watchdog_stop_flag(device->watchdog) : NULL,
                .message = on_message,
                .event = on_event},
        .context = context,
        .shader = shader,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    run.job.user = &run;
    if (*device->settings.capture)
        capture_dispatch(device, &context->state->stages[STAGE_CS], run.job.group_count);
    struct tracer tracer;
    if (device->settings.trace)
        run.job.observer = tracer_start(&tracer, device, shader);
    uint64_t count = (uint64_t)x * y * z;
    const uint32_t *threads = shader->dxbc->program.thread_group;
    context->invocations += count * threads[0] * threads[1] * threads[2];
    if (device->checker)
        run_checked(&run, &context->state->stages[STAGE_CS], count);
    else
        run_all(&run, count);
}

struct dispatch_args {
    uint32_t groups[3];
};
struct indirect_args {
    UINT offset;
};

void command_dispatch(struct context *context, const struct command *command)
{
    const struct dispatch_args *args = command->args;
    dispatch_run(context, args->groups[0], args->groups[1], args->groups[2]);
}

void STDMETHODCALLTYPE context_Dispatch(ID3D11DeviceContext4 *iface, UINT x, UINT y, UINT z)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct dispatch_args args = {{x, y, z}};
    context_submit(context, &(struct command){COMMAND_DISPATCH, COMMAND_ARGS(args)});
}

void command_dispatch_indirect(struct context *context, const struct command *command)
{
    const struct indirect_args *args = command->args;
    const struct resource *buffer = (const struct resource *)command->objects[0];
    uint32_t groups[3];
    memcpy(groups, buffer->data + args->offset, sizeof(groups));
    dispatch_run(context, groups[0], groups[1], groups[2]);
}

void STDMETHODCALLTYPE context_DispatchIndirect(ID3D11DeviceContext4 *iface, ID3D11Buffer *buffer_iface,
                                                UINT offset)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    struct resource *buffer = resource_of((ID3D11Resource *)buffer_iface);
    if (!buffer || !(buffer->desc.misc_flags & D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS)) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_DISPATCHINDIRECT_INVALID_ARG_BUFFER,
                      "DispatchIndirect: the buffer is NULL or was not created for indirect arguments");
        return;
    }
    if (offset % 4) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_DISPATCHINDIRECT_OFFSET_UNALIGNED,
                      "DispatchIndirect: offset %u is no multiple of 4", offset);
        return;
    }
    if ((uint64_t)offset + 3 * sizeof(uint32_t) > buffer->size_bytes) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_DISPATCHINDIRECT_OFFSET_OVERFLOW,
                      "DispatchIndirect: 12 bytes at offset %u are not inside the buffer", offset);
        return;
    }
    struct object *const objects[] = {&buffer->obj};
    const struct indirect_args args = {offset};
    context_submit(context, &(struct command){COMMAND_DISPATCH_INDIRECT, COMMAND_OBJECTS(objects, 1),
                                              COMMAND_ARGS(args)});
}
