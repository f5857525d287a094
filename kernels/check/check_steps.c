/*
 * Steps that watch: the bodies of memory steps in a checked kernel. Each looks at the addresses of its active
 * lanes, tells the check, and goes on with the body proper; what a trace sums up is taken behind it.
 */
#include "check_state.h"

#include <string.h>

#include "alloc.h"
#include "format.h"
#include "lower.h"
#include "texel.h"

/* Goes on with the body that was there before. */
static void go_on(struct lanes_strip *strip, const struct lanes_step *step)
{
    strip->kernel->unwatched[step - strip->kernel->steps](strip, step);
}

/* ---- words ---- */

/* Where a lane's access starts: bytes of the object, and what is left of the window from there on. */
struct spot {
    bool inside;
    uint64_t start, left;
    uint64_t offset, element, limit; /* for the report when it is outside */
};

static struct spot find_spot(const struct check_access_at *at, const struct kernel_view *view,
                             bool structured, uint32_t first, uint32_t second)
{
    const struct lane_resource *resource = check_resource(at);
    uint64_t count, size, at_byte;

    if (!structured) {
        size = view ? view->size_bytes : resource->size_bytes;
        at_byte = first & ~UINT32_C(3);
        return (struct spot){
            at_byte < size, at->view_offset + at_byte, at_byte < size ? size - at_byte : 0, at_byte, 0, size};
    }
    count = view ? view->element_count : resource->count;
    at_byte = second & ~UINT32_C(3);
    if (first >= count)
        return (struct spot){false, 0, 0, at_byte, first, count};
    return (struct spot){at_byte < at->stride,
                         at->view_offset + (uint64_t)first * at->stride + at_byte,
                         at_byte < at->stride ? at->stride - at_byte : 0,
                         at_byte,
                         first,
                         count};
}

static struct spot words_spot(const struct check_access_at *at, const struct kernel_view *view, uint32_t lane)
{
    bool structured = at->step->ir->flags & LANE_STRUCTURED;

    return find_spot(at, view, structured, lanes_value(at->strip, &at->step->src[0], lane),
                     structured ? lanes_value(at->strip, &at->step->src[1], lane) : 0);
}

static uint32_t first_value(const struct check_access_at *at)
{
    return at->step->ir->flags & LANE_STRUCTURED ? 2 : 1;
}

static uint32_t word_count(const struct check_access_at *at)
{
    const struct lane_instr *ir = at->step->ir;

    return ir->op == LANE_LOAD ? ir->dst_count
                               : ir->src_count - first_value(at) - (ir->flags & LANE_SLOT ? 1 : 0);
}

static const uint8_t *bytes_at(const struct check_access_at *at, uint64_t offset)
{
    return at->file == DXBC_FILE_TGSM ? at->strip->group->shared + offset : at->memory->data + offset;
}

static bool same_words(const struct check_access_at *at, uint32_t lane, uint32_t other, uint64_t offset,
                       uint32_t part)
{
    const struct kernel_view *view =
        at->file == DXBC_FILE_UAV ? &at->strip->group->dispatch->bindings->uavs[at->slot] : NULL;
    uint32_t mine = lanes_value(at->strip, &at->step->src[first_value(at) + part], lane), theirs;

    memcpy(&theirs, bytes_at(at, offset & ~UINT64_C(3)), sizeof(theirs));
    if (other != LANE_NONE) {
        struct spot spot = words_spot(at, view, other);

        for (uint32_t i = 0; i < word_count(at) && spot.inside; i++) {
            if (spot.start + 4 * at->step->ir->place[i] == (offset & ~UINT64_C(3)))
                theirs = lanes_value(at->strip, &at->step->src[first_value(at) + i], other);
        }
    }
    return mine == theirs;
}

static void watch_words(struct lanes_strip *strip, const struct lanes_step *step, enum check_access access)
{
    uint32_t addresses = step->ir->flags & LANE_STRUCTURED ? 2 : 1, count;
    const struct kernel_view *view;
    struct check_access_at at;
    struct check_lanes list;
    bool common;

    check_open(&at, strip, step, access);
    at.same = same_words;
    at.first_value = addresses;
    check_list_lanes(strip, access == CHECK_READ && check_alike(step, addresses), &list);
    if (!check_common_view(&at, list.lane[0], &view, &common))
        return;
    count = word_count(&at);
    for (uint32_t k = 0; k < list.count; k++) {
        uint32_t lane = list.lane[k];
        struct spot spot;

        if (!common && !(view = check_view_of(&at, lane)))
            continue;
        spot = words_spot(&at, view, lane);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t behind = 4 * step->ir->place[i];

            if (spot.inside && behind + 4 <= spot.left)
                check_record(&at, lane, spot.start + behind, 4, i);
            else
                check_outside(&at, lane,
                              &(struct check_asked){spot.offset + behind, spot.element, spot.limit, {0}});
        }
    }
}

