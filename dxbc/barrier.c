/*
 * Barriers in divergent flow: `sync` with _t where some threads of the group certainly wait and others
 * certainly never come. Direct3D forbids it; here it is refused as far as it can be proved.
 *
 * The proof is an execution: integer arithmetic on thread numbers and constants is carried out for every
 * thread of one group, along code that is surely reached. A condition that is zero for some threads and
 * non-zero for others makes the code behind it divergent. Whatever depends on anything else is unknown, and
 * code behind an unknown condition is skipped: the executors see to the rest at run time.
 */
#include <string.h>

#include "validator.h"

enum { TRACKED = 64, STEP_BUDGET = 4096 };

/* One component of a temporary register, for all threads of the group. */
struct value {
    uint32_t reg;
    uint8_t component;
    bool known;
    uint32_t *lanes;
};

struct proof {
    struct loader *loader;
    const struct dxbc_program *program;
    uint32_t threads, steps_left;
    struct value values[TRACKED];
    uint32_t next_value;      /* the one to be forgotten next */
    uint32_t *in[3], *out[4]; /* rows of sources, and of a result's components */
};

/* Whether a conditional instruction acts, for the threads of the group. */
enum condition { UNKNOWN, NEVER, ALWAYS, MIXED };

/* Whether the walk goes on behind what it has just walked. */
enum onward { GOES_ON, LEFT_BODY, GIVES_UP };

static bool waits(const struct dxbc_instr *instr)
{
    return instr->opcode == DXBC_OP_SYNC && instr->sync & DXBC_SYNC_THREADS;
}

static struct value *find_value(struct proof *proof, uint32_t reg, unsigned component)
{
    for (uint32_t i = 0; i < TRACKED; ++i) {
        struct value *value = &proof->values[i];
        if (value->known && value->reg == reg && value->component == component)
            return value;
    }
    return NULL;
}

static void forget(struct proof *proof, const struct dxbc_operand *operand)
{
    if (operand->file != DXBC_FILE_TEMP)
        return;
    for (unsigned i = 0; i < 4; ++i) {
        struct value *value =
            operand->mask >> i & 1 ? find_value(proof, (uint32_t)operand->index[0].imm, i) : NULL;
        if (value)
            value->known = false;
    }
}

static void forget_results(struct proof *proof, const struct dxbc_instr *instr)
{
    const size_t count = strlen(dxbc_opcode_info(instr->opcode)->dst);
    for (size_t i = 0; i < count && i < instr->operand_count; ++i)
        forget(proof, &instr->operands[i]);
}

static void remember(struct proof *proof, uint32_t reg, unsigned component, const uint32_t *lanes)
{
    struct value *value = find_value(proof, reg, component);
    if (!value) {
        value = &proof->values[proof->next_value];
        proof->next_value = (proof->next_value + 1) % TRACKED;
    }
    value->reg = reg;
    value->component = (uint8_t)component;
    value->known = true;
    memcpy(value->lanes, lanes, proof->threads * sizeof(*lanes));
}

static uint32_t thread_number(const struct proof *proof, uint32_t thread, uint8_t file, unsigned component)
{
    const uint32_t *size = proof->program->thread_group;
    if (file == DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED)
        return thread;
    if (component == 0)
        return thread % size[0];
    return component == 1 ? thread / size[0] % size[1] : thread / (size[0] * size[1]);
}

/* The row of one source component; false when it is unknown. */
static bool read_row(struct proof *proof, const struct dxbc_operand *operand, unsigned component,
                     uint32_t *row)
{
    const unsigned source = operand->swizzle[component];
    const struct value *value;
    switch (operand->file) {
    case DXBC_FILE_IMMEDIATE32:
        for (uint32_t i = 0; i < proof->threads; ++i)
            row[i] = operand->imm[source];
        break;
    case DXBC_FILE_THREAD_ID_IN_GROUP:
    case DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED:
        for (uint32_t i = 0; i < proof->threads; ++i)
            row[i] = thread_number(proof, i, operand->file, source);
        break;
    case DXBC_FILE_TEMP:
        value = find_value(proof, (uint32_t)operand->index[0].imm, source);
        if (!value)
            return false;
        memcpy(row, value->lanes, proof->threads * sizeof(*row));
        break;
    default:
        return false;
    }
    if (operand->modifier & DXBC_MOD_ABS)
        return false;
    for (uint32_t i = 0; i < proof->threads && operand->modifier & DXBC_MOD_NEG; ++i)
        row[i] = 0u - row[i];
    return true;
}

