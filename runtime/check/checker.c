/*
 * The checker of a device: its life, shadow memory of resources, the canonical run of a dispatch, and the
 * list of findings.
 */
#define _GNU_SOURCE /* qsort_r */
#include "checker_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "log.h"
#include "tracer.h"
#include "watchdog.h"

/* Those that have not reported: a process that leaks its device is told at its end. */
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static struct checker *all;

/* ---- reports ---- */

static bool write_file(struct checker *checker, const char *format, const char *path)
{
    FILE *file = fopen(path, "w");
    bool ok = file && check_report_write(checker, format, file);
    if (file && fclose(file))
        ok = false;
    if (!ok)
        log_write(LOG_ERROR, "WEFT_CHECK: %s cannot be written", path);
    return ok;
}

HRESULT checker_write(struct checker *checker, const char *format, const char *path)
{
    bool known = !strcmp(format, "text") || !strcmp(format, "json") || !strcmp(format, "sarif");
    if (!known) {
        last_error_set("There is no report format \"%.32s\": text, json, sarif", format);
        return E_INVALIDARG;
    }
    pthread_mutex_lock(&checker->lock);
    bool ok = path ? write_file(checker, format, path) : check_report_write(checker, format, stdout);
    pthread_mutex_unlock(&checker->lock);
    return ok ? S_OK : E_FAIL;
}

static void report(struct checker *checker)
{
    const struct check_settings *settings = &checker->device->settings.check;
    if (checker->reported)
        return;
    checker->reported = true;
    if (*settings->json)
        write_file(checker, "json", settings->json);
    if (*settings->sarif)
        write_file(checker, "sarif", settings->sarif);
    if (!settings->quiet)
        check_report_write(checker, "text", stderr);
}

static void report_all(void)
{
    pthread_mutex_lock(&all_lock);
    for (struct checker *checker = all; checker; checker = checker->next)
        report(checker);
    pthread_mutex_unlock(&all_lock);
}

static void watch_exit(void)
{
    atexit(report_all);
}

/* ---- life ---- */

/* Lines for the trace of a watched element. */
static void on_watched(void *user, const struct check_actor *actor, uint64_t offset, uint32_t bits)
{
    const struct checker *checker = user;
    const struct dxbc_shader *shader = checker->running->dxbc;
    const struct dxbc_place *place = shader_place(checker->running, actor->instruction);
    char text[CHECK_INSTR_TEXT], source[CHECK_PATH] = "";
    float number;
    memcpy(&number, &bits, sizeof(number));
    dxbc_print_instr(shader, actor->instruction, text, sizeof(text));
    if (place->line)
        snprintf(source, sizeof(source), ", %s:%u", place->file, place->part_line);
    trace_line(checker->device,
               "byte %llu: group (%u, %u, %u) thread (%u, %u, %u) %s 0x%08x (%u, %g) at line %u (%s)%s",
               (unsigned long long)offset, actor->group[0], actor->group[1], actor->group[2],
               actor->thread[0], actor->thread[1], actor->thread[2],
               actor->access == CHECK_ATOMIC ? "has an atomic with" : "writes", bits, bits, (double)number,
               dxbc_listing_line(shader, actor->instruction), text, source);
}

bool checker_create(struct device *device, struct checker **out)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const struct check_settings *settings = &device->settings.check;
    struct checker *checker = calloc(1, sizeof(*checker));
    char error[CHECK_SENTENCE];
    if (!checker)
        return false;
    checker->device = device;
    pthread_mutex_init(&checker->lock, NULL);
    checker->check = check_create(&(struct check_options){.kinds = settings->kinds,
                                                          .memory_bytes = settings->memory_bytes,
                                                          .watch = settings->watch ? on_watched : NULL,
                                                          .watch_user = checker,
                                                          .watch_slot = settings->watch_slot,
                                                          .watch_element = settings->watch_element});
    pthread_mutex_lock(&all_lock);
    checker->next = all;
    checker->link = &all;
    if (all)
        all->link = &checker->next;
    all = checker;
    pthread_mutex_unlock(&all_lock);
    if (!checker->check ||
        (*settings->suppressions &&
         !check_suppressions_read(settings->suppressions, &checker->suppressions, error, sizeof(error)))) {
        checker->reported = true;
        checker_destroy(checker);
        return false;
    }
    pthread_once(&once, watch_exit);
    *out = checker;
    return true;
}

void checker_destroy(struct checker *checker)
{
    if (!checker)
        return;
    pthread_mutex_lock(&all_lock);
    report(checker);
    *checker->link = checker->next;
    if (checker->next)
        checker->next->link = checker->link;
    pthread_mutex_unlock(&all_lock);
    for (unsigned i = 0; i < CHECK_KEPT_KERNELS; i++)
        kernel_destroy(checker->kept[i].kernel);
    check_destroy(checker->check);
    free(checker->entries);
    free(checker->order);
    free(checker->suppressions.list);
    pthread_mutex_destroy(&checker->lock);
    free(checker);
}

/* ---- resources ---- */

