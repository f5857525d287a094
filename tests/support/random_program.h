/*
 * Random valid programs: straight code of every arithmetic instruction, divergent and uniform flow, loops,
 * switches, subroutines, barriers, shared memory, atomics, counters, typed, raw and structured memory,
 * textures, register arrays, messages. The same seed gives the same program.
 *
 * Registers: r0..r3 values, r4 and r5 values that are often the same for all threads, r6 addresses and
 * conditions, r7.. loop counters. Memory, all of it small so that lanes meet:
 *   - t0 structured, 16 bytes; t1 raw; t2 typed float; t3 texture of floats with two mips; cb0; x0; icb
 *   - u0 structured: the results, one structure for each thread, which also keeps its own numbers there
 *   - u1 structured with a counter; u2 raw; u3 typed uint; u4 texture of uints
 *   - t4 to t11, u5 to u7: typed views of any sort (random_sampling.h)
 *   - g0 structured, 8 bytes; g1 raw; g2 structured, 16 bytes: no atomics on g0 and g2
 */
#ifndef TESTS_RANDOM_PROGRAM_H
#define TESTS_RANDOM_PROGRAM_H

#include "random_memory.h"
#include "random_sampling.h"

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
    uint32_t labels = 1 + random_next(g, 3), fallback = random_next(g, 5);
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
        const bool has_code = random_next(g, 4);
        if (has_code)
            random_block(g, place);
        if (has_code || random_next(g, 3))
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

/* A message, or a look at the counter of executed instructions. */
static inline void random_say(struct random_program *g)
{
    char reg[16];

    snprintf(reg, sizeof(reg), "r%u.x", random_next(g, RANDOM_VALUES));
    if (random_next(g, 2))
        tokens_message(g->b, false, "%x in %u", (const char *const[]){reg, "vThreadID.x", NULL});
    else
        random_emit(g, DXBC_OP_MOV, 0, reg, "vCycleCounter.x", NULL, NULL);
}

