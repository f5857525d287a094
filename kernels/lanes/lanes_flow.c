/*
 * Flow of the lane executor: a stack of open constructs, each with the lanes that go on behind it and those
 * that wait in it. The rules are those of the canonical machine (kernel.h), with masks of as many waves as
 * the strip has.
 *
 * A step that changes the active lanes ends with lanes_settle, so no other step ever runs without an active
 * lane.
 */
#include <string.h>

#include "atomic.h"
#include "lanes.h"

/* ---- masks ---- */

static uint32_t *outer_of(const struct lanes_strip *strip, uint32_t depth)
{
    return strip->masks + (size_t)depth * 2 * strip->kernel->words;
}

static uint32_t *lanes_of(const struct lanes_strip *strip, uint32_t depth)
{
    return outer_of(strip, depth) + strip->kernel->words;
}

static bool any(const struct lanes_strip *strip, const uint32_t *mask)
{
    uint32_t bits = 0;

    for (uint32_t i = 0; i < strip->words; i++)
        bits |= mask[i];
    return bits;
}

static void copy(const struct lanes_strip *strip, uint32_t *to, const uint32_t *from)
{
    for (uint32_t i = 0; i < strip->words; i++)
        to[i] = from[i];
}

static void take_out(const struct lanes_strip *strip, uint32_t *mask, const uint32_t *lanes)
{
    for (uint32_t i = 0; i < strip->words; i++)
        mask[i] &= ~lanes[i];
}

static void clear(const struct lanes_strip *strip, uint32_t *mask)
{
    for (uint32_t i = 0; i < strip->words; i++)
        mask[i] = 0;
}

/* ---- the stack ---- */

static struct lanes_flow *top(struct lanes_strip *strip)
{
    return &strip->flow[strip->flow_depth - 1];
}

static uint32_t top_depth(const struct lanes_strip *strip)
{
    return strip->flow_depth - 1;
}

/* Opens a construct behind which the active lanes go on; the caller fills in those that wait. */
static uint32_t *push(struct lanes_strip *strip, enum lanes_flow_kind kind, uint32_t pc)
{
    strip->flow[strip->flow_depth] = (struct lanes_flow){kind, pc};
    copy(strip, outer_of(strip, strip->flow_depth), strip->exec);
    return lanes_of(strip, strip->flow_depth++);
}

static void pop(struct lanes_strip *strip, uint32_t pc)
{
    copy(strip, strip->exec, outer_of(strip, top_depth(strip)));
    strip->pc = pc;
    strip->flow_depth--;
}

/* Takes lanes out of the active ones and of all constructs from depth on. */
static void leave(struct lanes_strip *strip, const uint32_t *lanes, uint32_t depth)
{
    uint32_t gone[LANES_MAX_WORDS];

    copy(strip, gone, lanes); /* may be exec itself */
    take_out(strip, strip->exec, gone);
    for (uint32_t i = depth; i < strip->flow_depth; i++) {
        take_out(strip, outer_of(strip, i), gone);
        take_out(strip, lanes_of(strip, i), gone);
    }
}

static const struct lane_instr *at(const struct lanes_strip *strip, uint32_t pc)
{
    return strip->kernel->steps[pc].ir;
}

static uint32_t index_of(const struct lanes_strip *strip, const struct lanes_step *step)
{
    return (uint32_t)(step - strip->kernel->steps);
}

/* Active lanes for which the step's test holds. */
static void test(const struct lanes_strip *strip, const struct lanes_step *step, uint32_t *lanes)
{
    const struct lanes_place *source = &step->src[0];
    bool wanted = step->ir->flags & LANE_TEST_NZ;
    uint32_t flip = wanted ? 0 : UINT32_MAX;

    if (!source->step) {
        bool holds = (*lanes_at(strip, source) != 0) == wanted;
        for (uint32_t i = 0; i < strip->words; i++)
            lanes[i] = holds ? strip->exec[i] : 0;
        return;
    }
    for (uint32_t i = 0; i < strip->low; i++)
        lanes[i] = 0;
    strip->kernel->table.test(lanes + strip->low, lanes_at(strip, source) + strip->low * LANES_WAVE,
                              source->step, (strip->high - strip->low) * LANES_WAVE);
    for (uint32_t i = strip->low; i < strip->high; i++)
        lanes[i] = (lanes[i] ^ flip) & strip->exec[i];
    for (uint32_t i = strip->high; i < strip->words; i++)
        lanes[i] = 0;
}

/* ---- if and loop ---- */

