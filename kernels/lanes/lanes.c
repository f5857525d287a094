/*
 * The lane executor: runs a lowered program over a group, strip by strip, one operation for a whole row at a
 * time.
 *
 * Between two barriers the strips run one after another in ascending order. A barrier parks a strip with all
 * its state; when every strip is parked or done they go on. Only what lives across a barrier is kept for each
 * strip.
 */
#include "lanes.h"

#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

/* ---- floating-point mode ---- */

#if defined(__x86_64__) || defined(__i386__)
enum { ALL_MASKED = 0x1F80, DAZ = 0x40, FTZ = 0x8000 };
#endif

unsigned lanes_enter_float_mode(void)
{
#if defined(__x86_64__) || defined(__i386__)
    unsigned mode = _mm_getcsr();

    _mm_setcsr(ALL_MASKED | DAZ | FTZ);
    return mode;
#else
    return 0;
#endif
}

void lanes_keep_denormals(void)
{
#if defined(__x86_64__) || defined(__i386__)
    _mm_setcsr(ALL_MASKED);
#endif
}

void lanes_leave_float_mode(unsigned mode)
{
#if defined(__x86_64__) || defined(__i386__)
    _mm_setcsr(mode);
#endif
}

/* ---- what steps share ---- */

void lanes_splat(uint32_t *to, uint32_t value)
{
    for (unsigned i = 0; i < LANE_SPLAT; i++)
        to[i] = value;
}

void lanes_write(struct lanes_strip *strip, const struct lanes_place *dst, const uint32_t *row)
{
    uint32_t *to = lanes_at(strip, dst);

    if (!dst->step) {
        lanes_splat(to, row[0]);
        return;
    }
    LANES_FOR_EACH(lane, strip)
    to[lane] = row[lane];
}

void lanes_poll(struct lanes_strip *strip, uint32_t origin)
{
    const atomic_bool *stop = strip->group->dispatch->stop;

    if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
        strip->state = STRIP_STOPPED;
        strip->stopped_at = origin;
    }
}

bool lanes_take_ticket(struct lanes_strip *strip, const struct lanes_step *step)
{
    struct lanes_group *group = strip->group;
    const struct kernel_dispatch *dispatch = group->dispatch;
    uint32_t ticket = step->ir->ticket;

    if (!(step->ir->flags & LANE_ORDERED) || !dispatch->take_ticket || group->taken >> ticket & 1)
        return true;
    if (!dispatch->take_ticket(dispatch->user, ticket, group->id)) {
        strip->state = STRIP_STOPPED;
        strip->stopped_at = step->ir->origin;
        return false;
    }
    group->taken |= 1u << ticket;
    return true;
}

static void pass_ticket(struct lanes_group *group, uint32_t ticket)
{
    if (group->dispatch->pass_ticket)
        group->dispatch->pass_ticket(group->dispatch->user, ticket, group->id);
}

static uint32_t waves_from(uint32_t first, uint32_t count)
{
    return UINT32_MAX >> (LANES_MAX_WORDS - count) << first;
}

static uint32_t all_waves(const struct lanes_kernel *kernel)
{
    return waves_from(0, kernel->row_lanes / LANES_WAVE);
}

/* The ticket goes on when no wave wants it any more. */
void lanes_PASS(struct lanes_strip *strip, const struct lanes_step *step)
{
    struct lanes_group *group = strip->group;
    uint32_t ticket = step->ir->imm, before = group->passed[ticket];

    group->passed[ticket] |= waves_from(strip->first_thread / LANES_WAVE, strip->words);
    if (group->passed[ticket] != before && group->passed[ticket] == all_waves(strip->kernel))
        pass_ticket(group, ticket);
}

/* At the end of a group: some waves ended before they came to a PASS. */
static void pass_rest(struct lanes_group *group)
{
    for (uint32_t i = 0; i < group->kernel->program->ticket_count; i++) {
        if (group->passed[i] != all_waves(group->kernel))
            pass_ticket(group, i);
    }
}

