/*
 * The SIMD bodies of the lane kernels: one text, included by lane_<set>.c after the set's vector header.
 * Stamps a plain and a masked form for every row of lane_ops.def; a row without a body here does not compile.
 *
 * Vocabulary that lane_vec_<set>.h gives (V_LANES lanes a vector; lane order is kept throughout):
 *   vu vf vm      32 bits, a float, a truth value for each lane;  vd vdm  the same for half as many doubles
 *   v_in v_out    bits to an operand of a float operation and its result back: flushed where the processor
 *                 does not;  v_f v_u  the same bits
 *   v_*_out       operations that need more than that to give a flushed result
 *   v_active      the mask of lanes i.. of a row;  v_bits  a mask as a number;  v_ones  a mask as lanes
 *   v_join        words to doubles;  v_low_halves v_high_halves  back
 *   v_least v_most  of all lanes, unsigned
 *   v_widen       floats to doubles;  v_narrow  back
 *   V_PARTIAL     there are loads and stores of active lanes;  V_GATHERS, V_SCATTERS  ... through indices
 * The rest is named as in lane_ops.def. Number rules are those of number.h; each body here names no other.
 */
#include "lane_table.h"

#define V_INLINE    static inline __attribute__((always_inline))

/* ---- exp, log, sin, cos ---- */

#define LM_NAME(f)  vector_##f
#define LM_FN(type) V_INLINE type
#define LM_CONTEXT
#define LM_F               vf
#define LM_U               vu
#define LM_M               vm
#define LM_FC(k)           v_fsplat(k)
#define LM_UC(k)           v_splat(k)
#define LM_ADD(a, b)       v_add(a, b)
#define LM_SUB(a, b)       v_sub(a, b)
#define LM_MUL(a, b)       v_mul(a, b)
#define LM_FMA(a, b, c)    v_fma(a, b, c)
#define LM_BITS(f)         v_u(f)
#define LM_FLOAT(u)        v_f(u)
#define LM_AND(a, b)       v_and(a, b)
#define LM_XOR(a, b)       v_xor(a, b)
#define LM_IADD(a, b)      v_iadd(a, b)
#define LM_ISUB(a, b)      v_isub(a, b)
#define LM_SHL(u, k)       v_shl_by(u, k)
#define LM_SAR(u, k)       v_sar_by(u, k)
#define LM_ITOF(u)         v_itof(u)
#define LM_LT(a, b)        v_lt(a, b)
#define LM_LE(a, b)        v_le(a, b)
#define LM_ZERO(u)         v_ieq(u, v_splat(0))
#define LM_SELECT(m, a, b) v_f(v_select(m, v_u(a), v_u(b)))
#include "lane_math.h"

/* ---- moves and bits of floats ---- */

V_INLINE vm v_zero(vu a)
{
    return v_ieq(a, v_splat(0));
}

V_INLINE vu op_MOV(vu a)
{
    return a;
}

V_INLINE vu op_SELECT(vu condition, vu a, vu b)
{
    return v_select(v_zero(condition), b, a);
}

V_INLINE vu op_FNEG(vu a)
{
    return v_xor(a, v_splat(0x80000000u));
}

V_INLINE vu op_FABS(vu a)
{
    return v_and(a, v_splat(0x7FFFFFFFu));
}

V_INLINE vu op_FLUSH(vu a)
{
    return v_flush(a);
}

V_INLINE vu op_CANON(vu a)
{
    return v_select(v_nan(v_f(a)), v_splat(0x7FC00000u), a);
}

V_INLINE vu op_SATURATE(vu a)
{
    return v_saturate(a);
}

/* ---- float32 ---- */

V_INLINE vu op_ADD(vu a, vu b)
{
    return v_out(v_add(v_in(a), v_in(b)));
}

V_INLINE vu op_SUB(vu a, vu b)
{
    return v_out(v_sub(v_in(a), v_in(b)));
}

V_INLINE vu op_MUL(vu a, vu b)
{
    return v_mul_out(v_in(a), v_in(b));
}

V_INLINE vu op_MAD(vu a, vu b, vu c)
{
    return v_fma_out(v_in(a), v_in(b), v_in(c));
}

V_INLINE vu op_MSUB(vu a, vu b, vu c)
{
    return v_fms_out(v_in(a), v_in(b), v_in(c));
}

