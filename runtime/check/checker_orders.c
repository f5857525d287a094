/*
 * Other runs of a dispatch: groups and threads in other orders, other executors, instruction sets and numbers
 * of workers. Each starts from the same bytes and has to end with the same; what the canonical run left
 * stays.
 */
#include "checker_parts.h"

#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "watchdog.h"

/* ---- images ---- */

bool check_images_before(struct check_images *images, const struct checker_run *run)
{
    const struct stage_state *stage = run->stage;
    for (uint32_t slot = 0; slot < stage->uav_limit; slot++) {
        struct resource *resource = stage->uavs[slot] ? stage->uavs[slot]->resource : NULL;
        bool known = !resource;
        if (resource)
            images->counters_before[slot] = stage->uavs[slot]->counter;
        for (uint32_t i = 0; i < images->count && !known; i++)
            known = images->list[i].resource == resource;
        if (known)
            continue;
        struct check_image *image = &images->list[images->count++];
        *image =
            (struct check_image){resource, slot, malloc(resource->size_bytes), malloc(resource->size_bytes)};
        if (!image->before || !image->after)
            return false;
        memcpy(image->before, resource->data, resource->size_bytes);
    }
    images->taken = true;
    return true;
}

void check_images_free(struct check_images *images)
{
    for (uint32_t i = 0; i < images->count; i++) {
        free(images->list[i].before);
        free(images->list[i].after);
    }
}

static void images_after(struct check_images *images, const struct checker_run *run)
{
    for (uint32_t i = 0; i < images->count; i++)
        memcpy(images->list[i].after, images->list[i].resource->data, images->list[i].resource->size_bytes);
    for (uint32_t slot = 0; slot < run->stage->uav_limit; slot++)
        if (run->stage->uavs[slot])
            images->counters_after[slot] = run->stage->uavs[slot]->counter;
}

void check_images_put(const struct check_images *images, const struct checker_run *run, bool after)
{
    for (uint32_t i = 0; i < images->count; i++) {
        const struct check_image *image = &images->list[i];
        memcpy(image->resource->data, after ? image->after : image->before, image->resource->size_bytes);
    }
    for (uint32_t slot = 0; slot < run->stage->uav_limit; slot++)
        if (run->stage->uavs[slot])
            run->stage->uavs[slot]->counter =
                after ? images->counters_after[slot] : images->counters_before[slot];
}

/* ---- differences ---- */

/* What a view calls an element. */
static uint32_t element_bytes(const struct kernel_view *view)
{
    if (view->format)
        return view->format->block_bytes;
    return view->kind == KERNEL_VIEW_STRUCTURED_BUFFER && view->stride ? view->stride : 4;
}

/* Elements of the resource that differ from the canonical run's, and the first byte that does. */
static uint64_t count_differences(const struct check_image *image, uint32_t element, uint64_t *first)
{
    uint64_t size = image->resource->size_bytes, count = 0;
    if (!memcmp(image->resource->data, image->after, size))
        return 0;
    for (uint64_t at = 0; at < size; at += element) {
        uint64_t bytes = size - at < element ? size - at : element;
        if (!memcmp(image->resource->data + at, image->after + at, bytes))
            continue;
        for (uint64_t i = at; !count && i < at + bytes; i++)
            if (image->resource->data[i] != image->after[i]) {
                *first = i;
                break;
            }
        count++;
    }
    return count;
}

/* One finding for each resource or counter that differs. other: what ran, as values[1]. */
static bool compare(struct checker *checker, struct checker_run *run, struct check_images *images,
                    enum check_kind kind, uint32_t visible, uint32_t other)
{
    struct check_finding finding = {.kind = (uint8_t)kind,
                                    .file = DXBC_FILE_UAV,
                                    .shader = run->shader->check_number,
                                    .first.instruction = CHECK_NO_INSTRUCTION,
                                    .second.instruction = visible,
                                    .values = {0, other}};
    bool differs = false;
    for (uint32_t i = 0; i < images->count; i++) {
        const struct check_image *image = &images->list[i];
        const struct kernel_view *view = &run->stage->bindings.uavs[image->slot];
        struct check_actor writer;
        finding.stride = element_bytes(view);
        finding.limit = count_differences(image, finding.stride, &finding.offset);
        if (!finding.limit)
            continue;
        differs = true;
        finding.slot = image->slot;
        finding.object = check_memory_object(checker->slots.uavs[image->slot]);
        finding.view_offset =
            view->kind == KERNEL_VIEW_NONE ? 0 : (uint64_t)(view->data - image->resource->data);
        if (check_last_writer(checker->check, checker->slots.uavs[image->slot], finding.offset, &writer)) {
            finding.first = writer; /* the canonical run's */
            if (visible == CHECK_NO_INSTRUCTION)
                finding.second = writer;
        }
        check_add(checker->check, &finding);
        finding.first.instruction = CHECK_NO_INSTRUCTION;
        finding.second = (struct check_actor){.instruction = visible};
    }
    for (uint32_t slot = 0; slot < run->stage->uav_limit; slot++) {
        const struct view *uav = run->stage->uavs[slot];
        if (!uav || uav->counter == images->counters_after[slot])
            continue;
        differs = true;
        finding.slot = slot;
        finding.object = check_memory_object(checker->slots.uavs[slot]);
        finding.limit = 0; /* the counter itself */
        finding.values[0] = uav->counter;
        check_add(checker->check, &finding);
    }
    return differs;
}

