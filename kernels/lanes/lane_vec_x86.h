/*
 * What the x86 tiers have in common: the part of the vector vocabulary (lane_tmpl.h lists it) that is the
 * same instruction at every width. FTZ and DAZ are set while kernels run, so float operands and results are
 * flushed by the processor, which detects tininess after rounding as the number rules ask.
 *
 * The tier defines before: types vu, vf, vd, vm; VX(name), VXI(name) for the name of an instruction and of
 * one on whole registers; what crosses lanes, makes or uses masks or loads memory; shifts by a count for each
 * lane.
 */
#ifndef KERNELS_LANE_VEC_X86_H
#define KERNELS_LANE_VEC_X86_H

static inline uint32_t v_least_of_four(simde__m128i a)
{
    a = simde_mm_min_epu32(a, simde_mm_shuffle_epi32(a, 0x4E));
    return (uint32_t)simde_mm_cvtsi128_si32(simde_mm_min_epu32(a, simde_mm_shuffle_epi32(a, 0xB1)));
}

static inline uint32_t v_most_of_four(simde__m128i a)
{
    a = simde_mm_max_epu32(a, simde_mm_shuffle_epi32(a, 0x4E));
    return (uint32_t)simde_mm_cvtsi128_si32(simde_mm_max_epu32(a, simde_mm_shuffle_epi32(a, 0xB1)));
}

/* Doubles keep denormals; a function of its own stands between this and v_mode_restore. */
static inline unsigned v_mode_denormals(void)
{
    unsigned mode = simde_mm_getcsr();

    simde_mm_setcsr(mode & ~0x8040u);
    return mode;
}

static inline void v_mode_restore(unsigned mode)
{
    simde_mm_setcsr(mode);
}

static inline vu v_load(const uint32_t *row)
{
    return VXI(load)((const vu *)row);
}

static inline void v_store(uint32_t *row, vu a)
{
    VXI(store)((vu *)row, a);
}

static inline vu v_load_memory(const uint32_t *words)
{
    return VXI(loadu)((const vu *)words);
}

static inline void v_store_memory(uint32_t *words, vu a)
{
    VXI(storeu)((vu *)words, a);
}

static inline vu v_splat(uint32_t a)
{
    return VX(set1_epi32)((int32_t)a);
}

static inline vf v_fsplat(float a)
{
    return VX(set1_ps)(a);
}

static inline vd v_dsplat(double a)
{
    return VX(set1_pd)(a);
}

/* ---- integers ---- */

static inline vu v_and(vu a, vu b)
{
    return VXI(and)(a, b);
}

static inline vu v_or(vu a, vu b)
{
    return VXI(or)(a, b);
}

static inline vu v_xor(vu a, vu b)
{
    return VXI(xor)(a, b);
}

static inline vu v_iadd(vu a, vu b)
{
    return VX(add_epi32)(a, b);
}

static inline vu v_isub(vu a, vu b)
{
    return VX(sub_epi32)(a, b);
}

static inline vu v_imul(vu a, vu b)
{
    return VX(mullo_epi32)(a, b);
}

static inline vu v_imin(vu a, vu b)
{
    return VX(min_epi32)(a, b);
}

static inline vu v_imax(vu a, vu b)
{
    return VX(max_epi32)(a, b);
}

static inline vu v_umin(vu a, vu b)
{
    return VX(min_epu32)(a, b);
}

static inline vu v_umax(vu a, vu b)
{
    return VX(max_epu32)(a, b);
}

#define v_shl_by(a, k) VX(slli_epi32)(a, k)
#define v_shr_by(a, k) VX(srli_epi32)(a, k)
#define v_sar_by(a, k) VX(srai_epi32)(a, k)

/* Products of the even lanes and of the odd ones, 64 bits each; the upper halves are put together again. */
static inline vu v_umul_hi(vu a, vu b)
{
    vu even = VX(mul_epu32)(a, b), odd = VX(mul_epu32)(VX(srli_epi64)(a, 32), VX(srli_epi64)(b, 32));

    return v_odd_of(VX(srli_epi64)(even, 32), odd);
}

