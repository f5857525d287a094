/*
 * Sampling instructions with what is bound, see jit_sample.h.
 */
#include "jit_sample.h"

/* Where the rows of parameters stand among the operands. */
static void place_rows(const struct lane_program *program, const struct lane_instr *instr, uint32_t *rows,
                       struct jit_sample *out)
{
    uint32_t source = 0;

    out->rows = (struct sample_rows){.row = {NULL}};
    for (unsigned p = 0; p < SAMPLE_PARAMETERS; p++) {
        if (!(out->state.op.parameters >> p & 1))
            continue;
        out->rows.row[p] = rows + source * JIT_ROW;
        out->rows.step[p] = jit_is_splat(program, instr->src[source]) ? 0 : SIZE_MAX;
        source++;
    }
    for (uint32_t c = 0; c < 4; c++)
        out->result[c] = rows + (instr->src_count + c) * JIT_ROW;
}

static void open_sample(const struct lane_program *program, const struct bindings *bindings,
                        const struct lane_instr *instr, uint32_t *rows, struct jit_sample *out)
{
    const struct lane_resource *resource = &program->resources[instr->resource];
    const struct kernel_view *view = jit_bound_view(bindings, resource);
    const struct sample_op op =
        sample_op_of(&program->dxbc->instrs[instr->origin], LANE_SAMPLER_COMPONENT_OF(instr->imm));
    uint32_t sampler = LANE_SAMPLER_SLOT_OF(instr->imm);

    out->odd = !jit_samples_plainly(instr) || !view ||
               (view->kind != KERNEL_VIEW_NONE && !lanes_view_fits(view, resource));
    if (out->odd)
        return;
    sample_prepare(&out->state, &op, view, sampler < KERNEL_SAMPLERS ? bindings->samplers[sampler] : NULL);
    place_rows(program, instr, rows, out);
}

void jit_open_samples(const struct lane_program *program, const struct bindings *bindings, uint32_t *rows,
                      struct jit_sample *samples)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (program->instrs[i].op == LANE_SAMPLE_VIEW)
            open_sample(program, bindings, &program->instrs[i], rows, samples++);
    }
}
