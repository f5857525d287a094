/*
 * A lowered program through LLVM: the function with its loop over strips, LLVM's passes, the object, the image.
 */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "alloc.h"
#include "jit.h"
#include "jit_emit.h"
#include "jit_exit.h"
#include "jit_link.h"
#include "number.h"

#define B j->builder

/* ---- targets ---- */

struct target {
    const char *triple, *cpu, *features, *text;
};

static const struct target targets[CPU_ISA_COUNT] = {
    [CPU_AVX2] = {"x86_64-unknown-linux-gnu", "x86-64",
                  "+avx2,+fma,+fast-gather,-prefer-no-gather", "llvm-19 x86-64 avx2 fma"},
    [CPU_AVX512] = {"x86_64-unknown-linux-gnu", "x86-64",
                    "+avx512f,+avx512bw,+avx512dq,+avx512vl,+fma,+fast-gather,-prefer-no-gather,-prefer-256-bit",
                    "llvm-19 x86-64 avx512f avx512bw avx512dq avx512vl fma"},
};

const char *jit_target_text(enum cpu_isa isa)
{
    return targets[isa].text;
}

static LLVMTargetMachineRef create_machine(enum cpu_isa isa)
{
    const struct target *target = &targets[isa];
    LLVMTargetRef llvm;
    char *message = NULL;

    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    if (LLVMGetTargetFromTriple(target->triple, &llvm, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    return LLVMCreateTargetMachine(llvm, target->triple, target->cpu, target->features,
                                   LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelSmall);
}

/* ---- what is known of registers ---- */

/* What hands bits on as they are. */
static bool is_transparent(uint16_t op, uint32_t source)
{
    return op == LANE_MOV || op == LANE_FNEG || op == LANE_FABS || (op == LANE_SELECT && source > 0);
}

/* Registers whose bits come to a condition. */
static void find_tested(struct jit *j)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = j->program->instr_count; i-- > 0;) {
            const struct lane_instr *instr = &j->program->instrs[i];

            for (uint32_t s = 0; s < instr->src_count; s++) {
                bool tested = lane_src_letter(instr, s) == 'c' ||
                              (is_transparent(instr->op, s) && j->tested[instr->dst[0]]);

                if (!tested || !lane_is_register(instr->src[s]) || j->tested[instr->src[s]])
                    continue;
                again = j->tested[instr->src[s]] = true;
            }
        }
    }
}

static bool is_clean(const struct jit *j, lane_value value)
{
    if (lane_is_register(value))
        return j->clean[value];
    value = j->program->constants[value & ~LANE_CONSTANT];
    return num_flush(value) == value;
}

static bool is_mask(const struct jit *j, lane_value value)
{
    return lane_is_register(value) && j->truth[value];
}

/* What comes from memory is nothing that LLVM knows; flushed results and truth values are no denormals. */
static bool gives_clean(const struct jit *j, const struct lane_instr *instr, uint32_t d)
{
    char letter = lane_dst_letter(instr, d);

    if (letter == 'f' || letter == 'm')
        return true;
    switch (instr->op) {
    case LANE_MOV:
    case LANE_FNEG:
    case LANE_FABS:
        return is_clean(j, instr->src[0]);
    case LANE_SELECT:
        return is_clean(j, instr->src[1]) && is_clean(j, instr->src[2]);
    case LANE_AND:
        return (is_mask(j, instr->src[0]) && is_clean(j, instr->src[1])) ||
               (is_mask(j, instr->src[1]) && is_clean(j, instr->src[0]));
    case LANE_CANON:
    case LANE_SATURATE:
    case LANE_ITOF:
    case LANE_UTOF:
    case LANE_F16TOF32:
    case LANE_DTOF:
    case LANE_LOAD_CONST:
    case LANE_LOAD_THIS:
    case LANE_LOAD:
    case LANE_LOAD_TYPED:
    case LANE_SAMPLE_VIEW:
    case LANE_ATOMIC:
    case LANE_QUERY:
        return true;
    default:
        return false;
    }
}

