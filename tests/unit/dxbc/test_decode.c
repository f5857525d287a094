/* Tokens to instructions: every field of a decoded instruction once, and malformed tokens. */
#include "dxbc_cases.h"

static void words(struct token_builder *b, size_t count, const uint32_t *list)
{
    for (size_t i = 0; i < count; ++i)
        tokens_word(b, list[i]);
}
#define WORDS(b, ...) words(b, COUNT(((uint32_t[]){__VA_ARGS__})), (uint32_t[]){__VA_ARGS__})

/* The n-th instruction that is no declaration. */
static const struct dxbc_instr *code_at(const struct dxbc_shader *shader, uint32_t n)
{
    for (uint32_t i = 0; i < shader->program.instr_count; ++i) {
        const struct dxbc_instr *instr = &shader->program.instrs[i];
        if (dxbc_opcode_info(instr->opcode)->kind != DXBC_KIND_DCL && n-- == 0)
            return instr;
    }
    fail_msg("no such instruction");
    return NULL;
}

static void operands(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    tokens_indexable_temp(&b, 2, 8);
    tokens_constant_buffer(&b, 3, 20, true);
    EMIT_WITH(&b, MAD, TOKENS_SAT | 5u << 19, "r1.xz", "-|r0.wzyx|", "cb3[r2.y+7].z",
              "l(1.5, 2.0, 3.0, 4.0)");
    EMIT(&b, MOV, "x2[r0.x+3].yw", "l(2.0)");
    EMIT(&b, DMOV, "r1.zw", "d(1.5, -2.0)");
    EMIT(&b, RET);
    struct dxbc_shader *shader = load_program(&b);
    const struct dxbc_instr *mad = code_at(shader, 0);
    assert_int_equal(mad->opcode, DXBC_OP_MAD);
    assert_int_equal(mad->operand_count, 4);
    assert_true(mad->saturate);
    assert_int_equal(mad->precise, 5);
    assert_int_equal(mad->target, DXBC_NO_TARGET);
    assert_int_equal(word_at(shader->bytes, mad->offset), mad->token0);

    const struct dxbc_operand *o = mad->operands;
    assert_int_equal(o[0].file, DXBC_FILE_TEMP);
    assert_int_equal(o[0].mask, 5);
    assert_int_equal(dxbc_operand_register(&o[0], &shader->program), 1);
    assert_int_equal(o[1].modifier, DXBC_MOD_NEG | DXBC_MOD_ABS);
    assert_true(o[1].extended);
    assert_memory_equal(o[1].swizzle, ((uint8_t[]){3, 2, 1, 0}), 4);
    assert_int_equal(o[2].selection, DXBC_SELECT_ONE);
    assert_memory_equal(o[2].swizzle, ((uint8_t[]){2, 2, 2, 2}), 4);
    assert_int_equal(dxbc_operand_register(&o[2], &shader->program), 3);
    assert_int_equal(o[2].index_count, 2);
    assert_int_equal(o[2].index[1].imm, 7);
    assert_int_equal(o[2].index[1].relative->file, DXBC_FILE_TEMP);
    assert_int_equal(o[2].index[1].relative->swizzle[0], 1);
    assert_int_equal(o[3].imm[1], 0x40000000);

    const struct dxbc_instr *mov = code_at(shader, 1);
    assert_int_equal(mov->operands[0].mask, 10);
    assert_int_equal(mov->operands[1].components, 1);
    for (int i = 0; i < 4; ++i) /* a scalar immediate is all four */
        assert_int_equal(mov->operands[1].imm[i], 0x40000000);
    const struct dxbc_operand *wide = &code_at(shader, 2)->operands[1];
    assert_int_equal(wide->imm[0], 0);
    assert_int_equal(wide->imm[1], 0x3ff80000); /* low word first */
    assert_int_equal(wide->imm[3], 0xc0000000);
    dxbc_free(shader);
}

