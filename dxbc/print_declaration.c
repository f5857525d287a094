/*
 * Text of declarations, as Microsoft's disassembler writes it.
 */
#include "names.h"
#include "text_sink.h"

static const char *name_of(enum dxbc_name_table table, uint32_t number, const char *none)
{
    const char *name = dxbc_name(table, number);
    return name ? name : none;
}

const char *dxbc_dimension_name(unsigned dimension)
{
    return name_of(NAMES_DIMENSION, dimension, "<unknown dimension>");
}

void dxbc_print_return_types(struct text_sink *sink, const uint8_t types[4])
{
    sink_puts(sink, "(");
    for (unsigned i = 0; i < 4; ++i)
        sink_printf(sink, "%s%s", i ? "," : "",
                    name_of(NAMES_RETURN_TYPE, types[i], "<unknown resource return type>"));
    sink_puts(sink, ")");
}

static void print_global_flags(struct text_sink *sink, uint32_t token)
{
    /* In the reference's order: bit 14 before 13. */
    static const uint8_t bits[] = {11, 12, 14, 13, 15, 16, 17, 18, 19};
    const char *separator = " ";
    if (!(token & 0x000ff800))
        sink_puts(sink, "none"); /* without a space: so does the reference */
    for (size_t i = 0; i < sizeof(bits); ++i) {
        if (!(token >> bits[i] & 1))
            continue;
        sink_printf(sink, "%s%s", separator, dxbc_name(NAMES_GLOBAL_FLAG, bits[i]));
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
    const char *mode = dxbc_name(NAMES_SAMPLER_MODE, instr->token0 >> 11 & 15);
    sink_puts(sink, " ");
    print_range(sink, program, &instr->operands[0], "s", "S");
    if (mode)
        sink_printf(sink, ", %s", mode);
    print_space(sink, program, is_5_1(program) ? instr->data[0] : 0);
}

/* dcl_input*, dcl_output*, dcl_indexrange, dcl_stream */
static void print_io(struct text_sink *sink, const struct dxbc_program *program,
                     const struct dxbc_instr *instr)
{
    const bool pixel = instr->opcode == DXBC_OP_DCL_INPUT_PS || instr->opcode == DXBC_OP_DCL_INPUT_PS_SIV ||
                       instr->opcode == DXBC_OP_DCL_INPUT_PS_SGV;
    if (pixel)
        sink_printf(sink, " %s", name_of(NAMES_INTERPOLATION, instr->token0 >> 11 & 15, "???"));
    sink_puts(sink, " ");
    dxbc_print_operand(sink, program, &instr->operands[0], 'N', PRINT_OWN_PRECISION);
    switch (instr->opcode) {
    case DXBC_OP_DCL_INPUT_SGV:
    case DXBC_OP_DCL_INPUT_SIV:
    case DXBC_OP_DCL_INPUT_PS_SGV:
    case DXBC_OP_DCL_INPUT_PS_SIV:
    case DXBC_OP_DCL_OUTPUT_SGV:
    case DXBC_OP_DCL_OUTPUT_SIV:
        sink_printf(sink, ", %s", name_of(NAMES_SYSTEM_VALUE, instr->data[0], ""));
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
    const uint32_t value = instr->token0 >> 11 & 7;
    const char *name;
    if (instr->opcode == DXBC_OP_DCL_TESSELLATOR_DOMAIN)
        name = name_of(NAMES_DOMAIN, value & 3, "???");
    else if (instr->opcode == DXBC_OP_DCL_TESSELLATOR_PARTITIONING)
        name = name_of(NAMES_PARTITIONING, value, "???");
    else
        name = dxbc_name(NAMES_OUTPUT_PRIMITIVE, value);
    if (name)
        sink_printf(sink, " %s", name);
}

static void print_input_primitive(struct text_sink *sink, uint32_t primitive)
{
    if (primitive >= 8 && primitive <= 39)
        sink_printf(sink, " patch%u ", primitive - 7);
    else
        sink_printf(sink, " %s ", name_of(NAMES_PRIMITIVE, primitive, "???"));
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
        sink_printf(sink, " %s ", name_of(NAMES_TOPOLOGY, instr->token0 >> 11 & 63, "???"));
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
