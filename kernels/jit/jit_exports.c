/*
 * What libweft-jit.so shows to the library that loads it, see jit_module.h.
 */
#include "jit_module.h"

extern const struct jit_module weft_jit_module;

__attribute__((visibility("default"))) const struct jit_module weft_jit_module = {
    .build = JIT_BUILD,
    .compile = jit_compile,
    .code_free = jit_code_free,
    .target_text = jit_target_text,
    .show = jit_gdb_show,
    .hide = jit_gdb_hide,
};