static uint32_t shift_right_signed(uint32_t value, uint32_t count)
{
    const uint32_t sign = value >> 31 ? UINT32_MAX : 0;
    return count ? value >> count | sign << (32 - count) : value;
}

/* One thread's result; false for opcodes that are not followed. */
static bool compute(uint16_t opcode, uint32_t a, uint32_t b, uint32_t c, uint32_t *result)
{
    switch (opcode) {
    case DXBC_OP_MOV:
        *result = a;
        return true;
    case DXBC_OP_MOVC:
        *result = a ? b : c;
        return true;
    case DXBC_OP_IADD:
        *result = a + b;
        return true;
    case DXBC_OP_IMAD:
    case DXBC_OP_UMAD:
        *result = a * b + c;
        return true;
    case DXBC_OP_INEG:
        *result = 0u - a;
        return true;
    case DXBC_OP_NOT:
        *result = ~a;
        return true;
    case DXBC_OP_AND:
        *result = a & b;
        return true;
    case DXBC_OP_OR:
        *result = a | b;
        return true;
    case DXBC_OP_XOR:
        *result = a ^ b;
        return true;
    case DXBC_OP_ISHL:
        *result = a << (b & 31);
        return true;
    case DXBC_OP_USHR:
        *result = a >> (b & 31);
        return true;
    case DXBC_OP_ISHR:
        *result = shift_right_signed(a, b & 31);
        return true;
    case DXBC_OP_IEQ:
        *result = a == b ? UINT32_MAX : 0;
        return true;
    case DXBC_OP_INE:
        *result = a != b ? UINT32_MAX : 0;
        return true;
    case DXBC_OP_ILT:
        *result = (int32_t)a < (int32_t)b ? UINT32_MAX : 0;
        return true;
    case DXBC_OP_IGE:
        *result = (int32_t)a >= (int32_t)b ? UINT32_MAX : 0;
        return true;
    case DXBC_OP_ULT:
        *result = a < b ? UINT32_MAX : 0;
        return true;
    case DXBC_OP_UGE:
        *result = a >= b ? UINT32_MAX : 0;
        return true;
    case DXBC_OP_UMIN:
        *result = a < b ? a : b;
        return true;
    case DXBC_OP_UMAX:
        *result = a > b ? a : b;
        return true;
    default:
        return false;
    }
}

/* One component of the result; false when it is unknown. */
static bool compute_row(struct proof *proof, const struct dxbc_instr *instr, unsigned component,
                        uint32_t *row)
{
    const uint32_t sources = instr->operand_count - 1u;
    for (uint32_t k = 0; k < sources; ++k) {
        if (!read_row(proof, &instr->operands[1 + k], component, proof->in[k]))
            return false;
    }
    for (uint32_t i = 0; i < proof->threads; ++i) {
        const uint32_t a = proof->in[0][i], b = sources > 1 ? proof->in[1][i] : 0;
        compute(instr->opcode, a, b, sources > 2 ? proof->in[2][i] : 0, &row[i]);
    }
    return true;
}

static bool is_followed(const struct proof *proof, const struct dxbc_instr *instr)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->opcode);
    uint32_t ignored;
    return info->kind == DXBC_KIND_ARITH && strlen(info->dst) == 1 &&
           instr->operands[0].file == DXBC_FILE_TEMP && !instr->saturate && proof->steps_left > 0 &&
           compute(instr->opcode, 0, 0, 0, &ignored);
}

