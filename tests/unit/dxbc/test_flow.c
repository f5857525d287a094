/* Flow: targets of every jump, broken nesting, calls, and barriers that provably diverge. */
#include "dxbc_cases.h"

static uint32_t find(const struct dxbc_shader *shader, uint16_t opcode, uint32_t n)
{
    for (uint32_t i = 0; i < shader->program.instr_count; ++i) {
        if (shader->program.instrs[i].opcode == opcode && n-- == 0)
            return i;
    }
    fail_msg("no such instruction");
    return 0;
}

static int32_t target(const struct dxbc_shader *shader, uint16_t opcode, uint32_t n)
{
    return shader->program.instrs[find(shader, opcode, n)].target;
}

static void targets(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    EMIT(&b, LOOP);
    EMIT(&b, IF, "r0.x");
    EMIT(&b, CONTINUE);
    EMIT(&b, ELSE);
    EMIT(&b, BREAK);
    EMIT(&b, ENDIF);
    EMIT(&b, SWITCH, "r0.x");
    EMIT(&b, CASE, "l(1)");
    EMIT(&b, CONTINUEC, "r0.y");
    EMIT(&b, BREAK);
    EMIT(&b, CASE, "l(2)");
    EMIT(&b, BREAKC, "r0.z");
    EMIT(&b, CONTINUE);
    EMIT(&b, DEFAULT);
    EMIT(&b, BREAK);
    EMIT(&b, ENDSWITCH);
    EMIT(&b, BREAKC, "r0.w");
    EMIT(&b, ENDLOOP);
    EMIT(&b, IF, "r0.x");
    EMIT(&b, ENDIF);
    EMIT(&b, CALL, "label3");
    EMIT(&b, RET);
    EMIT(&b, LABEL, "label3");
    EMIT(&b, RET);
    struct dxbc_shader *shader = load_program(&b);
    const int32_t loop_end = (int32_t)find(shader, DXBC_OP_ENDLOOP, 0);
    const int32_t switch_end = (int32_t)find(shader, DXBC_OP_ENDSWITCH, 0);
    assert_int_equal(target(shader, DXBC_OP_LOOP, 0), loop_end);
    assert_int_equal(target(shader, DXBC_OP_ENDLOOP, 0), find(shader, DXBC_OP_LOOP, 0));
    assert_int_equal(target(shader, DXBC_OP_IF, 0), find(shader, DXBC_OP_ELSE, 0));
    assert_int_equal(target(shader, DXBC_OP_ELSE, 0), find(shader, DXBC_OP_ENDIF, 0));
    assert_int_equal(target(shader, DXBC_OP_CONTINUE, 0), loop_end);
    assert_int_equal(target(shader, DXBC_OP_BREAK, 0), loop_end);
    assert_int_equal(target(shader, DXBC_OP_SWITCH, 0), switch_end);
    assert_int_equal(target(shader, DXBC_OP_CASE, 0), find(shader, DXBC_OP_CASE, 1));
    assert_int_equal(target(shader, DXBC_OP_CASE, 1), find(shader, DXBC_OP_DEFAULT, 0));
    assert_int_equal(target(shader, DXBC_OP_DEFAULT, 0), switch_end);
    assert_int_equal(target(shader, DXBC_OP_CONTINUEC, 0), loop_end);
    assert_int_equal(target(shader, DXBC_OP_BREAKC, 0), switch_end);
    assert_int_equal(target(shader, DXBC_OP_BREAK, 1), switch_end);
    assert_int_equal(target(shader, DXBC_OP_BREAKC, 1), loop_end);
    assert_int_equal(target(shader, DXBC_OP_IF, 1), find(shader, DXBC_OP_ENDIF, 1));
    assert_int_equal(target(shader, DXBC_OP_CALL, 0), find(shader, DXBC_OP_LABEL, 0));
    assert_int_equal(target(shader, DXBC_OP_RET, 0), DXBC_NO_TARGET);
    assert_int_equal(shader->program.label_count, 4);
    assert_int_equal(shader->program.labels[0], DXBC_NO_TARGET);
    dxbc_free(shader);
}

/* Opcodes without operands, and those that take r0.x or l(1). */
static void emit_plain(struct token_builder *b, uint16_t opcode)
{
    static const char *const condition[] = {"r0.x", NULL}, *const value[] = {"l(1)", NULL};
    static const char *const label[] = {"label0", NULL}, *const none[] = {NULL};
    const char *src = dxbc_opcode_info(opcode)->src;
    tokens_instr(b, opcode, 0,
                 !*src                    ? none
                 : opcode == DXBC_OP_CASE ? value
                 : *src == 'l'            ? label
                                          : condition);
}

