/*
 * Vectors of four lanes for SSE4.1. Masks fill lanes. There is no fused multiply-add, no shift by a count for
 * each lane and no gather: the first is computed in doubles, exactly; the second by products; the third lane
 * by lane.
 */
#ifndef KERNELS_LANE_VEC_SSE41_H
#define KERNELS_LANE_VEC_SSE41_H

#include <stdint.h>

#include "number.h"
#include "simde/x86/sse4.1.h"

typedef simde__m128i vu, vm;
typedef simde__m128 vf;
typedef simde__m128d vd, vdm;
enum { V_LANES = 4 };

#define VX(name)  simde_mm_##name
#define VXI(name) simde_mm_##name##_si128

static inline vf v_f(vu a)
{
    return simde_mm_castsi128_ps(a);
}

static inline vu v_u(vf a)
{
    return simde_mm_castps_si128(a);
}

/* ---- masks ---- */

static inline vm v_active(const uint32_t *mask, uint32_t i)
{
    vu weight = simde_mm_setr_epi32(1, 2, 4, 8);
    vu bits = simde_mm_set1_epi32((int32_t)(mask[i / 32] >> (i % 32)));

    return simde_mm_cmpeq_epi32(simde_mm_and_si128(bits, weight), weight);
}

static inline unsigned v_bits(vm m)
{
    return (unsigned)simde_mm_movemask_ps(simde_mm_castsi128_ps(m));
}

static inline vu v_ones(vm m)
{
    return m;
}

static inline vu v_select(vm m, vu a, vu b)
{
    return simde_mm_blendv_epi8(b, a, m);
}

static inline void v_store_active(uint32_t *row, vm m, vu a)
{
    vu *at = (vu *)row;

    simde_mm_store_si128(at, v_select(m, a, simde_mm_load_si128(at)));
}

static inline vm v_mand(vm a, vm b)
{
    return simde_mm_and_si128(a, b);
}

static inline vm v_mnot(vm a)
{
    return simde_mm_xor_si128(a, simde_mm_set1_epi32(-1));
}

static inline vm v_ieq(vu a, vu b)
{
    return simde_mm_cmpeq_epi32(a, b);
}

static inline vm v_ilt(vu a, vu b)
{
    return simde_mm_cmplt_epi32(a, b);
}

static inline vm v_uge(vu a, vu b)
{
    return simde_mm_cmpeq_epi32(simde_mm_max_epu32(a, b), a);
}

static inline vm v_ult(vu a, vu b)
{
    return v_mnot(v_uge(a, b));
}

static inline vm v_lt(vf a, vf b)
{
    return v_u(simde_mm_cmplt_ps(a, b));
}

static inline vm v_le(vf a, vf b)
{
    return v_u(simde_mm_cmple_ps(a, b));
}

static inline vm v_eq(vf a, vf b)
{
    return v_u(simde_mm_cmpeq_ps(a, b));
}

static inline vm v_ne(vf a, vf b)
{
    return v_u(simde_mm_cmpneq_ps(a, b));
}

static inline vm v_nan(vf a)
{
    return v_u(simde_mm_cmpunord_ps(a, a));
}

/* ---- across lanes ---- */

static inline vu v_odd_of(vu even, vu odd)
{
    return simde_mm_blend_epi16(even, odd, 0xCC);
}

static inline vu v_table(const uint8_t table[16])
{
    return simde_mm_loadu_si128((const vu *)table);
}

static inline vu v_keep_bytes(vu where, vu a)
{
    return simde_mm_andnot_si128(simde_mm_cmpeq_epi8(where, simde_mm_setzero_si128()), a);
}

static inline vu v_iota(void)
{
    return simde_mm_setr_epi32(0, 1, 2, 3);
}

static inline void v_join(vu low, vu high, vd *a, vd *b)
{
    *a = simde_mm_castsi128_pd(simde_mm_unpacklo_epi32(low, high));
    *b = simde_mm_castsi128_pd(simde_mm_unpackhi_epi32(low, high));
}

static inline vu v_low_halves(vd a, vd b)
{
    return v_u(simde_mm_shuffle_ps(simde_mm_castpd_ps(a), simde_mm_castpd_ps(b), 0x88));
}

static inline vu v_high_halves(vd a, vd b)
{
    return v_u(simde_mm_shuffle_ps(simde_mm_castpd_ps(a), simde_mm_castpd_ps(b), 0xDD));
}