static void extended_tokens(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    tokens_typed(&b, "t0", DXBC_DIM_TEXTURE2D, 5);
    /* ld_aoffimmi(1,2,-8) with dimension and return types, and an unused word at the end */
    WORDS(&b, 0x8b00002d, 0x80000001 | 1 << 9 | 2 << 13 | 8 << 17, 0x800000c2, 0x00155543, 0x001000f2, 0,
          0x00100e46, 1, 0x00107e46, 0, 0x2000);
    EMIT(&b, RET);
    struct dxbc_shader *shader = load_program(&b);
    const struct dxbc_instr *ld = code_at(shader, 0);
    assert_true(ld->has_offsets && ld->has_dimension && ld->has_return_types);
    assert_memory_equal(ld->texel_offset, ((int8_t[]){1, 2, -8}), 3);
    assert_int_equal(ld->dimension, DXBC_DIM_TEXTURE2D);
    assert_memory_equal(ld->return_types, ((uint8_t[]){5, 5, 5, 5}), 4);
    assert_int_equal(ld->data_count, 1);
    assert_int_equal(ld->data[0], 0x2000);
    assert_int_equal(ld->length, 11);
    dxbc_free(shader);
}

static void controls(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    tokens_typed(&b, "t0", DXBC_DIM_TEXTURE2D, 5);
    EMIT_WITH(&b, SYNC, TOKENS_THREADS | TOKENS_TGSM | 1 << 14);
    EMIT_WITH(&b, RESINFO, 2 << 11, "r0.xyzw", "l(0)", "t0.xyzw");
    EMIT_WITH(&b, IF, TOKENS_NZ, "r0.x");
    EMIT(&b, RETC, "r0.y");
    EMIT(&b, ENDIF);
    EMIT(&b, RET);
    struct dxbc_shader *shader = load_program(&b);
    assert_int_equal(code_at(shader, 0)->sync, DXBC_SYNC_THREADS | DXBC_SYNC_TGSM | DXBC_SYNC_UAV_GLOBAL);
    assert_int_equal(code_at(shader, 1)->return_type, 2);
    assert_true(code_at(shader, 2)->test_nz);
    assert_false(code_at(shader, 3)->test_nz);
    dxbc_free(shader);
}

static void declaration_lists(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_memory.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    const struct dxbc_program *program = &shader->program;
    assert_int_equal(program->stage, DXBC_CS);
    assert_int_equal(program->thread_group[0], 32);
    assert_int_equal(program->thread_group[1], 2);
    assert_int_equal(program->resource_count, 4);
    assert_int_equal(program->uav_count, 7);
    assert_int_equal(program->tgsm_count, 2);
    assert_int_equal(program->resources[1].dimension, DXBC_DIM_STRUCTURED_BUFFER);
    assert_int_equal(program->resources[1].stride, 32);
    assert_int_equal(program->resources[3].dimension, DXBC_DIM_TEXTURE2DARRAY);
    assert_int_equal(program->resources[3].return_types[0], 4);
    assert_true(program->uavs[1].has_counter && !program->uavs[4].has_counter);
    assert_true(program->uavs[6].globally_coherent);
    assert_int_equal(program->tgsm[0].size_bytes + program->tgsm[1].size_bytes, 32 * 32 + 4);
    assert_int_equal(program->instrs[program->uavs[6].instr].opcode, DXBC_OP_DCL_UAV_RAW);
    dxbc_free(shader);
    free(bytes);
}

static void ranges_of_5_1(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_1_ranges.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    const struct dxbc_program *program = &shader->program;
    assert_int_equal(program->minor, 1);
    assert_int_equal(program->cbuffers[0].lower, 2);
    assert_int_equal(program->cbuffers[0].upper, 4);
    assert_int_equal(program->cbuffers[0].space, 2);
    assert_int_equal(program->cbuffers[0].vector_count, 2);
    assert_int_equal(program->resources[0].lower, 2);
    assert_int_equal(program->resources[0].upper, 9);
    assert_int_equal(program->resources[1].upper, UINT32_MAX);
    assert_int_equal(program->resources[1].space, 3);
    assert_int_equal(program->samplers[0].upper, 3);
    dxbc_free(shader);
    free(bytes);
}

static void functions(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_classes.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    const struct dxbc_program *program = &shader->program;
    assert_int_equal(program->interface_count, 2);
    assert_int_equal(program->interface_slot_count, 5);
    assert_int_equal(program->interfaces[1].first_slot, 1);
    assert_int_equal(program->interfaces[1].array_length, 4);
    assert_true(program->interfaces[1].dynamic);
    assert_int_equal(program->table_count, 4);
    assert_int_equal(program->body_count, 4);
    for (uint32_t i = 0; i < program->body_count; ++i)
        assert_int_equal(program->instrs[program->bodies[i]].opcode, DXBC_OP_LABEL);
    dxbc_free(shader);
    free(bytes);
}

