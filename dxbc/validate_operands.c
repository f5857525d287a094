/*
 * Rules about operands: each stands where its letter in opcodes.def allows it, in a form that its register
 * file has, names a register that is declared, and where it is memory, memory of the kind that the opcode
 * works on.
 */
#include <string.h>

#include "text_sink.h"
#include "validator.h"

#define STAGE(name) (1u << DXBC_##name)
#define ANY_STAGE   ((1u << DXBC_STAGE_COUNT) - 1)

enum {
    READ = 1,
    WRITE = 2,
    NUMBERED = 4 /* declared by register number: v, o ... */,
    NAMED = 8 /* by file alone */
};

/* What a register file can do as a plain operand. Views, samplers, labels and the like have letters of their
 * own. */
struct file_rule {
    uint8_t use, min_indices, max_indices, stages;
};

static const struct file_rule rules[DXBC_FILE_COUNT] = {
    [DXBC_FILE_TEMP] = {READ | WRITE, 1, 1, ANY_STAGE},
    [DXBC_FILE_INPUT] = {READ | NUMBERED, 1, 2, ANY_STAGE},
    [DXBC_FILE_OUTPUT] = {WRITE | NUMBERED, 1, 1, ANY_STAGE},
    [DXBC_FILE_INDEXABLE_TEMP] = {READ | WRITE, 2, 2, ANY_STAGE},
    [DXBC_FILE_IMMEDIATE32] = {READ, 0, 0, ANY_STAGE},
    [DXBC_FILE_IMMEDIATE64] = {READ, 0, 0, ANY_STAGE},
    [DXBC_FILE_CONSTANT_BUFFER] = {READ, 2, 3, ANY_STAGE},
    [DXBC_FILE_IMMEDIATE_CB] = {READ, 1, 1, ANY_STAGE},
    [DXBC_FILE_PRIMITIVE_ID] = {READ | NAMED, 0, 0, STAGE(GS) | STAGE(HS) | STAGE(DS)},
    [DXBC_FILE_DEPTH] = {WRITE | NAMED, 0, 0, STAGE(PS)},
    [DXBC_FILE_NULL] = {WRITE, 0, 0, ANY_STAGE},
    [DXBC_FILE_COVERAGE_MASK] = {WRITE | NAMED, 0, 0, STAGE(PS)},
    [DXBC_FILE_OUTPUT_CONTROL_POINT_ID] = {READ | NAMED, 0, 0, STAGE(HS)},
    [DXBC_FILE_FORK_INSTANCE_ID] = {READ | NAMED, 0, 0, STAGE(HS)},
    [DXBC_FILE_JOIN_INSTANCE_ID] = {READ | NAMED, 0, 0, STAGE(HS)},
    [DXBC_FILE_INPUT_CONTROL_POINT] = {READ | NUMBERED, 2, 2, STAGE(HS) | STAGE(DS)},
    [DXBC_FILE_OUTPUT_CONTROL_POINT] = {READ | NUMBERED, 2, 2, STAGE(HS)},
    [DXBC_FILE_PATCH_CONSTANT] = {READ | NUMBERED, 1, 1, STAGE(HS) | STAGE(DS)},
    [DXBC_FILE_DOMAIN_POINT] = {READ | NAMED, 0, 0, STAGE(DS)},
    [DXBC_FILE_THIS] = {READ, 1, 1, ANY_STAGE},
    [DXBC_FILE_THREAD_ID] = {READ | NAMED, 0, 0, STAGE(CS)},
    [DXBC_FILE_GROUP_ID] = {READ | NAMED, 0, 0, STAGE(CS)},
    [DXBC_FILE_THREAD_ID_IN_GROUP] = {READ | NAMED, 0, 0, STAGE(CS)},
    [DXBC_FILE_INPUT_COVERAGE] = {READ | NAMED, 0, 0, STAGE(PS)},
    [DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED] = {READ | NAMED, 0, 0, STAGE(CS)},
    [DXBC_FILE_GS_INSTANCE_ID] = {READ | NAMED, 0, 0, STAGE(GS)},
    [DXBC_FILE_DEPTH_GE] = {WRITE | NAMED, 0, 0, STAGE(PS)},
    [DXBC_FILE_DEPTH_LE] = {WRITE | NAMED, 0, 0, STAGE(PS)},
    [DXBC_FILE_CYCLE_COUNTER] = {READ | NAMED, 0, 0, ANY_STAGE},
    [DXBC_FILE_STENCIL_REF] = {WRITE | NAMED, 0, 0, STAGE(PS)},
    [DXBC_FILE_INNER_COVERAGE] = {READ | NAMED, 0, 0, STAGE(PS)},
};

