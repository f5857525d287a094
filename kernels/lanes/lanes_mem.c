/*
 * Memory of the lane executor: raw and structured views, shared memory, queries.
 *
 * Raw and structured accesses of one view go by runs (lanes_runs.c), or become word numbers for the whole
 * row, then gathers and scatters of lane kernels. Everything else goes lane by lane, in ascending order:
 * views that differ from lane to lane, and stores of several words whose places may overlap between lanes.
 */
#include <string.h>

#include "lanes_memory.h"
#include "view_info.h"

/* ---- views ---- */

static const struct kernel_view empty_view;

const struct lane_resource *lanes_resource_of(const struct lanes_strip *strip, const struct lanes_step *step)
{
    return &strip->kernel->program->resources[step->ir->resource];
}

bool lanes_view_fits(const struct kernel_view *view, const struct lane_resource *resource)
{
    if (resource->any)
        return resource->any_kinds >> view->kind & 1;
    if (view->kind != resource->kind)
        return false;
    if (view->kind == KERNEL_VIEW_STRUCTURED_BUFFER)
        return view->stride == resource->stride;
    return view->kind != KERNEL_VIEW_TEXTURE || view->dimension == resource->dimension;
}

/* The view in a slot, an empty one for empty slots and views that do not fit; these are reported. */
static const struct kernel_view *view_in(struct lanes_strip *strip, const struct lanes_step *step,
                                         uint32_t slot)
{
    const struct bindings *bindings = strip->group->dispatch->bindings;
    const struct lane_resource *resource = lanes_resource_of(strip, step);
    const struct kernel_view *view;

    if (resource->file == DXBC_FILE_UAV)
        view = slot < KERNEL_UAVS ? &bindings->uavs[slot] : &empty_view;
    else
        view = slot < KERNEL_RESOURCES ? &bindings->resources[slot] : &empty_view;
    if (view->kind == KERNEL_VIEW_NONE || lanes_view_fits(view, resource))
        return view;
    lanes_event(strip, KERNEL_EVENT_VIEW_MISMATCH, step->ir->origin);
    return &empty_view;
}

static const struct lanes_place *slot_place(const struct lanes_step *step)
{
    return &step->src[step->ir->src_count - 1];
}

const struct kernel_view *lanes_common_view(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (!(step->ir->flags & LANE_SLOT))
        return view_in(strip, step, lanes_resource_of(strip, step)->slot);
    if (!slot_place(step)->step)
        return view_in(strip, step, lanes_value(strip, slot_place(step), 0));
    return NULL;
}

const struct kernel_view *lanes_view_of(struct lanes_strip *strip, const struct lanes_step *step,
                                        const struct kernel_view *common, uint32_t lane)
{
    return common ? common : view_in(strip, step, lanes_value(strip, slot_place(step), lane));
}

bool lanes_is_shared(const struct lanes_strip *strip, const struct lanes_step *step)
{
    return lanes_resource_of(strip, step)->file == DXBC_FILE_TGSM;
}

/* ---- windows: lane by lane ---- */

struct memory_window lanes_raw_window(struct lanes_strip *strip, const struct lanes_step *step,
                                      const struct kernel_view *common, uint32_t lane)
{
    const struct lane_resource *resource = lanes_resource_of(strip, step);

    if (lanes_is_shared(strip, step))
        return (struct memory_window){strip->group->shared + resource->offset, resource->size_bytes};
    return memory_raw(lanes_view_of(strip, step, common, lane));
}

struct memory_window lanes_structure_window(struct lanes_strip *strip, const struct lanes_step *step,
                                            const struct kernel_view *common, uint32_t lane, uint32_t index)
{
    const struct lane_resource *resource = lanes_resource_of(strip, step);

    if (lanes_is_shared(strip, step))
        return memory_shared_structure(strip->group->shared + resource->offset, resource->stride,
                                       resource->count, index);
    return memory_structure(lanes_view_of(strip, step, common, lane), index);
}

/* The window of an access and the byte offset within it. */
static struct memory_window window_at(struct lanes_strip *strip, const struct lanes_step *step,
                                      const struct kernel_view *common, uint32_t lane, uint64_t *offset)
{
    uint32_t first = lanes_value(strip, &step->src[0], lane);

    if (!(step->ir->flags & LANE_STRUCTURED)) {
        *offset = first;
        return lanes_raw_window(strip, step, common, lane);
    }
    *offset = lanes_value(strip, &step->src[1], lane);
    return lanes_structure_window(strip, step, common, lane, first);
}

