/*
 * Runs groups with generated code, and what that code calls: slow nodes on the bodies of the lane executor,
 * lane kernels for what is not generated, events.
 */
#include "jit_run.h"

#include <string.h>

#include "alloc.h"
#include "jit_keep.h"
#include "jit_sample.h"
#include "scratch.h"

struct jit_kernel {
    const struct lanes_kernel *lanes;
    struct jit_layout layout;
    size_t scratch_bytes;
    void (*keep)(void);
    bool keeps_denormals;
};

/* ---- floating-point mode ---- */

/* Bodies and kernels of the lanes want theirs. */
static void enter_lanes(const struct jit_group *group)
{
    if (group->keeps_denormals)
        lanes_enter_float_mode();
}

static void leave_lanes(const struct jit_group *group)
{
    if (group->keeps_denormals)
        lanes_keep_denormals();
}

/* ---- what code calls ---- */

/* A strip of one wave whose rows are the group's. */
static void open_strip(struct jit_group *group, struct lanes_strip *strip, uint32_t active)
{
    *strip = (struct lanes_strip){.group = &group->lanes,
                                  .kernel = group->lanes.kernel,
                                  .base[LANES_FRAME] = group->rows,
                                  .words = 1,
                                  .high = 1,
                                  .full = active == UINT32_MAX,
                                  .every = active == UINT32_MAX};
    strip->exec[0] = strip->alive[0] = active;
}

static void call_node(struct jit_group *group, uint32_t instr, uint32_t active)
{
    const struct lane_program *program = group->lanes.kernel->program;
    const struct lanes_step *prepared = &group->lanes.kernel->steps[instr];
    const struct lane_instr *ir = prepared->ir;
    struct lanes_place places[JIT_OPERANDS];
    struct lanes_step step = *prepared;
    struct lanes_strip strip;

    for (uint32_t i = 0; i < ir->src_count + ir->dst_count; i++) {
        lane_value value = i < ir->src_count ? ir->src[i] : ir->dst[i - ir->src_count];
        places[i] = (struct lanes_place){LANES_FRAME, i * JIT_ROW, jit_is_splat(program, value) ? 0 : SIZE_MAX};
    }
    step.src = places;
    step.dst = places + ir->src_count;
    open_strip(group, &strip, active);
    enter_lanes(group);
    step.exec(&strip, &step);
    leave_lanes(group);
}

/* The node, with its results as code wants them: by component of the vector. */
static void sample_oddly(struct jit_group *group, uint32_t instr, uint32_t active)
{
    const struct lane_instr *ir = group->lanes.kernel->steps[instr].ir;
    uint32_t *results = group->rows + ir->src_count * JIT_ROW, copy[4][JIT_ROW];

    call_node(group, instr, active);
    memcpy(copy, results, ir->dst_count * sizeof(copy[0]));
    for (uint32_t d = 0; d < ir->dst_count; d++)
        memcpy(results + ir->place[d] * JIT_ROW, copy[d], sizeof(copy[d]));
}

static void call_sample(struct jit_group *group, uint32_t instr, uint32_t number, uint32_t active, uint32_t lanes)
{
    struct jit_sample *sample = &group->samples[number];

    if (sample->odd) {
        sample_oddly(group, instr, active);
        return;
    }
    enter_lanes(group);
    sample_row(&group->lanes.kernel->table, &sample->state, &sample->rows, &active, lanes, sample->result);
    leave_lanes(group);
}

static void call_op(struct jit_group *group, uint32_t op, uint32_t sources, uint32_t count)
{
    struct lane_args args = {.count = count};

    for (uint32_t s = 0; s < sources; s++) {
        args.src[s] = group->rows + s * JIT_ROW;
        args.step[s] = SIZE_MAX;
    }
    args.dst[0] = group->rows + sources * JIT_ROW;
    args.dst[1] = args.dst[0] + JIT_ROW;
    enter_lanes(group);
    group->lanes.kernel->table.run[op](&args);
    leave_lanes(group);
}

static void call_event(struct jit_group *group, uint32_t event, uint32_t origin)
{
    struct lanes_strip strip;

    open_strip(group, &strip, 1);
    lanes_event(&strip, (enum kernel_event)event, origin);
}

static void call_scatter(uint32_t *words, const uint32_t *rows, uint32_t active)
{
    for (; active; active &= active - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(active);
        __atomic_store_n(&words[rows[lane]], rows[JIT_ROW + lane], __ATOMIC_RELAXED);
    }
}