/* The end of a side: the false side follows, or the construct ends. */
static void end_side(struct lanes_strip *strip)
{
    struct lanes_flow *flow = top(strip);
    uint32_t *waiting = lanes_of(strip, top_depth(strip));

    if (at(strip, flow->pc)->op != LANE_ELSE) {
        pop(strip, flow->pc + 1);
        return;
    }
    copy(strip, strip->exec, waiting);
    clear(strip, waiting);
    strip->pc = flow->pc + 1;
    flow->pc = (uint32_t)at(strip, flow->pc)->target;
}

void lanes_IF(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t taken[LANES_MAX_WORDS], *waiting = push(strip, LANES_IF, (uint32_t)step->ir->target);

    test(strip, step, taken);
    copy(strip, waiting, strip->exec);
    take_out(strip, waiting, taken);
    copy(strip, strip->exec, taken);
    lanes_settle(strip);
}

void lanes_ELSE(struct lanes_strip *strip, const struct lanes_step *step)
{
    end_side(strip);
    lanes_settle(strip);
}

void lanes_ENDIF(struct lanes_strip *strip, const struct lanes_step *step)
{
    end_side(strip);
    lanes_settle(strip);
}

/* The end of a round: the lanes still in the loop go round, or the construct ends. */
static void end_round(struct lanes_strip *strip)
{
    struct lanes_flow *flow = top(strip);
    uint32_t end = flow->pc, *staying = lanes_of(strip, top_depth(strip));

    if (!any(strip, staying)) {
        pop(strip, end + 1);
        return;
    }
    copy(strip, strip->exec, staying);
    strip->pc = (uint32_t)at(strip, end)->target + 1;
    lanes_poll(strip, at(strip, end)->origin);
}

void lanes_LOOP(struct lanes_strip *strip, const struct lanes_step *step)
{
    copy(strip, push(strip, LANES_LOOP, (uint32_t)step->ir->target), strip->exec);
}

void lanes_ENDLOOP(struct lanes_strip *strip, const struct lanes_step *step)
{
    end_round(strip);
    lanes_settle(strip);
}

/* Depth of the innermost loop, or of the innermost loop or switch. Validation found one. */
static uint32_t enclosing(const struct lanes_strip *strip, bool loops_only)
{
    uint32_t i = strip->flow_depth - 1;

    while (strip->flow[i].kind != LANES_LOOP && (loops_only || strip->flow[i].kind != LANES_SWITCH))
        i--;
    return i;
}

static void break_lanes(struct lanes_strip *strip, const uint32_t *lanes)
{
    uint32_t depth = enclosing(strip, false);

    if (strip->flow[depth].kind == LANES_LOOP)
        take_out(strip, lanes_of(strip, depth), lanes);
    leave(strip, lanes, depth + 1);
    lanes_settle(strip);
}

void lanes_BREAK(struct lanes_strip *strip, const struct lanes_step *step)
{
    break_lanes(strip, strip->exec);
}

void lanes_BREAKC(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t lanes[LANES_MAX_WORDS];

    test(strip, step, lanes);
    if (any(strip, lanes))
        break_lanes(strip, lanes);
}

void lanes_CONTINUE(struct lanes_strip *strip, const struct lanes_step *step)
{
    leave(strip, strip->exec, enclosing(strip, true) + 1);
    lanes_settle(strip);
}

void lanes_CONTINUEC(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t lanes[LANES_MAX_WORDS];

    test(strip, step, lanes);
    leave(strip, lanes, enclosing(strip, true) + 1);
    lanes_settle(strip);
}

/* ---- switch ---- */

static uint32_t first_label(const struct lanes_strip *strip, uint32_t pc)
{
    uint16_t op;

    do
        op = at(strip, ++pc)->op;
    while (op != LANE_CASE && op != LANE_DEFAULT && op != LANE_ENDSWITCH);
    return pc;
}

/* The label for a value: the first case that is equal, else default, else the end of the switch. */
static uint32_t find_label(const struct lanes_strip *strip, uint32_t label, uint32_t value)
{
    uint32_t otherwise = UINT32_MAX;

    for (; at(strip, label)->op != LANE_ENDSWITCH; label = (uint32_t)at(strip, label)->target) {
        if (at(strip, label)->op == LANE_DEFAULT)
            otherwise = label;
        else if (at(strip, label)->imm == value)
            return label;
    }
    return otherwise != UINT32_MAX ? otherwise : label;
}