/* ---- texels and elements ---- */

static struct texel_coord coord_of(const struct check_access_at *at, const struct kernel_view *view,
                                   uint32_t lane)
{
    const struct lane_instr *ir = at->step->ir;
    const struct dxbc_instr *dx = &at->strip->kernel->program->dxbc->instrs[ir->origin];
    uint8_t dimension = texel_dimension(view);
    uint32_t axes = texel_axes(dimension);
    struct texel_coord coord = {.at = {0}};

    for (uint32_t i = 0; i < axes; i++)
        coord.at[i] = lanes_value(at->strip, &at->step->src[i], lane) +
                      (ir->op == LANE_LOAD_TYPED && dx->has_offsets ? (uint32_t)dx->texel_offset[i] : 0);
    if (texel_has_slices(dimension))
        coord.slice = lanes_value(at->strip, &at->step->src[axes], lane);
    if (ir->op == LANE_LOAD_TYPED && ir->imm & LANE_TEXEL_MIPS && view->kind == KERNEL_VIEW_TEXTURE)
        coord.mip = lanes_value(at->strip, &at->step->src[3], lane);
    if (ir->flags & LANE_SAMPLE)
        coord.sample = lanes_value(at->strip, &at->step->src[4], lane);
    return coord;
}

static bool find_texel(const struct check_access_at *at, const struct kernel_view *view, uint32_t lane,
                       uint64_t *offset)
{
    struct texel_coord coord = coord_of(at, view, lane);
    struct texel_place place;

    if (!texel_locate(view, &coord, &place))
        return false;
    *offset = (uint64_t)(place.data - at->memory->data);
    return true;
}

static void watch_texel(const struct check_access_at *at, const struct kernel_view *view, uint32_t lane,
                        uint32_t size_bytes)
{
    uint64_t offset;

    if (find_texel(at, view, lane, &offset)) {
        check_record(at, lane, offset, size_bytes, 0);
    } else {
        struct texel_coord coord = coord_of(at, view, lane);
        struct texel_bound bound = texel_outside(view, &coord);

        check_outside(at, lane,
                      &(struct check_asked){0, bound.value, bound.limit, {(uint32_t)bound.axis, coord.mip}});
    }
}

static void registers_of(const struct check_access_at *at, uint32_t lane, uint32_t rgba[4])
{
    for (unsigned c = 0; c < 4; c++)
        rgba[c] = lanes_value(at->strip, &at->step->src[4 + c], lane);
}

static bool same_texels(const struct check_access_at *at, uint32_t lane, uint32_t other, uint64_t offset,
                        uint32_t part)
{
    const struct kernel_view *view = &at->strip->group->dispatch->bindings->uavs[at->slot];
    uint64_t mine_at, other_at;
    uint32_t mine[4], theirs[4];
    uint8_t bytes[2][16];

    if (!view->format || !format_is_storable(view->format) || !find_texel(at, view, lane, &mine_at))
        return false;
    registers_of(at, lane, mine);
    format_store(view->format, bytes[0], mine);
    memcpy(bytes[1], at->memory->data + mine_at, view->format->block_bytes);
    if (other != LANE_NONE && find_texel(at, view, other, &other_at) && other_at == mine_at) {
        registers_of(at, other, theirs);
        format_store(view->format, bytes[1], theirs);
    }
    return !memcmp(bytes[0], bytes[1], view->format->block_bytes);
}

static void watch_texels(struct lanes_strip *strip, const struct lanes_step *step, enum check_access access)
{
    const struct kernel_view *view;
    struct check_access_at at;
    struct check_lanes list;
    bool common;

    check_open(&at, strip, step, access);
    at.same = same_texels;
    at.first_value = 4;
    check_list_lanes(strip, access == CHECK_READ && check_alike(step, step->ir->flags & LANE_SAMPLE ? 5 : 4),
                     &list);
    if (!check_common_view(&at, list.lane[0], &view, &common))
        return;
    for (uint32_t k = 0; k < list.count; k++) {
        if ((common || (view = check_view_of(&at, list.lane[k]))) && view->format)
            watch_texel(&at, view, list.lane[k], view->format->block_bytes);
    }
}