static void messages(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    EMIT_PRINTF(&b, "x is %f", "r0.x", "l(2.5)");
    EMIT_ERRORF(&b, "broken");
    EMIT(&b, RET);
    struct dxbc_shader *shader = load_program(&b);
    struct dxbc_message message;
    assert_true(dxbc_instr_message(code_at(shader, 0), &message));
    assert_false(message.error);
    assert_true(message.formatted);
    assert_string_equal(message.text, "x is %f");
    assert_int_equal(message.operand_count, 2);
    assert_int_equal(message.operands[1].imm[0], 0x40200000);
    assert_true(dxbc_instr_message(code_at(shader, 1), &message));
    assert_true(message.error);
    assert_false(dxbc_instr_message(code_at(shader, 2), &message));
    dxbc_free(shader);
}

static void immediate_constant_buffer(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    WORDS(&b, 0x1835, 10, 1, 2, 3, 4, 5, 6, 7, 8);
    EMIT(&b, MOV, "r0.x", "icb[r1.x+1].z");
    EMIT(&b, RET);
    struct dxbc_shader *shader = load_program(&b);
    assert_int_equal(shader->program.icb_count, 2);
    assert_int_equal(shader->program.icb[6], 7);
    dxbc_free(shader);

    begin_compute(&b);
    WORDS(&b, 0x1835, 9, 1, 2, 3, 4, 5, 6, 7);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_TOKENS_CUSTOM_DATA, "whole number of vectors");
}

static void malformed_tokens(void **state)
{
    (void)state;
    static const struct {
        uint32_t words[8];
        uint32_t count;
        enum diag_code code;
        const char *text;
    } faults[] = {
        {{0x0000003a}, 1, DIAG_TOKENS_LENGTH, "no length"},
        {{0x7f00003a}, 1, DIAG_TOKENS_LENGTH, "past the end"},
        {{0x010000ec}, 1, DIAG_TOKENS_OPCODE, "opcode 236"},
        {{0x0100006b}, 1, DIAG_TOKENS_OPCODE, "opcode 107"},
        {{0x00000035, 1}, 2, DIAG_TOKENS_LENGTH, "no length"},
        {{0x01000036}, 1, DIAG_TOKENS_OPERAND, "too short"},
        {{0x03000036, 0x00100012, 0}, 3, DIAG_TOKENS_OPERAND, "past the end"},
        {{0x05000036, 0x00100012, 0, 0x0012b00a, 0}, 5, DIAG_TOKENS_OPERAND, "register file 43"},
        {{0x05000036, 0x00100012, 0, 0x00100003, 0}, 5, DIAG_TOKENS_OPERAND, "n components"},
        {{0x05000036, 0x00100012, 0, 0x0010000e, 0}, 5, DIAG_TOKENS_OPERAND, "selection mode 3"},
        {{0x05000036, 0x00100012, 0, 0x0150000a, 0}, 5, DIAG_TOKENS_OPERAND, "index representation"},
        {{0x05000036, 0x00100012, 0, 0x00104001, 0},
         5,
         DIAG_TOKENS_OPERAND,
         "immediate operand with indices"},
        {{0x05000036, 0x00100012, 0, 0x00004002, 0}, 5, DIAG_TOKENS_OPERAND, "immediate operand runs past"},
        {{0x8100003a}, 1, DIAG_TOKENS_OPCODE, "extended opcode token"},
        {{0x8200003a, 0x00000004}, 2, DIAG_TOKENS_OPCODE, "extended opcode token"},
        {{0x01000068}, 1, DIAG_TOKENS_DECLARATION, "cut short"},
        {{0x02000059, 0x00208e46}, 2, DIAG_TOKENS_OPERAND, "past the end"},
        {{0x03000059, 0x00108e46, 0}, 3, DIAG_TOKENS_DECLARATION, "malformed"},
        {{0x04000091, 0, 5, 0}, 4, DIAG_TOKENS_DECLARATION, "malformed"},
        {{0x00002035, 2}, 2, DIAG_TOKENS_CUSTOM_DATA, "without its header"},
        {{0x00002035, 7, 0x00200104, 1, 0, 0, 0}, 7, DIAG_TOKENS_CUSTOM_DATA, "neither printf nor errorf"},
        {{0x00002035, 7, 0x00200102, 1, 0, 0, 9}, 7, DIAG_TOKENS_CUSTOM_DATA, "operands run past"},
        {{0x00002035, 8, 0x00200102, 1, 4, 0, 0, 0x41414141},
         8,
         DIAG_TOKENS_CUSTOM_DATA,
         "text does not end"},
    };
    for (size_t i = 0; i < COUNT(faults); ++i) {
        struct token_builder b;
        begin_compute(&b);
        words(&b, faults[i].count, faults[i].words);
        expect_program_refused(&b, faults[i].code, faults[i].text);
    }
}

