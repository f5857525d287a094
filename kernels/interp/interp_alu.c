/*
 * Arithmetic of 32-bit components: one row function for each instruction, all of them number.h per lane.
 *
 * Two drivers fetch and write: component by component, and dot products, whose one result goes to every
 * component of the mask. Results go to buffers first, so that a destination may be a source as well.
 */
#include <string.h>

#include "interp.h"
#include "number.h"

#define ROW static void

#define ROW1(name, function)                                                                                 \
    ROW row_##name(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)       \
    {                                                                                                        \
        const uint32_t *a = src[0];                                                                          \
        for (uint32_t i = 0; i < n; i++)                                                                     \
            d[i] = function(a[i]);                                                                           \
    }

#define ROW2(name, function)                                                                                 \
    ROW row_##name(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)       \
    {                                                                                                        \
        const uint32_t *a = src[0], *b = src[1];                                                             \
        for (uint32_t i = 0; i < n; i++)                                                                     \
            d[i] = function(a[i], b[i]);                                                                     \
    }

#define ROW3(name, function)                                                                                 \
    ROW row_##name(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)       \
    {                                                                                                        \
        const uint32_t *a = src[0], *b = src[1], *c = src[2];                                                \
        for (uint32_t i = 0; i < n; i++)                                                                     \
            d[i] = function(a[i], b[i], c[i]);                                                               \
    }

/* Two results from two sources. */
#define ROW2X2(name, first, second)                                                                          \
    ROW row_##name(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)       \
    {                                                                                                        \
        const uint32_t *a = src[0], *b = src[1];                                                             \
        for (uint32_t i = 0; i < n; i++) {                                                                   \
            d[i] = first(a[i], b[i]);                                                                        \
            e[i] = second(a[i], b[i]);                                                                       \
        }                                                                                                    \
    }

/* Sources of dot products: 4 rows for a, then 4 rows for b. */
#define ROW_DOT(name, function)                                                                              \
    ROW row_##name(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)       \
    {                                                                                                        \
        for (uint32_t i = 0; i < n; i++) {                                                                   \
            uint32_t a[4] = {src[0][i], src[1][i], src[2][i], src[3][i]};                                    \
            uint32_t b[4] = {src[4][i], src[5][i], src[6][i], src[7][i]};                                    \
            d[i] = function(a, b);                                                                           \
        }                                                                                                    \
    }

static inline uint32_t select_value(uint32_t condition, uint32_t a, uint32_t b)
{
    return condition ? a : b;
}

/* Resources are never tiled here: every access is fully mapped. */
static inline uint32_t fully_mapped(uint32_t status)
{
    return status ? 0xFFFFFFFFu : 0;
}

/* Moves carry bits; source modifiers and _sat are applied around them. */
ROW row_MOV(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)
{
    memcpy(d, src[0], n * sizeof(*d));
}

ROW row_SWAPC(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        d[i] = src[0][i] ? src[2][i] : src[1][i];
        e[i] = src[0][i] ? src[1][i] : src[2][i];
    }
}

ROW row_BFI(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        d[i] = num_bfi(src[0][i], src[1][i], src[2][i], src[3][i]);
}

ROW row_SINCOS(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        num_sincos(src[0][i], &d[i], &e[i]);
}

ROW3(MOVC, select_value)
ROW1(CHECK_ACCESS_FULLY_MAPPED, fully_mapped)

ROW2(ADD, num_add)
ROW2(MUL, num_mul)
ROW3(MAD, num_mad)
ROW2(DIV, num_div)
ROW2(MIN, num_min)
ROW2(MAX, num_max)
ROW2(EQ, num_eq)
ROW2(NE, num_ne)
ROW2(LT, num_lt)
ROW2(GE, num_ge)
ROW1(RCP, num_rcp)
ROW1(RSQ, num_rsq)
ROW1(SQRT, num_sqrt)
ROW1(EXP, num_exp)
ROW1(LOG, num_log)
ROW1(FRC, num_frc)
ROW1(ROUND_NE, num_round_ne)
ROW1(ROUND_NI, num_round_ni)
ROW1(ROUND_PI, num_round_pi)
ROW1(ROUND_Z, num_round_z)

ROW1(FTOI, num_ftoi)
ROW1(FTOU, num_ftou)
ROW1(ITOF, num_itof)
ROW1(UTOF, num_utof)
ROW1(F32TOF16, num_f32tof16)
ROW1(F16TOF32, num_f16tof32)

