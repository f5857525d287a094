/*
 * Text of declarations, as Microsoft's disassembler writes it.
 */
#include "text_sink.h"

/* A name out of a table, or what stands for numbers without one. */
#define NAME_OF(table, index, none)                                                                          \
    ((index) < sizeof(table) / sizeof((table)[0]) && (table)[index] ? (table)[index] : (none))

const char *dxbc_dimension_name(unsigned dimension)
{
    static const char *const names[] = {
        NULL,
        "buffer",
        "texture1d",
        "texture2d",
        "texture2dms",
        "texture3d",
        "texturecube",
        "texture1darray",
        "texture2darray",
        "texture2dmsarray",
        "texturecubearray",
        "raw_buffer",
        "structured_buffer",
    };
    return NAME_OF(names, dimension, "<unknown dimension>");
}

void dxbc_print_return_types(struct text_sink *sink, const uint8_t types[4])
{
    static const char *const names[] = {NULL,    "unorm", "snorm",  "sint",        "uint",
                                        "float", "mixed", "double", "<continued>", "<unused>"};
    sink_puts(sink, "(");
    for (unsigned i = 0; i < 4; ++i)
        sink_printf(sink, "%s%s", i ? "," : "", NAME_OF(names, types[i], "<unknown resource return type>"));
    sink_puts(sink, ")");
}

static const char *system_value_name(uint32_t value)
{
    static const char *const names[] = {
        "undefined",
        "position",
        "clip_distance",
        "cull_distance",
        "rendertarget_array_index",
        "viewport_array_index",
        "vertex_id",
        "primitive_id",
        "instance_id",
        "is_front_face",
        "sampleIndex",
        "finalQuadUeq0EdgeTessFactor",
        "finalQuadVeq0EdgeTessFactor",
        "finalQuadUeq1EdgeTessFactor",
        "finalQuadVeq1EdgeTessFactor",
        "finalQuadUInsideTessFactor",
        "finalQuadVInsideTessFactor",
        "finalTriUeq0EdgeTessFactor",
        "finalTriVeq0EdgeTessFactor",
        "finalTriWeq0EdgeTessFactor",
        "finalTriInsideTessFactor",
        "finalLineDetailTessFactor",
        "finalLineDensityTessFactor",
    };
    return NAME_OF(names, value, "");
}

static const char *interpolation_name(uint32_t mode)
{
    static const char *const names[] = {
        "undefined",
        "constant",
        "linear",
        "linear centroid",
        "linear noperspective",
        "linear noperspective centroid",
        "linear sample",
        "linear noperspective sample",
    };
    return NAME_OF(names, mode, "???");
}

static const char *primitive_name(uint32_t primitive)
{
    static const char *const names[] = {"undefined", "point", "line",    "triangle",
                                        NULL,        NULL,    "lineadj", "triangleadj"};
    return NAME_OF(names, primitive, "???");
}

static const char *topology_name(uint32_t topology)
{
    static const char *const names[] = {"undefined", "pointlist", NULL, "linestrip", NULL, "trianglestrip"};
    return NAME_OF(names, topology, "???");
}

static void print_global_flags(struct text_sink *sink, uint32_t token)
{
    static const struct {
        uint8_t bit;
        const char *name;
    } flags[] = {
        {11, "refactoringAllowed"},
        {12, "enableDoublePrecisionFloatOps"},
        {14, "enableRawAndStructuredBuffers"},
        {13, "forceEarlyDepthStencil"},
        {15, "skipOptimization"},
        {16, "enableMinimumPrecision"},
        {17, "enable11_1DoubleExtensions"},
        {18, "enable11_1ShaderExtensions"},
        {19, "allResourcesBound"},
    };
    const char *separator = " ";
    if (!(token & 0x000ff800))
        sink_puts(sink, "none"); /* without a space: so does the reference */
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); ++i) {
        if (!(token >> flags[i].bit & 1))
            continue;
        sink_printf(sink, "%s%s", separator, flags[i].name);
        separator = " | ";
    }
}

