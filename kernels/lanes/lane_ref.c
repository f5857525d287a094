/*
 * The reference lane kernels: the exact answer in plain loops over number.h. Every other set is held to them.
 *
 * Each operation is stamped from lane_ops.def by its form. A form's body is inlined twice, with and without
 * mask.
 */
#include "lane_table.h"

#include "format_codec.h"
#include "number.h"

/* ---- operations that are not number rules ---- */

static inline uint32_t lane_mov(uint32_t a)
{
    return a;
}

static inline uint32_t lane_select(uint32_t condition, uint32_t a, uint32_t b)
{
    return condition ? a : b;
}

static inline uint32_t lane_sub(uint32_t a, uint32_t b)
{
    return num_add(a, num_neg(b));
}

static inline uint32_t lane_msub(uint32_t a, uint32_t b, uint32_t c)
{
    return num_mad(a, b, num_neg(c));
}

static inline uint32_t lane_nmad(uint32_t a, uint32_t b, uint32_t c)
{
    return num_mad(num_neg(a), b, c);
}

static inline uint32_t lane_iabs(uint32_t a)
{
    return a & NUM_SIGN ? 0 - a : a;
}

static inline uint32_t lane_place(uint32_t index, uint32_t offset, uint32_t count, uint32_t stride,
                                  uint32_t limit)
{
    return index < count && offset >> 2 < limit ? index * stride + (offset >> 2) : UINT32_MAX;
}

static inline uint32_t lane_advance(uint32_t x, uint32_t count, uint32_t step, uint32_t at)
{
    return at != UINT32_MAX && x < count ? at + x * step : UINT32_MAX;
}

static inline uint32_t lane_unorm(uint32_t word, uint32_t offset, uint32_t largest)
{
    return num_div(num_utof(word >> (offset & 31) & largest), num_utof(largest));
}

static inline uint32_t lane_to_unorm(uint32_t f, uint32_t bits)
{
    return unorm_from_float(f, (bits & 15) + 1);
}

/* ---- forms ---- */

static inline uint32_t source(const struct lane_args *args, unsigned s, uint32_t lane)
{
    return args->src[s][lane & args->step[s]];
}

static inline uint64_t pair(const struct lane_args *args, unsigned s, uint32_t lane)
{
    return source(args, s, lane) | (uint64_t)source(args, s + 1, lane) << 32;
}

static inline void set_pair(const struct lane_args *args, uint32_t lane, uint64_t value)
{
    args->dst[0][lane] = (uint32_t)value;
    args->dst[1][lane] = (uint32_t)(value >> 32);
}

static inline bool active(const struct lane_args *args, bool masked, uint32_t lane)
{
    return !masked || args->mask[lane / 32] >> (lane % 32) & 1;
}

#define S(s)           source(args, s, i)
#define P(s)           pair(args, s, i)

#define SET_X_X(f)     args->dst[0][i] = f(S(0))
#define SET_X_XX(f)    args->dst[0][i] = f(S(0), S(1))
#define SET_X_XXX(f)   args->dst[0][i] = f(S(0), S(1), S(2))
#define SET_X_XXXX(f)  args->dst[0][i] = f(S(0), S(1), S(2), S(3))
#define SET_X_XXXXX(f) args->dst[0][i] = f(S(0), S(1), S(2), S(3), S(4))
#define SET_XX_X(f)    f(S(0), &args->dst[0][i], &args->dst[1][i])
#define SET_X_D(f)     args->dst[0][i] = f(P(0))
#define SET_X_DD(f)    args->dst[0][i] = f(P(0), P(2))
#define SET_D_X(f)     set_pair(args, i, f(S(0)))
#define SET_D_D(f)     set_pair(args, i, f(P(0)))
#define SET_D_DD(f)    set_pair(args, i, f(P(0), P(2)))
#define SET_D_DDD(f)   set_pair(args, i, f(P(0), P(2), P(4)))

#define LANE_OP(name, text, d, s, form, function)                                                            \
    static inline __attribute__((always_inline)) void body_##name(const struct lane_args *args, bool masked) \
    {                                                                                                        \
        for (uint32_t i = 0; i < args->count; i++) {                                                         \
            if (active(args, masked, i))                                                                     \
                SET_##form(function);                                                                        \
        }                                                                                                    \
    }                                                                                                        \
    static void run_##name(const struct lane_args *args)                                                     \
    {                                                                                                        \
        body_##name(args, false);                                                                            \
    }                                                                                                        \
    static void masked_##name(const struct lane_args *args)                                                  \
    {                                                                                                        \
        body_##name(args, true);                                                                             \
    }
#include "lane_ops.def"
#undef LANE_OP

/* ---- memory and masks ---- */