void lanes_SWITCH(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t first = first_label(strip, index_of(strip, step));
    uint32_t *labels = strip->labels + (size_t)strip->switch_depth++ * strip->kernel->width;
    uint32_t value = 0, label = UINT32_MAX;

    LANES_FOR_EACH(lane, strip)
    {
        uint32_t mine = lanes_value(strip, &step->src[0], lane);

        if (label == UINT32_MAX || mine != value)
            label = find_label(strip, first, mine);
        value = mine;
        labels[lane] = label;
    }
    copy(strip, push(strip, LANES_SWITCH, first), strip->exec);
    clear(strip, strip->exec);
    lanes_settle(strip);
}

/* At a label or the end: lanes that wait for it join those that fall through. */
static void reach_label(struct lanes_strip *strip)
{
    struct lanes_flow *flow = top(strip);
    uint32_t label = flow->pc, *waiting = lanes_of(strip, top_depth(strip));
    const uint32_t *labels = strip->labels + (size_t)(strip->switch_depth - 1) * strip->kernel->width;

    if (at(strip, label)->op == LANE_ENDSWITCH) {
        strip->switch_depth--;
        pop(strip, label + 1);
        return;
    }
    for (uint32_t i = 0; i < strip->words; i++) {
        uint32_t joining = 0;

        for (uint32_t rest = waiting[i]; rest; rest &= rest - 1) {
            uint32_t bit = (uint32_t)__builtin_ctz(rest);
            joining |= (uint32_t)(labels[i * LANES_WAVE + bit] == label) << bit;
        }
        waiting[i] &= ~joining;
        strip->exec[i] |= joining;
    }
    flow->pc = (uint32_t)at(strip, label)->target;
    strip->pc = label + 1;
}

void lanes_CASE(struct lanes_strip *strip, const struct lanes_step *step)
{
    reach_label(strip);
    lanes_settle(strip);
}

void lanes_DEFAULT(struct lanes_strip *strip, const struct lanes_step *step)
{
    reach_label(strip);
    lanes_settle(strip);
}

void lanes_ENDSWITCH(struct lanes_strip *strip, const struct lanes_step *step)
{
    reach_label(strip);
    lanes_settle(strip);
}

/* ---- calls ---- */

int32_t lanes_body_of(const struct lanes_group *group, uint32_t slot, uint32_t call_site)
{
    const struct dxbc_program *program = group->kernel->program->dxbc;
    int32_t table;

    if (slot >= KERNEL_INTERFACES)
        return DXBC_NO_TARGET;
    table = group->dispatch->bindings->interfaces[slot].table;
    for (uint32_t i = 0; table >= 0 && i < program->table_count; i++) {
        const struct dxbc_function_table *bodies = &program->tables[i];
        int32_t label;

        if (bodies->id != (uint32_t)table)
            continue;
        if (call_site >= bodies->body_count || bodies->bodies[call_site] >= program->body_count)
            return DXBC_NO_TARGET;
        label = program->bodies[bodies->bodies[call_site]];
        return label == DXBC_NO_TARGET ? DXBC_NO_TARGET : group->kernel->program->label_at[label];
    }
    return DXBC_NO_TARGET;
}

/* Sends the lanes that wait in the call frame to the body of the lowest of them; those that call another one
 * go on waiting, and those that call nothing are done. Returns false when nobody calls anything. */
static bool call_next_body(struct lanes_strip *strip)
{
    const struct lanes_step *step = &strip->kernel->steps[top(strip)->pc];
    uint32_t first = lanes_value(strip, &step->src[1], 0), length = lanes_value(strip, &step->src[2], 0);
    uint32_t *waiting = lanes_of(strip, top_depth(strip));
    int32_t body = DXBC_NO_TARGET;

    clear(strip, strip->exec);
    for (uint32_t i = 0; i < strip->words; i++) {
        for (uint32_t rest = waiting[i]; rest; rest &= rest - 1) {
            uint32_t bit = rest & (0 - rest), lane = i * LANES_WAVE + (uint32_t)__builtin_ctz(rest);
            uint32_t index = lanes_value(strip, &step->src[0], lane);
            int32_t target = lanes_body_of(strip->group, index < length ? first + index : UINT32_MAX,
                                           step->ir->imm);

            if (target == DXBC_NO_TARGET) {
                waiting[i] &= ~bit;
            } else if (body == DXBC_NO_TARGET || body == target) {
                body = target;
                waiting[i] &= ~bit;
                strip->exec[i] |= bit;
            }
        }
    }
    strip->pc = (uint32_t)body + 1;
    return body != DXBC_NO_TARGET;
}

/* The lanes of a subroutine have all returned. */
static void end_call(struct lanes_strip *strip)
{
    uint32_t call = top(strip)->pc;

    if (at(strip, call)->op == LANE_FCALL && call_next_body(strip))
        return;
    strip->call_depth--;
    pop(strip, call + 1);
}

