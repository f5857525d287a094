/*
 * Nodes that give values: constants in buffers, register arrays, cycles; and calls of what is not generated.
 */
#include "jit_emit.h"
#include "jit_rows.h"

#define B j->builder

/* ---- calls ---- */

static jv row(struct jit *j, uint32_t number)
{
    return jit_field(j, j->rows, (size_t)number * JIT_ROW * sizeof(uint32_t));
}

/* Sixteen equal values where one would do: lane kernels read whole vectors. */
static void store_row(struct jit *j, uint32_t number, lane_value value)
{
    LLVMTypeRef splat = LLVMVectorType(j->i32, LANE_SPLAT);
    jv zeros, first;

    if (!lane_is_constant(value) && !j->program->regs[value].uniform) {
        jit_store(j, jit_lanes_of(j, value), row(j, number), 0);
        return;
    }
    first = LLVMBuildInsertElement(B, LLVMGetPoison(splat), jit_first(j, value), jit_k32(j, 0), "");
    zeros = LLVMConstNull(splat);
    jit_store(j, LLVMBuildShuffleVector(B, first, LLVMGetPoison(splat), zeros, ""), row(j, number), 0);
}

/* A result of the node: of the lanes, or for shapes of one number that of the first lane that is active. */
static jv load_result(struct jit *j, uint32_t number, lane_value reg, jv active)
{
    jv args[2] = {active, LLVMConstInt(j->i1, 1, false)}, lane, at;

    if (j->shapes[reg].chunk != j->lanes)
        return jit_load(j, j->lane_u, row(j, number), 0);
    if (j->at->flags & LANE_UNIFORM)
        return jit_load(j, j->i32, row(j, number), 0);
    lane = LLVMBuildZExt(B, jit_intrinsic(j, "llvm.cttz", &j->i32, 1, args, 2), j->i64, "");
    at = LLVMBuildInBoundsGEP2(B, j->i32, row(j, number), &lane, 1, "");
    return jit_load(j, j->i32, at, 0);
}

static void call_node(struct jit *j, jv *results)
{
    jv active = jit_mask_bits(j, jit_mask(j, j->exec)), args[3] = {j->group, jit_k32(j, j->index), active};

    for (uint32_t s = 0; s < j->at->src_count; s++)
        store_row(j, s, j->at->src[s]);
    jit_call_keeping(j, offsetof(struct jit_calls, node), args);
    for (uint32_t d = 0; d < j->at->dst_count; d++)
        results[d] = load_result(j, j->at->src_count + d, j->at->dst[d], active);
}

void jit_call_node(struct jit *j)
{
    jv results[JIT_OPERANDS];

    call_node(j, results);
    for (uint32_t d = 0; d < j->at->dst_count; d++)
        jit_write(j, d, results[d]);
}

void jit_call_node_into(struct jit *j, jv *variables)
{
    jv results[JIT_OPERANDS];

    call_node(j, results);
    for (uint32_t d = 0; d < j->at->dst_count; d++)
        LLVMBuildStore(B, results[d], variables[d]);
}

void jit_call_op(struct jit *j, uint16_t op, const jv *sources, unsigned count, jv *results,
                 unsigned result_count)
{
    bool scalar = j->scalar;
    jv args[4] = {j->group, jit_k32(j, op), jit_k32(j, count), jit_k32(j, j->lanes)};

    for (unsigned s = 0; s < count; s++)
        jit_store(j, scalar ? jit_splat(j, sources[s]) : sources[s], row(j, s), 0);
    jit_call(j, offsetof(struct jit_calls, op), j->void_type, args, 4);
    for (unsigned d = 0; d < result_count; d++)
        results[d] = jit_load(j, scalar ? j->i32 : j->lane_u, row(j, count + d), 0);
}

/* ---- constants ---- */

/* A word where it is inside, else 0: from the pointer, or from a zero that stands in the code. */
static jv load_or_zero(struct jit *j, jv inside, jv pointer)
{
    jv zero = LLVMGetNamedGlobal(j->module, "zero");

    return jit_load(j, j->i32, LLVMBuildSelect(B, inside, pointer, zero, ""), 0);
}

static jv buffer_field(struct jit *j, uint32_t slot, LLVMTypeRef type, size_t field)
{
    jv bindings = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, bindings));

    return jit_load_fixed(j, type, bindings,
                          offsetof(struct bindings, constant_buffers) +
                              slot * sizeof(struct kernel_constant_buffer) + field);
}

