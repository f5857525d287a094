/* Rules by programs as text: what breaks each one and a twin that keeps it, advice, and what reports say. */
#include "dxbc_cases.h"

#include "alloc.h"
#include "assembler.h"
#include "rule.h"

/* Programs as text, each with the rule that it breaks. */
static const struct broken {
    const char *rule, *text;
} broken[] = {
    {"V033-saturate", "cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\niadd_sat r0.x, r0.x, r0.x\nret\n"},
    {"V032-extended-opcode",
     "cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\nadd_aoffimmi(1,0,0) r0.x, r0.x, r0.x\nret\n"},
    {"V035-stage-declarations", "cs_5_0\ndcl_thread_group 1, 1, 1\ndcl_thread_group 1, 1, 1\nret\n"},
    {"V035-stage-declarations", "gs_4_0\ndcl_inputprimitive point\ndcl_outputtopology pointlist\nret\n"},
    {"V036-phases",
     "hs_5_0\nhs_decls\ndcl_input_control_point_count 1\ndcl_output_control_point_count 1\n"
     "dcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_integer\n"
     "dcl_tessellator_output_primitive output_point\nhs_join_phase\nret\nhs_fork_phase\nret\n"},
    {"V057-cs-4-views", "cs_4_0\ndcl_uav_raw u1\ndcl_thread_group 1, 1, 1\nret\n"},
    {"V071-cs-4-shared-memory", "cs_4_0\ndcl_tgsm_raw g0, 64\ndcl_thread_group 4, 1, 1\nret\n"},
    {"V071-cs-4-shared-memory", "cs_4_0\ndcl_tgsm_structured g0, 4, 5\ndcl_thread_group 4, 1, 1\nret\n"},
    {"V058-signature-register",
     "// Input signature:\n// A   0   xyzw        1     NONE   float   xyzw\nvs_4_0\ndcl_input v0.x\nret\n"},
    {"V059-signature-mask",
     "// Input signature:\n// A   0   xy          1     NONE   float   xy\nvs_4_0\ndcl_input v1.xz\nret\n"},
    {"V020-flow-match", "cs_5_0\ndcl_thread_group 1, 1, 1\nendif\nret\n"},
    {"V022-jump-place", "cs_5_0\ndcl_thread_group 1, 1, 1\nbreak\nret\n"},
    {"V024-end", "cs_5_0\ndcl_thread_group 1, 1, 1\nnop\n"},
    {"V025-label", "cs_5_0\ndcl_thread_group 1, 1, 1\ncall label0\nret\n"},
    {"V029-barrier", "cs_5_0\ndcl_input vThreadIDInGroupFlattened\ndcl_thread_group 2, 1, 1\n"
                     "if_nz vThreadIDInGroupFlattened.x\nsync_g_t\nendif\nret\n"},
    {"V031-model", "cs_4_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\nrcp r0.x, r0.x\nret\n"},
};

static const struct diag *first_refusal(const struct dxbc_report *report)
{
    const struct diag *item = report->items;
    while (item->code == DIAG_ADVICE)
        ++item;
    return item;
}

static void broken_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(broken); ++i) {
        struct dxbc_assembly assembly;
        struct dxbc_text_error error;
        struct dxbc_shader *shader;
        struct dxbc_report report;
        struct diag diag = {0};
        if (dxbc_assemble(broken[i].text, strlen(broken[i].text), &assembly, &error) != DIAG_OK)
            fail_msg("line %u, column %u: %s", error.line, error.column, error.text);
        assert_int_equal(dxbc_check(assembly.bytes, assembly.size, &report), DIAG_OK);
        assert_int_not_equal(report.count, 0);
        assert_string_equal(dxbc_rule_id((enum dxbc_rule)first_refusal(&report)->rule), broken[i].rule);
        assert_int_not_equal(dxbc_load(assembly.bytes, assembly.size, 0, &shader, &diag), DIAG_OK);
        assert_string_equal(dxbc_rule_id(dxbc_rule_of(&diag)), broken[i].rule);
        assert_int_equal(diag.code, first_refusal(&report)->code);
        dxbc_report_free(&report);
        dxbc_assembly_free(&assembly);
    }
}

/* The declarations of hull shaders over triangles, and the phase that gives the tessellator what it needs. */
#define HULL_OF(in, out)                                                                                     \
    "hs_5_0\nhs_decls\ndcl_input_control_point_count " in "\ndcl_output_control_point_count " out            \
    "\ndcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_integer\n"               \
    "dcl_tessellator_output_primitive output_triangle_cw\n"
#define HULL       HULL_OF("3", "3")
#define POINTS(io) "hs_control_point_phase\n" io "ret\n"
#define EDGES                                                                                                \
    "hs_fork_phase\ndcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\n"                                       \
    "dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor\ndcl_output_siv o2.x, "                                 \
    "finalTriWeq0EdgeTessFactor\nret\n"
#define INSIDE "hs_join_phase\ndcl_output_siv o3.x, finalTriInsideTessFactor\nret\n"
#define DOMAIN(rest)                                                                                         \
    "ds_5_0\ndcl_input_control_point_count 32\ndcl_tessellator_domain domain_tri\n" rest "ret\n"

