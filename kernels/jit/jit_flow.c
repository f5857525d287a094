/*
 * Flow: constructs whose lanes stay together become branches; where lanes part, the mask of active lanes says
 * who runs. When no lane is active any more the strip settles: it goes on at the end of the innermost side, round
 * or label, where others may wait. So code never runs without an active lane.
 *
 * At a barrier the strip's state goes to memory and the next strip's turn comes; the code behind it is entered
 * from the switch at the beginning.
 */
#include "jit_emit.h"

#define B j->builder

/* ---- masks ---- */

static jv mask_at(struct jit *j, uint32_t number)
{
    if (j->program->has_calls)
        return jit_field(j, jit_frame(j), (size_t)number * JIT_ROW_BYTES);
    if (!j->masks[number])
        j->masks[number] = jit_variable(j, j->mask_type, "");
    return j->masks[number];
}

static jv role(struct jit *j, const struct jit_flow *flow, enum jit_mask_role role)
{
    return mask_at(j, flow->masks + role);
}

static jv and_not(struct jit *j, jv a, jv b)
{
    return LLVMBuildAnd(B, a, LLVMBuildNot(B, b, ""), "");
}

static jv exec(struct jit *j)
{
    return jit_mask(j, j->exec);
}

static void add_lanes(struct jit *j, jv variable, jv lanes)
{
    jit_set_mask(j, variable, LLVMBuildOr(B, jit_mask(j, variable), lanes, ""));
}

static void take_lanes(struct jit *j, jv variable, jv lanes)
{
    jit_set_mask(j, variable, and_not(j, jit_mask(j, variable), lanes));
}

static jv none(struct jit *j)
{
    return LLVMConstNull(j->lane_m);
}

/* ---- constructs ---- */

static struct jit_flow *top(struct jit *j)
{
    return &j->flow[j->depth - 1];
}

LLVMBasicBlockRef jit_settle_block(struct jit *j)
{
    if (j->depth > j->shared_depth)
        return top(j)->settle;
    return j->in_subroutine ? j->returns : j->done;
}

void jit_settle_unless(struct jit *j, jv any)
{
    LLVMBasicBlockRef on = jit_block(j, "on");

    jit_branch(j, any, on, jit_settle_block(j));
    jit_place(j, on);
}

static bool ends_lanes(uint16_t op)
{
    return op == LANE_RET || op == LANE_RETC || op == LANE_ABORT;
}

static bool jumps(uint16_t op)
{
    return op == LANE_BREAK || op == LANE_BREAKC || op == LANE_CONTINUE || op == LANE_CONTINUEC;
}

/* May lanes leave the construct for elsewhere than what is behind it? */
static bool is_leaky(const struct jit *j, uint32_t open, uint32_t close)
{
    for (uint32_t i = open; i < close; i++) {
        const struct lane_instr *instr = &j->program->instrs[i];

        if (ends_lanes(instr->op) || (jumps(instr->op) && (uint32_t)instr->target > close) ||
            (jumps(instr->op) && (uint32_t)instr->target == close && j->program->instrs[open].op == LANE_IF))
            return true;
    }
    return false;
}

static bool has_continue(const struct jit *j, uint32_t open, uint32_t close)
{
    for (uint32_t i = open; i < close; i++) {
        const struct lane_instr *instr = &j->program->instrs[i];

        if ((instr->op == LANE_CONTINUE || instr->op == LANE_CONTINUEC) && (uint32_t)instr->target == close)
            return true;
    }
    return false;
}

static struct jit_flow *push(struct jit *j)
{
    const struct lane_construct *construct = &j->plan.constructs.list[j->next_construct];
    bool shared = j->plan.looped && j->plan.shared_flow[j->next_construct];
    struct jit_flow *flow = &j->flow[j->depth++];

    *flow = (struct jit_flow){.kind = j->at->op,
                              .divergent = construct->divergent,
                              .open = j->index,
                              .close = construct->close,
                              .masks = j->next_mask,
                              .shared = shared,
                              .leaky = !shared && is_leaky(j, j->index, construct->close),
                              .end = jit_block(j, "end")};
    j->depth--;
    flow->settle = jit_settle_block(j);
    j->depth++;
    j->next_construct++;
    j->shared_depth += shared;
    j->next_mask += JIT_MASKS;
    if (flow->kind == LANE_LOOP)
        flow->continues = flow->divergent && has_continue(j, flow->open, flow->close);
    return flow;
}