static inline vm v_join_masks(vdm a, vdm b)
{
    return v_low_halves(a, b);
}

static inline void v_widen(vf a, vd *low, vd *high)
{
    *low = simde_mm_cvtps_pd(a);
    *high = simde_mm_cvtps_pd(simde_mm_movehl_ps(a, a));
}

static inline vf v_narrow(vd low, vd high)
{
    return simde_mm_movelh_ps(simde_mm_cvtpd_ps(low), simde_mm_cvtpd_ps(high));
}

static inline void v_itod(vu a, vd *low, vd *high)
{
    *low = simde_mm_cvtepi32_pd(a);
    *high = simde_mm_cvtepi32_pd(simde_mm_shuffle_epi32(a, 0xEE));
}

static inline vu v_dtoi_wrong(vd a, vd b)
{
    return simde_mm_unpacklo_epi64(simde_mm_cvttpd_epi32(a), simde_mm_cvttpd_epi32(b));
}

/* ---- doubles ---- */

static inline vdm v_dlt(vd a, vd b)
{
    return simde_mm_cmplt_pd(a, b);
}

static inline vdm v_dle(vd a, vd b)
{
    return simde_mm_cmple_pd(a, b);
}

static inline vdm v_deq(vd a, vd b)
{
    return simde_mm_cmpeq_pd(a, b);
}

static inline vdm v_dne(vd a, vd b)
{
    return simde_mm_cmpneq_pd(a, b);
}

static inline vdm v_dnan(vd a)
{
    return simde_mm_cmpunord_pd(a, a);
}

static inline vd v_dselect(vdm m, vd a, vd b)
{
    return simde_mm_blendv_pd(b, a, m);
}

