/*
 * Rules about signatures: that declared inputs and outputs stand in them with the same system values, that
 * their elements do not overlap, and that system values have the type they are made for.
 */
#include <strings.h>

#include "validator.h"

bool validator_is_output(uint16_t opcode)
{
    return opcode == DXBC_OP_DCL_OUTPUT || opcode == DXBC_OP_DCL_OUTPUT_SGV ||
           opcode == DXBC_OP_DCL_OUTPUT_SIV;
}

bool validator_is_input(uint16_t opcode)
{
    return opcode >= DXBC_OP_DCL_INPUT && opcode <= DXBC_OP_DCL_INPUT_PS_SIV;
}

uint32_t validator_declared_name(const struct dxbc_instr *instr)
{
    switch (instr->opcode) {
    case DXBC_OP_DCL_INPUT_SGV:
    case DXBC_OP_DCL_INPUT_SIV:
    case DXBC_OP_DCL_INPUT_PS_SGV:
    case DXBC_OP_DCL_INPUT_PS_SIV:
    case DXBC_OP_DCL_OUTPUT_SGV:
    case DXBC_OP_DCL_OUTPUT_SIV:
        return instr->data_count ? instr->data[0] & 0xffff : 0;
    default:
        return 0;
    }
}

/* ---- declarations ---- */

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

static enum diag_code check_declared(struct validator *validator, const struct dxbc_instr *instr,
                                     bool patch_phase, uint32_t stream)
{
    const struct dxbc_operand *operand = &instr->operands[0];
    const struct dxbc_signature *signature =
        signature_of(validator, validator_is_output(instr->opcode), operand->file, patch_phase);
    const uint32_t value = signature_value_of(validator_declared_name(instr));
    uint8_t mask = 0;
    if (!signature || operand->index_count == 0)
        return DIAG_OK;
    const uint64_t reg = operand->index[operand->index_count - 1].imm;
    for (uint32_t i = 0; i < signature->count; ++i) {
        const struct dxbc_signature_element *element = &signature->elements[i];
        if (element->reg != reg || (validator_is_output(instr->opcode) && element->stream != stream))
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

static enum diag_code check_declarations(struct validator *validator)
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
        else if (validator_is_input(instr->opcode) || validator_is_output(instr->opcode))
            code = loader_go_on(validator->loader, check_declared(validator, instr, patch_phase, stream));
    }
    return code;
}

/* ---- elements ---- */

enum { COMPONENT_UINT = 1, COMPONENT_FLOAT = 3 };
enum { VALUE_POSITION = 1, VALUE_CLIP = 2, VALUE_CULL = 3 };

/* By system value: the type of its components, and whether it is a single one. 0: any. */
static const struct {
    uint8_t type;
    bool scalar;
} value_rules[] = {
    [1] = {COMPONENT_FLOAT, false}, [2] = {COMPONENT_FLOAT, false}, [3] = {COMPONENT_FLOAT, false},
    [4] = {COMPONENT_UINT, true},   [5] = {COMPONENT_UINT, true},   [6] = {COMPONENT_UINT, true},
    [7] = {COMPONENT_UINT, true},   [8] = {COMPONENT_UINT, true},   [9] = {COMPONENT_UINT, true},
    [10] = {COMPONENT_UINT, true},  [11] = {COMPONENT_FLOAT, true}, [12] = {COMPONENT_FLOAT, true},
    [13] = {COMPONENT_FLOAT, true}, [14] = {COMPONENT_FLOAT, true}, [15] = {COMPONENT_FLOAT, true},
    [16] = {COMPONENT_FLOAT, true},
};

/* Inputs may be declared with the part of a position that they read. */
static enum diag_code check_element(struct validator *validator, const struct dxbc_signature_element *element,
                                    bool goes_out)
{
    const uint32_t value = element->system_value;
    if (value == 0 || value >= sizeof(value_rules) / sizeof(value_rules[0]))
        return DIAG_OK;
    const bool whole = value != VALUE_POSITION || !goes_out || element->mask == 15;
    const bool single = !value_rules[value].scalar || __builtin_popcount(element->mask) == 1;
    if (element->component_type == value_rules[value].type && whole && single)
        return DIAG_OK;
    return loader_fault(validator->loader, RULE_SIGNATURE_TYPE, DIAG_NO_INSTRUCTION, "%s%u is not %s",
                        element->name, element->index,
                        value == VALUE_POSITION                     ? "four floats"
                        : !value_rules[value].scalar                ? "of floats"
                        : value_rules[value].type == COMPONENT_UINT ? "one unsigned integer"
                                                                    : "one float");
}

/* Clip and cull distances: 8 together, in at most two registers. */
static enum diag_code check_distances(struct validator *validator, const struct dxbc_signature *signature,
                                      uint32_t stream)
{
    uint32_t registers = 0, components = 0;
    for (uint32_t i = 0; i < signature->count; ++i) {
        const struct dxbc_signature_element *element = &signature->elements[i];
        if ((element->system_value != VALUE_CLIP && element->system_value != VALUE_CULL) ||
            element->stream != stream)
            continue;
        components += (uint32_t)__builtin_popcount(element->mask);
        registers |= 1u << element->reg % LIMIT_IO_REGISTERS;
    }
    if (components <= LIMIT_DISTANCES && __builtin_popcount(registers) <= LIMIT_DISTANCE_REGISTERS)
        return DIAG_OK;
    return loader_fault(validator->loader, RULE_DISTANCES, DIAG_NO_INSTRUCTION,
                        "%u clip and cull distances in %d registers; the limits are %d in %d", components,
                        __builtin_popcount(registers), LIMIT_DISTANCES, LIMIT_DISTANCE_REGISTERS);
}

/* Semantics that a pixel shader can give back. */
static enum diag_code check_targets(struct validator *validator, const struct dxbc_signature *signature)
{
    static const char *const names[] = {"SV_Target",         "SV_Depth",    "SV_DepthGreaterEqual",
                                        "SV_DepthLessEqual", "SV_Coverage", "SV_StencilRef"};
    for (uint32_t i = 0; i < signature->count; ++i) {
        bool known = false;
        for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); ++k)
            known |= strcasecmp(signature->elements[i].name, names[k]) == 0;
        if (!known)
            return loader_fault(validator->loader, RULE_TARGET_SEMANTIC, DIAG_NO_INSTRUCTION,
                                "%s is nothing that a pixel shader gives back", signature->elements[i].name);
    }
    return DIAG_OK;
}

static enum diag_code check_signature(struct validator *validator, const struct dxbc_signature *signature)
{
    struct loader *loader = validator->loader;
    enum diag_code code = loader_go_on(loader, check_overlap(validator, signature));
    for (uint32_t i = 0; code == DIAG_OK && i < signature->count; ++i)
        code = loader_go_on(
            loader, check_element(validator, &signature->elements[i], signature != &loader->shader->input));
    for (uint32_t stream = 0; code == DIAG_OK && stream < LIMIT_STREAMS; ++stream)
        code = loader_go_on(loader, check_distances(validator, signature, stream));
    return code;
}

enum diag_code validator_check_signatures(struct validator *validator)
{
    const struct dxbc_shader *shader = validator->loader->shader;
    enum diag_code code = check_signature(validator, &shader->input);
    if (code == DIAG_OK)
        code = check_signature(validator, &shader->output);
    if (code == DIAG_OK)
        code = check_signature(validator, &shader->patch_constant);
    if (code == DIAG_OK && validator->program->stage == DXBC_PS)
        code = loader_go_on(validator->loader, check_targets(validator, &shader->output));
    return code == DIAG_OK ? check_declarations(validator) : code;
}
