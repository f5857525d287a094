/*
 * Atomics on words, and memory instructions that go to the lane executor.
 */
#include "atomic.h"
#include "jit_rows.h"

#define B j->builder

/* Rows in which the lanes take their turns. */
enum { NUMBERS, VALUES, COMPARANDS, RESULTS };

static jv row_at(struct jit *j, unsigned row, jv lane)
{
    jv base = jit_field(j, j->rows, (size_t)row * JIT_ROW_BYTES), index = jit_widen(j, lane);

    return LLVMBuildInBoundsGEP2(B, j->i32, base, &index, 1, "");
}

static jv limit(struct jit *j, LLVMIntPredicate predicate, jv old, jv value)
{
    return LLVMBuildSelect(B, LLVMBuildICmp(B, predicate, old, value, ""), old, value, "");
}

/* What the word becomes, as atomic_result has it. */
static jv changed(struct jit *j, enum atomic_op op, jv old, jv value, jv compare)
{
    switch (op) {
    case ATOMIC_AND:
        return LLVMBuildAnd(B, old, value, "");
    case ATOMIC_OR:
        return LLVMBuildOr(B, old, value, "");
    case ATOMIC_XOR:
        return LLVMBuildXor(B, old, value, "");
    case ATOMIC_ADD:
        return LLVMBuildAdd(B, old, value, "");
    case ATOMIC_IMAX:
        return limit(j, LLVMIntSGT, old, value);
    case ATOMIC_IMIN:
        return limit(j, LLVMIntSLT, old, value);
    case ATOMIC_UMAX:
        return limit(j, LLVMIntUGT, old, value);
    case ATOMIC_UMIN:
        return limit(j, LLVMIntULT, old, value);
    case ATOMIC_EXCHANGE:
        return value;
    case ATOMIC_COMPARE_EXCHANGE:
        return LLVMBuildSelect(B, LLVMBuildICmp(B, LLVMIntEQ, old, compare, ""), value, old, "");
    }
    return old;
}

/* On memory that other cores may touch: acquire and release, as atomic_apply. */
static jv apply_atomically(struct jit *j, enum atomic_op op, jv word, jv value, jv compare)
{
    static const LLVMAtomicRMWBinOp ops[] = {
        [ATOMIC_AND] = LLVMAtomicRMWBinOpAnd,      [ATOMIC_OR] = LLVMAtomicRMWBinOpOr,
        [ATOMIC_XOR] = LLVMAtomicRMWBinOpXor,      [ATOMIC_ADD] = LLVMAtomicRMWBinOpAdd,
        [ATOMIC_IMAX] = LLVMAtomicRMWBinOpMax,     [ATOMIC_IMIN] = LLVMAtomicRMWBinOpMin,
        [ATOMIC_UMAX] = LLVMAtomicRMWBinOpUMax,    [ATOMIC_UMIN] = LLVMAtomicRMWBinOpUMin,
        [ATOMIC_EXCHANGE] = LLVMAtomicRMWBinOpXchg};
    jv pair;

    if (op != ATOMIC_COMPARE_EXCHANGE)
        return LLVMBuildAtomicRMW(B, ops[op], word, value, LLVMAtomicOrderingAcquireRelease, false);
    pair = LLVMBuildAtomicCmpXchg(B, word, compare, value, LLVMAtomicOrderingAcquireRelease,
                                  LLVMAtomicOrderingAcquire, false);
    return LLVMBuildExtractValue(B, pair, 0, "");
}

/* Does no other core touch the view's memory meanwhile? */
static jv is_alone(struct jit *j)
{
    return LLVMBuildICmp(B, LLVMIntNE, jit_view_field(j, j->i32, offsetof(struct jit_view, alone)),
                         jit_k32(j, 0), "");
}

/* One lane's turn. */
static void take_turn(struct jit *j, const struct jit_object *object, bool locked, jv lane)
{
    jv word = jit_word_at(j, object, jit_widen(j, jit_load(j, j->i32, row_at(j, NUMBERS, lane), 0)));
    jv value = jit_is_scalar(j, j->at->src[4]) ? jit_first(j, j->at->src[4])
                                               : jit_load(j, j->i32, row_at(j, VALUES, lane), 0);
    enum atomic_op op = (enum atomic_op)j->at->imm;
    jv compare = NULL, old;

    if (op == ATOMIC_COMPARE_EXCHANGE)
        compare = jit_load(j, j->i32, row_at(j, COMPARANDS, lane), 0);
    if (locked) {
        old = apply_atomically(j, op, word, value, compare);
    } else {
        old = jit_load(j, j->i32, word, 0);
        jit_store(j, changed(j, op, old, value, compare), word, 0);
    }
    if (j->at->dst_count)
        jit_store(j, old, row_at(j, RESULTS, lane), 0);
}

