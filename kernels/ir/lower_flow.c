/*
 * Lowering of flow, barriers and messages: one for one, targets are found afterwards (lane_link).
 */
#include "bindings.h"
#include "lower.h"

/* A test of the first source. */
static void emit_test(struct lower *l, uint16_t op)
{
    lane_value condition = lower_source(l, &l->at->operands[0], 0, LOWER_INT);
    struct lane_instr *instr = lower_emit(l, op, 0, 1);

    instr->src[0] = condition;
    if (l->at->test_nz)
        instr->flags |= LANE_TEST_NZ;
}

static void emit_call(struct lower *l, uint16_t op)
{
    if (op == LANE_CALLC)
        emit_test(l, op);
    else
        lower_emit(l, op, 0, 0);
    if (l->out->instr_count)
        l->out->instrs[l->out->instr_count - 1].imm = (uint32_t)l->at->target;
}

/* Sources: index into the array of slots, its first slot, its length. */
static void emit_fcall(struct lower *l)
{
    const struct dxbc_operand *operand = &l->at->operands[0];
    uint32_t first = (uint32_t)operand->index[0].imm, length = 0;
    lane_value index = lower_index(l, &operand->index[1]);
    struct lane_instr *instr;

    for (uint32_t i = 0; i < l->dxbc->interface_count; i++) {
        if (l->dxbc->interfaces[i].first_slot == first)
            length = l->dxbc->interfaces[i].array_length;
    }
    instr = lower_emit(l, LANE_FCALL, 0, 3);
    instr->src[0] = index;
    instr->src[1] = lane_constant(l->out, first);
    instr->src[2] = lane_constant(l->out, length);
    instr->imm = l->at->data[0];
}

static void emit_switch(struct lower *l)
{
    lane_value value = lower_source(l, &l->at->operands[0], 0, LOWER_INT);

    lower_emit(l, LANE_SWITCH, 0, 1)->src[0] = value;
}

static void emit_sync(struct lower *l)
{
    if (l->at->sync & (DXBC_SYNC_UAV_GROUP | DXBC_SYNC_UAV_GLOBAL))
        lower_emit(l, LANE_FENCE, 0, 0);
    if (l->at->sync & DXBC_SYNC_THREADS)
        lower_emit(l, LANE_BARRIER, 0, 0);
}

typedef void lower_one(struct lower *l);

#define PLAIN(name)                                                                                          \
    static void lower_##name(struct lower *l)                                                                \
    {                                                                                                        \
        lower_emit(l, LANE_##name, 0, 0);                                                                    \
    }
#define TEST(name)                                                                                           \
    static void lower_##name(struct lower *l)                                                                \
    {                                                                                                        \
        emit_test(l, LANE_##name);                                                                           \
    }

TEST(IF)
PLAIN(ELSE)
PLAIN(ENDIF)
PLAIN(LOOP)
PLAIN(ENDLOOP)
PLAIN(BREAK)
TEST(BREAKC)
PLAIN(CONTINUE)
TEST(CONTINUEC)
PLAIN(DEFAULT)
PLAIN(ENDSWITCH)
PLAIN(RET)
TEST(RETC)
PLAIN(ABORT)
#define lower_SWITCH emit_switch
#define lower_FCALL  emit_fcall
#define lower_SYNC   emit_sync

static void lower_CASE(struct lower *l)
{
    lower_emit(l, LANE_CASE, 0, 0)->imm = l->at->operands[0].imm[0];
}

static void lower_CALL(struct lower *l)
{
    emit_call(l, LANE_CALL);
}

static void lower_CALLC(struct lower *l)
{
    emit_call(l, LANE_CALLC);
}

static void lower_LABEL(struct lower *l)
{
    lower_emit(l, LANE_LABEL, 0, 0)->imm = l->index;
}

static void lower_NOP(struct lower *l)
{
}

static void lower_DEBUG_BREAK(struct lower *l)
{
}

static lower_one *const flow_bodies[DXBC_OP_COUNT] = {
#define STAMP_FLOW(name)  [DXBC_OP_##name] = lower_##name,
#define STAMP_SYNC(name)  [DXBC_OP_##name] = lower_##name,
#define STAMP_DEBUG(name) [DXBC_OP_##name] = lower_##name,
#include "interp_stamp.h"
};

void lower_flow(struct lower *l)
{
    flow_bodies[l->at->opcode](l);
}

/* Only the first few operands can be asked for by any sensible text; the rest counts as missing. */
enum { MAX_MESSAGE_OPERANDS = 64 };

void lower_message(struct lower *l)
{
    lane_value values[MAX_MESSAGE_OPERANDS];
    uint32_t count = l->at->operand_count;
    struct lane_instr *instr;

    if (count > MAX_MESSAGE_OPERANDS)
        count = MAX_MESSAGE_OPERANDS;
    for (uint32_t i = 0; i < count; i++)
        values[i] = lower_source(l, &l->at->operands[i], 0, LOWER_FLOAT);
    instr = lower_emit(l, LANE_MESSAGE, 0, count);
    for (uint32_t i = 0; i < count; i++)
        instr->src[i] = values[i];
}
