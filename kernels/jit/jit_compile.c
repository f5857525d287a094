/*
 * A lowered program through LLVM: the target, the function's frame, LLVM's passes, the object, the image.
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
#include "jit_guard.h"
#include "jit_link.h"

#define B j->builder

/* ---- targets ---- */

struct target {
    const char *triple, *cpu, *features, *text;
};

static const struct target targets[CPU_ISA_COUNT] = {
    [CPU_SSE41] = {"x86_64-unknown-linux-gnu", "x86-64", "+sse4.1", "llvm-19 x86-64 sse4.1"},
    [CPU_AVX2] = {"x86_64-unknown-linux-gnu", "x86-64",
                  "+avx2,+fma,+fast-gather,-prefer-no-gather", "llvm-19 x86-64 avx2 fma"},
    [CPU_AVX512] = {"x86_64-unknown-linux-gnu", "x86-64",
                    "+avx512f,+avx512bw,+avx512dq,+avx512vl,+fma,+fast-gather,-prefer-no-gather,-prefer-256-bit",
                    "llvm-19 x86-64 avx512f avx512bw avx512dq avx512vl fma"},
    [CPU_NEON] = {"aarch64-unknown-linux-gnu", "generic", "+neon", "llvm-19 aarch64 neon"},
};

/* AVX-512 of a function whose masks stand in two registers. */
static const char without_bytes[] =
    "+avx512f,-avx512bw,+avx512dq,+avx512vl,+fma,+fast-gather,-prefer-no-gather,-prefer-256-bit";

const char *jit_target_text(enum cpu_isa isa)
{
    return targets[isa].text;
}

static LLVMTargetMachineRef create_machine(enum cpu_isa isa)
{
    const struct target *target = &targets[isa];
    LLVMTargetRef llvm;
    char *message = NULL;

    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
    if (LLVMGetTargetFromTriple(target->triple, &llvm, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    return LLVMCreateTargetMachine(llvm, target->triple, target->cpu, target->features,
                                   LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelSmall);
}

/* ---- the function ---- */

/* Masks of loops that lanes leave one by one are worth a narrower instruction set: without AVX512BW, LLVM keeps those
 * of two vectors in two mask registers, as compares make them and masked instructions want them, instead of packing
 * them into one. Bytes are what it is needed for. */
static bool splits_masks(const struct jit *j)
{
    bool divergent_loop = false;

    if (j->isa != CPU_AVX512)
        return false;
    for (uint32_t k = 0; k < j->plan.constructs.count; k++) {
        const struct lane_construct *construct = &j->plan.constructs.list[k];

        divergent_loop |= construct->divergent && j->program->instrs[construct->open].op == LANE_LOOP;
    }
    for (uint32_t i = 0; i < j->program->instr_count; i++) {
        uint16_t op = j->program->instrs[i].op;

        if (op == LANE_COUNTBITS || op == LANE_FIRSTBIT_LO || op == LANE_FIRSTBIT_HI || op == LANE_FIRSTBIT_SHI ||
            op == LANE_BFREV)
            return false;
    }
    return divergent_loop;
}

static void set_types(struct jit *j)
{
    LLVMContextRef c = j->context;

    j->i1 = LLVMInt1TypeInContext(c);
    j->i8 = LLVMInt8TypeInContext(c);
    j->i32 = LLVMInt32TypeInContext(c);
    j->i64 = LLVMInt64TypeInContext(c);
    j->f32 = LLVMFloatTypeInContext(c);
    j->f64 = LLVMDoubleTypeInContext(c);
    j->ptr = LLVMPointerTypeInContext(c, 0);
    j->void_type = LLVMVoidTypeInContext(c);
    j->bit_masks = j->isa == CPU_AVX512;
    j->split_masks = splits_masks(j);
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
    static const uint32_t zero[4];

    j->function = LLVMAddFunction(j->module, name, type);
    j->group = LLVMGetParam(j->function, 0);
    if (!j->keeps_denormals)
        add_attribute(j, "denormal-fp-math", "preserve-sign,preserve-sign");
    if (j->isa != CPU_NEON) {
        add_attribute(j, "prefer-vector-width", j->isa == CPU_AVX512 ? "512" : "256");
        add_attribute(j, "min-legal-vector-width", j->isa == CPU_AVX512 ? "512" : "256");
    }
    add_attribute(j, "no-builtins", "true");
    add_attribute(j, "target-cpu", targets[j->isa].cpu);
    add_attribute(j, "target-features", j->split_masks ? without_bytes : targets[j->isa].features);
    add_flag(j, "nounwind");
    add_flag(j, "noredzone"); /* jit_call_keeping calls where LLVM knows of no call */
    add_constant(j, "zero", zero, 4);
    add_constant(j, "icb", j->program->dxbc->icb, 4 * j->program->dxbc->icb_count);
}

/* ---- LLVM ---- */

/* In pieces: between two of them who no longer wants the code is heard. */
static const char *const passes[] = {
    "function(sroa,early-cse<memssa>)",
    "function(instcombine<no-verify-fixpoint>,simplifycfg)",
    "function(loop-mssa(loop-rotate,licm),loop(indvars,loop-deletion,loop-unroll-full))",
    "function(sroa,instcombine<no-verify-fixpoint>)",
    "function(gvn<no-load-pre>,simplifycfg)",
    "function(loop-mssa(licm),loop-unroll<O2;no-runtime;no-partial>)",
    "function(early-cse,instcombine<no-verify-fixpoint>,adce,simplifycfg)",
};

static enum diag_code failure(struct diag *diag, const char *what, char *message)
{
    enum diag_code code =
        diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "%s: %.200s", what, message ? message : "?");

    if (message)
        LLVMDisposeMessage(message);
    return code;
}

bool jit_is_stopped(struct jit *j)
{
    if (j->stop_compiling && atomic_load_explicit(j->stop_compiling, memory_order_relaxed))
        j->failed = j->stopped_compiling = true;
    return j->stopped_compiling;
}

/* Why there is no code, unless LLVM is to blame. */
static enum diag_code emission_failure(const struct jit *j, struct diag *diag)
{
    if (j->stopped_compiling)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "nobody wants the code any more");
    return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for generated code");
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
    error = NULL;
    for (size_t i = 0; i < sizeof(passes) / sizeof(*passes) && !error && !jit_is_stopped(j); i++)
        error = LLVMRunPasses(j->module, passes[i], machine, options);
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
    if (options->listing)
        jit_open_lines(j, options->listing, options->name);
    jit_emit_function(j);
    jit_close_lines(j);
    code = j->failed ? emission_failure(j, diag) : optimise(j, machine, diag);
    if (code == DIAG_OK && jit_is_stopped(j))
        code = emission_failure(j, diag);
    if (code == DIAG_OK && options->text)
        keep_text(j, machine, out);
    if (code == DIAG_OK)
        code = emit_code(j, machine, options, out, diag);
    LLVMDisposeModule(j->module);
    LLVMDisposeTargetMachine(machine);
    return code;
}

