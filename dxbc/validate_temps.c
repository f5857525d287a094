/*
 * Advice about temporary registers: components that are read though nothing before has written them.
 *
 * Their value is undefined by Direct3D and 0 here, so no shader is refused for it. Microsoft's compiler
 * leaves registers unwritten along some paths only, so a path is not asked for: a write counts when it stands
 * before the read, or behind it in the outermost loop around it; in programs with functions, anywhere.
 * Elements of x# count as written when any is. Only components that an instruction reads for certain are
 * looked at.
 */
#include <string.h>

#include "validator.h"

/* Of one component: the first instruction of scope that writes it. Components of former scopes were not
 * written. */
struct first_write {
    uint32_t scope, index;
};

struct temps {
    struct validator *validator;
    struct first_write *written; /* r0.x, r0.y, ... then the same for x# */
    uint32_t scope;              /* 1 and up: the program, or a phase of a hull shader */
    bool has_functions;
};

static struct first_write *component_of(const struct temps *temps, const struct dxbc_operand *operand,
                                        unsigned component)
{
    const uint32_t array = operand->file == DXBC_FILE_INDEXABLE_TEMP ? DXBC_LIMIT_TEMPS : 0;
    const bool temporary = operand->file == DXBC_FILE_TEMP || operand->file == DXBC_FILE_INDEXABLE_TEMP;
    if (!temporary || operand->index_count == 0 || operand->index[0].relative ||
        operand->index[0].imm >= DXBC_LIMIT_TEMPS)
        return NULL;
    return &temps->written[4 * (array + operand->index[0].imm) + component];
}

static void note_writes(struct temps *temps, uint32_t index)
{
    const struct dxbc_instr *instr = &temps->validator->program->instrs[index];
    const size_t count = strlen(dxbc_opcode_info(instr->opcode)->dst);
    for (size_t i = 0; i < count && i < instr->operand_count; ++i) {
        for (unsigned c = 0; c < 4; ++c) {
            struct first_write *write =
                instr->operands[i].mask >> c & 1 ? component_of(temps, &instr->operands[i], c) : NULL;
            if (write && write->scope != temps->scope)
                *write = (struct first_write){temps->scope, index};
        }
    }
}

/* The components of a source that the instruction reads for certain. */
static uint8_t components_read(const struct dxbc_instr *instr, const struct dxbc_operand *operand)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    uint8_t wanted = 0, read = 0;
    if (operand->components != 4)
        return 0;
    if (operand->selection == DXBC_SELECT_ONE)
        return (uint8_t)(1 << operand->swizzle[0]);
    switch (info->kind) {
    case DXBC_KIND_ARITH:
    case DXBC_KIND_STORE: /* addresses name one component; those of textures have no more for certain than x
                           */
        for (size_t i = 0; i < strlen(info->dst) && i < instr->operand_count; ++i)
            wanted |= instr->operands[i].mask;
        if (info->kind == DXBC_KIND_STORE && operand != &instr->operands[instr->operand_count - 1])
            wanted = 1;
        break;
    case DXBC_KIND_DOT:
        wanted = instr->opcode == DXBC_OP_DP2 ? 3 : instr->opcode == DXBC_OP_DP3 ? 7 : 15;
        break;
    case DXBC_KIND_LOAD:
    case DXBC_KIND_SAMPLE:
    case DXBC_KIND_ATOMIC:
        wanted = 1;
        break;
    }
    for (unsigned c = 0; c < 4; ++c)
        read |= wanted >> c & 1 ? (uint8_t)(1 << operand->swizzle[c]) : 0;
    return read;
}

static enum diag_code check_read(struct temps *temps, const struct dxbc_operand *operand, uint8_t read,
                                 uint32_t last)
{
    for (unsigned c = 0; c < 4; ++c) {
        const struct first_write *write = read >> c & 1 ? component_of(temps, operand, c) : NULL;
        if (!write || (write->scope == temps->scope &&
                       (write->index < last || temps->has_functions || operand->file != DXBC_FILE_TEMP)))
            continue;
        return loader_advise(
            temps->validator->loader, RULE_UNINITIALISED, temps->validator->index,
            "%s: %c%u.%c is read and nothing has written it",
            dxbc_opcode_info(temps->validator->program->instrs[temps->validator->index].opcode)->mnemonic,
            operand->file == DXBC_FILE_TEMP ? 'r' : 'x', (uint32_t)operand->index[0].imm, "xyzw"[c]);
    }
    return DIAG_OK;
}

/* last: what is written before this instruction counts. */
static enum diag_code check_reads(struct temps *temps, const struct dxbc_instr *instr, uint32_t last)
{
    const size_t results = strlen(dxbc_opcode_info(instr->opcode)->dst);
    enum diag_code code = DIAG_OK;
    for (uint32_t i = 0; code == DIAG_OK && i < instr->operand_count; ++i) {
        const struct dxbc_operand *operand = &instr->operands[i];
        if (i >= results)
            code = check_read(temps, operand, components_read(instr, operand), last);
        for (uint32_t k = 0; code == DIAG_OK && k < operand->index_count; ++k) {
            const struct dxbc_operand *relative = operand->index[k].relative;
            if (relative)
                code = check_read(temps, relative, (uint8_t)(1 << relative->swizzle[0]), last);
        }
    }
    return code;
}

/* One scope: all its writes, then its reads in order. */
static enum diag_code check_scope(struct temps *temps, uint32_t begin, uint32_t end)
{
    const struct dxbc_program *program = temps->validator->program;
    enum diag_code code = DIAG_OK;
    uint32_t loop_end = 0;
    ++temps->scope;
    for (uint32_t i = begin; i < end; ++i)
        note_writes(temps, i);
    for (uint32_t i = begin; code == DIAG_OK && i < end; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        if (instr->opcode == DXBC_OP_LOOP && i >= loop_end && instr->target > (int32_t)i)
            loop_end = (uint32_t)instr->target;
        temps->validator->index = i;
        if (dxbc_opcode_info(instr->opcode)->kind != DXBC_KIND_DCL)
            code = check_reads(temps, instr, i < loop_end ? loop_end : i);
    }
    return code;
}

enum diag_code validator_advise_temps(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    struct temps temps = {.validator = validator,
                          .has_functions = program->label_count != 0 || program->body_count != 0};
    if (!validator->loader->findings)
        return DIAG_OK;
    temps.written =
        dxbc_arena_alloc(validator->loader->scratch, (size_t)8 * DXBC_LIMIT_TEMPS, sizeof(*temps.written));
    if (!temps.written)
        return loader_no_memory(validator->loader);
    enum diag_code code = DIAG_OK;
    for (uint32_t begin = 0, end; code == DIAG_OK && begin < program->instr_count; begin = end) {
        for (end = begin + 1; end < program->instr_count; ++end) {
            if (!temps.has_functions && dxbc_opcode_info(program->instrs[end].opcode)->kind == DXBC_KIND_HULL)
                break;
        }
        code = check_scope(&temps, begin, end);
    }
    return code;
}
