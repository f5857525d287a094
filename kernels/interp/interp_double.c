/*
 * Double precision: a double stands in two components, xy or zw, its low half first.
 *
 * Which doubles an instruction works on follows from the kinds of its operands:
 *   d <- d d   pair k of the result comes from pair k of each source, for the pairs in the mask
 *   m <- d d   (comparisons, dtof, dtoi, dtou) the first component in the mask takes the first double, the
 * second one the second d <- x     (ftod, itod, utod) pair k takes component k of the source dmovc      pair
 * k is chosen by component k of the condition
 */
#include "interp.h"
#include "number.h"

#define WIDE1(name, result)                                                                                  \
    static void row_##name(uint64_t *restrict d, const uint64_t(*src)[INTERP_LANES], uint32_t n)             \
    {                                                                                                        \
        for (uint32_t i = 0; i < n; i++) {                                                                   \
            uint64_t a = src[0][i];                                                                          \
            d[i] = result;                                                                                   \
        }                                                                                                    \
    }

#define WIDE2(name, result)                                                                                  \
    static void row_##name(uint64_t *restrict d, const uint64_t(*src)[INTERP_LANES], uint32_t n)             \
    {                                                                                                        \
        for (uint32_t i = 0; i < n; i++) {                                                                   \
            uint64_t a = src[0][i], b = src[1][i];                                                           \
            d[i] = result;                                                                                   \
        }                                                                                                    \
    }

#define WIDE3(name, result)                                                                                  \
    static void row_##name(uint64_t *restrict d, const uint64_t(*src)[INTERP_LANES], uint32_t n)             \
    {                                                                                                        \
        for (uint32_t i = 0; i < n; i++) {                                                                   \
            uint64_t a = src[0][i], b = src[1][i], c = src[2][i];                                            \
            d[i] = result;                                                                                   \
        }                                                                                                    \
    }

WIDE2(DADD, num_dadd(a, b))
WIDE2(DMUL, num_dmul(a, b))
WIDE2(DDIV, num_ddiv(a, b))
WIDE3(DFMA, num_dfma(a, b, c))
WIDE1(DRCP, num_drcp(a))
WIDE2(DMIN, num_dmin(a, b))
WIDE2(DMAX, num_dmax(a, b))
WIDE1(DMOV, a)
WIDE3(DMOVC, a ? b : c)
WIDE2(DEQ, num_deq(a, b))
WIDE2(DNE, num_dne(a, b))
WIDE2(DLT, num_dlt(a, b))
WIDE2(DGE, num_dge(a, b))
WIDE1(DTOF, num_dtof(a))
WIDE1(DTOI, num_dtoi(a))
WIDE1(DTOU, num_dtou(a))
WIDE1(FTOD, num_ftod((uint32_t)a))
WIDE1(ITOD, num_itod((uint32_t)a))
WIDE1(UTOD, num_utod((uint32_t)a))

interp_wide_row *const interp_double_rows[DXBC_OP_COUNT] = {
#define STAMP_DOUBLE(name) [DXBC_OP_##name] = row_##name,
#include "interp_stamp.h"
};

static uint64_t modify(uint64_t value, uint8_t modifier)
{
    if (modifier & DXBC_MOD_ABS)
        value = num_dabs(value);
    return modifier & DXBC_MOD_NEG ? num_dneg(value) : value;
}

/* The doubles (or, of 32-bit sources, the components) number k of all lanes. */
static void gather(const struct interp_rows *rows, const struct interp_source *source, bool wide, unsigned k,
                   uint32_t n, uint64_t *out)
{
    for (uint32_t i = 0; i < n; i++) {
        if (wide)
            out[i] = modify(rows->row[2 * k][i] | (uint64_t)rows->row[2 * k + 1][i] << 32, source->modifier);
        else
            out[i] = rows->row[k][i];
    }
}

/* The component of the mask that takes the k-th 32-bit result; 4 when there is none. */
static unsigned nth_component(unsigned mask, unsigned k)
{
    for (unsigned c = 0; c < 4; c++) {
        if (mask >> c & 1 && k-- == 0)
            return c;
    }
    return 4;
}

static void write_double(struct interp_wave *wave, const struct interp_target *target, unsigned k,
                         const uint64_t *result)
{
    uint32_t half[INTERP_LANES];
    uint32_t n = interp_span(wave);

    for (unsigned c = 2 * k; c < 2 * k + 2; c++) {
        if (!(target->dest->mask >> c & 1))
            continue;
        for (uint32_t i = 0; i < n; i++)
            half[i] = (uint32_t)(result[i] >> (c & 1 ? 32 : 0));
        interp_write(wave, target, c, half);
    }
}

static void write_single(struct interp_wave *wave, const struct interp_target *target, unsigned k,
                         const uint64_t *result)
{
    unsigned component = nth_component(target->dest->mask, k);
    uint32_t single[INTERP_LANES];
    uint32_t n = interp_span(wave);

    for (uint32_t i = 0; i < n; i++)
        single[i] = (uint32_t)result[i];
    if (component < 4)
        interp_write(wave, target, component, single);
}

void interp_run_double(struct interp_wave *wave, const struct interp_instr *instr)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->dx->opcode);
    bool wide_result = info->dst[0] == 'd';
    struct interp_rows rows[3];
    struct interp_target target;
    uint64_t sources[3][INTERP_LANES], results[2][INTERP_LANES];
    uint32_t n = interp_span(wave);

    for (unsigned s = 0; s < instr->src_count; s++)
        interp_fetch(wave, &instr->src[s], 15, &rows[s]);
    interp_open_dest(wave, &instr->dst[0], &target);
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned s = 0; s < instr->src_count; s++)
            gather(&rows[s], &instr->src[s], info->src[s] == 'd', k, n, sources[s]);
        instr->wide_row(results[k], (const uint64_t(*)[INTERP_LANES])sources, n);
        for (uint32_t i = 0; instr->dx->saturate && i < n; i++)
            results[k][i] = num_dsaturate(results[k][i]);
    }
    for (unsigned k = 0; k < 2; k++) {
        if (wide_result)
            write_double(wave, &target, k, results[k]);
        else
            write_single(wave, &target, k, results[k]);
    }
}