static void load_slowly(struct lanes_strip *strip, const struct lanes_step *step,
                        const struct kernel_view *common)
{
    uint32_t rows[4][LANES_MAX_LANES];

    LANES_FOR_EACH_OF(lane, strip, step)
    {
        uint64_t offset;
        struct memory_window window = window_at(strip, step, common, lane, &offset);

        for (uint32_t d = 0; d < step->ir->dst_count; d++)
            rows[d][lane] = memory_load(&window, offset + 4 * step->ir->place[d]);
    }
    for (uint32_t d = 0; d < step->ir->dst_count; d++)
        lanes_write(strip, &step->dst[d], rows[d]);
}

static void store_slowly(struct lanes_strip *strip, const struct lanes_step *step,
                         const struct kernel_view *common)
{
    uint32_t first = step->ir->flags & LANE_STRUCTURED ? 2 : 1;
    uint32_t count = step->ir->src_count - first - (step->ir->flags & LANE_SLOT ? 1 : 0);

    if (lanes_give_up(strip, step))
        return;
    LANES_FOR_EACH(lane, strip)
    {
        uint64_t offset;
        struct memory_window window = window_at(strip, step, common, lane, &offset);

        for (uint32_t i = 0; i < count; i++)
            memory_store(&window, offset + 4 * step->ir->place[i],
                         lanes_value(strip, &step->src[first + i], lane));
    }
}

/* ---- whole rows ---- */

bool lanes_common_memory(struct lanes_strip *strip, const struct lanes_step *step,
                         const struct kernel_view *view, bool structured, struct lanes_common *common)
{
    const struct lane_resource *resource = lanes_resource_of(strip, step);
    uint64_t bytes = view ? view->size_bytes : resource->size_bytes, count;

    *common = (struct lanes_common){
        .structured = structured,
        .memory.words = (uint32_t *)(view ? view->data : strip->group->shared + resource->offset)};
    if (bytes / 4 >= UINT32_MAX)
        return false;
    if (structured) {
        common->stride = (view ? view->stride : resource->stride) / 4;
        if (!common->stride)
            return true; /* nothing is inside */
        common->count = view ? view->element_count : resource->count;
        count = bytes / 4 / common->stride;
        if (common->count > count)
            common->count = (uint32_t)count;
        common->memory.count = common->count * common->stride;
    } else {
        common->memory.count = (uint32_t)(bytes / 4);
    }
    return true;
}

struct splats {
    uint32_t word[3][LANE_SPLAT] __attribute__((aligned(LANE_ALIGN)));
};

/* Words of a structure from component c on. */
static uint32_t words_left(const struct lanes_common *common, uint32_t c)
{
    return c < common->stride ? common->stride - c : 0;
}

size_t lanes_word_numbers(struct lanes_strip *strip, const struct lanes_step *step,
                          const struct lanes_common *common, uint32_t c, uint32_t *out)
{
    uint32_t from = strip->low * LANES_WAVE;
    bool structured = common->structured;
    struct lane_args args = {.dst = {out}, .count = (strip->high - strip->low) * LANES_WAVE};
    size_t steps = 0;
    struct splats splats;

    for (uint32_t s = 0; s < (structured ? 2 : 1); s++) {
        args.src[s] = lanes_at(strip, &step->src[s]) + (from & step->src[s].step);
        args.step[s] = step->src[s].step;
        steps |= args.step[s];
    }
    lanes_splat(splats.word[0], structured ? common->count : 2);
    args.src[structured ? 2 : 1] = splats.word[0];
    if (structured) {
        lanes_splat(splats.word[1], common->stride);
        lanes_splat(splats.word[2], words_left(common, c));
        args.src[3] = splats.word[1];
        args.src[4] = splats.word[2];
    }
    if (!steps)
        args.count = LANES_WAVE;
    strip->kernel->table.run[structured ? LANE_PLACE : LANE_USHR](&args);
    return steps;
}

const uint32_t *lanes_first_words(struct lanes_strip *strip, const struct lanes_step *step,
                                  const struct lanes_common *common, uint32_t *room, size_t *number_step)
{
    const struct lanes_place *index = &step->src[0];

    if (!common->structured || common->stride != 1 || step->src[1].step ||
        lanes_value(strip, &step->src[1], 0) >= 4) {
        *number_step = lanes_word_numbers(strip, step, common, 0, room);
        return room;
    }
    *number_step = index->step;
    return lanes_at(strip, index) + (strip->low * LANES_WAVE & index->step);
}

/* The memory as seen from component c on. */
static struct lane_memory from_component(struct lane_memory memory, uint32_t c)
{
    if (memory.count <= c)
        return (struct lane_memory){NULL, 0};
    return (struct lane_memory){memory.words + c, memory.count - c};
}

/* Offsets that differ from lane to lane. */
static bool varies(const struct lanes_step *step)
{
    return step->ir->flags & LANE_STRUCTURED && step->src[1].step;
}

