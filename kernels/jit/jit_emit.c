/*
 * Values of generated code: constants, memory, blocks, registers, masks.
 */
#include "jit_emit.h"

#include <string.h>

/* ---- constants and types ---- */

void jit_set_mode(struct jit *j, bool scalar)
{
    j->scalar = scalar;
    j->u = scalar ? j->i32 : j->lane_u;
    j->f = scalar ? j->f32 : j->lane_f;
    j->m = scalar ? j->i1 : j->lane_m;
    j->w = scalar ? j->i64 : j->lane_w;
    j->d = scalar ? j->f64 : j->lane_d;
}

jv jit_k32(struct jit *j, uint32_t k)
{
    return LLVMConstInt(j->i32, k, false);
}

jv jit_k64(struct jit *j, uint64_t k)
{
    return LLVMConstInt(j->i64, k, false);
}

static jv same_in_all(struct jit *j, jv constant)
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = constant;
    return LLVMConstVector(all, j->lanes);
}

jv jit_k(struct jit *j, uint32_t k)
{
    return j->scalar ? jit_k32(j, k) : same_in_all(j, jit_k32(j, k));
}

jv jit_k_wide(struct jit *j, uint64_t k)
{
    return j->scalar ? jit_k64(j, k) : same_in_all(j, jit_k64(j, k));
}

jv jit_kd(struct jit *j, double k)
{
    jv constant = LLVMConstReal(j->f64, k);

    return j->scalar ? constant : same_in_all(j, constant);
}

jv jit_kf(struct jit *j, float k)
{
    jv constant = LLVMConstReal(j->f32, (double)k);

    return j->scalar ? constant : same_in_all(j, constant);
}

jv jit_extreme(struct jit *j, LLVMIntPredicate order, jv a, jv b)
{
    return LLVMBuildSelect(j->builder, LLVMBuildICmp(j->builder, order, a, b, ""), a, b, "");
}

jv jit_splat(struct jit *j, jv scalar)
{
    jv one, zeros[JIT_MOST_LANES];
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(scalar), j->lanes);

    for (unsigned i = 0; i < j->lanes; i++)
        zeros[i] = jit_k32(j, 0);
    one = LLVMBuildInsertElement(j->builder, LLVMGetPoison(type), scalar, jit_k32(j, 0), "");
    return LLVMBuildShuffleVector(j->builder, one, LLVMGetPoison(type), LLVMConstVector(zeros, j->lanes), "");
}

jv jit_bits(struct jit *j, jv f)
{
    return LLVMBuildBitCast(j->builder, f, j->u, "");
}

jv jit_float(struct jit *j, jv u)
{
    return LLVMBuildBitCast(j->builder, u, j->f, "");
}

jv jit_intrinsic(struct jit *j, const char *name, LLVMTypeRef *types, unsigned type_count, jv *args,
                 unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    jv function = LLVMGetIntrinsicDeclaration(j->module, id, types, type_count);
    LLVMTypeRef type = LLVMIntrinsicGetType(j->context, id, types, type_count);

    return LLVMBuildCall2(j->builder, type, function, args, count, "");
}

/* ---- memory ---- */

jv jit_variable(struct jit *j, LLVMTypeRef type, const char *name)
{
    return LLVMBuildAlloca(j->allocas, type, name);
}

jv jit_field(struct jit *j, jv base, size_t offset)
{
    jv at = jit_k64(j, offset);

    return offset ? LLVMBuildInBoundsGEP2(j->builder, j->i8, base, &at, 1, "") : base;
}

static jv load_at(struct jit *j, LLVMTypeRef type, jv pointer)
{
    jv value = LLVMBuildLoad2(j->builder, type, pointer, "");

    LLVMSetAlignment(value, 4);
    return value;
}

jv jit_load(struct jit *j, LLVMTypeRef type, jv base, size_t offset)
{
    jv value = load_at(j, type, jit_field(j, base, offset));

    if (type == j->ptr || type == j->i64)
        LLVMSetAlignment(value, 8);
    return value;
}

jv jit_load_fixed(struct jit *j, LLVMTypeRef type, jv base, size_t offset)
{
    jv value = jit_load(j, type, base, offset);
    unsigned kind = LLVMGetMDKindIDInContext(j->context, "invariant.load", strlen("invariant.load"));

    LLVMSetMetadata(value, kind, LLVMMetadataAsValue(j->context, LLVMMDNodeInContext2(j->context, NULL, 0)));
    return value;
}

void jit_store(struct jit *j, jv value, jv base, size_t offset)
{
    LLVMSetAlignment(LLVMBuildStore(j->builder, value, jit_field(j, base, offset)), 4);
}

/* ---- blocks ---- */

LLVMBasicBlockRef jit_block(struct jit *j, const char *name)
{
    return LLVMAppendBasicBlockInContext(j->context, j->function, name);
}

