/*
 * Flow of the reference interpreter: a stack of open constructs that says which lanes go on where.
 *
 * At a divergent `if` the lanes of the true side run first; a loop goes round until no lane is left in it; a
 * switch is walked once from top to bottom, and each lane joins at its label (C's rules, code may fall
 * through). Lanes that leave a construct for good are taken out of everything they leave. When no lane is
 * active any more, interp_wake looks at the innermost construct for lanes that wait there.
 */
#include <assert.h>

#include "atomic.h"
#include "interp.h"

static struct interp_flow *top_flow(struct interp_wave *wave)
{
    return &wave->flow[wave->flow_depth - 1];
}

static struct interp_flow *push_flow(struct interp_wave *wave, enum interp_flow_kind kind, uint32_t lanes,
                                     uint32_t pc)
{
    struct interp_flow *flow = &wave->flow[wave->flow_depth++];

    assert(wave->flow_depth <= wave->kernel->flow_limit);
    *flow = (struct interp_flow){.kind = (uint8_t)kind, .outer = wave->exec, .lanes = lanes, .pc = pc};
    return flow;
}

/* Ends the innermost construct; its lanes go on at pc. */
static void pop_flow(struct interp_wave *wave, uint32_t pc)
{
    wave->exec = top_flow(wave)->outer;
    wave->pc = pc;
    wave->flow_depth--;
}

/* Takes lanes out of the active ones and of all constructs above depth. */
static void leave(struct interp_wave *wave, uint32_t lanes, uint32_t depth)
{
    wave->exec &= ~lanes;
    for (uint32_t i = depth; i < wave->flow_depth; i++) {
        wave->flow[i].outer &= ~lanes;
        wave->flow[i].lanes &= ~lanes;
    }
}

void interp_end_lanes(struct interp_wave *wave, uint32_t lanes)
{
    leave(wave, lanes, 0);
    wave->alive &= ~lanes;
}

uint32_t interp_condition(const struct interp_wave *wave, const struct interp_instr *instr,
                          const struct interp_source *source)
{
    struct interp_rows rows;
    const uint32_t *row = interp_fetch_scalar(wave, source, &rows);
    uint32_t n = interp_span(wave), lanes = 0;

    for (uint32_t lane = 0; lane < n; lane++)
        lanes |= (uint32_t)((row[lane] != 0) == instr->dx->test_nz) << lane;
    return lanes & wave->exec;
}

static uint16_t opcode_at(const struct interp_wave *wave, uint32_t pc)
{
    return wave->kernel->instrs[pc].dx->opcode;
}

static uint32_t target_of(const struct interp_instr *instr)
{
    return (uint32_t)instr->dx->target;
}

/* ---- if and loop ---- */

/* The end of a side: the false side follows, or the construct ends. */
static void end_side(struct interp_wave *wave)
{
    struct interp_flow *flow = top_flow(wave);
    const struct interp_instr *at = &wave->kernel->instrs[flow->pc];

    if (opcode_at(wave, flow->pc) != DXBC_OP_ELSE) {
        pop_flow(wave, flow->pc + 1);
        return;
    }
    wave->exec = flow->lanes;
    wave->pc = flow->pc + 1;
    flow->lanes = 0;
    flow->pc = target_of(at);
}

static void run_IF(struct interp_wave *wave, const struct interp_instr *instr)
{
    uint32_t taken = interp_condition(wave, instr, &instr->src[0]);

    push_flow(wave, FLOW_IF, wave->exec & ~taken, target_of(instr));
    wave->exec = taken;
}

static void run_ELSE(struct interp_wave *wave, const struct interp_instr *instr)
{
    end_side(wave);
}

static void run_ENDIF(struct interp_wave *wave, const struct interp_instr *instr)
{
    end_side(wave);
}