static bool is_5_1(const struct dxbc_program *program)
{
    return program->major * 10 + program->minor >= 51;
}

/* "t0", or in shader model 5.1 "T0[2:5]" */
static void print_range(struct text_sink *sink, const struct dxbc_program *program,
                        const struct dxbc_operand *operand, const char *letter, const char *letter_5_1)
{
    if (!is_5_1(program)) {
        sink_printf(sink, "%s%u", letter, (uint32_t)operand->index[0].imm);
        return;
    }
    const uint32_t lower = (uint32_t)operand->index[1].imm, upper = (uint32_t)operand->index[2].imm;
    sink_printf(sink, "%s%u[%u:", letter_5_1, (uint32_t)operand->index[0].imm, lower);
    if (upper == UINT32_MAX)
        sink_puts(sink, "*]");
    else
        sink_printf(sink, "%u]", upper);
}

static void print_space(struct text_sink *sink, const struct dxbc_program *program, uint32_t space)
{
    if (is_5_1(program))
        sink_printf(sink, ", space=%u", space);
}

static void print_view(struct text_sink *sink, const struct dxbc_program *program,
                       const struct dxbc_instr *instr)
{
    const uint32_t token = instr->token0;
    const uint32_t dimension = token >> 11 & 31;
    const bool uav = instr->opcode == DXBC_OP_DCL_UAV_TYPED || instr->opcode == DXBC_OP_DCL_UAV_RAW ||
                     instr->opcode == DXBC_OP_DCL_UAV_STRUCTURED;
    const bool typed = instr->opcode == DXBC_OP_DCL_UAV_TYPED || instr->opcode == DXBC_OP_DCL_RESOURCE;
    const bool structured =
        instr->opcode == DXBC_OP_DCL_UAV_STRUCTURED || instr->opcode == DXBC_OP_DCL_RESOURCE_STRUCTURED;
    if (typed)
        sink_printf(sink, "_%s", dxbc_dimension_name(dimension));
    if (instr->opcode == DXBC_OP_DCL_RESOURCE &&
        (dimension == DXBC_DIM_TEXTURE2DMS || dimension == DXBC_DIM_TEXTURE2DMSARRAY))
        sink_printf(sink, "(%u)", token >> 16 & 127);
    if (uav) {
        sink_puts(sink, token >> 16 & 1 ? "_glc" : "");
        sink_puts(sink, token >> 23 & 1 ? "_opc" : "");
        sink_puts(sink, token >> 17 & 1 ? "_rov" : "");
    }
    sink_puts(sink, " ");
    uint32_t used = 0;
    if (typed) {
        uint8_t types[4];
        for (unsigned i = 0; i < 4; ++i)
            types[i] = instr->data[0] >> (4 * i) & 15;
        dxbc_print_return_types(sink, types);
        sink_puts(sink, " ");
        used = 1;
    }
    print_range(sink, program, &instr->operands[0], uav ? "u" : "t", uav ? "U" : "T");
    if (structured)
        sink_printf(sink, ", %u", instr->data[used++]);
    print_space(sink, program, is_5_1(program) ? instr->data[used] : 0);
}

static void print_cbuffer(struct text_sink *sink, const struct dxbc_program *program,
                          const struct dxbc_instr *instr)
{
    sink_puts(sink, " ");
    print_range(sink, program, &instr->operands[0], "CB", "CB");
    const uint32_t size = is_5_1(program) ? instr->data[0] : (uint32_t)instr->operands[0].index[1].imm;
    sink_printf(sink, "[%d], %s", (int32_t)size,
                instr->token0 >> 11 & 1 ? "dynamicIndexed" : "immediateIndexed");
    print_space(sink, program, is_5_1(program) ? instr->data[1] : 0);
}

