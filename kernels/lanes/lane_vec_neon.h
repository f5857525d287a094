/*
 * Vectors of four lanes for 64-bit Arm. Masks fill lanes.
 *
 * The processor's own flushing stays off: it flushes before rounding, and the number rules ask for it
 * afterwards. So operands are flushed here, and results too. A denormal result is rounded to fewer bits, and
 * 2^-126 may be what a smaller result was rounded up to: where that can happen (products), the operation is
 * done once more 2^24 times as large, which rounds all 24 bits, and that decides. What the SIMDe of Debian 12
 * has no name for is called by the compiler's own.
 */
#ifndef KERNELS_LANE_VEC_NEON_H
#define KERNELS_LANE_VEC_NEON_H

#include <stdint.h>

#include "simde/arm/neon.h"

typedef simde_uint32x4_t vu, vm;
typedef simde_float32x4_t vf;
typedef simde_float64x2_t vd;
typedef simde_uint64x2_t vdm;
enum { V_LANES = 4 };

static inline vf v_f(vu a)
{
    return simde_vreinterpretq_f32_u32(a);
}

static inline vu v_u(vf a)
{
    return simde_vreinterpretq_u32_f32(a);
}

/* Doubles keep denormals anyway. */
static inline unsigned v_mode_denormals(void)
{
    return 0;
}

static inline void v_mode_restore(unsigned mode)
{
}

static inline vu v_load(const uint32_t *row)
{
    return simde_vld1q_u32(row);
}

static inline void v_store(uint32_t *row, vu a)
{
    simde_vst1q_u32(row, a);
}

static inline vu v_load_memory(const uint32_t *words)
{
    return simde_vld1q_u32(words);
}

static inline void v_store_memory(uint32_t *words, vu a)
{
    simde_vst1q_u32(words, a);
}

static inline vu v_splat(uint32_t a)
{
    return simde_vdupq_n_u32(a);
}

static inline vf v_fsplat(float a)
{
    return simde_vdupq_n_f32(a);
}

static inline vd v_dsplat(double a)
{
    return simde_vdupq_n_f64(a);
}

static inline vu v_iota(void)
{
    static const uint32_t iota[4] = {0, 1, 2, 3};

    return simde_vld1q_u32(iota);
}

/* ---- masks ---- */

static inline vu v_weights(void)
{
    static const uint32_t weights[4] = {1, 2, 4, 8};

    return simde_vld1q_u32(weights);
}

static inline vm v_active(const uint32_t *mask, uint32_t i)
{
    return simde_vtstq_u32(v_splat(mask[i / 32] >> (i % 32)), v_weights());
}

static inline unsigned v_bits(vm m)
{
    return simde_vaddvq_u32(simde_vandq_u32(m, v_weights()));
}

static inline vu v_ones(vm m)
{
    return m;
}

static inline vu v_select(vm m, vu a, vu b)
{
    return simde_vbslq_u32(m, a, b);
}

static inline void v_store_active(uint32_t *row, vm m, vu a)
{
    simde_vst1q_u32(row, v_select(m, a, simde_vld1q_u32(row)));
}

static inline vm v_mand(vm a, vm b)
{
    return simde_vandq_u32(a, b);
}

static inline vm v_mnot(vm a)
{
    return simde_vmvnq_u32(a);
}

static inline vm v_ieq(vu a, vu b)
{
    return simde_vceqq_u32(a, b);
}

static inline vm v_ilt(vu a, vu b)
{
    return simde_vcltq_s32(simde_vreinterpretq_s32_u32(a), simde_vreinterpretq_s32_u32(b));
}

static inline vm v_ult(vu a, vu b)
{
    return simde_vcltq_u32(a, b);
}

static inline vm v_uge(vu a, vu b)
{
    return simde_vcgeq_u32(a, b);
}

static inline vm v_lt(vf a, vf b)
{
    return simde_vcltq_f32(a, b);
}

static inline vm v_le(vf a, vf b)
{
    return simde_vcleq_f32(a, b);
}

static inline vm v_eq(vf a, vf b)
{
    return simde_vceqq_f32(a, b);
}

static inline vm v_ne(vf a, vf b)
{
    return v_mnot(simde_vceqq_f32(a, b));
}

static inline vm v_nan(vf a)
{
    return v_mnot(simde_vceqq_f32(a, a));
}

/* ---- integers and bits ---- */

static inline vu v_and(vu a, vu b)
{
    return simde_vandq_u32(a, b);
}

static inline vu v_or(vu a, vu b)
{
    return simde_vorrq_u32(a, b);
}

static inline vu v_xor(vu a, vu b)
{
    return simde_veorq_u32(a, b);
}