static void add_endless(struct checker *checker, const struct checker_run *run, uint32_t order)
{
    check_add(checker->check, &(struct check_finding){.kind = CHECK_ENDLESS,
                                                      .shader = run->shader->check_number,
                                                      .first.instruction = CHECK_NO_INSTRUCTION,
                                                      .second.instruction = run->stopped_instruction,
                                                      .values = {0, order}});
}

/* A time limit of its own: far more than the canonical run took. NULL without memory. */
static struct watchdog *start_limit(uint64_t canonical_ns)
{
    enum { LEAST_MS = 2000, TIMES = 50, MOST_MS = 600000 };
    uint64_t ms = canonical_ns / 1000000 * TIMES;
    ms = ms < LEAST_MS ? LEAST_MS : ms > MOST_MS ? MOST_MS : ms;
    struct watchdog *limit = watchdog_create((unsigned)ms);
    if (limit && !watchdog_arm(limit)) {
        watchdog_destroy(limit);
        return NULL;
    }
    return limit;
}

/* ---- orders ---- */

static uint64_t descending(uint64_t index, uint64_t count, uint64_t seed)
{
    return count - 1 - index;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* index * step + start, step and count without a common divisor: every group once. */
static uint64_t scattered(uint64_t index, uint64_t count, uint64_t seed)
{
    uint64_t step = (seed * UINT64_C(0x9E3779B97F4A7C15) >> 20) % count, start = (seed >> 7) % count;
    while (common_divisor(step, count) != 1)
        step = (step + 1) % count;
    return (uint64_t)(((__uint128_t)index * step + start) % count);
}

/* The checker's, until others take its place; NULL without memory. */
static struct kernel *order_kernel(struct checker *checker, const struct shader *shader, unsigned order)
{
    const struct check_settings *settings = &checker->device->settings.check;
    struct check_kernel_options options = {.order = order ? CHECK_SHUFFLED : CHECK_DESCENDING,
                                           .seed = settings->seed + order};
    struct order_kernel *kept = &checker->kept[checker->next_kept];
    struct diag diag = {0};
    for (unsigned i = 0; i < CHECK_KEPT_KERNELS; i++)
        if (checker->kept[i].shader == shader->check_number && checker->kept[i].order == order)
            return checker->kept[i].kernel;
    kernel_destroy(kept->kernel);
    *kept = (struct order_kernel){0};
    if (kernel_create_checked(shader->dxbc, &options, &kept->kernel, &diag))
        return NULL;
    kept->shader = shader->check_number;
    kept->order = order;
    checker->next_kept = (checker->next_kept + 1) % CHECK_KEPT_KERNELS;
    return kept->kernel;
}

/* The run in one order; what it left stands in memory. False: it was stopped, or failed. */
static bool run_order(struct checker *checker, struct checker_run *run, const struct check_images *images,
                      const struct kernel *kernel, unsigned order, uint64_t canonical_ns)
{
    const struct check_settings *settings = &checker->device->settings.check;
    struct watchdog *limit = start_limit(canonical_ns);
    bool done = false;
    uint64_t seed = (settings->seed + order) * UINT64_C(0xD1342543DE82EF95) + 1;
    if (limit)
        done = checker_run_groups(
            checker, run, images,
            &(struct checker_order){kernel, order ? scattered : descending, seed, watchdog_stop_flag(limit)});
    if (!limit || check_failed(checker->check))
        run->failed = true;
    else if (!done)
        add_endless(checker, run, order);
    watchdog_destroy(limit);
    return done;
}

/* Bindings of the watched dispatch, without its watching: last writers stay known. */
void checker_compare_orders(struct checker *checker, struct checker_run *run, struct check_images *images,
                            struct check_trace *trace, uint64_t canonical_ns)
{
    const struct check_settings *settings = &checker->device->settings.check;
    struct check_trace *mine = check_trace_create(run->shader->watching);
    bool differs = false;
    images_after(images, run);
    run->failed |= !mine;
    for (unsigned order = 0; order < settings->orders && !differs && !run->failed; order++) {
        struct kernel *kernel = order_kernel(checker, run->shader, order);
        if (!kernel || !sched_reserve(checker->device->sched, 1, kernel_scratch_size(kernel))) {
            run->failed = true;
            break;
        }
        check_trace_clear(mine);
        check_images_put(images, run, false);
        check_retrace(checker->check, mine);
        if (run_order(checker, run, images, kernel, order, canonical_ns))
            differs =
                compare(checker, run, images, CHECK_ORDER, check_trace_first_difference(trace, mine), order);
        else
            differs = true;
    }
    check_trace_destroy(mine);
    check_images_put(images, run, true);
}

/* ---- executors ---- */

struct plain_run {
    struct checker *checker;
    struct checker_run *run;
    const struct kernel *kernel;
    struct kernel_dispatch job;
};

static bool run_plain_groups(void *user, unsigned worker, uint64_t begin, uint64_t end)
{
    const struct plain_run *plain = user;
    void *scratch = sched_scratch(plain->checker->device->sched, worker);
    const uint32_t *size = plain->job.group_count;
    for (uint64_t at = begin; at < end; at++) {
        const uint32_t group[3] = {(uint32_t)(at % size[0]), (uint32_t)(at / size[0] % size[1]),
                                   (uint32_t)(at / size[0] / size[1])};
        uint32_t instruction = 0;
        if (kernel_run_group(plain->kernel, &plain->job, group, scratch, &instruction) == KERNEL_STOPPED)
            return false;
    }
    return true;
}

static void run_executor(struct checker *checker, struct checker_run *run, struct check_images *images,
                         const struct kernel *kernel, unsigned workers, uint32_t other, uint64_t canonical_ns)
{
    struct plain_run plain = {.checker = checker, .run = run, .kernel = kernel, .job = *run->job};
    struct sched *sched = checker->device->sched;
    struct watchdog *limit = start_limit(canonical_ns);
    plain.job.message = NULL;
    plain.job.event = NULL;
    plain.job.take_ticket = NULL; /* where order shows, groups run on one worker */
    plain.job.pass_ticket = NULL;
    if (!limit || !sched_reserve(sched, workers, kernel_scratch_size(kernel))) {
        run->failed = true;
    } else {
        plain.job.stop = watchdog_stop_flag(limit);
        check_images_put(images, run, false);
        sched_run(sched, workers, run->count, 1, run_plain_groups, &plain);
        if (atomic_load(plain.job.stop))
            add_endless(checker, run, UINT32_MAX);
        else
            compare(checker, run, images, CHECK_REPRODUCIBLE, CHECK_NO_INSTRUCTION, other);
    }
    watchdog_destroy(limit);
}

void checker_compare_executors(struct checker *checker, struct checker_run *run, struct check_images *images,
                               uint64_t canonical_ns)
{
    unsigned threads = sched_workers(checker->device->sched, run->count);
    images_after(images, run);
    for (unsigned executor = 0; executor < KERNEL_EXECUTOR_COUNT; executor++) {
        for (unsigned isa = 0; isa < CPU_ISA_COUNT; isa++) {
            struct kernel *kernel = NULL;
            struct diag diag = {0};
            enum diag_code code;
            if (!cpu_isa_available(isa) || (executor == KERNEL_INTERP) != (isa == CPU_SCALAR))
                continue;
            code = kernel_create_for(run->shader->dxbc, executor, isa, &kernel, &diag);
            run->failed |= code == DIAG_NO_MEMORY;
            if (code)
                continue;
            run_executor(checker, run, images, kernel, 1, CHECK_OTHER(executor, isa, 1), canonical_ns);
            if (threads > 1 && !kernel_order_visible(kernel))
                run_executor(checker, run, images, kernel, threads, CHECK_OTHER(executor, isa, threads),
                             canonical_ns);
            kernel_destroy(kernel);
        }
    }
    check_images_put(images, run, true);
}