static void print_sampler(struct text_sink *sink, const struct dxbc_program *program,
                          const struct dxbc_instr *instr)
{
    static const char *const modes[] = {", mode_default", ", mode_comparison", ", mode_mono"};
    const uint32_t mode = instr->token0 >> 11 & 15;
    sink_puts(sink, " ");
    print_range(sink, program, &instr->operands[0], "s", "S");
    sink_puts(sink, NAME_OF(modes, mode, ""));
    print_space(sink, program, is_5_1(program) ? instr->data[0] : 0);
}

/* dcl_input*, dcl_output*, dcl_indexrange, dcl_stream */
static void print_io(struct text_sink *sink, const struct dxbc_program *program,
                     const struct dxbc_instr *instr)
{
    const bool pixel = instr->opcode == DXBC_OP_DCL_INPUT_PS || instr->opcode == DXBC_OP_DCL_INPUT_PS_SIV ||
                       instr->opcode == DXBC_OP_DCL_INPUT_PS_SGV;
    if (pixel)
        sink_printf(sink, " %s", interpolation_name(instr->token0 >> 11 & 15));
    sink_puts(sink, " ");
    dxbc_print_operand(sink, program, &instr->operands[0], 'N', PRINT_OWN_PRECISION);
    switch (instr->opcode) {
    case DXBC_OP_DCL_INPUT_SGV:
    case DXBC_OP_DCL_INPUT_SIV:
    case DXBC_OP_DCL_INPUT_PS_SGV:
    case DXBC_OP_DCL_INPUT_PS_SIV:
    case DXBC_OP_DCL_OUTPUT_SGV:
    case DXBC_OP_DCL_OUTPUT_SIV:
        sink_printf(sink, ", %s", system_value_name(instr->data[0]));
        break;
    case DXBC_OP_DCL_INDEXRANGE:
        sink_printf(sink, " %d", (int32_t)instr->data[0]);
        break;
    }
}

static void print_id_list(struct text_sink *sink, const char *prefix, const uint32_t *ids, uint32_t count)
{
    sink_puts(sink, " = {");
    for (uint32_t i = 0; i < count; ++i)
        sink_printf(sink, "%s%s%u", i ? ", " : "", prefix, ids[i]);
    sink_puts(sink, "}");
}

static void print_interface(struct text_sink *sink, const struct dxbc_instr *instr)
{
    const uint32_t *data = instr->data;
    sink_printf(sink, "%s fp%u[%u][%u]", instr->token0 >> 11 & 1 ? "_dynamicindexed" : "", data[0],
                data[2] >> 16, data[1]);
    print_id_list(sink, "ft", data + 3, data[2] & 0xffff);
}

static void print_tessellator(struct text_sink *sink, const struct dxbc_instr *instr)
{
    static const char *const domains[] = {NULL, " domain_isoline", " domain_tri", " domain_quad"};
    static const char *const partitionings[] = {NULL, " partitioning_integer", " partitioning_pow2",
                                                " partitioning_fractional_odd",
                                                " partitioning_fractional_even"};
    static const char *const primitives[] = {NULL, " output_point", " output_line", " output_triangle_cw",
                                             " output_triangle_ccw"};
    const uint32_t value = instr->token0 >> 11 & 7;
    if (instr->opcode == DXBC_OP_DCL_TESSELLATOR_DOMAIN)
        sink_puts(sink, NAME_OF(domains, value & 3, " ???"));
    else if (instr->opcode == DXBC_OP_DCL_TESSELLATOR_PARTITIONING)
        sink_puts(sink, NAME_OF(partitionings, value, " ???"));
    else
        sink_puts(sink, NAME_OF(primitives, value, ""));
}

static void print_input_primitive(struct text_sink *sink, uint32_t primitive)
{
    if (primitive >= 8 && primitive <= 39)
        sink_printf(sink, " patch%u ", primitive - 7);
    else
        sink_printf(sink, " %s ", primitive_name(primitive));
}