static void ref_gather(uint32_t *dst, struct lane_memory memory, const uint32_t *index, size_t index_step,
                       const uint32_t *mask, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = index[i & index_step];

        if (mask && !(mask[i / 32] >> (i % 32) & 1))
            continue;
        dst[i] = at < memory.count ? __atomic_load_n(&memory.words[at], __ATOMIC_RELAXED) : 0;
    }
}

static void ref_scatter(struct lane_memory memory, const uint32_t *index, size_t index_step,
                        const uint32_t *value, size_t value_step, const uint32_t *mask, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = index[i & index_step];

        if (at < memory.count && (!mask || mask[i / 32] >> (i % 32) & 1))
            __atomic_store_n(&memory.words[at], value[i & value_step], __ATOMIC_RELAXED);
    }
}

static void ref_take(uint32_t *const dst[], const uint8_t place[], uint32_t components, const uint32_t *words,
                     const struct lane_grid *grid)
{
    for (uint32_t c = 0; c < components; c++) {
        for (uint32_t i = 0; i < grid->row * grid->rows; i++)
            dst[c][i] = words[place[c] + (ptrdiff_t)(i / grid->row) * grid->pitch +
                              (ptrdiff_t)(i % grid->row) * grid->stride];
    }
}

static void ref_put(uint32_t *words, const struct lane_grid *grid, const uint32_t *const src[],
                    const size_t step[], const uint8_t place[], uint32_t components)
{
    for (uint32_t i = 0; i < grid->row * grid->rows; i++) {
        for (uint32_t c = 0; c < components; c++)
            words[place[c] + (ptrdiff_t)(i / grid->row) * grid->pitch +
                  (ptrdiff_t)(i % grid->row) * grid->stride] = src[c][i & step[c]];
    }
}

static void ref_bounds(uint32_t *low, uint32_t *high, const uint32_t *index, size_t index_step, uint32_t limit,
                       const uint32_t *mask, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = index[i & index_step];

        if (i % 32 == 0) {
            low[i / 32] = UINT32_MAX;
            high[i / 32] = 0;
        }
        if (mask[i / 32] >> (i % 32) & 1 && at < limit) {
            low[i / 32] = at < low[i / 32] ? at : low[i / 32];
            high[i / 32] = at > high[i / 32] ? at : high[i / 32];
        }
    }
}

/* Elements of one and two bytes: the same through another type. */
#define REF_ELEMENTS(type, suffix)                                                                           \
    static void ref_gather_##suffix(uint32_t *dst, struct lane_elements memory, const uint32_t *index,       \
                                    size_t index_step, const uint32_t *mask, uint32_t count)                 \
    {                                                                                                        \
        for (uint32_t i = 0; i < count; i++) {                                                               \
            uint32_t at = index[i & index_step];                                                             \
            if (!mask || mask[i / 32] >> (i % 32) & 1)                                                       \
                dst[i] = at < memory.count ? ((const type *)memory.data)[at] : 0;                            \
        }                                                                                                    \
    }                                                                                                        \
    static void ref_scatter_##suffix(struct lane_elements memory, const uint32_t *index, size_t index_step,  \
                                     const uint32_t *value, size_t value_step, const uint32_t *mask,         \
                                     uint32_t count)                                                         \
    {                                                                                                        \
        for (uint32_t i = 0; i < count; i++) {                                                               \
            uint32_t at = index[i & index_step];                                                             \
            if (at < memory.count && (!mask || mask[i / 32] >> (i % 32) & 1))                                \
                ((type *)memory.data)[at] = (type)value[i & value_step];                                     \
        }                                                                                                    \
    }
REF_ELEMENTS(uint8_t, 8)
REF_ELEMENTS(uint16_t, 16)

static void ref_test(uint32_t *out, const uint32_t *value, size_t step, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 32) {
        uint32_t bits = 0;

        for (uint32_t lane = 0; lane < 32; lane++)
            bits |= (uint32_t)(value[(i + lane) & step] != 0) << lane;
        out[i / 32] = bits;
    }
}

void lane_table_ref(struct lane_table *table)
{
#define LANE_OP(name, ...)                                                                                   \
    table->run[LANE_##name] = run_##name;                                                                    \
    table->masked[LANE_##name] = masked_##name;
#include "lane_ops.def"
#undef LANE_OP
    table->gather = ref_gather;
    table->take = ref_take;
    table->put = ref_put;
    table->bounds = ref_bounds;
    table->scatter = ref_scatter;
    table->gather_8 = ref_gather_8;
    table->gather_16 = ref_gather_16;
    table->scatter_8 = ref_scatter_8;
    table->scatter_16 = ref_scatter_16;
    table->test = ref_test;
}