/* An instruction that is no flow. In divergent code only some threads write: the result is unknown. */
static void execute(struct proof *proof, const struct dxbc_instr *instr, bool divergent)
{
    bool known[4] = {false};
    if (divergent || !is_followed(proof, instr)) {
        forget_results(proof, instr);
        return;
    }
    const struct dxbc_operand *dst = &instr->operands[0];
    --proof->steps_left;
    for (unsigned i = 0; i < 4; ++i)
        known[i] = dst->mask >> i & 1 && compute_row(proof, instr, i, proof->out[i]);
    forget(proof, dst);
    for (unsigned i = 0; i < 4; ++i) {
        if (known[i])
            remember(proof, (uint32_t)dst->index[0].imm, i, proof->out[i]);
    }
}

/* Whether instr acts: `if`, breakc, continuec. */
static enum condition evaluate(struct proof *proof, const struct dxbc_instr *instr, bool divergent)
{
    if (divergent || !read_row(proof, &instr->operands[0], 0, proof->in[0]))
        return UNKNOWN;
    uint32_t set = 0;
    for (uint32_t i = 0; i < proof->threads; ++i)
        set += (proof->in[0][i] != 0) == instr->test_nz;
    return set == 0 ? NEVER : set == proof->threads ? ALWAYS : MIXED;
}

static bool leaves_program(uint16_t opcode)
{
    switch (opcode) {
    case DXBC_OP_RET:
    case DXBC_OP_RETC:
    case DXBC_OP_ABORT:
    case DXBC_OP_CALL:
    case DXBC_OP_CALLC:
    case DXBC_OP_FCALL:
        return true;
    default:
        return false;
    }
}

/* Forgets what the construct may write; says whether all threads that enter it surely come out at its end. */
static enum onward skip_construct(struct proof *proof, uint32_t begin, uint32_t end)
{
    enum onward onward = GOES_ON;
    for (uint32_t i = begin; i < end; ++i) {
        const struct dxbc_instr *instr = &proof->program->instrs[i];
        const bool jumps = instr->opcode == DXBC_OP_BREAK || instr->opcode == DXBC_OP_BREAKC ||
                           instr->opcode == DXBC_OP_CONTINUE || instr->opcode == DXBC_OP_CONTINUEC;
        if (leaves_program(instr->opcode))
            onward = GIVES_UP;
        else if (jumps && instr->target > (int32_t)end && onward == GOES_ON)
            onward = LEFT_BODY;
        forget_results(proof, instr);
    }
    return onward;
}

static enum diag_code walk(struct proof *proof, uint32_t begin, uint32_t end, bool divergent,
                           enum onward *onward);

static enum diag_code walk_if(struct proof *proof, uint32_t opener, uint32_t end, bool *divergent,
                              enum onward *onward)
{
    const struct dxbc_instr *instrs = proof->program->instrs;
    const uint32_t middle = (uint32_t)instrs[opener].target; /* else or endif */
    const enum condition condition = evaluate(proof, &instrs[opener], *divergent);
    enum onward first = GOES_ON, second = GOES_ON;
    enum diag_code code = DIAG_OK;
    *onward = GOES_ON;
    if (condition == ALWAYS)
        return walk(proof, opener + 1, middle, *divergent, onward);
    if (condition == NEVER)
        return middle < end ? walk(proof, middle + 1, end, *divergent, onward) : DIAG_OK;
    if (condition == MIXED) {
        code = walk(proof, opener + 1, middle, true, &first);
        if (code == DIAG_OK && middle < end)
            code = walk(proof, middle + 1, end, true, &second);
    }
    const enum onward skipped = skip_construct(proof, opener, end);
    *onward = condition == MIXED && skipped != GIVES_UP ? GOES_ON : skipped;
    *divergent |= condition == MIXED && (first == LEFT_BODY || second == LEFT_BODY);
    if (condition == MIXED && skipped == LEFT_BODY && first == GOES_ON && second == GOES_ON)
        *onward = LEFT_BODY; /* a jump deeper inside, of whom nobody knows who takes it */
    return code;
}