static void pop(struct jit *j)
{
    j->shared_depth -= top(j)->shared;
    j->depth--;
}

/* With nobody waiting there is nobody left. */
static void settle_if_leaky(struct jit *j, bool leaky)
{
    if (leaky)
        jit_settle_unless(j, jit_any(j, exec(j)));
}

/* Active lanes for which the test of the instruction holds. */
jv jit_taken(struct jit *j)
{
    if (!j->at->src_count)
        return exec(j);
    return LLVMBuildAnd(B, exec(j), jit_test(j, j->at->src[0], j->at->flags & LANE_TEST_NZ), "");
}

static jv scalar_test(struct jit *j)
{
    jv number = jit_first(j, j->at->src[0]);

    return LLVMBuildICmp(B, j->at->flags & LANE_TEST_NZ ? LLVMIntNE : LLVMIntEQ, number, jit_k32(j, 0), "");
}

/* ---- if ---- */

void jit_IF(struct jit *j)
{
    struct jit_flow *flow = push(j);
    LLVMBasicBlockRef then = jit_block(j, "then");
    jv lanes;

    flow->head = jit_block(j, "else");
    if (!flow->divergent) {
        jit_branch(j, scalar_test(j), then, flow->head);
        jit_place(j, then);
        return;
    }
    lanes = jit_taken(j);
    jit_set_mask(j, role(j, flow, JIT_OUTER), exec(j));
    jit_set_mask(j, role(j, flow, JIT_WAITING), and_not(j, exec(j), lanes));
    jit_set_mask(j, j->exec, lanes);
    flow->settle = flow->head;
    jit_branch(j, jit_any(j, lanes), then, flow->head);
    jit_place(j, then);
}

void jit_ELSE(struct jit *j)
{
    struct jit_flow *flow = top(j);
    LLVMBasicBlockRef side;

    flow->else_seen = true;
    if (!flow->divergent) {
        jit_go(j, flow->end);
        jit_place(j, flow->head);
        return;
    }
    jit_go(j, flow->head);
    jit_place(j, flow->head);
    if (flow->leaky)
        jit_set_mask(j, role(j, flow, JIT_JOINED), exec(j));
    jit_set_mask(j, j->exec, jit_mask(j, role(j, flow, JIT_WAITING)));
    flow->settle = flow->end;
    side = jit_block(j, "side");
    jit_branch(j, jit_any(j, exec(j)), side, flow->end);
    jit_place(j, side);
}

void jit_ENDIF(struct jit *j)
{
    struct jit_flow flow = *top(j);
    bool leaky = flow.leaky && flow.divergent;

    jit_go(j, flow.else_seen || !flow.divergent ? flow.end : flow.head);
    if (!flow.else_seen) {
        jit_place(j, flow.head);
        if (leaky)
            jit_set_mask(j, role(j, &flow, JIT_JOINED), jit_mask(j, role(j, &flow, JIT_WAITING)));
        jit_go(j, flow.end);
    }
    jit_place(j, flow.end);
    pop(j);
    if (!flow.divergent)
        return;
    if (leaky)
        add_lanes(j, j->exec, jit_mask(j, role(j, &flow, JIT_JOINED)));
    else
        jit_set_mask(j, j->exec, jit_mask(j, role(j, &flow, JIT_OUTER)));
    settle_if_leaky(j, leaky);
}

/* ---- loop ---- */

