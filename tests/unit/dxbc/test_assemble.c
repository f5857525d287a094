/* Texts written by hand: what they assemble to, and where and why they are refused. */
#include <sys/mman.h>
#include <unistd.h>

#include "dxbc_cases.h"

#include "alloc.h"
#include "assembler.h"
#include "rule.h"

static struct dxbc_shader *assemble(const char *text, struct dxbc_assembly *assembly)
{
    struct dxbc_text_error error;
    struct dxbc_shader *shader = NULL;
    struct diag diag = {0};
    if (dxbc_assemble(text, strlen(text), assembly, &error) != DIAG_OK)
        fail_msg("line %u, column %u: %s", error.line, error.column, error.text);
    if (dxbc_load(assembly->bytes, assembly->size, 0, &shader, &diag) != DIAG_OK)
        fail_msg("%s", diag.text);
    return shader;
}

/* Not inline: gcc 12 would take the text for the variable that the stream writes its address to, and warn. */
__attribute__((noinline)) static char *print_all(const struct dxbc_shader *shader, unsigned flags, size_t *size)
{
    char *listing = NULL;
    FILE *out = open_memstream(&listing, size);
    assert_non_null(out);
    assert_int_equal(dxbc_print(shader, flags, out), DIAG_OK);
    fclose(out);
    return listing;
}

static void expect_listing(const char *text, const char *wanted)
{
    struct dxbc_assembly assembly;
    struct dxbc_shader *shader = assemble(text, &assembly);
    size_t size;
    char *listing = print_all(shader, 0, &size);
    char *end = strstr(listing, "// Approximately");
    assert_non_null(end);
    *end = 0;
    assert_string_equal(listing, wanted);
    free(listing);
    dxbc_free(shader);
    dxbc_assembly_free(&assembly);
}

/* Comments, empty lines, margins, hexadecimal and plain numbers, letters of colours, #line. */
static void hand_written_text(void **state)
{
    (void)state;
    expect_listing("// a comment\n"
                   "\n"
                   "   cs_5_0   // the target\n"
                   "#line 3 \"x.hlsl\"\n"
                   "dcl_globalFlagsnone\n"
                   "dcl_uav_raw u0\r\n"
                   "dcl_temps 2\n"
                   "dcl_thread_group 4,1,\t1\n"
                   "  0: mov r0.xy, l(1, 0x3f800000, 2.5, -1)\n"
                   "  1  0x00000040: mul r0.x, r0.x, l(2)\n"
                   "add_sat [precise(x)] r0.x, -|r0.r|, r0.g\n"
                   "mov r1.x, l(1e3f)\n"
                   "if_nz r0.x\n"
                   "store_raw u0.x, l(0), r0.x // done\n"
                   "endif\n"
                   "ret",
                   "cs_5_0\n"
                   "dcl_globalFlagsnone\n"
                   "dcl_uav_raw u0\n"
                   "dcl_temps 2\n"
                   "dcl_thread_group 4, 1, 1\n"
                   "mov r0.xy, l(1,1.000000,2.500000,-1)\n"
                   "mul r0.x, r0.x, l(2.000000)\n"
                   "add_sat [precise(x)] r0.x, -|r0.x|, r0.y\n"
                   "mov r1.x, l(1000.000000)\n"
                   "if_nz r0.x\n"
                   "  store_raw u0.x, l(0), r0.x\n"
                   "endif \n"
                   "ret \n");
}