static void find_clean(struct jit *j)
{
    for (uint32_t i = 0; i < j->program->reg_count; i++) {
        j->clean[i] = i >= LANE_INPUTS;
        j->truth[i] = i >= LANE_INPUTS;
    }
    for (uint32_t i = 0; i < j->program->instr_count; i++) {
        const struct lane_instr *instr = &j->program->instrs[i];

        for (uint32_t d = 0; d < instr->dst_count; d++)
            j->truth[instr->dst[d]] &= lane_dst_letter(instr, d) == 'm';
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < j->program->instr_count; i++) {
            const struct lane_instr *instr = &j->program->instrs[i];

            for (uint32_t d = 0; d < instr->dst_count; d++) {
                if (j->clean[instr->dst[d]] && !gives_clean(j, instr, d))
                    again = true, j->clean[instr->dst[d]] = false;
            }
        }
    }
}

static void number_values(struct jit *j)
{
    size_t at = 0;

    for (uint32_t i = 0; i < j->program->reg_count; i++) {
        if (!j->program->has_calls && !j->program->regs[i].crosses)
            continue;
        j->value_offset[i] = at;
        at += jit_value_bytes(&j->layout);
    }
    for (uint32_t i = 0; i < j->program->preamble; i++)
        j->in_preamble[j->program->instrs[i].dst[0]] = true;
}

/* Lanes may end elsewhere than at the program's last instruction. */
static bool find_early_ends(const struct lane_program *program)
{
    for (uint32_t i = 0; i + 1 < program->instr_count; i++) {
        uint16_t op = program->instrs[i].op;
        if (op == LANE_RET || op == LANE_RETC || op == LANE_ABORT)
            return true;
    }
    return false;
}

/* With subroutines nothing is known: in all constructs lanes may part. */
static bool find_constructs(struct jit *j)
{
    struct lane_constructs *constructs = &j->constructs;

    constructs->list = dxbc_arena_alloc(j->arena, j->program->instr_count, sizeof(*constructs->list));
    for (uint32_t i = 0; constructs->list && i < j->program->instr_count; i++) {
        const struct lane_instr *instr = &j->program->instrs[i];
        struct lane_construct *construct = &constructs->list[constructs->count];

        if (instr->op != LANE_IF && instr->op != LANE_LOOP && instr->op != LANE_SWITCH)
            continue;
        construct->open = i;
        construct->divergent = true;
        construct->close = (uint32_t)instr->target;
        if (j->program->instrs[construct->close].op == LANE_ELSE)
            construct->close = (uint32_t)j->program->instrs[construct->close].target;
        constructs->count++;
    }
    return constructs->list;
}

static bool analyse(struct jit *j)
{
    const struct lane_program *program = j->program;
    uint32_t regs = program->reg_count;

    j->shapes = dxbc_arena_alloc(j->arena, regs, sizeof(*j->shapes));
    j->places = dxbc_arena_alloc(j->arena, regs, sizeof(*j->places));
    j->value_offset = dxbc_arena_alloc(j->arena, regs, sizeof(*j->value_offset));
    j->tested = dxbc_arena_alloc(j->arena, regs, sizeof(*j->tested));
    j->clean = dxbc_arena_alloc(j->arena, regs, sizeof(*j->clean));
    j->truth = dxbc_arena_alloc(j->arena, regs, sizeof(*j->truth));
    j->in_preamble = dxbc_arena_alloc(j->arena, regs, sizeof(*j->in_preamble));
    j->flow = dxbc_arena_alloc(j->arena, program->instr_count + 1, sizeof(*j->flow));
    j->masks = dxbc_arena_alloc(j->arena, jit_mask_count(program), sizeof(*j->masks));
    if (!j->shapes || !j->places || !j->value_offset || !j->tested || !j->clean || !j->truth ||
        !j->in_preamble || !j->flow || !j->masks)
        return false;
    j->next_mask = JIT_FIRST_MASK;
    j->ends_early = find_early_ends(program);
    jit_find_shapes(program, j->lanes, j->shapes);
    find_tested(j);
    find_clean(j);
    number_values(j);
    if (program->has_calls) {
        j->label_at = dxbc_arena_alloc(j->arena, program->instr_count, sizeof(*j->label_at));
        j->return_to = dxbc_arena_alloc(j->arena, program->instr_count, sizeof(*j->return_to));
        return j->label_at && j->return_to && find_constructs(j);
    }
    if (!lane_find_blocks(program, j->arena, &j->blocks) ||
        !lane_find_constructs(program, &j->blocks, j->arena, &j->constructs))
        return false;
    lane_find_divergence(program, &j->constructs);
    return true;
}

