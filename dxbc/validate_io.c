/*
 * Rules about inputs and outputs: v#, o# and their kin are declared component by component, once, and are
 * reached by a relative index only inside a dcl_indexrange.
 *
 * Registers without a number (vThreadID, oDepth ...) are declared by their file alone.
 */
#include <string.h>

#include "validator.h"

/* Where the register number of an input or output stands: behind the vertex, when there is one. */
static bool io_register(const struct dxbc_operand *operand, uint32_t *number)
{
    if (operand->index_count < 1 || operand->index_count > 2)
        return false;
    const struct dxbc_index *index = &operand->index[operand->index_count - 1];
    if (index->relative || index->imm >= LIMIT_IO_REGISTERS)
        return false;
    *number = (uint32_t)index->imm;
    return true;
}

static bool has_numbers(uint8_t file)
{
    return file == DXBC_FILE_INPUT || file == DXBC_FILE_OUTPUT || file == DXBC_FILE_INPUT_CONTROL_POINT ||
           file == DXBC_FILE_OUTPUT_CONTROL_POINT || file == DXBC_FILE_PATCH_CONSTANT;
}

static bool has_file_alone(uint8_t file)
{
    switch (file) {
    case DXBC_FILE_PRIMITIVE_ID:
    case DXBC_FILE_DEPTH:
    case DXBC_FILE_DEPTH_GE:
    case DXBC_FILE_DEPTH_LE:
    case DXBC_FILE_COVERAGE_MASK:
    case DXBC_FILE_STENCIL_REF:
    case DXBC_FILE_OUTPUT_CONTROL_POINT_ID:
    case DXBC_FILE_FORK_INSTANCE_ID:
    case DXBC_FILE_JOIN_INSTANCE_ID:
    case DXBC_FILE_DOMAIN_POINT:
    case DXBC_FILE_THREAD_ID:
    case DXBC_FILE_GROUP_ID:
    case DXBC_FILE_THREAD_ID_IN_GROUP:
    case DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED:
    case DXBC_FILE_INPUT_COVERAGE:
    case DXBC_FILE_INNER_COVERAGE:
    case DXBC_FILE_GS_INSTANCE_ID:
    case DXBC_FILE_CYCLE_COUNTER:
        return true;
    default:
        return false;
    }
}

/* ---- declarations ---- */

/* System values by their numbers in declarations. */
enum { NAME_POSITION = 1, NAME_CLIP = 2, NAME_CULL = 3, NAME_TARGET_INDEX = 4, NAME_VIEWPORT_INDEX = 5 };
enum {
    CONSTANT = 1,
    LINEAR,
    CENTROID,
    NO_PERSPECTIVE,
    NO_PERSPECTIVE_CENTROID,
    SAMPLE,
    NO_PERSPECTIVE_SAMPLE
};

static bool is_generated(uint16_t opcode)
{
    return opcode == DXBC_OP_DCL_INPUT_SGV || opcode == DXBC_OP_DCL_INPUT_PS_SGV ||
           opcode == DXBC_OP_DCL_OUTPUT_SGV;
}

/* Positions go out whole, numbers stand alone. */
static enum diag_code check_value_mask(struct validator *validator, const struct dxbc_instr *instr,
                                       uint8_t mask)
{
    const uint32_t name = validator_declared_name(instr);
    const bool scalar =
        is_generated(instr->opcode) || name == NAME_TARGET_INDEX || name == NAME_VIEWPORT_INDEX;
    if (scalar && __builtin_popcount(mask) != 1)
        return validator_fault(validator, RULE_VALUE_MASK,
                               "a system value that is one number has more components");
    if (name == NAME_POSITION && validator_is_output(instr->opcode) && mask != 15)
        return validator_fault(validator, RULE_VALUE_MASK, "a position that is not .xyzw");
    return DIAG_OK;
}

