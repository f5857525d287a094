/*
 * Bodies of the operations on integers and bits.
 */
#include "jit_ops.h"

/* ---- integers ---- */

void jit_op_IADD(struct jit *j, const jv *s, jv *d)
{
    d[0] = iadd(j, s[0], s[1]);
}

void jit_op_ISUB(struct jit *j, const jv *s, jv *d)
{
    d[0] = isub(j, s[0], s[1]);
}

void jit_op_INEG(struct jit *j, const jv *s, jv *d)
{
    d[0] = isub(j, jit_k(j, 0), s[0]);
}

void jit_op_IABS(struct jit *j, const jv *s, jv *d)
{
    jv sign = sar(j, s[0], jit_k(j, 31));

    d[0] = isub(j, xor(j, s[0], sign), sign);
}

void jit_op_IMUL(struct jit *j, const jv *s, jv *d)
{
    d[0] = imul(j, s[0], s[1]);
}

static jv high_half(struct jit *j, jv a, jv b, bool is_signed)
{
    jv product;

    a = is_signed ? LLVMBuildSExt(B, a, j->w, "") : LLVMBuildZExt(B, a, j->w, "");
    b = is_signed ? LLVMBuildSExt(B, b, j->w, "") : LLVMBuildZExt(B, b, j->w, "");
    product = LLVMBuildMul(B, a, b, "");
    return LLVMBuildTrunc(B, LLVMBuildLShr(B, product, jit_k_wide(j, 32), ""), j->u, "");
}

void jit_op_IMUL_HI(struct jit *j, const jv *s, jv *d)
{
    d[0] = high_half(j, s[0], s[1], true);
}

void jit_op_UMUL_HI(struct jit *j, const jv *s, jv *d)
{
    d[0] = high_half(j, s[0], s[1], false);
}

void jit_op_IMAD(struct jit *j, const jv *s, jv *d)
{
    d[0] = iadd(j, imul(j, s[0], s[1]), s[2]);
}

/* Vectors are divided in doubles: a quotient that is not whole is further below the next whole number than
 * rounding reaches, and 2^52 + a has the bits of a below the exponent's. Constants are left to LLVM, which
 * multiplies. */
static jv quotient(struct jit *j, jv a, jv b)
{
    jv safe = choose(j, zero(j, b), jit_k(j, 1), b);

    if (j->scalar || LLVMIsConstant(b))
        return LLVMBuildUDiv(B, a, safe, "");
    a = LLVMBuildUIToFP(B, a, j->d, "");
    a = LLVMBuildFDiv(B, a, LLVMBuildUIToFP(B, safe, j->d, ""), "");
    a = LLVMBuildFAdd(B, call_1(j, "llvm.trunc", j->d, a), jit_kd(j, 0x1p52), "");
    return LLVMBuildTrunc(B, LLVMBuildBitCast(B, a, j->w, ""), j->u, "");
}

void jit_op_UDIV(struct jit *j, const jv *s, jv *d)
{
    d[0] = choose(j, zero(j, s[1]), jit_k(j, 0xFFFFFFFFu), quotient(j, s[0], s[1]));
}

void jit_op_UREM(struct jit *j, const jv *s, jv *d)
{
    jv rest = isub(j, s[0], imul(j, quotient(j, s[0], s[1]), s[1]));

    d[0] = choose(j, zero(j, s[1]), jit_k(j, 0xFFFFFFFFu), rest);
}

void jit_op_IMIN(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_2(j, "llvm.smin", j->u, s[0], s[1]);
}

void jit_op_IMAX(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_2(j, "llvm.smax", j->u, s[0], s[1]);
}

void jit_op_UMIN(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_2(j, "llvm.umin", j->u, s[0], s[1]);
}

void jit_op_UMAX(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_2(j, "llvm.umax", j->u, s[0], s[1]);
}

#define ICOMPARES(name, predicate)                                                                           \
    void jit_op_##name(struct jit *j, const jv *s, jv *d)                                                 \
    {                                                                                                        \
        d[0] = ones(j, icmp(j, predicate, s[0], s[1]));                                                      \
    }
ICOMPARES(IEQ, LLVMIntEQ)
ICOMPARES(INE, LLVMIntNE)
ICOMPARES(ILT, LLVMIntSLT)
ICOMPARES(IGE, LLVMIntSGE)
ICOMPARES(ULT, LLVMIntULT)
ICOMPARES(UGE, LLVMIntUGE)

void jit_op_UADDC(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildZExt(B, icmp(j, LLVMIntULT, iadd(j, s[0], s[1]), s[0]), j->u, "");
}

