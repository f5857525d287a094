/*
 * When code is generated and where it goes, see shader_code.h.
 *
 * A shader is compiled when what its dispatches took so far is in the order of what compiling costs and another
 * one begins, or when the groups that are still ahead of the one at hand will take much longer than that. One that
 * is dispatched once and briefly never is.
 */
#include "shader_code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_cache.h"
#include "code_dump.h"
#include "compiler.h"
#include "kernel_code.h"
#include "log.h"
#include "shader.h"

/* What the lanes may take before compiling pays; LLVM needs some AHEAD times as long, but next to them. */
enum { COMPILE_BASE_NS = 1000000, COMPILE_INSTR_NS = 10000, AHEAD = 20 };

/* More than the first is compiled for who asks for it, not unasked: it may take ten seconds and a gigabyte. More than
 * the second is refused: LLVM's passes take more than linear time, and cannot be trusted to find an end of memory. */
enum { MOST_OPERATIONS = 50000, MOST_ASKED_OPERATIONS = 200000 };

struct device_code {
    struct code_cache *cache; /* NULL: none */
    struct code_dump dump;
};

struct shader_code {
    struct compile_job job;
    struct shader *shader;
    struct code_hash hash, key;
    _Atomic(struct kernel *) compiled;
    atomic_ullong spent_ns;
    bool pays; /* kernel_code_pays */
    struct jit_shown *shown; /* to gdb; NULL */
    struct diag diag; /* of the job, once it is done */
};

/* ---- devices ---- */

bool device_code_create(struct device *device)
{
    const struct settings *settings = &device->settings;
    if ((!settings->background && settings->executor != KERNEL_JIT) || settings->check.on)
        return true;
    struct device_code *code = calloc(1, sizeof(*code));
    if (!code)
        return false;
    code->dump = settings->dump;
    if (settings->cache_bytes)
        code->cache =
            code_cache_create(*settings->cache_folder ? settings->cache_folder : NULL, settings->cache_bytes);
    device->code = code;
    compiler_attach();
    return true;
}

void device_code_destroy(struct device *device)
{
    if (!device->code)
        return;
    compiler_detach();
    code_cache_destroy(device->code->cache);
    free(device->code);
    device->code = NULL;
}

/* ---- shaders ---- */

static void publish(struct shader_code *code, const struct jit_code *generated, struct diag *diag)
{
    struct kernel *kernel;
    char name[CODE_HASH_TEXT];
    if (kernel_create_compiled(code->shader->kernel, generated, &kernel, diag) != DIAG_OK)
        return;
    code_dump_mapped(&code->shader->obj.device->code->dump, code_hash_text(&code->hash, name), generated,
                     kernel_code(kernel));
    if (code->shader->obj.device->code->dump.gdb)
        code->shown = kernel_code_show(kernel, generated);
    atomic_store_explicit(&code->compiled, kernel, memory_order_release);
}

static bool find_in_cache(struct shader_code *code)
{
    const struct device_code *device = code->shader->obj.device->code;
    struct jit_code found;
    if (!device->cache || code_dump_wants_text(&device->dump) || code_dump_wants_lines(&device->dump) ||
        !code_cache_load(device->cache, &code->key, &found))
        return false;
    publish(code, &found, NULL);
    code_cache_free(&found);
    return atomic_load(&code->compiled) != NULL;
}

/* On the compile thread. */
static void compile(struct compile_job *job)
{
    struct shader_code *code = container_of(job, struct shader_code, job);
    const struct device_code *device = code->shader->obj.device->code;
    struct jit_code generated;
    char name[CODE_HASH_TEXT], symbol[32], listing[CODE_DUMP_PATH], text[400];
    code_hash_text(&code->hash, name);
    snprintf(symbol, sizeof(symbol), "weft_%.16s", name);
    const struct kernel_code_options options = {.name = symbol,
                                                .text = code_dump_wants_text(&device->dump),
                                                .listing = code_dump_listing(&device->dump, name, code->shader->dxbc, listing),
                                                .stop = &job->stop};
    if (kernel_compile(code->shader->kernel, &options, &generated, &code->diag) == DIAG_OK) {
        code_dump_text(&device->dump, name, cpu_isa_name(kernel_isa(code->shader->kernel)), &generated);
        publish(code, &generated, &code->diag);
        if (device->cache)
            code_cache_store(device->cache, &code->key, &generated);
        kernel_code_free(&generated);
    }
    if (code->diag.code != DIAG_OK)
        log_write(code->diag.code == DIAG_UNSUPPORTED ? LOG_INFO : LOG_WARN,
                  "shader %.16s stays on the lanes: %s", name, diag_format(&code->diag, text, sizeof(text)));
}

