/*
 * Finds and loads the code generator's module, see jit_module.h.
 */
#define _GNU_SOURCE /* dladdr */
#include "jit_module.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef WEFT_JIT

#define MODULE_NAME "libweft-jit.so"

bool jit_module_built(void)
{
    return true;
}

bool jit_module_path(char *path, size_t size)
{
    static const char *const relative[] = {"", "../lib/"};
    Dl_info own;

    if (dladdr((void *)jit_module_path, &own) && own.dli_fname) {
        const char *slash = strrchr(own.dli_fname, '/');
        int folder = slash ? (int)(slash + 1 - own.dli_fname) : 0;

        for (size_t i = 0; i < sizeof(relative) / sizeof(*relative); i++) {
            snprintf(path, size, "%s%.*s%s" MODULE_NAME, slash ? "" : "./", folder, own.dli_fname,
                     relative[i]);
            if (access(path, R_OK) == 0)
                return true;
        }
    }
    snprintf(path, size, WEFT_JIT_FOLDER "/" MODULE_NAME);
    return access(path, R_OK) == 0;
}

static const struct jit_module *load(struct diag *diag)
{
    static const struct jit_build build = JIT_BUILD;
    const struct jit_module *module;
    char path[1024];
    void *handle;

    if (!jit_module_path(path, sizeof(path)))
        snprintf(path, sizeof(path), MODULE_NAME);
    handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) {
        diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                 "the code generator cannot be loaded: %.200s", dlerror());
        return NULL;
    }
    module = dlsym(handle, "weft_jit_module");
    if (module && memcmp(&module->build, &build, sizeof(build)) == 0)
        return module;
    diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "%.200s belongs to another build of weft", path);
    dlclose(handle);
    return NULL;
}

const struct jit_module *jit_module_load(struct diag *diag)
{
    static _Atomic(const struct jit_module *) loaded;
    const struct jit_module *module = atomic_load_explicit(&loaded, memory_order_acquire);

    if (!module) {
        module = load(diag);
        atomic_store_explicit(&loaded, module, memory_order_release);
    }
    return module;
}

#else

bool jit_module_built(void)
{
    return false;
}

bool jit_module_path(char *path, size_t size)
{
    return false;
}

const struct jit_module *jit_module_load(struct diag *diag)
{
    diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
             "this build of weft has no code generator (it was configured without LLVM)");
    return NULL;
}

#endif
