/*
 * Steps of one thread for an observer: what its instructions read and what stands in their registers
 * afterwards.
 */
#include "interp.h"

/* The observed thread's lane in this wave, if it is active. */
static bool find_lane(const struct interp_wave *wave, uint32_t *lane)
{
    const struct kernel_observer *observer = wave->group->dispatch->observer;
    const uint32_t *flattened = interp_row_at(wave, INTERP_ROW_FLATTENED);

    for (unsigned axis = 0; axis < 3; axis++) {
        if (wave->group->id[axis] != observer->group[axis])
            return false;
    }
    *lane = observer->thread % INTERP_LANES;
    return flattened[*lane] == observer->thread && wave->exec >> *lane & 1;
}

static void add_value(struct kernel_step *step, const struct kernel_value *value)
{
    if (step->count < KERNEL_STEP_VALUES)
        step->values[step->count++] = *value;
}

static void add_sources(const struct interp_wave *wave, const struct interp_instr *instr, uint32_t lane,
                        struct kernel_step *step)
{
    for (uint8_t s = 0; s < instr->src_count; s++) {
        struct interp_rows rows;

        interp_fetch(wave, &instr->src[s], 15, &rows);
        for (uint8_t c = 0; c < 4; c++)
            add_value(step, &(struct kernel_value){
                                .source = true, .operand = s, .component = c, .bits = rows.row[c][lane]});
    }
}

static void add_results(const struct interp_wave *wave, const struct interp_instr *instr, uint32_t lane,
                        struct kernel_step *step)
{
    for (uint8_t d = 0; d < instr->dst_count; d++) {
        const struct interp_dest *dest = &instr->dst[d];
        uint32_t first = dest->first_row, index[INTERP_LANES];

        if (dest->indexed) {
            interp_fetch_index(wave, &dest->index, index);
            if (index[lane] >= dest->count)
                continue;
            first += 4 * index[lane];
        }
        for (uint8_t c = 0; c < 4; c++) {
            if (dest->mask >> c & 1)
                add_value(step, &(struct kernel_value){.operand = d,
                                                       .component = c,
                                                       .bits = interp_row_at(wave, first + c)[lane]});
        }
    }
}

void interp_observe(struct interp_wave *wave, const struct interp_instr *instr)
{
    const struct kernel_observer *observer = wave->group->dispatch->observer;
    struct kernel_step step = {.instruction = interp_instr_index(wave, instr)};
    uint32_t lane;

    if (!instr->dx || dxbc_opcode_info(instr->dx->opcode)->kind == DXBC_KIND_DCL || !find_lane(wave, &lane)) {
        instr->run(wave, instr);
        return;
    }
    add_sources(wave, instr, lane, &step);
    instr->run(wave, instr);
    add_results(wave, instr, lane, &step);
    observer->step(observer->user, &step);
}
