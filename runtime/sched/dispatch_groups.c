/*
 * Groups on workers, see dispatch_groups.h.
 *
 * Whether other cores are worth waking is told from the first microseconds, and from what a group of this
 * shader took before; results do not depend on it.
 */
#include "dispatch_groups.h"

#include <stdio.h>

#include "clock.h"
#include "context.h"
#include "log.h"
#include "scheduler.h"
#include "shader_code.h"
#include "tickets.h"
#include "worker_views.h"

/* Waking others costs time (sched_wake_ns), so a dispatch is on its own for about as long, unless the last one of its
 * shader says that it will be a long one: of LONG_TIMES that. A group is worth a chunk of its own from CHUNK_NS on. */
enum { LONG_TIMES = 5, CHUNK_NS = 50000, CHUNKS_PER_WORKER = 8 };

/* How long a slice is while generated code is awaited. The workers meet at its end, which costs each of them half a
 * group, so it is several groups long too. */
enum { SLICE_NS = 20000000, SLICE_GROUPS = 8 };

void dispatch_group_at(const struct group_run *run, uint64_t index, uint32_t group[3])
{
    const uint32_t *count = run->job.group_count;
    group[0] = (uint32_t)(index % count[0]);
    group[1] = (uint32_t)(index / count[0] % count[1]);
    group[2] = (uint32_t)(index / count[0] / count[1]);
}

static uint64_t index_of(const struct group_run *run, const uint32_t group[3])
{
    const uint32_t *count = run->job.group_count;
    return ((uint64_t)group[2] * count[1] + group[1]) * count[0] + group[0];
}

static bool take_ticket(void *user, unsigned ticket, const uint32_t group[3])
{
    struct group_run *run = user;
    return tickets_take(run->tickets, ticket, index_of(run, group));
}

static void pass_ticket(void *user, unsigned ticket, const uint32_t group[3])
{
    struct group_run *run = user;
    tickets_pass(run->tickets, ticket, index_of(run, group));
}

void dispatch_note_stop(struct group_run *run, uint64_t index, uint32_t instruction)
{
    pthread_mutex_lock(&run->lock);
    if (!run->stopped || index < run->stopped_group) {
        run->stopped = true;
        run->stopped_group = index;
        run->stopped_instruction = instruction;
    }
    pthread_mutex_unlock(&run->lock);
}

static bool run_in_turn(struct group_run *run, const struct kernel_dispatch *job, uint64_t begin,
                        uint64_t end, void *scratch)
{
    uint32_t group[3], instruction = 0;
    dispatch_group_at(run, begin, group);
    for (uint64_t index = begin; index < end; index++) {
        if (!tickets_enter(run->tickets, index))
            return false;
        if (kernel_run_group(run->kernel, job, group, scratch, &instruction) == KERNEL_STOPPED) {
            dispatch_note_stop(run, index, instruction);
            return false;
        }
        kernel_next_group(&run->job, group);
    }
    return true;
}

static bool run_groups(void *user, unsigned worker, uint64_t begin, uint64_t end)
{
    struct group_run *run = user;
    const struct kernel_dispatch *job = run->views ? worker_views_job(run->views, worker) : &run->job;
    void *scratch = sched_scratch(run->context->obj.device->sched, worker);
    uint32_t first[3], instruction = 0;
    begin += run->first;
    end += run->first;
    if (run->tickets)
        return run_in_turn(run, job, begin, end, scratch);
    dispatch_group_at(run, begin, first);
    uint64_t done = kernel_run_groups(run->kernel, job, first, end - begin, scratch, &instruction);
    if (done < end - begin)
        dispatch_note_stop(run, begin + done, instruction);
    return done == end - begin;
}

/* Spread over all 64 bits, so that no memory holds one by chance. */
static uint64_t next_serial(void)
{
    static atomic_ullong count;
    uint64_t serial = (atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) + 1) * 0x9E3779B97F4A7C15u;
    return serial ^ serial >> 29;
}

/* From now on so many workers run groups. */
static void set_workers(struct group_run *run, unsigned workers)
{
    run->job.alone = workers == 1;
    run->job.serial = next_serial();
}

/* What a group took of one worker's time when some last ran; 0: nobody knows. */
static uint64_t group_ns(const struct group_run *run)
{
    return atomic_load_explicit(&run->shader->group_ns, memory_order_relaxed);
}

static void note_group_ns(const struct group_run *run, uint64_t spent, uint64_t groups)
{
    atomic_store_explicit(&run->shader->group_ns, spent / groups + 1, memory_order_relaxed);
}

/* What the order of groups asks for, while nobody has waived it. */
static enum kernel_order order_of(const struct group_run *run)
{
    if (run->context->obj.device->settings.relaxed)
        return KERNEL_ORDER_FREE;
    return kernel_order(run->kernel, run->job.bindings);
}