/* Rules that came from what Microsoft's runtime refuses: each with a text that keeps it and a twin that does
 * not. Both are compute shaders of 5.0 unless they start with a target. */
static const struct twin {
    const char *rule, *good, *bad;
} twins[] = {
    {"V072-declaration-place", "dcl_temps 1\nmov r0.x, l(1)\n", "nop\ndcl_temps 1\nmov r0.x, l(1)\n"},
    {"V073-io-overlap", "vs_5_0\ndcl_input v0.xy\ndcl_input v0.z\nret\n",
     "vs_5_0\ndcl_input v0.xy\ndcl_input v0.yz\nret\n"},
    {"V060-declared", "vs_5_0\ndcl_output o0.xy\nmov o0.xy, l(1,2,3,4)\nret\n",
     "vs_5_0\ndcl_output o0.xy\nmov o0.xyz, l(1,2,3,4)\nret\n"},
    {"V060-declared", "vs_5_0\ndcl_input v0.xy\ndcl_output o0.x\nmov o0.x, v0.y\nret\n",
     "vs_5_0\ndcl_input v0.xy\ndcl_output o0.x\nmov o0.x, v0.z\nret\n"},
    {"V074-index-range",
     "vs_5_0\ndcl_input v0.xy\ndcl_input v1.xy\ndcl_output o0.x\ndcl_temps 1\ndcl_indexrange v0.xy 2\n"
     "mov r0.x, l(0)\nmov o0.x, v[r0.x + 0].x\nret\n",
     "vs_5_0\ndcl_input v0.xy\ndcl_input v1.xy\ndcl_output o0.x\ndcl_temps 1\n"
     "mov r0.x, l(0)\nmov o0.x, v[r0.x + 0].x\nret\n"},
    {"V074-index-range", "vs_5_0\ndcl_input v1.x\ndcl_indexrange v0.x 2\nret\n",
     "vs_5_0\ndcl_input v3.x\ndcl_indexrange v0.x 2\nret\n"},
    {"V074-index-range", "vs_5_0\ndcl_output o0.xy\ndcl_output o1.yz\ndcl_indexrange o0.y 2\nret\n",
     "vs_5_0\ndcl_output o0.x\ndcl_output o1.yz\ndcl_indexrange o0.x 2\nret\n"},
    {"V075-vertex-count",
     "gs_5_0\ndcl_input v[3][0].xyz\ndcl_inputprimitive triangle\ndcl_outputtopology pointlist\n"
     "dcl_maxout 1\nret\n",
     "gs_5_0\ndcl_input v[2][0].xyz\ndcl_inputprimitive triangle\ndcl_outputtopology pointlist\n"
     "dcl_maxout 1\nret\n"},
    {"V076-dynamic-index",
     "dcl_constantbuffer cb0[4], dynamicIndexed\ndcl_temps 1\nmov r0.x, l(1)\n"
     "mov r0.x, cb0[r0.x + 0].x\n",
     "dcl_constantbuffer cb0[4], immediateIndexed\ndcl_temps 1\nmov r0.x, l(1)\nmov r0.x, cb0[r0.x + 0].x\n"},
    {"V077-global-flags",
     "dcl_globalFlags enableDoublePrecisionFloatOps\ndcl_temps 1\ndmov r0.xy, d(1l, 2l)\n",
     "dcl_temps 1\ndmov r0.xy, d(1l, 2l)\n"},
    {"V077-global-flags",
     "dcl_globalFlags enableDoublePrecisionFloatOps | enable11_1DoubleExtensions\ndcl_temps 1\n"
     "drcp r0.xy, d(1l, 2l)\n",
     "dcl_globalFlags enableDoublePrecisionFloatOps\ndcl_temps 1\ndrcp r0.xy, d(1l, 2l)\n"},
    {"V077-global-flags",
     "dcl_globalFlags enable11_1ShaderExtensions\ndcl_temps 1\nmsad r0.x, r0.x, r0.x, r0.x\n",
     "dcl_temps 1\nmsad r0.x, r0.x, r0.x, r0.x\n"},
    {"V077-global-flags",
     "dcl_globalFlags enableMinimumPrecision\ndcl_temps 1\nadd r0.x {min16f}, r0.x, r0.x\n",
     "dcl_temps 1\nadd r0.x {min16f}, r0.x, r0.x\n"},
    {"V077-global-flags", "ps_4_0\ndcl_globalFlags enableRawAndStructuredBuffers\ndcl_resource_raw t0\nret\n",
     "ps_4_0\ndcl_resource_raw t0\nret\n"},
    {"V078-feature-flags", "dcl_globalFlags enableDoublePrecisionFloatOps\n",
     "// Generated by hand: no note of doubles\ncs_5_0\n"
     "dcl_globalFlags enableDoublePrecisionFloatOps\ndcl_thread_group 1, 1, 1\nret\n"},
    {"V079-sampler-use",
     "dcl_sampler s0, mode_comparison\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_temps 1\n"
     "sample_c_lz r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n",
     "dcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_temps 1\n"
     "sample_c_lz r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n"},
    {"V079-sampler-use",
     "dcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_temps 1\n"
     "gather4 r0.x, l(0,0,0,0), t0.xyzw, s0.x\n",
     "dcl_sampler s0, mode_comparison\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_temps 1\n"
     "gather4 r0.x, l(0,0,0,0), t0.xyzw, s0.x\n"},
    {"V080-texture-dimension",
     "dcl_sampler s0, mode_default\ndcl_resource_texturecube (float,float,float,float) t0\ndcl_temps 1\n"
     "gather4 r0.x, l(0,0,0,0), t0.xyzw, s0.x\n",
     "dcl_sampler s0, mode_default\ndcl_resource_texture3d (float,float,float,float) t0\ndcl_temps 1\n"
     "gather4 r0.x, l(0,0,0,0), t0.xyzw, s0.x\n"},
    {"V080-texture-dimension",
     "dcl_sampler s0, mode_default\ndcl_resource_texture2darray (float,float,float,float) t0\ndcl_temps 1\n"
     "gather4_po r0.x, l(0,0,0,0), l(0,0,0,0), t0.xyzw, s0.x\n",
     "dcl_sampler s0, mode_default\ndcl_resource_texturecube (float,float,float,float) t0\ndcl_temps 1\n"
     "gather4_po r0.x, l(0,0,0,0), l(0,0,0,0), t0.xyzw, s0.x\n"},
    {"V080-texture-dimension",
     "dcl_sampler s0, mode_comparison\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_temps 1\n"
     "sample_c_lz r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n",
     "dcl_sampler s0, mode_comparison\ndcl_resource_texture3d (float,float,float,float) t0\ndcl_temps 1\n"
     "sample_c_lz r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n"},
    {"V081-texture-type",
     "dcl_sampler s0, mode_default\ndcl_resource_texture2d (unorm,unorm,unorm,unorm) t0\ndcl_temps 1\n"
     "sample_l r0.x, l(0,0,0,0), t0.xyzw, s0, l(0)\n",
     "dcl_sampler s0, mode_default\ndcl_resource_texture2d (uint,uint,uint,uint) t0\ndcl_temps 1\n"
     "sample_l r0.x, l(0,0,0,0), t0.xyzw, s0, l(0)\n"},
    {"V082-sync-form", "sync_g_t\n", "sync_t\n"},
    {"V082-sync-form", "sync_ugroup\n", "sync_uglobal_ugroup\n"},
    {"V030-stage", "ps_5_0\nsync_uglobal\nret\n", "ps_5_0\nsync_ugroup\nret\n"},
    {"V083-cs-4-store",
     "cs_4_0\ndcl_input vThreadIDInGroupFlattened\ndcl_tgsm_structured g0, 4, 1\ndcl_thread_group 1, 1, 1\n"
     "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), l(1)\nret\n",
     "cs_4_0\ndcl_input vThreadIDInGroupFlattened\ndcl_tgsm_structured g0, 4, 1\ndcl_thread_group 1, 1, 1\n"
     "store_structured g0.x, l(0), l(0), l(1)\nret\n"},
    {"V084-gs-output",
     "gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.xyzw\n"
     "dcl_maxout 256\nret\n",
     "gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.xyzw\n"
     "dcl_maxout 257\nret\n"},
    {"V085-tessellation",
     "hs_5_0\nhs_decls\ndcl_input_control_point_count 1\ndcl_output_control_point_count 1\n"
     "dcl_tessellator_domain domain_isoline\ndcl_tessellator_partitioning partitioning_integer\n"
     "dcl_tessellator_output_primitive output_line\nhs_join_phase\n"
     "dcl_output_siv o0.x, finalLineDetailTessFactor\ndcl_output_siv o1.x, finalLineDensityTessFactor\nret\n",
     "hs_5_0\nhs_decls\ndcl_input_control_point_count 1\ndcl_output_control_point_count 1\n"
     "dcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_integer\n"
     "dcl_tessellator_output_primitive output_line\nhs_join_phase\nret\n"},
    {"V086-signature-value",
     "// Output signature:\n// SV_Position 0   xyzw        0      POS   float   xyzw\nvs_5_0\n"
     "dcl_output_siv o0.xyzw, position\nret\n",
     "// Output signature:\n// A           0   xyzw        0     NONE   float   xyzw\nvs_5_0\n"
     "dcl_output_siv o0.xyzw, position\nret\n"},
    {"V087-signature-overlap",
     "// Input signature:\n// A   0   xy          0     NONE   float   xy\n"
     "// B   0     z         0     NONE   float     z\nvs_5_0\nret\n",
     "// Input signature:\n// A   0   xy          0     NONE   float   xy\n"
     "// B   0    yz         0     NONE   float    yz\nvs_5_0\nret\n"},
    {"V087-signature-overlap",
     "// Input signature:\n// A   0   xy         31     NONE   float   xy\nvs_5_0\nret\n",
     "// Input signature:\n// A   0   xy         32     NONE   float   xy\nvs_5_0\nret\n"},
    {"V088-switch-values", "dcl_temps 1\nswitch r0.x\ncase l(1)\nbreak\ncase l(2)\nbreak\nendswitch\n",
     "dcl_temps 1\nswitch r0.x\ncase l(1)\nbreak\ncase l(1)\nbreak\nendswitch\n"},
    {"V089-uav-behind-targets", "ps_5_0\ndcl_uav_raw u1\ndcl_output o0.xyzw\nret\n",
     "ps_5_0\ndcl_uav_raw u1\ndcl_output o1.xyzw\nret\n"},
    {"V050-io-register", "ps_5_0\ndcl_output o7.xyzw\nret\n", "ps_5_0\ndcl_output o8.xyzw\nret\n"},
    {"V091-unreachable", "if_nz l(1)\nret\nendif\nnop\n", "if_nz l(1)\nret\nnop\nendif\n"},
    {"V091-unreachable", "loop\nbreak\nendloop\n", "loop\nbreak\nbreak\nendloop\n"},
    {"V091-unreachable", "loop\nif_nz l(1)\ncontinue\nelse\nbreak\nendif\nendloop\n",
     "loop\ncontinue\nnop\nendloop\n"},
    {"V023-switch-form", "switch l(1)\ndefault\nbreak\nendswitch\n", "switch l(1)\nendswitch\n"},
    {"V092-fall-through", "switch l(1)\ncase l(1)\ncase l(2)\nnop\nbreak\ndefault\nbreak\nendswitch\n",
     "switch l(1)\ncase l(1)\nnop\ncase l(2)\nnop\nbreak\ndefault\nbreak\nendswitch\n"},
    {"V092-fall-through",
     "switch l(1)\ncase l(1)\nif_nz l(1)\nbreak\nelse\nret\nendif\ndefault\nbreak\nendswitch\n",
     "switch l(1)\ncase l(1)\nretc_nz l(1)\ndefault\nbreak\nendswitch\n"},
    {"V093-call-order", "call label0\nret\nlabel label0\ncall label1\nret\nlabel label1\nnop\n",
     "call label1\nret\nlabel label0\nret\nlabel label1\ncall label0\n"},
    {"V094-swapc", "dcl_temps 2\nswapc r0.x, r1.x, l(1), l(2), l(3)\n",
     "dcl_temps 2\nswapc r0.x, r0.y, l(1), l(2), l(3)\n"},
    {"V094-swapc", "dcl_temps 2\nswapc r0.x, null, l(1), l(2), l(3)\n",
     "dcl_indexableTemp x0[2], 4\nswapc x0[1].x, x0[1].x, l(1), l(2), l(3)\n"},
    {"V095-stream-use",
     "gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_maxout 1\n"
     "emit_stream m0\nret\n",
     "gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_maxout "
     "1\nemit\nret\n"},
    {"V095-stream-use",
     "gs_5_0\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_maxout 1\ncut\nret\n",
     "gs_5_0\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_maxout 1\ncut_stream m0\nret\n"},
    {"V099-output-topology",
     "gs_5_0\ndcl_inputprimitive point\ndcl_outputtopology trianglestrip\ndcl_maxout 1\nemit\nret\n",
     "gs_5_0\ndcl_inputprimitive point\ndcl_maxout 1\nemit\nret\n"},
    {"V041-declared-twice",
     "gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_stream m1\n"
     "dcl_outputtopology pointlist\ndcl_maxout 1\nret\n",
     "gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_stream m0\n"
     "dcl_outputtopology pointlist\ndcl_maxout 1\nret\n"},
    {"V041-declared-twice",
     "gs_5_0\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_maxout 1\nret\n",
     "gs_5_0\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_outputtopology pointlist\n"
     "dcl_maxout 1\nret\n"},
    {"V072-declaration-place",
     "gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.x\n"
     "dcl_maxout 1\nret\n",
     "gs_5_0\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_output o0.x\ndcl_stream m0\n"
     "dcl_maxout 1\nret\n"},
    {"V041-declared-twice", "dcl_temps 1\n", "dcl_temps 1\ndcl_temps 1\n"},
    {"V041-declared-twice", "dcl_input vThreadID.x\ndcl_input vThreadGroupID.x\n",
     "dcl_input vThreadID.x\ndcl_input vThreadID.y\n"},
    {"V041-declared-twice", "ps_5_0\ndcl_output oDepth\ndcl_output oMask\nret\n",
     "ps_5_0\ndcl_output oDepth\ndcl_output oDepthGE\nret\n"},
    {"V041-declared-twice", "ps_5_0\ndcl_input vCoverage\nret\n",
     "ps_5_0\ndcl_input vCoverage\ndcl_input vInnerCoverage\nret\n"},
    {"V098-register-components", "dcl_input vThreadID.xyz\n", "dcl_input vThreadID.xw\n"},
    {"V098-register-components", "dcl_input vCycleCounter.x\n", "dcl_input vCycleCounter.xyz\n"},
    {"V060-declared", "dcl_input vThreadID.xy\ndcl_temps 1\nmov r0.x, vThreadID.y\n",
     "dcl_input vThreadID.xy\ndcl_temps 1\nmov r0.x, vThreadID.z\n"},
    {"V060-declared", "dcl_indexableTemp x0[2], 2\nmov x0[0].xy, l(1,2,3,4)\n",
     "dcl_indexableTemp x0[2], 2\nmov x0[0].xyz, l(1,2,3,4)\n"},
    {"V063-index-form",
     "dcl_temps 1\ndcl_indexableTemp x0[2], 1\ndcl_indexableTemp x1[2], 1\nmov x1[1].x, l(1)\n"
     "mov x0[x1[1].x].x, l(1)\n",
     "dcl_temps 1\ndcl_indexableTemp x0[2], 1\ndcl_indexableTemp x1[2], 1\nmov r0.x, l(1)\nmov x1[1].x, "
     "l(1)\n"
     "mov x0[x1[r0.x].x].x, l(1)\n"},
    {"V067-modifier", "dcl_temps 1\nmov r0.x, l(1)\niadd r0.x, r0.x, -r0.x\n",
     "dcl_temps 1\nmov r0.x, l(1)\niadd r0.x, r0.x, |r0.x|\n"},
    {"V067-modifier", "dcl_temps 1\nmov r0.x, l(1)\nadd r0.x, r0.x, -|r0.x|\n",
     "dcl_temps 1\nmov r0.x, l(1)\nand r0.x, r0.x, -r0.x\n"},
    {"V097-lod-bias",
     "ps_5_0\ndcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_temps "
     "1\n"
     "sample_b r0.x, l(0,0,0,0), t0.xyzw, s0, l(-16.0)\nret\n",
     "ps_5_0\ndcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_temps "
     "1\n"
     "sample_b r0.x, l(0,0,0,0), t0.xyzw, s0, l(16.0)\nret\n"},
    {"V101-tessellation-factors", HULL EDGES INSIDE, HULL EDGES},
    {"V101-tessellation-factors", HULL EDGES INSIDE,
     HULL EDGES INSIDE "hs_join_phase\ndcl_output_siv o4.x, finalLineDetailTessFactor\nret\n"},
    {"V101-tessellation-factors", DOMAIN("dcl_input_siv vpc0.x, finalTriUeq0EdgeTessFactor\n"),
     DOMAIN("dcl_input_siv vpc0.x, finalQuadUeq0EdgeTessFactor\n")},
    {"V101-tessellation-factors", HULL EDGES INSIDE,
     HULL EDGES "hs_join_phase\ndcl_output_siv o3.xy, finalTriInsideTessFactor\nret\n"},
    {"V101-tessellation-factors", HULL EDGES INSIDE,
     HULL EDGES INSIDE "hs_join_phase\ndcl_output_siv o4.x, finalTriInsideTessFactor\nret\n"},
    {"V102-patch-overlap", HULL EDGES INSIDE "hs_join_phase\ndcl_output o3.yzw\nret\n",
     HULL EDGES INSIDE "hs_join_phase\ndcl_output o3.xy\nret\n"},
    {"V103-patch-size", DOMAIN("dcl_input vicp[32][0].xyzw\ndcl_input vicp[32][30].xyz\n"),
     DOMAIN("dcl_input vicp[32][0].xyzw\ndcl_input vicp[32][1].xyzw\ndcl_input vicp[32][2].xyzw\n"
            "dcl_input vicp[32][3].xyzw\ndcl_input vicp[32][4].xyzw\ndcl_input vicp[32][5].xyzw\n"
            "dcl_input vicp[32][6].xyzw\ndcl_input vicp[32][7].xyzw\ndcl_input vicp[32][8].xyzw\n"
            "dcl_input vicp[32][9].xyzw\ndcl_input vicp[32][10].xyzw\ndcl_input vicp[32][11].xyzw\n"
            "dcl_input vicp[32][12].xyzw\ndcl_input vicp[32][13].xyzw\ndcl_input vicp[32][14].xyzw\n"
            "dcl_input vicp[32][15].xyzw\ndcl_input vicp[32][16].xyzw\ndcl_input vicp[32][17].xyzw\n"
            "dcl_input vicp[32][18].xyzw\ndcl_input vicp[32][19].xyzw\ndcl_input vicp[32][20].xyzw\n"
            "dcl_input vicp[32][21].xyzw\ndcl_input vicp[32][22].xyzw\ndcl_input vicp[32][23].xyzw\n"
            "dcl_input vicp[32][24].xyzw\ndcl_input vicp[32][25].xyzw\ndcl_input vicp[32][26].xyzw\n"
            "dcl_input vicp[32][27].xyzw\ndcl_input vicp[32][28].xyzw\ndcl_input vicp[32][29].xyzw\n"
            "dcl_input vicp[32][30].xyzw\ndcl_input vicp[32][31].x\n")},
    {"V104-passed-points", HULL_OF("3", "0") EDGES INSIDE, HULL_OF("4", "3") EDGES INSIDE},
    {"V104-passed-points", HULL_OF("4", "3") POINTS("dcl_output o0.x\n") EDGES INSIDE,
     HULL_OF("3", "4") EDGES INSIDE},
    {"V105-signature-type",
     "// Output signature:\n// SV_Position 0   xyzw        0      POS   float   xyzw\nvs_5_0\nret\n",
     "// Output signature:\n// SV_Position 0   xyz         0      POS   float   xyz\nvs_5_0\nret\n"},
    {"V105-signature-type",
     "// Input signature:\n// SV_VertexID 0   x           0   VERTID    uint   x\nvs_5_0\nret\n",
     "// Input signature:\n// SV_VertexID 0   x           0   VERTID   float   x\nvs_5_0\nret\n"},
    {"V105-signature-type",
     "// Input signature:\n// SV_VertexID 0   x           0   VERTID    uint   x\nvs_5_0\nret\n",
     "// Input signature:\n// SV_VertexID 0   xy          0   VERTID    uint   xy\nvs_5_0\nret\n"},
    {"V106-distances",
     "// Output signature:\n// SV_ClipDistance 0   xyzw        0  CLIPDST   float   xyzw\n"
     "// SV_CullDistance 0   xyzw        1  CULLDST   float   xyzw\nvs_5_0\nret\n",
     "// Output signature:\n// SV_ClipDistance 0   xy          0  CLIPDST   float   xy\n"
     "// SV_ClipDistance 1   x           1  CLIPDST   float   x\n"
     "// SV_CullDistance 0   xyzw        2  CULLDST   float   xyzw\nvs_5_0\nret\n"},
    {"V107-target-semantic",
     "// Output signature:\n// SV_TARGET   0   xyzw        0   TARGET   float   xyzw\nps_5_0\nret\n",
     "// Output signature:\n// COLOUR      0   xyzw        0     NONE   float   xyzw\nps_5_0\nret\n"},
    {"V108-value-mask", "vs_5_0\ndcl_output_siv o0.xyzw, position\nret\n",
     "vs_5_0\ndcl_output_siv o0.xyz, position\nret\n"},
    {"V108-value-mask", "vs_5_0\ndcl_input_sgv v0.x, vertex_id\nret\n",
     "vs_5_0\ndcl_input_sgv v0.xy, vertex_id\nret\n"},
    {"V109-value-place",
     "vs_5_0\ndcl_output o0.y\ndcl_output_siv o0.w, clip_distance\n"
     "dcl_output_siv o0.z, cull_distance\nret\n",
     "vs_5_0\ndcl_output o0.y\ndcl_output_siv o0.x, clip_distance\nret\n"},
    {"V109-value-place", "vs_5_0\ndcl_output_siv o0.w, clip_distance\ndcl_output o0.xz\nret\n",
     "vs_5_0\ndcl_output_siv o0.y, clip_distance\ndcl_output o0.xz\nret\n"},
    {"V110-interpolation", "ps_5_0\ndcl_input_ps_siv linear noperspective v0.xyzw, position\nret\n",
     "ps_5_0\ndcl_input_ps_siv linear v0.xyzw, position\nret\n"},
    {"V110-interpolation", "ps_5_0\ndcl_input_ps linear v0.xy\ndcl_input_ps linear v0.zw\nret\n",
     "ps_5_0\ndcl_input_ps linear v0.xy\ndcl_input_ps constant v0.zw\nret\n"},
    {"V110-interpolation",
     "ps_5_0\ndcl_input_ps linear v0.xy\ndcl_input_ps linear v1.xy\ndcl_indexrange v0.xy 2\nret\n",
     "ps_5_0\ndcl_input_ps linear v0.xy\ndcl_input_ps constant v1.xy\ndcl_indexrange v0.xy 2\nret\n"},
    {"V110-interpolation", "ps_5_0\ndcl_input_ps_siv linear v0.x, clip_distance\nret\n",
     "ps_5_0\ndcl_input_ps_siv constant v0.x, clip_distance\nret\n"},
    {"V110-interpolation", "ps_5_0\ndcl_input_ps_siv constant v0.x, rendertarget_array_index\nret\n",
     "ps_5_0\ndcl_input_ps_siv linear v0.x, viewport_array_index\nret\n"},
    {"V111-eval", "ps_5_0\ndcl_input_ps linear v0.xy\ndcl_temps 1\neval_centroid r0.xy, v0.xyxx\nret\n",
     "ps_5_0\ndcl_input_ps_siv linear noperspective v0.xy, position\ndcl_temps 1\n"
     "eval_centroid r0.xy, v0.xyxx\nret\n"},
    {"V074-index-range",
     "vs_5_0\ndcl_input v0.x\ndcl_input v1.x\ndcl_input v2.x\ndcl_indexrange v0.x 2\nret\n",
     "vs_5_0\ndcl_input v0.x\ndcl_input v1.x\ndcl_input v2.x\ndcl_indexrange v0.x 2\n"
     "dcl_indexrange v1.x 2\nret\n"},
    {"V074-index-range", "vs_5_0\ndcl_output o0.x\ndcl_output o1.x\ndcl_indexrange o0.x 2\nret\n",
     "vs_5_0\ndcl_output o0.x\ndcl_output_siv o1.x, clip_distance\ndcl_indexrange o0.x 2\nret\n"},
    {"V074-index-range", "vs_5_0\ndcl_output o0.x\ndcl_output o1.x\ndcl_indexrange o0.x 2\nret\n",
     "vs_5_0\ndcl_output o0.x\ndcl_output o2.x\ndcl_indexrange o0.x 3\nret\n"},
    {"V090-cycle-counter", "dcl_input vCycleCounter.xy\ndcl_temps 1\nmov r0.xy, vCycleCounter.xyxx\n",
     "dcl_input vCycleCounter.xy\ndcl_temps 1\niadd r0.xy, vCycleCounter.xyxx, l(1,1,0,0)\n"},
};