void jit_poll(struct jit *j)
{
    LLVMBasicBlockRef stop = jit_block(j, "stop"), on = jit_block(j, "round");
    jv flag = jit_load(j, j->i8, j->stop, 0);

    LLVMSetOrdering(flag, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(flag, 1);
    jit_branch_likely(j, LLVMBuildICmp(B, LLVMIntEQ, flag, LLVMConstNull(j->i8), ""), on, stop);
    jit_place(j, stop);
    jit_store(j, jit_k32(j, j->at->origin), j->group, offsetof(struct jit_group, stopped_at));
    jit_go(j, j->stopped);
    jit_place(j, on);
}

/* In a loop of arithmetic lanes only leave. Registers that have to keep what they held then get a second variable,
 * which all lanes go on writing and which those in the loop read: so no round waits for the masks of the one before. */
static bool is_arithmetic(const struct jit *j, uint32_t open, uint32_t close)
{
    for (uint32_t i = open + 1; i < close; i++) {
        uint16_t op = j->program->instrs[i].op;

        if (op >= LANE_OP_COUNT && op != LANE_BREAK && op != LANE_BREAKC)
            return false;
    }
    return !j->program->has_calls;
}

static void run_on(struct jit *j, const struct jit_flow *flow)
{
    if (!flow->divergent || !is_arithmetic(j, flow->open, flow->close))
        return;
    for (uint32_t i = flow->open + 1; i < flow->close; i++) {
        const struct lane_instr *instr = &j->program->instrs[i];

        for (uint32_t d = 0; instr->flags & LANE_MASKED && d < instr->dst_count; d++) {
            lane_value reg = instr->dst[d];

            if (jit_is_whole(j, reg) || jit_is_paired(j, reg) || j->running[reg])
                continue;
            jv held = jit_lanes_of(j, reg);

            j->running[reg] = jit_variable(j, j->lane_u, "");
            LLVMSetAlignment(LLVMBuildStore(B, held, j->running[reg]), 4);
        }
    }
}

static void stop_running(struct jit *j, const struct jit_flow *flow)
{
    for (uint32_t i = flow->open + 1; i < flow->close; i++) {
        for (uint32_t d = 0; d < j->program->instrs[i].dst_count; d++)
            j->running[j->program->instrs[i].dst[d]] = NULL;
    }
}

/* Where no lane can wait for the next round, the loop is over when none is active. */
void jit_LOOP(struct jit *j)
{
    struct jit_flow *flow = push(j);

    flow->head = jit_block(j, "loop");
    flow->settle = flow->continues || !flow->divergent ? jit_block(j, "latch") : flow->end;
    if (flow->divergent)
        jit_set_mask(j, role(j, flow, JIT_OUTER), exec(j));
    if (flow->leaky)
        jit_set_mask(j, role(j, flow, JIT_JOINED), none(j));
    run_on(j, flow);
    jit_go(j, flow->head);
    jit_place(j, flow->head);
    if (flow->continues)
        jit_set_mask(j, role(j, flow, JIT_WAITING), none(j));
}

void jit_ENDLOOP(struct jit *j)
{
    struct jit_flow flow = *top(j);

    if (flow.settle != flow.end) {
        LLVMBasicBlockRef back = jit_block(j, "back");

        jit_go(j, flow.settle);
        jit_place(j, flow.settle);
        if (flow.continues)
            add_lanes(j, j->exec, jit_mask(j, role(j, &flow, JIT_WAITING)));
        if (flow.divergent || flow.leaky)
            jit_branch(j, jit_any(j, exec(j)), back, flow.end);
        else
            jit_go(j, back);
        jit_place(j, back);
    }
    jit_poll(j);
    jit_go(j, flow.head);
    jit_place(j, flow.end);
    stop_running(j, &flow);
    pop(j);
    if (flow.leaky)
        jit_set_mask(j, j->exec, jit_mask(j, role(j, &flow, JIT_JOINED)));
    else if (flow.divergent)
        jit_set_mask(j, j->exec, jit_mask(j, role(j, &flow, JIT_OUTER)));
    settle_if_leaky(j, flow.leaky);
}

/* The open construct that a jump leaves for, and whether all lanes of the strip that are in it jump alike. */
static struct jit_flow *find_target(struct jit *j, bool *together)
{
    uint32_t i = j->depth - 1;

    *together = !j->at->src_count || jit_is_scalar(j, j->at->src[0]);
    while (j->flow[i].close != (uint32_t)j->at->target) {
        *together &= !j->flow[i].divergent;
        i--;
    }
    return &j->flow[i];
}

/* A real branch when the test holds for all. */
static void jump(struct jit *j, const struct jit_flow *target, LLVMBasicBlockRef to, bool joins)
{
    LLVMBasicBlockRef away = jit_block(j, "away"), on = jit_block(j, "on");

    if (j->at->src_count)
        jit_branch(j, scalar_test(j), away, on);
    else
        jit_go(j, away);
    jit_place(j, away);
    if (joins && target->leaky && (target->kind == LANE_LOOP || target->divergent))
        add_lanes(j, role(j, target, JIT_JOINED), exec(j));
    jit_go(j, to);
    jit_place(j, on);
    j->unreachable = false;
}

/* The lanes that jump stop being active. */
static void leave(struct jit *j, const struct jit_flow *target, jv lanes, bool waits)
{
    if (waits)
        add_lanes(j, role(j, target, JIT_WAITING), lanes);
    else if (target->leaky)
        add_lanes(j, role(j, target, JIT_JOINED), lanes);
    take_lanes(j, j->exec, lanes);
    jit_settle_unless(j, jit_any(j, exec(j)));
}

/* The lanes for which the test does not hold go on, and nobody asks where the others went. */
static void stay(struct jit *j)
{
    jv lanes = jit_test(j, j->at->src[0], !(j->at->flags & LANE_TEST_NZ));

    jit_set_mask(j, j->exec, LLVMBuildAnd(B, exec(j), lanes, ""));
    jit_settle_unless(j, jit_any(j, exec(j)));
}

static void break_away(struct jit *j)
{
    bool together;
    struct jit_flow *target = find_target(j, &together);

    together &= !(target->kind == LANE_SWITCH && target->divergent) && !target->continues;
    if (together)
        jump(j, target, target->end, true);
    else if (!target->leaky && j->at->src_count)
        stay(j);
    else
        leave(j, target, jit_taken(j), false);
}

void jit_BREAK(struct jit *j)
{
    break_away(j);
}

void jit_BREAKC(struct jit *j)
{
    break_away(j);
}

static void go_round(struct jit *j)
{
    bool together;
    struct jit_flow *target = find_target(j, &together);

    if (together)
        jump(j, target, target->settle, false);
    else
        leave(j, target, jit_taken(j), true);
}

void jit_CONTINUE(struct jit *j)
{
    go_round(j);
}

void jit_CONTINUEC(struct jit *j)
{
    go_round(j);
}

/* ---- switch ---- */

static uint32_t first_label(const struct jit *j, uint32_t at)
{
    uint16_t op;

    do
        op = j->program->instrs[++at].op;
    while (op != LANE_CASE && op != LANE_DEFAULT && op != LANE_ENDSWITCH);
    return at;
}

static void count_labels(struct jit *j, struct jit_flow *flow)
{
    uint32_t label = first_label(j, flow->open);

    for (; j->program->instrs[label].op != LANE_ENDSWITCH; label = (uint32_t)j->program->instrs[label].target)
        flow->label_count++;
    flow->labels = dxbc_arena_alloc(j->arena, flow->label_count + 1, sizeof(LLVMBasicBlockRef));
    if (!flow->labels) {
        j->failed = true;
        flow->label_count = 0;
        return;
    }
    for (uint32_t i = 0; i < flow->label_count; i++)
        flow->labels[i] = jit_block(j, "label");
    flow->labels[flow->label_count] = flow->end;
    j->next_mask += flow->label_count;
}

/* Has a label before this one the same value? Then it is never the one that is looked for. */
static bool is_taken(const struct jit *j, const struct jit_flow *flow, uint32_t label)
{
    for (uint32_t at = first_label(j, flow->open); at != label; at = (uint32_t)j->program->instrs[at].target) {
        if (j->program->instrs[at].op == LANE_CASE && j->program->instrs[at].imm == j->program->instrs[label].imm)
            return true;
    }
    return false;
}

static void branch_by_value(struct jit *j, struct jit_flow *flow)
{
    uint32_t at = first_label(j, flow->open);
    LLVMBasicBlockRef otherwise = flow->end;
    jv choice;

    for (uint32_t i = 0, k = at; i < flow->label_count; i++, k = (uint32_t)j->program->instrs[k].target) {
        if (j->program->instrs[k].op == LANE_DEFAULT)
            otherwise = flow->labels[i];
    }
    choice = LLVMBuildSwitch(B, jit_first(j, j->at->src[0]), otherwise, flow->label_count);
    for (uint32_t i = 0; i < flow->label_count; i++, at = (uint32_t)j->program->instrs[at].target) {
        if (j->program->instrs[at].op == LANE_CASE && !is_taken(j, flow, at))
            LLVMAddCase(choice, jit_k32(j, j->program->instrs[at].imm), flow->labels[i]);
    }
    j->unreachable = true;
}

/* Each lane waits for its label; those that have none are behind it already. */
static void part_by_value(struct jit *j, struct jit_flow *flow)
{
    jv value = jit_lanes_of(j, j->at->src[0]), rest = exec(j);
    uint32_t at = first_label(j, flow->open), otherwise = UINT32_MAX;

    jit_set_mask(j, role(j, flow, JIT_OUTER), rest);
    for (uint32_t i = 0; i < flow->label_count; i++, at = (uint32_t)j->program->instrs[at].target) {
        jv same = LLVMBuildICmp(B, LLVMIntEQ, value, jit_splat(j, jit_k32(j, j->program->instrs[at].imm)), "");

        if (j->program->instrs[at].op == LANE_DEFAULT) {
            otherwise = i;
            continue;
        }
        jit_set_mask(j, mask_at(j, flow->masks + JIT_MASKS + i), LLVMBuildAnd(B, rest, same, ""));
        rest = and_not(j, rest, same);
    }
    jit_set_mask(j, role(j, flow, JIT_JOINED), otherwise == UINT32_MAX ? rest : none(j));
    if (otherwise != UINT32_MAX)
        jit_set_mask(j, mask_at(j, flow->masks + JIT_MASKS + otherwise), rest);
    jit_set_mask(j, j->exec, none(j));
    flow->settle = flow->labels[0];
    jit_go(j, flow->settle);
}

void jit_SWITCH(struct jit *j)
{
    struct jit_flow *flow = push(j);

    count_labels(j, flow);
    if (flow->divergent)
        part_by_value(j, flow);
    else
        branch_by_value(j, flow);
    jit_place(j, jit_block(j, "nothing")); /* what stands before the first label */
    j->unreachable = true;
}

static void reach_label(struct jit *j)
{
    struct jit_flow *flow = top(j);
    uint32_t label = flow->label++;
    LLVMBasicBlockRef on = jit_block(j, "case");

    if (j->unreachable && label == 0)
        LLVMBuildUnreachable(B);
    jit_go(j, flow->labels[label]);
    jit_place(j, flow->labels[label]);
    if (!flow->divergent) {
        jit_go(j, on);
        jit_place(j, on);
        return;
    }
    add_lanes(j, j->exec, jit_mask(j, mask_at(j, flow->masks + JIT_MASKS + label)));
    flow->settle = flow->labels[label + 1];
    jit_branch(j, jit_any(j, exec(j)), on, flow->settle);
    jit_place(j, on);
}

void jit_CASE(struct jit *j)
{
    reach_label(j);
}

void jit_DEFAULT(struct jit *j)
{
    reach_label(j);
}

void jit_ENDSWITCH(struct jit *j)
{
    struct jit_flow flow = *top(j);

    if (j->unreachable && !flow.label)
        LLVMBuildUnreachable(B);
    jit_go(j, flow.end);
    jit_place(j, flow.end);
    pop(j);
    if (!flow.divergent)
        return;
    if (flow.leaky)
        add_lanes(j, j->exec, jit_mask(j, role(j, &flow, JIT_JOINED)));
    else
        jit_set_mask(j, j->exec, jit_mask(j, role(j, &flow, JIT_OUTER)));
    settle_if_leaky(j, flow.leaky);
}

/* ---- ends ---- */

/* Of a subroutine they come back where it was called. */
static void end_lanes(struct jit *j, jv lanes, bool for_good)
{
    take_lanes(j, j->exec, lanes);
    if (for_good)
        take_lanes(j, j->alive, lanes);
    jit_settle_unless(j, jit_any(j, exec(j)));
}

static void end(struct jit *j)
{
    bool together = !j->at->src_count || jit_is_scalar(j, j->at->src[0]);
    LLVMBasicBlockRef away, on;

    for (uint32_t i = 0; i < j->depth; i++)
        together &= !j->flow[i].divergent;
    if (!together || j->program->has_calls) {
        end_lanes(j, jit_taken(j), !j->in_subroutine);
        return;
    }
    away = j->done;
    on = jit_block(j, "on");
    if (j->at->src_count)
        jit_branch(j, scalar_test(j), away, on);
    else
        jit_go(j, away);
    jit_place(j, on);
}

void jit_RET(struct jit *j)
{
    end(j);
}

void jit_RETC(struct jit *j)
{
    end(j);
}

void jit_ABORT(struct jit *j)
{
    jv args[3] = {j->group, jit_k32(j, KERNEL_EVENT_ABORT), jit_k32(j, j->at->origin)};

    jit_call(j, offsetof(struct jit_calls, event), j->void_type, args, 3);
    end_lanes(j, exec(j), true);
}