void jit_go(struct jit *j, LLVMBasicBlockRef block)
{
    if (!j->unreachable)
        LLVMBuildBr(j->builder, block);
    j->unreachable = true;
}

void jit_place(struct jit *j, LLVMBasicBlockRef block)
{
    LLVMMoveBasicBlockAfter(block, LLVMGetInsertBlock(j->builder));
    LLVMPositionBuilderAtEnd(j->builder, block);
    j->unreachable = false;
}

void jit_branch(struct jit *j, jv condition, LLVMBasicBlockRef yes, LLVMBasicBlockRef no)
{
    LLVMBuildCondBr(j->builder, condition, yes, no);
    j->unreachable = true;
}

void jit_branch_likely(struct jit *j, jv condition, LLVMBasicBlockRef yes, LLVMBasicBlockRef no)
{
    unsigned kind = LLVMGetMDKindIDInContext(j->context, "prof", 4);
    LLVMMetadataRef parts[3] = {LLVMMDStringInContext2(j->context, "branch_weights", strlen("branch_weights")),
                                LLVMValueAsMetadata(jit_k32(j, 2000)), LLVMValueAsMetadata(jit_k32(j, 1))};
    jv branch = LLVMBuildCondBr(j->builder, condition, yes, no);

    LLVMSetMetadata(branch, kind, LLVMMetadataAsValue(j->context, LLVMMDNodeInContext2(j->context, parts, 3)));
    j->unreachable = true;
}

jv jit_call(struct jit *j, size_t call_offset, LLVMTypeRef result, jv *args, unsigned count)
{
    LLVMTypeRef types[8];
    jv target = jit_load_fixed(j, j->ptr, j->calls, call_offset);

    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    return LLVMBuildCall2(j->builder, LLVMFunctionType(result, types, count, false), target, args, count, "");
}

void jit_call_keeping(struct jit *j, size_t call_offset, const jv args[3])
{
    static const char x86[] = "callq *$0", arm[] = "blr $0",
                      x86_operands[] = "r,{rax},{rdi},{esi},{edx},~{memory},~{dirflag},~{fpsr},~{flags}",
                      arm_operands[] = "r,{x9},{x0},{w1},{w2},~{memory},~{lr},~{nzcv}";
    bool is_arm = j->isa == CPU_NEON;
    const char *code = is_arm ? arm : x86, *operands = is_arm ? arm_operands : x86_operands;
    LLVMTypeRef types[5] = {j->ptr, j->ptr, j->ptr, j->i32, j->i32},
                type = LLVMFunctionType(j->void_type, types, 5, false);
    jv all[5] = {jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, keep)),
                 jit_load_fixed(j, j->ptr, j->calls, call_offset), args[0], args[1], args[2]};
    jv thunk = LLVMGetInlineAsm(type, code, strlen(code), operands, strlen(operands), true, false,
                                LLVMInlineAsmDialectATT, false);

    LLVMBuildCall2(j->builder, type, thunk, all, 5, "");
}

/* ---- registers ---- */

bool jit_is_whole(const struct jit *j, lane_value value)
{
    return lane_is_constant(value) || j->shapes[value].chunk == j->lanes;
}

bool jit_is_scalar(const struct jit *j, lane_value value)
{
    return lane_is_constant(value) || (jit_is_whole(j, value) && jit_shape_is_flat(&j->shapes[value], j->lanes));
}

/* The halves of a double share the variable of the low one. */
static lane_value holder_of(const struct jit *j, lane_value reg)
{
    return jit_is_paired(j, reg) && j->halves[reg].high ? j->halves[reg].other : reg;
}

/* Registers of programs with subroutines stand in the strip's memory, all others in variables. */
jv jit_place_of(struct jit *j, lane_value reg)
{
    bool in_memory = j->program->has_calls && !j->program->regs[reg].uniform;
    LLVMTypeRef type = jit_is_whole(j, reg) ? j->i32 : j->lane_u;

    if (in_memory)
        return jit_field(j, j->strip, j->layout.values_offset + (size_t)j->plan.row[reg] * JIT_ROW_BYTES);
    if (jit_is_paired(j, reg))
        type = jit_is_whole(j, reg) ? j->f64 : j->lane_d;
    reg = holder_of(j, reg);
    if (!j->places[reg])
        j->places[reg] = jit_variable(j, type, "");
    return j->places[reg];
}

bool jit_has_place(const struct jit *j, lane_value reg)
{
    return j->places[holder_of(j, reg)];
}

static uint32_t constant_bits(const struct jit *j, lane_value value)
{
    return j->program->constants[value & ~LANE_CONSTANT];
}

static jv load_register(struct jit *j, lane_value reg, LLVMTypeRef type)
{
    jv place = j->running[reg] ? j->running[reg] : jit_place_of(j, reg);

    return jit_is_paired(j, reg) ? jit_load_half(j, reg, place) : load_at(j, type, place);
}

