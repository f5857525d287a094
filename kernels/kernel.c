/*
 * The folder's face: builds a kernel for an executor and hands groups to it.
 */
#include "kernel.h"

#include "alloc.h"
#include "check_state.h"
#include "interp_kernel.h"
#include "lanes_kernel.h"
#include "order.h"

struct kernel {
    struct dxbc_arena arena; /* holds the kernel itself and all that it owns */
    enum kernel_executor executor;
    bool order_visible;
    struct interp_kernel *interp;
    struct lanes_kernel *lanes;
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
        [KERNEL_INTERP] = "interp", [KERNEL_LANES] = "lanes"};

    return (unsigned)executor < KERNEL_EXECUTOR_COUNT ? names[executor] : NULL;
}

static enum diag_code create(const struct dxbc_shader *shader, enum kernel_executor executor,
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
    if (executor == KERNEL_LANES)
        code = lanes_create(shader, &arena, current_isa(), watch, &kernel->lanes, diag);
    else
        code = interp_create(shader, &arena, &kernel->interp, diag);
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
    return create(shader, executor, NULL, out, diag);
}

enum diag_code kernel_create_checked(const struct dxbc_shader *shader, const struct check_kernel_options *options,
                                     struct kernel **out, struct diag *diag)
{
    *out = NULL;
    if (shader->program.instr_count >= CHECK_INSTRUCTIONS)
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "checks reach %d instructions, the shader has %u",
                        CHECK_INSTRUCTIONS, shader->program.instr_count);
    return create(shader, KERNEL_LANES, options, out, diag);
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
    arena = kernel->arena;
    dxbc_arena_release(&arena);
}

bool kernel_order_visible(const struct kernel *kernel)
{
    return kernel->order_visible;
}

size_t kernel_scratch_size(const struct kernel *kernel)
{
    return kernel->lanes ? lanes_scratch_size(kernel->lanes) : interp_scratch_size(kernel->interp);
}

enum kernel_status kernel_run_group(const struct kernel *kernel, const struct kernel_dispatch *dispatch,
                                    const uint32_t group[3], void *scratch, uint32_t *instruction)
{
    if (kernel->lanes)
        return lanes_run_group(kernel->lanes, dispatch, group, scratch, instruction);
    return interp_run_group(kernel->interp, dispatch, group, scratch, instruction);
}
