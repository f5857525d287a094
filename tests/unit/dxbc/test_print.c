/* Listings: spellings that the goldens do not hold, numbers and offsets, single instructions, streams that
 * fail. */
#include "dxbc_cases.h"

/* The listing of a program as one string; the caller frees. */
static char *print_shader(const struct dxbc_shader *shader, unsigned flags)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(dxbc_print(shader, flags, out), DIAG_OK);
    fclose(out);
    return text;
}

/* The text of the last instruction before ret. */
static void expect_line(struct token_builder *b, const char *expected)
{
    EMIT(b, RET);
    struct dxbc_shader *shader = load_program(b);
    char line[400];
    dxbc_print_instr(shader, shader->program.instr_count - 2, line, sizeof(line));
    assert_string_equal(line, expected);
    dxbc_free(shader);
}

#define EXPECT(expected, controls, name, ...)                                                                \
    do {                                                                                                     \
        struct token_builder b_;                                                                             \
        begin_compute(&b_);                                                                                  \
        tokens_indexable_temp(&b_, 0, 4);                                                                    \
        tokens_constant_buffer(&b_, 0, 0, true);                                                             \
        tokens_typed(&b_, "t0", DXBC_DIM_TEXTURE2D, 5);                                                      \
        EMIT_WITH(&b_, name, controls, __VA_ARGS__);                                                         \
        expect_line(&b_, expected);                                                                          \
    } while (0)

static void literals(void **state)
{
    (void)state;
    EXPECT("add r0.x, l(1.500000), l(-0.000000)", 0, ADD, "r0.x", "l(1.5)", "l(0x80000000)");
    EXPECT("add r0.x, l(1.#INF00), l(-1.#INF00)", 0, ADD, "r0.x", "l(0x7f800000)", "l(0xff800000)");
    EXPECT("add r0.x, l(1.#QNAN0), l(-1.#QNAN0)", 0, ADD, "r0.x", "l(0x7f800001)", "l(0xffffffff)");
    EXPECT("add r0.x, l(-1.#IND00), l(340282346638528859811704183484516925440.000000)", 0, ADD, "r0.x",
           "l(0xffc00000)", "l(0x7f7fffff)");
    EXPECT("iadd r0.x, l(10000), l(0x00002711)", 0, IADD, "r0.x", "l(10000)", "l(10001)");
    EXPECT("iadd r0.x, l(-10000), l(0xffffd8ef)", 0, IADD, "r0.x", "l(-10000)", "l(-10001)");
    EXPECT("mov r0.xyzw, l(1,1.000000,-1,0x7fc00000)", 0, MOV, "r0.xyzw", "l(1, 1.0, -1, 0x7fc00000)");
    EXPECT("mov r0.x, l(0x00100000)", 0, MOV, "r0.x", "l(0x00100000)");
    EXPECT("mov r0.x, l(-0.000000)", 0, MOV, "r0.x", "l(0x80000000)");
    EXPECT("dmov r0.xy, d(1.500000l, -2.000000l)", 0, DMOV, "r0.xy", "d(1.5, -2.0)");
}

static void registers(void **state)
{
    (void)state;
    EXPECT("mov r0.x, -|r1.w|", 0, MOV, "r0.x", "-|r1.w|");
    EXPECT("mov r0.x, -l(2)", 0, MOV, "r0.x", "-l(2)");
    EXPECT("mov x0[r1.x + 2].xyz, cb0[r2.y + 7].wzyx", 0, MOV, "x0[r1.x+2].xyz", "cb0[r2.y+7].wzyx");
    EXPECT("mov x0[r1.x + 0].x, cb0[r2.y + -2].w", 0, MOV, "x0[r1.x].x", "cb0[r2.y+4294967294].w");
    EXPECT("imul null, r0.x, r1.x, r2.x", 0, IMUL, "null", "r0.x", "r1.x", "r2.x");
}

static void suffixes(void **state)
{
    (void)state;
    EXPECT("mad_sat [precise] r0.xyzw, r1.xyzw, r2.xyzw, r3.xyzw", TOKENS_SAT | 15 << 19, MAD, "r0.xyzw",
           "r1.xyzw", "r2.xyzw", "r3.xyzw");
    EXPECT("add [precise(xz)] r0.xz, r1.xyzw, r2.xyzw", 5 << 19, ADD, "r0.xz", "r1.xyzw", "r2.xyzw");
    EXPECT("resinfo_rcpfloat r0.x, l(0), t0.xyzw", 1 << 11, RESINFO, "r0.x", "l(0)", "t0.xyzw");
    EXPECT("resinfo_uint r0.x, l(0), t0.xyzw", 2 << 11, RESINFO, "r0.x", "l(0)", "t0.xyzw");
    EXPECT("sync_uglobal_g_t", 0xb << 11, SYNC, );
    EXPECT("sync_sat_ugroup", 4 << 11, SYNC, );
    EXPECT("retc_nz r0.x", TOKENS_NZ, RETC, "r0.x");
    EXPECT("nop ", 0, NOP, );
}