static void messages_and_tables(void **state)
{
    (void)state;
    expect_listing("cs_5_0\n"
                   "dcl_immediateConstantBuffer { { 1.5, 0, -1, 0x7fc00000},\n"
                   "  // a comment inside\n"
                   "  { 0, 0, 0, 1.#INF00} }\n"
                   "dcl_globalFlags enableDoublePrecisionFloatOps\n"
                   "dcl_temps 1\n"
                   "dcl_thread_group 1, 1, 1\n"
                   "mov r0.x, icb[1].w\n"
                   "printf \"a\\tb\\\\ %d\", r0.x, icb[0].x\n"
                   "errorf \"\"\n"
                   "dadd r0.xy, d(0.5l, 0l), d(-1.#IND00l, 1.#QNAN0l)\n"
                   "ret\n",
                   "cs_5_0\n"
                   "dcl_immediateConstantBuffer { { 1.500000, 0, -1, 0x7fc00000},\n"
                   "                              { 0, 0, 0, 0x7f800000} }\n"
                   "dcl_globalFlags enableDoublePrecisionFloatOps\n"
                   "dcl_temps 1\n"
                   "dcl_thread_group 1, 1, 1\n"
                   "mov r0.x, icb[1].w\n"
                   "printf \"a\\tb\\\\ %d\", r0.x, icb[0].x\n"
                   "errorf \"\"\n"
                   "dadd r0.xy, d(0.500000l, 0.000000l), d(-1.#IND00l, 1.#QNAN0l)\n"
                   "ret \n");
}