static inline vu v_iadd(vu a, vu b)
{
    return simde_vaddq_u32(a, b);
}

static inline vu v_isub(vu a, vu b)
{
    return simde_vsubq_u32(a, b);
}

static inline vu v_imul(vu a, vu b)
{
    return simde_vmulq_u32(a, b);
}

static inline vu v_umul_hi(vu a, vu b)
{
    simde_uint64x2_t low = simde_vmull_u32(simde_vget_low_u32(a), simde_vget_low_u32(b));
    simde_uint64x2_t high = simde_vmull_high_u32(a, b);

    return simde_vuzp2q_u32(simde_vreinterpretq_u32_u64(low), simde_vreinterpretq_u32_u64(high));
}

static inline vu v_imul_hi(vu a, vu b)
{
    simde_int32x4_t x = simde_vreinterpretq_s32_u32(a), y = simde_vreinterpretq_s32_u32(b);
    simde_int64x2_t low = simde_vmull_s32(simde_vget_low_s32(x), simde_vget_low_s32(y));
    simde_int64x2_t high = simde_vmull_high_s32(x, y);

    return simde_vuzp2q_u32(simde_vreinterpretq_u32_s64(low), simde_vreinterpretq_u32_s64(high));
}

static inline vu v_imin(vu a, vu b)
{
    return simde_vreinterpretq_u32_s32(
        simde_vminq_s32(simde_vreinterpretq_s32_u32(a), simde_vreinterpretq_s32_u32(b)));
}

static inline vu v_imax(vu a, vu b)
{
    return simde_vreinterpretq_u32_s32(
        simde_vmaxq_s32(simde_vreinterpretq_s32_u32(a), simde_vreinterpretq_s32_u32(b)));
}

static inline vu v_umin(vu a, vu b)
{
    return simde_vminq_u32(a, b);
}

static inline vu v_umax(vu a, vu b)
{
    return simde_vmaxq_u32(a, b);
}

#define v_shl_by(a, k) simde_vshlq_n_u32(a, k)
#define v_shr_by(a, k) simde_vshrq_n_u32(a, k)
#define v_sar_by(a, k) simde_vreinterpretq_u32_s32(simde_vshrq_n_s32(simde_vreinterpretq_s32_u32(a), k))

/* There is one shift, to the left; counts are from 0 to 31. */
static inline vu v_shl(vu a, vu n)
{
    return simde_vshlq_u32(a, simde_vreinterpretq_s32_u32(n));
}

static inline vu v_shr(vu a, vu n)
{
    return simde_vshlq_u32(a, simde_vnegq_s32(simde_vreinterpretq_s32_u32(n)));
}

static inline vu v_sar(vu a, vu n)
{
    simde_int32x4_t back = simde_vnegq_s32(simde_vreinterpretq_s32_u32(n));

    return simde_vreinterpretq_u32_s32(simde_vshlq_s32(simde_vreinterpretq_s32_u32(a), back));
}

static inline vu v_byte_sums(vu a)
{
    return simde_vpaddlq_u16(simde_vpaddlq_u8(simde_vreinterpretq_u8_u32(a)));
}

static inline vu v_countbits(vu a)
{
    return simde_vpaddlq_u16(simde_vpaddlq_u8(simde_vcntq_u8(simde_vreinterpretq_u8_u32(a))));
}

static inline vu v_bfrev(vu a)
{
    return simde_vreinterpretq_u32_u8(simde_vrev32q_u8(simde_vrbitq_u8(simde_vreinterpretq_u8_u32(a))));
}

static inline vu v_leading_zeros(vu a)
{
    return simde_vclzq_u32(a);
}

static inline vu v_trailing_zeros(vu a)
{
    return simde_vclzq_u32(v_bfrev(a));
}

/* Distances of bytes, 0 where the reference byte is. */
static inline vu v_masked_distances(vu reference, vu source)
{
    simde_uint8x16_t r = simde_vreinterpretq_u8_u32(reference), s = simde_vreinterpretq_u8_u32(source);

    return simde_vreinterpretq_u32_u8(simde_vandq_u8(simde_vabdq_u8(r, s), simde_vtstq_u8(r, r)));
}

/* ---- floats ---- */

static inline vu v_flush(vu a)
{
    vu normal = simde_vtstq_u32(a, v_splat(0x7F800000u));

    return v_and(a, v_or(normal, v_splat(0x80000000u)));
}

static inline vf v_in(vu a)
{
    return v_f(v_flush(a));
}

static inline vu v_out(vf a)
{
    return v_flush(v_u(a));
}

