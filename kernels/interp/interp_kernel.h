/*
 * The reference interpreter as kernel.c sees it: an executor.
 */
#ifndef KERNELS_INTERP_KERNEL_H
#define KERNELS_INTERP_KERNEL_H

#include "kernel.h"

struct dxbc_arena;
struct interp_kernel;

/* Everything that the kernel owns lies in the arena, also after an error. */
enum diag_code interp_create(const struct dxbc_shader *shader, struct dxbc_arena *arena,
                             struct interp_kernel **out, struct diag *diag);
size_t interp_scratch_size(const struct interp_kernel *kernel);
enum kernel_status interp_run_group(const struct interp_kernel *kernel,
                                    const struct kernel_dispatch *dispatch, const uint32_t group[3],
                                    void *scratch, uint32_t *instruction);

#endif
