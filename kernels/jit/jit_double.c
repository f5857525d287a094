/*
 * Doubles: which registers hold their halves, and the bodies of the operations on them.
 *
 * Two registers that get the results of an operation share one variable, and so do those that they are moved to and
 * from: a double that goes round a loop stays one. A pair is computed if all that it ever holds comes from
 * operations on doubles or from constants: then its NaNs are made the one of the contract where words of it are
 * read, else where it is written. Operations do not care which NaN it is.
 *
 * Denormals are kept while such programs run (jit_ops.c): LLVM's arithmetic is what the contract says.
 */
#include "jit_ops.h"

/* ---- pairs ---- */

static bool is_double_op(const struct lane_instr *instr)
{
    return instr->op < LANE_OP_COUNT && instr->dst_count == 2 && lane_dst_letter(instr, 0) == 'd';
}

/* Whether they are a pair now and were none before. */
static bool make_pair(struct jit *j, lane_value low, lane_value high)
{
    const struct lane_reg *regs = j->program->regs;

    if (low == high || low < LANE_INPUTS || high < LANE_INPUTS || regs[low].uniform != regs[high].uniform ||
        j->halves[low].other != LANE_NONE || j->halves[high].other != LANE_NONE)
        return false;
    j->halves[low] = (struct jit_half){.other = high, .computed = true};
    j->halves[high] = (struct jit_half){.other = low, .high = true, .computed = true};
    return true;
}

static bool is_constant_number(const struct jit *j, lane_value low, lane_value high)
{
    uint32_t exponent = NUM_DINF >> 32;

    return lane_is_constant(low) && lane_is_constant(high) &&
           (j->program->constants[high & ~LANE_CONSTANT] & exponent) != exponent;
}

static bool are_halves(const struct jit *j, lane_value low, lane_value high)
{
    return lane_is_register(low) && j->halves[low].other == high && !j->halves[low].high;
}

/* What is moved from a pair to two registers, or the other way round, by moves that stand side by side. */
static bool pair_moved(struct jit *j, const struct lane_instr *first)
{
    const struct lane_instr *second = first + 1;
    lane_value to = first->dst[0], from = first->src[0];

    if (second->op != LANE_MOV || !lane_is_register(from) || !lane_is_register(second->src[0]))
        return false;
    if (are_halves(j, to, second->dst[0]))
        return make_pair(j, from, second->src[0]);
    if (are_halves(j, second->dst[0], to))
        return make_pair(j, second->src[0], from);
    if (are_halves(j, from, second->src[0]))
        return make_pair(j, to, second->dst[0]);
    return are_halves(j, second->src[0], from) && make_pair(j, second->dst[0], to);
}

static void find_moved(struct jit *j)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i + 1 < j->program->instr_count; i++) {
            if (j->program->instrs[i].op == LANE_MOV)
                again |= pair_moved(j, &j->program->instrs[i]);
        }
    }
}

/* What is moved to the pair of `to` is not that pair, and no NaN that has to stay as it is. */
static bool is_computed(const struct jit *j, lane_value low, lane_value high, lane_value to)
{
    if (is_constant_number(j, low, high))
        return true;
    return are_halves(j, low, high) && j->halves[low].computed && low != to && low != j->halves[to].other;
}

/* Two moves that stand side by side and give both halves. */
static bool moves_computed(const struct jit *j, const struct lane_instr *low, const struct lane_instr *high)
{
    lane_value to = low->dst[0];

    if (low->flags != high->flags)
        return false;
    if (low->op == LANE_SELECT && high->op == LANE_SELECT)
        return low->src[0] == high->src[0] && low->src[0] != to && low->src[0] != high->dst[0] &&
               is_computed(j, low->src[1], high->src[1], to) && is_computed(j, low->src[2], high->src[2], to);
    if (low->op != LANE_MOV || (high->op != LANE_MOV && high->op != LANE_FNEG && high->op != LANE_FABS))
        return false;
    return is_computed(j, low->src[0], high->src[0], to);
}

static bool gives(const struct jit *j, uint32_t index, lane_value reg)
{
    return index < j->program->instr_count && j->program->instrs[index].dst_count == 1 &&
           j->program->instrs[index].dst[0] == reg;
}