bool checker_watch(struct checker *checker, struct resource *resource, bool written)
{
    pthread_mutex_lock(&checker->lock);
    resource->shadow = check_memory_create(checker->check, atomic_fetch_add(&checker->objects, 1) + 1,
                                           resource->data, resource->size_bytes, written);
    pthread_mutex_unlock(&checker->lock);
    return resource->shadow;
}

void checker_forget(struct resource *resource)
{
    struct checker *checker = resource->obj.device->checker;
    if (!resource->shadow)
        return;
    pthread_mutex_lock(&checker->lock);
    check_memory_destroy(resource->shadow);
    pthread_mutex_unlock(&checker->lock);
    resource->shadow = NULL;
}

void checker_bytes_written(struct resource *resource, const uint8_t *at, uint64_t size_bytes)
{
    struct checker *checker = resource->obj.device->checker;
    if (!resource->shadow)
        return;
    pthread_mutex_lock(&checker->lock);
    check_memory_written(resource->shadow, (uint64_t)(at - resource->data), size_bytes);
    pthread_mutex_unlock(&checker->lock);
}

void checker_box_written(struct resource *resource, const uint8_t *at, uint64_t row_pitch,
                         uint64_t depth_pitch, const struct copy_shape *shape)
{
    if (!resource->shadow)
        return;
    for (uint32_t slice = 0; slice < shape->slices; slice++)
        for (uint32_t row = 0; row < shape->rows; row++)
            checker_bytes_written(resource, at + slice * depth_pitch + row * row_pitch, shape->width_bytes);
}

/* ---- a dispatch ---- */

static void fill_slots(struct checker *checker, const struct stage_state *stage)
{
    memset(&checker->slots, 0, sizeof(checker->slots));
    for (unsigned i = 0; i < stage->resource_limit; i++)
        if (stage->resources[i])
            checker->slots.resources[i] = stage->resources[i]->resource->shadow;
    for (unsigned i = 0; i < stage->uav_limit; i++)
        if (stage->uavs[i])
            checker->slots.uavs[i] = stage->uavs[i]->resource->shadow;
}

/* The shader's kernel that watches, made when it is first wanted. */
static struct kernel *watching_kernel(struct checker *checker, struct shader *shader)
{
    struct check_kernel_options options = {.kinds = checker->device->settings.check.kinds};
    struct diag diag = {0};
    if (!shader->watching) {
        if (kernel_create_checked(shader->dxbc, &options, &shader->watching, &diag))
            shader_diag_result(checker->device, &diag, D3D11_MESSAGE_ID_UNKNOWN, "WEFT_CHECK");
        shader->check_number = ++checker->shaders;
    }
    return shader->watching;
}

static bool watch_dispatch(struct checker *checker, struct checker_run *run,
                           const struct check_images *images, struct check_trace *trace)
{
    struct device *device = checker->device;
    struct shader *shader = run->shader;
    if (!check_begin(checker->check, shader->watching, shader->check_number, &checker->slots,
                     run->job->bindings, trace))
        return false;
    if (device->watchdog && !watchdog_arm(device->watchdog))
        return false;
    run->stopped = !checker_run_groups(checker, run, images,
                                       &(struct checker_order){shader->watching, NULL, 0, run->job->stop});
    if (device->watchdog)
        watchdog_disarm(device->watchdog);
    return true;
}

/* ---- findings ---- */

/* Errors are for calls that are wrong: no finding is one. */
static D3D11_MESSAGE_SEVERITY severity_of(enum check_level level)
{
    return level == CHECK_LEVEL_NOTE ? D3D11_MESSAGE_SEVERITY_INFO : D3D11_MESSAGE_SEVERITY_WARNING;
}

/* Those that the dispatch brought get their words, and go to the info queue. False without memory. */
static bool describe_new(struct checker *checker, struct checker_run *run)
{
    uint32_t count = check_finding_count(checker->check);
    if (count > checker->entry_room) {
        uint32_t room = 2 * count;
        struct check_entry *entries = realloc(checker->entries, room * sizeof(*entries));
        uint32_t *order = realloc(checker->order, room * sizeof(*order));
        if (entries)
            checker->entries = entries;
        if (order)
            checker->order = order;
        if (!entries || !order)
            return false;
        checker->entry_room = room;
    }
    for (; checker->entry_count < count; checker->entry_count++) {
        struct check_entry *entry = &checker->entries[checker->entry_count];
        const struct check_finding *finding = check_finding(checker->check, checker->entry_count);
        const struct check_kind_info *info = check_kind_info(finding->kind);
        *entry = (struct check_entry){.number = checker->entry_count};
        check_entry_describe(entry, finding, run);
        entry->suppressed = check_suppressions_match(checker, entry, finding);
        if (!entry->suppressed && checker->device->info_queue && !checker->device->settings.check.quiet)
            message_add(checker->device, D3D11_MESSAGE_CATEGORY_EXECUTION, severity_of(info->level),
                        D3D11_MESSAGE_ID_UNKNOWN, "%s: %s", info->text, entry->text);
    }
    return true;
}

