/*
 * Flow: nesting of constructs, where each jump leads, labels and function bodies, and that no call can
 * recurse.
 *
 * One pass with a stack of open constructs. A break or continue does not know its end yet: until then its
 * target field links it to the previous one that waits for the same construct.
 */
#include <stdlib.h>

#include "loader.h"

struct frame {
    uint16_t opcode; /* IF, LOOP, SWITCH; ELSE once it was seen */
    bool has_default;
    uint32_t opener;               /* IF, ELSE, LOOP, SWITCH */
    int32_t first_case, last_case; /* SWITCH: cases and defaults, linked through target */
    uint32_t case_count;
    int32_t pending; /* the breaks and continues that wait for the end, linked through target */
};

struct flow {
    struct loader *loader;
    struct frame frames[DXBC_LIMIT_NESTING];
    uint32_t depth;
    bool ended;    /* the last instruction was a ret outside all constructs */
    bool started;  /* an instruction of the current function or phase was seen */
    uint16_t last; /* its opcode; DXBC_OP_COUNT: none yet */
};

static enum diag_code open_construct(struct flow *flow, uint32_t index)
{
    struct dxbc_instr *instr = &flow->loader->instrs[index];
    if (flow->depth == DXBC_LIMIT_NESTING)
        return loader_flow_fault(flow->loader, RULE_FLOW_DEPTH, index, "is nested more than 64 levels deep");
    flow->frames[flow->depth++] = (struct frame){.opcode = instr->opcode,
                                                 .opener = index,
                                                 .first_case = DXBC_NO_TARGET,
                                                 .last_case = DXBC_NO_TARGET,
                                                 .pending = DXBC_NO_TARGET};
    return DIAG_OK;
}

/* The end of the innermost construct: it, its last case and everything pending now lead to index. */
static void close_construct(struct flow *flow, uint32_t index)
{
    struct dxbc_instr *instrs = flow->loader->instrs;
    const struct frame *frame = &flow->frames[--flow->depth];
    instrs[frame->opener].target = (int32_t)index;
    if (frame->last_case != DXBC_NO_TARGET)
        instrs[frame->last_case].target = (int32_t)index;
    for (int32_t i = frame->pending; i != DXBC_NO_TARGET;) {
        const int32_t next = instrs[i].target;
        instrs[i].target = (int32_t)index;
        i = next;
    }
}

static struct frame *innermost(struct flow *flow, bool loops_only)
{
    for (uint32_t i = flow->depth; i-- > 0;) {
        const uint16_t opcode = flow->frames[i].opcode;
        if (opcode == DXBC_OP_LOOP || (opcode == DXBC_OP_SWITCH && !loops_only))
            return &flow->frames[i];
    }
    return NULL;
}

static enum diag_code wait_for_end(struct flow *flow, uint32_t index, bool loops_only)
{
    struct frame *frame = innermost(flow, loops_only);
    if (!frame)
        return loader_flow_fault(flow->loader, RULE_JUMP_PLACE, index,
                                 loops_only ? "stands outside a loop" : "stands outside a loop or switch");
    flow->loader->instrs[index].target = frame->pending;
    frame->pending = (int32_t)index;
    return DIAG_OK;
}

/* break, continue and ret: nothing behind them runs before the construct ends. */
static bool leaves(uint16_t opcode)
{
    return opcode == DXBC_OP_BREAK || opcode == DXBC_OP_CONTINUE || opcode == DXBC_OP_RET;
}

/* Whether the case before has code, and does not leave the switch. Behind the end of a construct it may be
 * that every way through it left: that passes. */
static bool falls_through(const struct flow *flow, const struct frame *frame)
{
    if (frame->last_case == DXBC_NO_TARGET || leaves(flow->last))
        return false;
    switch (flow->last) {
    case DXBC_OP_CASE:
    case DXBC_OP_DEFAULT:
    case DXBC_OP_ENDIF:
    case DXBC_OP_ENDLOOP:
    case DXBC_OP_ENDSWITCH:
        return false;
    default:
        return true;
    }
}

