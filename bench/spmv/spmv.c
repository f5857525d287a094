/*
 * spmv: a sparse matrix in compressed rows times a vector: short loops of unequal length and gathers, half of
 * them near the diagonal and half all over the vector.
 *
 * Elements are multiples of 1/64 from -1 to 1, so that the sums are exact in whatever order.
 */
#include "spmv.h"

#include "bench_shaders.h"

enum { ROWS_A_GROUP = 16, LEAST_ENTRIES = 4, LENGTHS = 41, NEAR = 512 };

static float small_number(uint64_t *seed)
{
    return (float)((int32_t)(bench_random(seed) % 129) - 64) / 64;
}

/* Columns rise, except where they begin again at 0: first around the diagonal, then in steps across the
 * matrix. */
static void fill_row(struct spmv *s, size_t row, uint64_t *seed)
{
    size_t begin = s->starts[row], length = s->starts[row + 1] - begin, near = length / 2;
    size_t column = row + s->rows - NEAR + bench_random(seed) % NEAR;
    for (size_t i = 0; i < length; i++) {
        column += 1 + bench_random(seed) % (i < near ? 2 * NEAR / near : 2 * s->rows / length);
        s->columns[begin + i] = (uint32_t)(column % s->rows);
        s->values[begin + i] = small_number(seed);
    }
}

static bool spmv_create(struct workload_case *c)
{
    static const size_t row_counts[BENCH_SIZE_COUNT] = {10007, 1 << 20, 3 << 20};
    struct spmv *s = c->state = case_alloc(c, sizeof *s);
    if (!s)
        return false;
    uint64_t seed = 12;
    s->rows = row_counts[c->size];
    s->starts = case_alloc(c, (s->rows + 1) * 4);
    if (!s->starts)
        return false;
    for (size_t row = 0; row < s->rows; row++)
        s->starts[row + 1] = s->starts[row] + LEAST_ENTRIES + bench_random(&seed) % LENGTHS;
    s->entries = s->starts[s->rows];
    s->columns = case_alloc(c, s->entries * 4);
    s->values = case_alloc(c, s->entries * 4);
    s->x = case_alloc(c, s->rows * 4);
    s->y = case_output(c, "y", ELEMENT_FLOAT32, s->rows * 4, (struct tolerance){0});
    if (!s->columns || !s->values || !s->x || !s->y)
        return false;
    for (size_t row = 0; row < s->rows; row++) {
        fill_row(s, row, &seed);
        s->x[row] = small_number(&seed);
    }
    c->work.flops = c->work.amount = 2.0 * (double)s->entries;
    c->work.bytes = 8.0 * (double)s->entries + 12.0 * (double)s->rows;
    case_describe(c, "%zu rows, %zu entries", s->rows, s->entries);
    return true;
}

static void spmv_setup(struct workload_case *c, struct gpu *gpu)
{
    struct spmv *s = c->state;
    unsigned groups = (unsigned)((s->rows + ROWS_A_GROUP - 1) / ROWS_A_GROUP);
    unsigned groups_per_row = groups < 32768 ? groups : 32768;
    uint32_t parameters[] = {(uint32_t)s->rows, groups_per_row};
    struct gpu_buffer y = gpu_structured(gpu, 4, s->rows, NULL);
    s->pass = (struct gpu_pass){
        .shader = gpu_shader(gpu, &spmv_dxbc),
        .constants = {gpu_constants(gpu, sizeof parameters, parameters)},
        .srvs = {gpu_structured(gpu, 4, s->rows + 1, s->starts).srv,
                 gpu_structured(gpu, 4, s->entries, s->columns).srv,
                 gpu_structured(gpu, 4, s->entries, s->values).srv,
                 gpu_structured(gpu, 4, s->rows, s->x).srv},
        .uavs = {y.uav},
        .groups = {groups_per_row, (groups + groups_per_row - 1) / groups_per_row},
    };
    case_output_resource(c, 0, y.buffer);
}

static void spmv_run(struct workload_case *c, struct gpu *gpu)
{
    struct spmv *s = c->state;
    gpu_dispatch(gpu, &s->pass);
}

const struct workload spmv_workload = {
    .name = "spmv",
    .doc = "sparse matrix in compressed rows times a vector: gathers, loops of unequal length, bandwidth",
    .unit = "GFLOP/s",
    .unit_scale = 1e9,
    .create = spmv_create,
    .setup = spmv_setup,
    .run = spmv_run,
};