/* The report of a text; a text without a target becomes a compute shader. */
static void report_text(const char *text, struct dxbc_report *report)
{
    char whole[4096];
    struct dxbc_assembly assembly;
    struct dxbc_text_error error;
    const bool complete = strstr(text, "s_5_0\n") || strstr(text, "s_4_0\n");
    snprintf(whole, sizeof(whole), complete ? "%s" : "cs_5_0\ndcl_thread_group 1, 1, 1\n%sret\n", text);
    if (dxbc_assemble(whole, strlen(whole), &assembly, &error) != DIAG_OK)
        fail_msg("line %u, column %u: %s\n%s", error.line, error.column, error.text, whole);
    assert_int_equal(dxbc_check(assembly.bytes, assembly.size, report), DIAG_OK);
    dxbc_assembly_free(&assembly);
}

/* Advice, by texts as above: the bad twins load, too. */
static const struct twin advice[] = {
    {"V096-counter-direction",
     "dcl_uav_structured_opc u0, 4\ndcl_uav_structured_opc u1, 4\ndcl_temps 1\nimm_atomic_alloc r0.x, u0\n"
     "imm_atomic_consume r0.y, u1\n",
     "dcl_uav_structured_opc u0, 4\ndcl_temps 1\nimm_atomic_alloc r0.x, u0\nimm_atomic_consume r0.y, u0\n"},
    {"V100-uninitialised", "dcl_temps 1\nmov r0.xy, l(1,2,0,0)\nadd r0.zw, r0.xxxy, r0.yyyx\n",
     "dcl_temps 1\nmov r0.x, l(1)\nadd r0.zw, r0.xxxx, r0.yyxy\n"},
    /* written on one way only, or in the turn before: the compiler does so */
    {"V100-uninitialised",
     "dcl_temps 2\nmov r1.x, l(1)\nif_nz r1.x\nmov r0.x, l(1)\nendif\nadd r1.x, r0.x, r0.x\n",
     "dcl_temps 2\nmov r1.x, l(1)\nif_nz r1.x\nmov r1.y, r0.x\nendif\nmov r0.x, l(1)\n"},
    {"V100-uninitialised",
     "dcl_temps 2\nmov r1.x, l(1)\nloop\nbreakc_z r1.x\nmov r1.x, r0.x\nmov r0.x, l(0)\nendloop\n",
     "dcl_temps 2\nmov r1.x, l(1)\nloop\nbreakc_z r1.x\nmov r1.x, r0.x\nendloop\nmov r0.x, l(0)\n"},
    {"V100-uninitialised", "dcl_temps 2\ncall label0\nmov r0.y, r0.x\nret\nlabel label0\nmov r0.x, l(1)\n",
     "dcl_temps 2\ncall label0\nmov r0.y, r0.x\nret\nlabel label0\nmov r0.z, l(1)\n"},
    {"V100-uninitialised",
     "dcl_temps 1\ndcl_indexableTemp x0[4], 2\nmov r0.x, l(1)\nmov r0.y, x0[2].x\nmov x0[r0.x].x, l(1)\n",
     "dcl_temps 1\ndcl_indexableTemp x0[4], 2\nmov r0.x, l(1)\nmov r0.y, x0[2].y\nmov x0[r0.x].x, l(1)\n"},
    {"V100-uninitialised",
     "dcl_constantbuffer cb0[4], dynamicIndexed\ndcl_temps 1\nmov r0.x, l(1)\nmov r0.y, cb0[r0.x + 0].x\n",
     "dcl_constantbuffer cb0[4], dynamicIndexed\ndcl_temps 1\nmov r0.x, l(1)\nmov r0.y, cb0[r0.z + 0].x\n"},
    {"V100-uninitialised",
     "dcl_uav_raw u0\ndcl_temps 1\nmov r0.xy, l(1,2,3,4)\nstore_raw u0.xy, l(0), r0.xyzw\n",
     "dcl_uav_raw u0\ndcl_temps 1\nmov r0.xy, l(1,2,3,4)\nstore_raw u0.xyz, l(0), r0.xyzw\n"},
    {"V100-uninitialised", "dcl_temps 1\nmov r0.xyz, l(1,2,3,4)\ndp3 r0.w, r0.xyzx, r0.zyxw\n",
     "dcl_temps 1\nmov r0.xy, l(1,2,3,4)\ndp3 r0.w, r0.xyzx, r0.xyxw\n"},
};

