/*
 * Rules about the program as a whole: the declarations that a stage cannot do without, the order of hull
 * shader phases, what single stages restrict, and that declared inputs and outputs stand in the signatures.
 */
#include "validator.h"

static bool is_output(uint16_t opcode)
{
    return opcode == DXBC_OP_DCL_OUTPUT || opcode == DXBC_OP_DCL_OUTPUT_SGV ||
           opcode == DXBC_OP_DCL_OUTPUT_SIV;
}

static bool is_input(uint16_t opcode)
{
    return opcode >= DXBC_OP_DCL_INPUT && opcode <= DXBC_OP_DCL_INPUT_PS_SIV;
}

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
        } else if (is_output(instr->opcode) && instr->operands[0].file == DXBC_FILE_OUTPUT &&
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
        if (is_input(program->instrs[i].opcode) && operand->file == DXBC_FILE_INPUT &&
            operand->index_count == 2 && operand->index[0].imm != validator->input_vertices)
            return validator_fault(validator, RULE_VERTEX_COUNT, "%u vertices; the input primitive has %u",
                                   (uint32_t)operand->index[0].imm, validator->input_vertices);
    }
    return DIAG_OK;
}

enum { DOMAIN_ISOLINE = 1, DOMAIN_LAST = 3, PARTITIONING_LAST = 4 };
enum { PRIMITIVE_POINT = 1, PRIMITIVE_LINE = 2, PRIMITIVE_LAST = 4 };

/* Of dcl_tessellator_domain, _partitioning and _output_primitive: the number in the opcode token; 0: none. */
static uint32_t tessellator_number(struct validator *validator, uint16_t opcode)
{
    const struct dxbc_program *program = validator->program;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        if (program->instrs[i].opcode == opcode) {
            validator->index = i;
            return program->instrs[i].token0 >> 11 & 7;
        }
    }
    return 0;
}