static void broken_nesting(void **state)
{
    (void)state;
    static const struct {
        uint16_t opcodes[6];
        const char *text;
    } faults[] = {
        {{DXBC_OP_ELSE}, "else has no if"},
        {{DXBC_OP_ENDIF}, "endif has no if"},
        {{DXBC_OP_ENDLOOP}, "endloop has no loop"},
        {{DXBC_OP_ENDSWITCH}, "endswitch has no switch"},
        {{DXBC_OP_IF, DXBC_OP_ELSE, DXBC_OP_ELSE}, "else has no if"},
        {{DXBC_OP_LOOP, DXBC_OP_ENDIF}, "endif has no if"},
        {{DXBC_OP_IF, DXBC_OP_ENDLOOP}, "endloop has no loop"},
        {{DXBC_OP_BREAK}, "break stands outside a loop or switch"},
        {{DXBC_OP_IF, DXBC_OP_BREAKC}, "breakc stands outside a loop or switch"},
        {{DXBC_OP_CONTINUE}, "continue stands outside a loop"},
        {{DXBC_OP_SWITCH, DXBC_OP_CASE, DXBC_OP_CONTINUEC}, "continuec stands outside a loop"},
        {{DXBC_OP_CASE}, "case stands outside a switch"},
        {{DXBC_OP_SWITCH, DXBC_OP_CASE, DXBC_OP_IF, DXBC_OP_DEFAULT}, "default stands outside a switch"},
        {{DXBC_OP_SWITCH, DXBC_OP_DEFAULT, DXBC_OP_DEFAULT}, "default stands twice"},
        {{DXBC_OP_SWITCH, DXBC_OP_NOP}, "nop stands between a switch and its first case"},
        {{DXBC_OP_LOOP}, "loop is never closed"},
        {{DXBC_OP_IF, DXBC_OP_ELSE}, "else is never closed"},
        {{DXBC_OP_LOOP, DXBC_OP_RET, DXBC_OP_LABEL}, "label stands inside"},
        {{DXBC_OP_LABEL}, "label does not follow a ret"},
        {{DXBC_OP_NOP, DXBC_OP_LABEL}, "label does not follow a ret"},
        {{DXBC_OP_CALL}, "call leads to a label"},
    };
    for (size_t i = 0; i < COUNT(faults); ++i) {
        struct token_builder b;
        begin_compute(&b);
        for (size_t k = 0; k < COUNT(faults[i].opcodes) && (k == 0 || faults[i].opcodes[k]); ++k)
            emit_plain(&b, faults[i].opcodes[k]);
        EMIT(&b, RET);
        expect_program_refused(&b, DIAG_FLOW, faults[i].text);
    }
}

static void the_end(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    EMIT(&b, NOP);
    expect_program_refused(&b, DIAG_FLOW, "does not end with ret");
    begin_compute(&b);
    expect_program_refused(&b, DIAG_FLOW, "does not end with ret");
    begin_compute(&b);
    EMIT(&b, IF, "r0.x");
    EMIT(&b, RET);
    EMIT(&b, ENDIF);
    expect_program_refused(&b, DIAG_FLOW, "does not end with ret");
    begin_compute(&b);
    EMIT(&b, RET);
    EMIT(&b, NOP);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_FLOW, "nop stands behind an instruction that leaves");
}

static void nesting_depth(void **state)
{
    (void)state;
    for (int depth = 64; depth <= 65; ++depth) {
        struct token_builder b;
        begin_compute(&b);
        for (int i = 0; i < depth; ++i)
            EMIT(&b, IF, "r0.x");
        for (int i = 0; i < depth; ++i)
            EMIT(&b, ENDIF);
        EMIT(&b, RET);
        if (depth == 64)
            dxbc_free(load_program(&b));
        else
            expect_program_refused(&b, DIAG_FLOW, "more than 64 levels");
    }
}

static void recursion(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    EMIT(&b, CALL, "label0");
    EMIT(&b, CALL, "label1");
    EMIT(&b, RET);
    EMIT(&b, LABEL, "label0");
    EMIT(&b, CALLC, "r0.x", "label1");
    EMIT(&b, RET);
    EMIT(&b, LABEL, "label1");
    EMIT(&b, RET);
    dxbc_free(load_program(&b));

    begin_compute(&b);
    EMIT(&b, RET);
    EMIT(&b, LABEL, "label0");
    EMIT(&b, CALL, "label1");
    EMIT(&b, RET);
    EMIT(&b, LABEL, "label1");
    EMIT(&b, CALLC, "r0.x", "label0");
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_FLOW, "can call itself");

    begin_compute(&b);
    EMIT(&b, RET);
    EMIT(&b, LABEL, "label0");
    EMIT(&b, RET);
    EMIT(&b, LABEL, "label0");
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_FLOW, "another label has");
}