V_INLINE vu op_NMAD(vu a, vu b, vu c)
{
    return v_fnma_out(v_in(a), v_in(b), v_in(c));
}

V_INLINE vu op_DIV(vu a, vu b)
{
    return v_div_out(v_in(a), v_in(b));
}

V_INLINE vu op_RCP(vu a)
{
    return v_out(v_div(v_fsplat(1.0f), v_in(a)));
}

V_INLINE vu op_SQRT(vu a)
{
    return v_u(v_sqrt(v_in(a)));
}

V_INLINE vu op_RSQ(vu a)
{
    return v_u(v_div(v_fsplat(1.0f), v_sqrt(v_in(a))));
}

V_INLINE vu op_MIN(vu a, vu b)
{
    return v_min_out(a, b);
}

V_INLINE vu op_MAX(vu a, vu b)
{
    return v_max_out(a, b);
}

V_INLINE vu op_FRC(vu a)
{
    vf x = v_in(a);
    vu part = v_u(v_sub(x, v_round_ni(x)));

    return v_select(v_ieq(part, v_splat(0x3F800000u)), v_splat(0x3F7FFFFFu), part);
}

V_INLINE vu op_ROUND_NE(vu a)
{
    return v_u(v_round_ne(v_in(a)));
}

V_INLINE vu op_ROUND_NI(vu a)
{
    return v_u(v_round_ni(v_in(a)));
}

V_INLINE vu op_ROUND_PI(vu a)
{
    return v_u(v_round_pi(v_in(a)));
}

V_INLINE vu op_ROUND_Z(vu a)
{
    return v_u(v_round_z(v_in(a)));
}

V_INLINE vu op_EXP(vu a)
{
    return v_u(vector_exp(v_in(a)));
}

V_INLINE vu op_LOG(vu a)
{
    return v_u(vector_log(v_in(a)));
}

V_INLINE void op_SINCOS(vu a, vu *sine, vu *cosine)
{
    vf s, c;

    vector_sincos(v_in(a), &s, &c);
    *sine = v_u(s);
    *cosine = v_u(c);
}

V_INLINE vu op_SIN(vu a)
{
    vu sine, cosine;

    op_SINCOS(a, &sine, &cosine);
    return sine;
}

V_INLINE vu op_COS(vu a)
{
    vu sine, cosine;

    op_SINCOS(a, &sine, &cosine);
    return cosine;
}

V_INLINE vu op_EQ(vu a, vu b)
{
    return v_ones(v_eq(v_in(a), v_in(b)));
}

V_INLINE vu op_NE(vu a, vu b)
{
    return v_ones(v_ne(v_in(a), v_in(b)));
}

V_INLINE vu op_LT(vu a, vu b)
{
    return v_ones(v_lt(v_in(a), v_in(b)));
}

V_INLINE vu op_GE(vu a, vu b)
{
    return v_ones(v_le(v_in(b), v_in(a)));
}

/* ---- conversions ---- */

V_INLINE vu op_FTOI(vu a)
{
    return v_ftoi(v_f(a));
}

V_INLINE vu op_FTOU(vu a)
{
    return v_ftou(v_f(a));
}

V_INLINE vu op_ITOF(vu a)
{
    return v_u(v_itof(a));
}

V_INLINE vu op_UTOF(vu a)
{
    return v_u(v_utof(a));
}

/* Below 2^-14 a half counts steps of 2^-24; from there on the exponent changes its base. Both are cut off. */
V_INLINE vu op_F32TOF16(vu a)
{
    vu size = v_and(a, v_splat(0x7FFFFFFFu)), infinity = v_splat(0x7F800000u);
    vu small = v_ftoi(v_mul(v_in(size), v_fsplat(0x1p24f)));
    vu large = v_umin(v_shr_by(v_isub(size, v_splat(112 << 23)), 13), v_splat(0x7BFF));
    vu fraction = v_and(a, v_splat(0x007FFFFF));
    vu payload = v_or(v_or(fraction, v_shr_by(fraction, 3)), v_shr_by(fraction, 13));
    vu half = v_select(v_ilt(size, v_splat(113 << 23)), small, large);

    half = v_select(v_ieq(size, infinity), v_splat(0x7C00), half);
    half = v_select(v_ilt(infinity, size), v_or(v_and(payload, v_splat(0x3FF)), v_splat(0x7E00)), half);
    return v_or(half, v_and(v_shr_by(a, 16), v_splat(0x8000)));
}

