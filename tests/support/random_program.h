/*
 * Random valid programs: straight code of every arithmetic instruction, divergent and uniform flow, loops,
 * switches, subroutines, barriers, shared memory, atomics, counters, typed, raw and structured memory,
 * register arrays. The same seed gives the same program.
 *
 * Registers: r0..r5 values, r6 addresses and conditions, r7.. loop counters. Memory, all of it small so that
 * lanes meet:
 *   - t0 structured, 16 bytes; t1 raw; t2 typed float; cb0; x0; icb
 *   - u0 structured: the results; u1 structured with a counter; u2 raw; u3 typed uint
 *   - g0 structured, 8 bytes; g1 raw
 */
#ifndef TESTS_RANDOM_PROGRAM_H
#define TESTS_RANDOM_PROGRAM_H

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
    RANDOM_RACES = 1 << 4, /* stores at addresses that differ from nothing in particular */
    RANDOM_ALL = 31,
};

struct random_program {
    struct token_builder *b;
    uint64_t state;
    unsigned features;
    uint32_t threads;
    int statements, first_counter, callable;
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

/* A source of the type that a letter stands for. */
static inline void random_source(struct random_program *g, char letter, char *out, size_t size)
{
    char swizzle[5], plain[64];
    bool wide = letter == 'd', sign = letter == 'f' || wide || letter == 'i';

    random_swizzle(g, swizzle, wide);
    switch (random_next(g, wide ? 5 : 10)) {
    case 4:
        snprintf(plain, sizeof(plain), "cb0[%u].%s", random_next(g, RANDOM_CONSTANTS), swizzle);
        break;
    case 5:
        snprintf(out, size, "l(0x%x, 0x%x, 0x%x, 0x%x)", random_bits(g), random_bits(g), random_bits(g),
                 random_bits(g));
        return;
    case 6:
        snprintf(plain, sizeof(plain), "%s",
                 random_next(g, 2) ? "vThreadIDInGroupFlattened" : "vThreadID.xyzx");
        sign = false;
        break;
    case 7:
        snprintf(plain, sizeof(plain), "x0[r6.x+%u].%s", random_next(g, 2), swizzle);
        break;
    case 8:
        snprintf(plain, sizeof(plain), random_next(g, 2) ? "icb[r6.y+%u].%s" : "cb0[r6.y+%u].%s",
                 random_next(g, 3), swizzle);
        break;
    default:
        snprintf(plain, sizeof(plain), "r%u.%s", random_next(g, RANDOM_VALUES), swizzle);
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

    if (letter != 'd' && !from_doubles && random_next(g, 12) == 0)
        snprintf(out, size, "x0[%s].%s", random_next(g, 2) ? "r6.x+0" : "2", mask);
    else
        snprintf(out, size, "r%u.%s", random_next(g, RANDOM_VALUES), mask);
}

static inline bool random_usable(const struct dxbc_opcode_info *info)
{
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

    do {
        opcode = random_next(g, DXBC_OP_COUNT);
        info = dxbc_opcode_info(opcode);
    } while (!info || !random_usable(info));
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
}

/* ---- memory ---- */

/* A small address that differs from thread to thread into r6.component, in units of `unit` bytes, below
 * limit. */
static inline void random_address(struct random_program *g, const char *component, uint32_t limit,
                                  uint32_t unit)
{
    char mask[24], scale[24], dst[8], reg[16];

    snprintf(dst, sizeof(dst), "r6.%s", component);
    snprintf(mask, sizeof(mask), "l(%u)", limit - 1);
    snprintf(scale, sizeof(scale), "l(%u)", unit);
    snprintf(reg, sizeof(reg), "r%u.%c", random_next(g, RANDOM_VALUES), "xyzw"[random_next(g, 4)]);
    switch (random_next(g, 4)) {
    case 0:
        random_emit(g, DXBC_OP_MOV, 0, dst, "vThreadIDInGroupFlattened", NULL, NULL);
        break;
    case 1:
        snprintf(reg, sizeof(reg), "l(%u)", random_next(g, limit));
        random_emit(g, DXBC_OP_MOV, 0, dst, reg, NULL, NULL);
        break;
    default:
        random_emit(g, DXBC_OP_AND, 0, dst, reg, mask, NULL);
    }
    if (unit != 1)
        random_emit(g, DXBC_OP_IMUL, 0, "null", dst, dst, scale);
}

static inline void random_load(struct random_program *g)
{
    char dst[16], structured[16];

    snprintf(dst, sizeof(dst), "r%u.xyzw", random_next(g, RANDOM_VALUES));
    snprintf(structured, sizeof(structured), "%s", random_next(g, 2) ? "t0.wyxz" : "u1.xyzw");
    switch (random_next(g, g->features & RANDOM_SHARED ? 6 : 4)) {
    case 0:
        random_address(g, "z", 32, 1);
        random_emit(g, DXBC_OP_LD_STRUCTURED, 0, dst, "r6.z", random_next(g, 3) ? "l(0)" : "r6.x",
                    structured);
        break;
    case 1:
        random_address(g, "z", 128, 4);
        random_emit(g, DXBC_OP_LD_RAW, 0, dst, "r6.z", random_next(g, 2) ? "t1.xyzw" : "u2.xyzw", NULL);
        break;
    case 2:
        random_address(g, "z", 128, 1);
        random_emit(g, DXBC_OP_LD, 0, dst, "r6.zzzz", "t2.xyzw", NULL);
        break;
    case 3:
        random_address(g, "z", 128, 1);
        random_emit(g, DXBC_OP_LD_UAV_TYPED, 0, dst, "r6.zzzz", "u3.xyzw", NULL);
        break;
    case 4:
        random_address(g, "z", 64, 1);
        random_emit(g, DXBC_OP_LD_STRUCTURED, 0, random_next(g, 2) ? "r1.xy" : "r2.zw", "r6.z", "l(0)",
                    "g0.xyxy");
        break;
    default:
        random_address(g, "z", 128, 4);
        random_emit(g, DXBC_OP_LD_RAW, 0, dst, "r6.z", "g1.xyzw", NULL);
    }
}

static inline void random_store(struct random_program *g)
{
    char value[16];

    snprintf(value, sizeof(value), "r%u.xyzw", random_next(g, RANDOM_VALUES));
    switch (random_next(g, g->features & RANDOM_SHARED ? 5 : 3)) {
    case 0:
        random_address(g, "w", 32, 1);
        random_emit(g, DXBC_OP_STORE_STRUCTURED, 0, random_next(g, 2) ? "u1.xyzw" : "u1.xy", "r6.w",
                    random_next(g, 2)   ? "l(0)"
                    : random_next(g, 2) ? "l(4)"
                                        : "r6.x",
                    value);
        break;
    case 1:
        random_address(g, "w", 128, 4);
        random_emit(g, DXBC_OP_STORE_RAW, 0, random_next(g, 2) ? "u2.xyzw" : "u2.x", "r6.w", value, NULL);
        break;
    case 2:
        random_address(g, "w", 128, 1);
        random_emit(g, DXBC_OP_STORE_UAV_TYPED, 0, "u3.xyzw", "r6.wwww", value, NULL);
        break;
    case 3:
        random_address(g, "w", 64, 1);
        random_emit(g, DXBC_OP_STORE_STRUCTURED, 0, "g0.xy", "r6.w", "l(0)", value);
        break;
    default:
        random_address(g, "w", 128, 4);
        random_emit(g, DXBC_OP_STORE_RAW, 0, random_next(g, 2) ? "g1.xy" : "g1.x", "r6.w", value, NULL);
    }
}

static inline void random_atomic(struct random_program *g)
{
    static const uint16_t plain[] = {DXBC_OP_ATOMIC_AND,  DXBC_OP_ATOMIC_OR,   DXBC_OP_ATOMIC_XOR,
                                     DXBC_OP_ATOMIC_IADD, DXBC_OP_ATOMIC_IMAX, DXBC_OP_ATOMIC_IMIN,
                                     DXBC_OP_ATOMIC_UMAX, DXBC_OP_ATOMIC_UMIN};
    static const uint16_t kept[] = {
        DXBC_OP_IMM_ATOMIC_AND,  DXBC_OP_IMM_ATOMIC_OR,   DXBC_OP_IMM_ATOMIC_XOR,
        DXBC_OP_IMM_ATOMIC_IADD, DXBC_OP_IMM_ATOMIC_IMAX, DXBC_OP_IMM_ATOMIC_IMIN,
        DXBC_OP_IMM_ATOMIC_UMAX, DXBC_OP_IMM_ATOMIC_UMIN, DXBC_OP_IMM_ATOMIC_EXCH};
    char value[16], dst[16];
    bool shared = g->features & RANDOM_SHARED && random_next(g, 2);
    const char *where = shared ? "g1" : random_next(g, 2) ? "u2" : "u3";

    snprintf(value, sizeof(value), "r%u.x", random_next(g, RANDOM_VALUES));
    snprintf(dst, sizeof(dst), "r%u.y", random_next(g, RANDOM_VALUES));
    random_address(g, "w", 32, where[1] == '3' ? 1 : 4);
    switch (random_next(g, 4)) {
    case 0:
        random_emit(g, plain[random_next(g, 8)], 0, where, "r6.wwww", value, NULL);
        break;
    case 1:
        tokens_instr(g->b, DXBC_OP_IMM_ATOMIC_CMP_EXCH, 0,
                     (const char *const[]){dst, where, "r6.wwww", "r0.x", value, NULL});
        break;
    case 2:
        random_emit(g, random_next(g, 2) ? DXBC_OP_IMM_ATOMIC_ALLOC : DXBC_OP_IMM_ATOMIC_CONSUME, 0, dst,
                    "u1", NULL, NULL);
        break;
    default:
        random_emit(g, kept[random_next(g, 9)], 0, dst, where, "r6.wwww", value);
    }
}

/* ---- flow ---- */

static inline void random_block(struct random_program *g, struct random_place place);

/* A condition to r6.z: of the group, or of the thread. Returns whether it may differ. */
static inline bool random_condition(struct random_program *g)
{
    char reg[16], bit[16];

    if (random_next(g, 3) == 0) {
        snprintf(bit, sizeof(bit), "cb0[%u].%c", random_next(g, RANDOM_CONSTANTS), "xyzw"[random_next(g, 4)]);
        random_emit(g, DXBC_OP_IADD, 0, "r6.z", bit, "vThreadGroupID.x", NULL);
        random_emit(g, DXBC_OP_AND, 0, "r6.z", "r6.z", "l(1)", NULL);
        return false;
    }
    snprintf(reg, sizeof(reg), "r%u.%c", random_next(g, RANDOM_VALUES), "xyzw"[random_next(g, 4)]);
    if (random_next(g, 2)) {
        random_emit(g, DXBC_OP_LT, 0, "r6.z", reg, "r0.x", NULL);
        return true;
    }
    snprintf(bit, sizeof(bit), "l(%u)", random_next(g, 32));
    random_emit(g, DXBC_OP_IADD, 0, "r6.z", reg, "vThreadIDInGroupFlattened", NULL);
    random_emit(g, DXBC_OP_USHR, 0, "r6.z", "r6.z", bit, NULL);
    random_emit(g, DXBC_OP_AND, 0, "r6.z", "r6.z", "l(1)", NULL);
    return true;
}

static inline uint32_t random_test(struct random_program *g)
{
    return random_next(g, 2) ? TOKENS_NZ : 0;
}

static inline void random_if(struct random_program *g, struct random_place place)
{
    place.divergent |= random_condition(g);
    random_emit(g, DXBC_OP_IF, random_test(g), "r6.z", NULL, NULL, NULL);
    random_block(g, place);
    if (random_next(g, 2)) {
        EMIT(g->b, ELSE);
        random_block(g, place);
    }
    EMIT(g->b, ENDIF);
}

/* A few rounds: the counter goes up at the head, where no continue can miss it. Uniform loops may hold
 * barriers. */
static inline void random_loop(struct random_program *g, struct random_place place)
{
    bool uniform = random_next(g, 2);
    char counter[16], limit[24];

    snprintf(counter, sizeof(counter), "r%d.x", g->first_counter + place.depth);
    snprintf(limit, sizeof(limit), "l(%u)", 1 + random_next(g, 4));
    random_emit(g, DXBC_OP_MOV, 0, counter, "l(0)", NULL, NULL);
    if (!uniform) {
        snprintf(limit, sizeof(limit), "r%d.y", g->first_counter + place.depth);
        random_emit(g, DXBC_OP_AND, 0, limit, "vThreadIDInGroupFlattened", "l(3)", NULL);
    }
    EMIT(g->b, LOOP);
    random_emit(g, DXBC_OP_IADD, 0, counter, counter, "l(1)", NULL);
    random_emit(g, DXBC_OP_ULT, 0, "r6.z", limit, counter, NULL);
    random_emit(g, DXBC_OP_BREAKC, TOKENS_NZ, "r6.z", NULL, NULL, NULL);
    place.in_loop = true;
    place.in_switch = false;
    place.divergent |= !uniform || random_next(g, 2);
    random_block(g, place);
    EMIT(g->b, ENDLOOP);
}

static inline void random_switch(struct random_program *g, struct random_place place)
{
    uint32_t labels = random_next(g, 4), fallback = random_next(g, 5);
    char value[24];

    snprintf(value, sizeof(value), "r%u.x", random_next(g, RANDOM_VALUES));
    if (random_next(g, 4) == 0)
        snprintf(value, sizeof(value), "cb0[%u].x", random_next(g, RANDOM_CONSTANTS));
    else
        place.divergent = true;
    random_emit(g, DXBC_OP_AND, 0, "r6.z", value, "l(3)", NULL);
    random_emit(g, DXBC_OP_SWITCH, 0, "r6.z", NULL, NULL, NULL);
    place.in_switch = true;
    place.divergent = true;
    for (uint32_t i = 0; i < labels; i++) {
        snprintf(value, sizeof(value), "l(%u)", (i * 3 + 1) & 3);
        if (i == fallback)
            EMIT(g->b, DEFAULT);
        else
            random_emit(g, DXBC_OP_CASE, 0, value, NULL, NULL, NULL);
        if (random_next(g, 4))
            random_block(g, place);
        if (random_next(g, 3))
            EMIT(g->b, BREAK);
    }
    EMIT(g->b, ENDSWITCH);
}

static inline void random_jump(struct random_program *g, struct random_place place)
{
    char label[16];

    random_condition(g);
    switch (random_next(g, 4)) {
    case 0:
        if ((place.in_loop || place.in_switch) && place.divergent)
            random_emit(g, DXBC_OP_BREAKC, random_test(g), "r6.z", NULL, NULL, NULL);
        break;
    case 1:
        if (place.in_loop && place.divergent)
            random_emit(g, DXBC_OP_CONTINUEC, random_test(g), "r6.z", NULL, NULL, NULL);
        break;
    case 2:
        if (random_next(g, 6) == 0)
            random_emit(g, DXBC_OP_RETC, random_test(g), "r6.z", NULL, NULL, NULL);
        break;
    default:
        if (!(g->features & RANDOM_CALLS) || !g->callable)
            break;
        snprintf(label, sizeof(label), "label%u", random_next(g, (uint32_t)g->callable));
        if (random_next(g, 2))
            random_emit(g, DXBC_OP_CALL, 0, label, NULL, NULL, NULL);
        else
            random_emit(g, DXBC_OP_CALLC, random_test(g), "r6.z", label, NULL, NULL);
    }
}

static inline void random_statement(struct random_program *g, struct random_place place)
{
    uint32_t choice = random_next(g, 12);

    if (g->features & RANDOM_FLOW && place.depth < RANDOM_DEEPEST && choice < 3) {
        choice == 0 ? random_if(g, place) : choice == 1 ? random_loop(g, place) : random_switch(g, place);
    } else if (g->features & RANDOM_FLOW && choice == 3) {
        random_jump(g, place);
    } else if (g->features & RANDOM_MEMORY && choice >= 4 && choice <= 7) {
        choice < 6 ? random_load(g) : choice == 6 ? random_store(g) : random_atomic(g);
    } else if (g->features & RANDOM_SHARED && choice == 8 && !place.divergent && !place.in_call) {
        random_emit(g, DXBC_OP_SYNC, TOKENS_THREADS, NULL, NULL, NULL, NULL);
    } else {
        random_arithmetic(g);
    }
}

static inline void random_block(struct random_program *g, struct random_place place)
{
    uint32_t count = 1 + random_next(g, 6);

    place.depth++;
    for (uint32_t i = 0; i < count && g->statements > 0; i++) {
        g->statements--;
        random_statement(g, place);
    }
}

static inline void random_declare(struct random_program *g, const uint32_t size[3])
{
    struct token_builder *b = g->b;
    uint32_t vectors[4 * RANDOM_CONSTANTS];

    for (uint32_t i = 0; i < 4 * RANDOM_CONSTANTS; i++)
        vectors[i] = random_bits(g);
    tokens_immediate_buffer(b, vectors, RANDOM_CONSTANTS);
    tokens_constant_buffer(b, 0, RANDOM_CONSTANTS, true);
    tokens_structured(b, "t0", 16);
    tokens_raw(b, "t1");
    tokens_typed(b, "t2", DXBC_DIM_BUFFER, 5);
    tokens_structured(b, "u0", RANDOM_VALUES * 16);
    tokens_structured(b, "u1", 16);
    tokens_raw(b, "u2");
    tokens_typed(b, "u3", DXBC_DIM_BUFFER, 4);
    if (g->features & RANDOM_SHARED) {
        tokens_shared_structured(b, "g0", 8, 48);
        tokens_shared_raw(b, "g1", RANDOM_WORDS * 4);
    }
    tokens_input(b, "vThreadID.xyz");
    tokens_input(b, "vThreadGroupID.xyz");
    tokens_input(b, "vThreadIDInGroupFlattened");
    tokens_temps(b, 40);
    tokens_indexable_temp(b, 0, RANDOM_ARRAY);
    tokens_thread_group(b, size[0], size[1], size[2]);
}

/* One program of a group of size[0] * size[1] * size[2] threads. Its results: u0[group.x * threads + thread]
 * holds r0..r5. */
static inline void random_program(struct token_builder *b, uint32_t seed, unsigned features,
                                  const uint32_t size[3])
{
    struct random_program g = {.b = b,
                               .state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1,
                               .features = features,
                               .threads = size[0] * size[1] * size[2],
                               .statements = 40,
                               .first_counter = 7,
                               .callable = RANDOM_SUBROUTINES};
    char text[32], reg[16], place[16];

    random_declare(&g, size);
    for (uint32_t i = 0; i < RANDOM_VALUES; i++) {
        snprintf(text, sizeof(text), "l(%u)", i * 5 + 1);
        random_emit(&g, DXBC_OP_IADD, 0, "r6.w", "vThreadIDInGroupFlattened", text, NULL);
        random_emit(&g, DXBC_OP_AND, 0, "r6.w", "r6.w", "l(31)", NULL);
        snprintf(reg, sizeof(reg), "r%u.xyzw", i);
        random_emit(&g, DXBC_OP_LD_STRUCTURED, 0, reg, "r6.w", "l(0)", "t0.xyzw");
    }
    random_emit(&g, DXBC_OP_AND, 0, "r6.xy", "vThreadIDInGroupFlattened", "l(3, 1, 0, 0)", NULL);
    for (int i = 0; i < 3; i++)
        random_block(&g, (struct random_place){0});
    snprintf(text, sizeof(text), "l(%u)", g.threads);
    random_emit(&g, DXBC_OP_UMAD, 0, "r6.w", "vThreadGroupID.x", text, "vThreadIDInGroupFlattened");
    for (uint32_t i = 0; i < RANDOM_VALUES; i++) {
        snprintf(reg, sizeof(reg), "r%u.xyzw", i);
        snprintf(place, sizeof(place), "l(%u)", 16 * i);
        random_emit(&g, DXBC_OP_STORE_STRUCTURED, 0, "u0.xyzw", "r6.w", place, reg);
    }
    EMIT(b, RET);
    for (int i = 0; features & RANDOM_CALLS && i < RANDOM_SUBROUTINES; i++) {
        g.first_counter = 7 + (i + 1) * (RANDOM_DEEPEST + 2);
        g.callable = i;
        g.statements = 12;
        snprintf(text, sizeof(text), "label%d", i);
        random_emit(&g, DXBC_OP_LABEL, 0, text, NULL, NULL, NULL);
        random_block(&g, (struct random_place){.in_call = true, .divergent = true});
        EMIT(b, RET);
    }
}

#endif