static int weigh(const void *left, const void *right, void *user)
{
    const struct checker *checker = user;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct check_finding *x = check_finding(checker->check, a), *y = check_finding(checker->check, b);
    int levels = (int)check_kind_info(y->kind)->level - (int)check_kind_info(x->kind)->level;
    if (levels)
        return levels;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return a < b ? -1 : a > b;
}

static bool has_side(const struct check_finding *finding, uint32_t instruction)
{
    return finding->first.instruction == instruction || finding->second.instruction == instruction;
}

/* A read of shared memory that races with its write may come first; two values that race may be the same for
 * once. */
static bool follows_from(const struct check_finding *finding, const struct check_finding *race)
{
    bool read_first = finding->kind == CHECK_UNWRITTEN_SHARED, same = finding->kind == CHECK_RACE_SAME_VALUE;
    return (read_first || same) && race->kind == CHECK_RACE && race->shader == finding->shader &&
           race->object == finding->object && race->slot == finding->slot &&
           has_side(race, finding->second.instruction) &&
           (read_first || has_side(race, finding->first.instruction));
}

static bool is_explained(const struct checker *checker, uint32_t number)
{
    const struct check_finding *finding = check_finding(checker->check, number);
    for (uint32_t i = 0; i < checker->entry_count; i++)
        if (follows_from(finding, check_finding(checker->check, i)))
            return true;
    return false;
}

static void sort_findings(struct checker *checker)
{
    checker->order_count = checker->suppressed = 0;
    for (uint32_t i = 0; i < checker->entry_count; i++)
        if (checker->entries[i].suppressed)
            checker->suppressed++;
        else if (!is_explained(checker, i))
            checker->order[checker->order_count++] = i;
    if (checker->order_count)
        qsort_r(checker->order, checker->order_count, sizeof(*checker->order), weigh, checker);
}

static void fail(struct checker_run *run)
{
    run->failed = true;
}

static void check_dispatch(struct checker *checker, struct checker_run *run)
{
    const struct check_settings *settings = &checker->device->settings.check;
    bool orders = settings->orders && settings->kinds & CHECK_BIT(CHECK_ORDER);
    bool executors = settings->kinds & CHECK_BIT(CHECK_REPRODUCIBLE);
    struct check_images images = {.count = 0};
    struct check_trace *trace = NULL;
    size_t scratch;
    if (!watching_kernel(checker, run->shader)) {
        fail(run);
        return;
    }
    checker->running = run->shader;
    scratch = kernel_scratch_size(run->shader->watching);
    fill_slots(checker, run->stage);
    if (orders)
        trace = check_trace_create(run->shader->watching);
    if (!sched_reserve(checker->device->sched, 1, scratch) || (orders && !trace) ||
        (!check_images_before(&images, run) && (orders || executors))) {
        fail(run);
    } else {
        uint64_t begin = clock_ns();
        if (!watch_dispatch(checker, run, &images, trace))
            fail(run);
        uint64_t spent = clock_ns() - begin;
        if (!run->failed && !run->stopped && orders)
            checker_compare_orders(checker, run, &images, trace, spent);
        if (!run->failed && !run->stopped && executors)
            checker_compare_executors(checker, run, &images, spent);
        if (!describe_new(checker, run) || check_failed(checker->check))
            fail(run);
        sort_findings(checker);
    }
    check_trace_destroy(trace);
    check_images_free(&images);
}

void checker_dispatch(struct checker *checker, struct checker_run *run)
{
    pthread_mutex_lock(&checker->lock);
    check_dispatch(checker, run);
    pthread_mutex_unlock(&checker->lock);
}

uint32_t checker_finding_count(struct checker *checker)
{
    pthread_mutex_lock(&checker->lock);
    uint32_t count = checker->order_count;
    pthread_mutex_unlock(&checker->lock);
    return count;
}

static weft_finding_side side_of(const struct check_side *side)
{
    return (weft_finding_side){
        .instruction = side->instruction,
        .line = side->line,
        .text = side->text,
        .access = side->access ? side->access : "",
        .source_file = side->source_file,
        .source_line = side->source_line,
        .source_column = side->source_column,
        .group = {side->group[0], side->group[1], side->group[2]},
        .thread = {side->thread[0], side->thread[1], side->thread[2]},
    };
}

void checker_get_finding(struct checker *checker, uint32_t index, weft_finding *out)
{
    pthread_mutex_lock(&checker->lock);
    const struct check_entry *entry = &checker->entries[checker->order[index]];
    const struct check_finding *finding = check_finding(checker->check, entry->number);
    const struct check_kind_info *info = check_kind_info(finding->kind);
    *out = (weft_finding){
        .level = (UINT)info->level,
        .kind = info->text,
        .text = entry->text,
        .shader = entry->shader,
        .resource = entry->resource,
        .member = entry->member,
        .offset = finding->offset,
        .element = entry->element,
        .count = finding->count,
        .first = side_of(&entry->first),
        .second = side_of(&entry->second),
    };
    pthread_mutex_unlock(&checker->lock);
}