/* The end of a round: the lanes still in the loop go round, or the construct ends. */
static void end_round(struct interp_wave *wave)
{
    struct interp_flow *flow = top_flow(wave);
    uint32_t end = flow->pc;

    if (!flow->lanes) {
        pop_flow(wave, end + 1);
        return;
    }
    wave->exec = flow->lanes;
    wave->pc = target_of(&wave->kernel->instrs[end]) + 1;
    interp_poll(wave, end);
}

static void run_LOOP(struct interp_wave *wave, const struct interp_instr *instr)
{
    push_flow(wave, FLOW_LOOP, wave->exec, target_of(instr));
}

static void run_ENDLOOP(struct interp_wave *wave, const struct interp_instr *instr)
{
    end_round(wave);
}

/* Depth of the innermost loop, or of the innermost loop or switch. Validation found one. */
static uint32_t enclosing(const struct interp_wave *wave, bool loops_only)
{
    uint32_t i = wave->flow_depth - 1;

    while (wave->flow[i].kind != FLOW_LOOP && (loops_only || wave->flow[i].kind != FLOW_SWITCH))
        i--;
    return i;
}

static void break_lanes(struct interp_wave *wave, uint32_t lanes)
{
    uint32_t depth = enclosing(wave, false);

    leave(wave, lanes, depth + 1);
    if (wave->flow[depth].kind == FLOW_LOOP)
        wave->flow[depth].lanes &= ~lanes;
}

static void run_BREAK(struct interp_wave *wave, const struct interp_instr *instr)
{
    break_lanes(wave, wave->exec);
}

static void run_BREAKC(struct interp_wave *wave, const struct interp_instr *instr)
{
    break_lanes(wave, interp_condition(wave, instr, &instr->src[0]));
}

static void run_CONTINUE(struct interp_wave *wave, const struct interp_instr *instr)
{
    leave(wave, wave->exec, enclosing(wave, true) + 1);
}

static void run_CONTINUEC(struct interp_wave *wave, const struct interp_instr *instr)
{
    leave(wave, interp_condition(wave, instr, &instr->src[0]), enclosing(wave, true) + 1);
}

/* ---- switch ---- */

/* Nothing that runs stands between a switch and its first label. */
static uint32_t first_label(const struct interp_wave *wave, uint32_t pc)
{
    do
        pc++;
    while (wave->kernel->instrs[pc].run == interp_run_nothing);
    return pc;
}

/* The label for a value: the first case that is equal, else default, else the end of the switch. */
static uint32_t find_label(const struct interp_wave *wave, uint32_t label, uint32_t value)
{
    const struct interp_instr *instrs = wave->kernel->instrs;
    uint32_t otherwise = UINT32_MAX;

    for (; opcode_at(wave, label) != DXBC_OP_ENDSWITCH; label = target_of(&instrs[label])) {
        if (opcode_at(wave, label) == DXBC_OP_DEFAULT)
            otherwise = label;
        else if (instrs[label].src[0].imm[0] == value)
            return label;
    }
    return otherwise != UINT32_MAX ? otherwise : label;
}

static void run_SWITCH(struct interp_wave *wave, const struct interp_instr *instr)
{
    uint32_t first = first_label(wave, interp_instr_index(wave, instr));
    uint32_t *labels = wave->labels[wave->switch_depth++];
    struct interp_rows rows;
    const uint32_t *value = interp_fetch_scalar(wave, &instr->src[0], &rows);

    assert(wave->switch_depth <= wave->kernel->switch_limit);
    INTERP_FOR_EACH_LANE(lane, wave->exec)
        labels[lane] = find_label(wave, first, value[lane]);
    push_flow(wave, FLOW_SWITCH, wave->exec, first);
    wave->exec = 0;
}

