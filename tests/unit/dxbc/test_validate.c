/* Rules of the validator by tokens: each with the sentence it gives, and what must not be refused. Those by text
 * are in test_rules.c. */
#include "dxbc_cases.h"

enum { MAX_OPERANDS = 5 };

/* A compute program with one of everything, in which the tests' instructions then stand. */
static void begin_full(struct token_builder *b)
{
    begin_compute(b);
    tokens_indexable_temp(b, 1, 8);
    tokens_constant_buffer(b, 2, 4, true);
    tokens_input(b, "vThreadID.xyz");
    tokens_typed(b, "t0", DXBC_DIM_BUFFER, 5);
    tokens_typed(b, "t1", DXBC_DIM_TEXTURE2D, 5);
    tokens_typed(b, "t2", DXBC_DIM_TEXTURE2DMS, 5);
    tokens_typed(b, "t5", DXBC_DIM_TEXTURECUBE, 5);
    tokens_raw(b, "t3");
    tokens_structured(b, "t4", 16);
    tokens_typed(b, "u0", DXBC_DIM_TEXTURE2D, 4);
    tokens_raw(b, "u1");
    tokens_structured(b, "u2", 8);
    tokens_shared_raw(b, "g0", 64);
    tokens_shared_structured(b, "g1", 16, 4);
    tokens_declare(b, DXBC_OP_DCL_SAMPLER, 0, "s3", 0);
}

struct rule {
    uint16_t opcode;
    const char *operands[MAX_OPERANDS];
    enum diag_code code; /* DIAG_OK: must pass */
    const char *text;
};

