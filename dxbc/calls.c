/*
 * Labels, function bodies, function tables and interfaces, and who calls whom: every call leads to a label,
 * and none can reach itself again, so the depth of calls is bounded before anything runs.
 *
 * A function is the code from one label to the next; what stands before the first label is function 0. The
 * search for a cycle is depth first with a stack of its own. Its work is limited, since a hostile program can
 * describe far more edges than it has words.
 */
#include "loader.h"

enum { EDGE_BUDGET = 1 << 24 };
enum { UNSEEN, OPEN, DONE };

struct function {
    uint32_t begin, end; /* instructions */
    uint8_t state;
    uint32_t next;       /* instruction whose calls come next */
    uint32_t next_table; /* of an fcall */
    uint32_t caller;
};

struct calls {
    struct loader *loader;
    struct dxbc_program *program;
    struct function *functions;
    uint32_t function_count;
    uint32_t *function_of; /* by the index of a label instruction, 0 elsewhere */
    int32_t *table_index;  /* table id -> index into program->tables */
    uint32_t table_id_count;
    uint32_t edges_left;
};

static bool label_number(const struct dxbc_operand *operand, uint32_t *number)
{
    if (operand->index_count != 1 || operand->index[0].relative ||
        operand->index[0].imm >= DXBC_LIMIT_FUNCTIONS)
        return false;
    *number = (uint32_t)operand->index[0].imm;
    return true;
}

static const struct dxbc_operand *label_operand(const struct dxbc_instr *instr)
{
    switch (instr->opcode) {
    case DXBC_OP_LABEL:
    case DXBC_OP_CALL:
        return &instr->operands[0];
    case DXBC_OP_CALLC:
        return &instr->operands[1];
    default:
        return NULL;
    }
}

/* One above the highest l#, fb# and table id, wherever they are named. */
static enum diag_code count_numbers(struct calls *calls)
{
    struct dxbc_program *program = calls->program;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        const struct dxbc_operand *operand = label_operand(instr);
        uint32_t *count = &program->label_count, number;
        if (operand) {
            const bool body = operand->file == DXBC_FILE_FUNCTION_BODY;
            if (!(operand->file == DXBC_FILE_LABEL || (body && instr->opcode == DXBC_OP_LABEL)) ||
                !label_number(operand, &number))
                return loader_flow_fault(calls->loader, RULE_LABEL, i, "has no label that could exist");
            if (body)
                count = &program->body_count;
        } else if (instr->opcode == DXBC_OP_DCL_FUNCTION_BODY ||
                   instr->opcode == DXBC_OP_DCL_FUNCTION_TABLE) {
            number = instr->data[0];
            if (number >= DXBC_LIMIT_FUNCTIONS)
                return loader_flow_fault(calls->loader, RULE_LABEL, i, "has a number above 65535");
            count =
                instr->opcode == DXBC_OP_DCL_FUNCTION_BODY ? &program->body_count : &calls->table_id_count;
        } else {
            continue;
        }
        if (number >= *count)
            *count = number + 1;
    }
    return DIAG_OK;
}

static int32_t *new_index_list(struct dxbc_arena *arena, uint32_t count)
{
    int32_t *list = dxbc_arena_alloc(arena, count, sizeof(*list));
    for (uint32_t i = 0; list && i < count; ++i)
        list[i] = DXBC_NO_TARGET;
    return list;
}

/* Places labels, and cuts the program into functions. */
static enum diag_code place_labels(struct calls *calls, int32_t *labels, int32_t *bodies)
{
    const struct dxbc_program *program = calls->program;
    struct function *function = &calls->functions[0];
    calls->function_count = 1;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        if (instr->opcode != DXBC_OP_LABEL)
            continue;
        const struct dxbc_operand *operand = &instr->operands[0];
        int32_t *list = operand->file == DXBC_FILE_LABEL ? labels : bodies;
        int32_t *place = &list[operand->index[0].imm];
        if (*place != DXBC_NO_TARGET)
            return loader_flow_fault(calls->loader, RULE_LABEL, i, "has a number that another label has");
        *place = (int32_t)i;
        function->end = i;
        calls->function_of[i] = calls->function_count;
        function = &calls->functions[calls->function_count++];
        function->begin = function->next = i;
    }
    function->end = program->instr_count;
    return DIAG_OK;
}

