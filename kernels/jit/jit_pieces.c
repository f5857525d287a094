/*
 * Pieces: words of one lane that stand side by side, two or four of them, and move at once. Processors are slow to
 * gather and to scatter; they read and write a piece as quickly as a word.
 *
 * Between pieces and vectors of lanes stands a transposition within the 128 bits that four lanes take. Lane 4 * g + k
 * has its words there in bits 128 * g of vector k (of four words), or in a half of those of vector k / 2 (of two).
 */
#include "jit_emit.h"

#define B j->builder

enum { QUAD = 4 };

/* Of each 128 bits of two vectors: the words with these numbers, those of b from 4 on. */
static jv pick_of_quads(struct jit *j, jv a, jv b, const unsigned which[QUAD])
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++) {
        unsigned word = which[i % QUAD], base = i / QUAD * QUAD;
        all[i] = jit_k32(j, word < QUAD ? base + word : j->lanes + base + word - QUAD);
    }
    return LLVMBuildShuffleVector(B, a, b, LLVMConstVector(all, j->lanes), "");
}

/* Four words: its own inverse. */
static void transpose_four(struct jit *j, const jv in[4], jv out[4])
{
    static const unsigned low[QUAD] = {0, 4, 1, 5}, high[QUAD] = {2, 6, 3, 7}, first[QUAD] = {0, 1, 4, 5},
                          last[QUAD] = {2, 3, 6, 7};
    jv a = pick_of_quads(j, in[0], in[1], low), b = pick_of_quads(j, in[0], in[1], high),
       c = pick_of_quads(j, in[2], in[3], low), d = pick_of_quads(j, in[2], in[3], high);

    out[0] = pick_of_quads(j, a, c, first);
    out[1] = pick_of_quads(j, a, c, last);
    out[2] = pick_of_quads(j, b, d, first);
    out[3] = pick_of_quads(j, b, d, last);
}

static void to_pieces(struct jit *j, unsigned count, const jv *words, jv *vectors)
{
    static const unsigned low[QUAD] = {0, 4, 1, 5}, high[QUAD] = {2, 6, 3, 7};

    if (count == 4) {
        transpose_four(j, words, vectors);
        return;
    }
    vectors[0] = pick_of_quads(j, words[0], words[1], low);
    vectors[1] = pick_of_quads(j, words[0], words[1], high);
}

static void from_pieces(struct jit *j, unsigned count, const jv *vectors, jv *words)
{
    static const unsigned even[QUAD] = {0, 2, 4, 6}, odd[QUAD] = {1, 3, 5, 7};

    if (count == 4) {
        transpose_four(j, vectors, words);
        return;
    }
    words[0] = pick_of_quads(j, vectors[0], vectors[1], even);
    words[1] = pick_of_quads(j, vectors[0], vectors[1], odd);
}

bool jit_is_piece(const struct jit *j, unsigned count)
{
    return (count == 2 || count == 4) && j->lanes % QUAD == 0;
}

/* ---- where they stand ---- */

/* Lanes outside the mask have the pointer `otherwise`. */
void jit_point_to_pieces(struct jit *j, jv base, jv numbers, jv mask, jv otherwise, jv *at)
{
    jv first = LLVMBuildPtrToInt(B, base, j->i64, ""), other = LLVMBuildPtrToInt(B, otherwise, j->i64, ""),
       two = LLVMConstInt(j->i64, 2, false), pointers;

    pointers = LLVMBuildShl(B, LLVMBuildZExt(B, numbers, j->lane_w, ""), jit_splat(j, two), "");
    pointers = LLVMBuildAdd(B, pointers, jit_splat(j, first), "");
    pointers = LLVMBuildSelect(B, mask, pointers, jit_splat(j, other), "");
    for (unsigned i = 0; i < j->lanes; i++) {
        jv pointer = LLVMBuildExtractElement(B, pointers, jit_k32(j, i), "");
        at[i] = LLVMBuildIntToPtr(B, pointer, j->ptr, "");
    }
}

/* ---- moves ---- */

void jit_load_pieces(struct jit *j, const jv *at, unsigned count, jv *words)
{
    LLVMTypeRef piece = LLVMVectorType(j->i32, count);
    jv vectors[4];

    for (unsigned k = 0; k < count; k++) {
        jv parts[JIT_MOST_LANES];
        unsigned parts_count = 0;

        for (unsigned i = 0; i < j->lanes; i += QUAD) {
            for (unsigned n = 0; n < QUAD / count; n++)
                parts[parts_count++] = jit_load(j, piece, at[i + k * (QUAD / count) + n], 0);
        }
        vectors[k] = jit_join(j, parts, parts_count, count);
    }
    from_pieces(j, count, vectors, words);
}

/* Lane after lane, upwards: where two meet the higher wins. */
void jit_store_pieces(struct jit *j, const jv *at, unsigned count, const jv *words)
{
    jv vectors[4], which[4];

    to_pieces(j, count, words, vectors);
    for (unsigned i = 0; i < j->lanes; i++) {
        jv vector = vectors[i % QUAD / (QUAD / count)];

        for (unsigned k = 0; k < count; k++)
            which[k] = jit_k32(j, i / QUAD * QUAD + i % (QUAD / count) * count + k);
        jit_store(j,
                  LLVMBuildShuffleVector(B, vector, LLVMGetPoison(j->lane_u), LLVMConstVector(which, count), ""),
                  at[i], 0);
    }
}