/* In a register, system values stand behind what has no name. */
static enum diag_code check_value_place(struct validator *validator, const struct dxbc_instr *instr,
                                        uint32_t number, uint8_t mask)
{
    struct scope *scope = validator->scope;
    const uint8_t file = instr->operands[0].file;
    const uint32_t name = validator_declared_name(instr);
    uint8_t *named = &scope->named[file][number];
    if (name != 0 && !validator_is_factor(name))
        *named |= mask;
    const uint8_t plain = validator_is_factor(name) ? 0 : scope->seen[file][number] & ~*named;
    if (*named && plain && *named & (plain | (plain >> 1) | (plain >> 2) | (plain >> 3)))
        return validator_fault(validator, RULE_VALUE_PLACE,
                               "a system value stands left of other components of register %u", number);
    if (name != 0 && !validator_is_factor(name))
        scope->no_range[file] |= 1u << number;
    return DIAG_OK;
}

static bool can_interpolate(const struct dxbc_instr *instr, uint32_t mode)
{
    switch (validator_declared_name(instr)) {
    case NAME_POSITION:
        return mode == NO_PERSPECTIVE || mode == NO_PERSPECTIVE_CENTROID || mode == NO_PERSPECTIVE_SAMPLE;
    case NAME_CLIP:
    case NAME_CULL:
        return mode == LINEAR || mode == CENTROID || mode == SAMPLE;
    case NAME_TARGET_INDEX:
    case NAME_VIEWPORT_INDEX:
        return mode == CONSTANT;
    default:
        return mode >= CONSTANT && mode <= NO_PERSPECTIVE_SAMPLE;
    }
}

/* Inputs of pixel shaders; what the hardware generates has no mode. */
static enum diag_code check_interpolation(struct validator *validator, const struct dxbc_instr *instr,
                                          uint32_t number)
{
    const uint32_t mode = instr->token0 >> 11 & 15;
    uint8_t *declared = &validator->scope->interpolation[number];
    if (instr->opcode != DXBC_OP_DCL_INPUT_PS && instr->opcode != DXBC_OP_DCL_INPUT_PS_SIV)
        return DIAG_OK;
    if (!can_interpolate(instr, mode))
        return validator_fault(validator, RULE_INTERPOLATION, "interpolation mode %u is not for v%u", mode,
                               number);
    if (*declared && *declared != mode)
        return validator_fault(validator, RULE_INTERPOLATION, "v%u is interpolated in another way already",
                               number);
    *declared = (uint8_t)mode;
    return DIAG_OK;
}

static enum diag_code check_value(struct validator *validator, const struct dxbc_instr *instr,
                                  uint32_t number, uint8_t mask)
{
    enum diag_code code = check_value_mask(validator, instr, mask);
    if (code == DIAG_OK)
        code = check_value_place(validator, instr, number, mask);
    if (code == DIAG_OK && validator->program->stage == DXBC_PS && instr->operands[0].file == DXBC_FILE_INPUT)
        code = check_interpolation(validator, instr, number);
    return code;
}

static enum diag_code declare_numbered(struct validator *validator, const struct dxbc_instr *instr)
{
    const struct dxbc_operand *operand = &instr->operands[0];
    struct scope *scope = validator->scope;
    uint32_t number;
    if (!has_numbers(operand->file))
        return validator_fault(validator, RULE_IO_REGISTER, "register file %u is no input or output",
                               operand->file);
    if (!io_register(operand, &number))
        return validator_fault(validator, RULE_IO_REGISTER, "an input or output register outside 0 to 31");
    if (operand->file == DXBC_FILE_OUTPUT && validator->program->stage == DXBC_PS && number >= LIMIT_TARGETS)
        return validator_fault(validator, RULE_IO_REGISTER, "a pixel shader has the outputs o0 to o7");
    const uint8_t mask = operand->mask ? operand->mask : 15;
    uint8_t *seen = &scope->seen[operand->file][number];
    if (*seen & mask)
        return validator_fault(validator, RULE_IO_OVERLAP, "components of register %u are declared twice",
                               number);
    *seen |= mask;
    scope->masks[operand->file][number] |= mask;
    scope->io[operand->file] |= 1u << number;
    return check_value(validator, instr, number, mask);
}

