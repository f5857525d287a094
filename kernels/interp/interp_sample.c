/*
 * Filtered sampling of the reference interpreter: lane by lane, as sample.h defines it.
 */
#include <string.h>

#include "interp.h"
#include "sample.h"

/* Rows of the parameters that an instruction has. */
struct parameters {
    struct interp_rows coord, offset, scalar[2], ddx, ddy;
    const uint32_t *row[SAMPLE_PARAMETERS]; /* NULL: 0 */
};

static void take_rows(struct parameters *p, const struct interp_rows *rows, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        p->row[first + i] = rows->row[i];
}

/* Sources stand in the order of enum sample_parameter. */
static void fetch_parameters(const struct interp_wave *wave, const struct interp_instr *instr,
                             uint32_t wanted, struct parameters *p)
{
    const struct interp_source *src = instr->src;

    memset(p->row, 0, sizeof(p->row));
    interp_fetch(wave, src++, 15, &p->coord);
    take_rows(p, &p->coord, SAMPLE_COORD, 4);
    if (wanted >> SAMPLE_OFFSET & 1) {
        interp_fetch(wave, src++, 3, &p->offset);
        take_rows(p, &p->offset, SAMPLE_OFFSET, 2);
    }
    if (wanted >> SAMPLE_LOD & 1)
        p->row[SAMPLE_LOD] = interp_fetch_scalar(wave, src++, &p->scalar[0]);
    if (wanted >> SAMPLE_REFERENCE & 1)
        p->row[SAMPLE_REFERENCE] = interp_fetch_scalar(wave, src++, &p->scalar[0]);
    if (wanted >> SAMPLE_DDX & 1) {
        interp_fetch(wave, src++, 7, &p->ddx);
        interp_fetch(wave, src++, 7, &p->ddy);
        take_rows(p, &p->ddx, SAMPLE_DDX, 3);
        take_rows(p, &p->ddy, SAMPLE_DDY, 3);
    }
    if (wanted >> SAMPLE_CLAMP & 1)
        p->row[SAMPLE_CLAMP] = interp_fetch_scalar(wave, src++, &p->scalar[1]);
}

static const struct kernel_sampler *sampler_in(const struct interp_wave *wave, uint32_t slot)
{
    return slot < KERNEL_SAMPLERS ? wave->group->dispatch->bindings->samplers[slot] : NULL;
}

static void run_sample(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct sample_op op = sample_op_of(instr->dx, instr->sampler->component);
    uint32_t views[INTERP_LANES], samplers[INTERP_LANES], result[4][INTERP_LANES];
    const struct kernel_view *last_view = NULL;
    const struct kernel_sampler *last_sampler = NULL;
    struct sample_state state;
    struct parameters p;

    fetch_parameters(wave, instr, op.parameters, &p);
    interp_fetch_index(wave, &instr->resource->slot, views);
    interp_fetch_index(wave, &instr->sampler->slot, samplers);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        const struct kernel_view *view = interp_view(wave, instr, views[lane]);
        const struct kernel_sampler *sampler = sampler_in(wave, samplers[lane]);
        uint32_t given[SAMPLE_PARAMETERS] = {0}, texel[4];

        if (view != last_view || sampler != last_sampler)
            sample_prepare(&state, &op, view, sampler);
        last_view = view;
        last_sampler = sampler;
        for (unsigned i = 0; i < SAMPLE_PARAMETERS; i++)
            given[i] = p.row[i] ? p.row[i][lane] : 0;
        sample_lane(&state, given, texel);
        for (unsigned c = 0; c < 4; c++)
            result[c][lane] = texel[c];
    }
    interp_write_loaded(wave, instr, (const uint32_t(*)[INTERP_LANES])result);
}

/* A family of one body. */
#define run_SAMPLE_L       run_sample
#define run_SAMPLE_L_S     run_sample
#define run_SAMPLE_D       run_sample
#define run_SAMPLE_D_CL_S  run_sample
#define run_SAMPLE_C_LZ    run_sample
#define run_SAMPLE_C_LZ_S  run_sample
#define run_GATHER4        run_sample
#define run_GATHER4_S      run_sample
#define run_GATHER4_C      run_sample
#define run_GATHER4_C_S    run_sample
#define run_GATHER4_PO     run_sample
#define run_GATHER4_PO_S   run_sample
#define run_GATHER4_PO_C   run_sample
#define run_GATHER4_PO_C_S run_sample
/* These compare neighbouring pixels. */
#define run_SAMPLE         NULL
#define run_SAMPLE_B       NULL
#define run_SAMPLE_C       NULL
#define run_LOD            NULL
#define run_SAMPLE_CL_S    NULL
#define run_SAMPLE_B_CL_S  NULL
#define run_SAMPLE_C_CL_S  NULL

interp_run *const interp_sample_runs[DXBC_OP_COUNT] = {
#define STAMP_SAMPLE(name) [DXBC_OP_##name] = run_##name,
#include "interp_stamp.h"
};
