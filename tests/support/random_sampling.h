/*
 * Random programs: filtered samples and typed accesses of views that the fuzzer makes up, of any format, size
 * and kind, fitting the declaration or not (t4 to t11, u5 to u7; s0 to s3 compare, s4 to s7 do not).
 */
#ifndef TESTS_RANDOM_SAMPLING_H
#define TESTS_RANDOM_SAMPLING_H

#include "random_values.h"

struct random_view {
    const char *name;
    enum dxbc_dimension dimension;
    uint8_t return_type;
};

static inline const struct random_view *random_views(uint32_t *count)
{
    static const struct random_view views[] = {
        {"t4", DXBC_DIM_TEXTURE2D, 5},      {"t5", DXBC_DIM_TEXTURE2DARRAY, 5},
        {"t6", DXBC_DIM_TEXTURE3D, 5},      {"t7", DXBC_DIM_TEXTURECUBEARRAY, 5},
        {"t8", DXBC_DIM_TEXTURE1DARRAY, 5}, {"t9", DXBC_DIM_TEXTURECUBE, 5},
        {"t10", DXBC_DIM_TEXTURE2D, 4},     {"t11", DXBC_DIM_BUFFER, 5},
        {"u5", DXBC_DIM_TEXTURE2D, 5},      {"u6", DXBC_DIM_TEXTURE2DARRAY, 3},
        {"u7", DXBC_DIM_BUFFER, 1},
    };

    *count = sizeof(views) / sizeof(*views);
    return views;
}

static inline void random_declare_views(struct random_program *g)
{
    uint32_t count;
    const struct random_view *views = random_views(&count);
    char name[8];

    for (uint32_t i = 0; i < count; i++)
        tokens_typed(g->b, views[i].name, views[i].dimension, views[i].return_type);
    for (uint32_t i = 0; i < 8; i++) {
        snprintf(name, sizeof(name), "s%u", i);
        tokens_declare(g->b, DXBC_OP_DCL_SAMPLER, (i < 4 ? 1u : 0u) << 11, name, 0);
    }
}

/* Coordinates into r39: wild ones, or such that neighbours sample next to one another. */
static inline void random_coordinates(struct random_program *g)
{
    static const char *const steps[] = {"l(0.0625, 0.125, 0.3, 0.9)", "l(0.01, 0.02, 0.4, 0.5)",
                                        "l(0.5, 0.25, 1.5, 1.0)", "l(-0.13, 0.17, 0.7, 0.3)"};
    char value[16];

    snprintf(value, sizeof(value), "r%u.xyzw", random_next(g, RANDOM_VALUES));
    switch (random_next(g, 4)) {
    case 0:
        random_emit(g, DXBC_OP_MOV, 0, "r39.xyzw", value, NULL, NULL);
        break;
    case 1:
        random_emit(g, DXBC_OP_AND, 0, "r39.xyzw", value, "l(15, 15, 15, 3)", NULL);
        random_emit(g, DXBC_OP_UTOF, 0, "r39.xyzw", "r39.xyzw", NULL, NULL);
        random_emit(g, DXBC_OP_MUL, 0, "r39.xyzw", "r39.xyzw", steps[random_next(g, 4)], NULL);
        break;
    default:
        random_emit(g, DXBC_OP_UTOF, 0, "r39.xyzw",
                    random_next(g, 2) ? "vThreadID.xyzx" : "vThreadIDInGroup.xyzx", NULL, NULL);
        random_emit(g, DXBC_OP_MAD, 0, "r39.xyzw", "r39.xyzw", steps[random_next(g, 4)],
                    "l(0.03, -0.2, 0.5, 1.0)");
        if (random_next(g, 2))
            random_emit(g, DXBC_OP_MOV, 0, "r39.z", "l(1.0)", NULL, NULL); /* one slice */
    }
}

static inline void random_sample_emit(struct random_program *g, uint32_t opcode, const char *const *operands)
{
    if (random_next(g, 4))
        tokens_instr(g->b, opcode, 0, operands);
    else
        tokens_with_offsets(g->b, opcode, (int)random_next(g, 16) - 8, (int)random_next(g, 16) - 8,
                            (int)random_next(g, 16) - 8, operands);
}

