/*
 * See jit_guard.h. LLVM has one handler for a process, which is ours while work is guarded: of errors on other threads
 * it says what LLVM would have said, and LLVM ends the process as it would have.
 */
#include "jit_guard.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>

struct guard {
    jmp_buf back;
    char reason[200];
};

static _Thread_local struct guard *current;
static atomic_bool broken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned guards; /* under lock */

static void give_up(const char *reason)
{
    if (!current) {
        fprintf(stderr, "LLVM ERROR: %s\n", reason);
        return;
    }
    snprintf(current->reason, sizeof(current->reason), "%s", reason);
    longjmp(current->back, 1);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *unused)
{
    char *text, reason[200];

    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    text = LLVMGetDiagInfoDescription(info);
    snprintf(reason, sizeof(reason), "%s", text);
    LLVMDisposeMessage(text);
    give_up(reason);
}

void jit_guard_context(LLVMContextRef context)
{
    LLVMContextSetDiagnosticHandler(context, on_diagnostic, NULL);
}

static void count_guard(bool enters)
{
    pthread_mutex_lock(&lock);
    if (enters && guards++ == 0)
        LLVMInstallFatalErrorHandler(give_up);
    if (!enters && --guards == 0)
        LLVMResetFatalErrorHandler();
    pthread_mutex_unlock(&lock);
}

enum diag_code jit_guarded(enum diag_code (*work)(void *user, struct diag *diag), void *user, struct diag *diag)
{
    struct guard guard = {.reason = ""};
    enum diag_code code;

    if (atomic_load(&broken))
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "LLVM gave up on an earlier shader and is left alone since");
    count_guard(true);
    if (!setjmp(guard.back)) {
        current = &guard;
        code = work(user, diag);
    } else {
        atomic_store(&broken, true);
        code = diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "LLVM gave up: %.*s",
                        (int)strcspn(guard.reason, "\n"), guard.reason);
    }
    current = NULL;
    count_guard(false);
    return code;
}
