/*
 * Narrow regions: where somebody can see the order of waves, those of a wide strip run one after another,
 * each as a strip of its own on its part of the strip's rows, masks and labels.
 *
 * The analyses make sure that all waves take the same way through flow that looks uniform and hold the same
 * splats across barriers (lane_order.c). So each wave starts from the strip's flow and crossing splats, and
 * at the barrier those of any wave serve the strip again.
 */
#include <string.h>

#include "lanes.h"

/* What a wave runs in. */
struct room {
    struct lanes_strip *wave;
    struct lanes_flow *flow;
    struct lanes_flow *parked; /* of the first wave at the barrier */
    uint32_t *splats;          /* crossing ones, as they stood before the first wave */
};

static struct room open_room(const struct lanes_kernel *kernel, uint8_t *bytes)
{
    struct lanes_flow *flow = (struct lanes_flow *)(bytes + kernel->wave_flow_offset);

    return (struct room){(struct lanes_strip *)bytes, flow, flow + kernel->flow_limit,
                         (uint32_t *)(bytes + kernel->wave_splats_offset)};
}

/* Where the strip stands before the first wave. */
struct start {
    uint32_t pc, flow_depth, switch_depth;
};

static void open_wave(const struct lanes_strip *strip, const struct room *room, const struct start *start,
                      uint32_t number)
{
    struct lanes_strip *wave = room->wave;
    uint32_t from = number * LANES_WAVE;

    wave->base[LANES_THREADS] = strip->base[LANES_THREADS] + from;
    wave->base[LANES_FRAME] = strip->base[LANES_FRAME] + from;
    wave->base[LANES_STRIP] = strip->base[LANES_STRIP] + from;
    wave->masks = strip->masks + number;
    wave->labels = strip->labels + from;
    wave->first_thread = strip->first_thread + from;
    wave->pc = start->pc;
    wave->state = STRIP_RUNNING;
    wave->flow_depth = start->flow_depth;
    wave->switch_depth = start->switch_depth;
    wave->exec[0] = strip->exec[number];
    wave->alive[0] = strip->alive[number];
    memcpy(wave->flow, strip->flow, start->flow_depth * sizeof(*wave->flow));
    memcpy(wave->base[LANES_STRIP_SPLATS], room->splats, lanes_splat_bytes(strip->kernel, true));
    lanes_settle(wave);
}

/* A wave that is done holds nothing at the barrier: constructs may be open that it never entered. */
static void clear_masks(const struct lanes_strip *strip, uint32_t number)
{
    for (uint32_t i = 0; i < 2 * strip->flow_depth; i++)
        strip->masks[(size_t)i * strip->kernel->words + number] = 0;
}

/* The strip stands where its waves do. */
static void close_strip(struct lanes_strip *strip, const struct room *room)
{
    memcpy(strip->flow, room->parked, strip->flow_depth * sizeof(*strip->flow));
    for (uint32_t i = 0; i < strip->words; i++) {
        if (!strip->exec[i])
            clear_masks(strip, i);
    }
    lanes_settle(strip);
}

/* The first wave at the barrier. */
static void park(struct lanes_strip *strip, const struct room *room)
{
    const struct lanes_strip *wave = room->wave;

    strip->state = STRIP_AT_BARRIER;
    strip->pc = wave->pc;
    strip->flow_depth = wave->flow_depth;
    strip->switch_depth = wave->switch_depth;
    memcpy(room->parked, wave->flow, wave->flow_depth * sizeof(*wave->flow));
}

void lanes_run_waves(struct lanes_strip *strip, uint8_t *bytes)
{
    struct room room = open_room(strip->kernel, bytes);
    struct start start = {strip->pc, strip->flow_depth, strip->switch_depth};
    struct lanes_strip *wave = room.wave;

    *wave = *strip;
    wave->words = 1;
    wave->flow = room.flow;
    memcpy(room.splats, strip->base[LANES_STRIP_SPLATS], lanes_splat_bytes(strip->kernel, true));
    strip->state = STRIP_DONE;
    for (uint32_t i = 0; i < strip->words; i++) {
        if (!strip->exec[i])
            continue; /* done before */
        open_wave(strip, &room, &start, i);
        lanes_run_strip(wave);
        strip->exec[i] = wave->exec[0];
        strip->alive[i] = wave->alive[0];
        if (wave->state == STRIP_STOPPED) {
            strip->state = STRIP_STOPPED;
            strip->stopped_at = wave->stopped_at;
            return;
        }
        if (wave->state == STRIP_AT_BARRIER && strip->state == STRIP_DONE)
            park(strip, &room);
    }
    if (strip->state == STRIP_AT_BARRIER)
        close_strip(strip, &room);
}
