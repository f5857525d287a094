/*
 * shader_code.h for builds without a code generator: shaders stay on the executor that they were made for.
 */
#include "shader_code.h"

#include "shader.h"

bool device_code_create(struct device *device)
{
    return true;
}

void device_code_destroy(struct device *device)
{
}

enum diag_code shader_code_create(struct shader *shader, const void *bytes, size_t size, struct diag *diag)
{
    return DIAG_OK;
}

void shader_code_destroy(struct shader *shader)
{
}

const struct kernel *shader_kernel(struct shader *shader, uint64_t ahead_ns)
{
    return shader->kernel;
}

bool shader_code_is_awaited(const struct shader *shader)
{
    return false;
}

void shader_code_account(struct shader *shader, uint64_t spent_ns)
{
}
