/*
 * matmul: the product of two matrices by tiles, the textbook job for group-shared memory: 2n^3 operations on
 * 12n^2 bytes, so the arithmetic units decide. Elements are multiples of 1/16 from -1 to 1: sums of up to
 * 2^15 products are exact in whatever order and fusion, and so every device gives the same bits.
 */
#include "matmul.h"

#include "bench_shaders.h"

static void fill(float *m, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        m[i] = ((float)(bench_random(&seed) % 33) - 16) / 16;
}

static bool matmul_create(struct workload_case *c)
{
    static const size_t sizes[BENCH_SIZE_COUNT][3] = {
        {200, 232, 180}, {1024, 1024, 1024}, {4096, 4096, 4096}};
    struct matmul *m = c->state = case_alloc(c, sizeof *m);
    if (!m)
        return false;
    m->rows = sizes[c->size][0];
    m->columns = sizes[c->size][1];
    m->inner = sizes[c->size][2];
    m->a = case_alloc(c, m->rows * m->inner * sizeof(float));
    m->b = case_alloc(c, m->inner * m->columns * sizeof(float));
    m->packed = case_alloc(c, MATMUL_BAND * (m->columns + MATMUL_PANEL_MAX) * sizeof(float));
    m->c = case_output(c, "c", ELEMENT_FLOAT32, m->rows * m->columns * sizeof(float), (struct tolerance){0});
    if (!m->a || !m->b || !m->packed || !m->c)
        return false;
    fill(m->a, m->rows * m->inner, 3);
    fill(m->b, m->inner * m->columns, 4);
    c->work.flops = c->work.amount = 2.0 * (double)m->rows * (double)m->columns * (double)m->inner;
    c->work.bytes =
        4.0 * ((double)m->rows * m->inner + (double)m->inner * m->columns + (double)m->rows * m->columns);
    case_describe(c, "%zu x %zu by %zu x %zu", m->rows, m->inner, m->inner, m->columns);
    return true;
}

static void matmul_setup(struct workload_case *c, struct gpu *gpu)
{
    struct matmul *m = c->state;
    uint32_t parameters[] = {(uint32_t)m->rows, (uint32_t)m->columns, (uint32_t)m->inner};
    struct gpu_buffer product = gpu_structured(gpu, 4 * sizeof(float), m->rows * m->columns / 4, NULL);
    m->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &matmul_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, parameters)},
        .srvs = {gpu_structured(gpu, sizeof(float), m->rows * m->inner, m->a).srv,
                 gpu_structured(gpu, 4 * sizeof(float), m->inner * m->columns / 4, m->b).srv},
        .uavs = {product.uav},
        .groups = {(unsigned)((m->columns + MATMUL_TILE - 1) / MATMUL_TILE),
                   (unsigned)((m->rows + MATMUL_TILE - 1) / MATMUL_TILE)},
    };
    case_output_resource(c, 0, product.buffer);
}

static void matmul_run(struct workload_case *c, struct gpu *gpu)
{
    struct matmul *m = c->state;
    gpu_dispatch(gpu, &m->pass);
}

const struct workload matmul_workload = {
    .name = "matmul",
    .doc = "product of matrices by tiles in group-shared memory and registers: float32 arithmetic",
    .unit = "GFLOP/s",
    .unit_scale = 1e9,
    .create = matmul_create,
    .setup = matmul_setup,
    .run = matmul_run,
};
