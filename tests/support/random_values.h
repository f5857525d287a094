/*
 * Random programs: the generator's state, operands, arithmetic (random_program.h has the whole).
 */
#ifndef TESTS_RANDOM_VALUES_H
#define TESTS_RANDOM_VALUES_H

#include "token_builder.h"

enum {
    RANDOM_VALUES = 6, /* r0..r5 */
    RANDOM_WORDS = 64, /* of u1, u2, u3, g1 */
    RANDOM_DEEPEST = 4,
    RANDOM_SUBROUTINES = 2,
    RANDOM_CONSTANTS = 8, /* vectors of cb0 and icb */
    RANDOM_ARRAY = 4,
};

/* What may occur. */
enum {
    RANDOM_FLOW = 1 << 0,
    RANDOM_MEMORY = 1 << 1,
    RANDOM_SHARED = 1 << 2, /* with barriers */
    RANDOM_CALLS = 1 << 3,
    RANDOM_TEXTURES = 1 << 4,
    RANDOM_MESSAGES = 1 << 5, /* and the cycle counter */
    RANDOM_DOUBLES = 1 << 6, /* programs without them run in another floating-point mode */
    RANDOM_ALL = 127,
};

struct random_program {
    struct token_builder *b;
    uint64_t state;
    unsigned features;
    uint32_t threads;
    int statements, first_counter, callable;
    bool small; /* the values begin and end as one */
    bool
        uniform; /* operands are now chosen among what is the same for all threads, results go to r4 and r5 */
};

struct random_place {
    int depth;
    bool in_loop, in_switch, divergent, in_call;
};

static inline uint32_t random_next(struct random_program *g, uint32_t limit)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t)(g->state >> 33) % limit;
}

static inline uint32_t random_bits(struct random_program *g)
{
    static const uint32_t nasty[] = {0,          0x80000000, 1,          0x80000001, 0x007FFFFF, 0x807FFFFF,
                                     0x00800000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000,
                                     0x7F800001, 0xFFFFFFFF, 0x7FFFFFFF, 0x40490FDB, 0x3F000000, 0x4B000000,
                                     0xCF000000, 0x4F800000, 31,         32,         2};

    switch (random_next(g, 3)) {
    case 0:
        return nasty[random_next(g, sizeof(nasty) / sizeof(*nasty))];
    case 1:
        return 0x3F000000 + random_next(g, 0x2000000);
    default:
        return random_next(g, UINT32_MAX);
    }
}

static inline void random_emit(struct random_program *g, uint32_t opcode, uint32_t controls, const char *a,
                               const char *b, const char *c, const char *d)
{
    tokens_instr(g->b, opcode, controls, (const char *const[]){a, b, c, d, NULL});
}

static inline void random_swizzle(struct random_program *g, char *out, bool pairs)
{
    static const char letters[] = "xyzw";

    for (int i = 0; i < 4; i += pairs ? 2 : 1) {
        uint32_t c = random_next(g, pairs ? 2 : 4);
        if (pairs) {
            out[i] = letters[2 * c];
            out[i + 1] = letters[2 * c + 1];
        } else {
            out[i] = letters[c];
        }
    }
    out[4] = 0;
}

/* Four words: any, or all the same and one that a compiler likes to fold. */
static inline void random_literal(struct random_program *g, char *out, size_t size)
{
    static const uint32_t foldable[] = {0,          0x80000000, 0x3F800000, 0xBF800000, 1,
                                        0x80000001, 0x7FC00000, 0x7F800000, 0xFFFFFFFF};
    uint32_t word = foldable[random_next(g, sizeof(foldable) / sizeof(*foldable))];

    if (random_next(g, 2))
        snprintf(out, size, "l(0x%x, 0x%x, 0x%x, 0x%x)", word, word, word, word);
    else
        snprintf(out, size, "l(0x%x, 0x%x, 0x%x, 0x%x)", random_bits(g), random_bits(g), random_bits(g),
                 random_bits(g));
}

static inline uint32_t random_register(struct random_program *g)
{
    return g->uniform ? 4 + random_next(g, 2) : random_next(g, RANDOM_VALUES);
}

static inline const char *random_thread(struct random_program *g)
{
    static const char *const names[] = {"vThreadIDInGroupFlattened", "vThreadID.xyzx",
                                        "vThreadIDInGroup.xyzx", "vThreadGroupID.xyzx"};

    return names[g->uniform ? 3 : random_next(g, 4)];
}