static void gives_advice(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(advice); ++i) {
        struct dxbc_report report;
        report_text(advice[i].good, &report);
        if (report.count)
            fail_msg("%zu: the good twin has \"%s\"", i, report.items[0].text);
        dxbc_report_free(&report);
        report_text(advice[i].bad, &report);
        if (report.count == 0 || report.refusals != 0)
            fail_msg("%zu: %u findings, %u refusals", i, report.count, report.refusals);
        assert_string_equal(dxbc_rule_id((enum dxbc_rule)report.items[0].rule), advice[i].rule);
        assert_int_equal(report.items[0].code, DIAG_ADVICE);
        dxbc_report_free(&report);
    }
}

/* What is missing altogether is said once. */
static void said_once(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "ds_5_0\ndcl_input_control_point_count 1\nret\n",
        "hs_5_0\nhs_decls\ndcl_input_control_point_count 1\ndcl_output_control_point_count 1\n"
        "dcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_integer\n" EDGES INSIDE,
    };
    for (size_t i = 0; i < COUNT(texts); ++i) {
        struct dxbc_report report;
        report_text(texts[i], &report);
        assert_int_equal(report.count, 1);
        assert_string_equal(dxbc_rule_id((enum dxbc_rule)report.items[0].rule), "V035-stage-declarations");
        dxbc_report_free(&report);
    }
}