V_INLINE vu op_F16TOF32(vu a)
{
    vu fraction = v_and(a, v_splat(0x3FF)), size = v_and(a, v_splat(0x7FFF));
    vu small = v_u(v_mul(v_itof(fraction), v_fsplat(0x1p-24f)));
    vu large = v_iadd(v_shl_by(size, 13), v_splat(112 << 23));

    large = v_select(v_ilt(size, v_splat(0x7C00)), large, v_or(v_shl_by(size, 13), v_splat(0x7F800000u)));
    large = v_select(v_ilt(size, v_splat(0x400)), small, large);
    return v_or(large, v_shl_by(v_and(a, v_splat(0x8000)), 16));
}

/* ---- integers ---- */

V_INLINE vu op_IADD(vu a, vu b)
{
    return v_iadd(a, b);
}

V_INLINE vu op_ISUB(vu a, vu b)
{
    return v_isub(a, b);
}

V_INLINE vu op_INEG(vu a)
{
    return v_isub(v_splat(0), a);
}

V_INLINE vu op_IABS(vu a)
{
    vu sign = v_sar_by(a, 31);

    return v_isub(v_xor(a, sign), sign);
}

V_INLINE vu op_IMUL(vu a, vu b)
{
    return v_imul(a, b);
}

V_INLINE vu op_IMUL_HI(vu a, vu b)
{
    return v_imul_hi(a, b);
}

V_INLINE vu op_UMUL_HI(vu a, vu b)
{
    return v_umul_hi(a, b);
}

V_INLINE vu op_IMAD(vu a, vu b, vu c)
{
    return v_iadd(v_imul(a, b), c);
}

/* In doubles: a quotient that is not whole is further below the next whole number than rounding reaches. */
V_INLINE vu v_quotient(vu a, vu b)
{
    vd a0, a1, b0, b1;

    v_utod(a, &a0, &a1);
    v_utod(b, &b0, &b1);
    return v_dtou_inside(v_ddiv(a0, b0), v_ddiv(a1, b1));
}

V_INLINE vu op_UDIV(vu a, vu b)
{
    return v_select(v_zero(b), v_splat(0xFFFFFFFFu), v_quotient(a, b));
}

V_INLINE vu op_UREM(vu a, vu b)
{
    vu rest = v_isub(a, v_imul(v_quotient(a, b), b));

    return v_select(v_zero(b), v_splat(0xFFFFFFFFu), rest);
}

V_INLINE vu op_IMIN(vu a, vu b)
{
    return v_imin(a, b);
}

V_INLINE vu op_IMAX(vu a, vu b)
{
    return v_imax(a, b);
}

V_INLINE vu op_UMIN(vu a, vu b)
{
    return v_umin(a, b);
}

V_INLINE vu op_UMAX(vu a, vu b)
{
    return v_umax(a, b);
}

V_INLINE vu op_IEQ(vu a, vu b)
{
    return v_ones(v_ieq(a, b));
}

V_INLINE vu op_INE(vu a, vu b)
{
    return v_ones(v_mnot(v_ieq(a, b)));
}

V_INLINE vu op_ILT(vu a, vu b)
{
    return v_ones(v_ilt(a, b));
}

V_INLINE vu op_IGE(vu a, vu b)
{
    return v_ones(v_mnot(v_ilt(a, b)));
}

V_INLINE vu op_ULT(vu a, vu b)
{
    return v_ones(v_ult(a, b));
}

V_INLINE vu op_UGE(vu a, vu b)
{
    return v_ones(v_uge(a, b));
}

V_INLINE vu op_UADDC(vu a, vu b)
{
    return v_shr_by(v_ones(v_ult(v_iadd(a, b), a)), 31);
}

V_INLINE vu op_USUBB(vu a, vu b)
{
    return v_shr_by(v_ones(v_ult(a, b)), 31);
}

V_INLINE vu op_MSAD(vu reference, vu source, vu sum)
{
    vu total = v_iadd(sum, v_byte_sums(v_masked_distances(reference, source)));

    return v_or(total, v_ones(v_ult(total, sum)));
}