ROW2(IADD, num_iadd)
ROW1(INEG, num_ineg)
ROW2X2(IMUL, num_imul_hi, num_imul_lo)
ROW2X2(UMUL, num_umul_hi, num_umul_lo)
ROW2X2(UDIV, num_udiv, num_urem)
ROW2X2(UADDC, num_uaddc_sum, num_uaddc_carry)
ROW2X2(USUBB, num_usubb_diff, num_usubb_borrow)
ROW3(IMAD, num_imad)
ROW3(UMAD, num_umad)
ROW2(IMIN, num_imin)
ROW2(IMAX, num_imax)
ROW2(UMIN, num_umin)
ROW2(UMAX, num_umax)
ROW2(IEQ, num_ieq)
ROW2(INE, num_ine)
ROW2(ILT, num_ilt)
ROW2(IGE, num_ige)
ROW2(ULT, num_ult)
ROW2(UGE, num_uge)
ROW3(MSAD, num_msad)

ROW2(AND, num_and)
ROW2(OR, num_or)
ROW2(XOR, num_xor)
ROW1(NOT, num_not)
ROW2(ISHL, num_ishl)
ROW2(ISHR, num_ishr)
ROW2(USHR, num_ushr)
ROW1(COUNTBITS, num_countbits)
ROW1(FIRSTBIT_LO, num_firstbit_lo)
ROW1(FIRSTBIT_HI, num_firstbit_hi)
ROW1(FIRSTBIT_SHI, num_firstbit_shi)
ROW1(BFREV, num_bfrev)
ROW3(UBFE, num_ubfe)
ROW3(IBFE, num_ibfe)

ROW_DOT(DP2, num_dp2)
ROW_DOT(DP3, num_dp3)
ROW_DOT(DP4, num_dp4)

interp_row *const interp_alu_rows[DXBC_OP_COUNT] = {
#define STAMP_ARITH(name) [DXBC_OP_##name] = row_##name,
#define STAMP_DOT(name)   [DXBC_OP_##name] = row_##name,
#include "interp_stamp.h"
};

static void saturate(uint32_t *row, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        row[i] = num_saturate(row[i]);
}

void interp_run_arith(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows sources[4];
    struct interp_target targets[2];
    uint32_t results[2][4][INTERP_LANES];
    uint32_t n = interp_span(wave);
    unsigned components = instr->dst[0].mask | (instr->dst_count > 1 ? instr->dst[1].mask : 0);

    for (unsigned s = 0; s < instr->src_count; s++)
        interp_fetch(wave, &instr->src[s], components, &sources[s]);
    for (unsigned d = 0; d < instr->dst_count; d++)
        interp_open_dest(wave, &instr->dst[d], &targets[d]);
    for (unsigned c = 0; c < 4; c++) {
        const uint32_t *src[4] = {NULL};

        if (!(components >> c & 1))
            continue;
        for (unsigned s = 0; s < instr->src_count; s++)
            src[s] = sources[s].row[c];
        instr->row(results[0][c], results[1][c], src, n);
    }
    for (unsigned d = 0; d < instr->dst_count; d++) {
        for (unsigned c = 0; c < 4; c++) {
            if (!(instr->dst[d].mask >> c & 1))
                continue;
            if (instr->dx->saturate)
                saturate(results[d][c], n);
            interp_write(wave, &targets[d], c, results[d][c]);
        }
    }
}

void interp_run_dot(struct interp_wave *wave, const struct interp_instr *instr)
{
    unsigned components = instr->dx->opcode == DXBC_OP_DP2 ? 3 : instr->dx->opcode == DXBC_OP_DP3 ? 7 : 15;
    struct interp_rows a, b;
    struct interp_target target;
    uint32_t result[INTERP_LANES], unused[INTERP_LANES];
    uint32_t n = interp_span(wave);
    const uint32_t *src[8];

    interp_fetch(wave, &instr->src[0], components, &a);
    interp_fetch(wave, &instr->src[1], components, &b);
    interp_open_dest(wave, &instr->dst[0], &target);
    for (unsigned c = 0; c < 4; c++) {
        /* components that take no part stand in for nothing: any row will do */
        src[c] = a.row[components >> c & 1 ? c : 0];
        src[4 + c] = b.row[components >> c & 1 ? c : 0];
    }
    instr->row(result, unused, src, n);
    if (instr->dx->saturate)
        saturate(result, n);
    for (unsigned c = 0; c < 4; c++) {
        if (instr->dst[0].mask >> c & 1)
            interp_write(wave, &target, c, result);
    }
}