/* Two bodies, a table of them, an interface; the bodies do as the callee says. */
static void begin_interfaces(struct token_builder *b, uint32_t bodies_in_table, uint32_t table_named)
{
    begin_compute(b);
    tokens_declare(b, DXBC_OP_DCL_FUNCTION_BODY, 0, NULL, 1, 0u);
    tokens_declare(b, DXBC_OP_DCL_FUNCTION_BODY, 0, NULL, 1, 1u);
    if (bodies_in_table == 2)
        tokens_declare(b, DXBC_OP_DCL_FUNCTION_TABLE, 0, NULL, 4, 0u, 2u, 0u, 1u);
    else
        tokens_declare(b, DXBC_OP_DCL_FUNCTION_TABLE, 0, NULL, 3, 0u, 1u, 0u);
    tokens_declare(b, DXBC_OP_DCL_INTERFACE, 0, NULL, 4, 0u, 2u, 1u | 3u << 16, table_named);
}

static void finish_interfaces(struct token_builder *b, bool recurses)
{
    EMIT(b, RET);
    EMIT(b, LABEL, "fb0");
    if (recurses)
        tokens_fcall(b, 0, "fp0[0]");
    EMIT(b, RET);
    EMIT(b, LABEL, "fb1");
    EMIT(b, RET);
}

static void interfaces(void **state)
{
    (void)state;
    struct token_builder b;
    begin_interfaces(&b, 2, 0);
    tokens_fcall(&b, 1, "fp0[r0.x+2]");
    finish_interfaces(&b, false);
    struct dxbc_shader *shader = load_program(&b);
    assert_int_equal(shader->program.instrs[find(shader, DXBC_OP_FCALL, 0)].data[0], 1);
    dxbc_free(shader);

    begin_interfaces(&b, 1, 0);
    finish_interfaces(&b, false);
    expect_program_refused(&b, DIAG_REGISTER, "fewer bodies");
    begin_interfaces(&b, 2, 7);
    finish_interfaces(&b, false);
    expect_program_refused(&b, DIAG_REGISTER, "not declared");
    begin_interfaces(&b, 2, 0);
    tokens_fcall(&b, 2, "fp0[0]");
    finish_interfaces(&b, false);
    expect_program_refused(&b, DIAG_REGISTER, "interface or call site");
    begin_interfaces(&b, 2, 0);
    tokens_fcall(&b, 0, "fp0[3]");
    finish_interfaces(&b, false);
    expect_program_refused(&b, DIAG_REGISTER, "interface or call site");
    begin_interfaces(&b, 2, 0);
    finish_interfaces(&b, true);
    expect_program_refused(&b, DIAG_FLOW, "can call itself");
    begin_interfaces(&b, 2, 0);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_REGISTER, "names a function body");
}

static void hull_phases(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/hs_5_0_quad.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    const uint32_t phase = shader->program.instrs[find(shader, DXBC_OP_HS_FORK_PHASE, 0)].offset;
    const uint32_t ret = shader->program.instrs[find(shader, DXBC_OP_RET, 0)].offset;
    assert_true(ret < phase);
    dxbc_free(shader);
    set_word_at(bytes, ret, 0x0100003a); /* the control point phase no longer ends with ret */
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_FLOW, "hs_fork_phase does not follow a ret");
}

/* ---- barriers ---- */

static void barrier(struct token_builder *b)
{
    EMIT_WITH(b, SYNC, TOKENS_THREADS | TOKENS_TGSM);
}

static void begin_barriers(struct token_builder *b)
{
    begin_compute(b);
    tokens_input(b, "vThreadIDInGroupFlattened");
    tokens_input(b, "vThreadIDInGroup.xyz");
    tokens_input(b, "vThreadID.xyz");
}