static enum diag_code check_tessellator(struct validator *validator)
{
    const uint32_t partitioning = tessellator_number(validator, DXBC_OP_DCL_TESSELLATOR_PARTITIONING);
    if (validator->program->stage == DXBC_HS && (partitioning == 0 || partitioning > PARTITIONING_LAST))
        return validator_fault(validator, RULE_TESSELLATION, "partitioning %u does not exist", partitioning);
    const uint32_t domain = tessellator_number(validator, DXBC_OP_DCL_TESSELLATOR_DOMAIN);
    if (domain == 0 || domain > DOMAIN_LAST)
        return validator_fault(validator, RULE_TESSELLATION, "domain %u does not exist", domain);
    if (validator->program->stage != DXBC_HS)
        return DIAG_OK;
    const uint32_t primitive = tessellator_number(validator, DXBC_OP_DCL_TESSELLATOR_OUTPUT_PRIMITIVE);
    if (primitive == 0 || primitive > PRIMITIVE_LAST)
        return validator_fault(validator, RULE_TESSELLATION, "output primitive %u does not exist", primitive);
    if (primitive != PRIMITIVE_POINT && (domain == DOMAIN_ISOLINE) != (primitive == PRIMITIVE_LINE))
        return validator_fault(validator, RULE_TESSELLATION,
                               "lines come of isolines, triangles of the others");
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
        if (is_output(program->instrs[i].opcode) && operand->file == DXBC_FILE_OUTPUT &&
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
    case DXBC_HS:
    case DXBC_DS:
        return check_tessellator(validator);
    case DXBC_CS:
        return check_cs_4(validator);
    default:
        return DIAG_OK;
    }
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

/* By the numbers of declarations (position is 1 in both): edges and insides of patches have one number for
 * each in declarations, one for all in signatures. */
static uint32_t signature_value_of(uint32_t declared)
{
    static const uint8_t values[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                     11, 11, 11, 12, 12, 13, 13, 13, 14, 15, 16};
    return declared < sizeof(values) ? values[declared] : UINT32_MAX;
}

/* The system value that a declaration names; 0: none. */
static uint32_t declared_value(const struct dxbc_instr *instr)
{
    switch (instr->opcode) {
    case DXBC_OP_DCL_INPUT_SGV:
    case DXBC_OP_DCL_INPUT_SIV:
    case DXBC_OP_DCL_INPUT_PS_SGV:
    case DXBC_OP_DCL_INPUT_PS_SIV:
    case DXBC_OP_DCL_OUTPUT_SGV:
    case DXBC_OP_DCL_OUTPUT_SIV:
        return instr->data_count ? signature_value_of(instr->data[0] & 0xffff) : 0;
    default:
        return 0;
    }
}

static enum diag_code check_declared(struct validator *validator, const struct dxbc_instr *instr,
                                     bool patch_phase, uint32_t stream)
{
    const struct dxbc_operand *operand = &instr->operands[0];
    const struct dxbc_signature *signature =
        signature_of(validator, is_output(instr->opcode), operand->file, patch_phase);
    const uint32_t value = declared_value(instr);
    uint8_t mask = 0;
    if (!signature || operand->index_count == 0)
        return DIAG_OK;
    const uint64_t reg = operand->index[operand->index_count - 1].imm;
    for (uint32_t i = 0; i < signature->count; ++i) {
        const struct dxbc_signature_element *element = &signature->elements[i];
        if (element->reg != reg || (is_output(instr->opcode) && element->stream != stream))
            continue;
        mask |= element->mask;
        if (value != 0 && element->mask & operand->mask && element->system_value != value)
            return validator_fault(validator, RULE_SIGNATURE_VALUE,
                                   "register %u has another system value in the signature", (uint32_t)reg);
    }
    if (mask == 0)
        return validator_fault(validator, RULE_SIGNATURE_REGISTER, "register %u is not in the signature",
                               (uint32_t)reg);
    if (operand->mask & ~mask)
        return validator_fault(validator, RULE_SIGNATURE_MASK,
                               "register %u has components that are not in the signature", (uint32_t)reg);
    return DIAG_OK;
}

static enum diag_code check_overlap(struct validator *validator, const struct dxbc_signature *signature)
{
    uint8_t masks[LIMIT_STREAMS][LIMIT_IO_REGISTERS] = {0};
    for (uint32_t i = 0; i < signature->count; ++i) {
        const struct dxbc_signature_element *element = &signature->elements[i];
        if (element->reg == UINT32_MAX)
            continue;
        if (element->reg >= LIMIT_IO_REGISTERS || element->stream >= LIMIT_STREAMS)
            return loader_fault(validator->loader, RULE_SIGNATURE_OVERLAP, DIAG_NO_INSTRUCTION,
                                "%s%u stands in register %u of stream %u", element->name, element->index,
                                element->reg, element->stream);
        uint8_t *mask = &masks[element->stream][element->reg];
        if (*mask & element->mask)
            return loader_fault(validator->loader, RULE_SIGNATURE_OVERLAP, DIAG_NO_INSTRUCTION,
                                "%s%u shares components of register %u with another element", element->name,
                                element->index, element->reg);
        *mask |= element->mask;
    }
    return DIAG_OK;
}

static enum diag_code check_overlaps(struct validator *validator)
{
    const struct dxbc_shader *shader = validator->loader->shader;
    enum diag_code code = loader_go_on(validator->loader, check_overlap(validator, &shader->input));
    if (code == DIAG_OK)
        code = loader_go_on(validator->loader, check_overlap(validator, &shader->output));
    if (code == DIAG_OK)
        code = loader_go_on(validator->loader, check_overlap(validator, &shader->patch_constant));
    return code;
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
        code = loader_go_on(loader, check_restrictions(validator));
    if (code == DIAG_OK)
        code = loader_go_on(loader, validator_check_features(validator));
    if (code == DIAG_OK)
        code = check_overlaps(validator);
    return code == DIAG_OK ? check_signatures(validator) : code;
}
