/*
 * Vectors of sixteen lanes for AVX-512 (F, BW, DQ, VL). Masks are mask registers, loaded from the words of a
 * mask as they stand. What the SIMDe of Debian 12 has no name for is called by the compiler's own.
 */
#ifndef KERNELS_LANE_VEC_AVX512_H
#define KERNELS_LANE_VEC_AVX512_H

#include <stdint.h>
#include <string.h>

#include "simde/x86/avx2.h"
#include "simde/x86/avx512.h"

typedef simde__m512i vu;
typedef simde__m512 vf;
typedef simde__m512d vd;
typedef simde__mmask16 vm;
typedef simde__mmask8 vdm;
enum { V_LANES = 16 };

#define VX(name)                 simde_mm512_##name
#define VXI(name)                simde_mm512_##name##_si512
#define V_GATHERS                1
#define V_WINDOWS                1
#define V_SCATTERS               1
#define V_PARTIAL                1

/* Absent from that SIMDe */
#define simde_mm512_cvtepi32_ps  _mm512_cvtepi32_ps
#define simde_mm512_cvttps_epi32 _mm512_cvttps_epi32
#define simde_mm512_srai_epi32   _mm512_srai_epi32

static inline vf v_f(vu a)
{
    return simde_mm512_castsi512_ps(a);
}

static inline vu v_u(vf a)
{
    return simde_mm512_castps_si512(a);
}

/* ---- masks ---- */

static inline vm v_active(const uint32_t *mask, uint32_t i)
{
    return (vm)(mask[i / 32] >> (i % 32));
}

static inline unsigned v_bits(vm m)
{
    return m;
}

static inline vu v_ones(vm m)
{
    return simde_mm512_movm_epi32(m);
}

static inline vu v_select(vm m, vu a, vu b)
{
    return simde_mm512_mask_mov_epi32(b, m, a);
}

/* A store of the whole vector: loads soon after it could not be served by a masked one. */
static inline void v_store_active(uint32_t *row, vm m, vu a)
{
    simde_mm512_store_si512(row, v_select(m, a, simde_mm512_load_si512(row)));
}

static inline vm v_mand(vm a, vm b)
{
    return a & b;
}

static inline vm v_mnot(vm a)
{
    return (vm)~a;
}

static inline vm v_ieq(vu a, vu b)
{
    return simde_mm512_cmpeq_epi32_mask(a, b);
}

static inline vm v_ilt(vu a, vu b)
{
    return _mm512_cmplt_epi32_mask(a, b);
}

static inline vm v_uge(vu a, vu b)
{
    return _mm512_cmpge_epu32_mask(a, b);
}

static inline vm v_ult(vu a, vu b)
{
    return _mm512_cmplt_epu32_mask(a, b);
}

static inline vm v_lt(vf a, vf b)
{
    return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LT_OQ);
}

static inline vm v_le(vf a, vf b)
{
    return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LE_OQ);
}

static inline vm v_eq(vf a, vf b)
{
    return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_EQ_OQ);
}

static inline vm v_ne(vf a, vf b)
{
    return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_NEQ_UQ);
}

static inline vm v_nan(vf a)
{
    return simde_mm512_cmp_ps_mask(a, a, SIMDE_CMP_UNORD_Q);
}

/* ---- across lanes ---- */

static inline vu v_odd_of(vu even, vu odd)
{
    return simde_mm512_mask_mov_epi32(even, 0xAAAA, odd);
}

static inline vu v_table(const uint8_t table[16])
{
    return simde_mm512_broadcast_i32x4(simde_mm_loadu_si128((const simde__m128i *)table));
}

static inline vu v_keep_bytes(vu where, vu a)
{
    return _mm512_maskz_mov_epi8(_mm512_test_epi8_mask(where, where), a);
}

/* A constant from memory: SIMDe's own makes one element after another. */
static inline vu v_elements(const uint32_t elements[16])
{
    return simde_mm512_load_si512(elements);
}

