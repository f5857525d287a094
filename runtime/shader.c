/*
 * ID3D11ComputeShader: loads the container, builds the kernel, turns what is wrong with either into an
 * HRESULT.
 */
#include "shader.h"

#include <stdlib.h>

#include "log.h"
#include "shader_code.h"

OBJECT_DEVICE_CHILD(ID3D11ComputeShader, compute, shader, iface.compute)

static const ID3D11ComputeShaderVtbl compute_vtbl = {
    OBJECT_DEVICE_CHILD_ENTRIES(compute),
};

static void shader_destroy(struct object *object)
{
    struct shader *shader = (struct shader *)object;
    shader_code_destroy(shader);
    kernel_destroy(shader->kernel);
    kernel_destroy(shader->watching);
    dxbc_free(shader->dxbc);
    OBJECT_SLOT_SET(shader->linkage, NULL);
    free(shader);
}

static const struct iface_entry compute_ifaces[] = {
    {&IID_ID3D11ComputeShader, offsetof(struct shader, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct shader, iface)},
    {NULL, 0},
};
static const struct object_class compute_class = {"ComputeShader", compute_ifaces, shader_destroy, NULL};

HRESULT shader_diag_result(struct device *device, const struct diag *diag, const char *what)
{
    char text[512];
    diag_format(diag, text, sizeof(text));
    HRESULT hr = diag->code == DIAG_NO_MEMORY     ? E_OUTOFMEMORY
                 : diag->code == DIAG_UNSUPPORTED ? E_NOTIMPL
                                                  : E_INVALIDARG;
    message_fail(device, hr, D3D11_MESSAGE_ID_CREATECOMPUTESHADER_INVALIDSHADERBYTECODE, "%s: %s", what,
                 text);
    /* A shader that is refused is worth a line without a debug device, too. */
    if (!device->info_queue)
        log_write(hr == E_NOTIMPL ? LOG_WARN : LOG_INFO, "%s: %s", what, text);
    return hr;
}

static HRESULT load(struct device *device, struct shader *shader, const void *bytecode, SIZE_T size)
{
    struct diag diag = {0};
    if (dxbc_load(bytecode, size, 0, &shader->dxbc, &diag))
        return shader_diag_result(device, &diag, "CreateComputeShader");
    const struct dxbc_program *program = &shader->dxbc->program;
    if (program->stage != DXBC_CS) {
        char target[16];
        dxbc_target_name(program, target);
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATECOMPUTESHADER_INVALIDSHADERTYPE,
                            "A %s program is no compute shader", target);
    }
    unsigned slots = feature_level_uav_slots(device->feature_level);
    for (uint32_t i = 0; i < program->uav_count; i++)
        if (program->uavs[i].lower >= slots)
            return message_fail(
                device, E_INVALIDARG, D3D11_MESSAGE_ID_DEVICE_CREATECOMPUTESHADER_UAVSNOTSUPPORTED,
                "The shader uses u%u but feature level 11_0 has %u slots", program->uavs[i].lower, slots);
    enum kernel_executor executor = device->settings.executor;
    if (kernel_create(shader->dxbc, executor == KERNEL_JIT ? KERNEL_LANES : executor, &shader->kernel, &diag) ||
        shader_code_create(shader, bytecode, size, &diag))
        return shader_diag_result(device, &diag, "CreateComputeShader");
    return S_OK;
}

/* The shader's classes to the linkage that its instances will come from. */
static HRESULT link_classes(struct device *device, struct shader *shader, ID3D11ClassLinkage *iface)
{
    struct class_linkage *linkage = class_linkage_of(iface);
    if (((struct object *)linkage)->device != device)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATECOMPUTESHADER_INVALIDCLASSLINKAGE,
                            "CreateComputeShader: the class linkage is of another device");
    OBJECT_SLOT_SET(shader->linkage, linkage);
    if (!class_linkage_register(linkage, &shader->dxbc->interfaces))
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_CREATECOMPUTESHADER_OUTOFMEMORY,
                            "No memory for the names of a shader's classes");
    return S_OK;
}

HRESULT shader_create_compute(struct device *device, const void *bytecode, SIZE_T size,
                              ID3D11ClassLinkage *linkage, ID3D11ComputeShader **out)
{
    HRESULT hr = device_status(device);
    if (out)
        *out = NULL;
    if (FAILED(hr))
        return hr;
    if (!bytecode)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_CREATECOMPUTESHADER_INVALIDSHADERBYTECODE,
                            "pShaderBytecode is NULL");
    struct shader *shader = object_create(sizeof(*shader), &compute_class, device);
    if (!shader)
        return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_CREATECOMPUTESHADER_OUTOFMEMORY,
                            "No memory for a shader");
    shader->iface.compute.lpVtbl = &compute_vtbl;
    hr = load(device, shader, bytecode, size);
    if (SUCCEEDED(hr) && linkage)
        hr = link_classes(device, shader, linkage);
    if (FAILED(hr) || !out) {
        object_release(&shader->obj);
        return FAILED(hr) ? hr : S_FALSE;
    }
    *out = &shader->iface.compute;
    return S_OK;
}
