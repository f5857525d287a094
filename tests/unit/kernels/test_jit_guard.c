/*
 * LLVM's errors come back as reasons instead of ending the process, and nothing is compiled afterwards.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "jit_guard.h"

/* For LeakSanitizer: what LLVM held when it gave up is lost. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libLLVM\nleak:libstdc++";
}

static enum diag_code give_no_memory(void *user, struct diag *diag)
{
    return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "%s", (const char *)user);
}

static void plain_work(void **state)
{
    struct diag diag = {DIAG_OK};

    assert_int_equal(jit_guarded(give_no_memory, "nothing left", &diag), DIAG_NO_MEMORY);
    assert_string_equal(diag.text, "nothing left");
}

/* An instruction that the target has not got. */
static enum diag_code select_impossible(void *user, struct diag *diag)
{
    static const char name[] = "llvm.x86.avx512.rcp14.ss", triple[] = "x86_64-unknown-linux-gnu";
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("weft", context);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMTypeRef vector = LLVMVectorType(LLVMFloatTypeInContext(context), 4), i8 = LLVMInt8TypeInContext(context);
    LLVMTypeRef type = LLVMFunctionType(vector, &vector, 1, false);
    LLVMValueRef function = LLVMAddFunction(module, "f", type), intrinsic, args[4];
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMMemoryBufferRef buffer;
    LLVMTargetMachineRef machine;
    LLVMTargetRef target;
    char *message = NULL;

    jit_guard_context(context);
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
    intrinsic = LLVMGetIntrinsicDeclaration(module, id, NULL, 0);
    args[0] = args[1] = args[2] = LLVMGetParam(function, 0);
    args[3] = LLVMConstInt(i8, 1, false);
    LLVMBuildRet(builder, LLVMBuildCall2(builder, LLVMIntrinsicGetType(context, id, NULL, 0), intrinsic, args, 4, ""));
    assert_false(LLVMGetTargetFromTriple(triple, &target, &message));
    machine = LLVMCreateTargetMachine(target, triple, "x86-64", "", LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                      LLVMCodeModelSmall);
    LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, &buffer);
    return DIAG_OK;
}

static void fatal_error(void **state)
{
    struct diag diag = {DIAG_OK}, later = {DIAG_OK};

    assert_int_equal(jit_guarded(select_impossible, NULL, &diag), DIAG_UNSUPPORTED);
    assert_non_null(strstr(diag.text, "LLVM gave up: Cannot select"));
    assert_int_equal(jit_guarded(give_no_memory, "", &later), DIAG_UNSUPPORTED);
    assert_non_null(strstr(later.text, "earlier shader"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plain_work), cmocka_unit_test(fatal_error)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