static const struct refusal {
    const char *line; /* stands at line 4 of a compute shader; NULL: the whole text is `whole` */
    const char *whole;
    uint32_t error_line, column;
    const char *text;
} refusals[] = {
    {NULL, "", 1, 1, "expected a target, such as cs_5_0, found the end of the text"},
    {NULL, "cs_6_0\n", 1, 1, "expected a target, such as cs_5_0, found 'cs_6_0'"},
    {NULL, "// x\n  mov r0.x, r1.x\n", 2, 3, "expected a target, such as cs_5_0, found 'mov'"},
    {"frobnicate r0.x", NULL, 4, 1, "expected an instruction or declaration, found 'frobnicate'"},
    {"addd r0.x, r0.x, r0.x", NULL, 4, 1, "expected an instruction or declaration (add?), found 'addd'"},
    {"MOV_sat r0.x, r0.x", NULL, 4, 1, "expected an instruction or declaration (mov?), found 'MOV_sat'"},
    {"dcl_temp 4", NULL, 4, 1, "expected an instruction or declaration (dcl_temps?), found 'dcl_temp'"},
    {"mov r0.x, vThreadId.x", NULL, 4, 11, "expected an operand (vThreadID?), found 'vThreadId'"},
    {"mov r0.x, 1.0", NULL, 4, 11, "expected an operand (numbers are written l(1.0)), found '1'"},
    {"; a comment", NULL, 4, 1, "expected an instruction or declaration, found ';' (comments start with //)"},
    {"  mov r0.x", NULL, 4, 11, "expected ',', found the end of the line"},
    {"mov r0.x, q0.x", NULL, 4, 11, "expected an operand, found 'q0'"},
    {"mov r0.x, T0[0].x", NULL, 4, 11, "expected an operand, found 'T0'"},
    {"mov r0.zy, r0.x", NULL, 4, 9, "expected a mask: some of xyzw, in order"},
    {"mov r0.q, r0.x", NULL, 4, 8, "expected one of the letters xyzw, found 'q'"},
    {"mov r0.xyzwx, r0.x", NULL, 4, 8, "expected at most four of the letters xyzw"},
    {"mov r0.x, r0.x r1", NULL, 4, 16, "expected the end of the line, found 'r1'"},
    {"mov r0.x, x1[r0.x + 0][0][0][0].x", NULL, 4, 26, "an operand has at most 3 indices"},
    {"mov r0.x, cb0[r0.x + r1.x].x", NULL, 4, 22, "expected a whole number, found 'r1'"},
    {"mov r0.x, cb0[0.x", NULL, 4, 16, "expected ']', found '.'"},
    {"mov r0.x, |r0.x", NULL, 4, 16, "expected '|', found the end of the line"},
    {"mov r0.x, l(1, 2)", NULL, 4, 17, "expected 1 or 4 numbers, not 2"},
    {"mov r0.x, l(1, 2, 3, 4, 5)", NULL, 4, 25, "expected ')', found '5'"},
    {"mov r0.x, l(x)", NULL, 4, 13, "expected a number, found 'x'"},
    {"mov r0.x, l(4294967296)", NULL, 4, 13, "the number does not fit into 32 bits"},
    {"mov r0.x, l(1.5.5)", NULL, 4, 16, "expected ')', found '.'"},
    {"dadd r0.xy, r0.xy, d(1l, 2l, 3l)", NULL, 4, 30, "expected ')', found '3l'"},
    {"mov_foo r0.x, r0.x", NULL, 4, 4, "mov cannot have the suffix '_foo'"},
    {"if r0.x", NULL, 4, 3, "expected if_nz or if_z"},
    {"mov [fast] r0.x, r0.x", NULL, 4, 6, "expected 'precise', found 'fast'"},
    {"mov [precise(q)] r0.x, r0.x", NULL, 4, 14, "expected some of the letters xyzw"},
    {"ld_aoffimmi(9,0,0) r0.x, r0.x, t0.x", NULL, 4, 13, "a texel offset is -8 to 7"},
    {"ld_indexable(textureBig)(float,float,float,float) r0.x, r0.x, t0.x", NULL, 4, 14,
     "expected a return type, found 'textureBig'"},
    {"mov r0.x, r1.x {min17f}", NULL, 4, 17, "expected a precision, found 'min17f'"},
    {"fcall fp0", NULL, 4, 7, "expected an interface and a call site: fp#[index][site]"},
    {"printf \"a\\qb\"", NULL, 4, 11, "expected one of the letters b t n r \\ \" behind \\"},
    {"printf \"a", NULL, 4, 10, "expected '\"', found the end of the line"},
    {"mov r0.x, x0[r0.x + x0[r0.x", NULL, 4, 21, "expected a whole number, found 'x0'"},
    {"mov r0.x, r[r[r[r[r[r[r[r[r[r[r0.x]]]]]]]]]].x", NULL, 4, 29, "indices are nested too deeply"},
    {"dcl_resource_texture2dms(x) (float,float,float,float) t0", NULL, 4, 26,
     "expected a whole number, found 'x'"},
    {"dcl_sampler s0", NULL, 4, 15, "expected ',', found the end of the line"},
    {"dcl_tgsm_raw t0, 4", NULL, 4, 14, "expected 'g', found 't0'"},
    {"dcl_input_ps sideways v0.x", NULL, 4, 14, "expected an interpolation mode, found 'sideways'"},
    {"dcl_input_siv v0.x, place", NULL, 4, 21, "expected a system value, found 'place'"},
    {"dcl_outputtopology blob", NULL, 4, 20, "expected an output topology, found 'blob'"},
    {"dcl_inputprimitive patchx", NULL, 4, 25, "expected a whole number, found 'x'"},
    {"dcl_indexableTemp x0[4] 4", NULL, 4, 25, "expected ',', found '4'"},
    {"dcl_output_control_point_count x", NULL, 4, 32, "expected a whole number, found 'x'"},
    {"dcl_uav_structured u0, 4, 5", NULL, 4, 25, "expected the end of the line, found ','"},
    {"call label0, r0.x", NULL, 4, 12, "expected the end of the line, found ','"},
    {"add r0.x, r0.x, l(0x)", NULL, 4, 19, "'0x' is no number"},
    {"dadd r0.xy, r0.xy, d(x)", NULL, 4, 22, "expected a number, found 'x'"},
    {".frob", NULL, 4, 2, "expected .chunk or .tokens"},
    {".tokens 0xzz", NULL, 4, 10, "expected a whole number, found 'xzz'"},
    {".chunk ABCD 9 1 2", NULL, 4, 8, "the chunk has 9 bytes, its words are 2"},
    {"dcl_resource_textureBig (float,float,float,float) t0", NULL, 4, 13,
     "expected '_' and a dimension, such as _texture2d"},
    {"dcl_resource_texture2d (float,float,float) t0", NULL, 4, 42, "expected ',', found ')'"},
    {"dcl_uav_raw_foo u0", NULL, 4, 12, "this declaration has no '_foo'"},
    {"dcl_sampler s0, mode_fast", NULL, 4, 17, "expected a sampler mode, found 'mode_fast'"},
    {"dcl_constantbuffer cb0[1], sometimes", NULL, 4, 28, "expected immediateIndexed or dynamicIndexed"},
    {"dcl_inputprimitive patch33", NULL, 4, 25, "expected patch1 to patch32"},
    {"dcl_globalFlags refactoringAllowed | fast", NULL, 4, 38, "expected a global flag, found 'fast'"},
    {"dcl_function_table ft0 = {fb0, ft1}", NULL, 4, 32, "expected 'fb', found 'ft1'"},
    {"dcl_interface fp0[1] = {ft0}", NULL, 4, 22, "expected '[', found '='"},
    {"dcl_hs_max_tessfactor 4", NULL, 4, 23, "expected 'l', found '4'"},
    {"dcl_immediateConstantBuffer { { 1, 2, 3} }", NULL, 4, 40, "expected ',', found '}'"},
};