/* Those of the mask, one after another. */
static void take_some_turns(struct jit *j, const struct jit_object *object, bool locked, jv bits)
{
    LLVMBasicBlockRef from = LLVMGetInsertBlock(B), turn = jit_block(j, "turn"), end = jit_block(j, "turned");
    jv rest, next, args[2] = {NULL, LLVMConstInt(j->i1, 1, false)};

    jit_branch(j, LLVMBuildICmp(B, LLVMIntNE, bits, jit_k32(j, 0), ""), turn, end);
    jit_place(j, turn);
    rest = args[0] = LLVMBuildPhi(B, j->i32, "");
    LLVMAddIncoming(rest, &bits, &from, 1);
    take_turn(j, object, locked, jit_intrinsic(j, "llvm.cttz", &j->i32, 1, args, 2));
    next = LLVMBuildAnd(B, rest, LLVMBuildSub(B, rest, jit_k32(j, 1), ""), "");
    from = LLVMGetInsertBlock(B);
    LLVMAddIncoming(rest, &next, &from, 1);
    jit_branch(j, LLVMBuildICmp(B, LLVMIntNE, next, jit_k32(j, 0), ""), turn, end);
    jit_place(j, end);
}

/* On memory that no other core touches: most strips are whole. */
static void take_turns_alone(struct jit *j, const struct jit_object *object, jv bits)
{
    LLVMBasicBlockRef all = jit_block(j, "all"), some = jit_block(j, "some"), end = jit_block(j, "end");
    uint32_t every = j->lanes < 32 ? ((uint32_t)1 << j->lanes) - 1 : UINT32_MAX;

    jit_branch_likely(j, LLVMBuildICmp(B, LLVMIntEQ, bits, jit_k32(j, every), ""), all, some);
    jit_place(j, all);
    for (uint32_t i = 0; i < j->lanes; i++)
        take_turn(j, object, false, jit_k32(j, i));
    jit_go(j, end);
    jit_place(j, some);
    take_some_turns(j, object, false, bits);
    jit_go(j, end);
    jit_place(j, end);
}

/* A group runs on one core: its shared memory needs no locked instruction. Nor do buffers that the worker has
 * to itself. */
static void take_turns(struct jit *j, const struct jit_object *object, jv bits, jv numbers)
{
    LLVMBasicBlockRef alone, locked, end;

    jit_store(j, numbers, row_at(j, NUMBERS, jit_k32(j, 0)), 0);
    if (!jit_is_scalar(j, j->at->src[4]))
        jit_store(j, jit_lanes_of(j, j->at->src[4]), row_at(j, VALUES, jit_k32(j, 0)), 0);
    if (j->at->imm == ATOMIC_COMPARE_EXCHANGE)
        jit_store(j, jit_lanes_of(j, j->at->src[5]), row_at(j, COMPARANDS, jit_k32(j, 0)), 0);
    if (j->at->dst_count)
        jit_store(j, LLVMConstNull(j->lane_u), row_at(j, RESULTS, jit_k32(j, 0)), 0);
    if (!object->slow) {
        take_turns_alone(j, object, bits);
        return;
    }
    alone = jit_block(j, "alone");
    locked = jit_block(j, "locked");
    end = jit_block(j, "end");
    jit_branch_likely(j, is_alone(j), alone, locked);
    jit_place(j, alone);
    take_turns_alone(j, object, bits);
    jit_go(j, end);
    jit_place(j, locked);
    take_some_turns(j, object, true, bits);
    jit_go(j, end);
    jit_place(j, end);
}

/* ---- one word for all lanes ---- */

/* Whether the lanes come to one operation on the word: their old values follow from its, or nobody wants
 * them. */
static bool goes_together(const struct jit *j, bool structured)
{
    return jit_is_scalar(j, j->at->src[0]) && (!structured || jit_is_scalar(j, j->at->src[1])) &&
           j->at->imm < ATOMIC_EXCHANGE &&
           (!j->at->dst_count || (j->at->imm == ATOMIC_ADD && jit_is_scalar(j, j->at->src[4])));
}