static enum diag_code operand_fault(struct validator *validator, enum dxbc_rule rule,
                                    const struct dxbc_operand *operand, const char *why)
{
    char text[80] = "";
    struct text_sink sink = {.buffer = text, .size = sizeof(text)};
    dxbc_print_operand(&sink, validator->program, operand, 'U', PRINT_OWN_PRECISION);
    return validator_fault(validator, rule, "%s %s", text, why);
}

/* ---- register numbers ---- */

static bool is_immediate(const struct dxbc_index *index)
{
    return !index->relative;
}

static enum diag_code check_temp(struct validator *validator, const struct dxbc_operand *operand)
{
    if (!is_immediate(&operand->index[0]))
        return operand_fault(validator, RULE_INDEX_FORM, operand,
                             "is a temporary register with a relative index");
    if (operand->index[0].imm >= validator->scope->temps)
        return operand_fault(validator, RULE_DECLARED, operand, "is not declared (dcl_temps)");
    return DIAG_OK;
}

static enum diag_code check_indexable(struct validator *validator, const struct dxbc_operand *operand)
{
    const struct dxbc_index *slot = &operand->index[0], *element = &operand->index[1];
    if (!is_immediate(slot) || slot->imm >= DXBC_LIMIT_TEMPS || validator->scope->x_count[slot->imm] < 0)
        return operand_fault(validator, RULE_DECLARED, operand, "is not declared (dcl_indexableTemp)");
    if (is_immediate(element) && element->imm >= (uint64_t)validator->scope->x_count[slot->imm])
        return operand_fault(validator, RULE_INDEX_BOUNDS, operand, "is past the end of its array");
    if (validator_named_components(operand) & ~validator->scope->x_masks[slot->imm])
        return operand_fault(validator, RULE_DECLARED, operand, "names a component that is not declared");
    return DIAG_OK;
}

/* The position in its list of the view, sampler or buffer that an operand names; -1: not declared. *unknown
 * is set when the register number is only known at run time (class linkage before 5.1). */
static int32_t find_slot(const struct validator *validator, const struct register_map *map,
                         const struct dxbc_operand *operand, bool *unknown)
{
    const struct dxbc_index *index = &operand->index[0];
    *unknown = !is_immediate(index) && validator->model < 51;
    if (!is_immediate(index) || index->imm >= map->count)
        return -1;
    return map->index[index->imm];
}

/* 5.1: an immediate register number must lie in the range that the id declares. */
static bool in_range(const struct validator *validator, const struct dxbc_operand *operand, uint32_t lower,
                     uint32_t upper)
{
    const struct dxbc_index *index = &operand->index[1];
    return validator->model < 51 || !is_immediate(index) || (index->imm >= lower && index->imm <= upper);
}

static enum diag_code check_cbuffer(struct validator *validator, const struct dxbc_operand *operand)
{
    bool unknown;
    const uint32_t indices = validator->model >= 51 ? 3 : 2;
    if (operand->index_count != indices)
        return operand_fault(validator, RULE_INDEX_COUNT, operand, "has the wrong number of indices");
    const struct dxbc_index *element = &operand->index[indices - 1];
    const int32_t position = find_slot(validator, &validator->cbuffers, operand, &unknown);
    if (unknown)
        return DIAG_OK;
    if (position < 0)
        return operand_fault(validator, RULE_DECLARED, operand, "is not declared (dcl_constantbuffer)");
    const struct dxbc_cbuffer_decl *decl = &validator->program->cbuffers[position];
    if (!in_range(validator, operand, decl->lower, decl->upper))
        return operand_fault(validator, RULE_INDEX_BOUNDS, operand,
                             "is outside the declared range of registers");
    const uint32_t size = decl->vector_count ? decl->vector_count : DXBC_LIMIT_CB_VECTORS;
    if (is_immediate(element) && element->imm >= size)
        return operand_fault(validator, RULE_INDEX_BOUNDS, operand, "is past the end of its constant buffer");
    if (!is_immediate(element) && !decl->dynamic)
        return operand_fault(validator, RULE_DYNAMIC_INDEX, operand,
                             "is indexed at run time, but its buffer is declared immediateIndexed");
    return DIAG_OK;
}