/* ---- atomics and counters ---- */

static void watch_atomic(struct check_access_at *at, const struct kernel_view *view, uint32_t lane)
{
    uint32_t first = lanes_value(at->strip, &at->step->src[0], lane);
    uint32_t second = lanes_value(at->strip, &at->step->src[1], lane);
    bool structured = view ? view->kind == KERNEL_VIEW_STRUCTURED_BUFFER : check_resource(at)->structured;
    struct spot spot;

    if (view && (view->kind == KERNEL_VIEW_TYPED_BUFFER || view->kind == KERNEL_VIEW_TEXTURE)) {
        watch_texel(at, view, lane, 4);
        return;
    }
    spot = find_spot(at, view, structured, first, second);
    if (spot.inside && spot.left >= 4)
        check_record(at, lane, spot.start, 4, 0);
    else
        check_outside(at, lane, &(struct check_asked){spot.offset, spot.element, spot.limit, {0}});
}

static void watch_atomics(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_view *view;
    struct check_access_at at;
    struct check_lanes list;
    bool common;

    check_open(&at, strip, step, CHECK_ATOMIC);
    at.first_value = 4;
    check_list_lanes(strip, false, &list);
    if (!check_common_view(&at, list.lane[0], &view, &common))
        return;
    for (uint32_t k = 0; k < list.count; k++) {
        if (common || (view = check_view_of(&at, list.lane[k])))
            watch_atomic(&at, view, list.lane[k]);
    }
}

/* Who counts the other way, if anybody does. */
static void watch_directions(const struct check_access_at *at, uint32_t lane, bool down)
{
    struct check_counter *counter = &at->check->counters[at->slot];
    struct check_finding finding = check_describe(at, CHECK_COUNTER_MIXED, lane);

    if (counter->instruction[down] == CHECK_NO_INSTRUCTION) {
        counter->instruction[down] = at->step->ir->origin;
        counter->actor[down] = finding.second;
    }
    if (counter->instruction[!down] == CHECK_NO_INSTRUCTION)
        return;
    finding.first = counter->actor[!down];
    check_add(at->check, &finding);
}

static void watch_counter(struct lanes_strip *strip, const struct lanes_step *step)
{
    bool down = step->ir->imm != 1;
    struct check_access_at at;
    struct check_lanes list;
    uint32_t counted = 0;

    check_open(&at, strip, step, CHECK_ATOMIC);
    check_list_lanes(strip, false, &list);
    for (uint32_t k = 0; k < list.count; k++) {
        const struct kernel_view *view = check_view_of(&at, list.lane[k]);
        struct check_finding finding;
        uint32_t value;

        if (!view || !view->counter || at.slot >= KERNEL_UAVS)
            continue;
        value = *view->counter + (down ? 0 - counted : counted);
        counted++;
        watch_directions(&at, list.lane[k], down);
        if (down ? value != 0 : value < view->element_count)
            continue;
        finding = check_describe(&at, down ? CHECK_COUNTER_BELOW : CHECK_COUNTER_PAST, list.lane[k]);
        finding.values[0] = value;
        finding.limit = view->element_count;
        check_add(at.check, &finding);
    }
}

/* ---- the bodies ---- */

/* Sums up what the step gave: of each lane and result, whichever lane it was computed in. */
static void trace(struct lanes_strip *strip, const struct lanes_step *step)
{
    struct check *check = check_of(strip);
    uint32_t passed = check->passed[check_wave(strip)];
    uint64_t sum = 0;

    if (!check->trace)
        return;
    passed = passed < CHECK_TRACE_EPOCHS ? passed : CHECK_TRACE_EPOCHS - 1;
    LANES_FOR_EACH(lane, strip)
    {
        uint64_t thread = check->group_linear << CHECK_POSITION_BITS |
                          lanes_thread_at(strip->kernel, strip->first_thread + lane);

        for (uint32_t d = 0; d < step->ir->dst_count; d++) {
            uint64_t bits = lanes_value(strip, &step->dst[d], lane) ^ (thread << 34 | (uint64_t)d << 32);

            bits *= UINT64_C(0x9E3779B97F4A7C15);
            sum += (bits ^ bits >> 31) * UINT64_C(0xBF58476D1CE4E5B9);
        }
    }
    check->trace->sums[(size_t)passed * check->trace->instr_count + step->ir->origin] += sum;
}

