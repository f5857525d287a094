/*
 * The module that holds the code generator, libweft-jit.so: libLLVM costs a process 17 ms at its start, so
 * nothing is linked against it, and whoever compiles loads it then.
 *
 * Library and module share the layout of lowered programs (lane_ir.h) and of what code sees
 * (jit_layout.h), so they have to come from one build.
 */
#ifndef KERNELS_JIT_MODULE_H
#define KERNELS_JIT_MODULE_H

#include "jit.h"
#include "jit_gdb.h"
#include "jit_layout.h"

/* What both sides have to agree on. */
struct jit_build {
    char version[16];
    uint32_t program_bytes, instr_bytes, node_end, group_bytes, calls_bytes, view_bytes;
};
#define JIT_BUILD                                                                                            \
    {                                                                                                        \
        WEFT_VERSION, sizeof(struct lane_program), sizeof(struct lane_instr), LANE_NODE_END,                 \
            sizeof(struct jit_group), sizeof(struct jit_calls), sizeof(struct jit_view)                      \
    }

/* The one symbol that the module exports is a struct of this type, named weft_jit_module. */
struct jit_module {
    struct jit_build build;
    enum diag_code (*compile)(const struct lane_program *program, const struct jit_options *options,
                              struct jit_code *out, struct diag *diag);
    void (*code_free)(struct jit_code *code);
    const char *(*target_text)(enum cpu_isa isa);
    struct jit_shown *(*show)(const struct jit_code *code, const void *address);
    void (*hide)(struct jit_shown *shown);
};

/* Loads the module if it is not loaded yet: from beside the library or program that holds this function, from
 * ../lib seen from there (build tree, static programs), from where it was to be installed, from where the
 * system looks. NULL with DIAG_UNSUPPORTED when there is none that fits. It stays loaded: LLVM cannot be
 * unloaded. Any thread may call this. */
const struct jit_module *jit_module_load(struct diag *diag);

/* Whether this build has a module at all. */
bool jit_module_built(void);

/* The path that the module would be loaded from, without loading it; false when there is none in the first
 * three places. */
bool jit_module_path(char *path, size_t size);

#endif