static inline vu v_imul_hi(vu a, vu b)
{
    vu even = VX(mul_epi32)(a, b), odd = VX(mul_epi32)(VX(srli_epi64)(a, 32), VX(srli_epi64)(b, 32));

    return v_odd_of(VX(srli_epi64)(even, 32), odd);
}

/* ---- bits ---- */

static inline vu v_byte_sums(vu a)
{
    vu pairs = VX(maddubs_epi16)(a, v_splat(0x01010101));

    return VX(madd_epi16)(pairs, v_splat(0x00010001));
}

/* Each byte of the result is the table's entry for the low or the high half of the byte. */
static inline vu v_low_nibbles(const uint8_t table[16], vu a)
{
    return VX(shuffle_epi8)(v_table(table), v_and(a, v_splat(0x0F0F0F0F)));
}

static inline vu v_high_nibbles(const uint8_t table[16], vu a)
{
    return VX(shuffle_epi8)(v_table(table), v_and(VX(srli_epi32)(a, 4), v_splat(0x0F0F0F0F)));
}

static inline vu v_countbits(vu a)
{
    static const uint8_t counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

    return v_byte_sums(VX(add_epi8)(v_low_nibbles(counts, a), v_high_nibbles(counts, a)));
}

static inline vu v_bfrev(vu a)
{
    static const uint8_t to_high[16] = {0x00, 0x80, 0x40, 0xC0, 0x20, 0xA0, 0x60, 0xE0,
                                        0x10, 0x90, 0x50, 0xD0, 0x30, 0xB0, 0x70, 0xF0};
    static const uint8_t to_low[16] = {0x0, 0x8, 0x4, 0xC, 0x2, 0xA, 0x6, 0xE,
                                       0x1, 0x9, 0x5, 0xD, 0x3, 0xB, 0x7, 0xF};
    static const uint8_t swap[16] = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};

    return VX(shuffle_epi8)(v_or(v_low_nibbles(to_high, a), v_high_nibbles(to_low, a)), v_table(swap));
}

/* Leading zeros from the exponent of the number as a float; bits that could round it up are taken out first.
 * A number with bit 31 set becomes a negative float, whose sign makes the difference negative. Zero gives
 * 158. */
static inline vu v_leading_zeros(vu a)
{
    vu top = VXI(andnot)(VX(srli_epi32)(a, 1), a);
    vu exponent = VX(srli_epi32)(v_u(VX(cvtepi32_ps)(top)), 23);

    return v_imax(v_isub(v_splat(158), exponent), v_splat(0));
}

/* The same for a single bit, which converts exactly. Zero gives -127. */
static inline vu v_trailing_zeros(vu a)
{
    vu bit = v_and(a, v_isub(v_splat(0), a));
    vu exponent = v_and(VX(srli_epi32)(v_u(VX(cvtepi32_ps)(bit)), 23), v_splat(0xFF));

    return v_isub(exponent, v_splat(127));
}

/* Distances of bytes, 0 where the reference byte is. */
static inline vu v_masked_distances(vu reference, vu source)
{
    vu size = v_or(VX(subs_epu8)(reference, source), VX(subs_epu8)(source, reference));

    return v_keep_bytes(reference, size);
}

/* ---- floats ---- */

static inline vf v_in(vu a)
{
    return v_f(a);
}

static inline vu v_out(vf a)
{
    return v_u(a);
}

/* A product with one flushes. The compiler knows that x * 1 is x, and must not see the one. */
static inline vu v_flush(vu a)
{
    vf one = v_fsplat(1.0f);

    __asm__("" : "+x"(one));
    return v_u(VX(mul_ps)(v_f(a), one));
}

static inline vf v_add(vf a, vf b)
{
    return VX(add_ps)(a, b);
}

static inline vf v_sub(vf a, vf b)
{
    return VX(sub_ps)(a, b);
}

static inline vf v_mul(vf a, vf b)
{
    return VX(mul_ps)(a, b);
}

static inline vf v_div(vf a, vf b)
{
    return VX(div_ps)(a, b);
}

static inline vf v_sqrt(vf a)
{
    return VX(sqrt_ps)(a);
}

static inline vu v_mul_out(vf a, vf b)
{
    return v_u(VX(mul_ps)(a, b));
}