static bool is_watching(const struct lanes_strip *strip)
{
    return check_of(strip)->slots;
}

static void check_LOAD(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        watch_words(strip, step, CHECK_READ);
    go_on(strip, step);
    trace(strip, step);
}

static void check_STORE(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        watch_words(strip, step, CHECK_WRITE);
    go_on(strip, step);
}

static void check_LOAD_TYPED(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        watch_texels(strip, step, CHECK_READ);
    go_on(strip, step);
    trace(strip, step);
}

static void check_STORE_TYPED(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        watch_texels(strip, step, CHECK_WRITE);
    go_on(strip, step);
}

static void check_ATOMIC(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        watch_atomics(strip, step);
    go_on(strip, step);
    trace(strip, step);
}

static void check_COUNTER(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        watch_counter(strip, step);
    go_on(strip, step);
    trace(strip, step);
}

static void check_SAMPLE_VIEW(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        check_sample(strip, step);
    go_on(strip, step);
    trace(strip, step);
}

static void check_QUERY(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        check_query(strip, step);
    go_on(strip, step);
}

static void check_LOAD_ARRAY(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (is_watching(strip))
        check_array(strip, step, false);
    go_on(strip, step);
}

/* Those to the array that stands for registers are for the check alone. */
static void check_STORE_ARRAY(struct lanes_strip *strip, const struct lanes_step *step)
{
    bool registers = strip->kernel->program->arrays[step->ir->resource].slot == LANE_WATCH_SLOT;

    if (is_watching(strip))
        check_array(strip, step, !registers || !(step->ir->imm & LANE_WATCH_READ));
    if (!registers)
        go_on(strip, step);
}

/* Lanes that have returned do not reach the barrier either. */
static bool has_all_lanes(const struct lanes_strip *strip)
{
    uint32_t left = strip->kernel->thread_count - strip->first_thread;

    for (uint32_t i = 0; i < strip->words && left; i++) {
        uint32_t lanes = left < LANES_WAVE ? left : LANES_WAVE;

        if (strip->exec[i] != UINT32_MAX >> (LANES_WAVE - lanes))
            return false;
        left -= lanes;
    }
    return true;
}

static void check_BARRIER(struct lanes_strip *strip, const struct lanes_step *step)
{
    struct check *check = check_of(strip);

    if (is_watching(strip) && strip->full && !has_all_lanes(strip))
        lanes_event(strip, KERNEL_EVENT_DIVERGENT_BARRIER, step->ir->origin);
    go_on(strip, step);
    check->passed[check_wave(strip)]++;
    check->last_barrier = step->ir->origin;
}

static lanes_exec *body_of(const struct lanes_kernel *kernel, const struct lane_instr *instr)
{
    switch (instr->op) {
#define WATCHED(node)                                                                                        \
    case LANE_##node:                                                                                        \
        return check_##node
        WATCHED(LOAD);
        WATCHED(STORE);
        WATCHED(LOAD_TYPED);
        WATCHED(STORE_TYPED);
        WATCHED(ATOMIC);
        WATCHED(COUNTER);
        WATCHED(SAMPLE_VIEW);
        WATCHED(QUERY);
        WATCHED(LOAD_ARRAY);
        WATCHED(STORE_ARRAY);
        WATCHED(BARRIER);
#undef WATCHED
    default:
        return NULL;
    }
}

bool check_instrument(struct lanes_kernel *kernel, uint32_t kinds, struct dxbc_arena *arena)
{
    uint32_t count = kernel->program->instr_count;

    kernel->unwatched = dxbc_arena_alloc(arena, count, sizeof(*kernel->unwatched));
    if (!kernel->unwatched)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        lanes_exec *body = body_of(kernel, &kernel->program->instrs[i]);

        if (!body && kinds & (CHECK_BIT(CHECK_NOT_A_NUMBER) | CHECK_BIT(CHECK_INFINITE)))
            body = check_numbers_body(&kernel->program->instrs[i]);
        kernel->unwatched[i] = kernel->steps[i].exec;
        if (body)
            kernel->steps[i].exec = body;
    }
    return true;
}
