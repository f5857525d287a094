/* Double arithmetic that keeps denormals whatever the processor's mode: the float32 side of the machine may run with
 * FTZ and DAZ on, and then a processor's own double operations would lose denormals.
 *
 * Where operands and result are well inside the normal range the processor's operation is used: the mode cannot
 * matter there. Everything else is integer arithmetic: operands are taken apart into sign, exponent and a significand
 * with its top bit at bit 63, and one function rounds and packs. */
#include "number.h"

typedef unsigned __int128 uint128;

/* value = (-1)^sign * significand / 2^63 * 2^(exponent - 1023); significand has bit 63 set */
struct parts {
    uint64_t sign, significand;
    int exponent;
};

static int exponent_field(uint64_t a)
{
    return (int)(a >> 52 & 0x7FF);
}

static int is_zero(uint64_t a)
{
    return num_dabs(a) == 0;
}

static int is_inf(uint64_t a)
{
    return num_dabs(a) == NUM_DINF;
}

/* a is finite and not zero. */
static struct parts take_apart(uint64_t a)
{
    struct parts p = { .sign = a & NUM_DSIGN, .exponent = exponent_field(a) };
    uint64_t fraction = a & UINT64_C(0x000FFFFFFFFFFFFF);

    if (p.exponent) {
        p.significand = fraction << 11 | NUM_DSIGN;
    } else {
        int shift = __builtin_clzll(fraction);
        p.significand = fraction << shift;
        p.exponent = 12 - shift;
    }
    return p;
}

/* Shifts right; what falls off is remembered in the lowest bit. */
static uint128 shift_sticky(uint128 m, int shift)
{
    if (shift == 0)
        return m;
    if (shift > 127)
        return m != 0;
    return m >> shift | (m << (128 - shift) != 0);
}

/* Rounds to nearest even, gradually into the denormals. Bit 0 of the significand may be sticky. */
static uint64_t round_pack(struct parts p)
{
    uint64_t m = p.significand, rest;

    if (p.exponent >= 0x7FF)
        return p.sign | NUM_DINF;
    if (p.exponent < 1) {
        m = (uint64_t)shift_sticky(m, 1 - p.exponent);
        p.exponent = 1;
    }
    rest = m & 0x7FF;
    m >>= 11;
    m += rest > 0x400 || (rest == 0x400 && m & 1);
    return p.sign | (((uint64_t)(p.exponent - 1) << 52) + m);
}

/* The top bit of m, which is not zero, belongs to bit 126; exponent is that of bit 126. */
static uint64_t normalise_pack(uint64_t sign, int exponent, uint128 m)
{
    uint64_t high = (uint64_t)(m >> 64);
    int zeros = high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)m);

    m <<= zeros;
    return round_pack((struct parts){
        .sign = sign,
        .significand = (uint64_t)(m >> 64) | ((uint64_t)m != 0),
        .exponent = exponent + 1 - zeros,
    });
}

/* Adds two terms whose significands have their top bit at bit 126. */
static uint64_t add_terms(uint64_t sign_a, int exponent_a, uint128 a, uint64_t sign_b, int exponent_b, uint128 b)
{
    int exponent = exponent_a > exponent_b ? exponent_a : exponent_b;

    a = shift_sticky(a, exponent - exponent_a);
    b = shift_sticky(b, exponent - exponent_b);
    if (sign_a == sign_b)
        return normalise_pack(sign_a, exponent, a + b);
    if (a == b)
        return 0;
    return a > b ? normalise_pack(sign_a, exponent, a - b) : normalise_pack(sign_b, exponent, b - a);
}

static int add_is_safe(uint64_t a, uint64_t b)
{
    int ea = exponent_field(a), eb = exponent_field(b);

    /* a difference is a multiple of the smaller operand's last bit, so it is 0 or normal */
    return ea > 53 && eb > 53 && ea < 0x7FF && eb < 0x7FF;
}

