/*
 * compaction: a step of particles. Those that live on are appended to a buffer; a dispatch whose size is
 * known on the device alone consumes them and appends their grid cells. Counters, CopyStructureCount,
 * DispatchIndirect.
 *
 * The time step and the grid are powers of two, so that fused or not makes no difference to any number.
 */
#include "compaction.h"

#include "bench_shaders.h"

enum { THREADS = 256 };

static bool compaction_create(struct workload_case *c)
{
    static const size_t counts[BENCH_SIZE_COUNT] = {100003, 4 << 20, 12 << 20};
    struct compaction *m = c->state = case_alloc(c, sizeof *m);
    if (!m)
        return false;
    size_t count = m->count = counts[c->size];
    m->time_step = 0x1p-6f;
    m->old_age = 4;
    m->particles = case_alloc(c, count * sizeof *m->particles);
    struct tolerance exact = {0};
    m->kept = case_output(c, "kept", ELEMENT_UINT32, count * sizeof *m->kept, exact);
    m->cells = case_output(c, "cells", ELEMENT_UINT32, count * sizeof *m->cells, exact);
    m->arguments = case_output(c, "arguments", ELEMENT_UINT32, 16, exact);
    if (!m->particles || !m->kept || !m->cells || !m->arguments)
        return false;
    c->outputs[0].any_order = c->outputs[1].any_order = true;
    c->outputs[0].record_bytes = sizeof *m->kept;
    c->outputs[1].record_bytes = sizeof *m->cells;
    uint64_t seed = 8;
    for (size_t i = 0; i < count; i++) {
        struct particle *p = &m->particles[i];
        for (unsigned k = 0; k < 3; k++) {
            p->position[k] = bench_random_float(&seed, 0, 1);
            p->velocity[k] = bench_random_float(&seed, -8, 8);
        }
        p->number = (uint32_t)i;
        p->age = bench_random_float(&seed, 0, 4.5f);
    }
    c->work.amount = (double)count;
    case_describe(c, "%zu particles", count);
    return true;
}

static void compaction_setup(struct workload_case *c, struct gpu *gpu)
{
    static const UINT from_none[GPU_UAVS] = {0}, keep_first[GPU_UAVS] = {~0u};
    struct compaction *m = c->state;
    struct {
        uint32_t count;
        float time_step, old_age;
    } parameters = {(uint32_t)m->count, m->time_step, m->old_age};
    m->gpu_kept = gpu_append(gpu, sizeof *m->kept, m->count, NULL);
    m->gpu_cells = gpu_append(gpu, sizeof *m->cells, m->count, NULL);
    m->gpu_arguments = gpu_arguments(gpu, 16, NULL);
    m->move = (struct gpu_pass){
        .shader = gpu_shader(gpu, &compaction_move_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .srvs = {gpu_structured(gpu, sizeof *m->particles, m->count, m->particles).srv},
        .uavs = {m->gpu_kept.uav},
        .initial_counts = from_none,
        .groups = {(unsigned)((m->count + THREADS - 1) / THREADS)},
    };
    m->make_arguments = (struct gpu_pass){
        .shader = gpu_shader(gpu, &compaction_arguments_dxbc),
        .uavs = {m->gpu_arguments.uav},
    };
    m->find_cells = (struct gpu_pass){
        .shader = gpu_shader(gpu, &compaction_cells_dxbc),
        .srvs = {m->gpu_arguments.srv},
        .uavs = {m->gpu_kept.uav, m->gpu_cells.uav},
        .initial_counts = keep_first,
        .arguments = m->gpu_arguments.buffer,
    };
    case_output_resource(c, 0, m->gpu_kept.buffer);
    case_output_resource(c, 1, m->gpu_cells.buffer);
    case_output_resource(c, 2, m->gpu_arguments.buffer);
}

/* So that nothing stands behind the last record. */
static void compaction_prepare(struct workload_case *c, struct gpu *gpu)
{
    struct compaction *m = c->state;
    gpu_clear(gpu, m->gpu_kept.uav);
    gpu_clear(gpu, m->gpu_cells.uav);
}

static void compaction_run(struct workload_case *c, struct gpu *gpu)
{
    struct compaction *m = c->state;
    gpu_dispatch(gpu, &m->move);
    gpu_copy_counter(gpu, m->gpu_arguments.buffer, 12, m->gpu_kept.uav);
    gpu_dispatch(gpu, &m->make_arguments);
    gpu_dispatch(gpu, &m->find_cells);
}

static void compaction_prepare_reference(struct workload_case *c)
{
    struct compaction *m = c->state;
    for (unsigned i = 0; i < 4; i++)
        m->arguments[i] = 0;
}

const struct workload compaction_workload = {
    .name = "compaction",
    .doc = "particles appended, counted, consumed by an indirect dispatch: counters, bandwidth",
    .unit = "Mparticle/s",
    .unit_scale = 1e6,
    .create = compaction_create,
    .prepare_reference = compaction_prepare_reference,
    .setup = compaction_setup,
    .prepare = compaction_prepare,
    .run = compaction_run,
};