static void refused_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); ++i) {
        const struct refusal *r = &refusals[i];
        char text[400];
        struct dxbc_assembly assembly;
        struct dxbc_text_error error;
        snprintf(text, sizeof(text), "%s%s%s",
                 r->line ? "cs_5_0\ndcl_temps 4\ndcl_thread_group 1, 1, 1\n" : "",
                 r->line ? r->line : r->whole, r->line ? "\nret\n" : "");
        assert_int_equal(dxbc_assemble(text, strlen(text), &assembly, &error), DIAG_TEXT);
        assert_null(assembly.bytes);
        if (error.line != r->error_line || error.column != r->column || !strstr(error.text, r->text))
            fail_msg("%s: line %u, column %u: %s", r->line ? r->line : r->whole, error.line, error.column,
                     error.text);
        assert_int_equal(dxbc_assemble(text, strlen(text), &assembly, NULL), DIAG_TEXT);
    }
}

/* Found by the corpus: two phases of a hull shader that declare one component, the second with its system value. */
static void shared_components(void **state)
{
    (void)state;
    static const char *const orders[][2] = {
        {"dcl_output o0.x", "dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor"},
        {"dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor", "dcl_output o0.xy"},
    };
    for (size_t i = 0; i < COUNT(orders); ++i) {
        char text[600];
        struct dxbc_assembly assembly;
        struct dxbc_report report;
        snprintf(text, sizeof(text),
                 "hs_5_0\nhs_decls\ndcl_input_control_point_count 1\ndcl_output_control_point_count 1\n"
                 "dcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_integer\n"
                 "dcl_tessellator_output_primitive output_point\n"
                 "hs_fork_phase\n%s\nmov o0.x, l(1)\nret\nhs_fork_phase\n%s\nmov o0.x, l(1)\nret\n",
                 orders[i][0], orders[i][1]);
        assert_int_equal(dxbc_assemble(text, strlen(text), &assembly, NULL), DIAG_OK);
        assert_int_equal(dxbc_check(assembly.bytes, assembly.size, &report), DIAG_OK);
        assert_int_equal(report.count, 2);
        assert_string_equal(dxbc_rule_id((enum dxbc_rule)report.items[0].rule), "V101-tessellation-factors");
        assert_string_equal(dxbc_rule_id((enum dxbc_rule)report.items[1].rule), "V102-patch-overlap");
        dxbc_report_free(&report);
        dxbc_assembly_free(&assembly);
    }
}

/* Names of what is bound come back out of the header, with all that reflection tells of them but the register()s that
 * were asked for. */