/* ---- the function ---- */

static void set_types(struct jit *j)
{
    LLVMContextRef c = j->context;

    j->i1 = LLVMInt1TypeInContext(c);
    j->i8 = LLVMInt8TypeInContext(c);
    j->i32 = LLVMInt32TypeInContext(c);
    j->i64 = LLVMInt64TypeInContext(c);
    j->f32 = LLVMFloatTypeInContext(c);
    j->ptr = LLVMPointerTypeInContext(c, 0);
    j->void_type = LLVMVoidTypeInContext(c);
    j->lane_u = LLVMVectorType(j->i32, j->lanes);
    j->lane_f = LLVMVectorType(j->f32, j->lanes);
    j->lane_m = LLVMVectorType(j->i1, j->lanes);
    j->bit_masks = j->isa == CPU_AVX512;
    j->mask_type = j->bit_masks ? j->lane_m : j->lane_u;
    jit_set_mode(j, false);
}

static void add_attribute(struct jit *j, const char *name, const char *value)
{
    LLVMAddAttributeAtIndex(j->function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(j->context, name, (unsigned)strlen(name), value,
                                                      (unsigned)strlen(value)));
}

static void add_flag(struct jit *j, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

    LLVMAddAttributeAtIndex(j->function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(j->context, kind, 0));
}

static jv add_constant(struct jit *j, const char *name, const uint32_t *words, uint32_t count)
{
    jv *values = dxbc_arena_alloc(j->arena, count + 1, sizeof(*values)), global;

    if (!values) {
        j->failed = true;
        count = 0;
    }
    for (uint32_t i = 0; i < count; i++)
        values[i] = jit_k32(j, words[i]);
    global = LLVMAddGlobal(j->module, LLVMArrayType2(j->i32, count), name);
    LLVMSetInitializer(global, LLVMConstArray2(j->i32, values, count));
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    LLVMSetAlignment(global, 16);
    return global;
}

static void open_function(struct jit *j, const char *name)
{
    LLVMTypeRef type = LLVMFunctionType(j->i32, &j->ptr, 1, false);
    static const uint32_t zero;

    j->function = LLVMAddFunction(j->module, name, type);
    j->group = LLVMGetParam(j->function, 0);
    add_attribute(j, "denormal-fp-math", "preserve-sign,preserve-sign");
    add_attribute(j, "prefer-vector-width", j->isa == CPU_AVX512 ? "512" : "256");
    add_attribute(j, "min-legal-vector-width", j->isa == CPU_AVX512 ? "512" : "256");
    add_attribute(j, "no-builtins", "true");
    add_attribute(j, "target-cpu", targets[j->isa].cpu);
    add_attribute(j, "target-features", targets[j->isa].features);
    add_flag(j, "nounwind");
    add_constant(j, "zero", &zero, 1);
    add_constant(j, "icb", j->program->dxbc->icb, 4 * j->program->dxbc->icb_count);
}

static void load_group(struct jit *j)
{
    j->calls = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, calls));
    j->views = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, views));
    j->shared = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, shared));
    j->strips = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, strips));
    j->rows = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, rows));
    j->stop = jit_load_fixed(j, j->ptr, j->group, offsetof(struct jit_group, stop));
    for (unsigned axis = 0; axis < 3; axis++)
        j->thread[LANE_GROUP_ID + axis] =
            jit_load_fixed(j, j->i32, j->group, offsetof(struct jit_group, id) + axis * sizeof(uint32_t));
    j->any_waiting = jit_variable(j, j->i32, "waiting");
    j->cycles = jit_variable(j, j->i64, "cycles");
    j->atomic = jit_variable(j, LLVMArrayType2(j->i64, sizeof(struct jit_atomic) / 8 + 1), "atomic");
    j->exec = j->masks[JIT_EXEC] = jit_variable(j, j->mask_type, "exec");
    j->alive = j->masks[JIT_ALIVE] = jit_variable(j, j->mask_type, "alive");
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
    const uint32_t *size = j->program->dxbc->thread_group;
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