static inline vu v_iota(void)
{
    static const _Alignas(64) uint32_t iota[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    return v_elements(iota);
}

static inline void v_join(vu low, vu high, vd *a, vd *b)
{
    static const _Alignas(64) uint32_t first[16] = {0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23};
    static const _Alignas(64)
        uint32_t second[16] = {8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};

    *a = simde_mm512_castsi512_pd(simde_mm512_permutex2var_epi32(low, v_elements(first), high));
    *b = simde_mm512_castsi512_pd(simde_mm512_permutex2var_epi32(low, v_elements(second), high));
}

static inline vu v_low_halves(vd a, vd b)
{
    static const _Alignas(64) uint32_t even[16] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
    vu elements = v_elements(even);

    return simde_mm512_permutex2var_epi32(simde_mm512_castpd_si512(a), elements, simde_mm512_castpd_si512(b));
}

static inline vu v_high_halves(vd a, vd b)
{
    static const _Alignas(64) uint32_t odd[16] = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31};
    vu elements = v_elements(odd);

    return simde_mm512_permutex2var_epi32(simde_mm512_castpd_si512(a), elements, simde_mm512_castpd_si512(b));
}

static inline vm v_join_masks(vdm a, vdm b)
{
    return (vm)(a | b << 8);
}

static inline void v_widen(vf a, vd *low, vd *high)
{
    *low = _mm512_cvtps_pd(simde_mm512_castps512_ps256(a));
    *high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(a, 1));
}

static inline vf v_narrow(vd low, vd high)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
}

static inline void v_itod(vu a, vd *low, vd *high)
{
    *low = _mm512_cvtepi32_pd(simde_mm512_castsi512_si256(a));
    *high = _mm512_cvtepi32_pd(simde_mm512_extracti64x4_epi64(a, 1));
}

static inline vu v_dtoi_wrong(vd a, vd b)
{
    return simde_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvttpd_epi32(a)), _mm512_cvttpd_epi32(b), 1);
}

/* ---- doubles ---- */

static inline vdm v_dlt(vd a, vd b)
{
    return simde_mm512_cmp_pd_mask(a, b, SIMDE_CMP_LT_OQ);
}

static inline vdm v_dle(vd a, vd b)
{
    return simde_mm512_cmp_pd_mask(a, b, SIMDE_CMP_LE_OQ);
}

static inline vdm v_deq(vd a, vd b)
{
    return simde_mm512_cmp_pd_mask(a, b, SIMDE_CMP_EQ_OQ);
}

static inline vdm v_dne(vd a, vd b)
{
    return simde_mm512_cmp_pd_mask(a, b, SIMDE_CMP_NEQ_UQ);
}

static inline vdm v_dnan(vd a)
{
    return simde_mm512_cmp_pd_mask(a, a, SIMDE_CMP_UNORD_Q);
}

static inline vd v_dselect(vdm m, vd a, vd b)
{
    return simde_mm512_mask_mov_pd(b, m, a);
}