static void bindings(void **state)
{
    (void)state;
    static const char *const files[] = {"golden/cs_5_0_memory.dxbc", "golden/cs_5_1_ranges.dxbc",
                                        "golden/ps_4_0_samples.dxbc", "golden/ps_5_0_everything.dxbc",
                                        "golden/cs_5_0_classes.dxbc"};
    enum { USER_PACKED = 1 };
    for (size_t i = 0; i < COUNT(files); ++i) {
        size_t size, length;
        uint8_t *bytes = read_case(files[i], &size);
        struct dxbc_shader *shader = load_bytes(bytes, size);
        char *text = print_all(shader, DXBC_PRINT_HEADER, &length);
        struct dxbc_assembly assembly;
        assert_int_equal(dxbc_assemble(text, length, &assembly, NULL), DIAG_OK);
        struct dxbc_shader *again = load_bytes(assembly.bytes, assembly.size);
        const struct dxbc_reflection *a = &shader->reflection, *b = &again->reflection;
        assert_true(a->binding_count > 0);
        assert_int_equal(a->binding_count, b->binding_count);
        assert_string_equal(a->creator, b->creator);
        for (uint32_t k = 0; k < a->binding_count; ++k) {
            const struct dxbc_binding *x = &a->bindings[k], *y = &b->bindings[k];
            assert_string_equal(x->name, y->name);
            const uint32_t left[] = {x->type,       x->return_type, x->dimension,           x->sample_count, x->bind_point,
                                     x->bind_count, x->space,       x->flags & ~USER_PACKED, x->id};
            const uint32_t right[] = {y->type,       y->return_type, y->dimension, y->sample_count, y->bind_point,
                                      y->bind_count, y->space,       y->flags,     y->id};
            assert_memory_equal(left, right, sizeof(left));
        }
        dxbc_free(again);
        dxbc_free(shader);
        dxbc_assembly_free(&assembly);
        free(text);
        free(bytes);
    }
}

/* Found by fuzz_asm: precisions that Microsoft prints like the default. */
static void precisions(void **state)
{
    (void)state;
    expect_listing("ps_5_0\n"
                   "dcl_globalFlags enableMinimumPrecision\n"
                   "dcl_temps 2\n"
                   "add r0.x {min16f}, r1.x {def32 as min16f}, r1.y {min16f}\n"
                   "mov r0.x, r1.x {def32}\n"
                   "mov r0.x, r1.x {def32 as def32}\n"
                   "mov r0.x, r1.x {min2_8f as def32}\n"
                   "ret\n",
                   "ps_5_0\n"
                   "dcl_globalFlags enableMinimumPrecision\n"
                   "dcl_temps 2\n"
                   "add r0.x {min16f}, r1.x {def32 as min16f}, r1.y {min16f}\n"
                   "mov r0.x, r1.x {def32 as def32}\n"
                   "mov r0.x, r1.x {def32 as def32}\n"
                   "mov r0.x, r1.x {min2_8f as def32}\n"
                   "ret \n");
}

/* Text that a listing of 5.1 has and hand-written text of 5.1 may leave out. */
static void ranges_of_5_1(void **state)
{
    (void)state;
    expect_listing("cs_5_1\n"
                   "dcl_constantbuffer CB0[2:2][4], dynamicIndexed\n"
                   "dcl_sampler S0[0:*], mode_default, space=7\n"
                   "dcl_resource_structured T0[1:4], 16\n"
                   "dcl_uav_typed_texture2d_glc (uint,uint,uint,uint) U0[0:0], space=1\n"
                   "dcl_temps 1\n"
                   "dcl_thread_group 1, 1, 1\n"
                   "mov r0.x, CB0[2][r0.x + 1].y\n"
                   "ld_structured r0.x, l(0), l(4), T0[r0.x + 1].xxxx {nonuniform}\n"
                   "store_uav_typed U0[0].xyzw, l(0, 0, 0, 0), r0.xxxx\n"
                   "ret\n",
                   "cs_5_1\n"
                   "dcl_constantbuffer CB0[2:2][4], dynamicIndexed, space=0\n"
                   "dcl_sampler S0[0:*], mode_default, space=7\n"
                   "dcl_resource_structured T0[1:4], 16, space=0\n"
                   "dcl_uav_typed_texture2d_glc (uint,uint,uint,uint) U0[0:0], space=1\n"
                   "dcl_temps 1\n"
                   "dcl_thread_group 1, 1, 1\n"
                   "mov r0.x, CB0[2][r0.x + 1].y\n"
                   "ld_structured r0.x, l(0), l(4), T0[r0.x + 1].xxxx { nonuniform }\n"
                   "store_uav_typed U0[0].xyzw, l(0,0,0,0), r0.xxxx\n"
                   "ret \n");
}

