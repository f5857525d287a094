/*
 * Registers: each thread has a stamp for each word of the x# that are indexed, and for each component of the
 * r# and x# that may be read before they are written (lower_watch.c): the group that wrote it last.
 */
#include "check_state.h"

#include "lower.h"

static void describe_register(struct check_finding *finding, uint32_t name, uint32_t component)
{
    bool array = name & LANE_WATCHED_X;

    finding->file = array ? DXBC_FILE_INDEXABLE_TEMP : DXBC_FILE_TEMP;
    finding->slot = array ? LANE_WATCHED_SLOT(name) : name;
    finding->values[0] = array ? LANE_WATCHED_INDEX(name) : 0;
    finding->values[1] = component;
}

static struct check_access_at open_array(struct lanes_strip *strip, const struct lanes_step *step, bool store)
{
    struct check *check = check_of(strip);

    return (struct check_access_at){
        .check = check,
        .strip = strip,
        .step = step,
        .access = store ? CHECK_WRITE : CHECK_READ,
        .file = DXBC_FILE_INDEXABLE_TEMP,
        .slot = strip->kernel->program->arrays[step->ir->resource].slot,
        .me = (uint64_t)check->group_first << 32 | step->ir->origin << CHECK_POSITION_BITS |
              strip->first_thread,
    };
}

void check_array(struct lanes_strip *strip, const struct lanes_step *step, bool store)
{
    struct check_access_at at = open_array(strip, step, store);
    const struct lane_program *program = strip->kernel->program;
    uint32_t count = program->arrays[step->ir->resource].count, first = 0, component = step->ir->imm & 3;
    struct check *check = at.check;

    for (uint32_t i = 0; i < step->ir->resource; i++)
        first += 4 * program->arrays[i].count;
    LANES_FOR_EACH(lane, strip)
    {
        uint32_t index = lanes_value(strip, &step->src[0], lane);
        struct check_finding finding;
        uint32_t *stamp;

        if (index < count) {
            stamp = &check->array_stamps[(size_t)(first + 4 * index + component) * CHECK_POSITIONS +
                                         strip->first_thread + lane];
            if (store)
                *stamp = check->group_first;
            if (*stamp == check->group_first)
                continue;
        }
        finding = check_describe(&at, index < count ? CHECK_UNWRITTEN_REGISTER : CHECK_INDEX_OUTSIDE, lane);
        finding.values[0] = index;
        finding.values[1] = component;
        finding.limit = count;
        if (at.slot == LANE_WATCH_SLOT)
            describe_register(&finding, lanes_value(strip, &step->src[1], lane), component);
        check_add(check, &finding);
    }
}