static void run_with_tickets(struct group_run *run, unsigned workers, uint64_t count)
{
    struct tickets tickets;
    tickets_init(&tickets, kernel_ticket_count(run->kernel), run->first, run->job.stop);
    run->tickets = &tickets;
    run->job.take_ticket = take_ticket;
    run->job.pass_ticket = pass_ticket;
    sched_run(run->context->obj.device->sched, workers, count, 1, run_groups, run);
    run->job.take_ticket = NULL;
    run->job.pass_ticket = NULL;
    run->tickets = NULL;
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
static uint64_t run_first(struct group_run *run, uint64_t count, uint64_t begin_ns)
{
    const uint64_t alone = sched_wake_ns(run->context->obj.device->sched);
    uint64_t done = 0, spent = 0, step = 1;
    if (count * group_ns(run) >= LONG_TIMES * alone || (!group_ns(run) && guess_group_ns(run->shader) >= alone))
        return 0;
    set_workers(run, 1);
    while (done < count && spent < alone) {
        uint64_t end = count - done < step ? count : done + step;
        if (!run_groups(run, 0, done, end))
            return count;
        done = end;
        spent = clock_ns() - begin_ns + 1;
        step = spent < alone ? (alone - spent) * done / spent / 2 + 1 : 1;
    }
    note_group_ns(run, spent, done);
    return done;
}

/* How many groups a worker takes at a time: for so long that taking them costs nothing, and so few that all
 * workers end at about the same time. */
static uint64_t chunk_of(const struct group_run *run, uint64_t count, unsigned workers)
{
    uint64_t by_time = CHUNK_NS / (group_ns(run) + 1) + 1;
    uint64_t by_share = count / ((uint64_t)workers * CHUNKS_PER_WORKER) + 1;
    return by_time < by_share ? by_time : by_share;
}

static unsigned workers_for(const struct group_run *run, enum kernel_order order, uint64_t count)
{
    return order == KERNEL_ORDER_SERIAL ? 1 : sched_workers(run->context->obj.device->sched, count);
}

/* How many of the `count` groups from run->first on go before the next look for code. */
static uint64_t slice_of(const struct group_run *run, unsigned workers, uint64_t count)
{
    if (!shader_code_is_awaited(run->shader))
        return count;
    uint64_t slice = group_ns(run) ? SLICE_NS / group_ns(run) + SLICE_GROUPS : 1;
    slice *= workers;
    return slice < count ? slice : count;
}

static void run_on_many(struct group_run *run, enum kernel_order order, unsigned workers, uint64_t count)
{
    struct device *device = run->context->obj.device;
    const uint32_t *size = run->shader->dxbc->program.thread_group;
    run->views =
        worker_views_open(device, run->kernel, &run->job, workers, count * size[0] * size[1] * size[2]);
    if (order == KERNEL_ORDER_TICKETS)
        run_with_tickets(run, workers, count);
    else
        sched_run(device->sched, workers, count, chunk_of(run, count, workers), run_groups, run);
    worker_views_close(run->views);
    run->views = NULL;
}

/* Runs `count` groups from run->first on and says what that took of all workers' time together. */
static uint64_t run_slice(struct group_run *run, enum kernel_order order, unsigned workers, uint64_t count)
{
    struct sched *sched = run->context->obj.device->sched;
    uint64_t begin = clock_ns();
    if (workers > 1 && !sched_reserve(sched, workers, kernel_scratch_size(run->kernel)))
        workers = 1;
    set_workers(run, workers);
    if (workers == 1)
        sched_run(sched, 1, count, count, run_groups, run);
    else
        run_on_many(run, order, workers, count);
    uint64_t spent = (clock_ns() - begin) * workers;
    note_group_ns(run, spent, count);
    run->first += count;
    return spent;
}

/* The generated code as soon as it is there. */
static void renew_kernel(struct group_run *run, uint64_t ahead)
{
    const struct kernel *kernel = shader_kernel(run->shader, ahead * group_ns(run));
    if (kernel == run->kernel ||
        !sched_reserve(run->context->obj.device->sched, 1, kernel_scratch_size(kernel)))
        return;
    log_write(LOG_INFO, "generated code runs the last %llu groups of a dispatch", (unsigned long long)ahead);
    run->kernel = kernel;
}

bool dispatch_groups(struct group_run *run, uint64_t count)
{
    struct sched *sched = run->context->obj.device->sched;
    uint64_t begin = clock_ns(), spent = 0;
    run->kernel = shader_kernel(run->shader, count * group_ns(run));
    if (!sched_reserve(sched, 1, kernel_scratch_size(run->kernel)))
        return false;
    enum kernel_order order = order_of(run);
    if (workers_for(run, order, count) > 1) {
        run->first = run_first(run, count, begin);
        spent = clock_ns() - begin;
    }
    while (run->first < count && !run->stopped) {
        unsigned workers = workers_for(run, order, count - run->first);
        spent += run_slice(run, order, workers, slice_of(run, workers, count - run->first));
        if (run->first < count) {
            renew_kernel(run, count - run->first);
            order = order_of(run);
        }
    }
    shader_code_account(run->shader, spent);
    return true;
}