static enum diag_code next_case(struct flow *flow, uint32_t index)
{
    struct dxbc_instr *instrs = flow->loader->instrs;
    struct frame *frame = flow->depth ? &flow->frames[flow->depth - 1] : NULL;
    if (!frame || frame->opcode != DXBC_OP_SWITCH)
        return loader_flow_fault(flow->loader, RULE_JUMP_PLACE, index, "stands outside a switch");
    if (instrs[index].opcode == DXBC_OP_DEFAULT) {
        if (frame->has_default)
            return loader_flow_fault(flow->loader, RULE_SWITCH_FORM, index, "stands twice in one switch");
        frame->has_default = true;
    } else if (instrs[index].operands[0].file != DXBC_FILE_IMMEDIATE32) {
        return loader_flow_fault(flow->loader, RULE_SWITCH_FORM, index, "needs an immediate value");
    }
    if (falls_through(flow, frame))
        return loader_flow_fault(flow->loader, RULE_FALL_THROUGH, index,
                                 "is reached from the code of the case before it");
    if (frame->last_case != DXBC_NO_TARGET)
        instrs[frame->last_case].target = (int32_t)index;
    else
        frame->first_case = (int32_t)index;
    frame->last_case = (int32_t)index;
    ++frame->case_count;
    return DIAG_OK;
}

struct case_value {
    uint32_t value;
    int32_t index;
};