static int32_t call_body(struct jit_group *group, uint32_t waiting, uint32_t call_site)
{
    uint32_t *rows = group->rows, first = rows[JIT_ROW], count = rows[2 * JIT_ROW], running = 0;
    int32_t body = DXBC_NO_TARGET;

    for (uint32_t rest = waiting; rest; rest &= rest - 1) {
        uint32_t bit = rest & (0 - rest), index = rows[__builtin_ctz(rest)];
        int32_t target = lanes_body_of(&group->lanes, index < count ? first + index : UINT32_MAX, call_site);

        if (target == DXBC_NO_TARGET) {
            waiting &= ~bit;
        } else if (body == DXBC_NO_TARGET || body == target) {
            body = target;
            waiting &= ~bit;
            running |= bit;
        }
    }
    rows[3 * JIT_ROW] = waiting;
    rows[3 * JIT_ROW + 1] = running;
    return body;
}

static const struct jit_calls calls = {call_node,    call_op,     call_sample, call_event,
                                       call_scatter, call_body};

/* ---- groups ---- */

static bool should_stop(const struct jit_group *group)
{
    return atomic_load_explicit(group->stop, memory_order_relaxed);
}

static struct jit_strip *wave_at(struct jit_group *group, const struct jit_layout *layout, uint32_t number)
{
    return (struct jit_strip *)(group->waves + number * layout->wave_bytes);
}

/* Every wave stands at a barrier or is done. Waves that stand at different ones are reported. */
static void pass_barrier(struct jit_group *group, const struct jit_layout *layout)
{
    const struct jit_strip *first = NULL;

    for (uint32_t i = 0; i < layout->wave_count; i++) {
        const struct jit_strip *wave = wave_at(group, layout, i);

        if (wave->resume == JIT_RESUME_DONE)
            continue;
        if (!first)
            first = wave;
        else if (wave->resume != first->resume)
            call_event(group, KERNEL_EVENT_DIVERGENT_BARRIER, wave->origin);
        group->stopped_at = first->origin;
    }
}

static enum jit_state run(struct jit_group *group, const struct jit_layout *layout, jit_entry *entry)
{
    bool has_barrier = group->lanes.kernel->program->has_barrier;
    uint32_t state;

    for (uint32_t i = 0; i < layout->wave_count && has_barrier && !layout->looped; i++)
        wave_at(group, layout, i)->resume = JIT_RESUME_START;
    for (uint32_t i = 0; i < layout->wave_count && has_barrier && layout->arrays_bytes; i++)
        memset(group->waves + i * layout->wave_bytes + layout->arrays_offset, 0, layout->arrays_bytes);
    if (should_stop(group))
        return JIT_STOPPED;
    while ((state = entry(group)) == JIT_AT_BARRIER) {
        pass_barrier(group, layout);
        if (should_stop(group))
            return JIT_STOPPED;
    }
    return (enum jit_state)state;
}

struct jit_kernel *jit_prepare(const struct lanes_kernel *lanes, enum cpu_isa isa, struct dxbc_arena *arena)
{
    struct jit_kernel *kernel = dxbc_arena_alloc(arena, 1, sizeof(*kernel));
    struct dxbc_arena passing = {NULL};
    struct jit_plan plan;
    bool good;

    if (!kernel)
        return NULL;
    good = jit_make_plan(lanes->program, isa, &passing, &plan);
    if (good)
        jit_lay_out(lanes->program, &plan, &kernel->layout);
    dxbc_arena_release(&passing);
    kernel->lanes = lanes;
    kernel->keep = jit_keep_thunk(isa);
    kernel->keeps_denormals = jit_keeps_denormals(lanes->program, isa);
    kernel->scratch_bytes = lanes_scratch_size(lanes);
    if (kernel->layout.scratch_bytes > kernel->scratch_bytes)
        kernel->scratch_bytes = kernel->layout.scratch_bytes;
    return good ? kernel : NULL;
}

size_t jit_scratch_size(const struct jit_kernel *kernel)
{
    return kernel->scratch_bytes;
}

/* Bodies of the lanes run in no ticket and keep no spans: the table of these stays as it is, for clearing it would
 * take as long as a small group. */
