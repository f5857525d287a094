/*
 * Waves that go their own ways between barriers: at a barrier the wave's state goes to memory and the next
 * wave's turn comes; the code behind it is entered from the switch at the beginning.
 */
#include "jit_emit.h"

#define B j->builder

/* Registers that are live behind the barrier; with lanes waiting elsewhere, all that live across any. */
static bool *find_kept(struct jit *j, bool parted)
{
    bool *kept = dxbc_arena_alloc(j->arena, j->program->reg_count, sizeof(*kept));
    uint64_t *live = dxbc_arena_alloc(j->arena, j->plan.blocks.set_words, sizeof(*live));
    const struct lane_block *block;

    if (kept && j->program->has_calls)
        return kept; /* all stand in memory anyway */
    block = &j->plan.blocks.list[j->plan.blocks.block_of[j->index]];
    if (!kept || !live) {
        j->failed = true;
        return NULL;
    }
    lane_live_at_end(&j->plan.blocks, block, live);
    for (uint32_t i = block->end; i-- > j->index + 1;)
        lane_step_back(&j->program->instrs[i], live);
    for (lane_value reg = LANE_INPUTS; reg < j->program->reg_count; reg++)
        kept[reg] = jit_has_place(j, reg) && j->program->regs[reg].crosses && !j->in_preamble[reg] &&
                    (parted || lane_has(live, reg));
    return kept;
}

static void move_registers(struct jit *j, const bool *kept, bool out)
{
    for (lane_value reg = LANE_INPUTS; kept && reg < j->program->reg_count; reg++) {
        if (kept[reg])
            jit_move_register(j, reg, out);
    }
}

static void move_mask(struct jit *j, uint32_t number, bool out)
{
    size_t offset = j->layout.masks_offset + (size_t)number * JIT_ROW_BYTES;

    if (!j->masks[number])
        return;
    if (out)
        jit_store(j, LLVMBuildLoad2(B, j->mask_type, j->masks[number], ""), j->strip, offset);
    else
        LLVMBuildStore(B, jit_load(j, j->mask_type, j->strip, offset), j->masks[number]);
}

static void move_masks(struct jit *j, bool all, bool out)
{
    for (uint32_t number = 0; number < j->next_mask; number++) {
        bool of_strip = number < JIT_FIRST_MASK, open = false;

        for (uint32_t i = 0; i < j->depth && !of_strip; i++)
            open |=
                number >= j->flow[i].masks && number < j->flow[i].masks + JIT_MASKS + j->flow[i].label_count;
        if (of_strip ? all : open)
            move_mask(j, number, out);
    }
}

static void report_parted(struct jit *j)
{
    jv missing = LLVMBuildAnd(B, jit_mask(j, j->alive), LLVMBuildNot(B, jit_mask(j, j->exec), ""), "");
    jv args[3] = {j->group, jit_k32(j, KERNEL_EVENT_DIVERGENT_BARRIER), jit_k32(j, j->at->origin)};
    LLVMBasicBlockRef report = jit_block(j, "parted"), on = jit_block(j, "park");

    jit_branch(j, jit_any(j, missing), report, on);
    jit_place(j, report);
    jit_call(j, offsetof(struct jit_calls, event), j->void_type, args, 3);
    jit_go(j, on);
    jit_place(j, on);
}

static void move_counts(struct jit *j, bool out)
{
    if (j->program->has_calls && out)
        jit_store(j, LLVMBuildLoad2(B, j->i32, j->call_depth, ""), j->strip,
                  offsetof(struct jit_strip, depth));
    else if (j->program->has_calls)
        LLVMBuildStore(B, jit_load(j, j->i32, j->strip, offsetof(struct jit_strip, depth)), j->call_depth);
    if (!j->program->has_cycles)
        return;
    if (out)
        jit_store(j, LLVMBuildLoad2(B, j->i64, j->cycles, ""), j->strip, offsetof(struct jit_strip, cycles));
    else
        LLVMBuildStore(B, jit_load(j, j->i64, j->strip, offsetof(struct jit_strip, cycles)), j->cycles);
}

