/*
 * Subroutines: all code is one function, and calls keep a stack of frames in the strip's memory.
 *
 *   frame: masks of constructs, by number | OUTER: active before the call | WAITING: fcall | number of the call
 *
 * A subroutine ends where the strip would settle with no construct open; the number says where that is. Lanes
 * that have ended meanwhile do not come back.
 */
#include "jit_emit.h"

#define B j->builder

static jv frame_at(struct jit *j, jv depth)
{
    jv offset = LLVMBuildMul(B, LLVMBuildZExt(B, depth, j->i64, ""),
                             jit_k64(j, (uint64_t)j->layout.frame_words * sizeof(uint32_t)), "");

    offset = LLVMBuildAdd(B, offset, jit_k64(j, j->layout.frames_offset), "");
    return LLVMBuildInBoundsGEP2(B, j->i8, j->strip, &offset, 1, "");
}

static jv depth(struct jit *j)
{
    return LLVMBuildLoad2(B, j->i32, j->call_depth, "");
}

jv jit_frame(struct jit *j)
{
    return frame_at(j, depth(j));
}

enum record { OUTER, WAITING, NUMBER };

/* A part of the frame's record of its call. */
static jv record(struct jit *j, enum record part)
{
    return jit_field(j, jit_frame(j), (jit_mask_count(j->program) + part) * (size_t)JIT_ROW_BYTES);
}

static LLVMBasicBlockRef label_block(struct jit *j, uint32_t instr)
{
    if (!j->label_at[instr])
        j->label_at[instr] = jit_block(j, "subroutine");
    return j->label_at[instr];
}

/* A new frame: the active lanes go on behind the call. */
static void push_call(struct jit *j, uint32_t number)
{
    jv outer = jit_mask(j, j->exec);

    LLVMBuildStore(B, LLVMBuildAdd(B, depth(j), jit_k32(j, 1), ""), j->call_depth);
    jit_set_mask(j, record(j, OUTER), outer);
    jit_store(j, jit_k32(j, number), record(j, NUMBER), 0);
}

static void pop_call(struct jit *j)
{
    jit_set_mask(j, j->exec, LLVMBuildAnd(B, jit_mask(j, record(j, OUTER)), jit_mask(j, j->alive), ""));
    LLVMBuildStore(B, LLVMBuildSub(B, depth(j), jit_k32(j, 1), ""), j->call_depth);
}

/* Goes on if there is room for a frame and somebody calls, else at the block. */
static void open_call(struct jit *j, jv lanes, LLVMBasicBlockRef skip)
{
    LLVMBasicBlockRef call = jit_block(j, "call");
    jv room = LLVMBuildICmp(B, LLVMIntULT, depth(j), jit_k32(j, JIT_CALL_DEPTH), "");

    jit_branch(j, LLVMBuildAnd(B, room, jit_any(j, lanes), ""), call, skip);
    jit_place(j, call);
    jit_poll(j);
}

static void call_label(struct jit *j)
{
    LLVMBasicBlockRef skip = jit_block(j, "called"), back = jit_block(j, "back");
    uint32_t number = j->calls_made++;
    jv lanes = jit_taken(j);

    j->return_to[number] = back;
    open_call(j, lanes, skip);
    push_call(j, number);
    jit_set_mask(j, j->exec, lanes);
    jit_go(j, label_block(j, (uint32_t)j->at->target));
    jit_place(j, back);
    pop_call(j);
    jit_branch(j, jit_any(j, jit_mask(j, j->exec)), skip, jit_settle_block(j));
    jit_place(j, skip);
}

void jit_CALL(struct jit *j)
{
    call_label(j);
}

void jit_CALLC(struct jit *j)
{
    call_label(j);
}

static jv mask_of(struct jit *j, jv bits)
{
    LLVMTypeRef type = LLVMIntTypeInContext(j->context, j->lanes);

    if (j->lanes < 32)
        bits = LLVMBuildTrunc(B, bits, type, "");
    return LLVMBuildBitCast(B, bits, j->lane_m, "");
}

/* Sends lanes that wait to the next body; with none left the call is over. */
static void call_next_body(struct jit *j, LLVMBasicBlockRef over)
{
    LLVMBasicBlockRef run = jit_block(j, "body");
    jv waiting = LLVMBuildAnd(B, jit_mask(j, record(j, WAITING)), jit_mask(j, j->alive), ""), body, choice;
    jv args[3] = {j->group, jit_mask_bits(j, waiting), jit_k32(j, j->at->imm)};

    for (uint32_t s = 0; s < 3; s++)
        jit_store(j, jit_lanes_of(j, j->at->src[s]), j->rows, s * JIT_ROW * sizeof(uint32_t));
    body = jit_call(j, offsetof(struct jit_calls, body), j->i32, args, 3);
    jit_branch(j, LLVMBuildICmp(B, LLVMIntSLT, body, jit_k32(j, 0), ""), over, run);
    jit_place(j, run);
    jit_set_mask(j, record(j, WAITING),
                 mask_of(j, jit_load(j, j->i32, j->rows, 3 * JIT_ROW * sizeof(uint32_t))));
    jit_set_mask(j, j->exec, mask_of(j, jit_load(j, j->i32, j->rows, (3 * JIT_ROW + 1) * sizeof(uint32_t))));
    choice = LLVMBuildSwitch(B, body, over, 8);
    for (uint32_t i = 0; i < j->program->instr_count; i++) {
        if (j->program->instrs[i].op == LANE_LABEL)
            LLVMAddCase(choice, jit_k32(j, i), label_block(j, i));
    }
    j->unreachable = true;
}

void jit_FCALL(struct jit *j)
{
    LLVMBasicBlockRef skip = jit_block(j, "called"), next = jit_block(j, "next"), over = jit_block(j, "over");
    uint32_t number = j->calls_made++;

    j->return_to[number] = next;
    open_call(j, jit_mask(j, j->exec), skip);
    push_call(j, number);
    jit_set_mask(j, record(j, WAITING), jit_mask(j, j->exec));
    jit_go(j, next);
    jit_place(j, next);
    call_next_body(j, over);
    jit_place(j, over);
    pop_call(j);
    jit_branch(j, jit_any(j, jit_mask(j, j->exec)), skip, jit_settle_block(j));
    jit_place(j, skip);
}

/* Nothing runs into a label: the main program, or the subroutine before, ends here. */
void jit_LABEL(struct jit *j)
{
    jit_go(j, jit_settle_block(j));
    j->in_subroutine = true;
    jit_place(j, label_block(j, j->index));
}

void jit_place_returns(struct jit *j)
{
    LLVMBasicBlockRef nowhere = jit_block(j, "nowhere");
    jv choice;

    jit_place(j, j->returns);
    choice = LLVMBuildSwitch(B, jit_load(j, j->i32, record(j, NUMBER), 0), nowhere, j->calls_made);
    for (uint32_t i = 0; i < j->calls_made; i++)
        LLVMAddCase(choice, jit_k32(j, i), j->return_to[i]);
    jit_place(j, nowhere);
    LLVMBuildUnreachable(B);
    j->unreachable = true;
}
