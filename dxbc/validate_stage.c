/*
 * Rules about the program as a whole: the declarations that a stage cannot do without, and what single stages
 * restrict. Patches and signatures have files of their own.
 */
#include "validator.h"

/* ---- declarations of a stage ---- */

static const struct {
    uint8_t stage;
    uint16_t opcode;
} needed[] = {
    {DXBC_CS, DXBC_OP_DCL_THREAD_GROUP},
    {DXBC_GS, DXBC_OP_DCL_INPUTPRIMITIVE},
    {DXBC_GS, DXBC_OP_DCL_MAXOUT},
    {DXBC_HS, DXBC_OP_DCL_INPUT_CONTROL_POINT_COUNT},
    {DXBC_HS, DXBC_OP_DCL_OUTPUT_CONTROL_POINT_COUNT},
    {DXBC_HS, DXBC_OP_DCL_TESSELLATOR_DOMAIN},
    {DXBC_HS, DXBC_OP_DCL_TESSELLATOR_PARTITIONING},
    {DXBC_HS, DXBC_OP_DCL_TESSELLATOR_OUTPUT_PRIMITIVE},
    {DXBC_DS, DXBC_OP_DCL_INPUT_CONTROL_POINT_COUNT},
    {DXBC_DS, DXBC_OP_DCL_TESSELLATOR_DOMAIN},
};

static enum diag_code check_needed(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    enum diag_code code = DIAG_OK;
    for (size_t k = 0; code == DIAG_OK && k < sizeof(needed) / sizeof(needed[0]); ++k) {
        if (needed[k].stage != program->stage)
            continue;
        uint32_t count = 0;
        for (uint32_t i = 0; i < program->instr_count; ++i) {
            if (program->instrs[i].opcode == needed[k].opcode && ++count == 2) {
                validator->index = i;
                code = loader_go_on(validator->loader,
                                    validator_fault(validator, RULE_STAGE_DECLARATIONS, "stands twice"));
            }
        }
        if (count == 0)
            code =
                loader_go_on(validator->loader, loader_fault(validator->loader, RULE_STAGE_DECLARATIONS,
                                                             DIAG_NO_INSTRUCTION, "the shader has no %s",
                                                             dxbc_opcode_info(needed[k].opcode)->mnemonic));
    }
    return code;
}

/* ---- what single stages restrict ---- */

static enum diag_code check_cs_4(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    const uint64_t threads =
        (uint64_t)program->thread_group[0] * program->thread_group[1] * program->thread_group[2];
    if (program->stage != DXBC_CS || validator->model >= 50)
        return DIAG_OK;
    for (uint32_t i = 0; i < program->tgsm_count; ++i) {
        validator->index = program->tgsm[i].instr;
        if (!program->tgsm[i].structured || program->tgsm[i].count != threads)
            return validator_fault(validator, RULE_CS_4_SHARED, "cs_4_x has one structure for each thread");
    }
    for (uint32_t i = 0; i < program->uav_count; ++i) {
        validator->index = program->uavs[i].instr;
        if (program->uavs[i].lower != 0)
            return validator_fault(validator, RULE_CS_4_VIEWS, "u%u: cs_4_x has u0 alone",
                                   program->uavs[i].lower);
    }
    return DIAG_OK;
}

static enum diag_code check_gs_output(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    uint8_t masks[LIMIT_STREAMS][LIMIT_IO_REGISTERS] = {0};
    uint32_t vertices = 0, most = 0, stream = 0;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        if (instr->opcode == DXBC_OP_DCL_MAXOUT) {
            vertices = instr->data[0];
            validator->index = i;
        } else if (instr->opcode == DXBC_OP_DCL_STREAM) {
            stream = (uint32_t)instr->operands[0].index[0].imm % LIMIT_STREAMS;
        } else if (validator_is_output(instr->opcode) && instr->operands[0].file == DXBC_FILE_OUTPUT &&
                   instr->operands[0].index_count == 1) {
            masks[stream][instr->operands[0].index[0].imm % LIMIT_IO_REGISTERS] |= instr->operands[0].mask;
        }
    }
    for (stream = 0; stream < LIMIT_STREAMS; ++stream) {
        uint32_t scalars = 0;
        for (uint32_t i = 0; i < LIMIT_IO_REGISTERS; ++i)
            scalars += (uint32_t)__builtin_popcount(masks[stream][i]);
        most = scalars > most ? scalars : most;
    }
    if ((uint64_t)vertices * most > LIMIT_GS_SCALARS)
        return validator_fault(validator, RULE_GS_OUTPUT,
                               "%u vertices of %u components; together %d are the limit", vertices, most,
                               LIMIT_GS_SCALARS);
    return DIAG_OK;
}

/* Inputs of geometry shaders are arrays over the vertices of the primitive, which may be declared behind
 * them. */
static enum diag_code check_vertices(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_operand *operand = program->instrs[i].operands;
        validator->index = i;
        if (validator_is_input(program->instrs[i].opcode) && operand->file == DXBC_FILE_INPUT &&
            operand->index_count == 2 && operand->index[0].imm != validator->input_vertices)
            return validator_fault(validator, RULE_VERTEX_COUNT, "%u vertices; the input primitive has %u",
                                   (uint32_t)operand->index[0].imm, validator->input_vertices);
    }
    return DIAG_OK;
}

/* Outputs and writable views of a pixel shader share their slots. */
static enum diag_code check_targets(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    uint32_t outputs = 0;
    if (validator->model >= 51) /* ranges have spaces there */
        return DIAG_OK;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_operand *operand = program->instrs[i].operands;
        if (validator_is_output(program->instrs[i].opcode) && operand->file == DXBC_FILE_OUTPUT &&
            operand->index_count == 1 && operand->index[0].imm >= outputs)
            outputs = (uint32_t)operand->index[0].imm + 1;
    }
    for (uint32_t i = 0; i < program->uav_count; ++i) {
        validator->index = program->uavs[i].instr;
        if (program->uavs[i].lower < outputs)
            return validator_fault(validator, RULE_VIEW_BEHIND_TARGETS,
                                   "u%u shares the slot of an output, o%u is used", program->uavs[i].lower,
                                   outputs - 1);
    }
    return DIAG_OK;
}

static enum diag_code check_restrictions(struct validator *validator)
{
    enum diag_code code;
    switch (validator->program->stage) {
    case DXBC_PS:
        return check_targets(validator);
    case DXBC_GS:
        code = loader_go_on(validator->loader, check_vertices(validator));
        return code == DIAG_OK ? check_gs_output(validator) : code;
    case DXBC_CS:
        return check_cs_4(validator);
    default:
        return DIAG_OK;
    }
}

enum diag_code validator_check_stage(struct validator *validator)
{
    struct loader *loader = validator->loader;
    enum diag_code code = check_needed(validator);
    if (code == DIAG_OK)
        code = loader_go_on(loader, check_restrictions(validator));
    if (code == DIAG_OK && (validator->program->stage == DXBC_HS || validator->program->stage == DXBC_DS))
        code = validator_check_patch(validator);
    if (code == DIAG_OK)
        code = loader_go_on(loader, validator_check_features(validator));
    return code == DIAG_OK ? validator_check_signatures(validator) : code;
}
