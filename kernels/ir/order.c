/*
 * The order of groups, as the determinism contract sees it (design: "Leaving that order between groups").
 *
 * Groups may run in any order unless the program holds
 *   - a counter operation (append, consume), or an atomic on a u# whose old value is kept;
 *   - an atomic on a u# whose outcome depends on who comes last: exchange, compare and store;
 *   - atomics on u# of two kinds that do not commute, say add and max;
 *   - a message: texts come out in group order.
 * One kind that commutes with itself, with nothing kept (a histogram), does not show the order. All u# count
 * as one memory, since views in different slots may overlap in one resource. Every instruction counts,
 * reachable or not, and a result counts as kept when it is written to a register: the answer may be yes too
 * often, never no.
 */
#include "order.h"

#include <string.h>

/* The operation without regard to imm_; DXBC_OP_COUNT when its outcome depends on the order by itself. */
static uint16_t commuting_kind(uint16_t opcode)
{
    switch (opcode) {
    case DXBC_OP_IMM_ATOMIC_AND:
        return DXBC_OP_ATOMIC_AND;
    case DXBC_OP_IMM_ATOMIC_OR:
        return DXBC_OP_ATOMIC_OR;
    case DXBC_OP_IMM_ATOMIC_XOR:
        return DXBC_OP_ATOMIC_XOR;
    case DXBC_OP_IMM_ATOMIC_IADD:
        return DXBC_OP_ATOMIC_IADD;
    case DXBC_OP_IMM_ATOMIC_IMAX:
        return DXBC_OP_ATOMIC_IMAX;
    case DXBC_OP_IMM_ATOMIC_IMIN:
        return DXBC_OP_ATOMIC_IMIN;
    case DXBC_OP_IMM_ATOMIC_UMAX:
        return DXBC_OP_ATOMIC_UMAX;
    case DXBC_OP_IMM_ATOMIC_UMIN:
        return DXBC_OP_ATOMIC_UMIN;
    case DXBC_OP_ATOMIC_CMP_STORE:
    case DXBC_OP_IMM_ATOMIC_EXCH:
    case DXBC_OP_IMM_ATOMIC_CMP_EXCH:
        return DXBC_OP_COUNT;
    default:
        return opcode;
    }
}

bool order_visible(const struct dxbc_program *program)
{
    uint16_t seen = DXBC_OP_COUNT; /* the one kind of atomic on u# so far */

    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct dxbc_instr *instr = &program->instrs[i];
        const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
        struct dxbc_message message;
        const struct dxbc_operand *memory;
        uint16_t kind;

        if (info->kind == DXBC_KIND_COUNTER || dxbc_instr_message(instr, &message))
            return true;
        if (info->kind != DXBC_KIND_ATOMIC)
            continue;
        memory = &instr->operands[strlen(info->dst) - 1];
        if (memory->file != DXBC_FILE_UAV)
            continue;
        if (memory != instr->operands && instr->operands[0].mask)
            return true; /* the old value is kept */
        kind = commuting_kind(instr->opcode);
        if (kind == DXBC_OP_COUNT || (seen != DXBC_OP_COUNT && seen != kind))
            return true;
        seen = kind;
    }
    return false;
}
