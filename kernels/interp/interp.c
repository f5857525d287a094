/*
 * The machine that shaders see: a group cut into waves of 32 lanes by flattened index.
 *
 * Between two barriers the waves run one after another in ascending order; within a wave all active lanes
 * execute an instruction before the next one starts. A barrier parks a wave with all its state. Only when
 * every wave is parked or done do they go on: lanes that have ended count as arrived. Waves parked at
 * different barriers, and lanes of one wave that have not come along, are what Direct3D forbids; it is
 * reported and the barrier counts as reached.
 *
 * vCycleCounter counts the instructions that the wave has executed with at least one lane active, the reading
 * one included: the same number in every run and for every executor.
 */
#include <string.h>

#include "interp.h"

enum { POLL_INTERVAL = 2048 };

void interp_poll(struct interp_wave *wave, uint32_t pc)
{
    const atomic_bool *stop = wave->group->dispatch->stop;

    wave->budget = POLL_INTERVAL;
    if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
        wave->state = WAVE_STOPPED;
        wave->stopped_at = pc;
    }
}

void interp_event(struct interp_wave *wave, enum kernel_event event, uint32_t instr)
{
    struct interp_group *group = wave->group;
    uint32_t bit = 1u << (instr % 32), *word = &group->reported[instr / 32];

    if (*word & bit)
        return;
    *word |= bit;
    if (group->dispatch->event)
        group->dispatch->event(group->dispatch->user, event, instr, group->id);
}

void interp_run_nothing(struct interp_wave *wave, const struct interp_instr *instr)
{
}

/* ---- waves ---- */

static struct interp_wave *wave_at(const struct interp_kernel *kernel, uint8_t *scratch, uint32_t number)
{
    return (struct interp_wave *)(scratch + kernel->waves_offset + number * kernel->wave_bytes);
}

static size_t align64(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

/* Carves a wave's tables out of its part of the scratch memory, as lay_out_scratch sized them. */
static void place_tables(struct interp_wave *wave, const struct interp_kernel *kernel)
{
    uint8_t *at = (uint8_t *)wave + align64(sizeof(*wave));

    wave->flow = (struct interp_flow *)at;
    at += align64(kernel->flow_limit * sizeof(*wave->flow));
    wave->labels = (uint32_t(*)[INTERP_LANES])at;
    at += align64(kernel->switch_limit * sizeof(*wave->labels));
    wave->rows = (uint32_t *)at;
}

static void set_thread_ids(struct interp_wave *wave, uint32_t first_thread, uint32_t lanes)
{
    const uint32_t *size = wave->kernel->program->thread_group, *group = wave->group->id;
    uint32_t at[3] = {first_thread % size[0], first_thread / size[0] % size[1],
                      first_thread / size[0] / size[1]};

    for (uint32_t lane = 0; lane < lanes; lane++) {
        for (unsigned axis = 0; axis < 3; axis++) {
            interp_row_at(wave, INTERP_ROW_THREAD_ID_IN_GROUP + axis)[lane] = at[axis];
            interp_row_at(wave, INTERP_ROW_GROUP_ID + axis)[lane] = group[axis];
            interp_row_at(wave, INTERP_ROW_THREAD_ID + axis)[lane] = group[axis] * size[axis] + at[axis];
        }
        interp_row_at(wave, INTERP_ROW_FLATTENED)[lane] = first_thread + lane;
        if (++at[0] == size[0]) {
            at[0] = 0;
            if (++at[1] == size[1]) {
                at[1] = 0;
                at[2]++;
            }
        }
    }
}

static void start_wave(struct interp_wave *wave, struct interp_group *group, uint32_t number)
{
    const struct interp_kernel *kernel = group->kernel;
    uint32_t first_thread = number * INTERP_LANES, left = kernel->thread_count - first_thread;
    uint32_t lanes = left < INTERP_LANES ? left : INTERP_LANES;

    *wave = (struct interp_wave){.group = group, .kernel = kernel, .budget = POLL_INTERVAL};
    place_tables(wave, kernel);
    wave->exec = UINT32_MAX >> (INTERP_LANES - lanes);
    wave->alive = wave->exec;
    memset(wave->rows, 0, kernel->row_count * sizeof(uint32_t[INTERP_LANES]));
    set_thread_ids(wave, first_thread, lanes);
}

/* Runs until the wave stands at a barrier, is done or was stopped. */
static void run_wave(struct interp_wave *wave)
{
    const struct interp_instr *instrs = wave->kernel->instrs;

    while (wave->state == WAVE_RUNNING) {
        const struct interp_instr *instr;

        if (!wave->exec) {
            interp_wake(wave);
            continue;
        }
        instr = &instrs[wave->pc];
        if (--wave->budget == 0) {
            interp_poll(wave, wave->pc);
            if (wave->state != WAVE_RUNNING)
                return;
        }
        wave->pc++;
        wave->cycles += instr->cost;
        if (wave->group->dispatch->observer)
            interp_observe(wave, instr);
        else
            instr->run(wave, instr);
    }
}

/* ---- groups ---- */

/* Every wave is parked or done: lets the parked ones go on. False when all are done. */
static bool pass_barrier(const struct interp_kernel *kernel, uint8_t *scratch)
{
    struct interp_wave *first = NULL;

    for (uint32_t i = 0; i < kernel->wave_count; i++) {
        struct interp_wave *wave = wave_at(kernel, scratch, i);

        if (wave->state != WAVE_AT_BARRIER)
            continue;
        if (!first)
            first = wave;
        else if (wave->pc != first->pc)
            interp_event(wave, KERNEL_EVENT_DIVERGENT_BARRIER, wave->pc - 1);
        wave->state = WAVE_RUNNING;
    }
    return first;
}

static enum kernel_status run_waves(struct interp_group *group, uint8_t *scratch, uint32_t *instruction)
{
    const struct interp_kernel *kernel = group->kernel;
    bool started = false;

    do {
        for (uint32_t i = 0; i < kernel->wave_count; i++) {
            struct interp_wave *wave = wave_at(kernel, scratch, kernel->has_barrier ? i : 0);

            if (!started)
                start_wave(wave, group, i);
            run_wave(wave);
            if (wave->state == WAVE_STOPPED) {
                *instruction = wave->stopped_at;
                return KERNEL_STOPPED;
            }
        }
        started = true;
    } while (kernel->has_barrier && pass_barrier(kernel, scratch));
    return KERNEL_DONE;
}

enum kernel_status interp_run_group(const struct interp_kernel *kernel,
                                    const struct kernel_dispatch *dispatch, const uint32_t group[3],
                                    void *scratch, uint32_t *instruction)
{
    uint8_t *bytes = scratch;
    struct interp_group state = {
        .kernel = kernel,
        .dispatch = dispatch,
        .id = {group[0], group[1], group[2]},
        .shared = bytes,
        .reported = (uint32_t *)(bytes + kernel->reported_offset),
    };

    memset(bytes, 0, kernel->waves_offset); /* shared memory and the bits of reported events */
    return run_waves(&state, bytes, instruction);
}