void jit_op_USUBB(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildZExt(B, icmp(j, LLVMIntULT, s[0], s[1]), j->u, "");
}

void jit_op_MSAD(struct jit *j, const jv *s, jv *d)
{
    jv total = s[2];

    for (uint32_t shift = 0; shift < 32; shift += 8) {
        jv r = and(j, shr(j, s[0], jit_k(j, shift)), jit_k(j, 0xFF));
        jv v = and(j, shr(j, s[1], jit_k(j, shift)), jit_k(j, 0xFF));
        jv distance = choose(j, icmp(j, LLVMIntUGT, r, v), isub(j, r, v), isub(j, v, r));

        total = iadd(j, total, choose(j, zero(j, r), jit_k(j, 0), distance));
    }
    d[0] = or(j, total, ones(j, icmp(j, LLVMIntULT, total, s[2])));
}

/* ---- bits ---- */

void jit_op_AND(struct jit *j, const jv *s, jv *d)
{
    d[0] = and(j, s[0], s[1]);
}

void jit_op_OR(struct jit *j, const jv *s, jv *d)
{
    d[0] = or(j, s[0], s[1]);
}

void jit_op_XOR(struct jit *j, const jv *s, jv *d)
{
    d[0] = xor(j, s[0], s[1]);
}

void jit_op_NOT(struct jit *j, const jv *s, jv *d)
{
    d[0] = xor(j, s[0], jit_k(j, 0xFFFFFFFFu));
}

void jit_op_ISHL(struct jit *j, const jv *s, jv *d)
{
    d[0] = shl(j, s[0], count(j, s[1]));
}

void jit_op_ISHR(struct jit *j, const jv *s, jv *d)
{
    d[0] = sar(j, s[0], count(j, s[1]));
}

void jit_op_USHR(struct jit *j, const jv *s, jv *d)
{
    d[0] = shr(j, s[0], count(j, s[1]));
}

void jit_op_COUNTBITS(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_1(j, "llvm.ctpop", j->u, s[0]);
}

static jv zeros(struct jit *j, const char *name, jv a)
{
    jv args[2] = {a, LLVMConstInt(j->i1, 0, false)};

    return or(j, jit_intrinsic(j, name, &j->u, 1, args, 2), ones(j, zero(j, a)));
}

void jit_op_FIRSTBIT_LO(struct jit *j, const jv *s, jv *d)
{
    d[0] = zeros(j, "llvm.cttz", s[0]);
}

void jit_op_FIRSTBIT_HI(struct jit *j, const jv *s, jv *d)
{
    d[0] = zeros(j, "llvm.ctlz", s[0]);
}

void jit_op_FIRSTBIT_SHI(struct jit *j, const jv *s, jv *d)
{
    d[0] = zeros(j, "llvm.ctlz", xor(j, s[0], sar(j, s[0], jit_k(j, 31))));
}

void jit_op_BFREV(struct jit *j, const jv *s, jv *d)
{
    d[0] = call_1(j, "llvm.bitreverse", j->u, s[0]);
}

static jv low_bits(struct jit *j, jv n)
{
    return isub(j, shl(j, jit_k(j, 1), n), jit_k(j, 1));
}

void jit_op_UBFE(struct jit *j, const jv *s, jv *d)
{
    d[0] = and(j, shr(j, s[2], count(j, s[1])), low_bits(j, count(j, s[0])));
}

/* Up until the field, or what of it there is, ends at bit 31; then down to bit 0. Without width: nothing. */
void jit_op_IBFE(struct jit *j, const jv *s, jv *d)
{
    jv width = count(j, s[0]), offset = count(j, s[1]), up, value;

    up = call_2(j, "llvm.smax", j->u, isub(j, jit_k(j, 32), iadd(j, width, offset)), jit_k(j, 0));
    value = sar(j, shl(j, s[2], count(j, up)), count(j, iadd(j, up, offset)));
    d[0] = choose(j, zero(j, width), jit_k(j, 0), value);
}

void jit_op_BFI(struct jit *j, const jv *s, jv *d)
{
    jv offset = count(j, s[1]), field = shl(j, low_bits(j, count(j, s[0])), offset);

    d[0] = xor(j, s[3], and(j, xor(j, s[3], shl(j, s[2], offset)), field));
}

void jit_op_PLACE(struct jit *j, const jv *s, jv *d)
{
    jv word = shr(j, s[1], jit_k(j, 2));
    jv inside = and(j, icmp(j, LLVMIntULT, s[0], s[2]), icmp(j, LLVMIntULT, word, s[4]));

    d[0] = choose(j, inside, iadd(j, imul(j, s[0], s[3]), word), jit_k(j, 0xFFFFFFFFu));
}