static bool gives_computed(const struct jit *j, uint32_t index, lane_value reg)
{
    const struct lane_instr *instr = &j->program->instrs[index], *next;
    lane_value other = j->halves[reg].other;

    if (is_double_op(instr))
        return are_halves(j, instr->dst[0], instr->dst[1]);
    if (!gives(j, index, reg))
        return false;
    if (gives(j, index + 1, other))
        next = instr + 1;
    else if (index && gives(j, index - 1, other))
        next = instr - 1;
    else
        return false;
    return j->halves[reg].high ? moves_computed(j, next, instr) : moves_computed(j, instr, next);
}

/* Both halves are handed on together, or none. */
static bool is_handed_on_whole(const struct jit *j, lane_value low, lane_value high)
{
    if (!j->plan.looped)
        return j->plan.row[low] == JIT_NO_ROW && j->plan.row[high] == JIT_NO_ROW;
    for (uint32_t i = 0; i < j->plan.segment_count; i++) {
        const struct jit_segment *segment = &j->plan.segments[i];

        if (segment->lanes && (lane_has(segment->enter, low) != lane_has(segment->enter, high) ||
                               lane_has(segment->leave, low) != lane_has(segment->leave, high)))
            return false;
    }
    return true;
}

static void find_computed(struct jit *j)
{
    for (lane_value reg = 0; reg < j->program->reg_count; reg++) {
        lane_value other = j->halves[reg].other;
        if (other != LANE_NONE && !is_handed_on_whole(j, reg, other))
            j->halves[reg].computed = j->halves[other].computed = false;
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < j->program->instr_count; i++) {
            const struct lane_instr *instr = &j->program->instrs[i];

            for (uint32_t d = 0; d < instr->dst_count; d++) {
                struct jit_half *half = &j->halves[instr->dst[d]];
                if (half->other == LANE_NONE || !half->computed || gives_computed(j, i, instr->dst[d]))
                    continue;
                half->computed = j->halves[half->other].computed = false;
                again = true;
            }
        }
    }
}

bool jit_find_doubles(struct jit *j)
{
    j->halves = dxbc_arena_alloc(j->arena, j->program->reg_count, sizeof(*j->halves));
    if (!j->halves)
        return false;
    for (uint32_t i = 0; i < j->program->reg_count; i++)
        j->halves[i].other = LANE_NONE;
    for (uint32_t i = 0; i < j->program->instr_count && !j->program->has_calls; i++) {
        const struct lane_instr *instr = &j->program->instrs[i];
        if (is_double_op(instr))
            make_pair(j, instr->dst[0], instr->dst[1]);
    }
    if (!j->program->has_calls)
        find_moved(j);
    find_computed(j);
    return true;
}

bool jit_is_paired(const struct jit *j, lane_value reg)
{
    lane_value other = j->halves[reg].other;

    return other != LANE_NONE && jit_is_whole(j, reg) == jit_is_whole(j, other) &&
           jit_is_scalar(j, reg) == jit_is_scalar(j, other) && jit_is_whole(j, reg) == jit_is_scalar(j, reg);
}

/* ---- words and doubles, in the current mode ---- */

static jv shuffled(struct jit *j, jv a, jv b, unsigned count, unsigned first, unsigned step, unsigned second)
{
    jv numbers[2 * JIT_MOST_LANES];

    for (unsigned i = 0; i < count; i++)
        numbers[i] = jit_k32(j, second ? first + i / 2 + i % 2 * second : first + i * step);
    return LLVMBuildShuffleVector(B, a, b, LLVMConstVector(numbers, count), "");
}

static jv join(struct jit *j, jv low, jv high)
{
    jv bits;

    if (!j->scalar)
        return LLVMBuildBitCast(B, shuffled(j, low, high, 2 * j->lanes, 0, 0, j->lanes), j->d, "");
    bits = shl(j, LLVMBuildZExt(B, high, j->i64, ""), jit_k64(j, 32));
    return LLVMBuildBitCast(B, or(j, bits, LLVMBuildZExt(B, low, j->i64, "")), j->f64, "");
}

static jv half_of(struct jit *j, jv value, bool high)
{
    LLVMTypeRef words = LLVMVectorType(j->i32, 2 * j->lanes);
    jv bits = LLVMBuildBitCast(B, value, j->scalar ? j->i64 : words, "");

    if (!j->scalar)
        return shuffled(j, bits, LLVMGetPoison(words), j->lanes, high, 2, 0);
    return LLVMBuildTrunc(B, high ? shr(j, bits, jit_k64(j, 32)) : bits, j->i32, "");
}