static void expect_element(const struct dxbc_signature *signature, uint32_t i, const char *name,
                           uint32_t index, uint32_t value, uint32_t reg, uint8_t mask)
{
    assert_true(i < signature->count);
    const struct dxbc_signature_element *element = &signature->elements[i];
    assert_string_equal(element->name, name);
    assert_int_equal(element->index, index);
    assert_int_equal(element->system_value, value);
    assert_int_equal(element->reg, reg);
    assert_int_equal(element->mask, mask);
}

static void signatures_from_declarations(void **state)
{
    (void)state;
    struct dxbc_assembly assembly;
    struct dxbc_shader *shader = assemble("ps_5_0\n"
                                          "dcl_input_ps linear centroid v1.xy\n"
                                          "dcl_input_ps linear centroid v1.zw\n"
                                          "dcl_input_ps_siv linear noperspective v0.x, position\n"
                                          "dcl_output o0.xyzw\n"
                                          "dcl_output oDepth\n"
                                          "mov o0.xyzw, v1.xyzw\n"
                                          "mov oDepth, v0.x\n"
                                          "ret\n",
                                          &assembly);
    assert_int_equal(shader->input.count, 2);
    expect_element(&shader->input, 0, "TEXCOORD", 1, 0, 1, 15);
    expect_element(&shader->input, 1, "SV_Position", 0, 1, 0, 1);
    assert_int_equal(shader->output.count, 2);
    expect_element(&shader->output, 0, "SV_Target", 0, 0, 0, 15);
    expect_element(&shader->output, 1, "SV_Depth", 0, 0, UINT32_MAX, 1);
    dxbc_free(shader);
    dxbc_assembly_free(&assembly);

    shader = assemble("hs_5_0\n"
                      "hs_decls\n"
                      "dcl_input_control_point_count 1\n"
                      "dcl_output_control_point_count 1\n"
                      "dcl_tessellator_domain domain_tri\n"
                      "dcl_tessellator_partitioning partitioning_integer\n"
                      "dcl_tessellator_output_primitive output_triangle_cw\n"
                      "dcl_hs_max_tessfactor l(8)\n"
                      "hs_fork_phase\n"
                      "dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\n"
                      "dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor\n"
                      "dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor\n"
                      "dcl_output_siv o3.x, finalTriInsideTessFactor\n"
                      "mov o2.x, l(1.0)\n"
                      "ret\n",
                      &assembly);
    assert_int_equal(shader->patch_constant.count, 4);
    expect_element(&shader->patch_constant, 2, "SV_TessFactor", 2, 13, 2, 1);
    dxbc_free(shader);
    dxbc_assembly_free(&assembly);
}

/* Where a number in a comment is what the header's would be, it is read; free text is not. */
static void signatures_from_comments(void **state)
{
    (void)state;
    struct dxbc_assembly assembly;
    struct dxbc_shader *shader = assemble("// Input signature:\n"
                                          "// these are ours:\n"
                                          "// COLOR    2   x z         3     NONE     int     z\n"
                                          "// SV_Broken  x   xyzw      1     NONE   float   xyzw\n"
                                          "//\n"
                                          "// NOT     0   xyzw        1     NONE   float   xyzw\n"
                                          "// Output signature:\n"
                                          "// no Output\n"
                                          "// Approximately 17 instruction slots used\n"
                                          "vs_5_0\nret\n",
                                          &assembly);
    assert_int_equal(shader->input.count, 1);
    expect_element(&shader->input, 0, "COLOR", 2, 0, 3, 5);
    assert_int_equal(shader->input.elements[0].rw_mask, 4);
    assert_int_equal(shader->input.elements[0].component_type, 2);
    assert_int_equal(shader->output.count, 0);
    assert_int_equal(shader->stat[0], 17);
    dxbc_free(shader);
    dxbc_assembly_free(&assembly);
}