/* At a label or the end: lanes that wait for it join those that fall through. */
static void reach_label(struct interp_wave *wave)
{
    struct interp_flow *flow = top_flow(wave);
    uint32_t label = flow->pc, joining = 0;

    if (opcode_at(wave, label) == DXBC_OP_ENDSWITCH) {
        wave->switch_depth--;
        pop_flow(wave, label + 1);
        return;
    }
    INTERP_FOR_EACH_LANE(lane, flow->lanes)
        joining |= (uint32_t)(wave->labels[wave->switch_depth - 1][lane] == label) << lane;
    flow->lanes &= ~joining;
    flow->pc = target_of(&wave->kernel->instrs[label]);
    wave->exec |= joining;
    wave->pc = label + 1;
}

static void run_CASE(struct interp_wave *wave, const struct interp_instr *instr)
{
    reach_label(wave);
}

static void run_DEFAULT(struct interp_wave *wave, const struct interp_instr *instr)
{
    reach_label(wave);
}

static void run_ENDSWITCH(struct interp_wave *wave, const struct interp_instr *instr)
{
    reach_label(wave);
}

/* ---- calls ---- */

/* The body that a lane calls through its interface slot; DXBC_NO_TARGET when nothing is bound there. */
static int32_t body_of(const struct interp_wave *wave, uint32_t slot, uint32_t call_site)
{
    const struct dxbc_program *program = wave->kernel->program;
    int32_t table;

    if (slot >= KERNEL_INTERFACES)
        return DXBC_NO_TARGET;
    table = wave->group->dispatch->bindings->interfaces[slot].table;
    for (uint32_t i = 0; table >= 0 && i < program->table_count; i++) {
        const struct dxbc_function_table *bodies = &program->tables[i];
        if (bodies->id != (uint32_t)table)
            continue;
        if (call_site >= bodies->body_count || bodies->bodies[call_site] >= program->body_count)
            return DXBC_NO_TARGET;
        return program->bodies[bodies->bodies[call_site]];
    }
    return DXBC_NO_TARGET;
}

/* The interface slots that an fcall of the lanes goes through, and whether the array index lies inside the
 * array. */
static void fetch_slots(const struct interp_wave *wave, const struct interp_instr *instr, uint32_t slots[])
{
    const struct interp_source *source = &instr->src[0];
    const struct dxbc_program *program = wave->kernel->program;
    uint32_t first = source->index[0].imm, length = 0;

    for (uint32_t i = 0; i < program->interface_count; i++) {
        if (program->interfaces[i].first_slot == first)
            length = program->interfaces[i].array_length;
    }
    interp_fetch_index(wave, &source->index[1], slots);
    INTERP_FOR_EACH_LANE(lane, wave->exec)
        slots[lane] = slots[lane] < length ? first + slots[lane] : UINT32_MAX;
}

/* Sends the lanes that wait in the call frame to the body of the lowest of them; those that call another one
 * go on waiting, and those that call nothing are done. Returns false when nobody calls anything. */
static bool call_next_body(struct interp_wave *wave, struct interp_flow *flow)
{
    const struct interp_instr *instr = &wave->kernel->instrs[flow->pc];
    uint32_t slots[INTERP_LANES], calling = 0;
    int32_t body = DXBC_NO_TARGET;

    wave->exec = flow->lanes;
    if (!wave->exec)
        return false;
    fetch_slots(wave, instr, slots);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        int32_t target = body_of(wave, slots[lane], instr->dx->data[0]);
        if (target == DXBC_NO_TARGET)
            flow->lanes &= ~(1u << lane);
        else if (body == DXBC_NO_TARGET || body == target) {
            body = target;
            calling |= 1u << lane;
        }
    }
    flow->lanes &= ~calling;
    wave->exec = calling;
    wave->pc = (uint32_t)body + 1;
    return calling != 0;
}

/* The lanes of a subroutine have all returned. */
static void end_call(struct interp_wave *wave)
{
    struct interp_flow *flow = top_flow(wave);

    if (call_next_body(wave, flow))
        return;
    wave->call_depth--;
    pop_flow(wave, flow->pc + 1);
}

