/*
 * Rules about patches: the phases of hull shaders, what they say about the tessellator, the tessellation
 * factors that they owe it, and how much data a patch can carry on to the domain shader.
 */
#include <string.h>

#include "validator.h"

/* ---- phases ---- */

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

/* ---- the tessellator ---- */

enum { DOMAIN_ISOLINE = 1, DOMAIN_LAST = 3, PARTITIONING_LAST = 4 };
enum { PRIMITIVE_POINT = 1, PRIMITIVE_LINE = 2, PRIMITIVE_LAST = 4 };

enum { NOT_DECLARED = UINT32_MAX };

/* Of dcl_tessellator_domain, _partitioning and _output_primitive: the number in the opcode token. */
static uint32_t tessellator_number(struct validator *validator, uint16_t opcode)
{
    const struct dxbc_program *program = validator->program;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        if (program->instrs[i].opcode == opcode) {
            validator->index = i;
            return program->instrs[i].token0 >> 11 & 7;
        }
    }
    return NOT_DECLARED;
}

/* Declarations that are missing altogether have been reported already. */
static bool is_outside(uint32_t number, uint32_t last)
{
    return number != NOT_DECLARED && (number == 0 || number > last);
}

static enum diag_code check_tessellator(struct validator *validator)
{
    const uint32_t partitioning = tessellator_number(validator, DXBC_OP_DCL_TESSELLATOR_PARTITIONING);
    if (is_outside(partitioning, PARTITIONING_LAST))
        return validator_fault(validator, RULE_TESSELLATION, "partitioning %u does not exist", partitioning);
    const uint32_t domain = tessellator_number(validator, DXBC_OP_DCL_TESSELLATOR_DOMAIN);
    if (is_outside(domain, DOMAIN_LAST))
        return validator_fault(validator, RULE_TESSELLATION, "domain %u does not exist", domain);
    const uint32_t primitive = tessellator_number(validator, DXBC_OP_DCL_TESSELLATOR_OUTPUT_PRIMITIVE);
    if (is_outside(primitive, PRIMITIVE_LAST))
        return validator_fault(validator, RULE_TESSELLATION, "output primitive %u does not exist", primitive);
    if (domain != NOT_DECLARED && primitive != NOT_DECLARED && primitive != PRIMITIVE_POINT &&
        (domain == DOMAIN_ISOLINE) != (primitive == PRIMITIVE_LINE))
        return validator_fault(validator, RULE_TESSELLATION,
                               "lines come of isolines, triangles of the others");
    return DIAG_OK;
}

/* ---- tessellation factors ---- */

/* The names of factors in declarations, each domain's in a row. */
enum { QUAD_FIRST = 11, QUAD_LAST = 16, TRI_FIRST = 17, TRI_LAST = 20, LINE_FIRST = 21, LINE_LAST = 22 };

static const struct {
    uint32_t first, last;
    const char *name;
} factors[DOMAIN_LAST + 1] = {[1] = {LINE_FIRST, LINE_LAST, "isoline"},
                              [2] = {TRI_FIRST, TRI_LAST, "tri"},
                              [3] = {QUAD_FIRST, QUAD_LAST, "quad"}};

bool validator_is_factor(uint32_t name)
{
    return name >= QUAD_FIRST && name <= LINE_LAST;
}

/* Each factor is one component, of the domain that is declared; a hull shader has all of them. */
static enum diag_code check_factors(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    const uint32_t domain = tessellator_number(validator, DXBC_OP_DCL_TESSELLATOR_DOMAIN);
    uint32_t seen = 0;
    if (domain == NOT_DECLARED || is_outside(domain, DOMAIN_LAST))
        return DIAG_OK;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        const uint32_t value = validator_declared_name(instr);
        validator->index = i;
        if (!validator_is_factor(value))
            continue;
        if (value < factors[domain].first || value > factors[domain].last)
            return validator_fault(validator, RULE_FACTORS, "names a factor that the domain %s has not",
                                   factors[domain].name);
        if (__builtin_popcount(instr->operands[0].mask) != 1)
            return validator_fault(validator, RULE_FACTORS, "gives a factor more than one component");
        if (validator_is_output(instr->opcode) && seen >> value & 1)
            return validator_fault(validator, RULE_FACTORS, "names a factor that is declared already");
        seen |= 1u << value;
    }
    for (uint32_t value = factors[domain].first; program->stage == DXBC_HS && value <= factors[domain].last;
         ++value) {
        if (!(seen >> value & 1))
            return loader_fault(validator->loader, RULE_FACTORS, DIAG_NO_INSTRUCTION,
                                "the domain %s needs %u tessellation factors, number %u is not declared",
                                factors[domain].name, factors[domain].last - factors[domain].first + 1,
                                value - factors[domain].first);
    }
    return DIAG_OK;
}