static inline vu v_div_out(vf a, vf b)
{
    return v_u(VX(div_ps)(a, b));
}

static inline vu v_fma_out(vf a, vf b, vf c)
{
    return v_u(v_fma(a, b, c));
}

static inline vu v_fms_out(vf a, vf b, vf c)
{
    return v_u(v_fms(a, b, c));
}

static inline vu v_fnma_out(vf a, vf b, vf c)
{
    return v_u(v_fnma(a, b, c));
}

/* The instructions give b when either is a NaN or the two are equal. Whether they flush what they choose is
 * not written down, so it is flushed here. */
static inline vu v_min_out(vu a, vu b)
{
    vu less = v_u(VX(min_ps)(v_f(a), v_f(b)));

    return v_flush(v_select(v_nan(v_f(b)), a, less));
}

static inline vu v_max_out(vu a, vu b)
{
    vu more = v_u(VX(max_ps)(v_f(a), v_f(b)));

    return v_flush(v_select(v_nan(v_f(b)), a, more));
}

/* NaNs, zeros and negative numbers give the second operand, +0. */
static inline vf v_positive(vf a)
{
    return VX(max_ps)(a, v_fsplat(0.0f));
}

static inline vu v_saturate(vu a)
{
    return v_u(VX(min_ps)(v_positive(v_f(a)), v_fsplat(1.0f)));
}

/* Conversions that do not fit give 0x80000000, which is right except above and for NaNs. */
static inline vu v_ftoi(vf a)
{
    vu whole = v_xor(VX(cvttps_epi32)(a), v_ones(v_le(v_fsplat(0x1p31f), a)));

    return v_select(v_nan(a), v_splat(0), whole);
}

static inline vf v_itof(vu a)
{
    return VX(cvtepi32_ps)(a);
}

/* ---- doubles ---- */

static inline vd v_dadd(vd a, vd b)
{
    return VX(add_pd)(a, b);
}

static inline vd v_dsub(vd a, vd b)
{
    return VX(sub_pd)(a, b);
}

static inline vd v_dmul(vd a, vd b)
{
    return VX(mul_pd)(a, b);
}

static inline vd v_ddiv(vd a, vd b)
{
    return VX(div_pd)(a, b);
}

static inline vd v_dmin(vd a, vd b)
{
    return v_dselect(v_dnan(b), a, VX(min_pd)(a, b));
}

static inline vd v_dmax(vd a, vd b)
{
    return v_dselect(v_dnan(b), a, VX(max_pd)(a, b));
}

static inline vd v_dsaturate(vd a)
{
    return VX(min_pd)(VX(max_pd)(a, v_dsplat(0.0)), v_dsplat(1.0));
}

static inline vu v_dtof(vd a, vd b)
{
    return v_u(v_narrow(a, b));
}

/* Whole numbers in the low bits of doubles: 2^52 + a has the bits of a below the exponent's. */
static inline void v_utod(vu a, vd *low, vd *high)
{
    v_join(a, v_splat(0x43300000), low, high);
    *low = v_dsub(*low, v_dsplat(0x1p52));
    *high = v_dsub(*high, v_dsplat(0x1p52));
}

/* a and b from 0 up to, not including, 2^32. */
static inline vu v_dtou_inside(vd a, vd b)
{
    a = v_dadd(v_dtrunc(a), v_dsplat(0x1p52));
    b = v_dadd(v_dtrunc(b), v_dsplat(0x1p52));
    return v_low_halves(a, b);
}

static inline vd v_dclamp(vd a)
{
    return VX(min_pd)(VX(max_pd)(a, v_dsplat(0.0)), v_dsplat(0xFFFFFFFFp0));
}

static inline vu v_dtou(vd a, vd b)
{
    return v_dtou_inside(v_dclamp(a), v_dclamp(b));
}

static inline vu v_dtoi(vd a, vd b)
{
    vd limit = v_dsplat(0x1p31);
    vu whole = v_xor(v_dtoi_wrong(a, b), v_ones(v_join_masks(v_dle(limit, a), v_dle(limit, b))));

    return v_select(v_join_masks(v_dnan(a), v_dnan(b)), v_splat(0), whole);
}

#endif