static enum diag_code check_immediate_cb(struct validator *validator, const struct dxbc_operand *operand)
{
    const uint32_t count = validator->program->icb_count;
    if (count == 0)
        return operand_fault(validator, RULE_DECLARED, operand, "needs an immediate constant buffer");
    if (is_immediate(&operand->index[0]) && operand->index[0].imm >= count)
        return operand_fault(validator, RULE_INDEX_BOUNDS, operand,
                             "is past the end of the immediate constant buffer");
    return DIAG_OK;
}

/* v, o, vicp, vocp, vpc. */
static enum diag_code check_numbered(struct validator *validator, const struct dxbc_operand *operand)
{
    switch (validator_check_io(validator, operand)) {
    case IO_NOT_DECLARED:
        return operand_fault(validator, RULE_DECLARED, operand, "is not declared");
    case IO_NO_RANGE:
        return operand_fault(validator, RULE_INDEX_RANGE, operand,
                             "has a relative index and no dcl_indexrange around it");
    case IO_NO_COMPONENT:
        return operand_fault(validator, RULE_DECLARED, operand, "names a component that is not declared");
    case IO_NO_VERTEX:
        return operand_fault(validator, RULE_INDEX_BOUNDS, operand,
                             "is past the last vertex or control point");
    default:
        return DIAG_OK;
    }
}

static enum diag_code check_register(struct validator *validator, const struct dxbc_operand *operand)
{
    switch (operand->file) {
    case DXBC_FILE_TEMP:
        return check_temp(validator, operand);
    case DXBC_FILE_INDEXABLE_TEMP:
        return check_indexable(validator, operand);
    case DXBC_FILE_CONSTANT_BUFFER:
        return check_cbuffer(validator, operand);
    case DXBC_FILE_IMMEDIATE_CB:
        return check_immediate_cb(validator, operand);
    case DXBC_FILE_THIS:
        if (is_immediate(&operand->index[0]) &&
            operand->index[0].imm >= validator->program->interface_slot_count)
            return operand_fault(validator, RULE_INDEX_BOUNDS, operand, "is past the last interface slot");
        return DIAG_OK;
    }
    if (rules[operand->file].use & NUMBERED)
        return check_numbered(validator, operand);
    if (rules[operand->file].use & NAMED && !(validator->scope->files >> operand->file & 1))
        return operand_fault(validator, RULE_DECLARED, operand, "is not declared");
    const uint8_t mask = validator->scope->file_masks[operand->file];
    if (mask && validator_named_components(operand) & ~mask)
        return operand_fault(validator, RULE_DECLARED, operand, "names a component that is not declared");
    return DIAG_OK;
}

/* ---- plain sources and destinations ---- */

static enum diag_code check_indices(struct validator *validator, const struct dxbc_operand *operand);

/* What sources and destinations have in common; that the file can be used so, the caller has checked. */
static enum diag_code check_plain(struct validator *validator, const struct dxbc_operand *operand)
{
    const struct file_rule *rule = &rules[operand->file];
    if (!(rule->stages >> validator->program->stage & 1))
        return operand_fault(validator, RULE_REGISTER_STAGE, operand, "does not exist in this stage");
    if (operand->index_count < rule->min_indices || operand->index_count > rule->max_indices)
        return operand_fault(validator, RULE_INDEX_COUNT, operand, "has the wrong number of indices");
    const enum diag_code code = check_indices(validator, operand);
    return code == DIAG_OK ? check_register(validator, operand) : code;
}

