/*
 * Generated code in the life of devices and shaders: shaders begin on the lanes; the code of those that run
 * often or long is found in the cache or compiled by another thread, and later groups run it. Each group runs
 * on one kernel. With WEFT_EXECUTOR=jit the code is there before the shader is.
 *
 * shader_code.c, or shader_code_none.c in a build without a code generator.
 */
#ifndef RUNTIME_SHADER_CODE_H
#define RUNTIME_SHADER_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

struct device;
struct kernel;
struct shader;

/* What a device keeps for its shaders' code; false when memory is short. */
bool device_code_create(struct device *device);
void device_code_destroy(struct device *device);

/* For a shader whose kernel is made. bytes: its container. */
enum diag_code shader_code_create(struct shader *shader, const void *bytes, size_t size, struct diag *diag);
void shader_code_destroy(struct shader *shader);

/* The kernel that groups should run from now on, which are expected to take ahead_ns of all workers' time together
 * (0: nobody knows). */
const struct kernel *shader_kernel(struct shader *shader, uint64_t ahead_ns);
/* May shader_kernel have a better answer soon? */
bool shader_code_is_awaited(const struct shader *shader);
/* A dispatch took so much time of all its workers together. */
void shader_code_account(struct shader *shader, uint64_t spent_ns);

#endif