static void print_numbers(struct text_sink *sink, const uint32_t *data, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        sink_printf(sink, "%s %d", i ? "," : "", (int32_t)data[i]);
}

void dxbc_print_declaration(struct text_sink *sink, const struct dxbc_program *program,
                            const struct dxbc_instr *instr)
{
    const uint32_t *data = instr->data;
    sink_puts(sink, dxbc_opcode_info(instr->opcode)->mnemonic);
    switch (instr->opcode) {
    case DXBC_OP_DCL_RESOURCE:
    case DXBC_OP_DCL_RESOURCE_RAW:
    case DXBC_OP_DCL_RESOURCE_STRUCTURED:
    case DXBC_OP_DCL_UAV_TYPED:
    case DXBC_OP_DCL_UAV_RAW:
    case DXBC_OP_DCL_UAV_STRUCTURED:
        print_view(sink, program, instr);
        break;
    case DXBC_OP_DCL_CONSTANTBUFFER:
        print_cbuffer(sink, program, instr);
        break;
    case DXBC_OP_DCL_SAMPLER:
        print_sampler(sink, program, instr);
        break;
    case DXBC_OP_DCL_GLOBALFLAGS:
        print_global_flags(sink, instr->token0);
        break;
    case DXBC_OP_DCL_INDEXABLETEMP:
        sink_printf(sink, " x%u[%u], %u", data[0], data[1], data[2]);
        break;
    case DXBC_OP_DCL_OUTPUTTOPOLOGY:
        sink_printf(sink, " %s ", topology_name(instr->token0 >> 11 & 63));
        break;
    case DXBC_OP_DCL_INPUTPRIMITIVE:
        print_input_primitive(sink, instr->token0 >> 11 & 63);
        break;
    case DXBC_OP_DCL_FUNCTION_BODY:
        sink_printf(sink, " fb%u", data[0]);
        break;
    case DXBC_OP_DCL_FUNCTION_TABLE:
        sink_printf(sink, " ft%u", data[0]);
        print_id_list(sink, "fb", data + 2, data[1]);
        break;
    case DXBC_OP_DCL_INTERFACE:
        print_interface(sink, instr);
        break;
    case DXBC_OP_DCL_INPUT_CONTROL_POINT_COUNT:
    case DXBC_OP_DCL_OUTPUT_CONTROL_POINT_COUNT:
        sink_printf(sink, " %u", instr->token0 >> 11 & 63);
        break;
    case DXBC_OP_DCL_TESSELLATOR_DOMAIN:
    case DXBC_OP_DCL_TESSELLATOR_PARTITIONING:
    case DXBC_OP_DCL_TESSELLATOR_OUTPUT_PRIMITIVE:
        print_tessellator(sink, instr);
        break;
    case DXBC_OP_DCL_HS_MAX_TESSFACTOR:
        sink_puts(sink, " l(");
        dxbc_print_float(sink, data[0]);
        sink_puts(sink, ")");
        break;
    case DXBC_OP_DCL_TGSM_RAW:
        sink_printf(sink, " g%u, %u", (uint32_t)instr->operands[0].index[0].imm, data[0]);
        break;
    case DXBC_OP_DCL_TGSM_STRUCTURED:
        sink_printf(sink, " g%u, %u, %u", (uint32_t)instr->operands[0].index[0].imm, data[0], data[1]);
        break;
    case DXBC_OP_DCL_THREAD_GROUP:
        print_numbers(sink, data, 3);
        break;
    case DXBC_OP_DCL_MAXOUT:
    case DXBC_OP_DCL_TEMPS:
    case DXBC_OP_DCL_GSINSTANCES:
    case DXBC_OP_DCL_HS_FORK_PHASE_INSTANCE_COUNT:
    case DXBC_OP_DCL_HS_JOIN_PHASE_INSTANCE_COUNT:
        print_numbers(sink, data, 1);
        break;
    default:
        print_io(sink, program, instr);
    }
}