static jv count_of(struct jit *j, jv bits)
{
    return jit_intrinsic(j, "llvm.ctpop", &j->i32, 1, &bits, 1);
}

/* All lanes' values, of which one will do where it is the same. */
static jv gathered(struct jit *j, jv active, jv bits)
{
    static const char *const names[] = {
        [ATOMIC_AND] = "llvm.vector.reduce.and",   [ATOMIC_OR] = "llvm.vector.reduce.or",
        [ATOMIC_XOR] = "llvm.vector.reduce.xor",   [ATOMIC_ADD] = "llvm.vector.reduce.add",
        [ATOMIC_IMAX] = "llvm.vector.reduce.smax", [ATOMIC_IMIN] = "llvm.vector.reduce.smin",
        [ATOMIC_UMAX] = "llvm.vector.reduce.umax", [ATOMIC_UMIN] = "llvm.vector.reduce.umin"};
    jv values;

    if (jit_is_scalar(j, j->at->src[4])) {
        jv value = jit_first(j, j->at->src[4]);

        if (j->at->imm == ATOMIC_ADD)
            return LLVMBuildMul(B, value, count_of(j, bits), "");
        if (j->at->imm == ATOMIC_XOR)
            return LLVMBuildMul(B, value, LLVMBuildAnd(B, count_of(j, bits), jit_k32(j, 1), ""), "");
        return value;
    }
    values = LLVMBuildSelect(B, active, jit_lanes_of(j, j->at->src[4]),
                             jit_splat(j, jit_k32(j, atomic_neutral((enum atomic_op)j->at->imm))), "");
    return jit_intrinsic(j, names[j->at->imm], &j->lane_u, 1, &values, 1);
}

static jv ranks(struct jit *j, jv bits)
{
    jv below[JIT_MOST_LANES], lanes;

    for (unsigned i = 0; i < j->lanes; i++)
        below[i] = jit_k32(j, ((uint32_t)1 << i) - 1);
    lanes = LLVMBuildAnd(B, jit_splat(j, bits), LLVMConstVector(below, j->lanes), "");
    return jit_intrinsic(j, "llvm.ctpop", &j->lane_u, 1, &lanes, 1);
}

/* The word's old value. */
static jv apply_alone(struct jit *j, enum atomic_op op, jv word, jv value)
{
    jv was = jit_load(j, j->i32, word, 0);

    jit_store(j, changed(j, op, was, value, NULL), word, 0);
    return was;
}

/* The same in memory of a view. */
static jv apply_once(struct jit *j, enum atomic_op op, jv word, jv value)
{
    LLVMBasicBlockRef alone = jit_block(j, "alone"), locked = jit_block(j, "locked"),
                      end = jit_block(j, "end");
    jv old = jit_variable(j, j->i32, "");

    jit_branch_likely(j, is_alone(j), alone, locked);
    jit_place(j, alone);
    LLVMBuildStore(B, apply_alone(j, op, word, value), old);
    jit_go(j, end);
    jit_place(j, locked);
    LLVMBuildStore(B, apply_atomically(j, op, word, value, NULL), old);
    jit_go(j, end);
    jit_place(j, end);
    return LLVMBuildLoad2(B, j->i32, old, "");
}

/* A strip in which no lane is active, or none inside, changes nothing. */
static void take_one_turn(struct jit *j, const struct jit_object *object, jv active, jv bits, jv numbers)
{
    enum atomic_op op = (enum atomic_op)j->at->imm;
    LLVMBasicBlockRef some = jit_block(j, "some"), none = jit_block(j, "none");
    jv results = row_at(j, RESULTS, jit_k32(j, 0)), args[2] = {bits, LLVMConstInt(j->i1, 1, false)}, lane,
       old;

    if (j->at->dst_count)
        jit_store(j, LLVMConstNull(j->lane_u), results, 0);
    jit_branch_likely(j, LLVMBuildICmp(B, LLVMIntNE, bits, jit_k32(j, 0), ""), some, none);
    jit_place(j, some);
    lane = jit_intrinsic(j, "llvm.cttz", &j->i32, 1, args, 2);
    lane = LLVMBuildExtractElement(B, numbers, lane, "");
    lane = jit_word_at(j, object, jit_widen(j, lane));
    old = gathered(j, active, bits);
    old = object->slow ? apply_once(j, op, lane, old) : apply_alone(j, op, lane, old);
    if (j->at->dst_count)
        jit_store(j,
                  LLVMBuildAdd(B, jit_splat(j, old),
                               LLVMBuildMul(B, ranks(j, bits), jit_splat(j, jit_first(j, j->at->src[4])), ""),
                               ""),
                  results, 0);
    jit_go(j, none);
    jit_place(j, none);
}