/* A table too long for the length field of its opcode token. */
static void long_tables(void **state)
{
    (void)state;
    enum { ENTRIES = 200 };
    char text[4096] = "cs_5_0\ndcl_function_body fb0\ndcl_function_table ft0 = {fb0";
    for (int i = 1; i < ENTRIES; ++i)
        strcat(text, ", fb0");
    strcat(text, "}\ndcl_interface fp0[1][1] = {ft0}\ndcl_thread_group 1, 1, 1\nfcall fp0[0][0]\nret\nlabel "
                 "fb0\nret\n");
    struct dxbc_assembly assembly;
    struct dxbc_shader *shader = assemble(text, &assembly);
    assert_int_equal(shader->program.table_count, 1);
    assert_int_equal(shader->program.tables[0].body_count, ENTRIES);
    assert_int_equal(shader->program.instrs[1].length, ENTRIES + 4);
    dxbc_free(shader);
    dxbc_assembly_free(&assembly);
}

/* Features that a program without a header needs, and the chunk that its model stands in. */
static void chunks_and_features(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t features, required;
        uint32_t level;
        const char *chunk;
    } cases[] = {
        {"vs_4_0\nret\n", 0, 0, 0xa000, "SHDR"},
        {"vs_4_1\nret\n", 0, 0, 0xa100, "SHDR"},
        {"vs_5_0\nret\n", 0, 0, 0xb000, "SHEX"},
        {"vs_4_0\ndcl_globalFlags enableRawAndStructuredBuffers\nret\n", 2, 0, 0xa000, "SHEX"},
        {"cs_4_0\ndcl_thread_group 1, 1, 1\nret\n", 0, 0, 0xa000, "SHEX"},
        {"ps_5_0\ndcl_globalFlags forceEarlyDepthStencil\nret\n", 0, 2, 0xb000, "SHEX"},
        {"vs_5_0\ndcl_globalFlags enableDoublePrecisionFloatOps | enableMinimumPrecision | "
         "enable11_1DoubleExtensions | enable11_1ShaderExtensions\nret\n",
         0x71, 0x71, 0xb000, "SHEX"},
        {"// Note: shader requires additional functionality:\n//       64 UAV slots\nvs_5_0\nret\n", 8, 8,
         0xb100, "SHEX"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        struct dxbc_assembly assembly;
        struct dxbc_shader *shader = assemble(cases[i].text, &assembly);
        bool found = false;
        for (uint32_t k = 0; k < shader->chunk_count; ++k)
            found |= memcmp(&shader->chunks[k].fourcc, cases[i].chunk, 4) == 0;
        assert_true(found);
        assert_int_equal(shader->feature_flags, cases[i].features);
        assert_int_equal(dxbc_required_features(shader), cases[i].required);
        assert_int_equal(dxbc_min_feature_level(shader), cases[i].level);
        dxbc_free(shader);
        dxbc_assembly_free(&assembly);
    }
    size_t size;
    uint8_t *bytes = read_case("golden/vs_4_0_level_9_3_simple.dxbc", &size);
    struct dxbc_shader *shader;
    assert_int_equal(dxbc_load(bytes, size, 0, &shader, NULL), DIAG_OK);
    assert_int_equal(dxbc_min_feature_level(shader), 0x9300);
    dxbc_free(shader);
    free(bytes);
}

static void chunk_directives(void **state)
{
    (void)state;
    char text[2048] = "";
    struct dxbc_assembly assembly;
    struct dxbc_text_error error;
    struct dxbc_shader *shader = assemble(".chunk PRIV 3 0x00636261\nvs_4_0\nret\n", &assembly);
    assert_int_equal(shader->chunk_count, 2); /* the program takes its own place at the end */
    assert_int_equal(shader->chunks[0].size, 3);
    assert_memory_equal(shader->bytes + shader->chunks[0].offset, "abc", 3);
    dxbc_free(shader);
    dxbc_assembly_free(&assembly);
    for (int i = 0; i < 64; ++i)
        strcat(text, ".chunk PRIV 4 1\n");
    strcat(text, "vs_4_0\nret\n");
    assert_int_equal(dxbc_assemble(text, strlen(text), &assembly, &error), DIAG_TEXT);
    assert_string_equal(error.text, "no room for the program's chunk");
    memmove(text + 16, text, strlen(text) + 1);
    assert_int_equal(dxbc_assemble(text, strlen(text), &assembly, &error), DIAG_TEXT);
    assert_string_equal(error.text, "more than 64 chunks");
    assert_int_equal(error.line, 65);
}