static void open_lanes(const struct jit_kernel *kernel, const struct kernel_dispatch *dispatch, uint8_t *scratch,
                       struct lanes_group *lanes)
{
    lanes->kernel = kernel->lanes;
    lanes->dispatch = dispatch;
    lanes->shared = scratch;
    lanes->reported = (uint32_t *)(scratch + kernel->layout.reported_offset);
    lanes->taken = 0;
    memset(lanes->passed, 0, sizeof(lanes->passed));
    lanes->hopes = lanes->met = false;
    lanes->span_count = 0;
}

/* Pieces of the scratch memory, and what the surroundings know of all groups. */
static void open_groups(const struct jit_kernel *kernel, const struct kernel_dispatch *dispatch,
                        uint8_t *scratch, struct jit_group *group)
{
    static const atomic_bool never;
    const struct jit_layout *layout = &kernel->layout;

    if (scratch_begin(scratch, dispatch)) {
        jit_open_views(kernel->lanes->program, dispatch, (struct jit_view *)(scratch + layout->views_offset));
        jit_open_samples(kernel->lanes->program, dispatch->bindings, (uint32_t *)(scratch + layout->rows_offset),
                         (struct jit_sample *)(scratch + layout->samples_offset));
    }
    group->calls = &calls;
    group->keep = kernel->keep;
    group->bindings = dispatch->bindings;
    group->views = (const struct jit_view *)(scratch + layout->views_offset);
    group->shared = scratch;
    group->waves = scratch + layout->waves_offset;
    group->rows = (uint32_t *)(scratch + layout->rows_offset);
    group->stop = dispatch->stop ? dispatch->stop : &never;
    group->samples = (struct jit_sample *)(scratch + layout->samples_offset);
    open_lanes(kernel, dispatch, scratch, &group->lanes);
    group->keeps_denormals = kernel->keeps_denormals;
}

/* Numbers in registers: a load of what was just stored in smaller parts waits until all stores before, perhaps to
 * distant memory, have been done. */
static enum jit_state run_group(const struct jit_kernel *kernel, jit_entry *entry, uint32_t x, uint32_t y,
                                uint32_t z, uint32_t groups, struct jit_group *group)
{
    memset(group->shared, 0, kernel->layout.views_offset); /* shared memory and the bits of reported events */
    group->id[0] = group->lanes.id[0] = x;
    group->id[1] = group->lanes.id[1] = y;
    group->id[2] = group->lanes.id[2] = z;
    group->packed = group->lanes.packed = groups * kernel->lanes->program->dxbc->thread_group[0];
    group->stopped_at = kernel->lanes->first_origin;
    return run(group, &kernel->layout, entry);
}

/* Stores past the caches are in no order with later ones, such as those that say that this worker is done. */
static void end_streams(const struct jit_group *group)
{
#if defined(__x86_64__)
    const struct lane_program *program = group->lanes.kernel->program;

    for (uint32_t i = 0; i < program->resource_count; i++) {
        if (program->resources[i].file == DXBC_FILE_UAV && group->views[i].streams) {
            __builtin_ia32_sfence();
            return;
        }
    }
#endif
}

uint64_t jit_run_groups(const struct jit_kernel *kernel, jit_entry *entry, const struct kernel_dispatch *dispatch,
                        const uint32_t first[3], uint64_t count, void *scratch, uint32_t *instruction)
{
    uint32_t id[3] = {first[0], first[1], first[2]};
    struct jit_group group;
    uint64_t done = 0;

    open_groups(kernel, dispatch, scratch, &group);
    group.lanes.float_mode = lanes_enter_float_mode();
    leave_lanes(&group);
    while (done < count) {
        uint32_t groups = lanes_pack_at(kernel->lanes->program, dispatch, id, count - done);

        if (run_group(kernel, entry, id[0], id[1], id[2], groups, &group) == JIT_STOPPED)
            break;
        done += groups;
        id[0] += groups - 1;
        kernel_next_group(dispatch, id);
    }
    lanes_leave_float_mode(group.lanes.float_mode);
    end_streams(&group);
    if (done < count)
        *instruction = group.stopped_at;
    return done;
}

bool jit_can_run(const struct jit_kernel *kernel, const struct bindings *bindings)
{
    if (!lanes_may_pack(kernel->lanes, bindings))
        return false;
    return !kernel->lanes->program->overlap_shows || !lanes_views_overlap(kernel->lanes, bindings);
}