void lanes_event(struct lanes_strip *strip, enum kernel_event event, uint32_t origin)
{
    struct lanes_group *group = strip->group;
    uint32_t bit = 1u << (origin % 32), *word = &group->reported[origin / 32];

    if (*word & bit)
        return;
    *word |= bit;
    if (!group->dispatch->event)
        return;
    lanes_leave_float_mode(group->float_mode);
    group->dispatch->event(group->dispatch->user, event, origin, group->id);
    group->float_mode = lanes_enter_float_mode();
}

/* ---- operations ---- */

/* Operands from the first wave with active lanes on; `from` is its first lane. */
static void set_sources(const struct lanes_strip *strip, const struct lanes_step *step,
                        struct lane_args *args, uint32_t from)
{
    uint32_t count = step->ir->src_count;

    for (uint32_t s = 0; s < count; s++) {
        args->src[s] = lanes_at(strip, &step->src[s]) + (from & step->src[s].step);
        args->step[s] = step->src[s].step;
    }
}

static void set_results(const struct lanes_strip *strip, const struct lanes_step *step,
                        struct lane_args *args, uint32_t from)
{
    uint32_t count = step->ir->dst_count;

    for (uint32_t d = 0; d < count; d++)
        args->dst[d] = lanes_at(strip, &step->dst[d]) + from;
}

void lanes_run_row(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t from = strip->low * LANES_WAVE;
    struct lane_args args;

    set_sources(strip, step, &args, from);
    set_results(strip, step, &args, from);
    args.count = (strip->high - strip->low) * LANES_WAVE;
    step->run(&args);
}

void lanes_run_masked(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t from = strip->low * LANES_WAVE;
    struct lane_args args;

    set_sources(strip, step, &args, from);
    set_results(strip, step, &args, from);
    args.count = (strip->high - strip->low) * LANES_WAVE;
    args.mask = strip->exec + strip->low;
    if (strip->full)
        step->run(&args);
    else
        step->masked(&args);
}

void lanes_run_doubles(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct lanes_step *end = step + step->more + 1;

    strip->pc += step->more;
    lanes_keep_denormals();
    for (; step < end; step++) {
        if (step->ir->flags & LANE_MASKED)
            lanes_run_masked(strip, step);
        else
            lanes_run_row(strip, step);
    }
    lanes_enter_float_mode();
}

/* run is the reference: it takes a single lane. */
void lanes_run_uniform(struct lanes_strip *strip, const struct lanes_step *step)
{
    struct lane_args args;
    uint32_t value[2];

    set_sources(strip, step, &args, 0);
    args.dst[0] = &value[0];
    args.dst[1] = &value[1];
    args.count = 1;
    step->run(&args);
    for (uint32_t d = 0; d < step->ir->dst_count; d++)
        lanes_splat(lanes_at(strip, &step->dst[d]), value[d]);
}

/* ---- strips ---- */

static struct lanes_strip *strip_at(const struct lanes_kernel *kernel, uint8_t *scratch, uint32_t number)
{
    return (struct lanes_strip *)(scratch + kernel->strips_offset + number * kernel->strip_bytes);
}

static void set_thread_ids(struct lanes_strip *strip)
{
    const struct lanes_kernel *kernel = strip->kernel;
    const uint32_t *size = kernel->program->dxbc->thread_group;

    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t *within = lanes_at(strip, &kernel->regs[LANE_THREAD_ID_IN_GROUP + axis]);
        uint32_t *to = lanes_at(strip, &kernel->regs[LANE_THREAD_ID + axis]);
        uint32_t first = strip->group->id[axis] * size[axis];

        for (uint32_t i = 0; kernel->thread_id_used[axis] && i < strip->words * LANES_WAVE; i++)
            to[i] = first + within[i];
    }
}