struct compile_call {
    struct jit *j;
    const struct jit_options *options;
    struct jit_code *out;
};

static enum diag_code compile_in_context(void *user, struct diag *diag)
{
    struct compile_call *call = user;
    struct jit *j = call->j;
    enum diag_code code;

    j->context = LLVMContextCreate();
    jit_guard_context(j->context);
    j->builder = LLVMCreateBuilderInContext(j->context);
    j->allocas = LLVMCreateBuilderInContext(j->context);
    code = compile_in(j, call->options, call->out, diag);
    LLVMDisposeBuilder(j->allocas);
    LLVMDisposeBuilder(j->builder);
    LLVMContextDispose(j->context);
    return code;
}

enum diag_code jit_compile(const struct lane_program *program, const struct jit_options *options,
                           struct jit_code *out, struct diag *diag)
{
    struct dxbc_arena arena = {NULL};
    struct jit j = {.program = program, .arena = &arena, .isa = options->isa, .stop_compiling = options->stop,
                    .keeps_denormals = jit_keeps_denormals(program, options->isa)};
    enum diag_code code;

    *out = (struct jit_code){.image = NULL};
    if (!targets[options->isa].triple)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "the code generator has no instruction set \"%s\"", cpu_isa_name(options->isa));
    if (!jit_exit_is_safe())
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "this libLLVM's destructors cannot be kept from running at exit");
    if (!jit_make_plan(program, options->isa, &arena, &j.plan) || !jit_analyse(&j)) {
        dxbc_arena_release(&arena);
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for generated code");
    }
    jit_lay_out(program, &j.plan, &j.layout);
    code = jit_guarded(compile_in_context, &(struct compile_call){&j, options, out}, diag);
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
