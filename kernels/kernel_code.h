/*
 * Generated code for a kernel, in parts: a kernel of KERNEL_LANES is compiled by whoever has the time, and a
 * second kernel runs the code in its place. Code may also come from elsewhere, say from a file, as long as it
 * was made of the same program for the same instruction set by the same build of weft.
 */
#ifndef KERNELS_KERNEL_CODE_H
#define KERNELS_KERNEL_CODE_H

#include "jit.h"
#include "kernel.h"

struct kernel_code_options {
    const char *name;        /* of the entry's symbol */
    bool text;               /* with the IR and the assembly */
    const char *listing;     /* with lines and debug information: the file of jit.h; or NULL */
    const atomic_bool *stop; /* once it is set compiling ends soon, with an error; or NULL */
};

/* Raised with every change after which code of before does not fit its surroundings any more (jit_layout.h,
 * jit_views.h), for those who keep code: builds of one version differ. */
enum { KERNEL_CODE_REVISION = 8 };

/* Compiles a kernel of KERNEL_LANES, which may run meanwhile: loads the code generator when it is not there
 * yet. kernel_code_free() gives the code back. */
enum diag_code kernel_compile(const struct kernel *kernel, const struct kernel_code_options *options,
                              struct jit_code *out, struct diag *diag);
void kernel_code_free(struct jit_code *code);

/* Will code run faster than the lanes? Not while tickets are for the lanes alone. */
bool kernel_code_pays(const struct kernel *kernel);
/* Operations that LLVM has to compile; it needs some 0.2 ms and 30 KiB for each. */
uint32_t kernel_code_operations(const struct kernel *kernel);

/* A kernel of KERNEL_JIT that runs a copy of the code. The first kernel must outlive it. */
enum diag_code kernel_create_compiled(const struct kernel *kernel, const struct jit_code *code,
                                      struct kernel **out, struct diag *diag);

/* The instruction set that a kernel was made for. */
enum cpu_isa kernel_isa(const struct kernel *kernel);
/* Where the code of a kernel of KERNEL_JIT lies. */
const void *kernel_code(const struct kernel *kernel);
/* Shows gdb the code that such a kernel runs, until it is hidden, which is to be before the kernel goes; or NULL. */
struct jit_shown *kernel_code_show(const struct kernel *kernel, const struct jit_code *code);
void kernel_code_hide(struct jit_shown *shown);

#endif