/* Which components a register without a number can be declared with: a mask of four, or none at all (0). */
static uint8_t components_of(uint8_t file)
{
    switch (file) {
    case DXBC_FILE_THREAD_ID:
    case DXBC_FILE_GROUP_ID:
    case DXBC_FILE_THREAD_ID_IN_GROUP:
    case DXBC_FILE_DOMAIN_POINT:
        return 7;
    case DXBC_FILE_CYCLE_COUNTER:
        return 3;
    default:
        return 0;
    }
}

/* The depth of a pixel is written in one of three ways. */
static bool is_depth(uint8_t file)
{
    return file == DXBC_FILE_DEPTH || file == DXBC_FILE_DEPTH_GE || file == DXBC_FILE_DEPTH_LE;
}

static bool excludes(uint8_t file, uint8_t other)
{
    const bool coverage = (file == DXBC_FILE_INPUT_COVERAGE && other == DXBC_FILE_INNER_COVERAGE) ||
                          (file == DXBC_FILE_INNER_COVERAGE && other == DXBC_FILE_INPUT_COVERAGE);
    return file == other || coverage || (is_depth(file) && is_depth(other));
}

static enum diag_code declare_file(struct validator *validator, const struct dxbc_operand *operand)
{
    struct scope *scope = validator->scope;
    const uint8_t allowed = components_of(operand->file), mask = operand->components == 4 ? operand->mask : 0;
    if (operand->index_count)
        return validator_fault(validator, RULE_IO_REGISTER,
                               "a register that has no number is declared with one");
    for (uint8_t other = 0; other < DXBC_FILE_COUNT; ++other) {
        if (scope->files >> other & 1 && excludes(operand->file, other))
            return validator_fault(validator, RULE_DECLARED_TWICE,
                                   other == operand->file ? "the register is declared twice"
                                                          : "its counterpart is declared already");
    }
    if (allowed ? mask == 0 || mask & ~allowed : mask > 1)
        return validator_fault(validator, RULE_REGISTER_COMPONENTS,
                               allowed ? "the register has not these components"
                                       : "the register is one number");
    scope->files |= UINT64_C(1) << operand->file;
    scope->file_masks[operand->file] = mask;
    return DIAG_OK;
}

enum diag_code validator_declare_io(struct validator *validator, const struct dxbc_instr *instr)
{
    return has_file_alone(instr->operands[0].file) ? declare_file(validator, &instr->operands[0])
                                                   : declare_numbered(validator, instr);
}

/* Each stream of a geometry shader declares its outputs anew. */
void validator_open_stream(struct validator *validator)
{
    memset(validator->scope->seen[DXBC_FILE_OUTPUT], 0, sizeof(validator->scope->seen[DXBC_FILE_OUTPUT]));
    memset(validator->scope->named[DXBC_FILE_OUTPUT], 0, sizeof(validator->scope->named[DXBC_FILE_OUTPUT]));
}

/* Inputs of a range are interpolated alike. */
static enum diag_code check_range_modes(struct validator *validator, uint32_t declared)
{
    uint8_t mode = 0;
    for (uint32_t i = 0; i < LIMIT_IO_REGISTERS; ++i) {
        const uint8_t own = declared >> i & 1 ? validator->scope->interpolation[i] : 0;
        if (own && mode && own != mode)
            return validator_fault(validator, RULE_INTERPOLATION,
                                   "v%u is interpolated in another way than the others of its range", i);
        mode = own ? own : mode;
    }
    return DIAG_OK;
}

