/*
 * Accesses whose places go up evenly from lane to lane: words are moved by take and put of lane_table.h,
 * without a row of word numbers and a look at each lane.
 *
 * The pattern that the analysis found (lane_affine.c) says how far lanes go together: all of them, or those
 * of one y and z, a row of threads. Each source goes up evenly on its own. So along a row its values are
 * inside where those of the first and the last lane are and nothing wraps round between them; where the rows
 * go up evenly as well, the whole strip is a grid of which the corners say the same. Otherwise each row is a
 * run of its own.
 */
#include "lanes_memory.h"

enum { SHORTEST = 8, NARROWEST = 4, MOST_RUNS = LANES_MAX_LANES / SHORTEST + 1 };

struct runs {
    uint32_t count;
    struct {
        uint32_t lane;
        uint32_t *words; /* of the first lane's component 0 */
        struct lane_grid grid;
    } list[MOST_RUNS];
};

/* What all runs of an access share. */
struct access {
    const struct lanes_strip *strip;
    const struct lanes_step *step;
    const struct lanes_common *common;
    uint32_t last_place; /* the highest of its components */
};

static bool all_active(const struct lanes_strip *strip)
{
    for (uint32_t i = strip->low; i < strip->high; i++) {
        if (strip->exec[i] != UINT32_MAX)
            return false;
    }
    return true;
}

/* ---- one run ---- */

/* How much a source goes up along the rows of lanes from `lane` on and from row to row; false when it wraps
 * round. */
static bool find_rises(const struct access *a, uint32_t s, uint32_t lane, const struct lane_grid *grid,
                       int64_t *along, int64_t *across)
{
    const struct lanes_place *place = &a->step->src[s];
    uint32_t last = grid->row - 1, last_row = grid->rows - 1, under = lane + last_row * grid->row;
    int64_t first = lanes_value(a->strip, place, lane);

    *along = last ? (int32_t)(lanes_value(a->strip, place, lane + 1) - (uint32_t)first) : 0;
    *across = last_row ? (int32_t)(lanes_value(a->strip, place, lane + grid->row) - (uint32_t)first) : 0;
    return first + *along * last == lanes_value(a->strip, place, lane + last) &&
           first + *across * last_row == lanes_value(a->strip, place, under) &&
           first + *along * last + *across * last_row == lanes_value(a->strip, place, under + last);
}

static bool set_distances(const struct access *a, uint32_t lane, struct lane_grid *grid)
{
    bool structured = a->common->structured;
    int64_t stride = 0, pitch = 0, along, across;

    for (uint32_t s = 0; s < (structured ? 2 : 1); s++) {
        int64_t words = structured && s == 0 ? a->common->stride : 0;

        if (!find_rises(a, s, lane, grid, &along, &across) || (!words && (along % 4 || across % 4)))
            return false;
        stride += words ? along * words : along / 4;
        pitch += words ? across * words : across / 4;
    }
    if (stride < INT16_MIN || stride > INT16_MAX || pitch < INT32_MIN || pitch > INT32_MAX)
        return false;
    grid->stride = (int32_t)stride;
    grid->pitch = (int32_t)pitch;
    return true;
}

/* Rows of lanes from `lane` on; grid: how many and how long. */
static bool add_run(const struct access *a, uint32_t lane, struct lane_grid grid, struct runs *runs)
{
    uint32_t last = grid.row - 1, under = lane + (grid.rows - 1) * grid.row, first, word;

    if (!lanes_word_of(a->strip, a->step, a->common, lane, a->last_place, &first) ||
        !lanes_word_of(a->strip, a->step, a->common, lane + last, a->last_place, &word) ||
        !lanes_word_of(a->strip, a->step, a->common, under, a->last_place, &word) ||
        !lanes_word_of(a->strip, a->step, a->common, under + last, a->last_place, &word) ||
        !set_distances(a, lane, &grid))
        return false;
    if (grid.pitch == (int64_t)grid.stride * grid.row) {
        grid.row *= grid.rows;
        grid.rows = 1;
        grid.pitch = 0;
    }
    runs->list[runs->count].lane = lane;
    runs->list[runs->count].words = a->common->memory.words + first;
    runs->list[runs->count++].grid = grid;
    return true;
}

/* ---- all runs of a strip ---- */

/* Does a source go up evenly from row to row, beyond one z as well? */
static bool is_even_across(const struct lanes_kernel *kernel, lane_value value)
{
    const uint32_t *size = kernel->program->group_size;
    int32_t step[3];

    return lane_step_of(kernel->program, value, step) &&
           (lane_is_constant(value) || !kernel->program->regs[value].loose) &&
           (size[2] == 1 || step[2] == (int64_t)step[1] * size[1]);
}

