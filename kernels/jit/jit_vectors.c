/*
 * Parts of vectors, and words at numbers: gathers and scatters as each instruction set has them.
 *
 * Neighbours often want words that lie near one another but not in order. A stretch is a few words in a row, loaded
 * at once, that eight lanes pick theirs from: two loads and a permutation cost less than a gather of sixteen. A window
 * is two native vectors, for all lanes of one: memory that may be read beyond what is wanted.
 */
#include "jit_emit.h"

#define B j->builder

unsigned jit_native_lanes(const struct jit *j)
{
    return j->isa == CPU_AVX512 ? 16 : j->isa == CPU_AVX2 ? 8 : 4;
}

jv jit_of_native(struct jit *j, jv vector)
{
    unsigned native = jit_native_lanes(j);
    jv which[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        which[i] = jit_k32(j, i / native * native);
    return LLVMBuildShuffleVector(B, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(which, j->lanes), "");
}

static jv part_of(struct jit *j, jv vector, unsigned first, unsigned count)
{
    jv which[JIT_MOST_LANES];

    if (count == j->lanes)
        return vector;
    for (unsigned i = 0; i < count; i++)
        which[i] = jit_k32(j, first + i);
    return LLVMBuildShuffleVector(B, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(which, count),
                                  "");
}

jv jit_join(struct jit *j, jv *parts, unsigned count, unsigned lanes)
{
    jv which[JIT_MOST_STRIDE * JIT_MOST_LANES];

    for (; count > 1; count /= 2, lanes *= 2) {
        for (unsigned i = 0; i < 2 * lanes; i++)
            which[i] = jit_k32(j, i);
        for (unsigned i = 0; i < count / 2; i++)
            parts[i] = LLVMBuildShuffleVector(B, parts[2 * i], parts[2 * i + 1],
                                              LLVMConstVector(which, 2 * lanes), "");
    }
    return parts[0];
}

/* The processor's gathers, of so many lanes. */
static jv gather_512(struct jit *j, jv base, jv numbers, jv mask)
{
    jv args[5] = {LLVMConstNull(LLVMTypeOf(numbers)), base, numbers, mask, jit_k32(j, 4)};

    return jit_intrinsic(j, "llvm.x86.avx512.mask.gather.dpi.512", NULL, 0, args, 5);
}

static jv gather_256(struct jit *j, jv base, jv numbers, jv mask)
{
    jv lanes = LLVMBuildSExt(B, mask, LLVMTypeOf(numbers), "");
    jv args[5] = {LLVMConstNull(LLVMTypeOf(numbers)), base, numbers, lanes, LLVMConstInt(j->i8, 4, false)};

    return jit_intrinsic(j, "llvm.x86.avx2.gather.d.d.256", NULL, 0, args, 5);
}

/* Lane after lane; those outside read a zero that stands in the code. */
static jv gather_plainly(struct jit *j, jv base, jv numbers, jv mask)
{
    jv result = LLVMConstNull(j->lane_u), zero = LLVMGetNamedGlobal(j->module, "zero");

    for (unsigned i = 0; i < j->lanes; i++) {
        jv lane = jit_k32(j, i);
        jv number = LLVMBuildZExt(B, LLVMBuildExtractElement(B, numbers, lane, ""), j->i64, "");
        jv word = LLVMBuildGEP2(B, j->i32, base, &number, 1, "");

        word = LLVMBuildSelect(B, LLVMBuildExtractElement(B, mask, lane, ""), word, zero, "");
        result = LLVMBuildInsertElement(B, result, jit_load(j, j->i32, word, 0), lane, "");
    }
    return result;
}

jv jit_gather(struct jit *j, jv base, jv numbers, jv mask)
{
    unsigned native = jit_native_lanes(j);
    jv parts[JIT_MOST_LANES];

    if (j->isa != CPU_AVX512 && j->isa != CPU_AVX2)
        return gather_plainly(j, base, numbers, mask);
    for (unsigned i = 0; i < j->lanes / native; i++) {
        jv n = part_of(j, numbers, i * native, native), m = part_of(j, mask, i * native, native);
        parts[i] = native == 16 ? gather_512(j, base, n, m) : gather_256(j, base, n, m);
    }
    return jit_join(j, parts, j->lanes / native, native);
}

/* ---- stretches ---- */

/* Lanes that one stretch serves, and how many stretches a native vector has. */
enum { HALF = 8 };

static unsigned halves(const struct jit *j)
{
    return j->isa == CPU_AVX512 ? 2 : 1;
}

unsigned jit_stretch_words(const struct jit *j)
{
    return j->isa == CPU_AVX512 ? 16 : j->isa == CPU_AVX2 && j->lanes % HALF == 0 ? 8 : 0;
}

jv jit_of_eight(struct jit *j, jv vector, unsigned lane)
{
    jv which[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        which[i] = jit_k32(j, i / HALF * HALF + lane);
    return LLVMBuildShuffleVector(B, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(which, j->lanes), "");
}

/* The one of eight lanes from `first` on. */
static jv load_stretch(struct jit *j, jv base, jv begin, jv there, unsigned first)
{
    unsigned words = jit_stretch_words(j);
    LLVMTypeRef types[2] = {LLVMVectorType(j->i32, words), j->ptr};
    jv lane = jit_k32(j, first), which[JIT_MOST_LANES], args[4];
    jv number = LLVMBuildZExt(B, LLVMBuildExtractElement(B, begin, lane, ""), j->i64, "");

    for (unsigned i = 0; i < words; i++)
        which[i] = lane;
    there = LLVMBuildShuffleVector(B, there, LLVMGetPoison(j->lane_u), LLVMConstVector(which, words), "");
    for (unsigned i = 0; i < words; i++)
        which[i] = jit_k32(j, i);
    args[0] = LLVMBuildGEP2(B, j->i32, base, &number, 1, "");
    args[1] = jit_k32(j, 4);
    args[2] = LLVMBuildICmp(B, LLVMIntULT, LLVMConstVector(which, words), there, "");
    args[3] = LLVMConstNull(types[0]);
    return jit_intrinsic(j, "llvm.masked.load", types, 2, args, 4);
}

struct jit_stretches jit_load_stretches(struct jit *j, jv base, jv begin, jv there)
{
    struct jit_stretches stretches;

    for (unsigned first = 0; first < j->lanes; first += HALF)
        stretches.of[first / HALF] = load_stretch(j, base, begin, there, first);
    return stretches;
}

static jv pick_native(struct jit *j, const jv *stretches, jv places)
{
    jv bias[2 * HALF], args[3] = {stretches[0], places, NULL};

    if (halves(j) == 1)
        return jit_intrinsic(j, "llvm.x86.avx2.permd", NULL, 0, args, 2);
    for (unsigned i = 0; i < 2 * HALF; i++)
        bias[i] = jit_k32(j, i / HALF * 16);
    args[1] = LLVMBuildOr(B, places, LLVMConstVector(bias, 2 * HALF), "");
    args[2] = stretches[1];
    return jit_intrinsic(j, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3);
}

jv jit_pick(struct jit *j, const struct jit_stretches *stretches, jv places)
{
    unsigned native = HALF * halves(j);
    jv parts[JIT_MOST_LANES / HALF];

    for (unsigned i = 0; i < j->lanes / native; i++)
        parts[i] = pick_native(j, &stretches->of[i * halves(j)], part_of(j, places, i * native, native));
    return jit_join(j, parts, j->lanes / native, native);
}

/* Words that are picked out of wide loads where the lanes' places in them are all near, else gathered. */
struct near_words {
    LLVMBasicBlockRef far, end;
    jv result;
};

/* What follows is run when all places of the mask are below the limit. */
static void open_near(struct jit *j, jv places, jv mask, uint32_t limit, struct near_words *near)
{
    LLVMBasicBlockRef inside = jit_block(j, "near");
    jv beyond = LLVMBuildICmp(B, LLVMIntUGE, places, jit_splat(j, jit_k32(j, limit)), "");

    *near = (struct near_words){jit_block(j, "far"), jit_block(j, "gathered"), jit_variable(j, j->lane_u, "")};
    jit_branch_likely(j, LLVMBuildNot(B, jit_any(j, LLVMBuildAnd(B, beyond, mask, "")), ""), inside, near->far);
    jit_place(j, inside);
}

static jv close_near(struct jit *j, const struct near_words *near, jv picked, jv base, jv numbers, jv mask)
{
    LLVMBuildStore(B, LLVMBuildSelect(B, mask, picked, LLVMConstNull(j->lane_u), ""), near->result);
    jit_go(j, near->end);
    jit_place(j, near->far);
    LLVMBuildStore(B, jit_gather(j, base, numbers, mask), near->result);
    jit_go(j, near->end);
    jit_place(j, near->end);
    return LLVMBuildLoad2(B, j->lane_u, near->result, "");
}

jv jit_gather_near(struct jit *j, jv base, jv numbers, jv mask, jv count)
{
    struct near_words near;
    jv begin, places;
    struct jit_stretches stretches;

    count = jit_splat(j, count);
    begin = jit_extreme(j, LLVMIntULT, jit_of_eight(j, numbers, 0), jit_of_eight(j, numbers, HALF - 1));
    begin = jit_extreme(j, LLVMIntULT, begin, count);
    places = LLVMBuildSub(B, numbers, begin, "");
    open_near(j, places, mask, jit_stretch_words(j), &near);
    stretches = jit_load_stretches(j, base, begin, LLVMBuildSub(B, count, begin, ""));
    return close_near(j, &near, jit_pick(j, &stretches, places), base, numbers, mask);
}

/* ---- windows ---- */

/* Words out of two native vectors that follow one another. */
static jv pick_of_two(struct jit *j, jv low, jv high, jv places)
{
    jv args[3] = {low, places, high}, bits[JIT_MOST_LANES], from_high;

    if (j->isa == CPU_AVX512)
        return jit_intrinsic(j, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3);
    low = jit_intrinsic(j, "llvm.x86.avx2.permd", NULL, 0, args, 2);
    args[0] = high;
    high = jit_intrinsic(j, "llvm.x86.avx2.permd", NULL, 0, args, 2);
    for (unsigned i = 0; i < 8; i++)
        bits[i] = jit_k32(j, 7);
    from_high = LLVMBuildICmp(B, LLVMIntUGT, places, LLVMConstVector(bits, 8), "");
    return LLVMBuildSelect(B, from_high, high, low, "");
}

static jv load_windows(struct jit *j, jv base, jv begin, jv places)
{
    unsigned native = jit_native_lanes(j);
    LLVMTypeRef type = LLVMVectorType(j->i32, native);
    jv parts[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i += native) {
        jv number = LLVMBuildZExt(B, LLVMBuildExtractElement(B, begin, jit_k32(j, i), ""), j->i64, ""),
           at = LLVMBuildGEP2(B, j->i32, base, &number, 1, "");

        parts[i / native] = pick_of_two(j, jit_load(j, type, at, 0), jit_load(j, type, at, native * sizeof(uint32_t)),
                                        part_of(j, places, i, native));
    }
    return jit_join(j, parts, j->lanes / native, native);
}

jv jit_gather_window(struct jit *j, jv base, jv numbers, jv mask, uint32_t count)
{
    struct near_words near;
    jv begin, places;

    begin = jit_extreme(j, LLVMIntULT, jit_of_native(j, numbers), jit_splat(j, jit_k32(j, count)));
    places = LLVMBuildSub(B, numbers, begin, "");
    open_near(j, places, mask, 2 * jit_native_lanes(j), &near);
    return close_near(j, &near, load_windows(j, base, begin, places), base, numbers, mask);
}

void jit_scatter(struct jit *j, jv base, jv numbers, jv mask, jv values)
{
    jv args[5] = {base, NULL, NULL, NULL, jit_k32(j, 4)};

    if (j->isa == CPU_AVX512) {
        for (unsigned i = 0; i < j->lanes; i += 16) {
            args[1] = part_of(j, mask, i, 16);
            args[2] = part_of(j, numbers, i, 16);
            args[3] = part_of(j, values, i, 16);
            jit_intrinsic(j, "llvm.x86.avx512.mask.scatter.dpi.512", NULL, 0, args, 5);
        }
        return;
    }
    jit_store(j, numbers, j->rows, 0);
    jit_store(j, values, j->rows, JIT_ROW * sizeof(uint32_t));
    args[1] = j->rows;
    args[2] = jit_mask_bits(j, mask);
    jit_call(j, offsetof(struct jit_calls, scatter), j->void_type, args, 3);
}