/* ---- bits ---- */

V_INLINE vu op_AND(vu a, vu b)
{
    return v_and(a, b);
}

V_INLINE vu op_OR(vu a, vu b)
{
    return v_or(a, b);
}

V_INLINE vu op_XOR(vu a, vu b)
{
    return v_xor(a, b);
}

V_INLINE vu op_NOT(vu a)
{
    return v_xor(a, v_splat(0xFFFFFFFFu));
}

V_INLINE vu v_count(vu n)
{
    return v_and(n, v_splat(31));
}

V_INLINE vu op_ISHL(vu a, vu n)
{
    return v_shl(a, v_count(n));
}

V_INLINE vu op_ISHR(vu a, vu n)
{
    return v_sar(a, v_count(n));
}

V_INLINE vu op_USHR(vu a, vu n)
{
    return v_shr(a, v_count(n));
}

V_INLINE vu op_COUNTBITS(vu a)
{
    return v_countbits(a);
}

V_INLINE vu op_FIRSTBIT_LO(vu a)
{
    return v_or(v_trailing_zeros(a), v_ones(v_zero(a)));
}

V_INLINE vu op_FIRSTBIT_HI(vu a)
{
    return v_or(v_leading_zeros(a), v_ones(v_zero(a)));
}

V_INLINE vu op_FIRSTBIT_SHI(vu a)
{
    return op_FIRSTBIT_HI(v_xor(a, v_sar_by(a, 31)));
}

V_INLINE vu op_BFREV(vu a)
{
    return v_bfrev(a);
}

/* The lowest bits, as many as n says (0 to 31) */
V_INLINE vu v_low_bits(vu n)
{
    return v_isub(v_shl(v_splat(1), n), v_splat(1));
}

V_INLINE vu op_UBFE(vu width, vu offset, vu value)
{
    return v_and(v_shr(value, v_count(offset)), v_low_bits(v_count(width)));
}

/* Up until the field, or what of it there is, ends at bit 31; then down to bit 0. Without width: nothing. */
V_INLINE vu op_IBFE(vu width, vu offset, vu value)
{
    vu up;

    width = v_count(width);
    offset = v_count(offset);
    up = v_imax(v_isub(v_splat(32), v_iadd(width, offset)), v_splat(0));
    value = v_sar(v_shl(value, v_count(up)), v_count(v_iadd(up, offset)));
    return v_select(v_zero(width), v_splat(0), value);
}

V_INLINE vu op_BFI(vu width, vu offset, vu insert, vu base)
{
    vu field = v_shl(v_low_bits(v_count(width)), v_count(offset));

    return v_xor(base, v_and(v_xor(base, v_shl(insert, v_count(offset))), field));
}

V_INLINE vu op_PLACE(vu index, vu offset, vu count, vu stride, vu limit)
{
    vu word = v_shr_by(offset, 2);
    vm inside = v_mand(v_ult(index, count), v_ult(word, limit));

    return v_select(inside, v_iadd(v_imul(index, stride), word), v_splat(0xFFFFFFFFu));
}

V_INLINE vu op_ADVANCE(vu x, vu count, vu step, vu at)
{
    vm inside = v_mand(v_ult(x, count), v_mnot(v_ieq(at, v_splat(0xFFFFFFFFu))));

    return v_select(inside, v_iadd(at, v_imul(x, step)), v_splat(0xFFFFFFFFu));
}

V_INLINE vu op_UNORM(vu word, vu offset, vu largest)
{
    return v_u(v_div(v_utof(v_and(v_shr(word, v_count(offset)), largest)), v_utof(largest)));
}

/* The product to the last bit: what it is above a whole number, and what rounding took from that. */
V_INLINE vu op_TO_UNORM(vu a, vu bits)
{
    vf largest = v_utof(v_low_bits(v_iadd(v_and(bits, v_splat(15)), v_splat(1)))), x = v_f(v_saturate(a));
    vf product = v_mul(x, largest), lost = v_fms(x, largest, product), whole = v_round_ni(product);
    vm up = v_le(v_sub(v_fsplat(0.5f), v_sub(product, whole)), lost);

    return v_isub(v_ftou(whole), v_ones(up));
}

/* ---- doubles ---- */

