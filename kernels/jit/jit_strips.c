/*
 * The loop over strips: what a group is for code, thread numbers, and segments (jit_plan.h).
 */
#include "jit_emit.h"

#define B j->builder

/* ---- widths ---- */

void jit_set_width(struct jit *j, unsigned lanes)
{
    unsigned width = (unsigned)__builtin_ctz(lanes);

    j->lanes = lanes;
    j->lane_u = LLVMVectorType(j->i32, lanes);
    j->lane_f = LLVMVectorType(j->f32, lanes);
    j->lane_m = LLVMVectorType(j->i1, lanes);
    j->lane_w = LLVMVectorType(j->i64, lanes);
    j->lane_d = LLVMVectorType(j->f64, lanes);
    j->mask_type = j->bit_masks ? j->lane_m : j->lane_u;
    jit_set_mode(j, false);
    if (!j->shapes_by_width[width]) {
        j->shapes_by_width[width] = dxbc_arena_alloc(j->arena, j->program->reg_count, sizeof(*j->shapes));
        if (!j->shapes_by_width[width]) {
            j->failed = true;
            return;
        }
        jit_find_shapes(j->program, lanes, j->shapes_by_width[width]);
    }
    j->shapes = j->shapes_by_width[width];
}

/* ---- the group ---- */

static void load_group(struct jit *j)
{
    j->calls = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, calls));
    j->views = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, views));
    j->shared = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, shared));
    j->waves = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, waves));
    j->rows = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, rows));
    j->stop = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, stop));
    for (unsigned axis = 0; axis < 3; axis++)
        j->thread[LANE_GROUP_ID + axis] =
            jit_load_fixed(j, j->i32, j->group, offsetof(struct jit_group, id) + axis * sizeof(uint32_t));
    j->thread[LANE_PACKED] = jit_load_fixed(j, j->i32, j->group, offsetof(struct jit_group, packed));
    j->any_waiting = jit_variable(j, j->i32, "waiting");
    j->cycles = jit_variable(j, j->i64, "cycles");
    LLVMBuildStore(B, jit_k32(j, 0), j->any_waiting);
}

/* ---- thread numbers ---- */

static jv iota(struct jit *j)
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = jit_k32(j, i);
    return LLVMConstVector(all, j->lanes);
}

/* flattened / below % size: one number or lanes, as the shape asks. */
static jv number_on_axis(struct jit *j, unsigned axis)
{
    const uint32_t *size = j->program->group_size;
    uint32_t below = axis == 0 ? 1 : axis == 1 ? size[0] : size[0] * size[1];
    bool whole = j->shapes[LANE_THREAD_ID_IN_GROUP + axis].chunk == j->lanes;
    jv number = j->first_thread;

    jit_set_mode(j, whole);
    if (!whole)
        number = LLVMBuildAdd(B, jit_splat(j, number), iota(j), "");
    number = LLVMBuildUDiv(B, number, jit_k(j, below), "");
    if (axis < 2)
        number = LLVMBuildURem(B, number, jit_k(j, size[axis]), "");
    jit_set_mode(j, false);
    return number;
}

static void number_threads(struct jit *j)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        jv own = number_on_axis(j, axis), first;

        first = LLVMBuildMul(B, j->thread[LANE_GROUP_ID + axis],
                             jit_k32(j, j->program->dxbc->thread_group[axis]), "");
        j->thread[LANE_THREAD_ID_IN_GROUP + axis] = own;
        if (LLVMTypeOf(own) != j->i32)
            first = jit_splat(j, first);
        j->thread[LANE_THREAD_ID + axis] = LLVMBuildAdd(B, first, own, "");
    }
    j->thread[LANE_FLATTENED] = j->first_thread;
}

/* The threads of the strip, as masks stand in variables. */
static jv find_whole(struct jit *j)
{
    jv number, mask;

    if (j->layout.thread_count % j->lanes == 0)
        return LLVMConstAllOnes(j->mask_type);
    number = LLVMBuildAdd(B, jit_splat(j, j->first_thread), iota(j), "");
    mask = LLVMBuildICmp(B, LLVMIntULT, number, jit_splat(j, jit_k32(j, j->layout.thread_count)), "");
    return j->bit_masks ? mask : LLVMBuildSExt(B, mask, j->lane_u, "");
}

/* ---- register arrays ---- */

/* Register arrays that are small, and live within one region, are variables: LLVM may find registers for
 * them. */
enum { MOST_VARIABLE_ROWS = 128, MOST_PLAIN_STORES = 256 };

static uint32_t array_rows(const struct lane_program *program)
{
    uint32_t rows = 0;

    for (uint32_t i = 0; i < program->array_count; i++)
        rows += 4 * program->arrays[i].count;
    return rows;
}