static void call_lanes(struct lanes_strip *strip, const struct lanes_step *step, const uint32_t *lanes)
{
    uint32_t *waiting;

    if (!any(strip, lanes) || strip->call_depth == LANES_CALL_DEPTH)
        return;
    lanes_poll(strip, step->ir->origin);
    waiting = push(strip, LANES_CALL, index_of(strip, step));
    clear(strip, waiting);
    strip->call_depth++;
    if (lanes != strip->exec)
        copy(strip, strip->exec, lanes);
    strip->pc = (uint32_t)step->ir->target + 1;
    lanes_settle(strip);
}

void lanes_CALL(struct lanes_strip *strip, const struct lanes_step *step)
{
    call_lanes(strip, step, strip->exec);
}

void lanes_CALLC(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t lanes[LANES_MAX_WORDS];

    test(strip, step, lanes);
    call_lanes(strip, step, lanes);
}

void lanes_FCALL(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (strip->call_depth == LANES_CALL_DEPTH)
        return;
    lanes_poll(strip, step->ir->origin);
    copy(strip, push(strip, LANES_CALL, index_of(strip, step)), strip->exec);
    strip->call_depth++;
    if (!call_next_body(strip)) {
        strip->call_depth--;
        pop(strip, index_of(strip, step) + 1);
    }
    lanes_settle(strip);
}

/* A label is where calls lead; nothing runs into it. */
void lanes_LABEL(struct lanes_strip *strip, const struct lanes_step *step)
{
}

static void end_lanes(struct lanes_strip *strip, const uint32_t *lanes)
{
    uint32_t gone[LANES_MAX_WORDS];

    copy(strip, gone, lanes);
    leave(strip, gone, 0);
    take_out(strip, strip->alive, gone);
}

static void return_lanes(struct lanes_strip *strip, const uint32_t *lanes)
{
    uint32_t depth = strip->flow_depth;

    if (strip->call_depth == 0) {
        end_lanes(strip, lanes);
    } else {
        while (strip->flow[depth - 1].kind != LANES_CALL)
            depth--;
        leave(strip, lanes, depth);
    }
    lanes_settle(strip);
}

void lanes_RET(struct lanes_strip *strip, const struct lanes_step *step)
{
    return_lanes(strip, strip->exec);
}

void lanes_RETC(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t lanes[LANES_MAX_WORDS];

    test(strip, step, lanes);
    return_lanes(strip, lanes);
}

/* ---- settling ---- */

/* Goes on where lanes wait in the innermost construct. */
static void wake(struct lanes_strip *strip)
{
    if (!strip->flow_depth) {
        strip->state = STRIP_DONE;
        return;
    }
    switch ((enum lanes_flow_kind)top(strip)->kind) {
    case LANES_IF:
        end_side(strip);
        break;
    case LANES_LOOP:
        end_round(strip);
        break;
    case LANES_SWITCH:
        reach_label(strip);
        break;
    case LANES_CALL:
        end_call(strip);
        break;
    }
}

/* Once around; the masks were just written by words, which a wide load would have to wait for. */
static void look(struct lanes_strip *strip)
{
    uint32_t low = strip->words, high = 0, every = UINT32_MAX, lacking = 0;

    for (uint32_t i = 0; i < strip->words; i++) {
        uint32_t lanes = strip->exec[i];

        low = lanes && low > i ? i : low;
        high = lanes ? i + 1 : high;
        every &= lanes;
        lacking |= lanes ^ strip->alive[i];
    }
    strip->low = high ? low : 0;
    strip->high = high;
    strip->full = !lacking;
    strip->every = every == UINT32_MAX;
}

void lanes_settle(struct lanes_strip *strip)
{
    look(strip);
    while (!strip->high && strip->state == STRIP_RUNNING) {
        wake(strip);
        look(strip);
    }
}

/* ---- barriers and the like ---- */

void lanes_BARRIER(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (!strip->full)
        lanes_event(strip, KERNEL_EVENT_DIVERGENT_BARRIER, step->ir->origin);
    strip->state = STRIP_AT_BARRIER;
    lanes_poll(strip, step->ir->origin);
}

void lanes_FENCE(struct lanes_strip *strip, const struct lanes_step *step)
{
    atomic_fence();
}

void lanes_ABORT(struct lanes_strip *strip, const struct lanes_step *step)
{
    lanes_event(strip, KERNEL_EVENT_ABORT, step->ir->origin);
    end_lanes(strip, strip->exec);
    lanes_settle(strip);
}

void lanes_COUNT(struct lanes_strip *strip, const struct lanes_step *step)
{
    strip->cycles += step->ir->imm;
}