static void deeply_nested_indices(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    tokens_indexable_temp(&b, 0, 4);
    EMIT(&b, MOV, "r0.x", "x0[x0[3].x+1].x");
    EMIT(&b, RET);
    dxbc_free(load_program(&b));

    begin_compute(&b);
    tokens_indexable_temp(&b, 0, 4);
    EMIT(&b, MOV, "r0.x", "x0[x0[r1.x+0].x+1].x");
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_OPERAND_KIND, "whose number is not fixed");

    begin_compute(&b);
    tokens_indexable_temp(&b, 0, 4);
    EMIT(&b, MOV, "r0.x", "x0[x0[x0[r1.x].x].x].x");
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_TOKENS_OPERAND, "nested too deeply");
}

static void program_headers(void **state)
{
    (void)state;
    static const struct {
        uint32_t version;
        enum diag_code code;
    } versions[] = {
        {0x00050030, DIAG_TOKENS_VERSION}, {0x00050060, DIAG_TOKENS_VERSION},
        {0x00060050, DIAG_TOKENS_VERSION}, {0x00030041, DIAG_TOKENS_VERSION},
        {0x00050150, DIAG_TOKENS_VERSION}, {0x00050052, DIAG_TOKENS_VERSION},
    };
    for (size_t i = 0; i < COUNT(versions); ++i) {
        struct token_builder b;
        tokens_begin(&b, versions[i].version);
        EMIT(&b, RET);
        expect_program_refused(&b, versions[i].code, "version");
    }
    struct token_builder b;
    size_t size;
    begin_compute(&b);
    EMIT(&b, RET);
    uint8_t *bytes = tokens_finish(&b, &size);
    set_word_at(bytes, chunk_at(bytes, "SHEX") + 4, b.count + 1);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_TOKENS_LENGTH, "states a length");
}

static void opcode_table(void **state)
{
    (void)state;
    assert_null(dxbc_opcode_info(236));
    for (uint32_t i = 0; i < DXBC_OP_COUNT; ++i) {
        const struct dxbc_opcode_info *info = dxbc_opcode_info(i);
        assert_non_null(info->mnemonic);
        if (info->kind != DXBC_KIND_RESERVED)
            assert_int_equal(dxbc_opcode_by_mnemonic(info->mnemonic, strlen(info->mnemonic)), i);
        assert_true(strlen(info->dst) + strlen(info->src) <= DXBC_MAX_OPERANDS);
    }
    assert_int_equal(dxbc_opcode_by_mnemonic("madness", 7), DXBC_OP_COUNT);
    assert_int_equal(dxbc_opcode_by_mnemonic("madness", 3), DXBC_OP_MAD);
    assert_int_equal(dxbc_opcode_by_mnemonic("", 0), DXBC_OP_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands),         cmocka_unit_test(extended_tokens),
        cmocka_unit_test(controls),         cmocka_unit_test(declaration_lists),
        cmocka_unit_test(ranges_of_5_1),    cmocka_unit_test(functions),
        cmocka_unit_test(messages),         cmocka_unit_test(immediate_constant_buffer),
        cmocka_unit_test(malformed_tokens), cmocka_unit_test(deeply_nested_indices),
        cmocka_unit_test(program_headers),  cmocka_unit_test(opcode_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