static void make_arrays(struct jit *j)
{
    j->array_variables = NULL;
    if (j->program->has_barrier || !j->program->array_count || j->program->has_calls ||
        array_rows(j->program) > MOST_VARIABLE_ROWS)
        return;
    j->array_variables = dxbc_arena_alloc(j->arena, j->program->array_count, sizeof(*j->array_variables));
    for (uint32_t i = 0; j->array_variables && i < j->program->array_count; i++)
        j->array_variables[i] =
            jit_variable(j, LLVMArrayType2(j->lane_u, 4 * (uint64_t)j->program->arrays[i].count), "x");
}

static void clear_rows(struct jit *j, jv base, uint32_t rows, unsigned words)
{
    LLVMBasicBlockRef from = LLVMGetInsertBlock(B), loop, end;
    LLVMTypeRef row = LLVMVectorType(j->i32, words);
    size_t row_bytes = words * sizeof(uint32_t);
    jv number, next, zero = jit_k32(j, 0);

    for (uint32_t i = 0; rows <= MOST_PLAIN_STORES && i < rows; i++)
        jit_store(j, LLVMConstNull(row), base, i * row_bytes);
    if (rows <= MOST_PLAIN_STORES)
        return;
    loop = jit_block(j, "clear");
    end = jit_block(j, "cleared");
    jit_go(j, loop);
    jit_place(j, loop);
    number = LLVMBuildPhi(B, j->i32, "");
    LLVMAddIncoming(number, &zero, &from, 1);
    jit_store(j, LLVMConstNull(row), LLVMBuildGEP2(B, row, base, &number, 1, ""), 0);
    next = LLVMBuildAdd(B, number, jit_k32(j, 1), "");
    LLVMAddIncoming(number, &next, &loop, 1);
    jit_branch(j, LLVMBuildICmp(B, LLVMIntULT, next, jit_k32(j, rows), ""), loop, end);
    jit_place(j, end);
}

void jit_clear_arrays(struct jit *j)
{
    if (!j->array_variables) {
        clear_rows(j, jit_field(j, j->strip, j->layout.arrays_offset), array_rows(j->program), JIT_ROW);
        return;
    }
    for (uint32_t i = 0; i < j->program->array_count; i++)
        clear_rows(j, j->array_variables[i], 4 * j->program->arrays[i].count, j->lanes);
}

/* ---- instructions ---- */

void jit_emit_instr(struct jit *j, uint32_t index)
{
    static jit_body *const nodes[] = {
#define NODE(name, text) jit_##name,
        LANE_NODES(NODE)
#undef NODE
    };

    if (jit_is_stopped(j))
        return;
    j->index = index;
    j->at = &j->program->instrs[index];
    jit_set_line(j, j->at->origin);
    if (j->at->op < LANE_OP_COUNT)
        jit_op(j);
    else
        nodes[j->at->op - LANE_OP_COUNT](j);
}

/* ---- strips ---- */

static uint32_t strip_count(const struct jit *j)
{
    return (j->layout.thread_count + j->lanes - 1) / j->lanes;
}

/* Without barriers all strips use the memory of one wave. */
static jv strip_memory(struct jit *j)
{
    jv wave, lane, offset;

    if (!j->program->has_barrier)
        return j->waves;
    wave = LLVMBuildZExt(B, LLVMBuildLShr(B, j->first_thread, jit_k32(j, 5), ""), j->i64, "");
    lane = LLVMBuildZExt(B, LLVMBuildAnd(B, j->first_thread, jit_k32(j, LANES_WAVE - 1), ""), j->i64, "");
    offset = LLVMBuildAdd(B, LLVMBuildMul(B, wave, jit_k64(j, j->layout.wave_bytes), ""),
                          LLVMBuildMul(B, lane, jit_k64(j, sizeof(uint32_t)), ""), "");
    return LLVMBuildInBoundsGEP2(B, j->i8, j->waves, &offset, 1, "");
}

void jit_open_strip(struct jit *j, jv number)
{
    j->first_thread = LLVMBuildMul(B, number, jit_k32(j, j->lanes), "");
    j->strip = strip_memory(j);
    number_threads(j);
    j->whole_variable = find_whole(j);
}

void jit_move_register(struct jit *j, lane_value reg, bool out)
{
    size_t offset = j->layout.values_offset + (size_t)j->plan.row[reg] * JIT_ROW_BYTES;

    if (out)
        jit_store(j, jit_lanes_of(j, reg), j->strip, offset);
    else
        jit_set_register(
            j, reg, jit_load(j, j->shapes[reg].chunk == j->lanes ? j->i32 : j->lane_u, j->strip, offset));
}

/* ---- segments ---- */

/* Registers that differ between strips begin anew in each segment, with variables of its width. */
static void forget_registers(struct jit *j)
{
    for (uint32_t i = 0; i < j->program->reg_count; i++) {
        if (!j->program->regs[i].uniform)
            j->places[i] = NULL;
    }
    j->exec = j->masks[JIT_EXEC] = jit_variable(j, j->mask_type, "exec");
    j->alive = j->masks[JIT_ALIVE] = jit_variable(j, j->mask_type, "alive");
}

