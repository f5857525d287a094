/*
 * Vectors of eight lanes for AVX2 with FMA. Masks fill lanes.
 *
 * Most instructions that cross lanes stay within halves of 128 bits: joining words to doubles and parting
 * them again swaps the middle quarters so that lanes keep their order.
 */
#ifndef KERNELS_LANE_VEC_AVX2_H
#define KERNELS_LANE_VEC_AVX2_H

#include <stdint.h>

#include "simde/x86/avx2.h"
#include "simde/x86/fma.h"

typedef simde__m256i vu, vm;
typedef simde__m256 vf;
typedef simde__m256d vd, vdm;
enum { V_LANES = 8 };

#define VX(name)  simde_mm256_##name
#define VXI(name) simde_mm256_##name##_si256
#define V_GATHERS 1
#define V_PARTIAL 1

static inline vf v_f(vu a)
{
    return simde_mm256_castsi256_ps(a);
}

static inline vu v_u(vf a)
{
    return simde_mm256_castps_si256(a);
}

/* ---- masks ---- */

static inline vm v_active(const uint32_t *mask, uint32_t i)
{
    vu weight = simde_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    vu bits = simde_mm256_set1_epi32((int32_t)(mask[i / 32] >> (i % 32)));

    return simde_mm256_cmpeq_epi32(simde_mm256_and_si256(bits, weight), weight);
}

static inline unsigned v_bits(vm m)
{
    return (unsigned)simde_mm256_movemask_ps(simde_mm256_castsi256_ps(m));
}

static inline vu v_ones(vm m)
{
    return m;
}

static inline vu v_select(vm m, vu a, vu b)
{
    return simde_mm256_blendv_epi8(b, a, m);
}

static inline void v_store_active(uint32_t *row, vm m, vu a)
{
    vu *at = (vu *)row;

    simde_mm256_store_si256(at, v_select(m, a, simde_mm256_load_si256(at)));
}

static inline vm v_mand(vm a, vm b)
{
    return simde_mm256_and_si256(a, b);
}

static inline vm v_mnot(vm a)
{
    return simde_mm256_xor_si256(a, simde_mm256_set1_epi32(-1));
}

static inline vm v_ieq(vu a, vu b)
{
    return simde_mm256_cmpeq_epi32(a, b);
}

static inline vm v_ilt(vu a, vu b)
{
    return simde_mm256_cmpgt_epi32(b, a);
}

static inline vm v_uge(vu a, vu b)
{
    return simde_mm256_cmpeq_epi32(simde_mm256_max_epu32(a, b), a);
}

static inline vm v_ult(vu a, vu b)
{
    return v_mnot(v_uge(a, b));
}

static inline vm v_lt(vf a, vf b)
{
    return v_u(simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ));
}

static inline vm v_le(vf a, vf b)
{
    return v_u(simde_mm256_cmp_ps(a, b, SIMDE_CMP_LE_OQ));
}

static inline vm v_eq(vf a, vf b)
{
    return v_u(simde_mm256_cmp_ps(a, b, SIMDE_CMP_EQ_OQ));
}

static inline vm v_ne(vf a, vf b)
{
    return v_u(simde_mm256_cmp_ps(a, b, SIMDE_CMP_NEQ_UQ));
}

static inline vm v_nan(vf a)
{
    return v_u(simde_mm256_cmp_ps(a, a, SIMDE_CMP_UNORD_Q));
}

/* ---- across lanes ---- */

static inline vu v_odd_of(vu even, vu odd)
{
    return simde_mm256_blend_epi32(even, odd, 0xAA);
}

static inline vu v_table(const uint8_t table[16])
{
    return simde_mm256_broadcastsi128_si256(simde_mm_loadu_si128((const simde__m128i *)table));
}

static inline vu v_keep_bytes(vu where, vu a)
{
    return simde_mm256_andnot_si256(simde_mm256_cmpeq_epi8(where, simde_mm256_setzero_si256()), a);
}

static inline vu v_iota(void)
{
    return simde_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}

static inline vu v_swap_middle(vu a)
{
    return simde_mm256_permute4x64_epi64(a, 0xD8);
}

static inline void v_join(vu low, vu high, vd *a, vd *b)
{
    low = v_swap_middle(low);
    high = v_swap_middle(high);
    *a = simde_mm256_castsi256_pd(simde_mm256_unpacklo_epi32(low, high));
    *b = simde_mm256_castsi256_pd(simde_mm256_unpackhi_epi32(low, high));
}

static inline vu v_low_halves(vd a, vd b)
{
    return v_swap_middle(
        v_u(simde_mm256_shuffle_ps(simde_mm256_castpd_ps(a), simde_mm256_castpd_ps(b), 0x88)));
}

static inline vu v_high_halves(vd a, vd b)
{
    return v_swap_middle(
        v_u(simde_mm256_shuffle_ps(simde_mm256_castpd_ps(a), simde_mm256_castpd_ps(b), 0xDD)));
}

static inline vm v_join_masks(vdm a, vdm b)
{
    return v_low_halves(a, b);
}

static inline void v_widen(vf a, vd *low, vd *high)
{
    *low = simde_mm256_cvtps_pd(simde_mm256_castps256_ps128(a));
    *high = simde_mm256_cvtps_pd(simde_mm256_extractf128_ps(a, 1));
}