static enum diag_code check_source(struct validator *validator, const struct dxbc_operand *operand)
{
    const bool immediate = operand->file == DXBC_FILE_IMMEDIATE32 || operand->file == DXBC_FILE_IMMEDIATE64;
    const bool scalar = rules[operand->file].use & NAMED;
    if (!(rules[operand->file].use & READ))
        return operand_fault(validator, RULE_OPERAND_FILE, operand, "cannot be read as a value");
    if (!immediate && operand->components == 4 && operand->selection == DXBC_SELECT_MASK)
        return operand_fault(validator, RULE_COMPONENTS, operand,
                             "is read through a write mask; a source has one letter or four");
    if (!immediate && !scalar && operand->components != 4)
        return operand_fault(validator, RULE_COMPONENTS, operand, "has not four components");
    return check_plain(validator, operand);
}

static enum diag_code check_destination(struct validator *validator, const struct dxbc_operand *operand)
{
    if (!(rules[operand->file].use & WRITE))
        return operand_fault(validator, RULE_OPERAND_FILE, operand, "cannot be written");
    if (operand->modifier)
        return operand_fault(validator, RULE_MODIFIER, operand, "is written with a source modifier");
    const bool vector = operand->file == DXBC_FILE_TEMP || operand->file == DXBC_FILE_OUTPUT ||
                        operand->file == DXBC_FILE_INDEXABLE_TEMP;
    if (vector ? operand->components != 4 || operand->selection != DXBC_SELECT_MASK : operand->components > 1)
        return operand_fault(validator, RULE_COMPONENTS, operand, "is written without a write mask");
    return check_plain(validator, operand);
}

/* Indices that are added at run time: one component of a register. */
static enum diag_code check_indices(struct validator *validator, const struct dxbc_operand *operand)
{
    for (uint32_t i = 0; i < operand->index_count; ++i) {
        const struct dxbc_index *index = &operand->index[i];
        if (index->imm > UINT32_MAX)
            return operand_fault(validator, RULE_INDEX_FORM, operand, "has an index of more than 32 bits");
        if (!index->relative)
            continue;
        const uint8_t file = index->relative->file;
        if (file == DXBC_FILE_IMMEDIATE32 || file == DXBC_FILE_IMMEDIATE64 ||
            file == DXBC_FILE_CONSTANT_BUFFER || file == DXBC_FILE_IMMEDIATE_CB || file == DXBC_FILE_THIS)
            return operand_fault(validator, RULE_INDEX_FORM, operand,
                                 "is indexed by something that is no register");
        if (index->relative->components == 4 && index->relative->selection != DXBC_SELECT_ONE)
            return operand_fault(validator, RULE_INDEX_FORM, operand,
                                 "is indexed by more than one component");
        if (file == DXBC_FILE_INDEXABLE_TEMP && index->relative->index_count == 2 &&
            index->relative->index[1].relative)
            return operand_fault(validator, RULE_INDEX_FORM, operand,
                                 "is indexed by an array element whose number is not fixed");
        const enum diag_code code = check_source(validator, index->relative);
        if (code != DIAG_OK)
            return code;
    }
    return DIAG_OK;
}

/* ---- memory ---- */

enum memory_kind {
    TYPED_BUFFER = 1,
    TYPED_TEXTURE = 2,
    TYPED_CUBE = 4,
    TYPED_MS = 8,
    RAW = 16,
    STRUCTURED = 32
};
enum { TYPED = TYPED_BUFFER | TYPED_TEXTURE | TYPED_CUBE | TYPED_MS };
enum { IN_T = 1, IN_U = 2, IN_G = 4 };

struct memory_rule {
    uint8_t files, kinds;
};