static int compare_values(const void *a, const void *b)
{
    const struct case_value *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Sorted, so that a long switch takes no longer for each case than a short one. */
static enum diag_code check_values(struct flow *flow, const struct frame *frame)
{
    const struct dxbc_instr *instrs = flow->loader->instrs;
    struct case_value *values = dxbc_arena_alloc(flow->loader->scratch, frame->case_count, sizeof(*values));
    uint32_t count = 0;
    if (!values)
        return loader_no_memory(flow->loader);
    for (int32_t i = frame->first_case; i != DXBC_NO_TARGET; i = instrs[i].target) {
        if (instrs[i].opcode == DXBC_OP_CASE)
            values[count++] = (struct case_value){instrs[i].operands[0].imm[0], i};
        if (i == frame->last_case)
            break;
    }
    qsort(values, count, sizeof(*values), compare_values);
    for (uint32_t i = 1; i < count; ++i) {
        if (values[i].value == values[i - 1].value)
            return loader_flow_fault(flow->loader, RULE_SWITCH_VALUES, (uint32_t)values[i].index,
                                     "has the value of another case");
    }
    return DIAG_OK;
}

static enum diag_code end_construct(struct flow *flow, uint32_t index)
{
    struct dxbc_instr *instrs = flow->loader->instrs;
    struct frame *frame = flow->depth ? &flow->frames[flow->depth - 1] : NULL;
    const uint16_t open = frame ? frame->opcode : DXBC_OP_COUNT;
    enum diag_code code = DIAG_OK;
    switch (instrs[index].opcode) {
    case DXBC_OP_ELSE:
        if (open != DXBC_OP_IF)
            return loader_flow_fault(flow->loader, RULE_FLOW_MATCH, index, "has no if");
        close_construct(flow, index);
        return open_construct(flow, index);
    case DXBC_OP_ENDIF:
        if (open != DXBC_OP_IF && open != DXBC_OP_ELSE)
            return loader_flow_fault(flow->loader, RULE_FLOW_MATCH, index, "has no if");
        break;
    case DXBC_OP_ENDLOOP:
        if (open != DXBC_OP_LOOP)
            return loader_flow_fault(flow->loader, RULE_FLOW_MATCH, index, "has no loop");
        instrs[index].target = (int32_t)frame->opener;
        break;
    default:
        if (open != DXBC_OP_SWITCH)
            return loader_flow_fault(flow->loader, RULE_FLOW_MATCH, index, "has no switch");
        code = check_values(flow, frame);
        break;
    }
    close_construct(flow, index);
    return code;
}

/* A label or a hull shader phase: what stood before must be finished. */
static enum diag_code begin_function(struct flow *flow, uint32_t index)
{
    if (flow->depth)
        return loader_flow_fault(flow->loader, RULE_FLOW_MATCH, index,
                                 "stands inside a construct that is not closed");
    if (flow->started && !flow->ended)
        return loader_flow_fault(flow->loader, RULE_END, index, "does not follow a ret");
    const uint16_t opcode = flow->loader->instrs[index].opcode;
    if (opcode == DXBC_OP_LABEL && !flow->started)
        return loader_flow_fault(flow->loader, RULE_END, index, "does not follow a ret");
    flow->ended = false;
    flow->started = opcode != DXBC_OP_HS_DECLS;
    return DIAG_OK;
}

/* Whether code may not stand right behind a switch, before its first case. */
static bool before_first_case(const struct flow *flow)
{
    const struct frame *frame = flow->depth ? &flow->frames[flow->depth - 1] : NULL;
    return frame && frame->opcode == DXBC_OP_SWITCH && frame->last_case == DXBC_NO_TARGET;
}

/* Whether an instruction can stand right behind one that leaves. */
static bool is_reached(const struct flow *flow, uint16_t opcode)
{
    if (!leaves(flow->last))
        return true;
    switch (opcode) {
    case DXBC_OP_CASE:
    case DXBC_OP_DEFAULT:
    case DXBC_OP_ENDSWITCH:
    case DXBC_OP_ENDLOOP:
    case DXBC_OP_ELSE:
    case DXBC_OP_ENDIF:
        return true;
    default:
        return false;
    }
}

static enum diag_code step(struct flow *flow, uint32_t index)
{
    const struct dxbc_instr *instr = &flow->loader->instrs[index];
    switch (instr->opcode) {
    case DXBC_OP_IF:
    case DXBC_OP_LOOP:
    case DXBC_OP_SWITCH:
        return open_construct(flow, index);
    case DXBC_OP_ELSE:
    case DXBC_OP_ENDIF:
    case DXBC_OP_ENDLOOP:
    case DXBC_OP_ENDSWITCH:
        return end_construct(flow, index);
    case DXBC_OP_CASE:
    case DXBC_OP_DEFAULT:
        return next_case(flow, index);
    case DXBC_OP_BREAK:
    case DXBC_OP_BREAKC:
        return wait_for_end(flow, index, false);
    case DXBC_OP_CONTINUE:
    case DXBC_OP_CONTINUEC:
        return wait_for_end(flow, index, true);
    case DXBC_OP_RET:
        flow->ended = flow->depth == 0;
        return DIAG_OK;
    default:
        return DIAG_OK;
    }
}

static bool begins_function(uint16_t opcode)
{
    return opcode == DXBC_OP_LABEL || dxbc_opcode_info(opcode)->kind == DXBC_KIND_HULL;
}

/* Declarations and custom data other than messages: nothing that runs. */
static bool is_passive(const struct dxbc_instr *instr)
{
    const uint8_t kind = dxbc_opcode_info(instr->opcode)->kind;
    struct dxbc_message message;
    return kind == DXBC_KIND_DCL || (kind == DXBC_KIND_CUSTOM && !dxbc_instr_message(instr, &message));
}

static enum diag_code resolve_structure(struct flow *flow)
{
    const struct dxbc_program *program = &flow->loader->shader->program;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        if (is_passive(instr))
            continue;
        enum diag_code code;
        if (begins_function(instr->opcode)) {
            code = begin_function(flow, i);
        } else {
            const uint16_t opcode = instr->opcode;
            if (before_first_case(flow) && opcode != DXBC_OP_CASE && opcode != DXBC_OP_DEFAULT)
                return loader_flow_fault(flow->loader, RULE_SWITCH_FORM, i,
                                         opcode == DXBC_OP_ENDSWITCH
                                             ? "ends a switch without a case"
                                             : "stands between a switch and its first case");
            if (!is_reached(flow, opcode))
                return loader_flow_fault(flow->loader, RULE_UNREACHABLE, i,
                                         "stands behind an instruction that leaves");
            flow->started = true;
            flow->ended = false;
            code = step(flow, i);
        }
        if (code != DIAG_OK)
            return code;
        flow->last = instr->opcode;
    }
    if (flow->depth)
        return loader_flow_fault(flow->loader, RULE_FLOW_MATCH, flow->frames[flow->depth - 1].opener,
                                 "is never closed");
    if (flow->started ? !flow->ended : program->stage != DXBC_HS)
        return loader_fault(flow->loader, RULE_END, DIAG_NO_INSTRUCTION, "the program does not end with ret");
    return DIAG_OK;
}

enum diag_code dxbc_resolve_flow(struct loader *loader)
{
    struct flow flow = {.loader = loader, .last = DXBC_OP_COUNT};
    enum diag_code code = resolve_structure(&flow);
    if (code == DIAG_OK)
        code = dxbc_resolve_calls(loader);
    return code;
}