/* Code that is surely reached: by all threads, or when divergent by some but not all. */
static enum diag_code walk(struct proof *proof, uint32_t begin, uint32_t end, bool divergent,
                           enum onward *onward)
{
    const struct dxbc_instr *instrs = proof->program->instrs;
    enum diag_code code = DIAG_OK;
    *onward = GOES_ON;
    for (uint32_t i = begin; i < end && code == DIAG_OK && *onward == GOES_ON; ++i) {
        const struct dxbc_instr *instr = &instrs[i];
        uint32_t close = (uint32_t)instr->target;
        enum condition condition;
        switch (instr->opcode) {
        case DXBC_OP_IF:
            if (instrs[close].opcode == DXBC_OP_ELSE)
                close = (uint32_t)instrs[close].target;
            code = walk_if(proof, i, close, &divergent, onward);
            i = close;
            break;
        case DXBC_OP_LOOP: /* its first round */
            code = walk(proof, i + 1, close, divergent, onward);
            *onward = skip_construct(proof, i, close);
            i = close;
            break;
        case DXBC_OP_SWITCH:
            *onward = skip_construct(proof, i, close);
            i = close;
            break;
        case DXBC_OP_BREAK:
        case DXBC_OP_CONTINUE:
            *onward = LEFT_BODY;
            break;
        case DXBC_OP_BREAKC:
        case DXBC_OP_CONTINUEC:
            condition = evaluate(proof, instr, divergent);
            if (condition == UNKNOWN || condition == ALWAYS)
                *onward = LEFT_BODY;
            divergent |= condition == MIXED;
            break;
        case DXBC_OP_SYNC:
            if (waits(instr) && divergent)
                return loader_fault(
                    proof->loader, RULE_BARRIER, i,
                    "a barrier for the whole thread group in flow that only some of its threads take");
            break;
        default:
            if (leaves_program(instr->opcode))
                *onward = GIVES_UP;
            else
                execute(proof, instr, divergent);
        }
    }
    return code;
}

/* Whether there is anything to prove: a barrier inside a construct, in the code before the first label. */
static bool has_nested_barrier(const struct dxbc_program *program, uint32_t *end)
{
    uint32_t depth = 0, i;
    bool found = false;
    for (i = 0; i < program->instr_count && program->instrs[i].opcode != DXBC_OP_LABEL; ++i) {
        const uint8_t flags = dxbc_opcode_info(program->instrs[i].opcode)->flags;
        depth -= flags & OPF_CLOSES ? 1 : 0;
        depth += flags & OPF_OPENS ? 1 : 0;
        found |= depth > 0 && waits(&program->instrs[i]);
    }
    *end = i;
    return found;
}

static enum diag_code prove(struct loader *loader, uint32_t end)
{
    const struct dxbc_program *program = &loader->shader->program;
    const uint32_t *size = program->thread_group;
    struct proof *proof = dxbc_arena_alloc(loader->scratch, 1, sizeof(*proof));
    const uint32_t threads = size[0] * size[1] * size[2];
    uint32_t *rows = dxbc_arena_alloc(loader->scratch, (TRACKED + 7) * (size_t)threads, sizeof(*rows));
    if (!proof || !rows)
        return loader_no_memory(loader);
    *proof =
        (struct proof){.loader = loader, .program = program, .threads = threads, .steps_left = STEP_BUDGET};
    for (uint32_t i = 0; i < TRACKED; ++i)
        proof->values[i].lanes = rows + (size_t)i * threads;
    for (uint32_t i = 0; i < 7; ++i)
        *(i < 3 ? &proof->in[i] : &proof->out[i - 3]) = rows + (size_t)(TRACKED + i) * threads;
    enum onward onward;
    return walk(proof, 0, end, false, &onward);
}

enum diag_code dxbc_check_barriers(struct loader *loader)
{
    const struct dxbc_program *program = &loader->shader->program;
    uint32_t end;
    if (program->stage != DXBC_CS || !has_nested_barrier(program, &end))
        return DIAG_OK;
    return prove(loader, end);
}