V_INLINE vd v_dcanon(vd a)
{
    vd low, high;

    v_join(v_splat(0), v_splat(0x7FF80000u), &low, &high);
    return v_dselect(v_dnan(a), low, a);
}

V_INLINE vd op_DADD(vd a, vd b)
{
    return v_dcanon(v_dadd(a, b));
}

V_INLINE vd op_DMUL(vd a, vd b)
{
    return v_dcanon(v_dmul(a, b));
}

V_INLINE vd op_DDIV(vd a, vd b)
{
    return v_dcanon(v_ddiv(a, b));
}

V_INLINE vd op_DFMA(vd a, vd b, vd c)
{
    return v_dcanon(v_dfma(a, b, c));
}

V_INLINE vd op_DRCP(vd a)
{
    return v_dcanon(v_ddiv(v_dsplat(1.0), a));
}

V_INLINE vd op_DMIN(vd a, vd b)
{
    return v_dcanon(v_dmin(a, b));
}

V_INLINE vd op_DMAX(vd a, vd b)
{
    return v_dcanon(v_dmax(a, b));
}

V_INLINE vd op_DSATURATE(vd a)
{
    return v_dsaturate(a);
}

V_INLINE vdm op_DEQ(vd a, vd b)
{
    return v_deq(a, b);
}

V_INLINE vdm op_DNE(vd a, vd b)
{
    return v_dne(a, b);
}

V_INLINE vdm op_DLT(vd a, vd b)
{
    return v_dlt(a, b);
}

V_INLINE vdm op_DGE(vd a, vd b)
{
    return v_dle(b, a);
}

V_INLINE vu op_DTOF(vd low, vd high)
{
    return op_CANON(v_dtof(low, high));
}

V_INLINE vu op_DTOI(vd low, vd high)
{
    return v_dtoi(low, high);
}

V_INLINE vu op_DTOU(vd low, vd high)
{
    return v_dtou(low, high);
}

V_INLINE void op_FTOD(vu a, vd *low, vd *high)
{
    v_widen(v_in(a), low, high);
    *low = v_dcanon(*low);
    *high = v_dcanon(*high);
}

V_INLINE void op_ITOD(vu a, vd *low, vd *high)
{
    v_itod(a, low, high);
}

V_INLINE void op_UTOD(vu a, vd *low, vd *high)
{
    v_utod(a, low, high);
}

/* ---- forms ---- */

V_INLINE vu source(const struct lane_args *args, unsigned s, uint32_t i)
{
    return v_load(args->src[s] + (i & args->step[s]));
}

V_INLINE void pair(const struct lane_args *args, unsigned s, uint32_t i, vd d[2])
{
    v_join(source(args, s, i), source(args, s + 1, i), &d[0], &d[1]);
}

V_INLINE void set(const struct lane_args *args, unsigned d, uint32_t i, bool masked, vu value)
{
    if (masked)
        v_store_active(args->dst[d] + i, v_active(args->mask, i), value);
    else
        v_store(args->dst[d] + i, value);
}

V_INLINE void set_pair(const struct lane_args *args, uint32_t i, bool masked, vd low, vd high)
{
    set(args, 0, i, masked, v_low_halves(low, high));
    set(args, 1, i, masked, v_high_halves(low, high));
}

#define S(s)       source(&args, s, i)
#define SET(value) set(&args, 0, i, masked, value)
#define PAIR(s, d)                                                                                           \
    vd d[2];                                                                                                 \
    pair(&args, s, i, d)

#define LANES_X_X(op)     SET(op(S(0)));
#define LANES_X_XX(op)    SET(op(S(0), S(1)));
#define LANES_X_XXX(op)   SET(op(S(0), S(1), S(2)));
#define LANES_X_XXXX(op)  SET(op(S(0), S(1), S(2), S(3)));
#define LANES_X_XXXXX(op) SET(op(S(0), S(1), S(2), S(3), S(4)));
#define LANES_XX_X(op)                                                                                       \
    vu first, second;                                                                                        \
    op(S(0), &first, &second);                                                                               \
    SET(first);                                                                                              \
    set(&args, 1, i, masked, second);
#define LANES_X_D(op)                                                                                        \
    PAIR(0, a);                                                                                              \
    SET(op(a[0], a[1]));