/* Uniform registers that the segment changes: every strip begins with what they were before. */
static bool is_restored(const struct jit *j, const struct jit_segment *segment, lane_value reg)
{
    return j->program->regs[reg].uniform && lane_has(segment->written, reg);
}

static jv *keep_uniforms(struct jit *j, const struct jit_segment *segment)
{
    jv *kept = dxbc_arena_alloc(j->arena, j->program->reg_count, sizeof(*kept));

    j->failed |= !kept;
    LANE_FOR_EACH_REG(reg, segment->enter, j->plan.blocks.set_words)
    {
        if (kept && is_restored(j, segment, reg))
            kept[reg] = jit_first(j, reg);
    }
    return kept;
}

static void enter_strip(struct jit *j, const struct jit_segment *segment, const jv *kept)
{
    LANE_FOR_EACH_REG(reg, segment->enter, j->plan.blocks.set_words)
    {
        if (kept && kept[reg])
            jit_set_register(j, reg, kept[reg]);
        else if (reg >= LANE_INPUTS && !j->program->regs[reg].uniform)
            jit_move_register(j, reg, false);
    }
    LLVMBuildStore(B, j->whole_variable, j->exec);
    LLVMBuildStore(B, j->whole_variable, j->alive);
    LLVMBuildStore(B, jit_k64(j, 0), j->cycles);
    if (!j->program->has_barrier)
        jit_clear_arrays(j);
}

static void leave_strip(struct jit *j, const struct jit_segment *segment)
{
    LANE_FOR_EACH_REG(reg, segment->leave, j->plan.blocks.set_words)
    {
        if (!j->program->regs[reg].uniform)
            jit_move_register(j, reg, true);
    }
}

static void emit_segment(struct jit *j, const struct jit_segment *segment)
{
    LLVMBasicBlockRef head = jit_block(j, "strip"), next = jit_block(j, "next"), from, leave = j->done;
    jv number, following, zero = jit_k32(j, 0), *kept;

    jit_set_width(j, segment->lanes);
    forget_registers(j);
    make_arrays(j);
    kept = keep_uniforms(j, segment);
    from = LLVMGetInsertBlock(B);
    jit_go(j, head);
    jit_place(j, head);
    number = LLVMBuildPhi(B, j->i32, "");
    LLVMAddIncoming(number, &zero, &from, 1);
    jit_open_strip(j, number);
    enter_strip(j, segment, kept);
    j->done = next;
    for (uint32_t i = segment->first; i < segment->end && !j->failed; i++)
        jit_emit_instr(j, i);
    jit_go(j, jit_settle_block(j));
    jit_place(j, next);
    leave_strip(j, segment);
    next = LLVMGetInsertBlock(B);
    following = LLVMBuildAdd(B, number, jit_k32(j, 1), "");
    LLVMAddIncoming(number, &following, &next, 1);
    j->done = jit_block(j, "behind");
    jit_branch(j, LLVMBuildICmp(B, LLVMIntULT, following, jit_k32(j, strip_count(j)), ""), head, j->done);
    jit_place(j, j->done);
    j->done = leave;
}

static void emit_segments(struct jit *j)
{
    const struct jit_segment *segment = j->plan.segments, *end = segment + j->plan.segment_count;

    for (uint32_t i = j->program->preamble; i < j->program->instr_count && !j->failed;) {
        if (segment == end || segment->first != i || !segment->lanes) {
            segment += segment != end && segment->end == i + 1;
            jit_emit_instr(j, i++);
            continue;
        }
        if (j->unreachable) { /* behind a jump: the loop stands in blocks that go */
            if (!LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(B)))
                LLVMBuildUnreachable(B);
            jit_place(j, jit_block(j, "nothing"));
        }
        emit_segment(j, segment);
        i = segment++->end;
    }
}

void jit_emit_function(struct jit *j)
{
    LLVMBasicBlockRef first = jit_block(j, "variables"), enter = jit_block(j, "enter");

    LLVMPositionBuilderAtEnd(j->allocas, first);
    LLVMPositionBuilderAtEnd(B, enter);
    jit_set_width(j, LANES_WAVE);
    load_group(j);
    j->stopped = jit_block(j, "stopped");
    forget_registers(j);
    for (uint32_t i = 0; i < j->program->preamble && !j->failed; i++)
        jit_emit_instr(j, i);
    if (j->plan.looped) {
        j->done = jit_block(j, "done");
        emit_segments(j);
        jit_go(j, j->done);
        jit_place(j, j->done);
        LLVMBuildRet(B, jit_k32(j, JIT_DONE));
    } else {
        jit_emit_resuming(j);
    }
    jit_place(j, j->stopped);
    LLVMBuildRet(B, jit_k32(j, JIT_STOPPED));
    LLVMBuildBr(j->allocas, enter);
}
