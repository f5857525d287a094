/*
 * The lane executor as kernel.c sees it.
 */
#ifndef KERNELS_LANES_KERNEL_H
#define KERNELS_LANES_KERNEL_H

#include "cpu.h"
#include "kernel.h"

struct check_kernel_options;
struct dxbc_arena;
struct lane_program;
struct lanes_kernel;

/* Everything that the kernel owns lies in the arena, also after an error. watch: for checks, or NULL. */
enum diag_code lanes_create(const struct dxbc_shader *shader, struct dxbc_arena *arena, enum cpu_isa isa,
                            const struct check_kernel_options *watch, struct lanes_kernel **out,
                            struct diag *diag);
/* What was lowered; lives as long as the kernel. */
const struct lane_program *lanes_program(const struct lanes_kernel *kernel);
/* The kernel itself, or that of several groups at once when code had better be generated from its program. */
const struct lanes_kernel *lanes_for_code(const struct lanes_kernel *kernel);
size_t lanes_scratch_size(const struct lanes_kernel *kernel);
bool lanes_order_visible(const struct lanes_kernel *kernel);
enum kernel_order lanes_order(const struct lanes_kernel *kernel, const struct bindings *bindings);
unsigned lanes_ticket_count(const struct lanes_kernel *kernel);
/* The same as kernel_run_groups. */
uint64_t lanes_run_groups(const struct lanes_kernel *kernel, const struct kernel_dispatch *dispatch,
                          const uint32_t first[3], uint64_t count, void *scratch, uint32_t *instruction);

#endif