/* ---- data ---- */

/* No two fork and join phases declare one component of the patch's constants. */
static enum diag_code check_patch_outputs(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    uint8_t before[LIMIT_IO_REGISTERS] = {0}, own[LIMIT_IO_REGISTERS] = {0};
    bool patch_phase = false;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        const struct dxbc_operand *operand = instr->operands;
        if (instr->opcode == DXBC_OP_HS_FORK_PHASE || instr->opcode == DXBC_OP_HS_JOIN_PHASE) {
            for (uint32_t k = 0; k < LIMIT_IO_REGISTERS; ++k)
                before[k] |= own[k];
            memset(own, 0, sizeof(own));
            patch_phase = true;
        }
        if (!patch_phase || !validator_is_output(instr->opcode) || operand->file != DXBC_FILE_OUTPUT ||
            operand->index_count != 1 || operand->index[0].imm >= LIMIT_IO_REGISTERS)
            continue;
        validator->index = i;
        if (before[operand->index[0].imm] & operand->mask)
            return validator_fault(validator, RULE_PATCH_OVERLAP, "o%u has components of another phase",
                                   (uint32_t)operand->index[0].imm);
        own[operand->index[0].imm] |= operand->mask;
    }
    return DIAG_OK;
}

/* Scalars of one control point, of inputs that go by control points or of the outputs of their phase. */
static uint32_t scalars_of(const struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    const bool domain = program->stage == DXBC_DS;
    uint8_t masks[LIMIT_IO_REGISTERS] = {0};
    uint32_t scalars = 0;
    bool counts = domain;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        const struct dxbc_operand *operand = instr->operands;
        if (dxbc_opcode_info(instr->opcode)->kind == DXBC_KIND_HULL)
            counts = instr->opcode == DXBC_OP_HS_CONTROL_POINT_PHASE;
        const bool chosen =
            domain ? validator_is_input(instr->opcode) && operand->file == DXBC_FILE_INPUT_CONTROL_POINT
                   : validator_is_output(instr->opcode) && operand->file == DXBC_FILE_OUTPUT;
        if (counts && chosen && operand->index_count)
            masks[operand->index[operand->index_count - 1].imm % LIMIT_IO_REGISTERS] |= operand->mask;
    }
    for (uint32_t i = 0; i < LIMIT_IO_REGISTERS; ++i)
        scalars += (uint32_t)__builtin_popcount(masks[i]);
    return scalars;
}

static enum diag_code check_control_points(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    const uint32_t scalars = scalars_of(validator);
    const uint32_t points = program->stage == DXBC_DS ? validator->input_points : validator->output_points;
    bool has_phase = program->stage == DXBC_DS;
    for (uint32_t i = 0; i < program->instr_count; ++i)
        has_phase |= program->instrs[i].opcode == DXBC_OP_HS_CONTROL_POINT_PHASE;
    if (scalars * points > LIMIT_PATCH_SCALARS)
        return loader_fault(validator->loader, RULE_PATCH_SIZE, DIAG_NO_INSTRUCTION,
                            "%u control points of %u components; together %d are the limit", points, scalars,
                            LIMIT_PATCH_SCALARS);
    if (!has_phase && validator->output_points != 0 && validator->output_points != validator->input_points)
        return loader_fault(validator->loader, RULE_PASSED_POINTS, DIAG_NO_INSTRUCTION,
                            "%u control points come in and %u go out, but no phase makes them",
                            validator->input_points, validator->output_points);
    return DIAG_OK;
}

enum diag_code validator_check_patch(struct validator *validator)
{
    struct loader *loader = validator->loader;
    enum diag_code code = DIAG_OK;
    if (validator->program->stage == DXBC_HS)
        code = loader_go_on(loader, check_phases(validator));
    if (code == DIAG_OK)
        code = loader_go_on(loader, check_tessellator(validator));
    if (code == DIAG_OK)
        code = loader_go_on(loader, check_factors(validator));
    if (code == DIAG_OK)
        code = loader_go_on(loader, check_patch_outputs(validator));
    return code == DIAG_OK ? loader_go_on(loader, check_control_points(validator)) : code;
}