static inline void random_statement(struct random_program *g, struct random_place place)
{
    uint32_t choice = random_next(g, 13);

    if (g->features & RANDOM_FLOW && place.depth < RANDOM_DEEPEST && choice < 3) {
        choice == 0 ? random_if(g, place) : choice == 1 ? random_loop(g, place) : random_switch(g, place);
    } else if (g->features & RANDOM_FLOW && choice == 3) {
        random_jump(g, place);
    } else if (g->features & RANDOM_MEMORY && choice >= 4 && choice <= 7) {
        choice < 6 ? random_load(g) : choice == 6 ? random_store(g) : random_atomic(g);
    } else if (g->features & RANDOM_MEMORY && choice == 9) {
        random_next(g, 8) ? random_own(g) : random_buffer_size(g);
    } else if (g->features & RANDOM_TEXTURES && (choice == 10 || (!(g->features & RANDOM_FLOW) && choice > 10))) {
        switch (random_next(g, 3)) {
        case 0:
            random_texture(g);
            break;
        case 1:
            random_texel(g);
            break;
        default:
            random_sample(g);
        }
    } else if (g->features & RANDOM_MESSAGES && choice == 11 && random_next(g, 4) == 0) {
        random_say(g);
    } else if (g->features & RANDOM_SHARED && choice == 8 && !place.divergent && !place.in_call) {
        random_emit(g, DXBC_OP_SYNC, TOKENS_THREADS | (random_next(g, 2) ? TOKENS_TGSM : TOKENS_UAV_GROUP),
                    NULL, NULL, NULL, NULL);
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
    if (g->features & RANDOM_TEXTURES) {
        tokens_typed(b, "t3", DXBC_DIM_TEXTURE2D, 5);
        tokens_typed(b, "u4", DXBC_DIM_TEXTURE2D, 4);
        random_declare_views(g);
    }
    tokens_structured(b, "u0", RANDOM_VALUES * 16);
    tokens_structured(b, "u1", 16);
    tokens_raw(b, "u2");
    tokens_typed(b, "u3", DXBC_DIM_BUFFER, 4);
    if (g->features & RANDOM_SHARED) {
        tokens_shared_structured(b, "g0", 8, 48);
        tokens_shared_raw(b, "g1", RANDOM_WORDS * 4);
        tokens_shared_structured(b, "g2", 16, 40);
    }
    tokens_input(b, "vThreadID.xyz");
    tokens_input(b, "vThreadGroupID.xyz");
    tokens_input(b, "vThreadIDInGroup.xyz");
    tokens_input(b, "vThreadIDInGroupFlattened");
    if (g->features & RANDOM_MESSAGES)
        tokens_input(b, "vCycleCounter.xy");
    tokens_temps(b, 40);
    tokens_indexable_temp(b, 0, RANDOM_ARRAY);
    tokens_thread_group(b, size[0], size[1], size[2]);
}

/* r0..r3 from structures of t0 that differ from thread to thread, r4 and r5 from one for all. */
static inline void random_begin(struct random_program *g)
{
    char text[32], reg[16];

    for (uint32_t i = 0; i < RANDOM_VALUES; i++) {
        snprintf(reg, sizeof(reg), "r%u.xyzw", i);
        if (g->small && i > 0 && i < 4) { /* most of a small program would be its loads */
            snprintf(text, sizeof(text), "r0.%.4s", &"xyzwxyz"[i]);
            random_emit(g, DXBC_OP_MOV, 0, reg, text, NULL, NULL);
            continue;
        }
        snprintf(text, sizeof(text), "l(%u)", i * 5 + 1);
        if (i < 4)
            random_emit(g, DXBC_OP_IADD, 0, "r6.w", "vThreadIDInGroupFlattened", text, NULL);
        else
            random_emit(g, DXBC_OP_MOV, 0, "r6.w", text, NULL, NULL);
        random_emit(g, DXBC_OP_AND, 0, "r6.w", "r6.w", "l(31)", NULL);
        random_emit(g, DXBC_OP_LD_STRUCTURED, 0, reg, "r6.w", "l(0)", "t0.xyzw");
    }
    random_emit(g, DXBC_OP_AND, 0, "r6.xy", "vThreadIDInGroupFlattened", "l(3, 1, 0, 0)", NULL);
}

/* r0..r5, or all of them in one, to u0. */
static inline void random_end(struct random_program *g)
{
    char text[32], reg[16], place[16];

    snprintf(text, sizeof(text), "l(%u)", g->threads);
    random_emit(g, DXBC_OP_UMAD, 0, "r6.w", "vThreadGroupID.x", text, "vThreadIDInGroupFlattened");
    for (uint32_t i = 0; i < RANDOM_VALUES; i++) {
        snprintf(reg, sizeof(reg), "r%u.xyzw", i);
        snprintf(place, sizeof(place), "l(%u)", 16 * i);
        if (!g->small)
            random_emit(g, DXBC_OP_STORE_STRUCTURED, 0, "u0.xyzw", "r6.w", place, reg);
        else if (i > 0)
            random_emit(g, DXBC_OP_XOR, 0, "r0.xyzw", "r0.xyzw", reg, NULL);
    }
    if (g->small)
        random_emit(g, DXBC_OP_STORE_STRUCTURED, 0, "u0.xyzw", "r6.w", "l(0)", "r0.xyzw");
    EMIT(g->b, RET);
}

enum { RANDOM_STATEMENTS = 40 }; /* of a program of the usual length */

/* One program of a group of size[0] * size[1] * size[2] threads, of at most so many statements (a statement may be
 * several instructions) and subroutines of less than a third of them. Its results: u0[group.x * threads + thread]
 * holds r0..r5; of a small one, all of them put together. */
static inline void random_program(struct token_builder *b, uint32_t seed, unsigned features,
                                  const uint32_t size[3], int statements)
{
    struct random_program g = {.b = b,
                               .state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1,
                               .features = features,
                               .threads = size[0] * size[1] * size[2],
                               .statements = statements,
                               .small = statements < RANDOM_STATEMENTS / 2,
                               .first_counter = 7,
                               .callable = RANDOM_SUBROUTINES};
    char text[32];

    random_declare(&g, size);
    random_begin(&g);
    for (int i = 0; i < 3; i++)
        random_block(&g, (struct random_place){0});
    random_end(&g);
    for (int i = RANDOM_SUBROUTINES - 1; features & RANDOM_CALLS && i >= 0; i--) { /* each calls later ones */
        g.first_counter = 7 + (i + 1) * (RANDOM_DEEPEST + 2);
        g.callable = i;
        g.statements = 1 + statements * 11 / 40;
        snprintf(text, sizeof(text), "label%d", i);
        random_emit(&g, DXBC_OP_LABEL, 0, text, NULL, NULL, NULL);
        random_block(&g, (struct random_place){.in_call = true, .divergent = true});
        EMIT(b, RET);
    }
}

#endif
