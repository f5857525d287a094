/*
 * Validation of a decoded program: after this nobody re-checks.
 *
 * This file holds the walk over the instructions, and the rules about where an opcode may stand. Declarations
 * and operands have files of their own; flow and calls were resolved before. What Microsoft's compiler emits
 * and what its runtime takes must pass: rules that only serve tidiness do not belong here.
 */
#include <stdarg.h>
#include <string.h>

#include "validator.h"

enum diag_code validator_fault(struct validator *validator, enum dxbc_rule rule, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (validator->program->instr_count == 0) /* a rule about the shader as a whole */
        return loader_fault(validator->loader, rule, DIAG_NO_INSTRUCTION, "%s", text);
    return loader_fault(validator->loader, rule, validator->index, "%s: %s",
                        dxbc_opcode_info(validator->program->instrs[validator->index].opcode)->mnemonic,
                        text);
}

/* Opcodes of 5.0 that shader model 4 has too, as Direct3D 11 widened it. */
static bool is_in_model_4(uint16_t opcode)
{
    switch (opcode) {
    case DXBC_OP_DCL_THREAD_GROUP:
    case DXBC_OP_DCL_UAV_RAW:
    case DXBC_OP_DCL_UAV_STRUCTURED:
    case DXBC_OP_DCL_TGSM_RAW:
    case DXBC_OP_DCL_TGSM_STRUCTURED:
    case DXBC_OP_DCL_RESOURCE_RAW:
    case DXBC_OP_DCL_RESOURCE_STRUCTURED:
    case DXBC_OP_LD_RAW:
    case DXBC_OP_LD_STRUCTURED:
    case DXBC_OP_STORE_RAW:
    case DXBC_OP_STORE_STRUCTURED:
    case DXBC_OP_BUFINFO:
    case DXBC_OP_SYNC:
        return true;
    default:
        return false;
    }
}

static enum diag_code check_place(struct validator *validator, const struct dxbc_instr *instr)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    const bool extension = info->since > 50; /* 11.1 and 11.2 extend 5.0 without a model of their own */
    const unsigned since = extension ? 50 : info->since;
    const bool in_stage = info->stages >> validator->program->stage & 1;
    if (in_stage && (since <= validator->model || is_in_model_4(instr->opcode)))
        return DIAG_OK;
    char target[16];
    dxbc_target_name(validator->program, target);
    if (!in_stage)
        return validator_fault(validator, RULE_STAGE, "does not exist in this stage (%s)", target);
    return validator_fault(validator, RULE_MODEL, "does not exist in %s, it needs shader model %u.%u", target,
                           since / 10, since % 10);
}

static enum diag_code check_controls(struct validator *validator, const struct dxbc_instr *instr)
{
    enum { SATURATE_BIT = 13 };
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    if ((instr->has_offsets || instr->has_dimension || instr->has_return_types) && !(info->flags & OPF_EXT))
        return validator_fault(validator, RULE_EXTENDED, "has texel offsets, a dimension or return types");
    if (instr->token0 >> SATURATE_BIT & 1 && !(info->flags & OPF_SAT) && instr->opcode != DXBC_OP_SYNC &&
        info->kind != DXBC_KIND_CUSTOM)
        return validator_fault(validator, RULE_SATURATE, "has _sat, which is for float results");
    return DIAG_OK;
}

static enum diag_code check_sync(struct validator *validator, const struct dxbc_instr *instr)
{
    const uint8_t views = DXBC_SYNC_UAV_GROUP | DXBC_SYNC_UAV_GLOBAL;
    if (validator->program->stage != DXBC_CS && instr->sync != DXBC_SYNC_UAV_GLOBAL)
        return validator_fault(validator, RULE_STAGE, "waits for a thread group outside a compute shader");
    if (!(instr->sync & (views | DXBC_SYNC_TGSM)))
        return validator_fault(validator, RULE_SYNC_FORM, "waits for no memory: _g, _ugroup or _uglobal");
    if ((instr->sync & views) == views)
        return validator_fault(validator, RULE_SYNC_FORM, "has both _ugroup and _uglobal");
    return DIAG_OK;
}

static enum diag_code check_cycle_counter(struct validator *validator, const struct dxbc_instr *instr)
{
    for (uint32_t i = 0; i < instr->operand_count; ++i) {
        if (instr->operands[i].file == DXBC_FILE_CYCLE_COUNTER && instr->opcode != DXBC_OP_MOV)
            return validator_fault(validator, RULE_CYCLE_COUNTER, "reads vCycleCounter, which mov does");
    }
    return DIAG_OK;
}