uint32_t lanes_last_place(const struct lanes_step *step, uint32_t components)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < components; i++)
        last = step->ir->place[i] > last ? step->ir->place[i] : last;
    return last;
}

/* Does each component need word numbers of its own, since some lane is inside with one and outside with
 * another? */
static bool ends_differ(struct lanes_strip *strip, const struct lanes_step *step,
                        const struct lanes_common *common, uint32_t components, const uint32_t *number)
{
    uint32_t count = (strip->high - strip->low) * LANES_WAVE, last = lanes_last_place(step, components);
    uint32_t other[LANES_MAX_LANES] __attribute__((aligned(LANE_ALIGN)));

    if (!varies(step) || !last)
        return false;
    lanes_word_numbers(strip, step, common, last, other);
    return memcmp(number, other, count * sizeof(*number)) != 0;
}

/* With one offset for all lanes, component c is inside for all of them or for none. */
static bool is_outside(const struct lanes_strip *strip, const struct lanes_step *step,
                       const struct lanes_common *common, uint32_t c)
{
    return step->ir->flags & LANE_STRUCTURED && !step->src[1].step &&
           lanes_value(strip, &step->src[1], 0) >> 2 >= words_left(common, c);
}

bool lanes_word_of(const struct lanes_strip *strip, const struct lanes_step *step,
                   const struct lanes_common *common, uint32_t lane, uint32_t c, uint32_t *word)
{
    uint32_t first = lanes_value(strip, &step->src[0], lane), offset;

    if (!common->structured) {
        *word = first >> 2;
        return c < common->memory.count && *word < common->memory.count - c;
    }
    offset = lanes_value(strip, &step->src[1], lane) >> 2;
    *word = first * common->stride + offset;
    return first < common->count && offset < words_left(common, c);
}

static void load_row(struct lanes_strip *strip, const struct lanes_step *step,
                     const struct lanes_common *common)
{
    uint32_t room[LANES_MAX_LANES] __attribute__((aligned(LANE_ALIGN)));
    const uint32_t *number;
    uint32_t *results[4], rows[3][LANES_MAX_LANES] __attribute__((aligned(LANE_ALIGN)));
    uint32_t from = strip->low * LANES_WAVE, count = (strip->high - strip->low) * LANES_WAVE;
    const uint32_t *mask = strip->full ? NULL : strip->exec + strip->low;
    size_t number_step;
    bool each;

    if (lanes_load_runs(strip, step, common))
        return;
    number = lanes_first_words(strip, step, common, room, &number_step);
    each = ends_differ(strip, step, common, step->ir->dst_count, number);
    for (uint32_t d = 0; d < step->ir->dst_count; d++) {
        uint32_t c = step->ir->place[d];
        struct lane_memory memory = from_component(common->memory, c);

        /* addresses are needed again while results may stand in their rows: those wait, but for the last */
        results[d] = each && d + 1 < step->ir->dst_count ? rows[d] : lanes_at(strip, &step->dst[d]) + from;
        if (each)
            lanes_word_numbers(strip, step, common, c, room);
        if (is_outside(strip, step, common, c))
            memory.count = 0;
        strip->kernel->table.gather(results[d], memory, number, number_step, mask, count);
    }
    for (uint32_t d = 0; each && d + 1 < step->ir->dst_count; d++) {
        struct lane_args args = {.dst = {lanes_at(strip, &step->dst[d]) + from},
                                 .src = {results[d]},
                                 .step = {SIZE_MAX},
                                 .mask = mask,
                                 .count = count};
        (mask ? strip->kernel->table.masked : strip->kernel->table.run)[LANE_MOV](&args);
    }
}

uint32_t lanes_value_count(const struct lanes_step *step)
{
    return step->ir->src_count - (step->ir->flags & LANE_STRUCTURED ? 2 : 1) -
           (step->ir->flags & LANE_SLOT ? 1 : 0);
}

/* Several words go component by component only when the lanes' places are the same or apart: structures are
 * with one offset for all, and so are places at the same distance from a multiple of the words that are
 * written. */
static bool places_apart(const struct lanes_strip *strip, const struct lanes_step *step,
                         const uint32_t *number, size_t number_step)
{
    uint32_t values = lanes_value_count(step), span = step->ir->place[values - 1] + 1u, phase = UINT32_MAX;

    if (values < 2 || !number_step || (step->ir->flags & LANE_STRUCTURED && !varies(step)))
        return true;
    LANES_FOR_EACH(lane, strip)
    {
        uint32_t mine = number[lane - strip->low * LANES_WAVE];

        if (mine == UINT32_MAX)
            continue; /* outside, with all its words */
        if (phase != UINT32_MAX && mine % span != phase)
            return false;
        phase = mine % span;
    }
    return true;
}