static jv canonical(struct jit *j, jv value)
{
    return choose(j, is_nan(j, value), LLVMBuildBitCast(B, jit_k_wide(j, NUM_DNAN), j->d, ""), value);
}

static jv load_pair(struct jit *j, jv place)
{
    jv value = LLVMBuildLoad2(B, j->d, place, "");

    LLVMSetAlignment(value, 8);
    return value;
}

static void store_pair(struct jit *j, jv value, jv place)
{
    LLVMSetAlignment(LLVMBuildStore(B, value, place), 8);
}

jv jit_load_half(struct jit *j, lane_value reg, jv place)
{
    bool was = j->scalar;
    jv value;

    jit_set_mode(j, jit_is_whole(j, reg));
    value = load_pair(j, place);
    if (j->halves[reg].computed)
        value = canonical(j, value);
    value = half_of(j, value, j->halves[reg].high);
    jit_set_mode(j, was);
    return value;
}

void jit_store_half(struct jit *j, lane_value reg, jv value, jv place)
{
    bool was = j->scalar, high = j->halves[reg].high;
    jv other;

    jit_set_mode(j, jit_is_whole(j, reg));
    other = half_of(j, load_pair(j, place), !high);
    store_pair(j, high ? join(j, other, value) : join(j, value, other), place);
    jit_set_mode(j, was);
}

/* ---- operands ---- */

static bool writes(const struct lane_instr *instr, lane_value reg)
{
    for (uint32_t d = 0; d < instr->dst_count; d++) {
        if (instr->dst[d] == reg)
            return true;
    }
    return false;
}

static bool is_straight(const struct lane_instr *instr)
{
    return instr->op < LANE_OP_COUNT || lane_is_access(instr->op) || instr->op == LANE_LOAD_CONST ||
           instr->op == LANE_LOAD_ICB;
}

/* The FNEG or FABS a little before that gives the high half, when what it takes and the low half are still the same;
 * or NULL. */
static const struct lane_instr *sign_change(const struct jit *j, uint32_t index, lane_value low, lane_value high)
{
    enum { NEAR = 32 };
    const struct lane_instr *instrs = j->program->instrs, *found = NULL;
    uint32_t at = index;

    while (at > 0 && index - at < NEAR && lane_is_register(high)) {
        const struct lane_instr *instr = &instrs[--at];

        if (!is_straight(instr) || (lane_is_register(low) && writes(instr, low)))
            return NULL;
        if (writes(instr, high)) {
            found = instr->op == LANE_FNEG || instr->op == LANE_FABS ? instr : NULL;
            break;
        }
    }
    for (uint32_t i = at; found && i < index; i++) {
        if (lane_is_register(found->src[0]) && writes(&instrs[i], found->src[0]))
            return NULL;
    }
    return found;
}

static jv read_double(struct jit *j, uint32_t index, lane_value low, lane_value high)
{
    const struct lane_instr *sign = sign_change(j, index, low, high);
    jv value;

    if (sign) {
        value = read_double(j, (uint32_t)(sign - j->program->instrs), low, sign->src[0]);
        if (sign->op == LANE_FNEG)
            return LLVMBuildFNeg(B, value, "");
        return call_1(j, "llvm.fabs", j->d, value);
    }
    if (!are_halves(j, low, high) || !jit_is_paired(j, low))
        return join(j, jit_read(j, low), jit_read(j, high));
    if (j->scalar || !jit_is_whole(j, low))
        return load_pair(j, jit_place_of(j, low));
    jit_set_mode(j, true);
    value = load_pair(j, jit_place_of(j, low));
    jit_set_mode(j, false);
    return jit_splat(j, value);
}

jv jit_double(struct jit *j, uint32_t source)
{
    return read_double(j, j->index, j->at->src[source], j->at->src[source + 1]);
}

void jit_write_double(struct jit *j, jv value)
{
    lane_value low = j->at->dst[0], high = j->at->dst[1];
    bool paired = are_halves(j, low, high) && jit_is_paired(j, low);
    jv place;

    if (!paired || !j->halves[low].computed)
        value = canonical(j, value);
    if (!paired) {
        jit_write(j, 0, half_of(j, value, false));
        jit_write(j, 1, half_of(j, value, true));
        return;
    }
    place = jit_place_of(j, low);
    if (j->at->flags & LANE_MASKED && !j->scalar)
        value = choose(j, jit_mask(j, j->exec), value, load_pair(j, place));
    store_pair(j, value, place);
}