static const struct rule rules[] = {
    /* registers */
    {DXBC_OP_MOV, {"r3.x", "r0.x"}, DIAG_OK, ""},
    {DXBC_OP_MOV, {"r4.x", "r0.x"}, DIAG_REGISTER, "r4.x is not declared (dcl_temps)"},
    {DXBC_OP_MOV, {"r0.x", "r9.x"}, DIAG_REGISTER, "mov: r9.x is not declared"},
    {DXBC_OP_MOV, {"r0.x", "r[r1.x+1].x"}, DIAG_OPERAND_KIND, "relative index"},
    {DXBC_OP_MOV, {"x1[7].x", "x1[r0.x+3].y"}, DIAG_OK, ""},
    {DXBC_OP_MOV, {"x1[8].x", "r0.x"}, DIAG_REGISTER, "past the end of its array"},
    {DXBC_OP_MOV, {"x0[0].x", "r0.x"}, DIAG_REGISTER, "dcl_indexableTemp"},
    {DXBC_OP_MOV, {"x1[r7.x].x", "r0.x"}, DIAG_REGISTER, "r7.x is not declared"},
    {DXBC_OP_MOV, {"r0.x", "cb2[3].x"}, DIAG_OK, ""},
    {DXBC_OP_MOV, {"r0.x", "cb2[4].x"}, DIAG_REGISTER, "past the end of its constant buffer"},
    {DXBC_OP_MOV, {"r0.x", "cb2[r1.x+4].x"}, DIAG_OK, ""},
    {DXBC_OP_MOV, {"r0.x", "cb0[0].x"}, DIAG_REGISTER, "dcl_constantbuffer"},
    {DXBC_OP_MOV, {"r0.x", "cb2.x"}, DIAG_OPERAND_KIND, "number of indices"},
    {DXBC_OP_MOV, {"r0.x", "icb[r1.x].x"}, DIAG_REGISTER, "immediate constant buffer"},
    {DXBC_OP_MOV, {"r0.x", "vThreadID.z"}, DIAG_OK, ""},
    {DXBC_OP_MOV, {"r0.x", "vThreadGroupID.x"}, DIAG_REGISTER, "vThreadGroupID.x is not declared"},
    {DXBC_OP_MOV, {"r0.x", "v0.x"}, DIAG_REGISTER, "v0.x is not declared"},
    {DXBC_OP_MOV, {"r0.x", "this[0].x"}, DIAG_REGISTER, "last interface slot"},
    /* forms */
    {DXBC_OP_MOV, {"null", "r0.x"}, DIAG_OK, ""},
    {DXBC_OP_MOV, {"r0.x", "null"}, DIAG_OPERAND_KIND, "null cannot be read"},
    {DXBC_OP_MOV, {"cb2[0].x", "r0.x"}, DIAG_OPERAND_KIND, "cannot be written"},
    {DXBC_OP_MOV, {"vThreadID.x", "r0.x"}, DIAG_OPERAND_KIND, "vThreadID.x cannot be written"},
    {DXBC_OP_MOV, {"-r0.x", "r0.x"}, DIAG_OPERAND_KIND, "source modifier"},
    {DXBC_OP_MOV, {"r0.x", "t0.xyzw"}, DIAG_OPERAND_KIND, "cannot be read as a value"},
    {DXBC_OP_MOV, {"r0", "r0.x"}, DIAG_OPERAND_KIND, "without a write mask"},
    {DXBC_OP_MOV, {"r0.x", "r0"}, DIAG_OPERAND_KIND, "not four components"},
    {DXBC_OP_MOV, {"r0.x", "d(1.0)"}, DIAG_OPERAND_KIND, "double where none is taken"},
    {DXBC_OP_MOV, {"x1[r0.xy].x", "r0.x"}, DIAG_OPERAND_KIND, "more than one component"},
    {DXBC_OP_MOV, {"x1[cb2[0].x].x", "r0.x"}, DIAG_OPERAND_KIND, "indexed by something"},
    /* memory */
    {DXBC_OP_LD, {"r0.xyzw", "r1.xyzw", "t0.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_LD, {"r0.xyzw", "r1.xyzw", "t1.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_LD, {"r0.xyzw", "r1.xyzw", "t2.xyzw"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_LD, {"r0.xyzw", "r1.xyzw", "t5.xyzw"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_LD, {"r0.xyzw", "r1.xyzw", "t7.xyzw"}, DIAG_REGISTER, "not declared"},
    {DXBC_OP_LD, {"r0.xyzw", "r1.xyzw", "u0.xyzw"}, DIAG_OPERAND_KIND, "not memory"},
    {DXBC_OP_LDMS, {"r0.xyzw", "r1.xyzw", "t2.xyzw", "l(1)"}, DIAG_OK, ""},
    {DXBC_OP_LDMS, {"r0.xyzw", "r1.xyzw", "t1.xyzw", "l(1)"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_LD_RAW, {"r0.xyzw", "r1.x", "t3.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_LD_RAW, {"r0.xyzw", "r1.x", "u1.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_LD_RAW, {"r0.xyzw", "r1.x", "g0.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_LD_RAW, {"r0.xyzw", "r1.x", "t4.xyzw"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_LD_RAW, {"r0.xyzw", "r1.x", "g1.xyzw"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_LD_RAW, {"r0.xyzw", "r1.x", "g2.xyzw"}, DIAG_REGISTER, "g2.xyzw is not declared"},
    {DXBC_OP_LD_STRUCTURED, {"r0.xy", "r1.x", "l(0)", "u2.xyxx"}, DIAG_OK, ""},
    {DXBC_OP_LD_STRUCTURED, {"r0.xy", "r1.x", "l(0)", "u1.xyxx"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_LD_UAV_TYPED, {"r0.xy", "r1.xyzw", "u0.xyxx"}, DIAG_OK, ""},
    {DXBC_OP_LD_UAV_TYPED, {"r0.xy", "r1.xyzw", "t1.xyxx"}, DIAG_OPERAND_KIND, "not memory"},
    {DXBC_OP_STORE_RAW, {"u1.xyz", "r1.x", "r0.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_STORE_RAW, {"u1.xz", "r1.x", "r0.xyzw"}, DIAG_OPERAND_KIND, "one of the masks"},
    {DXBC_OP_STORE_RAW, {"u1.y", "r1.x", "r0.xyzw"}, DIAG_OPERAND_KIND, "one of the masks"},
    {DXBC_OP_STORE_RAW, {"u1", "r1.x", "r0.xyzw"}, DIAG_OPERAND_KIND, "without a write mask"},
    {DXBC_OP_STORE_RAW, {"t3.x", "r1.x", "r0.xyzw"}, DIAG_OPERAND_KIND, "not memory"},
    {DXBC_OP_STORE_STRUCTURED, {"g1.xyzw", "r1.x", "l(0)", "r0.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_STORE_STRUCTURED, {"u1.xyzw", "r1.x", "l(0)", "r0.xyzw"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_STORE_UAV_TYPED, {"u0.xyzw", "r1.xyzw", "r0.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_STORE_UAV_TYPED, {"u0.xy", "r1.xyzw", "r0.xyzw"}, DIAG_OPERAND_KIND, "mask .xyzw"},
    {DXBC_OP_ATOMIC_IADD, {"g0", "l(0)", "l(1)"}, DIAG_OK, ""},
    {DXBC_OP_ATOMIC_IADD, {"u0", "r0.xyzw", "l(1)"}, DIAG_OK, ""},
    {DXBC_OP_ATOMIC_IADD, {"t0", "r0.xyzw", "l(1)"}, DIAG_OPERAND_KIND, "not memory"},
    {DXBC_OP_IMM_ATOMIC_CMP_EXCH, {"r0.x", "u2", "r0.xyzw", "l(1)", "l(2)"}, DIAG_OK, ""},
    {DXBC_OP_IMM_ATOMIC_ALLOC, {"r0.x", "u2"}, DIAG_OK, ""},
    {DXBC_OP_IMM_ATOMIC_ALLOC, {"r0.x", "u1"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_IMM_ATOMIC_ALLOC, {"r0.x", "g1"}, DIAG_OPERAND_KIND, "not memory"},
    {DXBC_OP_BUFINFO, {"r0.x", "t4.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_BUFINFO, {"r0.x", "t1.xyzw"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_RESINFO, {"r0.x", "l(0)", "t5.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_RESINFO, {"r0.x", "l(0)", "t3.xyzw"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_SAMPLEINFO, {"r0.x", "t2.xyzw"}, DIAG_OK, ""},
    {DXBC_OP_SAMPLEINFO, {"r0.x", "t1.xyzw"}, DIAG_OPERAND_KIND, "another kind"},
    {DXBC_OP_SAMPLE_L, {"r0.xyzw", "r1.xyzw", "t1.xyzw", "s3", "l(0)"}, DIAG_OK, ""},
    {DXBC_OP_SAMPLE_L, {"r0.xyzw", "r1.xyzw", "t1.xyzw", "s0", "l(0)"}, DIAG_REGISTER, "dcl_sampler"},
    {DXBC_OP_SAMPLE_L,
     {"r0.xyzw", "r1.xyzw", "t1.xyzw", "t1.xyzw", "l(0)"},
     DIAG_OPERAND_KIND,
     "is no sampler"},
    {DXBC_OP_SAMPLE_L, {"r0.xyzw", "r1.xyzw", "t0.xyzw", "s3", "l(0)"}, DIAG_OPERAND_KIND, "another kind"},
    /* stages */
    {DXBC_OP_SAMPLE,
     {"r0.xyzw", "r1.xyzw", "t1.xyzw", "s3"},
     DIAG_STAGE,
     "sample: does not exist in this stage (cs_5_0)"},
    {DXBC_OP_DISCARD, {"r0.x"}, DIAG_STAGE, "does not exist"},
    {DXBC_OP_EMIT, {NULL}, DIAG_STAGE, "does not exist"},
    /* doubles */
    {DXBC_OP_DADD, {"r0.xy", "r1.zwxy", "d(1.0, 2.0)"}, DIAG_OK, ""},
    {DXBC_OP_DADD, {"r0.zw", "r1.yyzw", "d(1.0, 2.0)"}, DIAG_OK, ""},
    {DXBC_OP_DADD, {"r0.x", "r1.xyxy", "d(1.0, 2.0)"}, DIAG_OPERAND_KIND, ".xy, .zw or .xyzw"},
    {DXBC_OP_DADD, {"r0.xy", "r1.yzxy", "d(1.0, 2.0)"}, DIAG_OPERAND_KIND, "halves of a double"},
    {DXBC_OP_DEQ, {"r0.yw", "r1.xyzw", "d(1.0, 2.0)"}, DIAG_OK, ""},
    {DXBC_OP_DEQ, {"r0.xyz", "r1.xyzw", "d(1.0, 2.0)"}, DIAG_OPERAND_KIND, "at most two"},
    {DXBC_OP_DTOF, {"r0.w", "r1.zwxx"}, DIAG_OK, ""},
    {DXBC_OP_FTOD, {"r0.xyzw", "r1.xyxx"}, DIAG_OK, ""},
};

static void instruction_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rules); ++i) {
        struct token_builder b;
        const char *operands[MAX_OPERANDS + 1] = {NULL};
        memcpy(operands, rules[i].operands, sizeof(rules[i].operands));
        begin_full(&b);
        tokens_instr(&b, rules[i].opcode, 0, operands);
        EMIT(&b, RET);
        if (rules[i].code == DIAG_OK)
            dxbc_free(load_program(&b));
        else
            expect_program_refused(&b, rules[i].code, rules[i].text);
    }
}

/* ---- declarations ---- */

struct declaration {
    uint16_t opcode;
    uint32_t controls;
    const char *operand;
    uint32_t words[3], word_count;
    enum diag_code code;
    const char *text;
};

static const struct declaration declarations[] = {
    {DXBC_OP_DCL_RESOURCE, 3 << 11, "t128", {0x5555}, 1, DIAG_LIMIT, "t128 is outside t0 to t127"},
    {DXBC_OP_DCL_RESOURCE, 13 << 11, "t6", {0x5555}, 1, DIAG_OPERAND_KIND, "dimension 13"},
    {DXBC_OP_DCL_RESOURCE, 0, "t6", {0x5555}, 1, DIAG_OPERAND_KIND, "dimension 0"},
    {DXBC_OP_DCL_RESOURCE, 12 << 11, "t6", {0x5555}, 1, DIAG_OPERAND_KIND, "dimension 12"},
    {DXBC_OP_DCL_RESOURCE, 3 << 11, "t6", {0x5055}, 1, DIAG_OPERAND_KIND, "return type 0"},
    {DXBC_OP_DCL_RESOURCE, 3 << 11, "t1", {0x5555}, 1, DIAG_REGISTER, "t1 is declared twice"},
    {DXBC_OP_DCL_RESOURCE, 3 << 11, "u9", {0x5555}, 1, DIAG_TOKENS_DECLARATION, "malformed"},
    {DXBC_OP_DCL_RESOURCE_STRUCTURED, 0, "t6", {2048}, 1, DIAG_OK, ""},
    {DXBC_OP_DCL_RESOURCE_STRUCTURED, 0, "t6", {2052}, 1, DIAG_LIMIT, "stride of 2052"},
    {DXBC_OP_DCL_RESOURCE_STRUCTURED, 0, "t6", {6}, 1, DIAG_LIMIT, "stride of 6"},
    {DXBC_OP_DCL_UAV_STRUCTURED, 0, "u6", {0}, 1, DIAG_LIMIT, "stride of 0"},
    {DXBC_OP_DCL_UAV_TYPED, 6 << 11, "u6", {0x5555}, 1, DIAG_OPERAND_KIND, "dimension 6"},
    {DXBC_OP_DCL_UAV_TYPED, 5 << 11, "u63", {0x5555}, 1, DIAG_OK, ""},
    {DXBC_OP_DCL_UAV_RAW, 0, "u64", {0}, 0, DIAG_LIMIT, "u64 is outside"},
    {DXBC_OP_DCL_SAMPLER, 0, "s16", {0}, 0, DIAG_LIMIT, "s16 is outside"},
    {DXBC_OP_DCL_SAMPLER, 3 << 11, "s1", {0}, 0, DIAG_OPERAND_KIND, "sampler mode 3"},
    {DXBC_OP_DCL_TGSM_RAW, 0, "g7", {32768 - 128}, 1, DIAG_OK, ""},
    {DXBC_OP_DCL_TGSM_RAW, 0, "g7", {32768 - 124}, 1, DIAG_LIMIT, "32772 bytes of shared memory"},
    {DXBC_OP_DCL_TGSM_RAW, 0, "g7", {0}, 1, DIAG_LIMIT, "shared memory of 0"},
    {DXBC_OP_DCL_TGSM_RAW, 0, "g7", {6}, 1, DIAG_LIMIT, "multiples of 4"},
    {DXBC_OP_DCL_TGSM_STRUCTURED, 0, "g7", {0x10000, 0x10000}, 2, DIAG_LIMIT, "shared memory"},
    {DXBC_OP_DCL_TGSM_STRUCTURED, 0, "g9999", {4, 4}, 2, DIAG_LIMIT, "g9999 is outside"},
    {DXBC_OP_DCL_TEMPS, 0, NULL, {1}, 1, DIAG_REGISTER, "dcl_temps: stands twice"},
    {DXBC_OP_DCL_INDEXABLETEMP, 0, NULL, {2, 4096 - 12, 4}, 3, DIAG_OK, ""},
    {DXBC_OP_DCL_INDEXABLETEMP, 0, NULL, {2, 4096 - 11, 4}, 3, DIAG_LIMIT, "more than 4096 temporary"},
    {DXBC_OP_DCL_INDEXABLETEMP, 0, NULL, {2, 4096, 4}, 3, DIAG_LIMIT, "x2[4096]"},
    {DXBC_OP_DCL_INDEXABLETEMP, 0, NULL, {2, 0, 4}, 3, DIAG_LIMIT, "x2[0]"},
    {DXBC_OP_DCL_INDEXABLETEMP, 0, NULL, {5000, 1, 4}, 3, DIAG_LIMIT, "x5000"},
    {DXBC_OP_DCL_INDEXABLETEMP, 0, NULL, {2, 4, 5}, 3, DIAG_LIMIT, "5 components"},
    {DXBC_OP_DCL_INDEXABLETEMP, 0, NULL, {1, 4, 4}, 3, DIAG_REGISTER, "x1 is declared twice"},
    {DXBC_OP_DCL_INPUT, 0, "r0.x", {0}, 0, DIAG_REGISTER, "no input or output"},
    {DXBC_OP_DCL_INPUT, 0, "v32.x", {0}, 0, DIAG_REGISTER, "outside 0 to 31"},
    {DXBC_OP_DCL_INPUT, 0, "vThreadGroupID[1].x", {0}, 0, DIAG_REGISTER, "has no number"},
    {DXBC_OP_DCL_INDEXRANGE, 0, "v30.x", {3}, 1, DIAG_REGISTER, "range of registers"},
    {DXBC_OP_DCL_INPUT_PS, 0, "v0.x", {0}, 0, DIAG_STAGE, "does not exist in this stage"},
    {DXBC_OP_DCL_FUNCTION_BODY, 0, NULL, {65536}, 1, DIAG_FLOW, "above 65535"},
    {DXBC_OP_DCL_INTERFACE, 0, NULL, {250, 1, 4u << 16}, 3, DIAG_REGISTER, "slots outside 0 to 252"},
};

static void declaration_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(declarations); ++i) {
        const struct declaration *d = &declarations[i];
        struct token_builder b;
        begin_full(&b);
        tokens_declare(&b, d->opcode, d->controls, d->operand, d->word_count, d->words[0], d->words[1],
                       d->words[2]);
        EMIT(&b, RET);
        if (d->code == DIAG_OK)
            dxbc_free(load_program(&b));
        else
            expect_program_refused(&b, d->code, d->text);
    }
}

static void constant_buffers(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    tokens_constant_buffer(&b, 14, 4096, false);
    EMIT(&b, RET);
    dxbc_free(load_program(&b));
    begin_compute(&b);
    tokens_constant_buffer(&b, 15, 1, false);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_LIMIT, "cb15 is outside");
    begin_compute(&b);
    tokens_constant_buffer(&b, 0, 4097, false);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_LIMIT, "4097 vectors");
    begin_compute(&b); /* 0: size unknown */
    tokens_constant_buffer(&b, 0, 0, false);
    EMIT(&b, MOV, "r0.x", "cb0[4095].x");
    EMIT(&b, RET);
    dxbc_free(load_program(&b));
}

static void immediate_constant_buffers(void **state)
{
    (void)state;
    for (uint32_t vectors = 4096; vectors <= 4097; ++vectors) {
        struct token_builder b;
        begin_compute(&b);
        tokens_word(&b, 0x1835);
        tokens_word(&b, 2 + 4 * vectors);
        for (uint32_t i = 0; i < 4 * vectors; ++i)
            tokens_word(&b, i);
        EMIT(&b, RET);
        if (vectors == 4096)
            dxbc_free(load_program(&b));
        else
            expect_program_refused(&b, DIAG_LIMIT, "4097 vectors");
    }
    struct token_builder b;
    begin_compute(&b);
    for (int i = 0; i < 2; ++i) {
        tokens_word(&b, 0x1835);
        tokens_word(&b, 6);
        for (int k = 0; k < 4; ++k)
            tokens_word(&b, 0);
    }
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_LIMIT, "a second immediate constant buffer");
}

static void thread_groups(void **state)
{
    (void)state;
    static const struct {
        uint32_t version, x, y, z;
        bool good;
    } groups[] = {
        {TOKENS_CS_5_0, 1024, 1, 1, true},        {TOKENS_CS_5_0, 1025, 1, 1, false},
        {TOKENS_CS_5_0, 1, 1024, 1, true},        {TOKENS_CS_5_0, 16, 1, 64, true},
        {TOKENS_CS_5_0, 1, 1, 65, false},         {TOKENS_CS_5_0, 0, 1, 1, false},
        {TOKENS_CS_5_0, 32, 32, 2, false},        {TOKENS_CS_5_0, 8, 8, 16, true},
        {TOKENS_CS_4_0, 768, 1, 1, true},         {TOKENS_CS_4_0, 769, 1, 1, false},
        {TOKENS_CS_4_0, 32, 25, 1, false},        {TOKENS_CS_4_0, 12, 1, 64, true},
        {TOKENS_CS_5_0, 0x40000001, 4, 1, false},
    };
    for (size_t i = 0; i < COUNT(groups); ++i) {
        struct token_builder b;
        tokens_begin(&b, groups[i].version);
        tokens_thread_group(&b, groups[i].x, groups[i].y, groups[i].z);
        EMIT(&b, RET);
        if (groups[i].good)
            dxbc_free(load_program(&b));
        else
            expect_program_refused(&b, DIAG_LIMIT, "threads");
    }
    struct token_builder b;
    tokens_begin(&b, TOKENS_CS_5_0);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_LIMIT, "has no dcl_thread_group");
}

static void models(void **state)
{
    (void)state;
    struct token_builder b;
    tokens_begin(&b, TOKENS_CS_4_0);
    tokens_thread_group(&b, 64, 1, 1);
    tokens_temps(&b, 1);
    tokens_raw(&b, "u0");
    tokens_shared_structured(&b, "g0", 16, 64);
    EMIT(&b, STORE_RAW, "u0.x", "l(0)", "l(1)");
    EMIT_WITH(&b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
    EMIT(&b, RET);
    dxbc_free(load_program(&b));

    tokens_begin(&b, TOKENS_CS_4_0);
    tokens_thread_group(&b, 64, 1, 1);
    tokens_temps(&b, 1);
    EMIT(&b, COUNTBITS, "r0.x", "r0.x");
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_STAGE, "countbits: does not exist in cs_4_0, it needs shader model 5.0");

    tokens_begin(&b, TOKENS_CS_4_0); /* half as much shared memory */
    tokens_thread_group(&b, 64, 1, 1);
    tokens_shared_structured(&b, "g0", 16, 1025);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_LIMIT, "16400 bytes of shared memory, 16384 are the limit");
}

/* Programs of the other stages: the word at `word` of the n-th instruction of an opcode is exchanged. */
static const struct {
    const char *file;
    uint16_t opcode;
    uint32_t n, word, value;
    enum diag_code code;
    const char *text;
} changes[] = {
    {"golden/vs_5_0_stores.dxbc", DXBC_OP_DCL_INPUT, 0, 1, 0x001000f2, DIAG_REGISTER, "file 0 is no input"},
    {"golden/vs_4_0_transform.dxbc", DXBC_OP_DCL_INPUT, 0, 2, 32, DIAG_REGISTER, "outside 0 to 31"},
    {"golden/vs_4_0_transform.dxbc", DXBC_OP_DCL_INPUT, 0, 2, 9, DIAG_REGISTER, "v0"},
    {"golden/vs_4_0_transform.dxbc", DXBC_OP_DCL_OUTPUT, 1, 2, 9, DIAG_REGISTER, "o"},
    {"golden/gs_4_0_quad.dxbc", DXBC_OP_DCL_MAXOUT, 0, 1, 1025, DIAG_LIMIT, "1025 is outside 1 to 1024"},
    {"golden/gs_4_0_quad.dxbc", DXBC_OP_DCL_MAXOUT, 0, 1, 0, DIAG_LIMIT, "0 is outside"},
    {"golden/gs_4_0_quad.dxbc", DXBC_OP_DCL_INPUTPRIMITIVE, 0, 0, 0x0100005d | 4 << 11, DIAG_OPERAND_KIND,
     "primitive 4"},
    {"golden/gs_5_0_streams.dxbc", DXBC_OP_DCL_GSINSTANCES, 0, 1, 33, DIAG_LIMIT, "33 is outside 1 to 32"},
    {"golden/gs_5_0_streams.dxbc", DXBC_OP_DCL_STREAM, 0, 2, 4, DIAG_REGISTER, "m0 to m3"},
    {"golden/gs_5_0_streams.dxbc", DXBC_OP_EMIT_STREAM, 0, 2, 4, DIAG_OPERAND_KIND, "is no stream"},
    {"golden/gs_5_0_streams.dxbc", DXBC_OP_DCL_INPUTPRIMITIVE, 0, 0, 0x0100005d | 3 << 11, DIAG_REGISTER,
     "last vertex"},
    {"golden/hs_5_0_quad.dxbc", DXBC_OP_DCL_INPUT_CONTROL_POINT_COUNT, 0, 0, 0x01000093 | 33 << 11,
     DIAG_LIMIT, "33 control points"},
    {"golden/hs_5_0_quad.dxbc", DXBC_OP_DCL_OUTPUT_CONTROL_POINT_COUNT, 0, 0, 0x01000094 | 40 << 11,
     DIAG_LIMIT, "40 control points"},
    {"golden/hs_5_0_quad.dxbc", DXBC_OP_DCL_TESSELLATOR_DOMAIN, 0, 0, 0x01000095, DIAG_OPERAND_KIND,
     "domain 0 does not exist"},
    {"golden/hs_5_0_quad.dxbc", DXBC_OP_DCL_TESSELLATOR_PARTITIONING, 0, 0, 0x01000096 | 5 << 11,
     DIAG_OPERAND_KIND, "partitioning 5 does not exist"},
    {"golden/hs_5_0_quad.dxbc", DXBC_OP_DCL_TESSELLATOR_OUTPUT_PRIMITIVE, 0, 0, 0x01000097 | 5 << 11,
     DIAG_OPERAND_KIND, "output primitive 5 does not exist"},
    {"golden/gs_4_0_quad.dxbc", DXBC_OP_DCL_OUTPUTTOPOLOGY, 0, 0, 0x0100005c | 2 << 11, DIAG_LIMIT,
     "topology 2 is none of"},
    {"golden/ds_5_0_quad.dxbc", DXBC_OP_DCL_INPUT_CONTROL_POINT_COUNT, 0, 0, 0x01000093 | 2 << 11,
     DIAG_REGISTER, "control point"},
    {"golden/ps_5_0_outputs.dxbc", DXBC_OP_DCL_OUTPUT, 1, 1, 0x0000c001, DIAG_REGISTER,
     "its counterpart is declared"},
    {"golden/ps_4_1_gather.dxbc", DXBC_OP_DCL_RESOURCE, 0, 0, 0x04000858, DIAG_OPERAND_KIND, "another kind"},
    {"golden/cs_5_1_ranges.dxbc", DXBC_OP_DCL_SAMPLER, 0, 2, 4096, DIAG_LIMIT, "s4096 is outside"},
    {"golden/cs_5_1_ranges.dxbc", DXBC_OP_DCL_SAMPLER, 0, 4, 0, DIAG_TOKENS_DECLARATION, "malformed"},
    {"golden/cs_5_1_ranges.dxbc", DXBC_OP_DCL_CONSTANTBUFFER, 0, 4, 2, DIAG_REGISTER, "declared range"},
};

static void other_stages(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(changes); ++i) {
        size_t size;
        uint8_t *bytes = read_case(changes[i].file, &size);
        struct dxbc_shader *shader = load_bytes(bytes, size);
        uint32_t n = changes[i].n, at = 0;
        while (shader->program.instrs[at].opcode != changes[i].opcode || n-- > 0)
            assert_true(++at < shader->program.instr_count);
        set_word_at(bytes, shader->program.instrs[at].offset + 4 * changes[i].word, changes[i].value);
        dxbc_free(shader);
        fix_checksum(bytes, size);
        expect_refused(bytes, size, changes[i].code, changes[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instruction_rules),
        cmocka_unit_test(declaration_rules),
        cmocka_unit_test(constant_buffers),
        cmocka_unit_test(immediate_constant_buffers),
        cmocka_unit_test(thread_groups),
        cmocka_unit_test(models),
        cmocka_unit_test(other_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