static void twin_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(twins); ++i) {
        struct dxbc_report report;
        report_text(twins[i].good, &report);
        if (report.refusals)
            fail_msg("%s: the good twin has \"%s\"", twins[i].rule, first_refusal(&report)->text);
        dxbc_report_free(&report);
        report_text(twins[i].bad, &report);
        if (report.refusals == 0)
            fail_msg("%s: the bad twin number %zu passes", twins[i].rule, i);
        assert_string_equal(dxbc_rule_id((enum dxbc_rule)first_refusal(&report)->rule), twins[i].rule);
        dxbc_report_free(&report);
    }
}

/* Found by fuzz_validate: findings without an instruction to speak of. */
static void programs_without_instructions(void **state)
{
    (void)state;
    static const char *const empty[] = {"vs_5_0\n", "hs_5_0\n", "ds_5_0\n",
                                        "gs_5_0\n", "ps_5_0\n", "cs_5_0\n"};
    for (size_t i = 0; i < COUNT(empty); ++i) {
        struct dxbc_report report;
        report_text(empty[i], &report);
        assert_true(report.count > 0);
        for (uint32_t k = 0; k < report.count; ++k)
            assert_int_equal(report.items[k].instruction, DIAG_NO_INSTRUCTION);
        dxbc_report_free(&report);
    }
}

