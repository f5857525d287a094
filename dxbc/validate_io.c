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

static enum diag_code declare_numbered(struct validator *validator, const struct dxbc_operand *operand)
{
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
    return DIAG_OK;
}

enum diag_code validator_declare_io(struct validator *validator, const struct dxbc_operand *operand)
{
    if (!has_file_alone(operand->file))
        return declare_numbered(validator, operand);
    if (operand->index_count)
        return validator_fault(validator, RULE_IO_REGISTER,
                               "a register that has no number is declared with one");
    validator->scope->files |= UINT64_C(1) << operand->file;
    return DIAG_OK;
}

/* Each stream of a geometry shader declares its outputs anew. */
void validator_open_stream(struct validator *validator)
{
    memset(validator->scope->seen[DXBC_FILE_OUTPUT], 0, sizeof(validator->scope->seen[DXBC_FILE_OUTPUT]));
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
    uint8_t common = 15;
    for (uint32_t i = first; i < first + count; ++i)
        common &= declared >> i & 1 ? scope->masks[operand->file][i] : 15;
    if (operand->file == DXBC_FILE_OUTPUT && !common)
        return validator_fault(validator, RULE_INDEX_RANGE, "registers %u to %u have no component in common",
                               first, first + count - 1);
    scope->ranged[operand->file] |= bits;
    return DIAG_OK;
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
static uint8_t named_components(const struct dxbc_operand *operand)
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
    if (!number->relative && named_components(operand) & ~scope->masks[operand->file][number->imm])
        return IO_NO_COMPONENT;
    if (operand->index_count < 2 || vertex->relative || vertex->imm < vertices_of(validator, operand->file))
        return IO_FINE;
    return IO_NO_VERTEX;
}
