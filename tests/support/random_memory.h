/*
 * Random programs: everything that touches memory (random_program.h says what there is).
 */
#ifndef TESTS_RANDOM_MEMORY_H
#define TESTS_RANDOM_MEMORY_H

#include "random_values.h"

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
    switch (random_next(g, g->features & RANDOM_SHARED ? 8 : 4)) {
    case 0:
        random_address(g, "z", 40, 1);
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
    case 5:
    case 6:
        random_address(g, "z", 64, 1);
        if (random_next(g, 3))
            random_emit(g, DXBC_OP_LD_STRUCTURED, 0, dst, "r6.z", "l(0)", "g2.wxyz");
        else
            random_emit(g, DXBC_OP_LD_STRUCTURED, 0, "r3.yz", "r6.z", random_next(g, 2) ? "l(8)" : "l(4)", "g2.xxyx");
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
    switch (random_next(g, g->features & RANDOM_SHARED ? 7 : 3)) {
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
    case 4:
    case 5:
        random_address(g, "w", 64, 1);
        if (random_next(g, 3))
            random_emit(g, DXBC_OP_STORE_STRUCTURED, 0, "g2.xyzw", "r6.w", "l(0)", value);
        else
            random_emit(g, DXBC_OP_STORE_STRUCTURED, 0, "g2.xy", "r6.w", random_next(g, 2) ? "l(8)" : "l(4)", value);
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

/* The thread's own structure of u0: read and written by nobody else. */
static inline void random_own(struct random_program *g)
{
    char reg[16], place[16], threads[16];

    snprintf(threads, sizeof(threads), "l(%u)", g->threads);
    snprintf(reg, sizeof(reg), "r%u.xyzw", random_next(g, RANDOM_VALUES));
    snprintf(place, sizeof(place), "l(%u)", 4 * random_next(g, 4 * RANDOM_VALUES - 3));
    if (random_next(g, 4))
        random_emit(g, DXBC_OP_UMAD, 0, "r6.w", "vThreadGroupID.x", threads, "vThreadIDInGroupFlattened");
    else
        random_emit(g, DXBC_OP_MOV, 0, "r6.w", "vThreadID.x", NULL, NULL);
    if (random_next(g, 2))
        random_emit(g, DXBC_OP_STORE_STRUCTURED, 0, "u0.xyzw", "r6.w", place, reg);
    else
        random_emit(g, DXBC_OP_LD_STRUCTURED, 0, reg, "r6.w", place, "u0.zwxy");
}

/* Texels, sometimes outside and in a mip that is not there. */
static inline void random_texture(struct random_program *g)
{
    char value[16], reg[16];

    snprintf(value, sizeof(value), "r%u.xyzw", random_next(g, RANDOM_VALUES));
    snprintf(reg, sizeof(reg), "r%u.y", random_next(g, RANDOM_VALUES));
    random_address(g, "z", 8, 1);
    random_address(g, "w", 4, 1);
    switch (random_next(g, 5)) {
    case 0:
        random_emit(g, DXBC_OP_LD, 0, value, random_next(g, 2) ? "r6.zwxy" : "r6.zwxx", "t3.yxwz", NULL);
        break;
    case 1:
        random_emit(g, DXBC_OP_LD_UAV_TYPED, 0, value, "r6.zwzz", "u4.xyzw", NULL);
        break;
    case 2:
        random_emit(g, DXBC_OP_STORE_UAV_TYPED, 0, "u4.xyzw", "r6.zwzz", value, NULL);
        break;
    case 3:
        random_emit(g, DXBC_OP_IMM_ATOMIC_UMAX, 0, reg, "u4", "r6.zwzz", "r1.x");
        break;
    default:
        random_emit(g, DXBC_OP_RESINFO, random_next(g, 2) ? 2u << 11 : 0, value, "r6.x", "t3.xyzw", NULL);
    }
}

static inline void random_buffer_size(struct random_program *g)
{
    static const char *const buffers[] = {"t0.xyzw", "t1.xyzw", "t2.yxzw", "u1.xyzw", "u2.xyzw", "u3.xyzw"};
    char dst[16];

    snprintf(dst, sizeof(dst), "r%u.x", random_next(g, RANDOM_VALUES));
    random_emit(g, DXBC_OP_BUFINFO, 0, dst, buffers[random_next(g, 6)], NULL, NULL);
}

#endif
