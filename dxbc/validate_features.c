/*
 * Rules about what a program says it needs: instructions stand under their dcl_globalFlags, and SFI0 repeats
 * what those say.
 */
#include "validator.h"

/* Bits of dcl_globalFlags and of SFI0 that go together, and the name of the former. */
static const struct requirement {
    uint32_t flag, feature;
    const char *name;
} requirements[] = {
    {1 << 12, 0x01, "enableDoublePrecisionFloatOps"}, {1 << 14, 0x02, "enableRawAndStructuredBuffers"},
    {1 << 16, 0x10, "enableMinimumPrecision"},        {1 << 17, 0x20, "enable11_1DoubleExtensions"},
    {1 << 18, 0x40, "enable11_1ShaderExtensions"},
};
enum { DOUBLES, RAW_BUFFERS, MIN_PRECISION, DOUBLE_EXTENSIONS, SHADER_EXTENSIONS, REQUIREMENT_COUNT };

static enum diag_code need(struct validator *validator, unsigned requirement)
{
    if (validator->program->global_flags & requirements[requirement].flag)
        return DIAG_OK;
    return validator_fault(validator, RULE_GLOBAL_FLAGS, "needs dcl_globalFlags %s",
                           requirements[requirement].name);
}

/* In shader model 4, compute shaders may use raw and structured buffers without saying so. */
static enum diag_code check_raw_buffers(struct validator *validator, const struct dxbc_instr *instr)
{
    const bool raw =
        instr->opcode == DXBC_OP_DCL_RESOURCE_RAW || instr->opcode == DXBC_OP_DCL_RESOURCE_STRUCTURED;
    if (!raw || validator->model >= 50 || validator->program->stage == DXBC_CS)
        return DIAG_OK;
    return need(validator, RAW_BUFFERS);
}

enum diag_code validator_check_flags(struct validator *validator, const struct dxbc_instr *instr)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    enum diag_code code = check_raw_buffers(validator, instr);
    if (code == DIAG_OK && info->kind == DXBC_KIND_DOUBLE)
        code = need(validator, DOUBLES);
    if (code == DIAG_OK && info->since == 51)
        code = need(validator, info->kind == DXBC_KIND_DOUBLE ? DOUBLE_EXTENSIONS : SHADER_EXTENSIONS);
    for (uint32_t i = 0; code == DIAG_OK && i < instr->operand_count; ++i) {
        if (instr->operands[i].min_precision)
            code = need(validator, MIN_PRECISION);
    }
    return code;
}

/* A bit that stands in one place and not in the other. */
enum diag_code validator_check_features(struct validator *validator)
{
    const struct dxbc_shader *shader = validator->loader->shader;
    const uint32_t flags = validator->program->global_flags;
    for (unsigned i = 0; i < REQUIREMENT_COUNT; ++i) {
        const bool flag = flags & requirements[i].flag,
                   feature = shader->feature_flags & requirements[i].feature;
        if (flag == feature || (i == RAW_BUFFERS && validator->program->stage == DXBC_CS))
            continue;
        return loader_fault(validator->loader, RULE_FEATURE_FLAGS, DIAG_NO_INSTRUCTION,
                            flag ? "dcl_globalFlags has %s, the SFI0 chunk does not say so"
                                 : "the SFI0 chunk tells of %s, dcl_globalFlags does not",
                            requirements[i].name);
    }
    return DIAG_OK;
}