static struct memory_rule memory_rule_of(uint16_t opcode)
{
    const uint8_t kind = dxbc_opcode_info(opcode)->kind;
    switch (opcode) {
    case DXBC_OP_LD:
    case DXBC_OP_LD_S:
        return (struct memory_rule){IN_T, TYPED_BUFFER | TYPED_TEXTURE};
    case DXBC_OP_LDMS:
    case DXBC_OP_LDMS_S:
        return (struct memory_rule){IN_T, TYPED_MS};
    case DXBC_OP_SAMPLEPOS:
    case DXBC_OP_SAMPLEINFO:
        return (struct memory_rule){IN_T, TYPED_MS};
    case DXBC_OP_LD_UAV_TYPED:
    case DXBC_OP_LD_UAV_TYPED_S:
    case DXBC_OP_STORE_UAV_TYPED:
        return (struct memory_rule){IN_U, TYPED};
    case DXBC_OP_LD_RAW:
    case DXBC_OP_LD_RAW_S:
        return (struct memory_rule){IN_T | IN_U | IN_G, RAW};
    case DXBC_OP_LD_STRUCTURED:
    case DXBC_OP_LD_STRUCTURED_S:
        return (struct memory_rule){IN_T | IN_U | IN_G, STRUCTURED};
    case DXBC_OP_STORE_RAW:
        return (struct memory_rule){IN_U | IN_G, RAW};
    case DXBC_OP_STORE_STRUCTURED:
        return (struct memory_rule){IN_U | IN_G, STRUCTURED};
    case DXBC_OP_BUFINFO:
        return (struct memory_rule){IN_T | IN_U, TYPED_BUFFER | RAW | STRUCTURED};
    case DXBC_OP_RESINFO:
        return (struct memory_rule){IN_T | IN_U, TYPED};
    }
    if (kind == DXBC_KIND_ATOMIC)
        return (struct memory_rule){IN_U | IN_G, TYPED | RAW | STRUCTURED};
    if (kind == DXBC_KIND_COUNTER)
        return (struct memory_rule){IN_U, STRUCTURED};
    return (struct memory_rule){IN_T, TYPED_TEXTURE | TYPED_CUBE}; /* everything that takes a sampler */
}

static uint8_t kind_of(uint8_t dimension)
{
    switch (dimension) {
    case DXBC_DIM_BUFFER:
        return TYPED_BUFFER;
    case DXBC_DIM_RAW_BUFFER:
        return RAW;
    case DXBC_DIM_STRUCTURED_BUFFER:
        return STRUCTURED;
    case DXBC_DIM_TEXTURE2DMS:
    case DXBC_DIM_TEXTURE2DMSARRAY:
        return TYPED_MS;
    case DXBC_DIM_TEXTURECUBE:
    case DXBC_DIM_TEXTURECUBEARRAY:
        return TYPED_CUBE;
    default:
        return TYPED_TEXTURE;
    }
}

/* Where t#, s# and u# are named: one register, in 5.1 behind its range id. */
static enum diag_code check_slot_form(struct validator *validator, const struct dxbc_operand *operand)
{
    const uint32_t indices = validator->model >= 51 && operand->file != DXBC_FILE_TGSM ? 2 : 1;
    if (operand->index_count != indices)
        return operand_fault(validator, RULE_INDEX_COUNT, operand, "has the wrong number of indices");
    return check_indices(validator, operand);
}

static enum diag_code check_view(struct validator *validator, const struct dxbc_operand *operand,
                                 struct memory_rule rule)
{
    const bool uav = operand->file == DXBC_FILE_UAV;
    const struct register_map *map = uav ? &validator->uavs : &validator->resources;
    bool unknown;
    const int32_t position = find_slot(validator, map, operand, &unknown);
    if (unknown)
        return DIAG_OK;
    if (position < 0)
        return operand_fault(validator, RULE_DECLARED, operand, "is not declared");
    const struct dxbc_resource_decl *decl =
        uav ? &validator->program->uavs[position] : &validator->program->resources[position];
    if (!in_range(validator, operand, decl->lower, decl->upper))
        return operand_fault(validator, RULE_INDEX_BOUNDS, operand,
                             "is outside the declared range of registers");
    if (!(kind_of(decl->dimension) & rule.kinds))
        return operand_fault(validator, RULE_MEMORY_KIND, operand, "is declared as memory of another kind");
    return DIAG_OK;
}

static enum diag_code check_shared_memory(struct validator *validator, const struct dxbc_operand *operand,
                                          struct memory_rule rule)
{
    const struct dxbc_index *index = &operand->index[0];
    if (!is_immediate(index) || index->imm >= validator->tgsm.count || validator->tgsm.index[index->imm] < 0)
        return operand_fault(validator, RULE_DECLARED, operand, "is not declared");
    const struct dxbc_tgsm_decl *decl = &validator->program->tgsm[validator->tgsm.index[index->imm]];
    if (!((decl->structured ? STRUCTURED : RAW) & rule.kinds))
        return operand_fault(validator, RULE_MEMORY_KIND, operand, "is declared as memory of another kind");
    return DIAG_OK;
}

