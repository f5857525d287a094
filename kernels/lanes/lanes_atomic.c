/*
 * Atomics and counters of the lane executor.
 *
 * Atomics on raw and structured memory of one view, and on shared memory, go by rows of word numbers; on
 * typed views and views that differ from lane to lane they go lane by lane. Lanes take their turns in
 * ascending order.
 */
#include "atomic.h"
#include "format.h"
#include "lanes_memory.h"
#include "texel.h"

/* Only 32-bit integers have atomics; R32_FLOAT can be exchanged. */
static bool has_atomics(const struct format_info *format, enum atomic_op op)
{
    if (!format)
        return false;
    return format->number == FORMAT_R32_UINT || format->number == FORMAT_R32_SINT ||
           (format->number == FORMAT_R32_FLOAT && op == ATOMIC_EXCHANGE);
}

static uint32_t *typed_word(struct lanes_strip *strip, const struct lanes_step *step,
                            const struct kernel_view *view, uint32_t lane)
{
    struct texel_coord coord = lanes_coord_of(strip, step, texel_dimension(view), lane);
    struct texel_place place;

    if (!has_atomics(view->format, (enum atomic_op)step->ir->imm)) {
        lanes_event(strip, KERNEL_EVENT_VIEW_MISMATCH, step->ir->origin);
        return NULL;
    }
    return texel_locate(view, &coord, &place) ? (uint32_t *)place.data : NULL;
}

/* Does no other core touch the view's memory meanwhile? */
static bool is_alone(const struct lanes_strip *strip, const struct kernel_view *view)
{
    return strip->group->dispatch->alone || view->alone;
}

/* The word that a lane's atomic works on; NULL: none. */
static uint32_t *atomic_word(struct lanes_strip *strip, const struct lanes_step *step,
                             const struct kernel_view *common, uint32_t lane)
{
    bool structured = lanes_resource_of(strip, step)->structured;
    uint32_t first = lanes_value(strip, &step->src[0], lane);
    struct memory_window window;

    if (!lanes_is_shared(strip, step)) {
        const struct kernel_view *view = lanes_view_of(strip, step, common, lane);
        if (view->kind == KERNEL_VIEW_NONE)
            return NULL;
        if (view->kind == KERNEL_VIEW_TYPED_BUFFER || view->kind == KERNEL_VIEW_TEXTURE)
            return typed_word(strip, step, view, lane);
        structured = view->kind == KERNEL_VIEW_STRUCTURED_BUFFER;
    }
    if (!structured) {
        window = lanes_raw_window(strip, step, common, lane);
        return memory_word(&window, first);
    }
    window = lanes_structure_window(strip, step, common, lane, first);
    return memory_word(&window, lanes_value(strip, &step->src[1], lane));
}

/* Words of one memory, for the lanes from the first active wave on. */
struct atomic_row {
    struct lane_memory memory;
    const uint32_t *number, *value, *expected;
    size_t number_step, value_step, expected_step;
    uint32_t *old; /* of all lanes of the strip */
};

/* Raw and structured memory of one view, or shared memory; false: lane by lane. */
static bool open_atomic_row(struct lanes_strip *strip, const struct lanes_step *step,
                            const struct kernel_view *view, struct lanes_common *common)
{
    if (lanes_is_shared(strip, step))
        return lanes_common_memory(strip, step, NULL, lanes_resource_of(strip, step)->structured, common);
    if (!view || (view->kind != KERNEL_VIEW_RAW_BUFFER && view->kind != KERNEL_VIEW_STRUCTURED_BUFFER))
        return false;
    return lanes_common_memory(strip, step, view, view->kind == KERNEL_VIEW_STRUCTURED_BUFFER, common);
}

/* Stamped for each operation of memory that no other core looks at. */
static inline __attribute__((always_inline)) void
apply_row_local(const struct lanes_strip *strip, const struct atomic_row *row, enum atomic_op op)
{
    uint32_t from = strip->low * LANES_WAVE;

    LANES_FOR_EACH(lane, strip)
    {
        uint32_t i = lane - from, number = row->number[i & row->number_step], was = 0;

        if (number < row->memory.count) {
            was = row->memory.words[number];
            row->memory.words[number] = atomic_result(op, was, row->value[i & row->value_step],
                                                      row->expected[i & row->expected_step]);
        }
        row->old[lane] = was;
    }
}