static bool is_small_enough(const struct shader *shader, const struct code_hash *hash)
{
    const uint32_t operations = kernel_code_operations(shader->kernel);
    char name[CODE_HASH_TEXT];
    if (operations <= MOST_OPERATIONS)
        return true;
    log_write(LOG_INFO,
              "shader %.16s stays on the lanes: it has %" PRIu32 " operations, and more than %d are compiled with "
              "WEFT_EXECUTOR=jit only",
              code_hash_text(hash, name), operations, MOST_OPERATIONS);
    return false;
}

/* Who asks for code waits for it, for as long as a dispatch may take. */
static enum diag_code compile_and_wait(struct shader_code *code, struct diag *diag)
{
    const unsigned limit = code->shader->obj.device->settings.timeout_ms;
    const uint32_t operations = kernel_code_operations(code->shader->kernel);
    if (operations > MOST_ASKED_OPERATIONS)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "the shader has %" PRIu32 " operations, and code is generated for at most %d; WEFT_EXECUTOR=lanes "
                        "runs it",
                        operations, MOST_ASKED_OPERATIONS);
    if (!compiler_request(&code->job))
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION,
                        "the compile thread could not be started");
    if (!compiler_wait_for(&code->job, limit) && !atomic_load_explicit(&code->compiled, memory_order_acquire))
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "generating code for %" PRIu32 " operations took longer than the time limit of %u ms "
                        "(WEFT_TIMEOUT_MS)",
                        operations, limit);
    if (!atomic_load_explicit(&code->compiled, memory_order_acquire))
        *diag = code->diag;
    return code->diag.code;
}

enum diag_code shader_code_create(struct shader *shader, const void *bytes, size_t size, struct diag *diag)
{
    const struct device *device = shader->obj.device;
    if (!device->code)
        return DIAG_OK;
    struct shader_code *code = calloc(1, sizeof(*code));
    if (!code)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for a shader");
    shader->code = code;
    code->shader = shader;
    code->job.run = compile;
    code->hash = code_hash_shader(bytes, size);
    code->key = code_hash_key(&code->hash, kernel_isa(shader->kernel));
    code->pays = kernel_code_pays(shader->kernel) && is_small_enough(shader, &code->hash);
    const bool asked = device->settings.executor == KERNEL_JIT;
    if (((asked || code->pays) && find_in_cache(code)) || !asked)
        return DIAG_OK;
    return compile_and_wait(code, diag);
}

void shader_code_destroy(struct shader *shader)
{
    if (!shader->code)
        return;
    compiler_cancel(&shader->code->job);
    kernel_code_hide(shader->code->shown);
    kernel_destroy(atomic_load(&shader->code->compiled));
    free(shader->code);
    shader->code = NULL;
}

/* Enough spent, or to come, to be worth compiling? */
static bool is_worth(const struct shader_code *code, uint64_t ahead_ns)
{
    uint64_t least = COMPILE_BASE_NS + COMPILE_INSTR_NS * (uint64_t)code->shader->dxbc->program.instr_count;
    return code->pays && (ahead_ns / AHEAD >= least ||
                          atomic_load_explicit(&code->spent_ns, memory_order_relaxed) >= least);
}

const struct kernel *shader_kernel(struct shader *shader, uint64_t ahead_ns)
{
    struct shader_code *code = shader->code;
    if (!code)
        return shader->kernel;
    const struct kernel *compiled = atomic_load_explicit(&code->compiled, memory_order_acquire);
    if (compiled)
        return compiled;
    if (is_worth(code, ahead_ns))
        compiler_request(&code->job);
    return shader->kernel;
}

bool shader_code_is_awaited(const struct shader *shader)
{
    const struct shader_code *code = shader->code;
    return code && code->pays && !atomic_load_explicit(&code->compiled, memory_order_acquire) &&
           atomic_load_explicit(&code->job.state, memory_order_acquire) != COMPILE_DONE;
}

void shader_code_account(struct shader *shader, uint64_t spent_ns)
{
    if (shader->code)
        atomic_fetch_add_explicit(&shader->code->spent_ns, spent_ns, memory_order_relaxed);
}