static inline vd v_dtrunc(vd a)
{
    return simde_mm_round_pd(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}

static inline vd v_dfma(vd a, vd b, vd c)
{
    uint64_t x[2], y[2], z[2];

    simde_mm_storeu_si128((vu *)x, simde_mm_castpd_si128(a));
    simde_mm_storeu_si128((vu *)y, simde_mm_castpd_si128(b));
    simde_mm_storeu_si128((vu *)z, simde_mm_castpd_si128(c));
    for (int i = 0; i < 2; i++)
        x[i] = num_dfma(x[i], y[i], z[i]);
    return simde_mm_castsi128_pd(simde_mm_loadu_si128((const vu *)x));
}

/* ---- what the instruction set lacks ---- */

/* num_fma_odd for two lanes. To odd: one towards zero where the sum was rounded away from it, then the last
 * bit set. */
static inline vd v_fma_odd(vd a, vd b, vd c)
{
    vd product = simde_mm_mul_pd(a, b), sum = simde_mm_add_pd(product, c),
       part = simde_mm_sub_pd(sum, product);
    vd error =
        simde_mm_add_pd(simde_mm_sub_pd(product, simde_mm_sub_pd(sum, part)), simde_mm_sub_pd(c, part));
    vd size = simde_mm_andnot_pd(simde_mm_set1_pd(-0.0), error);
    vu inexact = simde_mm_castpd_si128(simde_mm_cmplt_pd(simde_mm_setzero_pd(), size));
    vu bits = simde_mm_castpd_si128(sum), away = simde_mm_castpd_si128(simde_mm_xor_pd(error, sum));

    bits = simde_mm_sub_epi64(bits, simde_mm_and_si128(simde_mm_srli_epi64(away, 63), inexact));
    return simde_mm_castsi128_pd(simde_mm_or_si128(bits, simde_mm_srli_epi64(inexact, 63)));
}

static __attribute__((noinline, cold)) vf v_fma_exact(vf a, vf b, vf c)
{
    vd a0, a1, b0, b1, c0, c1;

    v_widen(a, &a0, &a1);
    v_widen(b, &b0, &b1);
    v_widen(c, &c0, &c1);
    return v_narrow(v_fma_odd(a0, b0, c0), v_fma_odd(a1, b1, c1));
}

/* All ones in the low words of doubles that lie in the middle between two floats */
static inline vu v_midway(vd a)
{
    vu below =
        simde_mm_and_si128(simde_mm_castpd_si128(a), simde_mm_setr_epi32(0x1FFFFFFF, 0, 0x1FFFFFFF, 0));

    return simde_mm_cmpeq_epi32(below, simde_mm_setr_epi32(0x10000000, -1, 0x10000000, -1));
}

/* The product is exact in double. The sum is rounded to 53 bits and then to 24, which differs from rounding
 * once only where the first rounding ends in the middle between two floats: seldom, and then the exact way is
 * taken. */
static inline vf v_fma(vf a, vf b, vf c)
{
    vd a0, a1, b0, b1, c0, c1, sum0, sum1;

    v_widen(a, &a0, &a1);
    v_widen(b, &b0, &b1);
    v_widen(c, &c0, &c1);
    sum0 = simde_mm_add_pd(simde_mm_mul_pd(a0, b0), c0);
    sum1 = simde_mm_add_pd(simde_mm_mul_pd(a1, b1), c1);
    if (__builtin_expect(simde_mm_movemask_epi8(simde_mm_or_si128(v_midway(sum0), v_midway(sum1))), 0))
        return v_fma_exact(a, b, c);
    return v_narrow(sum0, sum1);
}

static inline vf v_fms(vf a, vf b, vf c)
{
    return v_fma(a, b, simde_mm_xor_ps(c, simde_mm_set1_ps(-0.0f)));
}

static inline vf v_fnma(vf a, vf b, vf c)
{
    return v_fma(simde_mm_xor_ps(a, simde_mm_set1_ps(-0.0f)), b, c);
}

static inline vf v_round_ne(vf a)
{
    return simde_mm_round_ps(a, SIMDE_MM_FROUND_TO_NEAREST_INT | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_ni(vf a)
{
    return simde_mm_round_ps(a, SIMDE_MM_FROUND_TO_NEG_INF | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_pi(vf a)
{
    return simde_mm_round_ps(a, SIMDE_MM_FROUND_TO_POS_INF | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_z(vf a)
{
    return simde_mm_round_ps(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}

/* 2^n for n of 0 to 31: 2^31 does not fit and gives 0x80000000, which it is. So says the processor; a compiler that
 * knows n (gcc 12) would say 0x7FFFFFFF. */
static inline vu v_power(vu n)
{
    vu bits = simde_mm_add_epi32(simde_mm_slli_epi32(n, 23), simde_mm_set1_epi32(0x3F800000));

    __asm__("" : "+x"(bits));
    return simde_mm_cvttps_epi32(simde_mm_castsi128_ps(bits));
}

/* Counts of shifts are from 0 to 31. */
static inline vu v_shl(vu a, vu n)
{
    return simde_mm_mullo_epi32(a, v_power(n));
}

/* a >> n is a * 2^(31 - n) >> 31 in 64 bits, even and odd lanes apart. */
static inline vu v_shr(vu a, vu n)
{
    vu power = v_power(simde_mm_sub_epi32(simde_mm_set1_epi32(31), n));
    vu even = simde_mm_mul_epu32(a, power);
    vu odd = simde_mm_mul_epu32(simde_mm_srli_epi64(a, 32), simde_mm_srli_epi64(power, 32));

    return v_odd_of(simde_mm_srli_epi64(even, 31), simde_mm_slli_epi64(odd, 1));
}

static inline vu v_sar(vu a, vu n)
{
    vu sign = simde_mm_srai_epi32(a, 31);

    return simde_mm_xor_si128(v_shr(simde_mm_xor_si128(a, sign), n), sign);
}

#include "lane_vec_x86.h"

/* The halves convert exactly, their sum rounds once. */
static inline vf v_utof(vu a)
{
    vf high = simde_mm_cvtepi32_ps(simde_mm_srli_epi32(a, 16));
    vf low = simde_mm_cvtepi32_ps(simde_mm_and_si128(a, simde_mm_set1_epi32(0xFFFF)));

    return simde_mm_add_ps(simde_mm_mul_ps(high, simde_mm_set1_ps(0x1p16f)), low);
}

static inline vu v_ftou(vf a)
{
    vf size = v_positive(a), half = simde_mm_set1_ps(0x1p31f);
    vu upper = v_le(half, size), over = v_le(simde_mm_set1_ps(0x1p32f), size);
    vu whole = simde_mm_cvttps_epi32(simde_mm_sub_ps(size, simde_mm_and_ps(v_f(upper), half)));

    return v_or(v_xor(whole, simde_mm_slli_epi32(upper, 31)), over);
}

/* ---- across lanes ---- */

static inline uint32_t v_least(vu a)
{
    return v_least_of_four(a);
}

static inline uint32_t v_most(vu a)
{
    return v_most_of_four(a);
}

#endif
