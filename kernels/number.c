/* The plain C stamp of lane_math.h: what every other stamp of it is compared with. The operations are those of the
 * processor, not the num_ functions: lane_math.h needs no flushing inside. */
#include "number.h"

#define LM_NAME(f)         plain_##f
#define LM_FN(type)        static type
#define LM_CONTEXT
#define LM_F               float
#define LM_U               uint32_t
#define LM_M               int
#define LM_FC(k)           (k)
#define LM_UC(k)           (k)
#define LM_ADD(a, b)       ((a) + (b))
#define LM_SUB(a, b)       ((a) - (b))
#define LM_MUL(a, b)       ((a) * (b))
#define LM_FMA(a, b, c)    ((float)num_fma_odd(a, b, c))
#define LM_BITS(f)         num_bits(f)
#define LM_FLOAT(u)        num_float(u)
#define LM_AND(a, b)       ((a) & (b))
#define LM_XOR(a, b)       ((a) ^ (b))
#define LM_IADD(a, b)      ((a) + (b))
#define LM_ISUB(a, b)      ((a) - (b))
#define LM_SHL(u, k)       ((u) << (k))
#define LM_SAR(u, k)       ((uint32_t)((int32_t)(u) >> (k)))
#define LM_ITOF(u)         ((float)(int32_t)(u))
#define LM_LT(a, b)        ((a) < (b))
#define LM_LE(a, b)        ((a) <= (b))
#define LM_ZERO(u)         ((u) == 0)
#define LM_SELECT(m, a, b) ((m) ? (a) : (b))
#include "lane_math.h"

uint32_t num_exp(uint32_t a)
{
    return num_bits(plain_exp(num_float(num_flush(a))));
}

uint32_t num_log(uint32_t a)
{
    return num_bits(plain_log(num_float(num_flush(a))));
}

void num_sincos(uint32_t a, uint32_t *sine, uint32_t *cosine)
{
    float s, c;

    plain_sincos(num_float(num_flush(a)), &s, &c);
    *sine = num_bits(s);
    *cosine = num_bits(c);
}

uint32_t num_sin(uint32_t a)
{
    uint32_t sine, cosine;

    num_sincos(a, &sine, &cosine);
    return sine;
}

uint32_t num_cos(uint32_t a)
{
    uint32_t sine, cosine;

    num_sincos(a, &sine, &cosine);
    return cosine;
}
