/*
 * ID3D11ComputeShader: loads the container, builds the kernel, turns what is wrong with either into an
 * HRESULT.
 */
#include "shader.h"

#include <pthread.h>
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
    dxbc_lines_free(shader->lines);
    dxbc_free(shader->dxbc);
    OBJECT_SLOT_SET(shader->linkage, NULL);
    free(shader);
}

const struct dxbc_place *shader_place(struct shader *shader, uint32_t instruction)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct diag diag;
    pthread_mutex_lock(&lock);
    if (!shader->lines_read && dxbc_lines_read(shader->dxbc, &shader->lines, &diag) != DIAG_OK)
        log_write(LOG_WARN, "no HLSL lines: %s", diag.text);
    shader->lines_read = true;
    pthread_mutex_unlock(&lock);
    return dxbc_lines_at(shader->lines, instruction);
}

static const struct iface_entry compute_ifaces[] = {
    {&IID_ID3D11ComputeShader, offsetof(struct shader, iface)},
    {&IID_ID3D11DeviceChild, offsetof(struct shader, iface)},
    {NULL, 0},
};
static const struct object_class compute_class = {"ComputeShader", compute_ifaces, shader_destroy, NULL};

/* What each stage calls the same. */
struct shader_stage {
    const char *method, *name;
    enum dxbc_stage program;
    D3D11_MESSAGE_ID bytecode, type, linkage, memory;
};
static const struct shader_stage shader_stages[] = {
#define STAGE(prefix, shader, NAME)                                                                          \
    {"Create" #shader "Shader",                                                                              \
     #shader,                                                                                                \
     DXBC_##prefix,                                                                                          \
     D3D11_MESSAGE_ID_CREATE##NAME##SHADER_INVALIDSHADERBYTECODE,                                            \
     D3D11_MESSAGE_ID_CREATE##NAME##SHADER_INVALIDSHADERTYPE,                                                \
     D3D11_MESSAGE_ID_CREATE##NAME##SHADER_INVALIDCLASSLINKAGE,                                              \
     D3D11_MESSAGE_ID_CREATE##NAME##SHADER_OUTOFMEMORY},
#include "stages.def"
#undef STAGE
};
static const struct shader_stage *const compute_stage = &shader_stages[STAGE_CS];

HRESULT shader_diag_result(struct device *device, const struct diag *diag, D3D11_MESSAGE_ID id,
                           const char *what)
{
    char text[512];
    diag_format(diag, text, sizeof(text));
    HRESULT hr = diag->code == DIAG_NO_MEMORY     ? E_OUTOFMEMORY
                 : diag->code == DIAG_UNSUPPORTED ? E_NOTIMPL
                                                  : E_INVALIDARG;
    message_fail(device, hr, id, "%s: %s", what, text);
    /* A shader that is refused is worth a line without a debug device, too. */
    if (!device->info_queue)
        log_write(hr == E_NOTIMPL ? LOG_WARN : LOG_INFO, "%s: %s", what, text);
    return hr;
}

/* The container's program, of the stage that was asked for. */
static HRESULT load_program(struct device *device, const struct shader_stage *stage, const void *bytecode,
                            SIZE_T size, struct dxbc_shader **out)
{
    struct diag diag = {0};
    if (!bytecode)
        return message_fail(device, E_INVALIDARG, stage->bytecode, "%s: pShaderBytecode is NULL",
                            stage->method);
    if (dxbc_load(bytecode, size, 0, out, &diag))
        return shader_diag_result(device, &diag, stage->bytecode, stage->method);
    if ((*out)->program.stage == stage->program)
        return S_OK;
    char target[16];
    dxbc_target_name(&(*out)->program, target);
    return message_fail(device, E_INVALIDARG, stage->type, "%s: a %s program is no %s shader", stage->method,
                        target, stage->name);
}

static HRESULT check_linkage(struct device *device, const struct shader_stage *stage,
                             ID3D11ClassLinkage *iface)
{
    if (!iface || ((struct object *)class_linkage_of(iface))->device == device)
        return S_OK;
    return message_fail(device, E_INVALIDARG, stage->linkage, "%s: the class linkage is of another device",
                        stage->method);
}

HRESULT shader_check_graphics(struct device *device, enum stage at, const void *bytecode, SIZE_T size,
                              ID3D11ClassLinkage *linkage)
{
    const struct shader_stage *stage = &shader_stages[at];
    struct dxbc_shader *dxbc = NULL;
    HRESULT hr = device_status(device);
    if (SUCCEEDED(hr))
        hr = load_program(device, stage, bytecode, size, &dxbc);
    if (SUCCEEDED(hr))
        hr = check_linkage(device, stage, linkage);
    dxbc_free(dxbc);
    return hr;
}

static HRESULT load(struct device *device, struct shader *shader, const void *bytecode, SIZE_T size)
{
    struct diag diag = {0};
    HRESULT hr = load_program(device, compute_stage, bytecode, size, &shader->dxbc);
    if (FAILED(hr))
        return hr;
    const struct dxbc_program *program = &shader->dxbc->program;
    unsigned slots = feature_level_uav_slots(device->feature_level);
    for (uint32_t i = 0; i < program->uav_count; i++)
        if (program->uavs[i].lower >= slots)
            return message_fail(
                device, E_INVALIDARG, D3D11_MESSAGE_ID_DEVICE_CREATECOMPUTESHADER_UAVSNOTSUPPORTED,
                "The shader uses u%u but feature level 11_0 has %u slots", program->uavs[i].lower, slots);
    enum kernel_executor executor = device->settings.executor;
    if (kernel_create(shader->dxbc, executor == KERNEL_JIT ? KERNEL_LANES : executor, &shader->kernel, &diag) ||
        shader_code_create(shader, bytecode, size, &diag))
        return shader_diag_result(device, &diag, compute_stage->bytecode, compute_stage->method);
    return S_OK;
}

/* The shader's classes to the linkage that its instances will come from. */
static HRESULT link_classes(struct device *device, struct shader *shader, ID3D11ClassLinkage *iface)
{
    struct class_linkage *linkage = class_linkage_of(iface);
    HRESULT hr = check_linkage(device, compute_stage, iface);
    if (FAILED(hr))
        return hr;
    OBJECT_SLOT_SET(shader->linkage, linkage);
    if (!class_linkage_register(linkage, &shader->dxbc->interfaces))
        return message_fail(device, E_OUTOFMEMORY, compute_stage->memory,
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
    struct shader *shader = object_create(sizeof(*shader), &compute_class, device);
    if (!shader)
        return message_fail(device, E_OUTOFMEMORY, compute_stage->memory, "No memory for a shader");
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