/* Words numbered 4 * vector + component below the limit; one number, or a number for each lane. */
static void load_numbered(struct jit *j, jv base, jv limit)
{
    uint32_t component = j->at->imm;
    lane_value vector = j->at->src[j->at->src_count - 1];
    jv number, inside;

    if (j->shapes[j->at->dst[0]].chunk == j->lanes) {
        number = LLVMBuildZExt(B, jit_first(j, vector), j->i64, "");
        number = LLVMBuildAdd(B, LLVMBuildShl(B, number, jit_k64(j, 2), ""), jit_k64(j, component), "");
        inside = LLVMBuildICmp(B, LLVMIntULT, number, LLVMBuildZExt(B, limit, j->i64, ""), "");
        jit_write(j, 0, load_or_zero(j, inside, LLVMBuildGEP2(B, j->i32, base, &number, 1, "")));
        return;
    }
    number = jit_lanes_of(j, vector);
    inside = LLVMBuildICmp(B, LLVMIntULT, number, jit_splat(j, jit_k32(j, 1u << 20)), "");
    number = LLVMBuildShl(B, number, jit_splat(j, jit_k32(j, 2)), "");
    number = LLVMBuildAdd(B, number, jit_splat(j, jit_k32(j, component)), "");
    inside = LLVMBuildAnd(B, inside, LLVMBuildICmp(B, LLVMIntULT, number, jit_splat(j, limit), ""), "");
    inside = LLVMBuildAnd(B, inside, jit_mask(j, j->exec), "");
    jit_write(j, 0, jit_gather(j, base, number, inside));
}

/* A slot that is computed goes lane by lane. */
void jit_LOAD_CONST(struct jit *j)
{
    uint32_t slot;
    jv data, bytes;

    if (!lane_is_constant(j->at->src[0])) {
        jit_call_node(j);
        return;
    }
    slot = j->program->constants[j->at->src[0] & ~LANE_CONSTANT];
    if (slot >= KERNEL_CONSTANT_BUFFERS) {
        jit_write(j, 0, jit_k32(j, 0));
        return;
    }
    data = buffer_field(j, slot, j->ptr, offsetof(struct kernel_constant_buffer, data));
    bytes = buffer_field(j, slot, j->i32, offsetof(struct kernel_constant_buffer, size_bytes));
    load_numbered(j, data, LLVMBuildLShr(B, bytes, jit_k32(j, 2), ""));
}

void jit_LOAD_ICB(struct jit *j)
{
    load_numbered(j, LLVMGetNamedGlobal(j->module, "icb"), jit_k32(j, 4 * j->program->dxbc->icb_count));
}

void jit_LOAD_THIS(struct jit *j)
{
    jit_call_node(j);
}

/* ---- register arrays ---- */

/* Rows: component c of vector v is row 4 * v + c. In the wave's memory they are those of all its lanes. */
static unsigned row_words(const struct jit *j)
{
    return j->array_variables ? j->lanes : JIT_ROW;
}

static jv array_of(struct jit *j)
{
    size_t offset = j->layout.arrays_offset;

    if (j->array_variables)
        return j->array_variables[j->at->resource];
    for (uint32_t i = 0; i < j->at->resource; i++)
        offset += (size_t)4 * j->program->arrays[i].count * JIT_ROW_BYTES;
    return jit_field(j, j->strip, offset);
}

static jv row_number(struct jit *j, jv index)
{
    return LLVMBuildAdd(B, LLVMBuildShl(B, index, jit_k64(j, 2), ""), jit_k64(j, j->at->imm), "");
}