/* Do the words that the lanes store to meet others? */
static bool meets(struct lanes_strip *strip, const struct lanes_step *step, const struct lanes_common *common,
                  const uint32_t *number, size_t number_step)
{
    uint32_t span = lanes_last_place(step, lanes_value_count(step)) + 1, low = UINT32_MAX, high = 0;
    uint32_t from = strip->low * LANES_WAVE;

    if (strip->watch != LANES_WATCH_STORES)
        return false;
    LANES_FOR_EACH(lane, strip)
    {
        uint32_t word = number[(lane - from) & number_step];

        if (word >= common->memory.count)
            continue;
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    return low <= high &&
           lanes_meets(strip, step, common->memory.words + low, common->memory.words + high + span);
}

/* False: this has to go lane by lane. */
static bool store_row(struct lanes_strip *strip, const struct lanes_step *step,
                      const struct lanes_common *common)
{
    uint32_t room[LANES_MAX_LANES] __attribute__((aligned(LANE_ALIGN)));
    const uint32_t *number;
    uint32_t from = strip->low * LANES_WAVE, count = (strip->high - strip->low) * LANES_WAVE;
    uint32_t first = step->ir->flags & LANE_STRUCTURED ? 2 : 1;
    size_t number_step;
    bool each;

    if (!lanes_value_count(step) || lanes_store_runs(strip, step, common, first, lanes_value_count(step)))
        return true;
    number = lanes_first_words(strip, step, common, room, &number_step);
    each = ends_differ(strip, step, common, lanes_value_count(step), number);
    if (!places_apart(strip, step, number, number_step))
        return false;
    if (meets(strip, step, common, number, number_step))
        return true;
    for (uint32_t i = 0; i < lanes_value_count(step); i++) {
        const struct lanes_place *value = &step->src[first + i];
        uint32_t c = step->ir->place[i];

        if (is_outside(strip, step, common, c))
            continue;
        if (each)
            lanes_word_numbers(strip, step, common, c, room);
        strip->kernel->table.scatter(from_component(common->memory, c), number, number_step,
                                     lanes_at(strip, value) + (from & value->step), value->step,
                                     strip->every ? NULL : strip->exec + strip->low, count);
    }
    return true;
}

/* One view for all lanes, or shared memory. */
static bool open_row(struct lanes_strip *strip, const struct lanes_step *step, const struct kernel_view *view,
                     struct lanes_common *common)
{
    return (view || lanes_is_shared(strip, step)) &&
           lanes_common_memory(strip, step, view, step->ir->flags & LANE_STRUCTURED, common);
}

void lanes_LOAD(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_view *view = lanes_is_shared(strip, step) ? NULL : lanes_common_view(strip, step);
    struct lanes_common common;

    if (lanes_load_meets(strip, step))
        return;
    if (!(step->ir->flags & LANE_UNIFORM) && open_row(strip, step, view, &common))
        load_row(strip, step, &common);
    else
        load_slowly(strip, step, view);
}

void lanes_STORE(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_view *view = lanes_is_shared(strip, step) ? NULL : lanes_common_view(strip, step);
    struct lanes_common common;

    if (lanes_store_meets(strip, step))
        return;
    if (!open_row(strip, step, view, &common) || !store_row(strip, step, &common))
        store_slowly(strip, step, view);
}

/* ---- queries ---- */

static void query(const struct kernel_view *view, const struct dxbc_instr *dx, uint32_t argument,
                  uint32_t result[4])
{
    memset(result, 0, 4 * sizeof(*result));
    switch (dx->opcode) {
    case DXBC_OP_RESINFO:
        view_resource_info(view, argument, dx->return_type, result);
        break;
    case DXBC_OP_BUFINFO:
        view_buffer_info(view, result);
        break;
    case DXBC_OP_SAMPLEINFO:
        view_sample_info(view, dx->return_type, result);
        break;
    default: /* samplepos */
        view_sample_position(view, argument, result);
    }
}

void lanes_QUERY(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct dxbc_instr *dx = &strip->kernel->program->dxbc->instrs[step->ir->origin];
    const struct kernel_view *common = lanes_common_view(strip, step);
    uint32_t rows[4][LANES_MAX_LANES];

    LANES_FOR_EACH_OF(lane, strip, step)
    {
        uint32_t result[4];

        query(lanes_view_of(strip, step, common, lane), dx, lanes_value(strip, &step->src[0], lane), result);
        for (uint32_t d = 0; d < step->ir->dst_count; d++)
            rows[d][lane] = result[step->ir->place[d]];
    }
    for (uint32_t d = 0; d < step->ir->dst_count; d++)
        lanes_write(strip, &step->dst[d], rows[d]);
}