void jit_BARRIER(struct jit *j)
{
    LLVMBasicBlockRef resume;
    bool parted = false, masks;
    bool *kept;

    if (j->plan.looped) /* the segment ended here */
        return;
    resume = jit_block(j, "resume");
    for (uint32_t i = 0; i < j->depth; i++)
        parted |= j->flow[i].divergent;
    masks = parted || j->ends_early || j->program->has_calls;
    if (masks)
        report_parted(j);
    kept = find_kept(j, parted);
    move_registers(j, kept, true);
    move_masks(j, masks, true);
    move_counts(j, true);
    jit_store(j, jit_k32(j, ++j->barriers), j->strip, offsetof(struct jit_strip, resume));
    jit_store(j, jit_k32(j, j->at->origin), j->strip, offsetof(struct jit_strip, origin));
    LLVMBuildStore(B, jit_k32(j, 1), j->any_waiting);
    jit_go(j, j->next_strip);
    LLVMAddCase(j->resume, jit_k32(j, j->barriers), resume);
    jit_place(j, resume);
    move_registers(j, kept, false);
    if (masks) {
        move_masks(j, true, false);
    } else {
        LLVMBuildStore(B, j->whole_variable, j->exec);
        LLVMBuildStore(B, j->whole_variable, j->alive);
        move_masks(j, false, false);
    }
    move_counts(j, false);
}

/* ---- waves ---- */

/* Where the wave stands decides where it goes on. */
static void enter_wave(struct jit *j, LLVMBasicBlockRef start, LLVMBasicBlockRef lost)
{
    jv stands;

    if (!j->program->has_barrier) {
        jit_go(j, start);
        return;
    }
    stands = jit_load(j, j->i32, j->strip, offsetof(struct jit_strip, resume));
    j->resume = LLVMBuildSwitch(B, stands, lost, 8);
    LLVMAddCase(j->resume, jit_k32(j, JIT_RESUME_START), start);
    LLVMAddCase(j->resume, jit_k32(j, JIT_RESUME_DONE), j->next_strip);
    j->unreachable = true;
}

static void emit_wave(struct jit *j, jv number)
{
    LLVMBasicBlockRef start = jit_block(j, "start"), lost = jit_block(j, "lost");

    jit_open_strip(j, number);
    enter_wave(j, start, lost);
    jit_place(j, lost);
    LLVMBuildUnreachable(B);
    jit_place(j, start);
    LLVMBuildStore(B, j->whole_variable, j->exec);
    LLVMBuildStore(B, j->whole_variable, j->alive);
    LLVMBuildStore(B, jit_k64(j, 0), j->cycles);
    if (!j->program->has_barrier)
        jit_clear_arrays(j);
    if (j->program->has_calls)
        LLVMBuildStore(B, jit_k32(j, 0), j->call_depth);
    for (uint32_t i = j->program->preamble; i < j->program->instr_count && !j->failed; i++)
        jit_emit_instr(j, i);
    jit_go(j, jit_settle_block(j));
    if (j->program->has_calls)
        jit_place_returns(j);
}

void jit_emit_resuming(struct jit *j)
{
    LLVMBasicBlockRef head = jit_block(j, "wave"), leave = jit_block(j, "leave"), from;
    jv number, next, zero = jit_k32(j, 0), waits;

    j->any_waiting = jit_variable(j, j->i32, "waiting");
    LLVMBuildStore(B, zero, j->any_waiting);
    j->done = jit_block(j, "done");
    j->next_strip = jit_block(j, "next");
    if (j->program->has_calls) {
        j->returns = jit_block(j, "returns");
        j->call_depth = jit_variable(j, j->i32, "depth");
    }
    from = LLVMGetInsertBlock(B);
    jit_go(j, head);
    jit_place(j, head);
    number = LLVMBuildPhi(B, j->i32, "");
    LLVMAddIncoming(number, &zero, &from, 1);
    emit_wave(j, number);
    jit_place(j, j->done);
    if (j->program->has_barrier)
        jit_store(j, jit_k32(j, JIT_RESUME_DONE), j->strip, offsetof(struct jit_strip, resume));
    jit_go(j, j->next_strip);
    jit_place(j, j->next_strip);
    next = LLVMBuildAdd(B, number, jit_k32(j, 1), "");
    LLVMAddIncoming(number, &next, &j->next_strip, 1);
    jit_branch(j, LLVMBuildICmp(B, LLVMIntULT, next, jit_k32(j, j->layout.wave_count), ""), head, leave);
    jit_place(j, leave);
    waits = LLVMBuildICmp(B, LLVMIntNE, LLVMBuildLoad2(B, j->i32, j->any_waiting, ""), zero, "");
    LLVMBuildRet(B, LLVMBuildSelect(B, waits, jit_k32(j, JIT_AT_BARRIER), jit_k32(j, JIT_DONE), ""));
}
