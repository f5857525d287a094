/*
 * The face of the code generator: a lowered program becomes machine code.
 *
 * jit_compile is the only function that touches LLVM. It lives in a module of its own (jit_compile.c and what
 * it calls), reads nothing but the program, and gives an image: code and constants in one block, linked,
 * position independent, without external symbols, without writable data. Copied anywhere into executable
 * memory at JIT_ALIGN it runs; so it can be kept on disk. What it needs from outside it reaches through struct
 * jit_group (jit_run.h), whose layout belongs to the version of weft.
 *
 * Programs are read only, so a kernel may run them on the lanes meanwhile.
 */
#ifndef KERNELS_JIT_H
#define KERNELS_JIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu.h"
#include "diag.h"

struct lane_program;

enum { JIT_ALIGN = 64 };

struct jit_options {
    enum cpu_isa isa; /* not CPU_SCALAR */
    const char *name; /* of the entry's symbol, for debuggers and profilers */
    bool text;        /* also give the IR and the assembly as text */
    /* The file in which line n + 1 is DXBC instruction n: also make lines and debug information; or NULL. */
    const char *listing;
    const atomic_bool *stop; /* once it is set compiling ends soon, with an error; NULL: never */
};

/* What malloc gave; jit_code_free gives it back. */
struct jit_code {
    uint8_t *image;
    size_t image_bytes;
    size_t entry; /* offset of the entry, a jit_entry of jit_run.h, in the image */
    /* The line table: the code from offset on comes from that DXBC instruction; in order of offsets. */
    struct jit_line {
        uint32_t offset, instruction;
    } *lines;
    size_t line_count; /* 0 without options.listing */
    uint8_t *object;   /* the relocatable object that the image was linked from, with debug information if asked for */
    size_t object_bytes;
    char *ir, *assembly; /* NULL without options.text */
};

/* False, with a reason, when LLVM fails or memory runs out; never for a construct that it does not know. */
enum diag_code jit_compile(const struct lane_program *program, const struct jit_options *options,
                           struct jit_code *out, struct diag *diag);
void jit_code_free(struct jit_code *code);

/* What code depends on besides the program and the version of weft: LLVM's version, the target, its features.
 * A string that lives as long as the module. */
const char *jit_target_text(enum cpu_isa isa);

#endif