static void apply_local(const struct lanes_strip *strip, const struct atomic_row *row, enum atomic_op op)
{
    switch (op) {
#define CASE(name)                                                                                           \
    case ATOMIC_##name:                                                                                      \
        apply_row_local(strip, row, ATOMIC_##name);                                                          \
        break;
        ATOMIC_COMMUTING(CASE)
        CASE(EXCHANGE)
        CASE(COMPARE_EXCHANGE)
#undef CASE
    }
}

static void apply_shared_by_cores(const struct lanes_strip *strip, const struct atomic_row *row,
                                  enum atomic_op op)
{
    uint32_t from = strip->low * LANES_WAVE;

    LANES_FOR_EACH(lane, strip)
    {
        uint32_t i = lane - from, number = row->number[i & row->number_step];

        row->old[lane] = number < row->memory.count
                             ? atomic_apply(op, &row->memory.words[number], row->value[i & row->value_step],
                                            row->expected[i & row->expected_step])
                             : 0;
    }
}

/* One word for all lanes, whose old values nobody wants: they come to one operation on it. */
static void apply_together(const struct lanes_strip *strip, const struct atomic_row *row, enum atomic_op op)
{
    uint32_t from = strip->low * LANES_WAVE, sum = 0;
    bool first = true;

    if (row->number[0] >= row->memory.count)
        return;
    LANES_FOR_EACH(lane, strip)
    {
        uint32_t value = row->value[(lane - from) & row->value_step];

        sum = first ? value : atomic_result(op, sum, value, 0);
        first = false;
    }
    atomic_apply(op, &row->memory.words[row->number[0]], sum, 0);
}

static void apply_row(struct lanes_strip *strip, const struct lanes_step *step,
                      const struct kernel_view *view, const struct lanes_common *common, uint32_t *old)
{
    uint32_t room[LANES_MAX_LANES] __attribute__((aligned(LANE_ALIGN)));
    const struct lanes_place *value = &step->src[4], *expected = value;
    enum atomic_op op = (enum atomic_op)step->ir->imm;
    uint32_t from = strip->low * LANES_WAVE;
    struct atomic_row row = {.memory = common->memory, .old = old};

    if (op == ATOMIC_COMPARE_EXCHANGE)
        expected = &step->src[5];
    row.number = lanes_first_words(strip, step, common, room, &row.number_step);
    row.value = lanes_at(strip, value) + (from & value->step);
    row.value_step = value->step;
    row.expected = lanes_at(strip, expected) + (from & expected->step);
    row.expected_step = expected->step;
    if (!row.number_step && !step->ir->dst_count && op < ATOMIC_EXCHANGE)
        apply_together(strip, &row, op);
    else if (lanes_is_shared(strip, step) || is_alone(strip, view))
        apply_local(strip, &row, op);
    else
        apply_shared_by_cores(strip, &row, op);
}

static void apply_slowly(struct lanes_strip *strip, const struct lanes_step *step,
                         const struct kernel_view *common, uint32_t *old)
{
    enum atomic_op op = (enum atomic_op)step->ir->imm;
    bool shared = lanes_is_shared(strip, step);

    LANES_FOR_EACH(lane, strip)
    {
        uint32_t *word = atomic_word(strip, step, common, lane);
        uint32_t value = lanes_value(strip, &step->src[4], lane);
        uint32_t expected = op == ATOMIC_COMPARE_EXCHANGE ? lanes_value(strip, &step->src[5], lane) : 0;

        if (!word)
            old[lane] = 0;
        else if (shared)
            old[lane] = atomic_apply_local(op, word, value, expected);
        else
            old[lane] = atomic_apply(op, word, value, expected);
    }
}

void lanes_ATOMIC(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_view *view = lanes_is_shared(strip, step) ? NULL : lanes_common_view(strip, step);
    uint32_t old[LANES_MAX_LANES];
    struct lanes_common common;

    if (lanes_write_meets(strip, step) || !lanes_take_ticket(strip, step))
        return;
    if (open_atomic_row(strip, step, view, &common))
        apply_row(strip, step, view, &common, old);
    else
        apply_slowly(strip, step, view, old);
    if (step->ir->dst_count)
        lanes_write(strip, &step->dst[0], old);
}

/* One addition for all lanes; each gets what it would have got in its turn. */
static void count_together(struct lanes_strip *strip, const struct kernel_view *view, uint32_t amount,
                           uint32_t *result)
{
    uint32_t lanes = 0, next;

    for (uint32_t i = strip->low; i < strip->high; i++)
        lanes += (uint32_t)__builtin_popcount(strip->exec[i]);
    next = atomic_apply(ATOMIC_ADD, view->counter, lanes * amount, 0) + (amount == 1 ? 0 : amount);
    LANES_FOR_EACH(lane, strip)
    {
        result[lane] = next;
        next += amount;
    }
}

/* Up: returns the old value; down: returns the new one. */
void lanes_COUNTER(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_view *common = lanes_common_view(strip, step);
    uint32_t amount = step->ir->imm, result[LANES_MAX_LANES];

    if (lanes_write_meets(strip, step) || !lanes_take_ticket(strip, step))
        return;
    if (common && common->counter) {
        count_together(strip, common, amount, result);
    } else {
        LANES_FOR_EACH(lane, strip)
        {
            const struct kernel_view *view = lanes_view_of(strip, step, common, lane);

            result[lane] = 0;
            if (view->counter)
                result[lane] =
                    atomic_apply(ATOMIC_ADD, view->counter, amount, 0) + (amount == 1 ? 0 : amount);
            else if (view->kind != KERNEL_VIEW_NONE)
                lanes_event(strip, KERNEL_EVENT_VIEW_MISMATCH, step->ir->origin);
        }
    }
    if (step->ir->dst_count)
        lanes_write(strip, &step->dst[0], result);
}