static enum diag_code resolve_targets(struct calls *calls)
{
    const struct dxbc_program *program = calls->program;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        struct dxbc_instr *instr = &calls->loader->instrs[i];
        const struct dxbc_operand *operand = label_operand(instr);
        if (!operand || instr->opcode == DXBC_OP_LABEL)
            continue;
        instr->target = program->labels[operand->index[0].imm];
        if (instr->target == DXBC_NO_TARGET)
            return loader_flow_fault(calls->loader, RULE_LABEL, i,
                                     "leads to a label that the program does not have");
    }
    return DIAG_OK;
}

/* Before shader model 5 functions may stand in any order. */
static enum diag_code check_order(struct calls *calls)
{
    const struct dxbc_program *program = calls->program;
    for (uint32_t i = 0; program->major >= 5 && i < program->instr_count; ++i) {
        const struct dxbc_instr *instr = &program->instrs[i];
        if (instr->opcode != DXBC_OP_LABEL && label_operand(instr) && (uint32_t)instr->target < i)
            return loader_flow_fault(calls->loader, RULE_CALL_ORDER, i,
                                     "stands behind the function that it calls");
    }
    return DIAG_OK;
}

static enum diag_code check_tables(struct calls *calls)
{
    const struct dxbc_program *program = calls->program;
    uint32_t table = 0;
    for (uint32_t i = 0; i < program->instr_count && table < program->table_count; ++i) {
        if (program->instrs[i].opcode != DXBC_OP_DCL_FUNCTION_TABLE)
            continue;
        const struct dxbc_function_table *decl = &program->tables[table];
        if (calls->table_index[decl->id] != DXBC_NO_TARGET)
            return loader_flow_fault(calls->loader, RULE_FUNCTION_TABLE, i,
                                     "has a number that another table has");
        calls->table_index[decl->id] = (int32_t)table++;
        for (uint32_t k = 0; k < decl->body_count; ++k) {
            if (decl->bodies[k] >= program->body_count || program->bodies[decl->bodies[k]] == DXBC_NO_TARGET)
                return loader_flow_fault(calls->loader, RULE_FUNCTION_TABLE, i,
                                         "names a function body that the program does not have");
        }
    }
    return DIAG_OK;
}

static enum diag_code check_interface(struct calls *calls, uint32_t index,
                                      const struct dxbc_interface_decl *decl)
{
    const struct dxbc_program *program = calls->program;
    if (decl->array_length == 0 || decl->first_slot >= DXBC_LIMIT_INTERFACE_SLOTS ||
        decl->array_length > DXBC_LIMIT_INTERFACE_SLOTS - decl->first_slot)
        return loader_flow_fault(calls->loader, RULE_INTERFACE, index,
                                 "needs interface slots outside 0 to 252");
    for (uint32_t k = 0; k < decl->table_count; ++k) {
        const uint32_t id = decl->tables[k];
        if (id >= calls->table_id_count || calls->table_index[id] == DXBC_NO_TARGET)
            return loader_flow_fault(calls->loader, RULE_DECLARED, index,
                                     "names a function table that is not declared");
        if (program->tables[calls->table_index[id]].body_count < decl->call_sites)
            return loader_flow_fault(calls->loader, RULE_INTERFACE, index,
                                     "names a function table with fewer bodies than it has call sites");
    }
    return DIAG_OK;
}

static enum diag_code check_interfaces(struct calls *calls)
{
    const struct dxbc_program *program = calls->program;
    uint32_t next = 0;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        if (program->instrs[i].opcode != DXBC_OP_DCL_INTERFACE)
            continue;
        const enum diag_code code = check_interface(calls, i, &program->interfaces[next++]);
        if (code != DIAG_OK)
            return code;
    }
    return DIAG_OK;
}

static const struct dxbc_interface_decl *interface_of(const struct dxbc_program *program,
                                                      const struct dxbc_instr *instr)
{
    const struct dxbc_operand *operand = &instr->operands[0];
    if (operand->file != DXBC_FILE_INTERFACE || operand->index_count != 2 || operand->index[0].relative)
        return NULL;
    for (uint32_t i = 0; i < program->interface_count; ++i) {
        const struct dxbc_interface_decl *decl = &program->interfaces[i];
        if (decl->first_slot != operand->index[0].imm || instr->data[0] >= decl->call_sites)
            continue;
        const struct dxbc_index *element = &operand->index[1];
        return element->relative || element->imm < decl->array_length ? decl : NULL;
    }
    return NULL;
}