/* ---- strips ---- */

/* Register arrays that are small, and live within one region, are variables: LLVM may find registers for them. */
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
    if (j->program->has_barrier || !j->program->array_count || j->program->has_calls ||
        array_rows(j->program) > MOST_VARIABLE_ROWS)
        return;
    j->array_variables = dxbc_arena_alloc(j->arena, j->program->array_count, sizeof(*j->array_variables));
    for (uint32_t i = 0; j->array_variables && i < j->program->array_count; i++)
        j->array_variables[i] =
            jit_variable(j, LLVMArrayType2(j->lane_u, 4 * (uint64_t)j->program->arrays[i].count), "x");
}

static void clear_rows(struct jit *j, jv base, uint32_t rows)
{
    LLVMBasicBlockRef from = LLVMGetInsertBlock(B), loop, end;
    jv row, next, zero = jit_k32(j, 0);

    for (uint32_t i = 0; rows <= MOST_PLAIN_STORES && i < rows; i++)
        jit_store(j, LLVMConstNull(j->lane_u), base, i * jit_value_bytes(&j->layout));
    if (rows <= MOST_PLAIN_STORES)
        return;
    loop = jit_block(j, "clear");
    end = jit_block(j, "cleared");
    jit_go(j, loop);
    jit_place(j, loop);
    row = LLVMBuildPhi(B, j->i32, "");
    LLVMAddIncoming(row, &zero, &from, 1);
    jit_store(j, LLVMConstNull(j->lane_u), LLVMBuildGEP2(B, j->lane_u, base, &row, 1, ""), 0);
    next = LLVMBuildAdd(B, row, jit_k32(j, 1), "");
    LLVMAddIncoming(row, &next, &loop, 1);
    jit_branch(j, LLVMBuildICmp(B, LLVMIntULT, next, jit_k32(j, rows), ""), loop, end);
    jit_place(j, end);
}

static void clear_arrays(struct jit *j)
{
    if (!j->array_variables) {
        clear_rows(j, jit_field(j, j->strip, j->layout.arrays_offset), array_rows(j->program));
        return;
    }
    for (uint32_t i = 0; i < j->program->array_count; i++)
        clear_rows(j, j->array_variables[i], 4 * j->program->arrays[i].count);
}

static void emit_instr(struct jit *j, uint32_t index)
{
    static jit_body *const nodes[] = {
#define NODE(name, text) jit_##name,
        LANE_NODES(NODE)
#undef NODE
    };

    j->index = index;
    j->at = &j->program->instrs[index];
    if (j->at->op < LANE_OP_COUNT)
        jit_op(j);
    else
        nodes[j->at->op - LANE_OP_COUNT](j);
}

/* Where the strip stands decides where it goes on. */
static void enter_strip(struct jit *j, LLVMBasicBlockRef start, LLVMBasicBlockRef lost)
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

static void emit_strip(struct jit *j, jv number)
{
    LLVMBasicBlockRef start = jit_block(j, "start"), lost = jit_block(j, "lost");
    jv step = LLVMBuildMul(B, LLVMBuildZExt(B, number, j->i64, ""), jit_k64(j, j->layout.strip_bytes), "");

    j->strip = j->program->has_barrier ? LLVMBuildInBoundsGEP2(B, j->i8, j->strips, &step, 1, "") : j->strips;
    j->first_thread = LLVMBuildMul(B, number, jit_k32(j, j->lanes), "");
    number_threads(j);
    j->whole_variable = find_whole(j);
    enter_strip(j, start, lost);
    jit_place(j, lost);
    LLVMBuildUnreachable(B);
    jit_place(j, start);
    LLVMBuildStore(B, j->whole_variable, j->exec);
    LLVMBuildStore(B, j->whole_variable, j->alive);
    LLVMBuildStore(B, jit_k64(j, 0), j->cycles);
    clear_arrays(j);
    if (j->program->has_calls)
        LLVMBuildStore(B, jit_k32(j, 0), j->call_depth);
    for (uint32_t i = j->program->preamble; i < j->program->instr_count && !j->failed; i++)
        emit_instr(j, i);
    jit_go(j, jit_settle_block(j));
    if (j->program->has_calls)
        jit_place_returns(j);
}