/* ---- bodies: a double result is d[0] ---- */

#define D(i) jit_double(j, 2 * (i))

void jit_op_DADD(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildFAdd(B, D(0), D(1), "");
}

void jit_op_DMUL(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildFMul(B, D(0), D(1), "");
}

void jit_op_DDIV(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildFDiv(B, D(0), D(1), "");
}

void jit_op_DRCP(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildFDiv(B, jit_kd(j, 1), D(0), "");
}

/* Without an instruction for it the lane kernel has to do. */
void jit_op_DFMA(struct jit *j, const jv *s, jv *d)
{
    jv args[6] = {D(0), D(1), D(2)}, words[2];

    if (j->isa != CPU_SSE41) {
        d[0] = jit_intrinsic(j, "llvm.fma", &j->d, 1, args, 3);
        return;
    }
    for (unsigned i = 3; i-- > 0;) {
        args[2 * i + 1] = half_of(j, args[i], true);
        args[2 * i] = half_of(j, args[i], false);
    }
    jit_call_op(j, LANE_DFMA, args, 6, words, 2);
    d[0] = join(j, words[0], words[1]);
}

void jit_op_DMIN(struct jit *j, const jv *s, jv *d)
{
    d[0] = min_max(j, LLVMRealOLT, D(0), D(1));
}

void jit_op_DMAX(struct jit *j, const jv *s, jv *d)
{
    d[0] = min_max(j, LLVMRealOGT, D(0), D(1));
}

void jit_op_DSATURATE(struct jit *j, const jv *s, jv *d)
{
    jv a = quiet(j, D(0)), zero = jit_kd(j, 0), one = jit_kd(j, 1);

    a = choose(j, fcmp(j, LLVMRealOGT, a, zero), a, zero);
    d[0] = choose(j, fcmp(j, LLVMRealOGT, a, one), one, a);
}

#define DCOMPARES(name, predicate)                                                                           \
    void jit_op_##name(struct jit *j, const jv *s, jv *d)                                                    \
    {                                                                                                        \
        d[0] = ones(j, fcmp(j, predicate, D(0), D(1)));                                                      \
    }
DCOMPARES(DEQ, LLVMRealOEQ)
DCOMPARES(DNE, LLVMRealUNE)
DCOMPARES(DLT, LLVMRealOLT)
DCOMPARES(DGE, LLVMRealOGE)

/* ---- conversions ---- */

/* What rounds to less than 2^-126 with 24 bits is tiny (num_narrow). */
void jit_op_DTOF(struct jit *j, const jv *s, jv *d)
{
    jv a = D(0), bits = jit_bits(j, LLVMBuildFPTrunc(B, a, j->f, ""));
    jv tiny = fcmp(j, LLVMRealOLT, call_1(j, "llvm.fabs", j->d, a), jit_kd(j, 0x1.ffffffp-127));

    bits = choose(j, tiny, and(j, bits, jit_k(j, NUM_SIGN)), bits);
    d[0] = choose(j, is_nan(j, a), jit_k(j, NUM_NAN), bits);
}

/* Clamped first: conversions of what does not fit are poison. */
static jv clamped(struct jit *j, jv a, double low, double high)
{
    a = choose(j, fcmp(j, LLVMRealOGT, a, jit_kd(j, low)), a, jit_kd(j, low));
    return choose(j, fcmp(j, LLVMRealOLT, a, jit_kd(j, high)), a, jit_kd(j, high));
}

void jit_op_DTOI(struct jit *j, const jv *s, jv *d)
{
    jv a = D(0), whole = LLVMBuildFPToSI(B, clamped(j, a, -0x1p31, 0x1p31 - 1), j->u, "");

    d[0] = choose(j, is_nan(j, a), jit_k(j, 0), whole);
}

void jit_op_DTOU(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildFPToUI(B, clamped(j, quiet(j, D(0)), 0, 0x1p32 - 1), j->u, "");
}

void jit_op_FTOD(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildFPExt(B, jit_float(j, s[0]), j->d, "");
}

void jit_op_ITOD(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildSIToFP(B, s[0], j->d, "");
}

void jit_op_UTOD(struct jit *j, const jv *s, jv *d)
{
    d[0] = LLVMBuildUIToFP(B, s[0], j->d, "");
}