static inline vf v_add(vf a, vf b)
{
    return simde_vaddq_f32(a, b);
}

static inline vf v_sub(vf a, vf b)
{
    return simde_vsubq_f32(a, b);
}

static inline vf v_mul(vf a, vf b)
{
    return simde_vmulq_f32(a, b);
}

static inline vf v_div(vf a, vf b)
{
    return vdivq_f32(a, b);
}

static inline vf v_sqrt(vf a)
{
    return vsqrtq_f32(a);
}

static inline vf v_fma(vf a, vf b, vf c)
{
    return simde_vfmaq_f32(c, a, b);
}

static inline vf v_fms(vf a, vf b, vf c)
{
    return v_fma(a, b, simde_vnegq_f32(c));
}

static inline vf v_grow(vf a)
{
    return simde_vmulq_f32(a, v_fsplat(0x1p24f));
}

/* large is the result times 2^24, with all its bits; infinite or a NaN only where the result is far from
 * tiny. */
static inline vu v_flush_tiny(vf result, vf large)
{
    vu tiny = vcaltq_f32(large, v_fsplat(0x1p-102f));

    return simde_vbicq_u32(v_u(result), v_and(tiny, v_splat(0x7FFFFFFFu)));
}

static inline vu v_mul_out(vf a, vf b)
{
    return v_flush_tiny(v_mul(a, b), v_mul(v_grow(a), b));
}

/* Of the quotients just below 2^-126 one alone lies so near that it is rounded up to it: (1 - 2^-24) *
 * 2^-126, where the divisor is a power of two and the dividend is none. */
static inline vu v_div_out(vf a, vf b)
{
    vu result = v_out(v_div(a, b)), size = v_and(result, v_splat(0x7FFFFFFFu)),
       fraction = v_splat(0x007FFFFFu);
    vm edge = v_and(v_ieq(size, v_splat(0x00800000u)), simde_vtstq_u32(v_u(a), fraction));
    vm tiny = simde_vbicq_u32(edge, simde_vtstq_u32(v_u(b), fraction));

    return simde_vbicq_u32(result, v_and(tiny, v_splat(0x7FFFFFFFu)));
}

static inline vu v_fma_out(vf a, vf b, vf c)
{
    return v_flush_tiny(v_fma(a, b, c), v_fma(v_grow(a), b, v_grow(c)));
}

static inline vu v_fms_out(vf a, vf b, vf c)
{
    return v_fma_out(a, b, simde_vnegq_f32(c));
}

static inline vu v_fnma_out(vf a, vf b, vf c)
{
    return v_fma_out(simde_vnegq_f32(a), b, c);
}

static inline vu v_min_out(vu a, vu b)
{
    vf x = v_in(a), y = v_in(b);

    return v_select(v_or(v_lt(x, y), v_nan(y)), v_u(x), v_u(y));
}

static inline vu v_max_out(vu a, vu b)
{
    vf x = v_in(a), y = v_in(b);

    return v_select(v_or(v_lt(y, x), v_nan(y)), v_u(x), v_u(y));
}

static inline vu v_saturate(vu a)
{
    vu positive = v_and(a, v_le(v_fsplat(0x1p-126f), v_f(a)));

    return v_umin(positive, v_splat(0x3F800000u));
}

static inline vf v_round_ne(vf a)
{
    return simde_vrndnq_f32(a);
}

static inline vf v_round_ni(vf a)
{
    return simde_vrndmq_f32(a);
}

static inline vf v_round_pi(vf a)
{
    return simde_vrndpq_f32(a);
}

static inline vf v_round_z(vf a)
{
    return simde_vrndq_f32(a);
}

/* The instructions saturate and give 0 for a NaN, as the rules do. */
static inline vu v_ftoi(vf a)
{
    return simde_vreinterpretq_u32_s32(simde_vcvtq_s32_f32(a));
}

static inline vu v_ftou(vf a)
{
    return simde_vcvtq_u32_f32(a);
}

static inline vf v_itof(vu a)
{
    return simde_vcvtq_f32_s32(simde_vreinterpretq_s32_u32(a));
}

static inline vf v_utof(vu a)
{
    return simde_vcvtq_f32_u32(a);
}

/* ---- doubles ---- */

static inline void v_join(vu low, vu high, vd *a, vd *b)
{
    *a = simde_vreinterpretq_f64_u32(simde_vzip1q_u32(low, high));
    *b = simde_vreinterpretq_f64_u32(simde_vzip2q_u32(low, high));
}

static inline vu v_low_halves(vd a, vd b)
{
    return simde_vuzp1q_u32(simde_vreinterpretq_u32_f64(a), simde_vreinterpretq_u32_f64(b));
}

