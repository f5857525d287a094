/*
 * Where things stand in the scratch memory of generated code.
 */
#include "jit_layout.h"

#include "jit_sample.h"

static size_t align64(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

/* The active ones, the living ones, and those of each construct: a mask for each label of a switch. */
uint32_t jit_mask_count(const struct lane_program *program)
{
    uint32_t count = JIT_FIRST_MASK;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        uint16_t op = program->instrs[i].op;

        if (op == LANE_IF || op == LANE_LOOP || op == LANE_SWITCH)
            count += JIT_MASKS;
        count += op == LANE_CASE || op == LANE_DEFAULT;
    }
    return count;
}

static size_t array_bytes(const struct lane_program *program)
{
    size_t rows = 0;

    for (uint32_t i = 0; i < program->array_count; i++)
        rows += (size_t)4 * program->arrays[i].count;
    return rows * JIT_ROW_BYTES;
}

static void lay_out_wave(const struct lane_program *program, uint32_t rows, struct jit_layout *layout)
{
    size_t at = align64(sizeof(struct jit_strip)), masks = jit_mask_count(program) * (size_t)JIT_ROW_BYTES;

    layout->values_offset = at;
    at += (size_t)rows * JIT_ROW_BYTES;
    layout->masks_offset = at;
    at += layout->looped ? 0 : masks;
    layout->arrays_offset = at;
    layout->arrays_bytes = array_bytes(program);
    at += layout->arrays_bytes;
    layout->frames_offset = at;
    layout->frame_words = (uint32_t)((masks + 3 * JIT_ROW_BYTES) / sizeof(uint32_t));
    if (program->has_calls)
        at += (JIT_CALL_DEPTH + 1) * (size_t)layout->frame_words * sizeof(uint32_t);
    layout->wave_bytes = at;
}

bool jit_keeps_denormals(const struct lane_program *program, enum cpu_isa isa)
{
    if (isa == CPU_NEON)
        return true;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (program->instrs[i].op >= LANE_DADD && program->instrs[i].op <= LANE_UTOD)
            return true;
    }
    return false;
}

uint32_t jit_sample_number(const struct lane_program *program, uint32_t instr)
{
    uint32_t number = 0;

    for (uint32_t i = 0; i < instr; i++)
        number += program->instrs[i].op == LANE_SAMPLE_VIEW;
    return number;
}

/* The most operands of an instruction, and what atomics need. */
static size_t row_count(const struct lane_program *program)
{
    size_t most = 4;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        size_t count = (size_t)program->instrs[i].src_count + program->instrs[i].dst_count;

        if (program->instrs[i].op == LANE_SAMPLE_VIEW)
            count = (size_t)program->instrs[i].src_count + 4;
        most = count > most ? count : most;
    }
    return most;
}

void jit_lay_out(const struct lane_program *program, const struct jit_plan *plan, struct jit_layout *layout)
{
    const struct dxbc_program *dxbc = program->dxbc;
    size_t shared = 0;

    *layout = (struct jit_layout){.looped = plan->looped};
    layout->thread_count = program->group_size[0] * program->group_size[1] * program->group_size[2];
    layout->wave_count = (layout->thread_count + LANES_WAVE - 1) / LANES_WAVE;
    for (uint32_t i = 0; i < dxbc->tgsm_count; i++)
        shared += dxbc->tgsm[i].size_bytes;
    lay_out_wave(program, plan->row_count, layout);
    layout->reported_offset = align64(shared);
    layout->views_offset =
        layout->reported_offset + align64((dxbc->instr_count + 31) / 32 * sizeof(uint32_t));
    layout->samples_offset = layout->views_offset + align64(program->resource_count * sizeof(struct jit_view));
    layout->rows_offset = layout->samples_offset +
                          align64(jit_sample_number(program, program->instr_count) * sizeof(struct jit_sample));
    layout->waves_offset = layout->rows_offset + align64(row_count(program) * JIT_ROW_BYTES);
    layout->scratch_bytes =
        layout->waves_offset + (program->has_barrier ? layout->wave_count : 1) * layout->wave_bytes;
}