static void divergent_if(void **state)
{
    (void)state;
    struct token_builder b;
    begin_barriers(&b);
    EMIT(&b, IADD, "r0.y", "vThreadIDInGroup.x", "l(-3)");
    EMIT(&b, ULT, "r0.x", "r0.y", "l(16)");
    EMIT_WITH(&b, IF, TOKENS_NZ, "r0.x");
    barrier(&b);
    EMIT(&b, ENDIF);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_BARRIER, "only some of its threads");

    begin_barriers(&b); /* the other side, and by the thread number itself */
    EMIT_WITH(&b, IF, TOKENS_NZ, "vThreadIDInGroupFlattened.x");
    EMIT(&b, ELSE);
    barrier(&b);
    EMIT(&b, ENDIF);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_BARRIER, "only some of its threads");
}

static void divergent_loop(void **state)
{
    (void)state;
    struct token_builder b;
    begin_barriers(&b);
    EMIT(&b, LOOP);
    EMIT(&b, IEQ, "r0.x", "vThreadIDInGroup.x", "l(7)");
    EMIT_WITH(&b, BREAKC, TOKENS_NZ, "r0.x");
    barrier(&b);
    EMIT(&b, ENDLOOP);
    EMIT(&b, RET);
    expect_program_refused(&b, DIAG_BARRIER, "only some of its threads");

    begin_barriers(&b); /* the threads that broke come back at the end of the loop */
    EMIT(&b, LOOP);
    EMIT(&b, IEQ, "r0.x", "vThreadIDInGroup.x", "l(7)");
    EMIT_WITH(&b, IF, TOKENS_NZ, "r0.x");
    EMIT(&b, BREAK);
    EMIT(&b, ENDIF);
    EMIT(&b, BREAK);
    EMIT(&b, ENDLOOP);
    EMIT_WITH(&b, IF, TOKENS_NZ, "l(1)");
    barrier(&b);
    EMIT(&b, ENDIF);
    EMIT(&b, RET);
    dxbc_free(load_program(&b));
}

/* Nothing that could be uniform, or might never be reached, is refused. */
static void barriers_that_may_be_sound(void **state)
{
    (void)state;
    static const char *const conditions[] = {
        "r0.x", /* every thread number is below 32 */
        "r0.y", /* the number of the group matters */
        "r0.z", /* unknown */
        "r0.w", /* overwritten in flow that nobody knows */
    };
    for (size_t i = 0; i < COUNT(conditions); ++i) {
        struct token_builder b;
        begin_barriers(&b);
        tokens_constant_buffer(&b, 0, 1, false);
        EMIT(&b, ULT, "r0.x", "vThreadIDInGroupFlattened.x", "l(32)");
        EMIT(&b, ULT, "r0.y", "vThreadID.x", "l(16)");
        EMIT(&b, ULT, "r0.z", "cb0[0].x", "l(16)");
        EMIT(&b, ULT, "r0.w", "vThreadIDInGroup.x", "l(16)");
        EMIT(&b, IF, "cb0[0].y");
        EMIT(&b, MOV, "r0.w", "cb0[0].z");
        EMIT(&b, ENDIF);
        const char *const operands[] = {conditions[i], NULL};
        tokens_instr(&b, DXBC_OP_IF, TOKENS_NZ, operands);
        barrier(&b);
        EMIT(&b, ENDIF);
        EMIT(&b, RET);
        dxbc_free(load_program(&b));
    }
}

static void a_barrier_that_may_not_be_reached(void **state)
{
    (void)state;
    struct token_builder b;
    begin_barriers(&b);
    tokens_constant_buffer(&b, 0, 1, false);
    EMIT_WITH(&b, IF, TOKENS_NZ, "vThreadIDInGroupFlattened.x");
    EMIT(&b, IF, "cb0[0].x");
    barrier(&b);
    EMIT(&b, ENDIF);
    EMIT(&b, ENDIF);
    EMIT(&b, RET);
    dxbc_free(load_program(&b));

    begin_barriers(&b);
    tokens_constant_buffer(&b, 0, 1, false);
    EMIT(&b, RETC, "cb0[0].x");
    EMIT_WITH(&b, IF, TOKENS_NZ, "vThreadIDInGroupFlattened.x");
    barrier(&b);
    EMIT(&b, ENDIF);
    EMIT(&b, RET);
    dxbc_free(load_program(&b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets),
        cmocka_unit_test(broken_nesting),
        cmocka_unit_test(the_end),
        cmocka_unit_test(nesting_depth),
        cmocka_unit_test(recursion),
        cmocka_unit_test(interfaces),
        cmocka_unit_test(hull_phases),
        cmocka_unit_test(divergent_if),
        cmocka_unit_test(divergent_loop),
        cmocka_unit_test(barriers_that_may_be_sound),
        cmocka_unit_test(a_barrier_that_may_not_be_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
