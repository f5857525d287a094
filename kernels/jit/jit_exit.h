/*
 * LLVM at the end of the process: its destructors stay away while a thread may still compile.
 */
#ifndef KERNELS_JIT_EXIT_H
#define KERNELS_JIT_EXIT_H

#include <stdbool.h>

/* Are LLVM's destructors kept from running when the process ends? Known from the loading of the module on. */
bool jit_exit_is_safe(void);

#endif