/* Word numbers from the array on, for an index in each lane. */
static jv lane_numbers(struct jit *j, jv index)
{
    jv lanes[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        lanes[i] = jit_k32(j, j->at->imm * row_words(j) + i);
    index = LLVMBuildMul(B, index, jit_splat(j, jit_k32(j, 4 * row_words(j))), "");
    return LLVMBuildAdd(B, index, LLVMConstVector(lanes, j->lanes), "");
}

static jv inside_array(struct jit *j, jv index)
{
    jv count = jit_k32(j, j->program->arrays[j->at->resource].count);

    if (LLVMTypeOf(index) != j->i32)
        count = jit_splat(j, count);
    return LLVMBuildICmp(B, LLVMIntULT, index, count, "");
}

/* With one index for all lanes: the row, and the number of a row that exists when it is outside. */
static jv common_row(struct jit *j, jv index, jv inside)
{
    jv number = LLVMBuildSelect(B, inside, index, jit_k32(j, 0), "");

    number = row_number(j, LLVMBuildZExt(B, number, j->i64, ""));
    return LLVMBuildInBoundsGEP2(B, LLVMArrayType2(j->i32, row_words(j)), array_of(j), &number, 1, "");
}

void jit_LOAD_ARRAY(struct jit *j)
{
    jv index, inside, value;

    if (jit_is_scalar(j, j->at->src[0])) {
        index = jit_first(j, j->at->src[0]);
        inside = inside_array(j, index);
        value = jit_load(j, j->lane_u, common_row(j, index, inside), 0);
        value = LLVMBuildSelect(B, inside, value, LLVMConstNull(j->lane_u), "");
    } else {
        index = jit_lanes_of(j, j->at->src[0]);
        inside = LLVMBuildAnd(B, inside_array(j, index), jit_mask(j, j->exec), "");
        value = jit_gather(j, array_of(j), lane_numbers(j, index), inside);
    }
    jit_write(j, 0, value);
}

void jit_STORE_ARRAY(struct jit *j)
{
    jv value = jit_lanes_of(j, j->at->src[1]), exec = jit_mask(j, j->exec), index, inside, place, old;

    if (jit_is_scalar(j, j->at->src[0])) {
        index = jit_first(j, j->at->src[0]);
        inside = inside_array(j, index);
        place = common_row(j, index, inside);
        old = jit_load(j, j->lane_u, place, 0);
        value = LLVMBuildSelect(B, exec, value, old, "");
        jit_store(j, LLVMBuildSelect(B, inside, value, old, ""), place, 0);
    } else {
        index = jit_lanes_of(j, j->at->src[0]);
        inside = LLVMBuildAnd(B, inside_array(j, index), exec, "");
        jit_scatter(j, array_of(j), lane_numbers(j, index), inside, value);
    }
}

/* ---- cycles, messages ---- */

void jit_CYCLES(struct jit *j)
{
    jv count = LLVMBuildLoad2(B, j->i64, j->cycles, "");

    if (j->at->imm)
        count = LLVMBuildLShr(B, count, jit_k64(j, 32), "");
    jit_write(j, 0, LLVMBuildTrunc(B, count, j->i32, ""));
}

void jit_COUNT(struct jit *j)
{
    jv count = LLVMBuildLoad2(B, j->i64, j->cycles, "");

    LLVMBuildStore(B, LLVMBuildAdd(B, count, jit_k64(j, j->at->imm), ""), j->cycles);
}

/* Order that shows is kept by running one group at a time (kernel_order): there are no tickets. */
void jit_PASS(struct jit *j)
{
}

void jit_MESSAGE(struct jit *j)
{
    jit_call_node(j);
}

/* Four rows of the vector's components, behind those of the parameters. */
static void call_sample(struct jit *j, jv *results)
{
    jv active = jit_mask_bits(j, jit_mask(j, j->exec));
    jv args[5] = {j->group, jit_k32(j, j->index), jit_k32(j, jit_sample_number(j->program, j->index)), active,
                  jit_k32(j, j->lanes)};

    for (uint32_t s = 0; s < j->at->src_count; s++)
        store_row(j, s, j->at->src[s]);
    jit_call(j, offsetof(struct jit_calls, sample), j->void_type, args, 5);
    for (uint32_t d = 0; d < j->at->dst_count; d++)
        results[d] = load_result(j, j->at->src_count + j->at->place[d], j->at->dst[d], active);
}

void jit_SAMPLE_VIEW(struct jit *j)
{
    struct jit_ways ways;
    jv results[4];

    if (!jit_samples_plainly(j->at)) {
        jit_call_node(j);
    } else if (jit_filters(j)) {
        jit_open_ways(j, j->at->dst_count, jit_filter_inlined(j), &ways);
        jit_filter(j, ways.results);
        jit_close_ways(j, &ways);
    } else {
        call_sample(j, results);
        for (uint32_t d = 0; d < j->at->dst_count; d++)
            jit_write(j, d, results[d]);
    }
}

void jit_call_sample_into(struct jit *j, jv *variables)
{
    jv results[4];

    call_sample(j, results);
    for (uint32_t d = 0; d < j->at->dst_count; d++)
        LLVMBuildStore(B, results[d], variables[d]);
}