static void emit_function(struct jit *j)
{
    LLVMBasicBlockRef first = jit_block(j, "variables"), enter = jit_block(j, "enter");
    LLVMBasicBlockRef head = jit_block(j, "strip"), leave = jit_block(j, "leave");
    jv number, next, zero = jit_k32(j, 0), waits;
    LLVMBasicBlockRef from;

    LLVMPositionBuilderAtEnd(j->allocas, first);
    LLVMPositionBuilderAtEnd(B, enter);
    load_group(j);
    make_arrays(j);
    for (uint32_t i = 0; i < j->program->preamble; i++)
        emit_instr(j, i);
    j->done = jit_block(j, "done");
    j->next_strip = jit_block(j, "next");
    j->stopped = jit_block(j, "stopped");
    if (j->program->has_calls) {
        j->returns = jit_block(j, "returns");
        j->call_depth = jit_variable(j, j->i32, "depth");
    }
    from = LLVMGetInsertBlock(B);
    jit_go(j, head);
    jit_place(j, head);
    number = LLVMBuildPhi(B, j->i32, "");
    LLVMAddIncoming(number, &zero, &from, 1);
    emit_strip(j, number);
    jit_place(j, j->done);
    if (j->program->has_barrier)
        jit_store(j, jit_k32(j, JIT_RESUME_DONE), j->strip, offsetof(struct jit_strip, resume));
    jit_go(j, j->next_strip);
    jit_place(j, j->next_strip);
    next = LLVMBuildAdd(B, number, jit_k32(j, 1), "");
    LLVMAddIncoming(number, &next, &j->next_strip, 1);
    jit_branch(j, LLVMBuildICmp(B, LLVMIntULT, next, jit_k32(j, j->layout.strip_count), ""), head, leave);
    jit_place(j, j->stopped);
    LLVMBuildRet(B, jit_k32(j, JIT_STOPPED));
    jit_place(j, leave);
    waits = LLVMBuildICmp(B, LLVMIntNE, LLVMBuildLoad2(B, j->i32, j->any_waiting, ""), zero, "");
    LLVMBuildRet(B, LLVMBuildSelect(B, waits, jit_k32(j, JIT_AT_BARRIER), jit_k32(j, JIT_DONE), ""));
    LLVMBuildBr(j->allocas, enter);
}

/* ---- LLVM ---- */

static const char passes[] = "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,"
                             "loop-mssa(loop-rotate,licm),loop(indvars,loop-deletion,loop-unroll-full),"
                             "sroa,instcombine<no-verify-fixpoint>,gvn<no-load-pre>,simplifycfg,loop-mssa(licm),"
                             "loop-unroll<O2;no-runtime;no-partial>,early-cse,"
                             "instcombine<no-verify-fixpoint>,adce,simplifycfg)";

static enum diag_code failure(struct diag *diag, const char *what, char *message)
{
    enum diag_code code =
        diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "%s: %.200s", what, message ? message : "?");

    if (message)
        LLVMDisposeMessage(message);
    return code;
}

static enum diag_code optimise(struct jit *j, LLVMTargetMachineRef machine, struct diag *diag)
{
    LLVMPassBuilderOptionsRef options;
    LLVMErrorRef error;
    char *message = NULL;