enum diag_code validator_declare_index_range(struct validator *validator, const struct dxbc_instr *instr)
{
    const struct dxbc_operand *operand = &instr->operands[0];
    struct scope *scope = validator->scope;
    uint32_t first;
    if (!has_numbers(operand->file) || !io_register(operand, &first) || instr->data[0] == 0 ||
        instr->data[0] > LIMIT_IO_REGISTERS - first)
        return validator_fault(validator, RULE_IO_REGISTER, "a range of registers outside 0 to 31");
    const uint32_t count = instr->data[0];
    const uint32_t bits = (uint32_t)(((UINT64_C(1) << count) - 1) << first);
    const uint32_t declared = bits & scope->io[operand->file];
    if (!declared)
        return validator_fault(validator, RULE_INDEX_RANGE, "none of the registers %u to %u is declared",
                               first, first + count - 1);
    if (bits & scope->ranged[operand->file])
        return validator_fault(validator, RULE_INDEX_RANGE, "registers %u to %u lie in another range, too",
                               first, first + count - 1);
    if (bits & scope->no_range[operand->file])
        return validator_fault(validator, RULE_INDEX_RANGE, "a system value lies in registers %u to %u",
                               first, first + count - 1);
    if (operand->file == DXBC_FILE_OUTPUT && declared != bits && validator->program->stage != DXBC_HS)
        return validator_fault(validator, RULE_INDEX_RANGE, "not all of the outputs %u to %u are declared",
                               first, first + count - 1);
    uint8_t common = 15;
    for (uint32_t i = first; i < first + count; ++i)
        common &= declared >> i & 1 ? scope->masks[operand->file][i] : 15;
    if (operand->file == DXBC_FILE_OUTPUT && !common)
        return validator_fault(validator, RULE_INDEX_RANGE, "registers %u to %u have no component in common",
                               first, first + count - 1);
    scope->ranged[operand->file] |= bits;
    return validator->program->stage == DXBC_PS && operand->file == DXBC_FILE_INPUT
               ? check_range_modes(validator, declared)
               : DIAG_OK;
}

/* ---- use ---- */

/* The vertices or control points that a register's first index counts. */
static uint32_t vertices_of(const struct validator *validator, uint8_t file)
{
    if (file == DXBC_FILE_OUTPUT_CONTROL_POINT)
        return validator->output_points;
    const bool tessellates = validator->program->stage == DXBC_HS || validator->program->stage == DXBC_DS;
    return tessellates ? validator->input_points : validator->input_vertices;
}

/* Components that an operand names for certain: those of a mask, or the only one. The rest of a swizzle may
 * be padding. */
uint8_t validator_named_components(const struct dxbc_operand *operand)
{
    if (operand->components != 4)
        return 0;
    if (operand->selection == DXBC_SELECT_MASK)
        return operand->mask;
    return operand->selection == DXBC_SELECT_ONE ? (uint8_t)(1 << operand->swizzle[0]) : 0;
}

enum io_fault validator_check_io(const struct validator *validator, const struct dxbc_operand *operand)
{
    const struct scope *scope = validator->scope;
    const struct dxbc_index *number = &operand->index[operand->index_count - 1], *vertex = &operand->index[0];
    const uint32_t declared = scope->io[operand->file];
    if (number->relative ? !declared : number->imm >= LIMIT_IO_REGISTERS || !(declared >> number->imm & 1))
        return IO_NOT_DECLARED;
    if (number->relative &&
        (number->imm >= LIMIT_IO_REGISTERS || !(scope->ranged[operand->file] >> number->imm & 1)))
        return IO_NO_RANGE;
    if (!number->relative && validator_named_components(operand) & ~scope->masks[operand->file][number->imm])
        return IO_NO_COMPONENT;
    if (operand->index_count < 2 || vertex->relative || vertex->imm < vertices_of(validator, operand->file))
        return IO_FINE;
    return IO_NO_VERTEX;
}

/* eval_*: interpolates an input anew, which constants and positions are not made for. */
enum diag_code validator_check_eval(struct validator *validator, const struct dxbc_instr *instr)
{
    const bool evaluates = instr->opcode == DXBC_OP_EVAL_SNAPPED ||
                           instr->opcode == DXBC_OP_EVAL_SAMPLE_INDEX ||
                           instr->opcode == DXBC_OP_EVAL_CENTROID;
    if (!evaluates || instr->operands[1].index_count != 1)
        return DIAG_OK;
    const uint64_t number = instr->operands[1].index[0].imm;
    if (number >= LIMIT_IO_REGISTERS)
        return DIAG_OK;
    if (validator->scope->named[DXBC_FILE_INPUT][number])
        return validator_fault(validator, RULE_EVAL, "v%u is a system value", (uint32_t)number);
    return DIAG_OK;
}