static enum diag_code check_memory(struct validator *validator, const struct dxbc_instr *instr,
                                   const struct dxbc_operand *operand)
{
    const struct memory_rule rule = memory_rule_of(instr->opcode);
    const bool in_samples = instr->opcode == DXBC_OP_SAMPLEPOS || instr->opcode == DXBC_OP_SAMPLEINFO;
    if (operand->file == DXBC_FILE_RASTERIZER && in_samples)
        return DIAG_OK;
    const uint8_t file = operand->file == DXBC_FILE_RESOURCE ? IN_T
                         : operand->file == DXBC_FILE_UAV    ? IN_U
                         : operand->file == DXBC_FILE_TGSM   ? IN_G
                                                             : 0;
    if (!(file & rule.files))
        return operand_fault(validator, RULE_MEMORY_KIND, operand,
                             "is not memory that this instruction works on");
    const enum diag_code code = check_slot_form(validator, operand);
    if (code != DIAG_OK)
        return code;
    return file == IN_G ? check_shared_memory(validator, operand, rule)
                        : check_view(validator, operand, rule);
}

/* Memory that is written: stores take a mask, and raw memory is written from its first DWORD on without gaps.
 */
static enum diag_code check_written_memory(struct validator *validator, const struct dxbc_instr *instr,
                                           const struct dxbc_operand *operand)
{
    if (dxbc_opcode_info(instr->opcode)->kind == DXBC_KIND_STORE) {
        const bool whole = instr->opcode == DXBC_OP_STORE_UAV_TYPED;
        const uint8_t mask = operand->mask;
        if (operand->components != 4 || operand->selection != DXBC_SELECT_MASK)
            return operand_fault(validator, RULE_STORE_MASK, operand, "is stored to without a write mask");
        if (whole ? mask != 15 : mask == 0 || mask & (mask + 1))
            return operand_fault(validator, RULE_STORE_MASK, operand,
                                 whole ? "must be stored to with the mask .xyzw"
                                       : "must be stored to with one of the masks .x, .xy, .xyz, .xyzw");
    }
    return check_memory(validator, instr, operand);
}

static enum diag_code check_sampler(struct validator *validator, const struct dxbc_operand *operand)
{
    if (operand->file != DXBC_FILE_SAMPLER)
        return operand_fault(validator, RULE_OPERAND_FILE, operand, "is no sampler");
    const enum diag_code code = check_slot_form(validator, operand);
    if (code != DIAG_OK)
        return code;
    bool unknown;
    const int32_t position = find_slot(validator, &validator->samplers, operand, &unknown);
    if (unknown)
        return DIAG_OK;
    if (position < 0)
        return operand_fault(validator, RULE_DECLARED, operand, "is not declared (dcl_sampler)");
    const struct dxbc_sampler_decl *decl = &validator->program->samplers[position];
    return in_range(validator, operand, decl->lower, decl->upper)
               ? DIAG_OK
               : operand_fault(validator, RULE_INDEX_BOUNDS, operand,
                               "is outside the declared range of registers");
}

/* ---- doubles ---- */

static bool is_pair(const uint8_t *swizzle)
{
    return (swizzle[0] == 0 && swizzle[1] == 1) || (swizzle[0] == 2 && swizzle[1] == 3);
}

/* The pairs that the destination asks for must be whole in the source. */
static enum diag_code check_double_source(struct validator *validator, const struct dxbc_instr *instr,
                                          const struct dxbc_operand *operand)
{
    const struct dxbc_operand *dst = &instr->operands[0];
    bool first, second;
    if (dxbc_opcode_info(instr->opcode)->dst[0] == 'd') {
        first = dst->mask & 3;
        second = dst->mask & 12;
    } else { /* one component a double, in the order of the mask */
        first = dst->mask != 0;
        second = __builtin_popcount(dst->mask) > 1;
    }
    if (operand->components != 4 || (first && !is_pair(operand->swizzle)) ||
        (second && !is_pair(operand->swizzle + 2)))
        return operand_fault(validator, RULE_DOUBLE_PAIRS, operand, "splits the two halves of a double");
    return DIAG_OK;
}

