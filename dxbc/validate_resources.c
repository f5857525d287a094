/*
 * Rules about what instructions ask of memory: textures of a dimension and type that can be sampled, samplers
 * of the right mode, the stores of cs_4_x.
 *
 * The operands themselves are sound by now. Views and samplers that are only known at run time (class
 * linkage) are not looked at.
 */
#include <string.h>

#include "validator.h"

enum {
    DIMENSIONS_2D = 1 << DXBC_DIM_TEXTURE2D | 1 << DXBC_DIM_TEXTURE2DARRAY,
    DIMENSIONS_CUBE = 1 << DXBC_DIM_TEXTURECUBE | 1 << DXBC_DIM_TEXTURECUBEARRAY,
    DIMENSIONS_1D = 1 << DXBC_DIM_TEXTURE1D | 1 << DXBC_DIM_TEXTURE1DARRAY,
    DIMENSIONS_COMPARED = DIMENSIONS_1D | DIMENSIONS_2D | DIMENSIONS_CUBE,
    DIMENSIONS_SAMPLED = DIMENSIONS_COMPARED | 1 << DXBC_DIM_TEXTURE3D,
};
enum { TYPE_UNORM = 1, TYPE_SNORM = 2, TYPE_SINT = 3, TYPE_UINT = 4, TYPE_FLOAT = 5, TYPE_MIXED = 6 };
enum { MODE_COMPARISON = 1 };

struct sampling_rule {
    uint16_t dimensions; /* bit = enum dxbc_dimension */
    bool compares, gathers;
};

static struct sampling_rule sampling_rule_of(uint16_t opcode)
{
    switch (opcode) {
    case DXBC_OP_SAMPLE_C:
    case DXBC_OP_SAMPLE_C_LZ:
    case DXBC_OP_SAMPLE_C_LZ_S:
    case DXBC_OP_SAMPLE_C_CL_S:
        return (struct sampling_rule){DIMENSIONS_COMPARED, true, false};
    case DXBC_OP_GATHER4:
    case DXBC_OP_GATHER4_S:
        return (struct sampling_rule){DIMENSIONS_2D | DIMENSIONS_CUBE, false, true};
    case DXBC_OP_GATHER4_C:
    case DXBC_OP_GATHER4_C_S:
        return (struct sampling_rule){DIMENSIONS_2D | DIMENSIONS_CUBE, true, true};
    case DXBC_OP_GATHER4_PO:
    case DXBC_OP_GATHER4_PO_S:
        return (struct sampling_rule){DIMENSIONS_2D, false, true};
    case DXBC_OP_GATHER4_PO_C:
    case DXBC_OP_GATHER4_PO_C_S:
        return (struct sampling_rule){DIMENSIONS_2D, true, true};
    default:
        return (struct sampling_rule){DIMENSIONS_SAMPLED, false, false};
    }
}

static int32_t position_of(const struct register_map *map, const struct dxbc_operand *operand)
{
    const struct dxbc_index *index = &operand->index[0];
    return index->relative || index->imm >= map->count ? -1 : map->index[index->imm];
}

static enum diag_code check_texture(struct validator *validator, const struct dxbc_instr *instr,
                                    const struct dxbc_operand *operand, struct sampling_rule rule)
{
    const int32_t position = position_of(&validator->resources, operand);
    if (position < 0)
        return DIAG_OK;
    const struct dxbc_resource_decl *texture = &validator->program->resources[position];
    if (!(rule.dimensions >> texture->dimension & 1))
        return validator_fault(validator, RULE_TEXTURE_DIMENSION,
                               "t%u has a dimension that the instruction does not take", texture->lower);
    for (unsigned i = 0; i < 4 && !rule.gathers && instr->opcode != DXBC_OP_LOD; ++i) {
        const uint8_t type = texture->return_types[i];
        if (type != TYPE_UNORM && type != TYPE_SNORM && type != TYPE_FLOAT && type != TYPE_MIXED)
            return validator_fault(validator, RULE_TEXTURE_TYPE,
                                   "t%u returns no float, unorm or snorm: it cannot be filtered",
                                   texture->lower);
    }
    return DIAG_OK;
}