static void start_strip(struct lanes_strip *strip, struct lanes_group *group, uint8_t *scratch,
                        uint32_t number)
{
    const struct lanes_kernel *kernel = group->kernel;
    uint32_t first = number * kernel->width, left = kernel->thread_count - first;
    uint32_t lanes = left < kernel->width ? left : kernel->width;
    uint8_t *own = (uint8_t *)strip;

    strip->group = group;
    strip->kernel = kernel;
    strip->base[LANES_CONSTANTS] = kernel->constants;
    strip->base[LANES_THREADS] = kernel->threads + first;
    strip->base[LANES_GROUP] = (uint32_t *)(scratch + kernel->group_offset);
    strip->base[LANES_FRAME] = (uint32_t *)(scratch + kernel->frame_offset);
    strip->base[LANES_FRAME_SPLATS] = (uint32_t *)(scratch + kernel->frame_splats_offset);
    strip->base[LANES_STRIP] = (uint32_t *)(own + kernel->rows_offset);
    strip->base[LANES_STRIP_SPLATS] = (uint32_t *)(own + kernel->splats_offset);
    strip->flow = (struct lanes_flow *)(own + kernel->flow_offset);
    strip->masks = (uint32_t *)(own + kernel->masks_offset);
    strip->labels = (uint32_t *)(own + kernel->labels_offset);
    strip->pc = kernel->program->preamble;
    strip->first_thread = first;
    strip->words = (lanes + LANES_WAVE - 1) / LANES_WAVE;
    strip->state = STRIP_RUNNING;
    strip->flow_depth = strip->switch_depth = strip->call_depth = 0;
    strip->cycles = 0;
    for (uint32_t i = 0; i < strip->words; i++) {
        uint32_t rest = lanes - i * LANES_WAVE;
        strip->alive[i] = rest < LANES_WAVE ? UINT32_MAX >> (LANES_WAVE - rest) : UINT32_MAX;
        strip->exec[i] = strip->alive[i];
    }
    strip->low = 0;
    strip->high = strip->words;
    strip->full = true;
    strip->every = lanes == strip->words * LANES_WAVE;
    memset(strip->base[LANES_STRIP] + kernel->array_start, 0, kernel->array_words * sizeof(uint32_t));
    set_thread_ids(strip);
    if (kernel->straight)
        lanes_poll(strip, kernel->first_origin);
}

void lanes_run_strip(struct lanes_strip *strip)
{
    const struct lanes_step *steps = strip->kernel->steps;

    while (strip->state == STRIP_RUNNING) {
        const struct lanes_step *step = &steps[strip->pc++];
        step->exec(strip, step);
    }
}

/* ---- groups ---- */

/* Group ids and the preamble, in the first strip's name. */
static void run_preamble(struct lanes_strip *strip)
{
    const struct lanes_kernel *kernel = strip->kernel;

    for (unsigned axis = 0; axis < 3; axis++)
        lanes_splat(lanes_at(strip, &kernel->regs[LANE_GROUP_ID + axis]), strip->group->id[axis]);
    lanes_splat(lanes_at(strip, &kernel->regs[LANE_PACKED]), strip->group->packed);
    for (uint32_t i = 0; i < kernel->program->preamble; i++)
        kernel->steps[i].exec(strip, &kernel->steps[i]);
}

/* Every strip is parked or done: lets the parked ones go on. False when all are done. */
static bool pass_barrier(const struct lanes_kernel *kernel, uint8_t *scratch)
{
    struct lanes_strip *first = NULL;

    for (uint32_t i = 0; i < kernel->strip_count; i++) {
        struct lanes_strip *strip = strip_at(kernel, scratch, i);

        if (strip->state != STRIP_AT_BARRIER)
            continue;
        if (!first)
            first = strip;
        else if (strip->pc != first->pc)
            lanes_event(strip, KERNEL_EVENT_DIVERGENT_BARRIER, kernel->steps[strip->pc - 1].ir->origin);
        strip->state = STRIP_RUNNING;
    }
    return first;
}

/* From where a strip stands to the next barrier. */
static void run_region(struct lanes_strip *strip, uint8_t *scratch)
{
    const struct lanes_kernel *kernel = strip->kernel;
    const struct lane_program *program = kernel->program;
    bool narrow = kernel->by_waves && !program->regions[program->instrs[strip->pc].region].wide;

    strip->watch = narrow ? lanes_hope(strip) : LANES_WATCH_NOTHING;
    if (narrow && strip->watch == LANES_WATCH_NOTHING) {
        lanes_run_waves(strip, scratch + kernel->wave_offset);
        return;
    }
    if (strip->watch == LANES_WATCH_WAVES) {
        strip->has_stored = strip->has_written = false;
        lanes_touch_begin(strip->group, (struct lanes_touch *)(scratch + kernel->touch_offset));
    }
    lanes_run_strip(strip);
}

