/*
 * What LLVM cannot do it tells a handler and then ends the process. Here work is done such that it comes back with a
 * reason instead, and that LLVM is left alone from then on: its state is unknown.
 */
#ifndef KERNELS_JIT_GUARD_H
#define KERNELS_JIT_GUARD_H

#include <llvm-c/Types.h>

#include "diag.h"

/* What the work gives, or DIAG_UNSUPPORTED with LLVM's reason; then what the work made is lost, not freed. */
enum diag_code jit_guarded(enum diag_code (*work)(void *user, struct diag *diag), void *user, struct diag *diag);
/* Errors that LLVM tells the context count as well. For contexts that guarded work makes. */
void jit_guard_context(LLVMContextRef context);

#endif