#define LANES_X_DD(op)                                                                                       \
    PAIR(0, a);                                                                                              \
    PAIR(2, b);                                                                                              \
    SET(v_ones(v_join_masks(op(a[0], b[0]), op(a[1], b[1]))));
#define LANES_D_X(op)                                                                                        \
    vd low, high;                                                                                            \
    op(S(0), &low, &high);                                                                                   \
    set_pair(&args, i, masked, low, high);
#define LANES_D_D(op)                                                                                        \
    PAIR(0, a);                                                                                              \
    set_pair(&args, i, masked, op(a[0]), op(a[1]));
#define LANES_D_DD(op)                                                                                       \
    PAIR(0, a);                                                                                              \
    PAIR(2, b);                                                                                              \
    set_pair(&args, i, masked, op(a[0], b[0]), op(a[1], b[1]));
#define LANES_D_DDD(op)                                                                                      \
    PAIR(0, a);                                                                                              \
    PAIR(2, b);                                                                                              \
    PAIR(4, c);                                                                                              \
    set_pair(&args, i, masked, op(a[0], b[0], c[0]), op(a[1], b[1], c[1]));

/* Functions for kernels that run in the mode as it is, and for those that compute on doubles: there the rows
 * are run by a function that is never inlined, so that no arithmetic leaves the part where denormals are
 * kept. rows_: the latter, for callers that keep denormals themselves. */
#define RUN_IN_MODE(kind, name, is_masked)                                                                   \
    static lane_run *const rows_##kind##_##name = NULL;                                                      \
    static void kind##_##name(const struct lane_args *args)                                                  \
    {                                                                                                        \
        body_##name(*args, is_masked);                                                                       \
    }
#define RUN_ON_DOUBLES(kind, name, is_masked)                                                                \
    static __attribute__((noinline)) void rows_##kind##_##name(const struct lane_args *args)                 \
    {                                                                                                        \
        body_##name(*args, is_masked);                                                                       \
    }                                                                                                        \
    static void kind##_##name(const struct lane_args *args)                                                  \
    {                                                                                                        \
        unsigned mode = v_mode_denormals();                                                                  \
        rows_##kind##_##name(args);                                                                          \
        v_mode_restore(mode);                                                                                \
    }
#define RUN_X_X     RUN_IN_MODE
#define RUN_X_XX    RUN_IN_MODE
#define RUN_X_XXX   RUN_IN_MODE
#define RUN_X_XXXX  RUN_IN_MODE
#define RUN_X_XXXXX RUN_IN_MODE
#define RUN_XX_X    RUN_IN_MODE
#define RUN_X_D     RUN_IN_MODE
#define RUN_D_X     RUN_IN_MODE
#define RUN_X_DD    RUN_ON_DOUBLES
#define RUN_D_D     RUN_ON_DOUBLES
#define RUN_D_DD    RUN_ON_DOUBLES
#define RUN_D_DDD   RUN_ON_DOUBLES

/* args is a copy: stores to rows cannot change it. */
#define LANE_OP(name, text, d, s, form, function)                                                            \
    V_INLINE void body_##name(const struct lane_args args, bool masked)                                      \
    {                                                                                                        \
        for (uint32_t i = 0; i < args.count; i += V_LANES) {                                                 \
            LANES_##form(op_##name)                                                                          \
        }                                                                                                    \
    }                                                                                                        \
    RUN_##form(run, name, false) RUN_##form(masked, name, true)
#include "lane_ops.def"
#undef LANE_OP

#include "lane_memory_tmpl.h"
#include "lane_sample_tmpl.h"

V_INLINE void fill_table(struct lane_table *table)
{
#define LANE_OP(name, ...)                                                                                   \
    table->run[LANE_##name] = run_##name;                                                                    \
    table->masked[LANE_##name] = masked_##name;                                                              \
    table->keeping[LANE_##name] = rows_run_##name;                                                           \
    table->keeping_masked[LANE_##name] = rows_masked_##name;
#include "lane_ops.def"
#undef LANE_OP
    table->gather = gather;
    table->scatter = scatter;
    table->take = take;
    table->put = put;
    table->bounds = bounds;
    table->gather_8 = gather_8;
    table->gather_16 = gather_16;
    table->scatter_8 = scatter_8;
    table->scatter_16 = scatter_16;
    table->test = test;
    table->sample = sample;
    table->locate = locate;
}