static void lines_of_instructions(void **state)
{
    (void)state;
    static const char text[] = "cs_5_0\n\ndcl_thread_group 1, 1, 1\n// x\n.tokens 0x0100003a\nret\n";
    struct dxbc_assembly assembly;
    assert_int_equal(dxbc_assemble(text, strlen(text), &assembly, NULL), DIAG_OK);
    assert_int_equal(assembly.instr_count, 3);
    assert_int_equal(assembly.lines[0], 3);
    assert_int_equal(assembly.lines[1], 5);
    assert_int_equal(assembly.lines[2], 6);
    dxbc_assembly_free(&assembly);
}

static void running_out_of_memory(void **state)
{
    (void)state;
    size_t size, text_size = 0;
    uint8_t *bytes = read_case("golden/cs_5_0_classes.dxbc", &size);
    struct dxbc_shader *shader;
    char *text = NULL;
    FILE *out = open_memstream(&text, &text_size);
    assert_int_equal(dxbc_load(bytes, size, 0, &shader, NULL), DIAG_OK);
    assert_non_null(out);
    dxbc_print(shader, DXBC_PRINT_HEADER, out);
    fclose(out);
    for (long budget = 0;; ++budget) {
        struct dxbc_assembly assembly;
        struct dxbc_text_error error;
        dxbc_alloc_budget = budget;
        const enum diag_code code = dxbc_assemble(text, text_size, &assembly, &error);
        dxbc_alloc_budget = -1;
        if (code == DIAG_OK) {
            dxbc_assembly_free(&assembly);
            break;
        }
        assert_int_equal(code, DIAG_NO_MEMORY);
        assert_null(assembly.bytes);
    }
    for (long budget = 0;; ++budget) {
        FILE *sink = fopen("/dev/null", "w");
        assert_non_null(sink);
        dxbc_alloc_budget = budget;
        const enum diag_code code = dxbc_print(shader, DXBC_PRINT_EXACT, sink);
        dxbc_alloc_budget = -1;
        fclose(sink);
        if (code == DIAG_OK)
            break;
        assert_int_equal(code, DIAG_NO_MEMORY);
    }
    free(text);
    dxbc_free(shader);
    free(bytes);
}

/* Every beginning of a text, before a page that nothing may read. */
static void nothing_behind_the_text_is_read(void **state)
{
    (void)state;
    static const char text[] = "cs_5_1\ndcl_thread_group 1, 1, 1\nret\n// Resource Bindings:\n"
                               "// many texture float4 2dMS8 T0 t5,space12 14\n"
                               "// data cbuffer NA NA CB10 cb2 unbounded\n"
                               "// last UAV uint buf U12 u3,space4 56";
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned assembled = 0;
    assert_true(pages != MAP_FAILED);
    assert_true(sizeof(text) <= page);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    for (size_t size = 0; size < sizeof(text); ++size) {
        struct dxbc_assembly assembly;
        struct dxbc_text_error error;
        memcpy(pages + page - size, text, size);
        if (dxbc_assemble(pages + page - size, size, &assembly, &error) == DIAG_OK) {
            ++assembled;
            dxbc_assembly_free(&assembly);
        }
    }
    assert_true(assembled > sizeof(text) / 2);
    assert_int_equal(munmap(pages, 2 * page), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_written_text),
        cmocka_unit_test(messages_and_tables),
        cmocka_unit_test(refused_texts),
        cmocka_unit_test(precisions),
        cmocka_unit_test(bindings),
        cmocka_unit_test(shared_components),
        cmocka_unit_test(ranges_of_5_1),
        cmocka_unit_test(signatures_from_declarations),
        cmocka_unit_test(signatures_from_comments),
        cmocka_unit_test(lines_of_instructions),
        cmocka_unit_test(long_tables),
        cmocka_unit_test(chunks_and_features),
        cmocka_unit_test(chunk_directives),
        cmocka_unit_test(running_out_of_memory),
        cmocka_unit_test(nothing_behind_the_text_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
