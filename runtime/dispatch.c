/*
 * Dispatch and DispatchIndirect: the bound state to groups on cores.
 *
 * The stage's struct bindings is ready, so a dispatch is arguments, a decision on workers, and the run.
 * Whether other cores are worth waking is told from the first microseconds, and from what a group of this
 * shader took before; results do not depend on it.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "capture.h"
#include "checker.h"
#include "context.h"
#include "context_methods.h"
#include "dispatch_check.h"
#include "log.h"
#include "scheduler.h"
#include "tracer.h"
#include "shader_code.h"
#include "tickets.h"
#include "wait.h"
#include "watchdog.h"

/* Waking others costs microseconds, so a dispatch is on its own for the time that it takes, unless the last one
 * of its shader says that it will be a long one. A group is worth a chunk of its own from CHUNK_NS on. */
enum { ALONE_NS = 20000, LONG_NS = 100000, CHUNK_NS = 50000, CHUNKS_PER_WORKER = 8 };

/* One run in progress. What stops or speaks first is kept under the lock. */
struct run {
    struct kernel_dispatch job;
    struct context *context;
    struct shader *shader;
    const struct kernel *kernel; /* the one that this dispatch runs */
    struct tickets *tickets; /* NULL: none needed */
    pthread_mutex_t lock;
    bool stopped;
    uint64_t first;         /* groups before it have run already */
    uint64_t stopped_group; /* the lowest of those that were stopped */
    uint32_t stopped_instruction;
    bool event_said[KERNEL_EVENT_COUNT];
};

static void group_at(const struct run *run, uint64_t index, uint32_t group[3])
{
    const uint32_t *count = run->job.group_count;
    group[0] = (uint32_t)(index % count[0]);
    group[1] = (uint32_t)(index / count[0] % count[1]);
    group[2] = (uint32_t)(index / count[0] / count[1]);
}

static uint64_t index_of(const struct run *run, const uint32_t group[3])
{
    const uint32_t *count = run->job.group_count;
    return ((uint64_t)group[2] * count[1] + group[1]) * count[0] + group[0];
}

static bool take_ticket(void *user, unsigned ticket, const uint32_t group[3])
{
    struct run *run = user;
    return tickets_take(run->tickets, ticket, index_of(run, group));
}

static void pass_ticket(void *user, unsigned ticket, const uint32_t group[3])
{
    struct run *run = user;
    tickets_pass(run->tickets, ticket, index_of(run, group));
}

static void note_stop(struct run *run, uint64_t index, uint32_t instruction)
{
    pthread_mutex_lock(&run->lock);
    if (!run->stopped || index < run->stopped_group) {
        run->stopped = true;
        run->stopped_group = index;
        run->stopped_instruction = instruction;
    }
    pthread_mutex_unlock(&run->lock);
}

static bool run_groups(void *user, unsigned worker, uint64_t begin, uint64_t end)
{
    struct run *run = user;
    void *scratch = sched_scratch(run->context->obj.device->sched, worker);
    uint32_t group[3], instruction = 0;
    begin += run->first;
    end += run->first;
    group_at(run, begin, group);
    for (uint64_t index = begin; index < end; index++) {
        if (run->tickets && !tickets_enter(run->tickets, index))
            return false;
        if (kernel_run_group(run->kernel, &run->job, group, scratch, &instruction) ==
            KERNEL_STOPPED) {
            note_stop(run, index, instruction);
            return false;
        }
        if (++group[0] == run->job.group_count[0]) {
            group[0] = 0;
            if (++group[1] == run->job.group_count[1]) {
                group[1] = 0;
                group[2]++;
            }
        }
    }
    return true;
}

static void deliver(struct run *run, weft_message_kind kind, const char *text)
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
    struct run *run = user;
    pthread_mutex_lock(&run->lock);
    deliver(run, error ? WEFT_MESSAGE_ERRORF : WEFT_MESSAGE_PRINTF, text);
    pthread_mutex_unlock(&run->lock);
}

/* "3 (sync_g_t)": an instruction by number and text. */
static const char *describe(const struct run *run, uint32_t instruction, char *buffer, size_t size)
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
    struct run *run = user;
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

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* A sentence for loops that wait for others, "" for all else. */
static void describe_wait(const struct run *run, char *text, size_t size)
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

