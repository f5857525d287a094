/*
 * The folder's face: builds a kernel for an executor and hands groups to it.
 */
#include "kernel.h"

#include "alloc.h"
#include "check_state.h"
#include "exec_memory.h"
#include "interp_kernel.h"
#include "jit_module.h"
#include "jit_run.h"
#include "kernel_code.h"
#include "lane_ir.h"
#include "lanes_kernel.h"
#include "order.h"
#include "private_views.h"
#include "scratch.h"

struct kernel {
    struct dxbc_arena arena; /* holds the kernel itself and all that it owns */
    enum kernel_executor executor;
    bool order_visible;
    struct interp_kernel *interp;
    struct lanes_kernel *lanes; /* of KERNEL_JIT too: what the code was made of */
    struct private_slots private_slots;
    enum cpu_isa isa;
    uint8_t *code; /* KERNEL_JIT: in executable memory */
    size_t code_bytes;
    jit_entry *entry;
    struct jit_kernel *jit;
};

static atomic_int chosen_isa = CPU_ISA_COUNT; /* CPU_ISA_COUNT: the best */

void kernel_use_isa(enum cpu_isa isa)
{
    atomic_store_explicit(&chosen_isa, (int)isa, memory_order_relaxed);
}

static enum cpu_isa current_isa(void)
{
    int isa = atomic_load_explicit(&chosen_isa, memory_order_relaxed);

    return isa == CPU_ISA_COUNT ? cpu_isa_best() : (enum cpu_isa)isa;
}

const char *kernel_executor_name(enum kernel_executor executor)
{
    static const char *const names[KERNEL_EXECUTOR_COUNT] = {
        [KERNEL_INTERP] = "interp", [KERNEL_LANES] = "lanes", [KERNEL_JIT] = "jit"};

    return (unsigned)executor < KERNEL_EXECUTOR_COUNT ? names[executor] : NULL;
}

bool kernel_executor_available(enum kernel_executor executor, enum cpu_isa isa)
{
    if (executor == KERNEL_JIT)
        return jit_module_built() && isa != CPU_SCALAR;
    return (unsigned)executor < KERNEL_EXECUTOR_COUNT;
}

/* Generated code to executable memory. */
static enum diag_code set_code(struct kernel *kernel, const struct jit_code *code, struct dxbc_arena *arena,
                               struct diag *diag)
{
    kernel->jit = jit_prepare(lanes_for_code(kernel->lanes), kernel->isa, arena);
    if (!kernel->jit)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for a kernel");
    kernel->code = exec_memory_create(code->image, code->image_bytes);
    if (!kernel->code)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION,
                        "the system gives no executable memory for %zu bytes of code", code->image_bytes);
    kernel->executor = KERNEL_JIT;
    kernel->code_bytes = code->image_bytes;
    kernel->entry = (jit_entry *)(uintptr_t)(kernel->code + code->entry);
    return DIAG_OK;
}

static enum diag_code compile_now(struct kernel *kernel, struct dxbc_arena *arena, struct diag *diag)
{
    struct jit_code code;
    enum diag_code result = kernel_compile(kernel, &(struct kernel_code_options){.name = "shader"}, &code, diag);

    if (result != DIAG_OK)
        return result;
    result = set_code(kernel, &code, arena, diag);
    kernel_code_free(&code);
    return result;
}

static enum diag_code create(const struct dxbc_shader *shader, enum kernel_executor executor, enum cpu_isa isa,
                             const struct check_kernel_options *watch, struct kernel **out, struct diag *diag)
{
    struct dxbc_arena arena = {NULL};
    struct kernel *kernel;
    char target[16];
    enum diag_code code;

    *out = NULL;
    if (shader->program.stage != DXBC_CS) {
        dxbc_target_name(&shader->program, target);
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "weft runs compute shaders, and %s is none", target);
    }
    if ((unsigned)executor >= KERNEL_EXECUTOR_COUNT)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "there is no executor number %d",
                        (int)executor);
    kernel = dxbc_arena_alloc(&arena, 1, sizeof(*kernel));
    if (!kernel)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for a kernel");
    kernel->executor = executor;
    kernel->order_visible = order_visible(&shader->program);
    kernel->isa = isa;
    if (executor == KERNEL_INTERP)
        code = interp_create(shader, &arena, &kernel->interp, diag);
    else
        code = lanes_create(shader, &arena, kernel->isa, watch, &kernel->lanes, diag);
    if (code == DIAG_OK && kernel->lanes && !watch)
        private_slots_find(lanes_program(kernel->lanes), &kernel->private_slots);
    if (code == DIAG_OK && executor == KERNEL_JIT)
        code = compile_now(kernel, &arena, diag);
    if (code != DIAG_OK) {
        dxbc_arena_release(&arena);
        return code;
    }
    kernel->arena = arena;
    *out = kernel;
    return DIAG_OK;
}

enum diag_code kernel_create(const struct dxbc_shader *shader, enum kernel_executor executor,
                             struct kernel **out, struct diag *diag)
{
    return create(shader, executor, current_isa(), NULL, out, diag);
}

enum diag_code kernel_create_for(const struct dxbc_shader *shader, enum kernel_executor executor, enum cpu_isa isa,
                                 struct kernel **out, struct diag *diag)
{
    return create(shader, executor, isa, NULL, out, diag);
}

enum diag_code kernel_create_checked(const struct dxbc_shader *shader, const struct check_kernel_options *options,
                                     struct kernel **out, struct diag *diag)
{
    *out = NULL;
    if (shader->program.instr_count >= CHECK_INSTRUCTIONS)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "checks reach %d instructions, the shader has %u",
                        CHECK_INSTRUCTIONS, shader->program.instr_count);
    return create(shader, KERNEL_LANES, current_isa(), options, out, diag);
}

