/*
 * lbm: steps of a flow around discs between two walls, by the lattice-Boltzmann method: nine numbers read and
 * nine written for each cell and step, in as many planes. Memory bandwidth, with about a hundred operations a
 * cell.
 *
 * Numbers are below 1/2 and a step rounds some ten times on the way to each: 20 steps leave less than 5e-6.
 */
#include "lbm.h"

#include "bench_shaders.h"

/* Nearly at rest, with ripples. */
static void fill_start(struct lbm *l)
{
    static const float weights[LBM_DIRECTIONS] = {4 / 9.0f,  1 / 9.0f,  1 / 9.0f,  1 / 9.0f, 1 / 9.0f,
                                                  1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};
    uint64_t seed = 13;
    size_t cells = (size_t)l->width * l->height;
    for (unsigned q = 0; q < LBM_DIRECTIONS; q++)
        for (size_t i = 0; i < cells; i++)
            l->start[q * cells + i] = weights[q] * bench_random_float(&seed, 0.95f, 1.05f);
}

/* Walls at the top and at the bottom; a disc in the middle of each square as high as the flow, by integers
 * alone. */
static void fill_solid(struct lbm *l)
{
    int64_t height = l->height, radius = height / 6;
    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0; x < l->width; x++) {
            int64_t dx = x % height - height / 2, dy = y - height / 2 - 1;
            l->solid[y * l->width + x] = y == 0 || y == height - 1 || dx * dx + dy * dy < radius * radius;
        }
    }
}

static bool lbm_create(struct workload_case *c)
{
    static const uint32_t sizes[BENCH_SIZE_COUNT][3] = {{150, 70, 4}, {2048, 1024, 10}, {4096, 2048, 20}};
    struct lbm *l = c->state = case_alloc(c, sizeof *l);
    if (!l)
        return false;
    l->width = sizes[c->size][0];
    l->height = sizes[c->size][1];
    l->steps = sizes[c->size][2];
    l->relaxation = 1.25f;
    l->push = 0x1p-14f;
    size_t cells = (size_t)l->width * l->height, bytes = cells * LBM_DIRECTIONS * sizeof(float);
    l->solid = case_alloc(c, cells);
    l->start = case_alloc(c, bytes);
    l->between = case_alloc(c, bytes);
    l->result = case_output(c, "flow", ELEMENT_FLOAT32, bytes, (struct tolerance){.absolute = 5e-6});
    if (!l->solid || !l->start || !l->between || !l->result)
        return false;
    fill_start(l);
    fill_solid(l);
    c->work.amount = (double)cells * l->steps;
    c->work.bytes = (2 * LBM_DIRECTIONS * 4 + 1) * c->work.amount;
    /* 8 for the density, 10 for the momentum, 3 for the velocity, 5 for its square, 9 weights, 4 sums and
     * differences of velocities, 8 times 4 for the equilibrium, 9 times 3 for the step towards it */
    c->work.flops = 98 * c->work.amount;
    case_describe(c, "%u x %u cells, %u steps", l->width, l->height, l->steps);
    return true;
}

static void lbm_setup(struct workload_case *c, struct gpu *gpu)
{
    struct lbm *l = c->state;
    struct {
        uint32_t width, height;
        float relaxation, push;
    } parameters = {l->width, l->height, l->relaxation, l->push};
    size_t cells = (size_t)l->width * l->height, count = cells * LBM_DIRECTIONS;
    struct gpu_buffer flow = gpu_structured(gpu, 4, count, l->start),
                      other = gpu_structured(gpu, 4, count, NULL);
    ID3D11ShaderResourceView *solid = gpu_typed(gpu, DXGI_FORMAT_R8_UINT, 1, cells, l->solid).srv;
    l->there = (struct gpu_pass){
        .shader = gpu_shader(gpu, &lbm_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, &parameters)},
        .srvs = {flow.srv, solid},
        .uavs = {other.uav},
        .groups = {(l->width + 63) / 64, (l->height + 3) / 4},
    };
    l->back = l->there;
    l->back.srvs[0] = other.srv;
    l->back.uavs[0] = flow.uav;
    l->gpu_flow = flow.buffer;
    l->gpu_start = gpu_structured(gpu, 4, count, l->start).buffer;
    case_output_resource(c, 0, flow.buffer);
}

static void lbm_prepare(struct workload_case *c, struct gpu *gpu)
{
    struct lbm *l = c->state;
    gpu_copy(gpu, l->gpu_flow, l->gpu_start);
}

static void lbm_run(struct workload_case *c, struct gpu *gpu)
{
    struct lbm *l = c->state;
    for (uint32_t step = 0; step < l->steps; step += 2) {
        gpu_dispatch(gpu, &l->there);
        gpu_dispatch(gpu, &l->back);
    }
}

const struct workload lbm_workload = {
    .name = "lbm",
    .doc = "steps of a flow by the lattice-Boltzmann method (D2Q9): memory bandwidth over many planes",
    .unit = "Mcell/s",
    .unit_scale = 1e6,
    .create = lbm_create,
    .setup = lbm_setup,
    .prepare = lbm_prepare,
    .run = lbm_run,
};