    if (LLVMVerifyModule(j->module, LLVMReturnStatusAction, &message))
        return failure(diag, "LLVM refuses generated code", message);
    LLVMDisposeMessage(message);
    options = LLVMCreatePassBuilderOptions();
    error = LLVMRunPasses(j->module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return DIAG_OK;
    message = LLVMGetErrorMessage(error);
    failure(diag, "LLVM's passes fail", NULL);
    LLVMDisposeErrorMessage(message);
    return DIAG_UNSUPPORTED;
}

static char *text_of(const char *text, size_t size)
{
    char *copy = malloc(size + 1);

    if (copy) {
        memcpy(copy, text, size);
        copy[size] = 0;
    }
    return copy;
}

static void keep_text(struct jit *j, LLVMTargetMachineRef machine, struct jit_code *out)
{
    char *ir = LLVMPrintModuleToString(j->module), *message = NULL;
    LLVMMemoryBufferRef buffer;

    out->ir = text_of(ir, strlen(ir));
    LLVMDisposeMessage(ir);
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, j->module, LLVMAssemblyFile, &message, &buffer)) {
        LLVMDisposeMessage(message);
        return;
    }
    out->assembly = text_of(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
    LLVMDisposeMemoryBuffer(buffer);
}

static enum diag_code emit_code(struct jit *j, LLVMTargetMachineRef machine, const struct jit_options *options,
                                struct jit_code *out, struct diag *diag)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    enum diag_code code;

    if (LLVMTargetMachineEmitToMemoryBuffer(machine, j->module, LLVMObjectFile, &message, &buffer))
        return failure(diag, "LLVM makes no code", message);
    out->object_bytes = LLVMGetBufferSize(buffer);
    out->object = (uint8_t *)text_of(LLVMGetBufferStart(buffer), out->object_bytes);
    LLVMDisposeMemoryBuffer(buffer);
    if (!out->object)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for generated code");
    code = jit_link(out->object, out->object_bytes, options->name, out, diag);
    return code;
}

static enum diag_code compile_in(struct jit *j, const struct jit_options *options, struct jit_code *out,
                                 struct diag *diag)
{
    LLVMTargetMachineRef machine = create_machine(options->isa);
    enum diag_code code;
    char *layout;

    if (!machine)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "LLVM does not know the target");
    j->module = LLVMModuleCreateWithNameInContext("weft", j->context);
    LLVMSetTarget(j->module, targets[options->isa].triple);
    LLVMTargetDataRef data = LLVMCreateTargetDataLayout(machine);
    layout = LLVMCopyStringRepOfTargetData(data);
    LLVMSetDataLayout(j->module, layout);
    LLVMDisposeMessage(layout);
    LLVMDisposeTargetData(data);
    set_types(j);
    open_function(j, options->name);
    emit_function(j);
    code = j->failed ? diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for generated code")
                     : optimise(j, machine, diag);
    if (code == DIAG_OK && options->text)
        keep_text(j, machine, out);
    if (code == DIAG_OK)
        code = emit_code(j, machine, options, out, diag);
    LLVMDisposeModule(j->module);
    LLVMDisposeTargetMachine(machine);
    return code;
}

enum diag_code jit_compile(const struct lane_program *program, const struct jit_options *options,
                           struct jit_code *out, struct diag *diag)
{
    struct dxbc_arena arena = {NULL};
    struct jit j = {.program = program, .arena = &arena, .isa = options->isa};
    enum diag_code code;

    *out = (struct jit_code){.image = NULL};
    if (!targets[options->isa].triple)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "the code generator has no instruction set \"%s\"", cpu_isa_name(options->isa));
    if (!jit_exit_is_safe())
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "this libLLVM's destructors cannot be kept from running at exit");
    jit_lay_out(program, options->isa, &j.layout);
    j.lanes = j.layout.lanes;
    if (!analyse(&j)) {
        dxbc_arena_release(&arena);
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for generated code");
    }
    j.context = LLVMContextCreate();
    j.builder = LLVMCreateBuilderInContext(j.context);
    j.allocas = LLVMCreateBuilderInContext(j.context);
    code = compile_in(&j, options, out, diag);
    LLVMDisposeBuilder(j.allocas);
    LLVMDisposeBuilder(j.builder);
    LLVMContextDispose(j.context);
    dxbc_arena_release(&arena);
    if (code != DIAG_OK)
        jit_code_free(out);
    return code;
}

void jit_code_free(struct jit_code *code)
{
    free(code->image);
    free(code->lines);
    free(code->object);
    free(code->ir);
    free(code->assembly);
    *code = (struct jit_code){.image = NULL};
}