/* A program in which nothing is right gives a report of limited length; memory may run out anywhere. */
static void many_findings(void **state)
{
    (void)state;
    enum { LINES = 3000, LINE_BYTES = 24 };
    char *text = calloc(LINES + 10, LINE_BYTES);
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, "cs_5_0\ndcl_thread_group 1, 1, 1\n");
    for (int i = 0; i < LINES; ++i)
        used += (size_t)sprintf(text + used, "mov r%d.x, r0.x\n", i);
    used += (size_t)sprintf(text + used, "ret\n");
    struct dxbc_assembly assembly;
    struct dxbc_report report;
    assert_int_equal(dxbc_assemble(text, used, &assembly, NULL), DIAG_OK);
    assert_int_equal(dxbc_check(assembly.bytes, assembly.size, &report), DIAG_OK);
    assert_int_equal(report.count, 1000);
    assert_true(report.incomplete);
    dxbc_report_free(&report);
    for (long budget = 0; budget < 40; ++budget) {
        dxbc_alloc_budget = budget;
        const enum diag_code code = dxbc_check(assembly.bytes, assembly.size, &report);
        dxbc_alloc_budget = -1;
        if (code == DIAG_OK)
            assert_int_equal(report.count, 1000);
        else
            assert_int_equal(code, DIAG_NO_MEMORY);
        dxbc_report_free(&report);
    }
    dxbc_assembly_free(&assembly);
    free(text);
}