static inline void random_sample(struct random_program *g)
{
    static const char *const flat[] = {"t4.xyzw", "t5.wzyx", "t4.yyxz"}, *const any[] = {
                                                                             "t4.zwxy", "t5.xyzw", "t6.xyzw",
                                                                             "t7.xyzw", "t8.xyzw", "t9.xyzw"};
    static const char *const lods[] = {"l(0.0)", "l(0.0)", "l(0.6)", "l(1.0)", "r39.w", "cb0[1].x"};
    const char *view = any[random_next(g, random_next(g, 2) ? 2 : 6)], *lod = lods[random_next(g, 6)];
    char dst[16], sampler[8], chosen[12], compare[8], reference[16];

    random_coordinates(g);
    snprintf(dst, sizeof(dst), "r%u.xyzw", random_next(g, RANDOM_VALUES));
    snprintf(sampler, sizeof(sampler), "s%u", 4 + random_next(g, 4));
    snprintf(chosen, sizeof(chosen), "%s.%c", sampler, "xyzw"[random_next(g, 4)]);
    snprintf(compare, sizeof(compare), "s%u.x", random_next(g, 4));
    snprintf(reference, sizeof(reference), "r%u.%c", random_next(g, RANDOM_VALUES),
             "xyzw"[random_next(g, 4)]);
    switch (random_next(g, 8)) {
    case 0:
        random_sample_emit(
            g, DXBC_OP_SAMPLE_D,
            (const char *const[]){dst, "r39.xyzw", view, sampler, "r39.ywxz", "r39.zxyw", NULL});
        break;
    case 1:
        random_sample_emit(g, DXBC_OP_GATHER4,
                           (const char *const[]){dst, "r39.xyzw", flat[random_next(g, 3)], chosen, NULL});
        break;
    case 2:
        random_sample_emit(
            g, DXBC_OP_GATHER4_C,
            (const char *const[]){dst, "r39.xyzw", flat[random_next(g, 3)], compare, reference, NULL});
        break;
    case 3:
        if (!strcmp(view, "t6.xyzw")) /* volumes are not compared */
            view = "t7.xyzw";
        random_sample_emit(g, DXBC_OP_SAMPLE_C_LZ,
                           (const char *const[]){dst, "r39.xyzw", view, compare, reference, NULL});
        break;
    case 4:
        random_emit(g, DXBC_OP_AND, 0, "r6.zw", "r0.xyxy", "l(63, 63, 63, 63)", NULL);
        tokens_instr(
            g->b, DXBC_OP_GATHER4_PO, 0,
            (const char *const[]){dst, "r39.xyzw", "r6.zwzz", flat[random_next(g, 3)], chosen, NULL});
        break;
    default:
        random_sample_emit(g, DXBC_OP_SAMPLE_L,
                           (const char *const[]){dst, "r39.xyzw", view, sampler, lod, NULL});
    }
}

/* Integers into r39 that lie inside more often than not. */
static inline void random_place_of_texel(struct random_program *g)
{
    char value[16];

    snprintf(value, sizeof(value), "r%u.xyzw", random_next(g, RANDOM_VALUES));
    switch (random_next(g, 4)) {
    case 0:
        random_emit(g, DXBC_OP_AND, 0, "r39.xyzw", value, "l(7, 3, 1, 1)", NULL);
        break;
    case 1:
        random_emit(g, DXBC_OP_MOV, 0, "r39.xyzw", value, NULL, NULL);
        break;
    default:
        random_emit(g, DXBC_OP_MOV, 0, "r39.xyzw",
                    random_next(g, 2) ? "vThreadID.xyzz" : "vThreadIDInGroup.xyzz", NULL, NULL);
    }
    if (random_next(g, 3))
        random_emit(g, DXBC_OP_MOV, 0, "r39.w", "l(0)", NULL, NULL);
}

static inline void random_texel(struct random_program *g)
{
    static const char *const read[] = {"t4.xyzw",  "t5.wzyx",  "t6.xyzw", "t8.yxzw",
                                       "t10.xyzw", "t11.xyzw", "t11.wzxy"};
    static const char *const loaded[] = {"u5.xyzw", "u6.wzyx", "u7.xyzw"}, *const stored[] = {"u5.xyzw",
                                                                                              "u6.xyzw",
                                                                                              "u7.xyzw"};
    char value[16];
    uint32_t which = random_next(g, 3);

    random_place_of_texel(g);
    snprintf(value, sizeof(value), "r%u.xyzw", random_next(g, RANDOM_VALUES));
    switch (random_next(g, 5)) {
    case 0:
        random_emit(g, DXBC_OP_LD_UAV_TYPED, 0, value, "r39.xyzw", loaded[which], NULL);
        break;
    case 1:
    case 2:
        random_emit(g, DXBC_OP_STORE_UAV_TYPED, 0, stored[which], "r39.xyzw", value, NULL);
        break;
    default:
        which = random_next(g, 7);
        if (which < 5)
            random_sample_emit(g, DXBC_OP_LD, (const char *const[]){value, "r39.xyzw", read[which], NULL});
        else
            random_emit(g, DXBC_OP_LD, 0, value, "r39.xyzw", read[which], NULL);
    }
}

#endif