static enum diag_code check_sampler(struct validator *validator, const struct dxbc_operand *operand,
                                    struct sampling_rule rule)
{
    const int32_t position = position_of(&validator->samplers, operand);
    if (position < 0)
        return DIAG_OK;
    const struct dxbc_sampler_decl *sampler = &validator->program->samplers[position];
    if ((sampler->mode == MODE_COMPARISON) != rule.compares)
        return validator_fault(validator, RULE_SAMPLER_USE, "s%u is declared with mode_%s; needed is mode_%s",
                               sampler->lower, rule.compares ? "default" : "comparison",
                               rule.compares ? "comparison" : "default");
    return DIAG_OK;
}

static enum diag_code check_bias(struct validator *validator, const struct dxbc_instr *instr)
{
    const bool biased = instr->opcode == DXBC_OP_SAMPLE_B || instr->opcode == DXBC_OP_SAMPLE_B_CL_S;
    const struct dxbc_operand *operand = &instr->operands[instr->opcode == DXBC_OP_SAMPLE_B ? 4 : 5];
    float bias;
    if (!biased || operand->file != DXBC_FILE_IMMEDIATE32)
        return DIAG_OK;
    memcpy(&bias, &operand->imm[0], sizeof(bias));
    return bias >= LIMIT_BIAS_LOW && bias <= LIMIT_BIAS_HIGH
               ? DIAG_OK
               : validator_fault(validator, RULE_LOD_BIAS, "a bias of %g; allowed are -16 to 15.99",
                                 (double)bias);
}

static enum diag_code check_sampling(struct validator *validator, const struct dxbc_instr *instr)
{
    const struct sampling_rule rule = sampling_rule_of(instr->opcode);
    enum diag_code code = check_bias(validator, instr);
    for (uint32_t i = 0; code == DIAG_OK && i < instr->operand_count; ++i) {
        const struct dxbc_operand *operand = &instr->operands[i];
        if (operand->file == DXBC_FILE_RESOURCE)
            code = check_texture(validator, instr, operand, rule);
        else if (operand->file == DXBC_FILE_SAMPLER)
            code = check_sampler(validator, operand, rule);
    }
    return code;
}

/* cs_4_x: store_structured g#, vThreadIDInGroupFlattened, offset, value. */
static enum diag_code check_cs_4_store(struct validator *validator, const struct dxbc_instr *instr)
{
    if (instr->operands[0].file != DXBC_FILE_TGSM || validator->model >= 50 ||
        instr->operands[1].file == DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED)
        return DIAG_OK;
    return validator_fault(validator, RULE_CS_4_STORE,
                           "shared memory of cs_4_x is written at vThreadIDInGroupFlattened alone");
}

/* imm_atomic_alloc and imm_atomic_consume of one view. */
static enum diag_code check_counter(struct validator *validator, const struct dxbc_instr *instr)
{
    const int32_t position = position_of(&validator->uavs, &instr->operands[1]);
    if (position < 0)
        return DIAG_OK;
    uint16_t *first = &validator->counters[position];
    if (*first && *first != instr->opcode)
        return loader_advise(validator->loader, RULE_COUNTER_DIRECTION, validator->index,
                             "%s: u%u is counted in the other direction, too",
                             dxbc_opcode_info(instr->opcode)->mnemonic,
                             validator->program->uavs[position].lower);
    *first = instr->opcode;
    return DIAG_OK;
}

enum diag_code validator_check_resources(struct validator *validator, const struct dxbc_instr *instr)
{
    switch (dxbc_opcode_info(instr->opcode)->kind) {
    case DXBC_KIND_SAMPLE:
        return check_sampling(validator, instr);
    case DXBC_KIND_COUNTER:
        return check_counter(validator, instr);
    case DXBC_KIND_STORE:
        return instr->opcode == DXBC_OP_STORE_STRUCTURED ? check_cs_4_store(validator, instr) : DIAG_OK;
    default:
        return DIAG_OK;
    }
}