static inline vd v_dtrunc(vd a)
{
    return _mm512_roundscale_pd(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}

static inline vd v_dfma(vd a, vd b, vd c)
{
    return simde_mm512_fmadd_pd(a, b, c);
}

/* ---- floats and shifts ---- */

static inline vf v_fma(vf a, vf b, vf c)
{
    return simde_mm512_fmadd_ps(a, b, c);
}

static inline vf v_fms(vf a, vf b, vf c)
{
    return simde_mm512_fmsub_ps(a, b, c);
}

static inline vf v_fnma(vf a, vf b, vf c)
{
    return simde_mm512_fnmadd_ps(a, b, c);
}

static inline vf v_round_ne(vf a)
{
    return _mm512_roundscale_ps(a, SIMDE_MM_FROUND_TO_NEAREST_INT | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_ni(vf a)
{
    return _mm512_roundscale_ps(a, SIMDE_MM_FROUND_TO_NEG_INF | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_pi(vf a)
{
    return _mm512_roundscale_ps(a, SIMDE_MM_FROUND_TO_POS_INF | SIMDE_MM_FROUND_NO_EXC);
}

static inline vf v_round_z(vf a)
{
    return _mm512_roundscale_ps(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}

static inline vu v_shl(vu a, vu n)
{
    return simde_mm512_sllv_epi32(a, n);
}

static inline vu v_shr(vu a, vu n)
{
    return simde_mm512_srlv_epi32(a, n);
}

static inline vu v_sar(vu a, vu n)
{
    return _mm512_srav_epi32(a, n);
}

/* ---- memory: lanes outside the mask touch nothing and give 0 ---- */

static inline vu v_load_active(const uint32_t *words, vm m)
{
    return _mm512_maskz_loadu_epi32(m, words);
}

static inline void v_store_memory_active(uint32_t *words, vm m, vu a)
{
    _mm512_mask_storeu_epi32(words, m, a);
}

/* Indices below 2^31: the instructions take them as signed. */
static inline vu v_gather(const uint32_t *words, vu index, vm m)
{
    return _mm512_mask_i32gather_epi32(simde_mm512_setzero_si512(), m, index, words, 4);
}

/* Where lanes overlap, the highest one is what stays. */
static inline void v_scatter(uint32_t *words, vu index, vm m, vu a)
{
    _mm512_mask_i32scatter_epi32(words, m, index, a, 4);
}

#include "lane_vec_x86.h"

/* words[index] and words[index + 1] of all lanes. */
static inline void v_gather_pairs(const uint32_t *words, vu index, vu *first, vu *second)
{
    static const uint32_t places[32] __attribute__((aligned(64))) = {0,  2,  4,  6,  8,  10, 12, 14, 16, 18, 20,
                                                                     22, 24, 26, 28, 30, 1,  3,  5,  7,  9,  11,
                                                                     13, 15, 17, 19, 21, 23, 25, 27, 29, 31};
    vu low = _mm512_i32gather_epi64(simde_mm512_castsi512_si256(index), words, 4);
    vu high = _mm512_i32gather_epi64(simde_mm512_extracti64x4_epi64(index, 1), words, 4);

    *first = simde_mm512_permutex2var_epi32(low, simde_mm512_load_si512(places), high);
    *second = simde_mm512_permutex2var_epi32(low, simde_mm512_load_si512(places + 16), high);
}

/* Windows: stretches of at most V_WINDOW words, one for the lower half of the lanes and one for the upper. */
enum { V_WINDOW = 16 };

static const uint32_t v_numbers[16] __attribute__((aligned(64))) = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* The first lane of a half, or the last, in all lanes of the half. */
static inline vu v_half_first(vu a)
{
    return _mm512_permutexvar_epi32(_mm512_and_si512(simde_mm512_load_si512(v_numbers), _mm512_set1_epi32(8)), a);
}

static inline vu v_half_last(vu a)
{
    return _mm512_permutexvar_epi32(_mm512_or_si512(simde_mm512_load_si512(v_numbers), _mm512_set1_epi32(7)), a);
}

/* words[begin + left] and words[begin + right]; begin is one number for each half, left and right are below V_WINDOW,
 * and below inside: no more words than that are there to be read. */
static inline void v_read_windows(const uint32_t *words, vu begin, vu inside, vu left, vu right, vu *first, vu *second)
{
    vu numbers = simde_mm512_load_si512(v_numbers);
    vu upper = _mm512_slli_epi32(_mm512_and_si512(numbers, _mm512_set1_epi32(8)), 1);
    uint32_t at = (uint32_t)_mm512_cvtsi512_si32(begin);
    uint32_t upper_at = (uint32_t)_mm_cvtsi128_si32(_mm512_extracti32x4_epi32(begin, 2));
    vm there = _mm512_cmplt_epu32_mask(numbers, _mm512_broadcastd_epi32(_mm512_castsi512_si128(inside)));
    vm upper_there = _mm512_cmplt_epu32_mask(numbers, _mm512_broadcastd_epi32(_mm512_extracti32x4_epi32(inside, 2)));
    vu a = _mm512_maskz_loadu_epi32(there, words + at), b = _mm512_maskz_loadu_epi32(upper_there, words + upper_at);

    *first = _mm512_permutex2var_epi32(a, _mm512_or_si512(left, upper), b);
    *second = _mm512_permutex2var_epi32(a, _mm512_or_si512(right, upper), b);
}

static inline vf v_utof(vu a)
{
    return _mm512_cvtepu32_ps(a);
}

/* What does not fit gives all ones. */
static inline vu v_ftou(vf a)
{
    return _mm512_cvttps_epu32(v_positive(a));
}

/* ---- across lanes ---- */

static inline uint32_t v_least(vu a)
{
    simde__m256i half =
        simde_mm256_min_epu32(simde_mm512_castsi512_si256(a), simde_mm512_extracti64x4_epi64(a, 1));

    return v_least_of_four(
        simde_mm_min_epu32(simde_mm256_castsi256_si128(half), simde_mm256_extracti128_si256(half, 1)));
}

static inline uint32_t v_most(vu a)
{
    simde__m256i half =
        simde_mm256_max_epu32(simde_mm512_castsi512_si256(a), simde_mm512_extracti64x4_epi64(a, 1));

    return v_most_of_four(
        simde_mm_max_epu32(simde_mm256_castsi256_si128(half), simde_mm256_extracti128_si256(half, 1)));
}

#endif