static inline vu v_high_halves(vd a, vd b)
{
    return simde_vuzp2q_u32(simde_vreinterpretq_u32_f64(a), simde_vreinterpretq_u32_f64(b));
}

static inline vm v_join_masks(vdm a, vdm b)
{
    return simde_vuzp1q_u32(simde_vreinterpretq_u32_u64(a), simde_vreinterpretq_u32_u64(b));
}

static inline void v_widen(vf a, vd *low, vd *high)
{
    *low = simde_vcvt_f64_f32(simde_vget_low_f32(a));
    *high = vcvt_high_f64_f32(a);
}

static inline vd v_dadd(vd a, vd b)
{
    return simde_vaddq_f64(a, b);
}

static inline vd v_dmul(vd a, vd b)
{
    return simde_vmulq_f64(a, b);
}

static inline vd v_ddiv(vd a, vd b)
{
    return vdivq_f64(a, b);
}

static inline vd v_dfma(vd a, vd b, vd c)
{
    return simde_vfmaq_f64(c, a, b);
}

static inline vdm v_dlt(vd a, vd b)
{
    return simde_vcltq_f64(a, b);
}

static inline vdm v_dle(vd a, vd b)
{
    return simde_vcleq_f64(a, b);
}

static inline vdm v_deq(vd a, vd b)
{
    return simde_vceqq_f64(a, b);
}

static inline vdm v_dne(vd a, vd b)
{
    return simde_vreinterpretq_u64_u32(v_mnot(simde_vreinterpretq_u32_u64(v_deq(a, b))));
}

static inline vdm v_dnan(vd a)
{
    return v_dne(a, a);
}

static inline vd v_dselect(vdm m, vd a, vd b)
{
    return simde_vbslq_f64(m, a, b);
}

static inline vdm v_dor(vdm a, vdm b)
{
    return simde_vorrq_u64(a, b);
}

static inline vd v_dmin(vd a, vd b)
{
    return v_dselect(v_dor(v_dlt(a, b), v_dnan(b)), a, b);
}

static inline vd v_dmax(vd a, vd b)
{
    return v_dselect(v_dor(v_dlt(b, a), v_dnan(b)), a, b);
}

static inline vd v_dsaturate(vd a)
{
    vd one = v_dsplat(1.0), zero = v_dsplat(0.0);

    return v_dselect(v_dlt(one, a), one, v_dselect(v_dlt(zero, a), a, zero));
}

/* From (1 - 2^-25) * 2^-126 on, 24 bits reach 2^-126; below, the result is tiny. */
static inline vu v_dtof(vd a, vd b)
{
    vd limit = v_dsplat(0x1.FFFFFFp-127);
    vu tiny = v_join_masks(vcaltq_f64(a, limit), vcaltq_f64(b, limit));
    vu narrow = v_u(vcvt_high_f32_f64(simde_vcvt_f32_f64(a), b));

    return simde_vbicq_u32(narrow, v_and(tiny, v_splat(0x7FFFFFFFu)));
}

static inline void v_utod(vu a, vd *low, vd *high)
{
    *low = simde_vcvtq_f64_u64(simde_vmovl_u32(simde_vget_low_u32(a)));
    *high = simde_vcvtq_f64_u64(simde_vmovl_u32(simde_vget_high_u32(a)));
}

static inline void v_itod(vu a, vd *low, vd *high)
{
    simde_int32x4_t x = simde_vreinterpretq_s32_u32(a);

    *low = simde_vcvtq_f64_s64(simde_vmovl_s32(simde_vget_low_s32(x)));
    *high = simde_vcvtq_f64_s64(simde_vmovl_s32(simde_vget_high_s32(x)));
}

static inline vu v_dtou(vd a, vd b)
{
    return simde_vcombine_u32(simde_vqmovn_u64(simde_vcvtq_u64_f64(a)),
                              simde_vqmovn_u64(simde_vcvtq_u64_f64(b)));
}

static inline vu v_dtou_inside(vd a, vd b)
{
    return v_dtou(a, b);
}

static inline vu v_dtoi(vd a, vd b)
{
    simde_int32x2_t low = simde_vqmovn_s64(simde_vcvtq_s64_f64(a));
    simde_int32x2_t high = simde_vqmovn_s64(simde_vcvtq_s64_f64(b));

    return simde_vreinterpretq_u32_s32(simde_vcombine_s32(low, high));
}

/* ---- across lanes ---- */

static inline uint32_t v_least(vu a)
{
    return simde_vminvq_u32(a);
}

static inline uint32_t v_most(vu a)
{
    return simde_vmaxvq_u32(a);
}

#endif
