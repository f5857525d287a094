/*
 * Rules about the program as a whole: the declarations that a stage cannot do without, the order of hull
 * shader phases, what cs_4_x restricts, and that declared inputs and outputs
 * stand in the signatures.
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

/* hs_decls, then at most one control point phase, then fork phases, then join phases. */
static enum diag_code check_phases(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    uint16_t last = 0;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const uint16_t opcode = program->instrs[i].opcode;
        if (dxbc_opcode_info(opcode)->kind != DXBC_KIND_HULL)
            continue;
        const bool repeats = opcode == DXBC_OP_HS_FORK_PHASE || opcode == DXBC_OP_HS_JOIN_PHASE;
        validator->index = i;
        if (opcode < last || (opcode == last && !repeats) || (last == 0 && opcode != DXBC_OP_HS_DECLS))
            return validator_fault(validator, RULE_PHASES, "stands out of order");
        last = opcode;
    }
    validator->index = 0;
    return last ? DIAG_OK
                : loader_fault(validator->loader, RULE_PHASES, DIAG_NO_INSTRUCTION,
                               "the hull shader has no hs_decls");
}

/* ---- cs_4_x ---- */

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

/* ---- signatures ---- */

/* The signature that a declared register belongs to; NULL: none, or the container lacks it. */
static const struct dxbc_signature *signature_of(const struct validator *validator, bool output, uint8_t file,
                                                 bool patch_phase)
{
    const struct dxbc_shader *shader = validator->loader->shader;
    const struct dxbc_signature *signature;
    switch (file) {
    case DXBC_FILE_OUTPUT:
        signature = patch_phase ? &shader->patch_constant : &shader->output;
        break;
    case DXBC_FILE_PATCH_CONSTANT:
        signature = &shader->patch_constant;
        break;
    case DXBC_FILE_OUTPUT_CONTROL_POINT:
        signature = &shader->output;
        break;
    case DXBC_FILE_INPUT:
    case DXBC_FILE_INPUT_CONTROL_POINT:
        signature = output ? NULL : &shader->input;
        break;
    default:
        return NULL;
    }
    return signature && signature->present ? signature : NULL;
}

static bool is_output(uint16_t opcode)
{
    return opcode == DXBC_OP_DCL_OUTPUT || opcode == DXBC_OP_DCL_OUTPUT_SGV ||
           opcode == DXBC_OP_DCL_OUTPUT_SIV;
}

static bool is_input(uint16_t opcode)
{
    return opcode >= DXBC_OP_DCL_INPUT && opcode <= DXBC_OP_DCL_INPUT_PS_SIV;
}

static enum diag_code check_declared(struct validator *validator, const struct dxbc_instr *instr,
                                     bool patch_phase, uint32_t stream)
{
    const struct dxbc_operand *operand = &instr->operands[0];
    const struct dxbc_signature *signature =
        signature_of(validator, is_output(instr->opcode), operand->file, patch_phase);
    uint8_t mask = 0;
    if (!signature || operand->index_count == 0)
        return DIAG_OK;
    const uint64_t reg = operand->index[operand->index_count - 1].imm;
    for (uint32_t i = 0; i < signature->count; ++i) {
        const struct dxbc_signature_element *element = &signature->elements[i];
        if (element->reg == reg && (!is_output(instr->opcode) || element->stream == stream))
            mask |= element->mask;
    }
    if (mask == 0)
        return validator_fault(validator, RULE_SIGNATURE_REGISTER, "register %u is not in the signature",
                               (uint32_t)reg);
    if (operand->mask & ~mask)
        return validator_fault(validator, RULE_SIGNATURE_MASK,
                               "register %u has components that are not in the signature", (uint32_t)reg);
    return DIAG_OK;
}

static enum diag_code check_signatures(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    enum diag_code code = DIAG_OK;
    bool patch_phase = false;
    uint32_t stream = 0;
    for (uint32_t i = 0; code == DIAG_OK && i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        validator->index = i;
        if (instr->opcode == DXBC_OP_HS_FORK_PHASE || instr->opcode == DXBC_OP_HS_JOIN_PHASE)
            patch_phase = true;
        else if (instr->opcode == DXBC_OP_DCL_STREAM)
            stream = (uint32_t)instr->operands[0].index[0].imm;
        else if (is_input(instr->opcode) || is_output(instr->opcode))
            code = loader_go_on(validator->loader, check_declared(validator, instr, patch_phase, stream));
    }
    return code;
}

enum diag_code validator_check_stage(struct validator *validator)
{
    struct loader *loader = validator->loader;
    enum diag_code code = check_needed(validator);
    if (code == DIAG_OK && validator->program->stage == DXBC_HS)
        code = loader_go_on(loader, check_phases(validator));
    if (code == DIAG_OK)
        code = loader_go_on(loader, check_cs_4(validator));
    return code == DIAG_OK ? check_signatures(validator) : code;
}