static enum diag_code check_double_destination(struct validator *validator, const struct dxbc_instr *instr,
                                               const struct dxbc_operand *operand)
{
    const bool pairs = dxbc_opcode_info(instr->opcode)->dst[0] == 'd';
    const uint8_t mask = operand->mask;
    const bool whole = mask == 0 || mask == 3 || mask == 12 || mask == 15;
    if (operand->file != DXBC_FILE_NULL && (pairs ? !whole : __builtin_popcount(mask) > 2))
        return operand_fault(validator, RULE_COMPONENTS, operand,
                             pairs ? "must be written as .xy, .zw or .xyzw" : "takes at most two components");
    return DIAG_OK;
}

/* ---- one instruction ---- */

static enum diag_code check_stream(struct validator *validator, const struct dxbc_operand *operand)
{
    if (operand->file != DXBC_FILE_STREAM || operand->index_count != 1 || !is_immediate(&operand->index[0]) ||
        operand->index[0].imm >= LIMIT_STREAMS)
        return operand_fault(validator, RULE_OPERAND_FILE, operand, "is no stream");
    return DIAG_OK;
}

static enum diag_code check_destination_letter(struct validator *validator, const struct dxbc_instr *instr,
                                               const struct dxbc_operand *operand, char letter)
{
    if (letter == 'U')
        return check_written_memory(validator, instr, operand);
    enum diag_code code = check_destination(validator, operand);
    if (code == DIAG_OK && dxbc_opcode_info(instr->opcode)->kind == DXBC_KIND_DOUBLE)
        code = check_double_destination(validator, instr, operand);
    return code;
}

/* Integers have no absolute value, numbers without a sign no negative. */
static enum diag_code check_modifier(struct validator *validator, const struct dxbc_operand *operand,
                                     char letter)
{
    const bool whole = letter == 'i' || letter == 'u' || letter == 'a' || letter == 'm';
    if (whole && operand->modifier & DXBC_MOD_ABS)
        return operand_fault(validator, RULE_MODIFIER, operand, "takes the absolute value of an integer");
    if (letter != 'i' && whole && operand->modifier & DXBC_MOD_NEG)
        return operand_fault(validator, RULE_MODIFIER, operand, "negates bits that have no sign");
    return DIAG_OK;
}

static enum diag_code check_source_letter(struct validator *validator, const struct dxbc_instr *instr,
                                          const struct dxbc_operand *operand, char letter)
{
    enum diag_code code;
    switch (letter) {
    case 't':
    case 'U':
    case 'b':
        return check_memory(validator, instr, operand);
    case 's':
        return check_sampler(validator, operand);
    case 'l':
        return DIAG_OK; /* calls.c has */
    case 'm':
        return check_stream(validator, operand);
    case 'f':
        if (instr->opcode == DXBC_OP_FCALL)
            return check_indices(validator, operand);
        break;
    case 'v':
        if (operand->file != DXBC_FILE_INPUT)
            return operand_fault(validator, RULE_OPERAND_FILE, operand, "is no input");
        break;
    case 'd':
        code = check_source(validator, operand);
        return code == DIAG_OK ? check_double_source(validator, instr, operand) : code;
    }
    if (operand->file == DXBC_FILE_IMMEDIATE64)
        return operand_fault(validator, RULE_OPERAND_FILE, operand, "is a double where none is taken");
    code = check_modifier(validator, operand, letter);
    return code == DIAG_OK ? check_source(validator, operand) : code;
}

enum diag_code validator_check_operands(struct validator *validator, const struct dxbc_instr *instr)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    const uint32_t destinations = (uint32_t)strlen(info->dst);
    enum diag_code code = DIAG_OK;
    for (uint32_t i = 0; code == DIAG_OK && i < instr->operand_count; ++i) {
        const struct dxbc_operand *operand = &instr->operands[i];
        if (info->kind == DXBC_KIND_CUSTOM)
            code = check_source(validator, operand);
        else if (i < destinations)
            code = check_destination_letter(validator, instr, operand, info->dst[i]);
        else
            code = check_source_letter(validator, instr, operand, info->src[i - destinations]);
        code = loader_go_on(validator->loader, code);
    }
    return code;
}