/* What is wrong before there is a program ends the search; its rule follows from the code. */
static void findings_in_containers(void **state)
{
    (void)state;
    static const uint8_t bytes[40] = "DXIL";
    struct dxbc_report report;
    assert_int_equal(dxbc_check(bytes, sizeof(bytes), &report), DIAG_OK);
    assert_int_equal(report.count, 1);
    assert_string_equal(dxbc_rule_id((enum dxbc_rule)report.items[0].rule), "V002-magic");
    dxbc_report_free(&report);
}

static void rules_have_names(void **state)
{
    (void)state;
    for (int i = 1; i < RULE_COUNT; ++i) {
        assert_int_equal(dxbc_rule_id((enum dxbc_rule)i)[0], 'V');
        assert_true(strlen(dxbc_rule_sentence((enum dxbc_rule)i)) > 10);
        for (int k = 1; k < i; ++k)
            assert_int_not_equal(memcmp(dxbc_rule_id((enum dxbc_rule)i), dxbc_rule_id((enum dxbc_rule)k), 4),
                                 0);
    }
    assert_string_equal(dxbc_rule_id(RULE_COUNT), "");
    assert_string_equal(dxbc_rule_sentence(RULE_COUNT), "");
    const struct diag none = {.code = DIAG_UNSUPPORTED};
    assert_int_equal(dxbc_rule_of(&none), RULE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_rules),
        cmocka_unit_test(twin_rules),
        cmocka_unit_test(programs_without_instructions),
        cmocka_unit_test(many_findings),
        cmocka_unit_test(rules_have_names),
        cmocka_unit_test(findings_in_containers),
        cmocka_unit_test(gives_advice),
        cmocka_unit_test(said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
