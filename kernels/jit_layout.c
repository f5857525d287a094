/*
 * Where things stand in the scratch memory of generated code.
 */
#include "jit_layout.h"

#include "jit_sample.h"

static size_t align64(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

/* Values that live at a time, above which two registers for each would not stay in the 32 of AVX-512. */
enum { FEW_VALUES = 12 };

uint32_t jit_lanes(const struct lane_program *program, enum cpu_isa isa)
{
    if (!program->wide)
        return LANES_WAVE;
    if (isa == CPU_AVX512)
        return program->slot_count[false][false] + program->slot_count[false][true] > FEW_VALUES ? 16 : 32;
    return isa == CPU_AVX2 ? 8 : 4;
}

size_t jit_value_bytes(const struct jit_layout *layout)
{
    return (size_t)layout->lanes * sizeof(uint32_t);
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

static size_t crossing_values(const struct lane_program *program)
{
    size_t count = 0;

    for (uint32_t i = 0; i < program->reg_count; i++)
        count += program->has_calls || program->regs[i].crosses;
    return count;
}

static size_t array_words(const struct lane_program *program, uint32_t lanes)
{
    size_t words = 0;

    for (uint32_t i = 0; i < program->array_count; i++)
        words += (size_t)4 * program->arrays[i].count * lanes;
    return words;
}

static void lay_out_strip(const struct lane_program *program, struct jit_layout *layout)
{
    size_t value = jit_value_bytes(layout), at = align64(sizeof(struct jit_strip));
    size_t masks = jit_mask_count(program) * value;

    layout->values_offset = at;
    at += align64(crossing_values(program) * value);
    layout->masks_offset = at;
    at += program->has_barrier || program->has_calls ? align64(masks) : 0;
    layout->arrays_offset = at;
    at += align64(array_words(program, layout->lanes) * sizeof(uint32_t));
    layout->frames_offset = at;
    layout->frame_words = (uint32_t)(align64(masks + 3 * value) / sizeof(uint32_t));
    if (program->has_calls)
        at += (JIT_CALL_DEPTH + 1) * (size_t)layout->frame_words * sizeof(uint32_t);
    layout->strip_bytes = at;
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

void jit_lay_out(const struct lane_program *program, enum cpu_isa isa, struct jit_layout *layout)
{
    const struct dxbc_program *dxbc = program->dxbc;
    size_t shared = 0;

    *layout = (struct jit_layout){.lanes = jit_lanes(program, isa)};
    layout->thread_count = dxbc->thread_group[0] * dxbc->thread_group[1] * dxbc->thread_group[2];
    layout->strip_count = (layout->thread_count + layout->lanes - 1) / layout->lanes;
    for (uint32_t i = 0; i < dxbc->tgsm_count; i++)
        shared += dxbc->tgsm[i].size_bytes;
    lay_out_strip(program, layout);
    layout->reported_offset = align64(shared);
    layout->views_offset =
        layout->reported_offset + align64((dxbc->instr_count + 31) / 32 * sizeof(uint32_t));
    layout->samples_offset = layout->views_offset + align64(program->resource_count * sizeof(struct jit_view));
    layout->rows_offset = layout->samples_offset +
                          align64(jit_sample_number(program, program->instr_count) * sizeof(struct jit_sample));
    layout->strips_offset =
        layout->rows_offset + align64(row_count(program) * JIT_ROW * sizeof(uint32_t));
    layout->scratch_bytes =
        layout->strips_offset + (program->has_barrier ? layout->strip_count : 1) * layout->strip_bytes;
}
