/*
 * Queries of the reference interpreter: sizes of views, sample counts and positions.
 *
 * Everything about an empty slot, or a view of another kind than the shader declares, is 0.
 */
#include "interp.h"
#include "view_info.h"

typedef uint32_t vector[4];

/* Runs a query lane by lane and writes what it gives: the resource's swizzle, then the mask. */
static void run_query(struct interp_wave *wave, const struct interp_instr *instr, const uint32_t *argument,
                      void (*query)(const struct kernel_view *view, uint32_t argument,
                                    const struct interp_instr *instr, vector result))
{
    const struct interp_resource *resource = instr->resource;
    uint32_t slots[INTERP_LANES], rows[4][INTERP_LANES];
    struct interp_target target;

    interp_fetch_index(wave, &resource->slot, slots);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        vector result = {0};

        query(interp_view(wave, instr, slots[lane]), argument ? argument[lane] : 0, instr, result);
        for (unsigned c = 0; c < 4; c++)
            rows[c][lane] = result[c];
    }
    interp_open_dest(wave, &instr->dst[0], &target);
    for (unsigned c = 0; c < 4; c++) {
        if (instr->dst[0].mask >> c & 1)
            interp_write(wave, &target, c, rows[resource->swizzle[c]]);
    }
}

static void resource_info(const struct kernel_view *view, uint32_t argument, const struct interp_instr *instr,
                          vector result)
{
    view_resource_info(view, argument, instr->dx->return_type, result);
}

static void buffer_info(const struct kernel_view *view, uint32_t argument, const struct interp_instr *instr,
                        vector result)
{
    view_buffer_info(view, result);
}

static void sample_info(const struct kernel_view *view, uint32_t argument, const struct interp_instr *instr,
                        vector result)
{
    view_sample_info(view, instr->dx->return_type, result);
}

static void sample_position(const struct kernel_view *view, uint32_t argument, const struct interp_instr *instr,
                            vector result)
{
    view_sample_position(view, argument, result);
}

static void run_RESINFO(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows rows;

    run_query(wave, instr, interp_fetch_scalar(wave, &instr->src[0], &rows), resource_info);
}

static void run_BUFINFO(struct interp_wave *wave, const struct interp_instr *instr)
{
    run_query(wave, instr, NULL, buffer_info);
}

static void run_SAMPLEINFO(struct interp_wave *wave, const struct interp_instr *instr)
{
    run_query(wave, instr, NULL, sample_info);
}

static void run_SAMPLEPOS(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows rows;

    run_query(wave, instr, interp_fetch_scalar(wave, &instr->src[0], &rows), sample_position);
}

interp_run *const interp_query_runs[DXBC_OP_COUNT] = {
#define STAMP_QUERY(name) [DXBC_OP_##name] = run_##name,
#include "interp_stamp.h"
};