static enum kernel_status run_strips(struct lanes_group *group, uint8_t *scratch, uint32_t *instruction)
{
    const struct lanes_kernel *kernel = group->kernel;
    bool barriers = kernel->program->has_barrier, started = false;

    do {
        for (uint32_t i = 0; i < kernel->strip_count; i++) {
            struct lanes_strip *strip = strip_at(kernel, scratch, barriers ? i : 0);

            if (!started)
                start_strip(strip, group, scratch, i);
            if (!started && i == 0)
                run_preamble(strip);
            group->span_count = 0;
            if (strip->state == STRIP_RUNNING)
                run_region(strip, scratch);
            if (strip->state == STRIP_STOPPED) {
                *instruction = strip->stopped_at;
                return KERNEL_STOPPED;
            }
        }
        started = true;
    } while (barriers && pass_barrier(kernel, scratch));
    return KERNEL_DONE;
}

/* Bytes from the start of a view's memory to its end. */
static uint64_t reach_of(const struct kernel_view *view)
{
    uint64_t reach = 0;

    if (view->kind != KERNEL_VIEW_TEXTURE)
        return view->size_bytes;
    for (uint32_t i = 0; i < view->mip_count; i++) {
        const struct kernel_mip *mip = &view->mips[i];
        uint64_t end =
            mip->offset + (mip->depth > 1 ? mip->depth : 1) *
                              (mip->depth_pitch ? mip->depth_pitch : (uint64_t)mip->row_pitch * mip->height);
        reach = end > reach ? end : reach;
    }
    return reach + (view->slice_count > 1 ? (view->slice_count - 1) * view->array_pitch : 0);
}

/* Do any two of the views that the shader uses share memory, or a counter? */
static bool views_overlap(const struct bindings *bindings, uint64_t slots)
{
    for (uint64_t rest = slots; rest; rest &= rest - 1) {
        const struct kernel_view *view = &bindings->uavs[__builtin_ctzll(rest)];
        uint64_t reach = reach_of(view);

        for (uint64_t others = rest & (rest - 1); others; others &= others - 1) {
            const struct kernel_view *other = &bindings->uavs[__builtin_ctzll(others)];
            uint64_t other_reach = reach_of(other);

            if (reach && other_reach && view->data < other->data + other_reach &&
                other->data < view->data + reach)
                return true;
            if (view->counter && view->counter == other->counter)
                return true;
        }
    }
    return false;
}

bool lanes_views_overlap(const struct lanes_kernel *kernel, const struct bindings *bindings)
{
    return views_overlap(bindings, kernel->uavs);
}

bool lanes_must_be_narrow(const struct lanes_kernel *kernel, const struct bindings *bindings)
{
    return kernel->narrow && views_overlap(bindings, kernel->uavs);
}

/* Wide where stores or waves are likely to stay apart, and once more when they did not. */
static enum kernel_status run_hopefully(struct lanes_group *group, uint8_t *scratch, uint32_t *instruction)
{
    const struct lanes_kernel *kernel = group->kernel;
    enum kernel_status status;

    group->hopes = kernel->hopes && !views_overlap(group->dispatch->bindings, kernel->uavs);
    status = run_strips(group, scratch, instruction);
    if (group->hopes)
        lanes_note_hopes(group);
    if (!group->met)
        return status;
    group->hopes = false;
    memset(scratch, 0, kernel->reported_offset); /* shared memory */
    return run_strips(group, scratch, instruction);
}