/* The next function that function calls; false when there is none left. */
static bool next_callee(struct calls *calls, struct function *function, uint32_t *callee)
{
    const struct dxbc_program *program = calls->program;
    for (; function->next < function->end; ++function->next) {
        const struct dxbc_instr *instr = &program->instrs[function->next];
        if (instr->opcode == DXBC_OP_CALL || instr->opcode == DXBC_OP_CALLC) {
            ++function->next;
            *callee = calls->function_of[instr->target];
            return true;
        }
        if (instr->opcode != DXBC_OP_FCALL)
            continue;
        const struct dxbc_interface_decl *decl = interface_of(program, instr);
        if (function->next_table < decl->table_count) {
            const uint32_t id = decl->tables[function->next_table++];
            const struct dxbc_function_table *table = &program->tables[calls->table_index[id]];
            *callee = calls->function_of[program->bodies[table->bodies[instr->data[0]]]];
            return true;
        }
        function->next_table = 0;
    }
    return false;
}

static enum diag_code find_recursion(struct calls *calls, uint32_t start)
{
    uint32_t current = start;
    calls->functions[start].state = OPEN;
    for (;;) {
        struct function *function = &calls->functions[current];
        uint32_t callee;
        if (!next_callee(calls, function, &callee)) {
            function->state = DONE;
            if (current == start)
                return DIAG_OK;
            current = function->caller;
            continue;
        }
        if (calls->edges_left-- == 0)
            return loader_flow_fault(calls->loader, RULE_RECURSION, function->begin,
                                     "has too many possible calls");
        struct function *next = &calls->functions[callee];
        if (next->state == OPEN)
            return loader_flow_fault(calls->loader, RULE_RECURSION, next->begin,
                                     "starts a function that can call itself");
        if (next->state == UNSEEN) {
            next->state = OPEN;
            next->caller = current;
            current = callee;
        }
    }
}

static enum diag_code check_calls(struct calls *calls)
{
    const struct dxbc_program *program = calls->program;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        if (program->instrs[i].opcode == DXBC_OP_FCALL && !interface_of(program, &program->instrs[i]))
            return loader_flow_fault(calls->loader, RULE_DECLARED, i,
                                     "calls an interface or call site that is not declared");
    }
    for (uint32_t i = 0; i < calls->function_count; ++i) {
        if (calls->functions[i].state != UNSEEN)
            continue;
        const enum diag_code code = find_recursion(calls, i);
        if (code != DIAG_OK)
            return code;
    }
    return DIAG_OK;
}

enum diag_code dxbc_resolve_calls(struct loader *loader)
{
    struct dxbc_program *program = &loader->shader->program;
    struct calls calls = {.loader = loader, .program = program, .edges_left = EDGE_BUDGET};
    enum diag_code code = count_numbers(&calls);
    if (code != DIAG_OK)
        return code;
    uint32_t label_instrs = 0;
    for (uint32_t i = 0; i < program->instr_count; ++i)
        label_instrs += program->instrs[i].opcode == DXBC_OP_LABEL;

    int32_t *labels = new_index_list(loader->arena, program->label_count);
    int32_t *bodies = new_index_list(loader->arena, program->body_count);
    calls.table_index = new_index_list(loader->scratch, calls.table_id_count);
    calls.functions = dxbc_arena_alloc(loader->scratch, label_instrs + 1, sizeof(*calls.functions));
    calls.function_of = dxbc_arena_alloc(loader->scratch, program->instr_count, sizeof(*calls.function_of));
    if (!labels || !bodies || !calls.table_index || !calls.functions || !calls.function_of)
        return loader_no_memory(loader);
    program->labels = labels;
    program->bodies = bodies;

    code = place_labels(&calls, labels, bodies);
    if (code == DIAG_OK)
        code = resolve_targets(&calls);
    if (code == DIAG_OK)
        code = check_tables(&calls);
    if (code == DIAG_OK)
        code = check_interfaces(&calls);
    if (code == DIAG_OK)
        code = check_calls(&calls);
    if (code == DIAG_OK)
        code = check_order(&calls);
    return code;
}
