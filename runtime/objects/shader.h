/*
 * Shader objects: the loaded program and its kernel. One struct for all stages; only compute shaders exist so
 * far.
 */
#ifndef RUNTIME_SHADER_H
#define RUNTIME_SHADER_H

#include "class_linkage.h"
#include "device.h"
#include "dxbc.h"
#include "kernel.h"
#include "stage.h"

struct shader_code;

struct shader {
    struct object obj;
    union {
        ID3D11DeviceChild base;
        ID3D11ComputeShader compute;
    } iface;
    struct dxbc_shader *dxbc;
    struct kernel *kernel;
    struct shader_code *code; /* what is generated for it; NULL: nothing is */
    struct kernel *watching; /* on a device that checks: the same, watched (checker.h); NULL until it is wanted */
    uint64_t check_number;
    struct dxbc_lines *lines; /* of the HLSL, read when they are wanted; NULL: none */
    bool lines_read;
    bool groups_meet; /* on a device that checks: its groups touch each other's memory */
    struct class_linkage *linkage; /* one use, or NULL */
    atomic_ullong group_ns; /* what a group took in the last dispatch; 0: not run yet */
};

static inline struct shader *shader_of(ID3D11DeviceChild *iface)
{
    return iface ? container_of(iface, struct shader, iface.base) : NULL;
}

/* Where an instruction comes from; never NULL. The strings live as long as the shader. */
const struct dxbc_place *shader_place(struct shader *shader, uint32_t instruction);

HRESULT shader_create_compute(struct device *device, const void *bytecode, SIZE_T size,
                              ID3D11ClassLinkage *linkage, ID3D11ComputeShader **out);

/* What is wrong with the program of another stage's shader; S_OK when nothing is. */
HRESULT shader_check_graphics(struct device *device, enum stage stage, const void *bytecode, SIZE_T size,
                              ID3D11ClassLinkage *linkage);

/* The HRESULT of a loader or kernel error; the sentence goes to the device's messages. */
HRESULT shader_diag_result(struct device *device, const struct diag *diag, D3D11_MESSAGE_ID id,
                           const char *what);

#endif