jv jit_first(struct jit *j, lane_value value)
{
    if (lane_is_constant(value))
        return jit_k32(j, constant_bits(j, value));
    if (value < LANE_INPUTS)
        return j->thread[value];
    return load_register(j, value, j->i32);
}

static jv offsets_of(struct jit *j, const struct jit_shape *shape)
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = jit_k32(j, shape->off[i]);
    return LLVMConstVector(all, j->lanes);
}

jv jit_lanes_of(struct jit *j, lane_value value)
{
    jv splat;

    if (lane_is_constant(value))
        return same_in_all(j, jit_k32(j, constant_bits(j, value)));
    if (!jit_is_whole(j, value))
        return value < LANE_INPUTS ? j->thread[value] : load_register(j, value, j->lane_u);
    splat = jit_splat(j, jit_first(j, value));
    if (jit_shape_is_flat(&j->shapes[value], j->lanes))
        return splat;
    return LLVMBuildAdd(j->builder, splat, offsets_of(j, &j->shapes[value]), "");
}

jv jit_read(struct jit *j, lane_value value)
{
    return j->scalar ? jit_first(j, value) : jit_lanes_of(j, value);
}

void jit_set_register(struct jit *j, lane_value reg, jv value)
{
    jv place = jit_place_of(j, reg);

    if (jit_is_paired(j, reg))
        jit_store_half(j, reg, value, place);
    else
        LLVMSetAlignment(LLVMBuildStore(j->builder, value, place), 4);
}

/* The value in active lanes, in others what the register held. */
static jv keep_others(struct jit *j, lane_value reg, jv value)
{
    jv running = j->running[reg], kept;

    j->running[reg] = NULL;
    kept = load_register(j, reg, j->lane_u);
    j->running[reg] = running;
    if (running)
        LLVMSetAlignment(LLVMBuildStore(j->builder, value, running), 4);
    return LLVMBuildSelect(j->builder, jit_mask(j, j->exec), value, kept, "");
}

void jit_write(struct jit *j, uint32_t d, jv value)
{
    lane_value reg = j->at->dst[d];

    if (!jit_is_whole(j, reg)) {
        if (LLVMTypeOf(value) == j->i32)
            value = jit_splat(j, value);
        if (j->at->flags & LANE_MASKED)
            value = keep_others(j, reg, value);
    } else if (LLVMTypeOf(value) != j->i32) {
        value = LLVMBuildExtractElement(j->builder, value, jit_k32(j, 0), "");
    }
    jit_set_register(j, reg, value);
}

/* ---- masks ---- */

jv jit_mask(struct jit *j, jv variable)
{
    jv value = LLVMBuildLoad2(j->builder, j->mask_type, variable, "");

    LLVMSetAlignment(value, 4);
    if (j->bit_masks)
        return value;
    return LLVMBuildICmp(j->builder, LLVMIntSLT, value, LLVMConstNull(j->lane_u), "");
}

void jit_set_mask(struct jit *j, jv variable, jv mask)
{
    if (!j->bit_masks)
        mask = LLVMBuildSExt(j->builder, mask, j->lane_u, "");
    LLVMSetAlignment(LLVMBuildStore(j->builder, mask, variable), 4);
}

jv jit_mask_bits(struct jit *j, jv mask)
{
    LLVMTypeRef type = LLVMIntTypeInContext(j->context, j->lanes);
    jv bits = LLVMBuildBitCast(j->builder, mask, type, "");

    return j->lanes < 32 ? LLVMBuildZExt(j->builder, bits, j->i32, "") : bits;
}

static jv lanes_from(struct jit *j, jv vector, unsigned first, unsigned count)
{
    jv numbers[JIT_MOST_LANES];

    for (unsigned i = 0; i < count; i++)
        numbers[i] = jit_k32(j, first + i);
    return LLVMBuildShuffleVector(j->builder, vector, vector, LLVMConstVector(numbers, count), "");
}

/* One test takes both registers of a split mask. */
jv jit_any(struct jit *j, jv mask)
{
    unsigned lanes = j->lanes;
    LLVMTypeRef type;
    jv bits;

    if (j->split_masks && lanes > jit_native_lanes(j)) {
        lanes /= 2;
        mask = LLVMBuildOr(j->builder, lanes_from(j, mask, 0, lanes), lanes_from(j, mask, lanes, lanes), "");
    }
    type = LLVMIntTypeInContext(j->context, lanes);
    bits = LLVMBuildBitCast(j->builder, mask, type, "");
    return LLVMBuildICmp(j->builder, LLVMIntNE, bits, LLVMConstNull(type), "");
}

jv jit_test(struct jit *j, lane_value value, bool wanted)
{
    jv number = jit_lanes_of(j, value);

    return LLVMBuildICmp(j->builder, wanted ? LLVMIntNE : LLVMIntEQ, number, LLVMConstNull(j->lane_u), "");
}