const struct lanes_kernel *kernel_lanes(const struct kernel *kernel)
{
    return kernel->lanes;
}

void kernel_destroy(struct kernel *kernel)
{
    struct dxbc_arena arena;

    if (!kernel)
        return;
    exec_memory_free(kernel->code, kernel->code_bytes);
    arena = kernel->arena;
    dxbc_arena_release(&arena);
}

bool kernel_code_pays(const struct kernel *kernel)
{
    return !kernel_ticket_count(kernel);
}

uint32_t kernel_code_operations(const struct kernel *kernel)
{
    return lanes_program(lanes_for_code(kernel->lanes))->instr_count;
}

enum diag_code kernel_compile(const struct kernel *kernel, const struct kernel_code_options *wanted,
                              struct jit_code *out, struct diag *diag)
{
    const struct jit_options options = {.isa = kernel->isa,
                                        .name = wanted->name,
                                        .text = wanted->text,
                                        .listing = wanted->listing,
                                        .stop = wanted->stop};
    const struct jit_module *module;

    *out = (struct jit_code){0};
    if (kernel->isa == CPU_SCALAR)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                        "the code generator has no instruction set \"%s\"", cpu_isa_name(kernel->isa));
    module = jit_module_load(diag);
    if (!module)
        return DIAG_UNSUPPORTED;
    return module->compile(lanes_program(lanes_for_code(kernel->lanes)), &options, out, diag);
}

void kernel_code_free(struct jit_code *code)
{
    const struct jit_module *module = jit_module_load(NULL);

    if (module)
        module->code_free(code);
}

enum diag_code kernel_create_compiled(const struct kernel *kernel, const struct jit_code *code,
                                      struct kernel **out, struct diag *diag)
{
    struct dxbc_arena arena = {NULL};
    struct kernel *compiled = dxbc_arena_alloc(&arena, 1, sizeof(*compiled));
    enum diag_code result;

    *out = NULL;
    if (!compiled)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for a kernel");
    *compiled = *kernel;
    result = set_code(compiled, code, &arena, diag);
    if (result != DIAG_OK) {
        dxbc_arena_release(&arena);
        return result;
    }
    compiled->arena = arena;
    *out = compiled;
    return DIAG_OK;
}

enum cpu_isa kernel_isa(const struct kernel *kernel)
{
    return kernel->isa;
}

const void *kernel_code(const struct kernel *kernel)
{
    return kernel->code;
}

struct jit_shown *kernel_code_show(const struct kernel *kernel, const struct jit_code *code)
{
    const struct jit_module *module = jit_module_load(NULL);

    return module ? module->show(code, kernel->code) : NULL;
}

void kernel_code_hide(struct jit_shown *shown)
{
    if (shown)
        jit_module_load(NULL)->hide(shown);
}

bool kernel_order_visible(const struct kernel *kernel)
{
    return kernel->lanes ? lanes_order_visible(kernel->lanes) : kernel->order_visible;
}

enum kernel_order kernel_order(const struct kernel *kernel, const struct bindings *bindings)
{
    enum kernel_order order;

    if (!kernel->lanes)
        return kernel->order_visible ? KERNEL_ORDER_SERIAL : KERNEL_ORDER_FREE;
    order = lanes_order(kernel->lanes, bindings);
    /* generated code takes no tickets */
    return kernel->entry && order == KERNEL_ORDER_TICKETS ? KERNEL_ORDER_SERIAL : order;
}

void kernel_private_views(const struct kernel *kernel, const struct bindings *bindings,
                          struct private_views *out)
{
    private_views_find(&kernel->private_slots, bindings, out);
}

unsigned kernel_ticket_count(const struct kernel *kernel)
{
    return kernel->lanes ? lanes_ticket_count(kernel->lanes) : 0;
}

size_t kernel_scratch_size(const struct kernel *kernel)
{
    size_t plain = kernel->lanes ? lanes_scratch_size(kernel->lanes) : interp_scratch_size(kernel->interp);
    size_t code = kernel->entry ? jit_scratch_size(kernel->jit) : 0;

    return SCRATCH_HEAD + (code > plain ? code : plain);
}

uint64_t kernel_run_groups(const struct kernel *kernel, const struct kernel_dispatch *dispatch,
                           const uint32_t first[3], uint64_t count, void *scratch, uint32_t *instruction)
{
    uint32_t group[3] = {first[0], first[1], first[2]};
    uint64_t done = 0;

    scratch = (uint8_t *)scratch + SCRATCH_HEAD;
    if (kernel->entry && jit_can_run(kernel->jit, dispatch->bindings))
        return jit_run_groups(kernel->jit, kernel->entry, dispatch, first, count, scratch, instruction);
    if (kernel->lanes)
        return lanes_run_groups(kernel->lanes, dispatch, first, count, scratch, instruction);
    while (interp_run_group(kernel->interp, dispatch, group, scratch, instruction) == KERNEL_DONE && ++done < count)
        kernel_next_group(dispatch, group);
    return done;
}

enum kernel_status kernel_run_group(const struct kernel *kernel, const struct kernel_dispatch *dispatch,
                                    const uint32_t group[3], void *scratch, uint32_t *instruction)
{
    return kernel_run_groups(kernel, dispatch, group, 1, scratch, instruction) ? KERNEL_DONE : KERNEL_STOPPED;
}