/* Group `id`, or of packed kernels as many as there are threads along x. */
static enum kernel_status run_group(const struct lanes_kernel *kernel, struct lanes_group *group,
                                    const uint32_t id[3], uint32_t groups, uint8_t *scratch,
                                    uint32_t *instruction)
{
    enum kernel_status status;

    memcpy(group->id, id, sizeof(group->id));
    group->packed = groups * kernel->program->dxbc->thread_group[0];
    group->shared = scratch;
    group->kernel = kernel;
    group->taken = 0;
    memset(group->passed, 0, sizeof(group->passed));
    group->met = false;
    group->has_written = false;
    group->pass = 0;
    group->reported = (uint32_t *)(scratch + kernel->reported_offset);
    memset(scratch, 0, kernel->group_offset); /* shared memory and the bits of reported events */
    status = run_hopefully(group, scratch, instruction);
    if (status == KERNEL_DONE)
        pass_rest(group);
    return status;
}

/* ---- several groups ---- */

bool lanes_may_pack(const struct lanes_kernel *packed, const struct bindings *bindings)
{
    return !packed->pack_if_apart || !views_overlap(bindings, packed->uavs);
}

uint32_t lanes_pack_at(const struct lane_program *program, const struct kernel_dispatch *dispatch,
                       const uint32_t group[3], uint64_t left)
{
    uint32_t groups = dispatch->group_count[0] - group[0];

    groups = groups < program->pack ? groups : program->pack;
    return groups < left ? groups : (uint32_t)left;
}

/* Is a pack that is not full less work than its groups one by one? Only lanes at its end are left out. */
static bool packs_well(const struct lanes_kernel *kernel, uint32_t groups)
{
    const uint32_t *size = kernel->program->group_size;
    uint32_t lanes = kernel->packed->row_lanes;

    if (size[1] == 1 && size[2] == 1)
        lanes = (groups * size[0] + LANES_WAVE - 1) / LANES_WAVE * LANES_WAVE;
    return groups > 1 && lanes <= groups * kernel->row_lanes;
}

uint64_t lanes_run_groups(const struct lanes_kernel *kernel, const struct kernel_dispatch *dispatch,
                          const uint32_t first[3], uint64_t count, void *scratch, uint32_t *instruction)
{
    bool packs = count > 1 && kernel->packed && lanes_may_pack(kernel->packed, dispatch->bindings);
    uint32_t id[3] = {first[0], first[1], first[2]};
    struct lanes_group group = {.dispatch = dispatch};
    uint64_t done = 0;

    if (lanes_must_be_narrow(kernel, dispatch->bindings))
        kernel = kernel->narrow;
    group.float_mode = lanes_enter_float_mode();
    while (done < count) {
        uint32_t groups = packs ? lanes_pack_at(kernel->packed->program, dispatch, id, count - done) : 1;
        const struct lanes_kernel *now = kernel;

        if (packs && packs_well(kernel, groups))
            now = kernel->packed;
        else
            groups = 1;
        if (run_group(now, &group, id, groups, scratch, instruction) == KERNEL_STOPPED)
            break;
        done += groups;
        id[0] += groups - 1;
        kernel_next_group(dispatch, id);
    }
    lanes_leave_float_mode(group.float_mode);
    return done;
}

/* ---- the order of groups ---- */

/* More than this percentage of a group under one ticket: others would do little but wait for it. */
enum { MOST_SHARE = 60 };

bool lanes_order_visible(const struct lanes_kernel *kernel)
{
    return kernel->program->ordered_if_overlapping;
}

enum kernel_order lanes_order(const struct lanes_kernel *kernel, const struct bindings *bindings)
{
    const struct lane_program *program = kernel->program;

    if (!program->ordered_if_overlapping)
        return KERNEL_ORDER_FREE;
    if (views_overlap(bindings, kernel->uavs))
        return KERNEL_ORDER_SERIAL;
    if (!program->ticket_count)
        return KERNEL_ORDER_FREE;
    /* from the first need to the last passing */
    return (kernel->turns - 1) * 100 + program->ticket_share > MOST_SHARE * kernel->turns
               ? KERNEL_ORDER_SERIAL
               : KERNEL_ORDER_TICKETS;
}

unsigned lanes_ticket_count(const struct lanes_kernel *kernel)
{
    return kernel->program->ticket_count;
}