static void messages(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    EMIT_PRINTF(&b, "a\tb\n\\ \"%d\" \x01", "r0.x", "l(2.5)");
    expect_line(&b, "printf \"a\\tb\\n\\\\ \"%d\" .\", r0.x, l(2.500000)");
}

static void numbers_and_offsets(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    EMIT_WITH(&b, IF, TOKENS_NZ, "r0.x");
    EMIT(&b, NOP);
    EMIT(&b, ENDIF);
    EMIT(&b, RET);
    struct dxbc_shader *shader = load_program(&b);
    char *text = print_shader(shader, DXBC_PRINT_OFFSETS | DXBC_PRINT_NUMBERS);
    assert_string_equal(text, "      0x00000000: cs_5_0\n"
                              "      0x00000008: dcl_temps 4\n"
                              "      0x00000010: dcl_thread_group 32, 1, 1\n"
                              "   0  0x00000020: if_nz r0.x\n"
                              "   1  0x0000002C:   nop \n"
                              "   2  0x00000030: endif \n"
                              "   3  0x00000034: ret \n"
                              "// Approximately 0 instruction slots used\n");
    free(text);
    text = print_shader(shader, DXBC_PRINT_NUMBERS);
    assert_non_null(strstr(text, "      dcl_temps 4\n      dcl_thread"));
    assert_non_null(strstr(text, "   1:   nop \n"));
    free(text);
    text = print_shader(shader, DXBC_PRINT_OFFSETS);
    assert_non_null(strstr(text, "0x00000030: endif \n"));
    free(text);
    dxbc_free(shader);
}

static void short_buffers(void **state)
{
    (void)state;
    struct token_builder b;
    begin_compute(&b);
    EMIT(&b, MOV, "r0.xyzw", "r1.xyzw");
    EMIT(&b, RET);
    struct dxbc_shader *shader = load_program(&b);
    for (size_t size = 0; size < 30; ++size) {
        char *line = malloc(size + 1); /* the sanitizer watches the end */
        line[size] = '#';
        dxbc_print_instr(shader, 2, line, size);
        if (size > 0)
            assert_int_equal(strlen(line), size - 1 < 20 ? size - 1 : 20);
        assert_int_equal(line[size], '#');
        free(line);
    }
    char line[8] = "?";
    assert_string_equal(dxbc_print_instr(shader, 99, line, sizeof(line)), "");
    dxbc_free(shader);
}

static void streams_that_fail(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_memory.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    char buffer[100];
    FILE *full = fmemopen(buffer, sizeof(buffer), "w");
    setvbuf(full, NULL, _IONBF, 0);
    assert_int_equal(dxbc_print(shader, 0, full), DIAG_NO_MEMORY);
    fclose(full);
    dxbc_free(shader);
    free(bytes);
}

static void diagnostics(void **state)
{
    (void)state;
    struct diag diag = {0};
    char text[80];
    assert_int_equal(diag_set(&diag, DIAG_FLOW, 0x1c, 3, "%s has no if", "else"), DIAG_FLOW);
    assert_int_equal(diag_set(&diag, DIAG_LIMIT, 0x20, 4, "an echo"), DIAG_LIMIT);
    assert_string_equal(diag_format(&diag, text, sizeof(text)), "offset 0x1c, instruction 3: else has no if");
    diag.instruction = DIAG_NO_INSTRUCTION;
    assert_string_equal(diag_format(&diag, text, sizeof(text)), "offset 0x1c: else has no if");
    assert_int_equal(diag_set(NULL, DIAG_FLOW, 0, 0, "nobody listens"), DIAG_FLOW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals),
        cmocka_unit_test(registers),
        cmocka_unit_test(suffixes),
        cmocka_unit_test(messages),
        cmocka_unit_test(numbers_and_offsets),
        cmocka_unit_test(short_buffers),
        cmocka_unit_test(streams_that_fail),
        cmocka_unit_test(diagnostics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