static void apply(struct jit *j, const struct jit_object *object, bool structured)
{
    jv structure, word, active, bits, numbers;

    jit_read_address(j, false, object->stride, &structure, &word);
    active = LLVMBuildAnd(B, jit_inside_of(j, object, structure, word, 0), jit_mask(j, j->exec), "");
    bits = jit_mask_bits(j, active);
    numbers = jit_number_of(j, object, structure, word, 0);
    if (goes_together(j, structured))
        take_one_turn(j, object, active, bits, numbers);
    else
        take_turns(j, object, bits, numbers);
}

/* On words of shared memory and buffers; everything else is the node's. */
void jit_ATOMIC(struct jit *j)
{
    const struct lane_resource *resource = jit_resource(j);
    bool shared = resource->file == DXBC_FILE_TGSM;
    bool structured = shared ? resource->structured : resource->kind == KERNEL_VIEW_STRUCTURED_BUFFER;
    struct jit_object object;
    struct jit_ways ways;

    if (!jit_is_plain(j, structured ? KERNEL_VIEW_STRUCTURED_BUFFER : KERNEL_VIEW_RAW_BUFFER) ||
        (structured && !resource->stride)) {
        jit_call_node(j);
        return;
    }
    jit_open_object(j, structured, &object);
    if (object.slow)
        jit_open_ways(j, j->at->dst_count, LLVMBuildNot(B, object.slow, ""), &ways);
    else
        jit_open_results(j, j->at->dst_count, &ways);
    apply(j, &object, structured);
    if (j->at->dst_count)
        LLVMBuildStore(B, jit_load(j, j->lane_u, row_at(j, RESULTS, jit_k32(j, 0)), 0), ways.results[0]);
    jit_close_ways(j, &ways);
}

/* One addition for all lanes; each gets what it would have got in its turn: up the old value, down the new
 * one. */
static jv count_together(struct jit *j, jv counter)
{
    jv bits = jit_mask_bits(j, jit_mask(j, j->exec)), amount = jit_k32(j, j->at->imm), old, counted;

    old = apply_once(j, ATOMIC_ADD, counter, LLVMBuildMul(B, count_of(j, bits), amount, ""));
    if (j->at->imm != 1)
        old = LLVMBuildAdd(B, old, amount, "");
    counted = LLVMBuildMul(B, ranks(j, bits), jit_splat(j, amount), "");
    return LLVMBuildAdd(B, jit_splat(j, old), counted, "");
}

/* Views without a counter are the node's. */
void jit_COUNTER(struct jit *j)
{
    struct jit_ways ways;
    jv counter, result;

    if (j->at->flags & LANE_SLOT) {
        jit_call_node(j);
        return;
    }
    counter = jit_view_field(j, j->ptr, offsetof(struct jit_view, counter));
    jit_open_ways(j, j->at->dst_count, LLVMBuildIsNotNull(B, counter, ""), &ways);
    result = count_together(j, counter);
    if (j->at->dst_count)
        LLVMBuildStore(B, result, ways.results[0]);
    jit_close_ways(j, &ways);
}

/* Sizes of buffers stand with the view; one that does not fit is the node's, which reports it. */
void jit_QUERY(struct jit *j)
{
    struct jit_ways ways;
    jv fits, info;

    if (j->at->imm != DXBC_OP_BUFINFO || j->at->flags & LANE_SLOT || jit_resource(j)->any) {
        jit_call_node(j);
        return;
    }
    fits = LLVMBuildICmp(B, LLVMIntEQ, jit_view_field(j, j->i32, offsetof(struct jit_view, misfit)), jit_k32(j, 0), "");
    jit_open_ways(j, j->at->dst_count, fits, &ways);
    info = jit_view_field(j, j->i32, offsetof(struct jit_view, info));
    for (uint32_t d = 0; d < j->at->dst_count; d++)
        LLVMBuildStore(B, j->shapes[j->at->dst[d]].chunk == j->lanes ? info : jit_splat(j, info), ways.results[d]);
    jit_close_ways(j, &ways);
}

void jit_FENCE(struct jit *j)
{
    LLVMBuildFence(B, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}