uint64_t num_dadd(uint64_t a, uint64_t b)
{
    struct parts pa, pb;

    if (add_is_safe(a, b))
        return num_dbits(num_double(a) + num_double(b));
    if (num_dis_nan(a) || num_dis_nan(b) || (is_inf(a) && is_inf(b) && a != b))
        return NUM_DNAN;
    if (is_inf(a) || is_inf(b))
        return is_inf(a) ? a : b;
    if (is_zero(a) && is_zero(b))
        return a & b;
    if (is_zero(a) || is_zero(b))
        return is_zero(a) ? b : a;
    pa = take_apart(a);
    pb = take_apart(b);
    return add_terms(pa.sign, pa.exponent, (uint128)pa.significand << 63,
                     pb.sign, pb.exponent, (uint128)pb.significand << 63);
}

uint64_t num_dmul(uint64_t a, uint64_t b)
{
    int ea = exponent_field(a), eb = exponent_field(b);
    uint64_t sign = (a ^ b) & NUM_DSIGN;
    struct parts pa, pb;

    if (ea > 0 && eb > 0 && ea < 0x7FF && eb < 0x7FF && ea + eb > 1023 + 1)
        return num_dbits(num_double(a) * num_double(b));
    if (num_dis_nan(a) || num_dis_nan(b) || (is_inf(a) && is_zero(b)) || (is_zero(a) && is_inf(b)))
        return NUM_DNAN;
    if (is_inf(a) || is_inf(b))
        return sign | NUM_DINF;
    if (is_zero(a) || is_zero(b))
        return sign;
    pa = take_apart(a);
    pb = take_apart(b);
    return normalise_pack(sign, pa.exponent + pb.exponent - 1023, (uint128)pa.significand * pb.significand);
}

uint64_t num_ddiv(uint64_t a, uint64_t b)
{
    int ea = exponent_field(a), eb = exponent_field(b);
    uint64_t sign = (a ^ b) & NUM_DSIGN;
    struct parts pa, pb;
    uint128 dividend, quotient;
    int less;

    if (ea > 0 && eb > 0 && ea < 0x7FF && eb < 0x7FF && ea - eb > -1022)
        return num_dbits(num_double(a) / num_double(b));
    if (num_dis_nan(a) || num_dis_nan(b) || (is_inf(a) && is_inf(b)) || (is_zero(a) && is_zero(b)))
        return NUM_DNAN;
    if (is_inf(a) || is_zero(b))
        return sign | NUM_DINF;
    if (is_zero(a) || is_inf(b))
        return sign;
    pa = take_apart(a);
    pb = take_apart(b);
    less = pa.significand < pb.significand;
    dividend = (uint128)pa.significand << (63 + less);
    quotient = dividend / pb.significand;
    return round_pack((struct parts){
        .sign = sign,
        .significand = (uint64_t)quotient | (quotient * pb.significand != dividend),
        .exponent = pa.exponent - pb.exponent + 1023 - less,
    });
}

/* The exact product has 106 bits, so halving it to make room for a carry loses nothing. */
uint64_t num_dfma(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t sign = (a ^ b) & NUM_DSIGN;
    struct parts pa, pb, pc;
    uint128 product;
    int exponent;

    if (num_dis_nan(a) || num_dis_nan(b) || is_inf(a) || is_inf(b) || is_zero(a) || is_zero(b))
        return num_dadd(num_dmul(a, b), c);
    if (exponent_field(c) == 0x7FF)
        return num_dcanon(c);
    if (is_zero(c))
        return num_dmul(a, b);
    pa = take_apart(a);
    pb = take_apart(b);
    pc = take_apart(c);
    product = (uint128)pa.significand * pb.significand;
    exponent = pa.exponent + pb.exponent - 1023;
    if (product >> 127) {
        product >>= 1;
        exponent++;
    }
    return add_terms(sign, exponent, product, pc.sign, pc.exponent, (uint128)pc.significand << 63);
}