static inline vf v_narrow(vd low, vd high)
{
    vf half = simde_mm256_castps128_ps256(simde_mm256_cvtpd_ps(low));

    return simde_mm256_insertf128_ps(half, simde_mm256_cvtpd_ps(high), 1);
}

static inline void v_itod(vu a, vd *low, vd *high)
{
    *low = simde_mm256_cvtepi32_pd(simde_mm256_castsi256_si128(a));
    *high = simde_mm256_cvtepi32_pd(simde_mm256_extracti128_si256(a, 1));
}

static inline vu v_dtoi_wrong(vd a, vd b)
{
    vu half = simde_mm256_castsi128_si256(simde_mm256_cvttpd_epi32(a));

    return simde_mm256_inserti128_si256(half, simde_mm256_cvttpd_epi32(b), 1);
}

/* ---- doubles ---- */

static inline vdm v_dlt(vd a, vd b)
{
    return simde_mm256_cmp_pd(a, b, SIMDE_CMP_LT_OQ);
}

static inline vdm v_dle(vd a, vd b)
{
    return simde_mm256_cmp_pd(a, b, SIMDE_CMP_LE_OQ);
}

static inline vdm v_deq(vd a, vd b)
{
    return simde_mm256_cmp_pd(a, b, SIMDE_CMP_EQ_OQ);
}

static inline vdm v_dne(vd a, vd b)
{
    return simde_mm256_cmp_pd(a, b, SIMDE_CMP_NEQ_UQ);
}

static inline vdm v_dnan(vd a)
{
    return simde_mm256_cmp_pd(a, a, SIMDE_CMP_UNORD_Q);
}

static inline vd v_dselect(vdm m, vd a, vd b)
{
    return simde_mm256_blendv_pd(b, a, m);
}

static inline vd v_dtrunc(vd a)
{
    return simde_mm256_round_pd(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}

static inline vd v_dfma(vd a, vd b, vd c)
{
    return simde_mm256_fmadd_pd(a, b, c);
}

/* ---- floats and shifts ---- */

static inline vf v_fma(vf a, vf b, vf c)
{
    return simde_mm256_fmadd_ps(a, b, c);
}

static inline vf v_fms(vf a, vf b, vf c)
{
    return simde_mm256_fmsub_ps(a, b, c);
}

static inline vf v_fnma(vf a, vf b, vf c)
{
    return simde_mm256_fnmadd_ps(a, b, c);
}

static inline vf v_round_ne(vf a)
{
    return simde_mm256_round_ps(a, SIMDE_MM_FROUND_TO_NEAREST_INT | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_ni(vf a)
{
    return simde_mm256_round_ps(a, SIMDE_MM_FROUND_TO_NEG_INF | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_pi(vf a)
{
    return simde_mm256_round_ps(a, SIMDE_MM_FROUND_TO_POS_INF | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_z(vf a)
{
    return simde_mm256_round_ps(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}

static inline vu v_shl(vu a, vu n)
{
    return simde_mm256_sllv_epi32(a, n);
}

static inline vu v_shr(vu a, vu n)
{
    return simde_mm256_srlv_epi32(a, n);
}

static inline vu v_sar(vu a, vu n)
{
    return simde_mm256_srav_epi32(a, n);
}

/* ---- memory: lanes outside the mask touch nothing and give 0 ---- */

static inline vu v_load_active(const uint32_t *words, vm m)
{
    return simde_mm256_maskload_epi32((const int32_t *)words, m);
}

static inline void v_store_memory_active(uint32_t *words, vm m, vu a)
{
    simde_mm256_maskstore_epi32((int32_t *)words, m, a);
}

/* Indices below 2^31: the instruction takes them as signed. */
static inline vu v_gather(const uint32_t *words, vu index, vm m)
{
    return simde_mm256_mask_i32gather_epi32(simde_mm256_setzero_si256(), (const int32_t *)words, index, m, 4);
}

#include "lane_vec_x86.h"

/* The halves convert exactly, their sum rounds once. */
static inline vf v_utof(vu a)
{
    vf high = simde_mm256_cvtepi32_ps(simde_mm256_srli_epi32(a, 16));
    vf low = simde_mm256_cvtepi32_ps(simde_mm256_and_si256(a, simde_mm256_set1_epi32(0xFFFF)));

    return simde_mm256_add_ps(simde_mm256_mul_ps(high, simde_mm256_set1_ps(0x1p16f)), low);
}

static inline vu v_ftou(vf a)
{
    vf size = v_positive(a), half = simde_mm256_set1_ps(0x1p31f);
    vu upper = v_le(half, size), over = v_le(simde_mm256_set1_ps(0x1p32f), size);
    vu whole = simde_mm256_cvttps_epi32(simde_mm256_sub_ps(size, simde_mm256_and_ps(v_f(upper), half)));

    return v_or(v_xor(whole, simde_mm256_slli_epi32(upper, 31)), over);
}

/* ---- across lanes ---- */

static inline uint32_t v_least(vu a)
{
    return v_least_of_four(
        simde_mm_min_epu32(simde_mm256_castsi256_si128(a), simde_mm256_extracti128_si256(a, 1)));
}

static inline uint32_t v_most(vu a)
{
    return v_most_of_four(
        simde_mm_max_epu32(simde_mm256_castsi256_si128(a), simde_mm256_extracti128_si256(a, 1)));
}

#endif