/* A source of the type that a letter stands for. */
static inline void random_source(struct random_program *g, char letter, char *out, size_t size)
{
    char swizzle[5], plain[64];
    bool wide = letter == 'd', sign = letter == 'f' || wide || letter == 'i';

    random_swizzle(g, swizzle, wide);
    switch (random_next(g, wide ? 6 : 10)) {
    case 4:
        snprintf(plain, sizeof(plain), "cb0[%u].%s", random_next(g, RANDOM_CONSTANTS), swizzle);
        break;
    case 5:
        if (wide) {
            static const double doubles[] = {0, -0.0, 1, -1, 0.5, 1e-310, 3.25, 1e300, 4294967296.0, 5e-324, -0x1p-1022,
                                             0x1.ffffffp-127};
            snprintf(out, size, "d(%a, %a)", doubles[random_next(g, 12)], doubles[random_next(g, 12)]);
            return;
        }
        random_literal(g, out, size);
        return;
    case 6:
        snprintf(plain, sizeof(plain), "%s", random_thread(g));
        sign = false;
        break;
    case 7:
        snprintf(plain, sizeof(plain), g->uniform ? "cb0[%u].%s" : "x0[r6.x+%u].%s", random_next(g, 2),
                 swizzle);
        break;
    case 8:
        if (g->uniform)
            snprintf(plain, sizeof(plain), "icb[%u].%s", random_next(g, RANDOM_CONSTANTS), swizzle);
        else
            snprintf(plain, sizeof(plain), random_next(g, 2) ? "icb[r6.y+%u].%s" : "cb0[r6.y+%u].%s",
                     random_next(g, 3), swizzle);
        break;
    default:
        snprintf(plain, sizeof(plain), "r%u.%s", random_register(g), swizzle);
    }
    if (!sign || random_next(g, 4)) {
        snprintf(out, size, "%s", plain);
    } else if (letter == 'i') {
        snprintf(out, size, "-%s", plain);
    } else {
        static const char *const forms[] = {"-%s", "|%s|", "-|%s|"};
        snprintf(out, size, forms[random_next(g, 3)], plain);
    }
}

/* A destination: components, or pairs of them. */
static inline void random_dest(struct random_program *g, char letter, char *out, size_t size,
                               bool from_doubles)
{
    static const char *const pairs[] = {"xy", "zw", "xyzw"}, *const two[] = {"xy", "xz", "yw", "x", "w"};
    static const char *const any[] = {"x", "y", "z", "w", "xy", "xzw", "yz", "xyz", "xyzw", "xyzw"};
    const char *mask = letter == 'd'  ? pairs[random_next(g, 3)]
                       : from_doubles ? two[random_next(g, 5)]
                                      : any[random_next(g, 10)];

    if (letter != 'd' && !from_doubles && !g->uniform && random_next(g, 12) == 0)
        snprintf(out, size, "x0[%s].%s", random_next(g, 2) ? "r6.x+0" : "2", mask);
    else
        snprintf(out, size, "r%u.%s", random_register(g), mask);
}

static inline bool random_usable(const struct random_program *g, const struct dxbc_opcode_info *info)
{
    if (info->kind == DXBC_KIND_DOUBLE && !(g->features & RANDOM_DOUBLES))
        return false;
    return (info->kind == DXBC_KIND_ARITH || info->kind == DXBC_KIND_DOT || info->kind == DXBC_KIND_DOUBLE) &&
           info->stages >> DXBC_CS & 1;
}

static inline void random_arithmetic(struct random_program *g)
{
    const struct dxbc_opcode_info *info;
    char texts[8][80];
    const char *operands[9] = {NULL};
    uint32_t opcode, count = 0;
    bool sat;

    g->uniform = random_next(g, 5) == 0;
    do {
        opcode = random_next(g, DXBC_OP_COUNT);
        info = dxbc_opcode_info(opcode);
    } while (!info || !random_usable(g, info));
    /* two destinations must not be the same register: the second one has another number */
    for (const char *d = info->dst; *d; d++, count++) {
        random_dest(g, *d, texts[count], sizeof(texts[count]), *d != 'd' && info->src[0] == 'd');
        if (count == 1)
            snprintf(texts[count], sizeof(texts[count]), random_next(g, 4) ? "r5.%s" : "null",
                     random_next(g, 2) ? "xy" : "yzw");
        if (info->dst[1] && count == 0)
            snprintf(texts[count], sizeof(texts[count]), random_next(g, 4) ? "r%u.xyz" : "r%u.w",
                     random_next(g, 5));
    }
    for (const char *s = info->src; *s; s++, count++)
        random_source(g, *s, texts[count], sizeof(texts[count]));
    for (uint32_t i = 0; i < count; i++)
        operands[i] = texts[i];
    sat = info->flags & OPF_SAT && random_next(g, 5) == 0;
    tokens_instr(g->b, opcode, sat ? 1u << 13 : 0, operands);
    g->uniform = false;
}

#endif