static void remove_hung(struct run *run)
{
    struct device *device = run->context->obj.device;
    uint32_t group[3];
    char where[256], name[64], waits[600];
    group_at(run, run->stopped_group, group);
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

/* What the order of groups asks for, while nobody has waived it. */
static enum kernel_order order_of(const struct run *run)
{
    if (run->context->obj.device->settings.relaxed)
        return KERNEL_ORDER_FREE;
    return kernel_order(run->kernel, run->job.bindings);
}

static void run_with_tickets(struct run *run, unsigned workers, uint64_t count)
{
    struct tickets tickets;
    tickets_init(&tickets, kernel_ticket_count(run->kernel), run->first, run->job.stop);
    run->tickets = &tickets;
    run->job.take_ticket = take_ticket;
    run->job.pass_ticket = pass_ticket;
    sched_run(run->context->obj.device->sched, workers, count, 1, run_groups, run);
    tickets_cleanup(&tickets);
}

/* Nothing is known yet: one instruction of one thread in 4 ns, which leaves room for some rounds of loops. */
static uint64_t guess_group_ns(const struct shader *shader)
{
    const struct dxbc_program *program = &shader->dxbc->program;
    return (uint64_t)program->thread_group[0] * program->thread_group[1] * program->thread_group[2] *
           program->instr_count * 4;
}

/* Begins on the calling thread: whoever has to be woken costs more than a few groups. Returns how many have
 * run when all have, when the dispatch was stopped, or when it has become clear that others are worth waking:
 * because it is said to be a long one, or has turned out to be. */
static uint64_t run_first(struct run *run, uint64_t count, uint64_t begin_ns)
{
    uint64_t group_ns = atomic_load_explicit(&run->shader->group_ns, memory_order_relaxed);
    uint64_t done = 0, spent = 0, step = 1;
    if (count * group_ns >= LONG_NS || (!group_ns && guess_group_ns(run->shader) >= ALONE_NS))
        return 0;
    while (done < count && spent < ALONE_NS) {
        uint64_t end = count - done < step ? count : done + step;
        if (!run_groups(run, 0, done, end))
            return count;
        done = end;
        spent = now_ns() - begin_ns + 1;
        step = spent < ALONE_NS ? (ALONE_NS - spent) * done / spent / 2 + 1 : 1;
    }
    atomic_store_explicit(&run->shader->group_ns, spent / done + 1, memory_order_relaxed);
    return done;
}

/* How many groups a worker takes at a time: for so long that taking them costs nothing, and so few that all
 * workers end at about the same time. */
static uint64_t chunk_of(const struct run *run, uint64_t count, unsigned workers)
{
    uint64_t group_ns = atomic_load_explicit(&run->shader->group_ns, memory_order_relaxed);
    uint64_t by_time = CHUNK_NS / (group_ns + 1) + 1;
    uint64_t by_share = count / ((uint64_t)workers * CHUNKS_PER_WORKER) + 1;
    return by_time < by_share ? by_time : by_share;
}

static void run_groups_in_order(struct run *run, uint64_t count)
{
    struct device *device = run->context->obj.device;
    enum kernel_order order = order_of(run);
    unsigned workers = order == KERNEL_ORDER_SERIAL ? 1 : sched_workers(device->sched, count);
    uint64_t begin = now_ns();
    if (workers == 1) {
        sched_run(device->sched, 1, count, count, run_groups, run);
    } else {
        run->first = run_first(run, count, begin);
        count -= run->first;
        workers = sched_workers(device->sched, count);
        if (count && !sched_reserve(device->sched, workers, kernel_scratch_size(run->kernel)))
            workers = 1;
        if (workers > 1 && order == KERNEL_ORDER_TICKETS)
            run_with_tickets(run, workers, count);
        else if (count)
            sched_run(device->sched, workers, count, chunk_of(run, count, workers), run_groups, run);
    }
    uint64_t spent = (now_ns() - begin) * workers;
    atomic_store_explicit(&run->shader->group_ns, spent / (run->first + count) + 1, memory_order_relaxed);
    shader_code_account(run->shader, spent);
}

static void run_all(struct run *run, uint64_t count)
{
    struct device *device = run->context->obj.device;
    if (!sched_reserve(device->sched, 1, kernel_scratch_size(run->kernel))) {
        device_remove(device, DXGI_ERROR_DRIVER_INTERNAL_ERROR,
                      "No memory for the scratch space of a dispatch");
        return;
    }
    if (device->watchdog && !watchdog_arm(device->watchdog)) {
        device_remove(device, DXGI_ERROR_DRIVER_INTERNAL_ERROR,
                      "The thread of the time limit could not be started");
        return;
    }
    run_groups_in_order(run, count);
    if (device->watchdog)
        watchdog_disarm(device->watchdog);
    if (run->stopped)
        remove_hung(run);
}

/* On a device that checks: one group after another, watched, and again in other orders. */
static void run_checked(struct run *run, struct stage_state *stage, uint64_t count)
{
    struct device *device = run->context->obj.device;
    struct checker_run checked = {.shader = run->shader, .stage = stage, .job = &run->job, .count = count};
    checker_dispatch(device->checker, &checked);
    if (checked.failed) {
        device_remove(device, DXGI_ERROR_DRIVER_INTERNAL_ERROR, "No memory for checking a dispatch (WEFT_CHECK)");
    } else if (checked.stopped) {
        note_stop(run, checked.stopped_group, checked.stopped_instruction);
        remove_hung(run);
    }
}

/* Spread over all 64 bits, so that no memory holds one by chance. */
static uint64_t next_serial(void)
{
    static atomic_ullong count;
    uint64_t serial = (atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) + 1) * 0x9E3779B97F4A7C15u;
    return serial ^ serial >> 29;
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
    struct run run = {
        .job = {.bindings = &context->state->stages[STAGE_CS].bindings,
                .serial = device->checker ? 0 : next_serial(), /* checks run several kernels */
                .group_count = {x, y, z},
                .stop = device->watchdog ? watchdog_stop_flag(device->watchdog) : NULL,
                .message = on_message,
                .event = on_event},
        .context = context,
        .shader = shader,
        .kernel = shader_kernel(shader),
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