/* The rows of threads that the active waves are; false when they are none, or uneven. */
static bool find_grid(const struct access *a, uint32_t lane, uint32_t lanes, struct lane_grid *grid)
{
    uint32_t row = a->strip->kernel->program->group_size[0];

    *grid = (struct lane_grid){.row = row, .rows = lanes / row};
    return row >= NARROWEST && lanes % row == 0 && (a->strip->first_thread + lane) % row == 0 &&
           is_even_across(a->strip->kernel, a->step->ir->src[0]) &&
           (!a->common->structured || is_even_across(a->strip->kernel, a->step->ir->src[1]));
}

static bool find_runs(const struct lanes_strip *strip, const struct lanes_step *step,
                      const struct lanes_common *common, uint32_t components, struct runs *runs)
{
    struct access a = {strip, step, common, lanes_last_place(step, components)};
    uint32_t lane = strip->low * LANES_WAVE, end = strip->high * LANES_WAVE, lanes;
    uint32_t row = strip->kernel->program->group_size[0];
    bool both = common->structured && step->src[0].step && step->src[1].step;
    struct lane_grid grid;

    runs->count = 0;
    if (step->ir->pattern == LANE_PATTERN_ANY || strip->kernel->thread_of || !all_active(strip))
        return false;
    if (step->ir->pattern != LANE_PATTERN_ROWS && !both)
        return add_run(&a, lane, (struct lane_grid){.row = end - lane, .rows = 1}, runs);
    if (find_grid(&a, lane, end - lane, &grid) && add_run(&a, lane, grid, runs))
        return true;
    for (; lane < end && row >= SHORTEST; lane += lanes) {
        lanes = row - (strip->first_thread + lane) % row;
        if (lanes > end - lane)
            lanes = end - lane;
        if (!add_run(&a, lane, (struct lane_grid){.row = lanes, .rows = 1}, runs))
            return false;
    }
    return lane == end;
}

bool lanes_load_runs(const struct lanes_strip *strip, const struct lanes_step *step,
                     const struct lanes_common *common)
{
    uint32_t *dst[4], components = step->ir->dst_count;
    struct runs runs;

    if (!find_runs(strip, step, common, components, &runs))
        return false;
    for (uint32_t i = 0; i < runs.count; i++) {
        for (uint32_t d = 0; d < components; d++)
            dst[d] = lanes_at(strip, &step->dst[d]) + runs.list[i].lane;
        strip->kernel->table.take(dst, step->ir->place, components, runs.list[i].words, &runs.list[i].grid);
    }
    return true;
}

static bool meets(struct lanes_strip *strip, const struct lanes_step *step, const struct runs *runs,
                  uint32_t span)
{
    const uint32_t *from = runs->list[0].words, *to = from;

    if (strip->watch != LANES_WATCH_STORES)
        return false;
    for (uint32_t i = 0; i < runs->count; i++) {
        const struct lane_grid *grid = &runs->list[i].grid;
        ptrdiff_t along = (ptrdiff_t)grid->stride * (int32_t)(grid->row - 1),
                  across = (ptrdiff_t)grid->pitch * (int32_t)(grid->rows - 1);
        const uint32_t *low = runs->list[i].words + (along < 0 ? along : 0) + (across < 0 ? across : 0),
                       *high =
                           runs->list[i].words + (along > 0 ? along : 0) + (across > 0 ? across : 0) + span;

        from = low < from ? low : from;
        to = high > to ? high : to;
    }
    return lanes_meets(strip, step, from, to);
}

/* Lanes of a row must not meet; one row after another is in the order of lanes. */
static bool lanes_stay_apart(const struct runs *runs, uint32_t span)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        int32_t stride = runs->list[i].grid.stride;

        if ((uint32_t)(stride < 0 ? -stride : stride) < span && runs->list[i].grid.row > 1)
            return false;
    }
    return true;
}

bool lanes_store_runs(struct lanes_strip *strip, const struct lanes_step *step,
                      const struct lanes_common *common, uint32_t first, uint32_t values)
{
    uint32_t span = lanes_last_place(step, values) + 1;
    struct runs runs;

    if (!values || !find_runs(strip, step, common, values, &runs) || !lanes_stay_apart(&runs, span))
        return false;
    if (meets(strip, step, &runs, span))
        return true;
    for (uint32_t i = 0; i < runs.count; i++) {
        const uint32_t *src[4];
        size_t steps[4];

        for (uint32_t k = 0; k < values; k++) {
            const struct lanes_place *value = &step->src[first + k];

            steps[k] = value->step;
            src[k] = lanes_at(strip, value) + (runs.list[i].lane & value->step);
        }
        strip->kernel->table.put(runs.list[i].words, &runs.list[i].grid, src, steps, step->ir->place, values);
    }
    return true;
}