static enum diag_code check_swapc(struct validator *validator, const struct dxbc_instr *instr)
{
    const struct dxbc_operand *a = &instr->operands[0], *b = &instr->operands[1];
    const bool same = a->file == b->file && a->index_count == b->index_count && a->file != DXBC_FILE_NULL;
    for (uint32_t i = 0; i < a->index_count; ++i) {
        if (!same || a->index[i].relative || b->index[i].relative || a->index[i].imm != b->index[i].imm)
            return DIAG_OK;
    }
    return same ? validator_fault(validator, RULE_SWAPC, "writes one register twice") : DIAG_OK;
}

/* emit, cut and emit_then_cut, and the same with a stream. */
static enum diag_code check_stream_use(struct validator *validator, const struct dxbc_instr *instr)
{
    const uint32_t stream = instr->operand_count ? (uint32_t)instr->operands[0].index[0].imm : 0;
    if (stream < LIMIT_STREAMS && !(validator->topologies >> stream & 1))
        return validator_fault(validator, RULE_OUTPUT_TOPOLOGY, "needs a dcl_outputtopology for its stream");
    if (instr->operand_count == 0)
        return validator->streams
                   ? validator_fault(validator, RULE_STREAM_USE, "does not say to which stream")
                   : DIAG_OK;
    if (stream >= LIMIT_STREAMS || validator->streams >> stream & 1)
        return DIAG_OK;
    return validator_fault(validator, RULE_STREAM_USE, "m%u is not declared", stream);
}

/* What goes beyond each operand by itself. */
static enum diag_code check_use(struct validator *validator, const struct dxbc_instr *instr)
{
    enum diag_code code = instr->opcode == DXBC_OP_SYNC ? check_sync(validator, instr) : DIAG_OK;
    if (code == DIAG_OK)
        code = validator_check_flags(validator, instr);
    if (code == DIAG_OK)
        code = check_cycle_counter(validator, instr);
    if (code == DIAG_OK && instr->opcode == DXBC_OP_SWAPC)
        code = check_swapc(validator, instr);
    if (code == DIAG_OK && dxbc_opcode_info(instr->opcode)->kind == DXBC_KIND_PIXEL)
        code = validator_check_eval(validator, instr);
    if (code == DIAG_OK && dxbc_opcode_info(instr->opcode)->kind == DXBC_KIND_GEOM)
        code = check_stream_use(validator, instr);
    return code == DIAG_OK ? validator_check_resources(validator, instr) : code;
}

static enum diag_code check_declaration(struct validator *validator, const struct dxbc_instr *instr)
{
    if (validator->scope->has_instructions && dxbc_opcode_info(instr->opcode)->kind == DXBC_KIND_DCL)
        return validator_fault(validator, RULE_DECLARATION_PLACE, "stands behind an instruction");
    const enum diag_code code = validator_check_flags(validator, instr);
    return code == DIAG_OK ? validator_declare(validator, instr) : code;
}

static enum diag_code check_instruction(struct validator *validator, const struct dxbc_instr *instr)
{
    const uint8_t kind = dxbc_opcode_info(instr->opcode)->kind;
    enum diag_code code = check_place(validator, instr);
    if (code != DIAG_OK)
        return code;
    if (kind == DXBC_KIND_HULL)
        validator_open_scope(validator);
    if (kind == DXBC_KIND_DCL || (kind == DXBC_KIND_CUSTOM && instr->operand_count == 0))
        return check_declaration(validator, instr);
    validator->scope->has_instructions |= kind != DXBC_KIND_HULL;
    code = loader_go_on(validator->loader, check_controls(validator, instr));
    if (code == DIAG_OK)
        code = validator_check_operands(validator, instr);
    return code == DIAG_OK ? check_use(validator, instr) : code;
}

static enum diag_code walk(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    enum diag_code code = validator_map_declarations(validator);
    validator_open_scope(validator);
    for (uint32_t i = 0; code == DIAG_OK && i < program->instr_count; ++i) {
        validator->index = i;
        code = loader_go_on(validator->loader, check_instruction(validator, &program->instrs[i]));
    }
    if (code == DIAG_OK)
        code = validator_check_stage(validator);
    return code == DIAG_OK ? validator_advise_temps(validator) : code;
}

enum diag_code dxbc_validate(struct loader *loader)
{
    struct dxbc_program *program = &loader->shader->program;
    struct validator validator = {.loader = loader, .program = program};
    validator.model = program->major * 10u + program->minor;
    validator.scope = dxbc_arena_alloc(loader->scratch, 1, sizeof(*validator.scope));
    if (!validator.scope)
        return loader_no_memory(loader);
    return walk(&validator);
}
