/*
 * Sampling instructions with what is bound, see jit_sample.h.
 */
#include "jit_sample.h"

#include "format.h"
#include "sample_place.h"

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

/* The level of detail is known where it is an immediate value, or does not matter. */
static void open_filter(const struct lane_program *program, const struct lane_instr *instr, struct jit_sample *out)
{
    uint32_t level[LANE_SPLAT] = {0};
    struct sample_rows rows = out->rows;
    const struct sample_plan *plan;
    const struct lane_texels *mip;

    if (!(out->state.op.parameters >> SAMPLE_LOD & 1) || out->state.slices)
        return;
    rows.step[SAMPLE_LOD] = SIZE_MAX;
    if (lane_is_constant(instr->src[SAMPLE_OFFSET])) { /* behind the coordinates */
        level[0] = program->constants[instr->src[SAMPLE_OFFSET] & ~LANE_CONSTANT];
        rows.row[SAMPLE_LOD] = level;
        rows.step[SAMPLE_LOD] = 0;
    }
    plan = sample_find_plan(&out->state, &rows);
    mip = plan ? &plan->mips[0] : NULL;
    if (!plan || plan->mip_count > 1 || mip->layout != LANE_TEXEL_UNORM8X4 || !mip->linear)
        return;
    out->filter = (struct jit_filter){.words = mip->words, .inlined = 1, .row_words = mip->row_words};
    for (unsigned axis = 0; axis < 2; axis++) {
        out->filter.inlined &= mip->address[axis] == SAMPLE_CLAMP_EDGE || mip->address[axis] == SAMPLE_WRAP;
        out->filter.wraps[axis] = mip->address[axis] == SAMPLE_WRAP;
        out->filter.size[axis] = mip->size[axis];
        out->filter.offset[axis] = (uint32_t)mip->offset[axis];
        out->filter.scale[axis] = (float)(mip->size[axis] * SAMPLE_FRACTION);
    }
    out->filter.blue_first = plan->channels[0] == 2;
    out->filter.opaque = !out->state.format->channels[3].width;
}

static void open_sample(const struct lane_program *program, const struct bindings *bindings,
                        const struct lane_instr *instr, uint32_t *rows, struct jit_sample *out)
{
    const struct lane_resource *resource = &program->resources[instr->resource];
    const struct kernel_view *view = jit_bound_view(bindings, resource);
    const struct sample_op op =
        sample_op_of(&program->dxbc->instrs[instr->origin], LANE_SAMPLER_COMPONENT_OF(instr->imm));
    uint32_t sampler = LANE_SAMPLER_SLOT_OF(instr->imm);

    out->filter.inlined = 0;
    out->odd = !jit_samples_plainly(instr) || !view ||
               (view->kind != KERNEL_VIEW_NONE && !lanes_view_fits(view, resource));
    if (out->odd)
        return;
    sample_prepare(&out->state, &op, view, sampler < KERNEL_SAMPLERS ? bindings->samplers[sampler] : NULL);
    place_rows(program, instr, rows, out);
    open_filter(program, instr, out);
}

void jit_open_samples(const struct lane_program *program, const struct bindings *bindings, uint32_t *rows,
                      struct jit_sample *samples)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (program->instrs[i].op == LANE_SAMPLE_VIEW)
            open_sample(program, bindings, &program->instrs[i], rows, samples++);
    }
}
