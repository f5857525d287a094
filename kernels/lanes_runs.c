/*
 * Accesses whose places go up evenly from lane to lane: words are moved by take and put of lane_table.h,
 * without a row of word numbers and a look at each lane.
 *
 * The pattern that the analysis found (lane_affine.c) says how far each run of lanes reaches: all of them, or
 * those of one y and z. A run is taken when its first and last lane are inside and nothing wraps round
 * between them; then everybody else is inside as well.
 */
#include "lanes_memory.h"

enum { SHORTEST = 8, MOST_RUNS = LANES_MAX_LANES / SHORTEST + 1 };

struct runs {
    uint32_t count;
    int32_t stride; /* words */
    struct {
        uint32_t lane, lanes;
        uint32_t *words; /* of the first lane's component 0 */
    } list[MOST_RUNS];
};

static bool all_active(const struct lanes_strip *strip)
{
    for (uint32_t i = strip->low; i < strip->high; i++) {
        if (strip->exec[i] != UINT32_MAX)
            return false;
    }
    return true;
}

/* Words from lane to lane along a run; false when numbers wrap round in it, or bytes do not make words. */
static bool find_stride(const struct lanes_strip *strip, const struct lanes_step *step,
                        const struct lanes_common *common, uint32_t lane, uint32_t lanes, int64_t *stride)
{
    bool by_offset = !common->structured || !step->src[0].step;
    const struct lanes_place *number = &step->src[common->structured && by_offset];
    uint32_t first = lanes_value(strip, number, lane);
    int32_t rise = (int32_t)(lanes_value(strip, number, lane + 1) - first);

    if (first + (int64_t)rise * (lanes - 1) != lanes_value(strip, number, lane + lanes - 1) ||
        (by_offset && rise % 4))
        return false;
    *stride = by_offset ? rise / 4 : (int64_t)rise * common->stride;
    return *stride >= INT16_MIN && *stride <= INT16_MAX;
}

static bool add_run(const struct lanes_strip *strip, const struct lanes_step *step,
                    const struct lanes_common *common, uint32_t last_place, uint32_t lane, uint32_t lanes,
                    struct runs *runs)
{
    uint32_t first, last;
    int64_t stride;

    if (!lanes_word_of(strip, step, common, lane, last_place, &first) ||
        !lanes_word_of(strip, step, common, lane + lanes - 1, last_place, &last))
        return false;
    if (lanes > 1) {
        if (!find_stride(strip, step, common, lane, lanes, &stride) ||
            (runs->stride != INT32_MAX && runs->stride != stride))
            return false;
        runs->stride = (int32_t)stride;
    }
    runs->list[runs->count].lane = lane;
    runs->list[runs->count].lanes = lanes;
    runs->list[runs->count++].words = common->memory.words + first;
    return true;
}

static bool find_runs(const struct lanes_strip *strip, const struct lanes_step *step,
                      const struct lanes_common *common, uint32_t components, struct runs *runs)
{
    uint32_t lane = strip->low * LANES_WAVE, end = strip->high * LANES_WAVE, length = end - lane, lanes;
    uint32_t row = strip->kernel->program->dxbc->thread_group[0], last = lanes_last_place(step, components);

    runs->count = 0;
    runs->stride = INT32_MAX;
    if (step->ir->pattern == LANE_PATTERN_ANY || (step->ir->pattern == LANE_PATTERN_ROWS && row < SHORTEST) ||
        (common->structured && step->src[0].step && step->src[1].step) || strip->kernel->thread_of ||
        !all_active(strip))
        return false;
    for (; lane < end; lane += lanes) {
        if (step->ir->pattern == LANE_PATTERN_ROWS)
            length = row - (strip->first_thread + lane) % row;
        lanes = length < end - lane ? length : end - lane;
        if (!add_run(strip, step, common, last, lane, lanes, runs))
            return false;
    }
    return true;
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
        strip->kernel->table.take(dst, step->ir->place, components, runs.list[i].words, runs.stride,
                                  runs.list[i].lanes);
    }
    return true;
}

static bool meets(struct lanes_strip *strip, const struct lanes_step *step, const struct runs *runs,
                  uint32_t span)
{
    const uint32_t *from = runs->list[0].words, *to = from;

    for (uint32_t i = 0; i < runs->count; i++) {
        const uint32_t *first = runs->list[i].words,
                       *last = first + (ptrdiff_t)runs->stride * (int32_t)(runs->list[i].lanes - 1);
        const uint32_t *low = first < last ? first : last, *high = (first < last ? last : first) + span;

        from = low < from ? low : from;
        to = high > to ? high : to;
    }
    return lanes_meets(strip, step, from, to);
}

bool lanes_store_runs(struct lanes_strip *strip, const struct lanes_step *step,
                      const struct lanes_common *common, uint32_t first, uint32_t values)
{
    uint32_t span = lanes_last_place(step, values) + 1;
    struct runs runs;

    /* lanes of a run must not meet; one run after another is in the order of lanes */
    if (!values || !find_runs(strip, step, common, values, &runs) ||
        (uint32_t)(runs.stride < 0 ? -runs.stride : runs.stride) < span)
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
        strip->kernel->table.put(runs.list[i].words, runs.stride, src, steps, step->ir->place, values,
                                 runs.list[i].lanes);
    }
    return true;
}