static void call_lanes(struct interp_wave *wave, const struct interp_instr *instr, uint32_t lanes)
{
    uint32_t pc = interp_instr_index(wave, instr);

    if (!lanes || wave->call_depth == INTERP_CALL_DEPTH)
        return;
    interp_poll(wave, pc);
    push_flow(wave, FLOW_CALL, 0, pc);
    wave->call_depth++;
    wave->exec = lanes;
    wave->pc = target_of(instr) + 1;
}

static void run_CALL(struct interp_wave *wave, const struct interp_instr *instr)
{
    call_lanes(wave, instr, wave->exec);
}

static void run_CALLC(struct interp_wave *wave, const struct interp_instr *instr)
{
    call_lanes(wave, instr, interp_condition(wave, instr, &instr->src[0]));
}

static void run_FCALL(struct interp_wave *wave, const struct interp_instr *instr)
{
    uint32_t pc = interp_instr_index(wave, instr);

    if (wave->call_depth == INTERP_CALL_DEPTH)
        return;
    interp_poll(wave, pc);
    push_flow(wave, FLOW_CALL, wave->exec, pc);
    wave->call_depth++;
    if (!call_next_body(wave, top_flow(wave)))
        end_call(wave);
}

/* A label is where calls lead; nothing runs into it. */
static void run_LABEL(struct interp_wave *wave, const struct interp_instr *instr)
{
}

static void return_lanes(struct interp_wave *wave, uint32_t lanes)
{
    uint32_t depth = wave->flow_depth;

    if (wave->call_depth == 0) {
        interp_end_lanes(wave, lanes);
        return;
    }
    while (wave->flow[depth - 1].kind != FLOW_CALL)
        depth--;
    leave(wave, lanes, depth);
}

static void run_RET(struct interp_wave *wave, const struct interp_instr *instr)
{
    return_lanes(wave, wave->exec);
}

static void run_RETC(struct interp_wave *wave, const struct interp_instr *instr)
{
    return_lanes(wave, interp_condition(wave, instr, &instr->src[0]));
}

void interp_wake(struct interp_wave *wave)
{
    if (!wave->flow_depth) {
        wave->state = WAVE_DONE;
        return;
    }
    switch (top_flow(wave)->kind) {
    case FLOW_IF:
        end_side(wave);
        break;
    case FLOW_LOOP:
        end_round(wave);
        break;
    case FLOW_SWITCH:
        reach_label(wave);
        break;
    case FLOW_CALL:
        end_call(wave);
        break;
    }
}

/* ---- barriers, debug helpers ---- */

static void run_SYNC(struct interp_wave *wave, const struct interp_instr *instr)
{
    uint32_t pc = interp_instr_index(wave, instr);

    if (instr->dx->sync & (DXBC_SYNC_UAV_GROUP | DXBC_SYNC_UAV_GLOBAL))
        atomic_fence();
    if (!(instr->dx->sync & DXBC_SYNC_THREADS))
        return;
    if (wave->exec != wave->alive)
        interp_event(wave, KERNEL_EVENT_DIVERGENT_BARRIER, pc);
    wave->state = WAVE_AT_BARRIER;
    interp_poll(wave, pc);
}

static void run_NOP(struct interp_wave *wave, const struct interp_instr *instr)
{
}

static void run_DEBUG_BREAK(struct interp_wave *wave, const struct interp_instr *instr)
{
}

static void run_ABORT(struct interp_wave *wave, const struct interp_instr *instr)
{
    interp_event(wave, KERNEL_EVENT_ABORT, interp_instr_index(wave, instr));
    interp_end_lanes(wave, wave->exec);
}

interp_run *const interp_flow_runs[DXBC_OP_COUNT] = {
#define STAMP_FLOW(name)  [DXBC_OP_##name] = run_##name,
#define STAMP_SYNC(name)  [DXBC_OP_##name] = run_##name,
#define STAMP_DEBUG(name) [DXBC_OP_##name] = run_##name,
#include "interp_stamp.h"
};
