/*
 * A loop waits when what its exits are decided by comes from a load or an atomic of writable memory whose address
 * nothing in the loop changes, and from nothing that counts rounds. Found in the decoded program: the components of
 * r# that the conditions of the exits need, backwards through the instructions of the loop until nothing is added.
 *
 * x# and what subroutines do are not followed: the answer is then no.
 */
#include "wait.h"

#include <stdlib.h>
#include <string.h>

struct loop {
    const struct dxbc_program *program;
    uint32_t first, last; /* its loop and endloop */
    uint8_t *needed;      /* components of r#: what the exits depend on */
    uint8_t *written;     /* by instructions of the loop */
};

/* ---- operands ---- */

static uint32_t dst_count(const struct dxbc_instr *instr)
{
    uint32_t count = (uint32_t)strlen(dxbc_opcode_info(instr->opcode)->dst);

    return count < instr->operand_count ? count : instr->operand_count;
}

static bool is_writable_memory(const struct dxbc_operand *operand)
{
    return operand->file == DXBC_FILE_UAV || operand->file == DXBC_FILE_TGSM;
}

/* Loads and atomics of memory that somebody may change; atomics name it among their results. */
static bool reads_memory(const struct dxbc_instr *instr)
{
    uint8_t kind = dxbc_opcode_info(instr->opcode)->kind;

    for (uint32_t i = 0; (kind == DXBC_KIND_LOAD || kind == DXBC_KIND_ATOMIC) && i < instr->operand_count; i++) {
        if (is_writable_memory(&instr->operands[i]))
            return true;
    }
    return false;
}

static uint8_t read_mask(const struct dxbc_operand *operand)
{
    uint8_t mask = 0;

    for (unsigned c = 0; c < 4; c++)
        mask |= (uint8_t)(1 << operand->swizzle[c]);
    return mask;
}

/* Marks the components of r# that an operand reads, indices included. */
static bool need(struct loop *loop, const struct dxbc_operand *operand)
{
    uint8_t *to, mask;
    bool added = false;

    for (unsigned i = 0; i < operand->index_count; i++) {
        if (operand->index[i].relative)
            added |= need(loop, operand->index[i].relative);
    }
    if (operand->file != DXBC_FILE_TEMP)
        return added;
    to = &loop->needed[operand->index[0].imm];
    mask = read_mask(operand) & (uint8_t)~*to;
    *to |= mask;
    return added || mask;
}

static bool changes(const struct loop *loop, const struct dxbc_operand *operand)
{
    for (unsigned i = 0; i < operand->index_count; i++) {
        if (operand->index[i].relative && changes(loop, operand->index[i].relative))
            return true;
    }
    return operand->file == DXBC_FILE_INDEXABLE_TEMP ||
           (operand->file == DXBC_FILE_TEMP && loop->written[operand->index[0].imm] & read_mask(operand));
}

/* ---- the loop ---- */

static bool find_loop(struct loop *loop, uint32_t instruction)
{
    const struct dxbc_instr *instrs = loop->program->instrs;

    for (uint32_t i = instruction + 1; i-- > 0;) {
        if (instrs[i].opcode != DXBC_OP_LOOP || instrs[i].target < (int32_t)instruction)
            continue;
        loop->first = i;
        loop->last = (uint32_t)instrs[i].target;
        return true;
    }
    return false;
}

/* Conditions that decide whether lanes leave: all of them in the loop, but for those of loops inside. */
static void need_conditions(struct loop *loop)
{
    for (uint32_t i = loop->first; i < loop->last; i++) {
        const struct dxbc_instr *instr = &loop->program->instrs[i];

        if (dxbc_opcode_info(instr->opcode)->kind == DXBC_KIND_FLOW && instr->operand_count &&
            (instr->opcode == DXBC_OP_BREAKC || instr->opcode == DXBC_OP_RETC || instr->opcode == DXBC_OP_IF ||
             instr->opcode == DXBC_OP_SWITCH || instr->opcode == DXBC_OP_CONTINUEC))
            need(loop, &instr->operands[0]);
    }
}

static bool calls(const struct loop *loop)
{
    for (uint32_t i = loop->first; i < loop->last; i++) {
        uint16_t opcode = loop->program->instrs[i].opcode;
        if (opcode == DXBC_OP_CALL || opcode == DXBC_OP_CALLC || opcode == DXBC_OP_FCALL)
            return true;
    }
    return false;
}

static bool gives_needed(const struct loop *loop, const struct dxbc_instr *instr)
{
    for (uint32_t d = 0; d < dst_count(instr); d++) {
        const struct dxbc_operand *dst = &instr->operands[d];
        if (dst->file == DXBC_FILE_TEMP && loop->needed[dst->index[0].imm] & dst->mask)
            return true;
    }
    return false;
}

static void note_writes(struct loop *loop)
{
    for (uint32_t i = loop->first; i < loop->last; i++) {
        const struct dxbc_instr *instr = &loop->program->instrs[i];
        for (uint32_t d = 0; d < dst_count(instr); d++) {
            if (instr->operands[d].file == DXBC_FILE_TEMP)
                loop->written[instr->operands[d].index[0].imm] |= instr->operands[d].mask;
        }
    }
}

/* Sources of what gives a needed value, but for those of memory: those are looked at afterwards. */
static void follow(struct loop *loop)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = loop->first; i < loop->last; i++) {
            const struct dxbc_instr *instr = &loop->program->instrs[i];

            if (!gives_needed(loop, instr) || reads_memory(instr))
                continue;
            for (uint32_t s = dst_count(instr); s < instr->operand_count; s++)
                again |= need(loop, &instr->operands[s]);
        }
    }
}

/* What a round gives to the next one, a counter say, ends loops as well. */
static bool feeds_itself(const struct loop *loop, const struct dxbc_instr *instr)
{
    for (uint32_t d = 0; d < dst_count(instr); d++) {
        const struct dxbc_operand *dst = &instr->operands[d];
        for (uint32_t s = dst_count(instr); dst->file == DXBC_FILE_TEMP && s < instr->operand_count; s++) {
            const struct dxbc_operand *src = &instr->operands[s];
            if (src->file == DXBC_FILE_TEMP && src->index[0].imm == dst->index[0].imm && read_mask(src) & dst->mask)
                return true;
        }
    }
    return false;
}

static bool judge(struct loop *loop, uint32_t *access)
{
    bool found = false;

    need_conditions(loop);
    follow(loop);
    note_writes(loop);
    for (uint32_t i = loop->first; i < loop->last; i++) {
        const struct dxbc_instr *instr = &loop->program->instrs[i];

        if (!gives_needed(loop, instr))
            continue;
        if (!reads_memory(instr)) {
            if (feeds_itself(loop, instr))
                return false;
            continue;
        }
        for (uint32_t s = dst_count(instr); s < instr->operand_count; s++) {
            if (!is_writable_memory(&instr->operands[s]) && changes(loop, &instr->operands[s]))
                return false;
        }
        if (!found)
            *access = i;
        found = true;
    }
    return found;
}

bool wait_find(const struct dxbc_program *program, uint32_t instruction, uint32_t *access)
{
    struct loop loop = {.program = program};
    bool waits = false;

    if (instruction >= program->instr_count || !find_loop(&loop, instruction) || calls(&loop))
        return false;
    loop.needed = calloc(2, (size_t)program->temp_count + 1);
    if (!loop.needed)
        return false;
    loop.written = loop.needed + program->temp_count + 1;
    waits = judge(&loop, access);
    free(loop.needed);
    return waits;
}
